"""Auctions as they went, and deal diagrams: how far these blocks go, and what they say."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bml_core.bridge import (
    DOUBLINGS,
    FULL_HAND,
    Card,
    Contract,
    Deal,
    Hand,
    Seat,
    Strain,
    Suit,
    Vulnerability,
    make_bid,
    parse_hand,
)
from bml_core.diagnostics import DiagnosticLog, Location, counted
from bml_core.document import ALL_PASS, AuctionBlock, AuctionEntry, AuctionNote, Diagram, Dialect
from bml_core.language.bids import ACTIONS, parse_bid_column
from bml_core.language.inline import parse_inline_lines
from bml_core.language.lines import SourceLine

# ---------------------------------------------------------------- auctions

_CALL = re.compile(
    rf"!?\(?!?(?:[1-7](?:NT|!?[CDHSNcdhs\u2660\u2663\u2665\u2666])|{'|'.join(ACTIONS)})!*\)?[!*]*"
)
_NO_CALL = re.compile(r"-+|[\u2013\u2014]|\?+|\.\.\.|\u2026|AP|/|=")
_NOTE = re.compile(r"\s*\[([0-9A-Za-z]{1,3})\]\s+(?=\S)")
_MARK = re.compile(r"(?<=.)\[([0-9A-Za-z]{1,3})\]$")
_ALL_PASSES = re.compile(r"\b[Aa]ll [Pp]ass\b(\[[0-9A-Za-z]{1,3}\])?")
_ROW_LENGTH = 4
_CLOCKWISE = "NESWNESW"
_SEAT_WORDS = {"n", "e", "s", "w", "north", "east", "south", "west"}


def is_auction(lines: list[SourceLine]) -> bool:
    """Return True if the first row of a block, below an optional line of seats, has four calls."""
    seats = _seat_letters(lines[0].text)
    rows = lines[1:] if seats else lines
    words = _words(rows[0].text) if rows else []
    if not all(map(_is_entry, words)):
        return False
    has_call = any(_CALL.fullmatch(word) for word in words)
    return has_call and (bool(seats) or len(words) >= _ROW_LENGTH)


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


def _words(text: str) -> list[str]:
    """Return the entries of a row without the marks of their notes."""
    return [_MARK.sub("", word) for word in _ALL_PASSES.sub(r"AP\1", text).split()]


def _is_entry(word: str) -> bool:
    """Return True for a call, or a mark that takes the place of one."""
    return (_CALL.fullmatch(word) or _NO_CALL.fullmatch(word)) is not None


def _seat_letters(text: str) -> tuple[str, ...]:
    """Return the letters of a line that names a seat for each column, such as ``West North East South``."""
    words = [word[:1].upper() if word.lower() in _SEAT_WORDS else "" for word in text.split()]
    is_header = len(words) == _ROW_LENGTH and all(words) and "".join(words) in _CLOCKWISE
    return tuple(words) if is_header else ()


def parse_auction(lines: list[SourceLine], log: DiagnosticLog) -> AuctionBlock:
    """Parse the auction of a block and its notes; an entry that is not a call stays as text with an error.

    A row of more than four entries goes on in further rows, with an error as well.
    """
    seats = tuple(map(Seat, _seat_letters(lines[0].text)))
    # The notes are at the end: no row follows below them.
    end = len(lines)
    while end > 1 and _NOTE.match(lines[end - 1].text):
        end -= 1
    rows: list[tuple[AuctionEntry, ...]] = []
    for line in lines[1 if seats else 0 : end]:
        entries = list(_entries(line, log))
        if len(entries) > _ROW_LENGTH:
            message = f"This row of an auction has {len(entries)} entries."
            hint = "Write four in a row, and the next ones on a line of their own."
            log.report("BML311", message, entries[_ROW_LENGTH].location, hint)
        rows += (tuple(entries[n : n + _ROW_LENGTH]) for n in range(0, len(entries), _ROW_LENGTH))
    notes = []
    for line in lines[end:]:
        note = _NOTE.match(line.text)
        assert note is not None
        notes.append(AuctionNote(note[1], parse_inline_lines([line.cut(note.end())], log), line.location))
    _report_unpaired([entry for row in rows for entry in row if entry.note], notes, log)
    return AuctionBlock(tuple(rows), lines[0].location, seats, tuple(notes))


def _entries(line: SourceLine, log: DiagnosticLog) -> Iterator[AuctionEntry]:
    text = _ALL_PASSES.sub(lambda found: f"AP{found[1] or ''}".ljust(len(found[0])), line.text)
    for found in re.finditer(r"\S+", text):
        mark = _MARK.search(found[0])
        word = _MARK.sub("", found[0])
        location = line.at(found.start())
        if not _is_entry(word):
            hint = "Write 1C … 7N, P, D or R, four in a row, or - for no call."
            log.report("BML311", f"{word[:40]} is not a call.", location, hint)
        capitals = re.sub(r"(?<=[1-7])!?([cdhs])", lambda suit: suit[1].upper(), word.rstrip("*"))
        column = parse_bid_column(capitals, Dialect.V2_0)
        call = next((getattr(pattern, "call", None) for pattern in column.patterns), None)
        alert = column.alert or word.endswith("*")
        shown = call.code if call is not None else ALL_PASS if word == "AP" else word
        yield AuctionEntry(shown, call, column.theirs, alert, location, mark[1] if mark else "")


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

_HOLDING = r"(?:(?:10|[2-9AKQJTx])+|-|\u2013|\u2014)"
_HAND = re.compile(
    rf"\s*([NESW])(?::\s*{_HOLDING}(?:\s+{_HOLDING})*|\s+{_HOLDING}(?:\s+{_HOLDING}){{2,}})\s*$"
)
#: One line above the hands may say anything.
_FREE_HEADERS = 1
_HEADER_WORD = re.compile(
    r"(?i:[nesw]|ns|ew|none|all|both|north|east|south|west|board|contract|deal|dealer|lead|vul|vulnerable)"
    r"|#?\d{1,6}|[1-7](?:NT|[CDHSN])X{0,2}[NESW]|P|PASS|!?[cdhs](?:10|[2-9AKQJT])"
)
_CONTRACT = re.compile(r"([1-7])(NT|[CDHSN])(XX?)?([NESW])")
_LEAD = re.compile(r"!?([cdhs])(10|[2-9AKQJT])")
_BOARD = re.compile(r"#?(\d{1,6})")
_VULNERABILITY = {v.value.upper(): v for v in Vulnerability} | {"BOTH": Vulnerability.ALL}
_HOLDINGS = 4


def diagram_start(lines: list[SourceLine]) -> int:
    """Return the index of the first line of a deal diagram in a block: its headers, or its first hand.

    The line above the hands is a header whatever it says, as long as the block begins with it; other lines
    above the hands are headers if most of their words are about the board.
    """
    start = _first_hand(lines)
    if start is None or start <= _FREE_HEADERS:
        return 0
    while start:
        words = _header_words(lines[start - 1].text)
        if 2 * sum(_HEADER_WORD.fullmatch(word) is not None for word in words) <= len(words):
            break
        start -= 1
    return start


def diagram_length(lines: list[SourceLine]) -> int:
    """Return the number of lines of a block that begins with a deal diagram, up to its last hand; 0 if none.

    Other lines among the hands are errors, not a reason to read the block as prose.
    """
    if _first_hand(lines) is None or diagram_start(lines):
        return 0
    return max(index for index, line in enumerate(lines) if _HAND.match(line.text)) + 1


def _first_hand(lines: list[SourceLine]) -> int | None:
    return next((index for index, line in enumerate(lines) if _HAND.match(line.text)), None)


def _header_words(text: str) -> list[str]:
    """Return the words of a header, without the marks between them."""
    return [word for word in re.split(r"[\s,;:.]+", text) if word]


def parse_diagram(lines: list[SourceLine], log: DiagnosticLog) -> Diagram:
    """Return the diagram of a block; a hand that cannot be read is left out with an error."""
    first = _first_hand(lines) or 0
    header = " ".join(line.text for line in lines[:first])
    hands: dict[Seat, Hand] = {}
    locations: dict[Seat, Location] = {}
    for line in lines[first:]:
        read = _read_hand(line, hands, log)
        if read is not None:
            hands[read[0]], locations[read[0]] = read[1], line.location
    _report_repeated_cards(hands, locations, log)
    deal = Deal(*(hands.get(seat) for seat in Seat))
    words = _header_words(header)
    return Diagram(
        deal,
        lines[0].location,
        dealer=next((Seat(word) for word in words if len(word) == 1 and word in "NESW"), None),
        vulnerability=next((_VULNERABILITY[w.upper()] for w in words if w.upper() in _VULNERABILITY), None),
        board=next((int(found[1]) for word in words if (found := _BOARD.fullmatch(word))), None),
        contract=next((contract for word in words if (contract := _contract(word))), None),
        lead=next(
            ((Suit(f[1].upper()), f[2].replace("10", "T")) for w in words if (f := _LEAD.fullmatch(w))), None
        ),
    )


def _contract(word: str) -> Contract | None:
    if word in ("P", "PASS", "Pass"):
        return Contract()
    found = _CONTRACT.fullmatch(word)
    if found is None:
        return None
    bid = make_bid(int(found[1]), Strain(found[2][0]))
    return Contract(bid, DOUBLINGS[found[3] or ""], Seat(found[4]))


def _read_hand(line: SourceLine, hands: dict[Seat, Hand], log: DiagnosticLog) -> tuple[Seat, Hand] | None:
    found = _HAND.match(line.text)
    location = line.location
    if found is None:
        log.report(
            "BML301", "This line of the diagram is not a hand.", location, "Write N: AKx T9 xxx Q987x."
        )
        return None
    seat = Seat(found[1])
    name = seat.name.title()
    holdings = line.text[line.start + 1 :].lstrip(": ").split()
    if len(holdings) != _HOLDINGS:
        message = f"The hand of {name} has {counted(len(holdings), 'suit')}; a hand has four."
        hint = "Write spades, hearts, diamonds and clubs, and a dash for a void."
        log.report("BML301", message, location, hint)
        return None
    if seat in hands:
        message = f"{name} has two hands; the first one is used."
        log.report("BML302", message, location, "Delete one of them.")
        return None
    hand = parse_hand(" ".join(holdings), location, complete=False).value
    assert hand is not None
    if len(hand) > FULL_HAND:
        message = f"{name} has {len(hand)} cards."
        log.report("BML304", message, location, f"A hand has {FULL_HAND} cards at most.")
    return seat, hand


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
