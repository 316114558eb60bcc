"""A line cut at its columns: the bid column of a row, or the auction of a history, and the description."""

from __future__ import annotations

import re
from typing import NamedTuple

from bml_core.document import Dialect
from bml_core.language.bid_column import ACTIONS, BidColumn, parse_bid_column
from bml_core.language.inline_text import find_link

_HISTORY_SPLIT = re.compile(r"[-;]+")
# Writing programs put them where a hyphen was typed; each is one character, so offsets stay.
_DASHES = "\u2010\u2011\u2013\u2014\u2212"
_HYPHENS = str.maketrans(dict.fromkeys(_DASHES, "-"))
_BID = r"[1-7](?:[CDHSNMmXYZ\u2660\u2663\u2665\u2666]|NT|o[Mm])"
_ACTION = "|".join(ACTIONS)
_CALL = rf"(?:{_BID}|{_ACTION})"
# Other bids that share the description, as in ``2D / 2H``; without blanks they are in the bid column.
_SHARING_BID = re.compile(rf"[/&+,]\s*(\(?{_BID}\)?)(?=[-\s/&+,:;=]|$)")
_FURTHER_BID = re.compile(
    rf"[-;{_DASHES}]+\s*(?:(\(?{_BID}\)?|\((?:{_ACTION})\))(?=[-\s:;{_DASHES}]|$)|([PDRX])(?=[-;{_DASHES}]))"
)
_IN_SENTENCE = (
    r"(?:or|and|but|is|are|was|were|be|if|when|then|to|by|in|on|of|for|over|after|with|without|as|at|not|may|can"
    r"|could|will|would|should|asks?|shows?|says?|means?|denies|next|first|later|only|also|too|opener|rebid)\b"
)
_FURTHER_HISTORY = re.compile(rf"[-;{_DASHES}]*\s*(\(?{_CALL}\)?)(?=\s*(?:[-;{_DASHES}]|$))")
# Calls that only a blank sets apart: the other side's, one or more before the description proper, or a bid
# before a word that does not make a sentence of it.
_CALLS = rf"{_CALL}(?:/{_CALL})*"
_FURTHER_CALLS = re.compile(
    rf"(\({_CALLS}\)(?!\w)|\(any\)(?=\s+{_CALL}\b)"
    rf"|{_CALLS}(?=[-;]*(?: \(?{_CALL}\)?)*[-;]*(?:\s{{2}}|\s*$))"
    rf"|{_BID}(?:/{_BID})*(?=\s(?!{_IN_SENTENCE})[A-Za-z]))"
)
_CALL_OF_OURS = re.compile(rf"(?:[-{_DASHES}:]\s*)?({_CALL})(?=[-; ]|$)")
_SUIT_SIGN = re.compile(r"![cdhs]|[\u2660\u2663\u2665\u2666]", re.IGNORECASE)
_LEVEL = re.compile(r"!?\(?!?\d")
_WORD = re.compile(r"\S+")
_CLOSING = re.compile(r"[)!]*(?=[\s=]|$)")
_SEPARATOR = re.compile(r"\s*(?:=(?!>)\s*)?")
# P, D, R, X and XX are bids even where one space follows.
_LONGEST_LETTERS = 2
EMPTY_ROOT = "{}"


class RowParts(NamedTuple):
    """A line cut at its columns.

    ``word`` is the bid column with hyphens for dashes, and begins at ``offset``. ``text`` is the description,
    which begins at ``text_offset``; ``gap`` is what is between the two. ``has_dashes`` says whether the
    word has dashes where hyphens are read, ``target`` where the link leads that it is written as, else "".
    """

    column: BidColumn
    word: str
    offset: int
    text: str
    text_offset: int
    gap: str
    has_dashes: bool = False
    target: str = ""

    @property
    def is_close(self) -> bool:
        """Return whether one blank alone is between bid column and description, as between words."""
        return bool(self.text) and self.gap == " "

    @property
    def is_bid(self) -> bool:
        """Return whether the column is a call that is written with a level."""
        return self.column.is_meant_as_call and _LEVEL.match(self.word) is not None

    @property
    def reads_as_words(self) -> bool:
        """Return whether it begins with a word such as ``other`` or ``Pass`` that a sentence goes on from."""
        return self.is_close and self.word.isalpha() and len(self.word) > _LONGEST_LETTERS

    @property
    def has_signs(self) -> bool:
        """Return whether the column has signs, as in ``1!h`` and ``1C–1D``, which prose has as well."""
        return self.has_dashes or _SUIT_SIGN.search(self.word) is not None

    @property
    def further_bid(self) -> str:
        """Return the call that a description begins with as auctions go on, as in ``1H - 2H``; "" if none."""
        if self.column.is_call:
            if self.column.diagnostic is not None:
                return ""
            found = _FURTHER_BID.match(self.text)
            if found is None and self.is_close and self.is_bid:
                found = (_CALL_OF_OURS if self.column.theirs else _FURTHER_CALLS).match(self.text)
        else:
            found = _FURTHER_HISTORY.match(self.text) if is_history(self.word) else None
        return next(filter(None, found.groups())) if found else ""

    @property
    def sharing_bid(self) -> str:
        """Return the bid that seems to share the description, as in ``2D / 2H  weak``; "" if none."""
        found = _SHARING_BID.match(self.text) if self.is_bid and self.column.diagnostic is None else None
        return found[1] if found else ""


def split_row(text: str, dialect: Dialect) -> RowParts | None:
    """Cut a row into bid column and description; None for white space.

    >>> parts = split_row("1m = 3+ minor", Dialect.V2_0)
    >>> parts.word, parts.text, parts.text_offset
    ('1m', '3+ minor', 5)
    """
    start = len(text) - len(text.lstrip())
    found = _WORD.match(text, start)
    if found is None:
        return None
    linked = _linked_column(text, start, dialect)
    if linked is not None:
        return linked
    written = found[0]
    word = written if written.isascii() else written.translate(_HYPHENS)
    column = parse_bid_column(word, dialect)
    before = word.partition("=")[0]
    if before != word and not column.is_call and before and _names_calls(before, dialect):
        word, written, column = before, written[: len(before)], parse_bid_column(before, dialect)
    return _parts(text, column, word, start, start + len(written), has_dashes=word != written)


def _linked_column(text: str, start: int, dialect: Dialect) -> RowParts | None:
    """Return the parts of a row whose bid column is a link, as in ``[1D](#1C--1D)``; None if it is none.

    The parentheses of the opponents and the mark of an alert may be around it.
    """
    opening = start + (text[start] == "(")
    link = find_link(text, opening)
    if link is None:
        return None
    closing = _CLOSING.match(text, link.end)
    column = parse_bid_column(f"{text[start:opening]}{link.label}{closing[0]}", dialect) if closing else None
    if closing is None or column is None or not column.is_call:
        return None
    offset = start if opening > start else link.label_offset
    return _parts(text, column, column.text, offset, closing.end(), target=link.target)


def _parts(
    text: str,
    column: BidColumn,
    word: str,
    offset: int,
    end: int,
    *,
    has_dashes: bool = False,
    target: str = "",
) -> RowParts:
    separator = _SEPARATOR.match(text, end)
    assert separator is not None
    gap = separator[0]
    description = text[separator.end() :].rstrip()
    return RowParts(column, word, offset, description, separator.end(), gap, has_dashes, target)


def is_history(word: str) -> bool:
    """Return True if the first word of a table is an auction to continue."""
    return word == EMPTY_ROOT or "-" in word or ";" in word


def history_calls(word: str, dialect: Dialect) -> list[tuple[int, BidColumn]]:
    """Return the calls of a history with their offsets in ``word``."""
    if word == EMPTY_ROOT:
        return []
    calls = []
    begin = 0
    for end in [*_HISTORY_SPLIT.finditer(word), None]:
        part = word[begin : end.start() if end else len(word)]
        if part:
            calls.append((begin, parse_bid_column(part, dialect)))
        begin = end.end() if end else begin
    return calls


def _names_calls(word: str, dialect: Dialect) -> bool:
    if not is_history(word):
        return parse_bid_column(word, dialect).is_call
    return all(column.is_call for _, column in history_calls(word, dialect))
