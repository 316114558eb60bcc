"""The role ``bml:hand`` and the directive ``bml:deal``."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.sphinx_bml.projects import Project

Make = Callable[..., Project]
TOP = "Page\n====\n\n"


@pytest.mark.parametrize(
    "pages",
    [
        {"index.rst": f"{TOP}You hold :bml:hand:`AKx Qxx KJxx -`.\n"},
        {"index.rst": f"{TOP}You hold :bml:hand:`AKx.Qxx.KJxx.`.\n"},
        {"index.rst": f"{TOP}You hold :bml:hand:`akx,qxx,kjxx,-`.\n"},
        {"index.rst": f"{TOP}You hold :bml:hand:`!sAKx !hQxx !dKJxx !c-`.\n"},
        {"index.rst": f"{TOP}You hold :bml:hand:`♠AKx ♥Qxx ♦KJxx ♣-`.\n"},
        {"index.md": "# Page\n\nYou hold {bml:hand}`AKx Qxx KJxx -`.\n"},
    ],
)
def test_a_hand_is_in_a_line(project: Make, pages: dict[str, str]) -> None:
    build = project(pages).build()
    assert build.warnings == []
    shown = build.html().select_one(".bml-cards-inline")
    assert shown is not None
    assert shown.get_text() == "SAKx HQxx DKJxx C—"
    assert len(shown.select(".bml-symbols")) == 4
    assert "bml.css" in build.text("index.html")


@pytest.mark.parametrize("builder", ["text", "man", "texinfo", "latex", "xml", "pseudoxml"])
def test_a_hand_is_in_a_line_everywhere(project: Make, builder: str) -> None:
    pages = {"index.rst": f"{TOP}You hold :bml:hand:`AKx Qxx KJxx -`.\n\n.. bml:deal::\n\n   N: AK QJ x x\n"}
    assert project(pages).build(builder).warnings == []


def test_what_is_not_a_hand_is_a_warning_and_stays_text(project: Make) -> None:
    build = project({"index.rst": f"{TOP}Line\n:bml:hand:`AK <b>x</b> & c`.\n"}).build()
    assert build.warnings == [
        "index.rst:4: WARNING: < is not a card. Cards are AKQJT98765432, and x. [bml.BML301]"
    ]
    code = build.html().select_one("code")
    assert code is not None
    assert code.get_text() == "AK <b>x</b> & c"


RST = f"{TOP}.. bml:deal::\n   :hcp:\n   :caption: A deal\n\n   dealer N\n   N: AKxx xx AQx Kxxx\n"
MYST = "# Page\n\n```{bml:deal}\n:hcp:\n:caption: A deal\n\ndealer N\nN: AKxx xx AQx Kxxx\n```\n"


@pytest.mark.parametrize("pages", [{"index.rst": RST}, {"index.md": MYST}])
def test_a_deal_alone(project: Make, pages: dict[str, str]) -> None:
    build = project(pages).build()
    assert build.warnings == []
    page = build.html()
    assert [words.get_text() for words in page.select("figcaption, .bml-facts li, .bml-hcp")] == [
        "A deal",
        "Dealer North",
        "16 hcp",
    ]


def test_the_points_of_a_deal_are_in_other_formats_too(project: Make) -> None:
    assert "16 hcp" in project({"index.rst": RST}).build("text").text("index.txt")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1C  Strong", "holds no deal."),
        ("", "holds no deal."),
        ("N: AK QJ T9 x\n\n   1C  Strong", "holds more than a deal."),
        ("N: AK QJ T9 x\n\n   S: xx xx xx xx", "holds more than a deal."),
    ],
)
def test_a_text_that_is_not_a_deal_is_a_warning(project: Make, text: str, said: str) -> None:
    made = project({"index.rst": f"{TOP}.. bml:deal::\n\n   {text}\n"})
    build = made.build()
    (warning,) = build.warnings
    assert f"index.rst:4: WARNING: The text of bml:deal {said}" in warning
    assert warning.endswith("[bml.deal]")
    page = build.html()
    assert page.select(".bml-table") == []
    assert len(page.select(".bml-deal")) == ("more" in said)


def test_a_system_gets_nothing_from_a_deal(project: Make) -> None:
    made = project({"index.rst": f"{TOP}.. bml:deal::\n\n   #+TITLE: Not this\n\n   1C  Strong\n"})
    assert "1C" not in made.build("bss", suppress_warnings=["bml.deal"]).text("system.bss")
