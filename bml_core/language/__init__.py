"""BML text to Document. Content never raises: what is wrong is in the Document's diagnostics."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from bml_core.bridge import Suit
from bml_core.decoding import showable
from bml_core.diagnostics import Diagnostic, Location
from bml_core.document import Dialect, Document, Span
from bml_core.language import inline
from bml_core.language.diagrams import parse_hand
from bml_core.language.page import Page
from bml_core.language.reporter import Reporter
from bml_core.language.source import decode
from bml_core.limits import DEFAULT_LIMITS, Limits

__all__ = ["Page", "parse", "parse_file", "parse_hand", "parse_inline", "read_source"]


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
    diagnostics: list[Diagnostic] | None = None,
) -> tuple[Span, ...]:
    """Parse one line of inline text that begins at ``location``; findings are added to ``diagnostics``.

    In a description ``#`` means the suit of the row's own bid, ``own_suit`` where it is one suit.

    >>> [type(span).__name__ for span in parse_inline("5+!h, *forcing*", Location("", 1))]
    ['Text', 'SuitSymbol', 'Text', 'Strong']
    """
    reporter = Reporter()
    spans = inline.parse_inline(
        showable(text), location, reporter, own_suit=own_suit, in_description=in_description
    )
    if diagnostics is not None:
        diagnostics.extend(reporter.take())
    return spans


def read_source(path: str | Path) -> str:
    """The text of a file as :func:`parse_file` reads it, whatever its encoding; "" if it cannot be read.

    >>> read_source("missing.bml")
    ''
    """
    try:
        # A pipe with the name of a file would be waited for.
        data = Path(path).read_bytes() if Path(path).is_file() else b""
    except (OSError, ValueError):
        return ""
    return showable(decode(data, str(path), Reporter()))
