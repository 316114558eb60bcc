"""What a table of words consists of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum


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


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """The words of a language; lists are texts with commas.

    Args:
        same: For each word of the phrases, the words of the language that mean it.
        suits: The words for the suits, by their signs.
        roles: The words for suits that the auction names, by role.
        by_need: What says nothing about the hand, or nothing beside such figures.
        fillers: Words that say nothing where they stand.
        hedges: What makes its own part hold for some hands only.
        conditionals: What makes all around it hold for some hands, or for another player's.
        permits: What begins a permission.
        artificial: Words of calls that are not about their suit.
        shortened: Words that a full stop ends, and the sentence goes on.
    """

    same: Mapping[str, str]
    suits: Mapping[str, str]
    roles: Mapping[str, str]
    by_need: Mapping[Need, str]
    fillers: frozenset[str]
    hedges: frozenset[str]
    conditionals: frozenset[str]
    permits: str
    artificial: frozenset[str]
    shortened: frozenset[str]


def listed(text: str) -> list[str]:
    """Return the phrases of a list.

    >>> listed("at least, min")
    ['at least', 'min']
    """
    return [phrase.strip() for phrase in text.split(",")]
