"""What pages say about calls, boards and seats, whatever their format: words, letters and suits."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, takewhile
from typing import TypeVar

from bml_core.bridge import (
    DOUBLE,
    PASS,
    REDOUBLE,
    STRAINS,
    SUITS,
    Bid,
    Call,
    Contract,
    Hand,
    OpenerPosition,
    Scope,
    Seat,
    Strain,
    Suit,
    Vulnerability,
)
from bml_core.document import (
    ALL_PASS,
    AuctionBlock,
    AuctionEntry,
    BidSymbol,
    CallPattern,
    Diagram,
    Emphasis,
    EveryCall,
    History,
    Label,
    Link,
    LiteralCall,
    OppositeSuit,
    OwnSuit,
    RowCall,
    Span,
    Steps,
    StrainChoice,
    Strong,
    SuitSymbol,
)
from bml_core.render.ui_texts import ENGLISH, UiTexts, filled, split_at


@dataclass(frozen=True, slots=True)
class Symbols:
    """Suits after an optional prefix, such as the level of a bid: letters in the text, symbols to the eye.

    >>> Symbols("3", (Suit.CLUBS, Suit.DIAMONDS)).letters
    '3CD'
    """

    prefix: str
    suits: tuple[Suit, ...]

    @property
    def letters(self) -> str:
        """Return the bid in ASCII."""
        return self.prefix + "".join(suit.value for suit in self.suits)

    @property
    def signs(self) -> str:
        """Return the bid with printed suit signs."""
        return self.prefix + "".join(suit.symbol for suit in self.suits)

    def __str__(self) -> str:
        return self.letters


Piece = str | Symbols
"""A stretch of a bid column or of a line of facts."""


def letters(pieces: Iterable[Piece]) -> str:
    """Return the pieces in ASCII, suits as letters.

    >>> letters(("(", Symbols("1", (Suit.HEARTS,)), ")"))
    '(1H)'
    """
    return "".join(piece if isinstance(piece, str) else piece.letters for piece in pieces)


def signs(pieces: Iterable[Piece]) -> str:
    """Return the pieces with printed suit signs.

    >>> signs(("lead ", Symbols("", (Suit.SPADES,)), "A"))
    'lead ♠A'
    """
    return "".join(piece if isinstance(piece, str) else piece.signs for piece in pieces)


# ---------------------------------------------------------------- calls


@dataclass(frozen=True, slots=True)
class CallText:
    """How a call is shown. ``meaning`` says what shorthand such as ``1M`` stands for, else it is ""."""

    pieces: tuple[Piece, ...]
    meaning: str = ""
    theirs: bool = False
    alert: bool = False
    label: bool = False

    @property
    def shown(self) -> tuple[Piece, ...]:
        """Return the pieces with the parentheses of the opponents' call and the alert mark."""
        opened, closed = ("(", ")") if self.theirs else ("", "")
        mark = "!" if self.alert else ""
        return tuple(piece for piece in (opened, *self.pieces, closed, mark) if piece)

    def __str__(self) -> str:
        return letters(self.shown)


def bid_pieces(level: int, strains: tuple[Strain, ...]) -> tuple[Piece, ...]:
    """Return a level with one or more strains, notrump as ``NT``.

    >>> letters(bid_pieces(3, (Strain.CLUBS, Strain.NOTRUMP)))
    '3CNT'
    """
    suits = tuple(suit for suit in (strain.suit for strain in strains) if suit is not None)
    notrump = "NT" if Strain.NOTRUMP in strains else ""
    if not suits:
        return (f"{level}{notrump}",)
    return (Symbols(str(level), suits), notrump) if notrump else (Symbols(str(level), suits),)


def call_pieces(call: Call, words: UiTexts = ENGLISH) -> tuple[Piece, ...]:
    """Return one call: ``1NT``, a bid with its suit, or ``Pass``, ``Dbl``, ``Rdbl``."""
    if isinstance(call, Bid):
        return bid_pieces(call.level, (call.strain,))
    names: dict[Call, str] = {PASS: words.passed, DOUBLE: words.double, REDOUBLE: words.redouble}
    return (names[call],)


def symbol_pieces(span: SuitSymbol | OwnSuit | BidSymbol) -> tuple[Piece, ...]:
    """Return a suit or a bid inside running text."""
    if isinstance(span, BidSymbol):
        return bid_pieces(span.level, span.strains)
    return ("#",) if span.suit is None else (Symbols("", (span.suit,)),)


_WRITTEN_SUIT = re.compile(r"([\u2660-\u2667])[\ufe0e\ufe0f]?|!([cdhs])(?![a-zA-Z])")
_SUIT_OF = {suit.symbol: suit for suit in SUITS} | {suit.value.lower(): suit for suit in SUITS}
_HOLLOW = str.maketrans("\u2667\u2662\u2661\u2664", "\u2663\u2666\u2665\u2660")


def suit_pieces(text: str) -> tuple[Piece, ...]:
    """Return a text of other markup in pieces, with its suits as symbols.

    >>> [str(piece) for piece in suit_pieces("5+\u2665 or !s")]
    ['5+', 'H', ' or ', 'S']
    """
    pieces: list[Piece] = []
    done = 0
    if text.isascii() and "!" not in text:
        return (text,) if text else ()
    for found in _WRITTEN_SUIT.finditer(text):
        suit = _SUIT_OF[found[2] or found[1].translate(_HOLLOW)]
        pieces += [text[done : found.start()], Symbols("", (suit,))]
        done = found.end()
    return tuple(piece for piece in (*pieces, text[done:]) if piece != "")


def sign_text(spans: Iterable[Span]) -> str:
    """Return the characters of spans with printed suit signs, those of bids as well.

    >>> from bml_core.language import parse
    >>> sign_text(parse("* The *1C* opening, 5+!h").blocks[0].spans)
    'The 1♣ opening, 5+♥'
    """
    texts: list[str] = []
    for span in spans:
        match span:
            case SuitSymbol() | OwnSuit() | BidSymbol():
                texts.append(signs(symbol_pieces(span)))
            case Emphasis(inner) | Strong(inner) | Link(_, inner):
                texts.append(sign_text(inner))
            case _:
                texts.append(span.text)
    return "".join(texts)


def call_text(call: RowCall, words: UiTexts = ENGLISH) -> CallText:
    """Return the bid column of a row, as written where it is shorthand."""
    return _call_text(call.text, call.patterns, call.theirs, call.alert, words)


@lru_cache(maxsize=4096)
def _call_text(
    text: str, patterns: tuple[CallPattern, ...], theirs: bool, alert: bool, words: UiTexts
) -> CallText:
    written = text.split("/")
    is_label = all(isinstance(pattern, Label | EveryCall) for pattern in patterns)
    if len(written) != len(patterns):
        return CallText((text,), "", theirs, alert, is_label)
    pieces: list[Piece] = []
    for part, pattern in zip(written, patterns, strict=True):
        if pieces:
            pieces.append("/")
        pieces.extend(_pattern_pieces(part.strip(), pattern, words))
    meanings = [meaning for pattern in patterns if (meaning := _meaning(pattern, words))]
    return CallText(tuple(pieces), "; ".join(meanings), theirs, alert, is_label)


def _pattern_pieces(written: str, pattern: CallPattern, words: UiTexts) -> tuple[Piece, ...]:
    if isinstance(pattern, LiteralCall):
        return call_pieces(pattern.call, words)
    if isinstance(pattern, StrainChoice) and pattern.variable is None:
        order = written[1:].upper().replace("NT", "N")
        if sorted(order) == sorted(strain.value for strain in pattern.strains):
            return bid_pieces(pattern.level, tuple(Strain(letter) for letter in order))
    return (written,)


def _meaning(pattern: CallPattern, words: UiTexts) -> str:
    match pattern:
        case StrainChoice(level, strains, variable):
            *others, last = [signs(bid_pieces(level, (strain,))) for strain in STRAINS if strain in strains]
            choice = filled(words.choice, first=", ".join(others), last=last) if others else last
            return filled(words.any_suit, level=level, choice=choice) if variable == "X" else choice
        case OppositeSuit(level, variable):
            return filled(words.other_major if variable == "M" else words.other_minor, level=level)
        case Steps(count):
            return filled(words.steps if count > 1 else words.one_step, count=count)
    return ""


def history_texts(history: History, words: UiTexts = ENGLISH) -> tuple[CallText, ...]:
    """Return the calls of the auction so far."""
    return tuple(call_text(call, words) for call in history.calls)


def entry_text(entry: AuctionEntry, words: UiTexts = ENGLISH) -> CallText:
    """Return an entry of an auction block; what is not a call is shown as written."""
    if entry.call is None:
        text = words.all_pass if entry.text == ALL_PASS else entry.text
        return CallText((text,), "", entry.theirs, entry.alert, label=True)
    return CallText(call_pieces(entry.call, words), "", entry.theirs, entry.alert)


# ---------------------------------------------------------------- seats, boards, scopes

VOID = "—"


def seat_word(seat: Seat, words: UiTexts = ENGLISH) -> str:
    """Return the name of a seat."""
    return {Seat.NORTH: words.north, Seat.EAST: words.east, Seat.SOUTH: words.south, Seat.WEST: words.west}[
        seat
    ]


def seat_letter(seat: Seat, words: UiTexts = ENGLISH) -> str:
    """Return the letter that stands for a seat around a compass."""
    return seat_word(seat, words)[:1]


def vulnerable_seats(vulnerability: Vulnerability | None) -> frozenset[Seat]:
    """Return the seats whose side is vulnerable."""
    return frozenset(seat for seat in Seat if vulnerability and vulnerability.includes(seat))


def contract_pieces(contract: Contract, words: UiTexts = ENGLISH) -> tuple[Piece, ...]:
    """Return a final contract in words: ``4♠ doubled by South``, ``Passed out``."""
    if contract.bid is None:
        return (words.passed_out,)
    pieces = call_pieces(contract.bid)
    if contract.doubling is not PASS:
        text = words.doubled if contract.doubling is DOUBLE else words.redoubled
        pieces = _around(text, "bid", pieces)
    if contract.declarer:
        text = words.declared.replace("{seat}", seat_word(contract.declarer, words))
        pieces = _around(text, "contract", pieces)
    return pieces


def _around(text: str, name: str, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Return a text with pieces in one of its places."""
    before, behind = split_at(text, name)
    return tuple(piece for piece in (before, *pieces, behind) if piece)


def diagram_facts(diagram: Diagram, words: UiTexts = ENGLISH) -> tuple[tuple[Piece, ...], ...]:
    """Return the facts in the header of a diagram, in a fixed order."""
    facts: list[tuple[Piece, ...]] = []
    if diagram.board is not None:
        facts.append((filled(words.board, number=diagram.board),))
    if diagram.dealer is not None:
        facts.append((filled(words.dealer, seat=seat_word(diagram.dealer, words)),))
    if diagram.vulnerability is not None:
        names = {
            Vulnerability.ALL: words.all_vulnerable,
            Vulnerability.NORTH_SOUTH: words.north_south_vulnerable,
            Vulnerability.EAST_WEST: words.east_west_vulnerable,
            Vulnerability.NONE: words.nobody_vulnerable,
        }
        facts.append((names[diagram.vulnerability],))
    if diagram.contract is not None:
        outcome = "" if diagram.result is None else f" {diagram.contract.outcome(diagram.result)}"
        facts.append((*contract_pieces(diagram.contract, words), outcome.replace("-", "\N{MINUS SIGN}")))
    if diagram.lead is not None:
        card = (Symbols("", (diagram.lead.suit,)), diagram.lead.rank)
        facts.append(_around(words.lead, "card", card))
    return (*facts, (diagram.remark,)) if diagram.remark else tuple(facts)


def hand_holdings(holdings: tuple[str, str, str, str]) -> tuple[tuple[Suit, str], ...]:
    """Return suit and printed holding, spades first; the ten stays ``T``, a void is a dash.

    >>> hand_holdings(("AKx", "", "T9", "Q"))[1:3]
    ((Suit.HEARTS, '—'), (Suit.DIAMONDS, 'T9'))
    """
    return tuple(zip(reversed(SUITS), (holding or VOID for holding in holdings), strict=True))


def diagram_holdings(diagram: Diagram, hand: Hand) -> tuple[tuple[Suit | None, str], ...]:
    """Return suit and printed holding of a hand of a diagram; that of a single suit has one of them.

    >>> from bml_core.bridge import Deal
    >>> from bml_core.diagnostics import Location
    >>> diagram = Diagram(Deal(Hand("AQT4", "", "", "")), Location("", 1), one_suit="?")
    >>> diagram_holdings(diagram, diagram.deal.north)
    ((None, 'AQT4'),)
    """
    holdings = hand_holdings(hand.holdings)
    if diagram.one_suit == "?":
        return ((None, holdings[0][1]),)
    return tuple(each for each in holdings if diagram.one_suit in ("", each[0].value))


def points_text(hand: Hand, words: UiTexts = ENGLISH) -> str:
    """Return the high-card points of a full hand; "" for part of a hand, which says too little."""
    return filled(words.points, count=hand.hcp) if hand.is_full else ""


def scope_words(scope: Scope, words: UiTexts = ENGLISH) -> str:
    """Return the seat and vulnerability that a table is limited to; "" for none.

    >>> from bml_core.bridge import SideVulnerability
    >>> scope_words(Scope(OpenerPosition.THIRD, SideVulnerability(we=False)))
    '3rd seat, we are not vulnerable'
    """
    seats = {
        OpenerPosition.FIRST: words.first_seat,
        OpenerPosition.SECOND: words.second_seat,
        OpenerPosition.THIRD: words.third_seat,
        OpenerPosition.FOURTH: words.fourth_seat,
        OpenerPosition.FIRST_OR_SECOND: words.first_or_second_seat,
        OpenerPosition.THIRD_OR_FOURTH: words.third_or_fourth_seat,
    }
    # Whether we are vulnerable, and they.
    sides: dict[tuple[bool | None, bool | None], str] = {
        (True, True): words.both_vulnerable,
        (False, False): words.neither_vulnerable,
        (True, False): words.only_we_vulnerable,
        (False, True): words.only_they_vulnerable,
        (True, None): words.we_vulnerable,
        (False, None): words.we_not_vulnerable,
        (None, True): words.they_vulnerable,
        (None, False): words.they_not_vulnerable,
    }
    texts = (seats.get(scope.position), sides.get((scope.vulnerability.we, scope.vulnerability.they)))
    return ", ".join(text for text in texts if text)


# ---------------------------------------------------------------- auctions in columns

COLUMNS = (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH)
_WIDTH = len(COLUMNS)
_OPEN_ENTRIES = frozenset({"-", "–", "—"})


_Shown = TypeVar("_Shown")


def arrange_auctions(blocks: Iterable[_Shown]) -> Iterator[_Shown | AuctionBlock]:
    """Yield the blocks, with auctions in columns West, North, East, South where their seats are known.

    The line above an auction names the seats; without one the first call is the dealer's, where a diagram
    above names the dealer. An auction without seats stays as it is.
    """
    dealer: Seat | None = None
    for block in blocks:
        if isinstance(block, Diagram):
            dealer = block.dealer
        yield arrange_auction(block, dealer) if isinstance(block, AuctionBlock) else block


def arrange_auction(auction: AuctionBlock, dealer: Seat | None = None) -> AuctionBlock:
    """Return the auction in columns West, North, East, South, where its seats are known."""
    if 0 < len(auction.seats) < _WIDTH:
        return auction
    if auction.seats:
        start = COLUMNS.index(auction.seats[0])
    elif dealer is not None:
        # Places that are left open before the first call have no seat of their own.
        entries = chain.from_iterable(auction.rows)
        left_open = sum(1 for _ in takewhile(lambda entry: entry.text in _OPEN_ENTRIES, entries))
        start = (COLUMNS.index(dealer) - left_open) % _WIDTH
    else:
        return auction
    if start == 0:
        return replace(auction, seats=COLUMNS)
    rows: dict[int, list[AuctionEntry]] = {}
    for number, row in enumerate(auction.rows):
        for position, entry in enumerate(row):
            index = number * _WIDTH + position + start
            cells = rows.setdefault(index // _WIDTH, [])
            blank = AuctionEntry("", None, theirs=False, alert=False, location=entry.location)
            cells += [blank] * (index % _WIDTH - len(cells))
            cells.append(entry)
    return replace(auction, rows=tuple(map(tuple, rows.values())), seats=COLUMNS)
