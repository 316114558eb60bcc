"""A fault of a game, before it has a file and a line."""

from __future__ import annotations

import re
from typing import NamedTuple

TAB = re.compile(r"[\t\v]")
"""A horizontal or a vertical tab."""


class Fault(NamedTuple):
    """What is wrong with a game: code, section of PBN 2.1, place in its text, sentence and hint."""

    code: str
    section: str
    at: int
    sentence: str
    hint: str = ""
