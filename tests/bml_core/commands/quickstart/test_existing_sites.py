"""``bml quickstart`` for sites that exist: what it shows fits what is there, and never breaks the build."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from mkdocs.utils.yaml import get_yaml_loader, yaml_load
from sphinx.config import eval_config_file
from sphinx.util.tags import Tags

from tests.bml_core.commands.quickstart.folders import CLUB, contents, next_commands, paste, put, quickstart

Capture = pytest.CaptureFixture[str]
NOTES = {
    "ours.bml": b"#+TITLE: Ours with 1!c\n\n1C  16+ hcp\n",
    "more/weak twos.bml": b"* Weak\n\n2M  6 cards\n",
}
INDEX_RST = b"Home\n====\n\nText\n\n.. toctree::\n\n   other\n"
INDEX_MD = b"# Home\n\n```bml\n1D  4+ cards\n```\n"
OTHER = b"Other\n=====\n\nMore\n"

CONFS = {
    "nothing": b"",
    "a name alone": b'project = "Club"',
    "another extension": b'extensions = ["sphinx.ext.todo"]\n',
    "several lines": b'extensions = [\n    "sphinx.ext.todo",  # later\n    "sphinx.ext.intersphinx",\n]\n\n\n',  # noqa: E501
    "added": b'extensions = []\nextensions += ["sphinx.ext.todo"]\nextensions.append("sphinx.ext.intersphinx")\n',  # noqa: E501
    "tuple": b'extensions = ("sphinx.ext.todo",)\nsource_suffix = (".rst",)\n',
    "computed": b'names = ["todo"]\nextensions = [f"sphinx.ext.{name}" for name in names]\n'
    b'source_suffix = dict.fromkeys([".rst"], "restructuredtext")\n',
    "conditional": b'import os\nif os.environ.get("NEVER"):\n    extensions = ["sphinx.ext.todo"]\n'
    b'    source_suffix = ".rst"\n',
    "from another file": b"import os, sys\nsys.path.append(os.path.dirname(__file__))\nfrom base import *\n",
    "windows": b'extensions = ["sphinx.ext.todo"]\r\nsource_suffix = ".rst"\r\n',
    "latin": b'# -*- coding: latin-1 -*-\nproject = "Br\xfccke"\nsource_suffix = [".rst"]\n',
    "a function": b'extensions = ["sphinx.ext.todo"]\n\n\ndef setup(app):\n    extensions = 1\n    return {}',
    "patterns": b'exclude_patterns = ["_build", "more"]\nsource_suffix: dict[str, str] = {".rst": "restructuredtext"}\n',  # noqa: E501
}
MYST = {
    "myst": b'extensions = ["myst_parser"]\n',
    "myst with a list": b'extensions = ["myst_parser"]\nsource_suffix = [".rst", ".md"]\n',
    "myst with a dict": b'extensions = ["myst_parser"]\nsource_suffix = {".rst": "restructuredtext", ".md": "markdown"}\n',  # noqa: E501
    "myst with one": b'extensions = ["myst_parser"]\nsource_suffix = ".md"\n',
    "myst with fences": b'extensions = ["myst_parser"]\nmyst_fence_as_directive = ["mermaid"]\n',
    "myst computed": b'extensions = []\nextensions.append("myst_parser")\nsource_suffix = [s for s in (".rst", ".md")]\n',  # noqa: E501
}
SITES = {
    "a comment": "# Club\n",
    "no plugins": "site_name: Club\n",
    "no plugins, no end": "site_name: Club",
    "a list": "plugins:\n  - search\nsite_name: Club\n",
    "options": "site_name: Club\nplugins:\n- search:\n    lang: en  # ours\n\n# The theme\ntheme: readthedocs\n",  # noqa: E501
    "a map": "site_name: Club\nplugins:\n  search:\n    lang: en\n",
    "brackets": "site_name: Club\nplugins: [search]\n",
    "brackets, several lines": "site_name: Club\nplugins: [\n  search,\n  ]\n",
    "empty brackets": "site_name: Club\nplugins: []\n",
    "nothing said": "site_name: Club\nplugins:\ntheme: mkdocs\n",
    "list of extensions": "site_name: Club\nmarkdown_extensions:\n  - admonition\n  - toc:\n      permalink: true\n",  # noqa: E501
    "map of extensions": "site_name: Club\nmarkdown_extensions:\n  toc:\n    permalink: true\n  admonition: {}\n",  # noqa: E501
    "nav": "site_name: Club\nnav:\n  - Home: index.md\n  - Ours:\n      - ours.bml\nplugins:\n  - search\n",
    "nav in brackets": "site_name: Club\nnav: [index.md, {Ours: ours.bml}]\n",
    "names of python": "site_name: Club\nmarkdown_extensions:\n  - pymdownx.superfences:\n"
    "      custom_fences:\n        - name: mermaid\n          class: mermaid\n"
    "          format: !!python/name:pymdownx.superfences.fence_code_format\n",
    "inherits a list": "INHERIT: base.yml\nsite_name: Club\n",
    "inherits brackets": "INHERIT: flow.yml\nsite_name: Club\n",
    "inherits a map": "INHERIT: map.yml\nsite_name: Club\n",
    "windows": "site_name: Club\r\nplugins:\r\n  - search\r\n",
    "a text at the end": "site_name: Club\nplugins:\n  - search\nexclude_docs: |\n  drafts/\n\n",
}
PARENTS = {
    "base.yml": b"plugins:\n    - search:\n        lang: en\ntheme: mkdocs\n",
    "flow.yml": b"plugins: [search]\n",
    "map.yml": b"plugins:\n  search: {}\n",
}


def shown(report: str) -> str:
    return report.partition("not set up for BML yet.\n")[2].partition("To let quickstart")[0]


def write(folder: str, host: str, capsys: Capture) -> str:
    """Let quickstart show changes, then make them, then find nothing to change."""
    before = contents(Path(folder))
    quickstart(folder, "--host", host)
    assert {name: data for name, data in contents(Path(folder)).items() if name in before} == before
    assert "add --write" in capsys.readouterr().out
    quickstart(folder, "--host", host, "--write")
    report = capsys.readouterr().out
    for name, data in before.items():
        now = Path(folder, name).read_bytes()
        assert now == data or Path(folder, f"{name}.bak").read_bytes() == data
    quickstart(folder, "--host", host, "--write")
    assert "changed " not in capsys.readouterr().out
    return report


def build(report: str, *, in_shell: bool = False) -> None:
    (line,) = next_commands(report)
    paste(line, Path.cwd(), in_shell=in_shell)


def put_sphinx(name: str) -> None:
    if name in MYST:
        put(Path("site"), {"conf.py": MYST[name], "index.md": INDEX_MD, **NOTES})
        return
    base = {"base.py": b'extensions = ["sphinx.ext.todo"]\nsource_suffix = [".rst"]\n'}
    put(Path("site"), {"conf.py": CONFS[name], "index.rst": INDEX_RST, "other.rst": OTHER, **NOTES, **base})


def put_mkdocs(name: str) -> None:
    put(Path("site"), {"mkdocs.yml": SITES[name].encode(), "docs/index.md": INDEX_MD, **PARENTS})
    put(Path("site/docs"), NOTES)


@pytest.mark.parametrize("name", [name for name in (*CONFS, *MYST) if name != "from another file"])
def test_sphinx(name: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setattr("sys.path", [*sys.path])
    monkeypatch.delitem(sys.modules, "base", raising=False)
    put_sphinx(name)
    write("site", "sphinx", capsys)
    # Sphinx runs the program in its own folder.
    monkeypatch.chdir("site")
    config = eval_config_file(Path("conf.py").absolute(), Tags())
    assert list(config["extensions"])[-1] == "sphinx_bml"
    assert config["source_suffix"][".bml"] == "bml"
    assert config["source_suffix"][".md" if name in MYST else ".rst"] in ("markdown", "restructuredtext")
    assert ("bml" in config.get("myst_fence_as_directive", ())) is (name in MYST)


@pytest.mark.parametrize("name", SITES)
def test_mkdocs(name: str, capsys: Capture) -> None:
    put_mkdocs(name)
    before = settings()
    write("site", "mkdocs", capsys)
    after = settings()
    had = before.pop("plugins", None)
    plugins = after.pop("plugins")
    if isinstance(plugins, dict):
        assert plugins == {**(had or {}), "bml": {}}
    else:
        assert plugins == [*(["search"] if had is None else had), "bml"]
    nav = before.pop("nav", None)
    assert after.pop("nav", None) == (None if nav is None else [*nav, "more/weak twos.bml"])
    assert after == before


def settings() -> dict[str, Any]:
    """What a ``mkdocs.yml`` says, with what it inherits."""
    loader: Any = type("Loader", (get_yaml_loader(),), {})
    loader.add_multi_constructor("tag:yaml.org,2002:python/name:", lambda _loader, name, _node: name)
    with Path("site/mkdocs.yml").open("rb") as source:
        return yaml_load(source, loader)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["from another file", "computed", "myst with a list"])
def test_sphinx_builds(name: str, capsys: Capture) -> None:
    put_sphinx(name)
    # What a process imports from another file, none after it does.
    build(write("site", "sphinx", capsys), in_shell=name == "from another file")
    assert 'class="bml-table"' in Path("site/_build/html/more/weak twos.html").read_text("utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["names of python", "inherits a list"])
def test_mkdocs_builds(name: str, capsys: Capture) -> None:
    put_mkdocs(name)
    build(write("site", "mkdocs", capsys))
    assert 'class="bml-table"' in Path("site/site/more/weak twos/index.html").read_text("utf-8")


@pytest.mark.slow
def test_several_systems_in_a_site(capsys: Capture) -> None:
    put(Path("site"), {"mkdocs.yml": b"site_name: Club\nplugins: [search]\n", "docs/index.md": b"# Home\n"})
    put(Path("site/docs"), {name: data.replace(b"8C  wrong\n", b"") for name, data in CLUB.items()})
    build(write("site", "mkdocs", capsys))
    assert {path.name for path in Path("site/site").glob("*.bss")} == {
        "Anna-Bert.bss",
        "polish.bss",
        "üben.bss",
    }


def test_the_lines_for_sphinx(capsys: Capture) -> None:
    put(Path("site"), {"conf.py": MYST["myst with a list"], "index.md": INDEX_MD, **NOTES})
    quickstart("site")
    assert shown(capsys.readouterr().out) == (
        "Write into site/conf.py, at its end:\n"
        "    # Bridge notes: blocks of BML on pages, and BML files as pages.\n"
        '    extensions = [*extensions, "sphinx_bml"]\n'
        '    source_suffix = {".rst": "restructuredtext", ".md": "markdown", ".bml": "bml"}\n'
        '    myst_fence_as_directive = ["bml"]\n'
        "\n"
        "Write into site/index.md, at its end:\n"
        "    ```{toctree}\n"
        "    :maxdepth: 2\n"
        "\n"
        "    /ours\n"
        "    /more/weak twos\n"
        "    ```\n"
        "\n"
    )


def test_the_lines_for_mkdocs(capsys: Capture) -> None:
    put(Path("site"), {"mkdocs.yml": SITES["nav"].encode(), "docs/index.md": INDEX_MD})
    put(Path("site/docs"), NOTES)
    quickstart("site")
    assert shown(capsys.readouterr().out) == (
        "Write into site/mkdocs.yml, below line 5:\n"
        '      - "more/weak twos.bml"\n'
        "\n"
        "Write into site/mkdocs.yml, at its end:\n"
        "      - bml\n"
        "\n"
    )


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"conf.py": b"extensions = [\n"}, "site/conf.py is not Python: line 1: '[' was never closed"),
        ({"conf.py/__init__.py": b""}, "site/conf.py is not a file"),
        ({"mkdocs.yml": b"site_name: [\n"}, "site/mkdocs.yml is not YAML: line 2: "),
        ({"mkdocs.yml": b"- a\n"}, "site/mkdocs.yml holds no settings"),
        ({"mkdocs.yml": b"INHERIT: none.yml\n"}, "site/none.yml is not a file"),
    ],
)
def test_a_configuration_that_nobody_can_read(files: dict[str, bytes], message: str, capsys: Capture) -> None:
    put(Path("site"), {**files, "docs/ours.bml": b"1C  x\n"})
    before = contents(Path("site"))
    quickstart("site", "--write", status=2)
    assert message in capsys.readouterr().err
    assert contents(Path("site")) == before


@pytest.mark.parametrize(
    "plugins",
    [
        "extra: &all\n  - search\nplugins: *all\n",
        "plugins: !ENV [PLUGINS, [search]]\n",
        "plugins:\n  - search\n  - *last\n",
    ],
)
def test_a_list_that_is_written_elsewhere(plugins: str, capsys: Capture) -> None:
    text = f"site_name: &last Club\n{plugins}".encode()
    put(Path("site"), {"mkdocs.yml": text, "docs/ours.bml": b"1C  x\n"})
    quickstart("site", "--write")
    assert "Add bml to the list of plugins of mkdocs.yml." in capsys.readouterr().out
    assert Path("site/mkdocs.yml").read_bytes() == text


def test_after_a_failure_the_old_files_are_back(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    put(
        Path("site"), {"conf.py": b"", "index.rst": INDEX_RST, "ours.bml": b"1C  x\n", ".github": b"a file\n"}
    )
    before = contents(Path("site"))
    quickstart("site", "--write", status=2)
    assert "nothing was changed" in capsys.readouterr().err
    assert contents(Path("site")) == before


def test_the_home_folder(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setenv("HOME", str(Path.cwd()))
    quickstart(".", status=2)
    assert "is not a folder of notes; make one, such as our-notes" in capsys.readouterr().err
    assert not any(Path().iterdir())
