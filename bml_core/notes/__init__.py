"""Notes as files and pages hold them: which files, which blocks with which options, and which systems.

:func:`read_notes_file` reads a file with all its blocks, :func:`plan_systems` says which systems files hold,
and :func:`load` makes :class:`Notes` of files. Every command and every host asks here.
"""

# fmt: off

from bml_core.notes.loading import (
    MARKUPS, NO_DOCUMENT, Notes, NotesBlock, NotesFile, joined, load, loads, read_block,
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
