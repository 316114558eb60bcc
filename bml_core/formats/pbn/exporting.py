"""Export format: a game as PBN 2.1 wants it written, whatever the layout it was read from."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence

from bml_core.bridge import Bid, Contract, Seat
from bml_core.formats.pbn.boards import is_table
from bml_core.formats.pbn.games import Game
from bml_core.formats.pbn.sections import (
    SUFFIXES,
    Entry,
    comment_text,
    comments_of,
    find_section,
    read_section,
    tokens,
)
from bml_core.formats.pbn.tables import elements, table_lines
from bml_core.formats.pbn.tag_names import SECTIONS
from bml_core.formats.pbn.tags import Tag
from bml_core.formats.pbn.values import (
    ALL_PASS,
    CALLS,
    PLAYED,
    SEATS,
    VULNERABILITIES,
    call_word,
    contract_word,
    deal_faults,
    deal_word,
    read_contract,
    read_deal,
    read_result,
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
_HEADER_LINE = re.compile(r"^%[ \t]*(?:PBN[ \t]+[\d.]+|EXPORT)[ \t]*$")


def escape(text: str) -> str:
    r"""A text as the value of a tag may hold it: one line, quotes and backslashes escaped.

    >>> escape('the "Big" one\n[Deal')
    'the \\"Big\\" one [Deal'
    """
    return _UNSAFE.sub(" ", text).replace("\\", "\\\\").replace('"', '\\"')


def comment(text: str) -> str:
    r"""A text as a comment; one with a closing brace in it becomes a comment to the end of the line.

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


def _wrapped(text: str) -> Iterator[str]:
    for line in text.split("\n"):
        yield from textwrap.wrap(line, LONGEST_LINE - 3) if len(line) > LONGEST_LINE - 3 else (line.rstrip(),)


def export(game: Game) -> str:
    """A game in export format, its lines ended by a newline character.

    What the standard knows no place for is left out: tags that were there already, calls behind the end,
    signs without meaning. Values that cannot be read stay as they are.

    >>> from bml_core.formats.pbn import read
    >>> lines = export(next(read('[Vulnerable "both"][Dealer "s"][Auction "S"] 1c!! 1NT=1= ap'))).splitlines()
    >>> lines[8:10], lines[15:]
    (['[Dealer "S"]', '[Vulnerable "All"]'], ['[Auction "S"]', '1C $3 1NT =1= AP'])
    """
    values = game.values
    comments = _comments_by_tag(game)
    lines = list(_head(game))
    tables = {tag.name for tag in game.tags if is_table(tag)}
    others = sorted(set(values) - tables - {*MANDATORY, *SECTIONS, "Note", ""})
    for name in (*MANDATORY, *others):
        lines.append(f'[{name} "{escape(export_value(name, values))}"]')
        lines += comments.get(name, ())
    lines += _section_lines(game, "Auction")
    lines += _section_lines(game, "Play")
    for name in sorted(tables):
        lines += _table_lines(next(tag for tag in game.tags if tag.name == name), values[name])
    return "\n".join(lines) + "\n"


def _head(game: Game) -> Iterator[str]:
    # An escaped line begins at the first column, as the head does.
    for text in (f"\n{game.head}", *(tag.body for tag in game.tags)):
        if "%" in text:
            yield from _escaped_lines(text)
    yield from (comment(text) for text in comments_of(f"\n{game.head}"))


def _escaped_lines(text: str) -> Iterator[str]:
    for token in tokens(text):
        if token.kind == "escaped" and not _HEADER_LINE.match(token.text):
            yield _UNSAFE.sub(" ", token.text)


def _comments_by_tag(game: Game) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for tag in game.tags:
        if tag.name not in (*SECTIONS, "Note"):
            found.setdefault(tag.name, []).extend(comment(text) for text in comments_of(tag.body))
    return found


# ---------------------------------------------------------------- values


def export_value(name: str, values: Mapping[str, str]) -> str:
    """The value of a tag of a game with these values, as export format wants it; what cannot be read stays.

    >>> export_value("Vulnerable", {"Vulnerable": "both"}), export_value("Event", {})
    ('All', '?')
    """
    value = values.get(name, "?")
    if name == "Dealer":
        return value.strip().upper() if value.strip() in SEATS else value
    if name == "Vulnerable":
        found = VULNERABILITIES.get(value.strip().lower())
        return value if found is None else found.value
    if name == "Deal":
        return _deal(value, values)
    if name == "Declarer":
        return value.strip().upper() if value.strip().removeprefix("^") in SEATS else value
    if name == "Contract":
        return _contract(value)
    if name == "Result":
        tricks = read_result(value, SEATS.get(values.get("Declarer", "").strip().removeprefix("^")))
        return value if tricks is None else "^" * value.strip().startswith("^") + str(tricks)
    return value


def _deal(value: str, values: Mapping[str, str]) -> str:
    if deal_faults(value):
        return value
    read = read_deal(value)
    first = SEATS.get(values.get("Dealer", "").strip()) or read.first or Seat.NORTH
    return deal_word(read.deal, first)


def _contract(value: str) -> str:
    bid, doubling, strain = read_contract(value)
    if bid is None:
        return value if strain is None else str(strain)
    return contract_word(Contract(bid, doubling) if isinstance(bid, Bid) else Contract())


# ---------------------------------------------------------------- sections


def _section_lines(game: Game, name: str) -> Iterator[str]:
    found = find_section(game, name)
    if found is None:
        return
    tag, notes = found
    section = read_section(tag, notes)
    entries = section.entries
    seat = SEATS.get(tag.value.strip())
    if name == "Auction":
        while entries and entries[0].word == "-":
            seat = seat and seat.left
            entries = entries[1:]
    yield f'[{name} "{seat.value if seat else escape(tag.value)}"]'
    yield from (comment(text) for text in section.before)
    yield from _rows([_entry_tokens(entry, name) for entry in entries], section.end)
    for note in notes:
        yield f'[Note "{escape(note.value)}"]'
        yield from (comment(text) for text in comments_of(note.body))


def _rows(entries: Sequence[list[str]], end: str) -> Iterator[str]:
    """Four entries a line, fewer where annotations make it long; the sign of the end comes last."""
    for start in range(0, len(entries), _ROW):
        row = [token for entry in entries[start : start + _ROW] for token in entry]
        yield from _lines(row)
    if end == "*" or end == "+":
        yield end


def _lines(words: list[str]) -> Iterator[str]:
    line = ""
    for word in words:
        last = line.rpartition("\n")[2]
        if not line:
            line = word
        elif len(last) + 1 + len(word.partition("\n")[0]) > _WIDTH or _to_line_end(last):
            yield line
            line = word
        else:
            line += f" {word}"
    if line:
        yield line


def _to_line_end(line: str) -> bool:
    return line.rpartition(" ; ")[1] != "" or line.startswith("; ")


def _entry_tokens(entry: Entry, section: str) -> list[str]:
    first = 1 if section == "Auction" else 7
    nags = sorted({*entry.nags, *(SUFFIXES.index(suffix) + first for suffix in entry.suffixes)})
    return [
        *([f"^{entry.mark.upper()}"] if entry.mark else []),
        *([export_word(entry.word, section)] if entry.word else []),
        *(f"={number}=" for number in entry.notes[:1]),
        *(f"${nag}" for nag in nags),
        *(comment(text) for text in entry.comments),
    ]


def export_word(word: str, section: str) -> str:
    """A call or a card as export format wants it; what cannot be read stays.

    >>> export_word("1n", "Auction"), export_word("s10", "Play")
    ('1NT', 'ST')
    """
    if section == "Play":
        card = PLAYED.get(word.upper())
        return word if card is None else str(card)
    if word.upper() == ALL_PASS:
        return ALL_PASS
    call = CALLS.get(word.upper())
    return word if call is None else call_word(call)


def _table_lines(tag: Tag, value: str) -> Iterator[str]:
    # The backslash before the width of a column stands alone, in the standard as in every program.
    columns = re.sub(r"\\\\(?=\d)", r"\\", escape(value))
    yield f'[{tag.name} "{columns}"]'
    found = elements(tag.body)
    yield from (comment(comment_text(element.text)) for element in found if element.is_comment)
    yield from table_lines(value, [element.text for element in found if not element.is_comment])
