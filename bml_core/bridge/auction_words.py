"""The calls of an auction as players write it, ``1N-2C``, ``1N P 2C P`` or ``(1H)-2C``, with every pass.

- Calls of the opponents stand in parentheses, their passes need not.
- A pass is made by the player whose turn it is; between two calls of one side it is understood.
- Passes in front of the opening bid are written one by one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bml_core.bridge.calls import PASS, Call, find_call
from bml_core.diagnostics import Diagnostic, Location, Result

_LONGEST = 500
_DASHES = r"\u2010-\u2015\u2212-"
_WORD = re.compile(rf"\([^()]*\)|[^\s,;(){_DASHES}]+|[()]")


@dataclass(frozen=True, slots=True)
class WrittenCall:
    """A call of one of the sides; ``place`` is where it was written, None for a pass that is understood."""

    call: Call
    theirs: bool
    place: Location | None


class _UnreadableError(Exception):
    """The auction cannot be read; never leaves this module."""

    def __init__(self, message: str, place: Location, hint: str) -> None:
        super().__init__(message)
        self.diagnostic = Diagnostic("BML631", message, place, hint)


def parse_calls(
    text: str, place: Location, *, position: int | None = None
) -> Result[tuple[WrittenCall, ...] | None]:
    """Return the calls of an auction, legal or not, from the dealer on, or None if it cannot be read.

    ``position`` is the opener's, 1 to 4, where the text does not begin with passes.

    >>> calls = parse_calls("1N-2C", Location("auction", 1)).value
    >>> [(call.call.code, call.theirs) for call in calls]
    [('1N', False), ('P', True), ('2C', False)]
    """
    try:
        if len(text) > _LONGEST:
            message = f"This auction has more than {_LONGEST} characters."
            raise _UnreadableError(message, place, "Write the calls alone, such as 1N-2C.")
        words = [_word(found[0], place.shifted(found.start())) for found in _WORD.finditer(text)]
        first = next((number for number, word in enumerate(words) if word.call is not PASS), len(words))
        return Result((*_opening_passes(words[:first], position, place), *_every_call(words[first:])))
    except _UnreadableError as error:
        return Result(None, (error.diagnostic,))


def _word(word: str, place: Location) -> WrittenCall:
    call = find_call(word.strip("()!"))
    if call is None or word.startswith("(") is not word.endswith(")"):
        hint = "Write calls such as 1H, 2N, P, D or R, those of the opponents in parentheses: (1H)-2C."
        raise _UnreadableError(f"{word[:40]} is no call.", place, hint)
    return WrittenCall(call, word.startswith("("), place)


def _opening_passes(words: list[WrittenCall], position: int | None, place: Location) -> list[WrittenCall]:
    if not words and position is not None:
        return [WrittenCall(PASS, False, None)] * (position - 1)
    if position not in (None, len(words) + 1):
        message = f"Behind these passes, the opener is number {len(words) + 1}, not {position}."
        raise _UnreadableError(message, place, "Leave out the passes, or the position.")
    return words


def _every_call(words: Sequence[WrittenCall]) -> list[WrittenCall]:
    """Put in the passes that are understood behind the opening bid."""
    calls: list[WrittenCall] = []
    for word in words:
        if calls and word.call is PASS and not word.theirs:
            word = replace(word, theirs=not calls[-1].theirs)
        if calls and calls[-1].theirs is word.theirs:
            calls.append(WrittenCall(PASS, not word.theirs, None))
        calls.append(word)
    return calls
