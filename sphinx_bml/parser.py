"""BML files as pages: the parser behind ``source_suffix = {".bml": "bml"}``."""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.parsers import Parser

from bml_core import Location
from bml_core.site import BmlPage, make_page
from sphinx_bml.blocks import BlockWriter
from sphinx_bml.contents import FILE_TYPE, bml_pages, contents_node, contents_of
from sphinx_bml.links import PageLinks
from sphinx_bml.reading import PageReader, note_block
from sphinx_bml.reports import report, warn
from sphinx_bml.words import project_words


class BmlParser(Parser):
    """Reads a BML file as a page, with everything that the directive shows."""

    supported = (FILE_TYPE,)

    def parse(self, inputstring: str, document: nodes.document) -> None:
        """Fill the document; the file is read anew, in the encoding it has."""
        self.setup_parse(inputstring, document)
        env: BuildEnvironment = document.settings.env
        reader = PageReader(env)
        bml = reader.read_page()
        page = make_page(bml, reader.file)
        report((*bml.diagnostics, *page.diagnostics))
        for place, problem in page.problems:
            warn(str(problem), place, "option")
        note_block(env, bml, page.options, Location(reader.file, 1))
        _note_metadata(env, page)
        document += _meta_nodes(page)
        document += _shown(env, document, reader, page)
        self.finish_parse()


def _shown(
    env: BuildEnvironment, document: nodes.document, reader: PageReader, page: BmlPage
) -> list[nodes.Element]:
    options = page.options
    writer = BlockWriter(
        document,
        PageLinks(env),
        reader.config.collapse if options.collapse is None else options.collapse,
        style=options.style,
        hcp=options.hcp,
        words=project_words(),
    )
    shown = writer.nodes_for(page.blocks)
    contents = contents_of(env, env.docname)
    for place, problem in contents.problems(reader.file, "the source folder"):
        warn(str(problem), place, problem.option)
    if contents.pages:
        sections = [node for node in shown if isinstance(node, nodes.section)]
        sections[-1].append(contents_node(env.docname, contents, reader.file))
    return shown


def _note_metadata(env: BuildEnvironment, page: BmlPage) -> None:
    told = {"description": page.description, "author": page.author}
    env.metadata[env.docname].update({name: text for name, text in told.items() if text})


def take_author(app: Sphinx, builder: Builder) -> None:
    """Let the author of a first page that is BML be that of the book, where conf.py names none.

    This comes after Sphinx has stored the settings, to which it would be a change.
    """
    config = app.config
    root = config.root_doc
    if config.author == Config.config_values["author"].default and root in bml_pages(app.env):
        config.author = app.env.metadata[root].get("author") or config.author


def _meta_nodes(page: BmlPage) -> list[nodes.meta]:
    told = {"description": page.description, "author": page.author}
    return [nodes.meta("", name=name, content=text) for name, text in told.items() if text]
