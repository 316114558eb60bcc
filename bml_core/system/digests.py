"""A short key of what rows say, for results that are kept: the same wherever the rows stand."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from bml_core._package import __version__
from bml_core.diagnostics import Location
from bml_core.system.agreements import Agreement, System


def digest_of_rows(system: System, rows: Sequence[Agreement]) -> bytes:
    """Return a digest of all that rows say, wherever they are written."""
    numbers = {place: number for number, place in enumerate(dict.fromkeys(row.location for row in rows))}
    tables: dict[Location | None, int] = {}
    spoken: dict[object, int] = {}
    digest = hashlib.sha256(f"{__version__} {system.choice}".encode())
    for row in rows:
        wording = row.wording
        said: tuple[object, ...] = ()
        if wording is not None:
            words = wording.abbreviations, wording.language
            said = (
                wording.passage.text,
                wording.condition_text,
                wording.variable,
                sorted((name, strain.value) for name, strain in wording.bindings.items()),
                wording.choices,
                spoken.setdefault(words, len(spoken)),
            )
        rest = row.scope, row.description, row.alert, row.qualifications, row.choice, row.written, row.coding
        table = tables.setdefault(row.table, len(tables))
        entry = (row.auction.code, numbers[row.location], table, rest, said)
        digest.update(repr(entry).encode("utf-8", "replace"))
    digest.update(repr(list(spoken)).encode("utf-8", "replace"))
    return digest.digest()
