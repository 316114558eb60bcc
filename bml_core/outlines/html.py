"""The outline of a web page, and of what Word, Google Docs and LibreOffice save as one."""

from __future__ import annotations

import re
from collections.abc import Iterator

import lxml.html
from lxml import etree

from bml_core.bridge import Suit
from bml_core.diagnostics import Diagnostic, Location
from bml_core.outlines.layout import (
    BULLET,
    WIDEST_CELL,
    Collector,
    IndentedLine,
    as_table,
    is_title,
    joined_bids,
    plain_signs,
)
from bml_core.outlines.outline import (
    Outline,
    OutlineHeading,
    OutlineItem,
    OutlineRow,
    OutlineTable,
    OutlineText,
    moved,
)
from bml_core.outlines.plain import parse_plain

_SKIPPED = frozenset(
    {"script", "style", "head", "template", "svg", "object", "iframe", "noscript", "nav", "form"}
)
_BLOCKS = frozenset(
    [
        "p", "div", "ul", "ol", "li", "dl", "dt", "dd", "table", "thead", "tbody", "tfoot", "tr", "td", "th",
        "h1", "h2", "h3", "h4", "h5", "h6", "pre", "blockquote", "section", "article", "main", "header",
        "footer", "aside", "figure", "details", "summary", "address", "center", "body", "html",
    ]
)  # fmt: skip
_POINTS = {"pt": 1.0, "px": 0.75, "in": 72.0, "cm": 28.35, "mm": 2.835, "em": 12.0, "rem": 12.0}
_MARGIN = re.compile(r"(?:margin|padding)-left\s*:\s*(-?[\d.]+)\s*(pt|px|in|cm|mm|r?em)")
_BOLD = re.compile(r"font-weight\s*:\s*(?:bold|[6-9]00)")
_WORD_LIST = re.compile(r"mso-list\s*:\s*\w+\s+level(\d+)")
_GOOGLE_LIST = re.compile(r"lst-kix_\w+-(\d)")
# Letters that the fonts Symbol and Wingdings draw as suits.
_SYMBOLS = str.maketrans("\u00a7\u00a8\u00a9\u00aa\uf0a7\uf0a8\uf0a9\uf0aa", "♣♦♥♠♣♦♥♠")
_SPACES = re.compile(r"[^\S\xa0]*(\xa0{2,})")
_DEEPEST = 240


_LONGEST_SHEET = 200_000
# "span.c7{text-decoration:line-through}" would be of some spans only.
_STYLE_OF_CLASS = re.compile(r"(?<![\w)\]])\.([\w-]+)\s*\{([^{}]*(?:line-through|font-weight)[^{}]*)\}")
# Pages of clubs have the suits as images.
_SUIT_OF_IMAGE = re.compile(r"(?i)([CDHS])(?:(?<=c)lub|(?<=d)iamond|(?<=h)eart|(?<=s)pade)?s?(?:\.\w{3,4})?$")
_STRUCK = re.compile(r"(?i)text-decoration[\w-]*\s*:[^;]*line-through")


def parse_html(text: str, file: str = "", *, first_line: int = 1, end: int = 0) -> Outline:
    """Return the outline of a web page, or of a part of one that begins at a line.

    >>> outline = parse_html("<h2>1NT</h2><ul><li><b>2&clubs;</b>: Stayman</li></ul>")
    >>> [block.text for block in outline.blocks]
    ['1NT', '*2♣*: Stayman']
    """
    parser = lxml.html.HTMLParser(no_network=True, remove_comments=True, remove_pis=True)
    try:
        root = lxml.html.document_fromstring(text or "<p>", parser=parser)
    except (etree.ParserError, ValueError, AssertionError):
        return Outline(())
    _inline_styles(root)
    page = _Page(file, first_line, end)
    page.walk(root, 0)
    found = root.find(".//title")
    title = " ".join(found.text_content().split()) if found is not None else ""
    blocks = tuple(page.blocks())
    title = title or next((block.text for block in blocks if isinstance(block, OutlineHeading)), "")
    is_cut = page.is_cut or any("depth" in entry.message for entry in parser.error_log)
    message = "This page is nested too deeply, so a part of it is not read."
    cut = Diagnostic("BML105", message, Location(file, first_line), "Save it with fewer lists in each other.")
    return Outline(blocks, title, (cut,) if is_cut else ())


def _inline_styles(root: lxml.html.HtmlElement) -> None:
    """Give elements the styles of their classes, in which Google Docs says what is struck out or bold."""
    sheet = "".join(style.text or "" for style in root.iter("style"))[:_LONGEST_SHEET]
    styles = dict(_STYLE_OF_CLASS.findall(sheet))
    for element in root.iter() if styles else ():
        names = (element.get("class") or "").split() if isinstance(element.tag, str) else ()
        known = [styles[name] for name in names if name in styles]
        if known:
            element.set("style", ";".join((*known, _style(element))))


class _Page(Collector):
    def __init__(self, file: str, first_line: int, end: int) -> None:
        super().__init__(file)
        self._first_line = first_line
        self._end = end
        self.is_cut = False

    def _place(self, element: lxml.html.HtmlElement) -> Location:
        return Location(self._file, self._first_line + max((element.sourceline or 1) - 1, 0))

    def _last(self, element: lxml.html.HtmlElement) -> int:
        if self._end:
            return self._end
        return max([self._place(element).line, *(self._place(each).line for each in element.iter("*"))])

    def walk(self, element: lxml.html.HtmlElement, level: int, depth: int = 0) -> None:
        """Take the blocks of an element in order; ``level`` is that of lists around it."""
        if depth > _DEEPEST:
            self.is_cut = True
            return
        tag = element.tag
        if tag in _SKIPPED:
            return
        if tag in ("h1", "h2", "h3", "h4", "h5", "h6"):
            self._flush()
            text = _inline(element)
            if text:
                level_ = int(tag[1])
                self._blocks.append(
                    OutlineHeading(
                        level_, plain_signs(text.replace("*", "")), self._place(element), self._last(element)
                    )
                )
        elif tag == "table" and not self._is_layout(element):
            self._flush()
            self._blocks += self._table(element)
        elif tag in ("ul", "ol"):
            self._list(element, level, depth)
        elif tag == "dl":
            self._definitions(element, level)
        elif tag == "pre" and (blocks := parse_plain(element.text_content(), self._file).blocks):
            self._flush()
            self._blocks += [moved(block, self._place(element).line - 1) for block in blocks]
        elif any(child.tag in _BLOCKS for child in element):
            self._mixed(element, level, depth)
        else:
            self._paragraph(element)

    def _mixed(self, element: lxml.html.HtmlElement, level: int, depth: int) -> None:
        """Take an element with blocks, and the text between them."""
        if element.text and element.text.strip():
            self._add(0, " ".join(element.text.split()), element)
        for child in element:
            if child.tag in _BLOCKS or child.tag in _SKIPPED:
                self.walk(child, level, depth + 1)
            elif text := _inline(child):
                self._add(0, text, child)
            if child.tail and child.tail.strip():
                self._add(0, " ".join(child.tail.split()), child)

    def _is_layout(self, element: lxml.html.HtmlElement) -> bool:
        return element.find(".//table") is not None or len(element.findall(".//td")) == 1

    def _paragraph(self, element: lxml.html.HtmlElement) -> None:
        style = _style(element)
        text = _inline(element)
        level = _WORD_LIST.search(style)
        if level is not None:
            mark = BULLET.match(text)
            bare = re.sub(r"^[^\w(*♣♦♥♠\[+-]+\s*|^o\s+", "", text[mark.end() :] if mark else text)
            self._add(int(level[1]) * 100, bare, element, is_item=True)
            return
        column = round(_indentation(element))
        lines = text.split("\n")
        for line in lines:
            if line.strip():
                bold = line.strip()
                is_bold = bold.startswith("*") and bold.endswith("*") and "*" not in bold[1:-1]
                title = (
                    len(lines) == 1
                    and is_bold
                    and is_title(bold.strip("*"), is_alone=True, is_bold=True)
                    and not column
                )
                mark = BULLET.match(bold) if column else None
                said = bold.strip("*") if title else bold[mark.end() :] if mark else bold
                self._add(column, said, element, is_item=mark is not None, is_title=title)

    def _add(
        self,
        column: int,
        text: str,
        element: lxml.html.HtmlElement,
        *,
        is_item: bool = False,
        is_title: bool = False,
    ) -> None:
        if text:
            place = self._place(element)
            self._lines.append(IndentedLine(column, text, place, self._last(element), is_item, is_title))

    def _list(self, element: lxml.html.HtmlElement, level: int, depth: int) -> None:
        found = _GOOGLE_LIST.search(element.get("class") or "")
        level = int(found[1]) if found else level
        for item in element:
            if item.tag in ("ul", "ol"):
                self.walk(item, level + 1, depth + 1)
                continue
            if item.tag != "li":
                continue
            given = item.get("aria-level", "")
            own = int(given) - 1 if given.isdecimal() and len(given) < 3 else level
            inner = [child for child in item if child.tag in ("ul", "ol", "table", "dl")]
            text = _inline(item, without=inner)
            line = text.replace("\n", " ")
            mark = self._place(item)
            last = max(mark.line, self._end) if self._end else mark.line
            if line.strip():
                self._lines.append(IndentedLine(own * 1000, text, mark, last, True))
            for child in inner:
                self.walk(child, own + 1, depth + 1)

    def _definitions(self, element: lxml.html.HtmlElement, level: int) -> None:
        self._flush()
        term: OutlineItem | None = None
        for child in element.iter("dt", "dd"):
            if next(child.iterancestors("dl"), None) is not element:
                continue
            inner = [each for each in child if each.tag in ("ul", "ol", "dl")]
            text = _inline(child, without=inner)
            if child.tag == "dt":
                if term is not None:
                    self._blocks.append(term)
                term = OutlineItem(level, text, self._place(child), self._last(child))
            elif term is not None:
                said = "\n".join(filter(None, (term.description, text)))
                term = term._replace(description=said, end=self._last(child))
                if inner:
                    self._blocks.append(term)
                    term = None
                    below = _Page(self._file, self._first_line, self._end)
                    for each in inner:
                        below.walk(each, level + 1)
                    depths = [block for block in below.blocks() if isinstance(block, OutlineItem)]
                    self._blocks += [block._replace(depth=block.depth + level + 1) for block in depths]
        if term is not None:
            self._blocks.append(term)

    def _table(self, element: lxml.html.HtmlElement) -> tuple[OutlineText | OutlineTable, ...]:
        rows: list[OutlineRow] = []
        headers = 0
        below: dict[int, int] = {}
        for row in element.iter("tr"):
            cells = [cell for cell in row if cell.tag in ("td", "th")]
            texts = _cells(cells, below)
            if texts and (spaces := _SPACES.match(cells[0].text_content())):
                texts[0] = f"{spaces[1]}{texts[0]}"
            is_header = bool(cells) and all(cell.tag == "th" for cell in cells)
            headers += is_header and not rows
            if any(texts):
                rows.append(OutlineRow(tuple(texts), self._place(row)))
        place, last = self._place(element), self._last(element)
        table = as_table(rows, place, last, has_header=headers > 0)
        caption = element.find("caption")
        if caption is None or not (text := _inline(caption)):
            return table
        return (OutlineText(f"{text.rstrip(':')}:", self._place(caption), self._last(caption)), *table)


def _cells(cells: list[lxml.html.HtmlElement], below: dict[int, int]) -> list[str]:
    """Return the texts of a row, "" below cells of several rows; ``below`` says how many more these have."""
    texts: list[str] = []
    for cell in cells:
        while below.get(len(texts), 0):
            below[len(texts)] -= 1
            texts.append("")
        span = cell.get("rowspan", "")
        below[len(texts)] = int(span) - 1 if re.fullmatch("[1-9][0-9]{0,2}", span) else 0
        wide = cell.get("colspan", "")
        # A cell over several columns has its text in each of them, but for the first of a row.
        width = min(int(wide), WIDEST_CELL) if texts and re.fullmatch("[1-9][0-9]{0,2}", wide) else 1
        texts += [" ".join(_inline(cell).split("\n")).strip()] * width
    return texts


# ---------------------------------------------------------------- inline


def _inline(element: lxml.html.HtmlElement, *, without: list[lxml.html.HtmlElement] = []) -> str:  # noqa: B006
    """Return the text of an element as BML has it, with newlines where lines are broken."""
    text = joined_bids("".join(_pieces(element, without, 0)))
    # Word writes a tab as spaces that do not break.
    text = re.sub(r"[^\S\n]+", lambda found: "  " if found[0].count("\xa0") > 1 else " ", text)
    return re.sub(r" ?\n ?", "\n", re.sub(r"\*(\s*)\*", r"\1", text)).strip()


def _pieces(
    element: lxml.html.HtmlElement, without: list[lxml.html.HtmlElement], depth: int
) -> Iterator[str]:
    if depth > _DEEPEST or element.tag in _SKIPPED or element in without or not isinstance(element.tag, str):
        return
    style = _style(element)
    if element.tag == "br":
        yield "\n"
        return
    if element.tag == "img" and (suit := _SUIT_OF_IMAGE.match(_described(element))):
        yield Suit(suit[1].upper()).symbol
        return
    symbol = re.search(r"(?i)font-family\s*:\s*[\"']?(?:symbol|wingdings)", style) is not None
    mark = ""
    if depth and (element.tag in ("b", "strong") or (element.tag == "span" and _BOLD.search(style))):
        mark = "*"
    elif depth and element.tag in ("i", "em"):
        mark = "/"
    elif depth and (element.tag in ("s", "del", "strike") or _STRUCK.search(style)):
        mark = "~~"
    inner = [_flat(element.text)]
    for child in element:
        piece = "".join(_pieces(child, without, depth + 1))
        is_block = child.tag in _BLOCKS and child not in without
        inner += [f"\n{piece}\n" if is_block else piece, _flat(child.tail)]
    text = "".join(inner)
    text = text.translate(_SYMBOLS) if symbol else text
    # "2♣<sup>GF</sup>"
    text = f" {text}" if element.tag == "sup" and text[:1].isupper() else text
    if mark and text.strip():
        lead, tail = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
        yield f"{lead}{mark}{text.strip()}{mark}{tail}"
    elif (
        element.tag == "a"
        and depth
        and (target := element.get("href", ""))
        and text.strip()
        and not target.startswith("#")
    ):
        yield f"[{text.strip()}]({target})"
    else:
        yield text


def _described(image: lxml.html.HtmlElement) -> str:
    """Return what a page says of an image, or the name of its file: ``H``, ``heart.gif``."""
    return image.get("alt", "").strip() or (image.get("src") or "").rpartition("/")[2]


def _flat(text: str | None) -> str:
    """Return text as a page shows it: ends of lines are spaces."""
    return re.sub(r"[\r\n\t\f ]+", " ", text) if text else ""


def _style(element: lxml.html.HtmlElement) -> str:
    return element.get("style") or ""


def _indentation(element: lxml.html.HtmlElement) -> float:
    """Return the left margin of a paragraph in points, with those of the blocks around it."""
    total = 0.0
    for each in (element, *element.iterancestors()):
        found = _MARGIN.search(_style(each))
        total += (
            float(found[1][:8]) * _POINTS[found[2]]
            if found and found[1].count(".") < 2 and found[1] != "-"
            else 0
        )
    return max(total, 0.0)
