"""What each agreement of a system says of a hand, and how much of its text is understood."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from bml_core.diagnostics import Diagnostic, Location
from bml_core.document import Passage
from bml_core.hands.conditions import ANY, Condition
from bml_core.hands.words import read_condition
from bml_core.system import Agreement, System


class Sense(Enum):
    """What a part of a description does: it speaks of the hand, says nothing of it, or is not understood."""

    HAND = "hand"
    NEUTRAL = "neutral"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a text: its characters, where they begin (offset from 0), and what they do."""

    text: str
    offset: int
    sense: Sense


@dataclass(frozen=True)
class Reading:
    """What one agreement says of the hand that makes the call.

    Every hand that the agreement means fits ``condition``; where not all of the text is understood, others
    may fit it too. ``passage`` is the text that was read, as it is written; ``pieces`` are its parts in
    order, blanks and punctuation left out. ``stated`` tells that it is the condition in braces. ``location``
    is where the row stands.
    """

    condition: Condition
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
        return tuple(piece.text for piece in self.pieces if piece.sense is Sense.UNKNOWN)

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

    >>> from bml_core import build_system, parse
    >>> reading = read_agreement(build_system([parse("1N  15-17 hcp, balanced")]).agreements[0])
    >>> str(reading.condition), reading.is_whole
    ('15-17 hcp, balanced', True)
    """
    stated = agreement.wording.condition if agreement.wording else ""
    if agreement.wording and agreement.wording.stated:
        passage = agreement.wording.stated
        found = read_condition(stated, passage.places[0])
        piece = Piece(passage.text, 0, Sense.HAND if found.condition else Sense.UNKNOWN)
        return Reading(
            found.condition or ANY,
            (piece,),
            passage,
            agreement.location,
            stated=True,
            diagnostics=found.diagnostics,
        )
    passage = Passage(agreement.text, (agreement.location,) * max(1, len(agreement.description)))
    if not any(agreement.description):
        return Reading(ANY, (), passage, agreement.location)
    found = read_condition(passage.text, agreement.location)
    if found.condition is None:
        piece = Piece(passage.text, 0, Sense.UNKNOWN)
        return Reading(ANY, (piece,), passage, agreement.location)
    return Reading(found.condition, (Piece(passage.text, 0, Sense.HAND),), passage, agreement.location)


_KEPT = 4
_known: dict[int, tuple[System, Mapping[Agreement, Reading]]] = {}


def read_system(system: System) -> Mapping[Agreement, Reading]:
    """The reading of every agreement of a system; those of the last systems are kept."""
    known = _known.get(id(system))
    if known is None or known[0] is not system:
        known = system, {agreement: read_agreement(agreement) for agreement in system.agreements}
        while len(_known) >= _KEPT:
            del _known[next(iter(_known))]
        _known[id(system)] = known
    return known[1]
