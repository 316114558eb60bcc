"""The points and suits of a row held against earlier rows of its auction.

What is sure of rows is held together where they are not understood in full, too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations, islice

from bml_core.bridge import ANY_SCOPE, DOUBLE, PASS, Auction, Bid, Strain
from bml_core.checks.decisions import same_measure
from bml_core.checks.run import CheckedNotes
from bml_core.checks.wording import (
    CORRECTS,
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
from bml_core.hands.conditions import Length, parts_of_all, stopper
from bml_core.hands.counting import needs
from bml_core.hands.descriptions import Obligation, says_shape, says_strength
from bml_core.system import Agreement

_ROUND, _PARTNER = 4, 2
_UPGRADE, _OPENS = 2, 12
OF_OTHERS = re.compile(r"\?|\b(?:if|when|unless|seats?|n?vul|nv|partner|opposite|support|tp)\b")
_EXTREME = re.compile(r"(min|max)(?:imum)?\b")
_SUIT, _ANY_SUIT = re.compile(SUIT), re.compile(r"\b(?:majors?|minors?|suits|either)\b")
_LACK = r"(?:short(?:ness|age)?|singleton|void)"
SHORT_SUIT = re.compile(rf"{_LACK} (?:in )?{SUIT}|{SUIT}\w* {_LACK}")
_LONG = re.compile(rf"(?:long|[4-7]\+?) ?{SUIT}\w*")
_FOR_OTHERS = re.compile(r"(?:neg\w*|take-? ?out|t/o|responsive)\b")
_BOTH_MAJORS = re.compile(r"(?:(?i:both |the |)(?i:majors)|both M)(?=$|[,;.]| \d)")
_PENALTY = re.compile(r"\b(?:pen\w*|business|trap|lead\w*|or|no|not|den\w+)\b")
_EXACTLY = re.compile(r"exactly ([2-7])(?: cards?)?(?=$|,)")
_WEAK, _STRONG = re.compile(r"\bweak\b"), re.compile(r"\bstrong\b|\b2\d\+")
# "5+!h, weak", but not "weak clubs"
_IS_WEAK, _STRONG_FROM = re.compile(r"(?:^|, )weak(?=$|,)"), 15
_TRANSFERS = re.compile(
    r"(?:jacoby|texas|xfer|transfer)(?: transfer| xfer)? (?:to |for |in |before |with )?!?([cdhs])\b"
)
_A_MINOR = re.compile(r"(?:\+|\band|\bwith) an? (?:\w+ )?minor\b")
_SPLINTER_FOR = re.compile(rf"spl(?:inter)?,? [4-9]\+? ?{SUIT}")
_AGREES = re.compile(rf"(?:agrees?|agreeing|sets|setting) {SUIT}")
# What is not about the suit of its bid: alerted, "transfer", "P/C", "fit jump"
_ARTIFICIAL = re.compile(
    r"[\[(](?:a|ann)[\])]|\bart|agree|sets\b|transfer|xfer|splinter|relay|puppet|cue|fit|\basks?\b|convent|shows|p/c|\bor\b|either"
    r"|correct|support|raise|step|short|void|singleton|smolen|bergen|drury|michaels|unusual|leaping|multi|\?"
)
_ASKING = re.compile(
    r"\basks?\b|stayman|checkback|inquiry|enquiry|puppet|relay|transfer|xfer|den(?:y|ies)|\bno \d"
)
# "Weak with !c", "to play in !h", "!d": the suit that a pass leaves
_LEFT_IN = re.compile(rf"(?:weak,? |to play,? )?(?:with |in |long |[4-9]\+? ?)?{SUIT}\w*(?=$|[,;.])")
_POINTS_FIRST = re.compile(r"^(?:\d[-\d]*|m(?:in|ax)\w*), ")
_STOPPED = re.compile(rf"\b(?:none|stoppers?) in (?:the )?{SUIT}|\bno (?:stopper in )?{SUIT} stopper")
_CUE, _TAKEOUT, _STAYMAN = re.compile(r"\bcue"), re.compile(r"take-? ?out\b"), re.compile(r"stayman\b")
_EXCEPTION = re.compile(r"\bexcept(?:ion)?s?\b")
_CASE = re.compile(r"\((?:over|after|if|opposite) [^()]*\)")
_FEWEST = 4
_MAJORS, _SHOWN = (Strain.HEARTS, Strain.SPADES), 3
_STOPPERS = {suit: stopper(suit.suit) for suit in SUITS.values() if suit.suit}

Rows = Mapping[str, tuple[Candidate, str]]
_Look = Callable[[Candidate, str, Rows], Diagnostic | None]


def impossible_points(notes: CheckedNotes) -> Iterator[Diagnostic]:
    """Yield rows whose points exclude each other, or those of an earlier call of the player."""
    rows = candidates(notes)
    looks: tuple[_Look, ...] = (_points, _fewer, _weak, _below_game, _unshown, _of_other, _left_or_stopped)
    found = (each for row, words in ours(rows) for look in looks if (each := look(row, words, rows)))
    # Once for a row that stands for several auctions.
    yield from {(each.location, each.code): each for each in found}.values()


def swapped(notes: CheckedNotes) -> Iterator[Diagnostic]:
    """Yield two bids beside each other of which each shows the suit of the other one, in the same words.

    Below notrump and other bids that ask, a bid of one major may show the other.
    """
    rows = candidates(notes)
    beside: dict[str, list[tuple[Candidate, str]]] = {}
    for row, written in ours(rows):
        # "(over 1!h) self-sufficient" does not show hearts, and "8!s, or seven and wild" is natural.
        words = _CASE.sub("", written)
        if _is_natural(row, words.replace(" or ", " ")) and letter_of(row) not in _SUIT.findall(words):
            beside.setdefault(row.agreement.auction.before.code, []).append((row, words))
    for group in beside.values():
        for (one, words), (other, others) in combinations(group, 2):
            if len(words) != len(others):
                continue
            here, there = (f"!{letter_of(row)}" for row in (one, other))
            bids = [call for call in one.agreement.auction.calls[-3::-2] if isinstance(call, Bid)]
            is_low = all(bid.level == 1 and bid.strain.suit for bid in bids) or not _is_asked(one, rows)
            # "2H  4!s, 5+!c" after an opening of 2C with clubs
            is_low = is_low or (
                len(bids) == _PARTNER
                and bids[1].strain.suit is not None
                and length_of(one, bids[1].strain) > _SHOWN
            )
            are_exchanged = there in words and others.replace(here, there) == words
            if are_exchanged and (is_low or f"{here}{there}" not in ("!h!s", "!s!h")):
                mine, yours = (name_of(SUITS[each[1]]) for each in (there, here))
                message = f"{one.call} shows {mine}, and {other.call} {yours}: their words are exchanged."
                yield report("BML943", other, message, "Exchange the words.", before=one)


def _is_asked(row: Candidate, rows: Rows) -> bool:
    """Return whether an earlier call of our side is in notrump, asks, or is not described."""
    before = list(rows_before(row, rows, _PARTNER))
    is_known = len(before) == (len(row.agreement.auction) - 1) // _PARTNER
    return not is_known or any(
        letter_of(each) not in SUITS or each.is_question or each.is_request or _ASKING.search(words)
        for each, words in before
    )


@lru_cache(maxsize=1)
def candidates(notes: CheckedNotes) -> Rows:
    """Return the described rows by their auctions, each with its words.

    Those of an auction that is described twice are by their places: nobody knows which one others continue.
    """
    repeats = notes.system.repeats
    twice = {row.auction.code for row, first in repeats if row.says_more_than(first)}
    return {
        f"{row.location}" if row.auction.code in twice else row.auction.code: (
            Candidate.of(row, notes.system),
            words_of(row),
        )
        for row in notes.system.agreements
        if row.is_described and row.scope == ANY_SCOPE
    }


def ours(rows: Rows) -> Iterator[tuple[Candidate, str]]:
    """Yield the rows of our side, with their words."""
    return ((row, words) for row, words in rows.values() if row.agreement.is_ours)


def rows_before(row: Candidate, rows: Rows, step: int = _ROUND) -> Iterator[tuple[Candidate, str]]:
    """Yield the rows of the earlier calls of the player, or of his side, the last one first."""
    auction = row.agreement.auction
    for end in range(len(auction) - step, 0, -step):
        if before := rows.get(Auction(auction.calls[:end], auction.we_deal).code):
            yield before


# ---------------------------------------------------------------- points


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
        extreme, middle = _EXTREME.match(words), (least + most) / 2
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
    first = (len(auction) - 1) % _ROUND
    return first < len(auction) - 1 and all(call is PASS for call in auction.calls[: first + 1])


def _points_of(row: Candidate, words: str) -> tuple[int, int] | None:
    """Return the points that a row surely has, and says in figures."""
    return row.sure.bounds().most.limits() if ranges_in(words) and says_strength(row.sure) else None


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
    for before, _ in rows_before(row, rows, _PARTNER) if may_stop and is_below else ():
        is_forced = Obligation.TO_GAME in before.explanation.reading.always
        is_forced = is_forced and not (is_invited and letter_of(before) == letter_of(row))
        # What is seen from their points as well is reported there.
        if is_forced and row.sure.bounds().most & before.sure.bounds().most:
            what = "A pass here is" if row.call is PASS else f"{row.call} may be passed"
            message = f"{what} below game, and {before.call} forced to game before."
            return report("BML904", row, message, before=before)
    return None


def _left_or_stopped(row: Candidate, words: str, rows: Rows) -> Diagnostic | None:
    """Return that a pass is said to leave another suit than partner's bid, or a stopper is of our suit."""
    auction, left = row.agreement.auction, None
    if row.call is PASS:
        # "6-10, 6!s" leaves a bid of partner to be passed or corrected.
        is_corrected = any(CORRECTS.search(shown) for _, shown in islice(rows_before(row, rows, _PARTNER), 1))
        left = _LEFT_IN.match(_POINTS_FIRST.sub("", words) if is_corrected else words)
    bid = auction.calls[-3] if len(auction) > _PARTNER and auction.calls[-2] is PASS else None
    if left and isinstance(bid, Bid) and SUITS[left[1]] is not bid.strain:
        message = f"A pass leaves {bid}, and its words say {name_of(SUITS[left[1]])}."
        return report("BML943", row, message, "Correct the suit.")
    parts = parts_of_all(row.sure)
    stops = {suit for suit, stops in _STOPPERS.items() if stops in parts}
    calls = auction.calls[-2::-2] if stops else ()
    theirs = {call.strain if isinstance(call, Bid) and call.level == 1 else None for call in calls}
    theirs -= {None} if any(isinstance(call, Bid) for call in calls) else set()
    is_notrump = isinstance(row.call, Bid) and row.call.strain is Strain.NOTRUMP
    # A double may show the suit.
    is_notrump = is_notrump and DOUBLE not in calls
    if is_notrump and len(stops) == len(theirs) == 1 and stops.isdisjoint(theirs) and None not in theirs:
        message = (
            f"{row.call} has a stopper in {name_of(*stops)}, and the opponents have bid {name_of(*theirs)}."
        )
        return report("BML943", row, message, "Correct the suit.")
    suits = stops | {SUITS[found[1] or found[2]] for found in _STOPPED.finditer(words)}
    for before, _ in rows_before(row, rows, _PARTNER) if suits else ():
        for suit in suits:
            if length_of(before, suit) > _SHOWN:
                message = (
                    f"{row.call} is about a stopper in {name_of(suit)}, and {before.call} showed that suit."
                )
                return report("BML943", row, message, "Correct the suit.", before=before)
    return None


def _unshown(row: Candidate, words: str, rows: Rows) -> Diagnostic | None:
    """Return that a row shows what its auction has taken, or agrees a suit that nobody has shown."""
    calls, we_deal = row.agreement.auction.calls, row.agreement.auction.we_deal
    before: list[Strain | None] = [call.strain if isinstance(call, Bid) else None for call in calls]
    own, partner = before[-1], before[-3:-2]
    is_overcall = len(calls) == _PARTNER and not we_deal
    theirs = _theirs(row, rows)
    taken = [SUITS[letter] for letter in long_suits(row) if SUITS[letter] in theirs] if theirs else []
    if own in theirs and _CUE.search(words) and length_of(row, own) >= _SHOWN:
        # "cue, 11+, 3!h"
        taken = [own]
    # "1D-(1H)-X  4!h exactly": one bid of theirs, on the one level
    is_takeout = row.call.code == "D" and isinstance(calls[-2], Bid) and calls[-2].level == 1
    is_takeout = is_takeout and all(call is PASS for call in calls[-4::-2]) and before[-2] in _MAJORS
    # "negative, 4!s; or 5+!h" is not for penalties.
    clause = re.split("[;,] or ", words)[0] if _FOR_OTHERS.match(words) else words
    held = _LONG.search(clause) if is_takeout and not _PENALTY.search(clause) else None
    doubled = held is not None and SUITS[held[1]] is before[-2]
    transfer, agreed, message = _TRANSFERS.match(words), _AGREES.match(words), ""
    what = "agrees"
    if spl := _SPLINTER_FOR.match(words):
        agreed, what = spl, "is a splinter for"
    if transfer and is_in(row, transfer[1]) and partner == [Strain.NOTRUMP]:
        message = f"{row.call} is a transfer to {name_of(own)}, which is the suit that it bids."
    elif _BOTH_MAJORS.match(row.explanation.passage.text) and (both := before[-2:-1]) and both[0] in _MAJORS:
        message = f"{row.call} shows both majors, and the opponents have bid {name_of(both[0])}."
    elif doubled:
        message = f"{row.call} shows {name_of(before[-2])}, which the opponents have bid."
    elif taken and (
        (own is taken[0] and (_CUE.search(words) or (is_overcall and own in _MAJORS)))
        or (own not in taken and _is_natural(row, words) and not _is_asked_now(row, rows))
    ):
        message = f"{row.call} shows {name_of(taken[0])}, which the opponents have bid."
    elif is_overcall and before[-2] is own and own not in (*_MAJORS, None) and _A_MINOR.search(words):
        message = f"{row.call} shows a minor, and the opponents have bid {name_of(own)}."
    # "3H sets hearts, solid" is about the own suit of the hand.
    elif agreed and not is_in(row, agreed[1]) and all(call is PASS for call in calls[-2::-2]):
        known = list(rows_before(row, rows, _PARTNER))
        if len(known) == len(calls) // 2 and not any(_may_have_shown(*each, agreed[1]) for each in known):
            message = f"{row.call} {what} {name_of(SUITS[agreed[1]])}, which nobody has shown."
    return report("BML943", row, message, "Correct the suit or the call.") if message else None


def _theirs(row: Candidate, rows: Rows) -> set[Strain]:
    """Return the suits that the opponents have bid and surely have: by their rows, or majors without rows."""
    calls, we_deal = row.agreement.auction.calls, row.agreement.auction.we_deal
    ends = [end for end in range(len(calls) - 1, 0, -2) if isinstance(calls[end - 1], Bid)]
    bids = {end: call.strain for end in ends if isinstance(call := calls[end - 1], Bid)}
    if Strain.NOTRUMP in bids.values():
        return set()
    described = {end: rows.get(Auction(calls[:end], we_deal).code) for end in ends}
    return {
        suit
        for end, suit in bids.items()
        if (length_of(their[0], suit) > _SHOWN if (their := described[end]) else suit in _MAJORS)
    }


def _is_asked_now(row: Candidate, rows: Rows) -> bool:
    """Return whether partner's last call asks, or may ask as it is not understood: the row may be a step."""
    auction = row.agreement.auction
    call = auction.calls[-_PARTNER - 1] if len(auction) > _PARTNER else None
    partner, said = rows.get(Auction(auction.calls[:-_PARTNER], auction.we_deal).code) or (None, "")
    level, is_notrump = (call.level, call.strain is Strain.NOTRUMP) if isinstance(call, Bid) else (0, False)
    if partner is None:
        return level > 1 or is_notrump
    is_open = level > 1 and is_notrump and not says_shape(partner.sure)
    return is_open or partner.is_question or partner.is_request or _ASKING.search(said) is not None


def _of_other(row: Candidate, words: str, rows: Rows) -> Diagnostic | None:
    """Return that words name another suit than a rebid of a major, an answer to Stayman, or a double."""
    calls, we_deal = row.agreement.auction.calls, row.agreement.auction.we_deal
    short, call, message = SHORT_SUIT.search(words), row.call, ""
    if not (short or _other_suit(row, words, _SHOWN) or _other_suit(row, words, _SHOWN - 1)):
        return None
    earlier = ((back, rows.get(Auction(calls[:-back], we_deal).code)) for back in range(2, len(calls), 2))
    befores = {back: each for back, each in earlier if each}
    # An opening of a minor may have three cards.
    least = {back: _SHOWN - (back == len(calls) - 1) for back in befores}
    shown = [
        back
        for back, (each, _) in befores.items()
        if isinstance(call, Bid)
        and call.strain.suit
        and letter_of(each) == letter_of(row)
        and length_of(each, call.strain) > least[back]
    ]
    partner, said = befores.get(_PARTNER, (row, ""))
    is_raise = shown[:1] == [_PARTNER]
    is_shown = letter_of(row) in long_suits(partner) and letter_of(partner) != letter_of(row)
    if isinstance(call, Bid) and (other := _other_suit(row, words, _SHOWN - (is_raise or is_shown))):
        always, limits = row.explanation.reading.always, row.sure.bounds().most.limits()
        may_pass = Obligation.PASSABLE in always and (is_raise or Obligation.INVITES not in always)
        is_limited = is_raise and limits is not None and limits[1] < MOST_POINTS
        does = ""
        if call.strain in _MAJORS and partner.call == Bid(call.level, Strain.CLUBS) and _STAYMAN.match(said):
            does = "answers Stayman"
        elif is_shown and (partner.is_request or not _is_asked_now(row, rows)):
            does = "is in the suit that partner has shown"
        elif _is_asked_now(row, rows):
            does = ""
        elif shown and (may_pass or is_limited or shown[0] == _ROUND or call.level == GAMES[call.strain]):
            does = f"is a {'raise' if shown[0] % _ROUND else 'rebid'} of {name_of(call.strain)}"
        elif may_pass:
            does = "may be passed"
        if does:
            message = f"{call} {does}, and shows {name_of(other)} by its words."
    elif short and call.code == "D" and _TAKEOUT.match(words):
        theirs = {each.strain for each in calls[-2::-2] if isinstance(each, Bid)}
        suit = SUITS[short[1] or short[2]]
        if theirs and suit not in theirs and Strain.NOTRUMP not in theirs:
            message = (
                f"{call} is for takeout, and short in {name_of(suit)}, which the opponents have not bid."
            )
    return report("BML943", row, message, "Correct the suit or the call.") if message else None


def _other_suit(row: Candidate, words: str, least: int) -> Strain | None:
    """Return the only suit that a natural bid of another one shows, with more cards than ``least``."""
    if not _is_natural(row, words):
        return None
    lengths = zip("shdc", needs(row.condition).lengths, strict=True)
    long = [letter for letter, length in lengths if length > least]
    is_other = len(long) == 1 and letter_of(row) not in (*long, *_SUIT.findall(words))
    return SUITS[long[0]] if is_other else None


def _is_natural(row: Candidate, words: str) -> bool:
    """Return whether a row bids a suit, and no word says that it is about another one."""
    return letter_of(row) in SUITS and not row.agreement.alert and not _ARTIFICIAL.search(words)


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
    return needs(row.condition).lengths["shdc".index(suit.name[0].lower())]


def _may_have_shown(row: Candidate, words: str, letter: str) -> bool:
    """Return whether a row names a suit, or bids it and names no other one."""
    named = set(_SUIT.findall(words))
    return letter in named or (is_in(row, letter) and not named) or _ANY_SUIT.search(words) is not None


def report(
    code: str, row: Candidate, message: str, hint: str = "", before: Candidate | None = None
) -> Diagnostic:
    """Report a row, and the earlier one with which it does not go together."""
    see = _see(before.agreement) if before else ()
    return Diagnostic(code, message, row.agreement.location, hint or "Correct one of them.", see)


def _see(row: Agreement) -> tuple[Related, ...]:
    return (Related(row.location, f"{row.auction:short} is described here."),)
