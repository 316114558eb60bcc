"""What the meaning of a phrase depends on in its row: suits and numbers that its call and words name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence, Set
from copy import copy
from functools import cached_property
from typing import NamedTuple

from bml_core.bridge import FULL_HAND, Suit
from bml_core.hands.conditions import MAX_POINTS
from bml_core.hands.descriptions.call_context import CallContext
from bml_core.hands.descriptions.tokens import SHAPE_MARK, SUIT_OF, Token, plain_words

_MINORS = (Suit.CLUBS, Suit.DIAMONDS)
_ANY_CALL = CallContext()
_LEAST_POINTS, _LEAST_BESIDE, _LEAST_RESPONSE, _LEAST_OPPOSITE = 8, 6, 5, 4
_OPENING, _FORCING_OPENING = 15, 20
#: A suit of none up to as many cards tells nothing.
_NOT_FEW = 3
_LONG_SUIT = re.compile(r"(?<!\S)(?:[5-9]|1[0-3]) (?:\+ |= |- |card |cards |in )*([♠♥♦♣])")
_RAISES = frozenset(("bergen", "drury", "fit", "jacoby", "raise", "splinter", "stenberg", "support", "swiss"))
_TRANSFERS = re.compile(r"transfer (?:to )?([♠♥♦♣])|([♠♥♦♣]) transfer ")
_ANY_SUIT = re.compile("[♠♥♦♣]|majors?|minors?")
_TWO_SUITS = re.compile(r"([♠♥♦♣]) (?:and|/|\+) ([♠♥♦♣]) ")
_SUITERS = frozenset(("suiter", "suited", "suiters"))
_EXTREME = re.compile(r"(?<!\S)(?:minimum|maximum|min|max) #?\d")
_NEGATIVE = re.compile(r"(?<!\S)(?:bust|negative) ")
_OWN_LENGTH = re.compile(r"(?<!\S)(?:suit|card|cards|\d =) (?!support )")
LENGTH_OF = re.compile(r"(?<!\S)\d (?:[+=-] |or[+-] |\d |card |cards |in ){0,9}([♠♥♦♣]) ")
_LENGTH_OF_KIND = re.compile(r"(?<!\S)\d (?:[+=-] |card |cards )+(?:majors?|minors?) ")
_PROMISED = re.compile(
    r"(?<!no )(?<!not )(?<!no a )(?<!not a )(?<!\S)(\d+) (?:[+=-] |or\+ )*(?:card|cards|suit|[♠♥♦♣]) "
)
_OWN_CARDS = re.compile(r"(?<!\S)\d (?:[+=-] |or[+-] |\d ){0,9}cards? ")
#: Points beside which a bare number is a length; so it is beside natural.
_POINTS_SAID = re.compile(
    r"(?<!\S)(?:hcp|natural|weak 2|game|gf|fg|nf|nonforcing|non forcing|inv\w*|slam"
    r"|[0-9]+ (?:- |to )(?:9|1\d|2\d)|(?:1\d|2\d) (?:\+|- ?\d)) "
)
_BARE_LENGTH = re.compile(
    r"(?<!\S)[34] \+ (?!(?:[♠♥♦♣]|hcp|cards?|suit|support|any\w+|major|minor|in|-|of|or) )"
    r"|(?<![-/] )(?<!\S)[4-7] (?=$|[,;.)] |and )"
)
_TWO_BARE = re.compile(r"(?<!\S)([3-9]) (?:\+|or\+) (?=[,;.)]|$|(?:forcing|forces|f) )")
_NUMBERS = re.compile(r"\d+(?! round)")
_TWINS = re.compile(r"(?<!\S)(?:22|33) ")
_TWO_DIGITS = re.compile(r"(?<!\S)\d\d+ ")
_SUPPORT_CARDS = re.compile(r"(?<!\S)(?:\d (?:[+-] |or\+ )?(?:- )?(?:cards? )?|no )(?:support|fit) ")
#: Nobody has six cards in both majors.
_UNNUMBERED = re.compile(
    r"(?<!\S)(?:[♠♥♦♣]|major|minor|suits?|suiter|suited|transfer|multi|support|fit|raise) "
)
#: Words beside which ten may be a card.
_HONOURS = re.compile(r"(?<!\S)(?:[akqjt]+|ace|king|queen|jack|ten|honours?|hcp|keycard|control) ")


def text_of(tokens: Iterable[Token]) -> str:
    """Return the words, also those of amounts, each with a blank after it."""
    return "".join(f"{word} " for word in plain_words(tokens))


class PointNumbers(NamedTuple):
    """The numbers that mean points without a noun, beside those that always do.

    Those are ranges that end at ``least`` or above, have no end and begin with ``open_least`` or above, or go
    from none to ``highest`` or above, and if it ``is_lone``, the only number of two digits. Those of three
    numbers and more end at ``least_wide`` or above. The lower part, or the upper one, of what the player has
    ``shown`` before are points as well.
    """

    least: int = FULL_HAND
    highest: int = FULL_HAND
    is_lone: bool = False
    open_least: int = FULL_HAND
    least_wide: int = FULL_HAND
    shown: tuple[int, int] | None = None


class RowContext:
    """What the meaning of a phrase may depend on in its row, beside what the auction says of its ``call``.

    The call is asked about what a phrase depends on, and nothing else. ``own_words`` are the words that are
    about it, and ``artificial`` those of calls that are not about their suit.
    """

    def __init__(
        self,
        tokens: Sequence[Token] = (),
        own_words: Set[str] = frozenset(),
        call: CallContext = _ANY_CALL,
        artificial: Set[str] = frozenset(),
    ) -> None:
        self.call = call
        self._text = text_of(tokens)
        self._words = own_words
        self._artificial = artificial
        self.has_singleton = "singleton" in own_words
        self.names_suits = not own_words.isdisjoint(SUIT_OF)

    @property
    def is_asked(self) -> bool:
        """Return whether anything was read by the suit of the call; else it means the same of another one."""
        return not {"own", "subject"}.isdisjoint(vars(self))

    def of_another_suit(self) -> RowContext:
        """Return the row as one that is not about the suit of its call."""
        row = copy(self)
        row.own, row.subject = None, _subject(self._text, None)
        return row

    @cached_property
    def _is_artificial(self) -> bool:
        if not self._words.isdisjoint(self._artificial) and not self.call.is_raise:
            return True
        # Over 1NT, 2C is for any one-suiter.
        is_suiter = not self._words.isdisjoint(_SUITERS) and self._words.isdisjoint(SUIT_OF)
        return is_suiter and self.call.bid in _MINORS and self.call.begins("(1N)-")

    @cached_property
    def _of_call(self) -> Suit | None:
        return None if self._is_artificial else self.call.own

    @cached_property
    def _names_length(self) -> bool:
        bid = self.call.bid
        return bid is None or bid.symbol in self._words or _OWN_LENGTH.search(self._text) is not None

    @cached_property
    def own(self) -> Suit | None:
        """Return the suit of the call where the call is about it."""
        return self._of_call

    @cached_property
    def transferred(self) -> Suit | None:
        """Return the suit that a transfer is to."""
        if "transfer" not in self._words or not self._is_artificial:
            return None
        named = {SUIT_OF[one or other] for one, other in _TRANSFERS.findall(self._text)}
        return (named.pop() if len(named) == 1 else None) if named else self.call.transfer

    @cached_property
    def subject(self) -> Suit | None:
        """Return the one suit that the description calls long."""
        return _subject(self._text, self._of_call)

    @cached_property
    def short(self) -> Suit | None:
        """Return the suit of a call that is not long there."""
        call = self.call
        if "splinter" in self._words:
            return call.bid
        if "natural" in self._words or call.is_opening or self._names_length:
            return None
        # Nobody is short in a suit that he has bid before.
        return None if call.is_raise or call.bid in call.mine else call.bid

    @cached_property
    def raised(self) -> Suit | None:
        """Return the suit that an artificial raise is of."""
        is_raise = not self._words.isdisjoint(_RAISES) and self._is_artificial
        return self.call.support if is_raise else None

    @property
    def names_raise(self) -> bool:
        """Return whether it is a raise by its name; a fit jump has cards of its own suit as well."""
        return not self._words.isdisjoint(_RAISES - {"fit", "splinter", "support"})

    @cached_property
    def counted(self) -> Suit | None:
        """Return the suit of a transfer over notrump that has no length yet."""
        has_lengths = LENGTH_OF.search(self._text) or _OWN_CARDS.search(self._text)
        return self.transferred if not has_lengths and self.call.is_over_notrump else None

    @cached_property
    def main(self) -> Suit | None:
        """Return the long suit beside which another one is a side suit."""
        return _main_suit(self._text, self._of_call, self.call)

    @cached_property
    def two_suits(self) -> tuple[Suit, ...]:
        """Return the two suits that alone are named, ``!c and !s``, or that the player has bid: 1♥ and 3♣."""
        if named := set(_ANY_SUIT.findall(self._text)):
            pair = _TWO_SUITS.search(self._text)
            return (
                tuple(SUIT_OF[sign] for sign in pair.groups()) if pair and named == {*pair.groups()} else ()
            )
        own, mine = self._of_call, self.call.mine
        is_second = own is not None and len(mine) == 1 and own not in self.call.bid_by_anyone
        return (*mine, own) if own and is_second else ()

    @cached_property
    def numbers(self) -> PointNumbers:
        """Return the numbers that mean points."""
        return _point_numbers(self._text, self._of_call, self.call)

    @cached_property
    def bare(self) -> range:
        """Return the numbers such as ``5+`` that are lengths of the suit of the call."""
        own = self._of_call
        return _bare_lengths(self._text, own, self.call) if own and not self._names_length else range(0)

    @cached_property
    def alone(self) -> frozenset[int]:
        """Return the numbers without a plus that are lengths of the suit of the call.

        After "5-7 hcp", a "7" may be points.
        """
        lengths = _lone_lengths(self.call) if self._of_call and not self._names_length else ()
        least, most = self.call.mine_points or (MAX_POINTS, 0)
        return frozenset(number for number in lengths if not least <= number <= most)

    @cached_property
    def longest(self) -> int:
        """Return the greatest number of cards that the description promises."""
        is_denied = not self._words.isdisjoint(("no", "not"))
        return max(map(int, _PROMISED.findall(self._text)), default=0) if is_denied else 0

    @cached_property
    def has_keycards(self) -> bool:
        """Return True if it counts key cards."""
        return "keycard" in self._words or self.call.asked is not None


def _bare_lengths(text: str, own: Suit, call: CallContext) -> range:
    """Return the numbers alone that are lengths of the suit of the call: ``4+``, and ``5+`` beside points."""
    both = list(map(int, _TWO_BARE.findall(text)))
    if len(both) == 2 and len(set(both)) == 2 and len(_NUMBERS.findall(text)) == 2:
        # "5+, 6+" and "6+, 4+": cards and points, of which four are cards.
        length = min(both) if min(both) < 5 else both[0]
        return range(length, length + 1)
    if _POINTS_SAID.search(text):
        return range(2 if own in _MINORS else 3, 8)
    return range(3, 6) if call.is_one and call.is_opening else range(3, 5)


def _lone_lengths(call: CallContext) -> range:
    """Return the numbers without a plus that are lengths; those of answers may be key cards."""
    if call.is_game and not call.is_opening:
        return range(0)
    return range(3 if call.is_raise else 4, 8)


def _subject(text: str, own: Suit | None) -> Suit | None:
    """Return the only suit of five or more cards; where none is named, that of the call."""
    suits = set(_LONG_SUIT.findall(text))
    if not suits:
        return own if _OWN_LENGTH.search(text) else None
    return SUIT_OF[suits.pop()] if len(suits) == 1 else None


def _main_suit(text: str, own: Suit | None, call: CallContext) -> Suit | None:
    """Return the suit beside which another is a side suit: the long one, or that of the first bid."""
    named = {SUIT_OF[sign] for sign in _LONG_SUIT.findall(text)}
    if not named and own and call.is_opening:
        return own
    # Clubs may be the side suit of a bid of clubs.
    is_other = call.is_natural and not named <= {call.bid}
    return next(iter(named)) if len(named) == 1 and not is_other else None


def _point_numbers(text: str, own: Suit | None, call: CallContext) -> PointNumbers:
    """Return which numbers alone mean points rather than a length, or cards."""
    bid = call.bid
    named = {SUIT_OF[sign] for sign in LENGTH_OF.findall(text)}
    is_said = (
        bid in named
        or (own is not None and _OWN_CARDS.search(text) is not None)
        or (own is not None and not call.is_raise and _BARE_LENGTH.search(text) is not None)
        or (own is not None and not call.is_raise and len(_TWO_BARE.findall(text)) == 2)
        or (call.is_raise and _SUPPORT_CARDS.search(text) is not None)
        # An artificial bid is not about its suit.
        or (bool(named) and not (call.is_natural or call.is_cue))
    )
    is_clear = is_said or bid is None
    least = least_wide = _LEAST_POINTS if is_clear or call.is_low else FULL_HAND
    highest = open_least = FULL_HAND
    if is_clear:
        others = _LENGTH_OF_KIND.sub("", _SUPPORT_CARDS.sub("", LENGTH_OF.sub("", text)))
        # "Bad raise, 3!s, 3-6" of spades says how long they are.
        others = others.replace("raise ", "") if call.is_raise and bid in named else others
        is_open = _UNNUMBERED.search(others) is not None
        highest = _NOT_FEW + is_open
        if not (is_open or call.mine):
            # Six clubs and five diamonds may be bid in notrump.
            least = _LEAST_BESIDE + (bid is None and call.level > 0)
            least_wide = least - 1
            # A response on the one level is made with five points, or six.
            open_least = _LEAST_RESPONSE if bid in named and call.is_one else least
        elif not is_open and bid in named:
            # "4!s, 3-5" after 1H; but "4!h, 5-6" after 1D may be diamonds.
            least_wide = _LEAST_BESIDE - 1
    elif _NEGATIVE.search(text):
        # "Bust, 0-3"
        highest = _NOT_FEW
    if (is_said or bid is None) and (call.partner_points or (0,))[0] >= _FORCING_OPENING:
        # "5+!s, 4+" after 2C
        open_least = _LEAST_OPPOSITE
    # "5-7, good suit", an answer to 2NT; "6-7" may be the suit of before.
    is_answer = call.is_over_notrump and bid not in call.mine and (call.mine_points or (0, 0))[1] < _OPENING
    is_answer = is_answer or _EXTREME.search(text) is not None
    shown = call.mine_points if is_clear or own is None or is_answer else None
    is_lone = (
        len(_TWO_DIGITS.findall(text)) == 1
        # "22, =2524" are the two short suits.
        and not (SHAPE_MARK in text and _TWINS.search(text))
        and _HONOURS.search(text) is None
        and not call.is_opening
        and (bool(named) or not call.is_game)
    )
    return PointNumbers(least, highest, is_lone, open_least, least_wide, shown)
