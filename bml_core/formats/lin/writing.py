"""Boards as LIN in the layout of BBO's own files, and what of a board LIN has no place for."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from bml_core.bridge import Board, MadeCall, Players, Vulnerability, final_contract
from bml_core.diagnostics import Diagnostic, Location
from bml_core.formats.lin.boards import ROOMS, SUIT_SIGN
from bml_core.formats.lin.commands import Command, is_named, joined
from bml_core.formats.lin.lines import Line
from bml_core.formats.lin.records import Record
from bml_core.formats.lin.values import SEATS, call_word, deal_word
from bml_core.formats.losses import told

_LETTERS = {
    Vulnerability.NONE: "o",
    Vulnerability.NORTH_SOUTH: "n",
    Vulnerability.EAST_WEST: "e",
    Vulnerability.ALL: "b",
}
_HELD_FACTS = ("Event", "Room")
_ROOM_LETTERS = {room: letter for letter, room in ROOMS.items()}
_UNSAFE = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]+")
_NUMBER_AT_END = re.compile(r"\D*[1-9]\d{0,8}")


def write(items: Iterable[Board | Record]) -> str:
    r"""Boards and records as the text of a LIN file, a board a line.

    >>> from bml_core.bridge import Seat
    >>> write([Board(number=1, dealer=Seat.NORTH)])
    'pn|,,,|st||md|3,,,|rh||ah|Board 1|sv||pg||\n'
    """
    return "".join(written(items))


def written(items: Iterable[Board | Record]) -> Iterator[str]:
    """The same text in parts, one for each board or record.

    Records are written as they were read, unknown commands too, and the head of a match before its boards.
    """
    header: tuple[Command, ...] = ()
    for item in items:
        wanted = item.header if isinstance(item, Record) else ()
        if wanted != header:
            header = wanted
            # Boards without a head after those of a match must not get its names.
            if header or not _is_head(item):
                yield f"{_closed(header or _NO_MATCH)}\n"
        yield f"{write_board(item) if isinstance(item, Board) else _text(item)}\n"


_NO_MATCH = (Command("vg", ",,,,,,,,"), Command("pg", ""))


def _text(record: Record) -> str:
    return record.text if isinstance(record.said, Line) else _closed(record.said)


def _is_head(item: Board | Record) -> bool:
    """Whether this is the head of a match to which no board belongs."""
    return isinstance(item, Record) and item.commands[0].name.lower() == "vg"


def _closed(found: Sequence[Command]) -> str:
    """The text of commands so that others may follow."""
    last = found[-1]
    if is_named(last):
        last = last._replace(bar="|", end="|", value=last.value if last.end else last.value.rstrip())
    elif not last.bar:
        last = last._replace(value=last.value.rstrip())
    text = (joined(found[:-1]) + last.written).strip()
    return text if text.endswith("|") else f"{text}|"


def write_board(item: Board) -> str:
    """One board as LIN, in one line.

    >>> write_board(Board(result=9)).rpartition("sv")[2]
    '||pg||mc|9|pg||'
    """
    return "".join(_commands(item))


def handviewer_url(item: Board) -> str:
    """The address at which BBO's handviewer shows a board.

    >>> handviewer_url(Board(number=7))[:64]
    'https://www.bridgebase.com/tools/handviewer.html?lin=pn%7C%2C%2C'
    """
    from urllib.parse import quote

    return f"https://www.bridgebase.com/tools/handviewer.html?lin={quote(write_board(item), safe='')}"


def _command(name: str, value: str) -> str:
    return f"{name}|{value}|"


def _commands(item: Board) -> Iterator[str]:
    said = _said(item)
    room = _ROOM_LETTERS.get(item.fact("Room"))
    if room is not None:
        yield _command("qx", f"{room}{item.number or ''}")
    yield _command("pn", _names(item.players))
    if item.fact("Event"):
        yield _command("mn", _safe(item.fact("Event")))
    yield _command("st", "")
    yield _command("md", deal_word(item.deal, item.dealer))
    yield _command("rh", "")
    label = item.label if item.number is None else f"Board {item.number}"
    yield _command("ah", _safe(label))
    yield _command("sv", _LETTERS[item.vulnerability] if item.vulnerability else "")
    yield from said[0, 0]
    for number, made in enumerate(item.auction, 1):
        yield from _call(made)
        yield from said[number, 0]
    yield _command("pg", "")
    yield from _play(item, said)
    if item.result is not None:
        yield from (_command("mc", str(item.result)), _command("pg", ""))


def _play(item: Board, said: Mapping[tuple[int, int], list[str]]) -> Iterator[str]:
    calls = len(item.auction)
    for number, card in enumerate(item.play, 1):
        yield f"pc|{card.text}|"
        yield from said.get((calls, number), ())
        if number % 4 == 0 or number == len(item.play):
            yield "pg||"


def _call(made: MadeCall) -> Iterator[str]:
    yield _command("mb", call_word(made))
    if made.note:
        yield _command("an", _safe(made.note))


def _said(item: Board) -> defaultdict[tuple[int, int], list[str]]:
    """The comments by how many calls and cards they come after."""
    said = defaultdict[tuple[int, int], list[str]](list)
    calls, cards = len(item.auction), len(item.play)
    for spoken in item.comments:
        after = min(spoken.cards, cards)
        said[calls if after else min(spoken.calls, calls), after].append(_command("nt", _safe(spoken.text)))
    return said


def _names(players: Players) -> str:
    return ",".join(_safe(players.name(seat)).replace(",", " ") for seat in SEATS)


def _safe(text: str) -> str:
    """A text without what ends a value."""
    return _UNSAFE.sub(" ", text).replace("|", "/")


# ---------------------------------------------------------------- what is lost


def losses(item: Board, place: Location) -> tuple[Diagnostic, ...]:
    """What of a board LIN cannot hold, or holds so that it is read as something else.

    >>> found = losses(Board(facts=(("Site", "Lille"),)), Location("hands.pbn", 3))
    >>> [str(loss) for loss in found]
    ['hands.pbn:3:1: warning BML725: LIN has no place for Site.']
    """
    return told(item, place, _losses(item))


def _losses(item: Board) -> Iterator[tuple[str, str]]:
    for seat in item.deal.seats:
        hand = item.deal.hand(seat)
        if hand is not None and any("x" in suit for suit in hand.holdings):
            hand_of = f"the hand of {seat.name.title()}"
            yield f"LIN has no sign for small cards, so {hand_of} is left out.", "Name all its cards."
    names = [name for name, _ in item.facts if name not in _HELD_FACTS]
    if names:
        yield f"LIN has no place for {', '.join(names)}.", ""
    if item.fact("Room") and item.fact("Room") not in _ROOM_LETTERS:
        yield "LIN has no place for Room, other than Open and Closed.", ""
    if item.label and item.number is None and _NUMBER_AT_END.fullmatch(item.label):
        yield f"The label {item.label} is read as the number at its end.", ""
    yield from _bidding_losses(item)
    if item.leader is not None:
        yield "LIN has no place for who leads.", ""
    if item.to_be_continued:
        yield "LIN has no sign for a call or a card to come.", ""
    yield from _text_losses(item)


def _bidding_losses(item: Board) -> Iterator[tuple[str, str]]:
    told_by_calls = final_contract([made.call for made in item.auction], item.dealer)
    if item.contract is not None and item.contract != told_by_calls:
        yield f"LIN has no place for the contract {item.contract}.", "Write the auction that led to it."
    if item.strain is not None:
        yield "LIN has no place for trumps without a contract.", ""
    if any(made.irregular for made in item.auction):
        yield "LIN has no sign for an insufficient bid that was accepted.", ""


def _text_losses(item: Board) -> Iterator[tuple[str, str]]:
    if any("," in name for name in (item.players.name(seat) for seat in SEATS)):
        yield "LIN has no commas in names; they become spaces.", ""
    notes = [made.note for made in item.auction]
    texts = [*notes, *(spoken.text for spoken in item.comments)]
    if any(SUIT_SIGN.search(text) for text in texts):
        yield "LIN takes @S, @H, @D and @C in a text for suits.", ""
    texts += [text for _, text in item.facts]
    names = (item.players.name(seat) for seat in SEATS)
    if any("|" in text for text in chain(texts, names, (item.label,))):
        yield "LIN has no bars in texts; they become slashes.", ""
