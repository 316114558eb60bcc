"""The commands of a LIN file, and the records that they make: one a board and table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from bml_core._package import checked
from bml_core.bridge import Seat
from bml_core.diagnostics import Location
from bml_core.files import Source, decode_block, read_blocks
from bml_core.formats.board_files import named

SEATS = (Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST)
"""The order of hands and of names."""
PLAYERS = len(SEATS)

# ---------------------------------------------------------------- commands
# After an unclosed value the next line begins with one of these; texts may have lines of their own.
_NAMES = "qx pn md sv ah mb pc mc rh st pg vg rs pw mp bn px"
_OF_ONE_LINE = frozenset(_NAMES.split())
_KNOWN = _OF_ONE_LINE | frozenset(["an", "nt", "at", "mn", "up", "pf"])
# Commands that have a place in a board, or are only about turning pages.
_IN_A_BOARD = _KNOWN - {"mp", "bn", "px", "up", "pf"}
ONCE = ("qx", "pn", "md", "sv", "ah", "mc", "mn")
_NAME = re.compile(r"[A-Za-z0-9]{2}")
# After other text these begin a command; names that are words too do not.
_INSIDE_TEXT = re.compile(r"(?<![A-Za-z0-9])(?:qx|pn|md|mb|pc|vg|mn|sv|rh)\s*\Z", re.IGNORECASE)


class LinCommand(NamedTuple):
    """A command as it was written.

    ``before`` is white space before it; ``bar`` and ``end`` are the bars after name and value, "" where
    one is missing. A text between two commands is a command without a name.
    """

    name: str
    value: str
    before: str = ""
    bar: str = "|"
    end: str = "|"

    @property
    def written(self) -> str:
        """Return the text of the command in its file."""
        return f"{self.before}{self.name}{self.bar}{self.value}{self.end}"


def _read_commands(source: Source) -> Iterator[LinCommand]:
    r"""Yield the commands of a source, one after the other.

    Where a bar is missing, the commands after it are recognised again. A bar may come before a command.

    >>> [(command.name, command.value) for command in _read_commands("md|1S,H\nmb|1C|oops mb|p|")]
    [('md', '1S,H'), ('mb', '1C'), ('', 'oops'), ('mb', 'p')]
    """
    name: str | None = None
    """A name that waits for its value."""
    for text, end in _parts(source):
        if name is None:
            inside = _INSIDE_TEXT.search(text) if end else None
            if inside is not None:
                head = text[: inside.start()].rstrip()
                yield from _without_bars(head)
                text = text[len(head) :]
            if end:
                name = text
            elif text.strip():
                yield from _without_bars(text)
            continue
        if not is_name(name) and (text.strip().lower() in _KNOWN or (not name.strip() and is_name(text))):
            # A bar too many, or one too few: what looks like a value is the next name.
            yield _stray(name, "|")
            name = text
        elif name.strip().lower() in _OF_ONE_LINE and (at := _next_line(text)) >= 0:
            yield _command(name, text[:at], "")
            name = text[at:].rstrip()
        else:
            yield _command(name, text, end)
            name = None
        if name is not None and not end:
            yield _without_value(name, "")
            name = None
    if name is not None:
        yield _without_value(name, "|")


def is_bar(command: LinCommand, most: int = 1) -> bool:
    """Return whether this is only a bar, as it may come before a command, or at most two.

    >>> [is_bar(command) for command in _read_commands("|md|1,,,|")]
    [True, False]
    """
    bars = len(command.bar + command.end)
    return not command.name and not command.value.strip() and 0 < bars <= most


def join_commands(commands: Iterable[LinCommand]) -> str:
    """Return the text of commands.

    >>> join_commands([LinCommand("pg", ""), LinCommand("pc", "CA")])
    'pg||pc|CA|'
    """
    return "".join([command.written for command in commands])


def is_name(text: str) -> bool:
    """Return whether a text is a name that a command of LIN may have.

    >>> is_name("md"), is_name("board 7")
    (True, False)
    """
    return _NAME.fullmatch(text.strip()) is not None


def _next_line(text: str) -> int:
    """Return where the line ends after which there is only the name of another command, or -1."""
    words = text.rstrip()
    at = text.find("\n", len(words[:-2].rstrip()), len(words) - 2)
    return at if words[-2:].isalpha() and words[-2:].isascii() else -1


def _command(name: str, value: str, end: str) -> LinCommand:
    stripped = name.lstrip()
    return LinCommand(stripped.rstrip(), value, name[: len(name) - len(stripped)], "|", end)


def _without_value(text: str, bar: str) -> LinCommand:
    """Return what a file ends with instead of a command; a name alone is one, as with the bars after it."""
    return _command(text, "", "")._replace(bar=bar) if is_name(text) else _stray(text, bar)


def _without_bars(text: str) -> Iterator[LinCommand]:
    """Yield what a text is that no bar follows: names without values at its end, and what is before them."""
    ends = []
    end = len(text)
    while end and _INSIDE_TEXT.search(text, max(0, end - 2), end):
        ends.append(end)
        end -= 2
        while end and text[end - 1].isspace():
            end -= 1
    if text[:end].strip():
        yield _without_value(text[:end], "")
    for name_end in reversed(ends):
        yield _without_value(text[end:name_end], "")
        end = name_end


def _stray(text: str, end: str) -> LinCommand:
    stripped = text.lstrip()
    return LinCommand("", stripped, text[: len(text) - len(stripped)], "", end)


def _parts(source: Source) -> Iterator[tuple[str, str]]:
    """Yield the texts between bars, each with the bar after it, "" after the last."""
    held: list[bytes] = []
    for block in read_blocks(source):
        # The end of a line is seldom between a name and its value.
        cut = block.rfind(b"|\n") + 1 or block.rfind(b"|") + 1
        if cut:
            *parts, _ = _decode(b"".join((*held, block[:cut]))).split("|")
            yield from ((part, "|") for part in parts)
            held = []
        held.append(block[cut:])
    *parts, last = _decode(b"".join(held)).split("|")
    yield from ((part, "|") for part in parts)
    if last:
        yield last, ""


def _decode(data: bytes) -> str:
    """Decode line by line where a line is not UTF-8, so that one odd name does not spoil the others."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return "".join(map(decode_block, data.splitlines(keepends=True)))


def is_unknown(command: LinCommand) -> bool:
    """Return whether a command has no place in a board."""
    return is_name(command.name) and command.name.lower() not in _IN_A_BOARD


def unknown_commands(commands: Iterable[LinCommand]) -> Iterator[str]:
    """Yield the names of the commands that have no place in a board, in words, if there are any."""
    return named("the command", (command.name for command in commands if is_unknown(command)))


# ---------------------------------------------------------------- records

_BEGINNINGS = ("qx", "pn", "md", "vg")
_OF_A_BOARD = ("qx", "md", "mb", "pc")
_OF_A_MATCH = ("vg", "rs", "pw", "mp", "bn")
TEXTS = ("nt", "at")
_PAUSES = ("pg", "st", "rh")
MOST_COMMANDS = 50_000
"""Commands of a board that are read; what is left out is reported with the last one."""


@dataclass(frozen=True, slots=True)
class Record:
    """What a LIN file says about one board at one table.

    Attributes:
        commands: The commands in order, unknown ones too.
        line: The line of the file that the record begins in.
        header: The commands at the head of a match file, the same for all its boards.
        file: The name of the file.
        number: Which record of the file it is, from 1.
        link_column: Where the link begins that the record was in, 0 if it was in none. Inside of a link
            there are no places, since it is not written as it is read.

    >>> record = next(read_records("md|1S2,H3|zz|9|"))
    >>> record.is_board, record.text
    (True, 'md|1S2,H3|zz|9|')
    """

    commands: tuple[LinCommand, ...]
    line: int = 1
    header: tuple[LinCommand, ...] = ()
    file: str = ""
    number: int = 1
    link_column: int = 0

    @property
    def text(self) -> str:
        """Return the record as it was written, without the header."""
        return join_commands(self.commands)

    @property
    def is_board(self) -> bool:
        """Return True if it has a deal, calls, cards played, or at least a board number."""
        return any(command.name.lower() in _OF_A_BOARD for command in self.commands)

    def followed_by(self, other: Record) -> Record:
        """Return this record with the commands of another one, which follows in the file, after its own."""
        first, *rest = other.commands
        lines_between = other.line - self.line - self.text.count("\n")
        first = first._replace(before="\n" * lines_between)
        return replace(self, commands=(*self.commands, first, *rest))

    def location(self, index: int) -> Location:
        """Return where in the file the command at ``index`` is, from 0."""
        return next(self.locations((index,)))

    def locations(self, indexes: Iterable[int]) -> Iterator[Location]:
        """Yield where in the file commands are, of which the indexes rise."""
        line, column, at = self.line, 1, 0
        for index in indexes:
            if self.link_column:
                yield Location(self.file, self.line, self.link_column)
                continue
            before = join_commands(self.commands[at:index])
            at = index
            line += before.count("\n")
            column = _column(before, column)
            space = self.commands[index].before if index < len(self.commands) else ""
            yield Location(self.file, line + space.count("\n"), _column(space, column))


def _column(text: str, column: int) -> int:
    """Return the column after a text that begins in a column."""
    return len(text) - text.rfind("\n") if "\n" in text else column + len(text)


@checked
def read_records(source: Source, file: str = "") -> Iterator[Record]:
    r"""Yield the boards of a source, one after the other; nothing is too wrong to be read.

    A board begins with ``qx``, and with ``pn`` or ``md`` where the board before has its deal. Commands
    after all boards go to the last one.

    Args:
        source: A text, bytes, or an open binary file, of which a little is held at a time.
        file: The name for diagnostics.

    >>> [record.line for record in read_records("pn|S,W,N,E|md|1,,,|\npn|S,W,N,E|md|2,,,|\n")]
    [1, 2]
    >>> [record.text for record in read_records("md|1S2,,,|\npn|S,W,N,E|")]
    ['md|1S2,,,|\npn|S,W,N,E|']
    """
    return (record for record in read_all(source, file) if record.is_board)


def read_all(source: Source, file: str = "") -> Iterator[Record]:
    """Yield the boards of a source; commands before all of them are a record that is not a board."""
    held: Record | None = None
    held_is_board = False
    for record in _Cutter(file).records(source):
        is_board = record.is_board
        if held is not None and held_is_board and not is_board:
            held = held.followed_by(record)
            continue
        if held is not None:
            yield held
        held, held_is_board = record, is_board
    if held is not None:
        yield held


class _Cutter:
    """Collects commands until the next board begins."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.line = 1
        self.number = 0
        self.header: tuple[LinCommand, ...] = ()
        self.current: list[LinCommand] = []
        self.lines_left_out = 0
        self.seen: set[str] = set()
        """Which of the commands that may begin a board are in ``current``."""

    def records(self, source: Source) -> Iterator[Record]:
        """Yield the records of a source."""
        for command in _read_commands(source):
            name = command.name.lower()
            if name in _BEGINNINGS:
                if "md" in self.seen or (name in ("qx", "vg") and "qx" in self.seen):
                    bars = self._take_bars()
                    yield self._flush()
                    self.current = bars
                    if name == "vg":
                        self.header = ()
                elif self._ends_header(name):
                    self._take_header(self._end_of_header(name))
                self.seen.add(name)
            if len(self.current) < MOST_COMMANDS:
                self.current.append(command)
            else:
                self.lines_left_out += join_commands((command,)).count("\n")
        if self.current:
            yield self._flush()

    def _ends_header(self, name: str) -> bool:
        if name == "md":
            return "vg" in self.seen and "qx" not in self.seen
        if name != "qx":
            return False
        tables = any(_is_for_two_tables(command) for command in self.current)
        return tables or any(command.name.lower() in _OF_A_MATCH for command in self.current)

    def _end_of_header(self, name: str) -> int:
        """Return where the first board begins: with the names of its players, or with a text before.

        A text in the midst of the header stays there, since the header is written as it was read.
        """
        names = [command.name.lower() for command in self.current]
        end = len(names)
        players = [at for at, own in enumerate(names) if own == "pn"]
        if name == "md" and players and not _is_for_two_tables(self.current[players[-1]]):
            end = players[-1]
        facts = [at for at, own in enumerate(names[:end]) if own not in (*TEXTS, *_PAUSES)]
        last = max(facts, default=-1)
        return next((at for at, own in enumerate(names[:end]) if own in TEXTS and at > last), end)

    def _take_header(self, end: int) -> None:
        self.header = tuple(self.current[:end])
        self.line += join_commands(self.header).count("\n")
        self.current = self.current[end:]
        self.seen = {command.name.lower() for command in self.current}.intersection(_BEGINNINGS)

    def _take_bars(self) -> list[LinCommand]:
        """Take the bars after the last command: they come before the next one."""
        end = len(self.current)
        while end > 1 and is_bar(self.current[end - 1]):
            end -= 1
        self.current, bars = self.current[:end], self.current[end:]
        return bars

    def _flush(self) -> Record:
        """Return the record that is complete now."""
        # White space before a board is not part of it.
        first, *rest = self.current
        commands = (first._replace(before=""), *rest)
        start = self.line + first.before.count("\n")
        self.line = start + join_commands(commands).count("\n") + self.lines_left_out
        self.lines_left_out = 0
        self.current, self.seen = [], set()
        self.number += 1
        return Record(commands, start, self.header, self.file, self.number)


def _is_for_two_tables(command: LinCommand) -> bool:
    return command.name.lower() == "pn" and command.value.count(",") >= PLAYERS
