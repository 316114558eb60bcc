"""Sets of shapes as sums of patterns: all of them exact, or as large as they can be."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import permutations

from bml_core.hands.shapes.forms import ANY, BOX, FORMS, LARGEST_DIGIT, Bounds, Form, is_writable
from bml_core.hands.shapes.sets import CARDS, EVERY_SHAPE, SHAPES, Shape

#: So many patterns are looked for with care; what is left then is no set that a person speaks of.
_CAREFUL = 12
_LENGTH = re.compile(r"\[[^]]*\]|[0-9x][+-]?")
_LETTER = re.compile(r"[shdcMm]")
#: What lengths cost besides their characters, by their last one: those with an upper bound need thought.
_COSTS = {"-": 7, "]": 12}
#: Two suits of which one may be anything: M and m say it better.
_ONE_OF_TWO = re.compile(r"\((?:x[^x()]+|[^x()]+x)\)")


def effort(text: str) -> int:
    """How hard an expression is to read: its length, and more for what needs thought."""
    cost = len(text) + len(_LETTER.findall(text)) + 3 * text.count(" - ") + 4 * len(_ONE_OF_TWO.findall(text))
    for pattern in re.split(" [-+] ", text):
        cost += sum(_COSTS.get(length[-1], 2) for length in set(_LENGTH.findall(pattern)))
    return cost


def exact(mask: int, most: int) -> list[str]:
    """At most so many patterns of single lengths, such as ``(4432)``, that are the set; else none."""
    texts: list[str] = []
    left = mask
    while left and len(texts) < most:
        seed = _lowest(left)
        form, own = _freest(seed, mask)[0]
        texts.append(form.text(written(form.arranged(seed))))
        left &= ~own
    return [] if left else sorted(texts)


def cover(mask: int) -> list[str]:
    """Patterns within the set that together are the set."""
    patterns: list[tuple[str, int]] = []
    left = mask
    while left:
        seed = _lowest(left)
        forms = [form for form, _ in _freest(seed, mask)] if len(patterns) < _CAREFUL else []
        grown = (_grown(form, seed, mask) for form in dict.fromkeys((*forms, BOX)))
        found = max(grown, key=lambda pattern: (pattern[1] & left).bit_count() / (effort(pattern[0]) + 3))
        patterns.append(found)
        left &= ~found[1]
    needed = (text for number, (text, _) in enumerate(patterns) if _is_needed(patterns, number))
    return sorted(needed)


def relaxed(form: Form, bounds: Bounds, among: int = EVERY_SHAPE) -> Bounds:
    """Bounds that mean the same among some shapes, and are easier to read.

    >>> relaxed(BOX, ((5, 5), (0, 8), (0, 8), (0, 8)))
    ((5, 5), (0, 13), (0, 13), (0, 13))
    """
    longer = _widened(form, bounds, among, lambda low, high: [(low, CARDS)])
    candidates = [
        bounds,
        _widened(form, bounds, among, lambda low, high: [ANY, (low, CARDS), (0, high)] * (low < high)),
        _widened(form, bounds, among, lambda low, high: [(low, CARDS), ANY, (0, high)] * (low < high)),
        _widened(form, longer, among, lambda low, high: [(less, CARDS) for less in range(1, low)]),
    ]
    return min(candidates, key=lambda each: effort(form.text(each)))


def written(bounds: Bounds) -> Bounds:
    """Bounds that have digits: a length of ten cards and more is what the others leave."""
    return tuple(
        ANY if low > LARGEST_DIGIT else (low, high if high <= LARGEST_DIGIT else CARDS)
        for low, high in bounds
    )


def _widened(
    form: Form, bounds: Bounds, among: int, wider: Callable[[int, int], Iterable[tuple[int, int]]]
) -> Bounds:
    mask = form.mask(bounds) & among
    for slot, (low, high) in enumerate(bounds):
        for choice in wider(low, high):
            changed = (*bounds[:slot], choice, *bounds[slot + 1 :])
            if is_writable(*choice) and form.mask(changed) & among == mask:
                bounds = changed
                break
    return bounds


def _lowest(mask: int) -> Shape:
    return SHAPES[(mask & -mask).bit_length() - 1]


def _freest(seed: Shape, mask: int) -> list[tuple[Form, int]]:
    """The forms in which all with the lengths of a shape is in the set, with those shapes; most come first.

    Of forms that say the same the one that is easiest to read is there, and none that says a part of another.
    """
    found: list[tuple[int, int, int, Form, int]] = []
    for number, form in enumerate((*FORMS, BOX)):
        bounds = form.arranged(seed)
        own = form.mask(bounds)
        if not own & ~mask:
            cost = effort(form.text(written(bounds)))
            found.append((-own.bit_count(), cost, number, form, own))
    found.sort(key=lambda each: each[:3])
    freest: list[tuple[Form, int]] = []
    for *_, form, own in found:
        if not any(own & other == own for _, other in freest):
            freest.append((form, own))
    return freest


def _is_needed(patterns: Sequence[tuple[str, int]], number: int) -> bool:
    others = 0
    for _, mask in patterns[number + 1 :]:
        others |= mask
    return bool(patterns[number][1] & ~others)


def _grown(form: Form, seed: Shape, mask: int) -> tuple[str, int]:
    """The pattern that grows from a shape and stays within the set."""
    bounds = written(form.arranged(seed))
    covered = form.mask(bounds)
    while True:
        steps = [(form.mask(wider), wider) for wider in _wider(bounds)]
        best = max(
            ((found, wider) for found, wider in steps if not found & ~mask),
            key=lambda step: step[0].bit_count(),
            default=(0, bounds),
        )
        if best[0].bit_count() <= covered.bit_count():
            return form.text(relaxed(form, bounds)), covered
        covered, bounds = best


def _wider(bounds: Bounds) -> Iterator[Bounds]:
    """Bounds by a card wider: one length may be longer, another one shorter."""
    for up, down in permutations(range(len(bounds)), 2):
        high = bounds[up][1] + 1
        wider = list(bounds)
        wider[up] = (bounds[up][0], CARDS if high > LARGEST_DIGIT else high)
        wider[down] = (max(0, bounds[down][0] - 1), bounds[down][1])
        yield tuple(wider)
