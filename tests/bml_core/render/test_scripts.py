"""BML as HTML, LaTeX and plain text: see the text files in ``scripts``.

The steps:

options                      what follows is written with: settings of HtmlOptions, language, ids, width
bml                          a text
shares                       how often calls are made (call, share, row, error), and what else is said of them
find SELECTOR [@ATTRIBUTE]   text (or attribute) of each element of a page that no browser has to mend
html, latex, text            what is written
tokens                       the coloured words of each line, by itself
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import html5lib
import yaml
from bs4 import BeautifulSoup

from bml_core import Location, parse
from bml_core.bridge import BIDS, PASS, Auction
from bml_core.document import AuctionBlock, BiddingTable, Diagram
from bml_core.language import parse_inline, read_abbreviations
from bml_core.render import (
    Abbreviations,
    ShareRow,
    ShareTable,
    SkippedCall,
    Style,
    arrange_auctions,
    latex,
    plain,
    read_language,
)
from bml_core.render.html import HtmlOptions, RowIds, render_blocks
from tests.bml_core.render.test_lexer import tokens
from tests.scripts import Script, Stage, scripts, selected

_CALLS = {"Pass": PASS, **{bid.code: bid for bid in BIDS}}
_READERS: dict[str, Callable[[Any], object]] = {
    "address": lambda _: lambda place: f"#{place.line}",
    "language": read_language,
    "ids": RowIds,
    "abbreviations": lambda value: Abbreviations(read_abbreviations(value)),
    "style": Style,
}
_FIELDS = {"language": "words", "ids": "row_id"}


class RenderedText(Stage):
    """A text, and the options that it is written with."""

    blocks: Sequence[Any]

    def __init__(self) -> None:
        super().__init__()
        self.options("", "")

    def options(self, _: str, body: str) -> None:
        self.values: dict[str, Any] = yaml.safe_load(body) or {}
        self.width = self.values.pop("width", plain.WIDTH)

    def bml(self, _: str, body: str) -> None:
        self.source = body
        self.blocks = parse(body).blocks

    def shares(self, _: str, body: str) -> None:
        values = yaml.safe_load(body)
        place, elsewhere = Location("openings.md", 3), Location("openings.md", 9)
        values["rows"] = tuple(
            ShareRow(_CALLS.get(call), parse_inline(text, place).value, share, error, place if text else None)
            for call, share, text, error in ((*row, None)[:4] for row in values["rows"])
        )
        for name in {"left_out", "vague"} & set(values):
            values[name] = tuple(SkippedCall(_CALLS[call], elsewhere) for call in values[name])
        usual = values.pop("usual", {}).items()
        auction = Auction.parse(values.pop("auction")) if "auction" in values else Auction()
        skipped = tuple((SkippedCall(_CALLS[call], elsewhere), word) for call, word in usual)
        self.blocks = [ShareTable(auction=auction, usual=skipped, **values)]

    def _html(self) -> str:
        read: dict[str, Any] = {
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
        tables = [block for block in self.blocks if isinstance(block, ShareTable)]
        text = "".join(latex.render_frequencies(table, words) for table in tables)
        return (text or latex.render_blocks(self.blocks, words)).splitlines()

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
            elif isinstance(block, ShareTable):
                lines += [line.replace("\u00a0", " ") for line in plain.frequency_lines(block, words)]
        return lines

    def tokens(self, *_: str) -> list[str]:
        return [
            " · ".join(f"{kind} {word}" for kind, word in tokens(line)) for line in self.source.splitlines()
        ]


@scripts(Path(__file__).parent / "scripts")
def test_script(script: Script) -> None:
    shown, expected = script.run(RenderedText())
    assert shown == expected
