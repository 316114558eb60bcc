"""``bml latex`` and ``bml2latex``: write a document for LaTeX."""

from __future__ import annotations

import argparse

from bml_core.commands.conversions import Conversion, Output, add_indentation
from bml_core.commands.page_options import add_page_options, output
from bml_core.commands.sources import BML
from bml_core.document import Document
from bml_core.render import SuitColors, read_language


def _add_options(parser: argparse.ArgumentParser) -> None:
    add_page_options(parser)
    parser.add_argument(
        "--paper", choices=("a4", "a5", "letter"), default="a4", help="the paper size (default: a4)"
    )


def _write(document: Document, options: argparse.Namespace) -> Output:
    from bml_core.render.latex import LatexOptions, document_files, write_document

    text = write_document(
        document,
        tree=options.tree,
        self_contained=options.include_external_files,
        options=LatexOptions(
            paper=f"{options.paper}paper",
            suit_colors=SuitColors(options.suit_colors),
            words=read_language(options.language),
        ),
    )
    return output(text, document_files, options)


LATEX = Conversion(
    name="latex",
    ending=".tex",
    reader=BML,
    write=_write,
    add_options=_add_options,
    drop_in="bml2latex",
    add_drop_in_options=add_indentation,
)
configure = LATEX.configure
