"""PBN inside another document: what stands between the delimiters ``<PBN>`` and ``</PBN>`` (PBN 2.1, 6.2)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bml_core.decoding import Source, decode_source
from bml_core.diagnostics import Diagnostic, Location

_DELIMITER = re.compile(r"</?PBN>", re.IGNORECASE)
_BEGIN = re.compile(r"<PBN>\s*[%\[{;]", re.IGNORECASE)
_TAG_LINE = re.compile(r'^\[[A-Z]\w*[ \t]+"', re.MULTILINE)
_SIGN = re.compile(r"[^\n]")


def is_embedded(text: str) -> bool:
    """Tell whether a text has PBN between delimiters.

    >>> is_embedded('<p>Try this:</p> <PBN>[Board "1"]</PBN>'), is_embedded("the tag <PBN>")
    (True, False)
    """
    return _BEGIN.search(text) is not None


def embedded_text(source: Source, file: str = "") -> tuple[str, tuple[Diagnostic, ...]]:
    r"""Return the PBN of a document, and what of it looks like PBN and stands outside.

    The rest is blank, so that every game stays at its place.

    >>> embedded_text('Look:\n<PBN>[Board "1"]</PBN> Nice')
    ('     \n     [Board "1"]           ', ())
    """
    parts = list(_parts(decode_source(source)))
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
    """Return the text of a PBN file without delimiters, and that they do not belong there.

    >>> text, errors = without_delimiters('<PBN>[Board "1"]', "hands.pbn")
    >>> text, errors[0].code
    ('     [Board "1"]', 'BML713')
    """
    text = decode_source(source)
    first = _DELIMITER.search(text)
    if first is None:
        return text, ()
    place = _place(text, first.start(), file)
    sentence = f"PBN 6.2: The delimiter {first[0]} stands in a PBN file."
    hint = "Take it out; it says where PBN begins and ends in other documents."
    without = _DELIMITER.sub(lambda match: " " * len(match[0]), text)
    return without, (Diagnostic("BML713", sentence, place, hint),)


def _place(text: str, at: int, file: str) -> Location:
    start = text.rfind("\n", 0, at) + 1
    return Location(file, text.count("\n", 0, start) + 1, at - start + 1)


def _parts(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the text in parts, and whether each is PBN."""
    at, inside = 0, False
    for delimiter in _DELIMITER.finditer(text):
        yield text[at : delimiter.start()], inside
        yield delimiter[0], False
        at, inside = delimiter.end(), not delimiter[0].startswith("</")
    yield text[at:], inside
