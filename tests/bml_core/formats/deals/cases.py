"""Cases of boards in text files: what is written, what shall come of it.

A case begins with ``==== title``, its sections with ``---- name``. The first section is what is read: ``pbn``
or ``lin``, ``links`` for a text with links, or a file by its name. The others are expected:

diagnostics   what is wrong, as ``line:column severity CODE section``; without it, nothing is
sentences     the same in the words a player reads
boards        what is bridge in it (see :func:`outline`)
as FORMAT     the boards in this format
lost in FORMAT  what is reported about that
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from bml_core import Diagnostic
from bml_core.bridge import NOBODY, Board, Call, Comment, MadeCall, Seat
from bml_core.formats import deals
from bml_core.formats.deals import FORMATS, LIN, PBN, TEXT
from bml_core.formats.pbn import write_deal
from tests.bml_core.cases import read_sections

FIXTURES = sorted(Path(__file__).parent.parent.glob("*/fixtures/*.txt"))
KINDS = {"pbn": PBN, "lin": LIN, "links": TEXT}
CASES = {
    f"{path.stem}:{line} {title}": sections
    for path in FIXTURES
    if path.parent.parent.name in ("pbn", "lin", "deals")
    for line, title, sections in read_sections(path)
}
_SECTION = re.compile(r"PBN ([\d.]+):")
_HEADER = "% PBN 2.1\n% EXPORT\n"


def source(sections: dict[str, str]) -> tuple[str, str, str]:
    """The text that a case reads, the name of its file and its kind."""
    name, text = next(iter(sections.items()))
    return (text, "hands", KINDS[name]) if name in KINDS else (text, name, deals.recognise(text, name))


def run(sections: dict[str, str]) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """What came out and what was expected, section by section."""
    text, file, kind = source(sections)
    boards = [sourced for sourced in deals.read(text, file, kind) if sourced.is_board]
    diagnostics = list(deals.check(text, file, kind))
    got = {
        "diagnostics": [finding(found) for found in diagnostics],
        "sentences": [str(found).removeprefix(f"{file}:") for found in diagnostics],
        "boards": [line for sourced in boards for line in outline(sourced.board)],
    }
    for name, form in FORMATS.items():
        got[f"as {name}"] = form.write(boards).removeprefix(_HEADER).rstrip("\n").splitlines()
        got[f"lost in {name}"] = [loss.message for sourced in boards for loss in form.losses(sourced)]
    expected = {name: text.splitlines() for name, text in list(sections.items())[1:]}
    if "sentences" not in expected:
        expected.setdefault("diagnostics", [])
    return {name: got[name] for name in expected}, expected


def finding(found: Diagnostic) -> str:
    """A diagnostic in short, with the section of the standard it names."""
    section = _SECTION.search(found.message)
    place = f"{found.location.line}:{found.location.column}"
    return f"{place} {found.severity.value} {found.code} {section[1] if section else ''}".rstrip()


def outline(board: Board) -> Iterator[str]:
    """What a board says, one kind of thing a line; what is not known is left out."""
    head = [
        f"board {board.texts.label or board.number or ''}".rstrip(),
        f"dealer {board.dealer.value}" if board.dealer else "",
        f"vulnerable {board.vulnerability.value}" if board.vulnerability else "",
    ]
    yield ", ".join(word for word in head if word)
    if board.deal.seats:
        yield f"  deal {write_deal(board.deal, board.deal.seats[0])}"
    if board.texts.players != NOBODY:
        yield f"  players {' / '.join(map(board.texts.players.name, Seat))}"
    if board.auction:
        yield f"  auction {' '.join(map(_call, board.auction))}"
    yield from (f"  note {_word(made.call)}: {made.note}" for made in board.auction if made.note)
    if board.contract is not None:
        yield f"  contract {board.contract.code}"
    if board.play.strain is not None:
        yield f"  contract {board.play.strain.value}"
    if board.play.leader is not None:
        yield f"  leader {board.play.leader.value}"
    if board.play.cards:
        yield f"  play {' '.join(map(str, board.play.cards))}"
    if board.play.result is not None:
        yield f"  result {board.play.result}"
    if board.to_be_continued:
        yield "  to be continued"
    yield from (f"  {name}: {text}" for name, text in board.texts.facts)
    yield from (_comment(comment) for comment in board.texts.comments)


def _word(call: Call | None) -> str:
    return "-" if call is None else call.code


def _call(made: MadeCall) -> str:
    return _word(made.call) + "!" * made.alert + "^" * made.irregular


def _comment(comment: Comment) -> str:
    return f"  comment {comment.calls}/{comment.cards}: {' '.join(comment.text.split())}"
