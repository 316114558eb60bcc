"""Where a description divides: into lists, clauses, and the parts between two commas."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bml_core.hands.descriptions.tokens import Token

Span = tuple[int, int]

_JOINS_BEHIND = ("or", "and", "with", ",", "/")
_JOINS_AHEAD = ("or", "and", "with")
_SIGNS = ("=", "-")
_LONG_DASHES = ("--", "–", "—")


@dataclass(frozen=True, slots=True)
class List:
    """Items marked ``a)``, ``(b)``, ``1)``, ``A.`` or ``1.``, from ``begin`` to ``end``: words of each."""

    begin: int
    end: int
    items: tuple[Span, ...]


class Divider:
    """Divides a text, whose words are ``tokens``; ``shortened`` are words that a full stop ends."""

    def __init__(self, tokens: Sequence[Token], text: str, shortened: frozenset[str]) -> None:
        self._tokens = tokens
        self._text = text
        self._shortened = shortened
        # A text is divided more than once, so what divides it is looked for once.
        self._has_lines = "\n" in text
        self._ends = [n for n, token in enumerate(tokens) if token.word in ";." and self._ends_clause(n)]
        self._breaks = [n for n in range(1, len(tokens)) if self._breaks_clause(n)] if self._has_lines else []
        self._dividers = [
            n
            for n, token in enumerate(tokens)
            if token.word in "(),:" or (token.word in _SIGNS and self._is_divider(n))
        ]

    # ------------------------------------------------------------ lists

    def find_list(self) -> List | None:
        """Return the list of alternatives, None without two items marked in order."""
        marks = (self._marks("abcdefgh") or self._marks("12345678")) if ")" in self._text else []
        for labels in ("ABCDEFGH", "12345678"):
            if not marks and f"{labels[1]}." in self._text:
                marks = self._marks(labels, ".")
                marks = marks if self._is_beginning(marks) else []
        if len(marks) < 2:
            return None
        end = self._end_of_list(marks)
        begins = [begin for begin, _ in marks[1:]]
        items = tuple((after, stop) for (_, after), stop in zip(marks, [*begins, end], strict=True))
        return List(marks[0][0], end, items)

    def _marks(self, labels: str, sign: str = ")") -> list[Span]:
        """Return where each mark begins and where its item does; capitals must be written as such."""
        tokens = self._tokens
        marks: list[Span] = []
        for number, token in enumerate(tokens[:-1]):
            if len(marks) == len(labels):
                break
            closing = tokens[number + 1]
            label = token.written if labels.isupper() else token.word
            if label != labels[len(marks)] or closing.word != sign or closing.start != token.end:
                continue
            if number and tokens[number - 1].word == "(" and tokens[number - 1].end == token.start:
                marks.append((number - 1, number + 2))
            elif not self._text[token.start - 1 : token.start].strip():
                marks.append((number, number + 2))
        return marks

    def _is_beginning(self, marks: Sequence[Span]) -> bool:
        """Return True if the first mark begins a line, or comes after a colon."""
        first = marks[0][0] if marks else 1
        return not first or self._breaks_line(first) or self._word(first - 1) == ":"

    def _end_of_list(self, marks: Sequence[Span]) -> int:
        """Return where the last item ends: with its line, if each item begins one."""
        count = len(self._tokens)
        if not all(begin == 0 or self._breaks_line(begin) for begin, _ in marks[1:]):
            return count
        last = marks[-1][1]
        return next((n for n in range(last + 1, count) if self._breaks_clause(n)), count)

    def _breaks_line(self, number: int) -> bool:
        around = self._tokens[number - 1].end, self._tokens[number].start
        return self._has_lines and "\n" in self._text[slice(*around)]

    def _breaks_clause(self, number: int) -> bool:
        """Return True if a line ends before a word, and the sentence with it."""
        return (
            self._breaks_line(number)
            and self._tokens[number - 1].word not in _JOINS_BEHIND
            and self._tokens[number].word not in _JOINS_AHEAD
        )

    # ------------------------------------------------------------ clauses and parts

    def clauses(self, begin: int, end: int) -> Iterator[Span]:
        """Yield the clauses: semicolons, full stops and lines divide them."""
        first = begin
        for number in sorted({*self._breaks, *self._ends}):
            if not begin <= number < end:
                continue
            if number > first and number in self._breaks:
                yield first, number
                first = number
            if number in self._ends:
                if number > first:
                    yield first, number
                first = number + 1
        if first < end:
            yield first, end

    def _ends_clause(self, number: int) -> bool:
        """Return True for a semicolon, and for a full stop that ends more than a word."""
        token = self._tokens[number]
        if token.word == ";":
            return True
        if self._text[token.end : token.end + 1].strip():
            return False
        before = self._tokens[number - 1] if number else token
        # As in "e.g.".
        is_small = before.written.islower() or self._word(number - 2) == "."
        is_letter = is_small and before.word.isalpha() and len(before.word) == 1
        is_last = number + 1 == len(self._tokens)
        return is_last or not (is_letter or before.written.lower() in self._shortened)

    def parts(self, begin: int, end: int) -> tuple[list[Span], int]:
        """Return the parts of a clause, divided by commas, colons and dashes, and how many a colon ends.

        -1 are several colons: what comes after each holds in another case.
        """
        spans: list[Span] = []
        labels = 0
        first, depth = begin, 0
        marks = [number for number in self._dividers if begin <= number < end]
        is_balanced = self._is_balanced(marks)
        for number in marks:
            word = self._word(number)
            if is_balanced:
                depth += (word == "(") - (word == ")")
            if depth or word in "()":
                continue
            if number > first:
                spans.append((first, number))
            first = number + 1
            if word in (":", "="):
                labels = -1 if labels else len(spans)
        if first < end:
            spans.append((first, end))
        return spans, labels

    def _is_balanced(self, marks: Sequence[int]) -> bool:
        depth = 0
        for number in marks:
            depth += (self._word(number) == "(") - (self._word(number) == ")")
            if depth < 0:
                return False
        return not depth

    def _is_divider(self, number: int) -> bool:
        """Return True for a long dash, and for any sign between a name and what it means."""
        token, before = self._tokens[number], self._word(number - 1)
        around = self._text[max(token.start - 1, 0) : token.start] + self._text[token.end : token.end + 1]
        if around.strip():
            return False
        is_name = len(around) > 1 and before.isalpha()
        return is_name or (token.written in _LONG_DASHES and not before[:1].isdecimal())

    def _word(self, number: int) -> str:
        return self._tokens[number].word if 0 <= number < len(self._tokens) else ""
