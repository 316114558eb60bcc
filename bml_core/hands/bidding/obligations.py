"""The calls that players must make, and the calls of partner that they must not pass.

Both are read from the words of the rows, as far as players agree on them; the unknown is not an obligation.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from bml_core.bridge import PASS, Bid, Call, Strain
from bml_core.hands.conditions import ALL_POINTS, Formula, PointTable
from bml_core.system import Agreement

_TARGET = r"(?: (?:the |partner's )?(?:transfer|puppet|relay|marionette|request|order))?"
_FORCED = re.compile(
    rf"(?:(?:simply |just |always )?(?:completes?|completing|completion of|accepts?|obeys?){_TARGET}"
    r"|completion|(?:is )?forced(?: (?:bid|call|response|rebid|reply|answer|acceptance|completion|relay))?"
    r"|(?:compulsory|obligatory|mandatory|automatic)(?: (?:bid|call|response|rebid|reply|answer|completion))?"
    r"|waiting(?: (?:bid|relay|response))?|any other(?: hand)?|otherwise"
    r"|(?:all|any|everything|anything) (?:else|other hands?))\Z",
    re.IGNORECASE,
)
_CLAUSES = re.compile(r"[,;:.()/\n]| - |\u2013|\u2014|--")
_NOT_FORCING = re.compile(
    r"\b(?:non[- ]?forcing|not forcing|semi[- ]?forcing|nf|n/f|to play|sign[- ]?off|s/o|invit\w*|inv"
    r"|drop dead|passable|may be passed)\b",
    re.IGNORECASE,
)
_TO_PLAY = re.compile(
    r"(?:natural |weak )?(?:to play|sign(?:s|ing)?[- ]?off|s/o|t/p|drop[- ]?dead)", re.IGNORECASE
)
_PHRASES = re.compile(r"[,;:.()\n]| - |\u2013|\u2014|--")
_TO_GAME = re.compile(
    r"\b(?:gf|fg|g/f|game[- ]?forc(?:e|es|ed|ing)|forc(?:e|es|ed|ing) to game|forcing game)\b", re.IGNORECASE
)
_REQUEST = re.compile(r"\b(?:transfers?|trf|t/f|xfer|puppet|pup|relays?|marionette)\b", re.IGNORECASE)
_FORCING = re.compile(
    r"\b(?:forcing|f1r?|1rf|asks?|asking|stayman|blackwood|gerber|rkcb?|keycards?|splinter|spl|slam try"
    r"|cue[- ]?bid|checkback|drury|fourth suit|jacoby|lebensohl|waiting|artificial)\b",
    re.IGNORECASE,
)
_TAKEOUT = re.compile(r"\b(?:take[- ]?out|t/o|negative|neg|responsive)\b", re.IGNORECASE)
_GAMES = {Strain.NOTRUMP: 3, Strain.SPADES: 4, Strain.HEARTS: 4, Strain.DIAMONDS: 5, Strain.CLUBS: 5}
_UNLIMITED = 25


def is_forced(agreement: Agreement) -> bool:
    r"""Return whether the words of a row say that hands make its call that fit no other row.

    >>> from bml_core.language import parse
    >>> from bml_core.system import expand
    >>> rows = expand([parse("2D  Transfer\n  2H  Completes the transfer\n  3H  4!h, 17 hcp")]).agreements
    >>> [is_forced(row) for row in rows]
    [False, True, False]
    """
    return any(_FORCED.fullmatch(clause.strip()) for clause in _CLAUSES.split(agreement.text))


def is_request(agreement: Agreement) -> bool:
    """Return whether a call is a transfer, a relay or a puppet, which partner answers as he is asked."""
    is_asking = _REQUEST.search(agreement.text) and not _NOT_FORCING.search(agreement.text)
    return bool(is_asking) and not is_forced(agreement)


def is_to_play(agreement: Agreement) -> bool:
    """Return whether a bid ends the auction, as far as partner is concerned."""
    phrases = _PHRASES.split(agreement.text)
    return isinstance(agreement.call, Bid) and any(_TO_PLAY.fullmatch(phrase.strip()) for phrase in phrases)


def why_forcing(
    last: Agreement | None,
    condition: Formula,
    ours: Iterable[Agreement],
    calls: Sequence[Call],
    *,
    is_new: bool,
) -> str:
    """Return why partner's last call must not be passed, "" if it may be.

    Args:
        last: The row of partner's last call, if he made one and the notes have it.
        condition: What it says of his hand.
        ours: The rows of all calls of our side.
        calls: The auction, with the last call of the opponents.
        is_new: True if it is a response in a new suit.
    """
    bid = next((call for call in reversed(calls) if isinstance(call, Bid)), None)
    if bid and bid.level < _GAMES[bid.strain] and any(_TO_GAME.search(row.text) for row in ours):
        return "the auction is forcing to game"
    if last is None or calls[-1] is not PASS or _NOT_FORCING.search(last.text):
        return ""
    if not isinstance(last.call, Bid):
        return f"{last.call} is for takeout" if _TAKEOUT.search(last.text) else ""
    if is_request(last) or _FORCING.search(last.text):
        return f"{last.call} is forcing"
    if is_new and _is_unlimited(condition):
        return f"{last.call} is a new suit without an upper limit"
    return ""


def _is_unlimited(condition: Formula) -> bool:
    most = condition.bounds().most
    strong, nothing = (PointTable.of_points(mask) for mask in (ALL_POINTS & -(1 << _UNLIMITED), 1))
    return bool(most & strong) and not most & nothing
