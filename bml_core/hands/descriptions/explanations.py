"""What each agreement says of the hand that makes the call, what its words oblige to, and whole rows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cache, cached_property, lru_cache, partial, reduce
from operator import and_
from typing import Any, NamedTuple, TypeVar

from bml_core._package import checked
from bml_core.bridge import PASS, Auction, Bid, Suit
from bml_core.diagnostics import Diagnostic, Location, Result
from bml_core.document import Passage
from bml_core.hands import conditions as c
from bml_core.hands.conditions import ANY, Formula, all_of
from bml_core.hands.counting import TooManyStatesError, same_hands
from bml_core.hands.descriptions.book import POINT_NAMES, SUIT_NAMES, changed_book, filled, usual_meanings
from bml_core.hands.descriptions.call_context import (
    AuctionContext,
    ByAnswers,
    CallContext,
    Ranges,
    context_of,
)
from bml_core.hands.descriptions.completeness import (
    AuctionSoFar,
    Lack,
    RowWords,
    lacking,
    says_shape,
    says_strength,
)
from bml_core.hands.descriptions.definitions import with_usual_words
from bml_core.hands.descriptions.expressions import parse_condition, parse_passage
from bml_core.hands.descriptions.meanings import in_every_hand, said_in
from bml_core.hands.descriptions.reading import MeaningSource, Reading, ReadSpan, Sense, parse_description
from bml_core.hands.descriptions.tokens import SUIT_OF, Abbreviated, tokens_of
from bml_core.hands.descriptions.vocabulary import Obligation, vocabulary_of
from bml_core.system import Agreement, System, Wording, own_suit

_T = TypeVar("_T")
#: So many cards of a suit are shown; of fewer, the row is about another one.
_LONG = 3
#: An opening of fewer points is weak, and needs no least number.
_MOST_OF_WEAK = 11
#: "natural, and 2S the same"
_CALL_BEFORE = re.compile(r"[1-7](?:NT|[CDHSNM\u2660-\u2667])\s+(?:is\s+)?$")

# "12+ GF", and "Transfer, weak hands too": words that change what is agreed, and not the hands
_OBLIGES = re.compile(r"[gn]?f[g1]?\b|(?:non-?)?forcing|inv|limit|slam|sign|m(?:in|ax)")
_ALSO = re.compile(r"\b(?:too|also)\b")


@dataclass(frozen=True, repr=False)
class Explanation:
    """The explanation of an agreement: what it says of the hand that makes the call.

    Hands fit ``condition`` if the agreement means them; where not all of the text is understood, others may
    fit it too, and an exception that is unread may let in more. ``passage`` is the text that was read, as it
    is written; ``in_braces`` is True for a condition in braces. ``location`` is that of the row.
    ``diagnostics`` are about a condition in braces, and parts of a description that no hand fits. What words
    oblige to is always that of the description. ``lacks`` is what neither words nor auction say of hands that
    a row describes: their shape, or their strength. Braces are the whole meaning. ``read_again`` returns the
    reading with what is likely.
    """

    reading: Reading
    passage: Passage
    location: Location
    in_braces: bool = False
    diagnostics: tuple[Diagnostic, ...] = ()
    lacks: tuple[Lack, ...] = ()
    read_again: Callable[[], Reading] | None = field(default=None, compare=False)

    def __repr__(self) -> str:
        return f"<Explanation {self.condition}>"

    @property
    def condition(self) -> Formula:
        """Return the condition on the hand."""
        return self.reading.condition

    @cached_property
    def likely(self) -> Formula:
        """Return the condition with what a player would read in the words that are not understood."""
        read = self.reading.likely
        if read is None and self.read_again:
            read = self.read_again().likely
        return self.condition if read is None else read

    @property
    def spans(self) -> tuple[ReadSpan, ...]:
        """Return the parts of the text in order, spaces and punctuation left out."""
        return self.reading.spans

    @cached_property
    def understood(self) -> tuple[str, ...]:
        """Return the parts that speak of the hand."""
        return tuple(span.text for span in self.spans if span.sense is Sense.HAND)

    @cached_property
    def not_understood(self) -> tuple[str, ...]:
        """Return the parts that are not understood."""
        return tuple(span.text for span in self.unknown_spans)

    @cached_property
    def unknown_spans(self) -> tuple[ReadSpan, ...]:
        """Return the parts that are not understood, with their places."""
        return tuple(span for span in self.spans if span.sense is Sense.UNKNOWN)

    @cached_property
    def is_read(self) -> bool:
        """Return True if the row speaks of the hand and all of its words are understood."""
        return bool(self.understood) and not self.not_understood

    @property
    def sources(self) -> tuple[MeaningSource, ...]:
        """Return the words whose meaning is not that of the row, but of the book or the notes."""
        return () if self.in_braces else self.reading.sources

    @property
    def is_whole(self) -> bool:
        """Return True if the row is understood in full: all words are, and shape and strength are known."""
        return self.is_read and not self.lacks

    @property
    def is_silent(self) -> bool:
        """Return True if every word is known and none speaks of the hand, as in ``to play``."""
        return not self.understood and not self.not_understood

    @property
    def is_rest(self) -> bool:
        """Return True if the row says that it is for the hands that no other row has, and nothing else."""
        is_alone = not self.understood and len(self.unknown_spans) == 1
        return is_alone and Obligation.REST in self.reading.obligations


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
    return once("explanation", agreement, system, _explain)


def _explain(agreement: Agreement, system: System | None) -> Explanation:
    passage, reading = _read(agreement, system)
    location, braces = agreement.location, _braces(agreement)
    if braces:
        passage, result = braces
        span = ReadSpan(passage.text, 0, Sense.HAND if result.value else Sense.UNKNOWN)
        reading = replace(reading, condition=result.value or ANY, spans=(span,), likely=result.value or ANY)
        return Explanation(reading, passage, location, in_braces=True, diagnostics=result.diagnostics)
    diagnostics = tuple(
        Diagnostic("BML903", f"No hand makes this call. {why}", passage.at(offset), hint)
        for offset, why, hint in reading.impossible
    )
    for name in reading.contradicted:
        message = f"What the notes say of {name[:40]} contradicts this row, which stays as written."
        hint = "Correct the meaning, or the row."
        diagnostics += (Diagnostic("BML617", message, passage.at(0), hint),)
    lacks = _lacks(agreement, reading, system)
    again = partial(_read_again, agreement, system)
    return Explanation(reading, passage, location, diagnostics=diagnostics, lacks=lacks, read_again=again)


def _read_again(agreement: Agreement, system: System | None) -> Reading:
    """Return what a description says where it is, with what is likely."""
    return _read_where_it_is(agreement, system, with_likely=True)[1]


def once(
    what: str, agreement: Agreement, system: System | None, work: Callable[[Agreement, System | None], _T]
) -> _T:
    """Return what is found out about a row of a system, which does not change."""
    if system is None:
        return work(agreement, system)
    system = system.whole
    known = system.worked_out.get((what, id(agreement)))
    # A row that is gone may have had the same number.
    if known is None or known[0] is not agreement:
        known = system.worked_out[what, id(agreement)] = (agreement, work(agreement, system))
    found: _T = known[1]
    return found


def known_of(
    what: str, agreement: Agreement, system: System | None, work: Callable[[Agreement, Any], _T]
) -> _T:
    """Return what is found out about a row, a value of JSON, which a later run may know as well."""
    known: dict[str, _T] = once("known", agreement, system, lambda *_: {})
    if what not in known:
        known[what] = work(agreement, system)
    return known[what]


def _lacks(agreement: Agreement, reading: Reading, system: System | None) -> tuple[Lack, ...]:
    """Return what is not known of the hands of a row that speaks of them."""
    condition = reading.condition
    if condition == ANY:
        return (Lack.STRENGTH,) if reading.is_strength_open else ()
    if says_shape(condition) and says_strength(condition):
        return (Lack.STRENGTH,) if _has_no_least(agreement, condition) else ()
    said: tuple[list[Formula], list[Formula]] = ([], [])
    is_to_game = is_asked = False
    for back, row in _earlier(agreement, system) if system else ():
        reading_before = _read(row, system)[1]
        shown = _in_braces(row) or reading_before.condition
        said[back % 4 // 2].append(shown)
        obligations = reading_before.obligations
        is_to_game = is_to_game or Obligation.TO_GAME in obligations
        is_question = Obligation.FORCING in obligations and not says_shape(shown)
        is_request = reading_before.steps is not None or Obligation.REQUEST in obligations
        is_asked = back == 2 and (is_question or is_request)
    words = RowWords(
        is_any_shape=Lack.SHAPE in reading.unlimited,
        is_any_strength=Lack.STRENGTH in reading.unlimited,
        is_question=reading.steps is not None,
        is_request=Obligation.REQUEST in reading.obligations,
        is_to_play=Obligation.TO_PLAY in reading.obligations,
    )
    own, partner = (all_of(shown) for shown in said)
    before = agreement.auction.before
    is_silent = all(call is PASS for call in before.calls[len(before) % 2 :: 2])
    so_far = AuctionSoFar(own, partner, before.last_bid, is_silent, is_asked, is_to_game)
    lacks = lacking(condition, words, agreement.call, _context(agreement, system), so_far)
    # "5!h and 4!s, maximum": of what is not known.
    is_open = reading.is_strength_open and not says_strength(condition) and Lack.STRENGTH not in lacks
    return (*lacks, Lack.STRENGTH) if is_open else lacks


def _has_no_least(agreement: Agreement, condition: Formula) -> bool:
    """Return whether a row leaves out with how many points a hand opens: ``4+ clubs, up to 19``."""
    opening = agreement.auction.from_opening().calls
    if len(opening) != 1 or not isinstance(opening[0], Bid) or opening[0].level > 1:
        return False
    low, high = condition.bounds().most.reachable().limits() or (0, 0)
    return low == 0 and high > _MOST_OF_WEAK


def _earlier(agreement: Agreement, system: System) -> Iterator[tuple[int, Agreement]]:
    """Yield the rows of the earlier calls of the same side, each with how many calls back it was."""
    calls, we_deal = agreement.auction.calls, agreement.auction.we_deal
    for end in range((len(calls) - 1) % 2, len(calls) - 1, 2):
        before = Auction(calls[:end], we_deal, agreement.auction.scope)
        row = system.after(before, in_any_scope=True).get(calls[end])
        if row is not None:
            yield len(calls) - 1 - end, row


def _in_braces(agreement: Agreement) -> Formula | None:
    """Return the condition in braces, None if there is none or it cannot be read."""
    braces = _braces(agreement)
    return braces[1].value if braces else None


def _braces(agreement: Agreement) -> tuple[Passage, Result[Formula | None]] | None:
    """Return what is written in braces, and its condition; None if there are none."""
    wording = agreement.wording
    passage = wording.condition if wording else None
    if wording is None or passage is None:
        return None
    return passage, parse_passage(passage, wording.suits_in(passage.text), wording.abbreviations)


def _context(agreement: Agreement, system: System | None) -> CallContext:
    """Return what the auction says of the words of a call."""
    calls, whole = agreement.auction.calls, partial(_find_context, agreement, system)
    return once("context", agreement, system, lambda *_: AuctionContext(calls, whole))


def _find_context(agreement: Agreement, system: System | None) -> CallContext:
    earlier = system.earlier(agreement) if system else ()
    asked = earlier[-1] if earlier and len(earlier[-1].auction) + 2 == len(agreement.auction) else None
    text = asked.text if asked else ""
    rows = [(row, once("alone", row, system, _read_alone)) for row in earlier]
    return context_of(agreement, _shown_otherwise(rows), _ranges(agreement, rows), text)


def _read(agreement: Agreement, system: System | None) -> tuple[Passage, Reading]:
    """Return the description of an agreement, and what it says where it is."""
    return once("reading", agreement, system, _read_where_it_is)


def _read_where_it_is(
    agreement: Agreement, system: System | None, *, with_likely: bool = False
) -> tuple[Passage, Reading]:
    passage, reading = _read_as(agreement, _context(agreement, system), with_likely=with_likely)
    return passage, _with_ditto(agreement, system, passage.text, reading) if system else reading


def _read_as(
    agreement: Agreement, call: CallContext, *, with_likely: bool = False
) -> tuple[Passage, Reading]:
    """Return the description of an agreement, and what it says in a context."""
    wording = agreement.wording
    if wording is None:
        lines = (agreement.location,) * max(1, len(agreement.description))
        passage, words = Passage(agreement.text, lines), _Words(agreement.text, with_likely=with_likely)
    else:
        passage = wording.passage
        words = _words(wording, passage.text, with_likely=with_likely)
    return passage, _reading(words, call)


def _words(wording: Wording, text: str, *, with_likely: bool = True) -> _Words:
    suits = tuple(wording.suits_in(text).items())
    return _Words(text, suits, wording.abbreviations, wording.language, wording.meanings, with_likely)


# ---------------------------------------------------------------- as in the row above


def _with_ditto(agreement: Agreement, system: System, text: str, reading: Reading) -> Reading:
    """Return a reading in which ``ditto`` has the meaning of the row above."""
    wording = agreement.wording
    ditto = wording and _ditto(wording.language).search(text)
    if not (wording and ditto) or _CALL_BEFORE.search(text, 0, ditto.start()):
        return reading
    above, call = row_above(agreement, system), _context(agreement, system)
    if above is None:
        return reading
    plain = f"{text[: ditto.start()]}{', ':<{len(ditto[0])}}{text[ditto.end() :]}"
    own = _reading(_words(wording, plain), call)
    span = ReadSpan(ditto[0], ditto.start(), Sense.HAND)
    return _beside(own, span, _as_above(above, agreement, call), above)


@cache
def _ditto(language: str) -> re.Pattern[str]:
    """Return the expression of what stands for the row above: ``ditto``, ``the same thing in spades``."""
    vocabulary = vocabulary_of(language)
    words = sorted(vocabulary.ditto, key=len, reverse=True)
    written = "|".join(
        re.escape(word.replace(" .", ".").replace(". ", ".").replace(" / ", "/")) for word in words
    )
    names = {name for suit in Suit for name in (suit.word, suit.symbol, suit.value)}
    names |= {text for sign in SUIT_OF for text in vocabulary.suits.get(sign, ())}
    suits = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    return re.compile(
        rf"(?<![^\s,;.(])(?:{written})\.?"
        rf"(?:,? (?:\w+ )?(?:with|in|for|mit|avec|à|en|met|na|z|w|o) [!♠♥♦♣]?(?:{suits})"
        rf"|, (?:{suits})(?![^,;.]))?(?![^\s,;.)])",
        re.IGNORECASE,
    )


def row_above(agreement: Agreement, system: System) -> Agreement | None:
    """Return the row that a word such as ``ditto`` repeats; None without such a word.

    It is the last row above in the same table that says more.
    """
    wording, place = agreement.wording, agreement.location
    ditto = wording and _ditto(wording.language)
    if not (wording and ditto and ditto.search(wording.passage.text)):
        return None
    rows = system.after(agreement.auction.before, in_any_scope=True).values()
    before = (row for row in rows if row.location.file == place.file and row.location.line < place.line)
    plain = (row for row in before if not ditto.search(row.text))
    return max(plain, key=lambda row: row.location.line, default=None)


def _as_above(above: Agreement, agreement: Agreement, call: CallContext) -> Reading | None:
    """Return what the text of the row above says of a call in its suit, None if that is not known."""
    wording, (one, other) = above.wording, (own_suit(above.call), own_suit(agreement.call))
    text = wording.passage.text if wording else ""
    if wording is None or wording.condition or (one is None) is not (other is None):
        return None
    vocabulary, suits = vocabulary_of(wording.language, wording.meanings), wording.suits_in(text)
    tokens = tokens_of(text, suits, prose=True, vocabulary=vocabulary, abbreviations=wording.abbreviations)
    for token in reversed(tokens):
        if one and other and token.word == one.symbol:
            text = f"{text[: token.start]}{other.symbol}{text[token.end :]}"
    return _reading(_words(wording, text)._replace(suits=()), call)


def _beside(own: Reading, ditto: ReadSpan, said: Reading | None, above: Agreement) -> Reading:
    """Return what a row says beside the row above; its own words go first."""
    is_read = said is not None and all(span.sense is not Sense.UNKNOWN for span in said.spans)
    spans = sorted(
        (*own.spans, ditto if is_read else replace(ditto, sense=Sense.UNKNOWN)), key=lambda span: span.offset
    )
    if said is None or said.likely is None or own.likely is None or own.condition & said.likely == c.NONE:
        return replace(own, spans=tuple(spans))
    source = MeaningSource(ditto.text, said.condition, f"as {above.call}")
    condition = own.condition & said.condition if is_read else own.condition
    sources = (*own.sources, *said.sources, *((source,) if is_read else ()))
    likely, obligations = own.likely & said.likely, own.obligations | said.obligations
    return replace(
        own, condition=condition, spans=tuple(spans), likely=likely, obligations=obligations, sources=sources
    )


class _Words(NamedTuple):
    """A description, its words for suits by where they are, its language, and whether to read the likely."""

    text: str
    suits: tuple[tuple[int, tuple[int, Suit]], ...] = ()
    abbreviations: Abbreviated = None
    language: str = ""
    meanings: tuple[str, ...] = ()
    with_likely: bool = False


def _reading(words: _Words, call: CallContext) -> Reading:
    """Return what a description says."""
    return _readings(words).of(call)


@lru_cache(maxsize=1 << 13)
def _readings(words: _Words) -> ByAnswers[Reading]:
    """Return what a description says in all contexts."""
    suits = dict(words.suits)

    def read(call: CallContext) -> Reading:
        vocabulary = vocabulary_of(words.language, words.meanings)
        defined = with_usual_words(words.abbreviations, vocabulary)
        return parse_description(
            *(words.text, suits, call),
            abbreviations=defined,
            vocabulary=vocabulary,
            with_likely=words.with_likely,
        )

    return ByAnswers(read)


def english_words(agreement: Agreement) -> str:
    r"""Return the description in English as far as its words are known, suits as ``♥``.

    >>> from bml_core.system import expand
    >>> from bml_core.language import parse
    >>> english_words(expand([parse("#+LANGUAGE: de\n\n1S  5er Pik, Minimum")]).agreements[0])
    '5 card ♠, Minimum'
    """
    text, wording = "\n".join(agreement.description), agreement.wording
    if wording is None or wording.language in ("", "en"):
        return text
    vocabulary = vocabulary_of(wording.language, wording.meanings)
    words, end = "", 0
    for token in tokens_of(text, {}, prose=True, vocabulary=vocabulary, abbreviations=wording.abbreviations):
        is_word = not token.amount and (token.word.isalpha() or token.word in SUIT_OF)
        if token.end > end:
            words, end = f"{words}{text[end : token.start]}", token.end
        elif not is_word:
            continue
        # "5er": two words, and one may stand for several.
        shown = token.word if is_word and token.word != token.written.lower() else token.written
        words += f" {shown}" if is_word and words[-1:].isalnum() else shown
    return words + text[end:]


def obligations_of(agreement: Agreement, system: System | None = None) -> frozenset[Obligation]:
    r"""Return what the words of an agreement oblige to; nothing where players do not agree on them.

    >>> from bml_core.language import parse
    >>> from bml_core.system import expand
    >>> rows = expand([parse("2D  Transfer\n  2H  Completes the transfer\n  3H  4!h, 17 hcp")]).agreements
    >>> [sorted(each.name for each in obligations_of(row)) for row in rows]
    [['REQUEST'], ['FORCED', 'REQUEST'], []]
    """
    return _read(agreement, system)[1].obligations


def asked_steps(agreement: Agreement, system: System | None = None) -> int | None:
    r"""Return in how many steps partner answers a question; 0 where it is not said, None without a question.

    >>> from bml_core.language import parse
    >>> from bml_core.system import expand
    >>> rows = expand([parse("4C  Gerber, asks for aces in four steps\n4N  Asks for aces\n5N  To play")])
    >>> [asked_steps(row) for row in rows.agreements]
    [4, 0, None]
    """
    return known_of("steps", agreement, system, lambda *_: _read(agreement, system)[1].steps)


class _Alone(NamedTuple):
    """What the row of a bid says, whatever was bid before.

    Those are its points in every hand, how long its own suit is there, None if it does not say, and the suits
    of which it promises three cards or more.
    """

    points: int
    own_length: int | None
    lengths: frozenset[Suit]


def _shown_otherwise(rows: Iterable[tuple[Agreement, _Alone]]) -> dict[Bid, Suit | None]:
    """Return the suits of these bids whose rows say that they show another one than their own, or none.

    A response to 1C shows its own suit where its row says so, and not to all.
    """
    shown: dict[Bid, Suit | None] = {}
    named: set[Suit] = set()
    for earlier, (_, _, lengths) in rows:
        bid = earlier.call
        suit = own_suit(bid)
        if not isinstance(bid, Bid):
            continue
        if suit is None:
            if len(lengths) == 1 and lengths <= named:
                # A raise by way of notrump: "1S-3NT  four trumps, 13-15"
                (shown[bid],) = lengths
            continue
        if suit not in lengths and (earlier.alert or lengths - named):
            suit = next(iter(lengths)) if len(lengths) == 1 else None
            shown[bid] = suit
        elif suit in lengths:
            shown[bid] = suit
        if suit:
            named.add(suit)
    return shown


def _ranges(agreement: Agreement, rows: Iterable[tuple[Agreement, _Alone]]) -> Ranges:
    """Return the points that earlier calls show for certain, and the cards of partner's last suit."""
    masks = [c.ALL_POINTS, c.ALL_POINTS]
    length = 0
    for row, alone in rows:
        is_partner = (len(agreement.auction) - len(row.auction)) // 2 % 2
        masks[is_partner] &= alone.points
        if is_partner and alone.own_length is not None:
            length = alone.own_length
    mine, partner = (c.runs(mask) for mask in masks)
    return _range(mine), _range(partner), length


def _range(runs: tuple[tuple[int, int], ...]) -> tuple[int, int] | None:
    """Return one range of points, which may have no upper bound."""
    return runs[0] if len(runs) == 1 and runs[0] != (0, c.MAX_POINTS) else None


def _read_alone(agreement: Agreement, system: System | None) -> _Alone:
    """Return what the row of a call says, whatever was called before."""
    wording = agreement.wording
    bid, before = own_suit(agreement.call), agreement.auction.calls[:-2]
    condition: Formula = ANY
    if wording and wording.condition:
        condition = _in_braces(agreement) or ANY
    elif wording:
        # "1S-3NT  four trumps" is about the suit of partner.
        support = own_suit(before[-1]) if before and bid is None else None
        call = CallContext(bid=bid, is_natural=not agreement.alert, support=support)
        condition = _read_as(agreement, call)[1].condition
    certain = list(in_every_hand(condition))
    masks = (leaf.mask for leaf in certain if isinstance(leaf, c.Points))
    own = [leaf.low for leaf in certain if isinstance(leaf, c.Length) and leaf.suit is bid]
    said = [leaf for leaf in said_in(condition) if isinstance(leaf, c.Length)]
    lengths = frozenset(leaf.suit for leaf in said if leaf.low >= _LONG)
    return _Alone(reduce(and_, masks, c.ALL_POINTS), own[-1] if own else None, lengths)


def means_same(
    one: Agreement, other: Agreement, systems: tuple[System | None, System | None] = (None, None)
) -> bool | None:
    r"""Return whether two agreements on the same call mean the same; None if that is not known.

    It is known where all words of both are understood. Where hands are the same, words that say nothing of
    the hand, such as ``forcing``, must be the same as well.

    >>> from bml_core.system import expand
    >>> from bml_core.language import parse
    >>> texts = ("15-17 hcp, balanced", "Balanced with 15 to 17 points", "14-16 hcp, balanced", "Woolsey")
    >>> first, *others = (expand([parse(f"1N  {text}")]).agreements[0] for text in texts)
    >>> [means_same(first, other) for other in others]
    [True, False, None]
    """
    first = explain(one, systems[0])
    if not first.is_read:
        return None
    second = explain(other, systems[1])
    if not second.is_read:
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
    first_words, second_words = (
        sorted(
            word
            for span in each.spans
            for word in span.text.lower().split()
            if span.sense is Sense.NEUTRAL or _OBLIGES.match(word) or _ALSO.search(span.text.lower())
        )
        for each in (first, second)
    )
    # "23+ or any GF" has the hands of "22+ or any GF", and is another agreement.
    numbers = [sorted(re.findall(r"\d+", row.text)) for row in (one, other)]
    if all(numbers) and numbers[0] != numbers[1]:
        return None
    return True if first_words == second_words else None


def check_conditions(system: System) -> tuple[Diagnostic, ...]:
    r"""Return the diagnostics of the conditions in braces, and of the meanings of the notes, each place once.

    >>> from bml_core.system import expand
    >>> from bml_core.language import parse
    >>> (diagnostic,) = check_conditions(expand([parse("1M  Strong {16+ hpc}")]))
    >>> diagnostic.location.column
    17
    """
    faulty = (row for row in system.agreements if known_of("faulty", row, system, _has_faulty_braces))
    diagnostics = (each for _, braces in filter(None, map(_braces, faulty)) for each in braces.diagnostics)
    meanings: list[Diagnostic] = []
    if system.metadata.meanings:
        meanings += check_meanings(system.metadata.meanings)
        explained = (explain(agreement, system) for agreement in system.agreements)
        meanings += (each for row in explained for each in row.diagnostics if each.code == "BML617")
    return tuple(dict.fromkeys((*diagnostics, *meanings)))


def _has_faulty_braces(agreement: Agreement, _: System | None) -> bool:
    braces = _braces(agreement)
    return braces is not None and bool(braces[1].diagnostics)


def check_meanings(meanings: Sequence[tuple[str, Location | None]]) -> tuple[Diagnostic, ...]:
    """Return what is wrong with meanings that notes give to words, each with its place.

    >>> (found,) = check_meanings([("weak twoo = 6-10 hcp", Location("a.bml", 1))])
    >>> found.sentence
    'No usual meaning is called weak twoo. Did you mean weak two?'
    """
    book, faults = changed_book(usual_meanings(), (text for text, _ in meanings))
    places = [place or Location("--meaning", 1) for _, place in meanings]
    found = {
        fault.index: Diagnostic("BML616", fault.message, places[fault.index], fault.hint) for fault in faults
    }
    for meaning in book:
        if meaning.index is not None and (wrong := _wrong_part(meaning.shows)):
            found[meaning.index] = replace(wrong, code="BML616", location=places[meaning.index])
    return tuple(found[index] for index in sorted(found))


def _wrong_part(shows: Iterable[str]) -> Diagnostic | None:
    """Return what is wrong with the conditions of a meaning, whatever suits and points they name."""
    names = {**dict.fromkeys(SUIT_NAMES, "♠"), **dict.fromkeys(POINT_NAMES, "8")}
    texts = (filled(part, names) or "" for part in shows)
    return next((each for text in texts for each in parse_condition(text).diagnostics), None)


# ---------------------------------------------------------------- rows


class Understanding(Enum):
    """How much of a row is understood; the value says it in words."""

    WHOLE = "understood in full"
    PART = "in part"
    NOTHING = "not at all"
    SILENT = "saying nothing about the hand"

    @property
    def is_understood(self) -> bool:
        """Return whether nothing is left over."""
        return self in (Understanding.WHOLE, Understanding.SILENT)


@dataclass(frozen=True)
class ExplainedRow:
    """A row with its agreements in a system, and the explanation of each."""

    location: Location
    agreements: tuple[Agreement, ...]
    system: System

    @cached_property
    def explanations(self) -> tuple[Explanation, ...]:
        """Return the explanation of each agreement."""
        return tuple(explain(agreement, self.system) for agreement in self.agreements)

    @cached_property
    def understanding(self) -> Understanding:
        """Return the understanding of the worst of its explanations."""
        each = (known_of("understood", row, self.system, _understood) for row in self.agreements)
        is_whole, is_silent, is_some = zip(*each, strict=True)
        if all(is_whole):
            return Understanding.WHOLE
        if all(is_silent):
            return Understanding.SILENT
        return Understanding.PART if any(is_some) else Understanding.NOTHING


def _understood(agreement: Agreement, system: System | None) -> list[bool]:
    """Return whether a row is understood in full, or says nothing more, and whether a part is understood."""
    explained = explain(agreement, system)
    is_whole = explained.is_whole
    return [is_whole or explained.is_rest, is_whole or explained.is_silent, bool(explained.understood)]


def explain_rows(system: System) -> tuple[ExplainedRow, ...]:
    r"""Return the rows that have a text or a condition in braces, in the order of the system.

    >>> from bml_core.system import expand
    >>> from bml_core.language import parse
    >>> rows = explain_rows(expand([parse("1M  5+M, 11-21 hcp\n  2M  Mixed style")]))
    >>> [(len(row.agreements), str(row.explanations[0].condition), row.understanding.value) for row in rows]
    [(2, '5+ hearts, 11-21 hcp', 'understood in full'), (2, 'any', 'not at all')]
    """
    rows: dict[tuple[Location, str], list[Agreement]] = {}
    for agreement in system.agreements:
        if agreement.is_described:
            # The lines of a paragraph may all begin where it does.
            lines = agreement.wording.lines if agreement.wording else ()
            written = f"{lines[0].text} {lines[0].location}" if lines else ""
            rows.setdefault((agreement.location, written), []).append(agreement)
    return tuple(ExplainedRow(location, tuple(same), system) for (location, _), same in rows.items())


def count_understanding(rows: Iterable[ExplainedRow]) -> dict[Understanding, int]:
    """Return how many rows are understood how far."""
    numbers = dict.fromkeys(Understanding, 0)
    for row in rows:
        numbers[row.understanding] += 1
    return numbers
