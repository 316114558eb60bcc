"""From a description to a condition: what is understood, and what is left over.

Words become clauses, clauses have parts, parts have phrases. A phrase is a condition on the hand, or a word
that the figures of the row or the auction must explain.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import chain, groupby, pairwise

from bml_core.bridge import Suit
from bml_core.hands import conditions as c
from bml_core.hands.conditions import MAX_POINTS
from bml_core.hands.descriptions.auction_words import Situation, Word
from bml_core.hands.descriptions.clauses import (
    Clause,
    Divider,
    all_kinds,
    impossible_parts,
    join_parts,
    together,
    without_denied,
)
from bml_core.hands.descriptions.expressions import MOST_HONOURS, Item, questions
from bml_core.hands.descriptions.parts import LENGTH_OF, Kind, Part, PartReader, RowReader, is_permitted, left
from bml_core.hands.descriptions.patterns import Context, Pattern, RowContext, Words
from bml_core.hands.descriptions.tokens import (
    BID_MARK,
    SIGN_OF,
    SUIT_OF,
    Abbreviated,
    SuitsOfRow,
    Token,
    tokens_of,
)
from bml_core.hands.descriptions.words import (
    ENGLISH,
    Figures,
    Vocabulary,
    has_length,
    in_every_hand,
    is_met,
    is_said,
    said_in,
)

LONGEST_DESCRIPTION = 5_000
"""Characters of a description that is read."""
_LINK = re.compile(r"\[([^\[\]\n]*)\]\([^()\n]*\)")
_EMPHASIS = re.compile(r"(?<![\w/:.)])/[^\s/](?:[^/\n]*[^\s/])?/(?![\w/])")
_CALL = Pattern("BID")
_OTHER_CALLS = frozenset(("x", "xx", "dbl", "rdbl", "pass", "double", "redouble", "p", "d", "r"))
_STRAINS = {"anymajor": "HS", "anyminor": "CD", "x": "CDHS"}
_LEVELS = frozenset("1234567")
_CARDS = frozenset(("card", "cards", "support", "fit", "any", *SUIT_OF))
_NUMERALS = frozenset((*map(str, range(MAX_POINTS + 1)), "+", "-", "~"))
_STARTS = frozenset((",", ";", ".", ":", "(", ")"))
_VERBS = frozenset(
    ("has", "holds", "shows", "promises", "denies", "guarantees", "accepts", "completes", "does", "doesn't")
)
_ASKED = frozenset(("ask", "keycard", "blackwood", "gerber", "steps", "trumps"))
_SHAPE_WORDS = ("balanced", "unbalanced", "semi-balanced")


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
    """A formula out of a description, and the parts of the text in order, without blanks and punctuation.

    ``impossible`` has the offset of each part that no hand fits, why, and what to do about it.
    """

    condition: c.Formula
    pieces: tuple[Piece, ...]
    impossible: tuple[tuple[int, str, str], ...] = ()


def parse_description(
    text: str,
    suits: SuitsOfRow,
    situation: Situation = Situation(),  # noqa: B008
    *,
    abbreviations: Abbreviated = None,
    vocabulary: Vocabulary = ENGLISH,
) -> Interpretation:
    """Return what a description says of a hand. It never guesses: ambiguous parts are not understood.

    ``suits`` are words for suits in this row, ``abbreviations`` all that there are.

    >>> interpretation = parse_description("Transfer, 5+!h, nice hand", {})
    >>> str(interpretation.condition), [(part.text, part.sense.value) for part in interpretation.pieces]
    ('5+ hearts', [('Transfer', 'neutral'), ('5+!h', 'hand'), ('nice hand', 'unknown')])
    """
    if len(text) > LONGEST_DESCRIPTION:
        return Interpretation(c.ANY, (Piece(text, 0, Sense.UNKNOWN),))
    marks = {place for mark in _EMPHASIS.finditer(text) for place in (mark.start(), mark.end() - 1)}
    for link in _LINK.finditer(text) if "](" in text else ():
        marks.update((link.start(), *range(link.end(1), link.end())))
    found = tokens_of(
        text,
        suits,
        prose=True,
        vocabulary=vocabulary,
        abbreviations=abbreviations,
        roles=dict(situation.roles),
    )
    said = [token for token in found if token.word not in "*!" and token.start not in marks]
    if situation.player and situation.player in text.lower():
        said = [token for number, token in enumerate(said) if not _is_subject(said, number, situation.player)]
    tokens = [token for token, before in zip(said, [None, *said], strict=False) if not _ends(before, token)]
    return _Description(text, tokens, situation, vocabulary).read()


def _is_subject(tokens: Sequence[Token], number: int, player: str) -> bool:
    """Return True for the opener of ``opener has 4 spades``, where it is the opener who calls."""
    if tokens[number].word != player or number + 1 == len(tokens):
        return False
    before = [token.word for token in tokens[max(number - 2, 0) : number]]
    if before[-1:] == ["the"]:
        before.pop()
    is_first = not before or before[-1] in _STARTS
    return is_first and tokens[number + 1].written.lower().split()[0] in _VERBS


def _ends(before: Token | None, token: Token) -> bool:
    """Return True for the full stop of ``bal.``; that of ``max. 3!s`` is read."""
    return (
        token.word == "."
        and before is not None
        and before.word in _SHAPE_WORDS
        and before.word != before.written.lower()
    )


class _Description:
    def __init__(self, text: str, tokens: list[Token], situation: Situation, vocabulary: Vocabulary) -> None:
        self._text = text
        self._tokens = tokens
        self._words = Words(tokens)
        self._situation = situation
        self._vocabulary = vocabulary
        self._divider = Divider(tokens, text, vocabulary.shortened)
        self._is_unread = False
        self._plain: Sequence[Clause] = ()

    def read(self) -> Interpretation:
        """Return the condition and the pieces; a suit of its own counts only if the rest names no other."""
        reader = RowReader(self._words.text, self._own_words(), self._situation, self._vocabulary.artificial)
        row = reader.row()
        interpretation = self._read(row)
        if row.own and self._names_another_suit(interpretation, row.own):
            return self._read(replace(row, own=None, subject=reader.subject(None)))
        return interpretation

    # ------------------------------------------------------------ clauses

    def _own_words(self) -> set[str]:
        """Return the words, but for those before the sign in ``3X = singleton``."""
        spans = list(self._divider.clauses(0, len(self._tokens)))
        starts = (self._call_before(*span)[0] for span in spans)
        return {
            token.word
            for start, (_, end) in zip(starts, spans, strict=True)
            for token in self._tokens[start:end]
        }

    def _names_another_suit(self, interpretation: Interpretation, own: Suit) -> bool:
        """Return True if unknown parts name other suits: ``5+ cards`` after ``hearts`` may be theirs."""
        others = {"major", "minor", "majors", "minors", *SUIT_OF} - {SIGN_OF[own]}
        places = [token.start for token in self._tokens if token.word in others]
        return any(
            piece.offset <= place < piece.offset + len(piece.text)
            for piece in interpretation.pieces
            if piece.sense is Sense.UNKNOWN
            for place in places
        )

    def _read(self, row: RowContext) -> Interpretation:
        reader = PartReader(self._words, Context(row, prose=True), self._situation, self._vocabulary)
        items = self._divider.find_list()
        spans = (
            [(0, len(self._tokens))] if items is None else [(0, items.begin), (items.end, len(self._tokens))]
        )
        plain = [clause for span in spans for clause in self._clauses(reader, *span)]
        listed = [list(self._clauses(reader, *span)) for span in items.items] if items else []
        cases = [clause for clause in plain if clause.labels and _figures((clause,))]
        if len(cases) > 1:
            plain = [clause.without_condition() if clause in cases else clause for clause in plain]
        figures = _figures(chain(plain, *listed))
        self._plain = plain
        if any(clause.is_alternative for clause in plain):
            plain = [self._alone([clause])[0] for clause in plain]
        plain = [self._joined(clause, figures) for clause in plain]
        listed = [[self._joined(clause, figures) for clause in self._alone(item)] for item in listed]
        clauses, condition = together(plain, listed)
        parts = sorted((part for clause in clauses for part in clause.parts), key=lambda part: part.begin)
        if questions(condition) > MOST_HONOURS:
            parts, condition = [left(part) if part.condition is not None else part for part in parts], c.ANY
        self._is_unread = any(map(self._names_cards, parts))
        said = [
            says
            for part in parts
            if part.kind in (Kind.SAYS, Kind.SILENT)
            for word in part.words
            if self._is_explained(word, figures)
            for says in self._says(word, figures)
        ]
        both = c.all_of((condition, *said))
        if said and (both == c.NONE or (self._situation.takeout and self._has_any_shape())):
            # Takeout, 6-5, or of any shape: what the auction says of the word does not hold here.
            self._is_unread = True
        elif said:
            condition = both
        pieces = chain.from_iterable(self._pieces(part, condition, figures) for part in parts)
        return Interpretation(condition, tuple(pieces), self._impossible())

    def _impossible(self) -> tuple[tuple[int, str, str], ...]:
        """Return the place of each part that no hand fits; beside key cards, there are five aces."""
        is_asked = not _ASKED.isdisjoint(token.word for token in self._tokens)
        if is_asked or len(self._situation.choices) > 1:
            return ()
        found = impossible_parts(self._plain)
        return tuple((self._tokens[begin].start, why, hint) for begin, why, hint in found)

    def _clauses(self, reader: PartReader, begin: int, end: int) -> Iterator[Clause]:
        """Yield the clauses, with their parts as they are read one by one."""
        has_said = False
        for first, last in self._divider.clauses(begin, end):
            start, is_other_call = self._call_before(first, last)
            if start > first:
                yield Clause((Part(first, last if is_other_call else start, Kind.SILENT),))
            if not is_other_call and start < last:
                spans, labels = self._divider.parts(start, last)
                parts = without_denied([reader.read(*span) for span in spans], self._situation.bid)
                if any(part.is_choice for part in parts[1:]):
                    parts = self._without_chosen(parts)
                parts = self._without_listed(parts)
                if labels < 0:
                    parts, labels = [left(part) if part.condition else part for part in parts], 0
                if labels and parts[labels - 1].kind is Kind.ASKS:
                    # Asks: where, how many, which.
                    parts[labels:] = [Part(part.begin, part.end, Kind.ASKS) for part in parts[labels:]]
                if labels and any(part.kind is Kind.LEFT for part in parts[labels:]):
                    # With four spades: another bid.
                    label = parts[labels - 1]
                    parts[labels - 1] = left(label) if label.condition else label
                if has_said and self._tokens[start].word == "with" and len(all_kinds(parts)) > 1:
                    # With three hearts ten or more, else fewer.
                    parts = [left(part) if part.condition else part for part in parts]
                is_case = labels and parts[labels - 1].kind is Kind.LEFT
                if is_case and (has_said or _figures((Clause(tuple(parts[:labels])),))):
                    # What comes after an unknown word and a colon may be for some hands only.
                    parts[labels:] = [left(part) if part.condition else part for part in parts[labels:]]
                yield Clause(tuple(parts), labels)
                has_said = has_said or any(part.kind is Kind.SAYS for part in parts)

    def _without_chosen(self, parts: Sequence[Part]) -> list[Part]:
        """Leave over what a choice after it contradicts: ``3 spades, 6-9 or 4 spades, 4-6``."""
        kept = list(parts)
        for number, part in enumerate(parts):
            if part.is_choice and part.kind is Kind.LEFT:
                named = LENGTH_OF.finditer(Words(self._tokens[part.begin : part.end]).text)
                lengths = [(int(found[0].split()[0]), SUIT_OF[found[1]]) for found in named]
                for place, earlier in enumerate(parts[:number]):
                    leaves = earlier.condition.leaves if earlier.condition is not None else ()
                    if any(_is_against(leaf, *length) for leaf in leaves for length in lengths):
                        kept[place] = left(earlier)
        return kept

    def _without_listed(self, parts: Sequence[Part]) -> list[Part]:
        """Leave over the rest of a list whose first numbers stand alone: ``4, 5 or 6 hearts``."""
        kept = list(parts)
        for number, (part, following) in enumerate(pairwise(parts), 1):
            words = {token.word for token in self._tokens[part.begin : part.end]}
            has_or = any(token.word == "or" for token in self._tokens[following.begin : following.end])
            if kept[number - 1].kind is Kind.LEFT and has_or and words <= _NUMERALS:
                kept[number] = left(following)
        return kept

    def _alone(self, item: Sequence[Clause]) -> list[Clause]:
        """Return the clauses of an alternative; figures of the others explain none of its words."""
        figures = _figures(item)
        return [
            replace(
                clause,
                parts=tuple(
                    part
                    if all(word.is_silent or self._is_met(word, figures) for word in part.words)
                    else left(part)
                    for part in clause.parts
                ),
            )
            for clause in item
        ]

    def _call_before(self, begin: int, end: int) -> tuple[int, bool]:
        """Return where the text after ``2S =`` begins, and whether that is another call than this one."""
        token = self._tokens[begin]
        match = _CALL.match(self._words, begin, end)
        after = match.end if match else begin + (token.word in _OTHER_CALLS)
        if token.word in _LEVELS and end > begin + 1 and self._tokens[begin + 1].word == "x":
            after = begin + 2
        if after == begin or after >= end or self._tokens[after].word not in ("=", ":"):
            return begin, False
        bid = self._situation.bid
        words = [each.word for each in self._tokens[begin:after]]
        named = words[0].removeprefix(BID_MARK) if len(words) == 1 else words[1]
        strains = _STRAINS.get(named) or (SUIT_OF[named].value if named in SUIT_OF else named[1:])
        is_other = self._words.tokens[begin].written[:1] != str(self._situation.level)
        return after + 1, is_other or bid is None or bid.value not in strains

    def _joined(self, clause: Clause, figures: Figures) -> Clause:
        """Return the clause with its condition; an alternative that hangs on a word is left over."""
        is_choice = any(part.is_alternative for part in clause.parts[1:])
        is_open = is_choice or any(
            # Three spades, or 17+ of any shape.
            part.is_choice and (part.kind is Kind.LEFT or len(part.kinds) > 1)
            for part in clause.parts
        )

        def is_unclear(number: int, part: Part) -> bool:
            if is_open and number >= clause.labels and any(self._says(word, figures) for word in part.words):
                return True
            is_part = part.is_choice or (is_choice and part.condition is not None)
            return is_part and not all(word.is_silent for word in part.words)

        parts = [left(part) if is_unclear(number, part) else part for number, part in enumerate(clause.parts)]
        return join_parts(parts, clause.labels)

    # ------------------------------------------------------------ words

    def _is_met(self, word: Word, figures: Figures) -> bool:
        """Return True if figures have all that it needs."""
        return all(has_length(figures, suit) for suit in word.targets) and all(
            is_met(need, figures, self._situation.bid) for need, _ in word.parts
        )

    def _is_explained(self, word: Word, figures: Figures) -> bool:
        """Return True if figures or the auction explain it."""
        bid = self._situation.bid
        open_parts = [
            says for need, says in word.parts if not is_said(need, says, figures, bid, self._certain)
        ]
        if open_parts:
            return None not in open_parts and not (self._is_unread and self._says(word, figures))
        return all(has_length(figures, suit) for suit in word.targets)

    def _names_cards(self, part: Part) -> bool:
        """Return True if numbers of cards are left over: they would go before what a word says."""
        if part.kind is not Kind.LEFT:
            return False
        words = {token.word for token in self._tokens[part.begin : part.end]}
        return any(word.isdecimal() for word in words) and not words.isdisjoint(_CARDS)

    def _has_any_shape(self) -> bool:
        return re.search(r"\bany (shape|distribution|hand)\b", self._words.text) is not None

    def _certain(self) -> Figures:
        """Return what figures say of every hand of the row."""
        return _figures(self._plain, in_every_hand)

    def _says(self, word: Word, figures: Figures) -> list[c.Formula]:
        """Return what it says that figures do not say better."""
        bid = self._situation.bid
        return [
            says
            for need, says in word.parts
            if says is not None and says is not c.ANY and not is_said(need, says, figures, bid, self._certain)
        ]

    # ------------------------------------------------------------ pieces

    def _pieces(self, part: Part, condition: c.Formula, figures: Figures) -> Iterator[Piece]:
        """Yield the pieces of a part: words that nothing explains are pieces of their own."""
        if part.kind not in (Kind.SAYS, Kind.SILENT):
            is_known = part.kind is Kind.ASKS or (part.kind is Kind.PERMITS and is_permitted(part, condition))
            yield self._piece(part.begin, part.end, Sense.NEUTRAL if is_known else Sense.UNKNOWN)
            return
        senses = [self._sense(item, figures) for item in part.items]
        if Sense.UNKNOWN not in senses:
            is_hand = part.condition is not None or Sense.HAND in senses
            yield self._piece(part.begin, part.end, Sense.HAND if is_hand else Sense.NEUTRAL)
            return
        for sense, run in groupby(zip(part.items, senses, strict=True), lambda pair: pair[1]):
            items = [item for item, _ in run]
            yield self._piece(part.begin + items[0].begin, part.begin + items[-1].end, sense)

    def _sense(self, item: Item, figures: Figures) -> Sense:
        if item.word is None:
            return Sense.HAND
        if not self._is_explained(item.word, figures):
            return Sense.UNKNOWN
        return Sense.HAND if self._says(item.word, figures) else Sense.NEUTRAL

    def _piece(self, begin: int, end: int, sense: Sense) -> Piece:
        start, stop = self._tokens[begin].start, self._tokens[end - 1].end
        for link in _LINK.finditer(self._text) if "](" in self._text else ():
            # What goes on before or behind a link has all of it.
            if start <= link.start() and stop == link.end(1):
                stop = link.end()
            elif start == link.start(1) and stop >= link.end():
                start = link.start()
        return Piece(self._text[start:stop], start, sense)


def _is_against(leaf: c.Leaf, length: int, suit: Suit) -> bool:
    return isinstance(leaf, c.Length) and leaf.suit is suit and not leaf.low <= length <= leaf.high


def _figures(
    clauses: Iterable[Clause], said: Callable[[c.Formula], Iterator[c.Leaf]] | None = None
) -> Figures:
    """Return what some clauses say in figures; what they deny is none."""
    parts = (part for clause in clauses for part in clause.parts if part.kind is Kind.SAYS)
    return tuple(
        leaf for part in parts if part.condition is not None for leaf in (said or said_in)(part.condition)
    )
