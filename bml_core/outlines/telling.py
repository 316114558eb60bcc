"""Several calls that one line or paragraph tells of: ``After 1NT-2♣: 2♦ = no major, 2♥ = four hearts``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from bml_core.language import ENGLISH, find_calls, read_calls
from bml_core.outlines.contexts import WORDS, has, is_only

_PART = re.compile(r"\s*[;,.\n]\s+|\s*\n|\s{3,}|\s+(?=(?:and|und|et|en|i)\s)")
_JOIN = re.compile(r"(?:and|while|but|und|et|en|i|a)\s+")
_LEAD = re.compile(r"[:,]\s+|(?<=we play) ")
_SIGN = re.compile(r"=|:|->|[\u2192\u2013\u2014-]|  ")
_ENDS = re.compile(r"[\s;,.]+(?:(?:and|while|but|und|et|en|i|a)\s+)?$")
_LONGEST, _LONGEST_LEAD = 2_000, 80
_SEVERAL = 2
_PASSED = 20
_STARTS = re.compile(
    r"(?<![\w+/.!-])(?:(?:P|[Pp]ass|[Pp]asso?|[Pp]as)(?:\s*[-\u2013\u2014]\s*| )){0,3}\(?[1-7]"
)
_EXAMPLES = re.compile(r"(?i)\b(?:e\.\s?g\.|for example|example|board|bd\.?|dealer|z\.\s?B\.|np\.)")


class Telling(NamedTuple):
    """The calls that a text tells of, each with what it means, and the auction before them, if it names one.

    ``has_signs`` says that a sign is after each call, as in a list, and no verb.
    """

    lead: str
    calls: tuple[str, ...]
    has_signs: bool = True


def find_telling(text: str, letters: Mapping[str, str] = ENGLISH) -> Telling | None:
    """Return the calls that a text tells of from its beginning to its end; None where it says anything else.

    >>> find_telling("After 1NT-2♣: 2♦ = no major, 2♥ = four")
    Telling(lead='1NT-2♣', calls=('2♦ = no major', '2♥ = four'), has_signs=True)
    >>> find_telling("After 1NT: 2♣ asks, 2♦ = no major")
    """
    text = text.rstrip()
    if len(text) > _LONGEST:
        return None
    for border in _LEAD.finditer(text):
        lead = _lead(text[: border.start()].strip("*_ "), letters)
        if lead and (told := _told(text[border.end() :], letters)):
            return told._replace(lead=lead)
    return _told(text, letters)


def find_told_auctions(text: str, letters: Mapping[str, str] = ENGLISH) -> int | None:
    """Return where a text begins to tell of whole auctions, after a few words of its own; None if nowhere.

    >>> find_told_auctions("By a passed hand, P-1♥-2♣ is Drury, and P-1♠-2♣ is natural.")
    18
    >>> find_told_auctions("After 1♥-2♣ is bid, 2♦-2♠ shows spades")
    """
    if len(text) > _LONGEST or _EXAMPLES.search(text):
        return None
    for start in _STARTS.finditer(text[: _LONGEST_LEAD + _PASSED]):
        offset = start.start()
        before, read = text[:offset].rstrip("*_ "), read_calls(text, letters, offset)
        if (before and not before.endswith((":", ","))) or read is None or len(read.columns) < _SEVERAL:
            continue
        told = _told(text[offset:], letters)
        reads = [read_calls(each, letters) for each in told.calls] if told else []
        are_whole = all(
            each and len(each.columns) >= _SEVERAL and each.columns[0].text[0] in "P12" for each in reads
        )
        # "2♣ is dull: 2♣-2♦ is waiting", but after "1♥-2♣" another auction may go on with it.
        named = [column.text for _, each in find_calls(before, letters) for column in each.columns]
        are_whole = are_whole and all(
            each and [column.text for column in each.columns[: len(named)]] == named for each in reads
        )
        return offset if reads and are_whole and told and not told.has_signs else None
    return None


def _lead(text: str, letters: Mapping[str, str]) -> str:
    """Return the auction that a text is, alone or after a word such as "over"; "" for another text."""
    word = WORDS["after"].match(text)
    text = text[word.end() :].lstrip() if word else text
    theirs = WORDS["their"].match(text) if word else None
    text = text[theirs.end() :].lstrip() if theirs else text
    calls = read_calls(text, letters)
    if calls is None or not (word or len(calls.columns) > 1):
        return ""
    said = text[calls.end :]
    is_alone = is_only(("we", "opener", "responder", "response", "after", "structure"), said)
    if not is_alone or re.search(r"[\d.;]", said) or (theirs and len(calls.columns) > 1):
        return ""
    return f"({text[: calls.end]})" if theirs else text[: calls.end]


def _told(text: str, letters: Mapping[str, str]) -> Telling | None:
    """Return the calls of a text, each with a sign or a verb after it."""
    starts = [0]
    signs: set[str] = set()
    end = -1
    for part in (re.match("", text), *_PART.finditer(text)):
        assert part is not None
        start = join.end() if (join := _JOIN.match(text, part.end())) else part.end()
        calls = read_calls(text, letters, start, takes_words=True)
        if calls is None or start < end:
            # "3♣, 3♦ – weak" is one row, and what has no call goes on with the one before.
            if not start:
                return None
            continue
        end = calls.end
        gap = text[calls.end : calls.offset].strip("*_`") if calls.is_apart else ""
        sign = gap.strip() or gap[:2]
        is_whole = len(calls.columns) > 1 and any(column.theirs for column in calls.columns)
        is_told = is_whole or WORDS["tells"].match(text[calls.end :].lstrip("*_` ")) is not None
        sign = sign if _SIGN.fullmatch(sign) else ""
        if not (sign or is_told) or not re.match(r"\W*\w", text[calls.offset :]):
            if calls.is_word and start:
                continue
            # "2♦ = no major, 2♥" tells nothing of its last call.
            return None
        signs.add(sign)
        starts += [start] if start else []
    ends = [*starts[1:], len(text)]
    pieces = [text[start:end] for start, end in zip(starts, ends, strict=True)]
    told = tuple(_ENDS.sub("", piece) for piece in pieces)
    is_clear = (
        not text.endswith((":", "?"))
        and len(signs - {""}) < 2
        and not any(has("asks", each) for each in told[:-1])
    )
    is_clear = is_clear and not any(_brings_in_a_call(each, letters, "" in signs) for each in told)
    return Telling("", told, "" not in signs) if is_clear else None


def _brings_in_a_call(text: str, letters: Mapping[str, str], is_sentence: bool) -> bool:
    """Return whether the description of a call may name another one, after which the rest is bid."""
    calls = find_calls(text, letters)[1:]
    return has("relay", text) or any(
        is_sentence or _SIGN.match(text[read.end :].lstrip()) for _, read in calls
    )
