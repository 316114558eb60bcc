"""What readers do with a page, with and without scripts: open branches, follow links, print."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.browser.cases import every_theme
from tests.browser.conftest import PHONE, OpenPage
from tests.browser.sites import THEMES, Theme
from tests.system_tools import require_tool

CLOSED = ".bml-table details:not([open])"
HIDDEN_ROW = "Kokish, hidden until asked for"


@every_theme
@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_keys_open_and_close_a_branch(theme: Theme, scripts: bool, open_page: OpenPage) -> None:
    with open_page(theme, theme.page("constructs"), scripts=scripts) as page:
        row = page.get_by_text(HIDDEN_ROW)
        summary = page.locator(CLOSED).first.locator("> summary")
        branch = page.locator(".bml-table details", has_text=HIDDEN_ROW).first
        assert not row.is_visible()
        summary.focus()
        page.keyboard.press("Enter")
        inner = branch.locator("details > summary").first
        inner.focus()
        page.keyboard.press("Space")
        assert branch.get_attribute("open") is not None
        is_open = page.locator("details", has_text=HIDDEN_ROW).last.get_attribute("open") is not None
        page.locator(".bml-table details", has_text=HIDDEN_ROW).first.locator("> summary").focus()
        page.keyboard.press("Enter")
        assert branch.get_attribute("open") is None
    assert is_open
