"""Export format: a game or a board as PBN 2.1 wants it written."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from bml_core.bridge import Bid, Contract, Seat
from bml_core.formats.board_files import CALLS
from bml_core.formats.pbn.boards import leading_dashes
from bml_core.formats.pbn.games import SECTIONS, Game, Tag
from bml_core.formats.pbn.sections import (
    SUFFIXES,
    Entry,
    Section,
    comment_text,
    comments_of,
    elements,
    find_section,
    is_table,
    table_lines,
    tokens,
)
from bml_core.formats.pbn.values import (
    ALL_PASS,
    PLAYED,
    SEATS,
    VULNERABILITIES,
    check_deal_word,
    parse_contract,
    parse_deal,
    parse_declarer,
    parse_result,
    write_call,
    write_contract,
    write_deal,
)

HEADER = "% PBN 2.1\n% EXPORT\n"
MANDATORY = (
    *("Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer", "Vulnerable", "Deal"),
    *("Scoring", "Declarer", "Contract", "Result"),
)
LONGEST_LINE = 253
"""Characters of a line of export format, to which a carriage return and a line feed are added."""
_WIDTH = 79
_ROW = 4
_UNSAFE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_UNSAFE_IN_COMMENT = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029]+")
# What is written again for each file: its version, its format, its characters.
_HEADER_LINE = re.compile(r"^%[ \t]*(?:(?:PBN[ \t]+[\d.]+|EXPORT)[ \t]*$|Content-type:)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ExportSection:
    """An Auction or Play section; ``notes`` are the values of Note tags, each with the comments after it."""

    name: str
    seat: str
    entries: Sequence[Entry] = ()
    end: str = ""
    before: Sequence[str] = ()
    notes: Sequence[tuple[str, Sequence[str]]] = ()


@dataclass(frozen=True, slots=True)
class ExportGame:
    """A game as export format holds it.

    Attributes:
        values: The values of the tags, in any order; mandatory ones may be missing.
        head: Lines that begin with %, and the texts of the comments after them.
        comments: The texts of comments by the name of the tag before them.
        sections: Auction and Play.
        tables: The tags of tables with their rows below them; their values are in ``values`` too.
    """

    values: Mapping[str, str]
    escaped_lines: Sequence[str] = ()
    head: Sequence[str] = ()
    comments: Mapping[str, Sequence[str]] = field(default_factory=dict)
    sections: Sequence[ExportSection] = ()
    tables: Sequence[Tag] = ()

    def __str__(self) -> str:
        return "\n".join(self._lines()) + "\n"

    def _lines(self) -> Iterator[str]:
        yield from self.escaped_lines
        yield from map(comment, self.head)
        tables = {tag.name for tag in self.tables}
        others = sorted(set(self.values) - tables - {*MANDATORY, *SECTIONS, "Note", ""})
        for name in (*MANDATORY, *others):
            yield f'[{name} "{escape(self.values.get(name, "?"))}"]'
            yield from map(comment, self.comments.get(name, ()))
        for section in self.sections:
            yield from _section_lines(section)
        for tag in sorted(self.tables, key=lambda tag: tag.name):
            yield from _table_lines(tag, self.values[tag.name])


def export_game(game: Game) -> ExportGame:
    """Return a game as export format holds it.

    Anything that the standard has no place for is left out: tags that it had already, calls after the
    end, signs without meaning. Values that cannot be read stay as they are.

    >>> from bml_core.formats.pbn import read_games
    >>> game = next(read_games('[Vulnerable "both"][Dealer "s"][Auction "S"] 1c!! 1NT=1= ap'))
    >>> lines = str(export_game(game)).splitlines()
    >>> lines[8:10], lines[15:]
    (['[Dealer "S"]', '[Vulnerable "All"]'], ['[Auction "S"]', '1C $3 1NT =1= AP'])
    """
    # An escaped line begins at the first column, as the head does.
    head = f"\n{game.head}"
    texts = (head, *(tag.body for tag in game.tags))
    comments: dict[str, list[str]] = {}
    for tag in game.tags:
        comments.setdefault(tag.name, []).extend(comments_of(tag.body))
    tables = {tag.name for tag in game.tags if is_table(tag)}
    sections = [find_section(game, name) for name in SECTIONS]
    return ExportGame(
        {name: export_value(name, game.values) for name in game.values},
        [line for text in texts if "%" in text for line in _escaped_lines(text)],
        comments_of(head),
        comments,
        [_export_section(section) for section in sections if section is not None],
        list({tag.name: tag for tag in reversed(game.tags) if tag.name in tables}.values()),
    )


def _escaped_lines(text: str) -> Iterator[str]:
    for token in tokens(text):
        if token.kind == "escaped" and not _HEADER_LINE.match(token.text):
            yield one_line(token.text)


def _export_section(section: Section) -> ExportSection:
    name, value, *_ = section.tag
    seat = SEATS.get(value.strip())
    dashes = leading_dashes(section.entries) if name == "Auction" else 0
    return ExportSection(
        name,
        seat.after(dashes).value if seat else value,
        section.entries[dashes:],
        section.end,
        section.before,
        [(note.value, comments_of(note.body)) for note in section.note_tags],
    )


# ---------------------------------------------------------------- texts


def one_line(text: str) -> str:
    r"""Return a text with spaces for the characters that no value of a tag may have.

    >>> one_line("a\nb")
    'a b'
    """
    return _UNSAFE.sub(" ", text)


def escape(text: str) -> str:
    r"""Return a text as the value of a tag may hold it: one line, quotes and backslashes escaped.

    >>> escape('the "Big" one\n[Deal')
    'the \\"Big\\" one [Deal'
    """
    return one_line(text).replace("\\", "\\\\").replace('"', '\\"')


def comment(text: str) -> str:
    r"""Return a text as a comment; one with a closing brace in it becomes a comment to the end of the line.

    >>> comment("well led"), comment("a } b"), comment("a }\nb")
    ('{well led}', '; a } b', '{\na )\nb\n}')
    """
    # Where a control character was, there may be white space at an end that reading takes away.
    text = comment_text("{" + _UNSAFE_IN_COMMENT.sub(" ", text) + "}")
    text = "\n".join(_wrapped(text))
    if "\n" in text:
        text = f"\n{text}\n"
    elif "}" in text:
        return f"; {text}"
    return "{" + text.replace("}", ")") + "}"


def has_words(text: str) -> bool:
    r"""Return whether anything of a text is left in a comment.

    >>> has_words("\x00 "), has_words("well led")
    (False, True)
    """
    return bool(_UNSAFE_IN_COMMENT.sub(" ", text).strip())


def _wrapped(text: str) -> Iterator[str]:
    for line in text.split("\n"):
        yield from textwrap.wrap(line, LONGEST_LINE - 3) if len(line) > LONGEST_LINE - 3 else (line.rstrip(),)


# ---------------------------------------------------------------- values


def export_value(name: str, values: Mapping[str, str]) -> str:
    """Return the value of a tag as export format wants it; one that cannot be read stays.

    >>> export_value("Vulnerable", {"Vulnerable": "both"}), export_value("Event", {})
    ('All', '?')
    """
    value = values.get(name, "?")
    if name == "Dealer":
        return value.strip().upper() if value.strip() in SEATS else value
    if name == "Vulnerable":
        vulnerability = VULNERABILITIES.get(value.strip().lower())
        return value if vulnerability is None else vulnerability.value
    if name == "Deal":
        return _export_deal(value, values)
    if name == "Declarer":
        return value.strip().upper() if parse_declarer(value) else value
    if name == "Contract":
        return _export_contract(value)
    if name == "Result":
        tricks = parse_result(value, parse_declarer(values.get("Declarer", "")))
        return value if tricks is None else "^" * value.strip().startswith("^") + str(tricks)
    return value


def _export_deal(value: str, values: Mapping[str, str]) -> str:
    # The colon is followed by the first hand, so that no seat is part of a ten.
    value = value.replace("10", "T")
    if any(check_deal_word(value)):
        return value
    deal, first = parse_deal(value)
    return write_deal(deal, SEATS.get(values.get("Dealer", "").strip()) or first or Seat.NORTH)


def _export_contract(value: str) -> str:
    bid, doubling, strain = parse_contract(value)
    if bid is None:
        return value if strain is None else str(strain)
    return write_contract(Contract(bid, doubling) if isinstance(bid, Bid) else Contract())


# ---------------------------------------------------------------- sections and tables


def _section_lines(section: ExportSection) -> Iterator[str]:
    yield f'[{section.name} "{escape(section.seat)}"]'
    yield from map(comment, section.before)
    # Four entries a line, fewer where annotations make it long; the sign of the end comes last.
    words = [list(_entry_words(entry, section.name)) for entry in section.entries]
    for start in range(0, len(words), _ROW):
        yield from _filled(word for entry in words[start : start + _ROW] for word in entry)
    if section.end:
        yield section.end
    for text, comments in section.notes:
        yield f'[Note "{escape(text)}"]'
        yield from map(comment, comments)


def _filled(words: Iterable[str]) -> Iterator[str]:
    """Yield words in lines; a word may be a comment of several lines."""
    line = ""
    for word in words:
        last = line.rpartition("\n")[2]
        if not line:
            line = word
        elif len(last) + 1 + len(word.partition("\n")[0]) > _WIDTH or _reaches_line_end(last):
            yield line
            line = word
        else:
            line += f" {word}"
    if line:
        yield line


def _reaches_line_end(line: str) -> bool:
    """Return whether a line ends with a comment that reaches to the end of its line."""
    return " ; " in line or line.startswith("; ")


def _entry_words(entry: Entry, section: str) -> Iterator[str]:
    first = 1 if section == "Auction" else 7
    if entry.mark:
        yield f"^{entry.mark.upper()}"
    if entry.word:
        yield export_word(entry.word, section)
    yield from (f"={number}=" for number in entry.notes[:1])
    nags = sorted({*entry.nags, *(SUFFIXES.index(suffix) + first for suffix in entry.suffixes)})
    yield from (f"${nag}" for nag in nags)
    yield from map(comment, entry.comments)


def export_word(word: str, section: str) -> str:
    """Return a call or a card as export format wants it; one that cannot be read stays.

    >>> export_word("1n", "Auction"), export_word("s10", "Play")
    ('1NT', 'ST')
    """
    if section == "Play":
        card = PLAYED.get(word.upper())
        return word if card is None else str(card)
    if word.upper() == ALL_PASS:
        return ALL_PASS
    call = CALLS.get(word.upper())
    return word if call is None else write_call(call)


def _table_lines(tag: Tag, value: str) -> Iterator[str]:
    # The backslash before the width of a column is single, in the standard as in every program.
    columns = re.sub(r"\\\\(?=\d)", r"\\", escape(value))
    yield f'[{tag.name} "{columns}"]'
    parts = elements(tag.body)
    yield from (comment(comment_text(element.text)) for element in parts if element.is_comment)
    yield from table_lines(value, [one_line(element.text) for element in parts if not element.is_comment])
