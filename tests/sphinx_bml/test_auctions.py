"""Links to auctions in a Sphinx project: the role, links in text, the inventory, and what is rebuilt."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from tests.sphinx_bml.projects import MakeApp, Project, listed

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


def test_the_inventory_holds_every_auction(project: MakeProject) -> None:
    build = project({"index.md": NOTRUMP}).build()
    shown = listed(build.app.outdir / "objects.inv")
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
    text = ":external+club:bml:auction:`1nt 2c`, :bml:auction:`Stay <club:1N-2C>`, :bml:auction:`1N-3C`\n"
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
