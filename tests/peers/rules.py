"""How bridge-markup's known mistakes are recognised in what it writes: the rest must be ours.

What it stops at or reads wrongly is avoided beforehand (``systems.py``); each mistake is shown on the page
of the manual or in ``mistakes.txt``.
"""

from __future__ import annotations

import html
import re

from bml_core import System as Agreements
from bml_core import bridge
from bml_core.bridge import Auction, Bid, Call
from bml_core.formats import bss
from bml_core.formats.bss import escape
from bml_core.system import Metadata
from tests.bml_core.shown import BAR, Outline
from tests.peers.systems import ABOVE, OWN, VARIABLES

CALLS = {call.code: call for call in bridge.CALLS}
Records = list[tuple[str, re.Pattern[str]]]


# ---------------------------------------------------------------- .bss


def corrected(written: str) -> Records:
    """Return the header of a file and its legal records, each with a pattern of the right value."""
    header, *lines = written.splitlines()
    pairs = (line.partition("=")[::2] for line in lines)
    return [
        _header(header),
        *((auction, _value(auction, value)) for auction, value in pairs if is_legal(auction)),
    ]


def _header(line: str) -> tuple[str, re.Pattern[str]]:
    # Braces of the title and equal signs are left as they are.
    found = re.fullmatch(r"\*00\{(.*)\}=NYYYYYY(.*)", line)
    assert found
    system = Agreements((), Metadata(found[1], found[2]))
    left, _, right = bss.dumps(system).rstrip("\n").partition("=")
    return left, re.compile(re.escape(right))


def calls_of(auction: str) -> list[Call]:
    """Return the calls of a record's left side."""
    return [CALLS[word] for word in re.findall(r"[1-7][CDHSN]|[PDR]", auction.lstrip("*")[2:])]


def is_legal(auction: str) -> bool:
    """Return whether the calls may be made: bridge-markup writes others as well."""
    legal = Auction()
    for call in calls_of(auction):
        if legal.illegality(call) is not None:
            return False
        legal = legal.then(call)
    return True


def _value(auction: str, value: str) -> re.Pattern[str]:
    """Return the pattern of a value: escaped, with suits for marks, seven characters before a double."""
    calls = calls_of(auction)
    suits = [call.strain.value.lower() for call in calls if isinstance(call, Bid) and call.strain.suit]
    last = calls[-1]
    length = 10 if isinstance(last, Bid) and last.strain.suit else 8
    code = value[: length if isinstance(last, Bid) else 7]
    text = re.escape(escape(value[length:])).replace(OWN, f"!{suits[-1]}" if length == 10 else r"\#")
    for variable, mark in ABOVE.items():
        bound = [suit for suit in VARIABLES[variable].lower() if suit in suits]
        text = text.replace(mark, f"![{''.join(bound)}]")
    return re.compile(code + text)


# ---------------------------------------------------------------- pages and LaTeX


def as_shown(outline: Outline) -> Outline:
    """Return the outline of its page or document without empty rows, calls in words."""
    shown: Outline = []
    is_below = False
    for kind, text in outline:
        if (kind, text) == ("row 0", f"∅{BAR}"):
            # It sets the openings of a table below a row of their own, which says nothing.
            is_below = True
            continue
        is_below = is_below and kind[:4] == "row " and kind != "row 0"
        if kind[:4] == "row ":
            call, bar, rest = text.partition(BAR)
            kind, text = f"row {int(kind[4:]) - is_below}", _in_words(call) + bar + rest
        shown.append((kind, text))
    return shown


def _in_words(calls: str) -> str:
    words = {"P": "Pass", "D": "Dbl", "R": "Rdbl"}
    parts = [part for part in re.split(r"[-–—;]+", calls) if part]
    return "–".join(re.sub("^(.?)([PDR])(.?)$", lambda p: p[1] + words[p[2]] + p[3], part) for part in parts)


def with_bids_as_symbols(tex: str) -> str:
    """Return its LaTeX with suits for the bids it leaves as letters, and notrump set apart from suits."""
    tex = re.sub(r"\\texttt\{[^{}]*\}|(?<![\w\\!])[1-7](?:[CDHS]+|N)(?!\w)", _as_symbols, tex)
    return re.sub(r"\\(B[CDHS])NT", r"\\\1 NT", tex)


def _as_symbols(found: re.Match[str]) -> str:
    if found[0].startswith("\\"):
        return found[0]
    return found[0][0] + "".join("NT" if s == "N" else f"\\B{s} " for s in found[0][1:])


def facts(outline: Outline) -> Outline:
    """Return an outline with the facts of deals that both have; it abbreviates doubles."""
    words = {"X": "doubled", "XX": "redoubled"}
    return [
        (kind, re.sub("(XX?)by", lambda found: f"{words[found[1]]}by", text) if kind == "fact" else text)
        for kind, text in outline
        if kind != "fact" or re.match("Board|Lead|[1-7]", text)
    ]


# ---------------------------------------------------------------- bss2bml


def with_long_prefix(record: str) -> str:
    """Return a record as its reader expects it, with eight characters for a pass or a double too."""
    auction, _, value = record.partition("=")
    if auction.startswith("*00{") or isinstance(calls_of(auction)[-1], Bid):
        return record
    return f"{auction}={value[:7]}0{value[7:]}"


def without_marks(bml: str) -> str:
    """Return its BML without escapes, and without the braces that 2.0.3 leaves around the title."""
    return re.sub(r"^(#\+TITLE: )\{(.*)\}$", r"\1\2", html.unescape(bml), flags=re.M)


def comparable(records: list[str], version: str, wanted: list[str]) -> list[str]:
    """Return the records that it keeps: no passes that say nothing; with 2.0.3 our openings alone."""
    kept = [record for record in records if not re.fullmatch(r"\*?\d\d.*P=NYYYYYY", record)]
    if version == "2.0.3":
        opening = re.compile(r"\d\d[1-7P][CDHSN]?=")
        kept = [record for record in kept if opening.match(record) and f"*{record}" not in wanted]
    return kept
