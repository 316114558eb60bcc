"""``bml check --fix``: mend what can be mended in one way, and never change what the notes agree on.

A mend is tried on the text, and kept only if the notes say the same afterwards: every agreement stays, apart
from those of rows that could not be read before, and no new diagnostic appears.
"""

from __future__ import annotations

import argparse
import difflib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from bml_core.commands.reading import read_source
from bml_core.commands.terminal import UsageError
from bml_core.diagnostics import Location
from bml_core.document import Row, walk_rows
from bml_core.files import MOST_BYTES, read_file, write_file
from bml_core.notes import Markup, NotesFile, find_blocks
from bml_core.system import Agreement, expand

_LINE = re.compile(r".*?(?:\r\n|\r|\n)|.+\Z", re.DOTALL)
# A text that resists is not tried for ever.
_MOST_TRIALS = 200


@dataclass(frozen=True, slots=True)
class Mend:
    """The new text of lines by number, None for a line that goes, and the lines of rows that may change."""

    lines: dict[int, str | None]
    rows: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class MendedFile:
    """A file with its mends: what it was, what it is, and how many there are."""

    name: str
    before: str
    after: str
    count: int

    @property
    def difference(self) -> str:
        """Return the difference as a patch."""
        old, new = (_LINE.findall(text) for text in (self.before, self.after))
        lines = difflib.unified_diff(old, new, self.name, self.name)
        return "".join(
            line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines
        )

    def write(self) -> None:
        """Write the file, unless somebody else has changed it.

        Raises:
            UsageError: It cannot be written.
        """
        if read_file(self.name).value != _encoded(self.before):
            raise UsageError(f"{self.name} has changed meanwhile, so it is not mended; run the command again")
        try:
            write_file(self.name, (_encoded(self.after),))
        except OSError as error:
            raise UsageError(f"{self.name} cannot be written: {error.strerror or error}") from error


def _encoded(text: str) -> bytes:
    return text.encode("utf-8")


def mend_file(name: str, options: argparse.Namespace) -> MendedFile | None:
    """Return a file with all that can be mended; None where there is nothing, or it is not read as UTF-8."""
    data = read_file(name).value
    try:
        before = (data or b"").decode("utf-8")
    except UnicodeDecodeError:
        return None
    if not before or len(before) > MOST_BYTES:
        return None
    trial = _Trial(name, before, options)
    # A mend may bring others to light, as a row that is read at last has rows below it.
    while trial.improve():
        pass
    return MendedFile(name, before, trial.text, trial.count) if trial.count else None


class _Trial:
    """The text of a file, better with each round."""

    def __init__(self, name: str, text: str, options: argparse.Namespace) -> None:
        self.name, self.text, self.count = name, text, 0
        self._options = options
        self._trials = 0

    def improve(self) -> bool:
        """Make every mend of one kind that keeps the agreements; return False if there is none."""
        known = _State(self.name, self.text, self._options)
        for kind in (_written_fixes, _indentations, _repetitions):
            mends = list(_apart(kind(known)))
            kept = self._kept(known, mends)
            if kept:
                self.text = _with(known.lines, kept)
                self.count += len(kept)
                return True
        return False

    def _kept(self, known: _State, mends: Sequence[Mend]) -> list[Mend]:
        """Return the mends that keep the agreements: all, or those of each half."""
        if not mends:
            return []
        if self._is_better(known, mends):
            return list(mends)
        if len(mends) == 1:
            return []
        middle = len(mends) // 2
        halves = [*self._kept(known, mends[:middle]), *self._kept(known, mends[middle:])]
        # Mends of both halves may be right apart and wrong together.
        return halves if self._is_better(known, halves) else self._kept(known, mends[:middle])

    def _is_better(self, known: _State, mends: Sequence[Mend]) -> bool:
        self._trials += 1
        if not mends or self._trials > _MOST_TRIALS:
            return False
        other = _State(self.name, _with(known.lines, mends), self._options)
        is_cleaner = not other.codes - known.codes and other.kinds == known.kinds
        touched = {line for mend in mends for line in mend.rows}
        lost, new = known.agreements - other.agreements, other.agreements - known.agreements
        return (
            is_cleaner
            and all(known.line_of(key) in touched for key in lost)
            and all(other.line_of(key) in touched for key in new)
        )


def _apart(mends: Iterable[Mend]) -> Iterator[Mend]:
    """Yield mends that share no line with those before them."""
    taken: set[int] = set()
    for mend in mends:
        if taken.isdisjoint(mend.lines):
            taken.update(mend.lines)
            yield mend


def _with(lines: Sequence[str], mends: Iterable[Mend]) -> str:
    new = {number: text for mend in mends for number, text in mend.lines.items()}
    shown = (new.get(number, line) for number, line in enumerate(lines, 1))
    return "".join(line for line in shown if line is not None)


_Key = tuple[object, ...]


class _State:
    """A text and what is read from it."""

    def __init__(self, name: str, text: str, options: argparse.Namespace) -> None:
        self.lines: list[str] = _LINE.findall(text)
        self.source: NotesFile = read_source(name, options, text.encode("utf-8"))
        documents = [block.document for block in self.source.blocks]
        systems = [expand(self.source.documents(system)) for system in self.source.systems]
        found = (*self.source.diagnostics, *(each for system in systems for each in system.diagnostics))
        self.diagnostics = [each for each in found if _is_in(each.location, self.source.name)]
        self.codes = Counter(each.code for each in found)
        self.kinds = [type(block) for document in documents for block in document.blocks]
        self._text = text
        rows = [(number, row) for number, system in enumerate(systems) for row in system.agreements]
        self._places = {_key(number, row): row.location for number, row in rows}
        self.agreements = Counter(_key(number, row) for number, row in rows)

    def line_of(self, key: _Key) -> int:
        """Return the line of an agreement, 0 if it is in another file."""
        place = self._places[key].origin or self._places[key]
        return place.line if place.file == self.source.name else 0

    @cached_property
    def columns(self) -> dict[int, int]:
        """Return the column at which the text of a block begins, for each of its lines."""
        if self.source.markup == "bml":
            return dict.fromkeys(range(1, len(self.lines) + 1), 1)
        blocks = [block for block in find_blocks(self._text, Markup(self.source.markup)) if not block.places]
        return {
            block.text_line + number: block.text_column
            for block in blocks
            for number in range(block.text.count("\n") + 1)
        }

    def rows(self) -> Iterator[WrittenHere]:
        """Yield each row that is written here."""
        for block in self.source.blocks:
            for table in block.document.tables:
                above: list[Row] = []
                for depth, row in walk_rows(table.rows):
                    del above[depth:]
                    if _is_in(row.location, self.source.name):
                        yield WrittenHere(row, above[-1].children if above else table.rows)
                    above.append(row)


class WrittenHere(NamedTuple):
    """A row that is written in the file, and the rows beside it, itself among them."""

    row: Row
    beside: tuple[Row, ...]

    @property
    def line(self) -> int:
        """Return the line that it begins at."""
        return self.row.location.line

    @property
    def all_lines(self) -> set[int]:
        """Return these and the lines of everything below it."""
        return {line for _, row in walk_rows((self.row,)) for line in _own_lines(row)}


def _own_lines(row: Row) -> set[int]:
    places = [
        *(line.location for line in row.description),
        *(row.condition.locations if row.condition else ()),
    ]
    return {row.location.line, *(place.line for place in places)}


def _is_in(place: Location, file: str) -> bool:
    return place.file == file and place.origin is None


def _key(number: int, row: Agreement) -> _Key:
    condition = row.wording.condition_text if row.wording else ""
    return number, row.auction, row.description, condition, row.alert


# ---------------------------------------------------------------- the kinds of mends


def _written_fixes(state: _State) -> Iterator[Mend]:
    """Make the edits that diagnostics come with."""
    lines_below = {here.line: here.all_lines for here in state.rows()}
    for diagnostic in state.diagnostics:
        lines: dict[int, str | None] = {}
        for edit in sorted(diagnostic.fix or (), key=lambda edit: edit.location, reverse=True):
            number, start = edit.location.line, edit.location.column - 1
            line = lines.get(number) or state.lines[number - 1]
            lines[number] = line[:start] + edit.text + line[start + edit.length :]
        if lines:
            yield Mend(lines, frozenset(line for number in lines for line in lines_below.get(number, ())))


def _indentations(state: _State) -> Iterator[Mend]:
    """Indent a row like the first one beside it, with everything below it."""
    odd = {each.location.line for each in state.diagnostics if each.code == "BML211"}
    for here in state.rows() if odd else ():
        first = next(each for each in here.beside if _is_in(each.location, state.source.name))
        shift = first.location.column - here.row.location.column
        if here.line in odd and shift:
            own = here.all_lines
            lines = {number: state.lines[number - 1] for number in range(min(own), max(own) + 1)}
            is_comment = {
                number: line.startswith("//") for number, line in lines.items() if number not in own
            }
            shifted = {number: _shifted(lines[number], shift, state.columns.get(number, 1)) for number in own}
            if all(is_comment.values()) and None not in shifted.values():
                yield Mend(shifted)


def _shifted(line: str, shift: int, column: int) -> str | None:
    """Return a line indented by ``shift`` columns, from ``column`` on; None if that cannot be done."""
    before, text = line[: column - 1], line[column - 1 :]
    if "\t" in line[: len(line) - len(line.lstrip())]:
        return None
    if shift > 0:
        return before + " " * shift + text
    return before + text[-shift:] if text[:-shift] == " " * -shift else None


def _repetitions(state: _State) -> Iterator[Mend]:
    """Delete a row without answers that repeats a row beside it word by word."""
    seen: set[tuple[object, ...]] = set()
    for here in state.rows():
        call, words = here.row.call, tuple(line.text for line in here.row.description)
        condition = here.row.condition.text if here.row.condition else ""
        key = (id(here.beside), call.text, call.theirs, call.alert, words, condition)
        if key in seen and not here.row.children:
            yield Mend(dict.fromkeys(_own_lines(here.row)))
        seen.add(key)
