"""Links to auctions in files of notes, as their authors wrote them: in BML, and in the markup around it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set

from bml_core.diagnostics import Diagnostic, Location
from bml_core.document import AUCTION_SCHEME, Document
from bml_core.render.html import RowIds, walk_paths
from bml_core.site.addresses import AuctionLink, auction_links, parse_address
from bml_core.site.page_facts import PageFacts, SystemPart
from bml_core.site.pages import Markup, markup_of
from bml_core.site.sites import Site

_FENCE = re.compile(r"[ >]*(`{3,}|~{3,})[ ]*(\{?)")
_ROLE = re.compile(r"""(?:\{bml:auction\}|(?<!:)(?<!\w):bml:auction:)`(?P<text>[^`]*)`""")
_EXPLICIT = re.compile(r"[^<]*<(?P<target>[^<>]*)>\s*\Z")
_CODE = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)")
_LINK = re.compile(
    r"\]\(\s*(?:<(?P<angled>auction:[^<>]*)>|(?P<target>auction:[^\s()]*(?:\([^()]*\)[^\s()]*)*))"
)


def links_in_page(text: str, file: str) -> Iterator[AuctionLink]:
    r"""Yield the links of a Markdown or reStructuredText page outside of its blocks of BML.

    >>> [link.target for link in links_in_page("[x](auction:(1H)-D) `[y](auction:1N)`", "a.md")]
    ['auction:(1H)-D']
    >>> [link.target for link in links_in_page("See :bml:auction:`Stayman <1N-2C>`", "a.rst")]
    ['auction:1N-2C']
    """
    markup = markup_of(file)
    lines = _outside_code(text) if markup is Markup.MARKDOWN else enumerate(text.splitlines(), 1)
    for number, line in lines if markup is not Markup.BML else ():
        for found in _ROLE.finditer(line):
            target = _EXPLICIT.match(found["text"])
            address = (target["target"] if target else found["text"]).strip()
            if not address.startswith("!"):
                place = Location(file, number, found.start() + 1)
                yield AuctionLink(f"{AUCTION_SCHEME}{address.removeprefix('~').strip()}", place)
        if markup is Markup.MARKDOWN:
            plain = _CODE.sub(lambda code: " " * len(code[0]), line)
            for found in _LINK.finditer(plain):
                yield AuctionLink(
                    found["angled"] or found["target"], Location(file, number, found.start() + 1)
                )


def _outside_code(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of Markdown that are no code, with their numbers; directives hold Markdown."""
    opened = ""
    for number, line in enumerate(text.splitlines(), 1):
        fence = _FENCE.match(line)
        if opened:
            if fence and fence[1].startswith(opened) and not line.strip(" >").strip(fence[1][0]):
                opened = ""
        elif fence and not (fence[2] and not line.strip(" >`~").startswith("{bml")):
            opened = fence[1]
        else:
            yield number, line


Block = tuple[Document, str | None, bool]
"""What a block says, the system that it adds to, and whether it is shown."""


def wrong_links(pages: Sequence[tuple[str, Sequence[AuctionLink], Sequence[Block]]]) -> Iterator[Diagnostic]:
    """Yield diagnostics for the links of several files, which are one site.

    A page is its file, the links around its blocks, and its blocks. On pages, an address whose system the
    notes lack may be one of another site. Nothing is worked out where there are no links.
    """
    if not any(links or any(map(_has_links, blocks)) for _, links, blocks in pages):
        return
    systems = {system for _, _, blocks in pages for _, system, _ in blocks if system is not None}
    site = Site((file, _facts(file, links, blocks, systems)) for file, links, blocks in pages)
    yield from site.wrong_links()


def _has_links(block: Block) -> bool:
    return next(auction_links(block[0]), None) is not None


def _facts(file: str, around: Sequence[AuctionLink], blocks: Sequence[Block], systems: Set[str]) -> PageFacts:
    ids, links, parts = RowIds(), [*around], list[SystemPart]()
    for document, system, is_shown in blocks:
        links += auction_links(document)
        parts += [SystemPart(system, document)] if system is not None else []
        for table in document.tables if is_shown else ():
            for _, row, path in () if table.hidden else walk_paths(table):
                ids(path, row.call.location)
    if markup_of(file) is not Markup.BML:
        links = [link for link in links if _system_of(link) in ("", *systems)]
    return PageFacts(parts=tuple(parts), rows=ids.places, auction_links=tuple(links))


def _system_of(link: AuctionLink) -> str:
    address = parse_address(link.target).value
    return address.system if address is not None else ""
