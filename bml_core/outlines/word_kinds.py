"""Words of the languages that notes are in, by kind: those of ``words.txt``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path


def _read_words() -> dict[str, str]:
    text = Path(__file__).with_name("words.txt").read_text("utf-8")
    lines = (line.split(None, 1) for line in text.splitlines() if line and not line.startswith("#"))
    return {kind: rf"(?i:(?<!\w)(?:{pattern.strip()})(?!\w))" for kind, pattern in lines}


WORD_PATTERNS = _read_words()
"""A pattern for the words of each kind, to be part of others."""


@cache
def of_kind(kind: str) -> re.Pattern[str]:
    """Return the pattern of the words of a kind alone: few are asked of most notes."""
    return re.compile(WORD_PATTERNS[kind])


def has(kind: str, text: str) -> bool:
    """Return whether a text has a word of this kind, one of those in ``words.txt``."""
    return of_kind(kind).search(text) is not None


_LETTERS = re.compile(r"[^\W\d_]{2,}")


def is_only(kinds: Sequence[str], text: str) -> bool:
    """Return whether a text has no words but those of these kinds."""
    for kind in kinds:
        text = of_kind(kind).sub(" ", text)
    return _LETTERS.search(text) is None
