"""Full Disclosure files as BML: see the files in ``fixtures/imports``.

``NAME.bss`` is read, ``NAME.bml`` is what shall come out, ``NAME.findings`` what shall be said.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from bml_core import Severity, expand, parse
from bml_core.formats import bml, bss

FILES = sorted((Path(__file__).parent / "fixtures" / "imports").glob("*.bss"))
CANONICAL = [path for path in FILES if path.stem not in ("broken", "faults", "two")]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
class TestEveryFile:
    def test_becomes_this_bml(self, path: Path) -> None:
        system = bss.loads(path.read_bytes(), file=path.name)
        written = bml.dumps(system)
        assert written.value == path.with_suffix(".bml").read_text("utf-8")
        findings = "".join(f"{found}\n" for found in (*system.diagnostics, *written.diagnostics))
        assert findings == path.with_suffix(".findings").read_text("utf-8")

    def test_the_bml_says_something_about_every_auction_of_the_file(self, path: Path) -> None:
        system = bss.loads(path.read_bytes())
        document = parse(bml.dumps(system).value)
        again = expand([document])
        findings = (*document.diagnostics, *again.diagnostics)
        assert [found for found in findings if found.severity is not Severity.INFO] == []
        auctions = {a.auction for a in again.agreements}
        assert {a.auction for a in system.agreements} <= auctions


@pytest.mark.parametrize("path", CANONICAL, ids=lambda path: path.stem)
def test_a_canonical_file_is_written_as_it_was(path: Path) -> None:
    assert bss.dumps(bss.loads(path.read_bytes())).encode() == path.read_bytes()
