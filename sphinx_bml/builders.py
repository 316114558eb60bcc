"""The builders of exported files: one file for each system of the project."""

from __future__ import annotations

from collections.abc import Set
from pathlib import Path
from typing import ClassVar

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.environment import BuildEnvironment
from sphinx.util import logging

from bml_core.formats.deals import DealFormat
from bml_core.formats.exports import EXPORTS, ExportFormat
from bml_core.site.deal_pages import DEAL_FORMATS, deal_content, deal_file, deal_losses, writable
from sphinx_bml.domain import bml_domain
from sphinx_bml.downloads import check_downloads
from sphinx_bml.exports import build_systems, write_export, write_file
from sphinx_bml.reports import report, report_losses

LOGGER = logging.getLogger(__name__)


class _FileBuilder(Builder):
    """Writes files made of all pages, and quickly."""

    allow_parallel = True

    def get_outdated_docs(self) -> str:
        """Everything."""
        return "all pages"

    def get_target_uri(self, docname: str, typ: str | None = None) -> str:
        """No page has an address in an exported file."""
        return ""

    def write_doc(self, docname: str, doctree: nodes.document) -> None:
        """Pages are not written one by one."""


class ExportBuilder(_FileBuilder):
    """Writes the file of every system from all pages, in the order of the toctrees."""

    export: ClassVar[ExportFormat]

    def write_documents(self, docnames: Set[str]) -> None:
        """Write the file of each system."""
        systems = build_systems(self.env)
        for name, system in systems.items():
            report((*system.diagnostics, *self.export.losses(system)))
            write_export(self.env, Path(self.outdir), self.export, name, system)
        if not systems:
            LOGGER.info("no page has a bidding table to export")


class DealBuilder(_FileBuilder):
    """Writes the deals of all pages into one file, in the order of the toctrees."""

    deal_format: ClassVar[DealFormat]

    def write_documents(self, docnames: Set[str]) -> None:
        """Write the file."""
        deals, form = bml_domain(self.env).deals(), self.deal_format
        if writable(deals):
            report_losses(*deal_losses(deals, "", form.name))
            write_file(Path(self.outdir, deal_file("", form.name)), deal_content(deals, form.name))
        else:
            LOGGER.info("no page has a deal to export")


def _builder(base: type[Builder], name: str, title: str, **members: object) -> type[Builder]:
    told = {
        "__doc__": f"Writes the {title} file.",
        "name": name,
        "format": name,
        "epilog": f"The {title} files are in %(outdir)s.",
    }
    return type(f"{name.capitalize()}Builder", (base,), {**told, **members})


BUILDERS = (
    *(_builder(ExportBuilder, export.name, export.title, export=export) for export in EXPORTS.values()),
    *(_builder(DealBuilder, form.name, form.title, deal_format=form) for form in DEAL_FORMATS.values()),
)
"""A builder for each format of exported files."""


def check_systems(app: Sphinx, env: BuildEnvironment) -> None:
    """Warn of what is wrong with the systems as a whole; the builders of exported files do so themselves."""
    if isinstance(app.builder, ExportBuilder):
        return
    systems = build_systems(env)
    for system in systems.values():
        report(system.diagnostics)
    check_downloads(env, systems)
