"""The version of the package, names that are imported on first use, and a check of arguments."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import TypeVar

_T = TypeVar("_T")

__version__ = "0.1.0"


def lazy(package: str, homes: Mapping[str, tuple[str, ...]]) -> Callable[[str], object]:
    """Return the ``__getattr__`` of ``package``: ``homes`` are the names that each of its modules holds.

    >>> lazy("bml_core", {"diagnostics": ("Location",)})("Location").__name__
    'Location'

    Raises:
        AttributeError: no module holds the name.
    """
    modules = {name: module for module, names in homes.items() for name in names}

    def __getattr__(name: str) -> object:  # noqa: N807
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module = import_module(f"{package}.{modules[name]}")
        # A name may be that of a module inside of the package that holds it.
        value = getattr(module, name) if hasattr(module, name) else import_module(f"{module.__name__}.{name}")
        setattr(sys.modules[package], name, value)
        return value

    return __getattr__


def check_argument(name: str, value: object, kind: type) -> None:
    """Refuse an argument of another type.

    >>> check_argument("system", 3, dict)
    Traceback (most recent call last):
        ...
    TypeError: system must be a dict, not int

    Raises:
        TypeError: ``value`` is not of ``kind``.
    """
    if not isinstance(value, kind):
        noun = "string" if kind is str else kind.__name__
        article = "an" if noun[0] in "AEIOUaeiou" else "a"
        raise TypeError(f"{name} must be {article} {noun}, not {type(value).__name__}")


def list_argument(name: str, values: Iterable[_T], *kinds: type[_T]) -> tuple[_T, ...]:
    """Return the values of an argument, and refuse values of another type.

    >>> list_argument("systems", 3, dict)
    Traceback (most recent call last):
        ...
    TypeError: systems must be a list of dict, not int

    Raises:
        TypeError: ``values`` cannot be iterated over, or holds a value that is not of ``kinds``.
    """
    names = " or ".join(kind.__name__ for kind in kinds)
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        raise TypeError(f"{name} must be a list of {names}, not {type(values).__name__}")
    held = tuple(values)
    for value in held:
        if not isinstance(value, kinds):
            raise TypeError(f"{name} must contain only {names}, not {type(value).__name__}")
    return held
