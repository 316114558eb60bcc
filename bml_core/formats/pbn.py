"""Portable Bridge Notation 2.1: reading in any layout, checking by the standard, writing in export format.

:func:`load` gives the boards of a file, :func:`dump` writes them. For files of any size, and for all that a
file says beside the bridge: :func:`read_games` yields games, :func:`parse_board` takes the board out of one,
:func:`parse_game` and :func:`check` report errors, :func:`write_games` writes boards and games in parts.

A file is read in steps: games (text between empty lines) with their tag pairs, sections of calls and cards
with annotations, values of tags. Numbers in parentheses are the sections of the standard.
"""

from __future__ import annotations

import re
import textwrap
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice, takewhile
from pathlib import Path
from typing import NamedTuple

from bml_core._package import checked
from bml_core.bridge import (
    BIDS,
    CARDS,
    DOUBLE,
    DOUBLINGS,
    FULL_HAND,
    NOBODY,
    PASS,
    RANKS,
    REDOUBLE,
    Action,
    Bid,
    Board,
    Call,
    Card,
    Comment,
    Contract,
    Deal,
    Hand,
    IrregularityKind,
    MadeCall,
    Players,
    Seat,
    Strain,
    Vulnerability,
    call_irregularities,
    card_irregularities,
    deal_irregularities,
    final_contract,
    is_over,
    is_pack,
    make_bid,
    parse_hand,
    passes_to_end,
    seats_of_play,
    standard_dealer,
    standard_vulnerability,
    tricks_of,
    winner,
)
from bml_core.diagnostics import Diagnostic, Location, Result, counted, limited
from bml_core.document import SUIT_LETTER
from bml_core.files import LONGEST_LINE, Source, cut_lines, decode_block, read_blocks
from bml_core.formats.board_files import (
    CALLS,
    MOST_ERRORS,
    STRAINS,
    Boards,
    File,
    card_errors,
    dump_bytes,
    excerpt,
    has_small_cards,
    load_boards,
    named,
    parse_holding,
    report_losses,
    too_many_errors,
    unnamed_cards,
    with_other_rooms,
)

__all__ = [
    "DEAL_LINE", "Boards", "Game", "Tag", "check", "dump", "dumps", "encode", "game_losses",
    "load", "loads", "losses", "needs_utf8", "parse_board", "parse_game", "read_games", "write_deal",
    "write_games",
]  # fmt: skip

_SECTIONS = ("Auction", "Play")
_LISTS = re.sub(r"(?m)^#.*\n", "", Path(__file__).with_name("pbn_tags.txt").read_text("utf-8")).split("\n\n")
_MANDATORY, _OTHER_TAGS, _TABLE_TAGS, _SHOWN_TAGS = (tuple(names.split()) for names in _LISTS[:-1])
_TABLES = frozenset(_TABLE_TAGS)
_STANDARD_TAGS = frozenset((*_MANDATORY, *_OTHER_TAGS))
# The tags whose value may not be taken over from an earlier game.
_OWN_TAGS = "Dealer Vulnerable Deal Declarer Contract Auction Play Note"
_NOT_INHERITED = frozenset(_OWN_TAGS.split())
# The tags that have a place of their own in a board; all others are its facts.
_SEAT_TAGS = ("North", "East", "South", "West")
_NO_FACT = frozenset((*_MANDATORY[3:11], *_MANDATORY[12:], *_SECTIONS, "Note", ""))
_TAG_NAMES = {name.lower(): name for name in (*_STANDARD_TAGS, *_TABLES, *_SHOWN_TAGS)}

# ---------------------------------------------------------------- tag pairs

_STRING = r'"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"?'
_HAND = r"(?:-|[2-9TJQKA10x]*(?:\.[2-9TJQKA10x]*){3})"
DEAL_LINE = rf"[NESWnesw]:(?=[^\n]*\.)(?i:{_HAND}(?:[ \t]+{_HAND}){{3}})[ \t]*(?=\n|\Z)"
"""A deal that is in a line without its tag."""
# Anything between tag pairs: nothing in comments, strings and escaped lines begins a tag pair.
_BETWEEN = rf'(?:(?!^[ \t]*{DEAL_LINE})(?:[^\[{{;%"\n]++|\n)|\{{[^}}]*+\}}?|;[^\n]*+|^%[^\n]*+|{_STRING}|%)*+'
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

_Errors = Iterator[tuple[str, str, int, str, str]]
"""What is wrong with a game: code, section of PBN 2.1, index in the text of the game, sentence, hint."""


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
    return (game for game in _read_all(source, file) if game.tags)


def _read_all(source: Source, file: str) -> Iterator[Game]:
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


# ---------------------------------------------------------------- calls and cards with annotations

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
_SUFFIXES = ("!", "?", "!!", "??", "!?", "?!")
_NO_ANNOTATION = 0


def _comment_text(token: str) -> str:
    """Return the text of a comment, without its signs.

    >>> _comment_text("{ a fine lead }"), _comment_text("; rest")
    ('a fine lead', 'rest')
    """
    text = token[1:-1] if token.startswith("{") and token.endswith("}") else token[1:]
    # The first of several lines may be indented like those below it, as in a diagram.
    return _BLANK_LINES.sub("", text).rstrip() if "\n" in text.strip() else text.strip()


def _comments_of(body: str) -> list[str]:
    """Return the comments in a stretch of text between two tag pairs."""
    if "{" not in body and ";" not in body:
        return []
    return [_comment_text(match[0]) for match in _TOKEN.finditer(body) if match.lastgroup == "comment"]


def _first_text(body: str) -> re.Match[str] | None:
    """Return the first token between two tag pairs that is not a comment."""
    if not body or body.isspace():
        return None
    return next(
        (match for match in _TOKEN.finditer(body) if match.lastgroup not in ("comment", "escaped")), None
    )


def _is_table(tag: Tag) -> bool:
    """Return whether a tag is the head of a supplemental section.

    It is one of the standard, or something other than comments follows it.

    >>> _is_table(Tag("ScoreTable", "Rank;Score_NS", " 1 50")), _is_table(Tag("Room", "Open", " {Table 3}"))
    (True, False)
    """
    if tag.name in _TABLES:
        return True
    return tag.name != "" and tag.name not in _STANDARD_TAGS and _first_text(tag.body) is not None


@dataclass(slots=True)
class _Entry:
    """A call or a card with its annotations.

    ``word`` is "" where a mark stands alone, for a skipped player, and ``at`` the index in the body;
    ``mark`` is the letter of a mark of irregularity, ``nags`` are the numbers after ``$``.
    """

    word: str
    at: int = 0
    mark: str = ""
    suffixes: tuple[str, ...] = ()
    notes: tuple[int, ...] = ()
    nags: tuple[int, ...] = ()
    comments: tuple[str, ...] = ()

    def annotate(self, kind: str | None, text: str) -> bool:
        """Take an annotation; return False if a token is none."""
        if kind == "suffix" and text in _SUFFIXES:
            self.suffixes += (text,)
        elif kind == "note" and len(text) <= _LONGEST_NUMBER + 2:
            self.notes += (int(text[1:-1]),)
        elif kind == "nag" and len(text) <= _LONGEST_NUMBER + 2:
            self.nags += (int(text[1:]),)
        else:
            return False
        return True


@dataclass(slots=True)
class _Section:
    """An Auction or Play section: its tag pair, those of its notes, and its calls or cards.

    Attributes:
        tag: Its tag pair.
        note_tags: The tag pairs of its notes.
        entries: The calls or cards with annotations; ``+`` in place of a card is an entry too.
        end: ``*`` or ``+`` after the last entry, or "".
        before: Comments before the first entry.
        odd: Tokens that have no meaning where they are, with their index in the body.
        late: Entries after the ``*``.
    """

    tag: Tag
    note_tags: tuple[Tag, ...] = ()
    entries: list[_Entry] = field(default_factory=list)
    end: str = ""
    before: tuple[str, ...] = ()
    odd: list[tuple[str, int]] = field(default_factory=list)
    late: list[_Entry] = field(default_factory=list)

    @property
    def seat(self) -> Seat | None:
        """Return the seat of the first column."""
        return _SEATS.get(self.tag.value.strip())

    def notes(self) -> dict[int, str]:
        """Return the texts of notes by number, in the order written; of two with one number the first."""
        texts: dict[int, str] = {}
        for tag in self.note_tags:
            match = _NOTE.fullmatch(tag.value)
            if match is not None and len(match[1]) <= _LONGEST_NUMBER:
                texts.setdefault(int(match[1]), match[2].strip())
        return texts

    def comment(self, *texts: str) -> None:
        """Hang comments onto the last entry, or before the first one."""
        if self.entries:
            self.entries[-1].comments += texts
        else:
            self.before += texts


def _section(game: Game, name: str) -> _Section | None:
    """Return the first section of this name, ``Auction`` or ``Play``, with its notes, or None.

    >>> section = _section(next(read_games('[Auction "N"] 1D =1= $2 ^I 1C * 2C')), "Auction")
    >>> [(entry.word, entry.mark, entry.notes, entry.nags) for entry in section.entries]
    [('1D', '', (1,), (2,)), ('1C', 'I', (), ())]
    >>> section.end, [entry.word for entry in section.late]
    ('*', ['2C'])
    """
    index = next((index for index, tag in enumerate(game.tags) if tag.name == name), None)
    if index is None:
        return None
    note_tags = takewhile(lambda tag: tag.name == "Note", game.tags[index + 1 :])
    section = _Section(game.tags[index], tuple(note_tags))
    _parse_entries(section)
    return section


def _parse_entries(section: _Section) -> None:
    entries = section.entries
    mark = ""
    mark_at = 0
    for match in _TOKEN.finditer(section.tag.body):
        kind, text = match.lastgroup, match[0]
        if kind == "word" and not mark:
            entries.append(_Entry(text, match.start()))
            continue
        if mark and (kind != "word" or mark in "Ss"):
            # The mark stands alone, as it does for a skipped player.
            entries.append(_Entry("", mark_at, mark))
            mark = ""
        if kind == "word":
            entries.append(_Entry(text, mark_at if mark else match.start(), mark))
            mark = ""
        elif kind == "mark":
            mark, mark_at = text[1], match.start()
        elif text == "+":
            entries.append(_Entry(text, match.start()))
        elif text == "*":
            section.end = "*"
            entries = section.late
        elif kind == "comment":
            section.comment(_comment_text(text))
        elif kind != "escaped" and not (entries and entries[-1].annotate(kind, text)):
            section.odd.append((text, match.start()))
    if mark:
        section.entries.append(_Entry("", mark_at, mark))
    if not section.end and section.entries and section.entries[-1].word == "+":
        section.end = "+"
        section.comment(*section.entries.pop().comments)


# ---------------------------------------------------------------- values

_CLOCKWISE = tuple(Seat)
_SEATS: dict[str, Seat] = {letter: seat for seat in Seat for letter in (seat.value, seat.value.lower())}
_VULNERABILITIES = {v.value.lower(): v for v in Vulnerability}
_VULNERABILITIES |= {"love": Vulnerability.NONE, "-": Vulnerability.NONE, "both": Vulnerability.ALL}
# Words that are not of the standard are read, and reported.
_VULNERABILITIES |= {"nil": Vulnerability.NONE, "nobody": Vulnerability.NONE}
_VULNERABILITIES |= {"n-s": Vulnerability.NORTH_SOUTH, "e-w": Vulnerability.EAST_WEST}
_UNKNOWN = ("", "?", "????.??.??")
_NUMBER = re.compile(r"[1-9]\d{0,8}")
_CONTRACT = re.compile(r"([1-7])\s*(NT|[SHDCN])\s*(X{0,2})", re.IGNORECASE)
_RESULT = re.compile(r"(?:(NS|EW)\s+)?(\d{1,3})(?:\s+(NS|EW)\s+(\d{1,3}))?", re.IGNORECASE)
_SUITS = 4
_NO_HAND = ("-", "...")
_ALL_PASS = "AP"
_PLAYED: dict[str, Card] = {
    **CARDS,
    **{f"{suit}10": CARDS[f"{suit}T"] for suit in "SHDC"},
    **{name[::-1]: card for name, card in CARDS.items()},
}
"""The cards by every spelling, in capitals."""
_WRITTEN_CALLS: dict[Call, str] = {
    PASS: "Pass",
    DOUBLE: "X",
    REDOUBLE: "XX",
    **{bid: str(bid) for bid in BIDS},
}
_STANDARD_CALLS = frozenset(word.upper() for word in _WRITTEN_CALLS.values())


class _DealTag(NamedTuple):
    """The value of a Deal tag: the hands, the seat of the first if it is given, and the words of hands."""

    deal: Deal
    first: Seat | None
    words: Sequence[str]


def _parse_deal(text: str) -> _DealTag:
    """Return the hands of a Deal tag (3.4.11) and the seat of the first, None if there is no seat.

    >>> deal, first, _ = _parse_deal("N:AK.. - .QJ9.. -")
    >>> deal.north.spades, deal.east, first.name
    ('AK', None, 'NORTH')
    """
    first = None
    words = text.split()
    if words:
        letter, colon, rest = words[0].partition(":")
        if colon:
            first = _SEATS.get(letter)
            words[:1] = [rest] * bool(rest)
    hands = [_parse_hand(word) for word in words[:_PLAYERS]]
    hands += [None] * (_PLAYERS - len(hands))
    # The hands are clockwise from the first seat; those of a Deal begin with North.
    north = -_CLOCKWISE.index(first or Seat.SOUTH) % _PLAYERS
    return _DealTag(Deal(*hands[north:], *hands[:north]), first, words)


def _parse_hand(word: str) -> Hand | None:
    """Return a hand; of one with too few or too many suits the cards of the first four."""
    if word in _NO_HAND:
        return None
    suits = word.split(".")
    holdings = [parse_holding(suit) for suit in suits[:_SUITS]]
    if len(suits) == _SUITS:
        return Hand(*holdings)
    if len(suits) == 1 and not _RANKS.fullmatch(word):
        # "AJ6,KQ5,K72,AT83" and "♠AJ6♥KQ5♦K72♣AT83"
        return parse_hand(word, complete=False).value
    return Hand(*holdings, *[""] * (_SUITS - len(holdings))) if any(holdings) else None


_FORM_HINT = "Write N:AK2.QJ9.T87.5432 and three more hands, clockwise, or - for an unknown hand."
_CARD_HINT = f"The cards are {' '.join(RANKS)}."
_COUNT_HINT = "All hands of a deal have the same number of cards, 13 at most."
_RANKS = re.compile(r"(?i:10|[2-9TJQKAx])*")
_CLEAN_HAND = r"[2-9TJQKAtjqka]*(?:\.[2-9TJQKAtjqka]*){3}"
_CLEAN_DEAL = re.compile(rf"[NESWnesw]:{_CLEAN_HAND}(?: {_CLEAN_HAND}){{3}}")


def _deal_errors(text: str, tag: _DealTag) -> Iterator[tuple[str, str, str]]:
    """Yield what the standard forbids in a Deal tag (3.4.11, 3.10): code, sentence, hint.

    >>> text = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT9876543A"
    >>> next(_deal_errors(text, _parse_deal(text)))[:2]
    ('BML703', 'The card CA appears twice in the hand of West.')
    """
    deal, first, words = tag
    if is_pack(deal) and _CLEAN_DEAL.fullmatch(text):
        return
    if not text.strip():
        yield "BML702", "The Deal tag is empty.", _FORM_HINT
        return
    if first is None:
        yield "BML702", "The Deal tag does not begin with a seat and a colon.", _FORM_HINT
    if len(words) != _PLAYERS:
        yield "BML702", f"The Deal tag has {counted(len(words), 'hand')} instead of 4.", _FORM_HINT
    elif all(word in _NO_HAND for word in words):
        yield "BML702", "The Deal tag has no cards.", _FORM_HINT
    elif text != " ".join(text.split()) or ": " in text:
        yield "BML702", "The Deal tag has more than one space between two hands.", _FORM_HINT
    for steps, word in enumerate(words[:_PLAYERS]):
        yield from _hand_errors((first or Seat.SOUTH).after(steps).name.title(), word)
    for irregularity in deal_irregularities(deal):
        if irregularity.kind is IrregularityKind.CARD_TWICE:
            yield "BML703", f"{irregularity.text}.", "Each card occurs once."
        else:
            yield "BML704", f"{irregularity.text}.", _COUNT_HINT


def _hand_errors(name: str, word: str) -> Iterator[tuple[str, str, str]]:
    if word == "-":
        return
    if word in _NO_HAND:
        yield "BML704", f"The hand of {name} has no cards.", _COUNT_HINT
        return
    suits = word.count(".") + 1
    if suits == 1 and not _RANKS.fullmatch(word) and _parse_hand(word) is not None:
        yield "BML702", f"The hand of {name} has no dots between its suits.", _FORM_HINT
        return
    if suits != _SUITS:
        yield "BML702", f"The hand of {name} has {counted(suits, 'suit')} instead of 4.", _FORM_HINT
    yield from (("BML702", sentence, _CARD_HINT) for sentence in card_errors(name, word.upper(), "."))


@checked
def write_deal(deal: Deal, first: Seat) -> str:
    """Return a deal as PBN writes it, from the seat ``first`` on; a hand with unnamed small cards is ``-``.

    >>> write_deal(Deal(east=Hand("AK", "", "2", "")), Seat.NORTH)
    'N:- AK..2. - -'
    """
    hands = (deal.hand(first.after(steps)) for steps in range(_PLAYERS))
    return f"{first.value}:" + " ".join(map(_write_hand, hands))


def _write_hand(hand: Hand | None) -> str:
    if hand is None or has_small_cards(hand) or not len(hand):
        return "-"
    return ".".join(map(parse_holding, hand.holdings))


def _parse_contract(text: str) -> tuple[Call | None, Action, Strain | None]:
    """Return bid, double and strain of a Contract tag (3.4.14); PASS for a board that was passed out.

    Of an end position (3.10) there is only the strain. A text that cannot be read gives ``None``.

    >>> bid, doubling, strain = _parse_contract("5hx")
    >>> str(bid), doubling.name, strain.name
    ('5H', 'DOUBLE', 'HEARTS')
    """
    word = text.strip().upper()
    if word in ("PASS", "P"):
        return PASS, PASS, None
    match = _CONTRACT.fullmatch(word)
    if match is not None:
        bid = make_bid(int(match[1]), STRAINS[match[2]])
        return bid, DOUBLINGS[match[3]], bid.strain
    return None, PASS, STRAINS.get(word)


def _write_contract(contract: Contract) -> str:
    """Return a contract as PBN writes it, without its declarer.

    >>> _write_contract(Contract(BIDS[14], DOUBLE)), _write_contract(Contract())
    ('3NTX', 'Pass')
    """
    return "Pass" if contract.bid is None else _WRITTEN_CALLS[contract.bid] + contract.crosses


def _parse_declarer(text: str) -> Seat | None:
    """Return the seat of a Declarer tag (3.4.13), also after the ^ of an irregularity, or None."""
    return _SEATS.get(text.strip().removeprefix("^"))


def _parse_result(text: str, declarer: Seat | None) -> int | None:
    """Return the tricks of declarer in a Result tag (3.4.15), or None.

    >>> [_parse_result(text, Seat.SOUTH) for text in ("EW 4", "^9", "NS 9 EW 4", "14")]
    [9, 9, 9, None]
    """
    match = _RESULT.fullmatch(text.strip().removeprefix("^").strip())
    if match is None:
        return None
    side, tricks = match[1], int(match[2])
    if tricks > FULL_HAND:
        return None
    if side is None:
        return tricks
    if declarer is None:
        return None
    return tricks if declarer.value in side.upper() else FULL_HAND - tricks


# ---------------------------------------------------------------- the order of the play

_PLAYERS = 4
_TURNS = ((0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2))
"""The columns of a trick in the order of the play, by the column that leads."""


def _play_order(
    cards: Sequence[Card | None], strain: Strain | None, leads: Collection[int] = ()
) -> list[int]:
    """Return the indexes of the cards of a Play section, which are in columns, in the order of the play.

    The list ends at the first card that is not known, since nobody can say who won that trick. ``leads`` are
    the indexes of leads out of turn.

    >>> rows = [CARDS[word] for word in "H2 HA H4 H3 S5 S2 S3 S4".split()]
    >>> " ".join(str(rows[index]) for index in _play_order(rows, Strain.NOTRUMP))
    'H2 HA H4 H3 S2 S3 S4 S5'
    """
    leading_columns = {index // _PLAYERS: index % _PLAYERS for index in sorted(leads, reverse=True)}
    order: list[int] = []
    column = 0
    for start in range(0, len(cards), _PLAYERS):
        column = leading_columns.get(start // _PLAYERS, column)
        indexes = [start + turn for turn in _TURNS[column]]
        trick = [card for card in cards[start : start + _PLAYERS] if card is not None]
        if len(trick) < _PLAYERS or strain is None:
            order += takewhile(lambda index: index < len(cards) and cards[index] is not None, indexes)
            break
        order += indexes
        column = (column + winner(trick[column:] + trick[:column], strain)) % _PLAYERS
    return order


# ---------------------------------------------------------------- the board of a game

_ALERT = "Alert"
"""The note of a call that was alerted and not explained."""


@checked
def parse_board(game: Game) -> Board:
    """Return the board of a game, as far as it can be read; the rest is left unknown.

    Dealer and vulnerability without a tag are those of the board number, and without a number the first
    hand of the Deal tag is the dealer's. Tags without a place of their own are facts; tables are not read.

    >>> board = parse_board(next(read_games('[Board "3"][Auction "S"] Pass 1NT =1= AP [Note "1:15-17"]')))
    >>> board.vulnerability.name, board.contract.code, board.auction[1].note
    ('EAST_WEST', '1NW', '15-17')
    """
    return _GameReader(game).board


@checked
def parse_game(game: Game, known_tags: Collection[str] = ()) -> Result[Board]:
    """Return the board of a game, and what the standard forbids in the game, in the order of its lines.

    Tags that are not of the standard are reported, except those in ``known_tags``.
    """
    reader = _GameReader(game)
    first = [game.diagnostic(*error) for error in islice(_errors(reader, known_tags), MOST_ERRORS + 1)]
    shown = sorted(first[:MOST_ERRORS], key=lambda error: (error.location.line, error.location.column))
    more = too_many_errors(game.number, len(first), game.location(0))
    return Result(reader.board, (*shown, *more))


class _GameReader:
    """Reads each value of a game once, for its board and for what is wrong with it.

    Attributes:
        game: The game.
        deal_tag: The value of the Deal tag.
        is_end_position: Whether the hands all have fewer than 13 cards (3.10).
        auction: The Auction section; ``calls`` are its calls, the dealer's first, after some ``dashes``.
        play: The Play section; ``cards`` are its cards in columns, ``order`` their indexes in the order of
            the play, ``leads`` the indexes of leads out of turn.
        contract_tag: Bid, double and strain of the Contract tag; ``declarer`` is the seat of Declarer.
        by_calls: The contract that the auction ends in.
        board: The board.
    """

    def __init__(self, game: Game) -> None:
        values = game.values
        self.game = game
        self.deal_tag = _parse_deal(values.get("Deal", ""))
        lengths = [len(hand) for seat in _CLOCKWISE if (hand := self.deal_tag.deal.hand(seat))]
        self.is_end_position = max(lengths, default=FULL_HAND) < FULL_HAND
        self.contract_tag = _parse_contract(values.get("Contract", ""))
        self.declarer = _parse_declarer(values.get("Declarer", ""))
        self.auction = _section(game, "Auction")
        self.play = _section(game, "Play")
        # An escaped line begins at the first column, as the head does.
        bodies = [f"\n{game.head}", *(tag.body for tag in game.tags if tag.name not in _SECTIONS)]
        self.comments = [Comment(_suit_signs(text)) for body in bodies for text in _comments_of(body)]
        self.dashes = 0
        self.calls = self._parse_calls()
        number, label = _number(values.get("Board", ""))
        dealer = self._dealer(number)
        self.by_calls = final_contract([made.call for made in self.calls], dealer)
        contract, strain = self._contract()
        trumps, declarer = strain, None
        if contract is not None and contract.bid is not None:
            trumps, declarer = contract.bid.strain, contract.declarer
        self.cards: list[Card | None] = []
        self.leads: list[int] = []
        self.order: list[int] = []
        leader = self._parse_play(trumps)
        signs = [section.end == "+" for section in (self.auction, self.play) if section is not None]
        waits = any(signs) or (self.play is not None and any(e.word == "+" for e in self.play.entries))
        vulnerability = _VULNERABILITIES.get(values.get("Vulnerable", "").strip().lower())
        if "Vulnerable" not in values and number is not None:
            vulnerability = standard_vulnerability(number)
        names = ["" if (name := values.get(seat, "")) == "?" else name for seat in _SEAT_TAGS]
        self.board = Board(
            deal=self.deal_tag.deal,
            number=number,
            label=label,
            dealer=dealer,
            vulnerability=vulnerability,
            players=Players(*names) if any(names) else NOBODY,
            auction=self.calls,
            contract=contract,
            strain=strain,
            leader=None if declarer is not None and leader is declarer.left else leader,
            play=tuple([card for index in self.order if (card := self.cards[index]) is not None]),
            result=_parse_result(values.get("Result", ""), declarer),
            to_be_continued=waits,
            facts=self._facts(),
            comments=tuple([comment for comment in self.comments if comment.text.strip()]),
        )

    def _facts(self) -> tuple[tuple[str, str], ...]:
        game = self.game
        own = [tag.name for tag in game.tags if tag.name not in _NO_FACT and not _is_table(tag)]
        names = dict.fromkeys((*own, *(name for name, _ in game.inherited if name not in _NO_FACT)))
        facts = [(name, text) for name in names if (text := game.values[name]) not in _UNKNOWN]
        table = next((tag for tag in game.tags if tag.name == "OptimumResultTable"), None)
        tricks = "" if table is None or "DoubleDummyTricks" in game.values else _double_dummy_tricks(table)
        return (*facts, ("DoubleDummyTricks", tricks)) if tricks else tuple(facts)

    def _dealer(self, number: int | None) -> Seat | None:
        values = self.game.values
        if "Dealer" in values:
            return _SEATS.get(values["Dealer"].strip())
        if self.auction is not None and self.calls and self.auction.seat is not None:
            return self.auction.seat.after(self.dashes)
        if number is not None:
            return standard_dealer(number)
        # Some programs leave the seat out and mean South.
        return self.deal_tag.first or (Seat.SOUTH if values.get("Deal", "").strip() else None)

    def _contract(self) -> tuple[Contract | None, Strain | None]:
        """Return the contract, and the strain if only that is given."""
        bid, doubling, strain = self.contract_tag
        if isinstance(bid, Bid) and self.declarer is not None:
            return Contract(bid, doubling, self.declarer), None
        if bid is PASS:
            return Contract(), None
        if self.game.values.get("Contract", "") in _UNKNOWN:
            return self.by_calls, None
        if not isinstance(bid, Bid):
            return None, strain
        # An insufficient or a skipped call does not change what the auction ended in.
        return Contract(bid, doubling, None if self.by_calls is None else self.by_calls.declarer), None

    def _parse_calls(self) -> tuple[MadeCall, ...]:
        """Parse the calls and their comments; the seats before the dealer have a dash."""
        section = self.auction
        if section is None:
            return ()
        self.comments += [Comment(_suit_signs(text)) for text in section.before]
        self.dashes = _leading_dashes(section.entries)
        notes = section.notes()
        made: list[MadeCall] = []
        entries = section.entries[self.dashes :]
        for entry in entries:
            word = entry.word.upper()
            call = CALLS.get(word)
            if call is not None:
                note = _suit_signs(notes.get(entry.notes[0], "")) if entry.notes else ""
                note = "" if note == _ALERT else note
                made.append(MadeCall(call, bool(entry.notes), note, entry.mark in ("I", "i")))
            elif word == _ALL_PASS and entry is entries[-1]:
                made += [MadeCall(PASS)] * passes_to_end([other.call for other in made])
            elif entry.mark in ("S", "s"):
                made.append(MadeCall(None))
            self.comments += [Comment(_suit_signs(text), len(made)) for text in entry.comments]
        return tuple(made)

    def _parse_play(self, trumps: Strain | None) -> Seat | None:
        """Parse the cards, their order and their comments; return the seat of the first column."""
        section = self.play
        if section is None:
            return None
        self.cards = [_PLAYED.get(entry.word.upper()) for entry in section.entries]
        self.leads = [index for index, entry in enumerate(section.entries) if entry.mark in ("L", "l")]
        self.order = _play_order(self.cards, trumps, self.leads)
        calls, notes = len(self.calls), section.notes()
        comments = [Comment(_suit_signs(text), calls) for text in section.before]
        turns = {index: turn for turn, index in enumerate(self.order, 1)}
        turn = 0
        for index, entry in enumerate(section.entries):
            # Comments of a card that is not known go to the card before it.
            turn = turns.get(index, turn)
            if entry.notes or entry.comments:
                texts = (*(notes[number] for number in entry.notes if notes.get(number)), *entry.comments)
                comments += [Comment(_suit_signs(text), calls, turn) for text in texts]
        # Within a trick the columns are not in the order of the play.
        self.comments += sorted(comments, key=lambda comment: comment.cards)
        return section.seat


def _double_dummy_tricks(table: Tag) -> str:
    """Return the tricks of a table of declarers and strains as programs write them in one word, or "".

    >>> rows = " ".join(f"{seat} {strain} 7" for seat in "NSEW" for strain in "NT S H D C".split())
    >>> _double_dummy_tricks(Tag("OptimumResultTable", "Declarer;Denomination;Result", rows))
    '77777777777777777777'
    """
    tricks = {
        (seat, strain.replace("NT", "N")): int(count)
        for seat, strain, count in re.findall(r"([NESW])\s+(NT|[SHDC])\s+(\d{1,2})(?!\S)", table.body)
    }
    found = [tricks.get((seat, strain), FULL_HAND + 1) for seat in "NSEW" for strain in "NSHDC"]
    return "".join(f"{count:x}" for count in found) if max(found) <= FULL_HAND else ""


def _number(label: str) -> tuple[int | None, str]:
    """Return the number of the board, or its label."""
    label = label.strip()
    if _NUMBER.fullmatch(label):
        return int(label), ""
    return None, "" if label in _UNKNOWN else label


def _leading_dashes(entries: Sequence[_Entry]) -> int:
    """Return how many seats before the dealer have a dash."""
    return sum(1 for _ in takewhile(lambda entry: entry.word == "-", entries))


def _suit_signs(text: str) -> str:
    r"""Return a comment with suits as BML and LIN write them.

    >>> _suit_signs(r"five \S and four \H")
    'five !S and four !H'
    """
    return _SUIT_SIGN.sub(r"!\1", text)


# ---------------------------------------------------------------- what is wrong with a game


@checked
def check(source: Source, file: str = "") -> Iterator[Diagnostic]:
    r"""Yield what a file has that the standard forbids, game by game.

    >>> print(*check('[Board "1"]\n[Dealer "Q"]\n', "hands.pbn"))
    hands.pbn:2:1: error BML705: Game 1, PBN 3.4.9: Q is not a dealer. Write N, E, S or W.
    """
    for _, parsed in parse_games(source, file):
        yield from parsed.diagnostics


def parse_games(source: Source, file: str = "") -> Iterator[tuple[Game, Result[Board]]]:
    """Yield the games of a source with their boards and with what is wrong, unknown tags once for all.

    A game without tags is a text that has none.
    """
    known_tags: set[str] = set()
    end = 0
    for game in _read_all(source, file):
        board, diagnostics = parse_game(game, known_tags)
        if game.line <= end and not (game.tags and game.tags[0].defect == "line"):
            sentence = "This game has no empty line before it."
            hint = "Write one between two games."
            diagnostics = (game.diagnostic("BML714", "3", 0, sentence, hint), *diagnostics)
        yield game, Result(board, diagnostics)
        end = game.line + game.text.count("\n")
        known_tags.update(game.values)


def _errors(reader: _GameReader, known_tags: Collection[str]) -> _Errors:
    game = reader.game
    if len(game.text) > LONGEST_LINE:
        at = 0
        for line in game.text.split("\n"):
            if len(line) >= LONGEST_LINE:
                sentence = f"A line may have {LONGEST_LINE:,} characters; the rest of this one is not read."
                yield "BML105", "2.3", at + LONGEST_LINE, sentence, "Break the line."
            at += len(line) + 1
    yield from _comment_errors(game)
    yield from _tag_errors(game, known_tags)
    yield from _note_errors(game)
    yield from _value_errors(reader)
    if reader.auction is not None:
        yield from _auction_errors(reader, reader.auction)
    if reader.play is not None:
        yield from _play_errors(reader, reader.play)
    yield from _contradictions(reader)


# ---------------------------------------------------------------- text outside of tags, comments

_OPEN_COMMENT = re.compile(r"\{[^}]*+\Z")
_HIDDEN_TAG = re.compile(r'^\[[A-Z]\w* "[^"\n]*"\]', re.MULTILINE)


def _comment_errors(game: Game) -> _Errors:
    """Yield text outside of comments, comments without an end, and comments that hide tags."""
    if not game.tags:
        stray = _first_text(f"\n{game.text}")
        if stray is not None:
            yield "BML713", "3.3", stray.start() - 1, "This text has no tag pair.", 'Write [Deal "N:..."].'
    for body, at, is_section in (
        (f"\n{game.head}", -1, False),
        *((tag.body, tag.body_at, tag.name in ("", *_SECTIONS) or _is_table(tag)) for tag in game.tags),
    ):
        stray = None if is_section or not game.tags else _first_text(body)
        if stray is not None:
            sentence = f"{excerpt(stray[0])} is outside every tag and section."
            hint = "Write it as a comment, between { and }."
            yield "BML713", "3.1", at + stray.start(), sentence, hint
        for match in _TOKEN.finditer(body) if "{" in body else ():
            if match.lastgroup != "comment" or not match[0].startswith("{"):
                continue
            if _OPEN_COMMENT.match(match[0]):
                yield "BML712", "3.8", at + match.start(), "This comment has no end.", "Write } after it."
            elif _HIDDEN_TAG.search(match[0]):
                sentence = "Tag pairs in this comment are not read."
                hint = "Perhaps a } is missing further up."
                yield "BML712", "3.8", at + match.start(), sentence, hint


# ---------------------------------------------------------------- tag pairs

# The tags that a section cannot do without.
_NEEDED: dict[str, tuple[str, ...]] = {"Auction": ("Dealer",), "Play": ("Deal", "Declarer", "Contract")}


def _tag_errors(game: Game, known_tags: Collection[str]) -> _Errors:
    seen: dict[str, str] = {}
    for tag in game.tags:
        if tag.defect:
            yield _form_error(tag)
        if not tag.name:
            continue
        if not tag.name[0].isupper():
            name = excerpt(tag.name)
            sentence = f"The tag name {name} begins with a small letter."
            yield "BML701", "3.3", tag.at, sentence, f"Write {name[0].upper()}{name[1:]}."
        elif not (
            tag.name in _STANDARD_TAGS
            or tag.name in _TABLES
            or tag.name in _SHOWN_TAGS
            or tag.name in known_tags
            or tag.name in seen
        ):
            sentence = f"{excerpt(tag.name)} is not a standard tag; it is kept but not understood."
            yield "BML721", "4.9", tag.at, sentence, ""
        if tag.name in seen and tag.name != "Note":
            same = "" if tag.value != seen[tag.name] else " with the same value"
            sentence = f"The tag {tag.name} appears twice{same}; the first one is used."
            yield "BML714", "3.4", tag.at, sentence, "Begin a new game with an empty line, or delete it."
        seen.setdefault(tag.name, tag.value)


def _form_error(tag: Tag) -> tuple[str, str, int, str, str]:
    name, value = excerpt(tag.name), excerpt(tag.value)
    if tag.defect == "quotes":
        sentence = f"The value of {tag.name} has quotes in it."
        return "BML701", "3.2", tag.at, sentence, 'Write \\" for a quote in a value.'
    if tag.defect == "case":
        return "BML701", "3.3", tag.at, "This tag has other capitals than in the standard.", f"Write {name}."
    if tag.defect == "line":
        return "BML718", "3.3", tag.at, "This line is a deal without its tag.", f'Write [Deal "{value}"].'
    if tag.name:
        sentence = f"The tag pair {name} lacks a quote or a bracket."
        return "BML701", "3.3", tag.at, sentence, f'Write [{name} "{value}"].'
    return "BML701", "3.3", tag.at, "This bracket does not begin a tag pair.", 'Write [Name "value"].'


def _note_errors(game: Game) -> _Errors:
    """Yield the notes of which nothing comes: without a number, with that of another one, or elsewhere."""
    section = ""
    numbers: set[str] = set()
    for tag in game.tags:
        if tag.name != "Note":
            section, numbers = tag.name, set()
            continue
        if section not in _SECTIONS:
            yield "BML710", "3.5.5", tag.at, "A note is outside Auction and Play.", "Move it there."
        match = _NOTE.fullmatch(tag.value)
        if match is None or len(match[1]) > _LONGEST_NUMBER:
            sentence, hint = "A note has no number from 1 to 32.", 'Write [Note "1:text"].'
            yield "BML710", "3.5.5", tag.at, sentence, hint
        elif match[1] in numbers:
            sentence = f"Note {match[1]} appears twice; the first one is used."
            yield "BML710", "3.5.5", tag.at, sentence, "Give it another number."
        else:
            numbers.add(match[1])


class _Rule(NamedTuple):
    """The form of a value: its section of the standard, what it is, what to write, its pattern."""

    section: str
    noun: str
    hint: str
    pattern: str


_TRICKS = r"(?:\d|1[0-3])"
_RULES = {name: _Rule(*form) for name, *form in (line.split("  ") for line in _LISTS[-1].splitlines())}


def _value_errors(reader: _GameReader) -> _Errors:
    """Yield what is wrong with the values of the tags that a board is made of."""
    values = reader.game.values
    tags = {tag.name: tag for tag in reversed(reader.game.tags)}
    is_end_position = reader.is_end_position
    table = tags.get("OptimumResultTable")
    if table is not None and re.match(r"(?i)Declarer\b[^;]*;Denomination\b[^;]*;Result", table.value):
        words = re.sub(r"\{[^}]*\}?|;[^\n]*", " ", table.body).split()
        rows = [" ".join(words[at : at + 3]) for at in range(0, len(words), 3)]
        wrong = next((row for row in rows if not re.fullmatch(rf"[NESW] (?:NT|[SHDC]) {_TRICKS}", row)), "")
        if wrong:
            sentence = f"{excerpt(wrong)} is not a row of this table, which is not shown."
            yield "BML705", "5.7", table.at, sentence, "Write rows such as N NT 7, with 0 to 13 tricks."
    for name, tag in reversed(tags.items()):
        value = values[name]
        if value in ("", "?") or tag.defect == "form":
            continue
        if name == "Deal":
            for code, sentence, hint in _deal_errors(value, reader.deal_tag):
                section = "3.10" if code == "BML704" and is_end_position else "3.4.11"
                yield code, section, tag.at, sentence, hint
        rule = _RULES.get(name)
        if rule is None:
            continue
        if not re.fullmatch(rule.pattern, value):
            sentence = f"{excerpt(value) or 'A space'} is not a {rule.noun}."
            yield "BML705", rule.section, tag.at, sentence, rule.hint
        elif name == "Result" and sum(map(int, re.findall(r"\d+", value))) > FULL_HAND:
            sentence = f"{excerpt(value)} is more than {FULL_HAND} tricks."
            yield "BML705", rule.section, tag.at, sentence, rule.hint
    word = values.get("Contract", "").upper()
    if not values.get("Deal") or word in ("", "?"):
        return
    at = tags["Contract"].at if "Contract" in tags else 0
    is_strain = word in ("S", "H", "D", "C", "NT")
    if is_end_position and not is_strain:
        sentence = (
            "Hands of fewer than 13 cards are an end position; its contract is a suit or notrump alone."
        )
        yield "BML705", "3.10", at, sentence, "Write S, H, D, C or NT."
    elif is_strain and not is_end_position:
        yield "BML705", "3.4.14", at, f"The contract {word} has no level.", "Write 3NT, 4SX or Pass."


# ---------------------------------------------------------------- auction and play


# What is in a section, the code of its errors, and its chapter of the standard.
_KINDS = {"Auction": ("call", "BML706", "3.5"), "Play": ("card", "BML708", "3.6")}


def _section_errors(reader: _GameReader, section: _Section) -> _Errors:
    """Yield what is wrong with a section, whatever is in it."""
    noun, code, chapter = _KINDS[section.tag.name]
    values, at, body_at = reader.game.values, section.tag.at, section.tag.body_at
    missing = [name for name in _NEEDED[section.tag.name] if name not in values]
    if reader.is_end_position and "Declarer" in missing:
        # Who leads is in the tag itself (3.10).
        missing.remove("Declarer")
    if missing:
        sentence = f"{section.tag.name} needs {' and '.join(missing)}."
        yield "BML711", "3.1", at, sentence, f'Write [{missing[0]} "..."] above.'
    if section.seat is None:
        sentence = f"{excerpt(section.tag.value) or 'Nothing'} is not a seat."
        yield "BML705", chapter, at, sentence, "Write N, E, S or W."
    for text, index in section.odd:
        sentence = f"{excerpt(text)} has no meaning in the {section.tag.name.lower()}."
        yield code, chapter, body_at + index, sentence, "Delete it."
    if section.late:
        sentence = (
            f"{excerpt(section.late[0].word)} comes after the * that ends the {section.tag.name.lower()}."
        )
        yield code, chapter, body_at + section.late[0].at, sentence, "Delete the *."
    notes = section.notes()
    referred: set[int] = set()
    for entry in (entry for entry in section.entries if entry.notes):
        if len(entry.notes) > 1:
            sentence = f"{excerpt(entry.word)} refers to more than one note."
            yield "BML710", f"{chapter}.4", body_at + entry.at, sentence, "Write one note."
        for note in entry.notes:
            referred.add(note)
            if note not in notes:
                hint = f'Write [Note "{note}:text"] after the {noun}s.'
                yield "BML710", f"{chapter}.4", body_at + entry.at, f"Note {note} not found.", hint
    for note in notes:
        if note not in referred:
            sentence = f"No {noun} refers to note {note}."
            yield "BML710", f"{chapter}.4", at, sentence, f"Write ={note}= after one."


def _auction_errors(reader: _GameReader, section: _Section) -> _Errors:
    yield from _section_errors(reader, section)
    first = section.seat and section.seat.after(reader.dashes)
    dealer = _SEATS.get(reader.game.values.get("Dealer", "").strip())
    if first is not None and dealer is not None and first is not dealer:
        sentence = f"The first call is {first.name.title()}'s, but {dealer.name.title()} deals."
        yield "BML706", "3.5", section.tag.at, sentence, "Write - for each seat before the dealer."
    irregular = {irregularity.index: irregularity for irregularity in call_irregularities(reader.calls)}
    entries = section.entries[reader.dashes :]
    index = 0
    for entry in entries:
        at = section.tag.body_at + entry.at
        word, shown = entry.word.upper(), excerpt(entry.word)
        if word == _ALL_PASS:
            if is_over([made.call for made in reader.calls[:index]]):
                yield "BML707", "3.5", at, "AP comes after the end of the auction.", "Delete it."
            if entry is not entries[-1]:
                yield "BML706", "3.5.1", at, "AP is not the last call.", "Write nothing after AP."
            elif section.end == "+":
                sentence = "+ comes after the end of the auction."
                yield "BML707", "3.5", section.tag.at, sentence, "Delete it."
            return
        is_skip = entry.mark in ("S", "s") and not word
        if word not in CALLS and not is_skip:
            goes_on = "The auction goes on after this +.", "Write one + after the last call."
            no_call = f"{shown or 'A mark alone'} is not a call.", "Write 1NT, X, XX, Pass or AP."
            yield "BML706", "3.5.1", at, *(goes_on if word == "+" else no_call)
            continue
        irregularity = irregular.get(index)
        index += 1
        if irregularity is not None and irregularity.kind is IrregularityKind.CALL_AFTER_END:
            sentence = f"{shown or f'^{entry.mark}'} comes after the end of the auction."
            yield "BML707", "3.5", at, sentence, "Delete it."
            return
        if word and word not in _STANDARD_CALLS:
            hint = f"Write {_WRITTEN_CALLS[CALLS[word]]}."
            yield "BML706", "3.5.1", at, f"{shown} is not a standard call.", hint
        if irregularity is not None:
            is_low = irregularity.kind is IrregularityKind.INSUFFICIENT_BID
            law, hint = ("3.9", "Write ^I before it if it was accepted.") if is_low else ("3.5", "Delete it.")
            yield "BML707", law, at, f"{shown} is not legal: {irregularity.text}.", hint
    is_ended = is_over([made.call for made in reader.calls])
    if not is_ended and not section.end:
        hint = "Write the passes, or * or + after the last call."
        yield "BML707", "3.5", section.tag.at, "The auction has no end.", hint
    elif is_ended and section.end:
        sentence = f"{section.end} comes after the end of the auction."
        yield "BML707", "3.5", section.tag.at, sentence, "Delete it."


_LAWS = {
    IrregularityKind.CARD_NOT_HELD: ("3.6", "Each column belongs to one seat, beginning with the leader."),
    IrregularityKind.CARD_PLAYED_BEFORE: ("3.6", "Every card is played once."),
    IrregularityKind.REVOKE: ("3.9", "Write ^R before a revoke."),
}


def _play_errors(reader: _GameReader, section: _Section) -> _Errors:
    yield from _section_errors(reader, section)
    body_at, cards = section.tag.body_at, reader.cards
    for entry, card in zip(section.entries, cards, strict=True):
        if entry.word in ("-", "+") if card is None else entry.word.upper() == card.text:
            continue
        hint = "Write suit and rank, such as SK." if card is None else f"Write {card}."
        sentence = f"{excerpt(entry.word) or 'A mark alone'} is not a card."
        yield "BML708", "3.6.1", body_at + entry.at, sentence, hint
    signs = [entry.at for entry in section.entries if entry.word == "+"]
    if len(signs) + (section.end == "+") > 1:
        sentence = "There is another + after this one."
        yield "BML708", "3.6", body_at + signs[0], sentence, "Write one + for the next card."
    if len(cards) > len(CARDS):
        yield "BML708", "3.6", section.tag.at, f"The play has {len(cards)} cards.", "A play has 52."
        return
    yield from _law_errors(reader, section)


def _law_errors(reader: _GameReader, section: _Section) -> _Errors:
    """Yield what is wrong with who leads, and what the cards may not be; marks say that it did happen."""
    board, entries, body_at = reader.board, section.entries, section.tag.body_at
    seat, leader, strain = section.seat, board.opening_leader, board.trumps
    declarer = None if board.contract is None else board.contract.declarer
    lawful = seat if declarer is None or _is_swapped(reader.game.values) else declarer.left
    if seat is not None and lawful is not None and seat is not lawful and 0 not in reader.leads:
        sentence = f"The play begins with {seat.name.title()}; {lawful.name.title()} has the lead."
        hint = f"Write {lawful.value}, or ^ before a declarer who took dummy's place."
        yield "BML709", "3.6", section.tag.at, sentence, hint
    if strain is None or leader is None:
        return
    order = reader.order
    played = {*order}
    lost = [i for i, card in enumerate(reader.cards) if card is not None and i not in played]
    if lost:
        sentence = f"{reader.cards[lost[0]]} is played, but an earlier card is missing."
        yield "BML709", "3.6", body_at + entries[lost[0]].at, sentence, "Write every card of a trick."
    turns = {index: turn for turn, index in enumerate(order)}
    leads = {turns[index]: leader.after(index) for index in reader.leads if index in turns}
    for irregularity in card_irregularities(board.play, leader, strain, board.deal, leads):
        entry = entries[order[irregularity.index]]
        if not (irregularity.kind is IrregularityKind.REVOKE and entry.mark in ("R", "r")):
            chapter, hint = _LAWS[irregularity.kind]
            yield "BML709", chapter, body_at + entry.at, f"{irregularity.text}.", hint


def _is_swapped(values: Mapping[str, str]) -> bool:
    """Return whether declarer and dummy took each other's place (3.4.13)."""
    return values.get("Declarer", "").strip().startswith("^")


# ---------------------------------------------------------------- auction, contract, play and result


def _contradictions(reader: _GameReader) -> _Errors:
    """Yield where auction, contract, declarer, play and result contradict each other."""
    board, values, by_calls = reader.board, reader.game.values, reader.by_calls
    at = {tag.name: tag.at for tag in reversed(reader.game.tags)}
    bid, doubling, strain = reader.contract_tag
    if by_calls is not None and bid is not None:
        expected = by_calls.declarer
        if (bid, doubling) != (by_calls.bid or PASS, by_calls.doubling):
            word = _write_contract(by_calls)
            sentence = f"The auction ends in {word}, but the tag Contract says {values['Contract']}."
            yield "BML717", "3.4.14", at["Contract"], sentence, f"Write {word}."
        elif expected is not None and reader.declarer is not None:
            name, tag_value = expected.name.title(), values["Declarer"].strip()
            if reader.declarer is not (expected.partner if _is_swapped(values) else expected):
                sentence = f"By the auction {name} is declarer, but the tag Declarer says {tag_value}."
                yield "BML717", "3.4.13", at["Declarer"], sentence, f"Write {expected.value}."
    if bid is PASS and strain is None:
        for tag_name, section in (("Declarer", "3.4.13"), ("Result", "3.4.15")):
            if values.get(tag_name, "") not in ("", "?"):
                sentence = f"The board is passed out, so {tag_name} must be empty."
                yield "BML717", section, at[tag_name], sentence, f'Write [{tag_name} ""].'
    contract, leader, trumps = board.contract, board.opening_leader, board.trumps
    if len(board.play) != len(CARDS) or board.result is None or contract is None or contract.declarer is None:
        return
    if leader is None or trumps is None:
        return
    won = tricks_of(contract.declarer, board.play, leader, trumps)
    # A caret says that the tricks are not the result.
    disputed = values["Result"].lstrip().startswith("^")
    if disputed and won == board.result:
        sentence = f"^ comes before {won} tricks, which declarer does win in the play."
        yield "BML717", "3.4.15", at["Result"], sentence, f"Write {won}."
    elif not disputed and won != board.result:
        sentence = f"Declarer wins {won} tricks in the play, but {board.result} by the tag Result."
        yield "BML717", "3.4.15", at["Result"], sentence, f"Write {won}, or ^{board.result}."


# ---------------------------------------------------------------- tables

_CLOSED = re.compile(r'"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"')
_ELEMENT = re.compile(rf'{_STRING}|\{{[^}}]*+\}}?|;[^\n]*+|(?<=\n)%[^\n]*+|[^\s"{{;]+')
# Characters that an element may have only between quotes.
_NOT_IN_ELEMENT = re.compile(r"[\[\]{};%]|[^!-~]")
_COLUMN = re.compile(r"[+-]?.*?(?:\\(\d{1,3})([LR]?))?")


def _table_lines(tag: Tag, value: str) -> Iterator[str]:
    r"""Yield the lines of a table (5.2): comments, then a row a line, the columns as wide as they say.

    >>> list(_table_lines(Tag("OwnTable", "", "N 9 S {total}\n10"), r"Declarer;Result\2R"))[1:]
    ['{total}', 'N  9', 'S 10']
    """
    # The backslash before the width of a column is single, in the standard as in every program.
    names = re.sub(r"\\\\(?=\d)", r"\\", _escape(value))
    yield f'[{tag.name} "{names}"]'
    elements: list[str] = []
    for match in _ELEMENT.finditer(tag.body):
        if match[0][0] in "{;":
            yield _comment(_comment_text(match[0]))
        elif not (match[0].startswith("%") and tag.body[match.start() - 1] == "\n"):
            elements.append(_one_line(match[0]))
    columns = [_COLUMN.fullmatch(column) for column in value.split(";")]
    shape = [(int(column[1] or 0), column[2]) for column in columns if column is not None]
    for start in range(0, len(elements), len(shape)):
        row = zip(elements[start : start + len(shape)], shape, strict=False)
        yield " ".join(_padded(element, width, side) for element, (width, side) in row).rstrip()


def _padded(element: str, width: int, side: str | None) -> str:
    if element.startswith('"') and not _CLOSED.fullmatch(element):
        # What follows a lone quote, up to the end of its line.
        element = '"' + element[1:].rstrip("\\") + '"'
    elif _NOT_IN_ELEMENT.search(element) and not element.startswith('"'):
        element = f'"{element}"'
    return element.rjust(width) if side == "R" else element.ljust(width)


# ---------------------------------------------------------------- export format

_HEADER = "% PBN 2.1\n% EXPORT\n"
_LONGEST_EXPORTED = 253
"""Characters of a line of export format, to which a carriage return and a line feed are added."""
_WIDTH = 79
_UNSAFE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_UNSAFE_IN_COMMENT = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029]+")
# What is written again for each file: its version, its format, its characters.
_HEADER_LINE = re.compile(r"^%[ \t]*(?:(?:PBN[ \t]+[\d.]+|EXPORT)[ \t]*$|Content-type:)", re.IGNORECASE)


@checked
def write_games(items: Iterable[Board | Game]) -> Iterator[str]:
    r"""Yield the text of a PBN file in export format: the header, then a part for each board or game.

    Lines end with a newline character; :func:`encode` makes the bytes of the file.

    >>> "".join(write_games([Board(number=1)]))[:22]
    '% PBN 2.1\n% EXPORT\n[Ev'
    """
    yield _HEADER
    for item in items:
        lines = _game_lines(item) if isinstance(item, Game) else _board_lines(item)
        # Some programs see the end of a game only in the empty line after it.
        yield "\n".join((*lines, "", ""))


@checked
def encode(parts: Iterable[str], utf8: bool) -> Iterator[bytes]:
    r"""Yield the bytes of a PBN file: lines end with CR and LF; the characters are ISO 8859-1.

    With ``utf8``, for a file of which a part :func:`needs_utf8`, they are UTF-8, and the first line says so.

    >>> list(encode(["caf\u00e9\n", "bar\n"], False))
    [b'caf\xe9\r\n', b'bar\r\n']
    """
    if utf8:
        yield b"%Content-type: text/x-pbn; charset=UTF-8\r\n"
    charset = "utf-8" if utf8 else "iso8859-1"
    for part in parts:
        yield part.replace("\n", "\r\n").encode(charset, "replace")


@checked
def needs_utf8(text: str) -> bool:
    r"""Return whether ISO 8859-1 does not hold whole games, or holds them so that they look like UTF-8.

    >>> needs_utf8("caf\u00e9"), needs_utf8("\u2660")
    (False, True)
    """
    if text.isascii():
        return False
    try:
        pieces = text.encode("iso8859-1").split(b"\n\n")
    except UnicodeEncodeError:
        return True
    return any(decode_block(piece) != piece.decode("iso8859-1") for piece in pieces)


def _game_lines(game: Game) -> Iterator[str]:
    """Yield the lines of a game in export format.

    Anything that the standard has no place for is left out: tags that it had already, calls after the
    end, signs without meaning. Values that cannot be read stay as they are.

    >>> game = next(read_games('[Vulnerable "both"][Dealer "s"][Auction "S"] 1c!! 1NT=1= ap'))
    >>> lines = list(_game_lines(game))
    >>> lines[8:10], lines[15:]
    (['[Dealer "S"]', '[Vulnerable "All"]'], ['[Auction "S"]', '1C $3 1NT =1= AP'])
    """
    head = f"\n{game.head}"
    for text in (head, *(tag.body for tag in game.tags)):
        for match in _TOKEN.finditer(text) if "%" in text else ():
            if match.lastgroup == "escaped" and not _HEADER_LINE.match(match[0]):
                yield _one_line(match[0])
    comments = defaultdict[str, list[str]](list)
    for tag in game.tags:
        comments[tag.name] += _comments_of(tag.body)
    values = {name: _export_value(name, game.values) for name in game.values}
    table_names = {tag.name for tag in game.tags if _is_table(tag)}
    tables = {tag.name: tag for tag in reversed(game.tags) if tag.name in table_names}
    sections = [section for name in _SECTIONS if (section := _section(game, name)) is not None]
    for section in sections:
        dashes = _leading_dashes(section.entries) if section.tag.name == "Auction" else 0
        section.entries = section.entries[dashes:]
        if section.seat is not None:
            section.tag = section.tag._replace(value=section.seat.after(dashes).value)
    yield from _export_lines(values, _comments_of(head), comments, sections, [*reversed(tables.values())])


def _export_lines(
    values: Mapping[str, str],
    head: Iterable[str],
    comments: Mapping[str, Sequence[str]],
    sections: Iterable[_Section],
    tables: Sequence[Tag],
) -> Iterator[str]:
    """Yield the lines of a game: comments before its tags, tags with the comments after them, sections."""
    yield from map(_comment, head)
    names = {*_MANDATORY, *_SECTIONS, "Note", "", *(tag.name for tag in tables)}
    for name in (*_MANDATORY, *sorted(values.keys() - names)):
        yield f'[{name} "{_escape(values.get(name, "?"))}"]'
        yield from map(_comment, comments.get(name, ()))
    for section in sections:
        yield from _section_lines(section)
    for tag in sorted(tables, key=lambda tag: tag.name):
        yield from _table_lines(tag, values[tag.name])


def _section_lines(section: _Section) -> Iterator[str]:
    name = section.tag.name
    yield f'[{name} "{_escape(section.tag.value)}"]'
    yield from map(_comment, section.before)
    # Four entries a line, fewer where annotations make it long; the sign of the end comes last.
    for start in range(0, len(section.entries), _PLAYERS):
        row = section.entries[start : start + _PLAYERS]
        line = ""
        for word in (word for entry in row for word in _entry_words(entry, name)):
            # A word may be a comment of several lines, or one that reaches to the end of its line.
            last = line.rpartition("\n")[2]
            is_full = len(last) + 1 + len(word.partition("\n")[0]) > _WIDTH
            if line and (is_full or " ; " in last or last.startswith("; ")):
                yield line
                line = word
            else:
                line += f" {word}" if line else word
        yield line
    if section.end:
        yield section.end
    for tag in section.note_tags:
        yield f'[Note "{_escape(tag.value)}"]'
        yield from map(_comment, _comments_of(tag.body))


def _entry_words(entry: _Entry, section: str) -> Iterator[str]:
    """Yield the words of a call or a card; one that cannot be read stays as it is."""
    word = entry.word.upper()
    if entry.mark:
        yield f"^{entry.mark.upper()}"
    if section == "Play" and word in _PLAYED:
        yield _PLAYED[word].text
    elif section == "Auction" and word == _ALL_PASS:
        yield _ALL_PASS
    elif section == "Auction" and word in CALLS:
        yield _WRITTEN_CALLS[CALLS[word]]
    elif word:
        yield entry.word
    yield from (f"={number}=" for number in entry.notes[:1])
    first_nag = 1 if section == "Auction" else 7
    nags = {*entry.nags, *(_SUFFIXES.index(suffix) + first_nag for suffix in entry.suffixes)}
    yield from (f"${nag}" for nag in sorted(nags))
    yield from map(_comment, entry.comments)


def _one_line(text: str) -> str:
    return _UNSAFE.sub(" ", text)


def _escape(text: str) -> str:
    r"""Return a text as the value of a tag may hold it: one line, quotes and backslashes escaped.

    >>> _escape('the "Big" one\n[Deal')
    'the \\"Big\\" one [Deal'
    """
    return _one_line(text).replace("\\", "\\\\").replace('"', '\\"')


def _comment(text: str) -> str:
    r"""Return a text as a comment; one with a closing brace in it becomes a comment to the end of the line.

    >>> _comment("well led"), _comment("a } b"), _comment("a }\nb")
    ('{well led}', '; a } b', '{\na )\nb\n}')
    """
    # Where a control character was, there may be white space at an end that reading takes away.
    text = _comment_text("{" + _UNSAFE_IN_COMMENT.sub(" ", text) + "}")
    lines: list[str] = []
    for line in text.split("\n"):
        longest = _LONGEST_EXPORTED - 3
        lines += textwrap.wrap(line, longest) if len(line) > longest else (line.rstrip(),)
    text = "\n".join(lines)
    if "\n" in text:
        text = f"\n{text}\n"
    elif "}" in text:
        return f"; {text}"
    return "{" + text.replace("}", ")") + "}"


def _export_value(name: str, values: Mapping[str, str]) -> str:
    """Return the value of a tag as export format wants it; one that cannot be read stays.

    >>> _export_value("Vulnerable", {"Vulnerable": "both"}), _export_value("Result", {"Result": "NS 9"})
    ('All', 'NS 9')
    """
    value = values[name]
    if name == "Dealer":
        return value.strip().upper() if value.strip() in _SEATS else value
    if name == "Vulnerable":
        vulnerability = _VULNERABILITIES.get(value.strip().lower())
        return value if vulnerability is None else vulnerability.value
    if name == "Deal":
        # The colon is followed by the first hand, so that no seat is part of a ten.
        value = value.replace("10", "T")
        tag = _parse_deal(value)
        dealer = _SEATS.get(values.get("Dealer", "").strip()) or tag.first or Seat.NORTH
        return value if any(_deal_errors(value, tag)) else write_deal(tag.deal, dealer)
    if name == "Declarer":
        return value.strip().upper() if _parse_declarer(value) else value
    if name == "Contract":
        bid, doubling, strain = _parse_contract(value)
        if bid is None:
            return value if strain is None else str(strain)
        return _write_contract(Contract(bid, doubling) if isinstance(bid, Bid) else Contract())
    if name == "Result":
        tricks = _parse_result(value, _parse_declarer(values.get("Declarer", "")))
        return value if tricks is None else "^" * value.strip().startswith("^") + str(tricks)
    return value


# ---------------------------------------------------------------- boards in export format

_MOST_NOTES = 32
_TAG_NAME = re.compile(r"[A-Z][A-Za-z0-9_]*")
_SUIT = re.compile(rf"!({SUIT_LETTER})(?![A-Za-z])")
_INHERITING = re.compile(r"\A(?:##)*(?:#\Z)?")

_Comments = Mapping[tuple[str, int], Sequence[str]]
"""Texts by section and by how many calls or cards they come after."""


def _board_lines(board: Board) -> Iterator[str]:
    """Yield the lines of a board in export format."""
    play = _play_in_columns(board)
    comments = _placed_comments(board, len(play))
    values = _values(board)
    sections = []
    if board.auction or (board.to_be_continued and board.dealer and not _has_play(board)):
        sections.append(_auction_section(board, comments))
    if board.opening_leader is not None and _has_play(board):
        sections.append(_play_section(board, board.opening_leader, play, comments))
    tables = [Tag(name, value) for name, value in values.items() if name in _TABLES]
    yield from _export_lines(values, comments["", 0], {}, sections, tables)


def _has_play(board: Board) -> bool:
    return bool(board.play) or board.leader is not None


def _placed_comments(board: Board, cards: int) -> _Comments:
    comments = defaultdict[tuple[str, int], list[str]](list)
    for comment in board.comments:
        if comment.cards and cards:
            key = ("Play", min(comment.cards, cards))
        elif (comment.calls or comment.cards) and board.auction:
            key = ("Auction", min(comment.calls or len(board.auction), len(board.auction)))
        else:
            key = ("", 0)
        if _UNSAFE_IN_COMMENT.sub(" ", comment.text).strip():
            comments[key].append(_with_suits(comment.text))
    return comments


def _with_suits(text: str) -> str:
    return _SUIT.sub(lambda match: "\\" + match[1].upper(), text)


def _values(board: Board) -> dict[str, str]:
    """Return the tags of a board; an unknown value is ``?`` if there was a call, else "" (not asked for)."""
    # Play without a leader is not written, so that a reader sees none.
    play = board.opening_leader is not None and _has_play(board)
    unknown = "?" if board.auction or play or board.contract else ""
    contract = board.contract
    # A Deal tag without cards is an error (3.4.11); an empty one says the same.
    deal = write_deal(board.deal, board.dealer or Seat.NORTH)
    values = {
        **dict.fromkeys(_MANDATORY, ""),
        **{seat.name.title(): board.players.name(seat) for seat in Seat},
        "Board": _one_line(board.label).strip() if board.number is None else str(board.number),
        "Dealer": board.dealer.value if board.dealer else "",
        "Vulnerable": board.vulnerability.value if board.vulnerability else "",
        "Deal": "" if deal.endswith(":- - - -") else deal,
        "Declarer": unknown,
        "Contract": unknown if board.strain is None else str(board.strain),
        "Result": unknown if board.result is None else str(board.result),
    }
    if contract is not None:
        values["Contract"] = _write_contract(contract)
        is_passed_out = contract.bid is None
        values["Declarer"] = contract.declarer.value if contract.declarer else "" if is_passed_out else "?"
        values["Result"] = "" if is_passed_out else values["Result"]
    values |= {name: text for name, text in board.facts if _is_tag_name(name)}
    # A reader would take the value of an earlier game for such a sign.
    return {name: _INHERITING.sub("", _one_line(text)) for name, text in values.items()}


def _is_tag_name(name: str) -> bool:
    """Return whether a fact can be a tag of this name.

    >>> _is_tag_name("Event"), _is_tag_name("two words"), _is_tag_name("Dealer")
    (True, False, False)
    """
    return name not in _NO_FACT and _TAG_NAME.fullmatch(name) is not None


def _auction_section(board: Board, comments: _Comments) -> _Section:
    # The different notes with their numbers, as many as PBN has.
    texts = dict.fromkeys(note for made in board.auction if (note := _note_of(made)))
    notes = {text: number for number, text in enumerate(islice(texts, _MOST_NOTES), 1)}
    entries: list[_Entry] = []
    for number, made in enumerate(board.auction, 1):
        after = tuple(comments.get(("Auction", number), ()))
        if made.call is None:
            entries.append(_Entry("", mark="S", comments=after))
            continue
        entry = _Entry(_WRITTEN_CALLS[made.call], mark="I" * made.irregular, comments=after)
        note = _note_of(made)
        if note in notes:
            entry.notes = (notes[note],)
        elif note:
            entry.comments = (_with_suits(note), *after)
        entries.append(entry)
    end = ""
    if not is_over([made.call for made in board.auction]):
        end = "+" if board.to_be_continued and not _has_play(board) else "*"
    dealer = board.dealer.value if board.dealer else "?"
    tags = (Tag("Note", f"{number}:{text}") for text, number in notes.items())
    return _Section(Tag("Auction", dealer), tuple(tags), entries, end)


def _note_of(made: MadeCall) -> str:
    return _with_suits(made.note) or _ALERT * made.alert


def _play_in_columns(board: Board) -> list[tuple[int, Card]]:
    """Return each card that can be written, in the order played, with its index in rows of four columns.

    Without a strain nobody can tell who won the first trick, and without a leader whose cards these are.
    """
    leader = board.opening_leader
    if leader is None:
        return []
    play = board.play if board.trumps is not None else board.play[:_PLAYERS]
    seats = seats_of_play(play, leader, board.trumps or Strain.NOTRUMP)
    return [
        (turn - turn % _PLAYERS + _column(seat, leader), card)
        for turn, (seat, card) in enumerate(zip(seats, play, strict=False))
    ]


def _column(seat: Seat, leader: Seat) -> int:
    return next(steps for steps in range(_PLAYERS) if leader.after(steps) is seat)


def _play_section(
    board: Board, leader: Seat, play: Sequence[tuple[int, Card]], comments: _Comments
) -> _Section:
    cells = {
        index: _Entry(card.text, comments=tuple(comments.get(("Play", turn), ())))
        for turn, (index, card) in enumerate(play, 1)
    }
    end = "*" if len(play) < len(CARDS) else ""
    if board.to_be_continued and len(play) == len(board.play):
        turn = seats_of_play(board.play, leader, board.trumps or Strain.NOTRUMP)[-1]
        column = _column(turn, leader)
        # The sign after the last card is the end.
        end = "+" if column == _PLAYERS - 1 else ""
        cells[len(play) - len(play) % _PLAYERS + column] = _Entry("+")
    length = max(cells, default=-1) + 1
    length += -length % _PLAYERS
    entries = [cells.get(index) or _Entry("-") for index in range(length)]
    if end == "+":
        entries.pop()
    return _Section(Tag("Play", leader.value), (), entries, end)


# ---------------------------------------------------------------- what is lost

_MARKS = {"R": "^R before a revoke", "L": "^L before a lead out of turn"}


@checked
def losses(board: Board, location: Location) -> tuple[Diagnostic, ...]:
    """Report what of a board PBN cannot hold, or holds so that it is read as something else.

    >>> lost = losses(Board(Deal(north=Hand("Axx", "", "", ""))), Location("a.bml", 1))
    >>> [loss.code for loss in lost]
    ['BML725']
    """
    return report_losses(board, location, _losses(board))


def _losses(board: Board) -> Iterator[tuple[str, str]]:
    yield from unnamed_cards(board, "PBN")
    if any(made.note and not made.alert for made in board.auction):
        yield "PBN marks every call with an explanation as alerted.", ""
    if len({note for made in board.auction if (note := _note_of(made))}) > _MOST_NOTES:
        yield f"PBN has {_MOST_NOTES} notes; the explanations after them are written as comments.", ""
    if board.auction and board.dealer is None:
        yield "The auction has no dealer, so it is not known who made each call.", "Name the dealer."
    if len(_play_in_columns(board)) < len(board.play):
        yield "Cards of the play are left out where it is not known who played them.", "Write the contract."
    if any("}" in comment.text and "\n" in comment.text for comment in board.comments):
        yield "A closing brace in a comment of several lines is written as ).", ""
    unnamed = [name for name, _ in board.facts if not _is_tag_name(name)]
    if unnamed:
        yield f"PBN cannot hold {', '.join(unnamed)}.", ""
    texts = [*(made.note for made in board.auction), *(text for _, text in board.facts)]
    if any(len(_escape(text)) + len('[Note "32:"]') > _LONGEST_EXPORTED for text in texts):
        yield "A text is longer than a line of PBN may be; programs may cut it.", ""


@checked
def game_losses(game: Game, board: Board) -> Iterator[str]:
    """Yield what of a game is not in its board, in words that end a sentence.

    >>> game = next(read_games('[Dealer "N"][Declarer "^N"][Contract "1C"][Auction "N"] 1C! $15 AP'))
    >>> list(game_losses(game, parse_board(game)))
    ['the signs ! and $15', 'the ^ before the declarer']
    """
    sections = [_section(game, name) for name in _SECTIONS]
    entries = [entry for section in sections if section is not None for entry in section.entries]
    nags = ([f"${nag}" for nag in entry.nags if nag != _NO_ANNOTATION] for entry in entries)
    signs = [sign for entry, more in zip(entries, nags, strict=True) for sign in (*entry.suffixes, *more)]
    yield from named("the sign", signs)
    marks = {entry.mark.upper() for entry in entries}
    yield from (words for mark, words in _MARKS.items() if mark in marks)
    declarer = game.values.get("Declarer", "")
    seat = _parse_declarer(declarer)
    if declarer.strip().startswith("^"):
        yield "the ^ before the declarer"
    elif seat is not None and (board.contract is None or board.contract.declarer is not seat):
        yield "a declarer without a contract"
    if game.values.get("Result", "").strip().startswith("^"):
        yield "the ^ before the result"
    yield from named("the table", [excerpt(tag.name) for tag in game.tags if _is_table(tag)])


# ---------------------------------------------------------------- files


@checked
def loads(text: str | bytes, *, file: str = "") -> Boards:
    r"""Return the boards of a PBN file, and what the standard forbids in it.

    For very large files see :func:`~bml_core.formats.pbn.read_games`, which holds one game at a time.

    Args:
        text: The text of the file, or its bytes.
        file: Its name for diagnostics.

    >>> boards = loads('[Board "7"]\n[Dealer "Q"]\n', file="evening.pbn")
    >>> [board.number for board in boards]
    [7]
    >>> print(*boards.diagnostics)
    evening.pbn:2:1: error BML705: Game 1, PBN 3.4.9: Q is not a dealer. Write N, E, S or W.
    """
    boards = tuple(with_other_rooms(map(parse_board, read_games(text, file))))
    return Boards(boards, lambda: limited(check(text, file)))


@checked
def load(file: File) -> Boards:
    """Return the boards of a PBN file, given its path or as an open binary file.

    Raises:
        TypeError: ``file`` is neither a path nor an open binary file.

    >>> print(*load("missing.pbn").diagnostics)
    missing.pbn:1:1: error BML101: File not found: missing.pbn.
    """
    return load_boards(file, loads)


@checked
def dumps(boards: Iterable[Board | Game]) -> str:
    """Return boards as the text of a PBN file in export format; games keep what only PBN knows.

    >>> print(dumps([Board(number=7)])[19:62])
    [Event ""]
    [Site ""]
    [Date ""]
    [Board "7"]
    """
    return "".join(write_games(boards))


@checked
def dump(boards: Iterable[Board | Game], file: File) -> None:
    """Write boards as a PBN file, to a path or to an open binary file.

    Raises:
        OSError: The file cannot be written.
        TypeError: ``file`` is neither a path nor an open binary file.
    """
    text = dumps(boards)
    dump_bytes(encode((text,), needs_utf8(text)), file)
