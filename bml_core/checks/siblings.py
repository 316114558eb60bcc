"""Rows beside each other: copied words, ranges that do not meet, transfers, alerts and indentation.

These look at rows as they are written, so that they also see what is not understood.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from bml_core.bridge import BIDS, PASS, Auction, Bid, Call, Strain, bid_above
from bml_core.checks import earlier
from bml_core.checks.run import Check, CheckedNotes
from bml_core.checks.wording import (
    MOST_POINTS,
    NAMED,
    RANGE,
    SUIT,
    SUIT_LENGTH,
    SUITS,
    in_small_letters,
    points_in_words,
    range_in_words,
    ranges_in,
    words_of,
)
from bml_core.diagnostics import Diagnostic, Location, Related
from bml_core.document import LiteralCall, Row, StrainChoice
from bml_core.hands.counting import needs
from bml_core.hands.descriptions import Obligation, asked_steps, explain, known_of, obligations_of
from bml_core.system import Agreement, System

_LEAST_ROWS, _USUAL, _LONG, _ASKS_LOW = 10, 0.9, 5, 4
_WIDEST_GAP, _OWN_BEFORE = 2, 3
_MOST_TOUCHING, _ALL_OPEN, _LEAST_RANGES, _MOST_HAVE_RANGES = 2, 11, 3, 0.6
_LEAST_ALIKE, _MOST_UNLIKE, _LEAST_ORDERED = 3, 0.2, 5

# A length is of its suit: "5+!s" is not "4+!s".
_WORD = re.compile(r"(?:\d\+?[ -]?)?![cdhs]|\d[-\d+]*|[a-z]{2,}")
#: What says how strong a row is, as its points do.
_STRENGTHS = frozenset(
    re.findall(
        r"\w+",
        "and or with the hcp pts points single limit mixed constructive invitational invite inv weak strong"
        " minimum maximum min max medium game forcing gf good bad raise jump card support to play lr pre",
    )
)
# What rows are described as that differ in their level alone.
_EVERYWHERE = re.compile(
    r"\bto play\b|\bnatural\b|\bnat\b|\bovercall|\bsign.?off|\bpass or correct|\bp/c\b"
    r"|\?|\bas above\b|\bsame\b|\bsee\b"
    r"|(?:\bpreempt|\bcue|\bcontrol)(?!.*\d!)|\bspl(?:inter)?\b(?!.*[0-3]!)"
)
_HEARTS = re.compile(r"\d\+? ?(?:!?h\b|hearts)")
_OF_HEARTS = re.compile(r"!h|(?<=\d)h\b|\bhearts?\b")
_RAISES = [bid for bid in BIDS if bid.strain in (Strain.HEARTS, Strain.SPADES)][2:6]
_PAIR = re.compile(r"(\d\+?!?[cdhs])\b ?(?:\+|and) ?(\d\+?!?[cdhs])\b")
# "1 of 4", and a shape
_EXACT = re.compile(r"\d (?:of|or) \d|\b\d{4}\b")
_KEY_CARDS = re.compile(r"[0-5]/[0-5]\b")
_FOUR_TRUMPS = re.compile(
    r"\bbergen\b|\b(?:4|four)[ -]?(?:cards? (?:support|raise|fit)|trumps?)|\b4\+?!?[hs]\b"
)
_OWN_SUIT = frozenset(("natural", "nat", "cards", "suit", "own"))
_COMPLETES = re.compile(
    r"(?:simply |just )?(?:completes?|completed|completing|accepts?|accepted)\b(?!.*\bby\b)"
)
_SHORT = re.compile(r"(?:0-1|0|1|short(?: in|ness in)?|singleton|void)[ -]?" + SUIT)
_SHORTNESS = re.compile(r"(?:\w+ )?(?:short(?:ness|age)?|singleton|void|splinter)(?: or void)?")
_MARK = re.compile(r"\(?\b(alert|announce)(?:ed|d)?\b\)?")
_FIGURES = re.compile(r"\d+")
_NUMBERS = re.compile(r"(?:no(?:ne)?|one|two|three|four|[0-4])(?:$| or | aces?\b| key ?cards?\b)")
_COUNTS = re.compile(r"\d (aces?|kings?|controls?|key ?cards?)\b")
_SUIT_LETTER = re.compile(r"![cdhs]|\b(?:clubs?|diamonds?|hearts?|spades?)\b")
_LETTERS = re.compile(SUIT)
_JOINT, _REST = re.compile(r"[,.;]|\b(?:with|and|an?|the)\b"), re.compile(r"[.;] | ?\(")
#: The points and a suit, as in ``6+, 4+!h``.
_HEAD = re.compile(rf"\d\d?(?:(?:-{{1,2}}|\u2013)\d\d?|\+)(?: hcp)?, \d\+?{SUIT}\w*")
_FIT = re.compile(r"\b(?:support|raise|fit|trumps?|bergen|jacoby|drury)\b|!(?:[hs])")
_LINK = re.compile(r"\[([^][]*)\]\([^()]*\)")
_SUITS = (Strain.SPADES, Strain.HEARTS, Strain.DIAMONDS, Strain.CLUBS)
_ASIDE = re.compile(r"\([^()]*\)")
_KEYWORD = re.compile(r"[a-z]{5,}")
_EXTREME = re.compile(r"(min|max)(?:imum)?\b")
_PREEMPTS = re.compile(r"(?:weak|wk|pre\w*)\b(?!.* (?:or|and|transfer)\b)")
_LENGTH_LETTER = re.compile(r"(?:^|[\s,])[5-8]\+?([cdhs])\b")
_BAD, _GOOD = re.compile(r"min(?:imum)?\b|bad hand"), re.compile(r"max(?:imum)?\b|good hand")
_ACES, _ASKS = Call.parse("4N"), re.compile(r"jacoby 2n|jacoby:|jacoby,|stenberg|ogust|(?:\w+ )?asks?\b")


@dataclass(frozen=True, eq=False)
class _Sibling:
    """A row for one call of a system, with its words in small letters."""

    system: System
    row: Row
    bid: Bid | None
    agreements: Sequence[Agreement] = ()

    @cached_property
    def text(self) -> str:
        # What a history continues is described elsewhere, and other languages are known of agreements.
        first, lines = self.agreements[:1], [line.text for line in self.row.description]
        is_foreign = any(each.wording and each.wording.language not in ("", "en") for each in first)
        words = words_of(first[0]) if first and (is_foreign or not lines) else in_small_letters(lines)
        return _LINK.sub(r"\1", words)

    @property
    def location(self) -> Location:
        return self.row.location

    @property
    def level(self) -> int | None:
        """Return the level of the one bid, or of the one variable, as in ``3M``."""
        match self.row.call.patterns:
            case (StrainChoice(level=level, variable=str()),):
                return level
        return self.bid.level if self.bid else None

    @property
    def denomination(self) -> str:
        """Return the strain as it is written, or the variable, as ``M``."""
        return self.bid.strain.name if self.bid else self.name[1:] if self.level else ""

    @property
    def name(self) -> str:
        return self.row.call.text

    @property
    def related(self) -> tuple[Related, ...]:
        # What a history continues is where it is described, if that is known.
        place = self.location if self.location.file else next((r.location for r in self.agreements), None)
        return (Related(place, f"{self.name} is described here."),) if place else ()

    @cached_property
    def clause(self) -> str:
        """Return the words but for an alternative, as in "22+ balanced, or game forcing"."""
        return self.text.partition(", or ")[0]

    @cached_property
    def points(self) -> tuple[int, int] | None:
        """Return the points that the words name, if they name one range of them."""
        ranges = ranges_in(self.clause)
        return ranges[0] if len(ranges) == 1 else None

    @cached_property
    def suits(self) -> frozenset[str]:
        """Return the lengths that the words name, such as ``4+!h``."""
        return frozenset(SUIT_LENGTH.findall(self.text))

    @cached_property
    def kind(self) -> tuple[frozenset[str], object]:
        """Return the words but for those of strength, and the strain where the bid shows its suit."""
        words = frozenset(_WORD.findall(_ASIDE.sub(" ", RANGE.sub(" ", self.clause)))) - _STRENGTHS
        # "Bergen, 7-9, four cards" is of partner's suit.
        is_own = (not words or not words.isdisjoint(_OWN_SUIT)) and not _FIT.search(self.text)
        return words - _OWN_SUIT, self.bid.strain if is_own and self.bid else None

    @property
    def mark(self) -> str:
        """Return how the row is marked for the opponents: ``alert``, ``announce`` or not at all."""
        found = _MARK.search(self.text)
        return found[1] if found else "alert" if self.row.call.alert else ""

    @cached_property
    def transfer(self) -> Strain | None:
        """Return the strain of the suit to which the row is a transfer."""
        if self.bid is None or len(self.agreements) != 1:
            return None
        name = known_of("transfer", self.agreements[0], self.system, _transfer)
        return Strain(name) if name else None

    def lowest(self, strain: Strain) -> Bid | None:
        """Return the lowest bid in a strain that is above it."""
        above = (bid_above(self.bid, number) for number in range(1, len(Strain) + 1))
        return next((bid for bid in above if bid and bid.strain is strain), None)

    @property
    def next_calls(self) -> Mapping[Call, Agreement]:
        """Return the rows that answer it, wherever they are written."""
        return self.system.after(self.agreements[0].auction.then(PASS), in_any_scope=True)


_Groups = Sequence[tuple[_Sibling | None, list[_Sibling]]]


def _transfer(row: Agreement, system: System) -> str | None:
    """Return the letter of the suit to which a row is a transfer."""
    if Obligation.REQUEST not in obligations_of(row, system):
        return None
    lengths = needs(explain(row, system).condition).lengths
    long = [suit.value for suit, length in zip(_SUITS, lengths, strict=True) if length >= _LONG]
    return long[0] if len(long) == 1 else None


def _asks(row: Agreement, system: System) -> list[list[str]]:
    """Return the words of the book in a row to which partner has usual answers, each with these."""
    return [[meaning.name, *meaning.answers] for meaning in explain(row, system).reading.asks]


def _siblings(notes: CheckedNotes) -> Iterator[tuple[_Sibling | None, list[_Sibling]]]:
    """Yield rows of ours that are beside each other, below the row that they continue."""
    agreements: dict[Location, list[Agreement]] = {}
    for each in notes.system.agreements:
        agreements.setdefault(each.location, []).append(each)

    def sibling(row: Row) -> _Sibling:
        match row.call.patterns:
            case (LiteralCall(Bid() as bid),):
                return _Sibling(notes.system, row, bid, agreements.get(row.location, ()))
        return _Sibling(notes.system, row, None, agreements.get(row.location, ()))

    for document in notes.documents:
        for table in document.tables:
            calls = table.history.calls if table.history else ()
            # What a history continues has no place among rows.
            at = calls[-1].location._replace(file="") if calls else table.location
            last = Row(calls[-1], (), table.rows, at) if calls else None
            left: list[tuple[Row | None, tuple[Row, ...]]] = [] if table.is_unplaced else [(last, table.rows)]
            while left:
                above, rows = left.pop()
                siblings = [sibling(row) for row in rows if not row.call.theirs]
                first = sibling(above) if above else None
                if first and above is last:
                    first = replace(first, agreements=_continued(notes.system, siblings))
                yield first, siblings
                left += [(row, row.children) for row in reversed(rows) if row.children]


def _continued(system: System, rows: Sequence[_Sibling]) -> Sequence[Agreement]:
    """Return what is written of the last call of a history, wherever that is."""
    before = next((row.agreements[0].auction.before for row in rows if row.agreements), None)
    if not before or before.call is not PASS or not before.before:
        return ()
    found = system.after(before.before.before, in_any_scope=True).get(before.before.call)
    return (found,) if found else ()


def find(notes: CheckedNotes) -> Iterator[Diagnostic]:
    """Yield what rows beside each other have in common, or do not, and should not or should."""
    touching: list[Diagnostic] = []
    ranged: set[Location] = set()
    groups = list(_siblings(notes))
    below = {above.location: rows for above, rows in groups if above}
    for above, rows in groups:
        first = above.agreements[:1] if above else ()
        asks = [each for row in first for each in known_of("asks", row, notes.system, _asks)]
        is_asked = bool(asks) or any(asked_steps(row, notes.system) is not None for row in first)
        is_answer = is_asked or bool(above and (above.bid == _ACES or _ASKS.match(above.text)))
        yield from _copied(rows, is_answer=is_answer)
        yield from _turned(rows)
        yield from _above_own(notes.system, above, rows)
        for touches, found in _ranges(above, rows, is_answer=is_answer):
            if touches:
                touching.append(found)
            else:
                ranged.add(found.location)
                yield found
        yield from _transfers(above, rows, below)
        yield from _unanswered(rows)
        yield from _splinters(above, rows)
        yield from _steps(above, rows, is_answer=is_asked)
        yield from _answers(above, rows, asks)
        yield from _left_out(above, rows)
    # "10-12" beside "12-14" is a slip, or how these players write.
    slips = touching if len(touching) <= _MOST_TOUCHING else []
    yield from slips
    ranged.update(found.location for found in slips)
    yield from (each for each in earlier.notrumps(notes) if each.location not in ranged)


def find_unlike(notes: CheckedNotes) -> Iterator[Diagnostic]:
    """Yield what is unlike the rest of the notes: alerts and indentation."""
    groups = list(_siblings(notes))
    for look in (_other_suits, _other_than_bid, _of_other_major, _alerts, _indentations):
        yield from look(groups)
    for above, rows in groups:
        yield from _order(rows)
        if above and above.bid and len(rows) == 1 and _is_like(above, rows[0]):
            message = f"{rows[0].name} has the words of {above.name} above it, for another suit."
            hint = "Correct its indentation, if it is not below it."
            yield Diagnostic("BML946", message, rows[0].location, hint, above.related)


# ---------------------------------------------------------------- the same words


def _copied(rows: list[_Sibling], *, is_answer: bool) -> Iterator[Diagnostic]:
    known: dict[str, _Sibling] = {}
    extremes = {found[1] for row in rows if (found := _EXTREME.match(row.text))}
    for row in rows:
        if row.bid is None or not row.text or _EVERYWHERE.search(row.text):
            continue
        # "Bergen, 7-9, 4!h" has the same words as "Bergen 7-9, 4!h".
        # Nor is "5h + 4s" another hand than "4s + 5h".
        words = _PAIR.sub(lambda found: " ".join(sorted(found.groups())), row.text)
        words = " ".join(_JOINT.sub(" ", words).split())
        first = known.get(words)
        known[words] = row
        if not first or first.bid is None or first.bid == row.bid or row.bid.level - first.bid.level > 1:
            continue
        # A sentence about several calls says the same of each.
        if first.location[:2] == row.location[:2]:
            continue
        # "3C  shortness, 3D 3S also", and the same for 3NT: it is not of each one's own suit.
        is_notrump = [each.strain is Strain.NOTRUMP for each in (first.bid, row.bid)]
        is_of_fit = row.points and (is_answer or _FIT.search(row.text))
        if (
            is_of_fit
            or (is_answer and _EXACT.search(row.text))
            or _KEY_CARDS.search(row.text)
            or (len(extremes) > 1 and _EXTREME.match(row.text) and " " in words)
            or NAMED.search(row.text)
            or (is_notrump[0] != is_notrump[1] and row.text.count(" ") >= _LEAST_ALIKE)
        ):
            message = f"{row.name} has the same words as {first.name} beside it."
            hint = "Correct the one that was copied, or write both calls in one row."
            yield Diagnostic("BML941", message, row.location, hint, first.related)
    heads: dict[tuple[str, int], list[_Sibling]] = {}
    for row in rows:
        # "6+, 4+!h. Up the line" for 1D as well as for 1H
        if row.bid and _HEAD.fullmatch(head := _REST.split(row.text)[0]):
            heads.setdefault((head, row.bid.level), []).append(row)
    for (head, _), alike in heads.items():
        own = [row for row in alike if row.bid and row.bid.strain in map(SUITS.get, _LETTERS.findall(head))]
        for row in alike if len(own) == 1 < len(alike) else ():
            if row.text != own[0].text:
                message = f"{row.name} shows the same as {own[0].name} beside it."
                hint = "Correct the one that was copied."
                yield Diagnostic("BML941", message, row.location, hint, own[0].related)


def _swapped(rows: list[_Sibling]) -> Iterator[tuple[_Sibling, Diagnostic]]:
    """Yield the second of two bids with the same words and each other's suit: 2D spades, and 2H hearts."""
    known: dict[tuple[int, str], tuple[_Sibling, Strain]] = {}
    for row in rows:
        suits = {*map(SUITS.get, _LETTERS.findall(row.text))}
        if row.bid is None or len(suits) != 1:
            continue
        suit = suits.pop() or row.bid.strain
        first, shown = known.get(key := (row.bid.level, _SUIT_LETTER.sub("", row.text)), (row, suit))
        known[key] = row, suit
        is_next = first.bid and row.bid.rank == first.bid.rank + 1
        if is_next and suit is row.bid.strain and [*Strain].index(shown) == [*Strain].index(suit) + 1:
            message = f"{first.name} shows {shown.name.lower()}, and {row.name} the suit that it bids."
            yield row, Diagnostic("BML943", message, row.location, "Exchange the suits.", first.related)


# ---------------------------------------------------------------- points


def _turned(rows: list[_Sibling]) -> Iterator[Diagnostic]:
    """Yield a good hand that has fewer points than a bad one beside it."""
    ranged = [row for row in rows if row.points and row.points[1] < MOST_POINTS]
    weak, strong = ([row for row in ranged if words.match(row.text)] for words in (_BAD, _GOOD))
    for row in strong:
        above = [other for other in weak if other.points and row.points and row.points < other.points]
        if above:
            points = " and ".join(range_in_words(each.points or (0, 0)) for each in (row, above[0]))
            message = f"{row.name} is the better hand, and {above[0].name} has more points: {points}."
            yield Diagnostic("BML942", message, row.location, "Correct one of the ranges.", above[0].related)
            return


def _above_own(system: System, above: _Sibling | None, rows: list[_Sibling]) -> Iterator[Diagnostic]:
    """Yield an answer with more points than the player showed, beside one like it that has as many."""
    auction = above.agreements[0].auction if above and above.agreements else None
    if auction is None or len(auction) < _OWN_BEFORE:
        return
    before = Auction(auction.calls[:-_OWN_BEFORE], auction.we_deal)
    own = system.after(before, in_any_scope=True).get(auction.calls[-_OWN_BEFORE])
    shown = ranges_in(words_of(own)) if own else ()
    if own is None or len(shown) != 1:
        return
    for row in rows:
        low, high = row.points or (0, 0)
        if shown[0][1] < high < MOST_POINTS and (low, shown[0][1]) in [other.points for other in rows]:
            mine, theirs = map(range_in_words, ((low, high), shown[0]))
            message = f"{row.name} has {mine} points, and {own.call} {theirs} before."
            see = (Related(own.location, f"{own.auction:short} is described here."),)
            yield Diagnostic("BML942", message, row.location, "Correct one of the ranges.", see)


def _ranges(
    above: _Sibling | None, rows: list[_Sibling], *, is_answer: bool
) -> Iterator[tuple[bool, Diagnostic]]:
    """Yield points that two rows for otherwise equal hands have both, or that no row has.

    With each comes whether it is a single point that both ranges end with.
    """
    ranged = [row for row in rows if row.points and len(row.row.call.patterns) == 1]
    kinds: dict[object, list[_Sibling]] = {}
    for row in ranged:
        kinds.setdefault(row.kind[0] if is_answer else row.kind, []).append(row)
    suit = above.denomination if above and not above.row.call.theirs else None
    # Below a suit, other bids have the points between two in notrump.
    is_notrump = suit == "NOTRUMP"
    notrumps = [row for row in ranged if row.denomination == "NOTRUMP" and (is_notrump or "bal" in row.text)]
    raises = [row for row in ranged if row.denomination == suit] if not is_notrump else []
    are_most = len(ranged) >= max(_MOST_TOUCHING, _ALL_OPEN, _LEAST_RANGES, _MOST_HAVE_RANGES * len(rows))
    reported: set[_Sibling] = set()
    natural = [] if is_answer or suit is None else notrumps
    for ladder in (*kinds.values(), raises, natural, *([ranged] if are_most else [])):
        top, is_ladder = -1, _is_ladder(ladder)
        below: _Sibling | None = None
        one: _Sibling | None
        for row in sorted(ladder, key=lambda row: row.points or ()):
            assert row.points
            low, high = row.points
            one, top, below = below, max(top, high), row if high >= top else below
            if one is None or one.points is None or row in reported:
                continue
            is_kind = ladder is not ranged and ladder is not raises
            is_inside = high <= one.points[1] < MOST_POINTS and ladder is natural
            if (
                is_kind
                and one.points[0] < low <= one.points[1]
                and (one.points[1] < high or is_inside)
                and _are_close(one, row)
            ):
                ranges = " and ".join(map(range_in_words, (one.points, row.points)))
                shared = points_in_words(low, min(high, one.points[1]))
                message = f"{one.name} and {row.name} both have {shared}: {ranges}."
            elif (
                (ladder is not natural or is_notrump)
                and _is_gap(one.points[1], low, among_all=ladder is ranged)
                and _are_close(one, row)
                and (
                    is_ladder
                    or (is_answer and ladder is not ranged)
                    or _have_fit(one, row)
                    or not _is_filled(one, row)
                )
            ):
                first, last = one.points[1] + 1, low - 1
                others = filter(_may_raise, ranged) if ladder is raises else ranged
                if any(_has(other, first, last, one) for other in others):
                    continue
                missing, end = points_in_words(first, last), first - 1
                message = f"{one.name} ends at {end}, and {row.name} begins at {low}: neither has {missing}."
            else:
                continue
            reported.add(row)
            later, earlier = sorted((one, row), key=lambda each: each.location.line, reverse=True)
            found = Diagnostic(
                "BML942", message, later.location, "Correct one of the ranges.", earlier.related
            )
            yield low == one.points[1], found


def _is_gap(top: int, low: int, *, among_all: bool) -> bool:
    """Return whether points between two ranges are left out, and not those of a notrump opening before."""
    return low - top == 2 and low < _ALL_OPEN if among_all else 1 < low - top <= _WIDEST_GAP + 1


def _is_ladder(rows: Sequence[_Sibling]) -> bool:
    """Return whether rows with the same words meet, but for one point: "12-14", "15-16" and "18+"."""
    ends = pairwise(sorted(row.points for row in rows if row.points))
    steps = sorted(other[0] - one[1] for one, other in ends)
    is_mixed = len({row.denomination for row in rows}) > 1 and bool(rows[0].kind[0])
    return is_mixed and len(steps) > 1 and steps == [1] * (len(steps) - 1) + [2]


def _may_raise(row: _Sibling) -> bool:
    """Return whether a row may be for hands that support partner: "2C  10+" is not, a forcing 1NT is."""
    return row.level in (None, 1) or _FIT.search(row.text) is not None


def _is_filled(low: _Sibling, high: _Sibling) -> bool:
    """Return whether others have points between two ranges: opener has 18-19 for 1C-1H-2NT."""
    if not (low.level and high.level and low.points):
        return False
    is_notrump = low.denomination == high.denomination == "NOTRUMP"
    # "3H  0-5" beside "2H  8-10"
    is_above = low.bid.rank > high.bid.rank if low.bid and high.bid else low.level > high.level
    return is_above or (is_notrump and low.points[0] >= _ALL_OPEN)


def _have_fit(one: _Sibling, other: _Sibling) -> bool:
    return all(_FOUR_TRUMPS.search(row.text) and row.level for row in (one, other))


def _are_close(one: _Sibling, other: _Sibling) -> bool:
    return not (one.level and other.level) or abs(one.level - other.level) <= 1


def _has(row: _Sibling, low: int, high: int, one: _Sibling) -> bool:
    """Return whether a row has some of these points, for hands that may be those of another one."""
    is_sure = bool(one.suits) or (low == high and low < _ALL_OPEN + 1)
    others = is_sure and bool(row.suits) and one.suits.isdisjoint(row.suits)
    # Nobody bids notrump with four trumps, and three of them are another raise.
    has_trumps = _FOUR_TRUMPS.search(one.text) or any("tr" in length for length in one.suits)
    others = others or bool(has_trumps and not _FOUR_TRUMPS.search(row.text))
    return bool(row.points and row.points[0] <= high and low <= row.points[1]) and not others


# ---------------------------------------------------------------- transfers


def _transfers(
    above: _Sibling | None, rows: list[_Sibling], below: Mapping[Location, list[_Sibling]]
) -> Iterator[Diagnostic]:
    """Yield transfers to the suit that is bid, two to one suit, and what does not complete them."""
    swapped = dict(_swapped(rows))
    yield from swapped.values()
    target = above.transfer if above else None
    known: dict[tuple[int, Strain], _Sibling] = {}
    for row in rows:
        if row.bid is None:
            continue
        if target and above and row.bid.strain is not target and _COMPLETES.match(row.text):
            message = f"{row.name} completes a transfer to {target.name.lower()}, by its words."
            yield Diagnostic("BML943", message, row.location, "Correct one of the two rows.", above.related)
        if (suit := row.transfer) is None:
            continue
        first = known.setdefault((row.bid.level, suit), row)
        if row in swapped:
            continue
        if suit is row.bid.strain:
            message = f"{row.name} is a transfer to {suit.name.lower()}, which is the suit that it bids."
            yield Diagnostic("BML943", message, row.location, "Correct the suit or the call.")
        elif first.bid != row.bid and not (first.text == row.text and NAMED.search(row.text)):
            message = f"{row.name} and {first.name} are both transfers to {suit.name.lower()}."
            yield Diagnostic("BML943", message, row.location, "Correct one of them.", first.related)
    transfers = [row for row in rows if row.transfer and row not in swapped]
    lacking = [row for row in transfers if (wanted := _completion(row)) and wanted not in row.next_calls]
    done = {row.level: row for row in transfers if row not in lacking}
    for row in lacking:
        rest, like = below.get(row.location, ()), done.get(row.level)
        if like and bool(rest) == bool(row.next_calls) and all(each.agreements for each in rest):
            code = "BML944" if rest else "BML927"
            message = (
                f"{row.name} asks for {_completion(row)}, and no row bids that, unlike after {like.name}."
            )
            yield Diagnostic(code, message, row.location, "Write a row for it.", like.related)


def _unanswered(rows: list[_Sibling]) -> Iterator[Diagnostic]:
    """Yield a forcing bid without answers, beside one that has them and says the same of another suit."""
    alike: dict[tuple[int | None, str], list[_Sibling]] = {}
    for row in rows:
        is_single = row.bid is not None and row.bid.strain.suit is not None and len(row.agreements) == 1
        if is_single and "forcing" in row.text and "not forcing" not in row.text:
            alike.setdefault((row.level, _SUIT_LETTER.sub("", row.text)), []).append(row)
    for same in alike.values():
        done = [row for row in same if row.next_calls]
        if len(done) == len(same) - 1 > 0:
            (row,) = (row for row in same if row not in done)
            message = f"{row.name} is forcing and has no answers, unlike {done[0].name} with its words."
            yield Diagnostic("BML944", message, row.location, "Write rows for them.", done[0].related)


def _completion(row: _Sibling) -> Bid | None:
    """Return the bid that completes a transfer to another suit than its own."""
    is_other = row.bid and row.transfer and row.transfer is not row.bid.strain
    return row.lowest(row.transfer) if is_other and row.transfer else None


def _splinters(above: _Sibling | None, rows: list[_Sibling]) -> Iterator[Diagnostic]:
    """Yield splinters in partner's suit, and those that are short in another suit than they bid."""
    short: dict[_Sibling, set[Strain]] = {}
    named = set(map(SUITS.get, _LETTERS.findall(above.text))) if above else set()
    # "2H  6+!s, transfer" does not show hearts.
    is_own = above and (not named or above.bid is None or above.bid.strain in named)
    is_ours = is_own and above is not None and not above.row.call.theirs
    suit = above.bid.strain if is_ours and above and above.bid and above.bid.strain in _SUITS[:2] else None
    for row in rows:
        calls = {each.call for each in row.agreements} if row.text.startswith("splinter") else set()
        # "4X" is meant for the other suits.
        is_exact = row.bid or not row.level
        if suit and above and is_exact and any(isinstance(c, Bid) and c.strain is suit for c in calls):
            message = f"{row.name} is a splinter in {suit.name.lower()}, which {above.name} bids."
            yield Diagnostic("BML943", message, row.location, "Correct the suits or the call.", above.related)
        if row.bid and row.bid.strain.suit and row.text.startswith("splinter"):
            suits = {SUITS[letter] for letter in _SHORT.findall(row.text)}
            short |= {row: suits} if len(suits) == 1 else {}
    right = [row for row, suits in short.items() if row.bid and row.bid.strain in suits]
    for row in short.keys() - right if right else ():
        (suit,) = short[row]
        message = f"{row.name} is a splinter, and is short in {suit.name.lower()}."
        yield Diagnostic("BML943", message, row.location, "Correct the suits or the call.", right[0].related)


def _steps(above: _Sibling | None, rows: list[_Sibling], *, is_answer: bool) -> Iterator[Diagnostic]:
    """Yield the one step that is missing among answers to a question, or that count alike, as aces."""
    bids = {row.bid.rank: row for row in rows if row.bid}
    ranks = sorted(bids)
    if len(bids) < max(_LEAST_RANGES, len(rows)):
        return
    gaps = [(low + 1, bids[low], bids[high]) for low, high in pairwise(ranks) if high - low > 1]
    first = above.bid.rank + 1 if above and above.bid and is_answer else ranks[0]
    if above and ranks[0] == first + 1:
        gaps.append((first, above, bids[ranks[0]]))
    # Where two are missing, they are meant to be.
    if len(gaps) != 1 or ranks[-1] - ranks[0] > len(ranks):
        return
    ((missing, row, other),) = gaps
    counted = [
        found[1].rstrip("s") if (found := _COUNTS.search(each.text)) else each for each in (row, other)
    ]
    # "5C none or all four", "5H two"; other questions leave out the suits that were bid, and notrump.
    is_count = all(_NUMBERS.match(each.text) for each in rows)
    bid = BIDS[missing]
    known = [call.strain for each in other.agreements for call in each.auction.calls if isinstance(call, Bid)]
    is_plain = is_answer and bid.level < _ASKS_LOW and bid.strain.suit and bid.strain not in known[:-1]
    # "2S  The ace of spades" among the answers from 2H to 3NT
    is_plain = is_plain and all(each.strain is not bid.strain for each in map(BIDS.__getitem__, ranks))
    if counted[0] == counted[1] or is_count or is_plain:
        where = f"before {other.name}" if row is above else f"between {row.name} and {other.name}"
        message = f"Among these answers {bid} is missing, {where}."
        yield Diagnostic("BML944", message, other.location, "Write a row for it.", row.related)


def _answers(
    above: _Sibling | None, rows: list[_Sibling], asks: Sequence[Sequence[str]]
) -> Iterator[Diagnostic]:
    """Yield the one answer that is missing among all those that everybody has, as to Stayman."""
    auction = above.agreements[0].auction if above and above.agreements else None
    # Over their hearts, nobody shows hearts.
    is_asked = rows and auction is not None and all(call is PASS for call in auction.calls[-2::-2])
    for meaning, *answers in asks if is_asked else ():
        assert above
        usual = {above.lowest(Strain(name)) for name in answers if name != str(PASS)}
        missing = usual - above.next_calls.keys()
        # Two levels are of another question: 3D Stayman
        is_usual = len(usual) >= _LEAST_RANGES and len({bid and bid.level for bid in usual}) == 1
        is_usual = is_usual and above.next_calls.keys() <= usual
        is_usual = is_usual and all(bid and bid.strain.suit for bid in missing)
        if len(missing) == 1 and is_usual and all(row.agreements for row in rows):
            message = f"Among the answers to {meaning} {missing.pop()} is missing."
            yield Diagnostic("BML944", message, rows[0].location, "Write a row for it.")


def _left_out(above: _Sibling | None, rows: list[_Sibling]) -> Iterator[Diagnostic]:
    """Yield the suit that is left out between two answers of the same words: 3C and 3H, both "shortness"."""
    bids = {row.bid: row for row in rows if row.bid}
    auction = above.agreements[0].auction if above and above.agreements else None
    own = {call.strain for call in auction.calls if isinstance(call, Bid)} if auction else set(Strain)
    for bid, row in bids.items():
        between, above_it = bid_above(bid, 1), bid_above(bid, 2)
        other = bids.get(above_it) if above_it else None
        if between is None or other is None or between in bids or between.strain in {*own, Strain.NOTRUMP}:
            continue
        if _SHORTNESS.fullmatch(row.text) and row.text == other.text:
            message = f"{row.name} and {other.name} show the same of their suits, and {between} is missing."
            yield Diagnostic("BML944", message, row.location, "Write a row for it.", other.related)


# ---------------------------------------------------------------- unlike the rest


def _other_suits(groups: _Groups) -> Iterator[Diagnostic]:
    """Yield the one row that shows another suit than it bids, unlike others beside it with its words."""
    for _, rows in groups:
        kinds: dict[tuple[int, str], list[_Sibling]] = {}
        for row in rows:
            # "6+, 4+!h" for 1H, and "6+, 4+!c" for 1S
            if (
                row.bid
                and row.bid.strain.suit
                and len(_LETTERS.findall(row.text)) == 1
                and _FIGURES.search(row.text)
            ):
                kinds.setdefault((row.bid.level, _SUIT_LETTER.sub("", row.text)), []).append(row)
        for alike in kinds.values():
            own = [row for row in alike if row.bid and SUITS[_LETTERS.findall(row.text)[0]] is row.bid.strain]
            if len(own) == len(alike) - 1 >= _LEAST_ALIKE - 1:
                (row,) = (row for row in alike if row not in own)
                others = f"unlike {own[0].name} and others with these words"
                message = f"{row.name} shows another suit than its own, {others}."
                hint = "Correct the suit or the call."
                yield Diagnostic("BML943", message, row.location, hint, own[0].related)


def _other_than_bid(groups: _Groups) -> Iterator[Diagnostic]:
    """Yield an opening preempt that is said to be in another suit than it bids: "3C  preempt, 7!d"."""
    for above, rows in groups:
        for row in rows if above is None else ():
            letters = {*_LETTERS.findall(row.text)} | {*_LENGTH_LETTER.findall(row.text)}
            is_weak = row.bid and row.bid.strain.suit and 1 < row.bid.level < _ASKS_LOW
            if is_weak and _PREEMPTS.match(row.text) and len(letters) == 1:
                suit = SUITS[letters.pop()]
                if row.bid and suit is not row.bid.strain:
                    message = f"{row.name} is a preempt in {suit.name.lower()}, by its words."
                    yield Diagnostic("BML943", message, row.location, "Correct the suit or the call.")


def _of_other_major(groups: _Groups) -> Iterator[Diagnostic]:
    """Yield rows after spades that say of hearts what rows after hearts do, where others say it of spades."""
    after: dict[str, dict[Bid, _Sibling]] = {}
    for _, rows in groups:
        for row in rows:
            if row.bid and row.agreements:
                code = row.agreements[0].auction.before.code.removesuffix("P")
                after.setdefault(code, {})[row.bid] = row
    for code, spades in after.items():
        hearts = after.get(f"{code[:-1]}H", {}) if code.endswith("S") else {}
        pairs = [(row, hearts[bid]) for bid, row in spades.items() if bid in hearts]
        changed = [
            row for row, other in pairs if other.text != row.text == _OF_HEARTS.sub(_of_spades, other.text)
        ]
        copied = [
            (row, other)
            for row, other in pairs
            if row.text == other.text
            and _HEARTS.search(row.text)
            and len({*_LETTERS.findall(row.text)}) == 1
            and row.denomination != "HEARTS"
        ]
        for row, other in copied if len(changed) >= len(copied) else ():
            message = (
                f"{row.name} says of hearts what {other.name} says after hearts, unlike {changed[0].name}."
            )
            yield Diagnostic("BML943", message, row.location, "Correct the suit.", other.related)
        low, raised = hearts.get(_RAISES[0]), spades.get(_RAISES[3])
        if low and raised and _RAISES[1] not in spades and _RAISES[2] in hearts:
            message = f"No row raises spades to 2S, as {low.name} raises hearts, though 3H and 3S raise both."
            yield Diagnostic("BML944", message, raised.location, "Write a row for it.", low.related)


def _of_spades(found: re.Match[str]) -> str:
    return {"!h": "!s", "h": "s"}.get(found[0]) or found[0].replace("heart", "spade")


def _is_like(above: _Sibling, row: _Sibling) -> bool:
    """Return whether two rows have the same points, and each its own suit: "8+, 5+!c" and "8+, 5+!d"."""
    own = [_LETTERS.findall(each.text) for each in (above, row)]
    texts = [_SUIT_LETTER.sub("", each.text) for each in (above, row)]
    is_own = all(
        each.bid and [SUITS[letter] for letter in letters] == [each.bid.strain]
        for each, letters in zip((above, row), own, strict=True)
    )
    return is_own and texts[0] == texts[1] and len(_FIGURES.findall(texts[0])) > 1 and not row.row.children


def _alerts(groups: _Groups) -> Iterator[Diagnostic]:
    """Yield rows that are alerted, or are not, unlike others with the same words or the same first word."""
    kinds: dict[object, list[_Sibling]] = {}
    for number, (_, rows) in enumerate(groups):
        for row in rows:
            if row.bid and row.text:
                # "5-10, 6!h" beside "5-10, 6!s"
                words = " ".join(_SUIT_LETTER.sub("", _MARK.sub("", row.text)).split())
                kinds.setdefault((number, row.bid.level, words), []).append(row)
                if words.count(" ") >= _LEAST_ALIKE:
                    # In tables of other suits: "2N! 14-15, six good diamonds" after 1D-1H and after 1D-1S
                    kinds.setdefault((row.bid, words), []).append(row)
                if word := _KEYWORD.match(row.text):
                    kinds.setdefault(word[0], []).append(row)
    reported: set[Location] = set()
    for kind, rows in kinds.items():
        (usual, number), *others = Counter(row.mark for row in rows).most_common()
        is_sure = isinstance(kind, tuple) or (
            len(rows) > _LEAST_ALIKE and len(rows) - number <= _MOST_UNLIKE * len(rows) + 0.5
        )
        for row in rows if others and is_sure else ():
            if row.mark != usual and row.location not in reported:
                reported.add(row.location)
                like = next(each for each in rows if each.mark == usual)
                what = [
                    f"{mark}{'ed' if mark == 'alert' else 'd'}" if mark else "not alerted"
                    for mark in (row.mark, usual)
                ]
                names = [each.name for each in (row, like)]
                if names[0] == names[1] and row.agreements and like.agreements:
                    names = [f"{each.agreements[0].auction:short}" for each in (row, like)]
                message = f"{names[0]} is {what[0]}, and others like it, such as {names[1]}, are {what[1]}."
                yield Diagnostic("BML945", message, row.location, "Mark them alike.", like.related)


def _indentations(groups: _Groups) -> Iterator[Diagnostic]:
    """Yield rows that are indented by another number of columns than nearly all others of their file."""
    steps: dict[str, list[tuple[int, _Sibling]]] = {}
    for above, rows in groups:
        if (
            above
            and rows
            and rows[0].location.origin is None
            and rows[0].location.file == above.location.file
        ):
            step = rows[0].location.column - above.location.column
            steps.setdefault(above.location.file, []).append((step, rows[0]))
    for found in steps.values():
        (usual, number), *_ = Counter(step for step, _ in found).most_common(1)
        if len(found) >= _LEAST_ROWS and number >= _USUAL * len(found):
            for step, row in found:
                if step != usual:
                    message = f"{row.name} is indented by {step}, and nearly all other rows here by {usual}."
                    hint = "Correct it, if the row belongs below another one."
                    yield Diagnostic("BML946", message, row.location, hint)


def _order(rows: list[_Sibling]) -> Iterator[Diagnostic]:
    """Yield the one bid that is not in the order of all others."""
    bids = [(row.bid, row) for row in rows if row.bid and len(row.row.call.patterns) == 1]
    ranks = [bid.rank for bid, _ in bids]
    falls = [n for n, (low, high) in enumerate(pairwise(ranks)) if low >= high]
    if len(bids) < _LEAST_ORDERED or len(falls) != 1:
        return
    (fall,) = falls
    # Without it the others go up.
    alone = [n for n in (fall, fall + 1) if not 0 < n < len(ranks) - 1 or ranks[n - 1] < ranks[n + 1]]
    # What is written last is often what was thought of last.
    if len(alone) != 1 or alone[0] == len(ranks) - 1:
        return
    row, other = (bids[n][1] for n in (alone[0], 2 * fall + 1 - alone[0]))
    strains = [each.bid.strain for each in (row, other) if each.bid]
    # Notrump has a place of its own in many notes, and "4H" may stand before "3H".
    before = bids[alone[0] - 1][1].row if alone[0] else None
    is_below = (
        before is not None and before.children and row.points and other.points and row.points > other.points
    )
    if (strains[0] is not Strain.NOTRUMP and strains[0] is not strains[1]) or is_below:
        where = "before" if alone[0] == fall else "after"
        message = f"{row.name} stands {where} {other.name}, and all other rows beside it go up."
        hint = "Correct the call or its indentation, if it is not meant."
        yield Diagnostic("BML946", message, row.location, hint, other.related)


CHECKS = (
    Check(find, ("BML941", "BML942", "BML943", "BML944", "BML946"), ("BML927",), of_rows=True),
    Check(find_unlike, ("BML943", "BML945", "BML946"), of_rows=True),
)
