"""Clauses of a description: where it divides into lists, clauses and parts, and what each of these says.

A clause ends at a semicolon, a full stop or a line; its parts are between two commas.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from itertools import accumulate, combinations, pairwise
from typing import NamedTuple

from bml_core.bridge import FULL_HAND, Suit
from bml_core.diagnostics import listed
from bml_core.hands import conditions as c
from bml_core.hands.conditions import MAX_POINTS
from bml_core.hands.descriptions.call_context import CallContext
from bml_core.hands.descriptions.expressions import (
    NOUNS,
    Alternative,
    ExpressionReader,
    any_side,
    are_alike,
    are_apart,
    is_bound,
    is_exact_length,
    is_one_number,
    kinds_of,
)
from bml_core.hands.descriptions.meanings import Phrase, in_phrases, said_in
from bml_core.hands.descriptions.patterns import Pattern, PatternIndex, Words
from bml_core.hands.descriptions.phrases import KINDS, PhraseContext, figure_at
from bml_core.hands.descriptions.tokens import BID_MARK, SUIT_OF, Token, breaks_sentence
from bml_core.hands.descriptions.vocabulary import Need, Vocabulary, vocabulary_of
from bml_core.hands.shapes import UnreadableError

# ------------------------------------------------------------------------------------------- parts


_NO_SLASHES: frozenset[int] = frozenset()
_NOT = frozenset(("no", "not"))
_JOINTS = ("and", "but")
_OTHER_PLAYERS = ("partner", "opener", "responder", "overcaller", "opponents", "they", "he")
#: A ``spade ask`` is about spades that partner may have; what ``asks`` may show what stands before.
_NOUNS_OF_ASKING = frozenset(("ask", "inquiry", "enquiry", "question", "query"))


class PartKind(Enum):
    """What a part does."""

    SAYS = "says something of the hand"
    SILENT = "says nothing of it"
    PERMITS = "permits hands that it includes anyway"
    TENDS = "says what most of its hands have"
    ASKS = "asks partner, and says nothing"
    UNREAD = "is left over"
    REACHES = "is left over, and the parts around it are as well"


class ClausePart(NamedTuple):
    """A part from word ``begin`` to ``end``.

    ``condition`` is what its figures say, None if it has none, and ``kinds`` what that is about; the words of
    its ``phrases`` are counted from ``begin``. It is an ``alternative`` if it begins with
    ``or``, a ``choice`` with ``or`` inside, ``mixed`` with ``and`` as well and no brackets, ``bounded`` after
    ``at least`` and the like, and a ``feature`` if it is of honours and short suits alone. ``impossible``
    is why no hand fits it, if its words say only that.
    """

    begin: int
    end: int
    kind: PartKind
    condition: c.Formula | None = None
    phrases: tuple[Phrase, ...] = ()
    is_alternative: bool = False
    is_choice: bool = False
    is_mixed: bool = False
    is_bounded: bool = False
    is_feature: bool = False
    kinds: frozenset[str] = frozenset()
    impossible: str = ""

    @property
    def words(self) -> list[Phrase]:
        """Return the words that the row or the auction must explain."""
        return [phrase for phrase in self.phrases if phrase.is_word]


def as_unread(part: ClausePart) -> ClausePart:
    """Return the part as one that is left over."""
    return part._replace(kind=PartKind.UNREAD)


@lru_cache(maxsize=16)
def _in_phrases(texts: tuple[str, ...], language: str) -> frozenset[str]:
    return frozenset(in_phrases(text, language) for text in texts)


@lru_cache(maxsize=16)
def _beginnings(texts: frozenset[str]) -> frozenset[str]:
    return frozenset(text.partition(" ")[0] for text in texts)


def with_unread_conditions(parts: Iterable[ClausePart]) -> list[ClausePart]:
    """Return the parts with all left over that has a condition."""
    return [as_unread(part) if part.condition is not None else part for part in parts]


def is_about_others(tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """Return True for a sentence about another player: ``partner may pass with a minimum``."""
    words = [token.word for token in tokens[:3] if token.word != "the"]
    return len(words) > 1 and words[0] in _OTHER_PLAYERS and words[1] in vocabulary.others


@lru_cache(maxsize=16)
def _onward(language: str) -> PatternIndex[None]:
    return PatternIndex((text, None) for text in vocabulary_of(language).onward)


#: What an exception begins with, to what, and the words of one that is about calls.
_BUT = frozenset(("except", "unless", "until", "till"))
_FORCING = frozenset(("gf", "forcing", "force", "f"))
_OF_CALLS = frozenset(
    ("-", "over", "after", "in", "if", "opener", "partner", "responder", "bids", "rebids", "is")
)
_COUNTED, _PARTNERS = Pattern("NUMBER SUIT"), Pattern("opposite AMOUNT hcp?")


class PartReader:
    """Reads the parts of a text; ``slashes`` are the tokens of those with spaces on both sides."""

    def __init__(
        self, words: Words, context: PhraseContext, vocabulary: Vocabulary, slashes: Set[int] = _NO_SLASHES
    ) -> None:
        self._words = words
        self._reader = ExpressionReader(words, context, vocabulary)
        self._vocabulary = vocabulary
        self._permits = _in_phrases(vocabulary.permits, vocabulary.language)
        self._permit_begins = _beginnings(self._permits)
        self._silent = _in_phrases(vocabulary.needs[Need.NOTHING], vocabulary.language)
        self._slashes = slashes

    def read(self, begin: int, end: int) -> ClausePart:
        """Return the part from word ``begin`` to ``end``."""
        words = [token.word for token in self._words.tokens[begin:end]]
        is_alternative = words[0] == "or"
        start = begin + is_alternative
        while start < end and self._words.tokens[start].word in _JOINTS:
            start += 1
        words = words[start - begin :]
        other = self._before_opposite(begin, start, end) if "opposite" in words else None
        if other or (words[:1] in (["no"], ["not"]) and (other := self._denied(begin, start, end, words))):
            return other._replace(is_alternative=is_alternative)
        behind = next((n for n in (2, 1) if " ".join(words[-n:]) in self._vocabulary.permits_behind), 0)
        if 0 < behind < len(words):
            permitted = self.read(start, end - behind)
            # What no hand may have is denied; "4!s too" is of other hands, or of all.
            is_plain = (
                permitted.kind is PartKind.SAYS and words[0] not in ("no", "not") and words[-1] != "too"
            )
            is_permitted = is_plain or permitted.kind is PartKind.PERMITS
            kind = PartKind.PERMITS if is_permitted else PartKind.UNREAD
            return permitted._replace(
                begin=begin, end=end, kind=kind, is_alternative=is_alternative, impossible=""
            )
        asked = words.index("ask") if "ask" in words else 0 if words[:1] == ["keycard"] else None
        permit = self._end_of_permission(words)
        plain = words[permit:asked]
        # "Can be passed" permits no hands.
        is_of_call = (permit and " ".join(words) in self._silent) or self._is_onward(start, end)
        is_of_call = is_of_call or self._is_forcing_but(start, end)
        is_of_call = is_of_call or (start + 1 < end and self._is_usual_number(start, end))
        if is_of_call or is_about_others(self._words.tokens[start:end], self._vocabulary):
            return ClausePart(begin, end, PartKind.SILENT)
        # "You must bid three clubs" is about another call, "maximum 2!h" a bound or the best of a range.
        doubtful = self._vocabulary.calling | {"maximum", "minimum"}
        at = (n for n in range(start, end) if self._words.tokens[n].word in doubtful)
        if any(_COUNTED.match(self._words, n + 1, end) for n in at):
            return ClausePart(begin, end, PartKind.UNREAD, is_alternative=is_alternative)
        reaches = plain[-1:] in (["no"], ["not"]) or not self._vocabulary.conditionals.isdisjoint(plain)
        if permit and reaches:
            return ClausePart(begin, end, PartKind.UNREAD, is_alternative=is_alternative)
        if reaches and (whole := self._conditional(begin, start, end)):
            return whole._replace(is_alternative=is_alternative)
        if reaches or not words or not self._vocabulary.hedges.isdisjoint(plain):
            if not reaches and not is_alternative and (most := self._hedged(start, end)):
                return most
            kind = PartKind.REACHES if reaches else PartKind.UNREAD
            return ClausePart(begin, end, kind, is_alternative=is_alternative, is_choice="or" in words)
        if asked is not None:
            return self._question(begin, start, start + asked, end)
        part = self._said(begin, start + permit, end)
        # "Balanced, any 5332" has other balanced hands as well.
        is_among = words[0] == "any" and any(token.word == "balanced" for token in self._words.tokens[:begin])
        if (permit or (is_among and part.kinds == {"shape"})) and part.kind is PartKind.SAYS:
            part = part._replace(kind=PartKind.PERMITS)
        elif permit and part.kind is PartKind.SILENT:
            # "Maybe takeout" says nothing of the others; "need not have a major" does.
            is_open = not KINDS.keys().isdisjoint(words) and not {"not", "without"}.isdisjoint(words[:permit])
            part = part._replace(phrases=(), kind=PartKind.UNREAD if is_open else part.kind)
        is_certain = not (permit or is_alternative)
        return part._replace(is_alternative=is_alternative, impossible=part.impossible if is_certain else "")

    def _is_onward(self, start: int, end: int) -> bool:
        """Return whether a part says how the auction goes on: ``answers as over 1NT``, ``bid your major``.

        "Bid your major" beside a bid of hearts, and "pass with spades" beside a pass, are about the hand.
        """
        index = _onward(self._vocabulary.language)
        found = index.longest(self._words, start, end) if start < end else None
        if found is None or found[0].end < end:
            return False
        call, words = self._reader.call, {*found[0].words}
        own = [kind for kind, suits in KINDS.items() if call.bid in suits]
        is_pass = "pass" in words and not (call.level or call.is_double)
        return not is_pass and words.isdisjoint(own)

    def _is_usual_number(self, start: int, end: int) -> bool:
        """Return whether a part is a number that is usual among those before: ``4+ clubs (usually 5)``."""
        said, (hedge, usual, *nouns) = self._words.tokens[:start], self._words.tokens[start:end]
        is_usual = hedge.word in self._vocabulary.tendencies and hedge.word in self._vocabulary.hedges
        if not is_usual or usual.amount is None or len(nouns) > 1:
            return False
        low, noun = usual.amount.low, nouns[0].word if nouns else "cards"
        return (
            usual.amount.is_exact
            and noun == "cards"
            and any(
                token.amount.low <= low <= (token.amount.ranges[0][1] or low) != token.amount.low
                for token, behind in pairwise(said)
                if token.amount and (behind.word in SUIT_OF or behind.word in ("card", "cards"))
            )
        )

    def _is_forcing_but(self, start: int, end: int) -> bool:
        """Return whether a part says how far a call is forcing: ``game forcing except 2C-2D-2N``."""
        words = [token.word for token in self._words.tokens[start:end]]
        at = next((n for n, word in enumerate(words) if word in _BUT), 0)
        is_forcing = " ".join(words[:at]) in self._silent and not _FORCING.isdisjoint(words[:at])
        calls = [word for word in words[at + 1 :] if word[0] == BID_MARK]
        others = {word for word in words[at + 1 :] if word[0] != BID_MARK}
        return is_forcing and bool(calls) and others <= _OF_CALLS

    def _end_of_permission(self, words: Sequence[str]) -> int:
        """Return where the words end that begin a permission, 0 without one: ``it need not be balanced``."""
        lead = next((n for n, word in enumerate(words) if word not in self._vocabulary.fillers), 0)
        begins = (at for at, word in enumerate(words[: lead + 1]) if word in self._permit_begins)
        permits = ((at, at + n) for at in begins for n in (4, 3, 2, 1))
        return next((stop for at, stop in permits if " ".join(words[at:stop]) in self._permits), 0)

    def _before_opposite(self, begin: int, start: int, end: int) -> ClausePart | None:
        """Return the part without the points that partner has shown: ``12+ opposite eighteen``."""
        at = next(n for n in range(start, end) if self._words.tokens[n].word == "opposite")
        partner = _PARTNERS.match(self._words, at, end) if at > start else None
        return self.read(begin, at)._replace(end=end) if partner and partner.end == end else None

    def _denied(self, begin: int, start: int, end: int, words: Sequence[str]) -> ClausePart | None:
        """Return what is denied together, as in ``not bal 12-14``, and with exceptions."""
        if "unless" in words:
            return self._unless(begin, start, start + words.index("unless"), end)
        # But "not 12-14 bal" may be balanced.
        denied = self.read(start + 1, end) if words[:2] == ["not", "balanced"] else None
        if denied is None or denied.condition is None or denied.kinds != _WHOLE:
            return None
        return denied._replace(begin=begin, condition=~denied.condition, is_choice=False)

    def _unless(self, begin: int, start: int, at: int, end: int) -> ClausePart:
        """Return what ``no 4-card major unless 5+ diamonds`` denies, and of which hands."""
        stop = at - (self._words.tokens[at - 1].word == ",,")
        if stop <= start or at + 1 >= end:
            return ClausePart(begin, end, PartKind.UNREAD)
        denied, allowed = self.read(start, stop), self.read(at + 1, end)
        conditions = [each.condition for each in (denied, allowed) if each.condition is not None]
        if len(conditions) < 2 or not (denied.kind is allowed.kind is PartKind.SAYS):
            return ClausePart(begin, end, PartKind.UNREAD)
        return denied._replace(
            begin=begin, end=end, condition=c.any_of(conditions), phrases=(), kinds=denied.kinds
        )

    def _hedged(self, start: int, end: int) -> ClausePart | None:
        """Return what most hands have: ``usually to play`` is about none, ``usually bal`` about most."""
        if start + 1 >= end or self._words.tokens[start].word not in self._vocabulary.hedges:
            return None
        part = self._said(start, start + 1, end)
        if part.kind is PartKind.SAYS and self._words.tokens[start].word not in self._vocabulary.tendencies:
            # "Rarely three": hands that the others permit.
            return part._replace(kind=PartKind.PERMITS, impossible="")
        if part.kind is PartKind.SILENT:
            said = " ".join(token.word for token in self._words.tokens[start + 1 : end])
            is_silent = said in self._silent or all(word.is_silent for word in part.words)
            return part._replace(phrases=()) if is_silent else None
        return part._replace(kind=PartKind.TENDS, impossible="") if part.kind is PartKind.SAYS else None

    def _conditional(self, begin: int, start: int, end: int) -> ClausePart | None:
        """Return the part of a phrase with such as ``if``, or a permission before it: ``5M ok if 5332``."""
        tokens = self._words.tokens
        figure = figure_at(self._words, start, end)
        if figure and figure[0].end == end:
            return self._said(begin, start, end)
        at = next(n for n in range(start, end) if tokens[n].word in self._vocabulary.conditionals | _NOT)
        if tokens[at].word == "only" and tokens[at - 1].word in self._vocabulary.permits_behind:
            # "4M possible only if GF": the others have none.
            return ClausePart(begin, end, PartKind.UNREAD)
        is_last = end == len(tokens) or tokens[end].word in (";", ".", ")")
        if at > start + 1 and tokens[at - 1].word in self._vocabulary.permits_behind and is_last:
            permitted = self.read(start, at)
            return permitted._replace(begin=begin, end=end) if permitted.kind is PartKind.PERMITS else None
        return None

    def _question(self, begin: int, start: int, asked: int, end: int) -> ClausePart:
        """Return the part of an ask: what it says before ``asks``, and nothing of a ``spade ask``."""
        tokens = self._words.tokens
        behind = [token.word for token in tokens[asked + 1 : end]]
        is_noun = (
            tokens[asked].written.lower() in _NOUNS_OF_ASKING and asked > start and behind[:1] != ["for"]
        )
        is_noun = is_noun or behind[:1] in (["bid"], ["bids"])
        if "with" in behind[:-1]:
            held = self._said(begin, asked + 1 + behind.index("with"), end)
            if held.kind in (PartKind.SAYS, PartKind.UNREAD):
                # The hand that asks with a solid minor has it, or the one that answers.
                return ClausePart(begin, end, PartKind.UNREAD)
        before = self._said(begin, start, asked) if asked > start else None
        rest = asked + 1 + (behind[:1] in (["bid"], ["bids"]))
        if is_noun and rest < end:
            rest += tokens[rest].word in ("or", "and")
            if self._said(begin, rest, end).kind is not PartKind.SILENT:
                return ClausePart(begin, end, PartKind.UNREAD)
        if before is not None and before.kind is PartKind.UNREAD and not is_noun:
            whole = self._said(begin, start, end)
            return whole if whole.kind is PartKind.SILENT else before._replace(end=end)
        if before is None or before.kind is not PartKind.SAYS or (is_noun and before.kinds != {"points"}):
            return ClausePart(begin, end, PartKind.ASKS)
        return before._replace(end=end)

    def _said(self, begin: int, start: int, end: int) -> ClausePart:
        try:
            sides = self._reader.sides(start, end)
        except UnreadableError:
            # A slash with spaces divides, as well: "3 spades, 6-9 / 4 spades, 4-6".
            has_or = any(token.word == "or" for token in self._words.tokens[start:end])
            is_choice = has_or or not self._slashes.isdisjoint(range(start, end))
            return ClausePart(begin, end, PartKind.UNREAD, is_choice=is_choice)
        if self._reader.impossible:
            why = self._reader.impossible[0].message if len(sides) == 1 else ""
            return ClausePart(begin, end, PartKind.UNREAD, is_choice=len(sides) > 1, impossible=why)
        phrases = tuple(
            phrase._replace(begin=phrase.begin - begin, end=phrase.end - begin)
            for side in sides
            for phrase in side.phrases
        )
        filled = [side for side in sides if side.conditions]
        if not filled:
            is_silent = len(sides) == 1 or all(phrase.is_silent for phrase in phrases)
            kind = PartKind.SILENT if is_silent else PartKind.UNREAD
            has_suits = any(phrase.suits for phrase in phrases)
            return ClausePart(begin, end, kind, phrases=phrases, is_choice=has_suits and not is_silent)
        is_clear = len(filled) == len(sides) and are_alike(filled) and not any(map(_is_any_of_some, sides))
        tokens = self._words.tokens[start:end]
        words = {token.word for token in tokens}
        condition = any_side(filled)
        # Any hand is about the shape.
        is_of_shape = any(phrase.condition == c.ANY for phrase in phrases)
        return ClausePart(
            *(begin, end, PartKind.SAYS if is_clear else PartKind.UNREAD, condition, phrases),
            is_choice=len(sides) > 1,
            is_mixed=len(sides) > 1 and any(side.has_and for side in sides),
            is_bounded=any(map(is_bound, tokens)),
            is_feature=words > {"or"} and words <= {"or", *NOUNS},
            kinds=kinds_of(condition) | ({"shape"} if is_of_shape else set()),
        )


def _is_any_of_some(side: Alternative) -> bool:
    """Return True for ``any game force``: not any hand, but nobody can say which hands force to game."""
    has_words = any(phrase.is_word for phrase in side.phrases)
    return has_words and bool(side.conditions) and c.all_of(side.conditions) == c.ANY


def is_permitted(part: ClausePart, condition: c.Formula) -> bool:
    """Return True if a permission is of hands that the condition lets in, and widens nothing."""
    permitted = part.condition
    if permitted is None:
        return part.kind is PartKind.SILENT
    ways = permitted.parts if isinstance(permitted, c.AnyOf) else (permitted,)
    known = tuple(said_in(condition))
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


# ---------------------------------------------------------------------------- where a text divides


_WHOLE = frozenset(("points", "shape"))
Span = tuple[int, int]

_SIGNS = ("=", "-")
_LONGEST_DENIAL = 7
_LONG_DASHES = ("--", "–", "—")


class Divider:
    """Divides a text, whose words are ``tokens``; ``slashes`` are those with spaces on both sides."""

    def __init__(self, tokens: Sequence[Token], text: str, vocabulary: Vocabulary) -> None:
        self._tokens = tokens
        self._text = text
        self._vocabulary = vocabulary
        self.slashes = frozenset(
            n + 1
            for n, (before, token) in enumerate(pairwise(tokens[:-1]))
            if token.word == "/" and before.end < token.start and token.end < tokens[n + 2].start
        )
        # A text is divided more than once, so what divides it is looked for once.
        self._has_lines = "\n" in text
        self._ends = [n for n, token in enumerate(tokens) if token.word in ";." and self._ends_clause(n)]
        self._breaks = [n for n in range(1, len(tokens)) if self._breaks_clause(n)] if self._has_lines else []
        self._dividers = [
            n
            for n, token in enumerate(tokens)
            if token.word in "(),:"
            or (n and token.word == "but")
            or (token.word in _SIGNS and self._is_divider(n))
        ]

    # ------------------------------------------------------------ lists

    def sections(self) -> tuple[list[Span], list[Span]]:
        """Return what holds in any case, and the alternatives: ``a)``, ``(b)``, ``1)``, ``A.`` or ``1.``."""
        marks = (self._marks("abcdefgh") or self._marks("12345678")) if ")" in self._text else []
        for labels in ("ABCDEFGH", "12345678"):
            if not marks and f"{labels[1]}." in self._text:
                marks = self._marks(labels, ".")
                marks = marks if self._is_beginning(marks) else []
        count = len(self._tokens)
        if len(marks) < 2:
            return [(0, count)], []
        end = self._end_of_list(marks)
        stops = [*(begin for begin, _ in marks[1:]), end]
        items = [(after, stop) for (_, after), stop in zip(marks, stops, strict=True)]
        return [(0, marks[0][0]), (end, count)], items

    def _marks(self, labels: str, sign: str = ")") -> list[Span]:
        """Return where each mark begins and where its item does; capitals must be written as such."""
        tokens = self._tokens
        marks: list[Span] = []
        for number, token in enumerate(tokens[:-1]):
            if len(marks) == len(labels):
                break
            closing = tokens[number + 1]
            label = token.written if labels.isupper() else token.word
            if label != labels[len(marks)] or closing.word != sign or closing.start != token.end:
                continue
            if number and tokens[number - 1].word == "(" and tokens[number - 1].end == token.start:
                marks.append((number - 1, number + 2))
            elif not self._text[token.start - 1 : token.start].strip():
                marks.append((number, number + 2))
        return marks

    def _is_beginning(self, marks: Sequence[Span]) -> bool:
        """Return True if the first mark begins a line, or comes after a colon."""
        first = marks[0][0] if marks else 1
        return not first or self._breaks_line(first) or self._word(first - 1) == ":"

    def _end_of_list(self, marks: Sequence[Span]) -> int:
        """Return where the last item ends: with its line, if each item begins one."""
        count = len(self._tokens)
        if not all(begin == 0 or self._breaks_line(begin) for begin, _ in marks[1:]):
            return count
        last = marks[-1][1]
        return next((n for n in range(last + 1, count) if self._breaks_clause(n)), count)

    def _breaks_line(self, number: int) -> bool:
        around = self._tokens[number - 1].end, self._tokens[number].start
        return self._has_lines and "\n" in self._text[slice(*around)]

    def _breaks_clause(self, number: int) -> bool:
        """Return True if a line ends before a word, and the sentence with it."""
        return breaks_sentence(self._text, self._tokens[number - 1], self._tokens[number])

    # ------------------------------------------------------------ clauses and parts

    def clauses(self, begin: int, end: int) -> Iterator[Span]:
        """Yield the clauses: semicolons, full stops and lines divide them."""
        first = begin
        for number in sorted({*self._breaks, *self._ends}):
            if begin <= number < end:
                if number > first:
                    yield first, number
                first = number + (number in self._ends)
        if first < end:
            yield first, end

    def _ends_clause(self, number: int) -> bool:
        """Return True for a semicolon, and for a full stop that ends more than a word."""
        token = self._tokens[number]
        if token.word == ";":
            return True
        if self._text[token.end : token.end + 1].strip():
            return False
        before = self._tokens[number - 1] if number else token
        # As in "e.g.".
        is_small = before.written.islower() or self._word(number - 2) == "."
        is_letter = is_small and before.word.isalpha() and len(before.word) == 1
        is_last = number + 1 == len(self._tokens)
        return is_last or not (is_letter or before.written.lower() in self._vocabulary.shortened)

    def parts(self, begin: int, end: int) -> tuple[list[Span], int]:
        """Return the parts of a clause, divided by commas, colons and dashes, and how many a colon ends.

        -1 are several colons: what comes after each holds in another case.
        """
        spans: list[Span] = []
        labels = 0
        first = begin
        marks = [(number, self._word(number)) for number in self._dividers if begin <= number < end]
        depths = list(accumulate((word == "(") - (word == ")") for _, word in marks))
        is_balanced = bool(depths) and min(depths) >= 0 and not depths[-1]
        is_aside = False
        for (number, word), brackets in zip(marks, depths, strict=True):
            depth = brackets if is_balanced else 0
            # What is possible or usual in brackets is a part of its own: 4+!h (may have 4!s).
            begins = depth == 1 and word == "(" and self._is_aside(number)
            ends = is_aside and not depth
            is_aside = begins or (is_aside and not ends)
            if not (begins or ends) and (depth or word in "()"):
                continue
            if number > first:
                spans.append((first, number))
            first = number + 1
            if word in (":", "="):
                labels = -1 if labels else len(spans)
        if first < end:
            spans.append((first, end))
        return spans, labels

    def _is_aside(self, number: int) -> bool:
        """Return True for brackets after a blank that deny something or allow it: ``(5M ok)``."""
        before = self._tokens[number - 1].end if number else 0
        end = next((n for n in range(number, len(self._tokens)) if self._word(n) == ")"), 0)
        is_permission = self._word(end - 1) in self._vocabulary.permits_behind
        first, second = self._word(number + 1), self._word(number + 2)
        # "4!h (no 4!s)", but not "(no 3NT bid available)"
        is_denial = first in _NOT and end <= number + _LONGEST_DENIAL and second.lstrip("#")[:1].isdecimal()
        is_aside = is_permission or is_denial or first in self._vocabulary.asides
        return before < self._tokens[number].start and is_aside

    def _is_divider(self, number: int) -> bool:
        """Return True for a long dash, and for any sign between a name and what it means."""
        token, before = self._tokens[number], self._word(number - 1)
        around = self._text[max(token.start - 1, 0) : token.start] + self._text[token.end : token.end + 1]
        if around.strip():
            return False
        is_name = len(around) > 1 and before.isalpha()
        return is_name or (token.written in _LONG_DASHES and not before.removeprefix("#")[:1].isdecimal())

    def _word(self, number: int) -> str:
        return self._tokens[number].word if 0 <= number < len(self._tokens) else ""


# ---------------------------------------------------------------- clauses


@dataclass(frozen=True, slots=True)
class Clause:
    """The parts between two semicolons, full stops or lines; nothing outside changes their meaning.

    The first ``labels`` parts come before a colon. ``condition`` is what they say together, None if nothing.
    """

    parts: tuple[ClausePart, ...]
    labels: int = 0
    condition: c.Formula | None = None

    @property
    def is_alternative(self) -> bool:
        """Return True if it begins with ``or``."""
        return bool(self.parts) and self.parts[0].is_alternative

    @property
    def is_clear(self) -> bool:
        """Return True if nothing of it is left over."""
        return not any(part.kind in (PartKind.UNREAD, PartKind.REACHES) for part in self.parts)

    def without_condition(self) -> Clause:
        """Return the clause with all left over that has a condition."""
        return Clause(tuple(with_unread_conditions(self.parts)))


CORRECT_NUMBERS, CORRECT_ONE = "Correct the numbers.", "Correct one of them, or write or between them."


def impossible_parts(
    clauses: Iterable[Clause], may_widen: Callable[[ClausePart], bool]
) -> Iterator[tuple[int, str, str]]:
    """Yield the first word of each part that no hand fits, why, and what to do about it.

    Nothing is said where words limit a part to some hands, or ``may_widen`` what others say.
    """
    for clause in clauses:
        kinds = {part.kind for part in clause.parts}
        if clause.labels or kinds & {PartKind.REACHES, PartKind.ASKS, PartKind.PERMITS}:
            continue
        yield from (
            (part.begin, part.impossible, CORRECT_NUMBERS) for part in clause.parts if part.impossible
        )
        if any(part.is_alternative or part.is_choice for part in clause.parts):
            continue
        phrases = (phrase for part in filter(_counts, clause.parts) for phrase in part.phrases)
        longest = _longest_lengths(phrase.condition for phrase in phrases if phrase.condition is not None)
        if sum(longest.values()) > FULL_HAND:
            lengths = listed((f"{cards} {suit.word}" for suit, cards in longest.items()), last="and")
            why = f"{lengths} are more than the 13 cards of a hand."
            yield clause.parts[0].begin, why, CORRECT_NUMBERS
        elif not any(part.kind is PartKind.UNREAD and may_widen(part) for part in clause.parts) and (
            parts := _excluding(list(filter(_counts, clause.parts)))
        ):
            both = f"{listed((part.condition for part in parts), last='and')} exclude each other."
            yield parts[0].begin, both[:1].upper() + both[1:], CORRECT_ONE


def _excluding(parts: list[ClausePart]) -> list[ClausePart]:
    """Return the parts that no hand fits together; none where they may be meant as alternatives."""
    conditions = _conditions(parts)
    pairs = combinations(enumerate(conditions), 2)
    if c.all_of(conditions) != c.NONE or any(
        _may_be_apart(one, other)
        and not (n + 1 < m and all(isinstance(each, c.Points) for each in (one, other)))
        # "0-6, 4!s, 11+" is not a list.
        for (n, one), (m, other) in pairs
    ):
        return []
    for part in parts:
        others = [other for other in parts if other is not part]
        parts = others if c.all_of(_conditions(others)) == c.NONE else parts
    return parts if len(parts) > 1 else []


def _may_be_apart(one: c.Formula, other: c.Formula) -> bool:
    """Return True for what a list may have: numbers that ascend, as in ``12-14, 18-19 bal``."""
    if one & other != c.NONE:
        return False
    if isinstance(one, c.Length) and isinstance(other, c.Length):
        # "3!h, 4!h"
        return one.suit is other.suit and one.high + 1 == other.low
    points = [leaf.mask for each in (one, other) for leaf in each.leaves if isinstance(leaf, c.Points)]
    if len(points) == 2:
        return points[0] < points[1]
    shapes = [
        leaf for each in (one, other) for leaf in each.leaves if isinstance(leaf, c.Shaped) and leaf.name
    ]
    # "balanced, 5-4-3-1" is not a list, as "4432, 4333" is.
    is_list = len({leaf.name[:1].isdecimal() for leaf in shapes}) < 2
    return len(shapes) != 1 and is_list and not any(isinstance(each, c.Length) for each in (one, other))


def _longest_lengths(conditions: Iterable[c.Formula]) -> dict[Suit, int]:
    """Return how long each suit must be; nothing where one has two lengths, which are meant for two hands."""
    lengths: dict[Suit, int] = {}
    for condition in conditions:
        for leaf in c.parts_of_all(condition):
            if isinstance(leaf, c.Length) and leaf.low:
                if leaf.suit in lengths:
                    return {}
                lengths[leaf.suit] = leaf.low
    return lengths


def without_denied(parts: Sequence[ClausePart], call: CallContext) -> list[ClausePart]:
    """Leave over what the word before it may deny, too, or bound: ``no 4!s, 3!h``, ``at least 5!h, 4!s``."""
    return [
        as_unread(part) if before is not None and _is_reached(part, before, call) else part
        for before, part in zip((None, *parts), parts, strict=False)
    ]


def _is_reached(part: ClausePart, before: ClausePart, call: CallContext) -> bool:
    last = before.condition.parts[-1] if isinstance(before.condition, c.All) else before.condition
    is_denied = isinstance(last, c.Not)
    if part.condition is None or part.is_alternative:
        return is_denied and part.is_alternative and "points" not in part.kinds
    other = last.part if isinstance(last, c.Not) else last
    if not (is_denied or before.is_bounded) or not isinstance(other, c.Length):
        # "No singleton, void"
        return is_denied and isinstance(part.condition, c.Shaped) and part.condition.name in NOUNS
    if isinstance(part.condition, c.Points):
        # "At most two hearts, ten points"
        return before.is_bounded and is_one_number(part.condition)
    suits = {leaf.suit for leaf in part.condition.leaves if isinstance(leaf, c.Length)}
    return is_exact_length(part.condition) and call.bid not in suits


def join_parts(parts: Sequence[ClausePart], labels: int = 0) -> Clause:
    """Return the clause of some parts, of which the first ``labels`` come before a colon.

    Parts that can be read in two ways are left over.
    """
    parts = _within_reach(parts)
    before, rest = list(parts[:labels]), list(parts[labels:])
    rest = _without_mixed(rest)
    rest = _without_ranges(rest)
    rest, said = _alternatives(rest)
    said = [part.condition for part in before if _counts(part) and part.condition] + said
    return Clause((*before, *rest), labels, c.all_of(said) if said else None)


def _counts(part: ClausePart) -> bool:
    return part.kind is PartKind.SAYS and part.condition is not None


def _within_reach(parts: Sequence[ClausePart]) -> list[ClausePart]:
    """Leave over what ``if`` and the like reach, and the shapes after a question or permission."""
    if any(part.kind is PartKind.REACHES for part in parts):
        return with_unread_conditions(parts)
    # In "ace, king or void", all are alternatives.
    parts = [
        as_unread(part) if part.is_feature and before is not None and before.kind is PartKind.UNREAD else part
        for before, part in zip((None, *parts), parts, strict=False)
    ]
    choice = next(
        (n for n, part in enumerate(parts) if part.kind is PartKind.UNREAD and part.is_choice), len(parts)
    )
    # It is not clear where an alternative ends that is not understood.
    parts = [as_unread(part) if n > choice and _counts(part) else part for n, part in enumerate(parts)]
    kinds = (PartKind.ASKS, PartKind.PERMITS)
    asked = next((n for n, part in enumerate(parts) if part.kind in kinds), len(parts))
    return [
        as_unread(part)
        if number > asked
        and _counts(part)
        and part.kinds != {"points"}
        and not isinstance(part.condition, c.Not)
        else part
        for number, part in enumerate(parts)
    ]


def _without_mixed(parts: list[ClausePart]) -> list[ClausePart]:
    """Leave over a mix of ``and`` and ``or`` beside other parts: it is not clear what they join.

    It is clear after points for one suit, as in ``11-15, 6+!c or 5!c and 4!h``.
    """
    counted = [part for part in parts if _counts(part)]
    if len(counted) < 2:
        return parts
    *points, last = counted
    if _is_of_one_suit(last.condition) and all(part.kinds == {"points"} for part in points):
        return parts
    return [as_unread(part) if part.is_mixed and _counts(part) else part for part in parts]


def _is_of_one_suit(condition: c.Formula | None) -> bool:
    """Return True for alternatives that begin with lengths of one suit, the longest and open one first."""
    if not isinstance(condition, c.AnyOf):
        return False
    firsts = [way.parts[0] if isinstance(way, c.All) else way for way in condition.parts]
    lengths = [first for first in firsts if isinstance(first, c.Length)]
    is_one_suit = len(lengths) == len(firsts) and len({length.suit for length in lengths}) == 1
    # Five or four diamonds and five clubs may be clubs with either.
    return is_one_suit and lengths[0].high == FULL_HAND and lengths[0].low > lengths[-1].low


def _without_ranges(parts: list[ClausePart]) -> list[ClausePart]:
    """Leave over a range of points for one kind of hand beside another range."""
    ranges = [part for part in parts if _counts(part) and "points" in part.kinds]
    # "11-19, not bal 12-14", "11-15, balanced is 11-13"
    ranges = [part for part in ranges if not _is_of_some(part.condition)]
    if len(ranges) < 2 or any(part.is_alternative for part in parts):
        return parts
    if not any(map(_is_about_more, ranges)):
        return parts
    return [as_unread(part) if part in ranges else part for part in parts]


def _is_of_some(condition: c.Formula | None) -> bool:
    ways = condition.parts if isinstance(condition, c.AnyOf) else (condition,)
    return any(isinstance(way, c.Not) for way in ways)


def _is_about_more(part: ClausePart) -> bool:
    """Return whether a part is about more than points: ``11-13 bal``, ``13+ with both minors``."""
    return bool(part.kinds - {"points"}) or not all(word.is_silent for word in part.words)


def _without_cases(clauses: Sequence[Clause]) -> list[Clause]:
    """Leave out the points of some hands that stand after those of all, as in ``11-15, 2+!d; bal: 11-13``.

    Where one range is not within the other, they may be two kinds of hands.
    """
    kept: list[Clause] = []
    for clause in clauses:
        own, others = _points_said(clause), list(map(_points_said, kept))
        wider = [(n, points) for n, points in enumerate(others) if own and points and points != own]
        is_case = wider and any(map(_is_about_more, clause.parts))
        for n, points in wider if is_case else ():
            if c.all_of(_said((kept[n], clause))) == c.NONE or not (own and _is_within(own, points)):
                kept[n] = kept[n].without_condition()
        kept.append(clause.without_condition() if is_case else clause)
    return kept


def _is_within(own: tuple[int, int], other: tuple[int, int]) -> bool:
    low, high = other
    return own[0] in (0, *range(low, high + 1)) and own[1] in (MAX_POINTS, *range(low, high + 1))


def _points_said(clause: Clause) -> tuple[int, int] | None:
    """Return the fewest and the most points that a clause says all hands have."""
    ranges = [p.condition for p in clause.parts if _counts(p) and "points" in p.kinds]
    said = c.all_of(each for each in ranges if each and not _is_of_some(each))
    return said.bounds().most.limits() if said != c.ANY else None


def _alternatives(parts: list[ClausePart]) -> tuple[list[ClausePart], list[c.Formula]]:
    """Return the parts, and the conditions that all must fit."""
    sides: list[list[ClausePart]] = [[]]
    for part in parts:
        if part.is_alternative and part is not parts[0]:
            sides.append([])
        sides[-1].append(part)
    if len(sides) == 1:
        return parts, _conditions(filter(_counts, parts))
    said = [list(filter(_counts, side)) for side in sides]
    each = [part for side in said for part in side]
    is_known = all(said) and not any(part.kind is PartKind.UNREAD for part in parts)
    if is_known and len({part.kinds for part in each}) == 1 and each[0].kinds >= _WHOLE:
        return parts, [c.any_of(_conditions(each))]
    if is_known and _is_clear(said):
        return parts, [c.any_of(c.all_of(_conditions(side)) for side in said)]
    if is_known and _is_one_range(said):
        range_, *_ = said[0]
        sides = [said[0][1:], *said[1:]]
        return parts, [*_conditions([range_]), c.any_of(c.all_of(_conditions(side)) for side in sides)]
    return with_unread_conditions(parts), []


def _is_one_range(sides: Sequence[Sequence[ClausePart]]) -> bool:
    """Return True if points come before lengths of one suit: ``11-15, 6!c, or 5!c and 4!h``."""
    first, *others = sides
    shapes = [first[-1], *(side[0] for side in others)]
    if len(first) != 2 or first[0].kinds != {"points"} or any(len(side) > 1 for side in others):
        return False
    lengths = [
        _joined_conditions(part)[0] for part in shapes if part.kinds == {"shape"} and not part.is_choice
    ]
    known = [length for length in lengths if isinstance(length, c.Length)]
    is_one_suit = len(known) == len(sides) and len({length.suit for length in known}) == 1
    return is_one_suit and all(one.low > other.high for one, other in pairwise(known))


def _joined_conditions(part: ClausePart) -> list[c.Formula]:
    condition = part.condition
    return list(condition.parts) if isinstance(condition, c.All) else _conditions([part])


def _said(clauses: Iterable[Clause]) -> list[c.Formula]:
    return [clause.condition for clause in clauses if clause.condition is not None]


def _conditions(parts: Iterable[ClausePart]) -> list[c.Formula]:
    return [part.condition for part in parts if part.condition is not None]


def all_kinds(parts: Sequence[ClausePart]) -> frozenset[str]:
    """Return what the conditions of some parts are about."""
    return frozenset().union(*(part.kinds for part in parts))


def _is_clear(sides: Sequence[Sequence[ClausePart]]) -> bool:
    """Return True if ``or`` joins the sides in one way only: as wholes they are about the same."""
    if all(len(side) == 1 for side in sides):
        return are_apart([_joined_conditions(side[0]) for side in sides])
    if len({all_kinds(side) for side in sides}) > 1:
        return False
    return all(
        (len(one) == 1 or one[-1].kinds != all_kinds(other))
        and (len(other) == 1 or other[0].kinds != all_kinds(one))
        for one, other in pairwise(sides)
    )


# ---------------------------------------------------------------- descriptions


def together(clauses: Sequence[Clause], items: Sequence[Sequence[Clause]]) -> tuple[list[Clause], c.Formula]:
    """Return all clauses, and the condition of ``clauses`` and of any one of ``items``.

    Clauses that begin with ``or`` are items themselves, as in ``12-14 bal; or 18-19 bal``.
    """
    if any(clause.is_alternative for clause in clauses):
        if items or [clause.is_alternative for clause in clauses] != [False, *[True] * (len(clauses) - 1)]:
            items = [[clause.without_condition() for clause in item] for item in items]
            clauses = [clause.without_condition() for clause in clauses]
            return [*clauses, *(clause for item in items for clause in item)], c.ANY
        sides = [[part for part in clause.parts if _counts(part)] for clause in clauses]
        if all(sides) and not _is_clear(sides):
            return [clause.without_condition() for clause in clauses], c.ANY
        clauses, items = [], [[clause] for clause in clauses]
    clauses = _without_cases(clauses)
    conditions = _said(clauses)
    if items:
        wholes = [*map(_said, items)]
        if all(wholes) and all(clause.is_clear for item in items for clause in item):
            conditions.append(c.any_of(map(c.all_of, wholes)))
        else:
            items = [[clause.without_condition() for clause in item] for item in items]
    every = [*clauses, *(clause for item in items for clause in item)]
    condition = c.all_of(conditions)
    if condition == c.NONE:
        # No hand has both 15-17 and 18-19 hcp: they are meant as alternatives, or for different hands.
        return [clause.without_condition() for clause in every], c.ANY
    return every, condition
