"""What a table of words consists of, how a language is joined with English, what a word needs beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from unicodedata import combining, normalize

from bml_core.bridge import Suit
from bml_core.hands import conditions as c
from bml_core.hands.conditions import MAX_POINTS


class Need(Enum):
    """What a row must say in figures for a word to add nothing; else the word itself says it, or is left."""

    NOTHING = "nothing"
    MOST_POINTS = "an upper bound of points"
    LEAST_POINTS = "a lower bound of points"
    ANY_POINTS = "points"
    LENGTH = "the length of a suit"
    OWN_LENGTH = "the length of the suit that is bid"
    TWO_LENGTHS = "the lengths of two suits"
    SHORTNESS = "a suit of at most one card"
    NEVER = "no figures"


class Obligation(Enum):
    """What words oblige to: the player himself, or his partner."""

    FORCED = "every hand that fits no other row makes the call"
    REST = "so do the other hands"
    REQUEST = "partner answers as he is asked"
    FORCING = "partner does not pass"
    CALLED_FORCING = "partner does not pass, in these words"
    TO_GAME = "neither partner passes below game"
    PASSABLE = "partner may pass"
    TO_PLAY = "partner passes"
    TAKEOUT = "partner takes the double out"


@dataclass(frozen=True, eq=False)
class Translation:
    """The words of another language than English; lists are texts with commas.

    Args:
        same: For one word of the phrases, or more, the words of the language that mean it.
        suits: The words for the suits, by their signs.
        roles: The words for suits that the auction names, by role.
        exact: Abbreviations whose case counts, and what they mean.
        letters: The letters that are suits after an amount such as ``5+``; "" for those that are left over.
    """

    same: Mapping[str, str]
    suits: Mapping[str, str]
    roles: Mapping[str, str]
    exact: Mapping[str, str] = field(default_factory=dict)
    letters: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """The words of a language; lists are texts with commas.

    Args:
        same: For each word of the phrases, the words of the language that mean it.
        suits: The words for the suits, by their signs.
        roles: The words for suits that the auction names, by role.
        by_need: What says nothing about the hand, or nothing beside such figures.
        obligations: Patterns of phrases, in the words of the phrases.
        fillers: Words that say nothing where they are.
        hedges: What makes its own part hold for some hands only.
        conditionals: What makes all around it hold for some hands, or for another player's.
        permits: What begins a permission.
        permits_behind: Words that end one.
        artificial: Words of calls that are not about their suit.
        shortened: Words that a full stop ends, and the sentence goes on.
        letters: The letters that are suits after an amount such as ``5+``.
        exact: Abbreviations whose case counts, and what they mean.
    """

    same: Mapping[str, str]
    suits: Mapping[str, str]
    roles: Mapping[str, str]
    by_need: Mapping[Need, str]
    obligations: Mapping[Obligation, str]
    fillers: frozenset[str]
    hedges: frozenset[str]
    conditionals: frozenset[str]
    permits: str
    permits_behind: frozenset[str]
    artificial: frozenset[str]
    shortened: frozenset[str]
    letters: Mapping[str, str]
    exact: Mapping[str, str] = field(default_factory=dict)


def phrases_of(text: str) -> list[str]:
    """Return the phrases of a list.

    >>> phrases_of("at least, min")
    ['at least', 'min']
    """
    return [phrase.strip() for phrase in text.split(",")]


def beside(vocabulary: Vocabulary, translation: Translation) -> Vocabulary:
    """Return the vocabulary with the words of another language, which go first.

    Phrases with a word that means something else in that language are left out, such as "minimum of" where
    "of" means "or".
    """
    plain = _Spelling(translation)
    known = {text: meaning for meaning, texts in vocabulary.same.items() for text in phrases_of(texts)}
    taken = {
        text
        for meaning, texts in translation.same.items()
        for text in phrases_of(texts)
        if text not in meaning.split() and known.get(text) != meaning
    }
    taken -= set(vocabulary.same)

    def kept(table: Mapping[str, str]) -> Iterator[tuple[str, str]]:
        for meaning, texts in table.items():
            if left := [text for text in phrases_of(texts) if taken.isdisjoint(text.split())]:
                yield meaning, ", ".join(left)

    by_need = {
        need: ", ".join(text for text in phrases_of(texts) if taken.isdisjoint(text.split()))
        for need, texts in vocabulary.by_need.items()
    }
    permits = (text for text in phrases_of(vocabulary.permits) if taken.isdisjoint(text.split()))
    return replace(
        vocabulary,
        same=_joined(plain.of(translation.same), kept(vocabulary.same)),
        suits=_joined(plain.of(translation.suits), kept(vocabulary.suits)),
        roles=_joined(plain.of(translation.roles), kept(vocabulary.roles)),
        by_need=by_need,
        permits=", ".join(permits),
        letters={**vocabulary.letters, **translation.letters},
        exact={**vocabulary.exact, **translation.exact},
    )


def _joined(*tables: Iterable[tuple[str, str]]) -> dict[str, str]:
    joined: dict[str, str] = {}
    for table in tables:
        for meaning, texts in table:
            joined[meaning] = f"{joined[meaning]}, {texts}" if meaning in joined else texts
    return joined


class _Spelling:
    """Spellings without accents, where no other word is written like that."""

    _OTHER = str.maketrans({"ł": "l", "ß": "ss", "œ": "oe"})
    _GERMAN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
    #: French à without its accent is another word.
    _SHORTEST = 4

    def __init__(self, translation: Translation) -> None:
        tables = (translation.same, translation.suits, translation.roles)
        self._written = {text for table in tables for texts in table.values() for text in phrases_of(texts)}

    def of(self, table: Mapping[str, str]) -> Iterator[tuple[str, str]]:
        """Yield the rows of a table, with further spellings after each text."""
        for meaning, texts in table.items():
            yield meaning, ", ".join(each for text in phrases_of(texts) for each in self._spellings(text))

    def _spellings(self, text: str) -> Iterator[str]:
        yield text
        bare = "".join(mark for mark in normalize("NFD", text.translate(self._OTHER)) if not combining(mark))
        for other in sorted({bare, text.translate(self._GERMAN)} - self._written):
            if len(other) >= self._SHORTEST:
                yield other


# ---------------------------------------------------------------- what must be beside a word

SILENT = """
    SUIT slam try, slam try in SUIT, SUIT roman keycard blackwood, roman keycard blackwood in SUIT,
    SUIT exclusion keycard blackwood, roman keycard in SUIT,
    game|slam forcing to BID, forcing|force to BID, relay|puppet to BID,
    invitational|invite|quantitative to BID, sets|agrees|setting|agreeing SUIT,
    sets|agrees|setting|agreeing BID, slam try agreeing SUIT, SUIT preference, preference to|for SUIT,
    BID interference
"""
"""What says nothing about the hand: patterns of phrases."""
_SHORT = ("void", "singleton")
Figures = tuple[c.Leaf, ...]
"""What a row says in figures."""


def is_said(
    need: Need, says: c.Formula | None, figures: Figures, bid: Suit | None, certain: Callable[[], Figures]
) -> bool:
    """Return True if the figures say it: what is needed, or the length of a suit that ``says`` is about.

    ``certain`` returns the figures that hold for all hands of the row.
    """
    if is_met(need, figures, bid):
        return True
    leaves = says.leaves if says and not says.has_honours else ()
    suits = {leaf.suit for leaf in leaves if isinstance(leaf, c.Length)}
    return bool(suits) and any(isinstance(leaf, c.Length) and leaf.suit in suits for leaf in certain())


def is_met(need: Need, figures: Figures, bid: Suit | None) -> bool:
    """Return True if the figures have it; ``bid`` is the suit of the call.

    >>> is_met(Need.MOST_POINTS, (c.points(5, 10) & c.cards(6, 6, "H")).leaves, None)
    True
    """
    points = [leaf.mask for leaf in figures if isinstance(leaf, c.Points)]
    match need:
        case Need.NOTHING:
            return True
        case Need.NEVER:
            return False
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
            return bid is None or any(leaf.suit is bid for leaf in _long(figures, 3))
        case Need.TWO_LENGTHS:
            return len({leaf.suit for leaf in _long(figures, 4)}) > 1 or _has_shape(figures)
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
    elif isinstance(condition, c.Length) or len(set(_suits_of(condition))) == 1:
        yield from said_in(condition)


def _suits_of(condition: c.Formula) -> Iterator[Suit | None]:
    return (leaf.suit if isinstance(leaf, c.Length) else None for leaf in condition.leaves)
