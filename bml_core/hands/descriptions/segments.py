"""Parts of a description between two commas: their conditions, and what their words need elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from bml_core.bridge import Suit
from bml_core.hands import conditions as c
from bml_core.hands.conditions import MAX_POINTS
from bml_core.hands.descriptions.cursor import Cursor, Token, UnreadableError, WrongShapeError
from bml_core.hands.descriptions.phrases import Context, PhraseReader
from bml_core.hands.descriptions.vocabulary import (
    ASKS,
    FILLERS,
    LONGEST_NEUTRAL,
    NEUTRAL,
    PERMITS,
    PROMISES,
    SCOPED,
    Needs,
)

_DEEPEST = 3


@dataclass(slots=True)
class Segment:
    """A part: its ``condition`` on the hand, None if it says nothing of it; or it is ``unknown``.

    ``begin`` and ``end`` are numbers of words. ``needs`` is what the row must have elsewhere in figures for
    the words of this part to add nothing, ``targets`` the suits whose length it must have. A part is
    ``mixed`` with ``and`` and ``or`` without brackets, an ``alternative`` if it begins with ``or``,
    ``scoped`` if its neighbours hold for some hands only because of it, a ``question`` about partner's hand,
    or ``permitted``: about hands that the row has anyway.
    """

    begin: int
    end: int
    condition: c.Formula | None = None
    unknown: bool = False
    needs: set[Needs] = field(default_factory=set)
    targets: set[Suit] = field(default_factory=set)
    mixed: bool = False
    alternative: bool = False
    scoped: bool = False
    question: bool = False
    permitted: bool = False

    @property
    def is_about_hand(self) -> bool:
        """Return True if it is understood and speaks of the hand."""
        return self.condition is not None and not self.unknown


@dataclass(slots=True)
class _Group:
    """The conditions between two ``or``; ``has_and`` if ``and`` joins them."""

    conditions: list[c.Formula] = field(default_factory=list)
    has_and: bool = False

    @property
    def kinds(self) -> frozenset[str]:
        """Return what the conditions are about."""
        return frozenset().union(*map(kinds_of, self.conditions))


def read_segment(tokens: list[Token], begin: int, end: int, context: Context, depth: int = 0) -> Segment:
    """Read the words from ``begin`` to ``end``."""
    segment = Segment(begin, end)
    start = begin
    if tokens[start].word == "or":
        segment.alternative = True
        start += 1
    words = [token.word for token in tokens[start:end]]
    if words and words[0] in ASKS:
        segment.question = True
        return segment
    segment.scoped = any(word in SCOPED for word in words)
    if tuple(words[:2]) in PERMITS:
        segment.permitted = True
        start += 2
    if segment.scoped or start == end:
        segment.unknown = True
        return segment
    _SegmentReader(tokens, start, end, context, depth).fill(segment)
    return segment


class _SegmentReader:
    def __init__(self, tokens: list[Token], begin: int, end: int, context: Context, depth: int) -> None:
        self._begin = begin
        self._cursor = Cursor(tokens, begin, end)
        self._phrases = PhraseReader(self._cursor, context)
        self._context = context
        self._depth = depth
        self._needs: set[Needs] = set()
        self._targets: set[Suit] = set()

    def fill(self, segment: Segment) -> None:
        """Fill ``segment`` with what its words say."""
        try:
            groups = self._groups()
        except (UnreadableError, WrongShapeError):
            segment.unknown = True
            return
        segment.needs |= self._needs
        segment.targets |= self._targets
        filled = [group for group in groups if group.conditions]
        if not filled:
            segment.unknown = len(groups) > 1
            return
        wholes = [c.all_of(group.conditions) for group in filled]
        segment.condition = c.any_of(wholes)
        segment.mixed = len(groups) > 1 and any(group.has_and for group in groups)
        segment.unknown = len(filled) < len(groups) or not _are_alike(filled)

    def _groups(self) -> list[_Group]:
        groups = [_Group()]
        cursor = self._cursor
        while cursor.word:
            if cursor.take("or"):
                groups.append(_Group())
            elif cursor.take("and", "&") or self._takes_plus():
                groups[-1].has_and = True
            elif cursor.word == "(":
                groups[-1].conditions.append(self._bracketed(groups[-1]))
            elif (condition := self._next()) is not None:
                groups[-1].conditions.append(condition)
        return groups

    def _takes_plus(self) -> bool:
        """Take a plus between two conditions, which has blanks on both sides or on none."""
        cursor = self._cursor
        at = cursor.at
        if cursor.word != "+" or at + 1 >= cursor.end or at == self._begin:
            return False
        before, plus, behind = cursor.tokens[at - 1 : at + 2]
        if (before.end == plus.start) != (plus.end == behind.start):
            return False
        cursor.at += 1
        return True

    def _next(self) -> c.Formula | None:
        """Return the next condition, None if the next words say nothing."""
        special = self._phrases.special()
        if special is not None:
            return special
        if self._phrases.names_cards():
            return self._phrases.phrase()
        if self._cursor.take(*PROMISES):
            return self._promised()
        return None if self._takes_neutral() or self._cursor.take(*FILLERS) else self._phrase()

    def _promised(self) -> c.Formula:
        """Return the condition of what is promised, and refuse exact lengths: they may then be more."""
        condition = self._phrase()
        if any(isinstance(leaf, c.Length) and leaf.low == leaf.high for leaf in condition.leaves):
            raise self._cursor.unknown("Write such as 4+!h.")
        return condition

    def _takes_neutral(self) -> bool:
        """Take the longest neutral phrase that follows; hyphens between words are blanks."""
        cursor = self._cursor
        words: list[str] = []
        best: tuple[int, Needs] | None = None
        ahead = 0
        while len(words) < LONGEST_NEUTRAL and cursor.ahead(ahead):
            if cursor.ahead(ahead) == "-" and words:
                ahead += 1
                continue
            words.append(cursor.ahead(ahead))
            ahead += 1
            needs = NEUTRAL.get(tuple(words))
            if needs is not None:
                best = ahead, needs
        if best is None:
            return False
        if words[0] == "to" and self._is_behind_bid():
            raise cursor.unknown("Write a comma before it.")
        cursor.at += best[0]
        self._needs.add(best[1])
        self._take_target(best[1])
        return True

    def _is_behind_bid(self) -> bool:
        """Return True behind a number and a suit: ``4 hearts to play`` may be a bid."""
        at = self._cursor.at
        before = self._cursor.tokens[max(at - 2, self._begin) : at]
        return len(before) == 2 and before[0].word.isdecimal() and before[1].suit is not None

    def _take_target(self, needs: Needs) -> None:
        """Take the bid that a call of that kind leads to, ``to 2!d``, or the suit it is about, ``in !h``."""
        cursor = self._cursor
        at = cursor.at
        if cursor.word == "up" and cursor.ahead(2).isdecimal():
            # Forcing up to 3!h is no length.
            raise cursor.unknown("Write a comma before it.")
        joint = cursor.take("to", "in", "for")
        if not joint:
            return
        cursor.at += joint != "in" and cursor.word.isdecimal()
        suit = cursor.take_suit()
        if suit is None:
            cursor.at = at
        elif joint == "in" or needs is Needs.LENGTH:
            self._targets.add(suit)

    def _phrase(self) -> c.Formula:
        negation = self._phrases.negation()
        return self._phrases.denied(negation) if negation else self._phrases.phrase()

    def _bracketed(self, group: _Group) -> c.Formula:
        """Return the condition in brackets, if it is about something else than the conditions before them."""
        cursor = self._cursor
        start = cursor.at
        close, open_brackets = start, 0
        for close in range(start, cursor.end):
            word = cursor.tokens[close].word
            open_brackets += (word == "(") - (word == ")")
            if not open_brackets:
                break
        if open_brackets or self._depth >= _DEEPEST or close == start + 1:
            raise cursor.unknown("Write a ) behind it.")
        inner = read_segment(list(cursor.tokens), start + 1, close, self._context, self._depth + 1)
        if not inner.is_about_hand or inner.alternative or inner.permitted:
            raise cursor.unknown("Write a condition in the brackets.")
        assert inner.condition is not None
        if group.kinds & kinds_of(inner.condition):
            raise cursor.unknown("Write and or or before the brackets.")
        self._needs |= inner.needs
        self._targets |= inner.targets
        cursor.at = close + 1
        return inner.condition


def _are_alike(groups: list[_Group]) -> bool:
    """Return True if alternatives are about the same, so that none reaches over to the others."""
    if len(groups) == 1 or all(len(group.conditions) == 1 for group in groups):
        return True
    return len({group.kinds for group in groups}) == 1


def kinds_of(condition: c.Formula) -> frozenset[str]:
    """Return what a condition is about: points, shape, single cards."""
    return frozenset(
        "points" if isinstance(leaf, c.Points) else "cards" if leaf.asks_cards else "shape"
        for leaf in condition.leaves
    )


_LENGTH = 3
_TWO_SUITER = 4


def is_met(need: Needs, condition: c.Formula, call_suit: Suit | None) -> bool:
    """Return True if the condition has it in figures; ``call_suit`` is the suit of the call.

    >>> is_met(Needs.MOST_POINTS, c.points(5, 10) & c.cards(6, 6, "H"), None)
    True
    """
    if need is Needs.OWN_LENGTH:
        return call_suit is None or any(length.suit is call_suit for length in _long(condition, _LENGTH))
    return _CHECKS[need](condition)


def has_length(condition: c.Formula, suit: Suit) -> bool:
    """Return True if the condition restricts the length of a suit.

    >>> has_length(c.cards(6, 6, "H"), Suit.HEARTS), has_length(c.cards(6, 6, "H"), Suit.SPADES)
    (True, False)
    """
    is_long = any(isinstance(leaf, c.Length) and leaf.suit is suit for leaf in condition.leaves)
    return is_long or _has_shape(condition)


def _long(condition: c.Formula, least: int) -> list[c.Length]:
    return [leaf for leaf in condition.leaves if isinstance(leaf, c.Length) and leaf.low >= least]


def _points(condition: c.Formula) -> list[int]:
    return [leaf.mask for leaf in condition.leaves if isinstance(leaf, c.Points)]


def _has_shape(condition: c.Formula) -> bool:
    return any(isinstance(leaf, c.Shaped) and not leaf.name for leaf in condition.leaves)


_CHECKS: dict[Needs, Callable[[c.Formula], bool]] = {
    Needs.NOTHING: lambda condition: True,
    Needs.MOST_POINTS: lambda condition: any(not mask >> MAX_POINTS & 1 for mask in _points(condition)),
    Needs.LEAST_POINTS: lambda condition: any(not mask & 1 for mask in _points(condition)),
    Needs.ANY_POINTS: lambda condition: bool(_points(condition)),
    Needs.LENGTH: lambda condition: bool(_long(condition, _LENGTH)) or _has_shape(condition),
    Needs.TWO_LENGTHS: lambda condition: (
        len({length.suit for length in _long(condition, _TWO_SUITER)}) > 1 or _has_shape(condition)
    ),
    Needs.SHORTNESS: lambda condition: any(
        isinstance(leaf, c.Length) and leaf.high <= 1 for leaf in condition.leaves
    ),
}
