"""``bml sample``, ``bml bid`` and ``bml dealer``: questions about notes, answered on the command line."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
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
HAND = "AK843 Q5 KJ4 982"

Capture = pytest.CaptureFixture[str]
Bytes = pytest.CaptureFixture[bytes]


@pytest.fixture(autouse=True)
def system(notes: Path) -> Path:
    (notes / "club.bml").write_text(SYSTEM)
    return notes


class TestSample:
    def test_hands_of_both_partners_to_read(self, capsys: Capture) -> None:
        assert main(["sample", "club.bml", "--auction", "1N-2C", "-n", "2", "--seed", "1"]) == 0
        out, err = capsys.readouterr()
        assert err == ""
        lines = out.splitlines()
        assert lines[:6] == [
            "1NT-2C, seed 1",
            "  North  1NT  12-15 hcp, balanced  (club.bml:5)",
            "              read as: 12-15 hcp, balanced",
            "  South  2C   Stayman  (club.bml:6)",
            "              read as: 8+ hcp, 4+ hearts or 4+ spades",
            "",
        ]
        assert [line[:8] for line in lines[6:]] == ["1  North", "   South", "", "2  North", "   South"]

    def test_deals_before_anybody_has_bid_say_so(self, capsys: Capture) -> None:
        assert main(["sample", "club.bml", "--auction", "P-P", "-n", "1", "--seed", "1"]) == 0
        assert capsys.readouterr().out.startswith("No bid, seed 1\n")

    def test_the_seed_is_reported_and_gives_the_same_hands(self, capsys: Capture) -> None:
        assert main(["sample", "club.bml", "--auction", "1C"]) == 0
        first = capsys.readouterr().out
        seed = first.partition("seed ")[2].split()[0]
        assert main(["sample", "club.bml", "--auction", "1C", "--seed", seed]) == 0
        assert capsys.readouterr().out == first

    def test_all_hands(self, capsys: Capture) -> None:
        assert main(["sample", "club.bml", "--auction", "1C", "-n", "1", "--all-hands"]) == 0
        out = capsys.readouterr().out
        assert re.findall(r"^.  (\w+) +♠", out, re.MULTILINE) == ["North", "East", "South", "West"]

    @pytest.mark.parametrize("kind", ["pbn", "lin", "bml"])
    def test_whole_deals_for_other_programs(self, kind: str, system: Path, capsys: Capture) -> None:
        words = ["--auction", "P-1N-2C", "-n", "5", "--to", kind, "--dealer", "E", "--vul", "we", "-o", "out"]
        assert main(["sample", "club.bml", *words]) == 0
        assert re.fullmatch(r"The option --seed \d+ gives the same deals again.\n", capsys.readouterr().err)
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
        ("auction", "said"),
        [
            ("1N-3C", "auction:1:4: error BML633: 3C is not in the notes after 1NT-P. They have 2C.\n"),
            ("1N-1C", "auction:1:4: error BML632: 1C is not legal here: the bid is not higher than"),
            ("1N-2K", "auction:1:4: error BML631: 2K is not a call."),
            ("3N-4C", "auction:1:4: error BML642: North and South cannot both hold what they show."),
            ("3N-4D", "auction:1:4: error BML642: North and South cannot both hold what they show."),
        ],
    )
    def test_what_cannot_be_dealt_is_reported_at_its_call(
        self, auction: str, said: str, capsys: Capture
    ) -> None:
        assert main(["sample", "club.bml", "--auction", auction]) == 1
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith(said)

    def test_a_row_that_is_not_understood_is_reported(self, capsys: Capture) -> None:
        assert main(["sample", "club.bml", "--auction", "1D", "-n", "1"]) == 0
        assert (
            "club.bml:3:1: warning BML635: Not understood in the row of 1D: pretty."
            in capsys.readouterr().err
        )

    @pytest.mark.parametrize(
        ("option", "value"),
        [("-n", "0"), ("-n", "-3"), ("-n", "many"), ("-n", "1" * 400), ("--seed", "-1"), ("--seed", "x")],
    )
    def test_numbers_that_are_none(self, option: str, value: str, capsys: Capture) -> None:
        with pytest.raises(SystemExit) as left:
            main(["sample", "club.bml", "--auction", "1N", f"{option}={value}"])
        assert left.value.code == 2
        assert "must be a number from" in capsys.readouterr().err

    def test_an_input_is_not_written_over(self, system: Path, capsys: Capture) -> None:
        assert main(["sample", "club.bml", "--auction", "1N", "-o", "club.bml"]) == 2
        assert (system / "club.bml").read_text() == SYSTEM
        assert "is an input file" in capsys.readouterr().err

    def test_a_reader_who_has_seen_enough(self, run: Run) -> None:
        result = run(
            "bml", "sample", "club.bml", "--auction", "1N-2C", "-n", "3000", "--seed", "1", "--to", "lin"
        )
        assert result.returncode == 0
        assert result.stdout.count(b"md|") == 3000

    def test_deals_that_are_too_rare(self, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
        drawn = Deals.drawn
        monkeypatch.setattr(Deals, "drawn", lambda deals, numbers: islice(drawn(deals, numbers), 2))
        assert main(["sample", "club.bml", "--auction", "1N", "-n", "3"]) == 0
        assert capsys.readouterr().err == "2 deals found, not 3: such deals are too rare.\n"

    def test_notes_that_are_not_there(self, capsys: Capture) -> None:
        assert main(["sample", "nowhere.bml", "--auction", "1N"]) == 1
        assert "nowhere.bml:1:1: error BML101" in capsys.readouterr().err

    def test_notes_from_standard_input(self, stdin: Callable[[bytes], None], capsys: Capture) -> None:
        stdin(SYSTEM.encode())
        assert main(["sample", "-", "--auction", "1N", "-n", "1"]) == 0
        assert "(<stdin>:5)" in capsys.readouterr().out


class TestBid:
    def test_the_call_comes_first_and_why_below(self, capsys: Capture) -> None:
        assert main(["bid", "club.bml", "--hand", HAND]) == 0
        assert capsys.readouterr().out.splitlines() == [
            "1S",
            "  ♠ AK843      ♥ Q5         ♦ KJ4        ♣ 982        13 hcp",
            "  1S   5+ spades, 11-15 hcp  (club.bml:4)",
            "    read as: 5+ spades, 11-15 hcp",
            "The hand also fits:",
            "  1NT  12-15 hcp, balanced  (club.bml:5)",
            "    read as: 12-15 hcp, balanced",
            "    1S rather than 1NT: it says more about the hand",
            "Rows that are not understood, so that the hand may fit them:",
            "  1D   pretty  (club.bml:3)",
            "    not understood: pretty",
        ]

    def test_of_many_rows_that_are_not_understood_the_first_are_shown(self, capsys: Capture) -> None:
        Path("moods.bml").write_text(
            "".join(f"{n}{s}  Mood {n}{s}\n" for n in "123" for s in "CDHS"), "utf-8"
        )
        assert main(["bid", "moods.bml", "--hand", HAND]) == 0
        *_, last_row, _, more = capsys.readouterr().out.splitlines()
        assert last_row.startswith("  2C   Mood 2C")
        assert more == "  and 7 more, which --all shows"
        assert main(["bid", "moods.bml", "--hand", HAND, "--all"]) == 0
        assert capsys.readouterr().out.count("not understood: Mood") == 12

    @pytest.mark.parametrize(
        ("hand", "auction", "call", "why"),
        [
            (HAND, "1N", "2C", "  2C   Stayman  (club.bml:6)"),
            ("843 Q5 KJ43 9832", "1N-P", "P", "  It fits no row, and is too weak to bid."),
            ("843 A5 AJ43 9832", "1N-P", "not known", "  It fits no row."),
            (
                "843 Q5 KJ43 9832",
                "1N-2C-P",
                "not known",
                "  The notes have no rows there, and 2C is forcing.",
            ),
            (HAND, "1C-1H", "not known", "  1H is not in the notes after 1C-P. They have 1D."),
        ],
    )
    def test_answers(self, hand: str, auction: str, call: str, why: str, capsys: Capture) -> None:
        assert main(["bid", "club.bml", "--hand", hand, "--auction", auction]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert (lines[0], lines[2]) == (call, why)

    @pytest.mark.parametrize(
        ("hand", "auction", "said"),
        [
            ("AK843 Q5 KJ4 98", "", "hand:1:16: error BML634: This hand has 12 cards; a hand has thirteen."),
            ("AK843 Q5 KJ4 9822", "", "hand:1:17: error BML634: The card C2 appears twice in this hand."),
            (HAND, "1H-1C", "auction:1:4: error BML632: 1C is not legal here"),
        ],
    )
    def test_what_is_wrong(self, hand: str, auction: str, said: str, capsys: Capture) -> None:
        assert main(["bid", "club.bml", "--hand", hand, "--auction", auction]) == 1
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith(said)


def test_a_script_for_dealer(capsys: Capture) -> None:
    assert (
        main(["dealer", "club.bml", "--auction", "1N-2C", "-n", "7", "--dealer", "S", "--vul", "they"]) == 0
    )
    out = capsys.readouterr().out.splitlines()
    assert out[:10] == [
        "# 1NT-2C",
        "# South 1NT 12-15 hcp, balanced (club.bml:5)",
        "# North 2C Stayman (club.bml:6)",
        "# Opponents who pass hold no hand that anybody would bid",
        "",
        "generate 10000000",
        "produce 7",
        "dealer south",
        "vulnerable EW",
        "condition",
    ]
    assert [line.split("(west)")[0] for line in out[11:12]] == ["  and not ((hcp"]


def test_a_script_in_which_opponents_may_pass_anything(capsys: Capture) -> None:
    words = ["--auction", "1N-2C", "-n", "7", "--any-passes"]
    assert main(["dealer", "club.bml", *words]) == 0
    assert (
        capsys.readouterr().out
        == """\
# 1NT-2C
# North 1NT 12-15 hcp, balanced (club.bml:5)
# South 2C Stayman (club.bml:6)

generate 10000000
produce 7
dealer north
vulnerable none
condition
  ((hcp(north)>=12 and hcp(north)<=15) and shape(north,any 4333 + any 4432 + any 5332) \
and not (spades(north)>=5 and (hcp(north)>=11 and hcp(north)<=15)))
  and (hcp(south)>=8 and (hearts(south)>=4 or spades(south)>=4))
action printpbn
"""
    )
