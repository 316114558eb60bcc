"""What the processes of a test run share: the first that asks makes it, the others wait and use it."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest


def run_folder(factory: pytest.TempPathFactory) -> Path:
    """Return the temporary folder of the whole run, which all of its processes see."""
    base = factory.getbasetemp()
    return base.parent if "PYTEST_XDIST_WORKER" in os.environ else base


def made_once(folder: Path, make: Callable[[Path], object]) -> Path:
    """Return ``folder``, after the first process that asked has called ``make`` with it."""
    made = folder.with_name(f"{folder.name}.made")
    with alone(folder):
        if not made.exists():
            make(folder)
            made.touch()
    return folder


@contextlib.contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Keep other processes that ask for the same out of ``folder``; a process that ends lets go."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with folder.with_name(f"{folder.name}.lock").open("a+b") as lock:
        _wait_for(lock.fileno())
        yield


if sys.platform == "win32":
    import msvcrt

    def _wait_for(descriptor: int) -> None:
        while True:
            with contextlib.suppress(OSError):
                msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
                return
            time.sleep(0.05)

else:
    import fcntl

    def _wait_for(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
