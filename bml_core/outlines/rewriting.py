"""What becomes of notes: a BML file, or the same page with its tables and lists as blocks of BML."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import accumulate

from bml_core.diagnostics import Diagnostic
from bml_core.document import BiddingTable, Dialect, History, Row, RowCall
from bml_core.formats import bml
from bml_core.language import find_calls, read_calls, split_row
from bml_core.outlines.outline import (
    OutlineBlock,
    OutlineHeading,
    OutlineItem,
    OutlineOther,
    OutlineTable,
    OutlineText,
)
from bml_core.outlines.outline_notes import OutlineNotes, TablePart, TextPart
from bml_core.outlines.sequences import shown

_LINE_END = re.compile(r"\r\n?|\n")
_WIDEST_COLUMN, _IN_ITEM = 6, 4
_FENCE = re.compile(r"\s*(?:`{3,}|~{3,}|:{3,})\s*\{?\.?bml\b")
_LIST_MARK = re.compile(r"(?:[-*+]|\d+[.)])\s")
_CODE_FENCE = re.compile(r"[\s>]*(?:`{3,}|~{3,})")
# What is before the text of a line, in a quotation as well
_MARGIN = re.compile(r"\s*(?:>\s*)*")
# A list in HTML begins above its first item.
_HTML_LIST = re.compile(r"\s*<(?:dl|ul|ol)\b[^>]*>\s*$")


class BlockMarkup(Enum):
    """How a page has blocks of BML: as fences of Markdown, or as directives of reStructuredText."""

    FENCE = "md"
    DIRECTIVE = "rst"


# ---------------------------------------------------------------- tables


def write_tables(tables: Sequence[BiddingTable]) -> list[str]:
    r"""Return the lines of bidding tables, an empty one between two.

    >>> from bml_core.language import parse
    >>> write_tables(parse("1C  Strong\n  1D  Negative").tables)
    ['1C  Strong', '  1D  Negative']
    """
    lines: list[str] = []
    for table in tables:
        own = list(_table_lines(table))
        lines += [*([""] if lines else []), *(["#BIDTABLE"] if bml.needs_command(own[0]) else []), *own]
    return lines


def _table_lines(table: BiddingTable) -> Iterator[str]:
    history = table.history
    if history is not None and history.calls:
        calls = "-".join(map(_word, history.calls))
        texts = _texts(history)
        yield from _with_text(
            calls if texts and len(history.calls) > 1 else history_end(calls, history.calls), texts
        )
    yield from _rows(table.rows, 0)


def history_end(text: str, calls: Sequence[RowCall]) -> str:
    """Return a history with its end for the eye: dashes after one call, ``;`` after a round of ours."""
    return text + (
        "---" if len(calls) == 1 else ";" if len(calls) % 2 == 0 and not any(c.theirs for c in calls) else "-"
    )


def _rows(rows: Sequence[Row], depth: int) -> Iterator[str]:
    texts = [_texts(row) for row in rows]
    described = (len(_word(row.call)) for row, text in zip(rows, texts, strict=True) if text)
    width = min(max(described, default=0), _WIDEST_COLUMN)
    for row, text in zip(rows, texts, strict=True):
        start = "  " * depth + _word(row.call).ljust(width if text else 0)
        yield from _with_text(start, text)
        yield from _rows(row.children, depth + 1)


def _word(call: RowCall) -> str:
    word = f"[{call.text}]({call.target})" if call.target else call.text
    return f"{f'({word})' if call.theirs else word}{'!' if call.alert else ''}"


def _texts(row: Row | History) -> list[str]:
    """Return the lines of a description, and the condition in braces after them."""
    texts = [line.text for line in row.description]
    if row.condition:
        texts[-1:] = [f"{' '.join(texts[-1:])} {{{row.condition.text}}}".lstrip()]
    elif texts and texts[-1].endswith("}"):
        # Before empty braces, others are text.
        texts[-1] += " {}"
    return texts


def _with_text(start: str, description: Sequence[str]) -> list[str]:
    texts: list[str] = []
    for line in description:
        text = " ".join(line.split())
        # What would be read as a command, a comment or another row goes on in the line above.
        if texts and (_is_row(text) or text.startswith(("#", "//")) or text == "."):
            texts[-1] = f"{texts[-1]} {text}"
        else:
            texts.append(text)
    if not texts:
        return [start]
    begin = f"{start}  {'= ' if texts[0].startswith('=') else ''}"
    return [f"{begin}{texts[0]}", *(" " * len(begin) + text for text in texts[1:])]


def _is_row(text: str) -> bool:
    parts = split_row(text, Dialect.V2_0)
    if parts is None:
        return False
    # "raise = 3+" names no bid, and is a row as well.
    is_label = parts.word.isalpha() and parts.text != "" and not parts.is_close
    return is_label or parts.column.is_meant_as_call or read_calls(text) is not None


def losses(tables: Sequence[BiddingTable]) -> Iterator[Diagnostic]:
    """Yield what BML says of tables in headings alone: what the opponents' calls in their auctions show."""
    for table in tables:
        calls = table.history.calls if table.history else ()
        for place, call in enumerate(calls, 1):
            if call.meaning:
                yield bml.only_in_heading(f"{shown(calls[:place])}: {call.meaning}", table.location)


# ---------------------------------------------------------------- pages


def write_blocks(source: str, notes: OutlineNotes, markup: BlockMarkup) -> str:
    """Return a page in which the tables that were read are blocks of BML; all else stays as it is.

    So does HTML of which a part stays text, for which no block can stand. A block in a quotation is quoted.
    """
    ends = _LINE_END.findall(source)
    lines = _LINE_END.split(source)
    newline = ends[0] if ends else "\n"
    kept: list[str] = []
    done = 0
    texts = {part.line: part.block for part in notes.parts if isinstance(part, TextPart)}
    whole = [f"{line}{end}" for line, end in zip(lines, [*ends, ""], strict=True)]
    fences = list(accumulate((_CODE_FENCE.match(line) is not None for line in lines), initial=0))
    for part in notes.parts:
        if not isinstance(part, TablePart):
            continue
        # The title of a table begins in its first line.
        title = texts.get(part.line) if isinstance(part.blocks[0], OutlineTable) else None
        others = texts.keys() - ({part.line} if title else set())
        if not (part.is_told or others.isdisjoint(range(part.line, part.end + 1))):
            continue
        begin = part.end if part.is_told else part.line - 1
        if fences[part.line - 1] % 2 or fences[part.end] % 2 or _is_literal(lines, part.line - 1):
            # What is a part of a fence, or of a literal block, stays.
            continue
        while begin and _HTML_LIST.match(lines[begin - 1]):
            begin -= 1
        if begin < done:
            # Two of them are in the same lines.
            continue
        kept += whole[done:begin]
        first = lines[part.line - 1]
        is_code = markup is BlockMarkup.FENCE and _is_code(lines, part.line - 1)
        indent = found[0] if (found := _MARGIN.match(first)) and not is_code else ""
        if part.is_told and _LIST_MARK.match(first[len(indent) :]):
            indent += " " * _IN_ITEM
        block = _block(_part_lines(part), markup)
        if isinstance(title, OutlineText) and not part.is_told:
            block = [_text_line(title.text), "", *block]
        before = [""] if kept and kept[-1].strip("> \t\r\n") else []
        is_last = part.end >= len(lines) or not any(line.strip() for line in lines[part.end :])
        after = [""] if not is_last and lines[part.end].strip("> \t") else []
        kept += [f"{f'{indent}{line}'.rstrip()}{newline}" for line in (*before, *block, *after)]
        done = part.end
    return "".join((*kept, *whole[done:]))


def _is_code(lines: Sequence[str], index: int) -> bool:
    """Return whether a line is code for Markdown, as it is indented below no item, definition or box."""
    outer = _outer_line(lines, index).lstrip()
    is_in_other = _LIST_MARK.match(outer) or outer.startswith((":", "[^", "!!!", "???", "==="))
    return _indent(lines[index]) >= _IN_ITEM and not is_in_other


def _is_literal(lines: Sequence[str], index: int) -> bool:
    """Return whether a line is in a block of reStructuredText that ``::`` begins."""
    outer = _outer_line(lines, index)
    is_begun = re.search(r"(?<!bml)::$", outer.rstrip()) is not None and not outer.startswith("..")
    return is_begun and _indent(lines[index]) > 0


def _outer_line(lines: Sequence[str], index: int) -> str:
    """Return the next line above that is indented less, "" if there is none."""
    above = (line for line in reversed(lines[:index]) if line.strip())
    return next((line for line in above if _indent(line) < _indent(lines[index])), "")


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _part_lines(part: TablePart) -> list[str]:
    """Return the lines of tables, a text that leads to them, and a list of the rows that stay text below."""
    doubtful = [f"- {_one_line(text)}" for text in part.doubtful]
    lead = [_text_line(part.lead), ""] if part.lead else []
    return [*lead, *write_tables(part.tables), *([""] if doubtful else ()), *doubtful]


def _block(lines: Sequence[str], markup: BlockMarkup) -> list[str]:
    if markup is BlockMarkup.FENCE:
        return ["```bml", *lines, "```"]
    return [".. bml::", "", *(f"   {line}".rstrip() for line in lines)]


def write_bml(source: str, notes: OutlineNotes) -> str:
    """Return notes as a BML file: tables, and all else as headings, paragraphs, lists and tables of text."""
    lines = _LINE_END.split(source)
    blocks: list[str] = []
    was_item = was_table = False
    texts = (part.block for part in notes.parts if isinstance(part, TextPart))
    levels = sorted({block.level for block in texts if isinstance(block, OutlineHeading)})
    for part in notes.parts:
        if isinstance(part, TextPart) and isinstance(part.block, OutlineHeading):
            part = TextPart(part.block._replace(level=levels.index(part.block.level) + 1))
        text = "\n".join(_part_lines(part) if isinstance(part, TablePart) else _text_lines(part.block, lines))
        if isinstance(part, TablePart) and not (was_table or part.tables[0].history or text.startswith("#")):
            # Below a text that names calls, openings are those of a table that says so.
            text = f"#BIDTABLE\n{text}" if blocks and find_calls(blocks[-1]) else text
        was_table = isinstance(part, TablePart)
        item = part.block if isinstance(part, TextPart) and isinstance(part.block, OutlineItem) else None
        is_item = item is not None
        if text and item is not None and was_item:
            # Lists of BML have one level, but their lines may show more.
            blocks[-1] += f"\n{'  ' * item.depth}{text}"
        elif text:
            blocks.append(text)
        was_item = is_item
    title = _one_line(notes.title)
    head = [f"#+TITLE: {title}"] if title else []
    return "\n\n".join((*head, *blocks)) + "\n"


def _text_lines(block: OutlineBlock, source: Sequence[str]) -> Iterator[str]:
    match block:
        case OutlineHeading():
            yield f"{'*' * min(block.level, 6)} {_one_line(block.text) or '—'}"
        case OutlineText():
            said = list(filter(None, map(_one_line, block.text.splitlines())))
            yield from said if said and not any(map(_needs_mark, said)) else [_text_line(block.text)]
        case OutlineItem():
            meaning = _one_line(block.description)
            yield f"- {_one_line(block.text)}{f' :: {meaning}' if meaning else ''}"
        case OutlineTable():
            rows = [*([block.header] if block.header else []), *block.rows]
            for number, row in enumerate(rows):
                yield f"| {' | '.join(_one_line(cell).replace('|', chr(92) + '|') for cell in row.cells)} |"
                if block.header and not number:
                    yield f"|{'+'.join('---' for _ in row.cells)}|"
        case OutlineOther():
            lines = source[block.location.line - 1 : block.end]
            if lines and _FENCE.match(lines[0]):
                yield from lines[1:-1]
            else:
                yield from (f"// {line.strip()}" for line in lines if line.strip())


def _text_line(text: str) -> str:
    text = _one_line(text)
    return f"- {text}" if _needs_mark(text) else text


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _needs_mark(text: str) -> bool:
    """Return whether a paragraph would be read as something else than text."""
    return _is_row(text) or re.match(r"[#*|]|//|\d+[.)]\s|[NESW]\s|[\u2660-\u2667]", text) is not None


# ---------------------------------------------------------------- a page beside what becomes of it


def source_lines(text: str) -> list[str]:
    """Return the lines of a page."""
    return _LINE_END.split(text)


def part_lines(part: TextPart | TablePart, source: Sequence[str]) -> list[str]:
    """Return the lines of a page that a part was read from; of a document, what its blocks say.

    Those of what a text tells of are the lines of that text.
    """
    if isinstance(part, TablePart) and part.is_told:
        return []
    if source:
        return list(source[part.line - 1 : part.end])
    blocks = [part.block] if isinstance(part, TextPart) else part.blocks
    return [line for block in blocks for line in _text_lines(block, source)]
