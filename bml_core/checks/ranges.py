"""Points of rows beside each other: what two of them have, and what none of them has."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, pairwise, permutations, product
from typing import NamedTuple

from bml_core.bridge import DOUBLE, PASS, Bid, Strain, bid_above
from bml_core.checks.earlier import OF_OTHERS, Rows, candidates, ours
from bml_core.checks.run import Check, CheckedNotes
from bml_core.checks.siblings import SUIT_LETTER, Sibling, row_that_ends, siblings
from bml_core.checks.wording import (
    BALANCED,
    MOST_POINTS,
    NAMED,
    SUIT,
    points_in_words,
    range_in_words,
    ranges_in,
    strain_of,
    words_of,
)
from bml_core.diagnostics import Diagnostic, Location, Related, together
from bml_core.document import LiteralCall
from bml_core.hands.bidding import Candidate
from bml_core.hands.conditions import All, Length, Not, Points, balanced, parts_of_all
from bml_core.hands.counting import has_hands, needs
from bml_core.hands.descriptions import says_strength
from bml_core.system import Agreement, System

_WIDEST_GAP, _OWN_BEFORE, _TWO = 2, 3, 2
_HIGH, _MOST_BELOW_JUMP = 20, 3
_FEW, _MOST_TOUCHING, _ALL_OPEN, _LEAST_RANGES, _MOST_HAVE_RANGES = 0.02, 2, 11, 3, 0.6
_FOUR_TRUMPS = re.compile(
    r"\bbergen\b|\b4[ -]?(?:cards? (?:support|raise|fit)|trumps?)|\b4\+?(?:!?[hs]\b| (?:hearts|spades)\b)"
)
_FOUR, _FORCES = (
    re.compile(r"\b4\+?(?:!?[cd]\b| (?:clubs|diamonds|hearts|spades))"),
    re.compile(r"\bg\.?f\b|\bforc"),
)
_DUTIES = re.compile(
    r"\b(?:weak|pre(?=empt)|nf|inv\w*|g?f1?|forcing|to play|s/?o|min\w*|max\w*|gf|splinter|bal|p/c)\b"
)
_IS_BALANCED, _NO_MAJOR = frozenset(("bal", "balanced")), frozenset(("no", "major"))
_NOT_ALL = re.compile(r"\bsemi\b|\bforc|\bf1\b|!")
# "19-21, 6+ spades" is not balanced.
_LONG = re.compile(r"\b[6-9]\+?[ -]?(?:!?[cdhs]\b|cards?|clubs|diamonds|hearts|spades)")
# "2N  7-10, long clubs, puppet to 3C"
_OF_A_SUIT = re.compile(r"\b(?:puppet|relay|transfer|long)\b")
# A shape, or a suit, that the hands beside it need not have
_OF_SOME = re.compile(r"(?<![\d-])(?:[0-7]{4}|[0-7](?:[-=][0-7]){3})(?![\d-])|\b(?:flat|solid|running)\b")
_SHAPE = re.compile(r"[0-7]{4}")
_RELAYS = re.compile(r"\basks for\b|\brel(?:ay)?\b|\bpuppet\b|\bart(?:ificial)?\b|\bg\.?f\b")
_SHORT = re.compile(r"\b(?:splinter|singleton|void|short\w*)\b")
_QUANTITATIVE = re.compile(r"\bquant")
# "16+ any", "17+ if balanced"
_OR_STRONG = re.compile(r"(?=.*\b(?:any|or|bal|balanced)\b)(?:^|.*?\D)(\d\d)\+")
# "2H  Kokish", "2S  24+ any"
_MAY_BE_BALANCED = re.compile(r"\b(?:bal\w*|any|or|kokish|birthright|rel(?:ay)?|art\w*|puppet|forces)\b|\?")
_ROUND, _PARTNER, _RESPONSE, _MOST_MISSING, _ASKS, _SUIT = 4, 2, 3, 2, 4, 4
_MINORS = (Strain.CLUBS, Strain.DIAMONDS)
_NEGATIVE, _AT_LEAST = re.compile(r"\bneg\w*\b|\bany\b|\bart\w*\b"), re.compile(r"(\d{1,2})\+(?: hcp)?(?=,)")
_MOST_NEGATIVE = 9
_CORRECT = "Correct one of the ranges."
_EXACTLY_FOUR = re.compile(rf"\bexactly 4[ -]?(?:cards? (?:in )?)?{SUIT}")
_FOUR_OR_MORE = re.compile(rf"(?<!\d)4\+[ -]?{SUIT}")
_BAD, _GOOD = re.compile(r"min(?:imum)?\b|bad hand"), re.compile(r"max(?:imum)?\b|good hand")


def find(notes: CheckedNotes) -> Iterator[Diagnostic]:
    """Yield points that rows beside each other, or opener's bids in notrump, have both or leave out."""
    touching: list[Diagnostic] = []
    jumps: list[Diagnostic] = []
    ranged: set[Location] = set()
    meeting = 0
    for above, rows in siblings(notes):
        meeting += _meetings(rows)
        yield from (*_turned(rows), *_against_own(notes.system, above, rows), *_across(rows))
        yield from (*_below_negative(rows), *_exact_in_double(rows))
        jumps += _jumps(rows)
        yield from _gaps_below_jumps(rows)
        for touches, found in chain(_passed(rows), _ranges(above, rows)):
            if touches:
                touching.append(found)
            else:
                ranged.add(found.location)
                yield found
    # "10-12" beside "12-14" is a slip, or how these players write.
    most = max(_MOST_TOUCHING, meeting * _FEW)
    slips = [each for found in (touching, jumps) if len(found) <= most for each in found]
    yield from dict.fromkeys(slips)
    ranged.update(found.location for found in slips)
    # An opening that does not go with one rebid goes with none of their kind.
    bids = [*together((each.related[0].location, each) for each in _notrumps(notes))]
    yield from (each for each in bids if each.location not in ranged)
    ranged.update(each.location for each in bids)
    yield from (each for each in _open_notrump(notes) if each.location not in ranged)


def _meetings(rows: list[Sibling]) -> int:
    """Return how many rows begin where one beside them ends: "10-11" beside "12-14"."""
    ends = {row.high for row in rows if row.points}
    return sum(1 for row in rows if row.points and row.low - 1 in ends)


def _turned(rows: list[Sibling]) -> Iterator[Diagnostic]:
    """Yield a good hand that has fewer points than a bad one beside it."""
    ranged = [row for row in rows if row.points and row.high < MOST_POINTS]
    weak, strong = ([row for row in ranged if words.match(row.text)] for words in (_BAD, _GOOD))
    pairs = product(strong, weak)
    turned = next((pair for pair in pairs if (pair[0].low, pair[0].high) < (pair[1].low, pair[1].high)), None)
    if turned:
        row, other = turned
        points = f"{row.range_words} and {other.range_words}"
        message = f"{row.name} is the better hand, and {other.name} has more points: {points}."
        yield row.found("BML942", message, _CORRECT, other)


def _across(rows: list[Sibling]) -> Iterator[Diagnostic]:
    """Yield a row that goes on where all others end: 11-14 beside 11-12, 11-12, 13-18 and 13+."""
    ranged = [row for row in rows if row.points and len(row.row.call.patterns) == 1]
    for row in ranged:
        low, high = row.low, row.high
        others = [other for other in ranged if other is not row]
        for first in range(low + 1, high + 1) if high < MOST_POINTS else ():
            lower = [other for other in others if other.high == first - 1]
            higher = [other for other in others if other.low == first]
            is_end = all(other.high < first or other.low >= first for other in others)
            like = [
                other
                for some, points in ((lower, (low, first - 1)), (higher, (first, high)))
                for other in some
                if other.points == points and _duty(other) == _duty(row) != frozenset()
                # A raise of clubs may be wider than those of majors, and a new suit wider than a raise.
                if _suits_like(other) == _suits_like(row) and (_raises(row) or not _raises(other))
            ]
            # "2C  12-17" beside "2D  12-15", "2S  12-15" and "3C  18+": the jump has the rest.
            goes_on = any(o.denomination == row.denomination and o.low == high + 1 for o in others)
            if is_end and like and not goes_on and min(len(lower), len(higher)) > 1:
                cut = f"end at {first - 1} or begin at {first}"
                message = f"{row.name} has {row.range_words}, and the other rows beside it {cut}."
                yield row.found("BML942", message, "Correct the range.", like[0])
                break


def _below_negative(rows: list[Sibling]) -> Iterator[Diagnostic]:
    """Yield the one row with points of a negative answer: "5+" beside "0-7, any" and others with "8+"."""
    for negative in rows:
        top = negative.high
        if not negative.points or negative.low or top > _MOST_NEGATIVE or not _NEGATIVE.search(negative.text):
            continue
        least = {row: points for row in rows if row is not negative and (points := _least(row)) is not None}
        inside = [row for row, points in least.items() if points <= top]
        after = [row for row, points in least.items() if points == top + 1]
        if len(inside) >= _LEAST_RANGES and {*least.values()} == {top}:
            message = f"{negative.name} has 0-{top}, and {inside[0].name} and others begin at {top}."
            yield Diagnostic("BML942", message, negative.location, "Correct the range.", inside[0].related)
            return
        if len(inside) == 1 and len(after) >= _LEAST_RANGES and len(inside) + len(after) == len(least):
            (row,) = inside
            begin = f"{row.name} begins at {least[row]}, and {negative.name} has 0-{top}"
            message = f"{begin}: {after[0].name} and others begin at {top + 1}."
            yield row.found("BML942", message, _CORRECT, negative)


def _least(row: Sibling) -> int | None:
    """Return the fewest points of a row without an upper limit, "8+"; None for others."""
    found = _AT_LEAST.match(row.text)
    return int(found[1]) if found else None


def _exact_in_double(rows: list[Sibling]) -> Iterator[Diagnostic]:
    """Yield a bid of a major that shows four cards or more, as the double beside it does: "exactly 4!s"."""
    doubles = [row for row in rows if any(each.call is DOUBLE for each in row.agreements)]
    for double, row in product(doubles, rows):
        exact, four = _EXACTLY_FOUR.search(double.text), _FOUR_OR_MORE.search(row.text)
        own = row.denomination[:1].lower()
        if exact and four and row.level == 1 and own == exact[1] == four[1] and own in "hs":
            name = row.denomination.lower()
            message = f"{double.name} shows exactly 4 {name}, and {row.name} 4 or more: both have 4."
            yield row.found("BML942", message, "Correct one of the lengths.", double)


def _raises(row: Sibling) -> bool:
    """Return whether a row bids a suit that partner has bid."""
    calls = row.before.calls[-2::-4] if row.before else ()
    return row.bid is not None and row.strain in map(strain_of, calls)


def _suits_like(row: Sibling) -> str:
    """Return whether a row is in a major, a minor or notrump; "" if that is not known."""
    kinds = {"HEARTS": "major", "SPADES": "major", "M": "major", "NOTRUMP": "notrump"}
    return kinds.get(row.denomination, "minor" if row.denomination else "")


def _passed(rows: list[Sibling]) -> Iterator[tuple[bool, Diagnostic]]:
    """Yield a bid that begins where a pass ends, though the others begin one above; and whether all do.

    "2N  8-10" is one beside "P  0-8" and "3S  9-10"; a suit may have fewer points.
    """
    for passed in rows:
        top = passed.high
        if not (top and all(isinstance(p, LiteralCall) and p.call is PASS for p in passed.row.call.patterns)):
            continue
        bids = [row for row in rows if row.bid and passed.low < row.low < row.high]
        first, after = ([row for row in bids if row.low == top + n] for n in (0, 1))
        ends = [row.high for row in after]
        odd = [row for row in first if row.denomination == "NOTRUMP" and row.high in ends]
        is_cut = all(row.low >= top for row in bids)
        # "P  0-4" beside "2H  4-7, 6+!h"
        is_general = len(first) > 1 and not after and not any(row.suits for row in first)
        if is_cut and (odd or is_general):
            row = (odd or first)[0]
            yield not odd, row.found("BML942", _both_have(passed, row, top, top), _CORRECT, passed)


def _duty(row: Sibling) -> frozenset[str]:
    """Return what the words of a row oblige to, or are for: "NF", "inv", "GF", "weak"."""
    return frozenset(_DUTIES.findall(row.text))


def _against_own(system: System, above: Sibling | None, rows: list[Sibling]) -> Iterator[Diagnostic]:
    """Yield answers with more points than the player showed, or none with the fewest that he may have."""
    auction = above.agreements[0].auction if above and above.agreements else None
    if auction is None or len(auction) < _OWN_BEFORE:
        return
    own = row_that_ends(system, auction, 1 - _OWN_BEFORE)
    shown = ranges_in(words_of(own)) if own else ()
    if own is None or len(shown) != 1:
        return
    ((least, most),) = shown
    see = (Related(own.location, f"{own.auction:short} is described here."),)
    for row in rows:
        if most < row.high < MOST_POINTS and (row.low, most) in [other.points for other in rows]:
            theirs = range_in_words(shown[0])
            message = f"{row.name} has {row.range_words} points, and {own.call} {theirs} before."
            yield Diagnostic("BML942", message, row.location, _CORRECT, see)
    # "3N  14-15, no shortage" and "3H  16+, no shortage" after an opening of 12-21
    kinds: dict[frozenset[str], list[Sibling]] = {}
    for row in rows if all(call is PASS for call in auction.calls[-2::-2]) else ():
        if row.points and row.kind[0]:
            kinds.setdefault(row.kind[0], []).append(row)
    for ladder in kinds.values():
        first, *more = sorted(ladder, key=lambda row: (row.low, row.high))
        others = [row for row in rows if row not in ladder]
        are_others = others and all(SUIT_LETTER.search(row.text) and not row.points for row in others)
        is_whole = max(row.high for row in ladder) >= most
        if more and are_others and is_whole and 1 < first.low - least <= _WIDEST_GAP:
            begins, missing = f"begins at {first.low}", points_in_words(least, first.low - 1)
            message = f"{first.name} {begins}, and no row like it has {missing}, as {own.call} may have."
            yield Diagnostic("BML942", message, first.location, "Write a row for them.", see)


class _Ladder(NamedTuple):
    """Rows of which one has the points that the one below it does not have.

    ``is_answer`` is for answers to a question. ``is_kind`` says that they are for like hands, as raises may
    not be, and ``is_all`` that they are most rows of a table. ``is_natural`` is for bids in notrump, and
    ``is_whole`` says that no other bid has points between them.
    """

    rows: Sequence[Sibling]
    is_answer: bool
    is_kind: bool = True
    is_all: bool = False
    is_natural: bool = False
    is_whole: bool = True


def _ranges(above: Sibling | None, rows: list[Sibling]) -> Iterator[tuple[bool, Diagnostic]]:
    """Yield points that two rows for otherwise equal hands have both, or that no row has.

    With each comes whether it is a single point that both ranges end with.
    """
    ranged = [row for row in rows if row.points and len(row.row.call.patterns) == 1]
    is_answer = above is not None and above.is_question
    kinds: dict[object, list[Sibling]] = {}
    for row in ranged:
        words, suit = row.kind
        # "1S  6-9, no 4-card major" beside "1N  10-12 bal, no 4-card major"
        words = words - _IS_BALANCED if words >= _NO_MAJOR else words
        kinds.setdefault(words if is_answer else (words, suit), []).append(row)
    for found in filter(None, map(_odd_one, kinds.values())):
        yield False, found
    ladders = [_Ladder(alike, is_answer=is_answer) for alike in kinds.values()]
    ladders += _ladders_of_strains(above, ranged, is_answer=is_answer)
    if len(ranged) >= max(_MOST_TOUCHING, _ALL_OPEN, _LEAST_RANGES, _MOST_HAVE_RANGES * len(rows)):
        ladders.append(_Ladder(ranged, is_answer=is_answer, is_kind=False, is_all=True))
    reported: set[Sibling] = set()
    for ladder in ladders:
        for one, row in _steps(ladder.rows):
            end, low = one.high, row.low
            if row in reported:
                continue
            if ladder.is_kind and _is_shared(one, row, ladder) and _are_close(one, row):
                message = _both_have(one, row, low, min(row.high, end))
            elif _is_left_out(one, row, ladder) and not any(_has(o, end + 1, low - 1, one) for o in rows):
                missing = points_in_words(end + 1, low - 1)
                message = f"{one.name} ends at {end}, and {row.name} begins at {low}: neither has {missing}."
            else:
                continue
            reported.add(row)
            later, earlier = sorted((one, row), key=lambda each: each.location.line, reverse=True)
            yield low == end, later.found("BML942", message, _CORRECT, earlier)


def _ladders_of_strains(
    above: Sibling | None, ranged: Sequence[Sibling], *, is_answer: bool
) -> Iterator[_Ladder]:
    """Yield rows of different words that share out the points: raises, bids in notrump, and relays."""
    suit = above.denomination if above and not above.row.call.theirs else None
    is_notrump = suit == "NOTRUMP"
    if not is_notrump:
        raises = [row for row in ranged if row.denomination == suit]
        yield _Ladder(raises, is_answer=is_answer, is_kind=False)
    if suit is not None and not is_answer:
        natural = [
            row
            for row in ranged
            if row.denomination == "NOTRUMP" and (is_notrump or _is_for_balanced(row))
            if not (_LONG.search(row.text) or _OF_A_SUIT.search(row.text))
        ]
        # Below a suit, other bids have the points between two in notrump.
        yield _Ladder(natural, is_answer=is_answer, is_natural=True, is_whole=is_notrump)
    # "3C  6-9, Bergen: 4!s, NF" beside "3D  7-9, Bergen: 4!s, INV"
    bergen: dict[object, list[Sibling]] = {}
    for row in ranged:
        if "bergen" in row.text:
            bergen.setdefault(row.kind[0] - {"nf", "alert"}, []).append(row)
    yield from (_Ladder(rows, is_answer=is_answer) for rows in bergen.values())
    # "3N  13-18, 4!s" beside "4N  19-20, quantitative"
    games = [row for row in ranged if row.name[1:2] == "N" and row.level in (3, 4)]
    yield _Ladder(games if any(_QUANTITATIVE.search(row.text) for row in games) else [], is_answer=is_answer)
    # "2C  11-12, asks for 2D" beside "2D  13+, relay, GF"
    twos = [row for row in ranged if row.level == 2 and row.bid and row.bid.strain.suit]
    relays = [row for row in twos if _RELAYS.search(row.text) and not NAMED.search(row.text)]
    yield _Ladder(relays, is_answer=is_answer)


def _is_for_balanced(row: Sibling) -> bool:
    """Return whether a bid in notrump is for balanced hands: "6-10, no 4-card major" without forcing."""
    return "bal" in row.text or (row.kind[0] >= _NO_MAJOR and not _NOT_ALL.search(row.text))


def _steps(rows: Sequence[Sibling]) -> Iterator[tuple[Sibling, Sibling]]:
    """Yield each row after the first one of a ladder, with that below it which has the most points."""
    below: Sibling | None = None
    for row in sorted(rows, key=lambda row: (row.low, row.high)):
        if below is not None:
            yield below, row
        if below is None or row.high >= below.high:
            below = row


def _is_shared(one: Sibling, row: Sibling, ladder: _Ladder) -> bool:
    """Return whether two rows have points in common, for hands that fit both."""
    first, end, low, high = one.low, one.high, row.low, row.high
    # "2N  16-17, 5+!c" and "3N  15-17, 6+!c"
    if ladder.is_natural and one.suits and row.suits and one.suits != row.suits:
        return False
    # "2N  17-19" and "3N  17-18, 4333, to play"
    if _OF_SOME.findall(one.text) != _OF_SOME.findall(row.text):
        return False
    is_inside = ladder.is_natural and high <= end < MOST_POINTS
    if first < low <= end and (end < high or is_inside):
        # "3D  4-8, 5+!d" and "2D  6-9, 5+!d" over a bid of theirs
        return not _is_preempt_in_contest(one, row)
    # "3S  15+, no shortage" and "3N  15-16, no shortage"
    is_open = ladder.is_answer and first == low and MOST_POINTS in (end, high) and end != high
    return (is_open and bool(one.kind[0])) or _is_nested(one, row) or _is_same_raise(one, row)


def _is_left_out(one: Sibling, row: Sibling, ladder: _Ladder) -> bool:
    """Return whether no bid has the points between two rows, as far as these show."""
    # "P  15" and "6N  17": other rows may have 16 with a suit.
    is_range = bool(one.suits) or one.low < one.high
    if not (is_range and _is_gap(one.high, row.low, among_all=ladder.is_all) and _are_close(one, row)):
        return False
    # "6-9, no 4-card major" may leave 10 to a bid of a minor.
    if ladder.is_natural and not ladder.is_whole and not all("bal" in each.text for each in (one, row)):
        return False
    is_ladder = _is_ladder(ladder.rows)
    return is_ladder or (
        ladder.is_whole
        and (
            (ladder.is_answer and not ladder.is_all)
            or _have_fit(one, row)
            or (ladder.is_kind and bool(one.suits) and not _is_preempt_in_contest(one, row))
            # "3N  8-9, 5332" and "2N  11+, 5332"
            or (ladder.is_kind and any(map(_SHAPE.fullmatch, one.kind[0])))
            or not _is_filled(one, row)
        )
    )


def _jumps(rows: Sequence[Sibling]) -> Iterator[Diagnostic]:
    """Yield a jump in a suit of one's own that begins where the simple rebid ends.

    "2C  11-15, 5+!c" and "3C  15-18, 6+!c"
    """
    own = [row for row in rows if row.bid and not _SHORT.search(row.text) and _shows_own(row)]
    own = [row for row in own if all(len(each.auction) > _PARTNER for each in row.agreements)]
    limited = [row for row in own if row.points and row.high < MOST_POINTS]
    for low, high in permutations(limited, 2):
        is_jump = low.denomination == high.denomination and (high.level or 0) == (low.level or 0) + 1
        may_stop = not _FORCES.search(high.text) and (high.level or 0) < _ASKS
        is_jump = is_jump and may_stop and low.high == high.low < high.high
        if is_jump and not (_is_usual(low, rows) and _is_usual(high, rows)):
            yield high.found("BML942", _both_have(low, high, high.low, high.low), _CORRECT, low)


def _gaps_below_jumps(rows: Sequence[Sibling]) -> Iterator[Diagnostic]:
    """Yield opener's jump that begins far above the simple rebid: "2C  11-15" and "3C  18+, 6+!c"."""
    own = [row for row in rows if row.bid and row.points and _shows_own(row) and len(row.suits) == 1]
    for low, high in permutations([row for row in own if _is_rebid(row)], 2):
        is_jump = low.denomination == high.denomination and (low.level, high.level) == (_PARTNER, _RESPONSE)
        first, last = low.high + 1, high.low - 1
        if not (is_jump and 0 <= last - first < _MOST_BELOW_JUMP):
            continue
        if not any(_may_have(row, low, first, last) for row in rows if row not in (low, high)):
            ends = f"{low.name} ends at {low.high}, and {high.name} begins at {high.low}"
            message = f"{ends}: neither has {points_in_words(first, last)}."
            yield high.found("BML942", message, _CORRECT, low)


def _is_rebid(row: Sibling) -> bool:
    """Return whether a row is opener's second bid, without a call of theirs, and no splinter."""
    calls = [each.auction.calls for each in row.agreements]
    are_quiet = all(
        isinstance(each[0], Bid) and len(each) == _ROUND + 1 and all(call is PASS for call in each[1::2])
        for each in calls
    )
    return bool(calls) and are_quiet and not _SHORT.search(row.text)


def _may_have(row: Sibling, like: Sibling, low: int, high: int) -> bool:
    """Return whether a row may be for hands with the long suit of another one and some of these points."""
    own = f"!{like.denomination[:1].lower()}"
    if "bal" in row.text or any(not suit.endswith(own) for suit in row.suits):
        return False
    ranges = ranges_in(row.text)
    return not ranges or any(least <= high and low <= most for least, most in ranges)


def _is_usual(row: Sibling, rows: Sequence[Sibling]) -> bool:
    """Return whether another row beside it has the same points: "2H  6-10, 5+!h" and "2D  6-10, 5+!d"."""
    return any(other is not row and other.points == row.points for other in rows)


def _both_have(one: Sibling, other: Sibling, low: int, high: int) -> str:
    """Return the sentence for the points that two rows have."""
    ranges = f"{one.range_words} and {other.range_words}"
    return f"{one.name} and {other.name} both have {points_in_words(low, high)}: {ranges}."


def _shows_own(row: Sibling) -> bool:
    """Return whether a row shows four cards or more of the suit that it bids."""
    own = f"!{row.denomination[:1].lower()}"
    return any(suit.endswith(own) and suit[0] in "45678" for suit in row.suits)


def _is_nested(one: Sibling, other: Sibling) -> bool:
    """Return whether a jump has points of a lower bid of its strain: "3N  15-19 bal" beside "2N  15-17"."""
    is_part = (one.low == other.low) is not (one.high == other.high) and other.low <= one.high
    is_part = is_part and max(one.high, other.high) < MOST_POINTS
    is_jump = one.level != other.level and one.denomination == other.denomination
    return is_part and is_jump and bool(one.kind[0])


def _odd_one(ladder: list[Sibling]) -> Diagnostic | None:
    """Return the one row of a level that has other points than all with the same words, but for one end."""
    usual, often = Counter((row.low, row.high) for row in ladder).most_common(1)[0]
    first, *_ = (row for row in ladder if row.points == usual)
    odd, *others = [row for row in ladder if row.points != usual] or [first]
    is_one = often > 1 and not others and len({row.level for row in ladder}) == 1 and ladder[0].kind[0]
    if not is_one or len([end for end in usual if end in (odd.low, odd.high)]) != 1:
        return None
    points = f"{odd.range_words} and {first.range_words}"
    message = f"{odd.name} and {first.name} have other points in the same words: {points}."
    return odd.found("BML942", message, _CORRECT, first)


def _is_gap(top: int, low: int, *, among_all: bool) -> bool:
    """Return whether points between two ranges are left out, and not those of a notrump opening before."""
    return low - top == 2 and low < _ALL_OPEN if among_all else 1 < low - top <= _WIDEST_GAP + 1


def _is_ladder(rows: Sequence[Sibling]) -> bool:
    """Return whether rows with the same words meet, but for one point: "12-14", "15-16" and "18+"."""
    ends = pairwise(sorted((row.low, row.high) for row in rows))
    steps = sorted(other[0] - one[1] for one, other in ends)
    is_mixed = len({row.denomination for row in rows}) > 1 and bool(rows[0].kind[0])
    # "2N  22-24", "3N  26-27": no opening has what is between.
    is_high = all(row.denomination == "NOTRUMP" and row.low >= _HIGH for row in rows)
    return (is_mixed or is_high) and len(steps) > 1 and steps == [1] * (len(steps) - 1) + [2]


def _is_filled(low: Sibling, high: Sibling) -> bool:
    """Return whether others have points between two ranges: opener has 18-19 for 1C-1H-2NT."""
    if not (low.level and high.level):
        return False
    is_notrump = low.denomination == high.denomination == "NOTRUMP"
    # "3H  0-5" beside "2H  8-10"
    is_above = low.bid.rank > high.bid.rank if low.bid and high.bid else low.level > high.level
    return is_above or (is_notrump and low.low >= _ALL_OPEN)


def _have_fit(one: Sibling, other: Sibling) -> bool:
    are_raises = all(_FOUR_TRUMPS.search(row.text) and row.level for row in (one, other))
    return are_raises and not _is_preempt_in_contest(one, other)


def _is_same_raise(one: Sibling, row: Sibling) -> bool:
    """Return whether one of two raises with the same words has points of the other one: "6-9" and "7-9"."""
    is_part = (one.low == row.low) is not (one.high == row.high) and row.low <= one.high
    is_part = is_part and max(one.high, row.high) < MOST_POINTS
    return is_part and one.level == row.level and _have_fit(one, row)


def _is_preempt_in_contest(low: Sibling, high: Sibling) -> bool:
    """Return whether the weaker of two raises is higher, after a call of theirs: "2N  10+" and "3H  to 8"."""
    is_above = bool(low.bid and high.bid and low.bid.rank > high.bid.rank)
    return is_above and any(
        call is not PASS for each in low.agreements for call in each.auction.calls[-2::-2]
    )


def _are_close(one: Sibling, other: Sibling) -> bool:
    return not (one.level and other.level) or abs(one.level - other.level) <= 1


def _has(row: Sibling, low: int, high: int, one: Sibling) -> bool:
    """Return whether a row has some of these points, for hands that may be those of another one."""
    is_sure = bool(one.suits) or (low == high and low < _ALL_OPEN + 1)
    others = is_sure and bool(row.suits) and one.suits.isdisjoint(row.suits)
    # "2C  10+, 4+!c" may be balanced as well.
    others = others and (bool(one.suits) or not any(suit[0] == "4" for suit in row.suits))
    # Nobody bids notrump with four trumps, and three of them are another raise.
    has_trumps = _FOUR_TRUMPS.search(one.text) or any("tr" in length for length in one.suits)
    # "5+!c and 4!h" is not a raise.
    has_trumps = has_trumps and len(one.suits) < _TWO
    others = others or bool(has_trumps and not (_FOUR_TRUMPS.search(row.text) or _FOUR.search(row.text)))
    # "Splinter, 15+" is not for hands without a shortage.
    others = others or (_SHORT.search(row.text) is not None and not _SHORT.search(one.text))
    return any(least <= high and low <= most for least, most in ranges_in(row.text)) and not others


# ---------------------------------------------------------------- opener's bids in notrump


_Ranged = tuple[tuple[int, int], Agreement]


def _notrumps(notes: CheckedNotes) -> Iterator[Diagnostic]:
    """Yield balanced points that opener's notrump bids have twice, or leave out, in one auction.

    A rebid of 1NT with 12-14 goes with an opening of 15-17, and 2NT with 18-19.
    """
    openings, rebids_after = _balanced_bids(notes)
    strong, beside = _strong_elsewhere(notes), _words_of_suits(notes)
    reported = set()
    for code, rebids in rebids_after.items():
        known = [(points, row) for points, row in rebids if points]
        is_whole = all(
            points or (isinstance(row.call, Bid) and row.call.level > _PARTNER) for points, row in rebids
        )
        is_of_one = rebids[0][1].auction[0].code < "2"
        for (first, one), (second, other) in pairwise(sorted([*openings, *known], key=lambda each: each[0])):
            missing = range(first[1] + 1, second[0])
            is_gap = (
                is_whole
                and 0 < len(missing) <= _MOST_MISSING
                # What a strong two leaves out, another one may have, but not between rows beside each other.
                and (is_of_one or _are_all_balanced(one, other, beside))
                # "1H  natural, or 20+ any" has what is missing between two of them.
                and not any(first[1] < low <= missing[0] for low in strong.get(code, ()))
            )
            later, before = (other, one) if len(other.auction) > 1 else (one, other)
            key = frozenset((one.location, other.location))
            if len(later.auction) > 1 and (is_gap or second[0] <= first[1]) and key not in reported:
                reported.add(key)
                message = _between((first, one), (second, other))
                see = (Related(before.location, f"{before.auction:short} is described here."),)
                yield Diagnostic("BML942", message, later.location, _CORRECT, see)


def _balanced_bids(
    notes: CheckedNotes,
) -> tuple[list[_Ranged], dict[str, list[tuple[tuple[int, int] | None, Agreement]]]]:
    """Return openings in notrump, and opener's rebids in notrump after each opening and response."""
    openings: list[_Ranged] = []
    rebids: dict[str, list[tuple[tuple[int, int] | None, Agreement]]] = {}
    for candidate, words in ours(notes):
        row, calls = candidate.agreement, candidate.agreement.auction.calls
        is_contest = any(call is not PASS for call in calls[1::2])
        if is_contest or not (_is_notrump(row) and isinstance(row.call, Bid) and row.call.level < _ASKS):
            continue
        points = _balanced(candidate, words)
        if len(calls) == 1 and points:
            openings.append((points, row))
        elif len(calls) > _PARTNER and _is_natural_rebid(calls[::2]) and not _is_long(row, candidates(notes)):
            rebids.setdefault(row.auction.code_up_to(_RESPONSE), []).append((points, row))
    return openings, rebids


def _is_long(row: Agreement, rows: Rows) -> bool:
    """Return whether opener has shown a suit, so that his notrump is not for all balanced hands.

    "1C-1D-2C-2D-2N" is not where 2C shows clubs, nor 1C-1D-1H-1S-1N of a natural 1H, nor is any notrump after
    "2C  11-15, 6+!c".
    """
    calls = row.auction.calls
    strains = [call.strain for call in calls[:-1:_ROUND] if isinstance(call, Bid) and call.strain.suit]
    earlier = [rows.get(row.auction.code_up_to(end)) for end in range(1, len(calls) - 1, _ROUND)]
    lengths = [max(needs(each[0].sure).lengths) if each else 0 for each in earlier]
    return (
        len(set(strains)) < len(strains)
        or lengths[0] > _SUIT
        or any(length >= _SUIT for length in lengths[1:])
        # What is not described, or twice, may be long.
        or not all(earlier[1:])
    )


def _is_notrump(row: Agreement) -> bool:
    return isinstance(row.call, Bid) and row.call.strain is Strain.NOTRUMP


def _strong_elsewhere(notes: CheckedNotes) -> dict[str, list[int]]:
    """Return from how many points on another rebid may be strong, after each opening and response."""
    strong: dict[str, list[int]] = {}
    for candidate, words in ours(notes):
        auction = candidate.agreement.auction
        if len(auction) == _ROUND + 1 and (found := _OR_STRONG.search(words)):
            strong.setdefault(auction.code_up_to(_RESPONSE), []).append(int(found[1]))
    return strong


def _words_of_suits(notes: CheckedNotes) -> dict[str, list[str]]:
    """Return the words of the rows after each auction that are not in notrump."""
    beside: dict[str, list[str]] = {}
    for candidate, words in ours(notes):
        row = candidate.agreement
        if not _is_notrump(row):
            beside.setdefault(row.auction.code_up_to(len(row.auction) - 1), []).append(words)
    return beside


def _are_all_balanced(one: Agreement, other: Agreement, beside: Mapping[str, list[str]]) -> bool:
    """Return whether two rows are beside each other, and none with them may be balanced as well."""
    before, last = (each.auction.code_up_to(len(each.auction) - 1) for each in (one, other))
    return before == last and not any(map(_MAY_BE_BALANCED.search, beside.get(last, ())))


def _between(low: _Ranged, high: _Ranged) -> str:
    """Return the sentence for the points that two bids in notrump have, or leave out between them."""
    (first, one), (second, other) = low, high
    ends = range_in_words(first), range_in_words(second)
    names = f"{one.auction:short} is {ends[0]} and {other.auction:short} {ends[1]}"
    if second[0] <= first[1]:
        return f"{names}, balanced: both have {points_in_words(second[0], min(first[1], second[1]))}."
    return f"{names}, balanced: neither has {points_in_words(first[1] + 1, second[0] - 1)}."


def _open_notrump(notes: CheckedNotes) -> Iterator[Diagnostic]:
    """Yield rebids after a minor of balanced hands all of which open 1NT: "2NT  15-17 bal, 3!s"."""
    notrump, shown = candidates(notes).get("1N") or (None, "")
    if notrump is None or not notrump.is_read or OF_OTHERS.search(shown):
        return
    found = {}
    for row, words in ours(notes):
        opening = row.agreement.auction.calls[0]
        is_rebid = len(row.agreement.auction) % _ROUND == 1 < len(row.agreement.auction)
        is_minor = isinstance(opening, Bid) and opening.level == 1 and opening.strain in _MINORS
        is_balanced = is_rebid and is_minor and balanced() in parts_of_all(row.sure)
        if not (is_balanced and ranges_in(words)) or OF_OTHERS.search(words):
            continue
        limits = row.sure.bounds().most.limits()
        if limits and not has_hands(row.sure & ~notrump.condition):
            points = range_in_words(limits)
            message = f"{row.call} has {points} points, balanced, and such a hand opens 1NT."
            see = (Related(notrump.agreement.location, "1NT is described here."),)
            place = row.agreement.location
            found[place] = Diagnostic("BML942", message, place, _CORRECT, see)
    yield from found.values()


def _balanced(row: Candidate, words: str) -> tuple[int, int] | None:
    """Return the points of a notrump bid, if it says nothing else but that it is balanced.

    "4 hearts, 18-19 balanced" is not for all balanced hands, nor is "25-27 bal with a long minor".
    """
    parts = row.sure.parts if isinstance(row.sure, All) else (row.sure,)
    is_plain = len(ranges_in(words)) == 1 and says_strength(row.sure)
    is_plain = is_plain and all(
        isinstance(part, Points | Not)
        or part == balanced()
        # "15+, short clubs" is not.
        or (isinstance(part, Length) and not part.low and part.high > 1)
        for part in parts
    )
    others = BALANCED.sub("", words)
    is_plain = is_plain and (row.is_read or not (NAMED.search(others) or _OF_SOME.search(others)))
    return row.sure.bounds().most.limits() if is_plain and not OF_OTHERS.search(words) else None


def _is_natural_rebid(calls: tuple[object, ...]) -> bool:
    """Return whether calls are a minor or a strong bid, a cheap response, and a rebid of opener.

    A relay may be between, as in 2C-2D-2H-2S-2NT.
    """
    opening, response, *rest = calls
    if not all(isinstance(bid, Bid) for bid in (opening, response, *rest)):
        return False
    assert isinstance(opening, Bid)
    assert isinstance(response, Bid)
    is_minor = opening.strain in _MINORS and response.strain.suit
    # A raise of the minor leaves the same hands to 2NT as 1♦-1♥ does.
    is_cheap = response.level == opening.level or response.strain is opening.strain
    if not is_minor or not is_cheap or (opening.level > 1 and response != bid_above(opening, 1)):
        return False
    if len(rest) == 1:
        return True
    rebid, relay, *last = rest
    assert isinstance(rebid, Bid)
    is_relay = relay == bid_above(rebid, 1) and isinstance(relay, Bid) and relay.strain.suit is not None
    return len(last) == 1 and rebid.strain.suit is not None and is_relay


CHECKS = (Check(find, ("BML942",), of_rows=True, of_numbers=("BML942",)),)
