"""What lines above and below hands say of their board: dealer, vulnerability, contract, lead, result."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from bml_core.bridge import Card, Contract, Deal, Seat, Vulnerability, card_irregularities
from bml_core.diagnostics import DiagnosticLog, Location
from bml_core.language.lines import SourceLine

SEAT_WORDS = {"n", "e", "s", "w", "north", "east", "south", "west"}


LABEL = re.compile(r"(?i)\s*(?:(contract|result|lead|played)|board|brd|bd|dealer|dlr|vul\w*)\b\s*(:)?")
_OUTCOME = r"[-+\u2212\u2013]\d{1,2}|="
_CONTRACT = re.compile(
    rf"([1-7](?:NT|[CDHSN♣♦♥♠])X{{0,2}}(?:[NESW]|(?={_OUTCOME})))({_OUTCOME})?|P|PASS|Pass"
)
_LEAD = re.compile(r"!?[cdhs♣♦♥♠](?:10|[2-9AKQJT])")
_DECLARER = re.compile(r"\b([1-7](?:NT|[CDHSN♣♦♥♠])X{0,2})\s+(?:by\s+)?([NESW])(?:orth|ast|outh|est)?\b")
FACT = re.compile(r"(?i:ns|ew|none|nobody|neither|all|both|dealer|dlr|vul|vulnerable|nil|love)")
HEADER_WORD = re.compile(
    rf"{FACT.pattern}|(?i:[nesw]|north|east|south|west|board|brd|bd|contract|deal|lead|deals|is|are|played|result)"
    rf"|#?\d{{1,6}}|{_CONTRACT.pattern}|{_OUTCOME}|{_LEAD.pattern}"
)
_FACT_WORD = re.compile(r"[^\s,;:.()/]+")
# "N/S" and "E-W" are sides.
_SIDE = re.compile(r"(?<=\bN)[/\u2013-](?=S\b)|(?<=\bE)[/\u2013-](?=W\b)")
_CLAUSE = re.compile(r"[,;]|[.:](?=\s|$)")
# Words of a line about the board that say nothing alone.
_FILLER = re.compile(
    r"(?i)(?:with|by|at|on|of|and|a|the|in|for|was|to|side|sides|game|led|trick|tricks|made)"
)
_BOARD = re.compile(r"#?(0*[1-9]\d{0,5})")
_VULNERABILITY = {v.value.upper(): v for v in Vulnerability} | {
    "BOTH": Vulnerability.ALL,
    "NOBODY": Vulnerability.NONE,
    "NIL": Vulnerability.NONE,
    "NEITHER": Vulnerability.NONE,
    "LOVE": Vulnerability.NONE,
}
_UNITS = ("imp", "imps", "vp", "vps", "mp", "mps", "points", "%")
_MINUS = str.maketrans("\u2212\u2013", "--")


def is_header(line: SourceLine) -> bool:
    """Return True for what is known of a board in a line above the hands: ``Dealer W, EW vul``."""
    words = header_words(line.text)
    return all(map(HEADER_WORD.fullmatch, words)) and any(map(FACT.fullmatch, words))


def is_footer(line: SourceLine) -> bool:
    """Return True for what is known of the board in a line below the hands: ``Result: 3NT-1``."""
    words = header_words(line.text)
    is_named = len(words) > 1 and LABEL.match(line.text) is not None
    contracts = filter(None, map(_CONTRACT.fullmatch, words))
    return all(map(HEADER_WORD.fullmatch, words)) and (is_named or any(found[1] for found in contracts))


def header_words(text: str) -> list[str]:
    """Return the words of a header, without the marks between them: ``3NT by South`` is ``3NTS``."""
    return _FACT_WORD.findall(_DECLARER.sub(r"\1\2", _SIDE.sub("", text)))


class BoardFacts(NamedTuple):
    """What is known of a board besides its hands; ``remark`` is what was not understood of it."""

    dealer: Seat | None
    vulnerability: Vulnerability | None
    board: int | None
    contract: Contract | None
    lead: Card | None
    result: int | None
    remark: str


def read_facts(
    lines: Sequence[SourceLine], beside: Sequence[str], deal: Deal, place: Location, log: DiagnosticLog
) -> BoardFacts:
    """Return what lines about a board say, and words beside its hands; of what is there twice the first."""
    for line in lines:
        _report_facts(line, log)
    header = " ".join(line.text for line in lines)
    words = header_words(" ".join((header, *beside)))
    contract = _read_contract(lines, words, log)
    lead = next((Card.parse(word) for word in words if _LEAD.fullmatch(word)), None)
    _report_lead(lead, contract, deal, place, log)
    if contract is None and (outcome := re.search(rf"(?i)\bresult:?\s+({_OUTCOME})(?!\S)", header)):
        message = f"The result {outcome[1]} is of no contract."
        log.report("BML301", message, place, "Write the contract with it, such as Result: 3NTS-1.")
    dealers, boards, sides = _dealers(words), _boards(words), _vulnerabilities(words)
    for name, values in (("dealer", dealers), ("number", boards), ("vulnerability", sides)):
        if len(set(values)) > 1:
            message = f"The board has more than one {name}; the first one is used."
            log.report("BML301", message, place, "Delete what is wrong.")
    return BoardFacts(
        dealer=next(iter(dealers), None),
        vulnerability=next(iter(sides), None),
        board=next(iter(boards), None),
        contract=contract,
        lead=lead,
        result=None if contract is None else _result(contract, words, place, log),
        remark=", ".join(part for line in lines for part in _remark(line)),
    )


def _report_lead(
    lead: Card | None, contract: Contract | None, deal: Deal, place: Location, log: DiagnosticLog
) -> None:
    """Report a lead that is not in the hand of the player who leads."""
    if lead is None or contract is None or contract.bid is None or contract.declarer is None:
        return
    for found in card_irregularities([lead], contract.declarer.left, contract.bid.strain, deal):
        log.report("BML305", f"{found.text}.", place, "Correct the lead, the contract or the hand.")


def _read_contract(lines: Sequence[SourceLine], words: Sequence[str], log: DiagnosticLog) -> Contract | None:
    """Return the first contract of the words; other ones of lines below the hands are reported."""
    found = _first_contract(words)
    for line in filter(is_footer, lines):
        other = _first_contract(header_words(line.text))
        if found and other and (found[1] or "")[:2] != (other[1] or "")[:2]:
            message = f"The contract {other[1] or other[0]} is not read beside {found[1] or found[0]}."
            log.report("BML301", message, line.location, "Write one contract.")
    return None if found is None else Contract.parse(found[1] or "P")


def _first_contract(words: Sequence[str]) -> re.Match[str] | None:
    return next(filter(None, map(_CONTRACT.fullmatch, words)), None)


def _report_facts(line: SourceLine, log: DiagnosticLog) -> None:
    """Report what is meant as a fact of the board and is none: ``dealer Q``, ``XY vul``, ``8HW``."""
    found = list(_FACT_WORD.finditer(line.text))
    for index, word in enumerate(found):
        before = found[index - 1][0].lower() if index else ""
        behind = found[index + 1][0].lower() if index + 1 < len(found) else ""
        if before in ("dealer", "dlr") and word[0].lower() not in SEAT_WORDS:
            kind, hint = "seat", "Write dealer N, E, S or W."
        elif behind.startswith("vul") and re.fullmatch("[A-Z]{2}", word[0]):
            kind, hint = "" if word[0] in _VULNERABILITY else "side", "Write None, NS, EW or All."
        elif re.fullmatch(
            rf"[0-9](?:NT|[CDHSN])X{{0,2}}[NESW](?:{_OUTCOME})?", word[0]
        ) and not _CONTRACT.fullmatch(word[0]):
            kind, hint = "contract", "Write a bid from 1 to 7 and the declarer, such as 4SXS."
        elif before == "lead" and re.fullmatch(r"\S?\d", word[0]) and not _LEAD.fullmatch(word[0]):
            kind, hint = "card", "Write lead hK, with a sign or a small letter for the suit."
        elif word[0] in ("#0", "#00"):
            kind, hint = "board number", "Write a number from 1 upwards."
        else:
            continue
        if kind:
            log.report("BML301", f"{word[0][:40]} is not a {kind}.", line.at(word.start()), hint)


def _remark(line: SourceLine) -> Iterator[str]:
    """Yield what a line about the board says besides, such as ``IMPs``."""
    for clause in filter(str.strip, _CLAUSE.split(line.text)):
        words = header_words(clause)
        if not all(map(_is_known, words)):
            yield clause.strip()


def _result(contract: Contract, words: Sequence[str], place: Location, log: DiagnosticLog) -> int | None:
    """Return the tricks that declarer took: ``3NS, -1``, ``4SXE+1`` and ``2HN =``."""
    if contract.bid is None:
        return None
    found = (re.search(rf"(?:^|(?<=[A-Z♣♦♥♠]))({_OUTCOME})$", word) for word in words)
    outcome, unit = next(
        ((each[1], behind) for each, behind in zip(found, (*words[1:], ""), strict=True) if each), ("", "")
    )
    # "+10 IMPs" does not count tricks.
    if not outcome or unit.lower() in _UNITS:
        return None
    tricks = contract.tricks(outcome.translate(_MINUS))
    if tricks is None:
        hint = "Write how many tricks more or less than the contract needs, such as -1, or = for none."
        log.report("BML301", f"{contract} cannot have the result {outcome}.", place, hint)
    return tricks


def _dealers(words: Sequence[str]) -> list[Seat]:
    """Return the seats after ``dealer`` or before ``deals``, or else the first that is a letter."""
    named = [
        Seat(seat[0].upper())
        for before, word in pairwise(words)
        for seat in (
            [word] if before.lower() in ("dealer", "dlr") else [before] if word.lower() == "deals" else []
        )
        if seat.lower() in SEAT_WORDS
    ]
    return named or [Seat(word) for word in words if len(word) == 1 and word in "NESW"][:1]


def _boards(words: Sequence[str]) -> list[int]:
    """Return the numbers, but not those of something else: ``12 IMPs``."""
    found = ((_BOARD.fullmatch(word), below) for word, below in pairwise((*words, "#")))
    return [int(number[1]) for number, below in found if number and (below == "#" or _is_known(below))]


def _vulnerabilities(words: Sequence[str]) -> list[Vulnerability]:
    """Return those that are named; ``Love all`` is one."""
    pairs = ((before.upper(), word.upper()) for before, word in pairwise(("", *words)))
    return [_VULNERABILITY[w] for before, w in pairs if w in _VULNERABILITY and before not in ("LOVE", "NIL")]


def _is_known(word: str) -> bool:
    return (HEADER_WORD.fullmatch(word) or _FILLER.fullmatch(word)) is not None
