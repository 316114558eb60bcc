"""What has changed between two systems, row by row."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bml_core import Auction, System, expand, parse
from bml_core.hands.descriptions import means_same
from bml_core.system import Agreement, Change, ChangeKind, Changes, compare
from tests.bml_core.texts import any_texts
from tests.examples import examples

WORDS = ("natural", "5+ cards", "15--17", "5+!h, 11--21 hcp", "to play", "")
CALLS = ("1C", "1M", "2X", "2N", "3D", "(1S)", "P", "1H")


def system_of(*texts: str) -> System:
    return expand([parse(text) for text in texts])


def said(old: str, new: str) -> list[str]:
    """Return the changes, a line for each."""
    return [in_short(change) for change in compare(system_of(old), system_of(new), means_same)]


def in_short(change: Change) -> str:
    former = f" (was {change.former})" if change.former else ""
    return f"{change.kind.value} {change.auction}{former}: {change.old} -> {change.new}"


class TestRows:
    def test_a_row_is_one_change_as_its_author_wrote_it(self) -> None:
        old = "1M  5+M\n  2N  Jacoby, 13+"
        new = "1M  5+M\n  2N  limit raise or better"
        assert said(old, new) == ["changed 1M-2N: Jacoby, 13+ -> limit raise or better"]

    def test_a_table_with_a_history_has_it_in_front(self) -> None:
        assert said("1N-(2C);\nD  Stayman", "1N-(2C);\nD  penalty") == [
            "changed 1N-(2C)-D: Stayman -> penalty"
        ]

    def test_a_part_of_a_row_is_named_by_its_auctions(self) -> None:
        new = "1M  5+M\n1H\n  2N  limit\n1S\n  2N  Jacoby"
        assert said("1M  5+M\n  2N  Jacoby", new) == ["changed 1H-2N: Jacoby -> limit"]

    def test_rows_written_in_another_way_are_not_changes(self) -> None:
        assert said("1M  5+M", "1H  5+!h\n1S  5+!s") == []

    def test_several_rows_that_become_one_are_a_change_of_that_row(self) -> None:
        several, one = "1H  4+ cards, 11+\n1S  4+ cards, 11+", "1M  5+ cards, 11+"
        assert said(several, one) == ["changed 1M: 4+ cards, 11+ -> 5+ cards, 11+"]
        assert said(one, several) == ["changed 1M: 5+ cards, 11+ -> 4+ cards, 11+"]

    def test_rows_with_other_words_become_one_each(self) -> None:
        assert said("1H  4+ cards, 11+\n1S  4+ cards, 10+", "1M  5+ cards, 11+") == [
            "changed 1H: 4+ cards, 11+ -> 5+ cards, 11+",
            "changed 1S: 4+ cards, 10+ -> 5+ cards, 11+",
        ]

    def test_a_suit_is_not_compared_with_a_variable(self) -> None:
        assert said("1H  5+!h, 11+\n1S  5+!s, 11+", "1M  5+M, 12+") == [
            "changed 1H: 5+!h, 11+ -> 5+!h, 12+",
            "changed 1S: 5+!s, 11+ -> 5+!s, 12+",
        ]

    def test_broken_lines_are_not_changes(self) -> None:
        assert said("1N  15--17, balanced,\n    no major", "1N  15--17, balanced, no major") == []

    def test_a_new_row_and_one_that_is_gone(self) -> None:
        assert said("2C  strong", "2D  weak") == ["removed 2C: strong -> ", "added 2D:  -> weak"]

    def test_a_row_without_words_counts(self) -> None:
        assert said("1C  16+", "1C  16+\n  1D") == ["added 1C-1D:  -> "]

    def test_a_call_that_only_leads_somewhere_is_not_an_agreement(self) -> None:
        assert said("1C  16+", "1C  16+\n\n1N-2C;\n2D  none") == ["added 1N-2C-2D:  -> none"]

    def test_a_row_of_its_own_that_gets_responses_has_not_changed(self) -> None:
        assert said("1C", "1C\n  1D  none") == ["added 1C-1D:  -> none"]

    def test_alerts_count(self) -> None:
        (change,) = compare(system_of("1C  16+"), system_of("1C!  16+"))
        assert change.alerts == (False, True)

    def test_conditions_in_braces_count(self) -> None:
        assert said("1C  Strong {16+ hcp}", "1C  Strong {17+ hcp}") == [
            "changed 1C: Strong {16+ hcp} -> Strong {17+ hcp}"
        ]

    def test_seats_are_agreements_of_their_own(self) -> None:
        assert said("2S  weak", "2S  weak\n\n#SEAT 3\n2S  anything") == ["added 2S:  -> anything"]

    def test_changes_come_by_opening(self) -> None:
        changes = compare(
            system_of("1C  16+\n1N  12--14"), system_of("1C  17+\n  1D  none\n1N  15--17\n(1H)\n  D  T/O")
        )
        assert {name: len(rows) for name, rows in changes.by_opening.items()} == {
            "1C": 2,
            "1NT": 1,
            "(1H)": 1,
        }


class TestMoves:
    def test_a_row_moves_with_its_responses(self) -> None:
        old = "1N-3C;\n3D  a major\n  3H  asks\n\n1N\n  3C  Puppet Stayman"
        new = "1N-2N;\n3D  a major\n  3H  asks\n\n1N\n  2N  Puppet Stayman"
        assert [line.partition(":")[0] for line in said(old, new)] == [
            "moved 1N-2N (was 1N-3C)",
            "moved 1N-2N-3D (was 1N-3C-3D)",
            "moved 1N-2N-3D-3H (was 1N-3C-3D-3H)",
        ]

    def test_answers_move_a_step_with_the_question(self) -> None:
        old = "1N\n  4C  Gerber\n    4D  0 or 4\n    4H  1\n    4S  natural\n    4N  natural"
        new = "1N\n  4D  Gerber\n    4H  0 or 4\n    4S  1\n    4N  natural\n    5C  natural"
        assert [line.partition(":")[0] for line in said(old, new)] == [
            "removed 1N-4C-4S",
            "moved 1N-4D (was 1N-4C)",
            "moved 1N-4D-4H (was 1N-4C-4D)",
            "moved 1N-4D-4S (was 1N-4C-4H)",
            "moved 1N-4D-4N (was 1N-4C-4N)",
            "added 1N-4D-5C",
        ]

    def test_a_row_gets_another_position(self) -> None:
        rows = "2H  5+ cards, 5--10\n2S  5+ cards, 5--10"
        assert said(f"#SEAT 3\n{rows}", f"#SEAT 34\n{rows}") == [
            "moved 2H (was 2H): 5+ cards, 5--10 -> 5+ cards, 5--10",
            "moved 2S (was 2S): 5+ cards, 5--10 -> 5+ cards, 5--10",
        ]
        other = rows.replace("5--10", "4--9")
        assert [line.split(":")[0] for line in said(f"#SEAT 3\n{rows}", f"#SEAT 34\n{other}")] == [
            "removed 2H",
            "removed 2S",
            "added 2H",
            "added 2S",
        ]

    def test_words_that_many_rows_have_do_not_move(self) -> None:
        old = "1C\n  1H  natural\n  1S  natural"
        assert all(not line.startswith("moved") for line in said(old, "1C\n  2H  natural\n  2S  natural"))


class TestMeaning:
    def meaning(self, old: str, new: str) -> bool | None:
        (change,) = compare(system_of(f"1N  {old}"), system_of(f"1N  {new}"), means_same)
        return change.same_meaning

    def test_other_words_for_the_same_hands(self) -> None:
        assert self.meaning("15-17 hcp, balanced", "balanced, 15 to 17 hcp") is True

    def test_other_hands(self) -> None:
        assert self.meaning("15-17 hcp, balanced", "15-18 hcp, balanced") is False

    def test_what_is_not_understood_is_not_judged(self) -> None:
        assert self.meaning("Woolsey", "15-18 hcp, balanced") is None

    def test_words_that_say_nothing_of_the_hand_are_not_judged(self) -> None:
        assert self.meaning("15-17 hcp, forcing", "15-17 hcp, to play") is None


# ---------------------------------------------------------------- any edit

Content = dict[Auction, tuple[str, str, bool]]
rows = st.lists(st.tuples(st.integers(0, 2), st.sampled_from(CALLS), st.sampled_from(WORDS)), max_size=8).map(
    lambda made: "\n".join(f"{'  ' * depth}{call}  {text}" for depth, call, text in made)
)


def content(system: System) -> Content:
    """Return what each agreement says; calls without words say nothing."""
    return {key(each): what(each) for each in system if each.is_described}


def key(agreement: Agreement) -> Auction:
    return agreement.auction


def what(agreement: Agreement) -> tuple[str, str, bool]:
    condition = agreement.wording.condition_text if agreement.wording else ""
    return " ".join(agreement.text.split()), condition, agreement.alert


def applied(old: Content, changes: Changes) -> Content:
    result = dict(old)
    for change in changes:
        for pair in change.pairs:
            if pair.old is not None:
                result.pop(key(pair.old), None)
    for change in changes:
        result |= {
            key(pair.new): what(pair.new) for pair in change.pairs if pair.new and pair.new.is_described
        }
    return result


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
