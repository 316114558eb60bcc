r"""Whole LaTeX documents, for pdfLaTeX, XeLaTeX and LuaLaTeX: what ``bml latex`` and ``bml2latex`` write."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bml_core.document import BiddingTable, Document, Heading, walk_rows
from bml_core.render.appearance import SuitColors
from bml_core.render.latex.blocks import PACKAGE, language_latex, render_blocks, style_file
from bml_core.render.latex.inline import escape
from bml_core.render.shown import Documents, one_document
from bml_core.render.ui_texts import ENGLISH, UiTexts

_LEAST_HEADINGS = 3
_LINES_OF_A_PAGE = 50
# What only a file of its own may say.
_PACKAGE_ALONE = re.compile(
    r"^\\(?:NeedsTeXFormat|ProvidesPackage|DeclareOption|ProcessOptions|endinput)\b.*\n", re.MULTILINE
)


@dataclass(frozen=True, slots=True)
class LatexOptions:
    """How a whole document is set.

    ``paper`` and ``text_size`` are options of the class ``article``, such as ``letterpaper`` and ``12pt``;
    ``words`` are those of its language.
    """

    paper: str = "a4paper"
    text_size: str = "11pt"
    suit_colors: SuitColors = SuitColors.FOUR
    words: UiTexts = ENGLISH


DEFAULT_OPTIONS = LatexOptions()

_DOCUMENT = r"""\documentclass[{size},{paper}]{{article}}
\usepackage{{iftex}}
\ifPDFTeX
  \usepackage[utf8]{{inputenc}}
  \usepackage[T1]{{fontenc}}
  \usepackage{{textcomp}}
  \IfFileExists{{lmodern.sty}}{{\usepackage{{lmodern}}}}{{}}
\else
  \usepackage{{fontspec}}
\fi
\IfFileExists{{microtype.sty}}{{\usepackage{{microtype}}}}{{}}
\usepackage[margin=.12\paperwidth]{{geometry}}
\usepackage{{array}}
{package}\bmlsuitcolors{{{colors}}}
{settings}\usepackage[hidelinks,bookmarksopen]{{hyperref}}
\raggedbottom
\bmldocument
\begin{{document}}
{opening}{contents}{body}\end{{document}}
"""


def dumps(notes: Documents, *, tree: bool = True, options: LatexOptions = DEFAULT_OPTIONS) -> str:
    r"""Return notes as a LaTeX document to compile as it is; ``tree`` as for :func:`write_document`.

    >>> import bml_core as bml
    >>> "\\bmltitle{Ours}" in dumps(bml.loads("#+TITLE: Ours"))
    True
    """
    return write_document(one_document(notes), tree=tree, options=options)


def write_document(
    document: Document,
    *,
    tree: bool = True,
    self_contained: bool = True,
    options: LatexOptions = DEFAULT_OPTIONS,
) -> str:
    r"""Return a LaTeX document to compile as it is, without hidden tables.

    Without ``tree`` all descriptions of a bidding table begin in one column. A document that is not
    ``self_contained`` asks for the files of ``document_files`` beside it. Long documents have a table of
    contents, which TeX fills in when it runs for the second time.

    >>> from bml_core.language import parse
    >>> text = write_document(parse("#+TITLE: 50% slam\n\n1C  Strong"), self_contained=False)
    >>> "\\usepackage{bml}" in text, "\\bmltitle{50\\% slam}" in text
    (True, True)
    """
    columns = "" if tree else "\\bmlcolumns\n"
    return _DOCUMENT.format(
        size=options.text_size,
        paper=options.paper,
        package=_package_in_place() if self_contained else f"\\usepackage{{{PACKAGE}}}\n",
        colors=options.suit_colors.value,
        settings=columns + language_latex(options.words),
        opening=_opening(document),
        contents=_contents(document, options.words),
        body=render_blocks(document.blocks, options.words),
    )


def document_files() -> dict[str, str]:
    """Return the files that a document needs beside it where it is not self-contained: name → text.

    >>> list(document_files())
    ['bml.sty']
    """
    return {f"{PACKAGE}.sty": style_file()}


def _package_in_place() -> str:
    # Not as filecontents: that would leave a file in the folder, or take an old one that lies there.
    commands = _PACKAGE_ALONE.sub("", style_file())
    return f"\\makeatletter\n{commands}\\makeatother\n"


def _opening(document: Document) -> str:
    lines = (
        ("bmltitle", document.title),
        ("bmldescription", document.description),
        ("bmlauthor", document.author),
    )
    return "".join(f"\\{command}{{{escape(text)}}}\n" for command, text in lines if text)


def _contents(document: Document, words: UiTexts) -> str:
    headings = sum(isinstance(block, Heading) for block in document.blocks)
    rows = sum(
        1
        for block in document.blocks
        if isinstance(block, BiddingTable) and not block.hidden
        for _ in walk_rows(block.rows)
    )
    if headings < _LEAST_HEADINGS or rows + 2 * len(document.blocks) < _LINES_OF_A_PAGE:
        return ""
    return f"\\renewcommand*{{\\contentsname}}{{{escape(words.contents)}}}\n\\bmlcontents\n"
