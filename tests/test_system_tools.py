from __future__ import annotations

from pathlib import Path

import pytest

from tests.system_tools import DEBIAN_PACKAGES, find_tool, require_tool

CI_SCRIPT = Path(__file__).parent.parent / ".ci" / "run"


@pytest.fixture
def tool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program named ``bidder``, the only one on the PATH."""
    program = tmp_path / "bidder"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    return program


def test_tool_that_exists(tool: Path) -> None:
    assert require_tool("bidder") == tool


@pytest.mark.usefixtures("tool")
def test_file_that_cannot_be_run_is_not_a_tool(tmp_path: Path) -> None:
    (tmp_path / "notes").write_text("1C strong")
    assert find_tool("notes") is None


def test_missing_tool_skips(tool: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BML_REQUIRE_TOOLS", raising=False)
    tool.unlink()
    with pytest.raises(pytest.skip.Exception, match="bidder is not installed"):
        require_tool("bidder")


def test_missing_tool_fails_where_tools_are_required(tool: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BML_REQUIRE_TOOLS", "1")
    tool.unlink()
    with pytest.raises(pytest.fail.Exception, match="BML_REQUIRE_TOOLS=1 says it must be"):
        require_tool("bidder")


def test_message_names_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name, path: None)
    monkeypatch.delenv("BML_REQUIRE_TOOLS", raising=False)
    with pytest.raises(pytest.skip.Exception, match="apt-get install poppler-utils"):
        require_tool("pdftotext")


@pytest.mark.parametrize("package", sorted(set(DEBIAN_PACKAGES.values())))
def test_ci_installs_what_tests_ask_for(package: str) -> None:
    lines = [line.split("#")[0].strip() for line in CI_SCRIPT.read_text().splitlines()]
    assert package in lines
