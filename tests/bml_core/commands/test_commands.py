"""The list of commands, and what a command imports."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

from bml_core.commands import INDEX, command_parser, main
from tests.bml_core.commands.conftest import Run


@pytest.mark.parametrize("command", INDEX)
def test_a_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main([*command.split(), "--help"])
    assert stopped.value.code == 0
    assert capsys.readouterr().out.startswith(f"usage: bml {command} [-h]")


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    listed = capsys.readouterr().out
    assert all(re.search(rf"\n  {command}\s", listed) for command in INDEX)
    assert all(f"\n{entry.group}:\n" in listed for entry in INDEX.values())
    assert all(entry.purpose in " ".join(listed.split()) for entry in INDEX.values())


@pytest.mark.parametrize("words", [[], ["--"], ["deal"], ["--", "check"], ["--strict", "check"]])
def test_without_a_command_there_is_nothing_to_do(words: list[str]) -> None:
    assert main(words) == 2


MISSPELT = [
    (["chekc"], "bml: chekc is not a command of bml. Did you mean check? "),
    (["frequency"], "bml: frequency is not a command of bml. Did you mean frequencies? "),
    (["zzz"], "bml: zzz is not a command of bml. bml --help"),
    (["--vresion"], "bml: --vresion is not an option of bml. Did you mean --version? "),
    (
        ["check", "--strickt", "a.bml"],
        "bml check: --strickt is not an option of this command. Did you mean --strict?",
    ),
    (
        ["bss", "--outptu=x", "a.bml"],
        "bml bss: --outptu is not an option of this command. Did you mean --output?",
    ),
    (
        ["sample", "a.bml", "--aucton", "1N"],
        "bml sample: --aucton is not an option of this command. Did you mean --auction?",
    ),
    (
        ["bid", "a.bml", "--hnad=AK843 Q5 KJ4 982"],
        "bml bid: --hnad is not an option of this command. Did you mean --hand?",
    ),
    (
        ["sample", "a.bml", "--vul", "we"],
        "bml sample: error: the following arguments are required: --auction",
    ),
    (
        ["bid", "a.bml", "-hand", "AK843 Q5 KJ4 982"],
        "bml bid: -hand is not an option of this command. Did you mean --hand?",
    ),
    (["latex", "a.bml", "b.bml"], "bml latex: error: unrecognized arguments: b.bml"),
]


@pytest.mark.parametrize(("words", "answer"), MISSPELT)
def test_what_was_misspelt_gets_a_proposal(
    words: list[str], answer: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        status = main(words)
    except SystemExit as stopped:
        status = cast("int", stopped.code)
    assert status == 2
    assert answer in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--version", "--help"])
def test_the_overview_loads_no_command(option: str) -> None:
    script = (
        "import atexit, sys; from bml_core.commands import main;"
        "ours = lambda: (name for name in sys.modules if name.startswith('bml_core.'));"
        "atexit.register(lambda: print(*ours()));"
        f"main([{option!r}])"
    )
    finished = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, encoding="utf-8", check=True
    )
    assert set(finished.stdout.splitlines()[-1].split()) == {
        "bml_core._package",
        "bml_core.commands",
        "bml_core.commands.terminal",
    }


def test_a_command_does_not_wait_for_the_others() -> None:
    script = (
        "import sys; from bml_core.commands import main; main(['count', 'balanced']);"
        "rooms = ('render.html', 'render.latex', 'render.text', 'site', 'formats');"
        "names = tuple(f'bml_core.{room}.' for room in rooms);"
        "print(*(name for name in sys.modules if name.startswith(names)))"
    )
    finished = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, encoding="utf-8", check=True
    )
    assert finished.stdout.splitlines()[1:] == [""]


@pytest.mark.skipif(not Path("/dev/stdin").exists(), reason="the system has no /dev/stdin")
@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["bss", "FILE", "-o", "-"], "1C  16+ hcp"),
        (["html", "FILE", "-o", "-"], "1C  16+ hcp"),
        (["frequencies", "FILE"], "1C  16+ hcp"),
        (["import", "FILE", "-o", "-"], "*00{}=NYYYYYY\n001C=NYYYYYY008open\n"),
        (["dpp", "FILE"], "condition shape(north, 5+xxx)"),
    ],
)
def test_the_name_that_the_shell_has_for_standard_input(
    run: Run,
    stdin: Callable[[bytes], None],
    capfdbinary: pytest.CaptureFixture[bytes],
    words: list[str],
    text: str,
) -> None:
    named = run("bml", *[name.replace("FILE", "/dev/stdin") for name in words], stdin=text.encode())
    stdin(text.encode())
    assert main([name.replace("FILE", "-") for name in words]) == named.returncode == 0
    assert named.stdout == capfdbinary.readouterr().out != b""


def test_a_name_of_the_shell_that_leads_nowhere(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bss", "/dev/fd/987"]) == 2
    assert "/dev/fd/987 cannot be read" in capsys.readouterr().err


@pytest.mark.parametrize("command", INDEX)
def test_an_empty_name_is_no_file(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    for action in command_parser(command)._actions:
        if action.type and action.metavar in {"DEALS", "DIR", "FILE", "INPUT", "NEW", "OLD", "OUT", "SYSTEM"}:
            with pytest.raises(SystemExit):
                command_parser(command).parse_args([*action.option_strings[:1], "", ""])
            assert re.search(r'"" is not a file|folder not found', capsys.readouterr().err)
    assert all(action.type for action in command_parser(command)._actions if action.metavar == "FILE")


@pytest.mark.parametrize("words", [["check"], ["sample", "--auction", "1C", "-n", "1"], ["explain"]])
def test_a_name_that_is_not_utf_8_is_a_name(run: Run, words: list[str], tmp_path: Path) -> None:
    file = tmp_path / "a\udcff.bml"
    try:
        file.write_text("1C  16+ hcp, 5+ clubs\n")
    except OSError:
        pytest.skip("the file system takes names of UTF-8 alone")
    done = run("bml", *words, str(file))
    assert (done.returncode, "Traceback" in str(done.stderr)) == (0, False)
