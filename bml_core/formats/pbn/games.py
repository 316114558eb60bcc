"""The games of a PBN file: their tag pairs and what stands below each, as it was written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from bml_core.diagnostics import Location
from bml_core.formats.pbn.pieces import Piece, pieces
from bml_core.formats.pbn.tag_names import NOT_INHERITED
from bml_core.formats.pbn.tags import Columns, Tag, columns_of, entries, has_tags, head_of
from bml_core.formats.sources import Source

_DEAL = re.compile(r"\[\s*Deal\s")


class Game(NamedTuple):
    """One game of a file.

    Attributes:
        text: The game as it was written, with newline characters.
        line: The line of the file that ``text`` begins with.
        head: What stands before the first tag pair.
        columns: The tag pairs in order, repeated ones too; see ``tags``.
        values: The value of each tag; of a repeated one the first, of an inherited one what was inherited.
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
    columns: Columns
    values: Mapping[str, str]
    inherited: tuple[tuple[str, str], ...] = ()
    file: str = ""
    number: int = 1

    @property
    def tags(self) -> tuple[Tag, ...]:
        """The tag pairs in order, repeated ones too."""
        return tuple(map(Tag, *self.columns))

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
        for tag, length in entries(self.text, at):
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
    return (game for game in read_all(source, file) if game.columns.names)


def read_all(source: Source, file: str = "") -> Iterator[Game]:
    """The same, and of a source with no tag pair at all what it has, as a game without tags."""
    reader = _Reader(file)
    for text, line, head in _texts(pieces(source)):
        columns = columns_of(text, len(head))
        values = columns.first_values()
        if len(values) < len(columns.names) and len(_DEAL.findall(text)) > 1:
            for part, start in _separate(text, line, len(head)):
                columns = columns_of(part, len(head))
                yield reader.game(part, start, head, columns, columns.first_values())
                head = ""
        else:
            yield reader.game(text, line, head, columns, values)


def _texts(cut: Iterable[Piece]) -> Iterator[tuple[str, int, str]]:
    """The text, the line and the head of each game, mostly; pieces without tag pairs go to a neighbour."""
    waiting: list[str] = []
    start = end = 0
    last: tuple[str, int, str] | None = None
    for piece in cut:
        if waiting or not has_tags(piece.text):
            waiting.append("\n" * (piece.line - end if waiting else 0))
            start = start if len(waiting) > 1 else piece.line
            end = piece.line + piece.text.count("\n")
            if not has_tags(piece.text):
                waiting.append(piece.text)
                continue
        if last is not None:
            yield last
        # A comment without its end stands in the head, but no tag pair is part of it.
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


def _separate(text: str, line: int, at: int) -> Iterator[tuple[str, int]]:
    """The games of a text in which the empty lines between them may be missing."""
    start = 0
    for cut in (*_game_starts(text, at), len(text)):
        yield text[start:cut], line
        line += text.count("\n", start, cut)
        start = cut


def _game_starts(text: str, at: int) -> Iterator[int]:
    """Where further games begin: at the first tag that is there already, if another deal follows."""
    names: set[str] = set()
    deal = ""
    repeated = -1
    for tag, length in entries(text, at):
        if tag.name in names and tag.name != "Note" and repeated < 0:
            repeated = at
        if tag.name == "Deal" and "Deal" in names and tag.value != deal:
            yield repeated
            names = {later.name for later, _ in entries(text[repeated : at + length], 0)}
            repeated = -1
        if tag.name == "Deal":
            deal = tag.value
        names.add(tag.name)
        at += length


class _Reader:
    """Makes games, and knows what later ones take over.

    That is ``#`` from the game before, ``##text`` until it is said anew.
    """

    def __init__(self, file: str) -> None:
        self.file = file
        self.number = 0
        self.latest: dict[str, str] = {}
        self.before: Mapping[str, str] = {}
        self.names: tuple[str, ...] = ()
        """The values of the game before and the names of its tags; ``latest`` does not have them yet."""
        self.standing: dict[str, None] = {}

    def game(self, text: str, line: int, head: str, columns: Columns, values: dict[str, str]) -> Game:
        """The next game of the file; ``values`` are those of its own tags."""
        self.number += 1
        inherited: dict[str, str] = {}
        if self.standing or '"#' in text:
            self.latest.update(self.before)
            inherited = {name: self.latest[name] for name in self.standing if name not in values}
            inherited |= {
                name: self._resolved(name, v) for name, v in reversed(values.items()) if v.startswith("#")
            }
            values.update(inherited)
        if inherited or columns.names != self.names:
            # Most games have the tags of the game before, and then its values are of no use any more.
            self.latest.update(self.before)
        self.before, self.names = values, columns.names
        return Game(text, line, head, columns, values, tuple(inherited.items()), self.file, self.number)

    def _resolved(self, name: str, value: str) -> str:
        if name in NOT_INHERITED or (value[1:] and value[1] != "#"):
            return value
        if value == "#":
            return self.latest.get(name, "")
        self.standing[name] = None
        return value[2:]
