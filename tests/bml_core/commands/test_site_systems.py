"""Folders of sites with several systems: commands divide them as the settings of the site do."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from bml_core.commands import main
from tests.system_tools import commit

ACOL = "1N  12--14 bal\n1S  4+!s, 11+\n"
CLUB = "1C  16+\n1N  15--17 bal\n1S  5+!s, 11--15\n"
SYSTEMS = {"acol": {"pages": ["acol.bml"]}, "club": {"pages": ["club", "more/**"]}}
AS_JSON = json.dumps(SYSTEMS)
MKDOCS = f"site_name: x\nplugins: [search, {{bml: {{systems: {AS_JSON}}}}}]\n"
ZENSICAL = """\
[project]
docs_dir = "docs"
[project.markdown_extensions.bml.systems]
acol = { pages = ["acol.bml"] }
club = { pages = ["club", "more/**"] }
"""
CONF = f'extensions = ["sphinx_bml"]\nbml_systems = {AS_JSON}\n'
SETTINGS = {
    "mkdocs.yml": MKDOCS,
    "zensical.toml": ZENSICAL,
    "docs/conf.py": CONF,
    # The extension without the plugin, in a file that another one inherits from.
    "base.yml": f"markdown_extensions:\n  - toc\n  - bml:\n      systems: {AS_JSON}\n",
}
UNKNOWN = {
    "mkdocs.yml": MKDOCS.replace('"acol": ', '"acol": !ENV ', 1),
    "docs/conf.py": CONF.replace("bml_systems = ", "bml_systems = 1 and "),
    "zensical.toml": ZENSICAL.replace("pages", "page"),
}


@pytest.fixture(autouse=True)
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write({"docs/acol.bml": ACOL, "docs/club.bml": CLUB, "docs/more/club.md": "```bml\n2N  20--21\n```\n"})


def write(files: dict[str, str]) -> None:
    for name, text in files.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text, "utf-8")


def write_settings(name: str, text: str) -> None:
    write({name: text, **({"mkdocs.yml": "INHERIT: base.yml\n"} if name == "base.yml" else {})})


def errors(capsys: pytest.CaptureFixture[str]) -> str:
    return capsys.readouterr().err


@pytest.mark.parametrize("name", SETTINGS)
@pytest.mark.parametrize("named", ["docs", ".", "docs/acol.bml docs/club.bml"])
def test_settings_divide_what_is_checked(name: str, named: str, capsys: pytest.CaptureFixture[str]) -> None:
    write_settings(name, SETTINGS[name])
    assert main(["check", "--strict", *named.split()]) == 0
    assert "contradict" not in errors(capsys)
    # One word more, and the systems are not kept apart.
    assert main(["check", "--strict", "--together", *named.split()]) == 1


@pytest.mark.parametrize("name", ["base.yml", "zensical.toml"])
def test_settings_may_name_the_package(name: str) -> None:
    write_settings(name, SETTINGS[name].replace("- bml:", "- mkdocs_bml:").replace("s.bml.", "s.mkdocs_bml."))
    assert main(["check", "--strict", "docs"]) == 0


@pytest.mark.parametrize("name", UNKNOWN)
def test_settings_that_are_not_known_divide_nothing(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    write({name: UNKNOWN[name]})
    assert main(["check", "--strict", "docs"]) == 1
    *_, last = errors(capsys).splitlines()
    assert last.startswith("The systems of the site are not known: ")
    assert Path(name).name in last


@pytest.mark.parametrize("name", SETTINGS)
def test_one_system_of_a_folder_is_written(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    write_settings(name, SETTINGS[name])
    assert main(["bss", "docs", "--system", "club", "-o", "-"]) == 0
    records = capsys.readouterr().out.splitlines()
    assert [record[:4] for record in records[1:]] == ["001C", "001N", "001S", "002N"]


def test_changes_are_in_the_report_of_each_system() -> None:
    write({"mkdocs.yml": MKDOCS})
    commit(Path(), "v1")
    write({"docs/club.bml": CLUB.replace("15--17", "14--16")})
    assert main(["check", ".", "--report", "out.html"]) == 0
    text = " ".join(BeautifulSoup(Path("out.html").read_text("utf-8"), "html.parser").get_text(" ").split())
    assert "Changes of acol No agreement has changed since v1." in text
    assert "14–16" in text.rpartition("Changes of club")[2].partition("Openings")[0]


def test_changes_of_files_that_are_checked_alone_are_not_known() -> None:
    commit(Path(), "v1")
    assert main(["check", "docs", "--separate", "--report", "out.html"]) == 0
    assert "Changes of" not in Path("out.html").read_text("utf-8")
