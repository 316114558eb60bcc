"""Which files of a project are BML pages, before Sphinx reads any of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.util.matching import get_matching_files

from bml_core.site import SUFFIX, find_parts
from sphinx_bml.config import read_config
from sphinx_bml.contents import FILE_TYPE, bml_pages

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
    ours = {file for file in pages if suffixes[_suffix(file, suffixes)] == FILE_TYPE}
    parts = find_parts(
        [str(app.srcdir / file) for file in ours],
        [str(app.srcdir / file) for file in pages if file not in ours],
        [str(app.srcdir), *read_config(config).include_roots],
    )
    names = {Path(part).relative_to(app.srcdir).as_posix(): whole for part, whole in parts.items()}
    for name, whole in sorted(names.items()):
        LOGGER.info("%s is no page of its own: it is part of %s", name, Path(whole).relative_to(app.srcdir))
    config.exclude_patterns = [*config.exclude_patterns, *(_as_pattern(name) for name in sorted(names))]


def _suffix(file: str, suffixes: Iterable[str]) -> str:
    return next(suffix for suffix in suffixes if file.endswith(suffix))


def _as_pattern(name: str) -> str:
    """Return a pattern that matches this name alone."""
    # Python warns of a bracket straight behind a bracket.
    return re.sub(r"([*?\[])", r"[\\\1]", name)


def read_any_encoding(app: Sphinx, env: BuildEnvironment, docnames: Sequence[str]) -> None:
    """Let Sphinx read BML files that are not UTF-8.

    Sphinx hands a parser the text of its file, and stops where that is not UTF-8. Our parser does not need
    that text: it reads the file by the rules of BML. So any text will do, and since some versions of Sphinx
    keep the encoding of the first file for all of a kind, it is the same for all.
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
