"""What the auction says of the words of a call: whose suits are whose, and what a call may be about."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from types import MappingProxyType
from typing import Any, Generic, TypeVar, cast

from bml_core.bridge import DOUBLE, PASS, SUITS, Bid, Call, Strain, Suit, make_bid
from bml_core.hands.descriptions.book import WIDEST_RANGE, bound, points_after
from bml_core.system import Agreement, own_suit

_MAJORS = frozenset((Suit.SPADES, Suit.HEARTS))
_MINORS = frozenset((Suit.DIAMONDS, Suit.CLUBS))
_NEXT_UP = {Suit.DIAMONDS: Suit.HEARTS, Suit.HEARTS: Suit.SPADES}
_TEXAS = 4
_ASK = make_bid(4, Strain.NOTRUMP)
_GERBER = make_bid(4, Strain.CLUBS)
_ACES = re.compile(r"(?i)\bgerber\b(?!.*key)|\baces?\b")
#: Other questions are for aces.
_KEYCARDS = re.compile(r"(?i)key ?card|r?kc|14/?30|30/?14|03/?14")
Shown = Mapping[Bid, Suit | None]
"""Bids that do not show their own suit, each with the one that it shows, if that is one."""
Ranges = tuple[tuple[int, int] | None, tuple[int, int] | None, int]
"""The points that earlier calls of the player, and of partner, show; None where they show no range.

Behind them are the least cards of the suit that partner has bid last, 0 where its row does not say.
"""


_T = TypeVar("_T")
_LOW, _GAME = 2, 4
_STRONG_OPENING = 15
_THEIR_BID = re.compile(r"\(\d([CDHS])\)")


@dataclass(frozen=True, slots=True)
class CallContext:
    """What the auction says of a call.

    Args:
        bid: The suit of the call.
        level: Its level, 0 for a call that is not a bid.
        is_natural: True if nothing but words can say that the call is not about its suit.
        is_opening: True if our side has not called anything else but passes.
        is_raise: True if partner's last bid was of the same suit.
        is_cue: True if the opponents have bid that suit.
        is_fourth: True if that suit is the only one that nobody has bid.
        is_double: True if the call is a double.
        mine: The natural suits that the player has bid before.
        support: Partner's suit: the one that is raised, or the only bid of partner, if it is natural.
        overcalled: Partner's suit, if he has overcalled in it.
        last: The suit of partner's last bid, unless that answers notrump.
        stop: The suit that a stopper is in: the only one of the opponents, or else the fourth suit.
        agreed: The only suit that our side has raised.
        asked: The same, where partner asks for key cards of it by 4NT.
        tells_aces: True if partner asks for aces by 4C, over notrump.
        takeout: The suit that a takeout double is of.
        transfer: The suit that a transfer is to which does not name it.
        bid_by_anyone: The suits that have been bid.
        is_over_notrump: True if partner's last bid was notrump.
        player: Who calls: the opener or the responder; "" for their opponents.
        auction: The auction up to it, such as ``(1H)-1NT-3C``, without passes that change nothing.
        mine_points, partner_points: The points that earlier calls show.
        partner_length: The least cards of partner's last suit by its row, 0 where that does not say.
        choices: The suits in the bid column of the row.
        roles: The suits that words such as "other major" name.
    """

    bid: Suit | None = None
    level: int = 0
    is_natural: bool = True
    is_opening: bool = True
    is_raise: bool = False
    is_cue: bool = False
    is_fourth: bool = False
    is_double: bool = False
    mine: tuple[Suit, ...] = ()
    support: Suit | None = None
    overcalled: Suit | None = None
    last: Suit | None = None
    stop: Suit | None = None
    agreed: Suit | None = None
    asked: Suit | None = None
    tells_aces: bool = False
    takeout: Suit | None = None
    transfer: Suit | None = None
    bid_by_anyone: frozenset[Suit] = frozenset()
    is_over_notrump: bool = False
    player: str = ""
    auction: str = ""
    mine_points: tuple[int, int] | None = None
    partner_points: tuple[int, int] | None = None
    partner_length: int = 0
    choices: tuple[Suit, ...] = ()
    roles: tuple[tuple[str, Suit], ...] = ()

    def role(self, name: str) -> Suit | None:
        """Return the suit that a word such as "other major" names, None where it names none."""
        return dict(self.roles).get(name)

    def holds(self, fact: str) -> bool:
        """Return whether a fact is true on which usual meanings depend, beside the auction."""
        return _FACTS[fact](self)

    def letters(self, at: tuple[str, ...]) -> tuple[tuple[str, Suit], ...] | None:
        """Return the suits of the letters of auctions such as ``1M-3M``, None if this is none of them."""
        return bound(at, self.auction)

    def points(self, name: str) -> str | None:
        """Return the points that follow from earlier calls, by their name in the book."""
        return points_after(self.partner_points, self.mine_points, self.partner_length).get(name)

    def begins(self, auction: str | tuple[str, ...]) -> bool:
        """Return True if the auction begins like this, or like one of these."""
        return self.auction.startswith(auction)

    @property
    def own(self) -> Suit | None:
        """Return the suit of a call that is about it."""
        return self.bid if self.is_natural else None

    @property
    def theirs(self) -> Suit | None:
        """Return the only suit that the opponents have bid."""
        suits = set(_THEIR_BID.findall(self.auction))
        return Suit(suits.pop()) if len(suits) == 1 else None

    @property
    def is_game(self) -> bool:
        """Return True on the four level and above."""
        return self.level >= _GAME

    @property
    def is_low(self) -> bool:
        """Return True below the three level."""
        return self.level <= _LOW

    @property
    def is_one(self) -> bool:
        """Return True on the one level."""
        return self.level == 1

    @property
    def has_choices(self) -> bool:
        """Return True if the bid column of the row has several suits."""
        return len(self.choices) > 1

    @property
    def unbid(self) -> frozenset[Suit]:
        """Return the suits that nobody has bid, where somebody has bid one."""
        return frozenset(Suit) - self.bid_by_anyone if self.bid_by_anyone else frozenset()

    @property
    def is_long(self) -> bool:
        """Return True if a suit of six cards may be longer: not where a call may be a weak two."""
        return bool(self.mine) or (self.is_opening and self.level == 1)


def _is_ordinary(points: tuple[int, int] | None) -> bool:
    """Return True for an opening that is not strong, as far as its row says."""
    return points is None or points[0] < _STRONG_OPENING


_FACTS: Mapping[str, Callable[[CallContext], bool]] = {
    "": lambda call: True,
    "support double": lambda call: call.is_double and bool(call.mine),
    "takeout double": lambda call: call.takeout is not None,
    "cue bid": lambda call: call.is_cue,
    "fourth suit": lambda call: call.is_fourth,
    "new suit": lambda call: (
        call.is_natural and not (call.is_opening or call.is_raise or call.bid in call.bid_by_anyone)
    ),
    "overcall": lambda call: call.is_natural and call.is_opening and call.begins("("),
    "strong partner": lambda call: not _is_ordinary(call.partner_points),
    "ordinary partner": lambda call: _is_ordinary(call.partner_points),
    "ordinary opening": lambda call: _is_ordinary(call.mine_points),
    "partner's range": lambda call: (
        call.partner_points is not None and call.partner_points[1] - call.partner_points[0] <= WIDEST_RANGE
    ),
    "later call": lambda call: not call.is_opening or call.begins("("),
    "later double": lambda call: call.is_double and not call.is_opening and call.takeout is None,
    "below slam": lambda call: call.level <= _GAME,
    "slam": lambda call: call.agreed is not None and call.agreed is not call.bid is not None,
}


class _Answers(Generic[_T]):
    """What a question about a call leads to: by its answer to further questions, without one to a result."""

    __slots__ = ("by_answer", "question", "result")

    def __init__(self) -> None:
        self.question: tuple[str, ...] | None = None
        self.by_answer: dict[object, _Answers[_T]] = {}
        self.result: _T | None = None


class ByAnswers(Generic[_T]):
    """What a function returns for calls, worked out once for all that answer alike what it asks of them."""

    def __init__(self, work: Callable[[CallContext], _T]) -> None:
        self._work = work
        self._answers: _Answers[_T] = _Answers()

    def of(self, call: CallContext) -> _T:
        """Return the result for a call."""
        known: _Answers[_T] | None = self._answers
        while known and known.question:
            known = known.by_answer.get(_answer(call, *known.question))
        if known and known.result is not None:
            return known.result
        asked = _Asked(call)
        result = self._work(cast("CallContext", asked))
        known = self._answers
        for question, answer in asked.answers.items():
            known.question = known.question or question
            if known.question != question:
                return result
            known = known.by_answer.setdefault(answer, _Answers())
        known.result = result
        return result


def _answer(call: CallContext, name: str, *arguments: object) -> object:
    answer = getattr(call, name)
    return answer(*arguments) if arguments else answer


class _Asked:
    """A call that keeps what it is asked, and what it answers."""

    def __init__(self, call: CallContext) -> None:
        self._call = call
        self.answers: dict[tuple[Any, ...], object] = {}

    def __getattr__(self, name: str) -> object:
        value = getattr(self._call, name)
        if callable(value):
            return partial(self._ask, name)
        self.answers[name,] = self.__dict__[name] = value
        return value

    def _ask(self, name: str, *arguments: object) -> object:
        answer = self.answers[name, *arguments] = _answer(self._call, name, *arguments)
        return answer


def context_of(
    agreement: Agreement,
    shown: Shown = MappingProxyType({}),
    ranges: Ranges = (None, None, 0),
    asked: str = "",
) -> CallContext:
    """Return the context of an agreement; ``shown`` are the bids of our side that show no length there.

    ``asked`` is what the notes say of partner's last call.
    """
    calls = agreement.auction.calls
    call, before = calls[-1], calls[:-1]
    bid = own_suit(call)
    ours, theirs = list(_bids(before, 2)), list(_bids(before, 1))
    partner, mine = list(_bids(before, 2, 4)), list(_bids(before, 4, 4))
    last = partner[-1] if partner else None
    last_suit = None if last is None or _answers(before, last) else _suit_of(last, shown)
    is_raise = bid is not None and last_suit is bid
    their_suits = {suit for each in theirs if (suit := own_suit(each))}
    is_accepted = len(calls) > 2 and bid is not None and bid is _transferred_suit(calls[-3], calls[:-2])
    partner_suits = _natural(before, partner, shown)
    is_of_partner = is_raise or is_accepted or bid in partner_suits
    is_known = len(partner) == 1 or all(own_suit(each) is None or shown.get(each) for each in partner)
    support = bid if is_of_partner else _only(partner_suits if is_known else [])
    are_own = all(own_suit(each) is suit for each, suit in shown.items())
    stop = _stop(call, before, ours, theirs) if theirs or are_own else None
    bid_by_anyone = frozenset((*_suits(ours), *their_suits))
    own_suits = _natural(before, mine, shown)
    agreed = _only([suit for suit, bid in _raised(before, shown) if shown.get(bid, suit) is suit])
    named = [suit for each in (*ours, call) if isinstance(each, Bid) and (suit := _suit_of(each, shown))]
    roles = {
        "bid": bid,
        "own": _only(own_suits),
        "partner": support,
        "their": stop if theirs else None,
        "other major": _other(_MAJORS, named, their_suits),
        "other minor": _other(_MINORS, named, their_suits),
        "fourth": None if theirs else stop,
    }
    return CallContext(
        bid=bid,
        level=call.level if isinstance(call, Bid) else 0,
        is_natural=not agreement.alert and isinstance(call, Bid) and bid not in their_suits | {None},
        is_opening=not ours,
        is_raise=is_raise,
        is_cue=bid in their_suits,
        is_fourth=bid is not None and len(bid_by_anyone) == len(SUITS) - 1 and bid not in bid_by_anyone,
        is_double=call == DOUBLE,
        mine=tuple(own_suits),
        support=support,
        overcalled=support if len(partner) == 1 and _is_overcall(before, partner[0]) else None,
        last=last_suit,
        stop=stop,
        agreed=agreed,
        asked=agreed if _asks_by_notrump(calls) and (not asked or _KEYCARDS.search(asked)) else None,
        tells_aces=calls[-3:-1] == (_GERBER, PASS) and _ACES.search(asked) is not None,
        takeout=_only(list(their_suits)) if call == DOUBLE and not ours and len(theirs) > 0 else None,
        transfer=_transferred_suit(call, calls),
        bid_by_anyone=bid_by_anyone,
        is_over_notrump=last is not None and own_suit(last) is None,
        player=_player(before),
        auction=_written(calls),
        mine_points=ranges[0],
        partner_points=ranges[1],
        partner_length=ranges[2],
        choices=agreement.wording.choices if agreement.wording else (),
        roles=tuple((role, suit) for role, suit in roles.items() if suit),
    )


class AuctionContext(CallContext):
    """The context of an agreement: what nearly every row is asked is answered at once, the rest together.

    ``whole`` works out all of it.
    """

    def __init__(self, calls: Sequence[Call], whole: Callable[[], CallContext]) -> None:
        vars(self).update(_calls=calls, _work_out=whole)

    @cached_property
    def _whole(self) -> CallContext:
        return cast("CallContext", vars(self)["_work_out"]())

    @cached_property
    def auction(self) -> str:
        """Return the auction up to the call."""
        return _written(vars(self)["_calls"])

    @cached_property
    def tells_aces(self) -> bool:
        """Return whether partner asks for aces by 4C."""
        return vars(self)["_calls"][-3:-1] == (_GERBER, PASS) and self._whole.tells_aces

    @cached_property
    def asked(self) -> Suit | None:
        """Return the suit for which partner asks for key cards by 4NT."""
        return self._whole.asked if _asks_by_notrump(vars(self)["_calls"]) else None

    def __getattr__(self, name: str) -> object:
        # The fields of the class are empty.
        return getattr(self._whole, name)


def _asks_by_notrump(calls: Sequence[Call]) -> bool:
    return calls[-3:-1] == (_ASK, PASS)


def _written(calls: Sequence[Call]) -> str:
    """Return an auction as the book of usual meanings has it: ``1S-2N``, ``(1H)-D``, ``(1H)-P-D``."""
    first = next((at for at, call in enumerate(calls) if call is not PASS), len(calls) - 1)
    written: list[str] = []
    for at, call in enumerate(calls[first:], first):
        is_ours = (len(calls) - at) % 2 == 1
        if is_ours or call is not PASS:
            written.append(call.code if is_ours else f"({call.code})")
    return "-".join(written)


def _player(before: Sequence[Call]) -> str:
    """Return how players call the one who calls next."""
    opening = next((index for index, call in enumerate(before) if isinstance(call, Bid)), len(before))
    back = len(before) - opening
    return "" if back % 2 else "responder" if back % 4 else "opener"


def _suit_of(bid: Bid, shown: Shown) -> Suit | None:
    """Return the suit that a bid shows."""
    return shown[bid] if bid in shown else own_suit(bid)


def _bids(before: Sequence[Call], back: int, step: int = 2) -> Iterator[Bid]:
    """Yield the bids of a player or a side in order: the calls this many calls back, and before."""
    indexes = reversed(range(len(before) - back, -1, -step))
    return (call for index in indexes if isinstance(call := before[index], Bid))


def _suits(bids: Sequence[Bid]) -> list[Suit]:
    return list(dict.fromkeys(suit for bid in bids if (suit := own_suit(bid))))


def _only(suits: Sequence[Suit]) -> Suit | None:
    return suits[0] if len(suits) == 1 else None


def _other(pair: frozenset[Suit], ours: Sequence[Suit], theirs: set[Suit]) -> Suit | None:
    """Return the other major or minor, where our side has bid one of them."""
    named = pair & set(ours)
    return _only(list(pair - named - theirs)) if len(named) == 1 else None


def _raised(before: Sequence[Call], shown: Shown) -> list[tuple[Suit, Bid]]:
    """Return the suits that our side has bid, and raised at its next call, each with its bid.

    A bid that shows them is a raise, too: a 3D of Bergen.
    """
    return [
        (suit, bid)
        for index in range(len(before) % 2 + 2, len(before), 2)
        if isinstance(bid := before[index - 2], Bid) and (suit := own_suit(bid))
        if isinstance(raising := before[index], Bid) and _suit_of(raising, shown) is suit
        if not _answers(before[:index], bid)
    ]


def _answers(before: Sequence[Call], bid: Bid) -> bool:
    """Return True for an answer to partner's notrump, or to 2C: it is seldom about its suit."""
    index = before.index(bid)
    earlier = next((call for call in before[:index][-2::-4] if isinstance(call, Bid)), None)
    return earlier is not None and (own_suit(earlier) is None or _is_strong(before[:index]))


def _is_strong(before: Sequence[Call]) -> bool:
    first = next((call for call in before if isinstance(call, Bid)), None)
    return first is not None and first.level == 2 and own_suit(first) is Suit.CLUBS


def _natural(before: Sequence[Call], bids: Sequence[Bid], shown: Shown = MappingProxyType({})) -> list[Suit]:
    """Return the suits of those bids that are natural for nearly everybody, or show another suit."""
    suits = (_suit_of(bid, shown) for bid in bids if bid in shown or _is_natural(before, bid))
    return list(dict.fromkeys(suit for suit in suits if suit))


def _is_natural(before: Sequence[Call], bid: Bid) -> bool:
    """Return True for an opening but 2C, an overcall of a suit, and a simple response but to 1C."""
    index = before.index(bid)
    earlier = [call for call in before[:index] if isinstance(call, Bid)]
    if not earlier:
        return not _is_strong([bid])
    opening, suit = earlier[0], own_suit(earlier[0])
    if len(earlier) > 1 or suit is None or suit is own_suit(bid):
        return False
    if (index - before.index(opening)) % 2:
        return bid.level - opening.level <= 1
    lowest = opening.level + (make_bid(opening.level, bid.strain) < opening)
    is_simple = opening.level == 1 and bid.level == lowest and DOUBLE not in before[:index]
    return is_simple and suit is not Suit.CLUBS


def _is_overcall(before: Sequence[Call], bid: Bid) -> bool:
    opening = next(call for call in before if isinstance(call, Bid))
    return (before.index(bid) - before.index(opening)) % 2 == 1


def _stop(call: Call, before: Sequence[Call], ours: Sequence[Bid], theirs: Sequence[Bid]) -> Suit | None:
    """Return the suit that a stopper is in."""
    if theirs:
        suits = _suits(theirs)
        natural = _natural(before, theirs) or [suit for bid in theirs if (suit := _over_notrump(before, bid))]
        return _only(natural) if len(suits) == 1 else None
    if any(own_suit(each) is None for each in ours):
        return None
    suits = _suits(ours)
    if len(suits) == len(SUITS) and own_suit(ours[-1]) is suits[-1]:
        return suits[-1]
    is_notrump = isinstance(call, Bid) and own_suit(call) is None
    return _only([suit for suit in SUITS if suit not in suits]) if is_notrump and len(suits) == 3 else None


def _over_notrump(before: Sequence[Call], bid: Bid) -> Suit | None:
    """Return the suit of an overcall of 1NT that is its own for most: a major, or on the three level."""
    earlier = [call for call in before[: before.index(bid)] if isinstance(call, Bid)]
    is_first = len(earlier) == 1 and own_suit(earlier[0]) is None
    suit = own_suit(bid)
    return suit if is_first and (suit in _MAJORS or bid.level > earlier[0].level + 1) else None


def _transferred_suit(call: Call, calls: Sequence[Call]) -> Suit | None:
    """Return the next suit up, over partner's notrump and a pass."""
    partner = calls[-3] if len(calls) > 2 else None
    if not (isinstance(call, Bid) and isinstance(partner, Bid) and own_suit(partner) is None):
        return None
    is_undisturbed = not isinstance(calls[-2], Bid) and calls[-2] != DOUBLE
    suit = own_suit(call) if is_undisturbed and call.level in (partner.level + 1, _TEXAS) else None
    return _NEXT_UP.get(suit) if suit else None
