"""How often each call of a table is made: the first row that a hand fits wins."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from bml_core.bridge import PASS, Auction, Call, Scope, SideVulnerability
from bml_core.diagnostics import Diagnostic, Location
from bml_core.hands.conditions import ANY, Condition
from bml_core.hands.counting import TOTAL, partition
from bml_core.hands.words import read_condition
from bml_core.system import Agreement, System


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
    condition: Condition = ANY
    location: Location | None = None


@dataclass(frozen=True, slots=True)
class Overlap:
    """Hands that fit two rows: ``first`` stands above and gets them. ``share`` is between 0 and 1."""

    first: Call
    second: Call
    share: float
    count: int | None = None


@dataclass(frozen=True, slots=True)
class Gap:
    """Hands that fit no row, said in words such as ``12-14 hcp, 4441``. ``share`` is between 0 and 1."""

    words: str
    share: float
    count: int | None = None


@dataclass(frozen=True, slots=True)
class UnreadRow:
    """A row that takes no part, because its description is not understood in full: ``left`` is not."""

    call: Call
    label: str
    location: Location
    left: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Frequencies:
    """How often each call is made after an auction.

    ``rows`` are in the order of the system, and ``rest`` is the pass of hands that fit none; together their
    shares are 1. Exact counts are out of ``hands``; where hands were drawn, ``samples`` says how many.
    ``position`` is the opener's, from 1, and ``vulnerability`` is seen from the side whose call it is.
    """

    rows: tuple[FrequencyRow, ...]
    rest: FrequencyRow
    hands: int
    auction: Auction = field(default_factory=Auction)
    position: int = 1
    vulnerability: SideVulnerability = field(default_factory=SideVulnerability)
    samples: int = 0
    unread: tuple[UnreadRow, ...] = ()
    overlaps: tuple[Overlap, ...] = ()
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
    condition: Condition
    label: str = ""
    location: Location | None = None


def frequencies_of(choices: Iterable[Choice]) -> Frequencies:
    """How often each call is chosen, of all hands.

    >>> from bml_core.bridge import make_bid, Strain
    >>> from bml_core.hands.conditions import balanced, points
    >>> notrump = Choice(make_bid(1, Strain.NOTRUMP), points(15, 17) & balanced())
    >>> found = frequencies_of([notrump])
    >>> found.rows[0].count, found.rest.count
    (30897212184, 604116347416)
    """
    rows = tuple(choices)
    *counts, rest = partition([row.condition for row in rows])
    return Frequencies(_rows(rows, counts), FrequencyRow(PASS, "", rest / TOTAL, rest), TOTAL)


def _rows(choices: Sequence[Choice], counts: Sequence[int]) -> tuple[FrequencyRow, ...]:
    return tuple(
        FrequencyRow(
            choice.call,
            choice.label,
            number / TOTAL,
            number,
            condition=choice.condition,
            location=choice.location,
        )
        for choice, number in zip(choices, counts, strict=True)
    )


def opening_frequencies(
    system: System, *, position: int = 1, vulnerability: SideVulnerability | None = None
) -> Frequencies:
    """How often each opening bid of a system is made, in a position and vulnerability.

    >>> from bml_core import build_system, parse
    >>> found = opening_frequencies(build_system([parse("1N  15-17 hcp, balanced")]))
    >>> [(str(row.call), row.count) for row in found.rows]
    [('1N', 30897212184)]
    """
    return frequencies_after(system, Auction(), position=position, vulnerability=vulnerability)


def frequencies_after(
    system: System,
    auction: Auction,
    *,
    position: int = 1,
    vulnerability: SideVulnerability | None = None,
) -> Frequencies:
    """How often each call of a system is made after an auction, which has the passes of both sides."""
    vulnerability = vulnerability or SideVulnerability(we=False, they=False)
    choices, unread = [], []
    for agreement in system.agreements:
        if agreement.auction.calls[:-1] != auction.calls or not any(agreement.description):
            continue
        if not _holds(agreement.scope, position, vulnerability) or agreement.they_open:
            continue
        label, condition = agreement.description[0], _read(agreement)
        if condition is None:
            unread.append(UnreadRow(agreement.call, label, agreement.location))
        else:
            choices.append(Choice(agreement.call, condition, label, agreement.location))
    found = frequencies_of(choices)
    return replace(
        found, auction=auction, position=position, vulnerability=vulnerability, unread=tuple(unread)
    )


def _read(agreement: Agreement) -> Condition | None:
    return read_condition(agreement.text).condition


def _holds(scope: Scope, position: int, vulnerability: SideVulnerability) -> bool:
    asked = ((scope.vulnerability.we, vulnerability.we), (scope.vulnerability.they, vulnerability.they))
    return position in scope.position.positions and all(said in (None, is_) for said, is_ in asked)
