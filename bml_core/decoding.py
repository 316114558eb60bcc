"""From the bytes of a file to text that every page can show."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from bml_core.diagnostics import Diagnostic, Location

UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
UNSHOWABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def read_file(path: Path) -> bytes | tuple[str, str]:
    """The bytes of a file, or why there are none: a sentence and a hint, "" where there is none.

    >>> read_file(Path("missing.bml"))
    ('The file missing.bml is not there.', '')
    """
    try:
        if path.is_dir():
            return f"{path.name or path} is a folder, not a file.", "Name a file in it."
        if not path.is_file():
            return f"The file {path.name} is not there.", ""
        return path.read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "its name cannot be used"
        return f"The file {path.name} cannot be read: {reason}.", ""


def decode(data: bytes, file: str) -> tuple[str, tuple[Diagnostic, ...]]:
    r"""The text of a file: UTF-8, UTF-16 with a mark, else Windows Latin with a warning.

    >>> decode("1C = Précision".encode("cp1252"), "a.bml")[0]
    '1C = Précision'
    """
    data = data.removeprefix(b"\xef\xbb\xbf")
    if data.startswith(UTF16_MARKS):
        return data.decode("utf-16", errors="replace"), ()
    try:
        return data.decode("utf-8"), ()
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = before.count(b"\n") + 1
        column = error.start - (before.rfind(b"\n") + 1) + 1
    found = Diagnostic(
        "BML121",
        "The file is not UTF-8, so it is read as Windows Latin (cp1252).",
        Location(file, line, column),
        "Save it as UTF-8.",
    )
    return "".join(_decode_cp1252(data)), (found,)


def _decode_cp1252(data: bytes) -> Iterable[str]:
    for number, piece in enumerate(re.split(b"([\x81\x8d\x8f\x90\x9d])", data)):
        yield piece.decode("latin-1" if number % 2 else "cp1252")


def showable(text: str) -> str:
    """The text with U+FFFD for characters that no page can show."""
    return UNSHOWABLE.sub("\ufffd", text)


def unshowable(character: str, place: Location) -> Diagnostic:
    """The finding on the first character that cannot be shown."""
    return Diagnostic(
        "BML121",
        f"The character with number {ord(character):#x} cannot be shown.",
        place,
        "Delete it; it is replaced by \ufffd here and wherever it stands.",
    )
