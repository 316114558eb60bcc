"""The builder ``bss``: one Full Disclosure file for each system of the project."""

from __future__ import annotations

from collections.abc import Set
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.environment import BuildEnvironment
from sphinx.util import logging

from bml_core import System, build_system
from bml_core.formats import bss
from sphinx_bml.config import read_config
from sphinx_bml.domain import bml_domain
from sphinx_bml.reports import report

LOGGER = logging.getLogger(__name__)


class BssBuilder(Builder):
    """Writes ``<system>.bss`` from all pages, in the order of the toctrees."""

    name = "bss"
    format = "bss"
    epilog = "The Full Disclosure files are in %(outdir)s."
    allow_parallel = True

    def get_outdated_docs(self) -> str:
        """Everything: a file is made of all pages, and made quickly."""
        return "all systems"

    def get_target_uri(self, docname: str, typ: str | None = None) -> str:
        """No page has an address in a Full Disclosure file."""
        return ""

    def write_documents(self, docnames: Set[str]) -> None:
        """Write the file of each system."""
        systems = build_systems(self.env)
        for name, system in systems.items():
            report(system.diagnostics)
            self._write_system(name, system)
        if not systems:
            LOGGER.info("no page has a bidding table to export")

    def write_doc(self, docname: str, doctree: nodes.document) -> None:
        """Pages are not written one by one."""

    def _write_system(self, name: str, system: System) -> None:
        texts = read_config(self.config).texts(name)
        text = bss.write(
            system,
            title=texts.title or self.config.project,
            # Without a release the title that Sphinx makes up has two spaces where that would stand.
            summary=texts.summary or " ".join(self.config.html_title.split()),
        )
        path = Path(self.outdir) / f"{name}.bss"
        data = text.encode("utf-8", "replace")
        if not path.is_file() or path.read_bytes() != data:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)


def build_systems(env: BuildEnvironment) -> dict[str, System]:
    """The systems of the project by name."""
    limits = read_config(env.config).limits
    return {
        name: build_system(documents, limits=limits) for name, documents in bml_domain(env).systems().items()
    }


def check_systems(app: Sphinx, env: BuildEnvironment) -> None:
    """Warn of what is wrong with the systems as a whole; the builder ``bss`` does so when it writes them."""
    if app.builder.name == BssBuilder.name:
        return
    for system in build_systems(env).values():
        report(system.diagnostics)
