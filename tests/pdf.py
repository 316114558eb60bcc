"""LaTeX runs, and what came out of them."""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from tests.system_tools import require_tool

ENGINES = ("pdflatex", "xelatex", "lualatex")


@dataclass(frozen=True)
class Pdf:
    """A PDF file and the log of the run that made it."""

    path: Path
    log: str

    @cached_property
    def pages(self) -> list[list[str]]:
        """The lines of each page, without empty ones."""
        command = [str(require_tool("pdftotext")), "-layout", str(self.path), "-"]
        text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        return [[line.strip() for line in page.splitlines() if line.strip()] for page in text.split("\f")][
            :-1
        ]

    @cached_property
    def text(self) -> str:
        """The words of all pages, one space between them."""
        return " ".join(" ".join(word for line in page for word in line.split()) for page in self.pages)

    @property
    def overfull(self) -> list[float]:
        """By how many points lines stick out into the margin."""
        return [float(found) for found in re.findall(r"Overfull \\hbox \(([\d.]+)pt", self.log)]


def typeset(file: Path, engine: str) -> Pdf:
    """Run a LaTeX engine once; the test fails with the end of the log where it stops."""
    program = require_tool(engine)
    run = subprocess.run(
        [str(program), "-interaction=nonstopmode", "-halt-on-error", file.name],
        cwd=file.parent,
        capture_output=True,
        check=False,
    )
    log = file.with_suffix(".log").read_text("utf-8", "replace")
    assert run.returncode == 0, log[-3000:]
    return Pdf(file.with_suffix(".pdf"), log)
