"""What each agreement says of the hand that makes the call, what its words oblige to, and conditions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache, cached_property, lru_cache
from itertools import pairwise

from bml_core._package import checked
from bml_core.bridge import Bid, Suit
from bml_core.diagnostics import Diagnostic, Location, Result
from bml_core.document import Passage
from bml_core.hands import conditions as c
from bml_core.hands.conditions import ANY, Formula
from bml_core.hands.counting import Partition, TooManyStatesError, same_hands
from bml_core.hands.descriptions.auction_words import Situation, situation_of
from bml_core.hands.descriptions.expressions import MOST_HONOURS, ExpressionReader, questions
from bml_core.hands.descriptions.numbers import WrongShapeError
from bml_core.hands.descriptions.patterns import Context, Index, Match, Words
from bml_core.hands.descriptions.reading import Interpretation, Piece, Sense, parse_description
from bml_core.hands.descriptions.tokens import Abbreviated, SuitsOfRow, Token, tokens_of
from bml_core.hands.descriptions.words import Obligation, Vocabulary, phrases_of, said_in, vocabulary_of
from bml_core.hands.shapes import UnreadableError
from bml_core.system import Agreement, System, Wording, own_suit

LONGEST = 2_000
#: So many cards of a suit are shown; of fewer, the row is about another one.
_LONG = 3
_Suits = tuple[tuple[int, tuple[int, Suit]], ...]


def parse_condition(
    text: str,
    place: Location = Location("condition", 1),  # noqa: B008
) -> Result[c.Formula | None]:
    """Return the formula of a condition, None if the text cannot be read; ``place`` is where the text begins.

    >>> str(parse_condition("12-19 HCP, 4+ !s").value)
    '12-19 hcp, 4+ spades'
    >>> print(parse_condition("12-19 hcp, 14+ spades").diagnostics[0])
    condition:1:12: error BML612: A suit has at most 13 cards, not 14. Correct the number.
    """
    further = (Location(place.file, place.line + number) for number in range(1, text.count("\n") + 1))
    return parse_passage(Passage(text, (place, *further)), {})


def parse_passage(
    passage: Passage, suits: SuitsOfRow, abbreviations: Abbreviated = None
) -> Result[c.Formula | None]:
    """Return the formula of a condition on one or more lines; ``suits`` are its own words for suits."""
    read = _condition(passage.text, tuple(suits.items()), abbreviations)
    return Result(
        read.value,
        tuple(replace(each, location=passage.at(each.location.column - 1)) for each in read.diagnostics),
    )


@lru_cache(maxsize=4096)
def _condition(text: str, suits: _Suits, abbreviations: Abbreviated) -> Result[c.Formula | None]:
    """Read a condition, as if it were on one line; many agreements have the same one."""
    place = Location("condition", 1)
    try:
        if len(text) > LONGEST:
            message = f"This condition has more than {LONGEST:,} characters."
            raise UnreadableError("BML614", message, 0, "Divide it.")
        words = Words(tokens_of(text, dict(suits), prose=False, abbreviations=abbreviations))
        reader = ExpressionReader(words, Context())
        condition = reader.whole()
        _check_questions(condition)
    except UnreadableError as error:
        return Result(None, (Diagnostic(error.code, error.message, place.shifted(error.offset), error.hint),))
    except WrongShapeError as error:
        return Result(None, error.diagnostics)
    message, hint = "No hand fits both this and the condition before it.", "Correct one of them."
    places = map(place.shifted, reader.contradictions)
    return Result(condition, tuple(Diagnostic("BML615", message, each, hint) for each in places))


def _check_questions(condition: c.Formula) -> None:
    if questions(condition) > MOST_HONOURS:
        message = f"This condition asks for single cards more than {MOST_HONOURS} times."
        raise UnreadableError("BML614", message, 0, "Divide it.")
    if condition.has_honours:
        try:
            Partition([condition])
        except TooManyStatesError as error:
            message = "This condition asks for single cards in too many ways to be counted."
            raise UnreadableError("BML614", message, 0, "Divide it.") from error


@dataclass(frozen=True, repr=False)
class Explanation:
    """The explanation of an agreement: what it says of the hand that makes the call.

    Hands fit ``condition`` if the agreement means them; where not all of the text is understood, others may
    fit it too, and an exception that is left over may let in more. ``passage`` is the text that was read, as
    it is written; ``pieces`` are its parts in order, blanks and punctuation left out. ``in_braces`` is True
    for a condition in braces. ``location`` is the place of the row. ``diagnostics`` are the faults of a
    condition in braces, and parts of a description that no hand fits.
    """

    condition: Formula
    pieces: tuple[Piece, ...]
    passage: Passage
    location: Location
    in_braces: bool = False
    diagnostics: tuple[Diagnostic, ...] = ()

    def __repr__(self) -> str:
        return f"<Explanation {self.condition}>"

    @cached_property
    def understood(self) -> tuple[str, ...]:
        """Return the parts that speak of the hand."""
        return tuple(piece.text for piece in self.pieces if piece.sense is Sense.HAND)

    @cached_property
    def not_understood(self) -> tuple[str, ...]:
        """Return the parts that are not understood."""
        return tuple(piece.text for piece in self.unknown_pieces)

    @cached_property
    def unknown_pieces(self) -> tuple[Piece, ...]:
        """Return the parts that are not understood, with their places."""
        return tuple(piece for piece in self.pieces if piece.sense is Sense.UNKNOWN)

    @property
    def is_whole(self) -> bool:
        """Return True if the row speaks of the hand and all of it is understood."""
        return bool(self.understood) and not self.not_understood

    @property
    def is_silent(self) -> bool:
        """Return True if every word is known and none speaks of the hand, as in ``to play``."""
        return not self.understood and not self.not_understood


@checked
def explain(agreement: Agreement, system: System | None = None) -> Explanation:
    r"""Return what an agreement says of the hand: its condition in braces, or else its description.

    With its ``system``, suits that earlier bids of the same side did not show are not read as shown.

    >>> from bml_core.system import expand
    >>> from bml_core.language import parse
    >>> explanation = explain(expand([parse("1M  5+M, 12-21 hcp, natural")]).agreements[1])
    >>> str(explanation.condition), explanation.is_whole
    ('5+ spades, 12-21 hcp', True)
    """
    wording = agreement.wording
    if wording is not None and wording.condition is not None:
        return _condition_in_braces(wording.condition, wording, agreement.location)
    places = (agreement.location,) * max(1, len(agreement.description))
    passage = wording.passage if wording else Passage(agreement.text, places)
    suits = wording.suits_in(passage.text) if wording else {}
    abbreviations = wording.abbreviations if wording else None
    language = wording.language if wording else ""
    situation = situation_of(agreement, _shown_otherwise(system.earlier(agreement) if system else ()))
    interpretation = _interpretation(passage.text, tuple(suits.items()), situation, abbreviations, language)
    diagnostics = tuple(
        Diagnostic("BML903", f"No hand makes this call. {why}", passage.at(offset), hint)
        for offset, why, hint in interpretation.impossible
    )
    return Explanation(
        interpretation.condition, interpretation.pieces, passage, agreement.location, diagnostics=diagnostics
    )


def _shown_otherwise(agreements: Iterable[Agreement]) -> dict[Bid, Suit | None]:
    """Return the suit bids of these agreements whose rows do not say that they show their suit."""
    shown: dict[Bid, Suit | None] = {}
    named: set[Suit] = set()
    for earlier in agreements:
        bid = earlier.call
        suit = own_suit(bid)
        if not isinstance(bid, Bid) or suit is None:
            continue
        lengths = _lengths_of(earlier)
        if suit not in lengths and (earlier.alert or lengths - named):
            suit = lengths.pop() if len(lengths) == 1 and not lengths & named else None
            shown[bid] = suit
        if suit:
            named.add(suit)
    return shown


def _lengths_of(agreement: Agreement) -> set[Suit]:
    """Return the suits of which the row of a bid promises three cards or more, whatever was bid before."""
    wording = agreement.wording
    if wording is None:
        return set()
    if wording.condition is not None:
        passage = wording.condition
        condition = parse_passage(passage, wording.suits_in(passage.text), wording.abbreviations).value or ANY
    else:
        text = wording.passage.text
        situation = Situation(bid=own_suit(agreement.call), is_natural=not agreement.alert)
        suits = tuple(wording.suits_in(text).items())
        condition = _interpretation(text, suits, situation, wording.abbreviations, wording.language).condition
    return {leaf.suit for leaf in said_in(condition) if isinstance(leaf, c.Length) and leaf.low >= _LONG}


def means_same(
    one: Agreement, other: Agreement, systems: tuple[System | None, System | None] = (None, None)
) -> bool | None:
    r"""Return whether two agreements on the same call mean the same; None if that is not known.

    It is known where both are understood in full. Where hands are the same, words that say nothing of the
    hand, such as ``forcing``, must be the same as well.

    >>> from bml_core.system import expand
    >>> from bml_core.language import parse
    >>> texts = ("15-17 hcp, balanced", "Balanced with 15 to 17 points", "14-16 hcp, balanced", "Woolsey")
    >>> first, *others = (expand([parse(f"1N  {text}")]).agreements[0] for text in texts)
    >>> [means_same(first, other) for other in others]
    [True, False, None]
    """
    first = explain(one, systems[0])
    if not first.is_whole:
        return None
    second = explain(other, systems[1])
    if not second.is_whole:
        return None
    if one.alert != other.alert:
        return False
    try:
        if not same_hands(first.condition, second.condition):
            return False
    except TooManyStatesError:
        return None
    if first.in_braces or second.in_braces:
        # The description beside the braces is not read.
        return True if one.description == other.description else None
    return True if _words_beside(first) == _words_beside(second) else None


def _words_beside(explanation: Explanation) -> list[str]:
    """Return the words that say nothing of the hand, in the order of the alphabet."""
    beside = (piece.text for piece in explanation.pieces if piece.sense is Sense.NEUTRAL)
    return sorted(" ".join(text.lower().split()) for text in beside)


def _condition_in_braces(passage: Passage, wording: Wording, location: Location) -> Explanation:
    result = parse_passage(passage, wording.suits_in(passage.text), wording.abbreviations)
    sense = Sense.HAND if result.value else Sense.UNKNOWN
    piece = Piece(passage.text, 0, sense)
    condition = result.value or ANY
    return Explanation(condition, (piece,), passage, location, in_braces=True, diagnostics=result.diagnostics)


@lru_cache(maxsize=4096)
def _interpretation(
    text: str, suits: _Suits, situation: Situation, abbreviations: Abbreviated, language: str
) -> Interpretation:
    """Parse a description; many agreements of a row have the same one."""
    vocabulary = vocabulary_of(language)
    return parse_description(text, dict(suits), situation, abbreviations=abbreviations, vocabulary=vocabulary)


def check_conditions(system: System) -> tuple[Diagnostic, ...]:
    r"""Return the diagnostics of the conditions in braces, each place once.

    >>> from bml_core.system import expand
    >>> from bml_core.language import parse
    >>> (diagnostic,) = check_conditions(expand([parse("1M  Strong {16+ hpc}")]))
    >>> diagnostic.location.column
    17
    """
    diagnostics = (
        diagnostic
        for agreement in system.agreements
        if agreement.wording is not None and agreement.wording.condition is not None
        for diagnostic in explain(agreement, system).diagnostics
    )
    return tuple(dict.fromkeys(diagnostics))


# ---------------------------------------------------------------- rows


class Grade(Enum):
    """How much of a row is understood; the value is the grade in words."""

    WHOLE = "understood in full"
    PART = "in part"
    NOTHING = "not at all"
    SILENT = "saying nothing about the hand"

    @property
    def is_understood(self) -> bool:
        """Return whether nothing is left over."""
        return self in (Grade.WHOLE, Grade.SILENT)


@dataclass(frozen=True, slots=True)
class ExplainedRow:
    """A row with its agreements, and the explanation of each."""

    location: Location
    agreements: tuple[Agreement, ...]
    explanations: tuple[Explanation, ...]

    @property
    def grade(self) -> Grade:
        """Return the grade of the worst of its explanations."""
        if all(each.is_whole for each in self.explanations):
            return Grade.WHOLE
        if all(each.is_whole or each.is_silent for each in self.explanations):
            return Grade.SILENT
        return Grade.PART if any(each.understood for each in self.explanations) else Grade.NOTHING


def explain_rows(system: System) -> tuple[ExplainedRow, ...]:
    r"""Return the rows that have a text or a condition in braces, in the order of the system.

    >>> from bml_core.system import expand
    >>> from bml_core.language import parse
    >>> rows = explain_rows(expand([parse("1M  5+M, 11-21 hcp\n  2M  Mixed style")]))
    >>> [(len(row.agreements), str(row.explanations[0].condition), row.grade.value) for row in rows]
    [(2, '5+ hearts, 11-21 hcp', 'understood in full'), (2, 'any', 'not at all')]
    """
    rows: dict[Location, list[Agreement]] = {}
    for agreement in system.agreements:
        if agreement.is_described:
            rows.setdefault(agreement.location, []).append(agreement)
    return tuple(
        ExplainedRow(
            location, tuple(agreements), tuple(explain(agreement, system) for agreement in agreements)
        )
        for location, agreements in rows.items()
    )


def count_grades(rows: Iterable[ExplainedRow]) -> dict[Grade, int]:
    """Return how many rows have each grade."""
    numbers = dict.fromkeys(Grade, 0)
    for row in rows:
        numbers[row.grade] += 1
    return numbers


#: They are read where they are all that a clause says: "not forced" is not forced.
_WHOLE_CLAUSES = frozenset(
    (Obligation.FORCED, Obligation.REST, Obligation.TO_PLAY, Obligation.CALLED_FORCING)
)
_BREAKS = frozenset((",", ",,", ";", ":", "::", ".", "(", ")", "/", "-"))


def obligations_of(agreement: Agreement) -> frozenset[Obligation]:
    r"""Return what the words of an agreement oblige to; nothing where players do not agree on them.

    >>> from bml_core.language import parse
    >>> from bml_core.system import expand
    >>> rows = expand([parse("2D  Transfer\n  2H  Completes the transfer\n  3H  4!h, 17 hcp")]).agreements
    >>> [sorted(each.name for each in obligations_of(row)) for row in rows]
    [['REQUEST'], ['FORCED', 'REQUEST'], []]
    """
    return _obligations(*_text_and_words(agreement))


def asked_steps(agreement: Agreement) -> int | None:
    r"""Return in how many steps partner answers a question; 0 where it is not said, None without a question.

    >>> from bml_core.language import parse
    >>> from bml_core.system import expand
    >>> rows = expand([parse("4C  Gerber, asks for aces in four steps\n4N  Asks for aces\n5N  To play")])
    >>> [asked_steps(row) for row in rows.agreements]
    [4, 0, None]
    """
    words = [token.word for token in _said(*_text_and_words(agreement))]
    if "ask" not in words:
        return None
    steps = (word for word, following in pairwise(words) if following == "steps" and word.isdecimal())
    return next((int(word) for word in steps if len(word) == 1), 0)


def _text_and_words(agreement: Agreement) -> tuple[str, Abbreviated, str]:
    wording = agreement.wording
    return (
        (agreement.text, wording.abbreviations, wording.language) if wording else (agreement.text, None, "")
    )


def _said(text: str, abbreviations: Abbreviated, language: str) -> list[Token]:
    """Return the words of a text in the language of phrases, without those that say nothing."""
    vocabulary = vocabulary_of(language)
    # A line ends a clause.
    text = text.replace("\n", " ; ")
    tokens = tokens_of(text, {}, prose=True, vocabulary=vocabulary, abbreviations=abbreviations)
    return [token for token in tokens if token.word not in vocabulary.fillers]


@lru_cache(maxsize=4096)
def _obligations(text: str, abbreviations: Abbreviated, language: str) -> frozenset[Obligation]:
    vocabulary = vocabulary_of(language)
    said = _said(text, abbreviations, language)
    words, index = Words(said), _obligation_index(vocabulary)

    def matches(begin: int, end: int) -> Iterator[tuple[Match, Obligation]]:
        return (found for at in range(begin, end) for found in index.matches(words, at, end))

    anywhere = {found for _, found in matches(0, len(said))} - _WHOLE_CLAUSES - {Obligation.TO_GAME}
    whole = {
        found
        for begin, end in _clauses(said, _BREAKS)
        for match, found in index.matches(words, begin, end)
        if match.end == end
    }
    certain = {
        found
        for begin, end in _clauses(said, _BREAKS - {"/", "-"})
        if vocabulary.conditionals.isdisjoint(token.word for token in said[begin:end])
        for match, found in matches(begin, end)
        # One of two meanings is not certain.
        if not any(token.word == "or" for token in said[max(match.at - 1, begin) : min(match.end + 1, end)])
    }
    return frozenset(anywhere | whole & _WHOLE_CLAUSES | certain & {Obligation.TO_GAME})


def _clauses(tokens: Sequence[Token], breaks: Set[str]) -> Iterator[tuple[int, int]]:
    """Yield the first word of each clause, and the one after the last."""
    places = [-1, *(at for at, token in enumerate(tokens) if token.word in breaks), len(tokens)]
    return ((before + 1, end) for before, end in pairwise(places) if before + 1 < end)


@cache
def _obligation_index(vocabulary: Vocabulary) -> Index[Obligation]:
    return Index(
        (" ".join(text.split()), obligation)
        for obligation, texts in vocabulary.obligations.items()
        for text in phrases_of(texts)
    )
