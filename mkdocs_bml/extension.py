"""The Python-Markdown extension ``bml``: fenced BML becomes bidding tables, headings and text.

It works in every program that converts pages with Python-Markdown and needs none of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from posixpath import relpath
from xml.etree.ElementTree import Element

import markdown
from markdown.extensions import Extension
from markdown.postprocessors import Postprocessor
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor

from bml_core import Diagnostic, Location
from bml_core.document import walk_rows
from bml_core.notes import Markup, StandingNotes, StandingPart, find_standing
from bml_core.render.html import RowIds
from bml_core.site import (
    SETTINGS,
    Configuration,
    PageFacts,
    Site,
    SiteFacts,
    check_names,
    fill_links,
    has_links,
    read_configuration,
    said_beside,
)
from mkdocs_bml.blocks import BlockHtml, Fragments, HandPages, has_places, named_requests, page_metadata
from mkdocs_bml.fences import Fence, FenceFinder, FenceMarker
from mkdocs_bml.pages import (
    PagePlace,
    find_page,
    nav_pages,
    note_anchors,
    original_lines,
    page_name,
    page_url,
    read_site,
    report_missing_files,
    write_auctions,
    zensical_settings,
)
from mkdocs_bml.reports import LOG, begin_page, failure_box, log_diagnostics, shown_place
from mkdocs_bml.standing import mark_rows, place_rows
from mkdocs_bml.tree import PageTree, link_prose, links_in_tree, show_hands

# Before everything that changes lines.
_BEFORE_ALL = 1000
# Below the extensions that put text in (32 and more), above what SuperFences keeps tabs with (31.05).
_READ_FENCES = 31.1
# Above SuperFences (25), and below it.
_FIND_FENCES = 29
_RESTORE_HEADERS = 24.9
# Below everything that rewrites text (20 to 6), above the table of contents (5).
_BEFORE_CONTENTS = 5.5
# Below the one that puts raw HTML back (30).
_LAST = 1


def read_settings(raw: Mapping[str, object]) -> Configuration:
    """Return the validated settings.

    Raises:
        ValueError: a value cannot be used; says which and what to write.
    """
    result = read_configuration(raw)
    if result.diagnostics:
        raise ValueError("\n".join(diagnostic.sentence for diagnostic in result.diagnostics))
    return result.value


class BmlExtension(Extension):
    r"""The extension, with the settings of a site.

    ``facts`` holds what is known of every page converted so far, and ``rows`` the places of its rows by their
    ids; pages are known by their address below the documentation folder ("" for a text without a page). A
    host that sets ``fills_later`` fills in what the pages show of hands when it has them all; elsewhere a
    page is filled in from what it says itself.

    A host that shows BML files as pages says their addresses in ``bml_pages``.

    >>> md = markdown.Markdown(extensions=[BmlExtension()])
    >>> "bml-table" in md.convert("```bml\n1C  16+ hcp\n```")
    True
    """

    def __init__(self, **kwargs: object) -> None:
        self.config = {
            **{name: [setting.default, setting.description] for name, setting in SETTINGS.items()},
            "base_path": [".", "The folder of the pages, if the host does not name it."],
            "cache": ["", "A folder for double-dummy tables, from build to build."],
        }
        unknown = check_names(name for name in kwargs if name not in self.config)
        if unknown:
            raise ValueError(unknown[0].sentence)
        super().__init__(**kwargs)
        # What is not set has its default, and is not read.
        self.configuration = read_settings({name: self.getConfig(name) for name in kwargs})
        self.facts = SiteFacts()
        self.rows: dict[str, dict[str, Location | None]] = {}
        self.fills_later = False
        self.bml_pages: set[str] = set()

    def extendMarkdown(self, md: markdown.Markdown) -> None:  # noqa: N802
        """Register the steps of a conversion."""
        conversion = _Conversion(md, self)
        lines = (
            (conversion.begin, _BEFORE_ALL),
            (conversion.read_fences, _READ_FENCES),
            (conversion.finder.run, _FIND_FENCES),
            (conversion.finder.restore, _RESTORE_HEADERS),
        )
        for number, (run, priority) in enumerate(lines):
            before = Preprocessor(md)
            vars(before)["run"] = run
            md.preprocessors.register(before, f"bml-lines-{number}", priority)
        blocks, hands = Treeprocessor(md), Postprocessor(md)
        vars(blocks)["run"], vars(hands)["run"] = conversion.place, conversion.fill
        md.treeprocessors.register(blocks, "bml-blocks", _BEFORE_CONTENTS)
        md.postprocessors.register(hands, "bml-hands", _LAST)


class _Conversion:
    """What one conversion of a page knows; every conversion starts from nothing."""

    def __init__(self, md: markdown.Markdown, extension: BmlExtension) -> None:
        self.md = md
        self._extension = extension
        self.finder = FenceFinder(md)
        self._place = PagePlace()
        self._source: list[str] = []
        self._facts = PageFacts()
        self._standing = StandingNotes()

    def begin(self, lines: list[str]) -> list[str]:
        self._place = find_page(self.md)
        self._source = self._place.text.split("\n") if self._place.text else lines
        self._facts = PageFacts()
        self._standing = StandingNotes()
        self.finder.bind()
        if zensical_settings(self.md) is not None:
            begin_page(self._place.uri)
        # The text that stands for a BML file is nobody's.
        if self._place.uri in self._extension.bml_pages:
            self._source = lines = []
        return lines

    def read_fences(self, lines: list[str]) -> list[str]:
        text = "\n".join(lines).replace("\r\n", "\n").replace("\r", "\n")
        settings = self._extension.configuration
        source = "\n".join(self._source)
        if not (settings.tables or settings.lists or "bml" in source.lower() or "bml" in text.lower()):
            return lines
        lines = text.split("\n")
        numbers = original_lines(lines, self._source)
        file = self._place.file or "<page>"
        self._standing = find_standing(
            source, file, Markup.MARKDOWN, tables=settings.tables, lists=settings.lists
        )
        rows = (
            row for part in self._standing.parts for table in part.tables for _, row in walk_rows(table.rows)
        )
        marked = mark_rows(lines, numbers, (row.call.location.line for row in rows))
        return self.finder.read(marked, numbers)

    def place(self, root: Element) -> None:
        tree = PageTree(self.md, root)
        row_ids = RowIds(tree.idents())
        base_path, cache = (str(self._extension.getConfig(name) or "") for name in ("base_path", "cache"))
        writer = BlockHtml(
            self._place,
            self._extension.configuration,
            self.finder.highlight,
            row_ids,
            base_path=base_path or ".",
            cache=Path(cache) if cache else None,
            has_contents="toc" in self.md.treeprocessors,
        )
        show_hands(root, writer.file, self._source)
        written = tuple(links_in_tree(root, writer.file, self._source))
        if self._extension.configuration.link_auctions:
            link_prose(self.md, root)
        if self._place.uri in self._extension.bml_pages:
            tree.append(self._fragments(writer, None))
        for line in self.finder.unclosed:
            message = "This bml fence has no end, so it stays text."
            place = Location(writer.file, line)
            log_diagnostics([Diagnostic("BML132", message, place, "Close it below its last line.")])
        spots = {spot.fence.index: spot for spot in tree.spots()}
        fences = self.finder.fences
        raw = {} if len(spots) == len(fences) else dict(tree.fences_in_raw_html())
        idents: dict[int, list[str]] = {}
        parts = [*self._standing.parts]
        for fence in fences:
            while parts and parts[0].line < fence.block.line:
                idents |= self._note_standing(writer, parts.pop(0))
            if fence.index in spots:
                spot = spots[fence.index]
                tree.replace(spot, self._fragments(writer, fence, spot.level))
            elif fence.index in raw:
                html = "".join(self._fragments(writer, fence, 1))
                self.md.htmlStash.rawHtmlBlocks[raw[fence.index]] = html
        for part in parts:
            idents |= self._note_standing(writer, part)
        log_diagnostics((*writer.diagnostics, *self._standing.diagnostics))
        standing = {ident for names in idents.values() for ident in names}
        missing = standing - (place_rows(self.md, root, idents) if idents else standing)
        zensical = zensical_settings(self.md)
        if zensical is not None:
            report_missing_files(zensical, self._place.root, self._facts, self._extension.configuration)
        # The marker of a fence that is shown nowhere is left over.
        stash = self.md.htmlStash.rawHtmlBlocks
        stash[:] = ["" if isinstance(stashed, FenceMarker) else stashed for stashed in stash]
        note_anchors(self.md, row_ids.given)
        links = (*written, *dict.fromkeys(writer.auction_links))
        rows = {place: ident for place, ident in row_ids.places.items() if ident not in missing}
        self._facts += PageFacts(rows=rows, auction_links=links)
        self._facts += said_beside(self._facts, "\n".join(self._source), writer.file)
        # Blogs convert the beginning of a page once more, for a list of pages; the whole page came first.
        if not self._place.uri or self._place.uri not in self._extension.facts:
            self._extension.facts.replace(self._place.uri, self._facts)
            self._extension.rows[self._place.uri] = row_ids.given

    def _note_standing(self, writer: BlockHtml, part: StandingPart) -> dict[int, list[str]]:
        """Note what a table or list in the page says; return the ids of its rows by their lines."""
        content, idents = writer.standing(part)
        self._facts += content.facts
        return idents

    def fill(self, html: str) -> str:
        """Fill in what the page shows of hands, and its links to auctions, unless a host does so later."""
        rows = self._extension.rows.get(self._place.uri, {})
        # Zensical may have a table on another page that goes on where a row of this one ends.
        tables = (table for part in self._facts.parts for table in part.document.tables)
        goes_on = zensical_settings(self.md) is not None or any(table.history for table in tables)
        # Headings come here as well, one at a time, for the table of contents.
        goes_on = goes_on and any(f'id="{ident}"' in html for ident in rows)
        if self._extension.fills_later or not (goes_on or has_places(html) or has_links(html)):
            return html
        settings = self._extension.configuration
        site = self._site(settings)
        zensical = zensical_settings(self.md)
        if zensical is not None and settings.auction_field:
            write_auctions(zensical, site.auctions)
        if has_places(html):
            filler = HandPages(settings, site, named_requests([self._facts]))
            html = filler.fill(html, self._way, way=self._page_way)
        if has_links(html):
            log_diagnostics(site.wrong_links(self._name))
        return fill_links(html, site, self._name, self._way, rows=rows, words=settings.words)

    @property
    def _name(self) -> str:
        is_zensical = zensical_settings(self.md) is not None
        return page_name(self._place.uri) if is_zensical else self._place.uri

    def _way(self, page: str, ident: str) -> str:
        """Return the way to a row, which Zensical may have on another page."""
        if page == self._name:
            return f"#{ident}"
        return f"{relpath(f'{page}.md', PurePosixPath(self._place.uri).parent)}#{ident}"

    def _page_way(self, page: str) -> str | None:
        """Return the way to a page as the site has it, for what a script reads and no host rewrites."""
        zensical = zensical_settings(self.md)
        if page == self._name or zensical is None:
            return "" if page == self._name else None
        own, other = (page_url(name, zensical) for name in (self._name, page))
        way = relpath(f"/{other}", f"/{own.rpartition('/')[0]}")
        return f"{way}/" if other.endswith("/") or not other else way

    def _site(self, settings: Configuration) -> Site:
        zensical = zensical_settings(self.md)
        if zensical is None:
            return Site([(self._place.uri, self._facts)], settings)
        nav = nav_pages(zensical.get("nav") or ())
        return read_site(self._place, self._facts, nav, settings)

    def _fragments(self, writer: BlockHtml, fence: Fence | None, level: int = 0) -> Fragments:
        """Return a fence, or the page itself that is a BML file, and note what is known by it."""
        place = Location(writer.file, 1)
        try:
            if fence is None:
                page, fragments, content = writer.write_page()
                self._facts += PageFacts(metadata=page_metadata(page))
            else:
                place = Location(writer.file, fence.block.line, fence.block.column)
                fragments, content = writer.write(fence, level)
        except Exception:
            # SuperFences would swallow it and show the source; an exception here would end the whole build.
            LOG.exception("%s: This block cannot be shown.", shown_place(place))
            return (failure_box(place),)
        self._facts += content.facts
        return fragments


def makeExtension(**kwargs: object) -> BmlExtension:  # noqa: N802
    """Return the extension, for hosts that name its module."""
    return BmlExtension(**kwargs)
