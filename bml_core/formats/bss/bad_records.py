"""What is wrong with a record, for a bridge player to read: column, sentence, hint."""

from __future__ import annotations

import re

from bml_core.bridge import Auction, Call, Illegality

_BEGIN = re.compile(r"\*?[0-6][0-8]")
_CALLS = re.compile(r"(?:(?:[1-7][CDHSN]|[PDR])(?:\{[^{}]*\})?)*")
_LONGEST = 40


def explain(line: str) -> tuple[int, str, str]:
    """Explain why a line is no record: return column, sentence and hint."""
    begin = _BEGIN.match(line)
    if begin is None:
        sentence = f"{_shortened(line)} is no record of Full Disclosure; it is left out."
        return 1, sentence, "A record begins with two digits, for position and vulnerability, as in 001C=."
    calls = _CALLS.match(line, begin.end())
    end = calls.end() if calls else begin.end()
    rest = line[end:]
    if rest.startswith("{"):
        return (
            end + 1,
            "The brace is not closed; the record is left out.",
            "Write } behind the qualification.",
        )
    if "=" not in rest:
        return end + 1, "The record has no equal sign; it is left out.", "Write = behind the auction."
    if rest.startswith("="):
        return (
            end + 1,
            "The record names no call; it is left out.",
            "Write the auction before the equal sign.",
        )
    word = rest.partition("=")[0]
    hint = "Calls are written 1C to 7N, P, D and R, straight behind each other."
    return end + 1, f"{_shortened(word)} is no call; the record is left out.", hint


def illegal(auction: Auction, call: Call, illegality: Illegality) -> tuple[str, str]:
    """Explain why an auction may not go on with a call: return sentence and hint."""
    after = f" after {shown(auction)}" if auction.calls else ""
    sentence = f"{call}{after} is not legal: {illegality.value}. The record is left out."
    return sentence, "Correct the calls; passes of both sides are written."


def shown(auction: Auction) -> str:
    """Return an auction for people: hyphens between the calls, long ones cut.

    >>> from bml_core.bridge import BIDS, PASS
    >>> shown(Auction.of(BIDS[4], PASS))
    '1NT-P'
    """
    names = [str(call) for call in auction.calls]
    return "-".join(names) if len(names) <= _LONGEST else "-".join([*names[:_LONGEST], "..."])


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."
