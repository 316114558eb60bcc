"""Questions about notes, each with answers of which one is right, and the others are surely wrong.

A wrong answer comes from where confusion lives: a row beside the one that is asked for, the same call in
another auction, the range next to the right one. It is an answer only if the words of both rows are
understood, and some hand of the one is none of the other, both ways. So neither is a wider or a narrower way
to say the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from hashlib import blake2b
from itertools import chain, islice, permutations
from typing import TypeVar

from bml_core._package import checked, number_argument
from bml_core.bridge import (
    ANY_SCOPE,
    BIDS,
    DOUBLE,
    PASS,
    SUITS,
    Auction,
    AuctionPattern,
    Bid,
    Call,
    Hand,
    Strain,
    Suit,
)
from bml_core.diagnostics import Diagnostic, Location, counted
from bml_core.document import plain_text
from bml_core.hands.bidding import (
    FORCED,
    CallMeaning,
    Candidate,
    Certainty,
    DecisionPoint,
    choose_call,
    decision_points,
    meaning_of,
)
from bml_core.hands.conditions import (
    ANY,
    All,
    Formula,
    all_of,
    any_of,
    cards,
    points,
    spoken,
    with_open_lengths,
)
from bml_core.hands.counting import has_hands
from bml_core.hands.descriptions import Explanation, Lack, explain
from bml_core.hands.sampling import RandomNumbers, sample_hands
from bml_core.language import parse_inline
from bml_core.practice.topics import Topic, asked_topic, nothing_there
from bml_core.practice.usual_hands import Turn, is_natural, level_of, points_of, strain_of
from bml_core.system import Agreement, System, own_suit

MOST_QUESTIONS = 1000
"""The most questions that are asked for at once."""

_T = TypeVar("_T")
_LONGEST, _LONGEST_READING, _LONGEST_LACK = 140, 90, 40
_ANSWERS, _FEWEST, _MOST_WITH_EASY = 4, 3, 20
_TRIES, _PASSES, _HANDS_OF_ROW = 12, 6, 4
_LEAST_POINTS, _WIDEST, _UNLIMITED = 8, 4, 30
_OPENED, _RAISE, _ROUND, _BLACKWOOD = 11, 3, 2, BIDS[19]
_MOST_MISSES, _COMPARED, _CALLS_OF_PASS = 200, 60, 2
_DOUBLES = re.compile(r"\b[DR]\b")
_WRITTEN_X = re.compile(r"\bXX?\b")
_RANGE = re.compile(r"(?<![\d.+-])(\d{1,2})(--?|–)(\d{1,2})(?![\d+-])")
_IN_WORDS = str.maketrans({"–": "-", **{suit.symbol: f" {suit.word}" for suit in Suit}})
_WORD = re.compile(r"\w+|[^\w\s.,;:()]")


class QuestionKind(Enum):
    """What is asked; the value is what options take."""

    MEANING = "meaning"
    CALL = "call"
    HAND = "hand"

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer: its text, in BML, and the row that it comes from.

    ``meaning`` is what the call would have shown, "" if the notes have no row for it. ``agreement`` is None
    for an answer that no row has as it is, such as the next range. ``spelled`` is the auction of a row in
    short, with doubles as the notes write them.
    """

    text: str
    meaning: str = ""
    agreement: Agreement | None = None
    spelled: str = ""


@dataclass(frozen=True, slots=True, repr=False)
class Question:
    """A question: what a call means, how something is bid, or what a hand bids.

    Attributes:
        kind: Which of these.
        auction: The calls that are shown: with the call that is explained, or before the one asked for.
        answers: The answers, in the order in which they are shown.
        right: The index of the right one.
        why: Why it is right, in a sentence or as the reading of the row; "" where the row says it all.
        agreement: The row of the right answer; None for a pass that no row describes.
        text: What is to be bid, in BML.
        hand: The hand that bids.
        spelled: The auction in short, with doubles as the notes write them.
    """

    kind: QuestionKind
    auction: Auction
    answers: tuple[Answer, ...]
    right: int
    why: str
    agreement: Agreement | None
    text: str = ""
    hand: Hand | None = None
    spelled: str = ""

    def __repr__(self) -> str:
        shown = self.hand or self.spelled
        return f"<Question {self.kind.value} {shown}: {self.answer.text[:60]}>"

    @property
    def answer(self) -> Answer:
        """Return the right answer."""
        return self.answers[self.right]

    @property
    def key(self) -> str:
        """Return a text that stays the same when the words of rows change, or rows move."""
        said = f"{self.kind.value} {self.auction} {self.hand or ''} {self.agreement or ''}"
        return blake2b(said.encode(), digest_size=6).hexdigest()

    def record(self) -> dict[str, str | int | None]:
        """Return the question as a plain row of a table, as :meth:`Quiz.records` has them."""
        place = self.agreement.location if self.agreement else None
        return {
            "kind": self.kind.value,
            "auction": str(self.auction),
            "hand": str(self.hand) if self.hand else "",
            "text": self.text,
            "answer": self.answer.text,
            "wrong": " | ".join(each.text for n, each in enumerate(self.answers) if n != self.right),
            "why": self.why,
            "file": place.file if place else "",
            "line": place.line if place else None,
        }


@dataclass(frozen=True, slots=True, repr=False)
class Quiz:
    """Questions: iterate over it, or take one by its index; ``diagnostics`` say why there are fewer."""

    questions: tuple[Question, ...]
    diagnostics: tuple[Diagnostic, ...] = ()

    def __repr__(self) -> str:
        return f"<Quiz: {counted(len(self), 'question')}>"

    def __iter__(self) -> Iterator[Question]:
        return iter(self.questions)

    def __len__(self) -> int:
        return len(self.questions)

    def __getitem__(self, index: int) -> Question:
        return self.questions[index]

    def records(self) -> list[dict[str, str | int | None]]:
        """Return the questions as plain rows, for data frames and JSON.

        The columns are ``kind`` (``meaning``, ``call`` or ``hand``), ``auction``, ``hand`` and ``text`` (in
        BML; "" where the question has none), ``answer``, ``wrong`` (with bars between them), ``why``, and
        where the row is written: ``file`` ("" for a pass that no row describes) and ``line``, from 1.
        """
        return [question.record() for question in self.questions]


@checked
def questions(
    system: System,
    pattern: str | AuctionPattern | Topic = "",
    n: int = 20,
    *,
    seed: int = 1,
    kinds: Iterable[QuestionKind] = tuple(QuestionKind),
    location: Location = Location("auction", 1),  # noqa: B008
) -> Quiz:
    r"""Return questions about notes whose answers they say for certain; the kinds take turns.

    Args:
        system: The notes.
        pattern: The auctions that are asked for, as in :meth:`System.select`, or a topic; "" for all.
        n: How many questions, 0 to 1,000.
        seed: The same number, 0 or more, gives the same questions.
        kinds: What is asked.
        location: Where the pattern is written, for diagnostics.

    Raises:
        ValueError: ``n`` is out of range, or ``seed`` is negative.

    >>> from bml_core.language import parse
    >>> from bml_core.system import expand
    >>> rows = ["1C  16+ hcp", "1D  3+ diamonds, 11-15 hcp", "1H  5+ hearts, 11-15 hcp", "1N  12-14 bal"]
    >>> notes = expand([parse("\n".join(rows))])
    >>> quiz = questions(notes, "1H", n=1, seed=2, kinds=[QuestionKind.MEANING])
    >>> quiz[0].answer.text, [answer.text for answer in quiz[0].answers]
    ('5+ hearts, 11-15 hcp', ['5+ hearts, 11-15 hcp', '3+ diamonds, 11-15 hcp', '12-14 bal', '16+ hcp'])
    """
    number_argument(n, MOST_QUESTIONS)
    topic = asked_topic(pattern, location)
    if topic.value is None:
        return Quiz((), topic.diagnostics)
    rows = topic.value.rows(system)
    if not rows:
        return Quiz((), (nothing_there(topic.value, system, location),))
    asker = _Asker(system, RandomNumbers(seed))
    asked = _of_lowest_calls(
        row for row in rows if row.is_ours and row.call is not PASS and not row.qualifications
    )
    # A row has many hands, and one meaning.
    times = {kind: _HANDS_OF_ROW if kind is QuestionKind.HAND else 1 for kind in kinds}
    found: dict[str, Question] = {}
    # Short notes have few answers that are close to the right one: easy ones fill a short quiz, no long one.
    for asker.is_easy, n_now in ((False, n), (True, min(n, _MOST_WITH_EASY))):
        lists = {
            kind: chain.from_iterable(map(asker.shuffled, [asked] * most)) for kind, most in times.items()
        }
        while lists and len(found) < n_now:
            for kind in list(lists):
                # In long notes of which little is understood, most rows are asked in vain.
                made = filter(None, (asker.question(kind, row) for row in islice(lists[kind], _MOST_MISSES)))
                new = (
                    next((each for each in made if each.key not in found), None)
                    if len(found) < n_now
                    else None
                )
                if new is not None:
                    found[new.key] = new
                elif len(found) < n_now:
                    del lists[kind]
    few: tuple[Diagnostic, ...] = ()
    if len(found) < n:
        message = f"The notes say enough for {counted(len(found), 'question')}, not for {n:,}."
        hint = "Write the shape and the strength of more rows, or ask for fewer."
        few = (Diagnostic("BML653", message, location, hint),)
    return Quiz(tuple(found.values()), few)


def _of_lowest_calls(rows: Iterable[Agreement]) -> list[Agreement]:
    """Return the rows without the higher bids of a line such as "any suit: natural": nobody learns those."""
    lowest: dict[tuple[object, ...], Agreement] = {}
    for row in sorted(rows, key=lambda row: sum(map(level_of, row.auction.calls))):
        lowest.setdefault((row.location, *(strain_of(call) or call for call in row.auction.calls)), row)
    return list(lowest.values())


# ---------------------------------------------------------------- one question


class _Asker:
    """Makes questions of rows; everything by chance comes from ``numbers``."""

    def __init__(self, system: System, numbers: RandomNumbers) -> None:
        self._system = system
        self._numbers = numbers
        self.is_easy = False
        self._passes = self._calls = 0
        self._shown: dict[Auction, Formula] = {}
        self._writes_x = any(_WRITTEN_X.search(row.written) for row in system.agreements)

    def _spelled(self, calls: Call | str) -> str:
        """Return calls with the doubles as the notes write them, ``D`` or ``X``."""
        return _DOUBLES.sub(
            lambda found: "X" * (1 + (found[0] == "R")) if self._writes_x else found[0], str(calls)
        )

    def shuffled(self, values: Iterable[_T]) -> list[_T]:
        """Return values in an order by chance."""
        drawn = list(values)
        for last in range(len(drawn) - 1, 0, -1):
            other = self._numbers.below(last + 1)
            drawn[last], drawn[other] = drawn[other], drawn[last]
        return drawn

    def question(self, kind: QuestionKind, row: Agreement) -> Question | None:
        """Return a question about a row, None if the notes do not say enough for it."""
        if kind is QuestionKind.HAND:
            return self._hand_question(row)
        if not (self._is_told(row) and self._explain(row).is_read):
            return None
        return self._meaning_question(row) if kind is QuestionKind.MEANING else self._call_question(row)

    def _explain(self, row: Agreement) -> Explanation:
        return explain(row, self._system)

    def _is_told(self, row: Agreement) -> bool:
        """Return whether the text of a row is short, and says something alone: "same" does not."""
        is_told = 0 < len(plain(_text(row))) <= _LONGEST
        return is_told and not any(each.source.startswith("as ") for each in self._explain(row).sources)

    def _shown_before(self, row: Agreement) -> Formula:
        """Return what the player has shown by earlier calls: opener's "4 spades" is of 11 points and more."""
        before = row.auction.before
        if before not in self._shown:
            players = meaning_of(self._system, before).players
            self._shown[before] = players[len(before) % len(players)].condition
        return self._shown[before]

    def _beside(self, row: Agreement) -> list[Agreement]:
        """Return the rows for another call in the auction of a row, in an order by chance."""
        rows = self._system.after(replace(row.auction.before, scope=row.scope), in_any_scope=True)
        return self.shuffled(_of_lowest_calls(other for call, other in rows.items() if call != row.call))

    # ------------------------------------------------------------ what does it mean

    def _meaning_question(self, row: Agreement) -> Question | None:
        mine = self._explain(row)
        if mine.lacks == tuple(Lack) or (row.call is DOUBLE and not self.is_easy):
            return None
        others = (other for other in self._system.agreements if other.is_ours)
        distant = self.shuffled(other for other in others if other.auction != row.auction)
        # Those as late in the auction sound like the row, the others come last.
        distant.sort(key=lambda other: abs(len(other.auction) - len(row.auction)))
        same_call = [other for other in distant if other.call == row.call]
        beside = self._beside(row)
        ranges = [*_with_next_ranges(row)]
        alike = [other for other in distant if len(other.auction) == len(row.auction)][:_COMPARED]
        near = (other for other in (*beside, *same_call[:_COMPARED], *alike) if self._is_near(row, other))
        # Of an opening or an overcall, only the next range is hard to tell.
        has_near = len(row.auction) > _ROUND or not is_natural(Candidate.of(row, self._system))
        # The next range and rows that are near, then those beside it, and the same call elsewhere.
        sources = (
            (ranges, 1),
            (near if has_near else (), 2),
            (beside, 2),
            (same_call, 1),
            (beside, 3),
            (distant, 1 + 2 * self.is_easy),
        )
        found = self._wrong(row, sources)
        is_hard = any(
            each.agreement is None or (has_near and self._is_near(row, each.agreement)) for each in found
        )
        if len(found) < _ANSWERS - 1 or not (is_hard or self.is_easy):
            return None
        texts = [Answer(_text(row), _text(row), row, self._spelled(f"{row.auction:short}")), *found]
        reading = reading_of(mine, row)
        why = f"Read as {reading}." if reading else ""
        return self._asked(QuestionKind.MEANING, row.auction, texts, why, row)

    def _wrong(self, row: Agreement, sources: Iterable[tuple[Iterable[Agreement], int]]) -> list[Answer]:
        """Return wrong meanings of a call, from each source as many as it has, up to the number beside it."""
        found: list[Answer] = []
        taken, conditions = [_words(row)], list[Formula]()
        for rows, most in sources:
            end = min(_ANSWERS - 1, len(found) + most)
            for other in islice(rows, _COMPARED if len(found) < end else 0):
                words, said = _words(other), self._explain(other)
                # Of two that say the same in other words, neither is right.
                is_new = words not in taken and (said.lacks or said.condition not in conditions)
                if is_new and self._is_told(other) and self._is_wrong(row, other):
                    taken.append(words)
                    conditions.append(said.condition)
                    is_row = other.auction != row.auction
                    found.append(
                        Answer(_text(other), "", other, self._spelled(f"{other.auction:short}"))
                        if is_row
                        else Answer(_text(other))
                    )
                if len(found) >= end:
                    break
        return found

    def _is_near(self, row: Agreement, other: Agreement) -> bool:
        """Return whether players may take two rows for each other: they show a suit, ask, or answer."""
        first, second = (Candidate.of(each, self._system) for each in (row, other))
        if row.auction.we_deal != other.auction.we_deal:
            return False
        if first.is_request or second.is_request:
            return first.is_request and second.is_request
        partner = self._system.get(row.auction.before.before) if len(row.auction) > _ROUND else None
        asked = Candidate.of(partner, self._system) if partner is not None else None
        is_beside = other.auction.before == row.auction.before
        if is_beside and asked is not None and (asked.is_question or asked.call == _BLACKWOOD):
            return True
        shared = first.promised_suits & second.promised_suits
        suit = own_suit(row.call)
        if suit in shared and (asked is None or suit not in asked.promised_suits):
            # Everybody knows a new suit from a raise.
            return other.call == row.call
        return bool(shared)

    def _is_wrong(self, row: Agreement, other: Agreement) -> bool:
        """Return whether another row surely does not say what a call means, also if read as of that call."""
        moved, is_beside = replace(other, auction=row.auction), other.auction.before == row.auction.before
        ways = (moved,) if other.auction == row.auction else (other, moved)
        return all(self._says_other(row, way, is_beside=is_beside) for way in ways)

    def _says_other(self, row: Agreement, other: Agreement, *, is_beside: bool) -> bool:
        """Return whether another row surely says something else, neither wider nor narrower than a row.

        Both are about hands that have shown what the player did before. Of rows for the same turn, the notes
        tell both apart.
        """
        shown = self._shown_before(row)
        rows = Candidate.of(row, self._system), Candidate.of(other, self._system)
        mine, theirs = (each.explanation for each in rows)
        if not mine.is_read or (theirs.in_braces and theirs.diagnostics):
            return False
        # "5+ spades" in part is no "3-5 hcp, 0-1 spade", whatever the rest of it means.
        if not has_hands(mine.condition & theirs.condition & shown):
            return not theirs.is_silent and has_hands(theirs.condition)
        # "5+ spades, 8-15" and "good spades" may be of one hand, in other words.
        suits, others = (each.promised_suits for each in rows)
        is_apart = is_beside and mine.is_whole and theirs.is_whole
        is_other = theirs.is_read and (is_apart or not (suits and suits == others))
        return is_other and _has_more(mine, theirs, shown) and _has_more(theirs, mine, shown)

    # ------------------------------------------------------------ how do you bid it

    def _call_question(self, row: Agreement) -> Question | None:
        is_named = row.call is DOUBLE or Candidate.of(row, self._system).is_to_play
        if is_named and not self.is_easy:
            return None
        beside = self._beside(row)
        others = [
            other for other in beside if other.is_described and self._says_other(row, other, is_beside=True)
        ]
        # "8-12, 6+ card major" of 2H and of 2S, or "natural" of both.
        alike = [other for other in beside if _words(row) == _words(other)]
        if any(not self._explain(row).is_whole or other not in others for other in alike):
            return None
        calls: list[tuple[Call, Agreement | None]] = [(other.call, other) for other in others]
        before = row.auction.before
        if not self._has_unread_calls(before):
            known = {row.call, *(other.call for other in beside)}
            # "Weak", or "4 spades": a jump may be that as well, though no row says so.
            held = points_of(self._explain(row).condition)
            bids = _neighbours(row.call, same_strain=not held & 1 and held.bit_length() <= _UNLIMITED)
            # Points alone may be bid in another suit as well.
            is_shaped = Lack.SHAPE not in self._explain(row).lacks
            calls += (
                (bid, None)
                for bid in bids
                if bid not in known
                and before.illegality(bid) is None
                and (is_shaped or bid.strain is strain_of(row.call))
            )
        near = [each for each in calls if self._is_taken_for(row, *each)][: _ANSWERS - 2]
        calls = [*near, *(each for each in calls if each not in near)][: _ANSWERS - 1]
        if len(calls) < _FEWEST - 1 or not (near or self.is_easy):
            return None
        answers = [self._call_answer(row.call, row)]
        answers += (self._call_answer(*each) for each in calls)
        reading = reading_of(self._explain(row), row)
        text = f"{_text(row)} ({reading})" if reading else _text(row)
        return self._asked(QuestionKind.CALL, before, answers, "", row, text=text)

    def _is_taken_for(self, row: Agreement, call: Call, other: Agreement | None) -> bool:
        """Return whether a call may be taken for that of a row.

        Notrump may be so on the next level, and whatever shows a suit for other calls that show it.
        """
        mine, strain = Candidate.of(row, self._system), strain_of(row.call)
        yours = Candidate.of(other, self._system) if other is not None else None
        if mine.is_request:
            return yours is not None and yours.is_request
        theirs = yours.promised_suits if yours is not None else frozenset[Suit]()
        if not is_natural(mine):
            shows_own = yours is None or yours.call is DOUBLE or is_natural(yours)
            return not shows_own and bool(mine.promised_suits & theirs)
        if strain is Strain.NOTRUMP:
            # What 3NT, 4NT and more are named by gives them away.
            shows_own = strain_of(call) is strain and (yours is None or is_natural(yours))
            return shows_own and level_of(row.call) < _RAISE
        if yours is not None and len(row.auction) <= _ROUND:
            # Everybody opens one of a suit with more than what preempts show.
            first, second = (points_of(each.condition) for each in (mine, yours))
            if not first & second:
                return False
        return call is not DOUBLE and bool(mine.promised_suits & theirs)

    def _has_unread_calls(self, before: Auction) -> bool:
        """Return whether there are rows such as ``3x``, which may mean any call."""
        return any(row.auction == before or row.auction.before == before for row in self._system.left_out)

    # ------------------------------------------------------------ what do you bid

    def _hand_question(self, row: Agreement) -> Question | None:
        before, said = row.auction.before, self._explain(row)
        # Of most rows of long notes, no hand is certain.
        if not said.is_whole and FORCED.isdisjoint(said.reading.obligations):
            return None
        point = decision_points(self._system).at(before)
        if row.scope != ANY_SCOPE or len(point.candidates) < _FEWEST - 1:
            return None
        may_pass = point.row(PASS) is None and before.illegality(PASS) is None
        call: Call = PASS if may_pass and not self._numbers.below(_PASSES) else row.call
        # With some notes, that a hand passes is all that is certain: nobody learns from that alone.
        if call is PASS and self._passes * _CALLS_OF_PASS > self._calls:
            return None
        meaning = meaning_of(self._system, before.then(call))
        player = meaning.players[len(before) % len(meaning.players)]
        # A row that is not understood would let any hand have opened, and so would none at all.
        own = [made for made in player.calls[:-1] if made.call is not PASS]
        if not all(made.is_understood and made.agreement for made in own):
            return None
        if own and player.condition == ANY:
            return None
        partner = [made for made in meaning.players[len(before) % 4 - 2].calls if made.call is not PASS]
        turn = Turn(before, point, own, partner)
        for hand in sample_hands(player.hands, _TRIES, self._numbers.below(1 << 32)):
            choice = choose_call(self._system, hand, before)
            is_sure = choice.certainty is Certainty.CERTAIN and not choice.diagnostics and choice.call == call
            if (
                is_sure
                and turn.is_usual(hand, choice)
                and not (choice.row and self._is_at_edge(hand, choice.row))
                and all(self._has_bid(hand, before, made) for made in own)
            ):
                tempting = self._tempting(hand, call, before, [each for each, _ in choice.passed_over])
                # A new suit on the one level is known to all, but where support or notrump is near.
                is_known = bool(partner) and level_of(call) == 1 and strain_of(call) is not Strain.NOTRUMP
                if self.is_easy or any(
                    not is_known or (strain_of(each) is not strain_of(call) and each > Bid.parse("1S"))
                    for each in tempting
                ):
                    break
        else:
            return None
        self._passes += call is PASS
        self._calls += call is not PASS
        rows = {each.call: each.agreement for each in point.candidates}
        mine = rows.pop(call, None)
        wrong = [*tempting, *(each for each in self.shuffled(rows) if each not in tempting)]
        if may_pass and call is not PASS:
            wrong.insert(_ANSWERS - 2 if hand.hcp < _OPENED else len(wrong), PASS)
        if len(wrong) < _FEWEST - 1:
            return None
        others = [(each, rows.get(each)) for each in wrong[: _ANSWERS - 1]]
        answers = [self._call_answer(call, mine)]
        answers += (self._call_answer(*each) for each in others)
        missed = self._missed(hand, point, [other for other, _ in others])
        why = f"{self._spelled(choice.why).removesuffix('.')}{missed}."
        return self._asked(QuestionKind.HAND, before, answers, why, mine, hand=hand)

    def _missed(self, hand: Hand, point: DecisionPoint, calls: Iterable[Call]) -> str:
        """Return what a hand lacks for other calls, in brackets: ``(2H: 10+ hcp; 2S, 3S: 3+ spades)``."""
        missed: dict[str, list[str]] = {}
        for row in filter(None, map(point.row, sorted(calls))):
            parts = row.condition.parts if isinstance(row.condition, All) else (row.condition,)
            lacking = (spoken(part) for part in parts if row.is_read and not part.fits(hand))
            if (words := next(lacking, "")) and len(words) <= _LONGEST_LACK:
                missed.setdefault(words, []).append(self._spelled(row.call))
        said = "; ".join(f"{', '.join(calls)}: {words}" for words, calls in missed.items())
        return f" ({said})" if said else ""

    def _has_bid(self, hand: Hand, before: Auction, made: CallMeaning) -> bool:
        """Return whether a hand makes an earlier call, rather than another that it fits as well."""
        earlier = replace(before, calls=before.calls[: made.index])
        return choose_call(self._system, hand, earlier).call == made.call

    def _is_at_edge(self, hand: Hand, row: Candidate) -> bool:
        """Return whether a point more or less is another call by words that have no figures in the notes."""
        before = points_of(self._shown_before(row.agreement))
        for source in row.explanation.sources:
            beyond = before & ~points_of(source.condition)
            if source.is_usual and (beyond << 1 | beyond >> 1) >> hand.hcp & 1:
                return True
        return False

    def _tempting(self, hand: Hand, call: Call, before: Auction, fitting: Iterable[Candidate]) -> list[Call]:
        """Return the wrong calls that a player thinks of with a hand, the most tempting first.

        They are of rows that fit as well, of those that the hand misses by three points, or by two and a
        card in another suit, and bids of the same strain, written or not.
        """
        point = decision_points(self._system).at(before)
        missed = points(max(hand.hcp - _RAISE, 0), hand.hcp + _RAISE) & _shaped(hand.shape)
        near = points(max(hand.hcp - _ROUND, 0), hand.hcp + _ROUND) & any_of(
            _shaped(hand.shape[at] + (at == more) - (at == less) for at in range(4))
            for more, less in permutations(range(4), 2)
            if hand.shape[less]
        )
        known = [
            (row.call, row.condition if row.is_clear else point.usual(row.call))
            for row in point.candidates
            if row.is_read and Lack.SHAPE not in row.explanation.lacks and row.call not in (PASS, call)
        ]
        found = [row.call for row in fitting]
        found += (other for hands in (missed, near) for other, meant in known if has_hands(meant & hands))
        rows = {row.call for row in point.candidates}
        found += (
            bid
            for bid in _neighbours(call, same_strain=True)
            if bid.strain is strain_of(call)
            and before.illegality(bid) is None
            and (bid in rows or not self._has_unread_calls(before))
        )
        return [*dict.fromkeys(found)]

    def _call_answer(self, call: Call, row: Agreement | None) -> Answer:
        return Answer(self._spelled(call), _text(row) if row is not None else "", row)

    def _asked(
        self,
        kind: QuestionKind,
        auction: Auction,
        answers: Sequence[Answer],
        why: str,
        row: Agreement | None,
        *,
        text: str = "",
        hand: Hand | None = None,
    ) -> Question:
        """Return a question; calls are in their order, texts in one by chance. The first answer is right."""
        right = answers[0]
        if kind is QuestionKind.MEANING:
            shown = self.shuffled(answers)
        else:
            shown = sorted(answers, key=lambda each: Call.parse(each.text))
        spelled = self._spelled(f"{auction:short}")
        return Question(kind, auction, tuple(shown), shown.index(right), why, row, text, hand, spelled)


def _shaped(lengths: Iterable[int]) -> Formula:
    """Return the condition of a shape: spades, hearts, diamonds, clubs."""
    return all_of(cards(each, each, suit) for each, suit in zip(lengths, reversed(SUITS), strict=True))


# ---------------------------------------------------------------- what is surely wrong


def _has_more(one: Explanation, other: Explanation, shown: Formula) -> bool:
    """Return whether some hand of one row is surely none of the other, by what is known of both."""
    lacks = {*one.lacks, *other.lacks}
    if not lacks:
        return has_hands(one.condition & ~other.condition & shown)
    if lacks == set(Lack):
        return False
    known = _shapes_of if Lack.STRENGTH in lacks else points_of
    return bool(known(one.condition & shown) & ~known(other.condition & shown))


def _shapes_of(condition: Formula) -> int:
    """Return the shapes of the hands that may fit, a bit for each."""
    by_shape = condition.bounds().most.reachable().points_by_shape()
    return sum(1 << number for number, held in enumerate(by_shape) if held)


# ---------------------------------------------------------------- texts


def plain(text: str) -> str:
    """Return BML text on one line as a player reads it.

    >>> plain("5+!h, *11--21* hcp")
    '5+♥, 11–21 hcp'
    """
    spans = parse_inline(text, Location("", 1), in_description=True).value
    return " ".join(plain_text(spans, signs=True).split())


def _text(row: Agreement) -> str:
    """Return what a row says: its description, or its condition in braces if there is none."""
    if not any(row.description):
        return row.wording.condition_text if row.wording else ""
    return " ".join(" ".join(filter(None, row.description)).split())


def reading_of(explanation: Explanation, row: Agreement) -> str:
    """Return the reading of a row in short, "" where its text says the same."""
    condition = explanation.condition
    if row.auction.call in BIDS[:5] and len(row.auction.from_opening()) == 1:
        # "1H  five of them" is opened on six as well.
        condition = with_open_lengths(condition, lambda length: length.low == length.high)
    reading = spoken(condition)
    is_same = _sorted_words(reading) == _words(row)
    return "" if is_same or explanation.condition == ANY or len(reading) > _LONGEST_READING else reading


def _words(row: Agreement) -> list[str]:
    return _sorted_words(plain(_text(row)))


def _sorted_words(text: str) -> list[str]:
    """Return the words of a text: "4♠ BAL 11–13" and "11-13 hcp, balanced, 4 spades" have the same."""
    words = _WORD.findall(text.lower().translate(_IN_WORDS))
    return sorted("balanced" if word == "bal" else word for word in words if word != "hcp")


def _with_next_ranges(row: Agreement) -> Iterator[Agreement]:
    """Yield a row with the range of points below or above its own: 12--14 and 18--20 for 15--17."""
    wording = row.wording
    if wording is None or wording.condition is not None:
        return
    for number, line in enumerate(wording.lines):
        if found := _RANGE.search(line.text):
            low, high = int(found[1]), int(found[3])
            width = high - low + 1
            for start in (low + width, low - width) if high >= _LEAST_POINTS and 0 < width <= _WIDEST else ():
                if start >= 0:
                    span = f"{start}{found[2]}{start + width - 1}"
                    text = f"{line.text[: found.start()]}{span}{line.text[found.end() :]}"
                    lines = (*wording.lines[:number], line._replace(text=text), *wording.lines[number + 1 :])
                    moved = wording._replace(lines=lines)
                    yield replace(row, wording=moved, description=moved.description)
            return


def _neighbours(call: Call, *, same_strain: bool) -> Iterator[Bid]:
    """Yield the bids that are taken for a call: in the same strain, and next to it."""
    if isinstance(call, Bid):
        index = BIDS.index(call)
        for step in (*((5, -5) if same_strain else ()), 1, -1, 2, -2):
            if 0 <= index + step < len(BIDS):
                yield BIDS[index + step]
