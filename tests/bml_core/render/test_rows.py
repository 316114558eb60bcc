"""Rows on web pages: their addresses, and tables with columns."""

from __future__ import annotations

import re

import html5lib
import pytest
from bs4 import BeautifulSoup
from bs4.element import Tag

from bml_core import parse
from bml_core.language import parse_inline
from bml_core.render import Style
from bml_core.render.html import HtmlOptions, RowIds, holds_caption, render_block, render_blocks
from bml_core.render.shown import Frame, FrameKind


def page(text: str, *, style: Style = Style.TREE, taken: tuple[str, ...] = ()) -> Tag:
    """The text as a page; HTML that a browser would have to mend fails."""
    markup = render_blocks(parse(text).blocks, HtmlOptions(row_id=RowIds(taken), style=style))
    parser = html5lib.HTMLParser(strict=True)
    parser.parse(f'<!DOCTYPE html><html lang="en"><head><title>T</title></head><body>{markup}</body></html>')
    return BeautifulSoup(markup, "html.parser")


def idents(text: str, *, style: Style = Style.TREE, taken: tuple[str, ...] = ()) -> list[str]:
    return [str(tag["id"]) for tag in page(text, style=style, taken=taken).select("[id]")]


both_styles = pytest.mark.parametrize("style", list(Style))

# ---------------------------------------------------------------- addresses


@both_styles
def test_a_row_has_the_auction_that_leads_to_it_as_id(style: Style) -> None:
    assert idents("1N x\n  2C y\n    2D z\n2C w", style=style) == ["1N", "1N-2C", "1N-2C-2D", "2C"]


@both_styles
def test_rows_below_a_history_go_on_with_it(style: Style) -> None:
    assert idents("1N-(2C)-;\nD  x\n  (P)\n    2H y", style=style) == [
        "1N-(2C)-D",
        "1N-(2C)-D-(P)",
        "1N-(2C)-D-(P)-2H",
    ]


@pytest.mark.parametrize(
    ("written", "ident"),
    [
        ("1NT", "1NT"),
        ("1♥", "1H"),
        ("1!h", "1H"),
        ("2H!", "2H"),
        ("3CD", "3CD"),
        ("2H/2S", "2H/2S"),
        ("2red", "2red"),
        ("1M", "1M"),
    ],
)
def test_calls_stand_in_ids_as_they_are_written(written: str, ident: str) -> None:
    assert idents(f"{written}  text") == [ident]


def test_an_auction_that_comes_again_gets_a_number() -> None:
    assert idents("1C a\n\n# 1\n\n1C b\n  1D c\n\n# 2\n\n1C d\n  1D e") == [
        "1C",
        "1C_2",
        "1C-1D",
        "1C_3",
        "1C-1D_2",
    ]


def test_other_ids_of_the_page_stay_alone() -> None:
    assert idents("1C a\n1D b", taken=("1C", "1C_2")) == ["1C_3", "1D"]


def test_many_rows_of_one_auction_are_numbered_in_step() -> None:
    ids = RowIds()
    assert [ids("1C") for _ in range(20_000)][-1] == "1C_20000"


@pytest.mark.parametrize("label", ['"><script>', "x'onclick=alert(1)", "á%20&amp;", "«»", "j" * 300])
def test_hostile_labels_make_harmless_ids(label: str) -> None:
    found = page(f"1C a\n  {label}! Label")
    assert found.select("script") == []
    for tag in found.select("[id]"):
        assert re.fullmatch(r"[A-Za-z0-9()/.+_-]{1,40}", str(tag["id"]))
    for link in found.select("a"):
        assert set(link.attrs) == {"class", "href", "aria-label"}


# ---------------------------------------------------------------- tables with columns


def test_a_flat_table_is_a_table_whose_rows_have_headers() -> None:
    markup = render_blocks(parse("1N  15--17\n2N Strong").blocks, HtmlOptions(style=Style.TABLE))
    assert markup == (
        '<div class="bml-table bml-flat">\n'
        '<table class="bml-rows">\n'
        "<tbody>\n"
        '<tr><th scope="row"><span class="bml-call">1NT</span></th>'
        '<td><span class="bml-text">15–17</span></td></tr>\n'
        '<tr><th scope="row"><span class="bml-call">2NT</span></th>'
        '<td><span class="bml-text">Strong</span></td></tr>\n'
        "</tbody>\n"
        "</table>\n"
        "</div>\n"
    )


def test_sub_bids_are_set_in_for_the_eye_and_say_what_they_answer() -> None:
    heads = page("1N x\n  (2H!)\n    D z", style=Style.TABLE).select("th[scope=row]")
    assert [head.get_text() for head in heads] == ["1NT", "1NT – (2H)!", "1NT – (2H)! – Dbl"]
    assert [len(head.select(".bml-step")) for head in heads] == [0, 1, 2]


def test_the_auction_so_far_and_the_scope_stand_in_the_caption() -> None:
    found = page("#SEAT 3\n\n1N-2C; Stayman\n2D x", style=Style.TABLE)
    caption = found.select_one("table > caption")
    assert caption is not None
    assert [part.get_text() for part in caption.select("p")] == ["3rd seat", "1NT – 2C Stayman"]


def test_a_table_with_columns_holds_the_caption_of_its_block() -> None:
    (table,) = parse("1N x").blocks
    assert holds_caption(table, Style.TABLE)
    assert not holds_caption(table, Style.TREE)
    figure = Frame(FrameKind.FIGURE, (table,), parse_inline("Our /notrump/", table.location).value)
    markup = render_block(figure, HtmlOptions(style=Style.TABLE))
    assert "figcaption" not in markup
    found = BeautifulSoup(markup, "html.parser").select_one("caption > p.bml-caption")
    assert found is not None
    assert found.get_text() == "Our notrump"


@pytest.mark.parametrize("text", ["1N-2C;", "#HIDE\n1C x"])
def test_a_table_without_rows_to_show_holds_no_caption(text: str) -> None:
    (table,) = parse(text).blocks
    assert not holds_caption(table, Style.TABLE)
    assert "<table" not in render_block(table, HtmlOptions(style=Style.TABLE))


def test_links_stay_in_the_text_of_a_cell() -> None:
    assert page("1N see [it](x.html)\n  2C y", style=Style.TABLE).select("td .bml-text a[href='x.html']")


def test_forty_levels_are_set_in_no_further_than_there_is_room() -> None:
    bids = [f"{level}{strain}" for level in range(1, 8) for strain in "CDHSN"]
    text = "\n".join(f"{' ' * n}{bid} {n}" for n, bid in enumerate(bids))
    last = page(text, style=Style.TABLE).select("tr")[-1]
    assert len(last.select(".bml-step")) == 12
