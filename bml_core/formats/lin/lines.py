"""Lines of a LIN file that are a whole board as every program writes it: read in one step, not by commands.

Most files consist of nothing else. All other lines are read command by command, and so is what a line says
in an odd way; :mod:`bml_core.formats.lin.boards` gets the same board in both ways.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from bml_core.formats.lin.commands import Command

_VALUE = r"\|([^|\n]*)\|"
USUAL = re.compile(
    rf"^(?:pn{_VALUE})?(?:st\|\|)?md{_VALUE}(?:rh\|\|)?(?:ah{_VALUE})?(?:sv{_VALUE})?"
    r"((?:mb\|[^|\n]*\|(?:an\|[^|\n]*\|)?)*)(?:pg\|\|)?"
    # Four cards at once, since tricks are nearly all of a file.
    r"((?:pc\|\w\w\|pc\|\w\w\|pc\|\w\w\|pc\|\w\w\|pg\|\|)*(?:pc\|\w\w\|)*(?:pg\|\|)?)"
    rf"(?:mc{_VALUE}(?:pg\|\|)?)?$",
    re.MULTILINE,
)


class Parts(NamedTuple):
    """What a line says: values, "" or None where there is none; ``calls`` and ``cards`` are commands."""

    players: str | None
    deal: str
    label: str | None
    vulnerability: str | None
    calls: str
    cards: str
    tricks: str | None


class Line(NamedTuple):
    """A line that is a whole board, the white space in front of it, and what it says."""

    space: str
    text: str
    parts: Parts

    @property
    def commands(self) -> tuple[Command, ...]:
        """The line command by command."""
        words = self.text.split("|")
        return tuple(map(Command, words[:-1:2], words[1::2]))

    @property
    def spaced_commands(self) -> list[Command]:
        """The same, with the white space in front of the first."""
        first, *rest = self.commands
        return [first._replace(before=self.space), *rest]


def line_of(found: re.Match[str], space: str) -> Line:
    """The line that the pattern found.

    >>> line = line_of(USUAL.search("md|1SAK2,,,|mb|1C|"), "")
    >>> line.parts.calls, len(line.commands)
    ('mb|1C|', 2)
    """
    return Line(space, found[0], Parts(*found.groups()))
