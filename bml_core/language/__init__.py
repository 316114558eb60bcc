"""BML text to Document. Content never raises: what is wrong is in the Document's diagnostics.

The grammar of calls (bid columns, histories, how rows begin) is in ``bids``, for every reader of notes.
"""

from bml_core.language.abbreviations import DEFAULT_ABBREVIATIONS, read_abbreviations
from bml_core.language.bids import SPELLED_STRAIN, SUIT_WORDS, line_shape, spelled_call, split_row
from bml_core.language.inline import HAND_TARGET, find_link, parse_hand_line, parse_inline, split_condition
from bml_core.language.page import Page, included_names, parse, parse_file, read_source, resolve_include
from bml_core.language.written_calls import (
    ENGLISH,
    FOLLOWED_BY,
    WrittenCalls,
    find_calls,
    foreign_letters,
    is_dashed,
    may_have_calls,
    read_calls,
    with_suit_signs,
)
