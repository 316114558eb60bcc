"""Boards and records as LIN, and what it cannot hold."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from urllib.parse import quote

from bml_core._package import checked
from bml_core.bridge import Board, Deal, Hand, Seat, final_contract
from bml_core.diagnostics import Diagnostic, Location
from bml_core.formats.board_files import has_small_cards, parse_holding, report_losses, unnamed_cards
from bml_core.formats.lin.boards import (
    ROOMS,
    SUIT_ORDER,
    SUIT_SIGN,
    VULNERABLE_LETTERS,
    completed,
    printable,
    write_call,
)
from bml_core.formats.lin.records import (
    ONCE,
    SEATS,
    TEXTS,
    LinCommand,
    Record,
    is_name,
    join_commands,
    unknown_commands,
)

# ---------------------------------------------------------------- writing


def _write_deal(deal: Deal, dealer: Seat | None) -> str:
    """Return a deal as BBO writes it; a hand that LIN cannot hold is empty, and so is East if it follows.

    >>> _write_deal(Deal(south=Hand("AK", "", "2", "")), Seat.NORTH)
    '3SAKHD2C,,,'
    """
    known = completed(Deal(deal.north, None, deal.south, deal.west))
    hands = [write_hand(deal.hand(seat)) for seat in SEATS]
    if known.east is not None and known.east == deal.east:
        hands[-1] = ""
    digit = 0 if dealer is None else SEATS.index(dealer) + 1
    return f"{digit}{','.join(hands)}"


@checked
def write_hand(hand: Hand | None) -> str:
    """Return a hand as BBO writes it; "" for one without cards, or with small cards that have no name."""
    if hand is None or not len(hand) or has_small_cards(hand):
        return ""
    return "".join(
        [letter + parse_holding(suit) for letter, suit in zip(SUIT_ORDER, hand.holdings, strict=True)]
    )


_ROOM_LETTERS = {room: letter for letter, room in ROOMS.items()}


@checked
def write_records(items: Iterable[Board | Record]) -> Iterator[str]:
    r"""Yield the text of a LIN file, a part for each board or record.

    A board is a line. Records are written as they were read, unknown commands too, and the head of a match
    before its boards.

    >>> from bml_core.bridge import Seat
    >>> list(write_records([Board(number=1, dealer=Seat.NORTH)]))
    ['pn|,,,|st||md|3,,,|rh||ah|Board 1|sv||pg||\n']
    """
    header: tuple[LinCommand, ...] = ()
    for item in items:
        wanted = item.header if isinstance(item, Record) else ()
        if wanted != header:
            header = wanted
            # Boards without a head after those of a match must not get its names; a record that begins with
            # vg is a head to which no board belongs.
            if header or not (isinstance(item, Record) and item.commands[0].name.lower() == "vg"):
                yield f"{_closed(header or _NO_MATCH)}\n"
        yield f"{_closed(item.commands) if isinstance(item, Record) else write_board(item)}\n"


_NO_MATCH = (LinCommand("vg", ",,,,,,,,"), LinCommand("pg", ""))


def _closed(commands: Sequence[LinCommand]) -> str:
    """Return the text of commands so that others may follow."""
    *before, last = map(_with_tens, commands)
    if is_name(last.name):
        last = last._replace(bar="|", end="|", value=last.value if last.end else last.value.rstrip())
    elif not last.bar:
        last = last._replace(value=last.value.rstrip())
    text = join_commands((*before, last)).strip()
    return text if text.endswith("|") else f"{text}|"


def _with_tens(command: LinCommand) -> LinCommand:
    """Return a command with its tens as they are read; the first sign of a deal is the dealer."""
    if command.name.lower() not in ("md", "pc") or "10" not in command.value[1:]:
        return command
    return command._replace(value=command.value[:1] + command.value[1:].replace("10", "T"))


@checked
def write_board(board: Board) -> str:
    """Return one board as LIN, in one line.

    >>> from bml_core.bridge import Play
    >>> write_board(Board(play=Play(result=9))).rpartition("sv")[2]
    '||pg||mc|9|pg||'
    """
    return "".join(_board_commands(board))


@checked
def handviewer_url(board: Board) -> str:
    """Return the address at which BBO's handviewer shows a board.

    >>> handviewer_url(Board(number=7))[:64]
    'https://www.bridgebase.com/tools/handviewer.html?lin=pn%7C%2C%2C'
    """
    return f"https://www.bridgebase.com/tools/handviewer.html?lin={quote(write_board(board), safe='')}"


def _written(name: str, value: str) -> str:
    return f"{name}|{value}|"


def _board_commands(board: Board) -> Iterator[str]:
    comments = _comments(board)
    room = _ROOM_LETTERS.get(board.texts.fact("Room"))
    if room is not None:
        yield _written("qx", f"{room}{board.number or ''}")
    yield _written("pn", ",".join(_safe(board.texts.players.name(seat)).replace(",", " ") for seat in SEATS))
    if board.texts.fact("Event"):
        yield _written("mn", _safe(board.texts.fact("Event")))
    yield _written("st", "")
    yield _written("md", _write_deal(board.deal, board.dealer))
    yield _written("rh", "")
    label = board.texts.label if board.number is None else f"Board {board.number}"
    yield _written("ah", _safe(label))
    yield _written("sv", VULNERABLE_LETTERS[board.vulnerability] if board.vulnerability else "")
    yield from comments[0, 0]
    for number, made in enumerate(board.auction, 1):
        yield _written("mb", write_call(made))
        if made.note:
            yield _written("an", _safe(made.note))
        yield from comments[number, 0]
    yield _written("pg", "")
    yield from _play(board, comments)
    if board.play.result is not None:
        yield from (_written("mc", str(board.play.result)), _written("pg", ""))


def _play(board: Board, comments: Mapping[tuple[int, int], list[str]]) -> Iterator[str]:
    calls = len(board.auction)
    for number, card in enumerate(board.play.cards, 1):
        yield f"pc|{card.text}|"
        yield from comments.get((calls, number), ())
        if number % 4 == 0 or number == len(board.play.cards):
            yield "pg||"


def _comments(board: Board) -> Mapping[tuple[int, int], list[str]]:
    """Return the commands of comments by how many calls and cards they come after."""
    comments = defaultdict[tuple[int, int], list[str]](list)
    calls, cards = len(board.auction), len(board.play.cards)
    for comment in board.texts.comments:
        after = min(comment.cards, cards)
        position = calls if after else min(comment.calls, calls), after
        comments[position].append(_written("nt", _safe(comment.text)))
    return comments


def _safe(text: str) -> str:
    """Return a text without the bar that ends a value."""
    return printable(text).replace("|", "/")


# ---------------------------------------------------------------- what is lost

_HELD_FACTS = ("Event", "Room")
_NUMBER_AT_END = re.compile(r"\D*[1-9]\d{0,8}")


@checked
def losses(board: Board, location: Location) -> tuple[Diagnostic, ...]:
    """Report what of a board LIN cannot hold, or holds so that it is read as something else.

    >>> from bml_core.bridge import BoardTexts
    >>> lost = losses(Board(texts=BoardTexts(facts=(("Site", "Lille"),))), Location("hands.pbn", 3))
    >>> [str(loss) for loss in lost]
    ['hands.pbn:3:1: warning BML725: LIN cannot hold Site.']
    """
    return report_losses(board, location, _losses(board))


def _losses(board: Board) -> Iterator[tuple[str, str]]:
    yield from unnamed_cards(board, "LIN")
    names = [name for name, _ in board.texts.facts if name not in _HELD_FACTS]
    if names:
        yield f"LIN cannot hold {', '.join(names)}.", ""
    if board.texts.fact("Room") and board.texts.fact("Room") not in _ROOM_LETTERS:
        yield "LIN cannot hold a Room other than Open and Closed.", ""
    if board.texts.label and board.number is None and _NUMBER_AT_END.fullmatch(board.texts.label):
        yield f"The label {board.texts.label} becomes the number at its end.", ""
    by_calls = final_contract([made.call for made in board.auction], board.dealer)
    if board.contract is not None and board.contract != by_calls:
        yield f"LIN cannot hold the contract {board.contract.code}.", "Write the auction that led to it."
    if board.play.strain is not None:
        yield "LIN cannot hold trumps without a contract.", ""
    if any(made.irregular for made in board.auction):
        yield "LIN cannot mark an accepted insufficient bid.", ""
    if board.play.leader is not None:
        yield "LIN cannot say who leads.", ""
    if board.to_be_continued:
        yield "LIN cannot mark a call or card to come.", ""
    yield from _text_losses(board)


def _text_losses(board: Board) -> Iterator[tuple[str, str]]:
    if any("," in name for name in (board.texts.players.name(seat) for seat in SEATS)):
        yield "LIN allows no commas in names; they become spaces.", ""
    texts = [*(made.note for made in board.auction), *(comment.text for comment in board.texts.comments)]
    if any(SUIT_SIGN.search(text) for text in texts):
        yield "LIN reads @S, @H, @D and @C in texts as suits.", ""
    texts += [text for _, text in board.texts.facts]
    names = (board.texts.players.name(seat) for seat in SEATS)
    if any("|" in text for text in chain(texts, names, (board.texts.label,))):
        yield "LIN allows no bars in texts; they become slashes.", ""


@checked
def record_losses(record: Record) -> Iterator[str]:
    """Yield what of a record is not in its board, in words that end a sentence.

    >>> from bml_core.formats.lin import read_records
    >>> list(record_losses(next(read_records("md|1S2,,,|sv|n|sv|e|hs|1|zz|9|"))))
    ['the commands hs and zz', 'a second sv']
    """
    yield from unknown_commands((*record.header, *record.commands))
    if any(command.name.lower() in TEXTS for command in record.header):
        yield "texts in the head of the match"
    for name in ONCE:
        values = {command.value.strip() for command in record.commands if command.name.lower() == name}
        if len(values) > 1:
            yield f"a second {name}"
