"""Pages: ``bml html``, ``bml latex`` and ``bml explore``."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby
from operator import itemgetter
from pathlib import Path

from bml_core.commands import streams
from bml_core.commands.conversions import Conversion, Output
from bml_core.commands.reading import read_folder, read_notes, read_source, say_standing
from bml_core.commands.reports import report
from bml_core.commands.streams import STANDARD, is_descriptor
from bml_core.commands.terminal import ERRORS, OK, say
from bml_core.diagnostics import Diagnostic, Location, counted
from bml_core.document import Block, Document, Heading, MetaEntry
from bml_core.files import is_folder
from bml_core.language import parse_inline
from bml_core.notes import (
    DEFAULT_SYSTEM,
    BlockOptions,
    Kind,
    Markup,
    NotesBlock,
    NotesFile,
    find_blocks,
    joined,
    page_headings,
    prose_lines,
)
from bml_core.render import NO_LINKS, SuitColors, page_language, read_language
from bml_core.render.html import DEFAULT_PAGE, PageOptions, page_files, page_parts, page_rows
from bml_core.render.latex import LatexOptions, document_files, write_document
from bml_core.site import (
    AuctionLink,
    Configuration,
    PageFacts,
    Query,
    Site,
    SiteLinks,
    SystemPart,
    auction_links,
    box_page,
    fill_links,
    parse_start,
    with_auction_links,
)

_UNTITLED = "Bidding system"


# ---------------------------------------------------------------- html


def _to_html(options: argparse.Namespace) -> Output:
    document, notice = _page(options)
    linked = replace(document, blocks=with_auction_links(document.blocks))
    colors = SuitColors(options.suit_colors)
    has_no_name = options.file == STANDARD or is_descriptor(options.file)
    name = DEFAULT_PAGE.name if has_no_name else Path(options.file).stem
    # Most files need no system for their page.
    has_tables_below = any(table.history for table in linked.tables)
    links = tuple(auction_links(linked))
    site = _site_of(linked, links) if has_tables_below or links else None
    page: Iterable[str] = page_parts(
        linked,
        tree=options.tree,
        self_contained=options.include_external_files,
        options=PageOptions(options.language, name, colors, options.collapse),
        links=SiteLinks(site.navigation, _to_row) if site and has_tables_below else NO_LINKS,
    )
    wrong: tuple[Diagnostic, ...] = ()
    if site and links:
        wrong = tuple(fault for _, fault in site.faults_of_links())
        words = read_language(options.language)
        page = (fill_links(part, site, "", _to_row, words=words) for part in page)
    beside = {} if options.include_external_files else page_files(colors)
    return Output(document, page, wrong, beside=beside, notice=notice)


def _site_of(document: Document, links: tuple[AuctionLink, ...]) -> Site:
    """Return a page as a site of its own, for the links between its tables and those to its rows."""
    parts = (SystemPart(DEFAULT_SYSTEM, document),)
    return Site([("", PageFacts(parts=parts, rows=page_rows(document), auction_links=links))])


def _to_row(page: str, row: str) -> str:
    return f"#{row}"


# ---------------------------------------------------------------- latex


def _to_latex(options: argparse.Namespace) -> Output:
    document, notice = _book(options) if is_folder(options.file) else _page(options)
    has_no_name = options.file == STANDARD or is_descriptor(options.file)
    look = LatexOptions(
        paper=f"{options.paper}paper",
        suit_colors=SuitColors(options.suit_colors),
        language=options.language,
        name="" if has_no_name else Path(options.file).resolve().stem,
        tagged=options.tagged,
    )
    text = write_document(
        document, tree=options.tree, self_contained=options.include_external_files, options=look
    )
    beside = {} if options.include_external_files else document_files()
    return Output(document, text, beside=beside, notice=notice)


_INDEXES = ("index", "readme")


def _book(options: argparse.Namespace) -> tuple[Document, str]:
    """Return what the pages of a folder show, each below its title, one system after the other.

    The title of its index is that of the book. With it comes a sentence on what is left out.
    """
    files = read_folder(options, options.file)
    book = joined(options.file, files)
    systems = [options.system] if options.system else list(book.systems)
    parts = [(system, file, _below_headings(file, system)) for system in systems for file in files]
    pages = {file.name for _, file, shown in parts if shown.blocks}
    title = next(
        (_main_heading(file) or _name_of(file) for file in files if Path(file.name).stem.lower() in _INDEXES),
        "",
    )
    blocks: list[Block] = []
    for system, shown_by in groupby((part for part in parts if part[2].blocks), itemgetter(0)):
        depth = int(len(systems) > 1)
        if depth:
            blocks.append(_heading(1, system, Location(options.file, 1)))
        for _, file, shown in shown_by:
            heading = _main_heading(file) or shown.title or _name_of(file)
            below = int(len(pages) > 1 and heading != title)
            if below:
                blocks.append(_heading(depth + 1, heading, Location(file.name, 1)))
            blocks += (_deeper(block, depth + below) for block in shown.blocks)
    document = book.document(lambda block: block.is_shown)
    metadata = document.metadata if len(pages) == 1 else _titled(title, options.file)
    return replace(document, blocks=tuple(blocks), metadata=metadata), _left_out(files)


def _page(options: argparse.Namespace) -> tuple[Document, str]:
    """Return what a file shows, with the headings of a page, and a sentence on what is left out."""
    file = read_source(options.file, options)
    say_standing([file])
    document = _below_headings(file)
    # The first title stands.
    metadata = (*_titled(_main_heading(file), file.name), *document.metadata)
    return replace(document, metadata=metadata), _left_out([file])


def _below_headings(file: NotesFile, system: str | None = None) -> Document:
    """Return what blocks of a page show, of one system or all, below the headings that they stand under.

    The main heading, which is the title, is not among these.
    """

    def is_chosen(block: NotesBlock) -> bool:
        return block.is_shown and system in (None, block.system)

    document = file.document(is_chosen)
    headings = _headings_of(file)
    if not headings:
        return document
    title = _main_heading(file)
    waiting: list[Heading] = []
    blocks: list[Block] = []
    level = 0
    for block in filter(is_chosen, file.blocks):
        while headings and headings[0][0] < block.place.line:
            line, level, text = headings.pop(0)
            level -= bool(title)
            waiting = [above for above in waiting if above.level < level]
            waiting += [_heading(level, text, Location(file.name, line))] if level else []
        if block.document.blocks:
            blocks += (*waiting, *(_deeper(each, level) for each in block.document.blocks))
            waiting = []
    return replace(document, blocks=tuple(blocks))


def _left_out(files: Iterable[NotesFile]) -> str:
    """Return a sentence on what pages say beside their headings and their BML; "" if that is nothing."""
    pages = [file for file in files if file.text and _has_more(file)]
    if not pages:
        return ""
    of = pages[0].name if len(pages) == 1 else f"{len(pages)} pages"
    return f"The text of {of} is left out, except for headings and BML. A site shows all: see bml quickstart."


def _has_more(file: NotesFile) -> bool:
    headings = {line for line, _, _ in _headings_of(file)}
    inside = {
        line
        for block in find_blocks(file.text, Markup(file.markup))
        for line in range(block.line, block.text_line + block.text.count("\n") + 1)
    }
    lines = prose_lines(file.text, Markup(file.markup))
    return any(number not in headings | inside and re.search(r"\w", line) for number, line in lines)


def _headings_of(file: NotesFile) -> list[tuple[int, int, str]]:
    return list(page_headings(file.text, Markup(file.markup))) if file.text else []


def _main_heading(file: NotesFile) -> str:
    return next((text for _, level, text in _headings_of(file) if level == 1), "")


def _deeper(block: Block, levels: int) -> Block:
    return replace(block, level=block.level + levels) if isinstance(block, Heading) else block


def _heading(level: int, text: str, place: Location) -> Heading:
    return Heading(level, parse_inline(text, place).value, place)


def _titled(title: str, file: str) -> tuple[MetaEntry, ...]:
    return (MetaEntry("TITLE", title, Location(file, 1)),) if title else ()


def _name_of(file: NotesFile) -> str:
    return Path(file.name).stem.replace("-", " ").replace("_", " ")


# ---------------------------------------------------------------- explore


def _explore(options: argparse.Namespace) -> int:
    start = parse_start(options.start)
    report(start.diagnostics)
    read = None if start.diagnostics else read_notes(options)
    if read is None:
        return ERRORS
    streams.check_target(options.output, read.dependencies)
    pages = [
        (str(index), PageFacts(parts=(SystemPart(DEFAULT_SYSTEM, document),), rows=page_rows(document)))
        for index, document in enumerate(read.documents)
    ]
    asked = BlockOptions(Kind.EXPLORE, start=options.start, hands=options.hands)
    answer = Site(pages, Configuration(language=options.language)).answer(
        Query(asked, DEFAULT_SYSTEM, Location(options.files[0], 1))
    )
    if answer.box is None:
        say("The notes have no auctions. Write a bidding table, or choose another system with --system.")
        return ERRORS
    title = read.system.title or _UNTITLED
    # Descriptions are read in more languages than pages have words for.
    language = page_language(options.language)
    style = PageOptions(language, title, SuitColors(options.suit_colors))
    page = box_page(answer.box, answer.index, title, read_language(language), style)
    # Its rows are on no page.
    streams.write(options.output, fill_links(page, Site(()), "", lambda page, ident: ""))
    streams.say_written(options.output, counted(len(read.system.agreements), "agreement"))
    return OK


COMMANDS = {
    "html": Conversion(_to_html, ".html").run,
    "bml2html": Conversion(_to_html, ".htm").run,
    "latex": Conversion(_to_latex, ".tex").run,
    "explore": _explore,
}
