"""Find the blocks of BML in a page, by its markup."""

from __future__ import annotations

import re
from enum import Enum
from pathlib import Path

from bml_core.site.markdown import markdown_blocks
from bml_core.site.options import PageBlock
from bml_core.site.restructuredtext import rest_blocks

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
