"""Boards to bid: deals in which the hands of one side bid an auction of the notes, and how they go on.

North and South are ours. Hands for which each call is certain come first; then those that the notes probably
bid so, where a row that is not understood may be meant for them. Hands that only fit the rows are left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from heapq import heappop, heappush

from bml_core._package import checked, number_argument
from bml_core.bridge import (
    NEITHER,
    PASS,
    Auction,
    AuctionPattern,
    Board,
    Call,
    Deal,
    MadeCall,
    Scope,
    Seat,
    SideVulnerability,
)
from bml_core.diagnostics import Diagnostic, Location, Related, counted
from bml_core.hands.bidding import (
    AuctionMeaning,
    BidDeal,
    CallMeaning,
    Certainty,
    bid_deal,
    choose_call,
    deals_of,
    decision_points,
    meaning_of,
)
from bml_core.hands.conditions import ANY, Formula, all_of
from bml_core.hands.counting import has_hands
from bml_core.hands.sampling import Deals, RandomNumbers
from bml_core.practice.questions import plain
from bml_core.practice.topics import Topic, asked_topic, nothing_there
from bml_core.system import Agreement, System

MOST_BOARDS = 1000
"""The most boards that are asked for at once."""

_OURS = (Seat.NORTH, Seat.SOUTH)
_MISSES, _MORE, _EXPLAINED = 150, 50, 3
_TRIED = 12
_GAME, _SLAM = 25, 33


class Level(Enum):
    """How high two hands belong by their points; the value is what options take."""

    PART_SCORE = "part"
    GAME = "game"
    SLAM = "slam"

    __hash__ = object.__hash__

    @staticmethod
    def of(deal: Deal) -> Level:
        """Return the level of North and South: game from 25 points on, slam from 33.

        >>> from bml_core.bridge import Hand
        >>> Level.of(Deal(north=Hand.parse("AKQ2 AKQ AKQ 432"), south=Hand.parse("J543 432 432 A65")))
        <Level.GAME: 'game'>
        """
        total = sum(hand.hcp for seat in _OURS if (hand := deal.hand(seat)) is not None)
        return Level.SLAM if total >= _SLAM else Level.GAME if total >= _GAME else Level.PART_SCORE


@dataclass(frozen=True, slots=True, repr=False)
class PracticeBoard:
    """A board to bid: the deal with its number and dealer, and how the notes bid it.

    ``auction`` is what was asked for, and ``calls`` go on as far as the notes say. ``certainty`` is that of
    the calls asked for, certain or likely. ``in_the_way`` are the rows that may be meant for the hands, since
    they are not understood in full.
    """

    board: Board
    auction: Auction
    bid: BidDeal
    calls: tuple[MadeCall, ...]
    certainty: Certainty = Certainty.CERTAIN
    in_the_way: tuple[Agreement, ...] = ()

    def __repr__(self) -> str:
        return f"<PracticeBoard {self.board.number}: {self.bid.auction}>"

    @property
    def is_over(self) -> bool:
        """Return whether the notes bid the board to its end."""
        return len(self.calls) == len(self.bid.calls) and self.bid.is_over


@dataclass(frozen=True, slots=True, repr=False)
class PracticeDeals:
    """Boards to bid: iterate over it, or take one by its index; ``diagnostics`` say why there are fewer."""

    boards: tuple[PracticeBoard, ...]
    meaning: AuctionMeaning | None = None
    diagnostics: tuple[Diagnostic, ...] = ()

    def __repr__(self) -> str:
        return f"<PracticeDeals: {counted(len(self), 'board')}>"

    def __iter__(self) -> Iterator[PracticeBoard]:
        return iter(self.boards)

    def __len__(self) -> int:
        return len(self.boards)

    def __getitem__(self, index: int) -> PracticeBoard:
        return self.boards[index]

    @property
    def in_the_way(self) -> tuple[tuple[Agreement, int], ...]:
        """Return the rows that keep calls from being certain, each with its boards, most boards first."""
        return tuple(Counter(row for board in self for row in board.in_the_way).most_common())

    def records(self) -> list[dict[str, str | int | bool | None]]:
        """Return the boards as plain rows, for data frames and JSON.

        The columns are ``board`` (its number), ``dealer`` (``N`` or another seat), ``north``, ``east``,
        ``south`` and ``west`` (cards), ``auction`` (what was asked for), ``bid`` (the calls by the notes),
        ``certainty`` (``certain`` or ``likely``) and ``level`` (``part``, ``game`` or ``slam``).
        """
        return [
            {
                "board": each.board.number,
                "dealer": str(each.bid.dealer.value),
                **{seat.name.lower(): str(each.board.deal.hand(seat)) for seat in Seat},
                "auction": str(each.auction),
                "bid": str(Auction(tuple(made.call for made in each.calls if made.call))),
                "certainty": each.certainty.value,
                "level": Level.of(each.board.deal).value,
            }
            for each in self.boards
        ]


@checked
def practice_deals(
    system: System,
    pattern: str | AuctionPattern | Topic,
    n: int = 16,
    *,
    seed: int = 1,
    levels: Iterable[Level] = (),
    them: System | None = None,
    progress: Callable[[int], bool] = lambda _found: True,
) -> PracticeDeals:
    r"""Return boards that bid an auction by the notes; partners open in turn, and several auctions do, too.

    Args:
        system: The notes.
        pattern: The auction, a pattern of several, or a topic. ``@3rd`` and ``@vul`` may follow, as in an
            address; else the first hand opens, and nobody is vulnerable.
        n: How many boards, 0 to 1,000.
        seed: The same number, 0 or more, gives the same boards.
        levels: The levels that are wanted, in turn; any if there are none.
        them: The notes of the opponents, who pass otherwise.
        progress: Called with the number of boards so far; the search ends when it returns False.

    Raises:
        ValueError: ``n`` is out of range, or ``seed`` is negative.

    >>> from bml_core.language import parse
    >>> from bml_core.system import expand
    >>> notes = expand([parse("1N  15-17 hcp, balanced\n  2D  5+ hearts, 0+ hcp\n    2H  forced")])
    >>> [str(each.bid.auction)[:9] for each in practice_deals(notes, "1N-2D", n=2)]
    ['1NT-2D-2H', '1NT-2D-2H']
    """
    number_argument(n, MOST_BOARDS)
    location = Location("auction", 1)
    topic = asked_topic(pattern, location)
    if topic.value is None:
        return PracticeDeals((), diagnostics=topic.diagnostics)
    auctions = _auctions(topic.value, system)
    if not auctions:
        return PracticeDeals((), diagnostics=(nothing_there(topic.value, system, location),))
    found: list[PracticeBoard] = []
    searches, diagnostics = list[_Search](), list[Diagnostic]()
    for auction, vulnerability in auctions[:MOST_BOARDS]:
        search = _Search(system, them, auction, vulnerability, seed + len(searches))
        (searches.append(search) if not search.diagnostics else diagnostics.extend(search.diagnostics))
    wanted = tuple(levels)
    active = list(searches)
    while active and len(found) < n and progress(len(found)):
        for search in list(active):
            if len(found) >= n:
                break
            level = wanted[len(found) % len(wanted)] if wanted else None
            made = search.next(len(found) + 1, level, lambda: progress(len(found)))
            if made is None:
                active.remove(search)
            else:
                found.append(made)
    if not found and not diagnostics:
        warnings = [warning for search in searches[:_EXPLAINED] for warning in search.meaning.warnings]
        message = f"No board was found that bids {topic.value.name[:60] or 'the notes'}."
        hint = "Choose a more frequent auction or another level, or say more in its rows."
        related = tuple(
            Related(row.location, f"{row} may be meant for the hands.")
            for search in searches[:_EXPLAINED]
            for row, _ in search.in_the_way.most_common(1)
        )
        diagnostics = [Diagnostic("BML654", message, location, hint, related), *warnings]
    return PracticeDeals(
        tuple(found),
        searches[0].meaning if searches else None,
        () if found else tuple(dict.fromkeys(diagnostics)),
    )


def _is_contested(auction: Auction) -> bool:
    return any(call is not PASS and not auction.is_ours(index) for index, call in enumerate(auction.calls))


def _auctions(topic: Topic, system: System) -> list[tuple[Auction, SideVulnerability]]:
    """Return the auctions to deal for: those that end as a pattern does, or else all that it selects."""
    found: list[tuple[Auction, SideVulnerability]] = []
    ends: list[tuple[Auction, SideVulnerability]] = []
    for row in topic.rows(system):
        patterns = [each for each in topic.patterns if each.selects(row.auction)]
        for scope in dict.fromkeys(each.scope for each in patterns) if patterns else (topic.scope,):
            if row.is_ours and (dealt := _dealt(row, scope)):
                found.append(dealt)
                if any(each.scope == scope and each.matches(row.auction) for each in patterns):
                    ends.append(dealt)
    asked = list(dict.fromkeys(ends or found))
    # "1H-2H" is rather without an overcall than with one.
    return [each for each in asked if not _is_contested(each[0])] or asked


def _dealt(row: Agreement, scope: Scope) -> tuple[Auction, SideVulnerability] | None:
    """Return the auction of a row, with passes before it, and who is vulnerable; None if out of scope."""
    position = scope.position.positions[0]
    vulnerability = SideVulnerability(*map(bool, scope.vulnerability))
    opened = row.auction.from_opening()
    if not opened.scope.holds(position, vulnerability):
        return None
    passes = position - 1
    return Auction((PASS,) * passes + opened.calls, opened.we_deal is (passes % 2 == 0)), vulnerability


class _Search:
    """Deals for one auction, from which those are taken that surely bid it, or the surest."""

    def __init__(
        self, system: System, them: System | None, auction: Auction, sides: SideVulnerability, seed: int
    ) -> None:
        self._system, self._them, self._auction, self._sides = system, them, auction, sides
        self._dealer = Seat.NORTH if auction.we_deal else Seat.WEST
        self.meaning = meaning_of(system, auction, dealer=self._dealer, vulnerability=sides)
        ours = [call for _, call in self.meaning.calls if auction.is_ours(call.index)]
        meant = {call.index: self._meant(call) for call in ours}
        # Of a row that is not understood at all, any hand would be dealt.
        self._is_known = all(
            call.is_understood or (call.row is not None and call.row.explanation.likely != ANY)
            for call in ours
        )
        deals = Deals(self._likely_hands(meant))
        impossible = deals_of(self.meaning).diagnostics if deals.problem else ()
        self.diagnostics = (*self.meaning.diagnostics, *impossible)
        self._drawn = deals.drawn(RandomNumbers(seed))
        self._is_likely_enough = False
        self._waiting: list[_Judged] = []
        self.in_the_way = Counter[Agreement]()

    def _meant(self, call: CallMeaning) -> Formula:
        """Return the hands that a row is likely to mean, those that it surely means where there are some."""
        if call.row is None or (call.row.is_clear and has_hands(call.hands)):
            return call.hands
        return decision_points(self._system).at(self._auction, call.index, self._sides).usual(call.call)

    def _likely_hands(self, meant: Mapping[int, Formula]) -> dict[Seat, Formula]:
        return {
            player.seat: all_of(meant.get(call.index, call.hands) for call in player.calls)
            for player in self.meaning.players
        }

    def next(self, number: int, level: Level | None, may_go_on: Callable[[], bool]) -> PracticeBoard | None:
        """Return the next board; None where none is found.

        When no more hands are found that make the calls for certain, those are taken that probably do.
        """
        for index, judged in enumerate(self._waiting if self._is_likely_enough else ()):
            if level is None or Level.of(judged.deal) is level:
                del self._waiting[index]
                return self._board(judged, number)
        misses = _MISSES * (_MORE if level is not None else 1)
        for tried, deal in enumerate(self._drawn, 1):
            if level is None or Level.of(deal) is level:
                judged = self._judged(deal)
                if judged.certainty is Certainty.CERTAIN or (
                    judged.certainty is Certainty.LIKELY and self._is_likely_enough
                ):
                    return self._board(judged, number)
                if judged.certainty is Certainty.LIKELY:
                    self._waiting.append(judged)
                self.in_the_way.update(judged.rows)
            if tried >= misses or (tried % _MISSES == 0 and not may_go_on()):
                break
        if self._is_known and not self._is_likely_enough:
            self._is_likely_enough = True
            return self.next(number, level, may_go_on)
        return None

    def _judged(self, deal: Deal) -> _Judged:
        """Return how certain our calls are, and theirs as well where their notes are known."""
        calls = self._auction.calls
        worst, rows = Certainty.CERTAIN, list[Agreement]()
        for index, call in enumerate(calls):
            hand = deal.hand(self._dealer.after(index))
            is_ours = self._auction.is_ours(index)
            system = self._system if is_ours else self._them
            if system is None or hand is None:
                continue
            before = Auction(calls[:index], is_ours if system is self._them else self._auction.we_deal)
            sides = self._sides if is_ours else SideVulnerability(self._sides.they, self._sides.we)
            choice = choose_call(system, hand, before, vulnerability=sides)
            if choice.call != call or choice.certainty is Certainty.NOT_KNOWN:
                instead = (*choice.instead, *((choice.row,) if choice.row else ()))
                others = tuple(each.agreement for each in instead if each.call != call)
                return _Judged(deal, Certainty.NOT_KNOWN, others)
            rows += (each.agreement for each in choice.instead)
            if choice.certainty is Certainty.LIKELY:
                worst = Certainty.LIKELY
        return _Judged(deal, worst, tuple(dict.fromkeys(rows)))

    def _board(self, judged: _Judged, number: int) -> PracticeBoard:
        """Return a board; on every other one the hands change places, so that the other partner begins."""
        deal, dealer, vulnerability = judged.deal, self._dealer, self.meaning.board_vulnerability
        if number % 2 == 0:
            hands = {seat.after(2): deal.hand(seat) for seat in Seat}
            deal, dealer = Deal(*(hands[seat] for seat in Seat)), dealer.after(2)
        begun = Auction() if judged.certainty is Certainty.CERTAIN else self._auction
        bid = bid_deal(
            deal, self._system, self._them, dealer=dealer, vulnerability=vulnerability, begun=begun
        )
        board = Board(deal, number, dealer=dealer, vulnerability=vulnerability)
        rows = [call.agreement for _, call in self.meaning.calls]
        rows += (
            made.choice.row.agreement if made.choice and made.choice.row else None
            for made in bid.calls[len(rows) :]
        )
        calls = (*self._auction.calls, *(made.call for made in bid.calls[len(self._auction) :]))
        noted = tuple(MadeCall(call, note=_note(row)) for call, row in zip(calls, rows, strict=False))
        return PracticeBoard(board, self._auction, bid, noted, judged.certainty, judged.rows)


@dataclass(frozen=True, slots=True)
class _Judged:
    """A deal, how certain its calls are, and the rows that keep them from being certain."""

    deal: Deal
    certainty: Certainty
    rows: tuple[Agreement, ...]


def _note(row: Agreement | None) -> str:
    return plain(" ".join(row.description)) if row is not None else ""


@checked
def answers_of(board: PracticeBoard, system: System, reader: Seat, most: int = 150) -> dict[str, str]:
    r"""Return what the reader's partner calls after the calls before, in codes, as far as that is certain.

    Opponents pass. First come the answers where the reader bids by the notes, then those to one other call of
    the reader. The calls that the board was made for are answered, certain or not.

    Args:
        board: The board.
        system: The notes.
        reader: The seat of the reader, North or South.
        most: The most answers.

    >>> from bml_core.language import parse
    >>> from bml_core.system import expand
    >>> notes = expand([parse("1N  15-17 hcp, balanced\n  2D  5+ hearts, 0+ hcp\n    2H  forced")])
    >>> answers_of(practice_deals(notes, "1N-2D", n=1)[0], notes, Seat.SOUTH)
    {'': '1N', '1N-P-2D-P': '2H'}
    """
    answers: dict[str, str] = {}
    asked = board.auction.calls
    named = board.board.vulnerability
    sides = SideVulnerability(named.includes(Seat.NORTH), named.includes(Seat.EAST)) if named else NEITHER
    waiting: list[tuple[int, int, int, tuple[Call, ...]]] = [(0, 0, 0, ())]
    number = 0
    while waiting and len(answers) < most and number < most * _TRIED:
        others, length, _, calls = heappop(waiting)
        auction = Auction.of(*calls)
        if auction.is_over:
            continue
        seat = board.bid.dealer.after(length)
        hand = board.board.deal.hand(seat)
        is_asked = length < len(asked) and calls == asked[:length]
        following: list[tuple[int, Call]] = []
        if seat not in _OURS or hand is None:
            following = [(0, asked[length] if is_asked else PASS)]
        else:
            ours = Auction(calls, we_deal=length % 2 == 0)
            choice = choose_call(system, hand, ours, vulnerability=sides)
            is_certain = choice.call is not None and choice.certainty is Certainty.CERTAIN
            call = asked[length] if is_asked else choice.call if is_certain else None
            if call is not None and auction.illegality(call) is not None:
                call = None
            following = [(0, call)] if call is not None else []
            if seat is reader and not others:
                rows = decision_points(system).at(ours, vulnerability=sides).rows
                following += ((1, each) for each in (*rows, PASS) if each != call)
            elif call is not None:
                answers["-".join(each.code for each in calls)] = call.code
        for away, each in following:
            if auction.illegality(each) is None:
                number += 1
                heappush(waiting, (others + away, length + 1, number, (*calls, each)))
    return answers
