"""Files of deals of any kind: PBN, LIN, and any text with PBN, LIN or links to BBO's handviewer in it.

:func:`recognise` tells the kind of a file, :func:`read` yields its boards, :func:`check` what is wrong with
it. :data:`FORMATS` are the formats that boards are written in; the functions with ``deck`` in their names
write decks for Trickster Cards, as its page "Uploading Decks" wants them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from bml_core.bridge import FULL_HAND, Board, Deal, Seat
from bml_core.diagnostics import Diagnostic, Location
from bml_core.files import Source, decode_source
from bml_core.formats import diagrams, lin, pbn
from bml_core.formats.board_files import (
    duplicate_cards,
    has_small_cards,
    is_pack,
    report_losses,
    uneven_hands,
)
from bml_core.formats.deal_texts import (
    TextParts,
    begins_with_lin,
    begins_with_pbn,
    has_lin,
    has_pbn,
    is_delimited,
    text_parts,
    without_delimiters,
)

__all__ = [
    "FORMATS",
    "LIN",
    "PBN",
    "START",
    "TEXT",
    "DealFormat",
    "Dealt",
    "check",
    "check_deck",
    "is_pack",
    "numbered",
    "parse_numbers",
    "read",
    "recognise",
    "selected",
    "with_dealer_first",
    "with_diagnostics",
    "write_lin_decks",
    "write_pbn_decks",
]

START = 1 << 16
"""The bytes of a file from which its kind is recognised."""
_NUMBERS = re.compile(r"\s*(\d{1,6})\s*(?:[-\u2013]\s*(\d{1,6})\s*)?")

PBN, LIN, TEXT = "pbn", "lin", "text"


@dataclass(frozen=True, slots=True)
class Dealt:
    """A board of a file.

    Attributes:
        board: The board.
        place: Where it begins.
        source: The game or record it was read from, with everything that is not bridge; None for a diagram.
        diagnostics: What is wrong with it.
        is_board: False for diagnostics without a board.
    """

    board: Board
    place: Location
    source: pbn.Game | lin.Record | None = None
    diagnostics: tuple[Diagnostic, ...] = ()
    is_board: bool = True

    @property
    def number(self) -> int | None:
        """Return the number of the board, or None."""
        return self.board.number


def recognise(start: bytes | str, file: str = "") -> str:
    r"""Return the kind of a file by its name and its first bytes: ``pbn``, ``lin``, ``text`` or "".

    The ending of the name decides where there is anything of that kind, or else what the text begins with.
    ``text`` is any other text with deals in it: PBN, LIN, links to the handviewer.

    >>> recognise('[Deal "N:"]'), recognise("|md|1S|"), recognise("Look: md|1S|"), recognise("1N  15--17")
    ('pbn', 'lin', 'text', '')
    >>> recognise('pn|,,,|nt|\n[Board "3"]|')
    'lin'
    """
    text = start if isinstance(start, str) else decode_source(start)
    ending = file.lower()[-4:]
    if ending == ".pbn" and has_pbn(text):
        return TEXT if is_delimited(text) else PBN
    if ending == ".lin" and has_lin(text):
        return LIN
    if begins_with_pbn(text):
        return TEXT if is_delimited(text) else PBN
    if begins_with_lin(text):
        return LIN
    if lin.is_link(text) or is_delimited(text) or has_pbn(text) or has_lin(text):
        return TEXT
    return {".pbn": PBN, ".lin": LIN}.get(ending, "") if text.strip() else ""


def read(source: Source, file: str = "", kind: str = "", *, checked: bool = True) -> Iterator[Dealt]:
    r"""Yield the boards of a PBN file, a LIN file or any text with deals, one after the other.

    Args:
        source: A text, bytes, or an open binary file, of which a little is held at a time.
        file: The name for diagnostics.
        kind: As from :func:`recognise`; without it name and text tell, and a file must be seekable.
        checked: Whether boards come with what is wrong with them. Checking takes longer than reading: where
            few boards of a file are needed, give those to :func:`with_diagnostics`.

    Yields:
        Each board, and what is wrong with it; for what is not a board, only that.

    >>> [dealt.number for dealt in read('[Board "3"]\n\n[Board "4"]\n')]
    [3, 4]
    """
    kind = kind or _kind(source, file)
    if kind == LIN:
        for record in lin.read_records(source, file):
            yield _of_record(record, checked)
    elif kind == TEXT:
        yield from _in_text(decode_source(source), file, checked)
    else:
        yield from _games(source, file, checked)


def _games(source: Source, file: str, checked: bool) -> Iterator[Dealt]:
    unknown_tags: set[str] = set()
    for game in pbn.read_games(source, file):
        diagnostics = pbn.check_game(game, unknown_tags=unknown_tags) if checked else ()
        yield Dealt(pbn.parse_board(game), game.place(0), game, diagnostics)


def _in_text(text: str, file: str, checked: bool) -> list[Dealt]:
    """Return what a text with deals holds, in its order."""
    parts = _parts(text, file)
    found = [
        *map(_of_diagnostic, parts.diagnostics),
        *_games(parts.pbn, file, checked),
        *(_of_record(record, checked) for record in lin.read_records(parts.lin, file)),
        *(_of_link(link, checked) for link in lin.read_links(parts.links, file)),
    ]
    return sorted(found, key=lambda dealt: (dealt.place.line, dealt.place.column))


def _parts(text: str, file: str) -> TextParts:
    """Return the parts of a text; in a PBN file, the text outside of the delimiters is PBN too."""
    if file.lower().endswith(".pbn") and is_delimited(text):
        return TextParts(*without_delimiters(text, file))
    return text_parts(text, file)


def _kind(source: Source, file: str) -> str:
    if isinstance(source, str | bytes):
        return recognise(source[:START], file)
    at = source.tell()
    start = source.read(START)
    source.seek(at)
    return recognise(start, file)


def _of_record(record: lin.Record, checked: bool) -> Dealt:
    if not checked:
        return Dealt(lin.parse_board(record), record.place(0), record)
    result = lin.parse_record(record)
    return Dealt(result.value, record.place(0), record, result.diagnostics)


def _of_link(link: lin.Record | Diagnostic, checked: bool) -> Dealt:
    return _of_diagnostic(link) if isinstance(link, Diagnostic) else _of_record(link, checked)


def _of_diagnostic(diagnostic: Diagnostic) -> Dealt:
    return Dealt(Board(), diagnostic.location, None, (diagnostic,), is_board=False)


def with_diagnostics(dealt: Dealt) -> Dealt:
    """Return a board that was read without being checked, with what is wrong with it.

    >>> (dealt,) = read("md|7|", checked=False)
    >>> dealt.diagnostics, [error.code for error in with_diagnostics(dealt).diagnostics]
    ((), ['BML802'])
    """
    if isinstance(dealt.source, pbn.Game):
        return replace(dealt, diagnostics=pbn.check_game(dealt.source))
    if dealt.source is not None:
        return replace(dealt, diagnostics=lin.check_record(dealt.source))
    return dealt


def check(source: Source, file: str = "", kind: str = "") -> Iterator[Diagnostic]:
    """Yield what is wrong with a file of any kind.

    >>> [error.code for error in check("md|7|")]
    ['BML802']
    """
    kind = kind or _kind(source, file)
    if kind == TEXT:
        parts = _parts(decode_source(source), file)
        found = [
            *parts.diagnostics,
            *(pbn.check(parts.pbn, file) if parts.pbn.strip() else ()),
            *(lin.check(parts.lin, file) if parts.lin.strip() else ()),
            *(
                d
                for link in lin.read_links(parts.links, file)
                for d in _of_link(link, checked=True).diagnostics
            ),
        ]
        yield from sorted(found, key=lambda one: (one.location.line, one.location.column))
    elif kind == LIN:
        yield from lin.check(source, file)
    else:
        yield from pbn.check(source, file)


# ---------------------------------------------------------------- which boards


def parse_numbers(text: str) -> tuple[range, ...] | None:
    """Return the numbers of boards in a text such as ``3-5,7``; None if it cannot be read.

    >>> parse_numbers("3-5, 7"), parse_numbers("3-"), parse_numbers("5-3")
    ((range(3, 6), range(7, 8)), None, None)
    """
    matches = [_NUMBERS.fullmatch(word) for word in text.split(",")]
    ranges = [range(int(match[1]), int(match[2] or match[1]) + 1) for match in matches if match is not None]
    return tuple(ranges) if len(ranges) == len(matches) and all(ranges) else None


def selected(boards: Iterable[Dealt], numbers: Sequence[range] | None) -> Iterator[Dealt]:
    """Yield the boards with these numbers, all of them for None; one without has that of its place.

    >>> place = Location("", 1)
    >>> [d.number for d in selected([Dealt(Board(number=n), place) for n in (4, 5, 9)], parse_numbers("5-9"))]
    [5, 9]
    """
    for number, dealt in numbered(boards):
        if numbers is None or any(number in span for span in numbers):
            yield dealt


def numbered(boards: Iterable[Dealt]) -> Iterator[tuple[int, Dealt]]:
    """Yield the boards with their numbers; one without a number has that of its place.

    >>> place = Location("", 1)
    >>> [number for number, _ in numbered([Dealt(Board(number=7), place), Dealt(Board(), place)])]
    [7, 2]
    """
    for place, dealt in enumerate((dealt for dealt in boards if dealt.is_board), 1):
        yield place if dealt.number is None else dealt.number, dealt


# ---------------------------------------------------------------- formats to write


def _encode_utf8(parts: Iterable[str], _needed: bool) -> Iterator[bytes]:
    return (part.encode("utf-8", "replace") for part in parts)


def _always(_text: str) -> bool:
    return True


def _write_pbn(boards: Iterable[Dealt]) -> Iterator[str]:
    return pbn.write_games(d.source if isinstance(d.source, pbn.Game) else d.board for d in boards)


def _write_lin(boards: Iterable[Dealt]) -> Iterator[str]:
    return lin.write_records(d.source if isinstance(d.source, lin.Record) else d.board for d in boards)


def _write_bml(boards: Iterable[Dealt]) -> Iterator[str]:
    for place, part in enumerate(diagrams.board_texts(dealt.board for dealt in boards)):
        yield "\n" * bool(place) + part


@dataclass(frozen=True, slots=True)
class DealFormat:
    """A format that boards are written in.

    Boards that were read from a file of the same format are written as they were read, unknown tags and
    commands too.

    Attributes:
        name: The name in options and commands.
        ending: The ending of its files.
        title: Its name in sentences.
        write_parts: Yields the text in parts.
        board_losses: Reports what of a board the format cannot hold.
        source: The type of a board that was read from a file of this format.
        encode_parts: Yields the bytes of a file, given its text in parts and whether to write UTF-8.
        needs_utf8: Returns whether a part must be written as UTF-8.
    """

    name: str
    ending: str
    title: str
    write_parts: Callable[[Iterable[Dealt]], Iterator[str]]
    board_losses: Callable[[Board, Location], tuple[Diagnostic, ...]]
    source: type[pbn.Game] | type[lin.Record] | None
    encode_parts: Callable[[Iterable[str], bool], Iterator[bytes]] = _encode_utf8
    needs_utf8: Callable[[str], bool] = _always

    def write(self, boards: Iterable[Dealt]) -> str:
        """Return the text of a file.

        >>> FORMATS["lin"].write([])
        ''
        """
        return "".join(self.write_parts(boards))

    def encode(self, text: str) -> bytes:
        r"""Return the bytes of a file with this text.

        >>> FORMATS["pbn"].encode("% PBN 2.1\n")
        b'% PBN 2.1\r\n'
        """
        return b"".join(self.encode_parts((text,), self.needs_utf8(text)))

    def losses(self, dealt: Dealt) -> tuple[Diagnostic, ...]:
        """Report what is lost when a board is written in this format; nothing, if it was read from it."""
        if self.source is not None and isinstance(dealt.source, self.source):
            return ()
        own = ", ".join(_source_losses(dealt))
        more = [(f"{self.title} cannot hold {own}.", "")] if own else []
        return (*self.board_losses(dealt.board, dealt.place), *report_losses(dealt.board, dealt.place, more))


def _source_losses(dealt: Dealt) -> tuple[str, ...]:
    """Return what is in no board: it stays behind in the file that the board was read from."""
    if isinstance(dealt.source, pbn.Game):
        return pbn.game_losses(dealt.source, dealt.board)
    return lin.record_losses(dealt.source) if dealt.source is not None else ()


FORMATS = {
    form.name: form
    for form in (
        DealFormat("pbn", ".pbn", "PBN", _write_pbn, pbn.losses, pbn.Game, pbn.encode, pbn.needs_utf8),
        DealFormat("lin", ".lin", "LIN", _write_lin, lin.losses, lin.Record),
        DealFormat("bml", ".bml", "BML", _write_bml, diagrams.losses, None),
    )
}
"""The formats by name."""


# ---------------------------------------------------------------- decks for Trickster Cards

_PACK = 4 * FULL_HAND


def check_deck(board: Board, place: Location) -> tuple[Diagnostic, ...]:
    """Return why a board is not a deck of 52 different cards; nothing if it is one.

    >>> print(*check_deck(Board(number=2), Location("hands.pbn", 9)))
    hands.pbn:9:1: error BML821: Board 2 is not a deck: the hands of North, East, South, West are missing. ...
    """
    if is_pack(board.deal):
        return ()
    missing = [seat.name.title() for seat in Seat if board.deal.hand(seat) is None]
    reasons = [s.rstrip(".") for s in (*duplicate_cards(board.deal), *uneven_hands(board.deal))]
    if missing:
        plural = len(missing) > 1
        reasons.append(f"the hand{'s' * plural} of {', '.join(missing)} {'are' if plural else 'is'} missing")
    if any(has_small_cards(board.deal.hand(seat)) for seat in Seat):
        reasons.append("small cards are not named")
    name = "The board" if board.number is None else f"Board {board.number}"
    hint = f"A deck has {_PACK} different cards."
    return tuple(
        Diagnostic("BML821", f"{name} is not a deck: {_lower(reason)}.", place, hint) for reason in reasons
    )


def _lower(sentence: str) -> str:
    return (
        sentence
        if sentence.startswith(("North", "East", "South", "West"))
        else (sentence[0].lower() + sentence[1:])
    )


def write_pbn_decks(boards: Iterable[Board]) -> Iterator[str]:
    """Yield the Deal tags of boards, with empty lines between them; without a dealer South deals.

    >>> print(*write_pbn_decks([Board()]))
    [Deal "S:- - - -"]
    """
    for place, board in enumerate(boards):
        yield "\n" * bool(place) + f'[Deal "{pbn.write_deal(board.deal, board.dealer or Seat.SOUTH)}"]\n'


def write_lin_decks(boards: Iterable[Board], *, dealer_first: bool = False) -> Iterator[str]:
    """Yield the md commands of boards with all four hands, each on a line of its own.

    The hands begin with South's or, as in the examples of the page, with the dealer's.

    >>> print(*write_lin_decks([Board(dealer=Seat.WEST)]))
    md|2,,,|
    """
    for board in boards:
        dealer = board.dealer or Seat.SOUTH
        seats = _around(dealer) if dealer_first else lin.SEATS
        hands = ",".join(lin.write_hand(board.deal.hand(seat)) for seat in seats)
        yield f"md|{lin.SEATS.index(dealer) + 1}{hands}|\n"


def with_dealer_first(board: Board) -> Board:
    """Return the board of a LIN file whose hands begin with the dealer's but were read from South's on.

    >>> from bml_core.bridge import Hand
    >>> listed = Board(dealer=Seat.WEST, deal=Deal(south=Hand("AK", "", "", "")))
    >>> with_dealer_first(listed).deal.west.spades
    'AK'
    """
    dealer = board.dealer or Seat.SOUTH
    moved = zip(_around(dealer), lin.SEATS, strict=True)
    return replace(board, deal=Deal(**{seat.name.lower(): board.deal.hand(read) for seat, read in moved}))


def _around(first: Seat) -> tuple[Seat, ...]:
    return tuple(first.after(place) for place in range(len(lin.SEATS)))
