"""LIN files for everyday use, and links to BBO's handviewer with boards in them.

A link has LIN in it, or names the parts of a board: ``n=…&s=…&d=n&v=b&a=…`` for hands, dealer, vulnerability,
auction.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from urllib.parse import unquote_plus

from bml_core._package import checked, list_argument
from bml_core.bridge import Board
from bml_core.diagnostics import Diagnostic, DiagnosticLog, Location
from bml_core.files import Source, decode_source
from bml_core.formats.board_files import Boards, File, dump_bytes, excerpt, load_boards
from bml_core.formats.lin.boards import parse_record
from bml_core.formats.lin.records import Command, Record, read_all, read_records
from bml_core.formats.lin.values import DEALERS, SEATS, split_calls, split_cards
from bml_core.formats.lin.writing import write_records


@checked
def loads(text: str | bytes, *, file: str = "") -> Boards:
    """Return the boards of a LIN file, and what is wrong with it.

    For very large files see :func:`~bml_core.formats.lin.read_records`, which holds one board at a time.

    Args:
        text: The text of the file, or its bytes.
        file: Its name for diagnostics.

    Raises:
        TypeError: ``text`` is neither str nor bytes.

    >>> boards = loads("md|1,,,|ah|Board 7|mb|8C|", file="evening.lin")
    >>> [board.number for board in boards], [error.code for error in boards.diagnostics]
    ([7], ['BML805'])
    """
    boards: list[Board] = []
    log = DiagnosticLog()
    for record in read_all(text, file):
        parsed = parse_record(record)
        log.add(parsed.diagnostics)
        if record.is_board:
            boards.append(parsed.value)
    return Boards(tuple(boards), log.take())


def load(file: File) -> Boards:
    """Return the boards of a LIN file, given its path or as an open binary file.

    Raises:
        TypeError: ``file`` is neither a path nor an open binary file.

    >>> print(*load("missing.lin").diagnostics)
    missing.lin:1:1: error BML101: File not found: missing.lin.
    """
    return load_boards(file, loads)


def dumps(boards: Iterable[Board | Record]) -> str:
    r"""Return boards as the text of a LIN file, a board a line; records keep what only LIN knows.

    Raises:
        TypeError: ``boards`` holds anything else.

    >>> dumps([Board(number=1)])
    'pn|,,,|st||md|0,,,|rh||ah|Board 1|sv||pg||\n'
    """
    return "".join(write_records(list_argument("boards", boards, Board, Record)))


def dump(boards: Iterable[Board | Record], file: File) -> None:
    """Write boards as a LIN file, to a path or to an open binary file.

    Raises:
        OSError: The file cannot be written.
        TypeError: ``boards`` holds anything else, or ``file`` is neither a path nor an open binary file.
    """
    dump_bytes((dumps(boards).encode("utf-8", "replace"),), file)


# ---------------------------------------------------------------- links

# BBO's old addresses have the name in other capitals. An address begins once, so that many are soon read.
LINK = re.compile(r"https?://(?:(?!https?://)[^\s\"'<>])*?/handviewer\.html\?[^\s\"'<>]*", re.IGNORECASE)
"""A link to the handviewer."""
_PAIR = re.compile(r"[?&;](?:amp;)?([A-Za-z0-9]+)=([^&#]*)")
_HINT = "Copy the link of one board; it contains lin= or hands such as n= and s=."
_ELSEWHERE = {
    "linurl": "This link names a file elsewhere, which is not downloaded.",
    "myhand": "This link names a board stored at BBO, which is not downloaded.",
}


@checked
def is_link(text: str) -> bool:
    """Return whether a text has a link to the handviewer.

    >>> is_link("https://www.bridgebase.com/tools/handviewer.html?lin=md|1,,,|")
    True
    """
    return LINK.search(text) is not None


@checked
def read_links(source: Source, file: str = "") -> Iterator[Record | Diagnostic]:
    r"""Yield the boards in the links of a text, in order; for a link without a board, what is wrong with it.

    Args:
        source: A text, bytes, or an open binary file with links among anything else.
        file: The name for diagnostics.

    >>> record = next(read_links("see https://www.bridgebase.com/tools/handviewer.html?lin=md%7C1S2%7C"))
    >>> record.text, record.line
    ('md|1S2|', 1)
    """
    text = decode_source(source)
    number, line, at = 0, 1, 0
    for link in LINK.finditer(text):
        line += text.count("\n", at, link.start())
        at = link.start()
        place = Location(file, line, at - text.rfind("\n", 0, at))
        values = _values(_without_punctuation(link[0]))
        records = _records(values)
        for record in records:
            number += 1
            yield replace(record, line=line, file=file, number=number, link_column=place.column)
        for sentence, hint in _errors(values, bool(records)):
            yield Diagnostic("BML823", sentence, place, hint)


def _without_punctuation(link: str) -> str:
    """Return a link without the end of the sentence that it is in."""
    link = link.rstrip(".,;:")
    return link if "(" in link else link.rstrip(")")


def _values(link: str) -> dict[str, str]:
    """Return the parts of a link by name, decoded; of two with one name the first."""
    values: dict[str, str] = {}
    for name, value in _PAIR.findall(link.partition("#")[0]):
        values.setdefault(name.lower(), unquote_plus(value))
    return values


def _records(values: Mapping[str, str]) -> list[Record]:
    if "lin" in values:
        return list(read_records(values["lin"]))
    return [Record(commands_of(values))] if _has_board(values) else []


def _errors(values: Mapping[str, str], has_records: bool) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with a link: sentence, hint."""
    elsewhere = (
        None if "lin" in values else next((_ELSEWHERE[name] for name in _ELSEWHERE if name in values), None)
    )
    if not has_records and elsewhere:
        yield elsewhere, "Open it, save the board as a LIN file, and use that file."
    elif not has_records:
        yield "This link to the handviewer contains no board.", _HINT
    elif "lin" not in values:
        dealer = values.get("d", "")
        if dealer and not _digit(dealer):
            yield f"In this link {excerpt(dealer)} is not a dealer.", "Write d=n, d=e, d=s or d=w."
        unknown = [name for name in values if name not in _PARTS and name not in _DISPLAY]
        if unknown:
            parts = ", ".join(f"{excerpt(name)}=" for name in unknown[:6])
            hint = "Check that nothing is missing from the board."
            yield f"This link has {parts}, which is ignored.", hint


# ---------------------------------------------------------------- links that name the parts of a board

_HANDS = tuple(seat.value.lower() for seat in SEATS)
_NAMES = tuple(f"{hand}n" for hand in _HANDS)
_PARTS = frozenset((*_HANDS, *_NAMES, "d", "v", "b", "a", "p", "c"))
# How the board is shown: sizes, buttons, who looks on. They say nothing about the board.
_DISPLAY = frozenset(("bbo", "pc", "tbt", "k", "kbt", "kbts", "lang", "v3", "v3b", "v3v"))
_DIGITS = {seat.value: digit for digit, seat in DEALERS.items() if seat is not None}
# An explanation of the call before, or a comment; the signs that close them may be missing at the end.
_TEXT = re.compile(r"\(([^)]*)\)?|\{([^}]*)\}?")


def commands_of(values: Mapping[str, str]) -> tuple[Command, ...]:
    """Return the parts of a link, decoded and with names in small letters, as the commands of a record.

    >>> parts = {"n": "SAK", "d": "e", "b": "7", "a": "1N(15-17)P", "p": "C2CA"}
    >>> "".join(command.written for command in commands_of(parts))
    'md|4,,SAK,|ah|Board 7|mb|1N|an|15-17|mb|P|pc|C2|pc|CA|'
    """
    # A bar would end the value.
    return tuple(Command(name, value.replace("|", "/")) for name, value in _commands(values))


def _has_board(values: Mapping[str, str]) -> bool:
    """Return whether the parts of a link have more of a board than names."""
    return any(values.get(name, "").strip() for name in (*_HANDS, "a", "p", "b"))


def _digit(dealer: str) -> str:
    """Return the digit of a dealer, "" if the word names no seat."""
    return _DIGITS.get(dealer.strip().upper()[:1], "")


def _commands(values: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    if any(values.get(name) for name in _NAMES):
        yield "pn", ",".join(values.get(name, "").replace(",", " ") for name in _NAMES)
    hands = [values.get(name, "").replace(",", "") for name in _HANDS]
    if any(hands) or values.get("d"):
        yield "md", _digit(values.get("d", "")) + ",".join(hands)
    board = values.get("b", "").strip()
    if board:
        yield "ah", f"Board {board}" if board.isdecimal() else board
    if values.get("v"):
        yield "sv", values["v"]
    yield from _with_texts(values.get("a", ""), "mb", split_calls)
    yield from _with_texts(values.get("p", ""), "pc", split_cards)
    if values.get("c"):
        yield "mc", values["c"]


def _with_texts(value: str, command: str, split: Callable[[str], list[str]]) -> Iterator[tuple[str, str]]:
    """Yield calls or cards with the texts between them."""
    at = 0
    for text in _TEXT.finditer(value):
        yield from ((command, word) for word in split(value[at : text.start()]))
        at = text.end()
        yield ("nt", text[2]) if text[2] is not None else ("an" if command == "mb" else "nt", text[1])
    yield from ((command, word) for word in split(value[at:]))
