"""Frozen values by the ten thousand: how readers make them in a third of the time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, make_dataclass
from typing import Any, ParamSpec, TypeVar, cast

_P = ParamSpec("_P")
_T = TypeVar("_T")


def maker(frozen: Callable[_P, _T]) -> Callable[_P, _T]:
    """What does the same as calling a frozen dataclass with slots, but takes all fields, by position.

    A frozen dataclass sets its fields one by one, around its own ban. Here they are set in a value of a class
    with the same slots and no ban, which then becomes one of the frozen class.

    >>> from bml_core.bridge.cards import Hand
    >>> maker(Hand)("AK", "", "", "") == Hand("AK", "", "", "")
    True
    """
    made: Any = frozen
    names = [field.name for field in fields(made)]
    open_class = make_dataclass(made.__name__, names, slots=True, repr=False, eq=False)

    def make(*values: object) -> object:
        value = open_class(*values)
        value.__class__ = made
        return value

    return cast("Callable[_P, _T]", make)
