"""Boards in BML: a deal diagram with the auction below it, read out of a Document and written as text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, takewhile

from bml_core.bridge import PASS, Board, Contract, MadeCall, Play, Seat, final_contract, passes_to_end
from bml_core.diagnostics import Diagnostic, Location
from bml_core.document import (
    ALL_PASS,
    AuctionBlock,
    AuctionEntry,
    Block,
    Diagram,
    Document,
    Paragraph,
    write_spans,
)
from bml_core.files import UNSHOWABLE
from bml_core.formats.board_files import report_losses

__all__ = ["auction_below", "board_texts", "boards", "losses"]

_OPEN = frozenset("-\u2013\u2014")
_TO_COME = frozenset(("?", "...", "\u2026"))
_COLUMNS = 4
_MOST_NOTES = 999
_PARTNERS = "WE"
_SPACES = re.compile(r"\s+")


def boards(document: Document) -> Iterator[tuple[Board, Location]]:
    """Yield the deals of a document with the auctions that follow them, and the place of each diagram.

    An auction below a diagram is the one of that board. Text may be between them, if the auction has no
    other dealer and no other contract than the diagram. One without a deal is none.
    The lead of a diagram is the first card of the play.
    """
    for place, block in enumerate(document.blocks):
        if isinstance(block, Diagram) and block.deal.seats and not block.one_suit:
            yield _board(block, auction_below(block, document.blocks, place)), block.location


def auction_below(diagram: Diagram, blocks: Sequence[Block], place: int) -> AuctionBlock | None:
    """Return the auction of the board of a diagram, which is at a place among blocks."""
    after = next((at for at in range(place + 1, len(blocks)) if not isinstance(blocks[at], Paragraph)), None)
    auction = None if after is None else blocks[after]
    if not isinstance(auction, AuctionBlock):
        return None
    return auction if after == place + 1 or _agree(diagram, auction) else None


def _agree(diagram: Diagram, auction: AuctionBlock) -> bool:
    """Return True if nothing in an auction speaks against its being that of a diagram."""
    dealer, calls, _ = _bidding(auction, diagram.dealer)
    contract = final_contract([made.call for made in calls], dealer)
    return diagram.dealer in (None, dealer) and (contract is None or _is_same(diagram.contract, contract))


def _is_same(contract: Contract | None, reached: Contract) -> bool:
    """Return True if nothing in a contract speaks against the one that an auction reached."""
    return contract in (None, reached, replace(reached, declarer=None))


def _board(diagram: Diagram, auction: AuctionBlock | None) -> Board:
    dealer, calls, waits = _bidding(auction, diagram.dealer)
    reached = final_contract([made.call for made in calls], dealer)
    # "3NT-1" leaves it to the auction who declares.
    contract = reached if reached and _is_same(diagram.contract, reached) else diagram.contract
    return Board(
        diagram.deal,
        diagram.board or None,
        dealer,
        diagram.vulnerability,
        auction=calls,
        contract=contract,
        play=Play(() if diagram.lead is None else (diagram.lead,), diagram.result),
        to_be_continued=waits,
    )


def _bidding(
    auction: AuctionBlock | None, dealer: Seat | None
) -> tuple[Seat | None, tuple[MadeCall, ...], bool]:
    """Return dealer and calls of an auction, and whether the next call is asked for."""
    if auction is None:
        return dealer, (), False
    entries = list(chain.from_iterable(auction.rows))
    start = sum(1 for _ in takewhile(lambda entry: entry.text in _OPEN, entries))
    if len(auction.seats) == len(_PARTNERS):
        seat = auction.seats[start % len(_PARTNERS)]
        entries = [*entries[:start], *_with_passes(entries[start:])]
        # Whoever dealt before them has passed.
        passed = (seat.after(-step) for step in range(_COLUMNS))
        before = next((step for step, other in enumerate(passed) if other is dealer), 0)
        entries[start:start] = [_pass(auction.location)] * before
        dealer = seat.after(-before)
    elif auction.seats:
        seats = [auction.seats[0].after(place) for place in range(start + 1)]
        # Between the dealer and the first call, open places are seats that were passed over.
        start = seats.index(dealer) if dealer in seats else start
        dealer = seats[start]
    notes = {note.mark: write_spans(note.spans, ascii_dashes=True) for note in auction.notes}
    made: list[MadeCall] = []
    for entry in entries[start:]:
        if entry.text in _TO_COME:
            return dealer, tuple(made), True
        made += _calls(entry, notes, made)
    # Open places after the last call only fill the row.
    while made and made[-1].call is None:
        made.pop()
    return dealer, tuple(made), False


def _with_passes(entries: Sequence[AuctionEntry]) -> Iterator[AuctionEntry]:
    """Yield the calls of two partners with the passes of their opponents between them."""
    for index, entry in enumerate(entries):
        if index and entry.text != ALL_PASS:
            yield _pass(entry.location)
        yield entry


def _pass(place: Location) -> AuctionEntry:
    return AuctionEntry(PASS.code, PASS, theirs=False, alert=False, location=place)


def _calls(entry: AuctionEntry, notes: dict[str, str], before: list[MadeCall]) -> list[MadeCall]:
    if entry.text == ALL_PASS:
        return [MadeCall(PASS)] * passes_to_end([made.call for made in before])
    if entry.call is None and entry.text not in _OPEN:
        return []
    return [MadeCall(entry.call, entry.alert, notes.get(entry.note, ""))]


# ---------------------------------------------------------------- writing


def board_texts(items: Iterable[Board]) -> Iterator[str]:
    r"""Yield the BML of each board, a diagram and an auction; an empty line belongs between two of them.

    >>> from bml_core.bridge import BIDS, Deal, Hand
    >>> deal = Deal(north=Hand("AK", "", "x", "T9"))
    >>> print(*board_texts([Board(deal, 7, dealer=Seat.EAST, auction=(MadeCall(BIDS[4]),))]))
    #7, dealer E
    N: AK - x T9
    <BLANKLINE>
    E S W N
    1N
    <BLANKLINE>
    """
    for item in items:
        parts = [list(_diagram(item)), list(_auction(item))]
        if any(parts):
            yield "\n".join("\n".join(lines) + "\n" for lines in parts if lines)


def _diagram(item: Board) -> Iterator[str]:
    if not item.deal.seats:
        return
    words = [
        f"#{item.number}" if item.number is not None else "",
        f"dealer {item.dealer.value}" if item.dealer else "",
        f"{item.vulnerability.value} vul" if item.vulnerability else "",
        _contract(item.contract) + _outcome(item),
        f"lead !{item.lead.suit.value.lower()}{item.lead.rank}" if item.lead else "",
    ]
    header = ", ".join(word for word in words if word)
    if header:
        # A contract alone would begin a bidding table.
        yield f"contract {header}" if item.contract is not None and not any(words[:3]) else header
    for seat in item.deal.seats:
        hand = item.deal.hand(seat)
        if hand is not None:
            yield f"{seat.value}: {' '.join(suit or '-' for suit in hand.holdings)}"


def _contract(contract: Contract | None) -> str:
    if contract is None or (contract.bid is not None and contract.declarer is None):
        return ""
    return contract.code


def _outcome(item: Board) -> str:
    """Return the result of a contract, as a diagram has it; "" where it cannot."""
    if item.play.result is None or item.contract is None or not _contract(item.contract):
        return ""
    return item.contract.outcome(item.play.result)


def _auction(item: Board) -> Iterator[str]:
    calls = list(item.auction)
    if not calls and not _waits(item):
        return
    marks = _marks(item)
    words = [_call(made, marks) for made in calls] + ["?"] * _waits(item)
    if item.dealer is not None:
        yield " ".join(item.dealer.after(steps).value for steps in range(_COLUMNS))
    for start in range(0, len(words), _COLUMNS):
        row = words[start : start + _COLUMNS]
        # Only a whole row is seen to be an auction where no line of seats is above it.
        fill = ["-"] * (_COLUMNS - len(row)) if start == 0 and item.dealer is None else []
        yield " ".join((*row, *fill))
    yield from (f"[{mark}] {text}" for text, mark in marks.items())


def _waits(item: Board) -> bool:
    return item.to_be_continued and not item.play.cards and item.dealer is not None


def _call(made: MadeCall, marks: dict[str, str]) -> str:
    if made.call is None:
        return "-"
    mark = marks.get(_one_line(made.note), "")
    return made.call.code + "!" * made.alert + (f"[{mark}]" if mark else "")


def _marks(item: Board) -> dict[str, str]:
    """Return the different notes of an auction with the mark of each."""
    notes = dict.fromkeys(_one_line(made.note) for made in item.auction if made.call is not None)
    texts = [text for text in notes if text][:_MOST_NOTES]
    return {text: str(number) for number, text in enumerate(texts, 1)}


def _one_line(text: str) -> str:
    return UNSHOWABLE.sub("\ufffd", _SPACES.sub(" ", text)).strip()


# ---------------------------------------------------------------- what is lost


def losses(item: Board, place: Location) -> tuple[Diagnostic, ...]:
    """Report what of a board BML cannot hold.

    >>> from bml_core.bridge import Deal, Hand
    >>> board = Board(Deal(Hand("A", "", "", "")), play=Play(result=9))
    >>> print(*losses(board, Location("hands.lin", 1)))
    hands.lin:1:1: warning BML725: A diagram cannot show: result. Keep the PBN or LIN file beside it.
    """
    return report_losses(item, place, _losses(item))


def _losses(item: Board) -> Iterator[tuple[str, str]]:
    if not item.deal.seats:
        yield "A board without a hand is not read back as a diagram.", "Show at least one hand."
    names = {
        "label": item.texts.label and item.number is None,
        "players": any(item.texts.players.name(seat) for seat in Seat),
        "result": item.play.result is not None and not _outcome(item),
        "comments": item.texts.comments,
        "who leads": item.play.leader is not None,
        "trumps without a contract": item.play.strain is not None,
        "a contract without declarer": item.contract is not None and not _contract(item.contract),
        "play after the lead": len(item.play.cards) > 1,
        "accepted insufficient bids": any(made.irregular for made in item.auction),
        "a card to come": item.to_be_continued and not _waits(item),
        **{name: True for name, _ in item.texts.facts},
    }
    lost = [name for name, is_there in names.items() if is_there]
    if lost:
        yield f"A diagram cannot show: {', '.join(lost)}.", "Keep the PBN or LIN file beside it."
