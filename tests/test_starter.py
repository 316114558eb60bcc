"""The notes that quickstart writes: they bid as good players would, and nothing is wrong with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from bml_core import Call, Notes, choose_call, load, sample
from bml_core.commands import main

CASES = [
    tuple(word.strip() for word in line.split("|"))
    for line in Path(__file__).with_name("starter_hands.txt").read_text("utf-8").splitlines()
    if line and not line.startswith("#")
]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("starter")
    assert main(["quickstart", "-y", str(folder)]) == 0
    return sorted(folder.rglob("*.bml"))


@pytest.fixture(scope="module")
def notes(files: list[Path]) -> Notes:
    return load(*files)


@pytest.mark.parametrize(("auction", "hand", "call"), CASES)
def test_a_hand_is_bid_as_a_good_player_bids_it(notes: Notes, auction: str, hand: str, call: str) -> None:
    choice = choose_call(notes, hand, "" if auction == "-" else auction)
    assert choice.call == (None if call == "?" else Call.parse(call)), choice


def test_the_order_of_files_changes_no_opening(files: list[Path]) -> None:
    turned = load(*reversed(files))
    openings = [(hand, call) for auction, hand, call in CASES if auction == "-"]
    assert [choose_call(turned, hand).call for hand, _ in openings] == [
        Call.parse(call) for _, call in openings
    ]


@pytest.mark.parametrize(
    "auction",
    ["1C", "1D", "1S", "1N", "2N", "1N-2C", "1N-2D", "1H-2H", "1C-1S-1N", "1C-1D-2D", "1C-1S-2D", "1D-1H-2C"],
)
def test_hands_that_are_dealt_for_an_auction_are_bid_like_it(notes: Notes, auction: str) -> None:
    calls = auction.split("-")
    deals = sample(notes, auction, n=10, seed=1)
    assert len(deals) == 10
    for deal in deals:
        for number, call in enumerate(calls):
            hand = (deal.north, deal.south)[number % 2]
            assert hand is not None
            assert choose_call(notes, hand, "-".join(calls[:number])).call == Call.parse(call)


def test_the_starter_has_no_mistakes(files: list[Path], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--checks", "all", *map(str, files)]) == 0
    (summary,) = capsys.readouterr().err.splitlines()
    assert summary.endswith(" agreements.")
