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

from bml_core.formats.exports import EXPORTS, ExportFormat
from sphinx_bml.downloads import check_downloads
from sphinx_bml.exports import build_systems, write_export
from sphinx_bml.reports import report

LOGGER = logging.getLogger(__name__)


class ExportBuilder(Builder):
    """Writes the file of every system from all pages, in the order of the toctrees."""

    allow_parallel = True
    export: ClassVar[ExportFormat]

    def get_outdated_docs(self) -> str:
        """Everything: a file is made of all pages, and made quickly."""
        return "all systems"

    def get_target_uri(self, docname: str, typ: str | None = None) -> str:
        """No page has an address in an exported file."""
        return ""

    def write_documents(self, docnames: Set[str]) -> None:
        """Write the file of each system."""
        systems = build_systems(self.env)
        for name, system in systems.items():
            report((*system.diagnostics, *self.export.left_out(system)))
            write_export(self.env, Path(self.outdir), self.export, name, system)
        if not systems:
            LOGGER.info("no page has a bidding table to export")

    def write_doc(self, docname: str, doctree: nodes.document) -> None:
        """Pages are not written one by one."""


def _builder(export: ExportFormat) -> type[ExportBuilder]:
    members = {
        "__doc__": f"Writes the {export.title} file of every system.",
        "export": export,
        "name": export.name,
        "format": export.name,
        "epilog": f"The {export.title} files are in %(outdir)s.",
    }
    return type(f"{export.name.capitalize()}Builder", (ExportBuilder,), members)


BUILDERS = tuple(map(_builder, EXPORTS.values()))
"""A builder for each format of exported files."""


def check_systems(app: Sphinx, env: BuildEnvironment) -> None:
    """Warn of what is wrong with the systems as a whole; the builders of exported files do so themselves."""
    if isinstance(app.builder, ExportBuilder):
        return
    systems = build_systems(env)
    for system in systems.values():
        report(system.diagnostics)
    check_downloads(env, systems)
