"""The words of the grammar, as data."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from bml_core.bridge import Suit
from bml_core.hands import conditions as c


def _phrases(text: str) -> list[tuple[str, ...]]:
    return [tuple(phrase.split()) for phrase in text.split(",")]


#: Words for suits that mean nothing else in a description.
SUIT_WORDS = {
    **dict.fromkeys(("spades", "spade", "!s", "♠", "!♠"), Suit.SPADES),
    **dict.fromkeys(("hearts", "heart", "!h", "♥", "!♥"), Suit.HEARTS),
    **dict.fromkeys(("diamonds", "diamond", "!d", "♦", "!♦"), Suit.DIAMONDS),
    **dict.fromkeys(("clubs", "club", "!c", "♣", "!♣"), Suit.CLUBS),
}
#: Letters are suits in conditions only: in a description 4S is a bid.
SUIT_LETTERS = {"s": Suit.SPADES, "h": Suit.HEARTS, "d": Suit.DIAMONDS, "c": Suit.CLUBS}

PLURALS = ("spades", "hearts", "diamonds", "clubs")
MAJORS = (Suit.SPADES, Suit.HEARTS)
MINORS = (Suit.DIAMONDS, Suit.CLUBS)
PAIRS = {"major": MAJORS, "majors": MAJORS, "minor": MINORS, "minors": MINORS}

NUMBERS = {
    word: number
    for number, (word,) in enumerate(
        _phrases("zero, one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, thirteen")
    )
}
SHAPE_NAMES: dict[str, Callable[[], c.Formula]] = {
    **dict.fromkeys(("any", "anything"), lambda: c.ANY),
    **dict.fromkeys(("none", "nothing"), lambda: c.NONE),
    **dict.fromkeys(("balanced", "bal"), c.balanced),
    **dict.fromkeys(("semi-balanced", "semibalanced", "semi-bal", "semibal"), c.semi_balanced),
    **dict.fromkeys(("unbalanced", "unbal"), c.unbalanced),
}
SHORT = {"void": 0, "singleton": 1, "stiff": 1, "doubleton": 2}
RANKS = {"ace": "A", "king": "K", "queen": "Q", "jack": "J", "ten": "T"}
#: What a phrase may begin with, for slips of the pen.
BEGINNINGS = (*SHAPE_NAMES, *SHORT, "stopper", "good", "shape", *PLURALS)
POINTS = ("hcp", "points", "point", "pts")
COUNTED = ("hcp", "points", "cards", "keycards", "controls", "aces", "kings", "queens", "jacks", "tens")
DASHES = ("-", "--", "–", "—")
MORE = ("more", "better", "longer", "higher")
LESS = ("less", "fewer", "shorter")


class Needs(Enum):
    """What a row must have in figures for a word to add nothing; else the word is not understood."""

    NOTHING = "nothing"
    MOST_POINTS = "an upper bound of points"
    LEAST_POINTS = "a lower bound of points"
    ANY_POINTS = "points"
    LENGTH = "the length of a suit"
    OWN_LENGTH = "the length of the suit that is bid"
    TWO_LENGTHS = "the lengths of two suits"
    SHORTNESS = "a suit of at most one card"


_BY_NEED = {
    # Intentions and names of conventions: how the auction goes on, not what is held.
    Needs.NOTHING: _phrases(
        "gf, game forcing, game force, game forcing relay, forcing to game, game forcing raise,"
        "natural game force, f, nf, f1, forcing, semi forcing, non forcing, nonforcing, not forcing,"
        "forcing one round, forcing for one round, forcing for a round, one round force, inv, invitational,"
        "invites, invitation, invite, inviting, game try, game invitation, to play,"
        "to play opposite nothing, sign off, signoff, drop dead, pass or correct, correctable, waiting,"
        "waiting bid, relay, forced, artificial, conventional, art, alert, puppet, stayman, puppet stayman,"
        "asks, asking, ask, asking bid, inquiry, enquiry, question, completes, accepts, completion,"
        "slam interest, slam try, mild slam try, no slam interest, slam invitation, quantitative,"
        "choice of games, choice of slams, pick a slam, offer to play, optional, competitive, lead directing,"
        "smolen, drury, jacoby, blackwood, gerber, multi, any shape, any distribution, unlimited,"
        "any strength, any hcp, any points, range ask, non promissory stayman, catch all,"
        "sets trumps, nothing to say, one of two, one of three, one of four, one of several, one of,"
        "either of, one of these, one of the following, either, penalty, penalties, for penalty,"
        "for penalties, business, reopening, no message, control asking,"
        "answers in steps, answers in five steps"
    ),
    Needs.MOST_POINTS: _phrases(
        "weak, pre, preempt, preemptive, pre emptive, pre empt, weak two, weak jump, barrage, bust,"
        "negative, second negative, limited, obstructive"
    ),
    Needs.LEAST_POINTS: _phrases(
        "strong, positive, very strong, artificial and strong, strong and artificial, strong club,"
        "precision, precision club, polish, polish club"
    ),
    Needs.ANY_POINTS: _phrases("minimum, maximum, constructive, intermediate, super accept, game values"),
    Needs.LENGTH: _phrases(
        "transfer, jacoby transfer, texas, texas transfer, raise, limit raise, mixed raise, single raise,"
        "simple raise, strong raise, inverted raise, fit jump, reverse, support, fit, jump shift, rebid,"
        "limit, inverted, new suit, one suiter, jump, bergen, bergen raise"
    ),
    Needs.OWN_LENGTH: _phrases("nat, natural"),
    Needs.TWO_LENGTHS: _phrases(
        "both majors, both minors, majors, minors, two suiter, two suited, michaels,"
        "flannery, muiderberg, lucas, ghestem, unusual, unusual notrump, landy"
    ),
    Needs.SHORTNESS: _phrases("splinter, self splinter, autosplinter, short suit try"),
}
#: What says nothing about the hand, or nothing that figures beside it do not say better.
NEUTRAL: dict[tuple[str, ...], Needs] = {
    phrase: needs for needs, phrases in _BY_NEED.items() for phrase in phrases
}
LONGEST_NEUTRAL = max(map(len, NEUTRAL))


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


#: Words that may stand before or behind what they say nothing about.
FILLERS = _words("a an the hand hands shows showing holding with and")
#: What they are said of may be longer.
PROMISES = ("promises", "promising", "guarantees", "guaranteeing")
#: The call is not about the suit it names, so that "5+ suit" does not mean that suit.
ARTIFICIAL = _words(
    "transfer artificial conventional art relay puppet stayman texas multi asks ask asking michaels unusual"
    " splinter drury smolen raise fit cue cuebid gerber blackwood keycards jacoby takeout support"
)
#: These make what stands around them hold for some hands only, or for another player's.
SCOPED = _words(
    "if unless when whenever otherwise except excluding only but then though although while until where"
    " whether who vulnerable nonvulnerable vul nonvul nv v favourable favorable unfavourable unfavorable"
    " seat seats partner partner's opener opener's responder"
    " responder's opposite overcaller overcaller's opponents opponent they their them he his him else also"
    " instead usually normally often sometimes occasionally rarely mostly typically tends generally probably"
    " possibly perhaps maybe"
)
#: What begins a question to partner; the rest of it is about partner's hand.
ASKS = ("asks", "asking", "ask", "keycards")
#: What begins a permission, which is about hands that the row has anyway.
PERMITS = tuple(
    (may, hold) for may in ("may", "can", "could", "might") for hold in ("hold", "have", "be", "contain")
)
DENIES = ("denies", "denying", "without")
"""What turns the next phrase round, as ``no`` does; a length is denied with every greater one."""
