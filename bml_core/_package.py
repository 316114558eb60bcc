"""The version, names that are imported on first use, arguments, installing, few garbage collections."""

from __future__ import annotations

import gc
import os
import re
import sys
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields
from functools import cache, wraps
from importlib import import_module
from importlib.util import find_spec
from inspect import signature
from linecache import getlines
from pathlib import Path
from types import UnionType
from typing import TYPE_CHECKING, ParamSpec, TypeVar

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

__version__ = "0.1.0"


_FOR_CHECKERS = re.compile(r"^    from (\S+) import (?:\(([^)]+)\)|(.+))$", re.MULTILINE)


def lazy(package: str) -> Callable[[str], object]:
    """Return the ``__getattr__`` of a package: what it imports for type checkers alone comes on first use.

    Its text says which module holds each of these names.

    >>> lazy("bml_core")("Location").__name__
    'Location'

    Raises:
        AttributeError: no module holds the name.
    """

    @cache
    def modules() -> dict[str, str]:
        face = vars(sys.modules[package])
        found = _FOR_CHECKERS.findall("".join(getlines(face["__file__"], face)))
        return {name: module for module, *texts in found for name in re.findall(r"\w+", "".join(texts))}

    def __getattr__(name: str) -> object:  # noqa: N807
        if name not in modules():
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module = import_module(modules()[name])
        # A name may be that of a module inside of the package that holds it.
        value = getattr(module, name) if hasattr(module, name) else import_module(f"{module.__name__}.{name}")
        setattr(sys.modules[package], name, value)
        return value

    return __getattr__


def brief_repr(value: DataclassInstance) -> str:
    """Return a dataclass as it is made, without the fields that have their defaults: its ``__repr__``."""
    given = ((each.name, getattr(value, each.name)) for each in fields(value) if each.init)
    defaults = {each.name: each.default for each in fields(value)}
    shown = ", ".join(f"{name}={field!r}" for name, field in given if field != defaults[name])
    return f"{type(value).__qualname__}({shown})"


# ---------------------------------------------------------------- arguments

_P = ParamSpec("_P")
_R = TypeVar("_R")
_WORDS = {
    "str": "a text",
    "int": "a whole number",
    "float": "a number",
    "System": "notes, as bml.load returns them",
    "AuctionLike": "an auction or its text such as '1N-2C'",
    "HandLike": "a hand or its text such as 'AK843 Q5 KJ4 982'",
    "Agreement": "an agreement, such as notes['1N-2C']",
    "str | AuctionPattern | Topic": "a pattern of auctions, its text or a topic",
    "str | AuctionPattern": "a pattern of auctions or its text such as '1M-2M'",
    "Iterable[Shown]": "a list of blocks",
    "File": "a path or an open binary file",
    "str | Path": "the name of a file",
    "str | bytes": "a text or its bytes",
}
_LISTS = (Iterable, Sequence)
_UNIONS = (typing.Union, UnionType)
_MANY = ("Iterable", "Sequence", "Documents")


def checked(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """Return a function that refuses arguments of other types than it takes.

    Raises:
        TypeError: says which argument, and what it must be.

    >>> @checked
    ... def doubled(number: int) -> int:
    ...     return 2 * number
    >>> doubled(4)
    8
    >>> doubled("4")
    Traceback (most recent call last):
    TypeError: number must be a whole number, not str
    """
    parameters = signature(function).parameters.values()
    names = [each.name for each in parameters if each.kind is not each.VAR_POSITIONAL]
    is_plain = len(names) == len(parameters)

    @wraps(function)
    def refusing(*args: _P.args, **kwargs: _P.kwargs) -> _R:
        types = _types(function)
        given = zip(names, args, strict=False) if is_plain else ()
        for name, value in (*given, *kwargs.items()) if kwargs else given:
            kinds = types.get(name)
            if kinds and type(value) not in kinds and not any(_is_of(value, kind) for kind in kinds):
                written = str(function.__annotations__[name])
                raise TypeError(f"{name} must be {_words(written)}, not {type(value).__name__}")
        return function(*args, **kwargs)

    return refusing


@cache
def _types(function: Callable[..., object]) -> Mapping[str, tuple[object, ...]]:
    """Return the types that each argument may have, without those that are known to type checkers alone."""
    names = vars(sys.modules[function.__module__])
    found = {}
    for name, written in function.__annotations__.items():
        try:
            kind = eval(written, names) if isinstance(written, str) else written  # noqa: S307
        except NameError:
            continue
        found[name] = typing.get_args(kind) if typing.get_origin(kind) in _UNIONS else (kind,)
    return found


def _is_of(value: object, kind: object) -> bool:
    """Return whether a value is of a type; True for types that cannot be asked."""
    if type(value) is kind:
        return True
    origin = typing.get_origin(kind) or kind
    if origin in _UNIONS:
        return any(_is_of(value, each) for each in typing.get_args(kind))
    if origin is typing.Literal:
        return value in typing.get_args(kind)
    if isinstance(origin, type) and issubclass(origin, typing.IO):
        return hasattr(value, "read") or hasattr(value, "write")
    if not isinstance(origin, type) or origin is bool or getattr(origin, "_is_protocol", False):
        return kind is not None or value is None
    if isinstance(value, str | bytes | Mapping) and origin in _LISTS:
        # A text is not a list of texts.
        return False
    if isinstance(value, list | tuple) and origin in _LISTS and (inner := typing.get_args(kind)):
        return all(_is_of(each, inner[0]) for each in value)
    return isinstance(value, (float, int) if origin is float else origin)


def _words(written: str) -> str:
    written = written.removesuffix(" | None")
    if written in _WORDS:
        return _WORDS[written]
    many, _, one = written.partition("[")
    if many in _MANY:
        return f"a list of {one.removesuffix(']').replace(' | ', ' or ') or 'notes'}"
    return f"of the type {written.replace(' | ', ' or ')}"


def text_argument(text: object) -> None:
    """Refuse anything but a text.

    Raises:
        TypeError: says what is wrong.
    """
    arguments_of(str, "a text", text=text)


def arguments_of(kind: type, words: str, **values: object) -> None:
    """Refuse values of another type.

    Raises:
        TypeError: says which, and what it must be.
    """
    for name, value in values.items():
        if not isinstance(value, kind):
            raise TypeError(f"{name} must be {words}, not {type(value).__name__}")


def number_argument(n: object, most: int) -> None:
    """Refuse what is not a whole number, and one above ``most`` or below zero.

    Raises:
        TypeError: this is not a whole number.
        ValueError: it is out of range.
    """
    if not isinstance(n, int):
        raise TypeError(f"n must be a whole number, not {type(n).__name__}")
    if not 0 <= n <= most:
        raise ValueError(f"n must be from 0 to {most:,}, not {n}")


# ---------------------------------------------------------------- collections


@contextmanager
def few_collections() -> Iterator[None]:
    """Let Python look for reference cycles seldom: documents and systems hold none.

    The search walks over all values repeatedly, so that 50,000 rows take 1.6 times as long with it.
    """
    before = gc.get_threshold()
    gc.set_threshold(10_000_000, before[1], before[2])
    try:
        yield
    finally:
        gc.set_threshold(*before)


# ---------------------------------------------------------------- installing


def how_to_install(extra: str) -> str:
    """Say what to run, in the environment that runs, to get what an extra needs."""
    return f"Run {installation(packages_of(extra))}."


def packages_of(extra: str) -> list[str]:
    """Return what pip gets with an extra of bml-docs."""
    from importlib.metadata import PackageNotFoundError, requires  # noqa: PLC0415 - slow, and for few

    try:
        required = [line.partition(";") for line in requires("bml-docs") or []]
    except PackageNotFoundError:
        return [f"bml-docs[{extra}]"]
    return [name.strip() for name, _, marker in required if re.search(rf"\b{extra}\b", marker)]


def installation(packages: Sequence[str]) -> str:
    """Return the command that installs packages where this Python finds them."""
    import shutil  # noqa: PLC0415 - slow, and for few

    words = [*program("python"), "-m", "pip", "install"]
    if shutil.which("uv") and find_spec("pip") is None:
        words = ["uv", "pip", "install", "--python", sys.executable]
    return shell([*words, *packages])


def program(name: str, *otherwise: str) -> list[str]:
    """Return the program beside this Python, by name if the shell finds it so, or else Python itself."""
    import shutil  # noqa: PLC0415 - slow, and for few

    found = shutil.which(name, path=Path(sys.executable).parent)
    if found is None:
        return [sys.executable or "python", *otherwise]
    near = os.path.relpath(found) if Path(found).is_relative_to(Path.cwd()) else found
    # What uv runs finds programs that the shell does not find afterwards.
    return [name if shutil.which(name) == found and "UV" not in os.environ else near]


def shell(words: Sequence[str]) -> str:
    """Return a command as it is pasted."""
    import shlex  # noqa: PLC0415 - for few

    return _in_powershell(words) if os.name == "nt" else shlex.join(words)


def _in_powershell(words: Sequence[str]) -> str:
    r"""Return a command for PowerShell, which calls a program in quotes only after ``&``.

    >>> print(_in_powershell([r"C:\My notes\bml", "check", "notes", "furo>=2024.8"]))
    & "C:\My notes\bml" check notes "furo>=2024.8"
    """
    quoted = [word if re.fullmatch(r"[\w.:\\/=+-]+", word) else f'"{word}"' for word in words]
    return f"{'& ' if quoted[0].startswith(chr(34)) else ''}{' '.join(quoted)}"
