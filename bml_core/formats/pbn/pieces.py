"""A file of any size, cut at its empty lines into the texts of single games."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from typing import NamedTuple

from bml_core.formats.sources import Source, blocks, decoded

_EMPTY_LINES = re.compile(rb"(?:[ \t]*\n)+")
_BLANK = re.compile(rb"\n[ \t]+\n")
_SEPARATOR = re.compile(rb"\n[ \t]*(?=\n)")
# What a brace has no meaning in, or a brace comment; the group is empty where its end is missing.
_COVERED = re.compile(rb'"(?:[^"\\\n]|\\.)*+"?|;[^\n]*|^%[^\n]*|\{[^}]*+(\}?)', re.MULTILINE)


class Piece(NamedTuple):
    """The text between two empty lines, its lines ended by a newline character; ``line`` counts from 1."""

    text: str
    line: int


def pieces(source: Source) -> Iterator[Piece]:
    r"""The pieces of a source in order. An empty line inside a brace comment does not end a piece.

    A comment without its end ends with its piece, so that nothing after it is lost.

    >>> [(piece.line, piece.text) for piece in pieces("[Board \"1\"]\r\n\r\n{a\n\nb}\n")]
    [(1, '[Board "1"]'), (3, '{a\n\nb}\n')]
    """
    return _Cutter(blocks(source)).pieces()


class _Cutter:
    """Cuts blocks into pieces; holds no more than a block and the piece it ends in."""

    def __init__(self, blocks: Iterator[bytes]) -> None:
        self.blocks = blocks
        self.buffer = bytearray()
        self.start = 0
        self.line = 1
        self.no_end_ahead = False
        self.is_new = False
        """Whether a block was added since pieces were last looked for many at a time."""

    def pieces(self) -> Iterator[Piece]:
        while True:
            self._skip_empty_lines()
            if self.is_new:
                self.is_new = False
                yield from self._plain_pieces()
            end = self._end()
            if end > self.start:
                text = bytes(self.buffer[self.start : end])
                yield Piece(decoded(text), self.line)
                self.line += text.count(b"\n")
                self.start = end
            elif not self._more():
                return

    def _plain_pieces(self) -> Iterator[Piece]:
        """The pieces up to a comment that goes beyond its piece, or to the last one, which may go on."""
        cut = self.buffer.rfind(b"\n\n", self.start)
        if cut < 0 or _BLANK.search(self.buffer, self.start, cut + 1):
            return
        for written in bytes(self.buffer[self.start : cut]).split(b"\n\n"):
            text = written.lstrip(b"\n")
            if b"{" in text and self._opens_comment(text):
                return
            if text:
                yield Piece(decoded(text), self.line + len(written) - len(text))
            self.start += len(written) + 2
            self.line += written.count(b"\n") + 2

    def _more(self) -> bool:
        """Read another block; what was given out already is dropped."""
        block = next(self.blocks, None)
        if block is None:
            return False
        del self.buffer[: self.start]
        self.start = 0
        self.buffer += block
        self.is_new = True
        return True

    def _skip_empty_lines(self) -> None:
        if self.start == len(self.buffer) and not self._more():
            return
        while found := _EMPTY_LINES.match(self.buffer, self.start):
            self.line += self.buffer.count(b"\n", self.start, found.end())
            self.start = found.end()
            if self.start < len(self.buffer) or not self._more():
                return

    def _end(self) -> int:
        """Where the piece that begins at ``start`` ends, not counting its last newline."""
        length = 0
        while True:
            end = self._separator(self.start + length)
            if not self._opens_comment(self.buffer, self.start + length, end):
                return end
            length = end - self.start
            closed = self._closing_brace(self.start + length)
            if closed < 0:
                self.no_end_ahead = True
                return self.start + length
            length = closed + 1 - self.start

    def _separator(self, at: int) -> int:
        """Where the next empty line is, or the end of all."""
        length = at - self.start
        while (found := _SEPARATOR.search(self.buffer, self.start + length)) is None:
            # The end of the buffer may be half of a separator.
            length = max(length, self.buffer.rfind(b"\n") - self.start)
            if not self._more():
                return len(self.buffer)
        return found.start()

    def _closing_brace(self, at: int) -> int:
        length = at - self.start
        while (found := self.buffer.find(b"}", self.start + length)) < 0:
            length = len(self.buffer) - self.start
            if not self._more():
                return -1
        return found

    def _opens_comment(self, text: bytes | bytearray, start: int = 0, end: int = sys.maxsize) -> bool:
        if self.no_end_ahead or text.find(b"{", start, end) < 0:
            return False
        return any(found[1] == b"" for found in _COVERED.finditer(text, start, end))
