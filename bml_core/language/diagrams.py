"""Deal diagrams: an optional header line, then a line for each hand that is shown."""

from __future__ import annotations

import re

from bml_core.bridge import (
    DOUBLINGS,
    FULL_HAND,
    Card,
    Contract,
    Deal,
    Hand,
    Seat,
    Strain,
    Suit,
    Vulnerability,
    make_bid,
    parse_hand,
)
from bml_core.diagnostics import Location
from bml_core.document import Diagram
from bml_core.language.source_lines import DiagnosticLog, SourceLine

_HOLDING = r"(?:(?:10|[2-9AKQJTx])+|-|\u2013|\u2014)"
_HAND = re.compile(
    rf"\s*([NESW])(?::\s*{_HOLDING}(?:\s+{_HOLDING})*|\s+{_HOLDING}(?:\s+{_HOLDING}){{2,}})\s*$"
)
_CONTRACT = re.compile(r"([1-7])(NT|[CDHSN])(XX?)?([NESW])")
_LEAD = re.compile(r"!?([cdhs])(10|[2-9AKQJT])")
_BOARD = re.compile(r"#?(\d{1,6})")
_VULNERABILITY = {v.value.upper(): v for v in Vulnerability} | {"BOTH": Vulnerability.ALL}
_HOLDINGS = 4


def diagram_length(lines: list[SourceLine]) -> int:
    """Return the number of lines of a block that are a deal diagram, up to its last hand; 0 if it is none.

    A diagram has hands from the first or the second line on. Other lines among them are errors, not a
    reason to read the block as prose.
    """
    hands = [number for number, line in enumerate(lines) if _HAND.match(line.text)]
    return hands[-1] + 1 if hands and hands[0] <= 1 else 0


def parse_diagram(lines: list[SourceLine], log: DiagnosticLog) -> Diagram:
    """Return the diagram of a block; a hand that cannot be read is left out with an error."""
    header = "" if _HAND.match(lines[0].text) else lines[0].text
    hands: dict[Seat, Hand] = {}
    places: dict[Seat, Location] = {}
    for line in lines[1 if header else 0 :]:
        read = _read_hand(line, hands, log)
        if read is not None:
            hands[read[0]], places[read[0]] = read[1], line.at(line.start)
    _report_repeated_cards(hands, places, log)
    deal = Deal(*(hands.get(seat) for seat in Seat))
    words = [word for word in re.split(r"[\s,;]+", header) if word]
    return Diagram(
        deal,
        lines[0].at(lines[0].start),
        dealer=next((Seat(word) for word in words if len(word) == 1 and word in "NESW"), None),
        vulnerability=next((_VULNERABILITY[w.upper()] for w in words if w.upper() in _VULNERABILITY), None),
        board=next((int(found[1]) for word in words if (found := _BOARD.fullmatch(word))), None),
        contract=next((contract for word in words if (contract := _contract(word))), None),
        lead=next(
            ((Suit(f[1].upper()), f[2].replace("10", "T")) for w in words if (f := _LEAD.fullmatch(w))), None
        ),
    )


def _contract(word: str) -> Contract | None:
    if word in ("P", "PASS", "Pass"):
        return Contract()
    found = _CONTRACT.fullmatch(word)
    if found is None:
        return None
    bid = make_bid(int(found[1]), Strain(found[2][0]))
    return Contract(bid, DOUBLINGS[found[3] or ""], Seat(found[4]))


def _read_hand(line: SourceLine, hands: dict[Seat, Hand], log: DiagnosticLog) -> tuple[Seat, Hand] | None:
    found = _HAND.match(line.text)
    place = line.at(line.start)
    if found is None:
        log.report("BML301", "This line of the diagram is no hand.", place, "Write N: AKx T9 xxx Q987x.")
        return None
    seat = Seat(found[1])
    holdings = line.text[line.start + 1 :].lstrip(": ").split()
    if len(holdings) != _HOLDINGS:
        count = f"{len(holdings)} suit{'' if len(holdings) == 1 else 's'}"
        log.report(
            "BML301",
            f"The hand of {seat.name.title()} has {count}; a hand has four.",
            place,
            "Write spades, hearts, diamonds and clubs, and a dash for a void.",
        )
        return None
    if seat in hands:
        log.report(
            "BML302",
            f"{seat.name.title()} has two hands; the first one stands.",
            place,
            "Take one of them out.",
        )
        return None
    hand = parse_hand(" ".join(holdings), place, complete=False).value
    assert hand is not None
    if len(hand) > FULL_HAND:
        log.report(
            "BML304",
            f"{seat.name.title()} has {len(hand)} cards.",
            place,
            f"A hand has {FULL_HAND} cards at most.",
        )
    return seat, hand


def _report_repeated_cards(hands: dict[Seat, Hand], places: dict[Seat, Location], log: DiagnosticLog) -> None:
    holders: dict[Card, Seat] = {}
    reported: set[tuple[Card, Seat]] = set()
    for seat, hand in hands.items():
        for card in hand.cards:
            first = holders.get(card)
            holders.setdefault(card, seat)
            if first is None or (card, seat) in reported:
                continue
            reported.add((card, seat))
            name, other = seat.name.title(), first.name.title()
            where = f"twice in the hand of {name}" if first is seat else f"in the hands of {other} and {name}"
            log.report(
                "BML303",
                f"The card {card} is {where}.",
                places[seat],
                "Every card is there once; write x for small cards.",
            )
