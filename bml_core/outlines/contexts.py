"""The auction that rows continue, and where calls leave it."""

from __future__ import annotations

import re
from functools import reduce
from typing import NamedTuple

from bml_core.document import RowCall
from bml_core.outlines.sequences import Calls, begins, either, ending_with, is_legal, key, replaced, shown
from bml_core.outlines.word_kinds import has, is_only, of_kind


class RowAbove(NamedTuple):
    """A row that goes on with an auction: what it says, and its auction, () if that is not sure."""

    calls: Calls
    said: str = ""


class Context(NamedTuple):
    """The auction that rows continue.

    ``is_known`` says that something names it; openings have no calls. ``doubt`` says why it is not sure,
    and ``is_other`` that the rows are for other situations, such as competition. ``is_explicit`` is for the
    header of the table that the rows are in, ``is_plain`` for a heading such as "The majors". ``answers`` are
    the rows directly above, and ``is_after`` says that one of these is the auction: "Then:". ``is_open`` is
    for a heading about the next call, such as "1♠ – ?" and "Responses to 1♠". ``not_opened`` has the strains
    in which nothing is opened below a heading: "N" below "Weak twos", where 2NT is a response.
    """

    calls: Calls = ()
    is_known: bool = False
    doubt: str = ""
    is_explicit: bool = False
    is_other: bool = False
    is_plain: bool = False
    answers: tuple[RowAbove, ...] = ()
    is_after: bool = False
    is_open: bool = False
    not_opened: str = ""

    def doubted(self, reason: str, *, is_other: bool = False) -> Context:
        """Return the auction as one that is not sure."""
        return self._replace(doubt=reason, is_other=is_other or self.is_other)


NO_AUCTION = "nothing says which auction it continues"
PROSE = "the text above brings in another call"
ROW_BRINGS_IN = "the row above it brings in another call"
MENTIONED = "the line above names calls in a way that is not clear"
ABOUT_ELSE = "is about something else than the auction above"
NO_NAME = "names no auction"
OF_OPENINGS = "the title names several openings"
SEVERAL = "the line that it is below is about several calls"
TWICE = "stands twice among these rows, in lines"
NOT_WRITTEN = "the call before this one is not written"
OF_ANOTHER = "it is said to follow another call"
THEIR_CALL = "their call is not written"
NEXT = "one of its calls may follow another"
_SHOWN = 60


def quoted(text: str) -> str:
    """Return the beginning of a text, in quotation marks."""
    return f"“{text.strip()[:_SHOWN]}”"


def checked(calls: Calls, above: Context) -> Context:
    """Return calls as a known auction if they are legal, the one above as doubted if not."""
    return Context(calls, True) if is_legal(calls) else above.doubted(f"{shown(calls)} is not legal")


_BESIDE_OPENING = (
    "structure",
    "opening",
    "after",
    "about",
    "either",
    "alone",
    "response",
    "responder",
    "verbs",
    "case",
    "hand",
    "nature",
)


def resolved(calls: Calls, above: Context, words: str = "") -> Context:
    """Return the auction of calls that may begin it, or go on with the one above."""
    known = above.calls
    if after := _after_answer(calls, above, words) or _after_openings(calls, above, words):
        return checked(after, above)
    is_whole = known != () and begins(calls, known)
    if is_whole and not (above.doubt == NOT_WRITTEN and len(calls) == len(known)):
        # "1♣" below "1♣ and 1♦" is one of the two.
        return checked(calls, above)
    if not known or (above.doubt == OF_OPENINGS and len(calls) == 1 and has("name", words)):
        # "Gambling 3NT" below the title "2♣ and 2NT"
        return checked(calls, above) if _may_begin(calls, above, words) else above.doubted(NO_AUCTION)
    if known[-1].theirs and not above.doubt and calls[0].text == known[-1].text:
        # "After (1♠)–X" and "1♠ is natural" below 1♣–(1♠)
        return checked((*known, *calls[1:]), above)
    if len(calls) > 1 and (calls[0].theirs or above.is_other) and any(call.theirs for call in calls):
        return checked(calls, above)
    if above.doubt == THEIR_CALL and calls[0].theirs:
        return checked((*known, *calls), above)
    if above.doubt:
        # "After 1♦-1♥-1NT:" below "Two-way checkback", "1♦-1♥-1NT" alone in a line; nothing is bid before 1♣.
        is_told = has("after", words) or not re.search(r"\w", words)
        is_whole = len(calls) > 1 and (calls[0].text == "1C" or (calls[0].text[:1] == "1" and is_told))
        return checked(calls, above) if is_whole and not is_legal((*known, *calls)) else above
    if len(calls) == 1 and len(known) > 1 and key(calls) != key(known[:1]) and begins(calls, known[:1]):
        # "After 1♥" below "1M – 1NT"
        own = replaced(known, 0, calls)
        return checked(own, above) if not is_legal((*known, *calls)) else above.doubted(MENTIONED)
    if begins(calls, known[-1:]):
        # "Over 2♠" below "1♣ – 2♥ or 2♠" is one of the two.
        own = (*replaced(known, len(known) - 1, calls[:1]), *calls[1:])
        if len(calls) == 1 or is_legal(own) or not is_legal(calls):
            return checked(own, above)
    # "2♦ – responses" below "2♥ and 2♠"
    is_opening = len(known) == 1 and has("response", words) and is_only(_BESIDE_OPENING, words)
    return _going_on(calls, above, is_opening=is_opening)


def _after_answer(calls: Calls, above: Context, words: str) -> Calls:
    """Return the auction of the row above that a line names by its call, () if it may name another one.

    "Answers to 2♣:" is below rows after 1♥–1♠–1NT, whatever their heading says; "to 1♠" may be an opening.
    """
    is_clear = above.calls != () and not above.doubt
    if is_clear or len(calls) > 1 or not (has("after", words) or has("response", words)):
        return ()
    rows = ending_with((row.calls for row in above.answers), calls)
    is_sure = len(rows) == 1 and all(row.calls for row in above.answers)
    return rows[0] if is_sure and (above.doubt or len(rows[0]) > 2) else ()


def _after_openings(calls: Calls, above: Context, words: str) -> Calls:
    """Return the auction of "Replies to 2NT" below rows for weak twos: 2NT after each of them; else ()."""
    openings = [row.calls for row in above.answers]
    is_answer = (
        not above.calls
        and len(calls) == 1
        and calls[0].text[1:2] in (*above.not_opened,)
        and has("response", words)
    )
    if (
        not is_answer
        or above.doubt not in ("", OF_OPENINGS)
        or not all(len(each) == 1 and not each[0].theirs for each in openings)
    ):
        return ()
    both = reduce(either, openings) if openings else ()
    return (*both, *calls) if both and all(is_legal((*each, *calls)) for each in openings) else ()


def _may_begin(calls: Calls, above: Context, words: str) -> bool:
    """Return whether calls may begin an auction, where none is above them."""
    if any(call.theirs for call in calls):
        return True
    if len(calls) == 1 and not _is_opening(calls[0], words):
        return False
    is_about = has("response", words) or has("after", words)
    if len(calls) == 1 and is_about and calls[0].text[1:2] in (*above.not_opened,):
        # "Answers to 2NT" below "Weak twos"
        return has("opening", words)
    # "After 1♥–2♥" below "Two-suited overcalls" may begin with their call, "After P–1♥" does not, nor does
    # "After our 1NT".
    is_ours = calls[0].text == "P" or not above.is_other
    if above.doubt in ("", OF_OPENINGS) or ((is_ours or has("ours", words)) and has("after", words)):
        return True
    # "1♥-3♥-4NT", "1♦ – 1♥ (2♣ relays)" and "Simple reverse: 1♦-1♠-2♥" are explicit, whatever the heading.
    bare = re.sub(r"\([^()]*\)\s*$|^[^:|]*:(?=\s*\|)", "", words)
    is_explicit = is_ours and not re.search(r"\w", bare)
    # "Jacoby rebids (1♠-2NT)" below the heading "Responses"
    return len(calls) > 1 and (is_explicit or above.doubt == NO_AUCTION)


def _is_opening(call: RowCall, words: str) -> bool:
    """Return whether words beside a single call let it be an opening."""
    beside, _, remark = re.sub(r"(?<=\|)\W*·", "(", words).replace(":", "(").partition("(")
    # "3NT – gambling"
    beside = of_kind("name").sub(" ", beside)
    # "2♣ – 11–15, clubs" is about the opening, "1♥ – 10+ raise" perhaps not.
    is_opening = is_only(_BESIDE_OPENING, beside) and not has("move", remark)
    # "The big one: 2♣"
    is_opening = is_opening or (re.search(r":\s*\|\s*$", words) is not None and call.text[0] in "12")
    # "Responses to 4NT" are seldom those to an opening.
    return is_opening and (call.text[0] < "4" or has("opening", words))


def _going_on(calls: Calls, above: Context, *, is_opening: bool) -> Context:
    """Return the auction above with these calls, or these alone, whichever is legal; doubted if both are.

    ``is_opening`` says that a single call may be an opening.
    """
    known = above.calls
    goes_on = is_legal((*known, *calls))
    stands_alone = (len(calls) > 1 or (is_opening and not goes_on)) and is_legal(calls)
    # "2H-2NT:" below "2D" may be about another opening; over 2C, bids of two are responses.
    is_opening = len(known) == 1 and calls[0].text[:1] == known[0].text[:1] and known[0].text != "2C"
    if goes_on and stands_alone and (calls[0].text[:1] == "1" or is_opening):
        return above.doubted(f"{shown(calls)} may begin an auction or go on with {shown(known)}")
    if goes_on or stands_alone:
        return Context((*known, *calls) if goes_on else calls, True)
    return above.doubted(f"{shown(calls)} is not legal after {shown(known)}")
