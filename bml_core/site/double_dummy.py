"""Double-dummy tables beside full deals: solved by endplay, kept in a folder from build to build.

endplay is the extra ``dd``. It takes seconds to start, so it is imported when a deal is not in the folder.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from bml_core.bridge import (
    DOUBLE,
    PASS,
    REDOUBLE,
    STRAINS,
    Contract,
    Deal,
    Seat,
    Strain,
    Vulnerability,
    is_pack,
    make_bid,
)
from bml_core.diagnostics import Diagnostic, Location, Result
from bml_core.document import Block, Diagram, Paragraph, Span, SuitSymbol, Table, TableRow, Text
from bml_core.files import write_file
from bml_core.render import ENGLISH, Piece, UiTexts, contract_pieces, seat_letter, seat_word

_ROWS = (Seat.NORTH, Seat.SOUTH, Seat.EAST, Seat.WEST)
_STRAINS = (Strain.SPADES, Strain.HEARTS, Strain.DIAMONDS, Strain.CLUBS, Strain.NOTRUMP)
"""The strains in the order of endplay."""
_FORM = 1


@dataclass(frozen=True, slots=True)
class DoubleDummy:
    """What a deal is worth when all see all cards.

    Attributes:
        tricks: Tricks of each seat as declarer, clockwise from North, in clubs, diamonds, hearts, spades
            and notrump.
        par: The score of North and South when both sides bid the best they can.
        contracts: The contracts that lead to it.
    """

    tricks: tuple[tuple[int, ...], ...]
    par: int
    contracts: tuple[Contract, ...]


@dataclass(frozen=True, slots=True)
class Solver:
    """Solves deals, each once: what is known already is in ``folder``, where there is one.

    Every deal is a file of its own there, so that several processes may use the folder at once.
    """

    folder: Path | None = None

    def solve(
        self, deal: Deal, dealer: Seat | None = None, vulnerability: Vulnerability | None = None
    ) -> DoubleDummy:
        """Return the tricks and the par of a deal of 52 cards; North deals, none is vulnerable by default.

        Raises:
            ImportError: endplay is not installed.
            RuntimeError: endplay cannot solve the deal.
        """
        dealer = dealer or Seat.NORTH
        vulnerability = vulnerability or Vulnerability.NONE
        hands = " ".join(".".join(hand.holdings) for seat in Seat if (hand := deal.hand(seat)) is not None)
        key = f"{_FORM} {hands} {dealer.value} {vulnerability.value}"
        name = hashlib.sha256(key.encode()).hexdigest()[:40]
        file = None if self.folder is None else self.folder / f"{name}.json"
        if file is not None and (known := _load(file)) is not None:
            return known
        solved = _solve(f"N:{hands}", dealer, vulnerability)
        if file is not None:
            _store(file, solved)
        return solved


def _solve(hands: str, dealer: Seat, vulnerability: Vulnerability) -> DoubleDummy:
    from endplay import dds, types  # noqa: PLC0415 - an extra

    table = dds.calc_dd_table(types.Deal(hands))
    vulnerable = {
        Vulnerability.NONE: types.Vul.none,
        Vulnerability.NORTH_SOUTH: types.Vul.ns,
        Vulnerability.EAST_WEST: types.Vul.ew,
        Vulnerability.ALL: types.Vul.both,
    }[vulnerability]
    par = dds.par(table, vulnerable, types.Player.find(dealer.value))
    spades, hearts, diamonds, clubs, notrump = table.to_list()
    strains = zip(clubs, diamonds, hearts, spades, notrump, strict=True)
    contracts = tuple(
        Contract(
            make_bid(found.level, _STRAINS[found.denom.value]),
            (PASS, DOUBLE, REDOUBLE)[found.penalty.value - 1],
            tuple(Seat)[found.declarer.value],
        )
        for found in par
    )
    return DoubleDummy(tuple(strains), int(par.score), contracts)


def _load(file: Path) -> DoubleDummy | None:
    """Return what the folder has; None for a file that does not exist or is not whole."""
    try:
        known = json.loads(file.read_text("utf-8"))
        tricks = tuple(tuple(int(count) for count in row) for row in known["tricks"])
        contracts = tuple(Contract.parse(text) for text in known["contracts"])
        solved = DoubleDummy(tricks, int(known["par"]), contracts)
    except (OSError, ValueError, KeyError, TypeError, IndexError):
        return None
    return solved if [len(row) for row in tricks] == [len(STRAINS)] * len(Seat) else None


def _store(file: Path, solved: DoubleDummy) -> None:
    """Keep it; a folder that cannot be written costs the next build some time and nothing else."""
    contracts = [contract.code for contract in solved.contracts]
    known = {"tricks": solved.tricks, "par": solved.par, "contracts": contracts}
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        write_file(file, [json.dumps(known).encode()])


# ---------------------------------------------------------------- on the page


def with_double_dummy(
    blocks: Iterable[Block], solver: Solver, location: Location, words: UiTexts = ENGLISH
) -> Result[tuple[Block, ...]]:
    """Add a table and the par below every diagram of 52 cards; report at ``location`` why there is none."""
    result = groups_with_double_dummy((blocks,), solver, location, words)
    return Result(result.value[0], result.diagnostics)


def groups_with_double_dummy(
    groups: Iterable[Iterable[Block]], solver: Solver, location: Location, words: UiTexts = ENGLISH
) -> Result[list[tuple[Block, ...]]]:
    """Add the tables to groups of blocks that belong together; what is wrong with all is reported once."""
    written: list[tuple[Block, ...]] = []
    tables = 0
    failures: dict[str, Diagnostic] = {}
    for group in groups:
        blocks: list[Block] = []
        for block in group:
            blocks.append(block)
            if not (isinstance(block, Diagram) and is_pack(block.deal)):
                continue
            solved = _solved(solver, block, location)
            if isinstance(solved, Diagnostic):
                failures.setdefault(solved.sentence, solved)
                continue
            blocks += double_dummy_blocks(solved, block.location, words)
            tables += 1
        written.append(tuple(blocks))
    if not (failures or tables):
        message = "No double-dummy table: no deal here has all 52 cards."
        fault = Diagnostic("BML138", message, location, "Name every card of the four hands.")
        return Result(written, (fault,))
    return Result(written, tuple(failures.values()))


def _solved(solver: Solver, diagram: Diagram, location: Location) -> DoubleDummy | Diagnostic:
    """Solve a deal, or say why it cannot be solved."""
    try:
        return solver.solve(diagram.deal, diagram.dealer, diagram.vulnerability)
    except ImportError:
        message = "Double-dummy tables need endplay, which is not installed."
        return Diagnostic("BML138", message, location, 'Run pip install "bml-docs[dd]".')
    except RuntimeError as error:
        return Diagnostic("BML138", f"A deal has no double-dummy table: {error}.", location)


def double_dummy_blocks(solved: DoubleDummy, location: Location, words: UiTexts = ENGLISH) -> Iterator[Block]:
    """Yield a table with a row for each declarer, and the par."""
    suits = [(SuitSymbol(strain.suit, location),) for strain in STRAINS if strain.suit is not None]
    head: list[tuple[Span, ...]] = [(Text(words.double_dummy, location),), *suits, (Text("NT", location),)]
    tricks = dict(zip(Seat, solved.tricks, strict=True))
    texts = ([seat_word(seat, words), *map(str, tricks[seat])] for seat in _ROWS)
    yield table_of([head, *([(Text(text, location),) for text in row] for row in texts)], location)
    yield Paragraph(tuple(_spans(_par_pieces(solved, words), location)), location)


def table_of(rows: Sequence[Sequence[tuple[Span, ...]]], location: Location) -> Table:
    """Return a table of cells, the first row of which is its header."""
    head, *others = (TableRow(tuple(cells), location) for cells in rows)
    return Table((head,), tuple(others), len(head.cells), location)


def _par_pieces(solved: DoubleDummy, words: UiTexts) -> Iterator[Piece]:
    before, _, after = words.par.partition("{score}")
    yield before
    for contract in solved.contracts if solved.par else ():
        yield from (*contract_pieces(contract, words), ", ")
    side = (Seat.NORTH, Seat.SOUTH) if solved.par > 0 else (Seat.EAST, Seat.WEST)
    letters = "–".join(seat_letter(seat, words) for seat in side)
    yield f"{letters} +{abs(solved.par)}" if solved.par else "0"
    yield after


def _spans(pieces: Iterable[Piece], location: Location) -> Iterator[Span]:
    for piece in pieces:
        if isinstance(piece, str):
            yield from [Text(piece, location)] if piece else ()
            continue
        yield from [Text(piece.prefix, location)] if piece.prefix else ()
        yield from (SuitSymbol(suit, location) for suit in piece.suits)
