"""Auctions as they went, and deal diagrams: how far these blocks go, and what they say."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, dropwhile, islice, pairwise
from typing import NamedTuple

from bml_core.bridge import (
    FULL_HAND,
    HOLDING,
    PASS,
    SUITS,
    Bid,
    Call,
    Card,
    Contract,
    Deal,
    Hand,
    Seat,
    Suit,
    Vulnerability,
    card_irregularities,
    illegality,
    parse_hand,
    written_holdings,
)
from bml_core.diagnostics import DiagnosticLog, Location, counted
from bml_core.document import ALL_PASS, AuctionBlock, AuctionEntry, AuctionNote, Diagram, Dialect, Paragraph
from bml_core.language.bids import ACTIONS, parse_bid_column
from bml_core.language.inline import parse_hand_line, parse_inline_lines
from bml_core.language.lines import SourceLine

# ---------------------------------------------------------------- auctions

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
_SEAT_WORDS = {"n", "e", "s", "w", "north", "east", "south", "west"}
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
    end = next((at for at, line in enumerate(lines) if not _is_header(line)), 0)
    if not end:
        return 0
    entries = _words(lines[end].text)
    below = all(map(_is_entry, entries)) and any(map(_CALL.fullmatch, entries))
    return end if is_auction(lines[end:]) or (below and len(entries) > 1) else 0


def _is_header(line: SourceLine) -> bool:
    words = _header_words(line.text)
    return all(map(_HEADER_WORD.fullmatch, words)) and any(map(_FACT.fullmatch, words))


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
    return word[0].upper() if word.lower() in _SEAT_WORDS else _ROLES.get(word.lower(), " ")


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


# ---------------------------------------------------------------- deal diagrams

_SEAT = re.compile(
    r"\s*(?:(?:([NESW])|((?i:north|east|south|west)))(\s*:|[.)]?\s+=|[.)]?(?=\s))|[(\[]([NESW])[)\]](?=\s))\s*"
)
_NEXT_HAND = re.compile(
    r"(?<!\s)\s+(?:(?:[-\u2013\u2014/|]|opposite)\s+)?(?=(?:[NESW]|North|East|South|West)\s*:)"
)
# PBN has the hands of all seats, clockwise: N:AKx.Qxx.KJxx.xxx - ... -
_DEAL = re.compile(r'\s*(?:\[Deal\s+")?([NESW]):\s*([-.\w]+(?:\s+[-.\w]+){1,3})\s*(?:"\s*\])?\s*$')
# A line for each suit: "♠ AKx  ♠ Qxx" or "AKx  Qxx" of two hands, which may have seats between them.
_ROW_OF_HANDS = re.compile(rf"\s*({HOLDING})(?:(?:\s*\|\s*|\s+(?:[NESW+-]\s+){{0,3}}?)({HOLDING}))?\s*$")
_OPPOSITE = re.compile(
    rf"\s*({HOLDING})\s+(opposite|facing|opp\.?|[/\u2013\u2014-])\s+({HOLDING}|void|none)[.:]?\s*$"
)
_NEARLY_OPPOSITE = re.compile(
    r"\s*(?:!?\S\s+)?[0-9A-Zx]{2,20}(?:\s+(?:opposite|facing)\s+[0-9A-Zx]{1,20})+\s*"
)
_SPACED = re.compile(r"(?<!\S)(?:10|[2-9AKQJTx])(?: (?:10|[2-9AKQJTx]))+(?!\S)")
_LEAST_CARDS, _LEAST_OF_SUIT = 4, 3
_LEAST_OF_HAND = 11
_NEARLY_FOUR = (3, 4, 5)
# Cyrillic and Greek letters, and signs between suits.
_LOOKALIKES = str.maketrans("=\u0410\u041a\u0422\u0425\u0445\u0391\u039a\u03a4\u03a7", " AKTXxAKTX")
#: Many lines are more than a deal and what is known of it.
_LONGEST_DEAL = 40
_LABEL = re.compile(r"(?i)\s*(?:(contract|result|lead|played)|board|brd|bd|dealer|dlr|vul\w*)\b\s*(:)?")
_BROKEN_HAND = re.compile(r"\s*(?:[NESW]|North|East|South|West)\s*:[0-9A-Zx.\s-]+")
_OUTCOME = r"[-+\u2212\u2013]\d{1,2}|="
_CONTRACT = re.compile(
    rf"([1-7](?:NT|[CDHSN♣♦♥♠])X{{0,2}}(?:[NESW]|(?={_OUTCOME})))({_OUTCOME})?|P|PASS|Pass"
)
_LEAD = re.compile(r"!?[cdhs♣♦♥♠](?:10|[2-9AKQJT])")
_DECLARER = re.compile(r"\b([1-7](?:NT|[CDHSN♣♦♥♠])X{0,2})\s+(?:by\s+)?([NESW])(?:orth|ast|outh|est)?\b")
_FACT = re.compile(r"(?i:ns|ew|none|nobody|neither|all|both|dealer|dlr|vul|vulnerable|nil|love)")
_HEADER_WORD = re.compile(
    rf"{_FACT.pattern}|(?i:[nesw]|north|east|south|west|board|brd|bd|contract|deal|lead|deals|is|are|played|result)"
    rf"|#?\d{{1,6}}|{_CONTRACT.pattern}|{_OUTCOME}|{_LEAD.pattern}"
)
_FACT_WORD = re.compile(r"[^\s,;:.()/]+")
# "N/S" and "E-W" are sides.
_SIDE = re.compile(r"(?<=\bN)[/\u2013-](?=S\b)|(?<=\bE)[/\u2013-](?=W\b)")
_CLAUSE = re.compile(r"[,;]|[.:](?=\s|$)")
# Words of a line about the board that say nothing alone.
_FILLER = re.compile(
    r"(?i)(?:with|by|at|on|of|and|a|the|in|for|was|to|side|sides|game|led|trick|tricks|made)"
)
_BOARD = re.compile(r"#?(0*[1-9]\d{0,5})")
_VULNERABILITY = {v.value.upper(): v for v in Vulnerability} | {
    "BOTH": Vulnerability.ALL,
    "NOBODY": Vulnerability.NONE,
    "NIL": Vulnerability.NONE,
    "NEITHER": Vulnerability.NONE,
    "LOVE": Vulnerability.NONE,
}
_HOLDINGS = 4
_UNITS = ("imp", "imps", "vp", "vps", "mp", "mps", "points", "%")
_MINUS = str.maketrans("\u2212\u2013", "--")


def diagram_start(lines: list[SourceLine]) -> int:
    """Return the index of the first line of a deal diagram in a block: its headers, or its first hand.

    Lines above the hands are headers if most of their words are about the board. A single suit has none.
    """
    start = _first_hand(lines)
    if start is None or is_suit(lines[start:]):
        return start or 0
    while start:
        words = _header_words(lines[start - 1].text)
        label = _LABEL.match(lines[start - 1].text)
        known = sum(_HEADER_WORD.fullmatch(word) is not None for word in words)
        if 2 * known < len(words) and not (label and (label[2] or not label[1])):
            break
        start -= 1
    return start


def diagram_length(lines: list[SourceLine]) -> int:
    """Return the number of lines of a block that begins with a deal diagram, up to its last hand; 0 if none.

    Other lines among the hands are errors, not a reason to read the block as prose, and so is ``W: 1T``.
    """
    first = _first_hand(lines)
    if first is None or diagram_start(lines):
        return 0
    if columns := _columns(lines, first):
        return columns[-1].end
    if _suit_around(lines[first:]):
        first += 2
    last = (at for at, line in enumerate(lines) if _BROKEN_HAND.fullmatch(line.text) or _hands_in(line))
    end = max(last, default=first) + 1
    return next((at for at in range(end, len(lines)) if not _is_footer(lines[at])), len(lines))


def _is_footer(line: SourceLine) -> bool:
    """Return True for what is known of the board in a line below the hands: ``Result: 3NT-1``."""
    words = _header_words(line.text)
    is_named = len(words) > 1 and _LABEL.match(line.text) is not None
    contracts = filter(None, map(_CONTRACT.fullmatch, words))
    return all(map(_HEADER_WORD.fullmatch, words)) and (is_named or any(found[1] for found in contracts))


def with_facts(groups: Sequence[list[SourceLine]], log: DiagnosticLog) -> list[list[SourceLine]]:
    """Return groups of lines, those about a board together with its hands or its auction."""
    joined: list[list[SourceLine]] = []
    side = 0
    for group, below in zip(groups, [*groups[1:], []], strict=False):
        is_taken = side > 0
        side = _side_of_facts(joined[-1] if joined else [], group, below, log)
        if is_taken or side < 0:
            joined[-1] = joined[-1] + group
        else:
            joined.append(group)
    return joined


def _side_of_facts(
    above: list[SourceLine], lines: list[SourceLine], below: list[SourceLine], log: DiagnosticLog
) -> int:
    """Return -1 for lines about the board above them, 1 for the one below, and 0 for any other lines.

    ``Result: 3NT-1`` belongs to the hands above, ``Dealer W, EW vul`` to those below, or else to those above
    of which nothing else is known, or else to the auction below.
    """
    labels = [_LABEL.match(line.text) for line in lines]
    if not (labels[0] or _is_header(lines[0])) or len(above) > _LONGEST_DEAL:
        return 0
    is_below = _first_hand(below[:_LONGEST_DEAL]) == 0
    are_facts = all(_is_footer(line) or (_is_header(line) and " " in line.text) for line in lines)
    of_play = any(label and label[1] for label in labels) or (_is_footer(lines[0]) and not labels[0])
    if are_facts and is_below and not of_play:
        return 1
    first, start = _first_hand(above), diagram_start(above)
    is_above = first is not None and start + diagram_length(above[start:]) == len(above)
    if not are_facts:
        if (is_above or is_below) and all(label and label[2] for label in labels):
            hint = "Write Dealer W, EW vul above the hands, or Contract: 3NT by South, Lead: hK, Result: -1."
            log.report("BML301", "This is about the board, and is not read.", lines[0].location, hint)
        return 0
    if is_above and (of_play or first == 0):
        return -1
    return int(is_below or (bool(below) and is_auction(below)))


def _first_hand(lines: list[SourceLine]) -> int | None:
    begins = (
        index
        for index, line in enumerate(lines)
        if _hands_in(line)
        or is_suit(lines[index : index + 3])
        or _columns(lines, index)
        or (index == 1 and is_hand_alone([line]) and _is_header(lines[0]))
    )
    return next(begins, None)


class _Columns(NamedTuple):
    """Hands with a line for each suit: seats, if named, cells, lines with a slip, and facts beside them."""

    seats: tuple[Seat, ...]
    cells: tuple[tuple[SourceLine, ...], ...]
    end: int
    slips: tuple[SourceLine, ...] = ()
    facts: tuple[SourceLine, ...] = ()


def _columns(lines: list[SourceLine], at: int) -> list[_Columns]:
    """Return the hands from an index on; without seats, North above West and East, and South below."""
    groups: list[_Columns] = []
    while group := _columns_at(lines, groups[-1].end if groups else at):
        groups.append(group)
    if len(groups) == len("NWS") and [len(group.cells) for group in groups] == [1, 2, 1]:
        seats = ((Seat.NORTH,), (Seat.WEST, Seat.EAST), (Seat.SOUTH,))
        groups = [g._replace(seats=g.seats or known) for g, known in zip(groups, seats, strict=True)]
    return groups


def _columns_at(lines: list[SourceLine], at: int) -> _Columns | None:
    seats = _seat_words(lines[at].text) if at < len(lines) else []
    begin = at + bool(seats)
    below = lines[begin : begin + _HOLDINGS]
    rows: list[tuple[SourceLine, re.Match[str]]] = []
    slips: list[SourceLine] = []
    facts: list[SourceLine] = []
    for line in below:
        # Hand records have number, dealer and vulnerability left of North, and points left of South.
        sign = re.search("[♠♥♦♣]", line.text)
        if sign is not None and re.search(r"\S\s\s+\Z", line.text[: sign.start()]):
            facts.append(replace(line, text=line.text[: sign.start()]))
            line = line.cut(sign.start())
        row = _ROW_OF_HANDS.match(line.text)
        width = len(seats) or (rows[0][1].lastindex if rows else 0)
        if row is not None and width in (0, row.lastindex):
            rows.append((line, row))
        elif seats and not slips and len(line.text.split()) <= len(seats) * 2:
            slips.append(line)
        else:
            return None
    if len(below) < _HOLDINGS or not rows or (facts and rows[0][1].lastindex != 1):
        return None
    cells = tuple(
        tuple(replace(line.cut(row.start(n)), text=row[n].strip()) for line, row in rows)
        for n in range(1, (rows[0][1].lastindex or 0) + 1)
    )
    # Without seats and signs, thirteen cards each are hands.
    are_signed = all(written_holdings(cell.text)[0].suit for column in cells for cell in column)
    hands = map(_joined, cells)
    is_read = bool(seats) or are_signed or all(len(h) > FULL_HAND and parse_hand(h).value for h in hands)
    known = tuple(fact for fact in facts if not re.fullmatch(r"[\d\s]+", fact.text))
    return _Columns(tuple(seats), cells, begin + _HOLDINGS, tuple(slips), known) if is_read else None


def _joined(cells: Sequence[SourceLine]) -> str:
    """Return the text of a hand whose suits are in cells; a sign alone is a void."""
    return "; ".join(f"{cell.text}-" if cell.text[-1] in "SHDC♠♥♦♣♤♡♢♧:" else cell.text for cell in cells)


def _seat_words(text: str) -> list[Seat]:
    words = text.split()
    is_header = 0 < len(set(words)) == len(words) <= 2 and all(word.lower() in _SEAT_WORDS for word in words)
    return [Seat(word[0].upper()) for word in words] if is_header else []


def is_hand_alone(lines: list[SourceLine]) -> bool:
    """Return True for thirteen cards without a seat, in a line or with a line for each suit."""
    return _hand_alone(lines) is not None


def _hand_alone(lines: list[SourceLine]) -> str | None:
    # Prose ends with another sign than the last card of a hand.
    if len(lines) not in (1, _HOLDINGS) or not re.search(r"[2-9AKQJTX0x\u2013\u2014-]\s*$", lines[0].text):
        return None
    text = _joined([replace(line, text=line.text.strip()) for line in lines]) if lines[1:] else lines[0].text
    return text if parse_hand(text).value is not None else None


def hand_in_text(lines: list[SourceLine]) -> tuple[Location, str] | None:
    """Return the place of a line of text that is nearly a hand, and how one is written; None without.

    ``Q: AJ6 KQ5 K72 AT83`` has no seat, ``AJ6 KQ5 K72 AT84 32`` five suits, and letters of other alphabets
    look like ours. ``AQT4 opposite AZ`` is nearly a suit.
    """
    if len(_seat_words(lines[0].text)) > 1 and len(lines) > 1 and _ROW_OF_HANDS.match(lines[1].text):
        return lines[0].location, "Write four lines below the seats, a suit of each hand in each."
    for line in lines:
        if _NEARLY_OPPOSITE.fullmatch(line.text):
            return line.location, "Write two holdings alone, such as AQT4 opposite 9863."
        # Thousands of spaces are one.
        text = " ".join(unicodedata.normalize("NFKC", line.text).translate(_LOOKALIKES).split())
        text = text.upper() if re.match("[nesw]:", text) else text
        found = re.fullmatch(r"(?:\w{1,12}\s*:)?\s*(\S.*)", text)
        holdings = written_holdings(found[1]) if found else ()
        is_hand = len(holdings) in _NEARLY_FOUR and all(each.is_read for each in holdings)
        if is_hand and sum(each.length for each in holdings) >= _LEAST_OF_HAND and re.search("[AKQJ]", text):
            return line.location, "Write a seat and four suits in plain letters: N: AKx T9 xxx Q987x."
        if text.startswith("[Deal "):
            return line.location, 'Write four hands, or - for one: [Deal "N:AKx.T9.xxx.Q987x - - -"].'
    return None


def parse_hand_alone(lines: list[SourceLine], _log: DiagnosticLog) -> Paragraph:
    """Parse a hand without a seat, which is shown as one within a sentence is."""
    text = _hand_alone(lines)
    assert text is not None
    return Paragraph(parse_hand_line(text, lines[0].location).value, lines[0].location)


def _length(text: str) -> int:
    return sum(holding.length for holding in written_holdings(text))


def _opposite(line: SourceLine) -> re.Match[str] | None:
    """Return the holdings of a line such as ``AQT4 opposite 9863``."""
    # "A Q 10 4 opposite 9 8 6 3"
    found = _OPPOSITE.match(_SPACED.sub(lambda cards: cards[0].replace(" ", ""), line.text))
    if found is None or _length(found[1]) + _length(found[3]) < _LEAST_CARDS:
        return None
    # "4x - 5x" may be anything.
    return found if re.search("[AKQJTx]" if found[2][0] in "of" else "[AKQJT]", found[1] + found[3]) else None


def is_suit(lines: list[SourceLine]) -> bool:
    """Return True for a single suit: ``AQT4 - 9863``, or North above West and East, and South below."""
    return bool(lines) and (_opposite(lines[0]) is not None or bool(_suit_around(lines)))


def _suit_around(lines: list[SourceLine]) -> list[_WrittenHand]:
    """Return the holdings of three lines, of which the second has those of West and East."""
    # Most lines are words, of which a single holding is none.
    if len(lines) < 3 or len(first := written_holdings(lines[0].text)) != 1:
        return []
    rows = [first, *(written_holdings(line.text) for line in lines[1:3])]
    if list(map(len, rows)) != [1, 2, 1] or any(
        each.suit or not each.is_read for row in rows for each in row
    ):
        return []
    (north,), (west, east), (south,) = rows
    if west.start >= min(north.start, south.start):
        return []
    cells = ((Seat.NORTH, 0, north), (Seat.EAST, 1, east), (Seat.SOUTH, 2, south), (Seat.WEST, 1, west))
    hands = []
    for seat, index, holding in cells:
        cards = replace(lines[index].cut(holding.start), text=holding.cards)
        hands.append(_WrittenHand(seat, cards, cards.at()))
    return hands if any(rank in hand.cards.text for hand in hands for rank in "AKQJT") else []


class _WrittenHand(NamedTuple):
    """A hand of a line: its seat, its cards, what follows it about the board, and other words after it."""

    seat: Seat
    cards: SourceLine
    place: Location
    facts: str = ""
    unread: SourceLine | None = None


def _hands_in(line: SourceLine) -> list[_WrittenHand]:
    """Return the hands of a line such as ``N: AKx Qxx KJxx xxx``, up to four; none if it is anything else."""
    if found := _DEAL.match(line.text):
        starts = [found.start(2) + word.start() for word in re.finditer(r"\S+", found[2])]
        hands = [line.cut(start) for start in starts]
        if all(word.count(".") == _HOLDINGS - 1 or word == "-" for word in found[2].split()):
            return [
                _WrittenHand(Seat(found[1]).after(n), replace(hand, text=word), hand.at())
                for n, (hand, word) in enumerate(zip(hands, found[2].split(), strict=True))
                if word != "-"
            ]
    if not _SEAT.match(line.text):
        return []
    words = list(re.finditer(r"\S+", line.text))
    between = [found.span() for found in _NEXT_HAND.finditer(line.text)]
    if len(words) == 2 * (1 + _HOLDINGS) and words[1 + _HOLDINGS][0].lower() in _SEAT_WORDS:
        # "W AKxx Qxx KJx xxx E Qxx AKJ xxx AQxx"
        between = [(words[_HOLDINGS].end(), words[1 + _HOLDINGS].start())]
    edges = pairwise(chain((0,), *between, (len(line.text),)))
    parts = [replace(line.cut(start), text=line.text[start:end]) for start, end in islice(edges, 0, None, 2)]
    read = [hand for part in parts if (hand := _hand(part)) is not None]
    if len(parts) == len(read) and all(len(written_holdings(each.cards.text)) == _HOLDINGS for each in read):
        return read
    alone = _hand(line)
    return [alone] if alone is not None else read if len(read) == len(parts) else []


def _hand(line: SourceLine) -> _WrittenHand | None:
    found = _SEAT.match(line.text)
    if found is None:
        return None
    seat = Seat((found[1] or found[2] or found[4])[0].upper())
    whole = line.cut(found.end())
    dash = re.match(r"[-\u2013\u2014]+\s+", whole.text)
    if dash and len(written_holdings(whole.text)) == 1 + _HOLDINGS:
        # "N - AKx Qxx KJxx xxx"
        whole = whole.cut(dash.end())
    # "North AKx" is the holding of a suit.
    is_holding = (
        re.fullmatch(HOLDING, whole.text.strip()) is not None and _length(whole.text) >= _LEAST_OF_SUIT
    )
    is_sure = bool(found[3]) or (found[2] is not None and is_holding)
    hand = _WrittenHand(seat, whole, line.location)
    # "N: AKx Qxx KJxx xxx, NS vul" and "N: AKx Qxx KJxx xxx (10 hcp)"
    for mark in re.finditer(
        rf"\s*[.,;(]\s*(?=[A-Za-z0-9<])|\s+(?=\d+ *(?:hcp|p))|\s+(?={_FACT.pattern}\b)", whole.text
    ):
        words = _header_words(whole.text[mark.end() :])
        cards, rest = replace(whole, text=whole.text[: mark.start()]), whole.cut(mark.start())
        if words and _FACT.fullmatch(words[0]) and all(map(_HEADER_WORD.fullmatch, words)):
            hand = hand._replace(cards=cards, facts=" ".join(words))
            break
        is_whole = len(written_holdings(cards.text)) == _HOLDINGS and _fits(cards.text, is_sure=False)
        if is_sure and is_whole and not _fits(whole.text, is_sure=True):
            hand = hand._replace(cards=cards, unread=rest)
            break
    return hand if _fits(hand.cards.text, is_sure=is_sure) else None


def _fits(text: str, *, is_sure: bool) -> bool:
    """Return whether a text is meant as the cards of a hand: four holdings, or fewer after a colon."""
    holdings = written_holdings(text)
    good = [each.is_read for each in holdings]
    if not is_sure:
        return all(good) and len(good) >= _HOLDINGS - 1
    if len(holdings) == _HOLDINGS:
        # "n: akx qxx kjxx xxx" may be in small letters, and "AKx Qxx KJxx xxy" is a hand with a slip.
        good = [replace(each, cards=each.cards.upper()).is_read for each in holdings]
        return sum(good) >= _HOLDINGS - 1
    return all(good) and len(good) >= (_HOLDINGS - 1 if any(each.suit for each in holdings) else 1)


def _header_words(text: str) -> list[str]:
    """Return the words of a header, without the marks between them: ``3NT by South`` is ``3NTS``."""
    return _FACT_WORD.findall(_DECLARER.sub(r"\1\2", _SIDE.sub("", text)))


def parse_diagram(lines: list[SourceLine], log: DiagnosticLog) -> Diagram:
    """Return the diagram of a block; a hand that cannot be read is left out with an error."""
    first = _first_hand(lines)
    if first is not None and is_suit(lines[first : first + 3]):
        return _parse_one_suit(lines[first:], log)
    facts, rest = lines[:first], [] if first is None else lines[first:]
    while rest and _is_footer(rest[-1]):
        facts = [*facts, rest.pop()]
    hands: dict[Seat, Hand] = {}
    locations: dict[Seat, Location] = {}
    columns = _columns(rest, 0)
    facts = [*facts, *(fact for group in columns for fact in group.facts)]
    header = " ".join(line.text for line in facts)
    written = [hand for group in columns for hand in _of_columns(group, log)]
    for line in [] if columns else rest:
        here = _hands_in(line)
        written += here
        if not here:
            _report_no_hand(line, log)
        for unread in (hand.unread for hand in here if hand.unread is not None):
            message = f"{unread.text.strip(' .,;')[:40]} is not read after a hand."
            hint = "Write it on a line above or below the hands, with a blank line between."
            log.report("BML301", message, unread.location, hint)
    if len(written) > 1 and all(len(written_holdings(each.cards.text)) == 1 for each in written):
        return _one_suit(written, lines[0].location, log)
    for each in written:
        hand = _read_hand(each, hands, log)
        if hand is not None:
            hands[each.seat], locations[each.seat] = hand, each.place
    _report_repeated_cards(hands, locations, log)
    for line in facts:
        _report_facts(line, log)
    words = _header_words(" ".join((header, *(each.facts for each in written))))
    found = next(filter(None, map(_CONTRACT.fullmatch, words)), None)
    contract = None if found is None else Contract.parse(found[1] or "P")
    for line in filter(_is_footer, facts):
        other = next(filter(None, map(_CONTRACT.fullmatch, _header_words(line.text))), None)
        if found and other and (found[1] or "")[:2] != (other[1] or "")[:2]:
            message = f"The contract {other[1] or other[0]} is not read beside {found[1] or found[0]}."
            log.report("BML301", message, line.location, "Write one contract.")
    lead = next((Card.parse(word) for word in words if _LEAD.fullmatch(word)), None)
    _report_lead(lead, contract, hands, lines[0].location, log)
    if contract is None and (outcome := re.search(rf"(?i)\bresult:?\s+({_OUTCOME})(?!\S)", header)):
        message = f"The result {outcome[1]} is of no contract."
        log.report(
            "BML301", message, lines[0].location, "Write the contract with it, such as Result: 3NTS-1."
        )
    dealers, boards, sides = _dealers(words), _boards(words), _vulnerabilities(words)
    for name, values in (("dealer", dealers), ("number", boards), ("vulnerability", sides)):
        if len(set(values)) > 1:
            message = f"The board has more than one {name}; the first one is used."
            log.report("BML301", message, lines[0].location, "Delete what is wrong.")
    return Diagram(
        Deal(*(hands.get(seat) for seat in Seat)),
        lines[0].location,
        dealer=next(iter(dealers), None),
        vulnerability=next(iter(sides), None),
        board=next(iter(boards), None),
        contract=contract,
        lead=lead,
        result=None if contract is None else _result(contract, words, lines[0].location, log),
        remark=", ".join(part for line in facts for part in _remark(line)),
    )


def _report_facts(line: SourceLine, log: DiagnosticLog) -> None:
    """Report what is meant as a fact of the board and is none: ``dealer Q``, ``XY vul``, ``8HW``."""
    found = list(_FACT_WORD.finditer(line.text))
    for index, word in enumerate(found):
        before = found[index - 1][0].lower() if index else ""
        behind = found[index + 1][0].lower() if index + 1 < len(found) else ""
        if before in ("dealer", "dlr") and word[0].lower() not in _SEAT_WORDS:
            kind, hint = "seat", "Write dealer N, E, S or W."
        elif behind.startswith("vul") and re.fullmatch("[A-Z]{2}", word[0]):
            kind, hint = "" if word[0] in _VULNERABILITY else "side", "Write None, NS, EW or All."
        elif re.fullmatch(
            rf"[0-9](?:NT|[CDHSN])X{{0,2}}[NESW](?:{_OUTCOME})?", word[0]
        ) and not _CONTRACT.fullmatch(word[0]):
            kind, hint = "contract", "Write a bid from 1 to 7 and the declarer, such as 4SXS."
        elif before == "lead" and re.fullmatch(r"\S?\d", word[0]) and not _LEAD.fullmatch(word[0]):
            kind, hint = "card", "Write lead hK, with a sign or a small letter for the suit."
        elif word[0] in ("#0", "#00"):
            kind, hint = "board number", "Write a number from 1 upwards."
        else:
            continue
        if kind:
            log.report("BML301", f"{word[0][:40]} is not a {kind}.", line.at(word.start()), hint)


def _remark(line: SourceLine) -> Iterator[str]:
    """Yield what a line about the board says besides, such as ``IMPs``."""
    for clause in filter(str.strip, _CLAUSE.split(line.text)):
        words = _header_words(clause)
        if not all(map(_is_known, words)):
            yield clause.strip()


def _result(contract: Contract, words: Sequence[str], place: Location, log: DiagnosticLog) -> int | None:
    """Return the tricks that declarer took: ``3NS, -1``, ``4SXE+1`` and ``2HN =``."""
    if contract.bid is None:
        return None
    found = (re.search(rf"(?:^|(?<=[A-Z♣♦♥♠]))({_OUTCOME})$", word) for word in words)
    outcome, unit = next(
        ((each[1], behind) for each, behind in zip(found, (*words[1:], ""), strict=True) if each), ("", "")
    )
    # "+10 IMPs" does not count tricks.
    if not outcome or unit.lower() in _UNITS:
        return None
    tricks = contract.tricks(outcome.translate(_MINUS))
    if tricks is None:
        hint = "Write how many tricks more or less than the contract needs, such as -1, or = for none."
        log.report("BML301", f"{contract} cannot have the result {outcome}.", place, hint)
    return tricks


def _report_lead(
    lead: Card | None, contract: Contract | None, hands: dict[Seat, Hand], place: Location, log: DiagnosticLog
) -> None:
    """Report a lead that is not in the hand of the player who leads."""
    if lead is None or contract is None or contract.bid is None or contract.declarer is None:
        return
    deal = Deal(*map(hands.get, Seat))
    for found in card_irregularities([lead], contract.declarer.left, contract.bid.strain, deal):
        log.report("BML305", f"{found.text}.", place, "Correct the lead, the contract or the hand.")


def _report_no_hand(line: SourceLine, log: DiagnosticLog, hint: str = "Write N: AKx T9 xxx Q987x.") -> None:
    log.report("BML301", "This line of the diagram is not a hand.", line.location, hint)


def _dealers(words: Sequence[str]) -> list[Seat]:
    """Return the seats after ``dealer`` or before ``deals``, or else the first that is a letter."""
    named = [
        Seat(seat[0].upper())
        for before, word in pairwise(words)
        for seat in (
            [word] if before.lower() in ("dealer", "dlr") else [before] if word.lower() == "deals" else []
        )
        if seat.lower() in _SEAT_WORDS
    ]
    return named or [Seat(word) for word in words if len(word) == 1 and word in "NESW"][:1]


def _boards(words: Sequence[str]) -> list[int]:
    """Return the numbers, but not those of something else: ``12 IMPs``."""
    found = ((_BOARD.fullmatch(word), below) for word, below in pairwise((*words, "#")))
    return [int(number[1]) for number, below in found if number and (below == "#" or _is_known(below))]


def _vulnerabilities(words: Sequence[str]) -> list[Vulnerability]:
    """Return those that are named; ``Love all`` is one."""
    pairs = ((before.upper(), word.upper()) for before, word in pairwise(("", *words)))
    return [_VULNERABILITY[w] for before, w in pairs if w in _VULNERABILITY and before not in ("LOVE", "NIL")]


def _is_known(word: str) -> bool:
    return (_HEADER_WORD.fullmatch(word) or _FILLER.fullmatch(word)) is not None


def _of_columns(group: _Columns, log: DiagnosticLog) -> list[_WrittenHand]:
    """Return the hands of columns; those without seats are left out with an error."""
    if not group.seats:
        message, hint = (
            "These hands have no seats, so they are not shown.",
            "Write the seats above, such as W  E.",
        )
        log.report("BML301", message, group.cells[0][0].location, hint)
    for slip in group.slips:
        _report_no_hand(slip, log, "Write a suit of each hand, such as AKx  T9.")
    if group.slips:
        return []
    return [
        _WrittenHand(seat, replace(cells[0], text=_joined(cells)), cells[0].location)
        for seat, cells in zip(group.seats, group.cells, strict=False)
    ]


# ---------------------------------------------------------------- a single suit


def _parse_one_suit(lines: list[SourceLine], log: DiagnosticLog) -> Diagram:
    """Return the diagram of ``AQT4 opposite 9863``, with the defenders' cards in lines below it."""
    place = lines[0].location
    written, rest = _suit_around(lines), lines[3:]
    if (found := _opposite(lines[0])) is not None:
        suit, other = (written_holdings(found[place])[0].suit for place in (1, 3))
        if suit and other and suit is not other:
            message = f"One suit is asked for, and {other.word} is another one."
            log.report(
                "BML301", message, lines[0].at(found.start(3)), "Write the same sign, or the first alone."
            )
        north, south = (replace(lines[0], text=found[place]) for place in (1, 3))
        written = [_WrittenHand(Seat.NORTH, north, place), _WrittenHand(Seat.SOUTH, south, place)]
        rest = lines[1:]
    written += [hand for line in rest for hand in _hands_in(line)]
    return _one_suit(written, place, log)


def _one_suit(written: Sequence[_WrittenHand], place: Location, log: DiagnosticLog) -> Diagram:
    """Return the diagram of hands that have one holding each."""
    named = next((h.suit for each in written for h in written_holdings(each.cards.text) if h.suit), None)
    suit = named or Suit.SPADES
    hands: dict[Seat, Hand] = {}
    places: dict[Seat, Location] = {}
    for each in written:
        if len(holdings := written_holdings(each.cards.text)) != 1:
            message = f"The hand of {each.seat.name.title()} has {counted(len(holdings), 'suit')}."
            log.report("BML301", message, each.place, "Write one holding, such as W: KJ2.")
        elif each.seat in hands:
            _report_second_hand(each, log)
        else:
            cards = ["-"] * _HOLDINGS
            cards[list(reversed(SUITS)).index(suit)] = holdings[0].cards
            hand = parse_hand(" ".join(cards), each.place, complete=False).value
            assert hand is not None
            hands[each.seat], places[each.seat] = hand, each.place
    _report_repeated_cards(hands, places, log)
    return Diagram(Deal(*(hands.get(seat) for seat in Seat)), place, one_suit=named.value if named else "?")


def _read_hand(written: _WrittenHand, hands: dict[Seat, Hand], log: DiagnosticLog) -> Hand | None:
    name = written.seat.name.title()
    cards = written.cards
    holdings = written_holdings(cards.text)
    if len(holdings) != _HOLDINGS and parse_hand(cards.text).value is None:
        message = f"The hand of {name} has {counted(len(holdings), 'suit')}; a hand has four."
        hint = "Write spades, hearts, diamonds and clubs, and a dash for a void."
        log.report("BML301", message, written.place, hint)
        return None
    if written.seat in hands:
        _report_second_hand(written, log)
        return None
    read = parse_hand(cards.text, cards.at(), complete=False)
    hand = read.value
    if hand is None:
        for fault in read.diagnostics:
            log.report("BML301", fault.message, fault.location, "Write N: AKx T9 xxx Q987x.")
    elif len(hand) > FULL_HAND:
        message = f"{name} has {len(hand)} cards."
        log.report("BML304", message, written.place, f"A hand has {FULL_HAND} cards at most.")
    return hand


def _report_second_hand(written: _WrittenHand, log: DiagnosticLog) -> None:
    message = f"{written.seat.name.title()} has two hands; the first one is used."
    log.report("BML302", message, written.place, "Delete one of them.")


def _report_repeated_cards(
    hands: dict[Seat, Hand], locations: dict[Seat, Location], log: DiagnosticLog
) -> None:
    holders: dict[Card, Seat] = {}
    reported: set[tuple[Card, Seat]] = set()
    for seat, hand in hands.items():
        for card in hand.cards:
            first = holders.get(card)
            holders.setdefault(card, seat)
            if first is None or (card, seat) in reported:
                continue
            reported.add((card, seat))
            name, other = seat.name.title(), first.name.title()
            where = f"twice in the hand of {name}" if first is seat else f"held by both {other} and {name}"
            hint = "Each card occurs once; write x for small cards."
            log.report("BML303", f"The card {card} is {where}.", locations[seat], hint)
