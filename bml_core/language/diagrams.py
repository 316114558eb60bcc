"""Auctions as they went, and deal diagrams: how far these blocks go, and what they say."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import dropwhile, pairwise
from typing import NamedTuple

from bml_core.bridge import (
    DOUBLINGS,
    FULL_HAND,
    SUITS,
    Call,
    Card,
    Contract,
    Deal,
    Hand,
    Seat,
    Strain,
    Suit,
    Vulnerability,
    illegality,
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
_BULLETS = ("-", "*", "+")
_NOTE = re.compile(r"\s*\[([0-9A-Za-z]{1,3})\]\s+(?=\S)")
_MARK = re.compile(r"(?<=.)\[([0-9A-Za-z]{1,3})\]$")
_ALL_PASSES = re.compile(r"\(?\ball[ -]?pass\b\)?(\[[0-9A-Za-z]{1,3}\])?", re.IGNORECASE)
_ROW_LENGTH = 4
_ORDERS_OF_SEATS = "NESWNESW NSN EWE"
# "1Z" is meant as a call, but "16+" is not.
_MEANT_AS_CALL = re.compile(r"[0-9][A-Za-z]{1,2}")
_SEAT_WORDS = {"n", "e", "s", "w", "north", "east", "south", "west"}


def is_auction(lines: list[SourceLine]) -> bool:
    """Return True if the first row of a block, below an optional line of seats, is one of calls.

    Below the seats of two partners it has two calls, and without seats four. A row with a slip in it is one
    below seats, and where others pass in it.
    """
    seats = _seat_letters(lines[0].text)
    rows = lines[1:] if seats else lines
    words = _words(rows[0].text) if rows else []
    # "- D = Double" is an item of a list, "1N - 2C ---" the history of a table.
    is_item = bool(words) and words[0] in _BULLETS and "=" in words
    if is_item or words[-1:] == ["---"] or not any(_CALL.fullmatch(word) for word in words):
        return False
    slips = [word for word in words if not _is_entry(word)]
    if seats:
        return 2 * len(slips) <= len(words) and all(map(_MEANT_AS_CALL.fullmatch, slips))
    is_slip = len(words) == _ROW_LENGTH and "P" in words[1:] and all(map(_MEANT_AS_CALL.fullmatch, slips))
    return len(words) >= _ROW_LENGTH and (not slips or (is_slip and len(slips) == 1))


def is_auction_with_facts(lines: list[SourceLine]) -> bool:
    """Return True for an auction below a line such as ``Dealer W, EW vul``."""
    words = _header_words(lines[0].text)
    if len(lines) == 1 or not all(map(_HEADER_WORD.fullmatch, words)) or not any(map(_FACT.fullmatch, words)):
        return False
    entries = _words(lines[1].text)
    below = all(map(_is_entry, entries)) and any(map(_CALL.fullmatch, entries))
    return is_auction(lines[1:]) or (below and len(entries) > 1)


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


def _words(text: str) -> list[str]:
    """Return the entries of a row without the marks of their notes."""
    return [_MARK.sub("", word) for word in _ALL_PASSES.sub(r"AP\1", text).split()]


def _is_entry(word: str) -> bool:
    """Return True for a call, or a mark that takes the place of one."""
    return (_CALL.fullmatch(word) or _NO_CALL.fullmatch(word)) is not None


def _seat_letters(text: str) -> tuple[str, ...]:
    """Return the letters of a line that names a seat for each column: all four, or those of two partners."""
    if not text or text.lstrip()[:1].lower() not in _SEAT_WORDS:
        return ()
    words = [word[:1].upper() if word.lower() in _SEAT_WORDS else " " for word in text.split()]
    is_header = len(words) in (2, _ROW_LENGTH) and "".join(words) in _ORDERS_OF_SEATS
    return tuple(words) if is_header else ()


def parse_auction(lines: list[SourceLine], log: DiagnosticLog) -> AuctionBlock:
    """Parse the auction of a block and its notes; an entry that is not a call stays as text with an error.

    A row of more entries than columns goes on in further rows, with an error as well.
    """
    seats = tuple(map(Seat, _seat_letters(lines[0].text)))
    # The notes are at the end: no row follows below them.
    end = len(lines)
    while end > 1 and _NOTE.match(lines[end - 1].text):
        end -= 1
    rows: list[tuple[AuctionEntry, ...]] = []
    columns = len(seats) or _ROW_LENGTH
    hint = "Write four in a row, and the next ones on a line of their own."
    if len(seats) not in (0, _ROW_LENGTH):
        hint = "Write two in a row, or name four seats above, such as West North East South."
    for line in lines[1 if seats else 0 : end]:
        entries = list(_entries(line, log, columns))
        if len(entries) > columns:
            message = f"This row of an auction has {len(entries)} entries."
            log.report("BML311", message, entries[columns].location, hint)
        rows += (tuple(entries[n : n + columns]) for n in range(0, len(entries), columns))
    if columns == _ROW_LENGTH:
        _report_illegal([entry for row in rows for entry in row], log)
    notes = []
    for line in lines[end:]:
        note = _NOTE.match(line.text)
        assert note is not None
        notes.append(AuctionNote(note[1], parse_inline_lines([line.cut(note.end())], log), line.location))
    _report_unpaired([entry for row in rows for entry in row if entry.note], notes, log)
    return AuctionBlock(tuple(rows), lines[0].location, seats, tuple(notes))


def _entries(line: SourceLine, log: DiagnosticLog, columns: int) -> Iterator[AuctionEntry]:
    text = _ALL_PASSES.sub(lambda found: f"AP{found[1] or ''}".ljust(len(found[0])), line.text)
    for found in re.finditer(r"\S+", text):
        mark = _MARK.search(found[0])
        word = _MARK.sub("", found[0])
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
        yield AuctionEntry(shown, call, column.theirs, alert, location, mark[1] if mark else "")


def _report_illegal(entries: Sequence[AuctionEntry], log: DiagnosticLog) -> None:
    """Report the first call that is not legal; after an entry that is not a call, nothing is reported."""
    # "- - 1S P": two seats before the dealer.
    made: list[Call] = []
    for entry in dropwhile(
        lambda entry: entry.call is None and set(entry.text) <= set("-\u2013\u2014"), entries
    ):
        if entry.call is None:
            return
        if (reason := illegality(made, entry.call)) is not None:
            message = f"{entry.text} is not legal here: {reason.value}."
            log.report("BML313", message, entry.location, "Correct it, or write - where nobody called.")
            return
        made.append(entry.call)


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

_HOLDING = re.compile(r"(?:10|[2-9AKQJTXx])+|-+|[\u2013\u2014]")
_SIGN = r"(?:!?[♠♥♦♣♤♡♢♧][\ufe0e\ufe0f]?|![shdcSHDC]|[SHDC](?=:|[2-9AKQJTx]|10))"
_SIGNED = re.compile(rf"(?<![A-Za-z0-9!]){_SIGN}:?\s*(?=10|[2-9AKQJTXx\u2013\u2014-]|\W|$)")
_SEAT = re.compile(r"\s*(?:([NESW])|(North|East|South|West))(\s*:|(?=\s))\s*")
_NEXT_HAND = re.compile(r"\s+(?=(?:[NESW]|North|East|South|West)\s*:)")
_BETWEEN_HOLDINGS = re.compile(r"\s*[./,;]\s*|\s+")
# "West  East", and below it "♠ AKx  ♠ Qxx" or "AKx  Qxx" for each suit.
_CELL = rf"(?:{_SIGN}:?\s*(?:{_HOLDING.pattern})?|(?:{_HOLDING.pattern}))"
_TWO_HOLDINGS = re.compile(rf"\s*({_CELL})\s*(?:\s|\|)\s*({_CELL})\s*$")
_OPPOSITE = re.compile(
    rf"\s*({_SIGN}:?\s*)?({_HOLDING.pattern})\s+(?:opposite|facing)\s+{_SIGN}?\s*({_HOLDING.pattern})[.:]?\s*$"
)
_LEAST_CARDS = 4
_SIGN_LETTERS = str.maketrans("♠♥♦♣♤♡♢♧", "SHDCSHDC")
#: One line above the hands may say anything.
_FREE_HEADERS = 1
_FACT = re.compile(r"(?i:ns|ew|none|nobody|all|both|dealer|vul|vulnerable|nil|love)")
_HEADER_WORD = re.compile(
    rf"{_FACT.pattern}|(?i:[nesw]|north|east|south|west|board|contract|deal|lead|deals|is|are)"
    r"|#?\d{1,6}|[1-7](?:NT|[CDHSN])X{0,2}[NESW]|P|PASS|!?[cdhs](?:10|[2-9AKQJT])"
)
_CONTRACT = re.compile(r"([1-7])(NT|[CDHSN])(XX?)?([NESW])")
_LEAD = re.compile(r"!?([cdhs])(10|[2-9AKQJT])")
_BOARD = re.compile(r"#?(\d{1,6})")
_VULNERABILITY = {v.value.upper(): v for v in Vulnerability} | {
    "BOTH": Vulnerability.ALL,
    "NOBODY": Vulnerability.NONE,
    "NIL": Vulnerability.NONE,
    "LOVE": Vulnerability.NONE,
}
_HOLDINGS = 4


def diagram_start(lines: list[SourceLine]) -> int:
    """Return the index of the first line of a deal diagram in a block: its headers, or its first hand.

    The line above the hands is a header whatever it says, as long as the block begins with it; other lines
    above the hands are headers if most of their words are about the board. A single suit has none.
    """
    start = _first_hand(lines)
    if start is None or start == 0 or _OPPOSITE.match(lines[start].text):
        return start or 0
    if start <= _FREE_HEADERS:
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
    first = _first_hand(lines)
    if first is None or diagram_start(lines):
        return 0
    if _is_side_by_side(lines, first):
        return first + 1 + _HOLDINGS
    return max((index for index, line in enumerate(lines) if _hands_in(line)), default=first) + 1


def _first_hand(lines: list[SourceLine]) -> int | None:
    begins = (
        index
        for index, line in enumerate(lines)
        if _hands_in(line) or _opposite(line) or _is_side_by_side(lines, index)
    )
    return next(begins, None)


def _is_side_by_side(lines: list[SourceLine], at: int) -> bool:
    """Return whether there are two seats at an index, and below them a line for each suit of their hands."""
    rows = lines[at + 1 : at + 1 + _HOLDINGS]
    if len(rows) < _HOLDINGS or len(_seat_words(lines[at].text)) != len(("W", "E")):
        return False
    return all(_TWO_HOLDINGS.match(line.text) for line in rows)


def _seat_words(text: str) -> list[Seat]:
    words = text.split()
    is_header = len(set(words)) == len(words) and all(word.lower() in _SEAT_WORDS for word in words)
    return [Seat(word[0].upper()) for word in words] if is_header else []


def _opposite(line: SourceLine) -> re.Match[str] | None:
    """Return the holdings of a line such as ``AQT4 opposite 9863``."""
    found = _OPPOSITE.match(line.text)
    if found is None or len(found[2] + found[3]) < _LEAST_CARDS or not re.search(r"[AKQJTx]", found[0]):
        return None
    return found


class _WrittenHand(NamedTuple):
    """A hand of a line: its seat, its cards, and what follows it about the board."""

    seat: Seat
    cards: SourceLine
    place: Location
    facts: str = ""


def _hands_in(line: SourceLine) -> list[_WrittenHand]:
    """Return the hands of a line, ``N: AKx Qxx KJxx xxx`` or two of them; none if it is anything else."""
    if not _SEAT.match(line.text):
        return []
    alone = _hand(line)
    if alone is not None:
        return [alone]
    starts = [0, *(found.end() for found in _NEXT_HAND.finditer(line.text)), len(line.text)]
    parts = (line.cut(start) for start in starts[:-1])
    lengths = (end - start for start, end in pairwise(starts))
    hands = [_hand(replace(part, text=part.text[:n])) for part, n in zip(parts, lengths, strict=True)]
    read = [hand for hand in hands if hand is not None]
    return read if len(read) == len(hands) else []


def _hand(line: SourceLine) -> _WrittenHand | None:
    found = _SEAT.match(line.text)
    if found is None:
        return None
    cards, facts = line.cut(found.end()), ""
    for mark in re.finditer(r"\s*[,;(]\s*(?=[A-Za-z])", cards.text):
        words = _header_words(cards.text[mark.end() :])
        if _FACT.fullmatch(words[0]) and all(map(_HEADER_WORD.fullmatch, words)):
            cards, facts = replace(cards, text=cards.text[: mark.start()]), " ".join(words)
            break
    holdings = _holdings(cards.text)
    good = [holding for holding in holdings if _HOLDING.fullmatch(holding.removeprefix("="))]
    if found[3] and len(holdings) == _HOLDINGS:
        # "n: akx qxx kjxx xxx" may be in small letters.
        good = [each for each in holdings if _HOLDING.fullmatch(each.removeprefix("=").upper())]
    has_signs = any(holding.startswith("=") for holding in holdings)
    is_hand = len(good) == len(holdings) and len(good) >= (1 if found[3] and not has_signs else _HOLDINGS - 1)
    # "N: AKx Qxx KJxx xxy" is a hand with a slip.
    is_hand = is_hand or (bool(found[3]) and len(holdings) == _HOLDINGS == len(good) + 1)
    return _WrittenHand(Seat((found[1] or found[2])[0]), cards, line.location, facts) if is_hand else None


def _holdings(text: str) -> list[str]:
    """Return the holdings of a hand, a dash for one without cards, and ``=`` before one that has a sign."""
    text = _SIGNED.sub(" =", text).strip()
    pieces = text.split(".") if "." in text else _BETWEEN_HOLDINGS.split(text)
    words = [piece.strip() for piece in pieces]
    return [f"{word}-" if word in ("", "=") and ("." in text or word) else word for word in words]


def _header_words(text: str) -> list[str]:
    """Return the words of a header, without the marks between them."""
    return [word for word in re.split(r"[\s,;:.()]+", text) if word]


def parse_diagram(lines: list[SourceLine], log: DiagnosticLog) -> Diagram:
    """Return the diagram of a block; a hand that cannot be read is left out with an error."""
    first = _first_hand(lines)
    if first is not None and _opposite(lines[first]) is not None:
        return _parse_one_suit(lines[first:], log)
    rest = [] if first is None else lines[first:]
    header = " ".join(line.text for line in lines[:first])
    hands: dict[Seat, Hand] = {}
    locations: dict[Seat, Location] = {}
    written: list[_WrittenHand] = []
    if _is_side_by_side(rest, 0):
        written = _side_by_side(rest)
    else:
        for line in rest:
            written += _hands_in(line)
            if not _hands_in(line):
                hint = "Write N: AKx T9 xxx Q987x."
                log.report("BML301", "This line of the diagram is not a hand.", line.location, hint)
    if len(written) > 1 and all(len(_holdings(each.cards.text)) == 1 for each in written):
        return _one_suit(written, lines[0].location, log)
    for each in written:
        hand = _read_hand(each, hands, log)
        if hand is not None:
            hands[each.seat], locations[each.seat] = hand, each.place
    _report_repeated_cards(hands, locations, log)
    words = _header_words(" ".join((header, *(each.facts for each in written))))
    return Diagram(
        Deal(*(hands.get(seat) for seat in Seat)),
        lines[0].location,
        dealer=_dealer(words),
        vulnerability=next((_VULNERABILITY[w.upper()] for w in words if w.upper() in _VULNERABILITY), None),
        board=next((int(found[1]) for word in words if (found := _BOARD.fullmatch(word))), None),
        contract=next((contract for word in words if (contract := _contract(word))), None),
        lead=next(
            ((Suit(f[1].upper()), f[2].replace("10", "T")) for w in words if (f := _LEAD.fullmatch(w))), None
        ),
    )


def _dealer(words: Sequence[str]) -> Seat | None:
    """Return the seat that is a letter, or a word after ``dealer`` or before ``deals``."""
    letter = next((Seat(word) for word in words if len(word) == 1 and word in "NESW"), None)
    named = (
        Seat(seat[0].upper())
        for before, word in pairwise(words)
        for seat in ([word] if before.lower() == "dealer" else [before] if word.lower() == "deals" else [])
        if seat.lower() in _SEAT_WORDS
    )
    return letter or next(named, None)


def _side_by_side(lines: list[SourceLine]) -> list[_WrittenHand]:
    place = lines[0].location
    rows = [found for line in lines[1 : 1 + _HOLDINGS] if (found := _TWO_HOLDINGS.match(line.text))]
    return [
        _WrittenHand(seat, replace(lines[0], text=" ".join(row[column] for row in rows)), place)
        for column, seat in enumerate(_seat_words(lines[0].text), 1)
    ]


# ---------------------------------------------------------------- a single suit


def _parse_one_suit(lines: list[SourceLine], log: DiagnosticLog) -> Diagram:
    """Return the diagram of ``AQT4 opposite 9863``, with the defenders' cards in lines below it."""
    found = _opposite(lines[0])
    assert found is not None
    sign, place = found[1] or "", lines[0].location
    written = [
        _WrittenHand(Seat.NORTH, replace(lines[0], text=sign + found[2]), place),
        _WrittenHand(Seat.SOUTH, replace(lines[0], text=found[3]), place),
        *(hand for line in lines[1:] for hand in _hands_in(line)),
    ]
    return _one_suit(written, lines[0].location, log)


def _one_suit(written: Sequence[_WrittenHand], place: Location, log: DiagnosticLog) -> Diagram:
    """Return the diagram of hands that have one holding each."""
    named = next((found[0] for each in written if (found := re.match(_SIGN, each.cards.text))), "")
    suit = Suit(named.lstrip("!").translate(_SIGN_LETTERS)[0].upper()) if named else Suit.SPADES
    hands: dict[Seat, Hand] = {}
    places: dict[Seat, Location] = {}
    for each in written:
        if len(holdings := _holdings(each.cards.text)) != 1:
            message = f"The hand of {each.seat.name.title()} has {counted(len(holdings), 'suit')}."
            log.report("BML301", message, each.place, "Write one holding, such as W: KJ2.")
        elif each.seat in hands:
            _report_second_hand(each, log)
        else:
            cards = ["-"] * _HOLDINGS
            cards[list(reversed(SUITS)).index(suit)] = holdings[0].removeprefix("=")
            hand = parse_hand(" ".join(cards), each.place, complete=False).value
            assert hand is not None
            hands[each.seat], places[each.seat] = hand, each.place
    _report_repeated_cards(hands, places, log)
    return Diagram(Deal(*(hands.get(seat) for seat in Seat)), place, one_suit=suit.value if named else "?")


def _contract(word: str) -> Contract | None:
    if word in ("P", "PASS", "Pass"):
        return Contract()
    found = _CONTRACT.fullmatch(word)
    if found is None:
        return None
    bid = make_bid(int(found[1]), Strain(found[2][0]))
    return Contract(bid, DOUBLINGS[found[3] or ""], Seat(found[4]))


def _read_hand(written: _WrittenHand, hands: dict[Seat, Hand], log: DiagnosticLog) -> Hand | None:
    name = written.seat.name.title()
    cards = written.cards
    holdings = _holdings(cards.text)
    if len(holdings) != _HOLDINGS:
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
