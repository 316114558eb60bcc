"""Calls that texts name in words: ``one heart``, ``1 of a major``, ``1♣ – (any double)``."""

from __future__ import annotations

import re
from collections.abc import Mapping

from bml_core.language import ENGLISH, WrittenCalls, find_calls, read_calls, spelled_call
from bml_core.outlines.measures import DASH, without_lengths
from bml_core.outlines.sequences import NOWHERE, Calls, goes_on, other_suits, row_calls
from bml_core.outlines.word_kinds import WORD_PATTERNS, has, is_only, of_kind


def named_calls(text: str) -> list[tuple[int, WrittenCalls]]:
    """Return the calls that a title names, in figures or in words."""
    return find_calls(with_calls(text))


_SPELLED = re.compile(
    r"(?i)(?<!\d[-\u2013=])\b(one|two|three|four|five|six|seven|[1-7])[ -]"
    r"(?:bids? in |in )?(clubs?|diamonds?|hearts?|spades?|no ?trumps?|no-trumps?|trefl|karo|kier|pik|ba)\b"
)
_LEVELS = {"one": "1", "two": "2", "three": "3", "four": "4"}
_IN_A = {
    **dict.fromkeys(("oberfarbe", "edelfarbe", "majeure", "hoge kleur", "kolor starszy"), "M"),
    **dict.fromkeys(("unterfarbe", "mineure", "lage kleur", "kolor młodszy"), "m"),
    **dict.fromkeys(("farbe", "couleur", "kleur", "kolor", "colore", "färg"), "X"),
}
_ANY = {"major": "M", "minor": "m", "suit": "X", **_IN_A}
_OF_A = re.compile(
    r"(?i)\b(?:(one|two|three|four|[1-4])(?: of)? (?:an?|the) (major|minor|suit)"
    # "1-in-Farbe", "1 in Oberfarbe", "1 en majeure", "1 in kleur", "1 w kolor"
    rf"|([1-4])[ -](?:in|en|w)[ -]({'|'.join(_IN_A)}))\b"
)


# "Weak 2s" names no bid in spades.
_TWOS = re.compile(r"(?i)\b((?:weak|strong|acol|benji|intermediate) )2['\u2019]?s\b")


def with_calls(text: str) -> str:
    """Return a text with calls for their names: ``One heart``, ``1 of a major``, ``The weak no trump``."""
    text = _OF_A.sub(_of_any, _TWOS.sub(r"\1twos", text))
    for kind, call, written in (("notrump", "1NT", "1N"), ("club", "1C", "1[C\u2663]")):
        # "1♣ – strong club" says it twice.
        text = text if re.search(written, text) else of_kind(kind).sub(call, text)
    return _SPELLED.sub(
        lambda found: spelled_call(f"{found[1]} {found[2].lower().rstrip('s')}") or found[0], text
    )


def _of_any(found: re.Match[str]) -> str:
    """Return the call of "one of a major"."""
    level, kind = (found[1] or found[3]).lower(), (found[2] or found[4]).lower()
    return _LEVELS.get(level, level) + _ANY[kind]


ASIDE = re.compile(r"\([^()]*\)")
"""A remark in parentheses."""


def without_comparison(text: str) -> str:
    """Return a text without remarks on other calls that are treated alike: "After 1♥ (1♠ likewise)"."""
    return ASIDE.sub(lambda aside: "" if has("compared", aside[0]) else aside[0], text)


_WORDED = re.compile(
    rf"[*_]*(?:(?i:an?|any|all|every|each|the|other|another|single|double|simple|limit|their) )*"
    rf"(?:{WORD_PATTERNS['new-suit']}|{WORD_PATTERNS['jumps']}|{WORD_PATTERNS['beside']}"
    r"|(?i:[1-7] (?:of )?(?:an?|any|the|their|our|new|other|opener.s|partner.s) "
    r"(?:new |other |own )?(?:suit|major|minor)s?"
    r"|(?:[1-7]|one|two|three|four|five)[- ]level|(?:fourth|other|their|lower|higher) suits?"
    r"|cue(?:[- ]?bids?)?|raises?|splinters?))"
    r"(?i: (?:raises?|bids?|suits?|shifts?|cue\w*))?(?: (?:at|on|in|of|to|by) [^\d\W][^=:\n]{1,30}?)?"
    r"[*_]*(?: ?= ?|: | [-\u2013\u2014|] |\s{2,}|$)"
)


def is_worded_call(text: str) -> bool:
    """Return whether a line begins with a call in words, and what it means: "new suit = forcing".

    >>> [is_worded_call(text) for text in ("cue-bid = 10+", "3 of a suit: weak", "raises are weak")]
    [True, True, False]
    """
    found = _WORDED.match(text)
    return found is not None and text[found.end() :].strip() != ""


_BRACKET = re.compile(rf"(?P<dash>(?:{DASH} ?)?)\((?P<said>[^()]+)\)")
# A bracket is about a call in the characters before it.
_NEAR = 100
_NEXT = rf"(?= {DASH} \(?(?:[1-7]\D|X|D))"
_BETWEEN = re.compile(rf" \([^()?]+\){_NEXT}")
_NAME_BETWEEN = re.compile(rf"(?<=[1-7]\S) {WORD_PATTERNS['name']}{_NEXT}")


def with_brackets(text: str, letters: Mapping[str, str] = ENGLISH) -> str:
    """Return a text with calls for words in parentheses, "(?)" for no call: ``1♣ – (any double)``."""
    text = _BRACKET.sub(lambda bracket: f"{bracket['dash']}({_their_call(bracket, letters)})", text)
    # "2♦ Multi – (X)"
    text = _NAME_BETWEEN.sub("", text)
    # "2♥ (weak) – 2NT" is an auction.
    return _BETWEEN.sub(lambda said: "" if read_calls(said[0].strip(), letters) is None else said[0], text)


def _their_call(bracket: re.Match[str], letters: Mapping[str, str]) -> str:
    """Return the call that words in parentheses name, "?" for none, or what else they say."""
    said, nearby = bracket["said"], slice(max(0, bracket.start() - _NEAR), bracket.start())
    before = find_calls(bracket.string[nearby], letters)
    name, bare = re.split(" ?[=:,]", said)[0], without_lengths(said)
    is_theirs = has("interfered", bare) or has("they", bare) or of_kind("a-suit").fullmatch(bare) is not None
    # Not so "(overcalls are common)"
    is_theirs = is_theirs and is_only(
        ("after", "case", "interfered", "they", "their", "structure", "a-suit"), bare
    )
    if before and (of_kind("a-double").fullmatch(name) or of_kind("doubled").fullmatch(name)):
        return "X"
    if not before or read_calls(f"({said})", letters) or has("silent", said):
        return said
    if of_kind("a-level").fullmatch(name):
        return _at_level(name, row_calls(before[-1][1], NOWHERE))
    calls = find_calls(without_lengths(name), letters)
    if calls and (bracket["dash"] or is_theirs):
        # "(2♠ = 8–16)", "(natural 2♠)", but not "(2♦ or higher)"
        is_one = len(calls) == len(calls[0][1].columns) == 1 and not has("further", name)
        return name[calls[0][0] : calls[0][1].end] if is_one else "?"
    # "1NT – (14–16)" and "1♣ – (strong)" are about our call.
    is_next = bracket["dash"] and bare == said and not is_only(("name", "nature"), said)
    return "?" if is_theirs or is_next else said


def _at_level(said: str, calls: Calls) -> str:
    """Return their bids in other suits at a level: 2♦, 2♥ and 2♠ after 1♣."""
    level = next(digit for word, digit in _LEVELS.items() if re.search(rf"(?i)\b(?:{word}|{digit})\b", said))
    bids = [level + suit for suit in other_suits(calls[-1])]
    return "/".join(bid for bid in bids if goes_on(calls, (f"({bid})",))) or "?"
