"""The files that go with the HTML: the style sheet, the script."""

from __future__ import annotations

from pathlib import Path

from bml_core.render.appearance import SuitColors

STYLE_SHEET = "bml.css"
SCRIPT = "bml.js"


def asset_path(name: str) -> Path:
    """Where a file lies."""
    return Path(__file__).parent / name


def style_sheet(colors: SuitColors = SuitColors.FOUR) -> str:
    """The text of the style sheet that goes with the fragments, with the colours of suits in it."""
    names = (STYLE_SHEET, colors.file)
    return "\n".join(asset_path(name).read_text("utf-8") for name in names if name)


def script() -> str:
    """The text of the script; pages are whole without it."""
    return asset_path(SCRIPT).read_text("utf-8")
