"""What texts say that a call of the opponents shows, where rows are for that alone: ``Over a strong 1♣``."""

from __future__ import annotations

import re

from bml_core.language import read_calls
from bml_core.outlines.contexts import Context
from bml_core.outlines.sequences import Calls
from bml_core.outlines.word_kinds import WORD_PATTERNS, has, is_only

_POINTS = r"(?:(?:1\d|[5-9]|2[0-5]) ?[-\u2013] ?[12]\d|(?:1\d|[5-9])\+)(?: ?(?i:hcp|points|pts))?"
_ONE = rf"(?:{WORD_PATTERNS['their-nature']}|(?<![\w-]){_POINTS}(?![\w\u2660-\u2667]))"
_NATURE = rf"{_ONE}(?:(?:,? (?:or|and) | ?/ ?|, | ){_ONE})*"
_BID = r"[1-7](?:[CDHSMmN\u2660-\u2667][\ufe0e\ufe0f]?|NT|SA|BA)(?!\w)"
_CALL = (
    rf"\(?(?P<call>{_BID}(?: ?/ ?{_BID})*|(?i:nt|no[- ]?trump|clubs?|diamonds?|twos?(?: bids?)?|threes?)\b"
    rf"|X\b|(?i:dbl|doubles?)\b)"
)
# "a strong 1♣", "12–14 notrump"
_BEFORE = re.compile(rf"(?P<nature>{_NATURE})[ -](?i:opening )?{_CALL}")
# "1♣ (strong)", "1NT = 12–14", "X for penalties"
_BEHIND = re.compile(
    rf"{_CALL}\)?(?i: openings?| bids?)?(?: ?\(| ?= ?|, | (?:for )?)(?P<nature>{_NATURE})(?=\)|\s*:?\s*$|\. )"
)
# "They double our 1NT for penalties"
_DOUBLE_FOR = re.compile(
    r"(?P<call>(?i:doubled?))s?\b.{1,20}? for (?P<nature>(?i:penalt(?:y|ies)|take-?out))\b"
)
_BY_WORD = {"x": "D", "db": "D", "do": "D", "cl": "1C", "di": "1D", "nt": "1N", "no": "1N"}


def with_meaning(context: Context, text: str) -> Context:
    """Return an auction with what a text says of their last call in it.

    >>> from bml_core.language import ENGLISH
    >>> from bml_core.outlines.named_auctions import named
    >>> texts = ["Their strong 1♣", "Defence to 2♦ (Multi)", "Over their 1♥", "After 1NT – (X), penalties"]
    >>> for each in texts:
    ...     call = with_meaning(named(each, Context(), ENGLISH), each).calls[-1]
    ...     print(call.text, call.meaning or "-")
    1C strong
    2D multi
    1H -
    D penalty
    """
    place = next((n for n in reversed(range(len(context.calls))) if context.calls[n].theirs), None)
    if place is None or context.doubt:
        return context
    calls = context.calls
    meaning = _meaning(text, calls, place)
    if not meaning or calls[place].meaning == meaning:
        return context
    own = calls[place]._replace(meaning=meaning)
    return context._replace(calls=(*calls[:place], own, *calls[place + 1 :]))


def _meaning(text: str, calls: Calls, place: int) -> str:
    """Return what a text says that a call of theirs shows, "" for nothing."""
    for pattern in (_BEFORE, _BEHIND, _DOUBLE_FOR):
        for found in pattern.finditer(text):
            if _is_of(found["call"], calls[place].text):
                return _in_short(found["nature"])
    alone = re.search(_NATURE, text) if place == len(calls) - 1 and is_meaning_alone(text) else None
    return _in_short(alone[0]) if alone else ""


def _in_short(nature: str) -> str:
    """Return what a call shows in the same words however they are written: "penalty" for "For penalties"."""
    return re.sub("take-out", "takeout", re.sub(r"^for |ies\b", _one_of_several, nature.lower()))


def _one_of_several(found: re.Match[str]) -> str:
    return "y" if found[0] == "ies" else ""


def is_meaning_alone(text: str) -> bool:
    """Return whether a text says what their call shows, and nothing else: "Against strong" below "(1NT)"."""
    is_theirs = has("defence", text) or has("over", text) or has("their", text)
    return is_theirs and has("their-nature", text) and is_only(_BESIDE_NATURE, text)


_BESIDE_NATURE = ("their-nature", "over", "defence", "their", "article", "opening", "hcp")


def _is_of(said: str, call: str) -> bool:
    """Return whether words are about a call: "NT" and "1NT" about 1N, "twos" about ``2H/2S``."""
    if said[:1].isdecimal():
        read = read_calls(said.replace(" ", ""))
        return read is not None and read.columns[0].text == call
    word = said.lower()[:2]
    return call[:1] == {"tw": "2", "th": "3"}.get(word) or call == _BY_WORD.get(word)
