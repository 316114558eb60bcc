"""Claims: the demonstration takes 1.6 times the time of the same pages as plain lists, 1.15 again.

Both projects hold the same pages, once with blocks of BML and once with nested lists of Markdown instead,
without any extension of ours. The first build starts from nothing. The second finds what the first has kept:
MkDocs writes every page again, Sphinx reads one page that was touched.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path

from benchmarks.measure import (
    REPOSITORY,
    WORK,
    CannotMeasureError,
    Outcome,
    python,
    run_process,
    say,
    time_in_turns,
)

FIRST_TARGET, AGAIN_TARGET = 1.6, 1.15
REPEATS = 2
FOLDER = WORK / "demo"

_FENCE = re.compile(r"(?ms)^( *)```bml[^\n]*\n(.*?)^\1```[ \t]*$")
_OPTION = re.compile(r":[\w-]+:")


def measure_first(host: str) -> Outcome:
    """Time builds of ``host`` (``mkdocs``, ``sphinx``) from nothing, in turns."""
    ours, peer = _projects()
    say(f"the demonstration by {host}, with BML and as lists, {REPEATS} builds each from nothing")
    return _outcome(host, "cold", FIRST_TARGET, lambda: _build(host, ours), lambda: _build(host, peer))


def measure_again(host: str) -> Outcome:
    """Time the builds after a first one."""
    ours, peer = _projects()
    for folder in (ours, peer):
        _build(host, folder)
    say(f"the demonstration by {host} again, with BML and as lists, {REPEATS} builds each")
    return _outcome(
        host, "again", AGAIN_TARGET, lambda: _build_again(host, ours), lambda: _build_again(host, peer)
    )


@cache
def _projects() -> tuple[Path, Path]:
    """Write both projects, and return their folders."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    ours, peer = FOLDER / "bml", FOLDER / "lists"
    for folder in (ours, peer):
        shutil.copytree(REPOSITORY / "demo_docs", folder / "demo_docs")
        shutil.copy(REPOSITORY / "mkdocs.yml", folder)
    pages = peer / "demo_docs"
    for page in pages.rglob("*.md"):
        page.write_text(_FENCE.sub(_list, page.read_text("utf-8")), "utf-8")
    for page in pages.rglob("*.bml"):
        page.with_suffix(".md").write_text(_lines_as_list(page.read_text("utf-8")), "utf-8")
        page.unlink()
    settings = (peer / "mkdocs.yml").read_text("utf-8")
    settings = re.sub(r"(- system/.*)\.bml", r"\1.md", settings.replace("  - bml\n", ""))
    (peer / "mkdocs.yml").write_text(settings, "utf-8")
    conf = (pages / "conf.py").read_text("utf-8").replace(', "sphinx_bml"', "")
    (pages / "conf.py").write_text(re.sub(r', "\.bml": "bml"', "", conf), "utf-8")
    return ours, peer


def _list(fence: re.Match[str]) -> str:
    return _lines_as_list(fence[2]) or "(nothing)"


def _lines_as_list(text: str) -> str:
    """Return the rows of a text of BML as a nested list: two columns of BML are a level."""
    lines = [line for line in text.splitlines() if not _OPTION.match(line.strip())]
    depths = (len(line) - len(line.lstrip()) for line in lines)
    items = (
        f"{'    ' * (depth // 2)}- {line.strip()}" if line.strip() else ""
        for depth, line in zip(depths, lines, strict=True)
    )
    return "\n".join(("", *items, ""))


def _outcome(
    host: str, when: str, target: float, ours: Callable[[], None], peer: Callable[[], None]
) -> Outcome:
    times = time_in_turns({"ours": ours, "peer": peer}, repeats=REPEATS)
    ratio = times["ours"].median / times["peer"].median
    return Outcome(
        claim=f"demonstration by {host}, {when}, against plain lists",
        ours=times["ours"].median,
        peer=times["peer"].median,
        value=f"{ratio:.2f} times",
        target=f"<= {target}",
        holds=ratio <= target,
    )


def _build(host: str, folder: Path) -> None:
    """Build a project from nothing."""
    for kept in (folder / "build", folder / ".cache"):
        shutil.rmtree(kept, ignore_errors=True)
    _build_again(host, folder)


def _build_again(host: str, folder: Path) -> None:
    pages, output = folder / "demo_docs", folder / "build" / host
    command: tuple[str | Path, ...]
    if host == "mkdocs":
        command = ("-m", "mkdocs", "--quiet", "build", "-f", folder / "mkdocs.yml", "--site-dir", output)
    else:
        (pages / "system" / "openings.md").touch()
        command = ("-m", "sphinx", "-q", "-b", "html", "-d", folder / "build" / "doctrees", pages, output)
    run_process(python(*command))
    if not (output / "index.html").exists():
        raise CannotMeasureError(f"{host} wrote no page")
