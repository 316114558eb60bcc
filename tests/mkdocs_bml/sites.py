"""Small MkDocs sites, written down where they are tested."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from pathlib import Path

import yaml
from bs4 import BeautifulSoup
from mkdocs.commands.build import build
from mkdocs.config import load_config

from tests.programs import run_alone, run_here


class Site:
    """A site in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.output = folder / "site"

    def write(
        self, pages: Mapping[str, str], plugin: Mapping[str, object] | None = None, **config: object
    ) -> None:
        for name, text in pages.items():
            path = self.folder / "docs" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        plugins = [{"bml": dict(plugin)}] if plugin else ["bml"]
        settings = {"site_name": "Site", "theme": "mkdocs", "plugins": plugins, **config}
        (self.folder / "mkdocs.yml").write_text(yaml.safe_dump(settings), encoding="utf-8")

    def build(self, *, strict: bool = True, dirty: bool = False) -> None:
        config = load_config(str(self.folder / "mkdocs.yml"), strict=strict)
        config.plugins.on_startup(command="build", dirty=dirty)
        build(config, dirty=dirty)

    def page(self, name: str) -> BeautifulSoup:
        return BeautifulSoup((self.output / name).read_text("utf-8"), "html.parser")

    def bss(self, name: str = "system") -> str:
        return (self.output / f"{name}.bss").read_bytes().decode("utf-8")


def run(program: str, folder: Path) -> subprocess.CompletedProcess[str]:
    run_it = run_here if program == "mkdocs" else run_alone
    return run_it(program, "build", "--strict", "-f", "mkdocs.yml", folder=folder)
