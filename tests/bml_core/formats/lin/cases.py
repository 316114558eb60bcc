"""Cases of LIN in text files: what is written, what shall come of it.

A case begins with ``==== title``, its sections with ``---- name``. ``lin`` is the file, or ``links`` a text
with links; expected are:

diagnostics   what is wrong, as ``line:column severity CODE``; without it, nothing is
boards        what is bridge in the records
again         the records as LIN
pbn, bml      the boards in these formats
lost in FORMAT  what is reported about that
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bml_core.formats import deals
from bml_core.formats.deals import FORMATS, LIN, TEXT
from tests.bml_core.cases import read_sections
from tests.bml_core.formats.pbn.cases import finding, outline

FIXTURES = Path(__file__).parent / "fixtures"
_HEADER = "% PBN 2.1\n% EXPORT\n"


@dataclass(frozen=True, slots=True)
class LinCase:
    """One case; ``name`` is for the report of the test."""

    name: str
    sections: dict[str, str]

    def run(self) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
        """What came out and what was expected, section by section."""
        section, kind = ("links", TEXT) if "links" in self.sections else ("lin", LIN)
        text = self.sections[section]
        read = list(deals.read(text, "hands.lin", kind))
        found = [dealt for dealt in read if dealt.is_board]
        got = {
            "diagnostics": [finding(found) for found in deals.check(text, "hands.lin", kind)],
            "boards": [line for dealt in found for line in outline(dealt.board)],
            "again": FORMATS["lin"].write(found).splitlines(),
            "pbn": FORMATS["pbn"].write(found).removeprefix(_HEADER).rstrip("\n").splitlines(),
            "bml": FORMATS["bml"].write(found).splitlines(),
        }
        for name, form in FORMATS.items():
            got[f"lost in {name}"] = [loss.message for dealt in found for loss in form.losses(dealt)]
        expected = {name: text.splitlines() for name, text in self.sections.items() if name != section}
        expected.setdefault("diagnostics", [])
        return {name: got[name] for name in expected}, expected


def cases() -> Iterator[LinCase]:
    """The cases of all files."""
    for path in sorted(FIXTURES.glob("*.txt")):
        for line, title, sections in read_sections(path):
            yield LinCase(f"{path.stem}:{line} {title}", sections)
