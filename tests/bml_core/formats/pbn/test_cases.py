"""The rules and examples of PBN 2.1, case by case: see the text files in ``fixtures``."""

from __future__ import annotations

import pytest

from tests.bml_core.formats.pbn.cases import PbnCase, cases


@pytest.mark.parametrize("case", list(cases()), ids=lambda case: case.name)
def test_case(case: PbnCase) -> None:
    got, expected = case.run()
    assert got == expected
