"""Words of rows that are nearly known, and words that texts define and no row has."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from functools import cache
from itertools import islice, pairwise
from pathlib import Path

from bml_core.checks.run import Check, CheckedNotes
from bml_core.diagnostics import Diagnostic, Location
from bml_core.document import DescriptionLine, Document, walk_rows
from bml_core.system import texts_between, words_defined

_WORD = re.compile(r"[^\W\d_]+")
#: Words that hardly any other word is a slip away from.
_WELL_KNOWN = re.findall(
    r"\w+",
    "hcp balanced unbalanced semibalanced invite inviting invitational invitation forcing nonforcing natural"
    " artificial transfer splinter stayman blackwood keycard preempt preemptive penalty penalties takeout"
    " support minimum maximum singleton doubleton shortness shortage stopper stoppers control controls"
    " diamond diamonds hearts spades opener opening responder response partner overcall quantitative"
    " constructive michaels lebensohl asking promises denies competitive preference interest major"
    " minor majors minors three seven eight fewer longer shape short second third cards trump trumps limit"
    " raise usually stopped solid losers honours suits choice values accepts unless retransfer quick"
    " bergen drury gerber smolen jacoby ogust muiderberg rubensohl cappelletti gazzilli checkback gambling"
    " blocking waiting enquiry reverse"
    " ghestem",
)
#: Conventions with a name that no other word is, of which texts, headings and lists have slips as well.
_NAMES = frozenset(
    re.findall(
        r"\w+",
        "asptro benjamin bergen blackwood cappelletti crowhurst flannery gazzilli gerber ghestem jacoby"
        " kokish lavinthal lebensohl lightner mckenney michaels minorwood muiderberg namyats niemeijer"
        " rubensohl smolen stayman stenberg truscott wilkosz",
    )
)
_LONG_NAME = 7
_FOREIGN = re.compile(r"(?=[^\W\d_])[^\x00-\x7fé]")
_SHORT, _SHORTEST, _OFTEN, _LONGEST_NAME = 4, 3, 3, 10
#: Short ones, for which notes have no other word that is a slip away.
_SHORT_WORDS = ("nf", "gf", "inv", "bal", "max", "min", "hcp")
#: What "to play" is not.
_NO_PLAY = frozenset({"pay", "lay"})
# "AKQxx" are cards.
_HOLDING = re.compile(r"[akqjtxh]+")


def find(notes: CheckedNotes) -> Iterator[Diagnostic]:
    """Yield words of rows that are misspelt, and words that texts define for nothing."""
    texts = [*texts_between(notes.documents)]
    misspelt = [*_misspelt(notes, texts)]
    yield from misspelt
    yield from _misspelt_names(notes, {each.location[:2] for each in misspelt})
    yield from _unused(notes, texts)


def _misspelt(notes: CheckedNotes, texts: Sequence[tuple[str, Location]]) -> Iterator[Diagnostic]:
    rows = {row.location: row for row in notes.system.agreements if row.is_described}
    every = (*texts, *((row.text, place) for place, row in rows.items()))
    written = [(text, place, _words(text)) for text, place in every]
    times = Counter(word for *_, words in written for word in words)
    beside = Counter(pair for *_, words in written[len(texts) :] for pair in pairwise(words))
    often = (word for word, number in times.items() if number >= _OFTEN and len(word) > _SHORTEST)
    known = {*_WELL_KNOWN, *(word for word in often if not _HOLDING.fullmatch(word))}
    turned = {each: word for word in sorted(known) if len(word) > _SHORT for each in _turned(word)}
    short = [word for word in _SHORT_WORDS if times[word] >= _OFTEN]
    turned |= {each: word for word in short for each in _short_slips(word)}
    if times["gf"] <= _SHORT:
        # Some write FG for it.
        turned.pop("fg", None)
    slips = _Slips(known)
    for text, place, words in written:
        wording = rows[place].wording if place in rows else None
        # "obavezan licit, prihvaćen" is of a language that is not read.
        is_english = (not wording or wording.language in ("", "en")) and not _FOREIGN.search(text)
        is_row = place in rows and is_english
        for before, word, after in zip(["", *words], words, [*words[1:], ""], strict=False):
            is_played = (before, after) == ("to", "") and word in _NO_PLAY and beside["to", "play"] > 1
            # What notes have twice is a word of theirs.
            if not is_played and (
                times[word] > 1 or word in known or word in _other_words() or _HOLDING.fullmatch(word)
            ):
                continue
            near = (
                ["play"]
                if is_played
                else [turned[word]]
                if word in turned
                else slips.of(word)
                if is_row
                else []
            )
            # "To ply" is a slip in notes that have "to play", and "ply" alone is none.
            sure = (
                one
                for one in near
                if word in turned or one in _WELL_KNOWN or max(beside[before, one], beside[one, after]) > 1
            )
            if meant := next(sure, ""):
                message = f"The word {word} looks like a slip."
                at = _line_of(word, text, place) if place not in rows else place
                yield Diagnostic("BML947", message, at, f"Did you mean {meant}?")


def _misspelt_names(notes: CheckedNotes, known: Set[tuple[str, int]]) -> Iterator[Diagnostic]:
    """Yield words that are a slip away from a name that the notes have elsewhere, but for lines of ``known``.

    Names are those of conventions, and long words that are always written with a capital letter.
    """
    lines = {line.location[:2]: (line.text, line.location) for line in notes.texts}
    lines |= {
        row.location[:2]: (row.text, row.location)
        for row in notes.system.agreements
        if row.is_described and row.location[:2] not in lines
    }
    written = [word for text, _ in lines.values() for word in _WORD.findall(text)]
    times = Counter(word.lower() for word in written)
    small = {word for word in written if word[:1].islower()}
    names = {
        word
        for word, number in times.items()
        if word in _NAMES or (number >= _OFTEN and len(word) >= _LONG_NAME and word not in small)
    }
    slips, right = _Slips(names), names | _other_words()
    for text, place in lines.values():
        for word in _WORD.findall(text) if place[:2] not in known else ():
            # What notes have twice is a word of theirs.
            is_slip = word[0].isupper() and times[word.lower()] == 1 and word.lower() not in right
            near = slips.of(word.lower()) if is_slip else []
            if meant := next((name for name in near if name[0] == word[0].lower()), ""):
                message = f"The word {word} looks like a slip."
                yield Diagnostic("BML947", message, place, f"Did you mean {meant.capitalize()}?")


def _unused(notes: CheckedNotes, texts: Sequence[tuple[str, Location]]) -> Iterator[Diagnostic]:
    """Yield the one word that notes define and do not use; a legend may have several."""
    in_rows = "\n".join(line.text for document in notes.documents for line in _lines(document))
    # "A skinny hand is 6-9": both words are for it.
    names: dict[tuple[Location, str, str], list[str]] = {}
    for text, place in texts:
        for word, meaning in words_defined(text):
            # What says more than a name, such as the answers to an ask, is there for itself.
            line = next((line for line in text.splitlines() if word in line), meaning)
            if line.count("=") == 1 and len(line.split()) > _LONGEST_NAME:
                continue
            names.setdefault((place, text, meaning), []).append(word)
    found = (
        (place, text, words[0])
        for (place, text, _), words in names.items()
        if len(words[0]) >= _SHORTEST
        and not any(re.search(rf"(?i)(?<!\w){re.escape(word)}(?!\w)", in_rows) for word in words)
        and not any(re.search(rf"(?<!\w){re.escape(words[0])}", other) for other, at in texts if at != place)
    )
    unused = list(islice(found, 2))
    for place, text, word in unused if len(unused) == 1 < len(names) else ():
        message = f"No row has the word {word}."
        at = _line_of(word, text, place)
        yield Diagnostic("BML948", message, at, "Correct or delete its definition.")


def _line_of(word: str, text: str, place: Location) -> Location:
    return place._replace(line=place.line + text[: text.lower().find(word.lower())].count("\n"))


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def _lines(document: Document) -> Iterator[DescriptionLine]:
    for table in document.tables:
        for _, row in walk_rows(table.rows):
            yield from row.description


def _turned(word: str) -> Iterator[str]:
    """Yield what becomes of a word when two letters beside each other change places, but for the first."""
    for n in range(1, len(word) - 1):
        yield f"{word[:n]}{word[n + 1]}{word[n]}{word[n + 2 :]}"


def _short_slips(word: str) -> Iterator[str]:
    """Yield what becomes of a short word when two letters change places, or one is doubled."""
    yield from (each[1:] for each in _turned(f" {word}"))
    yield from (f"{word[:n]}{word[n - 1 :]}" for n in range(1, len(word) + 1))


class _Slips:
    """Finds the words of which another one is a slip: a letter is missing, is another or is too many.

    >>> [_Slips(["balanced", "slam"]).of(word) for word in ("balancd", "valanced", "balance", "slwm")]
    [['balanced'], ['balanced'], [], ['slam']]
    """

    def __init__(self, known: Iterable[str]) -> None:
        self._known = frozenset(known)
        self._without: dict[tuple[int, str], str] = {}
        for word in sorted(self._known):
            # What ends otherwise is a form of the same word: "raise", "raises", "raised".
            for number in range(len(word) - 1):
                self._without.setdefault((number, word[:number] + word[number + 1 :]), word)

    def of(self, word: str) -> list[str]:
        """Return the words that may be meant."""
        without = [(number, word[:number] + word[number + 1 :]) for number in range(len(word) - 1)]
        found = [self._without.get((number, word)) for number in range(len(word))]
        found += [self._without.get(each) for each in without if len(word) > _SHORTEST]
        found += [rest for number, rest in without if rest in self._known and (number or word[0] == word[1])]
        turned = (word[:n] + word[n : n + 2][::-1] + word[n + 2 :] for n in range(len(word) - 1))
        found += [each for each in turned if each in self._known]
        return [each for each in dict.fromkeys(found) if each]


@cache
def _other_words() -> frozenset[str]:
    """Return words that differ from a known word in one letter, and are right."""
    return frozenset(Path(__file__).with_name("other_words.txt").read_text("utf-8").split())


CHECKS = (Check(find, ("BML947", "BML948")),)
