"""Notes with findings, and the same notes a word apart without any.

A file holds cases; a case begins with ``==== title``. Each section below a line ``---- name.bml`` is a file
of the notes, below ``---- name.md`` a page; ``checks`` are the codes that are looked for (by default those of
the check that the file is named after), and ``findings`` what is found: without it, nothing is.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from bml_core.checks import CheckedNotes, accept, check_notes, choose_codes
from bml_core.document import Document, TextLine
from bml_core.language import Page
from bml_core.notes import read_notes_file
from bml_core.outlines import blocks_of_document, text_lines
from bml_core.system import expand
from tests.bml_core.cases import read_sections

HERE = Path(__file__).parent / "fixtures"
#: What files are about that are not named after a check.
CHECKS = {"acceptance": "loose_ends", "siblings": "copied ranges answers unlike"}
CASES = [
    pytest.param(CHECKS.get(path.stem, path.stem), sections, id=f"{path.stem}:{line} {title}")
    for path in sorted(HERE.glob("*.txt"))
    for line, title, sections in read_sections(path)
]


def read(name: str, text: str) -> tuple[Iterable[Document], Iterable[TextLine]]:
    if name.endswith(".bml"):
        document = Page(name).parse(text)
        return (document,), text_lines(blocks_of_document(document))
    page = read_notes_file(name, data=text.encode(), markup="md") if name.endswith(".md") else None
    return (page.documents("system"), page.texts) if page else ((), ())


@pytest.mark.parametrize(("check", "sections"), CASES)
def test_finds_exactly_this(check: str, sections: dict[str, str]) -> None:
    codes = choose_codes(sections.get("checks", check).split())
    pages = [read(name, text) for name, text in sections.items()]
    documents = tuple(each for page, _ in pages for each in page)
    texts = tuple(line for _, lines in pages for line in lines)
    pasted = frozenset(place for document in documents for place in document.pasted)
    found = check_notes(CheckedNotes(expand(documents), documents, pasted=pasted, texts=texts), codes)
    allowances = (each for document in documents for each in document.allowances)
    left = accept(found, allowances, ran=codes).findings
    shown = []
    for each in sorted(left, key=lambda found: found.location._replace(origin=None)):
        shown += [f"{each.location} {each.code} {each.sentence}", *(f"  {other}" for other in each.related)]
    assert shown == sections.get("findings", "").splitlines()
