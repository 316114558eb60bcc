"""The check of an argument's type that public functions and constructors share."""

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
        noun = "string" if kind is str else kind.__name__
        article = "an" if noun[0] in "AEIOUaeiou" else "a"
        raise TypeError(f"{name} must be {article} {noun}, not {type(value).__name__}")
