"""The cases of the tests with a browser: every theme, and every theme in light and dark."""

from __future__ import annotations

import pytest

from tests.browser.sites import THEMES

every_theme = pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
every_mode = pytest.mark.parametrize(
    ("theme", "mode"),
    [
        pytest.param(theme, mode, id=f"{theme.name}-{mode}")
        for theme in THEMES
        for mode in (("light", "dark") if theme.has_dark else ("light",))
    ],
)
