"""Features of a hand as formulas, such as ``points(12, 19) & cards(4, 13, "S")``, stoppers and shapes."""

from __future__ import annotations

from collections.abc import Iterable

from bml_core.bridge import FULL_HAND, Suit
from bml_core.hands.conditions.algebra import Formula, Named, any_of
from bml_core.hands.conditions.leaves import (
    COMPARISONS,
    HONOURS,
    SUIT_ORDER,
    Compared,
    Length,
    Points,
    Shaped,
    Tally,
    Worth,
)
from bml_core.hands.conditions.point_tables import ALL_POINTS
from bml_core.hands.shapes import ShapeSet

NO_WORTH: Worth = (0, 0, 0, 0, 0)


def points(low: int, high: int) -> Formula:
    """Return the formula for high-card points between two bounds, both included.

    Raises:
        ValueError: Not ``0 <= low <= high``.

    >>> str(points(15, 17)), str(points(16, 40))
    ('15-17 hcp', '16+ hcp')
    """
    _check(low, high)
    return Points(ALL_POINTS & ((1 << high + 1) - (1 << low)))


def cards(low: int, high: int, suit: Suit | str) -> Formula:
    """Return the formula for a suit, or its letter, of so many cards, both bounds included.

    Raises:
        ValueError: Not ``0 <= low <= high <= 13``, or no suit.

    >>> str(cards(5, 13, "H")), str(cards(4, 4, "S"))
    ('5+ hearts', '4 spades')
    """
    _check(low, high)
    if high > FULL_HAND:
        raise ValueError(f"a suit has at most 13 cards, not {high}")
    return Length(low, high, Suit(suit))


def longer(suit: Suit | str, other: Suit | str, sign: str = ">") -> Formula:
    """Return the formula for a suit longer than another; other signs are ``>= = != <= <``.

    Raises:
        ValueError: No suit, or no such sign.

    >>> str(longer("H", "S"))
    'hearts > spades'
    """
    if sign not in COMPARISONS:
        raise ValueError(f"sign is one of {' '.join(COMPARISONS)}, not {sign!r}")
    return Compared(Suit(suit), sign, Suit(other))


def tally(low: int, high: int, ranks: str, suits: Iterable[Suit | str], label: str) -> Formula:
    """Return the formula for so many cards of some ranks in some suits; ``label`` names them.

    Raises:
        ValueError: Not ``0 <= low <= high``, or no suit.

    >>> str(tally(2, 4, "A", "SHDC", "aces"))
    '2+ aces'
    """
    return weighted(low, high, dict.fromkeys(ranks, 1), suits, label)


def weighted(low: int, high: int, worth: dict[str, int], suits: Iterable[Suit | str], label: str) -> Formula:
    """Return the formula for a total value of cards in some suits, by the values of ``AKQJT``.

    Raises:
        ValueError: Not ``0 <= low <= high``, or no suit.

    >>> str(weighted(3, 12, {"A": 2, "K": 1}, "SHDC", "controls"))
    '3+ controls'
    """
    _check(low, high)
    named = {Suit(suit) for suit in suits}
    a, k, q, j, t = (worth.get(rank, 0) for rank in HONOURS)
    s, h, d, c = ((a, k, q, j, t) if suit in named else NO_WORTH for suit in SUIT_ORDER)
    return Tally((s, h, d, c), low, high, label)


def honours(low: int, high: int, ranks: str, suit: Suit | str) -> Formula:
    """Return the formula for so many of some honours of a suit; ranks are letters of ``AKQJT``.

    >>> str(honours(2, 3, "AKQ", "H")), str(honours(2, 2, "AK", "H"))
    ('2+ of AKQ in hearts', 'AK of hearts')
    """
    return tally(low, high, ranks, [suit], f"of {ranks} in {Suit(suit).word}")


def keycards(low: int, high: int, trump: Suit | str) -> Formula:
    """Return the formula for so many of the four aces and the king of trumps.

    >>> str(keycards(3, 5, "H"))
    '3+ keycards in hearts'
    """
    _check(low, high)
    suit = Suit(trump)
    s, h, d, c = ((1, int(each is suit), 0, 0, 0) for each in SUIT_ORDER)
    return Tally((s, h, d, c), low, high, f"keycards in {suit.word}")


def stopper(suit: Suit | str) -> Formula:
    """Return the formula for a stopper: the ace, Kx, Qxx or Jxxx.

    >>> from bml_core.bridge import Hand
    >>> stopper("H").fits(Hand("AKxx", "Qxx", "xxx", "xxx"))
    True
    """
    named = Suit(suit)
    ways = (honours(1, 1, rank, named) & cards(n, 13, named) for n, rank in enumerate("AKQJ", 1))
    return Named(f"stopper in {named.word}", any_of(ways))


def good_suit(suit: Suit | str) -> Formula:
    """Return the formula for two of ace, king and queen, or three of five honours, at any length.

    >>> from bml_core.bridge import Hand
    >>> good_suit("H").fits(Hand("xxx", "KJTxx", "xxx", "xx"))
    True
    """
    named = Suit(suit)
    return Named(f"good {named.word}", honours(2, 3, "AKQ", named) | honours(3, 5, HONOURS, named))


def some_suit(length: int, suits: Iterable[Suit | str], word: str) -> Formula:
    """Return the formula for one of some suits, at least so long; ``word`` names these suits.

    >>> str(some_suit(5, "SH", "major"))
    'a 5-card major'
    """
    article = "an" if length in (8, 11) else "a"
    return Named(f"{article} {length}-card {word}", any_of(cards(length, FULL_HAND, suit) for suit in suits))


def two_suits(long: int, short: int, one: Suit | str, other: Suit | str, word: str) -> Formula:
    """Return the formula for two suits, at least so long, in either order; ``word`` names them.

    >>> str(two_suits(5, 4, "S", "H", "majors"))
    '5-4 majors'
    """
    long, short = max(long, short), min(long, short)
    ways = (cards(long, FULL_HAND, a) & cards(short, FULL_HAND, b) for a, b in ((one, other), (other, one)))
    return Named(f"{long}-{short} {word}", any_of(ways))


def balanced() -> Formula:
    """Return the formula for 4333, 4432 and 5332, in any order of the suits."""
    return _pattern("balanced", {(4, 3, 3, 3), (4, 4, 3, 2), (5, 3, 3, 2)})


def semi_balanced() -> Formula:
    """Return the formula for no singleton and no void: balanced, 5422, 6322 and 7222."""
    shapes = ShapeSet.of(lambda shape: min(shape) > 1)
    return Shaped(shapes, "semi-balanced")


def unbalanced() -> Formula:
    """Return the formula for every shape that is not balanced."""
    balance = balanced()
    assert isinstance(balance, Shaped)
    return Shaped(~balance.shapes, "unbalanced")


def shortness(length: int, name: str) -> Formula:
    """Return the formula for a suit of exactly ``length`` cards somewhere; ``name`` is its word."""
    return Shaped(ShapeSet.of(lambda shape: length in shape), name)


def _pattern(name: str, patterns: set[tuple[int, ...]]) -> Formula:
    return Shaped(ShapeSet.of(lambda shape: tuple(sorted(shape, reverse=True)) in patterns), name)


def _check(low: int, high: int) -> None:
    if not 0 <= low <= high:
        raise ValueError(f"no number is at least {low} and at most {high}")
