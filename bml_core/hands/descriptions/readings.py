"""What each agreement of a system says of a hand, and how much of its text is understood."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

from bml_core.bridge import Bid, Suit
from bml_core.diagnostics import Diagnostic, Location
from bml_core.document import Passage
from bml_core.hands.conditions import ANY, Formula
from bml_core.hands.descriptions import read_passage
from bml_core.hands.descriptions.tolerant import DescriptionReading, Piece, Sense, read_description
from bml_core.system import Agreement, System, Wording, own_suit


@dataclass(frozen=True)
class Reading:
    """What one agreement says of the hand that makes the call.

    Hands fit ``condition`` if the agreement means them; where not all of the text is understood, others may
    fit it too, and an exception that is left over may let in more. ``passage`` is the text that was read, as
    it is written; ``pieces`` are its parts in order, blanks and punctuation left out. ``stated`` tells that
    it is the condition in braces. ``location`` is where the row stands.
    """

    condition: Formula
    pieces: tuple[Piece, ...]
    passage: Passage
    location: Location
    stated: bool = False
    diagnostics: tuple[Diagnostic, ...] = ()

    @cached_property
    def understood(self) -> tuple[str, ...]:
        """The parts that speak of the hand."""
        return tuple(piece.text for piece in self.pieces if piece.sense is Sense.HAND)

    @cached_property
    def left(self) -> tuple[str, ...]:
        """The parts that are not understood."""
        return tuple(piece.text for piece in self.unknown)

    @cached_property
    def unknown(self) -> tuple[Piece, ...]:
        """The parts that are not understood, with their places."""
        return tuple(piece for piece in self.pieces if piece.sense is Sense.UNKNOWN)

    @property
    def is_whole(self) -> bool:
        """Whether something is said of the hand, and all of it is understood."""
        return bool(self.understood) and not self.left

    @property
    def is_silent(self) -> bool:
        """Whether every word is known, and none says anything about the hand, as in ``to play``."""
        return not self.understood and not self.left


def read_agreement(agreement: Agreement) -> Reading:
    r"""What an agreement says of the hand: its condition in braces, or else its description.

    >>> from bml_core.system import expand
    >>> from bml_core.language import parse
    >>> reading = read_agreement(expand([parse("1M  5+M, 12-21 hcp, natural")]).agreements[1])
    >>> str(reading.condition), reading.is_whole
    ('5+ spades, 12-21 hcp', True)
    """
    wording = agreement.wording
    if wording is not None and wording.condition is not None:
        return _stated(wording.condition, wording, agreement.location)
    places = (agreement.location,) * max(1, len(agreement.description))
    passage = wording.passage if wording else Passage(agreement.text, places)
    suits = wording.suits_in(passage.text) if wording else {}
    found = _described(
        passage.text,
        tuple(suits.items()),
        own_suit(agreement.call),
        _may_be_natural(agreement),
        _raises(agreement),
    )
    return Reading(found.condition, found.pieces, passage, agreement.location)


def _stated(stated: Passage, wording: Wording, location: Location) -> Reading:
    found = read_passage(stated, wording.suits_in(stated.text))
    sense = Sense.HAND if found.condition else Sense.UNKNOWN
    piece = Piece(stated.text, 0, sense)
    condition = found.condition or ANY
    return Reading(condition, (piece,), stated, location, stated=True, diagnostics=found.diagnostics)


@lru_cache(maxsize=4096)
def _described(
    text: str,
    suits: tuple[tuple[int, tuple[int, Suit]], ...],
    call_suit: Suit | None,
    is_natural: bool,
    is_raise: bool,
) -> DescriptionReading:
    """The same words mean the same in many agreements of a row."""
    return read_description(text, dict(suits), call_suit=call_suit, is_natural=is_natural, is_raise=is_raise)


def _may_be_natural(agreement: Agreement) -> bool:
    """Whether the call may be about its suit: it is not alerted, and the other side did not bid the suit."""
    call = agreement.call
    if agreement.alert or not isinstance(call, Bid):
        return False
    others = agreement.auction.calls[-2::-2]
    return not any(isinstance(other, Bid) and other.strain is call.strain for other in others)


def _raises(agreement: Agreement) -> bool:
    """Whether partner's last bid was of the same suit."""
    calls = agreement.auction.calls[-3::-4]
    last = next((call for call in calls if isinstance(call, Bid)), None)
    return last is not None and isinstance(agreement.call, Bid) and last.strain is agreement.call.strain


def stated_diagnostics(system: System) -> tuple[Diagnostic, ...]:
    r"""What is wrong with the conditions in braces, each place once.

    >>> from bml_core.system import expand
    >>> from bml_core.language import parse
    >>> [found.location.column for found in stated_diagnostics(expand([parse("1M  Strong {16+ hpc}")]))]
    [17]
    """
    found = (
        diagnostic
        for agreement in system.agreements
        if agreement.wording is not None and agreement.wording.condition is not None
        for diagnostic in read_agreement(agreement).diagnostics
    )
    return tuple(dict.fromkeys(found))
