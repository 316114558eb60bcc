"""The words of players as data: a table for each language.

Phrases are written once, in the words of ``phrases``; a table says which words of its language mean the same.
"""

# fmt: off

from bml_core.hands.descriptions.words.english import ENGLISH
from bml_core.hands.descriptions.words.languages import vocabulary_of
from bml_core.hands.descriptions.words.vocabulary import Need, Translation, Vocabulary, listed

__all__ = ["ENGLISH", "Need", "Translation", "Vocabulary", "listed", "vocabulary_of"]
