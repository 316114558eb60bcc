"""Style sheets and the script on pages that show BML, and the LaTeX package."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders.epub3 import Epub3Builder
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.config import Config

from bml_core.render import SuitColors
from bml_core.render.html import BOX_FILES, SCRIPT, STYLE_SHEET, WAY_CLASS, asset_path
from bml_core.render.latex import style_path
from sphinx_bml.config import read_config
from sphinx_bml.domain import bml_domain

BOOK_STYLE_SHEET = "bml-book.css"
_WEB_FILES = (STYLE_SHEET, SCRIPT, *BOX_FILES, *(colors.file for colors in SuitColors if colors.file))


def register_files(app: Sphinx, config: Config) -> None:
    """Let Sphinx copy the files; later than this it would take them for a change of the settings."""
    names = [*_style_sheets(config), SCRIPT, *BOX_FILES, BOOK_STYLE_SHEET]
    config.html_static_path = [*config.html_static_path, *(str(asset_path(name)) for name in names)]
    # What readers of e-books, and the programs that check them, would stumble over stays out of the book.
    # The list is the same for all settings, since another one makes Sphinx read every page again.
    config.epub_exclude_files = [*config.epub_exclude_files, *(f"_static/{name}" for name in _WEB_FILES)]
    config.latex_additional_files = [*config.latex_additional_files, str(style_path())]


def _style_sheets(config: Config) -> list[str]:
    colors = read_config(config).suit_colors.file
    return [STYLE_SHEET, colors] if colors else [STYLE_SHEET]


def _has_ways(doctree: nodes.document) -> bool:
    return any(WAY_CLASS in link["classes"] for link in doctree.findall(nodes.reference))


def add_files(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Link style sheets and script from pages that show BML."""
    builder = app.builder
    if not isinstance(builder, StandaloneHTMLBuilder):
        return
    domain = bml_domain(app.env)
    # The one page of singlehtml shows what all pages show.
    pages = domain.facts if builder.name == "singlehtml" else [pagename]
    shows_bml = doctree is not None and (
        any(domain.facts[page].shows_bml for page in pages) or _has_ways(doctree)
    )
    if isinstance(builder, Epub3Builder):
        if shows_bml:
            builder.add_css_file(BOOK_STYLE_SHEET)
        return
    if shows_bml or domain.has_suits_in_contents:
        for name in _style_sheets(app.config):
            builder.add_css_file(name)
    # The pages of some builders run no script.
    if shows_bml and builder.add_permalinks:
        builder.add_js_file(SCRIPT, defer="defer")
