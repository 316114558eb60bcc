"""Links to auctions in a Sphinx project: the role, links in text, the inventory, and what is rebuilt."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from bs4.element import Tag

from tests.sphinx_bml.projects import MakeApp, Project

MakeProject = Callable[..., Project]

NOTRUMP = """\
# Notrump

```bml
1N  15--17
  2C  Stayman <b>
    2D  No major
```
"""
TREE = "\n```{toctree}\nnotrump\n```\n"


def links(page: Tag) -> list[tuple[str, str]]:
    """The text and the address of each link to an auction, aside from those that tables make."""
    found = page.select("a[href*='#1N']:not(.bml-link), a[href*='#(1H)']:not(.bml-link)")
    written = (link for link in found if not link.find_parent(class_="bml-history"))
    return [(link.get_text(), str(link["href"])) for link in written if "bml-responses" not in link["class"]]


def test_every_kind_of_link_leads_to_the_row_on_its_page(project: MakeProject) -> None:
    text = """\
    # Links

    [Stayman](auction:1nt-2c), [](auction:1N-2C-2D), {bml:auction}`1N-2C`, {bml:auction}`Stayman <1N-2C>`,
    {bml:auction}`~1N-2C`, {any}`1N-2C`.

    ```bml
    1N-2C;
    2H  See [Stayman](auction:1N-2C) and [](auction:1N)
    ```

    ```{toctree}
    notrump
    ```
    """
    build = project({"index.md": text, "notrump.md": NOTRUMP}).build()
    assert build.warnings == []
    stayman = "notrump.html#1N-2C"
    assert links(build.html()) == [
        ("Stayman", stayman),
        ("1NT–2C–2D", "notrump.html#1N-2C-2D"),
        ("1NT–2C", stayman),
        ("Stayman", stayman),
        ("2C", stayman),
        ("1N-2C", stayman),
        ("Stayman", stayman),
        ("1NT", "notrump.html#1N"),
    ]
    assert {link["title"] for link in build.html().select(f"a[href='{stayman}']")} == {"Stayman <b>"}


def test_a_link_with_an_exclamation_mark_is_its_text_alone(project: MakeProject) -> None:
    build = project({"index.rst": ":bml:auction:`!1N-2C` and :bml:auction:`!Puppet <1N-3C>`"}).build("text")
    assert build.warnings == []
    assert build.text("index.txt").strip() == "1NT–2♣ and Puppet"


def test_a_wrong_address_is_a_warning_at_its_line_with_the_nearest_ones(project: MakeProject) -> None:
    text = "Text\n\n[x](auction:1N-2D)\n\n```bml\n1H  5+\n  2N  [y](auction:1N-1C)\n```\n" + TREE
    build = project({"index.md": f"# Links\n\n{text}", "notrump.md": NOTRUMP}).build(nitpicky=True)
    assert build.warnings == [
        "index.md:5: WARNING: The notes have no auction 1N-2D. "
        "The nearest ones are 1N-2C, 1N-2C-2D. [bml.BML322]",
        "index.md:9: WARNING: 1C is not legal here: the bid is not higher than the last bid. Correct it. "
        "[bml.BML632]",
    ]


def test_links_of_a_page_that_are_wrong_for_one_cause_are_one_warning(project: MakeProject) -> None:
    text = "# Links\n\n{bml:auction}`1N-2D`\n\n[x](auction:1N-3C) [y](auction:8N)\n\n[](auction:1N-2D)\n"
    build = project({"index.md": text + TREE, "notrump.md": NOTRUMP}).build()
    wrong = [line for line in build.warnings if "BML322" in line]
    assert wrong == [
        "index.md:3: WARNING: The notes have no auction 1N-2D. The nearest ones are 1N-2C, 1N-2C-2D. "
        "The same goes for 1N-3C (line 5), 1N-2D (line 7). [bml.BML322]"
    ]


def test_an_auction_of_two_systems_names_both_places(project: MakeProject) -> None:
    pages = {
        "index.md": "# Links\n\n[](auction:1C), [](auction:club:1C)\n\n```{toctree}\na\nb\n```\n",
        "a.md": "# A\n\n```bml system=club\n1C  Strong\n```\n",
        "b.md": "# B\n\n```bml system=natural\n1C  Natural\n```\n",
    }
    build = project(pages).build()
    assert build.warnings == [
        "index.md:3: WARNING: The auction 1C is in several places: a#1C and b#1C. "
        "Write club:1C or natural:1C. [bml.BML323]"
    ]


def test_the_inventory_holds_every_auction(project: MakeProject) -> None:
    build = project({"index.md": NOTRUMP}).build()
    command = [sys.executable, "-m", "sphinx.ext.intersphinx", str(Path(build.app.outdir, "objects.inv"))]
    shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    auctions = shown.partition("bml:auction\n")[2].partition("std:doc")[0].splitlines()
    assert [line.split() for line in auctions] == [
        ["1N", "1NT", ":", "index.html#1N"],
        ["1N-2C", "1NT–2C", ":", "index.html#1N-2C"],
        ["1N-2C-2D", "1NT–2C–2D", ":", "index.html#1N-2C-2D"],
    ]


def test_the_notes_of_another_project_are_linked(
    project: MakeProject, make_app: MakeApp, tmp_path: Path
) -> None:
    club = Project(tmp_path / "club", make_app, {"index.md": NOTRUMP}).build()
    inventory = str(Path(club.app.outdir, "objects.inv"))
    text = ":external+club:bml:auction:`1nt 2c`, :bml:auction:`Stay <1N-2C>`, :bml:auction:`1N-3C`\n"
    conf = f"""
    extensions.append("sphinx.ext.intersphinx")
    intersphinx_mapping = {{"club": ("https://club.example/", {inventory!r})}}
    """
    build = project({"index.rst": text}, conf).build()
    assert [str(link["href"]) for link in build.html().select("a.external")][:2] == [
        "https://club.example/index.html#1N-2C"
    ] * 2
    assert [line for line in build.warnings if "WARNING" in line] == [
        "index.rst:1: WARNING: The notes have no auction 1N-3C. No page has a bidding table. [bml.BML322]"
    ]


def test_a_row_that_moves_changes_the_pages_that_link_to_it(project: MakeProject) -> None:
    pages = {
        "index.md": "# Links\n\n[](auction:1N-2C)\n\n```{toctree}\nnotrump\nother\nlast\n```\n",
        "notrump.md": NOTRUMP,
        "other.md": "# Other\n",
        "last.md": "# Last\n",
    }
    notes = project(pages)
    assert links(notes.build().html()) == [("1NT–2C", "notrump.html#1N-2C")]
    assert notes.build().read == []
    notes.write("notrump.md", "# Notrump\n")
    notes.write("other.md", NOTRUMP)
    moved = notes.build(jobs=2)
    assert links(moved.html()) == [("1NT–2C", "other.html#1N-2C")]
    assert "index" not in moved.read


def test_every_link_of_an_index_leads_to_a_row_of_the_pdf(project: MakeProject) -> None:
    index = "# All\n\n```bml auctions\n```\n" + TREE
    text = project({"index.md": index, "notrump.md": NOTRUMP}).build("latex").text("notes.tex")
    links = set(re.findall(r"\\hyperref\[(.*?)\]\{\\sphinxcrossref", text))
    assert any("notrump:1N-2C" in link for link in links)
    assert links <= set(re.findall(r"\\bmlanchor\{(\\detokenize\{.*?\})\}", text))


def test_a_page_is_written_anew_when_the_table_that_goes_on_moves(project: MakeProject) -> None:
    pages = {
        "index.md": "# All\n" + TREE.replace("notrump", "notrump\nmore\nother"),
        "notrump.md": NOTRUMP,
        "more.md": "# More\n\n```bml\n1N-2C-2D;\n2H  Weak\n```\n",
        "other.md": "# Other\n\n```bml\n1C  Strong\n```\n",
    }
    notes = project(pages)

    def responses() -> list[str]:
        found = notes.build().html("notrump.html").select(".bml-responses")
        return [str(link["href"]) for link in found]

    assert responses() == ["more.html#1N-2C-2D-2H"]
    more = Path(notes.build().app.outdir, "more.html")
    written = more.stat().st_mtime_ns
    # Another page changes, and no link of these does.
    notes.write("other.md", pages["other.md"].replace("Strong", "Strong, 16+"))
    assert responses() == ["more.html#1N-2C-2D-2H"]
    assert more.stat().st_mtime_ns == written
    notes.write("more.md", "# More\n")
    notes.write("other.md", "# Other\n\n```bml\n1N-2C-2D;\n2H  Weak\n```\n")
    assert responses() == ["other.html#1N-2C-2D-2H"]


PROSE = """\
# Links 1N-2C

After 1NT–2♣ or **1N - 2C**, not *1N*-2C, `1N-2C`, [a 1N-2C](https://a.example/) or 1N-3C.

:1N-2C: `x`

```bml
* A 1N-2C

So 1N--2!c or /1N-2C/.

2D  See 1N-2C, =1N-2C=, [1N-2C](notrump.md), 1N-4C
```
"""


@pytest.mark.parametrize("is_on", [True, False])
def test_auctions_in_texts_are_links_where_the_notes_have_them(project: MakeProject, is_on: bool) -> None:
    notes = project({"index.md": PROSE + TREE, "notrump.md": NOTRUMP})
    build = notes.build(bml_link_auctions=is_on, nitpicky=True)
    assert build.warnings == []
    texts = ["1NT–2♣", "1N - 2C", "1NT–2C", "1NT-2C", "1NT-2C"] if is_on else []
    assert links(build.html()) == [(text, "notrump.html#1N-2C") for text in texts]
    for builder in ("latex", "text"):
        assert notes.build(builder, bml_link_auctions=is_on, nitpicky=True).warnings == []


def test_translations_have_the_links(project: MakeProject) -> None:
    po = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
    po += 'msgid "As after 1N-2C"\nmsgstr "Wie nach 1N-2C"\n'
    page = "# X\n\n```bml\n2D  As after 1N-2C\n```\n"
    notes = project({"index.md": page + TREE, "notrump.md": NOTRUMP, "locale/de/LC_MESSAGES/index.po": po})
    build = notes.build(language="de", locale_dirs=["locale"], gettext_compact=False)
    assert links(build.html()) == [("1NT-2C", "notrump.html#1N-2C")]
    assert "Wie nach" in build.text("index.html")


def test_formats_without_rows_link_to_the_page(project: MakeProject) -> None:
    notes = project({"index.md": "# Links\n\n[Stayman](auction:1N-2C)\n" + TREE, "notrump.md": NOTRUMP})
    for builder in ("latex", "text", "man", "texinfo", "singlehtml"):
        assert notes.build(builder).warnings == []


# ---------------------------------------------------------------- the index


def test_the_index_has_every_auction_below_its_opening(project: MakeProject) -> None:
    pages = {
        "index.md": "# All\n\n```bml auctions\n```\n\n```{bml:auctions} Short\n:depth: 1\n```\n" + TREE,
        "notrump.md": NOTRUMP,
    }
    build = project(pages).build()
    assert build.warnings == []
    whole, short = build.html().select(".bml-table")
    assert [row.get_text(" ", strip=True) for row in whole.select(".bml-row")] == [
        "1NT 15–17",
        "2C Stayman <b>",
        "2D No major",
    ]
    assert [str(link["href"]) for link in whole.select("a")] == [
        f"notrump.html#{row}" for row in ("1N", "1N-2C", "1N-2C-2D")
    ]
    assert whole.select("[id]") == []
    assert len(short.select(".bml-row")) == 1


def test_the_domain_has_an_index_of_auctions(project: MakeProject) -> None:
    build = project({"index.md": NOTRUMP}).build()
    links = build.html("bml-auctions.html").select("table a")
    assert [str(link["href"]) for link in links] == [
        f"index.html#{row}" for row in ("1N", "1N-2C", "1N-2C-2D")
    ]
