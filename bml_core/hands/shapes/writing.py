"""Back from a set of shapes to a short expression in the language of dealer.dpp.

The set is tried as a few exact patterns; as one pattern, alone, with a condition, or with something taken
away; and as the sum of the largest patterns that lie in it. The text that is easiest to read wins. It always
means exactly the set.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import combinations, permutations

from bml_core.hands.shapes.covers import cover, effort, exact, relaxed, written
from bml_core.hands.shapes.forms import BOX, FORMS, FREE, Bounds, Form
from bml_core.hands.shapes.sets import CARDS, EVERY_SHAPE, LENGTH_MASKS, SHAPES, Shape, ShapeSet

_ENDS = {0: "xxxx - xxxx", EVERY_SHAPE: "xxxx"}
_SIGNS: dict[str, Callable[[int, int], bool]] = {
    "==": operator.eq,
    ">": operator.gt,
    ">=": operator.ge,
    "!=": operator.ne,
}
_BOUNDS = re.compile(r"[0-9][-+]|\[|x")
#: So many patterns of single lengths are what a player would write rather than bounds, with some more effort.
_FEW, _MORE_FOR_FEW = 2, 16
#: A text of so little effort is not tried to be bettered.
_EASY = 20
#: Leaving out more shapes than this is not shorter than naming those that stay.
_MOST_LEFT_OUT = 150


@lru_cache(maxsize=1024)
def write_shapes(mask: int) -> str:
    """A short expression for the shapes of ``mask``.

    >>> write_shapes(EVERY_SHAPE)
    'xxxx'
    """
    if mask in _ENDS:
        return _ENDS[mask]
    few = exact(mask, _FEW)
    if len(few) == 1:
        return few[0]
    best = _easiest(mask)
    together = " + ".join(few)
    more = _MORE_FOR_FEW if _BOUNDS.search(best) else 0
    return together if few and effort(together) <= effort(best) + more else best


def _easiest(mask: int) -> str:
    texts: list[str] = []
    for found in (_whole, _conditioned, _with_less, _sum):
        texts += found(mask)
        if any(effort(text) <= _EASY for text in texts):
            break
    return min(texts, key=lambda text: (effort(text), text))


def _sum(mask: int) -> Iterator[str]:
    yield " + ".join(cover(mask))


def _whole(mask: int) -> Iterator[str]:
    """Patterns that are the whole set."""
    for form in FORMS:
        shapes = _representatives(form, mask)
        bounds = written(_around(form, shapes)) if shapes else None
        if bounds and form.mask(bounds) == mask:
            yield form.text(relaxed(form, bounds))
            # The forms that follow are less free, and say the same with more.
            return


def _with_less(mask: int) -> Iterator[str]:
    """Patterns from which something is taken away."""
    for form in (FREE, BOX):
        bounds = written(_around(form, ShapeSet(mask)))
        left_out = form.mask(bounds) & ~mask
        less = _parts(left_out) if left_out else []
        if less:
            yield " - ".join((form.text(relaxed(form, bounds)), *less))


def _parts(left_out: int) -> list[str]:
    """Patterns that together are what is left out; none if they would be many."""
    single = exact(left_out, _FEW) or list(_whole(left_out))
    return single or (cover(left_out) if left_out.bit_count() <= _MOST_LEFT_OUT else [])


def _representatives(form: Form, mask: int) -> list[Shape]:
    """Shapes of which, if their suits may change as in a form, the set is made; none if it is not."""
    shapes = []
    left = mask
    while left:
        shape = SHAPES[(left & -left).bit_length() - 1]
        own = form.mask(form.arranged(shape))
        if own & ~mask:
            return []
        shapes.append(shape)
        left &= ~own
    return shapes


def _around(form: Form, shapes: Iterable[Shape]) -> Bounds:
    """The closest bounds around some shapes."""
    columns = zip(*(form.arranged(shape) for shape in shapes), strict=True)
    return tuple((min(column)[0], max(column)[1]) for column in columns)


# ---------------------------------------------------------------- conditions


def _conditioned(mask: int) -> Iterator[str]:
    """A pattern with conditions on the lengths of two suits."""
    bounds = written(_around(BOX, ShapeSet(mask)))
    met = EVERY_SHAPE
    for _, meeting in _comparisons():
        met &= meeting if not mask & ~meeting else EVERY_SHAPE
    around = BOX.mask(bounds)
    if around & met == mask:
        wider = relaxed(BOX, bounds, met)
        yield ":".join((BOX.text(wider), *filter(None, [",".join(_conditions(mask, BOX.mask(wider)))])))


@lru_cache(maxsize=1)
def _comparisons() -> tuple[tuple[str, int], ...]:
    """Simple conditions, the stronger ones first, with the shapes that meet them."""
    found: dict[str, int] = {}
    for sign, meets in _SIGNS.items():
        pairs = permutations("shdc", 2) if sign.startswith(">") else combinations("shdc", 2)
        found.update({f"{a}{sign}{b}": _meeting(a, b, meets) for a, b in pairs})
    lengths = range(CARDS + 1)
    for b in "hdc":
        totals = [_adding_up("s", b, total) for total in lengths]
        found.update({f"s+{b}=={total}": mask for total, mask in enumerate(totals)})
        found.update({f"s+{b}>={total}": sum(totals[total:]) for total in reversed(lengths)})
        found.update({f"s+{b}<={total}": sum(totals[: total + 1]) for total in lengths})
    return tuple(found.items())


def _meeting(a: str, b: str, meets: Callable[[int, int], bool]) -> int:
    """The shapes whose lengths of two suits meet a condition."""
    of_a, of_b = LENGTH_MASKS["shdc".index(a)], LENGTH_MASKS["shdc".index(b)]
    return sum(
        one & sum(other for n, other in enumerate(of_b) if meets(length, n))
        for length, one in enumerate(of_a)
    )


def _adding_up(a: str, b: str, total: int) -> int:
    return _meeting(a, b, lambda one, other: one + other == total)


def _conditions(mask: int, around: int) -> list[str]:
    """As few conditions as leave just ``mask`` of ``around``, where all together do."""
    chosen: list[tuple[str, int]] = []
    left = around
    for text, met in _comparisons():
        if not mask & ~met and left & ~met:
            chosen.append((text, met))
            left &= met
    for entry in tuple(chosen):
        left = around
        others = [other for other in chosen if other is not entry]
        for _, met in others:
            left &= met
        chosen = others if left == mask else chosen
    return [text for text, _ in chosen]
