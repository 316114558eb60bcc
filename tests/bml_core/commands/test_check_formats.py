"""``bml check --format``: what other programs read."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bml_core import Diagnostic, Location
from bml_core.checks import AcceptedFinding
from bml_core.commands import main
from bml_core.commands.check import Findings, as_github, as_sarif
from bml_core.diagnostics import Related

pytestmark = pytest.mark.usefixtures("notes")

NOTES = """\
1N  15--17
  1zoo
  jump  splinter

// bml: allow BML924 Left over.
#CUT a
2C  Stayman
#ENDCUT

#CUT b
2D  Transfer
#ENDCUT
"""
# The places of a log where SARIF wants certain words; every other name here may be left out.
ENUMS = {
    "version": {"2.1.0"},
    "level": {"none", "note", "warning", "error"},
    "kind": {"inSource", "external"},
    "columnKind": {"utf16CodeUnits", "unicodeCodePoints"},
}
REQUIRED = {
    "log": {"version", "runs"},
    "runs": {"tool"},
    "tool": {"driver"},
    "driver": {"name"},
    "rules": {"id"},
    "results": {"message"},
    "message": {"text"},
    "shortDescription": {"text"},
    "suppressions": {"kind"},
}
ALLOWED = {
    "log": {"$schema", "version", "runs"},
    "runs": {"tool", "columnKind", "results"},
    "tool": {"driver"},
    "driver": {"name", "version", "rules"},
    "rules": {"id", "shortDescription", "defaultConfiguration"},
    "shortDescription": {"text"},
    "defaultConfiguration": {"level"},
    "results": {"ruleId", "ruleIndex", "level", "message", "locations", "relatedLocations", "suppressions"},
    "message": {"text"},
    "locations": {"physicalLocation"},
    "relatedLocations": {"physicalLocation", "message"},
    "physicalLocation": {"artifactLocation", "region"},
    "artifactLocation": {"uri"},
    "region": {"startLine", "startColumn"},
    "suppressions": {"kind", "justification"},
}


def objects(name: str, value: object) -> Iterator[tuple[str, dict[str, Any]]]:
    if isinstance(value, list):
        assert len({json.dumps(each, sort_keys=True) for each in value}) == len(value) or name == "results"
        for each in value:
            yield from objects(name, each)
    elif isinstance(value, dict):
        yield name, value
        for key, inner in value.items():
            yield from objects(key, inner)


def check_sarif(log: dict[str, Any]) -> None:
    """Hold a log against what SARIF 2.1.0 asks of the objects that we write."""
    for name, entry in objects("log", log):
        assert REQUIRED.get(name, set()) <= set(entry) <= ALLOWED[name]
        for key in entry.keys() & ENUMS.keys() - ({"version"} if name == "driver" else set()):
            assert entry[key] in ENUMS[key]
        for key in entry.keys() & {"startLine", "startColumn"}:
            assert isinstance(entry[key], int)
            assert entry[key] >= 1
        if "uri" in entry:
            assert re.fullmatch(r"[\w.~:/?#\[\]@!$&'()*+,;=%-]+", entry["uri"], re.ASCII)
    (run,) = log["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert all(rules[result["ruleIndex"]] == result["ruleId"] for result in run["results"])


def test_sarif_is_valid(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a b%.bml").write_text(NOTES)
    assert main(["check", "--format", "sarif", "a b%.bml"]) == 1
    printed = capsys.readouterr()
    assert printed.err == ""
    log = json.loads(printed.out)
    check_sarif(log)
    results = log["runs"][0]["results"]
    shown = [(each["ruleId"], each["level"], "suppressions" in each) for each in results]
    assert shown == [
        ("BML201", "error", False),
        ("BML222", "note", False),
        ("BML924", "warning", False),
        ("BML924", "warning", True),
    ]
    assert results[-1]["suppressions"] == [{"kind": "inSource", "justification": "Left over."}]
    place = results[0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "a%20b%25.bml"
    assert place["region"] == {"startLine": 2, "startColumn": 3}


def test_sarif_names_related_places_and_origins_once() -> None:
    here, there = Location("a.bml", 2, 1, Location("/notes/b.bml", 3)), Location("c.bml", 4, 5)
    related = (Related(there, "1NT is 12 to 14 here."),) * 2
    found = Diagnostic("BML924", "A finding.", here, related=related)
    log = json.loads(as_sarif(Findings((found,), (AcceptedFinding(found, "", is_at_row=False),))))
    check_sarif(log)
    first, accepted = log["runs"][0]["results"]
    uris = [each["physicalLocation"]["artifactLocation"]["uri"] for each in first["relatedLocations"]]
    assert uris == ["file:///notes/b.bml", "c.bml"]
    assert accepted["suppressions"] == [{"kind": "external"}]


def test_sarif_of_clean_notes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--format", "sarif", "good.bml"]) == 0
    check_sarif(json.loads(capsys.readouterr().out))


def test_annotations_of_github(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a,b:c%.bml").write_text(NOTES)
    assert main(["check", "--format", "github", "a,b:c%.bml"]) == 1
    lines = capsys.readouterr().out.splitlines()
    start = "file=a%2Cb%3Ac%25.bml"
    assert [line.split("::")[1] for line in lines] == [
        f"error {start},line=2,col=3,title=BML201",
        f"notice {start},line=3,col=3,title=BML222",
        f"warning {start},line=10,col=1,title=BML924",
    ]


def test_annotations_are_one_line_each() -> None:
    related = (Related(Location("b.bml", 3), "50% of 1NT\r\nis here."),)
    found = Diagnostic("BML924", "A\nfinding::x", Location("a\n.bml", 1), related=related)
    assert as_github(Findings((found,))) == (
        "::warning file=a%0A.bml,line=1,col=1,title=BML924"
        "::A%0Afinding::x%0Asee b.bml:3:1: 50%25 of 1NT%0D%0Ais here.\n"
    )
