"""Folders of notes on the command line: each is its pages and files, in the order of the site."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bml_core.commands import main

FILES = {
    "docs/index.md": (
        '# Ours\n\n```bml\n#+TITLE: Ours\n1N  15--17\n```\n\n```bml file="parts/stayman.bml"\n```\n'
    ),
    "docs/prose.md": "# No tables here\n",
    "docs/parts/stayman.bml": "1N---\n2C  Stayman\n",
    "docs/alone.bml": "2N  20--21\n",
    "docs/.hidden/other.bml": "3N  never\n",
    "mkdocs.yml": "site_name: x\nnav: [index.md, alone.bml]\n",
}


@pytest.fixture(autouse=True)
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text, "utf-8")


def test_a_folder_is_exported_as_one_system(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bss", "docs", "-v"]) == 0
    assert capsys.readouterr().err == "Wrote docs.bss: 3 agreements.\n"
    records = Path("docs.bss").read_text("utf-8").splitlines()
    assert [record.split("=")[0] for record in records] == ["*00{Ours}", "001N", "001NP2C", "002N"]


def test_systems_that_describe_the_same_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    Path("docs/club.bml").write_text("1N  12--14\n2N  20--21\n", "utf-8")
    assert main(["bss", "docs", "-o", "-"]) == 0
    assert capsys.readouterr().err == (
        "Left out 1 agreement of club.bml, since index.md describes the same auctions differently. "
        "If these are several systems, convert their files one by one.\n"
    )


def test_a_fault_in_a_file_that_several_include_is_one_fault(capsys: pytest.CaptureFixture[str]) -> None:
    Path("docs/again.bml").write_text("1N  15--17\n\n#INCLUDE wrong.bml\n\n#INCLUDE wrong.bml\n", "utf-8")
    Path("docs/third.bml").write_text("#INCLUDE wrong.bml\n", "utf-8")
    Path("docs/wrong.bml").write_text("1C---\n8C  Never\n", "utf-8")
    main(["check", "--no-checks", "docs/again.bml", "docs/third.bml"])
    *_, found, summary = capsys.readouterr().err.splitlines()
    assert found.endswith("BML202: 8C is not a bid: levels run from 1 to 7. Correct the level.")
    assert ", 1 error" in summary
    main(["bss", "docs/again.bml", "-o", "-"])
    assert "more place" not in capsys.readouterr().err


def test_a_folder_is_checked_file_by_file(capsys: pytest.CaptureFixture[str]) -> None:
    Path("docs/alone.bml").write_text("8C  x\n", "utf-8")
    assert main(["check", "docs"]) == 1
    printed = capsys.readouterr().err.splitlines()
    assert printed[0].startswith(str(Path("docs/alone.bml")) + ":1:1: error BML202")
    assert printed[-1].startswith("2 files, 2 agreements")


def test_hands_are_bid_with_a_folder(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bid", "docs", "--hand", "KQ5 AJ32 KJ4 Q82"]) == 0
    assert capsys.readouterr().out.startswith("1NT\n")


def test_a_folder_without_notes(capsys: pytest.CaptureFixture[str]) -> None:
    Path("empty").mkdir()
    for command in ("check", "bss"):
        assert main([command, "empty"]) == 2
        assert capsys.readouterr().err == f"bml {command}: no notes found in the folder empty.\n"


@pytest.fixture
def closed(monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with notes that nobody may read, which root could."""
    folder = Path("docs/closed")
    folder.mkdir()
    Path(folder, "secret.bml").write_text("1S  5+ spades\n", "utf-8")
    access = os.access

    def refuse(path: str | Path, mode: int) -> bool:
        return Path(path) != folder and access(path, mode)

    monkeypatch.setattr(os, "access", refuse)
    return folder


def test_a_folder_without_rights_is_reported(closed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    refused = f"{closed}:1:1: error BML101: The folder closed cannot be read: Permission denied."
    assert main(["check", "docs"]) == 1
    assert refused in capsys.readouterr().err.splitlines()
    assert main(["bss", "docs"]) == 1
    assert refused in capsys.readouterr().err.splitlines()
    assert not Path("docs.bss").exists()
    assert main(["check", str(closed)]) == 2
    assert capsys.readouterr().err == f"bml check: {closed} cannot be read: Permission denied.\n"


def test_folders_that_programs_fill_are_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("build", "site", "node_modules/x", "venv/lib/site-packages"):
        Path("docs", name).mkdir(parents=True)
        Path("docs", name, "copy.bml").write_text("8C  not a bid\n", "utf-8")
    assert main(["check", "docs"]) == 0


class TestPagesInNoNavigation:
    @staticmethod
    def found(capsys: pytest.CaptureFixture[str]) -> list[str]:
        main(["check", "--checks", "BML925", "docs"])
        return [line.split(":")[0] for line in capsys.readouterr().err.splitlines() if "BML925" in line]

    def test_are_reported(self, capsys: pytest.CaptureFixture[str]) -> None:
        Path("docs/lost.md").write_text("```bml\n2C  strong\n```\n", "utf-8")
        assert self.found(capsys) == [str(Path("docs/lost.md"))]

    @pytest.mark.parametrize(
        "settings",
        [
            "nav: [index.md, lost.md]",
            "nav:\n  - index.md\n  - Others: '*.md'",
            "site_name: x",
            "docs_dir: other\nnav: [index.md]",
            "nav: [index.md]\nnot_in_nav: lost.md",
        ],
    )
    def test_are_not_where_they_may_be_meant(self, settings: str, capsys: pytest.CaptureFixture[str]) -> None:
        Path("docs/lost.md").write_text("```bml\n2C  strong\n```\n", "utf-8")
        Path("mkdocs.yml").write_text(f"{settings}\n", "utf-8")
        assert self.found(capsys) == []

    def test_pages_without_notes_are_nobodys_business(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert self.found(capsys) == []
