"""Blocks are read in one way for every host: what a page shows, what is exported, what is wrong."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bml_core.language import Page
from bml_core.notes import PageBlock, named_file
from bml_core.site import BlockContent, BlockReader, Configuration, read_configuration

ACOL = read_configuration({"systems": {"acol": {}}, "collapse": 2}).value
TEXT = "1N  12--14\n  2C  Stayman"


def content(text: str, site: Configuration = ACOL, **raw: str) -> BlockContent:
    return reader(site).read(block(text, raw))


def reader(site: Configuration) -> BlockReader:
    return BlockReader(Page("notes.md"), Path, site, name="notes")


def block(text: str, raw: dict[str, str] | None = None) -> PageBlock:
    return PageBlock(3, 1, raw or {}, text, 5, 1)


def sentences(block: BlockContent) -> list[str]:
    return [f"{fault.code} {fault.sentence}" for fault in block.diagnostics]


def test_a_block_of_a_site() -> None:
    shown = content(TEXT)
    assert (shown.system, shown.depth, shown.diagnostics) == ("acol", 2, ())
    assert shown.blocks == shown.document.blocks
    assert shown.facts.shows_bml
    assert [part.system for part in shown.facts.parts] == ["acol"]


def test_a_hidden_block_is_exported_and_nothing_of_it_is_shown() -> None:
    shown = content("N: AKx T9 xxx Q987x", hide="", caption="[x](javascript:a)", download="")
    assert (shown.blocks, shown.deals, shown.offer, shown.caption) == ((), (), None, ())
    assert (shown.system, shown.facts.shows_bml, shown.diagnostics) == ("acol", False, ())


@pytest.mark.parametrize(
    ("show", "source", "blocks"), [("result", "", 1), ("source", TEXT, 0), ("both", TEXT, 1)]
)
def test_what_of_a_block_is_shown(show: str, source: str, blocks: int) -> None:
    shown = content(f"{TEXT}\n", show=show)
    assert (shown.shown_source, len(shown.blocks)) == (source, blocks)
    assert shown.document.blocks


def test_a_block_that_only_offers_files_adds_nothing_to_a_system() -> None:
    shown = content("", download="", formats="bss")
    assert shown.system is None
    assert shown.offer is not None
    assert shown.offer.files == (("acol.bss", "Full Disclosure"),)


@pytest.mark.parametrize(
    ("raw", "text", "fault"),
    [
        ({"system": "acoll"}, TEXT, "BML134 The setting systems does not list the system acoll. It has"),
        ({"colapse": "2"}, TEXT, 'BML131 Unknown option: "colapse". Did you mean collapse?'),
        ({"examples": "1N"}, TEXT, "BML131 A block with examples shows no text. Delete the text of the"),
        ({"formats": "bss"}, TEXT, "BML131 The option formats is only for blocks that offer files."),
        ({"caption": "[x](javascript:a)"}, TEXT, "BML321"),
    ],
)
def test_what_is_wrong_is_reported_at_the_block(raw: dict[str, str], text: str, fault: str) -> None:
    shown = reader(ACOL).read(block(text, raw))
    assert [sentence[: len(fault)] for sentence in sentences(shown)] == [fault]
    assert shown.diagnostics[0].location.line == 3


def test_a_file_is_shown_alone(tmp_path: Path) -> None:
    (tmp_path / "a.bml").write_text(TEXT)
    page = Page(str(tmp_path / "notes.md"))
    find_file = partial(named_file, file=page.file, root=tmp_path)
    shown = BlockReader(page, find_file, ACOL).read(block("1C", {"file": "/a.bml", "show": "both"}))
    fault = "BML131 A block with a file shows the file alone. Delete the text of the block."
    assert sentences(shown) == [fault]
    assert (shown.shown_source, shown.dependencies) == (TEXT, (str(tmp_path / "a.bml"),))


def test_every_name_of_a_system_will_do_without_a_list() -> None:
    assert content(TEXT, Configuration(), system="acoll").diagnostics == ()


def test_a_deal_alone() -> None:
    assert reader(ACOL).read(block("N: AKx T9 xxx Q987x"), one_deal=True).diagnostics == ()
    (fault,) = reader(ACOL).read(block(TEXT), one_deal=True).diagnostics
    assert (fault.code, fault.message) == ("BML137", "The text of bml:deal holds no deal.")


@given(
    st.dictionaries(
        st.sampled_from(["file", "deal", "examples", "frequencies", "dd", "deals", "download", "show", "x"]),
        st.text(max_size=12),
    ),
    st.text(max_size=40),
)
def test_no_block_stops_the_reading(raw: dict[str, str], text: str) -> None:
    assert reader(ACOL).read(block(text, raw)).place.line == 3
