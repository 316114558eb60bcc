"""Walking through the text of a shape expression, and what stops that."""

from __future__ import annotations

import re

BLANKS = re.compile(r"\s*")


class UnreadableError(Exception):
    """The text cannot be read; ``offset`` counts its characters from 0. Never leaves the reading."""

    def __init__(self, code: str, message: str, offset: int, hint: str = "") -> None:
        super().__init__(message)
        self.code, self.message, self.offset, self.hint = code, message, offset, hint


class Scanner:
    """A text and how far it is read."""

    def __init__(self, text: str, position: int = 0) -> None:
        self.text = text
        self.position = position

    def at_end(self) -> bool:
        """Whether nothing is left but blanks, which are skipped."""
        self.skip_blanks()
        return self.position >= len(self.text)

    def skip_blanks(self) -> None:
        """Go to the next character that is no blank."""
        found = BLANKS.match(self.text, self.position)
        self.position = found.end() if found else self.position

    def peek(self) -> str:
        """The character at the position, "" at the end."""
        return self.text[self.position : self.position + 1]

    def take(self, pattern: re.Pattern[str]) -> str:
        """The text that ``pattern`` finds at the position, and go behind it; "" where it finds none."""
        found = pattern.match(self.text, self.position)
        if found is None:
            return ""
        self.position = found.end()
        return found[0]
