"""Words of rows that are nearly known, and words that texts define and no row has."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

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
    " minor majors minors",
)
_LONG, _SHORT, _SHORTEST, _OFTEN, _LONGEST_NAME = 6, 4, 3, 3, 10
# Two words of which one is not a slip for the other.
_OTHER_WORDS = frozenset(("there", "three", "quite", "quiet", "trail", "tired", "spilt"))


def find(notes: CheckedNotes) -> Iterator[Diagnostic]:
    """Yield words of rows that are misspelt, and words that texts define for nothing."""
    texts = [*texts_between(notes.documents)]
    yield from _misspelt(notes, texts)
    yield from _unused(notes, texts)


def _misspelt(notes: CheckedNotes, texts: Sequence[tuple[str, Location]]) -> Iterator[Diagnostic]:
    rows = {row.location: row for row in notes.system.agreements if row.is_described}
    written = [*texts, *((row.text, place) for place, row in rows.items())]
    times = Counter(word for text, _ in written for word in _words(text))
    often = (word for word, number in times.items() if number >= _OFTEN and len(word) > _SHORT)
    known = {*_WELL_KNOWN, *often}
    turned = {each: word for word in sorted(known) for each in _turned(word)}
    for text, place in written:
        wording = rows[place].wording if place in rows else None
        words = _WELL_KNOWN if place in rows and (not wording or wording.language in ("", "en")) else ()
        for word in dict.fromkeys(_words(text)):
            # What notes have twice is a word of theirs.
            if times[word] > 1 or word in known or word in _OTHER_WORDS:
                continue
            if meant := turned.get(word) or next((each for each in words if _is_slip(word, each)), ""):
                message = f"The word {word} looks like a slip."
                at = _line_of(word, text, place) if place not in rows else place
                yield Diagnostic("BML947", message, at, f"Did you mean {meant}?")


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
    unused = [
        (place, text, words[0])
        for (place, text, _), words in names.items()
        if len(words[0]) >= _SHORTEST
        and not any(re.search(rf"(?i)(?<!\w){re.escape(word)}(?!\w)", in_rows) for word in words)
        and not any(re.search(rf"(?<!\w){re.escape(words[0])}", other) for other, at in texts if at != place)
    ]
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


def _is_slip(word: str, known: str) -> bool:
    """Return whether a letter within a long word is missing, is another or is too many.

    >>> [_is_slip(word, "balanced") for word in ("balancd", "balanccd", "balance", "balanced")]
    [True, True, False, False]
    """
    if len(known) < _LONG or word == known or abs(len(word) - len(known)) > 1:
        return False
    # "transfers"
    same = next((n for n, (one, other) in enumerate(zip(word, known, strict=False)) if one != other), 0)
    mine, right = word[same:], known[same:]
    return 0 < same < len(known) - 1 and (mine[1:] in (right[1:], right) or mine == right[1:])


CHECKS = (Check(find, ("BML947", "BML948")),)
