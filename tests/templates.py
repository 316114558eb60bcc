"""Templates of Jinja, compiled once in a process: each small site that a test builds has the same ones.

Sphinx and MkDocs make an environment for each build, and compile a theme in each. That is a third of the time
of a build with two pages.
"""

from __future__ import annotations

from types import CodeType

import pytest
from jinja2 import Environment, nodes

_SIGNS = ("block_start_string", "variable_start_string", "comment_start_string", "line_statement_prefix")
_WAYS = (
    "trim_blocks",
    "lstrip_blocks",
    "keep_trailing_newline",
    "newline_sequence",
    "optimized",
    "autoescape",
)
_compile = Environment.compile
_known: dict[object, CodeType] = {}


def _compile_once(
    self: Environment,
    source: str | nodes.Template,
    name: str | None = None,
    filename: str | None = None,
    raw: bool = False,
    defer_init: bool = False,
) -> str | CodeType:
    if raw or defer_init or not isinstance(source, str):
        return _compile(self, source, name, filename, raw, defer_init)  # type: ignore[call-overload, no-any-return]
    settings = tuple(getattr(self, setting) for setting in _SIGNS + _WAYS)
    known_names = tuple(map(frozenset, (self.extensions, self.filters, self.tests)))
    key = (type(self), settings, known_names, source, name, filename)
    if key not in _known:
        _known[key] = _compile(self, source, name, filename)
    return _known[key]


def keep_compiled(config: pytest.Config) -> None:
    """Keep what is compiled for as long as the tests run."""
    Environment.compile = _compile_once  # type: ignore[assignment, method-assign]
    config.add_cleanup(lambda: setattr(Environment, "compile", _compile))
