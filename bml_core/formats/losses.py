"""How it is told that a format cannot hold something of a board."""

from __future__ import annotations

from collections.abc import Iterable

from bml_core.bridge import Board
from bml_core.diagnostics import Diagnostic, Location


def told(board: Board, place: Location, lost: Iterable[tuple[str, str]]) -> tuple[Diagnostic, ...]:
    """The findings on what is lost, given as pairs: sentence, hint.

    >>> print(*told(Board(number=3), Location("a.bml", 2), [("LIN has no facts.", "")]))
    a.bml:2:1: warning BML725: Board 3: LIN has no facts.
    """
    name = board.label or (f"{board.number}" if board.number is not None else "")
    before = f"Board {name}: " if name else ""
    return tuple(Diagnostic("BML725", f"{before}{sentence}", place, hint) for sentence, hint in lost)
