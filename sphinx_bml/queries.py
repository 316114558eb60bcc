"""Frequencies, example hands and files to offer: known when all pages are read, or to builders alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.transforms.post_transforms import SphinxPostTransform

from bml_core._package import few_collections
from bml_core.render.html import downloads_html
from bml_core.site import Addresses, QueryResult
from sphinx_bml.config import project_words
from sphinx_bml.content import NodeMaker
from sphinx_bml.domain import bml_domain
from sphinx_bml.exports import has_files, way_to_top
from sphinx_bml.links import PageLinks
from sphinx_bml.nodes import bml_frame, bml_later
from sphinx_bml.reports import report


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
        return list(_nodes_for(known.answers[node["number"]], maker, known.addresses))


def _nodes_for(found: QueryResult, maker: NodeMaker, addresses: Addresses) -> Iterator[nodes.Element]:
    if found.failures:
        sentences = (nodes.paragraph(text, text, translatable=False) for text in found.failures)
        yield nodes.warning("", *sentences)
    yield from maker.nodes_for(found.above)
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
