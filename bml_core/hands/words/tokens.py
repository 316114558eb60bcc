"""The tokens of a condition, how far they are read, and what is said where they cannot be."""

from __future__ import annotations

import re
from collections.abc import Iterable

from bml_core.bridge import Suit
from bml_core.diagnostics import Location
from bml_core.hands.shape_scanning import UnreadableError
from bml_core.hands.words.vocabulary import SUITS

_TOKEN = re.compile(
    r"shape\s*\{[^}]*\}?|shape\s+[^\s,]+|[0-9]{1,2}([-=])[0-9]{1,2}(?:\1[0-9]{1,2}){2}|<=|>=|!=|==|--|[<>=+,()–—-]"
    r"|\d+|!?[♠♥♦♣]|![shdc]\b|[^\W\d]+(?:-[^\W\d]+)?|\S",
    re.IGNORECASE,
)
#: Shorter words are not taken for slips of the pen.
_SHORTEST_SLIP = 4


class Tokens:
    """The tokens of a text, and how far they are read."""

    def __init__(self, text: str, place: Location) -> None:
        self._tokens = [(found[0], found.start()) for found in _TOKEN.finditer(text)]
        self._end = len(text.rstrip())
        self._place = place
        self._at = 0

    @property
    def next(self) -> str:
        """The next token in small letters, "" at the end."""
        return self.after(0)

    @property
    def offset(self) -> int:
        """Where the next token begins."""
        return self._tokens[self._at][1] if self._at < len(self._tokens) else self._end

    def after(self, number: int) -> str:
        """The token that stands so many behind the next one, in small letters."""
        at = self._at + number
        return self._tokens[at][0].lower() if at < len(self._tokens) else ""

    def take(self, *words: str) -> str:
        """The next token, if it is one of these, and go behind it; otherwise ""."""
        word = self.next
        if not word or word not in words:
            return ""
        self._at += 1
        return word

    def take_any(self) -> tuple[str, int]:
        """The next token as it is written and where it begins, and go behind it."""
        self._at += 1
        return self._tokens[self._at - 1]

    def take_suit(self) -> Suit:
        """The suit that comes next."""
        word = self.next
        if word not in SUITS:
            raise self.unknown(
                "Write a suit: spades or !s, hearts or !h, diamonds or !d, clubs or !c.",
                ("spades", "hearts", "diamonds", "clubs"),
            )
        self._at += 1
        return SUITS[word]

    def place(self, offset: int) -> Location:
        """The place of a character."""
        return self._place.shifted(offset)

    def unknown(self, hint: str, words: Iterable[str] = ()) -> UnreadableError:
        """That the next token is not understood; it may be a slip of the pen for one of ``words``."""
        if not self.next:
            return UnreadableError("BML611", "The condition ends too early.", self.offset, hint)
        word = self._tokens[self._at][0]
        return UnreadableError(
            "BML611", f"{word[:40]} is not understood here.", self.offset, _slip(word, words) or hint
        )


def _slip(word: str, words: Iterable[str]) -> str:
    # Only a condition that cannot be read waits for this.
    from difflib import get_close_matches

    known = list(words)
    if len(word) < _SHORTEST_SLIP or word.lower() in known:
        return ""
    meant = get_close_matches(word.lower(), known, 1, 0.7)
    return f"Did you mean {meant[0]}?" if meant else ""
