"""Names of a package that are loaded when somebody asks for them, so that who only reads does not wait."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module


def from_homes(package: str, homes: Mapping[str, str]) -> Callable[[str], object]:
    """The ``__getattr__`` of a package whose names are in these of its modules.

    >>> from_homes("bml_core.formats.lin", {"write": "writing"})("write").__name__
    'write'
    """

    def find(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(f"{package}.{homes[name]}"), name)
        setattr(sys.modules[package], name, value)
        return value

    return find
