"""Report what is wrong with the conditions in braces of a page."""

from __future__ import annotations

from dataclasses import replace

from bml_core.document import Document, walk_rows
from bml_core.system import expand


def with_conditions_checked(document: Document) -> Document:
    """Return the document with diagnostics for the conditions in braces that cannot be read.

    >>> from bml_core.language import parse
    >>> [found.code for found in with_conditions_checked(parse("1C  Strong {16+ hpc}")).diagnostics]
    ['BML611']
    """
    if not _states_conditions(document):
        return document
    from bml_core.hands.descriptions import check_conditions

    found = check_conditions(expand([document]))
    return replace(document, diagnostics=(*document.diagnostics, *found)) if found else document


def _states_conditions(document: Document) -> bool:
    return any(
        (table.history is not None and table.history.condition is not None)
        or any(row.condition is not None for _, row in walk_rows(table.rows))
        for table in document.tables
    )
