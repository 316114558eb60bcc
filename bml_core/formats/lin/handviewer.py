"""Links to BBO's handviewer that name the parts of a board: ``n=…&s=…&d=n&v=b&a=…``, as LIN commands."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from bml_core.formats.lin.commands import Command
from bml_core.formats.lin.values import DEALERS, SEATS, split_calls, split_cards

HANDS = tuple(seat.value.lower() for seat in SEATS)
NAMES = tuple(f"{hand}n" for hand in HANDS)
_PARTS = frozenset((*HANDS, *NAMES, "d", "v", "b", "a", "p", "c"))
# How the board is shown: sizes, buttons, who looks on. They say nothing about the board.
_SHOWN = frozenset(("bbo", "pc", "tbt", "k", "kbt", "kbts", "lang", "v3", "v3b", "v3v"))
_DIGITS = {seat.value: digit for digit, seat in DEALERS.items() if seat is not None}
# An explanation of the call before, or a comment; the signs that close them may be missing at the end.
_SAID = re.compile(r"\(([^)]*)\)?|\{([^}]*)\}?")


def has_board(values: Mapping[str, str]) -> bool:
    """Whether the parts of a link say anything about a board but names.

    >>> has_board({"n": "SAK"}), has_board({"nn": "Ann"})
    (True, False)
    """
    return any(values.get(name, "").strip() for name in (*HANDS, "a", "p", "b"))


def is_dealer(word: str) -> bool:
    """Whether a word names a seat.

    >>> is_dealer("n"), is_dealer("North"), is_dealer("x")
    (True, True, False)
    """
    return word.strip().upper()[:1] in _DIGITS


def not_read(values: Mapping[str, str]) -> list[str]:
    """The names of parts that nobody here knows.

    >>> not_read({"n": "SAK", "zz": "1", "bbo": "y"})
    ['zz']
    """
    return [name for name in values if name not in _PARTS and name not in _SHOWN]


def commands_of(values: Mapping[str, str]) -> tuple[Command, ...]:
    """The parts of a link, decoded and with names in small letters, as the commands of a record.

    >>> parts = {"n": "SAK", "d": "e", "b": "7", "a": "1N(15-17)P", "p": "C2CA"}
    >>> "".join(command.written for command in commands_of(parts))
    'md|4,,SAK,|ah|Board 7|mb|1N|an|15-17|mb|P|pc|C2|pc|CA|'
    """
    return tuple(Command(name, _one_value(value)) for name, value in _commands(values))


def _one_value(text: str) -> str:
    """A text without the bar that ends a value."""
    return text.replace("|", "/")


def _commands(values: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    if any(values.get(name) for name in NAMES):
        yield "pn", ",".join(values.get(name, "").replace(",", " ") for name in NAMES)
    hands = [values.get(name, "").replace(",", "") for name in HANDS]
    if any(hands) or values.get("d"):
        yield "md", _DIGITS.get(values.get("d", "").strip().upper()[:1], "") + ",".join(hands)
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
    """Calls or cards, and what is said between them."""
    at = 0
    for said in _SAID.finditer(value):
        yield from ((command, word) for word in split(value[at : said.start()]))
        at = said.end()
        yield ("nt", said[2]) if said[2] is not None else ("an" if command == "mb" else "nt", said[1])
    yield from ((command, word) for word in split(value[at:]))
