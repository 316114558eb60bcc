"""Auction blocks: rows of four calls, as the auction went."""

from __future__ import annotations

import re

from bml_core.bridge import Seat
from bml_core.document import ALL_PASS, AuctionBlock, AuctionEntry, Dialect
from bml_core.language.calls import read_call
from bml_core.language.reporter import Reporter
from bml_core.language.source import SourceLine

_WORD = re.compile(r"\S+")
_CALL = re.compile(
    r"!?\(?!?(?:[1-7](?:NT|!?[CDHSNcdhs\u2660\u2663\u2665\u2666])|P|[Pp]ass|PASS|[Dd]bl|D|X|R|XX|[Rr]dbl)!*\)?[!*]*"
)
_MARK = re.compile(r"-+|[\u2013\u2014]|\?+|\.\.\.|\u2026|AP|/|=")
_ALL_PASS = re.compile(r"\b[Aa]ll [Pp]ass\b")
_ROW_LENGTH = 4
_CLOCKWISE = "NESWNESW"


def is_auction(lines: list[SourceLine]) -> bool:
    """Whether a block is an auction: its first row, below an optional line of seats, has four calls."""
    seats = _seats(lines[0].text)
    rows = lines[1:] if seats else lines
    if not rows:
        return False
    words = _ALL_PASS.sub("AP", rows[0].text).split()
    if not all(_CALL.fullmatch(word) or _MARK.fullmatch(word) for word in words):
        return False
    has_call = any(_CALL.fullmatch(word) for word in words)
    return has_call and (len(words) == _ROW_LENGTH or (bool(seats) and len(words) < _ROW_LENGTH))


def parse_auction(lines: list[SourceLine], reporter: Reporter) -> AuctionBlock:
    """The auction of a block; an entry that is no call stays as text with an error."""
    seats = _seats(lines[0].text)
    rows = tuple(_row(line, reporter) for line in (lines[1:] if seats else lines))
    return AuctionBlock(rows, lines[0].at(lines[0].start), seats)


def _seats(text: str) -> tuple[Seat, ...]:
    words = [word[:1].upper() if word.lower() in _SEAT_WORDS else "" for word in text.split()]
    is_header = len(words) == _ROW_LENGTH and all(words) and "".join(words) in _CLOCKWISE
    return tuple(Seat(word) for word in words) if is_header else ()


_SEAT_WORDS = {seat.name.lower() for seat in Seat} | {seat.value.lower() for seat in Seat}


def _row(line: SourceLine, reporter: Reporter) -> tuple[AuctionEntry, ...]:
    entries = []
    text = _ALL_PASS.sub(lambda found: "AP".ljust(len(found[0])), line.text)
    for found in _WORD.finditer(text):
        word = found[0]
        place = line.at(found.start())
        if not (_CALL.fullmatch(word) or _MARK.fullmatch(word)):
            reporter.report(
                "BML311",
                f"{word[:40]} is no call.",
                place,
                "Write 1C … 7N, P, D or R, four in a row, or - for no call.",
            )
        reading = read_call(_capitals(word.rstrip("*")), Dialect.V2_0)
        call = next((getattr(pattern, "call", None) for pattern in reading.patterns), None)
        alert = reading.alert or word.endswith("*")
        shown = str(call) if call is not None else _shown(word)
        entries.append(AuctionEntry(shown, call, reading.theirs, alert, place))
    return tuple(entries)


def _shown(word: str) -> str:
    return ALL_PASS if word == "AP" else word


def _capitals(word: str) -> str:
    return re.sub(r"(?<=[1-7])!?([cdhs])", lambda found: found[1].upper(), word)
