"""A page: the texts that share one state, ``#INCLUDE``, and the way from a text to a Document.

Lines of other files come from inside the folders that are allowed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, groupby
from pathlib import Path

from bml_core._package import checked
from bml_core.bridge import OpenerPosition, Scope, SideVulnerability
from bml_core.diagnostics import Diagnostic, DiagnosticLog, Edit, Location, Result, did_you_mean
from bml_core.document import (
    DEFAULT_LIMITS,
    MEANING_KEYS,
    META_KEYS,
    Block,
    Dialect,
    Document,
    Limits,
    MetaEntry,
)
from bml_core.files import ask, decode, file_meant, is_file, read_file, real_path, showable, utf16
from bml_core.language.auction_blocks import has_starred_note, is_auction
from bml_core.language.bids import LineKind, begins_table, is_history, line_shape
from bml_core.language.blocks import HEADING, RULES, parse_heading
from bml_core.language.clipboard import Clipboard
from bml_core.language.diagrams import is_suit, with_facts
from bml_core.language.lines import (
    COMMANDS,
    SourceLine,
    expanded,
    report_unknown_command,
    split_lines,
    without_comments,
)
from bml_core.language.near_misses import MISSES, Above, find_table, is_prose, report_heading, report_sentence
from bml_core.language.tables import TableParser

_INCLUDE = r"(?s)\s*#\s*INCLUDE(?![A-Za-z])(.*)"
_LINE_END = r"\r\n?"
# In other markup a block may be quoted or indented.
_INCLUDE_ANYWHERE = r"(?m)^[ \t>]*#[ \t]*INCLUDE(?![A-Za-z])(.*)$"

_CAPITALS = "Write the name exactly as the file is called: other computers distinguish capitals."
_MOST_PROPOSALS = 10


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
        self._included_before: set[str] = set()

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
        if data is not None and b"\0" in data and not utf16(data):
            self._log.report("BML102", f"{path.name} is not a text file.", location, "Include a BML file.")
            data = None
        lines = [] if data is None else self._lines(path, data)
        if real in self._included_before and any(HEADING.match(line.text) for line in lines):
            message = f"{path.name} is included above, so its rows are there already."
            self._log.report("BML125", message, location, "Delete one #INCLUDE, or name another file.")
        self._included_before.add(real)
        return self.expand(lines, dialect, (*stack, real))

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
            missing, here = _tidied(beside / name.replace("\\", "/")), Path(from_file).name
            self._missing[str(missing)] = None
            # Each proposal looks through a folder.
            meant = file_meant(missing, here) if len(self._missing) <= _MOST_PROPOSALS else ""
            hint = meant or f"The name is relative to the folder of {here}."
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
            is_too_big = is_file(path) and ask("size", path) > self._characters_left
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
    data = read_file(path).value if is_file(path) else None
    return showable(decode(data or b"", str(path)).value)


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
        found = path if ask("exists", path) else _in_other_case(folder, Path(name))
    except (OSError, ValueError):
        return None, False
    return found, found == path


def _in_other_case(folder: Path, name: Path) -> Path | None:
    for part in name.parts:
        path = folder / part
        if part not in ("..", ".", os.sep) and not ask("exists", path):
            names = sorted(chain(*(ask("names", folder) or ())))
            other = next((each for each in names if each.lower() == part.lower()), None)
            if other is None:
                return None
            path = folder / other
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
                MISSES["not_rows"].report(log, line.location, line=str(read.line))
                return None
            begins_block = False
    return [_set_in(read, line.text[: line.start]) for read in included if not read.is_blank]


def _set_in(line: SourceLine, indentation: str) -> SourceLine:
    if not indentation or line.text.startswith("//"):
        return line
    text = indentation + expanded(line.text)
    return SourceLine(text, line.file, line.line, line.column - len(indentation), line.pasted_at)


_STATE = re.compile(
    r"\s*(?:#\s*(?P<word>VUL|SEAT)(?![A-Za-z])\s*(?P<value>\S*)|#\+(?P<key>\w+):[ \t]*(?P<data>.*))"
)
_TABLE_COMMAND = re.compile(r"\s*#\s*(?:HIDE|BIDTABLE)(?![A-Za-z])")
_UNKNOWN_COMMAND = re.compile(
    rf"\s*#\s*(\+\w+|[A-Z]{{2,}}(?![A-Za-z])|(?i:{'|'.join(COMMANDS)})(?![A-Za-z]))"
)
_DIALECT = re.compile(r"^[ \t]*#\+BML:[ \t]*(\S*)[ \t]*\r?$", re.MULTILINE | re.IGNORECASE)
_DIALECTS = {dialect.value for dialect in Dialect}
_YES_NO = {"Y": True, "N": False, "0": None}


class Page:
    """The state of one page: position, vulnerability, clipboard, metadata and dialect.

    Every text parsed by the same page begins where the text before it ended. ``file`` is the path of the
    page, for locations and as the base of ``#INCLUDE``; ``include_roots`` are the folders files may come
    from (the page's own folder if empty).

    >>> page = Page("notes.md")
    >>> first = page.parse("#VUL Y0")
    >>> table = page.parse("1N  15--17", line=20).tables[0]
    >>> str(table.scope.vulnerability), str(table.location)
    ('Y0', 'notes.md:20:1')
    """

    def __init__(
        self,
        file: str = "<text>",
        *,
        dialect: Dialect = Dialect.V2_0,
        include_roots: Sequence[str | Path] = (),
        limits: Limits = DEFAULT_LIMITS,
    ) -> None:
        self.file = file
        self.dialect = dialect
        self._limits = limits
        self._log = DiagnosticLog()
        self._includer = Includer(file, include_roots, limits, self._log)
        self._clipboard = Clipboard(limits, self._log)
        self._scope = Scope()
        self._known_meta: set[str] = set()
        self._new_meta: list[MetaEntry] = []

    def parse(
        self,
        text: str,
        *,
        file: str | None = None,
        line: int = 1,
        column: int = 1,
        places: Sequence[tuple[str, int]] | None = None,
        above: Sequence[str] = (),
    ) -> Document:
        """Parse a text of this page; everything wrong with it is in the Document's diagnostics.

        ``file`` is where the text comes from if not from the page itself; it begins at ``line`` and
        ``column`` there. ``places`` gives file and line of every line instead, for texts put together
        from several places. ``above`` are the headings that the text is below, outermost first and as
        BML writes them, and the line directly above it.

        >>> Page().parse("2H  5+!h", above=["* Notrump", "** 1NT-2C-2D"]).diagnostics[0].hint
        'Write 1NT-2C-2D--- as its first line.'
        """
        self._choose_dialect(text)
        lines = split_lines(text, file or self.file, self._log, line=line, column=column, places=places)
        return self._document(lines, Above.of(above))

    def parse_file(self, path: str | Path, *, location: Location | None = None) -> Document:
        """Parse a file as a text of this page. A file that cannot be read gives an error, no exception.

        With ``location``, where the page names the file, the file must lie inside the include roots, and what
        is wrong with it is said there.
        """
        if location is None:
            lines = self._includer.read_page(Path(path))
        else:
            lines = self._includer.read_named(Path(path), location)
        self._choose_dialect("\n".join(line.text for line in lines))
        return self._document(lines)

    def read_data(
        self, path: str | Path, *, location: Location
    ) -> tuple[bytes | None, tuple[Diagnostic, ...], tuple[str, ...]]:
        """Return the bytes of a file that is not BML, what is wrong with it, and the files that were read.

        The file must lie inside the include roots, and counts for what a page may include.
        """
        data = self._includer.read_data(Path(path), location)
        dependencies, _ = self._includer.take_files()
        return data, self._log.take(), dependencies

    def parse_bytes(self, data: bytes) -> Document:
        """Parse the bytes of a file as a text of this page, whatever their encoding.

        As of a file, nothing is read of more than the limit.
        """
        if len(data) > (most := self._limits.include_characters):
            message = f"This text has more than {most:,} bytes, so it is not read."
            self._log.report("BML105", message, Location(self.file, 1), "Divide it into several texts.")
            data = b""
        text = decode(data, self.file)
        self._log.add(text.diagnostics)
        return self.parse(text.value)

    @contextmanager
    def in_dialect(self, dialect: Dialect | None) -> Iterator[None]:
        """Parse in this dialect meanwhile; None for that of the page.

        >>> page = Page()
        >>> with page.in_dialect(Dialect.V1):
        ...     document = page.parse("1C = Strong")
        >>> page.dialect
        <Dialect.V2_0: '2.0'>
        """
        own = self.dialect
        self.dialect = dialect or own
        try:
            yield
        finally:
            # The dialect is that of one block; #+BML: speaks for the page from there on.
            if dialect:
                self.dialect = own

    def _document(self, lines: list[SourceLine], above: Above | None = None) -> Document:
        lines = self._includer.expand(lines, self.dialect)
        lines, allowances = without_comments(lines, self.dialect, self._log)
        lines = self._clipboard.expand(lines)
        self._above = above or Above()
        blocks: list[Block] = []
        groups = [
            list(group) for is_blank, group in groupby(lines, lambda line: line.is_blank) if not is_blank
        ]
        for together in with_facts(groups, self._log):
            blocks += self._blocks(together)
            self._above.line, self._above.is_auction = together[-1].text, False
        dependencies, missing = self._includer.take_files()
        metadata, self._new_meta = tuple(self._new_meta), []
        cuts, pasted = self._clipboard.take_cuts()
        diagnostics = self._log.take()
        return Document(tuple(blocks), metadata, diagnostics, dependencies, missing, allowances, cuts, pasted)

    # ------------------------------------------------------------ state

    def _choose_dialect(self, text: str) -> None:
        """Choose the dialect before anything is read, since it decides what a comment is."""
        found = _DIALECT.search(text) if "#+" in text else None
        if found and found[1] in _DIALECTS:
            self.dialect = Dialect(found[1])

    def _obey(self, line: SourceLine, found: re.Match[str]) -> None:
        if found["key"]:
            key = found["key"].upper()
            value = found["data"].strip()
            if key == "BML" and value not in _DIALECTS:
                message = f"Unknown dialect: {value}." if value else "The dialect is missing."
                self._log.report("BML118", message, line.location, "Write 2.0, 2.7 or 1.")
            elif key == "BML" and value != self.dialect.value:
                message = f"This page is read in dialect {self.dialect.value}; a later #+BML: has no effect."
                hint = "Write one #+BML: line, in the page itself, above everything else."
                self._log.report("BML125", message, line.location, hint)
            elif key not in self._known_meta or key in MEANING_KEYS:
                if key not in META_KEYS and (meant := did_you_mean(key, META_KEYS, cutoff=0.8)):
                    hint = f"{meant} With another word, such a line is for yourselves."
                    self._log.report("BML125", f"#+{key}: has no effect.", line.location, hint)
                self._known_meta.add(key)
                self._new_meta.append(MetaEntry(key, value, line.location))
        elif found["word"] == "VUL":
            self._vulnerability(line, found["value"].upper())
        else:
            self._position(line, found["value"])

    def _vulnerability(self, line: SourceLine, value: str) -> None:
        if len(value) == 2 and all(letter in _YES_NO for letter in value):
            self._scope = Scope(self._scope.position, SideVulnerability(_YES_NO[value[0]], _YES_NO[value[1]]))
            return
        message = f"#VUL {value} cannot be read." if value else "#VUL needs a value."
        hint = "Write two letters, for us and for them: Y vulnerable, N not, 0 either, as in #VUL Y0."
        self._log.report("BML112", message, line.location, hint)

    def _position(self, line: SourceLine, value: str) -> None:
        if value in {position.value for position in OpenerPosition}:
            self._scope = Scope(OpenerPosition(value), self._scope.vulnerability)
            return
        message = f"#SEAT {value} cannot be read." if value else "#SEAT needs a value."
        self._log.report("BML112", message, line.location, "Write 0 for any position, 1, 2, 3, 4, 12 or 34.")

    # ------------------------------------------------------------ blocks

    def _blocks(self, lines: list[SourceLine]) -> Iterator[Block]:
        """Yield the blocks of a group of lines without a blank line between them."""
        begin = 0
        while begin < len(lines):
            first = lines[begin]
            state = _state(first)
            is_table_command = "#" in first.text and _TABLE_COMMAND.match(first.text) is not None
            if state is not None:
                self._obey(first, state)
                begin += 1
            elif HEADING.match(first.text):
                report_heading(lines[begin : begin + 2], self.dialect, self._log)
                yield parse_heading(first, self._log)
                self._above = self._above.below(first.text)
                begin += 1
            elif is_table_command or (
                begins_table(lines[begin].text, self.dialect)
                and not is_auction(lines[begin : begin + 2])
                and not is_suit(lines[begin : begin + 3])
                and not is_prose(lines[begin : _text_end(lines, begin)], self.dialect)
            ):
                end = _heading_after(lines, begin)
                report_sentence(lines[begin:end], self.dialect, self._log)
                yield from self._tables(lines[begin:end])
                begin = end
            elif "#" in first.text and (unknown := _UNKNOWN_COMMAND.match(first.text)) is not None:
                report_unknown_command(unknown[1], first, self._log)
                begin += 1
            else:
                text = lines[begin : _text_end(lines, begin)]
                rule = next(rule for rule in RULES if rule.begins(text))
                text = text[: rule.length(text)]
                table = find_table(text, self.dialect, self._log) if rule.is_text else None
                text = text[:table]
                if text:
                    self._above.is_auction = is_auction(text)
                    yield rule.read(text, self._log)
                begin += len(text)
                if table is not None:
                    end = _heading_after(lines, begin)
                    yield from self._tables(lines[begin:end])
                    begin = end

    def _tables(self, lines: list[SourceLine]) -> Iterator[Block]:
        placement = self._above.report_table(lines, self.dialect, self._log)
        rows: list[SourceLine] = []
        states = []
        for line in lines:
            if "#" in line.text and (state := _state(line)) is not None:
                states.append((len(rows), line, state))
            else:
                rows.append(line)
        parser = TableParser(self.dialect, self._scope, self._limits, self._log)
        tables = parser.parse(rows, placement)
        if not tables:
            message = "No table follows this command, so it has no effect."
            hint = "Write it directly above the rows of the table, without a blank line."
            self._log.report("BML125", message, lines[0].location, hint)
        yield from tables
        for rows_above, line, state in states:
            # Below the last row it does what is meant.
            if not state["key"] and (not rows or rows_above < len(rows)):
                message = "A command inside a table takes effect only from the next table on."
                hint = "Put a blank line between the command and the rows above it."
                self._log.report("BML125", message, line.location, hint)
            self._obey(line, state)


def _state(line: SourceLine) -> re.Match[str] | None:
    return _STATE.match(line.text) if "#" in line.text else None


def _text_end(lines: list[SourceLine], begin: int) -> int:
    """Return the index of the command or heading that ends a text, or of the end."""
    below = range(begin + 1, len(lines))
    headings = (at for at in below if _state(lines[at]) or HEADING.match(lines[at].text))
    return next((at for at in headings if not has_starred_note(lines[begin : at + 1])), len(lines))


def _heading_after(lines: list[SourceLine], begin: int) -> int:
    """Return the index of the next heading, which ends even a table, or of the end."""
    return next((at for at in range(begin + 1, len(lines)) if HEADING.match(lines[at].text)), len(lines))


@checked
def parse(
    text: str,
    *,
    file: str = "<text>",
    dialect: Dialect = Dialect.V2_0,
    include_roots: Sequence[str | Path] = (),
    limits: Limits = DEFAULT_LIMITS,
) -> Document:
    r"""Parse one BML text as a page of its own.

    >>> document = parse("1C  Strong, 16+ hcp\n  1D  Negative")
    >>> document.tables[0].rows[0].children[0].call.text
    '1D'
    """
    return Page(file, dialect=dialect, include_roots=include_roots, limits=limits).parse(text)


@checked
def parse_file(
    path: str | Path,
    *,
    dialect: Dialect = Dialect.V2_0,
    include_roots: Sequence[str | Path] = (),
    limits: Limits = DEFAULT_LIMITS,
) -> Document:
    """Parse one BML file as a page of its own; a file that cannot be read is a diagnostic.

    >>> print(parse_file("missing.bml").diagnostics[0])
    missing.bml: error BML101: File not found: missing.bml.
    """
    return Page(str(path), dialect=dialect, include_roots=include_roots, limits=limits).parse_file(path)
