"""What of a text is not exported, and how that is said."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePath

from bml_core.bridge import Call, Illegality
from bml_core.diagnostics import Diagnostic, Location
from bml_core.document import RowCall

_EXAMPLES = 4


@dataclass(frozen=True, slots=True)
class Shadow:
    """A row whose call is described by another row.

    ``by`` is that row, where it is known. With ``condition_alone`` only the condition in braces differs.
    """

    call: RowCall
    by: Location | None
    condition_alone: bool = False


@dataclass(slots=True)
class Refusals:
    """The calls a row cannot stand for, by reason, a few examples each."""

    call: RowCall
    examples: dict[Illegality, list[str]]

    def add(self, illegality: Illegality, call: Call) -> None:
        """Remember a call, unless there are examples enough."""
        found = self.examples.setdefault(illegality, [])
        if len(found) <= _EXAMPLES and str(call) not in found:
            found.append(str(call))


def illegal(written: RowCall, is_never_legal: bool, illegality: Illegality, calls: list[str]) -> Diagnostic:
    """The finding on calls that the laws do not allow where a row stands."""
    names = ", ".join(calls[:_EXAMPLES]) + (" …" if len(calls) > _EXAMPLES else "")
    verb = "is" if len(calls) == 1 else "are"
    if written.literal is not None and is_never_legal:
        message = f"{names} is not legal here: {illegality.value}. The row is not exported."
        hint = "Correct the call, its indentation, or the auction above; if both sides bid, write every pass."
        if illegality is Illegality.DOUBLE_OF_OWN_BID and not written.theirs:
            hint = f"Write ({written.text}) if the opponents double; else correct its indentation."
        return Diagnostic("BML212", message, written.location, hint)
    return Diagnostic("BML221", f"{names} {verb} left out: {illegality.value}.", written.location)


def nothing_new(shadow: Shadow) -> Diagnostic:
    """The finding on a row whose text lost against an earlier one."""
    where = f" at {PurePath(shadow.by.file).name}:{shadow.by.line}" if shadow.by else ""
    lost = "condition is not used" if shadow.condition_alone else "text is not exported"
    message = f"This {lost}: {shadow.call.text[:40]} is described already{where}."
    return Diagnostic(
        "BML225", message, shadow.call.location, "The first definition stands; keep one of the two."
    )
