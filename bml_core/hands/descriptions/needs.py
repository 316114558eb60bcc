"""What words such as ``weak`` or ``splinter`` leave open, and a condition beside them may have in figures."""

from __future__ import annotations

from collections.abc import Callable

from bml_core.bridge import Suit
from bml_core.hands import conditions as c
from bml_core.hands.conditions import MAX_POINTS
from bml_core.hands.descriptions.vocabulary import Needs

_LENGTH = 3
_TWO_SUITER = 4


def is_met(need: Needs, condition: c.Formula, call_suit: Suit | None) -> bool:
    """Return True if the condition has it in figures; ``call_suit`` is the suit of the call.

    >>> is_met(Needs.MOST_POINTS, c.points(5, 10) & c.cards(6, 6, "H"), None)
    True
    """
    if need is Needs.OWN_LENGTH:
        return call_suit is None or any(length.suit is call_suit for length in _long(condition, _LENGTH))
    return _CHECKS[need](condition)


def has_length(condition: c.Formula, suit: Suit) -> bool:
    """Return True if the condition restricts the length of a suit.

    >>> has_length(c.cards(6, 6, "H"), Suit.HEARTS), has_length(c.cards(6, 6, "H"), Suit.SPADES)
    (True, False)
    """
    is_long = any(isinstance(leaf, c.Length) and leaf.suit is suit for leaf in condition.leaves)
    return is_long or _has_shape(condition)


def _long(condition: c.Formula, least: int) -> list[c.Length]:
    return [leaf for leaf in condition.leaves if isinstance(leaf, c.Length) and leaf.low >= least]


def _points(condition: c.Formula) -> list[int]:
    return [leaf.mask for leaf in condition.leaves if isinstance(leaf, c.Points)]


def _has_shape(condition: c.Formula) -> bool:
    return any(isinstance(leaf, c.Shaped) and not leaf.name for leaf in condition.leaves)


_CHECKS: dict[Needs, Callable[[c.Formula], bool]] = {
    Needs.NOTHING: lambda condition: True,
    Needs.MOST_POINTS: lambda condition: any(not mask >> MAX_POINTS & 1 for mask in _points(condition)),
    Needs.LEAST_POINTS: lambda condition: any(not mask & 1 for mask in _points(condition)),
    Needs.ANY_POINTS: lambda condition: bool(_points(condition)),
    Needs.LENGTH: lambda condition: bool(_long(condition, _LENGTH)) or _has_shape(condition),
    Needs.TWO_LENGTHS: lambda condition: (
        len({length.suit for length in _long(condition, _TWO_SUITER)}) > 1 or _has_shape(condition)
    ),
    Needs.SHORTNESS: lambda condition: any(
        isinstance(leaf, c.Length) and leaf.high <= 1 for leaf in condition.leaves
    ),
}
