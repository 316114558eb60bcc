"""The rows most worth rewording: those that are not understood in full, the commonest calls first.

How often a call comes up is an estimate: the shares of the hands of all calls of our side, one by one, as
players usually mean them. Each row gets a condition in braces that is understood: what is read of it, with
what players usually add. It is a proposal, and not what the row means.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bml_core.bridge import PASS, Auction, SideVulnerability
from bml_core.hands.bidding.decisions import DecisionPoints, decision_points
from bml_core.hands.bidding.row_order import share_of_hands
from bml_core.hands.descriptions import ExplainedRow, Understanding, parse_condition
from bml_core.system import Agreement, System

_UNCLEAR = (Understanding.PART, Understanding.NOTHING)


@dataclass(frozen=True, slots=True)
class Rewording:
    """A row that is not understood in full, how often its call comes up, about, and a condition in braces.

    ``share`` is of all hands, or of the pairs of hands of our side; ``braces`` are understood, and "" where
    players would not agree on what such a call shows, or where they are not the same for all calls of a row.
    """

    row: ExplainedRow
    share: float
    braces: str


def rewordings(system: System, rows: Iterable[ExplainedRow]) -> tuple[Rewording, ...]:
    r"""Return what to write for each of some rows that is not understood in full, the commonest call first.

    >>> from bml_core.hands.descriptions import explain_rows
    >>> from bml_core.language import parse
    >>> from bml_core.system import expand
    >>> notes = expand([parse("1H  5+ hearts\n  2H  Woolsey, 3+ hearts\n1N  15-17 hcp, balanced")])
    >>> [(str(each.row.agreements[0].call), each.braces) for each in rewordings(notes, explain_rows(notes))]
    [('1H', '{5+ hearts, 12-21 hcp}'), ('2H', '{3+ hearts, 6-10 hcp}')]
    """
    points = decision_points(system)
    found = []
    for row in rows:
        first = row.agreements[0]
        if row.understanding in _UNCLEAR and first.is_ours:
            played = [_played(agreement) for agreement in row.agreements]
            texts = {points.at(each, len(each) - 1, sides).proposed(each.calls[-1]) for each, sides in played}
            text = texts.pop() if len(texts) == 1 else ""
            braces = f"{{{text}}}" if parse_condition(text).value is not None else ""
            found.append(Rewording(row, _share(points, *played[0]), braces))
    return tuple(sorted(found, key=lambda each: -each.share))


def _played(row: Agreement) -> tuple[Auction, SideVulnerability]:
    """Return an auction in which a row holds, with the passes before, and a vulnerability."""
    auction, position = row.auction, row.scope.position.positions[0]
    passes = 0 if auction.calls[:1] == (PASS,) else position - 1
    sides = SideVulnerability(*(bool(side) for side in row.scope.vulnerability))
    return Auction((PASS,) * passes + auction.calls, auction.is_ours(passes)), sides


def _share(points: DecisionPoints, auction: Auction, sides: SideVulnerability) -> float:
    """Return the product of the shares of all calls of our side, as if none knew of the others."""
    share = 1.0
    for index, call in enumerate(auction.calls):
        point = points.at(auction, index, sides)
        if auction.is_ours(index) and point.row(call):
            share *= share_of_hands(point.usual(call))
    return share
