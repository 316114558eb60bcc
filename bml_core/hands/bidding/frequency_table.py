"""A frequency table: its rows, the hands that fit two of them, and the hands that fit none."""

from __future__ import annotations

from dataclasses import dataclass, field

from bml_core.bridge import Auction, Call, SideVulnerability
from bml_core.diagnostics import Diagnostic, Location
from bml_core.hands.bidding.gaps import NO_GAP, Gap
from bml_core.hands.conditions import ANY, Formula


@dataclass(frozen=True, slots=True)
class RowCondition:
    """A row to count: a call, and the condition on a hand that makes it.

    ``label`` is the first line of the description, as BML text.
    """

    call: Call
    condition: Formula
    label: str = ""
    location: Location | None = None


@dataclass(frozen=True, slots=True)
class FrequencyRow:
    """How often a call is made.

    ``share`` is between 0 and 1. ``count`` is the exact number of hands of the table; where hands were
    drawn, it is None and ``standard_error`` is that of the share.
    ``fitting`` is the share of the hands that fit the condition, with those that rows above take.
    ``label`` is the first line of the description, as BML text; ``location`` is the place of the row, None
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
    """Hands that fit two rows: ``first`` is the upper one and gets them. ``share`` is between 0 and 1."""

    first: Call
    second: Call
    share: float
    count: int | None = None


@dataclass(frozen=True, slots=True)
class UncountedRow:
    """A row that is not counted, since the parts ``not_understood`` may say more of the hand.

    Where there are none, the row says nothing about the hand; or, with ``too_many``, it asks for too many
    single cards to be counted together with the other rows.
    """

    call: Call
    label: str
    location: Location
    not_understood: tuple[str, ...] = ()
    too_many: bool = False


@dataclass(frozen=True, slots=True)
class Frequencies:
    """How often each call is made after an auction.

    ``rows`` are in the order of the system, and ``rest`` is the pass of hands that fit none; together their
    shares are 1. Exact counts are out of ``hands``, or ``of_pairs`` of them: the caller's and the
    partner's. Where hands were drawn, ``samples`` is how many.
    ``auction`` begins with the dealer's call; ``after`` is the same in short, such as ``1NT-2C``, and "" for
    openings. ``vulnerability`` is seen from our side.

    The hands of ``uncounted`` rows are among those of the other rows and of ``rest``.
    ``unclear_calls`` are rows of the auction itself that are not understood: any hand may make these calls.
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
    uncounted: tuple[UncountedRow, ...] = ()
    unclear_calls: tuple[UncountedRow, ...] = ()
    overlaps: tuple[Overlap, ...] = ()
    uncovered: Gap = NO_GAP
    gaps: tuple[Gap, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()

    @property
    def is_exact(self) -> bool:
        """Return True if every hand was counted, False if hands were drawn."""
        return not self.samples
