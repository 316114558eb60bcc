"""Auctions, the laws about them, and how players write them: ``1N-2C``, ``1N P 2C P`` or ``(1H)-2C``.

- Calls of the opponents are in parentheses, their passes need not.
- A pass is made by the player whose turn it is; between two calls of one side it is understood.
- Passes before an opening are written one by one, ``P-P-1S``. A single one before an opening of ours is
  partner's, a passed hand: ``P-1S`` is opened in third seat, ``(P)-1S`` in second.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import pairwise, takewhile
from typing import NamedTuple

from bml_core._package import arguments_of, text_argument
from bml_core.bridge.calls import DOUBLE, PASS, REDOUBLE, Bid, Call, find_call
from bml_core.diagnostics import Diagnostic, Location, Result
from bml_core.notebooks import notebook_call, notebook_table

_LONGEST = 500
LONGEST_AUCTION = 319
# Hyphens, dashes and minus signs, soft, small and wide ones too, as programs put them in.
DASHES = r"\u00ad\u2010-\u2015\u2212\ufe58\ufe63\uff0d-"
_WORD = rf"\([^()]*\)|[^\s,;(){DASHES}]+|[()]"


_A_CALL = "a call, such as Call.parse('1N')"


class Illegality(Enum):
    """A reason why a call may not be made; the value is the sentence for it."""

    INSUFFICIENT = "the bid is not higher than the last bid"
    NOTHING_TO_DOUBLE = "there is no bid to double"
    DOUBLE_OF_OWN_BID = "the last bid was made by their own side"
    ALREADY_DOUBLED = "the last bid is already doubled"
    NOTHING_TO_REDOUBLE = "there is no opponents' double to redouble"
    AUCTION_OVER = "the auction is already over"


def passes_to_end(calls: Sequence[Call | None]) -> int:
    """Return how many passes end an auction after these calls: the words "all pass".

    >>> from bml_core.bridge import BIDS
    >>> passes_to_end([]), passes_to_end([BIDS[0], PASS]), passes_to_end([PASS] * 4)
    (4, 2, 0)
    """
    needed = 3 if any(isinstance(call, Bid) for call in calls) else 4
    passes = sum(1 for _ in takewhile(lambda call: call is PASS, reversed(calls)))
    return max(0, needed - passes)


def is_over(calls: Sequence[Call | None]) -> bool:
    """Return whether calls end an auction, legal or not; None is a seat that was passed over.

    >>> is_over([PASS, PASS, PASS]), is_over([PASS] * 4)
    (False, True)
    """
    return not passes_to_end(calls)


class OpenerPosition(Enum):
    """The position in which the opening bid is made; the value is the word written after ``#SEAT``."""

    ANY = "0"
    FIRST = "1"
    SECOND = "2"
    THIRD = "3"
    FOURTH = "4"
    FIRST_OR_SECOND = "12"
    THIRD_OR_FOURTH = "34"

    __hash__ = object.__hash__

    @property
    def positions(self) -> tuple[int, ...]:
        """Return the positions it stands for, 1 for the dealer.

        >>> OpenerPosition.THIRD_OR_FOURTH.positions, OpenerPosition.ANY.positions
        ((3, 4), (1, 2, 3, 4))
        """
        return (1, 2, 3, 4) if self is OpenerPosition.ANY else tuple(map(int, self.value))


class SideVulnerability(NamedTuple):
    """Vulnerability seen from our side: True, False, or None where it does not matter.

    >>> str(SideVulnerability(we=True)), str(SideVulnerability())
    ('Y0', '00')
    """

    we: bool | None = None
    they: bool | None = None

    def __str__(self) -> str:
        letters = {True: "Y", False: "N", None: "0"}
        return letters[self.we] + letters[self.they]


NEITHER = SideVulnerability(we=False, they=False)
"""Neither side is vulnerable."""


_POSITION_WORDS = {
    OpenerPosition.FIRST: ("1st", "1", "first"),
    OpenerPosition.SECOND: ("2nd", "2", "second"),
    OpenerPosition.THIRD: ("3rd", "3", "third"),
    OpenerPosition.FOURTH: ("4th", "4", "fourth"),
    OpenerPosition.FIRST_OR_SECOND: ("1st/2nd", "12", "1/2"),
    OpenerPosition.THIRD_OR_FOURTH: ("3rd/4th", "34", "3/4"),
}
_VULNERABILITY_WORDS = {
    SideVulnerability(we=True): ("vul", "v"),
    SideVulnerability(we=False): ("nonvul", "nv"),
    SideVulnerability(they=True): ("they-vul",),
    SideVulnerability(they=False): ("they-nonvul",),
    SideVulnerability(we=True, they=True): ("both", "all"),
    NEITHER: ("none", "neither"),
    SideVulnerability(we=True, they=False): ("we", "unfavourable", "unfavorable", "red"),
    SideVulnerability(we=False, they=True): ("they", "favourable", "favorable", "white"),
}
_POSITION_OF = {word: position for position, words in _POSITION_WORDS.items() for word in words}
_VULNERABILITY_OF = {word: sides for sides, words in _VULNERABILITY_WORDS.items() for word in words}


class Scope(NamedTuple):
    """Position and vulnerability together; ``str`` gives them as they end the address of an auction.

    >>> str(Scope(OpenerPosition.THIRD, SideVulnerability(we=True))), str(Scope())
    ('@3rd@vul', '')
    """

    position: OpenerPosition = OpenerPosition.ANY
    vulnerability: SideVulnerability = SideVulnerability()

    def __repr__(self) -> str:
        return f"<Scope{str(self) and f' {self}'}>"

    def __str__(self) -> str:
        words = (_POSITION_WORDS.get(self.position, ()), _VULNERABILITY_WORDS.get(self.vulnerability, ()))
        return "".join(f"@{names[0]}" for names in words if names)

    def holds(self, position: int, vulnerability: SideVulnerability) -> bool:
        """Return whether an opener in this position, with this vulnerability, is in the scope."""
        if self == ANY_SCOPE:
            return True
        wanted = self.vulnerability
        sides = (wanted.we, vulnerability.we), (wanted.they, vulnerability.they)
        return position in self.position.positions and all(side in (None, is_) for side, is_ in sides)

    def meets(self, other: Scope) -> bool:
        """Return whether both hold in some position and vulnerability.

        >>> first, third = Scope(OpenerPosition("12")), Scope(OpenerPosition("3"))
        >>> first.meets(ANY_SCOPE), first.meets(third)
        (True, False)
        """
        mine, theirs = self.vulnerability, other.vulnerability
        sides = ((mine.we, theirs.we), (mine.they, theirs.they))
        is_somewhere = not set(self.position.positions).isdisjoint(other.position.positions)
        return is_somewhere and all(None in (one, two) or one == two for one, two in sides)


ANY_SCOPE = Scope()
"""Every position and vulnerability."""


def parse_scope(text: str, location: Location = Location("auction", 1)) -> Result[Scope | None]:  # noqa: B008
    """Return the scope that the end of an address holds, each word after ``@``; "" for any.

    >>> parse_scope("@third seat@vul").value == Scope(OpenerPosition.THIRD, SideVulnerability(we=True))
    True
    """
    position, sides = ANY_SCOPE
    for word in text.split("@")[1:]:
        key = "-".join(re.sub(f"[{DASHES}]+", "-", word).lower().removesuffix(" seat").split())
        if key in _POSITION_OF:
            position = _POSITION_OF[key]
        elif key in _VULNERABILITY_OF:
            sides = _VULNERABILITY_OF[key]
        else:
            names = (*_POSITION_WORDS.values(), *_VULNERABILITY_WORDS.values())
            message = f"@{word.strip()[:40]} is neither a seat nor a vulnerability."
            hint = f"Write @ and one of {', '.join(words[0] for words in names)}."
            return Result(None, (Diagnostic("BML631", message, location, hint),))
    return Result(Scope(position, sides))


def illegality(calls: Sequence[Call | None], call: Call) -> Illegality | None:
    """Return why ``call`` may not come after ``calls``, or None if it may.

    None among ``calls`` is a seat that was passed over.

    >>> from bml_core.bridge import BIDS
    >>> illegality([BIDS[4], PASS], BIDS[0]).name, illegality([BIDS[4], None, PASS, PASS], DOUBLE)
    ('INSUFFICIENT', <Illegality.DOUBLE_OF_OWN_BID: 'the last bid was made by their own side'>)
    """
    if is_over(calls):
        return Illegality.AUCTION_OVER
    if call is PASS:
        return None
    last_bid = doubling = None
    steps = 0
    for made in reversed(calls):
        steps += 1
        if isinstance(made, Bid):
            last_bid = made
            break
        if doubling is None and made in (DOUBLE, REDOUBLE):
            doubling = made
    if isinstance(call, Bid):
        is_sufficient = last_bid is None or call.rank > last_bid.rank
        return None if is_sufficient else Illegality.INSUFFICIENT
    is_own_bid = steps % 2 == 0
    if call is REDOUBLE:
        return None if is_own_bid and doubling is DOUBLE else Illegality.NOTHING_TO_REDOUBLE
    if last_bid is None:
        return Illegality.NOTHING_TO_DOUBLE
    if is_own_bid:
        return Illegality.DOUBLE_OF_OWN_BID
    return Illegality.ALREADY_DOUBLED if doubling is not None else None


@dataclass(frozen=True, slots=True, repr=False)
class Auction:
    """A sequence of calls, both sides, passes written, and which side made the first of them.

    Make one with :meth:`parse`, with :meth:`of` or, call by call, with :meth:`then`. The last two refuse no
    illegal call: ask :meth:`illegality` first. Legality follows Laws 18, 19 and 22 of duplicate bridge.

    Auctions with the same calls by the same side, for the same position and vulnerability, are equal, and an
    auction is a key. Its text can be read again; it is spelled in four ways:

    - ``str``: as players write it. Calls of the opponents are in parentheses, and their passes are left out
      where they only pass; of an auction that they open, all passes are there.
    - ``format(auction, "bml")``: the same in the letters of BML, as in addresses: ``1N-2C``.
    - ``format(auction, "short")``: for sentences, without position and vulnerability.
    - ``code``: the codes of all calls, after an asterisk where the first call is theirs.

    Attributes:
        calls: The calls of both sides, the passes before the opening as far as they are written.
        we_deal: Whether the first call is that of our side: the opener's, or that without parentheses.
        scope: The position of the opener and the vulnerability, as far as they are given.
        locations: Where each call was written, None for a pass that is understood; empty if nobody wrote it.
        code: The codes of the calls, as in Full Disclosure files.

    >>> auction = Auction.parse("(1nt) 2C @3rd")
    >>> str(auction), f"{auction:bml}", f"{auction:short}", auction.code
    ('(1NT)-2C@3rd', '(1N)-2C@3rd', '(1NT)-2C', '*1N2C')
    >>> auction.illegality(Call.parse("1S")).value
    'the bid is not higher than the last bid'
    """

    calls: tuple[Call, ...] = ()
    we_deal: bool = True
    scope: Scope = ANY_SCOPE
    locations: tuple[Location | None, ...] = ()
    code: str = field(init=False)

    def __post_init__(self) -> None:
        try:
            code = self.code_up_to(len(self.calls))
        except AttributeError:
            for call in self.calls:
                arguments_of(Call, _A_CALL, call=call)
            raise
        object.__setattr__(self, "code", code)

    @classmethod
    def of(cls, *calls: Call) -> Auction:
        """Return the auction of these calls, in order, the first one ours."""
        return cls(calls)

    @staticmethod
    def parse(text: str) -> Auction:
        """Return the auction that ``text`` holds; the calls of one of the sides may be in parentheses.

        Passes between two calls of one side need not be written; position and vulnerability come after ``@``.
        :func:`parse_auction` returns diagnostics.

        >>> [Auction.parse(text).code for text in ("1N-2C", "1nt (p) 2♣", "(1H)-2C", "P-P-1N-(X)-2C")]
        ['1NP2C', '1NP2C', '*1H2C', 'PP1ND2C']
        >>> [str(Auction.parse(text)) for text in ("P-1S", "(P)-1S", "P-1S-P-2S")]
        ['P-P-1S', '(P)-1S', '(P)-1S-2S']

        Raises:
            ValueError: ``text`` holds no call, a word that is not a call, or a call that is not legal.
        """
        text_argument(text)
        auction = parse_auction(text)
        if auction.value is None:
            raise ValueError(f"text must be an auction: {auction.diagnostics[0].sentence}")
        if not auction.value.calls:
            raise ValueError(f"text must be an auction such as 1NT-2C, not {text!r}")
        return auction.value

    @classmethod
    def before_opening(cls, position: int) -> Auction:
        """Return the auction in which the player of our side in ``position``, 1 to 4, may open.

        >>> Auction.before_opening(3).code, Auction.before_opening(4).code
        ('PP', '*PPP')

        Raises:
            ValueError: ``position`` is not 1 to 4.
        """
        if position not in (1, 2, 3, 4):
            raise ValueError(f"position must be 1 to 4, not {position!r}")
        return cls((PASS,) * (position - 1), we_deal=position % 2 == 1)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Auction) and self.code == other.code and self.scope == other.scope

    def __hash__(self) -> int:
        return hash(self.code)

    def __len__(self) -> int:
        return len(self.calls)

    def __iter__(self) -> Iterator[Call]:
        return iter(self.calls)

    def __getitem__(self, index: int) -> Call:
        return self.calls[index]

    def __repr__(self) -> str:
        return f"Auction.parse({str(self)!r})" if self.calls else "Auction()"

    def __str__(self) -> str:
        return self._text([str(call) for call in self.calls]) + str(self.scope)

    def __format__(self, spelling: str) -> str:
        """Return the auction as ``str`` does, or as ``bml`` or ``short`` spell it; see the class."""
        if spelling == "bml":
            return self._text([call.code for call in self.calls]) + str(self.scope)
        if spelling == "short":
            return self._text([str(call) for call in self.calls], is_short=True)
        return format(str(self), spelling)

    def _repr_html_(self) -> str:
        # Four players, the dealer first.
        calls = [notebook_call(call) for call in self.calls]
        sides = ("We", "They") if self.we_deal else ("They", "We")
        rows = (calls[start : start + 4] for start in range(0, len(calls), 4))
        return notebook_table(rows, sides * 2, str(self.scope))

    def _text(self, words: Sequence[str], *, is_short: bool = False) -> str:
        """Return the calls in these words; ``is_short`` leaves out passes that reading would not put in."""
        passes = self.position - 1
        are_silent = all(
            call is PASS for n, call in enumerate(self.calls) if n >= passes and not self.is_ours(n)
        )
        texts = list(words[:passes])
        if passes == 1 and len(words) > 1 and self.is_ours(1):
            # "P-1S" would be partner's pass.
            texts = [f"({words[0]})"]
        for index in range(passes, len(words)):
            # Of 1NT-(P)-2C the pass is understood, of 1NT-(P)-P and 1NT-(P) not; the P of 1NT-P is theirs.
            following = self.calls[index + 1 : index + 2]
            is_understood = following != (PASS,) and (is_short or bool(following))
            if self.is_ours(index):
                texts.append(words[index])
            elif not (are_silent and is_understood):
                texts.append(f"({words[index]})")
        return "-".join(texts)

    @property
    def call(self) -> Call:
        """Return the last call."""
        return self.calls[-1]

    @property
    def last_bid(self) -> Bid | None:
        """Return the last call that is a bid."""
        for call in reversed(self.calls):
            if isinstance(call, Bid):
                return call
        return None

    @property
    def before(self) -> Auction:
        """Return the auction without its last call.

        >>> Auction.parse("1N-2C-2D").before.code
        '1NP2CP'
        """
        return Auction(self.calls[:-1], self.we_deal, self.scope, self.locations[:-1])

    def code_up_to(self, end: int) -> str:
        """Return the code of the auction of the calls before an index, as a slice counts them.

        >>> Auction.parse("1N-2C-2D").code_up_to(-1)
        '1NP2CP'
        """
        codes = "".join([call.code for call in self.calls[:end]])
        return codes if self.we_deal else f"*{codes}"

    @property
    def is_over(self) -> bool:
        """Return whether three passes followed a call, or all four players passed."""
        return self.code.endswith("PPP") and (self.last_bid is not None or self.code.endswith("PPPP"))

    @property
    def position(self) -> int:
        """Return the opener's position, 1 for the dealer; that of the next player where all have passed."""
        passes = 0
        while passes < len(self.calls) and self.calls[passes] is PASS:
            passes += 1
        return passes + 1

    def is_ours(self, index: int) -> bool:
        """Return whether our side makes the call at ``index``, from 0; also the one that comes next."""
        return (index % 2 == 0) is self.we_deal

    def location(self, index: int) -> Location | None:
        """Return where the call at ``index`` was written; None for a pass that is understood."""
        return self.locations[index] if self.locations else None

    def then(self, call: Call, location: Location | None = None) -> Auction:
        """Return this auction with one more call, written at ``location``."""
        is_written = location is not None or self.locations
        locations = (*self.locations, location) if is_written else ()
        return Auction((*self.calls, call), self.we_deal, self.scope, locations)

    def for_side(self, *, ours: bool) -> Auction:
        """Return the auction in which that side calls next, with the understood pass of the other side.

        One that is over stays as it is; where nobody has called, that side begins.

        >>> Auction.parse("1N").for_side(ours=True).code, Auction().for_side(ours=False).then(PASS).code
        ('1NP', '*P')
        """
        if not self.calls:
            return self if self.we_deal is ours else replace(self, we_deal=ours)
        return self if self.is_ours(len(self)) is ours or self.is_over else self.then(PASS)

    def from_opening(self) -> Auction:
        """Return the auction without the passes before the opening, which are the position in its scope.

        >>> str(Auction.parse("P-P-1N-2C").from_opening())
        '1NT-2C@3rd'
        """
        passes = self.position - 1
        if not passes:
            return self
        scope = self.scope._replace(position=OpenerPosition(str(min(passes + 1, 4))))
        return Auction(self.calls[passes:], self.is_ours(passes), scope, self.locations[passes:])

    def illegality(self, call: Call) -> Illegality | None:
        """Return why ``call`` may not come next, or None if it may."""
        # Most auctions that are asked go on with a higher bid.
        last_bid = self.last_bid
        if isinstance(call, Bid) and last_bid and call.rank > last_bid.rank and not self.is_over:
            return None
        arguments_of(Call, _A_CALL, call=call)
        return illegality(self.calls, call)


class _WrittenCall(NamedTuple):
    """A call of one of the sides, and where it was written; None for a pass that is understood.

    ``text`` is how it was written, such as ``XX``.
    """

    call: Call
    theirs: bool
    location: Location | None
    text: str = ""


def parse_auction(
    text: str,
    location: Location = Location("auction", 1),  # noqa: B008
    *,
    position: int | None = None,
) -> Result[Auction | None]:
    """Return the auction that ``text`` holds, or None if it cannot be read or is not legal.

    ``location`` is where the text begins, ``position`` the opener's, 1 to 4, where it does not begin with
    passes. An empty text is the auction in which nobody has called yet.

    >>> parse_auction("(1H)-2C").value.code
    '*1H2C'
    >>> print(parse_auction("1N-2C-2C").diagnostics[0])
    auction:1:7: error BML632: 2C is not legal here: the bid is not higher than the last bid. Correct it.

    Raises:
        ValueError: ``position`` is not 1 to 4.
    """
    if position not in (None, 1, 2, 3, 4):
        raise ValueError(f"position must be 1 to 4, not {position!r}")
    if len(text) > _LONGEST:
        message = f"This auction has more than {_LONGEST} characters."
        return _unreadable(message, location, "Write only the calls, such as 1N-2C.")
    written = text.partition("@")[0]
    scope = parse_scope(text[len(written) :], location.shifted(len(written)))
    if scope.value is None:
        return Result(None, scope.diagnostics)
    calls: list[_WrittenCall] = []
    for word in re.finditer(_WORD, written):
        call = find_call(word[0].strip("()!"))
        at = location.shifted(word.start())
        if call is None or word[0].startswith("(") is not word[0].endswith(")"):
            hint = "Write calls such as 1H, 2N, P, D or R, those of the opponents in parentheses: (1H)-2C."
            return _unreadable(f"{word[0][:40]} is not a call.", at, hint)
        calls.append(_WrittenCall(call, word[0].startswith("("), at, word[0].strip("()!")))
    wanted = position or (2 if scope.value.position is OpenerPosition.SECOND else None)
    if position is not None and not _opening(calls):
        calls = [_WrittenCall(PASS, False, None)] * (position - 1) + calls
    every = _every_call(calls, wanted)
    passes = _opening(every)
    if position not in (None, passes + 1):
        message = f"After these passes the opener is in position {passes + 1}, not {position}."
        return _unreadable(message, location, "Delete the passes or the position.")
    return _legal_auction(every, scope.value, location)


def passing_sides(theirs: Sequence[bool], *, they_open: bool, in_turn: bool = False) -> Sequence[bool]:
    """Return whether each pass before an opening is theirs; ``theirs`` are those in parentheses.

    Without parentheses, both sides pass in turn. A single pass before an opening of ours is partner's, a
    passed hand, unless it is known that all calls are written ``in_turn``.

    >>> passing_sides([False, False], they_open=False), passing_sides([False], they_open=False)
    ([False, True], [False])
    """
    passes = len(theirs)
    if any(theirs) or (passes == 1 and not they_open and not in_turn):
        return theirs
    return [((passes - n) % 2 == 1) is not they_open for n in range(passes)]


def passes_in_turn(calls: Iterable[tuple[bool, bool]]) -> bool:
    """Return whether a pass after a call of ours is theirs, though without parentheses: ``1N-P-2C``.

    Of each call from the opening to the last but one is given whether it is a pass, and in parentheses.
    """
    return any(is_pass and not (theirs or before) for (_, before), (is_pass, theirs) in pairwise(calls))


def opener_position(theirs: Sequence[bool], *, they_open: bool, in_turn: bool = False) -> OpenerPosition:
    """Return in which position an opening is made after passes, with those that are understood between them.

    >>> opener_position([False], they_open=False), opener_position([True], they_open=False)
    (<OpenerPosition.THIRD: '3'>, <OpenerPosition.SECOND: '2'>)
    """
    sides = (*passing_sides(theirs, they_open=they_open, in_turn=in_turn), they_open)
    understood = sum(one is other for one, other in pairwise(sides))
    return OpenerPosition(str(min(len(sides) + understood, 4)))


def _unreadable(message: str, location: Location, hint: str) -> Result[None]:
    return Result(None, (Diagnostic("BML631", message, location, hint),))


def _opening(calls: Sequence[_WrittenCall]) -> int:
    """Return the index of the first call that is not a pass."""
    return next((index for index, word in enumerate(calls) if word.call is not PASS), len(calls))


def _every_call(words: Sequence[_WrittenCall], position: int | None) -> list[_WrittenCall]:
    """Put in the passes that are understood; ``position`` is the opener's, if it is known."""
    opening = _opening(words)
    passes = [word.theirs for word in words[:opening]]
    if opening == len(words):
        sides = passing_sides([False] * opening, they_open=False, in_turn=True)
    else:
        # "P-1S-P-2C": their passes are written without parentheses, the first one too.
        in_turn = position == opening + 1 or passes_in_turn(
            (word.call is PASS, word.theirs) for word in words[opening:-1]
        )
        sides = passing_sides(passes, they_open=words[opening].theirs, in_turn=in_turn)
    calls: list[_WrittenCall] = []
    for index, word in enumerate(words):
        is_theirs = word.theirs
        if index < opening:
            is_theirs = sides[index]
        elif index > opening and word.call is PASS and not is_theirs:
            is_theirs = not calls[-1].theirs
        if calls and calls[-1].theirs is is_theirs:
            calls.append(_WrittenCall(PASS, not is_theirs, None))
        calls.append(word._replace(theirs=is_theirs))
    return calls


def _legal_auction(calls: Sequence[_WrittenCall], scope: Scope, location: Location) -> Result[Auction | None]:
    """Return the auction of these calls; None at the first one that is not legal."""
    opening = _opening(calls)
    # Where all have passed, our side calls next.
    theirs_open = opening < len(calls) and calls[opening].theirs
    auction = Auction((), (opening % 2 == 0) is not theirs_open, scope)
    for index, word in enumerate(calls):
        illegality = auction.illegality(word.call)
        if illegality is not None:
            return Result(None, (_illegal(calls, index, illegality, location),))
        auction = auction.then(word.call)
    return Result(replace(auction, locations=tuple(word.location for word in calls)))


def _illegal(
    calls: Sequence[_WrittenCall], index: int, illegality: Illegality, location: Location
) -> Diagnostic:
    """Return the diagnostic for the call at ``index``, or for the next one that is written."""
    before = calls[:index]
    word = next((call for call in calls[index:] if call.location), calls[index])
    is_double_of_own = illegality is Illegality.DOUBLE_OF_OWN_BID and not word.theirs
    hint = "Write (X) if the opponents double." if is_double_of_own else "Correct it."
    are_understood = any(call.location is None for call in before[_opening(calls) :])
    if are_understood and illegality is Illegality.AUCTION_OVER:
        written = "-".join(f"({call.call})" if call.theirs else str(call.call) for call in before)
        hint = f"With the passes filled in, the calls before it are {written}."
    message = f"{word.text or word.call} is not legal here: {illegality.value}."
    return Diagnostic("BML632", message, word.location or location, hint)


AuctionLike = str | Auction
"""An auction, or its text, such as ``1N-2C`` or ``(1H)-D``."""


def auction_argument(value: AuctionLike, name: str = "auction") -> Auction:
    """Return the auction that an argument holds; nobody has called yet in an empty one.

    >>> auction_argument("1N-2C") == auction_argument(Auction.parse("1N-2C"))
    True

    Raises:
        TypeError: It is of another type.
        ValueError: The text is not an auction, or not a legal one.
    """
    if not isinstance(value, str | Auction):
        raise TypeError(f"{name} must be an auction or its text such as '1N-2C', not {type(value).__name__}")
    if isinstance(value, Auction):
        words = [_WrittenCall(call, False, None) for call in value.calls]
        legal = _legal_auction(words, value.scope, Location(name, 1))
        auction = legal._replace(value=value) if legal.value is not None else legal
    else:
        auction = parse_auction(value, Location(name, 1))
    if auction.value is None:
        raise ValueError(f"{name} {str(value)[:40]!r} cannot be used: {auction.diagnostics[0].sentence}")
    if isinstance(value, str) and value.strip() and not auction.value.calls:
        raise ValueError(f"{name} must have calls such as 1N-2C, not {value[:40]!r}")
    return auction.value
