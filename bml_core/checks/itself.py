"""Rows of which one part excludes another one, or that no hand fits by themselves.

Numbers and shapes are read as they are written, so that slips of the keys are seen as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from bml_core.bridge import FULL_HAND, Bid
from bml_core.checks.earlier import (
    SHORT_SUIT,
    Rows,
    candidates,
    is_in,
    length_of,
    letter_of,
    long_suits,
    name_of,
    ours,
    report,
    rows_before,
)
from bml_core.checks.run import CheckedNotes
from bml_core.checks.wording import (
    ASIDE,
    BALANCED,
    DECK_POINTS,
    IN_SOME_CASES,
    LEAST_OPEN,
    MOST_POINTS,
    NAMED,
    RANGE,
    SUIT,
    SUITS,
    without_asides,
)
from bml_core.diagnostics import Diagnostic
from bml_core.hands.bidding import GAMES, Candidate
from bml_core.hands.counting import needs
from bml_core.hands.descriptions import Obligation

_OR = re.compile(r"\bor\b| / ")
_PATTERN = re.compile(r"(?<![\d-])\d(?:-\d){3}(?![\d-])")
_IN_ORDER = re.compile(r"(?<![\d=])\d(?:=\d){3}(?![\d=])")
_SHAPE = re.compile(r"(?<![\d=-])[0-7]{4}(?![\d=-])")
_EXACT_LENGTH = re.compile(rf"(?<![\d-])([2-7]) ?{SUIT}\w*")
# "3+!d, three only if exactly 4=4=2=3", "3 !d only with 4=4=3=2"
_LEAST = re.compile(rf"(?<![\d-])([3-9])\+ ?{SUIT}\w*")
_FEWER = {"2": 2, "two": 2, "3": 3, "three": 3, "4": 4, "four": 4}
_ONLY = re.compile(rf"\b({'|'.join(_FEWER)})(?: cards?| {SUIT}\w*)? (?:only|if|when|with)\b")
_OTHER_SHAPES = re.compile(r"\b(?:not|no|never|den\w+|except|but|unless|also|sometimes|over|after)\b")
# "4, denies 4s"
_OWN_CARDS = re.compile(r"([4-8])\+?(?: ?!?([cdhs])| cards?)?(?=$|,)")
_DENIED = re.compile(r"\b(?:den\w+|no|not|without) ([4-8])\+?[- ]?(?:cards? )?!?([cdhs])\b")
# "max, 4334": four lengths, and no year.
_ALONE = re.compile(r"(?:^|[,;(:] ?)[1-7]{4}(?=$|[,;)]| with\b)")
# "4+1d": the shift key was up.
_SHIFTED = re.compile(r"\b([3-8]\+?)1([cdhs])\b")
# "3C asks (3D/3H/3D)"
_CALLS = re.compile(r"(?<![\w/])[1-7]!?[cdhsn](?:/[1-7]!?[cdhsn])+(?![\w/])")
# "67 any" and "1012": the key of the hyphen was not pressed.
_HYPHEN_LOST = re.compile(
    r"(?:^|, )(?:(6)(7)|(7)(8)|(8)(9)|([3-9])([4-9])(?= (?:any|hcp|points|pts)\b)|(1\d)([12]\d))"
    r"(?=$|,| (?:any|hcp|points|pts|bal|balanced)\b)"
)
# "invites 8NT"
_TOO_HIGH = re.compile(r"\b([89])nt?\b")
# "6-, 6+!d", "-6, 4+!h", "+!s" and "15-117"
_NUMBER_LOST = re.compile(
    rf"(?:^|, )(?:\d\d?-(?=$|,)|-\d\d?(?=$|,)|\+ ?{SUIT}|\d\d?-\d{{3}}(?=$|,)|\d{{3}}-\d\d?(?=$|,))"
)
# "6-0, 3!s": nobody writes a shape before a length.
_TURNED = re.compile(r"[5-9]-0(?=, \d)")
# "answers 0-1-2-3 aces"
_STEPS = "0123456789"
_BALANCED_SHAPE = re.compile(r"(?<![\d=-])(?:4-?3-?3-?3|4-?4-?3-?2|5-?3-?3-?2)(?![\d=-])")
_SPLINTER = re.compile(r"\bspl(?:inter)?\b")
_UNBALANCED = re.compile(r"\bunbal(?:anced)?\b")
# "11-16, 14+c"
_MANY_CARDS = re.compile(r"\d(?:-\d\d|\+), ((?:1[4-9]|[2-9]\d)\+?)!([cdhs])\b")
_SAME_SUIT = re.compile(r"\b[4-7]\+? ?!([cdhs]) (?:and|\+|&) [4-7]\+? ?!\1(?!\w)")
_OWN_LENGTH = re.compile(r"[5-8]\+? cards?(?=$|,)")
# "preemptive, 6+!s", but not "weak clubs"
_WEAK = re.compile(r"(?:^|, )(weak|pre-?emptive|a pre-?empt)(?=$|,)")
_GOOD, _WIDE, _HIGHEST = 8, 11, 21
# "11-31" for 11-13
_MOST_HELD, _NEAR, _TWO = 25, 5, 2
_FEWEST, _OPENING, _PREEMPT, _VERY_LONG = 4, 12, 3, range(8, 10)
# "3-14, to play" opposite a limited opening
_ANYTHING = re.compile(r"\bany(?:thing)?\b|\bto play\b")
# "gf. Invitational hands start with 2C"
_SENTENCES = re.compile(r"[.!?;] +\w")
_MAY_PASS = re.compile(r"\b(partner|opener|responder) (?:may|can|could) pass(?=$|[,;])")
_BY_CASES = re.compile(r"\bpassed hand|\b(?:ph|seats?|n?vul|nv)\b")
# What a shape in a row is perhaps not that of its own hands
_OF_SOME = re.compile(r"\b(?:opener|partner|responder|not|no|never|den\w+|when|if)\b")
# "2014" is not a shape.
_SLIP = 2


def find(notes: CheckedNotes) -> Iterator[Diagnostic]:
    """Yield rows of which parts exclude each other, or of which no hand has one."""
    rows = candidates(notes)
    # Once for a row that stands for several auctions.
    found = {}
    for row, words in ours(notes):
        if each := next(_wrong(row, words, rows), None):
            found[row.agreement.location] = report("BML903", row, *each)
    yield from found.values()


#: What is wrong with a row, and what to do.
_Wrong = Iterator[tuple[str, str]]
_CORRECT = "Correct the numbers."


def _wrong(row: Candidate, words: str, rows: Rows) -> _Wrong:
    """Yield what is wrong with a row."""
    return chain(
        _impossible_numbers(row, words, rows),
        _impossible_shapes(row, words),
        _forcing_and_not(row, words),
        _cards_and_none(row, words),
    )


def _impossible_numbers(row: Candidate, words: str, rows: Rows) -> _Wrong:
    """Yield ranges that go down or lack a number, and points that no hand has: "16-71"."""
    if twice := _SAME_SUIT.search(words):
        yield f"{twice[0]} names {name_of(SUITS[twice[1]])} twice.", "Correct one of the suits."
    if row.call.code[1:] == "N" and _OWN_LENGTH.match(words) and not NAMED.search(words):
        of_which = f"has no suit of its own: {words.partition(', ')[0]} of which?"
        yield f"{row.call} {of_which}", "Write the suit, or correct the call."
    if found := _TURNED.match(words):
        yield f"No hand makes this call. No number is at least {found[0][0]} and at most 0.", _CORRECT
    if found := _NUMBER_LOST.search(words):
        yield f"A number is missing or has a digit too many in “{found[0].strip(' ,')}”.", _CORRECT
        return
    is_low = isinstance(row.call, Bid) and row.call.level < _PREEMPT and len(row.agreement.auction) > 1
    if is_low and (long := max(needs(row.sure).lengths)) in _VERY_LONG:
        yield f"With {long} cards of a suit, nobody stays that low.", "Correct the length."
    # What is read is reported where it is read.
    if not row.explanation.diagnostics:
        yield from chain(_slips(words), _impossible_points(row, words, rows))


def _impossible_points(row: Candidate, words: str, rows: Rows) -> _Wrong:
    """Yield points that go down, or are more than a hand or a call has."""
    is_anything = _ANYTHING.search(words) is not None
    for found in RANGE.finditer(words):
        low, high = int(found[1]), int(found[2] or found[1])
        # "6-4" is a shape, but "7-4" beside "4-7" is none.
        if low > high and (low + high > FULL_HAND or _is_beside(row, f"{high}-{low}", rows)):
            yield f"No hand makes this call. No number is at least {low} and at most {high}.", _CORRECT
        elif is_anything:
            continue
        elif _MOST_HELD < high < MOST_POINTS and low <= (turned := int(str(high)[::-1])) <= low + _NEAR:
            slip = f"{turned} is written as {high}"
            yield f"No call shows {low} to {high} points: {slip}.", "Correct the number."
        elif 0 < low < _FEWEST <= _OPENING < high and not any(rows_before(row, rows)):
            yield f"No call shows {low} to {high} points: a digit is missing.", _CORRECT
        elif 0 < low < _GOOD and high - low > _WIDE and high <= _HIGHEST and len(row.agreement.auction) > 1:
            yield f"No response shows {low} to {high} points: a digit is too many.", _CORRECT
        elif LEAST_OPEN <= low < high > DECK_POINTS:
            # "0-40 hcp" is any hand.
            yield f"No hand makes this call. A hand has at most {MOST_POINTS} hcp, not {high}.", _CORRECT


def _is_beside(row: Candidate, points: str, rows: Rows) -> bool:
    """Return whether the words of a row in the same auction begin with some points."""
    begins = (
        other.agreement.auction.before
        for other, words in rows.values()
        if words.startswith(points) and not words[len(points) :][:1].isalnum()
    )
    return row.agreement.auction.before in begins


def _slips(words: str) -> _Wrong:
    """Yield what keys beside each other, or not pressed, have made of a sign or a bid."""
    if found := _MANY_CARDS.search(words):
        yield f"No hand has {found[1]} {name_of(SUITS[found[2]])}.", "Correct the length."
    if found := _SHIFTED.search(words):
        yield f"“{found[0]}” has 1 for !.", f"Write {found[1]}!{found[2]}."
    for found in _CALLS.finditer(words):
        calls = found[0].replace("!", "").upper().split("/")
        if len(twice := [call for call in calls if calls.count(call) > 1]) > 1:
            yield f"{'/'.join(calls)} has {twice[0]} twice.", "Correct one of the calls."
    if found := _HYPHEN_LOST.search(words):
        low, high = filter(None, found.groups())
        # "1417" may be a shape.
        is_shape = len(low) > 1 and sum(map(int, low + high)) == FULL_HAND
        is_range = int(low) < int(high) <= int(low) + _NEAR and int(low + high) > MOST_POINTS
        if is_range and not is_shape:
            yield f"No hand has {low}{high} points.", f"Write {low}-{high}."
    if found := _TOO_HIGH.search(words):
        yield f"No bid is on the {found[1]} level, as {found[0].upper()} would be.", "Correct the level."


def _impossible_shapes(row: Candidate, words: str) -> _Wrong:
    """Yield shapes of more or fewer cards than a hand has, and those that the suits beside them exclude."""
    is_of_all = "bal" in words and not (_OR.search(words) or _OF_SOME.search(words))
    if is_of_all and (shape := _BALANCED_SHAPE.search(words)) and _UNBALANCED.search(words):
        yield f"No hand makes this call. {shape[0]} is balanced.", "Correct the shape, or what it is called."
    if is_of_all and _SPLINTER.search(words) and BALANCED.search(words):
        yield (
            "No hand makes this call. A splinter is short in a suit, and not balanced.",
            "Delete one of the two.",
        )
    # "4=4=1=4, 4=3=1=5, 3=4=2=5"
    in_order, patterns, shapes = (each.findall(words) for each in (_IN_ORDER, _PATTERN, _SHAPE))
    if not (in_order or patterns or shapes):
        return
    dashed = [*map(_digits, patterns)]
    patterns += in_order if len(in_order) > _TWO else []
    # "usually 5442 or 6322": without a shape, a number of four digits may be anything.
    is_sure = any(sum(map(int, shape)) == FULL_HAND for shape in shapes) or _ALONE.search(words)
    for shape in (*patterns, *(shapes if is_sure else ())):
        if _digits(shape) in _STEPS:
            continue
        cards = sum(map(int, _digits(shape)))
        if cards != FULL_HAND and (shape in patterns or abs(cards - FULL_HAND) <= _SLIP):
            yield f"No hand makes this call. {shape} are {cards} cards.", "Correct the shape."
    shapes += dashed
    # "5+!d (over 1S also the 1=4=4=4)"
    plain = without_asides(words)
    for shape in _IN_ORDER.findall(plain) if not (_OR.search(plain) or _OTHER_SHAPES.search(plain)) else ():
        lengths = dict(zip("shdc", map(int, _digits(shape)), strict=True))
        fewer = [_FEWER[found[1]] for found in _ONLY.finditer(plain)]
        for least, suit in _LEAST.findall(plain):
            if min((int(least), *fewer)) > lengths[suit]:
                what = f"has {lengths[suit]} {name_of(SUITS[suit])}, not {least}+"
                yield f"{shape} {what}.", "Correct the shape or the length."
    for shape in shapes if not _OF_SOME.search(words) else ():
        for what in _not_of_shape(shape, words):
            if (len(shapes) == 1 or "short" in what) and not row.explanation.diagnostics:
                yield f"No hand makes this call. {shape} {what}.", "Correct the shape or the suit."


def _digits(pattern: str) -> str:
    return re.sub(r"\D", "", pattern)


def _forcing_and_not(row: Candidate, words: str) -> _Wrong:
    """Yield that a row is forcing and is not: "nf, gf"; nor does an invitation force to game.

    Of several sentences, one may be about other hands, as is "(semi-forcing by PH)".
    """
    always = row.explanation.reading.always
    is_low = isinstance(row.call, Bid) and row.call.level < GAMES[row.call.strain]
    if (
        not is_low
        or always.isdisjoint((Obligation.TO_GAME, Obligation.PASSABLE))
        or _SENTENCES.search(words)
        or _BY_CASES.search(words)
        or any(map(IN_SOME_CASES.search, ASIDE.findall(words)))
    ):
        return
    if Obligation.TO_GAME in always and (found := _MAY_PASS.search(words)):
        yield f"{row.call} forces to game, and {found[1]} may pass, by its words.", "Delete one of the two."
    if Obligation.TO_GAME in always and (weak := _WEAK.search(words)):
        yield f"{row.call} is {weak[1]}, and forces to game, by its words.", "Delete one of the two."
    if Obligation.PASSABLE not in always:
        return
    if Obligation.INVITES in always:
        if Obligation.TO_GAME in always:
            yield f"{row.call} invites, and forces to game, by its words.", "Delete one of the two."
    elif not always.isdisjoint((Obligation.TO_GAME, Obligation.CALLED_FORCING)):
        yield f"{row.call} is forcing, and is not, by its words.", "Delete one of the two."
    elif (
        (limits := row.sure.bounds().most.limits())
        and limits[0] >= _OPENING
        and limits[1] == MOST_POINTS
        and letter_of(row) in ("n", *long_suits(row))
    ):
        yield f"{row.call} has no upper limit, and is not forcing, by its words.", "Correct one of the two."


def _cards_and_none(row: Candidate, words: str) -> _Wrong:
    """Yield cards of a suit that the row denies."""
    own_cards, denied = _OWN_CARDS.match(words), _DENIED.search(words)
    is_own = own_cards and denied and own_cards[2] in (None, denied[2]) and is_in(row, denied[2])
    if own_cards and denied and is_own and own_cards[1] >= denied[1]:
        message = f"No hand makes this call: {own_cards[0]} of its suit and {denied[0]} exclude each other."
        yield message, "Correct one of the parts."
    pieces = {*words.replace("void in ", "no ").split(", ")}
    for letter in long_suits(row, 1):
        name = name_of(SUITS[letter])
        if {f"no !{letter}", f"no {name}"} & pieces:
            own = f"{length_of(row, SUITS[letter])}+ {name}"
            message = f"No hand makes this call. {own} and no {name} exclude each other."
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
    short = {found[0] or found[1] for found in SHORT_SUIT.findall(words)}
    exact = {suit: int(length) for length, suit in _EXACT_LENGTH.findall(words)}
    # "4441 with short spades" is any 4441.
    is_ordered = [*shape] != sorted(shape, reverse=True)
    if is_ordered and len(short) == 1 and not exact and lengths[suit := short.pop()] > 1:
        yield f"is not short in {SUITS[suit].name.lower()}"
    wrong = [suit for suit, length in exact.items() if lengths[suit] != length]
    strange = [length for length in exact.values() if length not in lengths.values()]
    # "5+!h (4 in a 4441)"
    is_of_all = shape in re.sub("[-=]", "", without_asides(words))
    long = max((int(found[1]) for found in _LEAST.finditer(words) if is_of_all), default=0)
    if (len(exact) == len(strange) == 1 or long > max(lengths.values())) and not _OR.search(words):
        yield f"has no suit of {max((*strange, long))} cards"
    if len(exact) > len(wrong) == 1 and not re.search(r"\bor\b|/|;", words):
        (suit,) = wrong
        yield f"has {lengths[suit]} {SUITS[suit].name.lower()}, not {exact[suit]}"
