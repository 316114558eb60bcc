"""Pages that are not BML, and on which more rows contradict others than their writer has slips.

Words say which auction such rows continue. One row in a hundred may well be wrong; where it is more, what
is wrong is how the page is read, and nothing is claimed about its rows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set

from bml_core.diagnostics import Diagnostic, Location, Related
from bml_core.document import Document, walk_rows

#: So many rows have a slip, of one that is more than chance.
_ROWS_TO_A_SLIP = 100
_HINT = "Write the auctions above its tables, as in 1N-2C---."


def without_misread(
    findings: Sequence[Diagnostic],
    codes: Set[str],
    documents: Iterable[Document],
    unsure: Set[str] = frozenset(),
) -> Iterator[Diagnostic]:
    """Yield findings, and one for all of a misread page that have one of the ``codes`` of contradictions.

    Those with one of the ``unsure`` codes are held back with them.
    """
    rows = Counter(
        row.location.file
        for document in documents
        for table in document.tables
        if table.is_read
        for _, row in walk_rows(table.rows)
    )
    contradictions = [each for each in findings if each.code in codes]
    # A row has one slip, whatever is found about it, and about those that contradict it.
    reported = {each.location for each in contradictions}
    found_at = {(file, _slip(each, file, reported)) for each in contradictions for file in _files(each)}
    slips = Counter(file for file, _ in found_at)
    misread = {file for file in rows if slips[file] > max(1, rows[file] / _ROWS_TO_A_SLIP)}
    held: dict[str, list[Diagnostic]] = {}
    for each in findings:
        files = _files(each) & misread if each.code in codes or each.code in unsure else ()
        if files:
            held.setdefault(min(files), []).append(each)
        else:
            yield each
    for file, found in held.items():
        message = "Rows of this page contradict others, unless it is misread."
        every = (each for first in found for each in (first, *first.others))
        related = tuple(Related(each.location, each.message) for each in every)
        yield Diagnostic("BML955", message, Location(file, 1), _HINT, related)


def _slip(found: Diagnostic, file: str, reported: Set[Location]) -> Location:
    """Return which row of a page a finding blames: one that is reported by itself, or its own."""
    places = [other.location for other in found.related if other.location.file == file]
    blamed = [place for place in places if place in reported or found.location.file != file]
    return blamed[0] if blamed else found.location


def _files(found: Diagnostic) -> frozenset[str]:
    """Return the pages of the rows that a finding is about."""
    return frozenset((found.location.file, *(other.location.file for other in found.related)))
