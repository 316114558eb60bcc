"""Boards in links to BBO's handviewer."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from urllib.parse import unquote_plus

from bml_core._package import checked
from bml_core.diagnostics import Diagnostic, Location
from bml_core.files import Source, decode_source
from bml_core.formats.board_files import excerpt
from bml_core.formats.lin.boards import DEALERS, ONE_CALL, ONE_CARD, split_words
from bml_core.formats.lin.records import SEATS, LinCommand, Record, read_records

# ---------------------------------------------------------------- links

# BBO's old addresses have the name in other capitals. An address begins once, so that many are soon read.
LINK = re.compile(r"https?://(?:(?!https?://)[^\s\"'<>])*?/handviewer\.html\?[^\s\"'<>]*", re.IGNORECASE)
"""A link to the handviewer."""
WITHOUT_BOARD = re.compile(
    r"https?://(?![^\s\"'<>]*(?:/handviewer\.html\?|(?:md|mb)(?:\||%7c)))[^\s\"'<>]+", re.IGNORECASE
)
"""A link that may lead to a board and does not contain it."""
LINKS_TO_BOARDS = re.compile(
    rf"{LINK.pattern}|https?://(?:(?:(?!https?://)[^\s\"'<>?])*?/(?:fetchlin|vugraph_linfetch)\.php|tinyurl\.com/)[^\s\"'<>]+",
    re.IGNORECASE,
)
"""A link that is sure to be meant as a board, among other text."""
_PAIR = re.compile(r"[?&;](?:amp;)?([A-Za-z0-9]+)=([^&#]*)")
_HINT = "Copy the link of one board; it contains lin= or hands such as n= and s=."
_ELSEWHERE = {
    "linurl": "This link names a file elsewhere, which is not downloaded.",
    "fetchlin": "This link fetches a board from BBO, and does not contain it.",
    "myhand": "This link names a board stored at BBO, which is not downloaded.",
}


@checked
def is_link(text: str) -> bool:
    """Return whether a text has a link to the handviewer.

    >>> is_link("https://www.bridgebase.com/tools/handviewer.html?lin=md|1,,,|")
    True
    """
    return (LINK.search(text) or WITHOUT_BOARD.fullmatch(text.strip())) is not None


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
    links = LINKS_TO_BOARDS if WITHOUT_BOARD.fullmatch(text.strip()) is None else WITHOUT_BOARD
    for link in links.finditer(text):
        line += text.count("\n", at, link.start())
        at = link.start()
        location = Location(file, line, at - text.rfind("\n", 0, at))
        if not LINK.match(link[0]):
            hint = "Open it in a browser, and copy the long address that it leads to."
            yield Diagnostic("BML823", "This link does not contain the board.", location, hint)
            continue
        values = _link_values(link[0])
        records = _link_records(values)
        for record in records:
            number += 1
            yield replace(record, line=line, file=file, number=number, link_column=location.column)
        for sentence, hint in _link_errors(values, bool(records)):
            yield Diagnostic("BML823", sentence, location, hint)


def _link_values(link: str) -> dict[str, str]:
    """Return the parts of a link by name, decoded; of two with one name the first."""
    # The link may be at the end of a sentence.
    link = link.rstrip(".,;:")
    link = link if "(" in link else link.rstrip(")")
    values: dict[str, str] = {}
    for name, value in _PAIR.findall(link.partition("#")[0]):
        values.setdefault(name.lower(), unquote_plus(value))
    return values


def _link_records(values: Mapping[str, str]) -> list[Record]:
    if "lin" in values:
        return list(read_records(values["lin"]))
    # Names alone do not make a board.
    if not any(values.get(name, "").strip() for name in (*_HAND_NAMES, "a", "p", "b")):
        return []
    # A bar would end the value.
    return [Record(tuple(LinCommand(name, text.replace("|", "/")) for name, text in _link_commands(values)))]


def _link_errors(values: Mapping[str, str], has_records: bool) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with a link: sentence, hint."""
    elsewhere = [why for name, why in _ELSEWHERE.items() if name in values and "lin" not in values]
    if not has_records and elsewhere:
        yield elsewhere[0], "Open it, save the board as a LIN file, and use that file."
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

_HAND_NAMES = tuple(seat.value.lower() for seat in SEATS)
_PLAYER_NAMES = tuple(f"{hand}n" for hand in _HAND_NAMES)
_PARTS = frozenset((*_HAND_NAMES, *_PLAYER_NAMES, "d", "v", "b", "a", "p", "c"))
# How the board is shown: sizes, buttons, who looks on. They say nothing about the board.
_DISPLAY = frozenset(("bbo", "pc", "tbt", "k", "kbt", "kbts", "lang", "v3", "v3b", "v3v"))
_DIGITS = {seat.value: digit for digit, seat in DEALERS.items() if seat is not None}
# An explanation of the call before, or a comment; the signs that close them may be missing at the end.
_TEXT = re.compile(r"\(([^)]*)\)?|\{([^}]*)\}?")


def _digit(dealer: str) -> str:
    """Return the digit of a dealer, "" if the word names no seat."""
    return _DIGITS.get(dealer.strip().upper()[:1], "")


def _link_commands(values: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the parts of a link, decoded and with names in small letters, as commands of a record.

    >>> parts = {"n": "SAK", "d": "e", "b": "7", "a": "1N(15-17)P", "p": "C2CA"}
    >>> [" ".join(command) for command in _link_commands(parts)]
    ['md 4,,SAK,', 'ah Board 7', 'mb 1N', 'an 15-17', 'mb P', 'pc C2', 'pc CA']
    """
    if any(values.get(name) for name in _PLAYER_NAMES):
        yield "pn", ",".join(values.get(name, "").replace(",", " ") for name in _PLAYER_NAMES)
    hands = [values.get(name, "").replace(",", "") for name in _HAND_NAMES]
    if any(hands) or values.get("d"):
        yield "md", _digit(values.get("d", "")) + ",".join(hands)
    board = values.get("b", "").strip()
    if board:
        yield "ah", f"Board {board}" if board.isdecimal() else board
    if values.get("v"):
        yield "sv", values["v"]
    yield from _commands_between_texts(values.get("a", ""), "mb", ONE_CALL)
    yield from _commands_between_texts(values.get("p", ""), "pc", ONE_CARD)
    if values.get("c"):
        yield "mc", values["c"]


def _commands_between_texts(value: str, command: str, pattern: re.Pattern[str]) -> Iterator[tuple[str, str]]:
    """Yield calls or cards with the texts between them."""
    at = 0
    for text in _TEXT.finditer(value):
        yield from ((command, word) for word in split_words(pattern, value[at : text.start()]))
        at = text.end()
        yield ("nt", text[2]) if text[2] is not None else ("an" if command == "mb" else "nt", text[1])
    yield from ((command, word) for word in split_words(pattern, value[at:]))
