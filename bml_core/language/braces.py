"""The condition in braces at the end of a description: ``Strong {16+ hcp}``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from bml_core.bridge import Suit
from bml_core.diagnostics import Location
from bml_core.document import DescriptionLine, Passage
from bml_core.language.inline_text import parse_inline

_BRACE = re.compile(r"[{}]")


class Description(NamedTuple):
    """A description without its condition, and the condition."""

    lines: tuple[DescriptionLine, ...]
    condition: Passage | None


def split_condition(lines: Sequence[DescriptionLine], own_suit: Suit | None) -> Description:
    """Take the braces that end a description out of it; they may begin some lines above.

    They begin a line or follow a blank; other braces are text. Empty ones are no condition: they let a text
    end with braces of its own.
    """
    opening = _opening(lines)
    if opening is None:
        return Description(tuple(lines), None)
    number, offset = opening
    kept = list(lines[:number])
    before = lines[number].text[:offset].rstrip()
    if before:
        place = lines[number].location
        spans = parse_inline(before, place, own_suit=own_suit, in_description=True)
        kept.append(DescriptionLine(before, spans.value, place))
    texts = [line.text for line in lines[number:]]
    places = [line.location for line in lines[number:]]
    texts[-1] = texts[-1][:-1]
    texts[0] = texts[0][offset + 1 :]
    places[0] = places[0].shifted(offset + 1)
    text = "\n".join(texts)
    return Description(tuple(kept), Passage(text, tuple(places)) if text.strip() else None)


def unclosed(lines: Sequence[DescriptionLine]) -> Location | None:
    """Return the place of a brace at the beginning of a word after which none is closed."""
    for line in reversed(lines):
        offset = line.text.rfind("{")
        if "}" in line.text[offset + 1 :]:
            return None
        if offset >= 0:
            return line.location.shifted(offset) if _begins_word(line.text, offset) else None
    return None


def _opening(lines: Sequence[DescriptionLine]) -> tuple[int, int] | None:
    """Return line and offset of the brace that the last character of a description closes."""
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
