"""Links from pages to the exported files of a system, and the files they lead to."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.environment import BuildEnvironment

from bml_core import System
from bml_core.formats.exports import EXPORTS
from bml_core.render.html import Download
from bml_core.site.deal_pages import DealOffer, deal_content, deal_file, deal_losses
from bml_core.site.exports import Offer
from sphinx_bml.domain import bml_domain
from sphinx_bml.exports import build_systems, write_export, write_file
from sphinx_bml.nodes import bml_downloads
from sphinx_bml.reports import report_losses, warn


def downloads_node(offer: Offer | DealOffer) -> bml_downloads:
    """The list of files; without links, since only the builder knows whether the files are there."""
    node = bml_downloads("", bullet="-")
    for file, title in offer.files:
        text = Download(file, title).text
        # Without a source the text is nobody's to translate.
        node += nodes.list_item("", nodes.paragraph(text, text), file=file, format=title)
    return node


def has_files(builder: Builder) -> bool:
    """Whether the output is a web site, which has the files beside its pages."""
    return isinstance(builder, StandaloneHTMLBuilder) and bool(builder.add_permalinks)


def linked(node: bml_downloads, builder: Builder, docname: str) -> list[Download]:
    """The files of a list with the way to them from a page."""
    # The pages of singlehtml differ in their fragments alone.
    address = builder.get_target_uri(docname).partition("#")[0]
    items = [item for item in node.children if isinstance(item, nodes.list_item)]
    return [Download(item["file"], item["format"], "../" * address.count("/")) for item in items]


def check_downloads(env: BuildEnvironment, systems: Mapping[str, System]) -> None:
    """Warn of offers of files that hold no agreement."""
    filled = [name for name, system in systems.items() if system.agreements]
    for offer in bml_domain(env).offers():
        if problem := offer.emptiness(filled):
            warn(str(problem), offer.place, "download")
    domain = bml_domain(env)
    for deal_offer in domain.deal_offers():
        if problem := deal_offer.emptiness(domain.deals(deal_offer.page)):
            warn(str(problem), deal_offer.place, "download")


def write_downloads(app: Sphinx, exception: Exception | None) -> None:
    """Write the files that pages offer, beside the pages of a web site."""
    if exception is not None or not has_files(app.builder):
        return
    wanted = dict.fromkeys(
        (offer.system, name) for offer in bml_domain(app.env).offers() for name in offer.formats
    )
    systems = build_systems(app.env) if wanted else {}
    for system, name in wanted:
        known = systems.get(system, System(()))
        write_export(app.env, Path(app.outdir), EXPORTS[name], system, known)
    write_deals(app.env, Path(app.outdir))


def write_deals(env: BuildEnvironment, folder: Path) -> None:
    """Write the files of deals that pages offer into ``folder``."""
    domain = bml_domain(env)
    wanted = dict.fromkeys((offer.page, name) for offer in domain.deal_offers() for name in offer.formats)
    for page, name in wanted:
        deals = domain.deals(page)
        report_losses(*deal_losses(deals, page, name))
        write_file(folder / deal_file(page, name), deal_content(deals, name))
