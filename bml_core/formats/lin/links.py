"""Links to BBO's handviewer: the LIN in them, or the parts of a board that they name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from urllib.parse import unquote_plus

from bml_core.diagnostics import Diagnostic, Location
from bml_core.formats.dealing import shown
from bml_core.formats.lin.handviewer import commands_of, has_board, is_dealer, not_read
from bml_core.formats.lin.records import Record, read
from bml_core.formats.sources import Source, blocks, decoded

# BBO's old addresses have the name in other capitals.
_LINK = re.compile(r"https?://[^\s\"'<>]*?/handviewer\.html\?[^\s\"'<>]*", re.IGNORECASE)
_PAIR = re.compile(r"[?&;](?:amp;)?([A-Za-z0-9]+)=([^&#]*)")
_HINT = "Copy the link of one board, which has lin= in it, or hands such as n= and s=."
_ELSEWHERE = {
    "linurl": "This link names a file at another place, which is not fetched.",
    "myhand": "This link names a board that BBO keeps, which is not fetched.",
}


def is_link(text: str) -> bool:
    """Whether a text has a link to the handviewer.

    >>> is_link("https://www.bridgebase.com/tools/handviewer.html?lin=md|1,,,|")
    True
    """
    return _LINK.search(text) is not None


def read_links(source: Source, file: str = "") -> Iterator[Record | Diagnostic]:
    r"""The boards in the links of a text, in order; for a link without a board, what is wrong with it.

    Args:
        source: A text, bytes, or an open binary file with links among anything else.
        file: The name for diagnostics.

    >>> found = next(read_links("see https://www.bridgebase.com/tools/handviewer.html?lin=md%7C1S2%7C"))
    >>> found.text, found.line
    ('md|1S2|', 1)
    """
    text = decoded(b"".join(blocks(source)))
    number = 0
    for link in _LINK.finditer(text):
        line = text.count("\n", 0, link.start()) + 1
        place = Location(file, line, link.start() - (text.rfind("\n", 0, link.start()) + 1) + 1)
        values = _values(_without_punctuation(link[0]))
        for record in _records(values):
            number += 1
            yield replace(record, line=line, file=file, number=number, link_column=place.column)
        yield from _findings(values, place)


def _without_punctuation(link: str) -> str:
    """A link without what ends the sentence that it stands in."""
    link = link.rstrip(".,;:")
    return link if "(" in link else link.rstrip(")")


def _values(link: str) -> dict[str, str]:
    """The parts of a link by name, decoded; of two with one name the first stands."""
    values: dict[str, str] = {}
    for name, value in _PAIR.findall(link.partition("#")[0]):
        values.setdefault(name.lower(), unquote_plus(value))
    return values


def _records(values: Mapping[str, str]) -> Iterator[Record]:
    if "lin" in values:
        yield from read(values["lin"])
    elif has_board(values):
        yield Record(commands_of(values))


def _findings(values: Mapping[str, str], place: Location) -> Iterator[Diagnostic]:
    elsewhere = next((name for name in _ELSEWHERE if name in values), None)
    odd = not_read(values)
    if "lin" in values:
        if not any(read(values["lin"])):
            yield Diagnostic("BML823", "This link to the handviewer has no board in it.", place, _HINT)
    elif has_board(values):
        dealer = values.get("d", "")
        if dealer and not is_dealer(dealer):
            hint = "Write d=n, d=e, d=s or d=w."
            yield Diagnostic("BML823", f"In this link {shown(dealer)} is no dealer.", place, hint)
        if odd:
            sentence = f"This link has {', '.join(f'{shown(name)}=' for name in odd[:6])}, which is not read."
            yield Diagnostic("BML823", sentence, place, "Look whether something of the board is missing.")
    elif elsewhere:
        hint = "Open it, save the board as a LIN file, and read that."
        yield Diagnostic("BML823", _ELSEWHERE[elsewhere], place, hint)
    else:
        yield Diagnostic("BML823", "This link to the handviewer has no board in it.", place, _HINT)
