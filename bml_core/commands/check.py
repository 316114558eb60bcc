"""``bml check FILE…``: say what is wrong with BML files."""

from __future__ import annotations

import argparse
import json
from collections import Counter

from bml_core.checks import CheckedNotes, check_notes
from bml_core.commands import outputs
from bml_core.commands.inputs import BML, add_files, expand_folders, read_source
from bml_core.commands.reports import counted, in_order, place_entry, report
from bml_core.commands.terminal import ERRORS, OK, say
from bml_core.diagnostics import Diagnostic, Severity
from bml_core.notes import NotesFile
from bml_core.system import System, expand


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_files(parser)
    parser.add_argument("--all", action="store_true", help="list every occurrence of repeated messages")
    parser.add_argument(
        "--format",
        choices=("text", "json"),
        default="text",
        help="text on standard error (default), or JSON on standard output",
    )
    parser.add_argument("--strict", action="store_true", help="exit with status 1 for warnings, too")
    BML.add_options(parser)
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    every: list[Diagnostic] = []
    agreements = 0
    files = expand_folders(options.files)
    for name in files:
        source = read_source(name, options)
        notes = [_notes(source, name) for name in source.systems]
        systems = [each.system for each in notes]
        findings = (found for each in notes for found in _findings(each))
        diagnostics = in_order((*source.diagnostics, *findings))
        if options.format == "text":
            report(diagnostics, each=options.all, each_option="--all")
        every += diagnostics
        agreements += sum(len(system.agreements) for system in systems)
    counts = Counter(diagnostic.severity for diagnostic in every)
    if options.format == "text":
        say(_summary(len(files), agreements, counts))
    else:
        outputs.write(outputs.STANDARD, _as_json(every, len(files), agreements, counts))
    failing = counts[Severity.ERROR] + (counts[Severity.WARNING] if options.strict else 0)
    return ERRORS if failing else OK


def _notes(source: NotesFile, name: str) -> CheckedNotes:
    documents = source.documents(name)
    return CheckedNotes(expand(documents), tuple(documents), name)


def _findings(notes: CheckedNotes) -> tuple[Diagnostic, ...]:
    return (*notes.system.diagnostics, *_conditions(notes.system), *check_notes(notes))


def _conditions(system: System) -> tuple[Diagnostic, ...]:
    """Return what is wrong with conditions in braces."""
    if not any(agreement.wording and agreement.wording.condition for agreement in system.agreements):
        return ()
    # Files without braces do not wait for the tables of hands.
    from bml_core.hands.descriptions import check_conditions

    return check_conditions(system)


def _summary(files_read: int, agreements: int, counts: Counter[Severity]) -> str:
    parts = [counted(files_read, "file"), counted(agreements, "agreement")]
    parts += [counted(counts[severity], severity.value) for severity in Severity if counts[severity]]
    return ", ".join(parts) + "."


def _as_json(
    diagnostics: list[Diagnostic], files_read: int, agreements: int, counts: Counter[Severity]
) -> str:
    summary = {"files": files_read, "agreements": agreements}
    summary |= {f"{severity.value}s": counts[severity] for severity in Severity}
    whole = {"diagnostics": [_entry(diagnostic) for diagnostic in diagnostics], "summary": summary}
    return json.dumps(whole, indent=2) + "\n"


def _entry(diagnostic: Diagnostic) -> dict[str, object]:
    return {
        **place_entry(diagnostic.location),
        "code": diagnostic.code,
        "severity": diagnostic.severity.value,
        "message": diagnostic.message,
        "hint": diagnostic.hint,
        "origin": place_entry(diagnostic.location.origin) if diagnostic.location.origin else None,
        "related": [
            {**place_entry(related.location), "message": related.message} for related in diagnostic.related
        ],
    }
