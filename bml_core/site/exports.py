"""The files of a system that a page offers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bml_core.diagnostics import Location
from bml_core.document import Document
from bml_core.formats.exports import EXPORTS, ExportFormat
from bml_core.site.options import BlockOptions, OptionProblem


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

    def emptiness(self, filled: Sequence[str]) -> OptionProblem | None:
        """Return what is wrong if the files hold nothing; ``filled`` are the systems with agreements."""
        if self.system in filled:
            return None
        message = f"The system {self.system} has no agreements, so the files offered here are empty."
        hint = f"The systems are {', '.join(filled)}." if filled else "Write a bidding table."
        return OptionProblem("system", message, hint)


def make_offer(
    options: BlockOptions, system: str | None, place: Location, known: Sequence[str] = tuple(EXPORTS)
) -> tuple[Offer | None, tuple[OptionProblem, ...]]:
    """Return the files that a block of a system offers, None for none, and what is wrong with its options.

    ``known`` are the formats that are written.

    >>> offer, problems = make_offer(BlockOptions(download=True), "acol", Location("a.md", 3))
    >>> offer.formats, problems
    (('bss', 'bboalert'), ())
    """
    if not options.download:
        hint = "Add the option download, or delete formats."
        told = OptionProblem("formats", "The option formats is for blocks that offer files.", hint)
        return None, (told,) if options.formats else ()
    if system is None:
        hint = "Name the system with the option system."
        return None, (OptionProblem("download", "A block of no system has no files to offer.", hint),)
    names = tuple(dict.fromkeys(options.formats)) or tuple(known)
    problems = tuple(_unknown(name, known) for name in names if name not in known)
    formats = tuple(name for name in names if name in known)
    return (Offer(system, formats, place) if formats else None), problems


def only_offers(options: BlockOptions, document: Document) -> bool:
    """Return whether a block has links to files and nothing that would be in them."""
    return options.download and not document.blocks and not document.metadata


def _unknown(name: str, known: Sequence[str]) -> OptionProblem:
    hint = f"Write {' or '.join(known)}." if known else "The site writes no files."
    return OptionProblem("formats", f'No file of the format "{name[:40]}" is written.', hint)
