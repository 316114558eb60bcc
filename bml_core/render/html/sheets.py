"""Hand record sheets, as clubs print them: 9, 12 or 18 boards a page with hcp, tricks and par."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bml_core._package import checked
from bml_core.bridge import Board, Seat, Suit
from bml_core.render.calls import Piece, Symbols, hand_holdings, seat_letter, vulnerable_seats
from bml_core.render.html.inline import escape
from bml_core.render.html.page import asset_path
from bml_core.render.ui_texts import UiTexts, filled, read_language

#: The sizes of paper: the name in a style sheet, and the height between the margins in millimetres.
_PAPERS = {"a4": ("A4", 277), "letter": ("letter", 259)}
#: Rows of three boards, by the number of boards of a page.
_ROWS = {9: 3, 12: 4, 18: 6}
_POINTS = {9: 10.0, 12: 8.6, 18: 7.2}
# Tricks are below the hands, or on a full sheet beside South.
_TRICKS = {9: "4 / 2 / 5 / 4", 12: "4 / 2 / 5 / 4", 18: "3 / 3"}
_STYLE = "bml-records.css"
_DECLARERS = (Seat.NORTH, Seat.SOUTH, Seat.EAST, Seat.WEST)


@dataclass(frozen=True, slots=True)
class RecordedBoard:
    """A board of a sheet.

    ``tricks`` are those of each seat as declarer, clockwise from North, in clubs, diamonds, hearts, spades
    and notrump; () where they are not known. ``par`` is the best score of both sides in words, or "".
    """

    board: Board
    tricks: tuple[tuple[int, ...], ...] = ()
    par: tuple[Piece, ...] = ()


@checked
def record_sheets(
    boards: Sequence[RecordedBoard],
    *,
    title: str = "",
    per_page: int = 12,
    paper: str = "a4",
    language: str = "en",
) -> Iterator[str]:
    """Yield a page of HTML in parts, which prints as sheets with this number of boards each.

    >>> "<article>" in "".join(record_sheets([RecordedBoard(Board(number=7))]))
    True
    """
    size, height = _PAPERS[paper]
    words = read_language(language)
    rows = _ROWS[per_page]
    style = (
        f"@page {{ size: {size}; margin: 10mm; }}\n:root {{ --size: {_POINTS[per_page]}pt; --rows: {rows}; "
        f"--height: {(height - 1) / rows:.2f}mm; --tricks: {_TRICKS[per_page]}; }}\n"
    )
    heading = f"<h1>{escape(title)}</h1>\n" if title else ""
    yield (
        f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{escape(title)}</title>\n<style>\n{style}{asset_path(_STYLE).read_text('utf-8')}</style>\n</head>\n<body>\n"
        f"<main>\n{heading}"
    )
    for start in range(0, len(boards), per_page):
        sheet = boards[start : start + per_page]
        yield f"<section>\n{''.join(_board_html(each, words) for each in sheet)}</section>\n"
    yield "</main>\n</body>\n</html>\n"


def _board_html(recorded: RecordedBoard, words: UiTexts) -> str:
    board = recorded.board
    vulnerable = "".join(seat.value for seat in Seat if seat in vulnerable_seats(board.vulnerability))
    side = {"": "–", "NESW": words.all_vulnerable}.get(vulnerable) or "–".join(
        seat_letter(Seat(letter), words) for letter in ("NS" if "N" in vulnerable else "EW")
    )
    name = str(board.number) if board.number is not None else board.texts.label
    dealer = filled(words.dealer, seat=seat_letter(board.dealer, words)) if board.dealer else ""
    known = side if board.vulnerability else ""
    facts = f'<p class="b"><b>{escape(name)}</b><br>{escape(dealer)}<br>{escape(known)}</p>\n'
    par = f'<p class="r">{_pieces(recorded.par)}</p>\n' if recorded.par else ""
    hands = "".join(_hand_html(board, seat) for seat in Seat)
    return f"<article>\n{facts}{hands}{_points_html(board)}{_tricks_html(recorded, words)}{par}</article>\n"


def _hand_html(board: Board, seat: Seat) -> str:
    hand = board.deal.hand(seat)
    if hand is None:
        return ""
    lines = "".join(f"<li>{_sign(suit)} {escape(cards)}</li>" for suit, cards in hand_holdings(hand.holdings))
    return f'<ul class="{seat.value.lower()}">{lines}</ul>\n'


def _points_html(board: Board) -> str:
    """Return the points of full hands, each where its hand is."""
    hands = {seat: board.deal.hand(seat) for seat in Seat}
    north, east, south, west = (
        str(hand.hcp) if hand is not None and hand.is_full and len(hand.cards) == len(hand) else ""
        for hand in hands.values()
    )
    rows = (("", north, ""), (west, "", east), ("", south, ""))
    return f'<table class="p">{"".join(_row_html(row) for row in rows)}</table>\n'


def _tricks_html(recorded: RecordedBoard, words: UiTexts) -> str:
    if not recorded.tricks:
        return ""
    by_seat = dict(zip(Seat, recorded.tricks, strict=True))
    suits = "".join(f"<th>{_sign(suit)}</th>" for suit in Suit)
    rows = "".join(
        _row_html((seat_letter(seat, words), *(str(count) for count in by_seat[seat]))) for seat in _DECLARERS
    )
    return f'<table class="t"><tr><td></td>{suits}<th>NT</th></tr>{rows}</table>\n'


def _row_html(cells: Sequence[str]) -> str:
    return f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>"


def _sign(suit: Suit) -> str:
    return f'<span class="bml-{suit.word}">{suit.symbol}\ufe0e</span>'


def _pieces(pieces: Sequence[Piece]) -> str:
    return "".join(
        escape(piece.prefix) + "".join(map(_sign, piece.suits))
        if isinstance(piece, Symbols)
        else escape(piece)
        for piece in pieces
    )
