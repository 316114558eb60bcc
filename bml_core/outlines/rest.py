"""The outline of a page of reStructuredText."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from threading import Lock
from types import ModuleType
from typing import Any

from docutils import nodes
from docutils.core import publish_doctree
from docutils.parsers.rst import Directive, directives, roles

from bml_core.diagnostics import Location
from bml_core.language import find_calls, read_calls
from bml_core.outlines.outline import (
    Outline,
    OutlineBlock,
    OutlineHeading,
    OutlineItem,
    OutlineOther,
    OutlineRow,
    OutlineTable,
    OutlineText,
)
from bml_core.outlines.plain import plain_rows

_SETTINGS = {
    "report_level": 5,
    "halt_level": 6,
    "file_insertion_enabled": False,
    "raw_enabled": False,
    "embed_stylesheet": False,
    "_disable_config": True,
    "warning_stream": False,
    "line_length_limit": 100_000,
    "doctitle_xform": False,
}
_DEEPEST = 60
# docutils looks at every rest of a line for each of its marks, and reads numbers of any length.
_LONGEST_RULE = 1000
_LONG_RULE = re.compile(r"([^\w\s])\1{1000,}|\d{1000,}")
_TABLE_DIRECTIVE = re.compile(r"\s*\.\.\s+(?:list-table|csv-table|table)::")
# What notes often have where a site defines it for all its pages.
_SUIT = re.compile(r"\|(?i:(c|club|clubs)|(d|diamond|diamonds)|(h|heart|hearts)|(s|spade|spades))\|")

_NEAR = 3


def parse_rest(text: str, file: str = "") -> Outline:
    r"""Return the outline of a page.

    >>> [block.text for block in parse_rest("1NT\n===\n\n* 2C: Stayman\n").blocks]
    ['1NT', '2C: Stayman']
    """
    text = _LONG_RULE.sub(lambda found: found[0][:_LONGEST_RULE], text.removeprefix("\ufeff"))
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    with _docutils_alone():
        tree = publish_doctree("\n".join(lines), source_path=file or None, settings_overrides=_SETTINGS)
    page = _Page(lines, file)
    blocks = tuple(page.blocks(tree, 0))
    title = next((block.text for block in blocks if isinstance(block, OutlineHeading)), "")
    return Outline(blocks, title)


_DIRECTIVES: Any = directives
_ROLES: Any = roles
_alone = Lock()


@contextmanager
def _docutils_alone() -> Iterator[None]:
    """Read as the commands do while Sphinx runs, whose directives and roles, set for all, need a site."""
    ours: tuple[tuple[Any, str, Any], ...] = (
        (_DIRECTIVES, "_directives", {}),
        (_DIRECTIVES, "directive", _directive),
        (_ROLES, "_roles", {}),
        (_ROLES, "role", _role),
    )
    with _alone:
        before = [(module, name, getattr(module, name)) for module, name, _ in ours]
        try:
            for place in ours:
                setattr(*place)
            yield
        finally:
            for place in before:
                setattr(*place)


# Directives of Sphinx and its extensions that hold pieces of a page
_BOXES = re.compile(
    r"card|details|dropdown|glossary|grid(?:-item(?:-card)?)?|group-tab|hlist|only|seealso|tabs?|tab-(?:item|set)"
    r"|version(?:added|changed)"
)


class _AnyOption(dict[str, Callable[[str], str]]):
    """The options of a directive that takes all."""

    def __bool__(self) -> bool:
        return True

    def __getitem__(self, _key: str) -> Callable[[str], str]:
        return directives.unchanged


class _Box(Directive):
    """A directive whose argument is the title of what it holds."""

    has_content = True
    optional_arguments = 1
    final_argument_whitespace = True
    option_spec = _AnyOption()

    def run(self) -> list[nodes.Node]:
        box = nodes.container()
        box.line = self.lineno
        if self.arguments:
            box += nodes.title("", "", *self.state.inline_text(self.arguments[0], self.lineno)[0])
        self.state.nested_parse(self.content, self.content_offset, box)
        return [box]


class _Block(_Box):
    """A block of BML, in which no other notes are looked for."""

    def run(self) -> list[nodes.Node]:
        block = nodes.comment()
        block.line = self.lineno
        return [block]


def _directive(name: str, language: ModuleType, _document: nodes.document) -> tuple[Any, list[Any]]:
    canonical = language.directives.get(name.lower(), name.lower())
    if _BOXES.fullmatch(canonical):
        return _Box, []
    if canonical.startswith("bml"):
        return _Block, []
    if canonical not in _DIRECTIVES._directive_registry:
        return None, []
    module, class_name = _DIRECTIVES._directive_registry[canonical]
    return getattr(import_module(f"{directives.__name__}.{module}"), class_name), []


def _role(name: str, language: ModuleType, *_at: object) -> tuple[Any, list[Any]]:
    local = name.lower()
    canonical = language.roles.get(local, local) if name else roles.DEFAULT_INTERPRETED_ROLE
    return _ROLES._roles.get(local) or _ROLES._role_registry.get(canonical) or _as_text, []


def _as_text(_name: str, raw: str, text: str, *_at: object, **_options: object) -> tuple[Any, list[Any]]:
    """Read a role of Sphinx, such as ``:ref:`majors```, as its text."""
    return [nodes.inline(raw, re.sub(r"\s*<[^<>]*>$", "", text))], []


class _Page:
    def __init__(self, lines: list[str], file: str) -> None:
        self._lines = lines
        self._file = file
        # The last line with a node that is known. Cells of comma-separated tables have none.
        self._reached = 0

    def blocks(self, parent: nodes.Element, level: int) -> Iterator[OutlineBlock]:
        """Yield the blocks of a node in order; ``level`` is that of the section around them."""
        for node in parent.children if level < _DEEPEST else ():
            match node:
                case nodes.section():
                    yield from self.blocks(node, level + 1)
                case nodes.title() if isinstance(parent, nodes.section | nodes.topic):
                    line = self._line(node) - 1
                    yield OutlineHeading(max(level, 1), _inline(node), self._place(line), line + 1)
                case nodes.title() | nodes.paragraph():
                    is_title = isinstance(node, nodes.title)
                    line = self._line(parent if is_title else node)
                    until = self._last(parent) if is_title else 0
                    yield OutlineText(_inline(node), self._place(line), self._end(line), until)
                case nodes.bullet_list() | nodes.enumerated_list():
                    yield from self._items(node, 0)
                case nodes.definition_list():
                    yield from self._definitions(node, 0)
                case nodes.table():
                    table = self._table(node)
                    if title := node.next_node(nodes.title):
                        # "After 2♣-2♦ (relay)" is the auction of the rows.
                        text = _inline(title)
                        said = f"{text.rstrip(':')}:" if find_calls(text) else text
                        yield OutlineText(said, table.location, table.location.line)
                    yield table
                case nodes.container() if not any(isinstance(child, nodes.title) for child in node.children):
                    yield OutlineOther(self._place(self._line(node)), self._end(self._line(node)))
                    yield from self.blocks(node, level)
                case (
                    nodes.compound()
                    | nodes.container()
                    | nodes.admonition()
                    | nodes.Admonition()
                    | nodes.block_quote()
                ):
                    if isinstance(node, nodes.Element):
                        yield from self.blocks(node, level)
                case nodes.field_list() if any(
                    read_calls(f"{name.astext()}:") for name in node.findall(nodes.field_name)
                ):
                    yield from self._definitions(node, 0)
                case nodes.literal_block():
                    yield from self._literal(node)
                case nodes.comment() | nodes.line_block() | nodes.field_list():
                    yield OutlineOther(self._place(self._line(node)), self._last(node))

    def _literal(self, node: nodes.literal_block) -> Iterator[OutlineBlock]:
        """Yield the lines of a literal block, which keeps their columns, as items if all are rows."""
        text, begin = node.astext(), self._line(node)
        first = text.partition("\n")[0].strip()
        near = range(max(begin - _NEAR, 0), len(self._lines))
        at = next((number for number in near if self._lines[number].strip() == first), -1)
        rows = plain_rows(text, self._file, at) if at >= 0 else []
        if not rows:
            yield OutlineOther(self._place(begin), self._last(node))
            return
        mark = next((number for number in range(at - 1, -1, -1) if self._lines[number].strip()), at)
        first_row = rows[0]
        if self._lines[mark].strip() == "::" and isinstance(first_row, OutlineItem):
            # What begins the block belongs to it.
            rows[0] = first_row._replace(above=first_row.location.line - mark - 1)
        yield from rows

    def _line(self, node: nodes.Node) -> int:
        """Return the first line of a node, from what of it has one, else from its first words."""
        lines = [each.line for each in node.findall() if isinstance(each, nodes.Element) and each.line]
        # Rows of a table of comma-separated values are counted from its own first line.
        is_counted = isinstance(node, nodes.table | nodes.row) and min(lines, default=0) < self._reached
        if lines and not is_counted:
            line = min(max(min(lines), 1), len(self._lines))
        else:
            words = node.astext().strip().partition("\n")[0]
            following = range(self._reached, len(self._lines))
            line = next((each + 1 for each in following if words in self._lines[each]), max(self._reached, 1))
        self._reached = max(self._reached, line)
        return line

    def _last(self, node: nodes.Node) -> int:
        lines = [each.line for each in node.findall() if isinstance(each, nodes.Element) and each.line]
        return self._end(min(max(max(lines, default=1), 1), len(self._lines)))

    def _place(self, line: int) -> Location:
        text = self._lines[line - 1] if 0 < line <= len(self._lines) else ""
        return Location(self._file, max(line, 1), len(text) - len(text.lstrip()) + 1)

    def _end(self, line: int) -> int:
        """Return the last line of the paragraph that a line is in."""
        indent = len(self._lines[line - 1]) - len(self._lines[line - 1].lstrip())
        end = line
        while end < len(self._lines) and (following := self._lines[end]).strip():
            if (
                re.match(r"\s*(?:[-*+•]|\d+[.)]|#\.)\s", following)
                or len(following) - len(following.lstrip()) < indent
            ):
                break
            end += 1
        return end

    def _items(self, node: nodes.Element, depth: int) -> Iterator[OutlineBlock]:
        for item in node.children:
            assert isinstance(item, nodes.Element)
            texts = [child for child in item.children if isinstance(child, nodes.paragraph)]
            line = self._line(item)
            text = "\n".join(map(_inline, texts))
            end = max((self._end(self._line(child)) for child in texts), default=line)
            yield OutlineItem(depth, text, self._place(line), end)
            yield from self._nested(item, depth)

    def _nested(self, parent: nodes.Element, depth: int) -> Iterator[OutlineBlock]:
        for child in parent.children if depth < _DEEPEST else ():
            if isinstance(child, nodes.bullet_list | nodes.enumerated_list):
                yield from self._items(child, depth + 1)
            elif isinstance(child, nodes.definition_list):
                yield from self._definitions(child, depth + 1)
            elif isinstance(child, nodes.block_quote):
                yield from self._nested(child, depth)

    def _definitions(self, node: nodes.Element, depth: int) -> Iterator[OutlineBlock]:
        for item in node.children:
            assert isinstance(item, nodes.Element)
            term = next(
                (child for child in item.children if isinstance(child, nodes.term | nodes.field_name)), None
            )
            body = next(
                (child for child in item.children if isinstance(child, nodes.definition | nodes.field_body)),
                None,
            )
            if term is None:
                continue
            texts = [child for child in body.children if isinstance(child, nodes.paragraph)] if body else []
            line = self._line(term)
            end = max((self._end(self._line(child)) for child in texts), default=line)
            said = "\n".join(map(_inline, texts))
            yield OutlineItem(depth, _inline(term), self._place(line), max(end, line), said)
            if body is not None:
                yield from self._nested(body, depth)

    def _table(self, node: nodes.Element) -> OutlineTable:
        """Return a table; the rows of one in a cell are below the row of this cell."""
        begin, end = self._extent(node)
        rows: list[OutlineRow] = []
        headers = 0
        for row in node.findall(nodes.row):
            cells = tuple(_cell(entry) for entry in row.children if isinstance(entry, nodes.entry))
            if depth := _depth(row, node):
                cells = (f"{_INDENTATION * depth}{cells[0]}", *cells[1:])
            headers += isinstance(row.parent, nodes.thead)
            rows.append(OutlineRow(cells, self._place(self._line(row) if any(cells) else begin)))
        header = rows[0] if headers else None
        return OutlineTable(header, tuple(rows[headers:]), self._place(begin), end)

    def _extent(self, node: nodes.Element) -> tuple[int, int]:
        """Return the first and last line of a table, with its borders or its directive."""
        begin = end = self._line(node)
        end = max(end, self._last(node))
        while begin > 1 and self._lines[begin - 2].strip():
            begin -= 1
        while end < len(self._lines) and self._lines[end].strip():
            end += 1
        indent = len(self._lines[begin - 1]) - len(self._lines[begin - 1].lstrip())
        above = begin - 1
        while (
            above > 0
            and indent
            and (not self._lines[above - 1].strip() or self._lines[above - 1].startswith(" "))
        ):
            if _TABLE_DIRECTIVE.match(self._lines[above - 1]):
                break
            above -= 1
        if above > 0 and _TABLE_DIRECTIVE.match(self._lines[above - 1]):
            begin = above
            margin = len(self._lines[above - 1]) - len(self._lines[above - 1].lstrip())
            while end < len(self._lines) and (
                not self._lines[end].strip()
                or len(self._lines[end]) - len(self._lines[end].lstrip()) > margin
            ):
                end += 1
            while end > begin and not self._lines[end - 1].strip():
                end -= 1
        return begin, end


#: What stands before the first cell of a row that is below another one.
_INDENTATION = "\u2003"


def _cell(entry: nodes.Element) -> str:
    """Return the text of a cell, without that of tables in it."""
    paragraphs = (each for each in entry.findall(nodes.paragraph) if not _is_message(each))
    return " ".join(_inline(each) for each in paragraphs if _depth(each, entry) == 0)


def _depth(node: nodes.Node, top: nodes.Node) -> int:
    """Return in how many tables a node is, below one of those that it is in."""
    depth = 0
    while node.parent is not None and node.parent is not top:
        node = node.parent
        depth += isinstance(node, nodes.table)
    return depth


def _is_message(node: nodes.Node) -> bool:
    return isinstance(node.parent, nodes.system_message)


def _inline(node: nodes.Node) -> str:
    """Return the text of a node as BML has it."""
    return " ".join(_SUIT.sub(_sign, "".join(_pieces(node, 0))).split())


def _sign(found: re.Match[str]) -> str:
    return "♣♦♥♠"[next(index for index in range(4) if found[index + 1])]


def _pieces(node: nodes.Node, depth: int) -> Iterator[str]:
    if isinstance(node, nodes.Text):
        yield nodes.unescape(str(node))
        return
    marks = (
        ("*", "*")
        if isinstance(node, nodes.strong)
        else ("/", "/")
        if isinstance(node, nodes.emphasis)
        else ("", "")
    )
    if isinstance(node, nodes.reference) and node.get("refuri"):
        marks = ("[", f"]({node['refuri']})")
    yield marks[0]
    for child in node.children if depth < _DEEPEST else ():
        if not isinstance(child, nodes.system_message | nodes.footnote_reference):
            yield from _pieces(child, depth + 1)
    yield marks[1]
