"""The phrases about a hand that are read alike in every auction: a table of patterns and what they mean."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bml_core.bridge import FULL_HAND, Suit
from bml_core.hands import conditions as c
from bml_core.hands.conditions import MAX_POINTS
from bml_core.hands.descriptions.card_phrases import CARD_FIGURES, KINDS, MAJORS
from bml_core.hands.descriptions.numbers import Amount, NoHandError, read_amount, read_expression, read_shapes
from bml_core.hands.descriptions.patterns import Context, Index, Match, Meaning
from bml_core.hands.shapes import UnreadableError

#: A 5-card suit may be longer; a 6-card suit is one of six, or of six and more.
_SIX = 6
_MAY_BE_LONGER = range(3, 6)
_TRANSFERRED = range(5, 7)
_FEWEST_UNBOUND = 4
_FEWEST_TRANSFERRED = 5
_FEWEST_POINTS = 10  # Four any is a suit.
_AT_LEAST = frozenset(("≥", "+", "or+"))
_MOST_HCP = "A hand has at most 37 hcp"
_MOST_CARDS = "A suit has at most 13 cards"
_TWO_WAYS = "Write how many cards there are in each suit."


# ---------------------------------------------------------------- points


def _points(match: Match, context: Context) -> c.Formula:
    amount = match.amount()
    if match.tokens("AMOUNT", 2):
        amount = replace(amount, ranges=amount.ranges + match.amount(2).ranges)
    return c.any_of(c.points(*bounds) for bounds in amount.within(MAX_POINTS, _MOST_HCP))


def _bounded_points(match: Match, context: Context) -> c.Formula:
    (low, high), *_ = read_amount(match.tokens("NUMBER")).within(MAX_POINTS, _MOST_HCP)
    return c.points(0, high) if match.words[0] == "maximum" else c.points(low, MAX_POINTS)


def _points_and_shape(match: Match, context: Context) -> c.Formula:
    """Return the points before a shape, as in ``15--17 bal``."""
    amount = match.amount()
    if len(amount.ranges) > 1 or (context.prose and amount.is_exact and amount.low < _FEWEST_POINTS):
        raise match.refused("Write the shape after each of them, or a comma before it.")
    return _points(match, context)


def _points_of_suit(match: Match, context: Context) -> c.Formula:
    worth, suit = {"A": 4, "K": 3, "Q": 2, "J": 1}, match.suit()
    ranges = match.amount().within(10, "A suit has at most 10 hcp")
    return c.any_of(c.weighted(*bounds, worth, [suit], f"hcp in {suit.word}") for bounds in ranges)


def bare_points(match: Match, context: Context) -> c.Formula:
    """Return the points of a number without a noun, in a description that can mean nothing else.

    Five and six or more beside a transfer over notrump are cards: ``transfer to clubs, 6+``.
    """
    if (
        context.prose
        and match.amount().is_open
        and match.amount().low in _TRANSFERRED
        and context.row.counted
    ):
        return _some_of(match.amount(), [context.row.counted], is_open=False)
    is_clear = context.prose and context.row.numbers.has_points(match)
    if not (is_clear or match.amount().reads_as_points):
        raise match.refused("After a number, write hcp, a suit, or what is counted, such as aces.")
    return _points(match, context)


# ---------------------------------------------------------------- lengths


def _lengths(match: Match, context: Context) -> c.Formula:
    """Return the condition of ``5+!h`` and ``4!h/!s``: one of the suits, or the one that the call names."""
    suits, amount = match.suits(), match.amount()
    if len(suits) > 1:
        if set(suits) == set(context.row.choices) and context.row.bid in suits:
            suits = [suit for suit in suits if suit is context.row.bid]
        elif not amount.is_exact and not amount.is_open:
            raise match.refused(_TWO_WAYS)
    return _some_of(amount, suits, is_open=context.denied, is_denied=context.denied)


def _some_of(amount: Amount, suits: Iterable[Suit], *, is_open: bool, is_denied: bool = False) -> c.Formula:
    ranges = amount.within(FULL_HAND, _MOST_CARDS)
    # No 4 or 5 card major: no longer one either.
    is_list = is_denied and len(ranges) > 1 and all(low == high for low, high in ranges)
    if is_list or (is_open and amount.is_exact and not amount.is_only):
        ranges = ((ranges[0][0], FULL_HAND),)
    return c.any_of(c.cards(*bounds, suit) for suit in suits for bounds in ranges)


def _card_suit(match: Match, context: Context) -> c.Formula:
    """Return the condition of a ``5-card heart suit``, which may be longer."""
    amount = match.amount()
    is_single = amount.is_exact and not amount.is_only and not context.denied
    if context.prose and is_single and not _may_be_longer(amount.low, context):
        raise match.refused("Write such as 6!s or 6+!s.")
    return _some_of(amount, match.suits(), is_open=True)


def _may_be_longer(length: int, context: Context) -> bool:
    """Return True if a suit of this length may be longer: six, but not where a call may be a weak two."""
    return length in _MAY_BE_LONGER or (length == _SIX and context.row.is_long)


def _own_cards(match: Match, context: Context) -> c.Formula:
    """Return the condition of ``5=`` and ``5 cards``: exactly this many in the suit of the call."""
    if context.prose and context.denied:
        # No five cards: in no suit, or not in this one.
        raise match.refused("Write in and a suit.")
    amount = match.amount()
    if context.row.own is None and amount.is_exact:
        raise match.refused("Write in and a suit.")
    return _some_of(amount, [_own_suit(match, amount, context)], is_open=context.denied)


def _own_suit(match: Match, amount: Amount, context: Context) -> Suit:
    """Return the suit of the call, or for five cards and more that of its transfer."""
    suit = context.row.own or (context.row.transferred if amount.low >= _FEWEST_TRANSFERRED else None)
    if suit is None:
        raise match.refused("Write in and a suit.")
    return suit


def _own_card_suit(match: Match, context: Context) -> c.Formula:
    """Return the condition of a ``5-card suit``: the suit of the call; in a condition or after no, any."""
    amount = match.amount()
    if context.prose and context.denied and (match.words[-1] == "suit" or match.is_last):
        return _no_such_suit(match, context)
    if match.words[-1] != "suit":
        raise match.refused("Write 5-card suit.")
    if not context.prose:
        low = amount.within(FULL_HAND, _MOST_CARDS)[0][0]
        if not amount.is_exact and not amount.is_open:
            raise match.refused("Write the suit.")
        return c.some_suit(low, c.SUIT_ORDER, "suit")
    suit = _own_suit(match, amount, context)
    is_single = amount.is_exact and not amount.is_only and not context.denied
    if is_single and not _may_be_longer(amount.low, context):
        raise match.refused("Write such as 6+ suit.")
    return _some_of(amount, [suit], is_open=True)


def _no_such_suit(match: Match, context: Context) -> c.Formula:
    """Return what ``no 5-card suit`` denies, where nothing promises one as long: any suit."""
    amount = match.amount()
    low = amount.within(FULL_HAND, _MOST_CARDS)[0][0]
    if context.row.mine or low <= context.row.longest or not (amount.is_open or amount.is_exact):
        # No other four-card suit, beside five clubs.
        raise match.refused("Write which suits.")
    return c.some_suit(low, c.SUIT_ORDER, "suit")


def _any_card_suit(match: Match, context: Context) -> c.Formula:
    low = match.amount().within(FULL_HAND, _MOST_CARDS)[0][0]
    return c.some_suit(low, c.SUIT_ORDER, "suit")


def _both_lengths(match: Match, context: Context) -> c.Formula:
    """Return the condition of ``5!s-4!h``."""
    parts = ((match.amount(number), match.suit(number)) for number in (1, 2))
    return c.all_of(_some_of(amount, [suit], is_open=False) for amount, suit in parts)


def _both_bounded(match: Match, context: Context) -> c.Formula:
    """Return the condition of ``at least 5!h and 4!s``, where both may be longer, and of ``at most``."""
    is_least = match.words[0] == "≥"
    parts = ((read_amount(match.tokens("NUMBER", number)).low, match.suit(number)) for number in (1, 2))
    return c.all_of(c.cards(*((low, FULL_HAND) if is_least else (0, low)), suit) for low, suit in parts)


# ---------------------------------------------------------------- majors and minors


def _one_of_kind(match: Match, context: Context) -> c.Formula:
    """Return the condition of a ``4-card major``, which may be longer, and of ``five of a major``.

    Where the call is a major, or the player has called that suit before, it is that one.
    """
    amount, word = match.amount(), match.word("KIND")
    own = context.row.own if context.row.own in MAJORS and word == "major" and not context.denied else None
    called = [suit for suit in context.row.mine if suit in KINDS[word]]
    if len(called) == 1 and amount.low > _FEWEST_UNBOUND and not context.denied:
        own = called[0]
    if context.row.transferred in KINDS[word] and amount.low >= _FEWEST_TRANSFERRED and not context.denied:
        own = context.row.transferred
    suits = [own] if own else KINDS[word]
    is_open = "card" in match.words
    if amount.is_open or (is_open and amount.is_exact and not amount.is_only):
        amount.within(FULL_HAND, _MOST_CARDS)
        if len(suits) > 1:
            return c.some_suit(amount.low, suits, word)
    return _some_of(amount, suits, is_open=is_open or context.denied, is_denied=context.denied)


def _open_kind(match: Match, context: Context) -> c.Formula:
    """Return the condition of ``4+ minor``; a number of majors is not a length."""
    amount = match.amount()
    if amount.is_exact or not amount.is_open or amount.reads_as_points:
        raise match.refused(f"Write {amount.low}-card {match.word('KIND')}.")
    return _one_of_kind(match, context)


def _no_major(match: Match, context: Context) -> c.Formula:
    """Return what ``no major`` denies: four cards, but in an opening perhaps five, or opposite a major."""
    row = context.row
    shown = {row.support, row.last, *row.mine}
    is_clear = context.prose and context.denied and match.is_last
    if not is_clear or row.is_opening or not shown.isdisjoint(MAJORS):
        raise match.refused("Write no 4-card major.")
    return c.some_suit(_FEWEST_UNBOUND, MAJORS, "major")


def _unbound(match: Match, context: Context) -> c.Formula:
    """Return the condition of ``5M`` and ``4+m`` where no variable is bound: a major, a minor."""
    amount, word = match.amount(), match.words[-1].removeprefix("any")
    if amount.is_exact and amount.low < _FEWEST_UNBOUND:
        raise match.refused(f"Write {amount.low}-card {word}.")
    if amount.is_open or (amount.is_exact and context.denied):
        low = amount.within(FULL_HAND, _MOST_CARDS)[0][0]
        return c.some_suit(low, KINDS[word], word)
    return _some_of(amount, KINDS[word], is_open=False)


def _two_suits(match: Match, context: Context) -> c.Formula:
    """Return the condition of ``5-5 minors`` and ``5-4 in the majors``: at least this many cards."""
    long, short = _sides(match)
    word = match.word("PAIR")
    if long < short:
        message = f"{long}-{short} {word} can be read in two ways."
        hint = f"Write {short}-{long} {word}, or how long each of them is."
        raise UnreadableError("BML611", message, match.offset, hint)
    # Nobody promises at least two cards in both majors.
    is_few = context.prose and short < _FEWEST_UNBOUND and _AT_LEAST.isdisjoint(match.words)
    if is_few and long != short:
        raise match.refused(_TWO_WAYS)
    if is_few or match.words[0] == "exactly":
        one, other = KINDS[word]
        ways = ((one, other), (other, one))
        return c.any_of(c.cards(long, long, a) & c.cards(short, short, b) for a, b in ways)
    return c.two_suits(long, short, *KINDS[word], word)


def _with_kind(match: Match, context: Context) -> c.Formula:
    """Return the condition of ``4!s-5m`` and ``4M-5m``, where both lengths are exact."""
    pairs = [(match.amount(), [match.suit()])] if match.tokens("SUIT") else []
    words = [word.removeprefix("any") for word in match.words if word in ("anymajor", "anyminor")]
    pairs += [(match.amount(len(pairs) + n), list(KINDS[word])) for n, word in enumerate(words, 1)]
    if context.denied or len({suit for _, suits in pairs for suit in suits}) < sum(len(s) for _, s in pairs):
        raise match.refused(_TWO_WAYS)
    return c.all_of(_some_of(amount, suits, is_open=False) for amount, suits in pairs)


def _unbid_suits(match: Match, context: Context) -> c.Formula:
    """Return the condition of ``5-5 in the two lowest unbid suits``, and of ``5-4 in the unbid suits``."""
    long, short = _sides(match)
    lowest = not {"lowest", "lower"}.isdisjoint(match.words)
    suits = context.row.unbid
    if long < short or context.denied or len(suits) != (3 if lowest else 2):
        raise match.refused(_TWO_WAYS)
    one, other = sorted(suits, key=c.SUIT_ORDER.index)[-2:]
    ways = ((one, other), (other, one))
    return c.any_of(c.cards(long, FULL_HAND, a) & c.cards(short, FULL_HAND, b) for a, b in ways)


def _side_suit(match: Match, context: Context) -> c.Formula:
    """Return the condition of a ``4+ side suit`` beside the long suit: one of the others."""
    amount, main = match.amount(), context.row.main
    is_suit = "card" in match.words or amount.is_open
    if main is None or context.denied or not is_suit or amount.low < _FEWEST_UNBOUND:
        raise match.refused("Write which suits.")
    low = amount.within(FULL_HAND, _MOST_CARDS)[0][0]
    return c.any_of(c.cards(low, FULL_HAND, suit) for suit in c.SUIT_ORDER if suit is not main)


def _another_suit(match: Match, context: Context) -> c.Formula:
    """Return the condition of ``5-5 in !h and another suit``: at least this many cards in both."""
    long, short = _sides(match)
    main = match.suit() if match.tokens("SUIT") else context.row.main
    if main is None or context.denied or long != short or short < _FEWEST_UNBOUND:
        raise match.refused(_TWO_WAYS)
    others = (c.cards(short, FULL_HAND, suit) for suit in c.SUIT_ORDER if suit is not main)
    return c.cards(long, FULL_HAND, main) & c.any_of(others)


def _each_of_two(match: Match, context: Context) -> c.Formula:
    """Return the condition of ``4+ cards in both majors``."""
    return c.all_of(_some_of(match.amount(), [suit], is_open=False) for suit in KINDS[match.word("PAIR")])


def _two_named_suits(match: Match, context: Context) -> c.Formula:
    """Return the condition of ``5-5 in !h and a minor``."""
    long, short = _sides(match)
    word = match.word("KIND")
    if long != short:
        raise match.refused(_TWO_WAYS)
    first = match.suit()
    if word:
        if first in KINDS[word]:
            raise match.refused(_TWO_WAYS)
        return c.cards(long, FULL_HAND, first) & c.some_suit(long, KINDS[word], word)
    if first is match.suit(2):
        raise match.refused(_TWO_WAYS)
    return c.cards(long, FULL_HAND, first) & c.cards(long, FULL_HAND, match.suit(2))


def _sides(match: Match) -> tuple[int, int]:
    digits = "".join(token.word for token in match.tokens("SIDES") if token.word.isdecimal())
    long, short = int(digits[0]), int(digits[1])
    if long + short > FULL_HAND:
        message = f"Suits of {long} and {short} cards are more than the 13 cards of a hand."
        raise NoHandError("BML612", message, match.offset, "Correct the numbers.")
    return long, short


# ---------------------------------------------------------------- support


def _support(match: Match, context: Context) -> c.Formula:
    """Return the length of ``4-card support``, in the suit that is named or else partner's."""
    amount, suit = match.amount(), context.row.support
    if match.tokens("SUIT"):
        suit = match.suit()
    if word := match.word("KIND"):
        suit = context.row.last if context.row.last in KINDS[word] else None
    has_noun = "card" in match.words or "cards" in match.words
    if suit is None or amount.reads_as_points or (amount.is_exact and not has_noun):
        raise match.refused("Write the suit.")
    return _some_of(amount, [suit], is_open=True)


# ---------------------------------------------------------------- shapes


def _longest(match: Match, context: Context) -> c.Formula:
    suit = match.suit()
    return c.all_of(c.longer(suit, other, ">=") for other in c.SUIT_ORDER if other is not suit)


def _compared(match: Match, context: Context) -> c.Formula:
    sign = {"longer": ">", "≥": ">=", "≤": "<="}.get(match.word("SIGN"), match.word("SIGN"))
    return c.longer(match.suit(), match.suit(2), sign)


def _longer_kind(match: Match, context: Context) -> c.Formula:
    """Return the condition of a ``longer minor`` than the suit of the call."""
    own = context.row.own
    if own is None or own in KINDS[match.word("KIND")]:
        raise match.refused("Write how long the suits are.")
    return c.any_of(c.longer(suit, own) for suit in KINDS[match.word("KIND")])


def _shapes(match: Match, context: Context) -> c.Formula:
    tokens = match.tokens("SHAPES") or match.tokens("SHAPE")
    order = next((word for word in match.words if word in ("any", "exactly")), "")
    return read_shapes(tokens, order, prose=context.prose)


def _nothing(match: Match, context: Context) -> c.Formula:
    if context.prose:
        # What an answer does not have, not what no hand has.
        raise match.refused("Write what the hand does not have.")
    return c.NONE


FIGURES: tuple[tuple[str, Meaning], ...] = (
    ("AMOUNT hcp", _points),
    ("AMOUNT or AMOUNT hcp", _points),
    ("maximum|minimum NUMBER hcp", _bounded_points),
    ("AMOUNT hcp in|of SUIT", _points_of_suit),
    ("AMOUNT WITH_SHAPE", _points_and_shape),
    ("AMOUNT = SUITS suit?", _lengths),
    ("AMOUNT SUITS suit?", _lengths),
    ("AMOUNT - SUITS suit", _lengths),
    ("AMOUNT cards in SUITS", _lengths),
    ("AMOUNT cards SUITS", _lengths),
    ("AMOUNT -? card in SUITS", _lengths),
    ("AMOUNT -? card SUITS suit?", _card_suit),
    ("AMOUNT -? card suit in SUITS", _card_suit),
    ("AMOUNT =", _own_cards),
    ("AMOUNT cards", _own_cards),
    ("AMOUNT suit", _own_cards),
    ("AMOUNT -? card suit?", _own_card_suit),
    ("UNNAMED AMOUNT -? card suit?", _any_card_suit),
    ("AMOUNT SUIT - AMOUNT SUIT", _both_lengths),
    ("≥|≤ NUMBER SUIT and|/ NUMBER SUIT", _both_bounded),
    (
        "SUIT :: AMOUNT",
        lambda match, context: _some_of(match.amount(), [match.suit()], is_open=context.denied),
    ),
    ("AMOUNT -? card|cards KIND suit?", _one_of_kind),
    ("AMOUNT -? card|cards? of|in a|either? KIND suit?", _one_of_kind),
    ("AMOUNT KIND suit?", _open_kind),
    ("major suit?", _no_major),
    ("AMOUNT SUIT - AMOUNT anymajor|anyminor", _with_kind),
    ("AMOUNT anymajor|anyminor - AMOUNT anymajor|anyminor", _with_kind),
    ("SIDES in? the? lowest|lower 2? unbid? suits", _unbid_suits),
    ("SIDES in? the? 2 lowest|lower unbid? suits", _unbid_suits),
    ("SIDES in? both|the? 2? unbid suits", _unbid_suits),
    ("SIDES in? the? other 2 suits", _unbid_suits),
    ("AMOUNT -? card|cards? side|second|another|2nd suit", _side_suit),
    ("AMOUNT -? card|cards? in a|another|any side|second|2nd suit", _side_suit),
    ("AMOUNT -? card|cards? in? another suit?", _side_suit),
    ("SIDES with|and|in another suit?", _another_suit),
    ("SIDES in|with? SUIT and|with|/ another suit?", _another_suit),
    ("≥ 1|a KIND", lambda match, context: c.some_suit(4, KINDS[match.word("KIND")], match.word("KIND"))),
    ("≥ 1|a AMOUNT -? card KIND suit?", _one_of_kind),
    ("AMOUNT =? anymajor|anyminor", _unbound),
    ("exactly? SIDES in? both|the? PAIR", _two_suits),
    ("AMOUNT cards? in? both PAIR", _each_of_two),
    ("both? PAIR ,, SIDES", _two_suits),
    ("both? PAIR SIDES", _two_suits),
    ("SIDES in|with? SUIT and|/ SUIT", _two_named_suits),
    ("SIDES in|with? SUIT and|/ a|either|any? KIND", _two_named_suits),
    ("AMOUNT -? card|cards? support", _support),
    ("AMOUNT -? card limit|mixed|constructive|single|simple? raise", _support),
    ("AMOUNT -? card KIND support", _support),
    ("AMOUNT -? card? SUIT support", _support),
    ("AMOUNT -? card|cards? support in|for SUIT", _support),
    *CARD_FIGURES,
    ("SUIT longest", _longest),
    ("SUIT SIGN SUIT", _compared),
    ("SUIT longer than SUIT", _compared),
    ("any|exactly? SHAPES shape|distribution|hand?", _shapes),
    ("shape", lambda match, context: read_expression(match.first)),
    ("balanced", lambda match, context: c.balanced()),
    ("semi-balanced", lambda match, context: c.semi_balanced()),
    ("unbalanced", lambda match, context: c.unbalanced()),
    ("any|anything", lambda match, context: c.ANY),
    ("none|nothing", _nothing),
    ("longer KIND", _longer_kind),
    ("any AMOUNT", bare_points),
    # Ten may be a card: what is said of those goes first.
    ("AMOUNT", bare_points),
)
PHRASES = Index(FIGURES)
POINTS: tuple[Meaning, ...] = (_points, _bounded_points, _points_and_shape, _points_of_suit, bare_points)
"""The meanings of phrases about points: the others count cards."""
