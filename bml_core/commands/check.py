"""``bml check NOTES…``: report what is wrong with notes, and what they say against themselves."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from bml_core.checks import (
    ALL_CODES,
    Acceptance,
    CheckedNotes,
    ProjectAllowances,
    accept,
    check_notes,
    choose_codes,
    without_repeats,
)
from bml_core.commands import outputs
from bml_core.commands.inputs import BML, add_files, expand_folders, in_page_order, pages_outside, read_source
from bml_core.commands.note_options import add_reading, chosen_abbreviations
from bml_core.commands.reports import Report, counted
from bml_core.commands.terminal import ERRORS, OK, USAGE, UsageError, say
from bml_core.diagnostics import Diagnostic, Location, Severity
from bml_core.document import Dialect, Document
from bml_core.files import decode, is_folder, read_file
from bml_core.notes import NotesFile
from bml_core.system import System, expand

_FORMATS = ("json", "sarif", "github")
_COMMAND_LINE = Location("--allow", 1)


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_files(parser)
    parser.add_argument("--all", action="store_true", help="list every occurrence of repeated messages")
    parser.add_argument(
        "--separate", action="store_true", help="check each file as a system of its own (default: all as one)"
    )
    parser.add_argument(
        "--checks",
        metavar="NAMES",
        default="default",
        help="the checks by name or code, with commas between: all, default, or -NAME to leave one out",
    )
    parser.add_argument(
        "--no-checks", action="store_true", help="read the notes alone, without checks of what they mean"
    )
    parser.add_argument(
        "--allow",
        action="append",
        default=[],
        metavar="CODE",
        help="accept a finding of the checks wherever it occurs; may be repeated",
    )
    parser.add_argument(
        "--format",
        choices=("text", *_FORMATS),
        default="text",
        help="text on standard error (default); on standard output JSON, a SARIF log, or notes for GitHub",
    )
    parser.add_argument(
        "--fix", action="store_true", help="first mend what can be mended in one way, in the files themselves"
    )
    parser.add_argument(
        "--diff", action="store_true", help="with --fix, print what would be mended, and write nothing"
    )
    parser.add_argument("--report", metavar="PAGE", help="also write the state of the notes as a web page")
    parser.add_argument("--strict", action="store_true", help="exit with status 1 for warnings, too")
    BML.add_options(parser)
    add_reading(parser)
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    abbreviations = chosen_abbreviations(options)
    if abbreviations is None:
        return USAGE
    codes = _codes(options)
    project = _allowed(options.allow)
    names = in_page_order(expand_folders(options.files))
    if options.fix or options.diff:
        _mend(names, options)
    sources = [read_source(name, options) for name in names]
    systems = _checked_notes(sources, abbreviations, options)
    found = [each for notes in systems for each in check_notes(notes, codes)]
    allowances = (each for notes in systems for document in notes.documents for each in document.allowances)
    acceptance = accept(found, allowances, project, codes)
    every = _in_reading_order(
        (
            *(each for source in sources for each in source.diagnostics),
            *(each for notes in systems for each in without_repeats(notes.system.diagnostics, found)),
            *(each for notes in systems for each in _conditions(notes.system)),
            *_wrong_links(sources, options),
            *acceptance.findings,
        ),
        sources,
    )
    if options.report:
        _report(options, sources, systems, replace(acceptance, findings=tuple(every)))
    agreements = sum(len(notes.system.agreements) for notes in systems)
    counts = Counter(diagnostic.severity for diagnostic in every)
    if options.format == "text":
        _print(every, options)
        say(_summary(len(names), agreements, counts, len(acceptance.accepted)))
    else:
        from bml_core.commands.check_formats import FORMATS, Findings

        findings = Findings(every, acceptance.accepted, len(names), agreements)
        outputs.write(outputs.STANDARD, FORMATS[options.format](findings))
    failing = counts[Severity.ERROR] + (counts[Severity.WARNING] if options.strict else 0)
    return ERRORS if failing else OK


def _wrong_links(sources: Sequence[NotesFile], options: argparse.Namespace) -> Iterator[Diagnostic]:
    """Yield what is wrong with links to auctions, over all files or in each."""
    from bml_core.site import links_in_page, wrong_links

    pages = []
    for source in sources:
        text = (
            decode(read_file(source.name).value or b"", source.name).value if source.markup != "bml" else ""
        )
        links = tuple(links_in_page(text, source.name))
        pages.append((source.name, links, [*source.blocks]))
    for group in [[page] for page in pages] if options.separate else [pages]:
        yield from wrong_links(group)


def _codes(options: argparse.Namespace) -> frozenset[str]:
    if options.no_checks:
        return frozenset()
    try:
        return choose_codes(word for word in options.checks.replace(",", " ").split())
    except ValueError as error:
        raise UsageError(f"--checks: {str(error).rstrip('.')}") from error


def _mend(names: Sequence[str], options: argparse.Namespace) -> None:
    """Mend files, or print what would be mended."""
    from bml_core.commands.fixes import mend_file

    if outputs.STANDARD in names:
        raise UsageError("standard input cannot be mended; name a file")
    parts = _parts(names, options)
    mended = [file for name in dict.fromkeys((*names, *parts)) if (file := mend_file(name, options))]
    if options.diff:
        outputs.write(outputs.STANDARD, "".join(file.difference for file in mended))
        return
    for file in mended:
        file.write()
        say(f"Mended {file.name}: {counted(file.count, 'place')}.")


def _parts(names: Sequence[str], options: argparse.Namespace) -> list[str]:
    """Return the files that others include, as far as they are in a folder that is named."""
    folders = [Path(name).absolute() for name in options.files if is_folder(name)]
    blocks = (block for name in names if folders for block in read_source(name, options).blocks)
    files = dict.fromkeys(file for block in blocks for file in block.document.dependencies)
    return [file for file in files if any(Path(file).absolute().is_relative_to(folder) for folder in folders)]


def _report(
    options: argparse.Namespace,
    sources: Sequence[NotesFile],
    systems: Sequence[CheckedNotes],
    acceptance: Acceptance,
) -> None:
    from bml_core.commands.check_report import write_report

    outputs.check_target(options.report, (source.name for source in sources))
    write_report(options.report, options.files, systems, acceptance, Dialect(options.dialect))


def _allowed(codes: Iterable[str]) -> ProjectAllowances:
    wanted = [code.strip().upper() for text in codes for code in text.split(",")]
    if wrong := next((code for code in wanted if code not in ALL_CODES), ""):
        raise UsageError(f"--allow: {wrong[:40]} is not the code of a check")
    return ProjectAllowances(dict.fromkeys(wanted, ""), _COMMAND_LINE)


def _checked_notes(
    sources: Sequence[NotesFile], abbreviations: tuple[tuple[str, str], ...], options: argparse.Namespace
) -> list[CheckedNotes]:
    """Return the notes of each system."""
    blocks = [block for source in sources for block in source.blocks]
    pasted = frozenset(place for block in blocks for place in block.document.pasted)
    outside = set(pages_outside(source.name for source in sources))
    return [
        CheckedNotes(
            expand(documents, abbreviations=abbreviations, language=options.language),
            documents,
            name,
            pasted,
            tuple(Location(s.name, 1) for s in sources if s.name in outside and name in s.systems),
        )
        for name, documents in _systems(sources, separate=options.separate)
    ]


def _systems(sources: Iterable[NotesFile], *, separate: bool) -> list[tuple[str, tuple[Document, ...]]]:
    """Return the documents of each system: those of its name in all files, or in each alone."""
    systems: dict[tuple[str, str], list[Document]] = {}
    for source in sources:
        for name in source.systems:
            systems.setdefault((source.name if separate else "", name), []).extend(source.documents(name))
    return [(name, tuple(documents)) for (_, name), documents in systems.items()]


def _conditions(system: System) -> tuple[Diagnostic, ...]:
    """Return what is wrong with conditions in braces."""
    if not any(agreement.wording and agreement.wording.condition for agreement in system.agreements):
        return ()
    # Files without braces do not wait for the tables of hands.
    from bml_core.hands.descriptions import check_conditions

    return check_conditions(system)


def _in_reading_order(found: Iterable[Diagnostic], sources: Sequence[NotesFile]) -> list[Diagnostic]:
    """Return diagnostics in the order of the text, file by file as these were named."""
    ranks: dict[str, int] = {}
    for number, source in enumerate(sources):
        ranks.setdefault(source.name, number)
    for number, source in enumerate(sources):
        for block in source.blocks:
            for file in block.document.dependencies:
                ranks.setdefault(file, number)

    def order(diagnostic: Diagnostic) -> tuple[int, str, int, int]:
        place = diagnostic.location
        return ranks.get(place.file, len(sources)), place.file, place.line, place.column

    return sorted(found, key=order)


def _print(found: Sequence[Diagnostic], options: argparse.Namespace) -> None:
    files: dict[str, list[Diagnostic]] = {}
    for diagnostic in found:
        files.setdefault(diagnostic.location.file, []).append(diagnostic)
    report = Report(each=options.all, each_option="--all")
    for diagnostics in files.values():
        report.add(diagnostics)
    report.print(list(files))


def _summary(files_read: int, agreements: int, counts: Counter[Severity], accepted: int) -> str:
    parts = [counted(files_read, "file"), counted(agreements, "agreement")]
    parts += [counted(counts[severity], severity.value) for severity in Severity if counts[severity]]
    parts += [f"{accepted:,} accepted"] if accepted else []
    return ", ".join(parts) + "."
