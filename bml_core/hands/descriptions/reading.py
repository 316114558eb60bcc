"""From a description to a condition: what is understood, and what is left over.

Words become clauses, clauses have parts, parts have phrases. A phrase is a condition on the hand, or a word
that the figures of the row or the auction must explain.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache, cached_property
from itertools import chain, groupby, pairwise, permutations

from bml_core.bridge import FULL_HAND, Suit
from bml_core.hands import conditions as c
from bml_core.hands.conditions import MAX_POINTS
from bml_core.hands.descriptions.book import USUAL, UsualMeaning
from bml_core.hands.descriptions.call_context import CallContext
from bml_core.hands.descriptions.clauses import (
    CORRECT_ONE,
    Clause,
    ClausePart,
    Divider,
    PartKind,
    PartReader,
    all_kinds,
    as_unread,
    impossible_parts,
    is_permitted,
    join_parts,
    together,
    with_unread_conditions,
    without_denied,
)
from bml_core.hands.descriptions.completeness import Lack
from bml_core.hands.descriptions.expressions import MOST_HONOURS, kinds_of, parse_condition, questions
from bml_core.hands.descriptions.likely_readings import LikelyReader, is_of_calls
from bml_core.hands.descriptions.meanings import (
    Figures,
    Phrase,
    has_length,
    in_every_hand,
    is_met,
    is_said,
    leaves_open,
    said_in,
)
from bml_core.hands.descriptions.obligations import find_obligations
from bml_core.hands.descriptions.patterns import Pattern, PatternIndex, Words
from bml_core.hands.descriptions.phrases import KINDS, PhraseContext
from bml_core.hands.descriptions.prose_tokens import LINK, prose_tokens, said_elsewhere
from bml_core.hands.descriptions.row_context import LENGTH_OF, RowContext, text_of
from bml_core.hands.descriptions.sure_readings import (
    CARDS,
    MOST_LENGTH,
    SUITS_NAMED,
    SureReader,
    Unread,
    brings_in_others,
)
from bml_core.hands.descriptions.tokens import BID_MARK, SUIT_OF, Abbreviated, SuitsOfRow, Token, plain_words
from bml_core.hands.descriptions.vocabulary import ENGLISH, Need, Obligation, Vocabulary, vocabulary_of

LONGEST_DESCRIPTION = 5_000
"""Characters of a description that is read."""
_ANY_SHAPE = re.compile(r"\bany (shape|distribution|hand)\b")
_CALL, _SIDES = Pattern("BID"), Pattern("SIDES")
_OTHER_CALLS = frozenset(("x", "xx", "dbl", "rdbl", "pass", "double", "redouble", "p", "d", "r"))
_STRAINS = {"anymajor": "HS", "anyminor": "CD", "x": "CDHS"}
_LEVELS = frozenset("1234567")
_NUMERALS = frozenset((*map(str, range(MAX_POINTS + 1)), "+", "-", "~"))
_ASKED = frozenset(("ask", "keycard", "blackwood", "gerber", "steps", "trumps"))
_ANY_KIND = frozenset(("anymajor", "anyminor"))
#: No suit of a call up to the two level is as long as this; beside its length, another number means points.
_BARE_SUITS = range(4, 8)
_OF_TRANSFER = 5
#: Nobody's weak hand has more points, and nobody's word has others by more than a few than that of the book.
_MOST_WEAK, _MARGIN = 14, 4
_NO_CALL = CallContext()


class Sense(Enum):
    """The sense of a part of a description: about the hand, not about it, or not understood."""

    HAND = "hand"
    NEUTRAL = "neutral"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class ReadSpan:
    """A part of a text: its characters, where they begin (offset from 0), and what they do.

    ``condition`` is what its figures say by themselves, None for words.
    """

    text: str
    offset: int
    sense: Sense
    condition: c.Formula | None = None


@dataclass(frozen=True, slots=True)
class MeaningSource:
    """A word whose meaning is not that of its row: its name, what it adds, and where that comes from.

    >>> str(MeaningSource("weak two", c.cards(6, 6, "S"), "usual meaning"))
    'weak two: usual meaning'
    """

    name: str
    condition: c.Formula
    source: str

    @property
    def is_usual(self) -> bool:
        """Return whether it is the usual meaning of the word."""
        return self.source == USUAL

    def __str__(self) -> str:
        return f"{self.name}: {self.source}"


def source_words(sources: Iterable[MeaningSource]) -> list[str]:
    """Return sources in words, each once, though a word may add several things."""
    return list(dict.fromkeys(map(str, sources)))


@dataclass(frozen=True, slots=True)
class Reading:
    """A formula out of a description, and the parts of the text in order, without spaces and punctuation.

    ``impossible`` has the offset of each part that no hand fits, why, and what to do about it.
    ``obligations`` are what the words oblige to; nothing where players do not agree on them. ``steps`` are
    those in which partner answers a question; 0 where it is not said, None without a question. ``sources``
    are the words whose meaning is that of the book, or of the notes; those of the notes that cannot hold
    here are ``contradicted``. The strength is open after a word about it, such as ``weak``, without points.
    ``strengths`` are words for how strong a hand is. Hands are ``unlimited`` in what is said to be any: the
    shape, or the strength.
    ``likely`` is the condition with what a player would read in those parts that are not understood; None
    where there are some, and nobody has asked for it. It ``is_exact`` if a number of cards is one such as
    ``=5`` and ``exactly five``. ``asks`` are the words of the book to which partner has usual answers. All
    hands are ``sure`` to fit that, whatever the words mean that are not understood: it is less than the
    condition where these may bring in others. What words oblige to ``always`` holds in all cases.
    """

    condition: c.Formula
    spans: tuple[ReadSpan, ...]
    impossible: tuple[tuple[int, str, str], ...] = ()
    obligations: frozenset[Obligation] = frozenset()
    steps: int | None = None
    sources: tuple[MeaningSource, ...] = ()
    contradicted: tuple[str, ...] = ()
    is_strength_open: bool = False
    likely: c.Formula | None = c.ANY
    strengths: frozenset[str] = frozenset()
    unlimited: frozenset[Lack] = frozenset()
    is_exact: bool = False
    asks: tuple[UsualMeaning, ...] = ()
    always: frozenset[Obligation] = frozenset()
    sure: c.Formula = c.ANY


# What follows these is added to what is before them.
_ADDING = frozenset(("with", "and", "headed", "including", "that"))
#: "(4!d with a void)", "(6 if not vulnerable)"
_OF_SOME_HANDS = frozenset(("with", "if", "when", "in", "at"))
_DENYING = frozenset(("no", "not", "denies", "without", "fewer", "less", "at"))


def parse_description(
    text: str,
    suits: SuitsOfRow,
    call: CallContext = _NO_CALL,
    *,
    abbreviations: Abbreviated = None,
    vocabulary: Vocabulary = ENGLISH,
    with_likely: bool = False,
) -> Reading:
    """Return what a description says of a hand. It never guesses: ambiguous parts are not understood.

    ``suits`` are words for suits in this row, ``abbreviations`` all that there are. What is likely is read
    only ``with_likely``, which few ask for.

    >>> reading = parse_description("Transfer, 5+!h, nice hand", {})
    >>> str(reading.condition), [(span.text, span.sense.value) for span in reading.spans]
    ('5+ hearts', [('Transfer', 'neutral'), ('5+!h', 'hand'), ('nice hand', 'unknown')])
    >>> str(parse_description("12-14 bal / 15+ with 5+!c / 18+ any", {}).condition)
    '(12-14 hcp, balanced) or (15+ hcp, 5+ clubs) or 18+ hcp'
    """
    if not text or len(text) > LONGEST_DESCRIPTION:
        return Reading(c.ANY, (ReadSpan(text, 0, Sense.UNKNOWN),) if text else ())
    elsewhere = said_elsewhere(text)
    tokens = prose_tokens(text, suits, call, elsewhere, abbreviations=abbreviations, vocabulary=vocabulary)
    reading = _Description(text, tokens, call, vocabulary, with_likely=with_likely).read()
    others = (ReadSpan(one[0], one.start(), Sense.UNKNOWN) for one in elsewhere)
    spans = sorted((*reading.spans, *others), key=lambda span: span.offset)
    return replace(reading, spans=tuple(spans)) if elsewhere else reading


def _is_own(tokens: Sequence[Token], own: Suit) -> bool:
    """Return True for the 5-card major that a call in a major shows."""
    kind = "major" if own in KINDS["major"] else "minor"
    return re.fullmatch(rf"#\S* - card {kind}|\S+ card {kind}", " ".join(t.word for t in tokens)) is not None


class _Description:
    def __init__(
        self, text: str, tokens: list[Token], call: CallContext, vocabulary: Vocabulary, *, with_likely: bool
    ) -> None:
        self._with_likely = with_likely
        self._text = text
        self._tokens = tokens
        self._words = Words(tokens)
        self._call = call
        self._vocabulary = vocabulary
        self._divider = Divider(tokens, text, vocabulary)
        self._is_unread = self._has_unread_number = False
        self._plain: Sequence[Clause] = ()
        self._added: Figures = ()
        self._sources: tuple[MeaningSource, ...] = ()
        self._two_lengths: list[c.Formula] = []

    def read(self) -> Reading:
        """Return the condition and the pieces; a suit of its own counts only if the rest names no other."""
        row = RowContext(self._tokens, self._own_words(), self._call, self._vocabulary.artificial)
        reading = self._read(row)
        is_named = any(token.word in SUITS_NAMED for token in self._tokens)
        if is_named and row.is_asked and row.own and (named := list(self._of_other_suits(reading, row.own))):
            other = self._read(row.of_another_suit())
            if all(is_of_calls(words, self._vocabulary) or _is_own(words, row.own) for words in named):
                # "4+, with 15+ bal we bid the major before a minor", "5-card major, 12-21, 11 if pretty"
                return replace(other, likely=reading.likely)
            return other
        return reading

    def _within(self, span: ReadSpan) -> list[Token]:
        end = span.offset + len(span.text)
        return [token for token in self._tokens if span.offset <= token.start < end]

    # ------------------------------------------------------------ clauses

    def _own_words(self) -> set[str]:
        """Return the words, but for those before the sign in ``3X = singleton``."""
        spans = list(self._divider.clauses(0, len(self._tokens)))
        starts = (self._call_before(*span)[0] for span in spans)
        return {
            token.word
            for start, (_, end) in zip(starts, spans, strict=True)
            for token in self._tokens[start:end]
        }

    def _of_other_suits(self, reading: Reading, own: Suit) -> Iterator[list[Token]]:
        """Yield parts without figures that name other suits: ``hearts, 5+ cards``, ``a major, 6 cards``.

        Suits that words name which are known, as in ``transfer to !h``, are read with these.
        """
        kinds = {name for name, suits in KINDS.items() if own not in suits}
        unknown = {"major", "minor", "majors", "minors", *SUIT_OF} - {own.symbol}
        if any(one.word == "1" for one, other in pairwise(self._tokens) if other.word in _ANY_KIND):
            unknown |= _ANY_KIND
        for span in reading.spans:
            words, is_unknown = self._within(span), span.sense is Sense.UNKNOWN
            # "Weak two in one of the majors (six cards, 6-10)"
            is_about = span.condition is None or any(token.word == "weak" for token in words)
            others = unknown if is_unknown else kinds if is_about else set()
            if any(token.word in others for token in words):
                yield words

    def _read(self, row: RowContext) -> Reading:
        context = PhraseContext(row, prose=True)
        reader = PartReader(self._words, context, self._vocabulary, self._divider.slashes)
        outside, items = self._divider.sections()
        plain = [clause for span in outside for clause in self._clauses(reader, *span)]
        listed = [list(self._clauses(reader, *span)) for span in items]
        raw = plain, listed
        cases = [clause for clause in plain if clause.labels and _figures((clause,))]
        if len(cases) > 1:
            plain = [clause.without_condition() if clause in cases else clause for clause in plain]
        plain = self._before_any_strong(plain)
        figures = _figures(chain(plain, *listed))
        self._plain = plain
        if any(clause.is_alternative for clause in plain):
            plain = [self._alone([clause])[0] for clause in plain]
        plain = [self._joined(clause, figures) for clause in plain]
        listed = [[self._joined(clause, figures) for clause in self._alone(item)] for item in listed]
        clauses, condition = together(plain, listed)
        parts = sorted((part for clause in clauses for part in clause.parts), key=lambda part: part.begin)
        if questions(condition) > MOST_HONOURS:
            parts, condition = with_unread_conditions(parts), c.ANY
        self._is_unread = any(map(self._names_cards, parts))
        self._has_unread_number = any(map(self._names_points, parts))
        words = [
            word for part in parts if part.kind in (PartKind.SAYS, PartKind.SILENT) for word in part.words
        ]
        self._added = ()
        explained = [word for word in words if self._is_explained(word, figures)]
        said = [(word, says) for word in explained for says in self._says(word, figures)]
        # "Michaels, both majors": what a usual meaning shows explains the words beside it.
        self._added = tuple(leaf for _, says in said for leaf in said_in(says))
        if self._added:
            explained = [word for word in words if self._is_explained(word, figures)]
        parts = self._with_two_lengths(parts, c.all_of(says for _, says in said))
        both = c.all_of((condition, *(says for _, says in said), *self._two_lengths))
        sources = list(self._sources)
        contradicted: tuple[str, ...] = ()
        if said and (both == c.NONE or (_ANY_SHAPE.search(self._words.text) and self._call.takeout)):
            # Takeout, 6-5, or of any shape: what the auction says of the word does not hold here.
            self._is_unread = True
            contradicted = tuple(
                word.meaning.name
                for word, _ in said
                if word.meaning and word.meaning.source != USUAL and condition != c.NONE
            )
        elif said:
            condition = both
            for word, shown in groupby(said, lambda pair: pair[0]):
                if meaning := word.meaning:
                    added = c.all_of(says for _, says in shown)
                    sources.append(MeaningSource(meaning.name, added, meaning.source))
        read = tuple(chain.from_iterable(self._spans(part, condition, figures) for part in parts))
        is_unread = any(span.sense is Sense.UNKNOWN for span in read)
        likely: c.Formula | None = condition
        if is_unread:
            likely = self._likely(context, condition, raw) if self._with_likely else None
        obligations, always, steps = find_obligations(self._text, self._tokens, self._vocabulary)
        obligations |= {
            Obligation[name] for word in explained if word.meaning for name in word.meaning.obliges
        }
        is_exact = any(
            token.word in ("=", "only") or (token.amount and token.amount.is_only) for token in self._tokens
        )
        if Obligation.REQUEST in obligations and not is_exact:
            # "3D  five hearts, transfer" is for six of them as well.
            condition = c.with_open_lengths(condition, self._is_long)
            likely = likely and c.with_open_lengths(likely, self._is_long)
        return Reading(
            *(condition, read, self._impossible(), obligations, steps),
            *(tuple(dict.fromkeys(sources)), contradicted),
            is_strength_open=any(self._leaves_open(word, figures) for word in explained),
            likely=likely,
            strengths=self._strengths,
            unlimited=self._unlimited(),
            asks=tuple(word.meaning for word in words if word.meaning and word.meaning.answers),
            is_exact=is_exact,
            always=always,
            sure=self._sure_of(condition, read, raw[0]) if is_unread else condition,
        )

    def _sure_of(
        self, condition: c.Formula, spans: Iterable[ReadSpan], clauses: Sequence[Clause]
    ) -> c.Formula:
        unread = [
            Unread(
                self._within(span),
                next((token.word for token in reversed(self._tokens) if token.end <= span.offset), ""),
            )
            for span in spans
            if span.sense is Sense.UNKNOWN
        ]
        return SureReader(self._tokens, self._text, self._vocabulary).part_of(condition, unread, clauses)

    def _may_widen(self, part: ClausePart) -> bool:
        return self._bring_in_others(part.begin, part.end)

    def _bring_in_others(self, begin: int, end: int) -> bool:
        return brings_in_others(self._tokens[begin:end], self._text, self._vocabulary)

    def _is_long(self, length: c.Length) -> bool:
        """Return whether a length is one that a transfer shows."""
        return length.low >= _OF_TRANSFER and length.suit is not self._call.bid

    def _unlimited(self) -> frozenset[Lack]:
        """Return what may be any: ``any shape``, ``any strength``."""
        index, end = _open_index(self._vocabulary.language), len(self._tokens)
        begins = (at for at, token in enumerate(self._tokens) if index.has_beginning(token))
        return frozenset(lack for at in begins for _, lack in index.matches(self._words, at, end))

    def _likely(
        self, context: PhraseContext, condition: c.Formula, raw: tuple[list[Clause], list[list[Clause]]]
    ) -> c.Formula:
        """Return the condition with what a player would read in other words."""

        def says(word: Phrase, figures: c.Formula) -> c.Formula:
            known = (*said_in(condition), *said_in(figures))
            said = [each for each in self._open(word, known) if each is not None]
            return c.all_of(said) if said else _suits_named(word, known, least)

        lengths = (token.amount.low for token in self._tokens if token.amount and token.amount.is_open)
        least = next((length for length in lengths if length in _BARE_SUITS), _BARE_SUITS[1])
        context = replace(context, likely=True)
        # In "takeout, or 17+", the number is that of other hands.
        parts = (part for clause in chain(raw[0], *raw[1]) for part in clause.parts)
        self._has_unread_number = any(self._names_points(part) and not part.is_alternative for part in parts)
        reader = LikelyReader(self._tokens, self._text, context, self._vocabulary, says)
        said = condition & (reader.condition(*raw) & self._suits_alone())
        is_kept = said == c.NONE or questions(said) > MOST_HONOURS
        return condition if is_kept else said

    def _suits_alone(self) -> c.Formula:
        """Return the lengths of a row that names nothing but suits: ``!h`` is a transfer, ``!h!s`` both."""
        names = [token.word for token in self._tokens if token.word not in ("=", "-", "and", "/", "+")]
        suits = [SUIT_OF[name] for name in names if name in SUIT_OF]
        is_told = suits and len(suits) == len(names) == len({*suits}) < 3
        if not is_told or self._call.bid in suits:
            return c.ANY
        return c.any_of(
            c.all_of(c.cards(n, FULL_HAND, suit) for n, suit in zip((5, 4), way, strict=False))
            for way in permutations(suits)
        )

    def _impossible(self) -> tuple[tuple[int, str, str], ...]:
        """Return the place of each part that no hand fits; beside key cards, there are five aces."""
        is_asked = not _ASKED.isdisjoint(token.word for token in self._tokens)
        found = [] if is_asked else list(impossible_parts(self._plain, self._may_widen))
        found = found or list(self._against_strength())
        if not found or self._call.has_choices or self._has_exception():
            return ()
        return tuple((self._tokens[begin].start, why, hint) for begin, why, hint in found)

    def _has_exception(self) -> bool:
        """Return True for fewer cards in brackets that some hands may have: ``5+!d (4!d with a void)``."""
        words = [token.word for token in self._tokens]
        return any(
            word == "(" and self._tokens[at].amount and not _OF_SOME_HANDS.isdisjoint(words[at + 1 : at + 3])
            for at, word in enumerate(words[:-1], 1)
        )

    def _against_strength(self) -> Iterator[tuple[int, str, str]]:
        """Yield words for how strong a hand is that its points exclude: ``weak, 16-20``."""
        figures = [leaf for leaf in _figures(self._plain, in_every_hand) if isinstance(leaf, c.Points)]
        parts = [part for clause in self._plain for part in clause.parts]
        is_plain = all(
            part.kind in (PartKind.SAYS, PartKind.SILENT) and not (part.is_choice or part.is_alternative)
            for part in parts
        )
        for part in parts if is_plain and len(figures) == 1 else ():
            for word in part.words:
                begin = part.begin + word.begin
                tokens = self._tokens[begin : part.begin + word.end]
                after = self._tokens[part.begin + word.end : part.end]
                # "15-18, weak clubs"
                is_other = bool(word.suits or (after and not after[0].amount))
                is_other = is_other or self._vocabulary.strengths.isdisjoint(t.word for t in tokens)
                least, most = (0, MAX_POINTS) if is_other else _strength_of(word)
                if not figures[0].mask & (1 << most + 1) - (1 << least):
                    written = self._text[tokens[0].start : tokens[-1].end]
                    yield begin, f"“{written}” and {figures[0]} exclude each other.", CORRECT_ONE

    def _clauses(self, reader: PartReader, begin: int, end: int) -> Iterator[Clause]:
        """Yield the clauses, with their parts as they are read one by one."""
        has_said = False
        for first, last in self._divider.clauses(begin, end):
            start, is_other_call = self._call_before(first, last)
            if start > first:
                yield Clause((ClausePart(first, last if is_other_call else start, PartKind.SILENT),))
            if not is_other_call and start < last:
                spans, labels = self._divider.parts(start, last)
                read = [self._part(reader, *span) for span in spans]
                labels = sum(map(len, read[:labels])) if labels > 0 else labels
                parts = without_denied([*chain(*read)], self._call)
                if any(part.is_choice for part in parts[1:]):
                    parts = self._without_chosen(parts)
                parts = self._without_listed(parts)
                if labels < 0:
                    parts, labels = with_unread_conditions(parts), 0
                if labels and parts[labels - 1].kind is PartKind.ASKS:
                    # Asks: where, how many, which.
                    asked = (ClausePart(part.begin, part.end, PartKind.ASKS) for part in parts[labels:])
                    parts[labels:] = asked
                is_more = any(part.kind is PartKind.UNREAD for part in parts[labels:])
                if labels and (has_said or is_more) and self._tokens[parts[labels - 1].begin].word == "both":
                    # "10-14, 3+!d; both minors: 12+", "Both majors: open 1H"
                    parts[labels - 1] = as_unread(parts[labels - 1])
                if labels and is_more:
                    # With four spades: another bid.
                    parts[labels - 1 : labels] = with_unread_conditions(parts[labels - 1 : labels])
                if has_said and self._tokens[start].word == "with" and len(all_kinds(parts)) > 1:
                    # With three hearts ten or more, else fewer.
                    parts = with_unread_conditions(parts)
                is_case = labels and parts[labels - 1].kind is PartKind.UNREAD
                if is_case and (has_said or _figures((Clause(tuple(parts[:labels])),))):
                    # What comes after an unknown word and a colon may be for some hands only.
                    parts[labels:] = with_unread_conditions(parts[labels:])
                of_all, of_some = parts[: labels - 1], parts[labels:]
                if labels > 0 and "points" in all_kinds(of_all) & all_kinds(of_some):
                    # "11-15, 2+!d, bal: 11-13"
                    parts[labels - 1 :] = with_unread_conditions(parts[labels - 1 :])
                yield Clause(tuple(parts), labels)
                has_said = has_said or any(part.kind is PartKind.SAYS for part in parts)

    def _part(self, reader: PartReader, begin: int, end: int) -> list[ClausePart]:
        """Return a part, as two if more is added to what is understood: ``four spades with a side void``."""
        part = reader.read(begin, end)
        at = next((n for n in range(begin + 1, end - 1) if self._tokens[n].word in _ADDING), 0)
        is_whole = part.kind is not PartKind.UNREAD or part.is_alternative or part.impossible
        if (
            is_whole
            or not at
            or self._tokens[begin].word in _DENYING
            # "3!s with a side singleton allowed" after "4!s"
            or self._tokens[end - 1].word in self._vocabulary.permits_behind
            or any(token.amount for token in self._tokens[at + 1 : end])
            or self._bring_in_others(at + 1, end)
        ):
            return [part]
        head, rest = reader.read(begin, at), reader.read(at, end)
        is_known = head.kind is PartKind.SAYS and head.condition is not None and not head.is_choice
        return [head, rest] if is_known and rest.kind is PartKind.UNREAD else [part]

    def _without_chosen(self, parts: Sequence[ClausePart]) -> list[ClausePart]:
        """Leave over what a choice after it contradicts: ``3 spades, 6-9 or 4 spades, 4-6``."""
        kept = list(parts)
        for number, part in enumerate(parts):
            if part.is_choice and part.kind is PartKind.UNREAD:
                named = LENGTH_OF.finditer(text_of(self._tokens[part.begin : part.end]))
                lengths = [(int(found[0].split()[0]), SUIT_OF[found[1]]) for found in named]
                for index, earlier in enumerate(parts[:number]):
                    leaves = earlier.condition.leaves if earlier.condition is not None else ()
                    if any(
                        isinstance(leaf, c.Length)
                        and leaf.suit is suit
                        and not leaf.low <= length <= leaf.high
                        for leaf in leaves
                        for length, suit in lengths
                    ):
                        kept[index] = as_unread(earlier)
        return kept

    def _without_listed(self, parts: Sequence[ClausePart]) -> list[ClausePart]:
        """Leave over the rest of a list whose first numbers stand alone: ``4, 5 or 6 hearts``."""
        kept = list(parts)
        for number, (part, following) in enumerate(pairwise(parts), 1):
            words = {*plain_words(self._tokens[part.begin : part.end])}
            has_or = any(token.word == "or" for token in self._tokens[following.begin : following.end])
            if kept[number - 1].kind is PartKind.UNREAD and has_or and words <= _NUMERALS:
                kept[number] = as_unread(following)
        return kept

    def _alone(self, item: Sequence[Clause]) -> list[Clause]:
        """Return the clauses of an alternative; figures of the others explain none of its words."""
        figures = _figures(item)

        def is_alone(part: ClausePart) -> bool:
            return all(word.is_silent or self._is_met(word, figures) for word in part.words)

        return [
            replace(clause, parts=tuple(part if is_alone(part) else as_unread(part) for part in clause.parts))
            for clause in item
        ]

    def _before_any_strong(self, clauses: list[Clause]) -> list[Clause]:
        """Join what a double shows before ``or any 17+`` with what its words do: ``takeout, 12+``.

        Before other hands they may be meant for all: ``Michaels, 8-11, or 16+ with 6-5``.
        """
        self._sources = ()
        parts = [part for clause in clauses for part in clause.parts]
        at = next((n for n, part in enumerate(parts) if part.is_alternative), 0)
        before, strong, behind = parts[:at], parts[at : at + 1], parts[at + 1 :]
        is_any = any(
            isinstance(part.condition, c.Points)
            and any(token.word == "any" for token in self._tokens[part.begin : part.end])
            for part in strong
        )
        is_plain = all(
            part.kind in (PartKind.SAYS, PartKind.SILENT) and not part.is_choice for part in before
        )
        is_silent = all(part.kind is PartKind.SILENT and not part.is_alternative for part in behind)
        if not (at and is_any and self._call.is_double and is_plain and is_silent):
            return clauses
        self._plain = [Clause(tuple(before))]
        said = [self._with_words(part, _figures(self._plain)) for part in before]
        if None in said or any(clause.labels for clause in clauses):
            self._sources = ()
            return clauses
        any_hand = strong[0]._replace(kinds=frozenset(("points", "shape")))
        return [Clause((*filter(None, said), any_hand, *behind))]

    def _with_words(self, part: ClausePart, figures: Figures) -> ClausePart | None:
        """Return a part with what its words say beside figures in its condition, None if it is not known."""
        phrases = []
        for phrase in part.phrases:
            says = self._open(phrase, figures) if phrase.is_word else []
            if None in says or not all(has_length(figures, suit) for suit in phrase.suits):
                return None
            shown = c.all_of(each for each in says if each is not None)
            if shown != c.ANY:
                if meaning := phrase.meaning:
                    self._sources += (MeaningSource(meaning.name, shown, meaning.source),)
                said = shown if part.condition is None else part.condition & shown
                part = part._replace(kind=PartKind.SAYS, condition=said, kinds=part.kinds | kinds_of(shown))
                phrase = phrase._replace(condition=shown)
            phrases.append(phrase)
        return part._replace(phrases=tuple(phrases))

    def _with_two_lengths(self, parts: Sequence[ClausePart], shown: c.Formula) -> list[ClausePart]:
        """Return parts with how long the suits are of which a word shows two: ``both minors, 5-5``."""
        suits = [each for each in c.parts_of_all(shown) if all(map(_is_shown_suit, each.leaves))]
        lows = [leaf.low for each in suits for leaf in each.leaves if isinstance(leaf, c.Length)]
        self._two_lengths = []
        found = list(parts)
        for n, part in enumerate(parts) if len(suits) == 2 and lows else ():
            match = _SIDES.match(self._words, part.begin, part.end)
            is_alone = part.kind is PartKind.UNREAD and not part.is_alternative
            if match is None or match.end < part.end or not is_alone:
                continue
            long, short, *_ = (int(digit) for digit in re.findall("[0-9]", match.all_tokens[0].word))
            # "Michaels, 4-4" has less than the book.
            if long >= max(lows) and long >= short >= min(lows) and long + short <= FULL_HAND:
                says = c.any_of(
                    c.all_of(_at_least(n, suit) for n, suit in zip(way, suits, strict=True))
                    for way in permutations((long, short))
                )
                self._two_lengths.append(says)
                phrases = (Phrase(0, part.end - part.begin, condition=says),)
                found[n] = part._replace(kind=PartKind.SAYS, condition=says, phrases=phrases)
        return found

    def _call_before(self, begin: int, end: int) -> tuple[int, bool]:
        """Return where the text after ``2S =`` begins, and whether that is another call than this one."""
        token = self._tokens[begin]
        match = _CALL.match(self._words, begin, end)
        after = match.end if match else begin + (token.word in _OTHER_CALLS)
        if token.word in _LEVELS and end > begin + 1 and self._tokens[begin + 1].word == "x":
            after = begin + 2
        if after == begin or after >= end or self._tokens[after].word not in ("=", ":"):
            return begin, False
        bid = self._call.bid
        words = [each.word for each in self._tokens[begin:after]]
        named = words[0].removeprefix(BID_MARK) if len(words) == 1 else words[1]
        strains = _STRAINS.get(named) or (SUIT_OF[named].value if named in SUIT_OF else named[1:])
        is_other = self._words.tokens[begin].written[:1] != str(self._call.level)
        return after + 1, is_other or bid is None or bid.value not in strains

    def _joined(self, clause: Clause, figures: Figures) -> Clause:
        """Return the clause with its condition; an alternative that hangs on a word is left over."""
        is_choice = any(part.is_alternative for part in clause.parts[1:])
        is_open = is_choice or any(
            # Three spades, or 17+ of any shape.
            part.is_choice and (part.kind is PartKind.UNREAD or len(part.kinds) > 1)
            for part in clause.parts
        )

        is_reached = any(part.kind is PartKind.REACHES for part in clause.parts)

        def is_unclear(number: int, part: ClausePart) -> bool:
            if is_reached and any(self._says(word, figures) for word in part.words):
                # "Passed hand: fit jump" is about some hands.
                return True
            if is_open and number >= clause.labels and any(self._says(word, figures) for word in part.words):
                return True
            is_part = part.is_choice or (is_choice and part.condition is not None)
            return is_part and not all(word.is_silent for word in part.words)

        parts = [
            as_unread(part) if is_unclear(number, part) else part for number, part in enumerate(clause.parts)
        ]
        return join_parts(parts, clause.labels)

    # ------------------------------------------------------------ words

    def _is_met(self, word: Phrase, figures: Figures) -> bool:
        """Return True if figures have all that it needs."""
        return all(has_length(figures, suit) for suit in word.suits) and all(
            is_met(need, figures, self._call) for need, _ in word.shows
        )

    def _open(self, word: Phrase, figures: Figures) -> list[c.Formula | None]:
        """Return what it shows that figures do not say better; None where nobody knows what."""
        if not (word.meaning and word.meaning.shows):
            figures = figures + self._added

        def certain() -> Figures:
            return _figures(self._plain, in_every_hand)

        return [
            says
            for need, text in word.shows
            if not leaves_open((need, text), figures)
            and not is_said(need, says := _shown(text), figures, self._call, certain)
            and not (need in (Need.STRENGTH, Need.TO_GAME) and self._is_other_strength(word, need))
            and not (says is not None and self._is_waived(says))
        ]

    def _is_waived(self, says: c.Formula) -> bool:
        """Return True for what need not be there: ``Stayman, need not have a major``, ``often 5 cards``."""
        suits = {leaf.suit for leaf in says.leaves if isinstance(leaf, c.Length)}
        parts = [part for clause in self._plain for part in clause.parts if part.condition is not None]
        return any(
            isinstance(leaf, c.Length) and leaf.suit in suits
            for part in parts
            if part.kind is PartKind.TENDS or (part.kind is PartKind.PERMITS and len(suits) > 1)
            for leaf in (part.condition or c.ANY).leaves
        )

    def _leaves_open(self, word: Phrase, figures: Figures) -> bool:
        return any(leaves_open(shown, figures) for shown in word.shows)

    def _is_other_strength(self, word: Phrase, need: Need) -> bool:
        """Return True if another word says how strong the hand is: ``Stayman, weak``."""
        strengths = self._strengths
        if self._has_unread_number:
            # "Reverse, good 14+ hcp": the row says how strong, in words that are not read.
            return True
        if need is Need.TO_GAME:
            strengths = strengths - {"game"}
        own = " ".join(word.meaning.words).split() if word.meaning else ()
        return not strengths.issubset(own)

    @cached_property
    def _strengths(self) -> frozenset[str]:
        return self._vocabulary.strengths & frozenset(plain_words(self._tokens))

    def _is_explained(self, word: Phrase, figures: Figures) -> bool:
        """Return True if figures or the auction explain it."""
        if parts := self._open(word, figures):
            return None not in parts and not (self._is_unread and self._says(word, figures))
        return all(has_length(figures, suit) for suit in word.suits)

    def _says(self, word: Phrase, figures: Figures) -> list[c.Formula]:
        """Return what it says that figures do not say better; any hand is nothing to say."""
        return [says for says in self._open(word, figures) if says is not None and says is not c.ANY]

    def _names_cards(self, part: ClausePart) -> bool:
        """Return True if cards are left over, as in "may not have a major": they go before words."""
        words = plain_words(self._tokens[part.begin : part.end])
        is_number = any(word.isdecimal() for word in words) and not CARDS.isdisjoint(words)
        is_permitted = not {*KINDS, *_ANY_KIND}.isdisjoint(words) and not {"not", "possible"}.isdisjoint(
            words
        )
        kinds = (PartKind.UNREAD, PartKind.REACHES)
        return (part.kind is kinds[0] and is_number) or (part.kind in kinds and is_permitted)

    def _names_points(self, part: ClausePart) -> bool:
        """Return True if a number that may be points is left over."""
        words = plain_words(self._tokens[part.begin : part.end])
        is_high = any(word.isdecimal() and int(word[:3]) > MOST_LENGTH for word in words)
        return part.kind is PartKind.UNREAD and (is_high or "hcp" in words)

    # ------------------------------------------------------------ spans

    def _spans(self, part: ClausePart, condition: c.Formula, figures: Figures) -> Iterator[ReadSpan]:
        """Yield the spans of a part: words that nothing explains are spans of their own."""
        if part.kind not in (PartKind.SAYS, PartKind.SILENT):
            is_known = part.kind is PartKind.ASKS or (
                part.kind is PartKind.PERMITS and is_permitted(part, condition)
            )
            if part.kind is PartKind.TENDS:
                is_known = (
                    condition != c.ANY and part.kinds <= kinds_of(condition) and is_permitted(part, condition)
                )
            yield self._span(part.begin, part.end, Sense.NEUTRAL if is_known else Sense.UNKNOWN)
            return
        senses = [self._sense(phrase, figures) for phrase in part.phrases]
        if Sense.UNKNOWN not in senses:
            is_hand = part.condition is not None or Sense.HAND in senses
            yield self._span(part.begin, part.end, Sense.HAND if is_hand else Sense.NEUTRAL, part.condition)
            return
        for sense, run in groupby(zip(part.phrases, senses, strict=True), lambda pair: pair[1]):
            phrases = [phrase for phrase, _ in run]
            yield self._span(part.begin + phrases[0].begin, part.begin + phrases[-1].end, sense)

    def _sense(self, phrase: Phrase, figures: Figures) -> Sense:
        if not phrase.is_word:
            return Sense.HAND
        if not self._is_explained(phrase, figures):
            return Sense.UNKNOWN
        is_about = self._says(phrase, figures) or self._leaves_open(phrase, figures)
        return Sense.HAND if is_about else Sense.NEUTRAL

    def _span(self, begin: int, end: int, sense: Sense, says: c.Formula | None = None) -> ReadSpan:
        start, stop = self._tokens[begin].start, self._tokens[end - 1].end
        for link in LINK.finditer(self._text) if "](" in self._text else ():
            # What goes on before or behind a link has all of it.
            if start <= link.start() and stop == link.end(1):
                stop = link.end()
            elif start == link.start(1) and stop >= link.end():
                start = link.start()
        return ReadSpan(self._text[start:stop], start, sense, says)


def _suits_named(word: Phrase, figures: Figures, least: int) -> c.Formula:
    """Return the lengths that players show with words such as ``both minors`` and ``one major, 6+``."""
    name = word.meaning.name if word.meaning and not word.meaning.shows else ""
    kind = next((kind for kind in ("major", "minor") if kind in name), "")
    if not kind or any(isinstance(leaf, c.Length) for leaf in figures):
        return c.ANY
    suits = KINDS[kind]
    return (
        c.two_suits(4, 4, *suits, f"{kind}s")
        if f"{kind}s" in name.split()[-1:]
        else c.some_suit(least, suits, kind)
    )


def _is_shown_suit(leaf: c.Leaf) -> bool:
    return isinstance(leaf, c.Length) and leaf.low >= _BARE_SUITS[0]


def _at_least(length: int, suits: c.Formula) -> c.Formula:
    """Return suits, each with at least this many cards."""
    return c.any_of(
        c.cards(max(leaf.low, length), FULL_HAND, leaf.suit)
        for leaf in suits.leaves
        if isinstance(leaf, c.Length)
    )


def _strength_of(word: Phrase) -> tuple[int, int]:
    """Return the fewest and the most points that anybody means by a word for how strong a hand is."""
    for need, says in word.shows:
        if need is Need.MOST_POINTS:
            return 0, _MOST_WEAK
        shown = _shown(says) if need is Need.STRENGTH else None
        if shown is not None and (limits := shown.bounds().most.reachable().limits()):
            return max(limits[0] - _MARGIN, 0), min(limits[1] + _MARGIN, MAX_POINTS)
    return 0, MAX_POINTS


def _shown(says: str | None) -> c.Formula | None:
    """Return the condition that a part of a word shows."""
    return c.ANY if says == "any" else parse_condition(says).value if says else None


def _figures(
    clauses: Iterable[Clause], said: Callable[[c.Formula], Iterator[c.Leaf]] | None = None
) -> Figures:
    """Return what some clauses say in figures; what they deny is none."""
    parts = (part for clause in clauses for part in clause.parts if part.kind is PartKind.SAYS)
    return tuple(
        leaf for part in parts if part.condition is not None for leaf in (said or said_in)(part.condition)
    )


@cache
def _open_index(language: str) -> PatternIndex[Lack]:
    phrases = vocabulary_of(language).open
    return PatternIndex((text, Lack(name)) for name, texts in phrases.items() for text in texts)
