"""Where a description divides, into lists, clauses and the parts between two commas, and what clauses say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from bml_core.bridge import FULL_HAND, Suit
from bml_core.diagnostics import listed
from bml_core.hands import conditions as c
from bml_core.hands.descriptions.expressions import are_apart, is_exact_length
from bml_core.hands.descriptions.parts import Kind, Part, left
from bml_core.hands.descriptions.tokens import Token
from bml_core.hands.descriptions.words import phrases_of

_WHOLE = frozenset(("points", "shape"))
Span = tuple[int, int]

_JOINS_BEHIND = ("or", "and", "with", ",", "/")
_JOINS_AHEAD = ("or", "and", "with")
_SIGNS = ("=", "-")
_LONG_DASHES = ("--", "–", "—")
_ASIDES = frozenset(
    phrases_of(
        "may, can, could, might, maybe, possibly, perhaps, usually, normally, often, sometimes, occasionally,"
        " rarely, mostly, typically, generally, probably, likely"
    )
)


@dataclass(frozen=True, slots=True)
class List:
    """Items marked ``a)``, ``(b)``, ``1)``, ``A.`` or ``1.``, from ``begin`` to ``end``: words of each."""

    begin: int
    end: int
    items: tuple[Span, ...]


class Divider:
    """Divides a text, whose words are ``tokens``; ``shortened`` are words that a full stop ends."""

    def __init__(self, tokens: Sequence[Token], text: str, shortened: frozenset[str]) -> None:
        self._tokens = tokens
        self._text = text
        self._shortened = shortened
        # A text is divided more than once, so what divides it is looked for once.
        self._has_lines = "\n" in text
        self._ends = [n for n, token in enumerate(tokens) if token.word in ";." and self._ends_clause(n)]
        self._breaks = [n for n in range(1, len(tokens)) if self._breaks_clause(n)] if self._has_lines else []
        self._dividers = [
            n
            for n, token in enumerate(tokens)
            if token.word in "(),:" or (token.word in _SIGNS and self._is_divider(n))
        ]

    # ------------------------------------------------------------ lists

    def find_list(self) -> List | None:
        """Return the list of alternatives, None without two items marked in order."""
        marks = (self._marks("abcdefgh") or self._marks("12345678")) if ")" in self._text else []
        for labels in ("ABCDEFGH", "12345678"):
            if not marks and f"{labels[1]}." in self._text:
                marks = self._marks(labels, ".")
                marks = marks if self._is_beginning(marks) else []
        if len(marks) < 2:
            return None
        end = self._end_of_list(marks)
        begins = [begin for begin, _ in marks[1:]]
        items = tuple((after, stop) for (_, after), stop in zip(marks, [*begins, end], strict=True))
        return List(marks[0][0], end, items)

    def _marks(self, labels: str, sign: str = ")") -> list[Span]:
        """Return where each mark begins and where its item does; capitals must be written as such."""
        tokens = self._tokens
        marks: list[Span] = []
        for number, token in enumerate(tokens[:-1]):
            if len(marks) == len(labels):
                break
            closing = tokens[number + 1]
            label = token.written if labels.isupper() else token.word
            if label != labels[len(marks)] or closing.word != sign or closing.start != token.end:
                continue
            if number and tokens[number - 1].word == "(" and tokens[number - 1].end == token.start:
                marks.append((number - 1, number + 2))
            elif not self._text[token.start - 1 : token.start].strip():
                marks.append((number, number + 2))
        return marks

    def _is_beginning(self, marks: Sequence[Span]) -> bool:
        """Return True if the first mark begins a line, or comes after a colon."""
        first = marks[0][0] if marks else 1
        return not first or self._breaks_line(first) or self._word(first - 1) == ":"

    def _end_of_list(self, marks: Sequence[Span]) -> int:
        """Return where the last item ends: with its line, if each item begins one."""
        count = len(self._tokens)
        if not all(begin == 0 or self._breaks_line(begin) for begin, _ in marks[1:]):
            return count
        last = marks[-1][1]
        return next((n for n in range(last + 1, count) if self._breaks_clause(n)), count)

    def _breaks_line(self, number: int) -> bool:
        around = self._tokens[number - 1].end, self._tokens[number].start
        return self._has_lines and "\n" in self._text[slice(*around)]

    def _breaks_clause(self, number: int) -> bool:
        """Return True if a line ends before a word, and the sentence with it."""
        return (
            self._breaks_line(number)
            and self._tokens[number - 1].word not in _JOINS_BEHIND
            and self._tokens[number].word not in _JOINS_AHEAD
        )

    # ------------------------------------------------------------ clauses and parts

    def clauses(self, begin: int, end: int) -> Iterator[Span]:
        """Yield the clauses: semicolons, full stops and lines divide them."""
        first = begin
        for number in sorted({*self._breaks, *self._ends}):
            if not begin <= number < end:
                continue
            if number > first and number in self._breaks:
                yield first, number
                first = number
            if number in self._ends:
                if number > first:
                    yield first, number
                first = number + 1
        if first < end:
            yield first, end

    def _ends_clause(self, number: int) -> bool:
        """Return True for a semicolon, and for a full stop that ends more than a word."""
        token = self._tokens[number]
        if token.word == ";":
            return True
        if self._text[token.end : token.end + 1].strip():
            return False
        before = self._tokens[number - 1] if number else token
        # As in "e.g.".
        is_small = before.written.islower() or self._word(number - 2) == "."
        is_letter = is_small and before.word.isalpha() and len(before.word) == 1
        is_last = number + 1 == len(self._tokens)
        return is_last or not (is_letter or before.written.lower() in self._shortened)

    def parts(self, begin: int, end: int) -> tuple[list[Span], int]:
        """Return the parts of a clause, divided by commas, colons and dashes, and how many a colon ends.

        -1 are several colons: what comes after each holds in another case.
        """
        spans: list[Span] = []
        labels = 0
        first, depth = begin, 0
        marks = [number for number in self._dividers if begin <= number < end]
        is_balanced = self._is_balanced(marks)
        is_aside = False
        for number in marks:
            word = self._word(number)
            if is_balanced:
                depth += (word == "(") - (word == ")")
            # What is possible or usual in brackets is a part of its own: 4+!h (may have 4!s).
            begins = depth == 1 and word == "(" and self._is_aside(number)
            ends = is_aside and not depth
            is_aside = begins or (is_aside and not ends)
            if not (begins or ends) and (depth or word in "()"):
                continue
            if number > first:
                spans.append((first, number))
            first = number + 1
            if word in (":", "="):
                labels = -1 if labels else len(spans)
        if first < end:
            spans.append((first, end))
        return spans, labels

    def _is_aside(self, number: int) -> bool:
        """Return True for brackets after a blank that begin with how often something is so."""
        before = self._tokens[number - 1].end if number else 0
        return before < self._tokens[number].start and self._word(number + 1) in _ASIDES

    def _is_balanced(self, marks: Sequence[int]) -> bool:
        depth = 0
        for number in marks:
            depth += (self._word(number) == "(") - (self._word(number) == ")")
            if depth < 0:
                return False
        return not depth

    def _is_divider(self, number: int) -> bool:
        """Return True for a long dash, and for any sign between a name and what it means."""
        token, before = self._tokens[number], self._word(number - 1)
        around = self._text[max(token.start - 1, 0) : token.start] + self._text[token.end : token.end + 1]
        if around.strip():
            return False
        is_name = len(around) > 1 and before.isalpha()
        return is_name or (token.written in _LONG_DASHES and not before[:1].isdecimal())

    def _word(self, number: int) -> str:
        return self._tokens[number].word if 0 <= number < len(self._tokens) else ""


# ---------------------------------------------------------------- clauses


@dataclass(frozen=True, slots=True)
class Clause:
    """The parts between two semicolons, full stops or lines; nothing outside changes their meaning.

    The first ``labels`` parts come before a colon. ``condition`` is what they say together, None if nothing.
    """

    parts: tuple[Part, ...]
    labels: int = 0
    condition: c.Formula | None = None

    @property
    def is_alternative(self) -> bool:
        """Return True if it begins with ``or``."""
        return bool(self.parts) and self.parts[0].is_alternative

    @property
    def has_label(self) -> bool:
        """Return True if a condition comes before a colon."""
        return any(part.condition is not None for part in self.parts[: self.labels])

    @property
    def is_clear(self) -> bool:
        """Return True if nothing of it is left over."""
        return not any(part.kind in (Kind.LEFT, Kind.REACHES) for part in self.parts)

    def without_condition(self) -> Clause:
        """Return the clause with all left over that has a condition."""
        return Clause(tuple(left(part) if part.condition is not None else part for part in self.parts))


CORRECT_NUMBERS, CORRECT_ONE = "Correct the numbers.", "Correct one of them, or write or between them."


def impossible_parts(clauses: Iterable[Clause]) -> Iterator[tuple[int, str, str]]:
    """Yield the first word of each part that no hand fits, why, and what to do about it.

    Nothing is said where words limit a part to some hands.
    """
    for clause in clauses:
        kinds = {part.kind for part in clause.parts}
        if clause.labels or kinds & {Kind.REACHES, Kind.ASKS, Kind.PERMITS}:
            continue
        yield from (
            (part.begin, part.impossible, CORRECT_NUMBERS) for part in clause.parts if part.impossible
        )
        if any(part.is_alternative or part.is_choice for part in clause.parts):
            continue
        items = (item for part in filter(_counts, clause.parts) for item in part.items)
        longest = _longest_lengths(item.condition for item in items if item.condition is not None)
        if sum(longest.values()) > FULL_HAND:
            lengths = listed((f"{cards} {suit.word}" for suit, cards in longest.items()), last="and")
            why = f"{lengths} are more than the 13 cards of a hand."
            yield clause.parts[0].begin, why, CORRECT_NUMBERS
        elif clause.is_clear and (parts := _excluding(list(filter(_counts, clause.parts)))):
            both = f"{listed((part.condition for part in parts), last='and')} exclude each other."
            yield parts[0].begin, both[:1].upper() + both[1:], CORRECT_ONE


def _excluding(parts: list[Part]) -> list[Part]:
    """Return the parts that no hand fits together; none where they may be meant as alternatives."""
    conditions = _conditions(parts)
    if c.all_of(conditions) != c.NONE or any(_may_be_apart(*pair) for pair in combinations(conditions, 2)):
        return []
    for part in parts:
        others = [other for other in parts if other is not part]
        parts = others if c.all_of(_conditions(others)) == c.NONE else parts
    return parts if len(parts) > 1 else []


def _may_be_apart(one: c.Formula, other: c.Formula) -> bool:
    """Return True if two conditions exclude each other and are about the same: points, one suit, shapes."""
    if one & other != c.NONE:
        return False
    if isinstance(one, c.Length) and isinstance(other, c.Length):
        return one.suit is other.suit
    return not any(isinstance(each, c.Length) for each in (one, other))


def _longest_lengths(conditions: Iterable[c.Formula]) -> dict[Suit, int]:
    """Return how long each suit must be; nothing where one has two lengths, which are meant for two hands."""
    lengths: dict[Suit, int] = {}
    for condition in conditions:
        for leaf in condition.parts if isinstance(condition, c.All) else (condition,):
            if isinstance(leaf, c.Length) and leaf.low:
                if leaf.suit in lengths:
                    return {}
                lengths[leaf.suit] = leaf.low
    return lengths


def without_denied(parts: Sequence[Part], own: Suit | None) -> list[Part]:
    """Leave over what the word before it may deny, too, or bound: ``no 4!s, 3!h``, ``at least 5!h, 4!s``."""
    return [
        left(part) if before is not None and _is_reached(part, before, own) else part
        for before, part in zip((None, *parts), parts, strict=False)
    ]


def _is_reached(part: Part, before: Part, own: Suit | None) -> bool:
    is_denied = isinstance(before.condition, c.Not)
    if part.condition is None or part.is_alternative:
        return is_denied and part.is_alternative and "points" not in part.kinds
    other = before.condition.part if isinstance(before.condition, c.Not) else before.condition
    if not (is_denied or before.is_bounded) or not isinstance(other, c.Length):
        return False
    suits = {leaf.suit for leaf in part.condition.leaves if isinstance(leaf, c.Length)}
    return is_exact_length(part.condition) and own not in suits


def join_parts(parts: Sequence[Part], labels: int = 0) -> Clause:
    """Return the clause of some parts, of which the first ``labels`` come before a colon.

    Parts that can be read in two ways are left over.
    """
    parts = _within_reach(parts)
    before, rest = list(parts[:labels]), list(parts[labels:])
    rest = _without_mixed(rest)
    rest = _without_ranges(rest)
    rest, said = _alternatives(rest)
    said = [part.condition for part in before if _counts(part) and part.condition] + said
    return Clause((*before, *rest), labels, c.all_of(said) if said else None)


def _counts(part: Part) -> bool:
    return part.kind is Kind.SAYS and part.condition is not None


def _within_reach(parts: Sequence[Part]) -> list[Part]:
    """Leave over what ``if`` and the like reach, and the shapes after a question or permission."""
    if any(part.kind is Kind.REACHES for part in parts):
        return [left(part) if part.condition is not None else part for part in parts]
    # In "ace, king or void", all are alternatives.
    parts = [
        left(part) if part.is_feature and before is not None and before.kind is Kind.LEFT else part
        for before, part in zip((None, *parts), parts, strict=False)
    ]
    choice = next(
        (n for n, part in enumerate(parts) if part.kind is Kind.LEFT and part.is_choice), len(parts)
    )
    # It is not clear where an alternative ends that is not understood.
    parts = [left(part) if n > choice and _counts(part) else part for n, part in enumerate(parts)]
    kinds = (Kind.ASKS, Kind.PERMITS)
    asked = next((n for n, part in enumerate(parts) if part.kind in kinds), len(parts))
    return [
        left(part) if number > asked and _counts(part) and part.kinds != {"points"} else part
        for number, part in enumerate(parts)
    ]


def _without_mixed(parts: list[Part]) -> list[Part]:
    """Leave over a mix of ``and`` and ``or`` beside other parts: it is not clear what they join.

    It is clear after points for one suit, as in ``11-15, 6+!c or 5!c and 4!h``.
    """
    counted = [part for part in parts if _counts(part)]
    if len(counted) < 2:
        return parts
    *points, last = counted
    if _is_of_one_suit(last.condition) and all(part.kinds == {"points"} for part in points):
        return parts
    return [left(part) if part.is_mixed and _counts(part) else part for part in parts]


def _is_of_one_suit(condition: c.Formula | None) -> bool:
    """Return True for alternatives that begin with lengths of one suit, the longest and open one first."""
    if not isinstance(condition, c.AnyOf):
        return False
    firsts = [way.parts[0] if isinstance(way, c.All) else way for way in condition.parts]
    lengths = [first for first in firsts if isinstance(first, c.Length)]
    is_one_suit = len(lengths) == len(firsts) and len({length.suit for length in lengths}) == 1
    # Five or four diamonds and five clubs may be clubs with either.
    return is_one_suit and lengths[0].high == FULL_HAND and lengths[0].low > lengths[-1].low


def _without_ranges(parts: list[Part]) -> list[Part]:
    """Leave over a range of points for one kind of hand beside another range."""
    ranges = [part for part in parts if _counts(part) and "points" in part.kinds]
    if len(ranges) < 2 or any(part.is_alternative for part in parts):
        return parts
    if not any(part.kinds >= _WHOLE for part in ranges):
        return parts
    return [left(part) if part in ranges else part for part in parts]


def _alternatives(parts: list[Part]) -> tuple[list[Part], list[c.Formula]]:
    """Return the parts, and the conditions that all must fit."""
    sides: list[list[Part]] = [[]]
    for part in parts:
        if part.is_alternative and part is not parts[0]:
            sides.append([])
        sides[-1].append(part)
    if len(sides) == 1:
        return parts, _conditions(filter(_counts, parts))
    said = [list(filter(_counts, side)) for side in sides]
    each = [part for side in said for part in side]
    is_known = all(said) and not any(part.kind is Kind.LEFT for part in parts)
    is_known = is_known and not any(part.condition == c.ANY for part in each)
    if is_known and len({part.kinds for part in each}) == 1 and each[0].kinds >= _WHOLE:
        return parts, [c.any_of(_conditions(each))]
    if is_known and _is_clear(said):
        return parts, [c.any_of(c.all_of(_conditions(side)) for side in said)]
    if is_known and _is_one_range(said):
        range_, *_ = said[0]
        sides = [said[0][1:], *said[1:]]
        return parts, [*_conditions([range_]), c.any_of(c.all_of(_conditions(side)) for side in sides)]
    return [left(part) if part.condition is not None else part for part in parts], []


def _is_one_range(sides: Sequence[Sequence[Part]]) -> bool:
    """Return True if points come before lengths of one suit: ``11-15, 6!c, or 5!c and 4!h``."""
    first, *others = sides
    shapes = [first[-1], *(side[0] for side in others)]
    if len(first) != 2 or first[0].kinds != {"points"} or any(len(side) > 1 for side in others):
        return False
    lengths = [
        _joined_conditions(part)[0] for part in shapes if part.kinds == {"shape"} and not part.is_choice
    ]
    known = [length for length in lengths if isinstance(length, c.Length)]
    is_one_suit = len(known) == len(sides) and len({length.suit for length in known}) == 1
    return is_one_suit and all(one.low > other.high for one, other in pairwise(known))


def _joined_conditions(part: Part) -> list[c.Formula]:
    condition = part.condition
    return list(condition.parts) if isinstance(condition, c.All) else _conditions([part])


def _conditions(parts: Iterable[Part]) -> list[c.Formula]:
    return [part.condition for part in parts if part.condition is not None]


def all_kinds(parts: Sequence[Part]) -> frozenset[str]:
    """Return what the conditions of some parts are about."""
    return frozenset().union(*(part.kinds for part in parts))


def _is_clear(sides: Sequence[Sequence[Part]]) -> bool:
    """Return True if ``or`` joins the sides in one way only: as wholes they are about the same."""
    if all(len(side) == 1 for side in sides):
        return are_apart([_joined_conditions(side[0]) for side in sides])
    if len({all_kinds(side) for side in sides}) > 1:
        return False
    return all(
        (len(one) == 1 or one[-1].kinds != all_kinds(other))
        and (len(other) == 1 or other[0].kinds != all_kinds(one))
        for one, other in pairwise(sides)
    )


# ---------------------------------------------------------------- descriptions


def together(clauses: Sequence[Clause], items: Sequence[Sequence[Clause]]) -> tuple[list[Clause], c.Formula]:
    """Return all clauses, and the condition of ``clauses`` and of any one of ``items``.

    Clauses that begin with ``or`` are items themselves, as in ``12-14 bal; or 18-19 bal``.
    """
    if any(clause.is_alternative for clause in clauses):
        if (
            items
            or clauses[0].is_alternative
            or clauses[0].has_label
            or not all(clause.is_alternative for clause in clauses[1:])
        ):
            items = [[clause.without_condition() for clause in item] for item in items]
            clauses = [clause.without_condition() for clause in clauses]
            return [*clauses, *(clause for item in items for clause in item)], c.ANY
        sides = [[part for part in clause.parts if _counts(part)] for clause in clauses]
        if all(sides) and not _is_clear(sides):
            return [clause.without_condition() for clause in clauses], c.ANY
        clauses, items = [], [[clause] for clause in clauses]
    conditions = [clause.condition for clause in clauses if clause.condition is not None]
    if items:
        wholes = [[clause.condition for clause in item if clause.condition is not None] for item in items]
        if all(wholes) and all(clause.is_clear for item in items for clause in item):
            conditions.append(c.any_of(map(c.all_of, wholes)))
        else:
            items = [[clause.without_condition() for clause in item] for item in items]
    every = [*clauses, *(clause for item in items for clause in item)]
    condition = c.all_of(conditions)
    if condition == c.NONE:
        # No hand has both 15-17 and 18-19 hcp: they are meant as alternatives, or for different hands.
        return [clause.without_condition() for clause in every], c.ANY
    return every, condition
