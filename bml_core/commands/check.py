"""``bml check FILE…``: say what is wrong with BML files."""

from __future__ import annotations

import argparse
from collections import Counter
from typing import TYPE_CHECKING

from bml_core import Severity, build_system
from bml_core.commands import files

if TYPE_CHECKING:
    from argparse import _SubParsersAction


def register(subparsers: _SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to ``bml``."""
    parser = subparsers.add_parser("check", help="say what is wrong with BML files", description=__doc__)
    parser.add_argument("files", metavar="FILE", nargs="+", help="BML files (- for standard input)")
    files.add_reading_options(parser)
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    status = files.OK
    counts: Counter[Severity] = Counter()
    agreements = 0
    for name in options.files:
        try:
            document = files.read(name, options.dialect, options.include_root)
        except files.UsageError as error:
            files.say(f"bml check: {error}.")
            return files.USAGE
        system = build_system([document])
        diagnostics = sorted(
            (*document.diagnostics, *system.diagnostics),
            key=lambda found: (found.location.file, found.location.line, found.location.column),
        )
        status = max(status, files.report(diagnostics))
        counts.update(found.severity for found in diagnostics)
        agreements += len(system.agreements)
    files.say(_summary(len(options.files), agreements, counts))
    return status


def _summary(files_read: int, agreements: int, counts: Counter[Severity]) -> str:
    parts = [files.counted(files_read, "file"), files.counted(agreements, "agreement")]
    parts += [files.counted(counts[severity], severity.value) for severity in Severity if counts[severity]]
    return ", ".join(parts) + "."
