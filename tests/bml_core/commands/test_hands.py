"""``bml sample``: seeds, files of deals, and readers that stop; transcripts have the rest."""

from __future__ import annotations

import io
import re
from itertools import islice
from pathlib import Path

import pytest

from bml_core.bridge import Seat, is_pack
from bml_core.commands import main
from bml_core.formats import deals
from bml_core.hands.sampling import Deals
from tests.bml_core.commands.conftest import Run

SYSTEM = """\
1C  16+ hcp
  1D  0-7 hcp
1D  pretty
1S  5+ spades, 11-15 hcp
1N  12-15 hcp, balanced
  2C  Stayman {8+ hcp, 4+ hearts or 4+ spades}
3N  {ace in spades, 25+ hcp}
  4C  {ace in spades}
  4D  {16+ hcp}
"""

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def system(notes: Path) -> Path:
    (notes / "club.bml").write_text(SYSTEM)
    return notes


def test_the_seed_is_reported_and_gives_the_same_hands(capsys: Capture) -> None:
    assert main(["sample", "club.bml", "--auction", "1C"]) == 0
    first = capsys.readouterr().out
    seed = first.partition("seed ")[2].split()[0]
    assert main(["sample", "club.bml", "--auction", "1C", "--seed", seed]) == 0
    assert capsys.readouterr().out == first


@pytest.mark.parametrize("kind", ["pbn", "lin", "bml"])
def test_whole_deals_for_other_programs(kind: str, system: Path, capsys: Capture) -> None:
    words = ["--auction", "(P)-1N-2C", "-n", "5", "--to", kind, "--dealer", "E", "--vul", "we", "-o", "out"]
    assert main(["sample", "club.bml", *words]) == 0
    assert re.fullmatch(
        r"Wrote out: 5 deals.\nThe option --seed \d+ gives the same deals again.\n", capsys.readouterr().err
    )
    data = (system / "out").read_bytes()
    if kind == "bml":
        assert data.count(b"dealer E, NS vul") == 5
        return
    boards = [dealt.board for dealt in deals.read(io.BytesIO(data), "out", kind)]
    assert [board.number for board in boards] == [1, 2, 3, 4, 5]
    assert {(board.dealer, board.vulnerability and board.vulnerability.value) for board in boards} == {
        (Seat.EAST, "NS")
    }
    assert all(is_pack(board.deal) for board in boards)
    assert all(12 <= board.deal.south.hcp <= 15 for board in boards if board.deal.south)
    assert list(deals.check(data, "out", kind)) == []


@pytest.mark.parametrize(
    ("option", "value"),
    [("-n", "0"), ("-n", "-3"), ("-n", "many"), ("-n", "1" * 400), ("--seed", "-1"), ("--seed", "x")],
)
def test_numbers_that_are_none(option: str, value: str, capsys: Capture) -> None:
    with pytest.raises(SystemExit) as left:
        main(["sample", "club.bml", "--auction", "1N", f"{option}={value}"])
    assert left.value.code == 2
    assert "must be a number from" in capsys.readouterr().err


def test_a_reader_who_has_seen_enough(run: Run) -> None:
    result = run(
        "bml", "sample", "club.bml", "--auction", "1N-2C", "-n", "3000", "--seed", "1", "--to", "lin"
    )
    assert result.returncode == 0
    assert result.stdout.count(b"md|") == 3000


def test_deals_that_are_too_rare(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = Deals.drawn
    monkeypatch.setattr(Deals, "drawn", lambda deals, numbers: islice(drawn(deals, numbers), 2))
    assert main(["sample", "club.bml", "--auction", "1N", "-n", "3"]) == 0
    assert capsys.readouterr().err == "2 deals found, not 3: such deals are too rare.\n"
