"""The rules of export format, which come to those of every PBN file (PBN 2.1, chapters 2 and 3)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import BinaryIO

from bml_core.diagnostics import Diagnostic, Location
from bml_core.files import BLOCK, UTF16_MARKS
from bml_core.formats.board_files import excerpt
from bml_core.formats.pbn.exporting import LONGEST_LINE, MANDATORY, export_value, export_word
from bml_core.formats.pbn.games import NOT_INHERITED, SECTIONS, Errors, Game, Tag
from bml_core.formats.pbn.sections import (
    Entry,
    Section,
    Token,
    columns,
    elements,
    find_section,
    is_row,
    is_table,
    tokens,
)
from bml_core.formats.pbn.value_rules import TAB
from bml_core.formats.pbn.values import SEATS

_CODE = "BML719"
_EXPORT = re.compile(r"^%[ \t]*EXPORT[ \t]*$", re.MULTILINE)
# The tags whose value has a form of its own.
_NORMAL = (NOT_INHERITED | {"Result"}) - {*SECTIONS, "Note"}
_PAIR = re.compile(r'\[[A-Za-z0-9_]+ "(?:[^"\\\n]|\\.)*+"\](?=\n|\Z)')
_ROW = 4


def is_export(game: Game) -> bool:
    r"""Return whether the head of a game says that the file is in export format (2.1).

    >>> from bml_core.formats.pbn import read_games
    >>> is_export(next(read_games('% EXPORT\n[Board "1"]')))
    True
    """
    return "EXPORT" in game.head and _EXPORT.search(game.head) is not None


def check_export(game: Game) -> Errors:
    """Yield where a game is not in export format."""
    tab = TAB.search(game.text)
    if tab is not None:
        yield _CODE, "2.3", tab.start(), "Export format allows no tabs.", "Write spaces."
    for tag in game.tags:
        alone = tag.at == 0 or game.text[tag.at - 1] == "\n"
        if not alone or not _PAIR.match(game.text, tag.at):
            sentence = f"The tag pair {tag.name} is not written as in export format."
            yield _CODE, "3.3", tag.at, sentence, f'Write [{tag.name} "..."] on a line of its own.'
    yield from _check_layout(game)
    yield from _check_order(game)
    yield from _check_values(game)
    for name in SECTIONS:
        section = find_section(game, name)
        if section is not None:
            yield from _check_section(section, name)


# ---------------------------------------------------------------- tags


def _check_order(game: Game) -> Errors:
    missing = [name for name in MANDATORY if name not in game.values]
    # A file without a game lacks none of them.
    if missing and game.tags:
        hint = f'Write [{missing[0]} "?"], or "" where it does not apply.'
        yield _CODE, "3.4", len(game.head), f"Export format needs the tags {', '.join(missing)}.", hint
    last: tuple[int, int, str] = (0, 0, "")
    name = ""
    for tag in game.tags:
        rank = _rank(tag)
        if tag.name != "Note" and rank < last:
            yield _CODE, "3.4", tag.at, f"In export format {tag.name} comes before {name}.", "Move it up."
        elif tag.name != "Note":
            last, name = rank, tag.name


def _rank(tag: Tag) -> tuple[int, int, str]:
    if tag.name in MANDATORY:
        return 1, MANDATORY.index(tag.name), ""
    if tag.name in SECTIONS:
        return 3, SECTIONS.index(tag.name), ""
    return (4 if is_table(tag) else 2), 0, tag.name


def _check_values(game: Game) -> Errors:
    for tag in game.tags:
        if tag.name not in _NORMAL or tag.value in ("", "?"):
            continue
        wanted = export_value(tag.name, game.values)
        if tag.value != wanted:
            sentence = f"The value of {tag.name} is not written as in export format."
            yield _CODE, "3.4", tag.at, sentence, f'Write [{tag.name} "{wanted}"].'


# ---------------------------------------------------------------- sections


def _check_section(section: Section, name: str) -> Errors:
    number, noun = ("3.5", "call") if name == "Auction" else ("3.6", "card")
    tag = section.tag
    for at, sentence, hint in _row_errors(section.entries, tag.body, noun):
        yield _CODE, number, tag.body_at + at, sentence, hint
    if tag.value in SEATS and tag.value.islower():
        sentence = f"The seat {tag.value} is not written as in export format."
        yield _CODE, number, tag.at, sentence, f"Write {tag.value.upper()}."
    for entry in section.entries:
        hint = _entry_hint(entry, name)
        if hint:
            sentence = f"{excerpt(entry.word)} is not written as in export format."
            yield _CODE, number, tag.body_at + entry.at, sentence, hint


def _entry_hint(entry: Entry, name: str) -> str:
    """Return how to write a call or a card in export format, "" if it is written so."""
    if name == "Auction" and entry.word == "-":
        return "Begin with the dealer, without -."
    if entry.suffixes:
        return f"Write a number such as ${1 if name == 'Auction' else 7} for {entry.suffixes[0]}."
    if list(entry.nags) != sorted(entry.nags):
        return "Write the numbers after $ in rising order."
    word = export_word(entry.word, name)
    return "" if entry.word == word else f"Write {word}."


def _row_errors(entries: Sequence[Entry], body: str, noun: str) -> Iterator[tuple[int, str, str]]:
    """Yield the first entry that is not in a row of four: place in the body, sentence, hint.

    A row with annotations may have fewer.
    """
    for place, entry in enumerate(entries):
        begins_line = body[entry.at - 1 : entry.at] == "\n"
        if place % _ROW == 0 and not begins_line:
            sentence = (
                f"{excerpt(entry.word) or 'This'} is the first of four {noun}s, but does not begin a line."
            )
            yield entry.at, sentence, "Begin a line with it."
            return
        if place % _ROW and begins_line and not _is_annotated(entries[place - place % _ROW : place]):
            yield entry.at, f"The line above has fewer than four {noun}s.", f"Write four {noun}s a line."
            return


def _is_annotated(entries: Sequence[Entry]) -> bool:
    return any(entry.notes or entry.nags or entry.suffixes or entry.comments for entry in entries)


# ---------------------------------------------------------------- lines, comments, tables


def _check_layout(game: Game) -> Errors:
    at = 0
    for line in game.text.split("\n"):
        # The rules of every file count one character for the end of a line.
        if len(line) == LONGEST_LINE + 1:
            sentence = "This line has 256 characters including CR and LF; 255 are allowed."
            yield _CODE, "2.3", at, sentence, "Break the line."
        at += len(line) + 1
    yield from _check_spaces(f"\n{game.head}", -1, has_marks=False)
    for tag in game.tags:
        yield from _check_spaces(tag.body, tag.body_at, has_marks=tag.name in SECTIONS)
    for tag in game.tags:
        if tag.name.endswith("Table") and is_table(tag) and tag.value.strip():
            yield from _check_table(tag)


def _check_spaces(body: str, body_at: int, *, has_marks: bool) -> Errors:
    if not has_marks and "{" not in body and ";" not in body:
        return
    for before, token in pairwise(tokens(f"\n{body}")):
        # The place of a token is one too far in a body with a newline in front.
        gap = body[before.at - 1 + len(before.text) : token.at - 1]
        place = body_at + token.at - 1
        if token.kind == "comment" and gap != " " and not gap.endswith("\n"):
            sentence = "A comment must begin a line or follow a single space."
            yield _CODE, "3.8", place, sentence, "Write one space before it."
        elif has_marks and _is_reference(before) and "\n" not in gap and gap != " ":
            section = "3.5.4" if before.kind == "note" else "3.7"
            sentence = f"{excerpt(before.text)} must be followed by a single space."
            yield _CODE, section, place, sentence, "Write one space there."


def _is_reference(token: Token) -> bool:
    return token.kind in ("note", "nag")


def _check_table(tag: Tag) -> Errors:
    """Yield the first row of a table that is not a line of its own, with columns as wide as they say."""
    shape = columns(tag.value)
    words = [element for element in elements(tag.body) if not element.is_comment]
    for start in range(0, len(words), len(shape)):
        row = words[start : start + len(shape)]
        line_start = tag.body.rfind("\n", 0, row[0].at) + 1
        line = tag.body[line_start:].partition("\n")[0]
        if not is_row(line, [word.text for word in row], shape):
            sentence = f"The row of {excerpt(row[0].text)} is not written as in export format."
            hint = "Write a line for each row, with one space between columns that have no width."
            yield _CODE, "5.2", tag.body_at + row[0].at, sentence, hint
            return


# ---------------------------------------------------------------- the ends of lines

_BLANK_LINE = re.compile(rb"(?<![^\r\n])[ \t]+(?=[\r\n]|\Z)")
_END = re.compile(rb"\r\n|\r|\n")
_MOST_BLANK = 1000


@dataclass(slots=True)
class LineEnds:
    r"""An open file that remembers the ends of the lines read from it, and its lines of mere blanks.

    Attributes:
        file: The file that is read.
        odd: Lines that do not end with CR and LF.
        first_odd: The first of them, 0 if there is none.
        blank: Lines with nothing but spaces and tabs, the first of them.

    >>> import io
    >>> ends = LineEnds(io.BytesIO(b"a\r\nb\n \r\n"))
    >>> ends.read() and ends.odd, ends.first_odd, ends.blank
    (1, 2, [3])
    """

    file: BinaryIO
    odd: int = 0
    first_odd: int = 0
    blank: list[int] = field(default_factory=list)
    _line: int = 1
    _held: bytes = b""
    _started: bool = False
    _is_utf16: bool = False

    def read(self, size: int = -1, /) -> bytes:
        """Read as from a file."""
        data = self.file.read(size)
        if not self._started:
            self._started = True
            self._is_utf16 = data.startswith(UTF16_MARKS)
        if not self._is_utf16:
            self._look_at(data, last=not data or size < 0)
        return data

    def _look_at(self, data: bytes, last: bool) -> None:
        """Look at the lines that are whole now; the rest waits."""
        data = self._held + data
        # A CR at the very end may be half of an end.
        cut = len(data) if last else max(data.rfind(b"\n"), data.rfind(b"\r", 0, -1)) + 1
        lines, self._held = data[:cut], data[cut:]
        if len(self._held) > BLOCK:
            self._held = self._held[-1:].rjust(2, b"x")
        unended = not lines.endswith((b"\n", b"\r")) and bool(lines)
        odd = _lines(lines) - lines.count(b"\r\n") + unended
        if odd and not self.odd:
            ends = [match[0] for match in _END.finditer(lines)] + [b""] * unended
            self.first_odd = self._line + next(place for place, end in enumerate(ends) if end != b"\r\n")
        self.odd += odd
        if len(self.blank) < _MOST_BLANK:
            self.blank += self._blank_lines(lines)
        self._line += _lines(lines)

    def _blank_lines(self, lines: bytes) -> Iterator[int]:
        at, line = 0, self._line
        for match in _BLANK_LINE.finditer(lines):
            line += _lines(lines[at : match.start()])
            at = match.start()
            yield line


def _lines(data: bytes) -> int:
    """Return how many lines end in some bytes."""
    return data.count(b"\n") + data.count(b"\r") - data.count(b"\r\n")


def check_separator(raw: LineEnds, end: int, game: Game) -> Iterator[Diagnostic]:
    """Check the line before a game that begins after the line ``end``."""
    between = [line for line in raw.blank if end < line < game.line]
    if between and end:
        sentence = f"Game {game.number}, PBN 3: The empty line before this game has spaces or tabs in it."
        yield Diagnostic(_CODE, sentence, Location(game.file, between[0]), "Delete them.")


def check_line_ends(raw: LineEnds, file: str) -> Iterator[Diagnostic]:
    """Report the ends of lines that export format does not allow, all of them in one (2.3)."""
    if raw.odd:
        lines = "A line does" if raw.odd == 1 else f"{raw.odd:,} lines do"
        sentence = f"PBN 2.3: {lines} not end with CR and LF, as export format requires."
        hint = "Save the file with Windows line endings."
        yield Diagnostic(_CODE, sentence, Location(file, raw.first_odd), hint)
