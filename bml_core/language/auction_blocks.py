"""Auction blocks: rows of four calls, as the auction went."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bml_core.bridge import Seat
from bml_core.document import ALL_PASS, AuctionBlock, AuctionEntry, AuctionNote, Dialect
from bml_core.language.bid_column import parse_bid_column
from bml_core.language.inline_text import parse_inline_lines
from bml_core.language.source_lines import DiagnosticLog, SourceLine

_WORD = re.compile(r"\S+")
_CALL = re.compile(
    r"!?\(?!?(?:[1-7](?:NT|!?[CDHSNcdhs\u2660\u2663\u2665\u2666])|P|[Pp]ass|PASS|[Dd]bl|D|X|R|XX|[Rr]dbl)!*\)?[!*]*"
)
_MARK = re.compile(r"-+|[\u2013\u2014]|\?+|\.\.\.|\u2026|AP|/|=")
_NOTE_MARK = re.compile(r"(?<=.)\[([0-9A-Za-z]{1,3})\]$")
_NOTE = re.compile(r"\s*\[([0-9A-Za-z]{1,3})\]\s+(?=\S)")
_ALL_PASS = re.compile(r"\b[Aa]ll [Pp]ass\b(\[[0-9A-Za-z]{1,3}\])?")
_ROW_LENGTH = 4
_CLOCKWISE = "NESWNESW"


def is_auction(lines: list[SourceLine]) -> bool:
    """Return True if the first row of a block, below an optional line of seats, has four calls."""
    seats = _seats(lines[0].text)
    rows = lines[1:] if seats else lines
    if not rows:
        return False
    words = [_without_mark(word) for word in _ALL_PASS.sub(r"AP\1", rows[0].text).split()]
    if not all(map(_is_entry, words)):
        return False
    has_call = any(_CALL.fullmatch(word) for word in words)
    return has_call and (len(words) == _ROW_LENGTH or (bool(seats) and len(words) < _ROW_LENGTH))


def parse_auction(lines: list[SourceLine], log: DiagnosticLog) -> AuctionBlock:
    """Parse the auction of a block and its notes; an entry that is no call stays as text with an error."""
    seats = _seats(lines[0].text)
    last = _last_row(lines)
    rows = tuple(_row(line, log) for line in lines[1 if seats else 0 : last + 1])
    notes = tuple(_note(line, log) for line in lines[last + 1 :])
    _report_unpaired(rows, notes, log)
    return AuctionBlock(rows, lines[0].at(lines[0].start), seats, notes)


def _is_entry(word: str) -> bool:
    return (_CALL.fullmatch(word) or _MARK.fullmatch(word)) is not None


def _without_mark(word: str) -> str:
    return _NOTE_MARK.sub("", word)


def _seats(text: str) -> tuple[Seat, ...]:
    words = [word[:1].upper() if word.lower() in _SEAT_WORDS else "" for word in text.split()]
    is_header = len(words) == _ROW_LENGTH and all(words) and "".join(words) in _CLOCKWISE
    return tuple(Seat(word) for word in words) if is_header else ()


_SEAT_WORDS = {seat.name.lower() for seat in Seat} | {seat.value.lower() for seat in Seat}


def _last_row(lines: Sequence[SourceLine]) -> int:
    """Return the last line that is no note."""
    return max(number for number, line in enumerate(lines) if number == 0 or not _NOTE.match(line.text))


def _note(line: SourceLine, log: DiagnosticLog) -> AuctionNote:
    found = _NOTE.match(line.text)
    assert found is not None
    return AuctionNote(found[1], parse_inline_lines([line.cut(found.end())], log), line.at(line.start))


def _report_unpaired(
    rows: Sequence[Sequence[AuctionEntry]], notes: Sequence[AuctionNote], log: DiagnosticLog
) -> None:
    explained = {note.mark for note in notes}
    entries = [entry for row in rows for entry in row if entry.note]
    for entry in entries:
        if entry.note not in explained:
            hint = f"End the block with a line such as [{entry.note}] text, or delete the mark."
            log.report("BML312", f"The mark [{entry.note}] has no note.", entry.location, hint)
    used = {entry.note for entry in entries}
    for note in notes:
        if note.mark not in used:
            hint = f"Write [{note.mark}] straight behind the call that the note is about."
            log.report("BML312", f"The note [{note.mark}] has no mark.", note.location, hint)


def _row(line: SourceLine, log: DiagnosticLog) -> tuple[AuctionEntry, ...]:
    entries = []
    text = _ALL_PASS.sub(lambda found: f"AP{found[1] or ''}".ljust(len(found[0])), line.text)
    for found in _WORD.finditer(text):
        mark = _NOTE_MARK.search(found[0])
        word = _without_mark(found[0])
        place = line.at(found.start())
        if not _is_entry(word):
            log.report(
                "BML311",
                f"{word[:40]} is no call.",
                place,
                "Write 1C … 7N, P, D or R, four in a row, or - for no call.",
            )
        column = parse_bid_column(_capitals(word.rstrip("*")), Dialect.V2_0)
        call = next((getattr(pattern, "call", None) for pattern in column.patterns), None)
        alert = column.alert or word.endswith("*")
        shown = call.code if call is not None else _shown(word)
        entries.append(AuctionEntry(shown, call, column.theirs, alert, place, mark[1] if mark else ""))
    return tuple(entries)


def _shown(word: str) -> str:
    return ALL_PASS if word == "AP" else word


def _capitals(word: str) -> str:
    return re.sub(r"(?<=[1-7])!?([cdhs])", lambda found: found[1].upper(), word)
