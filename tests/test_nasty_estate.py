"""Six hundred rows of everything that years leave behind: no command and no host stops."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest

from bml_core.commands import main
from tests.bml_core.commands.quickstart.folders import next_commands, paste, quickstart
from tests.nasty_estate import write

ROWS, FILES = 600, 24
pytestmark = pytest.mark.slow


@pytest.fixture
def estate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    folder = tmp_path / "estate"
    folder.mkdir()
    write(folder, ROWS, files=FILES)
    return folder


def test_every_file_is_checked(estate: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [str(path) for path in sorted(estate.rglob("*.bml"))]
    assert main(["check", "--all", *files]) == 1
    found = capsys.readouterr().err.splitlines()
    *found, summary, rewordings = found
    assert summary.startswith(f"{FILES + 1} files, ")
    assert " agreements, " in summary
    assert " rows are understood in full" in rewordings
    assert ". Most worth rewording: " in rewordings
    # Whatever form a file is in, something in it is reported.
    named = {os.path.realpath(line.split(":")[0]) for line in found if line.startswith(str(estate))}
    assert len(named) == FILES + 1


@pytest.mark.parametrize("command", ["bss", "bboalert", "html", "latex"])
def test_every_conversion_writes_what_it_can(command: str, estate: Path) -> None:
    for number, path in enumerate(sorted(estate.rglob("*.bml"))):
        target = f"{number}.out"
        assert main([command, str(path), "-o", target]) in (0, 1)
        assert Path(target).stat().st_size > 1000


@pytest.mark.parametrize("host", ["mkdocs", "sphinx"])
def test_every_page_is_built(host: str, estate: Path, capsys: pytest.CaptureFixture[str]) -> None:
    quickstart("estate", "--host", host)
    (line,) = next_commands(capsys.readouterr().out)
    log = paste(line, Path.cwd(), strict=False)
    assert "Traceback" not in log
    built = estate / ("site" if host == "mkdocs" else "_build/html")
    pages = [path for path in built.rglob("*notes*.html") if "bml-table" in path.read_text("utf-8")]
    # Four files are parts of the first page.
    assert len(pages) == FILES - 4
    assert "<script>alert" not in "".join(path.read_text("utf-8") for path in pages)
