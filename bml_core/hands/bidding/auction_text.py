"""An auction as a player writes it, ``1N-2C``, ``1N P 2C P`` or ``(1H)-2C``, with every pass put in.

- Calls of the opponents stand in parentheses, their passes need not.
- A pass is made by the player whose turn it is; between two calls of one side it is understood.
- Passes in front of the opening bid are written one by one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from bml_core.bridge import PASS, Auction, Bid, Call
from bml_core.diagnostics import Diagnostic, Location
from bml_core.document import Dialect, LiteralCall
from bml_core.language.bid_column import read_call

LONGEST = 500
_WORD = re.compile(r"\([^()]*\)|[^\s,;()–—-]+|[()]")
_SMALL_LETTERS = re.compile(r"[1-7](?:[cdhsn]|nt)|[pdxr]|xx", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class WrittenAuction:
    """An auction from the dealer on, and whose calls they are.

    ``we_deal`` tells that the dealer is of our side: that of the opener, or that of the calls without
    parentheses. ``places`` has for each call where it was written, None for a pass that is understood.
    """

    auction: Auction
    we_deal: bool = True
    places: tuple[Location | None, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()

    @property
    def position(self) -> int:
        """The position of the opener, 1 for the dealer; that of the next player, where all have passed."""
        return len(self.opening_passes) + 1

    @property
    def opening_passes(self) -> tuple[Call, ...]:
        """The passes in front of the opening bid."""
        calls = self.auction.calls
        bids = (number for number, call in enumerate(calls) if isinstance(call, Bid))
        return calls[: next(bids, len(calls))]

    @property
    def in_short(self) -> str:
        """The auction as players write it: without the passes that are understood, "" before the opening.

        >>> read_auction("P-P-1N-P-2C").in_short, read_auction("1N-(D)-2C").in_short
        ('1NT-2C', '1NT-(D)-2C')
        """
        calls = list(enumerate(self.auction.calls))[len(self.opening_passes) :]
        silent = all(call is PASS or self.is_ours(number) for number, call in calls)
        return "-".join(
            str(call) if self.is_ours(number) else f"({call})"
            for number, call in calls
            if not (call is PASS and silent and not self.is_ours(number))
        )

    def until_ours(self) -> WrittenAuction:
        """The auction with the pass that is understood where an opponent would call next."""
        if self.is_ours(len(self.auction)) or self.auction.is_over:
            return self
        return replace(self, auction=self.auction.then(PASS), places=(*self.places, None))

    def is_ours(self, number: int) -> bool:
        """Whether the call of this number, from 0, is made by our side; also the one that comes next."""
        return (number % 2 == 0) is self.we_deal


class _UnreadableError(Exception):
    """The auction cannot be read; never leaves this module."""

    def __init__(self, code: str, message: str, place: Location, hint: str) -> None:
        super().__init__(message)
        self.diagnostic = Diagnostic(code, message, place, hint)


@dataclass(frozen=True, slots=True)
class _Word:
    call: Call
    theirs: bool
    place: Location | None


def read_auction(
    text: str,
    place: Location = Location("auction", 1),  # noqa: B008
    *,
    position: int | None = None,
) -> WrittenAuction:
    """Read an auction; ``position`` is the opener's, 1 to 4, where the text does not begin with passes.

    >>> written = read_auction("(1H)-2C")
    >>> written.auction.code, written.we_deal
    ('1H2C', False)
    >>> [read_auction(text).auction.code for text in ("1N-2C", "1N P 2C P", "P-P-1N-2C", "1N-(D)-2C")]
    ['1NP2C', '1NP2CP', 'PP1NP2C', '1ND2C']
    >>> print(read_auction("1N-2C-2C").diagnostics[0])
    auction:1:7: error BML632: 2C is not legal here: the bid is not higher than the last bid. Correct it.
    """
    try:
        if len(text) > LONGEST:
            message = f"This auction has more than {LONGEST} characters."
            raise _UnreadableError("BML631", message, place, "Write the calls alone, such as 1N-2C.")
        words = [_read_word(found[0], place.shifted(found.start())) for found in _WORD.finditer(text)]
        first = next((number for number, word in enumerate(words) if word.call is not PASS), len(words))
        passes = _opening_passes(words[:first], position, place)
        behind = _every_call(words[first:])
        _check(passes + behind)
    except _UnreadableError as error:
        return WrittenAuction(Auction(), diagnostics=(error.diagnostic,))
    calls = passes + behind
    they_call = behind[0].theirs if behind else False
    we_deal = (len(passes) % 2 == 0) is not they_call
    return WrittenAuction(Auction.of(*(word.call for word in calls)), we_deal, tuple(w.place for w in calls))


def _read_word(word: str, place: Location) -> _Word:
    inner = word.strip("()!")
    reading = read_call(inner.upper() if _SMALL_LETTERS.fullmatch(inner) else inner, Dialect.V2_0)
    match reading.patterns:
        case (LiteralCall(call),) if word.startswith("(") is word.endswith(")"):
            return _Word(call, word.startswith("("), place)
    hint = "Write calls such as 1H, 2N, P, D or R, those of the opponents in parentheses: (1H)-2C."
    raise _UnreadableError("BML631", f"{word[:40]} is no call.", place, hint)


def _opening_passes(words: list[_Word], position: int | None, place: Location) -> list[_Word]:
    if not words and position is not None:
        return [_Word(PASS, False, None)] * (position - 1)
    if position not in (None, len(words) + 1):
        message = f"Behind these passes, the opener is number {len(words) + 1}, not {position}."
        raise _UnreadableError("BML631", message, place, "Leave out the passes, or the position.")
    return words


def _every_call(words: list[_Word]) -> list[_Word]:
    """The calls from the opening bid on, with the passes that are understood."""
    calls: list[_Word] = []
    for word in words:
        if calls and word.call is PASS and not word.theirs:
            word = replace(word, theirs=not calls[-1].theirs)
        if calls and calls[-1].theirs is word.theirs:
            calls.append(_Word(PASS, not word.theirs, None))
        calls.append(word)
    return calls


def _check(words: list[_Word]) -> None:
    auction = Auction()
    for word in words:
        illegality = auction.illegality(word.call)
        if illegality is not None:
            assert word.place is not None
            message = f"{word.call} is not legal here: {illegality.value}."
            raise _UnreadableError("BML632", message, word.place, "Correct it.")
        auction = auction.then(word.call)
