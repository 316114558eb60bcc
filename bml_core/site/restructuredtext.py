"""Find the ``bml`` directives of a reStructuredText page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bml_core.site.options import PageBlock, parse_header, split_option_lines

_TAB_WIDTH = 8
_ITEM = re.compile(r"(?:[-*+\u2022]|\(?(?:\d+|#|[A-Za-z])[.)])[ ]+(?=\S)")
_DIRECTIVE = re.compile(
    r"\.\.[ ]+(?P<substitution>\|[^|]+\|[ ]+)?(?P<name>[\w.:+-]+?)::(?:[ ]+(?P<rest>.*))?\Z"
)
# Footnotes and citations hold text; targets hold nothing. Everything else after two full stops is a comment.
_NO_COMMENT = re.compile(r"\.\.[ ]+(?:\[[^\]]+\]|_|\|)")
_COMMENT = re.compile(r"\.\.(?:[ ]+\S.*)?\Z")
_ADORNMENT = re.compile(r"([^\w\s])\1*\Z")
_FIELD = re.compile(r":[A-Za-z][^:]*:(?:[ ]|\Z)")
_NO_EMPTY_LINE = (
    "There is no empty line above the text of this block.",
    "Put an empty line between the directive with its options and the text.",
)


# What these directives hold is shown as it is, or is not text: no block of BML is in it.
LITERAL_DIRECTIVES = frozenset(
    (
        "bml",
        "bml-source",
        "bml:deal",
        "code",
        "code-block",
        "sourcecode",
        "highlight",
        "parsed-literal",
        "literalinclude",
        "raw",
        "math",
        "prompt",
        "mermaid",
        "graphviz",
        "digraph",
        "graph",
        "productionlist",
        "doctest",
        "testcode",
        "testsetup",
        "testcleanup",
        "testoutput",
        "toctree",
        "figure",
        "image",
        "include",
        "csv-table",
        "eval-rst",
    )
)


def indent_of(line: str) -> int:
    """Return how many columns come before the text of a line without tabs."""
    return len(line) - len(line.lstrip(" "))


def rest_blocks(lines: Sequence[str], first_line: int = 1, first_column: int = 1) -> Iterator[PageBlock]:
    """Find the blocks in lines of reStructuredText, which begin at that line and column of the page."""
    lines = [line.expandtabs(_TAB_WIDTH).rstrip() for line in lines]
    number = 0
    paragraph = -1  # The indentation of the paragraph that the line above belongs to.
    while number < len(lines):
        line = lines[number]
        line = _without_markers(line)
        indent, text = indent_of(line), line.lstrip(" ")
        begins = paragraph != indent
        paragraph = -1
        number += 1
        if not text:
            continue
        directive = _DIRECTIVE.match(text)
        if begins and directive and not directive["substitution"] and directive["name"].lower() == "bml":
            end = _body_end(lines, number, indent)
            place = first_line + number - 1, first_column + indent
            yield _block(directive["rest"] or "", lines[number:end], *place, first_column)
            number = end
        elif _is_literal(text, directive, begins, following=lines[number : number + 1]):
            number = _body_end(lines, number, indent)
        elif not text.startswith("..") and not _ADORNMENT.match(text):
            paragraph = indent


def _without_markers(line: str) -> str:
    """Replace the marks of list items that begin in a line by blanks."""
    indent = indent_of(line)
    while found := _ITEM.match(line, indent):
        indent = found.end()
    return " " * indent + line[indent:]


def _is_literal(
    text: str, directive: re.Match[str] | None, begins: bool, *, following: Sequence[str]
) -> bool:
    """Return whether lines indented below this one are not text, as in code; ``begins`` if a block may."""
    if text.endswith("::") and not directive and following in ([""], []):
        return True
    if not begins:
        return False
    if directive:
        return bool(directive["substitution"]) or directive["name"].lower() in LITERAL_DIRECTIVES
    if text == ".." and following in ([""], []):
        return False
    return bool(_COMMENT.match(text)) and not _NO_COMMENT.match(text)


def _body_end(lines: Sequence[str], begin: int, indent: int) -> int:
    """Return where the lines end that are indented below a line of this indentation."""
    end = begin
    while end < len(lines) and (not lines[end] or indent_of(lines[end]) > indent):
        end += 1
    while end > begin and not lines[end - 1]:
        end -= 1
    return end


def _block(rest: str, body: Sequence[str], line: int, column: int, first_column: int) -> PageBlock:
    indent = min((indent_of(text) for text in body if text), default=0)
    body = [text[indent:] for text in body]
    head_end = next((number for number, text in enumerate(body) if not text), len(body))
    options_at = next((number for number, text in enumerate(body[:head_end]) if _FIELD.match(text)), head_end)
    argument = [text for text in (rest, *body[:options_at]) if text]
    text_column = first_column + indent
    if len(argument) > 1:
        # Without an empty line above it the first paragraph of the text is read as the argument.
        begin = 0 if not rest else -1
        text = "\n".join([*([rest] if rest else []), *body])
        return PageBlock(line, column, {}, text, line + 1 + begin, text_column, _NO_EMPTY_LINE)
    options, _, _ = split_option_lines("\n".join(_joined(body[options_at:head_end])))
    begin = next((number for number in range(head_end, len(body)) if body[number]), len(body))
    raw = {**parse_header(argument[0] if argument else ""), **options}
    return PageBlock(line, column, raw, "\n".join(body[begin:]), line + 1 + begin, text_column)


def _joined(lines: Sequence[str]) -> list[str]:
    """Join option lines with the lines indented below them."""
    joined: list[str] = []
    for line in lines:
        if joined and line.startswith(" "):
            joined[-1] += f" {line.strip()}"
        else:
            joined.append(line)
    return joined
