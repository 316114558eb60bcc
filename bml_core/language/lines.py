"""Lines of BML that know their place."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bml_core.diagnostics import DiagnosticLog, Edit, Location, listed
from bml_core.document import META_KEYS, Allowance, Dialect
from bml_core.files import LONGEST_LINE, UNSHOWABLE, line_too_long, showable, unshowable

COMMANDS = ("HIDE", "BIDTABLE", "CUT", "ENDCUT", "COPY", "ENDCOPY", "PASTE", "VUL", "SEAT", "INCLUDE")
"""The words that may follow ``#``."""

_LINE_END = re.compile(r"\r\n?|\n")
# "//" after a colon belongs to a web address, in every dialect.
_COMMENT_ANYWHERE = r"(?<!:)//.*"
_COMMENT_BEHIND = r"\s*[(!]?\d\S*\s.*?(?<=\s)(//)\s"
_ALLOWANCE = r"(?:^|(?<=\s))//\s*bml:\s*(?P<word>[A-Za-z]+)\b:?(?P<rest>.*)"
_CODE = r"(?i)\s*,?\s*(BML\w*)\b"
# Blanks without a width, marks of direction, and the ends of lines that only some programs know.
_UNSEEN = "[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]"
_UNSEEN_IN_ROW = rf"(?s)(?:(?=\s*\S*[\d#])\s*\S{{0,20}}?|.*?(?=[\u2028\u2029]))({_UNSEEN})"
_TAB_WIDTH = 8
_MOST_RUNS = 6


@dataclass(slots=True)
class SourceLine:
    """A line of BML: its text, and the file, line and column (from 1) where that text begins.

    A pasted line keeps the location it was written at; ``pasted_at`` is the place of the ``#PASTE``.
    """

    text: str
    file: str
    line: int
    column: int = 1
    pasted_at: Location | None = None

    def at(self, offset: int = 0) -> Location:
        """Return the place of the character at ``offset``."""
        column = self.column + offset
        written = Location(self.file, self.line, column if column > 0 else 1)
        if self.pasted_at is None:
            return written
        return Location(self.pasted_at.file, self.pasted_at.line, self.pasted_at.column, written)

    def cut(self, offset: int) -> SourceLine:
        """Return the line from ``offset`` on."""
        return SourceLine(self.text[offset:], self.file, self.line, self.column + offset, self.pasted_at)

    @property
    def is_blank(self) -> bool:
        """Return whether there is nothing but white space."""
        return not self.text or self.text.isspace()

    @property
    def start(self) -> int:
        """Return the offset of the first character that is not white space."""
        return len(self.text) - len(self.text.lstrip())

    @property
    def location(self) -> Location:
        """Return the location of that character."""
        return self.at(self.start)


def expanded(text: str) -> str:
    """Return the text with tabs as spaces, so that columns can be compared."""
    return text.expandtabs(_TAB_WIDTH) if "\t" in text else text


def lines_named(numbers: Sequence[int]) -> str:
    """Return lines as words, the first few runs and the last.

    >>> lines_named([3]), lines_named([3, 4, 5, 7])
    ('line 3', 'lines 3 to 5 and 7')
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    parts = [[f"{run[0]} to {run[-1]}"] if len(run) > 2 else map(str, run) for run in runs]
    *first, last = [name for part in parts for name in part]
    shown = [*first[:_MOST_RUNS], "…"] if len(first) > _MOST_RUNS else first
    return f"line{'s' if len(numbers) > 1 else ''} {listed((*shown, last), last='and')}"


def split_lines(
    text: str,
    file: str,
    log: DiagnosticLog,
    *,
    line: int = 1,
    column: int = 1,
    places: Sequence[tuple[str, int]] | None = None,
) -> list[SourceLine]:
    """Split ``text`` into lines; ``places`` gives file and line of each where they do not just count up."""
    texts = _LINE_END.split(text.removeprefix("\ufeff"))
    lines = [SourceLine(t, file, line + number, column) for number, t in enumerate(texts)]
    for source, (place_file, place_line) in zip(lines, places or (), strict=False):
        source.file, source.line = place_file, place_line
    if max(map(len, texts)) > LONGEST_LINE:
        for source in lines:
            if len(source.text) > LONGEST_LINE:
                source.text = source.text[:LONGEST_LINE]
                log.add([line_too_long(source.at(LONGEST_LINE))])
    if not "".join(texts).isprintable() and UNSHOWABLE.search(text):
        _replace_unshowable(lines, log)
    if not text.isascii() and re.search(_UNSEEN, text):
        _report_unseen(lines, log)
    return lines


def _report_unseen(lines: list[SourceLine], log: DiagnosticLog) -> None:
    """Report characters without a width in what may be a bid or a command, and lines inside of lines."""
    for line in lines:
        found = re.match(_UNSEEN_IN_ROW, line.text)
        if found is not None:
            message = f"This line has a character that cannot be seen, with number {ord(found[1]):#x}."
            hint = "Delete it: with it a bid is not read, and a line goes on."
            log.report("BML121", message, line.at(found.start(1)), hint)


def _replace_unshowable(lines: list[SourceLine], log: DiagnosticLog) -> None:
    reported = False
    for line in lines:
        character = UNSHOWABLE.search(line.text)
        if character is None:
            continue
        if not reported:
            log.add([unshowable(character[0], line.at(character.start()))])
            reported = True
        line.text = showable(line.text)


def without_comments(
    lines: list[SourceLine], dialect: Dialect, log: DiagnosticLog
) -> tuple[list[SourceLine], tuple[Allowance, ...]]:
    """Return the lines without comments, and what comments accept.

    Comments are lines that begin with ``//``, in dialect 1 also the rest of a line. A line that was only a
    comment disappears, so it ends no block.
    """
    kept: list[SourceLine] = []
    allowances: list[Allowance] = []
    above: list[Allowance] = []
    for line in lines:
        if "//" in line.text and "bml:" in line.text and (allowance := _read_allowance(line)) is not None:
            above.append(allowance)
            line.text = line.text[: allowance.location.column - line.column].rstrip() or line.text
        is_comment = line.text.lstrip().startswith("//")
        if above and not line.is_blank and not is_comment:
            allowances += (each._replace(line=line.line) for each in above)
            above = []
        if "//" not in line.text:
            kept.append(line)
        elif dialect is Dialect.V1:
            rest = re.sub(_COMMENT_ANYWHERE, "", line.text)
            if rest.strip() or rest == line.text:
                line.text = rest
                kept.append(line)
        elif not is_comment:
            if (found := re.match(_COMMENT_BEHIND, line.text)) is not None:
                message, hint = (
                    "This is text: a comment needs its own line.",
                    "Move it to a line that begins with //.",
                )
                log.report("BML124", message, line.at(found.start(1)), hint)
            kept.append(line)
        elif line.start:
            message = "A comment must begin at the first column; this line is still left out."
            fix = (Edit(line.at(), line.start, ""),)
            log.report("BML124", message, line.location, "Move the // to the beginning of the line.", fix)
    return kept, (*allowances, *above)


def _read_allowance(line: SourceLine) -> Allowance | None:
    """Return what a line accepts, in a comment of its own or after a row."""
    found = re.search(_ALLOWANCE, line.text)
    if found is None:
        return None
    rest, codes = found["rest"], []
    while code := re.match(_CODE, rest):
        codes.append(code[1].upper())
        rest = rest[code.end() :]
    # Other comments may begin with this word.
    if found["word"] != "allow" and not codes:
        return None
    words = codes if found["word"] == "allow" else [found["word"]]
    return Allowance(
        tuple(words), rest.strip(" \t:,-–—"), Location(line.file, line.line, line.column + found.start()), 0
    )


def report_unknown_command(word: str, line: SourceLine, log: DiagnosticLog) -> None:
    """Report a command that is not known, or one in small letters."""
    is_block = False
    if word.upper() in COMMANDS:
        hint = f"Commands are written in capitals: #{word.upper()}."
    elif word.lstrip("+").upper() in META_KEYS:
        hint = f"Write #+{word.lstrip('+').upper()}: with a colon, and the value after it."
    elif is_block := word.upper().startswith(("+BEGIN_", "+END_")):
        hint = "Delete the line: BML has no such blocks."
    else:
        hint = f"Known are {', '.join(f'#{known}' for known in COMMANDS)}, and #+TITLE: and the like."
    message, cause = f"#{word} is not a command of BML.", "blocks" if is_block else None
    log.report("BML111", message, line.location, hint, cause=cause)
