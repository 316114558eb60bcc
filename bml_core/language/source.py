"""From bytes to lines that know where they stand."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bml_core import decoding
from bml_core.decoding import UNSHOWABLE, showable
from bml_core.diagnostics import Location
from bml_core.language.reporter import Reporter

_LINE_END = re.compile(r"\r\n?|\n")
_TAB_WIDTH = 8


@dataclass(slots=True)
class SourceLine:
    """A line of BML: its text, and the file, line and column (from 1) where that text begins.

    A pasted line keeps the place it was written at; ``pasted_at`` is the place of the ``#PASTE``.
    """

    text: str
    file: str
    line: int
    column: int = 1
    pasted_at: Location | None = None

    def at(self, offset: int = 0) -> Location:
        """The place of the character at ``offset``."""
        written = Location(self.file, self.line, max(1, self.column + offset))
        if self.pasted_at is None:
            return written
        return Location(self.pasted_at.file, self.pasted_at.line, self.pasted_at.column, written)

    @property
    def is_blank(self) -> bool:
        """Whether there is nothing but white space."""
        return not self.text or self.text.isspace()

    @property
    def start(self) -> int:
        """The offset of the first character that is no white space."""
        return len(self.text) - len(self.text.lstrip())


def expanded(text: str) -> str:
    """The text with tabs as spaces, so that columns can be compared."""
    return text.expandtabs(_TAB_WIDTH) if "\t" in text else text


def decode(data: bytes, file: str, reporter: Reporter) -> str:
    """The text of a file, whatever its encoding; what is to be said of that goes to ``reporter``."""
    text, findings = decoding.decode(data, file)
    reporter.add(findings)
    return text


def split_lines(
    text: str,
    file: str,
    reporter: Reporter,
    *,
    line: int = 1,
    column: int = 1,
    places: Sequence[tuple[str, int]] | None = None,
) -> list[SourceLine]:
    """The lines of ``text``; ``places`` gives file and line of each where they do not just count up."""
    texts = _LINE_END.split(text.removeprefix("\ufeff"))
    lines = [SourceLine(t, file, line + number, column) for number, t in enumerate(texts)]
    for source, (place_file, place_line) in zip(lines, places or (), strict=False):
        source.file, source.line = place_file, place_line
    if UNSHOWABLE.search(text):
        _replace_unshowable(lines, reporter)
    return lines


def _replace_unshowable(lines: list[SourceLine], reporter: Reporter) -> None:
    reported = False
    for line in lines:
        found = UNSHOWABLE.search(line.text)
        if found is None:
            continue
        if not reported:
            reporter.add([decoding.unshowable(found[0], line.at(found.start()))])
            reported = True
        line.text = showable(line.text)
