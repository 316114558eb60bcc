"""Findings that the author accepts, by a comment at a row or everywhere, and what is wrong with these."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field

from bml_core.checks.run import all_codes, default_codes
from bml_core.diagnostics import CODES, Diagnostic, Location, did_you_mean
from bml_core.document import Allowance

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


NOWHERE = Location("", 1)


@dataclass(frozen=True, slots=True)
class ProjectAllowances:
    """The codes that are accepted wherever they occur, each with its reason, and where that is written."""

    reasons: Mapping[str, str] = field(default_factory=dict)
    location: Location = NOWHERE


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
        here = [
            allowance
            for location in dict.fromkeys((finding.location._replace(origin=None), written))
            for allowance in by_row.get((location.file, location.line, finding.code), ())
        ]
        used.update((allowance, finding.code) for allowance in here)
        if here:
            accepted.append(AcceptedFinding(finding, here[0].reason))
        elif finding.code in project.reasons:
            used_codes.add(finding.code)
            accepted.append(AcceptedFinding(finding, project.reasons[finding.code], is_at_row=False))
        else:
            left.append(finding)
    if allowances or project.reasons:
        ran = default_codes() if ran is None else ran
        left += (each for allowance in allowances for each in _faults(allowance, used, ran))
        left += _unused(project, used_codes, ran)
    return Acceptance(tuple(left), tuple(accepted))


def _faults(allowance: Allowance, used: Set[tuple[Allowance, str]], ran: Set[str]) -> Iterator[Diagnostic]:
    location = allowance.location
    known = [code for code in allowance.codes if code in all_codes()]
    if not allowance.codes:
        yield Diagnostic("BML931", "This comment accepts nothing: it has no code.", location, _EXAMPLE)
    for code in allowance.codes:
        if code not in all_codes():
            yield Diagnostic("BML931", f"This comment accepts nothing: {_why(code)}.", location, _hint(code))
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


def _unused(project: ProjectAllowances, used: Set[str], ran: Set[str]) -> Iterator[Diagnostic]:
    for code in project.reasons:
        if code not in used and code in ran:
            message = f"{code} is accepted everywhere, and does not occur."
            yield Diagnostic("BML933", message, project.location, "Accept it no longer.")


def _why(code: str) -> str:
    if code in CODES:
        return f"{code} cannot be accepted"
    return f"{code[:40]} is not a code" if code.startswith("BML") else f"bml: {code[:40]} has no meaning"


def _hint(code: str) -> str:
    if code in CODES:
        return "Mend what it reports."
    if not code.startswith("BML"):
        return _EXAMPLE
    return did_you_mean(code, sorted(all_codes())) or _EXAMPLE
