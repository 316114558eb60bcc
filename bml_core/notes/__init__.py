"""Notes as files and pages hold them: which files, which blocks with which options, and which systems.

:func:`read_notes_file` reads a file with all its blocks, :func:`plan_systems` says which systems files hold,
and :func:`load` makes :class:`Notes` of files. Every command and every host asks here.
"""

# fmt: off

from typing import TYPE_CHECKING

from bml_core._package import lazy
from bml_core.notes.loading import (
    MARKUPS, Notes, NotesBlock, NotesFile, NoteSettings, SystemSetting, joined, load, loads,
    read_block, read_notes_file, read_systems_setting, standing_block, systems_of,
)
from bml_core.notes.options import (
    A_REVISION, DEFAULT_SYSTEM, NOT_EXPORTED, NOWHERE, OPTIONS, QUERIES, BlockOptions, OfferedDeals,
    ExampleHands, Kind, Markup, Part, Show, kind_of, markup_of, named_file, option_diagnostic, page_options,
    parse_header, parse_options, split_option_lines,
)

if TYPE_CHECKING:
    from bml_core.notes.note_files import (
        SUFFIX, ListedPages, PageList, files_with_notes, find_parts, in_page_order, is_bml,
        is_importable, is_text, links_to_nothing, listed_pages, notes_in, page_contents, pages_outside,
        read_page_list, reading_order, texts_beside, why_bml,
    )
    from bml_core.notes.page_blocks import (
        FenceOpening, PageBlock, find_blocks, page_headings, parse_fence, prose_lines,
    )
    from bml_core.notes.standing import (
        StandingNotes, StandingPart, find_said_beside, find_standing, is_mark, without_condition,
    )
    from bml_core.notes.practised import TOPICS_FILE, headed_topics, named_topics
    from bml_core.notes.questions import check, diff
    from bml_core.notes.systems import (
        SiteFinder, SiteSettings, SystemPlan, are_rivals, configurations, files_that_differ, pages_folder,
        plan_systems, read_site, system_name,
    )
else:
    # A BML file alone waits for no pages and no sites.
    __getattr__ = lazy(__name__)
