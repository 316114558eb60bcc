"""``bml bss FILE``: write Full Disclosure."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from bml_core import Severity, build_system
from bml_core.commands import files
from bml_core.formats import bss

if TYPE_CHECKING:
    from argparse import _SubParsersAction

SHOWN_ALWAYS = {Severity.ERROR, Severity.WARNING}


def register(subparsers: _SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to ``bml``."""
    parser = subparsers.add_parser("bss", help="write a Full Disclosure .bss file", description=__doc__)
    parser.add_argument("file", metavar="FILE", help="the BML file (- for standard input)")
    parser.add_argument("-o", "--output", metavar="OUT", help="the file to write (- for standard output)")
    parser.add_argument("-v", "--verbose", action="store_true", help="report what was left out as well")
    files.add_reading_options(parser)
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    return convert(
        options.file,
        options.output,
        dialect=options.dialect,
        roots=options.include_root,
        verbose=options.verbose,
    )


def _default_target(source: str) -> str:
    path = Path(source)
    # A name without a last part is a folder; reading it says so.
    return files.STANDARD if source == files.STANDARD or not path.name else str(path.with_suffix(".bss"))


def convert(source: str, target: str | None, *, dialect: str, roots: list[str], verbose: bool) -> int:
    """Write the ``.bss`` of a file; without ``target`` its name is the source's with another ending."""
    if target is None:
        target = _default_target(source)
    try:
        document = files.read(source, dialect, roots)
        if files.is_unread(document):
            return files.report(document.diagnostics)
        files.check_target(target, document.dependencies)
        system = build_system([document])
        files.write(target, bss.write(system))
    except files.UsageError as error:
        files.say(f"bml bss: {error}.")
        return files.USAGE
    status = files.report(
        (*document.diagnostics, *system.diagnostics), show=None if verbose else SHOWN_ALWAYS
    )
    if status == files.ERRORS:
        written = files.counted(len(system.agreements), "agreement")
        files.say(f"There were errors; what could be read was written all the same: {written}.")
    return status
