"""Pages: ``bml html``, ``bml latex`` and ``bml explore``."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from bml_core.bridge import parse_auction
from bml_core.commands import streams
from bml_core.commands.conversions import INDENTATION, Conversion, Output
from bml_core.commands.options import FILES, MARKUP, SYSTEM, Command, option, output
from bml_core.commands.reading import read_bml, read_notes
from bml_core.commands.reports import report
from bml_core.commands.streams import STANDARD, is_descriptor
from bml_core.commands.terminal import ERRORS, OK, say
from bml_core.diagnostics import Diagnostic, Location
from bml_core.document import Document
from bml_core.notes import DEFAULT_SYSTEM, BlockOptions, Kind
from bml_core.render import LANGUAGES, NO_LINKS, SuitColors, read_language
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
    with_auction_links,
)

_UNTITLED = "Bidding system"
_WORDS = (
    option("--language", "the language of words such as Pass (default: en)", choices=LANGUAGES, default="en"),
    option(
        "--suit-colors",
        "the number of suit colours (default: four)",
        choices=[colors.value for colors in SuitColors],
        default=SuitColors.FOUR.value,
    ),
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
    *_WORDS,
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
    document = read_bml(options.file, options)
    look = LatexOptions(
        paper=f"{options.paper}paper",
        suit_colors=SuitColors(options.suit_colors),
        words=read_language(options.language),
    )
    text = write_document(
        document, tree=options.tree, self_contained=options.include_external_files, options=look
    )
    return Output(document, text, beside={} if options.include_external_files else document_files())


# ---------------------------------------------------------------- explore


def _explore(options: argparse.Namespace) -> int:
    start = parse_auction(options.start)
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
    style = PageOptions(options.language, title, SuitColors(options.suit_colors))
    page = box_page(answer.box, answer.index, title, read_language(options.language), style)
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
        *MARKUP,
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
            *_WORDS,
            *SYSTEM,
        ),
        "Write the notes as a bidding box: a web page that shows what calls mean, works from the disk, and "
        "needs no other file.",
    ),
}
