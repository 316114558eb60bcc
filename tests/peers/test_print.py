"""Printed by LaTeX, our document holds the words of bridge-markup's."""

from __future__ import annotations

import re
from pathlib import Path

from bml_core import parse
from bml_core.render.latex.page import write_document
from tests.pdf import typeset
from tests.peers.page_defects import with_bids_as_symbols
from tests.peers.process import Peer

NOTES = """\
#+TITLE: Our notes

#+AUTHOR: A. Player

* Openings in !c

** Strong ones

Some /italic/ text, *bold* and =mono=: 1NT 2H -- and 3CD.

- never on !h KJx
- only with !d AQ

1. first of all
2. and then

- 1NT :: balanced

| hand | bid |
|------+-----|
| 4333 | 1NT |

1C P 1H P
1N P P P

N None 35 4SXS hK
N Kxx T9 xxx Q987x
E Jx AJxxx AJx KTx
S A987xx - Q9xx Axx
W QT KQxxxx KTx Jx

1C  16+ hcp
    or upgraded
  1D  negative
    1step  relay
1D  natural

1N-2C;
2D  No major
2M  4+M
"""
#: What its pages have beside the words of the notes: see ``page_defects.py``.
OF_THEIRS_ALONE = {"Contents", "Ø", "X", "/", "None"}
#: The letters that copied text has of its red suits; ours has the suits.
_RED = str.maketrans({"r": "♥", "q": "♦"})


def words(text: str) -> set[str]:
    """The words, suits apart; without dots, page numbers and the date."""
    text = re.sub(r"[A-Z][a-z]+ \d+, \d{4}", " ", text)
    found = re.sub("([♠♥♦♣])", r" \1 ", text.replace("–", " ").replace("-", " ")).split()
    return {word for word in found if re.search(r"[^\d.]", word)}


def with_red_suits(text: str) -> str:
    """Its red suits come out of the file as letters."""
    return re.sub(
        r"(?<![A-Za-z])[rq](?=[A-Z0-9x\s.–]|$)", lambda found: found[0].translate(_RED), text, flags=re.M
    )


def test_printed_pages_hold_the_same_words(peer: Peer, tmp_path: Path) -> None:
    # As trees its documents need a package that is not everywhere.
    answer = str(peer.convert(NOTES, "latex", tree=False))
    theirs, ours = tmp_path / "theirs.tex", tmp_path / "ours.tex"
    theirs.write_text(with_bids_as_symbols(answer), "utf-8")
    ours.write_text(write_document(parse(NOTES)), "utf-8")
    shown = words(typeset(ours, "pdflatex").text)
    asked = words(with_red_suits(typeset(theirs, "pdflatex").text))
    assert asked - shown == OF_THEIRS_ALONE
    assert len(asked) > 50
