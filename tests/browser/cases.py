"""The cases of the tests with a browser: every theme, and one theme of each host.

What a theme can change is looked at in all of them; what the script or the markup of a host does, in one.
The tests of a theme follow each other, page by page, so that an open page serves several.
"""

from __future__ import annotations

import pytest

from tests.browser.sites import THEMES, Theme


def themes(*names: str) -> pytest.MarkDecorator:
    """Return the mark that runs a test in these themes."""
    cases = [pytest.param(theme, id=theme.name) for theme in THEMES if theme.name in names]
    return pytest.mark.parametrize("theme", cases)


def pages(*names: str) -> pytest.MarkDecorator:
    """Return the mark that runs a test with these pages."""
    return pytest.mark.parametrize("name", names)


def place_of(item: pytest.Item) -> tuple[int, str, bool] | None:
    """Return the place of a test among those of themes: by theme, page, and mode. Others have none."""
    if not isinstance(item, pytest.Function) or not hasattr(item, "callspec"):
        return None
    params = item.callspec.params
    theme = params.get("theme")
    if not isinstance(theme, Theme):
        return None
    page = params.get("name", getattr(item.module, "PAGE", "constructs"))
    return THEMES.index(theme), str(page), params.get("mode") == "dark"


FURO, MATERIAL = (next(theme for theme in THEMES if theme.name == name) for name in ("furo", "material"))

every_theme = themes(*(theme.name for theme in THEMES))
every_host = themes("furo", "material", "zensical")
every_search = themes("furo", "mkdocs", "material", "zensical")
every_mode = pytest.mark.parametrize(
    ("theme", "mode"),
    [
        pytest.param(theme, mode, id=f"{theme.name}-{mode}")
        for theme in THEMES
        for mode in (("light", "dark") if theme.has_dark else ("light",))
    ],
)
