"""One rule of choice: what players choose among rows that fit, in answers, numbers and drawn hands alike."""

from __future__ import annotations

import random
import re
import subprocess
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from bml_core import PASS, Notes, Seat, SideVulnerability, choose_call, load, loads
from bml_core.bridge import Auction, Hand
from bml_core.document import RowOrder
from bml_core.formats.dealer import expression, preprocess
from bml_core.hands.bidding import Certainty, decision_points, frequencies, meaning_of, sample
from bml_core.hands.bidding.auction_meanings import everybody_bids
from bml_core.hands.conditions import ANY, points, two_suits
from bml_core.hands.counting import has_hands
from bml_core.hands.sampling import sample_hands
from tests.bml_core.cases import read_sections
from tests.bml_core.hands.bidding.rebid import auction_of, bid_again
from tests.bml_core.hands.sampling.test_sampling import assert_as_often
from tests.manual_pages import demonstration
from tests.system_tools import require_tool

FIXTURES = Path(__file__).parent / "fixtures"


@pytest.fixture(scope="module")
def club() -> Notes:
    notes = load(FIXTURES / "club_notes.bml")
    assert notes.diagnostics == ()
    return notes


@pytest.fixture(scope="module", params=["french", "polish", "walsh"])
def foreign(request: pytest.FixtureRequest) -> tuple[str, Notes]:
    """Notes of three other pairs, and their name; not all of their rows are understood."""
    return request.param, load(FIXTURES / f"{request.param}_notes.bml")


@pytest.fixture(scope="module")
def harbour() -> Notes:
    return demonstration()


def called(notes: Notes, hand: str, auction: str = "") -> str:
    call = choose_call(notes, hand, auction).call
    return call.code if call else "?"


# ---------------------------------------------------------------- the calls of good players


def cases(name: str) -> list[list[str]]:
    """The lines of a file of hands: an auction, the four suits, and a call."""
    lines = (FIXTURES / name).read_text("utf-8").splitlines()
    return [line.split() for line in lines if not line.startswith("#")]


def made(notes: Notes, wanted: list[list[str]]) -> list[list[str]]:
    return [
        [auction, *hand, called(notes, " ".join(hand), auction.strip("-"))] for auction, *hand, _ in wanted
    ]


@pytest.mark.parametrize("name", ["club", "harbour"])
def test_hands_make_the_calls_of_good_players(name: str, request: pytest.FixtureRequest) -> None:
    wanted = cases(f"{name}_hands.txt")
    assert made(request.getfixturevalue(name), wanted) == wanted


def test_hands_make_the_calls_of_players_of_other_systems(foreign: tuple[str, Notes]) -> None:
    name, notes = foreign
    wanted = cases(f"{name}_hands.txt")
    assert len(wanted) > 100
    assert made(notes, wanted) == wanted


def test_drawn_hands_of_other_systems_are_bid_as_drawn(foreign: tuple[str, Notes]) -> None:
    _, notes = foreign
    agreements = random.Random(3).sample([row for row in notes if row.is_ours], 8)
    assert [bid for bid in bid_again(notes, agreements, 3) if not bid.is_same] == []


#: Transfers after a short club, a jump shift beside the simple rebid, and five hearts with four spades.


def shown(notes: Notes, asked: str) -> list[str]:
    """Return what a hand calls after an auction, as the cases have it."""
    auction, *hand = asked.split()
    choice = choose_call(notes, " ".join(hand), auction.strip("-"))
    doubt = "~" if choice.certainty is Certainty.LIKELY else ""
    row = f" (line {choice.row.agreement.location.line})" if choice.row else ""
    told = [f"    {each.code} {each.message}" for each in choice.diagnostics]
    return [f"{asked} -> {choice.call or '?'}{doubt}{row} {choice.why}", *told]


@pytest.mark.parametrize(
    "sections",
    [
        pytest.param(sections, id=f"{line}: {title}")
        for line, title, sections in read_sections(FIXTURES / "choices.txt")
    ],
)
def test_hands_call_what_cases_show(sections: dict[str, str]) -> None:
    notes, wanted = loads(sections["notes"]), sections["choices"].splitlines()
    asked = [line.partition(" -> ")[0] for line in wanted if not line.startswith(" ")]
    assert [line for each in asked for line in shown(notes, each)] == wanted


def test_the_order_of_a_system_can_be_another_one() -> None:
    notes = loads("1N  15-17 hcp, balanced\n1C  11-21 hcp, 3+ clubs\n1S  11-21 hcp, 5+ spades")
    assert called(notes, "AK843 Q5 KJ4 982") == "1C"
    assert called(notes.with_choice(RowOrder.NATURAL), "AK843 Q5 KJ4 982") == "1S"


def test_deals_for_a_forced_call_have_nothing_unclear_about_it() -> None:
    notes = loads("1N  15-17 hcp, balanced\n  2D  Transfer\n    2H  Completes\n    3H  4 hearts, 17 hcp")
    assert sample(notes, "1N-2D-2H", 3).diagnostics == ()


def test_the_order_of_tables_and_of_included_files_says_nothing(tmp_path: Path) -> None:
    opening, first, others = "1S  5+!s\n", "2H  5+!h, 10+ hcp\n", "2C  4+!c, 10+ hcp\n2D  4+!d, 10+ hcp\n"
    texts = {
        "tables": f"{opening}\n1S-;\n{first}\n1S-;\n{others}",
        "included": f"{opening}\n1S-;\n#INCLUDE high.bml\n{others}",
        "joined": f"{opening}\n1S-;\n{first}{others}",
    }
    (tmp_path / "high.bml").write_text(f"\n{first}", "utf-8")
    calls = {}
    for name, text in texts.items():
        (tmp_path / f"{name}.bml").write_text(text, "utf-8")
        calls[name] = called(load(tmp_path / f"{name}.bml"), "4 AQ953 KQ9742 3", "1S")
    # In rank order the longer suit is bid, else what is written first.
    assert calls == {"tables": "2D", "included": "2D", "joined": "2H"}


def test_some_hand_makes_the_calls_of_the_demonstration(harbour: Notes) -> None:
    """Both partners have a hand that makes all calls of each auction whose last row is understood."""
    unmade, can_be = [], cache(has_hands)
    # Every third of more than a thousand.
    for agreement in [row for row in harbour.agreements if row.is_ours][::3]:
        written, sides = auction_of(agreement), agreement.scope.vulnerability
        vulnerability = SideVulnerability(bool(sides.we), bool(sides.they))
        meaning = meaning_of(harbour, written, vulnerability=vulnerability)
        last = len(written) - 1
        player, partner = (meaning.players[(last + step) % 4] for step in (0, 2))
        if player.calls[-1].is_understood and not (can_be(player.hands) and can_be(partner.hands)):
            unmade.append(f"{written.from_opening():short}")
    assert unmade == []


def test_metadata_that_are_not_an_order_are_reported() -> None:
    (found,) = loads("#+CHOICE: best\n\n1C  11-21 hcp").diagnostics
    assert str(found) == "<text>:1:1: warning BML131: #+CHOICE: cannot be best. Write auto, natural or first."


# ---------------------------------------------------------------- one rule everywhere


def test_drawn_hands_are_bid_as_drawn(club: Notes, harbour: Notes) -> None:
    numbers = random.Random(4)
    for notes, number in ((club, 14), (harbour, 18)):
        agreements = numbers.sample([row for row in notes if row.is_ours], number)
        bids = list(bid_again(notes, agreements, 4))
        assert len(bids) > 60
        assert [bid for bid in bids if not bid.is_same] == []


@pytest.mark.parametrize(
    ("name", "auction"),
    [
        *(("club", auction) for auction in ("", "1N", "1S", "1C-1H", "(1H)")),
        ("harbour", "(1D)"),
        ("harbour", "(2H)"),
    ],
)
def test_formulas_and_hands_choose_alike(name: str, auction: str, request: pytest.FixtureRequest) -> None:
    notes: Notes = request.getfixturevalue(name)
    written = Auction.parse(auction).for_side(ours=True) if auction else Auction()
    point = decision_points(notes).at(written)
    calls = [row.agreement.call for row in point.clear]
    two_suited = two_suits(5, 5, "S", "H", "majors") & points(8, 20)
    for hand in (*sample_hands(ANY, 250, seed=5), *sample_hands(two_suited, 50, seed=5)):
        choice = choose_call(notes, hand, written)
        made = choice.call
        fitting = [call for call in calls if point.hands(call).fits(hand)]
        assert fitting == ([made] if made in calls else [])
        assert point.passing.fits(hand) is (made is PASS and not choice.is_near)


def test_shares_and_drawn_hands_agree(club: Notes) -> None:
    shares = frequencies(club, "1N")
    weights = {str(row.call): row.count or 0 for row in shares.rows} | {"none": shares.rest.count or 0}
    drawn: Counter[str] = Counter()
    for deal in sample(club, "1N", 3_000, seed=9, any_passes=True):
        assert deal.south is not None
        call = choose_call(club, deal.south, "1N").call
        drawn[str(call) if call and call is not PASS else "none"] += 1
    assert_as_often(drawn.elements(), weights)


def test_dealer_agrees_on_shares(club: Notes, tmp_path: Path) -> None:
    number = 20_000
    rows = [row for row in frequencies(club).rows if row.share > 0.005]
    asked = [expression(meaning_of(club, str(row.call)).hands[Seat.NORTH], Seat.NORTH) for row in rows]
    averages = ", ".join(f'average "row" 10000*({text})' for text in asked)
    script = tmp_path / "shares.dl"
    text = f"generate 9999999\nproduce {number}\ncondition 1\naction {averages}\n"
    script.write_text(preprocess(text).text)
    said = subprocess.run(
        [require_tool("dealer"), "-s", "7", script], capture_output=True, text=True, check=True
    )
    shares = [float(share) / 10_000 for share in re.findall(r"^row: ([\d.e-]+)", said.stdout, re.MULTILINE)]
    assert len(rows) > 8
    for row, share in zip(rows, shares, strict=True):
        assert abs(row.share - share) < 4 * (row.share * (1 - row.share) / number) ** 0.5


# ---------------------------------------------------------------- forced calls, passes, and what is not known


@pytest.mark.parametrize(
    ("hand", "auction", "why"),
    [
        ("AK84 Q532 K43 92", "", "It fits no row."),
        ("K84 AQ32 K4 9842", "1C-1H-1S-2N", "The notes have no rows there."),
        ("AK84 AQ32 K4 A92", "1N-3H", "3H is not in the notes after 1NT-P. They have 2C, 2D, 2H, 2S, 2NT, "),
    ],
)
def test_what_the_notes_do_not_say_is_not_known(club: Notes, hand: str, auction: str, why: str) -> None:
    chosen = choose_call(club, hand, auction)
    assert chosen.certainty is Certainty.NOT_KNOWN
    assert chosen.why.startswith(why)


def test_rows_that_say_nothing_warn_who_deals() -> None:
    notes = loads("1N  15-17 hcp, balanced\n  2C  Puppet Stayman\n  2D  5+ hearts", "notes.bml")
    drawn = sample(notes, "1N-2C", 5)
    assert [found.code for found in drawn.diagnostics] == ["BML635"]
    assert all(deal.south and len(deal.south.hearts) < 5 for deal in drawn)


# ---------------------------------------------------------------- opponents


@pytest.mark.parametrize(
    ("auction", "hand", "bids"),
    [
        ("P", "A843 K5 KJ4 Q982", True),
        ("P", "A843 Q5 KJ4 J982", False),
        ("1S", "4 AQT84 AKJ63 52", True),
        ("1S", "AQT84 4 AK63 J52", False),
        ("1S", "4 KJ84 AQ63 K952", True),
        ("1S-2S", "4 KQ84 AQ63 K952", False),
        ("1S-4S", "4 AQT84 AKJ63 52", False),
        ("1N", "A AKJT84 63 K752", True),
        ("1S-2S", "4 AQT84 AKJ63 52", True),
    ],
)
def test_hands_with_which_everybody_bids(auction: str, hand: str, bids: bool) -> None:
    calls = Auction.parse(auction).calls
    assert everybody_bids(calls).fits(Hand.parse(hand)) is bids


def test_opponents_who_pass_may_hold_anything_if_asked(club: Notes) -> None:
    hand = "4 AQT84 AKJ63 52"
    assert not meaning_of(club, "1S-2S").hands[Seat.EAST].fits(Hand.parse(hand))
    assert meaning_of(club, "1S-2S", any_passes=True).hands[Seat.EAST].fits(Hand.parse(hand))


def test_opponents_who_pass_do_not_hold_what_the_notes_say_they_bid() -> None:
    notes = loads("1N  15-17 hcp, balanced\n  (2H)  5+ hearts, 8+ hcp\n  2S  5+ spades")
    east = meaning_of(notes, "1N-2S", any_passes=True).hands[Seat.EAST]
    assert not east.fits(Hand.parse("A4 KQT84 K63 852"))


def test_a_pass_of_theirs_in_a_history_describes_no_hand() -> None:
    notes = loads("1N  15-17 hcp, balanced\n  2C  8+ hcp\n\n1N-(P)-2D-(D)-\nR  5+ diamonds\n")
    assert "1N-(P)" in {f"{row.auction:bml}" for row in notes}
    players = meaning_of(notes, "1N-2C").players
    assert [player.seat for player in players if player.agreements] == [Seat.NORTH, Seat.SOUTH]
