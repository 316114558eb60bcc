"""Which programs are here."""

from __future__ import annotations

from importlib.util import find_spec


def is_installed(module: str) -> bool:
    """Whether a module can be imported; it is not imported to know.

    >>> is_installed("bml_core"), is_installed("no_such_module")
    (True, False)
    """
    return find_spec(module) is not None
