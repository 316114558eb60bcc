"""The vocabularies of languages, each with English words beside its own."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from bml_core.hands.descriptions.words.english import ENGLISH
from bml_core.hands.descriptions.words.vocabulary import Vocabulary, beside

_TABLES = {"de": "german", "fr": "french", "nl": "dutch", "pl": "polish"}


@cache
def vocabulary_of(language: str) -> Vocabulary:
    """Return the vocabulary of a language; the English one for others.

    >>> vocabulary_of("de").letters["P"]
    '♠'
    """
    if language not in _TABLES:
        return ENGLISH
    # Notes have one language; the others are not loaded.
    name = _TABLES[language]
    table = import_module(f"bml_core.hands.descriptions.words.{name}")
    return beside(ENGLISH, getattr(table, name.upper()))
