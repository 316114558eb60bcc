"""PBN inside another document: what stands between the delimiters ``<PBN>`` and ``</PBN>`` (PBN 2.1, 6.2)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bml_core.diagnostics import Diagnostic, Location
from bml_core.formats.sources import Source, blocks, decoded

_DELIMITER = re.compile(r"</?PBN>", re.IGNORECASE)
_BEGIN = re.compile(r"<PBN>\s*[%\[{;]", re.IGNORECASE)
_TAG_LINE = re.compile(r'^\[[A-Z]\w*[ \t]+"', re.MULTILINE)
_SIGN = re.compile(r"[^\n]")


def is_embedded(text: str) -> bool:
    """Whether a text has PBN between delimiters.

    >>> is_embedded('<p>Try this:</p> <PBN>[Board "1"]</PBN>'), is_embedded("the tag <PBN>")
    (True, False)
    """
    return _BEGIN.search(text) is not None


def embedded(source: Source, file: str = "") -> tuple[str, tuple[Diagnostic, ...]]:
    r"""The PBN of a document, and what of it looks like PBN and stands outside.

    All else is blank, so that every game stays at its place.

    >>> embedded('Look:\n<PBN>[Board "1"]</PBN> Nice')
    ('     \n     [Board "1"]           ', ())
    """
    parts = list(_parts(_text(source)))
    kept = "".join(part if inside else _SIGN.sub(" ", part) for part, inside in parts)
    outside = "".join(_SIGN.sub(" ", part) if inside else part for part, inside in parts)
    stray = _TAG_LINE.search(outside)
    if stray is None:
        return kept, ()
    sentence = "PBN 6.2: A tag pair stands outside of <PBN> and </PBN>, and is not read."
    return kept, (
        Diagnostic("BML713", sentence, _place(outside, stray.start(), file), "Move it between them."),
    )


def without_delimiters(source: Source, file: str = "") -> tuple[str, tuple[Diagnostic, ...]]:
    """The text of a PBN file in which delimiters stand, without them, and that they do not belong there.

    >>> text, found = without_delimiters('<PBN>[Board "1"]', "hands.pbn")
    >>> text, found[0].code
    ('     [Board "1"]', 'BML713')
    """
    text = _text(source)
    first = _DELIMITER.search(text)
    if first is None:
        return text, ()
    place = _place(text, first.start(), file)
    sentence = f"PBN 6.2: The delimiter {first[0]} stands in a PBN file."
    hint = "Take it out; it says where PBN begins and ends in other documents."
    without = _DELIMITER.sub(lambda found: " " * len(found[0]), text)
    return without, (Diagnostic("BML713", sentence, place, hint),)


def _place(text: str, at: int, file: str) -> Location:
    start = text.rfind("\n", 0, at) + 1
    return Location(file, text.count("\n", 0, start) + 1, at - start + 1)


def _text(source: Source) -> str:
    return decoded(b"".join(blocks(source)))


def _parts(text: str) -> Iterator[tuple[str, bool]]:
    """The text in parts, and whether each is PBN."""
    at, inside = 0, False
    for delimiter in _DELIMITER.finditer(text):
        yield text[at : delimiter.start()], inside
        yield delimiter[0], False
        at, inside = delimiter.end(), not delimiter[0].startswith("</")
    yield text[at:], inside
