"""The condition that an author states in braces at the end of a description: ``Strong {16+ hcp}``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from bml_core.bridge import Suit
from bml_core.diagnostics import Location
from bml_core.document import DescriptionLine, Passage
from bml_core.language.inline import parse_inline

_BRACE = re.compile(r"[{}]")


class Split(NamedTuple):
    """A description without its condition, and the condition."""

    lines: tuple[DescriptionLine, ...]
    stated: Passage | None


def split_stated(lines: Sequence[DescriptionLine], own_suit: Suit | None) -> Split:
    """Take the braces that end a description out of it; they may begin some lines above.

    They stand at the beginning of a line or after a blank; other braces are text. Empty ones state nothing:
    they let a text end with braces of its own.
    """
    found = _opening(lines)
    if found is None:
        return Split(tuple(lines), None)
    number, offset = found
    kept = list(lines[:number])
    before = lines[number].text[:offset].rstrip()
    if before:
        place = lines[number].location
        spans = parse_inline(before, place, own_suit=own_suit, in_description=True)
        kept.append(DescriptionLine(before, spans, place))
    texts = [line.text for line in lines[number:]]
    places = [line.location for line in lines[number:]]
    texts[-1] = texts[-1][:-1]
    texts[0] = texts[0][offset + 1 :]
    places[0] = places[0].shifted(offset + 1)
    text = "\n".join(texts)
    return Split(tuple(kept), Passage(text, tuple(places)) if text.strip() else None)


def unclosed(lines: Sequence[DescriptionLine]) -> Location | None:
    """The place of a brace at the beginning of a word after which none is closed."""
    for line in reversed(lines):
        offset = line.text.rfind("{")
        if "}" in line.text[offset + 1 :]:
            return None
        if offset >= 0:
            return line.location.shifted(offset) if _begins_word(line.text, offset) else None
    return None


def _opening(lines: Sequence[DescriptionLine]) -> tuple[int, int] | None:
    """The line and offset of the brace that the last character of a description closes."""
    if not lines or not lines[-1].text.endswith("}"):
        return None
    depth = 0
    for number in range(len(lines) - 1, -1, -1):
        text = lines[number].text
        for brace in reversed(list(_BRACE.finditer(text))):
            depth += 1 if brace[0] == "}" else -1
            if not depth:
                return (number, brace.start()) if _begins_word(text, brace.start()) else None
    return None


def _begins_word(text: str, offset: int) -> bool:
    return not offset or text[offset - 1].isspace()
