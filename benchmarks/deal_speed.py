"""Claims: 50,000 hands a second, however rare they are, and deals for two hands that must fit together.

The peer is the program dealer with the same condition: it deals at random until enough hands fit. Its time
for rare hands is that of the deals it makes in vain, so both are measured in seconds for a hand that fits.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections import deque
from collections.abc import Callable
from pathlib import Path

from benchmarks.measure import CannotMeasureError, Outcome, say, time_in_turns
from bml_core.bridge import Seat
from bml_core.formats.dealer import DealerScript
from bml_core.hands.conditions import Formula, balanced, cards, keycards, points
from bml_core.hands.sampling import sample_deals, sample_hands

HANDS, DEALS = 50_000, 5_000
REPEATS = 3
HANDS_PER_SECOND, DEALS_PER_SECOND = 50_000, 1_000
#: This many hands dealer has time to find.
FOUND_BY_DEALER = 20
RARE = points(25, 37) & cards(6, 6, "S")
_CONDITIONS = {
    "15-17 balanced": points(15, 17) & balanced(),
    "25+ with 6 spades": RARE,
    "37 points": points(37, 37),
    "5 keycards": keycards(5, 5, "H"),
}
_PAIR = {Seat.NORTH: points(22, 37) & balanced(), Seat.SOUTH: points(8, 37) & cards(5, 13, "H")}


def measure_hands() -> Outcome:
    """Time hands of any rarity, and one hand beside dealer's."""
    say(f"{HANDS:,} hands of each of {len(_CONDITIONS)} conditions, beside dealer on a rare one")
    runs = {name: _hands(condition) for name, condition in _CONDITIONS.items()}
    timings = {name: timing.median for name, timing in time_in_turns(runs, repeats=REPEATS).items()}
    say(", ".join(f"{name} {HANDS / seconds:,.0f}/s" for name, seconds in timings.items()))
    slowest = HANDS / max(timings.values())
    peer = _dealer({Seat.NORTH: RARE})
    ours = timings["25+ with 6 spades"] / HANDS
    return Outcome(
        "hands that fit, the slowest of four conditions",
        max(timings.values()),
        peer * HANDS,
        f"{slowest:,.0f}/s; {peer / ours:,.0f} times dealer's",
        f"{HANDS_PER_SECOND:,}/s",
        slowest > HANDS_PER_SECOND,
    )


def measure_deals() -> Outcome:
    """Time deals in which two hands fit, the first ones too, beside dealer's."""
    say(f"{DEALS:,} deals with 22+ balanced opposite 8+ and five hearts")
    timing = time_in_turns({"deals": _deals(DEALS), "one": _deals(1)}, repeats=REPEATS)
    seconds, first = timing["deals"].median, timing["one"].median
    peer = _dealer(_PAIR)
    return Outcome(
        f"deals that fit two hands (the first in {1000 * first:.0f} ms)",
        seconds,
        peer * DEALS,
        f"{DEALS / seconds:,.0f}/s; {peer * DEALS / seconds:,.0f} times dealer's",
        f"{DEALS_PER_SECOND:,}/s",
        seconds < DEALS / DEALS_PER_SECOND,
    )


def _hands(condition: Formula) -> Callable[[], object]:
    return lambda: deque(sample_hands(condition, HANDS, seed=1), maxlen=0)


def _deals(number: int) -> Callable[[], object]:
    return lambda: deque(sample_deals(_PAIR, number, seed=1), maxlen=0)


def _dealer(conditions: dict[Seat, Formula]) -> float:
    """How long dealer needs for a deal that fits."""
    program = shutil.which("dealer", path="/usr/games:/usr/local/bin:/usr/bin")
    if program is None:
        raise CannotMeasureError("dealer is not installed")
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder, "script")
        text = DealerScript(conditions, FOUND_BY_DEALER).text().replace("action printpbn", "action")
        script.write_text(text.replace("generate 10000000", "generate 100000000"))

        def run() -> str:
            words = [program, "-s", "1", str(script)]
            return subprocess.run(words, capture_output=True, text=True, check=True).stdout

        seconds = time_in_turns({"dealer": run}, repeats=1)["dealer"].median
    return seconds / FOUND_BY_DEALER
