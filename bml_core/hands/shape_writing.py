"""Back from a set of shapes to a short expression in the language of dealer.dpp.

A *structure* says which lengths of a pattern belong to which suits: ``(....)``, ``.s(...)``, ``.M.m(..)`` and
so on. Each is tried for the whole set, alone, with a condition, or with something taken away; and the set is
covered by the largest patterns that lie in it. The shortest text wins. It always means exactly the set.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations, product

from bml_core.hands.shape_conditions import read_condition
from bml_core.hands.shape_patterns import box_mask
from bml_core.hands.shape_scanning import Scanner
from bml_core.hands.shapes import CARDS, EVERY_SHAPE, SHAPES, Shape

#: The fewest and the most cards of each of the four lengths of a pattern.
_Bounds = tuple[tuple[int, int], ...]
_NOTHING = "xxxx - xxxx"
_HOMES = {"s": (0,), "h": (1,), "d": (2,), "c": (3,), "M": (0, 1), "m": (2, 3)}
_LARGEST_DIGIT = 9
_LETTERS = re.compile(r"[shdcMm]")
_AT_MOST = re.compile(r"[0-9]-(?![0-9]\])")
#: Leaving out more shapes than this is not shorter than naming those that stay.
_MOST_LEFT_OUT = 150


@dataclass(frozen=True, slots=True)
class _Structure:
    """The suits named, such as "sM", and each way to give the four lengths to suits."""

    named: str
    assignments: tuple[tuple[int, ...], ...]

    def mask(self, bounds: _Bounds) -> int:
        lengths = [_bits(*pair) for pair in bounds]
        mask = 0
        for assignment in self.assignments:
            box = [0] * 4
            for suit, allowed in zip(assignment, lengths, strict=True):
                box[suit] = allowed
            mask |= box_mask((box[0], box[1], box[2], box[3]))
        return mask

    def arranged(self, shape: Shape) -> tuple[int, ...]:
        """The lengths of a shape in the order of the pattern, the longest first where it is free."""
        return max(tuple(shape[suit] for suit in assignment) for assignment in self.assignments)

    def text(self, bounds: _Bounds) -> str:
        lengths = [_length_text(*pair) for pair in bounds]
        if self.named == "shdc":
            return "".join(lengths)
        named = "".join(map("".join, zip(lengths, self.named, strict=False)))
        return f"{named}({''.join(lengths[len(self.named) :])})"


def _structure(named: str) -> _Structure:
    assignments: dict[tuple[int, ...], None] = {}
    for chosen in product(*(_HOMES[letter] for letter in named)):
        if len(set(chosen)) == len(chosen):
            rest = [suit for suit in range(4) if suit not in chosen]
            assignments.update(dict.fromkeys((*chosen, *order) for order in permutations(rest)))
    return _Structure(named, tuple(assignments))


_NAMES = ("shdc", "", *"shdcMm", "Mm", "sh", "sd", "sc", "hd", "hc", "dc", "Md", "Mc", "sm", "hm")


@lru_cache(maxsize=1)
def _structures() -> tuple[_Structure, ...]:
    return tuple(_structure(named) for named in _NAMES)


def _bits(low: int, high: int) -> int:
    return (1 << high + 1) - (1 << low)


def _length_text(low: int, high: int) -> str:
    if (low, high) == (0, CARDS):
        return "x"
    if low == high:
        return str(low)
    if high == CARDS:
        return f"{low}+"
    return f"[{low}-{high}]" if low else f"{high}-"


def _writable(low: int, high: int) -> bool:
    return low <= _LARGEST_DIGIT and (high <= _LARGEST_DIGIT or high == CARDS)


@lru_cache(maxsize=1024)
def write_shapes(mask: int) -> str:
    """A short expression for the shapes of ``mask``.

    >>> write_shapes(EVERY_SHAPE)
    'xxxx'
    """
    if not mask:
        return _NOTHING
    texts = [*_whole(mask), " + ".join(_cover(mask))]
    return min(texts, key=lambda text: (_effort(text), text))


def _effort(text: str) -> int:
    """How hard a text is to read: its length, and more for what needs thought."""
    return len(text) + 2 * len(_AT_MOST.findall(text)) + len(_LETTERS.findall(text))


def _whole(mask: int) -> Iterator[str]:
    """Expressions that come from one pattern around the whole set."""
    shapes = [shape for number, shape in enumerate(SHAPES) if mask >> number & 1]
    met = EVERY_SHAPE
    for _, meeting in _comparisons():
        met &= meeting if not mask & ~meeting else EVERY_SHAPE
    for structure in _structures():
        arranged = [structure.arranged(shape) for shape in shapes]
        bounds = tuple((min(column), max(column)) for column in zip(*arranged, strict=True))
        if not all(_writable(*pair) for pair in bounds):
            bounds = tuple((low, high) if _writable(low, high) else (min(low, 9), 13) for low, high in bounds)
        around = structure.mask(bounds)
        text = structure.text(_relaxed(structure, bounds))
        if around == mask:
            yield text
            continue
        if around & met == mask:
            wider = _relaxed(structure, bounds, met)
            yield f"{structure.text(wider)}:{','.join(_conditions(mask, structure.mask(wider)))}"
        left_out = around & ~mask
        if left_out.bit_count() <= _MOST_LEFT_OUT:
            yield " - ".join((text, *_cover(left_out)))


def _relaxed(structure: _Structure, bounds: _Bounds, met: int = EVERY_SHAPE) -> _Bounds:
    """Bounds that mean the same among the shapes of ``met``, and are shorter to write."""
    found = (_widened(structure, bounds, met, any_first=any_first) for any_first in (False, True))
    return min(found, key=lambda widened: _effort(structure.text(widened)))


def _widened(structure: _Structure, bounds: _Bounds, met: int, *, any_first: bool) -> _Bounds:
    mask = structure.mask(bounds) & met
    for slot, (low, high) in enumerate(bounds):
        if low == high:
            continue
        choices = [(low, CARDS), (0, CARDS), (0, high)]
        if any_first:
            choices.insert(0, (0, CARDS))
        for choice in choices:
            changed = (*bounds[:slot], choice, *bounds[slot + 1 :])
            if _writable(*choice) and structure.mask(changed) & met == mask:
                bounds = changed
                break
    return bounds


@lru_cache(maxsize=1)
def _comparisons() -> tuple[tuple[str, int], ...]:
    """Simple conditions, the stronger ones first, with the shapes that meet them."""
    pairs = [(a, b) for number, a in enumerate("shdc") for b in "shdc"[number + 1 :]]
    texts = [f"{a}=={b}" for a, b in pairs]
    both = [*pairs, *((b, a) for a, b in pairs)]
    texts += [f"{a}{sign}{b}" for sign in (">", ">=", "!=") for a, b in both]
    for other in "hdc":
        texts += [f"s+{other}=={total}" for total in range(CARDS + 1)]
        texts += [f"s+{other}>={total}" for total in range(CARDS, 0, -1)]
        texts += [f"s+{other}<={total}" for total in range(CARDS)]
    return tuple((text, read_condition(Scanner(text), lambda _: False).mask(EVERY_SHAPE)) for text in texts)


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


def _cover(mask: int) -> list[str]:
    """Patterns within the set that together are the set."""
    patterns: list[tuple[str, int]] = []
    left = mask
    while left:
        seed = SHAPES[(left & -left).bit_length() - 1]
        text, covered = max(_grown(seed, mask), key=lambda found: _worth(found, left))
        patterns.append((text, covered))
        left &= ~covered
    return [text for number, (text, _) in enumerate(patterns) if not _is_spare(patterns, number)]


def _worth(found: tuple[str, int], left: int) -> float:
    return (found[1] & left).bit_count() / (_effort(found[0]) + 3)


def _is_spare(patterns: list[tuple[str, int]], number: int) -> bool:
    others = 0
    for other, (_, mask) in enumerate(patterns):
        others |= mask if other > number else 0
    own = patterns[number][1]
    return not own & ~others


def _grown(seed: Shape, mask: int) -> Iterator[tuple[str, int]]:
    """For each structure the pattern that grows from ``seed`` and stays within ``mask``."""
    for structure in _structures():
        bounds: _Bounds = tuple((length, length) for length in structure.arranged(seed))
        # Ten cards and more have no digit: such a length is what the others leave.
        bounds = tuple((low, high) if low <= _LARGEST_DIGIT else (0, CARDS) for low, high in bounds)
        covered = structure.mask(bounds)
        if covered & ~mask:
            continue
        while True:
            steps = [(structure.mask(wider), wider) for wider in _wider(bounds)]
            steps = [(found, wider) for found, wider in steps if not found & ~mask]
            best = max(steps, key=lambda step: step[0].bit_count(), default=(0, bounds))
            if best[0].bit_count() <= covered.bit_count():
                break
            covered, bounds = best
        bounds = _relaxed(structure, bounds)
        yield structure.text(bounds), covered


def _wider(bounds: _Bounds) -> Iterable[_Bounds]:
    """Bounds by a card wider: one length may be longer, another one shorter."""
    for up, down in permutations(range(4), 2):
        high = bounds[up][1] + 1
        wider = list(bounds)
        wider[up] = (bounds[up][0], CARDS if high > _LARGEST_DIGIT else high)
        wider[down] = (max(0, bounds[down][0] - 1), bounds[down][1])
        yield tuple(wider)
