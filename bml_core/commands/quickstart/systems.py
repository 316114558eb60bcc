"""Which files of a folder are systems of their own: notes of several partnerships often lie side by side."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import PurePosixPath

from bml_core.diagnostics import Location
from bml_core.document import Document
from bml_core.language import parse_inline
from bml_core.render import sign_text
from bml_core.site import NOT_EXPORTED, file_title, parse_options
from bml_core.system import System, expand

_LONGEST_NAME = 60
_ALIKE = 0.5


@dataclass(frozen=True, slots=True)
class TopSystem:
    """A system of a site: its name, which is that of its files, its title, and the BML file that is its page.

    ``is_titled`` says whether the file itself has the title.
    """

    name: str
    title: str
    page: str
    is_titled: bool


def shown_title(document: Document) -> str:
    """Return the title of a file as pages show it, with suit signs."""
    return sign_text(parse_inline(document.title, Location("", 1)).value)


def are_rivals(documents: Mapping[str, Document]) -> bool:
    """Return whether files, by their paths, cannot be parts of one system.

    They cannot if two of them include rows of the same file, which one system would hold twice, or if the
    file with most opening bids has half of them or more in common with another one.
    """
    systems = {file: expand([document]) for file, document in documents.items() if not _named(document)}
    included = [_files(system) - {os.path.realpath(file)} for file, system in systems.items()]
    if any(one & other for one, other in combinations(included, 2)):
        return True
    openings = sorted((_openings(system) for system in systems.values()), key=len, reverse=True)
    return any(
        len(openings[0] & other) >= _ALIKE * len(openings[0] | other) for other in openings[1:] if other
    )


def _files(system: System) -> set[str]:
    """Return the files that the rows of a system are in."""
    return {os.path.realpath(agreement.location.file) for agreement in system.agreements}


def _openings(system: System) -> set[str]:
    """Return the bids that open an auction."""
    auctions = (agreement.auction for agreement in system.agreements if not agreement.they_open)
    return {str(auction) for auction in auctions if len(auction.calls) == 1 and str(auction) != "P"}


def top_systems(pages: Sequence[str], read: Mapping[str, Document]) -> tuple[TopSystem, ...]:
    """Return one system for each page; those that say ``#+SYSTEM: none`` have none."""
    systems: list[TopSystem] = []
    for page in pages:
        document = read[page]
        named = _named(document)
        if named != NOT_EXPORTED:
            name = named or _name(page, [system.name for system in systems])
            title = shown_title(document) or file_title(page)
            systems.append(TopSystem(name, title, page, bool(document.title)))
    return tuple(systems)


def _named(document: Document) -> str:
    """Return the system that a file names itself; "" for none."""
    written = next((entry.value for entry in document.metadata if entry.key == "SYSTEM"), "")
    return parse_options({"system": written}).value.system if written else ""


def _name(page: str, taken: Iterable[str]) -> str:
    """Return a name for the system of a page: that of its file, with those of its folders if need be."""
    parts = PurePosixPath(page).with_suffix("").parts
    names = ["-".join(map(_word, parts[begin:])) for begin in range(len(parts) - 1, -1, -1)]
    numbered = (f"{names[-1]}-{number}" for number in range(2, len([*taken]) + 3))
    return next(name for name in (*names, *numbered) if _is_usable(name) and not _has(taken, name))


def _has(taken: Iterable[str], name: str) -> bool:
    # Some disks know no difference between small and capital letters.
    return name.casefold() in map(str.casefold, taken)


def _word(text: str) -> str:
    return re.sub(r"[^\w.]+", "-", text).strip("-.")[:_LONGEST_NAME].rstrip("-.") or "system"


def _is_usable(name: str) -> bool:
    return name != NOT_EXPORTED and parse_options({"system": name}).value.system == name
