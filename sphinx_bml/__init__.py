"""Bridge system notes in Sphinx: directives and roles, and builders of exported files."""

from __future__ import annotations

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from bml_core import __version__
from bml_core.render import BmlLexer
from sphinx_bml.config import add_catalogues, add_config_values, check_config
from sphinx_bml.content import (
    LEXER,
    bml_description,
    bml_later,
    bml_paragraph,
    bml_rubric,
    bml_term,
    bml_title,
)
from sphinx_bml.directives import (
    DIRECTIVES,
    BmlDirective,
    BmlParser,
    BmlRole,
    HandRole,
    ReopenBml,
    TranslateBml,
    take_author,
)
from sphinx_bml.domain import (
    AUCTION,
    AuctionRole,
    BmlDomain,
    FindAuctionLinks,
    LinkAuctions,
    find_changed_links,
    report_faults,
    report_missing_auction,
)
from sphinx_bml.exports import (
    BUILDERS,
    ShowLater,
    check_systems,
    find_findings,
    keep_results,
    show_downloads,
    work_out_hands,
    write_downloads,
)
from sphinx_bml.page_files import find_outdated, leave_out_parts, read_any_encoding, write_practice
from sphinx_bml.reports import report_once
from sphinx_bml.standing import ReadStanding, add_responses
from sphinx_bml.writers import (
    VISITORS,
    PlaceAuctions,
    PrepareText,
    add_files,
    add_package,
    draw_plain,
    fit_book,
    fit_ids,
    print_answers,
    register_files,
)

ENV_VERSION = 15

_PLAIN_NODES = (bml_paragraph, bml_term, bml_title, bml_rubric, bml_description)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add BML to a Sphinx project."""
    report_once(app)
    add_catalogues(app)
    add_config_values(app)
    for kind in (*_PLAIN_NODES, bml_later):
        app.add_node(kind)
    for node_kind, visitors in VISITORS.items():
        app.add_node(node_kind, **visitors)  # type: ignore[arg-type]
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
    app.add_transform(ReadStanding)
    app.add_transform(TranslateBml)
    app.add_transform(ReopenBml)
    app.add_post_transform(ShowLater)
    app.add_post_transform(PlaceAuctions)
    app.add_post_transform(PrepareText)
    for builder in BUILDERS:
        app.add_builder(builder)
    app.add_source_parser(BmlParser)
    app.connect("config-inited", check_config)
    app.connect("config-inited", register_files)
    app.connect("config-inited", add_package)
    # Sphinx brings source_suffix into its final form at 800.
    app.connect("config-inited", leave_out_parts, priority=900)
    app.connect("env-get-outdated", find_outdated)
    app.connect("env-before-read-docs", read_any_encoding)
    app.connect("env-updated", find_findings)
    app.connect("env-updated", work_out_hands)
    app.connect("env-updated", find_changed_links)
    app.connect("warn-missing-reference", report_missing_auction)
    app.connect("doctree-read", report_faults)
    app.connect("doctree-resolved", report_faults)
    app.connect("doctree-resolved", add_responses)
    app.connect("doctree-resolved", show_downloads)
    app.connect("doctree-resolved", print_answers)
    app.connect("doctree-resolved", draw_plain)
    app.connect("builder-inited", fit_book)
    app.connect("builder-inited", write_practice)
    app.connect("doctree-resolved", fit_ids)
    app.connect("write-started", take_author)
    app.connect("html-page-context", add_files)
    app.connect("env-check-consistency", check_systems)
    app.connect("build-finished", write_downloads)
    app.connect("build-finished", keep_results)
    return {
        "version": __version__,
        "env_version": ENV_VERSION,
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }
