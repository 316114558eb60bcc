"""From a description to a condition: what is understood, and what is left over.

Words become clauses, clauses have parts, parts have phrases. A phrase is a condition on the hand, or a word
that the figures of the row or the auction must explain.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache, cached_property
from itertools import chain, groupby, pairwise, permutations, takewhile

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
    known_words,
    leaves_open,
    said_in,
)
from bml_core.hands.descriptions.patterns import Pattern, PatternIndex, Words
from bml_core.hands.descriptions.phrases import KINDS, PhraseContext
from bml_core.hands.descriptions.row_context import LENGTH_OF, RowContext, text_of
from bml_core.hands.descriptions.tokens import (
    BID_MARK,
    SUIT_OF,
    Abbreviated,
    SuitsOfRow,
    Token,
    plain_words,
    tokens_of,
)
from bml_core.hands.descriptions.vocabulary import ENGLISH, Need, Obligation, Vocabulary, vocabulary_of

LONGEST_DESCRIPTION = 5_000
"""Characters of a description that is read."""
_LINK = re.compile(r"\[([^\[\]\n]*)\]\([^()\n]*\)")
# "(was forcing until 2019)", "(we used to play DONT)", "since 2021", "Strong hands dropped in 2016."
_YEAR = r"(?:199\d|20[0-3]\d)"
_PAST = re.compile(
    rf"(?i)\s?\([^()]*\b(?:used\s+to|formerly|(?:in|since|until|till|from|before|changed)\s+{_YEAR})\b[^()]*\)"
    rf"|\s?\( ?{_YEAR} ?\)"
    rf"|(?<=[.;])\s[^.;()\d]*\b(?:in|since|until|till|from|before)\s+{_YEAR}\b[.;]?(?=\s*$)"
    rf"|,?\s?\b(?:since|until|till)\s+{_YEAR}\b"
)
# "5+!s [A]", "6-9 (ann)": what is said to the opponents at once.
_TOLD = re.compile(
    r"\s?(?:\[(?:A|ann?)\.?\]|\((?:A|(?i:alert(?:ed|able)?|ann(?:ounced?|\.)?))\))(?=\s*(?:[.,;]|$))"
)
# "3-3 in the minors = 1C", "5-5 open the higher one": with which bid such hands open, not what this one has.
_OPENED = (
    r"(?<![\w-])[3-6][-=]?[3-6] (?:in )?(?:the )?(?:minors|majors|ms?)? ?(?:=|opens?|we open|start with) ?"
    r"(?:1?(?:[CDHS\u2660-\u2667]|![cdhs])(?!\w)|the (?:higher|lower)(?: one| suit)?)"
)
# "with both majors 2!h", "with 4-4 1D"
_BID_WITH = (
    r"\bwith (?:both (?:the )?(?:majors|minors)|[3-6][-=]?[3-6](?:(?: in)? the (?:majors|minors))?),?"
    r" (?:we open )?[12](?:[CDHS\u2660-\u2667]|![cdhs])(?!\w)"
)
_WHICH_BID = re.compile(rf"(?i)\([^()\d]{{0,40}}{_OPENED}[^()]*\)|{_OPENED}|{_BID_WITH}")
# "new suit: F1" in a line below "12-14, NF": what another call means
_OTHER_CALL = re.compile(
    r"(?i)(?<=\n)[ \t]*(?:(?:any|an?|the|other|lower|higher|cheapest) )*"
    r"(?:new suits?|fourth suit|raises?|cue-?bids?|jumps?(?: shifts?)?)(?: (?!shows)[^\W\d_]+){0,5}:[^\n]*"
)
# "(over 1♥) – 4♠, 11–17" after 1♣–1♥: the auction in which the row is so.
_OVER = re.compile(r"(?i)\b(?:over|after|opposite)\b")
_IN_AUCTION = re.compile(
    r"(?i)\s*(?P<bracket>\()?(?:over|after|opposite) (?:(?:an?|our|their|the) )?"
    r"\(?(?P<level>[1-7])?(?P<strain>![cdhs]|[\u2660-\u2667]|(?:[CDHS]|NT?)(?!\w))\)?"
    r"(?: (?:opening|overcall|response|rebid|bid))?\s?"
    r"(?:(?(bracket)\))\s*[:=\u2013\u2014-]?|[:,;=\u2013\u2014])(?=\s)"
)
# "† puppet to 2♦"
_ALERTS = ("*", "!", "\u2020", "\u2021")
_ANY_SHAPE = re.compile(r"\bany (shape|distribution|hand)\b")
_EMPHASIS = re.compile(r"(?<![\w/:.)])/[^\s/](?:[^/\n]*[^\s/])?/(?![\w/])")
_CALL = Pattern("BID")
_LETTERS = str.maketrans({suit.symbol: suit.value for suit in Suit})
_OTHER_CALLS = frozenset(("x", "xx", "dbl", "rdbl", "pass", "double", "redouble", "p", "d", "r"))
_STRAINS = {"anymajor": "HS", "anyminor": "CD", "x": "CDHS"}
_LEVELS = frozenset("1234567")
_CARDS = frozenset(("card", "cards", "support", "fit", "any", *SUIT_OF))
_NUMERALS = frozenset((*map(str, range(MAX_POINTS + 1)), "+", "-", "~"))
_STARTS = frozenset((",", ";", ".", ":", "(", ")"))
_VERBS = frozenset(
    ("has", "holds", "shows", "promises", "denies", "guarantees", "accepts", "completes", "does", "doesn't")
)
_ASKED = frozenset(("ask", "keycard", "blackwood", "gerber", "steps", "trumps"))
_ANY_KIND = frozenset(("anymajor", "anyminor"))
_SHAPE_WORDS = ("balanced", "unbalanced", "semi-balanced")
_SUITS_NAMED = frozenset((*SUIT_OF, *KINDS, *_ANY_KIND, "majors", "minors"))
#: No suit of a call up to the two level is as long as this; beside its length, another number means points.
_BARE_SUITS = range(4, 8)
_OF_TRANSFER = 5
#: Nobody's weak hand has more points, and nobody's word has others by more than a few than that of the book.
_MOST_WEAK, _MARGIN = 14, 4
#: A number above this is hardly a length.
_MOST_LENGTH = 8
_PLAYERS = ("opener", "responder")
#: Obligations that are read where they are all that a clause says: "not forced" is not forced.
_WHOLE_CLAUSES = frozenset(
    (Obligation.FORCED, Obligation.REST, Obligation.TO_PLAY, Obligation.CALLED_FORCING)
)
_OF_ANSWER = frozenset((Obligation.TO_PLAY, Obligation.PASSABLE))
# "perhaps over transfer break" asks for nothing.
_IN_CERTAIN_CLAUSES = frozenset((Obligation.TO_GAME, Obligation.REQUEST))
_BREAKS = frozenset((",", ",,", ";", ":", "::", ".", "(", ")", "/", "-"))
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


#: Words that may bring in other hands, or take back what is said; numbers may as well.
_JOINTS = frozenset(("or", "but"))
_WIDENING = frozenset(("or", "any", "not", "?", "=", ":", "~", "etc"))
# What follows these is added to what is before them.
_ADDING = frozenset(("with", "and", "headed", "including", "that"))
_DENYING = frozenset(("no", "not", "denies", "without", "fewer", "less", "at"))
_EXCEPTIONS = frozenset(("but", "except", "unless", "otherwise", "also", "?", "/", "~"))
_BEYOND = frozenset(("any", "better", "more", "other", "others", "hcp", "points"))
_QUALITY = frozenset(("robust", "ruffing", "decent", "chunky"))
_LEAST_SHAPE = 100
_COUNTED = frozenset((*SUIT_OF, "-", "card", "cards"))
_OTHER_COUNTS = frozenset(("tricks", "trick", "losers", "loser", "controls", "aces", "kings"))
_KINDS, _ALL_SUITS = frozenset(("points", "shape", "cards")), frozenset(Suit)
_WAYS = frozenset(("types", "way", "ways", "variants", "kinds", "possibilities", "options", "meanings"))
_HOW_MANY = frozenset(("2", "3", "4", "either", "different", "several"))


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
    marks = {at for mark in _EMPHASIS.finditer(text) for at in (mark.start(), mark.end() - 1)}
    for link in _LINK.finditer(text) if "](" in text else ():
        marks.update((link.start(), *range(link.end(1), link.end())))
    for past in chain(_PAST.finditer(text), _TOLD.finditer(text)):
        marks.update(range(*past.span()))
    marks.update(range(_end_of_auction(text, call)))
    elsewhere = chain(_WHICH_BID.finditer(text), _OTHER_CALL.finditer(text))
    others = [ReadSpan(one[0], one.start(), Sense.UNKNOWN) for one in elsewhere]
    for span in others:
        marks.update(range(span.offset, span.offset + len(span.text)))
    found = tokens_of(
        text, suits, prose=True, vocabulary=vocabulary, abbreviations=abbreviations, role=call.role
    )
    found = [token._replace(word=".") if _ends_sentence(text, token) else token for token in found]
    said = [token for token in found if token.word not in _ALERTS and token.start not in marks]
    if any(player in text.lower() for player in _PLAYERS) and call.player and call.player in text.lower():
        said = [token for number, token in enumerate(said) if not _is_subject(said, number, call.player)]
    tokens = [token for token, before in zip(said, [None, *said], strict=False) if not _ends(before, token)]
    tokens = _answer(tokens) if call.asked else _with_alternatives(tokens, text)
    reading = _Description(text, tokens, call, vocabulary, with_likely=with_likely).read()
    spans = sorted((*reading.spans, *others), key=lambda span: span.offset)
    return replace(reading, spans=tuple(spans)) if others else reading


def _end_of_auction(text: str, call: CallContext) -> int:
    """Return where words at the beginning end that name a bid of the auction: ``(over 1♥) – 4♠, 11–17``."""
    bid = _IN_AUCTION.match(text) if len(_OVER.findall(text)) == 1 else None
    if not bid:
        return 0
    strain = bid["strain"].strip("!").upper()[0].translate(_LETTERS)
    return bid.end() if re.search(rf"{bid['level'] or '[1-7]'}{strain}[-)]", call.auction) else 0


def _with_alternatives(tokens: list[Token], text: str) -> list[Token]:
    """Return tokens with "or" between pieces that each begin with points, of a text that is a choice.

    It is one by its slashes, ``12-14 bal / 18+ any``, or by its first words: ``three-way: 12-14, or 18+``.
    """
    words = [token.word for token in tokens]
    label = next((n for n in range(1, min(len(words), 4)) if words[n] in _WAYS), 0)
    begin = label + 2 if label and words[0] in _HOW_MANY and words[label + 1 : label + 2] == [":"] else 0
    divides = [
        n
        for n in range(begin + 1, len(tokens) - 1)
        if (words[n] == "/" and text[tokens[n].start - 1 : tokens[n].end + 1] == " / ")
        or (begin and words[n] in (",", ";", "/"))
    ]
    starts = (begin, *(n + 1 + (words[n + 1] == "or") for n in divides))
    is_choice = divides and all(_counts_points(tokens[at : at + 2]) for at in starts)
    if not is_choice or (not begin and not {",", ";", "."}.isdisjoint(words[: divides[-1]])):
        # In "12-14, 5+!c / 18+" the comma may divide as well.
        return tokens[begin:] if is_choice else tokens
    return [
        token._replace(word="or") if n in divides else token
        for n, token in enumerate(tokens)
        if n >= begin and not (n - 1 in divides and token.word == "or")
    ]


def _counts_points(tokens: Sequence[Token]) -> bool:
    """Return whether words begin with points: "15+ clubs" does, "5+ clubs" and "6 cards" do not."""
    amount = tokens[0].amount if tokens else None
    is_length = any(token.word in (*SUIT_OF, "cards", "card", "-") for token in tokens[1:])
    return amount is not None and amount.reads_as_points and (not is_length or amount.low > FULL_HAND)


def _is_subject(tokens: Sequence[Token], number: int, player: str) -> bool:
    """Return True for the opener of ``opener has 4 spades``, where it is the opener who calls."""
    if tokens[number].word != player or number + 1 == len(tokens):
        return False
    before = [token.word for token in tokens[max(number - 2, 0) : number]]
    if before[-1:] == ["the"]:
        before.pop()
    is_first = not before or before[-1] in _STARTS
    return is_first and tokens[number + 1].written.lower().split()[0] in _VERBS


def _answer(tokens: Sequence[Token]) -> list[Token]:
    """Return the tokens of an answer to 4NT, with the queen that ``two with`` leaves out."""
    answer = [_of_answer(tokens, number) for number in range(len(tokens))]
    if answer and answer[-1].word in ("with", "no"):
        answer.append(Token("queen", "", answer[-1].end, answer[-1].end))
    return answer


def _of_answer(tokens: Sequence[Token], at: int) -> Token:
    """Return a token of an answer to 4NT: "or" between the numbers of ``1/4``, the queen of ``2 with it``."""
    token = tokens[at]
    if token.word == "q" or (token.word == "it" and at and tokens[at - 1].word in ("with", "no")):
        return token._replace(word="queen")
    sides = [tokens[n].amount for n in (at - 1, at + 1) if 0 <= n < len(tokens)]
    is_between = len(sides) == 2 and all(amount and amount.is_exact for amount in sides)
    return token._replace(word="or") if is_between and token.word in ("/", ",") else token


def _ends_sentence(text: str, token: Token) -> bool:
    """Return True for the last sign of "to play!! not a splinter"."""
    is_last = token.word == "!" and text[token.end : token.end + 1].isspace()
    return is_last and text[: token.end].rstrip("!")[-1:].isalnum()


def _is_own(tokens: Sequence[Token], own: Suit) -> bool:
    """Return True for the 5-card major that a call in a major shows."""
    kind = "major" if own in KINDS["major"] else "minor"
    return re.fullmatch(rf"#\S* - card {kind}|\S+ card {kind}", " ".join(t.word for t in tokens)) is not None


def _permitted(tokens: list[Token], vocabulary: Vocabulary) -> list[Token]:
    """Return what tokens permit, as in "possibly 5!h" and "5!h possible"; all of them if they do not."""
    words = [token.word for token in tokens]
    before = next((n for n in (4, 3, 2, 1) if " ".join(words[:n]) in vocabulary.permits), 0)
    behind = next((n for n in (3, 2, 1) if " ".join(words[-n:]) in vocabulary.permits_behind), 0)
    return tokens[before : len(tokens) - behind]


def _ends(before: Token | None, token: Token) -> bool:
    """Return True for the full stop of ``bal.``; that of ``max. 3!s`` is read."""
    return (
        token.word == "."
        and before is not None
        and before.word in _SHAPE_WORDS
        and before.word != before.written.lower()
    )


@cache
def _words_of_language(vocabulary: Vocabulary) -> frozenset[str]:
    """Return the words that are understood, or say for which hands others hold."""
    return known_words(vocabulary) | vocabulary.hedges | vocabulary.conditionals


@cache
def _words_of_cards(vocabulary: Vocabulary) -> frozenset[str]:
    """Return the words that say nothing of strength, beside lengths and suits."""
    return (_words_of_language(vocabulary) | _QUALITY) - vocabulary.strengths - _BEYOND


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

    def read(self) -> Reading:
        """Return the condition and the pieces; a suit of its own counts only if the rest names no other."""
        row = RowContext(self._tokens, self._own_words(), self._call, self._vocabulary.artificial)
        reading = self._read(row)
        is_named = any(token.word in _SUITS_NAMED for token in self._tokens)
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
        both = c.all_of((condition, *(says for _, says in said)))
        sources: list[MeaningSource] = []
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
        obligations, always, steps = _obligations(self._text, self._tokens, self._vocabulary)
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
        """Return those parts of a condition that hold whatever the words mean that are not understood."""
        doubts = [self._widened(span) for span in spans if span.sense is Sense.UNKNOWN]
        parts = c.parts_of_all(condition)
        sure = (
            part
            for part in parts
            if all(
                kinds.isdisjoint(kinds_of(part))
                # "4+!h, may have a longer minor"
                or (isinstance(part, c.Length) and part.suit not in suits)
                for kinds, suits in doubts
            )
        )
        said = c.all_of(sure)
        named = c.ANY if "points" in kinds_of(said) else self._points_named(clauses)
        return c.all_of((said, named, *self._denials(clauses)))

    def _points_named(self, clauses: Sequence[Clause]) -> c.Formula:
        """Return the points between the fewest and the most that are named: ``16+ any, 17+ if Woolsey``.

        Each alternative must name some, or be of cards alone after points in front: ``11-13, 6!d, or a good
        five``.
        """
        words = [token.word for token in self._tokens]
        sides: list[list[tuple[int, int]]] = [[]]
        parts = [part for clause in clauses for part in clause.parts]
        other = next((n for n, part in enumerate(parts) if part.is_alternative), 0)
        are_in_front = other > 1 and parts[0].kinds == {"points"} and not parts[0].is_choice
        # "11-15, balanced, or 5!c" may have more with clubs.
        are_in_front = are_in_front and not any(
            "balanced" in words[part.begin : part.end] and "points" not in part.kinds
            for part in parts[:other]
        )
        for part in parts:
            if part.is_alternative:
                sides.append([])
            if are_in_front and part.begin >= parts[other].begin and self._is_of_cards(part):
                sides[-1] += sides[0]
                continue
            is_denied = words[part.begin] in ("no", "not")
            is_read = part.kind not in (PartKind.UNREAD, PartKind.REACHES)
            if part.is_choice:
                if self._is_of_cards(part):
                    # "6+!d (or a good 5), 11-14"
                    continue
                return c.ANY
            for n, token in enumerate(self._tokens[part.begin : part.end], part.begin + 1):
                amount = token.amount
                if _OTHER_COUNTS.intersection(words[n : n + 1]):
                    # "solid minor, 8-9 tricks"
                    continue
                if amount and amount.reads_as_points and not is_denied:
                    ranges = (one[:2] for one in amount.ranges)
                    sides[-1] += ((low, MAX_POINTS if high is None else high) for low, high in ranges)
                elif amount and not (
                    # "4441 with a red singleton"
                    amount.low >= _LEAST_SHAPE
                    or (
                        amount.low <= _MOST_LENGTH
                        and (is_read or amount.is_exact or _COUNTED.intersection(words[n : n + 1]))
                    )
                ):
                    return c.ANY
        if not all(sides) or not (_EXCEPTIONS | self._vocabulary.hedges).isdisjoint(words):
            return c.ANY
        lows, highs = zip(*(points for side in sides for points in side), strict=True)
        return c.points(min(lows), max(highs)) if min(lows) < max(highs) <= MAX_POINTS else c.ANY

    def _is_of_cards(self, part: ClausePart) -> bool:
        """Return whether a part is of lengths and suits alone: ``or a good five``, ``6+!d (or 5!d)``."""
        tokens = self._tokens[part.begin + part.is_alternative : part.end]
        words, amounts = {token.word for token in tokens}, [token.amount for token in tokens if token.amount]
        known = _words_of_cards(self._vocabulary)
        return all(amount.low <= _MOST_LENGTH and not amount.reads_as_points for amount in amounts) and (
            bool(amounts or words & (_CARDS | KINDS.keys()))
            and all(token.amount or not token.word.isalpha() or token.word in known for token in tokens)
        )

    def _denials(self, clauses: Iterable[Clause]) -> Iterator[c.Formula]:
        """Yield what sentences of their own deny: ``11-13 bal; or 5!d. No 5-card major`` does of both."""
        for part in (clause.parts[0] for clause in clauses if len(clause.parts) == 1 and clause.is_clear):
            before, first = self._tokens[max(part.begin - 1, 0)], self._tokens[part.begin]
            is_whole = part.end == len(self._tokens) or self._tokens[part.end].word == "."
            if before.word == "." and first.word == "no" and is_whole and part.condition is not None:
                yield part.condition

    def _widened(self, span: ReadSpan) -> tuple[frozenset[str], Collection[Suit]]:
        """Return in what other hands a part may bring in, and in which suits.

        ``May have six`` does in shapes alone, and ``may have a minor`` in minors.
        """
        tokens = self._within(span)
        words = [token.word for token in tokens]
        before = next((token.word for token in reversed(self._tokens) if token.end <= span.offset), "")
        # "15-17 bal, but Woolsey"
        is_joined = before in _JOINTS or words[:1] in (["or"], ["but"])
        is_alone = len(words) == 1 and (before in _BREAKS or not before)
        # "three types"
        is_silent = len(words) == 2 and words[0].isdecimal() and words[1] in _WAYS
        if not is_joined and (is_alone or is_silent or not self._bring_in_others(tokens)):
            # Without words, "12-14 bal, 18+ Woolsey" may be two kinds of hands, "5!s, 4-6" is one.
            return _KINDS if _are_points(tokens) and not is_alone else frozenset(), _ALL_SUITS
        known = _words_of_language(self._vocabulary)
        suits: Collection[Suit] = _ALL_SUITS
        if len(permitted := _permitted(tokens, self._vocabulary)) < len(tokens):
            # "a five-card minor or a weak five-card major possible"
            known = known | self._vocabulary.strengths
            # "may have longer minor if below 12"
            tokens = list(takewhile(lambda t: t.word not in self._vocabulary.conditionals, permitted))
            suits = {suit for t in tokens for suit in _suits_of(t.word)} or suits
            words = [token.word for token, after in pairwise(tokens) if not after.amount]
            words += [token.word for token in tokens[-1:]]
        are_known = all(token.amount or not token.word.isalpha() or token.word in known for token in tokens)
        if is_joined or not self._vocabulary.strengths.isdisjoint(words):
            return _KINDS, _ALL_SUITS
        if _are_points(tokens) and _SUITS_NAMED.isdisjoint(words):
            return frozenset(("points",)), suits
        amounts = [token.amount for token in tokens if token.amount]
        are_lengths = all(
            amount.low >= _LEAST_SHAPE or (amount.low <= _MOST_LENGTH and not amount.reads_as_points)
            for amount in amounts
        )
        if are_known and are_lengths and not (_CARDS | KINDS.keys()).isdisjoint(words):
            return _KINDS - {"points"}, suits
        return _KINDS, _ALL_SUITS

    def _may_widen(self, part: ClausePart) -> bool:
        return self._bring_in_others(self._tokens[part.begin : part.end])

    def _bring_in_others(self, tokens: Sequence[Token]) -> bool:
        """Return whether words may bring in other hands, or take back what is said beside them."""
        widening = _WIDENING | self._vocabulary.hedges | self._vocabulary.conditionals
        return any(
            token.word in widening
            # "17+ / 4!s", but no "singleton/void"
            or self._text[token.start - 1 : token.end + 1] == " / "
            for token in tokens
        )

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
        if not found or self._call.has_choices:
            return ()
        return tuple((self._tokens[begin].start, why, hint) for begin, why, hint in found)

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
            or any(token.amount for token in self._tokens[at + 1 : end])
            or self._bring_in_others(self._tokens[at + 1 : end])
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
        is_number = any(word.isdecimal() for word in words) and not _CARDS.isdisjoint(words)
        is_permitted = not {*KINDS, *_ANY_KIND}.isdisjoint(words) and not {"not", "possible"}.isdisjoint(
            words
        )
        kinds = (PartKind.UNREAD, PartKind.REACHES)
        return (part.kind is kinds[0] and is_number) or (part.kind in kinds and is_permitted)

    def _names_points(self, part: ClausePart) -> bool:
        """Return True if a number that may be points is left over."""
        words = plain_words(self._tokens[part.begin : part.end])
        is_high = any(word.isdecimal() and int(word[:3]) > _MOST_LENGTH for word in words)
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
        for link in _LINK.finditer(self._text) if "](" in self._text else ():
            # What goes on before or behind a link has all of it.
            if start <= link.start() and stop == link.end(1):
                stop = link.end()
            elif start == link.start(1) and stop >= link.end():
                start = link.start()
        return ReadSpan(self._text[start:stop], start, sense, says)


def _are_points(tokens: Sequence[Token]) -> bool:
    """Return whether words have numbers, and all of them are points."""
    amounts = [token.amount for token in tokens if token.amount]
    return bool(amounts) and all(each.reads_as_points or each.low > _MOST_LENGTH for each in amounts)


def _suits_of(word: str) -> Collection[Suit]:
    """Return the suits that a word names: ``majors``."""
    return (SUIT_OF[word],) if word in SUIT_OF else KINDS.get(word.removesuffix("s"), ())


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


# ---------------------------------------------------------------- obligations


def _obligations(
    text: str, tokens: Sequence[Token], vocabulary: Vocabulary
) -> tuple[frozenset[Obligation], frozenset[Obligation], int | None]:
    """Return what words oblige to, what of it in all cases, and in how many steps a question is answered."""
    said: list[Token] = []
    for before, token in zip([None, *tokens], tokens, strict=False):
        if before and "\n" in text[before.end : token.start]:
            # A line ends a clause.
            said.append(Token(";", ";", token.start, token.start))
        if token.word not in vocabulary.fillers:
            said.append(token)
    words, index = Words(said), _obligation_index(vocabulary.language)
    begins = (at for at, token in enumerate(said) if index.has_beginning(token))
    matches = [found for at in begins for found in index.matches(words, at, len(said))]
    steps: int | None = None
    # Not "no ask", and "as asked"
    if any(b.word == "ask" and not (a and a.word in ("no", "as")) for a, b in pairwise([None, *said]) if b):
        answers = (int(a.word) for a, b in pairwise(said) if b.word == "steps" and a.word.isdecimal())
        steps = next((number for number in answers if number < 10), 0)
    if not matches:
        return frozenset(), frozenset(), steps
    anywhere = {found for _, found in matches} - _WHOLE_CLAUSES - _IN_CERTAIN_CLAUSES
    clauses = _clauses(said, _BREAKS)
    whole = {found for match, found in matches if (match.at, match.end) in clauses} & _WHOLE_CLAUSES
    certain = {
        (found, begin, end, match)
        for begin, end in _clauses(said, _BREAKS - {"/", "-"})
        for match, found in matches
        if vocabulary.conditionals.isdisjoint(
            token.word for n, token in enumerate(said[begin:end], begin) if not match.at <= n < match.end
        )
        # One of two meanings is not certain, and "with a GF bid the minor" is not of all hands.
        if begin <= match.at < match.end <= end
        and not (said[begin].word == "with" and begin < match.at)
        and not any(token.word == "or" for token in said[max(match.at - 1, begin) : min(match.end + 1, end)])
    }
    obliges = frozenset(anywhere | whole | {found for found, *_ in certain} & _IN_CERTAIN_CLAUSES)
    # "Not GF"; "GF, but 3NT may be passed" is about another call, and "8 1/2 tricks" are worth a game.
    doubts = vocabulary.hedges | {"or", "but", "?", "~", "not", "no"}
    is_choice = any(said[begin].word == "or" for begin, _ in clauses) or " / " in text
    always = frozenset(
        found
        for found, begin, end, match in (() if is_choice else certain)
        # "Not forcing" is not forcing.
        if not any(
            other.at <= match.at and match.end <= other.end and (other.at, other.end) != (match.at, match.end)
            for other, _ in matches
        )
        and not any(
            token.word in doubts or token.word[0] == BID_MARK
            for token in (*said[max(begin - 1, 0) : match.at], *said[match.end : end + 1])
        )
        and not any("trick" in token.written for token in match.all_tokens)
    )
    # "Forces 3C, to play there" says it of that call.
    own = frozenset(Obligation) - (_OF_ANSWER if Obligation.REQUEST in obliges else set())
    return obliges & own, always & own, steps


def _clauses(tokens: Sequence[Token], breaks: Set[str]) -> list[tuple[int, int]]:
    """Return the first word of each clause, and the one after the last."""
    ends = [-1, *(at for at, token in enumerate(tokens) if token.word in breaks), len(tokens)]
    return [(before + 1, end) for before, end in pairwise(ends) if before + 1 < end]


@cache
def _open_index(language: str) -> PatternIndex[Lack]:
    phrases = vocabulary_of(language).open
    return PatternIndex((text, Lack(name)) for name, texts in phrases.items() for text in texts)


@cache
def _obligation_index(language: str) -> PatternIndex[Obligation]:
    phrases = vocabulary_of(language).obligations
    return PatternIndex((text, obligation) for obligation, texts in phrases.items() for text in texts)
