"""Files of deals on the command line: of which kind each is, and its boards."""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, cast

from bml_core.commands.inputs import STDIN_NAME, Continued, Watched, standard_stream
from bml_core.commands.outputs import STANDARD
from bml_core.commands.reports import Report
from bml_core.commands.sources import read_bml
from bml_core.commands.terminal import Progress
from bml_core.diagnostics import Diagnostic, Location
from bml_core.document import Document

if TYPE_CHECKING:
    from bml_core.formats.deals import Dealt


_SAY_WHY = ("BML101", "BML701", "BML713", "BML801", "BML823")
"""Why a file has no deal: it cannot be read, or nothing in it can."""


@dataclass(frozen=True, slots=True)
class _Opened:
    """What a file is: of a kind with its source, or a BML document."""

    kind: str = ""
    source: bytes | BinaryIO = b""
    document: Document | None = None


@dataclass(slots=True)
class Inputs:
    """The boards of the files that the options name, and what was found wrong on the way."""

    options: argparse.Namespace
    numbers: tuple[range, ...] | None = None
    found: Report = field(default_factory=Report)
    dependencies: list[str] = field(default_factory=list)
    boards_read: int = 0

    def boards(self) -> Iterator[Dealt]:
        """The boards with the numbers that are asked for, file by file."""
        from bml_core.formats.deals import selected

        for name in self.options.inputs:
            yield from selected(self._file(name), self.numbers)

    def _file(self, name: str) -> Iterator[Dealt]:
        count = 0
        waiting: list[Diagnostic] = []
        for dealt in self._deals(name, waiting):
            # Who takes nothing but whole decks looks at nothing else, and says what is no deck.
            waiting += dealt.diagnostics if not (self.options.purpose and dealt.is_board) else ()
            count += dealt.is_board
            if count:
                self.found.add(waiting)
                waiting.clear()
            yield dealt
        self.boards_read += count
        self.found.add(waiting if count else _without_deals(name, waiting))

    def _deals(self, name: str, found: list[Diagnostic]) -> Iterator[Dealt]:
        """The boards of a file; what is wrong with a BML file as a whole is added to what was found."""
        from bml_core.formats import bml, deals

        with _open(name, self.options) as opened:
            if opened.document is None:
                self.dependencies += [name] * (name != STANDARD and not isinstance(opened.source, bytes))
                yield from deals.read(opened.source, _place_name(name), opened.kind)
                return
            self.dependencies += opened.document.dependencies
            found += opened.document.diagnostics
            yield from (deals.Dealt(board, place) for board, place in bml.boards(opened.document))


def check(name: str, options: argparse.Namespace) -> Iterator[Diagnostic]:
    """What is wrong with a file of deals."""
    from bml_core.formats import bml, deals

    with _open(name, options) as opened:
        if opened.document is None:
            yield from deals.check(opened.source, _place_name(name), opened.kind)
            return
        found = list(opened.document.diagnostics)
        yield from found if any(bml.boards(opened.document)) else _without_deals(name, found)


@contextlib.contextmanager
def _open(name: str, options: argparse.Namespace) -> Iterator[_Opened]:
    """The file of this name; what is of no other kind, or cannot be read, is BML."""
    from bml_core.formats.deals import START, recognise
    from bml_core.formats.lin import is_link

    if name == STANDARD:
        stream = standard_stream()
        start = stream.read(START)
        kind = recognise(start)
        if kind:
            yield _Opened(kind, cast(BinaryIO, Continued(start, stream)))
        else:
            yield _Opened(document=read_bml(name, options, start + stream.read()))
        return
    if is_link(name):
        yield _Opened(recognise(name), name.encode("utf-8", "replace"))
        return
    path = Path(name)
    kind = "" if path.suffix.lower() == ".bml" else recognise(_start(path, START))
    if not kind:
        yield _Opened(document=read_bml(name, options))
        return
    with path.open("rb") as file, Progress(path.name, path.stat().st_size) as progress:
        yield _Opened(kind, cast(BinaryIO, Watched(file, progress)))


def _start(path: Path, amount: int) -> bytes:
    """The first bytes of a file; none where it cannot be read."""
    with contextlib.suppress(OSError, ValueError):
        if path.is_file():
            with path.open("rb") as file:
                return file.read(amount)
    return b""


def _without_deals(name: str, found: list[Diagnostic]) -> list[Diagnostic]:
    """What is said of a file without a deal, in which this was found."""
    if any(diagnostic.code in _SAY_WHY for diagnostic in found):
        return found
    hint = "Deals are in PBN files, LIN files, links to BBO's handviewer, and diagrams of BML files."
    none = Diagnostic("BML822", "There is no deal in this file.", Location(_place_name(name), 1), hint)
    # What of another kind of file is no BML is not worth a word.
    return [*(found if Path(name).suffix.lower() == ".bml" else ()), none]


def _place_name(name: str) -> str:
    from bml_core.formats.lin import is_link

    if is_link(name):
        return "<link>"
    return STDIN_NAME if name == STANDARD else name
