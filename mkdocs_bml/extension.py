"""The Python-Markdown extension ``bml``: fenced BML becomes bidding tables, headings and text.

It works in every program that converts pages with Python-Markdown and needs none of them.
"""

from __future__ import annotations

from collections.abc import Callable
from xml.etree.ElementTree import Element

import markdown
from markdown.extensions import Extension
from markdown.postprocessors import Postprocessor
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor

from bml_core import Location
from bml_core.formats.exports import EXPORTS
from bml_core.render.html import RowIds
from bml_core.site import DEFAULT_SYSTEM, PageFacts, Site, SiteFacts, SystemPart
from mkdocs_bml.blocks import BlockReader, ShownBlock, page_metadata
from mkdocs_bml.fences import Fence, FenceFinder
from mkdocs_bml.hands import HandPages, has_places, named_requests
from mkdocs_bml.places import PagePlace, find_page, note_anchors, original_lines
from mkdocs_bml.reports import LOG, failure_box, log_warning, shown_place
from mkdocs_bml.settings import Settings, read_settings
from mkdocs_bml.tree import PageTree

# Before everything that changes lines.
_BEFORE_ALL = 1000
# Below the extensions that put text in (30 and more), above SuperFences (25).
_BEFORE_FENCES = 29
# Below everything that rewrites text (20 to 6), above the table of contents (5).
_BEFORE_CONTENTS = 5.5
# Below the one that puts raw HTML back (30).
_LAST = 1


class BmlExtension(Extension):
    r"""The extension, with the settings of a site.

    ``facts`` holds what is known of every page converted so far; pages are known by their address below the
    documentation folder ("" for a text without a page). A host that sets ``fills_later`` fills in what the
    pages show of hands when it has them all; elsewhere a page is filled in from what it says itself.

    A host that shows BML files as pages says their addresses in ``bml_pages``.

    >>> md = markdown.Markdown(extensions=[BmlExtension()])
    >>> "bml-table" in md.convert("```bml\n1C  16+ hcp\n```")
    True
    """

    def __init__(self, **kwargs: object) -> None:
        self.config = {
            "dialect": ["2.0", "The dialect of BML: 1, 2.0 or 2.7."],
            "systems": [
                {DEFAULT_SYSTEM: {}},
                "The exported systems; the first is that of blocks that name none.",
            ],
            "collapse": [0, "The depth from which branches start closed; 0 for none."],
            "include_roots": [[], "Folders, beside the documentation, that files may come from."],
            "base_path": [".", "The folder of the pages, where the host does not tell."],
            "limits": [{}, "Upper bounds for one page, by name."],
            "suit_colors": ["four", "The colours of suits: four, two or none."],
            "abbreviations": [
                {},
                "Abbreviations and their meanings, beside the usual ones; false for none.",
            ],
            "exports": [list(EXPORTS), "The formats of the files that the plugin writes."],
            "cache": ["", "A folder for double-dummy tables, from build to build."],
            "language": ["en", "The language of the words on pages: en, de, fr or nl."],
        }
        super().__init__(**kwargs)
        self.settings: Settings = read_settings(self.getConfigs())
        self.facts = SiteFacts()
        self.fills_later = False
        self.bml_pages: set[str] = set()

    def extendMarkdown(self, md: markdown.Markdown) -> None:  # noqa: N802
        """Register the steps of a conversion."""
        conversion = _Conversion(md, self)
        md.preprocessors.register(_Begin(md, conversion), "bml-begin", _BEFORE_ALL)
        md.preprocessors.register(_Find(md, conversion), "bml-fences", _BEFORE_FENCES)
        md.treeprocessors.register(_Place(md, conversion), "bml-blocks", _BEFORE_CONTENTS)
        md.postprocessors.register(_Fill(md, conversion), "bml-hands", _LAST)


class _Conversion:
    """What one conversion of a page knows; every conversion begins anew."""

    def __init__(self, md: markdown.Markdown, extension: BmlExtension) -> None:
        self.md = md
        self._extension = extension
        self._finder = FenceFinder(md)
        self._place = PagePlace()
        self._source: list[str] = []
        self._facts = PageFacts()

    def begin(self, lines: list[str]) -> None:
        self._place = find_page(self.md)
        self._source = self._place.text.split("\n") if self._place.text else lines
        self._facts = PageFacts()
        self._finder.bind()

    @property
    def is_bml_page(self) -> bool:
        """Whether the page is a BML file."""
        return self._place.uri in self._extension.bml_pages

    def find(self, lines: list[str]) -> list[str]:
        if not any("bml" in line.lower() for line in lines):
            return lines
        return self._finder.run(lines, original_lines(lines, self._source))

    def place(self, root: Element) -> None:
        tree = PageTree(self.md, root)
        row_ids = RowIds(tree.idents())
        reader = BlockReader(self._place, self._extension.settings, self._finder.highlight, row_ids)
        if self.is_bml_page:
            tree.append(self._page_fragments(reader))
        for line in self._finder.unclosed:
            place = reader.location(Fence(0, {}, "", (line,)))
            log_warning(place, "This bml fence has no end, so it stays text. Close it below its last line.")
        spots = {spot.fence.number: spot for spot in tree.spots()}
        raw = {fence.number: stashed for fence, stashed in tree.fences_in_raw_html()}
        for fence in self._finder.fences:
            if fence.number in spots:
                spot = spots[fence.number]
                tree.replace(spot, self._fragments(reader, fence, spot.level))
            elif fence.number in raw:
                tree.replace_raw(raw[fence.number], self._fragments(reader, fence, 1))
        tree.drop_markers()
        note_anchors(self.md, row_ids.given)
        self._facts += PageFacts(row_ids=frozenset(row_ids.given))
        # Blogs convert the beginning of a page once more, for a list of pages; the whole page came first.
        if not self._place.uri or self._place.uri not in self._extension.facts:
            self._extension.facts.replace(self._place.uri, self._facts)

    def fill(self, html: str) -> str:
        """The page with what is known of hands, where nobody fills it in later."""
        if self._extension.fills_later or not has_places(html):
            return html
        settings = self._extension.settings
        site = Site([(self._place.uri, self._facts)], settings.limits)
        filler = HandPages(settings, site, named_requests([self._facts]))
        return filler.fill(html, lambda page, ident: f"#{ident}")

    def _page_fragments(self, reader: BlockReader) -> tuple[str, ...]:
        def read() -> ShownBlock:
            page, block = reader.read_page()
            self._facts += PageFacts(metadata=page_metadata(page))
            return block

        return self._shown(read, Location(reader.file, 1))

    def _fragments(self, reader: BlockReader, fence: Fence, level: int) -> tuple[str, ...]:
        return self._shown(lambda: reader.read(fence, level), reader.location(fence))

    def _shown(self, read: Callable[[], ShownBlock], place: Location) -> tuple[str, ...]:
        try:
            block = read()
        except Exception:
            # SuperFences would swallow it and show the source; an exception here would end the whole build.
            LOG.exception("%s: This block cannot be shown.", shown_place(place))
            return (failure_box(place),)
        self._facts += PageFacts(
            parts=() if block.system is None else (SystemPart(block.system, block.document),),
            deals=block.deals,
            offers=() if block.offer is None else (block.offer,),
            requests=() if block.request is None else (block.request,),
        )
        return block.fragments


class _Begin(Preprocessor):
    def __init__(self, md: markdown.Markdown, conversion: _Conversion) -> None:
        super().__init__(md)
        self._conversion = conversion

    def run(self, lines: list[str]) -> list[str]:
        self._conversion.begin(lines)
        # The text that stands for a BML file is nobody's.
        return [] if self._conversion.is_bml_page else lines


class _Find(Preprocessor):
    def __init__(self, md: markdown.Markdown, conversion: _Conversion) -> None:
        super().__init__(md)
        self._conversion = conversion

    def run(self, lines: list[str]) -> list[str]:
        return self._conversion.find(lines)


class _Place(Treeprocessor):
    def __init__(self, md: markdown.Markdown, conversion: _Conversion) -> None:
        super().__init__(md)
        self._conversion = conversion

    def run(self, root: Element) -> None:
        self._conversion.place(root)


class _Fill(Postprocessor):
    def __init__(self, md: markdown.Markdown, conversion: _Conversion) -> None:
        super().__init__(md)
        self._conversion = conversion

    def run(self, text: str) -> str:
        return self._conversion.fill(text)


def makeExtension(**kwargs: object) -> BmlExtension:  # noqa: N802
    """The extension, for hosts that name its module."""
    return BmlExtension(**kwargs)
