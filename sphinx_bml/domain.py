"""What the pages of a project say in BML, kept from build to build."""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Set
from dataclasses import replace
from typing import Any, ClassVar

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.builders import Builder
from sphinx.domains import Domain
from sphinx.environment import BuildEnvironment
from sphinx.util.nodes import make_refnode

from bml_core import Document
from bml_core.document import BiddingTable, DescriptionLine, Row
from sphinx_bml.nodes import bml_caption, bml_figure, bml_row

_MYST_TARGETS = "myst_slugs"


class BmlDomain(Domain):
    """For each page: whether it shows BML, its rows, and its documents with the system they belong to.

    Documents are kept pickled, so that an environment loads quickly where nobody asks for them.
    """

    name = "bml"
    label = "BML"
    data_version = 2
    initial_data: ClassVar[dict[str, Any]] = {"documents": {}, "shown": set(), "rows": {}}

    @property
    def _documents(self) -> dict[str, list[tuple[str, bytes]]]:
        documents: dict[str, list[tuple[str, bytes]]] = self.data["documents"]
        return documents

    @property
    def _shown(self) -> set[str]:
        shown: set[str] = self.data["shown"]
        return shown

    @property
    def _rows(self) -> dict[str, frozenset[str]]:
        rows: dict[str, frozenset[str]] = self.data["rows"]
        return rows

    def note_shown(self, docname: str) -> None:
        """Remember that a page shows BML."""
        self._shown.add(docname)

    def note_document(self, docname: str, system: str, document: Document) -> None:
        """Remember what a block of a page adds to a system."""
        packed = pickle.dumps(for_export(document), pickle.HIGHEST_PROTOCOL)
        self._documents.setdefault(docname, []).append((system, packed))

    def shows_bml(self, docname: str) -> bool:
        """Whether a page shows BML."""
        return docname in self._shown

    @property
    def is_empty(self) -> bool:
        """Whether no page shows BML."""
        return not self._shown

    def systems(self) -> dict[str, list[Document]]:
        """The documents of each system, in the order in which a reader meets them."""
        systems: dict[str, list[Document]] = {}
        for docname in reading_order(self.env):
            for system, packed in self._documents.get(docname, ()):
                systems.setdefault(system, []).append(pickle.loads(packed))
        return systems

    def clear_doc(self, docname: str) -> None:
        """Forget a page."""
        self._documents.pop(docname, None)
        self._rows.pop(docname, None)
        self._shown.discard(docname)

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        """Take over the pages that another process read."""
        for docname in docnames:
            if docname in otherdata["documents"]:
                self._documents[docname] = otherdata["documents"][docname]
            if docname in otherdata["rows"]:
                self._rows[docname] = otherdata["rows"][docname]
        self._shown.update(otherdata["shown"] & set(docnames))

    def process_doc(self, env: BuildEnvironment, docname: str, document: nodes.document) -> None:
        """Let ``:ref:`` show the caption of a named block, and let other markup link to rows."""
        self._note_captions(env, docname, document)
        rows = frozenset(row["path"] for row in document.findall(bml_row))
        if not rows:
            return
        self._rows[docname] = rows
        # Where MyST looks for what is on a page: a line, an id, a title.
        known = env.metadata[docname].get(_MYST_TARGETS, {})
        env.metadata[docname][_MYST_TARGETS] = {**{path: (None, path, path) for path in rows}, **known}

    def _note_captions(self, env: BuildEnvironment, docname: str, document: nodes.document) -> None:
        labels = env.domains.standard_domain.labels
        for figure in document.findall(bml_figure):
            caption = next(
                (child.astext() for child in figure.children if isinstance(child, bml_caption)), ""
            )
            for name in figure["names"] if caption else ():
                labels.setdefault(name, (docname, figure["ids"][0], caption))

    def resolve_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        typ: str,
        target: str,
        node: pending_xref,
        contnode: nodes.Element,
    ) -> nodes.reference | None:
        """Lead a link in BML text to another page of the project."""
        if typ != "page" or target not in env.all_docs:
            return None
        return make_refnode(builder, fromdocname, target, node["anchor"], contnode)

    def resolve_any_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        target: str,
        node: pending_xref,
        contnode: nodes.Element,
    ) -> list[tuple[str, nodes.reference]]:
        """Lead a link to a row of the same page there."""
        if target not in self._rows.get(fromdocname, ()):
            return []
        if builder.format != "html" or not getattr(builder, "add_permalinks", False):
            # Elsewhere rows have no address, and a reference would have to lead somewhere.
            return [("bml:row", nodes.inline("", "", contnode))]  # type: ignore[list-item]
        return [("bml:row", nodes.reference("", "", contnode, internal=True, refid=target))]


def bml_domain(env: BuildEnvironment) -> BmlDomain:
    """The BML domain of a project."""
    domain = env.domains[BmlDomain.name]
    assert isinstance(domain, BmlDomain)
    return domain


def reading_order(env: BuildEnvironment) -> Iterator[str]:
    """All pages: in the order of the toctrees, then those in none, by name."""
    seen: set[str] = set()
    stack = [env.config.root_doc]
    while stack:
        docname = stack.pop()
        if docname in seen or docname not in env.all_docs:
            continue
        seen.add(docname)
        yield docname
        stack.extend(reversed(env.toctree_includes.get(docname, ())))
    yield from sorted(set(env.all_docs) - seen)


def for_export(document: Document) -> Document:
    """What an exported file needs of a document: its metadata and its tables, without inline text."""
    tables = tuple(_slim_table(table) for table in document.tables)
    return replace(document, blocks=tables, diagnostics=(), dependencies=())


def _slim_table(table: BiddingTable) -> BiddingTable:
    history = table.history and replace(table.history, description=_slim_lines(table.history.description))
    return replace(table, history=history, rows=tuple(map(_slim_row, table.rows)))


def _slim_row(row: Row) -> Row:
    return replace(
        row, description=_slim_lines(row.description), children=tuple(map(_slim_row, row.children))
    )


def _slim_lines(lines: tuple[DescriptionLine, ...]) -> tuple[DescriptionLine, ...]:
    return tuple(replace(line, spans=()) for line in lines)
