"""Bridge system notes as documentation: read BML, look agreements up, count, bid, deal, and write files.

>>> import bml_core as bml
>>> notes = bml.loads("1N  15-17 hcp, balanced")
>>> str(bml.choose_call(notes, "KQ5 AJ32 KJ4 Q82").call)
'1NT'

===================  ==================================================================================
To                   Use
===================  ==================================================================================
read notes           ``load`` (files, folders), ``loads`` (a text), which give ``Notes``
look up              ``notes["1N-2C"]``, ``notes.get``, ``notes.responses``, ``notes.select``: each is
                     an ``Agreement``; ``UnknownAuctionError`` if there is none
check, compare       ``check``, ``diff``; what is wrong is a ``Diagnostic``
count                ``count``, ``Condition``, ``Shape``, ``ShapeSet``, ``frequencies``
choose calls         ``choose_call``, ``bid_deal``
deal                 ``sample``
read descriptions    ``explain``
read and write       ``bss``, ``bboalert``, ``pbn``, ``lin``: ``load``, ``loads``, ``dump``, ``dumps``;
                     ``html`` and ``latex``: ``dumps``
speak of the game    ``Call``, ``Bid``, ``PASS``, ``DOUBLE``, ``REDOUBLE``, ``Auction``,
                     ``AuctionPattern``, ``Card``, ``Hand``, ``Deal``, ``Board``, ``Contract``, ``Seat``,
                     ``Suit``, ``Strain``, ``Vulnerability``, ``SideVulnerability``
work on texts        ``parse``, ``parse_file``, ``expand``, ``has_errors``
===================  ==================================================================================

``help(bml_core.load)`` says more of one name. Questions and boards to bid are in ``bml_core.practice``.
``bml_core.Choice`` and other results are imported from here as well, and so are the types that they and
signatures name:

=============  ==========================================================================================
Of             Types
=============  ==========================================================================================
results        ``BidDeal``, ``Change``, ``Changes``, ``Choice``, ``Document``, ``Explanation``,
               ``Frequencies``, ``Sample``, ``System``
the game       ``Action``, ``AuctionLike``, ``Boards``, ``BoardTexts``, ``Comment``, ``File``, ``Game``,
               ``HandLike``, ``Illegality``, ``LinCommand``, ``MadeCall``, ``OpenerPosition``,
               ``PatternCalls``, ``Play``, ``Players``, ``Record``, ``Scope``, ``Tag``
texts          ``Allowance``, ``BiddingTable``, ``Block``, ``CallPattern``, ``Clip``,
               ``Contrast``, ``DescriptionLine``, ``Diagnostics``, ``Dialect``, ``Fix``, ``History``,
               ``Limits``, ``Location``, ``MetaEntry``, ``Paragraph``, ``Passage``, ``Related``, ``Row``,
               ``RowCall``, ``RowOrder``, ``Severity``, ``Span``
agreements     ``Bindings``, ``Carding``, ``ChangeKind``, ``Coding``, ``Disclosure``, ``Disposition``,
               ``Metadata``, ``Pair``, ``Signal``, ``Wording``
hands          ``Formula``, ``Lack``, ``Leaf``, ``MeaningSource``, ``Obligation``, ``PointTable``,
               ``ReadSpan``, ``Reading``, ``Sense``, ``TableBounds``, ``UsualMeaning``
bidding        ``AuctionMeaning``, ``CallMeaning``, ``Candidate``, ``Certainty``, ``Counting``,
               ``FrequencyRow``, ``Gap``, ``Overlap``, ``PlayerMeaning``, ``Proportion``, ``Rest``,
               ``SkippedRow``, ``TableCall``
pages          ``Documents``, ``LatexOptions``, ``PageOptions``, ``SuitColors``
=============  ==========================================================================================
"""

# fmt: off

from typing import TYPE_CHECKING

from bml_core._package import __version__, lazy

if TYPE_CHECKING:
    from bml_core.bridge import (
        DOUBLE, PASS, REDOUBLE, Auction, AuctionPattern, Bid, Board, Call, Card, Contract, Deal, Hand, Seat,
        SideVulnerability, Strain, Suit, Vulnerability,
    )
    from bml_core.diagnostics import Diagnostic, has_errors
    from bml_core.formats import bboalert, bss, lin, pbn
    from bml_core.hands.bidding import bid_deal, choose_call, frequencies, sample
    from bml_core.hands.descriptions import Condition, count, explain
    from bml_core.hands.shapes import Shape, ShapeSet
    from bml_core.language import parse, parse_file
    from bml_core.notes import Notes, check, diff, load, loads
    from bml_core.render import html, latex
    from bml_core.system import Agreement, UnknownAuctionError, expand

    # Types of results and of parts: to be imported by name, and in no list of what there is to use.
    from bml_core.bridge import (
        Action as Action, AuctionLike as AuctionLike, BoardTexts as BoardTexts, Comment as Comment, HandLike
        as HandLike, Illegality as Illegality, MadeCall as MadeCall, OpenerPosition as OpenerPosition,
        PatternCalls as PatternCalls, Play as Play, Players as Players, Scope as Scope,
    )
    from bml_core.diagnostics import (
        Contrast as Contrast, Diagnostics as Diagnostics, Fix as Fix, Location as Location, Related as
        Related, Severity as Severity,
    )
    from bml_core.document import (
        Allowance as Allowance, BiddingTable as BiddingTable, Block as Block, CallPattern as CallPattern,
        Clip as Clip, DescriptionLine as DescriptionLine, Dialect as Dialect, Document as Document, History
        as History, Limits as Limits, MetaEntry as MetaEntry, Paragraph as Paragraph, Passage as Passage,
        Row as Row, RowCall as RowCall, RowOrder as RowOrder, Span as Span,
    )
    from bml_core.formats.board_files import Boards as Boards
    from bml_core.formats.lin import LinCommand as LinCommand, Record as Record
    from bml_core.formats.board_files import File as File
    from bml_core.formats.pbn import Game as Game, Tag as Tag
    from bml_core.hands.bidding import (
        AuctionMeaning as AuctionMeaning, BidDeal as BidDeal, CallMeaning as CallMeaning, Candidate as
        Candidate, Certainty as Certainty, Choice as Choice, Counting as Counting, Frequencies as
        Frequencies, FrequencyRow as FrequencyRow, Gap as Gap, Overlap as Overlap, PlayerMeaning as
        PlayerMeaning, Proportion as Proportion, Rest as Rest, Sample as Sample, SkippedRow as SkippedRow,
        TableCall as TableCall,
    )
    from bml_core.hands.conditions import (
        Formula as Formula, Leaf as Leaf, PointTable as PointTable, TableBounds as TableBounds,
    )
    from bml_core.hands.descriptions import (
        Explanation as Explanation, Lack as Lack, MeaningSource as MeaningSource, Obligation as Obligation,
        ReadSpan as ReadSpan, Reading as Reading, Sense as Sense, UsualMeaning as UsualMeaning,
    )
    from bml_core.render import SuitColors as SuitColors
    from bml_core.render.html import PageOptions as PageOptions
    from bml_core.render.latex import LatexOptions as LatexOptions
    from bml_core.render.shown import Documents as Documents
    from bml_core.system import (
        Bindings as Bindings, Carding as Carding, Change as Change, ChangeKind as ChangeKind, Changes as
        Changes, Coding as Coding, Disclosure as Disclosure, Disposition as Disposition, Metadata as
        Metadata, Pair as Pair, Signal as Signal, System as System, Wording as Wording,
    )
else:
    # A site without BML, or a command that only prints its help, does not wait for the parser.
    __getattr__ = lazy(__name__)

__all__ = [
    "DOUBLE", "PASS", "REDOUBLE", "Agreement", "Auction", "AuctionPattern", "Bid", "Board", "Call", "Card",
    "Condition", "Contract", "Deal", "Diagnostic", "Hand", "Notes", "Seat", "Shape", "ShapeSet",
    "SideVulnerability", "Strain", "Suit", "UnknownAuctionError", "Vulnerability", "__version__",
    "bboalert", "bid_deal", "bss", "check", "choose_call", "count", "diff", "expand", "explain",
    "frequencies", "has_errors", "html", "latex", "lin", "load", "loads", "parse", "parse_file", "pbn",
    "sample",
]


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
