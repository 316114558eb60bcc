"""BML files of the documentation as pages of the site, and the nav that their ``#+PAGES:`` make."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from pathlib import PurePosixPath
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, file_sort_key
from mkdocs.utils import nest_paths

from bml_core.language import read_source
from bml_core.notes import SUFFIX, PageList, find_parts, listed_pages, read_page_list, reading_order
from mkdocs_bml.pages import page_name
from mkdocs_bml.reports import LOG, log_diagnostics


class BmlFile(File):
    """A BML file that is a page, as Markdown files are."""

    def is_documentation_page(self) -> bool:
        """Return that it is one."""
        return True


def make_pages(files: Files, config: MkDocsConfig, include_roots: Sequence[str], *, serving: bool) -> None:
    """Turn BML files into pages; those that other files show or include stay what they are."""
    levels = ((file, file.inclusion) for file in files if file.abs_src_path)
    shown = [file for file, level in levels if (level.is_in_serve() if serving else level.is_included())]
    candidates = [file for file in shown if file.src_uri.lower().endswith(SUFFIX)]
    if not candidates:
        return
    parts = _parts(candidates, shown, [config.docs_dir, *include_roots])
    for uri, whole in parts.items():
        LOG.info("%s is included in %s", uri, whole)
    for uri in _named_in(config.nav):
        if uri in parts:
            hint = f"Delete it of nav, or #INCLUDE it nowhere in {parts[uri]}."
            LOG.warning(
                "The nav lists %s, but it is included in %s and gets no page. %s", uri, parts[uri], hint
            )
    pages = {file.src_uri: _as_page(file) for file in candidates if file.src_uri not in parts}
    _leave_out_conflicts(pages, shown)
    # Put where their files were: the order of the files is that of a site without a nav.
    for file in list(files):
        files.remove(file)
        files.append(pages.get(file.src_uri, file))
    if config.nav is None:
        config.nav = listed_nav(files, pages.values(), parts)


def keep_pages(files: Files, pages: Set[str]) -> None:
    """Make pages again of files that another plugin has put in the places of ``pages``, where it put them."""
    for file in files:
        if file.src_uri in pages and not isinstance(file, BmlFile):
            # The plugin goes on with the very object, to which it has added what it knows.
            file.__class__ = BmlFile


def _parts(candidates: list[File], shown: list[File], roots: list[str]) -> dict[str, str]:
    """Return the files that are parts of pages, and the pages; both by their addresses."""
    uris = {str(file.abs_src_path): file.src_uri for file in shown}
    markdown = [str(file.abs_src_path) for file in shown if file.is_documentation_page()]
    found = find_parts([str(file.abs_src_path) for file in candidates], markdown, roots)
    return {uris[part]: uris[whole] for part, whole in found.items()}


def _named_in(nav: Any) -> Iterator[str]:  # noqa: ANN401 - whatever YAML holds
    match nav:
        case str():
            yield nav
        case list():
            for item in nav:
                yield from _named_in(item)
        case dict():
            for item in nav.values():
                yield from _named_in(item)


def _as_page(file: File) -> File:
    page = BmlFile(
        file.src_uri, file.src_dir, file.dest_dir, file.use_directory_urls, inclusion=file.inclusion
    )
    # Another plugin may have made the file, somewhere else.
    page.abs_src_path, page.generated_by = file.abs_src_path, file.generated_by
    return page


def _leave_out_conflicts(pages: dict[str, File], shown: Iterable[File]) -> None:
    taken = {file.dest_uri: file.src_uri for file in shown if file.is_documentation_page()}
    # An index comes before a README, as among Markdown files.
    for uri, page in sorted(pages.items(), key=lambda item: PurePosixPath(item[0]).stem != "index"):
        other = taken.setdefault(page.dest_uri, uri)
        if other != uri:
            LOG.warning("%s gets no page, since %s has the same address. Rename one of the two.", uri, other)
            del pages[uri]


# ---------------------------------------------------------------- lists of pages


def listed_nav(
    files: Files, bml_pages: Iterable[File], parts: Mapping[str, str] | None = None
) -> list[Any] | None:
    """Return the nav that the lists of pages make, each page before those it lists; None without a list.

    Folders are its sections, as in the one that MkDocs makes. A page of Markdown has the list of the file
    that it shows, one of the ``parts``.
    """
    shown = ((page, files.get_file_from_path(part)) for part, page in (parts or {}).items())
    sources = [(page, file) for page, file in shown if file is not None and page.endswith(".md")]
    sources += [(file.src_uri, file) for file in bml_pages]
    written = {
        page_name(page): (file, read_page_list(read_source(str(file.abs_src_path)))) for page, file in sources
    }
    lists = {address: (file, found) for address, (file, found) in written.items() if found is not None}
    if not lists:
        return None
    in_nav = [file for file in files.documentation_pages() if file.inclusion.is_in_nav()]
    pages = {page_name(file.src_uri): file.src_uri for file in sorted(in_nav, key=file_sort_key)}
    listed = {address: _listed(address, *lists[address], pages) for address in lists}
    # Pages that nobody lists keep their order, and circles come last.
    below = {page for names in listed.values() for page in names}
    order = reading_order([*(page for page in pages if page not in below), *pages], listed)
    nav: list[Any] = nest_paths(pages[address] for address in order)
    return nav


def _listed(address: str, file: File, written: PageList, pages: Iterable[str]) -> tuple[str, ...]:
    found = listed_pages(written.names, address, pages, written.line)
    log_diagnostics(found.diagnostics(str(file.abs_src_path), "the folder of all pages"))
    return found.pages
