"""Patterns of phrases: words, ``word?`` that may be missing, ``one|other``, and slots in capitals.

A pattern becomes a regular expression over the words of a text, each with a blank after it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, NamedTuple, TypeVar

from bml_core.bridge import FULL_HAND, Suit
from bml_core.hands.conditions import Formula
from bml_core.hands.descriptions.numbers import AMOUNT, NUMBER, Amount, read_amount
from bml_core.hands.descriptions.tokens import BID_MARK, SHAPE_MARK, SUIT_OF, Token
from bml_core.hands.shapes import UnreadableError

_SUIT = "[♠♥♦♣] "
UNNAMED = ("any", "some", "unknown", "unspecified", "undisclosed", "unnamed", "unidentified", "undefined")
"""What says that a suit may be any one, not that of the call."""
#: The expression of each slot, and what its first word begins with: "#" is any amount.
_SLOTS: dict[str, tuple[str, tuple[str, ...]]] = {
    "AMOUNT": (AMOUNT, ("#",)),
    "NUMBER": (NUMBER, ("#",)),
    "SIDES": (r"(?:≥ )?(?:\d\d |\d (?:\+ )?[-/] \d |\d \+ \d )(?:\+ |or\+ |≥ (?!\d))?", ("#",)),
    "SUIT": (_SUIT, tuple(SUIT_OF)),
    "SUITS": (rf"{_SUIT}(?:/ {_SUIT})*", tuple(SUIT_OF)),
    "KIND": ("(?:major|minor) ", ("major", "minor")),
    "PAIR": ("(?:majors|minors) ", ("majors", "minors")),
    "RANK": ("(?:ace|king|queen|jack|ten) ", ("ace", "king", "queen", "jack", "ten")),
    "RANKS": ("[akqjt]{1,5} ", ("*",)),
    "UNNAMED": (f"(?:{'|'.join(UNNAMED)}) ", UNNAMED),
    "SHORT": ("(?:void|singleton|doubleton) ", ("void", "singleton", "doubleton")),
    "SHAPE": (rf"{SHAPE_MARK}\S+ ", (SHAPE_MARK,)),
    "SHAPES": (rf"{SHAPE_MARK}\S+ (?:(?:,, )?(?:or |/ )?{SHAPE_MARK}\S+ )*", (SHAPE_MARK,)),
    "SIGN": ("(?:>|≥|<|≤|=|!=|longer than) ", ()),
    "BID": (rf"(?:{BID_MARK}\S+|[1-7] (?:[♠♥♦♣]|anymajor|anyminor)) ", ("#", BID_MARK)),
}
_WITH_SHAPE = "(?=(?:balanced|unbalanced|semi-balanced|any|anything) )"
_AMOUNT_BEGINS = frozenset(
    ["~", "≥", "≤", "<", ">", "between", "exactly", "ten", "max", "min", "maximum", "minimum"]
)


_BEGINS = frozenset(("", ",", ";", ".", ":", "(", "and", "with"))
_ENDS = frozenset(("", ",", ";", ".", ")", "and", "or", "with"))
_FEWEST_POINTS = 10

_T = TypeVar("_T")


class Pattern:
    """A pattern, ready to be looked for; ``begins`` are the beginnings of its first word."""

    def __init__(self, text: str) -> None:
        self.text = text
        parts: list[str] = []
        begins: list[str] = []
        is_open = True
        slots: dict[str, int] = {}
        for element in text.split(" "):
            name = element.removesuffix("?")
            if name == "WITH_SHAPE":
                parts.append(_WITH_SHAPE)
                continue
            if name in _SLOTS:
                expression, first = _SLOTS[name]
                slots[name] = slots.get(name, 0) + 1
                part = f"(?P<{name}{slots[name]}>{expression})"
            else:
                first = tuple(name.split("|"))
                part = f"(?:{'|'.join(map(re.escape, first))}) "
            parts.append(f"(?:{part})?" if element.endswith("?") else part)
            if is_open:
                begins += first
                is_open = element.endswith("?")
        self.begins = frozenset(begins)
        self._expression = "".join(parts)

    @cached_property
    def _match(self) -> Callable[[str, int, int], re.Match[str] | None]:
        # Most patterns of a language begin with words that a text does not have.
        return re.compile(self._expression).match

    def match(self, words: Words, at: int, end: int) -> Match | None:
        """Return the match at a word, None if there is none before the word ``end``."""
        found = self._match(words.text, words.starts[at], words.starts[end])
        return Match(found, words, at) if found else None


class Words:
    """The words of a text, as one text that patterns are looked for in."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens = tokens
        self.text = "".join(f"{token.word} " for token in tokens)
        self.starts = [0]
        for token in tokens:
            self.starts.append(self.starts[-1] + len(token.word) + 1)

    @cached_property
    def numbers(self) -> dict[int, int]:
        """Return the number of each word by where it begins in the text."""
        return {start: number for number, start in enumerate(self.starts)}


class Match:
    """What a pattern has found."""

    __slots__ = ("_found", "_words", "at", "end")

    def __init__(self, found: re.Match[str], words: Words, at: int) -> None:
        self._found = found
        self._words = words
        self.at = at
        self.end = words.numbers[found.end()]

    @property
    def words(self) -> list[str]:
        """Return the words."""
        return [token.word for token in self._words.tokens[self.at : self.end]]

    @property
    def following(self) -> str:
        """Return the word after it, "" at the end."""
        return self._words.tokens[self.end].word if self.end < len(self._words.tokens) else ""

    @property
    def is_first(self) -> bool:
        """Return True if what is before it does not belong to it."""
        return not self.at or self._words.tokens[self.at - 1].word in _BEGINS

    @property
    def is_last(self) -> bool:
        """Return True if what is after it does not belong to it."""
        return self.following in _ENDS

    @property
    def offset(self) -> int:
        """Return where it begins."""
        return self._words.tokens[self.at].start

    @property
    def first(self) -> Token:
        """Return the first word."""
        return self._words.tokens[self.at]

    def tokens(self, slot: str, number: int = 1) -> Sequence[Token]:
        """Return the words in a slot; none if it is empty."""
        name = f"{slot}{number}"
        if name not in self._found.re.groupindex or self._found[name] is None:
            return ()
        begin, end = self._found.span(name)
        return self._words.tokens[self._words.numbers[begin] : self._words.numbers[end]]

    def amount(self, number: int = 1) -> Amount:
        """Return an amount."""
        return read_amount(self.tokens("AMOUNT", number))

    @property
    def is_mixed(self) -> bool:
        """Return True if its first amount has two ranges that are hardly of the same."""
        return "or" in self.words and bool(self.tokens("AMOUNT")) and self.amount().is_mixed

    def suit(self, number: int = 1) -> Suit:
        """Return a suit."""
        return SUIT_OF[self.tokens("SUIT", number)[0].word]

    def suits(self) -> list[Suit]:
        """Return the suits of a list."""
        return [SUIT_OF[token.word] for token in self.tokens("SUITS") if token.word in SUIT_OF]

    def word(self, slot: str, number: int = 1) -> str:
        """Return the only word in a slot, "" if it is empty."""
        return next((token.word for token in self.tokens(slot, number)), "")

    def refused(self, hint: str, slot: str = "") -> UnreadableError:
        """Return the error of a phrase that is not read, or of what is in one of its slots."""
        tokens = self.tokens(slot) if slot else self._words.tokens[self.at : self.end]
        written = " ".join(token.written or token.word for token in tokens)
        return UnreadableError("BML611", f"{written[:40]} is not understood here.", self.offset, hint)


class Numbers(NamedTuple):
    """The numbers that mean points without a noun, beside those that always do.

    Those are ranges that end at ``least`` or above, have no end and begin with ``open_least`` or above, or go
    from none to ``highest`` or above, and if it ``is_lone``, the only number of two digits.
    """

    least: int = FULL_HAND
    highest: int = FULL_HAND
    is_lone: bool = False
    open_least: int = FULL_HAND

    def has_points(self, match: Match) -> bool:
        """Return True if an amount is one of them."""
        amount = match.amount()
        if amount.is_above(self.least) or amount.is_up_to(self.highest):
            return True
        if amount.is_open and amount.is_above(self.open_least):
            return True
        is_number = len(match.words) == 1 and match.words[0].isdecimal() and amount.low >= _FEWEST_POINTS
        is_alone = match.is_first and match.is_last and match.following != "or"
        return self.is_lone and is_number and is_alone


_NO_NUMBERS = Numbers()


@dataclass(frozen=True, slots=True)
class RowContext:
    """What the meaning of a phrase may depend on in its row.

    ``own`` is the suit of the call where the call is about it, ``bid`` that of any call, ``choices`` those of
    its row and ``mine`` those that the player has called before. ``transferred`` is the suit that a transfer
    is to, ``subject`` the one suit that the description calls long; ``short`` is the suit of a call that is
    not long there. ``support`` is partner's suit, ``last`` that of partner's last bid, ``agreed`` the one
    that our side has raised. ``counted`` is the suit of a transfer over notrump that has no length yet, and
    ``main`` the long suit beside which another one is a side suit; ``unbid`` are the suits that nobody has
    bid. ``numbers`` are those that mean points, and ``longest`` is the greatest number of cards that the
    description promises. ``has_keycards`` is True if it counts key cards, ``has_singleton`` if it names a
    singleton, ``is_opening`` if our side has not bid, and ``is_long`` if a suit of six cards may be longer.
    ``level`` is that of the call.
    """

    own: Suit | None = None
    bid: Suit | None = None
    choices: tuple[Suit, ...] = ()
    mine: tuple[Suit, ...] = ()
    transferred: Suit | None = None
    subject: Suit | None = None
    short: Suit | None = None
    support: Suit | None = None
    last: Suit | None = None
    agreed: Suit | None = None
    numbers: Numbers = _NO_NUMBERS
    longest: int = 0
    has_keycards: bool = False
    has_singleton: bool = False
    level: int = 0
    counted: Suit | None = None
    main: Suit | None = None
    unbid: tuple[Suit, ...] = ()
    is_opening: bool = False
    is_long: bool = False


_NO_ROW = RowContext()


class Context:
    """What the meaning of a phrase may depend on.

    ``prose`` is a description: not all there is about the hand, and numbers may lack their noun. ``denied``
    is True after ``no``. ``is_of_row`` becomes True with the first look at the row or the auction: what is
    read without one means the same in every row.
    """

    def __init__(self, row: RowContext = _NO_ROW, *, prose: bool = False) -> None:
        self._row = row
        self.prose = prose
        self.denied = False
        self.is_of_row = False

    @property
    def row(self) -> RowContext:
        """Return what is known of the row."""
        self.is_of_row = True
        return self._row


Meaning = Callable[[Match, Context], Formula]


class Index(Generic[_T]):
    """Patterns with what they mean, found by their first word."""

    def __init__(self, entries: Iterable[tuple[str, _T]]) -> None:
        self._by_begin: dict[str, list[tuple[Pattern, _T]]] = {}
        for text, meaning in entries:
            pattern = Pattern(text)
            for begin in pattern.begins:
                self._by_begin.setdefault(begin, []).append((pattern, meaning))

    def matches(self, words: Words, at: int, end: int) -> Iterator[tuple[Match, _T]]:
        """Yield what is found at a word."""
        word = words.tokens[at].word
        keys = [word, "*"]
        if word[0].isdecimal() or word in _AMOUNT_BEGINS:
            keys.append("#")
        if word[0] in (SHAPE_MARK, BID_MARK):
            keys.append(word[0])
        for key in keys:
            for pattern, meaning in self._by_begin.get(key, ()):
                if match := pattern.match(words, at, end):
                    yield match, meaning

    def longest(self, words: Words, at: int, end: int) -> tuple[Match, _T] | None:
        """Return the longest of what is found at a word, the first of these; None if nothing is."""
        return max(self.matches(words, at, end), key=lambda found: found[0].end, default=None)
