"""How many hands each row of a table gets, over all deals in which another hand fits a condition."""

from __future__ import annotations

from collections import Counter

from bml_core.hands.bidding.row_counts import FirstFit, Outside, RowCounts, exact_shares
from bml_core.hands.conditions import Formula
from bml_core.hands.counting import PAIRS, pair_polynomials
from bml_core.hands.shapes import SHAPES


def count_pairs(rows: FirstFit, other: Formula) -> RowCounts | None:
    """Return the exact counts over all deals in which another hand fits ``other``, None if there are none.

    >>> from bml_core.hands.conditions import balanced, cards, points
    >>> from bml_core.hands.bidding.row_counts import Wins
    >>> counts = count_pairs(FirstFit([cards(5, 13, "H")]), points(15, 17) & balanced())
    >>> round(counts.of(Wins(0)).share, 6)
    0.168564

    Raises:
        ValueError: The rows or the condition ask for single cards.
    """
    groups = rows.groups
    if groups is None:
        raise ValueError("single cards cannot be counted in pairs of hands")
    # Shapes with hands that fit no row are counted one by one, the others together.
    parts = [
        (part, cells)
        for shapes, cells in groups
        for part in ([(n,) for n in shapes] if any(cell == rows.own for _, cell in cells) else [shapes])
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
            if cell == rows.own:
                for held, pairs in PAIRS.coefficients(inside):
                    outside[Outside(shapes[0], held)] = pairs
    hands, measures = rows.measure(counts)
    if not hands:
        return None
    shares, outside_shares = exact_shares(hands, +measures), exact_shares(hands, outside)
    return RowCounts(shares, outside_shares, reach, hands, of_pairs=True)
