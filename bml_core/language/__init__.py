"""BML text to Document. Content never raises: what is wrong is in the Document's diagnostics."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from bml_core.document import Dialect, Document
from bml_core.language.diagrams import parse_hand
from bml_core.language.inline import parse_inline
from bml_core.language.page import Page
from bml_core.limits import DEFAULT_LIMITS, Limits

__all__ = ["Page", "parse", "parse_file", "parse_hand", "parse_inline"]


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
