"""Read the blocks of the page that Sphinx is reading, and whole BML files as pages."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.parsers import Parser

from bml_core.site import BlockContent, BlockReader, Solver
from sphinx_bml.blocks import BlockWriter
from sphinx_bml.config import read_config
from sphinx_bml.domain import bml_domain
from sphinx_bml.inlines import PageLinks
from sphinx_bml.page_files import FILE_TYPE, bml_pages, contents_node, contents_of
from sphinx_bml.reports import report
from sphinx_bml.translation import project_words

_READER = "bml_reader"
_CACHE = "bml-double-dummy"


def page_reader(env: BuildEnvironment) -> BlockReader:
    """Return the reader of the page that is being read; all blocks of the page share it."""
    # Under this name all supported versions of Sphinx know what belongs to the page being read.
    reader = env.temp_data.get(_READER)
    if isinstance(reader, BlockReader):
        return reader
    configuration = replace(read_config(env.config), words=project_words())
    file, root = str(env.doc2path(env.docname)), str(env.srcdir)
    solver = Solver(Path(env.doctreedir, _CACHE))
    reader = BlockReader.of_file(file, root, configuration, name=env.docname, solver=solver)
    env.temp_data[_READER] = reader
    return reader


def note_block(env: BuildEnvironment, content: BlockContent) -> None:
    """Report what is wrong with a block, and remember what it means for its page and its system."""
    report(content.diagnostics)
    for file in content.dependencies:
        env.note_dependency(file)
    if content.may_be_mended:
        env.note_reread()
    bml_domain(env).note(env.docname, content.facts)


# ---------------------------------------------------------------- BML files as pages


class BmlParser(Parser):
    """Read a BML file as a page, with everything that the directive shows."""

    supported = (FILE_TYPE,)

    def parse(self, inputstring: str, document: nodes.document) -> None:
        """Fill the document; the file is read again, in the encoding it has."""
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
