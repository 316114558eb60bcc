"""The parts of a clause, between two commas: what each says, and how far ``or`` and ``if`` reach."""

from __future__ import annotations

import re
from collections.abc import Set
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache

from bml_core.bridge import FULL_HAND, Suit
from bml_core.hands import conditions as c
from bml_core.hands.descriptions.auction_words import Situation, Word
from bml_core.hands.descriptions.expressions import (
    BOUNDS,
    NOUNS,
    ExpressionReader,
    Item,
    Side,
    any_side,
    are_alike,
    kinds_of,
)
from bml_core.hands.descriptions.numbers import WrongShapeError
from bml_core.hands.descriptions.patterns import Context, Numbers, Pattern, RowContext, Words
from bml_core.hands.descriptions.tokens import SIGN_OF, SUIT_OF, tokens_of
from bml_core.hands.descriptions.words import Vocabulary, phrases_of
from bml_core.hands.shapes import UnreadableError

_MOST_PARTS = 8_192
_LONG_SUIT = re.compile(r"(?<!\S)(?:[5-9]|1[0-3]) (?:\+ |= |- |card |cards |in )*([♠♥♦♣])")
_TRANSFERS = re.compile(r"transfer (?:to )?([♠♥♦♣])|([♠♥♦♣]) transfer ")
_OWN_LENGTH = re.compile(r"(?<!\S)(?:suit|card|cards|\d =) (?!support )")
LENGTH_OF = re.compile(r"(?<!\S)\d (?:[+=-] |or[+-] |\d |card |cards |in )*([♠♥♦♣]) ")
_PROMISED = re.compile(
    r"(?<!no )(?<!not )(?<!no a )(?<!not a )(?<!\S)(\d+) (?:[+=-] |or\+ )*(?:card|cards|suit|[♠♥♦♣]) "
)
_OWN_CARDS = re.compile(r"(?<!\S)\d (?:[+=-] |or[+-] |\d )*cards? ")
_TWO_DIGITS = re.compile(r"(?<!\S)\d\d+ ")
_SUPPORT_CARDS = re.compile(r"(?<!\S)(?:\d (?:[+-] |or\+ )?(?:- )?(?:cards? )?|no )(?:support|fit) ")
#: Nobody has six cards in both majors.
_UNNUMBERED = re.compile(
    r"(?<!\S)(?:[♠♥♦♣]|major|minor|suits?|suiter|suited|transfer|multi|support|fit|raise) "
)
#: Words beside which ten may be a card.
_HONOURS = re.compile(r"(?<!\S)(?:[akqjt]+|ace|king|queen|jack|ten|honours?|hcp|keycard|control) ")
#: No suit of a call up to the two level is as long as this; beside its length, another number means points.
_LOW, _LEAST_POINTS, _LEAST_BESIDE, _LEAST_RESPONSE = 2, 8, 6, 5
#: A suit of none up to as many cards tells nothing; from this level on, a number may be a response.
_NOT_FEW, _GAME = 3, 4
#: A ``spade ask`` is about spades that partner may have; what ``asks`` may show what stands before.
_NOUNS_OF_ASKING = frozenset(("ask", "inquiry", "enquiry", "question", "query"))


class Kind(Enum):
    """What a part does."""

    SAYS = "says something of the hand"
    SILENT = "says nothing of it"
    PERMITS = "permits hands that it includes anyway"
    ASKS = "asks partner, and says nothing"
    LEFT = "is left over"
    REACHES = "is left over, and the parts around it are as well"


@dataclass(frozen=True, slots=True)
class Part:
    """A part from word ``begin`` to ``end``.

    ``condition`` is what its figures say, None if it has none, and ``kinds`` what that is about; ``items``
    are its phrases, whose words are counted from ``begin``. It is an ``alternative`` if it begins with
    ``or``, a ``choice`` with ``or`` inside, ``mixed`` with ``and`` as well and no brackets, ``bounded`` after
    ``at least`` and the like, and a ``feature`` if it is of honours and short suits alone. ``impossible``
    is why no hand fits it, if its words say only that.
    """

    begin: int
    end: int
    kind: Kind
    condition: c.Formula | None = None
    items: tuple[Item, ...] = ()
    is_alternative: bool = False
    is_choice: bool = False
    is_mixed: bool = False
    is_bounded: bool = False
    is_feature: bool = False
    kinds: frozenset[str] = frozenset()
    impossible: str = ""

    @property
    def words(self) -> list[Word]:
        """Return the words that the row or the auction must explain."""
        return [item.word for item in self.items if item.word is not None]


def left(part: Part) -> Part:
    """Return the part as one that is left over."""
    return replace(part, kind=Kind.LEFT)


@cache
def _permits(vocabulary: Vocabulary) -> frozenset[tuple[str, ...]]:
    texts = phrases_of(vocabulary.permits)
    return frozenset(
        tuple(token.word for token in tokens_of(text, {}, prose=True, vocabulary=vocabulary))
        for text in texts
    )


@cache
def _parts_of_any_row(vocabulary: Vocabulary) -> dict[object, Part]:
    """Return the parts that were read and mean the same in every row, by their words."""
    return {}


def _at(part: Part, begin: int) -> Part:
    """Return the part as one that begins at another word."""
    return part if begin == part.begin else replace(part, begin=begin, end=part.end - part.begin + begin)


#: How the auction goes on.
_ONWARD = Pattern(
    "then|continue|continues|continuing? as over|after|opposite a|an|the|our? BID opening|response|overcall?"
)


class PartReader:
    """Reads the parts of a text."""

    def __init__(self, words: Words, context: Context, situation: Situation, vocabulary: Vocabulary) -> None:
        self._words = words
        self._context = context
        self._reader = ExpressionReader(words, context, situation, vocabulary)
        self._vocabulary = vocabulary
        self._permits = _permits(vocabulary)
        self._known = _parts_of_any_row(vocabulary)

    def read(self, begin: int, end: int) -> Part:
        """Return the part from word ``begin`` to ``end``; what means the same in every row is read once."""
        tokens = self._words.tokens
        around = (tokens[begin - 1].word if begin else "", tokens[end].word if end < len(tokens) else "")
        key = (around, *((token.word, token.written) for token in tokens[begin:end]))
        if part := self._known.get(key):
            return _at(part, begin)
        self._context.is_of_row = False
        part = self._read(begin, end)
        if not self._context.is_of_row:
            if len(self._known) >= _MOST_PARTS:
                self._known.clear()
            self._known[key] = part
        return part

    def _read(self, begin: int, end: int) -> Part:
        words = [token.word for token in self._words.tokens[begin:end]]
        is_alternative = words[0] == "or"
        start = begin + is_alternative
        words = words[is_alternative:]
        if words[-1:] and words[-1] in self._vocabulary.permits_behind and len(words) > 1:
            permitted = self._read(start, end - 1)
            # What no hand may have is denied.
            is_plain = permitted.kind is Kind.SAYS and words[0] not in ("no", "not")
            kind = Kind.PERMITS if is_plain else Kind.LEFT
            return replace(
                permitted, begin=begin, end=end, kind=kind, is_alternative=is_alternative, impossible=""
            )
        asked = words.index("ask") if "ask" in words else 0 if words[:1] == ["keycard"] else None
        permit = next((n for n in (3, 2, 1) if tuple(words[:n]) in self._permits), 0)
        plain = words[permit:asked]
        onward = _ONWARD.match(self._words, begin, end)
        if onward and onward.end == end:
            return Part(begin, end, Kind.SILENT)
        reaches = plain[-1:] in (["no"], ["not"]) or not self._vocabulary.conditionals.isdisjoint(plain)
        if permit and reaches:
            return Part(begin, end, Kind.LEFT, is_alternative=is_alternative)
        if reaches or not words or not self._vocabulary.hedges.isdisjoint(plain):
            if not reaches and self._is_silent_hedged(start, end):
                return Part(begin, end, Kind.SILENT, is_alternative=is_alternative)
            kind = Kind.REACHES if reaches else Kind.LEFT
            return Part(begin, end, kind, is_alternative=is_alternative, is_choice="or" in words)
        if asked is not None:
            return self._question(begin, start, start + asked, end)
        part = self._said(begin, start + permit, end)
        if permit and part.kind is Kind.SAYS:
            part = replace(part, kind=Kind.PERMITS)
        is_certain = not (permit or is_alternative)
        return replace(part, is_alternative=is_alternative, impossible=part.impossible if is_certain else "")

    def _is_silent_hedged(self, start: int, end: int) -> bool:
        """Return True for ``usually to play``: what says nothing of any hand says nothing of most, either."""
        if start + 1 >= end or self._words.tokens[start].word not in self._vocabulary.hedges:
            return False
        part = self._said(start, start + 1, end)
        return part.kind is Kind.SILENT and all(word.is_silent for word in part.words)

    def _question(self, begin: int, start: int, asked: int, end: int) -> Part:
        """Return the part of an ask: what it says before ``asks``, and nothing of a ``spade ask``."""
        tokens = self._words.tokens
        behind = [token.word for token in tokens[asked + 1 : end]]
        is_noun = (
            tokens[asked].written.lower() in _NOUNS_OF_ASKING and asked > start and behind[:1] != ["for"]
        )
        is_noun = is_noun or behind[:1] in (["bid"], ["bids"])
        if "with" in behind[:-1] and self._said(
            begin, end - len(behind) + behind.index("with"), end
        ).kind in (Kind.SAYS, Kind.LEFT):
            # The hand that asks with a solid minor has it, or the one that answers.
            return Part(begin, end, Kind.LEFT)
        before = self._said(begin, start, asked) if asked > start else None
        if is_noun:
            rest = asked + 1 + (behind[:1] in (["bid"], ["bids"]))
            if (
                rest < end
                and self._said(begin, rest + (tokens[rest].word in ("or", "and")), end).kind
                is not Kind.SILENT
            ):
                return Part(begin, end, Kind.LEFT)
        if before is not None and before.kind is Kind.LEFT and not is_noun:
            whole = self._said(begin, start, end)
            return whole if whole.kind is Kind.SILENT else replace(before, end=end)
        if before is None or before.kind is not Kind.SAYS or (is_noun and before.kinds != {"points"}):
            return Part(begin, end, Kind.ASKS)
        return replace(before, end=end)

    def _divides(self, number: int) -> bool:
        """Return True for an ``or``, and for a slash with blanks: ``3 spades, 6-9 / 4 spades, 4-6``."""
        tokens = self._words.tokens
        token = tokens[number]
        if token.word != "/" or not 0 < number < len(tokens) - 1:
            return token.word == "or"
        return tokens[number - 1].end < token.start and token.end < tokens[number + 1].start

    def _said(self, begin: int, start: int, end: int) -> Part:
        try:
            sides = self._reader.sides(start, end)
        except (UnreadableError, WrongShapeError):
            is_choice = any(self._divides(number) for number in range(start, end))
            return Part(begin, end, Kind.LEFT, is_choice=is_choice)
        if self._reader.impossible:
            why = self._reader.impossible[0].message if len(sides) == 1 else ""
            return Part(begin, end, Kind.LEFT, is_choice=len(sides) > 1, impossible=why)
        items = tuple(
            Item(item.begin - begin, item.end - begin, item.condition, item.word)
            for side in sides
            for item in side.items
        )
        filled = [side for side in sides if side.conditions]
        if not filled:
            is_silent = len(sides) == 1 or all(item.word and item.word.is_silent for item in items)
            return Part(begin, end, Kind.SILENT if is_silent else Kind.LEFT, items=items)
        is_clear = len(filled) == len(sides) and are_alike(filled) and not any(map(_is_any_of_some, sides))
        is_mixed = len(sides) > 1 and any(side.has_and for side in sides)
        kind = Kind.SAYS if is_clear else Kind.LEFT
        tokens = self._words.tokens
        is_bounded = tokens[start].word in BOUNDS
        words = {token.word for token in tokens[start:end]}
        condition = any_side(filled)
        # Any hand is about the shape.
        shape = frozenset(("shape",) if any(item.condition == c.ANY for item in items) else ())
        kinds = kinds_of(condition) | shape
        return Part(
            begin,
            end,
            kind,
            condition,
            items,
            is_choice=len(sides) > 1,
            is_mixed=is_mixed,
            is_bounded=is_bounded,
            is_feature=words > {"or"} and words <= {"or", *NOUNS},
            kinds=kinds,
        )


def _is_any_of_some(side: Side) -> bool:
    """Return True for ``any game force``: not any hand, but nobody can say which hands force to game."""
    has_words = any(item.word is not None for item in side.items)
    return has_words and bool(side.conditions) and c.all_of(side.conditions) == c.ANY


def is_permitted(part: Part, condition: c.Formula) -> bool:
    """Return True if a permission is of hands that the condition lets in, and widens nothing."""
    permitted = part.condition
    if permitted is None:
        return part.kind is Kind.SILENT
    ways = permitted.parts if isinstance(permitted, c.AnyOf) else (permitted,)
    known = condition.leaves
    return all(
        way.has_honours or condition.has_honours or bool((condition & way).table().reachable())
        for way in ways
    ) and not any(_widens(leaf, other) for leaf in permitted.leaves for other in known)


def _widens(leaf: c.Leaf, known: c.Leaf) -> bool:
    """Return True if a leaf lets in points, or lengths of a suit, that the other one keeps out."""
    if isinstance(leaf, c.Points) and isinstance(known, c.Points):
        return bool(leaf.mask & ~known.mask)
    if isinstance(leaf, c.Length) and isinstance(known, c.Length) and leaf.suit is known.suit:
        return leaf.low < known.low or leaf.high > known.high
    return False


# ---------------------------------------------------------------- what phrases depend on


class RowReader:
    """Finds out what phrases depend on in their row; ``own_words`` are those that are about its call."""

    def __init__(self, text: str, own_words: Set[str], situation: Situation, artificial: Set[str]) -> None:
        self._text = text
        self._own_words = own_words
        self._situation = situation
        self._artificial = artificial

    def row(self) -> RowContext:
        """Return what phrases depend on."""
        situation, words = self._situation, self._own_words
        is_artificial = not words.isdisjoint(self._artificial) and not situation.is_raise
        own = situation.bid if situation.is_natural and not is_artificial else None
        bid = situation.bid
        names_length = bid is None or SIGN_OF[bid] in words or _OWN_LENGTH.search(self._text)
        # Nobody is short in a suit that he has bid before.
        is_ours = situation.is_raise or bid in situation.mine
        is_short = not (situation.is_opening or is_ours or names_length or "natural" in words)
        transferred = self._transferred() if is_artificial and "transfer" in words else None
        return RowContext(
            own=own,
            bid=bid,
            choices=situation.choices,
            mine=situation.mine,
            transferred=transferred,
            counted=transferred if situation.is_over_notrump and not self._has_lengths() else None,
            subject=self.subject(own),
            main=self._main(own),
            unbid=tuple(set(Suit) - situation.bid_by_anyone) if situation.bid_by_anyone else (),
            short=bid if is_short or "splinter" in words else None,
            support=situation.support,
            last=situation.last,
            agreed=situation.agreed,
            numbers=self._numbers(own),
            # What is read alike in most texts is read once.
            has_keycards="keycard" in words,
            has_singleton="singleton" in words,
            level=situation.level,
            longest=self._longest() if "no" in words or "not" in words else 0,
            is_opening=situation.is_opening,
            is_long=bool(situation.mine) or (situation.is_opening and situation.level == 1),
        )

    def _has_lengths(self) -> bool:
        return LENGTH_OF.search(self._text) is not None or _OWN_CARDS.search(self._text) is not None

    def _main(self, own: Suit | None) -> Suit | None:
        """Return the suit beside which another is a side suit: the long one, or that of the first bid."""
        situation = self._situation
        named = {SUIT_OF[sign] for sign in _LONG_SUIT.findall(self._text)}
        if not named and own and situation.is_opening:
            return own
        # Clubs may be the side suit of a bid of clubs.
        is_other = situation.is_natural and not named <= {situation.bid}
        return next(iter(named)) if len(named) == 1 and not is_other else None

    def _longest(self) -> int:
        return max(map(int, _PROMISED.findall(self._text)), default=0)

    def _transferred(self) -> Suit | None:
        """Return the only suit that the words call a transfer to, or that a transfer is to there."""
        named = {SUIT_OF[one or other] for one, other in _TRANSFERS.findall(self._text)}
        if not named:
            return self._situation.transfer
        return named.pop() if len(named) == 1 else None

    def _numbers(self, own: Suit | None) -> Numbers:
        """Return which numbers alone mean points rather than a length, or cards."""
        situation, text = self._situation, self._text
        bid = situation.bid
        named = {SUIT_OF[sign] for sign in LENGTH_OF.findall(text)}
        is_said = (
            bid in named
            or (own is not None and _OWN_CARDS.search(text) is not None)
            or (situation.is_raise and _SUPPORT_CARDS.search(text) is not None)
            # An artificial bid is not about its suit.
            or (bool(named) and not (situation.is_natural or situation.is_cue))
        )
        is_clear = is_said or bid is None
        least = _LEAST_POINTS if situation.level <= _LOW or is_clear else FULL_HAND
        highest = open_least = FULL_HAND
        if is_clear:
            others = _SUPPORT_CARDS.sub("", LENGTH_OF.sub("", text))
            is_open = _UNNUMBERED.search(others) is not None
            highest = _NOT_FEW + is_open
            if not (is_open or situation.mine):
                # Six clubs and five diamonds may be bid in notrump.
                least = _LEAST_BESIDE + (bid is None and situation.level > 0)
                # A response on the one level is made with five points, or six.
                open_least = _LEAST_RESPONSE if bid in named and situation.level == 1 else least
        is_lone = (
            not situation.is_opening
            and (situation.level < _GAME or bool(named))
            and len(_TWO_DIGITS.findall(text)) == 1
            and _HONOURS.search(text) is None
        )
        return Numbers(least, highest, is_lone, open_least)

    def subject(self, own: Suit | None) -> Suit | None:
        """Return the only suit of five or more cards; where none is named, that of the call."""
        suits = set(_LONG_SUIT.findall(self._text))
        if not suits:
            return own if _OWN_LENGTH.search(self._text) else None
        return SUIT_OF[suits.pop()] if len(suits) == 1 else None
