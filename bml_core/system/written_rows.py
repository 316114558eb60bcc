"""The rows of a table while they are expanded, and what of them is not exported."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePath

from bml_core.bridge import Call, Illegality
from bml_core.diagnostics import Diagnostic, Location
from bml_core.document import DescriptionLine, EveryCall, LiteralCall, Passage, Row, RowCall

_EXAMPLES = 4


@dataclass(slots=True, eq=False)
class WrittenRow:
    """A row, or a call of a history, with what became of it so far.

    Args:
        call: The bid column.
        lines: The description.
        condition: The condition in braces.
        below: The sub-bids.
        auctions: How many auctions the row stands for.
        lost: How many of them are described by another row.
        is_shadowed: True if a call of the row belongs to another row, or is described by it.
        first: That other row, if it is known.
        condition_alone: True if only the condition in braces differs from that row's.
        illegal: Some calls that are not legal where the row stands, by reason.
        reported: The codes of the diagnostics that the row has already.
    """

    call: RowCall
    lines: tuple[DescriptionLine, ...] = ()
    condition: Passage | None = None
    below: RowGroup | None = None
    auctions: int = 0
    lost: int = 0
    is_shadowed: bool = False
    first: Location | None = None
    condition_alone: bool = False
    illegal: dict[Illegality, list[str]] | None = None
    reported: frozenset[str] = frozenset()

    def note_illegal(self, illegality: Illegality, call: Call) -> None:
        """Remember a call that is not legal, unless there are examples enough."""
        if self.illegal is None:
            self.illegal = {}
        examples = self.illegal.setdefault(illegality, [])
        if len(examples) <= _EXAMPLES and str(call) not in examples:
            examples.append(str(call))

    def shadow_diagnostics(self) -> Iterator[Diagnostic]:
        """Report a row that has nothing of its own: other rows describe all its calls."""
        if self.auctions != self.lost:
            return
        where = f" at {PurePath(self.first.file).name}:{self.first.line}" if self.first else ""
        lost = "condition is not used" if self.condition_alone else "text is not exported"
        message = f"This {lost}: {self.call.text[:40]} is described already{where}."
        hint = "The first definition stands; keep one of the two."
        yield Diagnostic("BML225", message, self.call.location, hint)

    def illegal_diagnostics(self) -> Iterator[Diagnostic]:
        """Report the calls that the laws do not allow where the row stands."""
        for illegality, calls in (self.illegal or {}).items():
            names = ", ".join(calls[:_EXAMPLES]) + (" …" if len(calls) > _EXAMPLES else "")
            if self.call.literal is not None and not self.auctions:
                message = f"{names} is not legal here: {illegality.value}. The row is not exported."
                yield Diagnostic("BML212", message, self.call.location, self._legal_hint(illegality))
            else:
                verb = "is" if len(calls) == 1 else "are"
                message = f"{names} {verb} left out: {illegality.value}."
                yield Diagnostic("BML221", message, self.call.location)

    def _legal_hint(self, illegality: Illegality) -> str:
        if illegality is Illegality.DOUBLE_OF_OWN_BID and not self.call.theirs:
            return f"Write ({self.call.text}) if the opponents double; else correct its indentation."
        return "Correct the call, its indentation, or the auction above; if both sides bid, write every pass."


class RowGroup:
    """Rows side by side, and the calls that they name literally, by side.

    Those calls come before the special bids of any row.
    """

    __slots__ = ("literal", "rows")

    def __init__(self, rows: tuple[Row, ...]) -> None:
        self.rows = [
            WrittenRow(
                row.call, row.description, row.condition, RowGroup(row.children) if row.children else None
            )
            for row in rows
        ]
        self.literal: dict[bool, set[Call]] = {True: set(), False: set()}
        for row in rows:
            for pattern in row.call.patterns:
                if isinstance(pattern, LiteralCall):
                    self.literal[row.call.theirs].add(pattern.call)


def has_every_call(call: RowCall) -> bool:
    """Return True for a row of ``any`` or ``other``."""
    return any(isinstance(pattern, EveryCall) for pattern in call.patterns)
