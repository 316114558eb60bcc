"""How pages look where an author or a project may choose: the form of tables, the colours of suits."""

from __future__ import annotations

from enum import Enum


class Style(Enum):
    """The form of bidding tables on web pages."""

    TREE = "tree"
    TABLE = "table"


class SuitColors(Enum):
    """How many colours suits have: one each, red for the red ones, or that of the text."""

    FOUR = "four"
    TWO = "two"
    NONE = "none"

    @property
    def file(self) -> str:
        """Return the name of the style sheet that changes the colours; "" where they stay as they are."""
        return "" if self is SuitColors.FOUR else f"bml-suits-{self.value}.css"


def read_suit_colors(value: object) -> SuitColors:
    """Read the setting of a project for the colours of suits.

    Raises:
        ValueError: the value cannot be used; says what to write.

    >>> read_suit_colors("two")
    <SuitColors.TWO: 'two'>
    """
    try:
        return SuitColors(value)
    except ValueError:
        raise ValueError('Write "four", "two" or "none".') from None
