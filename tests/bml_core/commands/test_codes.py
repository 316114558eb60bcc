"""``bml explain-code``: what a code means."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bml_core.commands import main
from bml_core.diagnostics import CODES
from tests.manual_pages import TABLES, fences, section
from tests.tables import page_of


@pytest.mark.parametrize("code", CODES)
def test_explains_every_code_with_its_example(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain-code", code]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith(f"{code}\n\n{CODES[code].severity.value.capitalize()}. {CODES[code].title}\n")
    page = TABLES / page_of(code)
    for fence in fences(page):
        if fence.heading == code:
            for line in fence.text.splitlines():
                assert f"    {line}".rstrip() in printed.splitlines()
    assert not re.search(r"^```|\]\(|\*\*", re.sub(r"^    .*", "", printed, flags=re.M), re.M)
    shown = re.sub(r"\]\([^)]*\)|\[|^`{3,}.*", "", section(page, code), flags=re.M)
    assert printed.split()[-1].replace("[", "") == shown.split()[-1]


def test_check_names_it_to_somebody_who_reads(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    notes = tmp_path / "notes.bml"
    notes.write_text("1C  16+\n  8C  A joke\n", "utf-8")
    for is_read in (False, True):
        monkeypatch.setattr("bml_core.commands.check.is_interactive", lambda is_read=is_read: is_read)
        assert main(["check", str(notes)]) == 1
        assert ("bml explain-code BML202 explains this code" in capsys.readouterr().err) is is_read


def test_takes_several_codes_in_any_letters(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain-code", "bml201", "212", "bml.link"]) == 0
    printed = capsys.readouterr().out
    assert re.findall(r"^(\S+)\n\n", printed, re.M) == ["BML201", "BML212", "bml.link"]


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("BML20l", "BML20l is not a code. Did you mean BML20"),
        ("999999", "BML999999 is not a code."),
        ("hello", "hello is not a code."),
    ],
)
def test_of_an_unknown_code_the_closest_is_named(
    code: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["explain-code", code]) == 2
    assert capsys.readouterr().err.startswith(f"bml explain-code: {said}")
