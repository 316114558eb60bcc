"""The auction that rows continue, as headings, lines and headers of tables name it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from itertools import dropwhile
from pathlib import Path
from typing import NamedTuple

from bml_core.bridge import DOUBLE, PASS, Auction
from bml_core.diagnostics import Location
from bml_core.document import BiddingTable, Document, History, LiteralCall, Row, RowCall
from bml_core.language import ENGLISH, WrittenCalls, find_calls, read_calls, spelled_call
from bml_core.system import expand

Calls = tuple[RowCall, ...]

# ---------------------------------------------------------------- words


def _read_words() -> dict[str, str]:
    text = Path(__file__).with_name("words.txt").read_text("utf-8")
    lines = (line.split(None, 1) for line in text.splitlines() if line and not line.startswith("#"))
    return {kind: rf"(?i:(?<!\w)(?:{pattern.strip()})(?!\w))" for kind, pattern in lines}


_LETTERS = re.compile(r"[^\W\d_]{2,}")
WORD_PATTERNS = _read_words()
"""A pattern for the words of each kind, to be part of others."""


@cache
def of_kind(kind: str) -> re.Pattern[str]:
    """Return the pattern of the words of a kind alone: few are asked of most notes."""
    return re.compile(WORD_PATTERNS[kind])


def has(kind: str, text: str) -> bool:
    """Return whether a text has a word of this kind, one of those in ``words.txt``."""
    return of_kind(kind).search(text) is not None


def is_only(kinds: Sequence[str], text: str) -> bool:
    """Return whether a text has no words but those of these kinds."""
    for kind in kinds:
        text = of_kind(kind).sub(" ", text)
    return _LETTERS.search(text) is None


# ---------------------------------------------------------------- where an auction has arrived


class RowAbove(NamedTuple):
    """A row that goes on with an auction: what it says, and its auction, () if that is not sure."""

    calls: Calls
    said: str = ""


class Context(NamedTuple):
    """The auction that rows continue.

    ``is_known`` says that something names it; openings have no calls. ``doubt`` says why it is not sure,
    and ``is_other`` that the rows are for other situations, such as competition. ``is_explicit`` is for the
    header of the table that the rows are in, ``is_plain`` for a heading such as "The majors". ``answers`` are
    the rows directly above, and ``is_after`` says that one of these is the auction: "Then:". ``is_open`` is
    for a heading about the next call, such as "1♠ – ?" and "Responses to 1♠".
    """

    calls: Calls = ()
    is_known: bool = False
    doubt: str = ""
    is_explicit: bool = False
    is_other: bool = False
    is_plain: bool = False
    answers: tuple[RowAbove, ...] = ()
    is_after: bool = False
    is_open: bool = False

    def doubted(self, reason: str, *, is_other: bool = False) -> Context:
        """Return the auction as one that is not sure."""
        return self._replace(doubt=reason, is_other=is_other or self.is_other)


NO_AUCTION = "nothing says which auction it continues"
PROSE = "the text above brings in another call"
ROW_BRINGS_IN = "the row above it brings in another call"
MENTIONED = "the line above names calls in a way that is not clear"
ABOUT_ELSE = "is about something else than the auction above"
NO_NAME = "names no auction"
SEVERAL = "the line that it is below is about several calls"
TWICE = "stands twice among these rows, in lines"
NOT_WRITTEN = "the call before this one is not written"
THEIR_CALL = "their call is not written"


def key(calls: Calls) -> tuple[tuple[str, bool], ...]:
    """Return what two auctions have in common that are the same."""
    return tuple((call.text, call.theirs) for call in calls)


def begins(calls: Calls, known: Calls) -> bool:
    """Return whether an auction begins with another one, whose calls may be several: ``2♠`` of ``2♥/2♠``."""
    return len(calls) >= len(known) and all(map(_is_among, calls, known))


def ending_with(auctions: Iterable[Calls], last: Calls) -> list[Calls]:
    """Return the auctions that end with some calls, each once: 1♣-1♦-2NT for "After 2NT"."""
    return list({key(calls): calls for calls in auctions if key(calls[-len(last) :]) == key(last)}.values())


_SUITS = re.compile("[CDHS]{2,}")
_ANY_OF = {"M": "HS", "m": "CD", "X": "CDHS"}


def _is_among(call: RowCall, known: RowCall) -> bool:
    return call.theirs is known.theirs and (call.text == known.text or _every(call) <= _every(known))


def _every(call: RowCall) -> set[str]:
    """Return the calls that one stands for: 1C and 1D for ``1m``, ``1CD`` and ``1C/1D``, 1N for ``1NT``."""
    words = call.text.replace("NT", "N").split("/")
    several = {word: _ANY_OF.get(word[1:], word[1:] if _SUITS.fullmatch(word[1:]) else "") for word in words}
    suits = {f"{word[:1]}{suit}" for word, each in several.items() for suit in each}
    return suits | {word for word, each in several.items() if not each}


def shown(calls: Calls) -> str:
    """Return an auction as BML has it."""
    return "-".join(f"({call.text})" if call.theirs else call.text for call in calls)


def is_legal(calls: Calls) -> bool:
    """Return whether calls are an auction, for some of the suits that they stand for."""
    return len(calls) <= _LONGEST_AUCTION and _legal(
        tuple(call._replace(location=NOWHERE, target="", alert=False) for call in calls)
    )


def goes_on(calls: Calls, bids: Collection[str]) -> bool:
    """Return whether one of some bids may follow an auction."""
    found = filter(None, map(read_calls, bids))
    return any(is_legal((*calls, *row_calls(read, NOWHERE))) for read in found)


NOWHERE = Location("", 1)


@lru_cache(maxsize=20_000)
def _legal(calls: Calls) -> bool:
    literal = [call.literal for call in calls]
    if None not in literal and literal[0] is not PASS:
        return _after(calls) is not None
    history = History(calls[:-1], True, (), "", NOWHERE) if len(calls) > 1 else None
    table = BiddingTable(history, (Row(calls[-1], (), (), NOWHERE),), NOWHERE)
    system = expand([Document((table,))])
    return not any(found.code not in ("BML221", "BML223") for found in system.diagnostics) and bool(
        system.agreements
    )


@lru_cache(maxsize=20_000)
def _after(calls: Calls) -> Auction | None:
    """Return the auction of calls that are written as such, None if it is not legal."""
    before = _after(calls[:-1]) if calls[:-1] else Auction()
    if before is None or (call := calls[-1].literal) is None:
        return None
    before = before.for_side(ours=not calls[-1].theirs)
    return None if before.illegality(call) else before.then(call)


def ours(calls: Calls) -> int:
    """Return how many of the calls are those of our side, from the opening on: two of ``P–1♠–2♣``."""
    begun = dropwhile(lambda call: call.text == "P", calls)
    return sum(not call.theirs for call in begun)


def without_passes(calls: Calls) -> Calls:
    """Leave out passes of the opponents that are written without parentheses: ``1♣ – P – 1♦``."""
    kept: list[RowCall] = []
    if len(calls) > _TWO_ROUNDS and calls[-1].text == calls[-3].text == "P" and not calls[-1].theirs:
        # "1NT - P - 2♣ - P - ?"
        calls = calls[:-1]
    for index, call in enumerate(calls):
        between = 0 < index < len(calls) - 1 and not calls[index - 1].theirs and not calls[index + 1].theirs
        if not (call.text == "P" and (between or call.theirs) and 0 < index < len(calls) - 1):
            kept.append(call)
    return tuple(kept)


def row_calls(read: WrittenCalls, location: Location, target: str = "") -> Calls:
    """Return calls that were read as those of rows, at a location; the last one may be a link."""
    calls = [
        RowCall(column.text, column.patterns, column.theirs, column.alert, location)
        for column in read.columns
    ]
    for place, call in enumerate(calls[1:], 1):
        if call.text[1:] == "X" and (others := _other_suits(calls[place - 1])):
            # "1M – 2x" is a new suit.
            calls[place] = _of_suit(call, f"/{call.text[:1]}".join(others))
    calls[-1] = calls[-1]._replace(target=target)
    return without_passes(tuple(calls))


def _other_suits(call: RowCall) -> list[str]:
    """Return the suits but that of a bid: both minors and the other major for ``1M``."""
    suit = call.text[1:]
    names = {"M": ["m", "oM"], "m": ["om", "M"]}
    return names.get(suit, [each for each in "CDHS" if each != suit] if suit in "CDHS" else [])


_BOTH_SUITS = re.compile(r"([1-7])(?:(H/\1S|S/\1H)|(?:C/\1D|D/\1C))")


def is_list(calls: Calls) -> bool:
    """Return whether calls are several openings, not both majors or minors: 1♦, 1♥ and 2♣."""
    return len(calls) == 1 and "/" in calls[0].text and not _BOTH_SUITS.fullmatch(calls[0].text)


def with_own_suit(calls: Calls) -> Calls:
    """Return an auction in which 3M is the suit that was bid: ``1M-3M`` for ``1H/1S-3M``."""
    for index, call in enumerate(calls):
        both = _BOTH_SUITS.fullmatch(call.text)
        word = "M" if both and both[2] else "m"
        if both and any(later.text.endswith(word) for later in calls[index + 1 :]):
            return (*calls[:index], _of_suit(call, word), *calls[index + 1 :])
    return calls


# "(over 1♥)", "over (1♥): 8-16", "7-10 (after 1♠)"
_REMARK = re.compile(
    rf"^{WORD_PATTERNS['after-alone']} ([^:,=|]*)(?=[:,=|]|$)|\({WORD_PATTERNS['after-alone']} ([^()]*)\)"
)


def limited(calls: Calls, said: str) -> Calls:
    """Return an auction with the call of its remark: 1♥-2♣-2♠ for ``2♠ (over 1♥)`` below ``1M – 2♣``.

    () is for a call that the auction does not have.
    """
    remark = _REMARK.search(said.partition("\n")[0])
    named_call = (remark[1] or remark[2]).strip() if remark else ""
    read = read_calls(named_call)
    if read is None or read.end < len(named_call):
        return calls
    after = row_calls(read, NOWHERE)
    for place in range(len(calls) - len(after)):
        end = place + len(after)
        own = tuple(a._replace(theirs=b.theirs) for a, b in zip(after, calls[place:end], strict=True))
        if begins(own, calls[place:end]):
            return replaced(calls, place, own)
    return ()


def replaced(calls: Calls, place: int, own: Calls) -> Calls:
    """Return an auction with calls for some that may be several: 1♠-2♠ for the 2♠ of ``1M-2M``."""
    suits: dict[str, str] = {}
    for known, call in zip(calls[place:], own, strict=False):
        if known.text[1:] in ("M", "m") and len(call.text) == _BID and call.text[1:] != known.text[1:]:
            name, suit = known.text[1:], call.text[1:]
            suits |= {name: suit, f"o{name}": _ANY_OF[name].replace(suit, "")}
    return tuple(
        _of_suit(call, suits[call.text[1:]]) if call.text[1:] in suits else call
        for call in (*calls[:place], *own, *calls[place + len(own) :])
    )


def _of_suit(call: RowCall, suit: str) -> RowCall:
    """Return a bid in another suit: 2♥ for ``2M``."""
    read = read_calls(f"{call.text[:1]}{suit}")
    assert read is not None
    return call._replace(text=read.columns[0].text, patterns=read.columns[0].patterns)


# ---------------------------------------------------------------- what a text names

_DASH = "[-\u2013\u2014]"
_SUIT = r"(?:[\u2660-\u2667]|[CDHSMm](?!\w))"
_LENGTH = rf"[4-9]{_SUIT}"
# "5-5", "14–16", "2-3♦", "4=4=1=4", "4+♦", "16+", "5-card", "at most 3♥", "With 4♥" as the first words
_SURE_MEASURE = (
    rf"(?<![\w\u2660-\u2667+])(?:\d{{1,2}}(?: ?(?:{_DASH}|=|to\b) ?\d{{1,2}})+(?![\w+])[\u2660-\u2667]?"
    rf"|\d{{1,2}}\+(?: ?{_SUIT})?|[2-9][- ](?:card|suite|loser)\w*"
    rf"|\b(?i:exactly|at least|at most|fewer than|never) [1-9]{_SUIT}|(?:^|(?<=[,;(] ))[Ww]ith {_LENGTH})"
)
_MEASURE = re.compile(
    rf"(?:{_SURE_MEASURE}"
    # "5♥ and a minor"
    rf"|(?<![\w-]){_LENGTH}(?= ?(?:\+|and|or|with) ?(?:an?|longer|four|five|[4-7]m|{_SURE_MEASURE})(?!\w))"
    # "2♦ – 6♥", "2♥ – 5♥, weak": nobody writes of such an answer.
    rf"|(?P<opening>[1-3](?P<suit>{_SUIT}) {_DASH} )(?:[67]{_SUIT}|5(?P=suit)(?=[,:]| (?:and|or|with)\b))"
    # "6+♣, or 5♣", "10–12, 4♥"
    rf")(?:,? (?:and|or|with) {_LENGTH}|, {_LENGTH}(?=\s*(?:[,.)]|$)))*"
)


def without_lengths(text: str) -> str:
    """Return a text with dots for ranges, shapes and lengths of suits: none of these is a call."""
    return _MEASURE.sub(
        lambda found: (before := found["opening"] or "") + "\u00b7" * (len(found[0]) - len(before)), text
    )


def is_length(text: str, read: WrittenCalls) -> bool:
    """Return whether a text goes on as after a length of a suit: "5♠, never 4♥"."""
    is_suit = all(column.text[-1:] in "CDHSMm" for column in read.columns)
    return is_suit and re.match(r",| (?:and|or|with)\b", text[read.end :]) is not None


def is_remark(heading: str, text: str) -> bool:
    """Return whether a text begins with a length of what the heading above it names: "6♥ or 6♠" below 2♦."""
    above = f"{heading} \u2013 "
    return without_lengths(above + text)[len(above) :].startswith("\u00b7")


# "The same as over 1NT:"
_COMPARES = re.compile(rf"(?:{WORD_PATTERNS['article']} )?{WORD_PATTERNS['compared']}")
_INSTEAD = re.compile(rf"{WORD_PATTERNS['instead']}\W*$")
_DOUBLE_OF = re.compile(rf"{WORD_PATTERNS['a-double']} (?:of|to) (?:an? |the |their |our )?$")
# "Openings other than 1♣"
_EXCEPTED = re.compile(rf"\(?{WORD_PATTERNS['except']}\W*$")
_SHOWN, _LONGEST_NAME = 60, 200
_TWO_ROUNDS, _BID = 3, 2
#: The most calls of an auction in which rows are placed.
_LONGEST_AUCTION = 100
# "After 1♥ (1♠ likewise)"
_ASIDE = re.compile(r"\([^()]*\)")
# "Over opponents' weak 1NT", "RHO opens 1NT", "1NT openings by them"
_BID_OF_THEIRS = r"[1-7](?:[CDHSN\u2660-\u2667][\ufe0e\ufe0f]?|NT|SA|BA|[Mm])(?!\w)"
_KINDS_OF_BIDS = r"(?:(?:weak|strong|natural|mini|multi|opening|artificial) )*"
_OF_OPPONENTS = (
    (re.compile(rf"{WORD_PATTERNS['their-own']} (?={_KINDS_OF_BIDS}{_BID_OF_THEIRS})"), "their "),
    (re.compile(rf"{WORD_PATTERNS['their-own']} (?:have |has )?open(?:s|ed)?\b"), "they open"),
    (
        re.compile(rf"({_BID_OF_THEIRS}(?:/{_BID_OF_THEIRS})*(?: opening\w*)?) {WORD_PATTERNS['of-theirs']}"),
        r"their \1",
    ),
)
_CALL_THERE = re.compile(
    rf"[1-7]\S{{1,2}}, [1-7]\S{{1,2}} (?:\w{{1,4}} [1-7]\S{{1,2}} )?{WORD_PATTERNS['tells']}"
)
_SPELLED = re.compile(
    r"(?i)(?<!\d[-\u2013=])\b(one|two|three|four|five|six|seven|[1-7])[ -]"
    r"(?:bids? in |in )?(clubs?|diamonds?|hearts?|spades?|no ?trumps?|no-trumps?|trefl|karo|kier|pik|ba)\b"
)


def named(text: str, above: Context, letters: Mapping[str, str], *, is_heading: bool = False) -> Context:
    """Return the auction that a text names for what is below it, where ``above`` is that of the text.

    >>> from bml_core.language.written_calls import ENGLISH
    >>> shown(named("Responses to 1♥", Context(), ENGLISH).calls)
    '1H'
    """
    text = _with_calls(_ASIDE.sub(lambda aside: "" if has("compared", aside[0]) else aside[0], text))
    for pattern, words in _OF_OPPONENTS:
        text = pattern.sub(words, text)
    if is_heading and above.calls and not (above.doubt or find_calls(text)) and text[:1] + text[-1:] == "()":
        # "(X)" below 1NT
        text = f"{shown(above.calls)} \u2013 {text}"
    text, their_call, behind = with_brackets(text, letters).partition("(?)")
    if their_call:
        context = named(text, above, letters, is_heading=is_heading)
        return context.doubted(MENTIONED if behind.strip(" :*_") else THEIR_CALL, is_other=True)
    bare = without_lengths(text)
    found = find_calls(bare, letters) or _action_after(text, letters)
    words = _words_beside(bare, found)
    if not is_heading and _COMPARES.match(words.strip(" |")):
        # "Like 1♥, with these differences:" is about another auction, and 1♥-2♥ is none like it.
        is_within = any(key(row_calls(read, NOWHERE)) == key(above.calls[:-1]) for _, read in found)
        return above.doubted(MENTIONED) if is_within else above
    if found and (excepted := _EXCEPTED.search(text[: found[0][0]])):
        rest = f"{text[: excepted.start()]}{text[found[0][1].end :].lstrip(') ')}"
        return named(rest.strip(), above, letters, is_heading=is_heading)
    if len(found) == 1 and _DOUBLE_OF.search(text[: found[0][0]]) and above.calls:
        calls = row_calls(found[0][1], NOWHERE)
        if [call.text for call in calls] == [call.text for call in above.calls[-1:]]:
            # "After the X of 1NT" below (1NT)
            double = calls[0]._replace(
                text="D", patterns=(LiteralCall(DOUBLE),), theirs=not above.calls[-1].theirs
            )
            return _checked((*above.calls, double), above)
    if found and _INSTEAD.search(text[: found[0][0]]):
        # "Direct instead of 2♣:"
        return above
    if (told := _by_players(text, found)) and (context := _checked(told, above)).is_known:
        return context
    if any(re.match(r" ?[-\u2013\u2014] ?[1-7]", bare[read.end :]) for _, read in found) or (
        has("after", text) and _CALL_THERE.search(bare)
    ):
        # A call that is not read follows, or "After 1♣-1♥-1NT, 2♣ asks:"
        return above.doubted(MENTIONED)
    if found:
        found[0] = found[0][0], _as_ours(text, *found[0])
    return _by_words(text, found, words, above, is_heading=is_heading)


_BRACKET = re.compile(rf"(?P<dash>(?:{_DASH} ?)?)\((?P<said>[^()]+)\)")
_BETWEEN = re.compile(rf" \([^()?]+\)(?= {_DASH} \(?(?:[1-7]\D|X))")


def with_brackets(text: str, letters: Mapping[str, str] = ENGLISH) -> str:
    """Return a text with calls for words in parentheses, "(?)" for no call: ``1♣ – (any double)``."""
    text = _BRACKET.sub(lambda bracket: f"{bracket['dash']}({_their_call(bracket, letters)})", text)
    # "2♥ (weak) – 2NT" is an auction.
    return _BETWEEN.sub(lambda said: "" if read_calls(said[0].strip(), letters) is None else said[0], text)


def _their_call(bracket: re.Match[str], letters: Mapping[str, str]) -> str:
    """Return the call that words in parentheses name, "?" for none, or what else they say."""
    said, before = bracket["said"], find_calls(bracket.string[: bracket.start()], letters)
    name, bare = re.split(" ?[=:,]", said)[0], without_lengths(said)
    is_theirs = has("interfered", bare) or has("they", bare)
    # Not so "(overcalls are common)"
    is_theirs = is_theirs and is_only(("after", "case", "interfered", "they", "their", "structure"), bare)
    if before and (of_kind("a-double").fullmatch(name) or of_kind("doubled").fullmatch(name)):
        return "X"
    if not before or read_calls(f"({said})", letters) or has("silent", said):
        return said
    if of_kind("a-level").fullmatch(name):
        return _at_level(name, row_calls(before[-1][1], NOWHERE))
    calls = find_calls(without_lengths(name), letters)
    if calls and (bracket["dash"] or is_theirs):
        # "(2♠ = 8–16)", "(natural 2♠)", but not "(2♦ or higher)"
        is_one = len(calls) == len(calls[0][1].columns) == 1 and not has("further", name)
        return name[calls[0][0] : calls[0][1].end] if is_one else "?"
    # "1NT – (14–16)" and "1♣ – (strong)" are about our call.
    is_next = bracket["dash"] and bare == said and not is_only(("name", "nature"), said)
    return "?" if is_theirs or is_next else said


def _at_level(said: str, calls: Calls) -> str:
    """Return their bids in other suits at a level: 2♦, 2♥ and 2♠ after 1♣."""
    level = next(digit for word, digit in _LEVELS.items() if re.search(rf"(?i)\b(?:{word}|{digit})\b", said))
    bids = [level + suit for suit in _other_suits(calls[-1])]
    return "/".join(bid for bid in bids if goes_on(calls, (f"({bid})",))) or "?"


def _action_after(text: str, letters: Mapping[str, str]) -> list[tuple[int, WrittenCalls]]:
    """Return the call of "After X:", which is not a bid."""
    after = of_kind("after-alone").match(text)
    action = text[after.end() :].strip(" :*_") if after else ""
    read = read_calls(action, letters, takes_words=True)
    offset = text.find(action)
    return [(offset, read._replace(end=offset + read.end))] if read and read.end == len(action) else []


def _by_words(
    text: str, found: list[tuple[int, WrittenCalls]], words: str, above: Context, *, is_heading: bool
) -> Context:
    """Return the auction of a text by the words beside its calls."""
    words = of_kind("silent").sub("", words)
    is_theirs = any(column.theirs for _, read in found for column in read.columns)
    if not is_theirs and (context := _with_theirs(found, words, above)) is not None:
        return context
    if len(found) == 1 and key(row_calls(found[0][1], NOWHERE)) == key(above.calls[-1:]):
        # "2♦ is the automatic relay" below the heading 2♣-2♦.
        words = of_kind("asking").sub("", words)
    if above.calls and above.calls[0].theirs and ours(above.calls) % 2:
        # Below "(1♥) – 1♠", the partner of who bid 1♠ is the advancer.
        words = of_kind("advancer").sub("", words)
    if above.calls and above.calls[0].theirs:
        # "Against a strong notrump, and by passed hands:" below (1NT)
        words = of_kind("passed-hand").sub("", words)
    if not (is_heading or found) and above.calls and above.calls[-1].theirs and not has("player", words):
        # "Penalty double, or any X that shows values:" is about their call, "Landy:" about ours.
        of_theirs = ("doubled", "a-double") if above.calls[-1].text == "D" else ("an-overcall",)
        for kind in (*of_theirs, "defences"):
            words = of_kind(kind).sub("", words)
    beside = re.sub(r"\([^()]*\)", "", words)
    is_label = is_heading or is_only(("defence", "structure"), text)
    is_defence = is_label and not found and has("defence", beside)
    # "Passed hand: P-1♥-2♣"
    is_passed = found != [] and found[0][1].columns[0].text == "P"
    is_other = is_defence or (has("doubt", beside) and not (is_theirs or is_passed))
    # "Blackwood 1♥-3♥-4NT" is an auction, "Blackwood over 1♥" is not.
    is_whole = is_theirs or (len(found) == 1 and len(found[0][1].columns) > 1)
    if is_other or (has("convention", beside) and not is_whole):
        reason = f"“{text.strip()[:_SHOWN]}” {ABOUT_ELSE if above.calls else NO_NAME}"
        return above.doubted(reason, is_other=is_other)
    if not found:
        return _in_words(text, words, above, is_heading=is_heading)
    found = _one_auction(text, found)
    are_single = is_heading and not above.calls and all(len(read.columns) == 1 for _, read in found)
    is_further = has("further-openings", words) or (has("further", words) and is_only(("further",), words))
    # "Openings from 2♣ up"
    is_further = is_further or (has("upwards", words) and is_only(_UPWARDS, words))
    if are_single and (len(found) > 1 or (is_further and not has("defence", words))):
        # "2♣ and the Mexican 2♦", "2♣ and preempts", "1NT and up": the headings below say which.
        return Context(doubt=above.doubt, is_other=above.is_other)
    calls = row_calls(found[0][1], NOWHERE)
    # "2♦ – 2NT is the enquiry" may be a sentence, but not below a heading 2♦.
    is_sure = found[0][1].is_sure or is_theirs or (above.calls != () and begins(calls, above.calls))
    if len(found) > 1 or (not is_sure and found[0][1].is_apart):
        # "Who opened 1NT has three answers to 2♣:" below 1NT-2♣
        told = [call for _, read in found for call in row_calls(read, NOWHERE)]
        return above if above.calls and key(tuple(told)) == key(above.calls) else above.doubted(MENTIONED)
    if has("defence", words):
        return (
            _checked((calls[0]._replace(theirs=True),), above)
            if len(calls) == 1 and (calls[0].theirs or not re.search(r":\s*\|", words))
            else above.doubted(MENTIONED)
        )
    if len(calls) == 1 and (turn := _turn(words)):
        return turn_taken(calls, above, turn)
    if (
        len(calls) == 1
        and not (above.calls or is_theirs)
        and has("over", words)
        and has("defending", above.doubt)
    ):
        # "Over 1♥" below "Our overcalls"
        return _checked((calls[0]._replace(theirs=True),), above)
    is_open = is_heading and (found[0][1].is_open or has("response", words))
    return _by_turn(resolved(calls, above, words), words)._replace(is_open=is_open)


def _with_theirs(found: Sequence[tuple[int, WrittenCalls]], words: str, above: Context) -> Context | None:
    """Return the auction of a text that tells in words what they do, None for another text."""
    is_ours = bool(above.calls) and not above.calls[-1].theirs and above.doubt in ("", THEIR_CALL)
    is_double = has("doubledit", words) or (
        has("doubled", words) and is_only(("doubled", "after", "case"), words)
    )
    if not found and is_ours and is_double:
        # "When they double it", and "They double", below an auction.
        return _doubled(above.calls, above.calls[-1], above)
    if len(found) != 1:
        return None
    calls = row_calls(found[0][1], NOWHERE)
    is_last = key(calls) == key(above.calls[-1:])
    if has("doubled", words):
        # "When they double 1NT", "1NT doubled".
        return _doubled(above.calls if is_last else calls, calls[0], above)
    if is_ours and len(calls) == 1 and not is_last and has("they", words) and _is_their_bid(words):
        # "They overcall 1♠", "They bid 2♣ for the majors"
        return _checked((*above.calls, calls[0]._replace(theirs=True)), above)
    if has("their", words) and not has("came", words):
        # "Over their 1NT", and with an auction above "after their 2♣".
        theirs = tuple(call._replace(theirs=True) for call in calls)
        if key(theirs) == key(above.calls[-1:]):
            # "Their 2♠ is natural" below "1NT – (2♠)"
            return above
        return _checked((*above.calls, *theirs), above) if len(calls) == 1 else above.doubted(MENTIONED)
    if has("interfered", words) and has("they", words):
        # "They overcall our 1NT": rows begin with their call.
        return _checked(calls, above).doubted(THEIR_CALL, is_other=True)
    return None


def _is_their_bid(words: str) -> bool:
    """Return whether words beside a call only say that the opponents bid it, and what with."""
    before, _, behind = words.partition("|")
    said = behind.strip(" :")
    is_meaning = of_kind("about").match(said) or of_kind("with").match(said) or of_kind("tells").match(said)
    return is_only(("they", "came", "verbs", "after", "case", "article"), before) and (
        is_meaning is not None or is_only(("they", "came", "after", "case"), said)
    )


def _doubled(calls: Calls, call: RowCall, above: Context) -> Context:
    """Return an auction that they have doubled, the double with the place of a call."""
    double = call._replace(text="D", patterns=(LiteralCall(DOUBLE),), theirs=True)
    return _checked((*calls, double), above)


def _by_players(text: str, found: Sequence[tuple[int, WrittenCalls]]) -> Calls:
    """Return the auction of a sentence that says who makes each call, () for another one.

    "We open 1♥ and they overcall 1♠", "Partner opens 1NT, RHO doubles", "They overcall our 1NT with 2♥".
    """
    calls: list[RowCall] = []
    subject = is_theirs = False
    is_told, end = False, 0
    for number, (offset, read) in enumerate(found):
        players = _players(text[end:offset])
        over, _, owner = text[end:offset].strip().partition(" ")
        # "When they overcall 1♠ over our 1♥" tells the second call first.
        is_turned = number > 0 and of_kind("over").fullmatch(over) is not None
        if is_turned and (of_kind("their").fullmatch(owner) or of_kind("we").fullmatch(owner)):
            players = [of_kind("their").fullmatch(owner) is not None]
        if len(read.columns) != 1 or read.columns[0].theirs:
            return ()
        if players:
            is_theirs, subject = players[-1], players[0]
        elif number and has("with", text[end:offset]):
            is_theirs = subject
        elif number:
            return ()
        is_told = is_told or is_theirs or bool(number and players)
        made = [call._replace(theirs=is_theirs) for call in row_calls(read, NOWHERE)]
        calls = made + calls if is_turned else calls + made
        end = read.end
    last = _players(text[end:])
    if calls and last and has("doubles", text[end:]):
        is_told = is_told or last[-1]
        calls.append(calls[0]._replace(text="D", patterns=(LiteralCall(DOUBLE),), theirs=last[-1]))
    return tuple(calls) if is_told and len(calls) > 1 else ()


def _players(text: str) -> list[bool]:
    """Return for each player that a text names whether it is one of theirs."""
    found = [
        (place.start(), kind == "they") for kind in ("we", "they") for place in of_kind(kind).finditer(text)
    ]
    return [is_theirs for _, is_theirs in sorted(found)]


# What stands before a call of theirs in parentheses, and names for calls of ours
_BEFORE_THEIR_CALL = ("after", "defence", "doubt", "they", "their", "interfered")
_NAMES = ("structure", "opening", "known", "transfer", "convention", "slam-ask", "defences")


def _as_ours(text: str, offset: int, read: WrittenCalls) -> WrittenCalls:
    """Return calls in parentheses after a name as ours: ``Weak twos (2♥/2♠)``, ``Stayman (2♣)``.

    In "Over a weak two (2♥)" and "Interference (2♥)" they are theirs.
    """
    before = text[: min(offset, _LONGEST_NAME)]
    is_named = len(read.columns) == 1 and re.search(r"[^\W\d_]{3}", before) is not None
    if not is_named or (
        not is_only(_NAMES, before) and any(has(kind, before) for kind in _BEFORE_THEIR_CALL)
    ):
        return read
    return read._replace(columns=tuple(replace(column, theirs=False) for column in read.columns))


def named_calls(text: str) -> list[tuple[int, WrittenCalls]]:
    """Return the calls that a title names, in figures or in words."""
    return find_calls(_with_calls(text))


_FIRST_TURN = re.compile(rf"\|\W*{WORD_PATTERNS['first-turn']}")


def _turn(words: str) -> str:
    """Return which turn the words say a single call is: that of a "2♦ response", not of "2♦ responses".

    "2♦ – first response" is about those, too.
    """
    if not has("after", words) and has("turn", words) and not _FIRST_TURN.search(words):
        return "rebid" if has("rebid", words) else "response"
    return "opening" if has("opening", words) else ""


_IN_A = {
    **dict.fromkeys(("oberfarbe", "edelfarbe", "majeure", "hoge kleur", "kolor starszy"), "M"),
    **dict.fromkeys(("unterfarbe", "mineure", "lage kleur", "kolor młodszy"), "m"),
    **dict.fromkeys(("farbe", "couleur", "kleur", "kolor", "colore", "färg"), "X"),
}
_ANY = {"major": "M", "minor": "m", "suit": "X", **_IN_A}
_OF_A = re.compile(
    r"(?i)\b(?:(one|two|three|four|[1-4])(?: of)? (?:an?|the) (major|minor|suit)"
    # "1-in-Farbe", "1 in Oberfarbe", "1 en majeure", "1 in kleur", "1 w kolor"
    rf"|([1-4])[ -](?:in|en|w)[ -]({'|'.join(_IN_A)}))\b"
)
_LEVELS = {"one": "1", "two": "2", "three": "3", "four": "4"}


def _of_any(found: re.Match[str]) -> str:
    """Return the call of "one of a major"."""
    level, kind = (found[1] or found[3]).lower(), (found[2] or found[4]).lower()
    return _LEVELS.get(level, level) + _ANY[kind]


def _with_calls(text: str) -> str:
    """Return a text with calls for their names: ``One heart``, ``1 of a major``, ``The weak no trump``."""
    text = _OF_A.sub(_of_any, text)
    for kind, call, written in (("notrump", "1NT", "1N"), ("club", "1C", "1[C\u2663]")):
        # "1♣ – strong club" says it twice.
        text = text if re.search(written, text) else of_kind(kind).sub(call, text)
    return _SPELLED.sub(
        lambda found: spelled_call(f"{found[1]} {found[2].lower().rstrip('s')}") or found[0], text
    )


def turn_taken(calls: Calls, above: Context, turn: str) -> Context:
    """Return the auction above with one more call, if that is the turn of the opener or the responder."""
    if turn == "opening":
        return above if above.doubt and above.is_other else _checked(calls, above)
    if not above.calls or (ours(above.calls) % 2 == 0) is not (turn == "rebid"):
        return above.doubted(NOT_WRITTEN)
    return _checked((*above.calls, *calls), above)


def _words_beside(text: str, found: Sequence[tuple[int, WrittenCalls]]) -> str:
    """Return a text without its calls."""
    for offset, read in reversed(found):
        text = f"{text[:offset]} | {text[read.end :]}"
    return text


_PLAYERS = ("opener", "responder")
_UPWARDS = ("upwards", "openings", "opening", "by", "join", "structure")


def _one_auction(text: str, found: list[tuple[int, WrittenCalls]]) -> list[tuple[int, WrittenCalls]]:
    """Return the first of several auctions, where a colon or parenthesis parts the rest from it.

    A second one may say again, in full, which call the first one is.
    The last one may have the others in it: "after their double of 1♥, so 1♥-(X)". Two that differ in one bid
    are one: "after 1♣-1♥-1NT and 1♣-1♠-1NT", "for both 1♥ and 1♠".
    """
    if len(found) < 2:
        return found
    last = found[-1][1]
    if len(found) == 2 and [c.text for c in last.columns][-1:] == [c.text for c in found[0][1].columns]:
        # "Over 2NT (so 1S-2NT)", "against a weak two in spades, i.e. (2♠)"
        return found[-1:]
    if all(begins(row_calls(last, NOWHERE), row_calls(read, NOWHERE)) for _, read in found[:-1]):
        return found[-1:]
    is_single = len(last.columns) == 1
    if len(found) == 2 and (not is_single or has("either", text)) and (both := _either(found[0][1], last)):
        return [(found[0][0], both)]
    between = text[found[0][1].end : found[1][0]]
    is_told = of_kind("after-alone").match(text) and any(
        of_kind(who).match(between.strip()) for who in _PLAYERS
    )
    if is_told and len(found[0][1].columns) > 1:
        # "After 1NT-2♠ opener bids 2NT with a fit, otherwise 3♣:" says what the rows below say.
        return found[:1]
    is_parted = re.search(r"[:(=]", between) and not re.search(r"\(\s*[-\u2013]", between)
    return found[:1] if is_parted else found


_PAIRS = {"HS": "M", "SH": "M", "CD": "m", "DC": "m"}


def _either(one: WrittenCalls, other: WrittenCalls) -> WrittenCalls | None:
    """Return two auctions of several calls as one, None for auctions that differ too much."""
    both = _joined(
        [(column.text, column.theirs) for column in one.columns],
        [(column.text, column.theirs) for column in other.columns],
    )
    if both is None:
        return None
    columns = (
        replace(column, text=read.columns[0].text, patterns=read.columns[0].patterns)
        for column, read in zip(one.columns, both, strict=True)
    )
    return one._replace(columns=tuple(columns))


def either(one: Calls, other: Calls) -> Calls:
    """Return two auctions as one, () for auctions that differ too much."""
    both = _joined([(call.text, call.theirs) for call in one], [(call.text, call.theirs) for call in other])
    return tuple(
        call._replace(text=read.columns[0].text, patterns=read.columns[0].patterns)
        for call, read in zip(one, both or (), strict=False)
    )


def _joined(one: list[tuple[str, bool]], other: list[tuple[str, bool]]) -> list[WrittenCalls] | None:
    """Return two auctions as one, if they differ in one bid, or are the same in both majors or minors."""
    if len(one) != len(other) or [theirs for _, theirs in one] != [theirs for _, theirs in other]:
        return None
    pairs = [(a, b) for (a, _), (b, _) in zip(one, other, strict=True)]
    differ = [(a, b) for a, b in pairs if a != b]
    if len(differ) == 1:
        texts = ["/".join(dict.fromkeys(pair)) for pair in pairs]
    else:
        # "1♥-2♥ and 1♠-2♠"
        are_like = len({(a[1:], b[1:]) for a, b in differ}) == 1 and all(a[0] == b[0] for a, b in differ)
        word = _PAIRS.get(differ[0][0][1:] + differ[0][1][1:], "") if are_like else ""
        texts = [a if a == b else a[0] + word for a, b in pairs] if word else []
    reads = [read for text in texts if (read := read_calls(text))]
    return reads if reads and len(reads) == len(one) else None


def _in_words(text: str, words: str, above: Context, *, is_heading: bool) -> Context:
    """Return the auction of a text without calls: ``Openings``, ``Opener's rebids``, ``Then``."""
    if (response := of_kind("response").search(words)) and ours(above.calls) % 2:
        # "The responses, with opener's rebids below": the first rows are responses.
        words = words[: response.end()]
    is_turn = _is_turn(words, above.calls)
    if is_heading and not above.calls and is_only(("openings", "structure"), words):
        # "Openers" are openings where no auction is above.
        is_turn = None
    after = of_kind("after-alone").match(words.lstrip("*_ "))
    rest = words.lstrip("*_ ")[after.end() :] if after else ""
    # "After the answer", which is one of the rows above
    is_answer = has("turn", rest) and is_only(("article", "turn", "opener", "responder"), rest)
    is_later = has("later", words) or is_answer
    if above.answers and (is_later or is_turn is False):
        return _after_rows(above, words, is_later=is_later, is_answer=is_answer)
    if is_turn is not None:
        return above if is_turn else above.doubted("a call before it is not written")
    if has("openings", words):
        return Context((), True) if not above.calls else above.doubted(NO_AUCTION)
    if has("response", words) or has("responder", words):
        return above if above.calls else above.doubted(NO_AUCTION)
    if not is_only(("article", "opening", "own", "that"), rest):
        # "After a new suit" is for a call that it does not name.
        is_meant = not is_heading and has("several", words)
        return above.doubted(SEVERAL if is_meant else f"“{text.strip()[:_SHOWN]}” {NO_NAME}")
    # "Strong jump shifts" below "Responses to 1♥" are some of these.
    plain = (*(("jumps",) if above.calls else ()), "structure", "after", "opening", "meaning")
    is_plain = not is_heading or is_only(plain, words)
    if is_plain and is_heading:
        return above._replace(is_plain=True)
    if is_plain or (not above.calls and (above.is_known or not has("after", words))):
        return above
    return above.doubted(f"the heading “{text.strip()[:_SHOWN]}” {NO_NAME}")


def _is_turn(words: str, calls: Calls) -> bool | None:
    """Return whether it is the turn of the player whom words name, None if they name none."""
    count = ours(calls)
    if has("rebid", words) or (has("opener", words) and not has("responder", words)):
        # "Opener answers" is about opener, "responses" to his rebids are not.
        opener, response = of_kind("opener").search(words), of_kind("response").search(words)
        is_answer = opener is not None and response is not None and opener.start() < response.start()
        is_opener = not has("responder", words) and (response is None or is_answer)
        return count >= 2 and (count % 2 == 0) is is_opener
    # "Partner" is whose turn it is.
    is_responder = has("responder", of_kind("partner").sub("", words)) and not has("opener", words)
    return count % 2 == 1 if is_responder and count and not calls[0].theirs else None


def _after_rows(above: Context, words: str, *, is_later: bool, is_answer: bool) -> Context:
    """Return the auction of rows that go on with one of those above them, if the words allow that.

    ``is_answer`` says that the words name who made the call above, and not who calls next.
    """
    calls = above.answers[0].calls
    is_beside = key(calls[:-1]) == key(above.calls)
    is_turn = _is_turn(words, calls[:-1] if is_answer else calls)
    if not calls or not (is_later or is_beside) or is_turn is False:
        return above.doubted("a call before it is not written")
    return above._replace(is_after=True)


_MADE_BY = re.compile(rf"{WORD_PATTERNS['opener']}['\u2019]s\s+\|")


def _by_turn(context: Context, words: str) -> Context:
    """Return an auction whose next call is by whom the words name, else doubted."""
    if not context.doubt and _MADE_BY.search(words) and ours(context.calls) % 2:
        # "After opener's 1NT"
        return context
    if context.doubt or not (has("rebid", words) or has("opener", words) or has("responder", words)):
        return context
    is_opener = has("opener", words) or not has("responder", words)
    is_named = has("opener", words) or has("responder", words)
    if not is_named and has("after", words) and re.search(r"\|\s*(?:re)?bid\b", words):
        # "After the 2♥ rebid" it is the other one's turn.
        is_opener = not is_opener
    if (ours(context.calls) % 2 == 0) is is_opener or has("response", words):
        return context
    return context.doubted("the words beside the auction name another player's turn")


def _checked(calls: Calls, above: Context) -> Context:
    return Context(calls, True) if is_legal(calls) else above.doubted(f"{shown(calls)} is not legal")


_BESIDE_OPENING = (
    "structure",
    "opening",
    "after",
    "about",
    "either",
    "alone",
    "response",
    "responder",
    "verbs",
    "case",
    "hand",
    "nature",
)


def _after_answer(calls: Calls, above: Context, words: str) -> Calls:
    """Return the auction of the row above that a line names by its call, () if it may name another one.

    "Answers to 2♣:" is below rows after 1♥–1♠–1NT, whatever their heading says; "to 1♠" may be an opening.
    """
    is_clear = above.calls != () and not above.doubt
    if is_clear or len(calls) > 1 or not (has("after", words) or has("response", words)):
        return ()
    rows = ending_with((row.calls for row in above.answers), calls)
    is_sure = len(rows) == 1 and all(row.calls for row in above.answers)
    return rows[0] if is_sure and (above.doubt or len(rows[0]) > 2) else ()


def resolved(calls: Calls, above: Context, words: str = "") -> Context:
    """Return the auction of calls that may begin it, or go on with the one above."""
    known = above.calls
    after = _after_answer(calls, above, words)
    is_whole = known != () and begins(calls, known)
    if after or (is_whole and not (above.doubt == NOT_WRITTEN and len(calls) == len(known))):
        # "1♣" below "1♣ and 1♦" is one of the two.
        return _checked(after or calls, above)
    if not known:
        beside, _, remark = re.sub(r"(?<=\|)\W*\u00b7", "(", words).replace(":", "(").partition("(")
        # "3NT – gambling"
        beside = of_kind("name").sub(" ", beside)
        # "2♣ – 11–15, clubs" is about the opening, "1♥ – 10+ raise" perhaps not.
        is_opening = len(calls) > 1 or (is_only(_BESIDE_OPENING, beside) and not has("move", remark))
        # "The big one: 2♣"
        is_opening = is_opening or (re.search(r":\s*\|\s*$", words) is not None and calls[0].text[0] in "12")
        # "Responses to 4NT" are seldom those to an opening.
        is_opening = is_opening and (len(calls) > 1 or calls[0].text[0] < "4" or has("opening", words))
        has_theirs = any(call.theirs for call in calls)
        # A line such as 1♥-3♥-4NT- is explicit, whatever the heading is called.
        # So is P-1♠-2♣, below "Third seat".
        is_passed = calls[0].text == "P"
        # "1♦ – 1♥ (2♣ relays)", "Simple reverse: 1♦-1♠-2♥"
        bare = re.sub(r"\([^()]*\)\s*$|^[^:|]*:(?=\s*\|)", "", words)
        is_explicit = len(calls) > 1 and (is_passed or not above.is_other) and not re.search(r"\w", bare)
        # "Jacoby rebids (1♠-2NT)" below the heading "Responses"
        is_explicit = is_explicit or (len(calls) > 1 and above.doubt == NO_AUCTION)
        # "After 1♥–2♥" below "Two-suited overcalls" may begin with their call, "After P–1♥" does not.
        is_after = has("after", words) and (is_passed or not above.is_other)
        is_doubted = above.doubt and not (is_explicit or is_after)
        if has_theirs or (is_opening and not is_doubted):
            return _checked(calls, above)
        return above.doubted(NO_AUCTION)
    if known[-1].theirs and not above.doubt and calls[0].text == known[-1].text:
        # "After (1♠)–X" and "1♠ is natural" below 1♣–(1♠)
        return _checked((*known, *calls[1:]), above)
    if len(calls) > 1 and (calls[0].theirs or above.is_other) and any(call.theirs for call in calls):
        return _checked(calls, above)
    if above.doubt == THEIR_CALL and calls[0].theirs:
        return _checked((*known, *calls), above)
    if above.doubt:
        # "After 1♦-1♥-1NT:" below "Two-way checkback", "1♦-1♥-1NT" alone in a line; nothing is bid before 1♣.
        is_told = has("after", words) or not re.search(r"\w", words)
        is_whole = len(calls) > 1 and (calls[0].text == "1C" or (calls[0].text[:1] == "1" and is_told))
        return _checked(calls, above) if is_whole and not is_legal((*known, *calls)) else above
    if len(calls) == 1 and len(known) > 1 and key(calls) != key(known[:1]) and begins(calls, known[:1]):
        # "After 1♥" below "1M – 1NT"
        own = replaced(known, 0, calls)
        return _checked(own, above) if not is_legal((*known, *calls)) else above.doubted(MENTIONED)
    if begins(calls, known[-1:]):
        # "Over 2♠" below "1♣ – 2♥ or 2♠" is one of the two.
        own = (*replaced(known, len(known) - 1, calls[:1]), *calls[1:])
        if len(calls) == 1 or is_legal(own) or not is_legal(calls):
            return _checked(own, above)
    # "2♦ – responses" below "2♥ and 2♠"
    is_opening = len(known) == 1 and has("response", words) and is_only(_BESIDE_OPENING, words)
    return _going_on(calls, above, is_opening=is_opening)


def _going_on(calls: Calls, above: Context, *, is_opening: bool) -> Context:
    """Return the auction above with these calls, or these alone, whichever is legal; doubted if both are.

    ``is_opening`` says that a single call may be an opening.
    """
    known = above.calls
    goes_on = is_legal((*known, *calls))
    stands_alone = (len(calls) > 1 or (is_opening and not goes_on)) and is_legal(calls)
    # "2H-2NT:" below "2D" may be about another opening; over 2C, bids of two are responses.
    is_opening = len(known) == 1 and calls[0].text[:1] == known[0].text[:1] and known[0].text != "2C"
    if goes_on and stands_alone and (calls[0].text[:1] == "1" or is_opening):
        return above.doubted(f"{shown(calls)} may begin an auction or go on with {shown(known)}")
    if goes_on or stands_alone:
        return Context((*known, *calls) if goes_on else calls, True)
    return above.doubted(f"{shown(calls)} is not legal after {shown(known)}")
