"""BML in PDF and in every builder, beside the scripts: deep tables, hostile text."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.pdf import typeset
from tests.sphinx_bml.projects import Project

Make = Callable[..., Project]

HEAD = "Page\n====\n\n.. bml::\n\n"


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
    title = "* 1!c and 2!h in a title\n\n   Text\n\n   " + "long" * 75 + "\n\n"
    build = project({"index.rst": HEAD + f"   {title}" + deep(30)}).build("latex")
    pdf = typeset(Path(build.app.outdir) / "notes.tex", "pdflatex")
    assert "Level 29" in pdf.text
    bookmarks = pdf.path.with_suffix(".out").read_text("latin-1")
    assert r"1\046\143\000\040\000a\000n\000d\000\040\0002\046\145" in bookmarks


@pytest.mark.slow
def test_hostile_text_stays_text_in_a_pdf(project: Make) -> None:
    hostile = r"\input{/etc/passwd} \end{document} $x_1^2$ % # & ~ {open \\ ``quotes''"
    page = f"{HEAD}   * {hostile}\n\n   1C {hostile}\n     1D {hostile}\n\n   - {hostile}\n"
    build = project({"index.rst": page}).build("latex")
    file = Path(build.app.outdir) / "notes.tex"
    typeset(file, "pdflatex")
    # The contents are there in the second run.
    text = typeset(file, "pdflatex").text
    assert text.count("input{/etc/passwd}") >= 4
    assert "root:" not in text
