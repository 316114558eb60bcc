"""The parts of a record: letters and digits and what they stand for, and texts as a record may hold them."""

from __future__ import annotations

import re
from collections.abc import Sequence

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


# ---------------------------------------------------------------- texts

_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", "=": "&#61;"})
_LINE_BREAKS = r"[\n-\r\x1c-\x1e\x85\u2028\u2029]+"
_ENTITY = r"&(amp|lt|gt|quot|#61|#48|#39);"
_CHARACTERS = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "#61": "=", "#48": "0", "#39": "'"}
LINE_BREAK = r"\n"
"""What is between the lines of a description: two characters."""


def escape(text: str) -> str:
    """Return a text as the right side of a record may hold it: one line, no markup, no equal sign.

    >>> escape("5=5 majors & <15")
    '5&#61;5 majors &amp; &lt;15'
    """
    is_plain = text.isprintable() and "&" not in text and "<" not in text and "=" not in text
    return text if is_plain else one_line(text).translate(_ESCAPES)


def unescape(text: str) -> str:
    """Undo :func:`escape`; entities that other programs write are understood, too.

    >>> unescape("5&#61;5 majors &amp; &lt;15")
    '5=5 majors & <15'
    """
    return re.sub(_ENTITY, lambda found: _CHARACTERS[found[1]], text) if "&" in text else text


_NUMBER_FROM_NOUGHT = r"0[-+\u2013\u2014.,/% ]"


def has_noughts(texts: Sequence[str]) -> bool:
    """Return True if a 0 comes before the text of each call that is not a bid: bridge-markup 2 writes one.

    Where all these texts are numbers, such as ``0--7``, it is theirs.

    >>> has_noughts(["0Penalty", "00--7"]), has_noughts(["0--7"])
    (True, False)
    """
    all_begin = bool(texts) and all(text.startswith("0") for text in texts)
    return all_begin and not all(re.match(_NUMBER_FROM_NOUGHT, text) for text in texts)


def one_line(text: str) -> str:
    """Return the text with blanks for whatever some reader takes for the end of a line."""
    return re.sub(_LINE_BREAKS, " ", text)


def join_lines(lines: tuple[str, ...]) -> str:
    r"""Return the lines of a description as one, not yet escaped.

    >>> join_lines(("12--14", "or 18--19", ""))
    '12--14\\nor 18--19'
    """
    if len(lines) > 1 and not lines[-1]:
        lines = lines[:-1]
    return LINE_BREAK.join(lines)


def split_lines(text: str) -> tuple[str, ...]:
    r"""Return the lines of a description: what :func:`join_lines` made into one.

    >>> split_lines(r"12--14\nor 18--19"), split_lines("")
    (('12--14', 'or 18--19'), ())
    """
    if not text:
        return ()
    lines = tuple(text.split(LINE_BREAK))
    # An empty last line is only for the look of a page, so one more tells that the text ends with a break.
    return (*lines, "") if len(lines) > 1 and not lines[-1] else lines
