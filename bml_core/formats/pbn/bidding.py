"""What the Auction section of a game says about the board."""

from __future__ import annotations

from typing import NamedTuple

from bml_core.bridge import PASS, Bid, Call, Comment, MadeCall, Seat
from bml_core.formats.pbn.games import Game
from bml_core.formats.pbn.sections import (
    Entry,
    Section,
    find_section,
    plain_words,
    read_section,
    suit_signs,
    usual,
)
from bml_core.formats.pbn.values import ALL_PASS, CALLS, SEATS

ALERT = "Alert"
"""The note of a call that was alerted and not explained."""


class Bidding(NamedTuple):
    """What an Auction section says; ``seat`` makes the first call."""

    seat: Seat | None = None
    calls: tuple[MadeCall, ...] = ()
    comments: tuple[Comment, ...] = ()
    waits: bool = False


_MADE = {spelling: MadeCall(call) for word, call in CALLS.items() for spelling in (word, word.title())}
_PASSED = MadeCall(PASS)
_SKIPPED = MadeCall(None)


def read_bidding(game: Game) -> Bidding:
    """What the Auction section of a game says, if there is one.

    >>> from bml_core.formats.pbn.games import read
    >>> found = read_bidding(next(read('[Auction "N"] - Pass 1NT AP')))
    >>> found.seat.name, len(found.calls)
    ('EAST', 5)
    """
    usually = usual(game, "Auction", _MADE)
    if usually is not None:
        return Bidding(SEATS.get(usually[0].strip()), tuple(usually[1]))
    found = find_section(game, "Auction")
    if found is None:
        return Bidding()
    tag, notes = found
    seat = SEATS.get(tag.value.strip())
    words = plain_words(tag.body)
    if words is not None:
        return _plain_bidding(seat, words)
    section = read_section(tag, notes)
    dashes = _leading_dashes([entry.word or entry.mark for entry in section.entries])
    made, comments = _annotated_calls(section, section.entries[dashes:])
    return Bidding(seat and seat.after(dashes), tuple(made), tuple(comments), section.end == "+")


def _plain_bidding(seat: Seat | None, words: list[str]) -> Bidding:
    """An auction without annotations, some words of which are not the usual ones."""
    dashes = _leading_dashes(words)
    calls = [CALLS.get(word.upper()) for word in words[dashes:]]
    made = [MadeCall(call) for call in calls if call is not None]
    if words and words[-1].upper() == ALL_PASS:
        made += _all_pass([call.call for call in made])
    return Bidding(seat and seat.after(dashes), tuple(made))


def _leading_dashes(words: list[str]) -> int:
    return next((place for place, word in enumerate(words) if word != "-"), len(words))


def _all_pass(calls: list[Call | None]) -> list[MadeCall]:
    """The passes that end an auction after these calls."""
    needed = 3 if any(isinstance(call, Bid) for call in calls) else 4
    passes = next((n for n, call in enumerate(reversed(calls)) if call is not PASS), len(calls))
    return [_PASSED] * max(0, needed - passes)


def _annotated_calls(section: Section, entries: list[Entry]) -> tuple[list[MadeCall], list[Comment]]:
    made: list[MadeCall] = []
    comments = [Comment(suit_signs(text)) for text in section.before]
    for entry in entries:
        call = CALLS.get(entry.word.upper())
        if entry.word.upper() == ALL_PASS and entry is entries[-1]:
            made += _all_pass([before.call for before in made])
        elif call is not None:
            note = section.notes.get(entry.notes[0], "") if entry.notes else ""
            made.append(
                MadeCall(call, bool(entry.notes), "" if note == ALERT else note, entry.mark.upper() == "I")
            )
        elif entry.mark.upper() == "S":
            made.append(_SKIPPED)
        comments += [Comment(suit_signs(text), len(made)) for text in entry.comments]
    return made, comments
