"""Find the blocks of BML in pages: ``bml`` fences of Markdown, and directives of reStructuredText."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from bml_core.notes.options import Markup, parse_header, split_option_lines

_LINE_END = re.compile(r"\r\n?|\n")


@dataclass(frozen=True, slots=True)
class PageBlock:
    """Hold a block of BML in a page.

    Attributes:
        line: The line of the page that opens the block.
        column: The column of that line.
        raw: The options as they are written.
        text: What is BML, without the indentation of the block.
        text_line: The line that the text begins at.
        text_column: The column that it begins at.
        problem: What is wrong with the block as such, a sentence and a hint; "" if nothing is.
        file: The file that the block is in, if that is not the page itself.
        places: The file, "" for the page, and the line of each line of the text, if these do not follow
            each other.
        above: The headings that it is below, outermost first and as BML writes them, and the line of text
            directly above it.
    """

    line: int
    column: int
    raw: dict[str, str] = field(hash=False)
    text: str
    text_line: int
    text_column: int
    problem: tuple[str, str] = ("", "")
    file: str = ""
    places: tuple[tuple[str, int], ...] = ()
    above: tuple[str, ...] = ()


def find_blocks(text: str, markup: Markup) -> tuple[PageBlock, ...]:
    r"""Find the blocks of BML in the text of a page, in order; none in BML itself.

    >>> blocks = find_blocks("We open light.\n\n```bml\n:system: none\n1C  11+\n```\n", Markup.MARKDOWN)
    >>> [(block.text_line, block.raw, block.text) for block in blocks]
    [(5, {'system': 'none'}, '1C  11+')]
    >>> find_blocks("Openings\n\n.. bml::\n\n   1C  11+\n", Markup.REST)[0].text_column
    4
    """
    if markup is Markup.BML:
        return ()
    lines = tuple(_LINE_END.split(text.removeprefix("\ufeff")))
    blocks = tuple(_rest_blocks(lines)) if markup is Markup.REST else _scanned(lines)[0]
    if not blocks:
        return ()
    headings, prose = page_headings(text, markup), dict(prose_lines(text, markup))
    return tuple(replace(block, above=tuple(_above(block, headings, prose))) for block in blocks)


def _above(
    block: PageBlock, headings: Iterable[tuple[int, int, str]], prose: Mapping[int, str]
) -> Iterator[str]:
    r"""Yield the headings above a block, and the line directly above it, if that is none and no directive.

    >>> text = "# Notrump\n\n## 1NT-2C\n\nThen:\n\n```bml\n2D  no major\n```\n"
    >>> find_blocks(text, Markup.MARKDOWN)[0].above
    ('* Notrump', '** 1NT-2C', 'Then:')
    """
    levels: dict[int, str] = {}
    last = 0
    for line, level, title in headings:
        if line < block.line:
            levels = {other: text for other, text in levels.items() if other < level}
            levels[level], last = f"{'*' * level} {title}", line
    yield from levels.values()
    at = block.line - 1
    while at in prose and not prose[at].strip():
        at -= 1
    # The line below a heading may underline it.
    if at > last + 1 and (line_above := prose.get(at, "")) and _indent_of(line_above) < block.column:
        yield line_above.strip()


def prose_lines(text: str, markup: Markup) -> Iterator[tuple[int, str]]:
    r"""Yield the lines of a page that are in no fence, with their numbers; directives hold Markdown.

    >>> list(prose_lines("a\n```\nb\n```\nc", Markup.MARKDOWN))
    [(1, 'a'), (5, 'c')]
    """
    lines = _LINE_END.split(text)
    if markup is not Markup.MARKDOWN:
        yield from enumerate(lines, 1)
        return
    yield from ((number + 1, lines[number]) for number in _scanned(tuple(lines))[1])


@lru_cache(maxsize=256)
def _scanned(lines: tuple[str, ...]) -> tuple[tuple[PageBlock, ...], Sequence[int]]:
    """Return the blocks of a page of Markdown, and the indices of the lines outside of all fences."""
    scanner = _Scanner(lines)
    return tuple(scanner.blocks()), scanner.prose


_FRONT_MATTER = "---"
_ATX = re.compile(r" {0,3}(#{1,6})\s+(.*?)\s*#*\s*\Z")
_SETEXT = re.compile(r" {0,3}(=+|-+)\s*\Z")
_UNDERLINE = re.compile(r"([=\-`:.'\"~^_*+#])\1*\s*\Z")
# "[Stayman](stayman.md) {#two-clubs}", "`Stayman <stayman>`_"
_MARKS = re.compile(
    r"\s*\{[^{}]*\}\s*\Z|\]\([^()]*\)|:[\w:+-]+:(?=`)|\s*<[^<>]*>(?=`)|(?<=`)_+|[`*\[\]]|(?<!\w)_+|_+(?!\w)"
)


def page_headings(text: str, markup: Markup) -> tuple[tuple[int, int, str], ...]:
    r"""Return the headings of a page: line, level and text of each; BML has its own.

    >>> page_headings("# Openings {#one}\n\nOf *one*\n------\n", Markup.MARKDOWN)
    ((1, 1, 'Openings'), (3, 2, 'Of one'))
    >>> page_headings("====\nOurs\n====\n\nOf one\n~~~~~~\n", Markup.REST)
    ((2, 1, 'Ours'), (5, 2, 'Of one'))
    """
    if markup is Markup.BML:
        return ()
    lines = dict(prose_lines(text.removeprefix("\ufeff"), markup))
    if lines.get(1, "").rstrip() == _FRONT_MATTER:
        end = next(
            (at for at, line in lines.items() if at > 1 and line.rstrip() in (_FRONT_MATTER, "...")), 0
        )
        lines = {at: line for at, line in lines.items() if at > end}
    found: list[tuple[int, int, str]] = []
    styles: list[tuple[str, bool]] = []
    for at, line in lines.items():
        below = lines.get(at + 1, "")
        title = line.strip()
        if markup is Markup.MARKDOWN:
            atx, setext = _ATX.match(line), _SETEXT.match(below)
            if atx:
                found.append((at, len(atx[1]), atx[2]))
            elif setext and title and not _SETEXT.match(line) and not line.startswith("    "):
                found.append((at, 1 if setext[1][0] == "=" else 2, title))
        elif title and (under := _UNDERLINE.match(below)) and not _UNDERLINE.match(line):
            above = lines.get(at - 1, "").rstrip()
            is_over = above == below.rstrip()
            if len(below.rstrip()) >= len(title) and (is_over or not (line[0].isspace() or above)):
                style = (under[1], is_over)
                styles += [style] if style not in styles else []
                found.append((at, styles.index(style) + 1, title))
    return tuple((at, level, " ".join(_MARKS.sub("", title).split())) for at, level, title in found)


# ---------------------------------------------------------------- reStructuredText

_REST_TAB = 8
_REST_ITEM = re.compile(r"(?:[-*+\u2022]|\(?(?:\d+|#|[A-Za-z])[.)])[ ]+(?=\S)")
_REST_DIRECTIVE = re.compile(
    r"\.\.[ ]+(?P<substitution>\|[^|]+\|[ ]+)?(?P<name>[\w.:+-]+?)::(?:[ ]+(?P<rest>.*))?\Z"
)
# Footnotes and citations hold text; targets hold nothing. Everything else after two full stops is a comment.
_NO_COMMENT = re.compile(r"\.\.[ ]+(?:\[[^\]]+\]|_|\|)")
_COMMENT = re.compile(r"\.\.(?:[ ]+\S.*)?\Z")
_ADORNMENT = re.compile(r"([^\w\s])\1*\Z")
_FIELD = re.compile(r":[A-Za-z][^:]*:(?:[ ]|\Z)")
_NO_EMPTY_LINE = (
    "The text of this block has no empty line above it.",
    "Put an empty line between the directive with its options and the text.",
)


# What these directives hold is shown as it is, or is not text: no block of BML is in it.
_LITERAL = (
    "bml bml-source bml:deal code code-block sourcecode highlight parsed-literal literalinclude raw math "
    "prompt mermaid graphviz digraph graph productionlist doctest testcode testsetup testcleanup testoutput "
    "toctree figure image include csv-table eval-rst"
)
_LITERAL_DIRECTIVES = frozenset(_LITERAL.split())


def _indent_of(line: str) -> int:
    """Return how many columns come before the text of a line without tabs."""
    return len(line) - len(line.lstrip(" "))


def _rest_blocks(lines: Sequence[str], first_line: int = 1, first_column: int = 1) -> Iterator[PageBlock]:
    """Find the blocks in lines of reStructuredText, which begin at that line and column of the page."""
    lines = [line.expandtabs(_REST_TAB).rstrip() for line in lines]
    number = 0
    paragraph = -1  # The indentation of the paragraph that the line above belongs to.
    while number < len(lines):
        line = lines[number]
        indent = _indent_of(line)
        while marker := _REST_ITEM.match(line, indent):
            indent = marker.end()
        text = line[indent:]
        begins = paragraph != indent
        paragraph = -1
        number += 1
        if not text:
            continue
        directive = _REST_DIRECTIVE.match(text)
        if begins and directive and not directive["substitution"] and directive["name"].lower() == "bml":
            end = _body_end(lines, number, indent)
            place = first_line + number - 1, first_column + indent
            yield _block(directive["rest"] or "", lines[number:end], *place, first_column)
            number = end
        elif _is_literal(text, directive, begins, following=lines[number : number + 1]):
            number = _body_end(lines, number, indent)
        elif not text.startswith("..") and not _ADORNMENT.match(text):
            paragraph = indent


def _is_literal(
    text: str, directive: re.Match[str] | None, begins: bool, *, following: Sequence[str]
) -> bool:
    """Return whether lines indented below this one are not text, as in code; ``begins`` if a block may."""
    if text.endswith("::") and not directive and following in ([""], []):
        return True
    if not begins:
        return False
    if directive:
        return bool(directive["substitution"]) or directive["name"].lower() in _LITERAL_DIRECTIVES
    if text == ".." and following in ([""], []):
        return False
    return bool(_COMMENT.match(text)) and not _NO_COMMENT.match(text)


def _body_end(lines: Sequence[str], begin: int, indent: int) -> int:
    """Return where the lines end that are indented below a line of this indentation."""
    end = begin
    while end < len(lines) and (not lines[end] or _indent_of(lines[end]) > indent):
        end += 1
    while end > begin and not lines[end - 1]:
        end -= 1
    return end


def _block(rest: str, body: Sequence[str], line: int, column: int, first_column: int) -> PageBlock:
    indent = min((_indent_of(text) for text in body if text), default=0)
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


_FENCE = re.compile(r"(?P<prefix>[> \t]*)(?P<marks>`{3,}|~{3,}|:{3,})[ \t]*(?P<info>.*?)[ \t]*\Z")
_DIRECTIVE = re.compile(r"\{[ ]*(?P<name>[\w:.+-]+)[ ]*\}")
_BML = re.compile(r"(?:\.?bml|\{[ \t]*bml[ \t]*\})(?:[ \t]+(?P<header>.*))?\Z", re.IGNORECASE | re.DOTALL)
_BML_WITH_ATTRIBUTES = re.compile(
    r"(?:bml[ \t]*)?\{[ \t]*\.bml(?![\w-])(?P<first>.*)\}\Z|bml[ \t]*\{(?P<second>.*)\}\Z", re.IGNORECASE
)
_ATTRIBUTE_NAME = re.compile(r"(?<!\S)[.#][\w-]+")


@dataclass(frozen=True, slots=True)
class FenceOpening:
    """Hold the parts of a line that opens a fence.

    Attributes:
        prefix: The spaces and marks of quotes before the fence.
        marks: The marks that the fence is made of.
        info: What follows them.
    """

    prefix: str
    marks: str
    info: str

    @property
    def directive(self) -> str:
        """Return the name of the MyST directive that the fence is, in small letters; "" for other fences.

        >>> parse_fence("```{Note} Openings").directive
        'note'
        """
        match = _DIRECTIVE.match(self.info)
        return match["name"].lower() if match else ""

    @property
    def header(self) -> dict[str, str] | None:
        """Return the raw options beside the name of a BML fence; None for other fences.

        >>> parse_fence("> ```bml openings.bml hide").header
        {'file': 'openings.bml', 'hide': ''}
        >>> parse_fence("```bml { .wide #ours collapse=2 }").header
        {'class': 'wide', 'name': 'ours', 'collapse': '2'}
        >>> parse_fence("```python").header is None
        True
        """
        if match := _BML_WITH_ATTRIBUTES.match(self.info):
            attributes = match["first"] or match["second"] or ""
            names = _ATTRIBUTE_NAME.findall(attributes)
            classes = " ".join(name[1:] for name in names if name[0] == ".")
            idents = [name[1:] for name in names if name[0] == "#"]
            named = {"class": classes, "name": idents[-1] if idents else ""}
            header = parse_header(_ATTRIBUTE_NAME.sub("", attributes))
            return {**{key: value for key, value in named.items() if value}, **header}
        match = _BML.match(self.info)
        return None if match is None else parse_header(match["header"] or "")

    def is_closed_by(self, line: str) -> bool:
        """Return whether a line ends the fence: it has as many marks, or more."""
        text = line.lstrip("> \t").rstrip()
        return text.startswith(self.marks) and not text.strip(self.marks[0])


def parse_fence(line: str) -> FenceOpening | None:
    """Parse a line that opens a fence; None for other lines.

    >>> parse_fence("  ~~~ bml")
    FenceOpening(prefix='  ', marks='~~~', info='bml')
    >>> parse_fence("```code``` in a line") is None
    True
    """
    match = _FENCE.match(line)
    if match is None or (match["marks"][0] == "`" and "`" in match["info"]):
        return None
    if match["marks"][0] == ":" and not match["info"].startswith("{"):
        return None
    return FenceOpening(match["prefix"], match["marks"], match["info"])


# ---------------------------------------------------------------- the blocks of a page

_TAB_WIDTH = 4
_QUOTES = re.compile(r"(?:[ ]*>[ ]?)+")
# A list item, a definition or a footnote may begin with a fence.
_ITEM = re.compile(r"(?:[-*+:]|\d{1,9}[.)]|\[\^[^\]]+\]:)[ ]+(?=\S)")
# Admonitions and tabs of Python-Markdown hold what is indented below them.
_HOLDER = re.compile(r"!!!|\?\?\?|===[+!]*[ ]|:[ ]|\[\^[^\]]+\]:")
_CODE_INDENT = 4
_NO_END = ("This bml fence has no end.", "Close it below its last line.")


@dataclass(frozen=True, slots=True)
class _Line:
    """Hold a line without the marks of quotes: their number, their indentation and their width."""

    depth: int
    margin: int
    width: int
    whole: str

    @property
    def indent(self) -> int:
        return _indent_of(self.whole)

    @property
    def text(self) -> str:
        return self.whole.strip()


class _Scanner:
    """Go through a page once.

    ``_holders`` are the indentations of the list items and the like that the current line is in, for each
    depth of quotes; ``_directives`` are the fences of those around it that hold Markdown. ``prose`` are the
    indices of the lines outside of all fences.
    """

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = [_split(line) for line in lines]
        self._holders: list[list[int]] = [[]]
        self._directives: list[FenceOpening] = []
        self.prose: list[int] = []

    def blocks(self) -> Iterator[PageBlock]:
        whole = [line.whole.rstrip() for line in self._lines]
        number = 0
        if whole[0] == "---":  # Metadata, up to the next such line.
            number = next((n for n in range(1, len(whole)) if whole[n] in ("---", "...")), -1) + 1
        while number < len(self._lines):
            line = self._opened(self._lines[number])
            fence = None if self._is_code(line) else parse_fence(line.text)
            if line.text.startswith("<!--") and not self._is_code(line):
                while number < len(whole) and "-->" not in whole[number]:
                    number += 1
                number += 1
            elif self._directives and self._directives[-1].is_closed_by(line.text):
                self._directives.pop()
                number += 1
            elif fence is None:
                self.prose.append(number)
                number += 1
            elif (name := fence.directive) and name[0] != "." and name not in _LITERAL_DIRECTIVES:
                # The text of other directives of MyST is Markdown again.
                self._directives.append(fence)
                number += 1
            else:
                end, closed = self._end(number, line, fence)
                yield from self._blocks_in(number, end, line, fence, closed)
                number = end + closed

    def _opened(self, line: _Line) -> _Line:
        """Replace the marks of list items, which are open from here on, by spaces."""
        if not line.text:
            return line
        del self._holders[line.depth + 1 :]
        while len(self._holders) <= line.depth:
            self._holders.append([])
        holders = self._holders[line.depth]
        while holders and holders[-1] >= line.indent:
            holders.pop()
        if self._is_code(line):
            return line
        start = line.indent
        while found := _ITEM.match(line.whole, start):
            holders.append(start)
            start = found.end()
        if _HOLDER.match(line.whole, start):
            holders.append(start)
        return replace(line, whole=" " * start + line.whole[start:])

    def _is_code(self, line: _Line) -> bool:
        """Return whether the line, or its quote, is indented so far that it is code."""
        return (line.depth > 0 and self._is_far(line.margin, 0)) or self._is_far(line.indent, line.depth)

    def _is_far(self, indent: int, depth: int) -> bool:
        # Hosts differ in where the text of a list item begins.
        holders = self._holders[depth] if depth < len(self._holders) else []
        return indent >= (holders[-1] + 2 * _CODE_INDENT if holders else _CODE_INDENT)

    def _end(self, begin: int, opening: _Line, fence: FenceOpening) -> tuple[int, bool]:
        """Return the line that a fence ends with, and whether that line closes it."""
        within = next(iter(self._holders[opening.depth][-1:]), -1)
        for number in range(begin + 1, len(self._lines)):
            line = self._lines[number]
            if line.depth < opening.depth or (line.text and line.indent <= within):
                return number, False
            if fence.is_closed_by(line.text):
                return number, True
        return len(self._lines), False

    def _blocks_in(
        self, begin: int, end: int, opening: _Line, fence: FenceOpening, closed: bool
    ) -> Iterator[PageBlock]:
        column = opening.width + opening.indent + 1
        # Without the indentation of the opening.
        body = [line.whole[min(line.indent, opening.indent) :] for line in self._lines[begin + 1 : end]]
        header = fence.header
        if header is not None:
            options, text, taken = split_option_lines("\n".join(body))
            problem = ("", "") if closed else _NO_END
            raw = {**header, **options}
            yield PageBlock(begin + 1, column, raw, text, begin + 2 + taken, column, problem)
        elif fence.directive == "eval-rst":
            self.prose += range(begin + 1, end)
            yield from _rest_blocks(body, begin + 2, column)


def _split(line: str) -> _Line:
    if "\t" in line[: len(line) - len(line.lstrip("> \t"))]:
        start = len(line) - len(line.lstrip("> \t"))
        line = line[:start].expandtabs(_TAB_WIDTH) + line[start:]
    quotes = _QUOTES.match(line)
    if quotes is None:
        return _Line(0, 0, 0, line)
    return _Line(quotes[0].count(">"), _indent_of(line), quotes.end(), line[quotes.end() :])
