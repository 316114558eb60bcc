"""Links from pages to the exported files of a system, and the files they lead to."""

from __future__ import annotations

from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.environment import BuildEnvironment

from bml_core.formats import EXPORTS, ExportFormat, SystemTexts
from bml_core.render.html import Download
from bml_core.site import Offer, Site, SiteFile
from sphinx_bml.config import read_config
from sphinx_bml.domain import bml_domain
from sphinx_bml.nodes import bml_downloads
from sphinx_bml.reports import report_losses


def downloads_node(offer: Offer) -> bml_downloads:
    """Return the list of files; without links, since only the builder knows whether the files are there."""
    node = bml_downloads("", bullet="-")
    for file, title in offer.files:
        text = Download(file, title).text
        # Without a source the text is nobody's to translate.
        node += nodes.list_item("", nodes.paragraph(text, text), file=file, format=title)
    return node


def has_files(builder: Builder) -> bool:
    """Return whether the output is a web site, which has the files beside its pages."""
    return isinstance(builder, StandaloneHTMLBuilder) and bool(builder.add_permalinks)


def linked(node: bml_downloads, builder: Builder, docname: str) -> list[Download]:
    """Return the files of a list with the way to them from a page."""
    # The pages of singlehtml differ in their fragments alone.
    address = builder.get_target_uri(docname).partition("#")[0]
    items = [item for item in node.children if isinstance(item, nodes.list_item)]
    return [Download(item["file"], item["format"], "../" * address.count("/")) for item in items]


def system_file(env: BuildEnvironment, site: Site, export: ExportFormat, name: str) -> SiteFile:
    """Return the file of a system; without a title and a summary it has those of the project."""
    config = env.config
    # Without a release the title that Sphinx makes up has two spaces where that would stand.
    default = SystemTexts(config.project, " ".join(config.html_title.split()))
    return site.system_file(name, export, read_config(config).texts(name), default)


def write_downloads(app: Sphinx, exception: Exception | None) -> None:
    """Write the files that pages offer, beside the pages of a web site."""
    if exception is not None or not has_files(app.builder):
        return
    site, folder = bml_domain(app.env).site(), Path(app.outdir)
    wanted = ((offer.system, name) for offer in site.offers for name in offer.formats)
    for system, name in dict.fromkeys(wanted):
        system_file(app.env, site, EXPORTS[name], system).write(folder)
    for file in site.offered_deals():
        report_losses(file.loss_summary, file.losses)
        file.write(folder)
