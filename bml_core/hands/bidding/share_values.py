"""What is said of the frequencies of a table: rows, overlaps, and what no row covers."""

from __future__ import annotations

from dataclasses import dataclass, field

from bml_core.bridge import Auction, Call, SideVulnerability
from bml_core.diagnostics import Diagnostic, Location
from bml_core.hands.bidding.gaps import NO_GAP, Gap
from bml_core.hands.conditions import ANY, Formula


@dataclass(frozen=True, slots=True)
class FrequencyRow:
    """How often a call is made.

    ``share`` is between 0 and 1. ``count`` is how many of the hands of the table it is, exactly; where the
    share was found by drawing hands, ``count`` is None and ``standard_error`` is that of the share.
    ``fitting`` is the share of the hands that fit the condition, with those that rows above take.
    ``label`` is the first line of the description, as BML text; ``location`` is where the row stands, None
    for the pass of hands that fit no row.
    """

    call: Call
    label: str
    share: float
    count: int | None = None
    standard_error: float | None = None
    fitting: float = 0.0
    condition: Formula = ANY
    location: Location | None = None


@dataclass(frozen=True, slots=True)
class Overlap:
    """Hands that fit two rows: ``first`` stands above and gets them. ``share`` is between 0 and 1."""

    first: Call
    second: Call
    share: float
    count: int | None = None


@dataclass(frozen=True, slots=True)
class UnreadRow:
    """A row that cannot be counted, since ``left`` of its description is not understood.

    Where ``left`` is empty, all of it is understood and says nothing about the hand; or ``too_many`` tells
    that it asks for too many single cards to be counted together with the other rows.
    """

    call: Call
    label: str
    location: Location
    left: tuple[str, ...] = ()
    too_many: bool = False


@dataclass(frozen=True, slots=True)
class Frequencies:
    """How often each call is made after an auction.

    ``rows`` are in the order of the system, and ``rest`` is the pass of hands that fit none; together their
    shares are 1. Exact counts are out of ``hands``, or ``of_pairs`` of them: the caller's and the
    partner's. Where hands were drawn, ``samples`` says how many.
    ``auction`` begins with the dealer's call; ``after`` is the same in short, such as ``1NT-2C``, and "" for
    openings. ``vulnerability`` is seen from our side.

    ``unread`` are rows that take no part; their hands are among those of the other rows and of ``rest``.
    ``vague`` are rows of the auction itself that are not understood: those calls may be made on any hand.
    ``overlaps`` and ``gaps`` come with the largest first; ``uncovered`` is what the gaps are parts of.
    """

    rows: tuple[FrequencyRow, ...]
    rest: FrequencyRow
    hands: int
    auction: Auction = field(default_factory=Auction)
    after: str = ""
    position: int = 1
    vulnerability: SideVulnerability = field(default_factory=SideVulnerability)
    of_pairs: bool = False
    samples: int = 0
    unread: tuple[UnreadRow, ...] = ()
    vague: tuple[UnreadRow, ...] = ()
    overlaps: tuple[Overlap, ...] = ()
    uncovered: Gap = NO_GAP
    gaps: tuple[Gap, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()

    @property
    def is_exact(self) -> bool:
        """Whether every hand was counted."""
        return not self.samples


@dataclass(frozen=True, slots=True)
class Choice:
    """A row to count: a call, and what a hand must be like for it."""

    call: Call
    condition: Formula
    label: str = ""
    location: Location | None = None
