"""What texts say that a call of the opponents shows, where rows are for that alone: ``Over a strong 1♣``."""

from __future__ import annotations

import re

from bml_core.language import read_calls
from bml_core.outlines.contexts import Context
from bml_core.outlines.sequences import Calls
from bml_core.outlines.word_kinds import WORD_PATTERNS, has, is_only, of_kind

_POINTS = r"(?:(?:1\d|[5-9]|2[0-5]) ?[-\u2013] ?[12]\d|(?:1\d|[5-9])\+)(?: ?(?i:hcp|points|pts))?"
_ONE = rf"(?:{WORD_PATTERNS['their-nature']}|(?<![\w-]){_POINTS}(?![\w\u2660-\u2667]))"
_NATURE = rf"{_ONE}(?:(?:,? (?:or|and) | ?/ ?|, | ){_ONE}){{0,5}}"
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
    r"(?P<call>(?i:doubled?))s?\b.{0,20}? for (?P<nature>(?i:penalt(?:y|ies)|take-?out))\b"
)
_BY_WORD = {"x": "D", "db": "D", "do": "D", "cl": "1C", "di": "1D", "nt": "1N", "no": "1N"}


_ASIDE = re.compile(r" ?\([^()]*\)")
_SPELLED = {
    "ies": "y",
    "for ": "",
    "take-out": "takeout",
    "nat": "natural",
    "pen": "penalty",
    "t/o": "takeout",
}


def with_meaning(context: Context, text: str, *, is_heading: bool = False) -> Context:
    """Return an auction with what a text says of their last call in it.

    A heading below that may say nothing else: "Short or natural (2+)" below "Their 1♣".

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
    meaning = _meaning(text, calls, place, is_heading=is_heading)
    if not meaning or calls[place].meaning == meaning:
        return context
    own = calls[place]._replace(meaning=meaning)
    return context._replace(calls=(*calls[:place], own, *calls[place + 1 :]))


def _meaning(text: str, calls: Calls, place: int, *, is_heading: bool) -> str:
    """Return what a text says that a call of theirs shows, "" for nothing."""
    for pattern in (_BEFORE, _BEHIND, _DOUBLE_FOR):
        for found in pattern.finditer(text):
            if _is_of(found["call"], calls[place].text):
                return _in_short(found["nature"])
    return _alone(text, is_heading=is_heading) if place == len(calls) - 1 else ""


def _alone(text: str, *, is_heading: bool = False) -> str:
    """Return what a text says that their call shows, if it says nothing else."""
    nature = re.search(_NATURE, text) if is_meaning_alone(text, is_heading=is_heading) else None
    return _in_short(nature[0]) if nature else ""


def _in_short(nature: str) -> str:
    """Return what a call shows in the same words however they are written: "penalty" for "For penalties"."""
    return re.sub(
        r"^for |ies\b|take-out|\b(?:nat|pen)\b|t/o", lambda found: _SPELLED[found[0]], nature.lower()
    )


def is_meaning_alone(text: str, *, is_heading: bool = False) -> bool:
    """Return whether a text says what their call shows, and nothing else: "Against strong" below "(1NT)"."""
    said = _ASIDE.sub("", text)
    is_theirs = is_heading or has("defence", said) or has("over", said) or has("their", said)
    return is_theirs and has("their-nature", said) and is_only(_BESIDE_NATURE, said)


def kind_of_theirs(text: str, call: str) -> str:
    """Return which kind of a call of theirs a column is for: "Against strong", "Polish 1♣"; "" for none."""
    if alone := _alone(text):
        return alone
    said = _ASIDE.sub("", text)
    for kind in ("defence", "over", "their", "article"):
        said = of_kind(kind).sub("", said)
    found = _BEFORE.fullmatch(said.strip())
    return _in_short(found["nature"]) if found and _is_of(found["call"], call) else ""


_BESIDE_NATURE = ("their-nature", "or", "over", "defence", "their", "article", "opening", "hcp")


def _is_of(said: str, call: str) -> bool:
    """Return whether words are about a call: "NT" and "1NT" about 1N, "twos" about ``2H/2S``."""
    if said[:1].isdecimal():
        read = read_calls(said.replace(" ", ""))
        return read is not None and read.columns[0].text == call
    word = said.lower()[:2]
    return call[:1] == {"tw": "2", "th": "3"}.get(word) or call == _BY_WORD.get(word)
