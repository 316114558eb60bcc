"""The values of tags and the elements of tables (PBN 2.1, chapters 3.4, 4 and 5): what each may be."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from bml_core.bridge import FULL_HAND
from bml_core.formats.board_files import excerpt
from bml_core.formats.pbn.games import TABLES, Errors, Game, Tag
from bml_core.formats.pbn.sections import NOT_IN_TOKEN, Column, Element, columns, elements, find_section
from bml_core.formats.pbn.values import check_deal_word, parse_deal

TAB = re.compile(r"[\t\v]")
"""A horizontal or a vertical tab."""


class _Rule(NamedTuple):
    """The form of a value: its pattern, what the value is, what to write, and the section that says so."""

    pattern: re.Pattern[str]
    noun: str
    hint: str
    section: str = ""


def _rule(section: str, pattern: str, noun: str, hint: str, flags: int = 0) -> _Rule:
    return _Rule(re.compile(pattern, flags), noun, hint, section)


# ---------------------------------------------------------------- tags

_SIDES = r"(?:{0}|(?:EW|NS) {0}|EW {0} NS {0}|NS {0} EW {0})"
_POINTS = _SIDES.format(r"[+-]?\d+")
# The author of the standard writes 0. and 100. too.
_DECIMALS = r"(?:\d+\.?\d*|\.\d+)"
_DECIMAL = _SIDES.format(rf"[+-]?{_DECIMALS}")
_DATE = r"[\d?]{4}\.(?:0[1-9]|1[0-2]|[\d?]\?|\?\d)\.(?:0[1-9]|[12]\d|3[01]|[\d?]\?|\?\d)"
_PERCENT = _SIDES.format(_DECIMALS)
_UNITS = r"\d+(?: \d+){0,2}"
_RUBBER = rf"{_UNITS} ?/ ?{_UNITS}"
_HISTORY = rf"\d+(?: \d+)? ?/ ?{_UNITS}"
_TIME = r"(?:[01]\d|2[0-3]|\?\?):[0-5?][\d?]:[0-5?][\d?]"
_TRICKS = r"(?:\d|1[0-3])"
_UNKNOWN = ("", "?")
_OPTIMUM = r"(?:EW|NS) [+-]?\d+|EW [+-]?\d+ NS [+-]?\d+|NS [+-]?\d+ EW [+-]?\d+"
_MOST_TRICKS = 13
_GAME = 100
"""Points below the line that win a game at rubber bridge."""
_NUMBER = re.compile(rf"-?{_DECIMALS}")
_BELOW = re.compile(r"(NS|EW) [\d ]+/([\d ]+)")
_VULNERABLE_SIDES = {
    **dict.fromkeys(("none", "love", "-"), frozenset[str]()),
    **dict.fromkeys(("all", "both"), frozenset(("NS", "EW"))),
    "ns": frozenset(("NS",)),
    "ew": frozenset(("EW",)),
}
# Small letters are allowed where the standard lists them (3.11).
_I = re.IGNORECASE
_RULES: dict[str, _Rule] = {
    "Date": _rule("3.4.3", _DATE, "date", "Write 2026.03.31, with ? for unknown digits."),
    "Board": _rule("3.4.4", r"0*[1-9]\d*", "board number", "Write a number from 1 upwards."),
    "Dealer": _rule("3.4.9", "[WNES]", "dealer", "Write N, E, S or W.", _I),
    "Vulnerable": _rule(
        "3.4.10", "None|Love|-|NS|EW|All|Both", "vulnerability", "Write None, NS, EW or All.", _I
    ),
    "Declarer": _rule("3.4.13", r"\^?[WNES]", "declarer", "Write N, E, S or W.", _I),
    "Contract": _rule(
        "3.4.14", "Pass|[1-7](?:[SHDC]|NT)(?:XX?)?|[SHDC]|NT", "contract", "Write 3NT, 4SX or Pass.", _I
    ),
    "Result": _rule(
        "3.4.15", r"\^?(?:" + _SIDES.format(_TRICKS) + ")", "result", "Write the tricks of declarer, 0 to 13."
    ),
    "FrenchMP": _rule("4.1.4", "Yes|No", "valid value", "Write Yes or No."),
    "Hidden": _rule("4.1.6", "(?!.*(.).*\\1)[WNES]*", "list of hands", "Write letters of seats, such as WE."),
    "Room": _rule("4.1.7", "Open|Closed", "room", "Write Open or Closed."),
    "Score": _rule("4.2.1", _POINTS, "score", "Write 620 or NS 620."),
    "ScoreIMP": _rule("4.2.2", _DECIMAL, "score", "Write 11 or NS 11."),
    "ScoreMP": _rule("4.2.3", _DECIMAL, "score", "Write 17.5 or NS 17.5."),
    "ScorePercentage": _rule("4.2.4", _PERCENT, "percentage", "Write 62.5 or NS 62.5 EW 37.5."),
    "ScoreRubber": _rule("4.2.5", _SIDES.format(_RUBBER), "score", "Write 300/120."),
    "ScoreRubberHistory": _rule(
        "4.2.6", f"NS {_HISTORY} EW {_HISTORY}", "score", "Write NS 0 0/40 EW 0 0/0."
    ),
    "OptimumScore": _rule("4.2.7", _OPTIMUM, "score", "Write NS 620, or EW -620."),
    "EventDate": _rule("4.4.1", _DATE, "date", "Write 2026.03.31."),
    "Round": _rule("4.4.4", r"\w+(?:\.\w+)*", "round", "Write letters and digits, such as 3.1."),
    "Time": _rule("4.5.1", _TIME, "time", "Write 19:30:00."),
    "UTCDate": _rule("4.5.2", _DATE, "date", "Write 2026.03.31."),
    "UTCTime": _rule("4.5.3", _TIME, "time", "Write 19:30:00."),
    "TimeControl": _rule("4.6.1", r"\d+/\d+", "number of games and minutes", "Write 4/30."),
    "TimeCall": _rule("4.6.2", r"\d+", "number of seconds", "Write a number."),
    "TimeCard": _rule("4.6.3", r"\d+", "number of seconds", "Write a number."),
}


def check_values(game: Game) -> Errors:
    """Yield what is wrong with the values of the tags of a game."""
    seen: set[str] = set()
    for tag in game.tags:
        if tag.name in seen or tag.defect == "form":
            continue
        seen.add(tag.name)
        if tag.name == "Deal" and tag.value not in _UNKNOWN:
            yield from _check_deal(tag)
        rule = _RULES.get(tag.name)
        if rule is None or tag.value in _UNKNOWN or tag.value.startswith("#"):
            continue
        if not rule.pattern.fullmatch(tag.value):
            sentence = f"{excerpt(tag.value) or 'A space'} is not a {rule.noun}."
        else:
            sentence = _impossible(tag.name, tag.value, game)
        if sentence:
            yield "BML705", rule.section, tag.at, sentence, rule.hint
    yield from _check_end_position(game)


def _check_deal(tag: Tag) -> Errors:
    for code, sentence, hint in check_deal_word(tag.value):
        section = "3.10" if code == "BML704" and is_end_position(tag.value) else "3.4.11"
        yield code, section, tag.at, sentence, hint


def _impossible(name: str, value: str, game: Game) -> str:
    """Return why a value of the right form makes no sense, or ""."""
    numbers = [float(number) for number in _NUMBER.findall(value)]
    if name == "ScorePercentage" and any(number > 100 for number in numbers):
        return f"{excerpt(value)} is more than 100 percent."
    if name == "Result" and len(numbers) > 1 and sum(numbers) > _MOST_TRICKS:
        return f"{excerpt(value)} is more than {_MOST_TRICKS} tricks."
    if name == "OptimumScore" and len(numbers) > 1 and sum(numbers) != 0:
        return f"In {excerpt(value)}, one side does not lose what the other wins."
    if name == "ScoreRubberHistory":
        vulnerable = game.values.get("Vulnerable", "")
        sides = _VULNERABLE_SIDES.get(vulnerable.lower())
        won = {side for side, below in _BELOW.findall(value) if any(float(n) >= _GAME for n in below.split())}
        if sides is not None and won != sides:
            winners = " and ".join(sorted(won)) or "nobody"
            return f"By {excerpt(value)} {winners} won a game; Vulnerable says {excerpt(vulnerable)}."
    return ""


def is_end_position(word: str) -> bool:
    """Return whether the hands of a Deal tag all have fewer than 13 cards (3.10).

    >>> is_end_position("N:AK... QJ... T9... 87..."), is_end_position("")
    (True, False)
    """
    deal, _ = parse_deal(word)
    lengths = [len(hand) for seat in deal.seats if (hand := deal.hand(seat))]
    return max(lengths, default=FULL_HAND) < FULL_HAND


def _check_end_position(game: Game) -> Errors:
    """Yield a contract with a level in an end position (3.10), and one without a level elsewhere."""
    contract = game.values.get("Contract", "").upper()
    deal = game.values.get("Deal", "")
    if not deal or contract in _UNKNOWN:
        return
    at = next((tag.at for tag in game.tags if tag.name == "Contract"), 0)
    is_strain = contract in ("S", "H", "D", "C", "NT")
    if is_end_position(deal) and not is_strain:
        sentence = "Hands of fewer than 13 cards are an end position; its contract is only the strain."
        yield "BML705", "3.10", at, sentence, "Write S, H, D, C or NT."
    elif is_strain and not is_end_position(deal):
        yield "BML705", "3.4.14", at, f"The contract {contract} has no level.", "Write 3NT, 4SX or Pass."


# ---------------------------------------------------------------- tables

# A row for each call or card of the section that a table is about.
_ROWS_OF = {"AuctionTimeTable": "Auction", "PlayTimeTable": "Play"}
_NUMERAL = rf"[+-]?{_DECIMALS}"
_HUNDREDTHS = r"100(?:\.0*)?|\d{1,2}(?:\.\d*)?|\.\d+"
_SCORE_RANGE = r"[+-]?\d+(?:,(?:\*|[+-]?\d+))?|\*,[+-]?\d+"
_DURATION = r"(?:(?:\d+:)?[0-5]?\d:)?[0-5]?\d|\d+"
_TABLE = "BML716"
_NO_ELEMENT = ("?", "-")
_ACTIONS = ("Call", "Card", "Declarer", "Contract")
_OTHER_ACTION = "0"
"""What the author of the standard writes for all actions but those of the other rows."""
_SIGNED_NUMBER = re.compile(_NUMERAL)


def _element(pattern: str, noun: str, hint: str) -> _Rule:
    return _rule("", pattern, noun, hint, _I)


_BID = "[1-7](?:[SHDC]|NT)"
_SCORE = _element(_NUMERAL, "score", "Write a number, such as 420 or -50.")
_PERCENTAGE = _element(_HUNDREDTHS, "percentage", "Write 0 to 100.")
_WHOLE = "[1-9][0-9]*"
_COUNT = _element(_WHOLE, "number", "Write a number from 1 upwards.")
_RANKS = _element("[AKQJT98765432]+", "list of cards", "Write ranks, such as AK2.")
_ELEMENT_RULES = {
    "Rank": _element(_WHOLE, "rank", "Write a number from 1 upwards,the best one for equal scores."),
    "Call": _element(f"AP|Pass|XX?|{_BID}", "call", "Write 1NT, X, XX or Pass."),
    # An action may be any card of a suit.
    "Card": _element("[SHDC][AKQJT98765432]?", "card", "Write suit and rank, such as SK."),
    "Declarer": _element("[WNES]", "declarer", "Write N, E, S or W."),
    "Contract": _element(f"Pass|{_BID}(?:XX?)?", "contract", "Write 3NT, 4SX or Pass."),
    "Denomination": _element("[SHDC]|NT", "denomination", "Write S, H, D, C or NT."),
    "Result": _element("[0-9]|1[0-3]", "number of tricks", "Write 0 to 13."),
    "Time": _element(_DURATION, "time", "Write 1:30, or seconds."),
    "TotalTime": _element(_DURATION, "time", "Write 1:30, or seconds."),
    "ScoreRange_NS": _element(_SCORE_RANGE, "range of scores", "Write 420, or 400,450, or 450,*."),
    "ScoreRange_EW": _element(_SCORE_RANGE, "range of scores", "Write 420, or 400,450, or 450,*."),
    **dict.fromkeys("SHDC", _RANKS),
    **{f"{name}_{side}": _SCORE for name in ("Score", "IMP", "MP") for side in ("NS", "EW")},
    **{f"{of}{name}": _SCORE for of in ("Total", "Mean") for name in ("Score", "IMP", "MP")},
    **dict.fromkeys(
        ("Percentage", "Percentage_NS", "Percentage_EW", "TotalPercentage", "MeanPercentage"), _PERCENTAGE
    ),
    "Multiplicity": _COUNT,
    "NrBoards": _COUNT,
}
# A cumulative value of percentages may be more than 100.
_ELEMENT_RULES["TotalPercentage"] = _SCORE


def check_table(game: Game, tag: Tag) -> Errors:
    """Yield what is wrong with a table (chapter 5): its columns, its elements, the order of its rows."""
    if not tag.value.strip():
        yield _TABLE, "5.2", tag.at, f"The table {tag.name} names no columns.", "Write Rank;Score_NS."
        return
    shape = columns(tag.value)
    items = elements(tag.body)
    words = [element for element in items if not element.is_comment]
    for column in shape:
        if "\\" in column.name:
            sentence = f"The column {excerpt(column.name)} has no width after its backslash."
            yield _TABLE, "3.2", tag.at, sentence, r"Write a number, and L or R if you like: Rank\3R."
    if len(words) % len(shape):
        sentence = f"{tag.name} has {len(words)} elements, which do not fill rows of {len(shape)}."
        yield _TABLE, "5.2", tag.at, sentence, "Write ? for unknown values, - where a value does not apply."
    late = next((e for e in items if words and e.is_comment and e.at > words[0].at), None)
    if late is not None:
        sentence = "There is a comment inside a table."
        yield _TABLE, "5.1", tag.body_at + late.at, sentence, "Write it after the tag."
    yield from _check_form(tag, words)
    yield from _check_elements(tag, shape, words)
    yield from _check_row_order(tag, shape, words)
    yield from _check_row_count(game, tag, len(words) // len(shape))


def _check_form(tag: Tag, words: Sequence[Element]) -> Errors:
    for word in words:
        at = tag.body_at + word.at
        wrong = None if word.text.startswith('"') else NOT_IN_TOKEN.search(word.text)
        if wrong is not None:
            sentence = f"{excerpt(word.text)} has {wrong[0]} in it, but no quotes around it."
            yield _TABLE, "3.2", at, sentence, f'Write "{excerpt(word.text)}".'
        elif word.text.startswith('"') and not word.is_closed:
            yield _TABLE, "3.2", at, f"{excerpt(word.text)} has no closing quote.", 'Write " after it.'
        elif word.text.startswith('"') and TAB.search(word.text):
            yield "BML718", "2.3", at, "There is a tab in a text.", "Write a space."


def _check_elements(tag: Tag, shape: Sequence[Column], words: Sequence[Element]) -> Errors:
    """Check the columns that the standard describes; tables of others may use the names otherwise."""
    section = TABLES.get(tag.name)
    if section is None:
        return
    for place, word in enumerate(words):
        column = shape[place % len(shape)].name
        rule = _ELEMENT_RULES.get(column)
        if rule is None or word.text in _NO_ELEMENT:
            continue
        if word.text == _OTHER_ACTION and column in _ACTIONS and tag.name == "ActionTable":
            continue
        if not rule.pattern.fullmatch(word.value.removeprefix("^")):
            sentence = f"{excerpt(word.value) or 'Nothing'} in the column {column} is not a {rule.noun}."
            yield _TABLE, section, tag.body_at + word.at, sentence, rule.hint


def _check_row_order(tag: Tag, shape: Sequence[Column], words: Sequence[Element]) -> Errors:
    """Yield the first row out of order: a plus wants the highest number first, a minus the lowest."""
    for place, column in enumerate(shape):
        if not column.order:
            continue
        numbers = [
            (float(value), word)
            for word in words[place :: len(shape)]
            if _SIGNED_NUMBER.fullmatch(value := word.value.removeprefix("^"))
        ]
        falls = column.order == "+"
        for (before, _), (number, word) in pairwise(numbers):
            if number != before and (number > before) is falls:
                first = "highest" if falls else "lowest"
                sentence = f"{column.order}{column.name} requires the {first} value first."
                hint = f"Sort the rows, or delete the {column.order}."
                yield _TABLE, "5.2", tag.body_at + word.at, sentence, hint
                break


def _check_row_count(game: Game, tag: Tag, rows: int) -> Errors:
    name = _ROWS_OF.get(tag.name)
    section = find_section(game, name) if name else None
    if section is not None and rows > len(section.entries):
        noun = "call" if name == "Auction" else "card"
        sentence = f"{tag.name} has {rows} rows, but {name} has {len(section.entries)} {noun}s."
        yield _TABLE, TABLES[tag.name], tag.at, sentence, f"Write a row for each {noun}."
