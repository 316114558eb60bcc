"""What the manual says of commands is true: their options, and what they print."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from bml_core import choose_call, loads
from bml_core.commands import INDEX
from bml_core.hands.descriptions import parse_condition
from tests import tables
from tests.manual_pages import (
    MANUAL,
    SCRIPT_LEAD,
    TABLES,
    TOP,
    code_words,
    fences,
    run_bml,
    section,
    table,
    terms,
)
from tests.programs import run_here
from tests.system_tools import require_tool, run_make

COMMANDS = MANUAL / "commands.md"


DROP_INS = {
    "bml2html": "html",
    "bml2latex": "latex",
    "bml2bss": "bss",
    "bml_makedepend": "depends",
    "bss2bml": "import",
}


def known_options(*command: str) -> set[str]:
    helped = run_here(*command, "-h", folder=TOP).stdout
    return option_names(helped.split("options:")[1]) - {"-h", "--help"}


def option_names(text: str) -> set[str]:
    return set(re.findall(r"(?<![\w-])--?[a-z][\w-]*", text)) - {"-vv"}


@pytest.mark.parametrize("name", tables.PAGES)
def test_a_table_is_that_of_the_program(name: str) -> None:
    assert (TABLES / name).read_text("utf-8") == tables.page(name)


def test_every_command_is_explained_somewhere() -> None:
    rows = terms(section(COMMANDS, "Where each is explained"))
    named = {name for commands, _ in rows for name in code_words(commands)}
    assert named | set(re.findall(r"^## bml (.*)$", COMMANDS.read_text("utf-8"), re.M)) == set(INDEX)


@pytest.mark.parametrize("program", DROP_INS)
def test_options_of_an_older_program_are_those_it_knows(program: str) -> None:
    own = option_names(section(COMMANDS, "The programs of bridge-markup")) - {"--output"}
    if program in ("bml_makedepend", "bss2bml"):
        own -= {"-i", "--indentation"}
    # The older program reads Full Disclosure files alone.
    newer = {"--output", *(("--bml", "--blocks", "--diff") if program == "bss2bml" else ())}
    assert known_options(program) == known_options("bml", DROP_INS[program]) - newer | own


def commands_of(name: str) -> list[object]:
    """The commands of a page of the manual, and what they print."""
    return [
        pytest.param(command.text, said.text, id=f"line {command.line}")
        for command, said in pairwise(fences(MANUAL / name))
        if command.language == "sh" and command.text.startswith("bml") and said.language == "text"
    ]


@pytest.mark.parametrize(("command", "said"), commands_of("hands-shapes.md"))
def test_commands_about_hands_print_what_is_shown(command: str, said: str, tmp_path: Path) -> None:
    script = next(f.text for f in fences(MANUAL / "hands-shapes.md") if f.lead == SCRIPT_LEAD)
    (tmp_path / "hands.dl").write_text(script, "utf-8")
    result = run_bml(*shlex.split(command)[1:], folder=tmp_path)
    assert result.stdout + result.stderr == said


PHRASES, MEANINGS = MANUAL / "hands-phrases.md", MANUAL / "hands-meanings.md"
FREQUENCIES, DEALING = MANUAL / "hands-frequencies.md", MANUAL / "hands-dealing.md"
CHOICE, DEALS = TOP / "tests" / "choices.md", MANUAL / "hands-deals.md"


def assert_says(page: Path, command: str, said: str, folder: Path) -> None:
    """That a command prints what a page shows, with the first notes of the page."""
    notes = next(fence.text for fence in fences(page) if fence.language == "bml-source")
    (folder / "notes.bml").write_text(notes, "utf-8")
    result = run_bml(*shlex.split(command)[1:], folder=folder)
    assert result.stdout + result.stderr == said


@pytest.mark.parametrize(("command", "said"), commands_of(PHRASES.name))
def test_notes_are_explained_as_shown(command: str, said: str, tmp_path: Path) -> None:
    assert_says(PHRASES, command, said, tmp_path)


@pytest.mark.parametrize(("command", "said"), commands_of(MEANINGS.name))
def test_usual_meanings_are_named_as_shown(command: str, said: str, tmp_path: Path) -> None:
    assert_says(MEANINGS, command, said, tmp_path)


@pytest.mark.parametrize(("command", "said"), commands_of(FREQUENCIES.name))
def test_frequencies_are_those_shown(command: str, said: str, tmp_path: Path) -> None:
    assert_says(FREQUENCIES, command, said, tmp_path)


def test_principles_of_choice_are_kept() -> None:
    notes = loads(next(fence.text for fence in fences(CHOICE) if fence.language == "bml-source"))
    for auction, hand, call, why in table(CHOICE.read_text("utf-8")):
        chosen = choose_call(notes, hand.strip("`"), auction.strip("`"))
        assert (hand, str(chosen.call or "not known"), chosen.why) == (hand, call, why)


@pytest.mark.parametrize(("command", "said"), commands_of(DEALING.name))
def test_hands_and_calls_are_those_shown(command: str, said: str, tmp_path: Path) -> None:
    assert_says(DEALING, command, said, tmp_path)


@pytest.mark.parametrize(("command", "said"), commands_of(DEALS.name))
def test_whole_deals_are_bid_as_shown(command: str, said: str, tmp_path: Path) -> None:
    weak = [fence.text for fence in fences(DEALS) if fence.language == "bml-source"][1]
    (tmp_path / "weak.bml").write_text(weak, "utf-8")
    (tmp_path / "evening.pbn").write_text(
        next(f.text for f in fences(DEALS) if f.text.startswith("[Board")), "utf-8"
    )
    assert_says(DEALS, command, said, tmp_path)


def test_the_python_of_conditions_runs() -> None:
    (code,) = (fence.text for fence in fences(CONDITIONS) if fence.language == "python")
    subprocess.run([sys.executable, "-c", code], check=True)


def test_check_prints_what_is_shown(tmp_path: Path) -> None:
    (often,) = (fence.text for fence in fences(COMMANDS) if fence.language == "text")
    notes = tmp_path / "notes.bml"
    notes.write_text("1C  16+ hcp\n  8C  A joke\n", "utf-8")
    as_json = run_bml("check", "--format", "json", "notes.bml", folder=tmp_path).stdout
    assert as_json == next(fence.text for fence in fences(COMMANDS) if fence.language == "json")
    joke = "  8C  A joke\n"
    notes.write_text(f"1C  16+ hcp\n{joke * 4}\n1D  Natural\n{joke}", "utf-8")
    assert run_bml("check", "notes.bml", folder=tmp_path).stderr == often


class TestMakefile:
    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        lines, makefile = (fence.text for fence in fences(COMMANDS) if fence.language == "make")
        (tmp_path / "Makefile").write_text(makefile, "utf-8")
        (tmp_path / "lines").write_text(lines, "utf-8")
        (tmp_path / "defence").mkdir()
        (tmp_path / "system.bml").write_text("#INCLUDE openings.bml\n", "utf-8")
        (tmp_path / "openings.bml").write_text("#INCLUDE defence/notrump.bml\n\n1C  Strong\n", "utf-8")
        (tmp_path / "defence" / "notrump.bml").write_text("(1N)\n  D  Penalty\n", "utf-8")
        return tmp_path

    def test_lines_are_those_shown(self, folder: Path) -> None:
        assert run_bml("depends", "system.bml", folder=folder).returncode == 0
        assert (folder / "system.mk").read_text("utf-8") == (folder / "lines").read_text("utf-8")

    def test_it_runs_and_follows_what_is_included(self, folder: Path) -> None:
        targets = ("system.htm", "system.bss")
        assert run_make(folder, *targets).returncode == 0
        assert "Penalty" in (folder / "system.bss").read_text("utf-8")
        assert "up to date" in run_make(folder, *targets).stdout
        included = folder / "defence" / "notrump.bml"
        included.write_text("(1N)\n  D  Both majors\n", "utf-8")
        later = included.stat().st_mtime + 2
        os.utime(included, (later, later))
        assert run_make(folder, *targets).returncode == 0
        assert "Both majors" in (folder / "system.bss").read_text("utf-8")
        assert "Both majors" in (folder / "system.htm").read_text("utf-8")

    @pytest.mark.slow
    def test_it_makes_a_pdf(self, folder: Path) -> None:
        require_tool("pdflatex")
        assert run_make(folder).returncode == 0
        assert (folder / "system.pdf").read_bytes().startswith(b"%PDF")


CONDITIONS = MANUAL / "hands-conditions.md"
COUNTED = [
    (command.text, said.text)
    for command, said in pairwise(fences(CONDITIONS))
    if command.text.startswith("bml count ")
]


@pytest.mark.parametrize(("command", "said"), COUNTED)
def test_a_count_is_the_one_shown(command: str, said: str) -> None:
    result = run_bml(*shlex.split(command)[1:])
    assert result.stdout + result.stderr == said


def test_every_phrase_of_the_tables_is_read() -> None:
    headings = ("Points, lengths and shapes", "Single cards")
    rows = [row for heading in headings for row in terms(section(CONDITIONS, heading))]
    assert len(rows) > 15
    for written, _ in rows:
        for phrase in code_words(written):
            assert parse_condition(phrase).diagnostics == (), phrase
