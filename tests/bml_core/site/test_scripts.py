"""Addresses of auctions, and links between tables: see the text files in ``scripts``.

The steps; those with an arrow answer each of their lines:

site                    begin another site
page NAME [SYSTEM]      a page of BML
reads ->                how an address is written, or what is wrong with it
leads [PAGE] ->         where an address leads to, and what is said of it
means ->                the meaning of the auction of an address
names                   the names of all auctions, with their rows
heading PAGE [NUMBER]   where the calls in front of a table lead, ``-`` for nowhere
responses               where rows lead that have responses elsewhere
links PAGE [LANGUAGE]   links of a page that was written before its site was known, and filled in later
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from pathlib import Path

from bs4 import BeautifulSoup

from bml_core.document import BiddingTable
from bml_core.render import read_language
from bml_core.render.html import HtmlOptions, RowIds, render_blocks
from bml_core.site import DeferredLinks, PageFacts, Site, SiteLinks, fill_links, parse_address
from tests.bml_core.site.site_pages import page
from tests.scripts import Script, Stage, scripts


def answered(body: str, answer: Callable[[str], str]) -> list[str]:
    asked = (line.partition(" ->")[0] for line in body.splitlines())
    return [f"{each} -> {answer(each)}" for each in asked]


class Pages(Stage):
    """A site of pages of BML."""

    def __init__(self) -> None:
        super().__init__()
        self.site("", "")

    def site(self, *_: str) -> None:
        self.pages: list[tuple[str, PageFacts]] = []
        self.__dict__.pop("made", None)

    def page(self, name: str, body: str) -> None:
        self.pages.append(page(body, *name.split()))

    @cached_property
    def made(self) -> Site:
        return Site(self.pages)

    def tables(self, name: str) -> list[BiddingTable]:
        return [table for part in dict(self.pages)[name].parts for table in part.document.tables]

    @property
    def ways(self) -> SiteLinks:
        return SiteLinks(self.made.navigation, lambda page, row: f"{page}#{row}")

    def reads(self, _: str, body: str) -> list[str]:
        def read(address: str) -> str:
            found = parse_address(address)
            return str(found.value) if found.value else " ".join(d.message for d in found.diagnostics)

        return answered(body, read)

    def leads(self, page: str, body: str) -> list[str]:
        def place(address: str) -> str:
            found = self.made.auctions.find(address, page)
            said = [d.sentence for d in found.diagnostics]
            return " ".join([*([str(found.value)] if found.value else []), *said])

        return answered(body, place)

    def means(self, _: str, body: str) -> list[str]:
        def meaning(address: str) -> str:
            found = self.made.auctions.find(address).value
            return found.meaning if found else "?"

        return answered(body, meaning)

    def names(self, *_: str) -> list[str]:
        rows = {each.name: each.row for each in self.made.auctions.places}
        return [f"{name} {rows.get(name, '')}".strip() for name in self.made.auctions.names]

    def heading(self, query: str, _: str) -> list[str]:
        name, _, number = query.partition(" ")
        history = self.tables(name)[int(number or 0)].history
        assert history is not None
        found = (self.ways.to_row(call.location) for call in history.calls)
        return [f"{way.address} {way.title}".strip() if way else "-" for way in found]

    def responses(self, *_: str) -> list[str]:
        ways = self.ways
        rows = ((place, row) for _, facts in self.pages for place, row in facts.rows.items())
        every = ((row, ways.to_responses(place)) for place, row in rows)
        return [" ".join((row, "->", *(way.address for way in leads))) for row, leads in every if leads]

    def links(self, query: str, _: str) -> list[str]:
        name, _, language = query.partition(" ")
        ids = RowIds()
        options = HtmlOptions(links=DeferredLinks(), row_id=ids, words=read_language(language or "en"))
        shown = render_blocks(self.tables(name), options)

        def link(to: str, row: str) -> str:
            return f"{'' if to == name else f'{to}.html'}#{row}"

        filled = fill_links(shown, self.made, name, link, rows=ids.given, words=options.words)
        assert "auction:" not in filled
        tree = BeautifulSoup(filled, "html.parser")
        assert tree.select("summary a, .bml-links:not(:has(a))") == []
        return [f"{link.get_text()} -> {link['href']}" for link in tree.select("a")]


@scripts(Path(__file__).parent / "scripts")
def test_script(script: Script) -> None:
    shown, expected = script.run(Pages())
    assert shown == expected
