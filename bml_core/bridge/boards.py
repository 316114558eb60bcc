"""Deals, contracts and their scores, and boards: a deal with what was bid and played on it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from bml_core._package import arguments_of, brief_repr, checked, text_argument
from bml_core.bridge.auctions import is_over
from bml_core.bridge.calls import DOUBLE, PASS, REDOUBLE, Action, Bid, Call, Strain, find_call
from bml_core.bridge.cards import FULL_HAND, Card, Hand, Seat
from bml_core.notebooks import notebook_call, notebook_table


class Vulnerability(Enum):
    """The sides of a board that are vulnerable; the value is the word used in BML and PBN."""

    NONE = "None"
    NORTH_SOUTH = "NS"
    EAST_WEST = "EW"
    ALL = "All"

    def __repr__(self) -> str:
        return f"Vulnerability.{self.name}"

    def includes(self, seat: Seat) -> bool:
        """Return whether the side of a seat is vulnerable.

        >>> Vulnerability.EAST_WEST.includes(Seat.WEST), Vulnerability.NONE.includes(Seat.NORTH)
        (True, False)
        """
        is_named = seat.value in self.value and self is not Vulnerability.NONE
        return self is Vulnerability.ALL or is_named


DOUBLINGS = {"": Action.PASS, "X": Action.DOUBLE, "XX": Action.REDOUBLE}
"""The doubling of a contract by the crosses after its bid."""
_CONTRACT = re.compile(
    r"(?P<bid>[1-7](?:NT|!?[CDHSN♣♦♥♠]))\s*(?P<crosses>X{0,2})\s*(?P<declarer>[NESW]?)", re.IGNORECASE
)
_CROSSES = {doubling: crosses for crosses, doubling in DOUBLINGS.items()}


@dataclass(frozen=True, slots=True)
class Contract:
    """A final contract: bid, PASS, DOUBLE or REDOUBLE, declarer. A passed-out board has no bid.

    >>> from bml_core.bridge import DOUBLE, Strain
    >>> contract = Contract(Bid(3, Strain.NOTRUMP), DOUBLE, Seat.SOUTH)
    >>> str(contract), contract.code, str(Contract())
    ('3NTXS', '3NXS', 'P')
    """

    bid: Bid | None = None
    doubling: Action = PASS
    declarer: Seat | None = None

    @staticmethod
    def parse(text: str) -> Contract:
        """Return the contract that ``text`` holds: a bid, perhaps crosses, and perhaps the declarer.

        >>> [str(Contract.parse(text)) for text in ("3ntx s", "4♠", "6HXXW", "pass")]
        ['3NTXS', '4S', '6HXXW', 'P']

        Raises:
            ValueError: ``text`` is not a contract.
        """
        text_argument(text)
        found = _CONTRACT.fullmatch(text.strip())
        bid = find_call(found["bid"]) if found else find_call(text.strip())
        if found and isinstance(bid, Bid):
            declarer = Seat(found["declarer"].upper()) if found["declarer"] else None
            return Contract(bid, DOUBLINGS[found["crosses"].upper()], declarer)
        if bid is not PASS:
            raise ValueError(f"text must be a contract such as 4S, 3NTXS or P, not {text[:40]!r}")
        return Contract()

    def __str__(self) -> str:
        return self._text(str(self.bid))

    @property
    def code(self) -> str:
        """Return the contract in BML: as ``str`` gives it, but notrump has one letter."""
        return self._text(self.bid.code if self.bid else "")

    def _text(self, bid: str) -> str:
        if self.bid is None:
            return "P"
        return f"{bid}{self.crosses}{self.declarer.value if self.declarer else ''}"

    @checked
    def score(self, tricks: int, vulnerable: bool | Vulnerability = False) -> int:
        """Return the score of the declaring side that takes this many tricks, 0 to 13.

        >>> Contract.parse("4SXN").score(9), Contract.parse("3NT").score(9, vulnerable=True)
        (-100, 600)
        >>> Contract.parse("3NTN").score(9, Vulnerability.EAST_WEST)
        400

        Raises:
            ValueError: ``tricks`` is not 0 to 13, or it is not known who is declarer of a board.
        """
        if isinstance(vulnerable, Vulnerability):
            if self.bid is not None and self.declarer is None:
                raise ValueError("vulnerable must be True or False for a contract without a declarer")
            vulnerable = self.declarer is not None and vulnerable.includes(self.declarer)
        if self.bid is None and tricks == 0:
            return 0
        if self.bid is None:
            raise ValueError(f"tricks must be 0 where all have passed, not {tricks}")
        return score_of(self.bid, tricks, doubling=self.doubling, vulnerable=vulnerable)

    @checked
    def outcome(self, tricks: int) -> str:
        """Return what declarer made with this many tricks: ``=``, ``+1`` or ``-2``; "" if all have passed.

        >>> Contract.parse("4SN").outcome(9), Contract.parse("3NTS").outcome(9)
        ('-1', '=')
        """
        over = 0 if self.bid is None else tricks - _BOOK - self.bid.level
        return f"{over:+d}" if over else "=" * (self.bid is not None)

    @checked
    def tricks(self, outcome: str) -> int | None:
        """Return the tricks of declarer with this outcome; None for all passes, and where no deal has it.

        >>> Contract.parse("4SN").tricks("-1"), Contract.parse("3NTS").tricks("="), Contract().tricks("=")
        (9, 9, None)
        """
        tricks = -1 if self.bid is None else _BOOK + self.bid.level + int(outcome.strip("=") or 0)
        return tricks if 0 <= tricks <= FULL_HAND else None

    @property
    def crosses(self) -> str:
        """Return the doubling: "", "X" or "XX"."""
        return _CROSSES[self.doubling]


def final_contract(calls: Sequence[Call | None], dealer: Seat | None) -> Contract | None:
    """Return the contract that an auction ends in, or None if it is not over.

    ``calls`` begin with the dealer's; None is a seat that was passed over. Without a dealer there is no
    declarer. What is not legal counts as it was made.

    >>> from bml_core.bridge import BIDS
    >>> str(final_contract([PASS, BIDS[2], PASS, BIDS[12], PASS, PASS, PASS], Seat.EAST))
    '3HS'
    """
    if not is_over(calls):
        return None
    doubling = PASS
    for last in range(len(calls) - 1, -1, -1):
        call = calls[last]
        if isinstance(call, Bid):
            declarer = None if dealer is None else dealer.after(_namer(calls, last, call.strain))
            return Contract(call, doubling, declarer)
        if doubling is PASS and isinstance(call, Action):
            doubling = call
    return Contract()


def _namer(calls: Sequence[Call | None], last: int, strain: Strain) -> int:
    """Return the place of the first bid of this strain by the side that made the last one."""
    for place in range(last % 2, last, 2):
        call = calls[place]
        if isinstance(call, Bid) and call.strain is strain:
            return place
    return last


_SEAT = re.compile(r"\b([NESW])\s*:", re.IGNORECASE)


def _is_pbn(words: Sequence[str]) -> bool:
    """Return whether words are four hands, and not the suits of one."""
    return all("." in word or word == "-" for word in words)


@dataclass(frozen=True, slots=True)
class Deal:
    """The hands of a deal by seat; a hand that is not shown is None.

    Iterating gives the hands that are shown, clockwise from North; a seat is the index of its hand.

    >>> deal = Deal(south=Hand("AK", "", "", ""))
    >>> [seat.value for seat in deal.seats], list(deal), str(deal[Seat.SOUTH])
    (['S'], [Hand('AK', '', '', '')], 'AK - - -')
    >>> str(Deal.parse("S: 72 KJ64 AQ3 KT65"))
    'N:- - 72.KJ64.AQ3.KT65 -'
    """

    north: Hand | None = None
    east: Hand | None = None
    south: Hand | None = None
    west: Hand | None = None

    __repr__ = brief_repr

    def __str__(self) -> str:
        hands = (self.hand(seat) for seat in Seat)
        return f"N:{' '.join('-' if hand is None else '.'.join(hand.holdings) for hand in hands)}"

    def __post_init__(self) -> None:
        hands = self.north, self.east, self.south, self.west
        if not {*map(type, hands)} <= {Hand, type(None)}:
            named = dict(zip(("north", "east", "south", "west"), hands, strict=True))
            shown = {name: hand for name, hand in named.items() if hand is not None}
            arguments_of(Hand, "a hand, such as Hand.parse('AK843 Q5 KJ4 982')", **shown)

    @staticmethod
    def parse(text: str) -> Deal:
        """Return the deal that ``text`` holds: hands after their seats, or all from one seat on as in PBN.

        Hands have thirteen cards, and ``-`` is one that is not shown.

        >>> deal = Deal.parse("N: AK843 Q5 KJ4 982  S: 72 KJ64 AQ3 KT65")
        >>> [seat.value for seat in deal.seats]
        ['N', 'S']
        >>> Deal.parse("S:72.KJ64.AQ3.KT65 - AK843.Q5.KJ4.982 -") == deal
        True

        Raises:
            ValueError: ``text`` is not a deal.
        """
        text_argument(text)
        before, *parts = _SEAT.split(text)
        if before.strip() or not parts:
            raise ValueError(f"text must be a deal such as 'N: AK843 Q5 KJ4 982', not {text[:40]!r}")
        written = [(Seat(letter.upper()), part) for letter, part in zip(parts[::2], parts[1::2], strict=True)]
        if len(written) == 1 and len(words := written[0][1].split()) == len(Seat) and _is_pbn(words):
            written = [(written[0][0].after(steps), word) for steps, word in enumerate(words)]
        hands: dict[str, Hand | None] = {}
        for seat, part in written:
            name = seat.name.lower()
            if name in hands:
                raise ValueError(f"text must be a deal: {seat.name.title()} has two hands")
            hands[name] = None if part.strip() == "-" else Hand.parse(part.strip())
        deal = Deal(**hands)
        held = Counter(card for hand in hands.values() if hand for card in hand.cards)
        if twice := next((card for card, count in held.items() if count > 1), None):
            raise ValueError(f"text must be a deal: the card {twice} is in two hands")
        return deal

    def _repr_html_(self) -> str:
        rows = ((seat.name.title(), *_suits(hand)) for seat in self.seats if (hand := self.hand(seat)))
        return notebook_table(rows)

    def __iter__(self) -> Iterator[Hand]:
        return (hand for seat in Seat if (hand := self.hand(seat)) is not None)

    def __len__(self) -> int:
        return len(self.seats)

    def __bool__(self) -> bool:
        # A deal of which no hand is shown is a deal.
        return True

    def __getitem__(self, seat: Seat) -> Hand | None:
        return self.hand(seat)

    def hand(self, seat: Seat) -> Hand | None:
        """Return the hand at ``seat``, or None."""
        return (self.north, self.east, self.south, self.west)[_PLACES[seat]]

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Return the seats whose hand is shown, clockwise from North."""
        return tuple(seat for seat in Seat if self.hand(seat) is not None)


def _suits(hand: Hand) -> list[str]:
    return [f"!{letter}{holding or '–'}" for letter, holding in zip("shdc", hand.holdings, strict=True)]


_PLACES = {seat: place for place, seat in enumerate(Seat)}

UNKNOWN_DEAL = Deal()


_BOOK, _GAME, _SMALL_SLAM = 6, 100, 6
_TIMES = {PASS: 1, DOUBLE: 2, REDOUBLE: 4}
# Laws of duplicate bridge, law 78B: the least difference for each IMP.
_LEAST = (
    20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600,
    750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000,
)  # fmt: skip


def score_of(bid: Bid, tricks: int, *, doubling: Action = PASS, vulnerable: bool = False) -> int:
    """Return the score of the declaring side that takes this many tricks, 0 to 13, in a contract.

    Source: Laws of duplicate bridge, law 77.

    >>> from bml_core.bridge import make_bid
    >>> game = make_bid(4, Strain.SPADES)
    >>> score_of(game, 11), score_of(game, 9, vulnerable=True), score_of(game, 10, doubling=DOUBLE)
    (450, -100, 590)

    Raises:
        ValueError: ``tricks`` is not 0 to 13.
    """
    if not 0 <= tricks <= FULL_HAND:
        raise ValueError(f"tricks must be 0 to 13, not {tricks}")
    over = tricks - _BOOK - bid.level
    if over < 0:
        return -_penalty(-over, doubling, vulnerable)
    is_minor = bid.strain in (Strain.CLUBS, Strain.DIAMONDS)
    each = 20 if is_minor else 30
    points = (each * bid.level + (10 if bid.strain is Strain.NOTRUMP else 0)) * _TIMES[doubling]
    bonus = 50
    if points >= _GAME:
        bonus = 500 if vulnerable else 300
    if bid.level >= _SMALL_SLAM:
        bonus += (750 if vulnerable else 500) * (bid.level - _SMALL_SLAM + 1)
    overtrick = each if doubling is PASS else (100 if vulnerable else 50) * _TIMES[doubling]
    insult = 0 if doubling is PASS else 25 * _TIMES[doubling]
    return points + bonus + over * overtrick + insult


def _penalty(under: int, doubling: Action, vulnerable: bool) -> int:
    if doubling is PASS:
        return under * (100 if vulnerable else 50)
    times = _TIMES[doubling] // 2
    if vulnerable:
        return times * (300 * under - 100)
    return times * (200 * under - 100 if under <= 3 else 300 * under - 400)


def imps(difference: int) -> int:
    """Return what a difference of two scores is worth, below 0 for one below 0.

    Source: Laws of duplicate bridge, law 78B.

    >>> imps(10), imps(430), imps(-420)
    (0, 10, -9)
    """
    return (1 if difference > 0 else -1) * bisect_right(_LEAST, abs(difference))


_DEALERS = tuple(Seat)
# Laws of duplicate bridge, law 2: boards 1 to 16, by four.
_BY_FOUR = tuple(Vulnerability)
_VULNERABILITIES = tuple(_BY_FOUR["-NEA".index(letter)] for letter in "-NEANEA-EA-NA-NE")


def standard_dealer(number: int) -> Seat:
    """Return the dealer of the board with this number, counted from 1.

    Source: Laws of duplicate bridge, law 2.

    >>> standard_dealer(1).name, standard_dealer(20).name
    ('NORTH', 'WEST')
    """
    return _DEALERS[(number - 1) % 4]


def standard_vulnerability(number: int) -> Vulnerability:
    """Return the vulnerability of the board with this number, counted from 1.

    Source: Laws of duplicate bridge, law 2.

    >>> standard_vulnerability(4).value, standard_vulnerability(21).value
    ('All', 'NS')
    """
    return _VULNERABILITIES[(number - 1) % 16]


@dataclass(frozen=True, slots=True)
class MadeCall:
    """A call as it was made at the table.

    Attributes:
        call: The call; None where the seat was passed over, since another player called out of turn.
        alert: Whether it was alerted.
        note: Its explanation.
        irregular: Whether it is an insufficient bid that the opponents accepted.

    >>> from bml_core.bridge import BIDS
    >>> MadeCall(BIDS[4], alert=True, note="15--17").call.code
    '1N'
    """

    call: Call | None
    alert: bool = False
    note: str = ""
    irregular: bool = False


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment on a board, made after a number of calls and of played cards.

    A comment on the play comes after all calls. Suits are written ``!S``, as in BML.

    >>> Comment("A fine lead.", calls=4, cards=1).cards
    1
    """

    text: str
    calls: int = 0
    cards: int = 0


@dataclass(frozen=True, slots=True)
class Players:
    """The names of the players; "" where a name is not known.

    >>> Players(north="Berg, A.").name(Seat.NORTH)
    'Berg, A.'
    """

    north: str = ""
    east: str = ""
    south: str = ""
    west: str = ""

    __repr__ = brief_repr

    def name(self, seat: Seat) -> str:
        """Return the name of the player at ``seat``, or ""."""
        name: str = getattr(self, seat.name.lower())
        return name


NOBODY = Players()


@dataclass(frozen=True, slots=True)
class Play:
    """What is known of the play of a board.

    Attributes:
        cards: The cards in the order in which they were played.
        result: Tricks of declarer, the whole board; without all cards, tricks as claimed.
        leader: Who led to the first trick, where that is not declarer's left-hand opponent.
        strain: Trumps (or notrump) where the contract has no level, as in an end position.

    >>> Play(result=9)
    Play(result=9)
    """

    cards: tuple[Card, ...] = ()
    result: int | None = None
    leader: Seat | None = None
    strain: Strain | None = None

    __repr__ = brief_repr


@dataclass(frozen=True, slots=True)
class BoardTexts:
    """What is written with a board.

    Attributes:
        label: The name of the board, where it is more than a number.
        players: The names of the players.
        facts: Other texts, by the name of their tag in PBN: ``("Event", "Spring pairs")``.
        comments: The comments on it, in order.

    >>> BoardTexts(facts=(("Event", "Spring pairs"),)).fact("Event")
    'Spring pairs'
    """

    label: str = ""
    players: Players = NOBODY
    facts: tuple[tuple[str, str], ...] = ()
    comments: tuple[Comment, ...] = ()

    __repr__ = brief_repr

    def fact(self, name: str) -> str:
        """Return the text of a fact, or ""."""
        return next((text for known, text in self.facts if known == name), "")


_NO_PLAY, _NO_TEXTS = Play(), BoardTexts()


@dataclass(frozen=True, slots=True)
class Board:
    """A deal and all that is known of its auction and play; what is not known is None or empty.

    Attributes:
        deal: The hands; hands that are not known are None.
        number: The number of the board, from 1.
        dealer: Who calls first.
        vulnerability: Who is vulnerable.
        auction: The calls; the first one is the dealer's, and a seat that was passed over has one too.
        contract: The final contract.
        play: Its cards and its result.
        to_be_continued: Whether somebody is about to call or to play.
        texts: What is written with it: label, players, facts, comments.

    >>> board = Board(number=3, dealer=standard_dealer(3))
    >>> board.dealer.name, board.lead
    ('SOUTH', None)
    """

    deal: Deal = UNKNOWN_DEAL
    number: int | None = None
    dealer: Seat | None = None
    vulnerability: Vulnerability | None = None
    auction: tuple[MadeCall, ...] = ()
    contract: Contract | None = None
    play: Play = _NO_PLAY
    to_be_continued: bool = False
    texts: BoardTexts = _NO_TEXTS

    __repr__ = brief_repr

    def __post_init__(self) -> None:
        arguments_of(Deal, "a deal, such as bml.sample gives", deal=self.deal)
        arguments_of(Play, "a play, such as Play(result=9)", play=self.play)
        arguments_of(BoardTexts, 'texts, such as BoardTexts("Board 7a")', texts=self.texts)

    def _repr_html_(self) -> str:
        facts = {
            "Board": self.texts.label or self.number,
            "Dealer": self.dealer and self.dealer.name.title(),
            "Vulnerable": self.vulnerability and self.vulnerability.value,
            "Auction": " ".join(notebook_call(made.call or "–") for made in self.auction),
            "Contract": self.contract and notebook_call(self.contract),
            "Tricks": self.play.result,
        }
        known = [(name, fact) for name, fact in facts.items() if fact not in (None, "")]
        return notebook_table(known) + self.deal._repr_html_()

    @property
    def lead(self) -> Card | None:
        """Return the opening lead, or None."""
        return self.play.cards[0] if self.play.cards else None

    def record(self) -> dict[str, str | int | None]:
        """Return the board as a plain row of a table, as ``records`` of the boards of a file has them.

        >>> Board(number=2, contract=Contract.parse("4SE"), play=Play(result=10)).record()["contract"]
        '4SE'
        """
        declarer = self.contract.declarer if self.contract else None
        score, tricks = None, self.play.result
        if self.contract and self.contract.bid and declarer and self.vulnerability and tricks is not None:
            score = self.contract.score(tricks, self.vulnerability.includes(declarer))
        hands = {seat.name.lower(): str(self.deal.hand(seat) or "") for seat in Seat}
        return {
            "number": self.number,
            "label": self.texts.label,
            "dealer": self.dealer.value if self.dealer else "",
            "vulnerable": self.vulnerability.value if self.vulnerability else "",
            **hands,
            "auction": " ".join(str(made.call or "-") for made in self.auction),
            "contract": str(self.contract or ""),
            "tricks": tricks,
            "score": score,
        }

    @property
    def opening_leader(self) -> Seat | None:
        """Return who leads to the first trick, by default declarer's left-hand opponent, or None."""
        leader = self.play.leader
        if leader is not None or self.contract is None or self.contract.declarer is None:
            return leader
        return self.contract.declarer.left

    @property
    def trumps(self) -> Strain | None:
        """Return the strain the cards are played in, notrump among them, or None."""
        if self.contract is not None and self.contract.bid is not None:
            return self.contract.bid.strain
        return self.play.strain
