"""The commands of a LIN file: two letters, a value, and a bar behind each, as they were written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

# After an unclosed value the next line begins with one of these; texts may have lines of their own.
_OF_ONE_LINE = frozenset(
    ["qx", "pn", "md", "sv", "ah", "mb", "pc", "mc", "rh", "st", "pg", "vg", "rs", "mp", "bn", "px"]
)
KNOWN = _OF_ONE_LINE | frozenset(["an", "nt", "at", "mn", "up", "pf"])
"""The commands that this package knows to be commands wherever they stand."""
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


# What every file but a broken one consists of, and nearly all of the others. Texts of several lines are for
# the careful way.
_WRITTEN = re.compile(r"\s*[A-Za-z0-9]{2}\|[^|\n]*\|")


class _Commands(dict[str, Command]):
    """Commands without faults by how they are written: most of a file are the same few, again and again."""

    def __missing__(self, written: str) -> Command:
        name, value, _ = written.split("|")
        command = self[written] = _command(name, value, "|")
        return command


def commands_of_text(text: str, name: str | None = None) -> tuple[list[Command], list[str], str | None]:
    """The commands of a text, how each is written, and a name at the end that waits for its value.

    Args:
        text: The text, which ends with a bar unless nothing follows it.
        name: The name that waits for its value, from the text before.
    """
    written = _WRITTEN.findall(text) if name is None else []
    # Nothing stands between those.
    if written and sum(map(len, written)) == len(text):
        return list(map(_Commands().__getitem__, written)), written, None
    found: list[Command] = []
    name = _careful(text, name, found)
    return found, [command.written for command in found], name


def without_value(text: str, bar: str) -> Command:
    """What a file ends with instead of a command; a name alone is one, as with the bars behind it.

    >>> without_value("pg", ""), without_value("so what", "").name
    (Command(name='pg', value='', before='', bar='', end=''), '')
    """
    if _NAME.fullmatch(text.strip()) is None:
        return _stray(text, bar)
    return _command(text, "", "")._replace(bar=bar)


def _careful(whole: str, name: str | None, found: list[Command]) -> str | None:
    """Add the commands of a text with faults, after a name that waits for its value; returns such a name."""
    for text, end in _parts(whole):
        if name is None:
            if end:
                name = text
            elif text and not text.isspace():
                found.append(without_value(text, ""))
            continue
        if _needs_name(name) and text.strip().lower() in KNOWN:
            # A bar too many, or one too few: what looks like a value is the next name.
            found.append(_stray(name, "|"))
            name = text
        elif "\n" in text and _is_of_one_line(name) and (unclosed := _NEXT.fullmatch(text)) is not None:
            found.append(_command(name, unclosed[1], ""))
            name = unclosed[2] + unclosed[3]
        else:
            found.append(_command(name, text, end))
            name = None
        if name is not None and not end:
            found.append(without_value(name, ""))
            name = None
    return name


def is_named(command: Command) -> bool:
    """Whether the name of a command is one that LIN may have.

    >>> is_named(Command("md", "")), is_named(Command("board 7", ""))
    (True, False)
    """
    return _NAME.fullmatch(command.name) is not None


def _needs_name(name: str) -> bool:
    return _NAME.fullmatch(name.strip()) is None


def _is_of_one_line(name: str) -> bool:
    return name.strip().lower() in _OF_ONE_LINE


def _command(name: str, value: str, end: str) -> Command:
    if len(name) == 2 and name.isalnum():
        return Command(name, value, "", "|", end)
    stripped = name.lstrip()
    return Command(stripped.rstrip(), value, name[: len(name) - len(stripped)], "|", end)


def _stray(text: str, end: str) -> Command:
    stripped = text.lstrip()
    return Command("", stripped, text[: len(text) - len(stripped)], "", end)


def _parts(text: str) -> Iterator[tuple[str, str]]:
    """What stands between bars, with the bar behind it."""
    *parts, last = text.split("|")
    yield from [(part, "|") for part in parts]
    if last:
        yield last, ""


def joined(found: Iterable[Command]) -> str:
    """The text of commands.

    >>> joined([Command("pg", ""), Command("pc", "CA")])
    'pg||pc|CA|'
    """
    return "".join([command.written for command in found])
