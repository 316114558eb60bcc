"""What PBN 2.1 forbids: each error of a file with its line, its game and the section of the standard."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from itertools import islice
from typing import BinaryIO, cast

from bml_core._package import checked
from bml_core.diagnostics import Diagnostic
from bml_core.files import LONGEST_LINE as MOST_OF_A_LINE
from bml_core.files import Source
from bml_core.formats.board_files import MOST_ERRORS, excerpt, too_many_errors
from bml_core.formats.pbn.export_rules import (
    LineEnds,
    check_export,
    check_line_ends,
    check_separator,
    is_export,
)
from bml_core.formats.pbn.games import (
    NOT_INHERITED,
    SECTIONS,
    STANDARD_TAGS,
    TABLES,
    Errors,
    Game,
    Tag,
    read_all,
)
from bml_core.formats.pbn.section_rules import check_agreement, check_auction, check_play
from bml_core.formats.pbn.sections import Token, is_table, tokens
from bml_core.formats.pbn.value_rules import TAB, check_table, check_values, is_end_position

LONGEST_LINE = 254
_CONTROL = re.compile(r"[\x00-\x08\x0c-\x1f\x7f-\x9f]")
_NOT_LATIN = re.compile(r"[^\x00-\xff]")
_OPEN_COMMENT = re.compile(r"\{[^}]*+\Z")
_HIDDEN_TAG = re.compile(r'^\[[A-Z]\w* "[^"\n]*"\]', re.MULTILINE)
_NOTE = re.compile(r"\s*(\d+)\s*:\s*(.*)", re.DOTALL)
# The tags that a section needs before it, and the section of the standard that says so.
_NEEDED: dict[str, tuple[str, ...]] = {
    "Auction": ("3.1", "Dealer"),
    "Play": ("3.1", "Deal", "Declarer", "Contract"),
    "AuctionTimeTable": ("5.4", "Auction"),
    "PlayTimeTable": ("5.8", "Play"),
}


@checked
def check(source: Source, file: str = "") -> Iterator[Diagnostic]:
    r"""Yield what a file has that the standard forbids, game by game; nothing is held longer than its game.

    A file that says ``% EXPORT`` is held to export format too (2.1).

    >>> print(*check('[Board "1"]\n[Dealer "Q"]\n', "hands.pbn"))
    hands.pbn:2:1: error BML705: Game 1, PBN 3.4.9: Q is not a dealer. Write N, E, S or W.
    """
    unknown_tags: set[str] = set()
    export = False
    end = 0
    # A text that somebody else has read has no ends of lines to look at.
    data = io.BytesIO(source) if isinstance(source, bytes) else source
    raw = LineEnds(cast(BinaryIO, data)) if hasattr(data, "read") else None
    for game in read_all(source if raw is None else cast(BinaryIO, raw), file):
        export = export or is_export(game)
        if game.line <= end and not (game.tags and game.tags[0].defect == "line"):
            sentence = "This game has no empty line before it."
            yield game.diagnostic("BML714", "3", 0, sentence, "Write one between two games.")
        if export and raw is not None:
            yield from check_separator(raw, end, game)
        end = game.line + game.text.count("\n")
        yield from check_game(game, unknown_tags=unknown_tags, export=export)
    if export and raw is not None:
        yield from check_line_ends(raw, file)


@checked
def check_game(
    game: Game, *, unknown_tags: set[str] | None = None, export: bool = False
) -> tuple[Diagnostic, ...]:
    """Return what one game has that the standard forbids, in the order of its lines.

    Args:
        game: A game as it was read.
        unknown_tags: Names of tags that were reported already as unknown; new ones are added.
        export: Whether the game must be in export format.
    """
    errors = _errors(game, set() if unknown_tags is None else unknown_tags, export)
    first = [game.diagnostic(*error) for error in islice(errors, MOST_ERRORS + 1)]
    shown = sorted(first[:MOST_ERRORS], key=lambda error: (error.location.line, error.location.column))
    return (*shown, *too_many_errors(game.number, len(first), game.place(0)))


def _errors(game: Game, unknown_tags: set[str], export: bool) -> Errors:
    yield from _check_characters(game)
    yield from _check_lines(game)
    yield from _check_text_outside(game)
    yield from _check_comments(game)
    yield from _check_tags(game, unknown_tags)
    yield from _check_order(game)
    yield from _check_notes(game)
    yield from check_values(game)
    yield from check_auction(game)
    yield from check_play(game)
    yield from check_agreement(game)
    if export:
        yield from check_export(game)


# ---------------------------------------------------------------- characters and lines


def _check_characters(game: Game) -> Errors:
    for match in _CONTROL.finditer(game.text):
        sentence = f"A PBN file must not contain the control character {ord(match[0])}."
        yield "BML718", "2.2", match.start(), sentence, "Delete it."
    first = _NOT_LATIN.search(game.text)
    if first is not None:
        sentence = f"The character {first[0]} is not in ISO 8859-1, the character set of PBN."
        yield "BML718", "2.2", first.start(), sentence, "Some programs cannot show it."


def _check_lines(game: Game) -> Errors:
    at = 0
    for line in game.text.split("\n"):
        if len(line) >= MOST_OF_A_LINE:
            sentence = f"A line may have {MOST_OF_A_LINE:,} characters; the rest of this one is not read."
            yield "BML105", "2.3", at + MOST_OF_A_LINE, sentence, "Break the line."
        elif len(line) > LONGEST_LINE:
            sentence = f"This line has {len(line)} characters; 255 are allowed, including the line ending."
            yield "BML718", "2.3", at, sentence, "Break the line."
        at += len(line) + 1


# ---------------------------------------------------------------- text outside of tags, comments


def _check_text_outside(game: Game) -> Errors:
    if not game.tags:
        stray = _stray(f"\n{game.text}")
        if stray is not None:
            yield "BML713", "3.3", stray.at - 1, "This text has no tag pair.", 'Write [Deal "N:..."].'
        return
    bodies = [(f"\n{game.head}", -1)]
    bodies += [
        (tag.body, tag.body_at) for tag in game.tags if tag.name not in ("", *SECTIONS) and not is_table(tag)
    ]
    for body, at in bodies:
        stray = _stray(body)
        if stray is not None:
            sentence = f"{excerpt(stray.text)} is outside every tag and section."
            yield "BML713", "3.1", at + stray.at, sentence, "Write it as a comment, between { and }."


def _stray(body: str) -> Token | None:
    """Return the first token of a text that means something; nothing of the kind belongs there."""
    return next((token for token in tokens(body) if token.kind not in ("comment", "escaped")), None)


def _check_comments(game: Game) -> Errors:
    for body, at in ((f"\n{game.head}", -1), *((tag.body, tag.body_at) for tag in game.tags)):
        for token in tokens(body) if "{" in body else ():
            if token.kind != "comment" or not token.text.startswith("{"):
                continue
            place = at + token.at
            if _OPEN_COMMENT.match(token.text):
                yield "BML712", "3.8", place, "This comment has no end.", "Write } after it."
            elif _HIDDEN_TAG.search(token.text):
                sentence = "Tag pairs in this comment are not read."
                yield "BML712", "3.8", place, sentence, "Perhaps a } is missing further up."


# ---------------------------------------------------------------- tag pairs


def _check_tags(game: Game, unknown_tags: set[str]) -> Errors:
    seen: dict[str, str] = {}
    for tag in game.tags:
        yield from _check_form(tag)
        if tag.name:
            yield from _check_name(tag, unknown_tags)
            if tag.name in seen and tag.name != "Note":
                same = "" if tag.value != seen[tag.name] else " with the same value"
                sentence = f"The tag {tag.name} appears twice{same}; the first one is used."
                hint = "Begin a new game with an empty line, or delete it."
                yield "BML714", "3.4", tag.at, sentence, hint
            seen.setdefault(tag.name, tag.value)
            yield from _check_value(game, tag)


def _check_form(tag: Tag) -> Errors:
    if tag.defect == "quotes":
        sentence = f"The value of {tag.name} has quotes in it."
        yield "BML701", "3.2", tag.at, sentence, 'Write \\" for a quote in a value.'
    elif tag.defect == "line":
        yield (
            "BML718",
            "3.3",
            tag.at,
            "This line is a deal without its tag.",
            f'Write [Deal "{excerpt(tag.value)}"].',
        )
    elif tag.defect and tag.name:
        sentence = f"The tag pair {excerpt(tag.name)} lacks a quote or a bracket."
        yield "BML701", "3.3", tag.at, sentence, f'Write [{excerpt(tag.name)} "{excerpt(tag.value)}"].'
    elif tag.defect:
        yield "BML701", "3.3", tag.at, "This bracket does not begin a tag pair.", 'Write [Name "value"].'


def _check_name(tag: Tag, unknown_tags: set[str]) -> Errors:
    name = tag.name
    if not name[0].isupper():
        sentence = f"The tag name {excerpt(name)} begins with a small letter."
        yield "BML701", "3.3", tag.at, sentence, f"Write {name[0].upper()}{name[1:]}."
    elif name not in STANDARD_TAGS and name not in TABLES and name not in unknown_tags:
        unknown_tags.add(name)
        sentence = f"{excerpt(name)} is not a standard tag; it is kept but not understood."
        yield "BML721", "4.9", tag.at, sentence, ""


def _check_value(game: Game, tag: Tag) -> Errors:
    name, value = tag.name, tag.value
    if TAB.search(value):
        yield "BML718", "2.3", tag.at, "There is a tab in the value of a tag.", "Write a space."
    if value.startswith("#") and name in NOT_INHERITED and value[1:2] in ("", "#"):
        sentence = f"{name} must not take its value from an earlier game."
        yield "BML715", "4.8", tag.at, sentence, "Write the value."
    if name.endswith("Table") and is_table(tag):
        yield from check_table(game, tag)


def _check_order(game: Game) -> Errors:
    before: set[str] = set()
    for tag in game.tags:
        section, *needed = _NEEDED.get(tag.name, ("",))
        if tag.name == "Play" and is_end_position(game.values.get("Deal", "")):
            # Who leads is in the tag itself (3.10).
            needed.remove("Declarer")
        missing = [name for name in needed if name not in before]
        if missing and tag.name not in before:
            sentence = f"{tag.name} needs {' and '.join(missing)} before it."
            yield "BML711", section, tag.at, sentence, f'Write [{missing[0]} "..."] above.'
        before.add(tag.name)


def _check_notes(game: Game) -> Errors:
    section = ""
    numbers: set[str] = set()
    for tag in game.tags:
        note = "BML710", "3.5.5", tag.at
        if tag.name != "Note":
            section, numbers = tag.name, set()
            continue
        if section not in SECTIONS:
            yield *note, "A note is outside Auction and Play.", "Move it there."
        match = _NOTE.fullmatch(tag.value)
        if match is None or not 1 <= int(match[1][:6]) <= 32:
            yield *note, "A note has no number from 1 to 32.", 'Write [Note "1:text"].'
        elif not match[2].strip():
            yield *note, f"Note {match[1]} has no text.", 'Write [Note "1:text"].'
        elif match[1] in numbers:
            yield *note, f"Note {match[1]} appears twice; the first one is used.", "Give it another number."
        if match is not None:
            numbers.add(match[1])
