"""``bml quickstart``, and then the very command it prints: a site with bidding tables."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from urllib.parse import unquote

import pytest
import yaml
from bs4 import BeautifulSoup

from bml_core.render.html import site_files
from tests.bml_core.commands.quickstart.folders import (
    CLUB,
    ESTATE,
    contents,
    next_commands,
    paste,
    put,
    quickstart,
)
from tests.manual_pages import TOP

HOSTS = ["mkdocs", "sphinx"]
pytestmark = pytest.mark.slow
Capture = pytest.CaptureFixture[str]
#: What is enough for a site with a table.
ONE_FILE = {"openings.bml": b"1C  16+ hcp\n1N  13--15 hcp\n"}


def build(report: str, *, strict: bool = True, in_shell: bool = False) -> Path:
    """Run the command a report tells; returns the folder of the page it says to open.

    Notes in an old encoding give a warning, so their build is not ``strict``.
    """
    (line,) = next_commands(report)
    paste(line, Path.cwd(), strict=strict, in_shell=in_shell)
    home = Path(report.split("Then open ")[1].strip().removesuffix("."))
    assert home.is_file()
    return home.parent


def rows(page: Path) -> list[str]:
    """The bids of the rows on a page."""
    soup = BeautifulSoup(page.read_text("utf-8"), "html.parser")
    return [call.get_text() for call in soup.select(".bml-table .bml-call")]


@pytest.mark.parametrize("host", HOSTS)
def test_an_empty_folder(host: str, capsys: Capture) -> None:
    quickstart("our notes", "--host", host, "--title", "Harbour")
    written = set(contents(Path("our notes")))
    report = capsys.readouterr().out
    site = build(report)
    assert "2C!" in rows(site / "index.html")
    assert "(1NT)" in (site / "competition.html").read_text("utf-8")
    assert rows(site / "competition.html")
    index = BeautifulSoup((site / "index.html").read_text("utf-8"), "html.parser")
    notrump = BeautifulSoup((site / "notrump.html").read_text("utf-8"), "html.parser")
    assert notrump.select(".bml-diagram, .bml-deal, .bml-board")
    assert any(link["href"] == "competition.html" for link in index.select("a[href]"))
    if host == "sphinx":
        (line,) = next_commands(report)
        paste(line.replace("-b html", "-b bss"), Path.cwd())
    else:
        found = json.loads((site / "search/search_index.json").read_text("utf-8"))["docs"]
        pages = {each["location"] for each in found if "Stayman, 8+" in each["text"]}
        assert pages == {"notrump.html#after-1nt"}, "the rows of the bidding box are found on their own pages"
    exported = (site / "system.bss").read_text("utf-8")
    assert exported.startswith("*00{Harbour}=NYYYYYYStrong notrump, five-card majors, weak twos\n001C=")
    assert "\n*001ND=NYYYYYY16+ hcp, penalty\n" in exported
    assert files_for_git(Path("our notes")) == written, "git is to ignore what was built"


def files_for_git(folder: Path) -> set[str]:
    """Return the files that git would take in."""
    subprocess.run(["git", "init", "-q", folder], check=True)
    listed = ["git", "-C", str(folder), "ls-files", "-o", "--exclude-standard", "-z"]
    seen = subprocess.run(listed, check=True, capture_output=True, text=True).stdout.split("\0")
    return set(seen) - {""}


def test_an_empty_folder_for_zensical(capsys: Capture) -> None:
    quickstart("our notes", "--host", "zensical", "--title", 'Die "Hafen": 1♣')
    check, *exports, build = next_commands(capsys.readouterr().out)
    for line in exports:
        paste(line, Path.cwd(), strict=False)
    assert "warning" not in paste(build, Path.cwd(), in_shell=True).lower()
    assert paste(check, Path.cwd(), in_shell=True).startswith("6 files, ")
    site = Path("our notes/site")
    assert "2C!" in rows(site / "index.html")
    assert rows(site / "competition.html")
    loaded = {path.name for path in (site / "assets").glob("bml*")}
    assert loaded == {*site_files()} - {"iframe-worker.js"} | {"bml-auctions.js"}
    assert {path.name for path in site.glob("system.*")} == {"system.bss", "system.bboalert.txt"}


def test_zensical_gets_a_page_for_each_file_and_settings_for_each_system(capsys: Capture) -> None:
    openings = b"1C  3+\n1D  4+\n1M  5+\n1N  15--17\n"
    put(Path("club"), {'docs/ann "a".bml': b"", "docs/ann.bml": openings, "docs/bob/b.bml": openings})
    quickstart("club", "--host", "zensical")
    settings = tomllib.loads(Path("club/zensical.toml").read_text("utf-8"))["project"]
    assert settings["markdown_extensions"]["bml"]["systems"] == {
        "ann": {"title": "Ann", "pages": ["ann.md"]},
        "b": {"title": "B", "pages": ["bob/b.md"]},
    }
    assert Path("club/docs/bob/b.md").read_text("utf-8") == '# B\n\n```bml file="b.bml"\n```\n'


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize(("folder", "in_shell"), [("Café ♣ 'our' notes", True), ("-dash", False)])
def test_notes_that_are_there(host: str, folder: str, in_shell: bool, capsys: Capture) -> None:
    put(Path(folder), ESTATE)
    quickstart("--host", host, "--", folder)
    site = build(capsys.readouterr().out, strict=False, in_shell=in_shell)
    assert rows(site / "index.html") == ["1C", "1D", "1NT", "1NT", "2C", "2D"]
    assert rows(site / "defence/over notrump.html") == ["(1NT)", "Dbl", "2C"]
    assert "très fort" in (site / "defence/überrufe.html").read_text("utf-8")
    assert not (site / "parts/notrump.html").exists()


def test_notes_in_a_folder_for_mkdocs(capsys: Capture) -> None:
    put(Path("top/system"), ESTATE)
    quickstart("top")
    site = build(capsys.readouterr().out, strict=False)
    assert rows(site / "index.html") == ["1C", "1D", "1NT", "1NT", "2C", "2D"]
    assert rows(site / "defence/over notrump.html") == ["(1NT)", "Dbl", "2C"]


@pytest.mark.parametrize("host", HOSTS)
def test_notes_with_a_first_page_of_their_own(host: str, capsys: Capture) -> None:
    put(
        Path("notes/system"),
        {"index.bml": b"#+TITLE: Ours\n\n1C  16+ hcp\n", "more.bml": b"(1N)---\nD  15+\n"},
    )
    quickstart("notes" if host == "mkdocs" else "notes/system", "--host", host)
    site = build(capsys.readouterr().out)
    assert rows(site / "index.html") == ["1C"]
    assert rows(site / "more.html") == ["(1NT)", "Dbl"]


@pytest.mark.parametrize("host", HOSTS)
def test_markdown_beside_the_notes(host: str, capsys: Capture) -> None:
    put(Path("notes/docs"), {"main.bml": b"1C  16+ hcp\n", "style.md": b"# Style\n\n```bml\n1D  weak\n```\n"})
    quickstart("notes" if host == "mkdocs" else "notes/docs", "--host", host)
    site = build(capsys.readouterr().out)
    assert rows(site / "index.html") == ["1C"]
    assert rows(site / "style.html") == ["1D"]


@pytest.mark.parametrize("host", HOSTS)
def test_the_build_of_the_workflow(host: str) -> None:
    put(Path("notes"), ONE_FILE)
    quickstart("notes", "--host", host)
    jobs = yaml.safe_load(Path("notes/.github/workflows/bridge-notes.yml").read_text("utf-8"))["jobs"]
    *_, step, upload = jobs["build"]["steps"]
    bin_folder = Path(sys.executable).parent
    paste(f"PATH='{bin_folder}':$PATH; {step['run']}", Path("notes"), in_shell=True)
    assert rows(Path("notes", upload["with"]["path"], "index.html"))


@pytest.mark.parametrize("host", HOSTS)
def test_without_the_nicer_theme(host: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setattr("bml_core.commands.quickstart.sites.is_installed", lambda _module: False)
    put(Path("notes"), ONE_FILE)
    quickstart(
        "notes",
        "--host",
        host,
        "--title",
        "1♣: *our* `notes_` | <b>",
        "--author",
        "A & B",
        "--language",
        "fr",
    )
    site = build(capsys.readouterr().out)
    title = BeautifulSoup((site / "index.html").read_text("utf-8"), "html.parser").h1
    assert title is not None
    assert title.get_text().startswith("1♣: *our* `notes_` | <b>")


def test_files_that_commands_read_are_in_the_wheel(tmp_path: Path) -> None:
    pytest.importorskip("hatchling")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=TOP, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        packed = {name for name in names if "/templates/" in name}
    folder = TOP / "bml_core/commands/quickstart/templates"
    assert packed == {path.relative_to(TOP).as_posix() for path in folder.rglob("*.*") if path.is_file()}
    # What bml explain-code prints.
    assert "bml_core/commands/diagnostics/bidding-tables.md" in names


@pytest.mark.parametrize("host", HOSTS)
def test_several_systems_that_share_files(host: str, capsys: Capture) -> None:
    put(Path("club"), CLUB)
    quickstart("club", "--host", host)
    (line,) = next_commands(report := capsys.readouterr().out)
    said = paste(line, Path.cwd(), strict=False)
    site = Path(report.split("Then open ")[1].strip().removesuffix(".")).parent
    exported = {path.stem: path.read_text("utf-8") for path in site.glob("*.bss")}
    assert {name: text.partition("}")[0] for name, text in exported.items()} == {
        "Anna-Bert": "*00{Anna &amp; Bert, 2/1",
        "polish": "*00{Polish with 2!d multi",
        "üben": "*00{Üben",
    }
    for name, own in (("Anna-Bert", "2+ cards"), ("polish", "12--14 or strong"), ("üben", "4+ cards, Acol")):
        assert [other for other, text in exported.items() if own in text] == [name]
        assert "Stayman" in exported[name]
    assert said.count("8C is") == 1
    index = BeautifulSoup((site / "index.html").read_text("utf-8"), "html.parser")
    assert index.h1 is not None
    assert index.h1.get_text().startswith("Club")
    links = {unquote(str(link.get("href"))) for link in index.select("article a, main a")}
    assert {"Anna-Bert.bss", "polish.bss", "üben.bss", "Anna & Bert.html"} <= links
