"""What a player would take a description to say where not all of its words are understood.

It is never certain, so it may skip words. What is for some hands only, is permitted, or is about another call
or another player's hand, is not read. Of alternatives, those count of which something is read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import takewhile

from bml_core.hands import conditions as c
from bml_core.hands.descriptions.clauses import Clause, ClausePart, PartKind, is_about_others
from bml_core.hands.descriptions.expressions import Alternative, ExpressionReader, kinds_of
from bml_core.hands.descriptions.meanings import JOINTS, Phrase, known_words
from bml_core.hands.descriptions.patterns import Words
from bml_core.hands.descriptions.phrases import PhraseContext
from bml_core.hands.descriptions.tokens import BID_MARK, SUIT_OF, Token, with_amounts
from bml_core.hands.descriptions.vocabulary import Vocabulary

_MARKS = frozenset("(),;:")
_DENIED_BEHIND = frozenset(("niet", "nicht", "nie"))
_WHICH = frozenset((*SUIT_OF, "higher", "lower", "up", "major", "minor", "nt", "notrump", "that"))
_COUNTED = frozenset((*SUIT_OF, "suit", "card", "cards", "hcp"))
_MOST_OF_SUIT = 7
_STRONG, _OPENING = frozenset(("game", "gf", "strong")), 12
_WHOLE = frozenset(("points", "shape"))
Says = Callable[[Phrase, c.Formula], c.Formula]
"""Returns what a word says beside a condition."""


class LikelyReader:
    """Reads the clauses of a description of which some parts are not understood."""

    def __init__(
        self, tokens: Sequence[Token], text: str, context: PhraseContext, vocabulary: Vocabulary, says: Says
    ) -> None:
        self._tokens = tokens
        self._text = text
        self._context = context
        self._vocabulary = vocabulary
        self._says = says
        self._known = known_words(vocabulary)

    def condition(self, clauses: Iterable[Clause], items: Iterable[Sequence[Clause]] = ()) -> c.Formula:
        """Return what some clauses, and any one of some items, say together; ANY if nothing."""
        whole: c.Formula = c.ANY
        for clause in clauses:
            said = self._clause(clause)
            if said is not None and clause.is_alternative and whole != c.ANY:
                whole |= said
            elif said is not None:
                whole = _beside(whole, [said])
        ways = [self.condition(item) for item in items]
        return _beside(whole, [c.any_of(ways)] if ways and c.ANY not in ways else [])

    def _clause(self, clause: Clause) -> c.Formula | None:
        tokens = self._tokens[clause.parts[0].begin : clause.parts[-1].end] if clause.parts else ()
        if tokens and tokens[0].word == "with" and is_of_calls(tokens, self._vocabulary):
            # "With both majors (and 15+) we start with hearts"
            return None
        if self._is_remark(clause):
            return None
        ways: list[list[c.Formula]] = [[]]
        for part in clause.parts:
            is_alternative = part.is_alternative
            for said in self._part(part, is_alone=len(clause.parts) == 1):
                if not (is_alternative and ways[-1]):
                    ways[-1].append(said)
                elif len(kinds_of(said)) == 1 and kinds_of(said) == kinds_of(ways[-1][-1]):
                    ways[-1][-1] |= said
                else:
                    ways.append([said])
                is_alternative = False
        filled = [way for way in ways if way]
        return c.any_of(_beside(c.ANY, way) for way in filled) if filled else None

    def _is_remark(self, clause: Clause) -> bool:
        """Return whether a later sentence tells of some hands: ``4-4 in the majors comes here first``."""
        if not clause.parts or clause.parts[-1].kind is not PartKind.UNREAD:
            return False
        begin = clause.parts[0].begin
        tokens = self._tokens[begin : clause.parts[-1].end]
        is_later = begin > 0 and self._tokens[begin - 1].word in (".", ";")
        unknown = [token.word.isalpha() and token.word not in self._known for token in tokens]
        has_points = any(token.amount and token.amount.reads_as_points for token in tokens)
        return is_later and not (has_points or any(unknown[:2])) and any(unknown) and not tokens[-1].amount

    def _part(self, part: ClausePart, *, is_alone: bool) -> Iterator[c.Formula]:
        """Yield what a part says, and what its brackets say."""
        if part.kind in (PartKind.SAYS, PartKind.TENDS) and part.condition is not None:
            yield part.condition
            yield from self._words(part.phrases, part.condition)
        elif part.kind is PartKind.SILENT:
            yield from self._words(part.phrases, c.ANY)
        elif part.kind in (PartKind.UNREAD, PartKind.REACHES):
            begin = part.begin
            slashes = [n for n in range(part.begin, part.end) if self._is_or(n)] if is_alone else []
            if slashes:
                # "12-14 NT / 15+ 5+!c / 18+ any"
                starts, ends = (begin, *(n + 1 for n in slashes)), (*slashes, part.end)
                ways = [list(self._said(*span, is_alone=False)) for span in zip(starts, ends, strict=True)]
                kinds = [kinds_of(c.all_of(way)) for way in ways]
                if all(ways):
                    # "11-15 / 5+ hearts" are points and a shape of the same hand.
                    is_one = sorted(map(sorted, kinds)) == [["points"], ["shape"]]
                    yield (c.all_of if is_one else c.any_of)(map(c.all_of, ways))
                    return
            marks = [n for n in range(part.begin, part.end) if self._tokens[n].word in _MARKS]
            whole: list[c.Formula] = []
            for end in (*marks, part.end):
                said = list(self._said(begin, end, is_alone=is_alone))
                if whole and said and self._is_other(begin, (*whole, *said)):
                    # "11+ (or weak with short clubs)", "12+ (good 11 with a five-card major)"
                    whole = [c.any_of((c.all_of(whole), c.all_of(said)))]
                else:
                    whole += said
                begin = end + 1
            yield from whole

    def _is_other(self, begin: int, both: Iterable[c.Formula]) -> bool:
        """Return whether what begins at a token is for other hands than what was said before."""
        if self._tokens[begin].word == "or":
            return True
        return begin > 0 and self._tokens[begin - 1].word == "(" and c.all_of(both) == c.NONE

    def _is_or(self, number: int) -> bool:
        """Return True for a slash with spaces on both sides."""
        token = self._tokens[number]
        return token.word == "/" and self._text[token.start - 1 : token.end + 1] == " / "

    def _said(self, begin: int, end: int, *, is_alone: bool) -> Iterator[c.Formula]:
        words = [token.word for token in self._tokens[begin:end]]
        at = words.index("unless") if "unless" in words else -1
        if at > 0 and not {"no", "not"}.isdisjoint(words[:2]):
            # "No 4!s unless game forcing": who forces to game may have them.
            denied, others = self._around(begin, begin + at, end, is_alone=True)
            if not others and not _STRONG.isdisjoint(words[at:]):
                others = [c.points(_OPENING, c.MAX_POINTS)]
            if denied and others:
                yield c.all_of(denied) | c.all_of(others)
            return
        choice = words.index("or") if words.count("or") == 1 else 0
        if choice and "with" in words[choice:]:
            # "12-14 or 15+ with 5+!c": the clubs are those of the second.
            ways = self._around(begin, begin + choice, end, is_alone=False)
            if all(ways):
                yield c.any_of(map(c.all_of, ways))
            return
        tokens = self._plain(begin, end)
        if not tokens:
            return
        sides = ExpressionReader(Words(tokens), self._context, self._vocabulary).sides(0, len(tokens))
        said = [self._side(side) for side in sides]
        read = [each for each in said if each != c.ANY]
        # In "3+ in both or any 17+", what is read may be all that such a hand needs, not the others.
        if read and (len(read) == len(said) or is_alone or all(kinds_of(each) >= _WHOLE for each in read)):
            yield c.any_of(read)

    def _around(self, begin: int, at: int, end: int, *, is_alone: bool) -> list[list[c.Formula]]:
        """Return what is said before a word, and after it."""
        spans = ((begin, at), (at + 1, end))
        return [list(self._said(*span, is_alone=is_alone)) for span in spans]

    def _side(self, side: Alternative) -> c.Formula:
        figures = _beside(c.ANY, side.conditions)
        return _beside(figures, self._words(side.phrases, figures))

    def _words(self, phrases: Iterable[Phrase], figures: c.Formula) -> Iterator[c.Formula]:
        said = (self._says(phrase, figures) for phrase in phrases if phrase.is_word)
        return (each for each in said if each != c.ANY)

    def _plain(self, begin: int, end: int) -> list[Token]:
        """Return the words up to one that makes them hold for some hands, without those nobody knows."""
        vocabulary = self._vocabulary
        tokens = self._tokens[begin:end]
        while tokens and (tokens[0].word in vocabulary.fillers or tokens[0].word in ("or", "and", "but")):
            tokens = tokens[1:]
        is_permission = bool(tokens) and (
            tokens[-1].word in vocabulary.permits_behind or tokens[-1].word == "too"
        )
        if is_permission or is_about_others(tokens, vocabulary) or is_of_calls(tokens, vocabulary):
            return []
        stops = (vocabulary.conditionals | vocabulary.hedges | {"ask", "too"}) - vocabulary.tendencies
        stop = next((n for n, token in enumerate(tokens) if token.word in stops), len(tokens))
        if tokens[:stop] and tokens[:stop][-1].word in vocabulary.permits_behind:
            # "5M332 ok if scattered"
            return []
        kept = [
            token
            for number, token in enumerate(tokens[:stop])
            if token.word not in vocabulary.tendencies
            and (token.amount or not token.word.isalpha() or token.word in self._known)
            and not self._counts_unknown(tokens[number:stop])
        ]
        if len(kept) > 1 and kept[-1].written.lower() in _DENIED_BEHIND:
            # "5krt hoog niet"
            kept = [kept[-1], *kept[:-1]]
        while kept and kept[-1].word in JOINTS:
            kept.pop()
        return with_amounts(self._text, kept)

    def _counts_unknown(self, tokens: Sequence[Token]) -> bool:
        """Return whether the first of these is the 6+ of "6+ Karo", where nobody knows what is counted."""
        amount, words = tokens[0].amount, [token.word for token in tokens[1:]]
        is_few = amount is not None and amount.is_open and amount.low <= _MOST_OF_SUIT
        unknown = list(takewhile(lambda word: word.isalpha() and word not in self._known, words))
        return is_few and unknown != [] and not _COUNTED.intersection(words[len(unknown) :][:1])


def is_of_calls(tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """Return True for what is called with some hands: ``with 4-4 open one heart``, ``we bid the major``."""
    words = [token.word for token in tokens]
    return any(
        word in vocabulary.calling
        and any(
            each.amount or each.word in _WHICH or each.word[0] == BID_MARK for each in tokens[at + 1 : at + 4]
        )
        for at, word in enumerate(words)
    )


def _beside(condition: c.Formula, others: Iterable[c.Formula]) -> c.Formula:
    """Return a condition together with those others that leave hands."""
    for other in others:
        both = condition & other
        condition = condition if both == c.NONE else both
    return condition
