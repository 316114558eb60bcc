"""Frequencies and example hands: worked out from all pages of a site, once these are converted."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from bml_core import Location
from bml_core.render import Frame, FrameKind
from bml_core.render.html import HtmlOptions, render_blocks, render_frequencies
from bml_core.site import BiddingBox, Configuration, PageFacts, Query, QueryResult, Site, box_close, box_open
from mkdocs_bml.reports import LOG, failure_box, log_diagnostics, problem_box, shown_place

_PLACE = re.compile(r'<div class="bml-hands" data-bml="([0-9a-f]{16})"></div>\n?')

Link = Callable[[str, str], str]
"""From a page and the id of a row there to an address."""
PageWay = Callable[[str], str | None]
"""From a page to its address, None if it has none."""


def place_of(request: Query) -> tuple[str, str]:
    """Return a name for a block, and the HTML that stands for it until all pages are converted."""
    key = hashlib.sha256(repr(request).encode("utf-8", "replace")).hexdigest()[:16]
    return key, f'<div class="bml-hands" data-bml="{key}"></div>\n'


def has_places(html: str) -> bool:
    """Return whether something is still to be filled in."""
    return _PLACE.search(html) is not None


class HandPages:
    """What the blocks of a site show of hands; each is worked out when its page asks for it.

    ``requests`` are what the blocks ask for.
    """

    def __init__(self, settings: Configuration, site: Site, requests: Mapping[str, Query]) -> None:
        self._settings = settings
        self._site = site
        self._requests = requests
        self._answers: dict[str, QueryResult] = {}

    @property
    def boxes(self) -> tuple[BiddingBox, ...]:
        """Return the bidding boxes that are shown so far."""
        boxes = (answer.box for answer in self._answers.values())
        return tuple({box.folder: box for box in boxes if box is not None}.values())

    def fill(self, html: str, link: Link, top: str = "", way: PageWay = str) -> str:
        """Return a page with everything filled in.

        ``top`` is the way to the top of the site, where the data of bidding boxes is; without it, the page
        holds that itself, and ``way`` leads from there to other pages.
        """
        return _PLACE.sub(lambda found: self._shown(found[1], link, top, way), html)

    def _shown(self, key: str, link: Link, top: str, way: PageWay) -> str:
        request = self._requests.get(key)
        if request is None:
            return ""
        try:
            return self._html(self._answer(key, request), request, link, top, way)
        except Exception:
            # An exception here would end the whole build.
            LOG.exception("%s: This block cannot be shown.", shown_place(request.place))
            return failure_box(request.place)

    def _answer(self, key: str, request: Query) -> QueryResult:
        if key not in self._answers:
            found = self._answers[key] = self._site.answer(request)
            log_diagnostics(found.diagnostics)
        return self._answers[key]

    def _html(self, found: QueryResult, request: Query, link: Link, top: str, way: PageWay) -> str:
        settings = self._settings
        options = HtmlOptions(hcp=True, words=settings.words, abbreviations=settings.abbreviations)
        addresses = self._site.addresses([request.system])

        def address(place: Location) -> str:
            page, ident = addresses.get(place, ("", ""))
            return link(page, ident) if ident else ""

        parts = [problem_box(request.place, found.failures), render_blocks(found.above, options)]
        if found.table is not None:
            parts.append(render_frequencies(found.table, replace(options, address=address)))
        index = render_blocks(found.index, replace(options, collapse=1))
        if found.box is not None:
            whole = "" if top else found.box.whole(way, settings.words)
            index = f"{box_open(found.box, settings.words, top=top, whole=whole)}{index}{box_close()}"
        parts.append(index)
        if found.hands:
            parts.append(render_blocks([Frame(FrameKind.EXAMPLES, found.hands)], options))
        return "".join(parts)


def partial_box(html: str, requests: Mapping[str, Query]) -> str:
    """Return a page of a build without all pages, with a box in each place."""

    def box(found: re.Match[str]) -> str:
        request = requests.get(found[1])
        sentence = "This needs all pages: build without --dirty."
        return problem_box(request.place, [sentence]) if request else ""

    return _PLACE.sub(box, html)


def named_requests(facts: Iterable[PageFacts]) -> dict[str, Query]:
    """Return the requests of pages by their names."""
    return {place_of(request)[0]: request for page in facts for request in page.requests}
