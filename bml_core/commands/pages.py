"""``bml html`` and ``bml latex``: write a web page, or a document for LaTeX; ``bml2html``, ``bml2latex``."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path

from bml_core.commands.conversions import Conversion, Output, add_indentation
from bml_core.commands.inputs import BML
from bml_core.commands.outputs import STANDARD
from bml_core.diagnostics import Result
from bml_core.document import Document
from bml_core.render import LANGUAGES, SuitColors, read_language


def _add_options(parser: argparse.ArgumentParser) -> None:
    """Add what says how tables look, where the style is, and which words and colours there are."""
    parser.add_argument(
        "--tree",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="show bidding tables as trees (default), or in columns",
    )
    parser.add_argument(
        "--include-external-files",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="put the style into the output (default), or into files beside it",
    )
    parser.add_argument(
        "--language", choices=LANGUAGES, default="en", help="the language of words such as Pass (default: en)"
    )
    parser.add_argument(
        "--suit-colors",
        choices=[colors.value for colors in SuitColors],
        default=SuitColors.FOUR.value,
        help="the number of suit colours (default: four)",
    )


def _output(text: str, style_files: Callable[[], Mapping[str, str]], options: argparse.Namespace) -> Output:
    """Return the page with the files of its style, unless it has the style inside."""
    return Output(text, beside={} if options.include_external_files else style_files())


# ---------------------------------------------------------------------------------------------- html


def _add_html_options(parser: argparse.ArgumentParser) -> None:
    _add_options(parser)
    parser.add_argument("--collapse", type=int, choices=range(100), default=0, metavar="DEPTH")


def _write_html(document: Document, options: argparse.Namespace) -> Output:
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
    written = _output(page, lambda: page_files(colors), options)
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
    write=_write_html,
    add_options=_add_html_options,
    drop_in="bml2html",
    add_drop_in_options=add_indentation,
)
configure_html = HTML.configure


# ---------------------------------------------------------------------------------------------- latex


def _add_latex_options(parser: argparse.ArgumentParser) -> None:
    _add_options(parser)
    parser.add_argument(
        "--paper", choices=("a4", "a5", "letter"), default="a4", help="the paper size (default: a4)"
    )


def _write_latex(document: Document, options: argparse.Namespace) -> Output:
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
    return _output(text, document_files, options)


LATEX = Conversion(
    name="latex",
    ending=".tex",
    reader=BML,
    write=_write_latex,
    add_options=_add_latex_options,
    drop_in="bml2latex",
    add_drop_in_options=add_indentation,
)
configure_latex = LATEX.configure
