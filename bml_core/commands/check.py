"""``bml check FILE…``: say what is wrong with BML files."""

from __future__ import annotations

import argparse
from collections import Counter
from typing import TYPE_CHECKING

from bml_core import Severity, build_system
from bml_core.commands.programs import OK, say
from bml_core.commands.reading import BML
from bml_core.commands.reports import counted, report

if TYPE_CHECKING:
    from argparse import _SubParsersAction


def register(subparsers: _SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to ``bml``."""
    parser = subparsers.add_parser("check", help="say what is wrong with BML files", description=__doc__)
    parser.add_argument("files", metavar="FILE", nargs="+", help="BML files (- for standard input)")
    BML.add_options(parser)
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    status = OK
    counts: Counter[Severity] = Counter()
    agreements = 0
    for name in options.files:
        document = BML.read(name, options)
        system = build_system([document])
        diagnostics = sorted(
            (*document.diagnostics, *system.diagnostics),
            key=lambda found: (found.location.file, found.location.line, found.location.column),
        )
        status = max(status, report(diagnostics))
        counts.update(found.severity for found in diagnostics)
        agreements += len(system.agreements)
    say(_summary(len(options.files), agreements, counts))
    return status


def _summary(files_read: int, agreements: int, counts: Counter[Severity]) -> str:
    parts = [counted(files_read, "file"), counted(agreements, "agreement")]
    parts += [counted(counts[severity], severity.value) for severity in Severity if counts[severity]]
    return ", ".join(parts) + "."
