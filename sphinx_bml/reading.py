"""Read the blocks of the page that Sphinx is reading, and remember what they mean for the project."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

from sphinx.environment import BuildEnvironment

from bml_core.language import Page
from bml_core.site import BlockContent, BlockReader, Solver, named_file
from sphinx_bml.config import read_config
from sphinx_bml.domain import bml_domain
from sphinx_bml.reports import report
from sphinx_bml.words import project_words

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
    reader = BlockReader(
        Page(
            file,
            dialect=configuration.dialect,
            include_roots=(root, *configuration.include_roots),
            limits=configuration.limits,
        ),
        partial(named_file, file=file, root=root),
        configuration,
        name=env.docname,
        solver=Solver(Path(env.doctreedir, _CACHE)),
    )
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
