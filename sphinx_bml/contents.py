"""The pages that a BML page lists: ``#+PAGES:``, and on a first page without it all the others."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from bml_core import read_source
from bml_core.site.page_order import PageList, listed_pages, read_page_list

FILE_TYPE = "bml"
"""What ``source_suffix`` calls a BML file."""

# As deep as the headings of the listed pages, and the contents of a PDF, are shown.
_DEPTH = 2


@dataclass(frozen=True, slots=True)
class Contents:
    """The pages that a page lists, names that are none, and the line they are written in."""

    pages: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    line: int = 1


def contents_of(env: BuildEnvironment, docname: str) -> Contents:
    """What a BML page lists at its end."""
    written = _written(env, docname)
    if written is not None:
        found = listed_pages(written.names, docname, env.found_docs)
        return Contents(found.pages, found.unknown, written.line)
    if docname != env.config.root_doc:
        return Contents()
    elsewhere = {page for other in bml_pages(env) - {docname} for page in contents_of(env, other).pages}
    return Contents(listed_pages(["/**"], docname, env.found_docs - elsewhere).pages)


def contents_node(docname: str, contents: Contents, file: str) -> nodes.Element:
    """The list of pages, as a toctree."""
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
    """The pages that list other pages than they did when they were read."""
    return [
        docname
        for docname in bml_pages(env) - added - changed
        if list(contents_of(env, docname).pages) != env.toctree_includes.get(docname, [])
    ]


def bml_pages(env: BuildEnvironment) -> set[str]:
    """The pages that are BML files."""
    endings = tuple(suffix for suffix, kind in env.config.source_suffix.items() if kind == FILE_TYPE)
    if not endings:
        return set()
    return {docname for docname in env.found_docs if str(env.doc2path(docname)).endswith(endings)}


def _written(env: BuildEnvironment, docname: str) -> PageList | None:
    return read_page_list(read_source(env.doc2path(docname)))
