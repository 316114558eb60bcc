"""The files that go with the HTML: the style sheet, the script."""

from __future__ import annotations

from pathlib import Path

from bml_core.render.appearance import SuitColors

STYLE_SHEET = "bml.css"
SCRIPT = "bml.js"


def asset_path(name: str) -> Path:
    """Return the path of a file."""
    return Path(__file__).parent / name


def style_sheet(colors: SuitColors = SuitColors.FOUR) -> str:
    """Return the text of the style sheet that goes with the fragments, with the colours of suits in it."""
    names = (STYLE_SHEET, colors.file)
    return "\n".join(asset_path(name).read_text("utf-8") for name in names if name)


def script() -> str:
    """Return the text of the script; pages are whole without it."""
    return asset_path(SCRIPT).read_text("utf-8")
