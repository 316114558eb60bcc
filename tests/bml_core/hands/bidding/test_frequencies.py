"""How often each call is made: exact numbers, other ways to the same numbers, and what goes wrong."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import combinations
from math import comb
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bml_core import System, expand, parse
from bml_core.bridge import BIDS, Auction, Hand, SideVulnerability
from bml_core.document import RowOrder
from bml_core.hands.bidding import Frequencies, Gap, frequencies
from bml_core.hands.bidding.frequencies import RowCells
from bml_core.hands.conditions import Formula
from bml_core.hands.counting import FULL_DECK, TOTAL, count
from tests.bml_core.hands.counting.test_counting import CASES
from tests.bml_core.hands.small_deck import DECK, hand_of
from tests.bml_core.hands.strategies import condition_of, conditions
from tests.examples import examples
from tests.system_tools import require_tool

SPLIT = """\
1N  15-17 hcp, balanced
2N  20-21 hcp, balanced
1S  11-21 hcp, 5+ spades
1H  11-21 hcp, hearts > spades, hearts >= diamonds, hearts >= clubs, 5+ hearts
1D  11-21 hcp, diamonds >= clubs
1C  {11-21 hcp}
"""

NOTRUMP = """\
1N  15-17 hcp, balanced
  2C  8+ hcp, 4 spades or 4 hearts
    2H  4+ hearts
    2S  4+ spades
  2D  5+ hearts
  2H  5+ spades
  3N  10-15 hcp, balanced, stopper in clubs
"""
OPENER = Hand("KQ5", "AJ32", "KJ4", "Q82")


def system(text: str) -> System:
    return expand([parse(text)])


def openings(*conditions: str) -> Frequencies:
    """Return how often each row is the first one that a hand fits."""
    rows = [f"{bid}  {{{text}}}" for bid, text in zip(BIDS, conditions, strict=False)]
    return frequencies(system("\n".join(["#+CHOICE: first", "", *rows])))


def numbers(found: Frequencies) -> dict[str, int | None]:
    return {row.call.code: row.count for row in found.rows}


# ---------------------------------------------------------------- openings


def test_disjoint_rows_have_the_known_numbers() -> None:
    known = dict(CASES)
    texts = ["balanced, 15-17 hcp", "balanced, 12-14 hcp", "balanced, 20-21 hcp", "6 spades, 5-10 hcp"]
    assert [row.count for row in openings(*texts).rows] == [int(known[text]) for text in texts]


Shape = tuple[int, int, int, int]
_WINS: list[tuple[str, Callable[[Shape, int], bool]]] = [
    ("1N", lambda shape, hcp: 15 <= hcp <= 17 and sorted(shape)[:2] in ([3, 3], [2, 3])),
    ("2N", lambda shape, hcp: 20 <= hcp <= 21 and sorted(shape)[:2] in ([3, 3], [2, 3])),
    ("1S", lambda shape, hcp: 11 <= hcp <= 21 and shape[0] >= 5),
    ("1H", lambda shape, hcp: 11 <= hcp <= 21 and 5 <= shape[1] == max(shape) > shape[0]),
    ("1D", lambda shape, hcp: 11 <= hcp <= 21 and shape[2] >= shape[3]),
    ("1C", lambda shape, hcp: 11 <= hcp <= 21),
]


@cache
def holdings() -> tuple[Counter[int], ...]:
    """For each length the points of the 8192 holdings of a suit, one by one."""
    lengths: tuple[Counter[int], ...] = tuple(Counter() for _ in range(14))
    for cards in range(1 << 13):
        lengths[cards.bit_count()][sum(worth for worth in (4, 3, 2, 1) if cards >> worth & 1)] += 1
    return lengths


def joined(one: Counter[int], other: Counter[int]) -> Counter[int]:
    found: Counter[int] = Counter()
    for a, m in one.items():
        for b, n in other.items():
            found[a + b] += m * n
    return found


def test_a_whole_table_agrees_with_cells_counted_one_by_one() -> None:
    expected: Counter[str] = Counter()
    suit = holdings()
    for s in range(14):
        for h in range(14 - s):
            majors = joined(suit[s], suit[h])
            for d in range(14 - s - h):
                c = 13 - s - h - d
                for hcp, hands in joined(majors, joined(suit[d], suit[c])).items():
                    won = (call for call, fits in _WINS if fits((s, h, d, c), hcp))
                    expected[next(won, "P")] += hands
    found = frequencies(system(SPLIT))
    assert numbers(found) | {"P": found.rest.count} == dict(expected)


@given(st.lists(conditions(), min_size=1, max_size=5))
@examples(10)
def test_rows_and_rest_are_all_hands(asked: list[Formula]) -> None:
    hands, counts = RowCells(asked).count(FULL_DECK)
    assert hands == sum(counts["wins", row] for row in range(len(asked) + 1)) == TOTAL
    assert [counts["fits", row] for row in range(len(asked))] == list(map(count, asked))


@given(conditions(), conditions())
@examples(10)
def test_the_order_of_rows_decides_who_gets_what_both_fit(one: Formula, other: Formula) -> None:
    (_, forth), (_, back) = (RowCells(rows).count(FULL_DECK) for rows in ([one, other], [other, one]))
    assert forth["wins", 2] == back["wins", 2]
    assert forth["both", 0, 1] == back["both", 0, 1] == count(one & other)
    assert forth["wins", 1] + forth["both", 0, 1] == back["wins", 0] == count(other)


def test_rows_keep_their_order_and_their_places() -> None:
    found = frequencies(system(SPLIT))
    assert [row.call.code for row in found.rows] == ["1N", "2N", "1S", "1H", "1D", "1C"]
    assert [row.location and row.location.line for row in found.rows] == [1, 2, 3, 4, 5, 6]
    assert found.counting.hands == TOTAL
    assert found.is_exact


def test_rows_that_are_not_understood_take_no_part() -> None:
    found = frequencies(system("1C  zany, 16+ hcp\n1N  15-17 hcp, balanced\n"))
    assert numbers(found) == {"1N": 30_897_212_184}
    (row,) = found.uncounted
    assert (row.call.code, row.location.line) == ("1C", 1)
    assert row.not_understood


def test_seats_and_vulnerability_choose_the_rows() -> None:
    notes = system(
        "#SEAT 12\n\n1N  {15-17 hcp}\n\n#SEAT 3\n\n1N  {12-14 hcp}\n\n#SEAT 0\n\n"
        "#VUL Y0\n\n2C  22+ hcp\n\n#VUL N0\n\n2C  20+ hcp\n"
    )
    red = SideVulnerability(we=True, they=False)
    assert numbers(frequencies(notes, position=3)) == {
        "1N": count(condition_of("12-14 hcp")),
        "2C": count(condition_of("20+ hcp")),
    }
    assert numbers(frequencies(notes, position=2, vulnerability=red)) == {
        "1N": count(condition_of("15-17 hcp")),
        "2C": count(condition_of("22+ hcp")),
    }


# ---------------------------------------------------------------- gaps


def test_gaps_are_said_in_words() -> None:
    found = openings("13+ hcp", "12+ hcp, not shape (4441), not balanced")
    assert [(gap.words, gap.count) for gap in found.rest.gaps] == [
        ("balanced, 12 hcp", 23_847_368_760),
        ("any 4-4-4-1, 12 hcp", count(condition_of("12 hcp, shape (4441)"))),
    ]
    whole = found.rest.uncovered
    assert whole == Gap("12+ hcp", whole.share, count(condition_of("12 hcp, balanced or shape (4441)")))


def test_gaps_name_the_orders_of_a_pattern_that_are_missing() -> None:
    found = openings("not shape 4144, 12+ hcp")
    assert [gap.words for gap in found.rest.gaps] == ["4=1=4=4, 12+ hcp"]


def test_points_that_rows_leave_open_in_the_middle() -> None:
    found = openings("(not 15 hcp, not 17 hcp) or not shape 4144")
    assert [gap.words for gap in found.rest.gaps] == ["4=1=4=4, 15 or 17 hcp"]


def test_nothing_is_missing_where_rows_cover_everything() -> None:
    found = openings("12+ hcp")
    assert found.rest.gaps == ()
    assert found.rest.uncovered.count == 0


# ---------------------------------------------------------------- after an auction


def left_by(*hands: Hand) -> list[tuple[int, str]]:
    held = {(suit, rank) for hand in hands for suit, cards in enumerate(hand.holdings) for rank in cards}
    return [card for card in DECK if card not in held]


def test_with_the_hand_of_the_partner_lengths_are_known_numbers() -> None:
    found = frequencies(system("1N  15-17 hcp\n  2D  5+ hearts\n"), Auction.parse("1N"), hand=OPENER)
    nine = sum(comb(9, length) * comb(30, 13 - length) for length in range(5, 10))
    assert numbers(found) == {"2D": nine}
    assert found.counting.hands == comb(39, 13)


def test_with_the_hand_of_the_partner_random_hands_agree() -> None:
    notes = system(NOTRUMP)
    found = frequencies(notes, Auction.parse("1N"), hand=OPENER)
    number = 4000
    chance, left = random.Random(3), left_by(OPENER)
    calls: Counter[str] = Counter()
    for _ in range(number):
        hand = hand_of(chance.sample(left, 13))
        calls[next((row.call.code for row in found.rows if row.condition.fits(hand)), "P")] += 1
    shares = {row.call.code: row.share for row in found.rows} | {"P": found.rest.share}
    for call, share in shares.items():
        error = (share * (1 - share) / number) ** 0.5
        assert abs(calls[call] / number - share) < 4 * error


def test_with_a_hand_that_leaves_few_honours_each_hand_is_counted_one_by_one() -> None:
    opener = Hand("", "AKQJ", "AKQJT", "AKQJ")
    notes = system("1N  any\n  2H  {12+ spades, 1+ aces, 4+ hcp in spades}\n  3S  {12+ spades, T of clubs}\n")
    notes = notes.with_choice(RowOrder.FIRST)
    found = frequencies(notes, Auction.parse("1N"), hand=opener)
    expected: Counter[str] = Counter()
    spades = [card for card in DECK if not card[0]]
    others = [card for card in left_by(opener) if card[0]]
    for length in (12, 13):
        for own in combinations(spades, length):
            for rest in combinations(others, 13 - length):
                hand = hand_of((*own, *rest))
                expected[next((row.call.code for row in found.rows if row.condition.fits(hand)), "P")] += 1
    assert numbers(found) == {"2H": expected["2H"], "3S": expected["3S"]}
    assert min(expected["2H"], expected["3S"]) > 0


def with_five_hearts(opener: str) -> int:
    """The deals of an opener's hand and a responder's hand with five hearts or more."""
    pairs = 0
    for length in range(14):
        left = 13 - length
        fitting = sum(comb(left, n) * comb(39 - left, 13 - n) for n in range(5, left + 1))
        pairs += count(condition_of(f"{opener}, {length} hearts")) * fitting
    return pairs


def test_over_all_openers_pairs_of_hands_are_counted() -> None:
    notes = system("1N  15-17 hcp, balanced\n  2D  5+ hearts\n")
    found = frequencies(notes, Auction.parse("1N"))
    assert found.counting.of_pairs
    assert found.counting.hands == 30_897_212_184 * comb(39, 13)
    assert numbers(found) == {"2D": with_five_hearts("15-17 hcp, balanced")}


def test_the_mean_over_drawn_openers_is_near_the_exact_number() -> None:
    opener = "15-17 hcp, balanced, good spades"
    notes = system(f"1N  {opener}\n  2D  5+ hearts\n")
    found = frequencies(notes, Auction.parse("1N"), samples=150, seed=2)
    share = with_five_hearts(opener) / (count(condition_of(opener)) * comb(39, 13))
    (row,) = found.rows
    assert row.standard_error is not None
    assert 0 < row.standard_error < 0.02
    assert abs(row.share - share) < 4 * row.standard_error
    assert row.share + found.rest.share == pytest.approx(1)
    assert (found.counting.samples, row.count, found.counting.of_pairs) == (150, None, False)


def test_pairs_and_draws_agree() -> None:
    notes = system(NOTRUMP.replace(", stopper in clubs", ""))
    drawn = frequencies(system(NOTRUMP), Auction.parse("1N"), samples=150, seed=4)
    counted = frequencies(notes, Auction.parse("1N"))
    assert counted.counting.of_pairs
    assert not drawn.is_exact
    for one, other in zip(drawn.rows[:3], counted.rows[:3], strict=True):
        assert one.standard_error is not None
        assert abs(one.share - other.share) < 4 * one.standard_error


def test_dealer_agrees_over_all_openers(tmp_path: Path) -> None:
    notes = NOTRUMP.replace(", stopper in clubs", "")
    found = frequencies(system(notes), Auction.parse("1N"))
    balanced, number = "any 4333 + any 4432 + any 5332", 20_000
    rows = [
        "hcp(south)>=8 and (spades(south)==4 or hearts(south)==4)",
        "hearts(south)>=5",
        "spades(south)>=5",
        f"hcp(south)>=10 and hcp(south)<=15 and shape(south, {balanced})",
    ]
    averages = ", ".join(f'average "row" 10000*({row})' for row in rows)
    condition = f"hcp(north)>=15 and hcp(north)<=17 and shape(north, {balanced})"
    script = tmp_path / "hands.dl"
    script.write_text(f"generate 9999999\nproduce {number}\ncondition {condition}\naction {averages}\n")
    said = subprocess.run(
        [require_tool("dealer"), "-s", "7", script], capture_output=True, text=True, check=True
    )
    shares = [float(share) / 10_000 for share in re.findall(r"^row: ([\d.e-]+)", said.stdout, re.MULTILINE)]
    for row, share in zip(found.rows, shares, strict=True):
        assert abs(row.fitting - share) < 4 * (row.fitting * (1 - row.fitting) / number) ** 0.5


def test_the_same_seed_gives_the_same_shares() -> None:
    notes = system(NOTRUMP)
    once, again, other = (frequencies(notes, Auction.parse("1N"), samples=5, seed=seed) for seed in (1, 1, 2))
    assert once == again != other


def test_the_caller_keeps_to_what_he_has_shown() -> None:
    notes = system(NOTRUMP)
    found = frequencies(notes, Auction.parse("1N-2C"))
    assert [row.call.code for row in found.rows] == ["2H", "2S"]
    assert found.counting.of_pairs
    # A balanced hand without four cards in a major has one or both minors: 20 to 45 of 100.
    assert 0.2 < found.rest.share < 0.45
    with_hand = frequencies(notes, Auction.parse("1N-2C"), hand=Hand("KQ52", "AJ32", "K42", "82"))
    assert with_hand.is_exact
    assert with_hand.counting.hands < comb(39, 13) / 10


def test_after_an_opponents_bid_of_which_nothing_is_said_all_is_exact() -> None:
    found = frequencies(system("(1H)\n  1S  5+ spades, 8-16 hcp\n"), Auction.parse("(1H)"))
    assert numbers(found) == {"1S": count(condition_of("5+ spades, 8-16 hcp"))}
    assert (found.after, found.is_exact) == ("(1H)", True)


def test_what_the_opponents_show_is_taken_into_account() -> None:
    notes = system("(1S)  5+ spades\n  2S  {5+ spades}\n")
    found = frequencies(notes, Auction.parse("(1S)"), samples=50)
    (row,) = found.rows
    assert row.share < 0.06 < 0.176 < count(condition_of("5+ spades")) / TOTAL


def test_a_hand_must_have_thirteen_cards() -> None:
    with pytest.raises(ValueError, match="13 cards"):
        frequencies(system(NOTRUMP), Auction.parse("1N"), hand=Hand("AK", "", "", ""))


# ---------------------------------------------------------------- what cannot be counted


@pytest.mark.parametrize(
    ("text", "auction", "code"),
    [
        ("1N  15-17 hcp", "1C", "BML633"),
        ("1N  15-17 hcp", "1N", "BML641"),
        ("1N  15-17 hcp\n  2C  zany", "1N", "BML641"),
        ("#+CHOICE: first\n\n1C  {11+ hcp}\n1N  {15-17 hcp}\n  2C  {8+ hcp}", "1N", "BML642"),
        ("1N  15-17 hcp\n  2C  20+ hcp\n    2D  20+ hcp\n      2H  30+ hcp", "1N-2C-2D", "BML642"),
    ],
)
def test_there_is_nothing_to_count(text: str, auction: str, code: str) -> None:
    found = frequencies(system(text), Auction.parse(auction), samples=10)
    assert [each.code for each in found.diagnostics] == [code]
    assert found.rows == ()
    assert bool(found.diagnostics[0].related) == (code == "BML642"), "the rows in the way are not named"


@pytest.mark.parametrize("text", ["", "1N  zany", "(1H)\n  1S  5+ spades"])
def test_there_are_no_openings_to_count(text: str) -> None:
    found = frequencies(system(text))
    assert [each.code for each in found.diagnostics] == ["BML641"]
    assert found.rest.share == 1


def test_contradictory_rows_are_never_chosen() -> None:
    found = frequencies(system("1N  15-17 hcp, 20+ hcp\n2N  {20-21 hcp}\n"))
    assert [str(row.call) for row in found.rows] == ["2NT"]


def test_calls_that_are_not_understood_are_reported() -> None:
    found = frequencies(system("1N  zany\n  2C  8+ hcp"), Auction.parse("1N"))
    assert [row.call.code for row in found.unclear_calls] == ["1N"]
    assert found.is_exact


def test_a_hand_that_does_not_fit_is_reported_and_counted() -> None:
    found = frequencies(system(NOTRUMP), Auction.parse("1N"), hand=Hand("xxxx", "xxx", "xxx", "xxx"))
    assert [each.code for each in found.diagnostics] == ["BML643"]
    assert found.rows


def test_rows_that_ask_for_too_many_single_cards_are_left_out() -> None:
    suits = ("spades", "hearts", "diamonds", "clubs")
    rows = [" or ".join(f"{rank} of {suit}" for rank in pair for suit in suits) for pair in ("AK", "QJ")]
    text = "".join(f"{bid}  {{{row}}}\n" for bid, row in zip(("1C", "1D"), rows, strict=True))
    found = frequencies(system(f"{text}1N  15-17 hcp, balanced\n"))
    assert [row.call.code for row in found.rows] == ["1C", "1N"]
    assert [(row.call.code, row.too_many) for row in found.uncounted] == [("1D", True)]
    assert [each.code for each in found.diagnostics] == ["BML644"]


def test_rows_with_many_single_cards_are_drawn_less_often(monkeypatch: pytest.MonkeyPatch) -> None:
    module = sys.modules["bml_core.hands.bidding.frequencies"]
    monkeypatch.setattr(module, "_MOST_STEPS", 1)
    monkeypatch.setattr(module, "_FEWEST_DRAWS", 3)
    found = frequencies(system(NOTRUMP), Auction.parse("1N"), samples=5)
    assert (found.counting.samples, [each.code for each in found.diagnostics]) == (3, ["BML645"])
    monkeypatch.undo()
    assert frequencies(system(NOTRUMP), Auction.parse("1N"), samples=5).counting.samples == 5


@pytest.mark.parametrize(("tries", "code"), [(3, "BML645"), (0, "BML642")])
def test_deals_that_are_rare_are_looked_for_so_often(
    tries: int, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules["bml_core.hands.bidding.frequencies"], "_MOST_TRIES", tries)
    found = frequencies(system(NOTRUMP), Auction.parse("1N"), samples=5)
    assert (found.counting.samples, [each.code for each in found.diagnostics]) == (tries, [code])


def test_a_table_of_single_cards_is_counted_as_far_as_there_is_work() -> None:
    suits = ("spades", "hearts", "diamonds", "clubs")
    calls = [f"{level}{strain}" for level in range(2, 6) for strain in "CDHSN"]
    holdings = ("AKQ", "AJ", "KT", "QJT", "JT")
    rows = "".join(
        f"  {call}  {{({holdings[n % 5]} of {suits[n % 4]} or {holdings[n % 3]} of {suits[n % 3]})}}\n"
        for n, call in enumerate(calls)
    )
    found = frequencies(system(f"1N  15-17 hcp, balanced\n{rows}"), Auction.parse("1N"))
    counted = {row.call.code for row in found.rows}
    assert counted
    assert counted | {row.call.code for row in found.uncounted if row.too_many} == set(calls)
    assert {each.code for each in found.diagnostics} == {"BML644", "BML645"}
    assert found == frequencies(system(f"1N  15-17 hcp, balanced\n{rows}"), Auction.parse("1N"))


def test_rows_read_in_part_with_too_many_single_cards_leave_the_pass_open() -> None:
    suits = ("spades", "hearts", "diamonds", "clubs")
    cards = " or ".join(f"{holding} of {suit}" for holding in ("AJ", "KT", "QJT") for suit in suits)
    found = frequencies(system(f"1N  15-17 hcp, balanced\n  2C  {cards}\n"), Auction.parse("1N"))
    assert found.rows == ()
    assert [row.call.code for row in found.uncounted] == ["2C"]
    assert found.rest.passing.share == 0


def test_gaps_are_looked_for_in_the_first_draws_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    module = sys.modules["bml_core.hands.bidding.frequencies"]
    few = frequencies(system(NOTRUMP), Auction.parse("1N"), samples=200)
    monkeypatch.setattr(module, "_DECKS_WITH_GAPS", 200)
    more = frequencies(system(NOTRUMP), Auction.parse("1N"), samples=250)
    assert more.rest.share != few.rest.share
    assert (more.rest.uncovered, more.rest.gaps) == (few.rest.uncovered, few.rest.gaps)
