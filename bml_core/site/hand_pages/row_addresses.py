"""The rows of a system on pages: their addresses, and what is wrong with their conditions in braces."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import replace
from itertools import chain

from bml_core.diagnostics import Location
from bml_core.document import Document, walk_rows
from bml_core.render.html import walk_paths
from bml_core.system import expand

Addresses = Mapping[Location, tuple[str, str]]
"""For the place of the call of a row its page, and the id of the row there."""


def row_addresses(pages: Iterable[tuple[str, Document]], idents: Mapping[str, Container[str]]) -> Addresses:
    r"""Return the addresses of the rows of documents, each with the page that shows it.

    ``idents`` are the ids of rows that the pages have. Of rows with the same auction the first one of a page
    has it for an id, so the others have no address.

    >>> from bml_core.language import parse
    >>> found = row_addresses([("stayman", parse("1N-2C;\n2D  No major"))], {"stayman": {"1N-2C-2D"}})
    >>> list(found.values())
    [('stayman', '1N-2C-2D')]
    """
    found: dict[Location, tuple[str, str]] = {}
    given: set[tuple[str, str]] = set()

    for page, document in pages:
        tables = (table for table in document.tables if not table.hidden)
        for _, row, path in chain.from_iterable(map(walk_paths, tables)):
            if path in idents.get(page, ()) and (page, path) not in given:
                given.add((page, path))
                found.setdefault(row.call.location, (page, path))
    return found


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
