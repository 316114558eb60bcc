"""``bml html`` and ``bml2html``: write a web page."""

from __future__ import annotations

import argparse
from pathlib import Path

from bml_core.commands.conversions import Conversion, Output, add_indentation
from bml_core.commands.outputs import STANDARD
from bml_core.commands.page_options import add_page_options, output
from bml_core.commands.sources import BML
from bml_core.diagnostics import Result
from bml_core.document import Document
from bml_core.render import SuitColors


def _add_options(parser: argparse.ArgumentParser) -> None:
    add_page_options(parser)
    parser.add_argument("--collapse", type=int, choices=range(100), default=0, metavar="DEPTH")


def _write(document: Document, options: argparse.Namespace) -> Output:
    from bml_core.render.html import DEFAULT_PAGE, PageOptions, page_files, write_page

    colors = SuitColors(options.suit_colors)
    name = DEFAULT_PAGE.name if options.file == STANDARD else Path(options.file).stem
    page = write_page(
        document,
        tree=options.tree,
        self_contained=options.include_external_files,
        options=PageOptions(options.language, name, colors, options.collapse),
    )
    page, wrong = _with_links(page, document)
    written = output(page, lambda: page_files(colors), options)
    return written._replace(diagnostics=(*written.diagnostics, *wrong))


def _with_links(page: str, document: Document) -> Result[str]:
    """Return the page with its links to auctions led to its rows."""
    from bml_core.site import has_links

    if not has_links(page):
        return Result(page)
    from bml_core.render.html import page_rows
    from bml_core.site import DEFAULT_SYSTEM, PageFacts, Site, SystemPart, auction_links, fill_links

    parts = (SystemPart(DEFAULT_SYSTEM, document),)
    links = tuple(auction_links(document))
    site = Site([("", PageFacts(parts=parts, rows=page_rows(document), auction_links=links))])
    filled = fill_links(page, site.auctions, "", lambda _, ident: f"#{ident}")
    return Result(filled, tuple(site.wrong_links()))


HTML = Conversion(
    name="html",
    ending=".htm",
    reader=BML,
    write=_write,
    add_options=_add_options,
    drop_in="bml2html",
    add_drop_in_options=add_indentation,
)
configure = HTML.configure
