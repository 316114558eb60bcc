"""``bml quickstart``: what it writes, what it leaves alone, and what it says."""

from __future__ import annotations

import ast
import io
import os
import sys
from pathlib import Path

import pytest
import yaml

from bml_core.commands import files, main
from bml_core.commands.quickstart import installed, report, requirement
from tests.bml_core.commands.quickstart.folders import ESTATE, contents, next_commands, put, quickstart

HOSTS = ["mkdocs", "sphinx"]
Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    return tmp_path


def setting(folder: Path, name: str) -> object:
    """A value of a ``conf.py``."""
    module = ast.parse((folder / "conf.py").read_text("utf-8"))
    assigned = {
        target.id: node.value
        for node in module.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    return ast.literal_eval(assigned[name])


def site(folder: Path) -> dict[str, object]:
    """What ``mkdocs.yml`` says."""
    found: dict[str, object] = yaml.safe_load((folder / "mkdocs.yml").read_text("utf-8"))
    return found


# ---------------------------------------------------------------- an empty folder


def test_a_folder_that_is_not_there_gets_an_example(capsys: Capture) -> None:
    quickstart("notes")
    assert {"mkdocs.yml", "docs/index.md", "docs/openings.bml", "docs/defence.bml"} <= set(
        contents(Path("notes"))
    )
    assert capsys.readouterr().out.startswith(
        "notes: no notes yet, so an example system comes with the site.\n"
    )


@pytest.mark.parametrize("host", HOSTS)
def test_the_example_has_nothing_wrong_with_it(host: str, capsys: Capture) -> None:
    quickstart("notes", "--host", host)
    examples = sorted(map(str, Path("notes").rglob("*.bml")))
    assert len(examples) == 2
    capsys.readouterr()
    assert main(["check", *examples]) == 0
    assert capsys.readouterr().err == "2 files, 91 agreements.\n"


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
    assert capsys.readouterr().out.startswith(
        "notes: 4 BML files, 1 of them shown or included by others; the main one is main.bml.\n"
    )
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
    assert said["nav"] == ["index.md", "defence/over notrump.bml", "defence/überrufe.bml"]
    assert Path("top/system/index.md").read_text("utf-8") == '# Harbour Club\n\n```bml file="main.bml"\n```\n'


def test_mkdocs_gets_pages_that_show_notes_beside_its_configuration() -> None:
    put(Path("notes"), ESTATE)
    quickstart("notes", "--host", "mkdocs")
    said = site(Path("notes"))
    assert said["nav"] == ["index.md", "defence/over notrump.md", "defence/überrufe.md"]
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


def test_files_that_programs_made_are_no_notes() -> None:
    made = {f"{name}/x.bml": b"1C  x\n" for name in ("_build", "site", ".hidden", "env")}
    put(Path("notes"), {"main.bml": b"1C  x\n", "env/pyvenv.cfg": b"", **made})
    quickstart("notes", "--host", "sphinx")
    assert "toctree" not in Path("notes/index.rst").read_text("utf-8")
    assert "env" in setting(Path("notes"), "exclude_patterns")  # type: ignore[operator]


def test_what_is_no_file_is_not_read() -> None:
    put(Path("notes"), {"main.bml": b"1C  x\n"})
    os.mkfifo("notes/pipe.bml")
    Path("notes/nowhere.bml").symlink_to("nothing")
    quickstart("notes", "--host", "sphinx")
    assert "toctree" not in Path("notes/index.rst").read_text("utf-8")


def test_folders_beside_the_notes_are_allowed_for_includes() -> None:
    put(Path("repo"), {".git/HEAD": b"", "shared/common.bml": b"1C  x\n"})
    put(Path("repo/notes"), {"main.bml": b"#INCLUDE ../shared/common.bml\n"})
    quickstart("repo/notes")
    assert setting(Path("repo/notes"), "bml_include_roots") == ["../shared"]


def test_markdown_beside_the_notes_becomes_pages() -> None:
    put(Path("notes"), {"main.bml": b"1C  x\n", "style.md": b"# Style\n", "README.md": b"# Repository\n"})
    quickstart("notes")
    assert setting(Path("notes"), "extensions") == ["myst_parser", "sphinx_bml"]
    assert setting(Path("notes"), "exclude_patterns") == ["_build", "README.md"]
    assert "myst-parser" in Path("notes/requirements.txt").read_text("utf-8")
    assert Path("notes/index.rst").read_text("utf-8").endswith("\n   style\n")


# ---------------------------------------------------------------- notes by another name


def test_texts_that_hold_bml_are_named(capsys: Capture) -> None:
    rows = b"1C  strong\n  1D  negative\n1H  five\n"
    put(
        Path("notes"),
        {"main.bml": b"1C  x\n", "old.txt": rows, "OLD.BML": rows, "todo.txt": b"Call Ada.\n1N?\n"},
    )
    quickstart("notes")
    said = capsys.readouterr().out
    assert "notes/old.txt seems to hold BML. Rename it: the names of pages end in .bml.\n" in said
    assert "notes/OLD.BML seems to hold BML." in said
    assert "todo.txt" not in said


def test_texts_that_are_included_are_not_named(capsys: Capture) -> None:
    put(Path("notes"), {"main.bml": b"#INCLUDE old.txt\n", "old.txt": b"1C  a\n1D  b\n1H  c\n"})
    quickstart("notes")
    assert "old.txt" not in capsys.readouterr().out


def test_notes_all_by_another_name_are_to_be_renamed_first(capsys: Capture) -> None:
    put(Path("notes"), {"system.txt": b"1C  strong\n  1D  negative\n1H  five\n"})
    quickstart("notes", status=2)
    assert capsys.readouterr().err == (
        "bml quickstart: system.txt holds BML, but only files that end in .bml become pages. "
        "Rename it to system.bml, and run this again.\n"
    )
    assert contents(Path("notes")).keys() == {"system.txt"}


@pytest.mark.parametrize("name", ["a*b.bml", 'quote".bml', "new\nline.bml", os.fsdecode(b"b\xff.bml")])
def test_a_name_that_no_configuration_can_hold(name: str, capsys: Capture) -> None:
    put(Path("notes"), {"main.bml": b"1C  x\n", name: b"1D  x\n"})
    quickstart("notes")
    assert "is no page: its name has a character that a configuration cannot hold." in capsys.readouterr().out


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
def test_a_configuration_of_yours_is_told_what_it_lacks(name: str, host: str, capsys: Capture) -> None:
    put(Path("notes"), {name: b"# mine\n", "main.bml": b"1C  x\n"})
    quickstart("notes")
    said = capsys.readouterr().out
    assert Path("notes", name).read_bytes() == b"# mine\n"
    assert f"left alone  notes/{name}, which is there already\n" in said
    assert f"notes/{name} knows no BML yet. Add to it:\n" in said
    assert host in next_commands(said)[-1]
    assert not Path("notes/index.rst").exists()
    assert not Path("notes/docs").exists()


def test_a_configuration_in_a_folder_below(capsys: Capture) -> None:
    put(
        Path("notes"), {"docs/conf.py": b'extensions = ["sphinx_bml"]\n', "docs/index.rst": b"Notes\n=====\n"}
    )
    quickstart("notes")
    said = capsys.readouterr().out
    assert "knows no BML" not in said
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


# ---------------------------------------------------------------- failures


def test_a_file_instead_of_a_folder(capsys: Capture) -> None:
    Path("main.bml").touch()
    quickstart("main.bml", status=2)
    assert capsys.readouterr().err == "bml quickstart: main.bml is a file; name a folder.\n"


def test_a_folder_below_a_file(capsys: Capture) -> None:
    Path("main.bml").touch()
    quickstart("main.bml/notes", status=2)
    assert "cannot be" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["a\0b", "x" * 300])
def test_a_name_that_cannot_be(name: str, capsys: Capture) -> None:
    quickstart(name, status=2)
    said = capsys.readouterr().err
    assert said.startswith("bml quickstart: ")
    assert len(said.splitlines()) == 1


@pytest.mark.parametrize("failing", ["mkdocs.yml", ".readthedocs.yaml"])
def test_after_a_failure_nothing_is_left(
    failing: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    put(Path("notes"), {"system/main.bml": b"1C  x\n"})
    write = files.write

    def full(target: str, text: str) -> None:
        if target.endswith(failing):
            raise OSError(28, "No space left on device", target)
        write(target, text)

    monkeypatch.setattr(files, "write", full)
    quickstart("notes", status=2)
    assert contents(Path("notes")).keys() == {"system/main.bml"}
    assert sorted(path.name for path in Path("notes").iterdir()) == ["system"]
    assert capsys.readouterr().err == (
        f"bml quickstart: notes/{failing} cannot be written: No space left on device; nothing was changed.\n"
    )


def test_a_folder_that_is_too_large_to_be_notes(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setattr("bml_core.commands.quickstart.survey._MOST_ENTRIES", 3)
    put(Path("home"), {f"{number}.txt": b"" for number in range(4)})
    quickstart("home", status=2)
    assert (
        "home holds more than 3 files and folders; name the folder of your notes" in capsys.readouterr().err
    )
    assert len(contents(Path("home"))) == 4


def test_a_folder_that_stands_where_a_file_should() -> None:
    put(Path("notes"), {"main.bml": b"1C  x\n", ".github": b"a file\n"})
    quickstart("notes", status=2)
    assert contents(Path("notes")).keys() == {"main.bml", ".github"}


def test_a_language_is_a_language(capsys: Capture) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["quickstart", "notes", "--language", "de\nx"])
    assert stopped.value.code == 2
    assert "is no language; write en, de, fr or nl" in capsys.readouterr().err


# ---------------------------------------------------------------- questions


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(["spinx", "sphinx", "Harbour", ""])
    asked: list[str] = []

    def answer(question: str) -> str:
        asked.append(question)
        return next(answers)

    monkeypatch.setattr("sys.stdin", Terminal())
    monkeypatch.setattr("bml_core.commands.quickstart.answers._is_terminal", lambda: True)
    monkeypatch.setattr("builtins.input", answer)
    quickstart("notes")
    assert asked == [
        "Built by mkdocs or sphinx [mkdocs]: ",
        "Built by mkdocs or sphinx [mkdocs]: ",
        "Title [Our system]: ",
        "Author []: ",
    ]
    assert setting(Path("notes"), "project") == "Harbour"


def test_yes_asks_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bml_core.commands.quickstart.answers._is_terminal", lambda: True)
    monkeypatch.setattr("builtins.input", None)
    quickstart("notes", "--yes")


def test_no_answer_writes_nothing(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setattr("bml_core.commands.quickstart.answers._is_terminal", lambda: True)
    monkeypatch.setattr("sys.stdin", Terminal())
    quickstart("notes", status=2)
    assert "the questions were not answered, so nothing was written" in capsys.readouterr().err
    assert not Path("notes").exists()


# ---------------------------------------------------------------- publishing


@pytest.mark.parametrize("host", HOSTS)
def test_github_pages_and_read_the_docs(host: str) -> None:
    quickstart("notes", "--host", host)
    workflow = yaml.safe_load(Path("notes/.github/workflows/bridge-notes.yml").read_text("utf-8"))
    # YAML 1.1 reads the key "on" as true.
    assert set(workflow) == {"name", True, "permissions", "concurrency", "jobs"}
    assert workflow["permissions"] == {"contents": "read", "pages": "write", "id-token": "write"}
    steps = workflow["jobs"]["build"]["steps"]
    assert [step["run"] for step in steps if "run" in step] == [
        "python -m pip install -r requirements.txt",
        "sphinx-build -b html . _build/html" if host == "sphinx" else "mkdocs build -f mkdocs.yml",
    ]
    assert steps[-1]["with"] == {"path": "_build/html" if host == "sphinx" else "site"}
    assert workflow["jobs"]["publish"]["environment"]["url"] == "${{ steps.publish.outputs.page_url }}"
    read_the_docs = yaml.safe_load(Path("notes/.readthedocs.yaml").read_text("utf-8"))
    assert read_the_docs["version"] == 2
    assert read_the_docs[host] == {"configuration": "conf.py" if host == "sphinx" else "mkdocs.yml"}
    assert read_the_docs["python"] == {"install": [{"requirements": "requirements.txt"}]}


def test_read_the_docs_by_its_other_name(capsys: Capture) -> None:
    put(Path("notes"), {".readthedocs.yml": b"mine\n"})
    quickstart("notes")
    assert not Path("notes/.readthedocs.yaml").exists()
    assert "left alone  notes/.readthedocs.yml, which is there already\n" in capsys.readouterr().out


def test_below_the_top_of_a_repository_nothing_is_published(capsys: Capture) -> None:
    put(Path("repo"), {".git/HEAD": b""})
    quickstart("repo/notes")
    assert not Path("repo/notes/.github").exists()
    assert "GitHub and Read the Docs look for their files only at its top" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("origin", "line", "is_public"),
    [
        (None, "bml-docs[sphinx]", True),
        ('{"url": "file:///home/ada/bml-docs", "dir_info": {"editable": true}}', "bml-docs[sphinx]", False),
        (
            '{"url": "https://example.org/bml.git", "vcs_info": {"vcs": "git", "commit_id": "abc"}}',
            "bml-docs[sphinx] @ git+https://example.org/bml.git@abc",
            True,
        ),
        ("no json", "bml-docs[sphinx]", False),
    ],
)
def test_the_requirement_is_where_this_copy_came_from(
    origin: str | None, line: str, is_public: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Installed:
        def read_text(self, _name: str) -> str | None:
            return origin

    monkeypatch.setattr(requirement, "distribution", lambda _name: Installed())
    found = requirement.find("sphinx")
    assert (found.line, found.is_public) == (line, is_public)
    assert ("not on the Python Package Index" in found.text) is not is_public
    assert found.text.endswith(line)


# ---------------------------------------------------------------- the next command


@pytest.mark.parametrize(
    ("has_pip", "installer"), [(True, "-m pip install"), (False, f"uv pip install --python {sys.executable}")]
)
def test_a_program_that_is_not_there_is_installed_first(
    has_pip: bool, installer: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setattr(report, "is_installed", lambda module: module == "pip" and has_pip)
    monkeypatch.setattr("shutil.which", lambda name, path=None: f"/bin/{name}" if path is None else None)
    quickstart("notes")
    first, second = next_commands(capsys.readouterr().out)
    assert first.endswith(f"{installer} 'bml-docs[mkdocs]'")
    assert second == f"{sys.executable} -m mkdocs build -f notes/mkdocs.yml"


def test_programs_have_short_names_where_the_shell_finds_them(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
    quickstart(".")
    assert next_commands(capsys.readouterr().out) == ["mkdocs build -f mkdocs.yml"]


def test_a_theme_that_is_not_there_is_not_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bml_core.commands.quickstart.hosts.is_installed", lambda _module: False)
    assert installed.is_installed("bml_core")
    quickstart("notes")
    assert site(Path("notes"))["theme"] == {"name": "mkdocs", "color_mode": "auto"}
    assert "material" not in Path("notes/requirements.txt").read_text("utf-8")
