"""Draws the architecture from the import contracts in ``pyproject.toml``, as Mermaid.

    python -m tests.architecture

draws both pictures of ``ARCHITECTURE.md`` again; a test holds them against the contracts.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

TOP = Path(__file__).parents[1]
PAGE = TOP / "ARCHITECTURE.md"
_PICTURE = re.compile(r"(<!-- picture of (?P<id>\w+) -->\n)```mermaid\n.*?```\n", re.DOTALL)


def contract(name: str) -> dict[str, Any]:
    """Return the contract with an id."""
    settings = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    found: dict[str, Any] = next(each for each in settings["contracts"] if each["id"] == name)
    return found


def layers(name: str) -> list[list[str]]:
    """Return the rooms of each layer of a contract, highest first; private modules are left out."""
    rows = [[room.strip() for room in row.split("|")] for row in contract(name)["layers"]]
    public = [[room for room in row if not room.startswith("_")] for row in rows]
    return [row for row in public if row]


def hosts() -> list[str]:
    """Return the packages that enter the rooms by their faces."""
    found: list[str] = contract("faces")["source_modules"]
    return found


def rooms() -> list[str]:
    """Return every room of ``bml_core``, lowest first."""
    return [room for row in reversed(layers("rooms")) for room in row]


def picture(name: str) -> str:
    """Draw the layers of a contract: whoever is above may import whoever is below."""
    rows = layers(name)
    lines = ["flowchart TB"]
    for number, row in enumerate(rows):
        lines.append(f'    subgraph layer{number}[" "]')
        lines += [f'        {room}["{room}"]' for room in row]
        lines.append("    end")
    lines += [f"    layer{number} --> layer{number + 1}" for number in range(len(rows) - 1)]
    if name == "rooms":
        # The hosts do not use the commands, which are the highest layer.
        lines += [f"    {host} -- by faces --> layer1" for host in hosts()]
    return "\n".join(lines) + "\n"


def drawn(page: str) -> str:
    """Return the page with its pictures as the contracts have them."""
    return _PICTURE.sub(lambda found: f"{found[1]}```mermaid\n{picture(found['id'])}```\n", page)


if __name__ == "__main__":
    PAGE.write_text(drawn(PAGE.read_text("utf-8")), "utf-8")
