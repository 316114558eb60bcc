"""The style sheet on pages that show BML, and the LaTeX package."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.config import Config

from sphinx_bml.domain import bml_domain

STYLE_SHEET = "bml.css"
LATEX_STYLE = "bml.sty"


def _path(name: str) -> str:
    return str(Path(str(files("bml_core.render"))) / name)


def register_files(app: Sphinx, config: Config) -> None:
    """Let Sphinx copy the files; later than this it would take them for a change of the settings."""
    config.html_static_path = [*config.html_static_path, _path(STYLE_SHEET)]
    config.latex_additional_files = [*config.latex_additional_files, _path(LATEX_STYLE)]


def add_style_sheet(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Link the style sheet from pages that show BML."""
    builder = app.builder
    if doctree is None or not isinstance(builder, StandaloneHTMLBuilder):
        return
    domain = bml_domain(app.env)
    # The one page of singlehtml shows what all pages show.
    if domain.shows_bml(pagename) or (builder.name == "singlehtml" and not domain.is_empty):
        builder.add_css_file(STYLE_SHEET)
