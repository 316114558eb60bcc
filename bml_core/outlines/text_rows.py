"""What headings, paragraphs and sentences of a page tell of calls: each as an item, with its auction.

The texts stay as they are. Where no row is for the same auction, these are rows below them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bml_core.diagnostics import Location
from bml_core.outlines.contexts import MENTIONED, Context, resolved
from bml_core.outlines.entries import Entry
from bml_core.outlines.headings import without_number
from bml_core.outlines.outline import OutlineHeading, OutlineItem, OutlineText
from bml_core.outlines.page_calls import PageCalls
from bml_core.outlines.paths import entry_path
from bml_core.outlines.sentences import find_told_sentences, from_its_calls
from bml_core.outlines.sequences import NOWHERE, Calls, is_legal, key, row_calls
from bml_core.outlines.their_calls import gone_on
from bml_core.outlines.word_kinds import has, is_only, of_kind

TextRow = tuple[Entry, Calls]
"""An item for a call that a text tells of, and its auction."""

# " = 12-14", " (12-14)"
_STRENGTH = re.compile(r"\W*(\d{1,2}\+?(?: ?[-\u2013] ?\d{1,2})?(?: ?(?:hcp|pts|points?|H|PC|FP))?)\W*")
# "15-17, may have a five-card major", "Five cards, 11-21."
_DESCRIBES = re.compile(
    r"\(?(?:\d{1,2} ?[-\u2013] ?\d{1,2}|\d{1,2}\+|\w+ cards?,)(?!\w).*?(?:[.!?](?=\s)|$)", re.DOTALL
)
# "6-10", but no "4-5 hearts", "5-5" or "2-3"
_POINTS = re.compile(
    r"(?<![\d\w-])\d{1,2} ?[-\u2013] ?(?:[6-9]|[12]\d)(?![\d\w-])(?! ?(?:cards?|[!\u2660-\u2667]|[cdhsCDHS]))"
)
_OF_ANSWERS = ("response", "responder", "rebid", "after", "defence", "invites", "their", "doubt", "cases")
_IN_BRACKETS = re.compile(r"\s*\(([^()]*[^\W\d_]{3}[^()]*)\)")
_WHOLE = Context((), is_known=True)


def heading_rows(block: OutlineHeading, context: Context, page: PageCalls) -> list[TextRow]:
    """Return what a heading says of its last call: "1NT – 2♣ (Stayman)", "1NT = 12-14".

    ``context`` is the auction that it names.
    """
    text = without_number(block.text)
    read = page.read(text)
    if read is None or context.doubt or key(context.calls[-1:]) != key(row_calls(read, NOWHERE)[-1:]):
        return []
    is_auction = len(read.columns) > 1
    said = (_IN_BRACKETS if is_auction else _STRENGTH).fullmatch(text, read.end)
    if said is None and (described := _IN_BRACKETS.fullmatch(text, read.end)):
        # "1♦ (11-15, at least two diamonds)"
        said = described if _DESCRIBES.match(described[1]) else None
    # "2NT (20-21)" below "1NT" may be another opening, "1♣ – 1♥ – 2♣ (also 1♦ – 1♥ – 2♣)" names two auctions.
    is_other = said is not None and any(len(each.columns) > 1 for _, each in page.find(said[1]))
    if said is None or is_other or not (is_auction or len(context.calls) == 1):
        return []
    return _rows([f"{text[: read.end]}: {said[1]}"], block.location, block.end, _WHOLE, page)


def points_in_heading(block: OutlineHeading, context: Context, page: PageCalls) -> list[TextRow]:
    """Return the points that a heading says of the only call in it, an opening.

    "2♦: Multi, 6-10, a six-card major", "Weak 2♠ (5-9)", "1NT opening, 15-17", but not "1NT: 8-9 invites".
    """
    text = without_number(block.text)
    found, points = page.find(text), _POINTS.findall(text)
    if len(found) != 1 or len(points) != 1 or len(context.calls) != 1 or context.doubt:
        return []
    offset, read = found[0]
    calls = row_calls(read, NOWHERE)
    is_it = key(calls) == key(context.calls) and is_only(("structure", "opening"), text[:offset])
    if not is_it or any(has(kind, text) for kind in _OF_ANSWERS):
        return []
    return _rows([f"{text[offset : read.end]}: {points[0]}"], block.location, block.end, _WHOLE, page)


def opening_rows(
    block: OutlineText, heading: OutlineHeading, context: Context, page: PageCalls
) -> list[TextRow]:
    """Return what a paragraph says of the opening in the heading above it: "15-17, five-card major"."""
    found, said = page.find(heading.text), _DESCRIBES.match(block.text)
    if said is None or len(found) != 1 or len(context.calls) != 1 or context.doubt:
        return []
    offset, read = found[0]
    calls = heading.text[offset : read.end]
    if not is_only(("structure", "opening"), heading.text.replace(calls, "")):
        return []
    return _rows([f"{calls}: {said[0].rstrip('.')}"], block.location, block.end, _WHOLE, page)


def sentence_rows(
    block: OutlineText | OutlineItem, above: Context, context: Context, page: PageCalls
) -> list[TextRow]:
    """Return what sentences of a text that stays tell of calls.

    ``above`` is the auction of the heading above it, ``context`` that which rows beside it go on with.

    >>> from bml_core.outlines.sequences import shown
    >>> text = OutlineText("It is fun. After 1NT-2♣, 2♦ denies a major.", Location("notes.md", 1), 1)
    >>> [shown(path) for _, path in sentence_rows(text, Context(), Context(), PageCalls(()))]
    ['1N-2C-2D']
    """
    rows: list[TextRow] = []
    told: list[Calls] = []
    for offset, telling in find_told_sentences(block.text, page.letters):
        line = min(block.location.line + block.text.count("\n", 0, offset), block.end)
        lead = page.read(telling.lead)
        contexts = [_led(row_calls(lead, NOWHERE), above) if lead else context]
        if lead and lead.columns[-1].theirs and of_kind("case").match(from_its_calls(block.text[offset:])):
            # "If they double 2♦, 2♥ shows three" below 1NT is about the transfer.
            contexts = [gone_on(row_calls(lead, NOWHERE), above, "")]
        if telling.player:
            # "Opener's 2♦ shows a full opening" goes on with the auction of the sentence before.
            contexts = [Context(path, True) for path in told if _is_turn(path, telling.player)]
        elif not telling.calls:
            told = [each.calls for each in contexts if not each.doubt]
            continue
        elif not lead and telling.calls[0].startswith("(") and _ends_with_theirs(context.calls):
            # "(2♥)-X is takeout" after rows below "They open 1NT" is another auction.
            contexts = [Context()]
        place = block.location._replace(line=line)
        found = [row for each in contexts for row in _rows(telling.calls, place, block.end, each, page)]
        told = [path for _, path in found]
        rows += found
    return rows


def _rows(
    texts: Sequence[str], place: Location, end: int, context: Context, page: PageCalls
) -> list[TextRow]:
    """Return calls that a text tells of, if all of them can be placed."""
    entries = [
        Entry(OutlineItem(0, each, place, end), read and read._replace(is_sure=True, is_word=False), each)
        for each in texts
        for read in [page.read(each, takes_words=True)]
    ]
    found = [entry_path(entry, context) for entry in entries]
    paths = [path for path in found if isinstance(path, tuple)]
    return list(zip(entries, paths, strict=True)) if len(paths) == len(entries) else []


def _led(calls: Calls, above: Context) -> Context:
    """Return the auction that a sentence begins with: "After 3NT" below 1NT may be about an opening."""
    if len(calls) > 1 or not above.calls or key(calls) == key(above.calls[-1:]):
        return resolved(calls, above)
    is_either = is_legal((*above.calls, *calls))
    return Context().doubted(MENTIONED) if is_either else resolved(calls, Context())


def _ends_with_theirs(calls: Calls) -> bool:
    return bool(calls) and calls[-1].theirs


def _is_turn(calls: Calls, player: str) -> bool:
    """Return whether the next call of an auction of ours is the opener's, or the responder's."""
    bids = [call for call in calls if call.text != "P"]
    is_opener = sum(not call.theirs for call in bids) % 2 == 0
    return not bids[0].theirs and (player == "next" or is_opener is (player == "opener"))
