"""BML on web pages: the bytes every host writes, as parts of a Sphinx page."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bml_core import parse
from bml_core.language import read_abbreviations
from bml_core.render import Abbreviations
from bml_core.render.html import HtmlOptions, RowIds, frame_html, render_blocks
from bml_core.render.shown import FrameKind
from tests.bml_core.shown import page_ways
from tests.sphinx_bml.projects import Project

Make = Callable[..., Project]

TABLES = """\
#+TITLE: Strong club

1C  16+ hcp, see [elsewhere](https://example.org/?a=1&b=2)
  1D  0--7 hcp, *negative*
    2M! 5+#, /forcing/
  1HS 5+#
      a) weak
      .
1N  "14"--16 <hcp>, 'bal', =code= & [more](#there)
  (2C)
    D   Takeout
    other Natural

1N-2C;
2D No major

#SEAT 34

2D/2H Weak

N None 35 4SXS hK
N Kxx T9 xxx Q987x
S A987xx - Q9xx Axx

W N E S
1C P 1H !
"""


TOP = "Page\n====\n\n"


def indented(text: str) -> str:
    return "".join(f"   {line}\n" if line else "\n" for line in text.split("\n"))


@pytest.mark.parametrize("collapse", [0, 1, 2])
def test_blocks_are_the_same_bytes_as_everywhere(project: Make, collapse: int) -> None:
    page = f"Page\n====\n\n.. bml::\n   :collapse: {collapse}\n\n{indented(TABLES)}"
    written = project({"index.rst": page}).build().text("index.html")
    document = parse(TABLES)
    options = HtmlOptions(
        collapse=collapse,
        row_id=RowIds(),
        abbreviations=Abbreviations(read_abbreviations({})),
        links=page_ways(document),
    )
    expected = render_blocks(document.blocks, options)
    assert expected in written


def test_a_caption_makes_a_figure(project: Make) -> None:
    page = """
        Page
        ====

        .. bml::
           :caption: After 1!c
           :name: after-club
           :class: wide

           1D Negative
    """
    written = project({"index.rst": page}).build().text("index.html")
    inner = render_blocks(parse("1D Negative").blocks, HtmlOptions(row_id=RowIds()))
    symbols = '<span class="bml-symbols"><span>C</span><i class="bml-clubs"></i></span>'
    figure = frame_html(
        FrameKind.FIGURE, [inner], caption=f"After 1{symbols}", classes=["wide"], ident="after-club"
    )
    assert figure in written


def test_the_style_sheet_is_on_pages_with_bml_only(project: Make) -> None:
    pages = {
        "index.rst": f"{TOP}.. toctree::\n\n   plain\n   role\n   hidden\n\n.. bml::\n\n   1C Strong\n",
        "plain.rst": "Plain\n=====\n",
        "role.rst": "Role\n====\n\n:bml:`1!c`\n",
        "hidden.rst": "Hidden\n======\n\n.. bml::\n   :hide:\n\n   1D Weak\n",
    }
    build = project(pages).build()
    with_style = {
        name for name in ("index", "plain", "role", "hidden") if "bml.css" in build.text(f"{name}.html")
    }
    assert with_style == {"index", "role"}
    assert "bml-table" in build.text("_static/bml.css")


def test_headings_are_sections_below_the_one_around(project: Make) -> None:
    page = """
        Page
        ====

        Part
        ----

        .. bml::

           * First

           ** Below

           1C Strong

           * Second
    """
    body = project({"index.rst": page}).build().html()
    below = body.select_one("section#page > section#part > section#first > section#below")
    assert below is not None
    assert below.select_one("h4") is not None
    assert below.select_one(".bml-table") is not None
    assert body.select_one("section#part > section#second > h3") is not None


def test_headings_have_their_place_in_the_contents(project: Make) -> None:
    pages = {
        "index.rst": "Page\n====\n\n.. toctree::\n\n   one\n",
        "one.md": "# One\n\n```bml\n* The 1!c opening\n\nStrong.\n```\n",
    }
    body = project(pages).build().html()
    link = body.select_one('.toctree-wrapper a[href="one.html#the-1c-opening"]')
    assert link is not None
    assert link.get_text() == "The 1C opening"


@pytest.mark.parametrize(
    "page",
    [
        "Page\n====\n\n* .. bml::\n\n     * Inside\n",
        "Page\n====\n\n.. note::\n\n   .. bml::\n\n      * Inside\n",
    ],
)
def test_a_heading_where_no_section_can_stand_is_a_rubric(project: Make, page: str) -> None:
    build = project({"index.rst": page}).build(nitpicky=True)
    assert build.warnings == []
    rubric = build.html().select_one("p.rubric")
    assert rubric is not None
    assert rubric.get_text().strip() == "Inside"


def test_a_heading_in_a_markdown_list_is_a_rubric(project: Make) -> None:
    build = project({"index.md": "# Page\n\n- item\n\n  ```bml\n  * Inside\n  ```\n"}).build()
    assert build.warnings == []
    assert build.html().select_one("li .rubric") is not None


@pytest.mark.parametrize(
    ("builder", "file", "target"),
    [("html", "index.html", "sub/other.html#stayman"), ("dirhtml", "index.html", "sub/other/#stayman")],
)
def test_links_lead_to_pages_of_the_project(project: Make, builder: str, file: str, target: str) -> None:
    pages = {
        "index.rst": f"{TOP}.. toctree::\n\n   sub/other\n\n.. bml::\n\n   1N [It](sub/other.md#stayman)\n",
        "sub/other.md": "# Other\n\n## Stayman\n\nText\n",
    }
    build = project(pages).build(builder, nitpicky=True)
    assert build.warnings == []
    link = build.html(file).select_one(".bml-text a")
    assert link is not None
    assert link["href"] == target


def test_files_beside_the_page_can_be_downloaded_but_none_from_outside(project: Make) -> None:
    made = project(
        {"index.rst": "Page\n====\n\n.. bml::\n\n   1N [card](card.pdf) and [out](../secret.txt)\n"}
    )
    made.write("card.pdf", "a card")
    (made.folder.parent / "secret.txt").write_text("secret")
    build = made.build()
    links = [str(link["href"]) for link in build.html().select(".bml-text a")]
    assert links[0].startswith("_downloads/")
    assert links[1] == "../secret.txt"
    assert not list(made.folder.glob("_build/**/secret.txt"))


def test_a_summary_holds_no_link(project: Make) -> None:
    page = "Page\n====\n\n.. bml::\n\n   1N See [it](https://example.org)\n     2C Stayman\n"
    body = project({"index.rst": page}).build().html()
    assert body.select("summary a") == []
    below = body.select_one("details > .bml-links a")
    assert below is not None
    assert below["href"] == "https://example.org"


def test_hostile_text_stays_text(project: Make) -> None:
    hostile = "<script>alert(1)</script> ]]> \"'><img src=x onerror=alert(1)>"
    page = f"""
        Page
        ====

        .. bml::
           :caption: {hostile}

           * {hostile}

           1N  {hostile}
             2C  {hostile}

           - {hostile}

           | {hostile} | x |

        :bml:`{hostile}`
    """
    body = project({"index.rst": page}).build().html()
    assert body.select("img") == []
    assert [tag.get_text() for tag in body.select("script") if "alert" in tag.get_text()] == []
    assert hostile in body.get_text()


def test_source_above_result(project: Make) -> None:
    page = (
        "Page\n====\n\n.. bml::\n   :show: both\n\n   1C Strong\n\n.. bml::\n   :show: source\n\n   1D Weak\n"
    )
    body = project({"index.rst": page}).build().html()
    sources = [source.get_text() for source in body.select(".highlight-bml-source pre")]
    assert sources == ["1C Strong\n", "1D Weak\n"]
    assert [call.get_text() for call in body.select(".bml-call")] == ["1C"]


def test_a_call_is_one_word_for_the_search_of_the_site(project: Make) -> None:
    page = "Page\n====\n\n.. bml::\n\n   1H  Five cards, then 2SFG and 3NT\n     2D  Natural\n"
    index = project({"index.rst": page}).build().text("searchindex.js")
    for word in ("1h", "2d", "3nt"):
        assert f'"{word}":' in index or f"{word}:" in index
