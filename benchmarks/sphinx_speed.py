"""Claim: Sphinx builds 100 pages of bidding tables in at most 1.3 times the time of the same nested lists.

Both projects hold the same rows, once as ``.. bml::`` and once as bullet lists in reStructuredText, and are
built to HTML from nothing by a process of their own. Nobody checks lists, so rows are not checked either:
what that takes is a claim of its own.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from itertools import islice
from pathlib import Path

from benchmarks import systems
from benchmarks.measure import WORK, CannotMeasureError, Outcome, python, run_process, say, time_in_turns
from benchmarks.systems import Table

PAGES = 100
TABLES_PER_PAGE = 2
TARGET = 1.3
REPEATS = 2

_Writer = Callable[[Table], list[str]]


def measure() -> Outcome:
    """Write both projects, then build them in turns."""
    tables = list(islice(systems.tables(), PAGES * TABLES_PER_PAGE))
    ours = _project("tables", tables, _directive, extensions=["sphinx_bml"])
    peer = _project("lists", tables, _nested_list, extensions=[])
    say(f"Sphinx, {PAGES} pages, {REPEATS} builds each of bidding tables and of nested lists")
    times = time_in_turns({"ours": lambda: _build(ours), "peer": lambda: _build(peer)}, repeats=REPEATS)
    _check(ours, tables)
    _check(peer, tables)
    ratio = times["ours"].median / times["peer"].median
    return Outcome(
        claim=f"Sphinx html, {PAGES} pages, against nested lists",
        ours=times["ours"].median,
        peer=times["peer"].median,
        value=f"{ratio:.2f} times",
        target=f"<= {TARGET}",
        holds=ratio <= TARGET,
    )


def _project(name: str, tables: list[Table], write: _Writer, *, extensions: list[str]) -> Path:
    folder = WORK / "sphinx" / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    conf = f"project = 'Benchmark'\nextensions = {extensions!r}\nbml_checks = False\n"
    (folder / "conf.py").write_text(conf)
    pages = [f"page{n:03}" for n in range(PAGES)]
    contents = "\n".join(f"   {page}" for page in pages)
    (folder / "index.rst").write_text(f"Benchmark\n=========\n\n.. toctree::\n\n{contents}\n")
    for n, page in enumerate(pages):
        parts = [page, "=" * len(page), ""]
        for number, table in enumerate(tables[n * TABLES_PER_PAGE : (n + 1) * TABLES_PER_PAGE], start=1):
            title = f"Table {number}"
            parts += [title, "-" * len(title), "", *write(table), ""]
        (folder / f"{page}.rst").write_text("\n".join(parts), encoding="utf-8")
    return folder


def _directive(table: Table) -> list[str]:
    rows = [f"   {'  ' * row.depth}{row.bid} {row.meaning}" for row in table.rows]
    return [".. bml::", "", f"   {table.history}", *rows]


def _nested_list(table: Table) -> list[str]:
    lines = [f"**{table.history}**", ""]
    last = 0
    for row in table.rows:
        if row.depth != last:
            lines.append("")
        last = row.depth
        lines.append(f"{'  ' * row.depth}- **{row.bid}** {_with_suits(row.meaning)}")
    return lines


def _with_suits(text: str) -> str:
    for code, symbol in (("!c", "♣"), ("!d", "♦"), ("!h", "♥"), ("!s", "♠")):
        text = text.replace(code, symbol)
    return text


def _build(folder: Path) -> None:
    output = folder / "_build"
    shutil.rmtree(output, ignore_errors=True)
    run_process(python("-m", "sphinx", "-q", "-W", "-b", "html", folder, output))


def _check(folder: Path, tables: list[Table]) -> None:
    """Each page shows the rows that it should."""
    rows = sum(len(table.rows) for table in tables)
    html = "".join(page.read_text(encoding="utf-8") for page in (folder / "_build").glob("page*.html"))
    problem = systems.check_all_rows(html, rows)
    if problem:
        raise CannotMeasureError(f"the html of {folder.name} {problem}")
