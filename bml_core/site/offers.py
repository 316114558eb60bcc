"""The files that pages offer: those of a system, and the deals of a page or of the site."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from bml_core.bridge import Board
from bml_core.diagnostics import Diagnostic, Location, Result, listed
from bml_core.document import Document
from bml_core.formats import EXPORTS
from bml_core.notes import BlockOptions, Deals, option_diagnostic

if TYPE_CHECKING:
    from bml_core.formats.deals import DealFormat, SourcedBoard

_DEAL_FORMATS = ("pbn", "lin")


def deal_formats() -> dict[str, DealFormat]:
    """Return the formats of files of deals by name, in the order in which they are offered.

    >>> list(deal_formats())
    ['pbn', 'lin']
    """
    # Few pages offer deals, and the others do not wait for what reads and writes them.
    from bml_core.formats.deals import FORMATS

    return {name: FORMATS[name] for name in _DEAL_FORMATS}


@dataclass(frozen=True, slots=True)
class SystemOffer:
    """Files of a system that a page offers, with the names of their formats and the place on the page."""

    system: str
    formats: tuple[str, ...]
    place: Location

    @property
    def files(self) -> tuple[tuple[str, str], ...]:
        """Return the name of each file and what people call its format."""
        exports = (EXPORTS[name] for name in self.formats)
        return tuple((export.file_name(self.system), export.title) for export in exports)

    def emptiness(self, filled: Sequence[str]) -> Diagnostic | None:
        """Return a diagnostic if the files hold nothing; ``filled`` names the systems with agreements."""
        if self.system in filled:
            return None
        message = f"The system {self.system} has no agreements, so the files offered here are empty."
        hint = f"The systems are {', '.join(filled)}." if filled else "Write a bidding table."
        return Diagnostic("BML135", message, self.place, hint)


@dataclass(frozen=True, slots=True)
class DealOffer:
    """Files of deals that a page offers; ``page`` is its name for those of the page, else ""."""

    page: str
    formats: tuple[str, ...]
    place: Location

    @property
    def files(self) -> tuple[tuple[str, str], ...]:
        """Return the name of each file and what people call its format.

        >>> DealOffer("", ("pbn",), Location("a.md", 1)).files
        (('deals.pbn', 'PBN'),)
        """
        known = deal_formats()
        return tuple((deal_file(self.page, name), known[name].title) for name in self.formats)

    def emptiness(self, boards: Sequence[SourcedBoard]) -> Diagnostic | None:
        """Return a diagnostic if the files hold no deal; ``boards`` are those of the page, or all."""
        if writable(boards):
            return None
        where = "page" if self.page else "site"
        message = f"The {where} has no deals, so the files offered here are empty."
        hint = "Write every card: x cannot be dealt."
        return Diagnostic("BML135", message, self.place, hint)


Offer = SystemOffer | DealOffer
"""Files that a page has links to."""


def parse_offer(
    options: BlockOptions,
    system: str | None,
    page: str,
    place: Location,
    known: Sequence[str] = tuple(EXPORTS),
) -> Result[Offer | None]:
    """Return the files that a block of a system, on the page of that name, offers; None if there are none.

    ``known`` are the formats in which the site writes systems.

    >>> here = Location("a.md", 3)
    >>> parse_offer(BlockOptions(download=True), "acol", "club", here).value.formats
    ('bss', 'bboalert')
    >>> parse_offer(BlockOptions(deals=Deals.SITE), "acol", "club", here).value.formats
    ('pbn', 'lin')
    """
    if options.deals is not None:
        formats, faults = _formats(options, _DEAL_FORMATS, "No file of deals has", "", place)
        offer = DealOffer(page if options.deals is Deals.PAGE else "", formats, place)
        return Result(offer if formats else None, faults)
    if not options.download:
        hint = "Add the option download, or delete formats."
        fault = option_diagnostic("The option formats is only for blocks that offer files.", place, hint)
        return Result(None, (fault,) if options.formats else ())
    if system is None:
        hint = "Name the system with the option system."
        return Result(
            None,
            (
                option_diagnostic(
                    "This block belongs to no system, so there are no files to offer.", place, hint
                ),
            ),
        )
    formats, faults = _formats(options, known, "No file of", " is written", place)
    return Result(SystemOffer(system, formats, place) if formats else None, faults)


def _formats(
    options: BlockOptions, known: Sequence[str], before: str, behind: str, place: Location
) -> tuple[tuple[str, ...], tuple[Diagnostic, ...]]:
    """Return the formats asked for, all by default, and a diagnostic for each that is not ``known``."""
    names = tuple(dict.fromkeys(options.formats)) or tuple(known)
    hint = f"Write {listed(known)}." if known else "The site does not write files."
    faults = (
        option_diagnostic(f'{before} the format "{name[:40]}"{behind}.', place, hint)
        for name in names
        if name not in known
    )
    return tuple(name for name in names if name in known), tuple(faults)


def only_offers(options: BlockOptions, document: Document) -> bool:
    """Return whether a block has links to files and nothing that would be in them."""
    return options.download and not document.blocks and not document.metadata


# ---------------------------------------------------------------- files of deals


def deal_file(page: str, name: str) -> str:
    """Return the name of the file in a format with the deals of a page, or of all pages for "".

    >>> deal_file("notes/slam", "lin"), deal_file("", "pbn")
    ('deals/notes/slam.lin', 'deals.pbn')
    """
    return ("deals/" + page if page else "deals") + deal_formats()[name].ending


def deal_content(boards: Iterable[SourcedBoard], name: str) -> bytes:
    """Return the file of a format, with those of the boards that it can hold something of."""
    form = deal_formats()[name]
    return form.encode(form.write(writable(boards)))


def deal_losses(boards: Iterable[SourcedBoard], page: str, name: str) -> tuple[str, tuple[Diagnostic, ...]]:
    """Return what the file of a format leaves out: a sentence, "" for nothing, and each loss.

    No page is wrong because of it: who hides small cards behind x, or gives no auction, means to.

    >>> from bml_core.bridge import Deal, Hand
    >>> from bml_core.formats.deals import SourcedBoard
    >>> board = Board(Deal(north=Hand("AKx", "x", "", "")), 7)
    >>> summary, losses = deal_losses([SourcedBoard(board, Location("a.md", 3))], "", "pbn")
    >>> summary, losses[0].code
    ('deals.pbn leaves out something of 1 deal, which PBN cannot hold.', 'BML725')
    """
    form = deal_formats()[name]
    lost = [losses for dealt in boards if (losses := form.losses(dealt))]
    if not lost:
        return "", ()
    amount = f"{len(lost)} deal{'s' * (len(lost) > 1)}"
    summary = f"{deal_file(page, name)} leaves out something of {amount}, which {form.title} cannot hold."
    return summary, tuple(chain.from_iterable(lost))


def writable(boards: Iterable[SourcedBoard]) -> list[SourcedBoard]:
    """Return the boards that a file can hold something of: a hand with the names of all its cards."""
    return [dealt for dealt in boards if _has_cards(dealt.board)]


def _has_cards(board: Board) -> bool:
    hands = (board.deal.hand(seat) for seat in board.deal.seats)
    return any(hand is not None and len(hand) and len(hand.cards) == len(hand) for hand in hands)
