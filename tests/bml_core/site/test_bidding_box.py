"""The data of bidding boxes: its parts, what each holds, hostile words, and systems of any size."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest

from benchmarks import systems
from bml_core.diagnostics import Location
from bml_core.language import parse
from bml_core.notes import BlockOptions, Kind
from bml_core.render import ENGLISH, read_language
from bml_core.render.html import PageOptions
from bml_core.site import BiddingBox, PageFacts, Query, QueryResult, Site, box_page
from tests.bml_core.site.site_pages import page

NOTES = """\
1N  15-17 hcp, balanced
  2C  Stayman
    2D  No major
  2D  5+ hearts

(1H)
  D  Takeout

#SEAT 3

1N  14-17 hcp
"""
PLACE = Location("box.md", 3)


def explore(
    *pages: tuple[str, PageFacts],
    system: str = "system",
    start: str = "",
    depth: int = 0,
    hands: bool = False,
) -> QueryResult:
    asked = BlockOptions(Kind.EXPLORE, start=start, depth=depth, hands=hands)
    return Site(pages).answer(Query(asked, system, PLACE))


def box(*pages: tuple[str, PageFacts], system: str = "system", hands: bool = False) -> BiddingBox:
    found = explore(*pages, system=system, hands=hands).box
    assert found is not None
    return found


def parts(found: BiddingBox) -> dict[str, Any]:
    """The files as a script finds them, by name."""
    texts = {file.name: file.content for file in found.files(lambda name: f"{name}.html", ENGLISH)}
    assert all(texts), found.folder
    members = (re.fullmatch(r"\(window.*?\)\[(\".*?\")\]=(\{.*\});\n", text) for text in texts.values())
    pairs = ((str(json.loads(part[1])), json.loads(part[2])) for part in members if part)
    return {name.removeprefix(f"{found.folder}/"): held for name, held in pairs}


def test_openings_and_what_follows_each_are_files_of_their_own() -> None:
    found = parts(box(page(NOTES)))
    assert list(found) == ["openings", "1N", "they-1H"]
    openings = found["openings"]
    assert openings["pages"] == ["notes.html"]
    assert openings["scopes"] == [[[1, 2, 3, 4], None, None, ""], [[3], None, None, "3rd seat"]]
    assert openings["names"] == ["1N", "they-1H"]
    assert openings["rows"][""] == [
        ["1N", "15-17 hcp, balanced", 0, "1N", 2],
        ["1N", "14-17 hcp", 0, "1N_2", 2, 1],
    ]
    assert found["1N"] == {
        "rows": {
            "1NP": [["2C", "Stayman", 0, "1N-2C", 2], ["2D", "5+ hearts", 0, "1N-2D", 2]],
            "1NP2CP": [["2D", "No major", 0, "1N-2C-2D", 2]],
        },
        "steps": {"1N": ["P"], "1NP2C": ["P"]},
    }
    assert found["they-1H"]["rows"] == {"*1H": [["D", "Takeout", 0, "(1H)-D", 2]]}


def test_words_of_seats_are_those_of_the_site() -> None:
    (first, *_) = box(page(NOTES)).files(str, read_language("de"))
    assert "3. Hand" in first.content


def test_systems_are_apart() -> None:
    pages = (page("1C  Strong", "a", "club"), page("1C  Natural", "b", "natural"))
    for name, meaning in (("club", "Strong"), ("natural", "Natural")):
        found = parts(box(*pages, system=name))
        assert list(found) == ["openings"]
        assert found["openings"]["rows"][""][0][1] == meaning


def test_hands_are_looked_at_unless_they_are_left_out() -> None:
    # What is not understood has no share.
    with_hands = parts(box(page(NOTES.replace("Stayman", "Woolsey")), hands=True))
    hands = with_hands["1N"]["hands"]["1NP"]
    assert set(hands) == {"shares", "uncounted", "hands"}
    assert hands["uncounted"] == ["2C"]
    assert 10 < hands["shares"]["2D"] < 30
    assert len(hands["hands"]["2D"][1]) >= 5
    assert all("hands" not in part for part in parts(box(page(NOTES))).values())
    # Boxes of both kinds may be on one site.
    assert box(page(NOTES), hands=True).folder != box(page(NOTES)).folder


HOSTILE = (
    "1C  </script><script>alert(1)</script> <!-- \"quoted\" 'single' & amp\n"
    "1D  line\u2028separator\u2029 \u202eright to left\u202c \u05d0\u05d1\n"
    "1H  back\\slash ]]> ${x} `tick`\n"
)


@pytest.mark.parametrize("name", ["system", "übersicht"])
def test_hostile_words_stay_words(name: str) -> None:
    found = box(page(HOSTILE, system=name), system=name)
    texts = [file.content for file in found.files(lambda page: '"</script>', ENGLISH)]
    whole = found.whole(lambda page: "</script>", ENGLISH)
    for text in (*texts, whole):
        assert text.isascii()
        assert not set("<>&") & set(text)
    (rows,) = (part["rows"][""] for part in parts(found).values())
    assert rows[0][1].startswith("</script><script>alert(1)</script>")
    assert "\u05d0\u05d1" in rows[1][1]
    assert "back\\slash" in rows[2][1]


def test_a_page_of_its_own_has_no_word_outside_of_the_data() -> None:
    answer = explore(page(HOSTILE))
    assert answer.box is not None
    start = replace(answer.box, start='1C"><script>')
    html = box_page(start, answer.index, "<b>Ours</b>", ENGLISH, PageOptions())
    assert html.count("<script") == html.count("</script>") == 2
    assert "<title>&lt;b&gt;Ours" in html
    assert "Content-Security-Policy" in html


def test_endless_descriptions_are_cut() -> None:
    (rows,) = (part["rows"][""] for part in parts(box(page(f"1C  {'words ' * 5000}"))).values())
    assert len(rows[0][1]) < 1_100


@pytest.mark.parametrize("text", ["", "Some text.\n"])
def test_a_box_of_nothing_says_so(text: str) -> None:
    answer = explore(page(text))
    assert answer.box is None
    assert "has no auctions on pages" in answer.failures[0]


def test_a_wrong_beginning_is_reported() -> None:
    answer = explore(page(NOTES), start="1N-1C")
    assert answer.box is None
    assert answer.diagnostics[0].code == "BML632"


def test_no_box_is_worked_out_where_nobody_can_use_it() -> None:
    site = Site([page(NOTES)])
    asked = [Query(BlockOptions(Kind.EXPLORE), "system", PLACE)]
    without = site.page_answers(asked, None, boxes=False)
    assert without.answers[0].box is None
    assert without.answers[0].index
    assert site.page_answers(asked, without, boxes=False) is without
    found = site.page_answers(asked, without)
    assert found.answers[0].box is not None
    # What is known is not thrown away for a format without boxes.
    assert site.page_answers(asked, found, boxes=False) is found


def test_the_list_has_our_pass_right_below_our_call() -> None:
    table: Any = explore(page("1N  15-17\n  P  Weak\n  2C  Stayman\n    P  Odd\n")).index[0]
    (notrump,) = table.rows
    assert [(row.call.text, row.description[0].text) for row in notrump.children] == [
        ("P", "Weak"),
        ("2C", "Stayman"),
    ]
    assert [row.call.theirs for row in (*notrump.children, *notrump.children[1].children)] == [False] * 3


def test_the_index_is_as_deep_as_is_quickly_read() -> None:
    def depth(rows: int) -> int:
        answer = explore(page(systems.single_bml(rows)))
        return _depth(answer.index[0].rows)  # type: ignore[union-attr]

    assert depth(100) > depth(2_000) >= 1
    assert _depth(explore(page(NOTES), depth=2).index[0].rows) == 2  # type: ignore[union-attr]


def _depth(rows: Any) -> int:  # noqa: ANN401 - rows of rows
    return max((1 + _depth(row.children) for row in rows), default=0)


def test_large_systems_come_in_small_files() -> None:
    found = box(page(systems.bml(6_000)))
    sizes = [sum(map(len, part.get("rows", {}).values())) for part in parts(found).values()]
    assert max(sizes) <= 1_500
    assert sum(sizes) == len(Site([page(systems.bml(6_000))]).system("system").agreements)
    assert len(parse(systems.bml(44)).tables) == 1
