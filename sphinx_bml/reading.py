"""From a block in a page of the project to a Document."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sphinx.environment import BuildEnvironment

from bml_core import Diagnostic, Document, Location, Page, read_source
from bml_core.formats import bml
from bml_core.formats.deals import Dealt
from bml_core.site import (
    BlockOptions,
    DealOptions,
    PageFacts,
    ReadDeals,
    SystemPart,
    only_offers,
    read_deals,
    with_conditions_checked,
)
from sphinx_bml.config import BmlConfig, read_config
from sphinx_bml.domain import bml_domain
from sphinx_bml.paths import named_file
from sphinx_bml.reports import warn

_PAGE = "bml_page"
_FILE_CODES = ("BML101", "BML102", "BML104")

Places = Sequence[tuple[str, int]]
"""File and line of each line of a text."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read of a block: the document, and its source as written."""

    document: Document
    source: str


class PageReader:
    """Reads the blocks of the page that Sphinx is reading now; they share one state."""

    def __init__(self, env: BuildEnvironment) -> None:
        self._env = env
        self.config: BmlConfig = read_config(env.config)
        self._roots = (str(env.srcdir), *self.config.include_roots)
        # Under this name all supported versions of Sphinx know what belongs to the page being read.
        page = env.temp_data.get(_PAGE)
        self._page: Page = page if isinstance(page, Page) else self._new_page()

    @property
    def file(self) -> str:
        """The path of the page."""
        return self._page.file

    def _new_page(self) -> Page:
        env, config = self._env, self.config
        file = str(env.doc2path(env.docname))
        page = Page(file, dialect=config.dialect, include_roots=self._roots, limits=config.limits)
        env.temp_data[_PAGE] = page
        return page

    def read(self, text: str, places: Places, options: BlockOptions, place: Location) -> Reading:
        """Read a block: the text of its file if it names one, else ``text``."""
        with self._page.in_dialect(options.dialect):
            if options.file:
                document, source = self._read_file(options.file, place)
            else:
                document, source = self._page.parse(text, places=places), text
        self._note_files(document)
        return Reading(with_conditions_checked(document), source)

    def read_deals(self, options: DealOptions, place: Location) -> ReadDeals:
        """Read the boards of the file of deals that a block names."""
        found = read_deals(self._page, named_file(self._env, options.block.file), options, place)
        self._note(found.dependencies, found.diagnostics)
        return found

    def read_page(self) -> Document:
        """Read the page itself, which is a BML file."""
        document = self._page.parse_file(self.file)
        self._note_files(document)
        return with_conditions_checked(document)

    def _note_files(self, document: Document) -> None:
        self._note(document.dependencies, document.diagnostics)

    def _note(self, files: Iterable[str], diagnostics: Iterable[Diagnostic]) -> None:
        for file in files:
            self._env.note_dependency(file)
        if any(diagnostic.code in _FILE_CODES for diagnostic in diagnostics):
            # The file may be there at the next build, although the page has not changed.
            self._env.note_reread()

    def _read_file(self, name: str, place: Location) -> tuple[Document, str]:
        file = named_file(self._env, name)
        document = self._page.parse_file(file, place=place)
        return document, read_source(file) if document.dependencies else ""


def note_block(env: BuildEnvironment, document: Document, options: BlockOptions, place: Location) -> None:
    """Remember that the page being read shows a block, and what the block adds to a system."""
    domain, config = bml_domain(env), read_config(env.config)
    if not options.hide:
        deals = tuple(Dealt(board, at) for board, at in bml.boards(document))
        domain.note(env.docname, PageFacts(shows_bml=True, deals=deals))
    system = options.exported_system(config.default_system)
    if system is None or only_offers(options, document):
        return
    if options.system and config.systems and system not in config.systems:
        known = ", ".join(config.systems)
        warn(f"bml_systems has no system {system}. It has {known}.", place, "system")
    domain.note(env.docname, PageFacts(parts=(SystemPart(system, document),)))
