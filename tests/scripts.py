"""Scripts in text files: what is written, what is done with it, and what then is shown.

A file holds scripts; each begins with ``==== title`` and has steps below lines ``---- step argument``. Some
steps do something (write a file, build), others show something, and the lines below are what they show.
Every kind of script (``Stage``) has steps of its own; these are of all that make pages (``Pages``):

find [FILE] SELECTOR [@ATTRIBUTE]   text (or attribute; ``@tag``: name and text) of each element
says FILE, has FILE, lacks FILE     lines that are in the text of a page, in a file, or not in it
warnings, codes                     what the last build reported; without these steps, it reported nothing

``SCRIPTS=write pytest -n 0 FILE`` writes what is shown into the scripts: read the difference.
"""

from __future__ import annotations

import os
import re
from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml
from bs4 import BeautifulSoup, Tag

_SCRIPT = re.compile(r"^==== (.+)\n", re.MULTILINE)
_STEP = re.compile(r"^---- (.+)\n?", re.MULTILINE)
_WANTED = {"says", "has", "lacks"}
Steps = list[tuple[str, list[str]]]


@dataclass
class Script:
    """A script of a file: its title, and its steps with the lines below them."""

    source: Path
    title: str
    steps: list[tuple[str, str]]

    def run(self, stage: Stage) -> tuple[Steps, Steps]:
        """Take each step; what was shown, and the lines below the steps."""
        shown: Steps = []
        expected: Steps = []
        for step, body in self.steps:
            name, _, argument = step.partition(" ")
            lines = getattr(stage, name)(argument, body)
            shown.append((step, body.splitlines() if lines is None else lines))
            expected.append((step, body.splitlines()))
        shown += [("reported besides", [line]) for line in stage.reported]
        if os.environ.get("SCRIPTS") == "write":
            wanted = zip(shown, expected, strict=False)
            self._write([old if old[0].split()[0] in _WANTED else new for new, old in wanted])
        return shown, expected

    def _write(self, shown: Steps) -> None:
        steps = (f"---- {step}\n" + "".join(f"{line}\n" for line in lines) for step, lines in shown)
        text = self.source.read_text("utf-8")
        start = text.index(f"==== {self.title}\n")
        end = text.find("\n==== ", start)
        rest = text[end:] if end >= 0 else ""
        self.source.write_text(f"{text[:start]}==== {self.title}\n{''.join(steps)}{rest}", "utf-8")


def scripts(folder: Path) -> pytest.MarkDecorator:
    """Run a test with the argument ``script`` for each script in the text files of ``folder``."""
    found = [script for path in sorted(folder.glob("*.txt")) for script in _read(path)]
    ids = [f"{script.source.stem}: {script.title}" for script in found]
    assert len(ids) == len(set(ids)), "titles are unique in a file"
    return pytest.mark.parametrize("script", found, ids=ids)


def _read(path: Path) -> list[Script]:
    _, *parts = _SCRIPT.split(path.read_text("utf-8"))
    scripts = []
    for title, text in zip(parts[::2], parts[1::2], strict=True):
        _, *steps = _STEP.split(text)
        bodies = [body.rstrip("\n") + "\n" if body.strip("\n") else "" for body in steps[1::2]]
        scripts.append(Script(path, title, list(zip(steps[::2], bodies, strict=True))))
    return scripts


class Stage:
    """What a script is run on; its methods are the steps."""

    reported: list[str]

    def __init__(self) -> None:
        self.reported = []


class Pages(Stage, ABC):
    """What makes pages and reports things."""

    @abstractmethod
    def text(self, name: str) -> str:
        """A file that was made."""

    def tree(self, name: str) -> Tag:
        """A page that was made."""
        return BeautifulSoup(self.text(name), "html.parser")

    def settings(self, body: str) -> dict[str, Any]:
        """The settings below a step; what the last build reported must have been shown."""
        assert self.reported == []
        return yaml.safe_load(body) or {}

    def find(self, query: str, _: str) -> list[str]:
        name, _, selector = query.partition(" ")
        return selected(self.tree(name), selector)

    def says(self, name: str, body: str) -> list[str]:
        page = self.tree(name)
        text = f"{_plain(page.get_text())}\n{_plain(page.get_text(' '))}"
        return [line for line in body.splitlines() if line in text]

    def has(self, name: str, body: str) -> list[str]:
        text = self.text(name)
        return [line for line in body.splitlines() if line in text]

    def lacks(self, name: str, body: str) -> list[str]:
        text = self.text(name)
        return [line for line in body.splitlines() if line not in text]

    def warnings(self, *_: str) -> list[str]:
        reported, self.reported = self.reported, []
        return reported

    def file(self, name: str, _: str) -> list[str]:
        return self.text(name).splitlines()


def selected(page: Tag, query: str) -> list[str]:
    """Text or attribute of each element that ``SELECTOR @ATTRIBUTE`` finds."""
    selector, _, attribute = query.partition(" @")
    return [_shown(tag, attribute) or "-" for tag in page.select(selector)]


def _shown(tag: Tag, attribute: str) -> str:
    if not attribute:
        return _text(tag)
    if attribute == "tag":
        return f"{tag.name} {_text(tag)}".strip()
    if attribute not in tag.attrs:
        return "(none)"
    return " ".join(map(str, tag.get_attribute_list(attribute)))


def _text(tag: Tag) -> str:
    return _plain(tag.get_text()).strip().rstrip("¶")


def _plain(text: str) -> str:
    return " ".join(text.split())
