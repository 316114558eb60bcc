"""What checks look at: a system, and the documents that it comes from."""

from __future__ import annotations

from dataclasses import dataclass

from bml_core.diagnostics import Location
from bml_core.document import Document
from bml_core.system import System


@dataclass(frozen=True, slots=True)
class CheckedNotes:
    """The notes of one system.

    Attributes:
        system: The system, expanded from the documents.
        documents: What it was expanded from, in reading order: tables and metadata. The descriptions of rows
            may lack their spans.
        name: The name of the system on its site.
        pasted: The places of the ``#CUT`` that something pastes, on a page of any system.
        unlisted: The beginnings of the pages that no navigation has.
        among: The whole system, where ``system`` has a part of its rows; None where it is whole.
    """

    system: System
    documents: tuple[Document, ...] = ()
    name: str = ""
    pasted: frozenset[Location] = frozenset()
    unlisted: tuple[Location, ...] = ()
    among: System | None = None
