"""The words that players read from the auction: a table of them, and what each says there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

from bml_core.bridge import FULL_HAND, Suit
from bml_core.hands import conditions as c
from bml_core.hands.conditions import MAX_POINTS
from bml_core.hands.descriptions.patterns import Index, Match
from bml_core.hands.descriptions.situations import Situation
from bml_core.hands.descriptions.tokens import SUIT_OF, tokens_of
from bml_core.hands.descriptions.words import Need, Vocabulary, listed

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
    parts: tuple[tuple[Need, Says], ...]


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
    if (
        suit is None
        or situation.is_opening
        or (not situation.is_over_notrump and suit in situation.bid_by_anyone)
    ):
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
    if situation.takeout is None:
        return None
    others = (c.cards(3, FULL_HAND, suit) for suit in c.SUIT_ORDER if suit is not situation.takeout)
    return c.all_of((c.cards(0, 2, situation.takeout), *others))


def _stopper(situation: Situation, match: Match) -> c.Formula | None:
    if situation.stop is None:
        return None
    return ~c.stopper(situation.stop) if "no" in match.words else c.stopper(situation.stop)


def _double(situation: Situation, match: Match) -> c.Formula | None:
    return c.ANY if situation.is_double else None


def _cue(situation: Situation, match: Match) -> c.Formula | None:
    return c.ANY if situation.is_cue else None


_RAISES = (
    "raise, raise or+, limit raise, limit raise or+, mixed raise, single raise, simple raise, double raise,"
    " triple raise, natural raise, minimum raise, inverted raise, constructive raise"
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
        "a suit that nobody has bid, or over partner's notrump",
        "5+ cards in that suit",
        "transfer to SUIT, transfer SUIT, SUIT transfer, transfer to BID",
        ((Need.LENGTH, _transfer),),
    ),
    AuctionWord(
        "splinter, void splinter, singleton splinter",
        "a suit bid where partner has shown one suit",
        "0-1 cards (none, one) in the suit that is bid or named, 4+ in partner's",
        "splinter, void splinter, singleton splinter, splinter in SUIT, SUIT splinter, void splinter in SUIT,"
        " splinter raise",
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
        "takeout, for takeout, takeout double",
        ((Need.LENGTH, _takeout),),
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
        "cue bid",
        "a bid of a suit of the opponents",
        "nothing about the hand",
        "cue, cue bid, cuebid, unassuming cue bid",
        ((Need.NEVER, _cue),),
    ),
)
"""What players agree on, each once."""

AUCTION_SUITS = (
    ("bid", "suit bid, rebid suit", "any suit bid", "the suit of the call"),
    ("own", "own suit", "the player has bid one suit before", "that suit"),
    ("partner", "partner's suit", "partner has shown one suit, or bid the same suit last", "that suit"),
    ("their", "their suit", "the opponents have shown one suit", "that suit"),
    (
        "other major",
        "other major",
        "our side has bid one major",
        "the other, unless the opponents have bid it",
    ),
    (
        "other minor",
        "other minor",
        "our side has bid one minor",
        "the other, unless the opponents have bid it",
    ),
    (
        "fourth",
        "fourth suit",
        "our side has bid three suits, or four",
        "the suit that is left, or was bid last",
    ),
)
"""Words that name a suit: role, words, in which auctions, and which suit."""

_SILENT = """
    SUIT slam try, slam try in SUIT, SUIT roman keycard blackwood, roman keycard blackwood in SUIT,
    SUIT exclusion keycard blackwood, roman keycard in SUIT,
    game|slam forcing to BID, forcing|force to BID, relay|puppet to BID,
    invitational|invite|quantitative to BID, sets|agrees|setting SUIT, sets|agrees|setting BID
"""


@cache
def word_index(vocabulary: Vocabulary) -> Index[AuctionWord]:
    """Return the words of a vocabulary that are not figures."""
    return Index(_entries(vocabulary))


def _entries(vocabulary: Vocabulary) -> Iterator[tuple[str, AuctionWord]]:
    for word in AUCTION_WORDS:
        yield from ((pattern, word) for pattern in listed(word.patterns))
    yield from ((pattern, _plain(pattern, Need.NOTHING)) for pattern in listed(_SILENT))
    for need, phrases in vocabulary.by_need.items():
        for phrase in listed(phrases):
            words = " ".join(token.word for token in tokens_of(phrase, {}, prose=True, vocabulary=vocabulary))
            yield words, _plain(phrase, need)


def _plain(word: str, need: Need) -> AuctionWord:
    return AuctionWord(word, "", "", word, ((need, lambda situation, match: None),))


def read_word(word: AuctionWord, match: Match, situation: Situation, targets: frozenset[Suit]) -> Word:
    """Return what a word says in a situation."""
    parts = tuple((need, says(situation, match)) for need, says in word.parts)
    named = frozenset((match.suit(),)) if match.tokens("SUIT") and word.where else frozenset()
    return Word(parts, targets | named)


# ---------------------------------------------------------------- what must be there

Figures = tuple[c.Leaf, ...]
"""What a row says in figures."""


def is_said(need: Need, says: c.Formula | None, figures: Figures, bid: Suit | None) -> bool:
    """Return True if the figures say it: what is needed, or the length of a suit that ``says`` is about."""
    suits = {leaf.suit for leaf in says.leaves if isinstance(leaf, c.Length)} if says else set()
    return is_met(need, figures, bid) or any(
        isinstance(leaf, c.Length) and leaf.suit in suits for leaf in figures
    )


def is_met(need: Need, figures: Figures, bid: Suit | None) -> bool:
    """Return True if the figures have it; ``bid`` is the suit of the call.

    >>> is_met(Need.MOST_POINTS, (c.points(5, 10) & c.cards(6, 6, "H")).leaves, None)
    True
    """
    points = [leaf.mask for leaf in figures if isinstance(leaf, c.Points)]
    match need:
        case Need.NOTHING:
            return True
        case Need.NEVER:
            return False
        case Need.MOST_POINTS:
            return any(not mask >> MAX_POINTS & 1 for mask in points)
        case Need.LEAST_POINTS:
            return any(not mask & 1 for mask in points)
        case Need.ANY_POINTS:
            return bool(points)
        case Need.SHORTNESS:
            is_short = any(isinstance(leaf, c.Length) and leaf.high <= 1 for leaf in figures)
            return is_short or _has_shape(figures)
        case Need.OWN_LENGTH:
            return bid is None or any(leaf.suit is bid for leaf in _long(figures, 3))
        case Need.TWO_LENGTHS:
            return len({leaf.suit for leaf in _long(figures, 4)}) > 1 or _has_shape(figures)
        case Need.LENGTH:
            return bool(_long(figures, 3)) or _has_shape(figures)


def has_length(figures: Figures, suit: Suit) -> bool:
    """Return True if the figures restrict the length of a suit.

    >>> has_length(c.cards(6, 6, "H").leaves, Suit.HEARTS), has_length(c.cards(6, 6, "H").leaves, Suit.SPADES)
    (True, False)
    """
    is_long = any(isinstance(leaf, c.Length) and leaf.suit is suit for leaf in figures)
    return is_long or _has_shape(figures)


def _long(figures: Figures, least: int) -> list[c.Length]:
    return [leaf for leaf in figures if isinstance(leaf, c.Length) and leaf.low >= least]


def _has_shape(figures: Figures) -> bool:
    return any(isinstance(leaf, c.Shaped) and not leaf.name for leaf in figures)
