"""Claims: a lookup takes 0.1 ms, a choice 0.5 ms, and deals in which every call is chosen come by thousands.

The peer is the limit, and times are those of the processor, since other programs may run beside. Run as a
program, this module draws hands for every auction of the demonstration and the starter, and asks them again
for each call; that takes about ten minutes. ``--from 1826`` begins at that auction of both together.
"""

from __future__ import annotations

import argparse
from contextlib import redirect_stdout
from heapq import nlargest
from io import BytesIO, TextIOWrapper
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import NamedTuple

from benchmarks.measure import CannotMeasureError, Outcome, say
from bml_core import Agreement, Hand, Notes, SideVulnerability, choose_call, load
from bml_core.bridge import PASS
from bml_core.commands import main as start_site
from bml_core.diagnostics import has_errors
from bml_core.document import RowOrder
from bml_core.hands.bidding import deals_of, frequencies, meaning_of
from bml_core.hands.conditions import ANY
from bml_core.hands.sampling import RandomNumbers, sample_hands
from tests.bml_core.hands.bidding.rebid import auction_of, bid_again

_TOP = Path(__file__).parent.parent
_CLUB = _TOP / "tests" / "bml_core" / "hands" / "bidding" / "fixtures" / "club_notes.bml"
_CHOICES, _DEALS, _EACH, _TOLD = 2_000, 10_000, 20, 200
_FIRST_DEALS, _SLOWEST = 300, 12
LOOKUP_LIMIT, CHOICE_LIMIT, TABLE_LIMIT, DEALS_LIMIT = 0.0001, 0.0005, 0.100, 1.0


def measure_lookups() -> Outcome:
    """Time the agreement of an address, for every address of the demonstration."""
    notes = load(_TOP / "demo_docs" / "system")
    addresses = [str(agreement) for agreement in notes]
    keys = [*addresses, *(format(agreement.auction, "bml") for agreement in notes)]
    start = process_time()
    for key in keys:
        notes.get(key)
    return _outcome("lookup of an agreement", (process_time() - start) / len(keys), LOOKUP_LIMIT)


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
    frequencies(load(_CLUB).with_choice(RowOrder.NATURAL))
    notes = load(_CLUB).with_choice(RowOrder.NATURAL)
    start = process_time()
    frequencies(notes)
    return _outcome("frequencies of openings, as players choose", process_time() - start, TABLE_LIMIT)


def measure_deals() -> Outcome:
    """Time deals of the slowest auction of two calls, with all that the choice excludes.

    It is looked for among all of them, by some deals of each; the slowest ones are then timed in full.
    """
    rows = [(notes, row) for notes in _systems().values() for row in notes if _has_two_calls(row)]
    say(f"{_FIRST_DEALS} deals of each of {len(rows):,} auctions of two calls, then {_DEALS:,} of a few")
    timings = [(_time(notes, row, _FIRST_DEALS).dealing, number) for number, (notes, row) in enumerate(rows)]
    slowest = [_time(*rows[number], _DEALS) for _, number in nlargest(_SLOWEST, timings)]
    for timing in slowest:
        say(f"{timing.auction}: counted in {timing.counting:.2f} s, dealt in {timing.dealing:.2f} s")
    worst = max(slowest, key=lambda timing: timing.dealing)
    return _outcome(
        f"{_DEALS:,} deals of two calls, the slowest: {worst.auction}", worst.dealing, DEALS_LIMIT
    )


class DealTiming(NamedTuple):
    """The seconds until there is a first deal of an auction, and those for all deals."""

    auction: str
    counting: float
    dealing: float


def _time(notes: Notes, row: Agreement, number: int) -> DealTiming:
    """Time deals for an auction; the seconds are 0 if there are none."""
    written, sides = auction_of(row), row.scope.vulnerability
    vulnerability = SideVulnerability(bool(sides.we), bool(sides.they))
    start = process_time()
    meaning = meaning_of(notes, written, vulnerability=vulnerability)
    if has_errors(meaning.diagnostics):
        return DealTiming("", 0, 0)
    deals = deals_of(meaning).value
    counted = process_time()
    dealt = sum(1 for _ in islice(deals.drawn(RandomNumbers(1)), number))
    end = process_time()
    auction = "-".join(map(str, written.calls))
    return DealTiming(auction, counted - start, end - counted if dealt == number else 0)


def _has_two_calls(row: Agreement) -> bool:
    """Return whether our side has called twice in an auction, and the others at most passed."""
    calls = [call for call in row.auction.calls if call is not PASS]
    return row.is_ours and row.auction.we_deal and len(calls) == 2 and row.call is not PASS


def _systems() -> dict[str, Notes]:
    """Return the starter and the demonstration."""
    with TemporaryDirectory() as folder:
        with redirect_stdout(TextIOWrapper(BytesIO())):
            failed = start_site(["quickstart", "-y", folder])
        if failed:
            raise CannotMeasureError("the starter could not be written")
        starter = load(*sorted(Path(folder).rglob("*.bml")))
    return {"starter": starter, "demonstration": load(*sorted((_TOP / "demo_docs" / "system").glob("*.md")))}


def check_every_auction(first: int = 1) -> None:
    """Draw hands for every auction of the starter and the demonstration, and ask them again for each call.

    Raises:
        CannotMeasureError: A hand is not bid as it was drawn.
    """
    ours = [(notes, row) for notes in _systems().values() for row in notes if row.is_ours]
    say(f"bidding {_EACH} hands again for each of {len(ours):,} auctions, from number {first:,} on")
    for number, (notes, row) in islice(enumerate(ours, 1), first - 1, None):
        wrong = [bid for bid in bid_again(notes, [row], _EACH) if not bid.is_same]
        if wrong:
            raise CannotMeasureError(f"auction {number:,}: {len(wrong):,} calls differ, such as {wrong[0]}")
        if number % _TOLD == 0 or number == len(ours):
            say(f"{number:,} auctions")


def _outcome(claim: str, seconds: float, limit: float) -> Outcome:
    return Outcome(
        claim, seconds, limit, f"{1000 * seconds:.1f} ms", f"{1000 * limit:.0f} ms", seconds < limit
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Bid hands again that were drawn for every auction.")
    parser.add_argument("--from", dest="first", type=int, default=1, metavar="NUMBER")
    check_every_auction(parser.parse_args().first)
    print("every hand is bid as it was drawn")
