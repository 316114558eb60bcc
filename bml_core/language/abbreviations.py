"""What the words stand for that most partnerships write, and those that a project adds or takes away."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

_LINES = Path(__file__).with_name("abbreviations.txt").read_text("utf-8").splitlines()
DEFAULT_ABBREVIATIONS: Mapping[str, str] = dict(line.split(None, 1) for line in _LINES)
"""What the words stand for that most partnerships write."""

_LONGEST_WORD = 40
_LONGEST_MEANING = 300
_MOST_WORDS = 1000


def read_abbreviations(value: object) -> Mapping[str, str]:
    """Return the abbreviations by the setting of a project: its own beside the known ones; False for none.

    A word whose meaning is empty is not an abbreviation.

    Raises:
        ValueError: the value cannot be used; says what to write.
    """
    if value is False:
        return {}
    if value is None or value is True:
        return DEFAULT_ABBREVIATIONS
    if not isinstance(value, Mapping):
        raise ValueError('Write words with their meanings, such as {"GF": "game forcing"}, or False.')
    if len(value) > _MOST_WORDS:
        raise ValueError(f"There can be {_MOST_WORDS} abbreviations at most.")
    own = {_word(word): _meaning(word, meaning) for word, meaning in value.items()}
    return {word: meaning for word, meaning in {**DEFAULT_ABBREVIATIONS, **own}.items() if meaning}


def _word(word: object) -> str:
    if not isinstance(word, str) or not word.strip() or len(word) > _LONGEST_WORD or word != word.strip():
        raise ValueError(f"An abbreviation is a text of {_LONGEST_WORD} characters at most.")
    return word


def _meaning(word: object, meaning: object) -> str:
    if meaning is None or meaning is False:
        return ""
    if not isinstance(meaning, str) or len(meaning) > _LONGEST_MEANING:
        raise ValueError(f'The meaning of "{word}" is a text of {_LONGEST_MEANING} characters at most.')
    return meaning.strip()
