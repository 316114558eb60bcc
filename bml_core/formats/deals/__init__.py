"""Files of deals of any kind: PBN, LIN, links to BBO's handviewer, PBN in other documents.

:func:`recognise` tells the kind of a file, :func:`read` yields its boards, :func:`check` what is wrong with
it. :data:`FORMATS` are the formats that boards are written in; ``trickster`` writes decks.
"""

from bml_core.formats.deals import trickster
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
from bml_core.formats.deals.targets import FORMATS, DealFormat
from bml_core.formats.packs import counted, is_pack

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
    "counted",
    "is_pack",
    "numbered",
    "parse_numbers",
    "read",
    "recognise",
    "selected",
    "trickster",
    "with_diagnostics",
]
