"""Diagnostics: codes, places, sentences; and that every code can happen."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import bml_core
from bml_core import Diagnostic, Location, Severity, has_errors
from bml_core.diagnostics import CODES

TOP = Path(bml_core.__file__).parents[1]
NEAR_MISSES = (TOP / "bml_core/language/near_misses.txt").read_text("utf-8")
SOURCES = "\n".join(
    path.read_text("utf-8")
    for package in ("bml_core", "sphinx_bml", "mkdocs_bml")
    for path in (TOP / package).rglob("*.py")
)
USED = {*re.findall(r'"(BML\d{3})"', SOURCES), *re.findall(r"\w (BML\d{3})\n", NEAR_MISSES)}
HERE = Location("notes.bml", 3, 7)


def test_a_location_names_file_line_and_column() -> None:
    assert str(HERE) == "notes.bml:3:7"


def test_moving_a_location() -> None:
    assert HERE.shifted(0) is HERE
    assert HERE.shifted(2) == Location("notes.bml", 3, 9)


def test_moving_pasted_text_moves_where_it_was_written() -> None:
    pasted = Location("notes.bml", 9, 1, origin=HERE)
    assert pasted.shifted(2) == Location("notes.bml", 9, 1, origin=Location("notes.bml", 3, 9))


def test_a_diagnostic_in_one_line() -> None:
    found = Diagnostic("BML111", "#FOO is not a command.", HERE, "Delete it.")
    assert str(found) == "notes.bml:3:7: error BML111: #FOO is not a command. Delete it."


def test_a_pasted_diagnostic_says_where_the_text_comes_from() -> None:
    found = Diagnostic("BML226", "A note.", Location("notes.bml", 9, 1, origin=HERE))
    assert str(found) == "notes.bml:9:1: warning BML226: A note. (The text comes from notes.bml:3:7.)"


@pytest.mark.parametrize(("code", "expected"), [("BML111", True), ("BML121", False), ("BML222", False)])
def test_only_errors_are_errors(code: str, expected: bool) -> None:
    assert has_errors([Diagnostic(code, "", HERE)]) is expected


def test_a_code_has_its_form_and_a_title() -> None:
    for code, told in CODES.items():
        assert re.fullmatch(r"BML[1-9]\d\d", code)
        assert re.fullmatch(r".{10,80}\.", told.title)
        assert told.severity in Severity


def test_a_code_is_listed_once_in_the_order_of_a_room() -> None:
    files = [path.read_text("utf-8").splitlines() for path in (TOP / "bml_core").rglob("codes.txt")]
    assert all(lines == sorted(lines) for lines in files)
    assert sum(map(len, files)) == len(CODES)


def test_the_codes_that_are_used_are_those_listed() -> None:
    assert set(CODES) == USED
