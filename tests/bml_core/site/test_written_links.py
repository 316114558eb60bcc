"""Links to auctions in files of notes: which text is one, and what bml check reports of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from bml_core.commands import main
from bml_core.site import links_in_page

MARKDOWN = {
    "[x](auction:1N-2C) and [](auction:1N)": ["1N-2C", "1N"],
    "[x](<auction:1N 2C>)": ["1N 2C"],
    "[x](auction:(1H)-D-(P)-1S) [y](auction:1C 'title')": ["(1H)-D-(P)-1S", "1C"],
    "{bml:auction}`Stayman <1N-2C>` {bml:auction}`~1N`": ["1N-2C", "1N"],
    "{bml:auction}`!1N-2C`": [],
    "`[x](auction:1N)` ``[x](auction:1N)``": [],
    "```md\n[x](auction:1N)\n```\n[y](auction:1C)": ["1C"],
    "~~~~\n~~~\n[x](auction:1N)\n~~~~\n": [],
    "```{note}\n[x](auction:1N)\n```": ["1N"],
    "```{bml}\n[x](auction:1N)\n```": [],
    "(auction:1N) [x](https://a.example/auction:1N)": [],
}
REST = {
    ":bml:auction:`1N-2C` :bml:auction:`Stayman <1N-2D>`": ["1N-2C", "1N-2D"],
    ":external+club:bml:auction:`1N-2C` [x](auction:1N)": [],
}


@pytest.mark.parametrize(("text", "targets"), MARKDOWN.items())
def test_links_in_markdown(text: str, targets: list[str]) -> None:
    assert [link.target.removeprefix("auction:") for link in links_in_page(text, "a.md")] == targets


@pytest.mark.parametrize(("text", "targets"), REST.items())
def test_links_in_restructuredtext(text: str, targets: list[str]) -> None:
    assert [link.target.removeprefix("auction:") for link in links_in_page(text, "a.rst")] == targets


PAGES = {
    "a.md": "See [x](auction:1N-2D), [y](auction:1N-2C-2D), [z](auction:other:1N).\n\n```bml\n1D  5+\n```",
    "b.bml": "1N  See [x](auction:1C)\n  2C  Stayman, [back](auction:1N)\n",
    "c.rst": "C\n=\n\n:bml:auction:`1N-2S`\n\n.. bml::\n\n   1N-2C;\n   2D No\n",
}


def test_check_reports_wrong_links_over_all_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in PAGES.items():
        Path(name).write_text(text)
    assert main(["check", "--no-checks", *PAGES]) == 0
    *found, _ = capsys.readouterr().err.splitlines()
    assert [line.partition(" The nearest")[0] for line in found] == [
        "a.md:1:7: warning BML322: The notes have no auction 1N-2D.",
        "b.bml:1:9: warning BML322: The notes have no auction 1C.",
        "c.rst:4:1: warning BML322: The notes have no auction 1N-2S.",
    ]
    main(["check", "--no-checks", "--separate", *PAGES])
    assert "The notes have no auction 1N-2C-2D." in capsys.readouterr().err
