"""The auction that a heading, a line or a header of a table names for what is below it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from bml_core.language import WrittenCalls, find_calls, read_calls
from bml_core.outlines.call_names import ASIDE, with_brackets, with_calls, without_comparison
from bml_core.outlines.contexts import (
    ABOUT_ELSE,
    MENTIONED,
    NO_NAME,
    THEIR_CALL,
    Context,
    checked,
    quoted,
    resolved,
)
from bml_core.outlines.measures import DASH, without_lengths
from bml_core.outlines.sequences import (
    NOWHERE,
    Calls,
    begins,
    by_passed_hand,
    either_read,
    key,
    ours,
    row_calls,
    shown,
)
from bml_core.outlines.their_calls import (
    as_ours,
    by_opponents,
    by_players,
    gone_on,
    of_opponents,
    with_double,
)
from bml_core.outlines.their_meanings import is_meaning_alone, with_meaning
from bml_core.outlines.turns import by_turn, in_words, turn_of, turn_taken
from bml_core.outlines.word_kinds import WORD_PATTERNS, has, is_only, of_kind

# "The same as over 1NT:"
_COMPARES = re.compile(rf"(?:{WORD_PATTERNS['article']} )?{WORD_PATTERNS['compared']}")
_INSTEAD = re.compile(rf"{WORD_PATTERNS['instead']}\W*$")
_DOUBLE_OF = re.compile(rf"{WORD_PATTERNS['a-double']} (?:of|to) (?:an? |the |their |our )?$")
_OUR_DOUBLE = re.compile(
    rf"(?i:advanc\w+|{WORD_PATTERNS['after-alone']}|(?:answers?|responses?|replies) to) (?i:the|our|a) "
    rf"{WORD_PATTERNS['a-double']}"
)
# "Openings other than 1♣"
_EXCEPTED = re.compile(rf"\(?{WORD_PATTERNS['except']}\W*$")
# "We use", "We play the"
_WE_PLAY = re.compile(rf"\W*{WORD_PATTERNS['we']} (?:{WORD_PATTERNS['play']}|(?i:use)) ")
# "1♠ – 2♣, and the same idea over 2♦"
_SAME_AFTER = re.compile(
    rf"[,;] (?:{WORD_PATTERNS['join']} )?(?:{WORD_PATTERNS['article']} )?{WORD_PATTERNS['compared']}"
    rf"(?: [^\W\d]+)? {WORD_PATTERNS['after']}(?!\w)"
)
_FIRST_SEATS = re.compile(r"(?i)(?<!\w)(?:1|first)")
_NEXT_CALL = re.compile(rf" ?{DASH} ?[1-7]")
_CALL_THERE = re.compile(
    rf"[1-7]\S{{1,2}}, [1-7]\S{{1,2}} (?:\w{{1,4}} [1-7]\S{{1,2}} )?{WORD_PATTERNS['tells']}"
)


def named(text: str, above: Context, letters: Mapping[str, str], *, is_heading: bool = False) -> Context:
    """Return the auction that a text names for what is below it, where ``above`` is that of the text.

    >>> from bml_core.language.written_calls import ENGLISH
    >>> shown(named("Responses to 1♥", Context(), ENGLISH).calls)
    '1H'
    """
    context = _named(text, above, letters, is_heading=is_heading)
    # "2♦ Multi – (X)" says nothing of the double.
    return with_meaning(context, text, is_heading=is_heading and key(context.calls) == key(above.calls))


def _named(text: str, above: Context, letters: Mapping[str, str], *, is_heading: bool) -> Context:
    text = without_comparison(text)
    if is_heading and (same := _SAME_AFTER.search(text)) and find_calls(text[: same.start()], letters):
        text = text[: same.start()]
    text = of_opponents(with_calls(text))
    is_bracket = is_heading and above.calls != () and text[:1] + text[-1:] == "()"
    if is_bracket and above.doubt in ("", THEIR_CALL) and not find_calls(text):
        # "(X)" below 1NT, "(Double)" below "They come in over our 1♣"
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
    before = text[: found[0][0]] if found else ""
    if excepted := _EXCEPTED.search(before):
        rest = f"{text[: excepted.start()]}{text[found[0][1].end :].lstrip(') ')}"
        return named(rest.strip(), above, letters, is_heading=is_heading)
    if len(found) == 1 and _DOUBLE_OF.search(before) and (doubled := _doubled(before, found[0][1], above)):
        return doubled
    if _INSTEAD.search(before):
        # "Direct instead of 2♣:"
        return above
    if (told := by_players(text, found)) and checked(told, above).is_known:
        return gone_on(told, above, words)
    if any(_NEXT_CALL.match(bare, read.end) for _, read in found):
        # A call that is not read follows.
        return above.doubted(MENTIONED)
    if not found and (by_book := _by_book(text, above, is_heading=is_heading)):
        return by_book
    if has("after", text) and _CALL_THERE.search(bare):
        # "After 1♣-1♥-1NT, 2♣ asks:"
        return above.doubted(MENTIONED)
    if found:
        found[0] = found[0][0], as_ours(text, *found[0])
    return _by_words(text, found, words, above, is_heading=is_heading)


def _by_book(text: str, above: Context, *, is_heading: bool) -> Context | None:
    """Return the auction that every player knows by a name: "DONT" is against 1NT; None for another text.

    "Advancing the double" below it is about our double, "Against strong" about their 1NT.
    """
    known = above.calls
    if not known and names_notrump_defence(text):
        return _over_theirs(_written("1NT"), above)
    if not known and (opened := _opened_by_them(text, above)):
        return _over_theirs(opened, above)
    if not known or not known[-1].theirs:
        return None
    if known[-1].text == "1N" and not above.doubt and names_notrump_defence(_WE_PLAY.sub("", text, count=1)):
        # "We use Multi-Landy:" below (1NT)
        return above
    if not above.doubt and _OUR_DOUBLE.fullmatch(text.strip(" :*_")):
        return checked(with_double(above.calls), above)
    return above if is_meaning_alone(text, is_heading=is_heading) else None


_BY_NAME = {"weak-twos": ("2D/2H/2S", "weak"), "multi": ("2D", "multi")}
_DEFENCE = ("defence", "defending", "their", "they", "case", "article")
_BESIDE_NAME = ("defence", "after", "their", "their-own", "of-theirs", "they", "opening", "article", "case")


def _opened_by_them(text: str, above: Context) -> Calls:
    """Return the opening of theirs that has a name: "Against weak twos", "Multi" below "When they open"."""
    said = ASIDE.sub("", text)
    is_theirs = any(has(kind, said) for kind in ("defence", "their", "of-theirs", "defending"))
    is_below = above.is_other and is_only(_DEFENCE, above.doubt.removesuffix(NO_NAME))
    if not (is_theirs or is_below) or has("ours", said):
        return ()
    for kind, (call, meaning) in _BY_NAME.items():
        if has(kind, said) and is_only((kind, *_BESIDE_NAME), said):
            return tuple(each._replace(meaning=meaning) for each in _written(call))
    return ()


def _written(call: str) -> Calls:
    read = read_calls(call)
    return row_calls(read, NOWHERE) if read else ()


def names_notrump_defence(text: str) -> bool:
    """Return whether a heading is the name of a defence to 1NT: "DONT", "Cappelletti (Hamilton)"."""
    return of_kind("notrump-defence").fullmatch(ASIDE.sub("", text).strip(" :*_/")) is not None


def _action_after(text: str, letters: Mapping[str, str]) -> list[tuple[int, WrittenCalls]]:
    """Return the call of "After X:", which is not a bid."""
    after = of_kind("after-alone").match(text)
    action = text[after.end() :].strip(" :*_") if after else ""
    read = read_calls(action, letters, takes_words=True)
    offset = text.find(action)
    return [(offset, read._replace(end=offset + read.end))] if read and read.end == len(action) else []


def _doubled(before: str, read: WrittenCalls, above: Context) -> Context | None:
    """Return the auction above with a double of its last call: "After the X of 1NT" below (1NT)."""
    calls = row_calls(read, NOWHERE)
    if not above.calls and has("their", before):
        # "After their penalty double of 1NT"
        return checked(with_double(calls), above)
    if not above.calls or [call.text for call in calls] != [above.calls[-1].text]:
        return None
    return checked(with_double(above.calls), above)


def _words_beside(text: str, found: Sequence[tuple[int, WrittenCalls]]) -> str:
    """Return a text without its calls."""
    for offset, read in reversed(found):
        text = f"{text[:offset]} | {text[read.end :]}"
    return text


def _by_words(
    text: str, found: list[tuple[int, WrittenCalls]], words: str, above: Context, *, is_heading: bool
) -> Context:
    """Return the auction of a text by the words beside its calls."""
    words = of_kind("silent").sub("", words)
    is_theirs = _has_theirs(found)
    if not is_theirs and (context := by_opponents(found, words, above)) is not None:
        return context
    words = _without_known(words, found, above, is_heading=is_heading)
    if not found and (passed := _by_passed_hand(words, above)):
        return passed
    is_other = _is_other_situation(text, found, words, is_heading=is_heading)
    if is_other or _is_of_convention(found, words):
        reason = f"{quoted(text)} {ABOUT_ELSE if above.calls else NO_NAME}"
        return above.doubted(reason, is_other=is_other)
    if not found:
        return in_words(text, words, above, is_heading=is_heading)
    found = _one_auction(text, found)
    if is_heading and not above.calls and _are_openings(found, words):
        # The headings below say which.
        return Context(doubt=above.doubt, is_other=above.is_other)
    read = found[0][1]
    calls = row_calls(read, NOWHERE)
    # "2♦ – 2NT is the enquiry" may be a sentence, but not below a heading 2♦.
    is_sure = read.is_sure or is_theirs or (above.calls != () and begins(calls, above.calls))
    if len(found) > 1 or (not is_sure and read.is_apart):
        # "Who opened 1NT has three answers to 2♣:" below 1NT-2♣
        told = [call for _, each in found for call in row_calls(each, NOWHERE)]
        return above if above.calls and key(tuple(told)) == key(above.calls) else above.doubted(MENTIONED)
    if has("defence", words):
        is_opening = len(calls) == 1 and (calls[0].theirs or not re.search(r":\s*\|", words))
        return _over_theirs(calls, above) if is_opening else above.doubted(MENTIONED)
    if len(calls) == 1 and (turn := turn_of(words)):
        return turn_taken(calls, above, turn)
    is_first = len(calls) == 1 and not (above.calls or is_theirs) and has("defending", above.doubt)
    if is_first and (has("over", words) or (is_heading and _says_nature(ASIDE.sub("", words)))):
        # "Over 1♥" below "Our overcalls", "1NT, strong" below "When they open"
        return _over_theirs(calls, above)
    is_open = is_heading and (read.is_open or has("response", words))
    return by_turn(resolved(calls, above, words), words)._replace(is_open=is_open)


def _by_passed_hand(words: str, above: Context) -> Context | None:
    """Return the auction of "Passed hand" below 1M, which has a pass before it; None for other words."""
    known = above.calls
    is_passed = has("passed-hand", words) and is_only(
        ("passed-hand", "response", "responder", "structure"), words
    )
    if not is_passed or not known or above.doubt or known[0].theirs or known[0].text == "P":
        return None
    return Context(by_passed_hand(known), True)


def _has_theirs(found: Sequence[tuple[int, WrittenCalls]]) -> bool:
    return any(column.theirs for _, read in found for column in read.columns)


def _over_theirs(calls: Calls, above: Context) -> Context:
    """Return the auction of a call that is theirs, though it is not written as such."""
    return checked((calls[0]._replace(theirs=True),), above)


def _without_known(
    words: str, found: Sequence[tuple[int, WrittenCalls]], above: Context, *, is_heading: bool
) -> str:
    """Return words without those that say no more than the auction above does."""
    known = above.calls
    if len(found) == 1 and key(row_calls(found[0][1], NOWHERE)) == key(known[-1:]):
        # "2♦ is the automatic relay" below the heading 2♣-2♦.
        words = of_kind("asking").sub("", words)
    if known and known[0].theirs and ours(known) % 2:
        # Below "(1♥) – 1♠", the partner of who bid 1♠ is the advancer.
        words = of_kind("advancer").sub("", words)
    if known and known[0].theirs:
        # "Against a strong notrump, and by passed hands:" below (1NT)
        words = of_kind("passed-hand").sub("", words)
    if not (is_heading or found) and known and known[-1].theirs and not has("player", words):
        # "Penalty double, or any X that shows values:" is about their call, "Landy:" about ours.
        of_theirs = ("doubled", "a-double") if known[-1].text == "D" else ("an-overcall",)
        for kind in (*of_theirs, "defences"):
            words = of_kind(kind).sub("", words)
    return words


def _is_other_situation(
    text: str, found: Sequence[tuple[int, WrittenCalls]], words: str, *, is_heading: bool
) -> bool:
    """Return whether words are about a situation that they do not name, such as competition."""
    beside = ASIDE.sub("", words)
    is_label = is_heading or is_only(("defence", "structure"), text)
    if is_label and not found and has("defence", beside):
        return True
    if any(_is_case(aside[0]) for aside in ASIDE.finditer(words)):
        return True
    # "Passed hand: P-1♥-2♣"
    is_passed = bool(found) and found[0][1].columns[0].text == "P"
    return has("doubt", beside) and not (is_passed or _has_theirs(found))


def _is_case(aside: str) -> bool:
    """Return whether a remark only says when rows hold: "(fav)", "(3rd seat)", not "(against weak)"."""
    said = aside.strip("() ")
    is_case = of_kind("cases").fullmatch(said) is not None and has("doubt", said)
    return is_case and not (has("passed-hand", said) or _FIRST_SEATS.search(said))


def _is_of_convention(found: Sequence[tuple[int, WrittenCalls]], words: str) -> bool:
    """Return whether words name a convention: "Blackwood over 1♥", but not "Blackwood 1♥-3♥-4NT"."""
    is_auction = _has_theirs(found) or (len(found) == 1 and len(found[0][1].columns) > 1)
    return has("convention", ASIDE.sub("", words)) and not is_auction


# "Openings from 2♣ up"
_BESIDE_UPWARDS = ("upwards", "openings", "opening", "by", "join", "structure")


def _are_openings(found: Sequence[tuple[int, WrittenCalls]], words: str) -> bool:
    """Return whether calls are some of several openings: "2♣ and preempts", "1NT and up"."""
    if any(len(read.columns) > 1 for _, read in found):
        return False
    is_further = (
        has("further-openings", words)
        or (has("further", words) and is_only(("further",), words))
        or (has("upwards", words) and is_only(_BESIDE_UPWARDS, words))
    )
    return len(found) > 1 or (is_further and not has("defence", words))


def _says_nature(words: str) -> bool:
    """Return whether words beside a call only say what kind of an opening it is: "Strong or Polish 1♣"."""
    is_named = has("nature", words) or has("name", words)
    return is_named and is_only(("nature", "name", "hcp"), words)


_PLAYERS = ("opener", "responder")


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
    are_two = len(found) == 2 and (len(last.columns) > 1 or has("either", text))
    if are_two and (both := either_read(found[0][1], last)):
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
