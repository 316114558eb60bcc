"""``bml explore FILE… -o FILE.html``: the notes as a bidding box, in one page that needs no other file."""

from __future__ import annotations

import argparse

from bml_core.bridge import parse_auction
from bml_core.commands import note_options as notes
from bml_core.commands import outputs
from bml_core.commands.conversions import add_words_and_colours
from bml_core.commands.inputs import SYSTEM, add_files
from bml_core.commands.outputs import add_output
from bml_core.commands.reports import report
from bml_core.commands.terminal import ERRORS, OK, say
from bml_core.render import SuitColors, read_language

_TITLE = "Bidding system"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.description = (
        "Write the notes as a bidding box: a web page that shows what calls mean, works from the disk, and "
        "needs no other file."
    )
    add_files(parser)
    add_output(parser)
    parser.add_argument(
        "--start", metavar="AUCTION", default="", help="the auction to begin with, such as 1N-2C"
    )
    parser.add_argument(
        "--hands",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="add example hands, and how often calls are made (default), or leave them out",
    )
    add_words_and_colours(parser)
    SYSTEM.add_options(parser)
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    start = parse_auction(options.start)
    report(start.diagnostics)
    read = None if start.diagnostics else notes.read(options)
    if read is None:
        return ERRORS
    outputs.check_target(options.output, read.dependencies)
    page = _page(read, options)
    if not page:
        return ERRORS
    outputs.write(options.output, page)
    return OK


def _page(read: notes.Notes, options: argparse.Namespace) -> str:
    """Return the page; "", after a message, if the notes have no auctions."""
    from bml_core.diagnostics import Location
    from bml_core.render.html import PageOptions, page_rows
    from bml_core.site import (
        DEFAULT_SYSTEM,
        Configuration,
        ExploreOptions,
        HandRequest,
        PageFacts,
        Site,
        SystemPart,
        box_page,
        fill_links,
    )

    pages = [
        (str(number), PageFacts(parts=(SystemPart(DEFAULT_SYSTEM, document),), rows=page_rows(document)))
        for number, document in enumerate(read.documents)
    ]
    asked = ExploreOptions(start=options.start, hands=options.hands)
    found = Site(pages, Configuration(language=options.language)).answer(
        HandRequest(asked, DEFAULT_SYSTEM, Location(options.files[0], 1))
    )
    if found.box is None:
        say("The notes have no auctions. Write a bidding table, or choose another system with --system.")
        return ""
    title = read.system.title or _TITLE
    style = PageOptions(options.language, title, SuitColors(options.suit_colors))
    page = box_page(found.box, found.index, title, read_language(options.language), style)
    # Its rows are on no page.
    return fill_links(page, Site(()), "", lambda page, ident: "")
