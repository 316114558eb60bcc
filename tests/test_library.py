"""The library in the manual: each example on its page is run, and each public name is in the reference."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest
from mypy import api

import bml_core
from tests.manual_pages import MANUAL, fences

PAGE = MANUAL / "library.md"
SUBJECTS = MANUAL / "library"
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def test_the_examples_give_what_the_page_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (notes,) = (fence for fence in fences(PAGE) if fence.language == "bml")
    (deals,) = (fence for fence in fences(PAGE) if fence.language == "text")
    (tmp_path / "notes.bml").write_text(notes.text.partition("\n\n")[2], "utf-8")
    (tmp_path / "evening.pbn").write_text(deals.text, "utf-8")
    monkeypatch.chdir(tmp_path)
    examples = "\n".join(fence.text for fence in fences(PAGE) if fence.language == "python")
    test = doctest.DocTestParser().get_doctest(examples, {}, PAGE.name, str(PAGE), 0)
    report: list[str] = []
    results = doctest.DocTestRunner(optionflags=FLAGS).run(test, out=report.append)
    assert results.failed == 0, "".join(report)
    assert results.attempted > 20


@pytest.mark.parametrize("ending", ["md", "rst"])
def test_every_public_name_is_in_the_reference(ending: str) -> None:
    text = "\n".join(
        page.read_text("utf-8") for page in SUBJECTS.glob(f"*.{ending}") if page.stem != "practice"
    )
    shown = re.findall(r"^(?:\.\. auto\w+:: |::: bml_core\.)(\w+)$", text, re.MULTILINE)
    # Modules have headings of their own, with their functions below.
    shown += re.findall(r"^(?:## )?(\w+)\n(?:-+\n)?\n(?:\.\. autofunction|:::)", text, re.MULTILINE)
    results = set(
        re.findall(
            r"``([A-Z]\w+)``", (bml_core.__doc__ or "").partition("results  ")[2].partition("the game")[0]
        )
    )
    assert {*bml_core.__all__, *results} - {"__version__"} <= set(shown)
    assert all(hasattr(bml_core, name) for name in shown)


@pytest.mark.parametrize("page", sorted(SUBJECTS.glob("*.md")), ids=lambda page: page.stem)
def test_each_subject_has_an_example_that_runs(page: Path) -> None:
    (example,) = (fence.text for fence in fences(page) if fence.language == "python")
    assert example in page.with_suffix(".rst").read_text("utf-8")
    test = doctest.DocTestParser().get_doctest(example, {}, page.name, str(page), 0)
    report: list[str] = []
    results = doctest.DocTestRunner(optionflags=FLAGS).run(test, out=report.append)
    assert results.attempted > 1
    assert results.failed == 0, "".join(report)


def test_the_examples_are_strictly_typed(tmp_path: Path) -> None:
    scripts = []
    for page in (PAGE, *sorted(SUBJECTS.glob("*.md"))):
        examples = "\n".join(fence.text for fence in fences(page) if fence.language == "python")
        script = tmp_path / f"{page.stem}_examples.py"
        script.write_text("".join(each.source for each in doctest.DocTestParser().get_examples(examples)))
        scripts.append(str(script))
    options = ["--strict", f"--cache-dir={Path(__file__).parents[1] / '.mypy_cache'}"]
    said, faults, _ = api.run([*options, *scripts])
    assert said.startswith("Success"), said + faults
