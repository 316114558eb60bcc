"""The files of a system that a page offers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bml_core.diagnostics import Diagnostic, Location, Result
from bml_core.document import Document
from bml_core.formats import EXPORTS, ExportFormat
from bml_core.site.options import BlockOptions, option_diagnostic


@dataclass(frozen=True, slots=True)
class Offer:
    """Files that a page offers: the system, the names of the formats, and where the page does so."""

    system: str
    formats: tuple[str, ...]
    place: Location

    @property
    def exports(self) -> tuple[ExportFormat, ...]:
        """The formats."""
        return tuple(EXPORTS[name] for name in self.formats)

    @property
    def files(self) -> tuple[tuple[str, str], ...]:
        """The name of each file and what people call its format."""
        return tuple((export.file_name(self.system), export.title) for export in self.exports)

    def emptiness(self, filled: Sequence[str]) -> Diagnostic | None:
        """Return a diagnostic if the files hold nothing; ``filled`` names the systems with agreements."""
        if self.system in filled:
            return None
        message = f"The system {self.system} has no agreements, so the files offered here are empty."
        hint = f"The systems are {', '.join(filled)}." if filled else "Write a bidding table."
        return Diagnostic("BML135", message, self.place, hint)


def make_offer(
    options: BlockOptions, system: str | None, place: Location, known: Sequence[str] = tuple(EXPORTS)
) -> Result[Offer | None]:
    """Return the files that a block of a system offers; None if there are none.

    ``known`` are the formats that are written.

    >>> make_offer(BlockOptions(download=True), "acol", Location("a.md", 3)).value.formats
    ('bss', 'bboalert')
    """
    if not options.download:
        hint = "Add the option download, or delete formats."
        fault = option_diagnostic("The option formats is for blocks that offer files.", place, hint)
        return Result(None, (fault,) if options.formats else ())
    if system is None:
        hint = "Name the system with the option system."
        return Result(None, (option_diagnostic("A block of no system has no files to offer.", place, hint),))
    names = tuple(dict.fromkeys(options.formats)) or tuple(known)
    faults = tuple(_unknown(name, known, place) for name in names if name not in known)
    formats = tuple(name for name in names if name in known)
    return Result(Offer(system, formats, place) if formats else None, faults)


def only_offers(options: BlockOptions, document: Document) -> bool:
    """Return whether a block has links to files and nothing that would be in them."""
    return options.download and not document.blocks and not document.metadata


def _unknown(name: str, known: Sequence[str], place: Location) -> Diagnostic:
    hint = f"Write {' or '.join(known)}." if known else "The site writes no files."
    return option_diagnostic(f'No file of the format "{name[:40]}" is written.', place, hint)
