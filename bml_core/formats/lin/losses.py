"""What is lost when boards are written as LIN, and when LIN records are written in another format."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from bml_core.bridge import Board, final_contract
from bml_core.diagnostics import Diagnostic, Location
from bml_core.formats.boards import report_losses
from bml_core.formats.lin.boards import SUIT_SIGN
from bml_core.formats.lin.commands import is_named
from bml_core.formats.lin.records import TEXTS, Record
from bml_core.formats.lin.values import SEATS
from bml_core.formats.lin.writing import ROOM_LETTERS
from bml_core.formats.packs import has_small_cards

_HELD_FACTS = ("Event", "Room")
_NUMBER_AT_END = re.compile(r"\D*[1-9]\d{0,8}")
# Commands that have a place in a board, or are only about turning pages.
_IN_A_BOARD = frozenset(
    ("qx", "pn", "md", "sv", "ah", "mb", "an", "pc", "mc", "nt", "at", "mn", "vg", "rs", "rh", "st", "pg")
)
_ONCE = ("qx", "pn", "md", "sv", "ah", "mc", "mn")
_MOST_NAMED = 6


def losses(board: Board, place: Location) -> tuple[Diagnostic, ...]:
    """Report what of a board LIN cannot hold, or holds so that it is read as something else.

    >>> lost = losses(Board(facts=(("Site", "Lille"),)), Location("hands.pbn", 3))
    >>> [str(loss) for loss in lost]
    ['hands.pbn:3:1: warning BML725: LIN has no place for Site.']
    """
    return report_losses(board, place, _losses(board))


def _losses(board: Board) -> Iterator[tuple[str, str]]:
    for seat in board.deal.seats:
        if has_small_cards(board.deal.hand(seat)):
            hand_of = f"the hand of {seat.name.title()}"
            yield f"LIN has no sign for small cards, so {hand_of} is left out.", "Name all its cards."
    names = [name for name, _ in board.facts if name not in _HELD_FACTS]
    if names:
        yield f"LIN has no place for {', '.join(names)}.", ""
    if board.fact("Room") and board.fact("Room") not in ROOM_LETTERS:
        yield "LIN has no place for Room, other than Open and Closed.", ""
    if board.label and board.number is None and _NUMBER_AT_END.fullmatch(board.label):
        yield f"The label {board.label} is read as the number at its end.", ""
    yield from _bidding_losses(board)
    if board.leader is not None:
        yield "LIN has no place for who leads.", ""
    if board.to_be_continued:
        yield "LIN has no sign for a call or a card to come.", ""
    yield from _text_losses(board)


def _bidding_losses(board: Board) -> Iterator[tuple[str, str]]:
    by_calls = final_contract([made.call for made in board.auction], board.dealer)
    if board.contract is not None and board.contract != by_calls:
        yield f"LIN has no place for the contract {board.contract.code}.", "Write the auction that led to it."
    if board.strain is not None:
        yield "LIN has no place for trumps without a contract.", ""
    if any(made.irregular for made in board.auction):
        yield "LIN has no sign for an insufficient bid that was accepted.", ""


def _text_losses(board: Board) -> Iterator[tuple[str, str]]:
    if any("," in name for name in (board.players.name(seat) for seat in SEATS)):
        yield "LIN has no commas in names; they become spaces.", ""
    notes = [made.note for made in board.auction]
    texts = [*notes, *(comment.text for comment in board.comments)]
    if any(SUIT_SIGN.search(text) for text in texts):
        yield "LIN takes @S, @H, @D and @C in a text for suits.", ""
    texts += [text for _, text in board.facts]
    names = (board.players.name(seat) for seat in SEATS)
    if any("|" in text for text in chain(texts, names, (board.label,))):
        yield "LIN has no bars in texts; they become slashes.", ""


def record_losses(record: Record) -> tuple[str, ...]:
    """Return what of a record is not in its board, in words that end a sentence.

    >>> from bml_core.formats.lin import read_records
    >>> record_losses(next(read_records("md|1S2,,,|sv|n|sv|e|hs|1|zz|9|")))
    ('the commands hs, zz', 'a second sv')
    """
    return tuple(_record_losses(record))


def _record_losses(record: Record) -> Iterator[str]:
    commands = [command for command in (*record.header, *record.commands) if is_named(command)]
    names = list(
        dict.fromkeys(command.name for command in commands if command.name.lower() not in _IN_A_BOARD)
    )
    if names:
        more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
        yield f"the command{'s' * (len(names) > 1)} {', '.join(names[:_MOST_NAMED])}{more}"
    if any(command.name.lower() in TEXTS for command in record.header):
        yield "texts in the head of the match"
    for name in _ONCE:
        values = {command.value.strip() for command in record.commands if command.name.lower() == name}
        if len(values) > 1:
            yield f"a second {name}"
