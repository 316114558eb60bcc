"""What each small site that a test builds has as all others have it, found or made once in a process.

Sphinx and MkDocs make an environment of Jinja for each build, and compile a theme in each. That is a third of
the time of a build with two pages. They also ask every package of this Python which themes it has, and Sphinx
tells programmers of each name that it gets to know; together this is an eighth.
"""

from __future__ import annotations

import importlib.metadata
from contextlib import ExitStack
from functools import cache
from types import CodeType
from unittest import mock

import pytest
import sphinx.registry
import sphinx.theming
from jinja2 import Environment, nodes
from sphinx.util.logging import SphinxLoggerAdapter

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


def keep(config: pytest.Config) -> None:
    """Keep what is found and compiled for as long as the tests run."""
    kept = ExitStack()
    config.add_cleanup(kept.close)
    kept.enter_context(mock.patch.object(Environment, "compile", _compile_once))
    entry_points = cache(importlib.metadata.entry_points)
    # MkDocs takes it from there; Sphinx, which pytest has loaded by now, took it.
    for module in (importlib.metadata, sphinx.registry, sphinx.theming):
        kept.enter_context(mock.patch.object(module, "entry_points", entry_points))
    kept.enter_context(mock.patch.object(SphinxLoggerAdapter, "debug", _say_nothing))


def _say_nothing(*_: object, **__: object) -> None:
    """Take what nobody hears."""
