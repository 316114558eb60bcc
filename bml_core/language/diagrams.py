"""Deal diagrams: how far these blocks go, and what they say."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain, islice, pairwise
from typing import NamedTuple

from bml_core.bridge import (
    FULL_HAND,
    HOLDING,
    SUITS,
    Card,
    Deal,
    Hand,
    Seat,
    Suit,
    parse_hand,
    written_holdings,
)
from bml_core.diagnostics import DiagnosticLog, Location, counted
from bml_core.document import Diagram, Paragraph
from bml_core.language.auction_blocks import is_auction
from bml_core.language.board_facts import (
    FACT,
    HEADER_WORD,
    LABEL,
    SEAT_WORDS,
    header_words,
    is_footer,
    is_header,
    read_facts,
)
from bml_core.language.inline import parse_hand_line
from bml_core.language.lines import SourceLine

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
_SMALL_SEAT = re.compile("[nesw]:")
_NAMED_HAND = re.compile(r"(?:\w{1,12}\s*:)?\s*(\S.*)")
_HONOUR = re.compile("[AKQJ]")
_SUIT_SIGN = re.compile("[♠♥♦♣]")
# Of "12  W NS  ♠AKx" what is left of the suit.
_FACT_BESIDE = re.compile(r"\S\s\s+\Z")
_SPACED = re.compile(r"(?<!\S)(?:10|[2-9AKQJTx])(?: (?:10|[2-9AKQJTx]))+(?!\S)")
_LEAST_CARDS, _LEAST_OF_SUIT = 4, 3
_LEAST_OF_HAND = 11
_NEARLY_FOUR = (3, 4, 5)
# Cyrillic and Greek letters, and signs between suits.
_LOOKALIKES = str.maketrans("=\u0410\u041a\u0422\u0425\u0445\u0391\u039a\u03a4\u03a7", " AKTXxAKTX")
#: Many lines are more than a deal and what is known of it.
_LONGEST_DEAL = 40
_LONGEST_HAND, _LONGEST_FACTS = 120, 500
_BROKEN_HAND = re.compile(r"\s*(?:[NESW]|North|East|South|West)\s*:[0-9A-Zx.\s-]+")
_HOLDINGS = 4


def diagram_start(lines: list[SourceLine]) -> int:
    """Return the index of the first line of a deal diagram in a block: its headers, or its first hand.

    Lines above the hands are headers if most of their words are about the board. A single suit has none.
    """
    start = _first_hand(lines)
    if start is None or is_suit(lines[start:]):
        return start or 0
    while start:
        words = header_words(lines[start - 1].text)
        label = LABEL.match(lines[start - 1].text)
        known = sum(HEADER_WORD.fullmatch(word) is not None for word in words)
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
    return next((at for at in range(end, len(lines)) if not is_footer(lines[at])), len(lines))


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
    labels = [LABEL.match(line.text) for line in lines]
    if not (labels[0] or is_header(lines[0])) or len(above) > _LONGEST_DEAL:
        return 0
    is_below = _first_hand(below[:_LONGEST_DEAL]) == 0
    are_facts = all(is_footer(line) or (is_header(line) and " " in line.text) for line in lines)
    of_play = any(label and label[1] for label in labels) or (is_footer(lines[0]) and not labels[0])
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
        or (index == 1 and is_hand_alone([line]) and is_header(lines[0]))
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
        sign = _SUIT_SIGN.search(line.text)
        if sign is not None and _FACT_BESIDE.search(line.text[: sign.start()]):
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
    is_header = 0 < len(set(words)) == len(words) <= 2 and all(word.lower() in SEAT_WORDS for word in words)
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
        text = text.upper() if _SMALL_SEAT.match(text) else text
        found = _NAMED_HAND.fullmatch(text)
        holdings = written_holdings(found[1]) if found and _HONOUR.search(text) else ()
        is_hand = len(holdings) in _NEARLY_FOUR and all(each.is_read for each in holdings)
        if is_hand and sum(each.length for each in holdings) >= _LEAST_OF_HAND:
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
    if len(words) == 2 * (1 + _HOLDINGS) and words[1 + _HOLDINGS][0].lower() in SEAT_WORDS:
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
        rf"\s*[.,;(]\s*(?=[A-Za-z0-9<])|\s+(?=\d+ *(?:hcp|p))|\s+(?={FACT.pattern}\b)",
        whole.text[:_LONGEST_HAND],
    ):
        cards, rest = replace(whole, text=whole.text[: mark.start()]), whole.cut(mark.start())
        words = header_words(whole.text[mark.end() :]) if len(rest.text) < _LONGEST_FACTS else []
        if words and FACT.fullmatch(words[0]) and all(map(HEADER_WORD.fullmatch, words)):
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


def parse_diagram(lines: list[SourceLine], log: DiagnosticLog) -> Diagram:
    """Return the diagram of a block; a hand that cannot be read is left out with an error."""
    first = _first_hand(lines)
    if first is not None and is_suit(lines[first : first + 3]):
        return _parse_one_suit(lines[first:], log)
    facts, rest = lines[:first], [] if first is None else lines[first:]
    while rest and is_footer(rest[-1]):
        facts = [*facts, rest.pop()]
    hands: dict[Seat, Hand] = {}
    locations: dict[Seat, Location] = {}
    columns = _columns(rest, 0)
    facts = [*facts, *(fact for group in columns for fact in group.facts)]
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
    _report_lacking_cards(hands, locations, log)
    _report_repeated_cards(hands, locations, log)
    deal = Deal(*(hands.get(seat) for seat in Seat))
    known = read_facts(facts, [each.facts for each in written], deal, lines[0].location, log)
    return Diagram(deal, lines[0].location, **known._asdict())


def _report_no_hand(line: SourceLine, log: DiagnosticLog, hint: str = "Write N: AKx T9 xxx Q987x.") -> None:
    log.report("BML301", "This line of the diagram is not a hand.", line.location, hint)


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


def _report_lacking_cards(
    hands: Mapping[Seat, Hand], locations: Mapping[Seat, Location], log: DiagnosticLog
) -> None:
    """Report the one hand that lacks a card or two, where the others are complete.

    Several such hands, or a hand with a few cards, show what matters and no more.
    """
    short = [seat for seat, hand in hands.items() if len(hand) < FULL_HAND]
    if len(hands) > 1 and len(short) == 1 and len(hands[short[0]]) >= _LEAST_OF_HAND:
        count = counted(len(hands[short[0]]), "card")
        message = f"{short[0].name.title()} has {count}, and the others have {FULL_HAND}."
        log.report("BML304", message, locations[short[0]], "Count again; x is a small card.")


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
