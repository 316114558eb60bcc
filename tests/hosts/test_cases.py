"""What MkDocs and Sphinx show of the same pages, what they report, and what they export: cases.txt.

A case has a name, pages, settings, and below ``shown`` what both hosts show of the page ``index``, and what
they report. The commands export of its pages what the hosts do.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from bs4 import Tag

from bml_core.commands import main
from tests.mkdocs_bml.sites import Site
from tests.sphinx_bml.projects import Project
from tests.system_tools import commit

SHOWN = {
    ".bml-caption": "caption",
    ".bml-scope": "scope",
    ".bml-history": "auction",
    ".bml-table .bml-row, .bml-rows tbody tr": "row",
    ".bml-shares tbody tr": "share",
    ".bml-deal .bml-seat": "hand",
    ".bml-answer": "answer",
    ".bml-question > p": "asks",
    ".bml-question > ol > li": "offers",
    ".bml-play a": "link",
    ".bml-cards-inline": "hand",
    ".bml-download": "file",
    ".bml-way": "link",
    ".bml-responses": "link",
    ".bml-text-table td": "cell",
    ".bml-standing": "anchor",
    "pre": "code",
}
FINDING = re.compile(
    r"([\w/.]+):(\d+)(?::\d+)?: (?:WARNING: (?:(?!WARNING:)[\s\S])*?\[bml\.(\w+)\]|(BML\d+))"
)


@dataclass
class Case:
    """A case of the file."""

    name: str
    pages: dict[str, str] = field(default_factory=dict)
    settings: dict[str, Any] = field(default_factory=dict)
    old: dict[str, str] = field(default_factory=dict)
    expected: list[str] = field(default_factory=list)


def read_cases() -> list[Case]:
    cases: list[Case] = []
    for text in Path(__file__).with_name("cases.txt").read_text("utf-8").split("\n=== ")[1:]:
        name, _, rest = text.partition("\n")
        case = Case(name)
        for part in (
            rest.split("\n--- ")[1:] if not rest.startswith("--- ") else f"\n{rest}".split("\n--- ")[1:]
        ):
            title, _, body = part.partition("\n")
            if title == "shown":
                case.expected = body.strip().splitlines()
            elif title == "settings":
                case.settings = json.loads(body)
            elif title.startswith("before "):
                case.old[title.removeprefix("before ")] = f"{body}\n"
            else:
                case.pages[title] = f"{body}\n"
        cases.append(case)
    return cases


CASES = read_cases()
every = pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])


def shown(page: Tag) -> list[str]:
    """What a page shows, kind by kind in its order."""
    lines = []
    # The first kind that selects an element is its kind.
    kinds = {id(each): kind for selector, kind in reversed(SHOWN.items()) for each in page.select(selector)}
    for element in page.find_all(lambda each: id(each) in kinds):
        kind = kinds[id(element)]
        text = " ".join(element.get_text(" ").replace("\u00a0", " ").split())
        lines.append(f"{kind} {text if kind != 'answer' else ''}".strip())
        if element.get("id") and kind == "anchor":
            lines[-1] += f" {element['id']}"
        if element.name == "a":
            lines[-1] += f" -> {element['href']}"
    return lines


def findings(text: str) -> list[str]:
    """The places and codes in what a host reports."""
    return sorted(
        f"! {Path(found[1]).name}:{found[2]} {found[4] or found[3]}" for found in FINDING.finditer(text)
    )


def coded(lines: list[str]) -> list[str]:
    """The findings with the names that Sphinx has for some codes."""
    names = {"BML136": "hands", "BML131": "option", "BML145": "changes", "BML137": "deal"}
    return sorted(re.sub(r"BML\d+$", lambda found: names.get(found[0], found[0]), line) for line in lines)


@every
def test_mkdocs(case: Case, site: Site, caplog: pytest.LogCaptureFixture) -> None:
    if case.old:
        site.write({**case.pages, **case.old}, case.settings)
        commit(site.folder, "v1")
    site.write(case.pages, case.settings, use_directory_urls=False)
    with caplog.at_level(logging.WARNING):
        site.build(strict=False)
    reports = findings("\n".join(record.getMessage() for record in caplog.records))
    assert [*shown(site.page("index.html")), *reports] == case.expected
    if not [name for name in case.pages if name.endswith(".md") and name != "index.md"]:
        assert_commands_export_the_same(site)


def assert_commands_export_the_same(site: Site) -> None:
    """Hold the exports of a site with one page against what the command makes of the page."""
    for exported in site.output.glob("*.bss"):
        output = site.folder / exported.name
        page = str(site.folder / "docs" / "index.md")
        main(["bss", page, "--system", exported.stem, "-o", str(output)])
        assert output.read_text("utf-8").splitlines()[1:] == site.bss(exported.stem).splitlines()[1:]


@every
def test_sphinx(case: Case, project: Callable[..., Project]) -> None:
    made = project({**case.pages, **case.old})
    if case.old:
        commit(made.folder, "v1")
        for name in case.old:
            made.write(name, case.pages[name])
    settings = {f"bml_{name}": value for name, value in case.settings.items()}
    build = made.build(suppress_warnings=["toc.not_included"], **settings)
    expected = [line for line in case.expected if not line.startswith("! ")]
    reports = [line for line in case.expected if line.startswith("! ")]
    assert shown(build.html()) == expected
    assert coded(findings("\n".join(build.warnings))) == coded(reports)
