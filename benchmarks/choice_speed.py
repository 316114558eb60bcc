"""Claims: a choice takes less than a millisecond, and deals in which every call is chosen come by thousands.

The peer is the limit, and times are those of the processor, since other programs may run beside. Run as a
program, this module draws hands for every auction of the demonstration and the starter, and asks them again
for each call; that takes about ten minutes.
"""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from benchmarks.measure import CannotMeasureError, Outcome, say
from bml_core import Hand, Notes, choose_call, load
from bml_core.commands import main as start_site
from bml_core.document import Choice
from bml_core.hands.bidding import deals_of, frequencies, meaning_of
from bml_core.hands.conditions import ANY
from bml_core.hands.sampling import RandomNumbers, sample_hands
from tests.bml_core.hands.bidding.rebid import bid_again

_TOP = Path(__file__).parent.parent
_CLUB = _TOP / "tests" / "bml_core" / "hands" / "bidding" / "fixtures" / "club_notes.bml"
_CHOICES, _DEALS, _EACH, _TOLD = 2_000, 10_000, 20, 200
CHOICE_LIMIT, TABLE_LIMIT, DEALS_LIMIT = 0.001, 0.100, 1.0


def measure_choices() -> Outcome:
    """Time the choice of an opening among all rows, after the notes are loaded."""
    notes = load(_CLUB)
    hands = list(sample_hands(ANY, _CHOICES, seed=1))
    _choose(notes, hands[:10])
    start = process_time()
    _choose(notes, hands)
    seconds = (process_time() - start) / _CHOICES
    return _outcome("choice of a call", seconds, CHOICE_LIMIT)


def _choose(notes: Notes, hands: list[Hand]) -> None:
    for hand in hands:
        choose_call(notes, hand)


def measure_table() -> Outcome:
    """Time the shares of an opening table in the order of players."""
    frequencies(load(_CLUB).with_choice(Choice.NATURAL))
    notes = load(_CLUB).with_choice(Choice.NATURAL)
    start = process_time()
    frequencies(notes)
    return _outcome("frequencies of openings, as players choose", process_time() - start, TABLE_LIMIT)


def measure_deals() -> Outcome:
    """Time deals of an auction of two calls, with all that the choice excludes."""
    deals = deals_of(meaning_of(load(_CLUB), "1S-2H")).value
    start = process_time()
    number = sum(1 for _ in islice(deals.drawn(RandomNumbers(1)), _DEALS))
    if number != _DEALS:
        raise CannotMeasureError("there are too few deals")
    return _outcome(f"{_DEALS:,} deals of two calls", process_time() - start, DEALS_LIMIT)


def check_every_auction() -> None:
    """Draw hands for every auction of the demonstration and the starter, and ask them again for each call.

    Raises:
        CannotMeasureError: A hand is not bid as it was drawn.
    """
    with TemporaryDirectory() as folder:
        if start_site(["quickstart", "-y", folder]):
            raise CannotMeasureError("the starter could not be written")
        starter = load(*sorted(Path(folder).rglob("*.bml")))
    demonstration = load(*sorted((_TOP / "demo_docs" / "system").glob("*.md")))
    for name, notes in (("starter", starter), ("demonstration", demonstration)):
        ours = [row for row in notes if row.is_ours]
        say(f"bidding {_EACH} hands again for each of {len(ours):,} auctions of the {name}")
        for number, row in enumerate(ours, 1):
            wrong = [bid for bid in bid_again(notes, [row], _EACH) if not bid.is_same]
            if wrong:
                raise CannotMeasureError(f"{len(wrong):,} calls differ, such as {wrong[0]}")
            if number % _TOLD == 0:
                say(f"{number:,} auctions")


def _outcome(claim: str, seconds: float, limit: float) -> Outcome:
    return Outcome(
        claim, seconds, limit, f"{1000 * seconds:.1f} ms", f"{1000 * limit:.0f} ms", seconds < limit
    )


if __name__ == "__main__":
    check_every_auction()
    print("every hand is bid as it was drawn")
