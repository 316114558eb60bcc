"""The phrases about a hand that are read alike in every auction: a table of patterns and what they mean."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, pairwise, permutations

from bml_core.bridge import FULL_HAND, Suit
from bml_core.hands import conditions as c
from bml_core.hands.conditions import MAX_POINTS, Formula
from bml_core.hands.descriptions.call_context import CallContext
from bml_core.hands.descriptions.patterns import Match, PatternIndex, Words, words_of
from bml_core.hands.descriptions.row_context import PointNumbers, RowContext
from bml_core.hands.descriptions.tokens import Amount, NoHandError, plain_words
from bml_core.hands.descriptions.written_shapes import (
    in_every_order,
    lengths_in,
    read_expression,
    read_shapes,
)
from bml_core.hands.shapes import ShapeSet, UnreadableError

_NO_ROW = RowContext()


@dataclass(frozen=True, slots=True)
class PhraseContext:
    """What the meaning of a phrase may depend on.

    ``prose`` is a description: not all there is about the hand, and numbers may lack their noun. A phrase is
    ``denied`` after ``no``. If it is
    only what is ``likely``, words that nobody knows are skipped, and of two ways to read one is taken.
    """

    row: RowContext = _NO_ROW
    prose: bool = False
    denied: bool = False
    likely: bool = False

    @property
    def call(self) -> CallContext:
        """Return what the auction says of the call."""
        return self.row.call


PhraseReader = Callable[[Match, PhraseContext], Formula]
"""Returns the condition of a phrase, or raises UnreadableError."""


MAJORS = (Suit.SPADES, Suit.HEARTS)
MINORS = (Suit.DIAMONDS, Suit.CLUBS)
KINDS = {"major": MAJORS, "minor": MINORS, "majors": MAJORS, "minors": MINORS}
_RANKS = {"ace": "A", "king": "K", "queen": "Q", "jack": "J", "ten": "T"}
_SHORT = {"void": 0, "singleton": 1, "doubleton": 2}
_EVERY_SUIT = "SHDC"
_FEWEST_POINTS, _WIDE = 10, 2  # Four any is a suit.
_ASKED_ABOVE = 5  # No queen of trumps, after a question for key cards.
#: A 5-card suit may be longer; a 6-card suit is one of six, or of six and more.
_SIX = 6
_MAY_BE_LONGER = range(3, 6)
_TRANSFERRED = range(5, 7)
_FEWEST_UNBOUND = _FOUR = 4
_FEWEST_TRANSFERRED = 5
_FEW_POINTS = 5
_BUST = 2
#: Open lengths without a word for what they count: "GF, 5+".
_BARE_LENGTHS = range(4, 8)
#: "Shows spades, 5+": more might be points.
_LENGTHS_BEHIND = range(3, 6)
_STRONG, _FORCES_TO_GAME = 18, 22
_WEAK_TWO = (5, 10)
_SHAPELY = {"balanced": c.balanced, "unbalanced": c.unbalanced, "semi-balanced": c.semi_balanced}
_PREEMPT, _SHORT_CLUBS, _SUPPORT = 3, 2, 3
_AT_LEAST = frozenset(("≥", "+", "or+"))
_MOST_HCP = "A hand has at most 37 hcp"
_MOST_CARDS = "A suit has at most 13 cards"
_TWO_WAYS = "Write how many cards there are in each suit."


# ---------------------------------------------------------------- points


def _points(match: Match, context: PhraseContext) -> c.Formula:
    if context.likely and match.amount().is_about and match.amount().is_exact:
        low = match.amount().low
        return c.points(max(low - 1, 0), min(low + 1, MAX_POINTS))
    return c.any_of(c.points(*bounds) for bounds in match.amount().within(MAX_POINTS, _MOST_HCP))


def _points_and_shape(match: Match, context: PhraseContext) -> c.Formula:
    """Return the points before a shape, as in ``15--17 bal``."""
    amount = match.amount()
    if len(amount.ranges) > 1 or (context.prose and amount.is_exact and amount.low < _FEWEST_POINTS):
        raise match.refused("Write the shape after each of them, or a comma before it.")
    return _points(match, context)


def _points_in_notrump(match: Match, context: PhraseContext) -> c.Formula:
    """Return the points of ``20-22 NT``, a balanced hand."""
    if match.amount().is_exact or match.amount().low < _FEWEST_POINTS:
        raise match.refused("Write bal after the points.")
    return _points(match, context) & c.balanced()


def _or_game(match: Match, context: PhraseContext) -> c.Formula:
    """Return the points of an opening with ``23+ bal or GF``: a game force usually has 22 or more."""
    amount = match.amount()
    is_strong = amount.is_open and amount.low >= _STRONG
    if not (context.call.is_opening and is_strong) or context.denied:
        raise match.refused("Write how many points force to game.")
    if not match.tokens("NT"):
        return c.points(amount.low, MAX_POINTS)
    forces = c.points(_FORCES_TO_GAME, MAX_POINTS)
    return (
        forces if amount.low >= _FORCES_TO_GAME else forces | c.points(amount.low, MAX_POINTS) & c.balanced()
    )


def _points_of_some(match: Match, context: PhraseContext) -> c.Formula:
    """Return the points of ``11-21 (12+ if bal)`` and ``12-21 (11 if unbal)``: other ones for one shape."""
    usual, other = (
        c.any_of(c.points(*each) for each in match.amount(number).within(MAX_POINTS, _MOST_HCP))
        for number in (1, 2)
    )
    if context.denied or match.amount().is_exact:
        raise match.refused("Write the points of each shape on its own.")
    shape = _SHAPELY[match.word("SHAPELY")]()
    both = usual & other
    return usual & (both | ~shape) if both != c.NONE else usual | other & shape


def _of_some(match: Match, context: PhraseContext) -> c.Formula:
    """Return the points of ``bal hands are 11-12``: those of other hands are left open."""
    if context.denied or not context.prose:
        raise match.refused("Write the points of each shape on its own.")
    return _points(match, context) | ~_SHAPELY[match.word("SHAPELY")]()


def _hands(match: Match, context: PhraseContext) -> c.Formula:
    """Return the points of ``bal is 12-14``: all of a bid of notrump, and some of what a suit is bid with."""
    if context.call.bid is None:
        return _points(match, context) & _SHAPELY[match.word("SHAPELY")]()
    return _of_some(match, context)


def _multi(match: Match, context: PhraseContext) -> c.Formula:
    """Return the two hands of a Multi: ``weak two in a major (6-10), or 20-22 NT``."""
    amounts = [match.amount(number) for number in (1, 2) if match.tokens("AMOUNT", number)]
    if not context.call.is_opening or any(amount.is_exact for amount in amounts):
        raise match.refused("Write each of them on a line of its own.")
    *weak, strong = ([c.points(*each) for each in a.within(MAX_POINTS, _MOST_HCP)] for a in amounts)
    few = c.any_of(weak[0]) if weak else c.points(*_WEAK_TWO)
    return c.some_suit(_SIX, MAJORS, "major") & few | c.any_of(strong) & c.balanced()


def _points_of_suit(match: Match, context: PhraseContext) -> c.Formula:
    worth, suit = {"A": 4, "K": 3, "Q": 2, "J": 1}, match.suit()
    ranges = match.amount().within(10, "A suit has at most 10 hcp")
    return c.any_of(c.weighted(*bounds, worth, [suit], f"hcp in {suit.word}") for bounds in ranges)


def _has_points(numbers: PointNumbers, match: Match) -> bool:
    """Return True if an amount is one of the numbers that mean points."""
    amount = match.amount()
    is_narrow = all(high is None or high - low < _WIDE for low, high, *_ in amount.ranges)
    least = numbers.least if is_narrow else numbers.least_wide
    if amount.is_above(least) or amount.is_up_to(numbers.highest):
        return True
    if numbers.shown and _is_end_of(amount, *numbers.shown):
        return True
    if amount.is_open and amount.is_above(numbers.open_least):
        return True
    is_number = len(match.words) == 1 and match.words[0].isdecimal() and amount.low >= _FEWEST_POINTS
    is_alone = match.is_first and match.is_last and match.following != "or"
    return numbers.is_lone and is_number and is_alone


def _is_end_of(amount: Amount, least: int, most: int) -> bool:
    """Return True for the lower part of some points, or the upper one: ``5-7`` of 5 to 10."""
    ends = [(low, most if high is None else high) for low, high, *_ in amount.ranges]
    return all(least <= low < high <= most and (low == least) != (high == most) for low, high in ends)


def bare_points(match: Match, context: PhraseContext) -> c.Formula:
    """Return the points of a number without a noun, in a description that can mean nothing else.

    Five and six or more beside a transfer over notrump are cards: ``transfer to clubs, 6+``.
    """
    amount = match.amount()
    numbers = [low for low, high, *_ in amount.ranges if low == high]
    is_answer = len(numbers) == len(amount.ranges) and max(numbers) <= _ASKED_ABOVE
    if is_answer and context.call.tells_aces and (numbers == [0, 4] or len(numbers) == 1):
        return _answer(numbers, None)
    if is_answer and context.call.asked and context.call.level == _ASKED_ABOVE:
        return _answer(numbers, context.call.asked)
    if context.prose and amount.is_open and amount.low in _TRANSFERRED and context.row.counted:
        return _some_of(amount, [context.row.counted], is_open=False)
    if context.prose and amount.is_open and amount.low in context.row.bare and context.row.own:
        # "4+, 6-9" and "8-11, 5+": the suit of the call, and points.
        return c.cards(amount.low, FULL_HAND, context.row.own)
    if context.prose and amount.is_exact and amount.low in context.row.alone:
        # "Inv, 6" and "weak, 7": at least as many in the suit of the call.
        is_whole = match.is_last and match.following not in ("or", ")")
        if is_whole and context.row.own and len(match.words) == 1:
            # With eight cards, one preempts a level higher.
            is_preempt = context.call.is_opening and context.call.level == _PREEMPT
            is_last = is_preempt or amount.is_only
            return c.cards(amount.low, amount.low if is_last else FULL_HAND, context.row.own)
    # "43-15" is 4=3=1=5.
    digits = "".join(f"{low}{high or 0}" for low, high, *_ in amount.ranges)
    is_shape = amount.low > MAX_POINTS and sum(map(int, digits)) == FULL_HAND
    # "majors, at least 54" is about two suits.
    is_shape = is_shape or (MAX_POINTS < amount.low < 100 and min(divmod(amount.low, 10)) >= _SUPPORT)
    # Most numbers are plain without their row.
    is_clear = (amount.reads_as_points and not context.likely) or (
        context.prose and _has_points(context.row.numbers, match)
    )
    if context.likely and not is_clear and not amount.is_exact:
        is_response = context.call.level == 1 and not context.call.is_opening
        if amount.is_open and amount.low in _BARE_LENGTHS and context.row.own and not is_response:
            # "GF, game interest, 5+", but "1D-1S  F1, 6+"
            return c.cards(amount.low, FULL_HAND, context.row.own)
        # "both, 5-5" is about suits, "bust, 0-3" is not.
        is_few = amount.low >= _FEW_POINTS or amount.is_up_to(_BUST)
        is_clear = is_few and all(low != high for low, high, *_ in amount.ranges)
    if is_shape or not (is_clear or amount.reads_as_points):
        raise match.refused("After a number, write hcp, a suit, or what is counted, such as aces.")
    return _points(match, context)


def _answer(numbers: list[int], asked: Suit | None) -> c.Formula:
    """Return the condition of ``0 or 3`` and ``2``, the answers to partner's 4NT; ``0 or 4`` are aces."""
    if numbers == [0, 4] or asked is None:
        return c.any_of(c.tally(number, number, "A", _EVERY_SUIT, "aces") for number in numbers)
    return c.any_of(c.keycards(number, number, asked) for number in numbers)


# ---------------------------------------------------------------- lengths


def _lengths(match: Match, context: PhraseContext) -> c.Formula:
    """Return the condition of ``5+!h`` and ``4!h/!s``: one of the suits, or the one that the call names."""
    suits, amount = match.suits(), match.amount()
    if context.prose and context.row.raised and match.tokens("SUITS")[-1].written == "c":
        # "Drury, 3c"
        return _some_of(amount, [context.row.raised], is_open=True)
    if _is_two_lengths(amount):
        raise match.refused(_TWO_WAYS)
    if not {"in", "of"}.isdisjoint(match.words) and amount.reads_as_points:
        raise match.refused("Write what the number counts.")
    if len(suits) > 1:
        signs = match.tokens("SUITS")
        if any(
            one.end < other.start and {"/", "or"}.isdisjoint((one.word, other.word))
            for one, other in pairwise(signs)
        ):
            # "6+!s !h" may be a list of two things.
            raise match.refused(_TWO_WAYS)
        if set(suits) == set(context.call.choices) and context.call.bid in suits:
            suits = [suit for suit in suits if suit is context.call.bid]
        elif not amount.is_exact and not amount.is_open:
            raise match.refused(_TWO_WAYS)
    # A raise on "four diamonds" is one on five, too; "4!d" is exact.
    is_in_words = context.prose and match.tokens("AMOUNT")[-1].written.isalpha()
    is_raise = is_in_words and context.call.is_raise and suits == [context.call.bid]
    return _some_of(amount, suits, is_open=context.denied or is_raise, is_denied=context.denied)


def _is_two_lengths(amount: Amount) -> bool:
    """Return True for the lengths of two suits, such as ``55`` and ``64``."""
    one, other = divmod(amount.low, 10)
    return amount.is_exact and amount.low > MAX_POINTS and one >= other >= 4 and one + other <= FULL_HAND


def _or_garbage(match: Match, context: PhraseContext) -> c.Formula:
    """Return the hands of Stayman ``8+ or garbage``: weak ones are short in clubs."""
    if not context.call.is_over_notrump or context.call.bid is not Suit.CLUBS or context.denied:
        raise match.refused("Write what the other hands have.")
    return _points(match, context) | c.cards(0, _SHORT_CLUBS, Suit.CLUBS)


def _own_or_shape(match: Match, context: PhraseContext) -> c.Formula:
    """Return the condition of ``5+ or 4441``: the suit of the call, or any such shape."""
    amount, own = match.amount(), context.row.own
    if own is None or context.denied or amount.reads_as_points or amount.low > FULL_HAND:
        raise match.refused("Write and or or, and the suit.")
    shapes = read_shapes(match.tokens("SHAPE"), "any", prose=context.prose)
    return c.cards(amount.low, FULL_HAND, own) | shapes


def _or_shorter(match: Match, context: PhraseContext) -> c.Formula:
    """Return the condition of ``4+ (3 only if 4-4-3-2)``, ``4+ except 4432`` and ``4+ (3 clubs poss)``."""
    amount, own = match.amount(), context.row.own
    least = match.amount(slot="NUMBER").low if match.tokens("NUMBER") else amount.low - 1
    if match.tokens("SUIT") and not {"only", "except", "unless"}.isdisjoint(match.words):
        own = match.suit()
    is_length = own and not context.denied and least == amount.low - 1 and amount.low < _SIX
    if own is None or not is_length:
        raise match.refused("Write how long the suit is at least.")
    if match.tokens("SUIT") and match.suit() is not own:
        # "2m  4+ (3 clubs poss)": of the other bid.
        return c.cards(amount.low, FULL_HAND, own)
    shorter = c.cards(least, least, own)
    for token in match.tokens("SHAPE"):
        lengths = lengths_in(re.sub("[^0-9=-]", "", token.word))
        is_in_order = lengths[c.SUIT_ORDER.index(own)] == least
        shape = ShapeSet.from_shapes([lengths]) if is_in_order else in_every_order(lengths)
        shorter &= c.Shaped(shape, "-".join(map(str, lengths)))
    return c.cards(amount.low, FULL_HAND, own) | shorter


def _named_length(match: Match, context: PhraseContext) -> c.Formula:
    """Return the condition of ``!h: 5+`` and ``hearts 5+``."""
    amount = match.amount()
    if (
        "::" not in match.words
        and "card" not in match.words
        and not (amount.is_open and amount.low in _BARE_LENGTHS and match.is_last)
    ):
        raise match.refused("Write the number before the suit.")
    return _some_of(amount, [match.suit()], is_open=context.denied or "card" in match.words)


def _length_behind(match: Match, context: PhraseContext) -> c.Formula:
    """Return the condition of ``shows spades, 5+`` and ``hearts, six of them``, not of ``hearts, 6+``."""
    amount = match.amount()
    is_length = "cards" in match.words or (amount.is_open and amount.low in _LENGTHS_BEHIND)
    if context.denied or not (is_length and match.is_last):
        raise match.refused("Write the number before the suit.")
    return _some_of(amount, [match.suit()], is_open=False)


def _some_of(amount: Amount, suits: Iterable[Suit], *, is_open: bool, is_denied: bool = False) -> c.Formula:
    ranges = amount.within(FULL_HAND, _MOST_CARDS)
    # No 4 or 5 card major: no longer one either.
    is_list = is_denied and len(ranges) > 1 and all(low == high for low, high in ranges)
    if is_list or (is_open and amount.is_exact and not amount.is_only):
        ranges = ((ranges[0][0], FULL_HAND),)
    return c.any_of(c.cards(*bounds, suit) for suit in suits for bounds in ranges)


def _card_suit(match: Match, context: PhraseContext) -> c.Formula:
    """Return the condition of a ``5-card heart suit``, which may be longer."""
    return _longer_suits(match, match.suits(), context, "Write such as 6!s or 6+!s.")


def _longer_suits(match: Match, suits: Iterable[Suit], context: PhraseContext, hint: str) -> c.Formula:
    """Return the condition of suits that may be longer; of six cards, not where a call may be a weak two."""
    amount = match.amount()
    is_single = context.prose and amount.is_exact and not (amount.is_only or context.denied)
    call = context.call
    if is_single and call.is_opening and call.level in (2, 3, 4) and amount.low == call.level + _FOUR:
        # "2H  weak two, 6-card suit", "3H  7-card suit" and "4H  8-card suit"
        return _some_of(amount, suits, is_open=False)
    is_open = amount.low in _MAY_BE_LONGER or (amount.low == _SIX and call.is_long) or context.likely
    if is_single and not is_open:
        raise match.refused(hint)
    return _some_of(amount, suits, is_open=True)


def _least_cards(match: Match) -> int:
    return match.amount().within(FULL_HAND, _MOST_CARDS)[0][0]


def _own_cards(match: Match, context: PhraseContext) -> c.Formula:
    """Return the condition of ``5=`` and ``5 cards``: exactly this many in the suit of the call."""
    amount = match.amount()
    is_raise = context.row.raised and context.row.names_raise and not context.row.names_suits
    if (
        context.row.raised
        and is_raise
        and context.prose
        and match.words[-1] == "cards"
        and not context.denied
    ):
        # "Bergen, 4 cards"
        return _some_of(amount, [context.row.raised], is_open=True)
    # No five cards: in no suit, or not in this one.
    # "One suit, 6+" counts suits.
    is_of_suits = match.words[-1] == "suit" and amount.is_exact and amount.low < _FOUR
    is_unknown = not (context.row.own or context.row.transferred or _transferred_before(context))
    is_unknown = is_unknown and amount.is_exact
    may_be_support = match.words[-1] == "cards" and context.prose and _may_be_of_another(amount, context)
    if (context.prose and context.denied) or is_unknown or is_of_suits or may_be_support:
        raise match.refused("Write in and a suit.")
    return _some_of(amount, [_own_suit(match, amount, context)], is_open=context.denied)


def _own_suit(match: Match, amount: Amount, context: PhraseContext) -> Suit:
    """Return the suit of the call, or for five cards and more that of its transfer."""
    suit = context.row.own
    if amount.low >= _FEWEST_TRANSFERRED:
        suit = suit or context.row.transferred or _transferred_before(context)
    if suit is None:
        raise match.refused("Write in and a suit.")
    return suit


def _may_be_of_another(amount: Amount, context: PhraseContext) -> bool:
    """Return whether a number of cards may be of partner's suit, or one shown by a transfer.

    "3C  4 card, 10-12" may be support; "six cards, short !c" for 4C after 1N-2D-2H are hearts.
    """
    call = context.call
    few = amount.low < _FEWEST_TRANSFERRED and call.level >= _PREEMPT
    is_other = _transferred_before(context) not in (None, call.bid)
    return call.support not in (None, call.bid) if few else is_other and call.bid is not None


def _transferred_before(context: PhraseContext) -> Suit | None:
    """Return the only suit that the player has shown opposite an opening in notrump: 1N-2D-2H-2N."""
    call = context.call
    return call.mine[0] if len(call.mine) == 1 and call.begins(("1N-", "2N-")) else None


def _own_card_suit(match: Match, context: PhraseContext) -> c.Formula:
    """Return the condition of a ``5-card suit``: the suit of the call; in a condition or after no, any."""
    amount = match.amount()
    if context.prose and context.denied and (match.words[-1] == "suit" or match.is_last):
        return _no_such_suit(match, context)
    raised = context.call.bid if context.call.is_raise else context.row.raised
    if context.prose and raised and match.words[-1] != "suit" and match.is_last:
        # "6-9, 3c" and "Bergen, 4c"
        return _some_of(amount, [raised], is_open=True)
    # "5+!d, 4c" has four clubs.
    is_letter = context.row.names_suits and any(token.written.lower() == "c" for token in match.all_tokens)
    is_own = context.prose and match.is_last and not (_may_be_of_another(amount, context) or is_letter)
    if match.words[-1] != "suit" and not is_own:
        raise match.refused("Write 5-card suit.")
    if context.prose:
        return _longer_suits(match, [_own_suit(match, amount, context)], context, "Write such as 6+ suit.")
    if not amount.is_exact and not amount.is_open:
        # A 4-5-card suit may be longer, too.
        raise match.refused("Write the suit.")
    return _any_card_suit(match, context)


def _no_such_suit(match: Match, context: PhraseContext) -> c.Formula:
    """Return what ``no 5-card suit`` denies, where nothing promises one as long: any suit."""
    amount, low = match.amount(), _least_cards(match)
    if context.call.mine or low <= context.row.longest or not (amount.is_open or amount.is_exact):
        # No other four-card suit, beside five clubs.
        raise match.refused("Write which suits.")
    return c.some_suit(low, c.SUIT_ORDER, "suit")


def _any_card_suit(match: Match, context: PhraseContext) -> c.Formula:
    return c.some_suit(_least_cards(match), c.SUIT_ORDER, "suit")


def _both_lengths(match: Match, context: PhraseContext) -> c.Formula:
    """Return the condition of ``5!s-4!h``."""
    parts = ((match.amount(number), match.suit(number)) for number in (1, 2))
    return c.all_of(_some_of(amount, [suit], is_open=False) for amount, suit in parts)


def _both_bounded(match: Match, context: PhraseContext) -> c.Formula:
    """Return the condition of ``at least 5!h and 4!s``, where both may be longer, and of ``at most``."""
    bound, number = match.amount(slot="BOUNDED"), match.amount(slot="NUMBER")
    parts = (
        (bound.low if bound.is_open else bound.ranges[0][1] or 0, match.suit()),
        (number.low, match.suit(2)),
    )
    if max(n for n, _ in parts) > FULL_HAND:
        raise match.refused(_MOST_CARDS)
    return c.all_of(c.cards(*((n, FULL_HAND) if bound.is_open else (0, n)), suit) for n, suit in parts)


# ---------------------------------------------------------------- majors and minors


def _of_the_kind(match: Match, context: PhraseContext) -> c.Formula:
    """Return the condition of ``5+ in the major``: the only one that our side has bid, below 1M-1N."""
    call, kind = context.call, KINDS[match.word("KIND")]
    bid = {suit for suit in (*call.mine, call.support) if suit in kind}
    if len(bid) != 1 or (context.row.own in kind and context.row.own not in bid):
        raise match.refused("Write the suit.")
    return _some_of(match.amount(), bid, is_open=context.denied, is_denied=context.denied)


def _one_of_kind(match: Match, context: PhraseContext) -> c.Formula:
    """Return the condition of a ``4-card major``, which may be longer, and of ``five of a major``.

    Where the call is a major, or the player has called that suit before, it is that one.
    """
    amount, word = match.amount(), match.word("KIND")
    own = context.row.own if context.row.own in MAJORS and word == "major" and not context.denied else None
    called = [suit for suit in context.call.mine if suit in KINDS[word]]
    if len(called) == 1 and amount.low > _FEWEST_UNBOUND and not context.denied:
        own = called[0]
    if context.row.transferred in KINDS[word] and amount.low >= _FEWEST_TRANSFERRED and not context.denied:
        own = context.row.transferred
    suits = [own] if own else KINDS[word]
    if len(suits) > 1 and not (amount.is_open or amount.ranges[0][0]):
        # "At most 3 in either major" is about both.
        raise match.refused("Write how long each of them is.")
    is_open = "card" in match.words
    if amount.is_open or (is_open and amount.is_exact and not amount.is_only):
        amount.within(FULL_HAND, _MOST_CARDS)
        if len(suits) > 1:
            return c.some_suit(amount.low, suits, word)
    return _some_of(amount, suits, is_open=is_open or context.denied, is_denied=context.denied)


def _some_of_kind(match: Match, context: PhraseContext) -> c.Formula:
    return c.some_suit(_FEWEST_UNBOUND, KINDS[match.word("KIND")], match.word("KIND"))


def _how_many_of_kind(match: Match, context: PhraseContext) -> c.Formula:
    """Return the condition of ``one or two four-card majors``: at least one."""
    amount, kind = match.amount(), KINDS[match.word("PAIR")]
    length = match.amount(slot="NUMBER").low
    is_some = not amount.is_exact and amount.low == 1 and length >= _FEWEST_UNBOUND
    if context.denied or not is_some:
        raise match.refused("Write how long each of them is.")
    return c.some_suit(length, kind, match.word("PAIR").removesuffix("s"))


def _open_kind(match: Match, context: PhraseContext) -> c.Formula:
    """Return the condition of ``4+ minor``; a number of majors is not a length: ``1+ major``."""
    amount = match.amount()
    if amount.low == 1 and not context.denied and (context.likely if amount.is_exact else context.prose):
        least = _FEWEST_TRANSFERRED if amount.is_exact else _FEWEST_UNBOUND
        return c.some_suit(least, KINDS[match.word("KIND")], match.word("KIND"))
    if amount.low == 1:
        raise match.refused(f"Write 4-card {match.word('KIND')}.")
    if amount.is_exact or not amount.is_open or amount.reads_as_points:
        raise match.refused(f"Write {amount.low}-card {match.word('KIND')}.")
    return _one_of_kind(match, context)


def _suit_and_kind(match: Match, context: PhraseContext) -> c.Formula:
    """Return the condition of ``5 spades and 5 minor``, which is ``5 spades and a 5-card minor``."""
    first, second, word = match.amount(1), match.amount(2), match.word("KIND")
    is_length = second.is_exact or second.is_open
    are_lengths = first.low in _BARE_LENGTHS and is_length and second.low in _BARE_LENGTHS
    if context.denied or not are_lengths or match.suit() in KINDS[word]:
        raise match.refused(f"Write {second.low}-card {word}.")
    return _some_of(first, [match.suit()], is_open=False) & c.some_suit(second.low, KINDS[word], word)


def _no_major(match: Match, context: PhraseContext) -> c.Formula:
    """Return what ``no major`` denies: four cards, but in an opening perhaps five, or opposite a major."""
    call = context.call
    shown = {call.support, call.last, *call.mine}
    is_clear = context.prose and context.denied and match.is_last
    if not is_clear or call.is_opening or not shown.isdisjoint(MAJORS):
        raise match.refused("Write no 4-card major.")
    return c.some_suit(_FEWEST_UNBOUND, MAJORS, "major")


def _unbound(match: Match, context: PhraseContext) -> c.Formula:
    """Return the condition of ``5M`` and ``4+m`` where no variable is bound: a major, a minor."""
    amount, word = match.amount(), match.words[-1].removeprefix("any")
    if amount.low < _FEWEST_UNBOUND and (amount.is_exact or amount.low == 1):
        raise match.refused(f"Write {amount.low}-card {word}.")
    if amount.is_open or (amount.is_exact and context.denied):
        return c.some_suit(_least_cards(match), KINDS[word], word)
    return _some_of(amount, KINDS[word], is_open=False)


def _two_suits(match: Match, context: PhraseContext) -> c.Formula:
    """Return the condition of ``5-5 minors`` and ``5-4 in the majors``: at least this many cards."""
    long, short = _sides(match)
    word = match.word("PAIR")
    if long < short:
        message = f"{long}-{short} {word} can be read in two ways."
        hint = f"Write {short}-{long} {word}, or how long each of them is."
        raise UnreadableError("BML611", message, match.offset, hint)
    # Nobody promises at least two cards in both majors.
    is_few = context.prose and short < _FEWEST_UNBOUND and _AT_LEAST.isdisjoint(plain_words(match.all_tokens))
    if is_few and long != short:
        raise match.refused(_TWO_WAYS)
    if is_few or match.tokens("EXACT_SIDES"):
        return c.any_of(
            c.cards(long, long, a) & c.cards(short, short, b) for a, b in permutations(KINDS[word])
        )
    return c.two_suits(long, short, *KINDS[word], word)


def _with_kind(match: Match, context: PhraseContext) -> c.Formula:
    """Return the condition of ``4!s-5m`` and ``4M-5m``, where both lengths are exact."""
    pairs = [(match.amount(), [match.suit()])] if match.tokens("SUIT") else []
    words = [word.removeprefix("any") for word in match.words if word in ("anymajor", "anyminor")]
    pairs += [(match.amount(len(pairs) + n), list(KINDS[word])) for n, word in enumerate(words, 1)]
    if context.denied or len({suit for _, suits in pairs for suit in suits}) < sum(len(s) for _, s in pairs):
        raise match.refused(_TWO_WAYS)
    return c.all_of(_some_of(amount, suits, is_open=False) for amount, suits in pairs)


def _unbid_suits(match: Match, context: PhraseContext) -> c.Formula:
    """Return the condition of ``5-5 in the two lowest unbid suits``, and of ``5-4 in the unbid suits``."""
    long, short = _sides(match)
    lowest = not {"lowest", "lower"}.isdisjoint(match.words)
    suits = context.call.unbid
    if long < short or context.denied or len(suits) != (3 if lowest else 2):
        raise match.refused(_TWO_WAYS)
    ways = permutations(sorted(suits, key=c.SUIT_ORDER.index)[-2:])
    return c.any_of(c.cards(long, FULL_HAND, a) & c.cards(short, FULL_HAND, b) for a, b in ways)


def _each_unbid(match: Match, context: PhraseContext) -> c.Formula:
    """Return the condition of ``3+ in the others`` and ``support for the unbid suits``, of a double."""
    suits, named = context.call.unbid, match.tokens("AMOUNT")
    if not context.call.is_double or context.denied or len(suits) == len(c.SUIT_ORDER):
        raise match.refused("Write how long each of them is.")
    ranges = match.amount().within(FULL_HAND, _MOST_CARDS) if named else ((_SUPPORT, FULL_HAND),)
    return c.all_of(
        c.any_of(c.cards(*bounds, suit) for bounds in ranges) for suit in c.SUIT_ORDER if suit in suits
    )


def _side_suit(match: Match, context: PhraseContext) -> c.Formula:
    """Return the condition of a ``4+ side suit`` beside the long suit, and what ``no side suit`` denies."""
    main, length = context.row.main, _FOUR
    if match.tokens("AMOUNT"):
        amount, length = match.amount(), _least_cards(match)
        is_suit = "card" in match.words or amount.is_open
    else:
        is_suit = context.denied and match.is_last
    if main is None or not is_suit or length < _FEWEST_UNBOUND:
        raise match.refused("Write which suits.")
    return _beside(main, length)


def _beside(main: Suit, length: int) -> c.Formula:
    return c.any_of(c.cards(length, FULL_HAND, suit) for suit in c.SUIT_ORDER if suit is not main)


def _another_suit(match: Match, context: PhraseContext) -> c.Formula:
    """Return the condition of ``5-5 in !h and another suit``: at least this many cards in both."""
    long, short = _sides(match)
    main = match.suit() if match.tokens("SUIT") else context.row.main
    if main is None or context.denied or long != short or short < _FEWEST_UNBOUND:
        raise match.refused(_TWO_WAYS)
    return c.cards(long, FULL_HAND, main) & _beside(main, short)


def _in_suits_of_row(match: Match, context: PhraseContext) -> c.Formula:
    """Return the condition of ``5-5`` alone: in two suits that the row names, or that its player has bid."""
    suits = context.row.two_suits if context.prose else ()
    if context.denied or not suits:
        raise match.refused("Write which suits.")
    length = int(re.findall("[0-9]", match.tokens("EVEN")[0].word)[0])
    return c.all_of(c.cards(length, FULL_HAND, suit) for suit in suits)


def _each_of_two(match: Match, context: PhraseContext) -> c.Formula:
    """Return the condition of ``4+ cards in both majors``."""
    return c.all_of(_some_of(match.amount(), [suit], is_open=False) for suit in KINDS[match.word("PAIR")])


def _two_named_suits(match: Match, context: PhraseContext) -> c.Formula:
    """Return the condition of ``5-5 in !h and a minor``."""
    long, short = _sides(match)
    word = match.word("KIND")
    if long != short:
        raise match.refused(_TWO_WAYS)
    first = match.suit()
    if word and first in KINDS[word]:
        raise match.refused(_TWO_WAYS)
    second = c.some_suit(long, KINDS[word], word) if word else c.cards(long, FULL_HAND, match.suit(2))
    return c.cards(long, FULL_HAND, first) & second


def _sides(match: Match) -> tuple[int, int]:
    tokens = match.tokens("SIDES") or match.tokens("EXACT_SIDES")
    long, short = (int(digit) for digit in re.findall("[0-9]", "".join(token.word for token in tokens))[:2])
    if long + short > FULL_HAND:
        message = f"Suits of {long} and {short} cards are more than the 13 cards of a hand."
        raise NoHandError("BML612", message, match.offset, "Correct the numbers.")
    return long, short


# ---------------------------------------------------------------- support


def _support(match: Match, context: PhraseContext) -> c.Formula:
    """Return the length of ``4-card support``, in the suit that is named or else partner's."""
    amount, suit = match.amount(), context.call.support
    if match.tokens("SUIT"):
        suit = match.suit()
    if word := match.word("KIND"):
        suit = context.call.last if context.call.last in KINDS[word] else None
    has_noun = not {"card", "cards", "fit"}.isdisjoint(match.words)
    if suit is None or amount.reads_as_points or (amount.is_exact and not has_noun):
        raise match.refused("Write the suit.")
    return _some_of(amount, [suit], is_open=True)


# ---------------------------------------------------------------- shapes


def _longest(match: Match, context: PhraseContext) -> c.Formula:
    suit = match.suit()
    return c.all_of(c.longer(suit, other, ">=") for other in c.SUIT_ORDER if other is not suit)


def _compared(match: Match, context: PhraseContext) -> c.Formula:
    sign = {"longer": ">", "≥": ">=", "≤": "<="}.get(match.word("SIGN"), match.word("SIGN"))
    return c.longer(match.suit(), match.suit(2), sign)


def _longer_kind(match: Match, context: PhraseContext) -> c.Formula:
    """Return the condition of a ``longer minor`` than the suit of the call."""
    own = context.row.own
    if own is None or own in KINDS[match.word("KIND")]:
        raise match.refused("Write how long the suits are.")
    return c.any_of(c.longer(suit, own) for suit in KINDS[match.word("KIND")])


def _shapes(match: Match, context: PhraseContext) -> c.Formula:
    tokens = match.tokens("SHAPES") or match.tokens("SHAPE")
    order = next((word for word in match.words if word in ("any", "exactly")), "")
    if match.words[0] == "=":
        # "=2614" are spades, hearts, diamonds and clubs.
        order = "exactly"
    # "1S-2C-2N  5332": the player has bid the long suit.
    has_bid = bool(context.call.mine) and len(tokens) == 1
    return read_shapes(tokens, order, prose=context.prose and not (context.likely or has_bid))


def _nothing(match: Match, context: PhraseContext) -> c.Formula:
    if context.prose:
        # What an answer does not have, not what no hand has.
        raise match.refused("Write what the hand does not have.")
    return c.NONE


# ---------------------------------------------------------------- short suits


def _short_suit(match: Match, context: PhraseContext) -> c.Formula:
    """Return the condition of ``singleton in !h``, ``void or singleton in !h`` and ``!h singleton``."""
    lengths = [_SHORT[word] for number in (1, 2) if (word := match.word("SHORT", number))]
    if sorted(lengths) == [0, 1]:
        return c.cards(0, 1, match.suit())
    return c.any_of(c.cards(length, length, match.suit()) for length in lengths)


def _shape_with_short(match: Match, context: PhraseContext) -> c.Formula:
    """Return the condition of ``4441 with a singleton heart``: such a shape, short in that suit."""
    both = read_shapes(match.tokens("SHAPE"), "any", prose=context.prose) & _short_suit(match, context)
    if context.denied or both == c.NONE:
        raise match.refused("Write which suits.")
    return both


def _shortness(match: Match, context: PhraseContext) -> c.Formula:
    """Return the condition of a ``singleton``: in the suit of the call, if that is not long, or somewhere."""
    if match.following in _RANKS or (match.following and set(match.following.upper()) <= set(c.HONOURS)):
        raise match.refused("Write a suit.")
    lengths = [_SHORT[word] for word in match.words if word in _SHORT] or [1, 0]
    is_unnamed = match.tokens("UNNAMED") or match.words[-1] == "somewhere"
    if context.row.short and not (is_unnamed or context.denied) and max(lengths) < 2:
        return c.cards(min(lengths), max(lengths), context.row.short)
    names = {0: "void", 1: "singleton", 2: "doubleton"}
    return c.any_of(c.shortness(length, names[length]) for length in lengths)


def _at_most_one(match: Match, context: PhraseContext) -> c.Formula:
    call = context.call
    if call.is_double and match.suit() is call.takeout:
        return c.cards(0, 2, match.suit())
    if (
        match.words[0] == "short"
        and call.bid is match.suit()
        and context.row.short is None
        and call.is_opening
    ):
        # A short club is one that may be bid with two or three.
        raise match.refused("Write how many cards it has at least.")
    return c.cards(0, 1, match.suit())


# ---------------------------------------------------------------- single cards


def _ranks(match: Match) -> str:
    ranks = match.word("RANKS").upper()
    if len(set(ranks)) < len(ranks):
        raise match.refused("Write letters of AKQJT, each once, such as AKQ.", "RANKS")
    return "".join(sorted(ranks, key=c.HONOURS.index))


def _cards(match: Match, context: PhraseContext) -> c.Formula:
    ranks = _ranks(match)
    return c.honours(len(ranks), len(ranks), ranks, match.suit())


def _one_card(match: Match, context: PhraseContext) -> c.Formula:
    """Return the condition of ``ace of !h``, and of ``ace or king in !h``."""
    words = [word for number in (1, 2) if (word := match.word("RANK", number))]
    return c.any_of(c.honours(1, 1, _RANKS[word], match.suit()) for word in words)


def _some_cards(match: Match, context: PhraseContext) -> c.Formula:
    """Return the condition of ``2 aces``; without a number, after ``no``, at least one."""
    word = match.word("RANK")
    if context.prose and word == "king" and context.call.agreed:
        # The king of trumps is a key card, which is counted apart.
        raise match.refused("Write of and a suit.")
    if not match.tokens("AMOUNT"):
        is_asked = context.call.agreed and context.call.level >= _ASKED_ABOVE
        if word == "queen" and (context.row.has_keycards or (context.denied and context.prose and is_asked)):
            return _trump_honour(match, context)
        # A singleton, not ace or king, is one of these; no queen may be that of trumps.
        is_of_one = context.row.has_singleton or word == "queen"
        if not context.denied or (context.prose and is_of_one):
            raise match.refused("Write how many, or of and a suit.")
        return c.tally(1, 4, _RANKS[word], _EVERY_SUIT, f"{word}s")
    bounds_of = match.amount().within(4, f"There are 4 {word}s")
    return c.any_of(c.tally(*each, _RANKS[word], _EVERY_SUIT, f"{word}s") for each in bounds_of)


def _either_number(match: Match, context: PhraseContext) -> c.Formula:
    """Return the condition of ``0/4 aces`` and ``1/4 key cards``, the answers to a question."""
    one, other = (match.amount(number, "NUMBER").low for number in (1, 2))
    word = match.word("RANK")
    most = 4 if word else 5
    if other <= one or other > most or context.denied or not (word or context.call.agreed):
        raise match.refused("Write or between the numbers, and in and a suit.")
    if word:
        return c.any_of(
            c.tally(number, number, _RANKS[word], _EVERY_SUIT, f"{word}s") for number in (one, other)
        )
    suit = context.call.agreed
    return c.any_of(c.keycards(number, number, suit) for number in (one, other) if suit)


def _honours(match: Match, context: PhraseContext) -> c.Formula:
    """Return the condition of ``two of AKQ in !h``, and of ``5+!s, two of AKQ``: two or three of them."""
    ranks, amount = _ranks(match), match.amount()
    bounds_of = amount.within(len(ranks), f"{ranks} are {len(ranks)} cards")
    if match.tokens("SUIT"):
        return c.any_of(c.honours(*each, ranks, match.suit()) for each in bounds_of)
    suit = _answered(context) or context.row.subject
    if suit is None:
        raise match.refused("Write in and a suit.")
    most = amount.is_exact and not amount.is_only
    return c.any_of(c.honours(low, len(ranks) if most else high, ranks, suit) for low, high in bounds_of)


def _top_honours(match: Match, context: PhraseContext) -> c.Formula:
    """Return the condition of ``two of the top three honours``: two or three, in the long suit."""
    number = match.word("NUMBER")
    suit = match.suit() if match.tokens("SUIT") else _answered(context) or context.row.subject
    if number not in ("3", "5") or suit is None:
        raise match.refused("Write such as two of the top three honours, in and a suit.")
    ranks, amount = "AKQ" if number == "3" else c.HONOURS, match.amount()
    bounds = amount.within(len(ranks), f"These are {len(ranks)} cards")
    if amount.is_exact and not amount.is_only:
        bounds = ((bounds[0][0], len(ranks)),)
    return c.any_of(c.honours(*each, ranks, suit) for each in bounds)


def _keycards(match: Match, context: PhraseContext) -> c.Formula:
    """Return the condition of ``2 keycards in !h``, or in the suit that our side has raised."""
    suit = match.suit() if match.tokens("SUIT") else context.call.agreed
    if suit is None:
        raise match.refused("Write in and a suit.")
    bounds_of = match.amount().within(5, "There are 5 keycards")
    return c.any_of(c.keycards(*bounds, suit) for bounds in bounds_of)


def _trump_honour(match: Match, context: PhraseContext) -> c.Formula:
    if context.call.agreed is None:
        raise match.refused("Write of and a suit.")
    return c.honours(1, 1, _RANKS[match.word("RANK")], context.call.agreed)


def _controls(match: Match, context: PhraseContext) -> c.Formula:
    bounds = match.amount().within(12, "There are 12 controls")
    return c.any_of(c.weighted(*each, {"A": 2, "K": 1}, _EVERY_SUIT, "controls") for each in bounds)


def _control(match: Match, context: PhraseContext) -> c.Formula:
    """Return the condition of ``!c control``, of the first or second round; that of an opening is unread."""
    suit = match.suit()
    if context.prose and context.call.is_opening:
        raise match.refused("Write ace, king or short.")
    return c.Named(f"control in {suit.word}", c.cards(0, 1, suit) | c.honours(1, 2, "AK", suit))


def _both_stoppers(match: Match, context: PhraseContext) -> c.Formula:
    return c.all_of(map(c.stopper, KINDS[match.word("PAIR")]))


def _answered(context: PhraseContext) -> Suit | None:
    """Return the suit of a weak two that partner has asked about by 2NT."""
    call = context.call
    return call.mine[0] if call.is_over_notrump and call.begins("2") and call.mine else None


def _of_quality(match: Match, context: PhraseContext) -> c.Formula:
    """Return the condition of a ``solid suit``, ``solid 7+!c`` and ``good hearts``."""
    word = match.word("QUALITY")
    if context.prose and (not match.is_last or match.following == "with"):
        # A good spade invite says nothing of the spades; a good suit with 10 may have the card.
        raise match.refused("Write a comma after it.")
    suits: tuple[Suit, ...]
    kind = next((name for name in ("KIND", "UNBOUND") if match.tokens(name)), "")
    if kind:
        suits = KINDS[match.word(kind).removeprefix("any")]
    else:
        own, call = context.row.own, context.call
        # The good suit of an answer may be the one that was bid before.
        own = None if call.mine and own not in call.mine else own
        suit = match.suit() if match.tokens("SUIT") else _answered(context) or context.row.subject or own
        suits = (suit,) if suit else ()
    if not suits:
        raise match.refused("Write the suit.")
    amount = match.amount() if match.tokens("AMOUNT") else None
    # "A good 4!h" is a bid.
    is_bid = amount and context.prose and amount.is_exact and amount.low < _SIX and "card" not in match.words
    if amount and (amount.reads_as_points or context.denied or is_bid):
        raise match.refused("Write the length after a comma.")
    # "Long solid clubs"
    least = _SIX if match.words[0] == "long" else 0
    if least and (word == "good" or context.denied):
        raise match.refused("Write how long the suit is.")
    lengths = {
        suit: _some_of(amount, [suit], is_open="card" in match.words)
        if amount
        else c.cards(least, FULL_HAND, suit)
        for suit in suits
    }
    return c.any_of(length & _honours_of(word, suit) for suit, length in lengths.items())


def _honours_of(quality: str, suit: Suit) -> c.Formula:
    """Return the honours of a suit: two of the top three, three of the top four, or all of the top three."""
    match quality:
        case "good":
            return c.good_suit(suit)
        case "bad" | "poor":
            return ~c.good_suit(suit)
        case "solid":
            return c.honours(3, 3, "AKQ", suit)
    return c.honours(3, 4, "AKQJ", suit)


# ---------------------------------------------------------------- the table


def _forms(reader: PhraseReader, *patterns: str) -> Iterator[tuple[str, PhraseReader]]:
    """Return the forms of a phrase with what reads them."""
    return ((pattern, reader) for pattern in patterns)


FIGURES: tuple[tuple[str, PhraseReader], ...] = (
    *_forms(_points, "AMOUNT hcp"),
    *_forms(_points_of_suit, "AMOUNT hcp in|of SUIT"),
    *_forms(_points_of_some, "AMOUNT hcp? (|,, AMOUNT hcp? if|when|with a? SHAPELY hand? )?"),
    *_forms(_of_some, "SHAPELY hands? are|must a? be? AMOUNT hcp?", "SHAPELY hands have AMOUNT hcp?"),
    *_forms(_hands, "SHAPELY is|means|shows AMOUNT hcp?", "SHAPELY hands AMOUNT hcp?"),
    *_forms(_points, "any hand? of|with? AMOUNT hcp"),
    *_forms(_points_and_shape, "AMOUNT WITH_SHAPE"),
    *_forms(_points_in_notrump, "AMOUNT hcp? nt|notrump", "AMOUNT hcp? no trump"),
    *_forms(_or_game, "GAME ,,? or AMOUNT hcp? NT?"),
    *_forms(_or_game, "AMOUNT hcp? NT? ,,? strong|artificial? ,,? strong|artificial? ,,? or GAME"),
    *_forms(_multi, "weak 2? in? a|either|any? major suit? ( AMOUNT hcp? ) ,,? or AMOUNT hcp? NT"),
    *_forms(_multi, "weak 2? in? a|either|any? major suit? ,,? or AMOUNT hcp? NT"),
    *_forms(_or_shorter, "AMOUNT cards? ( NUMBER -? card? only? if|with|in|when exactly? SHAPE )"),
    *_forms(_or_shorter, "AMOUNT cards? ( NUMBER SUIT? possible )"),
    *_forms(_or_shorter, "AMOUNT SUIT (|,, NUMBER -? card? only? if|with|in|when exactly? SHAPE )?"),
    *_forms(_or_shorter, "AMOUNT cards? ,, NUMBER -? card? only if|with|in|when exactly? SHAPE"),
    *_forms(_or_shorter, "AMOUNT cards? (|,,? except|unless if|with|in|when? exactly? SHAPE )?"),
    *_forms(_or_shorter, "AMOUNT SUIT (|,,? except|unless if|with|in|when? exactly? SHAPE )?"),
    *_forms(bare_points, "minimum|maximum|min|max AMOUNT"),
    *_forms(_or_garbage, "AMOUNT hcp? or garbage|junk|rubbish|crap"),
    *_forms(_own_or_shape, "AMOUNT cards? or any? SHAPE"),
    *_forms(_lengths, "AMOUNT = SUITS suit?", "AMOUNT SUITS suit?", "AMOUNT cards in SUITS"),
    *_forms(_lengths, "AMOUNT cards SUITS", "AMOUNT of|in SUITS"),
    *_forms(_card_suit, "AMOUNT -? card SUITS suit?", "AMOUNT -? card suit in SUITS"),
    *_forms(_own_cards, "AMOUNT =", "AMOUNT cards", "AMOUNT suit"),
    *_forms(_own_card_suit, "AMOUNT -? card suit?"),
    *_forms(_any_card_suit, "UNNAMED AMOUNT -? card suit?"),
    *_forms(_both_lengths, "AMOUNT SUIT - AMOUNT SUIT"),
    *_forms(_both_bounded, "BOUNDED SUIT and|/ NUMBER SUIT"),
    *_forms(_named_length, "SUIT :: AMOUNT", "SUIT AMOUNT -? card", "SUIT AMOUNT"),
    *_forms(
        _length_behind,
        "SUIT ,, AMOUNT",
        "SUIT ,,? with? AMOUNT cards?",
        "agrees|agreeing SUIT ,,? with? AMOUNT cards?",
    ),
    *_forms(_one_of_kind, "AMOUNT -? card|cards KIND suit?"),
    *_forms(_one_of_kind, "AMOUNT -? card|cards? suit? of|in a|either|1? KIND suit?"),
    *_forms(_of_the_kind, "AMOUNT -? card|cards? in the KIND suit?"),
    *_forms(_how_many_of_kind, "AMOUNT NUMBER -? card PAIR"),
    *_forms(_open_kind, "AMOUNT KIND suit?"),
    *_forms(_suit_and_kind, "AMOUNT SUIT and|+ AMOUNT KIND"),
    *_forms(_no_major, "major suit?"),
    *_forms(_with_kind, "AMOUNT SUIT - AMOUNT anymajor|anyminor"),
    *_forms(_with_kind, "AMOUNT anymajor|anyminor - AMOUNT anymajor|anyminor"),
    *_forms(_unbid_suits, "SIDES in? the? lowest|lower 2? unbid? suits"),
    *_forms(_unbid_suits, "SIDES in? the? 2 lowest|lower unbid? suits", "SIDES in? both|the? 2? unbid suits"),
    *_forms(_unbid_suits, "SIDES in? the? other 2 suits"),
    *_forms(_each_unbid, "AMOUNT cards? in|of? all|each|both? the? other|others|unbid 2|3? suits?"),
    *_forms(_each_unbid, "support for|in all|the|each|both other|others|unbid 2|3? suits?"),
    *_forms(_side_suit, "AMOUNT -? card|cards? side|second|another|2nd suit"),
    *_forms(_side_suit, "AMOUNT -? card|cards? in? another suit?", "side|second suit"),
    *_forms(_another_suit, "SIDES with|and|in another suit?", "SIDES in|with? SUIT and|with|/ another suit?"),
    *_forms(_some_of_kind, "#≥_1 KIND", "≥ a KIND"),
    *_forms(_one_of_kind, "#≥_1 AMOUNT -? card KIND suit?", "≥ a AMOUNT -? card KIND suit?"),
    *_forms(_unbound, "AMOUNT =? anymajor|anyminor", "#≥_1 AMOUNT anymajor|anyminor"),
    *_forms(_two_suits, "SIDES in? both|the? PAIR", "EXACT_SIDES in? both|the? PAIR"),
    *_forms(_in_suits_of_row, "EVEN"),
    *_forms(_each_of_two, "AMOUNT cards? in? both PAIR"),
    *_forms(_two_suits, "both? PAIR ,, SIDES", "both? PAIR SIDES"),
    *_forms(_two_named_suits, "SIDES in|with|,,? SUIT and|/ SUIT"),
    *_forms(_two_named_suits, "SIDES in|with|,,? SUIT and|/ a|either|any? KIND"),
    *_forms(_two_named_suits, "SUIT and|/ SUIT ,, SIDES", "SUIT and|/ a|either|any? KIND ,, SIDES"),
    *_forms(_support, "AMOUNT -? card|cards? support"),
    *_forms(_support, "AMOUNT -? card limit|mixed|constructive|single|simple? raise"),
    *_forms(_support, "fit AMOUNT", "limit|mixed|constructive AMOUNT card|cards raise?"),
    *_forms(_support, "AMOUNT -? card KIND support", "AMOUNT -? card? SUIT support"),
    *_forms(_support, "AMOUNT -? card|cards? support in|for SUIT"),
    *_forms(
        _shape_with_short,
        "any? SHAPE ,,|with|and? a? SHORT in? SUIT",
        "any? SHAPE ,,|with|and? a? SUIT SHORT",
    ),
    *_forms(_short_suit, "SHORT in|of? SUIT", "SHORT or|/ SHORT in|of? SUIT", "SUIT SHORT"),
    *_forms(_short_suit, "SUIT SHORT or|/ SHORT"),
    *_forms(_shortness, "UNNAMED? SHORT somewhere?", "UNNAMED? SHORT or|/ SHORT somewhere?"),
    *_forms(_shortness, "UNNAMED? shortness somewhere?"),
    *_forms(_at_most_one, "short|shortness in|of? SUIT", "SUIT shortness"),
    *_forms(_cards, "RANKS in|of SUIT"),
    *_forms(_one_card, "RANK in|of SUIT", "RANK or RANK in|of SUIT"),
    *_forms(_some_cards, "RANK", "AMOUNT RANK"),
    *_forms(_either_number, "NUMBER / NUMBER RANK", "NUMBER / NUMBER keycard"),
    *_forms(_honours, "AMOUNT of RANKS in|of SUIT", "AMOUNT of RANKS"),
    *_forms(_top_honours, "AMOUNT of the? top NUMBER honours|cards?"),
    *_forms(_top_honours, "AMOUNT of the? top NUMBER honours|cards? in|of SUIT"),
    *_forms(_keycards, "AMOUNT keycard in|of SUIT", "AMOUNT keycard"),
    *_forms(_trump_honour, "RANK of cards support", "cards? support RANK"),
    *_forms(_controls, "AMOUNT control"),
    *_forms(_control, "control in SUIT", "SUIT control"),
    *_forms(lambda match, context: c.stopper(match.suit()), "stopper in|of? SUIT", "SUIT stopper|stopped"),
    *_forms(_both_stoppers, "stopper in both PAIR", "both PAIR stopped"),
    *_forms(_of_quality, "long? QUALITY SUIT suit?", "QUALITY suit?", "SUIT QUALITY"),
    *_forms(_of_quality, "QUALITY AMOUNT -? card? SUIT suit?", "QUALITY AMOUNT -? card? KIND suit?"),
    *_forms(_of_quality, "QUALITY AMOUNT UNBOUND suit?", "long? QUALITY KIND suit?", "AMOUNT SUIT QUALITY"),
    *_forms(_of_quality, "AMOUNT -? card QUALITY SUIT suit?", "AMOUNT UNBOUND QUALITY"),
    *_forms(_of_quality, "AMOUNT QUALITY SUIT suit?", "AMOUNT -? card? QUALITY suit"),
    *_forms(_of_quality, "QUALITY AMOUNT -? card? suit"),
    *_forms(_longest, "SUIT longest"),
    *_forms(_compared, "SUIT SIGN SUIT", "SUIT longer than SUIT"),
    *_forms(_shapes, "any|exactly? SHAPES shape|distribution|hand?", "= SHAPES"),
    *_forms(lambda match, context: read_expression(match.first), "shape"),
    *_forms(lambda match, context: c.balanced(), "balanced"),
    *_forms(lambda match, context: c.semi_balanced(), "semi-balanced"),
    *_forms(lambda match, context: c.unbalanced(), "unbalanced"),
    *_forms(lambda match, context: c.ANY, "any|anything"),
    *_forms(_nothing, "none|nothing"),
    *_forms(_longer_kind, "longer KIND"),
    # Ten may be a card: what is said of those goes first.
    *_forms(bare_points, "any AMOUNT", "AMOUNT"),
)
_INDEX = PatternIndex(FIGURES)
FIGURE_WORDS = frozenset(chain.from_iterable(words_of(text) for text, _ in FIGURES))
"""The words of these phrases."""
POINTS: tuple[PhraseReader, ...] = (
    *(_points, _points_and_shape, _points_of_suit, _points_in_notrump, _or_game, _or_garbage, _multi),
    bare_points,
)
"""The meanings of phrases about points: the others count cards."""


@lru_cache(maxsize=4096)
def figure_at(words: Words, at: int, end: int) -> tuple[Match, PhraseReader] | None:
    """Return the longest phrase about the hand at a word, None without one; readers ask again."""
    return _INDEX.longest(words, at, end)
