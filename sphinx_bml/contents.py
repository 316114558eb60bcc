"""The pages that a BML page lists: ``#+PAGES:``, and on a first page without it all the others."""

from __future__ import annotations

from collections.abc import Set

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from bml_core.language import read_source
from bml_core.site import ListedPages, PageList, page_contents, read_page_list

FILE_TYPE = "bml"
"""What ``source_suffix`` calls a BML file."""

# As deep as the headings of the listed pages, and the contents of a PDF, are shown.
_DEPTH = 2


def contents_of(env: BuildEnvironment, docname: str) -> ListedPages:
    """Return what a BML page lists at its end."""
    others = bml_pages(env) - {docname} if docname == env.config.root_doc else None

    def read_list(page: str) -> PageList | None:
        return read_page_list(read_source(env.doc2path(page)))

    return page_contents(docname, read_list, env.found_docs, others)


def contents_node(docname: str, contents: ListedPages, file: str) -> nodes.Element:
    """Return the list of pages, as a toctree."""
    tree = addnodes.toctree(
        "",
        parent=docname,
        entries=[(None, page) for page in contents.pages],
        includefiles=list(contents.pages),
        maxdepth=_DEPTH,
        caption=None,
        glob=False,
        hidden=False,
        includehidden=False,
        numbered=0,
        titlesonly=False,
    )
    tree.source, tree.line = file, contents.line
    return nodes.compound("", tree, classes=["toctree-wrapper"])


def find_outdated(
    app: Sphinx, env: BuildEnvironment, added: Set[str], changed: Set[str], removed: Set[str]
) -> list[str]:
    """Return the pages that list other pages than they did when they were read."""
    return [
        docname
        for docname in bml_pages(env) - added - changed
        if list(contents_of(env, docname).pages) != env.toctree_includes.get(docname, [])
    ]


def bml_pages(env: BuildEnvironment) -> set[str]:
    """Return the pages that are BML files."""
    endings = tuple(suffix for suffix, kind in env.config.source_suffix.items() if kind == FILE_TYPE)
    if not endings:
        return set()
    return {docname for docname in env.found_docs if str(env.doc2path(docname)).endswith(endings)}
