"""Files of deals on the command line: of which kind each is, and its boards."""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, cast

from bml_core.commands.inputs import STDIN_NAME, Continued, Watched, is_file_unread, standard_stream
from bml_core.commands.outputs import STANDARD
from bml_core.commands.reports import Report
from bml_core.commands.sources import read_bml
from bml_core.commands.terminal import Progress
from bml_core.diagnostics import Diagnostic, Location
from bml_core.document import Document

if TYPE_CHECKING:
    from bml_core.formats.deals import Dealt


_REASONS = ("BML101", "BML105", "BML701", "BML713", "BML801", "BML823")
"""The codes that explain why a file has no deal: it cannot be read, or nothing in it can."""


@dataclass(frozen=True, slots=True)
class _Opened:
    """A file of deals: its kind and its source, or a BML document."""

    kind: str = ""
    source: bytes | BinaryIO = b""
    document: Document | None = None


@dataclass(slots=True)
class Inputs:
    """The boards of the files that the options name, and the report of what is wrong with them."""

    options: argparse.Namespace
    numbers: tuple[range, ...] | None = None
    report: Report = field(default_factory=Report)
    dependencies: list[str] = field(default_factory=list)
    boards_read: int = 0
    are_all_read: bool = True

    def boards(self) -> Iterator[Dealt]:
        """Yield the boards with the numbers that are asked for, file by file."""
        from bml_core.formats.deals import selected

        for name in self.options.inputs:
            yield from selected(self._file(name), self.numbers)

    def _file(self, name: str) -> Iterator[Dealt]:
        count = 0
        waiting: list[Diagnostic] = []
        for dealt in self._deals(name):
            # Of decks only that is reported what keeps a board from being one.
            waiting += dealt.diagnostics if not (self.options.purpose and dealt.is_board) else ()
            count += dealt.is_board
            if count:
                self.report.add(waiting)
                waiting.clear()
            yield dealt
        self.boards_read += count
        self.report.add(waiting if count else _without_deals(name, waiting))

    def _deals(self, name: str) -> Iterator[Dealt]:
        """Yield the boards of a file; diagnostics of a whole BML file come first, without a board."""
        from bml_core.bridge import Board
        from bml_core.formats import bml, deals

        with _open(name, self.options) as opened:
            if opened.document is None:
                self.dependencies += [name] * (name != STANDARD and not isinstance(opened.source, bytes))
                yield from deals.read(opened.source, _place_name(name), opened.kind)
                return
            self.dependencies += opened.document.dependencies
            diagnostics = opened.document.diagnostics
            if is_file_unread(diagnostics, opened.document.dependencies):
                self.are_all_read = False
            if diagnostics:
                yield deals.Dealt(Board(), diagnostics[0].location, None, diagnostics, is_board=False)
            yield from (deals.Dealt(board, place) for board, place in bml.boards(opened.document))


def check(name: str, options: argparse.Namespace) -> Iterator[Diagnostic]:
    """Yield what is wrong with a file of deals."""
    from bml_core.formats import bml, deals

    with _open(name, options) as opened:
        if opened.document is None:
            yield from deals.check(opened.source, _place_name(name), opened.kind)
            return
        diagnostics = list(opened.document.diagnostics)
        has_boards = any(bml.boards(opened.document))
        yield from diagnostics if has_boards else _without_deals(name, diagnostics)


@contextlib.contextmanager
def _open(name: str, options: argparse.Namespace) -> Iterator[_Opened]:
    """Open a file; one that is of no other kind, or cannot be read, is BML."""
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
    """Return the first bytes of a file; none where it cannot be read."""
    with contextlib.suppress(OSError, ValueError):
        if path.is_file():
            with path.open("rb") as file:
                return file.read(amount)
    return b""


def _without_deals(name: str, diagnostics: list[Diagnostic]) -> list[Diagnostic]:
    """Return what to report of a file without a deal that has these diagnostics."""
    if any(diagnostic.code in _REASONS for diagnostic in diagnostics):
        return diagnostics
    hint = "Deals are in PBN files, LIN files, links to BBO's handviewer, and diagrams of BML files."
    none = Diagnostic("BML822", "There is no deal in this file.", Location(_place_name(name), 1), hint)
    # Where another kind of file breaks the rules of BML does not matter.
    return [*(diagnostics if Path(name).suffix.lower() == ".bml" else ()), none]


def _place_name(name: str) -> str:
    from bml_core.formats.lin import is_link

    if is_link(name):
        return "<link>"
    return STDIN_NAME if name == STANDARD else name
