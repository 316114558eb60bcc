"""Decks for the games of Trickster Cards: PBN and LIN files with nothing but whole deals.

Source: the page "Uploading Decks" of Trickster Cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from bml_core.bridge import FULL_HAND, Board, Deal, Seat
from bml_core.diagnostics import Diagnostic, Location
from bml_core.formats.dealing import card_faults, is_pack
from bml_core.formats.lin.values import SEATS, hand_word
from bml_core.formats.pbn.values import deal_word

_PACK = 4 * FULL_HAND


def refusals(board: Board, place: Location) -> tuple[Diagnostic, ...]:
    """Why a board is no deck: what keeps it from being 52 different cards; nothing if it is one.

    >>> print(*refusals(Board(number=2), Location("hands.pbn", 9)))
    hands.pbn:9:1: error BML821: Board 2 is no deck: the hands of North, East, South, West are missing. ...
    """
    if is_pack(board.deal):
        return ()
    missing = [seat.name.title() for seat in Seat if board.deal.hand(seat) is None]
    reasons = [sentence.rstrip(".") for _, sentence in card_faults(board.deal)]
    if missing:
        plural = len(missing) > 1
        reasons.append(f"the hand{'s' * plural} of {', '.join(missing)} {'are' if plural else 'is'} missing")
    hands = [hand for seat in Seat if (hand := board.deal.hand(seat)) is not None]
    if any("x" in suit for hand in hands for suit in hand.holdings):
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


def written_pbn(boards: Iterable[Board]) -> Iterator[str]:
    """The Deal tags of boards, with empty lines between them; without a dealer South deals.

    >>> print(*written_pbn([Board()]))
    [Deal "S:- - - -"]
    """
    for place, board in enumerate(boards):
        yield "\n" * bool(place) + f'[Deal "{deal_word(board.deal, board.dealer or Seat.SOUTH)}"]\n'


def written_lin(boards: Iterable[Board], *, dealer_first: bool = False) -> Iterator[str]:
    """The md commands of boards with all four hands, each on a line of its own.

    The hands begin with South's or, as in the examples of the page, with the dealer's.

    >>> print(*written_lin([Board(dealer=Seat.WEST)]))
    md|2,,,|
    """
    for board in boards:
        dealer = board.dealer or Seat.SOUTH
        seats = _around(dealer) if dealer_first else SEATS
        hands = ",".join(hand_word(board.deal.hand(seat)) for seat in seats)
        yield f"md|{SEATS.index(dealer) + 1}{hands}|\n"


def with_dealer_first(board: Board) -> Board:
    """The board of a LIN file whose hands begin with the dealer's, which were read as beginning with South's.

    >>> from bml_core.bridge import Hand
    >>> listed = Board(dealer=Seat.WEST, deal=Deal(south=Hand("AK", "", "", "")))
    >>> with_dealer_first(listed).deal.west
    Hand(spades='AK', hearts='', diamonds='', clubs='')
    """
    dealer = board.dealer or Seat.SOUTH
    moved = zip(_around(dealer), SEATS, strict=True)
    return replace(board, deal=Deal(**{seat.name.lower(): board.deal.hand(read) for seat, read in moved}))


def _around(first: Seat) -> tuple[Seat, ...]:
    return tuple(first.after(place) for place in range(len(SEATS)))
