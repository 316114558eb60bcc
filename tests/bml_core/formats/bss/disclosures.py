"""Full Disclosure files for property tests: well-formed ones, and lines that only look like them."""

from __future__ import annotations

import re

from hypothesis import strategies as st

from bml_core import Location, System
from bml_core.bridge import (
    BIDS,
    DOUBLE,
    PASS,
    REDOUBLE,
    Auction,
    Call,
    OpenerPosition,
    Scope,
    SideVulnerability,
    Strain,
)
from bml_core.formats.bss.records import split_lines
from bml_core.system import Agreement, Coding, Disposition

CARDING = "ABCDEFGHIJKLMNOPQRSTUV" + "B" * 18 + "ABCDEFGHIJKABCDEFG"

#: Texts that BML would take for something else, if nobody took care.
TEXTS = [
    "",
    "15--17",
    "raise of M",
    "4+M, oM or 3X",
    "#",
    "5+#",
    "= equal",
    "// no comment",
    "#CUT",
    r"\n#VUL Y0",
    r"a\n.",
    r"a\n",
    r"\n\n",
    r"a\n  b",
    r"a\n2C  a row?",
    r"a\n#+TITLE: x",
    r"a\n//b\n* c",
    "2C 2D 2H",
    "P P P",
    "All pass All pass All pass",
    "D D[1] R",
    "[x](y.md) and [[b]]",
    "4!h and 5!s",
    "a  b",
    "0--7",
    "&amp; <b> &#61;",
    "\ttab ",
]
texts = st.one_of(
    st.sampled_from(TEXTS), st.text(max_size=12), st.text(alphabet="#=/!\\n.*-1CDPXMmo)[ 5&<\t", max_size=12)
)

_calls: st.SearchStrategy[Call] = st.sampled_from((PASS, PASS, PASS, DOUBLE, REDOUBLE, *BIDS[:12]))
_scopes = st.builds(
    Scope,
    st.sampled_from((OpenerPosition.ANY, OpenerPosition.THIRD)),
    st.sampled_from((SideVulnerability(), SideVulnerability(we=True))),
)
codings = st.builds(
    Coding,
    st.booleans(),
    st.sampled_from(((), (Strain.HEARTS,), tuple(Strain))),
    st.booleans(),
    st.sampled_from(Disposition),
    st.integers(0, 8),
    st.integers(0, 8),
)


@st.composite
def auctions(draw: st.DrawFn) -> Auction:
    """A legal auction of a few calls."""
    auction = Auction()
    for call in draw(st.lists(_calls, min_size=1, max_size=7)):
        if auction.illegality(call) is None:
            auction = auction.then(call)
    return auction if auction.calls else auction.then(PASS)


@st.composite
def systems(draw: st.DrawFn, *, coded: bool = False) -> System:
    """A system in any order, calls without the auctions before them included."""
    found: dict[object, Agreement] = {}
    for number in range(draw(st.integers(1, 9))):
        auction, scope, they_open = draw(auctions()), draw(_scopes), draw(st.booleans())
        coding = draw(codings) if coded else None
        lines = split_lines(draw(texts))
        place = Location("<bss>", number + 2)
        agreement = Agreement(auction, they_open, scope, lines, False, place, coding)
        found.setdefault((auction.code, they_open, scope), agreement)
    return System(tuple(found.values()))


_sequences = st.builds(
    "{}00{}{}={}{}".format,
    st.sampled_from(["", "", "*"]),
    st.sampled_from(["1C", "1N", "1NP2C", "1ND", "1CPP", "P", "1N2C{both}D", "1C1C", "1N2C{bothD", ""]),
    st.sampled_from(["", "", " "]),
    st.sampled_from(["NYYYYYY", "NYYYYYY0", "NYYYYYY008", "YNNNNNNA48", "NYY", ""]),
    texts,
)
_others = st.one_of(
    st.sampled_from(["*00{x}=NYYYYYYy", "?00{}=NYYYYYY", "$SAYC", "+RKCB", f"%{CARDING}x", "%AB", "", " "]),
    st.text(max_size=20),
)
#: Anything: records, nearly records, and random lines, ended in every way.
disclosures = st.lists(
    st.builds(
        "{}{}".format, st.one_of(_sequences, _sequences, _others), st.sampled_from(["\n", "\r\n", "\r"])
    ),
    max_size=12,
).map("".join)


def records(text: str) -> set[int]:
    """The numbers of the lines that are neither blank nor another kind of record."""
    lines = enumerate(re.split(r"\r\n?|\n", text.removeprefix("\ufeff")), 1)
    return {
        number for number, line in lines if line.strip() and re.match(r"[*?]00(\{.*\})?=|[$+%]", line) is None
    }
