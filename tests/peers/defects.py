"""The known mistakes of bridge-markup's ``.bss`` files: all that may differ from ours, and why.

Each is one function that puts one mistake right, with the rule it rests on; the manual shows each
(``manual`` is the heading there), and a test shows that the program really makes it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from bml_core import System as Agreements
from bml_core.bridge import BIDS, DOUBLE, PASS, REDOUBLE, Auction, Bid, Call
from bml_core.formats import bss
from bml_core.formats.bss.text import escape
from tests.peers import repairs
from tests.peers.model import System

BOTH = ("2.0.3", "2.7.0")
_ALL: tuple[Call, ...] = (*BIDS, PASS, DOUBLE, REDOUBLE)
# Of X, Y and Z only those that begin a line; elsewhere they are a suit in their own row alone.
_VARIABLE = re.compile(
    r"(?:(?<![\w!])(?=[0-9]*o?[Mm])|(?<=\\n))(?P<number>[0-9]*)(?P<other>o?)(?P<variable>[MmXYZ])\b"
)
CALLS = {call.code: call for call in _ALL}


@dataclass(frozen=True, slots=True)
class Defect:
    """A mistake of the versions named: the manual's heading, the rule it breaks, and what puts it right.

    ``repair`` changes what the peer is given. Of what it has written, ``keep`` tells which records count,
    ``code`` changes the characters before a text, and ``mend`` the text, a pattern of what ours may be.
    """

    manual: str
    rule: str
    repair: Callable[[System], System] | None = None
    code: Callable[[str, str], str] | None = None
    mend: Callable[[str, str], str] | None = None
    keep: Callable[[str], bool] | None = None
    versions: tuple[str, ...] = BOTH


# ---------------------------------------------------------------- in its records


def calls_of(auction: str) -> list[Call]:
    """The calls of a record's left side."""
    return [CALLS[word] for word in re.findall(r"[1-7][CDHSN]|[PDR]", auction.lstrip("*")[2:])]


def is_legal(auction: str) -> bool:
    """It writes calls that nobody may make."""
    legal = Auction()
    for call in calls_of(auction):
        if legal.illegality(call) is not None:
            return False
        legal = legal.then(call)
    return True


def with_short_prefix(auction: str, code: str) -> str:
    """It writes a disposition for passes and doubles, where the format has none: one character too many."""
    return code if isinstance(calls_of(auction)[-1], Bid) else code[:7]


def with_numbers(_: str, pattern: str) -> str:
    """It loses the number before a variable: for ``3M`` it writes a control code and the suit."""
    return pattern.replace("\x01", "[0-9]+")


def with_variables_of_rows_above(auction: str, pattern: str) -> str:
    """It leaves a variable as it is in every row but the one that bids it, and there where a line begins."""
    suits = {call.strain.value.lower() for call in calls_of(auction) if isinstance(call, Bid)}

    def suit(found: re.Match[str]) -> str:
        pair = {"M": "hs", "m": "cd"}.get(found["variable"], "cdhs")
        bid = [s for s in pair if s in suits]
        if found["other"]:
            # oM is the suit that M is not, so that the other one was bid.
            bid = [s for s in pair if pair.replace(s, "") in suits]
        return f"{found['number']}![{''.join(bid)}]"

    return _VARIABLE.sub(suit, pattern)


def with_own_suit(auction: str, pattern: str) -> str:
    """It knows no ``#`` for the suit of the bid."""
    call = calls_of(auction)[-1]
    suit = call.strain.value.lower() if isinstance(call, Bid) and call.strain.suit else ""
    return pattern.replace(re.escape("7+#"), re.escape(f"7+!{suit}")) if suit else pattern


def without_last_dot(_: str, pattern: str) -> str:
    """2.0.3 shows the dot that makes an empty line."""
    return pattern.removesuffix(re.escape(r"\n."))


# ---------------------------------------------------------------- the list

DEFECTS = (
    Defect(
        "Tables that are set in",
        "White space before the first bid of a table counts for nothing (Bidding tables).",
        repair=repairs.without_margin,
    ),
    Defect(
        "Any step of indentation",
        "A sub-bid stands further in than its bid; no number of columns is named (Bidding tables).",
        repair=repairs.in_steps_of_two,
    ),
    Defect(
        "Notrump with two letters",
        "The example of a defence begins with (1NT)--- (Competitive auctions).",
        repair=repairs.with_one_letter_for_notrump,
    ),
    Defect(
        "Dashes in a history",
        "A first line that holds dashes or semicolons is a sequence (Bidding tables).",
        repair=repairs.with_one_dash,
    ),
    Defect(
        "Several lines of metadata",
        "The example has three lines of metadata straight below each other (Metadata).",
        repair=repairs.lines_apart,
    ),
    Defect(
        "What is cut may hold blank lines",
        "A cut reaches from #CUT to #ENDCUT (Copy/Cut/Paste).",
        repair=repairs.cuts_apart,
    ),
    Defect(
        "Includes in included files",
        "Another file is inserted where #INCLUDE stands (Including other files).",
        repair=repairs.includes_in_place,
    ),
    Defect(
        "The last line of an included file",
        "Elements are set apart by an empty line, so two files are no one table (Syntax).",
        repair=repairs.last_lines_ended,
    ),
    Defect(
        "Partial deals",
        "Any hand of a deal may be left out; a board passed out is P (Deal diagrams).",
        repair=repairs.without_partial_deals,
    ),
    Defect(
        "Contracts that are not doubled",
        "The contract is written as bid, with its declarer (Deal diagrams).",
        repair=repairs.without_undoubled_contracts,
    ),
    Defect(
        "Paragraphs that begin with a number",
        "Text is normal text, separated by blank lines (Headers and paragraphs).",
        repair=repairs.without_ordinals,
    ),
    Defect(
        "Rows after a paste or a copy",
        "A paste takes its indentation into account (Copy/Cut/Paste); nothing is said of the row after it.",
        repair=repairs.with_kept_rows_in_place,
    ),
    Defect(
        "Rows after a paste or a copy",
        "What is to be replaced is written in the line of the paste, if anything is (Copy/Cut/Paste).",
        repair=repairs.with_something_to_replace,
    ),
    Defect(
        "The opponents' steps and variables",
        "Parentheses are around the opponents' bids, special ones too (Competitive auctions).",
        repair=repairs.their_bids_spelled,
        versions=("2.0.3",),
    ),
    Defect(
        "The opponents' steps and variables",
        "Steps count from the bid made last (Bidding tables).",
        repair=repairs.steps_over_them_spelled,
    ),
    Defect(
        "Normal bids before special bids",
        "Normal bids are looked at before special ones (Bidding tables).",
        repair=repairs.normal_bids_first,
    ),
    Defect(
        "Four rows are no auction",
        "A row is a bid and a description, which may be missing (Bidding tables).",
        repair=repairs.called_a_table,
    ),
    Defect(
        "Only legal auctions",
        "A special bid defines bids (Bidding tables): what cannot be bid is none.",
        keep=is_legal,
    ),
    Defect(
        "Seven characters before the text of a double",
        "The format has no disposition after a pass or double (Full Disclosure).",
        code=with_short_prefix,
    ),
    Defect(
        "A dot for an empty line",
        "A lone dot as last line is an empty line (2.7.0 itself).",
        mend=without_last_dot,
        versions=("2.0.3",),
    ),
    Defect(
        "Variables and own suits in descriptions",
        "A variable in a description is its suit (2.0.3 itself means to do so).",
        mend=with_numbers,
    ),
    Defect(
        "Variables and own suits in descriptions",
        "A variable holds for the sequence (2.0.3 itself), so for the rows below as well.",
        mend=with_variables_of_rows_above,
    ),
    Defect(
        "Variables and own suits in descriptions",
        "What people write beyond the description of the language.",
        mend=with_own_suit,
    ),
)
#: What no system that is drawn has, since no function could put it right.
NOT_DRAWN = {
    "Variables of the opponents, in 2.0.3": "It makes our bids of them, and loses what they bind.",
    "Steps over a special bid of theirs": "Both stop, and there is no one bid to write instead.",
    "Steps past seven notrump": "Both stop; the row is an error of its own here.",
    "Levels without a suit, as in 3x": "Both read X; here they are labels.",
    "A description that is a piece of its own bid, as in 1C  C": "Both lose the column of the description.",
}
#: Its texts are not escaped; that is mended before anything else.
ESCAPES = Defect(
    "Characters that would break a record",
    "A reader ends the record at the next equal sign (Full Disclosure).",
)


def as_the_peer_reads_it(system: System, version: str) -> tuple[System, bool]:
    """The system with everything mended that the peer stops at or loses; whether rows kept their order."""
    in_order = True
    for defect in DEFECTS:
        if defect.repair and version in defect.versions:
            mended = defect.repair(system)
            in_order = in_order and (mended == system or defect.repair is not repairs.normal_bids_first)
            system = mended
    return system, in_order


def as_the_peer_shows_it(system: System) -> System:
    """The system with that mended which the peer cannot read; its rows stay what they are."""
    for defect in DEFECTS:
        if defect.repair and defect.repair not in repairs.OF_MEANING:
            system = defect.repair(system)
    return system


def as_it_should_be(written: str, version: str) -> list[tuple[str, re.Pattern[str]]]:
    """What the peer has written, mended: the header, then for each auction a pattern of the value."""
    header, *lines = written.splitlines()
    records = [with_escapes(header)]
    defects = [defect for defect in DEFECTS if version in defect.versions]
    for line in lines:
        auction, _, value = line.partition("=")
        if all(defect.keep(auction) for defect in defects if defect.keep):
            records.append((auction, _as_it_should_be(auction, value, defects)))
    return records


def _as_it_should_be(auction: str, value: str, defects: list[Defect]) -> re.Pattern[str]:
    last = calls_of(auction)[-1]
    length = 10 if isinstance(last, Bid) and last.strain.suit else 8
    code = value[:length]
    text = re.escape(escape(value[length:])).replace("\\\x01", "\x01")
    for defect in defects:
        code = defect.code(auction, code) if defect.code else code
        text = defect.mend(auction, text) if defect.mend else text
    return re.compile(code + text)


def with_escapes(header: str) -> tuple[str, re.Pattern[str]]:
    """It leaves braces of the title and equal signs as they are."""
    found = re.fullmatch(r"\*00\{(?P<title>.*)\}=NYYYYYY(?P<summary>.*)", header)
    assert found
    auction, _, value = bss.dumps(Agreements((), title=found["title"], summary=found["summary"])).partition(
        "="
    )
    return auction, re.compile(re.escape(value.rstrip("\n")))
