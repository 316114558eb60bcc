"""Conditions and auctions as scripts for the program dealer.

dealer knows points, lengths, shapes and single cards, so that every condition can be said in its words. What
of the notes is not understood can only be a comment.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bml_core.bridge import FULL_HAND, Seat, Vulnerability
from bml_core.formats.dealer.preprocessor import preprocess
from bml_core.hands.conditions import (
    HONOURS,
    MAX_POINTS,
    SUIT_ORDER,
    Always,
    Compared,
    Formula,
    Leaf,
    Length,
    Points,
    Shaped,
    Tally,
    runs,
)

_VULNERABLE = {
    Vulnerability.NONE: "none",
    Vulnerability.NORTH_SOUTH: "NS",
    Vulnerability.EAST_WEST: "EW",
    Vulnerability.ALL: "all",
}
_GENERATED = 10_000_000


@dataclass(frozen=True, slots=True)
class DealerScript:
    """A script for dealer: so many deals in which each hand fits its condition.

    ``comments`` are lines of any text for the beginning of the script.
    """

    conditions: Mapping[Seat, Formula]
    number: int = 10
    dealer: Seat = Seat.NORTH
    vulnerability: Vulnerability = Vulnerability.NONE
    comments: tuple[str, ...] = ()

    def text(self) -> str:
        r"""Return the script, with shapes as dealer reads them.

        >>> from bml_core.hands.conditions import cards
        >>> print(DealerScript({Seat.SOUTH: cards(5, 13, "H")}, comments=("A\nheart",)).text(), end="")
        # A heart
        <BLANKLINE>
        generate 10000000
        produce 10
        dealer north
        vulnerable none
        condition
          hearts(south)>=5
        action printpbn
        """
        return preprocess("".join(f"{line}\n" for line in self._lines())).text

    def _lines(self) -> Iterator[str]:
        yield from (f"# {_comment(text)}".rstrip() for text in self.comments)
        yield from [""] * bool(self.comments)
        yield f"generate {_GENERATED}"
        yield f"produce {self.number}"
        yield f"dealer {self.dealer.name.lower()}"
        yield f"vulnerable {_VULNERABLE[self.vulnerability]}"
        asked = [expression(condition, seat) for seat, condition in self.conditions.items()]
        yield "condition"
        yield "  " + "\n  and ".join([text for text in asked if text != "1"] or ["1"])
        yield "action printpbn"


def _comment(text: str) -> str:
    """Return a text on one line: a comment ends where its line does."""
    return "".join(letter if letter.isprintable() else " " for letter in " ".join(text.split()))


@dataclass(frozen=True, slots=True)
class _Words:
    """A condition in the words of dealer."""

    text: str

    def __and__(self, other: _Words) -> _Words:
        return _Words(f"({self.text} and {other.text})")

    def __or__(self, other: _Words) -> _Words:
        return _Words(f"({self.text} or {other.text})")

    def __invert__(self) -> _Words:
        return _Words(f"not ({self.text})")


def expression(condition: Formula, seat: Seat) -> str:
    """Return a condition on the hand of a seat as dealer reads it; shapes are in braces, for ``preprocess``.

    >>> from bml_core.hands.conditions import balanced, honours, points
    >>> expression(points(15, 17) & ~honours(2, 2, "AK", "H"), Seat.NORTH)
    '((hcp(north)>=15 and hcp(north)<=17) and not (hascard(north,AH)+hascard(north,KH)==2))'
    """
    name = seat.name.lower()
    return condition.fold(lambda leaf: _Words(_leaf(leaf, name)), _Words.__invert__).text


def _leaf(leaf: Leaf, seat: str) -> str:
    match leaf:
        case Always():
            return str(int(leaf.fitting))
        case Points():
            spans = [_between(f"hcp({seat})", low, high, MAX_POINTS) for low, high in runs(leaf.mask)]
            return f"({' or '.join(spans)})" if len(spans) > 1 else "".join(spans) or "0"
        case Length():
            return _between(f"{leaf.suit.word}({seat})", leaf.low, leaf.high, FULL_HAND)
        case Compared():
            sign = "==" if leaf.sign == "=" else leaf.sign
            return f"{leaf.suit.word}({seat}){sign}{leaf.other.word}({seat})"
        case Shaped():
            return f"shape{{{seat}, {leaf.shapes}}}"
    assert isinstance(leaf, Tally)
    cards = [
        f"{'' if worth == 1 else f'{worth}*'}hascard({seat},{rank}{suit.value})"
        for suit, values in zip(SUIT_ORDER, leaf.worth, strict=True)
        for rank, worth in zip(HONOURS, values, strict=True)
        if worth
    ]
    return _between("+".join(cards) or "0", leaf.low, leaf.high, sum(map(sum, leaf.worth)))


def _between(value: str, low: int, high: int, most: int) -> str:
    """Return two bounds, without those that are always met."""
    if low == high:
        return f"{value}=={low}"
    bounds = [f"{value}>={low}"] * bool(low) + [f"{value}<={high}"] * (high < most)
    return f"({' and '.join(bounds)})" if len(bounds) > 1 else "".join(bounds) or "1"
