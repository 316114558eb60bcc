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

DEFAULT_ABBREVIATIONS: Mapping[str, str] = {
    "(R)": "relay",
    "4SF": "fourth suit forcing",
    "ART": "artificial",
    "BAL": "balanced",
    "bal": "balanced",
    "BW": "Blackwood",
    "COMP": "competitive",
    "CONST": "constructive",
    "CTRL": "control",
    "EKB": "exclusion key card Blackwood",
    "F1": "forcing for one round",
    "F1R": "forcing for one round",
    "FG": "forcing to game",
    "FNJ": "fit non-jump",
    "FSF": "fourth suit forcing",
    "G/T": "game try",
    "GF": "game forcing",
    "GSF": "grand slam force",
    "GT": "game try",
    "HCP": "high-card points",
    "hcp": "high-card points",
    "INV": "invitational",
    "inv": "invitational",
    "INV+": "invitational or better",
    "KC": "key cards",
    "LHO": "left-hand opponent",
    "LR": "limit raise",
    "LTC": "losing trick count",
    "MAX": "maximum",
    "MIN": "minimum",
    "NAT": "natural",
    "nat": "natural",
    "NEG": "negative",
    "NF": "not forcing",
    "NFB": "negative free bid",
    "NLTC": "new losing trick count",
    "NMF": "new minor forcing",
    "NV": "not vulnerable",
    "OPT": "optional",
    "P/C": "pass or correct",
    "PEN": "for penalty",
    "PRE": "preemptive",
    "PT": "playing tricks",
    "PTs": "playing tricks",
    "PUP": "puppet",
    "QT": "quick tricks",
    "QUANT": "quantitative",
    "RHO": "right-hand opponent",
    "RKB": "Roman key card Blackwood",
    "RKC": "Roman key cards",
    "RKCB": "Roman key card Blackwood",
    "S/O": "sign-off",
    "S/T": "slam try",
    "S-SOL": "semi-solid",
    "SI": "slam interest",
    "SOL": "solid",
    "SPL": "splinter: short in the suit, with support",
    "ST": "slam try",
    "STAY": "Stayman",
    "STR": "strong",
    "T/O": "for takeout",
    "T/P": "to play",
    "TP": "total points",
    "TRF": "transfer",
    "UCB": "unassuming cue bid",
    "UNBAL": "unbalanced",
    "UNT": "unusual notrump",
    "vul": "vulnerable",
    "WJO": "weak jump overcall",
}
"""What the words stand for that most partnerships write; projects add their own."""

_LONGEST_WORD = 40
_LONGEST_MEANING = 300
_MOST_WORDS = 1000


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
                if word in seen or _is_inside_a_word(text, start):
                    continue
                seen.add(word)
                parts += (plain(text[done:start]), explained(word, meanings[word]))
                done = found.end()
            return "".join((*parts, plain(text[done:]))) if parts else plain(text)

        return write


def _is_inside_a_word(text: str, start: int) -> bool:
    return start > 0 and (text[start - 1].isalnum() or text[start - 1] == "_")


NO_ABBREVIATIONS = Abbreviations()


@lru_cache(maxsize=16)
def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    # Where one word begins another the longer one is meant. What comes before a word is looked at later: a
    # pattern that begins with its words is found twice as fast.
    either = "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
    return re.compile(rf"(?:{either})(?!\w)")


def read_abbreviations(value: object) -> Abbreviations:
    """Read the setting of a project: its own abbreviations beside the known ones; False for none at all.

    A word whose meaning is empty is not an abbreviation.

    Raises:
        ValueError: the value cannot be used; says what to write.
    """
    if value is False:
        return NO_ABBREVIATIONS
    if value is None or value is True:
        return Abbreviations(DEFAULT_ABBREVIATIONS)
    if not isinstance(value, Mapping):
        raise ValueError('Write words with their meanings, such as {"GF": "game forcing"}, or False.')
    if len(value) > _MOST_WORDS:
        raise ValueError(f"There can be {_MOST_WORDS} abbreviations at most.")
    own = {_word(word): _meaning(word, meaning) for word, meaning in value.items()}
    return Abbreviations(
        {word: meaning for word, meaning in {**DEFAULT_ABBREVIATIONS, **own}.items() if meaning}
    )


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
