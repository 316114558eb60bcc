"""What is read of notes as players have them: see the text files in ``fixtures``."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from bml_core import Agreement, Auction, System, expand
from bml_core.document import Document
from bml_core.language import parse
from bml_core.notes import Markup, find_blocks
from bml_core.outlines import (
    BlockMarkup,
    OutlineNotes,
    SourceNotes,
    TablePart,
    read_outline,
    read_pages,
    write_blocks,
    write_bml,
)
from tests.bml_core.cases import read_sections

FIXTURES = Path(__file__).parent / "fixtures"
CASES = [
    pytest.param(sections, id=f"{path.stem}:{line} {title}")
    for path in sorted(FIXTURES.glob("*.txt"))
    for line, title, sections in read_sections(path)
]


def source(sections: dict[str, str]) -> str:
    return sections.get("md") or sections["source"]


def pages(text: str, sections: dict[str, str]) -> SourceNotes:
    return _pages(text, sections.get("name", "notes.md").strip())


@cache
def _pages(text: str, name: str) -> SourceNotes:
    read = read_pages(text.encode(), name).value
    assert read is not None
    return read


def read(sections: dict[str, str], text: str = "") -> OutlineNotes:
    return _read(text or source(sections), sections.get("name", "notes.md").strip())


@cache
def _read(text: str, name: str) -> OutlineNotes:
    return read_outline(_pages(text, name).outline, "notes.md")


def agreed(notes: OutlineNotes) -> list[str]:
    system = expand([notes.document])
    return [f"{each} | {' / '.join(each.description)}".rstrip() for each in system.agreements]


def in_bml(system: System) -> list[Agreement]:
    """Return what BML holds of agreements: it has one on an auction, whatever their calls mean."""
    kept: dict[Auction, Agreement] = {}
    for each in system.agreements:
        if each.auction not in kept or not kept[each.auction].is_described:
            kept[each.auction] = each
    return list(kept.values())


@pytest.mark.parametrize("sections", CASES)
def test_rows_and_text(sections: dict[str, str]) -> None:
    notes = read(sections)
    assert agreed(notes) == sections["agreements"].splitlines()
    texts = [f"{found.location.line} {found.message}" for found in notes.diagnostics]
    assert texts == sections.get("text", "").splitlines()


@pytest.mark.parametrize("sections", CASES)
def test_every_line_is_a_row_or_text(sections: dict[str, str]) -> None:
    if not pages(source(sections), sections).text:
        return
    covered: set[int] = set()
    for part in read(sections).parts:
        covered |= {*range(part.line, part.end + 1)}
    lines = source(sections).splitlines()
    missing = [line for number, line in enumerate(lines, 1) if line.strip(" >") and number not in covered]
    # Substitutions and template tags are no text of a page.
    assert [line for line in missing if not line.startswith((".. |", "{%", "{{"))] == []


@pytest.mark.parametrize("sections", CASES)
def test_what_is_written_reads_the_same_and_stays(sections: dict[str, str]) -> None:
    notes = read(sections)
    found = pages(source(sections), sections)
    if found.kind.is_page:
        markup = BlockMarkup.DIRECTIVE if found.kind.name == "reStructuredText" else BlockMarkup.FENCE
        page = write_blocks(found.text, notes, markup)
        assert write_blocks(page, read(sections, page), markup) == page
    written = expand([parse(write_bml(found.text, notes))])
    own = expand([notes.document])
    # A line that would be another row goes on with the line above.
    assert [(a.auction, a.text.split()) for a in written.agreements] == [
        (a.auction, a.text.split()) for a in in_bml(own)
    ]


@pytest.mark.parametrize("sections", CASES)
def test_blocks_of_a_page_say_what_it_said(sections: dict[str, str]) -> None:
    notes = read(sections)
    found = pages(source(sections), sections)
    if not found.kind.is_page:
        return
    is_rest = found.kind.name == "reStructuredText"
    page = write_blocks(found.text, notes, BlockMarkup.DIRECTIVE if is_rest else BlockMarkup.FENCE)
    blocks = find_blocks(page, Markup.REST if is_rest else Markup.MARKDOWN)
    left = [part.tables for part in read(sections, page).parts if isinstance(part, TablePart)]
    written = expand([*(parse(block.text) for block in blocks), *map(Document, left)])
    assert {str(row.auction): row.text.split() for row in written.agreements if row.text} == {
        str(row.auction): row.text.split() for row in in_bml(expand([notes.document])) if row.text
    }


def test_thousands_of_quotations_within_each_other_are_one() -> None:
    notes = read({"md": f"# 1NT\n\n{'>' * 20_000} - 1NT-2♣: Stayman\n"})
    assert agreed(notes) == ["1NT |", "1NT-2C | Stayman"]


def test_a_table_of_which_rows_stay_text_says_so() -> None:
    for row, is_partial in (("new suit", True), ("2♠", False)):
        notes = read({"md": f"## 1♥-2♣\n\n| Bid | Meaning |\n|---|---|\n| 2♥ | six |\n| {row} | strong |\n"})
        assert [table.is_partial for table in notes.tables] == [is_partial]


def test_the_name_of_a_page_without_headings_is_its_title() -> None:
    outline = _pages("- 1♦: negative\n- 1♥: 8 or more", "notes.md").outline
    assert agreed(read_outline(outline, "1C-responses.md")) == [
        "1C |",
        "1C-1D | negative",
        "1C-1H | 8 or more",
    ]
    assert agreed(read_outline(outline, "club.md")) == []


@pytest.mark.parametrize(
    ("file", "auction"),
    [
        ("1NT/responses.md", "1NT-2D"),
        ("system/1NT/index.md", "1NT-2D"),
        ("1NT/defence.md", "(1NT)-2D"),
        ("1NT/2C.md", "1NT-2C-2D"),
        ("1NT/Stayman.md", None),
    ],
)
def test_a_folder_may_name_the_opening_of_a_page_without_headings(file: str, auction: str | None) -> None:
    notes = read_outline(_pages("- 2♦: negative\n", "notes.md").outline, file)
    assert agreed(notes)[-1:] == ([f"{auction} | negative"] if auction else [])
