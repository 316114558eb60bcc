"""The rules of supplemental sections (PBN 2.1, chapter 5): columns, elements, rows, their order."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from bml_core.formats.dealing import shown
from bml_core.formats.pbn.faults import TAB, Fault
from bml_core.formats.pbn.games import Game
from bml_core.formats.pbn.sections import find_section, read_section
from bml_core.formats.pbn.tables import NOT_IN_TOKEN, Column, Element, columns, elements
from bml_core.formats.pbn.tag_names import TABLES
from bml_core.formats.pbn.tags import Tag

_CODE = "BML716"
_UNKNOWN = ("?", "-")
_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?")
# A row for each call or card of the section that a table is about.
_ROWS_OF = {"AuctionTimeTable": "Auction", "PlayTimeTable": "Play"}
_DECIMAL = r"[+-]?\d+(?:\.\d+)?"
_PERCENTAGE = r"100(?:\.0+)?|\d{1,2}(?:\.\d+)?"
_RANGE = r"[+-]?\d+(?:,(?:\*|[+-]?\d+))?|\*,[+-]?\d+"
_TIME = r"(?:(?:\d+:)?[0-5]?\d:)?[0-5]?\d|\d+"


class _Rule(NamedTuple):
    """The form of the elements of a column, what they are, and what to write."""

    pattern: re.Pattern[str]
    noun: str
    hint: str


def _rule(pattern: str, noun: str, hint: str) -> _Rule:
    return _Rule(re.compile(pattern, re.IGNORECASE), noun, hint)


_BID = "[1-7](?:[SHDC]|NT)"
_SCORE = _rule(_DECIMAL, "score", "Write a number, such as 420 or -50.")
_PERCENT = _rule(_PERCENTAGE, "percentage", "Write 0 to 100.")
_WHOLE = "[1-9][0-9]*"
_COUNT = _rule(_WHOLE, "number", "Write a number from 1 on.")
_RANKS = _rule("[AKQJT98765432]+", "list of cards", "Write ranks, such as AK2.")
_RULES = {
    "Rank": _rule(_WHOLE, "rank", "Write a number from 1 on, the best one for equal scores."),
    "Call": _rule(f"AP|Pass|XX?|{_BID}", "call", "Write 1NT, X, XX or Pass."),
    "Card": _rule("[SHDC][AKQJT98765432]", "card", "Write suit and rank, such as SK."),
    "Declarer": _rule("[WNES]", "declarer", "Write N, E, S or W."),
    "Contract": _rule(f"Pass|{_BID}(?:XX?)?", "contract", "Write 3NT, 4SX or Pass."),
    "Denomination": _rule("[SHDC]|NT", "denomination", "Write S, H, D, C or NT."),
    "Result": _rule("[0-9]|1[0-3]", "number of tricks", "Write 0 to 13."),
    "Time": _rule(_TIME, "time", "Write 1:30, or seconds."),
    "TotalTime": _rule(_TIME, "time", "Write 1:30, or seconds."),
    "ScoreRange_NS": _rule(_RANGE, "range of scores", "Write 420, or 400,450, or 450,*."),
    "ScoreRange_EW": _rule(_RANGE, "range of scores", "Write 420, or 400,450, or 450,*."),
    **dict.fromkeys("SHDC", _RANKS),
    **{f"{name}_{side}": _SCORE for name in ("Score", "IMP", "MP") for side in ("NS", "EW")},
    **{f"{of}{name}": _SCORE for of in ("Total", "Mean") for name in ("Score", "IMP", "MP")},
    **dict.fromkeys(
        ("Percentage", "Percentage_NS", "Percentage_EW", "TotalPercentage", "MeanPercentage"), _PERCENT
    ),
    "Multiplicity": _COUNT,
    "NrBoards": _COUNT,
}
# A cumulative value of percentages may be more than 100.
_RULES["TotalPercentage"] = _SCORE


def table_faults(game: Game, tag: Tag, at: int, body_at: int) -> Iterator[Fault]:
    """What is wrong with a table, whose tag stands at ``at`` and its elements from ``body_at`` on."""
    if not tag.value.strip():
        yield Fault(_CODE, "5.2", at, f"The table {tag.name} names no columns.", "Write Rank;Score_NS.")
        return
    shape = columns(tag.value)
    found = elements(tag.body)
    words = [element for element in found if not element.is_comment]
    yield from _column_faults(shape, at)
    if len(words) % len(shape):
        sentence = f"{tag.name} has {len(words)} elements, which do not fill rows of {len(shape)}."
        hint = "Write ? for what is not known, - for what has no meaning."
        yield Fault(_CODE, "5.2", at, sentence, hint)
    yield from _comment_faults(found, words, body_at)
    yield from _form_faults(words, body_at)
    yield from _element_faults(tag.name, shape, words, body_at)
    yield from _order_faults(shape, words, body_at)
    yield from _count_faults(game, tag.name, len(words) // len(shape), at)


def _column_faults(shape: Sequence[Column], at: int) -> Iterator[Fault]:
    for column in shape:
        if "\\" in column.name:
            sentence = f"The column {shown(column.name)} has no width behind its backslash."
            yield Fault(_CODE, "3.2", at, sentence, r"Write a number, and L or R if you like: Rank\3R.")


def _comment_faults(found: Sequence[Element], words: Sequence[Element], body_at: int) -> Iterator[Fault]:
    late = next((e for e in found if words and e.is_comment and e.at > words[0].at), None)
    if late is not None:
        sentence = "A comment stands among the elements of a table."
        yield Fault(_CODE, "5.1", body_at + late.at, sentence, "Write it behind the tag.")


def _form_faults(words: Sequence[Element], body_at: int) -> Iterator[Fault]:
    for word in words:
        if not word.text.startswith('"'):
            wrong = NOT_IN_TOKEN.search(word.text)
            if wrong is not None:
                sentence = f"{shown(word.text)} has {wrong[0]} in it, and no quotes around it."
                yield Fault(_CODE, "3.2", body_at + word.at, sentence, f'Write "{shown(word.text)}".')
        elif not word.is_closed:
            sentence = f"{shown(word.text)} has no quote at its end."
            yield Fault(_CODE, "3.2", body_at + word.at, sentence, 'Write " behind it.')
        elif TAB.search(word.text):
            yield Fault("BML718", "2.3", body_at + word.at, "A tab stands in a text.", "Write a space.")


def _element_faults(
    name: str, shape: Sequence[Column], words: Sequence[Element], body_at: int
) -> Iterator[Fault]:
    """Elements of the columns that the standard describes; tables of others may use the names otherwise."""
    section = TABLES.get(name)
    rules = [_RULES.get(column.name) if section else None for column in shape]
    for place, word in enumerate(words):
        rule = rules[place % len(shape)]
        if rule is None or word.text in _UNKNOWN or not section:
            continue
        if not rule.pattern.fullmatch(word.value.removeprefix("^")):
            column = shape[place % len(shape)].name
            sentence = f"{shown(word.value) or 'Nothing'} in the column {column} is no {rule.noun}."
            yield Fault(_CODE, section, body_at + word.at, sentence, rule.hint)


def _order_faults(shape: Sequence[Column], words: Sequence[Element], body_at: int) -> Iterator[Fault]:
    """A plus before the name of a column says that the highest number comes first, a minus the lowest."""
    for place, column in enumerate(shape):
        if not column.order:
            continue
        numbers = [
            (float(value), word)
            for word in words[place :: len(shape)]
            if _NUMBER.fullmatch(value := word.value.removeprefix("^"))
        ]
        falls = column.order == "+"
        for (before, _), (number, word) in pairwise(numbers):
            if number != before and (number > before) is falls:
                first = "highest" if falls else "lowest"
                sentence = f"{column.order}{column.name} says that the {first} value comes first."
                hint = f"Sort the rows, or take out the {column.order}."
                yield Fault(_CODE, "5.2", body_at + word.at, sentence, hint)
                break


def _count_faults(game: Game, name: str, rows: int, at: int) -> Iterator[Fault]:
    of = _ROWS_OF.get(name)
    section = find_section(game, of) if of else None
    if of is None or section is None:
        return
    told = len(read_section(*section).entries)
    if rows > told:
        noun = "call" if of == "Auction" else "card"
        sentence = f"{name} has {rows} rows, and {of} has {told} {noun}s."
        yield Fault(_CODE, TABLES[name], at, sentence, f"Write a row for each {noun}.")
