"""Where a description divides, and how far ``or``, conditions and questions reach over the commas."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from bml_core.hands import conditions as c
from bml_core.hands.descriptions.cursor import Token
from bml_core.hands.descriptions.segments import Segment, kinds_of
from bml_core.hands.descriptions.vocabulary import DASHES, PAIRS, POINTS
from bml_core.hands.descriptions.whole_shapes import goes_on_with_shapes

Span = tuple[int, int]

_JOINS_BEHIND = ("or", "and", "with", ",", "/")
_JOINS_AHEAD = ("or", "and", "with")
#: Words that a full stop ends, and the sentence goes on.
_ABBREVIATIONS = ("max", "min", "incl", "excl", "approx", "ca", "pref", "poss", "prob", "usu", "resp", "opp")
_LONG_DASHES = ("--", "–", "—")


@dataclass(frozen=True, slots=True)
class List:
    """Items marked ``a)``, ``(b)`` or ``1)``: from ``begin`` to ``end``, and the words of each item."""

    begin: int
    end: int
    items: tuple[Span, ...]


# ---------------------------------------------------------------- lists


def find_list(tokens: Sequence[Token], text: str) -> List | None:
    """Return the list of alternatives in a description, None without two items marked in order."""
    marks = _marks(tokens, text, "abcdefgh") or _marks(tokens, text, "12345678")
    if len(marks) < 2:
        return None
    end = _end_of_list(tokens, text, marks)
    begins = [begin for begin, _ in marks[1:]]
    items = tuple((after, stop) for (_, after), stop in zip(marks, [*begins, end], strict=True))
    return List(marks[0][0], end, items)


def _marks(tokens: Sequence[Token], text: str, labels: str) -> list[Span]:
    """Return where each mark begins and where its item does."""
    marks: list[Span] = []
    for number, token in enumerate(tokens[:-1]):
        if len(marks) == len(labels):
            break
        closing = tokens[number + 1]
        if token.word != labels[len(marks)] or closing.word != ")" or closing.start != token.end:
            continue
        if number and tokens[number - 1].word == "(" and tokens[number - 1].end == token.start:
            marks.append((number - 1, number + 2))
        elif not text[token.start - 1 : token.start].strip():
            marks.append((number, number + 2))
    return marks


def _end_of_list(tokens: Sequence[Token], text: str, marks: Sequence[Span]) -> int:
    """Return where the last item ends: with its line, if each item begins one."""
    if not all(begin == 0 or _breaks_line(tokens, text, begin) for begin, _ in marks[1:]):
        return len(tokens)
    last = marks[-1][1]
    return next((n for n in range(last + 1, len(tokens)) if _breaks_clause(tokens, text, n)), len(tokens))


def _breaks_line(tokens: Sequence[Token], text: str, number: int) -> bool:
    return "\n" in text[tokens[number - 1].end : tokens[number].start]


def _breaks_clause(tokens: Sequence[Token], text: str, number: int) -> bool:
    """Return True if a line ends before a word, and the sentence with it."""
    return (
        _breaks_line(tokens, text, number)
        and tokens[number - 1].word not in _JOINS_BEHIND
        and tokens[number].word not in _JOINS_AHEAD
    )


# ---------------------------------------------------------------- clauses and parts


def clause_spans(tokens: Sequence[Token], text: str, begin: int, end: int) -> Iterator[Span]:
    """Yield the clauses: semicolons, full stops and lines divide them."""
    first = begin
    for number in range(begin, end):
        if number > first and _breaks_clause(tokens, text, number):
            yield first, number
            first = number
        if tokens[number].word == ";" or _is_full_stop(tokens, text, number):
            if number > first:
                yield first, number
            first = number + 1
    if first < end:
        yield first, end


def _is_full_stop(tokens: Sequence[Token], text: str, number: int) -> bool:
    token = tokens[number]
    if token.word != "." or text[token.end : token.end + 1].strip():
        return False
    return number + 1 == len(tokens) or _word(tokens, number - 1) not in _ABBREVIATIONS


def segment_spans(tokens: Sequence[Token], text: str, begin: int, end: int) -> tuple[list[Span], int]:
    """Return the parts of a clause, divided by commas, colons and dashes, and how many are before a colon."""
    spans: list[Span] = []
    labels = 0
    first, depth = begin, 0
    is_balanced = _is_balanced(tokens[begin:end])
    for number in range(begin, end):
        word = tokens[number].word
        if is_balanced:
            depth += (word == "(") - (word == ")")
        if depth or not _divides(tokens, text, number, first):
            continue
        if number > first:
            spans.append((first, number))
        first = number + 1
        if word == ":" and not labels:
            labels = len(spans)
    if first < end:
        spans.append((first, end))
    return spans, labels


def _is_balanced(tokens: Sequence[Token]) -> bool:
    depth = 0
    for token in tokens:
        depth += (token.word == "(") - (token.word == ")")
        if depth < 0:
            return False
    return not depth


def _divides(tokens: Sequence[Token], text: str, number: int, first: int) -> bool:
    token = tokens[number]
    if token.word == ",":
        return not (_goes_on_with_lengths(tokens, number, first) or goes_on_with_shapes(tokens, number))
    if token.word == ":":
        return True
    is_apart = not text[token.start - 1 : token.start].strip() and not text[token.end : token.end + 1].strip()
    return token.word in _LONG_DASHES and is_apart and not re.match(r"[0-9]", _word(tokens, number - 1))


def _word(tokens: Sequence[Token], number: int) -> str:
    return tokens[number].word if 0 <= number < len(tokens) else ""


def _goes_on_with_lengths(tokens: Sequence[Token], comma: int, first: int) -> bool:
    """Return True for the comma of ``both minors, 5-4``: two suits, and their lengths."""
    before = [token.word for token in tokens[first:comma]]
    if not before or before[-1] not in PAIRS or before[:-1] not in ([], ["both"]):
        return False
    if (_word(tokens, comma + 1), _word(tokens, comma + 2)) == ("at", "least"):
        comma += 2
    high, low = _word(tokens, comma + 1), _word(tokens, comma + 3)
    if _word(tokens, comma + 2) not in DASHES or not re.fullmatch("[4-9][4-6]", high + low):
        return False
    return high >= low and _word(tokens, comma + 4) not in POINTS


_WHOLE = frozenset(("points", "shape"))


class Clause:
    """The text between two semicolons, full stops or lines; nothing outside changes its meaning.

    ``parts`` are the segments in order; ``labels`` are those before a colon, given by their number.
    """

    def __init__(self, parts: Sequence[Segment], labels: int = 0) -> None:
        self.parts = tuple(parts)
        self.labels = self.parts[:labels]
        self._rest = self.parts[labels:]

    @property
    def is_alternative(self) -> bool:
        """Return True if it begins with ``or``."""
        return bool(self.parts) and self.parts[0].alternative

    def reject(self) -> None:
        """Make all its conditions unknown."""
        reject(self.parts)

    def condition(self) -> c.Formula | None:
        """Return what the clause says of the hand, None if nothing. Ambiguous parts become unknown."""
        self._reject_scoped()
        self._reject_mixed()
        self._reject_ranges()
        labels = [part.condition for part in self.labels if _counts(part)]
        alternatives = self._alternatives()
        said = [*labels, *alternatives]
        return c.all_of(condition for condition in said if condition) if said else None

    def _reject_scoped(self) -> None:
        """Reject what ``if`` and the like reach, and the shapes behind a question or permission."""
        if any(part.scoped for part in self.parts):
            reject(self.parts)
        for number, part in enumerate(self.parts):
            if part.question or part.permitted:
                behind = self.parts[number + 1 :]
                reject(
                    other
                    for other in behind
                    if other.condition and kinds_of(other.condition) != {"points"} and not other.permitted
                )
                return

    def _reject_mixed(self) -> None:
        """Reject a mix of ``and`` and ``or`` beside other parts: it is not clear what they join."""
        said = [part for part in self._rest if _counts(part)]
        if len(said) > 1:
            reject(part for part in said if part.mixed)

    def _reject_ranges(self) -> None:
        """Reject a range of points for one kind of hand beside another range."""
        ranges = [part for part in self._rest if _counts(part) and "points" in _kinds([part])]
        is_listed = any(part.alternative for part in self._rest)
        if len(ranges) > 1 and not is_listed and any(_kinds([part]) >= _WHOLE for part in ranges):
            reject(ranges)

    def _alternatives(self) -> list[c.Formula]:
        """Return the conditions that all must fit."""
        sides: list[list[Segment]] = [[]]
        for part in self._rest:
            if part.alternative:
                sides.append([])
            sides[-1].append(part)
        if len(sides) == 1:
            return [part.condition for part in self._rest if _counts(part) and part.condition]
        said = [[part for part in side if _counts(part)] for side in sides]
        each = [part for side in said for part in side]
        if any(part.unknown for part in self._rest) or not all(said):
            reject(self._rest)
            return []
        if len({_kinds([part]) for part in each}) == 1 and _kinds(each) >= _WHOLE:
            return [c.any_of(_conditions(each))]
        if not _is_clear(said):
            reject(self._rest)
            return []
        return [c.any_of(c.all_of(_conditions(side)) for side in said)]


def _counts(part: Segment) -> bool:
    return part.is_about_hand and not part.permitted


def _conditions(parts: Sequence[Segment]) -> list[c.Formula]:
    return [part.condition for part in parts if part.condition]


def _kinds(parts: Sequence[Segment]) -> frozenset[str]:
    return frozenset().union(*(kinds_of(condition) for condition in _conditions(parts)))


def _is_clear(sides: Sequence[Sequence[Segment]]) -> bool:
    """Return True if ``or`` joins the sides in one way only: as wholes they are about the same."""
    if all(len(side) == 1 for side in sides):
        return True
    if len({_kinds(side) for side in sides}) > 1:
        return False
    return all(
        (len(left) == 1 or _kinds(left[-1:]) != _kinds(right))
        and (len(right) == 1 or _kinds(right[:1]) != _kinds(left))
        for left, right in pairwise(sides)
    )


def reject(parts: Iterable[Segment]) -> None:
    """Make parts unknown that have a condition."""
    for part in parts:
        if part.condition:
            part.unknown = True
