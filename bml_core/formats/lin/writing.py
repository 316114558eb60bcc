"""Boards as LIN in the layout of BBO's own files."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from urllib.parse import quote

from bml_core.bridge import Board, MadeCall, Players, Vulnerability
from bml_core.formats.lin.boards import ROOMS
from bml_core.formats.lin.commands import Command, is_named, join_commands
from bml_core.formats.lin.records import Record
from bml_core.formats.lin.values import SEATS, write_call, write_deal

_LETTERS = {
    Vulnerability.NONE: "o",
    Vulnerability.NORTH_SOUTH: "n",
    Vulnerability.EAST_WEST: "e",
    Vulnerability.ALL: "b",
}
ROOM_LETTERS = {room: letter for letter, room in ROOMS.items()}
_UNSAFE = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]+")


def write_records(items: Iterable[Board | Record]) -> Iterator[str]:
    r"""Yield the text of a LIN file, a part for each board or record.

    A board is a line. Records are written as they were read, unknown commands too, and the head of a match
    before its boards.

    >>> from bml_core.bridge import Seat
    >>> list(write_records([Board(number=1, dealer=Seat.NORTH)]))
    ['pn|,,,|st||md|3,,,|rh||ah|Board 1|sv||pg||\n']
    """
    header: tuple[Command, ...] = ()
    for item in items:
        wanted = item.header if isinstance(item, Record) else ()
        if wanted != header:
            header = wanted
            # Boards without a head after those of a match must not get its names.
            if header or not _is_head(item):
                yield f"{_closed(header or _NO_MATCH)}\n"
        yield f"{_closed(item.commands) if isinstance(item, Record) else write_board(item)}\n"


_NO_MATCH = (Command("vg", ",,,,,,,,"), Command("pg", ""))


def _is_head(item: Board | Record) -> bool:
    """Tell whether this is the head of a match to which no board belongs."""
    return isinstance(item, Record) and item.commands[0].name.lower() == "vg"


def _closed(commands: Sequence[Command]) -> str:
    """Return the text of commands so that others may follow."""
    *before, last = commands
    if is_named(last):
        last = last._replace(bar="|", end="|", value=last.value if last.end else last.value.rstrip())
    elif not last.bar:
        last = last._replace(value=last.value.rstrip())
    text = join_commands((*before, last)).strip()
    return text if text.endswith("|") else f"{text}|"


def write_board(board: Board) -> str:
    """Return one board as LIN, in one line.

    >>> write_board(Board(result=9)).rpartition("sv")[2]
    '||pg||mc|9|pg||'
    """
    return "".join(_commands(board))


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
    return _UNSAFE.sub(" ", text).replace("|", "/")
