"""The manual and the README as data: what is in their fences and tables."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from bml_core import Notes, load
from tests.programs import run_here

TOP = Path(__file__).parents[1]
SCRIPT_LEAD = "In a script `hands.dl`:"
MANUAL = TOP / "demo_docs" / "manual"
PLAYERS = TOP / "demo_docs" / "players"
TABLES = TOP / "demo_docs" / "tables"
PAGES = (
    TOP / "demo_docs" / "index.md",
    *sorted(p for f in (MANUAL, PLAYERS, TABLES) for p in f.rglob("*.md")),
)


@cache
def demonstration() -> Notes:
    """The system of the demonstration; what its rows mean is read once in a process."""
    return load(*sorted((TOP / "demo_docs" / "system").glob("*.md")))


_FENCE = re.compile(r"(?P<mark>`{3,})(?P<language>[\w-]*)$")
_HEADING = re.compile(r"(#+) (.*)")


@dataclass(frozen=True, slots=True)
class Fence:
    """A fence of a page: its language, its text with a newline at the end, the number of its first line of
    text, the line of prose straight above it, and the heading it is below.
    """

    language: str
    text: str
    line: int
    lead: str = ""
    heading: str = ""


@cache
def fences(path: Path) -> tuple[Fence, ...]:
    """The fences of a Markdown page in order; fences quoted in others are text."""
    return tuple(_fences(path.read_text("utf-8").splitlines()))


def _fences(lines: list[str]) -> Iterator[Fence]:
    lead = heading = ""
    number = 0
    while number < len(lines):
        found = _FENCE.match(lines[number])
        if found is None:
            heading = named[2] if (named := _HEADING.match(lines[number])) else heading
            lead = lines[number] or lead
            number += 1
            continue
        end = lines.index(found["mark"], number + 1)
        text = "".join(f"{line}\n" for line in lines[number + 1 : end])
        yield Fence(found["language"], text, number + 2, lead, heading)
        lead = ""
        number = end + 1


@cache
def section(path: Path, heading: str) -> str:
    """The text below a heading, down to the next one of its level or above."""
    lines = path.read_text("utf-8").splitlines(keepends=True)
    levels = {number: len(mark) for number, mark in _headings(lines)}
    start = next(number for number in levels if lines[number].lstrip("#").strip() == heading)
    after = (number for number, level in levels.items() if number > start and level <= levels[start])
    return "".join(lines[start + 1 : next(after, len(lines))])


def _headings(lines: list[str]) -> Iterator[tuple[int, str]]:
    mark = ""
    for number, line in enumerate(lines):
        fence = _FENCE.match(line.rstrip())
        if mark:
            mark = "" if line.rstrip() == mark else mark
        elif fence:
            mark = fence["mark"]
        elif found := _HEADING.match(line):
            yield number, found[1]


def table(text: str) -> list[list[str]]:
    """The cells of the first Markdown table in ``text``, header and rule left out."""
    rows = re.search(r"(?:^\|.*\n)+", text, re.M)
    assert rows is not None
    lines = rows[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def terms(text: str) -> list[tuple[str, str]]:
    """The items of the lists in ``text`` that say of something what it is, after a colon."""
    return re.findall(r"^- ((?:`[^`]*`|[^`:]|:(?! ))*): (.*)", text, re.M)


def code_words(text: str) -> list[str]:
    """What is between backticks."""
    return re.findall(r"`([^`]+)`", text)


def run_bml(*arguments: str, folder: Path = TOP) -> subprocess.CompletedProcess[str]:
    """Run the command that a page shows."""
    return run_here("bml", *arguments, folder=folder)
