"""The rows most worth rewording: those that are not understood in full, the commonest calls first.

How often a call comes up is an estimate: the shares of the hands of all calls of our side, one by one, as
players usually mean them. Each row gets a condition in braces that is understood: what is read of it, with
what players usually add. It is a proposal, and not what the row means.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from heapq import heappop, heappush

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


def rewordings(system: System, rows: Iterable[ExplainedRow]) -> Iterator[Rewording]:
    r"""Yield what to write for each of some rows that is not understood in full, the commonest call first.

    Who needs the first ones alone does not wait for the others.

    >>> from bml_core.hands.descriptions import explain_rows
    >>> from bml_core.language import parse
    >>> from bml_core.system import expand
    >>> notes = expand([parse("1H  5+ hearts\n  2H  Woolsey, 3+ hearts\n1N  15-17 hcp, balanced")])
    >>> [(str(each.row.agreements[0].call), each.braces) for each in rewordings(notes, explain_rows(notes))]
    [('1H', '{5+ hearts, 12-21 hcp}'), ('2H', '{3+ hearts, 6-10 hcp}')]
    """
    points = decision_points(system)
    unclear = [row for row in rows if row.understanding in _UNCLEAR and row.agreements[0].is_ours]
    shares: dict[tuple[Auction, SideVulnerability], float] = {}
    # An auction comes up at most as often as its beginning: only the commonest one is worked out further.
    waiting = [(-1.0, number, 0, *_played(row.agreements[0])) for number, row in enumerate(unclear)]
    while waiting:
        share, number, known, auction, sides = heappop(waiting)
        if known == len(auction):
            yield Rewording(unclear[number], -share, _braces(unclear[number], points))
            continue
        key = Auction(auction.calls[: known + 1], auction.we_deal), sides
        if key not in shares:
            shares[key] = _share(points, *key)
        heappush(waiting, (share * shares[key], number, known + 1, auction, sides))


def _braces(row: ExplainedRow, points: DecisionPoints) -> str:
    """Return the condition for all auctions of a row, "" if there is none."""
    played = map(_played, row.agreements)
    texts = {points.at(each, len(each) - 1, sides).proposed(each.calls[-1]) for each, sides in played}
    text = texts.pop() if len(texts) == 1 else ""
    return f"{{{text}}}" if parse_condition(text).value is not None else ""


def _played(row: Agreement) -> tuple[Auction, SideVulnerability]:
    """Return an auction in which a row holds, with the passes before, and a vulnerability."""
    auction, position = row.auction, row.scope.position.positions[0]
    passes = 0 if auction.calls[:1] == (PASS,) else position - 1
    sides = SideVulnerability(*(bool(side) for side in row.scope.vulnerability))
    return Auction((PASS,) * passes + auction.calls, auction.is_ours(passes)), sides


def _share(points: DecisionPoints, auction: Auction, sides: SideVulnerability) -> float:
    """Return the share of the hands that make the last call, 1 where that is not known."""
    point, call = points.at(auction, len(auction) - 1, sides), auction.call
    return share_of_hands(point.usual(call)) if auction.is_ours(len(auction) - 1) and point.row(call) else 1.0
