"""Hands for which everybody finds the same call: what a quiz may ask about, by more than the words of rows.

Players know much that notes leave out, and where they differ in it a hand has two right answers. Such hands
are not asked about.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bml_core.bridge import BIDS, DOUBLE, PASS, REDOUBLE, SUITS, Auction, Bid, Call, Hand, Strain, Suit
from bml_core.hands.bidding import SAYS_MORE, CallMeaning, Candidate, Choice, DecisionPoint
from bml_core.hands.conditions import MAX_POINTS, Formula, cards
from bml_core.hands.counting import has_hands
from bml_core.hands.descriptions import Obligation
from bml_core.system import own_suit

Suits = frozenset[Suit]
_MINORS, _MAJORS = Suits((Suit.CLUBS, Suit.DIAMONDS)), Suits((Suit.HEARTS, Suit.SPADES))
_SEVEN, _LONG, _FIVE, _SUPPORT, _RAISE, _DOUBLETON, _LEAST_ANSWER, _FIT = 7, 6, 5, 4, 3, 2, 5, 8
_OPENED, _LIGHT, _LEAST_DOUBLE, _FEW_POINTS, _STRONGEST = 11, 19, 12, 6, 15
_WEAK_RAISE, _LIMITED, _UNLIMITED, _GAME = 11, 19, 25, 4
_PASSED_NOTRUMP = (8, 4, 0, 0, 0, 0, 0)
_NOT_LEARNED = ("it is written first", "of two suits", SAYS_MORE)
_SUPPORTS = "it supports partner's major"
_OF_NOTRUMP = ("it raises partner's suit", "3NT is for hands that have nothing else to show")


@dataclass(frozen=True, slots=True)
class Turn:
    """The turn of a player in an auction: the calls that each of the side has made, passes left out."""

    before: Auction
    point: DecisionPoint
    own: Sequence[CallMeaning]
    partner: Sequence[CallMeaning]

    @property
    def _theirs(self) -> list[Call]:
        calls = enumerate(self.before.calls)
        return [call for at, call in calls if call is not PASS and not self.before.is_ours(at)]

    @property
    def _least_points(self) -> int:
        """Return how many points partner has: with yours they are no more than the deck leaves to others."""
        masks = (points_of(made.row.condition) for made in self.partner if made.row is not None)
        return max(((mask & -mask).bit_length() - 1 for mask in masks), default=0)

    def is_usual(self, hand: Hand, choice: Choice) -> bool:
        """Return whether everybody makes the call of a choice with a hand, and knows it from the notes."""
        call = PASS if choice.call is None else choice.call
        # "Four hearts, 6+ hcp" may be said of five as well.
        is_open = any(row.call != call for row in self.point.longer.fitting(hand))
        learned = (_is_learned(choice.row, other, reason, hand) for other, reason in choice.passed_over)
        if is_open or not all(learned) or hand.hcp + self._least_points > MAX_POINTS:
            return False
        if self._theirs and not self._is_usual_against(hand, call, choice.passed_over):
            return False
        if choice.row is None:
            return not self.own and self._is_usual_pass(hand)
        if call is PASS:
            return True
        return not self._is_hidden(hand, choice.row) and self._is_usual_call(hand, choice.row)

    def _is_usual_against(self, hand: Hand, call: Call, passed_over: Sequence[tuple[Candidate, str]]) -> bool:
        """Return whether nobody waits or shows more where the opponents have bid, or doubts a stopper.

        Some overcall a balanced hand in its major, and some in notrump.
        """
        suits = [suit for each in self._theirs if (suit := own_suit(each))]
        if self.partner and hand.hcp > _STRONGEST:
            return False
        # With four of their suit some are in notrump, and with five some wait for a double.
        most = _SUPPORT if call is PASS or strain_of(call) is Strain.NOTRUMP else _RAISE
        if any(len(hand[suit]) > most for suit in suits):
            return False
        is_first = not (self.partner or self.own)
        # With Qxx or Jxxx in their suit, some bid notrump.
        held = [hand[suit] for suit in suits if len(hand[suit]) >= _RAISE]
        is_doubtful = any(suit[0] in "QJ" and suit[:2] not in ("QJ", "QT") for suit in held)
        is_open = any(strain_of(row.call) is Strain.NOTRUMP for row, _ in passed_over)
        return not is_doubtful and (not is_first or (_has_honour(hand, call) and not is_open))

    def _is_hidden(self, hand: Hand, row: Candidate) -> bool:
        """Return whether a call keeps from partner what many would tell first.

        That is eight cards in the major that he has shown, nine in a minor, and over the opponents' bid a
        major of five cards; of four where a minor is overcalled, or a double redoubled.
        """
        known = row.promised_suits.union(*map(_suits_of, self.own))
        is_contested = bool(self._theirs) and not self.own
        is_open = is_contested and (is_natural(row) or row.call in (DOUBLE, REDOUBLE))
        is_minor = not self.partner and strain_of(row.call) in (Strain.CLUBS, Strain.DIAMONDS)
        most = _RAISE if is_minor or row.call is REDOUBLE else _SUPPORT
        return any(
            self._least_of_partner(suit) + len(hand[suit]) >= _FIT + (suit in _MINORS)
            or (is_open and suit in _MAJORS and len(hand[suit]) > most)
            for suit in SUITS
            if suit not in known
        )

    def _least_of_partner(self, suit: Suit) -> int:
        """Return how many cards of a suit partner promises; a call without a row promises three."""
        rows = [made.row.condition for made in self.partner if made.row is not None]
        least = (n for n in range(_SEVEN, 0, -1) if any(not _has_fewer(each, n, suit) for each in rows))
        return next(least, _RAISE if any(suit in _suits_of(made) for made in self.partner) else 0)

    def _is_usual_call(self, hand: Hand, row: Candidate) -> bool:
        """Return whether a row surely means a hand, with all that players know and its words leave out.

        Notrump without a word on shape has no singleton, no suit of six, and no three cards in the major that
        partner opened. Nobody doubles an opening with a suit to bid, hides seven cards, or bids a second suit
        of three with a better one; and a transfer to a minor has six cards.
        """
        own, shown, lengths = self.own, row.promised_suits, sorted(hand.shape)
        suit, level = own_suit(row.call), level_of(row.call)
        partner = Suits().union(*map(_suits_of, self.partner))
        if suit and hand[suit] in tuple("AK") and suit not in shown:
            # A single ace or king is not a shortness to tell of.
            return False
        is_low = level == 1 and not partner and hand.hcp <= _OPENED
        longest = _LONG - (is_low and bool(self._theirs))
        if lengths[-1] > longest and (suit not in shown or is_low or len(hand[suit]) != lengths[-1]):
            return False
        if partner & shown:
            return self._is_usual_support(hand, row, partner & shown)
        if suit is None:
            return _is_usual_without_suit(hand, row, partner, has_called=bool(own))
        if not shown and lengths[-2] >= _FIVE:
            # What two long suits are worth, each pair decides.
            return False
        if suit not in shown:
            return not row.is_request or all(len(hand[each]) >= _LONG for each in shown & _MINORS)
        if self._is_jump_in_doubt(hand, row):
            return False
        return self._is_usual_rebid(hand, suit, level) if own else self._is_usual_suit(hand, row, suit)

    def _is_usual_suit(self, hand: Hand, row: Candidate, suit: Suit) -> bool:
        """Return whether everybody bids a suit first with a hand, and nobody preempts with nothing."""
        if self._is_longer_unwritten(hand, row, suit):
            return False
        if level_of(row.call) == 1:
            is_light = hand.hcp <= _OPENED and hand.hcp + sum(sorted(hand.shape)[2:]) <= _LIGHT
            return bool(self.partner or self._theirs) or not is_light
        if not self.partner and not _is_usual_jump(hand, row, suit):
            return False
        return hand.hcp >= _OPENED or (hand.hcp >= _LEAST_ANSWER and _has_honour(hand, row.call))

    def _is_longer_unwritten(self, hand: Hand, row: Candidate, suit: Suit) -> bool:
        """Return whether a hand has a suit to bid before this one, of which the notes say nothing.

        With five hearts and four diamonds nobody answers 1S with 2D, even if no row is for 2H.
        """
        shown = Suits().union(*map(_suits_of, (*self.own, *self.partner)))
        for other in SUITS:
            is_before = (len(hand[other]), other) > (len(hand[suit]), suit) and len(hand[other]) >= _FIVE
            if is_before and other not in shown and other not in map(own_suit, self._theirs):
                legal = (
                    bid for bid in BIDS if own_suit(bid) is other and self.before.illegality(bid) is None
                )
                bid = next(legal, None)
                if bid and bid.level <= level_of(row.call) and self.point.row(bid) is None:
                    return True
        return False

    def _is_usual_rebid(self, hand: Hand, suit: Suit, level: int) -> bool:
        """Return whether everybody bids a suit next with a hand.

        Whether six cards are bid again, or four beside them, each pair decides, and so it does whether a
        balanced hand is in notrump; with seven cards, all bid more. "1S-1N  2C 3+" is bid with 5-3-3-2, not
        with hearts, nor with spades that are bid again.
        """
        lengths = sorted(hand.shape)
        if suit in _suits_of(self.own[0]) and (lengths[-2] >= _SUPPORT or lengths[-1] > _LONG):
            return False
        if level > 1 and lengths == [_DOUBLETON, _RAISE, _RAISE, _FIVE]:
            return False
        if len(hand[suit]) >= _FIVE:
            return True
        # With six cards and more than a minimum, some jump in these.
        longest = _LONG if hand.hcp < _STRONGEST else _FIVE
        is_second = len(hand[suit]) >= _SUPPORT or lengths[-2:] == [_RAISE, _FIVE]
        return is_second and lengths[-1] <= longest

    def _is_jump_in_doubt(self, hand: Hand, row: Candidate) -> bool:
        """Return whether a hand is strong enough for a jump that the notes leave out: 2C with 19 points."""
        if hand.hcp <= _STRONGEST + _DOUBLETON * bool(self.own) or Obligation.TO_GAME in row.obligations:
            return False
        jump = BIDS.index(row.call) + len(Strain) if isinstance(row.call, Bid) else len(BIDS)
        is_limited = not points_of(row.condition) >> _UNLIMITED
        return not is_limited and any(self.point.row(bid) is None for bid in BIDS[jump : jump + 1])

    def _is_usual_support(self, hand: Hand, row: Candidate, suits: Suits) -> bool:
        """Return whether a raise of partner's suits, or a bid for it, is what everybody finds with a hand."""
        # With a void, few points are many.
        shortage = sum(_RAISE - length for length in hand.shape if length < _DOUBLETON)
        held, level = points_of(row.condition), level_of(row.call)
        suit = max(suits, key=lambda each: len(hand[each]))
        trumps = len(hand[suit])
        # With more of them than a limited row promises, a player bids more.
        least = trumps - 1 if held.bit_length() <= _LIMITED else _RAISE
        if trumps > _RAISE and any(_has_fewer(row.condition, least + 1, each) for each in suits):
            return False
        if trumps >= _LONG and level < _GAME:
            return False
        is_by_word = any(source.is_usual for source in row.explanation.sources)
        if is_by_word and self._least_of_partner(suit) + trumps < _FIT:
            # Whether three cards are a raise of four, the figures of notes must say.
            return False
        # Notrump says more than a minor, and so does a longer suit.
        if suits <= _MINORS and (trumps < max(hand.shape) or (not shortage and hand.hcp >= _STRONGEST)):
            return False
        is_weak = held & 1 and held.bit_length() <= _WEAK_RAISE
        if is_weak and (
            (level > _RAISE and trumps < _FIVE)
            or (level == _RAISE and not shortage)
            or hand.hcp > _FEW_POINTS
        ):
            return False
        return not shortage or hand.hcp + shortage < held.bit_length()

    def _is_usual_pass(self, hand: Hand) -> bool:
        """Return whether everybody passes with a hand for which the notes have no row.

        Nobody passes what is not natural. With a long suit over notrump, with support, or with five points
        over one of a suit, a player finds a bid, and with a suit of five over an opening of theirs.
        """
        longest = max(hand.shape)
        if not self.partner and self.before.last_bid is None:
            # With 11 points and eight cards in two suits, some open.
            return longest <= _LONG and hand.hcp + sum(sorted(hand.shape)[2:]) < _LIGHT
        if not self.partner:
            return longest < _FIVE and hand.hcp < _OPENED
        call, row = self.partner[0].call, self.partner[0].row
        if len(self.partner) > 1 or not isinstance(call, Bid):
            return False
        suit = call.strain.suit
        if suit is None:
            return longest < _LONG and hand.hcp < _PASSED_NOTRUMP[call.level - 1]
        is_shown = row is not None and suit in row.promised_suits
        is_short = longest < _LONG and len(hand[suit]) < _RAISE
        return is_shown and is_short and (call.level > 1 or hand.hcp < _LEAST_ANSWER)


def _is_usual_jump(hand: Hand, row: Candidate, suit: Suit) -> bool:
    """Return whether everybody opens or overcalls a suit on the two level or higher with a hand.

    Nobody does so with a second suit of five, unless that is shown as well. With more cards than six on the
    two level, with four of a major beside, or with a void, weak ones are for each to judge.
    """
    shown = row.promised_suits
    if sorted(hand.shape)[-2] >= _FIVE:
        return len(shown) > 1
    is_weak = points_of(row.condition).bit_length() <= _OPENED + 1
    is_wild = not min(hand.shape) or any(len(hand[each]) > _RAISE for each in _MAJORS - shown)
    is_low = level_of(row.call) == _DOUBLETON
    if is_weak and (is_wild or (is_low and len(hand[suit]) > _LONG)):
        return False
    return not is_low or suit in _MAJORS or len(hand[suit]) >= _LONG


def _is_usual_without_suit(hand: Hand, row: Candidate, partner: Suits, *, has_called: bool) -> bool:
    """Return whether notrump, a double or a redouble is what everybody calls with a hand."""
    shown, longest = row.promised_suits, max(hand.shape)
    if row.call is DOUBLE:
        return bool(partner) or (longest < _FIVE and hand.hcp > _LEAST_DOUBLE)
    majors, most = (partner & _MAJORS, _RAISE + has_called) if partner else (_MAJORS, _FIVE)
    if not (shown or (has_called and not partner)) and any(len(hand[major]) >= most for major in majors):
        return False
    return bool(shown) or row.call is REDOUBLE or (min(hand.shape) > 1 and longest < _LONG)


def _is_learned(chosen: Candidate | None, other: Candidate, reason: str, hand: Hand) -> bool:
    """Return whether a reason to pass over a row is one to know by heart, and not for each to judge.

    That a row is written first is none, nor which of two suits as long is bid first; nor is that notrump says
    more than a suit, or a suit more than notrump. With both majors many ask with Stayman, some bid clubs with
    any balanced hand, a minor may be longer than a major, or than the support for partner, whoever might
    overcall may double, with strength many redouble first, and what is worth a splinter may be worth a limit
    raise.
    """
    rows = (chosen, other)
    mine, yours = (
        max((len(hand[suit]) for suit in row.promised_suits), default=0) if row else 0 for row in rows
    )
    if mine < yours or other.call is DOUBLE or reason.startswith(_NOT_LEARNED):
        return False
    if other.call is REDOUBLE:
        return reason == _SUPPORTS
    if reason == "its suit is longer":
        return yours > 0
    if reason == "it has a major of four cards":
        # Some double with support for a minor, and some raise; and 4-3-3-3 is for notrump.
        return strain_of(other.call) is Strain.NOTRUMP and min(hand.shape) < _RAISE
    if reason == "it shows a major":
        is_open = strain_of(other.call) is Strain.NOTRUMP and min(hand.shape) == _RAISE
        return not is_open and (yours > 0 or min(hand.shape[:2]) < _SUPPORT)
    return reason not in _OF_NOTRUMP or all(row and strain_of(row.call) is not Strain.NOTRUMP for row in rows)


# ---------------------------------------------------------------- what rows and calls show


def points_of(condition: Formula) -> int:
    """Return the points of the hands that may fit a condition, a bit for each.

    >>> from bml_core.hands.conditions import points
    >>> bin(points_of(points(0, 3)))
    '0b1111'
    """
    every = 0
    for held in condition.bounds().most.reachable().points_by_shape():
        every |= held
    return every


def _has_fewer(condition: Formula, length: int, suit: Suit) -> bool:
    """Return whether some hand that fits has fewer cards in a suit."""
    return has_hands(condition & cards(0, length - 1, suit))


def _suits_of(made: CallMeaning) -> Suits:
    """Return the suits that a call shows: its own as well where no row denies a major on the one level."""
    shown = made.row.promised_suits if made.row is not None else Suits()
    suit = own_suit(made.call)
    is_shown = suit is not None and (made.row is None or (suit in _MAJORS and level_of(made.call) == 1))
    return shown | ({suit} if is_shown and suit else set())


def _has_honour(hand: Hand, call: Call) -> bool:
    """Return whether the suit of a bid has the ace, the king or the queen; True for other calls."""
    suit = own_suit(call)
    return suit is None or hand[suit][:1] in tuple("AKQ")


def is_natural(row: Candidate) -> bool:
    """Return whether a bid shows its suit, or is notrump and shows none."""
    suit = own_suit(row.call)
    return suit in row.promised_suits if suit else isinstance(row.call, Bid) and not row.promised_suits


def strain_of(call: Call) -> Strain | None:
    """Return the strain of a bid, None for other calls."""
    return call.strain if isinstance(call, Bid) else None


def level_of(call: Call) -> int:
    """Return the level of a bid, 0 for other calls."""
    return call.level if isinstance(call, Bid) else 0
