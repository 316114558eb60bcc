"""Agreements, case by case: see the text files in ``fixtures``."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bml_core.cases import Case, parametrize


@parametrize(Path(__file__).parent / "fixtures")
def test_case(case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    got, expected = case.run(tmp_path)
    assert got == expected
