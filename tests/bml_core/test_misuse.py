"""What the library says to a text, a name or a number that it cannot use: one sentence that names it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

import bml_core

# Without its types: some of what is tried here is what they forbid.
bml: Any = bml_core

NOTES: Any = bml_core.loads("1N  15--17 balanced\n  2C  Stayman\n  2D  5+ hearts\n")
HAND = "AK843 Q5 KJ4 982"

WRONG: tuple[tuple[Callable[[], object], str], ...] = (
    (bml.load, "paths must name at least one file"),
    (lambda: bml.load("a.bss", "b.bml"), "paths must be one Full Disclosure file, or files of BML alone"),
    (lambda: bml.Limits(nesting=-1), "nesting must be 0 or more, not -1"),
    (lambda: NOTES["1N-3C"], "1NT-3C is not in the notes. After 1NT they have 2C, 2D."),
    (lambda: NOTES[5], "auction must be an auction or its text such as '1N-2C', not int"),
    (lambda: NOTES.responses(None), "auction must be an auction or its text such as '1N-2C', not NoneType"),
    (lambda: NOTES.get("1N", seat=5), "seat must be 1 to 4, not 5"),
    (lambda: NOTES["P-P-P-1N-3C"], "1NT-3C is not in the notes."),
    (lambda: bml.load("no/such.bml"), "paths must name files that exist; there is none at"),
    (lambda: bml.load(""), "paths must name files that exist; there is none at"),
    (lambda: bml.load(5), "paths must be the names of files, not int"),
    (lambda: bml.load("evening.pbn"), "bml.pbn.load reads the deals of 'evening.pbn'"),
    (lambda: bml.loads(b"1N"), "text must be a text, not bytes"),
    (lambda: bml.loads("1N", markup="doc"), "markup must be bml, md or rst, not 'doc'"),
    (lambda: bml.check("notes.bml"), "system must be notes, as bml.load returns them, not str"),
    (lambda: bml.check(NOTES, ["nonsense"]), "Unknown check: nonsense."),
    (lambda: bml.diff(NOTES, "new.bml"), "new must be notes, as bml.load returns them, not str"),
    (
        lambda: bml.choose_call(NOTES, 13),
        "hand must be a hand or its text such as 'AK843 Q5 KJ4 982', not int",
    ),
    (
        lambda: bml.frequencies(NOTES, 1e9),
        "auction must be an auction or its text such as '1N-2C', not float",
    ),
    (lambda: bml.Contract.parse("3NT").score(14), "tricks must be 0 to 13, not 14"),
    (lambda: bml.Contract().score(7), "tricks must be 0 where all have passed, not 7"),
    (lambda: NOTES["3C"], "3C is not in the notes. As openings they have 1NT."),
    (lambda: NOTES["P-P-P-P"], "P-P-P-P is not in the notes."),
    (lambda: NOTES[""], "auction must have a call"),
    (lambda: NOTES["no such call"], "auction 'no such call' cannot be used: no is not a call."),
    (lambda: bml.choose_call(NOTES, HAND[:-1]), "This hand has 12 cards; a hand has thirteen."),
    (lambda: bml.Call.parse("8C"), "text must be a call such as 1H, 2NT, P, D or R, not '8C'"),
    (lambda: bml.Auction.parse("1N-1C"), "text must be an auction: 1C is not legal here"),
    (lambda: bml.Auction.parse(""), "text must be an auction such as 1NT-2C, not ''"),
    (lambda: bml.Shape.parse(""), "text must be a shape such as 5332 or 10-2-1-0, not ''"),
    (lambda: bml.Shape.parse(f"{'9' * 5000}-0-0-0"), "text must be a shape such as 5332 or 10-2-1-0, not"),
    (lambda: bml.parse(None), "text must be a text, not NoneType"),
    (lambda: bml.parse("1N", limits=None), "limits must be of the type Limits, not NoneType"),
    (
        lambda: bml.frequencies(NOTES, vulnerability=5),
        "vulnerability must be of the type SideVulnerability, not int",
    ),
    (lambda: bml.sample(NOTES, "1N", seed=None), "seed must be a whole number, not NoneType"),
    (lambda: bml.expand("1N"), "documents must be a list of Document, not str"),
    (lambda: bml.pbn.dumps(None), "boards must be a list of Board or Game, not NoneType"),
    (lambda: bml.lin.dumps([1]), "boards must be a list of Board or Record, not list"),
    (
        lambda: bml.bboalert.dump(None, "a.txt"),
        "system must be notes, as bml.load returns them, not NoneType",
    ),
    (lambda: bml.bid_deal(5, NOTES), "deal must be of the type Deal, not int"),
    (lambda: bml.html.dumps(NOTES, options=None), "options must be of the type PageOptions, not NoneType"),
    (lambda: bml.pbn.parse_game(5), "game must be of the type Game, not int"),
    (lambda: bml.lin.write_hand("AK"), "hand must be of the type Hand, not str"),
    (lambda: bml.lin.handviewer_url(None), "board must be of the type Board, not NoneType"),
    (lambda: bml.latex.render_table("1N"), "table must be of the type BiddingTable, not str"),
    (lambda: bml.html.render_blocks([1]), "blocks must be a list of blocks, not list"),
    (lambda: NOTES.select(5), "pattern must be a pattern of auctions or its text such as '1M-2M', not int"),
    (lambda: bml.count(12), "condition must be"),
    (lambda: bml.Bid(8, bml.Strain.CLUBS), "level must be 1 to 7, not 8"),
)


@pytest.mark.parametrize(("wrong", "message"), WRONG, ids=[message for _, message in WRONG])
def test_a_wrong_text_or_number_is_named(wrong: Callable[[], object], message: str) -> None:
    with pytest.raises((ValueError, KeyError, TypeError, OSError), match=re.escape(message)):
        wrong()


@pytest.mark.parametrize("text", ["", " ", "-", "1C-²-", "x" * 1000, "①" * 13, "9" * 5000], ids=repr)
@pytest.mark.parametrize(
    "kind", ["Auction", "Call", "Card", "Condition", "Contract", "Deal", "Hand", "Shape"]
)
def test_a_text_that_is_none_is_refused_by_its_name(kind: str, text: str) -> None:
    with pytest.raises(ValueError, match=r"^(text|This hand|the lengths of a shape)\b"):
        getattr(bml, kind).parse(text)


@pytest.mark.parametrize("name", ["/no/such/notes.bss", "", "a\0b"])
def test_a_file_that_cannot_be_written_is_named(name: str) -> None:
    with pytest.raises(OSError, match=re.escape(repr(name))):
        bml.bss.dump(NOTES, name)
