"""``bml count TEXT…`` and ``bml shape EXPR``: how many hands fit a condition, or have a shape."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from bml_core.commands import outputs
from bml_core.commands.reports import report
from bml_core.commands.terminal import ERRORS, OK
from bml_core.diagnostics import Location

if TYPE_CHECKING:
    from bml_core.hands.shapes import ShapeSet


def configure_count(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``bml count``."""
    parser.description = "Count the hands that fit a condition, exactly."
    parser.add_argument(
        "text", metavar="TEXT", nargs="+", help='the condition, such as "15-17 hcp, balanced"'
    )
    parser.set_defaults(run=_run_count)


def _run_count(options: argparse.Namespace) -> int:
    # The tables are of use to this command alone: the others do not wait for them.
    from bml_core.hands.counting import count
    from bml_core.hands.descriptions import parse_condition

    result = parse_condition(" ".join(options.text), Location("condition", 1))
    report(result.diagnostics)
    if result.value is None:
        return ERRORS
    outputs.write(outputs.STANDARD, f"{as_text(count(result.value))}\n")
    return OK


def as_text(number: int) -> str:
    """Return a number of hands in words, with its share of all hands.

    >>> as_text(30_897_212_184), as_text(0)
    ('30,897,212,184 (4.865599 %), 1 in 20.55', '0 (0.000000 %), no hand')
    """
    from bml_core.hands.counting import TOTAL

    often = f"1 in {TOTAL / number:,.2f}" if number else "no hand"
    return f"{number:,} ({100 * number / TOTAL:.6f} %), {often}"


def configure_shape(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``bml shape``."""
    parser.description = "Show which hands have a shape, such as 5s(431) or (4432)."
    parser.add_argument("expression", metavar="EXPR", help="the shape, such as 5M(332)")
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument("--count", action="store_true", help="print only the number of hands")
    shown.add_argument(
        "--list", action="store_true", help="print each shape on a line: spades, hearts, diamonds, clubs"
    )
    parser.set_defaults(run=_run_shape)


def _run_shape(options: argparse.Namespace) -> int:
    from bml_core.hands.shapes import parse_shapes

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
        text = f"{shapes}\n{len(shapes)} of the 560 shapes\n{_counted(shapes)} of all hands\n"
    outputs.write(outputs.STANDARD, text)
    return OK


def _counted(shapes: ShapeSet) -> str:
    from bml_core.hands.shapes import ALL_SHAPES

    return f"{shapes.count:,} ({100 * shapes.count / ALL_SHAPES.count:.6f} %)"
