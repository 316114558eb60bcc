"""Links to BBO's handviewer: the LIN in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from urllib.parse import unquote_plus

from bml_core.diagnostics import Diagnostic, Location
from bml_core.formats.lin.records import Record, read
from bml_core.formats.sources import Source, blocks, decoded

# BBO's old addresses have the name in other capitals.
_LINK = re.compile(r"https?://[^\s\"'<>]*?/handviewer\.html\?[^\s\"'<>]*", re.IGNORECASE)
_LIN = re.compile(r"[?&](?:amp;)?lin=([^&#]*)", re.IGNORECASE)


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
        inside = _LIN.search(link[0])
        records = list(read(unquote_plus(inside[1]))) if inside else []
        for record in records:
            number += 1
            yield replace(record, line=line, file=file, number=number)
        if not records:
            column = link.start() - (text.rfind("\n", 0, link.start()) + 1) + 1
            hint = "Copy the link of one board, which has lin= in it."
            sentence = "This link to the handviewer has no board in it."
            yield Diagnostic("BML823", sentence, Location(file, line, column), hint)
