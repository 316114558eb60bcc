"""The suits of a row held against its auction: those of the opponents, of partner, and of its own bid.

What is sure of rows is held together where they are not understood in full, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations, islice, product

from bml_core.bridge import DOUBLE, PASS, Bid, Strain, make_bid
from bml_core.checks.earlier import (
    PARTNER,
    ROUND,
    SHORT_SUIT,
    Rows,
    candidates,
    found_of_rows,
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
from bml_core.checks.wording import CORRECTS, LETTERS, MOST_POINTS, SUIT, SUITS, asks, strain_of
from bml_core.diagnostics import Diagnostic
from bml_core.hands.bidding import GAMES, Candidate
from bml_core.hands.conditions import parts_of_all, stopper
from bml_core.hands.counting import needs
from bml_core.hands.descriptions import Obligation, says_shape

_ANY_SUIT = re.compile(r"\b(?:majors?|minors?|suits|either)\b")
_LONG = re.compile(rf"(?:long|[4-7]\+?) ?{SUIT}\w*")
_FOR_OTHERS = re.compile(r"(?:neg\w*|take-? ?out|t/o|responsive)\b")
_BOTH = re.compile(
    r"(?:^|, )(?:(?i:both |the |)(?:(?P<majors>(?i:majors))|(?i:minors))|both (?:(?P<M>M)|m))(?=$|[,;.]| \d)"
)
_PENALTY = re.compile(r"\b(?:pen\w*|business|trap|lead\w*|or|no|not|den\w+)\b")
_TRANSFERS = re.compile(
    r"(?:jacoby|texas|xfer|transfer)(?: transfer| xfer)? (?:to |for |in |before |with )?!?([cdhs])\b"
)
# "Michaels: !h and a minor", "5-5 in !s and !d", "!c + !h"
_TWO_SUITS = re.compile(
    r"(?:^|[:,;] |\b(?:michaels|unusual|ghestem|two-suiter|5-[45]|with|in|shows|the) )"
    r"(?:(?:5-[45]|in|with) )*"
    rf"(?:[45]\+? ?)?{SUIT}\w*(?: (?:and|plus|with) | ?[+&/] ?)(?:[45]\+? ?)?"
    rf"(?:{SUIT}|(?:of )?an? (?:\w+ )?(?:minor|major)\b)"
)
_SUPPORTS = re.compile(r"support|raise|fit\b|trumps?|\bor\b|\?|\bno\b|\bnot\b")
_TRANSFER_WITH = re.compile(
    rf"(?:jacoby|texas|xfer|transfer)(?: transfer| xfer)? (?:to |for )?{SUIT}\w*"
    rf"[:,;] (?:at least )?[5-9]\+? ?{SUIT}"
)
_A_MINOR = re.compile(r"(?:\+|\band|\bwith) an? (?:\w+ )?minor\b")
_SPLINTER_FOR = re.compile(
    # "19+, splinter, 0-1 club, 4 spades"
    r"(?:\d\d?(?:-\d\d?|\+)(?: hcp)?, )?spl(?:inter)?,?(?: (?:0-1|short|singleton|void)[^,;]*,)?"
    rf" [4-9]\+? ?{SUIT}"
)
_RAISE = r"(?:(?:limit|good|poor|mixed|inv\w*|pre-?emptive|weak|constructive|gf) )?raise\b"
_CARDS = rf"[3-6]\+? ?{SUIT}\w*"
_RAISES = re.compile(
    # "Cue, !h raise", "good raise in spades"
    rf"(?:^|, )(?:cue,? )?(?:(?:limit|good|inv\w*) )?{SUIT}\w* raise\b"
    rf"|\braise\+? (?:in|of|with) (?:{_CARDS}|{SUIT})"
    # "three hearts, good raise", "4!h support"
    rf"|\b{_CARDS}, (?:\*a\* )?{_RAISE}|(?<!no )\b{_CARDS}(?:[ -]card)? support\b"
    # "mixed raise: 4!h", "Drury, 9-11, 3+!s"
    rf"|(?:^|, )(?:\*a\*,? |cue,? )?(?:{_RAISE}(?: or better)?|(?:reverse |(?:two|2)-way )?(?:drury|bergen))"
    rf"[,:;]? (?:\d\d?(?:-\d\d?|\+)(?: hcp)?,? )?(?:with |exactly )?{_CARDS}"
)
_OR = re.compile(r"\bor (?!better|more|stronger|gf\b)")
_AGREES = re.compile(rf"(?:agrees?|agreeing|sets|setting) {SUIT}")
# What is not about the suit of its bid: alerted, "transfer", "P/C", "fit jump"
_ARTIFICIAL = re.compile(
    r"[\[(](?:a|ann)[\])]|\bart|agree|sets\b|transfer|xfer|splinter|relay|puppet|cue|fit|\basks?\b|convent|shows|p/c|\bor\b|either"
    r"|correct|support|raise|step|short|void|singleton|smolen|bergen|drury|michaels|unusual|leaping|multi|\?"
)
# "transfer" may be to a suit that is not understood, and after "no 4-card major" partner bids what he has.
_MAY_ASK = re.compile(r"\basks?\b|transfer|xfer|den(?:y|ies)|\bno \d")
# "Weak with !c", "to play in !h", "!d": the suit that a pass leaves
_LEFT_IN = re.compile(rf"(?:weak,? |to play,? )?(?:with |in |long |[4-9]\+? ?)?{SUIT}\w*(?=$|[,;.])")
_NATURAL = re.compile(r"\bnat(?:ural)?\b|\d\+? cards\b")
_POINTS_FIRST = re.compile(r"^(?:\d[-\d]*|m(?:in|ax)\w*), ")
_STOPPED = re.compile(rf"\b(?:none|stoppers?) in (?:the )?{SUIT}|\bno (?:stopper in )?{SUIT} stopper")
_CUE, _TAKEOUT, _STAYMAN = re.compile(r"\bcue"), re.compile(r"take-? ?out\b"), re.compile(r"stayman\b")
_PREEMPTIVE, _CARDS_SHOWN = re.compile(r"\bpre|\bbarrage\b"), re.compile(rf"\b([3-7])\+?[ -]?{SUIT}")
_CONSTRUCTIVE = re.compile(r"\b(?:constructive|raise|support|limit|mixed)\b(?!.*\b(?:no|not|or)\b)")
_SHOWN_ALONE = re.compile(rf"{SUIT}\w*, (?:(?:inv\w*|gf|f1|weak|nf|or better|or gf|to play)(?:[ ,+]+|$))+")
_ASKS_LEAD = re.compile(
    rf"(?:asks for |wants )?(?:an? )?{SUIT}\w* lead|lead(?:-directing)?(?: in|:|,)? {SUIT}\w*"
)
_CASE = re.compile(r"\((?:over|after|if|opposite) [^()]*\)")
_MAJORS, _MINORS, _SHOWN, _LOW = (Strain.HEARTS, Strain.SPADES), (Strain.CLUBS, Strain.DIAMONDS), 3, 2
_ONE_DIAMOND = make_bid(1, Strain.DIAMONDS)
_STOPPERS = {stopper(suit.suit): suit for suit in SUITS.values() if suit.suit}
_CORRECT_EITHER = "Correct the suit or the call."


def impossible_suits(notes: CheckedNotes) -> Iterator[Diagnostic]:
    """Yield rows that show, agree or stop another suit than their auction leaves."""
    looks = (
        _unshown,
        _preempts_on_three,
        _raises_another,
        _leads_another,
        _taken,
        _doubles_ours,
        _own_transfer,
        _transfer_to_another,
        _of_other,
        _short_in_another,
        _stops_ours,
        _stops_another,
        _left,
    )
    return found_of_rows(notes, looks)


def swapped(notes: CheckedNotes) -> Iterator[Diagnostic]:
    """Yield two bids beside each other of which each shows the suit of the other one, in the same words.

    Below notrump and other bids that ask, a bid of one major may show the other.
    """
    rows = candidates(notes)
    beside: dict[str, list[tuple[Candidate, str, str]]] = {}
    for row, written in ours(notes):
        # "(over 1!h) self-sufficient" does not show hearts, and "8!s, or seven and wild" is natural.
        words = _CASE.sub("", written) if "(" in written else written
        if _is_natural(row, words.replace(" or ", " ")) and letter_of(row) not in LETTERS.findall(words):
            beside.setdefault(row.agreement.auction.code_up_to(-1), []).append(
                (row, words, f"!{letter_of(row)}")
            )
    for group in beside.values():
        of_others = [words for _, words, _ in group if LETTERS.search(words)]
        for (one, words, here), (other, others, there) in combinations(group, 2):
            if there not in words or others.replace(here, there) != words:
                continue
            bids = [call for call in one.agreement.auction.calls[-3::-2] if isinstance(call, Bid)]
            is_asked = _is_asked(one, rows)
            if len(of_others) > PARTNER and not is_asked:
                # "1H  5+!s", "2C  5+!d" and "2D  5+!c": that is how they answer.
                break
            is_low = all(bid.level == 1 and bid.strain.suit for bid in bids) or not is_asked
            # Transfers to a strong 1C: "1H  8+, 5+!s"
            is_low = is_low and not (len(bids) == 1 and any(map(_is_void, rows_before(one, rows, PARTNER))))
            # "2H  4!s, 5+!c" after an opening of 2C with clubs
            is_low = is_low or (
                len(bids) == PARTNER
                and bids[1].strain.suit is not None
                and length_of(one, bids[1].strain) > _SHOWN
            )
            # Steps, as "3S  !c", "3N  !d" and "4C  !s"
            are_steps = is_asked and (one.call.rank < other.call.rank) is (there < here)
            if not are_steps and (is_low or f"{here}{there}" not in ("!h!s", "!s!h")):
                mine, yours = (name_of(SUITS[each[1]]) for each in (there, here))
                message = f"{one.call} shows {mine}, and {other.call} {yours}: their words are exchanged."
                yield report("BML943", other, message, "Exchange the words.", before=one)


def _is_asked(row: Candidate, rows: Rows) -> bool:
    """Return whether an earlier call of our side is in notrump, asks, or is not described."""
    before = list(rows_before(row, rows, PARTNER))
    is_known = len(before) == (len(row.agreement.auction) - 1) // PARTNER
    return not is_known or any(
        letter_of(each) not in SUITS or _may_ask(each, words) for each, words in before
    )


def _is_void(before: tuple[Candidate, str]) -> bool:
    """Return whether a bid shows no card of its suit, as a strong 1C."""
    row, strain = before[0], strain_of(before[0].call)
    return strain is not None and strain.suit is not None and not length_of(row, strain)


def _left(row: Candidate, words: str, rows: Rows) -> Diagnostic | None:
    """Return that a pass is said to leave another suit than partner's bid."""
    calls = row.agreement.auction.calls
    bid = calls[-3] if len(calls) > PARTNER and calls[-2] is PASS and row.call is PASS else None
    if not isinstance(bid, Bid):
        return None
    # "6-10, 6!s" leaves a bid of partner to be passed or corrected.
    is_corrected = any(CORRECTS.search(shown) for _, shown in islice(rows_before(row, rows, PARTNER), 1))
    left = _LEFT_IN.match(_POINTS_FIRST.sub("", words) if is_corrected else words)
    if not left or SUITS[left[1]] is bid.strain:
        return None
    message = f"A pass leaves {bid}, and its words say {name_of(SUITS[left[1]])}."
    return report("BML943", row, message, "Correct the suit.")


def _stops(row: Candidate) -> set[Strain]:
    """Return the suits in which a row has a stopper."""
    return {_STOPPERS[part] for part in parts_of_all(row.sure) if part in _STOPPERS}


def _stops_another(row: Candidate, words: str, rows: Rows) -> Diagnostic | None:
    """Return that a bid of notrump has a stopper in another suit than the one that the opponents have bid."""
    calls = row.agreement.auction.calls[-2::-2]
    # A double may show the suit.
    if letter_of(row) != "n" or DOUBLE in calls or len(stops := _stops(row)) != 1:
        return None
    theirs = {call.strain for call in calls if isinstance(call, Bid) and call.level == 1}
    if len(theirs) != 1 or not stops.isdisjoint(theirs):
        return None
    message = f"{row.call} has a stopper in {name_of(*stops)}, and the opponents have bid {name_of(*theirs)}."
    return report("BML943", row, message, "Correct the suit.")


def _stops_ours(row: Candidate, words: str, rows: Rows) -> Diagnostic | None:
    """Return that a row is about a stopper in a suit that our side has shown."""
    suits = _stops(row) | {SUITS[found[1] or found[2]] for found in _STOPPED.finditer(words)}
    for before, _ in rows_before(row, rows, PARTNER) if suits else ():
        for suit in suits:
            if length_of(before, suit) > _SHOWN:
                name = name_of(suit)
                message = f"{row.call} is about a stopper in {name}, and {before.call} showed that suit."
                return report("BML943", row, message, "Correct the suit.", before=before)
    return None


def _own_transfer(row: Candidate, words: str, rows: Rows) -> Diagnostic | None:
    """Return that a row is a transfer to the suit that it bids: "2H  Jacoby for !h"."""
    transfer, calls = _TRANSFERS.match(words), row.agreement.auction.calls
    is_own = transfer is not None and is_in(row, transfer[1])
    if not is_own or [*map(strain_of, calls[-3:-2])] != [Strain.NOTRUMP]:
        return None
    message = f"{row.call} is a transfer to {name_of(strain_of(row.call))}, which is the suit that it bids."
    return report("BML943", row, message, _CORRECT_EITHER)


def _transfer_to_another(row: Candidate, words: str, rows: Rows) -> Diagnostic | None:
    """Return that a row is a transfer to one suit, and has five cards of another one: "Texas !h: 5+!s"."""
    found = _TRANSFER_WITH.match(words)
    if not found or found[1] == found[2] or len({*LETTERS.findall(words)}) != len(found.groups()):
        return None
    suit, held = (SUITS[letter] for letter in found.groups())
    message = f"{row.call} is a transfer to {name_of(suit)}, and shows {name_of(held)} by its words."
    return report("BML943", row, message, "Correct one of the suits.")


def _preempts_on_three(row: Candidate, words: str, rows: Rows) -> Diagnostic | None:
    """Return that a preemptive jump raise of partner's major has three trumps: "3H  0-5, 3!h, preempt"."""
    calls = row.agreement.auction.calls
    raised = [make_bid(level, strain) for level, strain in product((1, _SHOWN), _MAJORS)]
    is_raise = len(calls) == PARTNER + 1 and calls[1] is PASS and calls[0] in raised and row.call in raised
    if not (is_raise and calls[0] != row.call and strain_of(calls[0]) is strain_of(row.call)):
        return None
    if not _PREEMPTIVE.search(words) or [*_CARDS_SHOWN.findall(words)] != [("3", letter_of(row))]:
        return None
    message = f"{row.call} is a preempt with three cards in {name_of(strain_of(row.call))}."
    return report("BML943", row, message, "Correct the number of cards.")


def _raises_another(row: Candidate, words: str, rows: Rows) -> Diagnostic | None:
    """Return that a response is constructive with three cards of another suit: "2D  8-10, 3!s" after 1H."""
    calls = row.agreement.auction.calls
    opening = calls[0] if len(calls) == PARTNER + 1 and calls[1] is PASS else None
    shown = {*_CARDS_SHOWN.findall(words)}
    if not (isinstance(opening, Bid) and opening.strain in _MAJORS and len(shown) == 1):
        return None
    ((cards, letter),) = shown
    suit, bid = SUITS[letter], (strain_of(row.call), opening.strain)
    if cards != "3" or suit in bid or bid[0] is Strain.NOTRUMP or not _CONSTRUCTIVE.search(words):
        return None
    message = (
        f"{row.call} shows three cards in {name_of(suit)}, and partner has bid {name_of(opening.strain)}."
    )
    return report("BML943", row, message, "Correct the suit.")


def _leads_another(row: Candidate, words: str, rows: Rows) -> Diagnostic | None:
    """Return that a double of a suit asks for the lead of another one: "X  lead !s" over (2H)."""
    calls = row.agreement.auction.calls
    last = calls[-2] if row.call is DOUBLE and len(calls) > 1 else None
    asked = _ASKS_LEAD.fullmatch(words)
    is_low = isinstance(last, Bid) and last.strain.suit is not None and last.level <= _SHOWN
    suit = SUITS[asked[1] or asked[2]] if asked and is_low else None
    if suit is None or suit is strain_of(calls[-2]):
        return None
    message = f"{row.call} of {last} asks for a lead in {name_of(suit)}."
    return report("BML943", row, message, "Correct the suit.")


def _unshown(row: Candidate, words: str, rows: Rows) -> Diagnostic | None:
    """Return that a row agrees a suit that nobody has shown: "4D  Splinter, 4!h" after 1S."""
    splinter, calls = _SPLINTER_FOR.match(words), row.agreement.auction.calls
    # "5!s, or 4!h support"
    raises = None if _OR.search(words) else _RAISES.search(words)
    agreed = splinter or _AGREES.match(words) or raises
    # Over a bid of theirs, "agreeing hearts" may be of a suit that is to come.
    is_free = raises is not None or all(call is PASS for call in calls[-2::-2])
    if not (agreed and is_free):
        return None
    letter = agreed[agreed.lastindex or 1]
    # "3H sets hearts, solid" is about the own suit of the hand, a raise is not.
    if is_in(row, letter) and not raises:
        return None
    known = list(_bids_before(row, rows))
    if not known or any(each is None or _may_have_shown(*each, letter) for each in known):
        return None
    what = "is a splinter for" if splinter else "is a raise in" if raises else "agrees"
    message = f"{row.call} {what} {name_of(SUITS[letter])}, which nobody has shown."
    return report("BML943", row, message, _CORRECT_EITHER)


def _bids_before(row: Candidate, rows: Rows) -> Iterator[tuple[Candidate, str] | None]:
    """Yield the rows of what our side has bid before, the last one first; None for one without a row.

    An opening after passes shows the suits of the same one in first seat.
    """
    auction = row.agreement.auction
    opened = auction.from_opening()
    passes = len(auction) - len(opened)
    for end in range(len(auction) - PARTNER, 0, -PARTNER):
        if auction.calls[end - 1] is not PASS:
            yield rows.get(auction.code_up_to(end)) or rows.get(opened.code_up_to(end - passes))


def _taken(row: Candidate, words: str, rows: Rows) -> Diagnostic | None:
    """Return that a row shows a suit that the opponents have bid."""
    calls = row.agreement.auction.calls
    own, last = strain_of(row.call), strain_of(calls[-2]) if len(calls) > 1 else None
    message = ""
    said = _BOTH.search(row.explanation.passage.text)
    theirs = [strain_of(call) for call in calls[-2::-2]]
    if said and (said["majors"] or said["M"]):
        kind = "majors" if last in _MAJORS else ""
    else:
        # One that they have not raised may be short.
        kind = "minors" if said and last in _MINORS and theirs.count(last) > 1 else ""
    if kind:
        message = f"{row.call} shows both {kind}, and the opponents have bid {name_of(last)}."
    elif suit := (
        _held_in_double(row, words) or _held_of_theirs(row, words, rows) or _in_two_suiter(row, words, rows)
    ):
        message = f"{row.call} shows {name_of(suit)}, which the opponents have bid."
    elif _is_overcall(row) and last is own and own not in (*_MAJORS, None) and _A_MINOR.search(words):
        message = f"{row.call} shows a minor, and the opponents have bid {name_of(own)}."
    if message:
        return report("BML943", row, message, _CORRECT_EITHER)
    is_unusual = _is_overcall(row) and letter_of(row) == "n" and calls[0] == _ONE_DIAMOND
    if is_unusual and {"c", "d"} <= {*long_suits(row)}:
        message = f"{row.call} shows both minors, and the opponents have bid diamonds."
        return report("BML954", row, message, _CORRECT_EITHER)
    return None


def _held_in_double(row: Candidate, words: str) -> Strain | None:
    """Return the major that a double is of and its words show: "1D-(1H)-X  4!h exactly"."""
    calls = row.agreement.auction.calls
    bid, is_for_others = calls[-2] if row.call is DOUBLE else None, _FOR_OTHERS.match(words) is not None
    # One bid of theirs, on the one level unless the double is for takeout
    is_low = isinstance(bid, Bid) and bid.level <= (_LOW if is_for_others else 1)
    if not (isinstance(bid, Bid) and is_low) or any(call is not PASS for call in calls[-4::-2]):
        return None
    # "negative, 4!s; or 5+!h" is not for penalties.
    clause = re.split("[;,] or ", words)[0] if is_for_others else words
    held = None if _PENALTY.search(clause) else _LONG.search(clause)
    return bid.strain if held and bid.strain in _MAJORS and SUITS[held[1]] is bid.strain else None


def _held_of_theirs(row: Candidate, words: str, rows: Rows) -> Strain | None:
    """Return the suit that the opponents have and a natural bid, a cue bid or an overcall shows."""
    own, theirs = strain_of(row.call), _theirs(row, rows)
    if not theirs:
        return None
    taken = [SUITS[letter] for letter in long_suits(row) if SUITS[letter] in theirs]
    alone, over = _SHOWN_ALONE.fullmatch(words), row.agreement.auction.calls[-2:-1]
    if alone and [*map(strain_of, over)] == [SUITS[alone[1]]] and own and own.suit and own not in theirs:
        # "3D  !h, inv or better" over their 2H
        return SUITS[alone[1]] if alone[1] in "hs" else None
    is_cue = _CUE.search(words) is not None
    if is_cue and own in theirs and length_of(row, own) >= _SHOWN:
        # "cue, 11+, 3!h"
        return own
    if own in taken and _STAYMAN.search(words) and not _PENALTY.search(words):
        # "3S  Stayman with a spade stopper: four spades" after their 2S
        return own
    if own in taken:
        return own if own is taken[0] and (is_cue or (_is_overcall(row) and own in _MAJORS)) else None
    if not taken or own is None or not own.suit:
        return None
    is_sure = _is_natural(row, words) or _is_of_only_suit(row, words, taken[0])
    return taken[0] if is_sure and not _is_asked_now(row, rows) else None


def _is_of_only_suit(row: Candidate, words: str, suit: Strain) -> bool:
    """Return whether words of a conventional bid directly over their one bid have a length in its suit.

    "Stayman, 4!h" or "Texas !h: 5+!s" where they have bid that suit
    """
    last, *earlier = row.agreement.auction.calls[-2::-2]
    is_only = isinstance(last, Bid) and last.strain is suit and all(call is PASS for call in earlier)
    lengths = {SUITS[found[1]] for found in _LONG.finditer(words)}
    return is_only and suit in lengths and not _PENALTY.search(words)


def _in_two_suiter(row: Candidate, words: str, rows: Rows) -> Strain | None:
    """Return the suit of their opening that is one of the two that an overcall shows: "!h and a minor, 5-5".

    A club may be short, and a diamond beside clubs as well.
    """
    auction = row.agreement.auction
    opening, bid = auction.calls[0] if _is_overcall(row) else None, row.call
    if not (isinstance(opening, Bid) and isinstance(bid, Bid)) or opening.level > _LOW:
        return None
    pair, long = _TWO_SUITS.search(words), long_suits(row)
    letters = pair.groups() if pair else long if len(long) > 1 and bid.level > 1 else ()
    shown = {SUITS[letter] for letter in letters if letter} - {Strain.CLUBS}
    their = rows.get(auction.code_up_to(1))
    is_suit = opening.strain.suit is not None
    is_held = length_of(their[0], opening.strain) > _SHOWN if their and is_suit else opening.level == 1
    is_short = opening.strain is Strain.DIAMONDS and "c" in letters
    return opening.strain if opening.strain in shown and is_held and not is_short else None


def _doubles_ours(row: Candidate, words: str, rows: Rows) -> Diagnostic | None:
    """Return that a double of their suit shows the one that partner has: "1H-(2D)-X  4+!h"."""
    bid = row.agreement.auction.calls[-2] if row.call is DOUBLE else None
    if not isinstance(bid, Bid) or not bid.strain.suit or _SUPPORTS.search(words):
        return None
    partner = next(_bids_before(row, rows), None)
    for letter in long_suits(row) if partner else ():
        if partner and letter in long_suits(partner[0]) and SUITS[letter] is not bid.strain:
            message = f"{row.call} shows {name_of(SUITS[letter])}, which {partner[0].call} showed before."
            return report("BML943", row, message, "Correct the suit.", before=partner[0])
    return None


def _is_overcall(row: Candidate) -> bool:
    auction = row.agreement.auction
    return len(auction) == PARTNER and not auction.we_deal


def _theirs(row: Candidate, rows: Rows) -> set[Strain]:
    """Return the suits that the opponents have bid and surely have: by their rows, or majors without rows."""
    calls = row.agreement.auction.calls
    ends = [end for end in range(len(calls) - 1, 0, -2) if isinstance(calls[end - 1], Bid)]
    bids = {end: call for end in ends if isinstance(call := calls[end - 1], Bid)}
    if Strain.NOTRUMP in (bid.strain for bid in bids.values()):
        return set()
    described = {end: rows.get(row.agreement.auction.code_up_to(end)) for end in ends}
    # After 2D, 2H may be there to be corrected.
    is_multi = any(bid.level == _LOW and bid.strain is Strain.DIAMONDS for bid in bids.values())
    return {
        bid.strain
        for end, bid in bids.items()
        if (
            length_of(their[0], bid.strain) > _SHOWN
            if (their := described[end])
            else bid.strain in _MAJORS and not is_multi
        )
    }


def _is_asked_now(row: Candidate, rows: Rows) -> bool:
    """Return whether partner's last call asks, or may ask as it is not understood: the row may be a step."""
    auction = row.agreement.auction
    call = auction.calls[-PARTNER - 1] if len(auction) > PARTNER else None
    partner, said = rows.get(auction.code_up_to(-PARTNER)) or (None, "")
    level, is_notrump = (call.level, call.strain is Strain.NOTRUMP) if isinstance(call, Bid) else (0, False)
    if partner is None:
        return level > 1 or is_notrump
    is_open = level > 1 and is_notrump and not says_shape(partner.sure)
    return is_open or _may_ask(partner, said)


def _may_ask(row: Candidate, words: str) -> bool:
    """Return whether a row asks, or asks for one bid, or words of it say so that are not understood."""
    return row.is_question or row.is_request or asks(words) or _MAY_ASK.search(words) is not None


def _of_other(row: Candidate, words: str, rows: Rows) -> Diagnostic | None:
    """Return that words show another suit than a bid that is of its own: a rebid, an answer to Stayman."""
    call, auction, calls = row.call, row.agreement.auction, row.agreement.auction.calls
    if not isinstance(call, Bid) or not any(_other_suit(row, words, n) for n in (_SHOWN, _SHOWN - 1)):
        return None
    earlier = ((back, rows.get(auction.code_up_to(-back))) for back in range(2, len(calls), 2))
    befores = {back: each for back, each in earlier if each}
    # An opening of a minor may have three cards.
    least = {back: _SHOWN - (back == len(calls) - 1) for back in befores}
    shown = [
        back
        for back, (each, _) in befores.items()
        if letter_of(each) == letter_of(row) and length_of(each, call.strain) > least[back]
    ]
    partner, said = befores.get(PARTNER, (row, ""))
    is_raise = shown[:1] == [PARTNER]
    is_shown = letter_of(row) in long_suits(partner) and letter_of(partner) != letter_of(row)
    other, is_asked = _other_suit(row, words, _SHOWN - (is_raise or is_shown)), _is_asked_now(row, rows)
    always, limits = row.explanation.reading.always, row.sure.bounds().most.limits()
    may_pass = Obligation.PASSABLE in always and (is_raise or Obligation.INVITES not in always)
    is_limited = is_raise and limits is not None and limits[1] < MOST_POINTS
    does = ""
    if call.strain in _MAJORS and partner.call == Bid(call.level, Strain.CLUBS) and _STAYMAN.match(said):
        does = "answers Stayman"
    elif is_shown and (partner.is_request or not is_asked):
        does = "is in the suit that partner has shown"
    elif is_asked:
        return None
    elif shown and (may_pass or is_limited or shown[0] == ROUND or call.level == GAMES[call.strain]):
        does = f"is a {'raise' if shown[0] % ROUND else 'rebid'} of {name_of(call.strain)}"
    elif may_pass:
        does = "may be passed"
    if not (other and does):
        return None
    message = f"{call} {does}, and shows {name_of(other)} by its words."
    return report("BML943", row, message, _CORRECT_EITHER)


def _short_in_another(row: Candidate, words: str, rows: Rows) -> Diagnostic | None:
    """Return that a takeout double is short in a suit that the opponents have not bid."""
    short = SHORT_SUIT.search(words) if row.call is DOUBLE and _TAKEOUT.match(words) else None
    theirs = {strain_of(call) for call in row.agreement.auction.calls[-2::-2]} - {None}
    suit = SUITS[short[1] or short[2]] if short else None
    if not (suit and theirs) or suit in theirs or Strain.NOTRUMP in theirs:
        return None
    message = f"{row.call} is for takeout, and short in {name_of(suit)}, which the opponents have not bid."
    return report("BML943", row, message, _CORRECT_EITHER)


def _other_suit(row: Candidate, words: str, least: int) -> Strain | None:
    """Return the only suit that a natural bid of another one shows, with more cards than ``least``."""
    lengths = zip("shdc", needs(row.condition).lengths, strict=True)
    long = [letter for letter, length in lengths if length > least]
    if len(long) != 1 or letter_of(row) in (*long, *LETTERS.findall(words)) or not _is_natural(row, words):
        return None
    return SUITS[long[0]]


def _is_natural(row: Candidate, words: str) -> bool:
    """Return whether a row bids a suit, and no word says that it is about another one."""
    return letter_of(row) in SUITS and not row.agreement.alert and not _ARTIFICIAL.search(words)


def _may_have_shown(row: Candidate, words: str, letter: str) -> bool:
    """Return whether a row names a suit, or bids it and names no other one.

    "4+!h, may have 4!s" shows no spades.
    """
    is_open = not row.is_read or needs(row.sure).lengths["shdc".index(letter)] >= _SHOWN
    named = set(LETTERS.findall(words))
    kind = "major" if letter in "hs" else "minor"
    # "1S  natural, maybe weak with !d"
    is_bid = is_in(row, letter)
    is_own = is_bid and (not named or _NATURAL.search(words) is not None)
    # "1S  5+!s, see majors"
    is_long = isinstance(row.call, Bid) and row.call.level == 1 and letter_of(row) in long_suits(row, 5)
    is_named = letter in named or (
        not is_long and any(word.startswith((kind, "suits", "either")) for word in _ANY_SUIT.findall(words))
    )
    # "Takeout" and "Michaels" may be of any suit.
    is_any = not named and (row.call is DOUBLE or _ARTIFICIAL.search(words) is not None)
    # "1H  !s, or !c and !d" over a strong (1C), and a natural one over others
    is_other_kind = is_bid and not row.agreement.auction.is_ours(0) and _OR.search(words) is not None
    return is_any or is_own or is_other_kind or ((is_open or is_bid) and is_named)
