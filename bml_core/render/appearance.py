"""How pages look where an author or a project may choose: tables, colours of suits, abbreviations."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache


class Style(Enum):
    """The form of bidding tables on web pages."""

    TREE = "tree"
    TABLE = "table"


class SuitColors(Enum):
    """How many colours suits have: one each, red for the red ones, or that of the text."""

    FOUR = "four"
    TWO = "two"
    NONE = "none"

    @property
    def file(self) -> str:
        """Return the name of the style sheet that changes the colours; "" where they stay as they are."""
        return "" if self is SuitColors.FOUR else f"bml-suits-{self.value}.css"


def read_suit_colors(value: object) -> SuitColors:
    """Read the setting of a project for the colours of suits.

    Raises:
        ValueError: the value cannot be used; says what to write.

    >>> read_suit_colors("two")
    <SuitColors.TWO: 'two'>
    """
    try:
        return SuitColors(value)
    except ValueError:
        raise ValueError('Write "four", "two" or "none".') from None


# ---------------------------------------------------------------- abbreviations, explained at their first use

TextWriter = Callable[[str], str]
"""Writes plain characters in the way of a format."""


@dataclass(frozen=True, slots=True)
class Abbreviations:
    """Words with their meanings; case counts."""

    meanings: Mapping[str, str] = field(default_factory=dict)

    def first_uses(self, plain: TextWriter, explained: Callable[[str, str], str]) -> TextWriter:
        """Return a writer of texts that has each word ``explained`` once, and the rest ``plain``.

        >>> write = Abbreviations({"GF": "game forcing"}).first_uses(str.lower, "{} = {}".format)
        >>> write("So GF"), write("GF again")
        ('so GF = game forcing', 'gf again')
        """
        if not self.meanings:
            return plain
        find, meanings, seen = _pattern(tuple(self.meanings)).finditer, self.meanings, set[str]()

        def write(text: str) -> str:
            parts: list[str] = []
            done = 0
            for found in find(text):
                word, start = found[0], found.start()
                is_inside_a_word = start > 0 and (text[start - 1].isalnum() or text[start - 1] == "_")
                if word in seen or is_inside_a_word:
                    continue
                seen.add(word)
                parts += (plain(text[done:start]), explained(word, meanings[word]))
                done = found.end()
            return "".join((*parts, plain(text[done:]))) if parts else plain(text)

        return write


NO_ABBREVIATIONS = Abbreviations()


@lru_cache(maxsize=16)
def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    # Where one word begins another the longer one is meant. What comes before a word is looked at later: a
    # pattern that begins with its words is found twice as fast.
    either = "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
    return re.compile(rf"(?:{either})(?!\w)")
