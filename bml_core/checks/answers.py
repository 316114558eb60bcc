"""Answers to questions and transfers that are missing or of another call, and splinters in a wrong suit."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, product

from bml_core.bridge import BIDS, PASS, Auction, Bid, Call, Strain
from bml_core.checks.run import Check, CheckedNotes
from bml_core.checks.siblings import LETTERS, SUITS_DOWN, Sibling, siblings
from bml_core.checks.wording import COUNT_ALONE, NAMED, SUIT, SUITS, words_of
from bml_core.diagnostics import Diagnostic, Location, Related
from bml_core.document import Row
from bml_core.hands.descriptions import Obligation

_ASKS_LOW, _LEAST_ANSWERS = 4, 3
_COMPLETES = re.compile(
    r"(?:simply |just )?(?:completes?|completed|completing|accepts?|accepted)\b(?!.*\bby\b)"
)
_SHORT = re.compile(r"(?:0-1|0|1|short(?: in|ness in)?|singleton|void)[ -]?" + SUIT)
_SPLINTER = re.compile(r"(?:^|, )splinter(?=$|,)")
_LONG, _TRANSFERRED = re.compile(r"[4-9]\+?!"), re.compile(r"[5-9]\+?!")
_SHORTNESS = re.compile(r"(?:\w+ )?(?:short(?:ness|age)?|singleton|void|splinter)(?: or void)?")
_NUMBERS = re.compile(
    r"(?:no(?:ne)?|one|two|three|four|[0-4])"
    r"(?:$|[,;]| or | \(or | ?/ ?\d|,? and | with(?:out)? | no | (?:ace|king|control|key ?card)s?\b)"
)
_COUNT = re.compile(r"(no(?:ne)?|one|two|three|four|[0-5])\b( ?(?:or|/) ?\w+)?")
# "0 or 3", "1/4"
_PAIR = re.compile(r"([0-5])(?: or | ?/ ?)([0-5])(?: (?:aces?|kings?|key ?cards?))?$")
_NUMBER_OF = dict(zip(("no", "none", "one", "two", "three", "four"), "001234", strict=True))
_QUEEN = re.compile(r"(?:\bwith|\band|\bplus|\+) ?(?:the )?(?:trump )?q(?:ueen)?\b")
_NO_QUEEN = re.compile(r"\b(?:no|without|w/o|lacks?) ?(?:the )?(?:trump )?q(?:ueen)?\b")
_KIND = re.compile(
    r"asks? (?:for )?(?:the|his|her|which|what) (?:other |second |[4-6]-card )?(major|minor)\b"
)
_OF_KIND = {"major": SUITS_DOWN[:2], "minor": SUITS_DOWN[2:]}
_ASIDE, _STRENGTH = re.compile(r" ?\([^()]*\)"), re.compile(r"(?:min|max)(?:imum)?|\d\d?(?:-\d\d?|\+)")

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
_SHORT_WORD = re.compile(r"\b(?:short(?:ness|age)?|sing|singleton|void|doubleton)\b")
_SHORT_IN = re.compile(rf"{_SHORT_WORD.pattern} (?:in )?{SUIT}")
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
        for found in _transfers(above, rows, below):
            lacking.add(found.location)
            yield found
        yield from _splinters(above, rows)
        yield from (steps := [*_steps(above, rows)])
        yield from _exchanged(rows)
        yield from _same_number(rows)
        yield from _answers(above, rows)
        yield from () if steps else _missing_pair(rows, below)
        if not any(row.location.file in notes.partial_pages for row in rows[:1]):
            yield from _missing_suit(above, rows)
        if above and above.location not in lacking:
            yield from _only_some(above, rows)
        yield from _other_question(above, rows)
        yield from _other_controls(rows)
        yield from _other_requests(rows)
    for table in notes.rules:
        # Answers for aces without an auction: "5C  1 or 4", below "Blackwood"
        literals = [(row, row.call.literal) for row in table.rows]
        rows = [Sibling(notes.system, row, bid) for row, bid in literals if isinstance(bid, Bid)]
        yield from (*_steps(None, rows), *_exchanged(rows), *_alike(rows), *_same_number(rows))
        yield from _step_left_out(table.rows)
        if table.rows[0].call.text == "key cards":
            scheme = table.rows[0].description[0].text
            message = f"The first of these answers is not that of {scheme}, which is said above them."
            yield Diagnostic("BML943", message, table.location, "Exchange the words, or correct the name.")


def _swapped(rows: list[Sibling]) -> Iterator[tuple[Sibling, Diagnostic]]:
    """Yield the second of two bids with the same words and each other's suit: 2D spades, and 2H hearts."""
    known: dict[tuple[int, str], tuple[Sibling, Strain]] = {}
    for row in rows:
        suits = {*map(SUITS.get, LETTERS.findall(row.text))}
        if row.bid is None or len(suits) != 1:
            continue
        suit = suits.pop() or row.bid.strain
        first, shown = known.get(key := (row.bid.level, row.form), (row, suit))
        known[key] = row, suit
        is_next = first.bid and row.bid.rank == first.bid.rank + 1
        is_higher = [*Strain].index(shown) == [*Strain].index(suit) + 1
        # Smolen shows a suit of four cards by the other one.
        are_long = _TRANSFERRED.search(first.text) and _TRANSFERRED.search(row.text)
        are_requests = are_long and Obligation.REQUEST in first.obligations & row.obligations
        if is_next and is_higher and (suit is row.bid.strain or are_requests):
            message = f"{first.name} shows {shown.name.lower()}, and {row.name} {suit.name.lower()}."
            yield row, Diagnostic("BML943", message, row.location, "Exchange the suits.", first.related)


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
        if target and above and row.bid.strain is not target and _COMPLETES.match(row.text):
            message = f"{row.name} completes a transfer to {target.name.lower()}, by its words."
            yield Diagnostic("BML943", message, row.location, "Correct one of the two rows.", above.related)
        if (suit := row.transfer) is None:
            continue
        first = known.setdefault((row.bid.level, suit), row)
        if row in swapped:
            continue
        if suit is row.bid.strain:
            message = f"{row.name} is a transfer to {suit.name.lower()}, which is the suit that it bids."
            yield Diagnostic("BML943", message, row.location, "Correct the suit or the call.")
        elif first.bid != row.bid and not (first.text == row.text and NAMED.search(row.text)):
            message = f"{row.name} and {first.name} are both transfers to {suit.name.lower()}."
            yield Diagnostic("BML943", message, row.location, "Correct one of them.", first.related)
    transfers = [row for row in rows if row.transfer and row not in swapped]
    lacking = [row for row in transfers if (wanted := _completion(row)) and wanted not in row.next_calls]
    done = {row.level: row for row in transfers if row not in lacking}
    for row in lacking:
        rest, like = below.get(row.location, ()), done.get(row.level)
        if like and bool(rest) == bool(row.next_calls) and all(each.agreements for each in rest):
            code = "BML944" if rest else "BML927"
            message = (
                f"{row.name} asks for {_completion(row)}, and no row bids that, unlike after {like.name}."
            )
            yield Diagnostic(code, message, row.location, "Write a row for it.", like.related)


def _completion(row: Sibling) -> Bid | None:
    """Return the bid that completes a transfer to another suit than its own."""
    is_other = row.bid and row.transfer and row.transfer is not row.bid.strain
    return row.lowest(row.transfer) if is_other and row.transfer else None


def _splinters(above: Sibling | None, rows: list[Sibling]) -> Iterator[Diagnostic]:
    """Yield splinters in partner's suit, and those that are short in another suit than they bid."""
    short: dict[Sibling, set[Strain]] = {}
    # "2H  6+!s, transfer" does not show hearts.
    is_ours = above is not None and not above.is_artificial and not above.row.call.theirs
    suit = (
        above.bid.strain if is_ours and above and above.bid and above.bid.strain in SUITS_DOWN[:2] else None
    )
    # Nor does "1H  4+!s (0+ if short in clubs)".
    said = [SUITS[letter] for letter in LETTERS.findall(above.said)] if above else []
    suit = suit if not said or suit in said else None
    for row in rows:
        calls = {each.call for each in row.agreements} if row.text.startswith("splinter") else set()
        # "4X" is meant for the other suits.
        is_exact = row.bid or not row.level
        if suit and above and is_exact and any(isinstance(c, Bid) and c.strain is suit for c in calls):
            message = f"{row.name} is a splinter in {suit.name.lower()}, which {above.name} bids."
            yield Diagnostic("BML943", message, row.location, "Correct the suits or the call.", above.related)
        suits_said = [SUITS[letter] for letter in LETTERS.findall(row.said)]
        if (
            row.bid
            and suits_said == [row.bid.strain]
            and _SPLINTER.search(row.said)
            and _LONG.search(row.said)
        ):
            message = f"{row.name} is a splinter, and shows four cards of its suit."
            yield Diagnostic("BML943", message, row.location, "Correct the suits or the call.")
        is_splinter = row.text.startswith("splinter") or _SPLINTER.search(row.text)
        if row.bid and row.bid.strain.suit and is_splinter:
            suits = {SUITS[letter] for letter in _SHORT.findall(row.text)}
            short |= {row: suits} if len(suits) == 1 else {}
    right = [row for row, suits in short.items() if row.bid and row.bid.strain in suits]
    for row in short.keys() - right if right else ():
        (suit,) = short[row]
        message = f"{row.name} is a splinter, and is short in {suit.name.lower()}."
        yield Diagnostic("BML943", message, row.location, "Correct the suits or the call.", right[0].related)


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
    is_count = all(_NUMBERS.match(each.text) for each in rows)
    bid = BIDS[missing]
    known = [call.strain for each in other.agreements for call in each.auction.calls if isinstance(call, Bid)]
    is_plain = is_answer and bid.level < _ASKS_LOW and bid.strain.suit and bid.strain not in known[:-1]
    # "2S  The ace of spades" among the answers from 2H to 3NT
    is_plain = is_plain and all(each.strain is not bid.strain for each in map(BIDS.__getitem__, ranks))
    is_plain = is_plain and not any(_is_denied(bid, each.auction.calls) for each in other.agreements)
    # Who has nothing to show bids the trump suit: "3S  Maximum, nothing short" for spades.
    is_return = other.bid is not None and other.bid.strain.suit and other.bid.strain in known[:-1]
    if is_count or (is_plain and not is_return):
        where = f"before {other.name}" if row is above else f"between {row.name} and {other.name}"
        message = f"Among these answers {bid} is missing, {where}."
        yield Diagnostic("BML944", message, other.location, "Write a row for it.", row.related)


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
        yield Diagnostic("BML944", message, after.location, "Write a row for it.", see)


def _exchanged(rows: list[Sibling]) -> Iterator[Diagnostic]:
    """Yield two answers that count aces and are exchanged: "4H two" and "4S one", or those for the queen."""
    counted = [
        (row, found)
        for row in rows
        if row.bid and _NUMBERS.match(row.text) and (found := _COUNT.match(row.text))
    ]
    if len(counted) < max(_LEAST_ANSWERS, len(rows)):
        return
    numbers = [_NUMBER_OF.get(found[1], found[1]) for _, found in counted]
    # "5C  1 or 4" may be before or after "5D  0 or 3".
    are_single = not any(found[2] for _, found in counted[1:])
    for (row, _), (other, _), number, following in zip(
        counted, counted[1:], numbers, numbers[1:], strict=False
    ):
        rest = sorted(numbers) == [*dict.fromkeys(sorted(numbers))]
        is_turned = are_single and rest and number > following and _is_one_turn(numbers)
        is_queen = number == following and _QUEEN.search(row.text) and _NO_QUEEN.search(other.text)
        if is_turned or is_queen:
            message = f"{row.name} and {other.name} are exchanged: these answers count up."
            yield Diagnostic("BML943", message, other.location, "Exchange the words.", row.related)


def _alike(rows: list[Sibling]) -> Iterator[Diagnostic]:
    """Yield an answer without an auction that stands twice, or counts as many aces as the one before it."""
    for row, other in pairwise(rows):
        if row.bid == other.bid or (row.text == other.text and COUNT_ALONE.fullmatch(row.text)):
            what = f"stands twice, also in line {row.location.line}" if row.bid == other.bid else ""
            message = f"{other.name} {what or f'counts as many as {row.name} beside it'}."
            yield Diagnostic("BML944", message, other.location, "Correct one of the answers.", row.related)


def _same_number(rows: list[Sibling]) -> Iterator[Diagnostic]:
    """Yield an answer with a number of aces that another one has: "5C  1 or 4" and "5D  0 or 4"."""
    pairs = [(row, {*found.groups()}) for row in rows if (found := _PAIR.match(row.text))]
    for (one, numbers), (other, others) in pairwise(pairs):
        if len(shared := numbers & others) == 1:
            message = f"{one.name} and {other.name} both have {shared.pop()}."
            yield Diagnostic("BML944", message, other.location, "Correct one of the numbers.", one.related)


def _is_one_turn(numbers: list[str]) -> bool:
    """Return whether numbers go up but for two beside each other."""
    return sum(one > other for one, other in pairwise(numbers)) == 1


def _answers(above: Sibling | None, rows: list[Sibling]) -> Iterator[Diagnostic]:
    """Yield the one answer that is missing among all those that everybody has, as to Stayman."""
    if not (above and above.agreements and rows):
        return
    # Over their hearts, nobody shows hearts.
    is_asked = all(call is PASS for call in above.agreements[0].auction.calls[-2::-2])
    for meaning, *answers in above.asks if is_asked else ():
        usual = {above.lowest(Strain(name)) for name in answers if name != str(PASS)}
        missing = usual - above.next_calls.keys()
        # Two levels are of another question: 3D Stayman
        is_usual = len(usual) >= _LEAST_ANSWERS and len({bid and bid.level for bid in usual}) == 1
        is_usual = is_usual and above.next_calls.keys() <= usual
        is_usual = is_usual and all(bid and bid.strain.suit for bid in missing)
        if len(missing) == 1 and is_usual and all(row.agreements for row in rows):
            message = f"Among the answers to {meaning} {missing.pop()} is missing."
            yield Diagnostic("BML944", message, rows[0].location, "Write a row for it.")


def _missing_pair(rows: list[Sibling], below: Mapping[Location, list[Sibling]]) -> Iterator[Diagnostic]:
    """Yield the one pair of words that no row has: "minimum, good suit" or "4-5, good suit"."""
    split = {row: tuple(_ASIDE.sub("", row.said).strip().split(", ")) for row in rows if row.bid}
    pairs = {words: row for row, words in split.items() if len(words) == 2 and _STRENGTH.fullmatch(words[0])}
    missing = set(product(*map(dict.fromkeys, zip(*pairs, strict=True)))) - pairs.keys()
    if len(missing) != 1 or len(pairs) < _LEAST_ANSWERS:
        return
    ((extreme, kind),) = missing
    # Beside the others of that strength
    place = next(row for words, row in pairs.items() if words[0] == extreme)
    others = [row for row in rows if row not in pairs.values()]
    ranks = [row.bid.rank for row in pairs.values() if row.bid]
    is_step = not others and max(ranks) - min(ranks) == len(ranks)
    inner = [each.said for row in rows for each in below.get(row.location, ())]
    # "min, 6+!s" is one of many natural rebids, and a solid suit has no bad hand.
    is_sure = (is_step or not re.search(r"\d|^nat|bal", kind)) and not re.search(r"\ba-?k-?q|solid", kind)
    is_sure = is_sure and f"{extreme}, {kind}" not in inner
    if is_sure and not any(row.text.startswith(extreme) for row in others):
        message = f"Among these answers “{extreme}, {kind}” is missing."
        yield Diagnostic("BML944", message, place.location, "Write a row for it.")


def _missing_suit(above: Sibling | None, rows: list[Sibling]) -> Iterator[Diagnostic]:
    """Yield the one suit, besides those that were bid, in which no answer shows a short hand."""
    short, trumps = _short_suits(rows)
    first = next((row for row in rows if row.agreements), None)
    if first and any(_COLOUR.search(words) for words in _words_before(first)):
        # "4441, black singleton"
        return
    calls = first.agreements[0].auction.before.calls if first else ()
    bid = [call.strain for call in calls[:-2] if isinstance(call, Bid)]
    if len(trumps) == 1:
        bid = [strain for strain in bid if strain.suit] + [SUITS[min(trumps)]]
    are_answers = trumps or (above and above.is_question) or any(_NOT_SHORT.search(row.text) for row in rows)
    for form, suits in short.items() if bid and Strain.NOTRUMP not in bid and are_answers else ():
        named = {SUITS[letter] for row in rows for letter in LETTERS.findall(row.said)}
        missing = set(SUITS_DOWN).difference(bid, suits)
        if len(suits) > 1 and len(missing) == 1 and missing.isdisjoint(named):
            suit, last = missing.pop(), [*suits.values()][-1]
            shown = form.rpartition(", ")[2]
            message = f"No row shows {shown} in {suit.name.lower()}, as {last.name} does in its suit."
            # Where it belongs, if each bids its own suit
            own = Bid(last.bid.level, suit) if last.bid else None
            place = next((row for row in rows if own and row.bid and row.bid.rank > own.rank), last)
            yield Diagnostic("BML944", message, place.location, "Write a row for it.", last.related)


def _short_suits(rows: Sequence[Sibling]) -> tuple[dict[str, dict[Strain, Sibling]], set[str]]:
    """Return rows by the suit in which they are short, for each form of words, and the trumps that they name.

    Nothing is sure beside "short oM".
    """
    short: dict[str, dict[Strain, Sibling]] = {}
    trumps: set[str] = set()
    for row in rows:
        if not _SHORT_WORD.search(row.form) or _NOT_SHORT.search(row.text):
            continue
        letters = LETTERS.findall(row.said)
        if row.bid and row.bid.strain.suit and _SHORTNESS.fullmatch(row.text):
            letters = [row.bid.strain.name[0].lower()]
        # "4!s, doubleton !c"
        if len(found := _SHORT_IN.findall(row.said)) == 1 < len(letters):
            letters.remove(found[0])
            trumps.update(letters)
            letters = found
        if len(letters) != 1 or not row.bid:
            return {}, set()
        short.setdefault(row.form, {})[SUITS[letters[0]]] = row
    return short, trumps


def _words_before(row: Sibling) -> Iterator[str]:
    """Yield the words of the rows that a row continues."""
    auction = row.agreements[0].auction
    for end in range(1, len(auction)):
        before = Auction(auction.calls[: end - 1], auction.we_deal)
        if earlier := row.system.after(before, in_any_scope=True).get(auction.calls[end - 1]):
            yield words_of(earlier)


def _only_some(above: Sibling, rows: list[Sibling]) -> Iterator[Diagnostic]:
    """Yield the only answer to a transfer, if it is for some hands alone: "Hxx or better".

    Beside a jump, "4!s and a maximum", the completion goes without saying.
    """
    wanted = _completion(above)
    for row in rows if len(rows) == 1 else ():
        if (
            wanted is None
            or not row.bid
            or row.bid.rank > wanted.rank
            or not (_FOR_SOME.search(_ASIDE.sub("", row.text)))
        ):
            continue
        message = f"{row.name} is the only answer to {above.name}, and not for all hands."
        yield Diagnostic("BML944", message, row.location, "Write a row for the others.", above.related)


def _other_question(above: Sibling | None, rows: list[Sibling]) -> Iterator[Diagnostic]:
    """Yield a question for the major whose answers are in minors."""
    if above is None or above.bid is None or not rows:
        return
    asked = _KIND.search(above.text)
    suits = {SUITS[letter] for row in rows for letter in LETTERS.findall(row.text)[:1]}
    if asked and len(suits) > 1 and suits.isdisjoint(_OF_KIND[asked[1]]):
        message = f"{above.name} asks for the {asked[1]}, and the answers show other suits."
        yield Diagnostic(
            "BML943", message, above.location, "Correct the question or its answers.", rows[0].related
        )


def _other_controls(rows: list[Sibling]) -> Iterator[Diagnostic]:
    """Yield cue bids that show a control of another suit, and are not in one that was bid before."""
    for row in rows:
        found = _CONTROL.match(row.said)
        suit = SUITS.get(found[1] or found[2]) if found else None
        is_plain = row.bid and row.bid.strain.suit and suit not in (None, row.bid.strain)
        if suit and is_plain and not (row.is_of_suit(theirs=True) or row.is_of_suit(theirs=False)):
            message = f"{row.name} shows a control in {suit.name.lower()}, by its words."
            yield Diagnostic("BML943", message, row.location, "Correct the suit or the call.")


def _other_requests(rows: list[Sibling]) -> Iterator[Diagnostic]:
    """Yield rows that ask for one bid, where a table continues another one: "puppet to 3D" before 2N-3C.

    Nor can 2C ask for 2C.
    """
    for row in rows:
        asked = _REQUEST.search(row.text) or _BIDS_THEN.search(row.text)
        wanted = Call.parse(f"{asked[1]}{asked[2]}".upper()) if asked and row.agreements else None
        if isinstance(wanted, Bid) and row.bid and wanted.rank <= row.bid.rank:
            message = f"{row.name} asks for {wanted}, which is not higher."
            yield Diagnostic("BML943", message, row.location, "Correct one of the calls.")
            continue
        if wanted and row.next_calls and wanted not in row.next_calls:
            for other in row.next_calls.values():
                if not other.is_described and isinstance(other.call, Bid):
                    message = f"{row.name} asks for {wanted}, and a table continues {other.auction:short}."
                    see = (Related(other.location, f"{other.call} is continued here."),)
                    yield Diagnostic("BML943", message, row.location, "Correct one of the calls.", see)
                    break


CHECKS = (Check(find, ("BML943", "BML944"), ("BML927",), of_rows=True),)
