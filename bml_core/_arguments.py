"""What public functions do with arguments of a wrong type."""

from __future__ import annotations


def check_argument(name: str, value: object, kind: type) -> None:
    """Refuse an argument of another type.

    >>> check_argument("system", 3, dict)
    Traceback (most recent call last):
        ...
    TypeError: system must be a dict, not int

    Raises:
        TypeError: ``value`` is not of ``kind``.
    """
    if not isinstance(value, kind):
        article = "an" if kind.__name__[0] in "AEIOUaeiou" else "a"
        raise TypeError(f"{name} must be {article} {kind.__name__}, not {type(value).__name__}")
