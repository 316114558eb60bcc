"""``bml bss FILE`` and its older form ``bml2bss FILE``: exit status, names, what is written where."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from bml_core.commands import drop_in
from bml_core.commands import main as bml
from tests.bml_core.commands.conftest import BAD_BSS, GOOD, GOOD_BSS

Command = Callable[[list[str]], int]


@pytest.fixture(params=["bml bss", "bml2bss"])
def command(request: pytest.FixtureRequest) -> Command:
    """Both commands: the same arguments do the same."""
    if request.param == "bml2bss":
        return partial(drop_in, "bml2bss")
    return lambda arguments: bml(["bss", *arguments])


@pytest.mark.usefixtures("notes")
class TestStatus:
    def test_clean_notes_are_0_and_silent(self, command: Command, capsys: pytest.CaptureFixture[str]) -> None:
        assert command(["good.bml"]) == 0
        assert capsys.readouterr() == ("", "")
        assert Path("good.bss").read_text() == GOOD_BSS

    def test_warnings_are_0_and_reported(self, command: Command, capsys: pytest.CaptureFixture[str]) -> None:
        assert command(["warning.bml"]) == 0
        assert capsys.readouterr().err.startswith("warning.bml:2:3: warning BML212: ")

    def test_errors_are_1_and_everything_readable_is_written(
        self, command: Command, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert command(["bad.bml"]) == 1
        first, second = capsys.readouterr().err.splitlines()
        assert first.startswith("bad.bml:2:3: error BML201: ")
        assert "everything that could be read was written" in second
        assert "2 agreements" in second
        assert Path("bad.bss").read_text() == BAD_BSS

    def test_a_missing_file_is_1_and_nothing_is_written(
        self, command: Command, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert command(["none.bml"]) == 1
        assert capsys.readouterr().err == "none.bml:1:1: error BML101: File not found: none.bml.\n"
        assert not Path("none.bss").exists()

    def test_a_missing_file_leaves_older_output_alone(
        self, command: Command, capsys: pytest.CaptureFixture[str]
    ) -> None:
        Path("none.bss").write_text("old")
        assert command(["none.bml"]) == 1
        assert "BML101" in capsys.readouterr().err
        assert Path("none.bss").read_text() == "old"

    def test_older_output_is_replaced_even_if_an_included_file_is_missing(
        self, command: Command, capsys: pytest.CaptureFixture[str]
    ) -> None:
        Path("all.bml").write_text("#INCLUDE none.bml\n\n1C  strong\n")
        Path("all.bss").write_text("old")
        assert command(["all.bml"]) == 1
        assert capsys.readouterr().err.startswith("all.bml:1:1: error BML102: ")
        assert "001C=" in Path("all.bss").read_text()

    @pytest.mark.parametrize("name", ["x" * 300, "none/none.bml", "good.bml/x"])
    def test_names_that_cannot_be_opened_are_1(
        self, command: Command, name: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert command([name]) == 1
        assert "BML101" in capsys.readouterr().err

    def test_no_name_is_1(self, command: Command, capsys: pytest.CaptureFixture[str]) -> None:
        assert command([""]) == 1
        assert "BML101" in capsys.readouterr().err

    def test_a_folder_without_notes_is_2(self, command: Command, capsys: pytest.CaptureFixture[str]) -> None:
        Path("empty").mkdir()
        assert command(["empty"]) == 2
        assert "no notes found" in capsys.readouterr().err

    @pytest.mark.parametrize(
        "arguments",
        [
            [],
            ["good.bml", "-o"],
            ["good.bml", "--what"],
            ["good.bml", "--dialect", "3"],
            ["good.bml", "x", "y"],
        ],
    )
    def test_wrong_usage_is_2(self, command: Command, arguments: list[str]) -> None:
        with pytest.raises(SystemExit) as stopped:
            command(arguments)
        assert stopped.value.code == 2

    def test_help_is_0(self, command: Command, capsys: pytest.CaptureFixture[str]) -> None:
        with pytest.raises(SystemExit) as stopped:
            command(["-h"])
        assert stopped.value.code == 0
        assert "--include-root" in capsys.readouterr().out


@pytest.mark.usefixtures("notes")
class TestStrict:
    def test_errors_leave_older_output_alone(
        self, command: Command, capsys: pytest.CaptureFixture[str]
    ) -> None:
        Path("bad.bss").write_text("old")
        assert command(["bad.bml", "--strict"]) == 1
        assert capsys.readouterr().err.endswith("There were errors, so bad.bss was not written.\n")
        assert Path("bad.bss").read_text() == "old"

    def test_nothing_is_printed(self, command: Command, capsys: pytest.CaptureFixture[str]) -> None:
        assert command(["bad.bml", "--strict", "-o", "-"]) == 1
        out, err = capsys.readouterr()
        assert out == ""
        assert err.endswith("There were errors, so the output was not written.\n")

    def test_warnings_are_not_errors(self, command: Command) -> None:
        assert command(["warning.bml", "--strict"]) == 0
        assert Path("warning.bss").exists()


@pytest.mark.usefixtures("notes")
class TestOutput:
    @pytest.mark.parametrize(
        ("source", "target"),
        [
            ("a.txt", "a.bss"),
            ("a", "a.bss"),
            ("a.b.bml", "a.b.bss"),
            (".bml", ".bml.bss"),
            ("sub/a.bml", "sub/a.bss"),
            ("naïve notes.bml", "naïve notes.bss"),
        ],
    )
    def test_the_name_is_the_sources_with_another_ending(
        self, command: Command, source: str, target: str
    ) -> None:
        Path("sub").mkdir()
        Path(source).write_text(GOOD)
        assert command([source]) == 0
        assert Path(target).read_text() == GOOD_BSS

    def test_a_name_may_be_given(self, command: Command) -> None:
        assert command(["good.bml", "-o", "other.txt"]) == 0
        assert Path("other.txt").read_text() == GOOD_BSS
        assert not Path("good.bss").exists()

    def test_a_folder_may_be_given(self, command: Command) -> None:
        Path("sub").mkdir()
        assert command(["good.bml", "-o", "sub"]) == 0
        assert Path("sub/good.bss").read_text() == GOOD_BSS

    def test_an_older_file_is_replaced(self, command: Command) -> None:
        Path("good.bss").write_text("old " * 1_000)
        assert command(["good.bml"]) == 0
        assert Path("good.bss").read_text() == GOOD_BSS

    def test_nothing_else_is_left_in_the_folder(self, command: Command, notes: Path) -> None:
        before = {path.name for path in notes.iterdir()}
        command(["good.bml"])
        assert {path.name for path in notes.iterdir()} - before == {"good.bss"}

    def test_a_dash_is_standard_output(
        self, command: Command, capsysbinary: pytest.CaptureFixture[bytes]
    ) -> None:
        assert command(["good.bml", "-o", "-"]) == 0
        assert capsysbinary.readouterr().out == GOOD_BSS.encode()

    def test_a_dash_is_standard_input_and_then_output_too(
        self, command: Command, stdin: Callable[[bytes], None], capsysbinary: pytest.CaptureFixture[bytes]
    ) -> None:
        stdin("1H  fünf".encode("cp1252"))
        assert command(["-"]) == 0
        out, err = capsysbinary.readouterr()
        assert out.decode() == "*00{}=NYYYYYY\n001H=NYYYYYY008fünf\n"
        assert err.startswith(b"<stdin>:1:6: warning BML121: ")

    def test_standard_input_into_a_file(self, command: Command, stdin: Callable[[bytes], None]) -> None:
        stdin(GOOD.encode())
        assert command(["-", "-o", "out.bss"]) == 0
        assert Path("out.bss").read_text() == GOOD_BSS

    def test_the_permissions_of_the_file_stay(self, command: Command) -> None:
        Path("good.bss").touch(mode=0o640)
        command(["good.bml"])
        assert Path("good.bss").stat().st_mode & 0o777 == 0o640

    def test_a_new_file_has_the_usual_permissions(self, command: Command) -> None:
        old = os.umask(0o027)
        try:
            command(["good.bml"])
        finally:
            os.umask(old)
        assert Path("good.bss").stat().st_mode & 0o777 == 0o640

    def test_a_link_stays_a_link(self, command: Command) -> None:
        Path("real.bss").write_text("old")
        Path("good.bss").symlink_to("real.bss")
        assert command(["good.bml"]) == 0
        assert Path("good.bss").is_symlink()
        assert Path("real.bss").read_text() == GOOD_BSS

    def test_devices_can_be_written_to(self, command: Command) -> None:
        assert command(["good.bml", "-o", os.devnull]) == 0
        assert not Path(os.devnull).is_file()


@pytest.mark.usefixtures("notes")
class TestRefusedTargets:
    def refuse(self, command: Command, arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
        assert command(arguments) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith("bml")
        return err

    def test_a_folder_of_the_name(self, command: Command, capsys: pytest.CaptureFixture[str]) -> None:
        Path("good.bss").mkdir()
        assert "good.bss is a folder" in self.refuse(command, ["good.bml"], capsys)
        assert "good.bss is a folder" in self.refuse(command, ["good.bml", "-o", "."], capsys)

    def test_a_folder_for_what_has_no_name(
        self, command: Command, stdin: Callable[[bytes], None], capsys: pytest.CaptureFixture[str]
    ) -> None:
        stdin(GOOD.encode())
        assert "standard input has no file name" in self.refuse(command, ["-", "-o", "."], capsys)

    def test_a_protected_file(
        self, command: Command, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        Path("good.bss").write_text("old")
        monkeypatch.setattr(os, "access", lambda path, mode: False)
        assert "protected" in self.refuse(command, ["good.bml"], capsys)
        assert Path("good.bss").read_text() == "old"

    def test_the_refusal_names_the_command(self, capsys: pytest.CaptureFixture[str]) -> None:
        bml(["bss", "good.bml", "-o", "good.bml"])
        drop_in("bml2bss", ["good.bml", "-o", "good.bml"])
        names = [line.partition(": ")[0] for line in capsys.readouterr().err.splitlines()]
        assert names == ["bml bss", "bml2bss"]

    @pytest.mark.parametrize(
        "target", ["good.bml", "./good.bml", "../notes/good.bml", "link.bml", "hard.bml"]
    )
    def test_the_input_file_however_it_is_called(
        self, command: Command, target: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        Path("link.bml").symlink_to("good.bml")
        Path("hard.bml").hardlink_to("good.bml")
        assert "is an input file" in self.refuse(command, ["good.bml", "-o", target], capsys)
        assert Path("good.bml").read_text() == GOOD

    def test_notes_that_are_called_like_their_output(
        self, command: Command, capsys: pytest.CaptureFixture[str]
    ) -> None:
        Path("notes.bss").write_text(GOOD)
        self.refuse(command, ["notes.bss"], capsys)
        assert Path("notes.bss").read_text() == GOOD

    def test_a_file_that_was_included(self, command: Command, capsys: pytest.CaptureFixture[str]) -> None:
        Path("all.bml").write_text("#INCLUDE good.bml\n")
        self.refuse(command, ["all.bml", "-o", "good.bml"], capsys)
        assert Path("good.bml").read_text() == GOOD

    @pytest.mark.parametrize("target", ["none/out.bss", "good.bml/out.bss", "x" * 300])
    def test_a_place_where_nothing_can_be_written(
        self, command: Command, target: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert "cannot be written" in self.refuse(command, ["good.bml", "-o", target], capsys)

    def test_an_older_file_survives_a_full_disk(
        self,
        command: Command,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
        notes: Path,
    ) -> None:
        def fail(self: Path, target: str) -> Path:
            raise OSError(28, "No space left on device")

        Path("good.bss").write_text("old")
        before = sorted(path.name for path in notes.iterdir())
        monkeypatch.setattr(Path, "replace", fail)
        assert "No space left" in self.refuse(command, ["good.bml"], capsys)
        assert Path("good.bss").read_text() == "old"
        assert sorted(path.name for path in notes.iterdir()) == before


@pytest.mark.usefixtures("notes")
class TestReadingOptions:
    def test_notes_are_reported_only_when_asked(
        self, command: Command, capsys: pytest.CaptureFixture[str]
    ) -> None:
        command(["info.bml"])
        assert capsys.readouterr().err == ""
        command(["info.bml", "-v"])
        told, written = capsys.readouterr().err.splitlines()
        assert told.startswith("info.bml:2:3: info BML222: ")
        assert written == "Wrote info.bss: 1 agreement."

    def test_the_dialect(self, command: Command) -> None:
        Path("y.bml").write_text("1Y  any suit\n")
        assert command(["y.bml"]) == 1
        assert command(["y.bml", "--dialect", "2.7"]) == 0
        assert len(Path("y.bss").read_text().splitlines()) == 5

    def test_the_text_knows_its_dialect_better(self, command: Command) -> None:
        Path("y.bml").write_text("#+BML: 2.7\n\n1Y  any suit\n")
        assert command(["y.bml", "--dialect", "1"]) == 0

    def test_files_may_be_included_from_the_folder_and_below(self, command: Command) -> None:
        Path("sub").mkdir()
        Path("sub/more.bml").write_text("1N  15--17\n")
        Path("all.bml").write_text("#INCLUDE sub/more.bml\n")
        assert command(["all.bml"]) == 0

    def test_the_folder_is_that_of_the_notes_and_that_of_the_shell(
        self, command: Command, notes: Path
    ) -> None:
        other = notes.parent / "other"
        other.mkdir()
        (other / "all.bml").write_text(f"#INCLUDE more.bml\n#INCLUDE {notes}/good.bml\n")
        (other / "more.bml").write_text("1N  15--17\n")
        assert command([str(other / "all.bml")]) == 0
        assert len((other / "all.bss").read_text().splitlines()) == 4

    def test_from_elsewhere_only_where_allowed(
        self, command: Command, notes: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (notes.parent / "club").mkdir()
        (notes.parent / "club" / "more.bml").write_text("1N  15--17\n")
        Path("all.bml").write_text("#INCLUDE ../club/more.bml\n")
        assert command(["all.bml"]) == 1
        assert "BML104" in capsys.readouterr().err
        assert command(["all.bml", "--include-root", "../club"]) == 0
        assert "001N=NYYYYYY015--17" in Path("all.bss").read_text()

    def test_anywhere_in_the_repository(self, command: Command, notes: Path) -> None:
        (notes.parent / ".git").mkdir()
        (notes.parent / "more.bml").write_text("1N  15--17\n")
        Path("all.bml").write_text("#INCLUDE ../more.bml\n")
        assert command(["all.bml"]) == 0


@pytest.mark.usefixtures("notes")
class TestOldOptions:
    @pytest.mark.parametrize("width", ["1", "4", "9"])
    def test_an_indentation_is_accepted_and_any_is_read(self, width: str) -> None:
        Path("three.bml").write_text("1C  strong\n   1D  negative\n")
        assert drop_in("bml2bss", ["-i", width, "three.bml"]) == 0
        assert len(Path("three.bss").read_text().splitlines()) == 3

    @pytest.mark.parametrize("width", ["0", "10", "two"])
    def test_other_indentations_are_wrong_usage(self, width: str) -> None:
        with pytest.raises(SystemExit) as stopped:
            drop_in("bml2bss", ["-i", width, "good.bml"])
        assert stopped.value.code == 2

    def test_long_names(self, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
        assert (
            drop_in("bml2bss", ["--indentation", "2", "--outputfile", "-", "--verbose", "-vv", "good.bml"])
            == 0
        )
        assert capsysbinary.readouterr().out == GOOD_BSS.encode()
