"""What the values of tags may be (PBN 2.1, chapters 3.4 and 4)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from bml_core.bridge import FULL_HAND
from bml_core.formats.dealing import shown
from bml_core.formats.pbn.faults import Fault
from bml_core.formats.pbn.games import Game
from bml_core.formats.pbn.tags import Tag
from bml_core.formats.pbn.values import deal_faults, read_deal

_SIDES = r"(?:{0}|(?:EW|NS) {0}|EW {0} NS {0}|NS {0} EW {0})"
_POINTS = _SIDES.format(r"[+-]?\d+")
_DECIMAL = _SIDES.format(r"[+-]?\d+(?:\.\d+)?")
_DATE = r"[\d?]{4}\.(?:0[1-9]|1[0-2]|[\d?]\?|\?\d)\.(?:0[1-9]|[12]\d|3[01]|[\d?]\?|\?\d)"
_PERCENT = _SIDES.format(r"\d+(?:\.\d+)?")
_TIME = r"(?:[01]\d|2[0-3]|\?\?):[0-5?][\d?]:[0-5?][\d?]"
_TRICKS = r"(?:\d|1[0-3])"
_UNKNOWN = ("", "?")


_OPTIMUM = r"(?:EW|NS) [+-]?\d+|EW [+-]?\d+ NS [+-]?\d+|NS [+-]?\d+ EW [+-]?\d+"
_MOST_TRICKS = 13
_GAME = 100
"""Points below the line that win a game at rubber bridge."""


class Rule(NamedTuple):
    """The form of a value: the section, the pattern of it, what it is, and what to write."""

    section: str
    pattern: re.Pattern[str]
    noun: str
    hint: str


def _rule(section: str, pattern: str, noun: str, hint: str, flags: int = 0) -> Rule:
    return Rule(section, re.compile(pattern, flags), noun, hint)


_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_BELOW = re.compile(r"(NS|EW) (?:\d+ )?\d+/([\d ]+)")
_VULNERABLE_SIDES = {
    **dict.fromkeys(("none", "love", "-"), frozenset[str]()),
    **dict.fromkeys(("all", "both"), frozenset(("NS", "EW"))),
    "ns": frozenset(("NS",)),
    "ew": frozenset(("EW",)),
}
# Small letters are allowed where the standard lists them (3.11).
_I = re.IGNORECASE
_RULES: dict[str, Rule] = {
    "Date": _rule("3.4.3", _DATE, "date", "Write 2026.03.31, with ? for digits that are not known."),
    "Board": _rule("3.4.4", r"0*[1-9]\d*", "board number", "Write a number from 1 on."),
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
    "FrenchMP": _rule("4.1.4", "Yes|No", "answer", "Write Yes or No."),
    "Hidden": _rule("4.1.6", "(?!.*(.).*\\1)[WNES]*", "list of hands", "Write letters of seats, such as WE."),
    "Room": _rule("4.1.7", "Open|Closed", "room", "Write Open or Closed."),
    "Score": _rule("4.2.1", _POINTS, "score", "Write 620 or NS 620."),
    "ScoreIMP": _rule("4.2.2", _DECIMAL, "score", "Write 11 or NS 11."),
    "ScoreMP": _rule("4.2.3", _DECIMAL, "score", "Write 17.5 or NS 17.5."),
    "ScorePercentage": _rule("4.2.4", _PERCENT, "percentage", "Write 62.5 or NS 62.5 EW 37.5."),
    "ScoreRubber": _rule("4.2.5", _SIDES.format(r"\d+/\d+"), "score", "Write 300/120."),
    "ScoreRubberHistory": _rule(
        "4.2.6",
        r"NS (?:\d+ )?\d+/\d+(?: \d+){0,2} EW (?:\d+ )?\d+/\d+(?: \d+){0,2}",
        "score",
        "Write NS 0/40 EW 0/0.",
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
_DEAL_CODES = {"form": "BML702", "card": "BML702", "twice": "BML703", "count": "BML704"}
_DEAL_HINTS = {
    "form": "Write N:AK2.QJ9.T87.5432 and three hands more, clockwise, or - for a hand that is not known.",
    "card": "The cards are A K Q J T 9 8 7 6 5 4 3 2.",
    "twice": "Every card is there once.",
    "count": "All hands of a deal have the same number of cards, 13 at most.",
}


def value_faults(game: Game, placed: tuple[tuple[Tag, int, int], ...]) -> Iterator[Fault]:
    """What is wrong with the values of the tags of a game."""
    seen: set[str] = set()
    for tag, at, _ in placed:
        if tag.name in seen or tag.fault == "form":
            continue
        seen.add(tag.name)
        if tag.name == "Deal" and tag.value not in _UNKNOWN:
            for kind, sentence in deal_faults(tag.value):
                section = "3.10" if kind == "count" and _is_end_position(tag.value) else "3.4.11"
                yield Fault(_DEAL_CODES[kind], section, at, sentence, _DEAL_HINTS[kind])
        rule = _RULES.get(tag.name)
        value = tag.value
        if rule is None or value in _UNKNOWN or value.startswith("#"):
            continue
        if not rule.pattern.fullmatch(value):
            yield Fault(
                "BML705", rule.section, at, f"{shown(value) or 'A space'} is no {rule.noun}.", rule.hint
            )
        else:
            sentence = _impossible(tag.name, value, game)
            if sentence:
                yield Fault("BML705", rule.section, at, sentence, rule.hint)
    yield from _end_position_faults(game, placed)


def _impossible(name: str, value: str, game: Game) -> str:
    """Why a value of the right form makes no sense, or ""."""
    numbers = [float(number) for number in _NUMBER.findall(value)]
    if name == "ScorePercentage" and any(number > 100 for number in numbers):
        return f"{shown(value)} is more than 100 percent."
    if name == "Result" and len(numbers) > 1 and sum(numbers) > _MOST_TRICKS:
        return f"{shown(value)} is more than {_MOST_TRICKS} tricks."
    if name == "OptimumScore" and len(numbers) > 1 and sum(numbers) != 0:
        return f"In {shown(value)}, one side does not lose what the other wins."
    if name == "ScoreRubberHistory":
        vulnerable = game.value("Vulnerable") or ""
        told = _VULNERABLE_SIDES.get(vulnerable.lower())
        won = {side for side, below in _BELOW.findall(value) if any(float(n) >= _GAME for n in below.split())}
        if told is not None and won != told:
            winners = " and ".join(sorted(won)) or "nobody"
            return f"By {shown(value)} {winners} won a game; Vulnerable says {shown(vulnerable)}."
    return ""


def _is_end_position(deal: str) -> bool:
    read = read_deal(deal).deal
    return max((len(hand) for seat in read.seats if (hand := read.hand(seat))), default=FULL_HAND) < FULL_HAND


def _end_position_faults(game: Game, placed: tuple[tuple[Tag, int, int], ...]) -> Iterator[Fault]:
    """In an end position the contract is a strain alone (3.10), elsewhere it has a level."""
    values = game.values
    contract = values.get("Contract", "").upper()
    deal = values.get("Deal", "")
    at = next((at for tag, at, _ in placed if tag.name == "Contract"), 0)
    strain_alone = contract in ("S", "H", "D", "C", "NT")
    if not deal or contract in ("", "?"):
        return
    ends = _is_end_position(deal)
    if ends and not strain_alone:
        sentence = "Hands of fewer than 13 cards are an end position; its contract is the strain alone."
        yield Fault("BML705", "3.10", at, sentence, "Write S, H, D, C or NT.")
    elif strain_alone and not ends:
        yield Fault(
            "BML705", "3.4.14", at, f"The contract {contract} has no level.", "Write 3NT, 4SX or Pass."
        )
