"""The parts of a clause, between two commas: what each says, and how far ``or`` and ``if`` reach."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache
from itertools import pairwise

from bml_core.bridge import Suit
from bml_core.hands import conditions as c
from bml_core.hands.descriptions.auction_words import Situation, Word
from bml_core.hands.descriptions.expressions import (
    BOUNDS,
    NOUNS,
    ExpressionReader,
    Item,
    Side,
    any_side,
    are_alike,
    are_apart,
    is_exact_length,
    kinds_of,
)
from bml_core.hands.descriptions.numbers import WrongShapeError
from bml_core.hands.descriptions.patterns import Context, Pattern, Words
from bml_core.hands.descriptions.tokens import tokens_of
from bml_core.hands.descriptions.words import Vocabulary, listed
from bml_core.hands.shapes import UnreadableError

_MOST_PARTS = 8_192
_WHOLE = frozenset(("points", "shape"))


class Kind(Enum):
    """What a part does."""

    SAYS = "says something of the hand"
    SILENT = "says nothing of it"
    PERMITS = "permits hands that it includes anyway"
    ASKS = "asks partner, and says nothing"
    LEFT = "is left over"
    REACHES = "is left over, and the parts around it are as well"


@dataclass(frozen=True, slots=True)
class Part:
    """A part from word ``begin`` to ``end``.

    ``condition`` is what its figures say, None if it has none, and ``kinds`` what that is about; ``items``
    are its phrases, whose words are counted from ``begin``. It is an ``alternative`` if it begins with
    ``or``, a ``choice`` with ``or`` inside, ``mixed`` with ``and`` as well and no brackets, ``bounded`` after
    ``at least`` and the like, and a ``feature`` if it is of honours and short suits alone.
    """

    begin: int
    end: int
    kind: Kind
    condition: c.Formula | None = None
    items: tuple[Item, ...] = ()
    is_alternative: bool = False
    is_choice: bool = False
    is_mixed: bool = False
    is_bounded: bool = False
    is_feature: bool = False
    kinds: frozenset[str] = frozenset()

    @property
    def words(self) -> list[Word]:
        """Return the words that the row or the auction must explain."""
        return [item.word for item in self.items if item.word is not None]


def left(part: Part) -> Part:
    """Return the part as one that is left over."""
    return replace(part, kind=Kind.LEFT)


@cache
def _permits(vocabulary: Vocabulary) -> frozenset[tuple[str, ...]]:
    texts = listed(vocabulary.permits)
    return frozenset(
        tuple(token.word for token in tokens_of(text, {}, prose=True, vocabulary=vocabulary))
        for text in texts
    )


@cache
def _parts_of_any_row(vocabulary: Vocabulary) -> dict[object, Part]:
    """Return the parts that were read and mean the same in every row, by their words."""
    return {}


def _at(part: Part, begin: int) -> Part:
    """Return the part as one that begins at another word."""
    return part if begin == part.begin else replace(part, begin=begin, end=part.end - part.begin + begin)


#: How the auction goes on.
_ONWARD = Pattern(
    "then|continue|continues|continuing? as over|after|opposite a|an|the|our? BID opening|response|overcall?"
)


class PartReader:
    """Reads the parts of a text."""

    def __init__(self, words: Words, context: Context, situation: Situation, vocabulary: Vocabulary) -> None:
        self._words = words
        self._context = context
        self._reader = ExpressionReader(words, context, situation, vocabulary)
        self._vocabulary = vocabulary
        self._permits = _permits(vocabulary)
        self._known = _parts_of_any_row(vocabulary)

    def read(self, begin: int, end: int) -> Part:
        """Return the part from word ``begin`` to ``end``; what means the same in every row is read once."""
        tokens = self._words.tokens
        around = (tokens[begin - 1].word if begin else "", tokens[end].word if end < len(tokens) else "")
        key = (around, *((token.word, token.written) for token in tokens[begin:end]))
        if part := self._known.get(key):
            return _at(part, begin)
        self._context.is_of_row = False
        part = self._read(begin, end)
        if not self._context.is_of_row:
            if len(self._known) >= _MOST_PARTS:
                self._known.clear()
            self._known[key] = part
        return part

    def _read(self, begin: int, end: int) -> Part:
        words = [token.word for token in self._words.tokens[begin:end]]
        is_alternative = words[0] == "or"
        start = begin + is_alternative
        words = words[is_alternative:]
        if words[-1:] and words[-1] in self._vocabulary.permits_behind and len(words) > 1:
            permitted = self._read(start, end - 1)
            # What no hand may have is denied.
            is_plain = permitted.kind is Kind.SAYS and words[0] not in ("no", "not")
            kind = Kind.PERMITS if is_plain else Kind.LEFT
            return replace(permitted, begin=begin, end=end, kind=kind, is_alternative=is_alternative)
        asked = words.index("ask") if "ask" in words else 0 if words[:1] == ["keycard"] else None
        permit = next((n for n in (3, 2, 1) if tuple(words[:n]) in self._permits), 0)
        plain = words[permit:asked]
        onward = _ONWARD.match(self._words, begin, end)
        if onward and onward.end == end:
            return Part(begin, end, Kind.SILENT)
        reaches = plain[-1:] in (["no"], ["not"]) or not self._vocabulary.conditionals.isdisjoint(plain)
        if permit and reaches:
            return Part(begin, end, Kind.LEFT, is_alternative=is_alternative)
        if reaches or not words or not self._vocabulary.hedges.isdisjoint(plain):
            kind = Kind.REACHES if reaches else Kind.LEFT
            return Part(begin, end, kind, is_alternative=is_alternative, is_choice="or" in words)
        if asked is not None:
            return self._question(begin, start, start + asked, end)
        part = self._said(begin, start + permit, end)
        if permit and part.kind is Kind.SAYS:
            part = replace(part, kind=Kind.PERMITS)
        return replace(part, is_alternative=is_alternative)

    def _question(self, begin: int, start: int, asked: int, end: int) -> Part:
        """Return the part of an ask: what it says before ``asks``, and nothing of a ``spade ask``."""
        tokens = self._words.tokens
        behind = [token.word for token in tokens[asked + 1 : end]]
        is_noun = tokens[asked].written.lower() == "ask" and asked > start and behind[:1] != ["for"]
        is_noun = is_noun or behind[:1] in (["bid"], ["bids"])
        before = self._said(begin, start, asked) if asked > start else None
        if is_noun:
            rest = asked + 1 + (behind[:1] in (["bid"], ["bids"]))
            if (
                rest < end
                and self._said(begin, rest + (tokens[rest].word in ("or", "and")), end).kind
                is not Kind.SILENT
            ):
                return Part(begin, end, Kind.LEFT)
        if before is not None and before.kind is Kind.LEFT and not is_noun:
            whole = self._said(begin, start, end)
            return whole if whole.kind is Kind.SILENT else replace(before, end=end)
        if before is None or before.kind is not Kind.SAYS or (is_noun and before.kinds != {"points"}):
            return Part(begin, end, Kind.ASKS)
        return replace(before, end=end)

    def _divides(self, number: int) -> bool:
        """Return True for an ``or``, and for a slash with blanks: ``3 spades, 6-9 / 4 spades, 4-6``."""
        tokens = self._words.tokens
        token = tokens[number]
        if token.word != "/" or not 0 < number < len(tokens) - 1:
            return token.word == "or"
        return tokens[number - 1].end < token.start and token.end < tokens[number + 1].start

    def _said(self, begin: int, start: int, end: int) -> Part:
        try:
            sides = self._reader.sides(start, end)
        except (UnreadableError, WrongShapeError):
            is_choice = any(self._divides(number) for number in range(start, end))
            return Part(begin, end, Kind.LEFT, is_choice=is_choice)
        items = tuple(
            Item(item.begin - begin, item.end - begin, item.condition, item.word)
            for side in sides
            for item in side.items
        )
        filled = [side for side in sides if side.conditions]
        if not filled:
            is_silent = len(sides) == 1 or all(item.word and item.word.is_silent for item in items)
            return Part(begin, end, Kind.SILENT if is_silent else Kind.LEFT, items=items)
        is_clear = len(filled) == len(sides) and are_alike(filled) and not any(map(_is_any_of_some, sides))
        is_mixed = len(sides) > 1 and any(side.has_and for side in sides)
        kind = Kind.SAYS if is_clear else Kind.LEFT
        tokens = self._words.tokens
        is_bounded = tokens[start].word in BOUNDS
        words = {token.word for token in tokens[start:end]}
        condition = any_side(filled)
        # Any hand is about the shape.
        shape = frozenset(("shape",) if any(item.condition == c.ANY for item in items) else ())
        kinds = kinds_of(condition) | shape
        return Part(
            begin,
            end,
            kind,
            condition,
            items,
            is_choice=len(sides) > 1,
            is_mixed=is_mixed,
            is_bounded=is_bounded,
            is_feature=words > {"or"} and words <= {"or", *NOUNS},
            kinds=kinds,
        )


def _is_any_of_some(side: Side) -> bool:
    """Return True for ``any game force``: not any hand, but nobody can say which hands force to game."""
    has_words = any(item.word is not None for item in side.items)
    return has_words and bool(side.conditions) and c.all_of(side.conditions) == c.ANY


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
    """Leave over a mix of ``and`` and ``or`` beside other parts: it is not clear what they join."""
    if sum(map(_counts, parts)) < 2:
        return parts
    return [left(part) if part.is_mixed and _counts(part) else part for part in parts]


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


def is_permitted(part: Part, condition: c.Formula) -> bool:
    """Return True if a permission is of hands that the condition lets in, and widens nothing."""
    permitted = part.condition
    if permitted is None:
        return part.kind is Kind.SILENT
    ways = permitted.parts if isinstance(permitted, c.AnyOf) else (permitted,)
    known = condition.leaves
    return all(
        way.has_honours or condition.has_honours or bool((condition & way).table().reachable())
        for way in ways
    ) and not any(_widens(leaf, other) for leaf in permitted.leaves for other in known)


def _widens(leaf: c.Leaf, known: c.Leaf) -> bool:
    """Return True if a leaf lets in points, or lengths of a suit, that the other one keeps out."""
    if isinstance(leaf, c.Points) and isinstance(known, c.Points):
        return bool(leaf.mask & ~known.mask)
    if isinstance(leaf, c.Length) and isinstance(known, c.Length) and leaf.suit is known.suit:
        return leaf.low < known.low or leaf.high > known.high
    return False
