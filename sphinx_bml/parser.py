"""Read BML files as pages: the parser behind ``source_suffix = {".bml": "bml"}``."""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.parsers import Parser

from bml_core.site import BlockContent
from sphinx_bml.blocks import BlockWriter
from sphinx_bml.contents import FILE_TYPE, bml_pages, contents_node, contents_of
from sphinx_bml.links import PageLinks
from sphinx_bml.reading import note_block, page_reader
from sphinx_bml.reports import report


class BmlParser(Parser):
    """Read a BML file as a page, with everything that the directive shows."""

    supported = (FILE_TYPE,)

    def parse(self, inputstring: str, document: nodes.document) -> None:
        """Fill the document; the file is read anew, in the encoding it has."""
        self.setup_parse(inputstring, document)
        env: BuildEnvironment = document.settings.env
        page, content = page_reader(env).read_bml_page()
        note_block(env, content)
        env.metadata[env.docname].update(page.metadata)
        document += (nodes.meta("", name=name, content=text) for name, text in page.metadata.items())
        document += _nodes(env, document, content)
        self.finish_parse()


def _nodes(env: BuildEnvironment, document: nodes.document, content: BlockContent) -> list[nodes.Element]:
    file = content.place.file
    shown = BlockWriter.of_block(document, PageLinks(env), content).nodes_for(content.blocks)
    contents = contents_of(env, env.docname)
    report(contents.diagnostics(file, "the source folder"))
    if contents.pages:
        sections = [node for node in shown if isinstance(node, nodes.section)]
        sections[-1].append(contents_node(env.docname, contents, file))
    return shown


def take_author(app: Sphinx, builder: Builder) -> None:
    """Make the author of a first page that is BML that of the book, if conf.py names none.

    This comes after Sphinx has stored the settings, to which it would be a change.
    """
    config = app.config
    root = config.root_doc
    if config.author == Config.config_values["author"].default and root in bml_pages(app.env):
        config.author = app.env.metadata[root].get("author") or config.author
