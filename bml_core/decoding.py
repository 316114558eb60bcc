"""Decode the bytes of a file, and keep out characters that no page can show."""

from __future__ import annotations

import re
from collections.abc import Iterable

from bml_core.diagnostics import Diagnostic, Location, Result

UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
UNSHOWABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def decode(data: bytes, file: str) -> Result[str]:
    r"""Decode a file as UTF-8, as UTF-16 after a byte order mark, else as Windows Latin with a warning.

    >>> decode("1C = Précision".encode("cp1252"), "a.bml").value
    '1C = Précision'
    """
    data = data.removeprefix(b"\xef\xbb\xbf")
    if data.startswith(UTF16_MARKS):
        return Result(data.decode("utf-16", errors="replace"))
    try:
        return Result(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = before.count(b"\n") + 1
        column = error.start - (before.rfind(b"\n") + 1) + 1
    warning = Diagnostic(
        "BML121",
        "The file is not UTF-8, so it is read as Windows Latin (cp1252).",
        Location(file, line, column),
        "Save it as UTF-8.",
    )
    return Result("".join(_decode_cp1252(data)), (warning,))


def _decode_cp1252(data: bytes) -> Iterable[str]:
    for number, piece in enumerate(re.split(b"([\x81\x8d\x8f\x90\x9d])", data)):
        yield piece.decode("latin-1" if number % 2 else "cp1252")


def showable(text: str) -> str:
    """Replace each character that no page can show by U+FFFD."""
    return UNSHOWABLE.sub("\ufffd", text)


def unshowable(character: str, place: Location) -> Diagnostic:
    """Return the diagnostic for the first character that cannot be shown."""
    return Diagnostic(
        "BML121",
        f"The character with number {ord(character):#x} cannot be shown.",
        place,
        "Delete it; it is replaced by \ufffd here and wherever it stands.",
    )
