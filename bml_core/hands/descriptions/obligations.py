"""What the words of a row oblige to: its player to make the call, or partner not to pass."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from bml_core.hands.descriptions.patterns import Pattern, Words
from bml_core.hands.descriptions.tokens import Abbreviated, Token, tokens_of
from bml_core.hands.descriptions.words import Obligation, Vocabulary, listed, vocabulary_of
from bml_core.system import Agreement

#: They are read where they are all that a clause says: "not forced" is not forced.
_WHOLE_CLAUSES = frozenset((Obligation.FORCED, Obligation.REST, Obligation.TO_PLAY))
_BREAKS = frozenset((",", ",,", ";", ":", "::", ".", "(", ")", "/", "-"))


def obligations_of(agreement: Agreement) -> frozenset[Obligation]:
    r"""Return what the words of an agreement oblige to; nothing where players do not agree on them.

    >>> from bml_core.language import parse
    >>> from bml_core.system import expand
    >>> rows = expand([parse("2D  Transfer\n  2H  Completes the transfer\n  3H  4!h, 17 hcp")]).agreements
    >>> [sorted(each.name for each in obligations_of(row)) for row in rows]
    [['REQUEST'], ['FORCED', 'REQUEST'], []]
    """
    wording = agreement.wording
    abbreviations, language = (wording.abbreviations, wording.language) if wording else ((), "")
    return _obligations(agreement.text, abbreviations, language)


@lru_cache(maxsize=4096)
def _obligations(text: str, abbreviations: Abbreviated, language: str) -> frozenset[Obligation]:
    vocabulary = vocabulary_of(language)
    # A line ends a clause.
    text = text.replace("\n", " ; ")
    tokens = tokens_of(text, {}, prose=True, vocabulary=vocabulary, abbreviations=abbreviations)
    said = [token for token in tokens if token.word not in vocabulary.fillers]
    whole = [Words(clause) for clause in _clauses(said)]
    anywhere = Words(said)
    return frozenset(
        obligation
        for obligation, patterns in _patterns(vocabulary).items()
        if any(
            any(_is_whole(pattern, clause) for clause in whole)
            if obligation in _WHOLE_CLAUSES
            else any(pattern.match(anywhere, at, len(said)) for at in range(len(said)))
            for pattern in patterns
        )
    )


def _clauses(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    clause: list[Token] = []
    for token in tokens:
        if token.word in _BREAKS:
            yield clause
            clause = []
        else:
            clause.append(token)
    yield clause


def _is_whole(pattern: Pattern, clause: Words) -> bool:
    end = len(clause.tokens)
    match = pattern.match(clause, 0, end) if end else None
    return match is not None and match.end == end


@cache
def _patterns(vocabulary: Vocabulary) -> dict[Obligation, list[Pattern]]:
    return {
        obligation: [Pattern(" ".join(text.split())) for text in listed(texts)]
        for obligation, texts in vocabulary.obligations.items()
    }
