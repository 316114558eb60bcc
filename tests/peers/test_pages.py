"""Our pages and LaTeX documents show what bridge-markup's do, printed too, but for its mistakes."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from hypothesis import given, note

from bml_core import Dialect, Document, parse
from bml_core.language import Page
from bml_core.render.html import write_page
from bml_core.render.latex import write_document
from tests.bml_core.shown import Outline, of_our_document, of_our_page
from tests.pdf import typeset
from tests.peers.outlines import of_their_document, of_their_page
from tests.peers.process import Peer, PeerStopped, To
from tests.peers.rules import as_shown, facts, with_bids_as_symbols
from tests.peers.systems import Features, System, systems, thorough
from tests.peers.tally import Tally

NOTES = Path(__file__).with_name("notes.bml").read_text("utf-8")
#: What its pages have beside the words of the notes: see ``rules.py``.
OF_THEIRS_ALONE = {"Contents", "Ø", "X", "/", "None"}
_RED = re.compile(r"(?<![A-Za-z])[rq](?=[A-Z0-9x\s.–]|$)", re.M)
DIALECTS = {"2.0.3": Dialect.V2_0, "2.7.0": Dialect.V2_7}
EXAMPLES = 30


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


def without_terms(outline: Outline) -> Outline:
    """Leave out lists of terms, which its web pages do not have."""
    return [(kind, text) for kind, text in outline if kind != "dl"]


def without_bold_cells(outline: Outline) -> Outline:
    """Take the heads of tables, which are bold in ours, as plain text."""
    return facts([(kind, text.replace("*", "") if kind == "cells" else text) for kind, text in outline])


OUTPUTS = (
    Output("html", write_page, lambda page: without_terms(of_our_page(page)), of_their_page),
    Output(
        "latex",
        write_document,
        lambda tex: without_bold_cells(of_our_document(tex)),
        lambda tex: without_bold_cells(of_their_document(with_bids_as_symbols(tex))),
    ),
)


def read(system: System, version: str, folder: Path) -> Document:
    for name, text in system.people.items():
        (folder / name).write_text(text, "utf-8")
    page = Page(str(folder / "page.bml"), dialect=DIALECTS[version])
    return page.parse(system.people["page.bml"])


def test_both_show_the_same(peer: Peer, tmp_path: Path, tally: Tally) -> None:
    features = Features(ranked=peer.version == "2.7.0", shown=True)

    @thorough(EXAMPLES)
    @given(systems(features))
    def compare(system: System) -> None:
        document = read(system, peer.version, tmp_path)
        for output in OUTPUTS:
            for tree in (True, False):
                answer = peer.convert(system.peer, output.name, tree=tree)
                note(f"{system}\n==== {peer.version} to {output.name}, {tree=}\n{answer}")
                assert not isinstance(answer, PeerStopped)
                shown = output.ours(output.write(document, tree=tree, self_contained=False))
                assert shown == as_shown(output.theirs(answer))
                tally.add(
                    f"bridge-markup {peer.version} to {output.name} ({'' if tree else 'no '}tree)",
                    pieces=len(shown),
                )

    compare()
    tally.tell(minimum=5 * EXAMPLES)


def words(text: str) -> set[str]:
    """Return the words, suits apart; without dots, page numbers and the date."""
    text = re.sub(r"[A-Z][a-z]+ \d+, \d{4}", " ", text)
    found = re.sub("([♠♥♦♣])", r" \1 ", text.replace("–", " ").replace("-", " ")).split()
    return {word for word in found if re.search(r"[^\d.]", word)}


def test_printed_pages_hold_the_same_words(peer: Peer, tmp_path: Path) -> None:
    # As trees its documents need a package that is not everywhere.
    answer = str(peer.convert(NOTES, "latex", tree=False))
    theirs, ours = tmp_path / "theirs.tex", tmp_path / "ours.tex"
    theirs.write_text(with_bids_as_symbols(answer), "utf-8")
    ours.write_text(write_document(parse(NOTES)), "utf-8")
    shown = words(typeset(ours, "pdflatex").text)
    # Its red suits come out of the file as letters.
    text = _RED.sub(lambda letter: {"r": "♥", "q": "♦"}[letter[0]], typeset(theirs, "pdflatex").text)
    asked = words(text)
    assert asked - shown == OF_THEIRS_ALONE
    assert len(asked) > 50
