"""BML text to Document. Content never raises: what is wrong is in the Document's diagnostics."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from bml_core._arguments import check_argument
from bml_core.bridge import Suit
from bml_core.decoding import decode, showable
from bml_core.diagnostics import Location, Result
from bml_core.document import Dialect, Document, Span
from bml_core.language import inline_text
from bml_core.language.includes import included_names, resolve_include
from bml_core.language.page_state import Page
from bml_core.limits import DEFAULT_LIMITS, Limits
from bml_core.storage import read_file

__all__ = [
    "Page",
    "included_names",
    "parse",
    "parse_file",
    "parse_inline",
    "read_source",
    "resolve_include",
]


def parse(
    text: str,
    *,
    file: str = "<text>",
    dialect: Dialect = Dialect.V2_0,
    include_roots: Sequence[str | Path] = (),
    limits: Limits = DEFAULT_LIMITS,
) -> Document:
    r"""Parse one BML text as a page of its own.

    >>> document = parse("1C  Strong, 16+ hcp\n  1D  Negative")
    >>> document.tables[0].rows[0].children[0].call.text
    '1D'
    """
    check_argument("text", text, str)
    return Page(file, dialect=dialect, include_roots=include_roots, limits=limits).parse(text)


def parse_file(
    path: str | Path,
    *,
    dialect: Dialect = Dialect.V2_0,
    include_roots: Sequence[str | Path] = (),
    limits: Limits = DEFAULT_LIMITS,
) -> Document:
    """Parse one BML file; a file that cannot be read is a diagnostic, too.

    >>> print(parse_file("missing.bml").diagnostics[0])
    missing.bml:1:1: error BML101: The file missing.bml is not there.
    """
    return Page(str(path), dialect=dialect, include_roots=include_roots, limits=limits).parse_file(path)


def parse_inline(
    text: str,
    location: Location,
    *,
    own_suit: Suit | None = None,
    in_description: bool = False,
) -> Result[tuple[Span, ...]]:
    """Parse one line of inline text that begins at ``location``.

    In a description ``#`` means the suit of the row's own bid, ``own_suit`` where it is one suit.

    >>> [type(span).__name__ for span in parse_inline("5+!h, *forcing*", Location("", 1)).value]
    ['Text', 'SuitSymbol', 'Text', 'Strong']
    """
    return inline_text.parse_inline(
        showable(text), location, own_suit=own_suit, in_description=in_description
    )


def read_source(path: str | Path) -> str:
    """Return the text of a file as :func:`parse_file` reads it; "" if it cannot be read.

    >>> read_source("missing.bml")
    ''
    """
    return showable(decode(read_file(path).value or b"", str(path)).value)
