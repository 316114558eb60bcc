"""One phrase about a hand, such as ``12-14 hcp``, ``5+ !s``, ``no 4-card major`` or ``stopper in hearts``."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from bml_core.bridge import Suit
from bml_core.diagnostics import Location
from bml_core.hands import conditions as c
from bml_core.hands.conditions import MAX_POINTS
from bml_core.hands.descriptions.cursor import Cursor, UnreadableError, WrongShapeError
from bml_core.hands.descriptions.lengths import Amount, read_amount, read_lengths, read_pair, read_two_suiter
from bml_core.hands.descriptions.vocabulary import (
    COUNTED,
    DENIES,
    NUMBERS,
    PAIRS,
    PLURALS,
    POINTS,
    RANKS,
    SHAPE_NAMES,
    SHORT,
)
from bml_core.hands.descriptions.whole_shapes import read_shape

_SHAPELY = frozenset(SHAPE_NAMES) - {"none", "nothing", "anything"}
MOST_HONOURS = 8
"""How often a condition may ask for single cards."""
_EVERY_SUIT = "SHDC"
#: Behind a number, ten is a card.
_NUMBERS_IN_WORDS = frozenset(NUMBERS) - {"ten"}


@dataclass(frozen=True, slots=True)
class Context:
    """The surroundings of a phrase.

    ``own`` is the suit of the call, where the call is about it; ``subject`` is the one suit that the
    description calls long; ``raised`` is the suit that partner bid last, where the call raises it; ``bid``
    is the suit of any call that is no splinter. ``prose`` is a description: not all there is about the hand,
    and numbers may lack their noun. ``at`` returns the place of an offset.
    """

    prose: bool = False
    own: Suit | None = None
    subject: Suit | None = None
    raised: Suit | None = None
    bid: Suit | None = None
    at: Callable[[int], Location] = Location("condition", 1).shifted


class PhraseReader:
    """Read phrases at a cursor; what cannot be read raises UnreadableError."""

    def __init__(self, cursor: Cursor, context: Context) -> None:
        self.cursor = cursor
        self.context = context
        self._denied = False

    # ------------------------------------------------------------ no, not, denies

    def negation(self) -> str:
        """Take a word that negates the next phrase: ``not``, or one that denies, as ``no`` does."""
        cursor = self.cursor
        if cursor.word == "no" and cursor.ahead(1) == "more":
            return ""
        return cursor.take("not", "no", *DENIES) if self.context.prose else cursor.take("not", "no")

    def denied(self, word: str) -> c.Formula:
        """Return the negation of the phrase behind such a word."""
        # Not 4 hearts is an exact answer in a condition, and no length to a player.
        self._denied = word != "not" or self.context.prose
        parts = [self.phrase()]
        while self._denied and self._lists_noun():
            self.cursor.take("or")
            parts.append(self.phrase())
        if self._denied and self.cursor.word == "or":
            message = "This or can be read in two ways after no."
            hint = "Write no before each phrase, or put what no belongs to in brackets."
            raise UnreadableError("BML611", message, self.cursor.offset, hint)
        if self.context.prose and (self._reaches_over_and() or self._reaches_over_shape(parts)):
            raise self.cursor.unknown("Write no before each phrase.")
        self._denied = False
        return ~c.any_of(parts)

    def _reaches_over_and(self) -> bool:
        """Return True if ``and`` and a number of cards follow: ``no 4!s and 3!h`` may deny one or both."""
        cursor = self.cursor
        if cursor.word not in ("and", "&") or cursor.ahead(1) in ("no", "not", *DENIES):
            return False
        at = cursor.at
        cursor.at += 1
        try:
            behind = self.phrase()
        except (UnreadableError, WrongShapeError):
            return False
        finally:
            cursor.at = at
        return any(not isinstance(leaf, c.Points) for leaf in behind.leaves)

    def _reaches_over_shape(self, parts: Iterable[c.Formula]) -> bool:
        """Return True if a shape follows points: ``no 12-14 bal`` denies both together."""
        is_points = any(isinstance(leaf, c.Points) for part in parts for leaf in part.leaves)
        return is_points and self.cursor.word in _SHAPELY

    def _lists_noun(self) -> bool:
        """Return True if ``or`` and a noun without a number follow: ``no singleton or void``."""
        noun = self.cursor.ahead(1).removesuffix("s")
        return self.cursor.word == "or" and (noun in SHORT or noun in RANKS)

    # ------------------------------------------------------------ phrases

    def phrase(self) -> c.Formula:
        """Return the condition of the phrase that follows."""
        cursor = self.cursor
        if self.names_cards():
            ranks = self._ranks()
            return c.honours(len(ranks), len(ranks), ranks, self._in_suit())
        cursor.take("a", "an")
        word = cursor.word
        shape = read_shape(cursor, self.context.at, prose=self.context.prose)
        if shape is not None:
            return shape
        if word in SHAPE_NAMES:
            cursor.at += 1
            return SHAPE_NAMES[word]()
        if cursor.suit is not None:
            return self._suit_phrase()
        if cursor.take("stopper"):
            return c.stopper(self._in_suit())
        if cursor.take("good"):
            return c.good_suit(self._suit())
        if word.removesuffix("s") in SHORT:
            return self._short()
        if word in ("short", "shortness"):
            return self._shortness()
        if self._names_rank(word):
            return self._rank()
        return self.special() or self._counted()

    def _names_rank(self, word: str) -> bool:
        if self._denied:
            return word.removesuffix("s") in RANKS
        # Ten is a number, too.
        return word in RANKS and (word != "ten" or self.cursor.ahead(1) in ("in", "of"))

    def special(self) -> c.Formula | None:
        """Return the condition of a phrase about both majors or both minors, None if none follows."""
        cursor = self.cursor
        if cursor.word == "both" and cursor.ahead(1) in PAIRS and cursor.ahead(2) == "stopped":
            pair = PAIRS[cursor.ahead(1)]
            cursor.at += 3
            return c.all_of(c.stopper(suit) for suit in pair)
        return read_two_suiter(cursor)

    def names_cards(self) -> bool:
        """Return True if the next words are cards of a suit, such as AK in hearts (``a`` is an article)."""
        word = self.cursor.word
        return bool(word) and self.cursor.ahead(1) in ("in", "of") and set(word.upper()) <= set(c.HONOURS)

    def _suit_phrase(self) -> c.Formula:
        cursor = self.cursor
        suit = self._suit()
        if cursor.take("stopped", "stopper"):
            return c.stopper(suit)
        if cursor.take("longest"):
            return c.all_of(c.longer(suit, other, ">=") for other in c.SUIT_ORDER if other is not suit)
        if cursor.take("longer"):
            if not cursor.take("than"):
                raise cursor.unknown("Write longer than and a suit.")
            sign = ">"
        else:
            sign = cursor.take(*c.COMPARISONS, "==").replace("==", "=")
            if not sign:
                raise cursor.unknown("After a suit, write stopped, longest, or > and another suit.")
        return c.longer(suit, self._suit(), sign)

    def _short(self) -> c.Formula:
        word = self.cursor.take(self.cursor.word).removesuffix("s")
        length = SHORT[word]
        if self.cursor.word in ("in", "of") or self.cursor.suit is not None:
            self.cursor.take("in", "of")
            return c.cards(length, length, self._suit())
        if (
            self.cursor.word == "or"
            and self.cursor.ahead(1) in SHORT
            and self.cursor.ahead(2) in ("in", "of")
        ):
            # The suit belongs to both: void or singleton in hearts.
            self.cursor.take("or")
            other = SHORT[self.cursor.take(*SHORT)]
            suit = self._in_suit()
            return c.cards(length, length, suit) | c.cards(other, other, suit)
        if word == "stiff" or self.names_cards() or self.cursor.word in RANKS:
            raise self.cursor.no_suit()
        return c.shortness(length, word)

    def _shortness(self) -> c.Formula:
        """Return the condition of at most one card, in a suit or in some suit."""
        cursor = self.cursor
        word = cursor.take("short", "shortness")
        if word == "shortness" and cursor.word not in ("in", "of"):
            return c.shortness(1, "singleton") | c.shortness(0, "void")
        cursor.take("in", "of")
        if word == "short" and cursor.suit is not None and cursor.suit is self.context.bid:
            # A short club is one that may be bid with two or three.
            raise cursor.unknown("Write how many cards it has at least.")
        return c.cards(0, 1, self._suit())

    def _rank(self) -> c.Formula:
        word = self.cursor.take(self.cursor.word).removesuffix("s")
        if self._denied and self.cursor.word not in ("in", "of"):
            return c.tally(1, 4, RANKS[word], _EVERY_SUIT, f"{word}s")
        return c.honours(1, 1, RANKS[word], self._in_suit())

    # ------------------------------------------------------------ numbers, and what they count

    def _counted(self) -> c.Formula:
        cursor = self.cursor
        amount = read_amount(cursor)
        if cursor.word in _NUMBERS_IN_WORDS or (cursor.word.isdecimal() and cursor.ahead(1) in ("-", "card")):
            return self._one_of_such(amount)
        if cursor.take_all("high", "card", "points") or cursor.take(*POINTS):
            return self._points(amount)
        counted = self._lengths(amount) or self._cards_of(amount)
        if counted is not None:
            return counted
        if self.context.prose and (amount.reads_as_points or cursor.word in _SHAPELY):
            return _some(c.points, amount.within(MAX_POINTS, _MOST_HCP))
        if cursor.word in ("major", "minor", "suit"):
            raise cursor.unknown(f"Write {amount.low}-card {cursor.word}.")
        hint = _FOUR_LENGTHS if len(amount.digits) == 4 else _AFTER_NUMBER
        raise cursor.unknown(hint, (*COUNTED, *PLURALS, *PAIRS))

    def _points(self, amount: Amount) -> c.Formula:
        if self.cursor.word != "in":
            return _some(c.points, amount.within(MAX_POINTS, _MOST_HCP))
        ranges = amount.within(10, "A suit has at most 10 hcp")
        suit = self._in_suit()
        worth = {"A": 4, "K": 3, "Q": 2, "J": 1}
        return c.any_of(c.weighted(*bounds, worth, [suit], f"hcp in {suit.word}") for bounds in ranges)

    def _lengths(self, amount: Amount) -> c.Formula | None:
        own = [self.context.own] if self.context.own else [] if self.context.prose else list(c.SUIT_ORDER)
        return read_lengths(
            self.cursor, amount, own, self.context.raised, denied=self._denied, prose=self.context.prose
        )

    def _one_of_such(self, amount: Amount) -> c.Formula:
        """Return the condition of ``at least one four-card major``."""
        cursor = self.cursor
        if not amount.is_some:
            raise cursor.unknown(_AFTER_NUMBER)
        pair = read_pair(cursor, read_amount(cursor))
        if pair is None:
            raise cursor.unknown("Write such as at least one 4-card major.")
        return pair

    def _cards_of(self, amount: Amount) -> c.Formula | None:
        """Return the condition on keycards, controls, aces, or some of the honours of a suit."""
        cursor = self.cursor
        if cursor.take("keycards", "keycard"):
            bounds_of = amount.within(5, "There are 5 keycards")
            suit = self._in_suit()
            return c.any_of(c.keycards(*bounds, suit) for bounds in bounds_of)
        if cursor.take("controls", "control"):
            worth = {"A": 2, "K": 1}
            bounds_of = amount.within(12, "There are 12 controls")
            return c.any_of(c.weighted(*each, worth, _EVERY_SUIT, "controls") for each in bounds_of)
        if cursor.take("of"):
            return self._honours(amount)
        word = cursor.word.removesuffix("s")
        if word not in RANKS:
            return None
        cursor.at += 1
        bounds_of = amount.within(4, f"There are 4 {word}s")
        return c.any_of(c.tally(*each, RANKS[word], _EVERY_SUIT, f"{word}s") for each in bounds_of)

    def _honours(self, amount: Amount) -> c.Formula:
        cursor = self.cursor
        cursor.take("the")
        if cursor.take("top"):
            return self._top_honours(amount)
        ranks = self._ranks()
        bounds_of = amount.within(len(ranks), f"{ranks} are {len(ranks)} cards")
        suit = self._in_suit()
        return c.any_of(c.honours(*each, ranks, suit) for each in bounds_of)

    def _top_honours(self, amount: Amount) -> c.Formula:
        """Return the condition of ``two of the top three honours``: two or three, in the long suit."""
        cursor = self.cursor
        number = cursor.take("three", "3", "five", "5")
        if not number or not cursor.take("honours", "honors", "cards"):
            raise cursor.unknown("Write such as two of the top three honours.")
        ranks = "AKQ" if number in ("three", "3") else c.HONOURS
        suit = self._in_suit() if cursor.word in ("in", "of") else self.context.subject
        if suit is None:
            raise cursor.unknown("Write in and a suit.")
        bounds = amount.within(len(ranks), f"These are {len(ranks)} cards")
        if amount.is_exact:
            bounds = ((bounds[0][0], len(ranks)),)
        return c.any_of(c.honours(*each, ranks, suit) for each in bounds)

    # ------------------------------------------------------------ words

    def _ranks(self) -> str:
        word = self.cursor.word.upper()
        if not word or not set(word) <= set(c.HONOURS) or len(set(word)) < len(word):
            raise self.cursor.unknown("Write letters of AKQJT, each once, such as AKQ.")
        self.cursor.at += 1
        return "".join(sorted(word, key=c.HONOURS.index))

    def _in_suit(self) -> Suit:
        if not self.cursor.take("in", "of"):
            raise self.cursor.unknown("Write in and a suit.")
        return self._suit()

    def _suit(self) -> Suit:
        suit = self.cursor.take_suit()
        if suit is None:
            raise self.cursor.no_suit()
        return suit


_AFTER_NUMBER = "After a number, write hcp, a suit, or what is counted, such as aces."
_FOUR_LENGTHS = "Write 4-4-3-2, or 4=4=3=2 for spades to clubs."
_MOST_HCP = "A hand has at most 37 hcp"


def _some(make: Callable[[int, int], c.Formula], ranges: Iterable[tuple[int, int]]) -> c.Formula:
    return c.any_of(make(low, high) for low, high in ranges)


def questions(condition: c.Formula) -> int:
    """Return how often a condition asks for single cards; what has a name asks once."""
    if isinstance(condition, c.All | c.AnyOf):
        return sum(map(questions, condition.parts))
    if isinstance(condition, c.Not):
        return questions(condition.part)
    return int(condition.has_honours)
