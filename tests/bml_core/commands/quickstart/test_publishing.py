"""``bml quickstart``: what publishes the site, and the commands it prints."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest
import yaml

import bml_core.commands.quickstart as command
from bml_core.commands.quickstart import sites
from tests.bml_core.commands.quickstart.folders import next_commands, put, quickstart, setting, site

HOSTS = ["mkdocs", "sphinx"]
Capture = pytest.CaptureFixture[str]


# ---------------------------------------------------------------- publishing


@pytest.mark.parametrize("host", HOSTS)
def test_github_pages_and_read_the_docs(host: str) -> None:
    quickstart("notes", "--host", host)
    workflow = yaml.safe_load(Path("notes/.github/workflows/bridge-notes.yml").read_text("utf-8"))
    # YAML 1.1 reads the key "on" as true.
    assert set(workflow) == {"name", True, "permissions", "concurrency", "jobs"}
    assert workflow["permissions"] == {"contents": "read"}
    assert "permissions" not in workflow["jobs"]["build"]
    assert workflow["jobs"]["publish"]["permissions"] == {"pages": "write", "id-token": "write"}
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
    assert "kept  notes/.readthedocs.yml (already exists)\n" in capsys.readouterr().out


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

    monkeypatch.setattr(sites, "distribution", lambda _name: Installed())
    quickstart("notes", "--host", "sphinx")
    written = Path("notes/requirements.txt").read_text("utf-8")
    assert (f"\n{line}\n" in written) is is_public
    # A name that nobody has registered yet is not asked for.
    assert ("\n# bml-docs[sphinx] @ git+https://" in written) is not is_public


# ---------------------------------------------------------------- the next command


@pytest.mark.parametrize(
    ("has_pip", "installer"), [(True, "-m pip install"), (False, f"uv pip install --python {sys.executable}")]
)
def test_a_program_that_is_not_there_is_installed_first(
    has_pip: bool, installer: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setattr(command, "is_installed", lambda module: False)
    monkeypatch.setattr("bml_core._package.find_spec", lambda module: has_pip or None)
    monkeypatch.setattr("shutil.which", lambda name, path=None: f"/bin/{name}" if path is None else None)
    quickstart("notes")
    first, second = next_commands(capsys.readouterr().out)
    assert f"{installer} '" in first
    assert all(f"'{name}" in first for name in ("mkdocs<2", "pymdown-extensions"))
    assert second == f"{sys.executable} -m mkdocs build -f notes/mkdocs.yml"


@pytest.mark.parametrize(
    ("files", "there", "host"),
    [
        ({"main.bml": b"1C  x\n"}, ["mkdocs"], "mkdocs"),
        ({"main.bml": b"1C  x\n"}, ["zensical"], "zensical"),
        ({"main.bml": b"1C  x\n"}, ["mkdocs", "sphinx"], "sphinx"),
        ({"docs/main.bml": b"1C  x\n"}, ["sphinx"], "sphinx"),
        ({"main.bml": b"1C  x\n", "style.md": b"# Style\n"}, ["mkdocs"], "sphinx"),
    ],
)
def test_a_host_that_is_there_builds_the_site_if_it_can(
    files: dict[str, bytes], there: list[str], host: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setattr(command, "is_installed", lambda module: module in there)
    put(Path("notes"), files)
    quickstart("notes")
    printed = capsys.readouterr().out
    assert re.search(rf"\b{host}(-build| build)", printed)
    why = (
        "The site is for Sphinx: MkDocs, which is installed, reads pages only below one folder, and would "
        "not have style.md. To use MkDocs, move such pages into notes/docs, and run this again "
        "with --host mkdocs.\n"
    )
    assert (why in printed) is (host not in there)


def test_what_markdown_needs_in_sphinx_is_installed_first(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setattr(command, "is_installed", lambda module: module != "myst_parser")
    put(Path("notes"), {"main.bml": b"1C  x\n", "style.md": b"# Style\n"})
    quickstart("notes")
    assert next_commands(capsys.readouterr().out)[0].endswith("-m pip install 'myst-parser>=5'")


def test_programs_have_short_names_where_the_shell_finds_them(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
    monkeypatch.delenv("UV", raising=False)
    quickstart(".")
    assert next_commands(capsys.readouterr().out) == ["mkdocs build -f mkdocs.yml"]
    monkeypatch.setenv("UV", "/usr/bin/uv")
    quickstart(".")
    mkdocs = Path(sys.executable).parent / "mkdocs"
    assert next_commands(capsys.readouterr().out) == [f"{mkdocs} build -f mkdocs.yml"]


def test_a_theme_that_is_not_there_is_not_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bml_core.commands.quickstart.sites.is_installed", lambda module: module == "mkdocs")
    quickstart("notes")
    assert site(Path("notes"))["theme"] == {
        "name": "mkdocs",
        "color_mode": "auto",
        "user_color_mode_toggle": True,
        "highlightjs": False,
    }
    assert "material" not in Path("notes/requirements.txt").read_text("utf-8")


def test_the_theme_is_the_one_that_is_installed_first(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    for module in (command, sites):
        monkeypatch.setattr(module, "is_installed", lambda _name: False)
    quickstart("notes", "--host", "sphinx")
    assert "furo>=" in next_commands(capsys.readouterr().out)[0]
    assert setting(Path("notes"), "html_theme") == "furo"
