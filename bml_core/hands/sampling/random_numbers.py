"""Random numbers that are the same for a seed, on every machine and in every version.

The bits are those of the Mersenne twister MT19937, as Python's ``random.Random(seed).getrandbits`` returns
them; a number below n is as many bits as n - 1 has, drawn again while they are n or more. Everything else is
counting.
"""

from __future__ import annotations

import random


class RandomNumbers:
    """Random integers, the same ones for a seed.

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
        #: Returns so many random bits, as a number.
        self.bits = random.Random(seed).getrandbits

    def below(self, limit: int) -> int:
        """Return a number from 0 to ``limit`` - 1, each as likely as the others."""
        size = (limit - 1).bit_length()
        number = self.bits(size)
        while number >= limit:
            number = self.bits(size)
        return number
