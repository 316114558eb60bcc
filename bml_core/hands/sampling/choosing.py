"""Choices at random that come out the same for a seed, wherever and whenever they are made.

The bits are those of the Mersenne twister MT19937, as Python's ``random.Random(seed).getrandbits`` gives
them; a number below n is as many bits as n - 1 has, drawn again while they are n or more. Everything else is
counting.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

Item = TypeVar("Item")
Key = TypeVar("Key")
Value = TypeVar("Value")


class RandomNumbers:
    """Whole numbers at random, the same ones for a seed.

    Raises:
        ValueError: The seed is negative.

    >>> numbers = RandomNumbers(seed=1)
    >>> [numbers.below(6) for _ in range(8)]
    [1, 4, 0, 2, 0, 3, 3, 3]
    """

    __slots__ = ("bits",)

    def __init__(self, seed: int) -> None:
        if seed < 0:
            raise ValueError(f"a seed is 0 or more, not {seed}")
        #: So many random bits, as a number.
        self.bits = random.Random(seed).getrandbits

    def below(self, limit: int) -> int:
        """A number from 0 to ``limit`` - 1, each as likely as the others."""
        size = (limit - 1).bit_length()
        number = self.bits(size)
        while number >= limit:
            number = self.bits(size)
        return number


class Chooser(Generic[Item]):
    """Items with weights: a number below the total chooses one, and leaves a number below its weight.

    >>> chooser = Chooser([("ace", 4), ("king", 3)])
    >>> chooser.total, chooser.choose(3), chooser.choose(5)
    (7, ('ace', 3), ('king', 1))
    """

    __slots__ = ("_items", "_starts", "total")

    def __init__(self, weighted: Iterable[tuple[Item, int]]) -> None:
        self._items: list[Item] = []
        self._starts: list[int] = []
        self.total = 0
        for item, weight in weighted:
            if weight:
                self._items.append(item)
                self._starts.append(self.total)
                self.total += weight

    def choose(self, number: int) -> tuple[Item, int]:
        """The item that a number below the total belongs to, and the number below its weight that is left."""
        place = bisect_right(self._starts, number) - 1
        return self._items[place], number - self._starts[place]


class Kept(dict[Key, Value]):
    """What was made for a key, so that it is not made again; it is forgotten before it is too much.

    >>> squares = Kept(lambda number: number * number)
    >>> squares[7], len(squares)
    (49, 1)
    """

    __slots__ = ("_make", "_most")

    def __init__(self, make: Callable[[Key], Value], most: int = 1 << 14) -> None:
        super().__init__()
        self._make, self._most = make, most

    def __missing__(self, key: Key) -> Value:
        if len(self) >= self._most:
            self.clear()
        value = self[key] = self._make(key)
        return value
