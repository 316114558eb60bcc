"""Decode the bytes of a file, whole or a block at a time, and keep out characters that no page can show."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import BinaryIO

from bml_core.diagnostics import Diagnostic, Location, Result

UTF16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
UNSHOWABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def decode(data: bytes, file: str) -> Result[str]:
    r"""Decode a file as UTF-8, as UTF-16 after a byte order mark, else as Windows Latin with a warning.

    >>> decode("1C = Précision".encode("cp1252"), "a.bml").value
    '1C = Précision'
    """
    data = data.removeprefix(codecs.BOM_UTF8)
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


# ---------------------------------------------------------------- a block at a time

Source = str | bytes | BinaryIO
"""A text, bytes in UTF-8, ISO 8859-1 or UTF-16 with a mark, or an open binary file."""

BLOCK = 1 << 18
"""Bytes that are read from a file at a time."""


def read_blocks(source: Source) -> Iterator[bytes]:
    r"""Yield the bytes of a source as UTF-8 or ISO 8859-1, without a mark, every end of a line a newline.

    >>> list(read_blocks("a\r\nb"))
    [b'a\nb']
    """
    held = b""
    for block in _utf8_blocks(source):
        block = held + block
        # This may be half of the end of a line.
        held = b"\r" if block.endswith(b"\r") else b""
        if b"\r" in block:
            block = block.removesuffix(b"\r").replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        yield block
    if held:
        yield b"\n"


def _utf8_blocks(source: Source) -> Iterator[bytes]:
    if isinstance(source, str):
        # A text may begin with the mark too, when somebody else decoded the file.
        yield source.removeprefix("\ufeff").encode("utf-8", "replace")
        return
    blocks = iter([source]) if isinstance(source, bytes) else iter(lambda: source.read(BLOCK), b"")
    first = next(blocks, b"")
    if first.startswith(UTF16_MARKS):
        texts = codecs.iterdecode(chain((first,), blocks), "utf-16", "replace")
        yield from (text.encode("utf-8", "replace") for text in texts)
        return
    yield first.removeprefix(codecs.BOM_UTF8)
    yield from blocks


def decode_block(data: bytes) -> str:
    r"""Return the text of a part of a source: UTF-8, or else ISO 8859-1.

    >>> decode_block("é".encode()), decode_block(b"\xe9")
    ('é', 'é')
    """
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("iso8859-1")


def decode_source(source: Source) -> str:
    """Return the whole text of a source.

    >>> decode_source(b"md|1S|")
    'md|1S|'
    """
    return decode_block(b"".join(read_blocks(source)))
