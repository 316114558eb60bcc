"""What PBN 2.1 forbids: each fault of a file with its line, its game and the section of the standard."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, islice
from typing import BinaryIO, cast

from bml_core.diagnostics import Diagnostic
from bml_core.formats.dealing import shown
from bml_core.formats.pbn.boards import is_table
from bml_core.formats.pbn.export_rules import export_faults, says_export
from bml_core.formats.pbn.faults import TAB, Fault
from bml_core.formats.pbn.games import Game, read_all
from bml_core.formats.pbn.line_ends import line_end_findings, separator_findings, watched
from bml_core.formats.pbn.section_rules import agreement_faults, auction_faults, play_faults
from bml_core.formats.pbn.sections import Token, tokens
from bml_core.formats.pbn.table_rules import table_faults
from bml_core.formats.pbn.tag_names import NOT_INHERITED, SECTIONS, STANDARD_TAGS, TABLES
from bml_core.formats.pbn.tags import Tag
from bml_core.formats.pbn.value_rules import value_faults
from bml_core.formats.sources import Source

MOST_FAULTS = 100
"""Faults of one game that are told; where there are more, that is said too."""
LONGEST_LINE = 254
_CONTROL = re.compile(r"[\x00-\x08\x0c-\x1f\x7f-\x9f]")
_BEYOND = re.compile(r"[^\x00-\xff]")
_OPEN_COMMENT = re.compile(r"\{[^}]*+\Z")
_HIDDEN_TAG = re.compile(r'^\[[A-Z]\w* "[^"\n]*"\]', re.MULTILINE)
_LONE_BACKSLASH = re.compile(r'(?<!\\)(?:\\\\)*+\\(?![\\"])')
_NOTE = re.compile(r"\s*(\d+)\s*:\s*(.*)", re.DOTALL)
# What has to stand in front of a section, and the section of the standard that says so.
_NEEDED: dict[str, tuple[str, ...]] = {
    "Auction": ("3.1", "Dealer"),
    "Play": ("3.1", "Deal", "Declarer", "Contract"),
    "AuctionTimeTable": ("5.4", "Auction"),
    "PlayTimeTable": ("5.8", "Play"),
}


def check(source: Source, file: str = "") -> Iterator[Diagnostic]:
    r"""What a file has that the standard forbids, game by game; nothing is held longer than its game.

    A file that says ``% EXPORT`` is held to export format too (2.1).

    >>> print(*check('[Board "1"]\n[Dealer "Q"]\n', "hands.pbn"))
    hands.pbn:2:1: error BML705: Game 1, PBN 3.4.9: Q is no dealer. Write N, E, S or W.
    """
    strange: set[str] = set()
    export = False
    end = 0
    # A text that somebody else has read has no ends of lines to look at.
    raw = None if isinstance(source, str) else watched(source)
    for game in read_all(source if raw is None else cast(BinaryIO, raw), file):
        export = export or says_export(game)
        if game.line <= end:
            sentence = f"Game {game.number}, PBN 3: There is no empty line before this game."
            yield Diagnostic("BML714", sentence, game.place(0), "Write one between two games.")
        if export and raw is not None:
            yield from separator_findings(raw, end, game)
        end = game.line + game.text.count("\n")
        yield from check_game(game, strange=strange, export=export)
    if export and raw is not None:
        yield from line_end_findings(raw, file)


def check_game(
    game: Game, *, strange: set[str] | None = None, export: bool = False
) -> tuple[Diagnostic, ...]:
    """What one game has that the standard forbids, in the order of its lines.

    Args:
        game: A game as it was read.
        strange: Names of tags that were told already as unknown; what is told now is added.
        export: Whether the game has to be in export format.
    """
    faults = _faults(game, set() if strange is None else strange)
    if export:
        faults = chain(faults, export_faults(game))
    first = list(islice(faults, MOST_FAULTS + 1))
    told = [_diagnostic(game, fault) for fault in sorted(first[:MOST_FAULTS], key=lambda fault: fault.at)]
    if len(first) > MOST_FAULTS:
        message = f"Game {game.number} has more than {MOST_FAULTS} faults; the others are not told."
        told.append(Diagnostic("BML105", message, game.place(0)))
    return tuple(told)


def _diagnostic(game: Game, fault: Fault) -> Diagnostic:
    message = f"Game {game.number}, PBN {fault.section}: {fault.sentence}"
    return Diagnostic(fault.code, message, game.place(min(fault.at, len(game.text))), fault.hint)


def _faults(game: Game, strange: set[str]) -> Iterator[Fault]:
    placed = tuple(game.placed_tags())
    yield from _character_faults(game)
    yield from _line_faults(game)
    yield from _outside_faults(game, placed)
    yield from _comment_faults(game, placed)
    yield from _tag_faults(game, placed, strange)
    yield from _order_faults(placed)
    yield from _note_faults(placed)
    yield from value_faults(game, placed)
    yield from auction_faults(game, placed)
    yield from play_faults(game, placed)
    yield from agreement_faults(game, placed)


# ---------------------------------------------------------------- characters and lines


def _character_faults(game: Game) -> Iterator[Fault]:
    for found in _CONTROL.finditer(game.text):
        sign = f"the control character {ord(found[0])}"
        yield Fault("BML718", "2.2", found.start(), f"A PBN file may not have {sign}.", "Take it out.")
    beyond = _BEYOND.search(game.text)
    if beyond is not None:
        sentence = f"The character {beyond[0]} is not in ISO 8859-1, the character set of PBN."
        yield Fault("BML718", "2.2", beyond.start(), sentence, "Some programs will not show it.")


def _line_faults(game: Game) -> Iterator[Fault]:
    at = 0
    for line in game.text.split("\n"):
        if len(line) > LONGEST_LINE:
            sentence = f"This line has {len(line)} characters; 255 are allowed, its end counted."
            yield Fault("BML718", "2.3", at, sentence, "Break the line.")
        at += len(line) + 1


# ---------------------------------------------------------------- what stands outside, comments

Placed = tuple[tuple[Tag, int, int], ...]


def _outside_faults(game: Game, placed: Placed) -> Iterator[Fault]:
    if not placed:
        stray = next((token for token in tokens(f"\n{game.text}") if _means_something(token)), None)
        if stray is not None:
            sentence = "There is no tag pair in this text."
            yield Fault("BML713", "3.3", stray.at - 1, sentence, 'Write [Deal "N:..."].')
        return
    bodies = [(f"\n{game.head}", -1)]
    bodies += [(tag.body, at) for tag, _, at in placed if tag.name == "Note" or not _holds_items(tag)]
    for body, at in bodies:
        stray = next((token for token in tokens(body) if _means_something(token)), None)
        if stray is not None:
            sentence = f"{shown(stray.text)} stands outside of every tag and section."
            yield Fault("BML713", "3.1", at + stray.at, sentence, "Write it as a comment, in { and }.")


def _means_something(token: Token) -> bool:
    return token.kind not in ("comment", "escaped")


def _holds_items(tag: Tag) -> bool:
    return tag.name in SECTIONS or not tag.name or is_table(tag)


def _comment_faults(game: Game, placed: Placed) -> Iterator[Fault]:
    for body, at in ((f"\n{game.head}", -1), *((tag.body, at) for tag, _, at in placed)):
        for token in tokens(body) if "{" in body else ():
            if token.kind != "comment" or not token.text.startswith("{"):
                continue
            if _OPEN_COMMENT.match(token.text):
                yield Fault("BML712", "3.8", at + token.at, "This comment has no end.", "Write } behind it.")
            elif _HIDDEN_TAG.search(token.text):
                sentence = "Tag pairs stand in this comment, and are not read."
                yield Fault("BML712", "3.8", at + token.at, sentence, "Perhaps its } is missing further up.")


# ---------------------------------------------------------------- tag pairs


def _tag_faults(game: Game, placed: Placed, strange: set[str]) -> Iterator[Fault]:
    seen: dict[str, str] = {}
    for tag, at, body_at in placed:
        if tag.fault:
            yield _form_fault(tag, at)
        if not tag.name:
            continue
        if not tag.name[0].isupper():
            hint = f"Write {tag.name[0].upper()}{tag.name[1:]}."
            yield Fault(
                "BML701", "3.3", at, f"The tag name {shown(tag.name)} begins with a small letter.", hint
            )
        elif tag.name not in STANDARD_TAGS and tag.name not in TABLES and tag.name not in strange:
            strange.add(tag.name)
            sentence = f"{shown(tag.name)} is no tag of the standard; it is kept and not understood."
            yield Fault("BML721", "4.9", at, sentence)
        if tag.name in seen and tag.name != "Note":
            yield _twice(tag, at, seen[tag.name])
        seen.setdefault(tag.name, tag.value)
        # The widths of columns have one backslash, in the standard as in every program.
        lone = "\\" in tag.value and _LONE_BACKSLASH.search(game.text[at:body_at])
        if lone and not is_table(tag):
            sentence = f"A backslash stands alone in the value of {tag.name}."
            yield Fault("BML701", "3.2", at, sentence, "Write two of them.")
        if TAB.search(tag.value):
            yield Fault("BML718", "2.3", at, "A tab stands in the value of a tag.", "Write a space.")
        if tag.value.startswith("#") and tag.name in NOT_INHERITED and tag.value[1:2] in ("", "#"):
            sentence = f"{tag.name} may not take its value from an earlier game."
            yield Fault("BML715", "4.8", at, sentence, "Write the value.")
        if tag.name.endswith("Table") and is_table(tag):
            yield from table_faults(game, tag, at, body_at)


def _form_fault(tag: Tag, at: int) -> Fault:
    if tag.fault == "quotes":
        hint = 'Write \\" for a quote in a value.'
        return Fault("BML701", "3.2", at, f"The value of {tag.name} has quotes in it.", hint)
    if tag.name:
        sentence = f"The tag pair {shown(tag.name)} lacks a quote or a bracket."
        return Fault("BML701", "3.3", at, sentence, f'Write [{shown(tag.name)} "{shown(tag.value)}"].')
    return Fault("BML701", "3.3", at, "A bracket begins no tag pair here.", 'Write [Name "value"].')


def _twice(tag: Tag, at: int, first: str) -> Fault:
    same = "" if tag.value != first else " with the same value"
    sentence = f"The tag {tag.name} is there already{same}; the first one stands."
    return Fault("BML714", "3.4", at, sentence, "Begin a new game with an empty line, or take it out.")


def _order_faults(placed: Placed) -> Iterator[Fault]:
    before: set[str] = set()
    for tag, at, _ in placed:
        section, *needed = _NEEDED.get(tag.name, ("",))
        missing = [name for name in needed if name not in before]
        if missing and tag.name not in before:
            sentence = f"{tag.name} needs {' and '.join(missing)} in front of it."
            yield Fault("BML711", section, at, sentence, f'Write [{missing[0]} "..."] above.')
        before.add(tag.name)


def _note_faults(placed: Placed) -> Iterator[Fault]:
    section = ""
    numbers: set[str] = set()
    for tag, at, _ in placed:
        if tag.name != "Note":
            section, numbers = tag.name, set()
            continue
        if section not in SECTIONS:
            yield Fault("BML710", "3.5.5", at, "A note stands outside of Auction and Play.", "Move it there.")
        found = _NOTE.fullmatch(tag.value)
        if found is None or not 1 <= int(found[1][:6]) <= 32:
            yield Fault("BML710", "3.5.5", at, "A note has no number from 1 to 32.", 'Write [Note "1:text"].')
        elif not found[2].strip():
            yield Fault("BML710", "3.5.5", at, f"Note {found[1]} has no text.", 'Write [Note "1:text"].')
        elif found[1] in numbers:
            sentence = f"Note {found[1]} is there already; the first one stands."
            yield Fault("BML710", "3.5.5", at, sentence, "Give it another number.")
        if found is not None:
            numbers.add(found[1])
