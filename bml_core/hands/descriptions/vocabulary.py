"""The words of players: a table for each language in ``words``, with English words beside its own.

Phrases are written once, in the words of the patterns; a table says which other words mean the same.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from pathlib import Path
from typing import Any
from unicodedata import combining, normalize

from bml_core.document import NOTE_LANGUAGES
from bml_core.hands.descriptions.book import UsualMeaning, changed_book, records, usual_meanings

Phrases = Mapping[str, tuple[str, ...]]
"""For each meaning, the phrases that have it."""

_FOLDER = Path(__file__).with_name("words")
_PHRASES = ("same", "suits", "roles")
_SETS = (
    *("fillers", "hedges", "tendencies", "conditionals", "others", "calling", "permits_behind", "asides"),
    *("artificial", "shortened", "strengths"),
)
_PLAIN = str.maketrans({"ł": "l", "ß": "ss", "œ": "oe"})
_GERMAN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
#: French à without its accent is another word.
_SHORTEST_BARE = 4


class Need(Enum):
    """What a row must say in figures for a word to add nothing; else the word itself says it."""

    NOTHING = "nothing"
    MOST_POINTS = "an upper bound of points"
    LEAST_POINTS = "a lower bound of points"
    ANY_POINTS = "points"
    LENGTH = "the length of a suit"
    OWN_LENGTH = "the length of the suit that is bid"
    TWO_LENGTHS = "the lengths of two suits"
    SHORTNESS = "a suit of at most one card"
    NEVER = "no figures"
    STRENGTH = "points, or a word for how strong the hand is"
    TO_GAME = "points, or such a word but one that forces to game"


class Obligation(Enum):
    """What words oblige to: the player himself, or his partner."""

    FORCED = "every hand that fits no other row makes the call"
    REST = "other hands make the call, too"
    REQUEST = "partner answers as he is asked"
    FORCING = "partner does not pass"
    CALLED_FORCING = "partner does not pass, in these words"
    TO_GAME = "neither partner passes below game"
    PASSABLE = "partner may pass"
    INVITES = "partner bids game with more than the least that he has shown"
    TRIES_SLAM = "partner bids slam with more than the least that he has shown"
    TO_PLAY = "partner passes"
    TAKEOUT = "partner takes the double out"


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """The words of a language.

    Args:
        language: Its code; vocabularies of one language differ in their book alone.
        same: For each word of the phrases, the words of the language that mean it.
        suits: The words for the suits, by their signs.
        roles: The words for suits that the auction names, by role.
        letters: The letters that are suits after an amount such as ``5+``; "" for those that are unread.
        exact: Abbreviations whose case counts, and what they mean.
        needs: What says nothing about the hand, or nothing beside such figures.
        silent: Patterns of phrases that say nothing about the hand.
        onward: Patterns of parts about how the auction goes on, or what partner is to do.
        open: Patterns after which all is said of the shape or the strength of the hands.
        ditto: What stands for the text of the row above.
        obligations: Patterns of phrases, in the words of the phrases.
        fillers: Words that say nothing where they are.
        hedges: What makes its own part hold for some hands only.
        tendencies: Those of them after which stands what most of the hands have.
        conditionals: What makes all around it hold for some hands, or for another player's.
        others: What other players do: partner bids, opener may.
        calling: What players do who call: they open, or start with, the higher suit.
        permits: What begins a permission.
        permits_behind: Words that end one.
        asides: What begins brackets that are a part of their own.
        artificial: Words of calls that are not about their suit.
        shortened: Words that a full stop ends, and the sentence goes on.
        strengths: Words for how strong a hand is, which go before what the book says of its points.
        book: The usual meanings.
    """

    language: str
    same: Phrases
    suits: Phrases
    roles: Phrases
    letters: Mapping[str, str]
    exact: Mapping[str, str]
    needs: Mapping[Need, tuple[str, ...]]
    silent: tuple[str, ...]
    onward: tuple[str, ...]
    open: Phrases
    ditto: tuple[str, ...]
    obligations: Mapping[Obligation, tuple[str, ...]]
    fillers: frozenset[str]
    hedges: frozenset[str]
    tendencies: frozenset[str]
    conditionals: frozenset[str]
    others: frozenset[str]
    calling: frozenset[str]
    permits: tuple[str, ...]
    permits_behind: frozenset[str]
    asides: frozenset[str]
    artificial: frozenset[str]
    shortened: frozenset[str]
    strengths: frozenset[str]
    book: tuple[UsualMeaning, ...] = ()


@lru_cache(maxsize=16)
def vocabulary_of(language: str, meanings: tuple[str, ...] = ()) -> Vocabulary:
    """Return the vocabulary of a language, with English words beside its own; the English one for others.

    ``meanings`` are those of notes, which change the book of usual meanings.

    >>> vocabulary_of("de").letters["P"]
    '♠'
    """
    if meanings:
        return replace(vocabulary_of(language), book=changed_book(usual_meanings(), meanings)[0])
    return _beside(ENGLISH, language) if language in NOTE_LANGUAGES and language != "en" else ENGLISH


def _table(language: str) -> dict[str, Any]:
    """Return the table of a language, with tuples of phrases."""
    table = tomllib.loads((_FOLDER / f"{language}.toml").read_text("utf-8"))
    for record in records():
        # The first English word of a usual meaning stands for those of other languages.
        if own := record.get(language, ()):
            table["same"].setdefault(record["words"][0], []).extend(own)
    return table | {
        name: {meaning: tuple(texts) for meaning, texts in table[name].items()} for name in _PHRASES
    }


def _english() -> Vocabulary:
    table = _table("en")
    table |= {name: frozenset(table[name]) for name in _SETS}
    table |= {name: tuple(table[name]) for name in ("silent", "onward", "permits", "ditto")}
    table["open"] = {name: tuple(texts) for name, texts in table["open"].items()}
    table["needs"] = {Need[name.upper()]: tuple(texts) for name, texts in table["needs"].items()}
    table["obligations"] = {
        Obligation[name.upper()]: tuple(texts) for name, texts in table["obligations"].items()
    }
    return Vocabulary("en", **table, book=usual_meanings())


ENGLISH = _english()


def _beside(vocabulary: Vocabulary, language: str) -> Vocabulary:
    """Return the vocabulary with the words of another language, which go first.

    Phrases with a word that means something else in that language are left out, such as "minimum of" where
    "of" means "or".
    """
    table = _table(language)
    known = {text: meaning for meaning, texts in vocabulary.same.items() for text in texts}
    taken = {
        text
        for meaning, texts in table["same"].items()
        for text in texts
        if text not in meaning.split() and known.get(text) != meaning
    }
    taken -= set(vocabulary.same)
    written = {text for name in _PHRASES for texts in table[name].values() for text in texts}

    def free(texts: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(text for text in texts if taken.isdisjoint(text.split()))

    def joined(name: str, english: Phrases) -> Phrases:
        own = {
            meaning: tuple(each for text in texts for each in _spellings(text, written))
            for meaning, texts in table[name].items()
        }
        others = {meaning: kept for meaning, texts in english.items() if (kept := free(texts))}
        return {meaning: own.get(meaning, ()) + others.get(meaning, ()) for meaning in own | others}

    return replace(
        vocabulary,
        language=language,
        same=joined("same", vocabulary.same),
        suits=joined("suits", vocabulary.suits),
        roles=joined("roles", vocabulary.roles),
        needs={need: free(texts) for need, texts in vocabulary.needs.items()},
        permits=free(vocabulary.permits),
        ditto=(*vocabulary.ditto, *table.get("ditto", ())),
        letters={**vocabulary.letters, **table.get("letters", {})},
        exact={**vocabulary.exact, **table.get("exact", {})},
    )


def _spellings(text: str, written: set[str]) -> list[str]:
    """Return a text, and its spellings without accents where no other word is written like that."""
    bare = "".join(mark for mark in normalize("NFD", text.translate(_PLAIN)) if not combining(mark))
    others = sorted({bare, text.translate(_GERMAN)} - written)
    return [text, *(other for other in others if len(other) >= _SHORTEST_BARE)]
