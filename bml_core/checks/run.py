"""Checks of notes: what they look at, which of them run, the run, and the findings that the author accepts.

A check is a module of this room with ``CHECKS``, its records. Rows that say the same have the same findings
wherever they are written, so that after a change only the openings that it is about are checked again.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import Any

from bml_core.checks.misread import without_misread
from bml_core.checks.odd_ones import at_odd_ones
from bml_core.diagnostics import CODES, Contrast, Diagnostic, Location, Related, did_you_mean
from bml_core.document import Allowance, BiddingTable, Document, Row, TextLine, walk_rows
from bml_core.files import Results
from bml_core.hands.descriptions import row_above
from bml_core.system import Agreement, System, digest_of_rows, expand


@dataclass(frozen=True, eq=False)
class CheckedNotes:
    """The notes of one system.

    Attributes:
        system: The system, expanded from the documents.
        documents: What it was expanded from, in reading order: tables and metadata. The descriptions of rows
            may lack their spans.
        name: The name of the system on its site.
        pasted: The places of the ``#CUT`` that something pastes, on a page of any system.
        unlisted: The beginnings of the pages that no navigation has.
        unlinked: The links to pages that do not exist, each with its place.
        texts: The lines of the pages, those without rows included, as far as these are known.
    """

    system: System
    documents: tuple[Document, ...] = ()
    name: str = ""
    pasted: frozenset[Location] = frozenset()
    unlisted: tuple[Location, ...] = ()
    unlinked: tuple[tuple[Location, str], ...] = ()
    texts: tuple[TextLine, ...] = ()

    def __post_init__(self) -> None:
        """Look for what the texts of the documents say of calls."""
        if any(document.statements is None for document in self.documents):
            from bml_core.outlines import statements_of_document  # noqa: PLC0415 - loads on use

            found = (replace(each, statements=statements_of_document(each)) for each in self.documents)
            object.__setattr__(self, "documents", tuple(found))

    @cached_property
    def partial_pages(self) -> frozenset[str]:
        """Return the pages of which rows stay text: what no row describes may be in one of these."""
        tables = (table for document in self.documents for table in document.tables)
        return frozenset(table.location.file for table in tables if table.is_partial)

    @cached_property
    def statements(self) -> tuple[Agreement, ...]:
        """Return what texts say of calls beside the rows for them, each as if it were a row."""
        texts = [
            replace(document, blocks=(*document.texts, *(document.statements or ())))
            for document in self.documents
        ]
        system = expand(texts) if any(document.statements for document in self.documents) else System(())
        every = (*system.agreements, *(row for row, _ in system.repeats))
        return tuple(row for row in every if row.is_described)

    @property
    def rules(self) -> tuple[BiddingTable, ...]:
        """Return what texts say of no call in particular, as rows without calls: of points, of new suits."""
        said = (table for document in self.documents for table in document.statements or ())
        return tuple(table for table in said if table.is_unplaced)

    @cached_property
    def told(self) -> System:
        """Return the system, with statements for the calls that no row describes."""
        known = {row.auction for row in self.system.agreements if row.is_described}
        told = {row.auction: row for row in reversed(self.statements) if row.auction not in known}
        rows = [row for row in self.system.agreements if row.auction not in told]
        return self.system.with_rows((*told.values(), *rows), self.system.repeats) if told else self.system


Find = Callable[[CheckedNotes], Iterator[Diagnostic]]


@dataclass(frozen=True, slots=True)
class Check:
    """A check: the function that finds, and the codes that it reports.

    ``further`` are codes that are reported only if they are asked for: they may be meant. A check that is
    made ``by_opening`` looks at the rows after one opening. One ``of_rows`` looks at all rows and at the
    tables where they are written, and at nothing else. Its words may say where rows are (``names_places``).
    Codes ``of_numbers`` compare those of two rows, and what is found twice of them is meant; where those that
    find ``contradictions`` find many on a page, it is misread. Codes may be ``said_better`` by others at the
    same place, and be ``accepted_as`` what they are where others are found.
    """

    find: Find
    codes: tuple[str, ...] = ()
    further: tuple[str, ...] = ()
    by_opening: bool = False
    of_rows: bool = False
    names_places: bool = False
    of_numbers: tuple[str, ...] = ()
    contradictions: tuple[str, ...] = ()
    said_better: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    accepted_as: Mapping[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """Return the name of the check, which is that of its module."""
        return self.find.__module__.rpartition(".")[2]

    @property
    def all_codes(self) -> tuple[str, ...]:
        """Return all codes that it may report."""
        return (*self.codes, *self.further)


@cache
def all_checks() -> tuple[Check, ...]:
    """Return all checks, in the order of their codes. The modules that count hands are loaded with them."""
    names = sorted(path.stem for path in Path(__file__).parent.glob("[a-z]*.py"))
    modules = (import_module(f"{__package__}.{name}") for name in names)
    checks = (check for module in modules for check in getattr(module, "CHECKS", ()))
    return tuple(sorted(checks, key=lambda check: min(check.all_codes)))


@cache
def all_codes() -> frozenset[str]:
    """Return the codes of all checks."""
    return frozenset(code for check in all_checks() for code in check.all_codes)


@cache
def default_codes() -> frozenset[str]:
    """Return the codes that are reported by default."""
    return frozenset(code for check in all_checks() for code in check.codes)


def choose_codes(names: Iterable[str]) -> frozenset[str]:
    """Return the codes that names of checks mean, codes, beginnings of codes, ``all`` or ``default``.

    A ``-`` before one takes it away; where the first one has it, the default is what there is to begin with.

    Raises:
        ValueError: A name is not that of a check; the message lists them.

    >>> choose_codes(["default"]) == default_codes()
    True
    """
    words = list(names)
    chosen = default_codes() if words and words[0].startswith("-") else frozenset()
    for word in words:
        named = _named(word.removeprefix("-"))
        chosen = chosen - named if word.startswith("-") else chosen | named
    return chosen


def _named(word: str) -> frozenset[str]:
    if word in ("all", "default"):
        return all_codes() if word == "all" else default_codes()
    codes = {code for code in all_codes() if len(word) > 3 and code.startswith(word.upper())}
    codes.update(code for check in all_checks() if check.name == word for code in check.all_codes)
    if not codes:
        names = ", ".join(dict.fromkeys(check.name for check in all_checks()))
        raise ValueError(f"Unknown check: {word[:40]}. The checks are {names}, their codes, default and all.")
    return frozenset(codes)


def check_notes(
    notes: CheckedNotes, codes: Set[str] | None = None, results: Results | None = None
) -> tuple[Diagnostic, ...]:
    """Return what the checks of codes find, of the default ones if none are given, in the order of the text.

    What was found before is looked up in ``results``, and what is new is kept there.

    >>> from bml_core.language import parse
    >>> from bml_core.system import expand
    >>> check_notes(CheckedNotes(expand([parse("1N  15--17")])))
    ()
    """
    codes = default_codes() if codes is None else codes
    parts = parts_of(notes.told)
    if results:
        know_rows(parts, results)
    running = [check for check in all_checks() if not codes.isdisjoint(check.all_codes)] if codes else []
    apart = [check for check in running if not (check.by_opening or check.of_rows)]
    findings = [each for check in apart for each in check.find(notes)]
    if of_rows := [check for check in running if check.of_rows]:
        system, besides = notes.system, _Besides(notes.system)
        rows = RowsOfOpenings(system, system.agreements, (), besides, notes.documents)
        findings += rows.findings(of_rows, results or Results())
    findings += find_by_opening([check for check in running if check.by_opening], parts, results)
    chosen = without_habits([each for each in findings if each.code in codes])
    chosen = list(at_odd_ones(chosen))
    chosen = list(without_misread(chosen, _contradictions(), notes.documents, _codes_of_numbers()))
    return tuple(
        sorted(
            dict.fromkeys(without_repeats(chosen, chosen)),
            key=lambda each: (each.location._replace(origin=None), each.code),
        )
    )


@cache
def _codes_of_numbers() -> frozenset[str]:
    return frozenset(code for check in all_checks() for code in check.of_numbers)


@cache
def _contradictions() -> frozenset[str]:
    return frozenset(code for check in all_checks() for code in check.contradictions)


def without_habits(findings: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Return findings without those of numbers that are found elsewhere, too, and so are meant.

    >>> gap, same = (Diagnostic("BML942", f"2{bid} ends at 9.", Location("a.bml", 1)) for bid in "HS")
    >>> len(without_habits([gap])), len(without_habits([gap, same]))
    (1, 0)
    """
    found = [each for each in findings if each.code in _codes_of_numbers()]
    times = Counter((each.code, each.form) for first in found for each in (first, *first.others))
    return [each for each in findings if times[each.code, each.form] < 2]


def without_repeats(
    diagnostics: Iterable[Diagnostic], findings: Sequence[Diagnostic]
) -> Iterator[Diagnostic]:
    """Yield the diagnostics of which a check has not found more to say at the same place."""
    better = {code: codes for check in all_checks() for code, codes in check.said_better.items()}
    places = {(each.location, each.code) for each in findings}
    compared = (each for each in findings if each.code in _codes_of_numbers())
    places |= {(other.location, each.code) for each in compared for other in each.related}
    for diagnostic in diagnostics:
        if not any((diagnostic.location, code) in places for code in better.get(diagnostic.code, ())):
            yield diagnostic


# ---------------------------------------------------------------- opening by opening


_KIND, _ROWS = "findings", "rows"
#: Openings whose rows are known from earlier runs.
_MOST_OPENINGS = 300


def find_by_opening(
    checks: Sequence[Check], parts: Iterable[RowsOfOpenings], results: Results | None = None
) -> Iterator[Diagnostic]:
    """Yield what checks find; what they find is looked up and kept in ``results``.

    They must not look at documents, nor at rows of other openings than that of a decision.
    """
    results = results or Results()
    for part in parts if checks else ():
        yield from part.findings(checks, results)


def parts_of(system: System) -> list[RowsOfOpenings]:
    """Return the openings of a system, and each with the rows that follow it."""
    openings, besides = [row for row in system.agreements if _is_opening(row)], _Besides(system)
    # What is found among a few of the openings alone is not found among all of them.
    groups = ((rows, list(filter(_is_opening, rows))) for rows in _groups(system.agreements))
    return [RowsOfOpenings(system, *each, besides) for each in ((openings, ()), *groups)]


def _groups(rows: Sequence[Agreement]) -> Iterator[list[Agreement]]:
    """Yield the rows of openings, those together that a row stands for: one finding is about all of them."""
    leaders: dict[object, object] = {}

    def leader(opening: object) -> object:
        while leaders.setdefault(opening, opening) != opening:
            opening = leaders[opening]
        return opening

    written: dict[Location, object] = {}
    openings = list(map(_opening, rows))
    for row, opening in zip(rows, openings, strict=True):
        if not _is_opening(row):
            leaders[leader(opening)] = leader(written.setdefault(row.location, opening))
    members: dict[object, list[Agreement]] = {}
    for row, opening in zip(rows, openings, strict=True):
        members.setdefault(leader(opening), []).append(row)
    yield from members.values()


def _is_opening(row: Agreement) -> bool:
    return row.auction.position >= len(row.auction)


def _opening(row: Agreement) -> object:
    """Return the opening of a row, and whose it is."""
    passes = row.auction.position - 1
    return (row.auction.calls[passes], row.auction.is_ours(passes)) if passes < len(row.auction) else None


def know_rows(parts: Sequence[RowsOfOpenings], results: Results) -> None:
    """Let what is found out about rows by ``known_of`` be kept for the next run, opening by opening."""
    # The first part has openings that are in the others, too.
    for part in parts[1:]:
        key, rows = part.digest.hex(), part.system.agreements
        known = results.find(_ROWS, key) or [{} for _ in rows]
        # These are filled while the notes are checked.
        results.keep(_ROWS, key, known, most=_MOST_OPENINGS)
        of_rows = zip(rows, known, strict=True)
        part.system.whole.worked_out.update({("known", id(row)): (row, each) for row, each in of_rows})


class _Besides:
    """The rows of a system that matter to others: those that are hidden, by their opening, and first passes.

    What a row hides may be wrong for itself, and makes it doubtful what rows below continue. What a first
    pass shows is part of what all later calls of the player mean.
    """

    def __init__(self, system: System) -> None:
        self.hidden: dict[object, list[tuple[Agreement, Agreement]]] = {}
        for row, first in system.repeats:
            self.hidden.setdefault(_opening(row), []).append((row, first))
        self.passes = [row for row in system.agreements if row.auction.last_bid is None]


class RowsOfOpenings:
    """The rows of openings, with those among which nothing is to be found."""

    def __init__(
        self,
        system: System,
        rows: Sequence[Agreement],
        without: Sequence[Agreement],
        besides: _Besides,
        documents: tuple[Document, ...] = (),
    ) -> None:
        openings = dict.fromkeys(_opening(row) for row in rows) if besides.hidden else ()
        hidden = [pair for opening in openings for pair in besides.hidden.get(opening, ())]
        self.system, others = (system.with_rows(part, hidden) for part in (rows, without))
        self._notes, self._without = (CheckedNotes(part, documents) for part in (self.system, others))
        looked_at = [*rows, *(row for row, _ in hidden), *besides.passes]
        # "1S  ditto" says what 1H does.
        looked_at += filter(None, (row_above(row, system) for row in rows if _is_opening(row)))
        texts = (document.statements or () for document in documents)
        tables = [
            *(table for document in documents for table in document.tables),
            *chain.from_iterable(texts),
        ]
        written = [(depth, row) for table in tables for depth, row in walk_rows(table.rows)]
        self.digest = digest_of_rows(system, looked_at) + _digest_of_tables(tables, written)
        places = (*(row.location for row in looked_at), *(row.location for _, row in written))
        self._locations = list(dict.fromkeys(places))
        self._texts = [len(document.texts) for document in documents if document.tables]
        self._indexes = {location: index for index, location in enumerate(self._locations)}

    def findings(self, checks: Sequence[Check], results: Results) -> Iterator[Diagnostic]:
        """Yield what checks find."""
        for check in checks:
            places = (self._locations, self._texts) if check.names_places else ()
            name = f"{check.name}.{check.find.__name__}{places}".encode("utf-8", "replace")
            key = hashlib.sha256(name + self.digest).hexdigest()
            placed = results.find(_KIND, key)
            if placed is None:
                besides = set(check.find(self._without)) if self._without.system.agreements else set()
                findings = [each for each in dict.fromkeys(check.find(self._notes)) if each not in besides]
                placed = self._placed(findings)
                if placed is None:
                    yield from findings
                    continue
                results.keep(_KIND, key, placed)
            yield from (self._at_rows(*each) for each in placed)

    def _placed(self, findings: Iterable[Diagnostic]) -> list[object] | None:
        """Return findings as JSON with the indexes of rows for locations; None if one is not at a row."""
        placed: list[object] = []
        for each in findings:
            wanted = [each.location, *(other.location for other in each.related)]
            others = self._placed(each.others)
            if each.fix or others is None or not all(location in self._indexes for location in wanted):
                return None
            row, *places = (self._indexes[location] for location in wanted)
            related = [[place, other.message] for place, other in zip(places, each.related, strict=True)]
            placed.append([row, [each.code, each.message, each.hint], related, others, each.compared])
        return placed

    def _at_rows(
        self,
        row: int,
        words: Sequence[str],
        related: Iterable[tuple[int, str]],
        others: Iterable[Sequence[Any]],
        compared: Iterable[str] | None,
    ) -> Diagnostic:
        (code, message, hint), place = words, self._locations[row]
        see = tuple(Related(self._locations[other], text) for other, text in related)
        said = Contrast(*compared) if compared else None
        same = tuple(replace(self._at_rows(*other), cause=place) for other in others)
        cause = place if same else None
        return Diagnostic(code, message, place, hint, see, others=same, cause=cause, compared=said)


def _digest_of_tables(tables: Iterable[BiddingTable], rows: Iterable[tuple[int, Row]]) -> bytes:
    """Return a short key of tables as they are written, but for the lines and descriptions of agreements."""
    heads = [
        (
            len(table.rows),
            table.is_unplaced,
            table.is_partial,
            [call.text for call in table.history.calls] if table.history else (),
        )
        for table in tables
    ]
    files: dict[str, int] = {}
    lines = [
        (
            depth,
            row.call.text,
            row.call.theirs,
            row.call.alert,
            row.location.origin is None,
            row.location.column,
            files.setdefault(row.location.file, len(files)),
            texts,
        )
        for depth, row in rows
        for texts in [[line.text for line in row.description]]
    ]
    return hashlib.sha256(repr((heads, lines)).encode("utf-8", "replace")).digest()


# ---------------------------------------------------------------- findings that the author accepts

_NOWHERE = Location("", 1)
_EXAMPLE = "Write // bml: allow, a code and a reason, such as // bml: allow BML921 It is on another page."


@dataclass(frozen=True, slots=True)
class AcceptedFinding:
    """A finding that the author accepts, the reason, and whether a comment at its row does so."""

    finding: Diagnostic
    reason: str
    is_at_row: bool = True


@dataclass(frozen=True, slots=True)
class Acceptance:
    """The findings that are left, with what is wrong with comments, and the findings that are accepted."""

    findings: tuple[Diagnostic, ...]
    accepted: tuple[AcceptedFinding, ...] = ()


@dataclass(frozen=True, slots=True)
class ProjectAllowances:
    """The codes that are accepted wherever they occur, each with its reason, and where that is written."""

    reasons: Mapping[str, str] = field(default_factory=dict)
    location: Location = _NOWHERE


NOTHING_ALLOWED = ProjectAllowances()


def accept(
    found: Iterable[Diagnostic],
    allowances: Iterable[Allowance],
    project: ProjectAllowances = NOTHING_ALLOWED,
    ran: Set[str] | None = None,
) -> Acceptance:
    """Take out of ``found`` what comments or the project accept; report what accepts nothing.

    ``ran`` are the codes that were looked for, by default the usual ones; nothing is claimed about others.
    """
    allowances = tuple(dict.fromkeys(allowances))
    also = {code: other for check in all_checks() for code, other in check.accepted_as.items()}
    by_row: dict[tuple[str, int, str], list[Allowance]] = {}
    for allowance in allowances:
        for code in allowance.codes:
            by_row.setdefault((allowance.location.file, allowance.line, code), []).append(allowance)
    used: set[tuple[Allowance, str]] = set()
    used_codes: set[str] = set()
    left: list[Diagnostic] = []
    accepted: list[AcceptedFinding] = []
    for finding in found:
        written = finding.location.origin or finding.location
        found_as = (finding.code, also.get(finding.code, ""))
        here = [
            allowance
            for location in dict.fromkeys((finding.location._replace(origin=None), written))
            for code in found_as
            for allowance in by_row.get((location.file, location.line, code), ())
        ]
        used.update((allowance, code) for allowance in here for code in allowance.codes if code in found_as)
        if here:
            accepted.append(AcceptedFinding(finding, here[0].reason))
        elif finding.code in project.reasons:
            used_codes.add(finding.code)
            accepted.append(AcceptedFinding(finding, project.reasons[finding.code], is_at_row=False))
        else:
            left.append(finding)
    if allowances or project.reasons:
        ran, hint = default_codes() if ran is None else ran, "Accept it no longer."
        # What is accepted may be there as a code that was not looked for.
        sure = ran - {other for code, other in also.items() if code not in ran}
        left += (each for allowance in allowances for each in _faults(allowance, used, sure))
        left += (
            Diagnostic(
                "BML933", f"{code} is accepted everywhere, and does not occur.", project.location, hint
            )
            for code in project.reasons
            if code not in used_codes and code in ran
        )
    return Acceptance(tuple(left), tuple(accepted))


def _faults(allowance: Allowance, used: Set[tuple[Allowance, str]], ran: Set[str]) -> Iterator[Diagnostic]:
    location = allowance.location
    known = [code for code in allowance.codes if code in all_codes()]
    if not allowance.codes:
        yield Diagnostic("BML931", "This comment accepts nothing: it has no code.", location, _EXAMPLE)
    for code in allowance.codes:
        if code not in all_codes():
            why, hint = _no_check(code)
            yield Diagnostic("BML931", f"This comment accepts nothing: {why}.", location, hint)
    if known and not allowance.line:
        message = "This comment accepts nothing: no row is below it."
        yield Diagnostic("BML931", message, location, "Write it directly above the row, or delete it.")
        return
    if known and not allowance.reason:
        message = f"This comment does not say why {' and '.join(known)} may be here."
        yield Diagnostic("BML932", message, location, "Write the reason after the code.")
    for code in known:
        if code in ran and (allowance, code) not in used:
            message = f"This comment accepts {code}, which does not occur at its row."
            yield Diagnostic("BML933", message, location, "Delete the comment.")


def _no_check(code: str) -> tuple[str, str]:
    """Return why a comment cannot accept what is not the code of a check, and what to do instead."""
    if code in CODES:
        return f"{code} cannot be accepted", "Mend what it reports."
    if not code.startswith("BML"):
        return f"bml: {code[:40]} has no meaning", _EXAMPLE
    return f"{code[:40]} is not a code", did_you_mean(code, sorted(all_codes())) or _EXAMPLE
