"""Words that players read from the auction: the situation of a call, and what each word says there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from bml_core.bridge import DOUBLE, FULL_HAND, SUITS, Bid, Call, Suit, make_bid
from bml_core.hands import conditions as c
from bml_core.hands.descriptions.patterns import Index, Match
from bml_core.hands.descriptions.tokens import SUIT_OF, tokens_of
from bml_core.hands.descriptions.words import SILENT, Need, Vocabulary, phrases_of
from bml_core.system import Agreement, own_suit

_MAJORS = frozenset((Suit.SPADES, Suit.HEARTS))
_MINORS = frozenset((Suit.DIAMONDS, Suit.CLUBS))
_NEXT_UP = {Suit.DIAMONDS: Suit.HEARTS, Suit.HEARTS: Suit.SPADES}
_TEXAS = 4
_LOWEST = 2
Shown = Mapping[Bid, Suit | None]
"""Bids that do not show their own suit, each with the one that it shows, if that is one."""


@dataclass(frozen=True, slots=True)
class Situation:
    """What the auction says of the words of a call.

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
        takeout: The suit that a takeout double is of.
        transfer: The suit that a transfer is to which does not name it.
        bid_by_anyone: The suits that have been bid.
        is_over_notrump: True if partner's last bid was notrump.
        player: Who calls: the opener or the responder; "" for their opponents.
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
    takeout: Suit | None = None
    transfer: Suit | None = None
    bid_by_anyone: frozenset[Suit] = frozenset()
    is_over_notrump: bool = False
    player: str = ""
    choices: tuple[Suit, ...] = ()
    roles: tuple[tuple[str, Suit], ...] = ()


def situation_of(agreement: Agreement, shown: Shown = MappingProxyType({})) -> Situation:
    """Return the situation of an agreement; ``shown`` are the bids of our side that show no length there."""
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
    support = bid if is_of_partner else _only(partner_suits if len(partner) == 1 else [])
    stop = _stop(call, before, ours, theirs) if theirs or not shown else None
    bid_by_anyone = frozenset((*_suits(ours), *their_suits))
    own_suits = _natural(before, mine, shown)
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
    return Situation(
        bid=bid,
        level=call.level if isinstance(call, Bid) else 0,
        is_natural=not agreement.alert and isinstance(call, Bid) and bid not in their_suits | {None},
        is_opening=not ours,
        is_raise=is_raise,
        is_cue=bid in their_suits,
        is_fourth=bid is not None and set(SUITS) - bid_by_anyone == {bid},
        is_double=call == DOUBLE,
        mine=tuple(own_suits),
        support=support,
        overcalled=support if len(partner) == 1 and _is_overcall(before, partner[0]) else None,
        last=last_suit,
        stop=stop,
        agreed=_only([suit for suit, bid in _raised(before) if bid not in shown]),
        takeout=_only(list(their_suits)) if call == DOUBLE and not ours and len(theirs) > 0 else None,
        transfer=_transferred_suit(call, calls),
        bid_by_anyone=bid_by_anyone,
        is_over_notrump=last is not None and own_suit(last) is None,
        player=_player(before),
        choices=agreement.wording.choices if agreement.wording else (),
        roles=tuple((role, suit) for role, suit in roles.items() if suit),
    )


def _player(before: Sequence[Call]) -> str:
    """Return how players call the one who calls next."""
    opening = next((place for place, call in enumerate(before) if isinstance(call, Bid)), len(before))
    back = len(before) - opening
    return "" if back % 2 else "responder" if back % 4 else "opener"


def _suit_of(bid: Bid, shown: Shown) -> Suit | None:
    """Return the suit that a bid shows."""
    return shown[bid] if bid in shown else own_suit(bid)


def _bids(before: Sequence[Call], back: int, step: int = 2) -> Iterator[Bid]:
    """Yield the bids of a player or a side in order: the calls this many places back, and before."""
    places = range(len(before) - back, -1, -step)
    return (call for call in (before[place] for place in reversed(places)) if isinstance(call, Bid))


def _suits(bids: Sequence[Bid]) -> list[Suit]:
    return list(dict.fromkeys(suit for bid in bids if (suit := own_suit(bid))))


def _only(suits: Sequence[Suit]) -> Suit | None:
    return suits[0] if len(suits) == 1 else None


def _other(pair: frozenset[Suit], ours: Sequence[Suit], theirs: set[Suit]) -> Suit | None:
    """Return the other major or minor, where our side has bid one of them."""
    named = pair & set(ours)
    return _only(list(pair - named - theirs)) if len(named) == 1 else None


def _raised(before: Sequence[Call]) -> list[tuple[Suit, Bid]]:
    """Return the suits that our side has bid, and raised at its next call, each with its bid."""
    raised = []
    for place in range(len(before) % 2 + 2, len(before), 2):
        bid, raise_ = before[place - 2], before[place]
        if isinstance(bid, Bid) and isinstance(raise_, Bid) and not _answers(before[:place], bid):
            raised += [(suit, bid)] if (suit := own_suit(bid)) and own_suit(raise_) is suit else []
    return raised


def _answers(before: Sequence[Call], bid: Bid) -> bool:
    """Return True for an answer to partner's notrump, or to 2C: it is seldom about its suit."""
    place = before.index(bid)
    earlier = next(_reversed_bids(before[:place]), None)
    return earlier is not None and (own_suit(earlier) is None or _is_strong(before[:place]))


def _reversed_bids(before: Sequence[Call]) -> Iterator[Bid]:
    """Yield the bids of partner of the player who calls next, the last one first."""
    return (call for call in before[-2::-4] if isinstance(call, Bid))


def _is_strong(before: Sequence[Call]) -> bool:
    first = next((call for call in before if isinstance(call, Bid)), None)
    return first is not None and first.level == 2 and own_suit(first) is Suit.CLUBS


def _natural(before: Sequence[Call], bids: Sequence[Bid], shown: Shown = MappingProxyType({})) -> list[Suit]:
    """Return the suits of those bids that are natural for nearly everybody, or show another suit."""
    suits = (_suit_of(bid, shown) for bid in bids if bid in shown or _is_natural(before, bid))
    return list(dict.fromkeys(suit for suit in suits if suit))


def _is_natural(before: Sequence[Call], bid: Bid) -> bool:
    """Return True for an opening but 2C, an overcall of a suit, and a simple response but to 1C."""
    place = before.index(bid)
    earlier = [call for call in before[:place] if isinstance(call, Bid)]
    if not earlier:
        return not _is_strong([bid])
    opening = earlier[0]
    if (
        own_suit(opening) is None
        or any(own_suit(each) is own_suit(bid) for each in earlier)
        or len(earlier) > 1
    ):
        return False
    is_ours = (place - before.index(opening)) % 2 == 0
    if not is_ours:
        return bid.level - opening.level <= 1
    lowest = opening.level + (make_bid(opening.level, bid.strain) < opening)
    is_over_club = own_suit(opening) is Suit.CLUBS
    return opening.level == 1 and bid.level == lowest and not is_over_club and DOUBLE not in before[:place]


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
    if isinstance(calls[-2], Bid) or calls[-2] == DOUBLE or call.level not in (partner.level + 1, _TEXAS):
        return None
    suit = own_suit(call)
    return _NEXT_UP.get(suit) if suit else None


Says = Callable[[Situation, Match], c.Formula | None]


@dataclass(frozen=True, slots=True)
class AuctionWord:
    """A word with the auctions in which it says something, and what; figures beside it go first.

    ``patterns`` are its forms. What it says has parts: where the row has the need of a part in figures, that
    part adds nothing; else it says what its function returns, and the word is left over for None. ``where``
    and ``meaning`` are for people.
    """

    word: str
    where: str
    meaning: str
    patterns: str
    parts: tuple[tuple[Need, Says | None], ...]

    @property
    def is_of_auction(self) -> bool:
        """Return whether the auction decides what it says."""
        return any(says for _, says in self.parts)


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a description: for each part, what must be there for it to add nothing, or what it says.

    ``targets`` are the suits that it is about, whose length must be there.
    """

    parts: tuple[tuple[Need, c.Formula | None], ...]
    targets: frozenset[Suit] = frozenset()

    @property
    def is_silent(self) -> bool:
        """Return True if it says nothing about any hand."""
        return not self.targets and all(need is Need.NOTHING for need, _ in self.parts)


def _transfer(situation: Situation, match: Match) -> c.Formula | None:
    named = [SUIT_OF[word] for word in match.words if word in SUIT_OF]
    named += [Suit(word[2]) for word in match.words if word[:1] == "=" and word[2:] in "SHDC"]
    suit = named[0] if named else situation.transfer
    # Over a suit, transfers on the one level and by a double may have four cards.
    is_long = situation.level >= _LOWEST and suit not in situation.bid_by_anyone
    if suit is None or situation.is_opening or not (situation.is_over_notrump or is_long):
        return None
    return c.cards(5, FULL_HAND, suit)


def _shortness(situation: Situation, match: Match) -> c.Formula | None:
    named = [SUIT_OF[word] for word in match.words if word in SUIT_OF]
    suit = named[0] if named else situation.bid
    if suit is None or situation.is_opening or suit is situation.support:
        return None
    length = (0, 0) if "void" in match.words else (1, 1) if "singleton" in match.words else (0, 1)
    return c.cards(*length, suit)


def _long_support(situation: Situation, match: Match) -> c.Formula | None:
    return c.cards(4, FULL_HAND, situation.support) if situation.support else None


def _support(situation: Situation, match: Match) -> c.Formula | None:
    return c.cards(3, FULL_HAND, situation.support) if situation.support else None


def _takeout(situation: Situation, match: Match) -> c.Formula | None:
    """Return that it says something, where it is a double of one suit: of that which it names, if any."""
    is_of_one = situation.takeout and (not match.tokens("SUIT") or match.suit() is situation.takeout)
    return c.ANY if is_of_one else None


def _takeout_in(number: int) -> Says:
    """Return what it says of one suit, first theirs; the length that a row has of that suit replaces it."""

    def says(situation: Situation, match: Match) -> c.Formula | None:
        if situation.takeout is None:
            return c.ANY
        if not number:
            return c.cards(0, 2, situation.takeout)
        others = [suit for suit in c.SUIT_ORDER if suit is not situation.takeout]
        return c.cards(3, FULL_HAND, others[number - 1])

    return says


def _stopper(situation: Situation, match: Match) -> c.Formula | None:
    if situation.stop is None:
        return None
    return ~c.stopper(situation.stop) if "no" in match.words else c.stopper(situation.stop)


def _double(situation: Situation, match: Match) -> c.Formula | None:
    return c.ANY if situation.is_double else None


def _three_cards(situation: Situation, match: Match) -> c.Formula | None:
    suit = situation.last if situation.is_double and situation.mine else None
    return c.cards(3, 3, suit) if suit else None


def _fourth(situation: Situation, match: Match) -> c.Formula | None:
    return c.ANY if situation.is_fourth else None


def _no_fit(situation: Situation, match: Match) -> c.Formula | None:
    return c.cards(0, 2, situation.overcalled) if situation.overcalled else None


def _cue(situation: Situation, match: Match) -> c.Formula | None:
    return c.ANY if situation.is_cue else None


_RAISES = (
    "raise, raise or+, limit raise, limit raise or+, limit raise +, limit + raise, mixed raise, single raise,"
    " simple raise, double raise, triple raise, natural raise, minimum raise, inverted raise,"
    " constructive raise"
)
AUCTION_WORDS = (
    AuctionWord(
        "transfer",
        "over partner's notrump and a pass: 2D, 2H, 3D, 3H one level up, 4D, 4H",
        "5+ cards in the next suit up",
        "transfer, jacoby transfer, texas transfer, texas",
        ((Need.LENGTH, _transfer),),
    ),
    AuctionWord(
        "transfer to a suit",
        "over partner's notrump, or from the two level a suit that nobody has bid",
        "5+ cards in that suit",
        "transfer to SUIT, transfer SUIT, SUIT transfer, transfer to BID",
        ((Need.LENGTH, _transfer),),
    ),
    AuctionWord(
        "splinter, void splinter, singleton splinter",
        "a suit bid where partner has shown one suit",
        "0-1 cards (none, one) in the suit that is bid or named, 4+ in partner's",
        "splinter, void splinter, singleton splinter, splinter in SUIT, SUIT splinter, void splinter in SUIT,"
        " splinter raise, mini splinter",
        ((Need.SHORTNESS, _shortness), (Need.LENGTH, _long_support)),
    ),
    AuctionWord(
        "raise",
        "where partner has shown one suit, or bid the same suit last",
        "3+ cards in that suit",
        _RAISES,
        ((Need.LENGTH, _support),),
    ),
    AuctionWord(
        "good raise, poor raise",
        "where partner has shown one suit, or bid the same suit last; beside points",
        "3+ cards in that suit",
        "good raise, strong raise, sound raise, poor raise, bad raise, weak raise",
        ((Need.LENGTH, _support), (Need.ANY_POINTS, None)),
    ),
    AuctionWord(
        "support, fit",
        "where partner has shown one suit, or bid the same suit last",
        "3+ cards in that suit",
        "support, fit",
        ((Need.LENGTH, _support),),
    ),
    AuctionWord(
        "takeout",
        "a double of the only suit that has been bid",
        "0-2 cards in that suit, 3+ in each of the others",
        "takeout, for takeout, takeout double, takeout of SUIT, takeout double of SUIT",
        ((Need.LENGTH, _takeout), *((Need.NEVER, _takeout_in(number)) for number in range(len(SUITS)))),
    ),
    AuctionWord(
        "stopper, no stopper",
        "the opponents have shown one suit; or our side has bid three or four suits",
        "a stopper (none) in their suit; in the fourth suit",
        "stopper, no stopper",
        ((Need.NEVER, _stopper),),
    ),
    AuctionWord(
        "negative, responsive",
        "a double",
        "nothing about the hand",
        "negative, negative double, responsive, responsive double",
        ((Need.MOST_POINTS, _double),),
    ),
    AuctionWord(
        "support double",
        "a double after partner's response or overcall of a suit",
        "3 cards in that suit",
        "support double",
        ((Need.LENGTH, _three_cards),),
    ),
    AuctionWord(
        "cue bid",
        "a bid of a suit of the opponents",
        "nothing about the hand",
        "cue, cue bid, cuebid, unassuming cue bid",
        ((Need.NEVER, _cue),),
    ),
    AuctionWord(
        "fourth suit",
        "a bid of the only suit that nobody has bid",
        "nothing about the hand",
        "fourth suit, the fourth suit, 4 th suit",
        ((Need.NEVER, _fourth),),
    ),
    AuctionWord(
        "no fit",
        "opposite a suit overcall",
        "0-2 cards in partner's suit",
        "no a? fit",
        ((Need.NEVER, _no_fit),),
    ),
)
"""What players agree on, each once."""


@cache
def word_index(vocabulary: Vocabulary) -> Index[AuctionWord]:
    """Return the words of a vocabulary that are not figures."""
    return Index(_entries(vocabulary))


def _entries(vocabulary: Vocabulary) -> Iterator[tuple[str, AuctionWord]]:
    for word in AUCTION_WORDS:
        yield from ((pattern, word) for pattern in phrases_of(word.patterns))
    yield from ((pattern, _plain(pattern, Need.NOTHING)) for pattern in phrases_of(SILENT))
    for need, phrases in vocabulary.by_need.items():
        for phrase in phrases_of(phrases):
            words = " ".join(token.word for token in tokens_of(phrase, {}, prose=True, vocabulary=vocabulary))
            yield words, _plain(phrase, need)


def _plain(word: str, need: Need) -> AuctionWord:
    return AuctionWord(word, "", "", word, ((need, None),))


def read_word(word: AuctionWord, match: Match, situation: Situation, targets: frozenset[Suit]) -> Word:
    """Return what a word says in a situation."""
    parts = tuple((need, says(situation, match) if says else None) for need, says in word.parts)
    named = frozenset((match.suit(),)) if match.tokens("SUIT") and word.where else frozenset()
    return Word(parts, targets | named)
