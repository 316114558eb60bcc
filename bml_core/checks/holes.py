"""Hands that a player may hold, by what he has shown, and that no row of a decision describes.

What is not understood of a row may have them, but not a bid to play that says no points.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial, reduce
from itertools import accumulate, groupby, permutations, product
from math import comb, prod
from operator import and_, mul, or_
from typing import NamedTuple

from bml_core.bridge import FULL_HAND, PASS, Bid, Call, Strain
from bml_core.checks.decisions import CheckedDecision, decisions_of, found_each_time
from bml_core.checks.run import Check, CheckedNotes
from bml_core.checks.wording import SUITS, in_small_letters, points_in_words, ranges_in, strain_of, words_of
from bml_core.diagnostics import Diagnostic, Related, counted
from bml_core.hands.bidding import FORCED, Candidate, DecisionPoint
from bml_core.hands.conditions import ALL_POINTS, SUIT_ORDER, PointTable, balanced, cards, runs
from bml_core.hands.counting import count_table
from bml_core.hands.descriptions import Obligation
from bml_core.hands.shapes import SHAPES
from bml_core.system import System

_ANY = PointTable.of_points(ALL_POINTS)
_ROUND, _TWO, _WIDEST, _STRONGEST, _NEARLY = 4, 2, 2, 30, 1.02
#: Shares of hands: those that are all, most, some, and few of a kind, and a kind worth to be named.
_ALL, _WIDE, _MOST, _SOME, _FEW, _LARGE, _LEAST = 0.9, 0.7, 0.6, 0.3, 0.1, 0.045, 0.03
_SEVERAL = 3
# "4!s (or 3 with a short suit)", "may have 4!s"
_OR = re.compile(r"[,;] or\b")
_HEDGE = re.compile(
    r"\b(?:or|may|perhaps|usually|can|could|might|except|unless|also|sometimes|if|but)\b|[?(]"
)
_LENGTH = re.compile(r"([3-8])\+?[ -]?(?:cards? )?!([cdhs])")
_ASKS = re.compile(r"\basks?\b")


def find(notes: CheckedNotes) -> Iterator[Diagnostic]:
    """Yield hands that no row of a decision has, of those that the player may hold."""
    looks = (
        (next(iter(decision.point.rows.values())).location, partial(_left_out, decision, notes.system))
        for decision in decisions_of(notes.system)
        if decision.point.rows and all(each.is_ours for each in decision.point.rows.values())
    )
    yield from found_each_time(looks).values()


def _left_out(decision: CheckedDecision, system: System) -> Diagnostic | None:
    tables = {
        row: _most(row) for each in decision.point.rows.values() for row in [Candidate.of(each, system)]
    }
    # "3N  To play, long good !d" is not for points that other rows leave out.
    every = len(tables)
    tables = {row: table for row, table in tables.items() if table != _ANY or not row.is_to_play}
    is_open = any(not row.obligations.isdisjoint(FORCED) for row in tables)
    if not tables or is_open or _ANY in tables.values():
        return None
    rounds = list(zip(decision.before, decision.auction.calls, strict=True))
    if any(call is PASS and not point.row(call) for point, call in rounds[-_ROUND::-_ROUND]):
        # A passed hand has not the points of an opening.
        return None
    mine = rounds[-_ROUND::-_ROUND]
    own = [row for point, call in mine if (row := point.row(call))]
    possible = reduce(and_, map(_most, own), _ANY).reachable()
    if own and all(row.is_read for row in own) and decision.auction.calls[-1] is PASS:
        point, call = rounds[-2]
        asked = point.row(call)
        otherwise = [_bid_otherwise(mine, system, notrumps=each) for each in (False, True)]
        otherwise.append(_bid_otherwise(mine, system, openings=True))
        # Balanced hands with 15 points open 1N, and no rebid after 1H has them; six spades open 1S.
        holes = [_unanswered(asked, possible & ~each, tables) for each in otherwise] if asked else []
        if holes and holes[0] and holes[0] == holes[1] and holes[2]:
            return holes[0]
    # Beside "4H  to play", players bid that with the points between two others.
    are_ranged = len(tables) == every and all(ranges_in(words_of(each.agreement)) for each in tables)
    find = partial(_between_any, tables=tables, are_ranged=are_ranged)
    # Balanced hands with 20 points open 2N, not 1C.
    return (
        (found := find(possible)) and find(possible & ~_bid_otherwise(mine, system, openings=True)) and found
    )


def _between_any(
    possible: PointTable, tables: Mapping[Candidate, PointTable], *, are_ranged: bool
) -> Diagnostic | None:
    return _between(possible, tables, are_ranged=are_ranged) or _between_two(possible, tables)


def _bid_otherwise(
    own: Sequence[tuple[DecisionPoint, Call]],
    system: System,
    *,
    openings: bool = False,
    notrumps: bool = False,
) -> PointTable:
    """Return the hands that other calls show for certain, with or without openings, or those in notrump."""
    others = (
        Candidate.of(each, system)
        for point, call in own
        for each in point.rows.values()
        if each.call != call
        and (openings or each.auction.before.last_bid or (notrumps and _is_balanced(each.call)))
    )
    # "20--21, balanced [yes, not via 1C]"
    tables = (
        each.bounds.least if each.is_read else _most(each)
        for each in others
        if each.is_read or strain_of(each.call) is Strain.NOTRUMP
    )
    return reduce(or_, tables, PointTable(0))


def _most(row: Candidate) -> PointTable:
    """Return the hands that a row may have, by what is understood of it and by the points in its words.

    The rest of its words may leave out some of them; what hedges may add others.
    """
    if row.is_read or row.explanation.in_braces:
        return row.bounds.most
    words = in_small_letters(row.agreement.description[:1])
    most = _ANY if _HEDGE.search(words) else row.bounds.most
    lengths = _LENGTH.findall(words)
    # "4!s (or 3 with a short suit)"
    if most is _ANY and len(lengths) == 1 and (strain := SUITS[lengths[0][1]]) is strain_of(row.call):
        assert strain.suit
        most = cards(int(lengths[0][0]) - 1, FULL_HAND, strain.suit).table()
    # "8 playing tricks, or 21-22 balanced" does not begin with 21.
    is_of_all = all(map(ranges_in, _OR.split(words)))
    if is_of_all and (ranges := ranges_in(words)):
        low, high = min(low for low, _ in ranges), max(high for _, high in ranges)
        most &= PointTable.of_points((2 << high) - (1 << low))
    return most


# ---------------------------------------------------------------- kinds of hands


class _Kind(NamedTuple):
    """Hands with points that no row has: their share of all that the player may have, and their words."""

    share: float
    low: int
    high: int
    words: str


#: How many hands there are, by their points.
_Numbers = Sequence[float]


def _largest(
    possible: PointTable,
    tables: Iterable[PointTable],
    find: Callable[[tuple[_Numbers, _Numbers], tuple[_Numbers, _Numbers]], Iterator[tuple[int, int]]],
) -> _Kind | None:
    """Return the largest kind of hands that no row has; a simple one, if others are hardly larger."""
    covered = reduce(or_, tables) & possible
    if covered == possible:
        return None
    masks = list(zip(possible.points_by_shape(), covered.points_by_shape(), strict=True))
    every = _by_points(masks, range(len(masks)))
    found = []
    for words, shapes in _kinds().items():
        hands = _by_points(masks, shapes)
        for low, high in find(hands, every):
            share = sum(hands[0][low : high + 1]) / sum(every[0])
            if share > _LEAST:
                found.append(_Kind(share, low, high, words))
    return next((kind for kind in found if _NEARLY * kind.share > max(found).share), None)


def _by_points(masks: Sequence[tuple[int, int]], shapes: Iterable[int]) -> tuple[_Numbers, _Numbers]:
    """Return how many hands of shapes there are with each number of points, and how many no row has."""
    weights: dict[tuple[int, int], int] = {}
    by_shape, shares = _hands_by_shape(), _shares_of_points()
    for shape in shapes:
        weights[masks[shape]] = weights.get(masks[shape], 0) + by_shape[shape]
    # What each number of points has more than the one before it.
    held, free = [0] * (len(shares) + 1), [0] * (len(shares) + 1)
    for (possible, covered), hands in weights.items():
        for numbers, mask in ((held, possible), (free, possible & ~covered)):
            for low, high in runs(mask):
                numbers[low] += hands
                numbers[high + 1] -= hands
    return list(map(mul, accumulate(held), shares)), list(map(mul, accumulate(free), shares))


def _state(hands: float, free: float) -> bool | None:
    """Return True if most hands have a row, and False if nearly none have one."""
    return None if not hands else False if free >= _ALL * hands else free <= (1 - _MOST) * hands or None


# ---------------------------------------------------------------- holes


def _unanswered(
    asked: Candidate, possible: PointTable, tables: Mapping[Candidate, PointTable]
) -> Diagnostic | None:
    """Return a kind of hands that a question or a forcing call leaves without an answer."""
    is_asked = asked.is_question or asked.is_request or _ASKS.search(words_of(asked.agreement))
    if not (is_asked or Obligation.CALLED_FORCING in asked.obligations):
        return None

    def find(hands: tuple[_Numbers, _Numbers], every: tuple[_Numbers, _Numbers]) -> Iterator[tuple[int, int]]:
        numbers = list(zip(*hands, *every, strict=True))
        states = [(_state(held, free), _state(a - held, b - free)) for held, free, a, b in numbers]
        for (is_free, are_others), run in groupby(range(len(states)), key=states.__getitem__):
            points = [*run]
            share = sum(hands[0][each] for each in points) / (sum(every[0]) or 1)
            if is_free is False and ((are_others and share > _LEAST) or (is_asked and share > _FEW)):
                yield points[0], points[-1]

    found = _largest(possible, tables.values(), find)
    if found is None:
        return None
    least, most = possible.limits() or (0, 0)
    points = points_in_words(found.low, found.high)
    if found.low <= least:
        points = "hands" if found.high >= min(most, _STRONGEST) else f"at most {found.high} points"
    elif found.high >= min(most, _STRONGEST):
        points = f"{found.low} points or more"
    see = (Related(asked.agreement.location, f"{asked.call} is described here."),)
    message = f"No answer to {asked.call} describes {points}{found.words}."
    return _found(message, next(iter(tables)), see)


def _between(
    possible: PointTable, tables: Mapping[Candidate, PointTable], *, are_ranged: bool
) -> Diagnostic | None:
    """Return points that no hand of a kind has a row for, though most have with one less and one more."""
    covered = (reduce(or_, tables.values()) & possible).cells
    free = possible.cells & ~covered
    # Most decisions have no shape with such points.
    if not any(free & free >> wide & covered << 1 & covered >> 1 + wide for wide in range(_WIDEST)):
        return None

    def find(hands: tuple[_Numbers, _Numbers], every: tuple[_Numbers, _Numbers]) -> Iterator[tuple[int, int]]:
        states = list(map(_state, *hands))
        lows = [low for low, state in enumerate(states) if low and state is False]
        for low, wide in product(lows, range(_WIDEST)):
            ends, between = (states[low - 1], *states[low + wide + 1 :][:1]), states[low : low + wide + 1]
            if ends == (True, True) and all(state is False for state in between):
                yield low, low + wide

    found = _largest(possible, tables.values(), find)
    if found is None:
        return None
    limits = {row: table.reachable().limits() or (0, 0) for row, table in tables.items()}
    ends = [row for row, (_, most) in limits.items() if most == found.low - 1]
    begins = [row for row, (least, _) in limits.items() if least == found.high + 1]
    row, *others = (*ends[:1], *begins[:1]) or tables
    message = f"No row here describes {points_in_words(found.low, found.high)}{found.words}."
    # With what is left out beside "Pass  11--15", players pass as well.
    # Two or three openings are seldom all of them.
    is_whole = len(row.agreement.auction) > 1 or len(tables) > _SEVERAL
    is_large = found.share > _LARGE and row.call is not PASS and are_ranged and is_whole
    return _found(message, row, _see(*others[:1]), "BML951" if is_large else "BML952")


def _between_two(possible: PointTable, tables: Mapping[Candidate, PointTable]) -> Diagnostic | None:
    """Return the points between two rows for the same suits of which other rows leave out many hands."""
    limits = {row: table.reachable().limits() or (0, 0) for row, table in tables.items()}
    pairs = [
        (one, other, limits[one][1], limits[other][0])
        for one, other in permutations(tables, 2)
        if 1 < limits[other][0] - limits[one][1] <= _WIDEST + 1
    ]
    shapes = {row: _shapes(table) for row, table in tables.items()} if pairs else {}
    is_wide = {row: mask.bit_count() > _WIDE * len(SHAPES) for row, mask in shapes.items()}
    # Nobody doubles or bids notrump with support and points for a raise.
    suits = [
        tables[row] for row in shapes if not is_wide[row] or strain_of(row.call) not in (None, Strain.NOTRUMP)
    ]
    of_all, of_suits = (reduce(or_, each, PointTable(0)) for each in (tables.values(), suits))
    for one, other, top, low in pairs:
        # Between 1NT and 3NT, 2NT has them, and between 2H and 3H after 1NT-2C-2D.
        are_all = Strain.NOTRUMP in (strain_of(one.call), *_strains_bid(one))
        covered = of_all if are_all else of_suits
        both = shapes[one] & shapes[other]
        is_part = strain_of(one.call) is strain_of(other.call) and both in (shapes[one], shapes[other])
        if is_wide[one] or not (is_part or shapes[one] == shapes[other]):
            continue
        points = PointTable.of_points((1 << low) - (2 << top))
        between = possible & PointTable.of_shapes(both) & points
        if count_table(between & ~covered) > _SOME * count_table(between):
            message = (
                f"{one.call} ends at {top}, and {other.call} begins at {low}:"
                f" many hands with {points_in_words(top + 1, low - 1)} have no row."
            )
            # With the points between "3H  4--7" and "2H  10+" players double, or bid as well as they can.
            is_ladder = (
                isinstance(one.call, Bid) and isinstance(other.call, Bid) and one.call.rank < other.call.rank
            )
            return _found(message, one, _see(other), "BML951" if is_ladder else "BML952")
    return None


def _found(message: str, row: Candidate, see: tuple[Related, ...], code: str = "BML952") -> Diagnostic:
    hint = "Write a row for these hands, or correct one."
    return Diagnostic(code, message, row.agreement.location, hint, see)


def _see(*rows: Candidate) -> tuple[Related, ...]:
    return tuple(Related(row.agreement.location, f"{row.call} is described here.") for row in rows)


def _shapes(table: PointTable) -> int:
    """Return the shapes of a table as a mask."""
    return sum(1 << number for number, points in enumerate(table.points_by_shape()) if points)


def _is_balanced(call: Call) -> bool:
    """Return whether a call is 1N or 2N: "3N" may have a long minor, and "4N  any" asks for aces."""
    return isinstance(call, Bid) and call.strain is Strain.NOTRUMP and call.level <= _TWO


def _strains_bid(row: Candidate) -> list[Strain]:
    """Return the strains that partner has bid before a row."""
    return [call.strain for call in row.agreement.auction.calls[-3::-4] if isinstance(call, Bid)]


@cache
def _kinds() -> Mapping[str, Sequence[int]]:
    """Return the numbers of the shapes of kinds of hands, by their words, the simplest first."""
    kinds = {" balanced": balanced()}
    for suit in SUIT_ORDER:
        kinds |= {
            f" with at most {counted(most, suit.word[:-1])}": cards(0, most, suit) for most in range(1, 6)
        }
        kinds |= {
            f" with {least} or more {suit.word}": cards(least, FULL_HAND, suit) for least in range(3, 7)
        }
    for name, pair in (("major", SUIT_ORDER[:2]), ("minor", SUIT_ORDER[2:])):
        for length in (4, 5):
            one, other = (cards(0, length - 1, suit) for suit in pair)
            kinds[f" without a {length}-card {name}"] = one & other
    tables = {words: formula.table().points_by_shape() for words, formula in kinds.items()}
    numbers = {words: [n for n, mask in enumerate(masks) if mask] for words, masks in tables.items()}
    return {"": range(len(SHAPES)), **numbers}


@cache
def _hands_by_shape() -> Sequence[int]:
    return [prod(comb(FULL_HAND, length) for length in shape) for shape in SHAPES]


@cache
def _shares_of_points() -> Sequence[float]:
    tables = (PointTable.of_points(1 << points) for points in range(ALL_POINTS.bit_length()))
    return [count_table(table) / count_table(_ANY) for table in tables]


CHECKS = (
    Check(
        find,
        ("BML951",),
        ("BML952",),
        of_rows=True,
        of_numbers=("BML951",),
        said_better={"BML951": ("BML942",), "BML952": ("BML944",)},
    ),
)
