"""The sections of calls and cards: what was made or played, and what is said about each."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import NamedTuple, TypeVar

from bml_core.formats.pbn.games import Game
from bml_core.formats.pbn.tags import Tag

_TOKEN = r"""(?P<word>[A-Za-z0-9-]+)
    |(?P<note>=\d+=)
    |(?P<nag>\$\d+)
    |(?P<suffix>[!?]{1,2})
    |(?P<mark>\^[A-Za-z])
    |(?P<end>[*+])
    |(?P<comment>\{[^}]*+\}?|;[^\n]*+)
    |(?P<escaped>(?<=\n)%[^\n]*+)
    |(?P<other>"[^"\n]*+"?|[^\s;{"A-Za-z0-9=$!?^*+-]+|\S)|\s+"""
_PLAIN_WORD = re.compile(r"[A-Za-z0-9-]+")
_ANNOTATED = re.compile(r"[^A-Za-z0-9\s-]")
_BLANK_LINES = re.compile(r"^(?:[ \t]*\n)+")
_NOTE = re.compile(r"\s*(\d+)\s*:(.*)", re.DOTALL)
_SUIT_SIGN = re.compile(r"\\([SHDC])")
Value = TypeVar("Value")
SUFFIXES = ("!", "?", "!!", "??", "!?", "?!")


class Token(NamedTuple):
    """A token of a section: its kind, its text and its place in the body."""

    kind: str
    text: str
    at: int


@cache
def _token() -> re.Pattern[str]:
    """Made when it is needed: games without annotations do without."""
    return re.compile(_TOKEN, re.VERBOSE)


def tokens(body: str) -> Iterator[Token]:
    """The tokens of a section; what belongs to no kind is ``other``.

    >>> [(token.kind, token.text) for token in tokens(" 1S !! =1= {why}")]
    [('word', '1S'), ('suffix', '!!'), ('note', '=1='), ('comment', '{why}')]
    """
    for found in _token().finditer(body):
        if found.lastgroup is not None:
            yield Token(found.lastgroup, found[0], found.start())


def comment_text(token: str) -> str:
    """What a comment says, without its signs.

    >>> comment_text("{ a fine lead }"), comment_text("; rest")
    ('a fine lead', 'rest')
    """
    text = token[1:-1] if token.startswith("{") and token.endswith("}") else token[1:]
    # The first of several lines may be indented like those below it, as in a diagram.
    return _BLANK_LINES.sub("", text).rstrip() if "\n" in text.strip() else text.strip()


def suit_signs(text: str) -> str:
    r"""A comment with suits as BML and LIN write them.

    >>> suit_signs(r"five \S and four \H")
    'five !S and four !H'
    """
    return _SUIT_SIGN.sub(r"!\1", text) if "\\" in text else text


def comments_of(body: str) -> tuple[str, ...]:
    """The comments in a stretch of text between two tag pairs."""
    if "{" not in body and ";" not in body:
        return ()
    return tuple(comment_text(token.text) for token in tokens(body) if token.kind == "comment")


@dataclass(slots=True)
class Entry:
    """A call or a card: the word, a mark of irregularity, and the annotations.

    ``word`` is empty where a mark stands for a skipped player; ``at`` is its place in the body.
    """

    word: str
    at: int
    mark: str = ""
    suffixes: list[str] = field(default_factory=list)
    notes: list[int] = field(default_factory=list)
    nags: list[int] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Section:
    """An Auction or Play section.

    Attributes:
        seat: The value of its tag.
        entries: The calls or cards with annotations; ``+`` in place of a card is an entry too.
        end: ``*`` or ``+`` behind the last entry, or "".
        before: Comments in front of the first entry.
        notes: Note texts by number, in the order written.
        odd: Tokens that have no meaning where they stand.
        late: Entries behind the ``*``.
    """

    seat: str
    entries: list[Entry] = field(default_factory=list)
    end: str = ""
    before: list[str] = field(default_factory=list)
    notes: dict[int, str] = field(default_factory=dict)
    odd: list[Token] = field(default_factory=list)
    late: list[Entry] = field(default_factory=list)


def find_section(game: Game, name: str) -> tuple[Tag, tuple[Tag, ...]] | None:
    """The first tag of this name and the notes that belong to it, or None."""
    columns = game.columns
    place = places_of(columns.names).get(name)
    if place is None:
        return None
    end = place + 1
    while columns.names[end : end + 1] == ("Note",):
        end += 1
    return columns.tag(place), tuple([columns.tag(note) for note in range(place + 1, end)])


@lru_cache
def places_of(names: tuple[str, ...]) -> Mapping[str, int]:
    """Where the first tag of each name is; most games of a file have the same tags.

    >>> places_of(("Dealer", "Note", "Note"))["Note"]
    1
    """
    return {name: place for place, name in reversed(list(enumerate(names)))}


def read_notes(tags: tuple[Tag, ...]) -> dict[int, str]:
    """The notes of a section by number; of two with one number the first stands."""
    notes: dict[int, str] = {}
    for tag in tags:
        found = _NOTE.fullmatch(tag.value)
        if found is not None and len(found[1]) < 6:
            notes.setdefault(int(found[1]), found[2].strip())
    return notes


def usual(game: Game, name: str, values: Mapping[str, Value]) -> tuple[str, list[Value]] | None:
    """The value of a section's tag and what its words stand for, if all are among ``values``, as most are.

    >>> from bml_core.formats.pbn.games import read
    >>> game = next(read('[Auction "N"] one two * [Play "E"] one {2}'))
    >>> usual(game, "Auction", {"one": 1, "two": 2}), usual(game, "Play", {"one": 1})
    (('N', [1, 2]), None)
    """
    columns = game.columns
    place = places_of(columns.names).get(name)
    if place is None:
        return None
    words = columns.bodies[place].split()
    if words and words[-1] == "*":
        words.pop()
    try:
        return columns.values[place], list(map(values.__getitem__, words))
    except KeyError:
        return None


def plain_words(body: str) -> list[str] | None:
    """The calls or cards of a section without annotations, which most are; else None.

    >>> plain_words(" 1C Pass *"), plain_words(" 1C =1=")
    (['1C', 'Pass'], None)
    """
    written = body.rstrip("* \t\n") if body.count("*") == 1 else body
    return None if _ANNOTATED.search(written) else written.split()


def read_section(tag: Tag, notes: tuple[Tag, ...] = ()) -> Section:
    """The section below a tag.

    >>> section = read_section(Tag("Auction", "N", " 1D =1= $2 ^I 1C * 2C"))
    >>> [(entry.word, entry.mark, entry.notes, entry.nags) for entry in section.entries]
    [('1D', '', [1], [2]), ('1C', 'I', [], [])]
    >>> section.end, [entry.word for entry in section.late]
    ('*', ['2C'])
    """
    section = Section(tag.value, notes=read_notes(notes))
    if plain_words(tag.body) is not None:
        section.entries = [Entry(found[0], found.start()) for found in _PLAIN_WORD.finditer(tag.body)]
        section.end = "*" if "*" in tag.body else ""
        return section
    mark: Token | None = None
    for token in tokens(tag.body):
        entries = section.late if section.end == "*" else section.entries
        if token.kind == "mark":
            if mark is not None:
                entries.append(Entry("", mark.at, mark.text[1]))
            mark = token
            continue
        if mark is not None and (token.kind != "word" or mark.text[1].upper() == "S"):
            entries.append(Entry("", mark.at, mark.text[1]))
            mark = None
        if token.kind == "word" or token.text == "+":
            entries.append(
                Entry(token.text, token.at if mark is None else mark.at, mark.text[1] if mark else "")
            )
            mark = None
        elif token.text == "*":
            section.end = "*"
        elif token.kind != "escaped":
            _annotate(section, entries, token)
    if mark is not None:
        section.entries.append(Entry("", mark.at, mark.text[1]))
    if not section.end and section.entries and section.entries[-1].word == "+":
        section.end = "+"
        last = section.entries.pop()
        _owner(section).extend(last.comments)
    return section


def _owner(section: Section) -> list[str]:
    return section.entries[-1].comments if section.entries else section.before


def _annotate(section: Section, entries: list[Entry], token: Token) -> None:
    """Hang a token onto the entry before it."""
    if token.kind == "comment":
        _owner(section).append(comment_text(token.text))
    elif not entries or token.kind == "other":
        section.odd.append(token)
    elif token.kind == "suffix" and token.text in SUFFIXES:
        entries[-1].suffixes.append(token.text)
    elif token.kind == "note" and len(token.text) < 8:
        entries[-1].notes.append(int(token.text[1:-1]))
    elif token.kind == "nag" and len(token.text) < 8:
        entries[-1].nags.append(int(token.text[1:]))
    else:
        section.odd.append(token)
