"""The forms that a pattern can have: ``....``, ``(..)..``, ``.s(...)``, ``.M.m(..)`` and so on.

A form says which of four lengths belong to which suits. With bounds for the four lengths it is a pattern: it
has shapes and a text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, permutations, product

from bml_core.bridge import SUITS
from bml_core.hands.shapes.patterns import box_mask
from bml_core.hands.shapes.sets import CARDS, Shape

#: The fewest and the most cards of each of the four lengths of a pattern.
Bounds = tuple[tuple[int, int], ...]

LARGEST_DIGIT = 9
ANY = (0, CARDS)
_HOMES = {"s": (0,), "h": (1,), "d": (2,), "c": (3,), "M": (0, 1), "m": (2, 3)}
_PARTS = re.compile(r"\((\.+)\)|\.([shdcMm]?)")


@dataclass(frozen=True, slots=True)
class Form:
    """A form, as in ``5s(431)`` with a dot for each length, and each way to give the lengths to suits."""

    template: str
    assignments: tuple[tuple[int, ...], ...]

    def mask(self, bounds: Bounds) -> int:
        """The shapes of the pattern with these bounds."""
        return _mask(self, bounds)

    def arranged(self, shape: Shape) -> Bounds:
        """The lengths of a shape in the order of the form, the longest first where it is free."""
        if self is FREE:
            lengths = tuple(sorted(shape, reverse=True))
        else:
            lengths = max(tuple(shape[suit] for suit in assignment) for assignment in self.assignments)
        return tuple((length, length) for length in lengths)

    def boxes(self, bounds: Bounds) -> set[Bounds]:
        """The bounds of spades, hearts, diamonds and clubs, for each way to give them to suits."""
        return {
            tuple(bounds[assignment.index(suit)] for suit in range(len(bounds)))
            for assignment in self.assignments
        }

    def text(self, bounds: Bounds) -> str:
        """The pattern with these bounds; they are such as have digits.

        >>> FREE.text(((4, 4), (4, 4), (4, 4), (1, 1)))
        '(4441)'
        """
        boxes = self.boxes(bounds)
        if len(boxes) == 1:
            return "".join(_length_text(*pair) for pair in boxes.pop())
        slots = iter(bounds)
        text = ""
        for group, letter in _PARTS.findall(self.template):
            lengths = sorted((next(slots) for _ in group or "."), key=_place)
            inside = "".join(_length_text(*pair) for pair in lengths)
            # Where no suit is named, lengths that are all alike stand as they are.
            is_free = group and (len(set(lengths)) > 1 or not self.template.startswith("("))
            text += f"({inside})" if is_free else inside + letter
        return text


def is_writable(low: int, high: int) -> bool:
    """Whether there are digits for such a length."""
    return low <= LARGEST_DIGIT and (high <= LARGEST_DIGIT or high == CARDS)


def _length_text(low: int, high: int) -> str:
    if (low, high) == ANY:
        return "x"
    if low == high:
        return str(low)
    if high == CARDS:
        return f"{low}+"
    return f"[{low}-{high}]" if low else f"{high}-"


def _place(pair: tuple[int, int]) -> float:
    """Where a length stands among others in parentheses: long suits first, any length before short ones."""
    low, high = pair
    if pair == ANY:
        return -2.75
    return -(low + 0.5) if high == CARDS else -(low + high) / 2


@lru_cache(maxsize=1 << 16)
def _mask(form: Form, bounds: Bounds) -> int:
    mask = 0
    for box in form.boxes(bounds):
        s, h, d, c = ((1 << high + 1) - (1 << low) for low, high in box)
        mask |= box_mask((s, h, d, c))
    return mask


def _form(template: str) -> Form:
    parts = _PARTS.findall(template)
    assignments: dict[tuple[int, ...], None] = {}
    for named in product(*(_HOMES[letter] for _, letter in parts if letter)):
        if len(set(named)) == len(named):
            suits, rest = iter(named), (suit for suit in range(len(SUITS)) if suit not in named)
            choices = (
                [(next(suits),)] if letter else permutations([next(rest) for _ in group or "."])
                for group, letter in parts
            )
            assignments.update(dict.fromkeys(tuple(chain(*order)) for order in product(*choices)))
    return Form(template, tuple(assignments))


BOX = _form("....")
FREE = _form("(....)")
FORMS = (
    FREE,
    *map(_form, (".s(...)", ".h(...)", ".d(...)", ".c(...)", ".M(...)", ".m(...)")),
    *map(_form, (".M.m(..)", "(..)(..)", ".M.d(..)", ".M.c(..)", ".s.m(..)", ".h.m(..)")),
    *map(_form, ("(..)..", ".(..).", "..(..)", ".h.c(..)", ".h.d(..)", ".s.d(..)")),
)
"""All forms but the one in which each length has its suit, the freer ones first."""
