"""Tables and lists of bids that are read where they stand, beside blocks of BML or instead of them.

One answer for every command and every host: which of them are read, and what they say.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from bml_core._package import how_to_install
from bml_core.diagnostics import Diagnostic, Location, counted
from bml_core.document import BiddingTable, Document, TextLine, walk_rows
from bml_core.notes.options import Markup, markup_of
from bml_core.notes.page_blocks import prose_lines
from bml_core.outlines import (
    MARKDOWN,
    REST,
    OutlineBlock,
    OutlineItem,
    OutlineNotes,
    SourceKind,
    TablePart,
    TextPart,
    mentions_calls,
    read_outline,
    read_pages,
    statements_of_page,
    text_lines,
)

_MARK = re.compile(r"\s*\{:?\s*\.(?P<no>no-)?bml\s*\}\s*")
_CLASS = re.compile(r"\s*(?:\.\. (?:rst-)?class::|:class:)\s+(?:[\w-]+\s+)*?(?P<no>no-)?bml(?:\s|$)")
_SETTING = re.compile(r":?bml_(tables|lists):\s*(true|yes|on|false|no|off)\s*", re.IGNORECASE)
_CONDITION = re.compile(r"\s+\{\s*[\w!<>(♣♦♥♠][^{}|]*\}(?=\s*\|?\s*$)")
_HEAD_LINES = 60
_NOTHING = Document(())


class StandingPart(NamedTuple):
    """Bidding tables, and the first and last line of the table or list of a page that they were read from."""

    document: Document
    line: int
    end: int
    is_list: bool

    @property
    def tables(self) -> tuple[BiddingTable, ...]:
        """Return the bidding tables."""
        return self.document.tables


class StandingNotes(NamedTuple):
    """Tables and lists of a page; how many calls of them have an auction, and how many stay text.

    ``lacks`` names the library without which none of them can be read, ``meant`` are diagnostics of rows that
    stay text as they should.
    """

    parts: tuple[StandingPart, ...] = ()
    placed: int = 0
    unplaced: int = 0
    diagnostics: tuple[Diagnostic, ...] = ()
    lacks: str = ""
    meant: tuple[Diagnostic, ...] = ()


def without_condition(text: str) -> str:
    """Return a row of a table or list without the braces at its end, which are not shown.

    >>> without_condition("| 1NT | strong {15-17 hcp} |"), without_condition("- 2C: art {.note} (or so)")
    ('| 1NT | strong |', '- 2C: art {.note} (or so)')
    """
    return _CONDITION.sub("", text)


def find_standing(
    text: str,
    file: str,
    markup: Markup,
    *,
    tables: bool | None = None,
    lists: bool | None = None,
    has_blocks: bool = False,
) -> StandingNotes:
    r"""Return the tables and lists of bids of a page that are read where they stand.

    ``tables`` and ``lists`` are what the settings say, None for those of pages without a block.
    ``{.bml}`` above one of them, or the class ``bml`` of reStructuredText, chooses it, ``{.no-bml}`` leaves
    it out; the front matter of a page may say ``bml_tables: true``, or ``bml_lists``.

    >>> page = "| 1NT- | 15-17 |\n|---|---|\n| 2C | Stayman |\n"
    >>> found = find_standing(page, "notes.md", Markup.MARKDOWN)
    >>> found.placed, str(found.parts[0].tables[0].rows[0].location)
    (1, 'notes.md:3:1')
    """
    marks, unmarked = _marks(text, markup)
    own = _settings_of(text)
    wanted = {"tables": tables, "lists": lists, **own}
    # A page that says what is read of it says so of everything; "{.no-bml}" is only about its table.
    otherwise = not (has_blocks or own or any(marks.values()))
    chosen = {name == "lists": otherwise if yes is None else yes for name, yes in wanted.items()}
    if markup is Markup.BML or not (any(chosen.values()) or any(marks.values())):
        is_asked = markup is not Markup.BML and has_blocks and {*wanted.values(), *marks.values()} <= {None}
        return StandingNotes(meant=_beside_blocks(text, unmarked, file, markup) if is_asked else ())
    kind = REST if markup is Markup.REST else MARKDOWN
    if kind.load() is None:
        message = f"Tables and lists of this page cannot be read without {kind.library}."
        is_asked = True in wanted.values() or True in marks.values()
        missing = Diagnostic("BML133", message, Location(file, 1), how_to_install("import"))
        return StandingNotes(diagnostics=(missing,) if is_asked else (), lacks=kind.library)
    notes = _outline_notes(kind, unmarked, file)
    parts: list[StandingPart] = []
    others: set[int] = set()
    for part in notes.parts:
        if isinstance(part, TablePart):
            placed_tables = tuple(map(_placed_history, part.tables))
            found = StandingPart(Document(placed_tables), part.line, part.end, part.is_list)
        else:
            is_list = isinstance(part.block, OutlineItem)
            found = StandingPart(_NOTHING, part.line, part.end, is_list)
        lines = range(found.line, found.end + 1)
        mark = next((marks[line] for line in lines if line in marks), None)
        if not (chosen[found.is_list] if mark is None else mark):
            others.update(lines)
        elif isinstance(part, TablePart):
            parts.append(found)
    faults = tuple(each for each in notes.doubts if each.location.line not in others)
    said = tuple(table for table in notes.statements if table.location.line not in others)
    if not parts and any(len(table.rows) > 1 for table in said):
        # Answers for key cards without an auction are all that a page on slams may have.
        line = min(table.location.line for table in said)
        parts.append(StandingPart(_NOTHING, line, line, is_list=False))
    if parts:
        # They are about rows of any part.
        document = replace(parts[0].document, statements=said, legend=notes.legend)
        parts[0] = parts[0]._replace(document=document)
    placed = sum(1 for part in parts for table in part.tables for _ in walk_rows(table.rows))
    meant = tuple(each for each in notes.meant if each.location.line not in others)
    left = sum(line not in others for line in notes.left)
    return StandingNotes(tuple(parts), placed, left, faults, meant=meant)


def _beside_blocks(text: str, unmarked: str, file: str, markup: Markup) -> tuple[Diagnostic, ...]:
    """Return what says that rows of tables and lists are not read, as the page has blocks of BML."""
    kind = REST if markup is Markup.REST else MARKDOWN
    if kind.load() is None or not any(mentions_calls(line) for _, line in prose_lines(text, markup)):
        return ()
    parts = [part for part in _outline_notes(kind, unmarked, file).parts if isinstance(part, TablePart)]
    rows = [part for part in parts if not part.is_told]
    count = sum(1 for part in rows for table in part.tables for _ in walk_rows(table.rows))
    if not count:
        return ()
    said = f"{counted(count, 'row')} of tables and lists {'stays' if count == 1 else 'stay'} text"
    message = f"{said}: the page has BML blocks."
    hint = "Write bml_tables: true or bml_lists: true in its front matter to have them read."
    return (Diagnostic("BML151", message, Location(file, rows[0].line), hint),)


def find_said_beside(
    parts: Iterable[tuple[str, Document]], text: str, file: str
) -> tuple[str, Document] | None:
    r"""Return what a page says of calls beside its blocks, if these belong to one system, and this system.

    Each part is a block with its system, or a table or list. Nothing of what is said is exported.

    >>> from bml_core.language import parse
    >>> page = "After 1C-1D 2NT is 21-22.\n\n```bml\n1C-1D---\n2N  21-22\n```\n"
    >>> system, said = find_said_beside([("ours", parse("1C-1D---\n2N  21-22"))], page, "notes.md")
    >>> [str(table.location) for table in said.statements]
    ['notes.md:1:1']
    """
    filled = [(system, document) for system, document in parts if system and document.tables]
    systems, markup = {system for system, _ in filled}, markup_of(file)
    is_read = any(document.statements is not None for _, document in filled)
    kind = REST if markup is Markup.REST else MARKDOWN
    if is_read or len(systems) != 1 or kind.load() is None:
        return None
    if not any(mentions_calls(line) for _, line in prose_lines(text, markup)):
        return None
    marks, unmarked = _marks(text, markup)
    tables = statements_of_page(_outline_notes(kind, unmarked, file)) if all(marks.values()) else ()
    said = Document((), statements=tuple(map(_placed_history, tables)))
    return (systems.pop(), said) if tables else None


def find_texts(text: str, file: str) -> tuple[TextLine, ...]:
    r"""Return the lines of a page, its headings, paragraphs, items and tables, as far as it can be read.

    >>> find_texts("# Signals\n\n- Low = even\n", "carding.md")[1].text
    'Low = even'
    """
    kind = REST if markup_of(file) is Markup.REST else MARKDOWN
    notes = _outline_notes(kind, _marks(text, markup_of(file))[1], file) if kind.load() else None
    blocks: list[OutlineBlock] = []
    for part in notes.parts if notes else ():
        blocks += [part.block] if isinstance(part, TextPart) else () if part.is_told else part.blocks
    return tuple(text_lines(blocks))


@lru_cache(maxsize=100)
def _outline_notes(kind: SourceKind, text: str, file: str) -> OutlineNotes:
    """Return the notes of a page that can be read; who has looked whether it has some reads them then."""
    parse = kind.load()
    assert parse is not None
    return read_outline(parse(text, file), file)


def find_in_text(data: bytes, file: str) -> StandingNotes:
    r"""Return what lines of a text that is not BML say of calls, as in notes of other programs.

    >>> find_in_text(b"After 1NT:\n\n2C = Stayman\n2D = hearts\n", "notes.txt").placed
    2
    """
    read = read_pages(data, file)
    if read.value is None:
        return StandingNotes(diagnostics=read.diagnostics)
    notes = read_outline(read.value.outline, file)
    parts = [
        StandingPart(Document(part.tables), part.line, part.end, part.is_list)
        for part in notes.parts
        if isinstance(part, TablePart)
    ]
    return StandingNotes(tuple(parts), notes.placed, notes.unplaced, notes.doubts, meant=notes.meant)


def _placed_history(table: BiddingTable) -> BiddingTable:
    """Return a table whose auction so far, where a text above has it, is in the line above."""
    if table.history is None:
        return table
    above = Location(table.location.file, max(table.location.line - 1, 1))
    calls = tuple(
        call if call.location.file else call._replace(location=above) for call in table.history.calls
    )
    return table._replace(history=table.history._replace(calls=calls))


def _settings_of(text: str) -> dict[str, bool]:
    r"""Return what the first lines of a page say of it.

    >>> _settings_of("---\nbml_lists: true\n---\n"), _settings_of(":bml_tables: false\n\nOurs\n====\n")
    ({'lists': True}, {'tables': False})
    """
    found = (_SETTING.fullmatch(line) for line in _head(text))
    return {each[1].lower(): each[2].lower() in ("true", "yes", "on") for each in found if each}


def _head(text: str) -> Iterator[str]:
    """Yield the lines of the front matter of a page, or of the fields that it begins with."""
    lines = text.removeprefix("\ufeff").splitlines()[:_HEAD_LINES]
    is_front_matter = bool(lines) and lines[0].rstrip() == "---"
    for line in lines[is_front_matter:]:
        if line.rstrip() in ("---", "...") or not (is_front_matter or line.startswith(":") or not line):
            return
        yield line.rstrip()


def _marks(text: str, markup: Markup) -> tuple[dict[int, bool], str]:
    """Return which lines a mark chooses or leaves out, and the text without marks of Markdown.

    A mark is for what begins in the next line that is not empty; an option of a directive is in it already.
    """
    if "bml" not in text:
        return {}, text
    pattern = _CLASS if markup is Markup.REST else _MARK
    lines = text.removeprefix("\ufeff").splitlines()
    marks: dict[int, bool] = {}
    for number, line in prose_lines("\n".join(lines), markup):
        found = pattern.match(line)
        if found is None or (markup is not Markup.REST and found.end() < len(line)):
            continue
        following = (n for n in range(number, len(lines)) if lines[n].strip())
        marks[next(following, number) + 1] = not found["no"]
        if markup is Markup.REST:
            marks[number] = not found["no"]
        else:
            lines[number - 1] = ""
    return marks, "\n".join(lines)


def is_mark(line: str) -> bool:
    """Return whether a line of Markdown only chooses what follows it, and is not shown.

    >>> is_mark("{.bml}"), is_mark("{.bml} text")
    (True, False)
    """
    return _MARK.fullmatch(line) is not None
