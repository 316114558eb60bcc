"""The programs that build sites: each is a folder of templates, with what they need in its ``host.toml``."""

from __future__ import annotations

import json
import os
import posixpath
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

EXTENSION_NAMES = ("bml", "mkdocs_bml", "mkdocs_bml.extension", "mkdocs_bml.extension:BmlExtension")
"""How settings of MkDocs and Zensical may name the extension."""

_TEMPLATES = Path(__file__).parent / "templates"


@dataclass(frozen=True, slots=True)
class Host:
    """A program that builds sites; ``host.toml`` of MkDocs says what the fields are."""

    name: str
    program: str
    configurations: list[str]
    uses_bml: str
    lines: list[str]
    arguments: list[str]
    output: str
    docs: str
    first_pages: list[str]
    themes: dict[str, str]
    left_out: str
    markdown: dict[str, str]
    shows_bml: bool

    @classmethod
    def named(cls, name: str) -> Host:
        """Read what a folder of templates says of its host."""
        return cls(name, **tomllib.loads((_TEMPLATES / name / "host.toml").read_text("utf-8")))

    def theme(self) -> str:
        """Return the first theme that is installed."""
        return next(filter(is_installed, self.themes), [*self.themes][-1])

    def path(self, pattern: str, configuration: str, top: str = "") -> str:
        """Return an output or an argument as a path, seen from where ``top`` is named from."""
        folder = posixpath.dirname(configuration) or "."
        return path_in(top, pattern.format(configuration=configuration, folder=folder))

    def command(self, configuration: str, top: str = "") -> list[str]:
        """Return the arguments that build a site."""
        return [self.path(word, configuration, top) if "{" in word else word for word in self.arguments]


def path_in(top: str, path: str) -> str:
    """Return a path in a folder as the shell finds it."""
    joined = os.path.normpath(Path(top, path))
    return f".{os.sep}{joined}" if joined.startswith("-") else joined


def is_installed(module: str) -> bool:
    """Return whether a module can be imported, without importing it."""
    return find_spec(module) is not None


def fill(name: str, values: Mapping[str, str | Sequence[str]]) -> str:
    r"""Return a template with every ``@name@`` replaced; lines that become empty go.

    A list becomes lines; ``@"name"@`` becomes what Python and YAML read as the value. A line that begins with
    ``?name?`` is there if the value is not empty, one that begins with ``?no name?`` if it is.

    >>> fill("common/gitignore.in", {"output": "site"})
    '# What is built\n/site/\n'
    """
    places = {name: value if isinstance(value, str) else "\n".join(value) for name, value in values.items()}
    places |= {f'"{name}"': json.dumps(value, ensure_ascii=False) for name, value in values.items()}
    lines: list[str] = []
    for line in (_TEMPLATES / name).read_text("utf-8").splitlines():
        condition = re.match(r"\?(no )?(\w+)\? ", line)
        if condition is None or bool(condition[1]) is not bool(values.get(condition[2])):
            text = line[condition.end() :] if condition else line
            filled = re.sub(r'@("?\w+"?)@', lambda place: places[place[1]], text)
            lines += [filled] if filled or not text else []
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines).rstrip()) + "\n"


#: To add a host, write its folder, and name it here.
HOSTS = {name: Host.named(name) for name in ("mkdocs", "sphinx", "zensical")}
