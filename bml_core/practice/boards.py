"""Boards to bid: deals in which the hands of one side bid an auction of the notes, and how they go on.

North and South are ours. Hands for which each call is certain come before those that fit what is understood.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from bml_core.bridge import ANY_SCOPE, PASS, Auction, AuctionPattern, Board, Call, Deal, MadeCall, Seat
from bml_core.diagnostics import Diagnostic, Location, counted
from bml_core.hands.bidding import (
    AuctionMeaning,
    BidDeal,
    Certainty,
    bid_deal,
    choose_call,
    deals_of,
    decision_points,
    meaning_of,
)
from bml_core.hands.conditions import ANY
from bml_core.hands.sampling import RandomNumbers
from bml_core.practice.questions import plain
from bml_core.practice.topics import Topic, asked_topic, nothing_there
from bml_core.system import Agreement, System

MOST_BOARDS = 1000
"""The most boards that are asked for at once."""

_OURS = (Seat.NORTH, Seat.SOUTH)
_MISSES, _MORE, _EXPLAINED = 150, 50, 3
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

    ``auction`` is what was asked for, and ``calls`` go on as far as the notes say. With ``is_sure`` each call
    of ours is certain; else the hands fit what is understood of the rows.
    """

    board: Board
    auction: Auction
    bid: BidDeal
    calls: tuple[MadeCall, ...]
    is_sure: bool = True

    def __repr__(self) -> str:
        return f"<PracticeBoard {self.board.number}: {self.bid.auction}>"

    @property
    def solution(self) -> Board:
        """Return the board with the auction by the notes, each call with its row."""
        return replace(self.board, auction=self.calls)

    @property
    def is_over(self) -> bool:
        """Return whether the notes bid the board to its end."""
        return self.is_sure and self.bid.is_over


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

    def records(self) -> list[dict[str, str | int | bool | None]]:
        """Return the boards as plain rows, for data frames and JSON."""
        return [
            {
                "board": each.board.number,
                "dealer": str(each.bid.dealer.value),
                **{seat.name.lower(): str(each.board.deal.hand(seat)) for seat in Seat},
                "auction": str(each.auction),
                "bid": str(Auction(tuple(made.call for made in each.calls if made.call))),
                "sure": each.is_sure,
                "level": Level.of(each.board.deal).value,
            }
            for each in self.boards
        ]


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
        pattern: The auction, a pattern of several, or a topic.
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
    if not 0 <= n <= MOST_BOARDS:
        raise ValueError(f"n must be from 0 to {MOST_BOARDS:,}, not {n}")
    location = Location("auction", 1)
    topic = asked_topic(pattern, location)
    if topic.value is None:
        return PracticeDeals((), diagnostics=topic.diagnostics)
    auctions = _auctions(topic.value, system)
    if not auctions:
        return PracticeDeals((), diagnostics=(nothing_there(topic.value, system, location),))
    found: list[PracticeBoard] = []
    searches, diagnostics = list[_Search](), list[Diagnostic]()
    for auction in auctions[:MOST_BOARDS]:
        search = _Search(system, them, auction, seed + len(searches))
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
        diagnostics = [Diagnostic("BML654", message, location, hint), *warnings]
    return PracticeDeals(
        tuple(found),
        searches[0].meaning if searches else None,
        tuple(dict.fromkeys(diagnostics)) if not found else _unsure(found, searches),
    )


def _unsure(found: Sequence[PracticeBoard], searches: Iterable[_Search]) -> tuple[Diagnostic, ...]:
    """Return the warnings about rows for whose calls no hand is certain."""
    auctions = {board.auction for board in found if not board.is_sure}
    warnings = (each.meaning.warnings for each in searches if each.meaning.auction in auctions)
    return tuple(dict.fromkeys(warning for each in warnings for warning in each))


def _is_contested(auction: Auction) -> bool:
    return any(call is not PASS and not auction.is_ours(index) for index, call in enumerate(auction.calls))


def _auctions(topic: Topic, system: System) -> list[Auction]:
    """Return the auctions to deal for: those that end as a pattern does, or else all that it selects."""
    rows = [row for row in topic.rows(system) if row.is_ours and row.scope == ANY_SCOPE]
    ends = [row for row in rows if any(pattern.matches(row.auction) for pattern in topic.patterns)]
    auctions = list(dict.fromkeys(row.auction for row in ends or rows))
    # "1H-2H" is rather without an overcall than with one.
    return [each for each in auctions if not _is_contested(each)] or auctions


class _Search:
    """Deals for one auction, from which those are taken that surely bid it."""

    def __init__(self, system: System, them: System | None, auction: Auction, seed: int) -> None:
        self._system, self._them, self._auction = system, them, auction
        self._dealer = Seat.NORTH if auction.we_deal else Seat.WEST
        self.meaning = meaning_of(system, auction, dealer=self._dealer)
        deals = deals_of(self.meaning)
        self.diagnostics = (*self.meaning.diagnostics, *deals.diagnostics)
        self._drawn = deals.value.drawn(RandomNumbers(seed))
        self._needs_certain, self._found = True, 0
        # Of a row that is not understood at all, any hand would be dealt.
        ours = (call for _, call in self.meaning.calls if auction.is_ours(call.index))
        self._is_known = all(call.is_understood or call.condition != ANY for call in ours)
        self._waiting: list[Deal] = []

    def next(self, number: int, level: Level | None, may_go_on: Callable[[], bool]) -> PracticeBoard | None:
        """Return the next board; None where none is found.

        If no hand makes the calls for certain, those are taken that fit what is understood of the rows.
        """
        misses = _MISSES * (_MORE if level is not None else 1)
        for tried, deal in enumerate(iter(self._deal, None), 1):
            if level is None or Level.of(deal) is level:
                is_sure = self._is_bid(deal)
                if is_sure or not self._needs_certain:
                    self._found += 1
                    return self._board(deal, number, is_sure=is_sure)
                self._waiting.append(deal)
            if tried >= misses or (tried % _MISSES == 0 and not may_go_on()):
                break
        if self._needs_certain and not self._found and self._is_known:
            self._needs_certain = False
            return self.next(number, level, may_go_on)
        return None

    def _deal(self) -> Deal | None:
        if self._waiting and not self._needs_certain:
            return self._waiting.pop(0)
        return next(self._drawn, None)

    def _is_bid(self, deal: Deal) -> bool:
        """Return whether each of our calls is certain, and theirs as well where their notes are known."""
        calls = self._auction.calls
        for index, call in enumerate(calls):
            hand = deal.hand(self._dealer.after(index))
            system = self._system if self._auction.is_ours(index) else self._them
            if system is None or hand is None:
                continue
            ours = self._auction.is_ours(index) is self._auction.we_deal
            before = Auction(calls[:index], ours if system is self._them else self._auction.we_deal)
            choice = choose_call(system, hand, before)
            if choice.call != call or choice.certainty is not Certainty.CERTAIN:
                return False
        return True

    def _board(self, deal: Deal, number: int, *, is_sure: bool) -> PracticeBoard:
        """Return a board; on every other one the hands change places, so that the other partner begins."""
        dealer, vulnerable = self._dealer, self.meaning.board_vulnerability
        if number % 2 == 0:
            hands = {seat.after(2): deal.hand(seat) for seat in Seat}
            deal, dealer = Deal(*(hands[seat] for seat in Seat)), dealer.after(2)
        bid = bid_deal(deal, self._system, self._them, dealer=dealer, vulnerability=vulnerable)
        board = Board(deal, number, dealer=dealer, vulnerability=vulnerable)
        rows = [call.agreement for _, call in self.meaning.calls]
        calls = [MadeCall(call, note=_note(row)) for call, row in zip(self._auction.calls, rows, strict=True)]
        calls += (
            MadeCall(
                made.call, note=_note(made.choice.row.agreement if made.choice and made.choice.row else None)
            )
            for made in (bid.calls[len(calls) :] if is_sure else ())
        )
        return PracticeBoard(board, self._auction, bid, tuple(calls), is_sure)


def _note(row: Agreement | None) -> str:
    return plain(" ".join(row.description)) if row is not None else ""


def answers_of(board: PracticeBoard, system: System, most: int = 150) -> dict[str, str]:
    r"""Return what partner answers to each call that the notes have, by the calls before, in codes.

    Both players are the reader in turn, and opponents pass. A call that is not certain is left out.

    >>> from bml_core.language import parse
    >>> from bml_core.system import expand
    >>> notes = expand([parse("1N  15-17 hcp, balanced\n  2D  5+ hearts, 0+ hcp\n    2H  forced")])
    >>> found = answers_of(practice_deals(notes, "1N-2D", n=1)[0], notes)
    >>> found["1N-P-2D-P"]
    '2H'
    """
    answers: dict[str, str] = {}
    waiting: list[tuple[Call, ...]] = [()]
    while waiting and len(answers) < most:
        calls = waiting.pop(0)
        auction = Auction.of(*calls)
        if auction.is_over:
            continue
        seat = board.bid.dealer.after(len(calls))
        hand = board.board.deal.hand(seat)
        if seat not in _OURS or hand is None:
            waiting.append((*calls, PASS))
            continue
        ours = Auction(calls, we_deal=len(calls) % 2 == 0)
        choice = choose_call(system, hand, ours)
        legal = choice.call is not None and auction.illegality(choice.call) is None
        key = "-".join(call.code for call in calls)
        if choice.call is not None and legal and choice.certainty is Certainty.CERTAIN:
            answers[key] = choice.call.code
        others = decision_points(system).at(ours).rows
        waiting += ((*calls, call) for call in (*others, PASS) if auction.illegality(call) is None)
    return answers
