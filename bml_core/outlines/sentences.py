"""Sentences of a text that tell of calls: "After 1NT, 2♣ asks for a major, and 2♦ shows hearts."."""

from __future__ import annotations

import re
from collections.abc import Mapping

from bml_core.language import ENGLISH, WrittenCalls, find_calls, may_have_calls, read_calls
from bml_core.outlines.contexts import Context
from bml_core.outlines.named_auctions import named
from bml_core.outlines.sequences import shown
from bml_core.outlines.telling import LONGEST_TEXT, Telling, told_calls
from bml_core.outlines.word_kinds import WORD_PATTERNS, has, of_kind

_LONGEST_SUBJECT = 40
_SEVERAL = 2
_AND = rf"\s{WORD_PATTERNS['join']}\s"
SENTENCE = re.compile(
    rf"(?s)[^\s.;!?,].*?(?=[.;!?][*/)\"\u201d]*\s|,?{_AND}{WORD_PATTERNS['after-alone']}\s|\s*\Z)[?]?"
)
"""A sentence, or what "and after" begins in it."""
# "NOTE: After 1NT, …"
_NOTE = re.compile(rf"[A-Z]{{2,}}:\s+|[*_]*{WORD_PATTERNS['remark']}[*_]*:[*_]*\s+")
# "**1♣ – 1NT** shows 8–10": the stars after 1NT are none of its own.
_EMPHASIZED = re.compile(r"\A([*_]{1,3})([^*_\n]+)\1(?=\s)")
# "off after a double, e.g. (2♠) – X – (3♠)"
_EXAMPLE_BEFORE = re.compile(
    r"(?i)(?<!\w)(?:e\. ?g|z\. ?B|np|p\. ?ej|bijv|bv|f\. ?eks|t\. ?ex|es|par ex)\.\s*$"
)
# "zeigt der Eröffner mit 3♣ Kürze"
_WITH = re.compile(
    rf"(?:(?:{WORD_PATTERNS['article']} |l')?{WORD_PATTERNS['opener']} )?{WORD_PATTERNS['with']} "
)
# "Over 1♥-2NT, which is forcing, opener bids 3♣"
_CLAUSE = re.compile(rf",\s{WORD_PATTERNS['clause']}\s[^,]*,")
_ASIDE = re.compile(r"\([^()]*\)")
_BORDER = re.compile(r"[,:]\s|\sthen\s")
_COMMA = re.compile(r"[,:]\s")
_JOINED = re.compile(rf"\s*(?:,|/|{_AND})\s*")
_OUR = re.compile(rf" {WORD_PATTERNS['own']} (?=[1-7])")
_ACTION = re.compile(r"(?i)(?:(?:re)?double|r?dbl|xx?|pass)\b")
_PLAYERS = ("opener", "responder", "next")
_SUBJECT = re.compile("|".join(f"{WORD_PATTERNS[kind]} " for kind in ("of-call", "sequence", "article")))


def find_told_sentences(text: str, letters: Mapping[str, str] = ENGLISH) -> list[tuple[int, Telling]]:
    """Return the sentences of a text that tell of calls, each with its offset; others are left out.

    >>> [told.calls for _, told in find_told_sentences("Ask me. After 2♣-2♦ opener's 2NT is 19-20.")]
    [('2NT is 19-20',)]
    >>> find_told_sentences("After 1NT opener must bid 3♣, and 2♦ was never agreed.")
    []
    """
    if len(text) > LONGEST_TEXT:
        return []
    found: list[tuple[int, Telling]] = []
    was_told = False
    for sentence in SENTENCE.finditer(text):
        if not may_have_calls(sentence[0]) or _EXAMPLE_BEFORE.search(
            text, max(sentence.start() - _LONGEST_SUBJECT, 0), sentence.start()
        ):
            continue
        told = None if sentence[0].endswith("?") else _told_sentence(sentence[0].rstrip(), letters)
        if told is not None and has("undecided", sentence[0]):
            told = None
        named = find_calls(sentence[0], letters) if told is None else []
        if len(named) == 1 and len(named[0][1].columns) > 1 and has("gone", sentence[0]):
            # "Suppose the bidding goes 1♥-(X). Now redouble shows ten points."
            told = Telling(sentence[0][named[0][0] : named[0][0] + named[0][1].end], ())
        if told is not None and (was_told or not told.player):
            found.append((sentence.start(), told))
            was_told = True
        elif named:
            was_told = False
    return found


def _told_sentence(text: str, letters: Mapping[str, str]) -> Telling | None:
    """Return the calls of a sentence that begins with the auction before them, or with whole auctions."""
    text = from_its_calls(text)
    subject = _SUBJECT.match(text)
    whole = text[subject.end() :] if subject else text
    first = read_calls(whole, letters)
    if first is not None and len(first.columns) >= _SEVERAL:
        # "1♥-2♣ is", "The sequence 1♥-2♣ shows"
        return _told_auctions(whole, first, letters)
    border = _BORDER.search(text)
    word = _after(text)
    after = read_calls(text[: border.start()] if border else text, letters, word.end() + 1) if word else None
    sides = [call.theirs for call in after.columns] if after else []
    if word and after and sides[-2:] == [True, False] and of_kind("tells").match(text[after.end :].lstrip()):
        # "Over (1♦) 2♦ shows the majors"
        return _told_sentence(text[word.end() + 1 :], letters)
    if after is None and (rest := _from_whole_auction(text, letters)):
        return _told_sentence(rest, letters)
    lead, said = _lead_of_sentence(text, border, letters)
    player = "" if lead else next((kind for kind in _PLAYERS if of_kind(kind).match(text)), "")
    if not (lead or player):
        return None
    said = _without_subject(said.lstrip("*_,: ") if lead else _without_then(text))
    verb = of_kind("tells").match(said)
    if verb is not None:
        # "Nach 1♠-2NT zeigt der Eröffner mit 3♣ Kürze", "toont 3♣ een singleton"
        said = _without_subject(_WITH.sub("", said[verb.end() :].lstrip()))
    told = told_calls(said, letters, is_spoken=True, has_verb=verb is not None)
    return told._replace(lead=lead, player=player) if told and not told.has_signs else None


def _from_whole_auction(text: str, letters: Mapping[str, str]) -> str:
    """Return a sentence from its auction on: "By a passed hand: P-1♥-2♣ shows"; "" where it has none so."""
    for border in _COMMA.finditer(text):
        rest = text[border.end() :]
        for words in (of_kind("linking"), of_kind("example"), _SUBJECT):
            rest = rest[found.end() :].lstrip() if (found := words.match(rest)) else rest
        read = read_calls(rest, letters)
        if read is not None:
            return rest if len(read.columns) >= _SEVERAL else ""
    return ""


def from_its_calls(text: str) -> str:
    """Return a sentence without what brings it in: "NOTE: ", "We play ", "So "."""
    bare = _EMPHASIZED.sub(r"\2", text).strip("*_/) ")
    # "*(1♥) – X – (2♥)*"
    bare += ")" * (bare.count("(") > bare.count(")"))
    text = " ".join(_NOTE.sub("", bare).replace("\u2019", "'").split())
    play = of_kind("play").search(text[:_LONGEST_SUBJECT])
    if play and has("we", text[: play.start()]):
        text = text[play.end() :].lstrip()
    link = of_kind("linking").match(text)
    return _CLAUSE.sub(",", text[link.end() :].lstrip(", ") if link else text, count=1)


def _after(text: str) -> re.Match[str] | None:
    """Return the word for what is before the calls of a sentence; "then" says only that others were."""
    return None if of_kind("next").match(text) else of_kind("after").match(text)


def _without_then(text: str) -> str:
    """Return a sentence without the word for what comes next: "Then 3♣ is clubs", "2♦ then shows"."""
    word = of_kind("next").match(text)
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
    both = of_kind("either").match(rest := text[end:].lstrip())
    rest = rest[both.end() :].lstrip() if both else rest
    if len(auctions) > 1 and of_kind("tells").match(rest):
        return Telling("", tuple(f"{auction} {rest}" for auction in auctions), has_signs=False)
    told = told_calls(text, letters, is_spoken=True)
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
        is_bare = not of_kind("alone").sub("", _ASIDE.sub("", beside)).strip()
        return lead, rest if border and is_bare else f"{beside}{text[len(head) :]}"
    if border and of_kind("case").match(text):
        # "If they double our 1NT, redouble is to play"
        context = named(head, Context(), letters)
        return (shown(context.calls) if context.is_known and not context.doubt else ""), rest
    opening = read_calls(text, letters) if border else None
    if opening and _ASIDE.fullmatch(head[opening.end :].strip()):
        # "1NT (13-15): 2♣ is Stayman"
        return text[: opening.end], rest
    return "", ""


def _without_subject(text: str) -> str:
    """Return a text from its call on: ``opener's 2NT is``, ``partner can bid 2♦ with``, ``the 3♣ call``."""
    article = _SUBJECT.match(text)
    said = text[article.end() :] if article else text
    for kind in ("we", "opener", "responder", "advancer", "verbs", "verbs", "response"):
        word = of_kind(kind).match(said)
        said = said[word.end() :].removeprefix("'s").lstrip() if word else said
    return said if said[:1] in ("(", *"1234567") or _ACTION.match(said) else text
