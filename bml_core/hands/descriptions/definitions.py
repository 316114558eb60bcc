"""The words that notes define for themselves, beside what every player calls by them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from bml_core.hands.descriptions.meanings import known_words
from bml_core.hands.descriptions.tokens import Abbreviated, Token, tokens_of
from bml_core.hands.descriptions.vocabulary import Vocabulary
from bml_core.language import DEFAULT_ABBREVIATIONS

# "About twelve, or eleven with five spades" is not a range.
_ABOUT = re.compile(r"(?i)\b(about|around|roughly|usually|circa|etwa|environ|około|ongeveer)\b")


@lru_cache(maxsize=16)
def with_usual_words(abbreviations: Abbreviated, vocabulary: Vocabulary) -> Abbreviated:
    """Return abbreviations in which a word that players know keeps its meaning, if nobody knows theirs.

    Figures are those of the notes: of ``A “weak two” is 6-9, with most of it in the suit``, both are read.

    >>> from bml_core.hands.descriptions.vocabulary import ENGLISH
    >>> with_usual_words((("GF", "nobody sleeps below game"), ("weak two", "6-9, mostly there")), ENGLISH)
    (('GF', 'game forcing'), ('weak two', 'weak two (6-9, mostly there)'))
    """
    if abbreviations is None:
        return None
    usual = DEFAULT_ABBREVIATIONS
    words = dict(abbreviations)
    for word, meaning in abbreviations:
        said = tokens_of(meaning, {}, prose=True, vocabulary=vocabulary)
        is_usual = word in usual or _are_known(
            tokens_of(word, {}, prose=True, vocabulary=vocabulary), vocabulary
        )
        if usual.get(word) == meaning or not is_usual or _are_known(said, vocabulary):
            continue
        if any(token.amount for token in said) and not _ABOUT.search(meaning):
            # A weak two has six cards, too.
            words[word] = f"{word} ({meaning})" if " " in word else meaning
        elif word in usual:
            words[word] = usual[word]
        else:
            del words[word]
    return tuple(words.items())


def _are_known(tokens: Iterable[Token], vocabulary: Vocabulary) -> bool:
    known = known_words(vocabulary)
    return all(token.amount or not token.word.isalpha() or token.word in known for token in tokens)
