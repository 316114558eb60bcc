"""A stand-in for endplay, with what is used of it: fast, and there where endplay is not installed."""

from __future__ import annotations

import sys
from types import ModuleType, SimpleNamespace

import pytest

#: Tricks of each declarer in clubs, diamonds, hearts, spades and notrump.
TRICKS = (7, 8, 9, 10, 11)


class _Par(list[SimpleNamespace]):
    score = 460


def pretend_endplay(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Let every deal have these tricks, and 5NT by North as par; return the deals as they are solved."""
    solved: list[str] = []

    def calc_dd_table(deal: str) -> SimpleNamespace:
        solved.append(deal)
        clubs, diamonds, hearts, spades, notrump = ((count,) * 4 for count in TRICKS)
        return SimpleNamespace(to_list=lambda: [spades, hearts, diamonds, clubs, notrump])

    def par(*_: object) -> _Par:
        notrump, passed, north = (SimpleNamespace(value=value) for value in (4, 1, 0))
        return _Par([SimpleNamespace(level=5, denom=notrump, penalty=passed, declarer=north)])

    endplay = ModuleType("endplay")
    endplay.__dict__["dds"] = SimpleNamespace(calc_dd_table=calc_dd_table, par=par)
    endplay.__dict__["types"] = SimpleNamespace(
        Deal=str, Vul=SimpleNamespace(none=0, ns=1, ew=2, both=3), Player=SimpleNamespace(find=str)
    )
    monkeypatch.setitem(sys.modules, "endplay", endplay)
    return solved
