"""Hostile texts of 20 KB: each takes little time, and what is written stays in proportion."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.fuzz.inputs import LARGEST
from tests.fuzz.targets import TARGETS
from tests.fuzz.test_fuzz import SECONDS

Text = Callable[[int], str]


def rows(count: int) -> str:
    """About this many rows, in tables of six: special bids, a description of two lines, a label."""
    table = "1M  raise of M\n  2X  natural\n  2N  forcing\n      and balanced\n  oM  no bid\n(1N)  weak\n"
    return f"{table}\n" * (count // 5)


def numbered_clips(count: int) -> str:
    return "".join(f"#CUT c{number}\n1C x\n#ENDCUT\n" for number in range(count)) + "#PASTE none\n" * count


LINES: dict[str, Text] = {
    "marks that never close": lambda n: "*a /b =c [ " * n,
    "one mark": lambda n: "x *a " * n,
    "brackets": lambda n: "[" * n,
    "half links": lambda n: "[[a][" * n,
    "half Markdown links": lambda n: "[a](b" * n,
    "a label that is not a link": lambda n: "[" + "a" * n + "]" + "(x" * n,
    "addresses": lambda n: "http://" * n,
    "an address that ends in marks": lambda n: "http://a" + "!)" * n,
    "parentheses in an address": lambda n: "http://a" + "(" * n + ")" * n,
    "dashes": lambda n: "a" + "-" * n,
    "exclamation marks": lambda n: "!" * n,
    "asterisks": lambda n: "*" * n + " x",
    "number signs": lambda n: "#" * n,
    "blanks before a letter": lambda n: " " * n + "x",
    "blanks after a seat": lambda n: "N:" + " " * n,
    "blanks in the middle": lambda n: "a" + " " * n + "b",
    "blanks in an item": lambda n: "- a" + " " * n + "b",
    "blanks in a heading": lambda n: "* a" + " " * n + "b",
    "blanks in #PASTE": lambda n: "#PASTE a" + " " * n + "b",
    "blanks in #INCLUDE": lambda n: "#INCLUDE a" + " " * n + "b",
    "blanks in metadata": lambda n: "#+TITLE: a" + " " * n + "b",
    "blanks in #VUL": lambda n: "#VUL" + " " * n + "b",
    "blanks in a row": lambda n: "1C" + " " * n + "b = c",
    "a cell with a backslash at the end": lambda n: "| " + "a" * n + "\\",
    "backslashes in a cell": lambda n: "| " + "\\" * n + " |",
    "bars": lambda n: "|" * n,
    "a rule that is none": lambda n: "|" + "-" * n + "x",
    "a definition": lambda n: "- a" + " ::" * n,
    "a hand of aces": lambda n: "N: " + "A" * n + " K Q J",
    "a hand that is none": lambda n: "N: " + "A" * n + "! K Q J",
    "calls after a seat": lambda n: "N: " + "(1C)" * n,
    "brackets in a description": lambda n: "1C  " + "[" * n,
    "many suits": lambda n: "N:" + " A" * n,
    "a header of words": lambda n: "word " * n + "\nN: A K Q J",
    "alternatives": lambda n: "1C" + "/1C" * n + " x",
    "special alternatives": lambda n: "1X" + "/1X" * (n // 50) + " x\n  2X" + "/2X" * (n // 50),
    "equal signs": lambda n: "1C" + "=" * n + " x",
    "parentheses around a call": lambda n: "(" * n + "1C" + ")" * n,
    "a level of many digits": lambda n: "1" * n + "C x",
    "steps of many digits": lambda n: "1C x\n  " + "9" * n + "steps y",
    "a long history": lambda n: "1C" + "-1C" * n,
    "a history of passes": lambda n: "1C" + "-P" * n + ";\n1D x",
    "variables in a description": lambda n: "1M  " + "M 3M oM # " * n,
    "replacements": lambda n: "#CUT a\n1C x\n#ENDCUT\n\n#PASTE a" + " q=w" * n,
    "replacements of long lines": lambda n: (
        "#CUT a\n1C " + "q" * n + "\n#ENDCUT\n\n#PASTE a" + " q=w w=q" * 9
    ),
    "tabs": lambda n: "1C\tx\n" + "\t" * n + "y",
}
BLOCKS: dict[str, Text] = {
    "rows": rows,
    "numbers with a plus": lambda n: ("1C  12+ " + "5+" * 2_000 + "\n") * (n // 4_000),
    "rows at the top": lambda n: "1C x\n" * n,
    "description lines": lambda n: "1C  x\n" + "    a\n" * n,
    "unreadable rows": lambda n: "1C x\n" + "  1zoo\n" * n,
    "illegal rows": lambda n: "2C x\n" + "  1C y\n" * n,
    "rows of any": lambda n: "1C x\n" + "  any y\n" * (n // 10),
    "rows of any between bids": lambda n: "7S x\n" + "  7N a\n  any y\n" * (n // 2),
    "rows of other under variables": lambda n: "6X x\n" + "  7N a\n  other y\n" * (n // 10),
    "deeper and deeper": lambda n: "\n".join(" " * min(i, 300) + "1C x" for i in range(n // 4)),
    "commands in a table": lambda n: "1C x\n" + "#VUL Y0\n" * n,
    "vulnerabilities": lambda n: "#VUL Y0\n" * n,
    "bad vulnerabilities": lambda n: "#VUL what\ntext\n" * n,
    "headings": lambda n: "* a\n" * n,
    "paragraph lines": lambda n: "some text\n" * n,
    "paragraphs": lambda n: "some text\n\n" * n,
    "metadata": lambda n: "".join(f"#+K{number}: x\n" for number in range(n)),
    "list items": lambda n: "- a\n  b\n" * n,
    "numbers": lambda n: "1. a\n" * n,
    "table rows": lambda n: "| a | b |\n|---|\n" * n,
    "auction rows": lambda n: "1C P P P\n" * (n // 4),
    "hands": lambda n: "N: A K Q J\n" * n,
    "comments": lambda n: "// x\n  // y\n" * n,
    "nested cuts": lambda n: "#CUT a\n" * n + "1C x\n" + "#ENDCUT\n" * n,
    "nested copies": lambda n: "#COPY a\n" * n + "1C x\n" + "#ENDCOPY\n" * n,
    "cuts in each other's way": lambda n: "#CUT a\n#COPY b\n" * n + "#ENDCUT\n" * n,
    "cuts without end": lambda n: "#CUT a\n1C x\n" * n,
    "pastes of unknown names": lambda n: numbered_clips(n // 2),
    "pastes that are too much": lambda n: "#CUT a\n" + "x\n" * 4_000 + "#ENDCUT\n" + "#PASTE a\n" * (n // 10),
    "pastes of nothing": lambda n: "#CUT a\n#ENDCUT\n" + "#PASTE a\n" * n,
    "missing includes": lambda n: "#INCLUDE none\n" * (n // 10),
}


@pytest.mark.parametrize("make", [*LINES.values(), *BLOCKS.values()], ids=[*LINES, *BLOCKS])
def test_of_twenty_thousand_characters(make: Text) -> None:
    text = make(LARGEST)[:LARGEST]
    for target in ("to .bss", "checks"):
        TARGETS[target].try_one(text, SECONDS)
