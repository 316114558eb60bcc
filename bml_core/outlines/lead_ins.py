"""Paragraphs that bring in the rows below them, and the auction that they name: "After 1NT - (2♦):"."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import pairwise

from bml_core.outlines.contexts import MENTIONED, PROSE, Context, resolved
from bml_core.outlines.measures import without_lengths
from bml_core.outlines.named_auctions import named
from bml_core.outlines.page_calls import PageCalls
from bml_core.outlines.sequences import NOWHERE, Calls, begins, ending_with, goes_on, key, ours, row_calls
from bml_core.outlines.word_kinds import WORD_PATTERNS, has, is_only, of_kind

_ENDS = 2
_CLAUSES = re.compile(r"[.;:(,]+\s+|\s\(|\s[-\u2013\u2014]\s")
_SHORT, _SHORT_LINE, _LONGEST = 30, 80, 1_000
_SHORT_TITLE = 60
_EXAMPLE = re.compile(
    r"(?i)\W*(?:examples?|e\.\s?g\.|for (?:example|instance)|z\.\s?B\.|np\.|przykład|exemple)\b"
)
# A line that goes on with the sentence of the one above it, but no auction on a line of its own, "(1NT)-".
_WRAPPED = re.compile(r"(?<![.:;!?])\n(?=[a-z(])(?!\([1-7]\S{1,2}\)[ :\u2013-]*(?:\n|$))")
_SENTENCES = re.compile(r"\n|[.!?]\s+(?=[*_/(]*(?:[A-Z]|[1-7](?:[\u2660-\u2667CDHS]|NT|SA|BA)))")
# "1♥ – 1♠ – 1NT. Same after 1♣ and 1♦.", "1♥ – 2NT. (After 1♠ – 2NT the same with the majors changed over.)"
_IS_SAME = re.compile(
    rf"\(?(?:{WORD_PATTERNS['after-alone']}[^.:;]* )?(?i:the )?{WORD_PATTERNS['compared']}\W"
)
_ANNOUNCES = re.compile(r"(?:[:,?\u2026>\u2192]|\.\.\.|, (?:then|now|dann|puis|dan|potem|poi|luego|sedan))$")


def lead_in(text: str, above: Context, page: PageCalls, below: Collection[str] | None) -> Context | None:
    """Return the auction that a paragraph names for the rows below it; None if it brings in none.

    ``above`` is the auction of the headings above it, and ``below`` are the calls of the rows that follow.
    """
    is_above_rows, calls_below = below is not None, below or ()
    if is_above_rows and (one := _one_of_both(text, above, page)):
        return one
    *others, line = (said.strip("*_ ") for said in _SENTENCES.split(_WRAPPED.sub(" ", text.rstrip())))
    if len(line) > _LONGEST:
        # Such a line has no one auction.
        return above.doubted(PROSE) if is_above_rows and _ANNOUNCES.search(line) else None
    if others and _IS_SAME.match(line) and not _ANNOUNCES.search(line):
        line = others.pop()
    is_alone = is_above_rows and not others
    if not (_announces(line, page) or (is_alone and _is_label(line, page))):
        says = (each for each in (*others, line) if is_above_rows and _is_about(each, page))
        return next((named(each, above, page.letters) for each in says), None)
    if told := _told_before(others, line, page):
        # "1♣-1♦-1NT = 18–20, 1♣-1♦-2NT = 21–22. After 2NT:"
        return resolved(told[0], above) if len(told) == 1 else above.doubted(MENTIONED)
    if is_above_rows and (asked := _after_comma(line, above, page, calls_below)):
        return asked
    before = _above_line(others, line, above, page)
    if (
        before is above
        and page.read(line) is None
        and _bring_in_another(others, line, above, page, calls_below)
    ):
        # "Responder bids 2♠. Then:"
        before = before.doubted(PROSE)
    return named(line, before, page.letters)


def _announces(line: str, page: PageCalls) -> bool:
    """Return whether a line brings in what is below it: by a colon, or as an auction."""
    read = page.read(line)
    if read is not None and (read.is_open or (read.is_apart and not line[read.offset :].strip())):
        return True
    is_short_auction = len(line) < _SHORT_LINE and read is not None and "(" in line[read.end : read.end + 4]
    return (
        is_short_auction
        or _ANNOUNCES.search(line.rstrip("*_ ")) is not None
        or _are_bare(line, page)
        or _is_after_auction(line, page)
    )


def _is_label(line: str, page: PageCalls) -> bool:
    """Return whether a line says when the rows below it hold: "After our Multi 2♦", "Third seat"."""
    return _is_title(line, page) or _is_turn_title(line) or _is_other_case(line)


def _one_of_both(text: str, above: Context, page: PageCalls) -> Context | None:
    """Return the auction of "The answers to 1♥ are here; those to 1♠ are similar." below "One of a major".

    Below no auction, "Answers after 1♥-2NT (similarly after 1♠-2NT)" names one, too.
    """
    for clause, other in pairwise(_CLAUSES.split(text)):
        reads = [page.find(without_lengths(each)) for each in (clause, other)]
        if has("compared", clause) or not has("compared", other) or [len(each) for each in reads] != [1, 1]:
            continue
        calls, others = (row_calls(read, NOWHERE) for ((_, read),) in reads)
        are_both = all(len(each) == 1 and begins(each, above.calls[-1:]) for each in (calls, others))
        if above.calls and not above.doubt and are_both and key(calls) != key(others):
            return resolved(calls, above)
        if not above.calls and len(calls) == len(others) > 1:
            return named(clause, above, page.letters)
    return None


def _are_bare(line: str, page: PageCalls) -> bool:
    """Return whether a line is auctions and nothing else: "1♥ – (2♣) and 1♥ – (2♦)"."""
    found = page.find(line)
    for offset, read in reversed(found):
        line = f"{line[:offset]} {line[read.end :]}"
    are_auctions = len(found) > 1 and all(len(read.columns) > 1 for _, read in found)
    return are_auctions and is_only(("join",), line)


def _told_before(sentences: Sequence[str], line: str, page: PageCalls) -> list[Calls]:
    """Return the auctions of sentences that end with the single call which a line names after them."""
    found = page.find(line)
    if len(found) != 1 or len(found[0][1].columns) > 1 or not has("after", line):
        return []
    calls = (row_calls(read, NOWHERE) for sentence in sentences for _, read in page.find(sentence))
    auctions = (each for each in calls if len(each) > 1)
    return ending_with(auctions, row_calls(found[0][1], NOWHERE))


# "After 1♣–1♥–1♠, 2♣ asks for shape:", "After 1♣ – 1NT the relay 2♣ works like Stayman:"
_CALL_BEHIND = re.compile(
    rf"{WORD_PATTERNS['after-alone']} (?P<auction>[^.:]*?[^\s.:,;\u2013-])"
    r"(?P<between>[,;]? (?:[^\W\d]+ ){0,3})"
    rf"(?P<call>[1-7][^\s,.:;]{{1,2}})(?P<said> [^\W\d][^.]*)"
)


def _after_comma(line: str, above: Context, page: PageCalls, below: Collection[str]) -> Context | None:
    """Return the auction of a line that says of one call more what it does, as the rows below it show.

    They may be beside that call: "After 1♦–1♥–1♠ 2♣ is forcing:" above 1NT, 2♣ and 2♦.
    """
    told = _CALL_BEHIND.match(line)
    auction, call = (page.read(told["auction"]), page.read(told["call"])) if told else (None, None)
    if told is None or auction is None or call is None or page.find(without_lengths(told["said"])):
        return None
    is_whole = auction.end == len(told["auction"]) and call.end == len(told["call"])
    if not is_whole or not is_only(("article", "asking", "responder", "opener", "next"), told["between"]):
        return None
    before = resolved(row_calls(auction, NOWHERE), above)
    answered = Context((*before.calls, *row_calls(call, NOWHERE)), is_known=True)
    if before.doubt or not all(goes_on(before.calls, [bid]) for bid in (call.columns[0].text, *below)):
        return None
    if not all(goes_on(answered.calls, [bid]) for bid in below):
        return before
    asks = has("asks", told["said"]) or has("asking", told["between"] + told["said"])
    return answered if asks else above.doubted(MENTIONED)


def brings_in_a_call(text: str, above: Context, page: PageCalls, below: Collection[str]) -> bool:
    """Return whether a sentence of a paragraph may say that another call comes before the rows below it.

    ``below`` are the calls of these rows: a sentence that names one of them is about the rows.
    """
    return any(_brings_in_a_call(sentence, above, page, below) for sentence in re.split(r"[.!?]\s|\n", text))


def _bring_in_another(
    sentences: Sequence[str], line: str, above: Context, page: PageCalls, below: Collection[str]
) -> bool:
    """Return whether sentences may say that a call comes before the one that a line names after them.

    Not so "Opener bids 3♣ or 3♦. After 3♣:", and "After 3♣ opener bids 3♦. After 3♥:".
    """
    named_here = {read.columns[-1].text for _, read in page.find(line)}
    for sentence in sentences:
        named_before = {read.columns[-1].text for _, read in page.find(sentence)}
        is_beside = of_kind("after-alone").match(sentence) is not None and bool(named_before)
        is_known = bool(named_here) and (is_beside or named_here <= named_before)
        if not is_known and _brings_in_a_call(sentence, above, page, below):
            return True
    return False


def _above_line(sentences: Sequence[str], line: str, above: Context, page: PageCalls) -> Context:
    """Return the auction of a line that names none: that of "Used after 1♣-1♥-1NT." before it.

    "2♣-2♦ is a relay. Then:" goes on with it as well.
    """
    said = sentences[-1] if sentences else ""
    found = page.find(said)
    if (
        len(found) == 1
        and not found[0][0]
        and len(found[0][1].columns) > 1
        and is_only(("after", "opener", "responder", "rebid", "response"), line)
    ):
        return resolved(row_calls(found[0][1], NOWHERE), above)
    if not (found and has("after", said)) or page.find(line):
        return above
    single = [read for _, read in found if len(read.columns) == 1]
    if len(single) == len(found) == _ENDS and (has("response", line) or has("opener", line)):
        # "Over 2♥ and 2♠ alike, 2NT asks. The replies:"
        calls = (*row_calls(single[0], NOWHERE), *row_calls(single[1], NOWHERE))
        context = resolved(calls, above)
        return context if not single[1].columns[0].patterns[1:] else above
    return above.doubted(MENTIONED) if single else named(said, above, page.letters)


# "After opener's 1NT we play two-way checkback."
_ABOUT = ("known", "about", "after", "their", "structure", "either", "alone", "opener", "we", "play")


def _is_about(sentence: str, page: PageCalls) -> bool:
    """Return whether a sentence only says which calls the rows below it are about: "For 1♥ and 1♠ alike."."""
    if when := of_kind("case").match(sentence):
        # "When they open 1NT."
        sentence = sentence[when.end() :].lstrip()
    is_about = any(of_kind(kind).match(sentence) for kind in ("about", "after", "their"))
    found = page.find(sentence) if is_about and len(sentence) < _SHORT_TITLE else []
    for offset, read in reversed(found):
        sentence = sentence[:offset] + sentence[read.end :]
    return bool(found) and is_only(_ABOUT, sentence)


def _is_title(line: str, page: PageCalls) -> bool:
    """Return whether a line without the end of a sentence names an auction."""
    found = page.find(line) if len(line) < _SHORT_TITLE and line[-1:] not in ".!" else []
    # "After our Multi 2♦", "2D then"
    ends = [word.span() for word in of_kind("after").finditer(line)]
    is_after = any(begin == 0 or end == len(line) for begin, end in ends)
    is_after = is_after or any(len(read.columns) > 1 for _, read in found)
    # "After Stayman"
    is_named = not found and len(line) < _SHORT_TITLE and line[-1:] not in ".!"
    is_named = is_named and of_kind("after-alone").match(line) is not None
    return (is_named or (len(found) == 1 and is_after)) and not has("tells", line)


def _is_turn_title(line: str) -> bool:
    """Return whether a line only says that rows go on, or with whose calls: "Continuations"."""
    turns = ("opener", "responder", "rebid", "later")
    return any(has(kind, line) for kind in turns) and is_only((*turns, "article"), line)


def _is_other_case(line: str) -> bool:
    """Return whether a line only says when rows hold, if not in the first seats: "Third seat"."""
    return of_kind("cases").fullmatch(line) is not None and not _FIRST_SEATS.search(line)


_FIRST_SEATS = re.compile(r"(?i)(?<!\w)(?:1|first)")


def _is_after_auction(line: str, page: PageCalls) -> bool:
    """Return whether a line is like "After 1NT (2♦)", "After 1♣-2♦ opener has", "Queen ask: …"."""
    found = page.find(line)
    if len(found) != 1 or len(found[0][1].columns) < _ENDS:
        return False
    offset, read = found[0]
    before, behind = line[:offset], line[read.end :]
    # "Queen ask: 1♠-3♠-4NT-5♣-5♦"
    if has("gone", before) or (before.rstrip().endswith(":") and not behind.strip()):
        return True
    is_short = len(behind) < _SHORT and not behind.rstrip().endswith((".", "!"))
    is_end = is_only(("after",), behind) or (is_short and (has("responder", behind) or has("opener", behind)))
    return has("after", before) and is_only(("after",), before) and is_end


def _brings_in_a_call(sentence: str, above: Context, page: PageCalls, below: Collection[str]) -> bool:
    """Return whether a sentence may say that another call comes before the rows below it."""
    for kind in ("except", "case"):
        # "2♣ is forcing unless opener rebids 2NT" brings in none, "If opener rebids 2NT" may; what opener
        # "would have bid" is not bid.
        condition = of_kind(kind).search(sentence, 1)
        sentence = sentence[: condition.start()] if condition else sentence
    # "Over 1♥ – 2NT the same with the suits changed round" compares.
    is_after = of_kind("after-alone").match(sentence.lstrip()) is not None and not has("compared", sentence)
    # "**2NT** asks" and "1♣ – 1NT shows 8–10" above the answers, but not "4♥ is to play" above 3♣ to 4♣
    begun = page.read(sentence) if below else None
    path = resolved(row_calls(begun, NOWHERE), above).calls if begun else ()
    # "2♥ is 6–10, 6♥" below 1♣ – 2♥ brings in none.
    is_another = path != () and key(path) != key(above.calls)
    is_about_call = is_another and all(goes_on(path, [bid]) for bid in below)
    if not (is_after or is_about_call or has("relay", sentence)) or _EXAMPLE.match(sentence):
        return False
    if _IS_SAME.match(sentence.lstrip()):
        # "The same after 2♣ – 2♦ – 2NT and, without the slam bids, after 2♣ – 2♥ – 2NT."
        return False
    # After 1NT-2D-2H "opener bids 3H with four, else 2H" says what else the opener might have bid.
    last = "opener" if ours(above.calls) % 2 else "responder"
    players = {player for player in ("opener", "responder") if has(player, sentence)}
    named = [column.text for _, read in page.find(sentence) for column in read.columns]
    made = [call.text for call in above.calls[-1:]]
    is_choice = players == {last} and {*made} & {*named} and not has("after", sentence)
    return not is_choice and _names_call(sentence, above, page, below)


def _names_call(text: str, above: Context, page: PageCalls, below: Collection[str]) -> bool:
    """Return whether a sentence names calls beside those of the auction above, and of the rows below."""
    known = {*(call.text for call in above.calls), *below}
    named = (column.text for _, read in page.find(without_lengths(text)) for column in read.columns)
    # "2NT and 3♣" are one column.
    return any(not known.issuperset(calls.split("/")) and calls not in known for calls in named)
