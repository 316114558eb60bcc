"""Markdown texts (folder ``texts``) and MkDocs sites (folder ``scripts``) as scripts.

The steps, besides those of all pages (``tests/scripts.py``):

write FILE                   a file of the documentation, or beside the text
conf                         settings of mkdocs.yml, or of the extension
page [EXTENSIONS]            a text that is converted (its name in ``find`` is ``-``)
errors, tables, toc          what the text has
exports                      for each block that is exported, system and calls
build                        a build, with settings of the plugin below
files PATTERN                files of the output
nav PAGE                     the navigation on a page
tag NAME                     a commit of all files, with a tag
estate                       the files of ``tests/estate.py``
included                     what the last build said of parts of pages
"""

from __future__ import annotations

import logging
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.estate import write_estate
from tests.mkdocs_bml.pages import Converted, convert
from tests.mkdocs_bml.sites import Site
from tests.scripts import Pages, Script, scripts
from tests.system_tools import commit


class LoggedPages(Pages):
    """Pages whose makers write what they report into the log."""

    def __init__(self, folder: Path, log: pytest.LogCaptureFixture) -> None:
        super().__init__()
        self.folder = folder
        self.log = log
        self.conf("", "")

    def conf(self, _: str, body: str) -> None:
        self.values: dict[str, Any] = yaml.safe_load(body) or {}

    def heard(self) -> None:
        """Take what was logged as what is reported."""
        records = [record for record in self.log.records if record.levelno >= logging.WARNING]
        lines = [line for record in records for line in record.getMessage().splitlines()]
        self.reported = [re.sub(rf"[^\s']*?{self.folder.name}/(docs/)?|<page>:", "", line) for line in lines]
        self.log.clear()

    def codes(self, *_: str) -> list[str]:
        found = (re.match(r"(\S+\d): (BML\d+)", line) for line in self.warnings())
        return [" ".join(line.groups()) for line in found if line]


class TextStage(LoggedPages):
    """A Markdown text, converted."""

    converted: Converted

    def text(self, name: str) -> str:
        return self.converted.html

    def write(self, name: str, body: str) -> None:
        (self.folder / name).write_text(body, "utf-8")

    def page(self, extensions: str, body: str) -> None:
        self.settings("")
        self.log.clear()
        self.converted = convert(body, *extensions.split(), base_path=str(self.folder), **self.values)
        self.heard()

    def errors(self, *_: str) -> list[str]:
        return self.converted.errors

    def tables(self, *_: str) -> list[str]:
        return self.converted.tables

    def exports(self, *_: str) -> list[str]:
        exported = self.converted.exports
        rows = [
            (name, [row.call.text for t in document.tables for row in t.rows]) for name, document in exported
        ]
        return [" ".join([name, *calls]) for name, calls in rows]

    def toc(self, *_: str) -> list[str]:
        def lines(tokens: list[dict[str, Any]]) -> list[str]:
            found = []
            for token in tokens:
                found.append(f"{token['level']} {token['name']} #{token['id']}")
                found += lines(token["children"])
            return found

        return lines(self.converted.toc)


class SiteStage(LoggedPages):
    """A site and its last build."""

    def __init__(self, site: Site, log: pytest.LogCaptureFixture) -> None:
        super().__init__(site.folder, log)
        self.site = site

    def text(self, name: str) -> str:
        return (self.site.output / name).read_text("utf-8")

    def write(self, name: str, body: str) -> None:
        path = self.folder / "docs" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(body, "utf-8")

    def tag(self, name: str, _: str) -> None:
        commit(self.folder, name)

    def build(self, _: str, body: str) -> None:
        self.site.write({}, self.settings(body), **self.values)
        self.log.clear()
        with self.log.at_level(logging.INFO):
            self.site.build(strict=False)
        told = (record.getMessage() for record in self.log.records)
        self.parts = [line for line in told if " is included in " in line or "not included in" in line]
        self.heard()

    def included(self, *_: str) -> list[str]:
        return [line for text in self.parts for line in text.splitlines()]

    def estate(self, *_: str) -> None:
        write_estate(self.folder / "docs")

    def nav(self, name: str, _: str) -> list[str]:
        return [" ".join(a.get_text().split()) for a in self.tree(name).select("ul.navbar-nav:first-child a")]

    def files(self, pattern: str, _: str) -> list[str]:
        return sorted(
            path.relative_to(self.site.output).as_posix() for path in self.site.output.rglob(pattern)
        )


HERE = Path(__file__).parent


@scripts(HERE / "texts")
def test_text(script: Script, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    shown, expected = script.run(TextStage(tmp_path, caplog))
    assert shown == expected


@scripts(HERE / "scripts")
def test_script(script: Script, site: Site, caplog: pytest.LogCaptureFixture) -> None:
    shown, expected = script.run(SiteStage(site, caplog))
    assert shown == expected
