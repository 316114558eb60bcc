"""What a block is by its first lines: a heading, a list, an auction, a deal diagram, and how far these go."""

from __future__ import annotations

import re

from bml_core.language.row_parts import ACTIONS
from bml_core.language.source_lines import SourceLine

#: Several asterisks need no blank unless they close something bold.
HEADING = re.compile(r"(\*+)\s+(\S.*)|(\*{2,})([^\s*][^*]*)$")
BULLET = re.compile(r"\s*-(?!-)\s*(?=\S)")
NUMBER = re.compile(r"\s*(\d{1,6})\.\s+(?=\S)")
TABLE_ROW = re.compile(r"\s*\|")

_CALL = re.compile(
    rf"!?\(?!?(?:[1-7](?:NT|!?[CDHSNcdhs\u2660\u2663\u2665\u2666])|{'|'.join(ACTIONS)})!*\)?[!*]*"
)
_MARK = re.compile(r"-+|[\u2013\u2014]|\?+|\.\.\.|\u2026|AP|/|=")
NOTE = re.compile(r"\s*\[([0-9A-Za-z]{1,3})\]\s+(?=\S)")
NOTE_MARK = re.compile(r"(?<=.)\[([0-9A-Za-z]{1,3})\]$")
ALL_PASSES = re.compile(r"\b[Aa]ll [Pp]ass\b(\[[0-9A-Za-z]{1,3}\])?")
ROW_LENGTH = 4
_CLOCKWISE = "NESWNESW"
_SEAT_WORDS = {"n", "e", "s", "w", "north", "east", "south", "west"}

_HOLDING = r"(?:(?:10|[2-9AKQJTx])+|-|\u2013|\u2014)"
HAND = re.compile(
    rf"\s*([NESW])(?::\s*{_HOLDING}(?:\s+{_HOLDING})*|\s+{_HOLDING}(?:\s+{_HOLDING}){{2,}})\s*$"
)

#: One line above the hands may say anything.
_FREE_HEADERS = 1
_HEADER_WORD = re.compile(
    r"(?i:[nesw]|ns|ew|none|all|both|north|east|south|west|board|contract|deal|dealer|lead|vul|vulnerable)"
    r"|#?\d{1,6}|[1-7](?:NT|[CDHSN])X{0,2}[NESW]|P|PASS|!?[cdhs](?:10|[2-9AKQJT])"
)


# ---------------------------------------------------------------- auctions


def is_auction(lines: list[SourceLine]) -> bool:
    """Return True if the first row of a block, below an optional line of seats, has four calls."""
    seats = seat_letters(lines[0].text)
    rows = lines[1:] if seats else lines
    if not rows:
        return False
    words = [without_mark(word) for word in ALL_PASSES.sub(r"AP\1", rows[0].text).split()]
    if not all(map(is_entry, words)):
        return False
    has_call = any(_CALL.fullmatch(word) for word in words)
    return has_call and (bool(seats) or len(words) >= ROW_LENGTH)


def auction_length(lines: list[SourceLine]) -> int:
    """Return the number of lines of an auction at the beginning of a block, its notes included."""
    begin = 1 if seat_letters(lines[0].text) else 0
    is_part = [_is_row(line.text) or NOTE.match(line.text) for line in lines[begin:]]
    return next((begin + n for n, part in enumerate(is_part) if not part), len(lines))


def _is_row(text: str) -> bool:
    """Return True if a line has entries of an auction alone, or is short and has a slip."""
    words = [without_mark(word) for word in ALL_PASSES.sub(r"AP\1", text).split()]
    entries = sum(map(is_entry, words))
    has_slip = len(words) == 1 or 0 < entries < len(words) <= ROW_LENGTH
    return entries == len(words) or has_slip


def is_entry(word: str) -> bool:
    """Return True for a call, or a mark that takes the place of one."""
    return (_CALL.fullmatch(word) or _MARK.fullmatch(word)) is not None


def without_mark(word: str) -> str:
    """Return an entry of an auction without the mark of its note."""
    return NOTE_MARK.sub("", word)


def seat_letters(text: str) -> tuple[str, ...]:
    """Return the letters of a line that names a seat for each column, such as ``West North East South``."""
    words = [word[:1].upper() if word.lower() in _SEAT_WORDS else "" for word in text.split()]
    is_header = len(words) == ROW_LENGTH and all(words) and "".join(words) in _CLOCKWISE
    return tuple(words) if is_header else ()


# ---------------------------------------------------------------- deal diagrams


def diagram_start(lines: list[SourceLine]) -> int:
    """Return the number of the first line of a deal diagram in a block: its headers, or its first hand.

    The line above the hands is a header whatever it says, as long as the block begins with it; other lines
    above the hands are headers if most of their words are about the board.
    """
    first = first_hand(lines)
    if first is None or first < _FREE_HEADERS + 1:
        return 0
    start = first
    while start and _is_header(lines[start - 1].text):
        start -= 1
    return start


def diagram_length(lines: list[SourceLine]) -> int:
    """Return the number of lines of a block that begins with a deal diagram, up to its last hand; 0 if none.

    Other lines among the hands are errors, not a reason to read the block as prose.
    """
    if first_hand(lines) is None or diagram_start(lines):
        return 0
    return max(number for number, line in enumerate(lines) if HAND.match(line.text)) + 1


def first_hand(lines: list[SourceLine]) -> int | None:
    """Return the number of the first line that is a hand, or None."""
    return next((number for number, line in enumerate(lines) if HAND.match(line.text)), None)


def _is_header(text: str) -> bool:
    words = header_words(text)
    return 2 * sum(_HEADER_WORD.fullmatch(word) is not None for word in words) > len(words)


def header_words(text: str) -> list[str]:
    """Return the words of a header, without the marks between them."""
    return [word for word in re.split(r"[\s,;:.]+", text) if word]
