"""Statements of a text: what it says of a call, with no row for it: ``- 15-17: 1NT``, ``Our 2♦ is``.

A statement is not an agreement: nothing exports it, and it holds only against the rows for its auction.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from bml_core.bridge import Bid
from bml_core.diagnostics import Location
from bml_core.document import BiddingTable, DescriptionLine, History, Label, Row, RowCall
from bml_core.language import ENGLISH, find_calls, read_calls
from bml_core.outlines.sentences import SENTENCE, from_its_calls
from bml_core.outlines.sequences import row_calls, shown
from bml_core.outlines.telling import LONGEST_TEXT, told_calls
from bml_core.outlines.word_kinds import WORD_PATTERNS, has, is_only, of_kind

_MENTIONED = re.compile(r"[1-7](?:NT?|[CDHS\u2660-\u2667])(?![a-z])|\b[Nn]o[- ]?trump|[Ii]nvit|[Nn]ew suit")
_RANGE = re.compile(r"(?<![\d\w])\d{1,2}\s?(?:-{1,2}|\u2013)\s?\d{1,2}(?![\d\w])(?:\s?(?:hcp|points|pts)\b)?")
_POINTS = r"\d{1,2}\s?(?:-{1,2}|\u2013)\s?\d{1,2}"
_RANGE_OR_MORE = re.compile(rf"{_RANGE.pattern}|(?<![\d\w])\d\d\+(?!\s?[CDHS\u2660-\u2667])")
# "**13-15:** 1NT", "23 and more: 2C"
_STEP = re.compile(
    r"(?P<with>(?i:[*_\s]*with ))?[*_\s]*(?P<points>\d{1,2}(?:\s?(?:-{1,2}|\u2013)\s?\d{1,2}(?![\d-])|\s?\+))"
    r"(?!\s?(?:cards?|[!\u2660-\u2667]|[CDHSMm](?!\w)))"
)
_FEWEST_STEPS, _FEWEST_WITH, _FEWEST_ANSWERS = 4, 3, 3
# "Balanced hands: 12-14 …; 15-17 …"
_BEFORE_STEPS = re.compile(r"[^:;,\d]*:\s")
# "12-14 one of a minor, then 1NT, 15-17 1NT", but "15-17; with 18 more"
_NEXT_STEP = re.compile(r"(?:;|,(?=\s+\d{1,2}\s?(?:[-\u2013]|\+)))\s*(?:and )?")
# "Min = 5-7, max = 8-10", "minimum (5-7 hcp) or maximum (8-10)", "5-7 min, 8-10 max"
_BETWEEN_EXTREMES = r"(?: (?:hc?p|points|pts))?\)?[,;/]? ?(?:and |or )?"
_EXTREMES = re.compile(
    rf"(?i)\bmin(?:imum)?\b\W*({_POINTS}){_BETWEEN_EXTREMES}max(?:imum)?\b\W*({_POINTS})(?![\d-])"
    rf"|(?<![\d-])({_POINTS}) ?[=:]? ?min(?:imum)?[,;/]? ?(?:and |or )?({_POINTS}) ?[=:]? ?max(?:imum)?\b"
)
# "0 or 3", "2 without the queen", but not "3 cards"
_COUNT = re.compile(
    r"(?i)(?:no(?:ne)?|one|two|three|[0-4])"
    r"(?=\s*(?:$|[\[*(])|[,;]| ?/ ?[0-5]|,? (?:or|and|with(?:out)?|no|\+|(?:ace|king|control|key)\w*)\b)"
)
# The names of schemes of answers for key cards, but not "Old order, not 1430"
_SCHEME = re.compile(
    r"(?<!\bnot )(?<!\bno )(?<! than )(?<! of )(?<!\bwas )(?<!\bwere )\b(?:1430|3014|0314|41-?30|30-?41)\b"
)
_PIECE = re.compile(r"[^,;.\n]+")
_WHOLE_SENTENCE = re.compile(r"(?s)\S.*?(?=[.!?](?:\s|\Z)|\Z)")
# "Our 2♦ is a weak two", "The 1NT opening is 15-17", but no "2NT response"
_SUBJECT = re.compile(rf"(?P<ours>{WORD_PATTERNS['ours']},? )?(?:{WORD_PATTERNS['article']} )?(?=[1-7])")
# "6-10, nothing else"
_ASIDE = re.compile(rf",? {WORD_PATTERNS['aside']}(?=[,;]|$)")
_TURN = re.compile(
    rf"(?P<call>[1-7]\S+) (?:(?P<opening>{WORD_PATTERNS['opening']})|{WORD_PATTERNS['turn-name']})"
)
#: What makes a sentence hold in some cases, or not at all.
_CONDITIONS = ("undecided", "case", "except", "they")
_TWO, _CHEAPEST = 2, {"2C": "2D", "2D": "2H"}
_BESIDE = ("structure", "opening", "openings", "hcp", "tells", "every")


# "The same after 2NT – 3♣"
_SAME = re.compile(r"(?i)\bsame\b[^.;]*?\b(?:after|over|to)\b")


class Statement(NamedTuple):
    """What a text says of a call, as a row would have it: "1NT: 15-17", and where in the text.

    ``is_opening`` says that the call is an opening where nothing above the text says another auction.
    """

    offset: int
    text: str
    is_opening: bool


def mentions_calls(text: str) -> bool:
    """Return whether a text may say anything of a call, which is soon found out."""
    return _MENTIONED.search(text) is not None


def find_statements(text: str, letters: Mapping[str, str] = ENGLISH) -> list[Statement]:
    """Return what a text says of calls by themselves.

    >>> [said.text for said in find_statements("Our 2♦ is a weak two, 6-10. It is fun.")]
    ['2♦ is a weak two, 6-10']
    >>> [said.text for said in find_statements("Balanced: 12-14 one of a minor, 15-17 1NT, 20-21 2NT.")]
    ['1NT: 15-17', '2NT: 20-21']
    >>> find_statements("The same after 2♣-2♦; 2NT (22-24)")
    []
    >>> find_statements("1NT is 15-18 with a stopper there, and with 12-14 it was 1NT once")
    []
    """
    if len(text) > LONGEST_TEXT or not mentions_calls(text):
        return []
    found: list[Statement] = []
    before = ""
    for sentence in SENTENCE.finditer(text):
        said = sentence[0].rstrip()
        # "The same after 2♣-2♦; 2NT (22-24)" is of that auction.
        is_beside_other = before.endswith(";") and has("compared", before)
        before = text[sentence.start() : sentence.end() + 1]
        is_other = is_beside_other or said.endswith("?") or any(has(kind, said) for kind in _CONDITIONS)
        if mentions_calls(said) and not is_other:
            every = (*_ranges(said, letters), *_rebids(said, letters), *_calls(from_its_calls(said), letters))
            found += (each._replace(offset=sentence.start() + each.offset) for each in every)
    return found


def find_rules(
    text: str, place: Location, above: tuple[RowCall, ...], letters: Mapping[str, str] = ENGLISH
) -> Iterator[BiddingTable]:
    """Yield what a text says of invitations, of new suits, or is "the same" elsewhere, as rows without calls.

    >>> (table,) = find_rules("9-10 invites, 11 goes to game.", Location("notes.md", 1), ())
    >>> table.rows[0].call.text, table.rows[0].description[0].text
    ('invites', '9-10')
    """
    is_any = has("invites", text) or has("new-suit", text) or _SAME.search(text) is not None
    is_rule = len(text) <= LONGEST_TEXT and is_any
    for sentence in SENTENCE.finditer(text) if is_rule else ():
        said = sentence[0].rstrip()
        if said.endswith("?") or any(has(kind, said) for kind in _CONDITIONS):
            continue
        line = place._replace(line=place.line + text.count("\n", 0, sentence.start()))
        pieces = [piece[0] for piece in _PIECE.finditer(said)]
        if same := _SAME.search(said):
            others = find_calls(said[same.end() :], letters)
            yield from (rule("same", said, line, row_calls(read, line)) for _, read in others)
        # "3♥: INV 15-17" says what 3♥ shows.
        for piece in pieces if not find_calls(said, letters) else ():
            ranges = _RANGE.findall(piece)
            if (
                len(ranges) == 1
                and has("invites", piece)
                and is_only(("invites", *_BESIDE), _RANGE.sub(" ", piece))
            ):
                yield rule("invites", ranges[0], line, above)
        suit = of_kind("new-suit").match(pieces[0]) if pieces else None
        rest = pieces[0][suit.end() :].lstrip() if suit else ""
        is_said = of_kind("tells").match(rest) or rest[:1] in (":", "=", "\u2013")
        if suit and is_said and not find_calls(rest, letters):
            yield rule("new suit", rest, line, above)


def rule(name: str, text: str, place: Location, above: tuple[RowCall, ...]) -> BiddingTable:
    """Return what a text says of no call in particular, below an auction, as a row with a name instead."""
    history = History(above, False, (), shown(above), place) if above else None
    call = RowCall(name, (Label(),), False, False, place)
    row = Row(call, (DescriptionLine(text, (), place),), (), place)
    return BiddingTable(history, (row,), place, is_unplaced=True)


def find_ladder(said: Sequence[tuple[str, Location]]) -> Iterator[BiddingTable]:
    """Yield the ranges that lines of a list or table begin with, if most do, as rows without calls.

    What follows a range is the second line of its description.

    >>> lines = ("12-14: 1♦", "15-17: 1NT", "**18-19:** 1♦", "20+: 2♣")
    >>> (table,) = find_ladder([(text, Location("notes.md", 1)) for text in lines])
    >>> [row.description[0].text for row in table.rows]
    ['12-14', '15-17', '18-19', '20+']
    """
    steps = [(step, text[step.end() :], place) for text, place in said if (step := _STEP.match(text))]
    # "With 0-8", "With 9-11" and "With 12+" among other lines
    with_points = [each for each in steps if each[0]["with"]]
    if len(steps) < max(_FEWEST_STEPS, len(said) - 1) and len(with_points) >= _FEWEST_WITH:
        steps = with_points
    elif len(steps) < max(_FEWEST_STEPS, len(said) - 1):
        return
    yield _ladder([(step["points"], rest, place) for step, rest, place in steps])


def find_steps_of_text(text: str, place: Location) -> Iterator[BiddingTable]:
    """Yield the ranges that a sentence goes through, as rows without calls: "12-14 …; 15-17 …; 18-19 …".

    >>> said = "Balanced: 12-14 1♦ and 1NT; 15-17 1NT; 18-19 1♦ and 2NT; 20-21 2NT. Min = 5-7, max = 8-10."
    >>> [[row.description[0].text for row in table.rows]
    ...  for table in find_steps_of_text(said, Location("notes.md", 1))]
    [['12-14', '15-17', '18-19', '20-21'], ['5-7', '8-10']]
    """
    if len(text) > LONGEST_TEXT:
        return
    for sentence in _WHOLE_SENTENCE.finditer(text):
        lead = _BEFORE_STEPS.match(sentence[0])
        said = sentence[0][lead.end() :] if lead else sentence[0]
        offset = sentence.end() - len(said)
        starts = [0, *(border.end() for border in _NEXT_STEP.finditer(said))]
        pieces = [
            (said[start:end], offset + start) for start, end in zip(starts, [*starts[1:], None], strict=True)
        ]
        if len(pieces) >= _FEWEST_STEPS and all(_STEP.match(piece) for piece, _ in pieces):
            yield from find_ladder([(piece, _line_at(text, start, place)) for piece, start in pieces])
    for found in _EXTREMES.finditer(text):
        yield _ladder(
            [(points, "", _line_at(text, found.start(), place)) for points in found.groups() if points]
        )


def _line_at(text: str, offset: int, place: Location) -> Location:
    return place._replace(line=place.line + text.count("\n", 0, offset))


def _ladder(steps: Sequence[tuple[str, str, Location]]) -> BiddingTable:
    """Return steps of points, each with what is said of it, as rows without calls."""
    rows = tuple(
        Row(
            RowCall("", (Label(),), False, False, place),
            tuple(DescriptionLine(text, (), place) for text in (points, rest)),
            (),
            place,
        )
        for points, rest, place in steps
    )
    return BiddingTable(None, rows, steps[0][2], is_unplaced=True)


def find_steps(
    said: Sequence[tuple[str, Location]], letters: Mapping[str, str] = ENGLISH, title: str = ""
) -> Iterator[BiddingTable]:
    """Yield the answers that lines of a list or table begin with, if they count aces, or steps, as rows.

    A rule follows where a title above them names a scheme such as "1430".

    >>> lines = ("5♣: 1 or 4", "5♦: 0 or 3", "5♥: 2, no queen", "6♣: void")
    >>> table, scheme = find_steps([(text, Location("notes.md", 1)) for text in lines], title="RKC 1430")
    >>> [(row.call.text, row.description[0].text) for row in table.rows]
    [('5C', '1 or 4'), ('5D', '0 or 3'), ('5H', '2, no queen')]
    >>> scheme.rows[0].description[0].text
    '1430'
    """
    rows: list[Row] = []
    for text, place in said:
        read = read_calls(text, letters)
        meaning = text[read.offset :].strip() if read else ""
        column = read.columns[0] if read and len(read.columns) == 1 else None
        if column is None or column.theirs or not (column.text.endswith("step") or _COUNT.match(meaning)):
            break
        call = RowCall(column.text, column.patterns, False, False, place)
        rows.append(Row(call, (DescriptionLine(meaning, (), place),), (), place))
    # "X  0 or 3" and "Pass  1 or 4", before "Next step  2"
    are_over_theirs = len(rows) > 1 and not any(isinstance(row.call.literal, Bid) for row in rows)
    if len(rows) < _FEWEST_ANSWERS and not are_over_theirs:
        return
    yield BiddingTable(None, tuple(rows), rows[0].location, is_unplaced=True)
    if len(schemes := {*_SCHEME.findall(title)}) == 1:
        yield rule("key cards", schemes.pop(), rows[0].location, ())


def _ranges(text: str, letters: Mapping[str, str]) -> Iterator[Statement]:
    """Yield the points of bids in notrump: "15-17: 1NT", "our weak notrump is 12-14"."""
    for piece in _PIECE.finditer(text):
        said = piece[0].replace("*", "")
        ranges = _RANGE.findall(said)
        if len(ranges) != 1:
            continue
        calls = find_calls(rest := _RANGE.sub(" ", said), letters)
        if len(calls) == 1:
            offset, read = calls[0]
            call, beside = rest[offset : read.end], rest[:offset] + rest[read.end :]
            if not read.columns[-1].text.endswith("N") or any(column.theirs for column in read.columns):
                continue
        elif not calls and len(of_kind("notrump").findall(rest)) == 1:
            call, beside = "1NT", of_kind("notrump").sub(" ", rest)
        else:
            continue
        if is_only(_BESIDE, beside):
            is_first = said.lstrip().startswith(ranges[0])
            is_opening = is_first or call == "1NT" or has("opening", beside)
            yield Statement(piece.start(), f"{call.strip()}: {ranges[0]}", is_opening)


def _rebids(text: str, letters: Mapping[str, str]) -> Iterator[Statement]:
    """Yield the points of a rebid in notrump after a strong opening of two: "22-24: open 2♣, rebid 2NT".

    Partner's cheapest answer is between.
    """
    said = text.replace("*", "")
    ranges = _RANGE_OR_MORE.findall(said)
    calls = find_calls(rest := _RANGE_OR_MORE.sub(" ", said), letters) if len(ranges) == 1 else []
    if len(calls) != _TWO or any(len(read.columns) > 1 or read.columns[0].theirs for _, read in calls):
        return
    (start, first), (then, last) = calls
    opening, rebid = (rest[offset : read.end] for offset, read in calls)
    relay = _CHEAPEST.get(first.columns[0].text)
    beside = rest[:start], rest[first.end : then], rest[last.end :]
    if relay and last.columns[0].text[1:] == "N" and is_only((*_BESIDE, "next", "rebid"), " ".join(beside)):
        yield Statement(0, f"{opening}-{relay}-{rebid}: {ranges[0]}", is_opening=True)


def _calls(text: str, letters: Mapping[str, str]) -> Iterator[Statement]:
    """Yield what a sentence that begins with a call says: "Our 2♦ is", "2♥ shows hearts, 2♠ spades"."""
    subject = _SUBJECT.match(text)
    body = text[subject.end() :] if subject else ""
    turn = _TURN.match(body)
    if turn and turn["opening"]:
        # "The 1NT opening is 15-17"
        body = f"{turn['call']}{body[turn.end() :]}"
    told = told_calls(body, letters, is_spoken=True) if turn is None or turn["opening"] else None
    if subject and told and not told.has_signs:
        is_opening = subject["ours"] is not None or turn is not None
        yield from (Statement(0, _ASIDE.sub("", each), is_opening) for each in told.calls)
