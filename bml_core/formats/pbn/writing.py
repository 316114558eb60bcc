"""Boards as PBN, and what of a board PBN has no place for."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

from bml_core.bridge import (
    Board,
    MadeCall,
    Seat,
    Strain,
    is_over,
    seats_of_play,
)
from bml_core.diagnostics import Diagnostic, Location
from bml_core.formats.losses import told
from bml_core.formats.pbn.bidding import ALERT
from bml_core.formats.pbn.exporting import HEADER, LONGEST_LINE, comment, escape, export
from bml_core.formats.pbn.games import Game, read
from bml_core.formats.pbn.tag_names import NO_FACT
from bml_core.formats.pbn.values import call_word, contract_word, deal_word

MOST_NOTES = 32
_CARDS = 52
_TAG_NAME = re.compile(r"[A-Z][A-Za-z0-9_]*")
_SUIT = re.compile(r"!([SHDCshdc])(?![A-Za-z])")


def write(items: Iterable[Board | Game]) -> str:
    r"""Boards and games as the text of a PBN file in export format.

    Lines end with a newline character; :func:`encode` makes the bytes of the file.

    >>> print(write([Board(number=1)])[:22])
    % PBN 2.1
    % EXPORT
    [Ev
    """
    return "".join(written(items))


def written(items: Iterable[Board | Game]) -> Iterator[str]:
    """The same text in parts: the header, then a part for each board or game."""
    yield HEADER
    for item in items:
        # Some programs see the end of a game only in the empty line behind it.
        yield export(item if isinstance(item, Game) else game_of(item)) + "\n"


def encode(text: str) -> bytes:
    r"""The bytes of a PBN file: lines end with CR and LF; the characters are ISO 8859-1.

    A text that ISO 8859-1 does not hold, or holds so that it could be taken for UTF-8, is written as UTF-8
    and says so in its first line.

    >>> encode("caf\u00e9\n"), encode("\u2660\n")[:20]
    (b'caf\xe9\r\n', b'%Content-type: text/')
    """
    return b"".join(encoded((text,), needs_utf8(text)))


def encoded(parts: Iterable[str], utf8: bool) -> Iterator[bytes]:
    r"""The bytes of a PBN file in parts; ``utf8`` says whether one of them :func:`needs_utf8`.

    >>> list(encoded(["caf\u00e9\n", "bar\n"], False))
    [b'caf\xe9\r\n', b'bar\r\n']
    """
    if utf8:
        yield b"%Content-type: text/x-pbn; charset=UTF-8\r\n"
    charset = "utf-8" if utf8 else "iso8859-1"
    for part in parts:
        yield part.replace("\n", "\r\n").encode(charset, "replace")


def needs_utf8(text: str) -> bool:
    r"""Whether ISO 8859-1 does not hold whole games, or holds them so that they look like UTF-8.

    >>> needs_utf8("caf\u00e9"), needs_utf8("\u2660")
    (False, True)
    """
    if text.isascii():
        return False
    try:
        return _like_utf8(text.encode("iso8859-1"))
    except UnicodeEncodeError:
        return True


def _like_utf8(latin: bytes) -> bool:
    for line in latin.split(b"\n\n"):
        try:
            line.decode("utf-8")
        except UnicodeDecodeError:
            continue
        if not line.isascii():
            return True
    return False


def game_of(board: Board) -> Game:
    """A game that says what the board says.

    >>> game_of(Board(number=4)).value("Board")
    '4'
    """
    return next(read("\n".join(_lines(board))))


def _lines(board: Board) -> Iterator[str]:
    rows = _play_rows(board)
    said = _said(board, len(rows))
    yield from said["", 0]
    for name, value in _values(board).items():
        yield f'[{name} "{escape(value)}"]'
    if board.auction or (board.to_be_continued and board.dealer and not _plays(board)):
        yield from _auction(board, said)
    if board.opening_leader is not None and _plays(board):
        yield from _play(board, board.opening_leader, rows, said)


def _plays(board: Board) -> bool:
    return bool(board.play) or board.leader is not None


def _said(board: Board, cards: int) -> defaultdict[tuple[str, int], list[str]]:
    """The comments by section and by how many calls or cards they come after."""
    said = defaultdict[tuple[str, int], list[str]](list)
    for spoken in board.comments:
        if spoken.cards and cards:
            key = ("Play", min(spoken.cards, cards))
        elif (spoken.calls or spoken.cards) and board.auction:
            key = ("Auction", min(spoken.calls or len(board.auction), len(board.auction)))
        else:
            key = ("", 0)
        said[key].append(comment(_suits(spoken.text)))
    return said


def _values(board: Board) -> dict[str, str]:
    """The tags of a board; what is not known is ``?`` if something was bid, else not asked for."""
    played = bool(board.auction or board.play or board.contract)
    unknown = "?" if played else ""
    values = {"Event": "", "Site": "", "Date": ""}
    values["Board"] = board.label if board.number is None else str(board.number)
    values |= {
        "West": board.players.west,
        "North": board.players.north,
        "East": board.players.east,
        "South": board.players.south,
    }
    values["Dealer"] = board.dealer.value if board.dealer else ""
    values["Vulnerable"] = board.vulnerability.value if board.vulnerability else ""
    # A Deal tag without cards is an error (3.4.11); an empty one says the same.
    deal = deal_word(board.deal, board.dealer or Seat.NORTH)
    values["Deal"] = "" if deal.endswith(":- - - -") else deal
    values["Scoring"] = ""
    contract = board.contract
    values["Declarer"] = unknown
    values["Contract"] = unknown if board.strain is None else str(board.strain)
    values["Result"] = unknown if board.result is None else str(board.result)
    if contract is not None:
        values["Contract"] = contract_word(contract)
        passed = contract.bid is None
        values["Declarer"] = contract.declarer.value if contract.declarer else "" if passed else "?"
        values["Result"] = "" if passed else values["Result"]
    values.update((name, text) for name, text in board.facts if _is_tag(name))
    return values


def _is_tag(name: str) -> bool:
    return name not in NO_FACT and _TAG_NAME.fullmatch(name) is not None


def _suits(text: str) -> str:
    return _SUIT.sub(lambda found: "\\" + found[1].upper(), text)


# ---------------------------------------------------------------- auction


def _auction(board: Board, said: Mapping[tuple[str, int], list[str]]) -> Iterator[str]:
    yield f'[Auction "{board.dealer.value if board.dealer else "?"}"]'
    notes = _notes(board.auction)
    for number, made in enumerate(board.auction, 1):
        yield _call(made, notes)
        yield from said["Auction", number]
    if not is_over([made.call for made in board.auction]):
        yield "+" if board.to_be_continued and not _plays(board) else "*"
    yield from (f'[Note "{number}:{escape(text)}"]' for text, number in notes.items())


def _notes(auction: tuple[MadeCall, ...]) -> dict[str, int]:
    """The different notes of an auction with their numbers, as many as PBN has."""
    texts = dict.fromkeys(_note(made) for made in auction if made.alert or made.note)
    return {text: number for number, text in enumerate(islice(texts, MOST_NOTES), 1)}


def _note(made: MadeCall) -> str:
    return made.note or ALERT


def _call(made: MadeCall, notes: dict[str, int]) -> str:
    if made.call is None:
        return "^S"
    words = ["^I"] * made.irregular + [call_word(made.call)]
    if made.alert or made.note:
        number = notes.get(_note(made))
        words.append(comment(_suits(_note(made))) if number is None else f"={number}=")
    return " ".join(words)


# ---------------------------------------------------------------- play


def _play_rows(board: Board) -> list[tuple[int, str]]:
    """Each card that can be written, in the order played, with its place in rows of four columns."""
    leader = board.opening_leader
    if leader is None:
        return []
    # Without a strain nobody can say who won the first trick.
    play = board.play if board.trumps is not None else board.play[:4]
    seats = seats_of_play(play, leader, board.trumps or Strain.NOTRUMP)
    return [
        (turn - turn % 4 + _column(seat, leader), str(card))
        for turn, (seat, card) in enumerate(zip(seats, play, strict=False))
    ]


def _column(seat: Seat, leader: Seat) -> int:
    return next(steps for steps in range(4) if leader.after(steps) is seat)


def _play(
    board: Board, leader: Seat, rows: list[tuple[int, str]], said: Mapping[tuple[str, int], list[str]]
) -> Iterator[str]:
    yield f'[Play "{leader.value}"]'
    cells = {place: "\n".join((card, *said["Play", turn])) for turn, (place, card) in enumerate(rows, 1)}
    continued = board.to_be_continued and len(rows) == len(board.play)
    if continued:
        turn = seats_of_play(board.play, leader, board.trumps or Strain.NOTRUMP)[-1]
        cells[len(rows) - len(rows) % 4 + _column(turn, leader)] = "+"
    last = max(cells, default=-1)
    yield from (cells.get(place, "-") for place in range(last + 1 + -(last + 1) % 4))
    if not continued and len(rows) < _CARDS:
        yield "*"


# ---------------------------------------------------------------- what is lost


def losses(board: Board, place: Location) -> tuple[Diagnostic, ...]:
    """What of a board PBN cannot hold, or holds so that it is read as something else.

    >>> from bml_core.bridge import Deal, Hand
    >>> [found.code for found in losses(Board(Deal(north=Hand("Axx", "", "", ""))), Location("a.bml", 1))]
    ['BML725']
    """
    return told(board, place, _losses(board))


def _losses(board: Board) -> Iterator[tuple[str, str]]:
    for seat in board.deal.seats:
        hand = board.deal.hand(seat)
        if hand is not None and any("x" in holding for holding in hand.holdings):
            hand_of = f"the hand of {seat.name.title()}"
            yield f"PBN has no sign for small cards, so {hand_of} is left out.", "Name all its cards."
    if any(made.note and not made.alert for made in board.auction):
        yield "PBN marks every call with an explanation as alerted.", ""
    if len({_note(made) for made in board.auction if made.alert or made.note}) > MOST_NOTES:
        yield f"PBN has {MOST_NOTES} notes; the explanations after them are written as comments.", ""
    if board.auction and board.dealer is None:
        yield "The auction has no dealer, so nobody can tell who made a call.", "Say who dealt."
    if len(_play_rows(board)) < len(board.play):
        yield "The play is left out as far as nobody can tell whose card it is.", "Say the contract."
    if any("}" in spoken.text and "\n" in spoken.text for spoken in board.comments):
        yield "A comment of several lines has a closing brace, which is written as ).", ""
    unnamed = [name for name, _ in board.facts if not _is_tag(name)]
    if unnamed:
        yield f"PBN has no tag for {', '.join(unnamed)}.", ""
    texts = [*(made.note for made in board.auction), *(text for _, text in board.facts)]
    if any(len(escape(text)) + len('[Note "32:"]') > LONGEST_LINE for text in texts):
        yield "A text is longer than a line of PBN may be; it is written, and programs may cut it.", ""
