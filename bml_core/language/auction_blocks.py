"""Auctions as they went: how far these blocks go, and what they say."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import dropwhile

from bml_core.bridge import PASS, Bid, Call, Seat, illegality
from bml_core.diagnostics import DiagnosticLog, Location
from bml_core.document import ALL_PASS, AuctionBlock, AuctionEntry, AuctionNote, Dialect
from bml_core.language.bids import ACTIONS, parse_bid_column
from bml_core.language.board_facts import SEAT_WORDS, is_header
from bml_core.language.inline import parse_inline_lines
from bml_core.language.lines import SourceLine

_CALL = re.compile(
    rf"!?\(?!?(?:[1-7](?:NT|!?[CDHSNcdhs\u2660\u2663\u2665\u2666])|{'|'.join(ACTIONS)})!*\)?[!*]*"
)
_DASH = re.compile(r"[-\u2013\u2014]")
_NO_CALL = re.compile(r"-+|[\u2013\u2014]|\?+|\.\.\.|\u2026|AP|/|=")
_BULLETS = ("-", "*", "+")
_BRACKETED = r"\[([0-9A-Za-z]{1,3})\]|\((\d{1,2})\)"
_RAISED = "\u00b9\u00b2\u00b3\u2074-\u2079"
_NOTE = re.compile(rf"\s*(?:(?:{_BRACKETED}|(\*+))\s+|([{_RAISED}])\s*)(?=\S)")
_MARK = re.compile(rf"(?<=[^(\s])\s*(?:{_BRACKETED}|([{_RAISED}]))$")
# "2D (1)" is a call with its mark.
_ENTRY = re.compile(r"\S+(?:\s+(?:\[[0-9A-Za-z]{1,3}\]|\(\d{1,2}\))(?!\S))?")
_ALL_PASSES = re.compile(r"\(?\ball[ -]?pass\b\)?(\[[0-9A-Za-z]{1,3}\]|\(\d\))?", re.IGNORECASE)
_ROW_LENGTH = 4
_ORDERS_OF_SEATS = "NESWNESW NSN EWE"
# "1Z" is meant as a call, but "16+" is not.
_MEANT_AS_CALL = re.compile(r"[0-9][A-Za-z]{1,2}")
# How players name the columns of an auction among themselves, and the seats in which they are shown.
_ROLES = {
    **dict.fromkeys(("opener", "lho"), "W"),
    **dict.fromkeys(("partner", "pard", "cho"), "N"),
    **dict.fromkeys(("responder", "rho"), "E"),
    **dict.fromkeys(("you", "me"), "S"),
}


def is_auction(lines: list[SourceLine]) -> bool:
    """Return True if the first row of a block, below an optional line of seats, is one of calls.

    Below the seats of two partners it has two calls, and without seats four. A row with a slip in it is one
    below seats, and where others pass in it.
    """
    seats = _seat_letters(lines[0].text)
    rows = lines[1:] if seats else lines
    words = _words(rows[0].text) if rows else []
    # "- D = Double" and "- 1C - 1D - ?" are items of a list, "1N - 2C ---" the history of a table.
    is_item = words[:1] != [] and words[0] in _BULLETS and ("=" in words or len(words) > _ROW_LENGTH)
    # "1S - 2D - 2N" is meant as one.
    is_item |= len(words) > _ROW_LENGTH and all(map(_DASH.fullmatch, words[1::2]))
    if is_item or words[-1:] == ["---"] or not any(_CALL.fullmatch(word) for word in words):
        return False
    slips = [word for word in words if not _is_entry(word)]
    if seats:
        return 2 * len(slips) <= len(words) and all(map(_MEANT_AS_CALL.fullmatch, slips))
    is_slip = len(words) == _ROW_LENGTH and "P" in words[1:] and all(map(_MEANT_AS_CALL.fullmatch, slips))
    return len(words) >= _ROW_LENGTH and (not slips or (is_slip and len(slips) == 1))


def facts_above_auction(lines: list[SourceLine]) -> int:
    """Return the number of lines such as ``Dealer W, EW vul`` that an auction is below; 0 without one."""
    end = next((at for at, line in enumerate(lines) if not is_header(line)), 0)
    if not end:
        return 0
    entries = _words(lines[end].text)
    below = all(map(_is_entry, entries)) and any(map(_CALL.fullmatch, entries))
    return end if is_auction(lines[end:]) or (below and len(entries) > 1) else 0


def auction_start(lines: list[SourceLine]) -> int:
    """Return the index of the first line of seats that an auction follows; 0 if there is none."""
    begins = (
        index
        for index, line in enumerate(lines)
        if _seat_letters(line.text) and is_auction(lines[index : index + 2])
    )
    return next(begins, 0)


def auction_length(lines: list[SourceLine]) -> int:
    """Return the number of lines of an auction at the beginning of a block, its notes included."""
    begin = 1 if _seat_letters(lines[0].text) else 0
    for index, line in enumerate(lines[begin:], begin):
        words = _words(line.text)
        entries = sum(map(_is_entry, words))
        # "1C P 1Z P" is a row with a slip in it.
        has_slip = len(words) == 1 or 0 < entries < len(words) <= _ROW_LENGTH
        if entries != len(words) and not has_slip and not _NOTE.match(line.text):
            return index
    return len(lines)


def has_starred_note(lines: list[SourceLine]) -> bool:
    """Return True if the last line, such as ``* forcing``, explains the stars of calls in an auction."""
    stars = re.match(r"\*+(?=\s)", lines[-1].text)
    marked = re.compile(rf"[^\s*]{re.escape(stars[0])}(?!\S)") if stars else None
    return marked is not None and is_auction(lines) and any(marked.search(line.text) for line in lines[:-1])


def _words(text: str) -> list[str]:
    """Return the entries of a row without the marks of their notes."""
    return [_MARK.sub("", word) for word in _ENTRY.findall(_ALL_PASSES.sub(r"AP\1", text))]


def _mark(found: re.Match[str] | None) -> str:
    """Return the mark that was found, raised numbers as others; "" for none."""
    return "" if found is None else unicodedata.normalize("NFKC", next(filter(None, found.groups())))


def _is_entry(word: str) -> bool:
    """Return True for a call, or a mark that takes the place of one."""
    return (_CALL.fullmatch(word) or _NO_CALL.fullmatch(word)) is not None


def _seat_letters(text: str) -> tuple[str, ...]:
    """Return the letters of a line that names a seat for each column: all four, or those of two partners."""
    words = [_seat_letter(word) for word in text.split()[: _ROW_LENGTH + 1]]
    is_header = " " not in words and len(words) in (2, _ROW_LENGTH) and "".join(words) in _ORDERS_OF_SEATS
    return tuple(words) if is_header else ()


def misnamed_seats(lines: list[SourceLine]) -> Location | None:
    """Return the place of a line of seats that do not belong together, with calls below it; None without.

    ``N E S`` lacks one, ``W - E`` has a dash between, and ``W N X S`` something else.
    """
    words = [word for word in re.split(r"[\s/|\u2013-]+", lines[0].text) if word]
    others = sum(_seat_letter(word) == " " for word in words)
    if len(lines) == 1 or len(words) < 2 or others > (len(words) == _ROW_LENGTH):
        return None
    return lines[0].location if any(map(_CALL.fullmatch, _words(lines[1].text))) else None


def _seat_letter(word: str) -> str:
    return word[0].upper() if word.lower() in SEAT_WORDS else _ROLES.get(word.lower(), " ")


def parse_auction(lines: list[SourceLine], log: DiagnosticLog) -> AuctionBlock:
    """Parse the auction of a block and its notes; an entry that is not a call stays as text with an error.

    A row of more entries than columns goes on in further rows, with an error as well.
    """
    seats = tuple(map(Seat, _seat_letters(lines[0].text)))
    # The notes are at the end: no row follows below them.
    end = len(lines)
    while end > 1 and _NOTE.match(lines[end - 1].text):
        end -= 1
    notes = [_parse_note(line, log) for line in lines[end:]]
    starred = {note.mark for note in notes if "*" in note.mark}
    rows: list[tuple[AuctionEntry, ...]] = []
    short: list[AuctionEntry] = []
    columns = len(seats) or _ROW_LENGTH
    for role in re.finditer(r"\S+", lines[0].text if seats else ""):
        if role[0].lower() in _ROLES:
            message = f"{role[0]} is not a seat; it is shown as {Seat(_seat_letter(role[0])).name.title()}."
            log.report("BML311", message, lines[0].at(role.start()), "Write N, E, S or W, or their names.")
    hint = "Write four in a row, and the next ones on a line of their own."
    if len(seats) not in (0, _ROW_LENGTH):
        hint = "Write two in a row, or name four seats above, such as West North East South."
    for line in lines[1 if seats else 0 : end]:
        entries = list(_entries(line, log, columns, starred))
        if len(entries) > columns:
            message = f"This row of an auction has {len(entries)} entries."
            log.report("BML311", message, entries[columns].location, hint)
        if (
            seats
            and not rows
            and (empty := _empty_columns(lines[0], line, end > 2)) + len(entries) <= columns
        ):
            blank = AuctionEntry("-", None, theirs=False, alert=False, location=line.at())
            entries = [*[blank] * empty, *entries]
        rows += (tuple(entries[n : n + columns]) for n in range(0, len(entries), columns))
        if len(entries) < columns and all(entry.call is not None for entry in entries):
            short.append(entries[-1])
    for last in short:
        if last is not rows[-1][-1]:
            length = next(len(row) for row in rows if row[-1] is last)
            message = f"This row of an auction has {length} of {columns} entries, and others follow."
            log.report("BML311", message, last.location, "Write - where nobody called.")
    _report_illegal([entry for row in rows for entry in row], log, are_alone=columns < _ROW_LENGTH)
    _report_unpaired([entry for row in rows for entry in row if entry.note], notes, log)
    return AuctionBlock(tuple(rows), lines[0].location, seats, tuple(notes))


def _parse_note(line: SourceLine, log: DiagnosticLog) -> AuctionNote:
    note = _NOTE.match(line.text)
    assert note is not None
    return AuctionNote(_mark(note), parse_inline_lines([line.cut(note.end())], log), line.location)


def _empty_columns(seats: SourceLine, row: SourceLine, goes_on: bool) -> int:
    """Return how many seats are before the dealer, in whose columns a first row has nothing.

    >>> _empty_columns(SourceLine("West North East", "", 1), SourceLine("      1NT Pass", "", 2), False)
    1
    """
    starts = [found.start() for found in re.finditer(r"\S+", seats.text)]
    above = [start for start in starts if start <= row.start + 1]
    missing = len(starts) - len(_words(row.text))
    # The next row begins below the first seat, so this one ends below the last.
    return missing if goes_on and row.start > starts[0] + 1 else max(len(above) - 1, 0)


def _entries(line: SourceLine, log: DiagnosticLog, columns: int, starred: set[str]) -> Iterator[AuctionEntry]:
    """Yield the entries of a row; a star is an alert, and the mark of a note that begins with it."""
    text = _ALL_PASSES.sub(lambda found: f"AP{found[1] or ''}".ljust(len(found[0])), line.text)
    for found in _ENTRY.finditer(text):
        word = _MARK.sub("", found[0])
        stars = word[len(word.rstrip("*")) :]
        location = line.at(found.start())
        if not _is_entry(word):
            row = "four" if columns == _ROW_LENGTH else "two"
            hint = f"Write 1C … 7N, P, D or R, {row} in a row, or - for no call."
            log.report("BML311", f"{word[:40]} is not a call.", location, hint)
        capitals = re.sub(r"(?<=[1-7])!?([cdhs])", lambda suit: suit[1].upper(), word.rstrip("*"))
        column = parse_bid_column(capitals, Dialect.V2_0)
        call = next((getattr(pattern, "call", None) for pattern in column.patterns), None)
        alert = column.alert or word.endswith("*")
        shown = call.code if call is not None else ALL_PASS if word == "AP" else word
        mark = _mark(_MARK.search(found[0])) or (stars if stars in starred else "")
        yield AuctionEntry(shown, call, column.theirs, alert, location, mark)


def _report_illegal(entries: Sequence[AuctionEntry], log: DiagnosticLog, *, are_alone: bool) -> None:
    """Report the first call that is not legal; after an entry that is not a call, nothing is reported.

    The calls of two partners ``are_alone``: their opponents pass, or what they double is not written.
    """
    # "- - 1S P": two seats before the dealer.
    made: list[Call] = []
    for entry in dropwhile(
        lambda entry: entry.call is None and set(entry.text) <= set("-\u2013\u2014"), entries
    ):
        if entry.call is None:
            return
        if are_alone and not isinstance(entry.call, Bid):
            continue
        if (reason := illegality(made, entry.call)) is not None:
            message = f"{entry.text} is not legal here: {reason.value}."
            log.report("BML313", message, entry.location, "Correct it, or write - where nobody called.")
            return
        made += [entry.call, PASS] if are_alone else [entry.call]


def _report_unpaired(
    entries: Sequence[AuctionEntry], notes: Sequence[AuctionNote], log: DiagnosticLog
) -> None:
    explained = {note.mark for note in notes}
    for entry in entries:
        if entry.note not in explained:
            hint = f"End the block with a line such as [{entry.note}] text, or delete the mark."
            log.report("BML312", f"The mark [{entry.note}] has no note.", entry.location, hint)
    used = {entry.note for entry in entries}
    for note in notes:
        if note.mark not in used:
            hint = f"Write [{note.mark}] directly after the call that it explains."
            log.report("BML312", f"The note [{note.mark}] has no mark.", note.location, hint)
