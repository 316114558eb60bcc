"""What pages say about calls, boards and seats, whatever their format: words, letters and suits."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from bml_core.bridge import (
    STRAINS,
    SUITS,
    Action,
    Bid,
    Call,
    Contract,
    Hand,
    OpenerPosition,
    Scope,
    Seat,
    SideVulnerability,
    Strain,
    Suit,
    Vulnerability,
)
from bml_core.document import (
    AuctionEntry,
    BidSymbol,
    CallPattern,
    Diagram,
    EveryCall,
    History,
    Label,
    LiteralCall,
    OppositeSuit,
    OwnSuit,
    RowCall,
    Steps,
    StrainChoice,
    SuitSymbol,
)


@dataclass(frozen=True, slots=True)
class Symbols:
    """Suits behind an optional prefix, such as the level of a bid: letters in the text, symbols to the eye.

    >>> Symbols("3", (Suit.CLUBS, Suit.DIAMONDS)).letters
    '3CD'
    """

    prefix: str
    suits: tuple[Suit, ...]

    @property
    def letters(self) -> str:
        """The bid in ASCII."""
        return self.prefix + "".join(suit.value for suit in self.suits)

    @property
    def signs(self) -> str:
        """The bid with printed suit signs."""
        return self.prefix + "".join(suit.symbol for suit in self.suits)

    def __str__(self) -> str:
        return self.letters


Piece = str | Symbols
"""A stretch of a bid column or of a line of facts."""


def letters(pieces: Iterable[Piece]) -> str:
    """The pieces in ASCII, suits as letters.

    >>> letters(("(", Symbols("1", (Suit.HEARTS,)), ")"))
    '(1H)'
    """
    return "".join(piece if isinstance(piece, str) else piece.letters for piece in pieces)


def signs(pieces: Iterable[Piece]) -> str:
    """The pieces with printed suit signs.

    >>> signs(("lead ", Symbols("", (Suit.SPADES,)), "A"))
    'lead ♠A'
    """
    return "".join(piece if isinstance(piece, str) else piece.signs for piece in pieces)


# ---------------------------------------------------------------- calls

ACTION_WORDS = {Action.PASS: "Pass", Action.DOUBLE: "Dbl", Action.REDOUBLE: "Rdbl"}


@dataclass(frozen=True, slots=True)
class CallWording:
    """How a call is shown. ``meaning`` says what shorthand such as ``1M`` stands for, else it is ""."""

    pieces: tuple[Piece, ...]
    meaning: str = ""
    theirs: bool = False
    alert: bool = False
    label: bool = False

    @property
    def shown(self) -> tuple[Piece, ...]:
        """The pieces with the parentheses of the opponents' call and the alert mark."""
        opened, closed = ("(", ")") if self.theirs else ("", "")
        mark = "!" if self.alert else ""
        return tuple(piece for piece in (opened, *self.pieces, closed, mark) if piece)

    def __str__(self) -> str:
        return letters(self.shown)


def bid_pieces(level: int, strains: tuple[Strain, ...]) -> tuple[Piece, ...]:
    """A level with one or more strains, notrump as ``NT``.

    >>> letters(bid_pieces(3, (Strain.CLUBS, Strain.NOTRUMP)))
    '3CNT'
    """
    suits = tuple(suit for suit in (strain.suit for strain in strains) if suit is not None)
    notrump = "NT" if Strain.NOTRUMP in strains else ""
    if not suits:
        return (f"{level}{notrump}",)
    return (Symbols(str(level), suits), notrump) if notrump else (Symbols(str(level), suits),)


def call_pieces(call: Call) -> tuple[Piece, ...]:
    """One call: ``1NT``, a bid with its suit, or ``Pass``, ``Dbl``, ``Rdbl``."""
    return bid_pieces(call.level, (call.strain,)) if isinstance(call, Bid) else (ACTION_WORDS[call],)


def symbol_pieces(span: SuitSymbol | OwnSuit | BidSymbol) -> tuple[Piece, ...]:
    """A suit or a bid inside running text."""
    if isinstance(span, BidSymbol):
        return bid_pieces(span.level, span.strains)
    return ("#",) if span.suit is None else (Symbols("", (span.suit,)),)


def call_wording(call: RowCall) -> CallWording:
    """The bid column of a row, as written where it is shorthand."""
    return _call_wording(call.text, call.patterns, call.theirs, call.alert)


@lru_cache(maxsize=4096)
def _call_wording(text: str, patterns: tuple[CallPattern, ...], theirs: bool, alert: bool) -> CallWording:
    written = text.split("/")
    if len(written) != len(patterns):
        return CallWording((text,), "", theirs, alert, _is_label(patterns))
    pieces: list[Piece] = []
    for part, pattern in zip(written, patterns, strict=True):
        if pieces:
            pieces.append("/")
        pieces.extend(_pattern_pieces(part.strip(), pattern))
    meanings = [meaning for meaning in map(_meaning, patterns) if meaning]
    return CallWording(tuple(pieces), "; ".join(meanings), theirs, alert, _is_label(patterns))


def _is_label(patterns: tuple[CallPattern, ...]) -> bool:
    return all(isinstance(pattern, Label | EveryCall) for pattern in patterns)


def _pattern_pieces(written: str, pattern: CallPattern) -> tuple[Piece, ...]:
    if isinstance(pattern, LiteralCall):
        return call_pieces(pattern.call)
    if isinstance(pattern, StrainChoice) and pattern.variable is None:
        order = written[1:].upper().replace("NT", "N")
        if sorted(order) == sorted(strain.value for strain in pattern.strains):
            return bid_pieces(pattern.level, tuple(Strain(letter) for letter in order))
    return (written,)


def _meaning(pattern: CallPattern) -> str:
    match pattern:
        case StrainChoice(level, strains):
            return _either([signs(bid_pieces(level, (strain,))) for strain in STRAINS if strain in strains])
        case OppositeSuit(level, variable):
            return f"{level} of the other {'major' if variable == 'M' else 'minor'}"
        case Steps(count):
            return f"{count} step{'s' if count > 1 else ''} above the last bid"
    return ""


def _either(words: list[str]) -> str:
    if len(words) == 1:
        return words[0]
    return f"{', '.join(words[:-1])} or {words[-1]}"


def history_wordings(history: History) -> tuple[CallWording, ...]:
    """The calls of the auction so far."""
    return tuple(call_wording(call) for call in history.calls)


def entry_wording(entry: AuctionEntry) -> CallWording:
    """An entry of an auction block; what is no call is shown as written."""
    if entry.call is None:
        return CallWording((entry.text,), "", entry.theirs, entry.alert, label=True)
    return CallWording(call_pieces(entry.call), "", entry.theirs, entry.alert)


# ---------------------------------------------------------------- seats, boards, scopes

SEAT_WORDS = {Seat.NORTH: "North", Seat.EAST: "East", Seat.SOUTH: "South", Seat.WEST: "West"}
_VULNERABILITY_WORDS = {
    Vulnerability.NONE: "Nobody vulnerable",
    Vulnerability.NORTH_SOUTH: "North–South vulnerable",
    Vulnerability.EAST_WEST: "East–West vulnerable",
    Vulnerability.ALL: "All vulnerable",
}
_DOUBLING_WORDS = {Action.PASS: "", Action.DOUBLE: " doubled", Action.REDOUBLE: " redoubled"}
_POSITION_WORDS = {
    OpenerPosition.FIRST: "1st seat",
    OpenerPosition.SECOND: "2nd seat",
    OpenerPosition.THIRD: "3rd seat",
    OpenerPosition.FOURTH: "4th seat",
    OpenerPosition.FIRST_OR_SECOND: "1st or 2nd seat",
    OpenerPosition.THIRD_OR_FOURTH: "3rd or 4th seat",
}
VOID = "—"
LINK_TO = "Link to"


def vulnerable_seats(vulnerability: Vulnerability | None) -> frozenset[Seat]:
    """The seats whose side is vulnerable."""
    north_south, east_west = {Seat.NORTH, Seat.SOUTH}, {Seat.EAST, Seat.WEST}
    match vulnerability:
        case Vulnerability.ALL:
            return frozenset(Seat)
        case Vulnerability.NORTH_SOUTH:
            return frozenset(north_south)
        case Vulnerability.EAST_WEST:
            return frozenset(east_west)
    return frozenset()


def contract_pieces(contract: Contract) -> tuple[Piece, ...]:
    """A final contract in words: ``4♠ doubled by South``, ``Passed out``."""
    if contract.bid is None:
        return ("Passed out",)
    by = f" by {SEAT_WORDS[contract.declarer]}" if contract.declarer else ""
    return (*call_pieces(contract.bid), _DOUBLING_WORDS[contract.doubling] + by)


def diagram_facts(diagram: Diagram) -> tuple[tuple[Piece, ...], ...]:
    """What the header of a diagram says, one entry a fact, in a fixed order."""
    facts: list[tuple[Piece, ...]] = []
    if diagram.board is not None:
        facts.append((f"Board {diagram.board}",))
    if diagram.dealer is not None:
        facts.append((f"Dealer {SEAT_WORDS[diagram.dealer]}",))
    if diagram.vulnerability is not None:
        facts.append((_VULNERABILITY_WORDS[diagram.vulnerability],))
    if diagram.contract is not None:
        facts.append(contract_pieces(diagram.contract))
    if diagram.lead is not None:
        suit, rank = diagram.lead
        facts.append(("Lead ", Symbols("", (suit,)), rank_text(rank)))
    return tuple(facts)


def rank_text(rank: str) -> str:
    """A rank as printed, the ten in digits."""
    return "10" if rank == "T" else rank


def hand_holdings(holdings: tuple[str, str, str, str]) -> tuple[tuple[Suit, str], ...]:
    """Suit and printed holding, spades first; the ten stays ``T``, a void is a dash.

    >>> hand_holdings(("AKx", "", "T9", "Q"))[1:3]
    ((<Suit.HEARTS: 'H'>, '—'), (<Suit.DIAMONDS: 'D'>, 'T9'))
    """
    return tuple(zip(reversed(SUITS), (holding or VOID for holding in holdings), strict=True))


def hand_pieces(hand: Hand) -> tuple[Piece, ...]:
    """A hand in one line: each suit before its holding.

    >>> letters(hand_pieces(Hand("AKx", "", "T9", "Q")))
    'SAKx H— DT9 CQ'
    """
    pieces: list[Piece] = []
    for suit, holding in hand_holdings(hand.holdings):
        pieces += [Symbols("", (suit,)), f"{holding} "]
    return (*pieces[:-1], str(pieces[-1]).rstrip())


def points_text(hand: Hand) -> str:
    """The high-card points of a full hand; "" for part of a hand, which says too little."""
    return f"{hand.hcp} hcp" if hand.is_full else ""


def scope_words(scope: Scope) -> str:
    """When a table holds; "" where it always does.

    >>> scope_words(Scope(OpenerPosition.THIRD, SideVulnerability(we=False)))
    '3rd seat, we are not vulnerable'
    """
    words = (_POSITION_WORDS.get(scope.position, ""), _side_words(scope.vulnerability))
    return ", ".join(word for word in words if word)


def _side_words(vulnerability: SideVulnerability) -> str:
    match vulnerability.we, vulnerability.they:
        case None, None:
            return ""
        case True, True:
            return "both sides are vulnerable"
        case False, False:
            return "neither side is vulnerable"
        case True, False:
            return "only we are vulnerable"
        case False, True:
            return "only they are vulnerable"
        case we, None:
            return "we are vulnerable" if we else "we are not vulnerable"
        case _, they:
            return "they are vulnerable" if they else "they are not vulnerable"
