"""``bml quickstart``: what it writes, and what it leaves alone."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
import yaml

from bml_core.commands import main
from tests.bml_core.commands.quickstart.folders import (
    ESTATE,
    contents,
    next_commands,
    put,
    quickstart,
    setting,
    site,
)

HOSTS = ["mkdocs", "sphinx"]
Capture = pytest.CaptureFixture[str]


# ---------------------------------------------------------------- an empty folder


def test_a_folder_that_is_not_there_gets_an_example(capsys: Capture) -> None:
    quickstart("notes")
    assert {"mkdocs.yml", "docs/index.md", "docs/openings.bml", "docs/competition.bml"} <= set(
        contents(Path("notes"))
    )
    assert capsys.readouterr().out.startswith(
        "notes: no notes yet, so an example system comes with the site.\n"
    )


@pytest.mark.parametrize("host", HOSTS)
def test_the_example_has_nothing_wrong_with_it(host: str, capsys: Capture) -> None:
    quickstart("notes", "--host", host)
    examples = sorted(map(str, Path("notes").rglob("*.bml")))
    assert len(examples) == 5
    capsys.readouterr()
    assert main(["check", *examples]) == 0
    assert capsys.readouterr().err == "5 files, 408 agreements.\n"


def test_a_fresh_repository_counts_as_empty() -> None:
    put(Path("notes"), {"README.md": b"# Notes\n", ".git/HEAD": b"", "LICENSE": b"MIT"})
    quickstart("notes")
    assert Path("notes/docs/openings.bml").exists()


@pytest.mark.parametrize("host", HOSTS)
def test_title_author_and_language_are_those_asked_for(host: str) -> None:
    quickstart("n", "--host", host, "--title", 'Die "Hafen": 1♣', "--author", "Ada", "--language", "de")
    if host == "sphinx":
        found = [setting(Path("n"), name) for name in ("project", "author", "language")]
    else:
        said = site(Path("n"))
        assert {"bml": {"language": "de"}} in said["plugins"]  # type: ignore[operator]
        found = [said["site_name"], said["site_author"], "de"]
    assert found == ['Die "Hafen": 1♣', "Ada", "de"]


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


# ---------------------------------------------------------------- notes that are there


def test_notes_beside_the_configuration_suit_sphinx(capsys: Capture) -> None:
    before = contents(put(Path("notes"), ESTATE))
    quickstart("notes")
    after = contents(Path("notes"))
    assert before.items() <= after.items()
    assert capsys.readouterr().out.startswith("notes: 4 BML files; the main one is main.bml.\n")
    assert setting(Path("notes"), "project") == "Harbour Club"
    assert setting(Path("notes"), "author") == "Ada and Bea"
    index = after["index.rst"].decode()
    assert ".. bml:: main.bml\n" in index
    assert index.endswith("   defence/over notrump\n   defence/überrufe\n")


def test_notes_in_one_folder_suit_mkdocs() -> None:
    put(Path("top/system"), ESTATE)
    quickstart("top")
    said = site(Path("top"))
    assert said["docs_dir"] == "system"
    assert Path("top/system/index.md").read_text("utf-8") == '# Harbour Club\n\n```bml file="main.bml"\n```\n'


def test_mkdocs_gets_pages_that_show_notes_beside_its_configuration() -> None:
    put(Path("notes"), ESTATE)
    quickstart("notes", "--host", "mkdocs")
    said = site(Path("notes"))
    assert {"bml": {"include_roots": ["."]}} in said["plugins"]  # type: ignore[operator]
    assert Path("notes/docs/defence/over notrump.md").read_text("utf-8") == (
        '# Over notrump\n\n```bml file="../../defence/over notrump.bml"\n```\n'
    )


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


def test_files_that_programs_made_are_not_notes() -> None:
    made = {f"{name}/x.bml": b"1C  x\n" for name in ("_build", "site", ".hidden", "env/site-packages")}
    put(Path("notes"), {"main.bml": b"1C  x\n", **made})
    quickstart("notes", "--host", "sphinx")
    assert "toctree" not in Path("notes/index.rst").read_text("utf-8")
    assert "**/site-packages" in setting(Path("notes"), "exclude_patterns")  # type: ignore[operator]


def test_what_is_not_a_file_is_not_read() -> None:
    put(Path("notes"), {"main.bml": b"1C  x\n"})
    os.mkfifo("notes/pipe.bml")
    Path("notes/nowhere.bml").symlink_to("nothing")
    quickstart("notes", "--host", "sphinx")
    assert "toctree" not in Path("notes/index.rst").read_text("utf-8")


def test_folders_beside_the_notes_are_allowed_for_includes() -> None:
    put(Path("repo"), {".git/HEAD": b"", "club/common.bml": b"1C  x\n"})
    put(Path("repo/notes"), {"main.bml": b"#INCLUDE ../club/common.bml\n"})
    quickstart("repo/notes")
    assert setting(Path("repo/notes"), "bml_include_roots") == ["../club"]


def test_markdown_beside_the_notes_becomes_pages() -> None:
    put(Path("notes"), {"main.bml": b"1C  x\n", "style.md": b"# Style\n", "README.md": b"# Repository\n"})
    quickstart("notes")
    assert setting(Path("notes"), "extensions") == ["myst_parser", "sphinx_bml"]
    assert "README.md" in setting(Path("notes"), "exclude_patterns")  # type: ignore[operator]
    assert "myst-parser" in Path("notes/requirements.txt").read_text("utf-8")
    assert Path("notes/index.rst").read_text("utf-8").endswith("\n   style\n")


# ---------------------------------------------------------------- notes in Markdown

PLAIN = {f"{folder}/{name}.md": b"# Page\n" for folder in ("defence", "openings") for name in ("a", "b")}


def test_markdown_in_one_folder_suits_mkdocs(capsys: Capture) -> None:
    put(Path("notes/our-pages"), {**PLAIN, "README.md": b"# Ours\n", "old.rst": b"Old\n===\n"})
    quickstart("notes")
    said = capsys.readouterr().out
    assert site(Path("notes"))["docs_dir"] == "our-pages"
    assert said.startswith("notes: 0 BML files; 6 other pages.\n")
    assert "Not in the site: our-pages/old.rst. MkDocs reads Markdown, and only below one folder" in said


def test_markdown_in_many_folders_suits_sphinx(capsys: Capture) -> None:
    put(Path("notes"), {**PLAIN, "README.md": b"# Ours\n"})
    quickstart("notes")
    assert Path("notes/index.rst").read_text("utf-8").endswith("   openings/a\n   openings/b\n")
    assert (
        "Not in the site: README.md. If it is a page, take it out of exclude_patterns in conf.py.\n"
        in capsys.readouterr().out
    )


def test_a_site_without_any_of_the_notes_is_not_begun(capsys: Capture) -> None:
    put(Path("notes"), PLAIN)
    quickstart("notes", "--host", "mkdocs", status=2)
    assert capsys.readouterr().err == (
        "bml quickstart: MkDocs reads Markdown, and only below one folder: move such pages into docs. "
        "Sphinx reads them where they are (--host sphinx).\n"
    )
    assert contents(Path("notes")).keys() == PLAIN.keys()


def test_pages_that_are_left_out_are_reported(capsys: Capture) -> None:
    put(Path("notes"), {**PLAIN, "main.bml": b"1C  x\n", "c.md": b"# C\n", "d.md": b"# D\n"})
    quickstart("notes", "--host", "mkdocs")
    said = capsys.readouterr().out
    assert "\nNot in the site: c.md, d.md, defence/a.md, defence/b.md, openings/a.md and 1 more. " in said


@pytest.mark.parametrize("name", ["a*b.bml", 'quote".bml', "new\nline.bml", os.fsdecode(b"b\xff.bml")])
def test_a_name_that_no_configuration_can_hold(name: str, capsys: Capture) -> None:
    put(Path("notes"), {"main.bml": b"1C  x\n", name: b"1D  x\n"})
    quickstart("notes")
    assert "Rename them: these names cannot be used in a configuration.\n" in capsys.readouterr().out


# ---------------------------------------------------------------- what is there stays


@pytest.mark.parametrize("host", HOSTS)
def test_a_second_run_changes_nothing(host: str, capsys: Capture) -> None:
    quickstart("notes", "--host", host)
    before, first = contents(Path("notes")), next_commands(capsys.readouterr().out)
    quickstart("notes", "--title", "Another")
    said = capsys.readouterr().out
    assert contents(Path("notes")) == before
    assert "wrote" not in said
    assert next_commands(said) == first


@pytest.mark.parametrize(("name", "host"), [("conf.py", "sphinx"), ("mkdocs.yml", "mkdocs")])
def test_a_configuration_of_yours_gets_what_it_lacks(name: str, host: str, capsys: Capture) -> None:
    put(Path("notes"), {name: b"# mine\n", "main.bml": b"1C  x\n"})
    quickstart("notes")
    said = capsys.readouterr().out
    assert Path("notes", name).read_bytes() == b"# mine\n"
    assert f"kept  notes/{name} (already exists)\n" in said
    assert "This site is not set up for BML yet.\n" in said
    assert host in next_commands(said)[-1]
    assert not Path("notes/index.rst").exists()
    assert not Path("notes/docs").exists()


def test_a_configuration_in_a_folder_below(capsys: Capture) -> None:
    put(
        Path("notes"), {"docs/conf.py": b'extensions = ["sphinx_bml"]\n', "docs/index.rst": b"Notes\n=====\n"}
    )
    quickstart("notes")
    said = capsys.readouterr().out
    assert "not set up" not in said
    assert next_commands(said)[-1].endswith("-b html notes/docs notes/docs/_build/html")
    published = yaml.safe_load(Path("notes/.readthedocs.yaml").read_text("utf-8"))
    assert published["sphinx"] == {"configuration": "docs/conf.py"}


def test_no_file_is_written_over_not_even_by_way_of_a_link(tmp_path: Path) -> None:
    put(Path("notes"), {"main.bml": b"1C  x\n", "requirements.txt": b"mine\n"})
    Path("notes/index.rst").symlink_to(tmp_path / "nowhere")
    quickstart("notes")
    assert Path("notes/requirements.txt").read_bytes() == b"mine\n"
    assert not (tmp_path / "nowhere").exists()


def test_dry_run_writes_nothing(capsys: Capture) -> None:
    quickstart("notes", "--dry-run")
    assert not Path("notes").exists()
    assert "would write  notes/mkdocs.yml\n" in capsys.readouterr().out
