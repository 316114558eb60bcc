"""README and quick starts, followed step by step: what they tell to write is written, what to run is run."""

from __future__ import annotations

import re
import shlex
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bml_core import check, frequencies, loads, sample
from tests.manual_pages import MANUAL, PLAYERS, TOP, Fence, fences
from tests.programs import run_alone, run_here

README = TOP / "README.md"
BY_HAND = MANUAL / "by-hand.md"
START = PLAYERS / "start.md"
GUIDES = [README, START, BY_HAND]
ENVIRONMENT = "notes-env"
HERE = ("bml", "sphinx-build", "mkdocs")
STRICT = {"sphinx-build": ["-n", "-W"], "mkdocs": ["--strict"]}


@dataclass(slots=True)
class Walk:
    """What came of following a page in a folder: the output of each command, installs left out."""

    folder: Path
    outputs: dict[str, str] = field(default_factory=dict)

    def step(self, fence: Fence) -> None:
        """Do what a fence says."""
        if found := re.fullmatch(r".*Write `([\w./-]+)`:", fence.lead):
            (self.folder / found[1]).write_text(fence.text, "utf-8")
        elif fence.language == "sh":
            for line in fence.text.splitlines():
                self.run(line)

    def run(self, line: str, *extra: str, status: int = 0) -> str:
        """Run a command line of the page, programs of the virtual environment from this one."""
        program, *arguments = shlex.split(line)
        if program == "mkdir":
            assert arguments[0] == "-p"
            (self.folder / arguments[1]).mkdir(parents=True)
            return ""
        if program.endswith(("python3", "pip")):
            return ""
        assert program.startswith(f"{ENVIRONMENT}/bin/")
        name = program.removeprefix(f"{ENVIRONMENT}/bin/")
        run = run_here if name in HERE else run_alone
        result = run(name, *arguments, *(extra or STRICT.get(name, [])), folder=self.folder)
        assert result.returncode == status, result.stderr
        self.outputs[line] = result.stdout + result.stderr
        return self.outputs[line]

    def text(self, path: str) -> str:
        """A file that was written or built."""
        return (self.folder / path).read_text("utf-8")


def follow(page: Path, folder: Path, headings: set[str] | None = None) -> Walk:
    walk = Walk(folder)
    for fence in fences(page):
        if headings is None or fence.heading in headings:
            walk.step(fence)
    return walk


def test_every_install_line_names_extras_that_exist() -> None:
    project = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))["project"]
    for page in GUIDES:
        lines = re.findall(r"pip install (.*)", page.read_text("utf-8"))
        assert lines
        for extra in re.findall(r'"\.(?:/bml-docs)?\[(\w+)\]"', " ".join(lines)):
            assert extra in project["optional-dependencies"]


def test_the_colours_of_source_come_with_mkdocs() -> None:
    project = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))["project"]
    assert any(line.startswith("Pygments") for line in project["optional-dependencies"]["mkdocs"])


@pytest.mark.parametrize("page", GUIDES)
def test_no_page_replaces_the_environment_of_make(page: Path) -> None:
    made = re.findall(r"^python3 -m venv (.*)", page.read_text("utf-8"), re.M)
    assert set(made) <= {ENVIRONMENT}
    assert f"/{ENVIRONMENT}/" in (TOP / ".gitignore").read_text("utf-8").splitlines()


def test_readme_has_its_picture() -> None:
    picture = re.search(r"!\[[^\]]+\]\(([^)]+)\)", README.read_text("utf-8"))
    assert picture is not None
    assert (TOP / picture[1]).stat().st_size < 150_000


def test_readme_names_targets_of_make_that_exist() -> None:
    targets = re.findall(r"^make (\w+)", README.read_text("utf-8"), re.M)
    makefile = (TOP / "Makefile").read_text("utf-8")
    assert targets == ["demo", "test"]
    assert all(re.search(rf"^{target}:", makefile, re.M) for target in targets)


@pytest.fixture(scope="module")
def walk(tmp_path_factory: pytest.TempPathFactory) -> Walk:
    """What came of following the README."""
    return follow(README, tmp_path_factory.mktemp("readme"), {"Start in a minute", "Ask your notes"})


@pytest.mark.slow
def test_quickstart_in_a_minute(walk: Walk) -> None:
    said = walk.outputs[f"{ENVIRONMENT}/bin/bml quickstart our-notes"]
    ending = "mkdocs build -f our-notes/mkdocs.yml\nThen open our-notes/site/index.html.\n"
    assert said.endswith(ending)
    assert f"{ENVIRONMENT}/bin/{ending.splitlines()[0]}" in walk.outputs
    assert 'class="bml-table"' in walk.text("our-notes/site/index.html")
    assert 'class="bml-table"' in walk.text("our-notes/site/competition.html")


@pytest.mark.slow
def test_players_start_with_the_same_commands(walk: Walk) -> None:
    lines = [fence.text.strip() for fence in fences(START) if fence.heading == "Make a site"]
    assert len(lines) == 2
    assert {f"{ENVIRONMENT}/bin/{line}" for line in lines} <= set(walk.outputs)


@pytest.mark.slow
def test_by_hand_with_sphinx(tmp_path: Path) -> None:
    walk = follow(BY_HAND, tmp_path, {"With Sphinx"})
    assert 'class="bml-table"' in walk.text("system-notes/_build/html/index.html")
    assert "Responses" in walk.text("system-notes/_build/html/notrump.html")
    exported = walk.text("system-notes/_build/bss/system.bss")
    assert exported.startswith("*00{Our system}=NYYYYYYStrong notrump, five-card majors\n")
    assert "001NP2CP2H=NYYYYYY0084+ cards\n" in exported
    assert_a_mistake_is_shown(walk, "With Sphinx", "system-notes/index.md", "-E")


@pytest.mark.slow
def test_by_hand_with_mkdocs(tmp_path: Path) -> None:
    walk = follow(BY_HAND, tmp_path, {"With MkDocs"})
    assert 'class="bml-table"' in walk.text("system-site/site/index.html")
    assert walk.text("system-site/site/system.bss").startswith("*00{Our system}=NYYYYYY\n001H=")
    assert_a_mistake_is_shown(walk, "With MkDocs", "system-site/docs/index.md", "-v")


@pytest.mark.slow
def test_by_hand_with_zensical(tmp_path: Path) -> None:
    walk = follow(BY_HAND, tmp_path, {"With Zensical"})
    page = walk.text("zensical-site/site/index.html")
    assert 'class="bml-table"' in page
    assert "bml-frequencies" in page
    assert (tmp_path / "zensical-site/site/assets/bml.css").stat().st_size > 1000
    assert walk.text("zensical-site/docs/system.bss").startswith("*00{Our system}=")


def assert_a_mistake_is_shown(walk: Walk, heading: str, source: str, extra: str) -> None:
    """That a page with a mistake says what the manual shows."""
    page = walk.folder / source
    page.write_text(page.read_text("utf-8").replace("2C  22+ hcp", "8C  22+ hcp"), "utf-8")
    shown = next(f.text for f in fences(BY_HAND) if f.heading == heading and f.language == "text").strip()
    assert shown in walk.run(next(iter(walk.outputs)), extra)


def test_readme_asks_the_notes_that_it_made(walk: Walk) -> None:
    asked = {line.split()[1]: output for line, output in walk.outputs.items() if "/bin/bml " in line}
    assert "2 files" in asked["check"]
    assert asked["bid"].startswith("1S")
    assert "1NT" in asked["frequencies"]
    assert asked["sample"].count("hcp") >= 3


def test_readme_on_the_command_line(tmp_path: Path) -> None:
    walk = follow(README, tmp_path, {"On the command line"})
    shown = next(f.text for f in fences(README) if f.text.startswith("*00{"))
    assert walk.outputs[f"{ENVIRONMENT}/bin/bml bss notrump.bml -o -"] == shown
    assert "Stayman" in walk.text("notrump.html")
    assert "Stayman" in walk.text("notrump.tex")


def commands_shown(page: Path) -> list[str]:
    """The whole commands of a page, in its fences and in its text."""
    lines = [line for fence in fences(page) for line in fence.text.splitlines()]
    prose = re.sub(r"(?ms)^(`{3,}).*?^\1$", "", page.read_text("utf-8"))
    found = [*lines, *re.findall(r"`(bml [^`]+)`", prose)]
    # The workbench is there where it was built; its own tests run its command.
    whole = re.compile(r"bml (?!workbench)(-|[\w-]+ \S)")
    return [line for line in dict.fromkeys(found) if whole.match(line)]


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as readers of the players' part have it: the example, older notes, files of deals."""
    folder = tmp_path_factory.mktemp("club")
    assert run_here("bml", "quickstart", "our-notes", folder=folder).returncode == 0
    for name in ("old", "my notes"):
        (folder / name).mkdir()
        (folder / name / "openings.bml").write_text("1N  12--14 hcp, balanced\n", "utf-8")
    (folder / "evening.pbn").write_bytes((MANUAL / "deals" / "evening.pbn").read_bytes())
    for name in ("evening.lin", "hands.lin"):
        (folder / name).write_bytes((MANUAL / "deals" / "quiz.lin").read_bytes())
    return folder


@pytest.mark.parametrize(
    "line", [line for page in (README, *sorted(PLAYERS.glob("*.md"))) for line in commands_shown(page)]
)
def test_a_command_for_players_does_what_it_says(
    line: str, club: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # What one command has worked out, the next one need not.
    monkeypatch.setenv("XDG_CACHE_HOME", str(club.parent / "cache"))
    words = [name for word in shlex.split(line)[1:] for name in expanded(word, club)]
    result = run_here("bml", *words, folder=club)
    assert result.returncode == (1 if words[0] == "diff" else 0), result.stderr
    assert "error" not in result.stderr


def test_players_see_what_explain_prints(club: Path) -> None:
    command, shown = [fence.text for fence in fences(PLAYERS / "understood.md") if fence.heading][-2:]
    assert shown in run_here("bml", *shlex.split(command)[1:], folder=club).stdout


def expanded(word: str, folder: Path) -> list[str]:
    """A word of a command as the shell hands it on."""
    return sorted(str(path.relative_to(folder)) for path in folder.glob(word)) if "*" in word else [word]


def test_every_row_of_the_readme_can_be_counted_and_dealt() -> None:
    notes = loads(next(fence.text for fence in fences(README) if fence.language == "bml"), "notes.bml")
    assert check(notes, ["all"]) == ()
    assert frequencies(notes, "1N").rows
    for agreement in notes:
        if agreement.text:
            assert len(sample(notes, agreement.auction, n=1, seed=1)) == 1
