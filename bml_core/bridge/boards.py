"""Boards: a deal with its number, dealer and vulnerability, and what was bid and played on it."""

from __future__ import annotations

from dataclasses import dataclass

from bml_core.bridge.calls import Call, Strain
from bml_core.bridge.cards import Card, Seat
from bml_core.bridge.deals import UNKNOWN_DEAL, Contract, Deal, Vulnerability

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

    def name(self, seat: Seat) -> str:
        """Return the name of the player at ``seat``, or ""."""
        name: str = getattr(self, seat.name.lower())
        return name


NOBODY = Players()


@dataclass(frozen=True, slots=True)
class Board:
    """A deal and all that is known of its auction and play; what is not known is None or empty.

    Attributes:
        deal: The hands; hands that are not known are None.
        number: The number of the board, from 1.
        label: The name of the board, where it is more than a number.
        dealer: Who calls first.
        vulnerability: Who is vulnerable.
        players: Their names.
        auction: The calls; the first one is the dealer's, and a seat that was passed over has one too.
        contract: The final contract.
        strain: Trumps (or notrump) if there is no contract with a level, as in an end position.
        leader: Who led to the first trick, where that is not declarer's left-hand opponent.
        play: The cards in the order in which they were played.
        result: Tricks of declarer, the whole board; without all cards in ``play``, tricks as claimed.
        to_be_continued: Whether somebody is about to call or to play.
        facts: Other texts, by the name of their tag in PBN: ``("Event", "Spring pairs")``.
        comments: The comments on it, in order.

    >>> board = Board(number=3, dealer=standard_dealer(3))
    >>> board.seat_of_call(1).name, board.lead
    ('WEST', None)
    """

    deal: Deal = UNKNOWN_DEAL
    number: int | None = None
    label: str = ""
    dealer: Seat | None = None
    vulnerability: Vulnerability | None = None
    players: Players = NOBODY
    auction: tuple[MadeCall, ...] = ()
    contract: Contract | None = None
    strain: Strain | None = None
    leader: Seat | None = None
    play: tuple[Card, ...] = ()
    result: int | None = None
    to_be_continued: bool = False
    facts: tuple[tuple[str, str], ...] = ()
    comments: tuple[Comment, ...] = ()

    @property
    def lead(self) -> Card | None:
        """Return the opening lead, or None."""
        return self.play[0] if self.play else None

    @property
    def opening_leader(self) -> Seat | None:
        """Return who leads to the first trick: ``leader``, else declarer's left-hand opponent, or None."""
        if self.leader is not None or self.contract is None or self.contract.declarer is None:
            return self.leader
        return self.contract.declarer.left

    @property
    def trumps(self) -> Strain | None:
        """Return the strain the cards are played in, notrump among them, or None."""
        if self.contract is not None and self.contract.bid is not None:
            return self.contract.bid.strain
        return self.strain

    def seat_of_call(self, index: int) -> Seat | None:
        """Return who made the call at ``index`` of the auction, from 0; None without a dealer."""
        return None if self.dealer is None else self.dealer.after(index)

    def fact(self, name: str) -> str:
        """Return the text of a fact, or ""."""
        return next((text for known, text in self.facts if known == name), "")
