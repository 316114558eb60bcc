"""Patterns of phrases, and what they find in the words of a text.

A pattern is words, ``word?`` that may be missing, ``one|other``, and slots in capitals. It becomes a regular
expression over the words of a text, each with a blank after it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Generic, TypeVar

from bml_core.bridge import Suit
from bml_core.hands.descriptions.tokens import BID_MARK, SHAPE_MARK, SUIT_OF, Amount, Token
from bml_core.hands.shapes import UnreadableError

_SUIT = "[♠♥♦♣] "
#: What says that a suit may be any one, not that of the call.
_UNNAMED = ("any", "some", "unknown", "unspecified", "undisclosed", "unnamed", "unidentified", "undefined")
#: What is said of the honours of a suit.
_QUALITIES = ("good", "bad", "poor", "solid", "semi-solid", "self-sufficient")
_RANGE = r"(?:#\S+|\d+|ten) "
#: Lengths of two suits: "54", "5-4", "5-4+", "5+-4" and "5/4", also after "at least".
#: In "10+ both majors", the number is of points.
_SIDES = (
    r"#?(?:≥_)?(?:[3-9]{2}(?:_(?:or)?\+)?"
    r"|\d(?:_-_\d|(?:_\+)? [-/] #?\d(?:_(?:or)?\+)?|_\+ #?\d(?:_(?:or)?\+)?)) (?:\+ |or\+ |≥ )?"
)
#: The expression of each slot, and what its first word begins with: "#" is any amount.
_SLOTS: dict[str, tuple[str, tuple[str, ...]]] = {
    "AMOUNT": (rf"{_RANGE}(?:or {_RANGE})?", ("#",)),
    "NUMBER": (r"(?:\d+|ten) ", ("#",)),
    "BOUNDED": (r"#(?:[≥≤]|max|min)_(?:\d+|ten) ", ("#",)),
    "SIDES": (_SIDES, ("#",)),
    "EVEN": (r"#(?:≥_)?(?:5_-_5|6_-_6)(?:_(?:or)?\+)? (?:or\+ )?", ("#",)),
    "EXACT_SIDES": (r"#exactly_\d(?:\d|_-_\d) ", ("#",)),
    "SUIT": (_SUIT, tuple(SUIT_OF)),
    "SUITS": (rf"{_SUIT}(?:(?:(?:/|or) )?{_SUIT})*", tuple(SUIT_OF)),
    "QUALITY": (f"(?:{'|'.join(_QUALITIES)}) ", _QUALITIES),
    "TRICKS": (r"#?\d[\w.+-]* (?:- [\d.]+ )?(?:\+ |or\+ )?", ("#", "0")),
    "UNBOUND": ("(?:anymajor|anyminor) ", ("anymajor", "anyminor")),
    "KIND": ("(?:major|minor) ", ("major", "minor")),
    "PAIR": ("(?:majors|minors) ", ("majors", "minors")),
    "RANK": ("(?:ace|king|queen|jack|ten) ", ("ace", "king", "queen", "jack", "ten")),
    "RANKS": ("[akqjt]{1,5} ", ("*",)),
    "UNNAMED": (f"(?:{'|'.join(_UNNAMED)}) ", _UNNAMED),
    "SHORT": ("(?:void|singleton|doubleton) ", ("void", "singleton", "doubleton")),
    "SHAPE": (rf"{SHAPE_MARK}\S+ ", (SHAPE_MARK,)),
    "SHAPES": (rf"{SHAPE_MARK}\S+ (?:(?:,, )?(?:or |/ )?{SHAPE_MARK}\S+ )*", (SHAPE_MARK,)),
    "SIGN": ("(?:>|≥|<|≤|=|!=|longer than) ", ()),
    "GAME": (
        "(?:any )?(?:gf|fg|game force|game forcing|forcing to game) ",
        ("any", "gf", "fg", "game", "forcing"),
    ),
    "SHAPELY": ("(?:balanced|unbalanced|semi-balanced) ", ("balanced", "unbalanced", "semi-balanced")),
    "NT": ("(?:balanced|nt|notrump|no trump) ", ("balanced", "nt", "notrump", "no")),
    "BID": (rf"(?:{BID_MARK}\S+|[1-7] (?:[♠♥♦♣]|anymajor|anyminor)) ", ("#", BID_MARK)),
}
_HONOUR_LETTERS = frozenset("akqjt")
#: First words of slots that are beginnings only.
_BEGINNINGS = frozenset(("#", "0", "*", SHAPE_MARK, BID_MARK))
_WITH_SHAPE = "(?=(?:balanced|unbalanced|semi-balanced|any|anything) )"

_BEGINS = frozenset(("", ",", ";", ".", ":", "(", "and", "with"))
_ENDS = frozenset(("", ",", ";", ".", ")", "and", "or", "with"))

_T = TypeVar("_T")


class Pattern:
    """A pattern, ready to be looked for.

    ``begins`` are the beginnings of its first word; where ``needed`` has words, a text has one of them.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        # One without slots, as most are, is compared word by word: expressions take long to be made.
        self._plain: list[tuple[tuple[str, ...], bool]] = []
        parts: list[str] = []
        begins: list[str] = []
        needed: list[frozenset[str]] = []
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
                self._plain.append((first, element.endswith("?")))
                part = f"(?:{'|'.join(map(re.escape, first))}) "
            parts.append(f"(?:{part})?" if element.endswith("?") else part)
            is_word = name not in _SLOTS or _BEGINNINGS.isdisjoint(first)
            if first and is_word and not element.endswith("?"):
                needed.append(frozenset(first))
            if is_open:
                begins += first
                is_open = element.endswith("?")
        self.begins = frozenset(begins)
        # The first one is there wherever it is looked for: of "natural overcall", the second one tells.
        self.needed = min(reversed(needed), key=len, default=frozenset())
        self._expression = "" if len(self._plain) == len(parts) else "".join(parts)

    @cached_property
    def _match(self) -> Callable[[str, int, int], re.Match[str] | None]:
        # Most patterns of a language begin with words that a text does not have.
        return re.compile(self._expression).match

    def match(self, words: Words, at: int, end: int) -> Match | None:
        """Return the match at a word, None if there is none before the word ``end``."""
        if not self._expression:
            stop = self._end_of_words(words.tokens, at, end)
            return Match(None, words, at, stop) if stop is not None else None
        found = self._match(words.text, words.starts[at], words.starts[end])
        return Match(found, words, at, words.indexes[found.end()]) if found else None

    def _end_of_words(self, tokens: Sequence[Token], at: int, end: int, number: int = 0) -> int | None:
        """Return where the words from one on end, None if they are not there."""
        for named, may_miss in self._plain[number:]:
            number += 1
            is_there = at < end and tokens[at].word in named
            if (
                is_there
                and may_miss
                and (stop := self._end_of_words(tokens, at + 1, end, number)) is not None
            ):
                return stop
            if not may_miss:
                if not is_there:
                    return None
                at += 1
        return at


_pattern = lru_cache(maxsize=8192)(Pattern)


def words_of(pattern: str) -> Iterator[str]:
    """Yield the words of a pattern, and those with which its slots begin."""
    for element in pattern.split():
        name = element.removesuffix("?")
        yield from _SLOTS[name][1] if name in _SLOTS else name.split("|")


class Words:
    """The words of a text, as one text that patterns are looked for in."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens = tokens
        self.present = frozenset([token.word for token in tokens])
        self.text = "".join(f"{token.word} " for token in tokens)
        self.starts = [0]
        for token in tokens:
            self.starts.append(self.starts[-1] + len(token.word) + 1)

    @cached_property
    def indexes(self) -> dict[int, int]:
        """Return the index of each word by where it begins in the text."""
        return {start: number for number, start in enumerate(self.starts)}


class Match:
    """What a pattern has found."""

    __slots__ = ("_found", "_words", "at", "end")

    def __init__(self, found: re.Match[str] | None, words: Words, at: int, end: int) -> None:
        self._found = found
        self._words = words
        self.at = at
        self.end = end

    @property
    def all_tokens(self) -> Sequence[Token]:
        """Return its tokens."""
        return self._words.tokens[self.at : self.end]

    @property
    def words(self) -> list[str]:
        """Return the words."""
        return [token.word for token in self.all_tokens]

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
        if not self._found or name not in self._found.re.groupindex or self._found[name] is None:
            return ()
        begin, end = self._found.span(name)
        return self._words.tokens[self._words.indexes[begin] : self._words.indexes[end]]

    def amount(self, number: int = 1, slot: str = "AMOUNT") -> Amount:
        """Return an amount."""
        first, *others = (token.amount for token in self.tokens(slot, number) if token.amount)
        return first | others[0] if others else first

    @property
    def is_mixed(self) -> bool:
        """Return True if its first amount has two ranges that are hardly of the same."""
        return bool(self.tokens("AMOUNT")) and self.amount().is_mixed

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
        tokens = self.tokens(slot) if slot else self.all_tokens
        written = " ".join(token.written or token.word for token in tokens)
        return UnreadableError("BML611", f"{written[:40]} is not understood here.", self.offset, hint)


def _keys(token: Token) -> list[str]:
    """Return what patterns begin with that a word may begin."""
    word = token.word
    keys = [word]
    if _HONOUR_LETTERS.issuperset(word):
        keys.append("*")
    if token.amount:
        keys.append("#")
    elif word[0].isdigit():
        # 8.5
        keys.append("0")
    if word[0] in (SHAPE_MARK, BID_MARK):
        keys.append(word[0])
    return keys


class PatternIndex(Generic[_T]):
    """Patterns with what they mean, found by their first word."""

    def __init__(self, entries: Iterable[tuple[str, _T]]) -> None:
        self._by_begin: dict[str, list[tuple[frozenset[str], Pattern, _T]]] = {}
        for text, meaning in entries:
            pattern = _pattern(text)
            for begin in pattern.begins:
                self._by_begin.setdefault(begin, []).append((pattern.needed, pattern, meaning))

    def has_beginning(self, token: Token) -> bool:
        """Return True if a pattern may begin with a word, or with an amount."""
        return token.word in self._by_begin or (token.amount is not None and "#" in self._by_begin)

    def matches(self, words: Words, at: int, end: int) -> Iterator[tuple[Match, _T]]:
        """Yield what is found at a word."""
        for key in _keys(words.tokens[at]):
            for needed, pattern, meaning in self._by_begin.get(key, ()):
                if needed and needed.isdisjoint(words.present):
                    continue
                if match := pattern.match(words, at, end):
                    yield match, meaning

    def longest(self, words: Words, at: int, end: int) -> tuple[Match, _T] | None:
        """Return the longest of what is found at a word, the first of these; None if nothing is."""
        return max(self.matches(words, at, end), key=lambda found: found[0].end, default=None)
