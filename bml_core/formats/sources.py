"""What files of deals are read from: a text, bytes or an open file, a block at a time."""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator
from typing import BinaryIO

Source = str | bytes | BinaryIO
"""What is read: a text, bytes in UTF-8 or ISO 8859-1, or an open binary file."""

BLOCK = 1 << 18
_UTF16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def blocks(source: Source) -> Iterator[bytes]:
    r"""The bytes of a source without a mark at the beginning, every end of a line a single newline.

    >>> list(blocks("a\r\nb"))
    [b'a\nb']
    """
    return _with_newlines(_blocks(source))


def _blocks(source: Source) -> Iterator[bytes]:
    if isinstance(source, str):
        # A text may begin with the mark too, when somebody else decoded the file.
        yield source.removeprefix("\ufeff").encode("utf-8", "replace")
        return
    whole = [source] if isinstance(source, bytes) else iter(lambda: source.read(BLOCK), b"")
    found = iter(whole)
    first = next(found, b"")
    if first.startswith(_UTF16_MARKS):
        text = codecs.iterdecode(_chain(first, found), "utf-16", "replace")
        yield from (part.encode("utf-8", "replace") for part in text)
        return
    yield first.removeprefix(codecs.BOM_UTF8)
    yield from found


def _chain(first: bytes, rest: Iterator[bytes]) -> Iterator[bytes]:
    yield first
    yield from rest


def _with_newlines(found: Iterable[bytes]) -> Iterator[bytes]:
    held = b""
    for block in found:
        block = held + block
        held = b"\r" if block.endswith(b"\r") else b""
        if b"\r" in block:
            block = block.removesuffix(b"\r").replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        yield block
    if held:
        yield b"\n"


def decoded(data: bytes) -> str:
    r"""A piece of a source: UTF-8, or else ISO 8859-1.

    >>> decoded("é".encode()), decoded(b"\xe9")
    ('é', 'é')
    """
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("iso8859-1")
