"""The rows of a page that stay text, and how they are reported: those of one cause together, with a hint."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from bml_core.diagnostics import Diagnostic, DiagnosticLog, Location
from bml_core.outlines.call_names import is_worded_call
from bml_core.outlines.contexts import ABOUT_ELSE, NEXT, NO_NAME, SEVERAL, THEIR_CALL, TWICE
from bml_core.outlines.entries import Entry
from bml_core.outlines.outline import OutlineText
from bml_core.outlines.outline_notes import AS_MEANT
from bml_core.outlines.page_calls import PageCalls
from bml_core.outlines.table_forms import is_row
from bml_core.outlines.telling import is_led_row
from bml_core.outlines.word_kinds import has

_NO_CALL = "it does not begin with a call"
_WORDED = "its call is in words"
_BESIDE_OTHERS = "a line beside it is none"
_NO_HEADER = "their table has no header"
_ILLEGAL = "is not legal"
ALONE = ", unlike the rows beside it"
"""What follows the reason of the only row that is not legal, where those beside it are placed."""
#: What other rows beside or above a row are the cause of.
_BESIDE = "a row beside it"
_DUE = (_BESIDE, "the line that it is below")
_LONGEST_SHOWN = 60
_HINT = "Write the auction, as in 1N-2C---, on a line above it, in the heading or the header of the table."
_HINTS = {
    "sentence": "Write a colon or two spaces after the call if it is a row.",
    "ticked": "Write [x] before it if you play it.",
    _WORDED: "Write the calls, as in 3C/3D, if they are to be read.",
    _BESIDE_OTHERS: "Write rows as a list or a table, or with an empty line above and below them.",
    NEXT: "Write each call in a line or an item of its own.",
    "does not begin": "Correct the call if it is a row.",
}
# "0 or 3", "1/4": how many aces
_OF_ACES = re.compile(r"(?<![\w+-])[01] ?(?:/|or|oder|ou|of|lub|o|eller) ?[34](?![\w+-])")
# "3♠ is a splinter, so 4♥ is to play."
_SENTENCE = re.compile(r"(?s)[^\s:]+ [^\W\d].*\.\s*")
# "Weak twos (fav)", "Openings in third seat"
_OF_SCOPE = re.compile(r"(?i)(?<!\w)(?:(?:non-?|un|in)?vul\w*|n\.?v|(?:un)?fav\w*|seat)(?!\w)")
# "5♣: none or three", and "Pass: one or four" where they double
_HIGH = re.compile(r"(?i)\W*(?:[4-7]|pass|d(?:ou)?b(?:l|le)?\b|xx\b|[pdxr]\b|\d\w\w step|step)")


class Doubt(NamedTuple):
    """A row that stays text, and why."""

    text: str
    reason: str
    location: Location


class Doubts:
    """The rows of a page that stay text; those of one list or table are reported when it has been read."""

    def __init__(self) -> None:
        self._log = DiagnosticLog()
        self._unreported: list[Doubt] = []
        self._lines: list[int] = []
        self._worded = 0

    @property
    def lines(self) -> tuple[int, ...]:
        """Return the lines of all rows that were reported, alone or with others."""
        return tuple(self._lines)

    @property
    def are_partial(self) -> bool:
        """Return whether any of them but those for calls in words stays text."""
        return len(self._lines) > self._worded

    def add(self, doubts: Iterable[Doubt]) -> None:
        """Note rows of the list or table that is read."""
        self._unreported += doubts

    def add_entry(self, entry: Entry, reason: str) -> None:
        """Note an item with calls that are not placed for a reason; without one it is a text as others.

        "3 of a suit: weak" is counted, too: it is a row for a call in words.
        """
        if entry.read is None and is_worded_call(entry.block.text):
            self.add([Doubt(entry.block.text, _WORDED, entry.block.location)])
        if reason and entry.read is not None and not entry.read.is_word:
            self.add([Doubt(entry.block.text, reason, entry.block.location)])

    def add_slip(self, entry: Entry) -> None:
        """Note an item that looks like a row with a slip in its call."""
        self.add([Doubt(entry.block.text, _NO_CALL, entry.block.location)])

    def report(self, words_above: str, *, is_any_placed: bool) -> None:
        """Report the rows of a list or table, those of one cause at the first of them.

        ``words_above`` are those of the heading, the text and the header above the rows.
        """
        for doubts in _by_cause(self._unreported, is_any_placed=is_any_placed):
            first, *others = doubts
            cause = AS_MEANT if _is_meant_as_text(doubts, words_above) else None
            shown = " ".join(first.text.partition("\n")[0].replace("*", "").split())
            shown = f"“{shown if len(shown) <= _LONGEST_SHOWN else shown[: _LONGEST_SHOWN - 3] + '…'}”"
            more = len({doubt.location for doubt in others} - {first.location})
            rows = f"{shown} and {more} more row{'s' * (more > 1)} stay" if more else f"{shown} stays"
            message, hint = f"{rows} text: {first.reason}.", _hint(first.reason)
            self._log.report(_code(first, others), message, first.location, hint, cause=cause)
        self._lines += [doubt.location.line for doubt in self._unreported]
        self._worded += sum(doubt.reason in (_WORDED, _BESIDE_OTHERS, NEXT) for doubt in self._unreported)
        self._unreported = []

    def take(self) -> Sequence[Diagnostic]:
        """Return what was reported."""
        return self._log.take()


def rows_without_header(block: OutlineText) -> list[Doubt]:
    r"""Return the lines of a paragraph that would be rows of a table if it had a header.

    >>> block = OutlineText("| 2♣ | Stayman |\n| 2♦ | hearts |", Location("notes.md", 4), 5)
    >>> [(row.text, row.location.line) for row in rows_without_header(block)]
    [('2♣: Stayman', 4), ('2♦: hearts', 5)]
    """
    lines = [line.strip() for line in block.text.split("\n")]
    if not all(len(line) > 1 and line[0] == line[-1] == "|" for line in lines):
        return []
    places = (block.location._replace(line=block.location.line + n) for n in range(len(lines)))
    rows = (line.strip("|").strip().replace(" | ", ": ", 1) for line in lines)
    return [Doubt(row, _NO_HEADER, place) for row, place in zip(rows, places, strict=True)]


def rows_of_text(block: OutlineText, page: PageCalls) -> list[Doubt]:
    """Return the lines of a paragraph that look like rows though it stays text, if these are several.

    One line is enough where it is led by its auction: "After 1♥-2NT-3♥: 3♠ = asks, 4♣ = cue."
    """
    lines = block.text.split("\n")
    places = [block.location._replace(line=block.location.line + number) for number in range(len(lines))]
    rows = [
        Doubt(line, _BESIDE_OTHERS, place)
        for line, place in zip(lines, places, strict=True)
        if (read := page.read(line)) and is_row(line, read) and line[read.end :].lstrip("* ")[:1] in ":=-–—"
    ]
    if len(rows) > 1:
        return rows
    return [
        Doubt(line, NEXT, place) for line, place in zip(lines, places, strict=True) if is_led_row(line, page)
    ]


def _by_cause(doubts: Sequence[Doubt], *, is_any_placed: bool) -> list[list[Doubt]]:
    """Return rows by what keeps them text: a row "beside" an illegal one has the same cause as this."""
    causes: dict[str, list[Doubt]] = {}
    for doubt in sorted(doubts, key=lambda each: each.reason.startswith(_DUE)):
        reason = doubt.reason
        if reason.endswith(_ILLEGAL) and not is_any_placed:
            reason = _ILLEGAL
        if reason.startswith(_DUE):
            is_beside = reason.startswith(_BESIDE)
            due = (
                each
                for each, (first, *_) in causes.items()
                if (each.endswith(_ILLEGAL) if is_beside else first.location.line <= doubt.location.line)
            )
            reason = [reason, *due][-1]
        causes.setdefault(reason, []).append(doubt)
    return list(causes.values())


def _code(first: Doubt, others: Sequence[Doubt]) -> str:
    """Return the code for rows of one cause: a slip in a call, rules for many auctions, or no auction."""
    # One of four rows that cannot follow is a slip; of several, the auction above is not theirs.
    is_slip = first.reason.endswith(_ILLEGAL) and len(others) > 2
    if first.reason.endswith(ALONE):
        return "BML153"
    if (is_slip and all(each.reason.startswith(_BESIDE) for each in others)) or TWICE in first.reason:
        return "BML153"
    return "BML152" if _is_rule(first.reason) else "BML151"


def _is_meant_as_text(doubts: Sequence[Doubt], above: str) -> bool:
    """Return whether rows of one cause stay text as they should: no auction can be written for them.

    They are calls in words, or below "After a new suit", answers to an ask for key cards or kings as they or
    the heading and header above say ("0 or 3", "Blackwood"), or one whole sentence.
    """
    first, *others = doubts
    is_sentence = not others and _SENTENCE.fullmatch(first.text) is not None
    texts = (above, *(each.text for each in doubts))
    are_answers = all(_HIGH.match(each.text) for each in doubts) and any(
        has("slam-ask", text) or _OF_ACES.search(text) for text in texts
    )
    return first.reason in (SEVERAL, _WORDED) or is_sentence or are_answers


def _is_rule(reason: str) -> bool:
    """Return whether rows are below a heading of rules for many auctions: "Overcalls", "Cue-bids"."""
    kinds = ("doubt", "defence", "convention", "slam-ask")
    return reason.endswith((NO_NAME, ABOUT_ELSE)) and any(has(kind, reason) for kind in kinds)


def _hint(reason: str) -> str:
    if reason == _NO_HEADER:
        return "Write its header, with |---|---| in the line below it."
    if TWICE in reason:
        return "Correct one of the two calls; or indent the rows that go below another one."
    if has("passed-hand", reason):
        return _HINT.replace("1N-2C---", "P-1M---")
    if reason == THEIR_CALL:
        return _HINT.replace("1N-2C---", "1M-(2X)--- for all suits that they bid")
    for words, hint in _HINTS.items():
        if words in reason:
            return hint
    if "not legal" in reason:
        return f"Correct the call. {_HINT} Calls of opponents are in parentheses."
    if reason.endswith((NO_NAME, ABOUT_ELSE)) and _OF_SCOPE.search(reason):
        return "Write these rows as BML, below #VUL or #SEAT."
    if reason.endswith(NO_NAME) and (has("defence", reason) or has("doubt", reason)):
        return _HINT.replace("1N-2C---", "(1X)--- for all suits that they open")
    return _HINT
