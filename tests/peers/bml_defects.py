"""The known mistakes of bridge-markup's ``bss2bml``: all that may differ between its BML and ours."""

from __future__ import annotations

import html
import re

from bml_core.bridge import Bid
from tests.peers.defects import calls_of

Records = list[str]


def with_long_prefix(record: str) -> str:
    """It stops reading at a pass or double with the seven characters of the format; 2.x writes eight."""
    auction, _, value = record.partition("=")
    if auction.startswith("*00{") or isinstance(calls_of(auction)[-1], Bid):
        return record
    return f"{auction}={value[:7]}0{value[7:]}"


def without_escapes(bml: str) -> str:
    """It leaves ``&#61;`` and the like as they are."""
    return html.unescape(bml)


def without_braces(bml: str) -> str:
    """2.0.3 takes the braces for a part of the title."""
    return re.sub(r"^(#\+TITLE: )\{(.*)\}$", r"\1\2", bml, flags=re.M)


def without_passes_that_say_nothing(records: Records) -> Records:
    """It leaves out and makes up rows for passes on which nothing is agreed."""
    return [record for record in records if not re.fullmatch(r"\*?\d\d.*P=NYYYYYY", record)]


BML_DEFECTS = {
    "Doubles with seven characters": with_long_prefix,
    "Escapes in Full Disclosure files": without_escapes,
    "Braces around the title": without_braces,
    "Passes that say nothing": without_passes_that_say_nothing,
}
#: What no function can mend: 2.0.3 keeps nothing but the openings, as it looks for what goes before a call
#: without the pass between, and takes the opponents' for ours. So our openings are all that is compared.
KEEPS_OPENINGS_ONLY = {"2.0.3": "Answers in Full Disclosure files"}
#: Nor this: 2.7.0 begins a block with a pass that opens, which then is no table, and all of it is lost.
LOSES_ROWS_BELOW_A_PASS = {"2.7.0": "Passes that open"}


def opens_with_a_pass(records: Records) -> bool:
    """Whether something is agreed on auctions that begin with a pass."""
    return any(re.match(r"\*?\d\dP", record) for record in records)
