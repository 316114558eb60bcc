"""Links between tables, beside the scripts: tables that need none have no traces of them."""

from __future__ import annotations

from bml_core.bridge import LONGEST_AUCTION
from bml_core.language import parse
from bml_core.render.html import HtmlOptions, RowIds, render_blocks
from bml_core.site import DeferredLinks, Site, fill_links
from tests.bml_core.site.site_pages import page


def test_tables_without_others_have_no_links_and_no_traces() -> None:
    text = "1N  15--17\n  2C  Stayman\n    2D  No major\n  2D  Transfer\n1M  5+"
    blocks, ids = parse(text, file="notes.bml").blocks, RowIds()
    shown = render_blocks(blocks, HtmlOptions(links=DeferredLinks(), row_id=ids))
    filled = fill_links(shown, Site([page(text)]), "notes", lambda _, row: f"#{row}", rows=ids.given)
    assert filled == render_blocks(blocks, HtmlOptions(row_id=RowIds()))


def test_a_history_that_is_no_auction_leads_nowhere() -> None:
    openings = "1C  16+"
    assert Site([page(f"{openings}\n\n1C-(P)-1D-\n1H  4+")]).navigation.rows
    assert not Site([page(f"{openings}\n\n{'1C-' * (LONGEST_AUCTION + 1)}\n1D  x")]).navigation.rows
