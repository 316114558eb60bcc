"""Files of deals of any kind: which kind a file is, its boards one by one, and what is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from bml_core.bridge import Board
from bml_core.decoding import Source, decode_source
from bml_core.diagnostics import Diagnostic, Location
from bml_core.formats import lin, pbn

START = 1 << 16
"""The bytes of a file from which its kind is recognised."""
_PBN = re.compile(r'^%\s*PBN\b|^[ \t]*\[\s*[A-Za-z0-9_]+\s*"', re.MULTILINE)
_LIN = re.compile(r"(?:^|[|\s])(?:md|pn|qx|vg|mn|mb|st|rh)\|", re.IGNORECASE | re.MULTILINE)

_NUMBERS = re.compile(r"\s*(\d{1,6})\s*(?:[-\u2013]\s*(\d{1,6})\s*)?")

PBN, LIN, LINKS, EMBEDDED = "pbn", "lin", "links", "embedded"


@dataclass(frozen=True, slots=True)
class Dealt:
    """A board of a file.

    Attributes:
        board: The board.
        place: Where it begins.
        source: The game or record it was read from, with everything that is no bridge; None for a diagram.
        diagnostics: What is wrong with it.
        is_board: False where there is no board but only what is wrong.
    """

    board: Board
    place: Location
    source: pbn.Game | lin.Record | None = None
    diagnostics: tuple[Diagnostic, ...] = ()
    is_board: bool = True

    @property
    def number(self) -> int | None:
        """Return the number of the board, or None."""
        return self.board.number


def recognise(start: bytes | str) -> str:
    """Return the kind of a file by its first bytes: ``pbn``, ``lin``, ``links`` to the handviewer, or "".

    ``embedded`` is PBN between delimiters in another document.

    >>> recognise('[Deal "N:"]'), recognise("md|1S|"), recognise("1N  15--17")
    ('pbn', 'lin', '')
    """
    text = start if isinstance(start, str) else decode_source(start)
    if pbn.is_embedded(text):
        return EMBEDDED
    if lin.is_link(text):
        return LINKS
    if _PBN.search(text):
        return PBN
    return LIN if _LIN.search(text) else ""


def read(source: Source, file: str = "", kind: str = "", *, checked: bool = True) -> Iterator[Dealt]:
    r"""Yield the boards of a PBN file, a LIN file or a text with links, one after the other.

    Args:
        source: A text, bytes, or an open binary file, of which a little is held at a time.
        file: The name for diagnostics.
        kind: As from :func:`recognise`; without it the text tells, and a file has to be seekable.
        checked: Whether boards come with what is wrong with them. Checking takes longer than reading: where
            few boards of a file are needed, give those to :func:`with_diagnostics`.

    Yields:
        Each board, and what is wrong with it; for a link without a board, only that.

    >>> [dealt.number for dealt in read('[Board "3"]\n\n[Board "4"]\n')]
    [3, 4]
    """
    kind = kind or _kind(source)
    if kind == LIN:
        for record in lin.read_records(source, file):
            yield _of_record(record, checked)
    elif kind == LINKS:
        for item in lin.read_links(source, file):
            yield _of_diagnostic(item) if isinstance(item, Diagnostic) else _of_record(item, checked)
    elif kind == EMBEDDED:
        text, misplaced = _embedded(source, file)
        yield from map(_of_diagnostic, misplaced)
        yield from _games(text, file, checked)
    else:
        yield from _games(source, file, checked)


def _games(source: Source, file: str, checked: bool) -> Iterator[Dealt]:
    unknown_tags: set[str] = set()
    for game in pbn.read_games(source, file):
        diagnostics = pbn.check_game(game, unknown_tags=unknown_tags) if checked else ()
        yield Dealt(pbn.parse_board(game), game.place(0), game, diagnostics)


def _embedded(source: Source, file: str) -> tuple[str, tuple[Diagnostic, ...]]:
    """Return the PBN of a document; in a PBN file, the text outside of the delimiters is PBN too."""
    if file.lower().endswith(".pbn"):
        return pbn.without_delimiters(source, file)
    return pbn.embedded_text(source, file)


def _kind(source: Source) -> str:
    if isinstance(source, str | bytes):
        return recognise(source[:START])
    at = source.tell()
    start = source.read(START)
    source.seek(at)
    return recognise(start)


def _of_record(record: lin.Record, checked: bool) -> Dealt:
    if not checked:
        return Dealt(lin.parse_board(record), record.place(0), record)
    result = lin.parse_record(record)
    return Dealt(result.value, record.place(0), record, result.diagnostics)


def _of_diagnostic(diagnostic: Diagnostic) -> Dealt:
    return Dealt(Board(), diagnostic.location, None, (diagnostic,), is_board=False)


def with_diagnostics(dealt: Dealt) -> Dealt:
    """Return a board that was read without being checked, with what is wrong with it.

    >>> (dealt,) = read("md|7|", checked=False)
    >>> dealt.diagnostics, [error.code for error in with_diagnostics(dealt).diagnostics]
    ((), ['BML802'])
    """
    if isinstance(dealt.source, pbn.Game):
        return replace(dealt, diagnostics=pbn.check_game(dealt.source))
    if dealt.source is not None:
        return replace(dealt, diagnostics=lin.check_record(dealt.source))
    return dealt


def check(source: Source, file: str = "", kind: str = "") -> Iterator[Diagnostic]:
    """Yield what is wrong with a file of any kind.

    >>> [error.code for error in check("md|7|")]
    ['BML802']
    """
    kind = kind or _kind(source)
    if kind == EMBEDDED:
        text, misplaced = _embedded(source, file)
        yield from misplaced
        yield from pbn.check(text, file)
    elif kind == PBN:
        yield from pbn.check(source, file)
    elif kind == LIN:
        yield from lin.check(source, file)
    else:
        for dealt in read(source, file, kind):
            yield from dealt.diagnostics


# ---------------------------------------------------------------- which boards


def parse_numbers(text: str) -> tuple[range, ...] | None:
    """Return the numbers of boards in a text such as ``3-5,7``; None if it cannot be read.

    >>> parse_numbers("3-5, 7"), parse_numbers("3-"), parse_numbers("5-3")
    ((range(3, 6), range(7, 8)), None, None)
    """
    matches = [_NUMBERS.fullmatch(word) for word in text.split(",")]
    ranges = [range(int(match[1]), int(match[2] or match[1]) + 1) for match in matches if match is not None]
    return tuple(ranges) if len(ranges) == len(matches) and all(ranges) else None


def selected(boards: Iterable[Dealt], numbers: Sequence[range] | None) -> Iterator[Dealt]:
    """Yield the boards with these numbers, all of them for None; one without has that of its place.

    >>> place = Location("", 1)
    >>> [d.number for d in selected([Dealt(Board(number=n), place) for n in (4, 5, 9)], parse_numbers("5-9"))]
    [5, 9]
    """
    for number, dealt in numbered(boards):
        if numbers is None or any(number in span for span in numbers):
            yield dealt


def numbered(boards: Iterable[Dealt]) -> Iterator[tuple[int, Dealt]]:
    """Yield the boards with their numbers; one without a number has that of its place.

    >>> place = Location("", 1)
    >>> [number for number, _ in numbered([Dealt(Board(number=7), place), Dealt(Board(), place)])]
    [7, 2]
    """
    for place, dealt in enumerate((dealt for dealt in boards if dealt.is_board), 1):
        yield place if dealt.number is None else dealt.number, dealt
