"""The outline of a text document of LibreOffice (.odt)."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from bml_core.diagnostics import Location
from bml_core.language import foreign_letters, with_suit_signs
from bml_core.outlines.layout import Collector, as_table, indented_line, joined_bids
from bml_core.outlines.outline import Outline, OutlineHeading, OutlineRow
from bml_core.outlines.word import read_parts

_TEXT, _TABLE = (
    "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}",
    "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}",
)
_STYLE, _FO = (
    "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}",
    "{urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0}",
)
_BODY = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}text"
_POINTS = {"pt": 1.0, "in": 72.0, "cm": 28.35, "mm": 2.835}
_LEVEL = 1000
_DEEPEST = 200


def parse_open_document(data: bytes, file: str = "") -> Outline:
    """Return the outline of a document; its paragraphs and rows count as lines.

    Raises:
        ValueError: the bytes cannot be read as such a document.
    """
    (root,) = read_parts(data, "content.xml")
    body = root.find(f".//{_BODY}")
    if body is None:
        raise ValueError("no text")
    letters = foreign_letters("\n".join(body.itertext()))
    for element in body.iter():
        element.text = element.text and with_suit_signs(element.text, letters)
        element.tail = element.tail and with_suit_signs(element.tail, letters)
    page = _Document(root, file)
    page.walk(body, -1, 0)
    blocks = tuple(page.blocks())
    return Outline(blocks, next((block.text for block in blocks if isinstance(block, OutlineHeading)), ""))


class _Document(Collector):
    def __init__(self, root: ElementTree.Element, file: str) -> None:
        super().__init__(file)
        self._number = 0
        self._margins: dict[str, float] = {}
        self._bold: set[str] = set()
        for style in root.iter(f"{_STYLE}style"):
            name = style.get(f"{_STYLE}name", "")
            for properties in style:
                found = re.fullmatch(
                    r"(-?\d+(?:\.\d+)?)(pt|in|cm|mm)", properties.get(f"{_FO}margin-left", "")
                )
                if found:
                    self._margins[name] = float(found[1]) * _POINTS[found[2]]
                if properties.get(f"{_FO}font-weight") == "bold":
                    self._bold.add(name)

    def walk(self, element: ElementTree.Element, level: int, depth: int) -> None:
        """Take the blocks of an element in order; ``level`` is that of the list around it."""
        for child in element if depth < _DEEPEST else ():
            if child.tag == f"{_TEXT}h":
                self._flush()
                self._number += 1
                rank = child.get(f"{_TEXT}outline-level", "1")
                text = " ".join(self._text(child).replace("*", "").split())
                value = int(rank) if rank.isdecimal() and len(rank) < 3 else 1
                self._blocks.append(
                    OutlineHeading(value, text, Location(self._file, self._number), self._number)
                )
            elif child.tag == f"{_TEXT}p":
                self._paragraph(child, level)
            elif child.tag == f"{_TABLE}table":
                self._flush()
                self._table(child)
            elif child.tag == f"{_TEXT}list":
                self.walk(child, level + 1, depth + 1)
            elif child.tag in (f"{_TEXT}list-item", f"{_TEXT}section", f"{_TEXT}list-header"):
                self.walk(child, level, depth + 1)

    def _paragraph(self, element: ElementTree.Element, level: int) -> None:
        text = self._text(element)
        style = element.get(f"{_TEXT}style-name", "")
        for piece in filter(str.strip, text.split("\n")):
            self._number += 1
            bare = piece.strip()
            tabs = len(piece) - len(piece.lstrip("\t"))
            column = (level + 1) * _LEVEL if level >= 0 else round(self._margins.get(style, 0)) + 36 * tabs
            place, is_bold = Location(self._file, self._number), style in self._bold
            self._lines.append(
                indented_line(bare, column, place, is_item=level >= 0, is_bold=is_bold, is_alone=True)
            )

    def _table(self, element: ElementTree.Element) -> None:
        rows = []
        first = self._number + 1
        for row in element.iter(f"{_TABLE}table-row"):
            self._number += 1
            cells = [
                " ".join(self._text(p).strip() for p in cell.iter(f"{_TEXT}p")).strip()
                for cell in row.findall(f"{_TABLE}table-cell")
            ]
            if any(cells):
                rows.append(OutlineRow(tuple(cells), Location(self._file, self._number)))
        has_header = element.find(f".//{_TABLE}table-header-rows") is not None
        self._blocks += as_table(rows, Location(self._file, first), self._number, has_header=has_header)

    def _text(self, element: ElementTree.Element, depth: int = 0) -> str:
        if depth > _DEEPEST:
            return ""
        text = element.text or ""
        for child in element:
            inner = self._text(child, depth + 1)
            if child.tag == f"{_TEXT}tab":
                inner = "\t"
            elif child.tag == f"{_TEXT}line-break":
                inner = "\n"
            elif child.tag == f"{_TEXT}s":
                inner = " "
            elif child.tag == f"{_TEXT}note":
                inner = ""
            elif (
                child.tag == f"{_TEXT}span"
                and child.get(f"{_TEXT}style-name", "") in self._bold
                and inner.strip()
            ):
                inner = f"*{inner.strip()}*{' ' if inner.endswith(' ') else ''}"
            text += inner + (child.tail or "")
        return joined_bids(text)
