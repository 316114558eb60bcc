"""The words of conditions."""

from __future__ import annotations

from collections.abc import Callable

from bml_core.bridge import Suit
from bml_core.hands import conditions as c

SUITS = {
    **dict.fromkeys(("spades", "spade", "s", "!s", "♠", "!♠"), Suit.SPADES),
    **dict.fromkeys(("hearts", "heart", "h", "!h", "♥", "!♥"), Suit.HEARTS),
    **dict.fromkeys(("diamonds", "diamond", "d", "!d", "♦", "!♦"), Suit.DIAMONDS),
    **dict.fromkeys(("clubs", "club", "c", "!c", "♣", "!♣"), Suit.CLUBS),
}
SUIT_WORDS = ("spades", "hearts", "diamonds", "clubs")
NAMES: dict[str, Callable[[], c.Condition]] = {
    **dict.fromkeys(("any", "anything"), lambda: c.ANY),
    **dict.fromkeys(("none", "nothing"), lambda: c.NONE),
    **dict.fromkeys(("balanced", "bal"), c.balanced),
    **dict.fromkeys(("semi-balanced", "semibalanced", "semi-bal"), c.semi_balanced),
    **dict.fromkeys(("unbalanced", "unbal"), c.unbalanced),
}
SHORT = {"void": 0, "singleton": 1, "doubleton": 2}
RANKS = {"ace": "A", "king": "K", "queen": "Q", "jack": "J", "ten": "T"}
NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
DASHES = ("-", "--", "–", "—")
EVERY_SUIT = "SHDC"
SOME_SUITS = {"major": "SH", "minor": "DC", "suit": EVERY_SUIT}
TWO_SUITS = {"majors": ("S", "H"), "minors": ("D", "C")}
COUNTED = ("hcp", "points", "cards", "keycards", "controls", "aces", "kings", "queens", "jacks", "tens")
BEGINNINGS = (*NAMES, *SHORT, "stopper", "good", "shape", *SUIT_WORDS)
