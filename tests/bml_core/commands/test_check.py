"""``bml check FILE…``: diagnostics only."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bml_core import __version__
from bml_core.commands import main
from bml_core.commands.systems import BSS

pytestmark = pytest.mark.usefixtures("notes")


def test_clean_notes(capsys: pytest.CaptureFixture[str], notes: Path) -> None:
    before = sorted(notes.iterdir())
    assert main(["check", "good.bml"]) == 0
    assert capsys.readouterr() == ("", "1 file, 2 agreements.\n")
    assert sorted(notes.iterdir()) == before


def test_everything_is_reported_and_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "info.bml", "warning.bml", "bad.bml", "none.bml"]) == 1
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

    @pytest.mark.parametrize("program", [main, BSS.main])
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
