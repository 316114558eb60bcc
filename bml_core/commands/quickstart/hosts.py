"""What the command has to know of a program that builds sites."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from bml_core.commands.quickstart.answers import Answers
from bml_core.commands.quickstart.installed import is_installed
from bml_core.commands.quickstart.survey import Folder
from bml_core.commands.quickstart.writing import NewFile


@dataclass(frozen=True, slots=True)
class Theme:
    """A theme: its module, its name in a configuration, and what pip needs to get it, if anything."""

    module: str
    name: str
    requirement: str = ""


@dataclass(frozen=True, slots=True)
class Build:
    """The arguments of the program, its options and then its paths, and the folder of the web pages.

    The paths are relative to the folder of the notes.
    """

    options: tuple[str, ...]
    paths: tuple[str, ...]
    output: str


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Pages that a program does not read where they are, and what to do about it, as one sentence."""

    pages: tuple[str, ...] = ()
    advice: str = ""


@dataclass(frozen=True, slots=True)
class Host:
    """A program that builds sites.

    ``program`` is its name on the command line, ``module`` the one that Python runs (``python -m sphinx``).
    ``configuration`` is the file that it needs, ``uses_bml`` finds BML in one, and ``lines`` are what one
    without it lacks. ``themes`` are the nicer ones first; the last comes with the program.
    ``example_folder`` is where the example system belongs, with a slash at its end. ``left_out`` tells the
    pages that it does not read where they are.
    """

    name: str
    program: str
    module: str
    configuration: str
    uses_bml: re.Pattern[str]
    lines: tuple[str, ...]
    themes: tuple[Theme, ...]
    example_folder: str
    build: Callable[[Folder], Build]
    own_files: Callable[[Folder, Answers, Theme], list[NewFile]]
    requirements: Callable[[Folder], list[str]]
    left_out: Callable[[Folder], LeftOut]

    def theme(self) -> Theme:
        """The first theme that is here."""
        return next((theme for theme in self.themes if is_installed(theme.module)), self.themes[-1])
