"""Folders of notes on the command line: each is its pages and files, in the order of the site."""

from __future__ import annotations

import os
import re
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
    refused = f"{closed}: error BML101: The folder closed cannot be read: Permission denied."
    assert main(["check", "docs"]) == 1
    assert refused in capsys.readouterr().err.splitlines()
    assert main(["bss", "docs"]) == 1
    assert refused in capsys.readouterr().err.splitlines()
    assert not Path("docs.bss").exists()
    assert main(["check", str(closed)]) == 2
    assert capsys.readouterr().err == f"bml check: {closed} cannot be read: Permission denied.\n"


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
def test_pages_in_no_navigation_are_not_reported_where_they_may_be_meant(
    settings: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("docs/lost.md").write_text("```bml\n2C  strong\n```\n", "utf-8")
    Path("mkdocs.yml").write_text(f"{settings}\n", "utf-8")
    main(["check", "--checks", "BML925", "docs"])
    assert "BML925" not in capsys.readouterr().err


def test_a_folder_is_a_book_with_a_section_for_each_page(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["latex", "docs", "--paper", "a5"]) == 0
    text = Path("docs.tex").read_text("utf-8")
    body = text[text.index("\\begin{document}") :]
    assert [
        line for line in body.splitlines() if line.startswith(("\\bmltitle", "\\section", "\\bmlrow"))
    ] == [
        "\\bmltitle{Ours}",
        "\\bmlrow{0}{1NT}{15–17}",
        "\\bmlrow{0}{2\\bmlclubs{}}{Stayman}",
        "\\section{alone}",
        "\\bmlrow{0}{2NT}{20–21}",
    ]


def test_systems_of_a_folder_are_parts_of_its_book() -> None:
    Path("docs/weak.md").write_text("# Weak\n\n```bml system=weak\n1N  10--12\n```\n", "utf-8")
    Path("mkdocs.yml").write_text("site_name: x\nplugins: [bml]\n", "utf-8")
    assert main(["latex", "docs"]) == 0
    text = Path("docs.tex").read_text("utf-8")
    assert "\\section{weak}\n\n\\subsection{Weak}\n" in text
    assert "\\bmlrow{0}{1NT}{10–12}" in text
    assert main(["latex", "docs", "--system", "weak", "-o", "weak.tex"]) == 0
    assert "{15–17}" not in Path("weak.tex").read_text("utf-8")


PAGE = """# Our notrump

We play it in all seats.

## Constructive

```bml
#+TITLE: In the block
1N  15--17
```

## Philosophy

Light, but not silly.

## Defence

### To strong clubs

```bml
* Jumps
(1C)---
2M  weak
```
"""


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        ("html", ["<h1>Our notrump", "<h2>Constructive", "<h2>Defence", "<h3>To strong clubs", "<h4>Jumps"]),
        (
            "latex",
            [
                "\\bmltitle{Our notrump}",
                "\\section{Constructive}",
                "\\section{Defence}",
                "\\subsection{To strong clubs}",
                "\\subsubsection{Jumps}",
            ],
        ),
    ],
)
def test_a_page_keeps_the_headings_above_its_bids_and_says_what_is_left_out(
    command: str, shown: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    Path("page.md").write_text(PAGE, "utf-8")
    assert main([command, "page.md", "-o", "-"]) == 0
    printed = capsys.readouterr()
    headings = re.findall(r"(<h\d)[^>]*>(.*)</h|^(\\(?:bmltitle|(?:sub)*section)\{.*)", printed.out, re.M)
    assert [f"{tag}>{text}{line}" if tag else line for tag, text, line in headings] == shown
    said, seen = printed.err.split(". ")
    assert said == "The text of page.md is left out, except for headings and BML"
    assert seen == "A site shows all: see bml quickstart.\n"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("page.md", "# Ours\n\n```bml\n1N  15--17\n```\n"),
        ("page.md", "---\ntags: x\n---\n\nOurs\n====\n\n```bml\n1N  15--17\n```\n"),
        ("page.rst", "Ours\n====\n\n.. bml::\n   :collapse: 2\n\n   1N  15--17\n     2C  Stayman\n"),
        ("notes.bml", "We open light.\n\n1N  15--17\n"),
    ],
)
def test_nothing_is_said_where_nothing_is_left_out(
    name: str, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path(name).write_text(text, "utf-8")
    assert main(["html", name, "-o", "-"]) == 0
    assert capsys.readouterr().err == ""


def test_a_book_has_the_headings_of_its_pages(capsys: pytest.CaptureFixture[str]) -> None:
    Path("docs/page.md").write_text(PAGE, "utf-8")
    assert main(["latex", "docs", "-o", "-"]) == 0
    printed = capsys.readouterr()
    sections = re.findall(r"^\\(?:(?:sub)*section|paragraph)\{.*\}$", printed.out, re.M)
    assert sections == [
        "\\section{alone}",
        "\\section{Our notrump}",
        "\\subsection{Constructive}",
        "\\subsection{Defence}",
        "\\subsubsection{To strong clubs}",
        "\\paragraph{Jumps}",
    ]
    assert "The text of docs/page.md is left out" in printed.err
