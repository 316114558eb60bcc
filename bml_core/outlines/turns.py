"""Whose turn it is, as texts say: ``Opener's rebids``, ``Responses``, ``Then``."""

from __future__ import annotations

import re

from bml_core.outlines.contexts import NO_AUCTION, NO_NAME, NOT_WRITTEN, SEVERAL, Context, checked, quoted
from bml_core.outlines.sequences import Calls, key, ours
from bml_core.outlines.word_kinds import WORD_PATTERNS, has, is_only, of_kind

_FIRST_TURN = re.compile(rf"\|\W*{WORD_PATTERNS['first-turn']}")


def turn_of(words: str) -> str:
    """Return which turn the words say a single call is: that of a "2♦ response", not of "2♦ responses".

    "2♦ – first response" is about those, too.
    """
    if not has("after", words) and has("turn", words) and not _FIRST_TURN.search(words):
        return "rebid" if has("rebid", words) else "response"
    return "opening" if has("opening", words) else ""


def turn_taken(calls: Calls, above: Context, turn: str) -> Context:
    """Return the auction above with one more call, if that is the turn of the opener or the responder."""
    if turn == "opening":
        return above if above.doubt and above.is_other else checked(calls, above)
    if not above.calls or (ours(above.calls) % 2 == 0) is not (turn == "rebid"):
        return above.doubted(NOT_WRITTEN)
    return checked((*above.calls, *calls), above)


_MADE_BY = re.compile(rf"{WORD_PATTERNS['opener']}['\u2019]s\s+\|")


def by_turn(context: Context, words: str) -> Context:
    """Return an auction whose next call is by whom the words name, else doubted."""
    if not context.doubt and _MADE_BY.search(words) and ours(context.calls) % 2:
        # "After opener's 1NT"
        return context
    if context.doubt or not (has("rebid", words) or has("opener", words) or has("responder", words)):
        return context
    is_opener = has("opener", words) or not has("responder", words)
    is_named = has("opener", words) or has("responder", words)
    if not is_named and has("after", words) and re.search(r"\|\s*(?:re)?bid\b", words):
        # "After the 2♥ rebid" it is the other one's turn.
        is_opener = not is_opener
    if (ours(context.calls) % 2 == 0) is is_opener or has("response", words):
        return context
    return context.doubted("the words beside the auction name another player's turn")


def in_words(text: str, words: str, above: Context, *, is_heading: bool) -> Context:
    """Return the auction of a text without calls: ``Openings``, ``Opener's rebids``, ``Then``."""
    if above.calls and not ours(above.calls) and (has("advancer", words) or has("response", words)):
        # "Advancing an overcall:" and "Answers:" below their opening are after a call of ours.
        return above.doubted(NOT_WRITTEN)
    if (response := of_kind("response").search(words)) and ours(above.calls) % 2:
        # "The responses, with opener's rebids below": the first rows are responses.
        words = words[: response.end()]
    is_turn = _is_turn(words, above.calls)
    if is_heading and not above.calls and is_only(("openings", "structure"), words):
        # "Openers" are openings where no auction is above.
        is_turn = None
    after = of_kind("after-alone").match(words.lstrip("*_ "))
    rest = words.lstrip("*_ ")[after.end() :] if after else ""
    # "After the answer", which is one of the rows above
    is_answer = has("turn", rest) and is_only(("article", "turn", "opener", "responder"), rest)
    is_later = has("later", words) or is_answer
    if above.answers and (is_later or is_turn is False):
        return _after_rows(above, words, is_later=is_later, is_answer=is_answer)
    if is_turn is not None:
        return above if is_turn else above.doubted("a call before it is not written")
    if has("openings", words):
        return Context((), True) if not above.calls else above.doubted(NO_AUCTION)
    if has("response", words) or has("responder", words):
        return above if above.calls else above.doubted(NO_AUCTION)
    if not is_only(("article", "opening", "own", "that"), rest):
        # "After a new suit" is for a call that it does not name.
        is_meant = not is_heading and has("several", words)
        return above.doubted(SEVERAL if is_meant else f"{quoted(text)} {NO_NAME}")
    # "Strong jump shifts" below "Responses to 1♥" are some of these.
    plain = (*(("jumps",) if above.calls else ()), "structure", "after", "opening", "meaning")
    is_plain = not is_heading or is_only(plain, words)
    if is_plain and is_heading:
        return above._replace(is_plain=True)
    if is_plain or (not above.calls and (above.is_known or not has("after", words))):
        return above
    return above.doubted(f"the heading {quoted(text)} {NO_NAME}")


def _is_turn(words: str, calls: Calls) -> bool | None:
    """Return whether it is the turn of the player whom words name, None if they name none."""
    count = ours(calls)
    if has("rebid", words) or (has("opener", words) and not has("responder", words)):
        # "Opener answers" is about opener, "responses" to his rebids are not.
        opener, response = of_kind("opener").search(words), of_kind("response").search(words)
        is_answer = opener is not None and response is not None and opener.start() < response.start()
        is_opener = not has("responder", words) and (response is None or is_answer)
        return count >= 2 and (count % 2 == 0) is is_opener
    # "Partner" is whose turn it is.
    is_responder = has("responder", of_kind("partner").sub("", words)) and not has("opener", words)
    return count % 2 == 1 if is_responder and count and not calls[0].theirs else None


def _after_rows(above: Context, words: str, *, is_later: bool, is_answer: bool) -> Context:
    """Return the auction of rows that go on with one of those above them, if the words allow that.

    ``is_answer`` says that the words name who made the call above, and not who calls next.
    """
    calls = above.answers[0].calls
    is_beside = key(calls[:-1]) == key(above.calls)
    is_turn = _is_turn(words, calls[:-1] if is_answer else calls)
    if not calls or not (is_later or is_beside) or is_turn is False:
        return above.doubted("a call before it is not written")
    return above._replace(is_after=True)
