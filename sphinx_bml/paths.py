"""Which file of the documentation a page names, for any name an author may write."""

from __future__ import annotations

import os
from pathlib import Path

from sphinx.environment import BuildEnvironment


def named_file(env: BuildEnvironment, name: str) -> str:
    """Return the path of a file that the page being read names, relative to it or, with /, to the top.

    Unlike Sphinx's own way this asks the disk nothing, so names that no disk takes are found out later.
    """
    folder = Path(env.srcdir) if name.startswith("/") else Path(env.doc2path(env.docname)).parent
    return os.path.normpath(folder / name.lstrip("/"))


def is_file_inside(env: BuildEnvironment, file: str) -> bool:
    """Return whether a file is there and lies in the source folder, links followed."""
    try:
        real = Path(os.path.realpath(file))
        return real.is_file() and real.is_relative_to(os.path.realpath(env.srcdir))
    except (OSError, ValueError):
        return False
