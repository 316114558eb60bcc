"""``bml diff``: files, folders and revisions, in every format, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bml_core.commands import main
from bml_core.formats import bss
from bml_core.notes import load
from tests.system_tools import commit, git

OLD = "1N  15--17, balanced\n  3C  Puppet Stayman\n1M  5+M, 11--21 hcp\n  2N  Jacoby, 13+\n2C  strong\n"
NEW = (
    "1N  14--16, balanced\n  2N  Puppet Stayman\n1M  11--21 hcp, 5+M\n  2N  limit raise or better\n2D  weak\n"
)
AS_TEXT = """\
1NT
  ~ 1N: "[15–17], balanced" → "[14–16], balanced"
  > 1N-2N: "Puppet Stayman" (was 1N-3C)

1H
  ~ 1M: "[5+M,] 11–21 hcp" → "11–21 hcp[, 5+M]" (wording only)
  ~ 1M-2N: "Jacoby, 13+" → "limit raise or better"

2C
  - 2C: "strong" (removed)

2D
  + 2D: "weak" (new)

6 rows: 1 added, 1 removed, 3 changed (1 in wording only), 1 moved.
"""
Said = pytest.CaptureFixture[str]


@pytest.fixture
def pair(notes: Path) -> Path:
    (notes / "old.bml").write_text(OLD)
    (notes / "new.bml").write_text(NEW)
    return notes


@pytest.fixture
def repository(notes: Path) -> Path:
    """Notes with the tags v1 and v2, between which a file has got another name."""
    for file in notes.iterdir():
        file.unlink()
    for name in ("docs", "parts"):
        (notes / name).mkdir()
    (notes / "docs/a.bml").write_text("1N  15--17\n\n#INCLUDE ../parts/stayman.bml\n")
    (notes / "parts/stayman.bml").write_text("1N-2C;\n2D  none\n")
    (notes / "docs/b.md").write_text("# Club\n\n```bml\n1C  16+\n```\n")
    commit(notes, "v1")
    git(notes, "mv", "docs/a.bml", "docs/main.bml")
    (notes / "parts/stayman.bml").write_text("1N-2C;\n2D  no major\n")
    commit(notes, "v2")
    return notes


class TestFiles:
    def test_a_list_to_read(self, pair: Path, capsys: Said) -> None:
        assert main(["diff", "old.bml", "new.bml"]) == 1
        assert capsys.readouterr().out == AS_TEXT

    def test_the_same_file_has_not_changed(self, pair: Path, capsys: Said) -> None:
        assert main(["diff", "old.bml", "old.bml"]) == 0
        assert capsys.readouterr().out == "No agreement has changed.\n"

    def test_markdown_strikes_out_what_is_gone(self, pair: Path, capsys: Said) -> None:
        main(["diff", "old.bml", "new.bml", "--format", "md"])
        assert "- 1N: “~~15–17~~, balanced” → “**14–16**, balanced”\n" in capsys.readouterr().out

    def test_html_is_a_page(self, pair: Path) -> None:
        assert main(["diff", "old.bml", "new.bml", "--format", "html", "-o", "changes.html"]) == 1
        page = (pair / "changes.html").read_text()
        assert "<em>15–17</em>, balanced” → “<strong>14–16</strong>, balanced”" in page

    def test_json_has_meanings_and_places(self, pair: Path, capsys: Said) -> None:
        main(["diff", "old.bml", "new.bml", "--format", "json"])
        whole = json.loads(capsys.readouterr().out)
        assert whole["summary"] == {"added": 1, "removed": 1, "changed": 3, "moved": 1}
        meanings = {change["auction"]: change["meaning"] for change in whole["changes"]}
        assert meanings["1N"] == "different"
        assert meanings["1M"] == "same"
        assert meanings["1M-2N"] == "unknown"
        assert (whole["changes"][0]["old"]["file"], whole["changes"][0]["old"]["line"]) == ("old.bml", 1)

    def test_folders_are_compared_page_by_page_in_any_order(self, notes: Path, capsys: Said) -> None:
        for folder, names in (("one", "ab"), ("two", "ba")):
            (notes / folder).mkdir()
            for name, text in zip(names, ("1C  16+\n", "1N  15--17\n"), strict=True):
                (notes / folder / f"{name}.bml").write_text(text)
        assert main(["diff", "one", "two"]) == 0

    def test_systems_of_pages_are_compared_by_name(self, notes: Path, capsys: Said) -> None:
        for name, points in (("one.md", "15"), ("two.md", "14")):
            (notes / name).write_text(f"```bml\n1C  16+\n```\n\n```bml system=acol\n1N  {points}+\n```\n")
        assert main(["diff", "one.md", "two.md"]) == 1
        assert capsys.readouterr().out.startswith("System acol\n1NT\n")
        assert main(["diff", "one.md", "two.md", "--system", "system"]) == 0

    def test_full_disclosure_shows_coded_fields_and_leads(self, pair: Path, capsys: Said) -> None:
        (pair / "a.bss").write_text("*00{A}=NYYYYYY\n001C=NYYYYYY0085+\n")
        (pair / "b.bss").write_text("*00{A}=NYYYYYY\n001C=YYYYYYY5085+\n")
        assert main(["diff", "--bss", "a.bss", "b.bss"]) == 1
        assert "artificial, forcing" in capsys.readouterr().out

    def test_notes_are_compared_with_the_file_that_partners_have(self, pair: Path, capsys: Said) -> None:
        bss.dump(load("old.bml"), "old.bss")
        assert main(["diff", "--bss", "old.bss", "old.bml"]) == 0

    def test_colours_are_for_a_terminal_alone(
        self, pair: Path, capsys: Said, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("bml_core.commands.streams.is_terminal", lambda target: True)
        monkeypatch.setattr("bml_core.commands.diff.is_lively", lambda stream: True)
        main(["diff", "old.bml", "new.bml"])
        assert (
            '"\033[31m15–17\033[0m, balanced" → "\033[32m14–16\033[0m, balanced"' in capsys.readouterr().out
        )


class TestRevisions:
    @pytest.mark.parametrize(
        "words", [("v1", "v2"), ("v1..v2",), ("v1",), ("HEAD~1", "."), ("v1", "docs/main.bml")]
    )
    def test_two_tags_one_or_a_file_that_had_another_name(
        self, repository: Path, capsys: Said, words: tuple[str, ...]
    ) -> None:
        assert main(["diff", *words]) == 1
        assert '  ~ 1N-2C-2D: "none" → "no major"\n\n1 row: 1 changed.\n' in capsys.readouterr().out

    def test_places_of_the_old_side_are_in_the_revision(self, repository: Path, capsys: Said) -> None:
        main(["diff", "v1", "--format", "json"])
        (change,) = json.loads(capsys.readouterr().out)["changes"]
        assert (change["old"]["file"], change["new"]["file"]) == ("v1:parts/stayman.bml", "parts/stayman.bml")

    def test_nothing_has_changed_since_the_last_commit(self, repository: Path, capsys: Said) -> None:
        assert main(["diff", "HEAD", "."]) == 0

    @pytest.mark.parametrize(
        ("words", "message"),
        [
            (("nosuch", "."), 'file not found: nosuch; revision not found: "nosuch".'),
            (("--", "--output=x", "."), '"--output=x" cannot be a revision.'),
            (("--", "-p", "."), '"-p" cannot be a revision.'),
            (("1999-01-01", "."), "no commit found up to 1999-01-01."),
            (("v1", "/"), "/ is not in a git repository that can be read."),
            (("v2", "missing.bml"), "file not found: missing.bml."),
            (("docs/main.bml",), "compare docs/main.bml with what?"),
        ],
    )
    def test_what_is_refused(
        self, repository: Path, capsys: Said, words: tuple[str, ...], message: str
    ) -> None:
        assert main(["diff", *words]) == 2
        assert message in capsys.readouterr().err
        assert not (repository / "x").exists()

    def test_a_repository_without_commits(self, notes: Path, capsys: Said) -> None:
        git(notes, "init", "-q")
        assert main(["diff", "HEAD", "."]) == 2
        assert "the repository of . has no commit yet." in capsys.readouterr().err

    def test_a_shallow_repository_says_so(
        self, repository: Path, capsys: Said, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        git(repository, "clone", "-q", "--depth", "1", repository.as_uri(), "../shallow")
        monkeypatch.chdir(repository.parent / "shallow")
        assert main(["diff", "HEAD~1", "."]) == 2
        assert "is shallow, and git fetch --unshallow gets the rest." in capsys.readouterr().err

    def test_a_binary_file_is_not_notes(self, pair: Path, capsys: Said) -> None:
        (pair / "x.bml").write_bytes(b"\x89PNG\r\n\0\0\0")
        assert main(["diff", "x.bml", "old.bml"]) == 2
        assert "x.bml is not a text file." in capsys.readouterr().err


def test_settings_that_change_how_rows_are_read_are_listed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = tmp_path / "old.bml", tmp_path / "new.bml"
    old.write_text("#+LANGUAGE: de\n1N  15--17\n")
    new.write_text("#+LANGUAGE: fr\n#+CHOICE: first\n1N  15--17\n")
    assert main(["diff", str(old), str(new)]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "Settings",
        '  ~ #+LANGUAGE: "de" → "fr"',
        '  + #+CHOICE: "first" (new)',
        "",
        "No agreement has changed. 2 settings have changed.",
    ]
    assert main(["diff", str(new), str(new)]) == 0


def test_pages_are_read_in_the_order_of_their_navigation(notes: Path, capsys: Said) -> None:
    for state, points in (("old", "15--17"), ("new", "14--16")):
        folder = notes / state
        (folder / "docs").mkdir(parents=True)
        (folder / "mkdocs.yml").write_text("nav: [second.bml, first.bml]\n")
        (folder / "docs/first.bml").write_text("1N  12--14\n")
        (folder / "docs/second.bml").write_text(f"1N  {points}\n")
    assert main(["diff", "old", "new"]) == 1
    assert '~ 1N: "15–17" → "14–16"' in capsys.readouterr().out


def test_sites_of_a_folder_are_systems_of_their_own(notes: Path, capsys: Said) -> None:
    for state, points in (("old", "15--17"), ("new", "14--16")):
        for site, row in (("acol", "1N  12--14"), ("strong", f"1N  {points}")):
            docs = notes / state / site / "docs"
            docs.mkdir(parents=True)
            (docs.parent / "mkdocs.yml").write_text("site_name: x\nplugins: [bml]\n")
            (docs / "index.bml").write_text(f"{row}\n")
    assert main(["diff", "old", "new"]) == 1
    out = capsys.readouterr().out
    assert out.splitlines()[:3] == ["System strong", "1NT", '  ~ 1N: "15–17" → "14–16"']
    assert main(["check", "old"]) == 0
    assert "BML901" not in capsys.readouterr().err
    assert main(["bss", "old", "--system", "strong", "-o", "-"]) == 0
    assert "15--17" in capsys.readouterr().out
