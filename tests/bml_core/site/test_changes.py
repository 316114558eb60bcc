"""What has changed, as pages show it: marked words, lists of changes, marked rows."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from bml_core import Location
from bml_core.language import Page
from bml_core.notes import PageBlock, named_file
from bml_core.render.html import render_blocks
from bml_core.site import BlockContent, BlockReader, Configuration, mark_words
from tests.system_tools import commit


@pytest.mark.parametrize(
    ("old", "new", "shown"),
    [
        ("15--17, balanced", "14--16, balanced", ("[15–17], balanced", "[14–16], balanced")),
        ("5+!h, weak", "5+!s, weak", ("5+[♥], weak", "5+[♠], weak")),
        ("asks for a *major*", "asks for a major", ("[asks for a *major*]", "[asks for a major]")),
        ("Puppet Stayman", "limit raise", ("[Puppet Stayman]", "[limit raise]")),
        ("to play", "to play or invite", ("to play", "to play [or invite]")),
        ("", "weak", ("", "weak")),
        ("a " * 2000, "b " * 2000, None),
    ],
)
def test_words_that_have_changed_are_marked(old: str, new: str, shown: tuple[str, str] | None) -> None:
    marked = tuple(
        "".join(f"[{run.text}]" if run.is_changed else run.text for run in runs)
        for runs in mark_words(old.strip(), new.strip())
    )
    assert shown is None or marked == shown


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    """The folder of a documentation in a repository, which has changed since the tag v1."""
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "a.md").write_text("```bml\n1N  15--17\n  2C  Stayman\n```\n")
    commit(tmp_path, "v1")
    rows = "1N  14--16\n  2C  Stayman\n  2D!  hearts\n"
    (folder / "a.md").write_text(f"```bml changes=v1\n```\n\n```bml\n{rows}```\n")
    return folder


def read(docs: Path, text: str = "", **raw: str) -> BlockContent:
    page = Page(str(docs / "a.md"))
    find_file = partial(named_file, file=page.file, root=docs)
    return BlockReader(page, find_file, Configuration(), name="a").read(PageBlock(1, 1, raw, text, 2, 1))


def lines(content: BlockContent) -> list[str]:
    """Return the text of the page, a line for each line of its HTML that has any."""
    html = render_blocks(content.blocks).splitlines()
    shown = (BeautifulSoup(line, "html.parser").get_text() for line in html)
    return [line.strip() for line in shown if line.strip()]


def test_a_list_of_changes(docs: Path) -> None:
    content = read(docs, changes="v1")
    assert content.diagnostics == ()
    assert lines(content)[0] == "Changes since v1"
    assert any("1NT: “15–17” → “14–16”" in line for line in lines(content))
    assert any("“hearts” (new)" in line for line in lines(content))
    assert content.system is None


def test_the_changes_of_a_file(docs: Path) -> None:
    (docs / "old.bml").write_text("1N  15--17\n  2C  Stayman\n  2D!  hearts\n")
    assert [line for line in lines(read(docs, changes="old.bml")) if "→" in line]
    assert not [line for line in lines(read(docs, changes="old.bml")) if "new" in line]


def test_nothing_has_changed(docs: Path) -> None:
    commit(docs.parent, "v2")
    assert lines(read(docs, changes="v2")) == ["No agreement has changed since v2."]


def test_rows_that_have_changed_are_marked_and_exported_as_they_are(docs: Path) -> None:
    content = read(docs, "1N  14--16\n  2C  Stayman\n  2D  hearts\n", changed="v1")
    assert lines(content) == ["1NT 14–16 [changed]", "2C Stayman", "2D hearts [new]"]
    assert "[" not in "".join(line.text for line in content.document.tables[0].rows[0].description)


@pytest.mark.parametrize("raw", [{"changes": "nosuch"}, {"changed": "--all"}, {"changes": "-p"}])
def test_an_unknown_revision_is_a_warning(docs: Path, raw: dict[str, str]) -> None:
    content = read(docs, "1N  14--16" if "changed" in raw else "", **raw)
    assert [found.code for found in content.diagnostics] == ["BML145"]
    assert bool(content.blocks) is ("changed" in raw)
    assert content.may_be_mended


def test_without_a_repository_there_is_a_warning(tmp_path: Path) -> None:
    (fault,) = read(tmp_path, changes="v1").diagnostics
    assert "is not in a git repository that can be read." in fault.message


def test_without_git_there_is_a_warning(docs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    (fault,) = read(docs, changes="v1").diagnostics
    assert fault.message.endswith("v1 is not known: git is not installed, so there are no revisions.")
    assert fault.location == Location(str(docs / "a.md"), 1)


def test_a_block_that_names_nothing_or_has_a_text_is_reported(docs: Path) -> None:
    assert [found.code for found in read(docs, changes="").diagnostics] == ["BML131"]
    assert [found.code for found in read(docs, "1C  16+", changes="v1").diagnostics] == ["BML131"]
