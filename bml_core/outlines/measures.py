"""Ranges, shapes and lengths of suits in texts, which look like calls: ``2-3♦``, ``with 4♥``."""

from __future__ import annotations

import re

from bml_core.language import WrittenCalls

DASH = "[-\u2013\u2014]"
_SUIT = r"(?:[\u2660-\u2667]|[CDHSMm](?!\w))"
_LENGTH = rf"[4-9]{_SUIT}"
# "5-5", "14–16", "2-3♦", "4=4=1=4", "4+♦", "≥4♦", "16+", "5-card", "at most 3♥", "With 4♥" as the first words
_SURE_MEASURE = (
    rf"(?<![\w\u2660-\u2667+])(?:\d{{1,2}}(?: ?(?:{DASH}|=|to\b) ?\d{{1,2}})+(?![\w+])[\u2660-\u2667]?"
    rf"|\d{{1,2}}\+(?: ?{_SUIT})?|[\u2264\u2265] ?\d{{1,2}}(?: ?{_SUIT})?|[2-9][- ](?:card|suite|loser)\w*"
    rf"|\b(?i:exactly|at least|at most|fewer than|never) [1-9]{_SUIT}|(?:^|(?<=[,;(] ))[Ww]ith {_LENGTH})"
)
_MEASURE = re.compile(
    rf"(?:{_SURE_MEASURE}"
    # "5♥ and a minor"
    rf"|(?<![\w-]){_LENGTH}(?= ?(?:\+|and|or|with) ?(?:an?|longer|four|five|[4-7]m|{_SURE_MEASURE})(?!\w))"
    # "2♦ – 6♥", "2♥ – 5♥, weak": nobody writes of such an answer.
    rf"|(?P<opening>[1-3](?P<suit>{_SUIT}) {DASH} )(?:[67]{_SUIT}|5(?P=suit)(?=[,:]| ?\+| (?:and|or|with)\b))"
    # "6+♣, or 5♣", "10–12, 4♥"
    # "5M + 4m"
    rf")(?:,? (?:and|or|with) {_LENGTH}| ?\+ ?{_LENGTH}|, {_LENGTH}(?=\s*(?:[,.)]|$)))*"
)


def without_lengths(text: str) -> str:
    """Return a text with dots for ranges, shapes and lengths of suits: none of these is a call."""
    return _MEASURE.sub(
        lambda found: (before := found["opening"] or "") + "\u00b7" * (len(found[0]) - len(before)), text
    )


def is_length(text: str, read: WrittenCalls) -> bool:
    """Return whether a text goes on as after a length of a suit: "5♠, never 4♥"."""
    is_suit = all(column.text[-1:] in "CDHSMm" for column in read.columns)
    return is_suit and re.match(r",| (?:and|or|with)\b", text[read.end :]) is not None


def is_remark(heading: str, text: str) -> bool:
    """Return whether a text begins with a length of what the heading above it names: "6♥ or 6♠" below 2♦."""
    above = f"{heading} \u2013 "
    return without_lengths(above + text)[len(above) :].startswith("\u00b7")
