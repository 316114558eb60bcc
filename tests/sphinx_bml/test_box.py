"""Bidding boxes in a Sphinx project: the block, the files beside the pages, and what is rebuilt."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.sphinx_bml.projects import Build, Project

MakeProject = Callable[..., Project]

NOTRUMP = "# Notrump\n\n```bml\n1N  15-17 hcp, balanced\n  2C  Stayman <b>\n    2D  No major\n```\n"
BOX = "# Box\n\n```bml explore\n:start: 1N\n:no-hands:\n```\n\n```{toctree}\nsystem/notrump\n```\n"
PAGES = {"index.md": BOX, "system/notrump.md": NOTRUMP}


def data(build: Build, folder: str = "bml-box/system/without-hands") -> dict[str, Any]:
    """What the files say, by their names."""
    files = sorted(Path(build.app.outdir, folder).glob("*.js"))
    texts = {file.stem: file.read_text("ascii") for file in files}
    return {name: json.loads(text[text.index("]=") + 2 : -2]) for name, text in texts.items()}


def test_a_box_has_its_data_beside_the_pages(project: MakeProject) -> None:
    build = project(PAGES).build()
    assert build.warnings == []
    (box,) = build.html().select("div.bml-box")
    assert box["data-system"] == "system"
    assert box["data-start"] == "1N"
    assert box["data-source"] == "bml-box/system/without-hands/"
    assert json.loads(str(box["data-words"]))["undo"] == "Undo"
    found = data(build)
    assert found["openings"]["pages"] == ["system/notrump.html"]
    assert found["1N"]["rows"]["1NP"] == [["2C", "Stayman <b>", 0, "1N-2C", 2]]
    assert build.html("system/notrump.html").find(id="1N-2C") is not None
    # Readers without JavaScript have the index.
    assert [link["href"] for link in box.select(".bml-box-index a")] == [
        f"system/notrump.html#{row}" for row in ("1N", "1N-2C", "1N-2C-2D")
    ]
    assert {"bml-box.js", "bml-box.css"} <= {
        path.name for path in Path(build.app.outdir, "_static").iterdir()
    }


def test_the_way_to_the_files_is_that_of_the_page(project: MakeProject) -> None:
    rst = "Box\n===\n\n.. bml:explore:: All of it\n   :no-hands:\n"
    build = project({**PAGES, "system/box.rst": rst}).build("dirhtml", suppress_warnings=["toc.not_included"])
    (box,) = build.html("system/box/index.html").select(".bml-figure > .bml-box")
    assert (box["data-top"], box["data-source"]) == ("../../", "../../bml-box/system/without-hands/")
    assert data(build)["openings"]["pages"] == ["system/notrump/"]
    assert "All of it" in build.html("system/box/index.html").get_text()


@pytest.mark.parametrize(
    ("builder", "file"), [("text", "index.txt"), ("latex", "notes.tex"), ("epub", "index.xhtml")]
)
def test_other_builders_have_the_index(builder: str, file: str, project: MakeProject) -> None:
    build = project(PAGES).build(builder, suppress_warnings=["epub.unknown_project_files"])
    text = build.text(file)
    assert re.search("Stayman", text.partition("No major")[0])
    assert "bml-box" not in text
    assert not Path(build.app.outdir, "bml-box").exists()


def test_web_pages_after_another_builder_have_the_box(project: MakeProject) -> None:
    notes = project(PAGES)
    notes.build("latex")
    build = notes.build()
    assert build.read == []
    assert data(build)["openings"]["pages"] == ["system/notrump.html"]
    assert len(build.html().select("div.bml-box")) == 1


def test_one_page_of_everything_has_no_addresses_of_rows(project: MakeProject) -> None:
    build = project(PAGES).build("singlehtml")
    assert data(build)["openings"]["pages"] == [None]


def test_words_are_those_of_the_language(project: MakeProject) -> None:
    build = project(PAGES).build(language="nl")
    (box,) = build.html().select("div.bml-box")
    assert json.loads(str(box["data-words"]))["undo"] == "Terug"


def test_a_box_follows_the_notes(project: MakeProject) -> None:
    notes = project({**PAGES, "other.md": "---\norphan: true\n---\n# Other\n"})
    before = notes.build()
    version = before.html().select(".bml-box")[0]["data-version"]
    notes.write("other.md", "---\norphan: true\n---\n# Another\n")
    same = notes.build()
    assert same.html().select(".bml-box")[0]["data-version"] == version
    notes.write("system/notrump.md", NOTRUMP.replace("Stayman <b>", "Puppet"))
    after = notes.build()
    assert after.read == ["system/notrump"]
    assert after.html().select(".bml-box")[0]["data-version"] != version
    assert data(after)["1N"]["rows"]["1NP"][0][1] == "Puppet"


def test_a_box_without_a_system_says_so(project: MakeProject) -> None:
    build = project({"index.md": "# Box\n\n```bml explore\n:system: club\n```\n"}).build()
    assert [line.partition("WARNING: ")[2] for line in build.warnings] == [
        "The system club has no auctions on pages. "
        "Write a bidding table, or name another system with the option system. [bml.hands]"
    ]
    assert not Path(build.app.outdir, "bml-box").exists()
