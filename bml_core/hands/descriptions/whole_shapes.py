"""Phrases about all four lengths: ``any 4441``, ``4=4=1=4``, ``5-4-3-1``, ``4414, 4405 or 3405``."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache

from bml_core.bridge import FULL_HAND
from bml_core.diagnostics import Diagnostic, Location
from bml_core.hands import conditions as c
from bml_core.hands.descriptions.tokens import SHAPE_MARK, Token
from bml_core.hands.shapes import ShapeSet, UnreadableError, parse_shapes

_BARE = re.compile("[0-9]{4}")
_JOINED = re.compile("[0-9]+(?:-[0-9]+){3}")

At = Callable[[int], Location]


class WrongShapeError(Exception):
    """A shape cannot be read; never leaves the readers of conditions and descriptions."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        super().__init__()
        self.diagnostics = diagnostics


def read_shapes(tokens: Sequence[Token], order: str, at: At, *, prose: bool) -> c.Formula:
    """Return the condition of a shape, or of a list of them; ``order`` is "any", "exactly" or "".

    ``at`` returns the place of an offset. Lengths that do not descend are spades to clubs, and so are the
    others of their list. Lengths that descend are in any order: joined as ``4-4-3-2``, and in a condition as
    ``4432``, which some players write for spades to clubs.

    Raises:
        UnreadableError: It is not a shape of a hand, or one that can be read in two ways.
        WrongShapeError: The same, with the diagnostics of the language of shapes.
    """
    shapes = [token for token in tokens if token.word.startswith(SHAPE_MARK)]
    if order == "any":
        return c.any_of(_in_any_order(token, at) for token in shapes)
    words = {token: token.word.removeprefix(SHAPE_MARK) for token in shapes}
    has_order = {
        pattern: any(pattern.fullmatch(word) and not _descends(word) for word in words.values())
        for pattern in (_BARE, _JOINED)
    }
    return c.any_of(_shape(token, word, has_order, at, prose=prose) for token, word in words.items())


def _shape(
    token: Token, word: str, has_order: dict[re.Pattern[str], bool], at: At, *, prose: bool
) -> c.Formula:
    if "(" in word:
        return c.Shaped(_shaped(word, at(token.start)))
    exact = _exact(token, word)
    if "=" in word or has_order[_JOINED if "-" in word else _BARE]:
        return exact
    if prose and "-" not in word:
        hint = f"Write {'-'.join(word)}, or {'='.join(word)} for spades to clubs."
        raise UnreadableError("BML611", f"{word} can be read in two ways.", token.start, hint)
    return c.Shaped(_in_every_order(tuple(sorted(_lengths(word)))), "-".join(map(str, _lengths(word))))


def _lengths(word: str) -> tuple[int, ...]:
    return tuple(map(int, re.split("[-=]", word) if len(word) > 4 else word))


def _descends(word: str) -> bool:
    return list(_lengths(word)) == sorted(_lengths(word), reverse=True)


def _in_any_order(token: Token, at: At) -> c.Formula:
    digits = re.sub("[^0-9]", "", token.word)
    return c.Shaped(_shaped(f"({digits})", at(token.start)), f"any {digits}")


def _exact(token: Token, word: str) -> c.Formula:
    """Return the condition of a shape that is spades to clubs."""
    lengths = _lengths(word)
    if sum(lengths) != FULL_HAND:
        message = f"The lengths {word} add up to {sum(lengths)}, and a hand has 13 cards."
        raise UnreadableError("BML612", message, token.start, "Correct them.")
    return c.Shaped(ShapeSet.from_shapes([lengths]), "=".join(map(str, lengths)))


@lru_cache(maxsize=64)
def _in_every_order(lengths: tuple[int, ...]) -> ShapeSet:
    return ShapeSet.of(lambda shape: tuple(sorted(shape)) == lengths)


def read_expression(token: Token, at: At) -> c.Formula:
    """Return the condition of ``shape 5s(431)``, in the language of shapes."""
    expression = token.written[len("shape") :].lstrip()
    offset = token.end - len(expression)
    if not expression:
        message, hint = "shape is not understood here.", "Write a shape, such as shape (4432)."
        raise UnreadableError("BML611", message, token.start, hint)
    if expression.startswith("{"):
        if not expression.endswith("}"):
            raise UnreadableError("BML613", "This { is not closed.", offset, "Write a } after it.")
        expression, offset = expression[1:-1], offset + 1
    return c.Shaped(_shaped(expression, at(offset)))


def _shaped(expression: str, place: Location) -> ShapeSet:
    shapes = parse_shapes(expression, place)
    if shapes.diagnostics:
        raise WrongShapeError(shapes.diagnostics)
    return shapes.value
