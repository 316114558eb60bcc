"""Tables and lists of bids that stay as they are in a page: where their rows are in its HTML.

Nothing in the tree of a page says which line it comes from. So each row begins with a mark of characters that
no text has, which becomes the anchor of the row.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from functools import lru_cache
from itertools import zip_longest
from xml.etree.ElementTree import Element

import markdown

from bml_core.notes import is_mark, without_condition
from bml_core.render import Piece, suit_pieces
from bml_core.render.html import ROW_CLASS, escape, pieces_html
from mkdocs_bml.tree import elements_of

_BEGIN, _END, _NOUGHT = "\ue0b1", "\ue0b2", 0xE0C0
_MARK = re.compile(f"{_BEGIN}([\ue0c0-\ue0c9]+){_END}")
_MARK_IN_CELL = re.compile(f"(?P<tag><(?:t[dh]|dt|li)\\b[^<>]*>){_BEGIN}(?P<digits>[\ue0c0-\ue0c9]+){_END}")
# The beginning of a cell, of an item with or without a box, or of a line; in HTML, after their tags.
_BEFORE_TEXT = re.compile(
    r"[ \t>]*(?:\|[ \t]*|(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?"
    r"|(?:<[^<>]*>\s*)*<(?:t[dh]|dt|li)\b[^<>]*>)?"
)
_FENCE = re.compile(r"[ \t>]*(`{3,}|~{3,})")
_HEADING = re.compile(r"[ \t>]*#{1,6}[ \t]")
_UNDERLINE = re.compile(r"(?:=+|-+)[ \t]*")
_HOLDERS = frozenset({"table", "ul", "ol", "dl", "p"})
_CODE = frozenset({"code", "pre", "script", "style", "svg", "math", "textarea"})


def mark_rows(lines: Sequence[str], numbers: Sequence[int], rows: Iterable[int]) -> list[str]:
    """Return the lines of a page with a mark in each that has a row, and without those that choose tables.

    ``numbers`` are those of the lines in the file, ``rows`` the lines of the file with rows. Headings and
    code are not marked: they would be none any more.
    """
    wanted = set(rows)
    marked: list[str] = []
    fence = ""
    for line, number, below in zip_longest(lines, numbers, lines[1:], fillvalue=""):
        opened = _FENCE.match(line)
        if opened and (not fence or opened[1].startswith(fence)):
            fence = "" if fence else opened[1]
        is_apart = fence or opened or _HEADING.match(line) or _UNDERLINE.fullmatch(below)
        if is_mark(line):
            line = ""
        elif number in wanted and not is_apart and (before := _BEFORE_TEXT.match(line)):
            # A line of another extension has the number of the line above.
            wanted.discard(number)
            digits = "".join(chr(_NOUGHT + int(digit)) for digit in str(number))
            line = f"{before[0]}{_BEGIN}{digits}{_END}{without_condition(line[before.end() :])}"
        marked.append(line)
    return marked


def place_rows(md: markdown.Markdown, root: Element, idents: Mapping[int, Sequence[str]]) -> set[str]:
    """Make anchors of the marks in a page, and suits in the colours of the site in what they are in.

    Returns the ids that are in the page then: what another host reads as a table may be code here.
    """
    holders = [
        element for element in _holders(root) if any(_MARK.search(text) for text in element.itertext())
    ]
    for holder in holders:
        _fill(holder, idents)
    for element in root.iter():
        # What is not in a table or list here: lines that this host reads as text, and code.
        if _BEGIN in (element.text or "") or _BEGIN in (element.tail or ""):
            element.text, element.tail = (
                text and _MARK.sub("", text) for text in (element.text, element.tail)
            )
    placed = {str(span.get("id")) for span in root.iter("span") if span.get("class") == ROW_CLASS}

    def anchors(found: re.Match[str]) -> str:
        names = idents.get(_line(found["digits"]), ())
        placed.update(names)
        spans = (f'<span class="{ROW_CLASS}" id="{escape(name)}"></span>' for name in names)
        return f"{found['tag']}{''.join(spans)}"

    stash = md.htmlStash.rawHtmlBlocks
    for index, raw in enumerate(stash):
        if isinstance(raw, str) and _BEGIN in raw:
            stash[index] = _MARK.sub("", _MARK_IN_CELL.sub(anchors, raw))
    return placed


def _holders(root: Element) -> Iterator[Element]:
    """Yield tables, lists and paragraphs that are in no other."""
    for child in root:
        if child.tag in _HOLDERS:
            yield child
        elif child.tag not in _CODE:
            yield from _holders(child)


def _fill(element: Element, idents: Mapping[int, Sequence[str]]) -> None:
    if element.tag in _CODE:
        return
    for position, child in reversed([*enumerate(element)]):
        _fill(child, idents)
        child.tail = _insert(element, position + 1, child.tail or "", idents)
    element.text = _insert(element, 0, element.text or "", idents)


def _insert(element: Element, position: int, text: str, idents: Mapping[int, Sequence[str]]) -> str:
    """Insert what is drawn in a text of an element, and return the text before it."""
    before, last = "", None
    for piece in _pieces(text, idents):
        if isinstance(piece, Element):
            last = piece
            element.insert(position, piece)
            position += 1
        elif last is None:
            before += piece
        else:
            last.tail = (last.tail or "") + piece
    return before


def _pieces(text: str, idents: Mapping[int, Sequence[str]]) -> Iterator[str | Element]:
    """Yield the parts of a text: texts, an anchor for each row that begins there, and suits."""
    before, *rest = _MARK.split(text)
    yield from _with_suits(before)
    for digits, after in zip(rest[::2], rest[1::2], strict=True):
        for ident in idents.get(_line(digits), ()):
            yield Element("span", {"class": ROW_CLASS, "id": ident})
        yield from _with_suits(after)


def _line(digits: str) -> int:
    return int("".join(str(ord(digit) - _NOUGHT) for digit in digits))


def _with_suits(text: str) -> Iterator[str | Element]:
    for piece in suit_pieces(text):
        yield piece if isinstance(piece, str) else deepcopy(_drawn(piece))


@lru_cache(maxsize=8)
def _drawn(suit: Piece) -> Element:
    return elements_of(pieces_html([suit]))[0]
