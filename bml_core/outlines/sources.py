"""Notes of any kind as an outline, known by their content and not by their name alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from io import BytesIO
from pathlib import Path

from bml_core._package import how_to_install
from bml_core.diagnostics import Diagnostic, Location, Result
from bml_core.files import MOST_BYTES, UNSHOWABLE, decode
from bml_core.language import with_suit_signs
from bml_core.outlines.outline import Outline

_MOST_UNPACKED = 60_000_000
_PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"II*\0", b"MM\0*", b"RIFF", b"BM")


@dataclass(frozen=True, slots=True)
class SourceKind:
    """A kind of notes: its name, the module and the function that read it, and the library that they need."""

    name: str
    module: str
    reader: str
    library: str = ""

    @property
    def is_page(self) -> bool:
        """Return whether a page of this kind may hold blocks of BML."""
        return self.name in ("Markdown", "reStructuredText")

    def load(self) -> Callable[..., Outline] | None:
        """Return what reads notes of this kind, letters of other languages as signs of suits.

        It is None if its library is not installed.
        """
        try:
            module = import_module(f"bml_core.outlines.{self.module}")
        except ModuleNotFoundError:
            return None
        reader: Callable[..., Outline] = getattr(module, self.reader)
        if self in (WORD, OPEN_DOCUMENT):
            return reader
        return lambda text, *place, **lines: reader(with_suit_signs(text), *place, **lines)


MARKDOWN = SourceKind("Markdown", "markdown", "parse_markdown", "markdown-it-py")
REST = SourceKind("reStructuredText", "rest", "parse_rest", "docutils")
HTML = SourceKind("HTML", "html", "parse_html", "lxml")
WORD = SourceKind("Word", "word", "parse_word")
OPEN_DOCUMENT = SourceKind("OpenDocument", "open_document", "parse_open_document")
ASCIIDOC = SourceKind("AsciiDoc", "asciidoc", "parse_asciidoc")
PLAIN = SourceKind("text", "plain", "parse_plain")
_BY_ENDING = {
    **dict.fromkeys((".md", ".markdown", ".mdown", ".mkd"), MARKDOWN),
    ".rst": REST,
    **dict.fromkeys((".html", ".htm", ".xhtml"), HTML),
    **dict.fromkeys((".adoc", ".asciidoc", ".asc"), ASCIIDOC),
}
_ENDINGS = (*_BY_ENDING, ".docx", ".odt", ".txt", ".text")


@dataclass(frozen=True, slots=True)
class SourceNotes:
    """Notes that were read: their kind, their outline, and their text where they are one."""

    kind: SourceKind
    outline: Outline
    text: str


def is_source(name: str) -> bool:
    """Return whether a file may be notes, by its name.

    >>> is_source("notes/1NT.md"), is_source("photo.png")
    (True, False)
    """
    return Path(name).suffix.lower() in _ENDINGS


def read_pages(data: bytes, file: str) -> Result[SourceNotes | None]:
    """Return the outline of notes; None with a diagnostic for what is none, with what to do about it.

    >>> print(*read_pages(b"%PDF-1.7", "notes.pdf").diagnostics)
    notes.pdf: error BML101: This is a PDF. Save the document it was made from as Word, HTML or text.
    """
    if refusal := _refusal(data):
        return _refused(file, *refusal)
    if data.startswith(b"PK\x03\x04"):
        kind = _packed_kind(data)
        if isinstance(kind, tuple):
            return _refused(file, *kind)
        reader = kind.load()
        if reader is None:
            return _missing(kind, file)
        try:
            return Result(SourceNotes(kind, reader(data, file), ""))
        except (ValueError, RecursionError):
            return _refused(file, f"This {kind.name} file is damaged.", "Open it, and save it again.")
    read = decode(data, file)
    if any(found.code == "BML101" for found in read.diagnostics):
        return Result(None, read.diagnostics)
    text = UNSHOWABLE.sub("\ufffd", read.value)
    kind = _text_kind(text, file)
    reader = kind.load()
    if reader is None:
        return _missing(kind, file)
    try:
        outline = reader(text, file)
    except RecursionError:
        return _refused(file, "This page is nested too deeply.", "Write it with fewer lists in each other.")
    # Lines of HTML are not those that anybody sees.
    text = "" if kind is HTML else text
    return Result(SourceNotes(kind, outline, text), (*read.diagnostics, *outline.diagnostics))


def _missing(kind: SourceKind, file: str) -> Result[SourceNotes | None]:
    message = f"Reading {kind.name} needs {kind.library}, which is not installed."
    return _refused(file, message, how_to_install("import"))


def _refused(file: str, message: str, hint: str) -> Result[SourceNotes | None]:
    return Result(None, (Diagnostic("BML101", message, Location(file, 1), hint),))


def _refusal(data: bytes) -> tuple[str, str] | None:
    """Return why bytes cannot be read, and what to do; None if they can."""
    if len(data) > MOST_BYTES:
        return f"This file has more than {MOST_BYTES:,} bytes.", "Divide it, or leave out its pictures."
    if data.startswith(b"%PDF"):
        return "This is a PDF.", "Save the document it was made from as Word, HTML or text."
    if data.startswith(b"\xd0\xcf\x11\xe0"):
        hint = "Open it without the password, and save it as .docx, HTML or text."
        return "This is an old document of Word or Excel, or one with a password.", hint
    if data.startswith(b"{\\rtf"):
        return "This is a rich text file.", "Open it, and save it as .docx, HTML or text."
    if data.startswith(_PICTURES):
        return "This is a picture, and no text is looked for in it.", "Type the notes, or save them as text."
    return None


def _packed_kind(data: bytes) -> SourceKind | tuple[str, str]:
    """Return what a file of packed parts is, or why it is not read."""
    from zipfile import BadZipFile, ZipFile  # noqa: PLC0415 - loads much that pages need not wait for

    try:
        with ZipFile(BytesIO(data)) as whole:
            parts = {part.filename: part for part in whole.infolist()}
    except (BadZipFile, ValueError, NotImplementedError, OSError, EOFError):
        return "This file is damaged.", "Open it, and save it again."
    if any(part.flag_bits & 1 for part in parts.values()):
        return "This file has a password.", "Open it, and save it without one."
    if sum(part.file_size for part in parts.values()) > _MOST_UNPACKED:
        return "This file is too large when it is unpacked.", "Leave out its pictures, or save it as text."
    if "word/document.xml" in parts:
        return WORD
    if any(name.startswith(("xl/", "Index/", "ppt/")) for name in parts):
        return (
            "This is a spreadsheet or a presentation.",
            "Copy its table into a document of Word, or save it as text.",
        )
    if "content.xml" in parts:
        return OPEN_DOCUMENT
    return "This is a packed file, and no document.", "Unpack it, and import what is in it."


def _text_kind(text: str, file: str) -> SourceKind:
    """Return what a text is: by its content where that is clear, else by its name."""
    kind = _BY_ENDING.get(Path(file).suffix.lower())
    if kind is not None:
        return kind
    start = text[:20_000]
    if re.match(
        r"\s*(?:<!doctype html|<html|<meta|<(?:p|div|ul|table|b|span|h\d)[ >])", start, re.IGNORECASE
    ):
        return HTML
    if re.search(r"^={1,4} \S", start, re.MULTILINE) and not re.search(r"^=+$", start, re.MULTILINE):
        return ASCIIDOC
    if re.search(r"^(?:#{1,6} \S|\|?\s*:?-{3,}:?\s*\|)", start, re.MULTILINE):
        return MARKDOWN
    return PLAIN
