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
    own: dict[str, str] = {}
    for word, meaning in value.items():
        if not isinstance(word, str) or word != word.strip() or not 0 < len(word) <= _LONGEST_WORD:
            raise ValueError(f"An abbreviation is a text of {_LONGEST_WORD} characters at most.")
        text = "" if meaning is None or meaning is False else meaning
        if not isinstance(text, str) or len(text) > _LONGEST_MEANING:
            most = f"{_LONGEST_MEANING} characters at most"
            raise ValueError(f'The meaning of "{word}" is a text of {most}.')
        own[word] = text.strip()
    return {word: meaning for word, meaning in {**DEFAULT_ABBREVIATIONS, **own}.items() if meaning}
