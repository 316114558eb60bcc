"""A site that exists: its settings, and the systems that they name."""

from __future__ import annotations

import os
import posixpath
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from bml_core.commands.quickstart.mkdocs_edits import EXTENSION_NAMES, bml_options, docs_folder, read_text
from bml_core.commands.quickstart.sphinx_edits import Conf
from bml_core.commands.terminal import UsageError
from bml_core.diagnostics import Diagnostic
from bml_core.files import is_file, real_path, repository
from bml_core.notes import DEFAULT_SYSTEM, NotesBlock, NotesFile
from bml_core.site import Configuration, read_configuration

_CONFIGURATIONS = {
    "mkdocs.yml": "mkdocs",
    "mkdocs.yaml": "mkdocs",
    "conf.py": "sphinx",
    "zensical.toml": "zensical",
}


def pages_folder(top: Path, host: str, configuration: str) -> str:
    """Return the folder of the pages of a site, "" for the top.

    Raises:
        UsageError: the configuration cannot be read.
    """
    text = read_text(top, configuration)
    if host == "mkdocs" and find_spec("yaml"):
        return docs_folder(top, configuration)
    if configuration.endswith(".toml"):
        docs = str(_project(text, configuration).get("docs_dir", "docs"))
        return posixpath.normpath(posixpath.join(posixpath.dirname(configuration), docs))
    return posixpath.dirname(configuration)


def _project(text: str, configuration: str) -> Mapping[str, object]:
    """Return the settings of Zensical."""
    try:
        project = tomllib.loads(text).get("project")
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{configuration} cannot be read: {error}") from error
    return project if isinstance(project, dict) else {}


# ---------------------------------------------------------------- the systems of a site


@dataclass(frozen=True, slots=True)
class SiteSystems:
    """What a site says of its systems: the folder of its pages, and its settings."""

    pages: Path
    configuration: Configuration

    def page(self, file: str | Path) -> str:
        """Return how the settings call a page."""
        return Path(real_path(file)).relative_to(self.pages).with_suffix("").as_posix()


class SiteFinder:
    """Finds the site of a page, by the nearest configuration whose pages it is among.

    Nothing is run: what a configuration works out when it runs is not known. Configurations are looked for up
    to the top of the repository; without one, beside the folders that are named.
    """

    def __init__(self, named: Iterable[str | Path]) -> None:
        paths = [Path(real_path(name)) for name in named]
        self._beside = {path.parent if path.is_dir() else path.parent.parent for path in paths}
        self._found: dict[Path, SiteSystems | None] = {}
        self._names: dict[Path, str] = {}
        self.unread: list[str] = []
        """Why configurations do not say which systems there are."""

    def site(self, file: str | Path) -> SiteSystems | None:
        """Return the site of a page; None where there is none, or what it says of systems is not known."""
        folder = Path(real_path(file)).parent
        if folder not in self._found:
            self._found[folder] = self._near(folder)
        return self._found[folder]

    def default_system(self, file: str | Path) -> str:
        """Return the system of what names none in a file."""
        site = self.site(file)
        if site is None:
            return DEFAULT_SYSTEM
        name = site.configuration.default_system(site.page(file))
        return self._names.get(site.pages, name) if name == DEFAULT_SYSTEM else name

    def tell_apart(self, files: Iterable[str | Path]) -> None:
        """Call the system of each site of these files by its folder, if they are on several sites."""
        pages = {site.pages for file in files if (site := self.site(file))}
        if len(pages) > 1:
            common = os.path.commonpath(pages)
            folders = ((page, page.relative_to(common).parts) for page in pages)
            self._names = {page: parts[0] for page, parts in folders if parts}

    def placed(self, file: NotesFile) -> NotesFile:
        """Return a file of notes with its blocks in the systems that its site has them in."""
        placed = file.within(self.default_system(file.name))
        site = self.site(file.name)
        if site is None:
            return placed
        found = (each for block in placed.blocks for each in _misplaced(block, site, site.page(file.name)))
        return placed._replace(file_diagnostics=(*file.file_diagnostics, *found))

    def _near(self, folder: Path) -> SiteSystems | None:
        last = {*repository(folder)} or self._beside
        for above in (folder, *folder.parents):
            for host, configuration in _configurations(above):
                try:
                    site = _site(above, host, configuration)
                except UsageError as error:
                    self.unread.append(str(error))
                    return None
                if site is not None and folder.is_relative_to(site.pages):
                    return site
            if above in last:
                break
        return None


def _misplaced(block: NotesBlock, site: SiteSystems, page: str) -> tuple[Diagnostic, ...]:
    """Return what builds report of a block in no system, or in one that the settings lack."""
    if block.system is not None:
        return site.configuration.check_system(block.system, block.place)
    is_lost = bool(block.document.tables) and not block.named
    return site.configuration.check_page(page, block.place) if is_lost else ()


def _configurations(folder: Path) -> Iterator[tuple[str, str]]:
    return ((host, name) for name, host in _CONFIGURATIONS.items() if is_file(folder / name))


def _site(top: Path, host: str, configuration: str) -> SiteSystems | None:
    """Return what a configuration says; None if it is of no site with BML.

    Raises:
        UsageError: It cannot be read without running it.
    """
    if host == "mkdocs":
        options = bml_options(top, configuration)
    elif host == "zensical":
        extensions = _project(read_text(top, configuration), configuration).get("markdown_extensions")
        named = extensions if isinstance(extensions, Mapping) else {}
        written = map(named.get, EXTENSION_NAMES)
        options = next((each for each in written if isinstance(each, Mapping)), None)
    else:
        options = _sphinx_options(Conf(read_text(top, configuration), configuration))
    if options is None:
        return None
    prefix = "bml_" if host == "sphinx" else ""
    read = read_configuration({"systems": options.get("systems") or {}}, prefix=prefix)
    if read.diagnostics:
        raise UsageError(f"{configuration}: {read.diagnostics[0].sentence.rstrip('.')}")
    return SiteSystems(Path(real_path(top / pages_folder(top, host, configuration))), read.value)


def _sphinx_options(conf: Conf) -> Mapping[str, object] | None:
    if not conf.has_bml:
        return None
    systems = conf.assigned("bml_systems")
    if systems.is_unknown:
        raise UsageError("conf.py works out bml_systems when it runs")
    return {"systems": systems.value}
