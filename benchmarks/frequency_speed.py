"""Claims: an opening table counted exactly in 50 ms, the answers to 1NT over all deals in a second.

The peer is Debian's dealer, which deals at random: a million openings, after which a share of 5 % has a
standard error of a fiftieth of a per cent, or fifty thousand openers and their partners, for a tenth of one.
Our tables have their overlaps and the hands that fit no row as well.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterable

from benchmarks.measure import WORK, CannotMeasureError, Outcome, run_process, say, time_in_turns
from bml_core import System, expand, parse
from bml_core.bridge import Auction
from bml_core.hands.bidding import Frequencies, frequencies

REPEATS = 5
OPENINGS_LIMIT, ANSWERS_LIMIT = 0.050, 1.0
_BALANCED = "shape({hand}, any 4333 + any 4432 + any 5332)"

# Rows as we write them, and as dealer has them.
_OPENINGS = {
    "1N  15-17 hcp, balanced": f"hcp(north)>=15 and hcp(north)<=17 and {_BALANCED.format(hand='north')}",
    "2N  20-21 hcp, balanced": f"hcp(north)>=20 and hcp(north)<=21 and {_BALANCED.format(hand='north')}",
    "2C  22+ hcp": "hcp(north)>=22",
    "1S  11-21 hcp, 5+ spades": "hcp(north)>=11 and hcp(north)<=21 and spades(north)>=5",
    "1H  11-21 hcp, 5+ hearts": "hcp(north)>=11 and hcp(north)<=21 and hearts(north)>=5",
    "1D  11-21 hcp, 4+ diamonds": "hcp(north)>=11 and hcp(north)<=21 and diamonds(north)>=4",
    "1C  11-21 hcp, 3+ clubs": "hcp(north)>=11 and hcp(north)<=21 and clubs(north)>=3",
    "2D  5-10 hcp, 6 diamonds, 2+ of AKQ in diamonds": (
        "hcp(north)>=5 and hcp(north)<=10 and diamonds(north)==6 and top3(north,diamonds)>=2"
    ),
    "2H  5-10 hcp, 6 hearts, 2+ of AKQ in hearts": (
        "hcp(north)>=5 and hcp(north)<=10 and hearts(north)==6 and top3(north,hearts)>=2"
    ),
    "2S  5-10 hcp, 6 spades, 2+ of AKQ in spades": (
        "hcp(north)>=5 and hcp(north)<=10 and spades(north)==6 and top3(north,spades)>=2"
    ),
    "3C  5-9 hcp, 7 clubs": "hcp(north)>=5 and hcp(north)<=9 and clubs(north)==7",
    "3D  5-9 hcp, 7 diamonds": "hcp(north)>=5 and hcp(north)<=9 and diamonds(north)==7",
    "3H  5-9 hcp, 7 hearts": "hcp(north)>=5 and hcp(north)<=9 and hearts(north)==7",
    "3S  5-9 hcp, 7 spades": "hcp(north)>=5 and hcp(north)<=9 and spades(north)==7",
}
_ANSWERS = {
    "2C  8+ hcp, 4 spades or 4 hearts": "hcp(south)>=8 and (spades(south)==4 or hearts(south)==4)",
    "2D  5+ hearts": "hearts(south)>=5",
    "2H  5+ spades": "spades(south)>=5",
    "2N  8-9 hcp, balanced": f"hcp(south)>=8 and hcp(south)<=9 and {_BALANCED.format(hand='south')}",
    "3N  10-15 hcp, balanced": f"hcp(south)>=10 and hcp(south)<=15 and {_BALANCED.format(hand='south')}",
}
_HANDS, _OPENERS = 1_000_000, 50_000


def measure_openings() -> Outcome:
    """Time an opening table, and check it against dealer."""
    say(f"counting openings, beside {_HANDS:,} hands of dealer")
    system = expand([parse("".join(f"{row}\n" for row in _OPENINGS))])
    script = _script("1", _OPENINGS.values(), _HANDS)
    return _outcome(
        "frequencies of openings, beside dealer", lambda: frequencies(system), script, OPENINGS_LIMIT, 0.2
    )


def measure_answers() -> Outcome:
    """Time the answers to an opening, and check them against dealer."""
    say(f"counting answers to 1NT, beside {_OPENERS:,} openers of dealer")
    opening, condition = next(iter(_OPENINGS.items()))
    system: System = expand([parse("\n  ".join((opening, *_ANSWERS)))])
    script = _script(condition, _ANSWERS.values(), _OPENERS)
    return _outcome(
        "frequencies of answers over all deals, beside dealer",
        lambda: frequencies(system, Auction.parse("1N")),
        script,
        ANSWERS_LIMIT,
        1.0,
    )


def _outcome(
    claim: str, ours: Callable[[], Frequencies], script: str, limit: float, tolerance: float
) -> Outcome:
    program = shutil.which("dealer", path=f"{os.environ.get('PATH', '')}:/usr/games")
    if program is None:
        raise CannotMeasureError("the program dealer is not installed")
    (WORK / "frequencies.dl").write_text(script, "ascii")
    command = [program, "-s", "1", "frequencies.dl"]
    said = re.findall(r"^row(\d+): ([\d.e-]+)", run_process(command), re.MULTILINE)
    fitting = [100 * row.fitting for row in ours().rows]
    if len(said) != len(fitting):
        raise CannotMeasureError("dealer did not print its averages")
    for number, share in said:
        if abs(fitting[int(number)] - float(share)) > tolerance:
            raise CannotMeasureError(f"row {number} differs: {fitting[int(number)]:.3f} and {share} per cent")
    timings = time_in_turns({"ours": ours, "dealer": lambda: run_process(command)}, repeats=REPEATS)
    seconds, peer = timings["ours"].median, timings["dealer"].median
    return Outcome(
        claim, seconds, peer, f"{1000 * seconds:.0f} ms", f"{1000 * limit:.0f} ms", seconds < limit
    )


def _script(condition: str, rows: Iterable[str], hands: int) -> str:
    averages = ",\n".join(f'  average "row{number}" 100*({row})' for number, row in enumerate(rows))
    return f"generate {100 * hands}\nproduce {hands}\ncondition {condition}\naction\n{averages}\n"
