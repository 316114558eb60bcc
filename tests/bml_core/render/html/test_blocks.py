"""What hosts ask of HTML beside a text, and what no text may do to a page."""

from __future__ import annotations

import re

import pytest
from bs4 import BeautifulSoup

from bml_core import parse
from bml_core.document import Heading
from bml_core.language import parse_inline
from bml_core.render import Style, read_suit_colors
from bml_core.render.html import (
    HtmlOptions,
    RowIds,
    escape,
    frame_html,
    holds_caption,
    render_block,
    render_blocks,
    script,
    style_sheet,
)
from bml_core.render.shown import Frame, FrameKind

SUITS = ("clubs", "diamonds", "hearts", "spades")


@pytest.mark.parametrize(("style", "selector"), [(Style.TREE, "li"), (Style.TABLE, "tr")])
def test_forty_levels_are_set_in_no_further_than_there_is_room(style: Style, selector: str) -> None:
    bids = [f"{level}{strain}" for level in range(1, 8) for strain in "CDHSN"]
    text = "\n".join(f"{' ' * n}{bid} {n}" for n, bid in enumerate(bids))
    rows = BeautifulSoup(render_blocks(parse(text).blocks, HtmlOptions(style=style)), "html.parser").select(
        selector
    )
    assert len(rows) == len(bids)
    assert len(rows[-1].select(".bml-step")) == {Style.TREE: 0, Style.TABLE: 12}[style]


def test_many_rows_of_one_auction_are_numbered_in_step() -> None:
    ids = RowIds()
    assert [ids("1C") for _ in range(20_000)][-1] == "1C_20000"


def test_hosts_say_how_headings_and_links_are_written() -> None:
    def heading(block: Heading, inner: str) -> str:
        return f'<h{block.level + 3} id="x">{inner}</h{block.level + 3}>'

    options = HtmlOptions(heading=heading, link=lambda target, place: f"/base/{target}")
    shown = render_blocks(parse("* One\n\nA [link](page)").blocks, options)
    assert shown == '<h4 id="x">One</h4><p>A <a href="/base/page">link</a></p>\n'


def test_a_figure_holds_caption_name_and_classes() -> None:
    assert frame_html(FrameKind.FIGURE, [], caption="Bids", classes=["wide"], ident="bids") == (
        '<figure class="bml-figure wide" id="bids">\n'
        '<figcaption class="bml-caption">Bids</figcaption>\n'
        "</figure>\n"
    )
    assert frame_html(FrameKind.FIGURE, []) == '<figure class="bml-figure">\n</figure>\n'


def test_a_table_with_columns_holds_the_caption_of_its_block() -> None:
    (table,) = parse("1N x").blocks
    assert holds_caption(table, Style.TABLE)
    assert not holds_caption(table, Style.TREE)
    figure = Frame(FrameKind.FIGURE, (table,), parse_inline("Our /notrump/", table.location).value)
    markup = render_block(figure, HtmlOptions(style=Style.TABLE))
    assert "figcaption" not in markup
    assert '<p class="bml-caption">Our <em>notrump</em></p>' in markup


@pytest.mark.parametrize("text", ["1N-2C;", "#HIDE\n1C x"])
def test_a_table_without_rows_to_show_holds_no_caption(text: str) -> None:
    (table,) = parse(text).blocks
    assert not holds_caption(table, Style.TABLE)
    assert "<table" not in render_block(table, HtmlOptions(style=Style.TABLE))


@pytest.mark.parametrize("character", ["\0", "\x08", "\x1b", "\ud800", "\ufffe"])
def test_characters_that_no_page_may_hold_are_replaced(character: str) -> None:
    assert escape(f"a{character}b") == "a\ufffdb"


@pytest.mark.parametrize(("colors", "coloured"), [("four", 4), ("two", 2), ("none", 0)])
def test_suits_have_as_many_colours_as_asked_for(colors: str, coloured: int) -> None:
    css = style_sheet(read_suit_colors(colors))
    last = [re.findall(rf"--bml-{suit}: ([^;]+);", css)[-1] for suit in SUITS]
    written = [color for color in last if color.startswith("#")]
    assert (len(written), len({*written})) == {4: (4, 4), 2: (2, 1), 0: (0, 0)}[coloured]


@pytest.mark.parametrize("value", ["three", "", None, 4, ["two"], "../two"])
def test_another_number_of_colours_is_reported(value: object) -> None:
    with pytest.raises(ValueError, match='"four", "two" or "none"'):
        read_suit_colors(value)


def test_the_script_needs_nothing_that_a_strict_policy_forbids() -> None:
    for forbidden in ("innerHTML", "eval(", '"style"', "cssText", "new Function", "import(", "fetch("):
        assert forbidden not in script()


def test_the_style_sheet_draws_every_suit() -> None:
    css = style_sheet()
    assert all(f"--bml-{suit}:" in css and f".bml-{suit}::after" in css for suit in SUITS)
