"""Where the rows of a system have their addresses among the pages of a project."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from itertools import chain

from bml_core.diagnostics import Location
from bml_core.document import Document
from bml_core.render.html import walk_paths

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
