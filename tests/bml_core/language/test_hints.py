"""Diagnostics help: each says in plain words what is wrong, and nearly each what to write instead."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bml_core import Dialect, Severity, expand, parse
from bml_core.language import Page
from tests.bml_core.cases import Case, read_cases

BAD = read_cases(Path(__file__).parent / "fixtures" / "bad.txt")
HINTS = Path(__file__).with_name("hints.txt").read_text("utf-8").splitlines()


@pytest.mark.parametrize("line", [line for line in HINTS if " => " in line])
def test_what_is_said(line: str) -> None:
    text, _, sentence = line.partition(" => ")
    document = parse(text.replace("⏎", "\n").replace("⇥", "\t"))
    found = (*document.diagnostics, *expand([document]).diagnostics)
    assert sentence in " ".join(diagnostic.sentence for diagnostic in found)


@pytest.mark.parametrize("case", BAD, ids=lambda case: case.title)
def test_every_error_has_a_hint_and_plain_sentences(case: Case, tmp_path: Path) -> None:
    text = case.sections["bml"]
    dialect = Dialect(case.sections.get("dialect", "2.0").strip())
    document = Page(str(tmp_path / "page.bml"), dialect=dialect).parse(text)
    for found in (*document.diagnostics, *expand([document]).diagnostics):
        assert found.hint or found.severity is Severity.INFO, str(found)
        for sentence in filter(None, (found.message, found.hint)):
            assert re.match(r"\S.*[.]$", sentence), sentence
            assert len(sentence) < 200


@pytest.mark.parametrize("word", ["x" * 100_000, "1" * 100_000 + "C", "8" + "C" * 100_000])
def test_long_words_are_not_repeated_at_length(word: str) -> None:
    (found, *_) = parse(f"1C  x\n  {word}").diagnostics
    assert len(found.sentence) < 500
    assert all(len(other.sentence) < 500 for other in parse(f"#PASTE {word}\n\n#{'A' * 5_000}").diagnostics)
    assert all(len(other.sentence) < 500 for other in parse(f"#VUL {word}\n#INCLUDE {word}").diagnostics)
    assert all(
        len(other.sentence) < 500 for other in parse(f"[a](javascript:{word}) [[x:{word}]]").diagnostics
    )
