"""What is wrong with a file of deals: what is read all the same, and what is said; PBN and LIN side by side.

The cases are in ``fixtures/bad_deals.txt``: ``pbn`` and ``lin`` are files; ``read from`` and ``said of``
either of them are the boards and the diagnostics, in the words a player reads.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable
from pathlib import Path

import pytest

from bml_core.bridge import Board
from bml_core.formats import deals, lin
from tests.bml_core.cases import read_sections
from tests.bml_core.formats.pbn.cases import outline

CASES = {
    title: sections
    for _, title, sections in read_sections(Path(__file__).parent / "fixtures" / "bad_deals.txt")
}
FORMATS = ("pbn", "lin")


def expectations(text: str, kind: str) -> dict[str, str]:
    """What is read from a file and said of it, as the cases have it."""
    boards = [line for dealt in deals.read(text, "hands", kind) for line in outline(dealt.board)]
    said = [str(found).removeprefix("hands:") for found in deals.check(text, "hands", kind)]
    return {f"read from {kind}": "\n".join(boards), f"said of {kind}": "\n".join(said)}


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize("sections", CASES.values(), ids=CASES)
def test_good_parts_are_read_and_faults_reported(sections: dict[str, str], kind: str) -> None:
    if kind in sections:
        got = expectations(sections[kind], kind)
        assert got == {name: sections.get(name, "").rstrip("\n") for name in got}


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize("sections", CASES.values(), ids=CASES)
def test_nothing_of_it_is_lost(sections: dict[str, str], kind: str) -> None:
    text = sections.get(kind, "")
    kept = [dealt.source for dealt in deals.read(text, "hands", kind)]
    # The head of a match file is that of each of its boards.
    head = [
        command.written for source in kept[:1] if isinstance(source, lin.Record) for command in source.header
    ]
    texts = [source.text for source in kept if source is not None]
    assert "".join("".join(head + texts).split()) == "".join(text.split())


@pytest.mark.parametrize(
    "encode", [str.encode, lambda text: text.encode("iso8859-1")], ids=["UTF-8", "Latin-1"]
)
@pytest.mark.parametrize("mark", [b"", codecs.BOM_UTF8], ids=["", "with a mark"])
@pytest.mark.parametrize("text", ['[North "Müller"]\n[East "?"]\n', "pn|,,Müller,|md|1,,,|\n"], ids=FORMATS)
def test_names_are_read_from_either_character_set(
    text: str, encode: Callable[[str], bytes], mark: bytes
) -> None:
    (dealt,) = deals.read(mark + encode(text))
    assert dealt.board.players.north == "Müller"


@pytest.mark.parametrize("kind", FORMATS)
def test_an_empty_file_has_no_boards(kind: str) -> None:
    for data in (b"", b"\n\n", codecs.BOM_UTF8, b"\x00\xff" * 100):
        assert all(dealt.board == Board() for dealt in deals.read(data, "hands", kind))
