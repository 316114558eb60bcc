"""Which systems a file, several files, a folder or a site holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from bml_core.notes import NotesFile, plan_systems, read_notes_file, system_name

OPENINGS = "1C  {0}+\n1D  {0}+!d\n1H  {0}+!h\n1S  {0}+!s\n1N  1{0}--17\n2C  {0}\n"
MKDOCS = "plugins: [{bml: {systems: {acol: {pages: [acol.bml]}, club: {pages: [club]}}}}]\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "acol.bml").write_text(OPENINGS.format(4), "utf-8")
    (docs / "club.md").write_text(f"```bml\n{OPENINGS.format(5)}```\n", "utf-8")
    return docs


def plan(*names: str, files: tuple[str, ...] = (), together: bool = False) -> dict[str, str | None]:
    """The first system of each file, by its name."""
    read = [read_notes_file(name) for name in files or names]
    made = plan_systems(read, names, together=together)
    return {file.name: made.placed(file).blocks[0].system for file in read}


def test_a_file_alone_is_one_system(folder: Path) -> None:
    (folder / "acol.bml").write_text("#+SYSTEM: none\n1C  4+", "utf-8")
    assert plan("docs/acol.bml") == {"docs/acol.bml": "system"}


def test_the_settings_of_a_site_decide(folder: Path) -> None:
    Path("mkdocs.yml").write_text(MKDOCS, "utf-8")
    files = ("docs/acol.bml", "docs/club.md")
    assert plan("docs", files=files) == dict(zip(files, ("acol", "club"), strict=True))
    assert plan(*files) == dict(zip(files, ("acol", "club"), strict=True))
    assert set(plan("docs", files=files, together=True).values()) == {"system"}


def test_files_that_contradict_each_other_often_are_systems_of_their_own(folder: Path) -> None:
    (folder / "club.bml").write_text(OPENINGS.format(5), "utf-8")
    files = ("docs/acol.bml", "docs/club.bml")
    assert plan("docs", files=files) == dict(zip(files, ("acol", "club"), strict=True))
    # Who names the files wants them as one.
    assert set(plan(*files).values()) == {"system"}
    (folder / "club.bml").write_text(OPENINGS.format(4), "utf-8")
    assert set(plan("docs", files=files).values()) == {"system"}


@pytest.mark.parametrize("header", ["frequencies", "examples=1N", "changes=v1", "quiz.pbn"])
def test_what_is_no_notes_belongs_to_no_system(folder: Path, header: str) -> None:
    (folder / "page.md").write_text(f"```bml {header}\n```\n", "utf-8")
    file: NotesFile = read_notes_file("docs/page.md")
    assert (file.systems, file.within("club").systems) == ((), ())


def test_the_name_of_a_system_is_that_of_its_file() -> None:
    names: list[str] = []
    for page in ("a/Two clubs.bml", "b/two clubs.bml", "none.bml", "x/none.bml"):
        names.append(system_name(page, {name.casefold() for name in names}))
    assert names == ["Two-clubs", "b-two-clubs", "none-2", "x-none"]
