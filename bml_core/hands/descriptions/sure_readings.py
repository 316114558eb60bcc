"""What is sure to hold of a description whatever those of its words mean that are not understood.

``15-17 bal, Woolsey`` has 15 to 17 points; ``15-17 bal, or Woolsey`` may have others.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise, takewhile
from typing import NamedTuple

from bml_core.bridge import Suit
from bml_core.hands import conditions as c
from bml_core.hands.conditions import MAX_POINTS
from bml_core.hands.descriptions.clauses import Clause, ClausePart, PartKind
from bml_core.hands.descriptions.expressions import kinds_of
from bml_core.hands.descriptions.meanings import known_words
from bml_core.hands.descriptions.obligations import BREAKS
from bml_core.hands.descriptions.phrases import KINDS
from bml_core.hands.descriptions.prose_tokens import WAYS
from bml_core.hands.descriptions.tokens import SUIT_OF, Token
from bml_core.hands.descriptions.vocabulary import Vocabulary

CARDS = frozenset(("card", "cards", "support", "fit", "any", *SUIT_OF))
"""Words that say what a number counts, or how long a suit is."""
SUITS_NAMED = frozenset((*SUIT_OF, *KINDS, "anymajor", "anyminor", "majors", "minors"))
MOST_LENGTH = 8
"""A number above this is hardly a length."""
#: Words that may bring in other hands, or take back what is said; numbers may as well.
_JOINTS = frozenset(("or", "but"))
_WIDENING = frozenset(("or", "weaker", "lighter", "any", "not", "?", "=", ":", "~", "etc"))
_EXCEPTIONS = frozenset(("but", "except", "unless", "otherwise", "also", "?", "/", "~"))
_BEYOND = frozenset(("any", "better", "more", "other", "others", "hcp", "points"))
_QUALITY = frozenset(("robust", "ruffing", "decent", "chunky"))
_LEAST_SHAPE = 100
_COUNTED = frozenset((*SUIT_OF, "-", "card", "cards"))
_OTHER_COUNTS = frozenset(("tricks", "trick", "losers", "loser", "controls", "aces", "kings"))
_KINDS, _ALL_SUITS = frozenset(("points", "shape", "cards")), frozenset(Suit)


class Unread(NamedTuple):
    """Words that are not understood, and the word before them, "" at the beginning."""

    tokens: list[Token]
    before: str


class SureReader:
    """Reads what holds of all hands of a description of which some parts are not understood."""

    def __init__(self, tokens: Sequence[Token], text: str, vocabulary: Vocabulary) -> None:
        self._tokens = tokens
        self._text = text
        self._vocabulary = vocabulary

    def part_of(self, condition: c.Formula, unread: Iterable[Unread], clauses: Sequence[Clause]) -> c.Formula:
        """Return those parts of a condition that hold whatever the words mean that are not understood."""
        doubts = [self._widened(each) for each in unread]
        parts = c.parts_of_all(condition)
        sure = (
            part
            for part in parts
            if all(
                kinds.isdisjoint(kinds_of(part))
                # "4+!h, may have a longer minor"
                or (isinstance(part, c.Length) and part.suit not in suits)
                for kinds, suits in doubts
            )
        )
        said = c.all_of(sure)
        named = c.ANY if "points" in kinds_of(said) else self._points_named(clauses)
        return c.all_of((said, named, *self._denials(clauses)))

    def _points_named(self, clauses: Sequence[Clause]) -> c.Formula:
        """Return the points between the fewest and the most that are named: ``16+ any, 17+ if Woolsey``.

        Each alternative must name some, or be of cards alone after points in front: ``11-13, 6!d, or a good
        five``.
        """
        words = [token.word for token in self._tokens]
        sides: list[list[tuple[int, int]]] = [[]]
        parts = [part for clause in clauses for part in clause.parts]
        other = next((n for n, part in enumerate(parts) if part.is_alternative), 0)
        are_in_front = other > 1 and parts[0].kinds == {"points"} and not parts[0].is_choice
        # "11-15, balanced, or 5!c" may have more with clubs.
        are_in_front = are_in_front and not any(
            "balanced" in words[part.begin : part.end] and "points" not in part.kinds
            for part in parts[:other]
        )
        for part in parts:
            if part.is_alternative:
                sides.append([])
            if are_in_front and part.begin >= parts[other].begin and self._is_of_cards(part):
                sides[-1] += sides[0]
                continue
            is_denied = words[part.begin] in ("no", "not")
            is_read = part.kind not in (PartKind.UNREAD, PartKind.REACHES)
            if part.is_choice:
                if self._is_of_cards(part):
                    # "6+!d (or a good 5), 11-14"
                    continue
                return c.ANY
            for n, token in enumerate(self._tokens[part.begin : part.end], part.begin + 1):
                amount = token.amount
                if _OTHER_COUNTS.intersection(words[n : n + 1]):
                    # "solid minor, 8-9 tricks"
                    continue
                if amount and amount.reads_as_points and not is_denied:
                    ranges = (one[:2] for one in amount.ranges)
                    sides[-1] += ((low, MAX_POINTS if high is None else high) for low, high in ranges)
                elif amount and not (
                    # "4441 with a red singleton"
                    amount.low >= _LEAST_SHAPE
                    or (
                        amount.low <= MOST_LENGTH
                        and (is_read or amount.is_exact or _COUNTED.intersection(words[n : n + 1]))
                    )
                ):
                    return c.ANY
        if not all(sides) or not (_EXCEPTIONS | self._vocabulary.hedges).isdisjoint(words):
            return c.ANY
        lows, highs = zip(*(points for side in sides for points in side), strict=True)
        return c.points(min(lows), max(highs)) if min(lows) < max(highs) <= MAX_POINTS else c.ANY

    def _is_of_cards(self, part: ClausePart) -> bool:
        """Return whether a part is of lengths and suits alone: ``or a good five``, ``6+!d (or 5!d)``."""
        tokens = self._tokens[part.begin + part.is_alternative : part.end]
        words, amounts = {token.word for token in tokens}, [token.amount for token in tokens if token.amount]
        known = _words_of_cards(self._vocabulary)
        return all(amount.low <= MOST_LENGTH and not amount.reads_as_points for amount in amounts) and (
            bool(amounts or words & (CARDS | KINDS.keys()))
            and all(token.amount or not token.word.isalpha() or token.word in known for token in tokens)
        )

    def _denials(self, clauses: Iterable[Clause]) -> Iterator[c.Formula]:
        """Yield what sentences of their own deny: ``11-13 bal; or 5!d. No 5-card major`` does of both."""
        for part in (clause.parts[0] for clause in clauses if len(clause.parts) == 1 and clause.is_clear):
            before, first = self._tokens[max(part.begin - 1, 0)], self._tokens[part.begin]
            is_whole = part.end == len(self._tokens) or self._tokens[part.end].word == "."
            if before.word == "." and first.word == "no" and is_whole and part.condition is not None:
                yield part.condition

    def _widened(self, unread: Unread) -> tuple[frozenset[str], Collection[Suit]]:
        """Return in what other hands a part may bring in, and in which suits.

        ``May have six`` does in shapes alone, and ``may have a minor`` in minors.
        """
        tokens, before = unread
        words = [token.word for token in tokens]
        # "15-17 bal, but Woolsey"
        is_joined = before in _JOINTS or words[:1] in (["or"], ["but"])
        is_alone = len(words) == 1 and (before in BREAKS or not before)
        # "three types"
        is_silent = len(words) == 2 and words[0].isdecimal() and words[1] in WAYS
        if not is_joined and (
            is_alone or is_silent or not brings_in_others(tokens, self._text, self._vocabulary)
        ):
            # Without words, "12-14 bal, 18+ Woolsey" may be two kinds of hands, "5!s, 4-6" is one.
            return _KINDS if _are_points(tokens) and not is_alone else frozenset(), _ALL_SUITS
        known = _words_of_language(self._vocabulary)
        suits: Collection[Suit] = _ALL_SUITS
        if len(permitted := _permitted(tokens, self._vocabulary)) < len(tokens):
            # "a five-card minor or a weak five-card major possible"
            known = known | self._vocabulary.strengths
            # "may have longer minor if below 12"
            tokens = list(takewhile(lambda t: t.word not in self._vocabulary.conditionals, permitted))
            suits = {suit for t in tokens for suit in _suits_of(t.word)} or suits
            words = [token.word for token, after in pairwise(tokens) if not after.amount]
            words += [token.word for token in tokens[-1:]]
        are_known = all(token.amount or not token.word.isalpha() or token.word in known for token in tokens)
        if is_joined or not self._vocabulary.strengths.isdisjoint(words):
            return _KINDS, _ALL_SUITS
        if _are_points(tokens) and SUITS_NAMED.isdisjoint(words):
            return frozenset(("points",)), suits
        amounts = [token.amount for token in tokens if token.amount]
        are_lengths = all(
            amount.low >= _LEAST_SHAPE or (amount.low <= MOST_LENGTH and not amount.reads_as_points)
            for amount in amounts
        )
        if are_known and are_lengths and not (CARDS | KINDS.keys()).isdisjoint(words):
            return _KINDS - {"points"}, suits
        return _KINDS, _ALL_SUITS


def brings_in_others(tokens: Sequence[Token], text: str, vocabulary: Vocabulary) -> bool:
    """Return whether words may bring in other hands, or take back what is said beside them."""
    widening = _WIDENING | vocabulary.hedges | vocabulary.conditionals
    return any(
        token.word in widening
        # "17+ / 4!s", but no "singleton/void"
        or text[token.start - 1 : token.end + 1] == " / "
        for token in tokens
    )


def _permitted(tokens: list[Token], vocabulary: Vocabulary) -> list[Token]:
    """Return what tokens permit, as in "possibly 5!h" and "5!h possible"; all of them if they do not."""
    words = [token.word for token in tokens]
    before = next((n for n in (4, 3, 2, 1) if " ".join(words[:n]) in vocabulary.permits), 0)
    behind = next((n for n in (3, 2, 1) if " ".join(words[-n:]) in vocabulary.permits_behind), 0)
    return tokens[before : len(tokens) - behind]


@cache
def _words_of_language(vocabulary: Vocabulary) -> frozenset[str]:
    """Return the words that are understood, or say for which hands others hold."""
    return known_words(vocabulary) | vocabulary.hedges | vocabulary.conditionals


@cache
def _words_of_cards(vocabulary: Vocabulary) -> frozenset[str]:
    """Return the words that say nothing of strength, beside lengths and suits."""
    return (_words_of_language(vocabulary) | _QUALITY) - vocabulary.strengths - _BEYOND


def _are_points(tokens: Sequence[Token]) -> bool:
    """Return whether words have numbers, and all of them are points."""
    amounts = [token.amount for token in tokens if token.amount]
    return bool(amounts) and all(each.reads_as_points or each.low > MOST_LENGTH for each in amounts)


def _suits_of(word: str) -> Collection[Suit]:
    """Return the suits that a word names: ``majors``."""
    return (SUIT_OF[word],) if word in SUIT_OF else KINDS.get(word.removesuffix("s"), ())
