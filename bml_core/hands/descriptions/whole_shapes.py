"""Phrases about all four lengths: ``any 4441``, ``4=4=1=4``, ``5-4-3-1``, ``4414, 4405 or 3405``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from bml_core.bridge import FULL_HAND
from bml_core.diagnostics import Location
from bml_core.hands import conditions as c
from bml_core.hands.descriptions.cursor import Cursor, Token, UnreadableError, WrongShapeError
from bml_core.hands.shapes import ShapeSet, parse_shapes

_BARE = re.compile("[0-9]{4}")
_JOINED = re.compile("[0-9]+(?:-[0-9]+){3}")

At = Callable[[int], Location]


def read_shape(cursor: Cursor, at: At, *, prose: bool) -> c.Formula | None:
    """Return the condition of a shape, or of a list of them, None if none follows.

    ``at`` returns the place of an offset. In prose a list may hold shapes in any form; elsewhere only of four
    digits, since a comma means that both must fit.

    Raises:
        UnreadableError: It is no shape of a hand, or one that can be read in two ways.
        WrongShapeError: The same, with the diagnostics of the language of shapes.
    """
    begin = cursor.at
    word = cursor.take("any", "exactly")
    is_marked = cursor.at < cursor.end and cursor.tokens[cursor.at].is_shape
    is_read = _BARE.fullmatch(cursor.word) if word == "any" else not word and _has_order(cursor)
    if is_marked or is_read:
        return _listed(cursor, at, any_order=word == "any", prose=prose)
    cursor.at = begin
    return _expression(cursor, at) if re.match(r"shape([\s{]|$)", cursor.word) else None


def goes_on_with_shapes(tokens: Sequence[Token], comma: int) -> bool:
    """Return True for a comma between two shapes of a list."""
    behind = comma + _joint(tokens, comma, 1)
    return comma > 0 and behind < len(tokens) and _is_shape(tokens[comma - 1]) and _is_shape(tokens[behind])


def _is_shape(token: Token) -> bool:
    return token.is_shape or _BARE.fullmatch(token.word) is not None


def _is_here(cursor: Cursor, *, prose: bool) -> bool:
    """Return True if the next word goes on with a list; four digits do even if they are no shape."""
    if cursor.at >= cursor.end:
        return False
    token = cursor.tokens[cursor.at]
    return _is_shape(token) and (prose or not token.is_shape)


def _listed(cursor: Cursor, at: At, *, any_order: bool, prose: bool) -> c.Formula:
    """Return the condition of a list; commas and ``or`` are between its shapes."""
    shapes: list[c.Formula] = []
    is_ordered = False
    before = ""
    while True:
        token = cursor.tokens[cursor.at]
        if not before or _JOINED.fullmatch(before) is None:
            is_ordered = _has_order(cursor)
        before = token.word
        if any_order:
            shapes.append(_in_any_order(token, at))
        elif _BARE.fullmatch(token.word) or (_JOINED.fullmatch(token.word) and is_ordered):
            shapes.append(_exact(token))
        else:
            shapes.append(_written(token, at))
        cursor.at += 1
        end = cursor.at
        cursor.at += _joint(cursor.tokens, end, 1)
        if cursor.at == end or not _is_here(cursor, prose=prose):
            cursor.at = end
            return c.any_of(shapes)


def _joint(tokens: Sequence[Token], number: int, way: int) -> int:
    """Return how many words from ``number`` on, forwards or backwards, join two shapes of a list."""
    one, other = (tokens[n].word if 0 <= n < len(tokens) else "" for n in (number, number + way))
    if {one, other} == {",", "or"}:
        return 2
    return int(one in (",", "or", "/"))


def _has_order(cursor: Cursor) -> bool:
    """Return True if the shapes of a list are spades to clubs: the lengths of one of them do not descend."""
    word = cursor.word
    pattern = _BARE if _BARE.fullmatch(word) else _JOINED
    if not pattern.fullmatch(word) or (pattern is _BARE and sum(map(int, word)) != FULL_HAND):
        return False
    return not _descends(word) or any(
        not _descends(other) for way in (1, -1) for other in _neighbours(cursor, pattern, way)
    )


def _neighbours(cursor: Cursor, pattern: re.Pattern[str], way: int) -> Iterator[str]:
    """Yield the shapes of the same form that a list joins with the next word, forwards or backwards."""
    tokens, number = cursor.tokens, cursor.at
    while step := _joint(tokens, number + way, way):
        number += way * (step + 1)
        if not 0 <= number < len(tokens) or not pattern.fullmatch(tokens[number].word):
            return
        yield tokens[number].word


def _lengths(word: str) -> tuple[int, ...]:
    return tuple(map(int, re.split("[-=]", word) if len(word) > 4 else word))


def _descends(word: str) -> bool:
    return list(_lengths(word)) == sorted(_lengths(word), reverse=True)


def _in_any_order(token: Token, at: At) -> c.Formula:
    digits = re.sub("[^0-9]", "", token.word)
    return c.Shaped(_shaped(f"({digits})", at(token.start)), f"any {digits}")


def _exact(token: Token) -> c.Formula:
    """Return the condition of a shape that is spades to clubs."""
    lengths = _lengths(token.word)
    if sum(lengths) != FULL_HAND:
        message = f"The lengths {token.word} add up to {sum(lengths)}, and a hand has 13 cards."
        raise UnreadableError("BML612", message, token.start, "Correct them.")
    return c.Shaped(ShapeSet.from_shapes([lengths]), "=".join(map(str, lengths)))


def _written(token: Token, at: At) -> c.Formula:
    """Return the condition of a shape: ``4=4=1=4`` is spades to clubs, ``5-4-3-1`` any order."""
    if "(" in token.word:
        return c.Shaped(_shaped(token.word, at(token.start)))
    exact = _exact(token)
    if "=" in token.word:
        return exact
    return c.Shaped(_in_every_order(tuple(sorted(_lengths(token.word)))), token.word)


@lru_cache(maxsize=64)
def _in_every_order(lengths: tuple[int, ...]) -> ShapeSet:
    return ShapeSet.of(lambda shape: tuple(sorted(shape)) == lengths)


def _expression(cursor: Cursor, at: At) -> c.Formula:
    token = cursor.tokens[cursor.at]
    cursor.at += 1
    expression = token.written[len("shape") :].lstrip()
    if not expression:
        raise cursor.unknown("Write a shape, such as shape (4432).")
    offset = token.end - len(expression)
    if expression.startswith("{"):
        if not expression.endswith("}"):
            raise UnreadableError("BML613", "This { is not closed.", offset, "Write a } behind it.")
        expression, offset = expression[1:-1], offset + 1
    return c.Shaped(_shaped(expression, at(offset)))


def _shaped(expression: str, place: Location) -> ShapeSet:
    shapes = parse_shapes(expression, place)
    if shapes.diagnostics:
        raise WrongShapeError(shapes.diagnostics)
    return shapes.value
