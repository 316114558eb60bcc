"""The auction of each entry of a list or table: the one above it and its own calls, if sure and legal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise, takewhile

from bml_core.bridge import BIDS
from bml_core.document import LiteralCall
from bml_core.language import FOLLOWED_BY, WrittenCalls, read_calls
from bml_core.outlines.call_names import with_brackets
from bml_core.outlines.contexts import (
    ABOUT_ELSE,
    NO_AUCTION,
    NO_NAME,
    OF_ANOTHER,
    ROW_BRINGS_IN,
    SEVERAL,
    THEIR_CALL,
    TWICE,
    Context,
)
from bml_core.outlines.doubts import ALONE
from bml_core.outlines.entries import (
    Entry,
    assure_lengths,
    assure_sentences,
    is_auction,
    join_bids,
    part_lengths,
    range_among,
)
from bml_core.outlines.named_auctions import named
from bml_core.outlines.page_calls import PageCalls
from bml_core.outlines.sequences import (
    NOWHERE,
    Calls,
    begins,
    by_passed_hand,
    ending_with,
    is_legal,
    key,
    limited,
    replaced,
    row_calls,
    shown,
    with_own_suit,
)
from bml_core.outlines.their_calls import with_double
from bml_core.outlines.word_kinds import WORD_PATTERNS, has, of_kind

_ENDS, _SURE_ROWS = 2, 5


def entry_paths(entries: Sequence[Entry], context: Context, page: PageCalls) -> list[Calls | str]:
    """Return the auction of each item, "" for an item without calls, or why it is not sure."""
    if begun := _place_of_opening(entries, context.calls):
        before = entry_paths(entries[:begun], context, page)
        reason = "a row above it begins another auction"
        rest = [
            _whole(each) if is_auction(each) else reason if each.read else "" for each in entries[begun + 1 :]
        ]
        return [*before, _whole(entries[begun]), *rest]
    assure_lengths(entries, is_below=bool(context.calls))
    assure_sentences(entries, page)
    join_bids(entries, page, are_openings=context.is_known and not (context.calls or context.doubt))
    if context.calls:
        part_lengths(entries, page)
    known, are_whole = context.calls, _are_whole(entries, context)
    if _are_for_last(entries, context):
        context = Context(context.calls[:-1], True)
    paths = [
        _whole(entry)
        if are_whole and (is_auction(entry) or _begins(entry, context.calls))
        else entry_path(entry, context)
        for entry in entries
    ]
    paths = [_with_meanings(path, known) if isinstance(path, tuple) else path for path in paths]
    paths = _after_forced(entries, paths, page)
    paths = _all_told(entries, _without_ranges(entries, _without_kinds(entries, paths)))
    paths = _without_repeated(entries, paths)
    paths = _with_more_answers(entries, _without_announced(entries, paths, page), context.calls)
    paths = _after_nearer(entries, _after_answers(entries, paths), context.calls)
    return _without_doubtful(entries, paths, context) if context.calls else paths


def _place_of_opening(entries: Sequence[Entry], known: Calls) -> int:
    """Return which row says that it is an opening, below others that go on with an auction; 0 for none."""
    for index, entry in enumerate(entries):
        is_single = (
            entry.read is not None and len(entry.read.columns) == 1 and not entry.read.columns[0].theirs
        )
        if (
            index
            and known
            and is_single
            and entry.read
            and _SAYS_OPENING.match(entry.text, entry.read.offset)
        ):
            # "2C opening" after 1NT-(2H) is none of its rows.
            return index if not is_legal((*known, *row_calls(entry.read, NOWHERE))) else 0
    return 0


_SAYS_OPENING = re.compile(r"(?i)\W*opening\b")


def for_our_doubles(
    entries: Sequence[Entry], paths: list[Calls | str], titles: Sequence[str]
) -> list[Calls | str]:
    """Return auctions with our double, where each ends with a bid of theirs below "Negative doubles"."""
    calls = [path for path in paths if isinstance(path, tuple)]
    are_theirs = all(len(path) > 1 and path[-1].theirs and path[-1].text[:1].isdecimal() for path in calls)
    is_named = any(of_kind("our-doubles").fullmatch(title.strip(" :*_")) for title in titles)
    if not (calls and are_theirs and is_named):
        return paths
    return [
        with_double(path) if isinstance(path, tuple) and not entry.children else path
        for entry, path in zip(entries, paths, strict=True)
    ]


def _without_doubtful(
    entries: Sequence[Entry], paths: list[Calls | str], context: Context
) -> list[Calls | str]:
    """Leave out auctions below another one that the rows beside them make doubtful."""
    known = context.calls
    is_sure = (context.is_open or context.is_explicit or len(known) > 1) and len(entries) >= _SURE_ROWS
    if is_sure or context.is_open:
        paths = [
            # "1♠ = 4+, F1" among the responses to 1♠
            f"{shown((*known, *path[-1:]))} is not legal"
            if isinstance(path, tuple)
            and key(path) == key(known)
            and not (entry.children or is_auction(entry))
            else path
            for entry, path in zip(entries, paths, strict=True)
        ]
    wrong = [
        path
        for entry, path in zip(entries, paths, strict=True)
        if isinstance(path, str) and "not legal" in path and entry.read and not is_auction(entry)
    ]
    if is_sure and len(wrong) == 1:
        # Below "Responses to 1♠", or in a table headed 1♠, one of many rows is a slip.
        return [f"{path}{ALONE}" if path in wrong else path for path in paths]
    if context.is_explicit:
        return paths
    single = [bool(entry.read and len(entry.read.columns) == 1) for entry in entries]
    is_opening = len(known) == 1 and not context.is_open
    if is_opening and sum(single) > 1 and _is_for(paths[0], known):
        # Below "Strong club" rows for 1♣ and 1♦ may be openings, or the second one a response.
        reason = f"it may be an opening beside {shown(known)} or go on with it"
        return [
            reason if is_single and isinstance(path, tuple) else path
            for is_single, path in zip(single, paths, strict=True)
        ]
    if not wrong:
        return paths
    # An auction that some row cannot continue is most likely not that of the others.
    reason = f"a row beside it cannot follow {shown(known)}"
    return [
        reason
        if isinstance(path, tuple)
        and key(path[: len(known)]) == key(known)
        and entry.read
        and len(entry.read.columns) < len(path)
        else path
        for entry, path in zip(entries, paths, strict=True)
    ]


def entry_path(entry: Entry, context: Context) -> Calls | str:
    """Return the auction of an item, "" if it has no call, or why it is not sure."""
    read, known = entry.read, context.calls
    if read is None or not read.is_sure:
        return "it may be a sentence" if read else ""
    said = entry.text[read.offset :]
    if doubt := _doubt_of(entry, said):
        return doubt
    calls = _written(entry, read, context)
    in_brackets = f"{entry.text[: read.end]} {said}".partition(")")[0] + ")"
    if said[:1] == "(" and with_brackets(in_brackets) != in_brackets:
        # "1♥ – (overcall):" is the auction of the rows below it.
        return "" if entry.children else THEIR_CALL
    if _is_no_call(read, calls, said, known):
        return ""
    if context.doubt == THEIR_CALL and calls[0].theirs and is_legal((*known, *calls)):
        # "(2♣) X" below "They overcall our 1NT"
        return (*known, *calls)
    if len(calls) > 1 and key(calls[:1]) == key(known[-1:]) and context.doubt == ROW_BRINGS_IN:
        # "2♣-2♦-2♥" below "2♣: relays to 2♦" has the call that this brings in.
        context = context._replace(doubt="")
    is_whole = _is_from_the_beginning(entry, said, calls, context)
    if context.doubt and not is_whole:
        return context.doubt
    path = calls
    if known and not is_whole:
        path = _continued(calls, context)
        if not path:
            return f"{shown(calls)} may begin an auction or go on with {shown(known)}"
    is_opening = context.is_known or calls[0].theirs or len(calls) > 1 or _is_opening(entry, said, context)
    if not (known or is_opening):
        return NO_AUCTION
    return _placed(path, entry, said)


def _doubt_of(entry: Entry, said: str) -> str:
    """Return why an item is none of the notes' agreements, "" if it may be one."""
    if said.startswith("?") and len(said) > 1:
        return "it asks for a call"
    if entry.read and len(entry.read.columns) > 1 and entry.read.columns[0].text == "other":
        # "any – 3NT" is about some openings.
        return SEVERAL
    # "1♣ – 2♥: opener passes 12–14" is about the next call.
    is_auction_of_all = entry.read is not None and len(entry.read.columns) > 1
    is_next = _OF_NEXT.match(said) or (is_auction_of_all and _OF_PLAYER.match(said))
    if _AFTER_THEIRS.match(said):
        return OF_ANOTHER
    return entry.doubt or ("it says what is bid next" if is_next else "")


# "X: after interference takeout"
_AFTER_THEIRS = re.compile(
    rf"\W*{WORD_PATTERNS['after-alone']} (?:(?:an?|any|their) )?"
    rf"(?:{WORD_PATTERNS['interfered']}|{WORD_PATTERNS['an-overcall']})"
)


def _written(entry: Entry, read: WrittenCalls, context: Context) -> Calls:
    """Return the calls of an item, with a suit and a pass that the words above it say."""
    known = context.calls
    calls = row_calls(read, entry.block.location, entry.target)
    if _LEAVES_OUT.search(entry.text, 0, read.end) and known and begins(calls[:1], known[:1]):
        # "1♥ … 2♠" below "1M – 1NT"
        calls = (*replaced(known, 0, calls[:1]), *calls[1:])
    if has("passed-hand", context.doubt) and len(calls) > 1 and calls[0].text[:1] == "1":
        # "1♥ – 2♣" below "By a passed hand"
        calls = calls if calls[0].theirs else by_passed_hand(calls)
    return calls


def _is_no_call(read: WrittenCalls, calls: Calls, said: str, known: Calls) -> bool:
    """Return whether a row begins with a word that names no call, or says what others do."""
    # "Pass (0-7)", but "Any (5332)"
    has_points = said[:1].isdecimal() or (calls[-1].text == "P" and re.match(r"\(\d", said) is not None)
    if read.is_word and not (known and known[-1].theirs) and not has_points:
        return True
    is_elsewhere = read.columns[-1].text == "other" and _IS_ELSEWHERE.match(said) is not None
    return is_elsewhere or _is_opened(read, said)


_PLAYER = rf"(?:{WORD_PATTERNS['opener']}|{WORD_PATTERNS['responder']})"
# "pass with 12-14; 2NT = 18+", but not "pass or correct; with spades invitational"
_OF_NEXT = re.compile(r"(?i:pass\b(?! or correct)[^;]*;|[1-7] of [^;=]*=)")
_OF_PLAYER = re.compile(
    rf"{_PLAYER} (?i:(?:may |must |should |will |always )?"
    r"(?:pass|bid|rebid|raise|jump|answer|show|complete|repl)(?:s|es|ies)?\b)"
)


# "Others: same as in first seat", and what "Any other bid is forcing" says after its first word
_IS_ELSEWHERE = re.compile(rf"\W*(?:(?:the )?{WORD_PATTERNS['compared']}|others?(?!\w))", re.I)
_LEAVES_OUT = re.compile(r"\u2026|\.\.")
_OPENED = re.compile(rf"(?:{WORD_PATTERNS['opening']} (?=[1-7])|(?=1))(?P<call>\S+)")


def _is_opened(read: WrittenCalls, said: str) -> bool:
    """Return whether a row says with which lower bid a hand is opened: ``5♥ and 5♠: 1♠``."""
    opened = _OPENED.fullmatch(said.strip(" ."))
    opening = read_calls(opened["call"]) if opened else None
    bids = [each for column in read.columns for each in column.patterns]
    if opening is None or not all(isinstance(bid, LiteralCall) and bid.call in BIDS for bid in bids):
        return False
    return not is_legal((*row_calls(read, NOWHERE), *row_calls(opening, NOWHERE)))


def _is_from_the_beginning(entry: Entry, said: str, calls: Calls, context: Context) -> bool:
    """Return whether the calls of an item are an auction from its beginning, whatever is above them."""
    known = context.calls
    first = shown(calls[:1])
    if has("passed-hand", context.doubt) and first != "P":
        # "1♠ – 2♥" below "By a passed hand"
        return False
    if known and begins(calls, known):
        # "1♥" and "1♠" below "1 of a major", each above its responses.
        is_bare = bool(entry.children) and not says_something(said.strip("?"))
        if len(calls) > len(known) or (len(calls) == len(known) and is_bare):
            return True
    if len(calls) > 1 and first == "1C":
        # Nothing can be bid before 1♣.
        return True
    if len(calls) > _ENDS and first == "P" and not (known and is_legal((*known, *calls))):
        # No pass is followed by less than there was.
        return True
    if any(call.theirs for call in calls) and (context.is_other or not known):
        # "1♥ (2♣)" is a whole auction even below "When they interfere", "2♦ (X)" perhaps not.
        return calls[0].theirs or first[:1] == "1" or not (known and is_legal((*known, *calls)))
    if known and known[0].theirs and not calls[0].theirs and any(call.theirs for call in calls):
        # "1NT-(2♣)-X" below "Their 1NT"
        return not is_legal((*known, *calls))
    # "2♣ – 2♦ waiting" below "Slam bidding", and "1♥ – 1♠" wherever nothing is known to be before it
    is_begun = len(calls) > 1 and not known and first[:1] in "12"
    return (
        is_begun
        and not context.is_other
        and (first[:1] == "1" or context.doubt.endswith((ABOUT_ELSE, NO_NAME)))
    )


def _is_opening(entry: Entry, said: str, context: Context) -> bool:
    """Return whether a single call is an opening by what its item says, or by the rows below it."""
    if _SAYS_OPENING.match(said) or re.match(r"(?i).*\b(?:we open|is opened)\b", said):
        return True
    # "1NT 15-17. Responses:" above some
    has_responses = re.search(r"\w:$", said.rstrip("*_ ")) is not None and has("response", said)
    return bool(entry.children) and (has_responses or (context.is_plain and not says_something(said)))


def _continued(calls: Calls, context: Context) -> Calls:
    """Return the auction of calls below others, () if they may as well begin one."""
    known = context.calls
    path = (*known, *calls)
    goes_on, stands_alone = is_legal(path), len(calls) > 1 and is_legal(calls) and not context.is_explicit
    if goes_on and stands_alone and calls[0].theirs and known[-1].theirs:
        # "(2♥)-X" below "They open 1NT" may be about another opening of theirs.
        return ()
    if goes_on:
        return () if stands_alone and calls[0].text[:1] == "1" else path
    if key(calls[:1]) == key(known[-1:]):
        # "1D: 4+!h" below a heading 1C-1D says what its last call is.
        return (*known[:-1], *calls)
    return calls if stands_alone and calls[0].text[:1] in "12" else path


def _placed(path: Calls, entry: Entry, said: str) -> Calls | str:
    """Return the auction of an item with what its remark says of it, or why it is none."""
    if path[-1].theirs and not (entry.children or entry.block.description or says_something(said)):
        return "it says nothing of their call, and no row is below it"
    path = limited(with_own_suit(path), said)
    if not path:
        return OF_ANOTHER
    if _may_be_in_suit(path):
        return f"{shown(path[-1:])} may be in the suit of a call before it"
    return path if is_legal(path) else f"{shown(path)} is not legal"


def _may_be_in_suit(path: Calls) -> bool:
    """Return whether a bid may be in one of several suits before it: "3M" after 1♦, 1♥ and 1♠.

    So may "3♥" be over their weak twos.
    """
    several = [call for call in path[:-1] if call.text.count("/") > 1]
    suits = {bid[1:] for call in several if call.theirs for bid in call.text.split("/") if call is path[-2]}
    own = {bid[1:] for bid in path[-1].text.split("/")}
    return bool(several) and not path[-1].theirs and not own.isdisjoint({"M", *suits})


def _begins(entry: Entry, known: Calls) -> bool:
    """Return whether a row is for the first call of an auction: "| 1♣ | | |" above "| 1♣ | 1♦ | |"."""
    return entry.read is not None and key(row_calls(entry.read, NOWHERE)) == key(known[:1])


def _with_meanings(calls: Calls, known: Calls) -> Calls:
    """Return an auction with what the one above says: "(2♥) – 4♣" below "Weak twos" is over a weak 2♥."""
    if not begins(calls, known):
        return calls
    begun = (call._replace(meaning=above.meaning) for call, above in zip(calls, known, strict=False))
    return (*begun, *calls[len(known) :])


def _whole(entry: Entry) -> Calls | str:
    """Return the auction of an item that is written from its beginning, or why it is none."""
    assert entry.read is not None
    if doubt := _doubt_of(entry, entry.text[entry.read.offset :]):
        return doubt
    calls = with_own_suit(row_calls(entry.read, entry.block.location, entry.target))
    return calls if is_legal(calls) else f"{shown(calls)} is not legal"


def _are_for_last(entries: Sequence[Entry], context: Context) -> bool:
    """Return whether all items are for the last calls above them.

    "1♣ is 3+" and "1♦ is 4+" below "1♣ and 1♦".
    """
    # "With 5-5: the higher suit" has no call.
    calls = [row_calls(entry.read, NOWHERE) for entry in entries if entry.read]
    known = context.calls
    return (
        known != ()
        and calls != []
        and not (context.doubt or context.is_open)
        and all(len(each) == 1 and begins(each, known[-1:]) for each in calls)
        and not all(is_legal((*known, *each)) for each in calls)
    )


def _are_whole(entries: Sequence[Entry], context: Context) -> bool:
    """Return whether items write auctions from the beginning, some of them another one than that above.

    "1♠-2NT" and "(2♥)-X" below "Responses to 1♠, and defence": one has the auction above in it, or several
    cannot go on with it. Beside "1NT – 4NT" so does "2NT – 4NT", where nothing is above them.
    """
    known = context.calls
    auctions = [
        row_calls(entry.read, entry.block.location, entry.target)
        for entry in entries
        if entry.read is not None and is_auction(entry)
    ]
    if len(auctions) < _ENDS:
        return False
    if not known:
        return not context.is_other and any(calls[0].text[:1] == "1" for calls in auctions)
    # "2♣-2♦-2♥" below "2♣" goes on with it.
    auctions = (
        [calls for calls in auctions if key(calls[:1]) != key(known[-1:])] if len(known) > 1 else auctions
    )
    alone = [calls for calls in auctions if not is_legal((*known, *calls)) and is_legal(calls)]
    return len(alone) >= _ENDS or any(begins(calls, known) for calls in auctions)


def _without_ranges(entries: Sequence[Entry], paths: list[Calls | str]) -> list[Calls | str]:
    """Leave out the auction of "2C-2S" among single calls, which may be every bid between the two."""
    place = range_among(entries)
    if place is not None and len(paths[place]) == _ENDS and (read := entries[place].read):
        first, last = (column.text for column in read.columns)
        if " " not in entries[place].text[: read.end]:
            paths[place] = f"it may be an auction, or every bid from {first} to {last}"
    return paths


def _all_told(entries: Sequence[Entry], paths: list[Calls | str]) -> list[Calls | str]:
    """Place calls that one line tells of only if all of them can be placed."""
    for entry, path in zip(entries, paths, strict=True):
        if entry.is_told and isinstance(path, str):
            place = entry.block.location
            paths = [
                path if other.is_told and other.block.location == place else own
                for other, own in zip(entries, paths, strict=True)
            ]
    return paths


# "2NT then 3♥", "2♣, followed by 2♠"
_FOLLOWED = re.compile(FOLLOWED_BY)


def _after_forced(entries: Sequence[Entry], paths: list[Calls | str], page: PageCalls) -> list[Calls | str]:
    """Let "2NT then 3♠: invites" beside "2NT: forces 3♣" go on with both calls."""
    for index, entry in enumerate(entries):
        then = _FOLLOWED.match(entry.text, entry.read.end) if entry.read else None
        said = entry.text[then.end() :] if then else ""
        read = page.read(said, takes_words=True) if then else None
        if read is None or entry.read is None or len(read.columns) > 1 or not said[read.offset :]:
            continue
        first = key(row_calls(entry.read, NOWHERE))
        asked = [
            (*path, *forced)
            for other, path in zip(entries, paths, strict=True)
            if other is not entry and isinstance(path, tuple) and key(path[-1:]) == first
            if (forced := _forced(other, path, page))
        ]
        calls = row_calls(read, entry.block.location)
        if len(asked) == 1 and is_legal((*asked[0], *calls)):
            entry.text, entry.read = said, read
            paths[index] = (*asked[0], *calls)
    return paths


def _forced(entry: Entry, path: Calls, page: PageCalls) -> Calls:
    """Return the only call that a row names as the one it forces, () if it names none: "forces 3♣"."""
    said = entry.text[entry.read.offset :].partition("\n")[0] if entry.read else ""
    found = [row_calls(read, NOWHERE) for _, read in page.find(said)] if has("relay", said) else []
    is_one = len(set(map(key, found))) == 1 and is_legal((*path, *found[0]))
    return found[0] if is_one else ()


def _without_repeated(entries: Sequence[Entry], paths: list[Calls | str]) -> list[Calls | str]:
    """Leave out rows that are between two for the same call: some of them were indented."""
    codes = [
        key(path) if isinstance(path, tuple) and not entry.children and not is_auction(entry) else ()
        for entry, path in zip(entries, paths, strict=True)
    ]
    pairs = [
        (before, index)
        for index, code in enumerate(codes)
        for before in [codes.index(code)]
        if code and index - before > 1 and code not in codes[before + 1 : index] and codes[index - 1] != code
    ]
    first, end = min((one for one, _ in pairs), default=0), max((other + 1 for _, other in pairs), default=0)
    reason = "a row for the same call is apart from it"
    if len(pairs) == 1:
        lines = " and ".join(str(entries[index].block.location.line) for index in pairs[0])
        read = entries[first].read
        written = entries[first].text[: read.end] if read else ""
        reason = f"{written.strip(' *_`:=.-–')} {TWICE} {lines}"
    return [
        reason if first <= index < end and isinstance(path, tuple) else path
        for index, path in enumerate(paths)
    ]


# "(2♦) weak: X takeout" and "(2♦) Multi: X values"
_KIND_OF_CALL = re.compile(r"\([1-7][^()\s]{1,3}\) (?P<kind>[^\W\d_][^:;,.]*): *")


def _without_kinds(entries: Sequence[Entry], paths: list[Calls | str]) -> list[Calls | str]:
    """Leave out rows for a kind of a call of theirs, perhaps one of two, where our calls come after it."""
    found = [_KIND_OF_CALL.match(entry.block.text) for entry in entries]
    return [
        "our calls follow a kind of theirs"
        if each
        and isinstance(path, tuple)
        and path[-1].theirs
        and read_calls(each.string[each.end() :], takes_words=True)
        else path
        for each, path in zip(found, paths, strict=True)
    ]


def _without_announced(
    entries: Sequence[Entry], paths: list[Calls | str], page: PageCalls
) -> list[Calls | str]:
    """Leave out rows after an item such as "After 2♣:" that has none below it: they may belong there.

    So may those after "2NT = asks, then", if they can follow it.
    """
    reason, announced = "", Context()
    for index, (entry, path) in enumerate(zip(entries, paths, strict=True)):
        text = entry.text.rstrip("*_ ")
        if isinstance(path, tuple):
            may_follow = entry.read is not None and is_legal(
                (*announced.calls, *row_calls(entry.read, entry.block.location))
            )
            reason = reason if may_follow or not announced.calls else ""
            paths[index] = reason if reason and not is_auction(entry) else path
            if not (reason or entry.children) and _THEN.search(text):
                # What is written of the page must not be read in another way.
                reason, announced = "a row may be about those below it", Context(path)
                paths[index] = reason if _goes_on_below(entries[index + 1 :], path) else path
        elif not entry.children and text.endswith((":", "-", "?")) and page.find(text):
            reason, announced = f"“{text}” may be about it", Context()
    return paths


def _goes_on_below(entries: Sequence[Entry], path: Calls) -> bool:
    """Return whether the next row can follow an auction."""
    read = entries[0].read if entries else None
    return read is not None and len(read.columns) == 1 and is_legal((*path, *row_calls(read, NOWHERE)))


_THEN = re.compile(
    rf"[,;.] (?:{WORD_PATTERNS['own']} )?(?:{WORD_PATTERNS['next']}|{WORD_PATTERNS['response']}):?$"
)


def _with_more_answers(entries: Sequence[Entry], paths: list[Calls | str], known: Calls) -> list[Calls | str]:
    """Let "2NT: both" after "1NT-2♣: 2♦ = none, 2♠ = spades" be one more answer, as all beside it are.

    Who writes 1NT again there would have written it before 2NT, too. "2♦: hearts" is none after 2♠.
    """
    for index, (entry, path) in enumerate(zip(entries, paths, strict=True)):
        told = [each.read for each in entry.children if each.block.location == entry.block.location]
        if not (isinstance(path, tuple) and known and told and told[-1] and is_auction(entry)):
            continue
        more = list(takewhile(lambda each: each.read and not is_auction(each), entries[index + 1 :]))
        above = (*path, *row_calls(told[-1], NOWHERE))
        calls = [row_calls(each.read, each.block.location, each.target) for each in more if each.read]
        if (
            len(path) > len(known)
            and begins(path, known)
            and all(is_legal((*above, *each)) for each in calls)
        ):
            paths[index + 1 : index + 1 + len(calls)] = [(*path, *each) for each in calls]
    return paths


def _after_answers(entries: Sequence[Entry], paths: list[Calls | str]) -> list[Calls | str]:
    """Let "After 3♦: 3♥ = spades" go on with the line before it, "2NT-3♣: 3♦ = a major; 3♥ = hearts"."""
    for index, (above, entry) in enumerate(pairwise(entries), 1):
        before = paths[index - 1]
        is_lead = all(each.read and each.children and not each.block.depth for each in (above, entry))
        if not (is_lead and isinstance(before, tuple) and is_auction(above) and entry.read):
            continue
        answers = (row_calls(each.read, NOWHERE) for each in above.children if each.read)
        auctions = ((*before, *answer) for answer in answers if len(answer) == 1)
        calls = row_calls(entry.read, entry.block.location)
        is_told = entry.children[0].block.location == entry.block.location
        if is_told and len(calls) == 1 and any(map(is_legal, ending_with(auctions, calls))):
            paths[index] = (*before, *calls)
    return paths


def _after_nearer(entries: Sequence[Entry], paths: list[Calls | str], known: Calls) -> list[Calls | str]:
    """Let "3♠ = 16+" below "1♠-2NT: 4+ spades" go on with this, and not with the heading 1M-2NT above both.

    Below "1♥-2NT: 4+ hearts" and "1♠-2NT: 4+ spades" it goes on with both.
    """
    nearer: list[Calls] = []
    was_row = True
    for index, (entry, path) in enumerate(zip(entries, paths, strict=True)):
        if not isinstance(path, tuple):
            continue
        if is_auction(entry) and len(path) == len(known) and begins(path, known) and key(path) != key(known):
            nearer = [path] if was_row else [*nearer, path]
            was_row = False
            continue
        was_row = True
        own = path[len(known) :]
        if len(nearer) == 1 and own and not is_auction(entry) and is_legal((*nearer[0], *own)):
            paths[index] = (*nearer[0], *own)
    return paths


def _is_for(path: Calls | str, known: Calls) -> bool:
    """Return whether a row is for the last call of an auction itself."""
    return isinstance(path, tuple) and key(path) == key(known)


def with_first(entries: Sequence[Entry], paths: Sequence[Calls | str]) -> list[Calls | str]:
    """Place a call alone with which the auctions in all other rows begin, as "1NT" above "1NT - 2C"."""
    whole = [path for path in paths if isinstance(path, tuple)]
    single = [entry.read is not None and len(entry.read.columns) == 1 for entry in entries]
    if not (len(whole) > 1 and sum(single) == 1 and len(whole) == len(entries) - 1):
        return list(paths)
    index = single.index(True)
    entry = entries[index]
    calls = row_calls(entry.read, entry.block.location, entry.target) if entry.read else ()
    is_first = isinstance(paths[index], str) and all(len(path) > 1 and begins(path, calls) for path in whole)
    return [calls if is_first and place == index else path for place, path in enumerate(paths)]


def for_openings(entries: Sequence[Entry], context: Context) -> Context:
    """Return the context of openings where nothing names an auction and the first row is 1♣."""
    if context.is_known or context.doubt:
        return context
    read = [entry.read for entry in entries if entry.read is not None]
    first = read[0].columns if len(read) > 1 else ()
    if len(first) == 1 and first[0].text == "1C" and not first[0].theirs:
        return Context((), True)
    return context


def before_first(entries: Sequence[Entry], context: Context) -> Context:
    """Return the auction without its last call, where the first row is for that one, with rows below it.

    "Here 2♦ is artificial:", above "2♦: 18+" with its responses, and "2♠: 12-14" beside it.
    """
    first = entries[0] if len(entries) > 1 and entries[0].children and len(context.calls) > 1 else None
    if first is None or first.read is None or context.doubt or context.is_explicit:
        return context
    is_for = key(row_calls(first.read, NOWHERE)) == key(context.calls[-1:])
    return context._replace(calls=context.calls[:-1]) if is_for else context


def below_row(entry: Entry, path: Calls, page: PageCalls) -> Context:
    """Return the auction of rows below one: those below "2NT forces 3♣" may follow that, if all are higher.

    With "Pass" among them they do: nobody passes what forces.
    """
    assert entry.read is not None
    said = entry.text[entry.read.offset :].partition("\n")[0]
    found, forced = page.find(said), _forced(entry, path, page)
    below = [row_calls(each.read, NOWHERE)[0] for each in entry.children if each.read]
    texts = [call.text.split("/")[0] for call in below]
    asked = _asked_next(said, path, page)
    if asked and all(call.text == "P" or is_legal((asked[0], call)) for call in below):
        return Context((*path, *asked), True)
    are_higher = all(call.text[0] == "P" or is_legal((forced[0], call)) for call in below if forced)
    if not (len(forced) == 1 and below and are_higher):
        return Context(path, True)
    # "3+ spades; then 2NT asks:"
    is_asked = said.rstrip("*_ ").endswith(":") and has("asks", said[found[0][1].end :])
    return Context((*path, *forced), True) if is_asked or "P" in texts else Context(path, True, ROW_BRINGS_IN)


# "asks", "= relay", "asks for the shortness"
_ASKS_ALONE = re.compile(rf"\W*(?:{WORD_PATTERNS['asks']}|relays?)(?: [^\W\d]+){{0,3}}")


def _asked_next(said: str, path: Calls, page: PageCalls) -> Calls:
    """Return the call that asks at the end of what is said of a row, () for none: "a splinter; 3♠ asks"."""
    last = re.split(r"[;.] ", said.rstrip("*_ :."))[-1]
    read = page.read(last) if last != said else None
    if read is None or len(read.columns) != 1 or not _ASKS_ALONE.fullmatch(last, read.end):
        return ()
    calls = row_calls(read, NOWHERE)
    return calls if is_legal((*path, *calls)) and not calls[0].theirs else ()


_IN_WORDS = re.compile(r"([^:]*[^\W\d_]{3}[^:]*): +\w")


def is_in_words(text: str) -> bool:
    """Return whether an item may be a row for a call in words: ``new suit: F1``, not ``Opener: natural``."""
    label = _IN_WORDS.match(text)
    turns = ("opener", "responder", "rebid", "response", "later")
    return label is not None and not any(has(kind, label[1]) for kind in turns)


def below_text(entry: Entry, path: str, context: Context, page: PageCalls) -> Context:
    """Return the auction of items below one that is text."""
    text = entry.text.partition("\n")[0]
    found = named(text, context, page.letters)
    # "Over their 1NT" is sure even below "When they interfere".
    is_theirs = not found.doubt and any(call.theirs for call in found.calls)
    # "New suit: game try", and "After 3♣, 3♦: asks"
    is_row = is_in_words(text) and key(found.calls) == key(context.calls)
    if path or is_row or (context.doubt and not is_theirs):
        is_meant = is_row and not page.find(text.partition(":")[0])
        return context.doubted(SEVERAL if is_meant else "the line that it is below stays text")
    return found


def says_something(text: str) -> bool:
    """Return whether something is said of a call, as not in "1H, then" and "(1H) – us"."""
    return (
        re.fullmatch(r"(?i)[\s.,:;\u2026-]*(?:then|dann|puis|dan|potem|us|we)?[\s.,:;\u2026-]*", text) is None
    )
