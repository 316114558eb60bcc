"""What players write, case by case: the rows of ``fixtures/texts.txt``."""

from __future__ import annotations

from pathlib import Path

from tests.bml_core.cases import read_sections

_FILE = Path(__file__).parent / "fixtures" / "texts.txt"
_ROWS = {title: sections["rows"].splitlines() for _, title, sections in read_sections(_FILE)}


def rows(title: str) -> list[tuple[str, ...]]:
    """Return the rows below a title, each as its cells."""
    return [tuple(cell.strip() for cell in row.split(" | ")) for row in _ROWS[title] if row]
