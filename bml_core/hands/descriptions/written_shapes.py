"""Shapes as players write them: ``5-4-3-1`` in any order, ``5=4=3=1`` of the suits, and expressions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from bml_core.bridge import FULL_HAND
from bml_core.diagnostics import Location
from bml_core.hands import conditions as c
from bml_core.hands.descriptions.tokens import SHAPE_MARK, NoHandError, Token
from bml_core.hands.shapes import ShapeSet, UnreadableError, parse_shapes

_BARE = re.compile("[0-9]{4}")
_FLAT = "4333"
_BALANCED = frozenset((_FLAT, "4432", "5332"))
_JOINED = re.compile("[0-9]+(?:-[0-9]+){3}")


def read_shapes(tokens: Sequence[Token], order: str, *, prose: bool) -> c.Formula:
    """Return the condition of a shape, or of a list of them; ``order`` is "any", "exactly" or "".

    Lengths that do not descend are spades to clubs, and so are the others of their list. Lengths that descend
    are in any order: joined as ``4-4-3-2``, and in a condition as ``4432``, which some players write for
    spades to clubs.

    Raises:
        UnreadableError: It is not a shape of a hand, or one that can be read in two ways.
    """
    shapes = [token for token in tokens if token.word.startswith(SHAPE_MARK)]
    if order == "any":
        each = ((re.sub("[^0-9]", "", token.word), token.start) for token in shapes)
        return c.any_of(c.Shaped(_shaped(f"({digits})", at), f"any {digits}") for digits, at in each)
    words = {token: token.word.removeprefix(SHAPE_MARK) for token in shapes}
    has_order = {
        pattern: any(pattern.fullmatch(word) and not _descends(word) for word in words.values())
        for pattern in (_BARE, _JOINED)
    }
    # In a list such as 4333, 4432 or 5332 nobody means the order of the suits.
    is_list = len(words) > 1 and _BALANCED.issuperset(words.values())
    try:
        return c.any_of(
            _shape(token, word, has_order, prose=prose and not is_list) for token, word in words.items()
        )
    except NoHandError as error:
        if len(words) == 1:
            raise
        # A hand may have another shape of the list.
        raise UnreadableError(error.code, error.message, error.offset, error.hint) from error


def _shape(token: Token, word: str, has_order: dict[re.Pattern[str], bool], *, prose: bool) -> c.Formula:
    if "(" in word:
        return c.Shaped(_shaped(word, token.start))
    exact = _exact(token, word)
    if "=" in word or has_order[_JOINED if "-" in word else _BARE]:
        return exact
    # Whichever suit has four cards, players call such a hand 4333.
    if prose and "-" not in word and word != _FLAT:
        hint = f"Write {'-'.join(word)}, or {'='.join(word)} for spades to clubs."
        raise UnreadableError("BML611", f"{word} can be read in two ways.", token.start, hint)
    return c.Shaped(in_every_order(lengths_in(word)), "-".join(map(str, lengths_in(word))))


def lengths_in(word: str) -> tuple[int, ...]:
    """Return the lengths of a shape in the order in which they are written: ``5431``, ``5-4-3-1``."""
    return tuple(map(int, re.split("[-=]", word) if len(word) > 4 else word))


def _descends(word: str) -> bool:
    return list(lengths_in(word)) == sorted(lengths_in(word), reverse=True)


def _exact(token: Token, word: str) -> c.Formula:
    """Return the condition of a shape that is spades to clubs."""
    lengths = lengths_in(word)
    if sum(lengths) != FULL_HAND:
        message = f"The lengths {word} add up to {sum(lengths)}, and a hand has 13 cards."
        # 0314 is an answer to a question for key cards.
        error = NoHandError if "=" in word else UnreadableError
        raise error("BML612", message, token.start, "Correct them.")
    return c.Shaped(ShapeSet.from_shapes([lengths]), "=".join(map(str, lengths)))


@lru_cache(maxsize=64)
def in_every_order(lengths: tuple[int, ...]) -> ShapeSet:
    """Return the shapes of some lengths, whichever suits these are of."""
    ordered = sorted(lengths)
    return ShapeSet.of(lambda shape: sorted(shape) == ordered)


def read_expression(token: Token) -> c.Formula:
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
    return c.Shaped(_shaped(expression, offset))


def _shaped(expression: str, offset: int) -> ShapeSet:
    shapes = parse_shapes(expression, Location("text", 1, offset + 1))
    for found in shapes.diagnostics:
        raise UnreadableError(found.code, found.message, found.location.column - 1, found.hint)
    return shapes.value
