"""Pages of a documentation: the blocks of BML in one, by its markup, and a whole BML file as a page."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from itertools import chain
from pathlib import Path
from typing import Self

from bml_core.diagnostics import Diagnostic, Location, Result
from bml_core.document import Block, Document, Heading, Text, plain_text
from bml_core.language import parse_inline
from bml_core.render import sign_text
from bml_core.site.options import BlockOptions, PageBlock, parse_options
from bml_core.site.page_markup import markdown_blocks, rest_blocks

PAGE_OPTIONS = ("SYSTEM", "COLLAPSE", "STYLE", "HCP")
"""The metadata that are options of the whole page; they take what the options of a block take."""


@dataclass(frozen=True, slots=True)
class BmlPage:
    """A file as a page.

    ``title`` is plain text, and so are ``description`` and ``author``, "" if there is none. ``blocks``
    begin with the title as a heading, unless the headings of the file bring it; their levels count from 1
    without a gap. ``options`` are those the metadata ask for.
    """

    title: str
    blocks: tuple[Block, ...]
    options: BlockOptions
    description: str
    author: str
    diagnostics: tuple[Diagnostic, ...]

    @classmethod
    def from_document(cls, document: Document, file: str) -> Self:
        r"""Return the page that a BML file is shown as.

        The title is ``#+TITLE:``, else the first heading, else the name of the file.

        >>> from bml_core.language import parse
        >>> page = BmlPage.from_document(parse("#+TITLE: Ours\n\n* One club\n\n*** Answers"), "notes.bml")
        >>> [(heading.level, plain_text(heading.spans)) for heading in page.blocks]
        [(1, 'Ours'), (2, 'One club'), (3, 'Answers')]
        """
        title = _title(document, file)
        blocks = _nested(document.blocks, 0 if title.value is None else 1)
        if title.value is not None:
            blocks = (title.value, *blocks)
        options = _options(document)
        return cls(
            next(plain_text(block.spans) for block in blocks if isinstance(block, Heading)),
            blocks,
            options.value,
            _plain(document.description),
            _plain(document.author),
            (*title.diagnostics, *options.diagnostics),
        )

    @property
    def shown_title(self) -> str:
        """Return the title with suit signs."""
        return next(sign_text(block.spans) for block in self.blocks if isinstance(block, Heading))

    @property
    def begins_with_title(self) -> bool:
        """Return whether the title is above everything else of the page."""
        return isinstance(self.blocks[0], Heading)

    @property
    def metadata(self) -> dict[str, str]:
        """Return what the page says about itself, by name: description and author, as far as it has them."""
        texts = {"description": self.description, "author": self.author}
        return {name: text for name, text in texts.items() if text}


def file_title(file: str) -> str:
    """Return the title that the name of a file makes.

    >>> file_title("notes/one-notrump.bml")
    'One notrump'
    """
    stem = Path(file).stem
    title = " ".join(stem.replace("-", " ").replace("_", " ").split()) or stem
    return title.capitalize() if title == title.lower() else title


def _title(document: Document, file: str) -> Result[Heading | None]:
    """Return the heading above everything; None where the headings of the file bring the title."""
    headings = [block for block in document.blocks if isinstance(block, Heading)]
    if not document.title:
        place = Location(file, 1)
        return Result(None if headings else Heading(1, (Text(file_title(file), place),), place))
    place = next(entry.location for entry in document.metadata if entry.key == "TITLE")
    spans = parse_inline(document.title, place.shifted(len("#+TITLE: ")))
    title = Heading(1, spans.value, place)
    return Result(None if _is_repeated(title, document.blocks, headings) else title, spans.diagnostics)


def _is_repeated(title: Heading, blocks: tuple[Block, ...], headings: list[Heading]) -> bool:
    """Return whether the file begins with the same words as a heading above all others."""
    if not headings or blocks[0] is not headings[0]:
        return False
    first, *others = headings
    same = plain_text(first.spans).casefold() == plain_text(title.spans).casefold()
    return same and all(other.level > first.level for other in others)


def _nested(blocks: Iterable[Block], above: int) -> tuple[Block, ...]:
    """Return the blocks with each heading one level below the one it belongs to, whatever it was before."""
    open_levels: list[int] = []
    nested: list[Block] = []
    for block in blocks:
        if isinstance(block, Heading):
            while open_levels and open_levels[-1] >= block.level:
                open_levels.pop()
            open_levels.append(block.level)
            block = replace(block, level=above + len(open_levels))
        nested.append(block)
    return tuple(nested)


def _options(document: Document) -> Result[BlockOptions]:
    entries = [entry for entry in document.metadata if entry.key in PAGE_OPTIONS]
    faults = (
        parse_options({entry.key.lower(): entry.value}, entry.location).diagnostics for entry in entries
    )
    options = parse_options({entry.key.lower(): entry.value for entry in entries}).value
    return Result(options, tuple(chain.from_iterable(faults)))


def _plain(text: str) -> str:
    return plain_text(parse_inline(text, Location("", 1)).value)


_LINE_END = re.compile(r"\r\n?|\n")


class Markup(Enum):
    """Name what a file is written in."""

    BML = "bml"
    MARKDOWN = "md"
    REST = "rst"


_SUFFIXES = {".md": Markup.MARKDOWN, ".markdown": Markup.MARKDOWN, ".rst": Markup.REST}


def markup_of(name: str) -> Markup:
    """Return what a file of this name is written in; BML unless the name is that of a page.

    >>> markup_of("system/Openings.MD"), markup_of("notes.txt")
    (<Markup.MARKDOWN: 'md'>, <Markup.BML: 'bml'>)
    """
    return _SUFFIXES.get(Path(name).suffix.lower(), Markup.BML)


def find_blocks(text: str, markup: Markup) -> tuple[PageBlock, ...]:
    r"""Find the blocks of BML in the text of a page, in order; none in BML itself.

    >>> blocks = find_blocks("We open light.\n\n```bml\n:system: none\n1C  11+\n```\n", Markup.MARKDOWN)
    >>> [(block.text_line, block.raw, block.text) for block in blocks]
    [(5, {'system': 'none'}, '1C  11+')]
    >>> find_blocks("Openings\n\n.. bml::\n\n   1C  11+\n", Markup.REST)[0].text_column
    4
    """
    if markup is Markup.BML:
        return ()
    lines = _LINE_END.split(text.removeprefix("\ufeff"))
    find = markdown_blocks if markup is Markup.MARKDOWN else rest_blocks
    return tuple(find(lines))
