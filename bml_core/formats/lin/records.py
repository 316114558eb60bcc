"""The boards of a LIN file: which commands belong to each, and what was said about all of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from bml_core.bridge.making import maker
from bml_core.diagnostics import Location
from bml_core.formats.lin.commands import Command, joined
from bml_core.formats.lin.lines import Line
from bml_core.formats.lin.pieces import Several, pieces
from bml_core.formats.sources import Source

_BEGINNINGS = ("qx", "pn", "md", "vg")
_WRITTEN_BEGINNINGS = frozenset(
    w for n in _BEGINNINGS for w in (n, n.upper(), n.title(), n[0] + n[1].upper())
)
_OF_A_BOARD = ("qx", "md", "mb", "pc")
_OF_A_MATCH = ("vg", "rs", "mp", "bn")
TEXTS = ("nt", "at")
_PAUSES = ("pg", "st", "rh")
_NAMES_OF_A_TABLE = 4


@dataclass(frozen=True, slots=True)
class Record:
    """What a LIN file says about one board at one table.

    Attributes:
        said: The commands in order, those that nobody knows too; or the line that says it all.
        line: The line of the file that the record begins in.
        header: The commands at the head of a match file, the same for all its boards.
        file: The name of the file.
        number: Which record of the file it is, from 1.
        link_column: Where the link begins that the record was in, 0 if it was in none. Inside of a link
            there are no places, since it is not written as it is read.

    >>> record = next(read("md|1S2,H3|zz|9|"))
    >>> record.value("md"), record.value("mb"), record.text
    ('1S2,H3', None, 'md|1S2,H3|zz|9|')
    """

    said: tuple[Command, ...] | Line
    line: int = 1
    header: tuple[Command, ...] = ()
    file: str = ""
    number: int = 1
    link_column: int = 0

    @property
    def commands(self) -> tuple[Command, ...]:
        """The commands in order, those that nobody knows too."""
        return self.said.commands if isinstance(self.said, Line) else self.said

    @property
    def text(self) -> str:
        """The record as it was written, without the header."""
        return self.said.text if isinstance(self.said, Line) else joined(self.said)

    @property
    def is_board(self) -> bool:
        """Whether it has a deal, calls, cards played, or at least a board number."""
        if isinstance(self.said, Line):
            return True
        return any(command.name.lower() in _OF_A_BOARD for command in self.said)

    def value(self, name: str) -> str | None:
        """The value of the first command of this name, or None."""
        return next((command.value for command in self.commands if command.name.lower() == name), None)

    def followed_by(self, other: Record) -> Record:
        """This record with the commands of a later one of the file behind its own."""
        first, *rest = other.commands
        lines_between = other.line - self.line - self.text.count("\n")
        first = first._replace(before="\n" * lines_between)
        return replace(self, said=(*self.commands, first, *rest))

    def place(self, index: int) -> Location:
        """The place in the file of the command at ``index``, from 0."""
        if self.link_column:
            return Location(self.file, self.line, self.link_column)
        commands = self.commands
        before = joined(commands[:index])
        if index < len(commands):
            before += commands[index].before
        column = len(before) - (before.rfind("\n") + 1) + 1
        return Location(self.file, self.line + before.count("\n"), column)


def read(source: Source, file: str = "") -> Iterator[Record]:
    r"""The boards of a source, one after the other; nothing is too wrong to be read.

    A board begins with ``qx``, and with ``pn`` or ``md`` where the board before has its deal. What stands
    behind all boards goes to the last one.

    Args:
        source: A text, bytes, or an open binary file, of which a little is held at a time.
        file: The name for diagnostics.

    >>> [record.line for record in read("pn|S,W,N,E|md|1,,,|\npn|S,W,N,E|md|2,,,|\n")]
    [1, 2]
    >>> [record.text for record in read("md|1S2,,,|\npn|S,W,N,E|")]
    ['md|1S2,,,|\npn|S,W,N,E|']
    """
    return (record for record, is_board in _with_rest(source, file) if is_board)


def read_all(source: Source, file: str = "") -> Iterator[Record]:
    """The same, and of a source without boards what it has, as a record that is no board."""
    return (record for record, _ in _with_rest(source, file))


def _with_rest(source: Source, file: str) -> Iterator[tuple[Record, bool]]:
    """Each record with what follows it that is no board, and whether it is one."""
    held: Record | None = None
    held_is_board = False
    for record in _records(source, file):
        is_board = record.is_board
        if held is not None and held_is_board and not is_board:
            held = held.followed_by(record)
            continue
        if held is not None:
            yield held, held_is_board
        held, held_is_board = record, is_board
    if held is not None:
        yield held, held_is_board


def _records(source: Source, file: str) -> Iterator[Record]:
    cutter = _Cutter(file)
    for piece in pieces(source):
        if isinstance(piece, Several):
            yield from cutter.several(piece.commands, piece.written)
        elif cutter.has_no_deal:
            found = piece.spaced_commands
            yield from cutter.several(found, [command.written for command in found])
        else:
            record = cutter.flush()
            if record is not None:
                yield record
            cutter.begin_with(piece)
    last = cutter.flush()
    if last is not None:
        yield last


class _Cutter:
    """Collects commands until the next board begins."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.line = 1
        self.number = 0
        self.header: tuple[Command, ...] = ()
        self.whole: Line | None = None
        """The record that is not given out yet, if it is a line that says it all."""
        self.current: list[Command] = []
        self.written: list[str] = []
        """How each of the commands in ``current`` is written."""
        self.seen: set[str] = set()
        """Which of the commands that may begin a board are in ``current``."""

    @property
    def has_no_deal(self) -> bool:
        """Whether the next deal may belong to what is here already."""
        return bool(self.current) and "md" not in self.seen

    def begin_with(self, line: Line) -> None:
        """Begin a record with a line that says it all, unless other commands follow."""
        self.line += line.space.count("\n")
        self.whole = line

    def several(self, found: list[Command], written: list[str]) -> Iterator[Record]:
        """Take commands, and give out the records that are complete with them."""
        start = 0
        for at in [at for at, command in enumerate(found) if command[0] in _WRITTEN_BEGINNINGS]:
            self._add(found[start:at], written[start:at])
            name = found[at].name.lower()
            yield from self._end_before(name)
            self.seen.add(name)
            start = at
        self._add(found[start:], written[start:])

    def _add(self, found: list[Command], written: list[str]) -> None:
        if found and self.whole is not None:
            own = list(self.whole.commands)
            self._begin(own, [command.written for command in own])
        self.current += found
        self.written += written

    def _end_before(self, name: str) -> Iterator[Record]:
        has_deal = self.whole is not None or "md" in self.seen
        if has_deal or (name in ("qx", "vg") and "qx" in self.seen):
            record = self.flush()
            if record is not None:
                yield record
            if name == "vg":
                self.header = ()
        elif name in ("qx", "md") and "qx" not in self.seen and self._has_header(name):
            end = self._end_of_header(name)
            own = self.current[end:]
            self.header = tuple(self.current[:end])
            self.line += "".join(self.written[:end]).count("\n")
            self._begin(own, self.written[end:])

    def _has_header(self, name: str) -> bool:
        if name == "md":
            return "vg" in self.seen
        tables = any(_is_for_two_tables(command) for command in self.current)
        return tables or any(command.name.lower() in _OF_A_MATCH for command in self.current)

    def _end_of_header(self, name: str) -> int:
        """Where what is about the first board begins: with the names of its players, or what is said before.

        A text in the midst of the header stays there, since the header is written as it was read.
        """
        end = len(self.current)
        names = [at for at, command in enumerate(self.current) if command.name.lower() == "pn"]
        if name == "md" and names and not _is_for_two_tables(self.current[names[-1]]):
            end = names[-1]
        said = [at for at, command in enumerate(self.current[:end]) if command.name.lower() in TEXTS]
        facts = [at for at, c in enumerate(self.current[:end]) if c.name.lower() not in (*TEXTS, *_PAUSES)]
        return next((at for at in said if at > max(facts, default=-1)), end)

    def flush(self) -> Record | None:
        """The record that is complete now, if there is one."""
        start = self.line
        said: Line | tuple[Command, ...]
        if self.whole is not None:
            said, self.whole = self.whole, None
        elif self.current:
            # White space in front of a board is no part of it.
            first, *rest = self.current
            start += first.before.count("\n")
            said = (first._replace(before=""), *rest)
            self.line += "".join(self.written).count("\n")
            self._begin([], [])
        else:
            return None
        self.number += 1
        return _make_record(said, start, self.header, self.file, self.number, 0)

    def _begin(self, current: list[Command], written: list[str]) -> None:
        self.whole, self.current, self.written = None, current, written
        self.seen = {command.name.lower() for command in current}.intersection(_BEGINNINGS)


_make_record = maker(Record)


def _is_for_two_tables(command: Command) -> bool:
    return command.name.lower() == "pn" and command.value.count(",") >= _NAMES_OF_A_TABLE
