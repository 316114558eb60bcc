"""The usual meanings of words, which are data, and what must be beside other words in figures."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from bml_core.bridge import Suit
from bml_core.hands import conditions as c
from bml_core.hands.conditions import MAX_POINTS
from bml_core.hands.descriptions.call_context import CallContext
from bml_core.hands.descriptions.phrases import Match, PatternIndex, PhraseContext
from bml_core.hands.descriptions.tokens import BID_MARK, SUIT_OF, tokens_of
from bml_core.hands.descriptions.vocabulary import Need, Vocabulary

_BOOK = Path(__file__).parent / "words" / "usual_meanings.toml"
#: Over a suit, transfers on the one level and by a double may have four cards.
_LOWEST_TRANSFER = 2
_SHORT = ("void", "singleton")
Figures = tuple[c.Leaf, ...]
"""What a row says in figures."""

Shown = tuple[Need, str | None]
"""What must be there in figures for a word to add nothing, or the condition that it shows; None if unread."""


@dataclass(frozen=True, slots=True)
class UsualMeaning:
    """A word with the auctions in which it says something, and what; figures beside it go first.

    ``words`` are its forms, ``where`` and ``meaning`` are for people. Where the fact that ``applies`` holds,
    or always if it is "", it ``shows`` conditions in parts, each with what the row may say in figures
    instead. In the conditions, suits that the auction names are in braces.
    """

    name: str
    where: str
    meaning: str
    words: tuple[str, ...]
    applies: str
    shows: tuple[tuple[Need | None, str], ...]

    def parts(self, match: Match, context: PhraseContext) -> tuple[Shown, ...]:
        """Return what it shows for a call."""
        if not any(says for _, says in self.shows):
            return tuple((need or Need.NEVER, None) for need, _ in self.shows)
        if not _APPLIES[self.applies](context.call, match):
            return tuple((need, None) for need, _ in self.shows if need)
        suits = {name: suit.symbol for name, suit in _suits(context.call, match).items() if suit}
        return tuple((need or Need.NEVER, _filled(says, suits)) for need, says in self.shows)


def _filled(says: str, suits: dict[str, str]) -> str | None:
    try:
        return says.format_map(suits) or None
    except KeyError:
        return None


_APPLIES: dict[str, Callable[[CallContext, Match], bool]] = {
    "": lambda call, match: True,
    "double": lambda call, match: call.is_double,
    "support double": lambda call, match: call.is_double and bool(call.mine),
    "takeout double": lambda call, match: (
        call.takeout is not None and (not match.tokens("SUIT") or match.suit() is call.takeout)
    ),
    "cue bid": lambda call, match: call.is_cue,
    "fourth suit": lambda call, match: call.is_fourth,
}
"""The facts about a call on which usual meanings depend."""


def _suits(call: CallContext, match: Match) -> dict[str, Suit | None]:
    """Return the suits that a call and the phrase of a word name, by their names in the book."""
    named = [SUIT_OF[word] for word in match.words if word in SUIT_OF]
    bids = [Suit(word[2]) for word in match.words if word[0] == BID_MARK and word[2:] in "SHDC"]
    transfer = next(iter((*named, *bids)), call.transfer)
    is_long = call.level >= _LOWEST_TRANSFER and transfer not in call.bid_by_anyone
    splinter = named[0] if named else call.bid
    others = [suit for suit in c.SUIT_ORDER if suit is not call.takeout]
    return {
        "transfer": transfer if not call.is_opening and (call.is_over_notrump or is_long) else None,
        "splinter": None if call.is_opening or splinter is call.support else splinter,
        "partner": call.support,
        "overcalled": call.overcalled,
        "last": call.last,
        "stop": call.stop,
        "doubled": call.takeout,
        **{f"other{number}": suit for number, suit in enumerate(others, 1)},
    }


@cache
def usual_meanings() -> tuple[UsualMeaning, ...]:
    """Return what players agree on, each once.

    >>> usual_meanings()[0].name, usual_meanings()[0].shows
    ('transfer', ((<Need.LENGTH: 'the length of a suit'>, '5+ {transfer}'),))
    """
    return tuple(
        UsualMeaning(
            name=record["name"],
            where=record["where"],
            meaning=record["meaning"],
            words=tuple(record["words"]),
            applies=record.get("applies", ""),
            shows=tuple(
                (Need[part["unless"].upper()] if "unless" in part else None, part.get("says", ""))
                for part in record["shows"]
            ),
        )
        for record in tomllib.loads(_BOOK.read_text("utf-8"))["meaning"]
    )


@cache
def word_index(vocabulary: Vocabulary) -> PatternIndex[UsualMeaning]:
    """Return the words of a vocabulary that are not figures."""
    return PatternIndex(_entries(vocabulary))


def _entries(vocabulary: Vocabulary) -> Iterator[tuple[str, UsualMeaning]]:
    for meaning in usual_meanings():
        yield from ((pattern, meaning) for pattern in meaning.words)
    yield from ((pattern, _plain(pattern, Need.NOTHING)) for pattern in vocabulary.silent)
    for need, texts in vocabulary.needs.items():
        for text in texts:
            words = " ".join(token.word for token in tokens_of(text, {}, prose=True, vocabulary=vocabulary))
            yield words, _plain(text, need)


def _plain(word: str, need: Need) -> UsualMeaning:
    return UsualMeaning(word, "", "", (word,), "", ((need, ""),))


@dataclass(frozen=True, slots=True)
class Phrase:
    """A phrase from word ``begin`` to ``end``: a condition, or a word that the row or the auction explains.

    A word ``shows`` something in parts, and ``suits`` are those that it is about, whose length must be there.
    """

    begin: int
    end: int
    condition: c.Formula | None = None
    shows: tuple[Shown, ...] = ()
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
