"""Building large trees without the search for reference cycles."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def paused() -> Iterator[None]:
    """Hold Python's search for reference cycles while many long-lived values are made.

    Documents and Systems hold no cycles, yet the search walks over all of them again and again: without
    this, 100,000 rows take three times as long, and time does not grow in step with the rows.

    >>> with paused():
    ...     gc.isenabled()
    False
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if gc.get_freeze_count() == 0:
            # What was made lives long: this hands it to the oldest generation without a walk over it.
            gc.freeze()
            gc.unfreeze()
        if was_enabled:
            gc.enable()
