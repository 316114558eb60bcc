"""Claims: reading LIN is so many times faster than endplay, import included, and its time grows linearly.

Both read the same 10,000 boards with auctions and plays. Processor time is compared, since endplay's start
depends much on the disk. Growth is measured without the start, ten times as many boards.
"""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks import endplay
from benchmarks.measure import Outcome
from bml_core.bridge import Board
from bml_core.formats import lin

TARGET = 10


def measure() -> Outcome:
    """Time both on the same file, in turns."""
    return endplay.measure("lin", _data, TARGET)


def measure_growth() -> Outcome:
    """Time ten times as many boards."""
    return endplay.measure_growth("lin", _data)


def _data(boards: Sequence[Board]) -> bytes:
    return lin.write(boards).encode()
