"""The words of a text, each with its place, and how far they are read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from bml_core.bridge import FULL_HAND, Suit
from bml_core.diagnostics import Diagnostic
from bml_core.hands.descriptions.vocabulary import PLURALS, SUIT_LETTERS, SUIT_WORDS
from bml_core.hands.shapes import UnreadableError

SuitsOfRow = Mapping[int, tuple[int, Suit]]
"""Words that are suits in one row alone: where each begins, where it ends, and its suit."""

_SIGNS = r"<=|>=|!=|==|--|[<>=≤≥+,()–—-]"
_SUIT_SIGNS = r"!?[♠♥♦♣]|!(?:[cdhs]|[CDHS](?![a-z]))"
_SHAPE_WORD = r"shape\s*\{[^}]*\}?|shape\s+[^\s,]+"
_LENGTHS = (
    r"[0-9]{1,2}([-=])[0-9]{1,2}(?:\1[0-9]{1,2}){2}"
    r"|(?:[0-9]{1,2}|[0-9](?:!?[shdc]|[Mm#]))?\([0-9]{2,4}\)(?:\([0-9]{2,4}\))?"
)
_FORMAL = re.compile(
    rf"{_SHAPE_WORD}|{_LENGTHS}|{_SIGNS}|\d+|{_SUIT_SIGNS}|[^\W\d]+(?:-[^\W\d]+)?|\S", re.IGNORECASE
)
_PROSE = re.compile(
    rf"{_SHAPE_WORD}|{_LENGTHS}|{_SIGNS}|(?-i:[1-7](?:NT|[CDHSN]))(?!\w)|\d+|{_SUIT_SIGNS}"
    r"|semi-[^\W\d]+|[^\W\d]+(?:['’][^\W\d]+)?|\S",
    re.IGNORECASE,
)
_IS_SHAPE = re.compile(_LENGTHS, re.IGNORECASE)
#: What looks like a shape and is none is a number or a bracket, and what follows it.
_PART = re.compile(r"\d+(?=[-=(!a-z#])|\((?=\d)", re.IGNORECASE)


class Token(NamedTuple):
    """A word in small letters, as written, where it begins and ends; its suit, if it is one."""

    word: str
    written: str
    start: int
    end: int
    suit: Suit | None = None
    is_shape: bool = False


def tokens_of(text: str, *, prose: bool, suits: SuitsOfRow) -> list[Token]:
    """Return the words of a text; in a description (``prose``), a letter such as ``S`` is no suit.

    >>> [token.word for token in tokens_of("12--14 hcp, 4+!s", prose=True, suits={})]
    ['12', '--', '14', 'hcp', ',', '4', '+', '!s']
    """
    return list(_tokens(text, _PROSE if prose else _FORMAL, {} if prose else SUIT_LETTERS, suits))


def _tokens(
    text: str, pattern: re.Pattern[str], letters: Mapping[str, Suit], suits: SuitsOfRow
) -> Iterator[Token]:
    position = 0
    while found := pattern.search(text, position):
        start, written = found.start(), found[0]
        if start in suits:
            position, suit = suits[start]
            written = text[start:position]
            yield Token(written.lower(), written, start, position, suit)
            continue
        shape = _expression(written, start, suits) if _IS_SHAPE.fullmatch(written) else ""
        if not shape and (part := _PART.match(written)):
            written = part[0]
        position = start + len(written)
        word = written.lower()
        yield Token(
            shape or word, written, start, position, SUIT_WORDS.get(word) or letters.get(word), bool(shape)
        )


def _expression(written: str, start: int, suits: SuitsOfRow) -> str:
    """Return a shape in the language of shapes, "" if its brackets are no shape."""
    if "(" in written and sum(map(int, re.findall(r"[0-9]", written))) != FULL_HAND:
        return ""
    for place, (_, suit) in suits.items():
        if start <= place < start + len(written):
            written = f"{written[: place - start]}{suit.value.lower()}{written[place - start + 1 :]}"
    return written.replace("!", "")


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
