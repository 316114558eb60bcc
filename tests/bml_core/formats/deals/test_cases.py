"""The cases of boards in the text files of ``fixtures``, and what holds for all of them."""

from __future__ import annotations

import codecs
from collections.abc import Callable
from pathlib import Path

import pytest

from bml_core.bridge import Board
from bml_core.formats import deals, lin
from tests.bml_core.formats.deals.cases import CASES, run, source

FORMATS = ("pbn", "lin")


@pytest.mark.parametrize("sections", CASES.values(), ids=CASES)
def test_case(sections: dict[str, str]) -> None:
    got, expected = run(sections)
    assert got == expected


@pytest.mark.parametrize("sections", CASES.values(), ids=CASES)
def test_nothing_of_it_is_lost(sections: dict[str, str]) -> None:
    text, file, kind = source(sections)
    if kind == deals.TEXT:
        return
    kept = [sourced.source for sourced in deals.read(text, file, kind)]
    # The head of a match file is that of each of its boards.
    head = [command.written for own in kept[:1] if isinstance(own, lin.Record) for command in own.header]
    texts = [own.text for own in kept if own is not None]
    if texts:
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
    assert dealt.board.texts.players.north == "Müller"


@pytest.mark.parametrize("kind", FORMATS)
def test_an_empty_file_has_no_boards(kind: str) -> None:
    for data in (b"", b"\n\n", codecs.BOM_UTF8, b"\x00\xff" * 100):
        assert all(dealt.board == Board() for dealt in deals.read(data, "hands", kind))


DEMO = sorted(Path(__file__).parents[4].glob("demo_docs/**/*.[pl][bi]n"))
TEXTS = {path.name: path.read_text("utf-8") for path in DEMO} | {
    title: text
    for title, (text, _, kind) in zip(CASES, map(source, CASES.values()), strict=True)
    if kind in FORMATS
}


@pytest.mark.parametrize("kind", FORMATS)
def test_a_second_writing_is_the_same_to_the_byte(kind: str) -> None:
    def written(text: str, read_as: str = "") -> str:
        return deals.FORMATS[kind].write(dealt for dealt in deals.read(text, "", read_as) if dealt.is_board)

    assert {title: written(written(text), kind) for title, text in TEXTS.items()} == {
        title: written(text) for title, text in TEXTS.items()
    }
