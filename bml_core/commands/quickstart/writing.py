"""Writing the files: each whole or not at all, nothing over what is there, nothing left after a failure."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bml_core.commands import files
from bml_core.commands.programs import UsageError


@dataclass(frozen=True, slots=True)
class NewFile:
    """A file to write; the path is relative to the folder, with slashes."""

    path: str
    text: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of the files, by their paths."""

    written: tuple[str, ...]
    kept: tuple[str, ...]
    is_rehearsal: bool


def write(top: Path, wanted: Sequence[NewFile], *, dry_run: bool = False) -> Outcome:
    """Write the files that are not there yet, or with ``dry_run`` only tell which those are.

    Raises:
        UsageError: a file cannot be written; all that were written before it are gone again.
    """
    missing = [file for file in wanted if not os.path.lexists(top / file.path)]
    kept = tuple(file.path for file in wanted if file not in missing)
    if not dry_run:
        _write_all(top, missing)
    return Outcome(tuple(file.path for file in missing), kept, dry_run)


def _write_all(top: Path, missing: Sequence[NewFile]) -> None:
    made: list[Path] = []
    try:
        for file in missing:
            target = top / file.path
            _make_folder(target.parent, made)
            files.write(str(target), file.text)
            made.append(target)
    except BaseException as error:
        _undo(made)
        if isinstance(error, UsageError | OSError | ValueError):
            raise UsageError(f"{_said(error, top)}; nothing was changed") from error
        raise


def _make_folder(folder: Path, made: list[Path]) -> None:
    """Make a folder and what is missing above it, and note each."""
    missing: list[Path] = []
    while not os.path.lexists(folder):
        missing.append(folder)
        folder = folder.parent
    for path in reversed(missing):
        path.mkdir()
        made.append(path)


def _undo(made: Sequence[Path]) -> None:
    for path in reversed(made):
        with contextlib.suppress(OSError):
            path.rmdir() if path.is_dir() else path.unlink()


def _said(error: Exception, top: Path) -> str:
    if isinstance(error, UsageError):
        return str(error)
    if isinstance(error, OSError):
        return f"{error.filename or top} cannot be written: {error.strerror or error}"
    return f"{str(top)[:80]} cannot be written: its name cannot be used"
