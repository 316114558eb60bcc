"""The reader of case files, so that a case that is not read as meant does not pass unseen."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bml_core.cases import read_cases

WELL_FORMED = """Prose.

==== First
More prose.
---- bml
1C  strong

1D  natural

---- agreements
1C  strong
1D  natural

==== Second
---- dialect
2.7
---- bml
---- file sub/a.bml
text
---- document
"""


def write(folder: Path, text: str) -> Path:
    path = folder / "cases.txt"
    path.write_text(text)
    return path


def test_cases_and_their_sections(tmp_path: Path) -> None:
    first, second = read_cases(write(tmp_path, WELL_FORMED))
    assert (first.line, first.title) == (3, "First")
    assert first.sections == {"bml": "1C  strong\n\n1D  natural\n", "agreements": "1C  strong\n1D  natural\n"}
    assert second.sections == {"dialect": "2.7\n", "bml": "", "file sub/a.bml": "text\n", "document": ""}
    assert second.files == {"sub/a.bml": "text\n"}


@pytest.mark.parametrize(
    "text",
    [
        "no case at all",
        "==== without bml\n---- document\n",
        "==== without expectations\n---- bml\n1C\n",
        "==== a typing error\n---- bml\n1C\n---- documents\n",
        "==== twice\n---- bml\n1C\n---- bml\n1D\n---- document\n",
    ],
)
def test_a_file_that_is_not_understood_is_an_error(tmp_path: Path, text: str) -> None:
    with pytest.raises(ValueError, match=r"cases\.txt"):
        read_cases(write(tmp_path, text))


def test_what_is_not_expected_is_noticed(tmp_path: Path) -> None:
    text = "==== a diagnostic too many\n---- bml\n1C  x\n  1zoo\n---- agreements\n1C  x\n"
    (case,) = read_cases(write(tmp_path, text))
    got, expected = case.run(tmp_path)
    assert got["diagnostics"] == ["2:3 error BML201"]
    assert expected["diagnostics"] == []
    assert got != expected
