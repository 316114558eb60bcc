"""Numbered choices: weighted items, of which a number chooses one, and values kept by their keys."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

_Item = TypeVar("_Item")
_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


class Chooser(Generic[_Item]):
    """Items with weights: a number below the total chooses one, and leaves a number below its weight.

    >>> chooser = Chooser([("ace", 4), ("king", 3)])
    >>> chooser.total, chooser.choose(3), chooser.choose(5)
    (7, ('ace', 3), ('king', 1))
    """

    __slots__ = ("_items", "_starts", "total")

    def __init__(self, weighted: Iterable[tuple[_Item, int]]) -> None:
        self._items: list[_Item] = []
        self._starts: list[int] = []
        self.total = 0
        for item, weight in weighted:
            if weight:
                self._items.append(item)
                self._starts.append(self.total)
                self.total += weight

    def choose(self, number: int) -> tuple[_Item, int]:
        """Return the item of a number below the total, and the number below its weight that is left."""
        place = bisect_right(self._starts, number) - 1
        return self._items[place], number - self._starts[place]


class Kept(dict[_Key, _Value]):
    """The values of a function, kept by their keys, and forgotten before they are too many.

    >>> squares = Kept(lambda number: number * number)
    >>> squares[7], len(squares)
    (49, 1)
    """

    __slots__ = ("_function", "_most")

    def __init__(self, function: Callable[[_Key], _Value], most: int = 1 << 14) -> None:
        super().__init__()
        self._function, self._most = function, most

    def __missing__(self, key: _Key) -> _Value:
        if len(self) >= self._most:
            self.clear()
        value = self[key] = self._function(key)
        return value
