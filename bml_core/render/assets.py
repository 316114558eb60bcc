"""The files that go with the HTML: the style sheet, the colours of suits, the script."""

from __future__ import annotations

from enum import Enum
from pathlib import Path

STYLE_SHEET = "bml.css"
SCRIPT = "bml.js"


class SuitColors(Enum):
    """How many colours suits have: one each, red for the red ones, or that of the text."""

    FOUR = "four"
    TWO = "two"
    NONE = "none"

    @property
    def file(self) -> str:
        """The name of the style sheet that changes the colours; "" where they stay as they are."""
        return "" if self is SuitColors.FOUR else f"bml-suits-{self.value}.css"


def read_suit_colors(value: object) -> SuitColors:
    """What a project says of the colours of suits.

    Raises:
        ValueError: the value cannot be used; says what to write.

    >>> read_suit_colors("two")
    <SuitColors.TWO: 'two'>
    """
    try:
        return SuitColors(value)
    except ValueError:
        raise ValueError('Write "four", "two" or "none".') from None


def asset_path(name: str) -> Path:
    """Where a file lies."""
    return Path(__file__).parent / name


def style_sheet(colors: SuitColors = SuitColors.FOUR) -> str:
    """The text of the style sheet that goes with the fragments, with the colours of suits in it."""
    names = (STYLE_SHEET, colors.file)
    return "\n".join(asset_path(name).read_text("utf-8") for name in names if name)


def script() -> str:
    """The text of the script; pages are whole without it."""
    return asset_path(SCRIPT).read_text("utf-8")
