"""Files of deals of any kind: which kind a file is, its boards one by one, and the formats to write."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from bml_core.bridge import Board
from bml_core.diagnostics import Diagnostic, Location
from bml_core.formats import bml, lin, pbn
from bml_core.formats.losses import told
from bml_core.formats.sources import Source, blocks, decoded

START = 1 << 16
"""So many bytes of a file tell its kind."""
_PBN = re.compile(r'^%\s*PBN\b|^[ \t]*\[\s*[A-Za-z0-9_]+\s*"', re.MULTILINE)
_LIN = re.compile(r"(?:^|[|\s])(?:md|pn|qx|vg|mn|mb|st|rh)\|", re.IGNORECASE | re.MULTILINE)

PBN, LIN, LINKS, EMBEDDED = "pbn", "lin", "links", "embedded"


@dataclass(frozen=True, slots=True)
class Dealt:
    """A board of a file.

    ``source`` is what it was read from with everything that is no bridge, None for a diagram of BML;
    ``diagnostics`` is what is wrong with it. Where it ``is_board`` not, there are only those.
    """

    board: Board
    place: Location
    source: pbn.Game | lin.Record | None = None
    diagnostics: tuple[Diagnostic, ...] = ()
    is_board: bool = True

    @property
    def number(self) -> int | None:
        """The number of the board, or None."""
        return self.board.number


def recognise(start: bytes | str) -> str:
    """The kind of a file by its first bytes: ``pbn``, ``lin``, ``links`` to the handviewer, or "".

    ``embedded`` is PBN between delimiters in another document.

    >>> recognise('[Deal "N:"]'), recognise("md|1S|"), recognise("1N  15--17")
    ('pbn', 'lin', '')
    """
    text = start if isinstance(start, str) else decoded(b"".join(blocks(start)))
    if pbn.is_embedded(text):
        return EMBEDDED
    if lin.is_link(text):
        return LINKS
    if _PBN.search(text):
        return PBN
    return LIN if _LIN.search(text) else ""


def read(source: Source, file: str = "", kind: str = "", *, checked: bool = True) -> Iterator[Dealt]:
    r"""The boards of a PBN file, a LIN file or a text with links, one after the other.

    Args:
        source: A text, bytes, or an open binary file, of which a little is held at a time.
        file: The name for diagnostics.
        kind: As from :func:`recognise`; without it the text tells, and a file has to be seekable.
        checked: Whether boards come with what is wrong with them. To find that takes longer than to read
            them: who needs few boards of a file gives those to :func:`with_diagnostics`.

    Yields:
        Each board, and what is wrong with it; for a link without a board, only that.

    >>> [dealt.number for dealt in read('[Board "3"]\n\n[Board "4"]\n')]
    [3, 4]
    """
    kind = kind or _kind(source)
    if kind == LIN:
        for record in lin.read(source, file):
            yield _of_record(record, checked)
    elif kind == LINKS:
        for found in lin.read_links(source, file):
            if isinstance(found, Diagnostic):
                yield Dealt(Board(), found.location, None, (found,), is_board=False)
            else:
                yield _of_record(found, checked)
    elif kind == EMBEDDED:
        text, misplaced = _embedded(source, file)
        yield from (Dealt(Board(), one.location, None, (one,), is_board=False) for one in misplaced)
        yield from _games(text, file, checked)
    else:
        yield from _games(source, file, checked)


def _games(source: Source, file: str, checked: bool) -> Iterator[Dealt]:
    strange: set[str] = set()
    for game in pbn.read(source, file):
        found = pbn.check_game(game, strange=strange) if checked else ()
        yield Dealt(pbn.board(game), game.place(0), game, found)


def _embedded(source: Source, file: str) -> tuple[str, tuple[Diagnostic, ...]]:
    """The PBN of a document; in a PBN file, what stands outside of the delimiters is PBN too."""
    if file.lower().endswith(".pbn"):
        return pbn.without_delimiters(source, file)
    return pbn.embedded(source, file)


def _kind(source: Source) -> str:
    if isinstance(source, str | bytes):
        return recognise(source[:START])
    at = source.tell()
    start = source.read(START)
    source.seek(at)
    return recognise(start)


def _of_record(record: lin.Record, checked: bool) -> Dealt:
    board, diagnostics = lin.read_record(record) if checked else (lin.board(record), ())
    return Dealt(board, record.place(0), record, diagnostics)


def with_diagnostics(dealt: Dealt) -> Dealt:
    """A board that was read without being checked, with what is wrong with it.

    >>> (dealt,) = read("md|7|", checked=False)
    >>> dealt.diagnostics, [found.code for found in with_diagnostics(dealt).diagnostics]
    ((), ['BML802'])
    """
    if isinstance(dealt.source, pbn.Game):
        return replace(dealt, diagnostics=pbn.check_game(dealt.source))
    if dealt.source is not None:
        return replace(dealt, diagnostics=lin.check_record(dealt.source))
    return dealt


def check(source: Source, file: str = "", kind: str = "") -> Iterator[Diagnostic]:
    """What is wrong with a file of any kind, one by one.

    >>> [found.code for found in check("md|7|")]
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


def read_numbers(text: str) -> tuple[range, ...] | None:
    """The numbers of boards in a text such as ``3-5,7``; None if it cannot be read.

    >>> read_numbers("3-5, 7"), read_numbers("3-"), read_numbers("5-3")
    ((range(3, 6), range(7, 8)), None, None)
    """
    found = [re.fullmatch(r"\s*(\d{1,6})\s*(?:[-\u2013]\s*(\d{1,6})\s*)?", word) for word in text.split(",")]
    ranges = [range(int(f[1]), int(f[2] or f[1]) + 1) for f in found if f is not None]
    return tuple(ranges) if len(ranges) == len(found) and all(ranges) else None


def selected(boards: Iterable[Dealt], numbers: Sequence[range] | None) -> Iterator[Dealt]:
    """The boards with these numbers, all of them for None; one without a number has that of its place.

    >>> place = Location("", 1)
    >>> [d.number for d in selected([Dealt(Board(number=n), place) for n in (4, 5, 9)], read_numbers("5-9"))]
    [5, 9]
    """
    for number, dealt in numbered(boards):
        if numbers is None or any(number in span for span in numbers):
            yield dealt


def numbered(boards: Iterable[Dealt]) -> Iterator[tuple[int, Dealt]]:
    """The boards with their numbers; one without a number has that of its place.

    >>> place = Location("", 1)
    >>> [number for number, _ in numbered([Dealt(Board(number=7), place), Dealt(Board(), place)])]
    [7, 2]
    """
    for place, dealt in enumerate((dealt for dealt in boards if dealt.is_board), 1):
        yield place if dealt.number is None else dealt.number, dealt


# ---------------------------------------------------------------- formats


def _utf8(parts: Iterable[str], _needed: bool) -> Iterator[bytes]:
    return (part.encode("utf-8", "replace") for part in parts)


def _always(_text: str) -> bool:
    return True


def _pbn(boards: Iterable[Dealt]) -> Iterator[str]:
    return pbn.written(d.source if isinstance(d.source, pbn.Game) else d.board for d in boards)


def _lin(boards: Iterable[Dealt]) -> Iterator[str]:
    return lin.written(d.source if isinstance(d.source, lin.Record) else d.board for d in boards)


def _bml(boards: Iterable[Dealt]) -> Iterator[str]:
    for place, part in enumerate(bml.board_texts(dealt.board for dealt in boards)):
        yield "\n" * bool(place) + part


@dataclass(frozen=True, slots=True)
class DealFormat:
    """A format that boards are written in.

    ``written`` gives the text in parts; what was read from a file of the same format is written as it was
    read, unknown tags and commands too. ``encoded`` makes the bytes of a file, for which it has to know
    whether a part ``needs_utf8``. ``losses`` tells what of a board the format cannot hold.
    """

    name: str
    ending: str
    title: str
    written: Callable[[Iterable[Dealt]], Iterator[str]]
    losses: Callable[[Board, Location], tuple[Diagnostic, ...]]
    source: type[pbn.Game] | type[lin.Record] | None
    encoded: Callable[[Iterable[str], bool], Iterator[bytes]] = _utf8
    needs_utf8: Callable[[str], bool] = _always

    def write(self, boards: Iterable[Dealt]) -> str:
        """The text of a file.

        >>> FORMATS["lin"].write([])
        ''
        """
        return "".join(self.written(boards))

    def encode(self, text: str) -> bytes:
        r"""The bytes of a file with this text.

        >>> FORMATS["pbn"].encode("% PBN 2.1\n")
        b'% PBN 2.1\r\n'
        """
        return b"".join(self.encoded((text,), self.needs_utf8(text)))

    def lost(self, dealt: Dealt) -> tuple[Diagnostic, ...]:
        """What is lost when a board is written in this format; nothing, if it was read from it."""
        if self.source is not None and isinstance(dealt.source, self.source):
            return ()
        beyond = ", ".join(_beyond(dealt))
        lost = [(f"{self.title} has no place for {beyond}.", "")] if beyond else []
        return (*self.losses(dealt.board, dealt.place), *told(dealt.board, dealt.place, lost))


def _beyond(dealt: Dealt) -> tuple[str, ...]:
    """What is in no board: it stays behind in the file that the board was read from."""
    if isinstance(dealt.source, pbn.Game):
        return pbn.beyond_board(dealt.source, dealt.board)
    return lin.beyond_board(dealt.source) if dealt.source is not None else ()


FORMATS = {
    form.name: form
    for form in (
        DealFormat("pbn", ".pbn", "PBN", _pbn, pbn.losses, pbn.Game, pbn.encoded, pbn.needs_utf8),
        DealFormat("lin", ".lin", "LIN", _lin, lin.losses, lin.Record),
        DealFormat("bml", ".bml", "BML", _bml, bml.losses, None),
    )
}
"""The formats by name."""
