"""The points of a row held against earlier rows of its auction, and what other checks ask of these.

What is sure of rows is held together where they are not understood in full, too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, partial

from bml_core.bridge import ANY_SCOPE, PASS, Auction, Bid, Strain
from bml_core.checks.decisions import found_each_time, same_measure
from bml_core.checks.run import CheckedNotes
from bml_core.checks.wording import (
    EXTREME,
    MOST_POINTS,
    NAMED,
    SUIT,
    SUITS,
    range_in_words,
    ranges_in,
    words_of,
)
from bml_core.diagnostics import Diagnostic, Related
from bml_core.hands.bidding import GAMES, Candidate
from bml_core.hands.conditions import Length, parts_of_all
from bml_core.hands.counting import TooManyStatesError, has_hands, needs
from bml_core.hands.descriptions import Obligation, says_strength
from bml_core.system import Agreement

ROUND, PARTNER = 4, 2
"""So many calls back are the last call of the player, and of his partner."""
_UPGRADE, _OPENS = 2, 12
OF_OTHERS = re.compile(
    r"\?|\b(?:if|when|unless|seats?|n?vul|nv|partner|opener|responder|opposite|support|tp)\b"
)
"""Words that are about another player, or some cases."""
_LACK = r"(?:short(?:ness|age)?|singleton|void)"
SHORT_SUIT = re.compile(rf"{_LACK} (?:in )?{SUIT}|{SUIT}\w* {_LACK}")
"""Shortness in a suit that is named."""
_EXACTLY = re.compile(r"exactly ([2-7])(?: cards?)?(?=$|,)")
_WEAK, _STRONG = re.compile(r"\bweak\b"), re.compile(r"\bstrong\b|\b2\d\+")
# "5+!h, weak", but not "weak clubs"
_IS_WEAK, _STRONG_FROM = re.compile(r"(?:^|, )weak(?=$|,)"), 15
_EXCEPTION = re.compile(r"\bexcept(?:ion)?s?\b")
_FEWEST = 4

Rows = Mapping[str, tuple[Candidate, str]]
"""Described rows by their auctions, each with its words."""
Look = Callable[[Candidate, str, Rows], Diagnostic | None]
"""What is wrong with a row, by itself or beside others."""


def impossible_points(notes: CheckedNotes) -> Iterator[Diagnostic]:
    """Yield rows whose points exclude each other, or those of an earlier call of the player."""
    return found_of_rows(notes, (_points, _fewer, _weak, _below_game))


def found_of_rows(notes: CheckedNotes, looks: Sequence[Look]) -> Iterator[Diagnostic]:
    """Yield what is found of the rows of our side, one finding of a code for each."""
    rows = candidates(notes)
    found = found_each_time(
        ((row.agreement.location, look), partial(look, row, words, rows))
        for row, words in ours(notes)
        for look in looks
    )
    yield from {(each.location, each.code): each for each in found.values()}.values()


@lru_cache(maxsize=1)
def candidates(notes: CheckedNotes) -> Rows:
    """Return the described rows by their auctions, each with its words.

    Those of an auction that is described twice are by their places, as nobody knows which one others
    continue, unless all that the others show fits the first one: a front page says "15-17 balanced" as well.
    """
    others: dict[str, list[Candidate]] = {}
    for second, first in notes.system.repeats:
        if second.says_more_than(first):
            others.setdefault(second.auction.code, []).append(Candidate.of(second, notes.system))
    rows: dict[str, tuple[Candidate, str]] = {}
    for agreement in notes.system.agreements:
        if agreement.is_described and agreement.scope == ANY_SCOPE:
            code, row = agreement.auction.code, Candidate.of(agreement, notes.system)
            is_sure = all(_fits(other, row) for other in others.get(code, ()))
            rows[code if is_sure else f"{agreement.location}"] = row, words_of(agreement)
    return rows


def _fits(other: Candidate, row: Candidate) -> bool:
    """Return whether all hands of another description of a row fit it."""
    try:
        return not has_hands(other.sure & ~row.sure)
    except TooManyStatesError:
        return False


@lru_cache(maxsize=1)
def ours(notes: CheckedNotes) -> Sequence[tuple[Candidate, str]]:
    """Return the described rows of our side, with their words."""
    return [(row, words) for row, words in candidates(notes).values() if row.agreement.is_ours]


def rows_before(row: Candidate, rows: Rows, step: int = ROUND) -> Iterator[tuple[Candidate, str]]:
    """Yield the rows of the earlier calls of the player, or of his side, the last one first."""
    auction = row.agreement.auction
    for end in range(len(auction) - step, 0, -step):
        if before := rows.get(auction.code_up_to(end)):
            yield before


# ---------------------------------------------------------------- points


# "11-13, 5-3-3-2, or 4=5=2=2 (that one up to 15)"
_FOR_SOME = re.compile(r"\([^()]*\bup to\b")


def _points(row: Candidate, words: str, rows: Rows) -> Diagnostic | None:
    """Return that a player with these points, or some of them, did not make an earlier call."""
    befores = [*rows_before(row, rows)]
    is_passed = _has_passed(row.agreement.auction)
    limits = _points_of(row, words) if (befores or is_passed) and not OF_OTHERS.search(words) else None
    if limits and is_passed and limits[0] >= _OPENS:
        message = f"{row.call} has {range_in_words(limits)} points, and the player has passed before."
        return report("BML904", row, message)
    for before, shown in befores if limits else ():
        own = _points_of(before, shown)
        if not (own and limits and same_measure(row, before)):
            continue
        (low, high), (least, most), mine = limits, own, range_in_words(limits)
        extreme, middle = EXTREME.match(words), (least + most) / 2
        beyond = max(least - low if low else 0, high - most if high < MOST_POINTS else 0)
        message, code = "", "BML904"
        if extreme and most < MOST_POINTS and (low > middle if extreme[1] == "min" else high < middle):
            name = f"{extreme[1]}imum"
            message = f"{row.call} is a {name} of {mine} points, and {before.call} has {range_in_words(own)}."
        elif beyond > 0 and low <= most and least <= high:
            # A good 17 is an 18.
            code = "BML954" if beyond <= _UPGRADE else code
            # What is apart is seen where all that a player shows is held together.
            theirs = range_in_words(own)
            message = (
                f"{row.call} has {mine} points, and {before.call} {theirs} before: no hand has all of them."
            )
        if message:
            return report(code, row, message, before=before)
    return None


def _has_passed(auction: Auction) -> bool:
    """Return whether the player passed before anybody had opened."""
    first = (len(auction) - 1) % ROUND
    return first < len(auction) - 1 and all(call is PASS for call in auction.calls[: first + 1])


def _points_of(row: Candidate, words: str) -> tuple[int, int] | None:
    """Return the points that a row surely has, and says in figures."""
    is_said = ranges_in(words) and says_strength(row.sure) and not _FOR_SOME.search(words)
    return row.sure.bounds().most.limits() if is_said else None


def _weak(row: Candidate, words: str, rows: Rows) -> Diagnostic | None:
    """Return that a player is weak after a strong call of his."""
    for before, shown in rows_before(row, rows) if _IS_WEAK.search(words) else ():
        is_opening = all(call is PASS for call in before.agreement.auction.calls[:-1])
        limits, strength = _points_of(before, shown), ""
        if is_opening and _STRONG.search(shown):
            strength = "was strong"
        elif limits and limits[0] >= _STRONG_FROM:
            strength = f"has {range_in_words(limits)} points"
        if strength and not _WEAK.search(shown):
            message = f"{row.call} is weak, by its words, and {before.call} {strength}."
            return report("BML904", row, message, before=before)
    return None


def _fewer(row: Candidate, words: str, rows: Rows) -> Diagnostic | None:
    """Return that a player bids his suit again with fewer cards, or has "exactly 4" of it in notrump."""
    suit = row.call.strain.suit if isinstance(row.call, Bid) else None
    exactly = None if suit or NAMED.search(words) else _EXACTLY.match(words)
    own = [leaf.low for leaf in parts_of_all(row.sure) if isinstance(leaf, Length) and leaf.suit is suit]
    length = int(exactly[1]) if exactly else max(own, default=0)
    for before, _ in rows_before(row, rows) if length else ():
        if exactly:
            long = long_suits(before)
            least = max(needs(before.sure).lengths) if len(long) == 1 else 0
        else:
            least = length_of(before, SUITS[letter_of(row)]) if letter_of(before) == letter_of(row) else 0
        if length < least and row.sure.bounds().most & before.sure.bounds().most:
            what = f"{exactly[0]} cards" if exactly else f"{length} {name_of(SUITS[letter_of(row)])}"
            message = f"{row.call} shows {what}, and {before.call} showed {least} before."
            return report("BML904", row, message, before=before)
    return None


def _below_game(row: Candidate, words: str, rows: Rows) -> Diagnostic | None:
    """Return that a row passes below game, or may be passed, after a call that forces to game."""
    auction = row.agreement.auction
    bid = row.call if isinstance(row.call, Bid) else auction.last_bid
    may_stop = row.call is PASS or Obligation.PASSABLE in row.explanation.reading.always
    is_below = bid and bid.level < GAMES[bid.strain] and all(call is PASS for call in auction.calls[-2::-2])
    # "2/1 is GF", but for "6 clubs, INV - see the exception", and for the suit that is bid again.
    may_stop = may_stop and not _EXCEPTION.search(words)
    is_invited = Obligation.INVITES in row.explanation.reading.always
    for before, _ in rows_before(row, rows, PARTNER) if may_stop and is_below else ():
        is_forced = Obligation.TO_GAME in before.explanation.reading.always
        is_forced = is_forced and not (is_invited and letter_of(before) == letter_of(row))
        # What is seen from their points as well is reported there.
        if is_forced and row.sure.bounds().most & before.sure.bounds().most:
            what = "A pass here is" if row.call is PASS else f"{row.call} may be passed"
            message = f"{what} below game, and {before.call} forced to game before."
            return report("BML904", row, message, before=before)
    return None


def letter_of(row: Candidate) -> str:
    """Return the letter of the suit that a row bids, "n" for notrump, "" for other calls."""
    return row.call.code[1].lower() if isinstance(row.call, Bid) else ""


def name_of(strain: Strain | None) -> str:
    """Return the word for a suit."""
    return strain.name.lower() if strain else ""


def is_in(row: Candidate, letter: str) -> bool:
    """Return whether a row bids the suit of a letter."""
    return isinstance(row.call, Bid) and row.call.strain is SUITS[letter]


def long_suits(row: Candidate, least: int = _FEWEST) -> list[str]:
    """Return the letters of the suits in which all hands have some cards."""
    lengths = zip("shdc", needs(row.sure).lengths, strict=True)
    return [letter for letter, length in lengths if length >= least]


def length_of(row: Candidate, suit: Strain) -> int:
    """Return how many cards of a suit a row shows."""
    return needs(row.sure).lengths["shdc".index(suit.name[0].lower())]


def report(
    code: str, row: Candidate, message: str, hint: str = "", before: Candidate | None = None
) -> Diagnostic:
    """Report a row, and the earlier one with which it does not go together."""
    see = _see(before.agreement) if before else ()
    return Diagnostic(code, message, row.agreement.location, hint or "Correct one of them.", see)


def _see(row: Agreement) -> tuple[Related, ...]:
    return (Related(row.location, f"{row.auction:short} is described here."),)
