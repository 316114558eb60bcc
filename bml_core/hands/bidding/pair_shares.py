"""How many hands each row of a table gets over all deals in which another hand fits a condition."""

from __future__ import annotations

from collections import Counter

from bml_core.hands.bidding.shares import Counted, Outside, Table, exact
from bml_core.hands.conditions import Formula
from bml_core.hands.counting import PAIRS, pair_polynomials
from bml_core.hands.shapes import SHAPES


def count_pairs(table: Table, other: Formula) -> Counted | None:
    """The table over all deals in which another hand fits ``other``, exactly; None if there is no such deal.

    >>> from bml_core.hands.conditions import balanced, cards, points
    >>> from bml_core.hands.bidding.shares import Wins
    >>> found = count_pairs(Table([cards(5, 13, "H")]), points(15, 17) & balanced())
    >>> round(found.of(Wins(0)).share, 6)
    0.168564

    Raises:
        ValueError: The table or the condition asks for single cards.
    """
    groups = table.groups
    if groups is None:
        raise ValueError("single cards cannot be counted in pairs of hands")
    # Shapes with hands that fit no row are told apart, the others are counted together.
    parts = [
        (part, cells)
        for shapes, cells in groups
        for part in ([(n,) for n in shapes] if any(cell == table.own for _, cell in cells) else [shapes])
    ]
    polynomials = pair_polynomials(other, [shapes for shapes, _ in parts])
    counts: Counter[int] = Counter()
    outside: Counter[Outside] = Counter()
    reach = [-1] * len(SHAPES)
    for (shapes, cells), polynomial in zip(parts, polynomials, strict=True):
        for number in shapes:
            reach[number] = PAIRS.most(polynomial)
        for points, cell in cells:
            inside = polynomial & PAIRS.spread(points)
            counts[cell] += PAIRS.total(inside)
            if cell == table.own:
                for held, pairs in PAIRS.coefficients(inside):
                    outside[Outside(shapes[0], held)] = pairs
    hands, found = table.measured(counts)
    if not hands:
        return None
    return Counted(exact(hands, +found), exact(hands, outside), reach, hands, of_pairs=True)
