"""The games of a PBN file: their tag pairs and what stands below each, as it was written."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from bml_core.diagnostics import Location
from bml_core.formats.pbn.pieces import Piece, pieces
from bml_core.formats.sources import Source

_STRING = r'"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"?'
# Whatever stands between tag pairs: nothing in comments, strings and escaped lines begins a tag pair.
_BETWEEN = rf'(?:[^\[{{;%"]++|\{{[^}}]*+\}}?|;[^\n]*+|^%[^\n]*+|{_STRING}|%)*+'
_TAG = rf'\[\s*([A-Za-z0-9_]+)\s*"([^"\\\n]*+(?:\\.[^"\\\n]*+)*+)"\s*\]({_BETWEEN})'
_BEFORE = re.compile(_BETWEEN, re.MULTILINE)
_ENTRY = re.compile(_TAG, re.MULTILINE)
# A tag pair with a fault: quotes inside its value, or something of it missing.
_BROKEN = (
    (re.compile(rf'\[\s*([A-Za-z0-9_]+)\s*"(.{{0,300}}?)"\s*\]({_BETWEEN})', re.MULTILINE), "quotes"),
    (
        re.compile(rf'\[[ \t]*([A-Za-z0-9_]+)[ \t]*"?([^"\]\n\[]*+)"?[ \t]*\]?({_BETWEEN})', re.MULTILINE),
        "form",
    ),
)
_STRAY = re.compile(rf"\[{_BETWEEN}", re.MULTILINE)
# Most games have no comments and no escapes; the empty group is the fault that a tag does not have.
_SPECIAL = re.compile(r"[{;%\\]")
_PLAIN_ENTRY = re.compile(r'\[\s*([A-Za-z0-9_]+)\s*"([^"\n]*+)"\s*\]([^\["]*+)()')
_DEAL = re.compile(r"\[\s*Deal\s")
_ESCAPED = re.compile(r'\\(["\\])')
SECTIONS = ("Auction", "Play")
NOT_INHERITED = frozenset(("Dealer", "Vulnerable", "Deal", "Declarer", "Contract", "Auction", "Play", "Note"))
"""The tags whose value may not be taken over from an earlier game."""


class Tag(NamedTuple):
    """A tag pair and what stands after it, up to the next one: comments, calls, cards, rows of a table.

    ``value`` has its escapes resolved; ``fault`` says what was wrong with the form of the pair: ``quotes``
    (unescaped ones in the value), ``form`` (a bracket or a quote is missing), or nothing.
    """

    name: str
    value: str
    body: str = ""
    fault: str = ""


_MOST_UNMERGED = 64
# What Tag() comes down to, for the many tags of a large file.
_make_tag: Callable[[type[Tag], tuple[str, str, str, str]], Tag] = tuple.__new__


@dataclass(frozen=True, slots=True)
class Game:
    """One game of a file.

    Attributes:
        text: The game as it was written, with newline characters.
        line: The line of the file that ``text`` begins with.
        head: What stands before the first tag pair.
        tags: The tag pairs in order, repeated ones too.
        inherited: Values that stem from an earlier game.
        file: The name of the file.
        number: Which game of the file it is, from 1.

    >>> game = next(read('[Board "7"][Dealer "S"]'))
    >>> game.value("Dealer"), game.value("Deal")
    ('S', None)
    """

    text: str
    line: int
    head: str
    tags: tuple[Tag, ...]
    inherited: tuple[tuple[str, str], ...] = ()
    file: str = ""
    number: int = 1

    @property
    def values(self) -> dict[str, str]:
        """The value of each tag; of a repeated one the first, of an inherited one what was inherited."""
        values = {tag.name: tag.value for tag in reversed(self.tags)}
        values.update(self.inherited)
        return values

    def value(self, name: str) -> str | None:
        """The value of a tag, or None where the game has no such tag."""
        return self.values.get(name)

    def place(self, offset: int) -> Location:
        """The place in the file of a character of ``text``."""
        line_start = self.text.rfind("\n", 0, offset) + 1
        return Location(self.file, self.line + self.text.count("\n", 0, offset), offset - line_start + 1)

    def placed_tags(self) -> Iterator[tuple[Tag, int, int]]:
        """Each tag pair with the places in ``text`` of its bracket and of its body."""
        at = len(self.head)
        for tag, length in _entries(self.text, at):
            yield tag, at, at + length - len(tag.body)
            at += length


def read(source: Source, file: str = "") -> Iterator[Game]:
    r"""The games of a source, one after the other; nothing is too wrong to be read.

    A game with a second ``Deal`` is two games: the empty line between them is missing. What stands outside
    of all games goes to the game after it, at the end of the file to the last one.

    Args:
        source: A text, bytes, or an open binary file, of which a little is held at a time.
        file: The name for diagnostics.

    >>> [game.value("Board") for game in read('[Board "1"]\n\n[Board "2"]\n')]
    ['1', '2']
    """
    return (game for game in read_all(source, file) if game.tags)


def read_all(source: Source, file: str = "") -> Iterator[Game]:
    """The same, and of a source with no tag pair at all what it has, as a game without tags."""
    inheritance = _Inheritance()
    for number, (text, line) in enumerate(_game_texts(pieces(source)), 1):
        yield inheritance.game(text, line, file, number)


def _game_texts(cut: Iterable[Piece]) -> Iterator[tuple[str, int]]:
    """The text and the line of each game; pieces without tag pairs are joined to a neighbour."""
    waiting: list[str] = []
    start = end = 0
    last: tuple[str, int] | None = None
    for piece in cut:
        if waiting or not _has_tags(piece.text):
            waiting.append("\n" * (piece.line - end if waiting else 0) + piece.text)
            start = start if len(waiting) > 1 else piece.line
            end = piece.line + piece.text.count("\n")
            if not _has_tags(piece.text):
                continue
            piece = Piece("".join(waiting), start)
            waiting = []
        if last is not None:
            yield from _separate(*last)
        last = (piece.text, piece.line)
    if last is None:
        yield from [("".join(waiting), start)] if waiting else ()
        return
    text, line = last
    if waiting:
        text += "\n" * max(1, start - line - text.count("\n")) + "".join(waiting)
    yield from _separate(text, line)


def _has_tags(text: str) -> bool:
    at = text.find("[")
    if at <= 0:
        return at == 0
    before = _BEFORE.match(text)
    return before is not None and before.end() < len(text)


def _separate(text: str, line: int) -> Iterator[tuple[str, int]]:
    """The games of a text in which the empty lines between them may be missing."""
    if len(_DEAL.findall(text)) < 2:
        yield text, line
        return
    start = 0
    for cut in (*_game_starts(text), len(text)):
        yield text[start:cut], line
        line += text.count("\n", start, cut)
        start = cut


def _game_starts(text: str) -> Iterator[int]:
    """Where further games begin: at the first tag that is there already, if another deal follows."""
    names: set[str] = set()
    deal = ""
    repeated = -1
    at = len(_head(text))
    for tag, length in _entries(text, at):
        if tag.name in names and tag.name != "Note" and repeated < 0:
            repeated = at
        if tag.name == "Deal" and "Deal" in names and tag.value != deal:
            yield repeated
            names = {later.name for later, _ in _entries(text[repeated : at + length], 0)}
            repeated = -1
        if tag.name == "Deal":
            deal = tag.value
        names.add(tag.name)
        at += length


def _head(text: str) -> str:
    if text.startswith("["):
        return ""
    before = _BEFORE.match(text)
    return before[0] if before else ""


def _tags(text: str, at: int) -> tuple[Tag, ...]:
    if not _SPECIAL.search(text, at):
        found = _PLAIN_ENTRY.findall(text, at)
        # Every bracket and every quote belongs to a tag pair, so that nothing stands between them unread.
        if text.count("[", at) == len(found) and text.count('"', at) == 2 * len(found):
            return tuple([_make_tag(Tag, entry) for entry in found])
    return tuple(tag for tag, _ in _entries(text, at))


def _entries(text: str, at: int) -> Iterator[tuple[Tag, int]]:
    """Each tag pair from ``at`` on and how long it is with its body."""
    while at < len(text):
        found = _ENTRY.match(text, at)
        if found is not None:
            yield Tag(found[1], _ESCAPED.sub(r"\1", found[2]), found[3]), len(found[0])
            at = found.end()
        else:
            tag, length = _broken(text, at)
            yield tag, length
            at += length


def _broken(text: str, at: int) -> tuple[Tag, int]:
    for pattern, fault in _BROKEN:
        found = pattern.match(text, at)
        if found is not None:
            return Tag(found[1], _ESCAPED.sub(r"\1", found[2].rstrip()), found[3], fault), len(found[0])
    stray = _STRAY.match(text, at)
    length = len(stray[0]) if stray else 1
    return Tag("", "", text[at : at + length], "form"), length


class _Inheritance:
    """What later games take over: ``#`` from the game before, ``##text`` until it is said anew."""

    def __init__(self) -> None:
        self.latest: dict[str, str] = {}
        self.unmerged: list[tuple[Tag, ...]] = []
        self.standing: dict[str, None] = {}

    def game(self, text: str, line: int, file: str, number: int) -> Game:
        head = _head(text)
        tags = _tags(text, len(head))
        inherited: dict[str, str] = {}
        if self.standing or '"#' in text:
            self._merge()
            values = {tag.name: tag.value for tag in reversed(tags)}
            inherited = {name: self.latest[name] for name in self.standing if name not in values}
            inherited |= {name: self._resolved(name, v) for name, v in values.items() if v.startswith("#")}
        self._remember(tags)
        if inherited:
            self._merge()
            self.latest.update(inherited)
        return Game(text, line, head, tags, tuple(inherited.items()), file, number)

    def _remember(self, tags: tuple[Tag, ...]) -> None:
        """Most files inherit nothing: the tags of many games are put together when somebody asks for them."""
        self.unmerged.append(tags)
        if len(self.unmerged) > _MOST_UNMERGED:
            self._merge()

    def _merge(self) -> None:
        for tags in self.unmerged:
            self.latest.update([tag[:2] for tag in reversed(tags)])
        self.unmerged.clear()

    def _resolved(self, name: str, value: str) -> str:
        if name in NOT_INHERITED or (value[1:] and value[1] != "#"):
            return value
        if value == "#":
            return self.latest.get(name, "")
        self.standing[name] = None
        return value[2:]
