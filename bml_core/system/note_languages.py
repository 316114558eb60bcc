"""The language of descriptions, by their words, where notes do not name it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from itertools import chain
from pathlib import Path

from bml_core.document import Document, walk_rows

_WORD = re.compile(r"[^\W\d_]+")
_FEWEST, _FEWEST_DIFFERENT, _SHARE, _LEAD = 8, 4, 0.15, 3
_SECTION = re.compile(r"\[(\w+) (\w+)\]\n([^\[]*)")
_FOUND = _SECTION.findall(Path(__file__).with_name("languages.txt").read_text("utf-8"))
_LANGUAGE_OF = {word: language for language, _, words in _FOUND for word in words.split()}
LANGUAGE_NAMES = {language: name for language, name, _ in _FOUND}


def note_language(documents: Iterable[Document]) -> str:
    r"""Return the language that the descriptions of documents are in by their words, "" if that is not sure.

    It takes eight words of a language, four of them different, in one of seven rows, and three times as many
    as any other language has: English notes with a foreign name in them stay English.

    >>> from bml_core.language import parse
    >>> rows = ("1C  ab 12 Punkte, mindestens 3er-Treff", "1H  mindestens 5er-Coeur", "1S  wie 1H mit Pik")
    >>> note_language([parse("\n".join((*rows, "2D  schwach, 6 Karten in Karo")))])
    'de'
    """
    counted = {language: Counter[str]() for language in LANGUAGE_NAMES}
    rows = 0
    for document in documents:
        for _, row in chain.from_iterable(walk_rows(table.rows) for table in document.tables):
            rows += 1
            for word in _WORD.findall(" ".join(line.text for line in row.description).lower()):
                if language := _LANGUAGE_OF.get(word):
                    counted[language][word] += 1
    second, best = sorted(counted, key=lambda language: counted[language].total())[-2:]
    words, others = counted[best], counted[second].total()
    is_sure = words.total() >= max(_FEWEST, _SHARE * rows, _LEAD * others)
    return best if is_sure and len(words) >= _FEWEST_DIFFERENT else ""
