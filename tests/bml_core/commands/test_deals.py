"""``bml deals``: boards from files of every kind, written as another kind; and what is wrong with them."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from bml_core.commands import main
from bml_core.commands.streams import Watched
from bml_core.commands.terminal import Progress
from tests.bml_core.commands.conftest import Run

SOUTH, WEST, NORTH, EAST = "SAKQJT98765432", "HAKQJT98765432", "DAKQJT98765432", "CAKQJT98765432"
ONE = f"md|3{SOUTH},{WEST},{NORTH},{EAST}|"
TAG = '[Deal "N:..AKQJT98765432. ...AKQJT98765432 AKQJT98765432... .AKQJT98765432.."]'
LIN = f"pn|a,b,c,d|{ONE}ah|Board 3|zz|kept|mb|1N!|an|15-17|mb|p|mb|p|mb|p|\npn|,,,|{ONE}ah|Board 4|\n"
DIAGRAM = "#7, dealer E, 1NE\nN: AK - xx T9\n\nE S W N\n1N P P P\n"
# Decks as on the help page of Trickster Cards: the dealer's hand is the first, the second ...
DECKS = """\
md|1SA75HJT5DQ742CA85,SKQJ986H82D63C642,S32HK943DKJ9CQJT7,ST4HAQ76DAT85CK93|

md|2S862HQJ942D95CAQ2,SKJ973HK7DA84C964,S4HT5DKQJT632CJT8,SAQT5HA863D7CK753|
"""


@pytest.fixture(autouse=True)
def folder(notes: Path) -> Path:
    (notes / "hands.lin").write_text(LIN)
    (notes / "deal.bml").write_text(DIAGRAM)
    return notes


def test_lin_becomes_pbn(folder: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["deals", "hands.lin"]) == 0
    out = capsysbinary.readouterr().out.decode()
    assert out.startswith("% PBN 2.1\r\n% EXPORT\r\n")
    assert out.count(TAG) == 2
    assert '[Note "1:15-17"]' in out


def test_a_terminal_gets_its_own_characters(
    folder: Path, capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "named.lin").write_text(f"pn|a,b,Zo\u00eb,d|{ONE}", "utf-8")
    for is_terminal, charset in ((False, "iso8859-1"), (True, "utf-8")):
        monkeypatch.setattr("sys.stdout.isatty", lambda is_terminal=is_terminal: is_terminal, raising=False)
        assert main(["deals", "named.lin"]) == 0
        assert '[North "Zo\u00eb"]'.encode(charset) in capsysbinary.readouterr().out


def test_the_name_of_the_output_tells_its_format(folder: Path) -> None:
    assert main(["deals", "hands.lin", "-o", "hands.bml"]) == 0
    assert (folder / "hands.bml").read_text().startswith("#3, dealer N, EW vul, 1NN\n")
    assert main(["deals", "hands.bml", "-o", "again.lin"]) == 0
    assert "md|3SAKQJT98765432HDC,SHAKQJT98765432DC," in (folder / "again.lin").read_text()


def test_what_nobody_knows_stays_from_lin_to_lin(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["deals", "hands.lin", "--to", "lin"]) == 0
    assert capsysbinary.readouterr().out.decode() == LIN


def test_several_inputs_and_only_some_boards(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["deals", "hands.lin", "deal.bml", "--boards", "4-6,7", "--to", "bml"]) == 0
    out = capsysbinary.readouterr().out.decode()
    heads = [line for line in out.splitlines() if line.startswith("#")]
    assert heads == ["#4, dealer N, All vul", "#7, dealer E, 1NE"]
    assert out.endswith(DIAGRAM)


def test_standard_input_of_every_kind(
    stdin: Callable[[bytes], None], capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    link = b"see https://www.bridgebase.com/tools/handviewer.html?lin=ah%7CBoard+9%7Cmd%7C1,,,%7C"
    for data, number in ((LIN.encode(), "3"), (DIAGRAM.encode(), "7"), (TAG.encode(), "?"), (link, "9")):
        stdin(data)
        assert main(["deals", "-"]) == 0
        assert f'[Board "{number}"]' in capsysbinary.readouterr().out.decode()


def test_losses_are_reported_and_stay_warnings(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["deals", "deal.bml", "--to", "lin"]) == 0
    told = capsys.readouterr().err
    assert "deal.bml:1:1: warning BML725: Board 7: LIN cannot show small cards" in told


def test_errors_are_reported_and_the_rest_is_written(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "bad.lin").write_text(f"{LIN}md|1,,,|mb|8C|\n")
    assert main(["deals", "bad.lin", "-o", "out.pbn"]) == 1
    assert "bad.lin:3:9: error BML805: Game 3:" in capsys.readouterr().err
    assert (folder / "out.pbn").read_text().count("[Board ") == 3
    (folder / "out.pbn").write_text("old")
    assert main(["deals", "bad.lin", "-o", "out.pbn", "--strict"]) == 1
    assert (folder / "out.pbn").read_text() == "old"


@pytest.mark.parametrize(
    "arguments",
    [
        ["--boards", "3-"],
        ["--boards", ""],
        ["-o", "."],
        ["-o", "hands.lin"],
        ["--to", "bml", "--for", "trickster"],
        ["--to", "pbn", "--dealer-first"],
    ],
)
def test_wrong_usage(arguments: list[str], folder: Path) -> None:
    assert main(["deals", "hands.lin", *arguments]) == 2
    assert (folder / "hands.lin").read_text() == LIN


def test_a_file_without_deals_and_a_missing_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["deals", "good.bml", "nowhere.lin"]) == 1
    told = capsys.readouterr().err
    assert "good.bml:1:1: warning BML822" in told
    assert "nowhere.lin:1:1: error BML101" in told


class TestCheck:
    def test_a_good_file(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["deals", "check", "hands.lin"]) == 0
        assert capsys.readouterr().err == "1 file.\n"

    def test_pbn_is_held_to_the_standard(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        (folder / "bad.pbn").write_text('[Board "1"]\n[Dealer "Q"]\n\n[Deal "N:AK... AQ... - -"]\n')
        assert main(["deals", "check", "bad.pbn", "deal.bml"]) == 1
        told = capsys.readouterr().err
        assert "bad.pbn:2:1: error BML705: Game 1, PBN 3.4.9" in told
        assert "bad.pbn:4:1: error BML703: Game 2, PBN 3.4.11" in told

    def test_strict_counts_warnings(self, folder: Path) -> None:
        (folder / "open.lin").write_text("md|1,,,|sv|o")
        assert main(["deals", "check", "open.lin"]) == 0
        assert main(["deals", "check", "--strict", "open.lin"]) == 1

    def test_it_needs_a_file(self) -> None:
        with pytest.raises(SystemExit):
            main(["deals", "check"])


class TestNothingToWrite:
    @pytest.mark.parametrize(
        ("arguments", "said"),
        [
            (["missing.pbn"], "File not found: missing.pbn"),
            (["."], ". is a folder, not a file."),
            (["empty.pbn"], "This file has no deals."),
            (["noise.dat"], "This file has no deals."),
            (["letter.txt"], "This file has no deals."),
            (
                ["hands.lin", "--boards", "99"],
                "No board has one of the numbers 99, so old.lin was not written.",
            ),
            (["deal.bml", "--for", "trickster"], "No board is a deck, so old.lin was not written."),
        ],
    )
    def test_an_older_file_stays(
        self, folder: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
    ) -> None:
        (folder / "empty.pbn").write_bytes(b"")
        (folder / "noise.dat").write_bytes(bytes(range(256)))
        (folder / "letter.txt").write_text("Dear partner,\n1C is strong.\n")
        (folder / "old.lin").write_text(LIN)
        assert main(["deals", *arguments, "-o", "old.lin"]) == 1
        assert (folder / "old.lin").read_text() == LIN
        found = capsys.readouterr().err.splitlines()
        assert [line for line in found if said in line]
        assert len(found) <= 3

    def test_standard_output_stays_empty(self, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
        assert main(["deals", "hands.lin", "--boards", "99"]) == 1
        out, err = capsysbinary.readouterr()
        assert (out, err) == (b"", b"No board has one of the numbers 99.\n")


def test_a_link_takes_the_place_of_a_file(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    link = "https://www.bridgebase.com/tools/handviewer.html?b=7&d=n&v=0&a=1n(15-17)ppp&zz=1"
    assert main(["deals", link, "--to", "lin"]) == 0
    out, err = capsysbinary.readouterr()
    assert out == b"md|3,,,|ah|Board 7|sv|0|mb|1n|an|15-17|mb|p|mb|p|mb|p|\n"
    assert err.startswith(b"<link>:1:1: warning BML823: This link has zz=, which is ignored.")


class TestTrickster:
    def test_decks_there_and_back(self, folder: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
        (folder / "decks.lin").write_text(DECKS)
        assert main(["deals", "decks.lin", "--for", "trickster", "-o", "decks.pbn"]) == 0
        assert (folder / "decks.pbn").read_text() == (
            '[Deal "S:A75.JT5.Q742.A85 KQJ986.82.63.642 32.K943.KJ9.QJT7 T4.AQ76.AT85.K93"]\n\n'
            '[Deal "W:KJ973.K7.A84.964 4.T5.KQJT632.JT8 AQT5.A863.7.K753 862.QJ942.95.AQ2"]\n'
        )
        assert main(["deals", "decks.pbn", "--for", "trickster", "--to", "lin"]) == 0
        assert capsysbinary.readouterr().out.decode() == DECKS.replace("\n\n", "\n")

    def test_decks_that_begin_with_the_dealer(
        self, folder: Path, capsysbinary: pytest.CaptureFixture[bytes]
    ) -> None:
        (folder / "decks.lin").write_text(DECKS)
        for_trickster = ["--for", "trickster", "--dealer-first"]
        assert main(["deals", "decks.lin", *for_trickster, "-o", "decks.pbn"]) == 0
        assert (folder / "decks.pbn").read_text() == (
            '[Deal "S:A75.JT5.Q742.A85 KQJ986.82.63.642 32.K943.KJ9.QJT7 T4.AQ76.AT85.K93"]\n\n'
            '[Deal "W:862.QJ942.95.AQ2 KJ973.K7.A84.964 4.T5.KQJT632.JT8 AQT5.A863.7.K753"]\n'
        )
        assert main(["deals", "decks.pbn", *for_trickster, "--to", "lin"]) == 0
        assert capsysbinary.readouterr().out.decode() == DECKS.replace("\n\n", "\n")

    def test_what_is_not_a_deck_is_refused_with_the_card(
        self, folder: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (folder / "bad.lin").write_text(DECKS.replace("SA75", "SA72"))
        assert main(["deals", "bad.lin", "--for", "trickster", "-o", "decks.lin"]) == 1
        assert "is not a deck: the card S2 is held by both North and South." in capsys.readouterr().err
        assert (folder / "decks.lin").read_text().count("md|") == 1


class TestProgress:
    def test_it_is_for_terminals_alone(self, run: Run) -> None:
        result = run("bml", "deals", "hands.lin", "--to", "lin")
        assert result.stderr == b""

    def test_it_counts_what_is_read(self, monkeypatch: pytest.MonkeyPatch) -> None:
        terminal = io.StringIO()
        monkeypatch.setattr(terminal, "isatty", lambda: True)
        monkeypatch.setattr("sys.stderr", terminal)
        monkeypatch.setattr("bml_core.commands.terminal._PATIENCE", 0)
        monkeypatch.delenv("NO_COLOR", raising=False)
        monkeypatch.setenv("TERM", "xterm")
        with Progress("hands.pbn", 4) as progress:
            assert Watched(io.BytesIO(b"abcd"), progress).read(3) == b"abc"
        assert "hands.pbn" in terminal.getvalue()
        assert "75%" in terminal.getvalue()
        assert terminal.getvalue().endswith("\r\033[K")

    def test_no_color_is_obeyed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        terminal = io.StringIO()
        monkeypatch.setattr(terminal, "isatty", lambda: True)
        monkeypatch.setattr("sys.stderr", terminal)
        monkeypatch.setattr("bml_core.commands.terminal._PATIENCE", 0)
        monkeypatch.setenv("NO_COLOR", "1")
        with Progress("hands.pbn", 4) as progress:
            progress.add(3)
        assert terminal.getvalue() == ""


LINK = "https://www.bridgebase.com/tools/handviewer.html?lin=md%7C1SAK%7Cah%7CBoard%209%7C"


def test_notes_with_a_link_keep_their_diagrams(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "letter.txt").write_text(f"Look at {LINK}\n\n{DIAGRAM}")
    assert main(["deals", "letter.txt", "--to", "lin"]) == 0
    out = capsys.readouterr().out
    assert [f"Board {number}" in out for number in (9, 7)] == [True, True]
    (folder / "letter.bml").write_text(f"Look at {LINK}\n\n{DIAGRAM}")
    assert main(["deals", "letter.bml", "--to", "lin"]) == 0
    assert capsys.readouterr().out.count("Board") == 1


@pytest.mark.skipif(not Path("/dev/stdin").exists(), reason="the system has no /dev/stdin")
@pytest.mark.parametrize("text", [LIN, '[Board "3"]\n\n[Board "4"]\n', f"{LINK}\n\n{LINK}", DIAGRAM])
def test_the_name_that_the_shell_has_for_standard_input(run: Run, text: str) -> None:
    expected = run("bml", "deals", "-", "--to", "lin", stdin=text.encode())
    done = run("bml", "deals", "/dev/stdin", "--to", "lin", stdin=text.encode())
    assert (done.returncode, done.stdout) == (expected.returncode, expected.stdout)
    assert done.stdout


def test_a_file_written_again_has_each_line_once(folder: Path) -> None:
    (folder / "hands.pbn").write_text('%Content-type: text/x-pbn; charset=UTF-8\n[North "\u017d"]\n', "utf-8")
    for name in ("again.pbn", "and_again.pbn"):
        assert main(["deals", "hands.pbn", "-o", name]) == 0
        assert main(["deals", name, "-o", "hands.pbn"]) == 0
    assert (folder / "hands.pbn").read_bytes().count(b"%Content-type") == 1
