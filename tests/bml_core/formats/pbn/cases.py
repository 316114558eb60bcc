"""Cases of PBN in text files: what is written, what shall come of it.

A case begins with ``==== title``, its sections with ``---- name``. ``pbn`` is the file; expected are:

diagnostics   what is wrong, as ``line:column severity CODE section``; without it, nothing is
boards        what is bridge in the games (see :func:`outline`)
export        the games in export format
lost in FORMAT  what is reported when they are written in another format
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bml_core import Diagnostic
from bml_core.bridge import NOBODY, Board, Call, Comment, MadeCall, Seat
from bml_core.formats import deals, pbn
from bml_core.formats.deals import FORMATS
from bml_core.formats.pbn import write_deal
from tests.bml_core.cases import read_sections

FIXTURES = Path(__file__).parent / "fixtures"
_SECTION = re.compile(r"PBN ([\d.]+):")
_HEADER = "% PBN 2.1\n% EXPORT\n"


@dataclass(frozen=True, slots=True)
class PbnCase:
    """One case; ``name`` is for the report of the test."""

    name: str
    sections: dict[str, str]

    def run(self) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
        """What came out and what was expected, section by section."""
        text = self.sections["pbn"]
        games = list(pbn.read_games(text))
        got = {
            "diagnostics": [finding(found) for found in pbn.check(text)],
            "boards": [line for game in games for line in outline(pbn.parse_board(game))],
            "export": pbn.dumps(games).removeprefix(_HEADER).rstrip("\n").splitlines(),
        }
        for name in ("lin", "bml"):
            lost = [loss.message for dealt in deals.read(text) for loss in FORMATS[name].losses(dealt)]
            got[f"lost in {name}"] = lost
        expected = {name: text.splitlines() for name, text in self.sections.items() if name != "pbn"}
        expected.setdefault("diagnostics", [])
        return {name: got[name] for name in expected}, expected


def cases() -> Iterator[PbnCase]:
    """The cases of all files."""
    for path in sorted(FIXTURES.glob("*.txt")):
        for line, title, sections in read_sections(path):
            yield PbnCase(f"{path.stem}:{line} {title}", sections)


def finding(found: Diagnostic) -> str:
    """A diagnostic in short, with the section of the standard it names."""
    section = _SECTION.search(found.message)
    place = f"{found.location.line}:{found.location.column}"
    return f"{place} {found.severity.value} {found.code} {section[1] if section else ''}".rstrip()


def outline(board: Board) -> Iterator[str]:
    """What a board says, one kind of thing a line; what is not known is left out."""
    head = [
        f"board {board.label or board.number or ''}".rstrip(),
        f"dealer {board.dealer.value}" if board.dealer else "",
        f"vulnerable {board.vulnerability.value}" if board.vulnerability else "",
    ]
    yield ", ".join(word for word in head if word)
    if board.deal.seats:
        yield f"  deal {write_deal(board.deal, board.deal.seats[0])}"
    if board.players != NOBODY:
        yield f"  players {' / '.join(map(board.players.name, Seat))}"
    if board.auction:
        yield f"  auction {' '.join(map(_call, board.auction))}"
    yield from (f"  note {_word(made.call)}: {made.note}" for made in board.auction if made.note)
    if board.contract is not None:
        yield f"  contract {board.contract.code}"
    if board.strain is not None:
        yield f"  contract {board.strain.value}"
    if board.leader is not None:
        yield f"  leader {board.leader.value}"
    if board.play:
        yield f"  play {' '.join(map(str, board.play))}"
    if board.result is not None:
        yield f"  result {board.result}"
    if board.to_be_continued:
        yield "  to be continued"
    yield from (f"  {name}: {text}" for name, text in board.facts)
    yield from (_comment(comment) for comment in board.comments)


def _word(call: Call | None) -> str:
    return "-" if call is None else call.code


def _call(made: MadeCall) -> str:
    return _word(made.call) + "!" * made.alert + "^" * made.irregular


def _comment(comment: Comment) -> str:
    return f"  comment {comment.calls}/{comment.cards}: {' '.join(comment.text.split())}"
