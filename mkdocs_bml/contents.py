"""The nav that ``#+PAGES:`` of BML files makes, for a site that has none of its own."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePosixPath
from typing import Any

from mkdocs.structure.files import File, Files, file_sort_key
from mkdocs.utils import nest_paths

from bml_core.language import read_source
from bml_core.site import PageList, listed_pages, read_page_list, reading_order
from mkdocs_bml.reports import log_diagnostics


def listed_nav(files: Files, bml_pages: Iterable[File]) -> list[Any] | None:
    """Return the nav that the lists of pages make, each page before those it lists; None without a list.

    Folders are its sections, as in the one that MkDocs makes.
    """
    written = {_address(file): (file, _written(file)) for file in bml_pages}
    lists = {address: (file, found) for address, (file, found) in written.items() if found is not None}
    if not lists:
        return None
    in_nav = [file for file in files.documentation_pages() if file.inclusion.is_in_nav()]
    pages = {_address(file): file.src_uri for file in sorted(in_nav, key=file_sort_key)}
    listed = {address: _listed(address, *lists[address], pages) for address in lists}
    # Pages that nobody lists keep their order, and circles come last.
    below = {page for names in listed.values() for page in names}
    order = reading_order([*(page for page in pages if page not in below), *pages], listed)
    nav: list[Any] = nest_paths(pages[address] for address in order)
    return nav


def _address(file: File) -> str:
    return str(PurePosixPath(file.src_uri).with_suffix(""))


def _written(file: File) -> PageList | None:
    return read_page_list(read_source(str(file.abs_src_path)))


def _listed(address: str, file: File, written: PageList, pages: Iterable[str]) -> tuple[str, ...]:
    found = listed_pages(written.names, address, pages, written.line)
    log_diagnostics(found.diagnostics(str(file.abs_src_path), "the folder of all pages"))
    return found.pages
