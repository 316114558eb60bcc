"""From the name of a file of deals to the boards that a block shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from bml_core.diagnostics import Diagnostic, Location, Severity
from bml_core.formats.deals import Dealt, counted, numbered, read, selected, with_diagnostics
from bml_core.language import Page
from bml_core.site.deal_pages.deal_options import DealOptions
from bml_core.site.options import OptionProblem

MOST_BOARDS = 200
"""Boards that one block shows; more are no page that anybody reads."""
MOST_MISSING = 6
"""Boards that are told as missing one by one."""


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
    every = list(read(data, str(path), checked=False))
    boards = list(selected(every, options.boards))
    shown = [with_diagnostics(dealt) for dealt in boards[:MOST_BOARDS]]
    told = [dealt for dealt in every if not dealt.is_board] + shown
    found = [one for dealt in told for one in dealt.diagnostics if one.severity is Severity.ERROR]
    problems = tuple(_problems(every, len(boards), options.boards or (), Path(path).name))
    return ReadDeals(tuple(shown), (*diagnostics, *found), problems, dependencies)


def _problems(
    every: Sequence[Dealt], shown: int, wanted: Sequence[range], name: str
) -> Iterator[OptionProblem]:
    known = {number for number, _ in numbered(every)}
    missing = list(islice((n for span in wanted for n in span if n not in known), MOST_MISSING + 1))
    if not every:
        yield OptionProblem("file", f"The file {name} has no deal.", "Name a PBN or LIN file.")
    elif not shown:
        held = counted(sum(dealt.is_board for dealt in every), "board")
        yield OptionProblem("boards", f"The file {name} has none of these boards.", f"It has {held}.")
    elif missing:
        numbers = ", ".join(map(str, missing[:MOST_MISSING])) + " and more" * (len(missing) > MOST_MISSING)
        message = f"The file {name} has no board {numbers}."
        yield OptionProblem("boards", message, "Name boards that are there.")
    if shown > MOST_BOARDS:
        message = f"Only the first {MOST_BOARDS} of these boards are shown."
        yield OptionProblem("boards", message, "Choose some with the option boards, such as 1-16.")
