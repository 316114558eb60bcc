"""Our own words are in the language of the project, and a project may say them in its own way."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.pdf import typeset
from tests.sphinx_bml.projects import Project

Make = Callable[..., Project]


ROWS = "\n".join(f"     {level}{strain}  Row" for level in range(2, 8) for strain in "CDHSN")
PAGE = f"Page\n====\n\n.. bml::\n\n   1N  Opening\n{ROWS}\n{ROWS}\n"


@pytest.mark.parametrize(("language", "word"), [("de", "Fortsetzung"), ("fr", "suite"), ("nl", "vervolg")])
def test_latex_has_the_word_for_where_a_table_goes_on(project: Make, language: str, word: str) -> None:
    text = project({"index.rst": PAGE}).build("latex", language=language).text("notes.tex")
    assert f"\\renewcommand*{{\\bmlcontinuedname}}{{{word}}}" in text


@pytest.mark.slow
def test_pdf_says_at_the_top_of_a_page_where_a_table_goes_on(project: Make) -> None:
    build = project({"index.rst": PAGE}).build("latex", language="fr", latex_engine="lualatex")
    pages = typeset(build.app.outdir / "notes.tex", "lualatex").pages
    assert any("suite" in line for page in pages for line in page[:3])
