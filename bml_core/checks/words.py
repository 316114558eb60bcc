"""Words of rows that are nearly known, and words that texts define and no row has."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from bml_core.checks.run import Check, CheckedNotes
from bml_core.diagnostics import Diagnostic, Location
from bml_core.document import DescriptionLine, Document, walk_rows
from bml_core.hands.descriptions import explain, known_of
from bml_core.system import Agreement, System, texts_between, words_defined

_WORD = re.compile(r"[^\W\d_]+")
#: Words that hardly any other word is a slip away from.
_WELL_KNOWN = re.findall(
    r"\w+",
    "hcp balanced unbalanced semibalanced invite inviting invitational invitation forcing nonforcing natural"
    " artificial transfer splinter stayman blackwood keycard preempt preemptive penalty penalties takeout"
    " support minimum maximum singleton shortness shortage stopper stoppers control controls diamond diamonds"
    " hearts spades opener responder overcall quantitative constructive michaels lebensohl asking promises"
    " denies competitive completes",
)
_LONG, _SHORTEST = 6, 3


def find(notes: CheckedNotes) -> Iterator[Diagnostic]:
    """Yield words of rows that are misspelt, and words that texts define for nothing."""
    texts = [*texts_between(notes.documents)]
    yield from _misspelt(notes, texts)
    yield from _unused(notes, texts)


def _misspelt(notes: CheckedNotes, texts: Sequence[tuple[str, Location]]) -> Iterator[Diagnostic]:
    rows = {row.location: row for row in notes.system.agreements if row.is_described}
    written = (*(text for text, _ in texts), *(row.text for row in rows.values()))
    times = Counter(word for text in written for word in _words(text))
    for place, row in rows.items():
        for word, meant in known_of("slips", row, notes.system, _slips):
            # What notes have twice is a word of theirs.
            if times[word] == 1:
                message = f"No other row has the word {word}."
                yield Diagnostic("BML947", message, place, f"Did you mean {meant}?")


def _unused(notes: CheckedNotes, texts: Sequence[tuple[str, Location]]) -> Iterator[Diagnostic]:
    """Yield the one word that notes define and do not use; a legend may have several."""
    in_rows = "\n".join(line.text for document in notes.documents for line in _lines(document))
    # "A skinny hand is 6-9": both words are for it.
    names: dict[tuple[Location, str, str], list[str]] = {}
    for text, place in texts:
        for word, meaning in words_defined(text):
            names.setdefault((place, text, meaning), []).append(word)
    unused = [
        (place, text, words[0])
        for (place, text, _), words in names.items()
        if len(words[0]) >= _SHORTEST
        and not any(re.search(rf"(?i)(?<!\w){re.escape(word)}(?!\w)", in_rows) for word in words)
        and not any(re.search(rf"(?<!\w){re.escape(words[0])}", other) for other, at in texts if at != place)
    ]
    for place, text, word in unused if len(unused) == 1 < len(names) else ():
        line = place.line + text[: text.find(word)].count("\n")
        message = f"No row has the word {word}."
        yield Diagnostic("BML948", message, place._replace(line=line), "Correct or delete its definition.")


def _slips(row: Agreement, system: System) -> list[list[str]]:
    """Return the words of a row that are not understood and nearly well-known ones, with these."""
    if row.wording and row.wording.language not in ("", "en"):
        return []
    words = {word for span in explain(row, system).unknown_spans for word in _words(span.text)}
    near = [[word, known] for word in sorted(words) for known in _WELL_KNOWN if _is_slip(word, known)]
    return list({word: [word, known] for word, known in near}.values())


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def _lines(document: Document) -> Iterator[DescriptionLine]:
    for table in document.tables:
        for _, row in walk_rows(table.rows):
            yield from row.description


def _is_slip(word: str, known: str) -> bool:
    """Return whether a letter is missing, is another or is too many, or two have changed places.

    >>> [_is_slip(word, "balanced") for word in ("balancd", "balacned", "balance", "balanced")]
    [True, True, False, False]
    """
    if word == known or abs(len(word) - len(known)) > 1:
        return False
    same = next((n for n, (one, other) in enumerate(zip(word, known, strict=False)) if one != other), None)
    if same is None:
        # "transfers"
        return False
    mine, right = word[same:], known[same:]
    is_turned = mine[:2] == right[1::-1] and mine[2:] == right[2:]
    is_other = mine[1:] == right[1:] or mine[1:] == right or mine == right[1:]
    return is_turned or (is_other and len(known) >= _LONG and 0 < same < len(known) - 1)


CHECKS = (Check(find, ("BML947", "BML948")),)
