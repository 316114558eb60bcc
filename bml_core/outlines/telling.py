"""Several calls that one line or paragraph tells of: ``After 1NT-2♣: 2♦ = no major, 2♥ = four hearts``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from bml_core.language import ENGLISH, WrittenCalls, find_calls, read_calls
from bml_core.outlines.contexts import WORDS, Context, has, is_only, named, shown

_PART = re.compile(r"\s*[;,.\n]\s+|\s*\n|\s{3,}|\s+")
_LEAD = re.compile(r"[:,]\s+|(?<=we play) ")
_IN_BRACKETS = re.compile(r"\(([1-7].*)\)\s*$")
_CARDS = re.compile(
    r"(?:[4-8][CDHS\u2660-\u2667](?= (?:and|or|with|et|und|en|plus) |[,+&]| \+)"
    r"|[5-8][CDHS\u2660-\u2667])(?!\w)"
)
_SIGN = re.compile(r"=|:|->|[\u2192\u2013\u2014-]|  ")
_ENDS = re.compile(r"[\s;,.]+$")
_LONGEST, _LONGEST_LEAD = 2_000, 80
_LONGEST_SUBJECT = 40
_SEVERAL = 2
_PASSED = 20
_STARTS = re.compile(
    r"(?<![\w+/.!-])(?:(?:P|[Pp]ass|[Pp]asso?|[Pp]as)(?:\s*[-\u2013\u2014]\s*| )){0,3}\(?[1-7]"
)
_EXAMPLES = re.compile(r"(?i)\b(?:e\.\s?g\.|for example|example|board|bd\.?|dealer|z\.\s?B\.|np\.)")


# A sentence, or what "and after" begins in it.
_SENTENCE = re.compile(
    r"(?s)[^\s.;!?,].*?(?=[.;!?][*/)\"\u201d]*\s|,?\s(?:and|und|et|en|i|och|og)\s(?:after|over|nach|apr[eè]s|sur|na|po|efter)\s|\s*\Z)[?]?"
)
# "NOTE: After 1NT, …"
_NOTE = re.compile(r"[A-Z]{2,}:\s+|[*_]*(?:Note|Tip|PS|NB|N\.B\.|Hinweis|Remarque|Let op)[*_]*:[*_]*\s+")
_WITH = re.compile(
    r"(?i)(?:(?:der|die|de|l'|le|la) ?(?:er[öo]ffner|ouvreur|opener|openaar) )?(?:mit|met|avec|med|with) "
)
# "Over 1♥-2NT, which is forcing, opener bids 3♣"
_CLAUSE = re.compile(r",\s(?:which|die|das|qui|dat|che|que|som|co)\s[^,]*,")
_ASIDE = re.compile(r"\([^()]*\)")
_JOINED = re.compile(r"\s*(?:,|/|\s(?:and|und|et|en|e|i|y|och|og)\s)\s*")
_BY = re.compile(r"(?:from|by|von|door|par|av|de) \w+ |(?:opening|response|rebid|overcall),? ")
_OUR = re.compile(r"(?i) (?:our|a|an|the|unser\w*|notre|ons|onze|nasze?\w*|vår\w*) (?=[1-7])")
_ACTION = re.compile(r"(?i)(?:(?:re)?double|r?dbl|xx?|pass)\b")
_PLAYERS = ("opener", "responder", "next")
_SUBJECT = re.compile(
    r"(?i)(?:an?|the) (?:bid|call|response|rebid|jump|raise|reply|continuation) (?:of|to|in) "
    r"|(?:(?:an?|the|die|de|la|l') ?)?(?:sequen[cz]\w*|auction|s[ée]quen[cz]\w*|sekven[sc]\w*|sekwencj\w) "
    r"|(?:an?|the|our|der|die|de|le|la|den|il|el) "
)


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
    Telling(lead='1NT-2♣', calls=('2♦ = no major', '2♥ = four'), has_signs=True)
    >>> find_telling("After 1NT: 2♣ asks, 2♦ = no major")
    """
    text = text.rstrip()
    if len(text) > _LONGEST:
        return None
    for border in _LEAD.finditer(text):
        lead = _lead(text[: border.start()].strip("*_ "), letters)
        if not lead and border[0][0] == ":":
            lead = _lead_in_brackets(text[: border.start()], letters)
        if lead and (told := _told(text[border.end() :], letters)):
            return told._replace(lead=lead)
    return _told(text, letters)


def find_told_auctions(text: str, letters: Mapping[str, str] = ENGLISH) -> int | None:
    """Return where a text begins to tell of whole auctions, after a few words of its own; None if nowhere.

    >>> find_told_auctions("By a passed hand, P-1♥-2♣ is Drury, and P-1♠-2♣ is natural.")
    18
    >>> find_told_auctions("After 1♥-2♣ is bid, 2♦-2♠ shows spades")
    """
    if len(text) > _LONGEST or _EXAMPLES.search(text):
        return None
    for start in _STARTS.finditer(text[: _LONGEST_LEAD + _PASSED]):
        offset = start.start()
        before, read = text[:offset].rstrip("*_ "), read_calls(text, letters, offset)
        if (before and not before.endswith((":", ","))) or read is None or len(read.columns) < _SEVERAL:
            continue
        told = _told(text[offset:], letters)
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


def _lead(text: str, letters: Mapping[str, str]) -> str:
    """Return the auction that a text is, alone or after a word such as "over"; "" for another text."""
    word = WORDS["after"].match(text)
    text = text[word.end() :].lstrip() if word else text
    theirs = WORDS["their"].match(text) if word else None
    text = text[theirs.end() :].lstrip() if theirs else text
    calls = read_calls(text, letters)
    if calls is None or not (word or len(calls.columns) > 1):
        return ""
    said = text[calls.end :]
    is_alone = is_only(("we", "opener", "responder", "response", "after", "structure"), said)
    if not is_alone or re.search(r"[\d.;]", said) or (theirs and len(calls.columns) > 1):
        return ""
    return f"({text[: calls.end]})" if theirs else text[: calls.end]


def find_told_sentences(text: str, letters: Mapping[str, str] = ENGLISH) -> list[tuple[int, Telling]]:
    """Return the sentences of a text that tell of calls, each with its offset; others are left out.

    >>> [told.calls for _, told in find_told_sentences("Ask me. After 2♣-2♦ opener's 2NT is 19-20.")]
    [('2NT is 19-20',)]
    >>> find_told_sentences("After 1NT opener must bid 3♣, and 2♦ was never agreed.")
    []
    """
    if len(text) > _LONGEST:
        return []
    found: list[tuple[int, Telling]] = []
    was_told = False
    for sentence in _SENTENCE.finditer(text):
        is_doubtful = sentence[0].endswith("?") or has("undecided", sentence[0])
        told = None if is_doubtful else _told_sentence(sentence[0].rstrip(), letters)
        gone = WORDS["gone"].search(sentence[0])
        named = find_calls(sentence[0], letters) if told is None and gone else []
        if len(named) == 1 and len(named[0][1].columns) > 1:
            # "Suppose the bidding goes 1♥-(X). Now redouble shows ten points."
            told = Telling(sentence[0][named[0][0] : named[0][0] + named[0][1].end], ())
        if told is not None and (was_told or not told.player):
            found.append((sentence.start(), told))
            was_told = True
        elif find_calls(sentence[0], letters):
            was_told = False
    return found


def _lead_in_brackets(text: str, letters: Mapping[str, str]) -> str:
    """Return the only auction that a text names, in brackets: "If they double our no trump (1NT-(X))"."""
    found = _IN_BRACKETS.search(text) if len(text) < _LONGEST_LEAD else None
    if found is None or _EXAMPLES.search(text) or find_calls(text[: found.start()], letters):
        return ""
    read = read_calls(found[1], letters)
    return found[1] if read and len(read.columns) > 1 and read.end >= len(found[1]) else ""


def _told_sentence(text: str, letters: Mapping[str, str]) -> Telling | None:
    """Return the calls of a sentence that begins with the auction before them, or with whole auctions."""
    text = _from_its_calls(text)
    subject = _SUBJECT.match(text)
    whole = text[subject.end() :] if subject else text
    first = read_calls(whole, letters)
    if first is not None and len(first.columns) >= _SEVERAL:
        # "1♥-2♣ is", "The sequence 1♥-2♣ shows"
        return _told_auctions(whole, first, letters)
    border = re.search(r"[,:]\s|\sthen\s", text)
    word = _after(text)
    after = read_calls(text[: border.start()] if border else text, letters, word.end() + 1) if word else None
    sides = [call.theirs for call in after.columns] if after else []
    if word and after and sides[-2:] == [True, False] and WORDS["tells"].match(text[after.end :].lstrip()):
        # "Over (1♦) 2♦ shows the majors"
        return _told_sentence(text[word.end() + 1 :], letters)
    if after is None and (rest := _from_whole_auction(text, letters)):
        return _told_sentence(rest, letters)
    lead, said = _lead_of_sentence(text, border, letters)
    player = "" if lead else next((kind for kind in _PLAYERS if WORDS[kind].match(text)), "")
    if not (lead or player):
        return None
    said = _without_subject(said.lstrip("*_,: ") if lead else _without_then(text))
    verb = WORDS["tells"].match(said)
    if verb is not None:
        # "Nach 1♠-2NT zeigt der Eröffner mit 3♣ Kürze", "toont 3♣ een singleton"
        said = _without_subject(_WITH.sub("", said[verb.end() :].lstrip()))
    told = _told(said, letters, is_spoken=True, has_verb=verb is not None)
    return told._replace(lead=lead, player=player) if told and not told.has_signs else None


def _from_whole_auction(text: str, letters: Mapping[str, str]) -> str:
    """Return a sentence from its auction on: "By a passed hand: P-1♥-2♣ shows"; "" where it has none so."""
    for border in re.finditer(r"[,:]\s", text):
        rest = text[border.end() :]
        for words in (WORDS["linking"], WORDS["example"], _SUBJECT):
            rest = rest[found.end() :].lstrip() if (found := words.match(rest)) else rest
        read = read_calls(rest, letters)
        if read is not None:
            return rest if len(read.columns) >= _SEVERAL else ""
    return ""


def _from_its_calls(text: str) -> str:
    """Return a sentence without what brings it in: "NOTE: ", "We play ", "So "."""
    text = " ".join(_NOTE.sub("", text.strip("*_/) ")).replace("\u2019", "'").split())
    play = WORDS["play"].search(text[:_LONGEST_SUBJECT])
    if play and has("we", text[: play.start()]):
        text = text[play.end() :].lstrip()
    link = WORDS["linking"].match(text)
    return _CLAUSE.sub(",", text[link.end() :].lstrip(", ") if link else text, count=1)


def _after(text: str) -> re.Match[str] | None:
    """Return the word for what is before the calls of a sentence; "then" says only that others were."""
    return None if WORDS["next"].match(text) else WORDS["after"].match(text)


def _without_then(text: str) -> str:
    """Return a sentence without the word for what comes next: "Then 3♣ is clubs", "2♦ then shows"."""
    word = WORDS["next"].match(text)
    text = text[word.end() :].lstrip() if word else text
    return re.sub(r" then(?= [a-z])", "", text, count=1)


def _told_auctions(text: str, first: WrittenCalls, letters: Mapping[str, str]) -> Telling | None:
    """Return the whole auctions of a sentence, which may share what is said of them: "A and B both show"."""
    auctions, end = [text[: first.end]], first.end
    while (join := _JOINED.match(text, end)) and (read := read_calls(text, letters, join.end())):
        if len(read.columns) < _SEVERAL:
            break
        auctions.append(text[join.end() : read.end])
        end = read.end
    both = WORDS["either"].match(rest := text[end:].lstrip())
    rest = rest[both.end() :].lstrip() if both else rest
    if len(auctions) > 1 and WORDS["tells"].match(rest):
        return Telling("", tuple(f"{auction} {rest}" for auction in auctions), has_signs=False)
    told = _told(text, letters, is_spoken=True)
    reads = [read_calls(each, letters) for each in told.calls] if told else []
    are_whole = bool(reads) and all(each and len(each.columns) >= _SEVERAL for each in reads)
    are_sure = are_whole and (len(first.columns) > _SEVERAL or any(call.theirs for call in first.columns))
    return told if told and are_whole and (are_sure or not told.has_signs) else None


def _lead_of_sentence(text: str, border: re.Match[str] | None, letters: Mapping[str, str]) -> tuple[str, str]:
    """Return the auction that a sentence begins with, and the rest; "" where it begins with none."""
    head, rest = (text[: border.start()], text[border.end() :]) if border else (text, "")
    word = _after(text)
    calls = read_calls(head, letters, word.end() + 1) if word else None
    if word and calls is None and (own := _OUR.match(text, word.end())):
        # "Over our 1NT we respond 2♣ as Stayman"
        return _lead_of_sentence(f"{word[0]} {text[own.end() :]}", None, letters)
    if word and calls and not has("their", text[: word.end()]):
        # "After 2♣-2♦ opener's 2NT is 19-20", "Over 1NT, 2♦ shows hearts"
        lead, beside = head[word.end() + 1 : calls.end].strip("*_ "), head[calls.end :].strip("*_ ")
        is_bare = not WORDS["alone"].sub("", _ASIDE.sub("", beside)).strip()
        return lead, rest if border and is_bare else f"{beside}{text[len(head) :]}"
    if border and WORDS["case"].match(text):
        # "If they double our 1NT, redouble is to play"
        context = named(head, Context(), letters)
        return (shown(context.calls) if context.is_known and not context.doubt else ""), rest
    opening = read_calls(text, letters) if border else None
    if opening and _ASIDE.fullmatch(head[opening.end :].strip()):
        # "1NT (13-15): 2♣ is Stayman"
        return text[: opening.end], rest
    return "", ""


def _is_whole(read: WrittenCalls) -> bool:
    """Return whether calls are an auction from its beginning: with theirs, after a pass, or of three."""
    first = read.columns[0]
    is_long = len(read.columns) > _SEVERAL and first.text[:1] in "12"
    return is_long or (len(read.columns) > 1 and (first.text == "P" or any(c.theirs for c in read.columns)))


def _without_subject(text: str) -> str:
    """Return a text from its call on: ``opener's 2NT is``, ``partner can bid 2♦ with``, ``the 3♣ call``."""
    article = _SUBJECT.match(text)
    said = text[article.end() :] if article else text
    for kind in ("we", "opener", "responder", "advancer", "verbs", "verbs", "response"):
        word = WORDS[kind].match(said)
        said = said[word.end() :].removeprefix("'s").lstrip() if word else said
    return said if said[:1] in ("(", *"1234567") or _ACTION.match(said) else text


def _told(
    text: str, letters: Mapping[str, str], *, is_spoken: bool = False, has_verb: bool = False
) -> Telling | None:
    """Return the calls of a text, each with a sign or a verb after it.

    In a sentence that ``is_spoken``, "bids 2♦ with both" tells as well, and a verb holds for the next call;
    ``has_verb`` says that one is before the first call.
    """
    starts, ends = [0], list[int]()
    signs: set[str] = set()
    end = -1
    for part in (re.match("", text), *_PART.finditer(text)):
        assert part is not None
        join = WORDS["join"].match(text, part.end())
        if part[0].strip(" ") == "" and 0 < len(part[0]) < 3 and join is None:
            # One space parts nothing, but "and" after it does.
            continue
        start = join.end() + 1 if join else part.end()
        link = WORDS["linking"].match(text, start) if join else None
        start = link.end() + 1 if link else start
        after = WORDS["after"].match(text, start) if start else None
        if after and (read := read_calls(text, letters, after.end() + 1)) and _is_whole(read):
            # "over (1♦) 2♦ shows the majors, over (1♥) 2NT the minors"
            start = after.end() + 1
        calls = read_calls(text, letters, start, takes_words=True)
        if calls is None or start < end:
            # "3♣, 3♦ – weak" is one row, and what has no call goes on with the one before.
            if not start:
                return None
            continue
        end = calls.end
        gap = text[calls.end : calls.offset].strip("*_`") if calls.is_apart else ""
        sign = gap.strip() or gap[:2]
        is_whole = len(calls.columns) > 1 and any(column.theirs for column in calls.columns)
        behind = text[calls.end :].lstrip("*_` ")
        if is_spoken:
            # "2NT from you is Ogust", "3♠, is"
            behind = _BY.sub("", behind.lstrip(", "), count=1)
        is_told = is_whole or WORDS["tells"].match(behind) is not None
        sign = sign if _SIGN.fullmatch(sign) else ""
        if is_spoken and not is_told:
            # "partner bids 2♦ with both majors", "2♦ shows hearts and 2♥ five spades"
            is_next = has_verb or (start > 0 and signs == {""} and re.match(r"[\w-]+ \w", behind) is not None)
            is_told = WORDS["if"].match(behind) is not None or (is_next and not WORDS["after"].match(behind))
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
        signs.add(sign)
        if start:
            starts.append(start)
            ends.append(part.start())
    pieces = [text[start:end] for start, end in zip(starts, [*ends, len(text)], strict=True)]
    told = tuple(_ENDS.sub("", piece) for piece in pieces)
    is_clear = (
        not text.endswith((":", "?"))
        and len(signs - {""}) < 2
        and not any(has("asks", each) for each in told[:-1])
    )
    is_clear = is_clear and not any(_brings_in_a_call(each, letters, "" in signs) for each in told)
    return Telling("", told, "" not in signs) if is_clear else None


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
