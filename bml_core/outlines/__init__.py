"""Notes as players have them: the outline of a page, whatever program wrote it, and its agreements.

A front end for each format makes an ``Outline``; ``read_outline`` finds the calls in it and the auction of
each. What is not sure stays text and is reported. Libraries of the extra ``import`` are loaded by the front
end that needs one.
"""

from bml_core.outlines.document_outline import blocks_of_document, statements_of_document, statements_of_page
from bml_core.outlines.outline import (
    Outline,
    OutlineBlock,
    OutlineHeading,
    OutlineItem,
    OutlineOther,
    OutlineRow,
    OutlineTable,
    OutlineText,
)
from bml_core.outlines.outline_notes import OutlineNotes, TablePart, TextPart
from bml_core.outlines.reading import read_outline
from bml_core.outlines.rewriting import (
    BlockMarkup,
    part_lines,
    source_lines,
    losses,
    write_blocks,
    write_bml,
    write_tables,
)
from bml_core.outlines.sources import MARKDOWN, REST, SourceKind, SourceNotes, is_source, read_pages
from bml_core.outlines.statements import mentions_calls
from bml_core.outlines.text_lines import text_lines
