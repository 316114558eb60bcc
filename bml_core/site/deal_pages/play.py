"""Show the play of a board as a table: a line for each trick."""

from __future__ import annotations

from collections.abc import Sequence

from bml_core.bridge import Board, Card, Seat, Strain, seats_of_play, winner
from bml_core.diagnostics import Location
from bml_core.document import Emphasis, Span, Strong, SuitSymbol, Table, TableRow, Text
from bml_core.render import COLUMNS, ENGLISH, Words, rank_text, seat_word

Cell = tuple[Span, ...]
_TRICK = 4


def play_table(board: Board, place: Location, words: Words = ENGLISH) -> Table | None:
    """Return a table of tricks, with the lead in italics and the winner in bold; None without cards.

    If the leader or the trumps are unknown, each trick is its cards in the order of the play.

    >>> from bml_core.bridge import CARDS
    >>> here = Location("", 1)
    >>> played = tuple(CARDS[card] for card in ("HK", "H2", "HA", "H3"))
    >>> table = play_table(Board(strain=Strain.SPADES, leader=Seat.WEST, play=played), here)
    >>> len(table.rows), table.columns
    (1, 5)
    """
    if not board.play:
        return None
    leader, strain = board.opening_leader, board.trumps
    tricks = [board.play[start : start + _TRICK] for start in range(0, len(board.play), _TRICK)]
    if leader is None or strain is None:
        rows = [
            [_text(str(number), place), _in_order(trick, place)] for number, trick in enumerate(tricks, 1)
        ]
        return _table([_text(words.trick, place), _text(words.cards, place)], rows, place)
    seats = seats_of_play(board.play, leader, strain)
    rows = [
        [_text(str(number), place), *_cells(trick, seats[(number - 1) * _TRICK :], strain, place)]
        for number, trick in enumerate(tricks, 1)
    ]
    head = [words.trick, *(seat_word(seat, words) for seat in COLUMNS)]
    return _table([_text(word, place) for word in head], rows, place)


def _cells(trick: Sequence[Card], seats: Sequence[Seat], strain: Strain, place: Location) -> list[Cell]:
    won = winner(trick, strain) if len(trick) == _TRICK else -1
    cells: dict[Seat, Cell] = {}
    for number, (seat, card) in enumerate(zip(seats, trick, strict=False)):
        shown = card_spans(card, place)
        shown = (Emphasis(shown, place),) if number == 0 else shown
        cells[seat] = (Strong(shown, place),) if number == won else shown
    return [cells.get(seat, ()) for seat in COLUMNS]


def _in_order(trick: Sequence[Card], place: Location) -> Cell:
    spans: list[Span] = []
    for card in trick:
        spans += [*([Text(" ", place)] if spans else []), *card_spans(card, place)]
    return tuple(spans)


def card_spans(card: Card, place: Location) -> Cell:
    """Return a card with the sign of its suit."""
    return SuitSymbol(card.suit, place), Text(rank_text(card.rank), place)


def _text(text: str, place: Location) -> Cell:
    return (Text(text, place),) if text else ()


def _table(head: list[Cell], rows: list[list[Cell]], place: Location) -> Table:
    return Table(
        (TableRow(tuple(head), place),),
        tuple(TableRow(tuple(row), place) for row in rows),
        len(head),
        place,
    )
