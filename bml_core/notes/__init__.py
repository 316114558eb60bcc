"""Notes as files and pages hold them: which files, which blocks with which options, and which systems.

:func:`read_notes_file` reads a file with all its blocks, :func:`plan_systems` says which systems files hold,
and :func:`load` makes :class:`Notes` of files. Every command and every host asks here.
"""

# fmt: off

from bml_core.notes.loading import (
    MARKUPS, NO_DOCUMENT, BlockText, Notes, NotesBlock, NotesFile, joined, load, loads, read_block,
    read_notes_file, systems_of,
)
from bml_core.notes.note_files import (
    SUFFIX, ListedPages, PageList, files_with_notes, find_parts, in_page_order, listed_pages, named_file,
    notes_in, page_contents, pages_outside, read_page_list, reading_order,
)
from bml_core.notes.options import (
    A_REVISION, DEFAULT_SYSTEM, NOT_EXPORTED, NOWHERE, OPTIONS, QUERIES, BlockOptions, OfferedDeals,
    ExampleHands, Kind, Part, Show, kind_of, option_diagnostic, page_options, parse_header, parse_options,
    split_option_lines,
)
from bml_core.notes.page_blocks import (
    FenceOpening, Markup, PageBlock, find_blocks, markup_of, parse_fence, prose_lines,
)
from bml_core.notes.site_settings import (
    NoteSettings, SiteSettings, SystemSetting, configurations, pages_folder, read_site, read_systems_setting,
)
from bml_core.notes.systems import SystemPlan, are_rivals, plan_systems, system_name

__all__ = [
    "A_REVISION",
    "DEFAULT_SYSTEM",
    "MARKUPS",
    "NOT_EXPORTED",
    "NOWHERE",
    "NO_DOCUMENT",
    "OPTIONS",
    "QUERIES",
    "SUFFIX",
    "BlockOptions",
    "BlockText",
    "ExampleHands",
    "FenceOpening",
    "Kind",
    "ListedPages",
    "Markup",
    "NoteSettings",
    "Notes",
    "NotesBlock",
    "NotesFile",
    "OfferedDeals",
    "PageBlock",
    "PageList",
    "Part",
    "Show",
    "SiteSettings",
    "SystemPlan",
    "SystemSetting",
    "are_rivals",
    "configurations",
    "files_with_notes",
    "find_blocks",
    "find_parts",
    "in_page_order",
    "joined",
    "kind_of",
    "listed_pages",
    "load",
    "loads",
    "markup_of",
    "named_file",
    "notes_in",
    "option_diagnostic",
    "page_contents",
    "page_options",
    "pages_folder",
    "pages_outside",
    "parse_fence",
    "parse_header",
    "parse_options",
    "plan_systems",
    "prose_lines",
    "read_block",
    "read_notes_file",
    "read_page_list",
    "read_site",
    "read_systems_setting",
    "reading_order",
    "split_option_lines",
    "system_name",
    "systems_of",
]
