"""Rows as they are written, with what becomes of them in the auctions that they expand to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import PurePath

from bml_core.bridge import Call, Illegality
from bml_core.diagnostics import Diagnostic, Location
from bml_core.document import (
    CallPattern,
    DescriptionLine,
    EveryCall,
    Label,
    LiteralCall,
    Passage,
    Row,
    RowCall,
)
from bml_core.system.agreements import Agreement

_EXAMPLES = 4


@dataclass(slots=True, eq=False)
class WrittenRow:
    """A row, or a call of a history, with what became of it so far.

    Args:
        call: The bid column.
        written: The auction up to the row, as the bid columns have it.
        lines: The description.
        condition: The condition in braces.
        below: The sub-bids.
        auctions: How many auctions the row stands for.
        lost: How many of them are described by another row.
        is_shadowed: True if a call of the row belongs to another row, or is described by it.
        first: That other row.
        condition_alone: True if only the condition in braces differs from that row's.
        visits: How many auctions the row was tried in.
        illegal: Some calls that are not legal where the row is, by reason; True with the reason if the
            auction goes through ``any`` or ``other``.
        is_rest: True if the row stands for every call that no row beside it names.
        passed_over: The agreements on calls that belong to another row, each with that one.
        reported: The codes of the diagnostics that the row has already.
    """

    call: RowCall
    written: str = ""
    lines: tuple[DescriptionLine, ...] = ()
    condition: Passage | None = None
    below: RowGroup | None = None
    auctions: int = 0
    lost: int = 0
    is_shadowed: bool = False
    first: Location | None = None
    condition_alone: bool = False
    visits: int = 0
    illegal: dict[tuple[Illegality, bool], list[str]] | None = None
    is_rest: bool = False
    passed_over: list[tuple[Agreement, Agreement]] = field(default_factory=list)
    reported: frozenset[str] = frozenset()

    def note_illegal(self, illegality: Illegality, call: Call, *, is_rest: bool) -> None:
        """Remember a call that is not legal, unless there are examples enough."""
        if self.illegal is None:
            self.illegal = {}
        examples = self.illegal.setdefault((illegality, is_rest), [])
        if len(examples) <= _EXAMPLES and str(call) not in examples:
            examples.append(str(call))

    def diagnostics(self) -> Iterator[Diagnostic]:
        """Yield the report of what of the row is left out."""
        if not self.auctions and self.illegal:
            yield self._never_legal(self.illegal)
        elif self.is_shadowed and self.auctions == self.lost:
            yield self._described_already()
        # Below "any" and "other" a row is meant for those auctions where it is legal.
        left_out = {key: calls for key, calls in (self.illegal or {}).items() if not key[1]}
        if self.auctions and left_out:
            message = f"{_reasons(left_out, 'left out')}."
            yield Diagnostic("BML221", message, self.call.location)

    def _described_already(self) -> Diagnostic:
        where = f" at {PurePath(self.first.file).name}:{self.first.line}" if self.first else ""
        what = "text is" if self.auctions else "row and its sub-bids are" if self.below else "row is"
        lost = "condition is not used" if self.condition_alone else f"{what} not exported"
        message = f"This {lost}: {self.call.text[:40]} is already described{where}."
        hint = "The first definition is used; delete one of the two."
        return Diagnostic("BML225", message, self.call.location, hint)

    def _never_legal(self, illegal: dict[tuple[Illegality, bool], list[str]]) -> Diagnostic:
        lost = "row and its sub-bids are" if self.below else "row is"
        others = ", and its other calls belong to other rows" if self.is_shadowed else ""
        message = f"{_reasons(illegal, 'not legal here')}{others}. The {lost} not exported."
        return Diagnostic("BML212", message, self.call.location, self._legal_hint(next(iter(illegal))[0]))

    def _legal_hint(self, illegality: Illegality) -> str:
        if illegality is Illegality.DOUBLE_OF_OWN_BID and not self.call.theirs:
            return f"Write ({self.call.text}) if the opponents double; else correct its indentation."
        return "Correct the call, its indentation, or the auction above; if both sides bid, write every pass."


def _reasons(illegal: dict[tuple[Illegality, bool], list[str]], outcome: str) -> str:
    """Return what becomes of calls that are not legal, in words, and why."""
    texts = []
    for (illegality, _), calls in illegal.items():
        names = ", ".join(calls[:_EXAMPLES]) + (" …" if len(calls) > _EXAMPLES else "")
        texts.append(f"{names} {'is' if len(calls) == 1 else 'are'} {outcome}: {illegality.value}")
    return "; ".join(texts)


class RowGroup:
    """Rows side by side, and what of them names a single call, by side.

    Args:
        rows: The rows.
        literal: The calls that are written as such.
        others: The other patterns that may name one call where an auction has arrived, with their rows.
        visits: How many auctions the rows were tried in.
    """

    __slots__ = ("literal", "others", "rows", "visits")

    def __init__(self, rows: tuple[Row, ...], above: str = "") -> None:
        self.rows = [self._row(row, written_auction(above, row.call)) for row in rows]
        self.visits = 0
        self.literal: dict[bool, set[Call]] = {True: set(), False: set()}
        self.others: dict[bool, list[tuple[WrittenRow, CallPattern]]] = {True: [], False: []}
        for row in self.rows:
            for pattern in row.call.patterns:
                if isinstance(pattern, LiteralCall):
                    self.literal[row.call.theirs].add(pattern.call)
                elif isinstance(pattern, EveryCall):
                    row.is_rest = True
                elif not isinstance(pattern, Label):
                    self.others[row.call.theirs].append((row, pattern))

    @staticmethod
    def _row(row: Row, written: str) -> WrittenRow:
        below = RowGroup(row.children, written) if row.children else None
        return WrittenRow(row.call, written, row.description, row.condition, below)


def written_auction(above: str, call: RowCall) -> str:
    """Return an auction with one more call, as bid columns have them."""
    shown = f"({call.text})" if call.theirs else call.text
    return f"{above}-{shown}" if above else shown
