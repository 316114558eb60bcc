"""Small Sphinx projects, written down where they are tested."""

from __future__ import annotations

import contextlib
import io
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

from bs4 import BeautifulSoup
from bs4.element import Tag
from docutils import nodes
from sphinx.ext.intersphinx import inspect_main
from sphinx.testing.util import SphinxTestApp
from sphinx.util.docutils import docutils_namespace

CONF = """\
project = "Notes"
extensions = ["myst_parser", "sphinx_bml"]
html_theme = "alabaster"
myst_fence_as_directive = ["bml"]
"""

MakeApp = Callable[..., SphinxTestApp]


@dataclass
class Build:
    """A finished build: what it warned of, and what it wrote."""

    app: SphinxTestApp

    @property
    def warnings(self) -> list[str]:
        """The warnings, paths relative to the project, without colours."""
        text = re.sub(r"\x1b\[[0-9;]*m", "", self.app.warning.getvalue())
        return text.replace(f"{self.app.srcdir}/", "").splitlines()

    @property
    def status(self) -> str:
        """What was said besides warnings, without colours."""
        return re.sub(r"\x1b\[[0-9;]*m", "", self.app.status.getvalue())

    @property
    def read(self) -> list[str]:
        """The pages that were read."""
        return re.findall(r"reading sources\.\.\. \[ *\d+%\] (\S+)", self.status)

    def text(self, name: str) -> str:
        """A file of the output."""
        return (Path(self.app.outdir) / name).read_text("utf-8")

    def html(self, name: str = "index.html") -> Tag:
        """The body of a page."""
        body = BeautifulSoup(self.text(name), "html.parser").select_one("div.body, [role=main], body")
        assert body is not None
        return body

    def doctree(self, docname: str = "index") -> nodes.document:
        """A page as it was read."""
        return self.app.env.get_doctree(docname)


class Project:
    """A project in a folder of its own; ``pages`` are files by name."""

    def __init__(self, folder: Path, make_app: MakeApp, pages: Mapping[str, str], conf: str = "") -> None:
        self.folder = folder
        self._make_app = make_app
        self.write("conf.py", CONF + dedent(conf))
        for name, text in pages.items():
            self.write(name, text)

    def write(self, name: str, text: str) -> None:
        """Write or change a file."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text), "utf-8")

    def build(self, builder: str = "html", *, jobs: int = 1, **conf: object) -> Build:
        """Build, with settings in place of those in conf.py."""
        # A second application in one test would find the nodes of the first one registered.
        with docutils_namespace():
            app = self._make_app(
                builder,
                srcdir=self.folder,
                confoverrides=conf,
                parallel=jobs,
                builddir=self.folder / "_build",
            )
            app.build()
        return Build(app)


def table(markup: str) -> Tag:
    """A fragment of HTML as a tree."""
    return BeautifulSoup(markup, "html.parser")


def listed(inventory: Path) -> str:
    """What the program of intersphinx lists."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        assert inspect_main([str(inventory)]) == 0
    return said.getvalue()
