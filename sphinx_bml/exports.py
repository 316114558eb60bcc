"""What is known when all pages are read: files of systems and deals, frequencies and example hands.

The builders ``bss``, ``bboalert``, ``pbn`` and ``lin`` write the files; builders of web pages write those
that pages link to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.environment import BuildEnvironment
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging

from bml_core import Location
from bml_core._package import few_collections
from bml_core.formats import EXPORTS, ExportFormat, SystemTexts
from bml_core.formats.deals import DealFormat
from bml_core.render.html import downloads_html
from bml_core.site import (
    FIELD_DATA,
    Addresses,
    QueryResult,
    Site,
    SiteFile,
    auction_list,
    deal_formats,
    writable,
)
from sphinx_bml.config import project_words, read_config
from sphinx_bml.content import NodeMaker, bml_frame, bml_later, place_of
from sphinx_bml.domain import BmlDomain, PageLinks, bml_domain, has_row_ids
from sphinx_bml.reports import WARNING_TYPE, report, report_losses

LOGGER = logging.getLogger(__name__)
# The names of the files that a build has written, for the next one.
_LIST = ".bml-files"


class _FileBuilder(Builder):
    """Writes files made of all pages, and quickly."""

    allow_parallel = True

    def get_outdated_docs(self) -> str:
        """Return that everything is outdated."""
        return "all pages"

    def get_target_uri(self, docname: str, typ: str | None = None) -> str:
        """Return no address, since pages have none in an exported file."""
        return ""

    def write_doc(self, docname: str, doctree: nodes.document) -> None:
        """Write nothing: pages are not written one by one."""

    def write_files(self, site: Site, files: Iterable[SiteFile]) -> None:
        """Write the files, and delete those of earlier builds that are no longer written."""
        folder = Path(self.outdir)
        written = [str(file.write(folder).relative_to(folder)) for file in files]
        listed = folder / _LIST
        older = listed.read_text("utf-8").splitlines() if listed.is_file() else []
        if not site.is_whole:
            LOGGER.warning(
                "Not every file of the pages could be read, so older files stay as they are.",
                type=WARNING_TYPE,
                subtype="files",
            )
            written = list(dict.fromkeys((*older, *written)))
        for name in set(older) - set(written):
            (folder / Path(name).name).unlink(missing_ok=True)
        listed.write_text("".join(f"{name}\n" for name in written), "utf-8")


class ExportBuilder(_FileBuilder):
    """Writes the file of every system from all pages, in the order of the toctrees."""

    export: ClassVar[ExportFormat]

    def write_documents(self, docnames: Set[str]) -> None:
        """Write the file of each system."""
        site = bml_domain(self.env).site()
        files = []
        for name, system in site.systems.items():
            files.append(system_file(self.env, site, self.export, name))
            report((*system.diagnostics, *files[-1].diagnostics))
        self.write_files(site, files)
        if not site.systems:
            LOGGER.info("no page has a bidding table to export")


class DealBuilder(_FileBuilder):
    """Writes the deals of all pages into one file, in the order of the toctrees."""

    deal_format: ClassVar[DealFormat]

    def write_documents(self, docnames: Set[str]) -> None:
        """Write the file."""
        site = bml_domain(self.env).site()
        files = [site.deal_file(self.deal_format.name)] if writable(site.deals()) else []
        for file in files:
            report_losses(file.loss_summary, file.losses)
        self.write_files(site, files)
        if not files:
            LOGGER.info("no page has a deal to export")


def _builder(base: type[Builder], name: str, title: str, **members: object) -> type[Builder]:
    attributes = {
        "__doc__": f"Writes the {title} file.",
        "name": name,
        "format": name,
        "epilog": f"The {title} files are in %(outdir)s.",
    }
    return type(f"{name.capitalize()}Builder", (base,), {**attributes, **members})


BUILDERS = (
    *(_builder(ExportBuilder, export.name, export.title, export=export) for export in EXPORTS.values()),
    *(_builder(DealBuilder, form.name, form.title, deal_format=form) for form in deal_formats().values()),
)
"""A builder for each format of exported files."""


@few_collections()
def find_findings(app: Sphinx, env: BuildEnvironment) -> None:
    """Look for what notes say against themselves, before Sphinx stores what is kept for the next build."""
    if not isinstance(app.builder, ExportBuilder):
        # Sphinx itself warns of pages in no table of contents.
        bml_domain(env).check(Location(str(app.confdir / "conf.py"), 1))


def keep_results(app: Sphinx, _: Exception | None) -> None:
    """Write what took long for the next build."""
    bml_domain(app.env).results.write()


def check_systems(app: Sphinx, env: BuildEnvironment) -> None:
    """Warn of what is wrong with the systems as a whole; the builders of exported files do so themselves."""
    if isinstance(app.builder, ExportBuilder):
        return
    site = bml_domain(env).site()
    for system in site.systems.values():
        report(system.diagnostics)
    report(site.empty_offers())
    report(bml_domain(env).findings)


# ---------------------------------------------------------------- links from pages


def has_files(builder: Builder) -> bool:
    """Return whether the output is a web site, which has the files beside its pages."""
    return isinstance(builder, StandaloneHTMLBuilder) and bool(builder.add_permalinks)


def way_to_top(builder: Builder, docname: str) -> str:
    """Return the way from a page to the top of its web site."""
    # The pages of singlehtml differ in their fragments alone.
    return "../" * builder.get_target_uri(docname).partition("#")[0].count("/")


def system_file(env: BuildEnvironment, site: Site, export: ExportFormat, name: str) -> SiteFile:
    """Return the file of a system; without a title and a summary it has those of the project."""
    config = env.config
    # Without a release the title that Sphinx makes up has two spaces where that would be.
    default = SystemTexts(config.project, " ".join(config.html_title.split()))
    return site.system_file(name, export, read_config(config).texts(name), default)


def write_downloads(app: Sphinx, exception: Exception | None) -> None:
    """Write the files that pages offer, beside the pages of a web site."""
    if exception is not None or not has_files(app.builder):
        return
    domain, folder = bml_domain(app.env), Path(app.outdir)
    site = domain.site()
    wanted = ((offer.system, name) for offer in site.offers for name in offer.formats)
    for system, name in dict.fromkeys(wanted):
        system_file(app.env, site, EXPORTS[name], system).write(folder)
    for file in site.offered_deals():
        report_losses(file.loss_summary, file.losses)
        file.write(folder)
    for file in _box_files(domain, app.builder):
        file.write(folder)
    _write_auctions(app, domain, folder / "_static")


def _write_auctions(app: Sphinx, domain: BmlDomain, folder: Path) -> None:
    """Write the list of auctions for the field of every page, unless it is there as it was."""
    is_wanted = has_row_ids(app.builder) and read_config(app.config).auction_field
    if not is_wanted or (Path(folder, FIELD_DATA).is_file() and not domain.is_revised):
        return
    titles = {page: node.astext() for page, node in app.env.titles.items()}
    content = auction_list(domain.auctions, app.builder.get_target_uri, lambda page: titles.get(page, page))
    if content:
        SiteFile(FIELD_DATA, content.encode()).write(folder)


def _box_files(domain: BmlDomain, builder: Builder) -> Iterator[SiteFile]:
    """Yield the files with the data of the bidding boxes of all pages."""

    def way(page: str) -> str | None:
        return builder.get_target_uri(page) if has_row_ids(builder) else None

    known = (domain.answers(page) for page in domain.facts)
    boxes = (answer.box for page in known if page is not None for answer in page.answers)
    for box in {box.folder: box for box in boxes if box is not None}.values():
        for name, content in box.files(way, project_words()):
            yield SiteFile(name, content.encode())


@few_collections()
def work_out_hands(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Work out what blocks show where their system has changed; return the pages to be written for it."""
    domain = bml_domain(env)
    site = domain.site()
    name, boxes = app.builder.name, has_files(app.builder)
    changed = []
    for docname in domain.facts:
        requests = domain.facts[docname].requests
        if requests and (answers := domain.work_out(site, docname, name, boxes=boxes)):
            changed.append(docname)
            report(chain.from_iterable(answer.diagnostics for answer in answers.answers))
    return changed


# ---------------------------------------------------------------- when a page is written


def show_downloads(app: Sphinx, document: nodes.document, docname: str) -> None:
    """Link files where they are beside the pages; elsewhere say what they are called."""
    for node in [node for node in document.findall(bml_later) if "files" in node]:
        shown: nodes.Element
        if has_files(app.builder):
            text = downloads_html(node["files"], way_to_top(app.builder, docname))
            shown = nodes.raw("", text, format="html")
        else:
            # Without a source the text is nobody's to translate.
            items = (nodes.list_item("", nodes.paragraph(file.text, file.text)) for file in node["files"])
            shown = nodes.bullet_list("", *items, bullet="-")
        node.replace_self(shown)


class ShowLater(SphinxPostTransform):
    """Puts frequencies and example hands in their places."""

    # Before links are resolved, since notes may hold some.
    default_priority = 5

    def run(self, **_kwargs: Any) -> None:  # noqa: ANN401
        """Fill the places of the document."""
        for node in [node for node in self.document.findall(bml_later) if "page" in node]:
            shown = self._answer(node)
            for each in shown:
                each.source, each.line = node.source, node.line
            node.replace_self(shown)

    def _answer(self, node: bml_later) -> list[nodes.Element]:
        known = bml_domain(self.env).answers(node["page"])
        if known is None:
            return []
        maker = NodeMaker(self.document, PageLinks(self.env), sections=False, hcp=True, words=project_words())
        return list(_nodes_for(known.answers[node["number"]], maker, known.addresses, place_of(node)))


def _nodes_for(
    found: QueryResult, maker: NodeMaker, addresses: Addresses, place: Location
) -> Iterator[nodes.Element]:
    if found.failures:
        sentences = (nodes.paragraph(text, text, translatable=False) for text in found.failures)
        yield nodes.warning("", *sentences)
    yield from maker.nodes_for(found.above)
    yield from maker.shown(found.quiz, place)
    if found.table is not None:
        drawing = maker.frequencies(found.table)
        drawing["addresses"] = addresses
        yield drawing
    index = replace(maker, collapse=1, listed=False).nodes_for(found.index)
    if found.box is not None:
        box = bml_frame("", *index, kind="box")
        box.model = found.box
        yield box
    else:
        yield from index
    if found.hands:
        yield bml_frame("", *maker.nodes_for(found.hands), kind="examples")
