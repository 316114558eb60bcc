"""Bridge system notes in Sphinx: directives and roles, and builders of exported files."""

from __future__ import annotations

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from bml_core import __version__
from bml_core.render import BmlLexer
from sphinx_bml import html, latex, plain
from sphinx_bml.assets import add_files, register_files
from sphinx_bml.auctions import (
    AuctionRole,
    FindAuctionLinks,
    LinkAuctions,
    add_search_entries,
    find_changed_links,
    report_missing_auction,
)
from sphinx_bml.books import fit_fragments, fit_ids
from sphinx_bml.config import add_config_values, check_config
from sphinx_bml.directives import DIRECTIVES, LEXER, BmlDirective, BmlRole, HandRole
from sphinx_bml.domain import AUCTION, BmlDomain
from sphinx_bml.exports import BUILDERS, check_systems, find_findings, write_downloads
from sphinx_bml.hands import ShowHands, work_out_hands
from sphinx_bml.nodes import DRAWN, STANDARD, Visitors
from sphinx_bml.page_files import find_outdated, leave_out_parts, read_any_encoding
from sphinx_bml.reading import BmlParser, take_author
from sphinx_bml.reports import report_broken_links, report_once
from sphinx_bml.translation import ReopenBml, TranslateBml, add_catalogues

ENV_VERSION = 12

_VISITORS: dict[str, Visitors] = {
    "html": html.VISITORS,
    "latex": latex.VISITORS,
    "text": plain.TEXT_VISITORS,
    "man": plain.MAN_VISITORS,
    "texinfo": plain.TEXINFO_VISITORS,
}


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add BML to a Sphinx project."""
    report_once(app)
    add_catalogues(app)
    add_config_values(app)
    _add_nodes(app)
    app.add_domain(BmlDomain)
    app.add_directive("bml", BmlDirective)
    app.add_role("bml", BmlRole())
    for name, directive in DIRECTIVES.items():
        app.add_directive_to_domain(BmlDomain.name, name, directive)
    app.add_role_to_domain(BmlDomain.name, "hand", HandRole())
    app.add_role_to_domain(BmlDomain.name, AUCTION, AuctionRole())
    app.add_lexer(LEXER, BmlLexer)
    app.add_transform(FindAuctionLinks)
    app.add_transform(LinkAuctions)
    app.add_transform(TranslateBml)
    app.add_transform(ReopenBml)
    app.add_post_transform(ShowHands)
    app.add_post_transform(latex.PrepareText)
    for builder in BUILDERS:
        app.add_builder(builder)
    app.add_source_parser(BmlParser)
    app.connect("config-inited", check_config)
    app.connect("config-inited", register_files)
    app.connect("config-inited", latex.add_package)
    # Sphinx brings source_suffix into its final form at 800.
    app.connect("config-inited", leave_out_parts, priority=900)
    app.connect("env-get-outdated", find_outdated)
    app.connect("env-before-read-docs", read_any_encoding)
    app.connect("env-updated", find_findings)
    app.connect("env-updated", work_out_hands)
    app.connect("env-updated", find_changed_links)
    app.connect("warn-missing-reference", report_missing_auction)
    app.connect("doctree-read", report_broken_links)
    app.connect("doctree-resolved", report_broken_links)
    app.connect("doctree-resolved", add_search_entries)
    app.connect("builder-inited", fit_fragments)
    app.connect("doctree-resolved", fit_ids)
    app.connect("write-started", take_author)
    app.connect("html-page-context", add_files)
    app.connect("env-check-consistency", check_systems)
    app.connect("build-finished", write_downloads)
    return {
        "version": __version__,
        "env_version": ENV_VERSION,
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }


def _add_nodes(app: Sphinx) -> None:
    for kind in STANDARD:
        app.add_node(kind)
    for node_kind in DRAWN:
        known = {writer: table[node_kind] for writer, table in _VISITORS.items() if node_kind in table}
        app.add_node(node_kind, **known)  # type: ignore[arg-type]
