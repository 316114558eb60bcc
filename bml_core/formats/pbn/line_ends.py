"""The lines of a PBN file as they stand in its bytes, before reading makes all ends the same (PBN 2.3, 3)."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import BinaryIO

from bml_core.decoding import UTF16_MARKS
from bml_core.diagnostics import Diagnostic, Location
from bml_core.formats.pbn.games import Game
from bml_core.formats.sources import BLOCK

_BLANK_LINE = re.compile(rb"(?<![^\r\n])[ \t]+(?=[\r\n]|\Z)")
_END = re.compile(rb"\r\n|\r|\n")
_MOST_BLANK = 1000
_CODE = "BML719"


@dataclass(slots=True)
class LineEnds:
    r"""An open file that remembers the ends of the lines read from it, and its lines of mere blanks.

    Attributes:
        file: What is read.
        odd: Lines that do not end with CR and LF.
        first_odd: The first of them, 0 if there is none.
        blank: Lines with nothing but spaces and tabs, the first of them.

    >>> watched = LineEnds(io.BytesIO(b"a\r\nb\n \r\n"))
    >>> watched.read() and watched.odd, watched.first_odd, watched.blank
    (1, 2, [3])
    """

    file: BinaryIO
    odd: int = 0
    first_odd: int = 0
    blank: list[int] = field(default_factory=list)
    _line: int = 1
    _held: bytes = b""
    _started: bool = False
    _is_utf16: bool = False

    def read(self, size: int = -1, /) -> bytes:
        """As of a file."""
        data = self.file.read(size)
        if not self._started:
            self._started = True
            self._is_utf16 = data.startswith(UTF16_MARKS)
        if not self._is_utf16:
            self._look_at(data, last=not data or size < 0)
        return data

    def _look_at(self, data: bytes, last: bool) -> None:
        """Look at the lines that are whole now; the rest waits."""
        data = self._held + data
        # A CR at the very end may be half of an end.
        cut = len(data) if last else max(data.rfind(b"\n"), data.rfind(b"\r", 0, -1)) + 1
        lines, self._held = data[:cut], data[cut:]
        if len(self._held) > BLOCK:
            self._held = self._held[-1:].rjust(2, b"x")
        unended = not lines.endswith((b"\n", b"\r")) and bool(lines)
        odd = _lines(lines) - lines.count(b"\r\n") + unended
        if odd and not self.odd:
            ends = [found[0] for found in _END.finditer(lines)] + [b""] * unended
            self.first_odd = self._line + next(place for place, end in enumerate(ends) if end != b"\r\n")
        self.odd += odd
        if len(self.blank) < _MOST_BLANK:
            self.blank += self._blank_lines(lines)
        self._line += _lines(lines)

    def _blank_lines(self, lines: bytes) -> Iterator[int]:
        at, line = 0, self._line
        for found in _BLANK_LINE.finditer(lines):
            line += _lines(lines[at : found.start()])
            at = found.start()
            yield line


def _lines(data: bytes) -> int:
    """How many lines end in some bytes."""
    return data.count(b"\n") + data.count(b"\r") - data.count(b"\r\n")


def watched(source: bytes | BinaryIO) -> LineEnds:
    """The source as a file that remembers the ends of its lines."""
    return LineEnds(io.BytesIO(source) if isinstance(source, bytes) else source)


def separator_findings(raw: LineEnds, end: int, game: Game) -> Iterator[Diagnostic]:
    """The line before a game that begins behind the line ``end``, if it is not as export format wants it."""
    between = [line for line in raw.blank if end < line < game.line]
    if between and end:
        sentence = f"Game {game.number}, PBN 3: The empty line before this game has spaces or tabs in it."
        yield Diagnostic(_CODE, sentence, Location(game.file, between[0]), "Take them out.")


def line_end_findings(raw: LineEnds, file: str) -> Iterator[Diagnostic]:
    """The ends of lines that export format does not allow, all of them in one."""
    if raw.odd:
        lines = "A line does" if raw.odd == 1 else f"{raw.odd:,} lines do"
        sentence = f"PBN 2.3: {lines} not end with CR and LF, as the lines of export format do."
        hint = "Save the file with the ends of lines of Windows."
        yield Diagnostic(_CODE, sentence, Location(file, raw.first_odd), hint)
