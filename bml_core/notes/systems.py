"""Which systems a file, several files, a folder or a site holds: one answer for every command."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path, PurePosixPath

from bml_core.diagnostics import Diagnostic
from bml_core.document import Document
from bml_core.files import is_folder, real_path, repository
from bml_core.notes.loading import NotesBlock, NotesFile
from bml_core.notes.options import DEFAULT_SYSTEM, NOT_EXPORTED, page_options, parse_options
from bml_core.notes.site_settings import SiteSettings, configurations, read_site
from bml_core.system import System, expand

_OFTEN = 5
_ALIKE = 0.5
_LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class SystemPlan:
    """Which system the blocks of files belong to that name none; files are known by their real paths.

    Attributes:
        defaults: The system of each file that is not in ``system``.
        sites: What the sites of files say of their systems.
        rivals: Files that contradict each other so often that each is a system of its own.
        unread: Why the settings of sites are not known, each without a full stop.
        divides: Whether blocks belong to the systems that they name; those of a file alone are one system.
    """

    defaults: Mapping[str, str] = field(default_factory=dict)
    sites: Mapping[str, SiteSettings] = field(default_factory=dict)
    rivals: frozenset[str] = frozenset()
    unread: tuple[str, ...] = ()
    divides: bool = False

    def default_system(self, file: str | Path) -> str:
        """Return the system of what names none in a file."""
        return self.defaults.get(real_path(file), DEFAULT_SYSTEM)

    def placed(self, file: NotesFile) -> NotesFile:
        """Return a file of notes with its blocks in their systems, and with what builds report of these."""
        if not self.divides:
            return file
        placed = file.within(self.default_system(file.name))
        site = self.sites.get(real_path(file.name))
        if site is None:
            return placed
        faults = (each for block in placed.blocks for each in _misplaced(block, site, site.page(file.name)))
        return placed._replace(file_diagnostics=(*file.file_diagnostics, *faults))


def _misplaced(block: NotesBlock, site: SiteSettings, page: str) -> tuple[Diagnostic, ...]:
    """Return what builds report of a block in no system, or in one that the settings lack."""
    if block.system is not None:
        return site.settings.check_system(block.system, block.place)
    is_lost = bool(block.document.tables) and not block.named
    return site.settings.check_page(page, block.place) if is_lost else ()


def plan_systems(
    files: Sequence[NotesFile], named: Iterable[str | Path], *, together: bool = False
) -> SystemPlan:
    """Return which systems files hold, as far as their blocks name none.

    The settings of the nearest site decide; systems of several sites are called by the folders of these. The
    BML files of a folder without a site are one system, unless they contradict each other often. A file alone
    is one system, and so is everything ``together``.

    Args:
        files: The files, with all their blocks.
        named: The files and folders that somebody named: beside these, configurations are looked for.
        together: Make one system of everything.
    """
    named = list(named)
    if together or (len(files) < 2 and not any(map(is_folder, named))):
        return SystemPlan()
    finder = _SiteFinder(named)
    found = {real_path(file.name): finder.site(file.name) for file in files}
    sites = {path: site for path, site in found.items() if site is not None}
    names = _names_of_sites({site.pages for site in sites.values()})
    defaults = {}
    for path, site in sites.items():
        name = site.settings.default_system(site.page(path))
        defaults[path] = names.get(site.pages, name) if name == DEFAULT_SYSTEM else name
    alone = {
        file.name: file.blocks[0].document
        for file in files
        if file.markup == "bml" and not file.blocks[0].named and real_path(file.name) not in sites
    }
    rivals: list[str] = []
    if any(map(is_folder, named)) and _contradict_often(alone) and are_rivals(alone):
        rivals = sorted(alone)
        taken: list[str] = []
        for file in rivals:
            taken.append(system_name(Path(file).as_posix(), taken))
        defaults |= zip(map(real_path, rivals), taken, strict=True)
    return SystemPlan(defaults, sites, frozenset(rivals), tuple(finder.unread), divides=True)


def _names_of_sites(pages: set[Path]) -> dict[Path, str]:
    """Return the names of the systems of sites by the folders of their pages, if there are several sites."""
    if len(pages) < 2:
        return {}
    common = os.path.commonpath(pages)
    folders = ((page, page.relative_to(common).parts) for page in pages)
    return {page: parts[0] for page, parts in folders if parts}


class _SiteFinder:
    """Finds the site of a page, by the nearest configuration whose pages it is among.

    Configurations are looked for up to the top of the repository; without one, beside what is named.
    """

    def __init__(self, named: Iterable[str | Path]) -> None:
        paths = [Path(real_path(name)) for name in named]
        self._beside = {path.parent if path.is_dir() else path.parent.parent for path in paths}
        self._sites: dict[Path, SiteSettings | None] = {}
        self.unread: list[str] = []

    def site(self, file: str | Path) -> SiteSettings | None:
        """Return the site of a page; None where there is none, or what it says of systems is not known."""
        folder = Path(real_path(file)).parent
        if folder not in self._sites:
            self._sites[folder] = self._near(folder)
        return self._sites[folder]

    def _near(self, folder: Path) -> SiteSettings | None:
        last = {*repository(folder)} or self._beside
        for above in (folder, *folder.parents):
            for configuration in configurations(above):
                try:
                    site = read_site(configuration)
                except ValueError as error:
                    self.unread.append(str(error))
                    return None
                if site is not None and folder.is_relative_to(site.pages):
                    return site
            if above in last:
                break
        return None


# ---------------------------------------------------------------- files that are systems of their own


def _contradict_often(documents: Mapping[str, Document]) -> bool:
    """Return whether two files say different things of the same auctions five times or more."""
    rows = {
        (second.location, first.location.file)
        for second, first in expand(documents.values()).repeats
        if second.says_more_than(first) and second.location.file != first.location.file
    }
    pairs = Counter((file, location.file) for location, file in rows)
    return any(count >= _OFTEN for count in pairs.values())


def are_rivals(documents: Mapping[str, Document]) -> bool:
    """Return whether files, by their paths, cannot be parts of one system.

    They cannot if two of them include rows of the same file, which one system would hold twice, or if the
    file with most opening bids has half of them or more in common with another one.
    """
    unnamed = {
        file: document for file, document in documents.items() if not page_options(document).value.system
    }
    systems = {file: expand([document]) for file, document in unnamed.items()}
    included = [
        {os.path.realpath(row.location.file) for row in system.agreements} - {os.path.realpath(file)}
        for file, system in systems.items()
    ]
    if any(one & other for one, other in combinations(included, 2)):
        return True
    openings = sorted((_openings(system) for system in systems.values()), key=len, reverse=True)
    return any(
        len(openings[0] & other) >= _ALIKE * len(openings[0] | other) for other in openings[1:] if other
    )


def _openings(system: System) -> set[str]:
    """Return the bids that open an auction."""
    auctions = (agreement.auction for agreement in system.agreements if agreement.auction.we_deal)
    return {str(auction) for auction in auctions if len(auction.calls) == 1 and str(auction) != "P"}


def system_name(page: str, taken: Sequence[str]) -> str:
    """Return a name for the system of a page: that of its file, with those of its folders if needed.

    >>> system_name("notes/Two clubs.bml", []), system_name("b/acol.bml", ["acol"])
    ('Two-clubs', 'b-acol')
    """
    parts = [part for part in PurePosixPath(page).with_suffix("").parts if part != "/"]
    names = ["-".join(map(_word, parts[begin:])) for begin in range(len(parts) - 1, -1, -1)]
    numbered = (f"{names[-1]}-{number}" for number in range(2, len(taken) + 3))
    # Some disks know no difference between small and capital letters.
    known = {name.casefold() for name in taken}
    usable = (name for name in (*names, *numbered) if name != NOT_EXPORTED)
    return next(
        name
        for name in usable
        if parse_options({"system": name}).value.system == name and name.casefold() not in known
    )


def _word(text: str) -> str:
    return re.sub(r"[^\w.]+", "-", text).strip("-.")[:_LONGEST_NAME].rstrip("-.") or "system"
