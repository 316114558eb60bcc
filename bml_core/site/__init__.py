"""BML inside pages of other markup: where its blocks stand, and what they say.

:func:`find_blocks` finds the blocks of a Markdown or reStructuredText page, :func:`read_blocks` reads them as
a site does, with the state they share.
"""

from bml_core.site.block_reading import ReadBlock, read_blocks
from bml_core.site.blocks import Markup, PageBlock, find_blocks, markup_of

__all__ = ["Markup", "PageBlock", "ReadBlock", "find_blocks", "markup_of", "read_blocks"]
