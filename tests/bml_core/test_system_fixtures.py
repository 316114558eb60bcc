"""Agreements, case by case: see the text files in ``fixtures``."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bml_core.cases import Case, read_cases

CASES = [
    case for path in sorted((Path(__file__).parent / "fixtures").glob("*.txt")) for case in read_cases(path)
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.source.stem}:{case.line} {case.title}")
def test_case(case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    got, expected = case.run(tmp_path)
    assert got == expected
