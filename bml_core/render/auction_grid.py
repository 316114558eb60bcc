"""Auctions in four columns, West first: each call stands below the seat that makes it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, takewhile

from bml_core.bridge import Seat
from bml_core.document import AuctionBlock, AuctionEntry, Block, Diagram

COLUMNS = (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH)
_WIDTH = len(COLUMNS)
_OPEN_ENTRIES = frozenset({"-", "–", "—"})


def arrange_auctions(blocks: Iterable[Block]) -> Iterator[Block]:
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
    start = _first_column(auction, dealer)
    if start is None:
        return auction
    if start == 0:
        return replace(auction, seats=COLUMNS)
    rows: dict[int, list[AuctionEntry]] = {}
    for number, row in enumerate(auction.rows):
        for position, entry in enumerate(row):
            index = number * _WIDTH + position + start
            cells = rows.setdefault(index // _WIDTH, [])
            cells += [_blank(entry)] * (index % _WIDTH - len(cells))
            cells.append(entry)
    return replace(auction, rows=tuple(map(tuple, rows.values())), seats=COLUMNS)


def _first_column(auction: AuctionBlock, dealer: Seat | None) -> int | None:
    """Return the column of the first entry; None where it is not known."""
    if auction.seats:
        return COLUMNS.index(auction.seats[0])
    if dealer is None:
        return None
    # Places that are left open before the first call have no seat of their own.
    entries = chain.from_iterable(auction.rows)
    left_open = sum(1 for _ in takewhile(lambda entry: entry.text in _OPEN_ENTRIES, entries))
    return (COLUMNS.index(dealer) - left_open) % _WIDTH


def _blank(entry: AuctionEntry) -> AuctionEntry:
    return AuctionEntry("", None, theirs=False, alert=False, location=entry.location)
