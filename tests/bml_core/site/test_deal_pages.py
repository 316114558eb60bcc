"""Options of deals are read from any text, and any board of a file has blocks for a page."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bml_core import Location
from bml_core.formats import deals
from bml_core.render.html import render_blocks
from bml_core.site.deal_pages import DealOptions, parse_deal_options, shown_board

NAMES = st.sampled_from(["deal", "boards", "show", "hide", "answers", "bbo", "dd", "caption", "file"])
PLACE = Location("page.md", 1)


@given(st.dictionaries(NAMES, st.text(max_size=20)))
def test_any_options_are_read(raw: dict[str, str]) -> None:
    result = parse_deal_options(raw, PLACE)
    assert isinstance(result.value, DealOptions)
    assert len(result.diagnostics) <= len(raw)
    assert all(fault.location == PLACE for fault in result.diagnostics)


@given(st.text(alphabet='[]"DealPyContrsuioAg N:AKQ.12|mdpcb,\n', max_size=80))
def test_any_board_has_a_page(text: str) -> None:
    options = parse_deal_options({"hide": "EW play"}).value
    for dealt in deals.read(f'[Deal "N:AK.Q.J.T - - -"]\n{text}'):
        shown = shown_board(dealt.board, options, PLACE)
        assert isinstance(render_blocks((*shown.blocks, *shown.answer)), str)
