"""Full Disclosure: the ``.bss`` files of Bridge Base Online."""

from __future__ import annotations

import re
from functools import lru_cache

from bml_core.bridge import Bid, Call, OpenerPosition, Scope, SideVulnerability
from bml_core.system import Agreement, System

_POSITIONS = {position: str(code) for code, position in enumerate(OpenerPosition)}
_VULNERABILITIES = {
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
_NATURAL_ANY_STRAIN = "NYYYYYY"
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", "=": "&#61;"})
_UNSAFE = re.compile(r"[&<=\n-\r\x1c-\x1e\x85\u2028\u2029]")
_LINE_BREAKS = re.compile(r"[\n-\r\x1c-\x1e\x85\u2028\u2029]+")


def escape(text: str) -> str:
    """A text as the right side of a record may hold it: one line, no markup, no equal sign.

    >>> escape("5=5 majors & <15")
    '5&#61;5 majors &amp; &lt;15'
    """
    return _LINE_BREAKS.sub(" ", text).translate(_ESCAPES) if _UNSAFE.search(text) else text


def write(system: System, *, title: str = "", summary: str = "") -> str:
    r"""The system as the text of a ``.bss`` file: the header, then a record for each agreement in order.

    ``title`` and ``summary`` are used where the system has none of its own. Lines end with a newline;
    the text is to be stored as UTF-8.

    >>> from bml_core import build_system, parse
    >>> print(write(build_system([parse("1C  2+!c\n(1N)\n  D  Penalty")])), end="")
    *00{}=NYYYYYY
    001C=NYYYYYY0082+!c
    *001N=NYYYYYY0
    *001ND=NYYYYYYPenalty
    """
    header = (
        f"*00{{{_title(system.title or title)}}}={_NATURAL_ANY_STRAIN}{escape(system.summary or summary)}\n"
    )
    return header + "".join(map(_record, system.agreements))


def _title(text: str) -> str:
    """A title without braces, nor the word by which readers tell another kind of file."""
    text = escape(text).replace("{", "(").replace("}", ")")
    return re.sub("bboalert", "BBO alert", text, flags=re.IGNORECASE)


def _record(agreement: Agreement) -> str:
    opener = "*" if agreement.they_open else ""
    coded = _NATURAL_ANY_STRAIN + _coded(agreement.call)
    return f"{opener}{_scope(agreement.scope)}{agreement.auction.text}={coded}{_description(agreement)}\n"


@lru_cache
def _scope(scope: Scope) -> str:
    return _POSITIONS[scope.position] + _VULNERABILITIES[scope.vulnerability]


def _coded(call: Call) -> str:
    """Disposition and length of the suit: both for a suit, one for notrump, none for other calls."""
    if not isinstance(call, Bid):
        return ""
    return "0" if call.strain.suit is None else "008"


def _description(agreement: Agreement) -> str:
    lines = agreement.description
    if len(lines) > 1 and not lines[-1]:
        lines = lines[:-1]
    return r"\n".join([escape(line) for line in lines])
