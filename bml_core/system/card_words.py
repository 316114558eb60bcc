"""The word that rows have for cards, by its place, where no text says what it is: ``5+ka S, 4ka H``."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator
from itertools import chain

from bml_core.diagnostics import Location
from bml_core.document import Document, walk_rows
from bml_core.language import SUIT_WORDS

_COUNTED = re.compile(
    r"(?<![\w+.-])(?:[0-9][-\u2013])?(?P<number>[0-9]+)[+-]?(?P<word>(?!\d)\w[^\W\d_]{0,4})"
    rf"(?P<suit> ?!?[♠♥♦♣]| ?![shdc](?!\w)| [SHDC](?!\w)| (?i:{'|'.join(SUIT_WORDS)}))?(?!\w)"
)
#: What else is counted in a suit: points, losers, tricks, honours; and letters of suits.
_NOT_CARDS = re.compile(
    r"(?i)[^k]|h?c?ps?|pts?|points?|hcp.*|hon.*|top.*|los.*|tri.*|tr[ick]*s?|th|st|nd|rd|of|in|or|to|and|for|de|with"
)
#: Words that the descriptions know without the notes.
_KNOWN = frozenset(
    ("card", "cards", "cd", "cds", "crd", "crds", "er", "kaart", "krt", "karten", "kart", "major")
)
_MOST_CARDS, _LONG = 8, 4
_FEWEST, _FEWEST_SUITS, _FEWEST_NUMBERS = 8, 3, 2


def card_word(documents: Iterable[Document], known: Container[str] = ()) -> tuple[str, Location] | None:
    r"""Return the word that rows have for cards by its place, and where it is; None if that is not sure.

    It stands eight times between a number and a suit, of three suits, half of these are long, and no number
    before it is above eight, as one of points is. What ``known`` words stand for is defined.

    >>> from bml_core.language import parse
    >>> rows = ("1C  5+ka C, 4ka H", "1D  5+ka D, 4ka S", "1H  5+ka H, 4ka S", "1S  5+ka S, 4ka C")
    >>> word, place = card_word([parse("\n".join(rows))])
    >>> word, place.line
    ('ka', 1)
    """
    suits: dict[str, Counter[str]] = defaultdict(Counter)
    numbers: dict[str, Counter[int]] = defaultdict(Counter)
    first: dict[str, Location] = {}
    for text, place in _texts(documents):
        for found in _COUNTED.finditer(text):
            word = found["word"]
            numbers[word][int(found["number"][:3])] += 1
            if found["suit"]:
                suits[word][found["suit"].strip(" !").upper()[:2]] += 1
                first.setdefault(word, place)
    sure = [word for word in suits if word not in known and _is_sure(word, suits[word], numbers[word])]
    return (sure[0], first[sure[0]]) if len(sure) == 1 else None


def _texts(documents: Iterable[Document]) -> Iterator[tuple[str, Location]]:
    for document in documents:
        for _, row in chain.from_iterable(walk_rows(table.rows) for table in document.tables):
            yield from ((line.text, row.location) for line in row.description)


def _is_sure(word: str, suits: Counter[str], numbers: Counter[int]) -> bool:
    """Return whether a word stands for cards, by the numbers before it and the suits after it."""
    if word in _KNOWN or _NOT_CARDS.fullmatch(word) or max(numbers) > _MOST_CARDS:
        return False
    long = sum(count for number, count in numbers.items() if number >= _LONG)
    are_many = suits.total() >= max(_FEWEST, numbers.total() / 2) and long >= numbers.total() / 2
    return are_many and len(suits) >= _FEWEST_SUITS and len(numbers) >= _FEWEST_NUMBERS
