"""Addresses of rows, tables with columns, deals and auctions on Markdown pages."""

from __future__ import annotations

from bml_core import parse
from bml_core.language import read_abbreviations
from bml_core.render import Abbreviations, Style
from bml_core.render.html import HtmlOptions, RowIds, render_blocks
from tests.bml_core.shown import page_ways
from tests.mkdocs_bml.pages import convert, fence

TABLE = "1N  15--17, BAL\n  2C  GF\n(1N)\n  D!  INV"


class TestATableWithColumns:
    def test_becomes_the_html_that_every_host_writes(self) -> None:
        text = f"1N-2C; GF, to begin with\n2D  No major\n\n# Next\n\n{TABLE}"
        document = parse(text)
        options = HtmlOptions(
            row_id=RowIds(),
            abbreviations=Abbreviations(read_abbreviations({})),
            style=Style.TABLE,
            links=page_ways(document),
        )
        expected = render_blocks(document.blocks, options)
        shown = convert(fence(f":style: table\n\n{text}")).html
        assert "".join(shown.split()) == "".join(expected.split())


class TestAnAuction:
    def test_with_notes_becomes_the_html_that_every_host_writes(self) -> None:
        text = "1N P 2C[1] P\n[1] Stayman, *4+!h*, see [more](https://example.org)"
        shown = convert(fence(text)).html
        assert "bml-notes" in shown
        assert "".join(shown.split()) == "".join(render_blocks(parse(text).blocks).split())
