"""From a block in a page of the project to a Document."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sphinx.environment import BuildEnvironment

from bml_core import Document, Location, Page, read_source
from bml_core.options import BlockOptions
from sphinx_bml.config import BmlConfig, read_config
from sphinx_bml.paths import named_file

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

    def _new_page(self) -> Page:
        env, config = self._env, self.config
        file = str(env.doc2path(env.docname))
        page = Page(file, dialect=config.dialect, include_roots=self._roots, limits=config.limits)
        env.temp_data[_PAGE] = page
        return page

    def read(self, text: str, places: Places, options: BlockOptions, place: Location) -> Reading:
        """Read a block: the text of its file if it names one, else ``text``."""
        dialect = self._page.dialect
        self._page.dialect = options.dialect or dialect
        if options.file:
            reading = self._read_file(options.file, place)
        else:
            reading = Reading(self._page.parse(text, places=places), text)
        if options.dialect:
            # The option speaks for its block, #+BML: for the page from there on.
            self._page.dialect = dialect
        for file in reading.document.dependencies:
            self._env.note_dependency(file)
        if any(diagnostic.code in _FILE_CODES for diagnostic in reading.document.diagnostics):
            # The file may be there at the next build, although the page has not changed.
            self._env.note_reread()
        return reading

    def _read_file(self, name: str, place: Location) -> Reading:
        file = named_file(self._env, name)
        document = self._page.parse_file(file, place=place)
        return Reading(document, read_source(file) if document.dependencies else "")
