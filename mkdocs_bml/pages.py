"""The page that is converted, by whichever host, and the other pages of its site.

MkDocs hands both over. Zensical converts each page alone, and runs no plugin: a page with frequencies or
examples needs the system of the whole site, so its other pages are read from their files; and nobody links
the style sheet, so a site that lacks it is reported once.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from difflib import SequenceMatcher
from fnmatch import fnmatch
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any

import markdown

from bml_core.document import BiddingTable
from bml_core.files import decode, files_below, read_file
from bml_core.notes import (
    SUFFIX,
    Kind,
    Markup,
    PageBlock,
    StandingPart,
    find_blocks,
    find_parts,
    find_standing,
)
from bml_core.render.html import BOX_FILES, FIELD_FILES, QUIZ_FILES, SCRIPT, STYLE_SHEET, RowIds
from bml_core.site import (
    FIELD_DATA,
    AuctionIndex,
    BlockReader,
    Configuration,
    PageFacts,
    Site,
    SiteFile,
    auction_list,
    file_title,
    said_beside,
)
from mkdocs_bml.reports import LOG

_RELPATH = "relpath"
_ANCHORS = ("mkdocs_extract_anchors", "properdocs_extract_anchors")
_ZENSICAL_CONTEXT = "rendering_context"
_MOST_LINES_COMPARED = 20_000


def page_name(uri: str) -> str:
    """Return the name of a page: its path below the documentation, without the ending of its file.

    >>> page_name("system/slam.md")
    'system/slam'
    """
    return str(PurePosixPath(uri).with_suffix(""))


@dataclass(frozen=True, slots=True)
class PagePlace:
    """A page as its host knows it.

    ``uri`` is its path below the folder of the documentation, ``file`` its path on disk and ``root`` that
    folder; ``text`` is what the file holds, ``url`` the address of the page below that of the site. Each is
    "" where the host does not tell.
    """

    uri: str = ""
    file: str = ""
    root: str = ""
    text: str = ""
    url: str = ""

    @property
    def way_to_top(self) -> str:
        """Return the way from the page to the top of the site.

        >>> PagePlace(url="system/slam/").way_to_top, PagePlace(url="./").way_to_top
        ('../../', '')
        """
        return "../" * self.url.removeprefix("./").count("/")


def find_page(md: markdown.Markdown) -> PagePlace:
    """Return the page that ``md`` converts, from what MkDocs, its successors or Zensical leave there."""
    if _RELPATH in md.treeprocessors:
        return _mkdocs_page(md.treeprocessors[_RELPATH])
    settings = zensical_settings(md)
    if settings is not None:
        return _zensical_page(md.preprocessors[_ZENSICAL_CONTEXT], settings)
    return PagePlace()


def _mkdocs_page(processor: object) -> PagePlace:
    file: Any = getattr(processor, "file", None)
    config: Any = getattr(processor, "config", None)
    uri = getattr(file, "src_uri", "")
    if not uri:
        return PagePlace()
    root = str(config["docs_dir"]) if config else ""
    # A page made by a plugin has no file of its own; it counts as standing where its address says.
    path = getattr(file, "abs_src_path", None) or str(Path(root, uri))
    return PagePlace(uri, path, root, _read(path), str(getattr(file, "url", "")))


def zensical_settings(md: markdown.Markdown) -> Mapping[str, Any] | None:
    """Return the settings of the site if Zensical converts the page."""
    if _ZENSICAL_CONTEXT not in md.preprocessors:
        return None
    return getattr(md.preprocessors[_ZENSICAL_CONTEXT], "config", None) or {}


def _zensical_page(processor: object, config: Mapping[str, Any]) -> PagePlace:
    page: Any = getattr(processor, "page", None)
    uri = getattr(page, "path", "")
    if not uri:
        return PagePlace()
    root = _docs(config)
    path = str(Path(root, uri))
    return PagePlace(uri, path, root, _read(path), str(getattr(page, "url", "")).lstrip("/"))


def _docs(settings: Mapping[str, Any]) -> str:
    """Return the folder of the pages of a site of Zensical."""
    return str(Path(settings.get("root_dir", "."), settings.get("docs_dir", "docs")).absolute())


def _read(path: str) -> str:
    try:
        return Path(path).read_text("utf-8-sig", errors="replace")
    except (OSError, ValueError):
        return ""


def note_anchors(md: markdown.Markdown, idents: Iterable[str]) -> None:
    """Tell the host which ids the page has beside those in its tree, so that it knows links to them."""
    for name in _ANCHORS:
        if name in md.treeprocessors:
            present = getattr(md.treeprocessors[name], "present_anchor_ids", None)
            if isinstance(present, set):
                present.update(idents)


def original_lines(seen: Sequence[str], original: Sequence[str]) -> list[int]:
    """Return for each line of ``seen`` the number, from 1, of the line of ``original`` it comes from.

    Hosts take the front matter off, and other extensions put text in. A line that is not in the original
    gets the number of the line before it that is.

    >>> original_lines(["a", "included", "b"], ["---", "title: x", "---", "a", "b"])
    [4, 4, 5]
    """
    old, new = _comparable(original), _comparable(seen)
    offset = len(old) - len(new)
    if offset >= 0 and old[offset:] == new:
        numbers = [number + 1 for number in range(offset, len(old))]
    elif not old or len(old) + len(new) > _MOST_LINES_COMPARED:
        numbers = [number + 1 for number in range(len(new))]
    else:
        numbers = _matched(new, old)
    return numbers + [numbers[-1] if numbers else 1] * (len(seen) - len(numbers))


def _comparable(lines: Sequence[str]) -> list[str]:
    keys = ["".join(line.split()) for line in lines]
    while keys and not keys[-1]:
        keys.pop()
    return keys


def _matched(new: list[str], old: list[str]) -> list[int]:
    numbers: list[int] = []
    for kind, old_start, old_end, new_start, new_end in SequenceMatcher(None, old, new).get_opcodes():
        for position in range(new_end - new_start):
            number = old_start + position
            if kind != "equal":
                number = min(number, max(old_end, old_start) - 1)
            numbers.append(max(number, 0) + 1)
    return numbers


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


#: What is known of each page by its file and the settings, with the state of the file.
_KNOWN: dict[tuple[str, str], tuple[object, PageFacts]] = {}


def _known_facts(root: Path, uri: str, configuration: Configuration, settings: str) -> PageFacts:
    """Return what is known of a page, which is read once for all the pages that ask for it."""
    key = (str(root / uri), settings)
    known = _KNOWN.get(key)
    if known is None or known[0] != _state(root, uri, known[1]):
        facts = _page_facts(root, uri, configuration)
        known = (_state(root, uri, facts), facts)
        _KNOWN[key] = known
    return known[1]


def _state(root: Path, uri: str, facts: PageFacts) -> object:
    """Return what changes with the file of a page and with those that it shows; if one is gone, each time."""
    shown = [part.document for part in facts.parts]
    files = [str(root / uri), *(file for each in shown for file in (*each.dependencies, *each.missing))]
    try:
        return [(status.st_mtime_ns, status.st_size) for status in map(os.stat, files)]
    except OSError:
        return object()


def _page_facts(root: Path, uri: str, configuration: Configuration) -> PageFacts:
    file = str(root / uri)
    data = read_file(file).value
    text = decode(data, file).value if data else ""
    standing = find_standing(
        text, file, Markup.MARKDOWN, tables=configuration.tables, lists=configuration.lists
    ).parts
    blocks: list[PageBlock | StandingPart] = [*find_blocks(text, Markup.MARKDOWN), *standing]
    reader = BlockReader.of_file(file, root, configuration)
    facts, row_ids = PageFacts(), RowIds()
    for block in sorted(blocks, key=lambda block: block.line):
        content = reader.read(block)
        facts += content.facts
        for table in block.tables if isinstance(block, StandingPart) else content.blocks:
            if isinstance(table, BiddingTable):
                row_ids.add_table(table)
    return facts + said_beside(facts, text, file) + PageFacts(rows=row_ids.places)


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


def write_auctions(settings: Mapping[str, Any], auctions: AuctionIndex) -> None:
    """Write the list of auctions of a site of Zensical, beside the script of its field, if it loads that."""
    script = _loaded(settings, "extra_javascript", FIELD_FILES[1])
    if script is None:
        return
    folder = Path(str(settings.get("root_dir", ".")), str(settings.get("site_dir", "site")))
    titles = {str(item["url"]): item.get("title") for item in _nav_items(settings.get("nav") or ())}
    root = _docs(settings)
    content = auction_list(
        auctions,
        lambda page: page_url(page, settings),
        lambda page: str(titles.get(f"{page}.md") or _title(Path(root, f"{page}.md"))),
    )
    path = folder / Path(script).with_name(FIELD_DATA)
    if content and not (path.is_file() and path.read_text("utf-8") == content):
        with suppress(OSError):
            SiteFile(FIELD_DATA, content.encode()).write(path.parent)


def _title(path: Path) -> str:
    """Return the title of a page that the menu does not name: its heading, or else that of its file."""
    heading = re.search(r"(?m)^# +(.+?)[# ]*$", _read(str(path)))
    return heading[1] if heading else file_title(path.name)


def nav_pages(items: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Return the pages that a resolved navigation names, in order."""
    return (str(item["url"]) for item in _nav_items(items))


def _nav_items(items: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Yield the pages of a resolved navigation, in order."""
    for item in items:
        if isinstance(item.get("url"), str):
            yield item
        children = item.get("children")
        if isinstance(children, list):
            yield from _nav_items(children)


def report_missing_files(
    settings: Mapping[str, object], root: str, facts: PageFacts, configuration: Configuration
) -> None:
    """Log, once, that a site needs a file that its pages load, its page of practice, or one of BML."""
    practice = configuration.practice
    if practice and not Path(root, f"{practice}.md").is_file():
        _warn_of_practice(practice)
    with suppress(OSError):
        files = (str(path) for path in files_below(root).files if path.suffix == SUFFIX)
        _warn_of_hidden(
            (root, *configuration.include_roots), tuple(files), str(settings.get("root_dir", "."))
        )
    if not facts.shows_bml:
        return
    for quiz in facts.quizzes:
        _report_quiz(settings, Path(quiz).resolve(), Path(root).resolve())
    if _loaded(settings, "extra_css", STYLE_SHEET) is None:
        _warn("style sheet of its bidding tables")
    if any(request.options.kind in (Kind.EXPLORE, Kind.QUIZ) for request in facts.requests):
        script = _loaded(settings, "extra_javascript", SCRIPT)
        beside = [Path(root, script).with_name(name) for name in (*BOX_FILES, *QUIZ_FILES)] if script else []
        if not (beside and all(path.is_file() for path in beside)):
            _warn("files of its bidding boxes and quizzes")


def _report_quiz(settings: Mapping[str, object], quiz: Path, root: Path) -> None:
    """Log that the site publishes a file of boards of which a page hides something."""
    if not quiz.is_relative_to(root):
        return
    path = quiz.relative_to(root).as_posix()
    patterns = (
        pattern.strip().lstrip("/") for pattern in str(settings.get("exclude_docs") or "").split("\n")
    )
    if not any(pattern and (fnmatch(path, pattern) or fnmatch(quiz.name, pattern)) for pattern in patterns):
        LOG.warning(
            "The site publishes the file %s, with all that a page hides of it. Name it in exclude_docs.", path
        )


def _loaded(settings: Mapping[str, object], setting: str, name: str) -> str | None:
    """Return the path of a file that the pages load; None if they do not."""
    written = settings.get(setting)
    entries = written if isinstance(written, Iterable) else ()
    paths = (str(each.get("path")) if isinstance(each, Mapping) else str(each) for each in entries)
    return next((path for path in paths if Path(path).name == name), None)


@cache
def _warn_of_practice(page: str) -> None:
    LOG.warning(
        "Zensical makes no pages: write %s.md with a block quiz that has the option topic: *, or delete the "
        "setting practice.",
        page,
    )


@cache
def _warn_of_hidden(roots: Sequence[str], files: Sequence[str], folder: str) -> None:
    """Log which files of BML no page shows, since Zensical makes no pages of them."""
    pages = map(str, sorted(Path(roots[0]).rglob("*.md")))
    parts = find_parts(files, pages, roots)
    hidden = [Path(file).relative_to(roots[0]).as_posix() for file in files if file not in parts]
    if hidden:
        LOG.warning(
            "No page shows %s. Run bml quickstart %s again, or show it in a block with the option file.",
            ", ".join(hidden),
            os.path.relpath(folder),
        )


@cache
def _warn(files: str) -> None:
    LOG.warning(
        "The site does not load the %s. Run python -m mkdocs_bml docs/assets, and name assets/bml.css in "
        "extra_css and assets/bml.js in extra_javascript.",
        files,
    )
