"""The words of players as data: a table for each language.

Phrases are written once, in the words of ``phrases``; a table says which words of its language mean the same.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

from bml_core.hands.descriptions.words.english import ENGLISH
from bml_core.hands.descriptions.words.vocabulary import (
    SILENT,
    Figures,
    Need,
    Obligation,
    Translation,
    Vocabulary,
    beside,
    has_length,
    in_every_hand,
    is_met,
    is_said,
    phrases_of,
    said_in,
)

__all__ = [
    "ENGLISH",
    "SILENT",
    "Figures",
    "Need",
    "Obligation",
    "Translation",
    "Vocabulary",
    "has_length",
    "in_every_hand",
    "is_met",
    "is_said",
    "phrases_of",
    "said_in",
    "vocabulary_of",
]

_TABLES = {"de": "german", "fr": "french", "nl": "dutch", "pl": "polish"}


@cache
def vocabulary_of(language: str) -> Vocabulary:
    """Return the vocabulary of a language, with English words beside its own; the English one for others.

    >>> vocabulary_of("de").letters["P"]
    '♠'
    """
    if language not in _TABLES:
        return ENGLISH
    # Notes have one language; the others are not loaded.
    name = _TABLES[language]
    table = import_module(f"{__name__}.{name}")
    return beside(ENGLISH, getattr(table, name.upper()))
