"""From a description to a condition: what is understood, and what is not."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from bml_core.bridge import Suit
from bml_core.hands import conditions as c
from bml_core.hands.descriptions.clauses import Clause, clause_spans, find_list, reject, segment_spans
from bml_core.hands.descriptions.cursor import SuitsOfRow, Token, tokens_of
from bml_core.hands.descriptions.phrases import MOST_HONOURS, Context, questions
from bml_core.hands.descriptions.segments import Segment, has_length, is_met, read_segment
from bml_core.hands.descriptions.vocabulary import ARTIFICIAL, NUMBERS, PAIRS

LONGEST_DESCRIPTION = 5_000
"""Characters of a description that is read."""
_LONG_SUIT = 5
#: Words that speak of the suit of the call.
_OF_CALL = ("suit", "card", "cards", "=")
_EMPHASIS = re.compile(r"(?<![\w/:.)])/[^\s/](?:[^/\n]*[^\s/])?/(?![\w/])")


class Sense(Enum):
    """The sense of a part of a description: about the hand, not about it, or not understood."""

    HAND = "hand"
    NEUTRAL = "neutral"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a text: its characters, where they begin (offset from 0), and what they do."""

    text: str
    offset: int
    sense: Sense


@dataclass(frozen=True, slots=True)
class Interpretation:
    """A formula out of a description, and the parts of the text in order, without blanks and punctuation."""

    condition: c.Formula
    pieces: tuple[Piece, ...]


def parse_description(
    text: str,
    suits: SuitsOfRow,
    *,
    call_suit: Suit | None = None,
    is_natural: bool = True,
    is_raise: bool = False,
) -> Interpretation:
    """Return what a description says of a hand. It never guesses: ambiguous parts are not understood.

    ``suits`` are words for suits in this row. ``call_suit`` is the suit of the call, and ``is_natural`` is
    True if nothing outside of the text speaks against a call about that suit, ``is_raise`` if partner bid
    that suit.

    >>> interpretation = parse_description("Transfer, 5+!h, nice hand", {})
    >>> str(interpretation.condition), [(part.text, part.sense.value) for part in interpretation.pieces]
    ('5+ hearts', [('Transfer', 'neutral'), ('5+!h', 'hand'), ('nice hand', 'unknown')])
    """
    if len(text) > LONGEST_DESCRIPTION:
        return Interpretation(c.ANY, (Piece(text, 0, Sense.UNKNOWN),))
    return _Prose(text, suits, call_suit, is_natural=is_natural, is_raise=is_raise).read()


class _Prose:
    def __init__(
        self, text: str, suits: SuitsOfRow, call_suit: Suit | None, *, is_natural: bool, is_raise: bool
    ) -> None:
        self._text = text
        tokens = tokens_of(text, prose=True, suits=suits)
        marks = _marks(text)
        self._tokens = [token for token in tokens if token.word not in "*!" and token.start not in marks]
        is_artificial = any(token.word in ARTIFICIAL for token in self._tokens)
        own = call_suit if is_natural and not is_artificial else None
        self._call_suit = call_suit
        subject = _subject(self._tokens, own)
        raised = call_suit if is_natural and is_raise else None
        bid = call_suit if all("splinter" not in token.word for token in self._tokens) else None
        self._context = Context(prose=True, own=own, subject=subject, raised=raised, bid=bid)

    def read(self) -> Interpretation:
        """Return the condition and the parts; a suit of its own counts only if the rest names no other."""
        interpretation = self._interpretation()
        if self._context.own and self._names_another_suit(interpretation):
            self._context = replace(self._context, own=None, subject=_subject(self._tokens, None))
            return self._interpretation()
        return interpretation

    def _names_another_suit(self, interpretation: Interpretation) -> bool:
        """Return True if unknown parts name other suits: ``5+ cards`` behind ``hearts`` may be theirs."""
        unknown = [piece for piece in interpretation.pieces if piece.sense is Sense.UNKNOWN]
        return any(
            piece.offset <= token.start < piece.offset + len(piece.text)
            for token in self._tokens
            if token.word in PAIRS or token.suit not in (None, self._context.own)
            for piece in unknown
        )

    def _interpretation(self) -> Interpretation:
        clauses, alternatives = self._structure()
        segments = [part for clause in clauses for part in clause.parts]
        segments += [part for item in alternatives for clause in item for part in clause.parts]
        condition = _together(clauses, alternatives)
        # What is not understood may have been what other words relied on.
        while self._drop_unmet(segments, condition):
            condition = _together(clauses, alternatives)
        if questions(condition) > MOST_HONOURS:
            reject(segments)
            condition = c.ANY
        for part in segments:
            if part.permitted and part.condition is not None and not part.unknown:
                ways = part.condition.parts if isinstance(part.condition, c.AnyOf) else (part.condition,)
                part.unknown = not all(_is_possible(condition & way) for way in ways)
        segments.sort(key=lambda part: part.begin)
        return Interpretation(condition, tuple(map(self._piece, segments)))

    def _structure(self) -> tuple[list[Clause], list[list[Clause]]]:
        """Return the clauses, and those of each item of a list of alternatives."""
        items = find_list(self._tokens, self._text)
        if items is None:
            return _divided(list(self._clauses(0, len(self._tokens))))
        clauses = [*self._clauses(0, items.begin), *self._clauses(items.end, len(self._tokens))]
        return clauses, [list(self._clauses(begin, end)) for begin, end in items.items]

    def _clauses(self, begin: int, end: int) -> Iterator[Clause]:
        for first, last in clause_spans(self._tokens, self._text, begin, end):
            spans, labels = segment_spans(self._tokens, self._text, first, last)
            parts = [read_segment(self._tokens, *span, self._context) for span in spans]
            if labels and parts[labels - 1].question:
                # Asks: where, how many, which.
                for part in parts[labels:]:
                    part.condition, part.unknown, part.scoped, part.question = None, False, False, True
            yield Clause(parts, labels)

    def _drop_unmet(self, segments: Sequence[Segment], condition: c.Formula) -> bool:
        """Make parts unknown whose words need figures that are missing, and return True if there were any."""
        unmet = [
            part
            for part in segments
            if not part.unknown
            and not (
                all(is_met(need, condition, self._call_suit) for need in part.needs)
                and all(has_length(condition, suit) for suit in part.targets)
            )
        ]
        for part in unmet:
            part.unknown = True
        return bool(unmet)

    def _piece(self, part: Segment) -> Piece:
        start = self._tokens[part.begin].start
        text = self._text[start : self._tokens[part.end - 1].end]
        if part.unknown:
            return Piece(text, start, Sense.UNKNOWN)
        return Piece(text, start, Sense.HAND if part.is_about_hand and not part.permitted else Sense.NEUTRAL)


def _divided(clauses: list[Clause]) -> tuple[list[Clause], list[list[Clause]]]:
    """Return the clauses, and those that are alternatives, as in ``12-14 bal; or 18-19 bal``."""
    if not any(clause.is_alternative for clause in clauses[1:]):
        return clauses, []
    has_label = any(part.condition for part in clauses[0].labels)
    if has_label or not all(clause.is_alternative for clause in clauses[1:]):
        for clause in clauses:
            clause.reject()
        return clauses, []
    for clause in clauses[1:]:
        clause.parts[0].alternative = False
    return [], [[clause] for clause in clauses]


def _together(clauses: Sequence[Clause], alternatives: Sequence[Sequence[Clause]]) -> c.Formula:
    conditions = [clause.condition() for clause in clauses]
    if alternatives:
        conditions.append(_any_item(alternatives))
    return c.all_of(condition for condition in conditions if condition is not None)


def _any_item(items: Sequence[Sequence[Clause]]) -> c.Formula | None:
    """Return the condition of any item; None, and all of them unknown, if one is not understood."""
    wholes = []
    for item in items:
        conditions = [condition for clause in item if (condition := clause.condition()) is not None]
        parts = [part for clause in item for part in clause.parts]
        wholes.append(
            c.all_of(conditions) if conditions and not any(part.unknown for part in parts) else None
        )
    known = [condition for condition in wholes if condition is not None]
    if len(known) == len(wholes):
        return c.any_of(known)
    for item in items:
        for clause in item:
            clause.reject()
    return None


def _is_possible(condition: c.Formula) -> bool:
    return condition.has_honours or bool(condition.table().reachable())


def _marks(text: str) -> set[int]:
    """Return the offsets of slashes that are marks of emphasis, as in ``/forcing/``."""
    return {place for mark in _EMPHASIS.finditer(text) for place in (mark.start(), mark.end() - 1)}


def _subject(tokens: Sequence[Token], own: Suit | None) -> Suit | None:
    """Return the only suit of five or more cards; where none is named, that of the call."""
    suits = set()
    is_own = False
    for number, token in enumerate(tokens):
        if token.suit is None:
            is_own = is_own or token.word in _OF_CALL
            continue
        before = number - 1
        while before >= 0 and tokens[before].word in ("+", "=", "-", "card", "cards", "in"):
            before -= 1
        word = tokens[before].word if before >= 0 else ""
        length = NUMBERS.get(word, int(word) if re.fullmatch("[0-9]{1,2}", word) else 0)
        if length >= _LONG_SUIT:
            suits.add(token.suit)
    if not suits:
        return own if is_own else None
    return suits.pop() if len(suits) == 1 else None
