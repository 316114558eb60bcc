"""The abbreviations that notes define in their texts: ``MF = mancheforcing, krt = kaart``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from bml_core.document import BulletList, Document, Enumeration, Paragraph, plain_text
from bml_core.language import SUIT_WORDS

_DEFINITION = re.compile(
    r"(?:^|(?<=[\s(,;.:]))(?P<quote>[\"“„«]?)(?P<word>[^\W\d_](?:[\w/+-]{0,8}[\w+])?)[\"”“»]?"
    # "opening = 12+ (good 11 with five hearts)" is more than its first part.
    r" *= *(?P<meaning>[^\W\d_](?:[^,;.()=\n]|\.(?=\w)){1,58}|\d[^,;.()=\n]{1,58}(?=[,;.\n]|$))"
)
_MOST = 100


def own_abbreviations(documents: Iterable[Document]) -> dict[str, str]:
    r"""Return the words that paragraphs and lists of documents define, with what they stand for.

    What stands before an equals sign is one if it is in quotes, if its letters are in its meaning in the same
    order, if it is of capitals, or if it stands for a suit; the first definition is used.

    >>> from bml_core.language import parse
    >>> own_abbreviations([parse("C = coeurs, EF = Einladung, krt = kaart; cue = shortage, X = takeout.")])
    {'C': 'coeurs', 'EF': 'Einladung', 'krt': 'kaart'}
    """
    found: dict[str, str] = {}
    for text in _texts(documents):
        for definition in _DEFINITION.finditer(text) if "=" in text else ():
            word, meaning = definition["word"], definition["meaning"].strip()
            if definition["quote"] or _abbreviates(word, meaning):
                found.setdefault(word, meaning)
            if len(found) >= _MOST:
                return found
    return found


def _texts(documents: Iterable[Document]) -> Iterator[str]:
    for document in documents:
        for block in document.blocks:
            match block:
                case Paragraph(spans=spans):
                    yield plain_text(spans)
                case BulletList(items=items) | Enumeration(items=items):
                    yield from (plain_text(item.spans) for item in items)


def _abbreviates(word: str, meaning: str) -> bool:
    """Return whether a word is short for its meaning, as ``GF`` is, and ``cue`` is not for "shortage"."""
    if meaning.lower() in SUIT_WORDS:
        return True
    rest = iter(meaning.lower())
    is_of_its_letters = all(letter in rest for letter in re.sub("[/+-]", "", word.lower()))
    is_of_capitals = len(word) > 1 and word.isupper() and word not in ("XX", "RD", "NT", "SA")
    return len(word) < len(meaning) and (
        is_of_capitals or (is_of_its_letters and word[0].lower() == meaning[0].lower())
    )
