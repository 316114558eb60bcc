"""Runs inside a peer's own process: PBN and LIN files read with endplay or bridgebots, one JSON answer.

Called with the name of the program, the folder it is installed in and files; answers, on standard output, a
list of boards for each. It imports nothing of this project.
"""

from __future__ import annotations

import json
import logging
import sys
from pathlib import Path
from typing import Any

Facts = dict[str, Any]
SEATS = "NESW"


def endplay(path: str) -> list[Facts]:
    """What endplay reads."""
    from endplay.parsers import lin, pbn  # noqa: PLC0415 - of one version at a time
    from endplay.types import Player  # noqa: PLC0415 - of one version at a time

    with Path(path).open(encoding="latin-1") as file:
        return [
            {
                "number": board.board_num,
                "deal": board.deal.to_pbn(Player.north),
                "dealer": board.dealer.abbr,
                "vulnerable": board.vul.name.upper(),
                "auction": [_endplay_call(call) for call in board.auction],
                "play": [f"{card.suit.name[0].upper()}{card.rank.abbr}" for card in board.play],
            }
            for board in (lin if path.endswith(".lin") else pbn).load(file)
        ]


def _endplay_call(call: Any) -> str:  # noqa: ANN401 - a class of endplay
    if hasattr(call, "penalty"):
        return {"PASSED": "P", "DOUBLED": "D", "REDOUBLED": "R"}.get(call.penalty.name.upper(), "P")
    return f"{call.level}{call.denom.name[0].upper()}"


def bridgebots(path: str) -> list[Facts]:
    """What bridgebots reads; it leaves boards out that were passed out."""
    from bridgebots import parse_pbn, parse_single_lin  # type: ignore[import-not-found]  # noqa: PLC0415 - of one version at a time

    return [
        {
            "deal": _bridgebots_deal(record.deal),
            "dealer": record.deal.dealer.name[0],
            "vulnerable": {(0, 0): "NONE", (1, 0): "NS", (0, 1): "EW", (1, 1): "BOTH"}[
                (int(record.deal.ns_vulnerable), int(record.deal.ew_vulnerable))
            ],
            "auction": [_bridgebots_call(call) for call in board.bidding_record],
            "play": [f"{card.suit.name[0]}{card.rank.abbreviation()}" for card in board.play_record],
            "declarer": board.declarer.name[0],
            "tricks": board.tricks,
        }
        for record in (parse_single_lin if path.endswith(".lin") else parse_pbn)(Path(path))
        for board in record.board_records
    ]


def _bridgebots_call(call: str) -> str:
    return {"PASS": "P", "X": "D", "XX": "R"}.get(call, call[:2])


def _bridgebots_deal(deal: Any) -> str:  # noqa: ANN401 - a class of bridgebots
    hands = {direction.name[0]: hand for direction, hand in deal.hands.items()}
    return "N:" + " ".join(_bridgebots_hand(hands[seat]) for seat in SEATS)


def _bridgebots_hand(hand: Any) -> str:  # noqa: ANN401 - a class of bridgebots
    suits = {suit.name: ranks for suit, ranks in hand.suits.items()}
    return ".".join(
        "".join(rank.abbreviation() for rank in sorted(suits[name], reverse=True))
        for name in ("SPADES", "HEARTS", "DIAMONDS", "CLUBS")
    )


if __name__ == "__main__":
    sys.path.insert(0, sys.argv[2])
    logging.disable(logging.CRITICAL)
    reader = {"endplay": endplay, "bridgebots": bridgebots}[sys.argv[1]]
    json.dump([reader(path) for path in sys.argv[3:]], sys.stdout)
