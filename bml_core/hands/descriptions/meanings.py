"""What words mean beside figures: by the book of usual meanings, or if the row says so in figures."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from bml_core.bridge import Suit
from bml_core.hands import conditions as c
from bml_core.hands.conditions import MAX_POINTS
from bml_core.hands.descriptions.book import SUIT_NAMES, UsualMeaning, filled, lowest_unbid
from bml_core.hands.descriptions.call_context import CallContext
from bml_core.hands.descriptions.patterns import Match, PatternIndex, words_of
from bml_core.hands.descriptions.phrases import FIGURE_WORDS, PhraseContext
from bml_core.hands.descriptions.tokens import BID_MARK, SUIT_OF, tokens_of
from bml_core.hands.descriptions.vocabulary import Need, Vocabulary, vocabulary_of

JOINTS = frozenset(("or", "and", "with", "no", "not", "but"))
#: Over a suit, transfers on the one level and by a double may have four cards.
_LOWEST_TRANSFER = 2
_SHORT = ("void", "singleton")
#: What is written in the words of the phrases already.
_WRITTEN = re.compile(r"[A-Z]{3}|[?|+]")
_SHORT_PART = re.compile(r"(?:0|0-1|1) \{[^{}]*\}")
#: What a word says of points that no two players agree on.
_UNSAID = "{unsaid} hcp"
_POINTS_PART = re.compile(r"[^ ]+(?: play\})? hcp")
Figures = tuple[c.Leaf, ...]
"""What a row says in figures."""

Shown = tuple[Need, str | None]
"""What must be there in figures for a word to add nothing, or the condition that it shows; None if unread."""

_UNREAD: tuple[Shown, ...] = ((Need.NEVER, None),)


def meant(
    found: Sequence[tuple[Match, UsualMeaning]], context: PhraseContext
) -> tuple[UsualMeaning, tuple[Shown, ...]]:
    """Return the meaning of a word in its auction, and what it shows there: the first that says something."""
    others: list[tuple[UsualMeaning, tuple[Shown, ...]]] = []
    for match, meaning in found:
        if not meaning.shows:
            others.insert(0, (meaning, ((Need[meaning.unless.upper()], None),)))
            continue
        parts = _shown_parts(meaning, match, context)
        if parts and all(says for _, says in parts):
            return meaning, parts
        if parts:
            others.append((meaning, parts))
    return others[0] if others else (found[0][1], _UNREAD)


def applies(match: Match, meaning: UsualMeaning, context: PhraseContext) -> bool:
    """Return whether a meaning of the book says something here; True for words without one."""
    return not meaning.shows or bool(_shown_parts(meaning, match, context))


def _shown_parts(meaning: UsualMeaning, match: Match, context: PhraseContext) -> tuple[Shown, ...]:
    """Return what it shows for a call, nothing where it does not apply."""
    named: Mapping[str, str] = {}
    if not meaning.is_general:
        call = context.call
        letters = call.letters(meaning.at) if meaning.at else ()
        is_of_suit = meaning.fact == "takeout double" and match.tokens("SUIT")
        if letters is None or not call.holds(meaning.fact) or (is_of_suit and match.suit() != call.takeout):
            return ()
        named = _Named(call, match, letters)
    parts: list[Shown] = []
    for says in meaning.shows:
        text = filled(says, named)
        if _POINTS_PART.fullmatch(says):
            if says == _UNSAID:
                parts.append((Need.ANY_POINTS, None))
            elif text:
                # Nobody can say how many points invite opposite an unknown range.
                parts.append((Need.TO_GAME if "TO_GAME" in meaning.obliges else Need.STRENGTH, text))
        elif _SHORT_PART.fullmatch(says):
            parts.append((Need.SHORTNESS, text))
        else:
            parts.append((Need[meaning.unless.upper()] if meaning.unless else Need.NEVER, text))
    return tuple(parts)


_SUIT_NAMES = frozenset(SUIT_NAMES)
_ATTRIBUTES = {
    **{name: name for name in ("bid", "overcalled", "last", "stop", "theirs")},
    "partner": "support",
    "doubled": "takeout",
    "trumps": "agreed",
}


class _Named(dict[str, str]):
    """The suits and points that a call and the phrase of a word name, by their names in the book."""

    def __init__(self, call: CallContext, match: Match, letters: Iterable[tuple[str, Suit]]) -> None:
        super().__init__((name, suit.symbol) for name, suit in letters)
        self._call = call
        self._match = match

    def __missing__(self, name: str) -> str:
        if name not in _SUIT_NAMES:
            points = self._call.points(name)
            if points is None:
                raise KeyError(name)
            return points
        suit = self._suit(name)
        if suit is None:
            raise KeyError(name)
        return suit.symbol

    def _suit(self, name: str) -> Suit | None:
        call, words = self._call, self._match.words
        named = [SUIT_OF[word] for word in words if word in SUIT_OF]
        bids = [Suit(word[2]) for word in words if word[0] == BID_MARK and word[2:] in "SHDC"]
        match name:
            case "named":
                return next(iter((*named, *bids)), None)
            case "named2":
                return named[1] if len(named) > 1 else None
            case "beside1" | "beside2" | "beside3":
                return [suit for suit in c.SUIT_ORDER if suit not in named[:1]][int(name[-1]) - 1]
            case "transfer":
                suit = next(iter((*named, *bids)), call.transfer)
                is_shown = not call.is_opening and (
                    call.is_over_notrump
                    or (call.level >= _LOWEST_TRANSFER and suit not in call.bid_by_anyone)
                )
                return suit if is_shown else None
            case "splinter":
                suit = named[0] if named else call.bid
                return None if call.is_opening or suit is call.support else suit
            case "low1" | "low2":
                low = lowest_unbid(call.bid_by_anyone)
                return next(iter(low[int(name[-1]) - 1 :]), None)
            case "other1" | "other2" | "other3":
                return [suit for suit in c.SUIT_ORDER if suit is not call.takeout][int(name[-1]) - 1]
        if name in _ATTRIBUTES:
            answer: Suit | None = getattr(call, _ATTRIBUTES[name])
            return answer
        return call.role(name)


@lru_cache(maxsize=16)
def word_index(vocabulary: Vocabulary) -> PatternIndex[UsualMeaning]:
    """Return the words of a vocabulary that are not figures."""
    return PatternIndex(_entries(vocabulary))


@lru_cache(maxsize=16)
def known_words(vocabulary: Vocabulary) -> frozenset[str]:
    """Return the words of which phrases are made, and those that say nothing beside them."""
    words = {word for text, _ in _entries(vocabulary) for word in words_of(text)}
    return FIGURE_WORDS | words | vocabulary.fillers | JOINTS | frozenset(SUIT_OF)


def _entries(vocabulary: Vocabulary) -> Iterator[tuple[str, UsualMeaning]]:
    for meaning in vocabulary.book:
        for words in meaning.words:
            yield words if _WRITTEN.search(words) else in_phrases(words, vocabulary.language), meaning
    yield from _needs(vocabulary.language)


@cache
def _needs(language: str) -> tuple[tuple[str, UsualMeaning], ...]:
    """Return the words that say nothing about the hand, or nothing alone."""
    vocabulary = vocabulary_of(language)
    silent = [(pattern, _plain(pattern, Need.NOTHING)) for pattern in vocabulary.silent]
    needs = [(need, text) for need, texts in vocabulary.needs.items() for text in texts]
    return (*silent, *((in_phrases(text, language), _plain(text, need)) for need, text in needs))


@lru_cache(maxsize=8192)
def in_phrases(text: str, language: str) -> str:
    """Return a text in the words of the phrases."""
    tokens = tokens_of(text, {}, prose=True, vocabulary=vocabulary_of(language))
    return " ".join(token.word for token in tokens)


def _plain(word: str, need: Need) -> UsualMeaning:
    return UsualMeaning(word, (word,), unless=need.name)


class Phrase(NamedTuple):
    """A phrase from word ``begin`` to ``end``: a condition, or a word that the row or the auction explains.

    A word has a ``meaning``, and ``shows`` something in parts; ``suits`` are those that it is about, whose
    length must be there.
    """

    begin: int
    end: int
    condition: c.Formula | None = None
    shows: tuple[Shown, ...] = ()
    meaning: UsualMeaning | None = None
    suits: frozenset[Suit] = frozenset()

    @property
    def is_word(self) -> bool:
        """Return True for a word that must be explained."""
        return self.condition is None

    @property
    def is_silent(self) -> bool:
        """Return True for a word that says nothing about any hand."""
        return self.is_word and not self.suits and all(need is Need.NOTHING for need, _ in self.shows)


# ---------------------------------------------------------------- what figures say

_STRENGTHS = (Need.MOST_POINTS, Need.LEAST_POINTS, Need.ANY_POINTS)


def leaves_open(shown: Shown, figures: Figures) -> bool:
    """Return True for a word about strength, such as ``weak``, in a row without points."""
    need, says = shown
    return says is None and need in _STRENGTHS and not any(isinstance(leaf, c.Points) for leaf in figures)


def is_said(
    need: Need, says: c.Formula | None, figures: Figures, call: CallContext, certain: Callable[[], Figures]
) -> bool:
    """Return True if the figures say it: what is needed, or the length of a suit that ``says`` is about.

    ``certain`` returns the figures that hold for all hands of the row.
    """
    if is_met(need, figures, call):
        return True
    leaves = says.leaves if says and not says.has_honours else ()
    suits = {leaf.suit for leaf in leaves if isinstance(leaf, c.Length)}
    return bool(suits) and any(isinstance(leaf, c.Length) and leaf.suit in suits for leaf in certain())


def is_met(need: Need, figures: Figures, call: CallContext) -> bool:
    """Return True if the figures have it.

    >>> is_met(Need.MOST_POINTS, (c.points(5, 10) & c.cards(6, 6, "H")).leaves, CallContext())
    True
    """
    points = [leaf.mask for leaf in figures if isinstance(leaf, c.Points)]
    match need:
        case Need.NOTHING:
            return True
        case Need.NEVER:
            return False
        case Need.STRENGTH | Need.TO_GAME:
            return bool(points)
        case Need.MOST_POINTS:
            return any(not mask >> MAX_POINTS & 1 for mask in points)
        case Need.LEAST_POINTS:
            return any(not mask & 1 for mask in points)
        case Need.ANY_POINTS:
            return bool(points)
        case Need.SHORTNESS:
            is_short = any(isinstance(leaf, c.Length) and leaf.high <= 1 for leaf in figures)
            # Any void is one, wherever it is.
            is_somewhere = any(isinstance(leaf, c.Shaped) and leaf.name in _SHORT for leaf in figures)
            return is_short or is_somewhere or _has_shape(figures)
        case Need.OWN_LENGTH:
            return call.bid is None or any(leaf.suit is call.bid for leaf in _long(figures, 3))
        case Need.TWO_LENGTHS:
            # "Both majors, 6-3-3-1" has three cards in one of them.
            is_shaped = any(isinstance(leaf, c.Shaped) and leaf.name[:1].isdecimal() for leaf in figures)
            return len({leaf.suit for leaf in _long(figures, 4)}) > 1 or is_shaped or _has_shape(figures)
        case Need.LENGTH:
            return bool(_long(figures, 3)) or _has_shape(figures)


def has_length(figures: Figures, suit: Suit) -> bool:
    """Return True if the figures restrict the length of a suit.

    >>> has_length(c.cards(6, 6, "H").leaves, Suit.HEARTS), has_length(c.cards(6, 6, "H").leaves, Suit.SPADES)
    (True, False)
    """
    is_long = any(isinstance(leaf, c.Length) and leaf.suit is suit for leaf in figures)
    return is_long or _has_shape(figures)


def _long(figures: Figures, least: int) -> list[c.Length]:
    return [leaf for leaf in figures if isinstance(leaf, c.Length) and leaf.low >= least]


def _has_shape(figures: Figures) -> bool:
    return any(isinstance(leaf, c.Shaped) and not leaf.name for leaf in figures)


def said_in(condition: c.Formula) -> Iterator[c.Leaf]:
    """Yield the leaves but for those that are denied."""
    if isinstance(condition, c.All | c.AnyOf):
        for part in condition.parts:
            yield from said_in(part)
    elif not isinstance(condition, c.Not):
        yield from condition.leaves


def in_every_hand(condition: c.Formula) -> Iterator[c.Leaf]:
    """Yield the leaves but for those of alternatives that are about several suits, such as a major."""
    if isinstance(condition, c.Named):
        yield from in_every_hand(condition.part)
    elif isinstance(condition, c.All):
        for part in condition.parts:
            yield from in_every_hand(part)
    elif len({leaf.suit if isinstance(leaf, c.Length) else None for leaf in condition.leaves}) == 1:
        yield from said_in(condition)
