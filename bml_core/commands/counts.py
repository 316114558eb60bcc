"""``bml count TEXT…`` and ``bml shape EXPR``: how many hands fit a condition, or have a shape."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from bml_core.commands import streams
from bml_core.commands.reports import report
from bml_core.commands.terminal import ERRORS, OK, UsageError
from bml_core.diagnostics import Location
from bml_core.hands.counting import TOTAL, count
from bml_core.hands.descriptions import parse_condition
from bml_core.hands.shapes import ALL_SHAPES, ShapeSet, parse_shapes


def _run_count(options: argparse.Namespace) -> int:
    text = " ".join(options.text)
    if not re.search("\\w", text) or Path(text).exists():
        raise UsageError(
            f"{text[:40]} is not a condition such as 15-17 hcp, balanced; bml frequencies counts notes"
        )
    result = parse_condition(text, Location("condition", 1))
    report(result.diagnostics)
    if result.value is None:
        return ERRORS
    streams.write(streams.STANDARD, f"{as_text(count(result.value))}\n")
    return OK


def as_text(number: int) -> str:
    """Return a number of hands in words, with its share of all hands.

    >>> as_text(30_897_212_184), as_text(0)
    ('30,897,212,184 (4.865599 %), 1 in 20.55', '0 (0.000000 %), no hand')
    """
    often = f"1 in {TOTAL / number:,.2f}" if number else "no hand"
    return f"{number:,} ({100 * number / TOTAL:.6f} %), {often}"


def _run_shape(options: argparse.Namespace) -> int:
    result = parse_shapes(options.expression, Location("EXPR", 1))
    if result.diagnostics:
        report(result.diagnostics)
        return ERRORS
    shapes = result.value
    if options.count:
        text = f"{_counted(shapes)}\n"
    elif options.list:
        text = "".join(f"{' '.join(map(str, shape))}\n" for shape in reversed(tuple(shapes)))
    else:
        # Players write 5-3-3-2 for any order of the suits.
        order = f", in the order spades, hearts, diamonds, clubs; any order is ({shapes})"
        first = f"{shapes}{order if len(shapes) == 1 else ''}"
        text = f"{first}\n{len(shapes)} of the 560 shapes\n{_counted(shapes)} of all hands\n"
    streams.write(streams.STANDARD, text)
    return OK


def _counted(shapes: ShapeSet) -> str:
    return f"{shapes.count:,} ({100 * shapes.count / ALL_SHAPES.count:.6f} %)"


COMMANDS = {"count": _run_count, "shape": _run_shape}
