"""Checking by openings finds what is found in one go, and only what has changed is checked again."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from bml_core import Diagnostic
from bml_core.checks import Check, CheckedNotes, all_checks, all_codes, check_notes, without_repeats
from bml_core.checks.run import find_by_opening, know_rows, parts_of, without_habits
from bml_core.files import Results
from bml_core.hands.descriptions import known_of
from bml_core.language import Page
from bml_core.system import Agreement, System, expand
from tests.bml_core.cases import read_sections

FIXTURES = Path(__file__).parent / "fixtures"
#: Two cases of each check: what all of them find is shown by ``test_fixtures.py``.
CASES = [
    pytest.param(sections, id=f"{path.stem}:{line}")
    for path in sorted(FIXTURES.glob("*.txt"))
    for line, _, sections in islice(read_sections(path), 2)
]
NOTES = """\
1N  15-17 hcp, bal
  2N  8-9 hcp, bal
    3N  18-19 hcp, bal

1C  16+ hcp
  1D  0-7 hcp
    1H  0-3 hcp
"""


def notes_of(**texts: str) -> CheckedNotes:
    documents = tuple(Page(f"{name}.bml").parse(text) for name, text in texts.items())
    return CheckedNotes(expand(documents), documents)


@pytest.mark.parametrize("sections", CASES)
def test_finds_what_is_found_in_one_go(sections: dict[str, str]) -> None:
    notes = notes_of(**{name.removesuffix(".bml"): text for name, text in sections.items() if ".bml" in name})
    results = Results()
    found = [each for check in all_checks() for each in check.find(notes)]
    at_once = set(without_repeats(without_habits(found), found))
    assert set(check_notes(notes, all_codes(), results)) == at_once
    assert set(check_notes(notes, all_codes(), results)) == at_once


class Counter:
    """A check that counts how often it is made, and on which openings."""

    def __init__(self) -> None:
        self.seen: list[str] = []

    def find(self, notes: CheckedNotes) -> Iterator[Diagnostic]:
        self.seen += [str(row.auction) for row in notes.system if len(row.auction) == 3]
        (impossible,) = (check for check in all_checks() if "BML905" in check.codes)
        yield from impossible.find(notes)


def found(text: str, results: Results) -> tuple[list[str], list[str]]:
    counter = Counter()
    parts = parts_of(notes_of(notes=text).system)
    diagnostics = find_by_opening([Check(counter.find, by_opening=True)], parts, results)
    return [f"{each.location} {each.code}" for each in diagnostics], counter.seen


def test_only_the_openings_that_have_changed_are_checked_again() -> None:
    results = Results()
    both, seen = found(NOTES, results)
    assert both == ["notes.bml:3:5 BML904", "notes.bml:7:5 BML904"]
    assert seen == ["1NT-2NT", "1C-1D"]
    assert found(NOTES, results) == (both, [])
    one, seen = found(NOTES.replace("18-19", "16-17"), results)
    assert (one, seen) == (["notes.bml:7:5 BML904"], ["1NT-2NT"])


def test_rows_that_have_moved_are_not_checked_again() -> None:
    results = Results()
    found(NOTES, results)
    moved, seen = found(f"Some text.\n\n{NOTES}", results)
    assert moved == ["notes.bml:5:5 BML904", "notes.bml:9:5 BML904"]
    assert seen == []


def test_openings_that_a_row_stands_for_are_checked_together() -> None:
    text = "1M  5+M, 12-19 hcp\n  2M  6-9 hcp\n\n1N  15-17 hcp\n  2C  Stayman\n"
    results = Results()
    assert found(text, results)[1] == ["1H-2H", "1S-2S", "1NT-2C"]
    assert found(text.replace("6-9", "7-9"), results)[1] == ["1H-2H", "1S-2S"]


def test_a_row_that_says_ditto_is_checked_again_with_the_row_above() -> None:
    text = "1H  5+ hearts, 12-16 hcp\n1S  ditto\n  1N  6-9 hcp\n    2N  18-19 hcp, balanced\n"
    results = Results()
    assert found(text, results)[0] == ["notes.bml:4:5 BML904"]
    assert found(text.replace("12-16", "12-21"), results)[0] == []


def test_what_was_found_is_known_to_the_next_run(tmp_path: Path) -> None:
    results = Results(tmp_path)
    both, seen = found(NOTES, results)
    assert seen
    results.write()
    assert found(NOTES, Results(tmp_path)) == (both, [])


def test_what_is_known_of_rows_is_known_until_their_opening_changes(tmp_path: Path) -> None:
    def worked_out(text: str) -> list[str]:
        results, system, rows = Results(tmp_path), notes_of(notes=text).system, list[str]()

        def work(row: Agreement, _: System) -> int:
            rows.append(str(row.auction))
            return len(row.text)

        know_rows(parts_of(system), results)
        assert all(known_of("length", row, system, work) == len(row.text) for row in system)
        results.write()
        return rows

    every = ["1NT", "1NT-2NT", "1NT-2NT-3NT", "1C", "1C-1D", "1C-1D-1H"]
    assert [worked_out(NOTES), worked_out(f"Some text.\n\n{NOTES}")] == [every, []]
    assert worked_out(NOTES.replace("18-19", "16-17")) == every[:3]


def test_the_odd_one_of_three_is_found_among_findings_of_an_earlier_run(tmp_path: Path) -> None:
    openings = ("2N  20-22 hcp, bal\n", "2N  20-21 hcp, bal\n", "2N  20-21 hcp, bal\n")
    notes = notes_of(**dict(zip("abc", openings, strict=True)))
    results = Results(tmp_path)
    (odd,) = check_notes(notes, results=results)
    results.write()
    assert "The others agree" in odd.hint
    assert check_notes(notes, results=Results(tmp_path)) == (odd,)
