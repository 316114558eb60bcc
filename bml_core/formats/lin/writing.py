"""Boards as LIN in the layout of BBO's own files, and what is lost on the way."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from urllib.parse import quote

from bml_core._package import checked, each_argument
from bml_core.bridge import Board, MadeCall, Players, Vulnerability, final_contract
from bml_core.diagnostics import Diagnostic, Location
from bml_core.formats.board_files import has_small_cards, report_losses
from bml_core.formats.lin.boards import ROOMS, SUIT_SIGN
from bml_core.formats.lin.records import TEXTS, Command, Record, is_named, join_commands
from bml_core.formats.lin.values import SEATS, printable, write_call, write_deal

_LETTERS = {
    Vulnerability.NONE: "o",
    Vulnerability.NORTH_SOUTH: "n",
    Vulnerability.EAST_WEST: "e",
    Vulnerability.ALL: "b",
}
ROOM_LETTERS = {room: letter for letter, room in ROOMS.items()}


def write_records(items: Iterable[Board | Record]) -> Iterator[str]:
    r"""Yield the text of a LIN file, a part for each board or record.

    A board is a line. Records are written as they were read, unknown commands too, and the head of a match
    before its boards.

    >>> from bml_core.bridge import Seat
    >>> list(write_records([Board(number=1, dealer=Seat.NORTH)]))
    ['pn|,,,|st||md|3,,,|rh||ah|Board 1|sv||pg||\n']
    """
    header: tuple[Command, ...] = ()
    for item in each_argument("items", items, Board, Record):
        wanted = item.header if isinstance(item, Record) else ()
        if wanted != header:
            header = wanted
            # Boards without a head after those of a match must not get its names.
            if header or not _is_head(item):
                yield f"{_closed(header or _NO_MATCH)}\n"
        yield f"{_closed(item.commands) if isinstance(item, Record) else write_board(item)}\n"


_NO_MATCH = (Command("vg", ",,,,,,,,"), Command("pg", ""))


def _is_head(item: Board | Record) -> bool:
    """Return whether this is the head of a match to which no board belongs."""
    return isinstance(item, Record) and item.commands[0].name.lower() == "vg"


def _closed(commands: Sequence[Command]) -> str:
    """Return the text of commands so that others may follow."""
    *before, last = map(_with_tens, commands)
    if is_named(last):
        last = last._replace(bar="|", end="|", value=last.value if last.end else last.value.rstrip())
    elif not last.bar:
        last = last._replace(value=last.value.rstrip())
    text = join_commands((*before, last)).strip()
    return text if text.endswith("|") else f"{text}|"


def _with_tens(command: Command) -> Command:
    """Return a command with its tens as they are read; the first sign of a deal is the dealer."""
    if command.name.lower() not in ("md", "pc") or "10" not in command.value[1:]:
        return command
    return command._replace(value=command.value[:1] + command.value[1:].replace("10", "T"))


@checked
def write_board(board: Board) -> str:
    """Return one board as LIN, in one line.

    Raises:
        TypeError: ``board`` is not a board.

    >>> write_board(Board(result=9)).rpartition("sv")[2]
    '||pg||mc|9|pg||'
    """
    return "".join(_commands(board))


@checked
def handviewer_url(board: Board) -> str:
    """Return the address at which BBO's handviewer shows a board.

    >>> handviewer_url(Board(number=7))[:64]
    'https://www.bridgebase.com/tools/handviewer.html?lin=pn%7C%2C%2C'
    """
    return f"https://www.bridgebase.com/tools/handviewer.html?lin={quote(write_board(board), safe='')}"


def _command(name: str, value: str) -> str:
    return f"{name}|{value}|"


def _commands(board: Board) -> Iterator[str]:
    comments = _comments(board)
    room = ROOM_LETTERS.get(board.fact("Room"))
    if room is not None:
        yield _command("qx", f"{room}{board.number or ''}")
    yield _command("pn", _names(board.players))
    if board.fact("Event"):
        yield _command("mn", _safe(board.fact("Event")))
    yield _command("st", "")
    yield _command("md", write_deal(board.deal, board.dealer))
    yield _command("rh", "")
    label = board.label if board.number is None else f"Board {board.number}"
    yield _command("ah", _safe(label))
    yield _command("sv", _LETTERS[board.vulnerability] if board.vulnerability else "")
    yield from comments[0, 0]
    for number, made in enumerate(board.auction, 1):
        yield from _call(made)
        yield from comments[number, 0]
    yield _command("pg", "")
    yield from _play(board, comments)
    if board.result is not None:
        yield from (_command("mc", str(board.result)), _command("pg", ""))


def _play(board: Board, comments: Mapping[tuple[int, int], list[str]]) -> Iterator[str]:
    calls = len(board.auction)
    for number, card in enumerate(board.play, 1):
        yield f"pc|{card.text}|"
        yield from comments.get((calls, number), ())
        if number % 4 == 0 or number == len(board.play):
            yield "pg||"


def _call(made: MadeCall) -> Iterator[str]:
    yield _command("mb", write_call(made))
    if made.note:
        yield _command("an", _safe(made.note))


def _comments(board: Board) -> Mapping[tuple[int, int], list[str]]:
    """Return the commands of comments by how many calls and cards they come after."""
    comments = defaultdict[tuple[int, int], list[str]](list)
    calls, cards = len(board.auction), len(board.play)
    for comment in board.comments:
        after = min(comment.cards, cards)
        place = calls if after else min(comment.calls, calls), after
        comments[place].append(_command("nt", _safe(comment.text)))
    return comments


def _names(players: Players) -> str:
    return ",".join(_safe(players.name(seat)).replace(",", " ") for seat in SEATS)


def _safe(text: str) -> str:
    """Return a text without the bar that ends a value."""
    return printable(text).replace("|", "/")


# ---------------------------------------------------------------- what is lost

_HELD_FACTS = ("Event", "Room")
_NUMBER_AT_END = re.compile(r"\D*[1-9]\d{0,8}")
# Commands that have a place in a board, or are only about turning pages.
_IN_A_BOARD = frozenset(
    ("qx", "pn", "md", "sv", "ah", "mb", "an", "pc", "mc", "nt", "at", "mn", "vg", "rs", "rh", "st", "pg")
)
_ONCE = ("qx", "pn", "md", "sv", "ah", "mc", "mn")
_MOST_NAMED = 6


@checked
def losses(board: Board, place: Location) -> tuple[Diagnostic, ...]:
    """Report what of a board LIN cannot hold, or holds so that it is read as something else.

    >>> lost = losses(Board(facts=(("Site", "Lille"),)), Location("hands.pbn", 3))
    >>> [str(loss) for loss in lost]
    ['hands.pbn:3:1: warning BML725: LIN cannot hold Site.']
    """
    return report_losses(board, place, _losses(board))


def _losses(board: Board) -> Iterator[tuple[str, str]]:
    for seat in board.deal.seats:
        if has_small_cards(board.deal.hand(seat)):
            hand_of = f"the hand of {seat.name.title()}"
            yield f"LIN cannot show small cards, so {hand_of} is left out.", "Name every card."
    names = [name for name, _ in board.facts if name not in _HELD_FACTS]
    if names:
        yield f"LIN cannot hold {', '.join(names)}.", ""
    if board.fact("Room") and board.fact("Room") not in ROOM_LETTERS:
        yield "LIN cannot hold a Room other than Open and Closed.", ""
    if board.label and board.number is None and _NUMBER_AT_END.fullmatch(board.label):
        yield f"The label {board.label} becomes the number at its end.", ""
    yield from _bidding_losses(board)
    if board.leader is not None:
        yield "LIN cannot say who leads.", ""
    if board.to_be_continued:
        yield "LIN cannot mark a call or card to come.", ""
    yield from _text_losses(board)


def _bidding_losses(board: Board) -> Iterator[tuple[str, str]]:
    by_calls = final_contract([made.call for made in board.auction], board.dealer)
    if board.contract is not None and board.contract != by_calls:
        yield f"LIN cannot hold the contract {board.contract.code}.", "Write the auction that led to it."
    if board.strain is not None:
        yield "LIN cannot hold trumps without a contract.", ""
    if any(made.irregular for made in board.auction):
        yield "LIN cannot mark an accepted insufficient bid.", ""


def _text_losses(board: Board) -> Iterator[tuple[str, str]]:
    if any("," in name for name in (board.players.name(seat) for seat in SEATS)):
        yield "LIN allows no commas in names; they become spaces.", ""
    notes = [made.note for made in board.auction]
    texts = [*notes, *(comment.text for comment in board.comments)]
    if any(SUIT_SIGN.search(text) for text in texts):
        yield "LIN reads @S, @H, @D and @C in texts as suits.", ""
    texts += [text for _, text in board.facts]
    names = (board.players.name(seat) for seat in SEATS)
    if any("|" in text for text in chain(texts, names, (board.label,))):
        yield "LIN allows no bars in texts; they become slashes.", ""


@checked
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
