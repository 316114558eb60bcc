"""``bml quickstart`` for sites that exist: the lines that it shows can be pasted, and what then is built."""

from __future__ import annotations

import re
import sys
import textwrap
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
    "nothing": "",
    "no name": "site_name:  # later\ntheme: mkdocs\n",
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
    "names of python": "site_name: Club\nmarkdown_extensions:\n  - pymdownx.superfences:\n"
    "      custom_fences:\n        - name: mermaid\n          class: mermaid\n"
    "          format: !!python/name:pymdownx.superfences.fence_code_format\n",
    "inherits a list": "INHERIT: base.yml\nsite_name: Club\n",
    "inherits brackets": "INHERIT: flow.yml\nsite_name: Club\n",
    "inherits a map": "INHERIT: map.yml\nsite_name: Club\n",
    "windows": "site_name: Club\r\nplugins:\r\n  - search\r\n",
    "a text at the end": "site_name: Club\nplugins:\n  - search\nexclude_docs: |\n  drafts/\n\n",
}
OTHER_FORMS = ("brackets, several lines", "nothing said")
PARENTS = {
    "base.yml": b"plugins:\n    - search:\n        lang: en\ntheme: mkdocs\n",
    "flow.yml": b"plugins: [search]\n",
    "map.yml": b"plugins:\n  search: {}\n",
}


def shown(report: str) -> str:
    return re.split(r"\n(?:bml-docs is|Next:)", report.partition("not set up for BML yet.\n")[2])[0]


def paste_all(folder: str, host: str, capsys: Capture) -> str:
    """Let quickstart show lines, write them where it says, and let it find nothing more to add."""
    before = contents(Path(folder))
    quickstart(folder, "--host", host)
    assert {name: data for name, data in contents(Path(folder)).items() if name in before} == before
    report = capsys.readouterr().out
    for path, where, text in ADDITION.findall(shown(report)):
        _write(Path(path), where, textwrap.dedent(text).encode())
    quickstart(folder, "--host", host)
    assert "not set up" not in capsys.readouterr().out
    return report


ADDITION = re.compile(r"(?m)^Write into (.+?), ([^\n]+):\n((?:(?:    .*)?\n)+)")


def _write(path: Path, where: str, lines: bytes) -> None:
    text = path.read_bytes() if path.exists() else b""
    at = len(text)
    if found := re.fullmatch(r"at the end of its (?:list of )?(\w+)", where):
        # Up to the next line without indentation that is not an item itself.
        begin = re.search(rb"(?m)^%b:.*\n" % found[1].encode(), text)
        assert begin
        end = re.compile(rb"(?m)^[^\s\-]").search(text, begin.end())
        at = end.start() if end else at
        indent = re.compile(rb" *").match(text, begin.end())
        assert indent
        lines = b"".join(indent[0] + line for line in lines.splitlines(keepends=True))
    if where == "in place of its line plugins":
        path.write_bytes(re.sub(rb"(?m)^plugins:.*\n", lambda _: lines, text))
        return
    if where.startswith("below the line "):
        at = text.index(b"\n", text.index(where.removeprefix("below the line ").encode())) + 1
    before = text[:at] if not at or text[:at].endswith(b"\n") else text[:at] + b"\n"
    path.write_bytes(before + (b"\n" if where.startswith("at its end") else b"") + lines + text[at:])


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
    paste_all("site", "sphinx", capsys)
    # Sphinx runs the program in its own folder.
    monkeypatch.chdir("site")
    config = eval_config_file(Path("conf.py").absolute(), Tags())
    assert list(config["extensions"])[-1] == "sphinx_bml"
    assert config["source_suffix"][".bml"] == "bml"
    # MyST adds its own ending.
    kind = config["source_suffix"].get(".md" if name in MYST else ".rst", "markdown")
    assert kind in ("markdown", "restructuredtext")
    assert ("bml" in config.get("myst_fence_as_directive", ())) is (name in MYST)


@pytest.mark.parametrize("name", [name for name in SITES if name not in OTHER_FORMS])
def test_mkdocs(name: str, capsys: Capture) -> None:
    put_mkdocs(name)
    before = settings()
    paste_all("site", "mkdocs", capsys)
    after = settings()
    before["site_name"] = before.get("site_name") or "Ours with 1♣"
    had = before.pop("plugins", ["search"])
    assert after.pop("plugins") == ({**had, "bml": {}} if isinstance(had, dict) else [*had, "bml"])
    nav = before.pop("nav", None)
    assert after.pop("nav", None) == (None if nav is None else [*nav, "more/weak twos.bml"])
    assert after == before


@pytest.mark.parametrize("name", OTHER_FORMS)
def test_plugins_in_another_form_are_not_a_list_to_paste_into(name: str, capsys: Capture) -> None:
    put_mkdocs(name)
    quickstart("site")
    where = "mkdocs.yml, at the end of its list of plugins, with one line for each plugin"
    assert f"{where}:\n      - bml\n" in shown(capsys.readouterr().out)


def settings() -> dict[str, Any]:
    """What a ``mkdocs.yml`` says, with what it inherits."""
    loader: Any = type("Loader", (get_yaml_loader(),), {})
    loader.add_multi_constructor("tag:yaml.org,2002:python/name:", lambda _loader, name, _node: name)
    with Path("site/mkdocs.yml").open("rb") as source:
        return yaml_load(source, loader)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["from another file", "computed", "myst", "myst with a list"])
def test_sphinx_builds(name: str, capsys: Capture) -> None:
    put_sphinx(name)
    # What a process imports from another file, none after it does.
    build(paste_all("site", "sphinx", capsys), in_shell=name == "from another file")
    assert 'class="bml-table"' in Path("site/_build/html/more/weak twos.html").read_text("utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["names of python", "options"])
def test_mkdocs_builds(name: str, capsys: Capture) -> None:
    put_mkdocs(name)
    build(paste_all("site", "mkdocs", capsys))
    assert 'class="bml-table"' in Path("site/site/more/weak twos/index.html").read_text("utf-8")


@pytest.mark.slow
def test_several_systems_in_a_site(capsys: Capture) -> None:
    put(
        Path("site"), {"mkdocs.yml": b"site_name: Club\nplugins:\n  - search\n", "docs/index.md": b"# Home\n"}
    )
    put(Path("site/docs"), {name: data.replace(b"8C  wrong\n", b"") for name, data in CLUB.items()})
    build(paste_all("site", "mkdocs", capsys))
    assert {path.name for path in Path("site/site").glob("*.bss")} == {
        "Anna-Bert.bss",
        "polish.bss",
        "üben.bss",
    }


@pytest.mark.slow
def test_zensical_builds(capsys: Capture) -> None:
    put(Path("site"), {"zensical.toml": b'[project]\nsite_name = "Club"\n', "docs/index.md": b"# Home\n"})
    put(Path("site/docs"), {"ours.bml": NOTES["ours.bml"]})
    _, build = next_commands(paste_all("site", "zensical", capsys))
    paste(build, Path.cwd(), in_shell=True)
    assert 'class="bml-table"' in next(Path("site/site").glob("ours*/**/*.html")).read_text("utf-8")
    assert Path("site/site/assets/bml.css").exists()
    assert "assets/bml.js" in Path("site/site/index.html").read_text("utf-8")


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"conf.py/__init__.py": b""}, "site/conf.py is not a file"),
        ({"mkdocs.yml": b"site_name: [\n"}, "site/mkdocs.yml is not YAML: line 2: "),
        ({"mkdocs.yml": b"- a\n"}, "site/mkdocs.yml holds no settings"),
        ({"zensical.toml": b"[project\n"}, "zensical.toml cannot be read: "),
        ({"mkdocs.yml": b"INHERIT: none.yml\n"}, "site/none.yml is not a file"),
    ],
)
def test_a_configuration_that_nobody_can_read(files: dict[str, bytes], message: str, capsys: Capture) -> None:
    put(Path("site"), {**files, "docs/ours.bml": b"1C  x\n"})
    before = contents(Path("site"))
    quickstart("site", status=2)
    assert message in capsys.readouterr().err
    assert contents(Path("site")) == before


def test_the_home_folder(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setenv("HOME", str(Path.cwd()))
    quickstart(".", status=2)
    assert "is not a folder of notes; make one, such as our-notes" in capsys.readouterr().err
    assert not any(Path().iterdir())
