"""A small documentation with every construct, built once in each theme.

    python -m tests.browser.sites build/themes

builds it for the eye.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from bml_core.render.html import site_files
from tests.programs import run_alone, run_here

TOP = Path(__file__).parents[2]
NOTES = Path(__file__).parent / "roots" / "notes"
#: Pages of the demonstration that join the small ones, with the files they show.
DEMO_PAGES = ("one-notrump.md", "competition.md", "one-notrump.bml", "stayman.bml", "transfer*.bml")

SYSTEMS: dict[str, object] = {"systems": {"system": {}, "club": {}}}
SITE_ADDRESS = "https://example.org"
LONG_WORD = "Überbietungsverfahren" * 15
LONG_DESCRIPTION = "A description that goes on and on, with 5+!h or 1NT here and there. " * 30


@dataclass(frozen=True, slots=True)
class Theme:
    """A theme of one of the hosts.

    ``switches`` if a page that is open follows the reader from light to dark. ``options`` are those it needs
    to follow the reader at all, ``search`` those of the search of MkDocs that it needs to look for words as
    short as a bid.
    """

    name: str
    host: str
    has_dark: bool = True
    switches: bool = True
    options: dict[str, object] = field(default_factory=dict)
    search: dict[str, object] = field(default_factory=dict)

    def page(self, name: str) -> str:
        """The path of a page in the site."""
        if self.host == "sphinx":
            return f"{name}.html"
        return "index.html" if name == "index" else f"{name}/index.html"


THEMES = (
    Theme("alabaster", "sphinx", has_dark=False),
    Theme("furo", "sphinx"),
    Theme("sphinx_rtd_theme", "sphinx", has_dark=False),
    Theme("pydata_sphinx_theme", "sphinx"),
    Theme("sphinx_book_theme", "sphinx"),
    Theme("mkdocs", "mkdocs", options={"color_mode": "auto"}, search={"min_search_length": 2}),
    Theme(
        "material",
        "mkdocs",
        switches=False,
        options={
            "font": False,
            "features": ["navigation.instant"],
            "palette": [
                {"media": "(prefers-color-scheme: light)", "scheme": "default"},
                {"media": "(prefers-color-scheme: dark)", "scheme": "slate"},
            ],
        },
    ),
    Theme(
        "zensical",
        "zensical",
        switches=False,
        options={
            "variant": "modern",
            "font": False,
            "features": ["navigation.instant"],
            "palette": [
                {"media": "(prefers-color-scheme: light)", "scheme": "default"},
                {"media": "(prefers-color-scheme: dark)", "scheme": "slate"},
            ],
        },
    ),
)


def prepare_source(folder: Path) -> None:
    """Bring the pages together in ``folder``."""
    shutil.copytree(NOTES, folder, dirs_exist_ok=True)
    for pattern in DEMO_PAGES:
        for path in (TOP / "demo_docs" / "system").glob(pattern):
            shutil.copy(path, folder)
    trials = folder / "trials.md"
    text = trials.read_text("utf-8")
    trials.write_text(
        text.replace("LONGWORD", LONG_WORD[:300]).replace("DESCRIPTION", LONG_DESCRIPTION[:2000])
    )


def build_site(theme: Theme, folder: Path) -> Path:
    """Build the pages in a theme; the site is ``folder``/name of the theme."""
    source, site = folder / "source", folder / theme.name
    command = {"sphinx": _sphinx, "mkdocs": _mkdocs, "zensical": _zensical}[theme.host]
    # What is counted for the pages of one theme serves the next one.
    run = run_alone if theme.host == "zensical" else run_here
    result = run(*command(theme, source, site), folder=folder)
    if result.returncode:
        raise RuntimeError(f"{theme.name}: {result.stdout}{result.stderr}")
    return site


def _sphinx(theme: Theme, source: Path, site: Path) -> list[str]:
    # What was read serves every theme.
    doctrees = str(source.with_name("doctrees"))
    options = [f"-Dhtml_theme_options.{key}={value}" for key, value in theme.options.items()]
    return [
        "sphinx-build",
        "-q",
        "-d",
        doctrees,
        f"-Dhtml_theme={theme.name}",
        *options,
        str(source),
        str(site),
    ]


def _settings(theme: Theme, source: Path, site: Path) -> dict[str, object]:
    return {
        "site_name": "Notes of a partnership",
        # The theme looks up here which pages it may exchange without loading them.
        "site_url": f"{SITE_ADDRESS}/{theme.name}/",
        "docs_dir": str(source),
        "site_dir": str(site),
        "theme": {"name": theme.name, **theme.options},
        "exclude_docs": "conf.py\n*.rst\n*.bml\n*.pbn\n",
        "markdown_extensions": [
            "tables",
            {"toc": {"permalink": True}},
            "pymdownx.highlight",
            "pymdownx.superfences",
        ],
        "nav": [
            "index.md",
            "constructs.md",
            "trials.md",
            "one-notrump.md",
            "competition.md",
            "plain.md",
            "quiz.md",
            "numbers.md",
            "box.md",
        ],
    }


def _mkdocs(theme: Theme, source: Path, site: Path) -> list[str]:
    settings = _settings(theme, source, site)
    settings["plugins"] = [{"search": theme.search}, {"bml": SYSTEMS}]
    config = source.with_name(f"{theme.name}.yml")
    config.write_text(json.dumps(settings), "utf-8")
    return ["mkdocs", "--quiet", "build", "--clean", "-f", str(config)]


def _zensical(theme: Theme, source: Path, site: Path) -> list[str]:
    settings = _settings(theme, source, site)
    # Both folders lie beside the configuration.
    settings |= {"theme": theme.options, "docs_dir": source.name, "site_dir": site.name}
    settings["markdown_extensions"] = [
        *cast("list[object]", settings["markdown_extensions"]),
        {"bml": SYSTEMS},
    ]
    (source / "assets").mkdir(exist_ok=True)
    for name, text in site_files().items():
        (source / "assets" / name).write_text(text, "utf-8")
    settings |= {
        "extra_css": ["assets/bml.css", "assets/bml-field.css"],
        "extra_javascript": ["assets/bml.js", "assets/bml-field.js"],
    }
    config = source.with_name(f"{theme.name}.yml")
    config.write_text(json.dumps(settings), "utf-8")
    return ["zensical", "build", "--clean", "-f", str(config)]


def main(folder: Path) -> None:
    """Build every theme below ``folder``; the file ``pages`` there names a page of each."""
    shutil.rmtree(folder, ignore_errors=True)
    prepare_source(folder / "source")
    pages = [build_site(theme, folder) / theme.page("constructs") for theme in THEMES]
    lines = (f"theme {os.path.relpath(page)}\n" for page in pages)
    (folder / "pages").write_text("".join(lines), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]).absolute())
