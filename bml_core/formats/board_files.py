"""What the formats of boards share: the boards of a file, files themselves, words of calls, losses."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import BinaryIO, Protocol, overload

from bml_core.bridge import BIDS, DOUBLE, PASS, RANKS, REDOUBLE, Board, Call, Hand, Strain
from bml_core.diagnostics import Diagnostic, Location, listed
from bml_core.files import read_file, write_file

File = str | os.PathLike[str] | BinaryIO
"""The path of a file, or an open binary file."""
_NO_FILE = "file must be a path or an open binary file, not {}"


@dataclass(frozen=True, slots=True)
class Boards(Sequence[Board]):
    """The boards of a file in order, with everything that is wrong with it.

    >>> boards = Boards((Board(number=7), Board(number=8)))
    >>> [board.number for board in boards], boards[-1].number, len(boards), boards.diagnostics
    ([7, 8], 8, 2, ())
    """

    boards: tuple[Board, ...] = ()
    _found: tuple[Diagnostic, ...] | Callable[[], tuple[Diagnostic, ...]] = field(
        default=(), compare=False, repr=False
    )

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Return everything that is wrong with the file; it is checked when somebody asks."""
        if callable(self._found):
            object.__setattr__(self, "_found", self._found())
        return self._found  # type: ignore[return-value]

    def __len__(self) -> int:
        return len(self.boards)

    def __iter__(self) -> Iterator[Board]:
        return iter(self.boards)

    @overload
    def __getitem__(self, index: int) -> Board: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Board, ...]: ...

    def __getitem__(self, index: int | slice) -> Board | tuple[Board, ...]:
        return self.boards[index]

    def records(self) -> list[dict[str, str | int | None]]:
        """Return the boards as plain rows, for data frames and JSON; what is not known is "" or None.

        The columns are ``number``, ``label`` (a name that is more than a number), ``dealer`` (``N``, ``E``,
        ``S`` or ``W``), ``vulnerable`` (``None``, ``NS``, ``EW`` or ``All``), ``north``, ``east``, ``south``
        and ``west`` (cards), ``auction`` (calls from the dealer on), ``contract``, ``tricks`` (of declarer,
        0 to 13) and ``score`` (points of declarer's side).
        """
        return [board.record() for board in self.boards]


class _Loads(Protocol):
    def __call__(self, text: str | bytes, *, file: str = "") -> Boards: ...


def load_boards(file: File, loads: _Loads) -> Boards:
    """Return the boards of a file as ``loads`` reads its bytes; one that cannot be read is a diagnostic.

    Raises:
        TypeError: ``file`` is neither a path nor an open binary file.
    """
    if isinstance(file, str | os.PathLike):
        name = os.fspath(file)
        data = read_file(name, most=None)
        return Boards((), data.diagnostics) if data.value is None else loads(data.value, file=name)
    if not hasattr(file, "read"):
        raise TypeError(_NO_FILE.format(type(file).__name__))
    content = file.read()
    if not isinstance(content, bytes):
        raise TypeError('file must be open for bytes: open(path, "rb")')
    name = getattr(file, "name", "")
    return loads(content, file=name if isinstance(name, str) else "")


def dump_bytes(parts: Iterable[bytes], file: File) -> None:
    """Write the bytes of a file.

    Raises:
        OSError: The file cannot be written.
        TypeError: ``file`` is neither a path nor an open binary file.
    """
    if isinstance(file, str | os.PathLike):
        write_file(os.fspath(file), parts)
        return
    if not hasattr(file, "write"):
        raise TypeError(_NO_FILE.format(type(file).__name__))
    if hasattr(file, "encoding"):
        raise TypeError('file must be open for bytes: open(path, "wb")')
    file.writelines(parts)


def report_losses(
    board: Board, location: Location, losses: Iterable[tuple[str, str]]
) -> tuple[Diagnostic, ...]:
    """Return the diagnostics on what is lost of a board, given as pairs: sentence, hint.

    >>> print(*report_losses(Board(number=3), Location("a.bml", 2), [("LIN has no facts.", "")]))
    a.bml:2:1: warning BML725: Board 3: LIN has no facts.
    """
    name = board.texts.label or (f"{board.number}" if board.number is not None else "")
    before = f"Board {name}: " if name else ""
    return tuple(Diagnostic("BML725", f"{before}{sentence}", location, hint) for sentence, hint in losses)


def unnamed_cards(board: Board, form: str) -> Iterator[tuple[str, str]]:
    """Yield that a format leaves out each hand with small cards, as pairs: sentence, hint."""
    for seat in board.deal.seats:
        if has_small_cards(board.deal.hand(seat)):
            hand_of = f"the hand of {seat.name.title()}"
            yield f"{form} cannot show small cards, so {hand_of} is left out.", "Name every card."


MOST_ERRORS = 100
"""Errors of one board that are reported; where there are more, that is reported too."""


def too_many_errors(number: int, errors: int, location: Location) -> tuple[Diagnostic, ...]:
    """Return what to report of a game with this many errors beside the first of them.

    >>> print(*too_many_errors(3, 101, Location("a.lin", 2)))
    a.lin:2:1: error BML105: Game 3 has more than 100 errors; the others are not listed.
    """
    message = f"Game {number} has more than {MOST_ERRORS} errors; the others are not listed."
    return (Diagnostic("BML105", message, location),) if errors > MOST_ERRORS else ()


def with_other_room(board: Board, before: Board | None) -> Board:
    """Return the board of a second table, whose file leaves out the deal, with that of the board before.

    >>> from bml_core.bridge import BoardTexts, Deal
    >>> first = Board(Deal(Hand("A", "", "", "")), 4, texts=BoardTexts(facts=(("Room", "Open"),)))
    >>> with_other_room(Board(number=4, texts=BoardTexts(facts=(("Room", "Closed"),))), first).deal.north
    Hand('A', '', '', '')
    """
    if before is None or board.deal.seats or board.number is None or board.number != before.number:
        return board
    if board.texts.fact("Room") in ("", before.texts.fact("Room")):
        return board
    dealer, vulnerability = board.dealer or before.dealer, board.vulnerability or before.vulnerability
    return replace(board, deal=before.deal, dealer=dealer, vulnerability=vulnerability)


def with_other_rooms(boards: Iterable[Board]) -> Iterator[Board]:
    """Yield boards, those of a second table with the hands that their file leaves out."""
    before: Board | None = None
    for board in boards:
        before = with_other_room(board, before)
        yield before


# ---------------------------------------------------------------- calls, and cards of a deal

STRAINS = {strain.value: strain for strain in Strain} | {"NT": Strain.NOTRUMP}
"""The strains by the words of PBN and LIN."""
CALLS: dict[str, Call] = {
    **{f"{bid.level}{word}": bid for bid in BIDS for word, strain in STRAINS.items() if bid.strain is strain},
    **dict.fromkeys(("P", "PASS"), PASS),
    **dict.fromkeys(("D", "X", "DBL"), DOUBLE),
    **dict.fromkeys(("R", "XX", "RDBL"), REDOUBLE),
}
"""The calls by every spelling in PBN and LIN, in capitals."""
_LONGEST_EXCERPT, _LONGEST_LIST = 40, 4
# Small cards without a name are not cards of a file, but a hand may have them.
_ORDER = {rank: place for place, rank in enumerate(f"{RANKS}x")}


@lru_cache(maxsize=1 << 14)
def parse_holding(text: str) -> str:
    """Return the ranks of a holding, highest first, of any spelling; other characters are left out.

    >>> parse_holding("10ka2")
    'AKT2'
    """
    ranks = text.upper().replace("10", "T").replace("X", "x")
    return "".join(sorted((rank for rank in ranks if rank in _ORDER), key=_ORDER.__getitem__))


def has_small_cards(hand: Hand | None) -> bool:
    """Return whether a hand has cards without a name.

    >>> has_small_cards(Hand("Axx", "", "", "")), has_small_cards(None)
    (True, False)
    """
    return hand is not None and any("x" in holding for holding in hand.holdings)


def excerpt(text: str) -> str:
    r"""Return a text for a message: not too long, and in one line.

    >>> excerpt("two\nlines"), len(excerpt("x" * 500))
    ('two lines', 40)
    """
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST_EXCERPT else text[: _LONGEST_EXCERPT - 3] + "..."


def named(noun: str, words: Iterable[str]) -> Iterator[str]:
    """Yield different words with what they are, the first few of many.

    >>> [*named("the sign", ["!"]), *named("the sign", "abcdef"), *named("the sign", "")]
    ['the sign !', 'the signs a, b, c and 3 more']
    """
    different = list(dict.fromkeys(words))
    if len(different) > _LONGEST_LIST:
        different[_LONGEST_LIST - 1 :] = [f"{len(different) - _LONGEST_LIST + 1} more"]
    if different:
        yield f"{noun}{'s' * (len(different) > 1)} {listed(different, last='and')}"


def card_errors(name: str, word: str, allowed: Iterable[str]) -> Iterator[str]:
    """Yield what of a hand, in capitals, is not a card as files have it; ``allowed`` are other signs.

    >>> list(card_errors("West", "S10ZH2", "SHDC"))
    ['The hand of West has 10 for the ten; it is read as T.', 'The hand of West has Z, which is not a card.']
    """
    if "10" in word:
        yield f"The hand of {name} has 10 for the ten; it is read as T."
    if wrong := sorted(set(word.replace("10", "T")).difference(RANKS, allowed)):
        yield f"The hand of {name} has {excerpt(', '.join(wrong))}, which is not a card."
