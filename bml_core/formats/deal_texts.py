"""Deals in any text, such as a letter or a page: PBN, LIN, links to BBO's handviewer.

PBN may be between the delimiters ``<PBN>`` and ``</PBN>`` (PBN 2.1, 6.2); if there are none, every
stretch that begins with a tag pair or a deal is PBN. LIN is what is left from its first command to its last.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bml_core.diagnostics import Diagnostic, Location
from bml_core.formats import lin, pbn

_DELIMITER = re.compile(r"</?PBN>", re.IGNORECASE)
_BEGIN = re.compile(r"<PBN>\s*[%\[{;]", re.IGNORECASE)
_TAG_LINE = re.compile(r'^[ \t]*\[[A-Z]\w*\s+"', re.MULTILINE)
_LIN_WORDS = "md|pn|qx|vg|mb"
_COMMAND = re.compile(rf"(?<![A-Za-z0-9])(?:{_LIN_WORDS})\|", re.IGNORECASE)
_GAME = re.compile(
    rf"^[ \t]*(?:\[[ \t]*[A-Z]\w*[ \t]*\"|{pbn.DEAL_LINE})[^\n]*(?:\n[ \t]*[^\s][^\n]*)*", re.MULTILINE
)
_SIGN = re.compile(r"[^\n]")
# The first token of a file, after what may come before it.
_FIRST_OF_PBN = re.compile(
    rf"(?:\s+|%[^\n]*|;[^\n]*|\{{[^}}]*\}})*+(?:\[\s*[A-Z]\w*\s*\"|{pbn.DEAL_LINE})|\s*%\s*PBN\b"
)
_FIRST_OF_LIN = re.compile(
    rf"[\s|]*(?:{_LIN_WORDS}|mn|st|rh|sv|pc|ah|rs|mp|bn|px|pw|an|pg|mc|nt|at)\s*\|", re.IGNORECASE
)


def is_delimited(text: str) -> bool:
    """Return whether a text has PBN between delimiters.

    >>> is_delimited('<p>Try this:</p> <PBN>[Board "1"]</PBN>'), is_delimited("the tag <PBN>")
    (True, False)
    """
    return _BEGIN.search(text) is not None


def begins_with_pbn(text: str) -> bool:
    r"""Return whether the first token of a text, after comments, is one of PBN.

    >>> begins_with_pbn('; ours\n[Board "1"]'), begins_with_pbn('pn|[Board "1"]')
    (True, False)
    """
    return _FIRST_OF_PBN.match(text) is not None


def begins_with_lin(text: str) -> bool:
    """Return whether the first token of a text is a command of LIN.

    >>> begins_with_lin("|md|1,,,|"), begins_with_lin("see md|1,,,|")
    (True, False)
    """
    return _FIRST_OF_LIN.match(text) is not None


def has_pbn(text: str) -> bool:
    """Return whether a text has a tag pair, or a deal, that begins a line."""
    return _GAME.search(text) is not None


def has_lin(text: str) -> bool:
    """Return whether a text has a command of LIN."""
    return _COMMAND.search(text) is not None


@dataclass(frozen=True, slots=True)
class TextParts:
    """The parts of a text with deals: each is as long as the text, and blank where another part is.

    Attributes:
        pbn: The text of the games.
        lin: The text of the LIN commands.
        links: The links to the handviewer.
        diagnostics: What looks like a deal and is not read.
    """

    pbn: str
    diagnostics: tuple[Diagnostic, ...] = ()
    lin: str = ""
    links: str = ""


def text_parts(text: str, file: str = "") -> TextParts:
    r"""Return the parts of a text.

    >>> text_parts('Look:\n<PBN>[Board "1"]</PBN> Nice').pbn
    '     \n     [Board "1"]           '
    """
    delimited = is_delimited(text)
    games, rest = _parted(text, _delimited(text) if delimited else _spans(_GAME, text))
    links, rest = _parted(rest, _spans(lin.LINK, rest))
    first = _COMMAND.search(rest)
    commands, rest = _parted(rest, [] if first is None else [(first.start(), _end_of_lin(rest))])
    stray = _TAG_LINE.search(rest)
    if stray is None:
        return TextParts(games, (), commands, links)
    sentence = "PBN 6.2: A tag pair outside <PBN> and </PBN> is not read."
    place = _place(text, rest.index("[", stray.start()), file)
    fault = Diagnostic("BML713", sentence, place, "Move it between them.")
    return TextParts(games, (fault,), commands, links)


def _end_of_lin(text: str) -> int:
    """Return where the line of the last bar ends, or the markup after it begins: its bar may be missing."""
    at = text.rindex("|")
    ends = (text.find(sign, at) for sign in "\n<")
    return min((end for end in ends if end >= 0), default=len(text))


def _spans(pattern: re.Pattern[str], text: str) -> Iterator[tuple[int, int]]:
    return (match.span() for match in pattern.finditer(text))


def _delimited(text: str) -> Iterator[tuple[int, int]]:
    """Yield where the text between delimiters begins and ends."""
    at = -1
    for delimiter in _DELIMITER.finditer(text):
        if at >= 0:
            yield at, delimiter.start()
        at = -1 if delimiter[0].startswith("</") else delimiter.end()
    if at >= 0:
        yield at, len(text)


def _parted(text: str, spans: Iterable[tuple[int, int]]) -> tuple[str, str]:
    """Return a text with nothing but some spans, and one without them; the rest is blank."""
    inside, outside, last = [], [], 0
    for start, end in (*spans, (len(text), len(text))):
        inside += [_SIGN.sub(" ", text[last:start]), text[start:end]]
        outside += [text[last:start], _SIGN.sub(" ", text[start:end])]
        last = end
    return "".join(inside), "".join(outside)


def without_delimiters(text: str, file: str = "") -> tuple[str, tuple[Diagnostic, ...]]:
    """Return the text of a PBN file without delimiters, and that they do not belong there.

    >>> text, errors = without_delimiters('<PBN>[Board "1"]', "hands.pbn")
    >>> text, errors[0].code
    ('     [Board "1"]', 'BML713')
    """
    first = _DELIMITER.search(text)
    if first is None:
        return text, ()
    sentence = f"PBN 6.2: A PBN file must not contain the delimiter {first[0]}."
    hint = "Delete it; it marks PBN in other documents."
    fault = Diagnostic("BML713", sentence, _place(text, first.start(), file), hint)
    return _parted(text, _spans(_DELIMITER, text))[1], (fault,)


def _place(text: str, at: int, file: str) -> Location:
    return Location(file, text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at))
