"""Rows that go on with one of the rows above them, as those below "Then:": the auction of which one.

Below 1NT-2♦ with the answers "2♥: the normal answer" and "3♥: four", they go on with 2♥.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bml_core.bridge import Bid, Strain
from bml_core.document import RowCall
from bml_core.language import SUIT_WORDS, read_calls
from bml_core.outlines.contexts import Context, RowAbove
from bml_core.outlines.entries import Entry
from bml_core.outlines.sequences import NOWHERE, Calls, is_legal, key, row_calls, shown
from bml_core.outlines.word_kinds import has, of_kind

_PAIR = 2
_SIGNS = {"\u2663": "C", "\u2666": "D", "\u2665": "H", "\u2660": "S"}
_SUITS = re.compile(rf"[{''.join(_SIGNS)}]|\b(?i:{'|'.join(SUIT_WORDS)})(?=s?\b)|(?<=!)[cdhs]\b")


def answers_of(
    entries: Sequence[Entry], paths: Sequence[Calls | str], context: Context
) -> tuple[RowAbove, ...]:
    """Return rows as those that others below them may go on with; one without calls is not sure."""
    answers = tuple(
        RowAbove(path, entry.text[entry.read.offset :])
        if isinstance(path, tuple) and entry.read and key(path[:-1]) == key(context.calls)
        else RowAbove(())
        for entry, path in zip(entries, paths, strict=True)
        if path
    )
    return answers if all(answer.calls for answer in answers) else (RowAbove(()),)


def following(entries: Sequence[Entry], context: Context, above: str) -> tuple[Sequence[Entry], Context]:
    """Return rows that go on with one of the answers above them, and its auction if that is sure.

    ``above`` is what the notes say of the call that is answered.
    """
    answers, alone = context.answers, context._replace(answers=(), is_after=False)
    if context.doubt:
        return entries, alone
    if len(answers) == 1:
        return entries, Context(answers[0].calls, True)
    auctions = [row_calls(entry.read, NOWHERE) for entry in entries if entry.read]
    if auctions and all(len(each) > 1 and _begins_with(each, answers) for each in auctions):
        # "| 2♦ | 2♥ | 5♥ and 4♠ |" names the answer that it goes on with.
        return entries, Context(answers[0].calls[:-1], True)
    normal = [each for each in answers if _says("normal", each)]
    completed = [each for each in answers if _completes_transfer(each.calls, above)]
    for sure in (normal, completed):
        if len(sure) == 1 and _are_legal(entries, sure[0].calls):
            return entries, Context(sure[0].calls, True)
    if len(answers) == _PAIR and sum(_says("denial", each) for each in answers) == 1:
        # "likes clubs" and "does not", each of them above the same rows
        one, other = answers
        calls = (*one.calls[:-1], _either(one.calls, other.calls))
        parted = [each for entry in entries for each in _parted(entry, answers)]
        rest = [entry for entry in parted if not entry.is_told]
        if all(_are_legal(rest, each.calls) for each in answers):
            return parted, Context(calls, True)
    last = [shown(each.calls[-1:]) for each in answers]
    return entries, alone.doubted(f"it may follow any of {', '.join(last)} above")


def _begins_with(calls: Calls, answers: Sequence[RowAbove]) -> bool:
    return key(calls[:1]) in [key(each.calls[-1:]) for each in answers]


def _says(kind: str, answer: RowAbove) -> bool:
    return of_kind(kind).fullmatch(answer.said.strip(" .*_")) is not None


def _are_legal(entries: Sequence[Entry], calls: Calls) -> bool:
    return all(is_legal((*calls, *row_calls(entry.read, NOWHERE))) for entry in entries if entry.read)


def _completes_transfer(calls: Calls, above: str) -> bool:
    """Return whether an answer is the suit that a transfer over notrump shows, as 2♥ after 1NT-2♦."""
    opening, asking, answer = ([None] * 3 + [call.literal for call in calls])[-3:]
    if not (isinstance(opening, Bid) and isinstance(asking, Bid) and isinstance(answer, Bid)):
        return False
    is_step = answer.rank == asking.rank + 1 and answer.strain in (Strain.HEARTS, Strain.SPADES)
    suits = {
        _SIGNS.get(word) or SUIT_WORDS.get(word.lower()) or word.upper() for word in _SUITS.findall(above)
    }
    is_shown = suits == {answer.strain.value} and not has("asks", above)
    return opening.strain is Strain.NOTRUMP and is_step and (has("transfer", above) or is_shown)


def _either(one: Calls, other: Calls) -> RowCall:
    """Return the last calls of two auctions as one that stands for both."""
    a, b = one[-1], other[-1]
    return a._replace(text=f"{a.text}/{b.text}", patterns=(*a.patterns, *b.patterns))


def _parted(entry: Entry, answers: Sequence[RowAbove]) -> list[Entry]:
    """Return "Pass or 3♣" after two answers as a pass after 3♣, and as 3♣ after the other answer."""
    words = entry.read.columns[0].text.split("/") if entry.read and len(entry.read.columns) == 1 else []
    for passed, other in (answers, answers[::-1]):
        last = passed.calls[-1].text
        if entry.read and sorted(words) == sorted(("P", last)) and not entry.children:
            said = entry.text[entry.read.offset :]
            texts = (f"{shown(passed.calls)}-P: {said}", f"{shown(other.calls)}-{last}: {said}")
            return [Entry(entry.block, read_calls(text), text, is_told=True) for text in texts]
    return [entry]
