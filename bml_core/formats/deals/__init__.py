"""Files of deals of any kind: PBN, LIN, links to BBO's handviewer, PBN in other documents.

:func:`recognise` tells the kind of a file, :func:`read` yields its boards, :func:`check` what is wrong with
it. :data:`FORMATS` are the formats that boards are written in; those with ``deck`` in their
names write decks for Trickster Cards.
"""

from bml_core.formats.boards import counted, is_pack
from bml_core.formats.deals.reading import (
    EMBEDDED,
    LIN,
    LINKS,
    PBN,
    START,
    Dealt,
    check,
    numbered,
    parse_numbers,
    read,
    recognise,
    selected,
    with_diagnostics,
)
from bml_core.formats.deals.targets import (
    FORMATS,
    DealFormat,
    check_deck,
    with_dealer_first,
    write_lin_decks,
    write_pbn_decks,
)

__all__ = [
    "EMBEDDED",
    "FORMATS",
    "LIN",
    "LINKS",
    "PBN",
    "START",
    "DealFormat",
    "Dealt",
    "check",
    "check_deck",
    "counted",
    "is_pack",
    "numbered",
    "parse_numbers",
    "read",
    "recognise",
    "selected",
    "with_dealer_first",
    "with_diagnostics",
    "write_lin_decks",
    "write_pbn_decks",
]
