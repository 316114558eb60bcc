"""Pages: ``bml html``, ``bml latex`` and ``bml explore``."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby
from operator import itemgetter
from pathlib import Path

from bml_core.commands import streams
from bml_core.commands.conversions import INDENTATION, Conversion, Output
from bml_core.commands.options import FILES, MARKUP, SYSTEM, Command, option, output
from bml_core.commands.reading import read_bml, read_folder, read_notes
from bml_core.commands.reports import report
from bml_core.commands.streams import STANDARD, is_descriptor
from bml_core.commands.terminal import ERRORS, OK, say
from bml_core.diagnostics import Diagnostic, Location
from bml_core.document import NOTE_LANGUAGES, Block, Document, Heading, MetaEntry
from bml_core.files import is_folder
from bml_core.language import parse_inline, read_source
from bml_core.notes import DEFAULT_SYSTEM, BlockOptions, Kind, NotesFile, joined, markup_of, page_headings
from bml_core.render import LANGUAGES, NO_LINKS, SuitColors, page_language, read_language
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
_SUIT_COLORS = option(
    "--suit-colors",
    "the number of suit colours (default: four)",
    choices=[colors.value for colors in SuitColors],
    default=SuitColors.FOUR.value,
)
_LOOK = (
    option(
        "--tree",
        "show bidding tables as trees (default), or in columns",
        action=argparse.BooleanOptionalAction,
        default=True,
    ),
    option(
        "--include-external-files",
        "put the style into the output (default), or into files beside it",
        action=argparse.BooleanOptionalAction,
        default=True,
    ),
    option("--language", "the language of words such as Pass (default: en)", choices=LANGUAGES, default="en"),
    _SUIT_COLORS,
)


# ---------------------------------------------------------------- html


def _to_html(options: argparse.Namespace) -> Output:
    document = read_bml(options.file, options)
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
    return Output(document, page, wrong, beside=beside)


def _site_of(document: Document, links: tuple[AuctionLink, ...]) -> Site:
    """Return a page as a site of its own, for the links between its tables and those to its rows."""
    parts = (SystemPart(DEFAULT_SYSTEM, document),)
    return Site([("", PageFacts(parts=parts, rows=page_rows(document), auction_links=links))])


def _to_row(page: str, row: str) -> str:
    return f"#{row}"


# ---------------------------------------------------------------- latex


def _to_latex(options: argparse.Namespace) -> Output:
    document = _book(options) if is_folder(options.file) else read_bml(options.file, options)
    has_no_name = options.file == STANDARD or is_descriptor(options.file)
    look = LatexOptions(
        paper=f"{options.paper}paper",
        suit_colors=SuitColors(options.suit_colors),
        language=options.language,
        name="" if has_no_name else Path(options.file).resolve().stem,
    )
    text = write_document(
        document, tree=options.tree, self_contained=options.include_external_files, options=look
    )
    return Output(document, text, beside={} if options.include_external_files else document_files())


_INDEXES = ("index", "readme")


def _book(options: argparse.Namespace) -> Document:
    """Return what the pages of a folder show, each below its title, one system after the other.

    The title of its index is that of the book.
    """
    files = read_folder(options, options.file)
    book = joined(options.file, files)
    systems = [options.system] if options.system else list(book.systems)
    parts = [(system, file, _shown(file, system)) for system in systems for file in files]
    pages = {file.name for _, file, shown in parts if shown.blocks}
    title = next((_title_of(file) for file in files if Path(file.name).stem.lower() in _INDEXES), "")
    blocks: list[Block] = []
    for system, shown_by in groupby((part for part in parts if part[2].blocks), itemgetter(0)):
        depth = int(len(systems) > 1)
        if depth:
            blocks.append(_heading(1, system, options.file))
        for _, file, shown in shown_by:
            heading = shown.title or _title_of(file)
            if len(pages) > 1 and heading != title:
                blocks.append(_heading(depth + 1, heading, file.name))
            blocks += (_deeper(block, depth + (len(pages) > 1)) for block in shown.blocks)
    document = book.document(lambda block: block.is_shown)
    named = (MetaEntry("TITLE", title, Location(options.file, 1)),) if title else ()
    return replace(document, blocks=tuple(blocks), metadata=document.metadata if len(pages) == 1 else named)


def _shown(file: NotesFile, system: str) -> Document:
    return file.document(lambda block: block.is_shown and block.system == system)


def _deeper(block: Block, levels: int) -> Block:
    return replace(block, level=block.level + levels) if isinstance(block, Heading) else block


def _heading(level: int, text: str, file: str) -> Heading:
    place = Location(file, 1)
    return Heading(level, parse_inline(text, place).value, place)


def _title_of(file: NotesFile) -> str:
    """Return the first heading of a page, or else its name in words."""
    found = page_headings(read_source(file.name), markup_of(file.name))
    words = Path(file.name).stem.replace("-", " ").replace("_", " ")
    return next((text for _, level, text in found if level == 1), words)


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
    return OK


_HTML = Conversion(
    _to_html,
    ".htm",
    (*MARKUP, *_LOOK, option("--collapse DEPTH", "", type=int, choices=range(100), default=0)),
)
_LATEX = Conversion(
    _to_latex,
    ".tex",
    (
        *SYSTEM,
        *_LOOK,
        option("--paper", "the paper size (default: a4)", choices=("a4", "a5", "letter"), default="a4"),
    ),
)

COMMANDS = {
    "html": _HTML.command(),
    "bml2html": _HTML.drop_in(INDENTATION),
    "latex": _LATEX.command(),
    "bml2latex": _LATEX.drop_in(INDENTATION),
    "explore": Command(
        _explore,
        (
            FILES,
            output(),
            option("--start AUCTION", "the auction to begin with, such as 1N-2C", default=""),
            option(
                "--hands",
                "add example hands, and how often calls are made (default), or leave them out",
                action=argparse.BooleanOptionalAction,
                default=True,
            ),
            option(
                "--language",
                "the language of descriptions, and of words such as Pass (default: en)",
                choices=NOTE_LANGUAGES,
                default="en",
            ),
            _SUIT_COLORS,
            *SYSTEM,
        ),
        "Write the notes as a bidding box: a web page that shows what calls mean, works from the disk, and "
        "needs no other file.",
    ),
}
