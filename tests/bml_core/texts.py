"""BML texts for property tests: lines that look like BML, in any order and at any indentation."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from hypothesis import strategies as st

from bml_core import Document, Location
from bml_core.document import (
    BiddingTable,
    BidSymbol,
    Block,
    BulletList,
    DefinitionList,
    Emphasis,
    Enumeration,
    Heading,
    Link,
    Mono,
    OwnSuit,
    Paragraph,
    Row,
    RowCall,
    Span,
    Strong,
    SuitSymbol,
    Table,
    Text,
)

BIDS = [f"{level}{strain}" for level in "1234567" for strain in "CDHSN"]
_SPECIAL = "1M 2M 3m 1X 2X 2Y 3Z 2red 2black 1HS 3CD 2oM 3om 1step 3steps"
_WORDS = "P D R X Pass Rdbl any other jump 2H/S 4S! 1NT 1zoo"
CALLS = [*BIDS, *_SPECIAL.split(), *_WORDS.split()]
#: Digits to ``str.isdigit`` that ``int`` does not take, and digits of other scripts.
DIGITS = "\u00b2\u2460\u2474\u2776\u0663\u0969\U0001d7db"
HISTORIES = ["1N-2C;", "1C---", "(1N)---", "1m-(1X)-", "(1N)-P-(P)---", "1M-2N;", "{}", "1N-(P)-2red-(D)-"]
_COMMANDS = """#CUT a|#CUT b|#ENDCUT|#COPY a|#ENDCOPY|#PASTE a|#PASTE b|#PASTE c|#HIDE|#BIDTABLE
|#VUL Y0|#VUL ??|#SEAT 12|#SEAT x|#INCLUDE missing.bml|#FOO|#+TITLE: x|#+BML: 2.7"""
COMMANDS = _COMMANDS.replace("\n", "").split("|")
TEXTS = [
    "* Heading",
    "** Another !h one",
    "A line of text with 1NT -- and *bold* /italic/ =mono=.",
    "- an item",
    "- a term :: what it means",
    "1. first",
    "| a | b |",
    "|---+---|",
    "1C P 1H P",
    "W N E S",
    "N: AKQ 32 - T98",
    "S AKx xx xx xxxx",
    "// a comment",
    "[a link](https://example.org/x/y) and [[b.md][another]]",
    "http://example.org/a/b/",
    "",
    "  ",
]
DESCRIPTIONS = ["", "  strong", " = 5+ suit", "  raise of M, 3M", "  4+# not 3!h", "  15--17 *forcing*"]
DESCRIPTIONS += ["  [x](y.md) /it/"]

calls = st.sampled_from(CALLS).flatmap(lambda call: st.sampled_from([call, call, call, f"({call})"]))
rows = st.builds("{}{}".format, calls, st.sampled_from(DESCRIPTIONS))
#: Rows and histories with a digit that is none.
odd = st.builds(
    "{}{}{}".format, st.sampled_from(HISTORIES), st.sampled_from(DIGITS), st.sampled_from(["-", "C", ""])
)
histories = st.builds(
    "{}{}".format, st.one_of(st.sampled_from(HISTORIES), odd), st.sampled_from(DESCRIPTIONS[:2])
)
lines = st.builds(
    "{}{}".format,
    st.integers(0, 7).map(lambda width: " " * width),
    st.one_of(
        rows, rows, rows, histories, st.sampled_from(COMMANDS), st.sampled_from(TEXTS), st.text(max_size=8)
    ),
)
#: Anything: fragments of BML mixed with random characters, lines ended in every way.
any_texts = st.lists(
    st.builds("{}{}".format, lines, st.sampled_from(["\n", "\n", "\n", "\n\n", "\r\n", "\r"])), max_size=40
).map("".join)


@st.composite
def tables(draw: st.DrawFn, *, max_rows: int = 14) -> str:
    """A well-formed bidding table: rows under rows, two columns a level, one line a row."""
    lines = [draw(st.sampled_from(HISTORIES))] if draw(st.booleans()) else []
    depth = 0
    for _ in range(draw(st.integers(1, max_rows))):
        call = draw(calls if lines else calls.filter(lambda word: word[0].isdigit()))
        lines.append(f"{'  ' * depth}{call}{draw(st.sampled_from(DESCRIPTIONS))}")
        depth = draw(st.integers(0, min(depth + 1, 3)))
    return "\n".join(lines) + "\n"


def split(text: str) -> list[str]:
    """The lines of a text as an editor counts them."""
    return re.split(r"\r\n?|\n", text.removeprefix("\ufeff"))


# ---------------------------------------------------------------- everything that has a place


def located(document: Document) -> Iterator[Location]:
    """The places of all blocks, rows, calls, lines, spans and diagnostics."""
    for entry in document.metadata:
        yield entry.location
    for diagnostic in document.diagnostics:
        yield diagnostic.location
    for block in document.blocks:
        yield block.location
        for row in _rows(block):
            yield from (row.location, row.call.location)
            yield from (line.location for line in row.description)
        yield from (span.location for span in all_spans(block))


def all_calls(document: Document) -> Iterator[RowCall]:
    """The calls of all rows and histories."""
    for table in document.tables:
        yield from table.history.calls if table.history else ()
        yield from (row.call for row in _rows(table))


def all_spans(block: Block) -> Iterator[Span]:
    """The spans of a block, inner ones too."""
    for content in _contents(block):
        for span in content:
            yield span
            if isinstance(span, Emphasis | Strong | Link):
                yield from span.spans


def _contents(block: Block) -> Iterable[tuple[Span, ...]]:
    match block:
        case Heading() | Paragraph():
            return [block.spans]
        case BulletList() | Enumeration():
            return [item.spans for item in block.items]
        case DefinitionList():
            return [spans for item in block.items for spans in (item.term, item.spans)]
        case Table():
            return [cell for row in (*block.header, *block.rows) for cell in row.cells]
        case BiddingTable():
            return [line.spans for row in _rows(block) for line in row.description]
        case _:
            return []


def _rows(block: Block) -> Iterator[Row]:
    stack = list(block.rows) if isinstance(block, BiddingTable) else []
    while stack:
        row = stack.pop()
        yield row
        stack.extend(row.children)


def first_characters(span: Span) -> str:
    """With which characters the source of a span may begin."""
    match span:
        case Text(text):
            return f"{text[0]}-" if text[0] in "\u2013\u2014" else text[0]
        case SuitSymbol(suit):
            return f"!{suit.symbol}"
        case BidSymbol(level):
            return str(level)
        case Emphasis():
            return "/"
        case Strong():
            return "*"
        case Mono():
            return "="
        case OwnSuit():
            return "#"
        case Link():
            return "h["
