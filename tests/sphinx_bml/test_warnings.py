"""What is wrong in BML is a warning at its place in the source."""

from __future__ import annotations

import re
from collections.abc import Callable
from xml.etree import ElementTree

from tests.sphinx_bml.projects import Project

Make = Callable[..., Project]


def places(warnings: list[str]) -> list[tuple[str, str]]:
    """Place and code of each warning."""
    return [(line.split(": WARNING:")[0], line.rsplit("[", 1)[-1].rstrip("]")) for line in warnings]


def test_in_restructuredtext(project: Make) -> None:
    page = """\
        Page
        ====

        .. bml::
           :collapse: 1

           1C  Strong
             8D  Too high

        * .. bml::

             9N  Far too high
    """
    warnings = project({"index.rst": page}).build().warnings
    assert places(warnings) == [("index.rst:8", "bml.BML202"), ("index.rst:12", "bml.BML202")]


def test_in_markdown(project: Make) -> None:
    page = """\
        # Page

        ```bml
        8C  First line
        ```

        ```{bml}
        :collapse: 1

        1C  Strong
          8D  Below options
        ```

        - item

          ```bml
          9N  In a list
          ```
    """
    warnings = project({"index.md": page}).build().warnings
    assert places(warnings) == [
        ("index.md:4", "bml.BML202"),
        ("index.md:11", "bml.BML202"),
        ("index.md:17", "bml.BML202"),
    ]


def test_in_files_and_what_they_include(project: Make) -> None:
    pages = {
        "index.rst": "Page\n====\n\n.. bml:: notes/a.bml\n",
        "notes/a.bml": "1C  Strong\n  8C  Wrong\n\n#INCLUDE b.bml\n",
        "notes/b.bml": "// a comment\n\n1D  Weak\n  8D  Wrong, too\n",
    }
    warnings = project(pages).build().warnings
    assert places(warnings) == [("notes/a.bml:2", "bml.BML202"), ("notes/b.bml:4", "bml.BML202")]


def test_in_included_pages(project: Make) -> None:
    pages = {
        "index.rst": "Page\n====\n\n.. include:: part.txt\n",
        "part.txt": "Text\n\n.. bml::\n\n   8C  Wrong\n",
    }
    assert places(project(pages).build().warnings) == [("part.txt:5", "bml.BML202")]


def test_a_warning_says_what_to_write(project: Make) -> None:
    warnings = project({"index.rst": "Page\n====\n\n.. bml::\n\n   #PASTE nothing\n"}).build().warnings
    assert len(warnings) == 1
    assert warnings[0].startswith("index.rst:6: WARNING: ")
    assert "nothing" in warnings[0]


def test_warnings_can_be_suppressed_by_code(project: Make) -> None:
    made = project({"index.rst": "Page\n====\n\n.. bml::\n\n   8C  Wrong\n"})
    assert made.build(suppress_warnings=["bml.BML202"]).warnings == []


def test_remarks_are_not_warnings(project: Make) -> None:
    page = "Page\n====\n\n.. bml::\n\n   1C Strong\n     jump Shown, not exported\n"
    assert project({"index.rst": page}).build().warnings == []


def test_what_is_wrong_with_the_system_is_said_once(project: Make) -> None:
    pages = {"index.rst": "Page\n====\n\n.. bml::\n\n   2C Strong\n     1D Insufficient\n"}
    made = project(pages)
    assert places(made.build("html").warnings) == [("index.rst:7", "bml.BML212")]
    assert places(made.build("bss").warnings) == [("index.rst:7", "bml.BML212")]


def test_options_that_cannot_be_used_do_not_cost_the_block(project: Make) -> None:
    page = """\
        Page
        ====

        .. bml::
           :colapse: 1
           :dialect: 9

           1C  Strong
    """
    build = project({"index.rst": page}).build()
    assert places(build.warnings) == [("index.rst:4", "bml.option")] * 2
    assert "Did you mean collapse?" in build.warnings[0]
    assert [call.get_text() for call in build.html().select(".bml-call")] == ["1C"]


def test_a_text_without_an_empty_line_above_it_is_read(project: Make) -> None:
    page = "Page\n====\n\n.. bml::\n   1C  Strong\n     8D  Too high\n\n   1N  Weak\n"
    build = project({"index.rst": page}).build()
    assert places(build.warnings) == [("index.rst:4", "bml.option"), ("index.rst:6", "bml.BML202")]
    assert [call.get_text() for call in build.html().select(".bml-call")][0::2] == ["1C", "1NT"]


def test_files_from_outside_are_not_read(project: Make) -> None:
    made = project(
        {"index.rst": "Page\n====\n\n.. bml:: ../secret.bml\n\n.. bml:: link.bml\n\n.. bml:: gone.bml\n"}
    )
    secret = made.folder.parent / "secret.bml"
    secret.write_text("7N Secret\n")
    (made.folder / "link.bml").symlink_to(secret)
    build = made.build()
    assert places(build.warnings) == [
        ("index.rst:4", "bml.BML104"),
        ("index.rst:6", "bml.BML104"),
        ("index.rst:8", "bml.BML102"),
    ]
    assert "Secret" not in build.text("index.html")


def test_include_roots_open_more_folders(project: Make) -> None:
    made = project(
        {"index.rst": "Page\n====\n\n.. bml:: ../club/common.bml\n"}, conf='bml_include_roots = ["../club"]'
    )
    (made.folder.parent / "club").mkdir()
    (made.folder.parent / "club" / "common.bml").write_text("1C Common\n")
    build = made.build()
    assert build.warnings == []
    assert "Common" in build.text("index.html")


def test_names_that_no_disk_takes_lose_only_their_block(project: Make) -> None:
    name = "a" * 300 + ".bml"
    pages = {
        "index.rst": f"Page\n====\n\n.. bml:: {name}\n\n.. bml:: loop.bml\n\n.. bml::\n\n   1C  Strong\n"
    }
    made = project(pages)
    (made.folder / "loop.bml").symlink_to("loop.bml")
    build = made.build()
    assert [code for _, code in places(build.warnings)] == ["bml.BML102", "bml.BML102"]
    assert "Strong" in build.text("index.html")


def test_shown_source_has_no_control_characters(project: Make) -> None:
    pages = {
        "index.rst": "Page\n====\n\n.. bml:: a.bml\n   :show: both\n\n:bml:`x\x01y`\n",
        "a.bml": "1C  a\x00b\x01c\n",
    }
    build = project(pages).build("xml")
    assert not re.search("[\x00-\x08]", build.text("index.xml"))
    ElementTree.fromstring(build.text("index.xml"))


def test_links_that_lead_nowhere(project: Make) -> None:
    page = """\
        # Page

        ```bml
        Go to [m](m.md), [m](m.md#other-part), [here](#page), [id](m.md#in-html), [web](https://x.org).

        See [nope](missing.md),
        and [a](m.md#nope), [b](#nowhere).

        1C  See [c](/nope.txt)
        ```

        ```{toctree}
        m
        ```
    """
    pages = {"index.md": page, "m.md": '# M\n\n## Other part\n\n<a id="in-html"></a>\n'}
    warnings = project(pages).build(nitpicky=True).warnings
    assert places(warnings) == [("index.md:6", "bml.link"), ("index.md:7", "bml.link")]
    assert "Pages or files not found: missing.md (line 6), /nope.txt (line 9)." in warnings[0]
    assert "Places not found: m#nope (line 7), #nowhere (line 7)." in warnings[1]


def test_a_link_that_leads_nowhere(project: Make) -> None:
    warnings = (
        project({"index.md": "# Page\n\n```bml\n[a](missing.md), [b](#nowhere)\n```\n"}).build().warnings
    )
    assert "Page or file not found: missing.md." in warnings[0]
    assert "This page has no place called nowhere." in warnings[1]


def test_one_warning_of_a_file_however_often_it_is_included(project: Make) -> None:
    pages = {
        f"{name}.md": f"---\norphan: true\n---\n# {name}\n\n```bml\n#INCLUDE part.bml\n```\n"
        for name in ("index", "a", "b")
    }
    made = project({**pages, "part.bml": "8C  wrong\n\n[a](missing.md) [b](#nowhere)\n"})
    links = [("part.bml:3", "bml.link")] * 2
    assert places(made.build().warnings) == [("part.bml:1", "bml.BML202"), *links]


def test_a_page_that_a_link_missed_is_found_when_it_exists(project: Make) -> None:
    made = project({"index.rst": "Page\n====\n\n.. bml::\n\n   See [it](late.rst)\n"})
    assert places(made.build().warnings) == [("index.rst:6", "bml.link")]
    assert made.build().read == []
    made.write("late.rst", ":orphan:\n\nLate\n====\n")
    build = made.build()
    assert build.warnings == []
    assert build.html().select_one('a[href="late.html"]') is not None


def test_in_the_role_and_in_captions(project: Make) -> None:
    page = """\
        Page
        ====

        Text :bml:`[y](javascript:a)` and
        :bml:`[y](missing.txt)`.

        .. bml::
           :caption: [y](javascript:b)

           1C  Strong
    """
    warnings = project({"index.rst": page}).build().warnings
    assert sorted(places(warnings)) == [
        ("index.rst:4", "bml.BML321"),
        ("index.rst:4", "bml.link"),
        ("index.rst:7", "bml.BML321"),
    ]


def test_a_fence_that_is_shown_as_code_is_explained_once(project: Make) -> None:
    pages = {"index.md": "# Page\n\n```bml\n1C\n```\n\n```bml\n1D\n```\n"}
    build = project(pages, conf="myst_fence_as_directive = []").build()
    ours = [line for line in build.warnings if "[bml." in line]
    assert places(ours) == [("index.md:3", "bml.myst")]
    assert 'Add myst_fence_as_directive = ["bml"] to conf.py.' in ours[0]


def test_a_fence_in_capitals_is_explained(project: Make) -> None:
    build = project({"index.md": "# P\n\n```BML\n1C\n```\n"}).build()
    (warning,) = (line for line in build.warnings if "[bml." in line)
    assert warning.startswith("index.md:3: WARNING:")
    assert "small letters" in warning


def test_code_in_restructuredtext_is_meant_as_code(project: Make) -> None:
    warnings = project({"index.rst": "Page\n====\n\n.. code-block:: bml\n\n   1C\n"}).build().warnings
    assert not any("[bml." in line for line in warnings)


def test_an_include_root_that_is_not_there(project: Make) -> None:
    made = project({"index.rst": "Page\n====\n"}, conf='bml_include_roots = ["nowhere"]')
    (warning,) = made.build().warnings
    assert warning == "conf.py:1: WARNING: Folder not found: nowhere. Correct bml_include_roots. [bml.config]"


def test_conditions_in_braces_are_read(project: Make) -> None:
    pages = {
        "index.md": "# Page\n\n```{bml}\n1C  Strong {16+ hpc}\n```\n\n```{toctree}\nnotes\n```\n",
        "notes.bml": "#+TITLE: Notes\n\n1C  Strong\n  1D  Negative {0-7 hcp and}\n",
    }
    warnings = project(pages, 'source_suffix = {".md": "markdown", ".bml": "bml"}\n').build().warnings
    assert places(warnings) == [("index.md:4", "bml.BML611"), ("notes.bml:4", "bml.BML611")]
