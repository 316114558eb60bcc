"""A System as BML text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path

from bml_core.bridge import ANY_SCOPE, Scope
from bml_core.diagnostics import Diagnostic, Result
from bml_core.formats.bml.folding import Folder
from bml_core.formats.bml.layout import table_lines, tables
from bml_core.formats.bml.notes import carding_lines, one_line, scope_commands
from bml_core.formats.bml.text import description
from bml_core.formats.bml.tree import Branch, Planter, grafted
from bml_core.storage import write_file
from bml_core.system import Agreement, System

Lines = list[str]


def dump(system: System, path: str | Path, *, title: str = "", summary: str = "") -> tuple[Diagnostic, ...]:
    """Write a system as a BML file; return what BML cannot hold of it.

    Raises:
        OSError: the file cannot be written; an older one stays whole.
    """
    text = dumps(system, title=title, summary=summary)
    write_file(path, [text.value.encode("utf-8", "replace")])
    return text.diagnostics


def dumps(system: System, *, title: str = "", summary: str = "") -> Result[str]:
    r"""Return a system as BML in dialect 2.0, and what BML cannot hold of it.

    The text has tables of rows, with history lines where branches are long. Reading it gives the same
    agreements in the same order, an auction always before what follows it; calls that had no record of
    their own get one without a text. Coded fields, where they say anything, are added to the descriptions in
    words. ``title`` and ``summary`` are used where the system has none.

    >>> from bml_core.system import expand
    >>> from bml_core.language import parse
    >>> system = expand([parse("1M  5+ cards\n  2M  Raise of M")])
    >>> print(dumps(system).value, end="")
    1M  5+ cards
      2M  Raise of M
    """
    return _Writer(system).write(title, summary)


class _Writer:
    def __init__(self, system: System) -> None:
        self._system = system
        self._losses: list[Diagnostic] = []
        self._folder = Folder()
        self._blocks: list[Lines] = []

    def write(self, title: str, summary: str) -> Result[str]:
        self._metadata(title, summary)
        agreements = [self._ready(agreement) for agreement in self._system.agreements]
        self._tables(agreement for agreement in agreements if not agreement.qualifications)
        self._qualified([agreement for agreement in agreements if agreement.qualifications])
        if self._system.carding is not None:
            self._blocks.append(list(carding_lines(self._system.carding)))
        text = "\n\n".join("\n".join(lines).rstrip("\n") for lines in self._blocks)
        return Result(f"{text}\n" if text else "", tuple(self._losses))

    def _metadata(self, title: str, summary: str) -> None:
        system = self._system
        entries = {
            "TITLE": system.title or title,
            "DESCRIPTION": system.summary or summary,
            "AUTHOR": system.author,
        }
        lines = [f"#+{key}: {one_line(value)}" for key, value in entries.items() if value.strip()]
        if system.floating:
            lines.append("// A floating convention of Full Disclosure")
        if system.stock_card:
            lines.append(f"// Stock card: {one_line(system.stock_card)}")
        lines += [f"// Convention: {one_line(name)}" for name in system.includes]
        if lines:
            self._blocks.append(lines)

    def _ready(self, agreement: Agreement) -> Agreement:
        """Return the agreement with its description as the lines to write."""
        lines, is_kept = description(agreement)
        if not is_kept:
            self._losses.append(
                Diagnostic(
                    "BML514",
                    f"The text of {_shown(agreement)} is read differently in BML.",
                    agreement.location,
                    "Tabs become blanks, blanks at the ends are lost, and # is the suit of the bid.",
                )
            )
        return agreement if lines == agreement.description else replace(agreement, description=lines)

    def _tables(self, agreements: Iterable[Agreement]) -> None:
        groups = [(kind, list(group)) for kind, group in groupby(Planter().plant(agreements), _kind)]
        has_headings = len({they_open for (_, they_open), _ in groups}) > 1
        before: tuple[Scope, bool | None] = (ANY_SCOPE, None)
        for (scope, they_open), group in groups:
            if has_headings and they_open is not before[1]:
                self._blocks.append(["* They open" if they_open else "* We open"])
            self._commands(scope, before[0])
            before = scope, they_open
            rows = self._folder.fold(grafted(group))
            self._blocks += [table_lines(table) for table in tables((), rows)]
        self._commands(ANY_SCOPE, before[0])

    def _commands(self, scope: Scope, before: Scope) -> None:
        if commands := scope_commands(scope, before):
            self._blocks.append(commands)

    def _qualified(self, agreements: Sequence[Agreement]) -> None:
        """Write what holds only for some meaning of the opponents' calls, below a heading that says which."""
        groups: dict[tuple[tuple[int, str], ...], list[Agreement]] = {}
        for agreement in agreements:
            groups.setdefault(agreement.qualifications, []).append(agreement)
        for qualifications, group in groups.items():
            first = group[0]
            where = ", ".join(_qualified_call(first, number, text) for number, text in qualifications)
            self._blocks.append([f"* {where}"])
            self._tables(group)
            self._losses.append(
                Diagnostic(
                    "BML522",
                    f"These agreements are for {where}. BML can say that only in a heading.",
                    first.location,
                    "In files made from the BML they hold for every meaning of the call.",
                )
            )


def _kind(branch: Branch) -> tuple[Scope, bool]:
    return branch.scope, branch.they_open


def _qualified_call(agreement: Agreement, number: int, text: str) -> str:
    return f"{_shown(agreement, number + 1)}: {one_line(text)}"


def _shown(agreement: Agreement, length: int | None = None) -> str:
    """Return an auction for people, the opponents' calls in parentheses."""
    names = [str(call) for call in agreement.auction.calls[:length]]
    theirs = 0 if agreement.they_open else 1
    return "-".join(f"({name})" if place % 2 == theirs else name for place, name in enumerate(names))
