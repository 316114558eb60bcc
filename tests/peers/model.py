"""Systems as values that can be written in more than one way: as people write, or as a peer can read."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

Replacements = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A call, the lines of its description, and the rows below it. ``gap`` sets the two apart."""

    call: str
    lines: tuple[str, ...] = ()
    gap: str = "  "
    children: tuple[Item, ...] = ()

    @property
    def is_theirs(self) -> bool:
        return self.call.startswith("(")

    @property
    def bare(self) -> str:
        """The call without parentheses."""
        return self.call.strip("()")

    @property
    def is_normal(self) -> bool:
        """Whether the row names one call."""
        return re.fullmatch(r"[1-7](?:[CDHSN]|NT)|[PDR]", self.bare) is not None


@dataclass(frozen=True, slots=True)
class Copy:
    """Rows that stand where they are and are kept under a name as well."""

    name: str
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Paste:
    """Where kept rows come in again; ``rows`` are those that were kept."""

    name: str
    replacements: Replacements
    rows: tuple[Row, ...]


Item = Row | Copy | Paste


@dataclass(frozen=True, slots=True)
class Table:
    """A bidding table. ``step`` columns set sub-bids in, ``margin`` columns the whole table."""

    history: Row | None
    items: tuple[Item, ...]
    hidden_at: int | None = None
    """Before which line ``#HIDE`` stands."""
    comment_at: int | None = None
    named: bool = False
    """Whether ``#BIDTABLE`` stands above it."""
    step: int = 2
    margin: int = 0


@dataclass(frozen=True, slots=True)
class Cuts:
    """Rows kept under names, ``(name, rows)`` each, in one block; ``loose`` has blank lines inside."""

    clips: tuple[tuple[str, tuple[Row, ...]], ...]
    loose: bool = False


@dataclass(frozen=True, slots=True)
class Lines:
    """Commands and metadata that follow each other without a blank line."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Text:
    """A block that agrees on nothing."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Included:
    """The blocks of another file. ``ends`` tells whether its last line ends."""

    name: str
    blocks: tuple[Block, ...]
    ends: bool = True


Block = Table | Cuts | Lines | Text | Included


@dataclass(frozen=True, slots=True)
class System:
    """All blocks of a system, and what stands on the empty lines between them."""

    blocks: tuple[Block, ...]
    between: str = ""

    def __str__(self) -> str:
        files = write(self)
        return "\n".join(f"---- {name}\n{text}" for name, text in files.items())


def substituted(rows: Iterable[Item], replacements: Replacements) -> tuple[Item, ...]:
    """Kept rows as they come in, targets replaced one after the other."""

    def new(text: str) -> str:
        for target, replacement in replacements:
            text = text.replace(target, replacement)
        return text

    return tuple(
        replace(
            row,
            call=new(row.call),
            lines=tuple(map(new, row.lines)),
            children=substituted(row.children, replacements),
        )
        for row in rows
        if isinstance(row, Row)
    )


# ---------------------------------------------------------------- writing


def write(system: System) -> dict[str, str]:
    """The files of a system, the page itself first."""
    files = {"page.bml": ""}
    files["page.bml"] = _blocks(system.blocks, system.between, files)
    return files


def _blocks(blocks: Iterable[Block], between: str, files: dict[str, str]) -> str:
    written = []
    for block in blocks:
        match block:
            case Included(name, included, ends):
                text = _blocks(included, between, files)
                files[name] = text if ends else text.rstrip("\n")
                written.append(f"#INCLUDE {name}")
            case Table():
                written.append("\n".join(table_lines(block)))
            case Cuts(clips, loose):
                written.append("\n".join(line for name, rows in clips for line in _cut(name, rows, loose)))
            case Lines(lines) | Text(lines):
                written.append("\n".join(lines))
    return f"\n{between}\n".join(written) + "\n"


def _cut(name: str, rows: tuple[Row, ...], loose: bool) -> list[str]:
    lines = _items(rows, 0, 2)
    return [f"#CUT {name}", *([""] if loose else []), *lines, "#ENDCUT"]


def table_lines(table: Table) -> list[str]:
    """The lines of a table."""
    lines = [] if table.history is None else _row(table.history, table.margin, table.step)
    lines += _items(table.items, table.margin, table.step)
    for at, line in ((table.comment_at, "// 7N not for export"), (table.hidden_at, "#HIDE")):
        if at is not None:
            lines.insert(min(at, len(lines) - 1), line)
    return ["#BIDTABLE", *lines] if table.named else lines


def _items(items: Iterable[Item], indent: int, step: int) -> list[str]:
    lines: list[str] = []
    margin = " " * indent
    for item in items:
        match item:
            case Row():
                lines += _row(item, indent, step)
            case Copy(name, rows):
                lines += [f"{margin}#COPY {name}", *_items(rows, indent, step), f"{margin}#ENDCOPY"]
            case Paste(name, replacements, _):
                told = "".join(f" {target}={new}" for target, new in replacements)
                lines.append(f"{margin}#PASTE {name}{told}")
    return lines


def _row(row: Row, indent: int, step: int) -> list[str]:
    head = " " * indent + row.call
    lines = [head]
    if row.lines:
        gap = row.gap
        # A row set in as far as the description would be read as a line of it.
        while len(head + gap) in (indent + step, indent + 2):
            gap += " "
        lines = [f"{head}{gap}{row.lines[0]}"]
        lines += [" " * len(head + gap) + line for line in row.lines[1:]]
    return lines + _items(row.children, indent + step, step)
