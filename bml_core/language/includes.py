"""``#INCLUDE``: the lines of other files, inside the folders that are allowed."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path

from bml_core.diagnostics import DiagnosticLog, Edit, Location, Result
from bml_core.document import DEFAULT_LIMITS, Dialect, Limits
from bml_core.files import UTF16_MARKS, decode, read_file, real_path, showable
from bml_core.language.bids import LineKind, begins_table, is_history, line_shape
from bml_core.language.lines import SourceLine, expanded, split_lines
from bml_core.language.near_misses import NOT_ROWS

_INCLUDE = r"(?s)\s*#\s*INCLUDE(?![A-Za-z])(.*)"
_LINE_END = r"\r\n?"
# In other markup a block may be quoted or indented.
_INCLUDE_ANYWHERE = r"(?m)^[ \t>]*#[ \t]*INCLUDE(?![A-Za-z])(.*)$"

_CAPITALS = "Write the name exactly as the file is called: other computers distinguish capitals."


class Includer:
    """The reader of the files that a page includes: rows in a table, or blocks set apart by blank lines.

    Names are relative to the file they are in, or else to the page. ``roots`` are the folders a file
    may come from; links are followed before that is checked.
    """

    def __init__(
        self, page_file: str, roots: Sequence[str | Path], limits: Limits, log: DiagnosticLog
    ) -> None:
        self._page_folder = Path(page_file).parent
        self._roots = roots or [self._page_folder]
        self._limits = limits
        self._log = log
        self._characters_left = limits.include_characters
        self._files_left = limits.included_files
        self._dependencies: dict[str, None] = {}
        self._missing: dict[str, None] = {}

    def read_page(self, path: Path) -> list[SourceLine]:
        """Return the lines of the page itself, wherever it lies; none, reported, if it cannot be read."""
        data = read_file(path, most=self._limits.include_characters)
        self._log.add(data.diagnostics)
        return [] if data.value is None else self._lines(path, data.value)

    def read_named(self, path: Path, asked_at: Location) -> list[SourceLine]:
        """Return the lines of a file that a page names, by the rules of ``#INCLUDE``."""
        data = self.read_data(path, asked_at)
        return [] if data is None else self._lines(path, data)

    def read_data(self, path: Path, asked_at: Location) -> bytes | None:
        """Return the bytes of a file that a page names, by the rules of ``#INCLUDE``; None, reported."""
        if not self._is_allowed(path):
            self._report_outside(path.name, asked_at)
            return None
        data = self._read_bytes(path, asked_at)
        if data is not None:
            self._dependencies[str(path)] = None
        return data

    def take_files(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the files read since the last call, and the names of those that did not exist."""
        taken = tuple(self._dependencies), tuple(self._missing)
        self._dependencies.clear()
        self._missing.clear()
        return taken

    def _lines(self, path: Path, data: bytes) -> list[SourceLine]:
        self._dependencies[str(path)] = None
        text = decode(data, str(path))
        self._log.add(text.diagnostics)
        return split_lines(text.value, str(path), self._log)

    def expand(
        self, lines: list[SourceLine], dialect: Dialect, stack: tuple[str, ...] = ()
    ) -> list[SourceLine]:
        """Return ``lines`` with every include replaced; ``stack`` holds the real paths being included."""
        if not any("INCLUDE" in line.text for line in lines):
            return lines
        expanded: list[SourceLine] = []
        for line in lines:
            found = re.match(_INCLUDE, line.text) if "INCLUDE" in line.text else None
            if found is None:
                expanded.append(line)
                continue
            included = self._included(line, found[1].strip(), dialect, stack)
            rows = None
            if _is_in_table(expanded, line, dialect):
                rows = _set_in_rows(included, line, dialect, self._log)
            blank = SourceLine("", line.file, line.line, line.column)
            expanded += [blank, *included, blank] if rows is None else rows
        return expanded

    def _included(
        self, line: SourceLine, name: str, dialect: Dialect, stack: tuple[str, ...]
    ) -> list[SourceLine]:
        location = line.location
        if not name:
            self._log.report(
                "BML112", "#INCLUDE needs a file name.", location, "Write #INCLUDE openings.bml."
            )
            return []
        path = self.find(name, line.file, location, line)
        if path is None:
            return []
        real = real_path(path)
        stack = stack or (real_path(line.file),)
        if fault := self._fault(name, real, stack):
            code, message, hint = fault
            self._log.report(code, message, location, hint)
            return []
        self._files_left -= 1
        data = self._read_bytes(path, location)
        if data is not None and b"\0" in data and not data.startswith(UTF16_MARKS):
            self._log.report("BML102", f"{path.name} is not a text file.", location, "Include a BML file.")
            data = None
        return [] if data is None else self.expand(self._lines(path, data), dialect, (*stack, real))

    def _fault(self, name: str, real: str, stack: tuple[str, ...]) -> tuple[str, str, str] | None:
        """Return why a file cannot be included, as code, message and hint; None if it can."""
        if real in stack:
            return "BML103", f"{name} includes itself, directly or in a circle.", "Delete one #INCLUDE."
        if len(stack) > self._limits.include_depth:
            message = f"Files include each other more than {self._limits.include_depth} deep."
            return "BML103", message, "Include the files from one file."
        if not self._files_left:
            message = f"A page may include {self._limits.included_files:,} files; the rest is ignored."
            return "BML105", message, "Look for files that include the same files repeatedly."
        return None

    def find(
        self, name: str, from_file: str, location: Location, line: SourceLine | None = None
    ) -> Path | None:
        """Return the file that an ``#INCLUDE`` in ``from_file`` means; None, reported, if there is none.

        ``line`` is the line that it is written in.
        """
        name = name.strip("\"'")
        beside = Path(from_file).parent
        outside = False
        for folder in dict.fromkeys((beside, self._page_folder)):
            for spelling in dict.fromkeys((name, name.replace("\\", "/"), (name.split() or [""])[0])):
                path, exact = _existing(folder, spelling)
                if not self._is_allowed(path or folder / spelling):
                    # Beside the page is a second guess: what it misses was not asked for.
                    outside = outside or folder == beside
                elif path is not None:
                    if not exact:
                        written = Path(name).name
                        at = line.text.rfind(written) if line is not None else -1
                        fix = (Edit(line.at(at), len(written), path.name),) if line and at >= 0 else None
                        message = f"The file is called {path.name}, not {written}."
                        self._log.report("BML122", message, location, _CAPITALS, fix)
                    return _tidied(path)
        if outside:
            self._report_outside(name, location)
        else:
            self._missing[str(_tidied(beside / name.replace("\\", "/")))] = None
            hint = f"The name is relative to the folder of {Path(from_file).name}."
            self._log.report("BML102", f"File not found: {name}.", location, hint)
        return None

    def _is_allowed(self, path: Path) -> bool:
        real = real_path(path)
        roots = map(real_path, self._roots)
        return any(real == root or real.startswith(root.rstrip(os.sep) + os.sep) for root in roots)

    def _report_outside(self, name: str, location: Location) -> None:
        message = f"The file {name} is outside the folders that files may be included from."
        hint = "Move it beside your notes, or add its folder to the include roots."
        self._log.report("BML104", message, location, hint)

    def _read_bytes(self, path: Path, location: Location) -> bytes | None:
        try:
            is_too_big = path.is_file() and path.stat().st_size > self._characters_left
        except (OSError, ValueError):
            is_too_big = False
        if is_too_big:
            most = f"{self._limits.include_characters:,} characters"
            message = f"With {path.name} this page holds more than {most}."
            self._log.report("BML105", message, location, "Include fewer files on one page.")
            return None
        data = read_file(path, location=location, code="BML102", most=None)
        self._log.add(data.diagnostics)
        self._characters_left -= len(data.value or b"")
        return data.value


def read_source(path: str | Path) -> str:
    """Return the text of a file as :func:`parse_file` reads it; "" if it cannot be read.

    >>> read_source("missing.bml")
    ''
    """
    return showable(decode(read_file(path).value or b"", str(path)).value)


def resolve_include(
    name: str, from_file: str, page_file: str, roots: Sequence[str | Path]
) -> Result[Path | None]:
    """Find the file that ``#INCLUDE name`` in ``from_file`` means on a page; None with a diagnostic if none.

    >>> resolve_include("more.bml", "notes.bml", "notes.bml", ["."]).diagnostics[0].code
    'BML102'
    """
    log = DiagnosticLog()
    path = Includer(page_file, roots, DEFAULT_LIMITS, log).find(name, from_file, Location(from_file, 1))
    return Result(path, log.take())


def included_names(text: str) -> list[str]:
    r"""Return the names after the ``#INCLUDE`` of a text, which may be a page in other markup.

    >>> included_names("1C  strong\n\n  #INCLUDE more.bml\n")
    ['more.bml']
    """
    if "INCLUDE" not in text:
        return []
    return [
        name.strip() for name in re.findall(_INCLUDE_ANYWHERE, re.sub(_LINE_END, "\n", text)) if name.strip()
    ]


def _tidied(path: Path) -> Path:
    """Return the path without ``..``, unless that is another file: behind a link ``..`` leads elsewhere."""
    if ".." not in path.parts:
        return path
    tidied = Path(os.path.normpath(path))
    try:
        is_same = real_path(tidied) == real_path(path)
    except (OSError, ValueError):
        return path
    return tidied if is_same else path


def _existing(folder: Path, name: str) -> tuple[Path | None, bool]:
    """Return the file ``name`` below ``folder`` and whether its name is exactly that, capitals and all."""
    path = folder / name
    try:
        found = path if path.exists() else _in_other_case(folder, Path(name))
    except (OSError, ValueError):
        return None, False
    return found, found == path


def _in_other_case(folder: Path, name: Path) -> Path | None:
    for part in name.parts:
        path = folder / part
        if part not in ("..", ".", os.sep) and not path.exists():
            try:
                entries = sorted(folder.iterdir())
            except OSError:
                return None
            other = next((entry for entry in entries if entry.name.lower() == part.lower()), None)
            if other is None:
                return None
            path = other
        folder = path
    return folder


# ---------------------------------------------------------------------------------------------- rows


def _is_in_table(above: Sequence[SourceLine], line: SourceLine, dialect: Dialect) -> bool:
    """Return whether a line is among the rows of a table: further in than a row, or below an auction."""
    for other in reversed(above):
        if other.is_blank:
            return False
        if other.start <= line.start and begins_table(other.text, dialect):
            is_deeper = other.start < line.start
            return is_deeper or is_history(other.text.split()[0])
    return False


def _set_in_rows(
    included: list[SourceLine], line: SourceLine, dialect: Dialect, log: DiagnosticLog
) -> list[SourceLine] | None:
    """Return the lines of a file, indented like ``line``, without blank ones; None, reported, if not rows.

    A file is rows if each block begins with one; comments and commands may be above it.
    """
    begins_block = True
    for read in included:
        if read.is_blank:
            begins_block = True
        elif begins_block and not read.text.lstrip().startswith(("//", "#")):
            shape = line_shape(read.text, dialect)
            is_call = shape is not None and shape.kind in (LineKind.BID, LineKind.WORD)
            if shape is None or not is_call or is_history(shape.parts.word):
                NOT_ROWS.report(log, line.location, line=str(read.line))
                return None
            begins_block = False
    return [_set_in(read, line.text[: line.start]) for read in included if not read.is_blank]


def _set_in(line: SourceLine, indentation: str) -> SourceLine:
    if not indentation or line.text.startswith("//"):
        return line
    text = indentation + expanded(line.text)
    return SourceLine(text, line.file, line.line, line.column - len(indentation), line.pasted_at)
