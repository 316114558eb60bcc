"""Several calls that one line or paragraph tells of: ``After 1NT-2♣: 2♦ = no major, 2♥ = four hearts``."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from bml_core.language import ENGLISH, WrittenCalls, find_calls, read_calls
from bml_core.outlines.measures import without_lengths
from bml_core.outlines.page_calls import PageCalls
from bml_core.outlines.word_kinds import WORD_PATTERNS, has, is_only, of_kind

# One space parts nothing, but "and" after it does.
_PART = re.compile(rf"\A|\s*[;,.\n]\s+|\s*\n|\s{{3,}}|\s*[^\S ]\s*| +(?={WORD_PATTERNS['join']})")
_LEAD = re.compile(r"[:,]\s+|(?<=we play) ")
_IN_BRACKETS = re.compile(r"\(([1-7].*)\)\s*$")
_CARDS = re.compile(
    r"(?:[4-8][CDHS\u2660-\u2667](?= (?:and|or|with|et|und|en|plus) |[,+&]| \+)"
    r"|[5-8][CDHS\u2660-\u2667])(?!\w)"
)
_SIGN = re.compile(r"=|:|->|[\u2192\u2013\u2014-]|  ")
_ENDS = re.compile(r"[\s;,.]+$")
LONGEST_TEXT = 2_000
"""The most characters of a text in which calls are looked for."""
_LONGEST_LEAD = 80
_SEVERAL = 2
_PASSED = 20
_AND_AFTER = re.compile(rf"{WORD_PATTERNS['join']} {WORD_PATTERNS['after-alone']} \(?[1-7]")
_STARTS = re.compile(
    r"(?<![\w+/.!-])(?:(?:P|[Pp]ass|[Pp]asso?|[Pp]as)(?:\s*[-\u2013\u2014]\s*| )){0,3}\(?[1-7]"
)
_EXAMPLES = re.compile(r"(?i)\b(?:e\.\s?g\.|for example|example|board|bd\.?|dealer|z\.\s?B\.|np\.)")
_NEW_SENTENCE = re.compile(r"[.!?]\n")
# "2NT from you is Ogust", "The 1♣ opening is"
_BY = re.compile(rf"{WORD_PATTERNS['by']} \w+ |{WORD_PATTERNS['turn-name']},? ")


class Telling(NamedTuple):
    """The calls that a text tells of, each with what it means, and the auction before them, if it names one.

    ``has_signs`` says that a sign is after each call, as in a list, and no verb. ``player`` is who makes the
    calls after those of the sentence before: "opener", "responder", or "next" for whose turn it is.
    """

    lead: str
    calls: tuple[str, ...]
    has_signs: bool = True
    player: str = ""


def find_telling(text: str, letters: Mapping[str, str] = ENGLISH) -> Telling | None:
    """Return the calls that a text tells of from its beginning to its end; None where it says anything else.

    >>> find_telling("After 1NT-2♣: 2♦ = no major, 2♥ = four")
    Telling(lead='1NT-2♣', calls=('2♦ = no major', '2♥ = four'), has_signs=True, player='')
    >>> find_telling("After 1NT: 2♣ asks, 2♦ = no major")
    >>> find_telling("After 1♥-2NT: 3♣ = shortness, 3♦ asks")
    """
    text = text.rstrip()
    if len(text) > LONGEST_TEXT:
        return None
    for border in _LEAD.finditer(text):
        lead = _lead(text[: border.start()].strip("*_ "), letters)
        if not lead and border[0][0] == ":":
            lead = _lead_in_brackets(text[: border.start()], letters)
        behind = text[border.end() :]
        if lead and (told := told_calls(behind, letters) or _parted_calls(behind, letters)):
            return told._replace(lead=lead)
    return told_calls(text, letters)


def _find_told_auctions(text: str, letters: Mapping[str, str] = ENGLISH) -> int | None:
    """Return where a text begins to tell of whole auctions, after a few words of its own; None if nowhere.

    >>> _find_told_auctions("By a passed hand, P-1♥-2♣ is Drury, and P-1♠-2♣ is natural.")
    18
    >>> _find_told_auctions("After 1♥-2♣ is bid, 2♦-2♠ shows spades")
    """
    if len(text) > LONGEST_TEXT or _EXAMPLES.search(text):
        return None
    for start in _STARTS.finditer(text[: _LONGEST_LEAD + _PASSED]):
        offset = start.start()
        before, read = text[:offset].rstrip("*_ "), read_calls(text, letters, offset)
        if (before and not before.endswith((":", ","))) or read is None or len(read.columns) < _SEVERAL:
            continue
        told = told_calls(text[offset:], letters)
        reads = [read_calls(each, letters) for each in told.calls] if told else []
        are_whole = all(
            each and len(each.columns) >= _SEVERAL and each.columns[0].text[0] in "P12" for each in reads
        )
        # "2♣ is dull: 2♣-2♦ is waiting", but after "1♥-2♣" another auction may go on with it.
        named = [column.text for _, each in find_calls(before, letters) for column in each.columns]
        are_whole = are_whole and all(
            each and [column.text for column in each.columns[: len(named)]] == named for each in reads
        )
        return offset if reads and are_whole and told and not told.has_signs else None
    return None


def _parted_calls(text: str, letters: Mapping[str, str]) -> Telling | None:
    """Return the calls of a text with semicolons between them and no sign: "XX 10+; 1♠ 4+ cards; 1NT 6–9"."""
    pieces = re.split(r"\s*;\s+", _ENDS.sub("", text))
    reads = [read_calls(piece, letters, takes_words=True) for piece in pieces]
    are_calls = len(pieces) > 1 and all(
        read is not None
        and len(read.columns) == 1
        and re.search(r"\w", piece[read.end :]) is not None
        and not (has("relay", piece) or find_calls(without_lengths(piece[read.end :]), letters))
        for piece, read in zip(pieces, reads, strict=True)
    )
    return Telling("", tuple(pieces)) if are_calls else None


def told_from(text: str, page: PageCalls, *, has_auction: bool) -> int | None:
    """Return where the lines of a paragraph begin that only tell of calls; None if none do.

    ``has_auction`` says that their auction may be in the heading or the line directly above.
    """
    if _only_tells(text, page, has_auction=has_auction):
        return 0
    for line in _NEW_SENTENCE.finditer(text[:LONGEST_TEXT]):
        told = find_telling(text[line.end() :], page.letters)
        if told is not None and told.lead:
            return line.end()
    return _find_told_auctions(text, page.letters)


def _only_tells(text: str, page: PageCalls, *, has_auction: bool) -> bool:
    """Return whether a paragraph is nothing but calls and what they mean, with their auction."""
    told = find_telling(text, page.letters)
    reads = [page.read(each) for each in told.calls] if told else []
    return told is not None and (
        told.lead != ""
        or (has_auction and len(reads) > 1 and text[0] in "*_`(1234567")
        or all(read and len(read.columns) > 1 and read.columns[0].theirs for read in reads)
    )


def are_led(lines: Sequence[str], page: PageCalls) -> bool:
    """Return whether each of several lines tells of calls after an auction of its own."""
    told = [find_telling(line, page.letters) for line in lines] if len(lines) > 1 else [None]
    return all(each is not None and each.lead for each in told)


def is_led_row(line: str, page: PageCalls) -> bool:
    """Return whether a line is calls with "=" after an auction, though it is not clear who makes each."""
    for border in _LEAD.finditer(line[:LONGEST_TEXT]):
        behind = line[border.end() :]
        read = page.read(behind) if _lead(line[: border.start()].strip("*_ "), page.letters) else None
        if read and behind[read.end :].lstrip("* ")[:1] == "=":
            return True
    return False


def _lead(text: str, letters: Mapping[str, str]) -> str:
    """Return the auction that a text is, alone or after a word such as "over"; "" for another text.

    "Answers to the 3♣ ask" is about 3♣, too.
    """
    response = of_kind("response").match(text)
    word = of_kind("after").match(text, response.end() + 1 if response else 0)
    text = text[word.end() :].lstrip() if word else text
    article = of_kind("article").match(text) if response and word else None
    text = text[article.end() :].lstrip() if article else text
    theirs = of_kind("their").match(text) if word else None
    text = text[theirs.end() :].lstrip() if theirs else text
    calls = read_calls(text, letters)
    if calls is None or not (word or len(calls.columns) > 1 or calls.columns[0].theirs):
        return ""
    said = text[calls.end :]
    is_alone = is_only(("we", "opener", "responder", "response", "after", "structure", "asks"), said)
    if not is_alone or re.search(r"[\d.;]", said) or (theirs and len(calls.columns) > 1):
        return ""
    return f"({text[: calls.end]})" if theirs else text[: calls.end]


def _lead_in_brackets(text: str, letters: Mapping[str, str]) -> str:
    """Return the only auction that a text names, in brackets: "If they double our no trump (1NT-(X))"."""
    found = _IN_BRACKETS.search(text) if len(text) < _LONGEST_LEAD else None
    if found is None or _EXAMPLES.search(text) or find_calls(text[: found.start()], letters):
        return ""
    read = read_calls(found[1], letters)
    return found[1] if read and len(read.columns) > 1 and read.end >= len(found[1]) else ""


def _is_whole(read: WrittenCalls) -> bool:
    """Return whether calls are an auction from its beginning: with theirs, after a pass, or of three."""
    first = read.columns[0]
    is_long = len(read.columns) > _SEVERAL and first.text[:1] in "12"
    return is_long or (len(read.columns) > 1 and (first.text == "P" or any(c.theirs for c in read.columns)))


def told_calls(
    text: str, letters: Mapping[str, str], *, is_spoken: bool = False, has_verb: bool = False
) -> Telling | None:
    """Return the calls of a text, each with a sign or a verb after it.

    In a sentence that ``is_spoken``, "bids 2♦ with both" tells as well, and a verb holds for the next call;
    ``has_verb`` says that one is before the first call.
    """
    starts, ends = [0], list[int]()
    signs: set[str] = set()
    end = -1
    for part in _PART.finditer(text):
        start = _start_of_call(text, part.end(), letters)
        calls = read_calls(text, letters, start, takes_words=True)
        if calls is None or start < end or ";" in text[start : calls.end]:
            # "3♣, 3♦ – weak" is one row, and what has no call goes on with the one before: "min, 6♦; 3♥ = …".
            if not start:
                return None
            continue
        end = calls.end
        sign = _sign(text, calls)
        is_whole = len(calls.columns) > 1 and any(column.theirs for column in calls.columns)
        # "2♦ shows hearts and 2♥ five spades"
        is_next = start > 0 and signs == {""}
        is_told = is_whole or _is_told(
            text[calls.end :], is_spoken=is_spoken, has_verb=has_verb, is_next=is_next
        )
        said = text[calls.offset :]
        if calls.columns[-1].theirs and read_calls(said, letters, takes_words=True):
            # "1♥ – (X) – XX to play", whose last call is not read as one
            return None
        # "1NT P 2♣ P P P" says nothing.
        if not (sign or is_told) or re.fullmatch(r"(?:\W|\b[PpXD]\b)*", said):
            if calls.is_word and start:
                continue
            # "2♦ = no major, 2♥" tells nothing of its last call.
            return None
        if not (sign or is_whole) and signs - {""} and part[0].lstrip().startswith("."):
            # "3♥: five. 3♠ shows three" goes on with the next call.
            return None
        signs.add(sign)
        if start:
            starts.append(start)
            ends.append(part.start())
    pieces = [text[start:end] for start, end in zip(starts, [*ends, len(text)], strict=True)]
    told = tuple(_ENDS.sub("", piece) for piece in pieces)
    is_clear = not text.endswith((":", "?")) and _are_beside(told, signs, letters)
    return Telling("", told, "" not in signs) if is_clear else None


def _start_of_call(text: str, start: int, letters: Mapping[str, str]) -> int:
    """Return where a call may begin after a comma, and words such as "and", "but" and "over (1♥)"."""
    join = of_kind("join").match(text, start)
    start = join.end() + 1 if join else start
    link = of_kind("linking").match(text, start) if join else None
    start = link.end() + 1 if link else start
    after = of_kind("after").match(text, start) if start else None
    if after and (read := read_calls(text, letters, after.end() + 1)) and _is_whole(read):
        # "over (1♦) 2♦ shows the majors, over (1♥) 2NT the minors"
        return after.end() + 1
    return start


def _sign(text: str, calls: WrittenCalls) -> str:
    """Return the sign between calls and what is said of them, such as "="; "" if there is none."""
    gap = text[calls.end : calls.offset].strip("*_`") if calls.is_apart else ""
    sign = gap.strip() or gap[:2]
    return sign if _SIGN.fullmatch(sign) else ""


def _is_told(behind: str, *, is_spoken: bool, has_verb: bool, is_next: bool) -> bool:
    """Return whether the words after a call say what it means, or go with a verb before it."""
    behind = behind.lstrip("*_` ")
    if not is_spoken:
        return of_kind("tells").match(behind) is not None
    # "2NT from you is Ogust", "3♠, is"
    behind = _BY.sub("", behind.lstrip(", "), count=1)
    if of_kind("tells").match(behind) or of_kind("if").match(behind):
        return True
    is_next = is_next and re.match(r"[\w-]+ \w", behind) is not None
    # "partner bids 2♦ with both majors"
    return (has_verb or is_next) and not of_kind("after").match(behind)


def _are_beside(told: Sequence[str], signs: Collection[str], letters: Mapping[str, str]) -> bool:
    """Return whether calls are those of one player, and none of them comes before the next one."""
    if len({*signs} - {""}) > 1 or any(has("asks", each) for each in told[:-1]):
        return False
    if any(_AND_AFTER.match(each) for each in told):
        # "After 1♣–1♥–1NT, and after 1♥–1♠–1NT." names two auctions.
        return False
    # "3♣ = shortness, 3♦ asks" is a call and partner's next one, but not after three calls.
    if 1 < len(told) <= _SEVERAL + 1 and len(signs) > 1 and has("asks", told[-1]):
        return False
    return not any(_brings_in_a_call(each, letters, "" in signs) for each in told)


def _brings_in_a_call(text: str, letters: Mapping[str, str], is_sentence: bool) -> bool:
    """Return whether the description of a call may name another one, after which the rest is bid."""
    # "5♠ and a minor" are cards.
    found = find_calls(text, letters)
    own = {column.text for _, read in found[:1] for column in read.columns[:-1]}
    # "1NT-(2♣)-X is Stayman if 2♣ is natural" names a call of its own auction again.
    others = [each for each in found[1:] if not {column.text for column in each[1].columns} <= own]
    calls = [each for each in others if not _CARDS.match(text, each[0])]
    return has("relay", text) or any(
        is_sentence or _SIGN.match(text[read.end :].lstrip()) for _, read in calls
    )
