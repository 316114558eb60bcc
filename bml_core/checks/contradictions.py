"""Auctions that are described twice: with different meanings, or side by side.

Rows above others often say less than the description elsewhere. That is not a contradiction: two
descriptions must exclude each other, or speak differently of the same thing, such as points.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from itertools import pairwise
from operator import or_

from bml_core.bridge import PASS, Auction, Call
from bml_core.checks.decisions import as_stated, hand_in_words, hands_in_words, same_measure, sure_of
from bml_core.checks.run import Check, CheckedNotes
from bml_core.checks.wording import IN_SOME_CASES
from bml_core.diagnostics import Contrast, Diagnostic, Location, Related, together
from bml_core.document import BiddingTable, Row, walk_rows
from bml_core.hands.bidding import Candidate
from bml_core.hands.conditions import Formula, PointTable
from bml_core.hands.counting import TooManyStatesError, has_hands, needs, tallies
from bml_core.hands.sampling import sample_hands
from bml_core.system import Agreement, System

MOST_FOUND = 300
"""Nobody reads more: two systems in one folder contradict each other in every row."""

MOST_PAIRS = 200
"""Two rows for any calls, as in ``1C-(any)-any``, that meet in more auctions differ in these as well."""

_NATURAL, _OFTEN, _FIRST_WORDS = 3, 2, 24
_NOT_FORCING = re.compile(r"(?i)\bN/?F\b|\b(?:non|not)[- ]?forcing\b")
_FORCING = re.compile(r"(?i)\b(?:G/?F|F1|forcing|game force)\b")
# "1S P 2S  6-9": what is read as a part of the description is reported there.
_FURTHER = re.compile(r"\W*(?:[1-7](?:NT?|[CDHS])|P|X|D)\b(?=\W*(?:$| [^\W\d]| [1-7][CDHSN]|  |[-)]))")


def find(notes: CheckedNotes) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each row that contradicts another one, or is beside one for its call."""
    every = (*notes.system.agreements, *(row for row, _ in notes.system.repeats))
    theirs = {
        (row.table, row.auction.code): row.text for row in every if row.is_described and not row.is_ours
    }
    lines: dict[_Place, list[int]] = {}
    for row in every:
        if row.is_described:
            lines.setdefault((row.table, row.auction.code), []).append(row.location.line)
    ended = _ended_by_blank_lines(notes)
    reported: dict[Location, tuple[object, Diagnostic]] = {}
    unread: list[tuple[tuple[Location | None, Location | None], str]] = []
    for (location, _), rows in _repeats(notes.system).items():
        second, first = rows[0]
        if len(reported) == MOST_FOUND or location in reported:
            continue
        # Their call may mean this or that.
        if not second.is_ours or _is_below_repeated(second, first, lines):
            continue
        both = (second.table, first.table)
        # Below calls of which it is not known whether they mean the same, two tables may be of two auctions.
        is_unsure = any(both == tables and second.written.startswith(path) for tables, path in unread)
        is_unsure = is_unsure or _are_of_two_auctions(second, first, theirs)
        found = None if is_unsure else _contradiction_of(notes.system, rows)
        if found is None and _is_beside(second, first):
            is_said_otherwise = second.says_more_than(first)
            found = _described_twice(
                second.location, first.location, f"{second.auction:short}", in_other_words=is_said_otherwise
            )
        if found and (table := next((ended[each] for each in both if each in ended), None)):
            location, found = table[1].location, _ended(*table, first if second.table in ended else second)
        if not all(Candidate.of(row, notes.system).is_read for row in (second, first)):
            unread.append((both, f"{second.written}-"))
        if found is not None and location not in reported:
            reported[location] = ((second.table, first.table, found.code), found)
    # Tables of a file that contradict each other often are of two auctions; files are of two systems.
    often = Counter(cause for cause, _ in reported.values())
    yield from together(
        (cause if often[cause] > _OFTEN and _is_in_one_file(found) else found.location, found)
        for cause, found in reported.values()
    )
    yield from _twice_without_auction(notes)


def _twice_without_auction(notes: CheckedNotes) -> Iterator[Diagnostic]:
    """Yield rows of tables without an auction whose call is above them already, below the same row.

    What such a row means is not known, and yet one call is for one meaning.
    """
    for table in (table for document in notes.documents for table in document.tables if table.is_unplaced):
        left = [table.rows]
        while left:
            rows = left.pop()
            left += [row.children for row in reversed(rows) if row.children]
            known: dict[Call, Row] = {}
            for row in rows:
                # Their call may mean this or that.
                if row.call.literal is None or row.call.theirs or not row.description:
                    continue
                first = known.setdefault(row.call.literal, row)
                texts = [_text(each) for each in (row, first)]
                if first is not row and not any(_is_for_some_cases(text, _FIRST_WORDS) for text in texts):
                    are_different = texts[0] != texts[1]
                    yield _described_twice(
                        row.location, first.location, row.call.text, in_other_words=are_different
                    )


def _text(row: Row) -> str:
    return "\n".join(line.text for line in row.description)


def _repeats(system: System) -> dict[tuple[Location, Location], list[tuple[Agreement, Agreement]]]:
    """Return the agreements that are described twice, by their places, the second one first.

    What holds for some cases only may well be written twice; of rows side by side, it says so first.
    """
    pairs: dict[tuple[Location, Location], list[tuple[Agreement, Agreement]]] = {}
    for second, first in system.repeats:
        end = _FIRST_WORDS if _is_beside(second, first) else len(second.text) + len(first.text)
        texts = second.text, first.text
        if not any(_is_for_some_cases(text, end) for text in texts):
            pairs.setdefault((second.location, first.location), []).append((second, first))
    return pairs


def _is_for_some_cases(text: str, end: int) -> bool:
    """Return whether a description holds for some cases only, by what it says before its letter ``end``."""
    return bool(IN_SOME_CASES.search(text, 0, end) or _FURTHER.match(text))


#: A table, and the auction of a row in it
_Place = tuple[Location | None, str]


def _is_below_repeated(second: Agreement, first: Agreement, lines: Mapping[_Place, Sequence[int]]) -> bool:
    """Return whether a row that two others continue is there twice: "2D  over 1!d", "2D  over others"."""
    if second.table != first.table:
        return False
    above = (line for code in _codes_before(second) for line in lines.get((second.table, code), ()))
    return any(first.location.line < line < second.location.line for line in above)


def _are_of_two_auctions(second: Agreement, first: Agreement, theirs: Mapping[_Place, str]) -> bool:
    """Return whether the tables of two rows may be for other calls of the opponents.

    Their opening may be strong in one, natural in the other: "Against a strong club". "(1N) = Strong NT" in
    one of them is not "(1N) = 10-12" in the other.
    """
    if second.table != first.table and not _is_opened_by_us(second.auction):
        return True
    return any(
        theirs.get((second.table, code)) != theirs.get((first.table, code)) for code in _codes_before(second)
    )


def _codes_before(row: Agreement) -> list[str]:
    """Return the auctions that a row goes on with."""
    return [row.auction.code_up_to(end) for end in range(len(row.auction))]


_Ended = tuple[BiddingTable, BiddingTable]


def _ended_by_blank_lines(notes: CheckedNotes) -> dict[Location | None, _Ended]:
    """Return tables without an auction that a blank line alone parts from one with an auction.

    With each comes that one above, and the first table below it.
    """
    ended: dict[Location | None, _Ended] = {}
    for document in notes.documents:
        # Without its texts, nobody knows what is between tables.
        for above, table in pairwise(document.blocks) if document.texts else ():
            if not (isinstance(above, BiddingTable) and isinstance(table, BiddingTable)) or table.is_read:
                continue
            first = ended.get(above.location, (above, table))
            last = max((row.location for _, row in walk_rows(above.rows)), default=above.location)
            is_next = table.location[:2] == (last.file, last.line + 2)
            if is_next and first[0].history and not table.history:
                ended[table.location] = first
    return ended


def _ended(above: BiddingTable, table: BiddingTable, other: Agreement) -> Diagnostic:
    """Report a table whose rows are openings, which others describe, since a blank line is above it."""
    auction = above.history.text.rstrip("-;") if above.history else ""
    message = f"The blank line above ends the table of {auction}, so {table.rows[0].call.text} is an opening."
    hint = f"Delete the blank line, or write {auction}--- above this row, if it continues that."
    see = (Related(other.location, f"{other.auction:short} is described here as well."),)
    return Diagnostic("BML901", message, table.location, hint, see)


def _is_opened_by_us(auction: Auction) -> bool:
    first = next((index for index, call in enumerate(auction.calls) if call is not PASS), 0)
    return auction.is_ours(first)


def _is_in_one_file(found: Diagnostic) -> bool:
    return found.code == "BML901" and found.location.file == found.related[0].location.file


def _contradiction_of(system: System, pairs: Sequence[tuple[Agreement, Agreement]]) -> Diagnostic | None:
    """Return the contradiction of the first pair that has one."""
    for second, first in pairs[:MOST_PAIRS]:
        # "!h transfer" beside "!h transfer, Texas" says less.
        if second.says_more_than(first) and not (second.is_part_of(first) or first.is_part_of(second)):
            one, other = (Candidate.of(agreement, system) for agreement in (first, second))
            if _is_contradiction(one, other):
                return contradiction(sure_of(one), sure_of(other))
            if {says_forcing(first.text), says_forcing(second.text)} == {True, False}:
                return obliged_otherwise(first, second)
    return None


def says_forcing(text: str) -> bool | None:
    """Return whether words say that a call is forcing, or is not; None if they say neither."""
    words = text.partition("(")[0]
    is_not = _NOT_FORCING.search(words) is not None
    return None if is_not is (_FORCING.search(_NOT_FORCING.sub("", words)) is not None) else not is_not


def obliged_otherwise(first: Agreement, second: Agreement) -> Diagnostic:
    """Report a row that is forcing, unlike the first one, or not forcing."""
    here, there = ("forcing", "not forcing") if says_forcing(second.text) else ("not forcing", "forcing")
    place = _place(first, second)
    message = f"{second.auction:short} is described twice: as {here} here, as {there} at {place}."
    hint = "The first one is used; correct or delete one of the two."
    related = Related(first.location, f"{first.auction:short} is described here.")
    return Diagnostic("BML901", message, second.location, hint, (related,))


def _is_beside(second: Agreement, first: Agreement) -> bool:
    """Return whether two rows are for the same single call below the same row of a table.

    "3HS natural" beside "3S splinter" are a rule and its exception.
    """
    words = [row.wording for row in (second, first)]
    is_single = all(word is not None and not word.choices and word.variable is None for word in words)
    return is_single and (second.table, second.written) == (first.table, first.written)


def _is_contradiction(one: Candidate, other: Candidate) -> bool:
    are_read = one.is_read and other.is_read
    first, second = as_stated(one).condition, as_stated(other).condition
    return same_measure(one, other) and _contradict(first, second, are_read=are_read)


@lru_cache(maxsize=1024)
def _contradict(first: Formula, second: Formula, *, are_read: bool) -> bool:
    """Return whether two conditions exclude each other, or differ in what they say of one thing.

    What differs is of rows that are understood in full: other words may say the same.
    """
    try:
        if not has_hands(first) or not has_hands(second):
            return False
        if not has_hands(first & second):
            return True
    except TooManyStatesError:
        return False
    if not are_read:
        return False
    mine, yours = _shapes(first), _shapes(second)
    return (
        _differ_in_points(first, second)
        # Each has a shape that the other one does not have.
        or bool(mine & ~yours and yours & ~mine)
        or _differ_in_a_suit(first, second)
        or _differ_in_cards(first, second)
    )


def _differ_in_points(one: Formula, other: Formula) -> bool:
    """Return whether both exclude points that hands of their shapes can have, and not the same ones."""
    (mine, possible), (yours, others) = ((points_of(each), _possible_points(each)) for each in (one, other))
    is_limit = possible & ~mine and others & ~yours
    return bool(is_limit and (mine ^ yours) & possible & others)


def points_of(formula: Formula) -> int:
    """Return the points of the hands that fit, as bits."""
    return reduce(or_, formula.bounds().most.reachable().points_by_shape())


def _possible_points(formula: Formula) -> int:
    """Return the points of all hands of the shapes that fit."""
    return reduce(or_, PointTable.of_shapes(_shapes(formula)).reachable().points_by_shape())


def _shapes(formula: Formula) -> int:
    """Return the shapes that fit with some points, whether a hand can have them or not."""
    table = formula.bounds().most.points_by_shape()
    return sum(1 << number for number, points in enumerate(table) if points)


def _differ_in_a_suit(one: Formula, other: Formula) -> bool:
    """Return whether both promise a suit, and not the same length."""
    lengths = zip(needs(one).lengths, needs(other).lengths, strict=True)
    return any(mine != yours and min(mine, yours) >= _NATURAL for mine, yours in lengths)


def _differ_in_cards(one: Formula, other: Formula) -> bool:
    """Return whether both count the same single cards, and not the same number of them."""
    return any(
        mine.worth == yours.worth and (mine.low, mine.high) != (yours.low, yours.high)
        for mine in tallies(one)
        for yours in tallies(other)
    )


def contradiction(first: Candidate, second: Candidate) -> Diagnostic:
    """Report a row that says something else than the first one."""
    agreement, other = second.agreement, first.agreement
    said = Contrast(f"{agreement.auction:short}", hands_in_words(second), hands_in_words(first))
    message = (
        f"{said.subject} is described twice, with different meanings:"
        f" {said.here} here, {said.there} at {_place(other, agreement)}."
    )
    hint = "The first one is used; correct or delete one of the two."
    example = _example(first, second)
    related = Related(other.location, f"{said.subject} is {said.there} here.{example}")
    return Diagnostic("BML901", message, agreement.location, hint, (related,), compared=said)


def _example(first: Candidate, second: Candidate) -> str:
    """Return a hand that fits one of two rows alone, as a sentence after a blank; "" if that is not known."""
    if not (first.is_read and second.is_read):
        return ""
    for fitting, other, which in ((first, second, "this row"), (second, first, "the other row")):
        for hand in sample_hands(fitting.condition & ~other.condition, 1, seed=1):
            return f" {hand_in_words(hand)} fits {which} alone."
    return ""


def _described_twice(second: Location, first: Location, name: str, *, in_other_words: bool) -> Diagnostic:
    """Report rows for one call beside each other, in other words or the same."""
    code, words, hint = "BML911", "the same", "Delete one of the two."
    if in_other_words:
        code, words = "BML902", "different"
        hint = "Only the first one is used; correct one of the calls, or write both meanings in one row."
    message = f"{name} is described twice, in {words} words, here and at {_seen_from(second, first)}."
    return Diagnostic(code, message, second, hint, (Related(first, f"{name} is described here."),))


def _place(first: Agreement, second: Agreement) -> str:
    """Return the place of a row, as seen from another."""
    return _seen_from(second.location, first.location)


def _seen_from(location: Location, first: Location) -> str:
    if first.file == location.file:
        return f"line {first.line}"
    return first.seen_from(location)


_CODES = ("BML901", "BML902", "BML911")
# What is said of a text that is not used
_SAID_BETTER = {"BML225": ("BML226", "BML901", "BML902")}
CHECKS = (
    Check(
        find,
        _CODES,
        of_rows=True,
        names_places=True,
        contradictions=("BML901", "BML902"),
        said_better=_SAID_BETTER,
    ),
)
