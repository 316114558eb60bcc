"""BML inside pages of other markup: where its blocks stand, and what they say.

:func:`find_blocks` finds the blocks of a Markdown or reStructuredText page, :func:`read_blocks` reads them as
a site does, with the state they share.
"""

from bml_core.page_blocks.blocks import Markup, PageBlock, find_blocks, markup_of
from bml_core.page_blocks.reading import ReadBlock, read_blocks

__all__ = ["Markup", "PageBlock", "ReadBlock", "find_blocks", "markup_of", "read_blocks"]
