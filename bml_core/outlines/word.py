"""The outline of a document of Word (.docx): styles, numbering, indentation, tables."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from io import BytesIO
from xml.etree.ElementTree import Element, ParseError, fromstring
from zipfile import BadZipFile, ZipFile

from bml_core.diagnostics import Location
from bml_core.language import foreign_letters, with_suit_signs
from bml_core.outlines.layout import (
    WIDEST_CELL,
    IndentedLine,
    as_table,
    indented_blocks,
    indented_line,
    joined_bids,
)
from bml_core.outlines.outline import Outline, OutlineBlock, OutlineHeading, OutlineRow

_TAB_POINTS = 36
_LEVEL = 1000
_USUAL_STEP = 360
# Suits as the fonts Symbol and Wingdings have them, in both their areas.
_SYMBOLS = {
    code: "♣♦♥♠"[(code & 0xFF) - 0xA7] for base in (0, 0xF000) for code in range(base + 0xA7, base + 0xAB)
}
# What older programs show instead, what was moved elsewhere or deleted, and lists of contents.
_SKIPPED = ("Fallback", "moveFrom", "del", "contents")
_CHARACTERS = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}


def parse_word(data: bytes, file: str = "") -> Outline:
    """Return the outline of a document; its paragraphs and rows count as lines.

    Raises:
        ValueError: the bytes cannot be read as a document of Word.
    """
    parts = ("word/document.xml", "word/styles.xml", "word/numbering.xml", "docProps/core.xml")
    main, styles, numbering, core = (_by_local_names(part) for part in read_parts(data, *parts))
    body = main.find("body")
    if body is None:
        raise ValueError("no text")
    letters = foreign_letters("\n".join("".join(p.itertext()) for p in _inside(body, "p", "tbl")))
    for text in body.iter("t"):
        text.text = with_suit_signs(text.text or "", letters)
    page = _Document(styles, numbering, file)
    blocks = tuple(page.blocks(body))
    title = core.findtext("title", "").strip()
    return Outline(blocks, title or next((b.text for b in blocks if isinstance(b, OutlineHeading)), ""))


def read_parts(data: bytes, first: str, *others: str) -> list[Element]:
    """Return the trees of parts of a packed document, an empty one for each of the others that is missing.

    Raises:
        ValueError: it is damaged, or the first is missing.
    """
    try:
        with ZipFile(BytesIO(data)) as whole:
            held = {first, *whole.namelist()}
            return [fromstring(whole.read(n)) if n in held else Element("none") for n in (first, *others)]
    except (KeyError, BadZipFile, ParseError, RuntimeError, EOFError, zlib.error) as error:
        raise ValueError(str(error)) from error


def _by_local_names(root: Element) -> Element:
    """Return a tree with names as they are without their spaces, of which Word has two."""
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
        element.attrib = {name.rpartition("}")[2]: value for name, value in element.attrib.items()}
        gallery = element.find("{*}sdtPr/{*}docPartObj/{*}docPartGallery") if element.tag == "sdt" else None
        # A list of contents repeats the headings.
        if gallery is not None and "Table of Contents" in gallery.attrib.values():
            element.tag = "contents"
    return root


def _inside(element: Element, *names: str) -> Iterator[Element]:
    """Yield the outermost elements of these names, whatever is around them."""
    open_elements = [iter(element)]
    while open_elements:
        for child in open_elements[-1]:
            if child.tag in names:
                yield child
            elif child.tag not in _SKIPPED:
                open_elements.append(iter(child))
                break
        else:
            open_elements.pop()


class _Document:
    def __init__(self, styles: Element, numbering: Element, file: str) -> None:
        self._file = file
        self._number = 0
        self._styles = {style.get("styleId", ""): style for style in styles.iter("style")}
        usual = (each for each in self._styles.values() if each.get("type") == "paragraph")
        self._usual = next((each for each in usual if each.get("default") in ("1", "true")), Element("style"))
        # The left margin of each level of the lists of the document.
        self._lefts: dict[int, int] = {}
        for level in numbering.iter("lvl"):
            left = _amount(level, "left", "start")
            if left is not None:
                self._lefts.setdefault(_whole(level.get("ilvl")), left)

    def blocks(self, body: Element) -> Iterator[OutlineBlock]:
        lines: list[IndentedLine | None] = []
        for content in _inside(body, "p", "tbl"):
            heading = self._heading(content) if content.tag == "p" else None
            if content.tag == "p" and heading is None:
                lines += self._lines(content)
                continue
            yield from indented_blocks(lines)
            lines = []
            yield from [heading] if heading is not None else self._table(content)
        yield from indented_blocks(lines)

    def _style(self, paragraph: Element) -> Element:
        return self._styles.get(_value(paragraph, "pPr/pStyle"), self._usual)

    def _heading(self, paragraph: Element) -> OutlineHeading | None:
        name = _value(self._style(paragraph), "name")
        found = re.match(r"(?i)(?:heading|überschrift|titre|kop|nagłówek)\s*(\d)|(title|titel|tytuł)\b", name)
        level = paragraph.find("pPr/outlineLvl")
        if found is None and level is None:
            return None
        text = _text(paragraph).replace("*", "").replace("\n", " ").strip()
        if not text:
            return None
        self._number += 1
        outline = _whole(_value(paragraph, "pPr/outlineLvl"))
        value = int(found[1] or 1) if found else min(outline + 1, 9)
        return OutlineHeading(value, text, Location(self._file, self._number), self._number)

    def _lines(self, paragraph: Element) -> Iterator[IndentedLine]:
        level = self._level(paragraph)
        # A first line that hangs begins at its own margin.
        layout = (paragraph, self._style(paragraph))
        margins = (
            (_amount(each, "left", "start") for each in layout),
            (_first_line(each) for each in layout),
        )
        indent = sum(next((found for found in each if found is not None), 0) for each in margins) / 20
        pieces = _text(paragraph).split("\n")
        for piece in filter(str.strip, pieces):
            self._number += 1
            place = Location(self._file, self._number)
            tabs = len(piece) - len(piece.lstrip("\t"))
            column = round(indent) + tabs * _TAB_POINTS
            if level is not None:
                column = (level + 1) * _LEVEL + (_LEVEL // 2 if self._is_moved(paragraph, level) else 0)
            yield indented_line(
                piece.strip(), column, place, is_item=level is not None, is_alone=len(pieces) == 1
            )

    def _is_moved(self, paragraph: Element, level: int) -> bool:
        """Return whether an item of a list is moved to the right by hand."""
        own, style = (_amount(each, "left", "start") for each in (paragraph, self._style(paragraph)))
        usual = style if style is not None else self._lefts.get(level, (level + 1) * _USUAL_STEP)
        return own is not None and own > usual + _USUAL_STEP // 2

    def _level(self, paragraph: Element) -> int | None:
        """Return the level of a paragraph in a list, by itself or by its style; None outside of lists."""
        style = self._style(paragraph)
        for element in (paragraph, style):
            number = element.find("pPr/numPr/numId")
            if number is not None:
                if number.get("val") == "0":
                    return None
                name = re.search(r"(?i)list (?:bullet|number|continue) (\d)", _value(style, "name"))
                return _whole(_value(element, "pPr/numPr/ilvl")) or (int(name[1]) - 1 if name else 0)
        return None

    def _table(self, table: Element) -> Iterator[OutlineBlock]:
        rows: list[OutlineRow] = []
        first = self._number + 1
        above: dict[int, str] = {}
        for row in _inside(table, "tr"):
            self._number += 1
            cells: list[str] = []
            column = _whole(_value(row, "trPr/gridBefore"))
            for cell in _inside(row, "tc"):
                merged = cell.find("tcPr/vMerge")
                # A cell that goes on over rows below has its text in each of them.
                if merged is None or merged.get("val") == "restart":
                    texts = (_text(each).strip() for each in _inside(cell, "p"))
                    above[column] = " ".join(texts).strip()
                span = min(_whole(_value(cell, "tcPr/gridSpan")) or 1, WIDEST_CELL)
                # A cell over several columns has its text in each of them, but for the first of a row.
                cells += [above.get(column, "")] * (span if cells else 1)
                column += span
            if any(cells):
                rows.append(OutlineRow(tuple(cells), Location(self._file, self._number)))
        yield from as_table(rows, Location(self._file, first), self._number, has_header=False)


def _value(element: Element, path: str) -> str:
    """Return what an element inside says; nothing if it is missing."""
    found = element.find(path)
    return found.get("val", "") if found is not None else ""


def _whole(text: str | None) -> int:
    """Return a small number as Word writes it, 0 for anything else."""
    return int(text) if text and re.fullmatch("[0-9]{1,6}", text) else 0


def _amount(element: Element, *names: str) -> int | None:
    """Return an indentation of a paragraph, a style or a level in twentieths of a point."""
    indent = element.find("pPr/ind")
    found = next((v for name in names if indent is not None and (v := indent.get(name))), "")
    return int(found) if re.fullmatch("-?[0-9]{1,8}", found) else None


def _first_line(element: Element) -> int | None:
    hanging = _amount(element, "hanging")
    return -hanging if hanging is not None else _amount(element, "firstLine")


def _text(paragraph: Element) -> str:
    """Return the text of a paragraph as BML has it: bold, tabs, ends of lines, suits of symbols."""
    pieces: list[tuple[bool, str]] = []
    for run in _inside(paragraph, "r"):
        bold, fonts = run.find("rPr/b"), run.find("rPr/rFonts")
        is_bold = bold is not None and bold.get("val") not in ("0", "false")
        text = "".join(_run_pieces(run))
        if fonts is not None and re.match(r"(?i)symbol|wingdings", fonts.get("ascii", "")):
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


def _run_pieces(run: Element) -> Iterator[str]:
    for child in _inside(run, "t", "sym", "p", *_CHARACTERS):
        if child.tag == "t":
            yield child.text or ""
        elif child.tag == "p":
            # A box with text is in the line.
            yield f" {_text(child)} "
        elif child.tag == "sym":
            code = (
                int(found[0], 16) if (found := re.fullmatch("[0-9A-Fa-f]{1,4}", child.get("char", ""))) else 0
            )
            yield _SYMBOLS.get(code, chr(code) if 32 <= code < 0xD800 else "")
        else:
            yield _CHARACTERS[child.tag]
