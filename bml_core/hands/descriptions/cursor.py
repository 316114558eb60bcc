"""The words of a text, and how far they are read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bml_core.bridge import Suit
from bml_core.diagnostics import Diagnostic
from bml_core.hands.descriptions.tokens import Token
from bml_core.hands.descriptions.vocabulary import PLURALS
from bml_core.hands.shapes import UnreadableError

__all__ = ["Cursor", "UnreadableError", "WrongShapeError"]

#: Shorter words are not taken for slips of the pen.
_SHORTEST_SLIP = 4


class WrongShapeError(Exception):
    """A shape cannot be read; never leaves the readers of conditions and descriptions."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        super().__init__()
        self.diagnostics = diagnostics


class Cursor:
    """A position between the words from ``begin`` to ``end``."""

    def __init__(self, tokens: Sequence[Token], begin: int = 0, end: int | None = None) -> None:
        self.tokens = tokens
        self.at = begin
        self.end = len(tokens) if end is None else end

    @property
    def word(self) -> str:
        """Return the next word in small letters, "" at the end."""
        return self.ahead(0)

    @property
    def suit(self) -> Suit | None:
        """Return the suit that the next word means, None if it is no suit."""
        return self.tokens[self.at].suit if self.at < self.end else None

    @property
    def offset(self) -> int:
        """Return the offset where the next word begins, or the last one ends."""
        if self.at < self.end:
            return self.tokens[self.at].start
        return self.tokens[self.at - 1].end if self.at else 0

    def ahead(self, count: int) -> str:
        """Return the word ``count`` places after the next one, "" behind the end."""
        return self.tokens[self.at + count].word if self.at + count < self.end else ""

    def take(self, *words: str) -> str:
        """Take the next word if it is one of these, and return it; else ""."""
        word = self.word
        if not word or word not in words:
            return ""
        self.at += 1
        return word

    def take_all(self, *words: str) -> bool:
        """Take these words if all of them follow each other, and return True if so."""
        if any(self.ahead(number) != word for number, word in enumerate(words)):
            return False
        self.at += len(words)
        return True

    def take_suit(self) -> Suit | None:
        """Take the next word if it is a suit, and return the suit."""
        suit = self.suit
        if suit is not None:
            self.at += 1
        return suit

    def unknown(self, hint: str, words: Iterable[str] = ()) -> UnreadableError:
        """Return the error of a word that is not understood; it may be a slip for one of ``words``."""
        if not self.word:
            return UnreadableError("BML611", "The condition ends too early.", self.offset, hint)
        written = self.tokens[self.at].written
        message = f"{written[:40]} is not understood here."
        return UnreadableError("BML611", message, self.offset, _slip(self.word, words) or hint)

    def no_suit(self) -> UnreadableError:
        """Return the error of a missing suit."""
        hint = "Write a suit: spades or !s, hearts or !h, diamonds or !d, clubs or !c."
        return self.unknown(hint, PLURALS)


def _slip(word: str, words: Iterable[str]) -> str:
    known = list(words)
    if len(word) < _SHORTEST_SLIP or word in known:
        return ""
    # Only a condition that cannot be read waits for this.
    from difflib import get_close_matches

    meant = get_close_matches(word, known, 1, 0.7)
    return f"Did you mean {meant[0]}?" if meant else ""
