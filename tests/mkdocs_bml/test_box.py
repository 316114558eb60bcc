"""Bidding boxes on Markdown pages: the block, the files of a site, and pages that hold the data."""

from __future__ import annotations

import json
from pathlib import Path

from bml_core.render.html import site_files
from mkdocs_bml.__main__ import main
from tests.mkdocs_bml.pages import convert, fence

NOTRUMP = "# Notrump\n\n" + fence("1N  15-17 hcp, balanced\n  2C  Stayman\n    2D  No major")
BOX = "# Box\n\n```bml explore\n:no-hands:\n:caption: All of it\n```\n"


def test_a_text_alone_holds_the_data_itself() -> None:
    page = convert(BOX + "\n" + NOTRUMP).soup
    (box,) = page.select(".bml-box")
    assert "data-source" not in box.attrs
    (script,) = box.select("script")
    assert script["type"] == "application/json"
    whole = json.loads(script.get_text())
    assert whole["pages"] == [""]
    assert whole["parts"][1]["rows"]["1NP"] == [["2C", "Stayman", 0, "1N-2C", 2]]


def test_hostile_words_stay_in_the_data() -> None:
    page = convert(
        BOX + "\n" + fence("1C  </script><img src=x onerror=alert(1)>\n1D  -->\n1H  '\" onload=x")
    ).soup
    assert page.select("img, [onerror], [onload]") == []
    assert [script.get("type") for script in page.select("script")] == ["application/json"]


def test_words_are_those_of_the_site() -> None:
    (box,) = convert(BOX + "\n" + NOTRUMP, language="de").soup.select(".bml-box")
    assert json.loads(str(box["data-words"]))["undo"] == "Zurück"


def test_sites_without_the_plugin_have_a_command_for_all_files(tmp_path: Path) -> None:
    assert main([str(tmp_path / "docs" / "assets")]) == 0
    written = sorted(path.name for path in (tmp_path / "docs" / "assets").iterdir())
    assert written == sorted(site_files())


def test_sites_without_the_plugin_have_a_command_for_each_file(tmp_path: Path) -> None:
    for name, begins in (("bml-box.js", "// The notes as"), ("bml-box.css", "/* The notes as")):
        assert main([str(tmp_path / name)]) == 0
        assert (tmp_path / name).read_text("utf-8").startswith(begins)
