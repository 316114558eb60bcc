"""Deal diagrams and auctions as LaTeX; the commands are those of ``bml.sty``."""

from __future__ import annotations

from collections.abc import Iterable

from bml_core.bridge import Hand, Seat
from bml_core.document import AuctionBlock, AuctionEntry, Diagram
from bml_core.render.latex.inline import call_latex, escape, pieces_latex, render_spans, suit_latex
from bml_core.render.texts import (
    diagram_facts,
    entry_text,
    hand_holdings,
    points_text,
    seat_letter,
    seat_word,
    vulnerable_seats,
)
from bml_core.render.translations import ENGLISH, Words

AUCTION_COLUMNS = 4
_NEW_LINE = "\\tabularnewline "
_OPPOSITE = ((Seat.WEST, Seat.EAST), (Seat.NORTH, Seat.SOUTH))
_AROUND = (Seat.NORTH, Seat.EAST, Seat.SOUTH, Seat.WEST)


def render_diagram(diagram: Diagram, *, hcp: bool = False, words: Words = ENGLISH) -> str:
    """Return a deal: one hand in a line, two that sit opposite side by side, others around a compass.

    With ``hcp`` the points of full hands are shown.
    """
    seats = diagram.deal.seats
    if len(seats) <= 1:
        return _one_hand(diagram, seats[0] if seats else None, hcp, words)
    for pair in _OPPOSITE:
        if set(pair) == set(seats):
            facts = _facts(diagram, words)
            hands = "".join(f"{{{_hand(diagram, seat, hcp, words)}}}" for seat in pair)
            return f"\\bmlpair{{{facts + _NEW_LINE if facts else ''}}}{hands}\n"
    hands = "".join(f"{{{_hand(diagram, seat, hcp, words)}}}" for seat in _AROUND)
    return f"\\bmlcompass{{{_facts(diagram, words)}}}{{{_rose(diagram, words)}}}{hands}\n"


def _one_hand(diagram: Diagram, seat: Seat | None, hcp: bool, words: Words) -> str:
    hand = diagram.deal.hand(seat) if seat else None
    facts = ", ".join(pieces_latex(fact) for fact in diagram_facts(diagram, words))
    holdings = "\\hspace{.6em}".join(_hand_lines(hand, hcp, words)) if hand else ""
    line = f"{facts}\\bmlnewline{{}}" if facts and hand else facts
    word = escape(seat_word(seat, words)) if seat else ""
    return f"\\bmlonehand{{{line}}}{{{word}}}{{{holdings}}}\n"


def _facts(diagram: Diagram, words: Words) -> str:
    facts = _NEW_LINE.join(pieces_latex(fact) for fact in diagram_facts(diagram, words))
    return f"\\bmlfacts{{{facts}}}" if facts else ""


def _hand(diagram: Diagram, seat: Seat, hcp: bool, words: Words) -> str:
    hand = diagram.deal.hand(seat)
    if hand is None:
        return ""
    lines = _NEW_LINE.join(_hand_lines(hand, hcp, words))
    return f"\\bmlhand{{{escape(seat_word(seat, words))}}}{{{lines}}}"


def _hand_lines(hand: Hand, hcp: bool, words: Words) -> list[str]:
    lines = [f"{suit_latex(suit)} {escape(cards)}" for suit, cards in hand_holdings(hand.holdings)]
    points = points_text(hand, words) if hcp else ""
    return [*lines, f"\\bmlseat{{{escape(points)}}}"] if points else lines


def _rose(diagram: Diagram, words: Words) -> str:
    vulnerable = vulnerable_seats(diagram.vulnerability)
    letters = []
    for seat in _AROUND:
        letter = escape(seat_letter(seat, words))
        letter = f"\\bmldealer{{{letter}}}" if seat is diagram.dealer else letter
        letters.append(f"\\bmlvulnerable{{{letter}}}" if seat in vulnerable else letter)
    return f"\\bmlrose{''.join(f'{{{letter}}}' for letter in letters)}"


def render_auction(auction: AuctionBlock, words: Words = ENGLISH) -> str:
    """Return an auction in four columns, and its notes."""
    seats = [escape(seat_word(seat, words)) for seat in auction.seats]
    head = f"\\bmlbidders{_cells(seats)}\n" if seats else ""
    rows = "".join(f"\\bmlbids{_cells([_entry(entry, words) for entry in row])}\n" for row in auction.rows)
    notes = notes_latex((note.mark, render_spans(note.spans)) for note in auction.notes)
    return f"\\begin{{bmlauction}}\n{head}{rows}\\end{{bmlauction}}\n{notes}"


def notes_latex(notes: Iterable[tuple[str, str]]) -> str:
    """Return the notes below an auction, each a mark and LaTeX; "" for none."""
    lines = "".join(f"\\bmlnote{{{escape(mark)}}}{{{inner}}}\n" for mark, inner in notes)
    return f"\\begin{{bmlnotes}}\n{lines}\\end{{bmlnotes}}\n" if lines else ""


def _entry(entry: AuctionEntry, words: Words) -> str:
    call = call_latex(entry_text(entry, words))
    return f"{call}\\bmlmark{{{escape(entry.note)}}}" if entry.note else call


def _cells(cells: list[str]) -> str:
    filled = [*cells, *[""] * (AUCTION_COLUMNS - len(cells))]
    return "".join(f"{{{cell}}}" for cell in filled[:AUCTION_COLUMNS])
