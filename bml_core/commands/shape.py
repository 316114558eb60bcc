"""``bml shape EXPR``: what a shape expression means, and how many hands have such a shape."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from bml_core.commands import outputs
from bml_core.commands.reports import report
from bml_core.commands.terminal import ERRORS, OK
from bml_core.diagnostics import Location

if TYPE_CHECKING:
    from bml_core.hands.shapes import ShapeSet


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.description = "Show which hands have a shape, such as 5s(431) or (4432)."
    parser.add_argument("expression", metavar="EXPR", help="the shape, such as 5M(332)")
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument("--count", action="store_true", help="print only the number of hands")
    shown.add_argument(
        "--list", action="store_true", help="print each shape on a line: spades, hearts, diamonds, clubs"
    )
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
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
