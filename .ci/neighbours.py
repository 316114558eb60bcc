"""Builds a small site beside each plugin that the manual names, and looks for what must be on its page.

    python .ci/neighbours.py            # all of them
    python .ci/neighbours.py macros     # those whose names hold a word

puts each into an environment of its own, on top of this one, and prints the rows of the table of the manual.
It needs the network, and is no part of ``make test``.
"""

from __future__ import annotations

import json
import subprocess
import sys
import sysconfig
import tempfile
import venv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

ROWS = """\
1N  15--17 hcp, balanced
  2C  Stayman, see [the transfer](auction:1N-2D)
  2D  Transfer, 5+!h
"""
MARKDOWN = f"""\
# Openings

```bml
{ROWS}```

```bml frequencies
```
"""
MYST = MARKDOWN.replace("```bml frequencies", "```{bml:frequencies}").replace("```bml\n", "```{bml}\n")
REST = "Openings\n========\n\n.. bml::\n\n" + "".join(f"   {line}\n" for line in ROWS.splitlines())
ROW = 'id="1N-2C"'
NOTEBOOK = json.dumps(
    {
        "cells": [
            {"cell_type": "markdown", "id": "a", "metadata": {}, "source": MARKDOWN},
            {
                "cell_type": "code",
                "id": "b",
                "metadata": {},
                "execution_count": None,
                "outputs": [],
                "source": "import bml_core as bml\nbml.loads('1N  15--17')",
            },
        ],
        "metadata": {"kernelspec": {"name": "python3", "display_name": "Python", "language": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
)
MKDOCS = "site_name: Ours\ntheme: material\nplugins:\n  - search\n"
SPHINX = 'project = "Ours"\nhtml_theme = "alabaster"\n'


@dataclass(frozen=True)
class Neighbour:
    """A plugin, the files of a site with it, the page to look at, what is on it and what is not."""

    package: str
    files: Mapping[str, str]
    page: str = "site/index.html"
    present: tuple[str, ...] = (ROW, "Stayman", "bml-frequencies")
    absent: tuple[str, ...] = ("bml-later", 'href="auction:', 'class="bml-hands" data-bml')
    command: tuple[str, ...] = field(default=("mkdocs", "build", "--strict", "--quiet"))
    with_it: tuple[str, ...] = ()


def mkdocs(package: str, plugins: str, files: Mapping[str, str] | None = None, **more: object) -> Neighbour:
    """Return a neighbour in MkDocs, whose plugins are lines of YAML."""
    lines = "".join(f"  {line}\n" for line in plugins.splitlines())
    settings = files.get("mkdocs.yml", "") if files else ""
    pages = {"docs/index.md": MARKDOWN, **(files or {}), "mkdocs.yml": MKDOCS + lines + settings}
    return Neighbour(package, pages, **more)  # type: ignore[arg-type]


def sphinx(
    package: str, extensions: str, files: Mapping[str, str], conf: str = "", **more: object
) -> Neighbour:
    """Return a neighbour in Sphinx, with the names of its extensions."""
    names = [*extensions.split(), "sphinx_bml"]
    made = {"conf.py": f"{SPHINX}extensions = {names!r}\n{conf}", **files}
    command = ("sphinx", "-q", "-W", "-n", "-b", "html", ".", "site")
    return Neighbour(package, made, command=command, **{"present": (ROW, "Stayman"), **more})  # type: ignore[arg-type]


POST = "---\ndate: 2026-01-31\n---\n" + MARKDOWN.replace(
    "\n```bml frequencies", "\n<!-- more -->\n\n```bml frequencies"
)
NEIGHBOURS = (
    mkdocs("", "- bml"),
    mkdocs(
        "mkdocs-print-site-plugin",
        "- bml\n- print-site",
        page="site/print_page/index.html",
        present=("Stayman",),
    ),
    mkdocs(
        "mkdocs-material",
        "- blog\n- bml",
        {"docs/blog/index.md": "# Blog\n", "docs/blog/posts/one.md": POST},
        page="site/blog/2026/01/31/openings/index.html",
    ),
    mkdocs(
        "mkdocs-static-i18n",
        "- i18n:\n    languages:\n      - {locale: en, name: English, default: true}\n"
        "      - {locale: de, name: Deutsch}\n- bml",
        {"docs/index.de.md": MARKDOWN.replace("Openings", "Eröffnungen")},
        page="site/de/index.html",
        present=(ROW, "Stayman", "bml-frequencies", "Wie oft jede Ansage"),
    ),
    mkdocs(
        "mkdocs-macros-plugin",
        "- macros\n- bml",
        {
            "docs/index.md": MARKDOWN.replace("15--17", "{{ range }}"),
            "mkdocs.yml": "extra:\n  range: 15--17\n",
        },
    ),
    mkdocs(
        "mkdocs-include-markdown-plugin",
        "- include-markdown\n- bml",
        {"docs/index.md": '# Ours\n\n{% include-markdown "../part.md" %}\n', "part.md": MARKDOWN},
    ),
    mkdocs("mkdocs-awesome-nav", "- awesome-nav\n- bml", {"docs/.nav.yml": "nav:\n  - index.md\n"}),
    mkdocs(
        "mkdocs-monorepo-plugin",
        "- monorepo\n- bml",
        {
            "docs/index.md": "# Ours\n",
            "club/docs/index.md": MARKDOWN,
            "club/mkdocs.yml": "site_name: club\nnav:\n  - Openings: index.md\n",
            "mkdocs.yml": "nav:\n  - Home: index.md\n  - Club: '!include ./club/mkdocs.yml'\n",
        },
        page="site/club/index.html",
    ),
    mkdocs(
        "mkdocs-literate-nav",
        "- literate-nav:\n    nav_file: SUMMARY.md\n- bml",
        {"docs/SUMMARY.md": "* [Openings](index.md)\n"},
    ),
    mkdocs("mkdocs-section-index", "- section-index\n- bml"),
    mkdocs(
        "mkdocs-minify-plugin",
        "- bml\n- minify:\n    minify_html: true",
        present=("1N-2C", "Stayman", "bml-frequencies"),
    ),
    mkdocs("mkdocs-glightbox", "- glightbox\n- bml"),
    mkdocs("mkdocs-redirects", "- redirects:\n    redirect_maps:\n      old.md: index.md\n- bml"),
    mkdocs(
        "mkdocs-gen-files",
        "- gen-files:\n    scripts: [make.py]\n- bml",
        {
            "make.py": "import mkdocs_gen_files\nwith mkdocs_gen_files.open('made.md', 'w') as file:\n"
            f"    print({MARKDOWN!r}, file=file)\n",
            "docs/index.md": "# Ours\n",
        },
        page="site/made/index.html",
    ),
    mkdocs(
        "mkdocs-jupyter",
        "- mkdocs-jupyter:\n    execute: false\n- bml",
        {"docs/index.md": "# Ours\n", "docs/notes.ipynb": NOTEBOOK},
        page="site/notes/index.html",
        present=("Stayman",),
    ),
    sphinx("", "", {"index.rst": REST}),
    sphinx(
        "sphinx-design",
        "sphinx_design",
        {
            "index.rst": "Ours\n====\n\n.. tab-set::\n\n   .. tab-item:: Openings\n\n"
            + "".join(f"      {line}\n" if line else "\n" for line in REST.splitlines()[3:])
        },
    ),
    sphinx("sphinx-copybutton", "sphinx_copybutton", {"index.rst": REST}),
    sphinx(
        "myst-nb",
        "myst_nb",
        {
            "index.ipynb": NOTEBOOK.replace("```bml frequencies", "```{bml:frequencies}").replace(
                "```bml\\\\n", "```{bml}\\\\n"
            )
        },
        'nb_execution_mode = "cache"\nmyst_fence_as_directive = ["bml"]\n',
        present=(ROW, "Stayman", "<summary>Notes: 1 agreement"),
        with_it=("ipykernel",),
    ),
    sphinx(
        "Sphinx (autodoc)",
        "sphinx.ext.autodoc sphinx.ext.napoleon",
        {"index.rst": f"{REST}\n.. automodule:: ours\n   :members:\n", "ours.py": '"""Our rules."""\n'},
        'import sys\nsys.path.insert(0, ".")\n',
        present=(ROW, "Our rules"),
    ),
)


def built_in(name: str) -> bool:
    """Return whether nothing is to be installed."""
    return not name or "(" in name or name == "mkdocs-material"


def make_environment(folder: Path, neighbour: Neighbour) -> str:
    """Return the Python of an environment on top of this one, with the package in it."""
    if built_in(neighbour.package):
        return sys.executable
    venv.create(folder, with_pip=False)
    python = str(folder / "bin" / "python")
    paths = sysconfig.get_paths()["purelib"]
    where = "import sysconfig; print(sysconfig.get_paths()['purelib'])"
    lib = subprocess.run([python, "-c", where], capture_output=True, text=True, check=True).stdout.strip()
    # What an environment on top sees also holds what pip need not install again.
    Path(lib, "below.pth").write_text(f"import site; site.addsitedir({paths!r})\n", "utf-8")
    pip = [
        sys.executable,
        "-m",
        "pip",
        "--python",
        python,
        "install",
        "-q",
        neighbour.package,
        *neighbour.with_it,
    ]
    subprocess.run(pip, check=True)
    return python


def version_of(python: str, package: str) -> str:
    """Return the version that was tried."""
    name = package.partition(" ")[0] or "bml-docs"
    code = f"from importlib.metadata import version; print(version({name!r}))"
    return subprocess.run([python, "-c", code], capture_output=True, text=True, check=True).stdout.strip()


def faults(folder: Path, neighbour: Neighbour, python: str) -> Iterator[str]:
    """Yield what is wrong with a site beside a plugin."""
    for name, text in neighbour.files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    command = [python, "-m", *neighbour.command]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if run.returncode:
        yield f"the build fails: {(run.stdout + run.stderr).strip()[-600:]}"
        return
    page = folder / neighbour.page
    if not page.is_file():
        pages = ", ".join(sorted(str(each.relative_to(folder)) for each in folder.glob("site/**/*.html")))
        yield f"there is no {neighbour.page}, only {pages}"
        return
    shown = page.read_text("utf-8")
    yield from (f"the page lacks {each}" for each in neighbour.present if each not in shown)
    yield from (f"the page has {each}" for each in neighbour.absent if each in shown)


def main(words: list[str]) -> int:
    """Try the neighbours whose names hold one of the words."""
    wrong = 0
    for neighbour in NEIGHBOURS:
        if words and not any(word in neighbour.package for word in words):
            continue
        with tempfile.TemporaryDirectory() as folder:
            python = make_environment(Path(folder, "env"), neighbour)
            Path(folder, "ours").mkdir()
            found = [*faults(Path(folder, "ours"), neighbour, python)]
            name = neighbour.package or neighbour.command[0]
            print(f"| `{name}` | {version_of(python, neighbour.package)} |", *found, flush=True)
            wrong += bool(found)
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
