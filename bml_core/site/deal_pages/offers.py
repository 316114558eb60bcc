"""The deals of a page or a site as files that pages offer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from bml_core.bridge import Board
from bml_core.diagnostics import Diagnostic, Location, Result
from bml_core.formats.deals import FORMATS, Dealt
from bml_core.site.options import BlockOptions, Deals, option_diagnostic

DEAL_FORMATS = {name: FORMATS[name] for name in ("pbn", "lin")}
"""The formats of files of deals by name, in the order in which they are offered."""


@dataclass(frozen=True, slots=True)
class DealOffer:
    """Files of deals that a page offers; ``page`` is its name for those of the page, else ""."""

    page: str
    formats: tuple[str, ...]
    place: Location

    @property
    def files(self) -> tuple[tuple[str, str], ...]:
        """The name of each file and what people call its format.

        >>> DealOffer("", ("pbn",), Location("a.md", 1)).files
        (('deals.pbn', 'PBN'),)
        """
        known = [DEAL_FORMATS[name] for name in self.formats]
        return tuple((deal_file(self.page, form.name), form.title) for form in known)

    def emptiness(self, boards: Sequence[Dealt]) -> Diagnostic | None:
        """Return a diagnostic if the files hold no deal; ``boards`` are those of the page, or all."""
        if writable(boards):
            return None
        where = "page" if self.page else "site"
        message = f"The {where} has no deals, so the files offered here are empty."
        hint = "Name the cards of a hand: small cards as x are left out."
        return Diagnostic("BML135", message, self.place, hint)


def deal_file(page: str, name: str) -> str:
    """Return the name of the file in a format with the deals of a page, or of all pages for "".

    >>> deal_file("notes/slam", "lin"), deal_file("", "pbn")
    ('deals/notes/slam.lin', 'deals.pbn')
    """
    return ("deals/" + page if page else "deals") + DEAL_FORMATS[name].ending


def deal_content(boards: Iterable[Dealt], name: str) -> bytes:
    """Return the file of a format, with those of the boards that it can hold something of."""
    form = DEAL_FORMATS[name]
    return form.encode(form.write(writable(boards)))


def deal_losses(boards: Iterable[Dealt], page: str, name: str) -> tuple[str, tuple[Diagnostic, ...]]:
    """Return what the file of a format leaves out: a sentence, "" for nothing, and each loss.

    No page is wrong because of it: who hides small cards behind x, or gives no auction, means to.

    >>> from bml_core.bridge import Deal, Hand
    >>> board = Board(Deal(north=Hand("AKx", "x", "", "")), 7)
    >>> said, losses = deal_losses([Dealt(board, Location("a.md", 3))], "", "pbn")
    >>> said, losses[0].code
    ('deals.pbn leaves out something of 1 deal, which PBN cannot hold.', 'BML725')
    """
    form = DEAL_FORMATS[name]
    lost = [losses for dealt in boards if (losses := form.losses(dealt))]
    if not lost:
        return "", ()
    amount = f"{len(lost)} deal{'s' * (len(lost) > 1)}"
    said = f"{deal_file(page, name)} leaves out something of {amount}, which {form.title} cannot hold."
    return said, tuple(chain.from_iterable(lost))


def writable(boards: Iterable[Dealt]) -> list[Dealt]:
    """Return the boards that a file can hold something of: a hand with the names of all its cards."""
    return [dealt for dealt in boards if _has_cards(dealt.board)]


def _has_cards(board: Board) -> bool:
    hands = (board.deal.hand(seat) for seat in board.deal.seats)
    return any(hand is not None and len(hand) and len(hand.cards) == len(hand) for hand in hands)


def make_deal_offer(options: BlockOptions, page: str, place: Location) -> Result[DealOffer | None]:
    """Return the files of deals that a block with the option ``deals`` offers; None if there are none.

    >>> make_deal_offer(BlockOptions(deals=Deals.SITE), "club", Location("club.md", 3)).value.formats
    ('pbn', 'lin')
    """
    names = tuple(dict.fromkeys(options.formats)) or tuple(DEAL_FORMATS)
    hint = f"Write {' or '.join(DEAL_FORMATS)}."
    faults = tuple(
        option_diagnostic(f'No file of deals has the format "{name[:40]}".', place, hint)
        for name in names
        if name not in DEAL_FORMATS
    )
    formats = tuple(name for name in names if name in DEAL_FORMATS)
    offer = DealOffer(page if options.deals is Deals.PAGE else "", formats, place)
    return Result(offer if formats else None, faults)
