"""BML as commands read it: files of it, and the blocks in pages of Markdown and reStructuredText."""

from __future__ import annotations

import argparse

from bml_core.commands.inputs import STDIN_NAME, Reader, standard_input
from bml_core.commands.outputs import STANDARD
from bml_core.document import Dialect, Document
from bml_core.files import is_folder
from bml_core.notes import MARKUPS, NotesFile, joined, read_notes_file

# ---------------------------------------------------------------------------------------------- options


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--markup",
        choices=MARKUPS,
        help="the format of the file: BML, or a Markdown or reStructuredText page with BML blocks (default: "
        "by the ending of its name)",
    )
    parser.add_argument(
        "--dialect",
        choices=[dialect.value for dialect in Dialect],
        default=Dialect.V2_0.value,
        help="the dialect of BML (default: 2.0); a line #+BML: in the file takes precedence",
    )
    parser.add_argument(
        "--include-root",
        action="append",
        default=[],
        metavar="DIR",
        help="another folder from which #INCLUDE may read files, besides those of the input file, its "
        "repository and the current folder; may be repeated",
    )


def _add_system_options(parser: argparse.ArgumentParser) -> None:
    _add_options(parser)
    parser.add_argument(
        "--system",
        metavar="NAME",
        help="in pages, use only blocks with :system: NAME (default: blocks without a system)",
    )


def add_files(parser: argparse.ArgumentParser) -> None:
    """Add the files of a command that takes as many as are named."""
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        help="BML files, pages with BML, or folders of them (- for standard input)",
    )


# ---------------------------------------------------------------------------------------------- reading


def read_source(name: str, options: argparse.Namespace, data: bytes | None = None) -> NotesFile:
    """Return the blocks of a file; ``data`` is what was read from standard input, if it was read already."""
    if name == STANDARD and data is None:
        data = standard_input()
    return read_notes_file(
        name,
        data=data,
        name=STDIN_NAME if name == STANDARD else name,
        markup=options.markup or "",
        dialect=Dialect(options.dialect),
        include_roots=options.include_root,
    )


def read_bml(name: str, options: argparse.Namespace, data: bytes | None = None) -> Document:
    """Return what a file shows: everything but the blocks of a page that are hidden or shown as source."""
    return read_source(name, options, data).document(lambda block: block.is_shown)


def _read_agreed(name: str, options: argparse.Namespace) -> Document:
    """Return what a file, or a folder of them, adds to the system that the options name."""
    system = options.system or "system"
    if not is_folder(name):
        return read_source(name, options).system_document(system)
    from bml_core.commands.page_order import expand_folders

    files = [read_source(file, options) for file in expand_folders([name])]
    return joined(name, files).system_document(system)


BML = Reader("BML", read_bml, _add_options)
"""What files show."""

SYSTEM = Reader("BML", _read_agreed, _add_system_options)
"""What files agree on."""
