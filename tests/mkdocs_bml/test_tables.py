"""Addresses of rows, tables with columns, deals and auctions on Markdown pages."""

from __future__ import annotations

import re

import pytest

from bml_core import parse
from bml_core.language import read_abbreviations
from bml_core.render import Abbreviations, Style
from bml_core.render.html import HtmlOptions, RowIds, render_blocks
from tests.bml_core.shown import page_ways
from tests.mkdocs_bml.pages import convert, fence

TABLE = "1N  15--17, BAL\n  2C  GF\n(1N)\n  D!  INV"


def ids(markup: str) -> list[str]:
    return re.findall(r'<(?:li|tr) id="([^"]*)"', markup)


class TestRows:
    def test_have_ids_once_on_a_page(self) -> None:
        page = convert(f"# T\n\n{fence('1C  a')}\n{fence('1C  b')}").html
        assert ids(page) == ["1C", "1C_2"]

    def test_begin_anew_on_each_page(self) -> None:
        assert ids(convert(fence("1C  a")).html) == ids(convert(fence("1C  a")).html) == ["1C"]

    @pytest.mark.parametrize("heading", ["# Jump", "# Other {#jump}", "# *Jump*"])
    def test_leave_the_ids_of_headings_alone(self, heading: str) -> None:
        text = f"{fence('#BIDTABLE' + chr(10) + 'jump  weak')}\n\n{heading}"
        page = convert(text, "toc", "attr_list").html
        assert ids(page) == ["jump_2"]
        assert page.count('id="jump"') == 1

    @pytest.mark.parametrize("description", ["plain", "see [more](x.html)"])
    def test_are_the_same_beside_links_and_without(self, description: str) -> None:
        text = f"1N  a\n  (2C)  {description}\n    D  b"
        page = convert(fence(text)).soup
        assert [row["id"] for row in page.select("li")] == ["1N", "1N-(2C)", "1N-(2C)-D"]
        assert [link["href"] for link in page.select("li > a")] == ["#1N", "#1N-(2C)", "#1N-(2C)-D"]

    def test_have_no_place_in_the_contents(self) -> None:
        assert [entry["name"] for entry in convert(f"# T\n\n{fence(TABLE)}", "toc").toc] == ["T"]


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

    def test_holds_the_caption_of_its_block(self) -> None:
        page = convert(fence(f":style: table\n:caption: Our *club*\n:name: ours\n\n{TABLE}")).soup
        caption = page.select_one("figure#ours > .bml-table > table > caption > p")
        assert caption is not None
        assert caption.get_text() == "Our club"
        assert page.select("figcaption") == []

    def test_beside_its_source_leaves_the_caption_above_both(self) -> None:
        page = convert(fence(f":style: table\n:caption: Ours\n:show: both\n\n{TABLE}")).soup
        assert [caption.get_text() for caption in page.select("figcaption, caption")] == ["Ours"]

    def test_may_be_asked_for_after_the_word_bml(self) -> None:
        assert convert(fence(TABLE, 'style="table"')).soup.select("table th[scope=row]")
        assert convert(fence("N: AKxx xx AQx Kxxx", "hcp")).soup.select(".bml-hcp")


class TestADeal:
    def test_tells_points_if_asked(self) -> None:
        (points,) = convert(fence(":hcp:\n\nN: AKxx xx AQx Kxxx\nS: AK x x x")).soup.select(".bml-hcp")
        assert points.get_text() == "16 hcp"

    def test_says_who_calls_first_in_the_auction_below(self) -> None:
        page = convert(fence("dealer E\nN: AKxx xx AQx Kxxx\n\n1H D P 1S")).soup
        cells = [[cell.get_text() for cell in row.select("td")] for row in page.select("tbody tr")]
        assert cells == [["", "", "1H", "Dbl"], ["Pass", "1S", "", ""]]


class TestAnAuction:
    def test_with_notes_becomes_the_html_that_every_host_writes(self) -> None:
        text = "1N P 2C[1] P\n[1] Stayman, *4+!h*, see [more](https://example.org)"
        shown = convert(fence(text)).html
        assert "bml-notes" in shown
        assert "".join(shown.split()) == "".join(render_blocks(parse(text).blocks).split())
