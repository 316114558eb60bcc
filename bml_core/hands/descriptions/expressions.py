"""Expressions: phrases joined by ``and`` and ``or``, as descriptions have them; conditions are nothing else.

::

    expression = side, {"or", side}
    side       = single, {["and" | "with"], single}
    single     = ("not" | "no"), phrase | "(", expression, ")" | phrase | word
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from bml_core._package import checked, text_argument
from bml_core.bridge import Hand, Suit, hand_argument
from bml_core.diagnostics import Diagnostic, Location, Result, did_you_mean
from bml_core.document import Passage
from bml_core.hands import conditions as c
from bml_core.hands import counting
from bml_core.hands.conditions import Formula
from bml_core.hands.descriptions.call_context import CallContext
from bml_core.hands.descriptions.meanings import Phrase, applies, meant, word_index
from bml_core.hands.descriptions.patterns import Match, Pattern, Words
from bml_core.hands.descriptions.phrases import (
    FIGURES,
    POINTS,
    PhraseContext,
    PhraseReader,
    bare_points,
    figure_at,
)
from bml_core.hands.descriptions.tokens import SUIT_OF, Abbreviated, NoHandError, SuitsOfRow, Token, tokens_of
from bml_core.hands.descriptions.vocabulary import ENGLISH, Vocabulary
from bml_core.hands.shapes import UnreadableError

LONGEST = 2_000
"""Characters of a condition."""
DEEPEST = 40
"""How many brackets of a condition may be open."""
MOST_HONOURS = 8
"""How often a condition may ask for single cards."""
_DEEPEST_ASIDE = 3
_SHAPELY = ("balanced", "semi-balanced", "unbalanced", "any", "anything")
_AMOUNT, _SUIT = Pattern("AMOUNT"), Pattern("SUIT")
#: Behind a number of cards, these may be about it.
_BELONGING = frozenset(("to", "maximum", "minimum", "max", "min", "optional"))
NOUNS = frozenset(("void", "singleton", "doubleton", "ace", "king", "queen", "jack", "ten"))
_BOUNDS = frozenset("≥≤<>")
_WORDED = frozenset(("max", "min", "or+", "or-"))
_ARTICLES = frozenset(("a", "an", "the"))
_AFTER_AMOUNT = "After a number, write hcp, a suit, or what is counted, such as aces."
_AFTER_SUIT = "After a suit, write stopped, longest, or > and another suit."
_BEGINNING = "Write a number, a suit, or a word such as balanced."
#: Shorter words are not taken for slips of the pen.
_SHORTEST_SLIP = 4


class Alternative(NamedTuple):
    """What is between two ``or``; ``has_and`` if ``and`` joins it."""

    phrases: tuple[Phrase, ...] = ()
    has_and: bool = False

    @property
    def conditions(self) -> list[c.Formula]:
        """Return the conditions on the hand."""
        return [phrase.condition for phrase in self.phrases if phrase.condition is not None]

    @property
    def kinds(self) -> frozenset[str]:
        """Return what the conditions are about."""
        return frozenset().union(*map(kinds_of, self.conditions))


def is_bound(token: Token) -> bool:
    """Return True for a bound, which may be meant for the next number as well: ``at most``, ``or more``."""
    return token.word[:1] in _BOUNDS or (
        token.amount is not None
        and (token.word[1:2] in _BOUNDS or not _WORDED.isdisjoint(token.word[1:].split("_")))
    )


def kinds_of(condition: c.Formula) -> frozenset[str]:
    """Return what a condition is about: points, shape, single cards."""
    return frozenset(
        "points" if isinstance(leaf, c.Points) else "cards" if leaf.asks_cards else "shape"
        for leaf in condition.leaves
    )


def questions(condition: c.Formula) -> int:
    """Return how often a condition asks for single cards; what has a name asks once."""
    if isinstance(condition, c.All | c.AnyOf):
        return sum(map(questions, condition.parts))
    if isinstance(condition, c.Not):
        return questions(condition.part)
    return int(condition.has_honours)


class ExpressionReader:
    """Reads from word ``at`` on, and raises UnreadableError for what cannot be read."""

    def __init__(
        self,
        words: Words,
        context: PhraseContext = PhraseContext(),  # noqa: B008
        vocabulary: Vocabulary = ENGLISH,
    ) -> None:
        self._words = words
        self._context = context
        self._vocabulary = vocabulary
        self._known = word_index(vocabulary)
        self._begin = 0
        self._depth = 0
        self.at = 0
        self.end = len(words.tokens)
        self.contradictions: list[int] = []
        self.impossible: list[NoHandError] = []

    # ------------------------------------------------------------ words

    @property
    def call(self) -> CallContext:
        """Return what the auction says of the call."""
        return self._context.call

    @property
    def word(self) -> str:
        """Return the next word, "" at the end."""
        return self._words.tokens[self.at].word if self.at < self.end else ""

    def ahead(self, count: int) -> str:
        """Return the word ``count`` places after the next one, "" after the end."""
        return self._words.tokens[self.at + count].word if self.at + count < self.end else ""

    @property
    def offset(self) -> int:
        """Return the offset where the next word begins, or the last one ends."""
        tokens = self._words.tokens
        if self.at < self.end:
            return tokens[self.at].start
        return tokens[self.at - 1].end if self.at else 0

    def take(self, *words: str) -> bool:
        """Take the next word if it is one of these."""
        is_next = bool(self.word) and self.word in words
        self.at += is_next
        return is_next

    def unknown(self, hint: str = _BEGINNING) -> UnreadableError:
        """Return the error of a word that is not understood."""
        if not self.word:
            return UnreadableError("BML611", "The condition ends too early.", self.offset, hint)
        written = self._words.tokens[self.at].written or self.word
        message = f"{written[:40]} is not understood here."
        slip = "" if self._context.prose else _slip(self.word)
        return UnreadableError("BML611", message, self.offset, slip or hint)

    # ------------------------------------------------------------ sides

    def sides(self, begin: int, end: int) -> list[Alternative]:
        """Return what the words from ``begin`` to ``end`` say, as alternatives."""
        self._begin, self.at, self.end = begin, begin, end
        self.impossible = []
        sides = self._sides()
        if self.word and not self._context.likely:
            raise self.unknown()
        return sides

    def whole(self) -> c.Formula:
        """Return the condition of all words, where a comma joins what must all fit."""
        condition = self._listed()
        if self.word == ")":
            raise UnreadableError("BML613", "This ) has no (.", self.offset, "Delete it.")
        return condition

    def _listed(self) -> c.Formula:
        condition = any_side(self._sides())
        while self.take(","):
            offset = self.offset
            condition = self._joined(condition, any_side(self._sides()), offset)
        return condition

    def _joined(self, before: c.Formula, part: c.Formula, offset: int) -> c.Formula:
        """Return both together; keep the place if points and shape show that no hand is left."""
        both = before & part
        if both == c.NONE and c.NONE not in (before, part):
            self.contradictions.append(offset)
        return both

    def _sides(self) -> list[Alternative]:
        sides = [self._side()]
        while self.take("or"):
            sides.append(self._side())
        return sides

    def _side(self) -> Alternative:
        """Return the phrases up to the next ``or``."""
        phrases: list[Phrase] = []
        has_and = False
        while self.word and self.word not in ("or", ",", ")"):
            if self.take("and", "with"):
                has_and = True
            elif phrase := self._skipping(phrases) if self._context.likely else self._single(phrases):
                phrases.append(phrase)
        if self._context.likely:
            return Alternative(tuple(phrases), has_and)
        if not self._context.prose:
            self._check(phrases)
        elif any(_is_choice_of_points(phrase.condition) for phrase in phrases[:-1]):
            # In "6-9 or 10-12 with 4!h", the hearts may belong to both.
            raise self.unknown("Write a comma before it.")
        elif _are_two_ranges([phrase.condition for phrase in phrases]):
            raise self.unknown("Write what the second number is of.")
        return Alternative(tuple(phrases), has_and)

    def _check(self, phrases: Sequence[Phrase]) -> None:
        """Refuse a side of a condition that is empty, and tell one that leaves no hand."""
        if not phrases or self._words.tokens[self.at - 1].word in ("and", "with"):
            raise self.unknown()
        condition: c.Formula = c.ANY
        for phrase in phrases:
            assert phrase.condition is not None
            condition = self._joined(condition, phrase.condition, self._words.tokens[phrase.begin].start)

    def _skipping(self, before: Sequence[Phrase]) -> Phrase | None:
        """Return the next phrase; skip a word that begins none, and what unread ``no`` or bounds reach."""
        begin, token = self.at, self._words.tokens[self.at]
        is_denied = token.word in ("no", "not", "≤", "<") or (token.amount is not None and is_bound(token))
        try:
            return self._single(before)
        except UnreadableError:
            self._depth = 0
            self.at = self.end if is_denied else begin + 1
            return None

    def _single(self, before: Sequence[Phrase]) -> Phrase | None:
        begin = self.at
        if self.word == "(":
            if word := self._known_aside():
                return word
            condition = self._inside()
            said = Alternative(tuple(before))
            if self._context.prose and said.kinds & kinds_of(condition) and not _follows(condition, said):
                raise self.unknown("Write and or or before the brackets.")
            return Phrase(begin, self.at, condition)
        if self._context.prose:
            if word := self._known_word():
                return word
            if self.word in self._vocabulary.fillers and not self._figure():
                self.at += 1
                return None
        condition = self._condition()
        return Phrase(begin, self.at, condition)

    def _condition(self) -> c.Formula:
        """Return the condition of the next phrase, and of what it is denied or promised by."""
        if self.take("promises"):
            return self._promised()
        if self.take("no"):
            return self._denied("no")
        if self.take("not"):
            return self._denied("not")
        return self._phrase()

    def _figure(self) -> tuple[Match, PhraseReader] | None:
        return figure_at(self._words, self.at, self.end) if self.word else None

    def _known_word(self) -> Phrase | None:
        """Take the word that follows, if it is no longer a phrase about the hand."""
        found = list(self._known.matches(self._words, self.at, self.end))
        if not found:
            return None
        # "Natural" goes before "natural game force" where the book has that for other auctions; and the suits
        # of "hearts and a minor" are words only where the auction says what is shown.
        applying = [each for each in found if applies(*each, self._context)]
        if self.word in SUIT_OF and not applying:
            return None
        found = applying or found
        end = max(match.end for match, _ in found)
        found = [each for each in found if each[0].end == end]
        match = found[0][0]
        begin, is_denied = self.at, self.word == "no"
        self.at += is_denied
        figure = self._figure()
        self.at -= is_denied
        if figure and figure[0].end >= match.end:
            return None
        if match.words[0] in _BELONGING and self._is_behind_cards():
            raise self.unknown("Write a comma before it.")
        self.at = match.end
        if self.word.startswith(("≤", "#≤")):
            # Forcing up to 3!h is not a length.
            raise self.unknown("Write a comma before it.")
        meaning, shows = meant(found, self._context)
        named = frozenset((match.suit(),)) if meaning.shows and match.tokens("SUIT") else frozenset()
        suits = self._target() | named
        return Phrase(begin, self.at, shows=shows, meaning=meaning, suits=suits)

    def _known_aside(self) -> Phrase | None:
        """Take a word in brackets, as in ``5+!h (forcing)``."""
        begin = self.at
        if self._context.prose and self.ahead(1) not in ("", *_BELONGING):
            self.at += 1
            word = self._known_word()
            if word and self.take(")"):
                return word._replace(begin=begin, end=self.at)
            self.at = begin
        return None

    def _is_behind_cards(self) -> bool:
        """Return True after a number of cards: ``4 hearts to play`` may be a bid, ``4 hearts max`` fewer."""
        before = self._words.tokens[max(self.at - 2, self._begin) : self.at]
        is_number = len(before) == 2 and before[0].amount and before[0].word[-1].isdecimal()
        return bool(is_number) and before[1].word in (*SUIT_OF, "cards")

    def _target(self) -> frozenset[Suit]:
        """Take the suit that a word is about: ``try in !h``, ``weak two in !h``."""
        joint, suit = self.word, self.ahead(1)
        if joint in ("in", "for", "to") and suit in SUIT_OF:
            self.at += 2
            return frozenset((SUIT_OF[suit],))
        return frozenset()

    # ------------------------------------------------------------ phrases

    def _phrase(self) -> c.Formula:
        """Return the condition of the phrase that follows."""
        found = self._figure()
        if found is None and self.take(*_ARTICLES):
            found = self._figure()
        if found is None or (found[1] is bare_points and not self._context.prose):
            raise self._expected()
        match, meaning = found
        condition = self._meant(match, meaning)
        self.at = match.end
        if self._context.prose and is_bound(match.first) and self._goes_on():
            raise self.unknown("Write at least or at most before each number.")
        return condition

    def _meant(self, match: Match, meaning: PhraseReader) -> c.Formula:
        """Return the condition of a phrase; where a player promises what no hand has, the rest is read."""
        if self._context.prose and meaning not in POINTS and match.is_mixed:
            # In "11-12 or 4 card support", the first are points.
            raise match.refused("Write hcp after the points.")
        if not self._context.likely and any(
            token.amount and token.amount.is_judged for token in match.all_tokens
        ):
            # Which tens are bad in "6 to a bad 10" is judgement.
            raise match.refused("Write the range alone, such as 14-17.")
        try:
            return meaning(match, self._context)
        except NoHandError as error:
            if not self._context.prose or self._context.denied:
                raise
            self.impossible.append(error)
            return c.NONE
        except ValueError as error:
            # "40+ or GF", "4+ (3 only if 9-9-0-0)": such amounts and shapes are of no hand.
            raise match.refused("Correct the numbers.") from error

    def _goes_on(self) -> bool:
        """Return True if another number of cards follows, as in ``at least 5!h or 4!s``."""
        is_number = self.ahead(1).isdecimal() and self.ahead(2) in (*SUIT_OF, "hcp")
        return is_number and self.word in ("and", "or", "with", "/")

    def _expected(self) -> UnreadableError:
        """Return the error of what does not go on as a phrase."""
        for pattern, hint in ((_AMOUNT, _AFTER_AMOUNT), (_SUIT, _AFTER_SUIT)):
            if self.word and (match := pattern.match(self._words, self.at, self.end)):
                self.at = match.end
                return self.unknown(hint)
        return self.unknown()

    def _promised(self) -> c.Formula:
        """Return the condition of what is promised, and refuse exact lengths: they may then be more."""
        condition = self._condition()
        if any(isinstance(leaf, c.Length) and leaf.low == leaf.high for leaf in condition.leaves):
            raise self.unknown("Write such as 4+!h.")
        return condition

    # ------------------------------------------------------------ no, brackets

    def _denied(self, word: str) -> c.Formula:
        """Return the negation of the phrase after ``no`` or ``not``."""
        prose = self._context.prose
        if not prose and self.word in ("no", "not", "("):
            return ~(self._inside() if self.word == "(" else self._condition())
        # Not 4 hearts is an exact answer in a condition, and no length to a player.
        context = self._context
        self._context = replace(context, denied=word != "not" or prose)
        try:
            parts = [self._phrase()]
            while self._context.likely and (other := self._also_denied()):
                parts.append(other)
            while self._context.denied and self.word == "or" and self.ahead(1) in NOUNS:
                self.at += 1
                parts.append(self._phrase())
            if prose and (self.word in ("outside", "elsewhere") or any(map(is_one_number, parts))):
                # "No ten points" are fewer.
                raise self.unknown()
            if self._context.denied and self.word == "or" and not self._context.likely:
                message = "This or can be read in two ways after no."
                hint = "Write no before each phrase, or put the phrases after no in brackets."
                raise UnreadableError("BML611", message, self.offset, hint)
        finally:
            self._context = context
        if (
            prose
            and not self._context.likely
            and (self._reaches_over_cards() or self._reaches_over_shape(parts))
        ):
            raise self.unknown("Write no before each phrase.")
        return ~c.any_of(parts)

    def _also_denied(self) -> c.Formula | None:
        """Take another length that a player denies as well: ``no 4!h or 4!s``."""
        begin = self.at
        try:
            if self.take("or", "and") and kinds_of(other := self._phrase()) == {"shape"}:
                return other
        except UnreadableError:
            pass
        self.at = begin
        return None

    def _reaches_over_cards(self) -> bool:
        """Return True if the denial may reach further: ``no 4!s and 3!h``, ``not 4!s with 5!d``."""
        at = self.at
        while self.word in self._vocabulary.fillers:
            self.at += 1
        joint = self.word
        if not self.take("and", "with"):
            joint = ""
        if self.word in ("", "no", "not"):
            self.at = at
            return False
        try:
            behind = self._phrase()
        except UnreadableError:
            return False
        finally:
            self.at = at
        if joint == "and":
            return any(not isinstance(leaf, c.Points) for leaf in behind.leaves)
        return joint == "with" or is_exact_length(behind)

    def _reaches_over_shape(self, parts: Sequence[c.Formula]) -> bool:
        """Return True if a shape follows points: ``no 12-14 bal`` denies both together."""
        is_points = any(isinstance(leaf, c.Points) for part in parts for leaf in part.leaves)
        return is_points and self.word in _SHAPELY

    def _aside(self) -> list[list[Alternative]]:
        """Return the parts in the brackets of a description, between commas."""
        groups = [self._sides()]
        while self.take(","):
            groups.append(self._sides())
        phrases = [phrase for sides in groups for side in sides for phrase in side.phrases]
        is_clear = all(len(sides) == 1 if len(groups) > 1 else are_alike(sides) for sides in groups)
        if not phrases or any(phrase.is_word for phrase in phrases) or not is_clear:
            raise self.unknown("Write a condition in the brackets.")
        return groups

    def _inside(self) -> c.Formula:
        """Return the condition in brackets."""
        start = self.offset
        self.at += 1
        self._depth += 1
        if self._depth > (_DEEPEST_ASIDE if self._context.prose else DEEPEST):
            message = f"More than {DEEPEST} brackets are open."
            raise UnreadableError("BML614", message, start, "Divide the condition.")
        if self._context.prose:
            condition = c.all_of(map(any_side, self._aside()))
        else:
            condition = self._listed()
        if not self.take(")"):
            raise UnreadableError("BML613", "This ( is not closed.", start, "Write a ) after it.")
        self._depth -= 1
        return condition


def _follows(condition: c.Formula, said: Alternative) -> bool:
    """Return True if all hands that fit what is said fit a condition, which explains it then."""
    others = c.all_of(said.conditions) & ~condition
    return not others.has_honours and not others.table().reachable()


def any_side(sides: Sequence[Alternative]) -> c.Formula:
    """Return the condition that one of the alternatives fits."""
    return c.any_of(c.all_of(side.conditions) for side in sides)


def are_alike(sides: Sequence[Alternative]) -> bool:
    """Return True if alternatives are about the same, so that none reaches over to the others."""
    if len(sides) == 1:
        return True
    kinds = {side.kinds for side in sides}
    *earlier, last = sides
    begins_with_points = len(last.conditions) > 1 and isinstance(last.conditions[0], c.Points)
    if begins_with_points and all(side.kinds == {"shape"} for side in earlier):
        # What comes after the points of the last one is about it alone: "5+!h or 25+ bal".
        return not any(phrase.is_word for side in sides for phrase in side.phrases)
    if all(len(side.conditions) == 1 for side in sides):
        # In "8-9 or slam try with 5+!c", the clubs may belong to both.
        return len(kinds) == 1 or not any(phrase.is_word for side in sides for phrase in side.phrases)
    return len(kinds) == 1 and are_apart(
        [side.conditions for side in sides], are_joined=any(side.has_and for side in sides)
    )


def _is_choice_of_points(condition: c.Formula | None) -> bool:
    """Return True for two ranges of points, but not for ``11 or 12``."""
    return isinstance(condition, c.AnyOf) and any(
        isinstance(part, c.Points) and part.mask & (part.mask - 1) for part in condition.parts
    )


def is_one_number(condition: c.Formula) -> bool:
    """Return True for a single number of points."""
    return isinstance(condition, c.Points) and condition.mask.bit_count() == 1


def _are_two_ranges(conditions: Sequence[c.Formula | None]) -> bool:
    """Return True for points beside points, of which one has an end on both sides: ``5+ with 4-7``."""
    masks = [each.mask for each in conditions if isinstance(each, c.Points)]
    return len(masks) > 1 and not all(mask & 1 or mask >> c.MAX_POINTS for mask in masks)


def are_apart(sides: Sequence[Sequence[c.Formula]], *, are_joined: bool = True) -> bool:
    """Return True if no suit of some alternatives belongs to the next one: ``5+!c with 4!d or 4!s``.

    A longer one may come last if nothing but its order joins it, or if it is about the same suit as the
    shorter one, as in ``6+!c or 5!c and 4!s``.
    """
    for one, other in pairwise(sides):
        short, long = sorted((one, other), key=len)
        rest = long[1:] if long is one and len(long) > len(short) > 1 else ()
        if rest and [kinds_of(each) for each in rest] == [kinds_of(each) for each in short]:
            # In "3+!c with 12-14 bal or 18-19 bal", the clubs may belong to both.
            return False
        if len(short) == len(long) or kinds_of(c.all_of(long)) != {"shape"}:
            continue
        if not (_suits(short) <= _suits(long) or (long is other and not are_joined)):
            return False
    return True


def _suits(conditions: Sequence[c.Formula]) -> set[Suit]:
    """Return the suits that conditions are about; all for a shape."""
    leaves = [leaf for condition in conditions for leaf in condition.leaves]
    if any(not isinstance(leaf, c.Length) for leaf in leaves):
        return set(Suit)
    return {leaf.suit for leaf in leaves if isinstance(leaf, c.Length)}


def is_exact_length(condition: c.Formula) -> bool:
    """Return True for a number of cards in a suit: in ``no 4!s, 3!h``, it may be denied as well."""
    return isinstance(condition, c.Length) and condition.low == condition.high


def _slip(word: str) -> str:
    if len(word) < _SHORTEST_SLIP:
        return ""
    known = {
        word for text, _ in FIGURES for element in text.split() for word in element.strip("?").split("|")
    }
    known = {word for word in known if word.islower()} | {suit.word for suit in Suit}
    return "" if word in known else did_you_mean(word, sorted(known), cutoff=0.7)


# ---------------------------------------------------------------- conditions


def parse_condition(
    text: str,
    location: Location = Location("condition", 1),  # noqa: B008
) -> Result[Formula | None]:
    """Return the formula of a condition, None if it cannot be read; ``location`` is where the text begins.

    >>> str(parse_condition("12-19 HCP, 4+ !s").value)
    '12-19 hcp, 4+ spades'
    >>> print(parse_condition("12-19 hcp, 14+ spades").diagnostics[0])
    condition:1:12: error BML612: A suit has at most 13 cards, not 14. Correct the number.
    """
    further = (Location(location.file, location.line + number) for number in range(1, text.count("\n") + 1))
    return parse_passage(Passage(text, (location, *further)), {})


def parse_passage(
    passage: Passage, suits: SuitsOfRow, abbreviations: Abbreviated = None
) -> Result[Formula | None]:
    """Return the formula of a condition on one or more lines; ``suits`` are its own words for suits."""
    read = _condition(passage.text, tuple(suits.items()), abbreviations)
    return Result(
        read.value,
        tuple(replace(each, location=passage.at(each.location.column - 1)) for each in read.diagnostics),
    )


@lru_cache(maxsize=4096)
def _condition(
    text: str, suits: tuple[tuple[int, tuple[int, Suit]], ...], abbreviations: Abbreviated
) -> Result[Formula | None]:
    """Read a condition, as if it were on one line; many agreements have the same one."""
    start = Location("condition", 1)
    try:
        if len(text) > LONGEST:
            message = f"This condition has more than {LONGEST:,} characters."
            raise UnreadableError("BML614", message, 0, "Divide it.")
        words = Words(tokens_of(text, dict(suits), prose=False, abbreviations=abbreviations))
        reader = ExpressionReader(words)
        condition = reader.whole()
        _check_questions(condition)
    except UnreadableError as error:
        return Result(None, (Diagnostic(error.code, error.message, start.shifted(error.offset), error.hint),))
    message, hint = "No hand fits both this and the condition before it.", "Correct one of them."
    locations = map(start.shifted, reader.contradictions)
    return Result(condition, tuple(Diagnostic("BML615", message, each, hint) for each in locations))


def _check_questions(condition: Formula) -> None:
    if questions(condition) > MOST_HONOURS:
        message = f"This condition asks for single cards more than {MOST_HONOURS} times."
        raise UnreadableError("BML614", message, 0, "Divide it.")
    if condition.has_honours:
        try:
            counting.Partition([condition])
        except counting.TooManyStatesError as error:
            message = "This condition asks for single cards in too many ways to be counted."
            raise UnreadableError("BML614", message, 0, "Divide it.") from error


@dataclass(frozen=True, slots=True, repr=False)
class Condition:
    """A condition on a hand, such as ``15-17 hcp, balanced``.

    Conditions are joined by ``&``, ``|`` and ``~``; on points and lengths, they are equal by meaning.

    >>> notrump = Condition.parse("15-17 hcp, balanced")
    >>> notrump.count
    30897212184
    >>> notrump & ~Condition.parse("a 5-card major")
    Condition.parse('15-17 hcp, balanced, no 5-card major')
    >>> Condition.parse("12-14 hcp or 15-19 hcp") == Condition.parse("12-19 hcp")
    True
    """

    formula: Formula

    @classmethod
    def parse(cls, text: str) -> Condition:
        """Return the condition that is written in words.

        Raises:
            ValueError: The text is not a condition; the message has the location and what to write.
        """
        text_argument(text)
        result = parse_condition(text, Location("text", 1))
        if result.value is None:
            raise ValueError(str(result.diagnostics[0]))
        return cls(result.value)

    @property
    def count(self) -> int:
        """Return how many of the 635,013,559,600 hands fit."""
        return counting.count(self.formula)

    @property
    def share(self) -> float:
        """Return which share of all hands fits, from 0 to 1."""
        return self.count / counting.TOTAL

    def fits(self, hand: Hand | str) -> bool:
        """Return whether a hand, or its text, fits; ``x`` in a hand is a card below the ten.

        Raises:
            TypeError: ``hand`` is of another type.
            ValueError: The hand does not have thirteen different cards.

        >>> Condition.parse("5+ spades, 10-12 hcp").fits("AK843 Q5 KJ4 982")
        False
        """
        return self.formula.fits(hand_argument(hand))

    def __and__(self, other: Condition) -> Condition:
        return Condition(self.formula & other.formula)

    def __or__(self, other: Condition) -> Condition:
        return Condition(self.formula | other.formula)

    def __invert__(self) -> Condition:
        return Condition(~self.formula)

    def __str__(self) -> str:
        return str(self.formula)

    def __repr__(self) -> str:
        return f"Condition.parse({str(self)!r})"


@checked
def count(condition: Condition | str) -> int:
    """Return how many of the 635,013,559,600 hands fit a condition, or its text.

    >>> count("15-17 hcp, balanced")
    30897212184

    Raises:
        ValueError: The text is not a condition.
    """
    return (Condition.parse(condition) if isinstance(condition, str) else condition).count
