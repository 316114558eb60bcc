"""LIN files of every kind, case by case: see the text files in ``fixtures``."""

from __future__ import annotations

import pytest

from tests.bml_core.formats.lin.cases import LinCase, cases


@pytest.mark.parametrize("case", list(cases()), ids=lambda case: case.name)
def test_case(case: LinCase) -> None:
    got, expected = case.run()
    assert got == expected
