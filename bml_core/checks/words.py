"""The words of findings: what rows show, hands and shares."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bml_core.bridge import SUITS, Hand
from bml_core.hands.bidding import ConsideredRow
from bml_core.hands.conditions import ANY, Formula
from bml_core.hands.counting import FULL_DECK, Partition
from bml_core.hands.sampling import sample_hands
from bml_core.render.text import spoken

_LONGEST = 70
_TRIED = 20
_HIGH_CARDS = re.compile(r"\bhcps?\b|\bhigh[- ]card", re.IGNORECASE)
_POINTS = re.compile(r"\d\s*(?:p|pts?|points?|tp|dp)\b", re.IGNORECASE)


def hands_in_words(row: ConsideredRow) -> str:
    """Return what a row says of the hand: its condition, or its own words if that is long.

    >>> from bml_core.language import parse
    >>> from bml_core.system import expand
    >>> from bml_core.hands.descriptions import explain
    >>> (agreement,) = expand([parse("1N  15--17, bal")]).agreements
    >>> hands_in_words(ConsideredRow(agreement, explain(agreement)))
    '15-17 hcp, balanced'
    """
    words = spoken(row.condition)
    if len(words) <= _LONGEST:
        return words
    said = " ".join(row.explanation.passage.text.split())
    return f"“{said if len(said) <= _LONGEST else f'{said[: _LONGEST - 1]}…'}”"


def shown_words(rows: Sequence[ConsideredRow]) -> str:
    """Return what calls showed, such as ``1NT showed 15-17 hcp, balanced``."""
    return " and ".join(f"{row.agreement.call} showed {hands_in_words(row)}" for row in rows)


def same_measure(one: ConsideredRow, other: ConsideredRow) -> bool:
    """Return False where one row counts high cards and the other one points, which may be of another kind."""
    first, second = (row.explanation.passage.text for row in (one, other))
    return not (
        (_HIGH_CARDS.search(first) and _POINTS.search(second))
        or (_POINTS.search(first) and _HIGH_CARDS.search(second))
    )


def hand_in_words(hand: Hand) -> str:
    """Return a hand on a line, with a dash for a void.

    >>> hand_in_words(Hand("AK843", "", "KJ42", "T982"))
    '♠AK843 ♥— ♦KJ42 ♣T982'
    """
    suits = zip(reversed(SUITS), hand.holdings, strict=True)
    return " ".join(f"{suit.symbol}{holding or '—'}" for suit, holding in suits)


def share_in_words(share: float) -> str:
    """Return a share between 0 and 1 as a percentage with two significant digits.

    >>> [share_in_words(share) for share in (0.5, 0.0123, 0.00037)]
    ['50 %', '1.2 %', '0.037 %']
    """
    percent = 100 * share
    if percent >= 10:
        return f"{percent:.0f} %"
    digits = f"{percent:.2g}"
    return f"{float(digits):f}".rstrip("0").rstrip(".") + " %"


def example_hand(condition: Formula, partner: Formula) -> Hand | None:
    """Return a hand that fits, opposite one of partner's hands; the same one each time.

    >>> from bml_core.hands.conditions import ANY, points
    >>> example_hand(points(36, 37), ANY).hcp
    36
    """
    return next(
        (hand for hand in sample_hands(condition, _TRIED, seed=1) if _leaves_partner(hand, partner)), None
    )


def _leaves_partner(hand: Hand, partner: Formula) -> bool:
    """Return whether partner can have his hand from what is left of the deck."""
    return partner == ANY or 1 in Partition([partner]).counts(FULL_DECK.without(hand))
