"""Rows for all openings of theirs in one of a suit: ``1NT: 15–18`` below "Overcalls"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bml_core.language import WrittenCalls
from bml_core.outlines.call_names import with_calls
from bml_core.outlines.page_calls import PageCalls
from bml_core.outlines.word_kinds import of_kind

_OVER, _DOUBLED = "(1X)-", "(1X)-X-(P)-"
# "2♣ over 1♣", "1NT in fourth seat: 11–14", "1NT (balancing)"
_OF_SEAT = re.compile(
    r"(?i)\W{0,3}(?:over|of)\b|[^;.]{0,40}?\b(?:(?:fourth|4th|protective|pass-?out) "
    r"|seat\b|position\b|balancing|balance\b|re-?open|passed)"
)
# No response to an opening of ours in 1NT has as much.
_AS_STRONG = re.compile(r".{0,40}?(?<!\d)1[4-6] ?(?:-|\u2013|to) ?1[7-9](?!\d)")
# "Double: takeout", but "Double jump: weak"
_APART = re.compile(r"\s*[:=|(\u2013\u2014-]")
_ACTIONS = frozenset(("D", "1N", "2N", "3N"))
_ANSWERS = frozenset(("P", "1N", "2N", "3N"))


def with_their_opening(heading: str, texts: Sequence[str], page: PageCalls) -> list[str]:
    """Return the texts of rows, bids of notrump and doubles among them with the calls before them.

    A bid in a suit among them would be over one opening alone.

    >>> with_their_opening("Overcalls", ["1NT: 15–18", "jump: weak", "1NT in 4th seat: 11–14"], PageCalls([]))
    ['(1X)-1NT: 15–18', 'jump: weak', '1NT in 4th seat: 11–14']
    >>> with_their_opening("Answers to a takeout double", ["1NT: 7–10"], PageCalls([]))
    ['(1X)-X-(P)-1NT: 7–10']
    >>> with_their_opening("Overcalls", ["1NT: 8–10", "X: negative"], PageCalls([]))
    ['1NT: 8–10', 'X: negative']
    """
    heading = heading.strip(" *_:")
    is_answer = of_kind("double-answered").fullmatch(heading) is not None
    is_overcall = of_kind("our-overcalls").fullmatch(heading) or with_calls(heading) == "1X"
    if not (is_answer or is_overcall):
        return [*texts]
    reads = [page.read(text, takes_words=True) for text in texts]
    named = [_named(text, read, page) for text, read in zip(texts, reads, strict=True)]
    kinds = _ANSWERS if is_answer else _ACTIONS
    is_sure = is_answer or any(
        name == "1N" and _AS_STRONG.match(text) for name, text in zip(named, texts, strict=True)
    )
    if (
        not is_sure
        or named.count("1N") != 1
        or any(name[:1].isdecimal() and name not in kinds for name in named)
    ):
        return [*texts]
    before = _DOUBLED if is_answer else _OVER
    return [f"{before}{text}" if name in kinds else text for name, text in zip(named, texts, strict=True)]


def _named(text: str, read: WrittenCalls | None, page: PageCalls) -> str:
    """Return the call of a row that names no seat and no other call; "" for another text."""
    if read is None or len(read.columns) != 1 or read.columns[0].theirs or _OF_SEAT.match(text, read.end):
        return ""
    if read.is_word and not _APART.match(text, read.end):
        return ""
    name = read.columns[0].text
    # "1NT 7–10, 2NT 11–12"
    others = {column.text for _, each in page.find(text) for column in each.columns}
    return name if others <= {name} else ""
