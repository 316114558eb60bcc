"""Sets of shapes, and the language of dealer.dpp in which they are written: ``(4432) + 5m(332) - xxxx:s>h``.

The language is that of the manual page of dealer.dpp; where the program does something else, the page holds.

A set is written as a pattern with conditions such as ``x5+xx:h>s``, a pattern from which others are
subtracted, or a sum of patterns that are chosen greedily: each grows from a shape that is still missing, and
covers as many shapes as it can. The shortest text wins.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache, reduce
from itertools import chain, combinations, combinations_with_replacement, permutations, product
from math import comb, prod
from operator import and_, or_

from bml_core._package import checked, text_argument
from bml_core.diagnostics import Diagnostic, Location, Result
from bml_core.hands.shapes.shape_language import (
    CARDS,
    EVERY_SHAPE,
    SHAPE_NUMBERS,
    SHAPES,
    LengthCondition,
    Scanner,
    Shape,
    ShapePattern,
    UnreadableError,
    parse_length_condition,
    parse_pattern,
    shapes_of,
    suit_mask,
)

LONGEST = 10_000
"""Characters of one expression."""
_SIGN = re.compile(r"[-+]\s*")
_ALTERNATIVE = re.compile(r"\|\s*")
_COLON = re.compile(r":\s*")


@dataclass(frozen=True, slots=True)
class Term:
    """A part of an expression: patterns and the condition on all of them, added or subtracted."""

    patterns: tuple[ShapePattern, ...]
    condition: LengthCondition | None
    mask: int
    subtracted: bool


def parse_terms(text: str, start: Location) -> Result[tuple[Term, ...]]:
    """Parse a shape expression that begins at a location; one with an error has no terms."""
    try:
        if len(text) > LONGEST:
            raise UnreadableError(
                "BML105", f"This shape has more than {LONGEST:,} characters.", 0, "Divide it."
            )
        return Result(tuple(_terms(Scanner(text))))
    except UnreadableError as error:
        location = _moved(start, text, error.offset)
        return Result((), (Diagnostic(error.code, error.message, location, error.hint),))


def _moved(start: Location, text: str, offset: int) -> Location:
    before = text[:offset]
    lines = before.count("\n")
    if not lines:
        return start.shifted(offset)
    return Location(start.file, start.line + lines, offset - before.rfind("\n"))


def _terms(scanner: Scanner) -> Iterator[Term]:
    scanner.skip_blanks()
    sign = scanner.take(_SIGN)
    yield _term(scanner, subtracted=sign.startswith("-"))
    while not scanner.at_end():
        offset = scanner.position
        sign = scanner.take(_SIGN)
        if not sign:
            hint = "Between two shapes write + or - with a space on both sides."
            raise UnreadableError("BML601", f"{scanner.peek()} does not belong after a shape.", offset, hint)
        yield _term(scanner, subtracted=sign.startswith("-"))


def _term(scanner: Scanner, *, subtracted: bool) -> Term:
    start = scanner.position
    patterns = [parse_pattern(scanner)]
    scanner.skip_blanks()
    while scanner.take(_ALTERNATIVE):
        patterns.append(parse_pattern(scanner))
        scanner.skip_blanks()
    mask = reduce(or_, (pattern.mask for pattern in patterns))
    condition = None
    if mask and scanner.take(_COLON):
        condition = parse_length_condition(scanner, lambda offset: _begins_term(scanner.text, offset))
        mask = condition.mask(mask)
    if not mask:
        written = " ".join(scanner.text[start : scanner.position].split())
        hint = "Four lengths add up to 13." if condition is None else "Its condition excludes every shape."
        raise UnreadableError("BML603", f"No hand has the shape {written[:60]}.", start, hint)
    return Term(tuple(patterns), condition, mask, subtracted)


def _begins_term(text: str, offset: int) -> bool:
    """Return whether a whole pattern follows the + or - at ``offset``, so that it begins the next term."""
    scanner = Scanner(text, offset)
    scanner.take(_SIGN)
    try:
        parse_pattern(scanner)
    except UnreadableError:
        return False
    return True


@dataclass(frozen=True, slots=True, repr=False)
class ShapeSet:
    """A set of shapes; bit *i* of ``mask`` stands for ``SHAPES[i]``.

    >>> balanced = ShapeSet.parse("(4333) + (4432) + (5332)")
    >>> len(balanced), (5, 3, 3, 2) in balanced, balanced.count
    (28, True, 302292822832)
    >>> balanced & ShapeSet.parse("5+xxx")
    ShapeSet.parse('5s(332)')
    """

    mask: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.mask <= EVERY_SHAPE:
            raise ValueError(f"mask must be 0 to {EVERY_SHAPE:#x}, not {self.mask:#x}")

    @classmethod
    def parse(cls, text: str) -> ShapeSet:
        """Return the shapes of an expression.

        Raises:
            ValueError: The text is not a shape expression; the message has the place and what to write.

        >>> [str(shape) for shape in ShapeSet.parse("5M(332) - x5xx")]
        ['5233', '5323', '5332']
        """
        text_argument(text)
        result = parse_shapes(text, Location("text", 1))
        if result.diagnostics:
            raise ValueError(str(result.diagnostics[0]))
        return result.value

    @classmethod
    def of(cls, fits: Callable[[Shape], object]) -> ShapeSet:
        """Return the shapes for which a function is true."""
        return cls.from_shapes(shape for shape in SHAPES if fits(shape))

    @classmethod
    @checked
    def from_shapes(cls, shapes: Iterable[tuple[int, ...]]) -> ShapeSet:
        """Return the set of these shapes.

        Raises:
            ValueError: One is not a shape.
        """
        mask = 0
        for shape in shapes:
            if shape not in SHAPE_NUMBERS:
                raise ValueError(f"shapes must have four lengths that add up to {CARDS}, not {shape}")
            mask |= 1 << SHAPE_NUMBERS[shape]
        return cls(mask)

    def __or__(self, other: ShapeSet) -> ShapeSet:
        return ShapeSet(self.mask | other.mask)

    def __and__(self, other: ShapeSet) -> ShapeSet:
        return ShapeSet(self.mask & other.mask)

    def __sub__(self, other: ShapeSet) -> ShapeSet:
        return ShapeSet(self.mask & ~other.mask)

    def __xor__(self, other: ShapeSet) -> ShapeSet:
        return ShapeSet(self.mask ^ other.mask)

    def __invert__(self) -> ShapeSet:
        return ShapeSet(self.mask ^ EVERY_SHAPE)

    def __le__(self, other: ShapeSet) -> bool:
        return not self.mask & ~other.mask

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __contains__(self, shape: object) -> bool:
        number = SHAPE_NUMBERS.get(shape) if isinstance(shape, tuple) else None
        return number is not None and bool(self.mask >> number & 1)

    def __iter__(self) -> Iterator[Shape]:
        return shapes_of(self.mask)

    def __str__(self) -> str:
        return write_shapes(self.mask)

    def __repr__(self) -> str:
        return f"ShapeSet.parse({str(self)!r})"

    @property
    def count(self) -> int:
        """Return how many of the 635,013,559,600 hands have one of these shapes.

        >>> ShapeSet.parse("(4333)").count
        66905856160
        """
        return sum(prod(comb(CARDS, length) for length in shape) for shape in self)


ALL_SHAPES = ShapeSet(EVERY_SHAPE)


def parse_shapes(text: str, start: Location = Location("shape", 1)) -> Result[ShapeSet]:  # noqa: B008
    """Parse a shape expression that begins at a location; one with an error has no shapes.

    >>> print(parse_shapes("5s(431").diagnostics[0])
    shape:1:3: error BML601: This parenthesis is not closed. Write a ) after it.
    """
    terms = parse_terms(text, start)
    mask = 0
    for term in terms.value:
        mask = mask & ~term.mask if term.subtracted else mask | term.mask
    return Result(ShapeSet(mask), terms.diagnostics)


# ------------------------------------------------------------------------- the short form of a set


#: The fewest and the most cards of each of the four lengths of a pattern, in the order of its form.
_Bounds = tuple[tuple[int, int], ...]
#: Returns a pattern of a form for a shape, within a mask, and the mask of its shapes.
_Grow = Callable[["_Form", Shape, int], tuple[str, int]]

_LARGEST_DIGIT = 9
_ANY = (0, CARDS)
_SUITS_OF = {"s": (0,), "h": (1,), "d": (2,), "c": (3,), "M": (0, 1), "m": (2, 3)}
_PARTS = re.compile(r"\((\.+)\)|\.([shdcMm]?)")
#: Patterns of exact lengths, such as "(4432) + (5332)", are as easy to read as others of half their length.
_FEW = 2
_BOUND = re.compile(r"[0-9][-+]|\[|x")
#: From this many patterns on, subtracting them is not shorter.
_MOST_SUBTRACTED = 6


@lru_cache(maxsize=1024)
def write_shapes(mask: int) -> str:
    """Return a short expression for the shapes of a mask.

    >>> write_shapes(EVERY_SHAPE), write_shapes(0)
    ('xxxx', 'xxxx - xxxx')
    """
    if not mask:
        return "xxxx - xxxx"
    exact = _cover(mask, mask, _exact, _FEW)
    if len(exact) == 1:
        return exact[0]
    texts = [" + ".join(exact)] * bool(exact)
    texts += [*_with_conditions(mask), *_with_subtraction(mask)]
    # Each pattern of a sum has at least four characters and a sign.
    most = _cost(min(texts, key=_cost)) // 7 + 1 if texts else len(SHAPES)
    if sum_of_patterns := _cover(mask, mask, _grown, most):
        texts.append(" + ".join(sum_of_patterns))
    return min(texts, key=lambda text: _cost(text) / (1 if _BOUND.search(text) else 2))


def _cost(text: str) -> int:
    """Return the length of a text; upper bounds and ranges count for more, since they are harder to read."""
    return len(text) + 2 * text.count("-") + 3 * text.count("[")


# ---------------------------------------------------------------- patterns


@dataclass(frozen=True)
class _Form:
    """The form of a pattern, such as ``.s(...)``, with each way to assign its four lengths to the suits."""

    template: str
    assignments: tuple[tuple[int, ...], ...]
    #: The same by suits: the place of the length of spades, hearts, diamonds and clubs.
    places: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, template: str) -> _Form:
        parts = _PARTS.findall(template)
        assignments: dict[tuple[int, ...], None] = {}
        for named in product(*(_SUITS_OF[letter] for _, letter in parts if letter)):
            if len(set(named)) == len(named):
                suits, others = iter(named), iter(sorted({0, 1, 2, 3} - set(named)))
                orders = (
                    [(next(suits),)] if letter else permutations([next(others) for _ in group or "."])
                    for group, letter in parts
                )
                assignments.update((tuple(chain(*order)), None) for order in product(*orders))
        places = (tuple(order.index(suit) for suit in range(4)) for order in assignments)
        return cls(template, tuple(assignments), tuple(places))

    def boxes(self, bounds: _Bounds) -> set[_Bounds]:
        """Return the bounds of spades, hearts, diamonds and clubs, for each assignment."""
        return {tuple(bounds[place] for place in places) for places in self.places}

    def arranged(self, shape: Shape) -> tuple[int, ...]:
        """Return the lengths of a shape in the order of the form, the longest first where it is free."""
        return max(tuple(shape[suit] for suit in order) for order in self.assignments)

    def around(self, *shapes: Shape) -> _Bounds:
        """Return the closest bounds around some shapes."""
        columns = zip(*map(self.arranged, shapes), strict=True)
        return tuple(_written(min(column), max(column)) for column in columns)

    def text(self, bounds: _Bounds) -> str:
        """Return a pattern of this form."""
        boxes = self.boxes(bounds)
        if len(boxes) == 1:
            return "".join(_length(*pair) for pair in boxes.pop())
        text, rest = "", iter(bounds)
        for group, letter in _PARTS.findall(self.template):
            lengths = sorted((next(rest) for _ in group or "."), key=_descending)
            written = "".join(_length(*pair) for pair in lengths)
            is_free = group and (len(set(lengths)) > 1 or letter or not self.template.startswith("("))
            text += f"({written})" if is_free else written + letter
        return text


@lru_cache(maxsize=1 << 16)
def _mask(form: _Form, bounds: _Bounds) -> int:
    """Return the mask of the shapes of a pattern of a form."""
    spades, hearts, diamonds, clubs = _ranges()
    mask = 0
    for s, h, d, c in form.places:
        mask |= spades[bounds[s]] & hearts[bounds[h]] & diamonds[bounds[d]] & clubs[bounds[c]]
    return mask


@cache
def _ranges() -> list[dict[tuple[int, int], int]]:
    """Return the mask of the shapes with this many cards in a suit, for each suit and range of lengths."""
    limits = combinations_with_replacement(range(CARDS + 1), 2)
    masks = {(low, high): (1 << high + 1) - (1 << low) for low, high in limits}
    return [{pair: suit_mask(suit, lengths) for pair, lengths in masks.items()} for suit in range(4)]


def _written(low: int, high: int) -> tuple[int, int]:
    """Return bounds that digits can express: a suit of ten cards and more is what the others leave."""
    return min(low, _LARGEST_DIGIT), high if high <= _LARGEST_DIGIT else CARDS


def _length(low: int, high: int) -> str:
    if (low, high) == _ANY:
        return "x"
    if low == high:
        return str(low)
    if high == CARDS:
        return f"{low}+"
    return f"[{low}-{high}]" if low else f"{high}-"


def _descending(bounds: tuple[int, int]) -> tuple[int, int]:
    """Sort long suits first; a suit of any length has about three cards."""
    low, high = bounds
    return -3 if bounds == _ANY else -low, -high


_BOX, _FREE = _Form.of("...."), _Form.of("(....)")
_FORMS = (
    _FREE,
    *map(_Form.of, (".s(...)", ".h(...)", ".d(...)", ".c(...)", ".M(...)", ".m(...)")),
    *map(_Form.of, (".M.m(..)", "(..)(..)", "(..)..", ".(..).", "..(..)")),
    *map(_Form.of, (".M.d(..)", ".M.c(..)", ".s.m(..)", ".h.m(..)", ".h.c(..)", ".h.d(..)", ".s.d(..)")),
    _BOX,
)


# ---------------------------------------------------------------- sums


def _cover(missing: int, within: int, grow: _Grow, most: int) -> list[str]:
    """Return patterns within a set that cover the missing shapes, chosen greedily; none if over ``most``."""
    chosen: list[str] = []
    while missing:
        if len(chosen) == most:
            return []
        seed = next(shapes_of(missing))
        fitting = [grow(form, seed, within) for form in _freest_forms(seed, within)]
        text, covered = max(fitting, key=lambda each: (each[1] & missing).bit_count() / (_cost(each[0]) + 3))
        chosen.append(text)
        missing &= ~covered
    return sorted(chosen)


def _freest_forms(seed: Shape, within: int) -> Iterator[_Form]:
    """Yield the forms in which the lengths of a shape lie within a set, without parts of freer forms."""
    freer: list[int] = []
    for form in _FORMS:
        mask = _mask(form, form.around(seed))
        if not mask & ~within and (form is _BOX or all(mask == other or mask & ~other for other in freer)):
            freer.append(mask)
            yield form


def _exact(form: _Form, seed: Shape, _: int) -> tuple[str, int]:
    """Return the pattern of the lengths of a shape, and its shapes."""
    bounds = form.around(seed)
    return form.text(bounds), _mask(form, bounds)


def _grown(form: _Form, seed: Shape, within: int) -> tuple[str, int]:
    """Return the pattern that grows from the lengths of a shape within a set, and its shapes."""
    bounds = form.around(seed)
    covered = _mask(form, bounds)
    while True:
        grown = ((_mask(form, wider), wider) for wider in _wider(bounds))
        inside = (each for each in grown if not each[0] & ~within)
        most, wider = max(inside, key=lambda each: each[0].bit_count(), default=(covered, bounds))
        if most.bit_count() <= covered.bit_count():
            return form.text(_simplified(form, bounds)), covered
        covered, bounds = most, wider


def _wider(bounds: _Bounds) -> Iterator[_Bounds]:
    """Yield bounds of which one length may be longer by a card, and another one shorter."""
    for up, down in permutations(range(4), 2):
        wider = list(bounds)
        wider[up] = _written(bounds[up][0], bounds[up][1] + 1)
        wider[down] = (max(0, bounds[down][0] - 1), bounds[down][1])
        yield tuple(wider)


def _simplified(form: _Form, bounds: _Bounds, among: int = EVERY_SHAPE) -> _Bounds:
    """Return bounds without needless limits, which mean the same among the shapes of a mask."""
    mask = _mask(form, bounds) & among
    # What limits a length may be needless only when the others are open.
    for place in (0, 1, 2, 3, 0, 1, 2, 3):
        low, high = bounds[place]
        is_open = not low or high == CARDS or among != EVERY_SHAPE
        for choice in (_ANY, (low, CARDS)) if is_open else ((low, CARDS),):
            changed = (*bounds[:place], choice, *bounds[place + 1 :])
            if low < high and _mask(form, changed) & among == mask:
                bounds = changed
                break
    return bounds


# ---------------------------------------------------------------- differences and conditions


def _with_subtraction(mask: int) -> Iterator[str]:
    """Yield patterns around the set, from which a sum of patterns is subtracted."""
    for form in (_FREE, _BOX):
        bounds = form.around(*shapes_of(mask))
        more = _mask(form, bounds) & ~mask
        for grow in (_exact, _grown):
            subtracted = _cover(more, EVERY_SHAPE ^ mask, grow, _MOST_SUBTRACTED)
            if subtracted or not more:
                yield " - ".join((form.text(_simplified(form, bounds)), *subtracted))


def _with_conditions(mask: int) -> Iterator[str]:
    """Yield the pattern around the set with conditions on two suits each, if together they are the set."""
    needed = {text: meeting for text, meeting in _conditions().items() if not mask & ~meeting}
    bounds = _BOX.around(*shapes_of(mask))
    if not needed or reduce(and_, needed.values(), _mask(_BOX, bounds)) != mask:
        return
    bounds = _simplified(_BOX, bounds, reduce(and_, needed.values()))
    for text in tuple(needed):
        others = [meeting for other, meeting in needed.items() if other != text]
        if reduce(and_, others, _mask(_BOX, bounds)) == mask:
            del needed[text]
    if needed:
        yield f"{_BOX.text(bounds)}:{','.join(needed)}"


@cache
def _conditions() -> dict[str, int]:
    """Return simple conditions and the masks of the shapes that meet them, the weakest first."""
    totals = (f"{pair}>={least}" for pair in ("s+h", "d+c") for least in range(1, CARDS + 1))
    longer = (f"{a}{sign}{b}" for sign in (">=", ">") for a, b in permutations("shdc", 2))
    equal = (f"{a}=={b}" for a, b in combinations("shdc", 2))
    return {
        text: parse_length_condition(Scanner(text), lambda _: False).mask(EVERY_SHAPE)
        for text in (*totals, *longer, *equal)
    }
