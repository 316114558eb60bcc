"""Blocks beside bidding tables: headings, lists, text tables, paragraphs, auctions and deal diagrams.

A deal diagram is an optional header line, then a line for each hand that is shown.
"""

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
from bml_core.document import (
    ALL_PASS,
    AuctionBlock,
    AuctionEntry,
    AuctionNote,
    Block,
    BulletList,
    Definition,
    DefinitionList,
    Diagram,
    Dialect,
    Enumeration,
    Heading,
    ListItem,
    Paragraph,
    Span,
    Table,
    TableRow,
)
from bml_core.language.block_beginnings import (
    ALL_PASSES,
    BULLET,
    HAND,
    NOTE,
    NOTE_MARK,
    NUMBER,
    ROW_LENGTH,
    first_hand,
    header_words,
    is_entry,
    seat_letters,
    without_mark,
)
from bml_core.language.inline_text import line_spans, parse_inline_lines
from bml_core.language.row_parts import parse_bid_column
from bml_core.language.source_lines import SourceLine

_RULE = re.compile(r"\s*\|(?=[^-]*-)[-+:|= ]+$")
_SEPARATOR = re.compile(r"(?<!\s)\s+::(?!\S)\s*")
_CELL_END = re.compile(r"(?<!\\)\|")
_DEEPEST_HEADING = 6

_WORD = re.compile(r"\S+")
_CONTRACT = re.compile(r"([1-7])(NT|[CDHSN])(XX?)?([NESW])")
_LEAD = re.compile(r"!?([cdhs])(10|[2-9AKQJT])")
_BOARD = re.compile(r"#?(\d{1,6})")
_VULNERABILITY = {v.value.upper(): v for v in Vulnerability} | {"BOTH": Vulnerability.ALL}
_HOLDINGS = 4


# ---------------------------------------------------------------- text


def parse_heading(line: SourceLine, log: DiagnosticLog) -> Heading:
    """Parse a heading line; six levels."""
    level = len(line.text) - len(line.text.lstrip("*"))
    title = line.text[level:].strip()
    spans = line_spans(title, line.at(line.text.index(title, level)), log)
    return Heading(min(level, _DEEPEST_HEADING), spans, line.at())


def parse_paragraph(lines: list[SourceLine], log: DiagnosticLog) -> Paragraph:
    """Parse a paragraph, white space at the beginning of lines ignored."""
    return Paragraph(parse_inline_lines(lines, log), lines[0].place)


def parse_bullets(lines: list[SourceLine], log: DiagnosticLog) -> Block:
    """Parse a list, or a definition list if an item has `` :: ``; items may go on over several lines."""
    items = list(_items(lines, BULLET))
    place = lines[0].place
    if any(_SEPARATOR.search(item[0].text) for item in items):
        return DefinitionList(tuple(_definition(item, log) for item in items), place)
    return BulletList(tuple(_item(item, log) for item in items), place)


def parse_enumeration(lines: list[SourceLine], log: DiagnosticLog) -> Enumeration:
    """Parse an ordered list, counting from the number of its first item."""
    found = NUMBER.match(lines[0].text)
    assert found is not None
    items = tuple(_item(item, log) for item in _items(lines, NUMBER))
    return Enumeration(items, lines[0].place, int(found[1]))


def parse_table(lines: list[SourceLine], log: DiagnosticLog) -> Table:
    """Parse a text table; the rows above the first rule are its header."""
    rows: list[TableRow] = []
    header: list[TableRow] = []
    for line in lines:
        if _RULE.match(line.text):
            if not header:
                header, rows = rows, []
        else:
            rows.append(TableRow(tuple(_cells(line, log)), line.place))
    columns = max((len(row.cells) for row in (*header, *rows)), default=0)
    return Table(_padded(header, columns), _padded(rows, columns), columns, lines[0].place)


def _padded(rows: list[TableRow], columns: int) -> tuple[TableRow, ...]:
    return tuple(TableRow(row.cells + ((),) * (columns - len(row.cells)), row.location) for row in rows)


def _cells(line: SourceLine, log: DiagnosticLog) -> Iterator[tuple[Span, ...]]:
    text = line.text.rstrip()
    begin = text.index("|") + 1
    end = (
        len(text) - 1 if text.endswith("|") and not text.endswith("\\|") and len(text) > begin else len(text)
    )
    for found in _CELL_END.finditer(text, begin, end):
        yield _cell(text, begin, found.start(), line, log)
        begin = found.end()
    yield _cell(text, begin, end, line, log)


def _cell(text: str, begin: int, end: int, line: SourceLine, log: DiagnosticLog) -> tuple[Span, ...]:
    cell = text[begin:end]
    offset = begin + len(cell) - len(cell.lstrip())
    return line_spans(cell.strip().replace("\\|", "|"), line.at(offset), log)


def _items(lines: list[SourceLine], mark: re.Pattern[str]) -> Iterator[list[SourceLine]]:
    """Yield the lines of each item, the mark taken off its first line."""
    item: list[SourceLine] = []
    for line in lines:
        found = mark.match(line.text)
        if found is None:
            item.append(line)
            continue
        if item:
            yield item
        item = [line.cut(found.end())]
    yield item


def _item(lines: list[SourceLine], log: DiagnosticLog) -> ListItem:
    return ListItem(parse_inline_lines(lines, log), lines[0].at())


def _definition(lines: list[SourceLine], log: DiagnosticLog) -> Definition:
    first = lines[0]
    found = _SEPARATOR.search(first.text)
    if found is None:
        return Definition(parse_inline_lines(lines, log), (), first.at())
    term = line_spans(first.text[: found.start()], first.at(), log)
    body = [line for line in (first.cut(found.end()), *lines[1:]) if not line.is_blank]
    return Definition(term, parse_inline_lines(body, log) if body else (), first.at())


# ---------------------------------------------------------------- auctions


def parse_auction(lines: list[SourceLine], log: DiagnosticLog) -> AuctionBlock:
    """Parse the auction of a block and its notes; an entry that is not a call stays as text with an error."""
    seats = tuple(map(Seat, seat_letters(lines[0].text)))
    end = _notes_begin(lines)
    rows = tuple(row for line in lines[1 if seats else 0 : end] for row in _rows(line, log))
    notes = tuple(_note(line, log) for line in lines[end:])
    _report_unpaired(rows, notes, log)
    return AuctionBlock(rows, lines[0].place, seats, notes)


def _notes_begin(lines: Sequence[SourceLine]) -> int:
    """Return the number of the first note below which no row follows."""
    end = len(lines)
    while end > 1 and NOTE.match(lines[end - 1].text):
        end -= 1
    return end


def _note(line: SourceLine, log: DiagnosticLog) -> AuctionNote:
    found = NOTE.match(line.text)
    assert found is not None
    return AuctionNote(found[1], parse_inline_lines([line.cut(found.end())], log), line.place)


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
            hint = f"Write [{note.mark}] directly after the call that it explains."
            log.report("BML312", f"The note [{note.mark}] has no mark.", note.location, hint)


def _rows(line: SourceLine, log: DiagnosticLog) -> Iterator[tuple[AuctionEntry, ...]]:
    """Yield the row of a line; one of more than four entries goes on in further rows, with an error."""
    entries = _entries(line, log)
    if len(entries) > ROW_LENGTH:
        log.report(
            "BML311",
            f"This row of an auction has {len(entries)} entries.",
            entries[ROW_LENGTH].location,
            "Write four in a row, and the next ones on a line of their own.",
        )
    yield from (tuple(entries[n : n + ROW_LENGTH]) for n in range(0, len(entries), ROW_LENGTH))


def _entries(line: SourceLine, log: DiagnosticLog) -> list[AuctionEntry]:
    entries = []
    text = ALL_PASSES.sub(lambda found: f"AP{found[1] or ''}".ljust(len(found[0])), line.text)
    for found in _WORD.finditer(text):
        mark = NOTE_MARK.search(found[0])
        word = without_mark(found[0])
        place = line.at(found.start())
        if not is_entry(word):
            log.report(
                "BML311",
                f"{word[:40]} is not a call.",
                place,
                "Write 1C … 7N, P, D or R, four in a row, or - for no call.",
            )
        column = parse_bid_column(_capitals(word.rstrip("*")), Dialect.V2_0)
        call = next((getattr(pattern, "call", None) for pattern in column.patterns), None)
        alert = column.alert or word.endswith("*")
        shown = call.code if call is not None else ALL_PASS if word == "AP" else word
        entries.append(AuctionEntry(shown, call, column.theirs, alert, place, mark[1] if mark else ""))
    return entries


def _capitals(word: str) -> str:
    return re.sub(r"(?<=[1-7])!?([cdhs])", lambda found: found[1].upper(), word)


# ---------------------------------------------------------------- deal diagrams


def parse_diagram(lines: list[SourceLine], log: DiagnosticLog) -> Diagram:
    """Return the diagram of a block; a hand that cannot be read is left out with an error."""
    first = first_hand(lines) or 0
    header = " ".join(line.text for line in lines[:first])
    hands: dict[Seat, Hand] = {}
    places: dict[Seat, Location] = {}
    for line in lines[first:]:
        read = _read_hand(line, hands, log)
        if read is not None:
            hands[read[0]], places[read[0]] = read[1], line.place
    _report_repeated_cards(hands, places, log)
    deal = Deal(*(hands.get(seat) for seat in Seat))
    words = header_words(header)
    return Diagram(
        deal,
        lines[0].place,
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
    found = re.match(HAND, line.text)
    place = line.place
    if found is None:
        log.report("BML301", "This line of the diagram is not a hand.", place, "Write N: AKx T9 xxx Q987x.")
        return None
    seat = Seat(found[1])
    holdings = line.text[line.start + 1 :].lstrip(": ").split()
    if len(holdings) != _HOLDINGS:
        count = counted(len(holdings), "suit")
        log.report(
            "BML301",
            f"The hand of {seat.name.title()} has {count}; a hand has four.",
            place,
            "Write spades, hearts, diamonds and clubs, and a dash for a void.",
        )
        return None
    if seat in hands:
        log.report(
            "BML302",
            f"{seat.name.title()} has two hands; the first one is used.",
            place,
            "Delete one of them.",
        )
        return None
    hand = parse_hand(" ".join(holdings), place, complete=False).value
    assert hand is not None
    if len(hand) > FULL_HAND:
        log.report(
            "BML304",
            f"{seat.name.title()} has {len(hand)} cards.",
            place,
            f"A hand has {FULL_HAND} cards at most.",
        )
    return seat, hand


def _report_repeated_cards(hands: dict[Seat, Hand], places: dict[Seat, Location], log: DiagnosticLog) -> None:
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
            log.report(
                "BML303",
                f"The card {card} is {where}.",
                places[seat],
                "Each card occurs once; write x for small cards.",
            )
