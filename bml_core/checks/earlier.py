"""The points and suits of a row held against earlier rows of its auction, and notrump bids side by side.

These read words as they are written, so that they also see rows that are not understood in full.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import chain, combinations, pairwise

from bml_core.bridge import ANY_SCOPE, FULL_HAND, PASS, Auction, Bid, Strain, bid_above
from bml_core.checks.decisions import same_measure
from bml_core.checks.run import CheckedNotes
from bml_core.checks.wording import (
    DECK_POINTS,
    LEAST_OPEN,
    MOST_POINTS,
    NAMED,
    RANGE,
    SUIT,
    SUIT_LENGTH,
    SUITS,
    points_in_words,
    range_in_words,
    ranges_in,
    words_of,
)
from bml_core.diagnostics import Diagnostic, Related, together
from bml_core.hands.bidding import GAMES, Candidate
from bml_core.hands.counting import needs
from bml_core.system import Agreement

_ROUND, _PARTNER = 4, 2
_MOST_MISSING, _ASKS, _UPGRADE = 2, 4, 2
_PIECE = re.compile(r", |; |\. | (?=or\b(?! (?:more|better)\b))")
# "16+ any" and "4-7", with the points first; "23 balanced" as well.
_POINTS_FIRST = re.compile(r"\d\d?\s?(?:-|to|\+)")
_RANGE = re.compile(r"\d\d?(?:\s?(?:-|to)\s?\d\d?|\+)(?: (?:hcp|points|pts))?")
_BALANCED = re.compile(r"\bbal(?:anced)?(?=$|[,;.]| \()")
_NO_PROMISE = re.compile(r"\b(?:may|can|could|might|den\w+|no|not|fewer|up to|[0-2]-)[^,]*")
_SINGLE = re.compile(r"(?:or )?(\d\d) (?:hcp |points )?bal")
_OR = re.compile(r"\bor\b| / ")
_OPEN = re.compile(r"\?|\b(?:but|except|unless|usually|sometimes|otherwise|also)\b")
_OF_OTHERS = re.compile(r"\?|\b(?:if|when|unless|seats?|n?vul|nv|partner|opposite|support|tp)\b")
# "3!h" as a piece of its own: "over 1!h" is a bid.
_LENGTH = re.compile(r"(?:^|, )(\d)\+? ?!([cdhs])(?=,|$)")

_OR_STRONG = re.compile(r"(?=.*\b(?:any|or|bal|balanced)\b)(?:^|.*?\D)(\d\d)\+")
_EXTREME = re.compile(r"(min|max)(?:imum)?\b")
_PATTERN = re.compile(r"(?<![\d-])\d(?:-\d){3}(?![\d-])")
_SUIT, _ANY_SUIT = re.compile(SUIT), re.compile(r"\b(?:majors?|minors?|suits|either)\b")
_LACK = r"(?:short(?:ness|age)?|singleton|void)"
_SHORT_SUIT = re.compile(rf"{_LACK} (?:in )?{SUIT}|{SUIT}\w* {_LACK}")
_SHAPE = re.compile(r"(?<![\d=-])[0-7]{4}(?![\d=-])")
_EXACT_LENGTH = re.compile(rf"(?<![\d-])([2-7]) ?{SUIT}\w*")
_LONG_THEIRS = re.compile(rf"(?:long|[4-7]\+?) ?{SUIT}\w*")
_PENALTY = re.compile(r"\b(?:pen\w*|business|trap|lead\w*|or|no|not|den\w+)\b")
_FOR_OTHERS, _ALTERNATIVE = re.compile(r"(?:neg\w*|take-? ?out|t/o|responsive)\b"), re.compile(r"[;,] or\b")
_SHORT_ALONE = re.compile(rf"(?:{_LACK} (?:in )?{SUIT}s?|{SUIT}s? {_LACK})\b(?! (?:ask|or)\b)")
#: "4, denies 4s", "exactly 4, 11-12" and "Jacoby for !h".
_OWN_CARDS = re.compile(r"([4-8])\+?(?: ?!?([cdhs])| cards?)?(?=$|,)")
_DENIED = re.compile(r"\b(?:den\w+|no|not|without) ([4-8])\+?[- ]?(?:cards? )?!?([cdhs])\b")
_EXACTLY = re.compile(r"exactly ([2-7])(?: cards?)?(?=$|,)")
_WEAK, _STRONG = re.compile(r"\bweak\b"), re.compile(r"\bstrong\b|\b2\d\+")
# "5+!h, weak", but not "weak clubs"
_IS_WEAK, _STRONG_FROM = re.compile(r"(?:^|, )weak(?=$|,)"), 15
_TRANSFERS = re.compile(
    r"(?:jacoby|texas|xfer|transfer)(?: transfer| xfer)? (?:to |for |in |before |with )?!?([cdhs])\b"
)
_BOTH_MAJORS = re.compile(r"(?:(?i:both |the |)(?i:majors)|both M)(?=$|[,;.]| \d)")
_A_MINOR = re.compile(r"(?:\+|\band|\bwith) an? (?:\w+ )?minor\b")
_SPLINTER_FOR = re.compile(rf"spl(?:inter)?,? [4-9]\+? ?{SUIT}")
_AGREES = re.compile(rf"(?:agrees?|agreeing|sets|setting) {SUIT}")
# What is not about the suit of its bid: alerted, "transfer", "P/C", "fit jump"
_ARTIFICIAL = re.compile(
    r"[\[(](?:a|ann)[\])]|\bart|transfer|xfer|splinter|relay|puppet|cue|fit|\basks?\b|convent|shows|p/c|\bor\b|either"
    r"|correct|support|raise|step|short|void|singleton|smolen|bergen|drury|michaels|unusual|leaping|multi|\?"
)
_ASKING = re.compile(r"\basks?\b|stayman|puppet|relay|transfer|xfer|den(?:y|ies)|\bno \d")
_NOT_FORCING = frozenset(("nf", "not forcing", "non-forcing", "nonforcing"))
_TO_GAME = frozenset(("gf", "game forcing", "forcing to game", "fg"))
_FORCING = _TO_GAME | {"f1", "forcing"}
_INVITES = frozenset(("inv", "invitational", "invites"))
_MAY_STOP = _INVITES | _NOT_FORCING | {"to play", "s/o", "signoff", "sign-off", "sign off"}
_PASSABLE = re.compile(r"\b(?:nf|(?:not|non)[- ]forcing|to play|s/?o|sign[- ]?off)\b")
# "Weak with !c", "to play in !h", "!d": the suit that a pass leaves
_LEFT_IN = re.compile(rf"(?:weak,? |to play,? )?(?:with |in |long |[4-9]\+? ?)?{SUIT}\w*(?=$|[,;.])")
_STOPPED = re.compile(rf"\b(?:none|stoppers?) in (?:the )?{SUIT}|\bno (?:stopper in )?{SUIT} stopper")
_STOPS = re.compile(rf"(?:^|, ){SUIT} (?:stoppers?|stopped)\b|(?:^|, )stoppers? in {SUIT}")
_TAKEOUT, _STAYMAN = re.compile(r"take-? ?out\b"), re.compile(r"stayman\b")
# "2014" is not a shape.
_SLIP = 2
# "max, 4334": four lengths, and no year.
_ALONE = re.compile(r"(?:^|[,;(:] ?)[1-7]{4}(?=$|[,;)])")
_IS_BALANCED = re.compile(
    r"(?<!un)(?<!semi)(?<![iy-] )(?<!-)\bbal(?:anced)?\b(?!.*(?:unbal|\b(?:no|not|except|unless)\b))"
)
_CASE = re.compile(r"\((?:over|after|if|opposite) [^()]*\)")
# "invites 8NT"
_TOO_HIGH = re.compile(r"\b([89])nt?\b")
# "6-, 6+!d", "-6, 4+!h", "+!s" and "15-117"
_NUMBER_LOST = re.compile(
    rf"(?:^|, )(?:\d\d?-(?=$|,)|-\d\d?(?=$|,)|\+ ?{SUIT}|\d\d?-\d{{3}}(?=$|,)|\d{{3}}-\d\d?(?=$|,))"
)
_SAME_SUIT = re.compile(r"\b[4-7]\+? ?!([cdhs]) (?:and|\+|&) [4-7]\+? ?!\1(?!\w)")
_OWN_LENGTH = re.compile(r"[5-8]\+? cards?(?=$|,)")
_VERY_LONG = re.compile(rf"(?:^|, )([89])\+ ?{SUIT}")
_FEWEST, _OPENING, _PREEMPT = 4, 12, 3
_MAJORS, _SHOWN, _UNBALANCED = (Strain.HEARTS, Strain.SPADES), 3, 5

_Rows = Mapping[str, tuple[Candidate, str]]
_Look = Callable[[Candidate, str, _Rows], Diagnostic | None]


def impossible_points(notes: CheckedNotes) -> Iterator[Diagnostic]:
    """Yield rows whose points exclude each other, or those of an earlier call of the player."""
    rows = _candidates(notes)
    looks: tuple[_Look, ...] = (
        _against_itself,
        _points,
        _fewer,
        _short,
        _below_game,
        _unshown,
        _of_other,
        _left_or_stopped,
    )
    found = (each for row, words in rows.values() for look in looks if (each := look(row, words, rows)))
    # Once for a row that stands for several auctions.
    yield from {(each.location, each.code): each for each in found}.values()


def swapped(notes: CheckedNotes) -> Iterator[Diagnostic]:
    """Yield two bids beside each other of which each shows the suit of the other one, in the same words.

    Below notrump and other bids that ask, a bid of one major may show the other.
    """
    rows = _candidates(notes)
    beside: dict[str, list[tuple[Candidate, str]]] = {}
    for row, written in rows.values():
        # "(over 1!h) self-sufficient" does not show hearts, and "8!s, or seven and wild" is natural.
        words = _CASE.sub("", written)
        if _is_natural(row, words.replace(" or ", " ")) and _letter(row) not in _SUIT.findall(words):
            beside.setdefault(row.agreement.auction.before.code, []).append((row, words))
    for group in beside.values():
        for (one, words), (other, others) in combinations(group, 2):
            if len(words) != len(others):
                continue
            here, there = (f"!{_letter(row)}" for row in (one, other))
            ours = [call for call in one.agreement.auction.calls[-3::-2] if isinstance(call, Bid)]
            is_low = all(bid.level == 1 and bid.strain.suit for bid in ours) or not _is_asked(one, rows)
            # "2H  4!s, 5+!c" after an opening of 2C with clubs
            is_low = is_low or (
                len(ours) == _PARTNER
                and ours[1].strain.suit is not None
                and _length(one, ours[1].strain) > _SHOWN
            )
            are_exchanged = there in words and others.replace(here, there) == words
            if are_exchanged and (is_low or f"{here}{there}" not in ("!h!s", "!s!h")):
                mine, yours = (_name(SUITS[each[1]]) for each in (there, here))
                message = f"{one.call} shows {mine}, and {other.call} {yours}: their words are exchanged."
                yield _found("BML943", other, message, "Exchange the words.", before=one)


def _is_asked(row: Candidate, rows: _Rows) -> bool:
    """Return whether an earlier call of our side is in notrump, asks, or is not described."""
    calls, we_deal = row.agreement.auction.calls, row.agreement.auction.we_deal
    before = [rows.get(Auction(calls[:end], we_deal).code) for end in range(len(calls) - 2, 0, -2)]
    return not all(
        each
        and _letter(each[0]) in SUITS
        and not (each[0].is_question or each[0].is_request or _ASKING.search(each[1]))
        for each in before
    )


def notrumps(notes: CheckedNotes) -> Iterator[Diagnostic]:
    """Yield notrump bids of opener that do not meet."""
    # An opening that does not go with one rebid goes with none of their kind.
    yield from together((found.related[0].location, found) for found in _notrumps(_candidates(notes)))


@lru_cache(maxsize=1)
def _candidates(notes: CheckedNotes) -> _Rows:
    return {
        row.auction.code: (Candidate.of(row, notes.system), words_of(row))
        for row in notes.system.agreements
        if row.is_described and row.is_ours and row.scope == ANY_SCOPE
    }


def _before(row: Candidate, rows: _Rows) -> Iterator[tuple[Candidate, str] | None]:
    """Yield what is written of the earlier bids of the player, the last one first; None where nothing is."""
    auction = row.agreement.auction
    for end in range(len(auction.calls) - _ROUND, 0, -_ROUND):
        if isinstance(auction.calls[end - 1], Bid):
            yield rows.get(Auction(auction.calls[:end], auction.we_deal).code)


# ---------------------------------------------------------------- points


def _limits(words: str) -> tuple[int, int] | None:
    """Return the points that words begin with, together with those of their alternatives.

    >>> _limits("16+ any, 17+ if balanced"), _limits("0-7 any, or 4441 of 8+"), _limits("5-7, or 5!s")
    ((16, 37), (0, 37), None)
    """
    pieces = _PIECE.split(words)
    ranges = [each for piece in pieces for each in ranges_in(piece)]
    is_sure = all(ranges_in(piece) for piece in pieces if piece is pieces[0] or piece.startswith("or "))
    if not (is_sure and _POINTS_FIRST.match(words)) or _OPEN.search(words):
        return None
    return min(low for low, _ in ranges), max(high for _, high in ranges)


def _against_itself(row: Candidate, words: str, rows: _Rows) -> Diagnostic | None:
    """Return that parts of a row exclude each other, or that no hand has one of them."""
    wrong = chain(
        _impossible_numbers(row, words, rows),
        _impossible_shapes(row, words),
        _forcing_and_not(row, words),
        _cards_and_none(row, words),
        _two_ranges(words),
    )
    return next((_found("BML903", row, *each) for each in wrong), None)


_Wrong = Iterator[tuple[str, str]]
"""What is wrong with a row, and what to do."""


def _impossible_numbers(row: Candidate, words: str, rows: _Rows) -> _Wrong:
    """Yield ranges that go down or lack a number, and points that no hand has: "16-71"."""
    if twice := _SAME_SUIT.search(words):
        yield f"{twice[0]} names {_name(SUITS[twice[1]])} twice.", "Correct one of the suits."
    if row.call.code[1:] == "N" and _OWN_LENGTH.match(words) and not NAMED.search(words):
        yield (
            f"{row.call} has no suit of its own: {words.partition(', ')[0]} of which?",
            "Write the suit, or correct the call.",
        )
    if found := _NUMBER_LOST.search(words):
        yield (
            f"A number is missing or has a digit too many in “{found[0].strip(' ,')}”.",
            "Correct the numbers.",
        )
        return
    long = _VERY_LONG.search(words)
    if long and isinstance(row.call, Bid) and row.call.level < _PREEMPT and row.agreement.auction.calls[:-1]:
        yield f"With {long[1]} cards of a suit, nobody stays that low.", "Correct the length."
    if row.explanation.diagnostics:
        # What is read is reported where it is read.
        return
    if found := _TOO_HIGH.search(words):
        yield f"No bid is on the {found[1]} level, as {found[0].upper()} would be.", "Correct the level."
    for found in RANGE.finditer(words):
        low, high = int(found[1]), int(found[2] or found[1])
        # "6-4" is a shape, but "7-4" beside "4-7" is none.
        is_turned = low > high and (low + high > FULL_HAND or _is_beside(row, f"{high}-{low}", rows))
        if is_turned:
            message = f"No hand makes this call. No number is at least {low} and at most {high}."
            yield message, "Correct the numbers."
        elif 0 < low < _FEWEST <= _OPENING < high and not any(_before(row, rows)):
            message = f"No call shows {low} to {high} points: a digit is missing."
            yield message, "Correct the numbers."
        elif LEAST_OPEN <= low < high > DECK_POINTS:
            # "0-40 hcp" is any hand.
            message = f"No hand makes this call. A hand has at most {MOST_POINTS} hcp, not {high}."
            yield message, "Correct the numbers."


def _is_beside(row: Candidate, points: str, rows: _Rows) -> bool:
    """Return whether the words of a row in the same auction begin with some points."""
    begins = re.compile(rf"{points}\b").match
    befores = (other.agreement.auction.before for other, words in rows.values() if begins(words))
    return row.agreement.auction.before in befores


def _impossible_shapes(row: Candidate, words: str) -> _Wrong:
    """Yield shapes of more or fewer cards than a hand has, and those that the suits beside them exclude."""
    patterns = _PATTERN.findall(words)
    # "6-3-3-1" may be in any order, "3-5-4-1" is not.
    ordered = [each for each in map(_digits, patterns) if [*each] != sorted(each, reverse=True)]
    shapes = _SHAPE.findall(words)
    # "usually 5442 or 6322": without a shape, a number of four digits may be anything.
    is_sure = any(sum(map(int, shape)) == FULL_HAND for shape in shapes) or _ALONE.search(words)
    for shape in (*patterns, *(shapes if is_sure else ())):
        cards = sum(map(int, _digits(shape)))
        if cards != FULL_HAND and (shape in patterns or abs(cards - FULL_HAND) <= _SLIP):
            yield f"No hand makes this call. {shape} are {cards} cards.", "Correct the shape."
    # "balanced, 5-4-3-1", but "11-13 balanced, or 4441"
    if _IS_BALANCED.search(words) and not _OR.search(words):
        for shape in (*patterns, *shapes):
            if sum(map(int, _digits(shape))) == FULL_HAND and min(_digits(shape)) < "2":
                yield f"No hand makes this call. {shape} is not balanced.", "Correct one of the two."
    shapes += ordered
    for shape in shapes:
        for what in _not_of_shape(shape, words):
            if (len(shapes) == 1 or "short" in what) and not row.explanation.diagnostics:
                yield f"No hand makes this call. {shape} {what}.", "Correct the shape or the suit."


def _digits(pattern: str) -> str:
    return re.sub(r"\D", "", pattern)


def _forcing_and_not(row: Candidate, words: str) -> _Wrong:
    """Yield that a row is forcing and is not: "nf, gf"; nor does an invitation force to game."""
    pieces = {*words.split(", ")}
    if pieces & _NOT_FORCING and pieces & _FORCING:
        yield f"{row.call} is forcing, and is not, by its words.", "Delete one of the two."
    ranges = ranges_in(words)
    if (
        re.search(r"\bnf\b", words)
        and len(ranges) == 1
        and ranges[0][1] == MOST_POINTS
        and ranges[0][0] >= _OPENING
    ):
        yield f"{row.call} has no upper limit, and is not forcing, by its words.", "Correct one of the two."
    if pieces & _INVITES and pieces & _TO_GAME:
        yield f"{row.call} invites, and forces to game, by its words.", "Delete one of the two."


def _cards_and_none(row: Candidate, words: str) -> _Wrong:
    """Yield cards of a suit that the row denies."""
    own_cards, denied = _OWN_CARDS.match(words), _DENIED.search(words)
    is_own = own_cards and denied and own_cards[2] in (None, denied[2]) and _is_in(row, denied[2])
    if own_cards and denied and is_own and own_cards[1] >= denied[1]:
        message = f"No hand makes this call: {own_cards[0]} of its suit and {denied[0]} exclude each other."
        yield message, "Correct one of the parts."
    pieces = words.split(", ")
    for length in filter(None, map(_LENGTH.fullmatch, pieces)):
        none = f"no {SUITS[length[2]].name.lower()}"
        if int(length[1]) and {f"no !{length[2]}", none, "void in " + none[3:]} & {*pieces}:
            own = length[0].replace(f"!{length[2]}", none[3:])
            message = f"No hand makes this call. {own} and {none} exclude each other."
            yield message, "Correct one of the parts."


def _two_ranges(words: str) -> _Wrong:
    """Yield two ranges of points that exclude each other, with something else between: "0-6, 4!s, 11+"."""
    pieces = words.split(", ")
    ranges = [
        (number, points)
        for number, piece in enumerate(pieces)
        if _RANGE.fullmatch(piece)
        for points in ranges_in(piece)
    ]
    for (first, one), (last, other) in pairwise(ranges):
        is_choice = any(_OR.search(piece) for piece in pieces[first:last])
        if last - first > 1 and not is_choice and (one[1] < other[0] or other[1] < one[0]):
            both = " and ".join(map(range_in_words, (one, other)))
            message = f"No hand makes this call. {both} points exclude each other."
            yield message, "Correct one of the parts."


def _not_of_shape(shape: str, words: str) -> Iterator[str]:
    """Yield what words say of the suits of a shape and is not so; nothing where it is meant in any order.

    >>> [*_not_of_shape("5233", "5!s + 3!h")], [*_not_of_shape("3541", "!d shortage")]
    (['has 2 hearts, not 3'], ['is not short in diamonds'])
    >>> [*_not_of_shape("4333", "13-15, 4333, 2 !h")]
    ['has no suit of 2 cards']
    """
    if sum(map(int, shape)) != FULL_HAND:
        return
    lengths = dict(zip("shdc", map(int, shape), strict=True))
    short = {found[0] or found[1] for found in _SHORT_SUIT.findall(words)}
    exact = {suit: int(length) for length, suit in _EXACT_LENGTH.findall(words)}
    # "4441 with short spades" is any 4441.
    is_ordered = [*shape] != sorted(shape, reverse=True)
    if is_ordered and len(short) == 1 and not exact and lengths[suit := short.pop()] > 1:
        yield f"is not short in {SUITS[suit].name.lower()}"
    wrong = [suit for suit, length in exact.items() if lengths[suit] != length]
    strange = [length for length in exact.values() if length not in lengths.values()]
    if len(exact) == len(strange) == 1 and not _OR.search(words):
        yield f"has no suit of {strange[0]} cards"
    if len(exact) > len(wrong) == 1 and not re.search(r"\bor\b|/|;", words):
        (suit,) = wrong
        yield f"has {lengths[suit]} {SUITS[suit].name.lower()}, not {exact[suit]}"


def _points(row: Candidate, words: str, rows: _Rows) -> Diagnostic | None:
    """Return that a player with these points, or some of them, did not make an earlier call."""
    befores = [*filter(None, _before(row, rows))]
    limits = _points_of(row, words) if befores and not _OF_OTHERS.search(words) else None
    for earlier in befores if limits else ():
        shown = _points_of(*earlier)
        if not (shown and limits):
            continue
        before = earlier[0]
        (low, high), (least, most) = limits, shown
        is_apart = high < least or most < low
        if extreme := _EXTREME.match(words):
            middle = (least + most) / 2
            if most < MOST_POINTS and (low > middle if extreme[1] == "min" else high < middle):
                name, mine = f"{extreme[1]}imum", range_in_words(limits)
                message = (
                    f"{row.call} is a {name} of {mine} points, and {before.call} has {range_in_words(shown)}."
                )
                return _found("BML904", row, message, before=before)
        # A good 17 is an 18.
        is_beyond = (low and least - low > _UPGRADE) or (high < MOST_POINTS and high - most > _UPGRADE)
        is_known = not row.sure.bounds().most & before.sure.bounds().most
        if not same_measure(row, before) or (is_known if is_apart else not is_beyond):
            continue
        mine, theirs = range_in_words(limits), range_in_words(shown)
        message = f"{row.call} has {mine} points, and {before.call} {theirs} before: no hand has all of them."
        if is_apart:
            message = (
                f"No hand makes this call: {row.call} has {mine} points, but {before.call} {theirs} before."
            )
        return _found("BML904", row, message, before=before)
    return None


def _points_of(row: Candidate, words: str) -> tuple[int, int] | None:
    """Return the points that a row says: those of its condition, or of its words if it is read in part."""
    return row.bounds.most.limits() if row.is_read and ranges_in(words) else _limits(words)


def _short(row: Candidate, words: str, rows: _Rows) -> Diagnostic | None:
    """Return that a player is short in a suit that he has shown, or weak after a strong opening."""
    found = _SHORT_ALONE.match(words)
    suit = SUITS[found[1] or found[2]] if found else None
    for earlier in _before(row, rows) if suit or _WEAK.search(words) else ():
        if earlier is None:
            continue
        before, shown = earlier
        is_opening = all(call is PASS for call in before.agreement.auction.calls[:-1])
        # "2S  weak two", whatever else is said of it.
        is_own = (
            is_opening and suit in _MAJORS and isinstance(before.call, Bid) and before.call.strain is suit
        )
        is_own = is_own and ({*map(SUITS.get, _SUIT.findall(shown))} <= {suit} or bool(_WEAK.search(shown)))
        message = ""
        limits, strength = _points_of(before, shown), ""
        if is_opening and _STRONG.search(shown):
            strength = "was strong"
        elif limits and limits[0] >= _STRONG_FROM and _IS_WEAK.search(words):
            strength = f"has {range_in_words(limits)} points"
        if suit is None and strength and not _WEAK.search(shown):
            message = f"{row.call} is weak, by its words, and {before.call} {strength}."
        elif suit and (is_own or _length(before, suit) > _SHOWN):
            message = f"{row.call} is short in {_name(suit)}, and {before.call} showed {_name(suit)} before."
        if message:
            return _found("BML904", row, message, before=before)
    return None


def _fewer(row: Candidate, words: str, rows: _Rows) -> Diagnostic | None:
    """Return that a player bids his suit again with fewer cards, or has "exactly 4" of it in notrump."""
    if not isinstance(row.call, Bid):
        return None
    exactly = None if row.call.strain.suit or NAMED.search(words) else _EXACTLY.match(words)
    own = re.search(rf"(?:^|, )(\d)\+? ?(?:!{_letter(row)}|{_name(row.call.strain)})\b", words)
    found = exactly or own
    length = int(found[1]) if found else 0
    for before, _ in filter(None, _before(row, rows) if length else ()):
        if exactly:
            long = [each for each in needs(before.condition).lengths if each > _SHOWN]
            least = long[0] if len(long) == 1 else 0
        else:
            least = _length(before, row.call.strain) if _letter(before) == _letter(row) else 0
        if length < least and row.sure.bounds().most & before.sure.bounds().most:
            what = f"{exactly[0]} cards" if exactly else f"{length} {_name(row.call.strain)}"
            message = f"{row.call} shows {what}, and {before.call} showed {least} before."
            return _found("BML904", row, message, before=before)
    return None


def _below_game(row: Candidate, words: str, rows: _Rows) -> Diagnostic | None:
    """Return that a row passes below game, or may be passed, after a call that forces to game."""
    auction = row.agreement.auction
    bid = row.call if isinstance(row.call, Bid) else auction.last_bid
    may_stop = row.call is PASS or {*words.split(", ")} & _MAY_STOP
    is_below = bid and bid.level < GAMES[bid.strain] and all(call is PASS for call in auction.calls[-2::-2])
    for end in range(len(auction) - 2, 0, -2) if may_stop and is_below else ():
        before, shown = rows.get(Auction(auction.calls[:end], auction.we_deal).code) or (row, "")
        is_sure = not _OPEN.search(shown) and not _OR.search(shown) and ":" not in shown
        # What is seen from their points as well is reported there.
        is_sure = is_sure and bool(row.sure.bounds().most & before.sure.bounds().most)
        if is_sure and {*shown.split(", ")} & _TO_GAME:
            what = "A pass here is" if row.call is PASS else f"{row.call} may be passed"
            message = f"{what} below game, and {before.call} forced to game before."
            return _found("BML904", row, message, before=before)
    return None


def _left_or_stopped(row: Candidate, words: str, rows: _Rows) -> Diagnostic | None:
    """Return that a pass is said to leave another suit than partner's bid, or a stopper is of our suit."""
    auction, left = row.agreement.auction, _LEFT_IN.match(words) if row.call is PASS else None
    bid = auction.calls[-3] if len(auction) > _PARTNER and auction.calls[-2] is PASS else None
    if left and isinstance(bid, Bid) and SUITS[left[1]] is not bid.strain:
        message = f"A pass leaves {bid}, and its words say {_name(SUITS[left[1]])}."
        return _found("BML943", row, message, "Correct the suit.")
    stops = {SUITS[found[1] or found[2]] for found in _STOPS.finditer(words)}
    calls = auction.calls[-2::-2] if stops else ()
    theirs = {call.strain if isinstance(call, Bid) and call.level == 1 else None for call in calls}
    theirs -= {None} if any(isinstance(call, Bid) for call in calls) else set()
    is_notrump = isinstance(row.call, Bid) and row.call.strain is Strain.NOTRUMP
    if is_notrump and len(stops) == len(theirs) == 1 and stops.isdisjoint(theirs) and None not in theirs:
        message = f"{row.call} has a stopper in {_name(*stops)}, and the opponents have bid {_name(*theirs)}."
        return _found("BML943", row, message, "Correct the suit.")
    suits = {SUITS[found[1] or found[2]] for found in _STOPPED.finditer(words)}
    for end in range(len(auction) - 2, 0, -2) if suits else ():
        before, _ = rows.get(Auction(auction.calls[:end], auction.we_deal).code) or (row, "")
        for suit in suits if before is not row else ():
            if _length(before, suit) > _SHOWN:
                message = (
                    f"{row.call} is about a stopper in {_name(suit)}, and {before.call} showed that suit."
                )
                return _found("BML943", row, message, "Correct the suit.", before=before)
    return None


def _unshown(row: Candidate, words: str, rows: _Rows) -> Diagnostic | None:
    """Return that a row shows what its auction has taken, or agrees a suit that nobody has shown."""
    calls, we_deal = row.agreement.auction.calls, row.agreement.auction.we_deal
    before: list[Strain | None] = [call.strain if isinstance(call, Bid) else None for call in calls]
    own, theirs, partner = before[-1], before[-2:-1], before[-3:-2]
    is_cue = len(calls) == _PARTNER and not we_deal and theirs == [own] != [None]
    # "1D-(1H)-X  4!h exactly": one bid of theirs, on the one level
    is_double = row.call.code == "D" and isinstance(calls[-2], Bid) and calls[-2].level == 1
    is_double = is_double and all(call is PASS for call in calls[-4::-2]) and theirs[0] in _MAJORS
    # "negative, 4!s; or 5+!h" is not for penalties.
    clause = _ALTERNATIVE.split(words)[0] if _FOR_OTHERS.match(words) else words
    long = _LONG_THEIRS.search(clause) if is_double else None
    theirs_long = long is not None and SUITS[long[1]] is theirs[0]
    transfer, agreed, message = _TRANSFERS.match(words), _AGREES.match(words), ""
    what = "agrees"
    if spl := _SPLINTER_FOR.match(words):
        agreed, what = spl, "is a splinter for"
    if transfer and _is_in(row, transfer[1]) and partner == [Strain.NOTRUMP]:
        message = f"{row.call} is a transfer to {_name(own)}, which is the suit that it bids."
    elif _BOTH_MAJORS.match(row.explanation.passage.text) and theirs and theirs[0] in _MAJORS:
        message = f"{row.call} shows both majors, and the opponents have bid {_name(theirs[0])}."
    elif is_cue and own in _MAJORS and _length(row, own) > _SHOWN:
        message = f"{row.call} shows {_name(own)}, which the opponents have bid."
    elif theirs_long and not _PENALTY.search(clause):
        message = f"{row.call} shows {_name(theirs[0])}, which the opponents have bid."
    elif is_cue and own not in _MAJORS and _A_MINOR.search(words):
        message = f"{row.call} shows a minor, and the opponents have bid {_name(own)}."
    elif agreed and all(call is PASS for call in calls[-2::-2]):
        befores = (Auction(calls[:end], we_deal).code for end in range(len(calls) - 2, 0, -2))
        known = [rows[code] for code in befores if code in rows]
        if len(known) == len(calls) // 2 and not any(_may_have_shown(*each, agreed[1]) for each in known):
            message = f"{row.call} {what} {_name(SUITS[agreed[1]])}, which nobody has shown."
    return _found("BML943", row, message, "Correct the suit or the call.") if message else None


def _of_other(row: Candidate, words: str, rows: _Rows) -> Diagnostic | None:
    """Return that words name another suit than a rebid of a major, an answer to Stayman, or a double."""
    calls, we_deal = row.agreement.auction.calls, row.agreement.auction.we_deal
    short, call, message = _SHORT_SUIT.search(words), row.call, ""
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
        and _letter(each) == _letter(row)
        and _length(each, call.strain) > least[back]
    ]
    is_raise = shown[:1] == [_PARTNER]
    if isinstance(call, Bid) and (other := _other_suit(row, words, _SHOWN - is_raise)):
        partner, said = befores.get(2, (row, ""))
        is_asked = partner.is_question or partner.is_request or "ask" in said
        is_passable = _PASSABLE.search(words) is not None or bool(
            is_raise and {*words.split(", ")} & _INVITES
        )
        does = ""
        if call.strain in _MAJORS and partner.call == Bid(call.level, Strain.CLUBS) and _STAYMAN.match(said):
            does = "answers Stayman"
        elif _letter(partner) != _letter(row) and _length(partner, call.strain) > _SHOWN:
            does = "is in the suit that partner has shown"
        elif is_asked:
            does = ""
        elif shown and (is_passable or shown[0] == _ROUND or call.level == GAMES[call.strain]):
            does = f"is a {'raise' if shown[0] % _ROUND else 'rebid'} of {_name(call.strain)}"
        elif is_passable:
            does = "may be passed"
        if does:
            message = f"{call} {does}, and shows {_name(other)} by its words."
    elif short and call.code == "D" and _TAKEOUT.match(words):
        theirs = {each.strain for each in calls[-2::-2] if isinstance(each, Bid)}
        suit = SUITS[short[1] or short[2]]
        if theirs and suit not in theirs and Strain.NOTRUMP not in theirs:
            message = f"{call} is for takeout, and short in {_name(suit)}, which the opponents have not bid."
    return _found("BML943", row, message, "Correct the suit or the call.") if message else None


def _other_suit(row: Candidate, words: str, least: int) -> Strain | None:
    """Return the only suit that a natural bid of another one shows, with more cards than ``least``."""
    lengths = zip("shdc", needs(row.condition).lengths, strict=True)
    long = [letter for letter, length in lengths if length > least]
    is_other = len(long) == 1 and _letter(row) not in (*long, *_SUIT.findall(words))
    return SUITS[long[0]] if is_other and _is_natural(row, words) else None


def _is_natural(row: Candidate, words: str) -> bool:
    """Return whether a row bids a suit, and no word says that it is about another one."""
    return _letter(row) in SUITS and not row.agreement.alert and not _ARTIFICIAL.search(words)


def _letter(row: Candidate) -> str:
    return row.call.code[1].lower() if isinstance(row.call, Bid) else ""


def _name(strain: Strain | None) -> str:
    return strain.name.lower() if strain else ""


def _is_in(row: Candidate, letter: str) -> bool:
    """Return whether a row bids the suit of a letter."""
    return isinstance(row.call, Bid) and row.call.strain is SUITS[letter]


def _length(row: Candidate, suit: Strain) -> int:
    return needs(row.condition).lengths["shdc".index(suit.name[0].lower())]


def _may_have_shown(row: Candidate, words: str, letter: str) -> bool:
    """Return whether a row names a suit, or bids it and names no other one."""
    named = set(_SUIT.findall(words))
    return letter in named or (_is_in(row, letter) and not named) or _ANY_SUIT.search(words) is not None


def _notrumps(rows: _Rows) -> Iterator[Diagnostic]:
    """Yield balanced points that opener's notrump bids have twice, or leave out, in one auction.

    A rebid of 1NT with 12-14 goes with an opening of 15-17, and 2NT with 18-19.
    """
    openings: list[tuple[tuple[int, int], Agreement]] = []
    ladders: dict[str, list[tuple[tuple[int, int] | None, Agreement]]] = {}
    elsewhere: dict[str, list[int]] = {}
    for candidate, words in rows.values():
        row = candidate.agreement
        calls = row.auction.calls
        if len(calls) == _ROUND + 1 and (found := _OR_STRONG.search(words)):
            elsewhere.setdefault(Auction(calls[:3]).code, []).append(int(found[1]))
        is_notrump = (
            isinstance(row.call, Bid) and row.call.strain is Strain.NOTRUMP and row.call.level < _ASKS
        )
        if not is_notrump or any(call is not PASS for call in calls[1::2]):
            continue
        points = _balanced(words)
        if len(calls) == 1 and points:
            openings.append((points, row))
        elif len(calls) > _PARTNER and _is_natural_rebid(calls[::2]):
            rebid = rows.get(Auction(calls[:-_ROUND]).code) if len(calls) > _ROUND + 1 else None
            # "1C-1D-2C-2D-2N" is not balanced where 2C shows five clubs.
            own = [call.strain for call in calls[:-1:2] if isinstance(call, Bid) and call.strain.suit]
            is_long = len(set(own)) < len(own)
            if rebid is None or (max(needs(rebid[0].sure).lengths) < _UNBALANCED and not is_long):
                ladders.setdefault(Auction(calls[:3]).code, []).append((points, row))
    reported = set()
    for code, rebids in ladders.items():
        known = [(points, row) for points, row in rebids if points]
        is_whole = all(
            points or (isinstance(row.call, Bid) and row.call.level > _PARTNER) for points, row in rebids
        )
        bids = sorted([*openings, *known], key=lambda each: each[0])
        for (first, one), (second, other) in pairwise(bids):
            missing = range(first[1] + 1, second[0])
            # What a strong two leaves out, another one may have.
            is_gap = 0 < len(missing) <= _MOST_MISSING and is_whole and rebids[0][1].auction[0].code < "2"
            is_overlap = second[0] <= first[1]
            # "1H  natural, or 20+ any" has what is missing between two of them.
            is_gap = is_gap and not any(first[1] < low <= missing[0] for low in elsewhere.get(code, ()))
            later, before = (other, one) if len(other.auction) > 1 else (one, other)
            key = frozenset((one.location, other.location))
            if len(later.auction) > 1 and (is_gap or is_overlap) and key not in reported:
                reported.add(key)
                ends = range_in_words(first), range_in_words(second)
                names = f"{one.auction:short} is {ends[0]} and {other.auction:short} {ends[1]}"
                shared = points_in_words(second[0], min(first[1], second[1]))
                what = "both have" if is_overlap else "neither has"
                which = shared if is_overlap else points_in_words(missing[0], missing[-1])
                message = f"{names}, balanced: {what} {which}."
                hint = "Correct one of the ranges."
                yield Diagnostic("BML942", message, later.location, hint, _see(before))


def _balanced(words: str) -> tuple[int, int] | None:
    """Return the points of a notrump bid, if it has one range of them and names no suit."""
    # "20-21 (22 if ugly)"
    clause = _NO_PROMISE.sub("", re.sub(r"\(\d[^)]*\)", "", words).partition(", or ")[0])
    ranges = ranges_in(clause)
    if not ranges and (single := _SINGLE.match(clause)):
        ranges = ((int(single[1]), int(single[1])),)
    # "4 hearts, 18-19 balanced" is not for all balanced hands.
    # So are not "25-27 bal with a long minor", and "6krt kl, max (14-15)" in another language.
    is_bare = not NAMED.search(clause) and not re.search(r"\d", RANGE.sub("", clause))
    is_plain = not SUIT_LENGTH.search(clause) and (_BALANCED.search(clause) or is_bare)
    return ranges[0] if len(ranges) == 1 and is_plain and not _OF_OTHERS.search(clause) else None


def _is_natural_rebid(ours: tuple[object, ...]) -> bool:
    """Return whether calls are a minor or a strong bid, a cheap response, and a rebid of opener.

    A relay may be between, as in 2C-2D-2H-2S-2NT.
    """
    opening, response, *rest = ours
    if not all(isinstance(bid, Bid) for bid in (opening, response, *rest)):
        return False
    assert isinstance(opening, Bid)
    assert isinstance(response, Bid)
    is_minor = opening.strain in (Strain.CLUBS, Strain.DIAMONDS) and response.strain.suit
    is_cheap = response.level == opening.level
    if not is_minor or not is_cheap or (opening.level > 1 and response != bid_above(opening, 1)):
        return False
    if len(rest) == 1:
        return True
    rebid, relay, *last = rest
    assert isinstance(rebid, Bid)
    return len(last) == 1 and rebid.strain.suit is not None and relay == bid_above(rebid, 1)


def _found(
    code: str, row: Candidate, message: str, hint: str = "", before: Candidate | None = None
) -> Diagnostic:
    """Report a row, and the earlier one with which it does not go together."""
    see = _see(before.agreement) if before else ()
    return Diagnostic(code, message, row.agreement.location, hint or "Correct one of them.", see)


def _see(row: Agreement) -> tuple[Related, ...]:
    return (Related(row.location, f"{row.auction:short} is described here."),)
