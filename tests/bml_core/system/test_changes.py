"""What has changed between two systems, row by row: cases in ``fixtures/changes``, and what holds of any."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bml_core import System, expand, parse
from bml_core.hands.descriptions import means_same
from bml_core.system import Agreement, Change, ChangeKind, Changes, compare
from tests.bml_core.cases import read_sections
from tests.bml_core.texts import any_texts
from tests.examples import examples

CASES = Path(__file__).parent / "fixtures" / "changes" / "rows.txt"
WORDS = ("natural", "5+ cards", "15--17", "5+!h, 11--21 hcp", "to play", "")
CALLS = ("1C", "1M", "2X", "2N", "3D", "(1S)", "P", "1H")


def system_of(*texts: str) -> System:
    return expand([parse(text) for text in texts])


def in_short(change: Change) -> str:
    former = f" (was {change.former})" if change.former else ""
    return f"{change.kind.value} {change.auction}{former}: {change.old} -> {change.new}"


@pytest.mark.parametrize(
    "case", [pytest.param(sections, id=f"{line} {title}") for line, title, sections in read_sections(CASES)]
)
def test_case(case: dict[str, str]) -> None:
    old, new = (system_of(case[side].rstrip("\n")) for side in ("old", "new"))
    changes = compare(old, new, means_same)
    assert list(map(in_short, changes)) == case["changes"].splitlines()


def test_alerts_count() -> None:
    (change,) = compare(system_of("1C  16+"), system_of("1C!  16+"))
    assert change.alerts == (False, True)


def test_changes_come_by_opening() -> None:
    new = system_of("1C  17+\n  1D  none\n1N  15--17\n(1H)\n  D  T/O")
    changes = compare(system_of("1C  16+\n1N  12--14"), new)
    assert {name: len(rows) for name, rows in changes.by_opening.items()} == {"1C": 2, "1NT": 1, "(1H)": 1}


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [
        ("15-17 hcp, balanced", "balanced, 15 to 17 hcp", True),
        ("15-17 hcp, balanced", "15-18 hcp, balanced", False),
        # What is not understood, and words that say nothing of the hand, are not judged.
        ("Woolsey", "15-18 hcp, balanced", None),
        ("15-17 hcp, forcing", "15-17 hcp, to play", None),
        ("12+", "12+ GF", None),
        ("22+ bal or any GF", "23+ bal or any GF", None),
    ],
)
def test_a_change_of_words_may_mean_the_same(old: str, new: str, same: bool | None) -> None:
    (change,) = compare(system_of(f"1N  {old}"), system_of(f"1N  {new}"), means_same)
    assert change.same_meaning is same


# ---------------------------------------------------------------- any edit

Content = Counter[tuple[str, str, str, bool]]
rows = st.lists(st.tuples(st.integers(0, 2), st.sampled_from(CALLS), st.sampled_from(WORDS)), max_size=8).map(
    lambda made: "\n".join(f"{'  ' * depth}{call}  {text}" for depth, call, text in made)
)


def content(system: System) -> Content:
    """Return what each row says, whether it is exported or not; calls without words say nothing."""
    every = (*system, *(row for row, _ in system.repeats), *system.left_out)
    return Counter(what(each) for each in every if each.is_described)


def what(agreement: Agreement) -> tuple[str, str, str, bool]:
    condition = agreement.wording.condition_text if agreement.wording else ""
    auction = str(agreement.auction) if agreement.table else agreement.written
    return auction, " ".join(agreement.text.split()), condition, agreement.alert


def applied(old: Content, changes: Changes) -> Content:
    pairs = [pair for change in changes for pair in change.pairs]
    gone = Counter(what(pair.old) for pair in pairs if pair.old and pair.old.is_described)
    new = Counter(what(pair.new) for pair in pairs if pair.new and pair.new.is_described)
    assert not gone - old
    return old - gone + new


@given(any_texts)
def test_nothing_has_changed_from_a_text_to_itself(text: str) -> None:
    assert len(compare(system_of(text), system_of(text))) == 0


@given(rows, rows)
def test_changes_applied_to_the_old_system_give_the_new_one(old: str, new: str) -> None:
    systems = system_of(old), system_of(new)
    assert applied(content(systems[0]), compare(*systems)) == content(systems[1])


@examples(10)
@given(any_texts, any_texts)
def test_changes_of_any_text_applied_give_the_new_system(old: str, new: str) -> None:
    systems = system_of(old), system_of(new)
    assert applied(content(systems[0]), compare(*systems)) == content(systems[1])


@given(rows, rows)
def test_the_way_back_has_as_many_agreements(old: str, new: str) -> None:
    one, other = system_of(old), system_of(new)
    there, back = (
        sum(len(row.pairs) for row in changes if row.kind is not ChangeKind.MOVED)
        for changes in (compare(one, other), compare(other, one))
    )
    assert there == back


@given(st.permutations(["1C  16+\n  1D  none", "1N  15--17", "1N-2C;\n2D  no major", "(1H)\n  D  takeout"]))
def test_pages_in_another_order_are_not_changes(pages: list[str]) -> None:
    assert len(compare(system_of(*sorted(pages)), system_of(*pages))) == 0
