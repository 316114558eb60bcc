"""``bml explore``: one page with everything in it, and what is said where there is none."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from bml_core.commands import main

pytestmark = pytest.mark.usefixtures("notes")


def data(page: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    whole: dict[str, Any] = json.loads(found[1])
    return whole


def test_a_page_holds_everything(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explore", "good.bml", "-o", "box.html"]) == 0
    assert capsys.readouterr() == ("", "Wrote box.html: 2 agreements.\n")
    page = Path("box.html").read_text("utf-8")
    assert "<title>Notes</title>" in page
    openings, strong = data(page)["parts"]
    assert openings["rows"][""][0][:2] == ["1C", "strong"]
    assert strong["rows"]["1CP"][0][:2] == ["1D", "negative"]
    # Its rows are on no page.
    assert data(page)["pages"] == [None]
    assert "auction:" not in page.partition("<main>")[2]
    assert re.findall(r'(?:src|href)="(?!data:)[^"]*"', page) == []


def test_several_files_are_one_system() -> None:
    Path("more.bml").write_text("1C\n  1H  8+\n1N  15-17 hcp, balanced\n")
    assert (
        main(["explore", "good.bml", "more.bml", "--start", "1C", "--language", "de", "-o", "box.html"]) == 0
    )
    page = Path("box.html").read_text("utf-8")
    assert [row[0] for row in data(page)["parts"][0]["rows"][""]] == ["1C", "1N"]
    assert 'lang="de"' in page
    assert 'data-start="1C"' in page


def test_descriptions_are_read_in_languages_that_pages_have_no_words_for() -> None:
    Path("polish.bml").write_text("1N  15-17, zrównoważony\n", "utf-8")
    assert main(["explore", "polish.bml", "--language", "pl", "-o", "box.html"]) == 0
    page = Path("box.html").read_text("utf-8")
    assert "hands" in data(page)["parts"][0]
    assert 'lang="en"' in page


def test_hands_may_be_left_out() -> None:
    Path("more.bml").write_text("1N  15-17 hcp, balanced\n")
    for option, has_hands in (("--hands", True), ("--no-hands", False)):
        assert main(["explore", "more.bml", option, "-o", "box.html"]) == 0
        assert ("hands" in data(Path("box.html").read_text("utf-8"))["parts"][0]) is has_hands
