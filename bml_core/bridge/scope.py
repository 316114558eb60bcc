"""The scope of an agreement: position of the opener and vulnerability of the two sides."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class OpenerPosition(Enum):
    """The position in which the opening bid is made; the value is the word written after ``#SEAT``."""

    ANY = "0"
    FIRST = "1"
    SECOND = "2"
    THIRD = "3"
    FOURTH = "4"
    FIRST_OR_SECOND = "12"
    THIRD_OR_FOURTH = "34"

    __hash__ = object.__hash__

    @property
    def positions(self) -> tuple[int, ...]:
        """Return the positions it stands for, 1 for the dealer.

        >>> OpenerPosition.THIRD_OR_FOURTH.positions, OpenerPosition.ANY.positions
        ((3, 4), (1, 2, 3, 4))
        """
        return (1, 2, 3, 4) if self is OpenerPosition.ANY else tuple(map(int, self.value))


class SideVulnerability(NamedTuple):
    """Vulnerability seen from our side: True, False, or None where it does not matter.

    >>> str(SideVulnerability(we=True)), str(SideVulnerability())
    ('Y0', '00')
    """

    we: bool | None = None
    they: bool | None = None

    def __str__(self) -> str:
        letters = {True: "Y", False: "N", None: "0"}
        return letters[self.we] + letters[self.they]


NEITHER = SideVulnerability(we=False, they=False)
"""Neither side is vulnerable."""


class Scope(NamedTuple):
    """Position and vulnerability together."""

    position: OpenerPosition = OpenerPosition.ANY
    vulnerability: SideVulnerability = SideVulnerability()


ANY_SCOPE = Scope()
