"""Answers to questions and transfers that are missing or of another call, and splinters in a wrong suit."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, pairwise, product

from bml_core.bridge import BIDS, PASS, Bid, Call, Strain
from bml_core.checks.run import Check, CheckedNotes
from bml_core.checks.siblings import SUIT_LETTER, SUITS_DOWN, Sibling, row_that_ends, siblings
from bml_core.checks.wording import (
    LETTERS,
    NAMED,
    SCHEME,
    SUIT,
    SUITS,
    count_in,
    first_answer,
    strain_of,
    suits_in,
    without_asides,
    words_of,
)
from bml_core.diagnostics import Diagnostic, Location, Related
from bml_core.document import BiddingTable, Row
from bml_core.hands.descriptions import Obligation

_ASKS_LOW, _LEAST_ANSWERS, _TWO = 4, 3, 2
_COMPLETES = re.compile(
    r"(?:simply |just )?(?:completes?|completed|completing|accepts?|accepted)\b(?!.*\bby\b)"
)
_SHORT = re.compile(r"(?:0-1|0|1|short(?: in|ness in)?|singleton|void)[ -]?" + SUIT)
_SPLINTER = re.compile(r"(?:^|, )splinter(?=$|,)")
_LONG, _TRANSFERRED = re.compile(r"[4-9]\+?!"), re.compile(r"[5-9]\+?!")
_SHORTNESS = re.compile(r"(?:\w+ )?(?:short(?:ness|age)?|singleton|void|splinter|feature)(?: or void)?")
# "Old order, not 1430"
_SCHEME = re.compile(rf"(?<!\bnot )(?<!\bno )(?<! than )(?<! of )(?<!\bwas )(?<!\bwere )\b{SCHEME}\b")
_KIND = re.compile(
    r"asks? (?:for )?(?:the|his|her|which|what) (?:other |second |[4-6]-card )?(major|minor)\b"
)
_WRITE = "Write a row for it."
_OF_KIND = {"major": SUITS_DOWN[:2], "minor": SUITS_DOWN[2:]}
_EXTREME, _POINTS = r"(?:min|max)(?:imum)?|(?:good|bad|weak|strong) hand", r"\d\d?(?:-\d\d?|\+)(?: hcp)?"
_JOINT = r"(?:, | (?:and|with) (?:an? )?| )"
# "minimum, good suit", "4-5, good suit", and "max with !d", "!d, max"
_STRENGTH_FIRST = re.compile(rf"(?P<strength>(?:{_EXTREME})(?=[, ])|{_POINTS}(?=,)){_JOINT}(?P<kind>[^,]+)")
_STRENGTH_LAST = re.compile(rf"(?P<kind>[^,]+?){_JOINT}(?P<strength>{_EXTREME})")
_SOLID = re.compile(r"\ba-?k-?q|solid")
_EXTREMES = re.compile(r"\b(min|max)(?:imum)?\b")
_SHAPE = re.compile(r"\b(bal|unbal|short|singleton|void|splinter)(?:anced|ness|age)?\b")

_REQUEST = re.compile(r"\b(?:puppet|relay|forces?|asks?) (?:to|for) ([1-7])!?([cdhsn])(?!\w)")
# "opener bids 2D"
_BIDS_THEN = re.compile(
    r"(?:^|[,;] )(?:then )?(?:opener|responder|partner) (?:must |has to |always )?(?:re)?bids? "
    r"([1-7])!?([cdhsn])(?=$|[,;.])"
)
# "first or second round control in !h"
_CONTROL = re.compile(
    rf"(?:(?:cue|an?|first|second|1st|2nd|or|round),? )*(?:{SUIT} )?(?:control|feature)(?: in {SUIT})?"
)
_SHORT_WORD = re.compile(
    r"\b(?:(?:short(?:ness|age)?|sing|singleton|void|doubleton|feature|stopper)\b|0-1(?= ?!))"
)
_SHORT_IN = re.compile(rf"{_SHORT_WORD.pattern} ?(?:in )?{SUIT}")
_PARTS = re.compile(r"(?: in)?[,;:.] ?| in$")
_OTHER_MAJOR = re.compile(r"\b(?:om|(?:the )?other major)\b")
_NOT_SHORT = re.compile(rf"\b(?:no|not|nothing|nowhere|without)\b.*{_SHORT_WORD.pattern}|\bnowhere$")
_COLOUR = re.compile(r"\b(?:black|red)\b")
_FOR_SOME = re.compile(
    r"^(?!.*\b(?:normal|always|forced|complet\w*|accept\w*|any|rest|others?|else|min\w*)\b)"
    r".*\b(?:better|good|fit|max\w*|likes?|support)\b"
)


def find(notes: CheckedNotes) -> Iterator[Diagnostic]:
    """Yield answers that are missing, and bids that show or complete another suit than they can."""
    groups = siblings(notes)
    below = {above.location: rows for above, rows in groups if above}
    lacking: set[Location] = set()
    for above, rows in groups:
        yield from (transfers := [*_transfers(above, rows, below)])
        lacking.update(found.location for found in transfers)
        yield from (*_splinters(above, rows), *(steps := [*_steps(above, rows)]))
        yield from (*_exchanged(rows), *_same_number(rows), *_answers(above, rows))
        if not steps:
            yield from (*_missing_number(rows), *_missing_pair(rows, below))
        yield from _other_scheme(above.text if above else "", rows)
        if _are_whole(rows, notes):
            yield from _missing_suit(above, rows)
        if above and above.location not in lacking:
            yield from _only_some(above, rows)
        yield from _other_question(above, rows)
        yield from filter(None, map(_other_control, rows))
        yield from filter(None, map(_other_request, rows))
    titles = [table for table in notes.rules if table.rows[0].call.text == "key cards"]
    schemes = {table.location: table.rows[0].description[0].text for table in titles}
    for table in notes.rules:
        if table not in titles:
            yield from _without_auction(notes, table, schemes.get(table.location, ""))


def _are_whole(rows: Sequence[Sibling], notes: CheckedNotes) -> bool:
    """Return whether no row among them stays text: they are line by line, or all of the page is read."""
    lines = [row.location.line for row in rows]
    is_partial = any(row.location.file in notes.partial_pages for row in rows[:1])
    return not is_partial or all(after - line == 1 for line, after in pairwise(lines))


def _without_auction(notes: CheckedNotes, table: BiddingTable, scheme: str) -> Iterator[Diagnostic]:
    """Yield what is wrong with answers that have no auction: "5C  1 or 4", below "Blackwood"."""
    literals = [(row, row.call.literal) for row in table.rows]
    rows = [
        Sibling(notes.system, row, call if isinstance(call, Bid) else None) for row, call in literals if call
    ]
    bids = [row for row in rows if row.bid]
    yield from (steps := [*_steps(None, bids)])
    yield from (*_exchanged(bids), *_alike(rows), *_same_number(rows), *_step_left_out(table.rows))
    yield from (*_other_scheme(scheme, rows), *(_missing_number(bids) if not steps else ()))


def _other_scheme(title: str, rows: Sequence[Sibling]) -> Iterator[Diagnostic]:
    """Yield a first answer that is not the one which the name of the answers has: "0 or 3" for 1430."""
    schemes = {*_SCHEME.findall(title)}
    first = count_in(rows[0].said) if rows else None
    if first and len(first.numbers) > 1 and len(schemes) == 1:
        scheme = schemes.pop()
        if first.numbers.isdisjoint(first_answer(scheme)):
            message = f"The first of these answers is not that of {scheme}, which is said above them."
            hint = "Exchange the words, or correct the name."
            yield Diagnostic("BML943", message, rows[0].location, hint)


def _swapped(rows: list[Sibling]) -> Iterator[tuple[Sibling, Diagnostic]]:
    """Yield the second of two bids with the same words and each other's suit: 2D spades, and 2H hearts."""
    known: dict[tuple[int, str], tuple[Sibling, Strain]] = {}
    for row in rows:
        if row.bid is None or len(suits := {*row.named}) != 1:
            continue
        suit = suits.pop()
        first, shown = known.get(key := (row.bid.level, row.form), (row, suit))
        known[key] = row, suit
        is_next = first.bid and row.bid.rank == first.bid.rank + 1
        is_higher = Bid(1, shown).rank == Bid(1, suit).rank + 1
        # Smolen shows a suit of four cards by the other one.
        are_long = _TRANSFERRED.search(first.text) and _TRANSFERRED.search(row.text)
        are_requests = are_long and Obligation.REQUEST in first.obligations & row.obligations
        if is_next and is_higher and (suit is row.bid.strain or are_requests):
            message = f"{first.name} shows {shown.name.lower()}, and {row.name} {suit.name.lower()}."
            yield row, row.found("BML943", message, "Exchange the suits.", first)


def _transfers(
    above: Sibling | None, rows: list[Sibling], below: Mapping[Location, list[Sibling]]
) -> Iterator[Diagnostic]:
    """Yield transfers to the suit that is bid, two to one suit, and what does not complete them."""
    swapped = dict(_swapped(rows))
    yield from swapped.values()
    target = above.transfer if above else None
    known: dict[tuple[int, Strain], Sibling] = {}
    for row in rows:
        if row.bid is None:
            continue
        if target and row.strain is not target and _COMPLETES.match(row.text):
            message = f"{row.name} completes a transfer to {target.name.lower()}, by its words."
            yield row.found("BML943", message, "Correct one of the two rows.", above)
        if (suit := row.transfer) is None:
            continue
        first = known.setdefault((row.bid.level, suit), row)
        if row in swapped:
            continue
        if suit is row.bid.strain:
            message = f"{row.name} is a transfer to {suit.name.lower()}, which is the suit that it bids."
            yield row.found("BML943", message, "Correct the suit or the call.")
        elif first.bid != row.bid and not (first.text == row.text and NAMED.search(row.text)):
            message = f"{row.name} and {first.name} are both transfers to {suit.name.lower()}."
            yield row.found("BML943", message, "Correct one of them.", first)
    transfers = [row for row in rows if row.transfer and row not in swapped]
    lacking = [row for row in transfers if (wanted := _completion(row)) and wanted not in row.next_calls]
    # The heading "After 1NT-2♦-2♥" describes nothing.
    done = {
        row.level: row
        for row in transfers
        if row not in lacking and any(each.bid == _completion(row) for each in below.get(row.location, ()))
    }
    for row in lacking:
        rest, like = below.get(row.location, ()), done.get(row.level)
        if like and bool(rest) == bool(row.next_calls) and all(each.agreements for each in rest):
            asks = f"asks for {_completion(row)}, and no row bids that"
            message = f"{row.name} {asks}, unlike after {like.name}."
            yield row.found("BML944" if rest else "BML927", message, _WRITE, like)


def _completion(row: Sibling) -> Bid | None:
    """Return the bid that completes a transfer to another suit than its own."""
    is_other = row.bid and row.transfer and row.transfer is not row.bid.strain
    return row.lowest(row.transfer) if is_other and row.transfer else None


def _splinters(above: Sibling | None, rows: list[Sibling]) -> Iterator[Diagnostic]:
    """Yield splinters in partner's suit, and those that are short in another suit than they bid."""
    short: dict[Sibling, set[Strain]] = {}
    hint = "Correct the suits or the call."
    # "2H  6+!s, transfer" does not show hearts, nor does "1H  4+!s (0+ if short in clubs)".
    suit = above.strain if above and not (above.is_artificial or above.row.call.theirs) else None
    is_shown = above and suit in SUITS_DOWN[:2] and (not above.named or suit in above.named)
    for row in rows:
        begins = row.text.startswith("splinter")
        # "4X" is meant for the other suits.
        is_exact = begins and (row.bid or not row.level)
        if suit and above and is_shown and is_exact and suit in map(strain_of, row.calls):
            message = f"{row.name} is a splinter in {suit.name.lower()}, which {above.name} bids."
            yield row.found("BML943", message, hint, above)
        if row.named == [row.strain] and _SPLINTER.search(row.said) and _LONG.search(row.said):
            yield row.found("BML943", f"{row.name} is a splinter, and shows four cards of its suit.", hint)
        suits = {SUITS[letter] for letter in _SHORT.findall(row.text)}
        if row.strain in SUITS_DOWN and (begins or _SPLINTER.search(row.text)) and len(suits) == 1:
            short[row] = suits
    right = [row for row, suits in short.items() if row.strain in suits]
    for row in short.keys() - right if right else ():
        (suit,) = short[row]
        message = f"{row.name} is a splinter, and is short in {suit.name.lower()}."
        yield row.found("BML943", message, hint, right[0])


def _steps(above: Sibling | None, rows: list[Sibling]) -> Iterator[Diagnostic]:
    """Yield the one step that is missing among answers to a question, or that count alike, as aces."""
    is_answer = above is not None and above.has_steps
    bids = {row.bid.rank: row for row in rows if row.bid}
    ranks = sorted(bids)
    if len(bids) < max(_LEAST_ANSWERS, len(rows)):
        return
    gaps = [(low + 1, bids[low], bids[high]) for low, high in pairwise(ranks) if high - low > 1]
    first = above.bid.rank + 1 if above and above.bid and is_answer else ranks[0]
    if above and ranks[0] == first + 1:
        gaps.append((first, above, bids[ranks[0]]))
    # Where two are missing, they are meant to be.
    if len(gaps) != 1 or ranks[-1] - ranks[0] > len(ranks):
        return
    ((missing, row, other),) = gaps
    # "5C none or all four", "5H two"; other questions leave out the suits that were bid, and notrump.
    is_count = all(count_in(each.said) for each in rows)
    bid = BIDS[missing]
    calls = [each.auction.calls for each in other.agreements]
    known = [call.strain for call in chain(*calls) if isinstance(call, Bid)]
    is_plain = is_answer and bid.level < _ASKS_LOW and bid.strain.suit and bid.strain not in known[:-1]
    # "2S  The ace of spades" among the answers from 2H to 3NT
    is_plain = is_plain and all(each.strain is not bid.strain for each in map(BIDS.__getitem__, ranks))
    is_plain = is_plain and not any(_is_denied(bid, each) for each in calls)
    # Who has nothing to show bids the trump suit: "3S  Maximum, nothing short" for spades.
    is_return = other.strain in SUITS_DOWN and other.strain in known[:-1]
    if is_count or (is_plain and not is_return):
        where = f"before {other.name}" if row is above else f"between {row.name} and {other.name}"
        message = f"Among these answers {bid} is missing, {where}."
        yield other.found("BML944", message, _WRITE, row)


def _is_denied(bid: Bid, calls: Sequence[Call]) -> bool:
    """Return whether who answers has bid 1NT over a suit of partner's, when he could bid this one."""
    rounds = zip(calls[-7::-4], calls[-5::-4], strict=False)
    return any(
        own == Bid(1, Strain.NOTRUMP) and isinstance(partner, Bid) and partner.strain < bid.strain
        for partner, own in rounds
    )


def _step_left_out(rows: Sequence[Row]) -> Iterator[Diagnostic]:
    """Yield the one step that is missing among those of a list: "2nd step" and "4th step"."""
    steps = {int(row.call.text[0]): row for row in rows if row.call.text.endswith("step")}
    missing = set(range(min(steps, default=0), max(steps, default=0))) - steps.keys()
    if len(missing) == 1 and len(steps) == len(rows):
        (step,) = missing
        before, after = steps[step - 1], steps[step + 1]
        message = f"Step {step} is missing between these answers, which count the steps."
        see = (Related(before.location, f"Step {step - 1} is described here."),)
        yield Diagnostic("BML944", message, after.location, _WRITE, see)


def _exchanged(rows: list[Sibling]) -> Iterator[Diagnostic]:
    """Yield two answers that count aces and are exchanged: "4H two" and "4S one", or those for the queen."""
    counted = [(row, found) for row in rows if row.bid and (found := count_in(row.said))]
    if len(counted) < max(_LEAST_ANSWERS, len(rows)):
        return
    numbers = [min(found.numbers) for _, found in counted]
    # "5C  1 or 4" may be before or after "5D  0 or 3".
    are_single = all(len(found.numbers) == 1 for _, found in counted[1:])
    are_in_turn = are_single and len({*numbers}) == len(numbers) and _is_one_turn(numbers)
    for (row, first), (other, second) in pairwise(counted):
        is_turned = are_in_turn and min(first.numbers) > min(second.numbers)
        is_queen = first.numbers == second.numbers and first.queen and second.queen is False
        if is_turned or is_queen:
            message = f"{row.name} and {other.name} are exchanged: these answers count up."
            yield other.found("BML943", message, "Exchange the words.", row)


def _alike(rows: list[Sibling]) -> Iterator[Diagnostic]:
    """Yield an answer without an auction that stands twice, or has the words of the one before it."""
    for row, other in pairwise(rows):
        is_twice = row.row.call.patterns == other.row.call.patterns
        if is_twice or (row.text == other.text and (count := count_in(row.said)) and count.is_alone):
            what = f"stands twice, also in line {row.location.line}" if is_twice else ""
            message = f"{other.name} {what or f'counts as many as {row.name} beside it'}."
            yield other.found("BML944", message, "Correct one of the answers.", row)


def _same_number(rows: list[Sibling]) -> Iterator[Diagnostic]:
    """Yield an answer with a number of aces that another one has: "5C  1 or 4" and "5D  0 or 4"."""
    alone = [
        (row, found.numbers)
        for row in rows
        if (found := count_in(row.said)) and found.is_alone and found.queen is None
    ]
    for (one, numbers), (other, others) in pairwise(alone):
        # Those with the same words are found as such.
        if one.text != other.text and (shared := numbers & others):
            message = f"{one.name} and {other.name} both have {' or '.join(map(str, sorted(shared)))}."
            yield other.found("BML944", message, "Correct one of the numbers.", one)


def _missing_number(rows: list[Sibling]) -> Iterator[Diagnostic]:
    """Yield the one number that no answer has, where others have less and more.

    Where two have the same, one of these is wrong.
    """
    counts = [(row, found) for row in rows if (found := count_in(row.said))]
    if len(counts) < max(_LEAST_ANSWERS, len(rows)):
        return
    shown = Counter((number, found.queen) for _, found in counts for number in found.numbers)
    numbers = {number for number, _ in shown}
    missing = {*range(min(numbers), max(numbers))} - numbers
    if len(missing) == 1 and max(shown.values()) == 1:
        number = missing.pop()
        place = next((row for row, found in counts if min(found.numbers) > number), rows[-1])
        hint = "Write a row for it, or correct a number."
        yield place.found("BML944", f"None of these answers has {number}.", hint)


def _is_one_turn(numbers: list[int]) -> bool:
    """Return whether numbers go up but for two beside each other."""
    return sum(one > other for one, other in pairwise(numbers)) == 1


def _answers(above: Sibling | None, rows: list[Sibling]) -> Iterator[Diagnostic]:
    """Yield the one answer that is missing among all those that everybody has, as to Stayman."""
    if not (above and above.agreements and rows):
        return
    # Over their hearts, nobody shows hearts.
    is_asked = all(call is PASS for call in above.theirs)
    for meaning, *answers in above.asks if is_asked else ():
        usual = {above.lowest(Strain(name)) for name in answers if name != str(PASS)}
        missing = usual - above.next_calls.keys()
        # Two levels are of another question: 3D Stayman
        is_usual = len(usual) >= _LEAST_ANSWERS and len({bid and bid.level for bid in usual}) == 1
        is_usual = is_usual and above.next_calls.keys() <= usual
        is_usual = is_usual and all(bid and bid.strain.suit for bid in missing)
        if len(missing) == 1 and is_usual and all(row.agreements for row in rows):
            bid = missing.pop()
            place = next((row for row in rows if row.bid and bid and row.bid.rank > bid.rank), rows[-1])
            yield place.found("BML944", f"Among the answers to {meaning} {bid} is missing.", _WRITE)


def _missing_pair(rows: list[Sibling], below: Mapping[Location, list[Sibling]]) -> Iterator[Diagnostic]:
    """Yield the one pair of words that no row has: "minimum, good suit", "4-5, good suit" or "!d, max"."""
    said = {row: without_asides(row.said).strip() for row in rows if row.bid}
    split = {row: pair for row, words in said.items() if (pair := _pair_in(words))}
    pairs = {pair: row for row, pair in reversed(split.items())}
    missing = set(product(*map(dict.fromkeys, zip(*pairs, strict=True)))) - pairs.keys()
    if len(missing) != 1 or len(pairs) < _LEAST_ANSWERS:
        yield from _missing_shape(rows)
        return
    ((extreme, kind),) = missing
    others = [row for row in rows if row not in split and not _SOLID.search(row.text)]
    if any(row.text.startswith(extreme) for row in others):
        return
    if len(pairs) < len(split) and not extreme[0].isdigit():
        # The one that has the words of another one is found as such.
        return
    ranks = [row.bid.rank for row in pairs.values() if row.bid]
    is_step = len(split) == len(rows) and max(ranks) - min(ranks) == len(ranks)
    inner = [_pair_in(each.said) for row in rows for each in below.get(row.location, ())]
    # "min, 6+!s" is one of many natural rebids.
    if (extreme, kind) not in inner and (is_step or not re.search(r"\d|^nat|bal", kind)):
        # Beside the others of that strength
        place = next(row for words, row in pairs.items() if words[0] == extreme)
        yield place.found("BML944", f"Among these answers “{extreme}, {kind}” is missing.", _WRITE)


def _pair_in(words: str) -> tuple[str, str] | None:
    """Return how strong a row is, and the other thing that it says, such as "good suit"."""
    found = _STRENGTH_FIRST.fullmatch(words) or _STRENGTH_LAST.fullmatch(words)
    # A solid suit has no bad hand.
    return (found["strength"], found["kind"]) if found and not _SOLID.search(words) else None


def _missing_shape(rows: list[Sibling]) -> Iterator[Diagnostic]:
    """Yield that balanced hands, or others, have no answer with one strength: "min bal" and "max, short"."""
    corners: dict[tuple[str, bool], Sibling] = {}
    for row in rows:
        strengths, shapes = {*_EXTREMES.findall(row.said)}, {*_SHAPE.findall(row.said)}
        if len(strengths) != 1 or len(shapes) != 1:
            return
        corners.setdefault((strengths.pop(), shapes.pop().startswith("bal")), row)
    missing = {*product(("min", "max"), (True, False))} - corners.keys()
    if len(missing) == 1:
        ((extreme, is_balanced),) = missing
        message = f"No answer here is {'balanced' if is_balanced else 'unbalanced'} with a {extreme}imum."
        yield corners[extreme, not is_balanced].found("BML944", message, _WRITE)


def _missing_suit(above: Sibling | None, rows: list[Sibling]) -> Iterator[Diagnostic]:
    """Yield the one suit, besides those that were bid, in which no answer is short or shows a feature."""
    shown, trumps = _suits_shown(rows)
    first = next((row for row in rows if row.agreements), None)
    if first is None or any(_COLOUR.search(words) for words in _words_before(first)):
        # "4441, black singleton"
        return
    calls = first.agreements[0].auction.before.calls
    bid = [call.strain for call in calls[:-2] if isinstance(call, Bid)]
    is_asked = (above and above.is_question) or any(_NOT_SHORT.search(row.text) for row in rows)
    for form, suits in shown.items() if bid and (trumps or (is_asked and bid[0].suit)) else ():
        missing = {*SUITS_DOWN}.difference(bid, trumps, suits)
        # The suit of a 2D opening may be another one, if short diamonds are shown then.
        is_known = trumps or bid[0] in SUITS_DOWN[:2] or suits.keys().isdisjoint(bid)
        if not (is_known and len(suits) == _TWO and len(missing) == 1):
            continue
        suit, (_, last) = missing.pop(), suits.values()
        if suit not in _named_apart(rows, suits) and (is_asked or _is_left_out(suit, last, rows)):
            words = next((part for part in _PARTS.split(form) if _SHORT_WORD.search(part)), "a short hand")
            message = f"No row shows {words.strip()} in {suit.name.lower()}, as {last.name} does in its suit."
            # "4H" may be natural, and written nowhere.
            is_game = last.level == _ASKS_LOW and suit in SUITS_DOWN[:2]
            code = "BML954" if is_game and not (above and above.is_question) else "BML944"
            yield _place_of(suit, suits, rows).found(code, message, _WRITE, last)


def _is_left_out(suit: Strain, last: Sibling, rows: Sequence[Sibling]) -> bool:
    """Return whether no row bids a suit on the level of another one, though some bid less and some more."""
    ranks = {row.bid.rank for row in rows if row.bid}
    own = Bid(last.level or 0, suit).rank
    return own not in ranks and min(ranks) < own < max(ranks)


def _place_of(suit: Strain, shown: Mapping[Strain, Sibling], rows: Sequence[Sibling]) -> Sibling:
    """Return the row before which one for a suit belongs: beside its own bid, or where a step is left out."""
    last = [*shown.values()][-1]
    bids = [row for row in rows if row.bid]
    if any(row.strain is each for each, row in shown.items()):
        own = Bid(last.level or 0, suit).rank
        return next((row for row in bids if row.bid and row.bid.rank > own), last)
    pairs = pairwise(bids)
    return next((two for one, two in pairs if one.bid and two.bid and two.bid.rank - one.bid.rank > 1), last)


def _named_apart(rows: Sequence[Sibling], shown: Mapping[Strain, Sibling]) -> set[Strain]:
    """Return the suits that rows name with other words than those for a suit that is shown, too."""
    named = [(row.form, {*suits_in(_with_other_major(row))}) for row in rows]
    natural = {form for form, suits in named if form and not suits.isdisjoint(shown)}
    natural -= {row.form for row in shown.values()}
    return {suit for form, suits in named if form not in natural for suit in suits}


def _suits_shown(rows: Sequence[Sibling]) -> tuple[dict[str, dict[Strain, Sibling]], set[Strain]]:
    """Return rows by the suit in which they are short, for each form of words, and the trumps they name."""
    short: dict[str, dict[Strain, Sibling]] = {}
    trumps: set[Strain] = set()
    for row in rows:
        said = _with_other_major(row)
        if not _SHORT_WORD.search(said) or _NOT_SHORT.search(row.text):
            continue
        letters = LETTERS.findall(said)
        if row.strain in SUITS_DOWN and _SHORTNESS.fullmatch(row.text):
            letters = [row.letter]
        # "4!s, doubleton !c"
        if len(found := _SHORT_IN.findall(said)) == 1 < len(letters):
            letters.remove(found[0])
            trumps.update(map(SUITS.__getitem__, letters))
            letters = found
        if len(letters) != 1 or not row.bid:
            return {}, set()
        form = " ".join(SUIT_LETTER.sub("", said).split())
        short.setdefault(form, {})[SUITS[letters[0]]] = row
    return (short, trumps) if len(trumps) < _TWO else ({}, set())


def _with_other_major(row: Sibling) -> str:
    """Return the words of a row with the suit for "short oM" after an opening in a major."""
    bids = (call for call in row.agreements[0].auction if isinstance(call, Bid)) if row.agreements else ()
    first = next((bid.strain for bid in bids), Strain.NOTRUMP)
    other = {Strain.HEARTS: "!s", Strain.SPADES: "!h"}.get(first)
    return _OTHER_MAJOR.sub(other, row.said) if other else row.said


def _words_before(row: Sibling) -> Iterator[str]:
    """Return the words of the rows that a row continues."""
    auction = row.agreements[0].auction
    rows = (row_that_ends(row.system, auction, end) for end in range(1, len(auction)))
    return map(words_of, filter(None, rows))


def _only_some(above: Sibling, rows: list[Sibling]) -> Iterator[Diagnostic]:
    """Yield the only answer to a transfer, if it is for some hands alone: "Hxx or better".

    Beside a jump, "4!s and a maximum", the completion goes without saying.
    """
    wanted = _completion(above)
    for row in rows if wanted and len(rows) == 1 else ():
        is_no_jump = wanted and row.bid and row.bid.rank <= wanted.rank
        if is_no_jump and _FOR_SOME.search(without_asides(row.text)):
            message = f"{row.name} is the only answer to {above.name}, and not for all hands."
            yield row.found("BML944", message, "Write a row for the others.", above)


def _other_question(above: Sibling | None, rows: list[Sibling]) -> Iterator[Diagnostic]:
    """Yield a question for the major whose answers are in minors."""
    if above is None or above.bid is None or not rows:
        return
    asked = _KIND.search(above.text)
    suits = {suit for row in rows for suit in row.named[:1]}
    if asked and len(suits) > 1 and suits.isdisjoint(_OF_KIND[asked[1]]):
        message = f"{above.name} asks for the {asked[1]}, and the answers show other suits."
        yield above.found("BML943", message, "Correct the question or its answers.", rows[0])


def _other_control(row: Sibling) -> Diagnostic | None:
    """Return that a cue bid shows a control of another suit, and is not in one that was bid before."""
    found = _CONTROL.match(row.said)
    suit = SUITS.get(found[1] or found[2]) if found else None
    is_plain = row.strain in SUITS_DOWN and suit is not row.strain
    if not (suit and is_plain) or row.is_of_suit(theirs=True) or row.is_of_suit(theirs=False):
        return None
    message = f"{row.name} shows a control in {suit.name.lower()}, by its words."
    return row.found("BML943", message, "Correct the suit or the call.")


def _other_request(row: Sibling) -> Diagnostic | None:
    """Return that a row asks for one bid, and a table continues another one: "puppet to 3D" before 2N-3C.

    Nor can 2C ask for 2C.
    """
    asked, hint = _REQUEST.search(row.text) or _BIDS_THEN.search(row.text), "Correct one of the calls."
    wanted = Call.parse(f"{asked[1]}{asked[2]}".upper()) if asked and row.agreements else None
    if isinstance(wanted, Bid) and row.bid and wanted.rank <= row.bid.rank:
        return row.found("BML943", f"{row.name} asks for {wanted}, which is not higher.", hint)
    if wanted is None or wanted in row.next_calls:
        return None
    for other in row.next_calls.values():
        if not other.is_described and isinstance(other.call, Bid):
            message = f"{row.name} asks for {wanted}, and a table continues {other.auction:short}."
            see = (Related(other.location, f"{other.call} is continued here."),)
            return Diagnostic("BML943", message, row.location, hint, see)
    return None


CHECKS = (Check(find, ("BML943", "BML944"), ("BML927", "BML954"), of_rows=True),)
