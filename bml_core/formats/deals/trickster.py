"""Decks for the games of Trickster Cards: PBN and LIN files with nothing but whole deals.

Source: the page "Uploading Decks" of Trickster Cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from bml_core.bridge import FULL_HAND, Board, Deal, Seat
from bml_core.diagnostics import Diagnostic, Location
from bml_core.formats.lin import SEATS, write_hand
from bml_core.formats.packs import duplicate_cards, has_small_cards, is_pack, uneven_hands
from bml_core.formats.pbn import write_deal

_PACK = 4 * FULL_HAND


def check_deck(board: Board, place: Location) -> tuple[Diagnostic, ...]:
    """Return why a board is no deck of 52 different cards; nothing if it is one.

    >>> print(*check_deck(Board(number=2), Location("hands.pbn", 9)))
    hands.pbn:9:1: error BML821: Board 2 is no deck: the hands of North, East, South, West are missing. ...
    """
    if is_pack(board.deal):
        return ()
    missing = [seat.name.title() for seat in Seat if board.deal.hand(seat) is None]
    reasons = [s.rstrip(".") for s in (*duplicate_cards(board.deal), *uneven_hands(board.deal))]
    if missing:
        plural = len(missing) > 1
        reasons.append(f"the hand{'s' * plural} of {', '.join(missing)} {'are' if plural else 'is'} missing")
    if any(has_small_cards(board.deal.hand(seat)) for seat in Seat):
        reasons.append("small cards have no names")
    name = "The board" if board.number is None else f"Board {board.number}"
    hint = f"A deck has {_PACK} different cards."
    return tuple(
        Diagnostic("BML821", f"{name} is no deck: {_lower(reason)}.", place, hint) for reason in reasons
    )


def _lower(sentence: str) -> str:
    return (
        sentence
        if sentence.startswith(("North", "East", "South", "West"))
        else (sentence[0].lower() + sentence[1:])
    )


def write_pbn(boards: Iterable[Board]) -> Iterator[str]:
    """Yield the Deal tags of boards, with empty lines between them; without a dealer South deals.

    >>> print(*write_pbn([Board()]))
    [Deal "S:- - - -"]
    """
    for place, board in enumerate(boards):
        yield "\n" * bool(place) + f'[Deal "{write_deal(board.deal, board.dealer or Seat.SOUTH)}"]\n'


def write_lin(boards: Iterable[Board], *, dealer_first: bool = False) -> Iterator[str]:
    """Yield the md commands of boards with all four hands, each on a line of its own.

    The hands begin with South's or, as in the examples of the page, with the dealer's.

    >>> print(*write_lin([Board(dealer=Seat.WEST)]))
    md|2,,,|
    """
    for board in boards:
        dealer = board.dealer or Seat.SOUTH
        seats = _around(dealer) if dealer_first else SEATS
        hands = ",".join(write_hand(board.deal.hand(seat)) for seat in seats)
        yield f"md|{SEATS.index(dealer) + 1}{hands}|\n"


def with_dealer_first(board: Board) -> Board:
    """Return the board of a LIN file whose hands begin with the dealer's but were read from South's on.

    >>> from bml_core.bridge import Hand
    >>> listed = Board(dealer=Seat.WEST, deal=Deal(south=Hand("AK", "", "", "")))
    >>> with_dealer_first(listed).deal.west.spades
    'AK'
    """
    dealer = board.dealer or Seat.SOUTH
    moved = zip(_around(dealer), SEATS, strict=True)
    return replace(board, deal=Deal(**{seat.name.lower(): board.deal.hand(read) for seat, read in moved}))


def _around(first: Seat) -> tuple[Seat, ...]:
    return tuple(first.after(place) for place in range(len(SEATS)))
