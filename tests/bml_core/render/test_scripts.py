"""BML as HTML, LaTeX and plain text: see the text files in ``scripts``.

The steps:

options                      what follows is written with: settings of HtmlOptions, language, ids, width
bml                          a text
find SELECTOR [@ATTRIBUTE]   text (or attribute) of each element of a page that no browser has to mend
html, latex, text            what is written
tokens                       the coloured words of each line, by itself
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import html5lib
import yaml
from bs4 import BeautifulSoup

from bml_core import parse
from bml_core.document import AuctionBlock, BiddingTable, Block, Diagram
from bml_core.language import read_abbreviations
from bml_core.render import Abbreviations, Style, arrange_auctions, latex, plain, read_language
from bml_core.render.html import HtmlOptions, RowIds, render_blocks
from tests.bml_core.render.test_lexer import tokens
from tests.scripts import Script, Stage, scripts, selected

_READERS = {
    "language": read_language,
    "ids": RowIds,
    "abbreviations": lambda value: Abbreviations(read_abbreviations(value)),
    "style": Style,
}
_FIELDS = {"language": "words", "ids": "row_id"}


class RenderedText(Stage):
    """A text, and the options that it is written with."""

    blocks: Sequence[Block]

    def __init__(self) -> None:
        super().__init__()
        self.options("", "")

    def options(self, _: str, body: str) -> None:
        self.values: dict[str, Any] = yaml.safe_load(body) or {}
        self.width = self.values.pop("width", plain.WIDTH)

    def bml(self, _: str, body: str) -> None:
        self.source = body
        self.blocks = parse(body).blocks

    def _html(self) -> str:
        read = {
            _FIELDS.get(name, name): _READERS[name](value) if name in _READERS else value
            for name, value in self.values.items()
        }
        markup = render_blocks(self.blocks, HtmlOptions(**read))
        page = f'<!DOCTYPE html><html lang="en"><head><title>T</title></head><body>{markup}</body></html>'
        html5lib.HTMLParser(strict=True).parse(page)
        # E-books want fragments that are XML as well.
        ElementTree.fromstring(f"<body>{markup}</body>")
        return markup

    def find(self, query: str, _: str) -> list[str]:
        return selected(BeautifulSoup(self._html(), "html.parser"), query)

    def html(self, *_: str) -> list[str]:
        return self._html().splitlines()

    def latex(self, *_: str) -> list[str]:
        words = read_language(self.values.get("language", "en"))
        return latex.render_blocks(self.blocks, words).splitlines()

    def text(self, *_: str) -> list[str]:
        words = read_language(self.values.get("language", "en"))
        lines: list[str] = []
        arranged = tuple(arrange_auctions(self.blocks))
        assert tuple(arrange_auctions(arranged)) == arranged
        for block in arranged:
            if isinstance(block, BiddingTable):
                lines += plain.table_lines(block, width=self.width, words=words)
            elif isinstance(block, Diagram):
                lines += plain.deal_lines(block, hcp=self.values.get("hcp", False), words=words)
            elif isinstance(block, AuctionBlock):
                lines += plain.auction_lines(block, words)
        return lines

    def tokens(self, *_: str) -> list[str]:
        return [
            " · ".join(f"{kind} {word}" for kind, word in tokens(line)) for line in self.source.splitlines()
        ]


@scripts(Path(__file__).parent / "scripts")
def test_script(script: Script) -> None:
    shown, expected = script.run(RenderedText())
    assert shown == expected
