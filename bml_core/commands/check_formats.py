"""Findings for other programs: JSON, SARIF 2.1.0 for editors, and annotations as GitHub shows them."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from bml_core._package import __version__
from bml_core.checks import AcceptedFinding
from bml_core.commands.reports import place_entry
from bml_core.diagnostics import CODES, Diagnostic, Location, Related, Severity

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_SARIF_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
_GITHUB_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}
_IN_MESSAGE = re.compile(r"[%\r\n]")
_IN_PROPERTY = re.compile(r"[%\r\n:,]")


@dataclass(frozen=True, slots=True)
class Findings:
    """What is wrong with notes, what is accepted, and how many files and agreements were read."""

    diagnostics: Sequence[Diagnostic]
    accepted: Sequence[AcceptedFinding] = ()
    files: int = 0
    agreements: int = 0


# ---------------------------------------------------------------- JSON


def as_json(found: Findings) -> str:
    """Return findings as JSON.

    >>> json.loads(as_json(Findings((), files=1)))["summary"]["files"]
    1
    """
    counts = Counter(diagnostic.severity for diagnostic in found.diagnostics)
    summary = {"files": found.files, "agreements": found.agreements}
    summary |= {f"{severity.value}s": counts[severity] for severity in Severity}
    summary["accepted"] = len(found.accepted)
    whole = {"diagnostics": list(map(_entry, found.diagnostics)), "summary": summary}
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


# ---------------------------------------------------------------- SARIF


def as_sarif(found: Findings) -> str:
    """Return findings as a SARIF log; what is accepted is in it as suppressed, with its reason.

    >>> json.loads(as_sarif(Findings(())))["version"]
    '2.1.0'
    """
    every = [*found.diagnostics, *(each.finding for each in found.accepted)]
    rules = {code: number for number, code in enumerate(sorted({each.code for each in every}))}
    driver = {"name": "bml", "version": __version__, "rules": list(map(_rule, rules))}
    results = [
        *(_result(each, rules) for each in found.diagnostics),
        *(_result(each.finding, rules) | _suppression(each) for each in found.accepted),
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
        "locations": [_sarif_place(diagnostic.location)],
    }
    origin = diagnostic.location.origin
    related = [Related(origin, "The text comes from here.")] if origin else []
    related += dict.fromkeys(diagnostic.related)
    if related:
        result["relatedLocations"] = [
            _sarif_place(each.location) | {"message": {"text": each.message}} for each in related
        ]
    return result


def _suppression(accepted: AcceptedFinding) -> dict[str, object]:
    suppression = {"kind": "inSource" if accepted.is_at_row else "external"}
    return {"suppressions": [suppression | ({"justification": accepted.reason} if accepted.reason else {})]}


def _sarif_place(place: Location) -> dict[str, object]:
    region = {"startLine": place.line, "startColumn": place.column}
    return {"physicalLocation": {"artifactLocation": {"uri": _uri(place.file)}, "region": region}}


def _uri(file: str) -> str:
    path = Path(file)
    return path.as_uri() if path.is_absolute() else quote(path.as_posix(), errors="replace")


# ---------------------------------------------------------------- GitHub


def as_github(found: Findings) -> str:
    """Return findings as workflow commands, which GitHub shows beside the lines of a change."""
    return "".join(f"{_annotation(diagnostic)}\n" for diagnostic in found.diagnostics)


def _annotation(diagnostic: Diagnostic) -> str:
    """Return the command for a diagnostic.

    >>> _annotation(Diagnostic("BML201", "Not a bid: 100%.", Location("a,b.bml", 2, 3)))
    '::error file=a%2Cb.bml,line=2,col=3,title=BML201::Not a bid: 100%25.'
    """
    place = diagnostic.location
    values = {"file": place.file, "line": place.line, "col": place.column, "title": diagnostic.code}
    properties = ",".join(f"{name}={_escaped(_IN_PROPERTY, str(value))}" for name, value in values.items())
    message = "\n".join((diagnostic.sentence, *map(str, diagnostic.related)))
    return f"::{_GITHUB_LEVELS[diagnostic.severity]} {properties}::{_escaped(_IN_MESSAGE, message)}"


def _escaped(signs: re.Pattern[str], text: str) -> str:
    return signs.sub(lambda sign: f"%{ord(sign[0]):02X}", text)


FORMATS: Mapping[str, Callable[[Findings], str]] = {"json": as_json, "sarif": as_sarif, "github": as_github}
"""What writes findings for other programs, by name."""
