"""What the ``conf.py`` of a site says for certain. Nothing of it is run."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from bml_core.commands.terminal import UsageError

_EXTENSION = "sphinx_bml"
_UNKNOWN = object()


@dataclass(frozen=True, slots=True)
class _Assigned:
    """What a ``conf.py`` says about a name: its value, and whether it may be without one.

    ``value`` is ``_UNKNOWN`` if the program works it out, None if the name has no value.
    """

    value: object
    may_lack: bool = False

    @property
    def is_unknown(self) -> bool:
        """Return whether the value is only known when the program runs."""
        return self.value is _UNKNOWN


class Conf:
    """The text of a ``conf.py``.

    Raises:
        UsageError: it is not a Python program.
    """

    def __init__(self, text: str, name: str) -> None:
        try:
            self._tree = ast.parse(text.removeprefix("\ufeff").encode("utf-8", "surrogateescape"))
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            line = getattr(error, "lineno", None)
            at = f"line {line}: " if line else ""
            raise UsageError(
                f"{name} is not Python: {at}{getattr(error, 'msg', error)}; correct it first"
            ) from error
        self._statements = list(_outside_functions(self._tree))

    @property
    def has_bml(self) -> bool:
        """Return whether the extension is on."""
        return self.names(_EXTENSION)

    def names(self, text: str) -> bool:
        """Return whether a text of the program is this one, or a part of a module of this name."""
        texts = (node.value for node in ast.walk(self._tree) if isinstance(node, ast.Constant))
        return any(isinstance(value, str) and f"{value}.".startswith(f"{text}.") for value in texts)

    def assigned(self, name: str) -> _Assigned:
        """Return what is known of a name at the end of the program."""
        stores = [node for node in self._statements if isinstance(node, ast.Name) and node.id == name]
        written = [node for node in stores if isinstance(node.ctx, ast.Store)]
        if not written:
            imports = any(
                isinstance(node, ast.ImportFrom | ast.Import) and _imports(node, name)
                for node in self._statements
            )
            return _Assigned(_UNKNOWN, may_lack=True) if imports or self._is_dynamic else _Assigned(None)
        plain = [node for node in self._tree.body if _assigns(node, name)]
        if not plain:
            return _Assigned(_UNKNOWN, may_lack=True)
        value = getattr(plain[0], "value", None)
        if len(stores) > 1 or value is None:
            return _Assigned(_UNKNOWN)
        try:
            return _Assigned(ast.literal_eval(value))
        except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
            return _Assigned(_UNKNOWN)

    @property
    def _is_dynamic(self) -> bool:
        called = {
            node.func.id
            for node in self._statements
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        return bool(called & {"exec", "globals", "locals", "vars", "setattr"})


def _outside_functions(tree: ast.AST) -> Iterator[ast.AST]:
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            waiting.extend(ast.iter_child_nodes(node))


def _assigns(node: ast.stmt, name: str) -> bool:
    targets = (
        node.targets
        if isinstance(node, ast.Assign)
        else [node.target]
        if isinstance(node, ast.AnnAssign)
        else []
    )
    return any(isinstance(target, ast.Name) and target.id == name for target in targets)


def _imports(node: ast.ImportFrom | ast.Import, name: str) -> bool:
    return any(alias.name == "*" or (alias.asname or alias.name) == name for alias in node.names)
