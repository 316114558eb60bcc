"""A cursor over the text of a shape expression, and the error that ends parsing it."""

from __future__ import annotations

import re

_BLANKS = re.compile(r"\s*")


class UnreadableError(Exception):
    """End parsing at ``offset``, in characters from 0; the parsing function turns it into a diagnostic."""

    def __init__(self, code: str, message: str, offset: int, hint: str = "") -> None:
        super().__init__(message)
        self.code, self.message, self.offset, self.hint = code, message, offset, hint


class Scanner:
    """A text and the position up to which it is parsed."""

    def __init__(self, text: str, position: int = 0) -> None:
        self.text = text
        self.position = position

    def at_end(self) -> bool:
        """Skip blanks, and return whether that is the end of the text."""
        self.skip_blanks()
        return self.position >= len(self.text)

    def skip_blanks(self) -> None:
        """Move to the next character that is not a blank."""
        self.take(_BLANKS)

    def peek(self) -> str:
        """Return the character at the position, "" at the end."""
        return self.text[self.position : self.position + 1]

    def take(self, pattern: re.Pattern[str]) -> str:
        """Return what ``pattern`` matches at the position and move past it; "" without a match."""
        match = pattern.match(self.text, self.position)
        if match is None:
            return ""
        self.position = match.end()
        return match[0]
