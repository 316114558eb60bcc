"""Blocks of one page share a state; pages share nothing."""

from __future__ import annotations

from collections.abc import Callable

from tests.sphinx_bml.projects import Project

Make = Callable[..., Project]


def test_state_holds_to_the_end_of_the_page(project: Make) -> None:
    pages = {
        "index.rst": """\
            Page
            ====

            .. toctree::

               zother

            .. bml::

               #SEAT 3

               #CUT raise
               2H Raise
               #ENDCUT

            Text between.

            .. bml::

               1H Third seat
                 #PASTE raise
        """,
        "zother.md": "# Other\n\n```bml\n1S Any seat\n```\n",
    }
    build = project(pages).build("bss")
    assert build.warnings == []
    assert build.text("system.bss").splitlines()[1:] == [
        "301H=NYYYYYY008Third seat",
        "301HP2H=NYYYYYY008Raise",
        "001S=NYYYYYY008Any seat",
    ]


def test_a_dialect_is_chosen_by_setting_page_or_block(project: Make) -> None:
    block = "```bml{}\n1X  Bid\n  2Y  Other\n```\n"
    pages = {
        "index.md": "# Page\n\n" + block.format("") + block.format(' dialect="2.7"') + block.format(""),
        "page.md": "---\norphan: true\n---\n# Page\n\n```bml\n#+BML: 2.7\n```\n" + block.format(""),
    }
    made = project(pages)
    found = [line.split(": WARNING")[0] for line in made.build().warnings if "BML204" in line]
    assert found == ["index.md:5", "index.md:13"]
    assert [line for line in made.build(bml_dialect="2.7").warnings if "BML204" in line] == []


def test_hidden_blocks_are_exported_and_none_is_shown_only(project: Make) -> None:
    page = """\
        Page
        ====

        .. bml::
           :hide:

           1C Hidden

        .. bml::
           :system: none

           1D Shown
    """
    made = project({"index.rst": page})
    body = made.build().html()
    assert [call.get_text() for call in body.select(".bml-call")] == ["1D"]
    exported = made.build("bss").text("system.bss")
    assert "Hidden" in exported
    assert "Shown" not in exported


def test_a_name_can_be_referred_to(project: Make) -> None:
    page = """\
        Page
        ====

        .. bml::
           :name: opening bids
           :caption: Opening *bids*

           1C Strong

        .. bml::
           :name: section

           * The club

        See :ref:`opening bids`, :ref:`the same <opening bids>` and :ref:`section`.
    """
    build = project({"index.rst": page}).build(nitpicky=True)
    assert build.warnings == []
    links = [(str(a["href"]), a.get_text()) for a in build.html().select("p a.reference")]
    assert links == [
        ("#opening-bids", "Opening bids"),
        ("#opening-bids", "the same"),
        ("#the-club", "The club"),
    ]


def test_references_show_captions_with_suit_signs(project: Make) -> None:
    block = ".. bml::\n   :name: cap\n   :caption: Cap 5+!h, 2S\n\n   1C Strong\n"
    page = f"Page\n====\n\n{block}\nSee :ref:`cap`.\n"
    link = project({"index.rst": page}).build().html().select_one("p a.reference")
    assert link is not None
    assert link.get_text() == "Cap 5+♥, 2♠"


def test_links_lead_to_headings_by_the_names_that_myst_gives_them(project: Make) -> None:
    pages = {"index.md": "# Page\n\n## 1NT, weak\n\n```bml\n[there](#1nt-weak)\n```\n"}
    build = project(pages, conf="myst_heading_anchors = 2").build()
    assert build.warnings == []
    link = build.html().select_one("p a[href]")
    assert link is not None
    assert build.html().find(id=str(link["href"]).removeprefix("#")) is not None


def test_options_beside_the_name_of_a_fence(project: Make) -> None:
    pages = {
        "index.md": '# Page\n\n```bml file="a.bml" collapse="1" caption="From a file"\n```\n',
        "a.bml": "1C Strong\n  1D Weak\n",
    }
    build = project(pages).build()
    assert build.warnings == []
    body = build.html()
    assert body.select_one("figcaption") is not None
    assert body.select_one("details:not([open])") is not None


def test_the_role_in_both_languages(project: Make) -> None:
    pages = {
        "index.rst": "Page\n====\n\n.. toctree::\n\n   md\n\nAfter :bml:`1!c--1N` we bid.\n",
        "md.md": "# Page\n\nAfter {bml}`1!c--1N` we bid.\n",
    }
    build = project(pages).build()
    assert build.warnings == []
    assert build.html("index.html").select_one("p .bml-symbols > .bml-clubs") is not None
    for name in ("index.html", "md.html"):
        assert "After 1C–1NT we bid." in build.html(name).get_text()
