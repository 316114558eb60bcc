"""Which files of a project are BML pages, and the pages that these list: ``#+PAGES:``."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence, Set
from functools import partial
from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.errors import ConfigError
from sphinx.util import logging
from sphinx.util.matching import get_matching_files

from bml_core.files import write_file
from bml_core.language import read_source
from bml_core.notes import SUFFIX, ListedPages, Markup, PageList, find_parts, page_contents, read_page_list
from bml_core.site import MADE, practice_page
from sphinx_bml.config import project_words, read_config
from sphinx_bml.domain import bml_domain, is_file_inside

LOGGER = logging.getLogger(__name__)

_ENCODING = "input_encoding"
_ANY_BYTES = "latin-1"


def leave_out_parts(app: Sphinx, config: Config) -> None:
    """Exclude BML files that other files show or include: they are parts of those pages.

    This comes before Sphinx compares the settings with those of the last build: a new set of pages is a
    change of them.
    """
    suffixes: dict[str, str] = config.source_suffix
    if suffixes.get(SUFFIX) == "restructuredtext":
        # A list of endings says nothing about what they stand for.
        config.source_suffix = suffixes = {**suffixes, SUFFIX: FILE_TYPE}
    if FILE_TYPE not in suffixes.values():
        return
    excluded = [*config.exclude_patterns, *config.templates_path]
    files = get_matching_files(app.srcdir, config.include_patterns, excluded)
    pages = [file for file in files if file.endswith(tuple(suffixes))]
    kinds = {file: next(kind for suffix, kind in suffixes.items() if file.endswith(suffix)) for file in pages}
    ours = {file for file in pages if kinds[file] == FILE_TYPE}
    parts = find_parts(
        [str(app.srcdir / file) for file in ours],
        [str(app.srcdir / file) for file in pages if file not in ours],
        [str(app.srcdir), *read_config(config).include_roots],
    )
    names = {Path(part).relative_to(app.srcdir).as_posix(): whole for part, whole in parts.items()}
    for name, whole in sorted(names.items()):
        LOGGER.info("%s is included in %s", name, Path(whole).relative_to(app.srcdir))
    # Patterns that match these names alone. Python warns of a bracket directly after a bracket.
    patterns = (re.sub(r"([*?\[])", r"[\\\1]", name) for name in sorted(names))
    config.exclude_patterns = [*config.exclude_patterns, *patterns]


def write_practice(app: Sphinx) -> None:
    """Write the page of the setting ``bml_practice``, unless the project has a page of that name.

    Raises:
        ConfigError: It cannot be written.
    """
    settings = read_config(app.config)
    if not settings.practice:
        return
    own = app.srcdir / f"{settings.practice}.rst"
    pages = (app.srcdir / f"{settings.practice}{suffix}" for suffix in app.config.source_suffix)
    titles = {name: texts.title for name, texts in settings.systems.items()}
    text = practice_page(titles, Markup.REST, project_words())
    try:
        written = next((path.read_text("utf-8", "replace") for path in pages if path.is_file()), "")
        if text != written and (MADE in written or not written):
            write_file(own, (text.encode(),))
    except OSError as error:
        raise ConfigError(f"The page of bml_practice cannot be written: {own}: {error.strerror}.") from error


def read_any_encoding(app: Sphinx, env: BuildEnvironment, docnames: Sequence[str]) -> None:
    """Let Sphinx read BML files that are not UTF-8.

    Sphinx hands a parser the text of its file, and stops where that is not UTF-8. Our parser does not need
    that text: it reads the file by the rules of BML. So any text is allowed, and since some versions of
    Sphinx keep the encoding of the first file for all of a kind, it is the same for all.
    """
    ours = bml_pages(env).intersection(docnames)
    if ours:
        vars(app.builder)["read_doc"] = partial(_read_doc, env, ours, app.builder.read_doc)


def _read_doc(
    env: BuildEnvironment, ours: set[str], read_doc: Callable[..., None], docname: str, **options: object
) -> None:
    encoding = env.settings[_ENCODING]
    env.settings[_ENCODING] = _ANY_BYTES if docname in ours else encoding
    try:
        read_doc(docname, **options)
    finally:
        env.settings[_ENCODING] = encoding


# ---------------------------------------------------------------- lists of pages

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
    """Return the pages that list other pages than when they were read, or link to files that were missing."""
    missing = bml_domain(env).data["missing"].items()
    mended = {docname for docname, files in missing if any(is_file_inside(env, file) for file in files)}
    lists = {
        docname
        for docname in bml_pages(env) - added - changed
        if list(contents_of(env, docname).pages) != env.toctree_includes.get(docname, [])
    }
    return sorted((mended | lists) & env.found_docs - added - changed)


def bml_pages(env: BuildEnvironment) -> set[str]:
    """Return the pages that are BML files."""
    endings = tuple(suffix for suffix, kind in env.config.source_suffix.items() if kind == FILE_TYPE)
    if not endings:
        return set()
    return {docname for docname in env.found_docs if str(env.doc2path(docname)).endswith(endings)}
