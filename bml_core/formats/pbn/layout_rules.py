"""How export format lays out what stands below tags: rows of calls and cards, tables, comments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from bml_core.formats.dealing import shown
from bml_core.formats.pbn.boards import is_table
from bml_core.formats.pbn.faults import Fault
from bml_core.formats.pbn.games import Game
from bml_core.formats.pbn.sections import Entry, Token, tokens
from bml_core.formats.pbn.tables import columns, elements, is_row
from bml_core.formats.pbn.tag_names import SECTIONS
from bml_core.formats.pbn.tags import Tag

_CODE = "BML719"
_ROW = 4
_LONGEST_LINE = 253
"""Without CR and LF; the rules of every file count one sign for the end of a line."""

Placed = tuple[tuple[Tag, int, int], ...]


def layout_faults(game: Game, placed: Placed) -> Iterator[Fault]:
    """Where lines, comments and tables of a game are not laid out as in export format."""
    at = 0
    for line in game.text.split("\n"):
        if len(line) == _LONGEST_LINE + 1:
            sentence = "This line has 256 characters with its end, CR and LF; 255 are allowed."
            yield Fault(_CODE, "2.3", at, sentence, "Break the line.")
        at += len(line) + 1
    for name, body, start in (("", f"\n{game.head}", -1), *((t.name, t.body, at) for t, _, at in placed)):
        yield from _space_faults(body, start, after_marks=name in SECTIONS)
    for tag, _, body_at in placed:
        if tag.name.endswith("Table") and is_table(tag) and tag.value.strip():
            yield from _table_faults(tag, body_at)


def _space_faults(body: str, body_at: int, *, after_marks: bool) -> Iterator[Fault]:
    if not after_marks and "{" not in body and ";" not in body:
        return
    for before, token in pairwise(tokens(f"\n{body}")):
        # The place of a token is one too far in a body with a newline in front.
        gap = body[before.at - 1 + len(before.text) : token.at - 1]
        place = body_at + token.at - 1
        if token.kind == "comment" and gap != " " and not gap.endswith("\n"):
            sentence = "A comment stands neither at the beginning of a line nor behind a single space."
            yield Fault(_CODE, "3.8", place, sentence, "Write one space in front of it.")
        elif after_marks and _is_reference(before) and "\n" not in gap and gap != " ":
            section = "3.5.4" if before.kind == "note" else "3.7"
            sentence = f"{shown(before.text)} has no single space behind it."
            yield Fault(_CODE, section, place, sentence, "Write one space there.")


def _is_reference(token: Token) -> bool:
    return token.kind in ("note", "nag")


def row_faults(entries: Sequence[Entry], body: str, body_at: int, name: str) -> Iterator[Fault]:
    """Where calls or cards do not stand four in a line; a line with annotations may have fewer."""
    section, noun = ("3.5", "call") if name == "Auction" else ("3.6", "card")
    for place, entry in enumerate(entries):
        begins_line = body[entry.at - 1 : entry.at] == "\n"
        if place % _ROW == 0 and not begins_line:
            sentence = f"{shown(entry.word) or 'This'} is the first of four {noun}s, and begins no line."
            yield Fault(_CODE, section, body_at + entry.at, sentence, "Begin a line with it.")
            return
        if place % _ROW and begins_line and not _is_annotated(entries[place - place % _ROW : place]):
            sentence = f"The line above has fewer than four {noun}s."
            yield Fault(_CODE, section, body_at + entry.at, sentence, f"Write four {noun}s a line.")
            return


def _is_annotated(entries: Sequence[Entry]) -> bool:
    return any(entry.notes or entry.nags or entry.suffixes or entry.comments for entry in entries)


def _table_faults(tag: Tag, body_at: int) -> Iterator[Fault]:
    """The first row of a table that is not a line of its own, with columns as wide as they say."""
    shape = columns(tag.value)
    words = [element for element in elements(tag.body) if not element.is_comment]
    for start in range(0, len(words), len(shape)):
        row = words[start : start + len(shape)]
        line_start = tag.body.rfind("\n", 0, row[0].at) + 1
        line = tag.body[line_start:].partition("\n")[0]
        if not is_row(line, [word.text for word in row], shape):
            sentence = f"The row of {shown(row[0].text)} is not written as in export format."
            hint = "Write a line for each row, with one space between columns that have no width."
            yield Fault(_CODE, "5.2", body_at + row[0].at, sentence, hint)
            return
