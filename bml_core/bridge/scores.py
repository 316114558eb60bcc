"""What contracts score, and what differences of scores are worth in IMPs."""

from __future__ import annotations

from bisect import bisect_right

from bml_core.bridge.calls import DOUBLE, PASS, REDOUBLE, Action, Bid
from bml_core.bridge.strains import Strain

_BOOK, _GAME, _SMALL_SLAM = 6, 100, 6
_TIMES = {PASS: 1, DOUBLE: 2, REDOUBLE: 4}
# Laws of duplicate bridge, law 78B: the least difference for each IMP.
_LEAST = (
    20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600,
    750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000,
)  # fmt: skip


def score_of(bid: Bid, tricks: int, *, doubling: Action = PASS, vulnerable: bool = False) -> int:
    """Return the score of the declaring side that takes so many tricks, 0 to 13, in a contract.

    Source: Laws of duplicate bridge, law 77.

    >>> from bml_core.bridge import make_bid
    >>> game = make_bid(4, Strain.SPADES)
    >>> score_of(game, 11), score_of(game, 9, vulnerable=True), score_of(game, 10, doubling=DOUBLE)
    (450, -100, 590)

    Raises:
        ValueError: ``tricks`` is not 0 to 13.
    """
    if not 0 <= tricks <= 2 * _BOOK + 1:
        raise ValueError(f"tricks must be 0 to 13, not {tricks}")
    over = tricks - _BOOK - bid.level
    if over < 0:
        return -_penalty(-over, doubling, vulnerable)
    is_minor = bid.strain in (Strain.CLUBS, Strain.DIAMONDS)
    each = 20 if is_minor else 30
    points = (each * bid.level + (10 if bid.strain is Strain.NOTRUMP else 0)) * _TIMES[doubling]
    bonus = 50
    if points >= _GAME:
        bonus = 500 if vulnerable else 300
    if bid.level >= _SMALL_SLAM:
        bonus += (750 if vulnerable else 500) * (bid.level - _SMALL_SLAM + 1)
    overtrick = each if doubling is PASS else (100 if vulnerable else 50) * _TIMES[doubling]
    insult = 0 if doubling is PASS else 25 * _TIMES[doubling]
    return points + bonus + over * overtrick + insult


def _penalty(under: int, doubling: Action, vulnerable: bool) -> int:
    if doubling is PASS:
        return under * (100 if vulnerable else 50)
    times = _TIMES[doubling] // 2
    if vulnerable:
        return times * (300 * under - 100)
    return times * (200 * under - 100 if under <= 3 else 300 * under - 400)


def imps(difference: int) -> int:
    """Return what a difference of two scores is worth, below 0 for one below 0.

    Source: Laws of duplicate bridge, law 78B.

    >>> imps(10), imps(430), imps(-420)
    (0, 10, -9)
    """
    return (1 if difference > 0 else -1) * bisect_right(_LEAST, abs(difference))
