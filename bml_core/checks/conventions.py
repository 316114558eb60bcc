"""What texts say of conventions, against the rows: which one was replaced, and which of two bids is weaker.

``1430 in place of 0314`` is what is played now, and so are its answers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from bml_core.bridge import Bid, Strain
from bml_core.checks.run import Check, CheckedNotes
from bml_core.checks.wording import (
    IN_SOME_CASES,
    SCHEME,
    count_in,
    first_answer,
    in_small_letters,
    range_in_words,
    ranges_in,
    words_of,
)
from bml_core.diagnostics import Diagnostic, Location, Related
from bml_core.document import TextLine

_NAME = (
    r"(?i:asptro|astro|brozel|cappelletti|crowhurst|dont|flannery|gazzilli|ghestem|hamilton|landy|lebensohl"
    r"|michaels|muiderberg|multi[- ]landy|niemeijer|ogust|roudi|rubensohl|stenberg|swiss|jacoby|woolsey)"
)
_REPLACES = (
    r" ?(?:,? (?:instead of|in place of|rather than|replac(?:es|ed))|\((?:was|were|formerly|before|old):?) "
)
_BESIDE = r"(?: [\w-]+){0,6}?"
_REPLACED = {
    "scheme": re.compile(rf"(?P<now>{SCHEME}){_BESIDE}{_REPLACES}(?:the )?(?P<old>{SCHEME})"),
    "name": re.compile(rf"\b(?P<now>{_NAME})\b{_BESIDE}{_REPLACES}(?:the )?(?P<old>{_NAME})\b"),
}
_CHANGED = re.compile(rf"(?P<old>{SCHEME})(?: to | ?-> ?| ?\u2192 ?)(?P<now>{SCHEME})")
# "RKCB, replies 5C = 0 or 3"
_KEY_CARDS = re.compile(r"(?i)\b(?:rkc\w*|key[ -]?cards?|blackwood)\b")
# "Key-card answers are 1430", but not "not 1430", nor "1430 by the weak hand"
_NAME_OF = re.compile(rf"\b{SCHEME}\b")
_HEDGED = re.compile(
    r"(?i)\b(?:no|old|was|were|used|until|before|since|instead|rather|unlike|if|when|except|unless|but|weak\w*"
    r"|strong\w*|limited|opener|responder|some\w*|spades|hearts|diamonds|clubs|majors?|minors|doubled?)\b|\?"
)
_FIRST = re.compile(r"5(?:C|\u2663\ufe0f?|!c)\W*(?:(?:is|shows?|means)\W+)?([^.;(\u2013-]*)")
_SCHEMES = {first_answer(name): name for name in ("1430", "0314")}
_ELSEWHERE = re.compile(r"(?i)\b(?:exclusion|void|minor|kickback|preempts?|pre-empts?|not|never|gerber)\b")

_BERGEN = re.compile(r"(?i)\bbergen\b")
_IN_SOME_CASES = re.compile(r"(?i)\b(?:some|others?|was|were|not|never|they|if|instead|used to)\b")
_MINOR_RAISE = re.compile(r"\b3(?:([CD])\b|([\u2663\u2666])\ufe0f?|!([cd])\b)")
_LETTERS = {"\u2663": "C", "\u2666": "D"}
# "3C is the stronger one", but not "3C, and with a stronger hand 2NT"
_COMPARED = re.compile(
    r"\W*(?:(?:bergen|raise|is|shows|the|a) )*(?:(?P<weaker>weaker|lower)|stronger|higher)\b"
)
_NEAR = 40
_FIRST_STEP = Bid(5, Strain.CLUBS)
_RAISES = (Bid(3, Strain.CLUBS), Bid(3, Strain.DIAMONDS))
# "Invitation = 8-9, game = 10+"
_INVITES_TO = re.compile(
    r"\binv\w*:? ?(?:=|is|are|with|shows?|has|have)? ?(?P<low>\d\d?)-(?P<high>\d\d?)(?: hcp| points)?"
    r"[,;] (?:and )?(?:gf|game(?:[ -]forc\w*)?|game values):? ?(?:=|is|with|shows?|has)? ?"
    r"(?P<game>\d\d?)(?:\+|-\d\d)"
)
_MOST_LEFT_OUT = 3
_HINT = "Correct one of the two."


def find(notes: CheckedNotes) -> Iterator[Diagnostic]:
    """Yield what texts say of conventions, and rows do not."""
    yield from _other_answers(notes)
    yield from _turned_round(notes.texts)
    yield from _bergen(notes)
    yield from filter(None, map(_invites_to, notes.texts))


def _other_answers(notes: CheckedNotes) -> Iterator[Diagnostic]:
    """Yield the last line that says which answers for key cards are played, if those of the rows differ."""
    played = _answers_played(notes)
    said: list[tuple[str, TextLine]] = []
    for line in notes.texts:
        text = line.text
        is_known = line.location in played or line.is_heading or _ELSEWHERE.search(text)
        change = _REPLACED["scheme"].search(text) or _CHANGED.search(text)
        first = _scheme_of(_FIRST.finditer(text)) if _KEY_CARDS.search(text) else ""
        now, old = (_SCHEMES[first_answer(change[name])] if change else "" for name in ("now", "old"))
        if not is_known and (scheme := (now if now != old else first) or _named(text)):
            said.append((scheme, line))
    if said and len({*played.values()}) == 1:
        (scheme, line), (place, other) = said[-1], next(iter(played.items()))
        if scheme != other:
            message = f"The answers for key cards are {scheme} by this line, and the rows have {other}."
            see = (Related(place, f"The first answer of {other} is here."),)
            yield Diagnostic("BML901", message, line.location, _HINT, see)


def _named(text: str) -> str:
    """Return the scheme that a text on key cards names, if it names one alone and for all cases."""
    names = {_SCHEMES[first_answer(name)] for name in _NAME_OF.findall(text)}
    is_sure = len(names) == 1 and _KEY_CARDS.search(text) and not _HEDGED.search(text)
    return names.pop() if is_sure else ""


def _scheme_of(answers: Iterable[re.Match[str] | None]) -> str:
    """Return the scheme that has the first of some answers as its first one, "" if none has it."""
    counts = (count_in(in_small_letters((found[1],))) for found in answers if found)
    return next((_SCHEMES[count.numbers] for count in counts if count and count.numbers in _SCHEMES), "")


def _answers_played(notes: CheckedNotes) -> Mapping[Location, str]:
    """Return the schemes of first answers to 4NT, by their place."""
    rows = [
        (row.location, f"{row.call} {row.text}")
        for row in notes.system.agreements
        if row.call == _FIRST_STEP and str(row.auction.before.last_bid) == "4NT"
    ]
    rows += [
        (line.location, line.text)
        for line in notes.texts
        if not any(map(_ELSEWHERE.search, (*line.headings[-1:], line.lead)))
    ]
    found = ((place, _scheme_of([_FIRST.match(text)])) for place, text in rows)
    return {place: scheme for place, scheme in found if scheme}


def _turned_round(texts: Sequence[TextLine]) -> Iterator[Diagnostic]:
    """Yield a line by which one convention took the place of another, of which the notes still tell alone."""
    for line in texts:
        if not (change := _REPLACED["name"].search(line.text)):
            continue
        now, old = (re.compile(rf"(?i)\b{re.escape(change[name])}\b") for name in ("now", "old"))
        others = [other for other in texts if other is not line]
        headed = next((other for other in others if other.is_heading and old.search(other.text)), None)
        if headed and not any(now.search(other.text) for other in others):
            names = change["now"], change["old"]
            message = f"{names[0]} took the place of {names[1]} here, and the notes have {names[1]} alone."
            see = (Related(headed.location, f"{change['old']} is here."),)
            yield Diagnostic("BML901", message, line.location, _HINT, see)


def _bergen(notes: CheckedNotes) -> Iterator[Diagnostic]:
    """Yield lines that have the points of one of two Bergen raises for the other one, or call it weaker."""
    points: dict[str, dict[tuple[int, int], Location]] = {}
    for row in notes.system.agreements:
        found = ranges_in(words_of(row)) if row.is_ours and row.call in _RAISES else ()
        if len(found) == 1 and _BERGEN.search(row.text):
            points.setdefault(str(row.call)[1], {}).setdefault(found[0], row.location)
    if len(points) < len(_RAISES) or any(len(each) != 1 for each in points.values()):
        return
    range_of = {call: next(iter(found)) for call, found in points.items()}
    places = {place: call for call, found in points.items() for place in found.values()}
    for line in notes.texts:
        if line.location in places or not _BERGEN.search(line.text) or _IN_SOME_CASES.search(line.text):
            continue
        for call, said in _raises_in(line.text):
            (other,) = {*range_of} - {call}
            is_weak = range_of[call] < range_of[other]
            compared = _COMPARED.match(said)
            is_turned = compared is not None and (compared["weaker"] is not None) != is_weak
            if is_turned or ranges_in(said[:_NEAR]) == (range_of[other],) != (range_of[call],):
                place = next(place for place, each in places.items() if each == call)
                message = (
                    f"3{call} is turned round here: Bergen 3{call} has {range_in_words(range_of[call])}."
                )
                see = (Related(place, f"3{call} is described here."),)
                yield Diagnostic("BML901", message, line.location, _HINT, see)
                break


def _raises_in(text: str) -> Iterator[tuple[str, str]]:
    """Yield the letters of the minors that a text bids on the three level, and what it says of each."""
    found = [*_MINOR_RAISE.finditer(text)]
    ends = [*(each.start() for each in found[1:]), len(text)]
    for each, end in zip(found, ends, strict=False):
        letter = next(filter(None, each.groups()))
        yield _LETTERS.get(letter, letter.upper()), in_small_letters((text[each.end() : end],))


def _invites_to(line: TextLine) -> Diagnostic | None:
    """Return that invitations and games of one sentence leave points out: "Invitation = 8-9, game = 11+"."""
    found = _INVITES_TO.search(in_small_letters((line.text,)))
    if not found or IN_SOME_CASES.search(found[0]):
        return None
    (low, high), least = (int(found["low"]), int(found["high"])), int(found["game"])
    if not (low < high and 0 < least - high - 1 <= _MOST_LEFT_OUT):
        return None
    message = f"Invitations end at {high} here, and games begin at {least}."
    return Diagnostic("BML942", message, line.location, "Correct one of the ranges.")


CHECKS = (Check(find, ("BML901", "BML942")),)
