"""The games of a PBN file: their tag pairs and the text below each, as it was written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from bml_core._package import checked
from bml_core.diagnostics import Diagnostic, Location
from bml_core.files import Source, cut_lines, decode_block, read_blocks

SECTIONS = ("Auction", "Play")
NOT_INHERITED = frozenset(("Dealer", "Vulnerable", "Deal", "Declarer", "Contract", "Auction", "Play", "Note"))
"""The tags whose value may not be taken over from an earlier game."""
BOARD_TAGS = (
    "Board", "West", "North", "East", "South", "Dealer", "Vulnerable", "Deal", "Declarer", "Contract",
    "Result",
)  # fmt: skip
"""The tags that have a place of their own in a board; all others are its facts."""
NO_FACT = frozenset((*BOARD_TAGS, "Auction", "Play", "Note", ""))
STANDARD_TAGS = frozenset(
    (
        *BOARD_TAGS, *SECTIONS, "Note", "Event", "Site", "Date", "Scoring",
        "Annotator", "AnnotatorNA", "Application", "BidSystemEW", "BidSystemNS", "Competition", "DealId",
        "Description", "EastNA", "EastType", "EventDate", "EventSponsor", "FrenchMP", "Generator", "Hidden",
        "HomeTeam", "Mode", "NorthNA", "NorthType", "OptimumScore", "PairEW", "PairNS", "Room", "Round",
        "Score", "ScoreIMP", "ScoreMP", "ScorePercentage", "ScoreRubber", "ScoreRubberHistory", "Section",
        "SouthNA", "SouthType", "Stage", "Table", "Termination", "Time", "TimeCall", "TimeCard",
        "TimeControl", "UTCDate", "UTCTime", "VisitTeam", "WestNA", "WestType",
    )
)  # fmt: skip
"""All tags of the standard but its tables."""
TABLES = {
    "ActionTable": "5.3",
    "AuctionTimeTable": "5.4",
    "InstantScoreTable": "5.5",
    "OptimumPlayTable": "5.6",
    "OptimumResultTable": "5.7",
    "PlayTimeTable": "5.8",
    "ScoreTable": "5.9",
    "TotalScoreTable": "5.10",
}
"""The tables of the standard, and the section that describes each."""

_STRING = r'"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"?'
_HAND = r"(?:-|[2-9TJQKA10x]*(?:\.[2-9TJQKA10x]*){3})"
DEAL_LINE = rf"[NESWnesw]:(?=[^\n]*\.)(?i:{_HAND}(?:[ \t]+{_HAND}){{3}})[ \t]*(?=\n|\Z)"
"""A deal that is in a line without its tag."""
# Anything between tag pairs: nothing in comments, strings and escaped lines begins a tag pair.
_BETWEEN = rf'(?:(?!^[ \t]*{DEAL_LINE})(?:[^\[{{;%"\n]++|\n)|\{{[^}}]*+\}}?|;[^\n]*+|^%[^\n]*+|{_STRING}|%)*+'
_TAG = rf'\[\s*([A-Za-z0-9_]+)\s*"([^"\\\n]*+(?:\\.[^"\\\n]*+)*+)"\s*\]({_BETWEEN})'
_BEFORE = re.compile(_BETWEEN, re.MULTILINE)
_ENTRY = re.compile(_TAG, re.MULTILINE)
# A malformed tag pair: quotes inside its value, or a part of it missing.
_MALFORMED = {
    "quotes": re.compile(rf'\[\s*([A-Za-z0-9_]+)\s*"(.{{0,300}}?)"\s*\]({_BETWEEN})', re.MULTILINE),
    "form": re.compile(
        rf'\[[ \t]*([A-Za-z0-9_]+)[ \t]*"?([^"\]\n\[]*+)"?[ \t]*\]?({_BETWEEN})', re.MULTILINE
    ),
}
_LINE = re.compile(rf"[ \t]*({DEAL_LINE})({_BETWEEN})", re.MULTILINE)
_STRAY = re.compile(rf"\[{_BETWEEN}", re.MULTILINE)
_ESCAPED = re.compile(r'\\(["\\])')


class Tag(NamedTuple):
    """A tag pair and the text after it, up to the next one: comments, calls, cards, rows of a table.

    Attributes:
        name: The name.
        value: The value, with its escapes resolved.
        body: The text after the pair.
        defect: What is wrong with the form of the pair: ``quotes`` (unescaped ones in the value), ``form``
            (a bracket or a quote is missing), ``line`` (a deal without its tag), or "".
        at: The place of the bracket in the text of the game.
        body_at: The place of the body in the text of the game.
    """

    name: str
    value: str
    body: str = ""
    defect: str = ""
    at: int = 0
    body_at: int = 0


def head_of(text: str) -> str:
    r"""Return the text before the first tag pair of a game.

    >>> head_of('% PBN 2.1\n[Board "7"]')
    '% PBN 2.1\n'
    """
    before = _BEFORE.match(text)
    return before[0] if before else ""


def has_tags(text: str) -> bool:
    """Return whether a text has the bracket of a tag pair outside of comments, or a deal without its tag.

    >>> has_tags('[Board "7"]'), has_tags('{[Board "7"]}'), has_tags("N:AK2... - - -")
    (True, False, True)
    """
    return ("[" in text or "." in text) and len(head_of(text)) < len(text)


def parse_tags(text: str, at: int) -> Iterator[Tag]:
    """Yield each tag pair of a game, of which the first begins at ``at``.

    >>> next(parse_tags('[Auction "N"] Pass', 0))
    Tag(name='Auction', value='N', body=' Pass', defect='', at=0, body_at=13)
    """
    while at < len(text):
        match = _ENTRY.match(text, at)
        if match is None and (line := _LINE.match(text, at)) is not None:
            tag = Tag("Deal", line[1].strip(), line[2], "line", at, line.start(2))
        elif match is None:
            tag = _parse_malformed(text, at)
        else:
            value = match[2]
            if "\\" in value:
                value = _ESCAPED.sub(r"\1", value)
            tag = Tag(match[1], value, match[3], "", at, match.start(3))
        yield tag
        at = tag.body_at + len(tag.body)


def _parse_malformed(text: str, at: int) -> Tag:
    for defect, pattern in _MALFORMED.items():
        match = pattern.match(text, at)
        if match is not None:
            value = _ESCAPED.sub(r"\1", match[2].rstrip())
            return Tag(match[1], value, match[3], defect, at, match.start(3))
    stray = _STRAY.match(text, at)
    end = stray.end() if stray else at + 1
    return Tag("", "", text[at:end], "form", at, at)


# ---------------------------------------------------------------- games

Errors = Iterator[tuple[str, str, int, str, str]]
"""What is wrong with a game: code, section of PBN 2.1, place in the text of the game, sentence, hint."""


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

    @checked
    def place(self, offset: int) -> Location:
        """Return the place in the file of a character of ``text``."""
        line_start = self.text.rfind("\n", 0, offset) + 1
        return Location(self.file, self.line + self.text.count("\n", 0, offset), offset - line_start + 1)

    @checked
    def diagnostic(self, code: str, section: str, at: int, sentence: str, hint: str = "") -> Diagnostic:
        """Return a diagnostic about the character at ``at``, by a section of PBN 2.1."""
        message = f"Game {self.number}, PBN {section}: {sentence}"
        return Diagnostic(code, message, self.place(min(at, len(self.text))), hint)


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


def read_all(source: Source, file: str = "") -> Iterator[Game]:
    """Yield the games of a source; one without any tag pair gives its text as a game without tags."""
    reader = _Reader(file)
    for text, line, head in _texts(_Cutter(read_blocks(source)).pieces()):
        tags = tuple(parse_tags(text, len(head)))
        if sum(tag.name == "Deal" for tag in tags) < 2:
            yield reader.game(text, line, head, tags)
            continue
        for start, end in _divide(text, tags):
            part = text[start:end]
            own_head = "" if start else head
            yield reader.game(part, line, own_head, tuple(parse_tags(part, len(own_head))))
            line += part.count("\n")


class _Reader:
    """Makes games, with the values that they take over from earlier ones.

    ``#`` is the value in the game before; ``##text`` stays until the tag has another value.
    """

    def __init__(self, file: str) -> None:
        self.file = file
        self.number = 0
        self.latest: dict[str, str] = {}
        self.standing: dict[str, None] = {}

    def game(self, text: str, line: int, head: str, tags: tuple[Tag, ...]) -> Game:
        """Return the next game of the file."""
        self.number += 1
        # Of a repeated tag the first one is used.
        values = {tag.name: tag.value for tag in reversed(tags)}
        values = {tag.name: values[tag.name] for tag in tags}
        inherited = {name: self.latest[name] for name in self.standing if name not in values}
        inherited |= {
            name: self._resolved(name, value)
            for name, value in reversed(values.items())
            if value.startswith("#")
        }
        values |= inherited
        self.latest |= values
        return Game(text, line, head, tags, values, tuple(inherited.items()), self.file, self.number)

    def _resolved(self, name: str, value: str) -> str:
        if name in NOT_INHERITED or (value[1:] and value[1] != "#"):
            return value
        if value == "#":
            return self.latest.get(name, "")
        self.standing[name] = None
        return value[2:]


def _texts(pieces: Iterable[_Piece]) -> Iterator[tuple[str, int, str]]:
    """Yield text, line and head of each game, mostly; pieces without tag pairs go to a neighbour."""
    waiting: list[str] = []
    start = end = 0
    last: tuple[str, int, str] | None = None
    for piece in pieces:
        if waiting or not has_tags(piece.text):
            waiting.append("\n" * (piece.line - end if waiting else 0))
            start = start if len(waiting) > 1 else piece.line
            end = piece.line + piece.text.count("\n")
            if not has_tags(piece.text):
                waiting.append(piece.text)
                continue
        if last is not None:
            yield last
        # A comment without its end is part of the head, but no tag pair is part of it.
        head = "".join(waiting) + head_of(piece.text)
        last = ("".join((*waiting, piece.text)), start if waiting else piece.line, head)
        waiting = []
    if last is None:
        yield from [("".join(waiting), start, head_of("".join(waiting)))] if waiting else ()
        return
    text, line, head = last
    if waiting:
        text += "\n" * max(1, start - line - text.count("\n")) + "".join(waiting)
    yield text, line, head


def _divide(text: str, tags: Sequence[Tag]) -> Iterator[tuple[int, int]]:
    """Yield where each game of a text begins and ends; the empty lines between them may be missing.

    A further game begins at the first tag that it has already, if another deal follows.
    """
    start = 0
    names: set[str] = set()
    deal = ""
    repeated: int | None = None
    for place, tag in enumerate(tags):
        if repeated is None and tag.name in names and tag.name != "Note":
            repeated = place
        if tag.name == "Deal":
            if repeated is not None and "Deal" in names and (tag.value != deal or tag.defect == "line"):
                yield start, tags[repeated].at
                start = tags[repeated].at
                names = {other.name for other in tags[repeated:place]}
                repeated = None
            deal = tag.value
        names.add(tag.name)
    yield start, len(text)


# ---------------------------------------------------------------- pieces

_EMPTY_LINES = re.compile(rb"(?:[ \t]*\n)+")
_SEPARATOR = re.compile(rb"\n[ \t]*(?=\n)")
# Text in which a brace has no meaning, or a brace comment; the group is empty where its end is missing.
_COVERED = re.compile(rb'"(?:[^"\\\n]|\\.)*+"?|;[^\n]*|^%[^\n]*|\{[^}]*+(\}?)', re.MULTILINE)


class _Piece(NamedTuple):
    """The text between two empty lines, its lines ended by a newline character; ``line`` counts from 1."""

    text: str
    line: int


class _Cutter:
    r"""Cuts blocks at empty lines; holds no more than a block and the piece it ends in.

    An empty line inside a brace comment does not end a piece. A comment without its end ends with its piece,
    so that nothing after it is lost.

    >>> [tuple(piece) for piece in _Cutter(iter([b'[Board "1"]\n\n{a\n\nb}\n'])).pieces()]
    [('[Board "1"]', 1), ('{a\n\nb}\n', 3)]
    """

    def __init__(self, blocks: Iterator[bytes]) -> None:
        self.blocks = blocks
        self.buffer = bytearray()
        self.start = 0
        self.line = 1
        self.no_end_ahead = False

    def pieces(self) -> Iterator[_Piece]:
        """Yield the pieces in order."""
        while True:
            self._skip_empty_lines()
            end = self._end()
            if end > self.start:
                text = bytes(self.buffer[self.start : end])
                # What is cut off is reported with the line.
                yield _Piece(cut_lines(decode_block(text), "").value, self.line)
                self.line += text.count(b"\n")
                self.start = end
            elif not self._read_more():
                return

    def _read_more(self) -> bool:
        """Read another block, and drop the text that was given out."""
        block = next(self.blocks, None)
        if block is None:
            return False
        del self.buffer[: self.start]
        self.start = 0
        self.buffer += block
        return True

    def _skip_empty_lines(self) -> None:
        if self.start == len(self.buffer) and not self._read_more():
            return
        while match := _EMPTY_LINES.match(self.buffer, self.start):
            self.line += self.buffer.count(b"\n", self.start, match.end())
            self.start = match.end()
            if self.start < len(self.buffer) or not self._read_more():
                return

    def _end(self) -> int:
        """Return where the piece that begins at ``start`` ends, without its last newline."""
        length = 0
        while True:
            end = self._separator(self.start + length)
            if not self._opens_comment(self.start + length, end):
                return end
            length = end - self.start
            closed = self._closing_brace(self.start + length)
            if closed < 0:
                self.no_end_ahead = True
                return self.start + length
            length = closed + 1 - self.start

    def _separator(self, at: int) -> int:
        """Return where the next empty line is, or the end of all."""
        length = at - self.start
        while (match := _SEPARATOR.search(self.buffer, self.start + length)) is None:
            # The end of the buffer may be half of a separator.
            length = max(length, self.buffer.rfind(b"\n") - self.start)
            if not self._read_more():
                return len(self.buffer)
        return match.start()

    def _closing_brace(self, at: int) -> int:
        length = at - self.start
        while (place := self.buffer.find(b"}", self.start + length)) < 0:
            length = len(self.buffer) - self.start
            if not self._read_more():
                return -1
        return place

    def _opens_comment(self, start: int, end: int) -> bool:
        if self.no_end_ahead or self.buffer.find(b"{", start, end) < 0:
            return False
        return any(match[1] == b"" for match in _COVERED.finditer(self.buffer, start, end))
