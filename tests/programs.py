"""Programs by their command lines, run in this process, which has imported already what each of them imports.

A process of its own shows what its shell and its environment make of a program: a test or two of each do.
"""

from __future__ import annotations

import contextlib
import io
import logging
import os
import subprocess
import sys
import warnings
from collections.abc import Iterator
from importlib.metadata import entry_points
from pathlib import Path
from unittest import mock

TOP = Path(__file__).parents[1]
#: Material for MkDocs tells of its end otherwise.
QUIET = {"NO_MKDOCS_2_WARNING": "1"}


def run_alone(program: str, *arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a program beside this Python in a folder, as a process."""
    command = [str(Path(sys.executable).with_name(program)), *arguments]
    environment = {**os.environ, "PYTHONPATH": str(TOP), **QUIET}
    return subprocess.run(command, cwd=folder, env=environment, text=True, capture_output=True, check=False)


def run_here(program: str, *arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a program of Python in a folder; it has no input, a terminal of 80 columns, and puts back
    what it changes of this process.
    """
    (entry,) = entry_points(group="console_scripts", name=program)
    streams = [io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2)]
    with (
        contextlib.chdir(folder),
        contextlib.redirect_stdout(streams[0]),
        contextlib.redirect_stderr(streams[1]),
        mock.patch("sys.stdin", io.TextIOWrapper(io.BytesIO())),
        mock.patch("sys.argv", [program, *arguments]),
        mock.patch.dict("os.environ", COLUMNS="80", **QUIET),
        mock.patch("sys.path", [*sys.path]),
        # The language of the terminal, which Sphinx sets, stays as it is, and that of a build is forgotten.
        mock.patch("locale.setlocale"),
        mock.patch.dict("sphinx.locale.translators"),
        warnings.catch_warnings(),
        _loggers_as_before("mkdocs", "mkdocs.commands.build"),
    ):
        try:
            leaving = entry.load()()
        except SystemExit as exit_:
            leaving = exit_.code
    status = leaving if isinstance(leaving, int) else int(leaving is not None)
    for stream in streams:
        stream.seek(0)
    return subprocess.CompletedProcess([program, *arguments], status, *(stream.read() for stream in streams))


@contextlib.contextmanager
def _loggers_as_before(*names: str) -> Iterator[None]:
    """Put back what a program decides about messages: which it shows, where, and how often."""
    loggers = [logging.getLogger(name) for name in names]
    before = [(logger.level, logger.propagate, [*logger.handlers], [*logger.filters]) for logger in loggers]
    try:
        yield
    finally:
        for logger, (level, propagate, handlers, filters) in zip(loggers, before, strict=True):
            logger.setLevel(level)
            logger.propagate, logger.handlers, logger.filters = propagate, handlers, filters
