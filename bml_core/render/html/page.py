"""A document as one HTML page, as ``bml html`` writes it, with the files and downloads that go with pages."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from urllib.parse import quote

from bml_core._package import checked
from bml_core.diagnostics import Location
from bml_core.document import BiddingTable, Document, Heading, plain_text
from bml_core.render.appearance import Style, SuitColors
from bml_core.render.calls import arrange_auctions
from bml_core.render.html.blocks import render_block
from bml_core.render.html.inline import DEFAULT_OPTIONS, HtmlOptions, escape, render_spans
from bml_core.render.html.tables import RowIds, render_table
from bml_core.render.links import NO_LINKS, Anchors, RowLinks
from bml_core.render.shown import Documents, one_document
from bml_core.render.ui_texts import read_language

STYLE_SHEET = "bml.css"
SCRIPT = "bml.js"
BOX_FILES = ("bml-box.css", "bml-box.js")
QUIZ_FILES = ("bml-quiz.css", "bml-quiz.js")
BID_FILES = ("bml-bid.css", "bml-bid.js")
FIELD_FILES = ("bml-field.css", "bml-field.js")
"""Style and script of bidding boxes, which pages with one load."""
GENERATOR = "bml-docs"
PAGE_STYLE = "bml-page.css"
_SEARCH_FROM_DISK = "iframe-worker.js"
_LEAST_HEADINGS = 3
_DEEPEST_CONTENTS = 3
_LONGEST_IDENT = 200
_SPADE = (
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E"
    "%3Cpath fill='%233a69ff' d='M8 1C6 5 2 6.500 2 9.500a3 3 0 0 0 5.200 2L6 15h4l-1.200-3.500"
    "a3 3 0 0 0 5.200-2C14 6.500 10 5 8 1z'/%3E%3C/svg%3E"
)


@dataclass(frozen=True, slots=True)
class PageOptions:
    """How a page is written.

    ``language`` is one of ``LANGUAGES``. ``name`` stands for the title where the text has none, such as the
    name of its file. ``collapse`` is the depth from which branches start closed, 0 for none.
    """

    language: str = "en"
    name: str = "Bidding system"
    suit_colors: SuitColors = SuitColors.FOUR
    collapse: int = 0


DEFAULT_PAGE = PageOptions()


@checked
def dumps(notes: Documents, *, tree: bool = True, options: PageOptions = DEFAULT_PAGE) -> str:
    """Return notes as a page that stands alone; without ``tree`` its tables have columns.

    >>> import bml_core as bml
    >>> "<title>Ours</title>" in dumps(bml.loads("#+TITLE: Ours"))
    True
    """
    return write_page(one_document(notes), tree=tree, options=options)


@checked
def write_page(
    document: Document,
    *,
    tree: bool = True,
    self_contained: bool = True,
    options: PageOptions = DEFAULT_PAGE,
    links: RowLinks = NO_LINKS,
) -> str:
    r"""Return the document as a page, without hidden tables.

    Without ``tree`` bidding tables have columns instead of branches. A page that is not ``self_contained``
    asks for the files of ``page_files`` beside it. ``links`` knows those between its tables.

    Raises:
        ValueError: there is no such language.

    >>> from bml_core.language import parse
    >>> page = write_page(parse("#+TITLE: Ours & theirs\n\n1C  Strong"))
    >>> page.startswith("<!DOCTYPE html>"), "<h1>Ours &amp; theirs</h1>" in page
    (True, True)
    """
    parts = page_parts(document, tree=tree, self_contained=self_contained, options=options, links=links)
    return "".join(parts)


@checked
def page_parts(
    document: Document,
    *,
    tree: bool = True,
    self_contained: bool = True,
    options: PageOptions = DEFAULT_PAGE,
    links: RowLinks = NO_LINKS,
) -> Iterator[str]:
    """Yield what :func:`write_page` returns in parts: large pages need less memory so."""
    headings = _Headings(document, top=2 if document.title else 1)
    fragment = replace(
        DEFAULT_OPTIONS,
        collapse=options.collapse,
        style=Style.TREE if tree else Style.TABLE,
        words=read_language(options.language),
        heading=headings.write,
        link=_AnchorLinks(document, headings).corrected,
        row_id=RowIds(headings.idents.values()),
        links=links,
    )
    about = {"author": document.author, "description": document.description}
    head = _head(
        document.title or options.name, about, _page_style(options.suit_colors), script(), self_contained
    )
    above = _opening(document) + headings.contents(fragment)
    return _page_parts(options.language, head, above, _body(document, fragment))


@checked
def write_app_page(
    title: str, body: str, options: PageOptions = DEFAULT_PAGE, files: tuple[str, str] = BOX_FILES
) -> str:
    """Return a page that holds a bidding box or a quiz, with everything that it needs inside."""
    # The box reads patterns of auctions as the field of a site does.
    names = (*files, FIELD_FILES[1]) if files == BOX_FILES else files
    css, *js = (asset_path(name).read_text("utf-8") for name in names)
    style, code = f"{_page_style(options.suit_colors)}\n{css}", "\n".join((script(), *reversed(js)))
    head = _head(title, {}, style, code, self_contained=True)
    above = f"<header>\n<h1>{escape(title)}</h1>\n</header>\n"
    return "".join(_page_parts(options.language, head, above, (body,)))


@checked
def page_rows(document: Document) -> dict[Location, str]:
    """Return the ids of the rows on the page, by the places of their calls."""
    ids = RowIds(_Headings(document, top=1).idents.values())
    for table in document.tables:
        ids.add_table(table)
    return ids.places


def page_files(colors: SuitColors = SuitColors.FOUR) -> dict[str, str]:
    """Return the files that a page needs beside it where it is not self-contained: name → text.

    >>> sorted(page_files())
    ['bml.css', 'bml.js']
    """
    return {STYLE_SHEET: _page_style(colors), SCRIPT: script()}


def site_files(colors: SuitColors = SuitColors.FOUR) -> dict[str, str]:
    """Return the files that the pages of a site load: name → text.

    >>> [*site_files()]
    ['bml.css', 'bml.js', 'bml-box.css', 'bml-box.js', 'bml-quiz.css', 'bml-quiz.js', 'bml-field.css',
     'bml-field.js', 'iframe-worker.js']
    """
    names = (*BOX_FILES, *QUIZ_FILES, *FIELD_FILES, _SEARCH_FROM_DISK)
    others = {name: asset_path(name).read_text("utf-8") for name in names}
    return {STYLE_SHEET: style_sheet(colors), SCRIPT: script(), **others}


def _page_style(colors: SuitColors) -> str:
    return f"{asset_path(PAGE_STYLE).read_text('utf-8')}\n{style_sheet(colors)}"


# ---------------------------------------------------------------- head


def _page_parts(language: str, head: str, above: str, body: Iterable[str]) -> Iterator[str]:
    yield f'<!DOCTYPE html>\n<html lang="{escape(language)}">\n<head>\n{head}</head>\n<body>\n'
    yield f"{above}<main>\n"
    yield from body
    yield "</main>\n</body>\n</html>\n"


def _body(document: Document, options: HtmlOptions) -> Iterator[str]:
    for block in arrange_auctions(document.blocks):
        if isinstance(block, BiddingTable) and not block.hidden:
            yield from render_table(block, options)
        else:
            yield render_block(block, options)


def _head(title: str, about: Mapping[str, str], style: str, code: str, self_contained: bool) -> str:
    """Return the head of a page; ``about`` is what it says of itself beside its title, "" for nothing."""
    named = {**about, "generator": GENERATOR}.items()
    linked = f'<link rel="stylesheet" href="{STYLE_SHEET}" />\n<script defer="" src="{SCRIPT}"></script>\n'
    return "".join(
        (
            '<meta charset="utf-8" />\n',
            _inline_policy(style, code) if self_contained else "",
            '<meta name="viewport" content="width=device-width, initial-scale=1" />\n',
            f"<title>{escape(title)}</title>\n",
            *(f'<meta name="{name}" content="{escape(text)}" />\n' for name, text in named if text),
            '<meta name="color-scheme" content="light dark" />\n',
            f'<link rel="icon" href="{escape(_SPADE)}" />\n',
            f"<style>{style}</style>\n<script>{code}</script>\n" if self_contained else linked,
        )
    )


def _inline_policy(style: str, code: str) -> str:
    """Return the rule for browsers: this style and this script, and no request to anywhere."""
    rules = (
        "default-src 'none'",
        "img-src data:",
        f"style-src '{_hash(style)}'",
        f"script-src '{_hash(code)}'",
        "base-uri 'none'",
        "form-action 'none'",
    )
    return f'<meta http-equiv="Content-Security-Policy" content="{escape("; ".join(rules))}" />\n'


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


# ---------------------------------------------------------------- body


class _AnchorLinks:
    """The links to places of a page, in whatever spelling: those led to the ids themselves."""

    def __init__(self, document: Document, headings: _Headings) -> None:
        self._document, self._headings = document, headings

    @cached_property
    def _anchors(self) -> Anchors:
        return Anchors(self._headings.idents.values(), page_rows(self._document).values())

    def corrected(self, target: str, place: Location) -> str:
        """Return where a link leads; a place that is not on the page stays as it is written."""
        if not target.startswith("#"):
            return target
        ident = self._anchors.find(target[1:])
        return target if ident in (None, target[1:]) else f"#{quote(ident or '')}"


def _opening(document: Document) -> str:
    lines = (
        ("<h1>{}</h1>\n", document.title),
        ('<p class="page-description">{}</p>\n', document.description),
        ('<p class="page-author">{}</p>\n', document.author),
    )
    shown = "".join(markup.format(escape(text)) for markup, text in lines if text)
    return f"<header>\n{shown}</header>\n" if shown else ""


class _Headings:
    """The headings of a page: their ids, and the table of contents that leads to them.

    ``top`` is the level that the first level has on the page.
    """

    def __init__(self, document: Document, top: int) -> None:
        self._top = top
        self._headings = [block for block in document.blocks if isinstance(block, Heading)]
        # By place in memory, since two headings may say the same; the document keeps them all alive.
        ids = RowIds()
        self.idents = {
            id(heading): ids.heading(plain_text(heading.spans)[:_LONGEST_IDENT]) for heading in self._headings
        }

    def write(self, heading: Heading, inner: str) -> str:
        level = min(heading.level - 1 + self._top, 6)
        return f'<h{level} id="{self.idents[id(heading)]}">{inner}</h{level}>\n'

    def contents(self, options: HtmlOptions) -> str:
        """Return the table of contents; "" for a page with few headings."""
        if len(self._headings) < _LEAST_HEADINGS:
            return ""
        levels = sorted({heading.level for heading in self._headings})[:_DEEPEST_CONTENTS]
        entries = (
            (levels.index(heading.level), self._entry(heading, options))
            for heading in self._headings
            if heading.level in levels
        )
        word = escape(options.words.contents)
        return (
            f'<nav aria-label="{word}">\n<p class="page-contents">{word}</p>\n'
            f"{''.join(_nested_list(entries))}</nav>\n"
        )

    def _entry(self, heading: Heading, options: HtmlOptions) -> str:
        text = render_spans(heading.spans, options, links=False)
        return f'<a href="#{self.idents[id(heading)]}">{text}</a>'


def _nested_list(entries: Iterable[tuple[int, str]]) -> Iterator[str]:
    """Yield entries with their depths as lists in lists."""
    # The depth of the last entry of each list that is open; levels may be left out on the way down.
    depths: list[int] = []
    for depth, entry in entries:
        while len(depths) > 1 and depths[-2] >= depth:
            depths.pop()
            yield "</li>\n</ul>\n"
        if not depths or depths[-1] < depth:
            depths.append(depth)
            yield "<ul>\n"
        else:
            depths[-1] = depth
            yield "</li>\n"
        yield f"<li>{entry}"
    yield "</li>\n</ul>\n" * len(depths)


# ---------------------------------------------------------------- files


def asset_path(name: str) -> Path:
    """Return the path of a file."""
    return Path(__file__).parent / name


def style_sheet(colors: SuitColors = SuitColors.FOUR) -> str:
    """Return the text of the style sheet that goes with the fragments, with the colours of suits in it."""
    names = (STYLE_SHEET, colors.file)
    return "\n".join(asset_path(name).read_text("utf-8") for name in names if name)


def script() -> str:
    """Return the text of the script; pages are whole without it."""
    return asset_path(SCRIPT).read_text("utf-8")
