"""Read a block that shows a file of deals: its options, and the boards of the file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import islice
from pathlib import Path

from bml_core.bridge import Seat
from bml_core.diagnostics import Diagnostic, Location, Result, Severity, counted
from bml_core.document import Diagram, Document
from bml_core.formats.deals import Dealt, numbered, parse_numbers, read, selected, with_diagnostics
from bml_core.language import Page
from bml_core.site.options import (
    BLOCK_OPTIONS,
    NOWHERE,
    YES_OR_NO,
    BlockOptions,
    Option,
    Options,
    option_diagnostic,
    read_fields,
    read_flag,
    words_of,
)

_NO_OPTIONS = BlockOptions()


class Part(Enum):
    """Name a part of a board that can be shown or hidden; the value is the word in the options."""

    HANDS = "hands"
    AUCTION = "auction"
    PLAY = "play"
    COMMENTS = "comments"

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class DealOptions:
    """Hold which boards of a file are shown, and what of them.

    Attributes:
        block: The options that every block has.
        boards: The numbers of the boards; None for all.
        show: The parts that are on the page at all.
        hide: The parts hidden until the reader opens the answer.
        hidden_seats: The seats whose hands that answer hides.
        bbo: Add a link to BBO's handviewer to each board.
        answers: Print answers below their boards; without it paper has none.
    """

    block: BlockOptions = _NO_OPTIONS
    boards: tuple[range, ...] | None = None
    show: frozenset[Part] = frozenset(Part)
    hide: frozenset[Part] = frozenset()
    hidden_seats: frozenset[Seat] = frozenset()
    bbo: bool = False
    answers: bool = True


_SEATS = {seat.name.lower(): seat for seat in Seat}
_PARTS = {part.value: part for part in Part}
_SEAT_LETTERS = re.compile(r"[nesw]{1,4}")


def _boards(text: str) -> tuple[range, ...]:
    numbers = parse_numbers(text)
    if not numbers:
        raise ValueError(text)
    return numbers


def _show(text: str) -> frozenset[Part]:
    return frozenset(_PARTS[word] for word in words_of(text))


def _hide(text: str) -> tuple[frozenset[Part], frozenset[Seat]]:
    parts: set[Part] = set()
    seats: set[Seat] = set()
    for word in words_of(text):
        if word in _PARTS:
            parts.add(_PARTS[word])
        elif _SEAT_LETTERS.fullmatch(word):
            seats.update(Seat(letter.upper()) for letter in word)
        else:
            seats.add(_SEATS[word])
    return frozenset(parts), frozenset(seats)


_DEAL_OPTIONS: Options = {
    **BLOCK_OPTIONS,
    "deal": replace(BLOCK_OPTIONS["file"], field="file"),
    "boards": Option(_boards, "Write numbers and ranges, such as 3-5, 8."),
    "show": Option(_show, f"Write some of {', '.join(_PARTS)}.", "parts"),
    "hide": Option(_hide, f"Write seats and parts, such as EW or east, and {', '.join(_PARTS)}.", "hidden"),
    "bbo": Option(read_flag, YES_OR_NO),
    "answers": Option(lambda text: {"below": True, "none": False}[text.lower()], "Write below or none."),
}


def parse_deal_options(raw: Mapping[str, str], place: Location = NOWHERE) -> Result[DealOptions]:
    """Parse the options of a block that is at ``place``; what cannot be used is reported and left out.

    >>> options = parse_deal_options({"file": "a.pbn", "boards": "3-5, 8", "hide": "EW play"}).value
    >>> options.boards, sorted(seat.value for seat in options.hidden_seats)
    ((range(3, 6), range(8, 9)), ['E', 'W'])
    >>> parse_deal_options({"boards": "five"}).diagnostics[0].sentence
    'The option boards cannot be "five". Write numbers and ranges, such as 3-5, 8.'
    """
    result = read_fields(raw, _DEAL_OPTIONS, place)
    values = result.value
    own: dict[str, object] = {
        name: values.pop(name) for name in ("boards", "bbo", "answers") if name in values
    }
    if "parts" in values:
        own["show"] = values.pop("parts")
    if "hidden" in values:
        own["hide"], own["hidden_seats"] = values.pop("hidden")  # type: ignore[misc]
    block = BlockOptions(**values)  # type: ignore[arg-type]
    return Result(DealOptions(block, **own), result.diagnostics)  # type: ignore[arg-type]


# ---------------------------------------------------------------- boards of the file

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
        yield f"The file {name} contains none of these boards.", f"It has {held}."
    elif missing:
        numbers = ", ".join(map(str, missing[:MOST_MISSING])) + " and more" * (len(missing) > MOST_MISSING)
        yield f"The file {name} has no board {numbers}.", "Write numbers of boards in the file."
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
