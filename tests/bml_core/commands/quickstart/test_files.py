"""``bml quickstart``: titles, names and main files of any kind; transcripts have the rest."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.bml_core.commands.quickstart.folders import contents, put, quickstart, setting, site

HOSTS = ["mkdocs", "sphinx"]
Capture = pytest.CaptureFixture[str]


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize(
    "title", ["no", "- a", "# b", "a: b", "1", "'", "\\", "x" * 500, "日本", "*a* `b` _c_ |d| <e>"]
)
def test_any_title_can_be_written(host: str, title: str) -> None:
    quickstart("n", "--host", host, "--title", title, "--author", title)
    found = setting(Path("n"), "project") if host == "sphinx" else site(Path("n"))["site_name"]
    assert found == title


def test_a_title_is_one_line() -> None:
    quickstart("n", "--title", " Our\n\x07 notes\u2028", "--host", "sphinx")
    assert setting(Path("n"), "project") == "Our notes"


@pytest.mark.parametrize(
    ("notes", "main_file"),
    [
        ({"system.bml": b"1C  x\n", "a.bml": b"1D  x\n"}, "system.bml"),
        ({"MAIN.bml": b"1C  x\n", "system.bml": b"1D  x\n"}, "MAIN.bml"),
        ({"a.bml": b"1C  x\n", "z.bml": b"#INCLUDE p.bml\n", "p.bml": b"1D  x\n"}, "z.bml"),
        ({"a.bml": b"1C  x\n", "z.bml": b"#+TITLE: Ours\n\n1D  x\n"}, "z.bml"),
        ({"a.bml": b"#INCLUDE b.bml\n", "b.bml": b"#INCLUDE a.bml\n"}, "a.bml"),
        ({"sub/main.bml": b"1C  x\n", "other.bml": b"1C  x\n"}, None),
    ],
)
def test_the_main_file_comes_first(notes: dict[str, bytes], main_file: str | None) -> None:
    put(Path("notes"), notes)
    quickstart("notes", "--host", "sphinx")
    index = Path("notes/index.rst").read_text("utf-8")
    assert (f".. bml:: {main_file}" in index) if main_file else (".. bml::" not in index)


@pytest.mark.parametrize("name", ["a*b.bml", 'quote".bml', "new\nline.bml", os.fsdecode(b"b\xff.bml")])
def test_a_name_that_no_configuration_can_hold(name: str, capsys: Capture) -> None:
    put(Path("notes"), {"main.bml": b"1C  x\n", name: b"1D  x\n"})
    quickstart("notes")
    assert "Rename them: these names cannot be used in a configuration.\n" in capsys.readouterr().out
    # No example is put beside notes.
    quickstart(str(put(Path("alone"), {name: b"1D  x\n"})), status=2)
    assert "has a name that no configuration can hold; rename it.\n" in capsys.readouterr().err
    assert [*contents(Path("alone"))] == [name]
