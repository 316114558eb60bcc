"""The letters and digits of Full Disclosure, and what they stand for."""

from __future__ import annotations

from bml_core.bridge import STRAINS, Bid, Call, OpenerPosition, SideVulnerability
from bml_core.system import Disposition, Signal

POSITIONS = {position: str(code) for code, position in enumerate(OpenerPosition)}
VULNERABILITIES = {
    SideVulnerability(): "0",
    SideVulnerability(False, False): "1",
    SideVulnerability(True, False): "2",
    SideVulnerability(False, True): "3",
    SideVulnerability(True, True): "4",
    SideVulnerability(we=False): "5",
    SideVulnerability(we=True): "6",
    SideVulnerability(they=False): "7",
    SideVulnerability(they=True): "8",
}
DISPOSITIONS = dict(zip(Disposition, "0123456789ABCDE", strict=True))
SIGNALS = dict(zip(Signal, "ABCDEFGHIJK", strict=True))
NO_LEAD = "A"
"""The letter where no lead is agreed; B is the highest card on offer, C the next one, and so on."""
NATURAL_ANY_STRAIN = "NYYYYYY"
OUTCOMES = len(STRAINS) + 1


def prefix_length(call: Call) -> int:
    """Count the letters and digits before the text of a record that ends with this call.

    Seven say whether it is artificial and where it may lead; a bid has its disposition besides, and a bid in
    a suit its least and its greatest length.

    >>> from bml_core.bridge import BIDS, PASS
    >>> [prefix_length(call) for call in (PASS, BIDS[4], BIDS[0])]
    [7, 8, 10]
    """
    if not isinstance(call, Bid):
        return 7
    return 8 if call.strain.suit is None else 10
