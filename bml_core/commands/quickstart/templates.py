"""The files that come with the command, and how they are filled."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from importlib.resources import files

_PLACE = re.compile(r"@(\w+)@")
_EMPTY_LINES = re.compile(r"\n{3,}")
_FOLDER = files(__package__) / "templates"
_WORDS_OF_YAML = {"true", "false", "yes", "no", "on", "off", "null"}
#: The example system, its main file first.
EXAMPLE = ("openings.bml", "defence.bml")


def read(name: str) -> str:
    """A file of the templates as it is.

    >>> read("example/defence.bml").splitlines()[0]
    '#+TITLE: Defence and competition'
    """
    return (_FOLDER / name).read_text("utf-8")


def fill(name: str, **values: str) -> str:
    r"""A template with every ``@name@`` replaced; what is empty leaves no gap.

    >>> fill("common/gitignore.in", output="site")
    '# What is built\n/site/\n'
    """
    filled = _PLACE.sub(lambda place: values[place[1]], read(name))
    return _EMPTY_LINES.sub("\n\n", filled).rstrip("\n") + "\n"


def literal(value: str | Sequence[str] | Mapping[str, str]) -> str:
    r"""Texts as Python and YAML both read them.

    >>> print(literal('Say "pass" ♥'), literal(["_build", "old"]))
    "Say \"pass\" ♥" ["_build", "old"]
    """
    return json.dumps(value, ensure_ascii=False)


def scalar(text: str) -> str:
    """A text as a YAML value, in quotes only where YAML would read it otherwise.

    >>> scalar("Our system"), scalar("1NT: strong"), scalar("no")
    ('Our system', '"1NT: strong"', '"no"')
    """
    is_plain = re.fullmatch(r"[A-Za-z][\w ./-]*[\w/]", text) and text.lower() not in _WORDS_OF_YAML
    return text if is_plain else literal(text)
