"""Bridge system notes as documentation: read BML, look agreements up, count, bid, deal, and write files.

>>> import bml_core as bml
>>> notes = bml.loads("1N  15-17 hcp, balanced")
>>> str(bml.choose_call(notes, "KQ5 AJ32 KJ4 Q82").call)
'1NT'

===================  ==================================================================================
To                   Use
===================  ==================================================================================
read notes           ``load`` (files, folders), ``loads`` (a text), which give ``Notes``, a ``System``
look up              ``notes["1N-2C"]``, ``notes.get``, ``notes.responses``, ``notes.select``: each is
                     an ``Agreement``; ``UnknownAuctionError`` if there is none
check, compare       ``check``, ``diff``: ``Diagnostic``, ``Changes`` of ``Change``
count                ``count``, ``Condition``, ``Shape``, ``ShapeSet``, ``frequencies`` (``Frequencies``)
choose calls         ``choose_call`` (``Choice``), ``bid_deal`` (``BidDeal``)
deal                 ``sample`` (``Sample``)
read descriptions    ``explain`` (``Explanation``)
read and write       ``bss``, ``bboalert``, ``pbn``, ``lin``: ``load``, ``loads``, ``dump``, ``dumps``;
                     ``html`` and ``latex``: ``dumps``
speak of the game    ``Call``, ``Bid``, ``PASS``, ``DOUBLE``, ``REDOUBLE``, ``Auction``,
                     ``AuctionPattern``, ``Card``, ``Hand``, ``Deal``, ``Board``, ``Contract``, ``Seat``,
                     ``Suit``, ``Strain``, ``Vulnerability``, ``SideVulnerability``
work on texts        ``parse``, ``parse_file``, ``Document``, ``Dialect``, ``Limits``, ``expand``,
                     ``Result``, ``Location``, ``Severity``, ``has_errors``
===================  ==================================================================================

``help(bml_core.load)`` says more of one name. Types of parts are in the rooms: ``bml_core.bridge.Scope``.
"""

# fmt: off

from typing import TYPE_CHECKING

from bml_core._package import __version__, lazy

if TYPE_CHECKING:
    from bml_core.bridge import (
        DOUBLE, PASS, REDOUBLE, Auction, AuctionPattern, Bid, Board, Call, Card, Contract, Deal, Hand, Seat,
        SideVulnerability, Strain, Suit, Vulnerability,
    )
    from bml_core.diagnostics import Diagnostic, Location, Result, Severity, has_errors
    from bml_core.document import Dialect, Document, Limits
    from bml_core.formats import bboalert, bss, lin, pbn
    from bml_core.hands.bidding import (
        BidDeal, Choice, Frequencies, Sample, bid_deal, choose_call, frequencies, sample,
    )
    from bml_core.hands.descriptions import Condition, Explanation, count, explain
    from bml_core.hands.shapes import Shape, ShapeSet
    from bml_core.language import parse, parse_file
    from bml_core.notes import Notes, check, diff, load, loads
    from bml_core.render import html, latex
    from bml_core.system import Agreement, Change, Changes, System, UnknownAuctionError, expand
else:
    # A site without BML, or a command that only prints its help, does not wait for the parser.
    __getattr__ = lazy(__name__)

__all__ = [
    "DOUBLE", "PASS", "REDOUBLE", "Agreement", "Auction", "AuctionPattern", "Bid", "BidDeal", "Board",
    "Call", "Card", "Change", "Changes", "Choice", "Condition", "Contract", "Deal", "Diagnostic",
    "Dialect", "Document", "Explanation", "Frequencies", "Hand", "Limits", "Location", "Notes", "Result",
    "Sample", "Seat", "Severity", "Shape", "ShapeSet", "SideVulnerability", "Strain", "Suit", "System",
    "UnknownAuctionError", "Vulnerability", "__version__", "bboalert", "bid_deal", "bss", "check",
    "choose_call", "count", "diff", "expand", "explain", "frequencies", "has_errors", "html", "latex",
    "lin", "load", "loads", "parse", "parse_file", "pbn", "sample",
]


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
