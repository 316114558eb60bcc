"""Read the boards that a block shows from a file of deals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from bml_core.diagnostics import Diagnostic, Location, Result, Severity
from bml_core.document import Diagram, Document
from bml_core.formats.deals import Dealt, counted, numbered, read, selected, with_diagnostics
from bml_core.language import Page
from bml_core.site.deal_pages.deal_options import DealOptions
from bml_core.site.options import option_diagnostic

MOST_BOARDS = 200
"""Boards that one block shows; nobody reads a page with more."""
MOST_MISSING = 6
"""Missing boards that are reported one by one."""


@dataclass(frozen=True, slots=True)
class DealSource:
    """Hold the boards of a block, what is wrong with the file and the options, and the files to watch."""

    boards: tuple[Dealt, ...]
    diagnostics: tuple[Diagnostic, ...] = ()
    dependencies: tuple[str, ...] = ()


def read_deals(page: Page, path: str | Path, options: DealOptions, place: Location) -> DealSource:
    """Read the boards of a file that a block asks for; ``place`` is where a page names the file.

    The file must lie in a folder that the page may include files from. Only errors of a board are
    reported; ``bml deals check`` reports everything.
    """
    data, diagnostics, dependencies = page.read_data(path, place=place)
    if data is None:
        return DealSource((), diagnostics, dependencies)
    every = list(read(data, str(path), checked=False))
    boards = list(selected(every, options.boards))
    shown = [with_diagnostics(dealt) for dealt in boards[:MOST_BOARDS]]
    checked = [dealt for dealt in every if not dealt.is_board] + shown
    errors = [one for dealt in checked for one in dealt.diagnostics if one.severity is Severity.ERROR]
    faults = _faults(every, len(boards), options.boards or (), Path(path).name)
    asked = (option_diagnostic(message, place, hint) for message, hint in faults)
    return DealSource(tuple(shown), (*diagnostics, *errors, *asked), dependencies)


def _faults(
    every: Sequence[Dealt], shown: int, wanted: Sequence[range], name: str
) -> Iterator[tuple[str, str]]:
    known = {number for number, _ in numbered(every)}
    missing = list(islice((n for span in wanted for n in span if n not in known), MOST_MISSING + 1))
    if not every:
        yield f"The file {name} has no deal.", "Name a PBN or LIN file."
    elif not shown:
        held = counted(sum(dealt.is_board for dealt in every), "board")
        yield f"The file {name} has none of these boards.", f"It has {held}."
    elif missing:
        numbers = ", ".join(map(str, missing[:MOST_MISSING])) + " and more" * (len(missing) > MOST_MISSING)
        yield f"The file {name} has no board {numbers}.", "Name boards that are there."
    if shown > MOST_BOARDS:
        message = f"Only the first {MOST_BOARDS} of these boards are shown."
        yield message, "Choose some with the option boards, such as 1-16."


def only_deal(document: Document, place: Location) -> Result[Document]:
    """Return a document of one deal diagram and nothing else; report at ``place`` that it was not one."""
    if len(document.blocks) == 1 and isinstance(document.blocks[0], Diagram):
        return Result(document)
    diagrams = tuple(block for block in document.blocks if isinstance(block, Diagram))[:1]
    held = "more than a deal" if diagrams else "no deal"
    fault = Diagnostic(
        "BML137",
        f"The text of bml:deal holds {held}.",
        place,
        "Write a line for each hand: N: AKx T9 xxx Q987x.",
    )
    return Result(replace(document, blocks=diagrams, metadata=()), (fault,))
