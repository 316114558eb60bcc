"""Frequencies and example hands: worked out from the whole project, once all pages are read."""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.transforms.post_transforms import SphinxPostTransform

from bml_core import Document, System, __version__, expand
from bml_core.render.share_table import ShareTable
from bml_core.render.text.frequencies import frequency_lines
from bml_core.site.hand_pages import Addresses, HandAnswer, HandRequest, answer, row_addresses
from sphinx_bml.blocks import BlockWriter
from sphinx_bml.config import read_config
from sphinx_bml.domain import BmlDomain, Settled, bml_domain
from sphinx_bml.links import PageLinks
from sphinx_bml.nodes import bml_examples, bml_frequencies, bml_hands
from sphinx_bml.reports import report, warn
from sphinx_bml.words import project_words


def hands_node(env: BuildEnvironment, request: HandRequest) -> bml_hands:
    """What stands for a block of the page being read until all pages are read."""
    domain = bml_domain(env)
    domain.note_shown(env.docname)
    return bml_hands("", page=env.docname, number=domain.note_request(env.docname, request))


# ---------------------------------------------------------------- when all pages are read


def settle_hands(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Work out what blocks show where their system has changed; the pages that are to be written for it."""
    domain = bml_domain(env)
    systems = _Systems(env)
    changed = []
    for docname, requests in domain.requests():
        signature = systems.signature(requests)
        settled = domain.settled(docname)
        if settled is None or settled.signature != signature:
            settled = Settled(signature, tuple(map(systems.answer, requests)), systems.addresses(requests))
            domain.settle(docname, settled)
        if domain.note_written(app.builder.name, docname, signature):
            changed.append(docname)
            _report(requests, settled.answers)
    return changed


def _report(requests: Iterable[HandRequest], answers: Iterable[HandAnswer]) -> None:
    for request, found in zip(requests, answers, strict=True):
        report(found.diagnostics)
        for problem in found.problems:
            warn(str(problem), request.place, "hands")


class _Systems:
    """The systems of a project, each built when it is first asked for."""

    def __init__(self, env: BuildEnvironment) -> None:
        self._domain: BmlDomain = bml_domain(env)
        self._limits = read_config(env.config).limits
        self._packed: dict[str, list[tuple[str, bytes]]] | None = None
        self._digests: dict[str, str] = {}
        self._documents: dict[str, list[tuple[str, Document]]] = {}
        self._built: dict[str, System] = {}

    def signature(self, requests: Iterable[HandRequest]) -> str:
        """What tells whether anything changed that the answers depend on."""
        parts = [__version__, *(f"{request!r} {self._digest(request.system)}" for request in requests)]
        return hashlib.sha256("\n".join(parts).encode("utf-8", "replace")).hexdigest()

    def answer(self, request: HandRequest) -> HandAnswer:
        """What a block shows."""
        return answer(request, self._system(request.system))

    def addresses(self, requests: Iterable[HandRequest]) -> Addresses:
        """Where the rows of the systems stand that blocks speak of."""
        names = dict.fromkeys(request.system for request in requests)
        pages = (page for name in names for page in self._pages(name))
        return row_addresses(pages, self._domain.row_idents())

    def _packed_of(self, name: str | None) -> list[tuple[str, bytes]]:
        if self._packed is None:
            self._packed = self._domain.packed_systems()
        return self._packed.get(name or "", [])

    def _digest(self, name: str | None) -> str:
        key = name or ""
        if key not in self._digests:
            digest = hashlib.sha256(repr(self._limits).encode())
            idents = self._domain.row_idents()
            for docname, packed in self._packed_of(name):
                digest.update(f"{docname}\n{sorted(idents.get(docname, ()))}\n".encode("utf-8", "replace"))
                digest.update(packed)
            self._digests[key] = digest.hexdigest()
        return self._digests[key]

    def _pages(self, name: str | None) -> list[tuple[str, Document]]:
        key = name or ""
        if key not in self._documents:
            self._documents[key] = [(page, pickle.loads(packed)) for page, packed in self._packed_of(name)]
        return self._documents[key]

    def _system(self, name: str | None) -> System | None:
        key = name or ""
        if key not in self._built:
            documents = [document for _, document in self._pages(name)]
            self._built[key] = expand(documents, limits=self._limits)
        return self._built[key]


# ---------------------------------------------------------------- when a page is written


@dataclass(frozen=True, slots=True)
class _Shower:
    """Turns the answers of a page into nodes."""

    writer: BlockWriter
    settled: Settled

    def nodes_for(self, found: HandAnswer) -> Iterator[nodes.Element]:
        if found.failures:
            sentences = (nodes.paragraph(text, text, translatable=False) for text in found.failures)
            yield nodes.warning("", *sentences)
        if found.table is not None:
            yield self._frequencies(found.table)
        yield from self.writer.nodes_for(found.above)
        if found.hands:
            yield bml_examples("", *self.writer.nodes_for(found.hands))

    def _frequencies(self, table: ShareTable) -> bml_frequencies:
        text = "\n".join(frequency_lines(table, self.writer.words))
        node = bml_frequencies(text, text, language="none", translatable=False)
        node.model = table
        node["addresses"] = self.settled.addresses
        return node


class ShowHands(SphinxPostTransform):
    """Puts frequencies and example hands in their places."""

    # Before links are resolved, since notes may hold some.
    default_priority = 5

    def run(self, **_kwargs: Any) -> None:  # noqa: ANN401
        """Go through the places of the document."""
        for node in list(self.document.findall(bml_hands)):
            settled = bml_domain(self.env).settled(node["page"])
            if settled is None:
                node.parent.remove(node)
                continue
            writer = BlockWriter(
                self.document, PageLinks(self.env), sections=False, hcp=True, words=project_words()
            )
            shown = list(_Shower(writer, settled).nodes_for(settled.answers[node["number"]]))
            for each in shown:
                each.source, each.line = node.source, node.line
            node.replace_self(shown)
