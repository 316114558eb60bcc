"""``bml html`` and ``bml2html``: write a web page."""

from __future__ import annotations

import argparse
from pathlib import Path

from bml_core.commands.conversions import Conversion, Output, add_indentation
from bml_core.commands.outputs import STANDARD
from bml_core.commands.page_options import add_page_options, output
from bml_core.commands.sources import BML
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
    return output(page, lambda: page_files(colors), options)


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
