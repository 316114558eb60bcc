"""The boards of a LIN file: which commands belong to each, and the head of a match."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from bml_core.decoding import Source
from bml_core.diagnostics import Location
from bml_core.formats.lin.commands import Command, join_commands, read_commands

_BEGINNINGS = ("qx", "pn", "md", "vg")
_OF_A_BOARD = ("qx", "md", "mb", "pc")
_OF_A_MATCH = ("vg", "rs", "mp", "bn")
TEXTS = ("nt", "at")
_PAUSES = ("pg", "st", "rh")
_NAMES_OF_A_TABLE = 4


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
    >>> record.value("md"), record.value("mb"), record.text
    ('1S2,H3', None, 'md|1S2,H3|zz|9|')
    """

    commands: tuple[Command, ...]
    line: int = 1
    header: tuple[Command, ...] = ()
    file: str = ""
    number: int = 1
    link_column: int = 0

    @property
    def text(self) -> str:
        """The record as it was written, without the header."""
        return join_commands(self.commands)

    @property
    def is_board(self) -> bool:
        """Whether it has a deal, calls, cards played, or at least a board number."""
        return any(command.name.lower() in _OF_A_BOARD for command in self.commands)

    def value(self, name: str) -> str | None:
        """Return the value of the first command of this name, or None."""
        return next((command.value for command in self.commands if command.name.lower() == name), None)

    def followed_by(self, other: Record) -> Record:
        """Return this record with the commands of another one, which follows in the file, behind its own."""
        first, *rest = other.commands
        lines_between = other.line - self.line - self.text.count("\n")
        first = first._replace(before="\n" * lines_between)
        return replace(self, commands=(*self.commands, first, *rest))

    def place(self, index: int) -> Location:
        """Return the place in the file of the command at ``index``, from 0."""
        if self.link_column:
            return Location(self.file, self.line, self.link_column)
        before = join_commands(self.commands[:index])
        if index < len(self.commands):
            before += self.commands[index].before
        column = len(before) - (before.rfind("\n") + 1) + 1
        return Location(self.file, self.line + before.count("\n"), column)


def read_records(source: Source, file: str = "") -> Iterator[Record]:
    r"""Yield the boards of a source, one after the other; nothing is too wrong to be read.

    A board begins with ``qx``, and with ``pn`` or ``md`` where the board before has its deal. Commands
    behind all boards go to the last one.

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
    """Yield the boards of a source; commands in front of all of them are a record that is no board."""
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
        self.header: tuple[Command, ...] = ()
        self.current: list[Command] = []
        self.seen: set[str] = set()
        """Which of the commands that may begin a board are in ``current``."""

    def records(self, source: Source) -> Iterator[Record]:
        """Yield the records of a source."""
        for command in read_commands(source):
            name = command.name.lower()
            if name in _BEGINNINGS:
                if self._ends_before(name):
                    yield self._flush()
                    if name == "vg":
                        self.header = ()
                elif self._ends_header(name):
                    self._take_header(self._end_of_header(name))
                self.seen.add(name)
            self.current.append(command)
        if self.current:
            yield self._flush()

    def _ends_before(self, name: str) -> bool:
        return "md" in self.seen or (name in ("qx", "vg") and "qx" in self.seen)

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

    def _flush(self) -> Record:
        """Return the record that is complete now."""
        # White space in front of a board is no part of it.
        first, *rest = self.current
        commands = (first._replace(before=""), *rest)
        start = self.line + first.before.count("\n")
        self.line = start + join_commands(commands).count("\n")
        self.current, self.seen = [], set()
        self.number += 1
        return Record(commands, start, self.header, self.file, self.number)


def _is_for_two_tables(command: Command) -> bool:
    return command.name.lower() == "pn" and command.value.count(",") >= _NAMES_OF_A_TABLE
