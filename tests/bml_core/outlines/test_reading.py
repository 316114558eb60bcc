"""What is read of notes as players have them: see the text files in ``fixtures``."""

from __future__ import annotations

from pathlib import Path

import pytest

from bml_core import expand
from bml_core.language import parse
from bml_core.outlines import OutlineNotes, TablePart, read_outline
from bml_core.outlines.markdown import parse_markdown
from bml_core.outlines.rewriting import BlockMarkup, write_blocks, write_bml
from tests.bml_core.cases import read_sections

FIXTURES = Path(__file__).parent / "fixtures"
CASES = [
    pytest.param(sections, id=f"{path.stem}:{line} {title}")
    for path in sorted(FIXTURES.glob("*.txt"))
    for line, title, sections in read_sections(path)
]


def read(sections: dict[str, str]) -> OutlineNotes:
    return read_outline(parse_markdown(sections["md"], "notes.md"), "notes.md")


def agreed(notes: OutlineNotes) -> list[str]:
    system = expand([notes.document])
    return [f"{each.auction} | {' / '.join(each.description)}".rstrip() for each in system.agreements]


@pytest.mark.parametrize("sections", CASES)
def test_rows_and_text(sections: dict[str, str]) -> None:
    notes = read(sections)
    assert agreed(notes) == sections["agreements"].splitlines()
    texts = [f"{found.location.line} {found.message}" for found in notes.diagnostics]
    assert texts == sections.get("text", "").splitlines()


@pytest.mark.parametrize("sections", CASES)
def test_every_line_is_a_row_or_text(sections: dict[str, str]) -> None:
    covered: set[int] = set()
    for part in read(sections).parts:
        if isinstance(part, TablePart):
            covered |= {*range(part.line, part.end + 1)}
        else:
            covered |= {*range(part.block.location.line, part.block.end + 1)}
    lines = sections["md"].splitlines()
    assert [line for number, line in enumerate(lines, 1) if line.strip() and number not in covered] == []


@pytest.mark.parametrize("sections", CASES)
def test_what_is_written_reads_the_same_and_stays(sections: dict[str, str]) -> None:
    notes = read(sections)
    page = write_blocks(sections["md"], notes, BlockMarkup.FENCE)
    again = read_outline(parse_markdown(page, "notes.md"), "notes.md")
    assert write_blocks(page, again, BlockMarkup.FENCE) == page
    written = expand([parse(write_bml(sections["md"], notes))])
    own = expand([notes.document])
    assert [(a.auction, a.text) for a in written.agreements] == [(a.auction, a.text) for a in own.agreements]
