"""BML in PDF, text, manual pages, Texinfo and XML."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from xml.etree import ElementTree

import pytest

from tests.sphinx_bml.projects import Project
from tests.system_tools import require_tool

Make = Callable[..., Project]

HEAD = "Page\n====\n\n.. bml::\n\n"


def test_text_is_aligned(project: Make) -> None:
    page = """\
        Page
        ====

        .. bml::

           1N-2C; Stayman
           2D  No major
             2H! 5+!h, 4!s, invitational with a text that is too long for one line of eighty characters
             3HS Smolen
           (D)
             R   see [it](https://example.org)

        .. bml::

           N: Kxx T9 xxx Q987x
           W: QT KQxxxx - Jx
    """
    text = project({"index.rst": page}).build("text").text("index.txt")
    assert text.split("\n", 3)[3] == (
        "1NT – 2♣  Stayman\n"
        "2♦     No major\n"
        "  2♥!    5+♥, 4♠, invitational with a text that is too long for one\n"
        "         line of eighty characters\n"
        "  3♥♠    Smolen\n"
        "(Dbl)\n"
        "  Rdbl   see it <https://example.org>\n"
        "\n"
        "               North\n"
        "               ♠ Kxx\n"
        "               ♥ T9\n"
        "               ♦ xxx\n"
        "               ♣ Q987x\n"
        "West\n"
        "♠ QT\n"
        "♥ KQxxxx\n"
        "♦ —\n"
        "♣ Jx\n"
    )


def deep(levels: int) -> str:
    """A table of this many levels."""
    calls = [f"{level}{strain}" for level in range(1, 8) for strain in "CDHSN"]
    return "".join(f"   {'  ' * n}{call} Level {n}\n" for n, call in enumerate(calls[:levels]))


@pytest.mark.parametrize("builder", ["html", "latex", "text", "man", "texinfo", "xml", "bss"])
def test_a_table_as_deep_as_may_be(project: Make, builder: str) -> None:
    rows = "".join(f"   {' ' * n}jump Level {n}\n" for n in range(1, 66))
    build = project({"index.rst": f"{HEAD}   1C Level 0\n{rows}"}).build(builder)
    assert [line.rsplit("[", 1)[1] for line in build.warnings] == ["bml.BML205]"]
    if builder == "html":
        assert len(build.html().select("details")) == 64


@pytest.mark.slow
def test_a_pdf_of_a_table_thirty_levels_deep(project: Make) -> None:
    require_tool("pdflatex")
    latexmk, pdftotext = require_tool("latexmk"), require_tool("pdftotext")
    title = "* 1!c and 2!h in a title\n\n   Text\n\n   " + "long" * 75 + "\n\n"
    out = project({"index.rst": HEAD + f"   {title}" + deep(30)}).build("latex").app.outdir
    command = [str(latexmk), "-pdf", "-silent", "-interaction=nonstopmode", "-halt-on-error", "notes.tex"]
    run = subprocess.run(command, cwd=out, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout[-3000:]
    text = subprocess.run([pdftotext, "notes.pdf", "-"], cwd=out, capture_output=True, text=True, check=True)
    assert "Level 29" in text.stdout
    bookmarks = (out / "notes.out").read_text("latin-1")
    assert r"1\046\143\000\040\000a\000n\000d\000\040\0002\046\145" in bookmarks


@pytest.mark.slow
def test_hostile_text_stays_text_in_a_pdf(project: Make) -> None:
    require_tool("pdflatex")
    latexmk, pdftotext = require_tool("latexmk"), require_tool("pdftotext")
    hostile = r"\input{/etc/passwd} \end{document} $x_1^2$ % # & ~ {open \\ ``quotes''"
    page = f"{HEAD}   * {hostile}\n\n   1C {hostile}\n     1D {hostile}\n\n   - {hostile}\n"
    out = project({"index.rst": page}).build("latex").app.outdir
    command = [str(latexmk), "-pdf", "-silent", "-interaction=nonstopmode", "-halt-on-error", "notes.tex"]
    run = subprocess.run(command, cwd=out, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout[-3000:]
    text = subprocess.run([pdftotext, "notes.pdf", "-"], cwd=out, capture_output=True, text=True, check=True)
    assert text.stdout.count("input{/etc/passwd}") >= 4
    assert "root:" not in text.stdout


def test_the_latex_package_goes_with_the_output(project: Make) -> None:
    out = project({"index.rst": HEAD + "   1C Strong\n"}).build("latex").app.outdir
    assert (out / "bml.sty").is_file()
    assert "\\usepackage[four]{bml}" in (out / "notes.tex").read_text()


def test_lines_of_a_manual_page_are_not_commands(project: Make) -> None:
    page = HEAD + "   1C .so /etc/passwd\n       .br\n       'em \\fBbold-face\n"
    build = project({"index.rst": page}, conf='man_pages = [("index", "notes", "Notes", "me", 1)]').build(
        "man"
    )
    lines = [line.strip() for line in build.text("notes.1").splitlines()]
    assert [line for line in lines if line.startswith((".so", "'em"))] == []
    assert "1♣    .so /etc/passwd" in lines
    assert "em \\efBbold\\-face" in build.text("notes.1")


def test_texinfo_commands_are_escaped(project: Make) -> None:
    text = project({"index.rst": HEAD + "   1C @include{x} 5+!h\n"}).build("texinfo").text("notes.texi")
    assert "@example\n1♣    @@include@{x@} 5+♥\n@end example" in text


def test_xml_holds_tables_as_lines(project: Make) -> None:
    page = HEAD + "   1H  5+!h & <b>\n     (2D)! Theirs\n"
    root = ElementTree.fromstring(project({"index.rst": page}).build("xml").text("index.xml"))
    (table,) = root.iter("literal_block")
    assert (table.text or "").splitlines() == ["1♥     5+♥ & <b>", "  (2♦)!  Theirs"]


NEIGHBOUR = """
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
extensions += ["stranger"]
"""


def test_writers_that_do_not_know_bml_write_lines(project: Make) -> None:
    page = HEAD + "   1H  5+!h\n     2D  Natural\n\n   N: AK QJ T9 87\n\n   1C P P P\n"
    made = project({"index.rst": page}, conf=NEIGHBOUR)
    made.write(
        "stranger.py",
        """\
        from sphinx.builders.text import TextBuilder
        from sphinx.writers.text import TextTranslator

        class Stranger(TextBuilder):
            name = format = "stranger"
            default_translator_class = TextTranslator

        def setup(app):
            app.add_builder(Stranger)
        """,
    )
    text = made.build("stranger").text("index.txt")
    assert "1♥    5+♥\n     2♦    Natural" in text
    assert "♠ AK" in text
