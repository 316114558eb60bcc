"""Where a description divides: clauses, the parts between commas, and lists of alternatives."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bml_core.hands.descriptions.tokens import Token
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
