"""Our pages and LaTeX documents show what bridge-markup's do, but for the mistakes in ``page_defects.py``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

import pytest
from hypothesis import given, note
from hypothesis.strategies import SearchStrategy

from bml_core import Dialect, Document, Page
from bml_core.render.html.page import write_page
from bml_core.render.latex.page import write_document
from tests.peers.defects import as_the_peer_shows_it
from tests.peers.latex_outlines import of_our_document, of_their_document
from tests.peers.model import Lines, System, write
from tests.peers.outlines import Outline, of_our_page, of_their_page
from tests.peers.page_defects import (
    as_it_should_show,
    with_bids_as_symbols,
    with_facts_in_words,
    with_notrump_apart,
)
from tests.peers.process import Peer, PeerStopped, To
from tests.peers.repairs import without_ordinals, without_partial_deals, without_undoubled_contracts
from tests.peers.systems import Features, systems, thorough
from tests.peers.tally import Tally

DIALECTS = {"2.0.3": Dialect.V2_0, "2.7.0": Dialect.V2_7}
FEATURES = {"2.0.3": Features(inline_texts=True), "2.7.0": Features(ranked=True, inline_texts=True)}
EXAMPLES = 150
#: What its web pages leave out, and ours show.
ONLY_OURS = {"dl"}


def document(system: System, version: str, folder: Path) -> Document:
    files = write(system)
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
    return Page(str(folder / "page.bml"), dialect=DIALECTS[version]).parse(files["page.bml"])


def readable_notes(version: str) -> SearchStrategy[System]:
    """Systems without the texts that the peer stops at, with a title: headings then stand at one level."""

    def ready(system: System) -> System:
        for leave_out in (without_partial_deals, without_undoubled_contracts, without_ordinals):
            system = leave_out(system)
        return replace(system, blocks=(Lines(("#+TITLE: Our notes",)), *system.blocks))

    return systems(FEATURES[version]).map(ready)


def without_what_they_lack(outline: Outline) -> Outline:
    return [(kind, text) for kind, text in outline if kind not in ONLY_OURS]


class Writer(Protocol):
    """Writes a whole page or document."""

    def __call__(self, document: Document, *, tree: bool, self_contained: bool) -> str: ...


@dataclass(frozen=True)
class Output:
    """A kind of output: the peer's and our writer, and what each shows that can be compared."""

    name: To
    write: Writer
    ours: Callable[[str], Outline]
    theirs: Callable[[str], Outline]


def facts_that_both_show(outline: Outline) -> Outline:
    """Heads of tables are bold in ours; dealer and vulnerability have a line each."""
    return with_facts_in_words(
        [(kind, text.replace("*", "") if kind == "cells" else text) for kind, text in outline]
    )


WEB_PAGES = Output(
    "html",
    write_page,
    ours=lambda page: without_what_they_lack(of_our_page(page)),
    theirs=of_their_page,
)
LATEX_DOCUMENTS = Output(
    "latex",
    write_document,
    ours=lambda tex: facts_that_both_show(of_our_document(tex)),
    theirs=lambda tex: facts_that_both_show(of_their_document(with_notrump_apart(with_bids_as_symbols(tex)))),
)


@pytest.mark.parametrize("output", [WEB_PAGES, LATEX_DOCUMENTS], ids=lambda output: output.name)
@pytest.mark.parametrize("tree", [True, False], ids=["tree", "no tree"])
def test_both_show_the_same(peer: Peer, tmp_path: Path, tally: Tally, tree: bool, output: Output) -> None:
    @thorough(EXAMPLES)
    @given(readable_notes(peer.version))
    def compare(system: System) -> None:
        readable = as_the_peer_shows_it(system)
        answer = peer.convert(write(readable), output.name, tree=tree)
        note(f"{system}\n==== for the peer\n{readable}\n{answer if isinstance(answer, PeerStopped) else ''}")
        assert not isinstance(answer, PeerStopped)
        text = output.write(document(system, peer.version, tmp_path), tree=tree, self_contained=False)
        shown = output.ours(text)
        assert shown == as_it_should_show(output.theirs(answer))
        tally.add(pieces=len(shown))

    compare()
    shape = "tree" if tree else "no tree"
    tally.tell(f"bridge-markup {peer.version} to {output.name} ({shape})", minimum=5 * EXAMPLES)


class TestItsMistakes:
    """Each mistake in LaTeX and on pages is one that the program makes."""

    def test_a_row_above_the_openings(self, peer: Peer) -> None:
        answer = peer.convert("1C  a\n1D  b\n", "html")
        assert ("row 0", "∅|") in of_their_page(str(answer))

    def test_calls_as_letters(self, peer: Peer) -> None:
        answer = of_their_page(str(peer.convert("1C-(P)-1D-\n(D)  a\n  P  b\n", "html")))
        assert [text for _, text in answer] == ["1♣-(P)-1♦|", "(D)|a", "Pass|b"]

    def test_symbols_within_words_and_monospace(self, peer: Peer) -> None:
        answer = of_their_page(str(peer.convert("Play 4SFG, =2C= and 3D prints.\n", "html")))
        assert answer == [("paragraph", "Play4♠FG,=2♣=and3♦prints.")]

    def test_bold_paragraphs_become_headings(self, peer: Peer) -> None:
        assert of_their_page(str(peer.convert("*Never* so.\n", "html"))) == [("heading 1", "Never*so.")]

    def test_no_deals_auctions_and_tables_on_pages(self, peer: Peer) -> None:
        answer = peer.convert("| a | b |\n\n1C P 1H P\n\n- x :: y\n\nSo much.\n", "html")
        assert of_their_page(str(answer)) == [("paragraph", "Somuch.")]

    def test_bids_as_letters_in_latex(self, peer: Peer) -> None:
        assert of_their_document(str(peer.convert("Bid 2H.\n", "latex"))) == [("paragraph", "Bid2H.")]

    def test_a_command_that_latex_does_not_know(self, peer: Peer) -> None:
        assert r"\BSNT" in str(peer.convert("2HSN  a\n", "latex"))

    @pytest.mark.parametrize(("contract", "stops"), [("3NXS", True), ("4SXS", False)])
    def test_a_notrump_contract_stops_latex(self, peer: Peer, contract: str, stops: bool) -> None:
        hands = "N Kxx T9 xxx Q987x\nE Jx AJxxx AJx KTx\nS A98 - Q9x AK\nW QT K KT Jx\n"
        answer = peer.convert(f"N None {contract}\n{hands}", "latex")
        assert isinstance(answer, PeerStopped) is stops
        if not stops:
            facts = [text for kind, text in of_their_document(str(answer)) if kind == "fact"]
            assert facts == ["North/None", "4♠XbySouth"]
