"""A System as the text of a ``.bss`` file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from bml_core._package import checked
from bml_core.bridge import STRAINS, Bid, Call, Scope
from bml_core.files import write_file
from bml_core.formats.bss.records import (
    DISPOSITIONS,
    NATURAL_ANY_STRAIN,
    NO_LEAD,
    POSITIONS,
    SIGNALS,
    VULNERABILITIES,
    escape,
    has_noughts,
    join_lines,
    prefix_length,
)
from bml_core.system import NOTHING_CODED, Agreement, Carding, Coding, System


@checked
def dump(system: System, path: str | Path, *, title: str = "", summary: str = "") -> None:
    """Write a system as a ``.bss`` file; ``title`` and ``summary`` are used where it has none of its own.

    Raises:
        OSError: the file cannot be written; an older one stays whole.
    """
    write_file(path, [dumps(system, title=title, summary=summary).encode("utf-8", "replace")])


@checked
def dumps(system: System, *, title: str = "", summary: str = "") -> str:
    r"""Return the text of a ``.bss`` file: the header, then a record for each agreement in order.

    ``title`` and ``summary`` are used where the system has none of its own. Lines end with a newline;
    the text must be stored as UTF-8.

    >>> from bml_core.system import expand
    >>> from bml_core.language import parse
    >>> print(dumps(expand([parse("1C  2+!c\n(1N)\n  D  Penalty")])), end="")
    *00{}=NYYYYYY
    001C=NYYYYYY0082+!c
    *001N=NYYYYYY0
    *001ND=NYYYYYYPenalty
    """
    kind = "?" if system.floating else "*"
    name, text = _title(system.title or title), escape(system.summary or summary)
    records = [f"{kind}00{{{name}}}={NATURAL_ANY_STRAIN}{text}\n"]
    if system.stock_card:
        records.append(f"${escape(system.stock_card)}\n")
    records += _records(system.agreements)
    records += [f"+{escape(name)}\n" for name in system.includes]
    if system.carding is not None:
        records.append(f"%{_carding(system.carding)}\n")
    return "".join(records)


def _title(text: str) -> str:
    """Return a title without braces, nor the word by which readers tell another kind of file."""
    return re.sub("bboalert", "BBO alert", _in_braces(text), flags=re.IGNORECASE)


def _in_braces(text: str) -> str:
    return escape(text).replace("{", "(").replace("}", ")")


def _records(agreements: Sequence[Agreement]) -> Iterator[str]:
    """Yield the records; one text is kept from looking as if bridge-markup 2 had put a 0 before it."""
    others = [agreement for agreement in agreements if not isinstance(agreement.call, Bid)]
    is_mistakable = has_noughts([join_lines(agreement.description) for agreement in others])
    for agreement in agreements:
        text = escape(join_lines(agreement.description))
        if is_mistakable and agreement is others[0]:
            text = f"&#48;{text[1:]}"
        yield _record(agreement, text)


def _record(agreement: Agreement, text: str) -> str:
    opener = "*" if agreement.they_open else ""
    auction = _qualified(agreement) if agreement.qualifications else agreement.auction.code
    coded = _coded(agreement.call, agreement.coding)
    return f"{opener}{_scope(agreement.scope)}{auction}={coded}{text}\n"


def _qualified(agreement: Agreement) -> str:
    words = dict(agreement.qualifications)
    return "".join(
        f"{call.code}{{{_in_braces(words[number])}}}" if number in words else call.code
        for number, call in enumerate(agreement.auction.calls)
    )


@lru_cache
def _scope(scope: Scope) -> str:
    return POSITIONS[scope.position] + VULNERABILITIES[scope.vulnerability]


@lru_cache(maxsize=4096)
def _coded(call: Call, coding: Coding | None) -> str:
    """Return the coded part, cut to the length that it has for the kind of call."""
    coding = NOTHING_CODED if coding is None else coding
    outcomes = [strain in coding.strains for strain in STRAINS] + [coding.defends]
    letters = "".join("Y" if said else "N" for said in (coding.artificial, *outcomes))
    whole = f"{letters}{DISPOSITIONS[coding.disposition]}{coding.least}{coding.most}"
    return whole[: prefix_length(call)]


def _carding(carding: Carding) -> str:
    leads = "".join(chr(ord(NO_LEAD) + lead) for lead in (*carding.notrump_leads, *carding.suit_leads))
    return f"{leads}{''.join(SIGNALS[signal] for signal in carding.signals)}{escape(carding.text)}"
