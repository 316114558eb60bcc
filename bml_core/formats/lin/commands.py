"""The commands of a LIN file: two letters, a value, and a bar behind each, as they were written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from bml_core.decoding import Source, decode_block, read_blocks

# After an unclosed value the next line begins with one of these; texts may have lines of their own.
_OF_ONE_LINE = frozenset(
    ["qx", "pn", "md", "sv", "ah", "mb", "pc", "mc", "rh", "st", "pg", "vg", "rs", "mp", "bn", "px"]
)
_KNOWN = _OF_ONE_LINE | frozenset(["an", "nt", "at", "mn", "up", "pf"])
_NEXT = re.compile(r"(.*?)(\n\s*)([A-Za-z]{2})\s*", re.DOTALL)
_NAME = re.compile(r"[A-Za-z0-9]{2}")


class Command(NamedTuple):
    """A command as it was written.

    ``before`` is white space in front of it; ``bar`` and ``end`` are the bars behind name and value, "" where
    one is missing. A text between two commands is a command without a name.
    """

    name: str
    value: str
    before: str = ""
    bar: str = "|"
    end: str = "|"

    @property
    def written(self) -> str:
        """The text of the command in its file."""
        return f"{self.before}{self.name}{self.bar}{self.value}{self.end}"


def read_commands(source: Source) -> Iterator[Command]:
    r"""Yield the commands of a source, one after the other.

    Where a bar is missing, the commands after it are recognised again.

    >>> [(command.name, command.value) for command in read_commands("md|1S,H\nmb|1C|oops mb|p|")]
    [('md', '1S,H'), ('mb', '1C'), ('oops mb', 'p')]
    """
    name: str | None = None
    """A name that waits for its value."""
    for text, end in _parts(source):
        if name is None:
            if end:
                name = text
            elif not text.isspace():
                yield _without_value(text, "")
            continue
        if not _is_name(name) and text.strip().lower() in _KNOWN:
            # A bar too many, or one too few: what looks like a value is the next name.
            yield _stray(name, "|")
            name = text
        elif "\n" in text and _is_of_one_line(name) and (unclosed := _NEXT.fullmatch(text)) is not None:
            yield _command(name, unclosed[1], "")
            name = unclosed[2] + unclosed[3]
        else:
            yield _command(name, text, end)
            name = None
        if name is not None and not end:
            yield _without_value(name, "")
            name = None
    if name is not None:
        yield _without_value(name, "|")


def is_named(command: Command) -> bool:
    """Tell whether the name of a command is one that LIN may have.

    >>> is_named(Command("md", "")), is_named(Command("board 7", ""))
    (True, False)
    """
    return _NAME.fullmatch(command.name) is not None


def join_commands(commands: Iterable[Command]) -> str:
    """Return the text of commands.

    >>> join_commands([Command("pg", ""), Command("pc", "CA")])
    'pg||pc|CA|'
    """
    return "".join([command.written for command in commands])


def _is_name(text: str) -> bool:
    return _NAME.fullmatch(text.strip()) is not None


def _is_of_one_line(name: str) -> bool:
    return name.strip().lower() in _OF_ONE_LINE


def _command(name: str, value: str, end: str) -> Command:
    stripped = name.lstrip()
    return Command(stripped.rstrip(), value, name[: len(name) - len(stripped)], "|", end)


def _without_value(text: str, bar: str) -> Command:
    """Return what a file ends with instead of a command; a name alone is one, as with the bars behind it."""
    return _command(text, "", "")._replace(bar=bar) if _is_name(text) else _stray(text, bar)


def _stray(text: str, end: str) -> Command:
    stripped = text.lstrip()
    return Command("", stripped, text[: len(text) - len(stripped)], "", end)


def _parts(source: Source) -> Iterator[tuple[str, str]]:
    """Yield the texts between bars, each with the bar behind it, "" behind the last."""
    held: list[bytes] = []
    for block in read_blocks(source):
        # The end of a line is seldom between a name and its value.
        cut = block.rfind(b"|\n") + 1 or block.rfind(b"|") + 1
        if cut:
            *parts, _ = _decode(b"".join((*held, block[:cut]))).split("|")
            yield from ((part, "|") for part in parts)
            held = [block[cut:]]
        else:
            held.append(block)
    *parts, last = _decode(b"".join(held)).split("|")
    yield from ((part, "|") for part in parts)
    if last:
        yield last, ""


def _decode(data: bytes) -> str:
    """Decode line by line where a line is no UTF-8, so that one odd name does not spoil the others."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return "".join(map(decode_block, data.splitlines(keepends=True)))
