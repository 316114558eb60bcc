"""From bytes to lines that know where they stand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bml_core.diagnostics import Location
from bml_core.language.reporter import Reporter

_LINE_END = re.compile(r"\r\n?|\n")
_UNSHOWABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_TAB_WIDTH = 8
UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")


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
    """The text of a file: UTF-8, UTF-16 with a mark, else Windows Latin with a warning."""
    data = data.removeprefix(b"\xef\xbb\xbf")
    if data.startswith(UTF16_MARKS):
        return data.decode("utf-16", errors="replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = before.count(b"\n") + 1
        column = error.start - (before.rfind(b"\n") + 1) + 1
    reporter.report(
        "BML121",
        "The file is not UTF-8, so it is read as Windows Latin (cp1252).",
        Location(file, line, column),
        "Save it as UTF-8.",
    )
    return "".join(_decode_cp1252(data))


def _decode_cp1252(data: bytes) -> Iterable[str]:
    for number, piece in enumerate(re.split(b"([\x81\x8d\x8f\x90\x9d])", data)):
        yield piece.decode("latin-1" if number % 2 else "cp1252")


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
    if _UNSHOWABLE.search(text):
        _replace_unshowable(lines, reporter)
    return lines


def showable(text: str) -> str:
    """The text with U+FFFD for characters that no page can show."""
    return _UNSHOWABLE.sub("\ufffd", text)


def _replace_unshowable(lines: list[SourceLine], reporter: Reporter) -> None:
    reported = False
    for line in lines:
        found = _UNSHOWABLE.search(line.text)
        if found is None:
            continue
        if not reported:
            reporter.report(
                "BML121",
                f"The character with number {ord(found[0]):#x} cannot be shown.",
                line.at(found.start()),
                "Delete it; it is replaced by \ufffd here and wherever it stands.",
            )
            reported = True
        line.text = showable(line.text)
