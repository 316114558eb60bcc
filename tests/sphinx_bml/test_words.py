"""Our own words are in the language of the project, and a project may say them in its own way."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.pdf import typeset
from tests.sphinx_bml.projects import Project

Make = Callable[..., Project]


@pytest.mark.slow
@pytest.mark.parametrize("language", ["de", "fr", "nl"])
def test_pdf_says_at_the_top_of_a_page_where_a_table_goes_on(project: Make, language: str) -> None:
    rows = "\n".join(f"     {level}{strain}  Row" for level in range(2, 8) for strain in "CDHSN")
    table = f".. bml::\n\n   1N  Opening\n{rows}\n{rows}\n"
    conf = f'language = "{language}"\nlatex_engine = "lualatex"'
    build = project({"index.rst": f"Page\n====\n\n{table}"}, conf=conf).build("latex")
    pages = typeset(build.app.outdir / "notes.tex", "lualatex").pages
    word = {"de": "Fortsetzung", "fr": "suite", "nl": "vervolg"}[language]
    assert any(word in line for page in pages for line in page[:3])
