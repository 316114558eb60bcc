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
    (lambda: bml.Bid(8, bml.Strain.CLUBS), "level must be 1 to 7, not 8"),
)


@pytest.mark.parametrize(("wrong", "message"), WRONG, ids=[message for _, message in WRONG])
def test_a_wrong_text_or_number_is_named(wrong: Callable[[], object], message: str) -> None:
    with pytest.raises((ValueError, KeyError), match=re.escape(message)):
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
