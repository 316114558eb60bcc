"""Notes below auctions, as every builder writes them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bml_core import parse
from bml_core.render.html import render_blocks
from tests.sphinx_bml.projects import Project

Make = Callable[..., Project]

AUCTION = """\
1N P 2C[1] P
2H P P P[b]
[1] Stayman, *4+!h*, see [more](https://example.org) & more
[b] Slow"""
PAGE = "Page\n====\n\n.. bml::\n\n" + "".join(f"   {line}\n" for line in AUCTION.splitlines())


def test_web_pages_have_the_html_of_every_host(project: Make) -> None:
    build = project({"index.rst": PAGE}).build()
    assert build.warnings == []
    expected = "".join(render_blocks(parse(AUCTION).blocks).split())
    assert expected.count("<li>") == 2
    assert expected in "".join(build.text("index.html").split())


def test_text_has_marks_in_brackets_and_the_notes_below(project: Make) -> None:
    text = project({"index.rst": PAGE}).build("text").text("index.txt")
    assert text.split("\n", 3)[3] == (
        "1NT  Pass  2♣ [1]  Pass\n"
        "2♥   Pass  Pass    Pass [b]\n"
        "\n"
        "[1] Stayman, 4+♥, see more <https://example.org> & more\n"
        "[b] Slow\n"
    )


def test_latex_raises_marks_and_sets_notes_below(project: Make) -> None:
    build = project({"index.rst": PAGE}).build("latex")
    text = build.text("notes.tex")
    assert "{2\\bmlclubs{}\\bmlmark{1}}" in text
    assert "\\end{bmlauction}\n\n\\begin{bmlnotes}\n\\bmlnote{1}{Stayman, " in text
    assert "\\bmlhearts{}" in text
    assert "\\sphinxhref{https://example.org}{more}" in text
    assert "\\& more}\n\\bmlnote{b}{Slow}\n\\end{bmlnotes}\n" in text


@pytest.mark.parametrize(
    ("builder", "name", "shown"),
    [
        ("man", "notes.1", "\n[b] Slow\n"),
        ("texinfo", "notes.texi", "\n[b] Slow\n"),
        ("xml", "index.xml", "\n[b] Slow"),
    ],
)
def test_other_builders_have_the_notes_too(project: Make, builder: str, name: str, shown: str) -> None:
    conf = """\
        man_pages = [("index", "notes", "Notes", [], 1)]
        texinfo_documents = [("index", "notes", "Notes", "", "", "", "")]
    """
    build = project({"index.rst": PAGE}, conf).build(builder)
    assert build.warnings == []
    assert shown in build.text(name)


def test_notes_are_offered_to_translators(project: Make) -> None:
    messages = project({"index.rst": PAGE}).build("gettext").text("index.pot")
    assert 'msgid "Slow"' in messages
    assert 'msgid "[b]"' not in messages
