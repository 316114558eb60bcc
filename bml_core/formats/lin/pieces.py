"""A LIN file piece by piece: lines that are a board, and commands where it is anything else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from bml_core.formats.lin.commands import Command, commands_of_text, without_value
from bml_core.formats.lin.lines import USUAL, Line, line_of
from bml_core.formats.sources import Source, blocks, decoded


class Several(NamedTuple):
    """Commands that follow each other, and how each of them is written."""

    commands: list[Command]
    written: list[str]


def commands(source: Source) -> Iterator[Command]:
    r"""The commands of a source, one after the other.

    Where a bar is missing, the commands after it are found again.

    >>> [(command.name, command.value) for command in commands("md|1S,H\nmb|1C|oops mb|p|")]
    [('md', '1S,H'), ('mb', '1C'), ('oops mb', 'p')]
    """
    for piece in pieces(source):
        yield from piece.commands if isinstance(piece, Several) else piece.spaced_commands


def pieces(source: Source) -> Iterator[Line | Several]:
    """A source piece by piece. White space between a line and what stands before belongs to the line."""
    reader = _Pieces()
    for text in _texts(source):
        yield from reader.read(text)
    if reader.name is not None:
        last = without_value(reader.name, "|")
        yield Several([last], [last.written])


class _Pieces:
    """Tells lines that are a board from other text."""

    def __init__(self) -> None:
        self.name: str | None = None
        """A name that waits for its value."""

    def read(self, text: str) -> Iterator[Line | Several]:
        """The pieces of a text."""
        at = 0
        for found in USUAL.finditer(text):
            before = text[at : found.start()]
            other = before.rstrip()
            if other:
                if other[-1] != "|":
                    # What looks like a line of its own goes on with the value before it.
                    continue
                at += len(other)
                yield self._several(other)
            if self.name is None:
                yield line_of(found, before[len(other) :])
                at = found.end()
        if at < len(text):
            yield self._several(text[at:])

    def _several(self, text: str) -> Several:
        found, written, self.name = commands_of_text(text, self.name)
        return Several(found, written)


def _texts(source: Source) -> Iterator[str]:
    """The text of a source in pieces that end with a bar, the last one excepted."""
    held: list[bytes] = []
    for block in blocks(source):
        # The end of a line is seldom between a name and its value.
        cut = block.rfind(b"|\n") + 1 or block.rfind(b"|") + 1
        if cut:
            yield _decoded(b"".join((*held, block[:cut])))
            held = [block[cut:]]
        else:
            held.append(block)
    yield _decoded(b"".join(held))


def _decoded(data: bytes) -> str:
    """Line by line where a line is no UTF-8, so that one odd name does not spoil the others."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return "".join(map(decoded, data.splitlines(keepends=True)))
