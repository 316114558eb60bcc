"""How diagnostics are printed: grouped, in colours, as JSON."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bml_core.commands import main

pytestmark = pytest.mark.usefixtures("notes")
Printed = pytest.CaptureFixture[str]


def told(text: str, capsys: Printed, *options: str) -> list[str]:
    """What ``bml check`` says of a text, without the count."""
    Path("a.bml").write_text(text, "utf-8")
    main(["check", "a.bml", *options])
    return capsys.readouterr().err.splitlines()[:-1]


class TestGroups:
    def test_what_repeats_is_reported_once(self, capsys: Printed) -> None:
        (line,) = told("1C  x\n  8C\n  8C\n  8C\n  1H\n  8C\n", capsys)
        assert line.startswith("a.bml:2:3: error BML202: 8C is not a bid")
        assert line.endswith(" (and 3 more places: lines 3-4, 6)")

    def test_one_more_place_is_not_a_plural(self, capsys: Printed) -> None:
        (line,) = told("1C  x\n  8C\n  8C\n", capsys)
        assert line.endswith(" (and 1 more place: line 3)")

    def test_other_messages_stand_by_themselves(self, capsys: Printed) -> None:
        assert len(told("1C  x\n  1zoo\n  1bar\n  8D\n", capsys)) == 3

    def test_the_same_slip_with_different_calls_is_one_line(self, capsys: Printed) -> None:
        line, more = told("1N  x\n  1C\n  1D\n  1H\n  2C\n    2C\n", capsys)
        assert line.startswith("a.bml:2:3: warning BML212: 1C is not legal here: ")
        assert line.endswith(" (and 3 more like this: lines 3-4, 6)")
        assert more == "List all of them with --all."
        assert len(told("1N  x\n  1C\n  1D\n", capsys, "--all")) == 2
        assert len(told("1C  x\n  8C\n  9C\n  8D\n", capsys)) == 2

    def test_links_that_fail_alike_are_one_line_as_on_sites(self, capsys: Printed) -> None:
        links = "[a](auction:1N-2C), [b](auction:club:1N-2C), [c](auction:1N-2C-2D@3rd)"
        line, *_ = told(f"1C  {links}\n1D  [e](auction:2C)\n", capsys)
        assert line.endswith(
            "BML322: The notes have no auction 1N-2C. The nearest ones are 1C, 1D. "
            "(and 1 more like this on this line, and 1 more like this: line 2)"
        )

    def test_places_on_one_line_are_counted(self, capsys: Printed) -> None:
        paste = "#CUT a\n  1zoo\n  1zoo\n  1zoo\n#ENDCUT\n1C  x\n#PASTE a\n"
        (line,) = told(paste, capsys)
        assert line.startswith("a.bml:7:1: error BML201: ")
        assert line.endswith(" (and 2 more places on this line)")

    def test_infos_of_a_code_are_one_line_whatever_they_say(self, capsys: Printed) -> None:
        line, more = told("1C  x\n  cue  x\n  jump  x\n  raise  x\n", capsys)
        assert line.startswith("a.bml:2:3: info BML222: cue is not a call")
        assert line.endswith(" (and 2 more like this: lines 3-4)")
        assert more == "List all of them with --all."

    def test_many_messages_of_a_code_are_cut_short(self, capsys: Printed) -> None:
        rows = "".join(f"  1word{n}  x\n" for n in range(1_000))
        lines = told(f"1C  x\n{rows}", capsys)
        assert len(lines) == 7
        assert lines[5].endswith("error BML201: 995 more like these: lines 7-1001")
        assert lines[6] == "List all of them with --all."

    def test_one_message_too_many_is_reported(self, capsys: Printed) -> None:
        rows = "".join(f"  1word{n}  x\n" for n in range(6))
        assert len(told(f"1C  x\n{rows}", capsys)) == 6

    def test_a_long_list_of_lines_is_cut_short(self, capsys: Printed) -> None:
        lines = told("1C  x\n" + "  8C\n  1H\n" * 100, capsys)
        more = "99 more places: lines 4, 6, 8, 10, 12, 14 and others up to 200"
        assert lines[0].endswith(f" (and {more})")

    def test_all_tells_each(self, capsys: Printed) -> None:
        assert len(told("1C  x\n" + "  8C\n" * 100, capsys, "--all")) == 100

    def test_conversions_tell_each_with_vv(self, capsys: Printed) -> None:
        Path("a.bml").write_text("1C  x\n" + "  8C\n" * 100)
        main(["bss", "a.bml", "-o", "-"])
        assert len(capsys.readouterr().err.splitlines()) == 2
        main(["bss", "a.bml", "-o", "-", "-vv"])
        assert len(capsys.readouterr().err.splitlines()) == 101

    def test_ten_thousand_wrong_rows_are_a_page(self, capsys: Printed) -> None:
        kinds = ("  word{}", "  jump", "  8C", "  1C  low", "  {}C", "\n#FOO{}\n\n1C  again")
        rows = "\n".join(kinds[n % len(kinds)].format(n) for n in range(10_000))
        lines = told(f"1C  x\n{rows}\n", capsys)
        assert len(lines) < 50
        assert max(map(len, lines)) < 300


class TestStrict:
    @pytest.mark.parametrize(("name", "status"), [("good", 0), ("info", 0), ("warning", 1), ("bad", 1)])
    def test_warnings_are_1(self, name: str, status: int) -> None:
        assert main(["check", "--strict", f"{name}.bml"]) == status


class TestJson:
    def check(self, capsys: Printed, *arguments: str) -> dict[str, Any]:
        main(["check", "--format", "json", *arguments])
        out, err = capsys.readouterr()
        assert err == ""
        read: dict[str, Any] = json.loads(out)
        return read

    def test_every_place_is_separate(self, capsys: Printed) -> None:
        Path("a.bml").write_text("1C  x\n" + "  8C\n" * 100)
        assert [found["line"] for found in self.check(capsys, "a.bml")["diagnostics"]] == [*range(2, 102)]

    def test_names_are_these(self, capsys: Printed) -> None:
        read = self.check(capsys, "good.bml", "bad.bml", "warning.bml")
        assert list(read) == ["diagnostics", "summary"]
        assert list(read["diagnostics"][0]) == [
            *("file", "line", "column", "code", "severity", "message", "hint", "origin", "related")
        ]
        assert read["summary"] == {
            "files": 3,
            "agreements": 3,
            "errors": 1,
            "warnings": 1,
            "infos": 2,
            "accepted": 0,
        }

    def test_pasted_text_has_its_origin(self, capsys: Printed) -> None:
        Path("a.bml").write_text("#CUT a\n1C  x\n  1zoo\n#ENDCUT\n\n#PASTE a\n")
        (found,) = self.check(capsys, "a.bml")["diagnostics"]
        assert (found["line"], found["origin"]) == (6, {"file": "a.bml", "line": 3, "column": 3})

    def test_nothing_wrong_is_an_empty_list(self, capsys: Printed) -> None:
        assert self.check(capsys, "good.bml")["diagnostics"] == []

    def test_the_status_is_the_same(self) -> None:
        assert main(["check", "--format", "json", "bad.bml"]) == 1


class TestTerminal:
    def terminal(self, notes: Path, name: str, **environment: str) -> str:
        """What a terminal gets of ``bml check``."""
        ours, theirs = pty.openpty()
        # Waiting first is safe: what is printed fits into the buffer of the terminal.
        subprocess.run(
            [str(Path(sys.executable).with_name("bml")), "check", name],
            cwd=notes,
            env={"PATH": os.environ["PATH"], "TERM": "xterm", **environment},
            stderr=theirs,
            check=False,
            timeout=60,
        )
        os.close(theirs)
        told = os.read(ours, 10_000).decode()
        os.close(ours)
        return told

    def test_the_severity_has_a_colour(self, notes: Path) -> None:
        assert "bad.bml:2:3: \033[31merror BML201\033[0m: " in self.terminal(notes, "bad.bml")

    @pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
    def test_unless_it_is_not_wanted(self, notes: Path, environment: dict[str, str]) -> None:
        assert "\033" not in self.terminal(notes, "bad.bml", **environment)

    def test_elsewhere_there_are_none(self, capsys: Printed) -> None:
        main(["check", "bad.bml"])
        assert "\033" not in capsys.readouterr().err

    def test_the_name_of_a_file_cannot_act(self, notes: Path) -> None:
        (notes / "\033[2Jbad.bml").write_text("8C  \033[2J joke\n")
        assert "\033[2J" not in self.terminal(notes, "\033[2Jbad.bml")
