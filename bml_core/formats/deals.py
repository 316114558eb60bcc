"""Files of deals of any kind: PBN, LIN, and any text with PBN, LIN or links to BBO's handviewer in it.

:func:`recognise` gives the kind of a file, :func:`read` yields its boards, :func:`check` what is wrong with
it. :data:`FORMATS` are the formats that boards are written in.

In a text, such as a letter or a page, PBN may be between the delimiters ``<PBN>`` and ``</PBN>`` (PBN 2.1,
6.2); if there are none, every stretch that begins with a tag pair or a deal is PBN. LIN is what is left from
its first command to its last.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bml_core.bridge import Board
from bml_core.diagnostics import Diagnostic, Location
from bml_core.files import Source, decode_source
from bml_core.formats import diagrams, lin, pbn
from bml_core.formats.board_files import report_losses, with_other_room

__all__ = [
    "FORMATS", "LIN", "PBN", "START", "TEXT", "DealFormat", "SourcedBoard", "check", "numbered",
    "parse_numbers", "read", "recognise", "selected",
]  # fmt: skip

START = 1 << 16
"""The bytes of a file from which its kind is recognised."""

PBN, LIN, TEXT = "pbn", "lin", "text"


@dataclass(frozen=True, slots=True)
class SourcedBoard:
    """A board of a file, with where it stands and what is wrong with it.

    Attributes:
        board: The board.
        location: Where it begins.
        source: The game or record it was read from, with everything that is not bridge; None for a diagram.
        diagnostics: What is wrong with it.
        is_board: False for diagnostics without a board.
    """

    board: Board
    location: Location
    source: pbn.Game | lin.Record | None = None
    diagnostics: tuple[Diagnostic, ...] = ()
    is_board: bool = True

    @property
    def number(self) -> int | None:
        """Return the number of the board, or None."""
        return self.board.number


# ---------------------------------------------------------------- the kind of a file

_DELIMITER = re.compile(r"</?PBN>", re.IGNORECASE)
_BEGIN = re.compile(r"<PBN>\s*[%\[{;]", re.IGNORECASE)
_TAG_LINE = re.compile(r'^[ \t]*\[[A-Za-z]\w*\s+"', re.MULTILINE)
_LIN_WORDS = "md|pn|qx|vg|mb"
_COMMAND = re.compile(rf"(?<![A-Za-z0-9])(?:{_LIN_WORDS})\|", re.IGNORECASE)
_GAME = re.compile(
    rf"^[ \t]*(?:\[[ \t]*[A-Za-z]\w*[ \t]*\"|{pbn.DEAL_LINE})[^\n]*(?:\n[ \t]*[^\s][^\n]*)*", re.MULTILINE
)
_SIGN = re.compile(r"[^\n]")
# The first token of a file, after what may come before it.
_FIRST_OF_PBN = re.compile(
    rf"(?:\s+|%[^\n]*|;[^\n]*|\{{[^}}]*\}})*+(?:\[\s*[A-Za-z]\w*\s*\"|{pbn.DEAL_LINE})|\s*%\s*PBN\b"
)
_FIRST_OF_LIN = re.compile(
    rf"[\s|]*(?:{_LIN_WORDS}|mn|st|rh|sv|pc|ah|rs|mp|bn|px|pw|an|pg|mc|nt|at)\s*\|", re.IGNORECASE
)


def recognise(start: bytes | str, file: str = "") -> str:
    r"""Return the kind of a file by its name and its first bytes: ``pbn``, ``lin``, ``text`` or "".

    The ending of the name decides where there is anything of that kind, or else what the text begins with.
    ``text`` is any other text with deals in it: PBN, LIN, links to the handviewer.

    >>> recognise('[Deal "N:"]'), recognise("|md|1S|"), recognise("Look: md|1S|"), recognise("1N  15--17")
    ('pbn', 'lin', 'text', '')
    >>> recognise('pn|,,,|nt|\n[Board "3"]|')
    'lin'
    """
    text = start if isinstance(start, str) else decode_source(start)
    ending = file.lower()[-4:]
    if ending == ".pbn" and _GAME.search(text):
        return TEXT if _is_delimited(text) else PBN
    if ending == ".lin" and _COMMAND.search(text):
        return LIN
    if _FIRST_OF_PBN.match(text):
        return TEXT if _is_delimited(text) else PBN
    if _FIRST_OF_LIN.match(text):
        return LIN
    if lin.is_link(text) or _is_delimited(text) or _GAME.search(text) or _COMMAND.search(text):
        return TEXT
    return {".pbn": PBN, ".lin": LIN}.get(ending, "") if text.strip() else ""


def _kind(source: Source, file: str) -> str:
    if isinstance(source, str | bytes):
        return recognise(source[:START], file)
    at = source.tell()
    start = source.read(START)
    source.seek(at)
    return recognise(start, file)


def _is_delimited(text: str) -> bool:
    """Return whether a text has PBN between delimiters."""
    return _BEGIN.search(text) is not None


# ---------------------------------------------------------------- the parts of a text


@dataclass(frozen=True, slots=True)
class _TextParts:
    """The parts of a text with deals: each is as long as the text, and blank where another part is.

    Attributes:
        pbn: The text of the games.
        lin: The text of the LIN commands.
        links: The links to the handviewer.
        diagnostics: What looks like a deal and is not read.
    """

    pbn: str
    diagnostics: tuple[Diagnostic, ...] = ()
    lin: str = ""
    links: str = ""


def _text_parts(text: str, file: str = "") -> _TextParts:
    r"""Return the parts of a text.

    >>> _text_parts('Look:\n<PBN>[Board "1"]</PBN> Nice').pbn
    '     \n     [Board "1"]           '
    """
    games, rest = _parted(text, _delimited(text) if _is_delimited(text) else _spans(_GAME, text))
    is_elsewhere = lin.WITHOUT_BOARD.fullmatch(text.strip()) is not None
    links, rest = (text, "") if is_elsewhere else _parted(rest, _spans(lin.LINKS_TO_BOARDS, rest))
    first = _COMMAND.search(rest)
    commands, rest = _parted(rest, [] if first is None else [(first.start(), _end_of_lin(rest))])
    stray = _TAG_LINE.search(rest)
    if stray is None:
        return _TextParts(games, (), commands, links)
    sentence = "PBN 6.2: A tag pair outside <PBN> and </PBN> is not read."
    location = _location(text, rest.index("[", stray.start()), file)
    fault = Diagnostic("BML713", sentence, location, "Move it between them.")
    return _TextParts(games, (fault,), commands, links)


def _end_of_lin(text: str) -> int:
    """Return where the line of the last bar ends, or the markup after it begins: its bar may be missing."""
    at = text.rindex("|")
    ends = (text.find(sign, at) for sign in "\n<")
    return min((end for end in ends if end >= 0), default=len(text))


def _spans(pattern: re.Pattern[str], text: str) -> Iterator[tuple[int, int]]:
    return (match.span() for match in pattern.finditer(text))


def _delimited(text: str) -> Iterator[tuple[int, int]]:
    """Yield where the text between delimiters begins and ends."""
    at = -1
    for delimiter in _DELIMITER.finditer(text):
        if at >= 0:
            yield at, delimiter.start()
        at = -1 if delimiter[0].startswith("</") else delimiter.end()
    if at >= 0:
        yield at, len(text)


def _parted(text: str, spans: Iterable[tuple[int, int]]) -> tuple[str, str]:
    """Return a text with nothing but some spans, and one without them; the rest is blank."""
    inside, outside, last = [], [], 0
    for start, end in (*spans, (len(text), len(text))):
        inside += [_SIGN.sub(" ", text[last:start]), text[start:end]]
        outside += [text[last:start], _SIGN.sub(" ", text[start:end])]
        last = end
    return "".join(inside), "".join(outside)


def _without_delimiters(text: str, file: str = "") -> tuple[str, tuple[Diagnostic, ...]]:
    """Return the text of a PBN file without delimiters, and that they do not belong there.

    >>> text, errors = _without_delimiters('<PBN>[Board "1"]', "hands.pbn")
    >>> text, errors[0].code
    ('     [Board "1"]', 'BML713')
    """
    first = _DELIMITER.search(text)
    if first is None:
        return text, ()
    sentence = f"PBN 6.2: A PBN file must not contain the delimiter {first[0]}."
    hint = "Delete it; it marks PBN in other documents."
    fault = Diagnostic("BML713", sentence, _location(text, first.start(), file), hint)
    return _parted(text, _spans(_DELIMITER, text))[1], (fault,)


def _location(text: str, at: int, file: str) -> Location:
    return Location(file, text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at))


def _parts(text: str, file: str) -> _TextParts:
    """Return the parts of a text; in a PBN file, the text outside of the delimiters is PBN too."""
    if file.lower().endswith(".pbn") and _is_delimited(text):
        return _TextParts(*_without_delimiters(text, file))
    return _text_parts(text, file)


# ---------------------------------------------------------------- boards and what is wrong with them


def read(source: Source, file: str = "", kind: str = "") -> Iterator[SourcedBoard]:
    r"""Yield the boards of a PBN file, a LIN file or any text with deals, one after the other.

    Args:
        source: A text, bytes, or an open binary file.
        file: The name for diagnostics.
        kind: As from :func:`recognise`; without it name and text tell, and a file must be seekable.

    Yields:
        Each board, and what is wrong with it; for what is not a board, only that.

    >>> [sourced.number for sourced in read('[Board "3"]\n\n[Board "4"]\n')]
    [3, 4]
    """
    before: Board | None = None
    for sourced in _read(source, file, kind or _kind(source, file)):
        if sourced.is_board:
            before = with_other_room(sourced.board, before)
        yield replace(sourced, board=before) if sourced.is_board and before else sourced


def _read(source: Source, file: str, kind: str) -> Iterator[SourcedBoard]:
    if kind == LIN:
        yield from map(_of_record, lin.read_all(source, file))
    elif kind == TEXT:
        parts = _parts(decode_source(source), file)
        found = [
            *map(_of_diagnostic, parts.diagnostics),
            *_of_games(parts.pbn, file),
            *map(_of_record, lin.read_all(parts.lin, file)),
            *map(_of_link, lin.read_links(parts.links, file)),
        ]
        yield from sorted(found, key=lambda sourced: (sourced.location.line, sourced.location.column))
    else:
        yield from _of_games(source, file)


def _of_games(source: Source, file: str) -> Iterator[SourcedBoard]:
    for game, (board, diagnostics) in pbn.parse_games(source, file):
        if game.tags or diagnostics:
            yield SourcedBoard(board, game.location(0), game, diagnostics, bool(game.tags))


def _of_record(record: lin.Record) -> SourcedBoard:
    board, diagnostics = lin.parse_record(record)
    return SourcedBoard(board, record.location(0), record, diagnostics, record.is_board)


def _of_link(link: lin.Record | Diagnostic) -> SourcedBoard:
    return _of_diagnostic(link) if isinstance(link, Diagnostic) else _of_record(link)


def _of_diagnostic(diagnostic: Diagnostic) -> SourcedBoard:
    return SourcedBoard(Board(), diagnostic.location, None, (diagnostic,), is_board=False)


def check(source: Source, file: str = "", kind: str = "") -> Iterator[Diagnostic]:
    """Yield what is wrong with a file of any kind.

    >>> [error.code for error in check("md|7|")]
    ['BML802']
    """
    found: Iterator[Diagnostic] = (
        diagnostic for sourced in read(source, file, kind) for diagnostic in sourced.diagnostics
    )
    if (kind or _kind(source, file)) == TEXT:
        found = iter(sorted(found, key=lambda one: (one.location.line, one.location.column)))
    yield from found


# ---------------------------------------------------------------- which boards

_NUMBERS = re.compile(r"\s*(\d{1,6})\s*(?:[-\u2013]\s*(\d{1,6})\s*)?")


def parse_numbers(text: str) -> tuple[range, ...] | None:
    """Return the numbers of boards in a text such as ``3-5,7``; None if it cannot be read.

    >>> parse_numbers("3-5, 7"), parse_numbers("3-"), parse_numbers("5-3")
    ((range(3, 6), range(7, 8)), None, None)
    """
    matches = [_NUMBERS.fullmatch(word) for word in text.split(",")]
    ranges = [range(int(match[1]), int(match[2] or match[1]) + 1) for match in matches if match is not None]
    return tuple(ranges) if len(ranges) == len(matches) and all(ranges) else None


def selected(boards: Iterable[SourcedBoard], numbers: Sequence[range] | None) -> Iterator[SourcedBoard]:
    """Yield the boards with these numbers, all of them for None, numbered as by :func:`numbered`.

    >>> boards = [SourcedBoard(Board(number=number), Location("", 1)) for number in (4, 5, 9)]
    >>> [board.number for board in selected(boards, parse_numbers("5-9"))]
    [5, 9]
    """
    for number, sourced in numbered(boards):
        if numbers is None or any(number in span for span in numbers):
            yield sourced


def numbered(boards: Iterable[SourcedBoard]) -> Iterator[tuple[int, SourcedBoard]]:
    """Yield the boards with their numbers; one without a number is counted from the beginning of the file.

    >>> boards = [SourcedBoard(Board(number=number), Location("", 1)) for number in (7, None)]
    >>> [number for number, _ in numbered(boards)]
    [7, 2]
    """
    for count, sourced in enumerate((sourced for sourced in boards if sourced.is_board), 1):
        yield count if sourced.number is None else sourced.number, sourced


# ---------------------------------------------------------------- formats to write


def _encode_utf8(parts: Iterable[str], _needed: bool) -> Iterator[bytes]:
    return (part.encode("utf-8", "replace") for part in parts)


def _write_bml(boards: Iterable[Board]) -> Iterator[str]:
    for index, part in enumerate(diagrams.board_texts(boards)):
        yield "\n" * bool(index) + part


@dataclass(frozen=True, slots=True)
class DealFormat:
    """A format that boards are written in.

    Boards that were read from a file of the same format are written as they were read, unknown tags and
    commands too.

    Attributes:
        name: The name in options and commands.
        ending: The ending of its files.
        title: Its name in sentences.
        write_items: Yields the text of boards in parts, and that of its own games or records.
        board_losses: Reports what of a board the format cannot hold.
        source: The type of a board that was read from a file of this format.
        encode_parts: Yields the bytes of a file, given its text in parts and whether to write UTF-8.
        needs_utf8: Returns whether a part must be written as UTF-8.
    """

    name: str
    ending: str
    title: str
    write_items: Callable[[Iterable[Any]], Iterator[str]]
    board_losses: Callable[[Board, Location], tuple[Diagnostic, ...]]
    source: type[pbn.Game] | type[lin.Record] | None
    encode_parts: Callable[[Iterable[str], bool], Iterator[bytes]] = _encode_utf8
    needs_utf8: Callable[[str], bool] = lambda text: True

    def is_source(self, sourced: SourcedBoard) -> bool:
        """Return whether a board was read from a file of this format."""
        return self.source is not None and isinstance(sourced.source, self.source)

    def write_parts(self, boards: Iterable[SourcedBoard]) -> Iterator[str]:
        """Yield the text of a file in parts."""
        return self.write_items(
            each.source if self.is_source(each) else each.board for each in boards if each.is_board
        )

    def write(self, boards: Iterable[SourcedBoard]) -> str:
        """Return the text of a file.

        >>> FORMATS["lin"].write([])
        ''
        """
        return "".join(self.write_parts(boards))

    def encode(self, text: str) -> bytes:
        r"""Return the bytes of a file with this text.

        >>> FORMATS["pbn"].encode("% PBN 2.1\n")
        b'% PBN 2.1\r\n'
        """
        return b"".join(self.encode_parts((text,), self.needs_utf8(text)))

    def losses(self, sourced: SourcedBoard) -> tuple[Diagnostic, ...]:
        """Report what is lost when a board is written in this format; nothing, if it was read from it."""
        if self.is_source(sourced):
            return ()
        own = ", ".join(_source_losses(sourced))
        more = [(f"{self.title} cannot hold {own}.", "")] if own else []
        return (
            *self.board_losses(sourced.board, sourced.location),
            *report_losses(sourced.board, sourced.location, more),
        )


def _source_losses(sourced: SourcedBoard) -> Iterable[str]:
    """Return what is in no board: it stays behind in the file that the board was read from."""
    if isinstance(sourced.source, pbn.Game):
        return pbn.game_losses(sourced.source, sourced.board)
    return lin.record_losses(sourced.source) if sourced.source is not None else ()


FORMATS = {
    form.name: form
    for form in (
        DealFormat("pbn", ".pbn", "PBN", pbn.write_games, pbn.losses, pbn.Game, pbn.encode, pbn.needs_utf8),
        DealFormat("lin", ".lin", "LIN", lin.write_records, lin.losses, lin.Record),
        DealFormat("bml", ".bml", "BML", _write_bml, diagrams.losses, None),
    )
}
"""The formats by name."""
