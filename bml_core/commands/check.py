"""``bml check NOTES…``: report what is wrong with notes, in the terminal, for programs or as a page."""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from heapq import merge
from itertools import islice
from pathlib import Path, PurePath
from typing import NamedTuple
from urllib.parse import quote

from bml_core._package import __version__
from bml_core.checks import (
    Acceptance,
    AcceptedFinding,
    CheckedNotes,
    ProjectAllowances,
    accept,
    all_codes,
    check_notes,
    choose_codes,
    without_repeats,
)
from bml_core.commands import streams
from bml_core.commands.baselines import known_findings, new_findings, read_baseline, write_baseline
from bml_core.commands.fixes import MENDED_CODES, can_mend, mend_file
from bml_core.commands.reading import (
    NOTHING_FOUND,
    chosen_abbreviations,
    expand_folders,
    read_source,
    refuse_shared,
    say_standing,
    selected_rows,
)
from bml_core.commands.reports import Report, exit_status, location_entry, severities
from bml_core.commands.streams import STANDARD
from bml_core.commands.terminal import OK, USAGE, UsageError, is_interactive, say
from bml_core.diagnostics import (
    CODES,
    Diagnostic,
    Location,
    Related,
    Severity,
    apart,
    by_cause,
    counted,
    listed,
)
from bml_core.document import Block, Dialect, Document, Heading, MetaEntry, Text, TextLine
from bml_core.files import Results, is_folder
from bml_core.hands.bidding import rewordings
from bml_core.hands.descriptions import Understanding, check_conditions, count_understanding, explain_rows
from bml_core.notes import (
    BlockOptions,
    Kind,
    NotesFile,
    SiteSettings,
    SystemPlan,
    are_rivals,
    files_that_differ,
    links_to_nothing,
    pages_outside,
    plan_systems,
    texts_beside,
)
from bml_core.site import RevisionError, below_top, files_of, find_revision, path_in, wrong_links
from bml_core.system import digest_of_rows, expand

# With what is said below them, 40 lines.
_MOST_LINES = 33
#: Of notes with fewer rows, or with this share understood, nothing is said; of others these rows are named.
_FEW_ROWS, _MOST_ROWS, _NAMED_ROWS = 12, 0.9, 3
_CONTRADICTION = "BML901"
_REWORDINGS = "rewordings"
_COMMAND_LINE = Location("--allow", 1)
_NOWHERE = Location("", 1)


def run(options: argparse.Namespace) -> int:
    """Run the command, and return its exit status."""
    abbreviations = chosen_abbreviations(options)
    if abbreviations is None:
        return USAGE
    codes = _codes(options)
    project = _allowed(options.allow)
    if options.fix or options.diff:
        _mend(options)
    # No file changes any more, so each is read once.
    vars(options).setdefault("files_read", {})
    results = streams.kept_results(options)
    state = _examine(options, abbreviations, codes, project, results)
    rewordings_told = _rewordings_told(state.systems, results) if options.format == "text" else ""
    results.write()
    systems, sources, plan, acceptance = state.systems, state.sources, state.plan, state.acceptance
    every, known = state.findings, 0
    if options.only_in is not None:
        every = _only_in(options.only_in, every, systems)
    if options.write_baseline is not None:
        streams.check_target(options.write_baseline, (source.name for source in sources))
        write_baseline(options.write_baseline, every)
        say(f"Wrote {options.write_baseline}: {counted(len(every), 'finding')}.")
        return OK
    if (options.baseline, options.since) != (None, None):
        new = (
            new_findings(every, read_baseline(options.baseline), Path(options.baseline).parent)
            if options.baseline is not None
            else _found_since(
                options.since,
                every,
                options.files,
                lambda files: _examine(options, abbreviations, codes, project, results, files),
            )
        )
        known, every = len(every) - len(new), new
    # Rows that stay text as they should are listed on demand alone.
    meant = [each for source in sources for each in source.meant] if options.all else []
    found = tuple(by_cause([*every, *meant]))
    if options.report:
        streams.check_target(options.report, (source.name for source in sources))
        # A file that is checked alone is none of the folder.
        compared = [notes for notes in systems if any(notes.name in source.systems for source in sources)]
        shown = replace(acceptance, findings=found)
        site = next(iter(plan.sites.values()), None)
        _write_report(options, systems, compared, shown, site)
    agreements = sum(len(notes.system.agreements) for notes in systems)
    findings = Findings(found, acceptance.accepted, len(sources), agreements, known)
    counts = Counter(diagnostic.severity for diagnostic in found)
    if options.format != "text":
        streams.write(STANDARD, FORMATS[options.format](findings))
    else:
        report = Report(verbose=1 + options.all, each_option="--all", most_lines=_MOST_LINES)
        report.add(found)
        report.print(list(dict.fromkeys(each.location.file for each in every)))
        if not options.fix and _can_be_mended(every, options):
            say("Some can be corrected by --fix; --fix --diff shows how.")
        if found and is_interactive():
            listed = next((each for each in found if each.severity is not Severity.INFO), found[0])
            say(f"bml explain-code {listed.code} explains this code with an example.")
        _say_sums(findings, counts)
        if rewordings_told:
            say(rewordings_told)
        _say_which_differ(plan.rivals, _two_systems(state))
        if plan.rivals or _CONTRADICTION in {each.code for each in acceptance.findings}:
            for reason in plan.unread:
                say(f"The systems of the site are not known: {reason}.")
    return exit_status(counts, is_strict=options.strict)


def _only_in(text: str, found: Iterable[Diagnostic], systems: Iterable[CheckedNotes]) -> list[Diagnostic]:
    """Return what is found in rows of the auctions that a pattern selects, or names such a row."""
    rows = selected_rows(text, (notes.system for notes in systems))
    lines = {
        (row.location.file, row.location.line + number)
        for row in rows
        for number in range(max(1, len(row.description)))
    }
    return [
        each
        for each in found
        if any(
            (at.file, at.line) in lines for at in (each.location, *(other.location for other in each.related))
        )
    ]


class _State(NamedTuple):
    """Notes that were read and checked, with all that was found, in the order of the text."""

    systems: list[CheckedNotes]
    sources: list[NotesFile]
    plan: SystemPlan
    acceptance: Acceptance
    findings: list[Diagnostic]


def _examine(
    options: argparse.Namespace,
    abbreviations: tuple[tuple[str, str], ...],
    codes: frozenset[str],
    project: ProjectAllowances,
    results: Results,
    files: Sequence[str] = (),
) -> _State:
    """Read and check files, which are those of the options unless others are named."""
    wanted = files or options.files
    names = expand_folders(wanted, results)
    read = [read_source(name, options) for name in names]
    if not files:
        say_standing(read, if_whole=True)
    plan = plan_systems(read, wanted, together=options.separate or options.together)
    refuse_shared(plan)
    sources = [plan.placed(file) for file in read]
    own = frozenset(names) if options.separate else plan.rivals
    beside = [line for folder in filter(is_folder, wanted) for line in texts_beside(folder, names)]
    # A page may have rows that all stay text.
    beside += (line for source in sources if not source.blocks for line in source.texts)
    by_name = _checked_notes(sources, abbreviations, options, own, beside)
    systems = [*by_name.values()]
    found = [each for notes in systems for each in check_notes(notes, codes, results)]
    allowances = (each for notes in systems for document in notes.documents for each in document.allowances)
    acceptance = accept(found, allowances, project, codes)
    # A page of a folder may be about anything.
    has_any = any(file.blocks for file in read)
    is_besides = [has_any and name not in wanted for name in names]
    said = [
        each
        for source, besides in zip(sources, is_besides, strict=True)
        for each in source.diagnostics
        if not (besides and each.code == NOTHING_FOUND)
    ]
    others = (
        *said,
        *(each for notes in systems for each in without_repeats(notes.system.diagnostics, (*found, *said))),
        *(each for notes in systems for each in check_conditions(notes.system)),
        *wrong_links(sources, {key: notes.system for key, notes in by_name.items()}, own),
    )
    every = _in_reading_order(apart((*others, *acceptance.findings)), sources)
    return _State(systems, sources, plan, acceptance, every)


def _found_since(
    name: str, found: Sequence[Diagnostic], files: Sequence[str], examine: Callable[[Sequence[str]], _State]
) -> list[Diagnostic]:
    """Return what was not found in a revision.

    Raises:
        UsageError: It cannot be read, or does not have one of the files.
    """
    if STANDARD in files:
        raise UsageError("standard input has no revisions; name a file")
    start = Path(files[0])
    folder = next((up for up in (start, *start.parents) if is_folder(up)), Path())
    try:
        revision = find_revision(name, folder)
        with files_of(revision) as there:
            paths = [path_in(revision, there, file) for file in files]
            known = known_findings(examine([*map(str, paths)]).findings, there)
            now = (below_top(revision, Path(file)) for file in files)
            names = dict(zip((path.relative_to(there).as_posix() for path in paths), now, strict=True))
            known = [each._replace(file=names.get(each.file, each.file)) for each in known]
            return new_findings(found, known, revision.top)
    except RevisionError as error:
        raise UsageError(f"--since: {error}") from error


def _say_sums(findings: Findings, counts: Counter[Severity]) -> None:
    """Say how much was read and found."""
    parts = [counted(findings.files, "file"), counted(findings.agreements, "agreement"), *severities(counts)]
    parts += [f"{len(findings.accepted):,} accepted"] if findings.accepted else []
    parts += [f"{findings.known:,} known"] if findings.known else []
    say(f"{', '.join(parts)}.")


def _rewordings_told(systems: Sequence[CheckedNotes], results: Results) -> str:
    """Return how many rows are understood and which to reword, as an earlier run said it if that is known."""
    digest = hashlib.sha256()
    for notes in systems:
        digest.update(digest_of_rows(notes.system, notes.system.agreements))
        places = "".join(str(row.location) for row in notes.system.agreements)
        digest.update(places.encode("utf-8", "replace"))
    told: str | None = results.find(_REWORDINGS, digest.hexdigest())
    if told is None:
        told = _most_worth_rewording(systems)
        results.keep(_REWORDINGS, digest.hexdigest(), told)
    return told


def _most_worth_rewording(systems: Iterable[CheckedNotes]) -> str:
    """Return how many rows are understood and which to reword, "" if few are there or nearly all are."""
    explained = [(notes.system, explain_rows(notes.system)) for notes in systems]
    rows = [row for _, each in explained for row in each]
    found_of = count_understanding(rows)
    whole, silent = found_of[Understanding.WHOLE], found_of[Understanding.SILENT]
    if len(rows) < _FEW_ROWS or whole + silent >= _MOST_ROWS * len(rows):
        return ""
    found = merge(*(rewordings(*pair) for pair in explained), key=lambda each: -each.share)
    worth = (each for each in found if each.braces and each.row.understanding is Understanding.PART)
    named = "; ".join(
        f"{each.row.location.file}:{each.row.location.line} {each.row.agreements[0].call} {each.braces}"
        for each in islice(worth, _NAMED_ROWS)
    )
    most = f" Most worth rewording: {named}." if named else ""
    known = f"{whole:,} of {len(rows):,} rows are {Understanding.WHOLE.value}"
    rest = f", {silent:,} {Understanding.SILENT.value}" if silent else ""
    return f"{known}{rest}.{most} bml explain --reword lists all."


def _say_which_differ(rivals: Collection[str], pair: tuple[str, str] | None) -> None:
    """Say which files were checked as systems of their own, and which two seem to be of two systems."""
    if rivals:
        each = listed(sorted(PurePath(name).name for name in rivals), last="and")
        say(
            f"{each} contradict each other often, so each was checked as a system of its own. "
            "Check them as one with --together."
        )
    if pair:
        say(
            f"{' and '.join(pair)} contradict each other often. If they are two systems, name these with"
            " :system:, or use --separate."
        )


def _codes(options: argparse.Namespace) -> frozenset[str]:
    if options.no_checks:
        return frozenset()
    try:
        return choose_codes(word for word in options.checks.replace(",", " ").split())
    except ValueError as error:
        raise UsageError(f"--checks: {str(error).rstrip('.')}") from error


def _can_be_mended(found: Iterable[Diagnostic], options: argparse.Namespace) -> bool:
    """Return whether something of what was found would be mended."""
    files = {each.location.file for each in found if each.fix or each.code in MENDED_CODES}
    if not files or STANDARD in options.files:
        return False
    return any(
        can_mend(name, options)
        for name in _with_parts(options)
        if name in files and not streams.is_protected(name)
    )


def _mend(options: argparse.Namespace) -> None:
    """Mend files, or print what would be mended."""
    if STANDARD in options.files:
        raise UsageError("standard input cannot be corrected; name a file")
    mended = [file for name in _with_parts(options) if (file := mend_file(name, options))]
    if options.diff:
        streams.write(STANDARD, "".join(file.difference for file in mended))
    for file in mended:
        if file.count and not options.diff:
            if streams.is_protected(file.name):
                say(f"{file.name} is write-protected, so it is not corrected.")
                continue
            file.write()
            say(f"Mended {file.name}: {counted(file.count, 'place')}.")
            for line in file.difference.splitlines()[2:]:
                say(line)
        for sentence in file.refused:
            say(sentence)


def _with_parts(options: argparse.Namespace) -> list[str]:
    """Return the files named, and those that they include, if in a folder named or that of a file."""
    names = expand_folders(options.files)
    paths = [Path(name).absolute() for name in options.files]
    folders = [path if is_folder(path) else path.parent for path in paths]
    blocks = (block for name in names for block in read_source(name, options).blocks)
    files = dict.fromkeys(file for block in blocks for file in block.document.dependencies)
    parts = (each for each in files if any(Path(each).absolute().is_relative_to(up) for up in folders))
    return list(dict.fromkeys((*names, *parts)))


def _allowed(codes: Iterable[str]) -> ProjectAllowances:
    wanted = [code.strip().upper() for text in codes for code in text.split(",")]
    if wrong := next((code for code in wanted if code not in all_codes()), ""):
        raise UsageError(f"--allow: {wrong[:40]} is not the code of a check")
    return ProjectAllowances(dict.fromkeys(wanted, ""), _COMMAND_LINE)


def _checked_notes(
    sources: Sequence[NotesFile],
    abbreviations: tuple[tuple[str, str], ...],
    options: argparse.Namespace,
    own: Set[str],
    beside: Sequence[TextLine],
) -> dict[tuple[str, str], CheckedNotes]:
    """Return the notes of each system, by its file, if that is one of its ``own``, and by its name.

    The lines of pages ``beside`` them without any notes are of the system, if it is the only one.
    """
    blocks = [block for source in sources for block in source.blocks]
    pasted = frozenset(place for block in blocks for place in block.document.pasted)
    outside = set(pages_outside(source.name for source in sources))
    systems: dict[tuple[str, str], list[NotesFile]] = {}
    for source in sources:
        for name in source.systems:
            systems.setdefault((source.name if source.name in own else "", name), []).append(source)
    found = {}
    for (file, name), files in systems.items():
        documents = tuple(document for each in files for document in each.documents(name))
        meanings = tuple(options.meaning or ())
        system = expand(documents, abbreviations=abbreviations, language=options.language, meanings=meanings)
        unlisted = tuple(Location(each.name, 1) for each in files if each.name in outside)
        found[file, name] = CheckedNotes(
            system,
            documents,
            PurePath(file).stem or name,
            pasted,
            unlisted,
            tuple(links_to_nothing(each.name for each in files)),
            (*(line for each in files for line in each.texts), *(beside if len(systems) == 1 else ())),
        )
    return found


def _in_reading_order(found: Iterable[Diagnostic], sources: Sequence[NotesFile]) -> list[Diagnostic]:
    """Return diagnostics in the order of the text, file by file as these were named, each once."""
    ranks: dict[str, int] = {}
    for index, source in enumerate(sources):
        ranks.setdefault(source.name, index)
    for index, source in enumerate(sources):
        for block in source.blocks:
            for file in block.document.dependencies:
                ranks.setdefault(file, index)

    def order(diagnostic: Diagnostic) -> tuple[int, str, int, int]:
        location = diagnostic.location
        return ranks.get(location.file, len(sources)), location.file, location.line, location.column

    return sorted(dict.fromkeys(found), key=order)


def _two_systems(state: _State) -> tuple[str, str] | None:
    """Return two files that were checked as one system, and contradict each other as only two systems do."""
    documents = {source.name: source.blocks[0].document for source in state.sources if source.blocks}
    for pair in (files_that_differ(notes.system) for notes in state.systems):
        if pair and are_rivals({file: documents[file] for file in pair if file in documents}):
            return pair
    return None


# ---------------------------------------------------------------- a page


def _write_report(
    options: argparse.Namespace,
    systems: Sequence[CheckedNotes],
    compared: Sequence[CheckedNotes],
    acceptance: Acceptance,
    site: SiteSettings | None,
) -> None:
    """Write the state of systems as a page, with the changes of those that are ``compared``.

    Raises:
        UsageError: It cannot be written.
    """
    # What writes pages takes long to load.
    from bml_core.render.html import escape, render_frequencies, write_page  # noqa: PLC0415
    from bml_core.site import Query, answer, health_findings, health_numbers  # noqa: PLC0415

    names = options.files
    folder = Path(options.report).absolute().parent
    blocks: list[Block] = []
    charts = []
    for notes in systems:
        if len(systems) > 1:
            blocks.append(_heading(notes.name))
        blocks.append(health_numbers(notes, _NOWHERE))
        table = answer(Query(BlockOptions(Kind.FREQUENCIES), notes.name, _NOWHERE), notes.system).table
        if table:
            name = f"<p><strong>{escape(notes.name)}</strong></p>\n" if len(systems) > 1 else ""
            charts.append(name + render_frequencies(table))
    blocks += [
        _heading("Findings"),
        *health_findings(acceptance, lambda location: _path_from(location, folder), _NOWHERE),
    ]
    if len(names) == 1 and is_folder(names[0]):
        blocks += _changes(Path(names[0]), compared, Dialect(options.dialect), site)
    title = f"The state of {', '.join(Path(name).absolute().name for name in names)}"
    if charts:
        blocks.append(_heading("Openings"))
    page = write_page(Document(tuple(blocks), (MetaEntry("TITLE", title, _NOWHERE),)))
    before, end, after = page.rpartition("</body>")
    streams.write(options.report, f"{before}{''.join(charts)}{end}{after}")
    streams.say_written(options.report)


def _heading(text: str) -> Heading:
    return Heading(1, (Text(text, _NOWHERE),), _NOWHERE)


def _path_from(location: Location, folder: Path) -> str:
    """Return the path of a file from the folder of the page."""
    if not Path(location.file).is_file():
        return ""
    return Path(os.path.relpath(location.file, folder)).as_posix()


def _changes(
    root: Path, systems: Sequence[CheckedNotes], dialect: Dialect, site: SiteSettings | None
) -> Iterator[Block]:
    """Yield what has changed in a folder since the last tag."""
    from bml_core.site import Configuration, SiteHistory  # noqa: PLC0415 - for pages alone

    settings = Configuration(dialect=dialect)
    if site and any(notes.name in site.settings.systems for notes in systems):
        root, settings = site.pages, replace(settings, systems=site.settings.systems)
    history = SiteHistory(lambda name: root / name.lstrip("/"), settings)
    for notes in systems:
        changes = history.changes_since("", notes.name, _NOWHERE).value
        if changes:
            yield _heading(f"Changes of {notes.name}" if len(systems) > 1 else "Changes")
            yield from changes


# ---------------------------------------------------------------- other programs

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_SARIF_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
_GITHUB_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}
_IN_MESSAGE = re.compile(r"[%\r\n]")
_IN_PROPERTY = re.compile(r"[%\r\n:,]")


@dataclass(frozen=True, slots=True)
class Findings:
    """What is wrong with notes, what is accepted, how much was read, and how much was known already."""

    diagnostics: Sequence[Diagnostic]
    accepted: Sequence[AcceptedFinding] = ()
    files: int = 0
    agreements: int = 0
    known: int = 0


# ---------------------------------------------------------------- JSON


def as_json(findings: Findings) -> str:
    """Return findings as JSON.

    >>> json.loads(as_json(Findings((), files=1)))["summary"]["files"]
    1
    """
    counts = Counter(diagnostic.severity for diagnostic in findings.diagnostics)
    summary = {"files": findings.files, "agreements": findings.agreements}
    summary |= {f"{severity.value}s": counts[severity] for severity in Severity}
    summary |= {"accepted": len(findings.accepted), "known": findings.known}
    whole = {"diagnostics": list(map(_entry, findings.diagnostics)), "summary": summary}
    return json.dumps(whole, indent=2) + "\n"


def _entry(diagnostic: Diagnostic) -> dict[str, object]:
    return {
        **diagnostic.record(),
        "origin": location_entry(diagnostic.location.origin) if diagnostic.location.origin else None,
        "related": [
            {**location_entry(related.location), "message": related.message} for related in diagnostic.related
        ],
        "fix": [
            {
                "line": edit.location.line,
                "column": edit.location.column,
                "length": edit.length,
                "text": edit.text,
            }
            for edit in diagnostic.fix or ()
        ],
        "others": list(map(_entry, diagnostic.others)),
    }


# ---------------------------------------------------------------- SARIF


def as_sarif(findings: Findings) -> str:
    """Return findings as a SARIF log; what is accepted is in it as suppressed, with its reason.

    >>> json.loads(as_sarif(Findings(())))["version"]
    '2.1.0'
    """
    every = [*findings.diagnostics, *(each.finding for each in findings.accepted)]
    rules = {code: number for number, code in enumerate(sorted({each.code for each in every}))}
    driver = {"name": "bml", "version": __version__, "rules": list(map(_rule, rules))}
    results = [
        *(_result(each, rules) for each in findings.diagnostics),
        *(_result(each.finding, rules) | _suppression(each) for each in findings.accepted),
    ]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _rule(code: str) -> dict[str, object]:
    known = CODES[code]
    return {
        "id": code,
        "shortDescription": {"text": known.title},
        "defaultConfiguration": {"level": _SARIF_LEVELS[known.severity]},
    }


def _result(diagnostic: Diagnostic, rules: Mapping[str, int]) -> dict[str, object]:
    result: dict[str, object] = {
        "ruleId": diagnostic.code,
        "ruleIndex": rules[diagnostic.code],
        "level": _SARIF_LEVELS[diagnostic.severity],
        "message": {"text": diagnostic.sentence},
        "locations": [_sarif_location(diagnostic.location)],
    }
    origin = diagnostic.location.origin
    related = [Related(origin, "The text comes from here.")] if origin else []
    related += dict.fromkeys(diagnostic.related)
    related += [Related(each.location, each.sentence) for each in diagnostic.others]
    if related:
        result["relatedLocations"] = [
            _sarif_location(each.location) | {"message": {"text": each.message}} for each in related
        ]
    return result


def _suppression(accepted: AcceptedFinding) -> dict[str, object]:
    suppression = {"kind": "inSource" if accepted.is_at_row else "external"}
    return {"suppressions": [suppression | ({"justification": accepted.reason} if accepted.reason else {})]}


def _sarif_location(location: Location) -> dict[str, object]:
    path = Path(location.file)
    uri = path.as_uri() if path.is_absolute() else quote(os.fsencode(path.as_posix()))
    region = {"startLine": location.line, "startColumn": location.column}
    return {"physicalLocation": {"artifactLocation": {"uri": uri}, "region": region}}


# ---------------------------------------------------------------- GitHub


def as_github(findings: Findings) -> str:
    """Return findings as workflow commands, which GitHub shows beside the lines of a change."""
    return "".join(f"{_annotation(diagnostic)}\n" for diagnostic in findings.diagnostics)


def _annotation(diagnostic: Diagnostic) -> str:
    """Return the command for a diagnostic.

    >>> _annotation(Diagnostic("BML201", "Not a bid: 100%.", Location("a,b.bml", 2, 3)))
    '::error file=a%2Cb.bml,line=2,col=3,title=BML201::Not a bid: 100%25.'
    """
    location = diagnostic.location
    values = {"file": location.file, "line": location.line, "col": location.column, "title": diagnostic.code}
    properties = ",".join(f"{name}={_escaped(_IN_PROPERTY, str(value))}" for name, value in values.items())
    message = "\n".join((diagnostic.sentence, *map(str, diagnostic.related)))
    return f"::{_GITHUB_LEVELS[diagnostic.severity]} {properties}::{_escaped(_IN_MESSAGE, message)}"


def _escaped(signs: re.Pattern[str], text: str) -> str:
    return signs.sub(lambda sign: f"%{ord(sign[0]):02X}", text)


FORMATS: Mapping[str, Callable[[Findings], str]] = {"json": as_json, "sarif": as_sarif, "github": as_github}
"""What writes findings for other programs, by name."""
