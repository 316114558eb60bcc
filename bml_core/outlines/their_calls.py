"""What texts say that the opponents call: ``They overcall our 1NT``, ``1♥ doubled``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from bml_core.bridge import DOUBLE
from bml_core.document import LiteralCall, RowCall
from bml_core.language import WrittenCalls
from bml_core.outlines.contexts import MENTIONED, OF_OPENINGS, THEIR_CALL, Context, checked
from bml_core.outlines.sequences import NOWHERE, Calls, begins, is_legal, key, row_calls
from bml_core.outlines.word_kinds import WORD_PATTERNS, has, is_only, of_kind

# "Over opponents' weak 1NT", "RHO opens 1NT", "1NT openings by them"
_BID_OF_THEIRS = r"[1-7](?:[CDHSN\u2660-\u2667][\ufe0e\ufe0f]?|NT|SA|BA|[Mm])(?!\w)"
_KINDS_OF_BIDS = r"(?:(?:weak|strong|natural|mini|multi|opening|artificial) )*"
_OF_OPPONENTS = (
    (re.compile(rf"{WORD_PATTERNS['their-own']} (?={_KINDS_OF_BIDS}{_BID_OF_THEIRS})"), "their "),
    (re.compile(rf"{WORD_PATTERNS['their-own']} (?:have |has )?open(?:s|ed)?\b"), "they open"),
    (
        re.compile(rf"({_BID_OF_THEIRS}(?:/{_BID_OF_THEIRS})*(?: opening\w*)?) {WORD_PATTERNS['of-theirs']}"),
        r"their \1",
    ),
    # "1♥ – their double"
    (
        re.compile(
            rf"\s*[,\u2013\u2014-] (?={WORD_PATTERNS['their']} )"
            rf"(?P<call>{WORD_PATTERNS['a-double']}|{WORD_PATTERNS['an-overcall']})(?=\s*(?:\(|:|$))"
        ),
        " \u2013 (\\g<call>)",
    ),
)


_ASIDE = re.compile(r"\([^()|]*\)")


def of_opponents(text: str) -> str:
    """Return a text with "their" and "they open" for other words: ``RHO opens``, ``opponents' 1NT``."""
    for pattern, words in _OF_OPPONENTS:
        text = pattern.sub(words, text)
    return text


def by_players(text: str, found: Sequence[tuple[int, WrittenCalls]]) -> Calls:
    """Return the auction of a sentence that says who makes each call, () for another one.

    "We open 1♥ and they overcall 1♠", "Partner opens 1NT, RHO doubles", "They overcall our 1NT with 2♥".
    """
    calls: list[RowCall] = []
    subject = is_theirs = False
    is_told, end = False, 0
    for number, (offset, read) in enumerate(found):
        players = _players(text[end:offset])
        over, _, owner = text[end:offset].strip().partition(" ")
        # "When they overcall 1♠ over our 1♥" tells the second call first.
        is_turned = number > 0 and of_kind("over").fullmatch(over) is not None
        if is_turned and (of_kind("their").fullmatch(owner) or of_kind("we").fullmatch(owner)):
            players = [of_kind("their").fullmatch(owner) is not None]
        if len(read.columns) != 1 or read.columns[0].theirs:
            return ()
        if players:
            is_theirs, subject = players[-1], players[0]
        elif number and has("with", text[end:offset]):
            is_theirs = subject
        elif number:
            return ()
        is_told = is_told or is_theirs or bool(number and players)
        made = [call._replace(theirs=is_theirs) for call in row_calls(read, NOWHERE)]
        calls = made + calls if is_turned else calls + made
        end = read.end
    last = _players(text[end:])
    if calls and last and has("doubles", text[end:]):
        is_told = is_told or last[-1]
        calls.append(calls[0]._replace(text="D", patterns=(LiteralCall(DOUBLE),), theirs=last[-1]))
    return tuple(calls) if is_told and len(calls) > 1 else ()


def _players(text: str) -> list[bool]:
    """Return for each player that a text names whether it is one of theirs."""
    found = [
        (place.start(), kind == "they") for kind in ("we", "they") for place in of_kind(kind).finditer(text)
    ]
    return [is_theirs for _, is_theirs in sorted(found)]


# What stands before a call of theirs in parentheses, and names for calls of ours
_BEFORE_THEIR_CALL = ("after", "defence", "doubt", "they", "their", "interfered")
_NAMES = ("structure", "opening", "known", "transfer", "convention", "slam-ask", "defences")
_LONGEST_NAME = 200


def with_double(calls: Calls) -> Calls:
    """Return an auction with a double of its last call by the other side."""
    last = calls[-1]
    return (*calls, last._replace(text="D", patterns=(LiteralCall(DOUBLE),), theirs=not last.theirs))


def as_ours(text: str, offset: int, read: WrittenCalls) -> WrittenCalls:
    """Return calls in parentheses after a name as ours: ``Weak twos (2♥/2♠)``, ``Stayman (2♣)``.

    In "Over a weak two (2♥)" and "Interference (2♥)" they are theirs.
    """
    before = text[: min(offset, _LONGEST_NAME)]
    is_named = len(read.columns) == 1 and re.search(r"[^\W\d_]{3}", before) is not None
    if not is_named or (
        not is_only(_NAMES, before) and any(has(kind, before) for kind in _BEFORE_THEIR_CALL)
    ):
        return read
    return read._replace(columns=tuple(replace(column, theirs=False) for column in read.columns))


def by_opponents(found: Sequence[tuple[int, WrittenCalls]], words: str, above: Context) -> Context | None:
    """Return the auction of a text that tells in words what the opponents do, None for another text."""
    is_ours = bool(above.calls) and not above.calls[-1].theirs and above.doubt in ("", THEIR_CALL)
    if not found and is_ours and _is_double(words):
        return _doubled(above.calls, above.calls[-1], above)
    if len(found) != 1:
        return None
    calls = row_calls(found[0][1], NOWHERE)
    is_last = key(calls) == key(above.calls[-1:])
    if has("doubled", words):
        # "When they double 1NT", "1NT doubled".
        doubled = _doubled(above.calls if is_last else calls, calls[0], above)
        return doubled if is_last or doubled.doubt else gone_on(doubled.calls, above, words)
    if is_ours and len(calls) == 1 and not is_last and has("they", words) and _is_their_bid(words):
        # "They overcall 1♠", "They bid 2♣ for the majors"
        return checked((*above.calls, calls[0]._replace(theirs=True)), above)
    if has("their", words) and not has("came", words):
        # "Over their 1NT", and with an auction above "after their 2♣".
        theirs = tuple(call._replace(theirs=True) for call in calls)
        if key(theirs) == key(above.calls[-1:]):
            # "Their 2♠ is natural" below "1NT – (2♠)"
            return above
        return checked((*above.calls, *theirs), above) if len(calls) == 1 else above.doubted(MENTIONED)
    if has("interfered", words) and has("they", words):
        # "They overcall our 1NT": rows begin with their call.
        context = checked(calls, above) if is_last else gone_on(calls, above, words)
        return context.doubted(THEIR_CALL, is_other=True)
    return None


def gone_on(calls: Calls, above: Context, words: str) -> Context:
    """Return the auction of calls of both sides: it goes on with the one above if it can.

    "They double 2♦" below 1NT is about the transfer; below "Stayman" nobody opened 2♣.
    """
    known, first = above.calls, calls[0]
    if first.theirs or has("opening", words) or (known and begins(calls, known[:1])):
        return checked(calls, above)
    if not known:
        is_answer = first.text[1:2] in (*above.not_opened,) or has("move", words) or has("known", words)
        is_answer = is_answer or (bool(above.doubt) and above.doubt != OF_OPENINGS and first.text[:1] > "1")
        return above.doubted(MENTIONED) if is_answer else checked(calls, above)
    is_beside = first.text[:1] > "1" and is_legal((*known[:1], *calls))
    if is_beside and len(known) > 1 and (known[-1].theirs or not is_legal((*known, *calls))):
        # "They double 2♥" below 1NT-2♣-(D)
        return above.doubted(MENTIONED)
    if not is_legal((*known, *calls)):
        # "If they double 1♥" below 1♦-1♥ is about the response.
        is_last = key(calls[:1]) == key(known[-1:])
        return checked((*known[:-1], *calls) if is_last else calls, above)
    if first.text[:1] == "1" or above.doubt not in ("", THEIR_CALL):
        return above.doubted(MENTIONED)
    return Context((*known, *calls), is_known=True)


# "Over a double for penalty, no transfers:"
_OVER_DOUBLE = re.compile(
    rf"\W*{WORD_PATTERNS['after-alone']} {WORD_PATTERNS['a-double']}"
    rf"(?: {WORD_PATTERNS['their-nature']})?\W*(?:$|[:,;(])"
)


def _is_double(words: str) -> bool:
    """Return whether words only say that the opponents double: "When they double it", "Over a double"."""
    if _OVER_DOUBLE.match(words):
        return True
    kinds = ("doubled", "after", "case", "their-nature", "or")
    return has("doubledit", words) or (has("doubled", words) and is_only(kinds, words))


def _is_their_bid(words: str) -> bool:
    """Return whether words beside a call only say that the opponents bid it, and what with."""
    before, _, behind = words.partition("|")
    # "They bid 2♣ (both majors)", but not "They bid 2♣ (or higher)"
    said = _ASIDE.sub(lambda aside: aside[0] if has("further", aside[0]) else "", behind).strip(" :")
    is_meaning = of_kind("about").match(said) or of_kind("with").match(said) or of_kind("tells").match(said)
    return is_only(("they", "came", "verbs", "after", "case", "article"), before) and (
        is_meaning is not None or is_only(("they", "came", "after", "case", "their-nature"), said)
    )


def _doubled(calls: Calls, call: RowCall, above: Context) -> Context:
    """Return an auction that they have doubled, the double with the place of a call."""
    double = call._replace(text="D", patterns=(LiteralCall(DOUBLE),), theirs=True)
    return checked((*calls, double), above)
