"""What the library says to arguments of a wrong type or value: one sentence that names the argument."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

import bml_core

# Without its types: what is tried here is what they forbid.
bml: Any = bml_core

NOTES: Any = bml_core.loads("1N  15--17 balanced\n  2C  Stayman\n  2D  5+ hearts\n")
HAND = "AK843 Q5 KJ4 982"

WRONG: tuple[tuple[Callable[[], object], str], ...] = (
    (bml.load, "paths must name at least one file"),
    (lambda: bml.load(3), "paths must be the name of a file, not int"),
    (lambda: bml.load("a.bml", dialect="2.0"), "dialect must be a Dialect, not str"),
    (lambda: bml.load("a.bml", system=3), "system must be a string, not int"),
    (
        lambda: bml.load("a.bml", include_roots="notes"),
        "include_roots must be a list of str or Path, not str",
    ),
    (lambda: bml.load("a.bml", include_roots=[3]), "include_roots must contain only str or Path, not int"),
    (lambda: bml.loads(b"1N"), "text must be a string, not bytes"),
    (lambda: bml.loads("", 3), "name must be a string, not int"),
    (lambda: bml.parse("1N", dialect="2.7"), "dialect must be a Dialect, not str"),
    (lambda: bml.parse("1N", limits=3), "limits must be a Limits, not int"),
    (lambda: bml.parse_file(3), "path must be the name of a file, not int"),
    (lambda: bml.expand(3), "documents must be a list of Document, not int"),
    (lambda: bml.expand(bml.parse("1N")), "documents must be a list of Document, not Document"),
    (lambda: bml.expand("1N"), "documents must be a list of Document, not str"),
    (lambda: bml.expand([3]), "documents must contain only Document, not int"),
    (lambda: bml.has_errors(3), "diagnostics must be a list of Diagnostic, not int"),
    (lambda: bml.has_errors([3]), "diagnostics must contain only Diagnostic, not int"),
    (lambda: bml.Limits(nesting="x"), "nesting must be an int, not str"),
    (lambda: bml.Limits(nesting=-1), "nesting must be 0 or more, not -1"),
    (lambda: NOTES["1N-3C"], "1NT-3C is not in the notes. After 1NT they have 2C, 2D."),
    (lambda: NOTES["3C"], "3C is not in the notes. As openings they have 1NT."),
    (lambda: NOTES["P-P-P-P"], "P-P-P-P is not in the notes."),
    (lambda: NOTES[""], "auction must have a call"),
    (lambda: NOTES[3], "auction must be text such as 1N-2C or an Auction, not int"),
    (lambda: NOTES.with_choice("first"), "choice must be a Choice, not str"),
    (lambda: bml.choose_call(NOTES, HAND[:-1]), "This hand has 12 cards; a hand has thirteen."),
    (
        lambda: bml.choose_call(NOTES, HAND, vulnerability="both"),
        "vulnerability must be a SideVulnerability, not str",
    ),
    (
        lambda: bml.frequencies(NOTES, vulnerability="both"),
        "vulnerability must be a SideVulnerability, not str",
    ),
    (lambda: bml.frequencies(NOTES, samples="many"), "samples must be an int, not str"),
    (lambda: bml.sample(NOTES, "1N", n=1.5), "n must be an int, not float"),
    (lambda: bml.sample(NOTES, "1N", seed="a"), "seed must be an int, not str"),
    (lambda: bml.sample(NOTES, "1N", dealer="N"), "dealer must be a Seat, not str"),
    (
        lambda: bml.bid_deal(bml.Deal(), None, vulnerability="both"),
        "vulnerability must be a Vulnerability, not str",
    ),
    (
        lambda: bml.Condition.parse("15-17 hcp").fits(3),
        "hand must be text such as AK843 Q5 KJ4 982 or a Hand, not int",
    ),
    (lambda: bml.Shape.parse(""), "text must be a shape such as 5332 or 10-2-1-0, not ''"),
    (lambda: bml.Auction.of("1C"), "calls must be a Call, not str"),
    (lambda: bml.Auction().then("1C"), "call must be a Call, not str"),
    (lambda: bml.Auction().illegality("1C"), "call must be a Call, not str"),
    (lambda: bml.Auction("1N-2C"), "calls must be a tuple, not str"),
    (lambda: bml.Contract("1N"), "bid must be a Bid, not str"),
    (lambda: bml.Contract.parse(3), "text must be a string, not int"),
    (lambda: bml.Deal.parse(None), "text must be a string, not NoneType"),
    (lambda: bml.Deal(north=HAND), "north must be a Hand, not str"),
    (lambda: bml.Board(3), "deal must be a Deal, not int"),
    (lambda: bml.Board(number="7"), "number must be an int, not str"),
    (lambda: bml.Board(auction="1N"), "auction must be a tuple, not str"),
    (lambda: bml.bss.loads(3), "text must be a string, not int"),
    (lambda: bml.bss.load(3), "path must be the name of a file, not int"),
    (lambda: bml.bss.dump(NOTES, 3), "path must be the name of a file, not int"),
    (lambda: bml.bboalert.dump(NOTES, 3), "path must be the name of a file, not int"),
    (lambda: bml.bboalert.losses(3), "system must be a System, not int"),
    (lambda: bml.pbn.losses(3, None), "board must be a Board, not int"),
    (lambda: bml.lin.losses(3, None), "board must be a Board, not int"),
    (lambda: bml.lin.handviewer_url("1N"), "board must be a Board, not str"),
    (lambda: bml.pbn.dumps(3), "boards must be a list of Board or Game, not int"),
    (lambda: bml.lin.dumps(bml.Board()), "boards must be a list of Board or Record, not Board"),
)


@pytest.mark.parametrize(("wrong", "message"), WRONG, ids=[message for _, message in WRONG])
def test_a_wrong_argument_is_named(wrong: Callable[[], object], message: str) -> None:
    with pytest.raises((TypeError, ValueError, KeyError), match=re.escape(message)):
        wrong()


def test_a_file_that_cannot_be_written_is_named() -> None:
    with pytest.raises(FileNotFoundError, match=r"/no/such/notes\.bss"):
        bml.bss.dump(NOTES, "/no/such/notes.bss")
