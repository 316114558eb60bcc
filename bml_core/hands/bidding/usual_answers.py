"""What players call where no row is for their hand: what partner asked for, game, or a pass.

Every player knows these calls, so that few write them down: a transfer is completed, Stayman is answered, and
a hand that makes game opposite partner's range bids it. They are likely, never certain.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bml_core.bridge import BIDS, FULL_HAND, PASS, SUITS, Bid, Call, Hand, Strain
from bml_core.hands.bidding.likely_hands import passes_below, shown_length
from bml_core.hands.bidding.row_order import GAMES, MAJORS, Candidate, ChoiceContext, promises
from bml_core.hands.conditions import ANY, Formula, all_of, cards, points, semi_balanced
from bml_core.hands.descriptions import GAME_POINTS, SLAM_POINTS, parse_condition

_Answer = tuple[Call | None, Formula, str]
_FIT, _WIDEST, _BALANCED, _SHORT, _LONG = 8, 6, 2, 2, 5
_RESPONSE, _OPENING, _MINIMUM = 5, 12, 16


def usual_answer(
    hand: Hand, last: Candidate | None, calls: Sequence[Call], context: ChoiceContext
) -> tuple[Call, str] | None:
    """Return what a hand calls after partner's row and a pass, and why, None where players would differ."""
    if calls and calls[-1] is not PASS:
        return None
    answers = tuple(_after_support(last, calls, context)) if last else ()
    if all(call is PASS for call in calls[-1::-2]):
        # Without opponents that bid
        said = (*_asked_for(last, calls), *_pass(last, context)) if last else ()
        answers = (*said, *answers, *_game(calls, context))
    return next(((call, why) for call, hands, why in answers if call and hands.fits(hand)), None)


def _asked_for(last: Candidate, calls: Sequence[Call]) -> Iterator[_Answer]:
    """Yield what partner's row asks for: the suit of a transfer, the answers of the book to other calls.

    Over notrump, a suit that shows another one is a transfer: ``2D  hearts``.
    """
    own = last.call.strain.suit if isinstance(last.call, Bid) else None
    likely = last.explanation.likely.bounds().most.reachable()
    shown = [suit for suit in SUITS if promises(likely, suit, _LONG - 1) and suit is not own]
    if (last.is_request or _is_over_notrump(calls)) and len(shown) == 1:
        yield _lowest(Strain(shown[0].value), calls), ANY, f"{last.call} asks for {shown[0].word}"
    for meaning in last.explanation.reading.asks:
        for name, text in meaning.answers.items():
            call = PASS if name == str(PASS) else _lowest(Strain(name), calls)
            hands = parse_condition(text).value
            yield call, hands or ANY, f"it is the usual answer to {meaning.name}"


def _is_over_notrump(calls: Sequence[Call]) -> bool:
    """Return True if our side has bid notrump, and partner a suit over it."""
    bids = [call for call in calls if isinstance(call, Bid)]
    return len(bids) > 1 and bids[-2].strain is Strain.NOTRUMP


def _game(calls: Sequence[Call], context: ChoiceContext) -> Iterator[_Answer]:
    """Yield the games opposite a narrow range: in a major with eight cards together, else 3NT.

    A hand bids 3NT that is nearly balanced, opposite two cards in each suit, without four cards of a
    major that partner has just bid. As a first response it has no major of four cards at all.
    """
    known = context.partner_points
    if not known or known[1] - known[0] > _WIDEST or known[1] >= SLAM_POINTS:
        return
    least, most = known
    why = f"it is enough for game opposite {least}-{most} points"
    # "1N  15-17"
    least_known = _BALANCED if _has_opened_notrump(calls) else 0
    shown = {suit: max(shown_length(context, suit), least_known) for suit in SUITS}
    for major in MAJORS:
        strength = points(max(GAME_POINTS - (least + most) // 2, 0), SLAM_POINTS - 1 - most)
        fit = cards(_FIT - shown[major], FULL_HAND, major)
        yield _game_in(Strain(major.value), calls), fit & strength, why
    if min(shown.values()) >= _BALANCED:
        longest = _LONG - 1 if context.has_called else _FIT - _LONG
        bid = next(call.strain.suit for call in reversed(calls) if isinstance(call, Bid))
        short = (
            cards(0, _FIT - _LONG if major is bid else longest, major)
            for major in MAJORS
            if major not in context.own_suits
        )
        strength = points(max(GAME_POINTS - least, 0), SLAM_POINTS - 1 - most)
        yield _game_in(Strain.NOTRUMP, calls), all_of((semi_balanced(), strength, *short)), why


def _has_opened_notrump(calls: Sequence[Call]) -> bool:
    """Return True if partner opened in notrump."""
    opening = next((index for index, call in enumerate(calls) if isinstance(call, Bid)), len(calls))
    return tuple(calls[opening : opening + 1]) in ((BIDS[4],), (BIDS[9],)) and (len(calls) - opening) % 4 == 2


def _pass(last: Candidate, context: ChoiceContext) -> Iterator[_Answer]:
    """Yield the pass of a hand without a fit or a long suit, and without a game opposite a natural bid."""
    suit, below = last.shown_suit, passes_below(context)
    if isinstance(last.call, Bid) and suit is last.call.strain.suit is not None and below:
        lengths = {suit: _SHORT} | {major: _LONG - 1 for major in MAJORS if major is not suit}
        short = (cards(0, lengths.get(each, _LONG), each) for each in SUITS)
        why = f"it is too weak for game opposite {last.call}"
        yield PASS, all_of((points(0, below - 1), *short)), why


def _after_support(last: Candidate, calls: Sequence[Call], context: ChoiceContext) -> Iterator[_Answer]:
    """Yield the calls of a hand whose major partner supports: game, a pass, or its suit again if it may not.

    ``1H-2H  6-9`` is passed without enough for game; over ``1S-(X)-2N  10+ with support`` it is ``3S``. What
    opener shows over a raise to game differs.
    """
    known = context.partner_points
    shown = [
        major for major in MAJORS if major in context.own_suits and shown_length(context, major) > _SHORT
    ]
    if not known or len(shown) != 1 or not _RESPONSE <= known[0] < _OPENING:
        return
    (major,), (least, most) = shown, known
    strain = Strain(major.value)
    is_raise = isinstance(last.call, Bid) and last.call.strain is strain
    below = max(GAME_POINTS - (most if is_raise else least), 1)
    plain = all_of(cards(0, _LONG - 1, suit) for suit in SUITS if suit is not major)
    weak = PASS if is_raise else _lowest(strain, calls)
    yield weak, plain & points(0, below - 1), f"it is too weak for game opposite {last.call}"
    if not is_raise and below <= _MINIMUM:
        yield (
            _game_in(strain, calls),
            plain & points(below, _MINIMUM),
            f"it is a minimum opposite {last.call}",
        )


def _game_in(strain: Strain, calls: Sequence[Call]) -> Bid | None:
    """Return the game in a strain, None if the auction is past it."""
    lowest = _lowest(strain, calls)
    is_below = lowest is not None and lowest.level <= GAMES[strain]
    return Bid(GAMES[strain], strain) if is_below else None


def _lowest(strain: Strain, calls: Sequence[Call]) -> Bid | None:
    """Return the lowest bid of a strain that may follow."""
    last = next((call for call in reversed(calls) if isinstance(call, Bid)), None)
    return next((bid for bid in BIDS if bid.strain is strain and (last is None or bid > last)), None)
