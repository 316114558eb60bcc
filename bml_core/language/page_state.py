"""A page: the texts that share one state, and the way from a text to a Document."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from bml_core.bridge import OpenerPosition, Scope, SideVulnerability
from bml_core.diagnostics import Diagnostic, DiagnosticLog, Location
from bml_core.document import DEFAULT_LIMITS, Allowance, Dialect, Document, Limits, MetaEntry
from bml_core.files import decode
from bml_core.language.bidding_tables import TableParser
from bml_core.language.block_beginnings import (
    BULLET,
    HEADING,
    NUMBER,
    TABLE_ROW,
    auction_length,
    diagram_length,
    diagram_start,
    is_auction,
    names_responses,
)
from bml_core.language.clipboard import Clipboard
from bml_core.language.includes import Includer
from bml_core.language.row_parts import is_history, split_row
from bml_core.language.source_lines import (
    COMMANDS,
    SourceLine,
    report_unknown_command,
    split_lines,
    without_comments,
)
from bml_core.language.table_beginnings import (
    begins_table,
    find_table,
    report_auction_above,
    report_heading,
    report_indentation,
    report_sentence,
)

if TYPE_CHECKING:
    from bml_core.document import Block

_STATE = re.compile(
    r"\s*(?:#\s*(?P<word>VUL|SEAT)(?![A-Za-z])\s*(?P<value>\S*)|#\+(?P<key>\w+):[ \t]*(?P<data>.*))"
)
_TABLE_COMMAND = re.compile(r"\s*#\s*(?:HIDE|BIDTABLE)(?![A-Za-z])")
_UNKNOWN_COMMAND = re.compile(
    rf"\s*#\s*(\+\w+|[A-Z]{{2,}}(?![A-Za-z])|(?i:{'|'.join(COMMANDS)})(?![A-Za-z]))"
)
# How blocks of BML begin in Markdown and reStructuredText.
_BLOCK_OF_A_PAGE = r"\s*(?:(?:`{3,}|~{3,})\s*\{?\.?bml\b|\.\. bml::)"
_DIALECT = re.compile(r"^[ \t]*#\+BML:[ \t]*(\S*)[ \t]*\r?$", re.MULTILINE | re.IGNORECASE)
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
    ) -> Document:
        """Parse a text of this page; everything wrong with it is in the Document's diagnostics.

        ``file`` is where the text comes from if not from the page itself; it begins at ``line`` and
        ``column`` there. ``places`` gives file and line of every line instead, for texts put together
        from several places.
        """
        self._choose_dialect(text)
        lines = split_lines(text, file or self.file, self._log, line=line, column=column, places=places)
        return self._document(lines)

    def parse_file(self, path: str | Path, *, place: Location | None = None) -> Document:
        """Parse a file as a text of this page. A file that cannot be read gives an error, no exception.

        With ``place``, where the page names the file, the file must lie inside the include roots, and what
        is wrong with it is said there.
        """
        if place is None:
            lines = self._includer.read_page(Path(path))
        else:
            lines = self._includer.read_named(Path(path), place)
        self._choose_dialect("\n".join(line.text for line in lines))
        return self._document(lines)

    def read_data(
        self, path: str | Path, *, place: Location
    ) -> tuple[bytes | None, tuple[Diagnostic, ...], tuple[str, ...]]:
        """Return the bytes of a file that is not BML, what is wrong with it, and the files that were read.

        The file must lie inside the include roots, and counts for what a page may include.
        """
        data = self._includer.read_data(Path(path), place)
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

    def _document(self, lines: list[SourceLine]) -> Document:
        lines = self._includer.expand(lines, self.dialect)
        allowances: list[Allowance] = []
        lines = list(without_comments(lines, self.dialect, self._log, allowances))
        lines = self._clipboard.expand(lines)
        self._above = _Above()
        blocks: list[Block] = []
        for group in _groups(lines):
            blocks += self._blocks(group)
            self._above.line, self._above.is_auction = group[-1].text, False
        dependencies, missing = self._includer.take_files()
        metadata = tuple(self._new_meta)
        self._new_meta = []
        cuts, pasted = self._clipboard.take_cuts()
        return Document(
            tuple(blocks), metadata, self._log.take(), dependencies, missing, tuple(allowances), cuts, pasted
        )

    # ------------------------------------------------------------ state

    def _choose_dialect(self, text: str) -> None:
        """Choose the dialect before anything is read, since it decides what a comment is."""
        found = _DIALECT.search(text) if "#+" in text else None
        if found and found[1] in {dialect.value for dialect in Dialect}:
            self.dialect = Dialect(found[1])

    def _obey(self, line: SourceLine, found: re.Match[str]) -> None:
        if found["key"]:
            self._meta(line, found["key"].upper(), found["data"].strip())
        elif found["word"] == "VUL":
            self._vulnerability(line, found["value"].upper())
        else:
            self._position(line, found["value"])

    def _meta(self, line: SourceLine, key: str, value: str) -> None:
        if key == "BML" and value not in {dialect.value for dialect in Dialect}:
            self._log.report(
                "BML118",
                f"Unknown dialect: {value}." if value else "The dialect is missing.",
                line.place,
                "Write 2.0, 2.7 or 1.",
            )
            return
        if key == "BML" and value != self.dialect.value:
            self._log.report(
                "BML125",
                f"This page is read in dialect {self.dialect.value}; a later #+BML: has no effect.",
                line.place,
                "Write one #+BML: line, in the page itself, above everything else.",
            )
            return
        if key not in self._known_meta:
            self._known_meta.add(key)
            self._new_meta.append(MetaEntry(key, value, line.place))

    def _vulnerability(self, line: SourceLine, value: str) -> None:
        if len(value) == 2 and all(letter in _YES_NO for letter in value):
            self._scope = Scope(self._scope.position, SideVulnerability(_YES_NO[value[0]], _YES_NO[value[1]]))
            return
        self._log.report(
            "BML112",
            f"#VUL {value} cannot be read." if value else "#VUL needs a value.",
            line.place,
            "Write two letters, for us and for them: Y vulnerable, N not, 0 either, as in #VUL Y0.",
        )

    def _position(self, line: SourceLine, value: str) -> None:
        if value in {position.value for position in OpenerPosition}:
            self._scope = Scope(OpenerPosition(value), self._scope.vulnerability)
            return
        self._log.report(
            "BML112",
            f"#SEAT {value} cannot be read." if value else "#SEAT needs a value.",
            line.place,
            "Write 0 for any position, 1, 2, 3, 4, 12 or 34.",
        )

    # ------------------------------------------------------------ blocks

    def _blocks(self, lines: list[SourceLine]) -> Iterator[Block]:
        """Yield the blocks of a group of lines without a blank line between them."""
        begin = 0
        while begin < len(lines):
            first = lines[begin]
            state = _state(first)
            if state is not None:
                self._obey(first, state)
                begin += 1
            elif HEADING.match(first.text):
                from bml_core.language.text_blocks import parse_heading

                report_heading(lines[begin : begin + 2], self.dialect, self._log)
                yield parse_heading(first, self._log)
                self._above = _Above(first.text, first.text)
                begin += 1
            elif self._is_unknown_command(first):
                begin += 1
            elif self._is_table(lines, begin):
                end = _heading_after(lines, begin)
                report_sentence(lines[begin:end], self.dialect, self._log)
                yield from self._tables(lines[begin:end])
                begin = end
            else:
                end = _block_end(lines, begin)
                is_text = re.match(_BLOCK_OF_A_PAGE, first.text) is not None
                table = None if is_text else find_table(lines[begin:end], self.dialect, self._log)
                end = end if table is None else begin + table
                if end > begin:
                    self._above.is_auction = is_auction(lines[begin:end])
                    yield self._block(lines[begin:end])
                begin = end
                if table is not None:
                    end = _heading_after(lines, begin)
                    yield from self._tables(lines[begin:end])
                    begin = end

    def _is_unknown_command(self, line: SourceLine) -> bool:
        if "#" not in line.text or _TABLE_COMMAND.match(line.text):
            return False
        found = _UNKNOWN_COMMAND.match(line.text)
        if found is not None:
            report_unknown_command(found[1], line, self._log)
        return found is not None

    def _is_table(self, lines: list[SourceLine], begin: int) -> bool:
        text = lines[begin].text
        if _TABLE_COMMAND.match(text):
            return True
        return begins_table(text, self.dialect) and not is_auction(lines[begin : begin + 2])

    def _block(self, lines: list[SourceLine]) -> Block:
        # Many systems are bidding tables alone.
        from bml_core.language import text_blocks

        first = lines[0].text
        if is_auction(lines):
            return text_blocks.parse_auction(lines, self._log)
        if BULLET.match(first):
            return text_blocks.parse_bullets(lines, self._log)
        if NUMBER.match(first):
            return text_blocks.parse_enumeration(lines, self._log)
        if TABLE_ROW.match(first):
            return text_blocks.parse_table(lines, self._log)
        if diagram_length(lines):
            return text_blocks.parse_diagram(lines, self._log)
        if re.match(_BLOCK_OF_A_PAGE, first):
            self._log.report(
                "BML213",
                "This is read as text: fenced blocks are for pages of a site, and this is a BML file.",
                lines[0].place,
                "In a BML file, delete the lines around the block. Names of pages end in .md or .rst.",
            )
        return text_blocks.parse_paragraph(lines, self._log)

    def _tables(self, lines: list[SourceLine]) -> Iterator[Block]:
        is_misplaced = self._report_place(lines[0])
        rows, states = [], []
        for line in lines:
            if "#" in line.text and (state := _state(line)) is not None:
                states.append((line, state))
            else:
                rows.append(line)
        tables = TableParser(self.dialect, self._scope, self._limits, self._log).parse(
            rows, is_misplaced=is_misplaced
        )
        if not tables:
            first = lines[0]
            self._log.report(
                "BML125",
                "No table follows this command, so it has no effect.",
                first.place,
                "Write it directly above the rows of the table, without a blank line.",
            )
        yield from tables
        for line, state in states:
            if not state["key"]:
                self._log.report(
                    "BML125",
                    "A command inside a table takes effect only from the next table on.",
                    line.place,
                    "Put a blank line between the command and the rows above it.",
                )
            self._obey(line, state)

    def _report_place(self, first: SourceLine) -> bool:
        """Report a table of openings that seems to follow an auction above it; return whether it does."""
        above = self._above
        titles = [above.line, above.heading if names_responses(above.heading) else ""]
        is_misplaced = (
            (above.is_auction and self._report_row_below_auction(first))
            or report_auction_above(titles, first, self.dialect, self._log)
            or report_indentation(above.row, first, self.dialect, self._log)
        )
        if not is_misplaced:
            above.row = first.text
        return is_misplaced

    def _report_row_below_auction(self, first: SourceLine) -> bool:
        """Report a table directly below an auction, which its first row may belong to; return whether."""
        row = split_row(first.text, self.dialect)
        if row is None or is_history(row.word):
            return False
        self._log.report(
            "BML218",
            "This table continues no auction, though it is directly below one.",
            first.place,
            "Leave a blank line above it; to go on with the auction, write calls alone, four in a line.",
        )
        return True


@dataclass(slots=True)
class _Above:
    """What is above a block: the line before it, the heading, and the first row of the last table.

    ``is_auction`` says whether the block directly above, without a blank line between, is an auction.
    """

    line: str = ""
    heading: str = ""
    row: str = ""
    is_auction: bool = False


def _state(line: SourceLine) -> re.Match[str] | None:
    return _STATE.match(line.text) if "#" in line.text else None


def _block_end(lines: list[SourceLine], begin: int) -> int:
    """Return the end of a text block: before a command, or where the bars of a text table stop."""
    first = lines[begin].text
    is_table = TABLE_ROW.match(first) is not None
    end = len(lines)
    for number in range(begin + 1, len(lines)):
        text = lines[number].text
        if _state(lines[number]) or HEADING.match(text) or (is_table and not TABLE_ROW.match(text)):
            end = number
            break
    if BULLET.match(first) or NUMBER.match(first):
        return end
    # What is without a blank line above a deal, or below it, such as its auction, is a block of its own.
    block = lines[begin:end]
    if is_auction(block):
        return begin + auction_length(block)
    return begin + (diagram_start(block) or diagram_length(block) or end - begin)


def _heading_after(lines: list[SourceLine], begin: int) -> int:
    """Return the number of the next heading, which ends even a table, or of the end."""
    for number in range(begin + 1, len(lines)):
        if lines[number].text.startswith("*") and HEADING.match(lines[number].text):
            return number
    return len(lines)


def _groups(lines: list[SourceLine]) -> Iterator[list[SourceLine]]:
    group: list[SourceLine] = []
    for line in lines:
        if not line.is_blank:
            group.append(line)
        elif group:
            yield group
            group = []
    if group:
        yield group


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


def parse_file(
    path: str | Path,
    *,
    dialect: Dialect = Dialect.V2_0,
    include_roots: Sequence[str | Path] = (),
    limits: Limits = DEFAULT_LIMITS,
) -> Document:
    """Parse one BML file as a page of its own; a file that cannot be read is a diagnostic.

    >>> print(parse_file("missing.bml").diagnostics[0])
    missing.bml:1:1: error BML101: File not found: missing.bml.
    """
    return Page(str(path), dialect=dialect, include_roots=include_roots, limits=limits).parse_file(path)
