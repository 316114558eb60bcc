"""Claim: the table of all hands in 20 ms, a condition counted in 5 ms, beside dealing hands at random.

The peer deals a hundred thousand hands in the same Python and looks at points and shapes: after them, a share
of 5 % is known to 0.07 %, while the count is exact.
"""

from __future__ import annotations

import random

from benchmarks.measure import CannotMeasureError, Outcome, say, time_in_turns
from bml_core.hands.conditions import (
    ANY,
    any_of,
    balanced,
    cards,
    good_suit,
    longer,
    points,
    stopper,
    weighted,
)
from bml_core.hands.counting import count, partition
from bml_core.hands.counting.partitions import shape_polynomials, suit_polynomials

HANDS = 100_000
REPEATS = 5
NOTRUMP = 30_897_212_184
TABLE_LIMIT, CONDITION_LIMIT, PARTITION_LIMIT = 0.020, 0.005, 0.050

CONDITIONS = ("condition", "stopper", "good suit", "any good suit", "controls")

_NOTRUMP = points(15, 17) & balanced()
_STOPPED = _NOTRUMP & stopper("H")
_GOOD = points(5, 10) & cards(6, 6, "S") & good_suit("S")
_GOOD_SOMEWHERE = any_of(good_suit(suit) for suit in "SHDC")
_CONTROLS = weighted(4, 12, {"A": 2, "K": 1}, "SHDC", "controls")
_FIVE = points(11, 21) & cards(5, 13, "S") & longer("S", "H", ">=")
_OPENINGS = [
    points(22, 37),
    points(20, 21) & balanced(),
    _NOTRUMP,
    _FIVE,
    points(11, 21) & cards(5, 13, "H"),
    points(11, 21) & longer("D", "C", ">="),
    points(11, 21),
    *(points(5, 10) & cards(length, length, suit) & good_suit(suit) for length in (6, 7) for suit in "SHDC"),
    *(points(5, 10) & cards(8, 13, suit) for suit in "SHDC"),
]


def measure() -> Outcome:
    """Time the table, conditions and a partition, and check that the count is right."""
    say(f"counting hands, beside dealing {HANDS:,}")
    if count(_NOTRUMP) != NOTRUMP:
        raise CannotMeasureError("the count is wrong")
    runs = {
        "table": _table,
        "condition": lambda: count(_NOTRUMP),
        "stopper": lambda: count(_STOPPED),
        "good suit": lambda: count(_GOOD),
        "any good suit": lambda: count(_GOOD_SOMEWHERE),
        "controls": lambda: count(_CONTROLS),
        "partition": lambda: partition(_OPENINGS),
        "dealing": _deal,
    }
    timings = {name: timing.median for name, timing in time_in_turns(runs, repeats=REPEATS).items()}
    slowest = max(timings[name] for name in CONDITIONS)
    say(", ".join(f"{name} {1000 * seconds:.1f} ms" for name, seconds in timings.items()))
    table, openings = timings["table"], timings["partition"]
    holds = table < TABLE_LIMIT and slowest < CONDITION_LIMIT and openings < PARTITION_LIMIT
    return Outcome(
        "exact counts: table, condition, opening table",
        slowest,
        timings["dealing"],
        f"{1000 * table:.1f}, {1000 * slowest:.1f}, {1000 * openings:.1f} ms",
        "20, 5, 50 ms",
        holds,
    )


def _table() -> None:
    shape_polynomials.cache_clear()
    suit_polynomials.cache_clear()
    count(ANY)


def _deal() -> int:
    worth = [max(0, rank - 8) for rank in range(13)]
    chance = random.Random(1)
    deck = range(52)
    found = 0
    for _ in range(HANDS):
        held = chance.sample(deck, 13)
        lengths = [0, 0, 0, 0]
        for card in held:
            lengths[card // 13] += 1
        hcp = sum(worth[card % 13] for card in held)
        found += 15 <= hcp <= 17 and min(lengths) >= 2 and sorted(lengths)[1] > 2 and max(lengths) < 6
    return found
