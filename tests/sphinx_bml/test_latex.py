"""BML in PDF through Sphinx, with every engine."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.manual_pages import TOP
from tests.pdf import ENGINES, typeset
from tests.programs import run_here
from tests.sphinx_bml.projects import Project

Make = Callable[..., Project]

FACE = "\N{GRINNING FACE}"
PAGE = f"""\
Page
====

.. bml::
   :caption: Shown {FACE}
   :name: first

   * 1!c and שלום {FACE}

   Text {FACE} and {"long" * 75}

   1C  Strong {FACE}, *{"x" * 300}*
     joke{FACE}  Label

   1C P {FACE} P
   1D P P P

.. bml::
   :show: both
   :system: none

   1H  Source {FACE}

- In a list:

  .. bml::

     1D  Natural
       1H  {"many words " * 30}
         1S  Spades

     N E S W
     1C P 1H P
     P P

     N: AKxx xx AQx Kxxx
     E: QJx  Ax KJT9 Axxx
     S: QJx  Ax KJT9 Axxx
"""


@pytest.mark.slow
@pytest.mark.parametrize("engine", ENGINES)
def test_no_engine_stops_at_what_it_cannot_set(project: Make, engine: str) -> None:
    build = project({"index.rst": PAGE}).build("latex", latex_engine=engine)
    pdf = typeset(Path(build.app.outdir) / "notes.tex", engine)
    assert [points for points in pdf.overfull if points > 10] == []
    assert "x" * 300 in pdf.text.replace(" ", "")
    assert "Natural 1♥ many words many words" in pdf.text
    assert "\\BOOKMARK" in pdf.path.with_suffix(".out").read_text("latin-1")


def warnings(project: Make, engine: str) -> list[str]:
    build = project({"index.rst": PAGE}).build("latex", latex_engine=engine)
    return [line for line in build.warnings if "bml.glyph" in line]


def test_what_pdflatex_has_no_glyph_for_is_reported_at_its_place(project: Make) -> None:
    told = warnings(project, "pdflatex")
    assert told[0] == (
        f'index.rst:4: WARNING: pdfLaTeX has no glyph for "{FACE}" (U+1F600) and prints a mark in its place. '
        'Set latex_engine = "xelatex" with a font that has it. [bml.glyph]'
    )
    lines = [line.split(":")[1] for line in told]
    assert lines == ["4", "8", "10", "12", "13", "15", "22"]


@pytest.mark.parametrize("engine", ["xelatex", "lualatex"])
def test_engines_with_fonts_of_their_own_are_left_to_them(project: Make, engine: str) -> None:
    assert warnings(project, engine) == []


def test_other_builders_do_not_meet_what_is_set_apart_for_latex(project: Make) -> None:
    text = project({"index.rst": PAGE}).build("text").text("index.txt")
    assert f"Text {FACE} and" in text


BOARD = """\
[Dealer "N"]
[Deal "N:AJ6.KQ5.K72.AT83 KT93.J84.Q95.J72 842.A73.A863.KQ5 Q75.T962.JT4.964"]
[Declarer "N"]
[Contract "3NT"]
[DoubleDummyTricks "88988889884444444444"]
[Auction "N"]
1NT =1= Pass 3NT Pass
Pass Pass
[Note "1:15-17"]
[Play "E"]
H4 *
"""


@pytest.mark.slow
def test_boards_stay_with_what_is_known_of_them_and_with_their_answers(project: Make) -> None:
    block = ".. bml:deal:: hands.pbn\n   :hide: EW\n   :answers: {}\n"
    blocks = [f"{'Words. ' * (90 * n % 400)}\n\n{block.format(('below', 'end')[n % 2])}" for n in range(24)]
    build = project({"index.rst": "Page\n====\n\n" + "\n".join(blocks), "hands.pbn": BOARD}).build("latex")
    pages = typeset(Path(build.app.outdir) / "notes.tex", "pdflatex").pages
    assert len(pages) > 10
    for page in map("\n".join, pages):
        # Questions have 24 of these, answers below them and at the end as many.
        assert page.count("3NT by North") == page.count("AJ6")
        assert page.count("All pass") == page.count("15-17")
        assert page.count("T962") == page.count("Double dummy")
        assert not re.search(r"Answer\n\d+\Z|\A(?:.*\n)?Answer \d+\n(?!Board|Dealer)", page)


ROWS = "\n".join(f"     {level}{strain}  Row" for level in range(2, 8) for strain in "CDHSN")
LONG_TABLE = f"Page\n====\n\n.. bml::\n\n   1N  Opening\n{ROWS}\n{ROWS}\n"


@pytest.mark.slow
def test_pdf_says_at_the_top_of_a_page_where_a_table_goes_on(project: Make) -> None:
    build = project({"index.rst": LONG_TABLE}).build("latex", language="fr", latex_engine="lualatex")
    pages = typeset(build.app.outdir / "notes.tex", "lualatex").pages
    assert any("suite" in line for page in pages for line in page[:3])


@pytest.mark.slow
def test_no_page_ends_with_a_line_that_ends_in_a_colon(project: Make) -> None:
    about = (".. code-block:: text\n\n   code", "- one\n- two", ".. bml::\n\n   1C  Strong\n     1D  Weak")
    blocks = [f"{'Words. ' * (40 * n % 190)}\n\nNow these:\n\n{about[n % 3]}\n" for n in range(90)]
    build = project({"index.rst": "Page\n====\n\n" + "\n".join(blocks)}).build("latex")
    pages = typeset(Path(build.app.outdir) / "notes.tex", "pdflatex").pages
    assert len(pages) > 15
    assert [page[-2] for page in pages if len(page) > 1 and page[-2].endswith(":")] == []


# What of the demonstration is not in the system's own book, or takes long to work out.
OTHERS = (
    *("_build", "manual", "players", "tables", "index.md", "contents.rst", "rst-example.rst"),
    *("system/examples.md", "system/auctions.md", "system/bidding-box.md"),
)


@pytest.mark.slow
def test_the_system_of_the_demonstration_is_set_without_overfull_lines(tmp_path: Path) -> None:
    # `make demo` sets the manual as well, and fails where a line of that is too wide.
    # Its findings are those of tests/bml_core/checks/test_seeded_faults.py.
    settings = ["root_doc=system/book", f"exclude_patterns={','.join(OTHERS)}", "bml_checks=words"]
    options = [word for setting in settings for word in ("-D", setting)]
    folders = [str(TOP / "demo_docs"), str(tmp_path / "out")]
    run = run_here("sphinx-build", "-Q", "-E", "-b", "latex", *options, *folders, folder=tmp_path)
    assert run.returncode == 0, run.stderr
    pdf = typeset(tmp_path / "out" / "harbour.tex", "pdflatex")
    assert pdf.overfull == []
    named = re.compile(r"\(?[1-4](?:[♣♦♥♠MmX]|NT).*Harbour Two over One")
    assert len([page for page in pdf.pages if named.match(page[0])]) > 30
    assert len([page for page in pdf.pages if any(line.endswith(", continued") for line in page[:3])]) > 15
