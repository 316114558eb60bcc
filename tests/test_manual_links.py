"""Links of the manual lead somewhere, and both sites have the same pages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.manual_pages import PAGES, TOP

README = TOP / "README.md"


@pytest.mark.parametrize("path", [README, *PAGES], ids=lambda path: path.stem)
def test_links_lead_somewhere(path: Path) -> None:
    text = re.sub(r"^(`{3,}).*?^\1$", "", path.read_text("utf-8"), flags=re.M | re.S)
    text = re.sub(r"`[^`]*`", "", text)
    targets = re.findall(r"\]\(<?([^)>]+)>?\)", text)
    # The builds of the demo find out where the links to auctions lead.
    for target in (each for each in targets if not each.startswith(("auction:", "hand:", "https://"))):
        file, _, anchor = target.partition("#")
        there = path.parent / file if file else path
        assert there.is_file(), target
        if anchor:
            assert anchor in anchors(there), target


def test_both_hosts_list_the_pages_in_the_same_order() -> None:
    contents = (TOP / "demo_docs" / "contents.rst").read_text("utf-8")
    sphinx = re.findall(r"^   ((?:manual|players|tables|system)/[\w/-]+|index)$", contents, re.M)
    mkdocs = re.findall(r"- ([\w/-]+)\.(?:md|bml)$", (TOP / "mkdocs.yml").read_text("utf-8"), re.M)
    assert sphinx == mkdocs
    own = {path.relative_to(TOP / "demo_docs").with_suffix("").as_posix() for path in PAGES}
    assert own <= set(sphinx)


def anchors(path: Path) -> set[str]:
    text = path.read_text("utf-8")
    headings = re.findall(r"^#+ (.*)", text, re.M)
    slugs = {re.sub(r"[^\w -]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}
    return slugs | set(re.findall(r"^:name: (.*)", text, re.M))
