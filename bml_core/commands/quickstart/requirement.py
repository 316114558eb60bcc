"""How pip gets bml-docs: from its index, or from where this copy came from."""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

NAME = "bml-docs"
_CAVEAT = (
    "# bml-docs cannot be installed by its name yet: it is not on the Python Package Index (PyPI).\n"
    "# Until it is, say in the next line where it is, such as\n"
    "# {line} @ git+https://github.com/NAME/bml-docs\n"
)


@dataclass(frozen=True, slots=True)
class Requirement:
    """A line for ``requirements.txt``, and whether another computer can follow it.

    ``here`` is the folder this copy was installed from, as pip on this computer takes it, or empty.
    """

    line: str
    is_public: bool
    here: str = ""

    @property
    def text(self) -> str:
        """The line, below a comment where it needs one."""
        return self.line if self.is_public else _CAVEAT.format(line=self.line) + self.line

    @property
    def argument(self) -> str:
        """What pip is told on this computer."""
        return self.here or self.line


def find(extra: str) -> Requirement:
    """The requirement of bml-docs with an extra, from what pip noted when it installed this copy."""
    try:
        origin = _origin(distribution(NAME))
    except PackageNotFoundError:
        return Requirement(f"{NAME}[{extra}]", is_public=False)
    if origin is None:
        return Requirement(f"{NAME}[{extra}]", is_public=True)
    address = origin.get("url")
    version_control = origin.get("vcs_info")
    if isinstance(version_control, dict) and str(address).startswith("https://"):
        system, commit = version_control.get("vcs"), version_control.get("commit_id")
        return Requirement(f"{NAME}[{extra}] @ {system}+{address}@{commit}", is_public=True)
    folder = _folder(str(address))
    return Requirement(f"{NAME}[{extra}]", is_public=False, here=folder and f"{folder}[{extra}]")


def _folder(address: str) -> str:
    """The folder that an address of a file means, if it is still there."""
    parts = urlsplit(address)
    folder = url2pathname(parts.path) if parts.scheme == "file" else ""
    return folder if folder and Path(folder).is_dir() else ""


def _origin(installed: Distribution) -> dict[str, object] | None:
    """What ``direct_url.json`` says (PEP 610); None for what came from an index."""
    text = installed.read_text("direct_url.json")
    if text is None:
        return None
    try:
        origin = json.loads(text)
    except ValueError:
        return {}
    return origin if isinstance(origin, dict) else {}
