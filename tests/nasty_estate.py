"""An estate of BML files with everything that years of use leave behind, as large as you like.

Old encodings and line ends, tabs, rows that are words or stand for many bids, links that lead nowhere, files
that include each other in a circle, pastes of what does not exist, impossible hands: none of it may
stop a command or a host.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from random import Random

from benchmarks.systems import tables

#: How a file is stored: its encoding, its line ends, and what its rows are set in with.
_FORMS = (
    ("utf-8", "\n", "  "),
    ("cp1252", "\r\n", "    "),
    ("utf-8-sig", "\n", "\t"),
    ("utf-16", "\r\n", "   "),
    ("latin-1", "\r", "  "),
)
_FOLDERS = ("", "openings/", "defence/two suiters/", "überrufe/")
_WORDS = (
    "cue",
    "jump",
    "3x",
    "2N+",
    "new",
    "raise",
    "other",
    "any",
    "1zoo",
    "3*",
    "4H/other",
    "2S/3C",
    "(3x/4x)",
)
_MEANINGS = (
    "10--12 hcp, 4+!h, très fort",
    "5+#, see [the raise](other.bml#1C-2C) or [nowhere](nowhere.bml)",
    "GF, asks: 1. *min* 2. /max/ 3. =any=",
    "4+oM <script>alert(1)</script> & {braces} %s $x \\n",
    "splinter ---- 16=(4-4-4-1), 4/5 cards, |bar|",
    "x" * 300,
    "",
)
_BLOCKS = (
    "* Heading with !h and 1NT",
    "**** Deep heading",
    "A paragraph, [[http://example.org/a_b][link]] and café.\n  Set in.",
    "- one\n- two :: three\n- four",
    "3. three\n4. four",
    "| a | b |\n|---+---|\n| !h | \\| |",
    "W N E S\n1N P 2C[1] (2D)[2]\n2H AP\n[1] Stayman\n[2] Natural",
    "#7, dealer S, All vul, played 4HW with sK lead\nN: KQJx xx Txx Kxxx\nS: ATxxx Tx Jxx Txx",
    "N: AAAA KKKK QQQQ JJJJJJ",
    "#VUL Y0",
    "#SEAT 34",
    "#SEAT 9",
    "#VUL 00\n\n#SEAT 0",
    "#+BML: 2.7",
    "#+COLLAPSE: many",
    "#PASTE nothing",
    "#INCLUDE missing.bml",
    "#INCLUDE ../../../etc/passwd",
    "#CUT open",
    "#HIDE\n1C  hidden",
    "\x0c\x00\x07 strange \ufffe characters",
    "<b>no markup</b> ``` .. note:: @@ {{ }} {% raw %}",
)


def write(folder: Path, rows: int, *, files: int = 40) -> None:
    """Write an estate of about ``rows`` rows; the same numbers always give the same files."""
    random = Random(rows)
    lines = _rows(random, "\0")
    names = [f"{_FOLDERS[number % len(_FOLDERS)]}notes {number}.bml" for number in range(files)]
    for number, name in enumerate(names):
        encoding, line_end, step = _FORMS[number % len(_FORMS)]
        text = "\n".join(_file(random, islice(lines, rows // files), number, names)).replace("\0", step)
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.replace("\n", line_end).encode(encoding, errors="replace"))
    (folder / "main.bml").write_text("#+TITLE: Nasty\n\n1C  strong\n\n#INCLUDE notes 0.bml\n", "utf-8")


def _rows(random: Random, step: str) -> Iterator[str]:
    """Endless rows: legal ones, with every tenth replaced by something odd."""
    for table in cycle(list(islice(tables(), 400))):
        yield f"\n{table.history}"
        for row in table.rows:
            bid = random.choice(_WORDS) if random.random() < 0.1 else row.bid
            yield f"{step * row.depth}{bid}{random.choice(['', '!', ''])}  {random.choice(_MEANINGS)}"


def _file(random: Random, rows: Iterator[str], number: int, names: list[str]) -> Iterator[str]:
    yield f"#+TITLE: Notes № {number}\n"
    if number % 7 == 0:
        # The files that include each other make a circle.
        ring = names[::7]
        following = ring[(number // 7 + 1) % len(ring)]
        yield f"#INCLUDE {posixpath.relpath(following, posixpath.dirname(names[number]) or '.')}\n"
    yield "#COPY part"
    for count, row in enumerate(rows):
        yield row
        if count == 20:
            yield "#ENDCOPY\n\n#PASTE part\n"
        if count % 25 == 24:
            yield f"\n{random.choice(_BLOCKS)}\n"
