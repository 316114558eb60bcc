"""A bar that says how far long work has come, on a terminal alone."""

from __future__ import annotations

import contextlib
import io
import sys
import time
from types import TracebackType
from typing import BinaryIO

from bml_core.commands.programs import is_lively

_PATIENCE, _PAUSE = 0.7, 0.1
_WIDTH = 30


class Progress:
    """Shows how much of an amount of bytes is read; short work shows nothing.

    >>> with Progress("hands.pbn", 10) as progress:
    ...     progress.add(5)
    """

    def __init__(self, name: str, amount: int) -> None:
        self.name, self.amount = name, amount
        self.done = 0
        self.next = time.monotonic() + _PATIENCE
        self.shown = False
        self.wanted = amount > 0 and sys.stderr is not None and is_lively(sys.stderr)

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.shown:
            self._draw("\r\033[K")

    def add(self, amount: int) -> None:
        """So much more is done."""
        self.done += amount
        if self.wanted and time.monotonic() >= self.next:
            self.next = time.monotonic() + _PAUSE
            self.shown = True
            share = min(1.0, self.done / self.amount)
            bar = "█" * round(share * _WIDTH)
            self._draw(f"\r{self.name[-40:]} {bar:·<{_WIDTH}} {share:4.0%}")

    def _draw(self, text: str) -> None:
        with contextlib.suppress(OSError, UnicodeEncodeError):
            sys.stderr.write(text)
            sys.stderr.flush()


class Watched(io.RawIOBase):
    """A file that tells a :class:`Progress` how much of it is read."""

    def __init__(self, file: BinaryIO, progress: Progress) -> None:
        super().__init__()
        self.file, self.progress = file, progress

    def readable(self) -> bool:
        """It is."""
        return True

    def read(self, size: int = -1) -> bytes:
        """The next bytes."""
        data = self.file.read(size)
        self.progress.add(len(data))
        return data
