"""The formats that boards are written in, what is lost in each, and decks for Trickster Cards.

Source of the latter: the page "Uploading Decks" of Trickster Cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from bml_core.bridge import FULL_HAND, Board, Deal, Seat
from bml_core.diagnostics import Diagnostic, Location
from bml_core.formats import bml, lin, pbn
from bml_core.formats.boards import duplicate_cards, has_small_cards, is_pack, report_losses, uneven_hands
from bml_core.formats.deals.reading import Dealt
from bml_core.formats.lin import SEATS, write_hand
from bml_core.formats.pbn import write_deal


def _encode_utf8(parts: Iterable[str], _needed: bool) -> Iterator[bytes]:
    return (part.encode("utf-8", "replace") for part in parts)


def _always(_text: str) -> bool:
    return True


def _write_pbn(boards: Iterable[Dealt]) -> Iterator[str]:
    return pbn.write_games(d.source if isinstance(d.source, pbn.Game) else d.board for d in boards)


def _write_lin(boards: Iterable[Dealt]) -> Iterator[str]:
    return lin.write_records(d.source if isinstance(d.source, lin.Record) else d.board for d in boards)


def _write_bml(boards: Iterable[Dealt]) -> Iterator[str]:
    for place, part in enumerate(bml.board_texts(dealt.board for dealt in boards)):
        yield "\n" * bool(place) + part


@dataclass(frozen=True, slots=True)
class DealFormat:
    """A format that boards are written in.

    Boards that were read from a file of the same format are written as they were read, unknown tags and
    commands too.

    Attributes:
        name: The name in options and commands.
        ending: The ending of its files.
        title: Its name in sentences.
        write_parts: Yields the text in parts.
        board_losses: Reports what of a board the format cannot hold.
        source: The type of a board that was read from a file of this format.
        encode_parts: Yields the bytes of a file, given its text in parts and whether to write UTF-8.
        needs_utf8: Tells whether a part has to be written as UTF-8.
    """

    name: str
    ending: str
    title: str
    write_parts: Callable[[Iterable[Dealt]], Iterator[str]]
    board_losses: Callable[[Board, Location], tuple[Diagnostic, ...]]
    source: type[pbn.Game] | type[lin.Record] | None
    encode_parts: Callable[[Iterable[str], bool], Iterator[bytes]] = _encode_utf8
    needs_utf8: Callable[[str], bool] = _always

    def write(self, boards: Iterable[Dealt]) -> str:
        """Return the text of a file.

        >>> FORMATS["lin"].write([])
        ''
        """
        return "".join(self.write_parts(boards))

    def encode(self, text: str) -> bytes:
        r"""Return the bytes of a file with this text.

        >>> FORMATS["pbn"].encode("% PBN 2.1\n")
        b'% PBN 2.1\r\n'
        """
        return b"".join(self.encode_parts((text,), self.needs_utf8(text)))

    def losses(self, dealt: Dealt) -> tuple[Diagnostic, ...]:
        """Report what is lost when a board is written in this format; nothing, if it was read from it."""
        if self.source is not None and isinstance(dealt.source, self.source):
            return ()
        own = ", ".join(_source_losses(dealt))
        more = [(f"{self.title} has no place for {own}.", "")] if own else []
        return (*self.board_losses(dealt.board, dealt.place), *report_losses(dealt.board, dealt.place, more))


def _source_losses(dealt: Dealt) -> tuple[str, ...]:
    """Return what is in no board: it stays behind in the file that the board was read from."""
    if isinstance(dealt.source, pbn.Game):
        return pbn.game_losses(dealt.source, dealt.board)
    return lin.record_losses(dealt.source) if dealt.source is not None else ()


FORMATS = {
    form.name: form
    for form in (
        DealFormat("pbn", ".pbn", "PBN", _write_pbn, pbn.losses, pbn.Game, pbn.encode, pbn.needs_utf8),
        DealFormat("lin", ".lin", "LIN", _write_lin, lin.losses, lin.Record),
        DealFormat("bml", ".bml", "BML", _write_bml, bml.losses, None),
    )
}
"""The formats by name."""


# ---------------------------------------------------------------- decks for Trickster Cards

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


def write_pbn_decks(boards: Iterable[Board]) -> Iterator[str]:
    """Yield the Deal tags of boards, with empty lines between them; without a dealer South deals.

    >>> print(*write_pbn_decks([Board()]))
    [Deal "S:- - - -"]
    """
    for place, board in enumerate(boards):
        yield "\n" * bool(place) + f'[Deal "{write_deal(board.deal, board.dealer or Seat.SOUTH)}"]\n'


def write_lin_decks(boards: Iterable[Board], *, dealer_first: bool = False) -> Iterator[str]:
    """Yield the md commands of boards with all four hands, each on a line of its own.

    The hands begin with South's or, as in the examples of the page, with the dealer's.

    >>> print(*write_lin_decks([Board(dealer=Seat.WEST)]))
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
