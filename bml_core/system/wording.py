"""The words of a row for one of its calls: variables and ``#`` are suits there."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from bml_core.bridge import Bid, Call, Strain, Suit
from bml_core.document import OWN_SUIT_MARK, DescriptionLine, Passage

_OWN_SUIT = re.compile(OWN_SUIT_MARK)
RANKED_VARIABLES = "XYZ"

# The number begins a word, or comes after another variable or its suit.
_NUMBER = r"(?:\b|(?<=![cdhs])|(?<=[0-9][MmXYZ])|(?<=[0-9]o[Mm]))[0-9]+"
_MEANS = (
    r"\s*(?:=|\bis\b)\s*(?:!?[CDHScdhs]\b|[\u2660\u2663\u2665\u2666]|(?i:clubs|diamonds|hearts|spades)\b)"
)
_MEANS_BEFORE = r"(?<!![CDHScdhs] = )(?<!![CDHScdhs]=)"

Bindings = Mapping[str, Strain]


class Wording(NamedTuple):
    """The words of a row for one of its calls, as written, and the suits of its variables there.

    Args:
        lines: The description.
        condition: The condition in braces.
        call: The call.
        variable: The variable in the bid column of the row.
        bindings: The suits of the variables in the auction.
        choices: The suits in the bid column of the row, where it stands for several calls.
        abbreviations: The abbreviations of the project, each with what it stands for.
        language: The language of the description, "" for English.
    """

    lines: tuple[DescriptionLine, ...]
    condition: Passage | None
    call: Call
    variable: str | None
    bindings: Bindings
    choices: tuple[Suit, ...] = ()
    abbreviations: tuple[tuple[str, str], ...] = ()
    language: str = ""

    @property
    def description(self) -> tuple[str, ...]:
        """Return the lines of the description, variables replaced by suits."""
        return with_suits(tuple([line.text for line in self.lines]), self.call, self.variable, self.bindings)

    @property
    def condition_text(self) -> str:
        """Return the condition in braces on one line, variables replaced by suits; "" if there is none."""
        if self.condition is None:
            return ""
        words = " ".join(self.condition.text.split())
        return with_suits((words,), self.call, self.variable, self.bindings)[0]

    @property
    def passage(self) -> Passage:
        """Return the description as one text, as written."""
        places = tuple(line.location for line in self.lines)
        return Passage("\n".join(line.text for line in self.lines), places)

    @property
    def is_described(self) -> bool:
        """Return whether there is any text, or a condition in braces."""
        return self.condition is not None or any(line.text for line in self.lines)

    def suits_in(self, text: str) -> dict[int, tuple[int, Suit]]:
        """Find the words of ``text`` that are suits in this row alone.

        Returns:
            For the offset of each such word, the offset of its end and its suit.

        >>> from bml_core.bridge import make_bid
        >>> wording = Wording((), None, make_bid(2, Strain.HEARTS), "M", {"M": Strain.HEARTS})
        >>> wording.suits_in("5+M, 4# and 2M")
        {2: (3, Suit.HEARTS), 13: (14, Suit.HEARTS), 6: (7, Suit.HEARTS)}
        """
        suits: dict[int, tuple[int, Suit]] = {}
        for name, strain in self.bindings.items():
            if name in text and strain.suit:
                for word in _pattern_of(name, self.variable).finditer(text):
                    suits[word.end() - len(name)] = (word.end(), strain.suit)
        own = own_suit(self.call)
        if own and "#" in text:
            suits |= {mark.start(): (mark.end(), own) for mark in _OWN_SUIT.finditer(text)}
        return suits


def own_suit(call: Call) -> Suit | None:
    """Return the suit that a call names, None for notrump and for calls that are not bids."""
    return call.strain.suit if isinstance(call, Bid) else None


def with_suits(
    lines: tuple[str, ...], call: Call, variable: str | None, bindings: Bindings
) -> tuple[str, ...]:
    """Return the lines of a description for one call, with suits for variables and ``#``.

    ``bindings`` are the suits of the variables in the auction, ``variable`` is that in the bid column of the
    row, or None.

    >>> from bml_core.bridge import make_bid
    >>> with_suits(("raise of M, 4+#",), make_bid(2, Strain.HEARTS), "M", {"M": Strain.HEARTS})
    ('raise of !h, 4+!h',)
    """
    joined = "".join(lines)
    for name, strain in bindings.items():
        if name in joined:
            pattern = _pattern_of(name, variable)
            suit = f"!{strain.value.lower()}"
            lines = tuple([pattern.sub(rf"\g<1>{suit}", text) for text in lines])
    own = own_suit(call)
    if own and "#" in joined:
        lines = tuple([_OWN_SUIT.sub(f"!{own.value.lower()}", text) for text in lines])
    return lines


def _pattern_of(name: str, variable: str | None) -> re.Pattern[str]:
    """Return the pattern of a variable in the description of a row whose bid column has ``variable``."""
    return _variable_pattern(name, alone=name not in RANKED_VARIABLES or name == variable)


@lru_cache
def _variable_pattern(variable: str, *, alone: bool) -> re.Pattern[str]:
    """Return the pattern of a variable straight after a number and, with ``alone``, as a word of its own.

    A lone X is usually a double, so X, Y and Z count as words only in the row that names them. In 4M333 more
    numbers follow, and in 5M4m another variable. What is said to be a suit, as in M = !s, stays as it is.
    """
    numbered = rf"({_NUMBER}){variable}(?:\b|(?=[0-9]))"
    return re.compile(rf"{numbered}|{_MEANS_BEFORE}\b{variable}\b(?!{_MEANS})" if alone else numbered)
