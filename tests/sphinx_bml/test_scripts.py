"""Projects that are written, built and changed: see the text files in ``scripts``.

The steps, besides those of all pages (``tests/scripts.py``):

conf                     lines of conf.py
write FILE, remove FILE  a file, later than the last build
build [BUILDER]          a build, with settings below
builds BUILDERS          several builds, without warnings
read                     the pages that the last build read
docs                     the pages of the project
contents PAGE            the pages that a page has in its contents
included                 what the last build said of parts of pages
whole FILE SELECTOR      as ``find``, in the head of a page as well
said PATTERN             what the last build said besides warnings
lines FILE PATTERN       the lines of a file in which a pattern is found
estate                   the files of ``tests/estate.py``
files PATTERN            files of the output
messages FILE            line and text of each message of a catalogue
tag NAME                 a commit of all files, with a tag
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path

from bs4 import Tag

from tests.estate import write_estate
from tests.scripts import Pages, Script, scripts, selected
from tests.sphinx_bml.projects import Build, Project
from tests.system_tools import commit


class SphinxStage(Pages):
    """A project and its last build."""

    def __init__(self, project: Project) -> None:
        super().__init__()
        self.project = project
        self.built: Build
        self.builds_done = 0

    def text(self, name: str) -> str:
        return self.built.text(name)

    def tree(self, name: str) -> Tag:
        return self.built.html(name)

    def conf(self, _: str, body: str) -> None:
        path = self.project.folder / "conf.py"
        path.write_text(path.read_text("utf-8") + body, "utf-8")

    def write(self, name: str, body: str) -> None:
        self.project.write(name, body)
        path = self.project.folder / name
        moment = path.stat().st_mtime + 60 * self.builds_done
        os.utime(path, (moment, moment))

    def remove(self, name: str, _: str) -> None:
        (self.project.folder / name).unlink()

    def tag(self, name: str, _: str) -> None:
        commit(self.project.folder, name)

    def build(self, builder: str, body: str) -> None:
        settings, read = self.settings(body), self.project.folder / "_build" / "doctrees"
        if builder == "gettext":
            # Sphinx keeps what it reads for catalogues apart.
            shutil.rmtree(read, ignore_errors=True)
        self.built = self.project.build(builder or "html", **settings)
        if builder == "gettext":
            shutil.rmtree(read)
        self.builds_done += 1
        self.reported = self.built.warnings

    def builds(self, builders: str, body: str) -> None:
        for builder in builders.split():
            self.build(builder, body)
            assert self.reported == [], builder

    def codes(self, *_: str) -> list[str]:
        """Place and code of each warning."""
        lines = [line for line in self.warnings() if "WARNING:" in line]
        return [f"{line.split(': WARNING:')[0]} {line.rpartition('[')[2].rstrip(']')}" for line in lines]

    def read(self, *_: str) -> list[str]:
        return self.built.read

    def docs(self, *_: str) -> list[str]:
        return sorted(self.built.app.env.all_docs)

    def contents(self, page: str, _: str) -> list[str]:
        found: list[str] = self.built.app.env.toctree_includes.get(page, [])
        return found

    def included(self, *_: str) -> list[str]:
        return re.findall(r"^\S+ is included in \S+", self.built.status, re.MULTILINE)

    def whole(self, query: str, _: str) -> list[str]:
        name, _, selector = query.partition(" ")
        return selected(super().tree(name), selector)

    def said(self, pattern: str, _: str) -> list[str]:
        return [line for line in self.built.status.splitlines() if re.search(pattern, line)]

    def lines(self, query: str, _: str) -> list[str]:
        name, _, pattern = query.partition(" ")
        return [line for line in self.text(name).splitlines() if re.search(pattern, line)]

    def estate(self, *_: str) -> None:
        write_estate(self.project.folder)

    def messages(self, name: str, _: str) -> list[str]:
        """Line and text of each message of a catalogue."""
        found = re.findall(r'^#: \S+:(\d+)\nmsgid ((?:".*"\n)+)', self.text(name), re.MULTILINE)
        quoted = [(line, "".join(re.findall(r'"(.*)"', text))) for line, text in found]
        return [f"{line} {text}" for line, text in quoted]

    def files(self, pattern: str, _: str) -> list[str]:
        folder = Path(self.built.app.outdir)
        return sorted(path.relative_to(folder).as_posix() for path in folder.rglob(pattern))


@scripts(Path(__file__).parent / "scripts")
def test_script(script: Script, project: Callable[..., Project]) -> None:
    shown, expected = script.run(SphinxStage(project({})))
    assert shown == expected
