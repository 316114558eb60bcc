"""What a record of a LIN file says that a board has no place for, so that no other format gets it."""

from __future__ import annotations

from collections.abc import Iterator

from bml_core.formats.lin.commands import is_named
from bml_core.formats.lin.records import TEXTS, Record

# What a board says in its own way, or what is only about turning pages.
_IN_A_BOARD = frozenset(
    ("qx", "pn", "md", "sv", "ah", "mb", "an", "pc", "mc", "nt", "at", "mn", "vg", "rs", "rh", "st", "pg")
)
_SAID_ONCE = ("qx", "pn", "md", "sv", "ah", "mc", "mn")
_MOST_NAMED = 6


def beyond_board(record: Record) -> tuple[str, ...]:
    """What of a record is not in its board, in words that end a sentence.

    >>> from bml_core.formats.lin import read
    >>> beyond_board(next(read("md|1S2,,,|sv|n|sv|e|hs|1|zz|9|")))
    ('the commands hs, zz', 'a second sv')
    """
    return tuple(_beyond(record))


def _beyond(record: Record) -> Iterator[str]:
    found = [command for command in (*record.header, *record.commands) if is_named(command)]
    names = list(dict.fromkeys(command.name for command in found if command.name.lower() not in _IN_A_BOARD))
    if names:
        more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
        yield f"the command{'s' * (len(names) > 1)} {', '.join(names[:_MOST_NAMED])}{more}"
    if any(command.name.lower() in TEXTS for command in record.header):
        yield "texts in the head of the match"
    for name in _SAID_ONCE:
        values = {command.value.strip() for command in record.commands if command.name.lower() == name}
        if len(values) > 1:
            yield f"a second {name}"
