"""Tables, deals and auctions as lines of plain text."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import zip_longest

from bml_core.bridge import Hand, Seat
from bml_core.document import AuctionBlock, Diagram
from bml_core.render.wording import (
    SEAT_WORDS,
    diagram_facts,
    entry_wording,
    hand_holdings,
    points_text,
    signs,
)

WIDTH = 76
_STEP = 2
_LEAST_CALL, _MOST_CALL = 4, 9
_LEAST_TEXT = 28
_LEAST_HAND = 13


@dataclass(frozen=True, slots=True)
class TextRow:
    """A row of a bidding table: depth (0 = top), call, and the lines of its description."""

    depth: int
    call: str
    description: tuple[str, ...] = ()


def table_lines(rows: Iterable[TextRow], width: int = WIDTH) -> list[str]:
    """The rows one below the other, sub-bids set in, descriptions aligned and wrapped beside their calls.

    >>> for line in table_lines([TextRow(0, "1♥", ("5+",)), TextRow(1, "Pass", ("weak", "or tired"))]):
    ...     print(line)
    1♥    5+
      Pass  weak
            or tired
    """
    rows = list(rows)
    longest = max((len(row.call) for row in rows if len(row.call) <= _MOST_CALL), default=0)
    column = max(longest, _LEAST_CALL) + 2
    return [line for row in rows for line in _row_lines(row, column, width)]


def _row_lines(row: TextRow, column: int, width: int) -> Iterator[str]:
    indent = " " * (row.depth * _STEP)
    first = indent + row.call
    if not any(row.description):
        yield first
        return
    hang = indent + " " * column
    room = max(width - len(hang), _LEAST_TEXT)
    lines = [part for line in row.description for part in (textwrap.wrap(line, room) or [""])]
    if len(row.call) >= column:
        yield first
        first = hang
    yield f"{first:<{len(hang)}}{lines[0]}".rstrip()
    for line in lines[1:]:
        yield (hang + line).rstrip()


def deal_lines(diagram: Diagram, *, hcp: bool = False) -> list[str]:
    """A deal: the facts on one line, then the hands at their places, with their points if ``hcp``."""
    facts = ", ".join(signs(fact) for fact in diagram_facts(diagram))
    hands = {seat: _hand_lines(seat, hand, hcp) for seat in Seat if (hand := diagram.deal.hand(seat))}
    west, east = hands.get(Seat.WEST, []), hands.get(Seat.EAST, [])
    column = max((len(line) for lines in hands.values() for line in lines), default=0)
    column = max(column, _LEAST_HAND) + 2
    margin = " " * (column if west or east else 0)
    lines = [facts, ""] if facts else []
    lines += [margin + line for line in hands.get(Seat.NORTH, [])]
    lines += _side_by_side(west, east, column)
    lines += [margin + line for line in hands.get(Seat.SOUTH, [])]
    return [line.rstrip() for line in lines]


def _hand_lines(seat: Seat, hand: Hand, hcp: bool) -> list[str]:
    holdings = (f"{suit.symbol} {holding}" for suit, holding in hand_holdings(hand.holdings))
    points = points_text(hand) if hcp else ""
    return [SEAT_WORDS[seat], *holdings, *([points] if points else [])]


def _side_by_side(west: list[str], east: list[str], column: int) -> list[str]:
    if not (west and east):
        return [" " * (0 if west else 2 * column) + line for line in west or east]
    return [f"{left:<{2 * column}}{right}" for left, right in zip_longest(west, east, fillvalue="")]


def auction_lines(auction: AuctionBlock) -> list[str]:
    """An auction in four columns."""
    head = [[SEAT_WORDS[seat] for seat in auction.seats]] if auction.seats else []
    cells = head + [[signs(entry_wording(entry).shown) for entry in row] for row in auction.rows]
    widths = [max((len(row[n]) for row in cells if n < len(row)), default=0) for n in range(4)]
    return ["  ".join(f"{cell:<{widths[n]}}" for n, cell in enumerate(row)).rstrip() for row in cells]
