"""``bml check FILE…``: diagnostics only."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from bml_core import __version__
from bml_core.commands import drop_in, main
from tests.system_tools import commit

pytestmark = pytest.mark.usefixtures("notes")


def test_clean_notes(capsys: pytest.CaptureFixture[str], notes: Path) -> None:
    before = sorted(notes.iterdir())
    assert main(["check", "good.bml"]) == 0
    assert capsys.readouterr() == ("", "1 file, 2 agreements.\n")
    assert sorted(notes.iterdir()) == before


def test_everything_is_reported_and_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--no-checks", "info.bml", "warning.bml", "bad.bml", "none.bml"]) == 1
    *found, summary = capsys.readouterr().err.splitlines()
    assert [line.split(":")[0] for line in found] == ["info.bml", "warning.bml", "bad.bml", "none.bml"]
    assert [line.split(" ")[1] for line in found] == ["info", "warning", "error", "error"]
    assert summary == "4 files, 3 agreements, 2 errors, 1 warning, 1 info."


def test_an_error_in_any_file_is_1() -> None:
    assert main(["check", "bad.bml", "good.bml"]) == 1


def test_files_know_nothing_of_each_other(capsys: pytest.CaptureFixture[str]) -> None:
    Path("first.bml").write_text("#CUT a\n1C x\n#ENDCUT\n")
    Path("second.bml").write_text("#PASTE a\n")
    assert main(["check", "first.bml", "second.bml"]) == 1
    assert "second.bml:1:1: error BML114" in capsys.readouterr().err


def test_diagnostics_stand_in_the_order_of_the_text(capsys: pytest.CaptureFixture[str]) -> None:
    Path("mixed.bml").write_text("1H  x\n  1C  illegal\n  1zoo\n  jump  label\n  8C  level\n")
    main(["check", "mixed.bml"])
    found = capsys.readouterr().err.splitlines()[:-1]
    assert [line.split(":")[1] for line in found] == ["2", "3", "4", "5"]


def test_what_is_wrong_in_an_included_file_has_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    Path("all.bml").write_text("#INCLUDE bad.bml\n")
    assert main(["check", "all.bml"]) == 1
    assert capsys.readouterr().err.startswith("bad.bml:2:3: error BML201: ")


def test_standard_input(stdin: Callable[[bytes], None], capsys: pytest.CaptureFixture[str]) -> None:
    stdin(b"1C  strong\n  1zoo\n")
    assert main(["check", "-"]) == 1
    assert capsys.readouterr().err.startswith("<stdin>:2:3: error BML201: ")


def test_pasted_text_names_both_places(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.bml").write_text("#CUT a\n1C  x\n  1zoo\n#ENDCUT\n\n#PASTE a\n")
    main(["check", "a.bml"])
    line = capsys.readouterr().err.splitlines()[0]
    assert line.startswith("a.bml:6:1: error BML201: ")
    assert line.endswith("(The text comes from a.bml:3:3.)")


class TestUsage:
    @pytest.mark.parametrize("arguments", [["check"], ["check", "--what", "a.bml"]])
    def test_wrong_usage_is_2(self, arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
        with pytest.raises(SystemExit) as stopped:
            main(arguments)
        assert stopped.value.code == 2
        assert "usage: bml" in capsys.readouterr().err

    @pytest.mark.parametrize("arguments", [["check", "-h"], ["bss", "--help"]])
    def test_help_is_0(self, arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
        with pytest.raises(SystemExit) as stopped:
            main(arguments)
        assert stopped.value.code == 0
        assert "usage: bml" in capsys.readouterr().out

    @pytest.mark.parametrize("program", [main, partial(drop_in, "bml2bss")])
    def test_version(self, program: Callable[[list[str]], int], capsys: pytest.CaptureFixture[str]) -> None:
        with pytest.raises(SystemExit) as stopped:
            program(["--version"])
        assert stopped.value.code == 0
        assert __version__ in capsys.readouterr().out


class TestPages:
    def test_are_read_block_by_block(self, capsys: pytest.CaptureFixture[str]) -> None:
        Path("page.md").write_text("# Text\n\n- item\n\n    ```bml\n    1C  strong\n      1zoo\n    ```\n")
        assert main(["check", "page.md"]) == 1
        told, summary = capsys.readouterr().err.splitlines()
        assert told.startswith("page.md:7:7: error BML201: ")
        assert summary == "1 file, 1 agreement, 1 error."

    def test_of_every_system_are_checked(self, capsys: pytest.CaptureFixture[str]) -> None:
        blocks = (f"```bml\n:system: {name}\n{row}\n```\n" for name, row in (("a", "1C"), ("none", "8C")))
        Path("page.md").write_text("\n".join(blocks))
        assert main(["check", "page.md"]) == 1
        assert "page.md:8:1: error BML202" in capsys.readouterr().err

    def test_on_standard_input(
        self, stdin: Callable[[bytes], None], capsys: pytest.CaptureFixture[str]
    ) -> None:
        stdin(b".. bml::\n\n   1C  strong\n")
        assert main(["check", "--markup", "rst", "-"]) == 0
        assert capsys.readouterr().err == "1 file, 1 agreement.\n"

    def test_that_are_missing(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["check", "nowhere.md"]) == 1
        assert capsys.readouterr().err.startswith("nowhere.md:1:1: error BML101: ")

    def test_files_outside_are_not_read(self, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
        (tmp_path / "secret.bml").write_text("1C  strong\n")
        Path("page.md").write_text("```bml file=../secret.bml\n```\n")
        assert main(["check", "page.md"]) == 1
        assert "page.md:1:1: error BML104: " in capsys.readouterr().err

    def test_without_the_system_are_not_written(self, capsys: pytest.CaptureFixture[str]) -> None:
        Path("page.md").write_text("```bml\n:system: acol\n1N  12--14\n```\n")
        assert main(["bss", "page.md"]) == 1
        assert "It has blocks of acol: choose with --system." in capsys.readouterr().err
        assert not Path("page.bss").exists()
        assert main(["bss", "page.md", "--system", "acol"]) == 0
        assert Path("page.bss").exists()


class TestReport:
    def test_is_a_page_with_numbers_findings_and_openings(self, capsys: pytest.CaptureFixture[str]) -> None:
        Path("notes.bml").write_text(
            "1N  15--17\n  2C  GF\n  8C  A joke\n\n// bml: allow BML924 old\n#CUT a\n#ENDCUT\n"
        )
        assert main(["check", "--checks", "all", "--report", "page.html", "notes.bml"]) == 1
        page = BeautifulSoup(Path("page.html").read_text("utf-8"), "html.parser")
        text = page.get_text(" ", strip=True)
        assert text.startswith("The state of notes.bml")
        for shown in ("Agreements 2", "BML202: ", "BML922: ", "Accepted (1)", "How often each call is made"):
            assert shown in text
        assert {link["href"] for link in page.select("li a")} == {"notes.bml"}

    def test_of_a_folder_shows_what_has_changed(self) -> None:
        Path("docs").mkdir()
        Path("docs/a.bml").write_text("1N  15--17\n")
        commit(Path(), "v1")
        Path("docs/a.bml").write_text("1N  14--16\n")
        assert main(["check", "--report", "page.html", "docs"]) == 0
        assert "since v1" in Path("page.html").read_text("utf-8")

    def test_of_several_systems_has_a_heading_for_each(self) -> None:
        blocks = (f"```bml\n:system: {name}\n1N  15--17\n```\n" for name in ("acol", "club"))
        Path("page.md").write_text("\n".join(blocks))
        assert main(["check", "--report", "out.html", "page.md"]) == 0
        headings = BeautifulSoup(Path("out.html").read_text("utf-8"), "html.parser").select("h2")
        assert [heading.get_text() for heading in headings] == ["acol", "club", "Findings", "Openings"]

    def test_does_not_replace_the_notes(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["check", "--report", "good.bml", "good.bml"]) == 2
        assert "good.bml is an input file" in capsys.readouterr().err


class TestChecks:
    NOTES = "1N  15--17\n  2C  GF\n\n#CUT a\n2N  x\n#ENDCUT\n"

    @pytest.mark.parametrize(
        ("options", "found"),
        [
            ([], ["BML924"]),
            (["--no-checks"], []),
            (["--checks", "all"], ["BML922", "BML924"]),
            (["--checks", "default,BML922"], ["BML922", "BML924"]),
            (["--checks=-loose_ends"], []),
            (["--checks", "bml92"], ["BML922", "BML924"]),
            (["--checks", "all", "--allow", "bml924"], ["BML922"]),
            (["--checks", "all", "--allow", "BML921"], ["BML922", "BML924", "BML933"]),
        ],
    )
    def test_are_chosen_and_accepted(
        self, options: list[str], found: list[str], capsys: pytest.CaptureFixture[str]
    ) -> None:
        Path("notes.bml").write_text(self.NOTES)
        assert main(["check", *options, "notes.bml"]) == 0
        lines = capsys.readouterr().err.splitlines()[:-1]
        assert sorted(line.split()[2].strip(":") for line in lines) == found

    @pytest.mark.parametrize(
        ("options", "said"),
        [
            (["--checks", "loose"], "--checks: Unknown check: loose. The checks are"),
            (["--allow", "BML201"], "--allow: BML201 is not the code of a check"),
        ],
    )
    def test_that_do_not_exist_are_wrong_usage(
        self, options: list[str], said: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["check", *options, "good.bml"]) == 2
        assert said in capsys.readouterr().err

    def test_files_are_one_system_or_each_their_own(self, capsys: pytest.CaptureFixture[str]) -> None:
        Path("a.bml").write_text("1N  15--17\n  2C  Stayman\n")
        Path("b.bml").write_text("1N-2C;\n2D  No major\n")
        main(["check", "--checks", "BML921", "a.bml", "b.bml"])
        assert "BML921" not in capsys.readouterr().err
        main(["check", "--checks", "BML921", "--separate", "a.bml", "b.bml"])
        assert "b.bml:1:4: warning BML921" in capsys.readouterr().err

    def test_two_systems_in_one_folder_are_noticed(self, capsys: pytest.CaptureFixture[str]) -> None:
        suits = "".join(f"1{suit}  {{0}}-21 hcp, 4+!{suit.lower()}\n" for suit in "CDHS")
        rows = f"{suits}1N  {{0}}-17 hcp, bal\n"
        for name, points in (("acol", 12), ("sayc", 13)):
            Path(f"{name}.bml").write_text(rows.format(points))
        main(["check", "--checks", "contradictions", "acol.bml", "sayc.bml"])
        lines = capsys.readouterr().err.splitlines()
        assert sum("BML901" in line for line in lines) == 5
        assert lines[-1].startswith("acol.bml and sayc.bml contradict each other often.")
        main(["check", "--checks", "contradictions", "--separate", "acol.bml", "sayc.bml"])
        assert capsys.readouterr().err == "2 files, 10 agreements.\n"

    def test_files_of_a_folder_are_systems_of_their_own(self, capsys: pytest.CaptureFixture[str]) -> None:
        Path("club").mkdir()
        rows = "1C  {0}-21 hcp, 3+!c\n1D  {0}-21 hcp, 4+!d\n1H  {0}-21 hcp, 5+!h\n1S  {0}-21 hcp, 5+!s\n"
        for name, points in (("anna", 11), ("bob", 12)):
            Path(f"club/{name}.bml").write_text(f"{rows.format(points)}1N  {points + 2}-17 hcp, bal\n")
        assert main(["check", "--strict", "club"]) == 0
        assert capsys.readouterr().err == (
            "2 files, 10 agreements.\n"
            "anna.bml and bob.bml contradict each other often, so each was checked as a system of its own."
            " Check them as one with --together.\n"
        )
        assert main(["check", "--strict", "--together", "club"]) == 1
        assert capsys.readouterr().err.count("BML901") == 5

    def test_pages_of_one_system_that_differ_once_stay_together(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        Path("club").mkdir()
        Path("club/openings.bml").write_text("1C  16+ hcp\n1N  13-15 hcp, bal\n")
        Path("club/notrump.bml").write_text("1N  12-14 hcp, bal\n  2C  Stayman\n")
        assert main(["check", "--strict", "club"]) == 1
        assert "openings.bml:2:1: warning BML901" in capsys.readouterr().err

    def test_how_much_of_each_table_is_understood(self, capsys: pytest.CaptureFixture[str]) -> None:
        Path("notes.bml").write_text("1N  15-17 hcp\n\n1N-2C;\n2D  No 4-card major\n2H  Woolsey\n")
        main(["check", "--coverage", "notes.bml"])
        assert capsys.readouterr().err.splitlines() == [
            "notes.bml:1:1: 1 row, all understood",
            "notes.bml:3:1: 2 rows, 50 % understood",
            "1 file, 4 agreements.",
            "3 rows, 67 % understood; 1 table of 2 understood in full.",
        ]

    def test_nothing_is_claimed_where_nothing_is_understood(self, capsys: pytest.CaptureFixture[str]) -> None:
        Path("notes.bml").write_text("1N  Qwert\n  2C  Zuiop\n  2D  Asdfg\n1C  Yxcvb\n  1D  Lkjhg\n")
        assert main(["check", "--checks", "all", "notes.bml"]) == 0
        assert capsys.readouterr().err == "1 file, 5 agreements.\n"

    @pytest.mark.parametrize(
        "text", ["", "No rows.\n", "1N  {15+ hcp, 14- hcp}\n  2C  {20 cards}\n", "\0\1", "#CUT\n#CUT\n"]
    )
    def test_whatever_is_read_ends_well(self, text: str, capsys: pytest.CaptureFixture[str]) -> None:
        Path("notes.bml").write_text(text)
        assert main(["check", "--checks", "all", "--fix", "--report", "page.html", "notes.bml"]) in (0, 1)
        assert Path("page.html").exists()
