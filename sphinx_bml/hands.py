"""Frequencies and example hands: worked out from the whole project, once all pages are read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.transforms.post_transforms import SphinxPostTransform

from bml_core.render import ShareTable, Words
from bml_core.render.text import frequency_lines
from bml_core.site import Addresses, HandAnswer
from sphinx_bml.blocks import BlockWriter
from sphinx_bml.domain import bml_domain
from sphinx_bml.exports import has_files
from sphinx_bml.inlines import PageLinks
from sphinx_bml.nodes import bml_box, bml_examples, bml_frequencies, bml_hands, bml_row
from sphinx_bml.reports import report
from sphinx_bml.translation import project_words


def hands_node(env: BuildEnvironment) -> bml_hands:
    """Return what stands for the last request of the page being read until all pages are read."""
    number = len(bml_domain(env).facts[env.docname].requests) - 1
    return bml_hands("", page=env.docname, number=number)


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


def _nodes_for(found: HandAnswer, writer: BlockWriter, addresses: Addresses) -> Iterator[nodes.Element]:
    if found.failures:
        sentences = (nodes.paragraph(text, text, translatable=False) for text in found.failures)
        yield nodes.warning("", *sentences)
    yield from writer.nodes_for(found.above)
    if found.table is not None:
        yield _frequencies(found.table, writer.words, addresses)
    index = list(replace(writer, collapse=1).nodes_for(found.index))
    for row in (row for table in index for row in table.findall(bml_row)):
        # Rows of an index are none of the notes.
        row["path"] = ""
    if found.box is not None:
        box = bml_box("", *index)
        box.model = found.box
        index = [box]
    yield from index
    if found.hands:
        yield bml_examples("", *writer.nodes_for(found.hands))


def _frequencies(table: ShareTable, words: Words, addresses: Addresses) -> bml_frequencies:
    text = "\n".join(frequency_lines(table, words))
    node = bml_frequencies(text, text, language="none", translatable=False)
    node.model = table
    node["addresses"] = addresses
    return node


class ShowHands(SphinxPostTransform):
    """Puts frequencies and example hands in their places."""

    # Before links are resolved, since notes may hold some.
    default_priority = 5

    def run(self, **_kwargs: Any) -> None:  # noqa: ANN401
        """Fill the places of the document."""
        for node in list(self.document.findall(bml_hands)):
            known = bml_domain(self.env).answers(node["page"])
            if known is None:
                node.parent.remove(node)
                continue
            writer = BlockWriter(
                self.document, PageLinks(self.env), sections=False, hcp=True, words=project_words()
            )
            shown = list(_nodes_for(known.answers[node["number"]], writer, known.addresses))
            for each in shown:
                each.source, each.line = node.source, node.line
            node.replace_self(shown)
