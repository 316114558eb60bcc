"""What Zensical leaves to the extension: it converts each page alone, and runs no plugin.

A page with frequencies or examples needs the system of the whole site, so its other pages are read from their
files; and nobody links the style sheet, so a site that lacks it is reported once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from bml_core.document import BiddingTable
from bml_core.files import decode, read_file
from bml_core.notes import Kind, Markup, find_blocks
from bml_core.render.html import BOX_FILES, SCRIPT, STYLE_SHEET, RowIds, walk_paths
from bml_core.site import BlockReader, Configuration, PageFacts, Site
from mkdocs_bml.pages import PagePlace, page_name
from mkdocs_bml.reports import LOG


def read_site(place: PagePlace, own: PageFacts, nav: Iterable[str], configuration: Configuration) -> Site:
    """Return the site of a page: its own facts, and those of the other pages as their files have them.

    Pages come in the order of ``nav``, the others after them by name.
    """
    root = Path(place.root)
    there = [path.relative_to(root).as_posix() for path in sorted(root.rglob("*.md"))]
    order = [uri for uri in dict.fromkeys((*nav, *there)) if uri in set(there) | {place.uri}]
    settings = repr(configuration)
    pages = (
        (uri, own if uri == place.uri else _known_facts(root, uri, configuration, settings)) for uri in order
    )
    named = ((page_name(uri), facts) for uri, facts in pages)
    return Site(named, configuration)


_KNOWN: dict[tuple[str, str], tuple[object, PageFacts]] = {}
"""What is known of each page by its file and the settings, with the state of the file."""


def _known_facts(root: Path, uri: str, configuration: Configuration, settings: str) -> PageFacts:
    """Return what is known of a page, which is read once for all the pages that ask for it."""
    key = (str(root / uri), settings)
    try:
        status = (root / uri).stat()
        state: object = (status.st_mtime_ns, status.st_size)
    except OSError:
        state = None
    known = _KNOWN.get(key)
    # A page that shows other files is read again: these may have changed.
    if known is None or known[0] != state:
        facts = _page_facts(root, uri, configuration)
        shows_files = any(part.document.dependencies for part in facts.parts)
        known = (None if shows_files else state, facts)
        _KNOWN[key] = known
    return known[1]


def _page_facts(root: Path, uri: str, configuration: Configuration) -> PageFacts:
    file = str(root / uri)
    data = read_file(file).value
    blocks = find_blocks(decode(data, file).value, Markup.MARKDOWN) if data else ()
    reader = BlockReader.of_file(file, root, configuration)
    facts, row_ids = PageFacts(), RowIds()
    for block in blocks:
        content = reader.read(block)
        facts += content.facts
        for table in content.blocks:
            if isinstance(table, BiddingTable) and not table.hidden:
                for _, row, path in walk_paths(table):
                    row_ids(path, row.call.location)
    return facts + PageFacts(rows=row_ids.places)


def page_url(page: str, settings: Mapping[str, object]) -> str:
    """Return the address of a page below that of the site.

    >>> page_url("notes/openings", {}), page_url("notes/index", {})
    ('notes/openings/', 'notes/')
    """
    folder, _, name = page.rpartition("/")
    beside = f"{folder}/" if folder else ""
    if not settings.get("use_directory_urls", True):
        return f"{page}.html"
    return beside if name == "index" else f"{page}/"


def nav_pages(items: Iterable[Mapping[str, object]]) -> Iterator[str]:
    """Return the pages that a resolved navigation names, in order."""
    for item in items:
        if isinstance(item.get("url"), str):
            yield str(item["url"])
        children = item.get("children")
        if isinstance(children, list):
            yield from nav_pages(children)


def report_missing_files(settings: Mapping[str, object], root: str, facts: PageFacts) -> None:
    """Log, once, that a site lacks what a page loads: the style sheet, or the files of bidding boxes."""
    if not facts.shows_bml:
        return
    if _loaded(settings, "extra_css", STYLE_SHEET) is None:
        _warn("style sheet of its bidding tables")
    if any(request.options.kind is Kind.EXPLORE for request in facts.requests):
        script = _loaded(settings, "extra_javascript", SCRIPT)
        beside = [Path(root, script).with_name(name) for name in BOX_FILES] if script else []
        if not (beside and all(path.is_file() for path in beside)):
            _warn("files of its bidding boxes")


def _loaded(settings: Mapping[str, object], setting: str, name: str) -> str | None:
    """Return the path of a file that the pages load; None if they do not."""
    written = settings.get(setting)
    entries = written if isinstance(written, Iterable) else ()
    paths = (str(each.get("path")) if isinstance(each, Mapping) else str(each) for each in entries)
    return next((path for path in paths if Path(path).name == name), None)


@cache
def _warn(files: str) -> None:
    LOG.warning(
        "The site does not load the %s. Run python -m mkdocs_bml docs/assets, and name assets/bml.css in "
        "extra_css and assets/bml.js in extra_javascript.",
        files,
    )
