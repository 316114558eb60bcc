"""What the user wants: from the options, from questions on a terminal, or by default."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from bml_core.commands.programs import UsageError
from bml_core.commands.quickstart.installed import is_installed
from bml_core.commands.quickstart.survey import Folder, top_folders

HOSTS = ("mkdocs", "sphinx")
_UNTITLED = "Our system"


@dataclass(frozen=True, slots=True)
class Answers:
    """What the site is to be; the texts are single lines."""

    host: str
    title: str
    author: str
    language: str


def collect(options: argparse.Namespace, folder: Folder) -> Answers:
    """The answers; asks for those the options leave open only where someone can answer."""
    ask = _ask if _is_terminal() and not options.yes else _take_default
    host = options.host or ask("Built by mkdocs or sphinx", _host(folder), HOSTS.__contains__)
    # The texts of a configuration that is there already stay.
    ask = _take_default if folder.configuration(host) else ask
    title = options.title if options.title is not None else ask("Title", _title(folder), bool)
    author = options.author if options.author is not None else ask("Author", folder.author, _anything)
    return Answers(host, _line(title) or _UNTITLED, _line(author), options.language or "en")


def _is_terminal() -> bool:
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def _anything(_answer: str) -> bool:
    return True


def _take_default(_question: str, default: str, _is_right: Callable[[str], bool]) -> str:
    return default


def _ask(question: str, default: str, is_right: Callable[[str], bool]) -> str:
    while True:
        try:
            answer = input(f"{question} [{default}]: ").strip() or default
        except EOFError:
            raise UsageError("the questions were not answered, so nothing was written") from None
        if is_right(answer):
            return answer


def _host(folder: Folder) -> str:
    """The host of what is configured already, or the one the folder suits.

    Sphinx reads pages from the folder its configuration lies in, MkDocs wants them all in one folder below.
    """
    if folder.configured:
        return folder.configured[0][0]
    tops = top_folders((*folder.pages, *folder.documents))
    if len(tops) > 1 or "" in tops:
        return "sphinx"
    return "sphinx" if is_installed("sphinx") and not is_installed("mkdocs") else "mkdocs"


def _title(folder: Folder) -> str:
    name = Path(folder.top).resolve().name.replace("_", " ").replace("-", " ")
    if folder.title or not folder.is_bare:
        return _line(folder.title or name[:1].upper() + name[1:]) or _UNTITLED
    return _UNTITLED


def _line(text: str) -> str:
    """The text on one line, without what no configuration can hold."""
    shown = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(shown.split())
