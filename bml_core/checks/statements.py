"""What texts say of calls, against the rows for these: ``Our 1NT is 15-17`` above a table that has 14-16."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise

from bml_core.bridge import PASS, Auction, Bid, Call
from bml_core.checks.contradictions import contradiction, obliged_otherwise, points_of, says_forcing
from bml_core.checks.decisions import as_stated, same_measure, shows_here
from bml_core.checks.run import Check, CheckedNotes
from bml_core.checks.wording import (
    IN_SOME_CASES,
    in_small_letters,
    points_in_words,
    range_in_words,
    ranges_in,
    words_of,
)
from bml_core.diagnostics import Diagnostic, Location, Related
from bml_core.document import BiddingTable, Row
from bml_core.hands.bidding import Candidate
from bml_core.hands.counting import TooManyStatesError, has_hands
from bml_core.hands.descriptions import says_strength
from bml_core.system import Agreement, System

# "15-17", "12+": points that are written, not those of a word such as "weak"
_FIGURES = re.compile(r"(?<![\d-])\d{1,2}\s?(?:[-\u2013]{1,2}\s?\d{1,2}|\+)")

_LONE_NUMBER, _OR_MORE = re.compile(r"(?<![\d-])\d\d(?![\d+-])"), re.compile(r"\d\d\+")
# "2!c, then 2nt"
_BID = re.compile(r"\b[1-7](?:nt?\b|[cdhs]\b|![cdhs])")
_INVITES = re.compile(r"(?i)\binv(?!\w*\+)(?:\b|it)(?![^,;]*\b(?:or better|plus|\+))")
_WIDEST, _FEW_ROWS, _NEAR, _TWO = 3, 3, 12, 2
_HINT = "Correct one of the two."


def find(notes: CheckedNotes) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each sentence or item that contradicts the row for its auction."""
    said_first: dict[Auction, Agreement] = {}
    for said in notes.statements:
        if IN_SOME_CASES.search(said.text) or not said.is_ours:
            continue
        row = notes.system.get(said.auction)
        other = row if row is not None and row.is_described else said_first.setdefault(said.auction, said)
        if found := _contradiction(notes.system, other, said):
            yield found
    kinds: dict[str, Callable[[System, BiddingTable], Iterator[Diagnostic]]] = {
        "": _steps,
        "heading": _headings,
        "invites": _invitations,
        "new suit": _suits,
    }
    for rule in notes.rules:
        # What is "the same" elsewhere, and answers for aces, are for other checks.
        if look := kinds.get(rule.rows[0].call.text):
            yield from look(notes.system, rule)


def _headings(_: System, rule: BiddingTable) -> Iterator[Diagnostic]:
    """Yield a heading that names another auction than all the tables below it."""
    (row,) = rule.rows
    named = rule.history.text if rule.history else ""
    message = f"This heading names {named}, and the rows below it continue {row.description[0].text}."
    yield Diagnostic("BML929", message, row.location, "Correct the heading, or the auction of the rows.")


def _invitations(system: System, rule: BiddingTable) -> Iterator[Diagnostic]:
    """Yield the points of invitations below an opening that its rows do not have, which agree on others."""
    (said,) = ranges_in(in_small_letters((rule.rows[0].description[0].text,))) or ((0, 0),)
    calls = rule.history.calls if rule.history else ()
    below = _rows_below(system, rule.location)
    opening = calls[0].literal if len(calls) == 1 else _opening_of(below[0]) if below else None
    rows = [
        row
        for row in system.agreements
        if row.is_ours and len(row.auction) > 1 and _opening_of(row) is opening
        if _INVITES.search(row.text) and all(call is PASS for call in row.auction.calls[-2::-2])
    ]
    points = {row.location: ranges for row in rows if (ranges := ranges_in(words_of(row)))}
    counts = Counter(each for ranges in points.values() for each in ranges)
    usual, often = counts.most_common(1)[0] if counts else (said, 0)
    if usual != said and often >= _FEW_ROWS and counts[said] * _FEW_ROWS <= often:
        first = next(location for location, ranges in points.items() if usual in ranges)
        here, there = map(range_in_words, (said, usual))
        message = f"Invitations are said to have {here} points here, and have {there} in {often} rows."
        see = (Related(first, f"One with {there} is here."),)
        yield Diagnostic("BML901", message, rule.location, _HINT, see)


def _opening_of(row: Agreement) -> Call | None:
    return row.auction.calls[row.auction.position - 1] if row.auction.we_deal else None


def _rows_below(system: System, place: Location) -> list[Agreement]:
    """Return the rows directly below a text, line by line."""
    rows = [row for row in system.agreements if row.is_described and row.location.file == place.file]
    rows.sort(key=lambda row: row.location.line)
    below: list[Agreement] = []
    line = place.line + _NEAR
    for row in rows:
        if place.line < row.location.line <= line:
            below.append(row)
            line = row.location.line + 1
    return below


def _suits(system: System, rule: BiddingTable) -> Iterator[Diagnostic]:
    """Yield the one new suit in the rows directly below a text that is forcing, unlike all that it says."""
    obliges = says_forcing(rule.rows[0].description[0].text)
    below = _rows_below(system, rule.location)
    least = min((len(row.auction) for row in below), default=0)
    suits = [row for row in below if len(row.auction) == least > 1 and _is_new_suit(row)]
    others = [row for row in suits if obliges is not None and says_forcing(row.text) is (not obliges)]
    if len(others) == 1 < len(suits):
        (row,) = others
        words = ("not forcing", "forcing") if obliges else ("forcing", "not forcing")
        line = rule.location.line
        message = f"{row.auction:short} is {words[0]}, and new suits are {words[1]} by line {line}."
        see = (Related(rule.location, "It is said of all new suits here."),)
        yield Diagnostic("BML901", message, row.location, _HINT, see)


def _is_new_suit(row: Agreement) -> bool:
    """Return whether a row bids a suit that nobody has bid before, without a jump."""
    call, before = row.call, row.auction.before
    bids = [each for each in before.calls if isinstance(each, Bid)]
    if not (row.is_ours and isinstance(call, Bid) and call.strain.suit) or not bids:
        return False
    lower = Bid(call.level - 1, call.strain) if call.level > 1 else None
    return call.strain not in {bid.strain for bid in bids} and not (lower and lower.rank > bids[-1].rank)


def _steps(_: System, ladder: BiddingTable) -> Iterator[Diagnostic]:
    """Yield what is wrong with a list of points: a step that does not fit those beside it, or is one of two.

    "15-17" between "12-14" and "19-20" leaves out 18, and "19-20" before "20-21" has 20 twice.
    """
    texts = [row.description[0].text.strip() for row in ladder.rows]
    points = [tuple(map(int, re.findall(r"\d+", text))) for text in texts]
    steps = [low[0] - high[-1] for high, low in pairwise(points)]
    odd = [number for number, step in enumerate(steps) if step != 1]
    # Of two, "15-16" and "16-17" are minimum and maximum.
    widths = range(len(points) == _TWO, _WIDEST + 1)
    is_moved = len(odd) == _TWO and odd[1] == odd[0] + 1 and sum(steps[each] for each in odd) == _TWO
    if (len(odd) == 1 or is_moved) and all(steps[each] in widths for each in odd):
        first, second = (ladder.rows[odd[0] + n] for n in (0, 1))
        above, here = (texts[odd[0] + n] for n in (0, 1))
        message = _between_steps(above, here, points[odd[0]][-1], points[odd[0] + 1][0])
        see = (Related(first.location, f"This step is {above}."),)
        yield Diagnostic("BML942", message, second.location, "Correct one of the ranges.", see)
    yield from _same_bids(ladder)


def _between_steps(above: str, here: str, end: int, low: int) -> str:
    """Return the sentence for the points that two steps both have, or leave out."""
    both = points_in_words(low, low) if low == end else points_in_words(end + 1, low - 1)
    return f"The steps {above} and {here} {'both have' if low == end else 'leave out'} {both}."


def _same_bids(ladder: BiddingTable) -> Iterator[Diagnostic]:
    """Yield a step that is bid like another one: "22-23: 2C, then 2NT" and "24-25: 2C, then 2NT"."""
    known: dict[tuple[str, ...], Row] = {}
    for row in ladder.rows:
        bids = tuple(_BID.findall(in_small_letters((row.description[1].text,))))
        first = known.setdefault(bids, row)
        if first is not row and len(bids) == _TWO and first.description[1].text == row.description[1].text:
            steps = " and ".join(each.description[0].text.strip() for each in (first, row))
            see = (Related(first.location, "The other one is here."),)
            message = f"The steps {steps} are bid in the same way."
            yield Diagnostic("BML941", message, row.location, "Correct the bids of one of them.", see)


def _contradiction(system: System, row: Agreement, said: Agreement) -> Diagnostic | None:
    """Return what a text says against a row: other hands, other points in figures, or what it obliges to."""
    first, second = (Candidate.of(agreement, system) for agreement in (row, said))
    if not (said.says_more_than(row) and same_measure(first, second)):
        return None
    try:
        one, other = (as_stated(each) for each in (first, second))
        if not (has_hands(one.condition) and has_hands(other.condition)):
            return None
        if not has_hands(one.condition & other.condition) or _differ_in_points(first, second):
            return replace(contradiction(one, other), hint=_HINT, related=(shows_here(one),))
    except TooManyStatesError:
        return None
    if {says_forcing(row.text), says_forcing(said.text)} == {True, False}:
        return replace(obliged_otherwise(row, said), hint=_HINT)
    return None


def _differ_in_points(row: Candidate, said: Candidate) -> bool:
    """Return whether a text has points that the row never has, or the row some that the text leaves out."""
    if not (said.is_read and all(_FIGURES.search(each.agreement.text) for each in (row, said))):
        return False
    if not (says_strength(row.sure) and says_strength(said.condition)):
        # "balanced, 2-3 hearts" says nothing of points.
        return False
    mine, yours = points_of(row.sure), points_of(said.condition)
    words = words_of(row.agreement)
    # "15-18 balanced, 6-card minor allowed", but "15-17, 14 with a good suit" may have others.
    is_known = row.is_read or (len(ranges_in(words)) == 1 and not _LONE_NUMBER.search(words))
    if _OR_MORE.search(said.agreement.text):
        # "25+" is the last step of a list, and "25-27" the row.
        return is_known and mine & -mine != yours & -yours
    return bool(yours & ~mine) or (is_known and bool(mine & ~yours))


CHECKS = (Check(find, ("BML901", "BML929", "BML941", "BML942"), of_rows=True, names_places=True),)
