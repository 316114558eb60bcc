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
from bml_core.formats.bss import split_lines
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
        auction = Auction(draw(auctions()).calls, draw(st.booleans()), draw(_scopes))
        coding = draw(codings) if coded else None
        lines = split_lines(draw(texts))
        place = Location("<bss>", number + 2)
        agreement = Agreement(auction, lines, False, place, coding)
        found.setdefault(auction, agreement)
    return System(tuple(found.values()))


_OTHER = dict(zip("CDHS", "DCSH", strict=True))
_MOVES = ["P", "D", "2x", "2o", "3x", "3o", "4x", "4o", "2N", "3C", "3D", "3H", "3N"]


@st.composite
def mirrored(draw: st.DrawFn) -> System:
    """A system in which suits have the same branches, or nearly, and the auctions are in any order.

    Many of its calls can be written on one row, such as ``2M`` below ``1M``; x is that suit, o the other one.
    """
    suits = draw(st.sampled_from(["HS", "CD", "CDHS"]))
    branches: list[tuple[str, ...]] = [()]
    for _ in range(draw(st.integers(2, 8))):
        branches.append((*draw(st.sampled_from(branches)), draw(st.sampled_from(_MOVES))))
    we_deal, contested, is_varied = draw(st.booleans()), draw(st.booleans()), draw(st.booleans())
    found = {}
    for number, branch in enumerate(dict.fromkeys(branches)):
        for suit in suits:
            auction = Auction((Call.parse(f"1{suit}"),), we_deal)
            for move in branch:
                call = Call.parse(move.replace("x", suit).replace("o", _OTHER[suit]))
                before = auction if contested else auction.then(PASS)
                if before.illegality(call) is None and auction.illegality(PASS) is None:
                    auction = before.then(call)
            text = f"row {number}"
            if is_varied:
                text = draw(st.sampled_from(["", text, text, f"!{suit.lower()}, {text}"]))
            found[auction] = (number, suit, text)
    order = draw(st.sampled_from(["rows", "suits", "openings first", "any"]))
    auctions = list(found)
    if order == "any":
        auctions = draw(st.permutations(auctions))
    elif order != "rows":
        openings = 1 if order == "openings first" else 0
        auctions.sort(key=lambda auction: (len(auction) > openings, found[auction][1]))
    return System(
        tuple(
            Agreement(auction, split_lines(found[auction][2]), False, Location("<bss>", 1))
            for auction in auctions
        )
    )


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
