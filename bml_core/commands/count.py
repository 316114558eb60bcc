"""``bml count TEXT…``: how many hands fit a condition."""

from __future__ import annotations

import argparse

from bml_core.commands import outputs
from bml_core.commands.reports import report
from bml_core.commands.terminal import ERRORS, OK
from bml_core.diagnostics import Location


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.description = "Count the hands that fit a condition, exactly."
    parser.add_argument(
        "text", metavar="TEXT", nargs="+", help='the condition, such as "15-17 hcp, balanced"'
    )
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
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
