"""What export format asks for beyond the rules of every PBN file (PBN 2.1, chapters 2 and 3)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bml_core.formats.dealing import shown
from bml_core.formats.pbn.boards import is_table
from bml_core.formats.pbn.exporting import MANDATORY, export_value, export_word
from bml_core.formats.pbn.faults import TAB, Fault
from bml_core.formats.pbn.games import Game
from bml_core.formats.pbn.layout_rules import Placed, layout_faults, row_faults
from bml_core.formats.pbn.sections import find_section, read_section
from bml_core.formats.pbn.tag_names import NOT_INHERITED, SECTIONS
from bml_core.formats.pbn.tags import Tag
from bml_core.formats.pbn.values import SEATS

_CODE = "BML719"
_SAYS_EXPORT = re.compile(r"^%[ \t]*EXPORT[ \t]*$", re.MULTILINE)
# The tags whose value has a form of its own.
_NORMAL = (NOT_INHERITED | {"Result"}) - {*SECTIONS, "Note"}
_PAIR = re.compile(r'\[[A-Za-z0-9_]+ "(?:[^"\\\n]|\\.)*+"\](?=\n|\Z)')


def says_export(game: Game) -> bool:
    r"""Whether a game, or what stands before it, says that the file is in export format (2.1).

    >>> from bml_core.formats.pbn import read
    >>> says_export(next(read('% EXPORT\n[Board "1"]')))
    True
    """
    return "EXPORT" in game.head and _SAYS_EXPORT.search(game.head) is not None


def export_faults(game: Game) -> Iterator[Fault]:
    """Where a game is not in export format."""
    placed = tuple(game.placed_tags())
    tab = TAB.search(game.text)
    if tab is not None:
        yield Fault(_CODE, "2.3", tab.start(), "Export format has no tabs.", "Write spaces.")
    yield from _pair_faults(game, placed)
    yield from layout_faults(game, placed)
    yield from _order_faults(game, placed)
    yield from _value_faults(game, placed)
    yield from _section_faults(game, placed)


def _pair_faults(game: Game, placed: Placed) -> Iterator[Fault]:
    for tag, at, _ in placed:
        alone = at == 0 or game.text[at - 1] == "\n"
        if not alone or not _PAIR.match(game.text, at):
            hint = f'Write [{tag.name} "..."] on a line of its own.'
            yield Fault(
                _CODE, "3.3", at, f"The tag pair {tag.name} is not written as in export format.", hint
            )


def _order_faults(game: Game, placed: Placed) -> Iterator[Fault]:
    given = game.values
    missing = [name for name in MANDATORY if name not in given]
    # A file without a game lacks none of them.
    if missing and game.tags:
        hint = f'Write [{missing[0]} "?"], or "" where it makes no sense.'
        yield Fault(_CODE, "3.4", len(game.head), f"Export format needs the tags {', '.join(missing)}.", hint)
    last: tuple[int, int, str] = (0, 0, "")
    name = ""
    for tag, at, _ in placed:
        rank = _rank(tag)
        if tag.name != "Note" and rank < last:
            yield Fault(_CODE, "3.4", at, f"In export format {tag.name} stands before {name}.", "Move it up.")
        elif tag.name != "Note":
            last, name = rank, tag.name


def _rank(tag: Tag) -> tuple[int, int, str]:
    if tag.name in MANDATORY:
        return 1, MANDATORY.index(tag.name), ""
    if tag.name in SECTIONS:
        return 3, SECTIONS.index(tag.name), ""
    return (4 if is_table(tag) else 2), 0, tag.name


def _value_faults(game: Game, placed: Placed) -> Iterator[Fault]:
    values = game.values
    for tag, at, _ in placed:
        if tag.name not in _NORMAL or tag.value in ("", "?"):
            continue
        wanted = export_value(tag.name, values)
        if tag.value != wanted:
            hint = f'Write [{tag.name} "{wanted}"].'
            yield Fault(
                _CODE, "3.4", at, f"The value of {tag.name} is not written as in export format.", hint
            )


def _section_faults(game: Game, placed: Placed) -> Iterator[Fault]:
    for name in SECTIONS:
        found = find_section(game, name)
        if found is None:
            continue
        at, body_at = next((at, body_at) for tag, at, body_at in placed if tag.name == name)
        section = read_section(*found)
        yield from row_faults(section.entries, found[0].body, body_at, name)
        number = "3.5" if name == "Auction" else "3.6"
        if found[0].value in SEATS and found[0].value.islower():
            sentence = f"The seat {found[0].value} is not written as in export format."
            yield Fault(_CODE, number, at, sentence, f"Write {found[0].value.upper()}.")
        for entry in section.entries:
            hint = ""
            if name == "Auction" and entry.word == "-":
                hint = "Begin with the dealer, without -."
            elif entry.suffixes:
                hint = f"Write a number such as ${1 if name == 'Auction' else 7} for {entry.suffixes[0]}."
            elif entry.nags != sorted(entry.nags):
                hint = "Write the numbers behind $ in rising order."
            elif entry.word != export_word(entry.word, name):
                hint = f"Write {export_word(entry.word, name)}."
            if hint:
                sentence = f"{shown(entry.word)} is not written as in export format."
                yield Fault(_CODE, number, body_at + entry.at, sentence, hint)
