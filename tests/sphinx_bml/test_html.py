"""BML on web pages: the bytes every host writes, as parts of a Sphinx page."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bml_core import parse
from bml_core.language import read_abbreviations
from bml_core.render import Abbreviations, Style
from bml_core.render.html import HtmlOptions, RowIds, render_blocks
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

1N P 2C[1] P
2H P P P[b]
[1] Stayman, *4+!h*, see [more](https://example.org) & more
[b] Slow
"""


TOP = "Page\n====\n\n"


def indented(text: str) -> str:
    return "".join(f"   {line}\n" if line else "\n" for line in text.split("\n"))


@pytest.mark.parametrize(("collapse", "style"), [*((n, Style.TREE) for n in range(3)), (0, Style.TABLE)])
def test_blocks_are_the_same_bytes_as_everywhere(project: Make, collapse: int, style: Style) -> None:
    page = f"{TOP}.. bml::\n   :collapse: {collapse}\n   :style: {style.value}\n\n{indented(TABLES)}"
    written = project({"index.rst": page}).build().text("index.html")
    document = parse(TABLES)
    options = HtmlOptions(
        collapse=collapse,
        style=style,
        row_id=RowIds(),
        abbreviations=Abbreviations(read_abbreviations({})),
        links=page_ways(document),
    )
    expected = render_blocks(document.blocks, options)
    assert expected in written


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
