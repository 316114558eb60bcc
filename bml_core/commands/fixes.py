"""``bml check --fix``: correct what can be corrected in one way, and never change what the notes agree on.

A mend is tried on the text, and kept only if the notes say the same afterwards: every agreement stays, apart
from those of rows that could not be read before, and no new diagnostic appears. What is not mended for this
reason is reported, and so is what may be mended in two ways, unless somebody is there who can be asked.
"""

from __future__ import annotations

import argparse
import difflib
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from bml_core.commands.reading import read_source
from bml_core.commands.terminal import UsageError, is_interactive, say
from bml_core.diagnostics import Location
from bml_core.document import Row, walk_rows
from bml_core.files import MOST_BYTES, read_file, write_file
from bml_core.notes import NotesFile
from bml_core.system import Agreement, expand

_LINE = re.compile(r".*?(?:\r\n|\r|\n)|.+\Z", re.DOTALL)
# A text that resists is not tried for ever.
_MOST_TRIALS = 60
_ILLEGAL = "BML212"
MENDED_CODES = frozenset({"BML211", "BML911"})
"""What is mended though its findings have no edits: rows that stand out, and rows that are repeated."""


@dataclass(frozen=True, slots=True)
class Mend:
    """The new text of lines by number, None for a line that goes, and the lines of rows that may change."""

    lines: dict[int, str | None]
    rows: frozenset[int] = frozenset()

    @property
    def adds_line(self) -> bool:
        """Return whether it writes a line above another one."""
        return any(len(_LINE.findall(text or "")) > 1 for text in self.lines.values())

    @property
    def texts(self) -> tuple[str | None, ...]:
        """Return the new text, by which a mend is known again in another line."""
        return tuple(self.lines.values())


@dataclass(frozen=True, slots=True)
class MendedFile:
    """A file with its mends: what it was, what it is, how many there are, and what is not mended and why."""

    name: str
    before: str
    after: str
    count: int
    refused: tuple[str, ...] = ()

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
            raise UsageError(
                f"{self.name} has changed meanwhile, so it is not corrected; run the command again"
            )
        try:
            write_file(self.name, (_encoded(self.after),))
        except OSError as error:
            raise UsageError(f"{self.name} cannot be written: {error.strerror or error}") from error


def _encoded(text: str) -> bytes:
    return text.encode("utf-8")


def can_mend(name: str, options: argparse.Namespace) -> bool:
    """Return whether anything in a file is mended without a question."""
    trial = _trial(name, options)
    return trial is not None and trial.improve()


def mend_file(name: str, options: argparse.Namespace) -> MendedFile | None:
    """Return a file with all that can be mended; None where there is nothing, or it is not read as UTF-8."""
    trial = _trial(name, options)
    if trial is None:
        return None
    before = trial.text
    # A mend may bring others to light, as a row that is read at last has rows below it.
    while trial.improve():
        pass
    refused = tuple(trial.refused())
    return MendedFile(name, before, trial.text, trial.count, refused) if trial.count or refused else None


def _trial(name: str, options: argparse.Namespace) -> _Trial | None:
    try:
        text = (read_file(name).value or b"").decode("utf-8")
    except UnicodeDecodeError:
        return None
    return _Trial(name, text, options) if 0 < len(text) <= MOST_BYTES else None


class _Trial:
    """The text of a file, better with each round."""

    def __init__(self, name: str, text: str, options: argparse.Namespace) -> None:
        self.name, self.text, self.count = name, text, 0
        self._options = options
        self._trials = 0
        self._refused: set[tuple[str | None, ...]] = set()
        self._answers: dict[tuple[str, ...], int | None] = {}
        self._state = _State(name, text, options)

    def refused(self) -> Iterator[str]:
        """Yield what is left as it was, and why."""
        state = self._state
        for each in state.diagnostics:
            if each.fix:
                yield f"{each.location}: {each.code} is not corrected, since other rows would change."
        for rows in filter(None, map(_of_two_ways, _uneven(state))):
            if self._answers.get(tuple(row.call.text for row in rows)) is None:
                where = " and ".join(str(row.location.line) for row in rows)
                yield (
                    f"{rows[1].location}: BML211 is not corrected, since there are two ways: "
                    f"indent one of lines {where} like the other."
                )

    def _ask(self, rows: Sequence[Row]) -> int | None:
        """Return the column that two rows beside each other should have; None if nobody says so."""
        key = tuple(row.call.text for row in rows)
        if key not in self._answers and self._options.fix and not self._options.diff and is_interactive():
            lines = [f"{row.call.text} in line {row.location.line}" for row in rows]
            say(f"{self.name}: {lines[0]} and {lines[1]} should have the same indentation.")
            say(f"Indent both like 1 {lines[0]}, or 2 {lines[1]}? (Enter: leave them)")
            answer = sys.stdin.readline().strip()
            self._answers[key] = rows[int(answer) - 1].location.column if answer in ("1", "2") else None
        return self._answers.get(key)

    def improve(self) -> bool:
        """Make every mend of one kind that keeps the agreements; return False if there is none."""
        known = self._state
        for kind in (_written_fixes, partial(_indentations, ask=self._ask), _repetitions):
            mends = [mend for mend in _apart(kind(known)) if mend.texts not in self._refused]
            if kept := self._kept(known, mends):
                self.text = _with(known.lines, kept)
                self.count += len(kept)
                self._state = _State(self.name, self.text, self._options)
                return True
        return False

    def _kept(self, known: _State, mends: Sequence[Mend]) -> list[Mend]:
        """Return the mends that keep the agreements: all, but for those at whose place others change."""
        kept, blamed = list(mends), list[Mend]()
        while kept and (guilty := self._guilty(known, kept)):
            if len(guilty) == len(kept) > 1:
                # Nobody knows which: each half is tried alone.
                middle = len(kept) // 2
                first, second = self._kept(known, kept[:middle]), self._kept(known, kept[middle:])
                kept = first if self._guilty(known, [*first, *second]) else [*first, *second]
                break
            blamed += guilty
            kept = [mend for mend in kept if mend not in guilty]
        # A row below one mend may be changed by another one.
        for mend in blamed if len(blamed) > 1 or kept else ():
            if not self._guilty(known, [*kept, mend]):
                kept.append(mend)
        self._refused.update(mend.texts for mend in mends if mend not in kept)
        return kept

    def _guilty(self, known: _State, mends: Sequence[Mend]) -> list[Mend]:
        """Return the mends that change what they should not, as far as that is known; none if all is well."""
        self._trials += 1
        if self._trials > _MOST_TRIALS:
            return list(mends)
        other = _State(self.name, _with(known.lines, mends), self._options)
        if other.kinds != known.kinds:
            return list(mends)
        number_of = [0, *_numbers_before(known.lines, mends)]
        owners = {line: mend for mend in mends for line in mend.rows}
        changed = [
            *((key, known.line_of(key)) for key in known.agreements - other.agreements),
            *((key, number_of[other.line_of(key)]) for key in other.agreements - known.agreements),
        ]
        # A row that is read at last may hide another one for the same auction.
        hiding = {key[:2]: owners[line] for key, line in changed if line in owners}
        # The auction of a table further down says nothing, and is described now.
        found = [
            hiding.get(key[:2]) or line
            for key, line in changed
            if line not in owners
            and not (key[:2] in hiding and key not in other.agreements and _is_bare(key))
        ]
        for code in other.codes - known.codes:
            was = Counter(each.location.line for each in known.diagnostics if each.code == code)
            now = Counter(number_of[each.location.line] for each in other.diagnostics if each.code == code)
            new = now - was
            # "3x" in a table that is read at last is not used: its history line is right all the same.
            # So may be rows below one that is read at last.
            known_wrong = {
                line
                for line, mend in owners.items()
                if (mend.adds_line or line not in mend.lines) and code != _ILLEGAL
            }
            found += [line for line in new if line not in known_wrong] if new else [0]
        above = sorted((min(mend.lines), number) for number, mend in enumerate(mends))
        guilty: dict[int, Mend] = {}
        for each in found:
            before = [number for line, number in above if isinstance(each, int) and line <= each]
            mend = each if isinstance(each, Mend) else mends[before[-1]] if before else None
            if mend is None:
                return list(mends)
            guilty[id(mend)] = mend
        return list(guilty.values())


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


def _numbers_before(lines: Sequence[str], mends: Iterable[Mend]) -> Iterator[int]:
    """Yield the number that each line has without mends; one that is added has that of the line below it."""
    new = {number: text for mend in mends for number, text in mend.lines.items()}
    for number, line in enumerate(lines, 1):
        yield from (number for _ in _LINE.findall(new.get(number, line) or ""))


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
        rows = [(number, row) for number, system in enumerate(systems) for row in system.agreements]
        self._places = {_key(number, row): row.location for number, row in rows}
        self.agreements = Counter(_key(number, row) for number, row in rows)
        self.read_lines = {self.line_of(key) for key in self._places}

    def line_of(self, key: _Key) -> int:
        """Return the line of an agreement, 0 if it is in another file."""
        place = self._places[key].origin or self._places[key]
        return place.line if place.file == self.source.name else 0

    def groups(self) -> Iterator[list[Row]]:
        """Yield the rows that are written here, those beside each other together."""
        for block in self.source.blocks:
            for table in block.document.tables:
                for rows in _siblings(table.rows):
                    yield [row for row in rows if _is_in(row.location, self.source.name)]


def _siblings(rows: tuple[Row, ...]) -> Iterator[tuple[Row, ...]]:
    yield rows
    for row in rows:
        yield from _siblings(row.children)


def _columns(top: Row) -> dict[int, int]:
    """Return the lines of a row and of everything below it, with the column at which each begins."""
    columns: dict[int, int] = {}
    for _, row in walk_rows((top,)):
        conditions = row.condition.locations if row.condition else ()
        for location in (row.location, *(line.location for line in row.description), *conditions):
            columns[location.line] = min(location.column, columns.get(location.line, location.column))
    return columns


def _is_in(place: Location, file: str) -> bool:
    return place.file == file and place.origin is None


def _key(number: int, row: Agreement) -> _Key:
    condition = row.wording.condition_text if row.wording else ""
    return number, row.auction, row.description, condition, row.alert


def _is_bare(key: _Key) -> bool:
    """Return whether an agreement has no words: its auction is there for the rows that continue it."""
    return not any(key[2:])


# ---------------------------------------------------------------- the kinds of mends


def _written_fixes(state: _State) -> Iterator[Mend]:
    """Make the edits that diagnostics come with."""
    lines_below = {row.location.line: _columns(row) for rows in state.groups() for row in rows}
    tables = {rows[0].location.line: rows for rows in state.groups() if rows}
    for diagnostic in state.diagnostics:
        lines: dict[int, str | None] = {}
        for edit in sorted(diagnostic.fix or (), key=lambda edit: edit.location, reverse=True):
            number, start = edit.location.line, edit.location.column - 1
            line = lines.get(number) or state.lines[number - 1]
            lines[number] = line[:start] + edit.text + line[start + edit.length :]
        rows = {line for number in lines for line in lines_below.get(number, ())}
        for number, text in lines.items():
            # A history line above a table is about each of its rows.
            new = text or ""
            if new.count("\n") > state.lines[number - 1].count("\n") or new.rstrip().endswith("---"):
                rows |= {line for row in tables.get(number, ()) for line in _columns(row)}
        if lines:
            yield Mend(lines, frozenset(rows))


def _indentations(state: _State, ask: Callable[[Sequence[Row]], int | None]) -> Iterator[Mend]:
    """Indent the fewer rows like most of those beside them, each with everything below it."""
    for rows in _uneven(state):
        two = _of_two_ways(rows)
        column = ask(two) if two else _columns_of(rows)[0][0]
        for row in rows if column else ():
            shift, own = (column or 0) - row.location.column, _columns(row)
            # Of rows that are not read nobody knows what they would be; a second 2D is below another row.
            is_sure = len({each.call.text for each in rows}) == len(rows)
            if not (shift and is_sure) or state.read_lines.isdisjoint(own):
                continue
            between = set(range(min(own), max(own) + 1)) - own.keys()
            shifted = {line: _shifted(state.lines[line - 1], shift, start) for line, start in own.items()}
            if (
                all(state.lines[line - 1].startswith("//") for line in between)
                and None not in shifted.values()
            ):
                yield Mend(shifted)


def _uneven(state: _State) -> Iterator[list[Row]]:
    """Yield the rows beside each other one of which is reported for its indentation."""
    odd = {each.location.line for each in state.diagnostics if each.code == "BML211"}
    for rows in state.groups() if odd else ():
        if any(row.location.line in odd for row in rows):
            yield rows


def _columns_of(rows: Sequence[Row]) -> list[tuple[int, int]]:
    """Return the columns at which rows begin, the most frequent first, each with the number of rows."""
    return Counter(row.location.column for row in rows).most_common()


def _of_two_ways(rows: Sequence[Row]) -> list[Row]:
    """Return two rows either of which may have the right indentation; none if most rows show which."""
    columns = _columns_of(rows)
    if len(columns) < 2 or columns[0][1] > columns[1][1]:
        return []
    return [next(row for row in rows if row.location.column == column) for column, _ in columns[:2]]


def _shifted(line: str, shift: int, column: int) -> str | None:
    """Return a line whose text begins at a column, moved by ``shift`` columns; None if it cannot be moved."""
    before, text = line[: column - 1], line[column - 1 :]
    if "\t" in before:
        return None
    if shift > 0:
        return before + " " * shift + text
    return before[:shift] + text if before.endswith(" " * -shift) else None


def _repetitions(state: _State) -> Iterator[Mend]:
    """Delete a row without answers that repeats a row beside it word by word."""
    for rows in state.groups():
        seen: set[object] = set()
        for row in rows:
            words = tuple(line.text for line in row.description)
            condition = row.condition.text if row.condition else ""
            if row.call.theirs and not (row.description or row.children):
                # "(1S)": the rows after it may be meant as calls over it, and not as repetitions.
                seen.clear()
            key = (row.call.text, row.call.theirs, row.call.alert, words, condition)
            if key in seen and not row.children:
                yield Mend(dict.fromkeys(_columns(row)))
            seen.add(key)
