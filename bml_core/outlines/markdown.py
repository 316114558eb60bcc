"""The outline of a page of Markdown, with the tables and definition lists that hosts have."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.deflist import deflist_plugin

from bml_core.diagnostics import Location
from bml_core.language import read_calls
from bml_core.outlines.layout import Depths, scan_items
from bml_core.outlines.outline import (
    Outline,
    OutlineBlock,
    OutlineHeading,
    OutlineItem,
    OutlineOther,
    OutlineRow,
    OutlineTable,
    OutlineText,
    moved,
)
from bml_core.outlines.plain import plain_rows
from bml_core.outlines.sources import HTML, REST

# "!!! note", "??? tip "They double"" and "=== "Tab"", above lines that are four columns further in
_BOX = re.compile(r"(?:(?:!!!|\?\?\?\+?)[ ]+[^\"]*(?:\"([^\"]*)\")?|===\+?!?[ ]+\"([^\"]*)\")\s*$")
_IN_BOX = "    "
_FENCES = ("```", "~~~")
_ATTRIBUTES = re.compile(r"\s*\{:?\s*[#.][^{}]*\}\s*$")
_FRONT_MATTER = re.compile(r"---[ \t]*\n.*?\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_BREAK_AT_END = re.compile(r"(?i)\s*<br ?/?>\s*\n")
_TITLE = re.compile(r"title:\s*([\"']?)(.*\w.*)\1\s*$")
# A whole table or list in HTML, with nothing around it.
_HTML_NOTES = re.compile(r"(?is)\s*<(table|dl|ul|ol)\b(?:(?!<\1\b).)*</\1>\s*\Z")
_DELIMITER = re.compile(r"\s*\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?)?\s*")
_CONTENTS = re.compile(r"\s*(?:[-*+]|\d+[.)])\s+\[[^\]]+\]\(#[^()\s]*\)\s*")
# "2♣<sup>GF</sup>" is a call and a note, "9<sup>+</sup>" a number.
_NOTE = re.compile(r"(?<=\S)<(?i:sup)>(?=[A-Z])")
_HTML_BEGIN = re.compile(r"(?i) {0,3}<(table|dl|ul|ol)\b")
_QUOTE = re.compile(r"(?:\s{0,3}>)+\s?")
# What code is called that is none.
_PLAIN_FENCES = frozenset(
    ("", "text", "txt", "plain", "plaintext", "bridge", "bidding", "bids", "auction", "system")
)
# Obsidian's "> [!tip]- Responses to 1♣", and its ==highlight==
_CALLOUT = re.compile(r"\[!\w+\][-+]?(.*)")
_HIGHLIGHT = re.compile(r"(?<![=\w])==(?=\S)([^=\n]+?)(?<=\S)==(?![=\w])")
_STYLES = {"strong_open": "*", "strong_close": "*", "em_open": "/", "em_close": "/"}


@cache
def _parser(*unused: str) -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"maxNesting": 60}).enable("table").use(deflist_plugin)
    return parser.disable(unused)


def parse_markdown(text: str, file: str = "") -> Outline:
    r"""Return the outline of a page.

    >>> outline = parse_markdown("## 1NT\n\n- **2\u2663**: Stayman\n")
    >>> [(block.text, block.location.line) for block in outline.blocks]
    [('1NT', 1), ('*2♣*: Stayman', 3)]
    """
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    lines = ["" if _TEMPLATE_TAG.fullmatch(line) else line for line in lines]
    bare = _without_front_matter(lines)
    blocks = tuple(_blocks(_joined_html(bare), file))
    if not any(isinstance(block, OutlineHeading) and block.level == 1 for block in blocks):
        blocks = (*_title_of_front_matter(lines, bare, file), *blocks)
    title = next((block.text for block in blocks if isinstance(block, OutlineHeading)), "")
    return Outline(blocks, title)


def _without_front_matter(lines: list[str]) -> list[str]:
    found = _FRONT_MATTER.match("\n".join(lines[:1000]))
    count = found[0].count("\n") if found else 0
    return [""] * count + lines[count:]


def _title_of_front_matter(lines: Sequence[str], bare: Sequence[str], file: str) -> Iterator[OutlineHeading]:
    """Yield the title of a page that it has in its front matter alone, as a heading above all others."""
    held = [number for number, (line, left) in enumerate(zip(lines, bare, strict=True)) if line != left]
    for title in filter(None, (_TITLE.match(lines[number]) for number in held)):
        yield OutlineHeading(0, title[2], Location(file, 1), held[-1] + 1)


def _joined_html(lines: list[str]) -> list[str]:
    """Return lines with comments for the empty ones in tables and lists in HTML, which would end there.

    After each of these a tag follows: Markdown within HTML begins after an empty line, too.
    """
    joined = list(lines)
    for number, line in enumerate(lines):
        if not (begin := _HTML_BEGIN.match(line)):
            continue
        end = next((n for n in range(number, len(lines)) if f"</{begin[1]}>" in lines[n].lower()), number)
        empty = [n for n in range(number, end) if not lines[n].strip()]
        if all(lines[n + 1].lstrip().startswith("<") or n + 1 in empty for n in empty):
            for n in empty:
                joined[n] = "<!-- -->"
    return joined


def _blocks(lines: Sequence[str], file: str) -> Iterator[OutlineBlock]:
    """Yield the blocks of lines, and those in admonitions and tabs below their titles."""
    begin, fence = 0, ""
    for number, line in enumerate(lines):
        if number < begin:
            continue
        bare = line.lstrip()
        if bare.startswith(fence or _FENCES):
            fence = "" if fence else bare[:3]
        box = None if fence else _BOX.match(line)
        if box is None:
            continue
        yield from (moved(block, begin) for block in _Page(lines[begin:number], file).blocks())
        begin = number + 1
        while begin < len(lines) and (not lines[begin].strip() or lines[begin].startswith(_IN_BOX)):
            begin += 1
        held = [line.removeprefix(_IN_BOX) for line in lines[number + 1 : begin]]
        yield from _boxed((box[1] or box[2] or "").strip(" :"), held, file, number)
    yield from (moved(block, begin) for block in _Page(lines[begin:], file).blocks())


def _boxed(title: str, lines: Sequence[str], file: str, begin: int) -> Iterator[OutlineBlock]:
    """Yield the title of a box, whose line is ``begin``, and the blocks in it."""
    if title:
        yield OutlineText(_inline(title), Location(file, begin + 1), begin + 1, begin + 1 + len(lines))
    yield from (moved(block, begin + 1) for block in _blocks(lines, file))


# "{% bids %}" of GitBook and Jekyll, "{{#bids}}" and "{{< note >}}" of others, on a line of its own
_TEMPLATE_TAG = re.compile(r"\s*(?:\{%.*%\}|\{\{[#/<%].*\}\})\s*")


class _Page:
    def __init__(self, lines: Sequence[str], file: str) -> None:
        self._lines = lines
        self._file = file

    def blocks(self) -> Iterator[OutlineBlock]:
        # Texts in blocks are read one by one, where they are shown.
        tokens = _parser("inline").parse("\n".join(self._lines))
        index = 0
        while index < len(tokens):
            token = tokens[index]
            end = index
            while token.nesting == 1 and not (tokens[end].level == token.level and tokens[end].nesting == -1):
                end += 1
            if token.map is not None:
                yield from self._block(token, tokens[index : end + 1])
            index = end + 1

    def _block(self, token: Token, tokens: Sequence[Token]) -> Iterator[OutlineBlock]:
        assert token.map is not None
        begin, stop = token.map
        while stop > begin + 1 and not self._lines[stop - 1].strip():
            stop -= 1
        place = self._place(begin)
        match token.type:
            case "heading_open":
                text = _ATTRIBUTES.sub("", tokens[1].content)
                yield OutlineHeading(int(token.tag[1]), _inline(text), place, stop)
            case "paragraph_open" if tokens[1].content.startswith("%%") and tokens[1].content.endswith("%%"):
                yield OutlineOther(place, stop)
            case "paragraph_open":
                # A break at the end of the last line is none.
                said = _inline(_BREAK_AT_END.sub("\n", tokens[1].content.removesuffix("\\"))).split("\n")
                columns = self._columns(begin, stop) if len(said) == stop - begin else (0,) * len(said)
                # "&nbsp;&nbsp;2NT – 22-24" is further in.
                columns = tuple(
                    column + len(line) - len(line.lstrip())
                    for column, line in zip(columns, said, strict=True)
                )
                text = "\n".join(map(str.lstrip, said))
                yield OutlineText(text, place, stop, columns=columns if any(columns) else ())
            case "bullet_list_open" | "ordered_list_open":
                yield from self._list(begin, stop)
            case "dl_open":
                yield from self._definitions(begin, stop)
            case "table_open":
                yield self._table(tokens, place, stop)
            case "html_block" if _HTML_NOTES.match(html := "\n".join(self._lines[begin:stop])):
                yield from self._html(html, place, stop)
            case "fence" if token.info.strip().startswith("{list-table}"):
                yield from self._list_table(place, stop)
            case "blockquote_open":
                yield from self._quote(begin, stop)
            case "code_block":
                yield from self._indented(begin, stop)
            case "fence" if token.info.strip().lower() in _PLAIN_FENCES:
                yield from self._fence(token.content, begin, stop)
            case _:
                yield OutlineOther(place, stop)

    def _indented(self, begin: int, stop: int) -> Iterator[OutlineBlock]:
        """Yield lines that are code for Markdown alone, since they are indented: items if all are rows."""
        lines = [(number + 1, self._lines[number]) for number in range(begin, stop)]
        calls = (read_calls(text.strip()) for _, text in lines if text.strip())
        if all(read and read.is_apart and read.is_sure for read in calls):
            depths = Depths()
            for number, text in filter(lambda line: line[1].strip(), lines):
                (column,) = self._columns(number - 1, number)
                yield OutlineItem(depths.of(column), _inline(text.strip()), self._place(number - 1), number)
        else:
            yield OutlineOther(self._place(begin), stop)

    def _fence(self, content: str, begin: int, stop: int) -> Iterator[OutlineBlock]:
        """Yield the lines of a fence, which keeps their columns, as items if all are rows."""
        rows = plain_rows(content, self._file, begin + 1)
        if not rows:
            yield OutlineOther(self._place(begin), stop)
            return
        first = rows[0]
        if isinstance(first, OutlineItem):
            rows[0] = first._replace(above=first.location.line - begin - 1)
        else:
            rows[0] = first._replace(location=self._place(begin))
        rows[-1] = rows[-1]._replace(end=stop)
        yield from rows

    def _columns(self, begin: int, stop: int) -> tuple[int, ...]:
        """Return the columns at which lines begin."""
        lines = (line.expandtabs(4) for line in self._lines[begin:stop])
        return tuple(len(line) - len(line.lstrip()) for line in lines)

    def _place(self, line: int) -> Location:
        text = self._lines[line]
        return Location(self._file, line + 1, len(text) - len(text.lstrip()) + 1)

    def _list(self, begin: int, stop: int) -> Iterator[OutlineBlock]:
        """Yield the items of a list, and what of it is code or a table as that."""
        if all(_CONTENTS.fullmatch(line) for line in self._lines[begin:stop] if line.strip()):
            # "- [2NT](#2nt)" are the contents of a page.
            yield OutlineOther(self._place(begin), stop)
            return
        item: list[tuple[int, str]] = []
        line = begin
        while line < stop:
            text = self._lines[line].strip()
            end = self._end_of_table(line, stop)
            if end == line and not text.startswith(("```", "~~~")):
                item.append((line + 1, self._lines[line]))
                line += 1
                continue
            items = list(scan_items(item, self._file, _inline))
            item = []
            if end > line:
                # "- Replies to 2♦:" above a table is a line of text as it would be elsewhere.
                yield from items[:-1]
                yield from (OutlineText(each.text, each.location, each.end) for each in items[-1:])
                rows = [row.strip() for row in self._lines[line:end]]
                yield from (moved(block, line) for block in _Page(rows, self._file).blocks())
            else:
                yield from items
                fences = (n for n in range(line + 1, stop) if self._lines[n].strip().startswith(text[:3]))
                end = next(fences, stop - 1) + 1
                yield OutlineOther(self._place(line), end)
            line = end
        yield from scan_items(item, self._file, _inline)

    def _end_of_table(self, line: int, stop: int) -> int:
        """Return the line after a table that begins at a line of a list, or that line where none does."""
        is_table = (
            line + 1 < stop and "|" in self._lines[line] and _DELIMITER.fullmatch(self._lines[line + 1])
        )
        return next((n for n in range(line, stop) if "|" not in self._lines[n]), stop) if is_table else line

    def _definitions(self, begin: int, stop: int) -> Iterator[OutlineBlock]:
        """Yield terms, each with its definition; a list in a definition is below the term."""
        term: OutlineItem | None = None
        below: list[tuple[int, str]] = []

        def flush() -> Iterator[OutlineBlock]:
            if term is not None:
                items = list(scan_items(below, self._file, _inline))
                yield term
                yield from (item._replace(depth=item.depth + 1) for item in items)

        for line in range(begin, stop):
            text = self._lines[line]
            bare = text.strip()
            if not bare:
                continue
            definition = re.match(r"\s{0,3}[:~]\s+", text)
            if definition and term is not None:
                said = "\n".join(filter(None, (term.description, _inline(text[definition.end() :]))))
                term = term._replace(description=said, end=line + 1)
            elif text[0] != " ":
                yield from flush()
                below = []
                term = OutlineItem(0, _inline(bare), self._place(line), line + 1)
            else:
                below.append((line + 1, text))
                if not re.match(r"\s*(?:[-*+]|\d+[.)])\s", text) and len(below) == 1 and term is not None:
                    term = term._replace(
                        description=f"{term.description}\n{_inline(bare)}".strip(), end=line + 1
                    )
                    below.clear()
        yield from flush()

    def _html(self, html: str, place: Location, stop: int) -> Iterator[OutlineBlock]:
        """Yield what a table or list in HTML holds, which is one with all of its lines."""
        parse_html = HTML.load()
        if parse_html is None:
            # Without lxml, HTML within a page stays text.
            yield OutlineOther(place, stop)
            return
        blocks = parse_html(html, self._file, first_line=place.line, end=stop).blocks
        if blocks and blocks[0].location.line > place.line:
            yield OutlineOther(place, blocks[0].location.line - 1)
        yield from blocks

    def _list_table(self, place: Location, stop: int) -> Iterator[OutlineBlock]:
        """Yield a table that MyST writes as a list, as the directive of reStructuredText that it is."""
        parse_rest = REST.load()
        if parse_rest is None:
            yield OutlineOther(place, stop)
            return
        rows = (f"   {line.strip() and line}" for line in self._lines[place.line : stop - 1])
        for block in parse_rest("\n".join([".. list-table::", *rows]), self._file).blocks:
            yield moved(block, place.line - 1)._replace(location=place, end=stop)

    def _quote(self, begin: int, stop: int) -> Iterator[OutlineBlock]:
        """Yield what is quoted, as if it were not, with quotations in it."""
        bare = [_QUOTE.sub("", line, count=1) for line in self._lines[begin:stop]]
        if bare and (callout := _CALLOUT.match(bare[0])):
            yield from _boxed(callout[1].strip(" :"), bare[1:], self._file, begin)
        else:
            yield from (moved(block, begin) for block in _blocks(bare, self._file))

    def _table(self, tokens: Sequence[Token], place: Location, stop: int) -> OutlineTable:
        rows: list[OutlineRow] = []
        cells: list[str] = []
        line = place.line
        for token in tokens:
            if token.type == "tr_open":
                cells = []
                line = token.map[0] + 1 if token.map else line
            elif token.type == "inline":
                cells.append(_inline(token.content))
            elif token.type == "tr_close":
                rows.append(OutlineRow(tuple(cells), Location(self._file, line)))
        header = rows[0] if any(cell.strip() for cell in rows[0].cells) else None
        return OutlineTable(header, tuple(rows[1:]), place, stop)


def _inline(text: str) -> str:
    r"""Return inline Markdown as BML has it.

    >>> _inline("**2\u2663** \u2014 [Stayman](s.md) &minus; _forcing_<br>4--5")
    '*2♣* — [Stayman](s.md) − /forcing/\n4--5'
    """
    text = _NOTE.sub(" ", _HIGHLIGHT.sub(r"\1", text))
    if re.search(r"[*_`\[\]<>&\\\n]", text) is None:
        return text.strip()
    return "".join(_pieces(_parser().parseInline(text)[0].children or [])).strip()


def _pieces(tokens: Sequence[Token]) -> Iterator[str]:
    target = ""
    for token in tokens:
        match token.type:
            case "text" | "text_special" | "code_inline" | "image":
                yield token.content
            case "softbreak" | "hardbreak":
                yield "\n"
            case "link_open":
                target = str(token.attrs.get("href", ""))
                yield "["
            case "link_close":
                yield f"]({target})"
            case "html_inline":
                yield "\n" if re.match(r"(?i)<br", token.content) else ""
            case kind:
                yield _STYLES.get(kind, "")
