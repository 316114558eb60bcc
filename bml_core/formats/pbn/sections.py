"""The sections of a game below its tags: Auction and Play with their annotations, and supplemental tables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from bml_core.formats.pbn.games import STANDARD_TAGS, TABLES, Game, Tag

_TOKEN = re.compile(
    # Without the look ahead, white space is tried against each kind.
    r"""(?=\S)(?:(?P<word>[A-Za-z0-9-]+)
    |(?P<note>=\d+=)
    |(?P<nag>\$\d+)
    |(?P<suffix>[!?]{1,2})
    |(?P<mark>\^[A-Za-z])
    |(?P<end>[*+])
    |(?P<comment>\{[^}]*+\}?|;[^\n]*+)
    |(?P<escaped>(?<=\n)%[^\n]*+)
    |(?P<other>"[^"\n]*+"?|[^\s;{"A-Za-z0-9=$!?^*+-]+|\S))""",
    re.VERBOSE,
)
_BLANK_LINES = re.compile(r"^(?:[ \t]*\n)+")
_NOTE = re.compile(r"\s*(\d+)\s*:(.*)", re.DOTALL)
_SUIT_SIGN = re.compile(r"\\([SHDC])")
_LONGEST_NUMBER = 5
SUFFIXES = ("!", "?", "!!", "??", "!?", "?!")


class Token(NamedTuple):
    """A token of a section: its kind, its text and its place in the body."""

    kind: str
    text: str
    at: int


def tokens(body: str) -> Iterator[Token]:
    """Yield the tokens of a section; one that belongs to no kind is ``other``.

    >>> [(token.kind, token.text) for token in tokens(" 1S !! =1= {why}")]
    [('word', '1S'), ('suffix', '!!'), ('note', '=1='), ('comment', '{why}')]
    """
    for match in _TOKEN.finditer(body):
        yield Token(match.lastgroup or "", match[0], match.start())


def comment_text(token: str) -> str:
    """Return the text of a comment, without its signs.

    >>> comment_text("{ a fine lead }"), comment_text("; rest")
    ('a fine lead', 'rest')
    """
    text = token[1:-1] if token.startswith("{") and token.endswith("}") else token[1:]
    # The first of several lines may be indented like those below it, as in a diagram.
    return _BLANK_LINES.sub("", text).rstrip() if "\n" in text.strip() else text.strip()


def suit_signs(text: str) -> str:
    r"""Return a comment with suits as BML and LIN write them.

    >>> suit_signs(r"five \S and four \H")
    'five !S and four !H'
    """
    return _SUIT_SIGN.sub(r"!\1", text)


def comments_of(body: str) -> list[str]:
    """Return the comments in a stretch of text between two tag pairs."""
    if "{" not in body and ";" not in body:
        return []
    return [comment_text(token.text) for token in tokens(body) if token.kind == "comment"]


def is_table(tag: Tag) -> bool:
    """Return whether a tag is the head of a supplemental section.

    It is one of the standard, or something other than comments follows it.

    >>> is_table(Tag("ScoreTable", "Rank;Score_NS", " 1 50")), is_table(Tag("Room", "Open", " {Table 3}"))
    (True, False)
    """
    if tag.name in TABLES:
        return True
    if not tag.body or tag.body.isspace() or tag.name in STANDARD_TAGS or not tag.name:
        return False
    return any(token.kind not in ("comment", "escaped") for token in tokens(tag.body) if token.text.strip())


@dataclass(slots=True)
class Entry:
    """A call or a card with its annotations.

    Attributes:
        word: The call or the card; "" where a mark stands for a skipped player.
        at: The place in the body.
        mark: The letter of a mark of irregularity, or "".
        suffixes: Suffixes such as ``!?``.
        notes: The numbers of notes.
        nags: The numbers after ``$``.
        comments: The comments after it.
    """

    word: str
    at: int = 0
    mark: str = ""
    suffixes: list[str] = field(default_factory=list)
    notes: list[int] = field(default_factory=list)
    nags: list[int] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Section:
    """An Auction or Play section.

    Attributes:
        tag: Its tag pair.
        note_tags: The tag pairs of its notes.
        notes: Note texts by number, in the order written; of two with one number the first.
        entries: The calls or cards with annotations; ``+`` in place of a card is an entry too.
        end: ``*`` or ``+`` after the last entry, or "".
        before: Comments before the first entry.
        odd: Tokens that have no meaning where they are.
        late: Entries after the ``*``.
    """

    tag: Tag
    note_tags: tuple[Tag, ...] = ()
    notes: dict[int, str] = field(default_factory=dict)
    entries: list[Entry] = field(default_factory=list)
    end: str = ""
    before: list[str] = field(default_factory=list)
    odd: list[Token] = field(default_factory=list)
    late: list[Entry] = field(default_factory=list)

    def take_sign_of_more(self) -> None:
        """Make a ``+`` after the last entry the end of the section."""
        if not self.end and self.entries and self.entries[-1].word == "+":
            self.end = "+"
            comments = self.entries.pop().comments
            for text in comments:
                self.comment(text)

    def comment(self, text: str) -> None:
        """Hang a comment onto the last entry, or before the first one."""
        (self.entries[-1].comments if self.entries else self.before).append(text)


def find_section(game: Game, name: str) -> Section | None:
    """Return the first section of this name, ``Auction`` or ``Play``, with its notes, or None.

    >>> from bml_core.formats.pbn.games import read_games
    >>> section = find_section(next(read_games('[Auction "N"] 1D =1= $2 ^I 1C * 2C')), "Auction")
    >>> [(entry.word, entry.mark, entry.notes, entry.nags) for entry in section.entries]
    [('1D', '', [1], [2]), ('1C', 'I', [], [])]
    >>> section.end, [entry.word for entry in section.late]
    ('*', ['2C'])
    """
    place = next((place for place, tag in enumerate(game.tags) if tag.name == name), None)
    if place is None:
        return None
    end = place + 1
    while end < len(game.tags) and game.tags[end].name == "Note":
        end += 1
    tag, *notes = game.tags[place:end]
    section = Section(tag, tuple(notes), _parse_notes(notes))
    _parse_entries(section)
    return section


def _parse_notes(tags: list[Tag]) -> dict[int, str]:
    notes: dict[int, str] = {}
    for tag in tags:
        match = _NOTE.fullmatch(tag.value)
        if match is not None and len(match[1]) <= _LONGEST_NUMBER:
            notes.setdefault(int(match[1]), match[2].strip())
    return notes


def _parse_entries(section: Section) -> None:
    """Parse the body of a section."""
    entries = section.entries
    mark = ""
    mark_at = 0
    for match in _TOKEN.finditer(section.tag.body):
        kind, text = match.lastgroup, match[0]
        if mark and (kind != "word" or mark in "Ss"):
            # The mark stands alone, as it does for a skipped player.
            entries.append(Entry("", mark_at, mark))
            mark = ""
        if kind == "word":
            entries.append(Entry(text, mark_at if mark else match.start(), mark))
            mark = ""
        elif kind == "mark":
            mark, mark_at = text[1], match.start()
        elif text == "+":
            entries.append(Entry(text, match.start()))
        elif text == "*":
            section.end = "*"
            entries = section.late
        elif kind == "comment":
            section.comment(comment_text(text))
        elif kind != "escaped" and not (entries and _annotate(entries[-1], kind, text)):
            section.odd.append(Token(kind or "", text, match.start()))
    if mark:
        section.entries.append(Entry("", mark_at, mark))
    section.take_sign_of_more()


def _annotate(entry: Entry, kind: str | None, text: str) -> bool:
    """Hang a token onto an entry; False if it is not an annotation."""
    if kind == "suffix" and text in SUFFIXES:
        entry.suffixes.append(text)
    elif kind == "note" and len(text) <= _LONGEST_NUMBER + 2:
        entry.notes.append(int(text[1:-1]))
    elif kind == "nag" and len(text) <= _LONGEST_NUMBER + 2:
        entry.nags.append(int(text[1:]))
    else:
        return False
    return True


_STRING = r'"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"'
_CLOSED = re.compile(_STRING)
_ELEMENT = re.compile(rf'{_STRING}?|\{{[^}}]*+\}}?|;[^\n]*+|(?<=\n)%[^\n]*+|[^\s"{{;]+')
NOT_IN_TOKEN = re.compile(r"[\[\]{};%]|[^!-~]")
"""Characters that an element may have only between quotes."""
_COLUMN = re.compile(r"([+-]?)(.*?)(?:\\(\d{1,3})([LR]?))?")


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: ``order`` is ``+``, ``-`` or "", ``width`` the least width of its elements.

    ``side`` is ``L`` or ``R`` where the elements are pushed to that side.
    """

    name: str
    order: str = ""
    width: int = 0
    side: str = ""


class Element(NamedTuple):
    """An element of a table as written, or a comment among them, with its place in the body."""

    text: str
    at: int

    @property
    def is_comment(self) -> bool:
        """Return whether this is a comment."""
        return self.text[0] in "{;"

    @property
    def is_closed(self) -> bool:
        """Return whether quotes are at both ends."""
        return _CLOSED.fullmatch(self.text) is not None

    @property
    def value(self) -> str:
        """Return the text of the element, without quotes around it."""
        return self.text[1:-1] if self.is_closed else self.text


def columns(value: str) -> tuple[Column, ...]:
    r"""Return the columns that the value of a table's tag names (5.2).

    >>> [(column.name, column.width, column.side) for column in columns(r"+Rank;Result\2R")]
    [('Rank', 0, ''), ('Result', 2, 'R')]
    """
    matches = [_COLUMN.fullmatch(word) for word in value.split(";")]
    return tuple(
        Column(match[2], match[1], int(match[3] or 0), match[4] or "")
        for match in matches
        if match is not None
    )


def elements(body: str) -> tuple[Element, ...]:
    """Return the elements below a table's tag, comments among them; escaped lines are left out.

    >>> [element.text for element in elements(' 1 "A; B" -')]
    ['1', '"A; B"', '-']
    """
    return tuple(
        Element(match[0], match.start()) for match in _ELEMENT.finditer(body) if not _is_escaped(body, match)
    )


def _is_escaped(body: str, match: re.Match[str]) -> bool:
    return match[0].startswith("%") and body[match.start() - 1] == "\n"


def table_lines(value: str, words: list[str]) -> list[str]:
    r"""Return the rows of a table in export format: one a line, columns as wide as they say.

    >>> table_lines(r"Declarer;Result\2R", ["N", "9", "S", "10"])
    ['N  9', 'S 10']
    """
    shape = columns(value)
    rows = [words[start : start + len(shape)] for start in range(0, len(words), len(shape))]
    return [
        " ".join(_padded(word, column) for word, column in zip(row, shape, strict=False)).rstrip()
        for row in rows
    ]


def _padded(word: str, column: Column) -> str:
    if word.startswith('"') and not _CLOSED.fullmatch(word):
        # What follows a lone quote, up to the end of its line.
        word = '"' + word[1:].rstrip("\\") + '"'
    elif NOT_IN_TOKEN.search(word) and not word.startswith('"'):
        word = f'"{word}"'
    return word.rjust(column.width) if column.side == "R" else word.ljust(column.width)


def is_row(line: str, words: Sequence[str], shape: Sequence[Column]) -> bool:
    r"""Return whether a line is a row of a table in export format.

    >>> shape = columns(r"Declarer;Result\2R")
    >>> is_row("N  9", ["N", "9"], shape), is_row("N 9", ["N", "9"], shape)
    (True, False)
    """
    cells = [_cells(word, column) for word, column in zip(words, shape, strict=False)]
    cells[-1] = tuple(cell.rstrip() for cell in cells[-1])
    pattern = " ".join(f"(?:{'|'.join(map(re.escape, cell))})" for cell in cells)
    return re.fullmatch(pattern, line.rstrip()) is not None


def _cells(word: str, column: Column) -> tuple[str, ...]:
    """Return how an element may fill its column; without a side, on either of them."""
    left, right = word.ljust(column.width), word.rjust(column.width)
    return {"L": (left,), "R": (right,)}.get(column.side, (left, right))
