"""Rows unlike the rest of the notes: suits, alerts, order and indentation."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import chain, combinations, pairwise, permutations, product

from bml_core.bridge import BIDS, PASS, Auction, Bid, Strain, make_bid
from bml_core.checks.run import Check, CheckedNotes
from bml_core.checks.siblings import LEAST_ALIKE, SUITS_DOWN, Groups, Sibling, siblings
from bml_core.checks.wording import SUIT, SUITS, strain_of, suits_in, words_of
from bml_core.diagnostics import Diagnostic, Location
from bml_core.hands.descriptions import Obligation
from bml_core.system import Agreement

_LEAST = re.compile(r"\b(?:min\w*|weak\w*|to play|sign-?off|no slam|nf)\b")
_MOST = re.compile(r"\b(?:max\w*|cue\w*|slam|strong\w*|gf|splinter\w*|control\w*)\b")
_LEAST_ROWS, _USUAL, _PREEMPT_BELOW, _TWO = 10, 0.9, 4, 2
_MOST_UNLIKE, _LEAST_ORDERED, _HIGHEST_ALERTED, _SURE, _LEAST_MARKED = 0.2, 5, 3, 2, 12
_SUIT = re.compile(r"(?<=[1-7])[CDHS]")
_KINDS = ({Strain.HEARTS, Strain.SPADES}, {Strain.CLUBS, Strain.DIAMONDS})
_TRANSFER, _NEXT_UP = re.compile("![dh]"), {"!d": "!h", "!h": "!s"}
_FIGURES = re.compile(r"\d+")
_LENGTH = re.compile(r"[4-9]\+")
_LONG = re.compile(rf"[4-9]\+?[ -]?{SUIT}")
_NO_LENGTH = re.compile(
    r"short|void|sing|0-1|[0-3]!|stop|control|cue|splinter|spl\b|asks?\b|transfer|xfer|\bno\b|not|den|or\b|\?"
)
_CONVENTION = re.compile(
    r"(?<!\bno )(?<!\bnot )(?<!\bwithout )\b(?:transfer|trf|splinter|relay|puppet|stayman|art(?:ificial)?)\b"
)
# "13-15, splinter, 5+!d": conventions that players alert
_NAME = re.compile(
    r"(?:\d[-\d+]*(?: hcp)?,? )?"
    r"(?P<clause>(?P<name>(?:mini[- ]?)?splinter|bergen|jacoby|drury|inverted|ogust|smolen|michaels|niemeijer"
    r"|muiderberg|lebensohl|rubensohl|gerber|checkback|fourth suit|kokish|gazzilli)\b[^,(]*)"
)
_FEWEST_OF_PAGE = 4
_CORRECT_EITHER = "Correct the suit or the call."
_LONE_LETTER = re.compile(r"\b[cdhs]\b")
_ASKED_CALL = re.compile(r"\b(?:puppet|relay|forces?|asks?) (?:to|for) [1-7]")
# "3N  good six-card !c suit, stoppers, 17-19" is natural.
_TO_PLAY = re.compile(
    r"\bbal(?:anced)?\b|\bstop(?:per)?s?\b|\bto play\b|\b(?:solid|running|gambling|good .*suit)\b"
)
_DENIES = re.compile(r"(?:no|not|neither|none)\b")
# "natural, invitational" and "GF, 5+" are said of many bids.
_PLAIN = re.compile(
    r"(?:(?:nat\w*|inv\w*|m[ai][nx]\w*|nf|gf|f1|forcing|strong|weak|to play|s/o|\d+\+|hcp),? ?)+"
)
_PREEMPTS = re.compile(r"(?:weak|wk|pre\w*)\b(?!.* (?:or|and|transfer)\b)")
_CONTENT = re.compile(
    r"\b(?!(?:hcp|pts|points?|cards?|asks?|play|natural|and|any|but|for|not|suits?|the|with|may|bal\w*)\b)[a-z]{3,}|![cdhs]|p/c"
)
# What is said of partner's suit without naming it
_PLAYS = re.compile(
    r"(?:\d[-\d+]*,? )?(?:to play|s/o|sign[- ]?off|inv(?:ites?|itation(?:al)?)?|raise|pre\w*|barrage|weak)"
)
_REVERSE = re.compile(r"(?:^|, )reverse\b(?! (?:flannery|drury|bergen))")
# "3C  Bergen, 7-9, 4!h" is called what it is.
_CALLED = re.compile(
    rf"{_NO_LENGTH.pattern}|{_CONVENTION.pattern}|raise|support|fit\b|bergen|drury|michaels|smolen|flannery|canap"
    r"|good|agree|sets|multi|mixed|conv|\[a\]|\([a!]\)"
)
_CARDS_OF = re.compile(rf"\b([23]|two|three) ?{SUIT}")
_CUE_BID = re.compile(r"(?:\d\d?\+(?: hcp)?, )?cue(?:[ -]?bid)?\b(?!s)")
_LENGTH_LETTER = re.compile(r"(?:^|[\s,])[5-8]\+?([cdhs])\b")


def find(notes: CheckedNotes) -> Iterator[Diagnostic]:
    """Yield what is unlike the rest of the notes: suits, alerts, order and indentation."""
    groups = siblings(notes)
    for above, rows in groups:
        yield from (*_other_suits(rows), *_crossed(above, rows), *_crossed_answers(rows))
        yield from (*_other_than_beside(above, rows), *_other_than_partner(rows))
        yield from filter(None, chain(map(_reverse, rows), map(_cue_bid, rows)))
        yield from filter(None, map(_other_than_bid, rows if above is None else ()))
    for look in (_like_tables, _missing_rows, _copied_tables, _misplaced, _alerts, _indentations, _order):
        yield from look(groups)


def _other_suits(rows: Sequence[Sibling]) -> Iterator[Diagnostic]:
    """Yield the one row that names another suit than others beside it with its words: its own, or one of all.

    After "3D  short !d, 5+!c" and "3H  short !h, 5+!c", "3S  short !c, 5+!d" does both.
    """
    for alike in _alike(rows):
        named = zip(*(row.named for row in alike), strict=False)
        columns = [[*zip(alike, suits, strict=True)] for suits in named]
        own = [[row for row, suit in column if suit is row.strain] for column in columns]
        has_figures = _FIGURES.search(alike[0].form) is not None
        for column, right in zip(columns, own, strict=True):
            usual = max(shown := [suit for _, suit in column], key=shown.count)
            others = [each for each in column if each[0] not in right]
            odd = [each for each in column if each[1] is not usual]
            are_two = alike[0].form and len(others) == _TWO
            are_exchanged = are_two and {suit for _, suit in others} == {row.strain for row, _ in others}
            is_sure = len(right) >= LEAST_ALIKE - 1 and has_figures
            if right and odd and (are_exchanged or (len(others) == 1 and (is_sure or _is_lower(*others[0])))):
                like = f"unlike {right[0].name} and others with these words"
                message = f"{others[0][0].name} shows another suit than its own, {like}."
                yield others[0][0].found("BML943", message, _CORRECT_EITHER, right[0])
            elif len(odd) == 1 and len(alike) >= LEAST_ALIKE and has_figures and alike in own:
                ((row, suit),) = odd
                like_row = next(each for each in alike if each is not row)
                if row.strain is not usual:
                    names = f"{suit.name.lower()}, and {like_row.name} and others with these words"
                    message = f"{row.name} names {names} {usual.name.lower()}."
                    yield row.found("BML943", message, "Correct the suit.", like_row)


def _alike(rows: Sequence[Sibling]) -> Collection[list[Sibling]]:
    """Return bids of suits beside each other, on one level, with the same words but for suits."""
    kinds: dict[tuple[int | None, str], list[Sibling]] = {}
    for row in rows:
        # In a suit that was bid before, nobody shows shortness.
        if row.strain in SUITS_DOWN and row.form != row.said and not row.is_of_suit(theirs=False):
            kinds.setdefault((row.level, row.form), []).append(row)
    return kinds.values()


def _crossed(above: Sibling | None, rows: Sequence[Sibling]) -> Iterator[Diagnostic]:
    """Yield two bids beside each other of which each names the suit of the other one, and not its own."""
    is_asked = not above or above.strain in (None, Strain.NOTRUMP) or above.is_question
    named = {
        row: ({*row.named}, {*map(SUITS.get, _LONG.findall(row.text))})
        for row in rows
        if row.strain in SUITS_DOWN and row.strain not in row.named
        if _LONG.search(row.text) and not _NO_LENGTH.search(row.text)
    }
    for one, other in combinations(named, 2):
        (first, long), (second, others) = named[one], named[other]
        # "4!h, 5!d" for 3C, and "4!h, 5!c" for 3D
        are_apart = [*first - second] == [other.strain] and [*second - first] == [one.strain]
        are_crossed = are_apart and other.strain in long and one.strain in others
        # As after Puppet Stayman, "4!s" for 3H, and "4!h" for 3S
        are_answers = (one.form == other.form and not first & second) or is_asked
        if are_crossed and not (are_answers and {one.strain, other.strain} in _KINDS):
            message = f"{one.name} names the suit of {other.name}, and {other.name} that of {one.name}."
            yield other.found("BML943", message, "Exchange their words.", one)


def _crossed_answers(rows: Sequence[Sibling]) -> Iterator[Diagnostic]:
    """Yield two bids that show a suit each, and after which partner plays in the suit of the other one."""
    one_suited = (row for row in rows if row.bid and len({*row.named}) == 1)
    shown = {row: row.named[0] for row in one_suited if _LONG.search(row.text)}
    played = {row: _played(row.next_calls.values()) if row.agreements else set() for row in shown}
    for one, other in combinations(shown, 2):
        mine, yours = shown[one], shown[other]
        is_crossed = mine in played[other] - played[one] and yours in played[one] - played[other]
        # Natural bids show what they show: "1H-4S  to play".
        are_natural = mine is one.strain and yours is other.strain
        if mine is not yours and is_crossed and not are_natural:
            suits = f"{one.name} shows {mine.name.lower()} and {other.name} {yours.name.lower()}"
            message = f"{suits}, and partner then plays in the suit of the other one."
            yield other.found("BML943", message, "Exchange the suits.", one)


def _played(answers: Iterable[Agreement]) -> set[Strain]:
    """Return the strains in which answers place the contract, or which they raise."""
    calls = (answer.call for answer in answers if _PLAYS.fullmatch(words_of(answer)))
    return {call.strain for call in calls if isinstance(call, Bid)}


def _is_lower(row: Sibling, shown: Strain) -> bool:
    """Return whether a bid on a low level, with a length, is of a higher suit than the one that it shows."""
    is_low = row.bid is not None and row.bid.level <= _TWO and _LENGTH.search(row.form) is not None
    return is_low and row.bid is not None and shown < row.bid.strain


def _other_than_bid(row: Sibling) -> Diagnostic | None:
    """Return that an opening preempt is said to be in another suit than it bids: "3C  preempt, 7!d"."""
    suits = {*row.named, *(SUITS[letter] for letter in _LENGTH_LETTER.findall(row.text))}
    is_weak = row.strain in SUITS_DOWN and 1 < (row.level or 0) < _PREEMPT_BELOW
    if not (is_weak and _PREEMPTS.match(row.text)) or len(suits) != 1 or row.strain in suits:
        return None
    message = f"{row.name} is a preempt in {suits.pop().name.lower()}, by its words."
    return row.found("BML943", message, _CORRECT_EITHER)


def _other_than_beside(above: Sibling | None, rows: Sequence[Sibling]) -> Iterator[Diagnostic]:
    """Yield the one new suit that shows the suits that our side has bid, as "2H  5+!d, 4!s" after 1D-1S.

    All others beside it are of their own suit, or are called what they are: it may be meant.
    """
    if not above or above.strain not in SUITS_DOWN or above.wants_answers:
        return
    natural = [row for row in rows if row.strain in row.named]
    others = [row for row in rows if row not in natural and _shows_known(row)]
    if len(others) == 1 and len(natural) >= LEAST_ALIKE:
        (row,) = others
        message = f"{row.name} shows {_suits_of(row)}, and the bids beside it are of their own suits."
        yield row.found("BML954", message, "Correct the suit or the call, or say what it is.", natural[0])


def _shows_known(row: Sibling) -> bool:
    """Return whether a bid, without a jump, has lengths in suits of our side alone, and no word for it."""
    before, is_suit = row.before, row.strain in SUITS_DOWN and row.is_artificial
    if not (before and row.bid and is_suit and row.named) or row.mark or _CALLED.search(row.text):
        return False
    ours = {*map(strain_of, before.calls[-2::-2])}
    lower = row.bid.level > 1 and make_bid(row.bid.level - 1, row.bid.strain)
    is_jump = lower and before.last_bid and lower.rank > before.last_bid.rank
    return not is_jump and row.strain not in ours and ours.issuperset(row.named)


def _other_than_partner(rows: Sequence[Sibling]) -> Iterator[Diagnostic]:
    """Yield the one answer that names, with its length, another suit than that of partner, as the others do.

    After 1C-1S-1N-2C, "2S  14, 3!h" beside "2H  12-13, 3!s" and "2N  14, no three !s"
    """
    one = {row: row.named[0] for row in rows if len({*row.named}) == 1}
    usual, often = next(iter(Counter(one.values()).most_common(1)), (Strain.NOTRUMP, 0))
    others = [row for row, suit in one.items() if suit is not usual]
    if often < LEAST_ALIKE or len(others) != 1 or not (row := others[0]).bid or not row.agreements:
        return
    ours = {*map(strain_of, row.agreements[0].auction.calls[-3::-2])}
    lengths = {length for each in one if each is not row for length in _CARDS_OF.findall(each.text)}
    letter = usual.value.lower()
    is_copied = not lengths.isdisjoint((cards, letter) for cards, _ in _CARDS_OF.findall(row.text))
    if is_copied and usual in ours and one[row] not in (*ours, row.strain):
        like = next(each for each in one if one[each] is usual)
        names = f"{one[row].name.lower()}, and the rows beside it {usual.name.lower()}"
        message = f"{row.name} names {names}, which partner has shown."
        yield row.found("BML943", message, "Correct the suit.", like)


def _reverse(row: Sibling) -> Diagnostic | None:
    """Return that a reverse does not name the suit that it bids, but others: "2H  reverse, 4!s, 5+!c"."""
    suit = row.bid.strain.suit if row.bid else None
    if suit is None or not row.named or row.strain in row.named or not _REVERSE.search(row.text):
        return None
    message = f"{row.name} is a reverse in {suit.word}, and its words name other suits."
    return row.found("BML943", message, _CORRECT_EITHER)


def _cue_bid(row: Sibling) -> Diagnostic | None:
    """Return that a cue bid directly over their overcall is in another suit: 3H after 1S-(2D)."""
    suit = row.bid.strain.suit if row.bid and row.agreements else None
    if suit is None or not _CUE_BID.match(row.text):
        return None
    theirs = {_overcalled(each.auction) for each in row.agreements}
    if None in theirs or row.strain in theirs:
        return None
    message = f"{row.name} is a cue bid, and the opponents have not bid {suit.word}."
    return row.found("BML943", message, "Correct the call, or the auction above it.")


def _overcalled(auction: Auction) -> Strain | None:
    """Return the suit that they have bid over our opening; None for Michaels, and in other auctions."""
    match auction.calls:
        case (Bid(strain=opened), Bid(strain=suit), _) if (
            auction.we_deal and suit.suit and suit is not opened
        ):
            return suit
    return None


_Rows = dict[tuple[str, str], Sibling]

#: The most tables with one and the same row that are compared because of it.
_MOST_TABLES = 100


def _like_tables(groups: Groups) -> Iterator[Diagnostic]:
    """Yield what differs in two tables that are alike otherwise, but for two suits that are exchanged."""
    tables: list[_Rows] = [
        {(f"!{row.bid.strain.value.lower()}", row.said): row for row in rows if row.bid and row.said}
        for _, rows in groups
    ]
    where: dict[tuple[str, str], list[int]] = {}
    for number, table in enumerate(tables):
        for key in table:
            where.setdefault(key, []).append(number)
    # What hundreds of tables have says nothing about two of them.
    where = {key: numbers for key, numbers in where.items() if len(numbers) <= _MOST_TABLES}
    afters = [_after(table.values()) for table in tables]
    is_marked = _marking(groups)
    reported: set[Location] = set()
    for suits, (number, table) in product(("", "hs", "cd"), enumerate(tables)):
        image = {(_exchanged(a, suits), _exchanged(b, suits)): row for (a, b), row in table.items()}
        for n, times in Counter(n for key in image for n in where.get(key, ()) if n != number).items():
            is_after = suits != "" and _are_like(afters[number], afters[n], suits)
            if times < LEAST_ALIKE and not is_after:
                # "Natural" is in nearly every table.
                continue
            only = {key: row for key, row in image.items() if key not in tables[n]}
            rest = {key: row for key, row in tables[n].items() if key not in image}
            if not suits:
                yield from _exchanged_words(only, rest) if n > number else ()
                continue
            marked = _marked_otherwise(image, tables[n], is_marked)
            for found in chain(
                marked, _differences(only, rest, tables[n].values(), times, is_after=is_after)
            ):
                places = {found.location, *(each.location for each in found.related)}
                if reported.isdisjoint(places):
                    reported |= places
                    yield found


def _after(rows: Iterable[Sibling]) -> str:
    """Return the auction that rows continue, with its suits as ``!h``."""
    first = next((row.before.code for row in rows if row.before), "")
    return _SUIT.sub(lambda found: f"!{found[0].lower()}", first)


def _are_like(one: str, other: str, suits: str) -> bool:
    """Return whether two auctions differ in two suits alone; 1N-2D and 1N-2H show hearts and spades."""
    transfers = (_TRANSFER.sub(lambda found: _NEXT_UP[found[0]], each) for each in (one, other))
    is_shown = suits == "hs" and "N" in one and (next(transfers) == other or next(transfers) == one)
    return is_shown or one == _exchanged(other, suits)


def _exchanged(text: str, suits: str) -> str:
    """Return words, or a strain, with two suits exchanged."""
    if not suits:
        return text
    one, other = f"!{suits[0]}", f"!{suits[1]}"
    return text.replace(one, "!?").replace(other, one).replace("!?", other)


def _differences(
    only: _Rows, rest: _Rows, rows: Collection[Sibling], times: int, *, is_after: bool
) -> Iterator[Diagnostic]:
    """Yield what is wrong with rows: ``rest`` are those of which another table has none, but has ``only``."""
    are_alone = len(only) == 1 >= len(rest) and times >= (len(rest) if is_after and rest else LEAST_ALIKE)
    if not (is_after or are_alone):
        return
    there = next((row.before for row in only.values() if row.agreements), None)
    if there is None:
        return
    pairs = [
        (row, like)
        for ((strain, _), row), ((own, _), like) in product(rest.items(), only.items())
        # "Puppet to 3!c" after all of them
        if strain == own and row.location != like.location and not _ASKED_CALL.search(row.text)
    ]
    for row, like in pairs:
        # "4!h" for hearts as well as for spades
        is_copied = is_after and times >= len(rest) and like.said == row.said != row.form
        others = [each for each in rows if each is not row and each.said == row.said]
        # "Cue bid" of three calls is a habit.
        first = others[0] if len(others) == 1 else None
        if is_copied or (are_alone and like.form == row.form):
            suits, of_like = _suits_of(row), _suits_of(like)
            names = f"here names {suits}, and {like.name} after {there:short} {of_like}"
            if (row.name, suits) == (like.name, of_like):
                names = f"names {suits} here as well as after {there:short}"
            message = f"{row.name} {names}, unlike the rows beside it."
            yield row.found("BML943", message, "Correct one of them.", like)
        elif are_alone and first and not _PLAIN.fullmatch(row.said):
            message = f"{row.name} has the words of {first.name}, unlike {like.name} after {there:short}."
            hint = "Correct the one that was copied."
            yield row.found("BML941", message, hint, like)


def _missing_rows(groups: Groups) -> Iterator[Diagnostic]:
    """Yield the one row that a table lacks of those after a like auction: after 1H-2N, and after 1S-2N."""
    below = {above.location: rows for above, rows in groups if above}
    tables: dict[str, tuple[Sibling | None, list[Sibling]]] = {}
    for above, rows in groups:
        bids = [row for row in rows if row.bid and row.said]
        if after := _after(bids):
            tables.setdefault(after, (above, bids))
    for suits, (after, (above, rows)) in product(("hs", "cd"), tables.items()):
        is_asked = above is not None and above.is_question
        for other in {_exchanged(after, suits), _TRANSFER.sub(lambda found: _NEXT_UP[found[0]], after)}:
            if after < other and other in tables and _are_like(after, other, suits):
                for table, like in permutations((rows, tables[other][1])):
                    inner = {each.said for row in table for each in below.get(row.location, ())}
                    yield from _lacking(table, like, suits, inner, is_asked=is_asked)


def _lacking(
    rows: Sequence[Sibling], like: Sequence[Sibling], suits: str, inner: Collection[str], *, is_asked: bool
) -> Iterator[Diagnostic]:
    """Yield the row between two others that rows lack of those like them, but for two suits exchanged.

    In one of these suits it may be natural after one opening alone. It may be ``inner``, below one of them.
    """
    words, others = {row.said: row for row in rows}, {_exchanged(row.said, suits): row for row in like}
    left = [(others[said], said) for said in others.keys() - words.keys()]
    ranks = {_rank(row) for row in rows}
    free = [
        (row, bid)
        for row, said in left
        for bid in _may_be(row, suits)
        if min(ranks) < bid.rank < max(ranks) and bid.rank not in ranks
        if said not in inner and not _shows_own(row) and (is_asked or (bid == row.bid and said == row.said))
    ]
    is_alike = words.keys() <= others.keys() and len(words) >= LEAST_ALIKE
    is_alike = is_alike and all(row.agreements for row, _ in left)
    if is_alike and len({row for row, _ in free}) == 1 and (is_asked or len(left) == 1):
        (row, bid), *_ = free
        after = next(each for each in rows if _rank(each) > bid.rank)
        there = row.agreements[0].auction.before
        message = f"{bid} is missing here, as the only row of those after {there:short}."
        yield after.found("BML944", message, "Write a row for it.", row)


def _may_be(row: Sibling, suits: str) -> Iterator[Bid]:
    """Yield the bids that a row may have where two suits are exchanged: that in the other one, or its own."""
    if row.bid:
        strain = SUITS.get(_exchanged(f"!{row.letter}", suits)[1:])
        yield from dict.fromkeys((Bid(row.bid.level, strain or row.bid.strain), row.bid))


def _exchanged_words(only: _Rows, rest: _Rows) -> Iterator[Diagnostic]:
    """Yield that two rows have each other's words, unlike those of another table."""
    bids = {row.bid for row in only.values()}
    # Two majors may be exchanged because partner has the other one.
    is_sure = len(bids) == _TWO and {bid.strain for bid in bids if bid} not in _KINDS
    if len(only) == _TWO and is_sure and bids == {row.bid for row in rest.values()}:
        for (_, said), (other, _) in permutations(only):
            if like := rest.get((other, said)):
                row = next(row for row in only.values() if row.said == said)
                message = f"{row.name} has the words that {like.name} has in a table like this one."
                yield row.found("BML943", message, "Exchange the words.", like)


def _copied_tables(groups: Groups) -> Iterator[Diagnostic]:
    """Yield what below a row names the suit of one beside it, as the same words do below that.

    "3H  4+!c, no 3!s" below "3D  10+, 4+!d", and "3D  4+!c, no 3!s" below "3C  10+, 4+!c"
    """
    below = {above.location: rows for above, rows in groups if above}
    for _, rows in groups:
        alike = [row for row in rows if row.location in below and _shows_own(row)]
        for one, other in permutations(alike, 2):
            first, second = ({each.said: each for each in below[row.location]} for row in (one, other))
            # One line may tell of both.
            is_like = one.form == other.form and one.location != other.location
            for said in first.keys() & second.keys() if is_like else ():
                row, like, named = second[said], first[said], suits_in(said)
                if one.strain in named and other.strain not in named and first.keys() == second.keys():
                    message = f"{row.name} names the suit of {one.name}, as {like.name} below that does."
                    yield row.found("BML943", message, "Correct the suit.", like)


def _suits_of(row: Sibling) -> str:
    """Return the suits that a row names, in words."""
    return " and ".join(suit.name.lower() for suit in dict.fromkeys(row.named)) or "no suit"


def _misplaced(groups: Groups) -> Iterator[Diagnostic]:
    """Yield rows that go with those one step further right or left, and with none of those beside them."""
    below = {above.location: rows for above, rows in groups if above}
    beside = {row.location: (above, rows) for above, rows in groups for row in rows}
    for above, rows in groups:
        for last, row in pairwise(rows):
            inner, own = below.get(last.location, []), below.get(row.location, [])
            # "3S  8-10" between "3H  8-10" and "4C  8-10" that stand further right
            is_split = bool(own) and own[0].location.column == inner[-1].location.column if inner else False
            after = own if is_split else []
            if inner and _is_between(row, inner, after):
                signs = _belonging(row, last, [*inner, *after], rows)
                signs += is_split + last.is_question if signs else 0
                where = f"is beside {last.name}, and goes with the rows below that"
                yield from _standing(row, last, where, signs)
        question, others = beside.get(above.location, (None, [])) if above else (None, [])
        if above and others and rows:
            place, last = [each.location for each in others].index(above.location) + 1, rows[-1]
            is_open = above.bid and not (
                above.wants_answers or last.wants_answers or Obligation.FORCED in last.obligations
            )
            if is_open and _is_between(last, others[:place], others[place:]):
                cousins = [each for other in others for each in below.get(other.location, ())]
                cousins = [each for each in cousins if each not in rows]
                signs = _belonging(last, above, others, [*rows, *cousins])
                signs = max(signs - (question is None) - bool(cousins), 0)
                if len(rows) == 1:
                    is_asked = bool(question and question.is_question)
                    signs += _completing(last, above, others, is_asked=is_asked)
                where = f"is below {above.name}, and goes with the rows beside that"
                yield from _standing(last, above, where, signs)


def _completing(row: Sibling, above: Sibling, others: Sequence[Sibling], *, is_asked: bool) -> int:
    """Return how many signs there are that a row alone below another one is the next step beside it."""
    ranks = {_rank(each) for each in others}
    # Above "5S" and below "6x"
    is_step = _rank(row) == _rank(above) + 1 and (
        _rank(row) + 1 in ranks or (above.location != others[-1].location and not _rank(others[-1]))
    )
    is_ladder = is_step and len(ranks) == max(ranks) - min(ranks) and len(ranks) >= LEAST_ALIKE
    # Partner may raise what may be passed.
    is_answer = above.is_passable and row.strain is not above.strain
    return _SURE * (is_step and is_asked) or is_ladder + is_answer


def _standing(row: Sibling, last: Sibling, where: str, signs: int) -> Iterator[Diagnostic]:
    """Yield that a row is at the wrong depth, if there are signs of it."""
    if signs > 0:
        message, hint = f"{row.name} {where}, by its words.", "Correct its indentation, if it is not meant."
        yield row.found("BML946" if signs >= _SURE else "BML949", message, hint, last)


def _is_between(row: Sibling, before: Sequence[Sibling], after: Sequence[Sibling]) -> bool:
    """Return whether a bid has its place after rows and before others, and none of them is the same."""
    highest = next((_rank(each) for each in after if each.bid), len(BIDS))
    # "3CD" is for 3C as well.
    calls = {each.call for other in (*before, *after) for each in other.agreements}
    return row.bid is not None and _rank(before[-1]) < _rank(row) < highest and row.bid not in calls


def _belonging(row: Sibling, last: Sibling, there: Sequence[Sibling], here: Sequence[Sibling]) -> int:
    """Return how many signs there are that a row goes with rows elsewhere, and with none of those here."""
    words = _marks(row)
    if any(not words.isdisjoint(_marks(each)) for each in here if each is not row):
        return 0
    shared = {mark for each in there for mark in words & _marks(each) if each.location != last.location}
    # "5+ hearts" below 1N is a transfer, though 1H beside it has hearts as well.
    known = shared | words & _marks(last)
    signs = len(shared) if any(not str(word).startswith("!") for word in known) else 0
    signs += bool(signs) and words == known
    # "3D  5+!d" goes with "3C  5+!c" and "3H  5+!h", or with one of them if points are said as well.
    own = [each for each in there if each.form == row.form and _shows_own(each)] if _shows_own(row) else []
    return signs + _SURE * (len(own) > 1 or (len(own) == 1 and len(_FIGURES.findall(row.form)) > 1))


def _marks(row: Sibling) -> set[object]:
    """Return the words of a row, but for common ones, and its points."""
    return {*_CONTENT.findall(row.said), *filter(None, (row.points,))}


def _shows_own(row: Sibling) -> bool:
    """Return whether a row names the suit that it bids, and no other one."""
    return row.named == [row.strain]


def _alerts(groups: Groups) -> Iterator[Diagnostic]:
    """Yield rows that are alerted, or are not, unlike others with the same words or convention."""
    kinds: dict[tuple[int, object], list[Sibling]] = {}
    is_marked = _marking(groups)
    for number, (_, rows) in enumerate(groups):
        for row in rows:
            if row.bid and row.text and is_marked(row):
                # Who alerts nothing above 3NT may have marked some of it.
                is_high = _is_high(row)
                for least, key in _kinds_of_marks(row, row.bid, number):
                    kinds.setdefault((least, (is_high, key)), []).append(row)
    reported: set[Location] = set()
    for (least, _), rows in kinds.items():
        marks = Counter(row.mark for row in rows)
        # Of two, the natural one without a mark is right, and another one with it.
        is_own = _shows_own(rows[0])
        usual, often = max(marks.items(), key=lambda each: (each[1], (each[0] == "") is is_own))
        most = 1 if least == _LEAST_MARKED else _MOST_UNLIKE * len(rows) + 0.5
        is_sure = not least or (len(rows) >= least and len(rows) - often <= most)
        # That a row is alerted and others of its kind are not may have other reasons.
        is_sure = is_sure and not (least == _LEAST_MARKED and usual == "")
        for row in rows if len(marks) > 1 and is_sure else ():
            if row.mark != usual and row.location not in reported:
                reported.add(row.location)
                like = next(each for each in rows if each.mark == usual)
                yield _marked_unlike(row, like)
    yield from _conventions_without_alert(groups, reported)


def _kinds_of_marks(row: Sibling, bid: Bid, number: int) -> Iterator[tuple[int, object]]:
    """Yield the kinds of rows that are marked alike, each with how many it takes to be a habit.

    ``number`` is that of the rows beside each other.
    """
    # A suit of its own is natural, another one is not.
    is_own = {*row.named} == {bid.strain}
    # "5-10, 6!h" beside "5-10, 6!s", and "5-5 minors, weak" beside "5-5 minors, GF"
    clause = row.form.partition(",")[0]
    is_word = _CONTENT.search(clause) and not (_PLAIN.fullmatch(clause) or _CONVENTION.fullmatch(clause))
    yield 0, (number, bid.level, _LONE_LETTER.sub("", clause if is_word else row.form), is_own)
    # After a like auction: "3C! second negative" after 2C-2D-2H and after 2C-2D-2S
    calls = row.before.calls if row.before else ()
    if not is_own and _CONTENT.search(row.form) and calls:
        yield 0, (bid, row.said, tuple(call.level if isinstance(call, Bid) else call for call in calls))
    # Of all that are natural, and of all that show other suits, nearly none differ.
    is_natural = is_own and row.suits and not (_NO_LENGTH.search(row.text) or row.is_artificial)
    if is_natural or (row.is_artificial and not (bid.strain is Strain.NOTRUMP and _TO_PLAY.search(row.text))):
        yield _LEAST_MARKED, (row.location.file, bool(is_natural))
    if convention := _CONVENTION.search(row.text):
        yield LEAST_ALIKE, (number, convention[0])
    if bid.strain.suit and bid.level < _PREEMPT_BELOW and _DENIES.match(row.text):
        # "2D  No four-card major" shows no diamonds.
        is_contest = any(call is not PASS for call in calls[::-2])
        yield LEAST_ALIKE, ("denies", bid.strain in row.named, is_contest)


def _conventions_without_alert(groups: Groups, reported: set[Location]) -> Iterator[Diagnostic]:
    """Yield the one row for a convention without an alert: beside others, after a like auction, or of a page.

    Those are "3C  Bergen" beside "3D  Bergen", 2D after 1D beside 2C after 1C, and one of five splinters.
    """
    is_marked = _marking(groups)
    kinds: dict[tuple[int, object], dict[Location, Sibling]] = {}
    high: dict[str, list[str]] = {}
    for number, (_, rows) in enumerate(groups):
        for row in filter(is_marked, rows):
            if not (found := _NAME.match(row.form)):
                continue
            calls = row.before.calls if row.before else ()
            levels = tuple(call.level if isinstance(call, Bid) else call for call in calls)
            page = (row.location.file, found["name"])
            keys = ((1, (number, found["clause"])), (1, (found["clause"], levels)), (_FEWEST_OF_PAGE, page))
            # "3H 3S 4C" has one mark for all of them.
            for key in keys if row.bid else keys[-1:]:
                kinds.setdefault(key, {})[row.location] = row
            if _is_high(row):
                high.setdefault(found["name"], []).append(row.mark)
    for (least, _), alike in kinds.items():
        alerted = [row for row in alike.values() if row.mark == "alert"]
        others = [row for row in alike.values() if not row.mark]
        if len(others) == 1 and least <= len(alerted) == len(alike) - 1:
            row, name = others[0], _NAME.match(others[0].form)
            marks = high.get(name["name"], ()) if name and _is_high(row) else ()
            # Who alerts nothing above 3NT may have marked some of it, such as what is bid in the first round.
            is_usual = not marks or sum(mark == "" for mark in marks) == 1 < len(marks)
            if is_usual and row.location not in reported:
                reported.add(row.location)
                yield _marked_unlike(row, alerted[0])


def _is_high(row: Sibling) -> bool:
    return (row.level or 0) > _HIGHEST_ALERTED


def _marking(groups: Groups) -> Callable[[Sibling], bool]:
    """Return what says whether rows such as one are marked, if they are alerted.

    In notes of several files, those without marks say nothing of what is alerted, and many players alert
    nothing above 3NT. A line for two auctions side by side has no room for marks.
    """

    def place(row: Sibling) -> tuple[str, bool]:
        return row.location.file, (row.level or 0) > _HIGHEST_ALERTED

    marked = {place(row) for _, rows in groups for row in rows if row.mark}
    lines = Counter(line for _, rows in groups for line in {row.location[:2] for row in rows})
    return lambda row: place(row) in marked and lines[row.location[:2]] == 1


def _marked_otherwise(
    table: _Rows, other: _Rows, is_marked: Callable[[Sibling], bool]
) -> Iterator[Diagnostic]:
    """Yield the one row that has another mark than the same row of a like table."""
    both = ((row, other[key]) for key, row in table.items() if key in other)
    pairs = [(one, two) for one, two in both if one.level == two.level and is_marked(one)]
    apart = [pair for pair in pairs if pair[0].mark != pair[1].mark]
    is_habit = len(pairs) > LEAST_ALIKE and any(one.mark == two.mark != "" for one, two in pairs)
    if is_habit and len(apart) == 1:
        # The one without a mark is the likelier slip.
        row, like = sorted(apart[0], key=lambda each: each.mark != "")
        yield _marked_unlike(row, like)


def _marked_unlike(row: Sibling, like: Sibling) -> Diagnostic:
    """Return that a row is alerted, or is not, unlike others such as ``like``."""
    marks = {"alert": "alerted", "announce": "announced", "": "not alerted"}
    names = [each.name for each in (row, like)]
    if names[0] == names[1] and row.agreements and like.agreements:
        names = [f"{each.agreements[0].auction:short}" for each in (row, like)]
    message = (
        f"{names[0]} is {marks[row.mark]}, and others like it, such as {names[1]}, are {marks[like.mark]}."
    )
    return row.found("BML945", message, "Mark them alike.", like)


def _indentations(groups: Groups) -> Iterator[Diagnostic]:
    """Yield rows that are indented by another number of columns than nearly all others of their file."""
    steps: dict[str, list[tuple[int, Sibling]]] = {}
    for above, rows in groups:
        place = rows[0].location if rows else None
        if not (above and place) or place.line == above.location.line:
            # "After 2♥: 2♠ to play" has both in one line.
            continue
        if place.origin is None and place.file == above.location.file:
            steps.setdefault(place.file, []).append((place.column - above.location.column, rows[0]))
    for found in steps.values():
        (usual, number), *_ = Counter(step for step, _ in found).most_common(1)
        if len(found) >= _LEAST_ROWS and number >= _USUAL * len(found):
            for step, row in found:
                if step != usual:
                    message = f"{row.name} is indented by {step}, and nearly all other rows here by {usual}."
                    hint = "Correct it, if the row belongs below another one."
                    yield row.found("BML949", message, hint)


def _order(groups: Groups) -> Iterator[Diagnostic]:
    """Yield the one bid of a table that is not in the order of all others."""
    below = {above.location: rows for above, rows in groups if above}
    tables = [[row for row in rows if row.bid and len(row.row.call.patterns) == 1] for _, rows in groups]
    # "| 2♥ | 2♠ | three trumps |" below two auctions has the order of the first of them.
    firsts = {row.location: rows for rows in reversed(tables) for row in rows}
    falls = [
        [n for n, (low, high) in enumerate(pairwise(map(_rank, rows))) if low >= high]
        if all(firsts[row.location] is rows for row in rows)
        else []
        for rows in tables
    ]
    # In notes where all go up, two or three rows are enough, and the last one counts as well.
    is_habit = sum(len(rows) > 1 for rows in tables) >= _LEAST_ROWS and sum(map(bool, falls)) == 1
    for (above, _), rows, found in zip(groups, tables, falls, strict=True):
        fall = found[0] if len(found) == 1 and (is_habit or len(rows) >= LEAST_ALIKE) else None
        if fall is None or _rank(rows[fall]) == _rank(rows[fall + 1]):
            continue
        # Without it the others go up.
        ends = (0, len(rows) - 1)
        alone = [n for n in (fall, fall + 1) if n in ends or _rank(rows[n - 1]) < _rank(rows[n + 1])]
        if not alone:
            continue
        row, other = rows[alone[0]], rows[2 * fall + 1 - alone[0]]
        # The row might be the next one below the row before it.
        last = below.get(rows[fall - 1].location, ())[-1:] if fall in alone[:fall] else ()
        is_below = any(each.bid and _rank(each) < _rank(rows[fall]) for each in last)
        # "1N  12-14" and "2N  18-19" go together.
        pair = rows[fall - 1 : fall + 1] if fall in alone[:fall] else []
        is_below = is_below and not all(each.strain is Strain.NOTRUMP and each.points for each in pair)
        # What is written last is often what was thought of last.
        is_within = len(alone) == 1 and alone[0] < len(rows) - 1
        # Notrump has a place of its own in many notes, and "4H" may stand before "3H", but not "3N".
        is_plain = row.strain not in (Strain.NOTRUMP, other.strain)
        is_sure = is_below or (is_habit and (is_plain or row.level != other.level))
        is_sure = is_sure or (is_within and is_plain and len(rows) >= _LEAST_ORDERED)
        is_sure = is_sure and not _is_stronger(other, row)
        is_notrump = row.strain is Strain.NOTRUMP and above is not None
        if is_sure or (is_within and is_notrump and fall in alone[:fall]):
            # Only the order is odd, unless the row may be one below that before it.
            code = "BML946" if is_sure and is_below else "BML949"
            where = "before" if alone[0] == fall else "after"
            message = f"{row.name} stands {where} {other.name}, and all other rows beside it go up."
            hint = "Correct the call or its indentation, if it is not meant."
            yield row.found(code, message, hint, other)


def _is_stronger(row: Sibling, before: Sibling) -> bool:
    """Return whether rows go by their strength: raises of the suit that is bid, or a cue bid after "min"."""
    own = before.strain
    is_raise = own in before.named and own in row.named and own is not row.strain
    return is_raise or bool(_LEAST.search(before.said) and _MOST.search(row.said))


def _rank(row: Sibling) -> int:
    return row.bid.rank if row.bid else 0


CHECKS = (
    Check(find, ("BML941", "BML943", "BML944", "BML946", "BML949"), ("BML945", "BML954"), of_rows=True),
)
