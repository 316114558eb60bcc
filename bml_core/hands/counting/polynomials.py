"""Numbers of hands by points, packed into one integer: the n-th coefficient counts hands with n points.

So the hands of two suits are one multiplication, and the hands with some points are one mask.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from bml_core.hands.conditions import bits


class Polynomials:
    """Polynomials with coefficients of a width in bits, which must hold the sum of all of them.

    >>> HANDS.total(HANDS.term(5, 0) + HANDS.term(7, 3))
    12
    """

    def __init__(self, width: int) -> None:
        self.width = width
        self._coefficient = (1 << width) - 1
        #: Returns a mask of points as a mask of the coefficients.
        self.spread = lru_cache(maxsize=4096)(self._spread)

    def _spread(self, points: int) -> int:
        return sum(self.term(self._coefficient, n) for n in bits(points))

    def term(self, number: int, points: int) -> int:
        """Return the polynomial of so many hands with so many points."""
        return number << self.width * points

    def total(self, polynomial: int) -> int:
        """Return the sum of the coefficients."""
        return polynomial % self._coefficient

    def coefficient(self, polynomial: int, points: int) -> int:
        """Return how many hands have so many points."""
        return polynomial >> self.width * points & self._coefficient

    def coefficients(self, polynomial: int) -> Iterator[tuple[int, int]]:
        """Yield the points and the number of hands of each coefficient that is not 0.

        >>> list(HANDS.coefficients(HANDS.term(5, 0) + HANDS.term(7, 3)))
        [(0, 5), (3, 7)]
        """
        for points in range(self.most(polynomial) + 1):
            if number := self.coefficient(polynomial, points):
                yield points, number

    def most(self, polynomial: int) -> int:
        """Return the most points of a hand; -1 if there is no hand."""
        return (polynomial.bit_length() - 1) // self.width


HANDS = Polynomials(40)
"""Numbers of hands."""
PAIRS = Polynomials(80)
"""Numbers of pairs of hands, by the points of the second hand."""
