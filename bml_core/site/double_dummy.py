"""Double-dummy tables beside full deals: solved by endplay, kept in a folder from build to build.

endplay is the extra ``dd``. It takes seconds to start, so it is imported when a deal is not in the folder.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from bml_core._package import how_to_install
from bml_core.bridge import (
    DOUBLE,
    PASS,
    REDOUBLE,
    STRAINS,
    Board,
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
from bml_core.render import (
    ENGLISH,
    Piece,
    UiTexts,
    call_pieces,
    contract_pieces,
    filled,
    seat_letter,
    seat_word,
)
from bml_core.render.html import RecordedBoard

_ROWS = (Seat.NORTH, Seat.SOUTH, Seat.EAST, Seat.WEST)
#: The strains in the order of endplay.
_STRAINS = (Strain.SPADES, Strain.HEARTS, Strain.DIAMONDS, Strain.CLUBS, Strain.NOTRUMP)
_FORM = 1

Tricks = tuple[tuple[int, ...], ...]
"""Tricks of each seat as declarer, clockwise from North, in clubs, diamonds, hearts, spades and notrump."""


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


def groups_with_double_dummy(
    groups: Iterable[Iterable[Block]], solver: Solver, location: Location, words: UiTexts = ENGLISH
) -> Result[list[tuple[Block, ...]]]:
    """Add a table and the par below every diagram of 52 cards in groups of blocks that belong together.

    Why there is none is reported at ``location``, once for all.
    """
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
            blocks += double_dummy_blocks(solved, block.location, words, block.vulnerability)
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
        return Diagnostic("BML138", message, location, how_to_install("dd"))
    except RuntimeError as error:
        return Diagnostic("BML138", f"A deal has no double-dummy table: {error}.", location)


def double_dummy_blocks(
    solved: DoubleDummy,
    location: Location,
    words: UiTexts = ENGLISH,
    vulnerability: Vulnerability | None = None,
) -> Iterator[Block]:
    """Yield a table with a row for each declarer, and the par with the vulnerability that it holds for."""
    yield tricks_table(solved.tricks, location, words)
    # Where the vulnerability is not known, the par is that of nobody vulnerable.
    assumed = f", {words.nobody_vulnerable}" * (vulnerability is None)
    yield Paragraph(tuple(_spans((*_par_pieces(solved, words), assumed), location)), location)


def tricks_table(tricks: Tricks, location: Location, words: UiTexts = ENGLISH) -> Table:
    """Return a table of tricks with a row for each declarer."""
    suits = [(SuitSymbol(strain.suit, location),) for strain in STRAINS if strain.suit is not None]
    head: list[tuple[Span, ...]] = [(Text(words.double_dummy, location),), *suits, (Text("NT", location),)]
    by_seat = dict(zip(Seat, tricks, strict=True))
    texts = ([seat_word(seat, words), *map(str, by_seat[seat])] for seat in _ROWS)
    return table_of([head, *([(Text(text, location),) for text in row] for row in texts)], location)


def known_tricks(board: Board) -> Tricks | None:
    """Return the double-dummy tricks that the file of a board has; None if it has none.

    >>> from bml_core.bridge import BoardTexts
    >>> known_tricks(Board(texts=BoardTexts(facts=(("DoubleDummyTricks", "8765487654567895678d"),))))[0]
    (4, 5, 6, 7, 8)
    """
    word = board.texts.fact("DoubleDummyTricks").strip().lower()
    if len(word) != len(STRAINS) * len(Seat) or not set(word) <= set("0123456789abcd"):
        return None
    # Programs write North, South, East, West, and of each notrump, spades, hearts, diamonds, clubs.
    rows = [tuple(int(digit, 16) for digit in word[at : at + 5][::-1]) for at in range(0, len(word), 5)]
    north, south, east, west = rows
    return north, east, south, west


def recorded_board(board: Board, solver: Solver, words: UiTexts = ENGLISH) -> RecordedBoard:
    """Return a board of a record sheet: with the tricks and the par of its file, or as endplay finds them.

    >>> from bml_core.bridge import BoardTexts
    >>> recorded_board(Board(texts=BoardTexts(facts=(("OptimumScore", "NS 420"),))), Solver()).par
    ('Par: NS 420',)
    """
    tricks = known_tricks(board) or ()
    text = ", ".join(text for name in ("ParContract", "OptimumScore") if (text := board.texts.fact(name)))
    par: tuple[Piece, ...] = (filled(words.par, score=text),) if text else ()
    if is_pack(board.deal) and not (tricks and par):
        # Without endplay a sheet has what the file knows.
        with suppress(ImportError, RuntimeError):
            solved = solver.solve(board.deal, board.dealer, board.vulnerability)
            tricks = tricks or solved.tricks
            par = par or (tuple(_par_pieces(solved, words, short=True)) if board.vulnerability else ())
    return RecordedBoard(board, tricks, par)


def table_of(rows: Sequence[Sequence[tuple[Span, ...]]], location: Location) -> Table:
    """Return a table of cells, the first row of which is its header."""
    head, *others = (TableRow(tuple(cells), location) for cells in rows)
    return Table((head,), tuple(others), len(head.cells), location, drawn=True)


def _par_pieces(solved: DoubleDummy, words: UiTexts, *, short: bool = False) -> Iterator[Piece]:
    """Yield the par with its contracts in words, or as hand records have it: ``3NTX E–W, E–W +100``."""
    before, _, after = words.par.partition("{score}")
    yield before
    declarers: dict[Contract, list[Seat]] = {}
    for contract in solved.contracts if solved.par else ():
        declarers.setdefault(replace(contract, declarer=None), []).extend(
            [contract.declarer] if contract.declarer else []
        )
    for contract, seats in declarers.items():
        if short and contract.bid is not None:
            doubled = str(contract).removeprefix(str(contract.bid))
            yield from (*call_pieces(contract.bid), f"{doubled} {_letters(seats, words)}, ")
            continue
        # "4♠ by North, East" and not the contract twice.
        others = "".join(f", {seat_word(seat, words)}" for seat in seats[1:])
        yield from (
            *contract_pieces(replace(contract, declarer=seats[0] if seats else None), words),
            others,
            ", ",
        )
    side = (Seat.NORTH, Seat.SOUTH) if solved.par > 0 else (Seat.EAST, Seat.WEST)
    yield f"{_letters(side, words)} +{abs(solved.par)}" if solved.par else "0"
    yield after


def _letters(seats: Iterable[Seat], words: UiTexts) -> str:
    return "–".join(seat_letter(seat, words) for seat in seats)


def _spans(pieces: Iterable[Piece], location: Location) -> Iterator[Span]:
    for piece in pieces:
        if isinstance(piece, str):
            yield from [Text(piece, location)] if piece else ()
            continue
        yield from [Text(piece.prefix, location)] if piece.prefix else ()
        yield from (SuitSymbol(suit, location) for suit in piece.suits)
