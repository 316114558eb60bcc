"""From the characters of a text to words, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from bml_core.bridge import FULL_HAND, Suit
from bml_core.hands.descriptions.vocabulary import SUIT_LETTERS, SUIT_WORDS

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
