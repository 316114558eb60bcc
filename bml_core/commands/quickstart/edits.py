"""Changes to files that exist: how they are shown, and how they are written with a copy of the old file."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

from bml_core.commands.terminal import UsageError


@dataclass(frozen=True, slots=True)
class Edit:
    """A change of a file: its path below the top of the folder, and its text before and after."""

    path: str
    old: str
    new: str

    def steps(self) -> Iterator[tuple[str, list[str]]]:
        r"""Yield what to do by hand: where, in words, and the lines to write there.

        >>> list(Edit("conf.py", "a = 1\n", "a = 1\nb = 2\n").steps())
        [('at its end', ['b = 2'])]
        """
        old, new = self.old.splitlines(), self.new.splitlines()
        matcher = SequenceMatcher(None, old, new, autojunk=False)
        for kind, begin, end, new_begin, new_end in matcher.get_opcodes():
            if kind != "equal":
                added = new[new_begin:new_end]
                while added and not added[0].strip():
                    del added[0]
                yield _place(kind, begin, end, len(old)), added

    def write(self, top: Path) -> tuple[Path, Path]:
        """Write the file, with a copy of the old one beside it; return the paths of both.

        Raises:
            OSError: one of them cannot be written.
        """
        # A file that is a link elsewhere stays one.
        path = Path(os.path.realpath(top / self.path))
        before = path.read_bytes()
        names = (f"{path.name}.bak{number or ''}" for number in range(1_000))
        backup = next(path.with_name(name) for name in names if not os.path.lexists(path.with_name(name)))
        with backup.open("xb") as copy:
            copy.write(before)
        path.write_bytes(self.new.encode("utf-8", "surrogateescape"))
        return path, backup


def _place(kind: str, begin: int, end: int, length: int) -> str:
    if kind == "insert":
        return "at its end" if begin == length else f"below line {begin}"
    return f"instead of line {end}" if end == begin + 1 else f"instead of lines {begin + 1} to {end}"


def read_text(top: Path, path: str) -> str:
    """Return the text of a file; what is not UTF-8 in it is kept.

    Raises:
        UsageError: it cannot be read.
    """
    file = top / path
    if not file.is_file():
        raise UsageError(f"{file} is not a file; rename it, or name another folder")
    try:
        return file.read_bytes().decode("utf-8", "surrogateescape")
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {error.strerror}") from error


def appended(text: str, lines: Iterable[str]) -> str:
    r"""Return a text with lines at its end, an empty line before them, in its own line ends.

    >>> appended("a\r\n\r\n", ["b"])
    'a\r\n\r\nb\r\n'
    """
    end = "\r\n" if "\r\n" in text else "\n"
    body = text.rstrip("\r\n \t")
    begin = f"{body}{end}{end}" if body else text[: len(text) - len(text.lstrip("\ufeff"))]
    return begin + end.join(lines) + end
