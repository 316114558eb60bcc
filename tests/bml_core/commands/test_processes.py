"""Commands as processes: streams that are closed, full or broken, and the world's encodings."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bml_core.commands.conftest import GOOD, GOOD_BSS, ROOT, Run
from tests.programs import run_here

BML, BML2BSS = "bml", "bml2bss"
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}


@pytest.mark.parametrize(
    ("program", "arguments", "status"),
    [
        (BML, ("bss", "good.bml"), 0),
        (BML, ("bss", "bad.bml"), 1),
        (BML, ("bss", "good.bml", "-o", "good.bml"), 2),
        (BML, ("check", "bad.bml"), 1),
        (BML, ("check", "warning.bml"), 0),
        (BML, ("check",), 2),
        (BML2BSS, ("good.bml",), 0),
        (BML2BSS, ("bad.bml",), 1),
        (BML2BSS, ("-i", "0", "good.bml"), 2),
    ],
)
def test_exit_status(notes: Path, program: str, arguments: tuple[str, ...], status: int) -> None:
    assert run_here(program, *arguments, folder=notes).returncode == status


def test_through_a_pipe(run: Run) -> None:
    done = run(BML2BSS, "-", stdin=GOOD.encode())
    assert (done.returncode, done.stdout, done.stderr) == (0, GOOD_BSS.encode(), b"")


def test_output_is_utf_8_whatever_the_terminal_can_show(run: Run) -> None:
    done = run(BML2BSS, "-", stdin="1C  日本 ♣\n  1zoo ♥\n".encode())
    assert done.returncode == 1
    assert "日本 ♣".encode() in done.stdout
    assert b"BML201" in done.stderr


def test_bytes_of_any_kind(run: Run) -> None:
    done = run(BML2BSS, "-", stdin=b"1C  \xff\xfe\x1b\x81 caf\xe9\n")
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr
    assert len(done.stdout.decode().splitlines()) == 2


def test_bytes_that_no_text_has(run: Run) -> None:
    done = run(BML2BSS, "-", stdin=b"\x89PNG\r\n\x00\x00")
    assert (done.returncode, done.stdout) == (1, b"")
    assert b"<stdin> is not a text file." in done.stderr


def shell(command: str, notes: Path) -> subprocess.CompletedProcess[str]:
    """Runs a line of shell; ``$BML`` is the command."""
    environment = {**ENVIRONMENT, "BML": f"{sys.executable} -m bml_core"}
    return subprocess.run(
        ["bash", "-c", command],
        cwd=notes,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_a_reader_that_has_seen_enough(notes: Path) -> None:
    rows = "\n".join(
        f"{level}{strain}  {'text ' * 20}\n  any  x" for level in range(1, 8) for strain in "CDHSN"
    )
    (notes / "long.bml").write_text(rows)
    done = shell("$BML bss long.bml -o - | head -n 1; echo ${PIPESTATUS[0]}", notes)
    assert done.stdout.splitlines() == ["*00{}=NYYYYYY", "0"]
    assert done.stderr == ""


@pytest.mark.parametrize(
    "words",
    ["--help", "--version", "check --help", "import --diff page.md", "explain-code", "shape any --list"],
)
def test_a_reader_that_wants_nothing(notes: Path, words: str) -> None:
    (notes / "page.md").write_text("# After 1NT\n\n" + "- 2C: Stayman\n\nText.\n\n" * 200)
    done = shell(f"$BML {words} 2>errors | true; grep -c Traceback errors", notes)
    assert done.stdout == "0\n"
    assert "Broken" not in (notes / "errors").read_text()


def test_a_reader_of_diagnostics_that_has_seen_enough(notes: Path) -> None:
    (notes / "long.bml").write_text("1C\n" + "  8C\n" * 5_000)
    done = shell("$BML check long.bml 2>&1 | head -n 1; echo ${PIPESTATUS[0]}", notes)
    assert done.stdout.splitlines()[-1] == "1"
    assert "Traceback" not in done.stdout + done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize("command", ["$BML bss good.bml -o - > /dev/full", "$BML bss good.bml -o /dev/full"])
def test_a_full_disk(notes: Path, command: str) -> None:
    done = shell(command, notes)
    assert done.returncode == 2
    assert done.stderr.startswith("bml bss: ")
    assert "No space left" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("command", "status"),
    [
        ("$BML bss good.bml -o - >&-", 2),
        ("$BML bss - <&-", 2),
        ("$BML check - <&-", 2),
        ("$BML check bad.bml 2>&-", 1),
    ],
)
def test_closed_streams(notes: Path, command: str, status: int) -> None:
    done = shell(command, notes)
    assert done.returncode == status
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("words", ["diff HEAD .", "quickstart", "bss FILE -o x", "check --report x.htm FILE"])
def test_a_current_folder_that_is_gone(notes: Path, words: str) -> None:
    line = words.replace("FILE", str(notes / "good.bml"))
    done = shell(f"mkdir gone && cd gone && rmdir ../gone && $BML {line}", notes)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert done.stderr


def test_without_standard_error_the_output_stays_clean(notes: Path) -> None:
    done = shell("$BML bss bad.bml -o - 2>&-", notes)
    assert done.returncode == 1
    assert all("=NYYYYYY" in line for line in done.stdout.splitlines())


def test_standard_output_by_its_name(notes: Path) -> None:
    """/dev/stdout may be a link to a regular file; it must not be replaced by one."""
    out = notes / "out.bss"
    link = notes / "stdout"
    link.symlink_to("/dev/stdout")
    done = shell(f"$BML bss good.bml -o {link} > {out}", notes)
    assert done.returncode == 0
    assert link.is_symlink()
    assert Path("/dev/stdout").is_symlink()
    assert out.read_text() == GOOD_BSS
