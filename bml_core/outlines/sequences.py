"""Sequences of calls, each of which may stand for several: ``1♥-2m``."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import replace
from functools import lru_cache
from itertools import dropwhile

from bml_core.bridge import PASS, Auction
from bml_core.diagnostics import Location
from bml_core.document import BiddingTable, Document, History, LiteralCall, Row, RowCall
from bml_core.language import WrittenCalls, read_calls
from bml_core.outlines.word_kinds import WORD_PATTERNS
from bml_core.system import expand

Calls = tuple[RowCall, ...]
NOWHERE = Location("", 1)


def shown(calls: Calls) -> str:
    """Return an auction as BML has it."""
    return "-".join(f"({call.text})" if call.theirs else call.text for call in calls)


def key(calls: Calls) -> tuple[tuple[str, bool], ...]:
    """Return what two auctions have in common that are the same."""
    return tuple((call.text, call.theirs) for call in calls)


def ending_with(auctions: Iterable[Calls], last: Calls) -> list[Calls]:
    """Return the auctions that end with some calls, each once: 1♣-1♦-2NT for "After 2NT"."""
    return list({key(calls): calls for calls in auctions if key(calls[-len(last) :]) == key(last)}.values())


def begins(calls: Calls, known: Calls) -> bool:
    """Return whether an auction begins with another one, whose calls may be several: ``2♠`` of ``2♥/2♠``."""
    return len(calls) >= len(known) and all(map(_is_among, calls, known))


_SUITS = re.compile("[CDHS]{2,}")
_ANY_OF = {"M": "HS", "m": "CD", "X": "CDHS"}


def _is_among(call: RowCall, known: RowCall) -> bool:
    return call.theirs is known.theirs and (call.text == known.text or _every(call) <= _every(known))


def _every(call: RowCall) -> set[str]:
    """Return the calls that one stands for: 1C and 1D for ``1m``, ``1CD`` and ``1C/1D``, 1N for ``1NT``."""
    words = call.text.replace("NT", "N").split("/")
    several = {word: _ANY_OF.get(word[1:], word[1:] if _SUITS.fullmatch(word[1:]) else "") for word in words}
    suits = {f"{word[:1]}{suit}" for word, each in several.items() for suit in each}
    return suits | {word for word, each in several.items() if not each}


def ours(calls: Calls) -> int:
    """Return how many of the calls are those of our side, from the opening on: two of ``P–1♠–2♣``."""
    begun = dropwhile(lambda call: call.text == "P", calls)
    return sum(not call.theirs for call in begun)


# ---------------------------------------------------------------- what is legal


#: The most calls of an auction in which rows are placed.
_LONGEST_AUCTION = 100


def is_legal(calls: Calls) -> bool:
    """Return whether calls are an auction, for some of the suits that they stand for."""
    return len(calls) <= _LONGEST_AUCTION and _legal(
        tuple(call._replace(location=NOWHERE, target="", alert=False, meaning="") for call in calls)
    )


@lru_cache(maxsize=20_000)
def _legal(calls: Calls) -> bool:
    literal = [call.literal for call in calls]
    if None not in literal and literal[0] is not PASS:
        return _after(calls) is not None
    history = History(calls[:-1], True, (), "", NOWHERE) if len(calls) > 1 else None
    table = BiddingTable(history, (Row(calls[-1], (), (), NOWHERE),), NOWHERE)
    system = expand([Document((table,))])
    return not any(found.code not in ("BML221", "BML223") for found in system.diagnostics) and bool(
        system.agreements
    )


@lru_cache(maxsize=20_000)
def _after(calls: Calls) -> Auction | None:
    """Return the auction of calls that are written as such, None if it is not legal."""
    before = _after(calls[:-1]) if calls[:-1] else Auction()
    if before is None or (call := calls[-1].literal) is None:
        return None
    before = before.for_side(ours=not calls[-1].theirs)
    return None if before.illegality(call) else before.then(call)


def goes_on(calls: Calls, bids: Collection[str]) -> bool:
    """Return whether one of some bids may follow an auction."""
    found = filter(None, map(read_calls, bids))
    return any(is_legal((*calls, *row_calls(read, NOWHERE))) for read in found)


# ---------------------------------------------------------------- as they are written


def by_passed_hand(calls: Calls) -> Calls:
    """Return an auction that begins with a pass of ours: ``P-1♥-2♣``."""
    return (calls[0]._replace(text="P", patterns=(LiteralCall(PASS),), theirs=False), *calls)


def row_calls(read: WrittenCalls, location: Location, target: str = "") -> Calls:
    """Return calls that were read as those of rows, at a location; the last one may be a link."""
    calls = [
        RowCall(column.text, column.patterns, column.theirs, column.alert, location)
        for column in read.columns
    ]
    for place, call in enumerate(calls[1:], 1):
        if call.text[1:] == "X" and (others := other_suits(calls[place - 1])):
            # "1M – 2x" is a new suit.
            calls[place] = _of_suit(call, f"/{call.text[:1]}".join(others))
    calls[-1] = calls[-1]._replace(target=target)
    return _respectively(without_passes(tuple(calls)))


def other_suits(call: RowCall) -> list[str]:
    """Return the suits but that of a bid: both minors and the other major for ``1M``."""
    suit = call.text[1:]
    names = {"M": ["m", "oM"], "m": ["om", "M"]}
    return names.get(suit, [each for each in "CDHS" if each != suit] if suit in "CDHS" else [])


_TWO_ROUNDS = 3


def without_passes(calls: Calls) -> Calls:
    """Leave out passes of the opponents that are written without parentheses: ``1♣ – P – 1♦``."""
    kept: list[RowCall] = []
    if len(calls) > _TWO_ROUNDS and calls[-1].text == calls[-3].text == "P" and not calls[-1].theirs:
        # "1NT - P - 2♣ - P - ?"
        calls = calls[:-1]
    for index, call in enumerate(calls):
        between = 0 < index < len(calls) - 1 and not calls[index - 1].theirs and not calls[index + 1].theirs
        if not (call.text == "P" and (between or call.theirs) and 0 < index < len(calls) - 1):
            kept.append(call)
    return tuple(kept)


# ---------------------------------------------------------------- several in one


_BOTH_SUITS = re.compile(r"([1-7])(?:(H/\1S|S/\1H)|(?:C/\1D|D/\1C))")


def is_list(calls: Calls) -> bool:
    """Return whether calls are several openings, not both majors or minors: 1♦, 1♥ and 2♣."""
    return len(calls) == 1 and "/" in calls[0].text and not _BOTH_SUITS.fullmatch(calls[0].text)


def with_own_suit(calls: Calls) -> Calls:
    """Return an auction in which 3M is the suit that was bid: ``1M-3M`` for ``1H/1S-3M``, ``1H/1S-3H/3S``."""
    for index, call in enumerate(calls):
        word = _word_for_both(call)
        later = {
            place: other
            for place, other in enumerate(calls)
            if place > index and word and (other.text.endswith(word) or _word_for_both(other) == word)
        }
        if not later:
            continue
        suits = _suits(call)
        own = {
            place: other
            if other.text.endswith(word)
            else _of_suit(other, f"{'o' * (_suits(other) != suits)}{word}")
            for place, other in later.items()
        }
        own[index] = _of_suit(call, word)
        return with_own_suit(tuple(own.get(place, other) for place, other in enumerate(calls)))
    return calls


def _word_for_both(call: RowCall) -> str:
    """Return "M" for a bid in both majors, "m" for one in both minors, "" for another call."""
    both = _BOTH_SUITS.fullmatch(call.text)
    return "" if both is None else "M" if both[2] else "m"


def _suits(call: RowCall) -> list[str]:
    return [bid[-1] for bid in call.text.split("/")]


def _respectively(calls: Calls) -> Calls:
    """Return an auction whose bids in the same suits go one with the other: ``1H/1S-2H/2S`` is ``1M-2M``."""
    words = [*filter(None, map(_word_for_both, calls))]
    return with_own_suit(calls) if len({*words}) < len(words) else calls


# "over (1♥): 8-16", "over 3♦, 3♥ or 3♠ – asks", but not "over 1♥ 6♥; over 1♠ 4♥"
_REMARK = re.compile(
    rf"{WORD_PATTERNS['after-alone']} (?!.*\W{WORD_PATTERNS['after-alone']} \(?[1-7])(?P<calls>[^:=|]*)"
)
# "(over 1♥)", "7-10 (after 1♠)"
_IN_BRACKETS = re.compile(rf"\({WORD_PATTERNS['after-alone']} (?P<calls>[^()]*)\)")
_TWO_ASIDES = re.compile(
    rf"{_IN_BRACKETS.pattern}(?P<between>[^()]*){_IN_BRACKETS.pattern.replace('<calls>', '<others>')}"
)


def limited(calls: Calls, said: str) -> Calls:
    """Return an auction with the call of its remark: 1♥-2♣-2♠ for ``2♠ (over 1♥)`` below ``1M – 2♣``.

    () is for a call that the auction does not have.
    """
    line = said.partition("\n")[0]
    if both := _TWO_ASIDES.search(line):
        # "3♥ (after 1♥) / 3♠ (after 1♠)" are two calls, "7–10 (over 1♥), 8–11 (over 1♠)" are both of one.
        return () if read_calls(both["between"].strip(" /,;")) else calls
    remark = _REMARK.match(line) or _IN_BRACKETS.search(line)
    read = read_calls(remark["calls"]) if remark else None
    if remark is None or read is None:
        return calls
    rest = remark["calls"][read.end :].lstrip()
    if re.match(r"[-\u2013\u2014]\s*\(", rest):
        # "after 1M - (overcall)"
        return ()
    if rest and remark.re is _IN_BRACKETS:
        return calls
    # "3♦ over 2♣, 3♥: 15-17" is for both 3♦ and 3♥.
    first = read_calls(remark["calls"].partition(",")[0])
    return _with_own(calls, read) or (_with_own(calls, first) if first else ())


def _with_own(calls: Calls, read: WrittenCalls) -> Calls:
    """Return an auction with calls for those of it that may be several, () if it has none for them."""
    after = row_calls(read, NOWHERE)
    for place in range(len(calls) - len(after)):
        end = place + len(after)
        own = tuple(
            a._replace(theirs=b.theirs, meaning=b.meaning)
            for a, b in zip(after, calls[place:end], strict=True)
        )
        if begins(own, calls[place:end]):
            return replaced(calls, place, own)
    return ()


_BID = 2


def replaced(calls: Calls, place: int, own: Calls) -> Calls:
    """Return an auction with calls for some that may be several: 1♠-2♠ for the 2♠ of ``1M-2M``."""
    suits: dict[str, str] = {}
    for known, call in zip(calls[place:], own, strict=False):
        if known.text[1:] in ("M", "m") and len(call.text) == _BID and call.text[1:] != known.text[1:]:
            name, suit = known.text[1:], call.text[1:]
            suits |= {name: suit, f"o{name}": _ANY_OF[name].replace(suit, "")}
    return tuple(
        _of_suit(call, suits[call.text[1:]]) if call.text[1:] in suits else call
        for call in (*calls[:place], *own, *calls[place + len(own) :])
    )


def _of_suit(call: RowCall, suit: str) -> RowCall:
    """Return a bid in another suit: 2♥ for ``2M``."""
    read = read_calls(f"{call.text[:1]}{suit}")
    assert read is not None
    return call._replace(text=read.columns[0].text, patterns=read.columns[0].patterns)


def either_read(one: WrittenCalls, other: WrittenCalls) -> WrittenCalls | None:
    """Return two auctions of several calls as one, None for auctions that differ too much."""
    both = _joined(
        [(column.text, column.theirs) for column in one.columns],
        [(column.text, column.theirs) for column in other.columns],
    )
    if both is None:
        return None
    columns = (
        replace(column, text=read.columns[0].text, patterns=read.columns[0].patterns)
        for column, read in zip(one.columns, both, strict=True)
    )
    return one._replace(columns=tuple(columns))


def either(one: Calls, other: Calls) -> Calls:
    """Return two auctions as one, () for auctions that differ too much."""
    both = _joined([(call.text, call.theirs) for call in one], [(call.text, call.theirs) for call in other])
    return tuple(
        call._replace(text=read.columns[0].text, patterns=read.columns[0].patterns)
        for call, read in zip(one, both or (), strict=False)
    )


def _height(bid: str) -> tuple[str, int]:
    return bid[:1], "CDHSN".find(bid[1:2])


_PAIRS = {"HS": "M", "SH": "M", "CD": "m", "DC": "m"}


def _joined(one: list[tuple[str, bool]], other: list[tuple[str, bool]]) -> list[WrittenCalls] | None:
    """Return two auctions as one, if they differ in one bid, or are the same in both majors or minors."""
    if len(one) != len(other) or [theirs for _, theirs in one] != [theirs for _, theirs in other]:
        return None
    pairs = [(a, b) for (a, _), (b, _) in zip(one, other, strict=True)]
    differ = [(a, b) for a, b in pairs if a != b]
    if len(differ) == 1:
        # "2♥/2♠" and "2♦" are "2D/2H/2S": nobody lists calls from above.
        texts = ["/".join(sorted({*a.split("/"), *b.split("/")}, key=_height)) for a, b in pairs]
    else:
        # "1♥-2♥ and 1♠-2♠"
        are_like = len({(a[1:], b[1:]) for a, b in differ}) == 1 and all(a[0] == b[0] for a, b in differ)
        word = _PAIRS.get(differ[0][0][1:] + differ[0][1][1:], "") if are_like else ""
        texts = [a if a == b else a[0] + word for a, b in pairs] if word else []
    reads = [read for text in texts if (read := read_calls(text))]
    return reads if reads and len(reads) == len(one) else None
