"""Claim: a shape expression is read in 5 ms and written back in 20 ms, beside dealer.dpp.

The peer, dealer.dpp, reads the same expressions in a script of its own and writes them for dealer; the time
of starting it is taken off. Writing back to the shortest form is ours alone.
"""

from __future__ import annotations

import subprocess

from benchmarks.measure import CannotMeasureError, Outcome, say, time_in_turns
from bml_core.hands.shapes import ShapeSet, box_mask, parse_shapes, shape_sets, suit_mask
from tests.system_tools import find_tool

EXPRESSIONS = (
    *("(4432)", "(4333) + (4432) + (5332)", "5s(431)", "5M4m(xx)", "4+s4+h(xx)"),
    *("x5+xx:h>s,h>=d", "6+xxx - 6+6+xx", "54(31)", "5+5+xx + xx5+5+", "[2-3][2-3]xx"),
)
COPIES = 10
REPEATS = 5
READING_LIMIT, WRITING_LIMIT = 0.005, 0.020


def measure() -> Outcome:
    """Time reading and writing with nothing kept from the time before, and dealer.dpp."""
    say(f"reading {COPIES * len(EXPRESSIONS)} shapes, beside dealer.dpp")
    if find_tool("dealer.dpp") is None:
        raise CannotMeasureError("dealer.dpp is not installed (on Debian: apt-get install dealer)")
    wanted = [ShapeSet.parse(text) for text in EXPRESSIONS]
    if not all(ShapeSet.parse(str(shapes)) == shapes for shapes in wanted):
        raise CannotMeasureError("a shape is written wrong")
    script = "\n".join(f"shape{{north, {text}}}" for text in EXPRESSIONS * COPIES)
    runs = {
        "reading": _read,
        "writing": lambda: _write(wanted),
        "starting": lambda: _preprocess("hcp(north)>12"),
        "dealer.dpp": lambda: _preprocess(script),
    }
    times = {name: timing.median for name, timing in time_in_turns(runs, repeats=REPEATS).items()}
    number = COPIES * len(EXPRESSIONS)
    reading, writing = times["reading"] / number, times["writing"] / len(EXPRESSIONS)
    return Outcome(
        "a shape expression read, and written back",
        reading,
        (times["dealer.dpp"] - times["starting"]) / number,
        f"{1000 * reading:.2f}, {1000 * writing:.1f} ms",
        f"{1000 * READING_LIMIT:.0f}, {1000 * WRITING_LIMIT:.0f} ms",
        reading < READING_LIMIT and writing < WRITING_LIMIT,
    )


def _read() -> None:
    for text in EXPRESSIONS * COPIES:
        _forget()
        parse_shapes(text)


def _write(wanted: list[ShapeSet]) -> None:
    for shapes in wanted:
        _forget()
        shape_sets.write_shapes(shapes.mask)


def _forget() -> None:
    for kept in (shape_sets.write_shapes, shape_sets._mask, box_mask, suit_mask):
        kept.cache_clear()


def _preprocess(script: str) -> None:
    program = find_tool("dealer.dpp")
    assert program is not None
    subprocess.run([program], input=script, capture_output=True, encoding="utf-8", check=True)
