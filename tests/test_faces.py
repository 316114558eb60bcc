"""Rooms are entered by their faces: what a package imports from inside, or a module that is a room alone."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

TOP = Path(__file__).parents[1]
CORE = TOP / "bml_core"
PACKAGES = (CORE, TOP / "sphinx_bml", TOP / "mkdocs_bml")


def imports(path: Path) -> Iterator[tuple[str, str]]:
    """The modules of the core that a file imports from, with the names."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "bml_core":
            yield from ((node.module or "", name.name) for name in node.names)
        elif isinstance(node, ast.Import):
            yield from ((name.name, "") for name in node.names if name.name.startswith("bml_core."))


def room_of(path: Path) -> str:
    """The room of a file of the core; "" for a host."""
    return path.relative_to(CORE).parts[0].removesuffix(".py") if path.is_relative_to(CORE) else ""


@cache
def names_of(face: Path) -> frozenset[str]:
    """What the face of a package imports from inside, or what a module that is a room alone lists."""
    if face.joinpath("__init__.py").is_file():
        inside = ".".join(("bml_core", *face.relative_to(CORE).parts))
        return frozenset(name for module, name in imports(face / "__init__.py") if module.startswith(inside))
    file = face.with_suffix(".py")
    for node in ast.parse(file.read_text("utf-8")).body if file.exists() else ():
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return frozenset(ast.literal_eval(node.value))
    return frozenset()


def is_offered(module: str, name: str) -> bool:
    """Whether a name is one that others may use."""
    if name == "__version__":
        return True
    inside = CORE.joinpath(*module.split(".")[1:])
    if inside.joinpath("__init__.py").is_file():
        return name in names_of(inside) or bool(names_of(inside / name))
    return name in names_of(inside) or (module.count(".") == 1 and not name.startswith("_"))


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.name)
def test_rooms_are_entered_by_their_faces(package: Path) -> None:
    wrong = [
        f"{path.relative_to(TOP)}: from {module} import {name}"
        for path in sorted(package.rglob("*.py"))
        # The face of the library, and the command that it starts.
        if path not in (CORE / "__init__.py", CORE / "__main__.py")
        for module, name in imports(path)
        if module.split(".")[1:2] != [room_of(path)] and not is_offered(module, name)
    ]
    assert wrong == []
