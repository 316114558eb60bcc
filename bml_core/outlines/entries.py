"""The items of a list and the rows of a table, each with the calls that it begins with.

What calls are may be seen only beside others: "1♠ 4♠" is a call and its length among rows for single calls.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from bml_core.language import WrittenCalls, find_link, is_dashed, read_calls
from bml_core.outlines.contexts import NEXT
from bml_core.outlines.outline import OutlineItem
from bml_core.outlines.page_calls import PageCalls
from bml_core.outlines.sequences import NOWHERE, is_legal, row_calls
from bml_core.outlines.telling import Telling, find_telling
from bml_core.outlines.word_kinds import WORD_PATTERNS, of_kind

_ENDS = 2
# "2♥ 2♠" are two openings.
BESIDE = re.compile(
    r"(?<=[\u2660-\u2667CDHSNT])(?P<marks>[*!]*(?: ?[\u2020\u2021])?)\s+(?=\**[1-7][\u2660-\u2667CDHSN])"
)
_RANGE = re.compile(r"([2-7])[CDH] \1[DHS]")
_PREEMPTS = re.compile(r"([34])C \1S")
# Their bid with a name, "(1NT) weak" in a cell and "(2D) multi" in columns: "(2D) multi     X     13-15".
_NAME = r" [^\W\d_]+(?: [^\W\d_]+)?"
_NAMED_CALL = re.compile(rf"^(\([1-7][^()\s]{{1,3}}\)){_NAME}\s{{2,}}(?=\S{{1,3}}\s{{2,}})")
# "1N (2C artificial)", "1♠ – (2♠: Michaels)" and "(1N strong)", above rows
_REMARK_OF_THEIRS = re.compile(
    r"^((?:[*_]*[1-7](?:[CDHS\u2660-\u2667]|NT?)[*_]*[ \u2013\u2014-]+)?"
    r"\([1-7](?:[CDHSMmXYx\u2660-\u2667]|NT?))"
    r"(?: |[:,] ?)[^\W\d][^()\d]*\)(?=\W*$)"
)
# "1NT-2♠-? (asks for clubs)", above rows
_REMARK_BEHIND = re.compile(r"(?<=\w|[\u2660-\u2667])\s?[-\u2013\u2014]\s?\?\s+(?=\([^()]*\)\s*$)")
# "1N 2C 2D   no major", and "1C 1D ?"
_SPACED = re.compile(
    r"[1-7](?:NT|[CDHSN\u2660-\u2667])"
    r"(?: \(?(?:[1-7](?:NT|[CDHSN\u2660-\u2667])|X|P|Dbl|XX)\)?(?!\w))+(?=\s{2,}|\s\?|$)"
)
_CALL_BEFORE = r"[*_]*[1-7]([CDHS\u2660-\u2667]|NT?)[*_]* +"
_OWN_LENGTH = re.compile(rf"{_CALL_BEFORE}(?P<length>[3-8])\1(?=\W|$)")
# "3NT 5♥, choose", "2NT 5♥+" and "dbl   4♠, 6+"
_LENGTH_BEHIND = re.compile(rf"(?:{_CALL_BEFORE}|(?i:x|dbl|double) +)[3-8][CDHS\u2660-\u2667](?=[,+])")
_PARTED_LENGTH = re.compile(
    r"([*_]*(?P<bid>[1-7]!?(?:[CDHS\u2660-\u2667]|NT?))[*_!]* +)(?:-{1,2}|[\u2013\u2014])(?= +[*_]*"
    r"(?P<length>[1-8]!?[CDHS\u2660-\u2667])(?!\w|!?[*_]*\s*[-\u2013\u2014:=(])"
    # "4♥, 5♠" or "5♥, 8-9"
    r"(?P<goes_on>[*_]*(?:(?P<counts>, ?(?:[3-8][-+]?!?[CDHS\u2660-\u2667](?!\w)|\d{1,2}[-+\u2013]))|[,+]"
    r"| and | or ))?)"
)
_TWO_LENGTHS = re.compile(rf"{_CALL_BEFORE}[3-8][CDHS\u2660-\u2667](?: and |,? \+ ?)")
_BLANKS = re.compile(r" +")
_OVER_THEIRS = re.compile(r"(?P<own>\w[^\s:,=]*(?:, \w[^\s:,=]*)*) (?:over|of) (?:an? |their )?(?=\(?[1-7])")
_PIECES, _AFTER_COMMA = re.compile(r";\s+"), re.compile(r"[,;]\s+")
_AUCTION_BEHIND = re.compile(r"[.;]\s+(?=[*_`]*\(?[1-7])")
_SAYS = re.compile(r"[*_`]*\s*[:=]\s*\w")
_NEXT_AUCTION = re.compile(
    rf"[*_`]*\s*(?:/|(?P<comma>,)|(?P<word>{WORD_PATTERNS['or']}|{WORD_PATTERNS['join']}))"
    r"\s*(?P<marks>[*_`]*)(?=\(?[1-7])"
)
# "Respond with 2♣ (Stayman)" and "Bid 2♣: Stayman"
_DOING = re.compile(
    rf"^{WORD_PATTERNS['doing']} (?=(?:[1-7]\S{{1,3}}|[Pp]ass?e?)(?: ?[/,] ?[1-7]\S{{1,3}})* *(?:[(:=]|$))"
)
_SENTENCE_END = re.compile(r"[.;!?]\s")
_CHECKBOX = re.compile(r"\[([ xX])\] +")
_LABEL = re.compile(r"[^\W\d_][^\d:()\n]{2,40}: +(?=\S)")


@dataclass(slots=True, eq=False)
class Entry:
    """An item with the items below it, and the calls that it begins with.

    ``is_told`` says that it is one of several calls that its text tells of, ``doubt`` why it is none.
    """

    block: OutlineItem
    read: WrittenCalls | None
    text: str
    target: str = ""
    children: list[Entry] = field(default_factory=list)
    is_told: bool = False
    doubt: str = ""

    def every(self) -> Iterator[Entry]:
        """Yield the entry and all below it."""
        yield self
        for child in self.children:
            yield from child.every()

    def blocks(self) -> Iterator[OutlineItem]:
        """Yield the items of the page that it is made of."""
        yield self.block
        for child in self.children:
            yield from (block for block in child.blocks() if block is not self.block)


def list_entries(items: Sequence[OutlineItem], page: PageCalls) -> list[Entry]:
    """Return the entries of a list, those of deeper items below the others."""
    items = _with_dashes(items)
    first = [_entry(item, page) for item in items]
    told = [find_telling(entry.text, page.letters) for entry in first]
    is_alone = sum(not (each and each.lead) for each in told) == 1
    roots: list[Entry] = []
    chain: list[Entry] = []
    for index, item in enumerate(items):
        while chain and chain[-1].block.depth >= item.depth:
            chain.pop()
        has_rows = index + 1 < len(items) and items[index + 1].depth > item.depth
        entries = _told(first[index], told[index], page, has_rows=has_rows, is_alone=is_alone)
        (chain[-1].children if chain else roots).extend(entries)
        chain.append(entries[-1])
    return roots


def with_their_call(text: str, page: PageCalls) -> str:
    """Return a row of a defence with their call before ours.

    >>> with_their_call("4♣ over 2♥/2♠: five clubs", PageCalls([]))
    '(2H/2S) - 4♣: five clubs'
    >>> with_their_call("double of 2♦: takeout", PageCalls([]))
    '(2D) - double: takeout'
    >>> with_their_call("1♥ - 2♥: Michaels", PageCalls([]))
    '(1H) - 2H: Michaels'
    """
    if over := _OVER_THEIRS.match(text):
        own, theirs = page.read(over["own"], takes_words=True), page.read(text[over.end() :])
        reads = [
            read for read in (own, theirs) if read and len(read.columns) == 1 and not read.columns[0].theirs
        ]
        if theirs and len(reads) == _ENDS and own and own.end == len(over["own"]):
            behind = text[over.end() + theirs.end :]
            return f"({theirs.columns[0].text}) - {over['own']}{behind}"
    read = page.read(text)
    if read and len(read.columns) == _ENDS and not any(column.theirs for column in read.columns):
        first, last = (column.text for column in read.columns)
        return f"({first}) - {last}{text[read.end :]}"
    return text


def _with_dashes(items: Sequence[OutlineItem]) -> list[OutlineItem]:
    """Return items with dashes in auctions of calls with one space between, where several begin alike.

    "1N 2C  Stayman" and "1N 2C 2D  no major" are auctions, "3C 3D  preempts" are two calls.
    """
    found = [_SPACED.match(item.text) for item in items]
    begun = [each[0].split()[0] for each in found if each]
    return [
        item._replace(text=_BLANKS.sub("-", each[0]) + item.text[each.end() :])
        if each and (begun.count(each[0].split()[0]) > 1 or item.text.endswith("?"))
        else item
        for item, each in zip(items, found, strict=True)
    ]


def _entry(item: OutlineItem, page: PageCalls) -> Entry:
    box = _CHECKBOX.match(item.text)
    text, target = item.text[box.end() :] if box else item.text, ""
    if text.startswith("[") and (link := find_link(text, 0)) is not None and text[link.end :].strip():
        label = page.read(link.label)
        if label is not None and label.offset >= len(link.label):
            text, target = link.label + text[link.end :], link.target
    text = _REMARK_BEHIND.sub(": ", text) if "?" in text else text
    text = _REMARK_OF_THEIRS.sub(r"\1)", _NAMED_CALL.sub(r"\1  ", text))
    if (doing := _DOING.match(text)) and len(page.find(text)) <= 1:
        text = text[doing.end() :]
    name = _LABEL.match(text)
    said = text[name.end() :] if name else ""
    if name and (read := page.read(said)) and [each.theirs for each in read.columns][-2:] == [True, False]:
        # "Negative: 1♣ (1♠) X shows hearts"
        text = f"{said[: read.end]}: {name[0]}{said[read.offset :]}"
    doubt = "its box is not ticked" if box and box[1].isspace() else ""
    return Entry(item, page.read(text, takes_words=True), text, target, doubt=doubt)


def _with_answer(entry: Entry, page: PageCalls, *, has_rows: bool) -> Entry:
    """Return an item with our call after a colon as the next one: ``1NT – (X): XX penalties``.

    Several calls are rows below it, unless it ``has_rows`` already.
    """
    read, text = entry.read, entry.text
    if read is None or not read.columns[-1].theirs or ":" not in text[read.end : read.offset]:
        return entry
    said = text[read.offset :]
    answer = page.read(said, takes_words=True)
    is_answer = answer is not None and len(answer.columns) == 1 and not answer.columns[0].theirs
    pieces = _PIECES.split(said)
    rows = [Entry(entry.block, page.read(each, takes_words=True), each, is_told=True) for each in pieces]
    if is_answer and not has_rows and len(rows) > 1 and all(map(_is_single, rows)):
        # "(2♦): X takeout; 2NT 15–18"
        entry.text, entry.children = text[: read.end], rows
        entry.read = page.read(entry.text)
        return entry
    if answer and is_answer and any(_tells(each, page) for each in _AFTER_COMMA.split(said[answer.offset :])):
        # "(2♥): X = values, 2NT asks still, 3♣ and 3♦ natural" says more than what X means.
        entry.doubt = NEXT
    elif answer and is_answer and "\n" not in said and said[answer.offset :].strip():
        entry.text = f"{text[: read.end]}-{said}"
        entry.read = page.read(entry.text)
    return entry


def _tells(text: str, page: PageCalls) -> bool:
    """Return whether a text begins with a call of ours and what it means."""
    read = page.read(text)
    if read is None or len(read.columns) > 1 or read.columns[0].theirs:
        return False
    return "=" in text[read.end : read.offset] or of_kind("tells").match(text, read.offset) is not None


def _is_single(entry: Entry) -> bool:
    """Return whether an item is surely one call of ours, and says something of it."""
    read = entry.read
    is_ours = read is not None and read.is_sure and len(read.columns) == 1 and not read.columns[0].theirs
    return is_ours and read is not None and entry.text[read.offset :].strip() != ""


def _told(
    entry: Entry, told: Telling | None, page: PageCalls, *, has_rows: bool, is_alone: bool
) -> list[Entry]:
    """Return an item as a row, or as those that it tells of: ``1♣ (1♥): X = spades, 1♠ = five``.

    ``has_rows`` says that items are below it, ``is_alone`` that no other row is in its list.
    """
    if entry.doubt:
        return [entry]
    if not has_rows and (parted := _parted_auctions(entry, page)):
        return parted
    if told is None:
        return _several(_with_answer(entry, page, has_rows=has_rows), page)
    first = page.read(told.calls[0])
    if first and len(first.columns) > 1 and len(several := _several(entry, page)) > 1:
        # "1♥–2♠, 1♠–3♥: weak"
        return several
    item = entry.block
    rows = [
        Entry(item._replace(text=text), page.read(text, takes_words=True), text, is_told=True)
        for text in told.calls
    ]
    first = rows[0].read
    if first and len(first.columns) > 1 and first.columns[-2].theirs:
        # "(2♥) X = takeout; 2♠ = natural"
        rows[1:] = [_beside(first, row) for row in rows[1:]]
    for row in rows:
        if row.read and any(column.theirs for column in row.read.columns):
            row.read = row.read._replace(is_sure=True)
    lead = page.read(told.lead)
    if lead is None:
        # "2♦ = transfer, 2♥ = spades" in a list may go on with the answer.
        are_whole = all(row.read and any(call.theirs for call in row.read.columns) for row in rows)
        # "3♣ is a bad hand and 3♦ a good one"
        are_beside = len(rows) > 1 and (is_alone or not told.has_signs)
        return rows if not has_rows and (are_whole or are_beside) else [entry]
    if has_rows and lead.columns[0].theirs:
        # Rows below "(1NT): X = penalty; 2♣ = majors"
        return [_with_answer(entry, page, has_rows=True)]
    if not has_rows or lead.columns[-1].theirs:
        entry.text, entry.read, entry.children = told.lead, lead, rows
    return [entry]


def _parted_auctions(entry: Entry, page: PageCalls) -> list[Entry]:
    """Return an item for each auction of a text, if it has several: ``1NT–4NT: 17–18. 2NT–4NT: 12``."""
    pieces = _AUCTION_BEHIND.split(entry.text)
    reads = [page.read(piece) for piece in pieces] if len(pieces) > 1 else [None]
    rows = [
        Entry(entry.block, read, piece, is_told=True)
        for piece, read in zip(pieces, reads, strict=False)
        if read and len(read.columns) > 1 and _SAYS.match(piece, read.end)
    ]
    return rows if len(rows) == len(pieces) else []


def _several(entry: Entry, page: PageCalls) -> list[Entry]:
    """Return an item for each of its auctions: ``1♥–1NT / 1♠–1NT: forcing``, ``1♥–3NT and 1♠–3NT: 13+``."""
    read = entry.read or page.read(entry.text.replace("/", ":", 1))
    rest = _NEXT_AUCTION.match(entry.text, read.end) if read and len(read.columns) > 1 else None
    if read is None or rest is None:
        return [entry]
    # "*1♥–2♠, 1♠–3♥*: weak"
    marks = rest["marks"] or entry.text[: len(entry.text) - len(entry.text.lstrip("*"))]
    said = marks + entry.text[rest.end() :]
    other = Entry(entry.block, page.read(said), said, is_told=True)
    if other.read is None or len(other.read.columns) != len(read.columns):
        return [entry]
    both = (*row_calls(read, NOWHERE), *row_calls(other.read, NOWHERE))
    if (rest["word"] or rest["comma"]) and not other.read.is_apart:
        # "1♥–1NT and 1♠–1NT are forcing" is a sentence.
        return [entry]
    if rest["comma"] and is_legal(both):
        # "1♣–1♥, 1NT–2♣: asks" goes on.
        return [entry]
    text = f"{entry.text[: read.end]}: {other.text[other.read.offset :]}"
    entry = Entry(entry.block, page.read(text), text, entry.target, is_told=True)
    last = _several(other, page)
    # What is below the item is below each of them.
    entry.children = last[-1].children
    return [entry, *last]


def _beside(first: WrittenCalls, row: Entry) -> Entry:
    """Return a call as one after the calls before the last one of another row."""
    if row.read and len(row.read.columns) == 1 and not row.read.columns[0].theirs:
        row.read = row.read._replace(columns=(*first.columns[:-1], *row.read.columns), is_word=False)
    return row


def by_indentation(entries: Sequence[Entry]) -> list[Entry]:
    """Return the rows of a table, those that spaces or arrows indent below the one above them."""
    roots: list[Entry] = []
    chain: list[Entry] = []
    for entry in entries:
        while chain and chain[-1].block.depth >= entry.block.depth:
            chain.pop()
        (chain[-1].children if chain else roots).append(entry)
        chain += [entry] if entry.read else []
    return roots


def join_bids(entries: Sequence[Entry], page: PageCalls, *, are_openings: bool) -> None:
    """Read "2♥ 2♠: weak" beside rows for single calls as both, if neither has another row.

    "3C 3D   preempt" among openings is for both: nobody bids on over partner's preempt.
    """
    first = [entry.read.columns[0].text for entry in entries if entry.read]
    is_beside = any(entry.read and entry.read.is_sure and len(entry.read.columns) == 1 for entry in entries)
    for entry in entries:
        text = BESIDE.sub(r"\g<marks>/", entry.text, count=3)
        both = page.read(text) if text != entry.text else None
        is_single = both is not None and both.is_apart and len(both.columns) == 1
        bids = both.columns[0].text.split("/") if both and is_single else []
        if not entry.read or len(entry.read.columns) > 1 or len(bids) < _ENDS:
            continue
        is_row = is_beside and bids == sorted({*bids}) and len({bid[0] for bid in bids}) == 1
        is_row = is_row and sum(first.count(bid) for bid in bids) == 1
        if is_row or (are_openings and bids[0][0] in "34" and not entry.read.is_sure):
            entry.text = BESIDE.sub(r"\g<marks>/", entry.text, count=len(bids) - 1)
            entry.read = page.read(entry.text)


def assure_auctions(entries: Sequence[Entry]) -> None:
    """Read "1C - 1S no major" as an auction where rows beside it are auctions that begin with 1C."""
    several = [entry for entry in entries if entry.read and len(entry.read.columns) > 1]
    if rows := [entry for entry in several if not _is_sentence(entry)]:
        # A sentence among rows is none of them, but notes may be written in sentences.
        several = rows if all(entry.read and entry.read.is_apart for entry in rows) else several
    begun = [
        entry.read.columns[0].text
        for entry in several
        if entry.read and (entry.read.is_sure or not entry.text.rstrip().endswith("."))
    ]
    for entry in several:
        if entry.read and not entry.read.is_sure and begun.count(entry.read.columns[0].text) > 1:
            entry.read = entry.read._replace(is_sure=True)


def assure_sentences(entries: Sequence[Entry], page: PageCalls) -> None:
    """Read "3♥ is a game try." beside other rows for single calls as one, and "3♣ = clubs." as well.

    A sentence that names another call, "3♠ is forcing, so 4NT asks.", may be about that one.
    """
    are_single = [bool(entry.read and len(entry.read.columns) == 1) for entry in entries]
    for entry, is_single in zip(entries, are_single, strict=True):
        if not (entry.read and is_single) or entry.read.is_sure or sum(are_single) < _ENDS:
            continue
        said = entry.text[entry.read.offset :].rstrip(" .;")
        bare = page.read(entry.text.rstrip(" .;"))
        if bare and bare.is_sure and bare.is_apart and not (_SENTENCE_END.search(said) or page.find(said)):
            entry.read = bare


def assure_lengths(entries: Sequence[Entry], *, is_below: bool) -> None:
    """Read "1♠ 4♠" beside rows for single calls as a call and its length, and "2♥ 5♠ and 4♥" as well.

    ``is_below`` says that they are below a call, where several such rows are lengths, too.
    """
    several = [entry for entry in entries if _OWN_LENGTH.match(entry.text)]
    # "3♣   7♣; weak" and "3♦   7♦; weak" are preempts.
    are_long = all(
        each["length"] in "678" for each in map(_OWN_LENGTH.match, (entry.text for entry in several)) if each
    )
    is_single = ((is_below or are_long) and len(several) > 1) or any(
        entry.read and entry.read.is_sure and len(entry.read.columns) == 1 for entry in entries
    )
    for entry in entries:
        is_length = _TWO_LENGTHS.match(entry.text) or (
            is_single and (_OWN_LENGTH.match(entry.text) or (is_below and _LENGTH_BEHIND.match(entry.text)))
        )
        if entry.read and not entry.read.is_sure and is_length:
            entry.read = entry.read._replace(is_sure=True)


def part_lengths(entries: Sequence[Entry], page: PageCalls) -> None:
    """Read "2♠ - 4♠, denies hearts" below a call as a call and its length, beside single calls.

    "2♠ - 2♥, 4♠" cannot be an auction.
    """
    reads = [entry.read.columns for entry in entries if entry.read]
    firsts = [columns[0].text for columns in reads]
    # "2NT - 8-9" beside it
    are_dashed = any(is_dashed(entry.text, page.letters) for entry in entries)
    lengths = {entry: found for entry in entries if (found := _parted_length(entry, are_dashed=are_dashed))}
    is_beside = page.is_dashed or len(lengths) == len(reads) > 1 or any(len(each) == 1 for each in reads)
    for entry, found in lengths.items():
        first = entry.read.columns[0].text if entry.read else ""
        is_own = found["length"][-1] == found["bid"].replace("!", "")[1:]
        if firsts.count(first) == 1 and (is_beside or (is_own and found["goes_on"])):
            entry.text = f"{found[1]}:{entry.text[found.end() :]}"
            entry.read = page.read(entry.text) or entry.read


def _parted_length(entry: Entry, *, are_dashed: bool) -> re.Match[str] | None:
    """Return the length that an item has after a dash, in its own suit or one that may not follow.

    Beside rows that ``are_dashed``, "4♥, 5♠" after a dash are lengths as well.
    """
    found = _PARTED_LENGTH.match(entry.text) if entry.read and len(entry.read.columns) == _ENDS else None
    if found is None or (are_dashed and found["counts"] and found["length"][0] in "45678"):
        return found
    length, bid = (found[name].replace("!", "") for name in ("length", "bid"))
    return None if length[1] != bid[1:] and _is_higher(length, bid) else found


def _is_higher(bid: str, other: str) -> bool:
    strains = "C\u2663\u2667D\u2666\u2662H\u2665\u2661S\u2660\u2664N"
    heights = [(int(each[0]), strains.index(each[1]) // 3) for each in (bid, other)]
    return heights[0] > heights[1]


def read_ranges(entries: Sequence[Entry]) -> None:
    """Take "3C-3S" for every bid between the two among openings: nobody bids a suit over partner's 3C."""
    place = range_among(entries)
    if place is None or (read := entries[place].read) is None:
        return
    first, last = read.columns
    if _PREEMPTS.fullmatch(f"{first.text} {last.text}"):
        every = read_calls(f"{first.text}~{last.text}")
        assert every is not None
        entries[place].read = read._replace(columns=every.columns, is_sure=True)


def range_among(entries: Sequence[Entry]) -> int | None:
    """Return which of the entries may be for every bid from one to another, as "3C-3S" among single calls."""
    columns = [entry.read.columns if entry.read else () for entry in entries]
    if sum(len(each) > 1 for each in columns) != 1:
        return None
    place = next(index for index, each in enumerate(columns) if len(each) > 1)
    first, last = columns[place][0], columns[place][-1]
    is_known = any(each[0].text == first.text for each in columns[:place] if each)
    is_range = len(columns[place]) == _ENDS and _RANGE.fullmatch(f"{first.text} {last.text}")
    is_known = is_known or bool(entries[place].children)
    return place if is_range and not (first.theirs or last.theirs or is_known) else None


def is_auction(entry: Entry) -> bool:
    """Return whether an item begins with several calls, and surely so."""
    return entry.read is not None and entry.read.is_sure and len(entry.read.columns) > 1


def _is_sentence(entry: Entry) -> bool:
    """Return whether an item is like "2♦-2NT is the only force, please."."""
    text = entry.text[entry.read.end :] if entry.read else ""
    return text.rstrip().endswith(".") and re.match(r"\s+(?:is|are)\s", text) is not None
