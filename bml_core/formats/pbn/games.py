"""The games of a PBN file in any layout: tag pairs, and the text after each.

Numbers in parentheses are the sections of PBN 2.1.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from bml_core._package import checked
from bml_core.diagnostics import Diagnostic, Location
from bml_core.files import Source, cut_lines, decode_block, read_blocks

SECTIONS = ("Auction", "Play")
_TEXT = Path(__file__).with_name("tags.txt").read_text("utf-8")
*_LISTS, VALUE_FORMS = re.sub(r"(?m)^#.*\n", "", _TEXT).split("\n\n")
MANDATORY, _OTHER_TAGS, _TABLE_TAGS, SHOWN_TAGS = (tuple(names.split()) for names in _LISTS)
TABLES = frozenset(_TABLE_TAGS)
STANDARD_TAGS = frozenset((*MANDATORY, *_OTHER_TAGS))
# The tags whose value may not be taken over from an earlier game.
_OWN_TAGS = "Dealer Vulnerable Deal Declarer Contract Auction Play Note"
_NOT_INHERITED = frozenset(_OWN_TAGS.split())
# The tags that have a place of their own in a board; all others are its facts.
SEAT_TAGS = ("North", "East", "South", "West")
NO_FACT = frozenset((*MANDATORY[3:11], *MANDATORY[12:], *SECTIONS, "Note", ""))
_TAG_NAMES = {name.lower(): name for name in (*STANDARD_TAGS, *TABLES, *SHOWN_TAGS)}

# ---------------------------------------------------------------- tag pairs

STRING = r'"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"?'
_HAND = r"(?:-|[2-9TJQKA10x]*(?:\.[2-9TJQKA10x]*){3})"
DEAL_LINE = rf"[NESWnesw]:(?=[^\n]*\.)(?i:{_HAND}(?:[ \t]+{_HAND}){{3}})[ \t]*(?=\n|\Z)"
"""A deal that is in a line without its tag."""
# Anything between tag pairs: nothing in comments, strings and escaped lines begins a tag pair.
_BETWEEN = rf'(?:(?!^[ \t]*{DEAL_LINE})(?:[^\[{{;%"\n]++|\n)|\{{[^}}]*+\}}?|;[^\n]*+|^%[^\n]*+|{STRING}|%)*+'
_HEAD = re.compile(_BETWEEN, re.MULTILINE)
_PAIR = re.compile(
    rf'\[\s*([A-Za-z0-9_]+)\s*"([^"\\\n]*+(?:\\.[^"\\\n]*+)*+)"\s*\]({_BETWEEN})', re.MULTILINE
)
# A malformed tag pair: quotes inside its value, or a part of it missing.
_MALFORMED = {
    "quotes": re.compile(rf'\[\s*([A-Za-z0-9_]+)\s*"(.{{0,300}}?)"\s*\]({_BETWEEN})', re.MULTILINE),
    "form": re.compile(
        rf'\[[ \t]*([A-Za-z0-9_]+)[ \t]*"?([^"\]\n\[]*+)"?[ \t]*\]?({_BETWEEN})', re.MULTILINE
    ),
}
_LINE = re.compile(rf"[ \t]*({DEAL_LINE})({_BETWEEN})", re.MULTILINE)
_STRAY = re.compile(rf"\[{_BETWEEN}", re.MULTILINE)
_OTHER_QUOTES = " \t'\u2018\u2019\u201c\u201d\u201e\u00ab\u00bb"
_ESCAPED = re.compile(r'\\(["\\])')


class Tag(NamedTuple):
    """A tag pair and the text after it, up to the next one: comments, calls, cards, rows of a table.

    Attributes:
        name: The name; one that the standard knows in the letters of the standard.
        value: The value, with its escapes resolved.
        body: The text after the pair.
        defect: What is wrong with the form of the pair: ``quotes`` (unescaped ones in the value), ``form``
            (a bracket or a quote is missing), ``line`` (a deal without its tag), ``case`` (``[board "4"]``),
            or "".
        at: The index of the bracket in the text of the game.
        body_at: The index of the body in the text of the game.
    """

    name: str
    value: str
    body: str = ""
    defect: str = ""
    at: int = 0
    body_at: int = 0


def _head_of(text: str) -> str:
    """Return the text before the first tag pair, or before a deal without its tag."""
    head = _HEAD.match(text)
    return head[0] if head else ""


def _parse_tags(text: str, at: int) -> Iterator[Tag]:
    """Yield each tag pair of a game, of which the first begins at ``at``."""
    while at < len(text):
        match = _PAIR.match(text, at)
        if match is not None:
            value = match[2]
            if "\\" in value:
                value = _ESCAPED.sub(r"\1", value)
            name = _TAG_NAMES.get(match[1].lower(), match[1])
            tag = Tag(name, value, match[3], "" if name == match[1] else "case", at, match.start(3))
        elif line := _LINE.match(text, at):
            tag = Tag("Deal", line[1].strip(), line[2], "line", at, line.start(2))
        else:
            tag = _parse_malformed(text, at)
        yield tag
        at = tag.body_at + len(tag.body)


def _parse_malformed(text: str, at: int) -> Tag:
    for defect, pattern in _MALFORMED.items():
        match = pattern.match(text, at)
        if match is not None:
            value = _ESCAPED.sub(r"\1", match[2].strip(_OTHER_QUOTES))
            name = _TAG_NAMES.get(match[1].lower(), match[1])
            return Tag(name, value, match[3], defect, at, match.start(3))
    stray = _STRAY.match(text, at)
    end = stray.end() if stray else at + 1
    return Tag("", "", text[at:end], "form", at, at)


# ---------------------------------------------------------------- games


class Game(NamedTuple):
    """One game of a file.

    Attributes:
        text: The game as it was written, with newline characters.
        line: The line of the file that ``text`` begins with, from 1.
        head: The text before the first tag pair.
        tags: The tag pairs in order, repeated ones too.
        values: The value of each tag; of a repeated one the first, of an inherited one the inherited value.
        inherited: Values that stem from an earlier game.
        file: The name of the file.
        number: Which game of the file it is, from 1.

    >>> game = next(read_games('[Board "7"][Dealer "S"]'))
    >>> game.values["Dealer"], game.values.get("Deal")
    ('S', None)
    """

    text: str
    line: int
    head: str
    tags: tuple[Tag, ...]
    values: Mapping[str, str]
    inherited: tuple[tuple[str, str], ...] = ()
    file: str = ""
    number: int = 1

    def location(self, at: int) -> Location:
        """Return where in the file the character of ``text`` at this index is."""
        line_start = self.text.rfind("\n", 0, at) + 1
        return Location(self.file, self.line + self.text.count("\n", 0, at), at - line_start + 1)

    def diagnostic(self, code: str, section: str, at: int, sentence: str, hint: str = "") -> Diagnostic:
        """Return a diagnostic about the character at this index, by a section of PBN 2.1."""
        message = f"Game {self.number}, PBN {section}: {sentence}"
        return Diagnostic(code, message, self.location(min(at, len(self.text))), hint)


@checked
def read_games(source: Source, file: str = "") -> Iterator[Game]:
    r"""Yield the games of a source, one after the other; nothing is too wrong to be read.

    A game with a second ``Deal`` is two games: the empty line between them is missing. Text outside of all
    games goes to the game after it, at the end of the file to the last one.

    Args:
        source: A text, bytes, or an open binary file, of which a little is held at a time.
        file: The name for diagnostics.

    >>> [game.values["Board"] for game in read_games('[Board "1"]\n\n[Board "2"]\n')]
    ['1', '2']
    """
    return (game for game in read_all(source, file) if game.tags)


def read_all(source: Source, file: str) -> Iterator[Game]:
    """Yield the games of a source; one without any tag pair gives its text as a game without tags.

    Values may stem from earlier games (4.8): ``#`` is the value in the game before; ``##text`` stays until
    the tag has another value.
    """
    latest: dict[str, str] = {}
    standing: dict[str, None] = {}
    for number, (text, line, head, tags) in enumerate(_game_texts(read_blocks(source)), 1):
        values: dict[str, str] = {}
        for tag in tags:
            # Of a repeated tag the first one is used.
            values.setdefault(tag.name, tag.value)
        signs = [item for item in reversed(values.items()) if item[1].startswith("#")]
        inherited = {name: latest[name] for name in standing if name not in values}
        inherited |= {name: _resolved(name, value, latest.get(name, "")) for name, value in signs}
        standing |= {name: None for name, value in signs if value[1:2] == "#" and name not in _NOT_INHERITED}
        values |= inherited
        latest |= values
        yield Game(text, line, head, tags, values, tuple(inherited.items()), file, number)


def _resolved(name: str, value: str, latest: str) -> str:
    if name in _NOT_INHERITED or value[1:2] not in ("", "#"):
        return value
    return latest if value == "#" else value[2:]


def _game_texts(blocks: Iterable[bytes]) -> Iterator[tuple[str, int, str, tuple[Tag, ...]]]:
    """Yield text, line, head and tags of each game; two deals are two games, even without an empty line."""
    for text, line, head in _joined_texts(blocks):
        tags = tuple(_parse_tags(text, len(head)))
        if sum(tag.name == "Deal" for tag in tags) < 2:
            yield text, line, head, tags
            continue
        for start, end in _divide(text, tags):
            part = text[start:end]
            own_head = "" if start else head
            yield part, line, own_head, tuple(_parse_tags(part, len(own_head)))
            line += part.count("\n")


def _divide(text: str, tags: Sequence[Tag]) -> Iterator[tuple[int, int]]:
    """Yield where each game of a text begins and ends; the empty lines between them may be missing.

    A further game begins at the first tag that it has already, if another deal follows.
    """
    start = 0
    names: set[str] = set()
    deal = ""
    repeated: int | None = None
    for index, tag in enumerate(tags):
        if repeated is None and tag.name in names and tag.name != "Note":
            repeated = index
        if tag.name == "Deal":
            if repeated is not None and "Deal" in names and (tag.value != deal or tag.defect == "line"):
                yield start, tags[repeated].at
                start = tags[repeated].at
                names = {other.name for other in tags[repeated:index]}
                repeated = None
            deal = tag.value
        names.add(tag.name)
    yield start, len(text)


def _joined_texts(blocks: Iterable[bytes]) -> Iterator[tuple[str, int, str]]:
    """Yield text, line and head of each game; texts without tag pairs go to a neighbour."""
    waiting: list[str] = []
    start = end = 0
    last: tuple[str, int, str] | None = None
    for text, line in _texts_between_empty_lines(blocks):
        head = _head_of(text)
        has_tags = len(head) < len(text)
        if waiting or not has_tags:
            waiting.append("\n" * (line - end if waiting else 0))
            start = start if len(waiting) > 1 else line
            end = line + text.count("\n")
            if not has_tags:
                waiting.append(text)
                continue
        if last is not None:
            yield last
        # A comment without its end is part of the head, but no tag pair is part of it.
        before = "".join(waiting)
        last = (before + text, start if waiting else line, before + head)
        waiting = []
    rest = "".join(waiting)
    if last is None:
        yield from [(rest, start, _head_of(rest))] if waiting else ()
        return
    text, line, head = last
    if waiting:
        text += "\n" * max(1, start - line - text.count("\n")) + rest
    yield text, line, head


_EMPTY_LINES = re.compile(rb"(?:[ \t]*\n)+")
_SEPARATOR = re.compile(rb"\n[ \t]*(?=\n)")
# Text in which a brace has no meaning, or a brace comment; the group is empty where its end is missing.
_COVERED = re.compile(rb'"(?:[^"\\\n]|\\.)*+"?|;[^\n]*|^%[^\n]*|\{[^}]*+(\}?)', re.MULTILINE)


def _texts_between_empty_lines(blocks: Iterable[bytes]) -> Iterator[tuple[str, int]]:
    r"""Yield the texts between empty lines, each decoded by itself, with the line that it begins with.

    An empty line inside a brace comment does not end a text. A comment without its end ends with its text,
    so that nothing after it is lost.

    >>> list(_texts_between_empty_lines([b'[Board "1"]\n\n{a\n', b"\nb}\n"]))
    [('[Board "1"]', 1), ('{a\n\nb}\n', 3)]
    """
    data = bytearray()
    line, last_brace = 1, -1
    # Where the text begins, and from where on it is searched for comments and for the empty line after it.
    start = looked_at = search_from = 0
    for block in chain(blocks, (None,)):
        if block is not None:
            brace = block.rfind(b"}")
            last_brace = last_brace if brace < 0 else len(data) + brace
            data += block
        while True:
            if looked_at == start and (empty := _EMPTY_LINES.match(data, start)):
                line += data.count(b"\n", start, empty.end())
                start = looked_at = search_from = empty.end()
            separator = _SEPARATOR.search(data, search_from)
            if separator is None and block is not None:
                # The end of the block may be half of a separator.
                search_from = max(search_from, data.rfind(b"\n"))
                break
            end = separator.start() if separator else len(data)
            if _opens_comment(data, looked_at, end):
                if end <= last_brace:
                    looked_at = search_from = data.index(b"}", end) + 1
                    continue
                if block is not None:
                    # The comment may end in the next block.
                    break
            if end == start:
                break
            # What is cut off is reported with the line.
            yield cut_lines(decode_block(bytes(data[start:end])), "").value, line
            line += data.count(b"\n", start, end)
            start = looked_at = search_from = end
        del data[:start]
        last_brace, looked_at, search_from = last_brace - start, looked_at - start, search_from - start
        start = 0


def _opens_comment(data: bytearray, start: int, end: int) -> bool:
    if data.find(b"{", start, end) < 0:
        return False
    return any(match[1] == b"" for match in _COVERED.finditer(data, start, end))
