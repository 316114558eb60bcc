"""From the name of a file of deals to the boards that a block shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bml_core.deal_pages.options import DealOptions
from bml_core.diagnostics import Diagnostic, Location, Severity
from bml_core.formats.deals import Dealt, read, selected
from bml_core.language import Page
from bml_core.options import OptionProblem

MOST_BOARDS = 200
"""Boards that one block shows; more are no page that anybody reads."""


@dataclass(frozen=True, slots=True)
class ReadDeals:
    """The boards of a block, what is wrong with the file and with the options, and the files to watch."""

    boards: tuple[Dealt, ...]
    diagnostics: tuple[Diagnostic, ...] = ()
    problems: tuple[OptionProblem, ...] = ()
    dependencies: tuple[str, ...] = ()


def read_deals(page: Page, path: str | Path, options: DealOptions, place: Location) -> ReadDeals:
    """The boards of a file that a block asks for; ``place`` is where a page names the file.

    The file must lie where a page may include files from. Of what is wrong with a board its errors are
    told; ``bml deals check`` tells everything.
    """
    data, diagnostics, dependencies = page.read_data(path, place=place)
    if data is None:
        return ReadDeals((), diagnostics, (), dependencies)
    found = list(diagnostics)
    every = list(read(data, str(path)))
    boards = list(selected(every, options.boards))
    shown = boards[:MOST_BOARDS]
    told = [dealt for dealt in every if not dealt.is_board] + shown
    found += [one for dealt in told for one in dealt.diagnostics if one.severity is Severity.ERROR]
    problems = tuple(_problems(len(boards), len(every), Path(path).name))
    return ReadDeals(tuple(shown), tuple(found), problems, dependencies)


def _problems(shown: int, count: int, name: str) -> Iterator[OptionProblem]:
    if not count:
        yield OptionProblem("file", f"The file {name} has no deal.", "Name a PBN or LIN file.")
    elif not shown:
        held = f"{count} board{'' if count == 1 else 's'}"
        yield OptionProblem("boards", f"The file {name} has none of these boards.", f"It has {held}.")
    elif shown > MOST_BOARDS:
        message = f"Only the first {MOST_BOARDS} of these boards are shown."
        yield OptionProblem("boards", message, "Choose some with the option boards, such as 1-16.")
