"""Links to anchors in another spelling: they are found among the ids of a page, and mended."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import quote

from mkdocs.structure.files import File
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url

from bml_core.render import Anchors
from bml_core.render.html import escape


class PageAnchors(set[str]):
    """The ids of a page, which finds them in other spellings as well."""

    def __init__(self, idents: Iterable[str], rows: Iterable[str]) -> None:
        super().__init__(idents)
        self._anchors = Anchors(self, rows)

    def __contains__(self, anchor: object) -> bool:
        return isinstance(anchor, str) and self.find(anchor) is not None

    def find(self, anchor: str) -> str | None:
        """Return the id that an anchor means; None for none."""
        return self._anchors.find(anchor)


def note_spellings(page: Page, rows: Iterable[str]) -> None:
    """Let MkDocs find the anchors of a page in other spellings."""
    if page.present_anchor_ids is not None:
        page.present_anchor_ids = PageAnchors(page.present_anchor_ids, rows)


def mended(html: str, page: Page) -> str:
    """Return a page with its links to anchors in another spelling led to the ids themselves."""
    for file, links in page.links_to_anchors.items() if page.links_to_anchors else ():
        known = file.page.present_anchor_ids if file.page else None
        if not isinstance(known, PageAnchors):
            continue
        for anchor in links:
            ident = known.find(anchor)
            if ident not in (None, anchor):
                way = _way(page.file, file)
                html = html.replace(
                    f'href="{way}#{escape(anchor)}"', f'href="{way}#{escape(quote(ident or ""))}"'
                )
    return html


def _way(page: File, file: File) -> str:
    return "" if page == file else escape(get_relative_url(file.url, page.url))
