"""Patterns that select auctions, as players name groups of them: ``1D-1M``, ``(1N)-*``, ``1x-2NT``.

- A pattern selects the auctions that begin as it does: ``1N-2C`` selects Stayman and all that comes after it.
- Calls are written as in auctions, or run together as they are typed: ``1n2c``. ``2H/2S`` is either call.
- ``M`` is a major, ``m`` a minor, ``oM`` and ``om`` the other one; ``x``, ``y`` and ``z`` are suits that
  differ. Each stays the same suit in a pattern: ``1M-2M`` is a raise.
- ``*`` is any call but a pass; ``1*`` any bid on the one level.
- Calls of the opponents that are not named are stepped over, and so are passes before the opening:
  ``1N-(P)-2C`` and ``1N-P-2C`` select only auctions in which they pass. ``@3rd`` and ``@vul`` may follow, as
  in an address.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from bml_core._package import checked, text_argument
from bml_core.bridge.auctions import (
    ANY_SCOPE,
    DASHES,
    Auction,
    OpenerPosition,
    Scope,
    opener_position,
    parse_scope,
    passes_in_turn,
)
from bml_core.bridge.calls import ACTION_WORDS, PASS, SUITS, Bid, Call, Suit, find_call
from bml_core.diagnostics import Diagnostic, Location, Result

_LONGEST = 500
_ANY = "*"
_MAJORS, _MINORS = SUITS[2:], SUITS[:2]
_OTHERS = {"oM": "M", "om": "m"}
_GROUPS = {"M": _MAJORS, "oM": _MAJORS, "m": _MINORS, "om": _MINORS, "x": SUITS, "y": SUITS, "z": SUITS}
_ACTIONS = "|".join(sorted(ACTION_WORDS, key=len, reverse=True))
# "1nx" is 1NT and a double, "1mx" a minor and a double: a strain is one word of these.
_CALL = rf"[1-7](?:oM|om|NT|!?[CDHS♣♦♥♠]\ufe0f?|N|[MmxXyYzZ*])|\*|{_ACTIONS}"
_WORD = re.compile(
    rf"(?P<open>\(?)\s*(?P<calls>(?:{_CALL})!?(?:\s*/\s*(?:{_CALL})!?)*)\s*(?P<close>\)?)"
    rf"|(?P<gap>[\s,;{DASHES}]+)|(?P<fault>[^\s,;{DASHES}]+)",
    # The case of M and m alone says something.
    re.IGNORECASE,
)
#: The suits that ``M``, ``x`` and the like stand for in an auction.
_HINT = "Write calls such as 1N, 1M, 2x or *, those of the opponents in parentheses: (1N)-*."


@dataclass(frozen=True, slots=True)
class PatternCalls:
    """The calls of one turn of a pattern, each a call, ``*``, or a level and a group."""

    words: tuple[str, ...]
    theirs: bool

    def __str__(self) -> str:
        text = "/".join(self.words)
        return f"({text})" if self.theirs else text

    def match(self, call: Call, suits: Mapping[str, Suit]) -> Mapping[str, Suit] | None:
        """Return the suits known after ``call``, or None if it does not fit."""
        for word in self.words:
            known = _matched(word, call, suits)
            if known is not None:
                return known
        return None


def _matched(word: str, call: Call, suits: Mapping[str, Suit]) -> Mapping[str, Suit] | None:
    if word == _ANY:
        return None if call is PASS else suits
    level, group = word[0], word[1:]
    if not level.isdecimal() or group not in (*_GROUPS, _ANY):
        return suits if word == str(call) else None
    if not isinstance(call, Bid) or call.level != int(level):
        return None
    if group == _ANY:
        return suits
    suit = call.strain.suit
    if suit is None or suit not in _GROUPS[group]:
        return None
    # "1oM" before any "M": then M is the other one.
    name = _OTHERS.get(group, group)
    if name != group:
        suit = next(other for other in _GROUPS[group] if other is not suit)
    if name in suits:
        return suits if suits[name] is suit else None
    is_taken = name in "xyz" and suit in (suits[other] for other in "xyz" if other in suits)
    return None if is_taken else {**suits, name: suit}


@dataclass(frozen=True, slots=True, repr=False)
class AuctionPattern:
    """A pattern of auctions; see the module for how one is written. ``str`` can be parsed again.

    >>> pattern = AuctionPattern.parse("1m 1M")
    >>> [pattern.selects(Auction.parse(text)) for text in ("1C-1H", "1D-1S-2S", "1C-(1D)-1H", "1C-1D")]
    [True, True, True, False]
    >>> str(pattern), pattern.matches(Auction.parse("1D-1S-2S"))
    ('1m-1M', False)
    """

    calls: tuple[PatternCalls, ...]
    scope: Scope = ANY_SCOPE

    @staticmethod
    def parse(text: str) -> AuctionPattern:
        """Return the pattern that ``text`` holds; :func:`parse_pattern` returns diagnostics.

        Raises:
            ValueError: ``text`` has no call, or a word that cannot be read.
        """
        text_argument(text)
        pattern = parse_pattern(text)
        if pattern.value is None:
            raise ValueError(f"text must be a pattern of auctions: {pattern.diagnostics[0].sentence}")
        return pattern.value

    def __str__(self) -> str:
        return "-".join(map(str, self.calls)) + str(self.scope)

    def __repr__(self) -> str:
        return f"AuctionPattern.parse({str(self)!r})"

    @checked
    def selects(self, auction: Auction) -> bool:
        """Return whether the auction is one of those that begin as the pattern does."""
        return self._end(auction) is not None

    @checked
    def matches(self, auction: Auction) -> bool:
        """Return whether the auction ends where the pattern does.

        >>> AuctionPattern.parse("(1N)-*").matches(Auction.parse("(1N)-2C"))
        True
        """
        return self._end(auction) == len(auction)

    def _end(self, auction: Auction) -> int | None:
        """Return how many calls of the auction the pattern takes, None if it does not select it."""
        if self.scope != ANY_SCOPE and not self.scope.meets(auction.from_opening().scope):
            return None
        passes = _passes(self.calls)
        if passes:
            return passes if passes < auction.position else None
        index = start = auction.position - 1
        suits: Mapping[str, Suit] = {}
        for wanted in self.calls:
            if start < index < len(auction) and auction.is_ours(index) is wanted.theirs:
                # Ours, where theirs comes next, is a pass; theirs that is not named may be any call.
                if wanted.theirs and auction.calls[index] is not PASS:
                    return None
                index += 1
            if index >= len(auction) or auction.is_ours(index) is wanted.theirs:
                return None
            known = wanted.match(auction.calls[index], suits)
            if known is None:
                return None
            suits = known
            index += 1
        return index


def parse_pattern(
    text: str,
    location: Location = Location("pattern", 1),  # noqa: B008
) -> Result[AuctionPattern | None]:
    """Return the pattern that ``text`` holds, or None if it cannot be read.

    >>> print(parse_pattern("1N-8H").diagnostics[0])
    pattern:1:4: error BML631: 8H is not a call. Write calls such as 1N, 1M, 2x or *, ...
    """
    if len(text) > _LONGEST:
        message = f"This pattern has more than {_LONGEST} characters."
        return _unreadable(message, location, "Write only the calls, such as 1N-2C.")
    written = text.partition("@")[0]
    scope = parse_scope(text[len(written) :], location.shifted(len(written)))
    if scope.value is None:
        return Result(None, scope.diagnostics)
    calls: list[PatternCalls] = []
    for word in _WORD.finditer(written):
        if word["gap"]:
            continue
        if word["fault"] or bool(word["open"]) is not bool(word["close"]):
            fault = word[0].strip()
            return _unreadable(f"{fault[:40]} is not a call.", location.shifted(word.start()), _HINT)
        words = tuple(_spelled(each) for each in word["calls"].split("/"))
        calls.append(PatternCalls(words, bool(word["open"])))
    if not calls:
        return _unreadable("This pattern has no call.", location, _HINT)
    passes = _passes(calls)
    if passes == len(calls):
        return Result(AuctionPattern(tuple(calls), scope.value))
    before, after = calls[:passes], calls[passes:]
    # "1N-P-2C": the pass is made in turn, by the opponents; of "1N-P" it is responder's.
    own = (str(PASS),)
    in_turn = passes_in_turn((call.words == own, call.theirs) for call in after[:-1])
    for index in range(1, len(after) if in_turn else len(after) - 1):
        if after[index].words == own and not after[index].theirs:
            after[index] = PatternCalls(own, not after[index - 1].theirs)
    is_second = in_turn or scope.value.position is OpenerPosition.SECOND
    if before:
        # "P-P-1S" is 1S in third seat, however the notes write that.
        sides = [call.theirs for call in before]
        position = opener_position(sides, they_open=after[0].theirs, in_turn=is_second)
        return Result(AuctionPattern(tuple(after), scope.value._replace(position=position)))
    return Result(AuctionPattern(tuple(after), scope.value))


def _passes(calls: Sequence[PatternCalls]) -> int:
    """Return how many passes a pattern begins with."""
    return sum(1 for _ in takewhile(lambda word: word.words == (str(PASS),), calls))


def _spelled(written: str) -> str:
    """Return a call of a pattern as patterns are spelled: ``2♥`` is 2H, ``1X`` is 1x."""
    word = written.strip().removesuffix("!")
    call = find_call(word.replace("\ufe0f", ""))
    if call is not None and word[1:] != "m":
        return str(call)
    rest = word[1:].removesuffix("\ufe0f")
    return word[0] + (rest.lower() if rest.lower() in (*"xyz",) else rest.replace("O", "o"))


def _unreadable(message: str, location: Location, hint: str) -> Result[None]:
    return Result(None, (Diagnostic("BML631", message, location, hint),))
