"""The outline of a document of Word (.docx): styles, numbering, indentation, tables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO

import docx
from docx.document import Document as WordDocument
from docx.opc.part import PartFactory
from docx.oxml.ns import qn
from docx.package import Package
from docx.parts.document import DocumentPart
from docx.table import Table
from docx.text.paragraph import Paragraph
from lxml import etree

from bml_core.diagnostics import Location
from bml_core.outlines.layout import IndentedLine, as_table, indented_blocks, indented_line, joined_bids
from bml_core.outlines.outline import Outline, OutlineBlock, OutlineHeading, OutlineRow

# What macros do is not looked at, and they are not run.
PartFactory.part_type_for["application/vnd.ms-word.document.macroEnabled.main+xml"] = DocumentPart
_TAB_POINTS = 36
_LEVEL = 1000
_USUAL_STEP = 360
# Suits as the fonts Symbol and Wingdings have them, in both their areas.
_SYMBOLS = {
    code: "♣♦♥♠"[(code & 0xFF) - 0xA7] for base in (0, 0xF000) for code in range(base + 0xA7, base + 0xAB)
}


def parse_word(data: bytes, file: str = "") -> Outline:
    """Return the outline of a document; its paragraphs and rows count as lines.

    Raises:
        ValueError: the bytes cannot be read as a document of Word.
    """
    try:
        document = Package.open(BytesIO(data)).main_document_part.document
        page = _Document(document, file)
        blocks = tuple(page.blocks())
    except (
        KeyError,
        AttributeError,
        TypeError,
        IndexError,
        SyntaxError,
        docx.exceptions.PythonDocxError,
    ) as error:
        raise ValueError(str(error)) from error
    title = str(document.core_properties.title or "").strip()
    return Outline(blocks, title or next((b.text for b in blocks if isinstance(b, OutlineHeading)), ""))


class _Document:
    def __init__(self, document: WordDocument, file: str) -> None:
        self._document = document
        self._file = file
        self._number = 0
        self._lefts = _numbered_lefts(document)

    def blocks(self) -> Iterator[OutlineBlock]:
        lines: list[IndentedLine | None] = []
        for content in self._document.iter_inner_content():
            if isinstance(content, Table):
                yield from indented_blocks(lines)
                lines = []
                yield from self._table(content)
                continue
            heading = self._heading(content)
            if heading is not None:
                yield from indented_blocks(lines)
                lines = []
                yield heading
            else:
                lines += self._lines(content)
        yield from indented_blocks(lines)

    def _heading(self, paragraph: Paragraph) -> OutlineHeading | None:
        name = (paragraph.style.name or "") if paragraph.style is not None else ""
        found = re.match(r"(?i)(?:heading|überschrift|titre|kop|nagłówek)\s*(\d)|(title|titel|tytuł)\b", name)
        level = paragraph._p.find(f".//{qn('w:outlineLvl')}")
        if found is None and level is None:
            return None
        text = _text(paragraph).replace("*", "").replace("\n", " ").strip()
        if not text:
            return None
        self._number += 1
        outline = level.get(qn("w:val"), "0") if level is not None else "0"
        value = int(found[1] or 1) if found else min(int(outline) + 1, 9)
        return OutlineHeading(value, text, Location(self._file, self._number), self._number)

    def _lines(self, paragraph: Paragraph) -> Iterator[IndentedLine]:
        text = _text(paragraph)
        if not text.strip():
            return
        level = _numbering(paragraph)
        indent = _indentation(paragraph)
        pieces = text.split("\n")
        for piece in pieces:
            bare = piece.strip()
            if not bare:
                continue
            self._number += 1
            place = Location(self._file, self._number)
            tabs = len(piece) - len(piece.lstrip("\t"))
            column = round(indent) + tabs * _TAB_POINTS
            if level is not None:
                column = (level + 1) * _LEVEL + (_LEVEL // 2 if self._is_moved(paragraph, level) else 0)
            yield indented_line(bare, column, place, is_item=level is not None, is_alone=len(pieces) == 1)

    def _is_moved(self, paragraph: Paragraph, level: int) -> bool:
        """Return whether an item of a list is moved to the right by hand."""
        own = _left(paragraph._p.pPr)
        style = _left(paragraph.style.element.find(qn("w:pPr"))) if paragraph.style is not None else None
        usual = style if style is not None else self._lefts.get(level, (level + 1) * _USUAL_STEP)
        return own is not None and own > usual + _USUAL_STEP // 2

    def _table(self, table: Table) -> Iterator[OutlineBlock]:
        rows: list[OutlineRow] = []
        first = self._number + 1
        for row in table.rows:
            self._number += 1
            cells: list[str] = []
            seen: set[object] = set()
            for cell in row.cells:
                # Merged cells are there once.
                if cell._tc not in seen:
                    seen.add(cell._tc)
                    cells.append(" ".join(_text(each).strip() for each in cell.paragraphs).strip())
            if any(cells):
                rows.append(OutlineRow(tuple(cells), Location(self._file, self._number)))
        yield from as_table(rows, Location(self._file, first), self._number, has_header=False)


def _left(properties: etree.ElementBase | None) -> int | None:
    """Return the left margin of properties of a paragraph in twentieths of a point."""
    indent = properties.find(qn("w:ind")) if properties is not None else None
    value = indent.get(qn("w:left"), indent.get(qn("w:start"), "")) if indent is not None else ""
    return int(value) if value.isdecimal() and len(value) < 9 else None


def _numbered_lefts(document: WordDocument) -> dict[int, int]:
    """Return the left margin of each level of the lists of a document."""
    try:
        numbering = document.part.numbering_part.element
    except (KeyError, NotImplementedError):
        return {}
    lefts: dict[int, int] = {}
    for level in numbering.iter(qn("w:lvl")):
        left, number = _left(level.find(qn("w:pPr"))), level.get(qn("w:ilvl"), "0")
        if left is not None:
            lefts.setdefault(int(number), left)
    return lefts


def _numbering(paragraph: Paragraph) -> int | None:
    """Return the level of a paragraph in a list of Word, by itself or by its style; None outside of lists."""
    style = paragraph.style
    for properties in (paragraph._p.pPr, style.element.find(qn("w:pPr")) if style is not None else None):
        numbering = properties.find(qn("w:numPr")) if properties is not None else None
        if numbering is not None:
            number, level = numbering.find(qn("w:numId")), numbering.find(qn("w:ilvl"))
            if number is not None and number.get(qn("w:val")) == "0":
                return None
            depth = int(level.get(qn("w:val"), "0")) if level is not None else 0
            name = re.search(
                r"(?i)list (?:bullet|number|continue) (\d)", (style.name or "") if style is not None else ""
            )
            return depth or (int(name[1]) - 1 if name else 0)
    return None


def _indentation(paragraph: Paragraph) -> float:
    """Return the left margin of a paragraph in points; a first line that hangs begins at its own."""
    style = paragraph.style
    formats = [paragraph.paragraph_format, *([style.paragraph_format] if style is not None else [])]
    left = next((f.left_indent for f in formats if f.left_indent is not None), None)
    first = next((f.first_line_indent for f in formats if f.first_line_indent is not None), None)
    return float(left.pt if left is not None else 0) + float(first.pt if first is not None else 0)


def _text(paragraph: Paragraph) -> str:
    """Return the text of a paragraph as BML has it: bold, tabs, ends of lines, suits of symbols."""
    pieces: list[tuple[bool, str]] = []
    for run in paragraph._p.iter(qn("w:r")):
        properties = run.find(qn("w:rPr"))
        bold = properties.find(qn("w:b")) if properties is not None else None
        is_bold = bold is not None and bold.get(qn("w:val")) not in ("0", "false")
        fonts = properties.find(qn("w:rFonts")) if properties is not None else None
        font = str(fonts.get(qn("w:ascii")) or "") if fonts is not None else ""
        text = "".join(_run_pieces(run))
        if re.match(r"(?i)symbol|wingdings", font):
            text = text.translate(_SYMBOLS)
        if pieces and (pieces[-1][0] == is_bold or not text.strip()):
            pieces[-1] = (pieces[-1][0], pieces[-1][1] + text)
        elif text:
            pieces.append((is_bold, text))
    return joined_bids("".join(_emphasized(text) if is_bold else text for is_bold, text in pieces))


def _emphasized(text: str) -> str:
    bare = text.strip()
    if not bare or "*" in bare:
        return text
    at = text.index(bare)
    return f"{text[:at]}*{bare}*{text[at + len(bare) :]}"


def _run_pieces(run: etree.ElementBase) -> Iterator[str]:
    for child in run:
        if child.tag == qn("w:t"):
            yield child.text or ""
        elif child.tag == qn("w:tab"):
            yield "\t"
        elif child.tag in (qn("w:br"), qn("w:cr")):
            yield "\n"
        elif child.tag == qn("w:noBreakHyphen"):
            yield "-"
        elif child.tag == qn("w:sym"):
            code = int(child.get(qn("w:char"), "0"), 16)
            yield _SYMBOLS.get(code, chr(code) if code < 0xD800 else "")
