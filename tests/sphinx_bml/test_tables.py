"""Tables with columns, addresses of rows, suit colours and abbreviations on the pages of a project."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from bml_core import parse
from bml_core.language import read_abbreviations
from bml_core.render import Abbreviations, Style
from bml_core.render.html import HtmlOptions, RowIds, render_blocks, render_table
from tests.bml_core.shown import page_ways
from tests.sphinx_bml.projects import Project

Make = Callable[..., Project]
TOP = "Page\n====\n\n"
TABLE = "1N  15--17, BAL\n  2C  GF, see [it](https://example.org/)\n(1N)\n  D!  INV\n"


def block(text: str, *options: str) -> str:
    lines = [*options, "", *text.split("\n")]
    return ".. bml::\n" + "".join(f"   {line}".rstrip() + "\n" for line in lines)


def ids(markup: str) -> list[str]:
    return re.findall(r'<(?:li|tr) id="([^"]*)"', markup)


def options(style: Style = Style.TREE) -> HtmlOptions:
    return HtmlOptions(row_id=RowIds(), abbreviations=Abbreviations(read_abbreviations({})), style=style)


def test_a_table_with_columns_is_the_same_bytes_as_everywhere(project: Make) -> None:
    text = f"#SEAT 3\n\n1N-2C; GF, to begin with\n2D No major\n\n#SEAT 0\n\n# Next\n\n{TABLE}\n\n1D-1H;"
    written = project({"index.rst": TOP + block(text, ":style: table")}).build().text("index.html")
    document = parse(text)
    expected = replace(options(Style.TABLE), links=page_ways(document))
    assert render_blocks(document.blocks, expected) in written


def test_the_caption_of_a_table_with_columns_is_its_own(project: Make) -> None:
    page = TOP + block("1N  Strong", ":style: table", ":caption: Our 1!c *club*", ":name: ours")
    built = project({"index.rst": page}).build()
    caption = (
        'Our 1<span class="bml-symbols"><span>C</span><i class="bml-clubs"></i></span> <strong>club</strong>'
    )
    (table,) = parse("1N  Strong").tables
    assert render_table(table, options(Style.TABLE), caption=caption) in built.text("index.html")
    assert built.html().select("figure#ours > .bml-table")
    assert built.html().select("figcaption") == []


@pytest.mark.parametrize("builder", ["text", "man", "texinfo", "latex", "xml"])
def test_elsewhere_a_table_with_columns_is_a_table_as_always(project: Make, builder: str) -> None:
    page = TOP + block(TABLE, ":style: table", ":caption: Ours")
    assert project({"index.rst": page}).build(builder).warnings == []


def test_ids_of_headings_and_names_stay_alone(project: Make) -> None:
    page = (
        f"{TOP}.. _jump:\n\nJump\n----\n\n" + block("1C  a\n  1D b") + "\n" + block("#BIDTABLE\njump  weak")
    )
    markup = project({"index.rst": page}).build().text("index.html")
    assert ids(markup) == ["1C", "1C-1D", "jump_2"]


def test_rows_have_ids_once_on_a_page(project: Make) -> None:
    pages = {
        "index.rst": f"{TOP}.. toctree::\n\n   other\n\n" + block("1C  a") + "\n" + block("1C  b"),
        "other.rst": f"Other\n=====\n\n{block('1C  c')}",
    }
    made = project(pages)
    build = made.build()
    assert [ids(build.text(name)) for name in ("index.html", "other.html")] == [["1C", "1C_2"], ["1C"]]
    assert sorted(ids(made.build("singlehtml").text("index.html"))) == ["1C", "1C_2", "1C_3"]


def test_pages_of_e_books_have_no_addresses_and_no_script(project: Make) -> None:
    page = project({"index.rst": TOP + block(TABLE)}).build("epub").text("index.xhtml")
    assert "bml-table" in page
    assert ids(page) == []
    assert "bml.js" not in page
    assert "bml-link" not in page


def test_the_script_is_on_pages_with_bml_only(project: Make) -> None:
    pages = {
        "index.rst": f"{TOP}.. toctree::\n\n   plain\n\n{block('1C  Strong')}",
        "plain.rst": "Plain\n=====\n",
    }
    build = project(pages).build("dirhtml")
    script = build.html().find_parent("html")
    assert script is not None
    (found,) = [tag for tag in script.select("script[src]") if "bml.js" in str(tag["src"])]
    assert found.has_attr("defer")
    assert "bml.js" not in build.text("plain/index.html")
    assert "use strict" in build.text("_static/bml.js")


@pytest.mark.parametrize(
    ("colors", "files"), [("four", []), ("two", ["bml-suits-two.css"]), ("none", ["bml-suits-none.css"])]
)
def test_suit_colours_are_a_style_sheet_after_the_first(project: Make, colors: str, files: list[str]) -> None:
    build = project({"index.rst": TOP + block("1C  Strong")}).build(bml_suit_colors=colors)
    linked = re.findall(r"_static/(bml[\w-]*\.css)", build.text("index.html"))
    assert linked == ["bml.css", *files]
    for name in files:
        assert "--bml-hearts" in build.text(f"_static/{name}")


def test_other_settings_write_pages_anew_without_reading_them(project: Make) -> None:
    made = project({"index.rst": TOP + block("1C  GF, FNT")})
    assert "forcing notrump" not in made.build().text("index.html")
    again = made.build(bml_abbreviations={"FNT": "forcing notrump", "GF": ""}, bml_suit_colors="none")
    assert again.read == []
    assert '<abbr title="forcing notrump">FNT</abbr>' in again.text("index.html")
    assert "game forcing" not in again.text("index.html")
    assert "bml-suits-none.css" in again.text("index.html")


def test_abbreviations_are_for_web_pages_alone(project: Make) -> None:
    made = project({"index.rst": TOP + block("1C  GF")})
    assert "game forcing" in made.build().text("index.html")
    assert "game" not in made.build("text").text("index.txt")
    assert made.build("bss").text("system.bss").endswith("GF\n")


def test_translated_descriptions_have_addresses_of_the_source(project: Make) -> None:
    made = project({"index.rst": TOP + block("1C  Strong\n  1D  Weak")})
    made.write(
        "locale/de/LC_MESSAGES/index.po",
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
        'msgid "Weak"\nmsgstr "Schwach, GF"\n',
    )
    page = made.build(language="de", locale_dirs=["locale"], gettext_compact=False).text("index.html")
    assert ids(page) == ["1C", "1C-1D"]
    assert 'Schwach, <abbr title="game forcing">GF</abbr>' in page


def test_pages_link_to_rows(project: Make) -> None:
    pages = {
        "index.md": "# Page\n\n[here](#1C-1D) [there](two.md#1N-(2C))\n\n```bml\n1C  a\n  1D  b\n```\n\n"
        "```{toctree}\ntwo\nthree\n```\n",
        "two.md": "# Two\n\n```bml\n1N  [x](index.md#1C-1D)\n  (2C)  b\n```\n",
        "three.rst": f"Three\n=====\n\n:any:`2H` :bml:`[row](two.md#1N)`\n\n{block('2H  weak')}",
    }
    made = project(pages)
    build = made.build(nitpicky=True)
    assert build.warnings == []
    links = {link.get_text(): link["href"] for link in build.html().select("a") if link.get("href")}
    assert (links["here"], links["there"]) == ("#1C-1D", "two.html#1N-(2C)")
    assert 'href="index.html#1C-1D"' in build.text("two.html")
    three = {link.get_text(): link["href"] for link in build.html("three.html").select("p a")}
    assert (three["2H"], three["row"]) == ("#2H", "two.html#1N")
    assert "here" in made.build("text").text("index.txt")


ROLES = {
    "[Stayman](two.md#1N-2C)": "two.html#1N-2C",
    "Stayman, 4!h <1N-2C>": "two.html#1N-2C",
    "again <1NT–2♣>": "two.html#1N-2C",
    "overcall <1n-(2c)>": "two.html#1N-(2C)",
    "here <1C-1D>": "#1C-1D",
    "here too <#1C-1D>": "#1C-1D",
    "page <two.md#1N>": "two.html#1N",
    "all <two.md>": "two.html",
    "web <https://example.org/a>": "https://example.org/a",
}


@pytest.mark.parametrize("page", ["index.md", "index.rst"])
def test_the_role_links_to_rows(page: str, project: Make) -> None:
    role, more = (("{bml}", "```bml\n{}\n```\n"), (":bml:", ""))[page == "index.rst"]
    body = "\n\n".join(f"{role}`{text}`" for text in ROLES)
    heading = "# Page" if page == "index.md" else "Page\n===="
    own = "1C  a\n  1D  b"
    own = more.format(own) if more else block(own)
    contents = "```{toctree}\ntwo\n```" if page == "index.md" else ".. toctree::\n\n   two"
    two = "# Two\n\n```bml\n1N  Strong\n  2C  Stayman\n  (2C)  Natural\n```\n"
    made = project({page: f"{heading}\n\n{contents}\n\n{body}\n\n{own}", "two.md": two})
    build = made.build(nitpicky=True)
    assert build.warnings == []
    links = build.html().select("p > a.reference:first-child")
    assert [link["href"] for link in links][-len(ROLES) :] == list(ROLES.values())
    assert "Stayman, 4H" in [link.get_text() for link in links]
    for builder in ("latex", "text", "singlehtml"):
        assert made.build(builder, nitpicky=True).warnings == []


@pytest.mark.parametrize(
    "target", ["1N-3C", "weak", "1N-2C-", "two.txt", "(", "%", "x" * 999, "../../etc/passwd"]
)
def test_the_role_shows_its_text_alone_where_no_page_has_the_row(target: str, project: Make) -> None:
    page = f"Page\n====\n\nWe play :bml:`4!h or so <{target}>`.\n\n{block('1N  a')}"
    build = project({"index.rst": page}).build()
    (warning,) = build.warnings
    assert "index.rst:4" in warning
    assert "bml.BML" in warning
    (text,) = [p.get_text() for p in build.html().select("p") if "We play" in p.get_text()]
    assert text == "We play 4H or so."


@pytest.mark.parametrize("text", ["under 5 <", "a <>", "<here>", "5 > 4 < 6"])
def test_other_angle_brackets_stay_in_the_text(text: str, project: Make) -> None:
    build = project({"index.rst": f"Page\n====\n\n:bml:`{text}`\n\n{block('1N  a')}"}).build()
    assert build.warnings == []
    assert text in build.html().get_text()


def test_a_link_to_a_row_that_is_not_there_is_a_warning(project: Make) -> None:
    pages = {"index.md": "# Page\n\n[here](#1C-1H)\n\n```bml\n1C  a\n  1D  b\n```\n"}
    (warning,) = project(pages).build().warnings
    assert "1C-1H" in warning


def test_rows_are_known_after_reading_in_parallel_and_again(project: Make) -> None:
    pages = {f"page{n}.md": f"# Page {n}\n\n```bml\n1C  a\n```\n" for n in range(8)}
    contents = "\n".join(pages)
    made = project({"index.md": f"# T\n\n[x](page3.md#1C)\n\n```{{toctree}}\n{contents}\n```\n", **pages})
    assert made.build(jobs=2).warnings == []
    made.write("index.md", f"# T\n\n[x](page4.md#1C)\n\n```{{toctree}}\n{contents}\n```\n")
    again = made.build()
    assert again.warnings == []
    assert 'href="page4.html#1C"' in again.text("index.html")
