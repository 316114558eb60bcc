"""``bml check``: its report as a page, and texts that nobody writes; transcripts have the rest."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from bml_core import __version__
from bml_core.commands import drop_in, main
from tests.system_tools import commit

pytestmark = pytest.mark.usefixtures("notes")


@pytest.mark.parametrize("program", [main, partial(drop_in, "bml2bss")])
def test_version(program: Callable[[list[str]], int], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        program(["--version"])
    assert stopped.value.code == 0
    assert __version__ in capsys.readouterr().out


class TestReport:
    def test_is_a_page_with_numbers_findings_and_openings(self, capsys: pytest.CaptureFixture[str]) -> None:
        Path("notes.bml").write_text(
            "1N  15--17 bal\n  2C  GF\n  8C  A joke\n\n// bml: allow BML924 old\n#CUT a\n#ENDCUT\n"
        )
        assert main(["check", "--checks", "all", "--report", "page.html", "notes.bml"]) == 1
        page = BeautifulSoup(Path("page.html").read_text("utf-8"), "html.parser")
        text = page.get_text(" ", strip=True)
        assert text.startswith("The state of notes.bml")
        for shown in ("Agreements 2", "BML202: ", "BML927: ", "Accepted (1)", "How often each call is made"):
            assert shown in text
        assert {link["href"] for link in page.select("li a")} == {"notes.bml"}

    def test_of_a_folder_shows_what_has_changed(self) -> None:
        Path("docs").mkdir()
        Path("docs/a.bml").write_text("1N  15--17\n")
        commit(Path(), "v1")
        Path("docs/a.bml").write_text("1N  14--16\n")
        assert main(["check", "--report", "page.html", "docs"]) == 0
        assert "since v1" in Path("page.html").read_text("utf-8")

    def test_of_several_systems_has_a_heading_for_each(self) -> None:
        blocks = (f"```bml\n:system: {name}\n1N  15--17 bal\n```\n" for name in ("acol", "club"))
        Path("page.md").write_text("\n".join(blocks))
        assert main(["check", "--report", "out.html", "page.md"]) == 0
        headings = BeautifulSoup(Path("out.html").read_text("utf-8"), "html.parser").select("h2")
        assert [heading.get_text() for heading in headings] == ["acol", "club", "Findings", "Openings"]


@pytest.mark.parametrize(
    "text", ["", "No rows.\n", "1N  {15+ hcp, 14- hcp}\n  2C  {20 cards}\n", "\0\1", "#CUT\n#CUT\n"]
)
def test_whatever_is_read_ends_well(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("notes.bml").write_text(text)
    assert main(["check", "--checks", "all", "--fix", "--report", "page.html", "notes.bml"]) in (0, 1)
    assert Path("page.html").exists()


def test_results_are_kept_for_the_next_check(
    notes: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(notes / "cache"))
    Path("two.bml").write_text("1N  15-17 hcp, balanced\n1N  12-14 hcp, balanced\n")
    assert main(["check", "--no-cache", "two.bml"]) == 0
    first = capsys.readouterr().err
    assert not Path("cache").exists()
    for _ in range(2):
        assert main(["check", "two.bml"]) == 0
        assert capsys.readouterr().err == first
        kept = {path.name for path in Path("cache/bml").iterdir()}
        assert kept == {"findings.json", "printed.json", "rewordings.json", "rows.json"}
