"""Rows beside each other with the words of another one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from bml_core.bridge import DOUBLE, Strain
from bml_core.checks.run import Check, CheckedNotes
from bml_core.checks.siblings import FIT, LEAST_ALIKE, Groups, Sibling, siblings
from bml_core.checks.wording import EXTREME, LETTERS, NAMED, SUIT, SUITS, count_in, suits_in
from bml_core.diagnostics import Diagnostic
from bml_core.document import LiteralCall

# What rows are described as that differ in their level alone.
_EVERYWHERE = re.compile(
    r"\bto play\b|\bs/o\b|\bnatural\b|\bnat\b|\bovercall|\bsign.?off|\bpass or correct|\bp/c\b"
    r"|\?|\bas above\b|\bsame\b|\bsee\b|\bfit[- ](?:showing )?jump"
    r"|(?:\bpreempt|\bcue|(?<!\d )\bcontrol)(?!.*\d!)"
    r"|\bspl(?:inter)?\b(?!.*(?:[0-3]|\bsh(?:ort)? ?|\b(?:singleton|void) )!)"
)
# "singleton diamond", "4!s sh!d"
_SHORT_SUIT = re.compile(rf"\b(?:singleton|void|short(?:age|ness)?|sh) ?(?:in )?{SUIT}")
_PAIR = re.compile(r"(\d\+?!?[cdhs])\b ?(?:\+|and) ?(\d\+?!?[cdhs])\b")
# "5=4=3=1" and no more
_FULL_SHAPE = re.compile(r"\d(?:=\d){3}")
# "1 of 4", and a shape
_EXACT = re.compile(r"\d (?:of|or) \d|\b\d{4}\b")
_PAIRED = 2
# "short", but not "short hearts"
_SHORT = re.compile(rf"\b(?:doubleton|singleton|void|short(?:age|ness)?)(?! (?:in )?{SUIT}|\w)")
# "5-7, good suit: two of the top three" has the words of "5-7, good suit"
_EXPLAINED = re.compile(r" ?\((?!\d)[^()]*\)|(?<=suit): .*?(?= ?[\[(]a(?:nn)?[\])]$|$)| ?[\[(]a(?:nn)?[\])]$")
# "!s, or !c and !d" without its suits
_ONE_OR_TWO, _CORRECT_COPY = re.compile(r",? ?or (?:and|\+|/)"), "Correct the one that was copied."
# Two transfers to one suit
_TRANSFER = re.compile(r"\b(?:transfer|xfer|tfr|trf|texas|jacoby)\b")
_JOINT, _REST = re.compile(r"[,.;]|\b(?:with|and|an?|the)\b"), re.compile(r"[.;] | ?\(")
#: The points and a suit, as in ``6+, 4+!h``.
_HEAD = re.compile(rf"\d\d?(?:(?:-{{1,2}}|\u2013)\d\d?|\+)(?: hcp)?, \d\+?{SUIT}\w*")


def find(notes: CheckedNotes) -> Iterator[Diagnostic]:
    """Yield rows that have the words of another one, which cannot be meant for both."""
    groups = siblings(notes)
    yield from _as_line_above(groups)
    for above, rows in groups:
        yield from filter(None, map(_twice, rows))
        yield from _same_words(rows, is_answer=above is not None and above.is_question)
        yield from _same_beginning(rows)
        yield from _same_alternative(rows)


def _twice(row: Sibling) -> Diagnostic | None:
    """Return that a call stands twice in the column of a row: "4H/4H  to play"."""
    times = Counter(str(each.call) for each in row.row.call.patterns if isinstance(each, LiteralCall))
    call, often = times.most_common(1)[0] if times else ("", 1)
    message = f"{row.name} has {call} twice."
    return row.found("BML941", message, "Correct one of the calls.") if often > 1 else None


def _as_line_above(groups: Groups) -> Iterator[Diagnostic]:
    """Yield rows with the words of the line above, which is for another player or further below."""
    beside = {row.location: number for number, (_, rows) in enumerate(groups) for row in rows}
    lines = {row.location[:2]: row for _, rows in groups for row in rows if row.location.origin is None}
    for (file, line), row in lines.items():
        first = lines.get((file, line - 1))
        # A double of theirs, and a redouble after one, may well show the same.
        if first and first.bid and row.bid and first.text == row.text and first.name != row.name:
            is_plain = _EVERYWHERE.search(row.text) or not (
                row.points or NAMED.search(row.text) or row.text.count(" ") > LEAST_ALIKE
            )
            # Michaels over 1C and over 1D says the same.
            is_cue = first.is_of_suit(theirs=True) and row.is_of_suit(theirs=True)
            are_apart = beside[first.location] != beside[row.location]
            if are_apart and row.text.count(" ") and not (is_plain or is_cue):
                message = f"{row.name} has the same words as {first.name} in the line above."
                yield row.found("BML941", message, "Correct the one that was copied.", first)


def _same_words(rows: list[Sibling], *, is_answer: bool) -> Iterator[Diagnostic]:
    known: dict[str, Sibling] = {}
    times = Counter(row.text for row in rows)
    are_extremes = len({found[1] for row in rows if (found := EXTREME.match(row.text))}) > 1
    for row in rows:
        if _kind(row) is None or not row.text or _EVERYWHERE.search(row.text):
            continue
        words = _words_alike(_EXPLAINED.sub("", row.text) if is_answer and row.points else row.text)
        first = known.get(words)
        known[words] = row
        if first is None or _may_both_have(row, first, often=times[row.text]):
            continue
        # "Minimum" for two bids, where "maximum" is another
        is_extreme = are_extremes and EXTREME.match(row.text) is not None and " " in words
        if _is_of_one(row, first, is_answer=is_answer, is_extreme=is_extreme):
            message = f"{row.name} has the same words as {first.name} beside it."
            hint = "Correct the one that was copied, or write both calls in one row."
            yield row.found("BML941", message, hint, first)


def _words_alike(text: str) -> str:
    """Return words without what may be written in another way.

    "Bergen, 7-9, 4!h" has the same words as "Bergen 7-9, 4!h", and "5h + 4s" is the same hand as "4s + 5h".
    """
    text = _PAIR.sub(lambda found: " ".join(sorted(found.groups())), text)
    return " ".join(_JOINT.sub(" ", text).split())


def _may_both_have(row: Sibling, first: Sibling, *, often: int) -> bool:
    """Return whether two rows may well have the words that stand so often beside each other."""
    return (
        # A sentence about several calls says the same of each.
        first.name == row.name
        or first.location[:2] == row.location[:2]
        # "4!s, small doubleton" is of the suit that each bids.
        or (_SHORT.search(row.text) is not None and _kind(row) == _kind(first) == "suit")
        # "Lead-directing, 3!h" of three bids is meant of each.
        or (often > _PAIRED and not row.points)
        or bool(first.level and row.level and row.level - first.level > 1)
    )


def _is_of_one(row: Sibling, first: Sibling, *, is_answer: bool, is_extreme: bool) -> bool:
    """Return whether words can be those of one of two rows only."""
    # "3C  shortness, 3D 3S also", and the same for 3NT or a double: it is not of each one's own suit.
    if _kind(row) != _kind(first) and row.text.count(" ") >= LEAST_ALIKE - bool(row.points):
        return True
    # "X  5+, 4+!s" beside "1H  5+, 4+!s"
    if _kind(row) != _kind(first) and row.suits and "double" in (_kind(row), _kind(first)):
        return 1 in (row.level, first.level)
    return bool(row.bid and first.bid) and bool(
        (row.points and (is_answer or FIT.search(row.text) or row.suits))
        or (is_answer and (row.suits or _EXACT.search(row.text)))
        or _FULL_SHAPE.fullmatch(row.text)
        or ((count := count_in(row.said)) and count.is_alone)
        or (row.suits and _TRANSFER.search(row.text))
        or _SHORT_SUIT.search(row.text)
        or is_extreme
        or (NAMED.search(row.text) and _are_own(row, first))
    )


def _are_own(*rows: Sibling) -> bool:
    """Return whether words name a suit that one of the rows bids, or none: no "trial bid for 4!s"."""
    return not rows[0].named or any(row.strain in rows[0].named for row in rows)


def _kind(row: Sibling) -> str | None:
    """Return what kind of a call a row is for; None if that is not known."""
    if row.level:
        return "notrump" if row.strain is Strain.NOTRUMP else "suit"
    return "double" if any(each.call == DOUBLE for each in row.agreements) else None


def _same_beginning(rows: list[Sibling]) -> Iterator[Diagnostic]:
    heads: dict[tuple[str, int], list[Sibling]] = {}
    for row in rows:
        # "6+, 4+!h. Up the line" for 1D as well as for 1H
        if row.bid and _HEAD.fullmatch(head := _REST.split(row.text)[0]):
            heads.setdefault((head, row.bid.level), []).append(row)
    for (head, _), alike in heads.items():
        own = [row for row in alike if row.strain in suits_in(head)]
        for row in alike if len(own) == 1 < len(alike) else ():
            if row.text != own[0].text:
                message = f"{row.name} shows the same as {own[0].name} beside it."
                yield row.found("BML941", message, "Correct the one that was copied.", own[0])


def _same_alternative(rows: list[Sibling]) -> Iterator[Diagnostic]:
    """Yield one of several bids for one suit or two others, with the two suits of another one.

    "1H  !s, or !d and !h" beside "1S  !c, or !d and !h", "1D  !h, or !s and !c" and more
    """
    forms: dict[str, list[Sibling]] = {}
    for row in rows:
        if len(LETTERS.findall(row.said)) == _PAIRED + 1 and _ONE_OR_TWO.fullmatch(row.form):
            forms.setdefault(row.form, []).append(row)
    for alike in forms.values():
        known: dict[frozenset[str], list[Sibling]] = {}
        for row in alike:
            known.setdefault(frozenset(LETTERS.findall(row.said)[1:]), []).append(row)
        twice = [both for both in known.values() if len(both) == _PAIRED]
        if len(alike) >= LEAST_ALIKE and len(twice) == 1 and len(known) == len(alike) - 1:
            # The one whose own suit is among them is wrong, or the later one.
            first, row = sorted(twice[0], key=_names_twice)
            yield row.found(
                "BML941", f"{row.name} shows two suits that {first.name} shows.", _CORRECT_COPY, first
            )


def _names_twice(row: Sibling) -> bool:
    """Return whether the two suits of a bid are those next to the one that it bids itself."""
    return row.bid is not None and row.bid.strain in {SUITS[each] for each in LETTERS.findall(row.said)[1:]}


CHECKS = (Check(find, ("BML941",), of_rows=True),)
