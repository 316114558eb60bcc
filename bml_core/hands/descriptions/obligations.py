"""What the words of a description oblige to, such as ``GF`` and ``to play``, and the steps of an answer."""

from __future__ import annotations

from collections.abc import Sequence, Set
from functools import cache
from itertools import pairwise

from bml_core.hands.descriptions.patterns import PatternIndex, Words
from bml_core.hands.descriptions.tokens import BID_MARK, Token
from bml_core.hands.descriptions.vocabulary import Obligation, Vocabulary, vocabulary_of

#: Obligations that are read where they are all that a clause says: "not forced" is not forced.
_WHOLE_CLAUSES = frozenset(
    (Obligation.FORCED, Obligation.REST, Obligation.TO_PLAY, Obligation.CALLED_FORCING)
)
_OF_ANSWER = frozenset((Obligation.TO_PLAY, Obligation.PASSABLE))
#: Answers of the hands that have nothing of what the others show: "neither", "none".
_NEITHER = (["no"], ["none"])
# "perhaps over transfer break" asks for nothing.
_IN_CERTAIN_CLAUSES = frozenset((Obligation.TO_GAME, Obligation.REQUEST))
BREAKS = frozenset((",", ",,", ";", ":", "::", ".", "(", ")", "/", "-"))


def find_obligations(
    text: str, tokens: Sequence[Token], vocabulary: Vocabulary
) -> tuple[frozenset[Obligation], frozenset[Obligation], int | None]:
    """Return what words oblige to, what of it in all cases, and in how many steps a question is answered.

    >>> from bml_core.hands.descriptions.tokens import tokens_of
    >>> from bml_core.hands.descriptions.vocabulary import ENGLISH
    >>> text = "6-9, may be passed"
    >>> obliges, always, steps = find_obligations(text, tokens_of(text, {}, prose=True), ENGLISH)
    >>> [each.name for each in obliges], steps
    (['PASSABLE'], None)
    """
    said: list[Token] = []
    for before, token in zip([None, *tokens], tokens, strict=False):
        if before and "\n" in text[before.end : token.start]:
            # A line ends a clause.
            said.append(Token(";", ";", token.start, token.start))
        if token.word not in vocabulary.fillers:
            said.append(token)
    words, index = Words(said), _obligation_index(vocabulary.language)
    begins = (at for at, token in enumerate(said) if index.has_beginning(token))
    matches = [found for at in begins for found in index.matches(words, at, len(said))]
    # "Not GF" and "no slam interest" may be forcing for a round.
    denied = [match for match, _ in matches if match.at and said[match.at - 1].word in ("no", "not")]
    matches = [
        found
        for found in matches
        if found[1] is Obligation.FORCING
        or not any(match.at <= found[0].at and found[0].end <= match.end for match in denied)
    ]
    steps: int | None = None
    # Not "no ask", and "as asked"
    if any(b.word == "ask" and not (a and a.word in ("no", "as")) for a, b in pairwise([None, *said]) if b):
        answers = (int(a.word) for a, b in pairwise(said) if b.word == "steps" and a.word.isdecimal())
        steps = next((number for number in answers if number < 10), 0)
    if [token.word for token in said] in _NEITHER:
        return frozenset((Obligation.REST,)), frozenset(), steps
    if not matches:
        return frozenset(), frozenset(), steps
    anywhere = {found for _, found in matches} - _WHOLE_CLAUSES - _IN_CERTAIN_CLAUSES
    clauses = _clauses(said, BREAKS)
    whole = {found for match, found in matches if (match.at, match.end) in clauses} & _WHOLE_CLAUSES
    certain = {
        (found, begin, end, match)
        for begin, end in _clauses(said, BREAKS - {"/", "-"})
        for match, found in matches
        if vocabulary.conditionals.isdisjoint(
            token.word for n, token in enumerate(said[begin:end], begin) if not match.at <= n < match.end
        )
        # One of two meanings is not certain, and "with a GF bid the minor" is not of all hands.
        if begin <= match.at < match.end <= end
        and not (said[begin].word == "with" and begin < match.at)
        and not any(token.word == "or" for token in said[max(match.at - 1, begin) : min(match.end + 1, end)])
    }
    obliges = frozenset(anywhere | whole | {found for found, *_ in certain} & _IN_CERTAIN_CLAUSES)
    # "Not GF"; "GF, but 3NT may be passed" is about another call, and "8 1/2 tricks" are worth a game.
    doubts = vocabulary.hedges | {"or", "but", "?", "~", "not", "no"}
    is_choice = any(said[begin].word == "or" for begin, _ in clauses) or " / " in text
    always = frozenset(
        found
        for found, begin, end, match in (() if is_choice else certain)
        # "Not forcing" is not forcing.
        if not any(
            other.at <= match.at and match.end <= other.end and (other.at, other.end) != (match.at, match.end)
            for other, _ in matches
        )
        and not any(
            token.word in doubts or token.word[0] == BID_MARK
            for token in (*said[max(begin - 1, 0) : match.at], *said[match.end : end + 1])
        )
        and not any("trick" in token.written for token in match.all_tokens)
    )
    # "Forces 3C, to play there" says it of that call.
    own = frozenset(Obligation) - (_OF_ANSWER if Obligation.REQUEST in obliges else set())
    return obliges & own, always & own, steps


def _clauses(tokens: Sequence[Token], breaks: Set[str]) -> list[tuple[int, int]]:
    """Return the first word of each clause, and the one after the last."""
    ends = [-1, *(at for at, token in enumerate(tokens) if token.word in breaks), len(tokens)]
    return [(before + 1, end) for before, end in pairwise(ends) if before + 1 < end]


@cache
def _obligation_index(language: str) -> PatternIndex[Obligation]:
    phrases = vocabulary_of(language).obligations
    return PatternIndex((text, obligation) for obligation, texts in phrases.items() for text in texts)
