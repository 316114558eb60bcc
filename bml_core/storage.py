"""Read a file or say why not; write a file so that the old one stays whole until the new one is complete."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterable
from pathlib import Path

from bml_core.diagnostics import Diagnostic, Location, Result


def read_file(
    path: str | Path, *, place: Location | None = None, code: str = "BML101"
) -> Result[bytes | None]:
    """Return the bytes of a file; None with a diagnostic if it cannot be read.

    Args:
        path: The file.
        place: Where the diagnostic belongs; the first line of the file without it.
        code: The code of the diagnostic.

    >>> print(*read_file("missing.bml").diagnostics)
    missing.bml:1:1: error BML101: The file missing.bml is not there.
    """
    place = place or Location(str(path), 1)
    path = Path(path)
    hint = ""
    try:
        if path.is_dir():
            message, hint = f"{path.name or path} is a folder, not a file.", "Name a file in it."
        # A pipe would be waited for.
        elif not path.is_file():
            message = f"The file {path.name} is not there."
        else:
            return Result(path.read_bytes())
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "its name cannot be used"
        message = f"The file {path.name} cannot be read: {reason}."
    return Result(None, (Diagnostic(code, message, place, hint),))


def write_file(path: str | Path, parts: Iterable[bytes]) -> None:
    """Write ``parts`` one after the other as the file ``path``; a link stays a link to the file it leads to.

    Raises:
        OSError: the file cannot be written; the old one is still there.
    """
    path = Path(path)
    if path.exists() and not path.is_file():
        with path.open("wb") as device:
            device.writelines(parts)
        return
    path = Path(os.path.realpath(path))
    mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask()
    temporary = path.with_name(f".bml-{os.getpid()}-{time.monotonic_ns()}")
    # Nobody else may read the file before it has the mode of the old one.
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.writelines(parts)
        temporary.chmod(mode)
        temporary.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
