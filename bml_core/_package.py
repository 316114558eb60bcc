"""The version of the package, names that are imported on first use, and checks of arguments."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cache, wraps
from importlib import import_module
from types import NoneType, UnionType
from typing import ParamSpec, TypeVar, Union, get_args, get_origin, get_type_hints

_P = ParamSpec("_P")
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


def check_argument(name: str, value: object, *kinds: type) -> None:
    """Refuse an argument of another type; True is not a number.

    >>> check_argument("system", 3, dict)
    Traceback (most recent call last):
        ...
    TypeError: system must be a dict, not int
    >>> check_argument("path", 3, str, os.PathLike)
    Traceback (most recent call last):
        ...
    TypeError: path must be the name of a file, not int

    Raises:
        TypeError: ``value`` is of another type.
    """
    if not isinstance(value, kinds) or (type(value) is bool and int in kinds):
        raise TypeError(f"{name} must be {_nouns(kinds)}, not {type(value).__name__}")


def _nouns(kinds: Iterable[type]) -> str:
    if os.PathLike in kinds:
        return "the name of a file"
    return " or ".join(_NOUNS.get(kind) or _noun(kind.__name__) for kind in kinds if kind is not NoneType)


_NOUNS: dict[Hashable, str] = {str: "a string", bytes: "bytes"}


def _noun(name: str) -> str:
    return f"{'an' if name[0] in 'AEIOUaeiou' else 'a'} {name}"


def check_fields(value: object) -> None:
    """Refuse a dataclass with a field of another type than it is declared with.

    Raises:
        TypeError: Names the field.
    """
    holder: Callable[..., object] = type(value)
    for name, kinds in _kinds_of(holder).items():
        field = getattr(value, name)
        # Boards are many, and nearly always right.
        if type(field) not in kinds:
            check_argument(name, field, *kinds)


def checked(function: Callable[_P, _T]) -> Callable[_P, _T]:
    """Have a public function refuse arguments of other types than it is declared with.

    What an argument holds (the items of a list, the text of an auction) is for the function to check, and so
    are arguments that may be text or a value.

    >>> @checked
    ... def named(name: str) -> str: return name
    >>> named(name=3)
    Traceback (most recent call last):
        ...
    TypeError: name must be a string, not int
    """
    code = function.__code__
    names = code.co_varnames[: code.co_argcount]

    @wraps(function)
    def call(*args: _P.args, **kwargs: _P.kwargs) -> _T:
        kinds = _kinds_of(function)
        for name, value in (*zip(names, args, strict=False), *kwargs.items()):
            if name in kinds and type(value) not in kinds[name]:
                check_argument(name, value, *kinds[name])
        return function(*args, **kwargs)

    return call


@cache
def _kinds_of(holder: Callable[..., object]) -> dict[str, tuple[type, ...]]:
    """Return the types that arguments or fields are declared with, without those that are not types."""
    hints = ((name, _kinds(hint)) for name, hint in get_type_hints(holder).items() if name[0] != "_")
    return {name: kinds for name, kinds in hints if kinds and name != "return"}


def _kinds(hint: object) -> tuple[type, ...]:
    parts = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    origins = [get_origin(part) or part for part in parts]
    if {Iterable, Sequence} & {*origins} or not all(isinstance(kind, type) for kind in origins):
        return ()
    kinds = tuple(os.PathLike if issubclass(kind, os.PathLike) else kind for kind in origins)
    is_text_of_value = str in kinds and not {*kinds} <= {str, bytes, os.PathLike, NoneType}
    return () if is_text_of_value else kinds


def list_argument(name: str, values: Iterable[_T], *kinds: type[_T]) -> tuple[_T, ...]:
    """Return the values of an argument, and refuse values of another type.

    >>> list_argument("systems", 3, dict)
    Traceback (most recent call last):
        ...
    TypeError: systems must be a list of dict, not int

    Raises:
        TypeError: ``values`` cannot be iterated over, or holds a value that is not of ``kinds``.
    """
    return tuple(each_argument(name, values, *kinds))


def each_argument(name: str, values: Iterable[_T], *kinds: type[_T]) -> Iterator[_T]:
    """Yield the values of an argument one by one, and refuse values of another type.

    Raises:
        TypeError: as for :func:`list_argument`.
    """
    names = " or ".join(kind.__name__ for kind in kinds)
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        raise TypeError(f"{name} must be a list of {names}, not {type(values).__name__}")
    for value in values:
        if not isinstance(value, kinds):
            raise TypeError(f"{name} must contain only {names}, not {type(value).__name__}")
        yield value
