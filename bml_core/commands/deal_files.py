"""Files of deals on the command line: of which kind each is, and its boards."""

from __future__ import annotations

import argparse
import contextlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, cast

from bml_core.commands.inputs import STDIN_NAME, Continued, Watched, is_file_unread, read_bml, standard_stream
from bml_core.commands.outputs import STANDARD
from bml_core.commands.reports import Report
from bml_core.commands.terminal import Progress
from bml_core.diagnostics import Diagnostic, Location
from bml_core.document import Document
from bml_core.files import is_file

if TYPE_CHECKING:
    from bml_core.formats.deals import Dealt


_REASONS = ("BML101", "BML105", "BML701", "BML713", "BML801", "BML823")
"""The codes that explain why a file has no deal: it cannot be read, or nothing in it can."""


_DESCRIPTOR = re.compile(r"/dev/(?:stdin|fd/\d+)|/proc/self/fd/\d+")
"""The names that a shell has for what comes from another command."""


@dataclass(frozen=True, slots=True)
class _Opened:
    """A file of deals: its kind and its source; BML, and any text that may have BML too, is a document."""

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
        from bml_core.formats import deals

        with _open(name, self.options) as opened:
            document = opened.document
            is_file = name != STANDARD and not isinstance(opened.source, bytes)
            self.dependencies += [name] * is_file if document is None else document.dependencies
            if document is None:
                yield from deals.read(opened.source, _place_name(name), opened.kind)
                return
            is_unread = is_file_unread(document.diagnostics, document.dependencies)
            self.are_all_read = self.are_all_read and not is_unread
            # What is not BML breaks its rules.
            if document.diagnostics and (is_unread or not opened.kind):
                place = document.diagnostics[0].location
                yield deals.Dealt(Board(), place, None, document.diagnostics, is_board=False)
            found = deals.read(opened.source, _place_name(name), opened.kind) if opened.kind else ()
            yield from sorted((*found, *_diagrams(document)), key=lambda dealt: dealt.place.line)


def _diagrams(document: Document) -> Iterator[Dealt]:
    from bml_core.formats import bml, deals

    return (deals.Dealt(board, place) for board, place in bml.boards(document))


def check(name: str, options: argparse.Namespace) -> Iterator[Diagnostic]:
    """Yield what is wrong with a file of deals."""
    from bml_core.formats import deals

    with _open(name, options) as opened:
        if opened.kind or opened.document is None:
            yield from deals.check(opened.source, _place_name(name), opened.kind)
            return
        diagnostics = list(opened.document.diagnostics)
        has_boards = any(_diagrams(opened.document))
        yield from diagnostics if has_boards else _without_deals(name, diagnostics)


@contextlib.contextmanager
def _open(name: str, options: argparse.Namespace) -> Iterator[_Opened]:
    """Open a file; one that is of no other kind, or cannot be read, is BML."""
    from bml_core.formats.deals import START, TEXT, recognise
    from bml_core.formats.lin import is_link

    path = Path(name)
    if is_link(name):
        yield _Opened(TEXT, name.encode("utf-8", "replace"))
    elif name == STANDARD or (_DESCRIPTOR.fullmatch(name) and not is_file(path)):
        # It can be read once only.
        with contextlib.nullcontext(standard_stream()) if name == STANDARD else path.open("rb") as stream:
            start = stream.read(START)
            kind = recognise(start)
            if kind in ("", TEXT):
                data = start + stream.read()
                yield _Opened(kind, data, read_bml(name, options, data))
            else:
                yield _Opened(kind, cast(BinaryIO, Continued(start, stream)))
    else:
        kind = "" if path.suffix.lower() == ".bml" else recognise(_start(path, START), name)
        if kind in ("", TEXT):
            yield _Opened(kind, path.read_bytes() if kind else b"", read_bml(name, options))
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
    none = Diagnostic("BML822", "This file has no deals.", Location(_place_name(name), 1), hint)
    # Where another kind of file breaks the rules of BML does not matter.
    return [*(diagnostics if Path(name).suffix.lower() == ".bml" else ()), none]


def _place_name(name: str) -> str:
    from bml_core.formats.lin import is_link

    if is_link(name):
        return "<link>"
    return STDIN_NAME if name == STANDARD else name
