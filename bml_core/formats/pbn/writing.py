"""Boards as PBN in export format, the bytes of a file, and what is lost on the way."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

from bml_core._package import checked, each_argument
from bml_core.bridge import Board, Card, MadeCall, Seat, Strain, is_over, seats_of_play
from bml_core.diagnostics import Diagnostic, Location, listed
from bml_core.document import SUIT_LETTER
from bml_core.formats.board_files import excerpt, has_small_cards, report_losses
from bml_core.formats.pbn.boards import ALERT
from bml_core.formats.pbn.exporting import (
    HEADER,
    LONGEST_LINE,
    ExportGame,
    ExportSection,
    escape,
    export_game,
    has_words,
    one_line,
)
from bml_core.formats.pbn.games import NO_FACT, SECTIONS, TABLES, Game, Tag
from bml_core.formats.pbn.sections import Entry, find_section, is_table
from bml_core.formats.pbn.values import parse_declarer, write_call, write_contract, write_deal

MOST_NOTES = 32
_CARDS = 52
_TRICK = 4
_TAG_NAME = re.compile(r"[A-Z][A-Za-z0-9_]*")
_SUIT = re.compile(rf"!({SUIT_LETTER})(?![A-Za-z])")
_INHERITING = re.compile(r"\A(?:##)*(?:#\Z)?")

_Comments = Mapping[tuple[str, int], list[str]]
"""Texts by section and by how many calls or cards they come after."""


def write_games(items: Iterable[Board | Game]) -> Iterator[str]:
    r"""Yield the text of a PBN file in export format: the header, then a part for each board or game.

    Lines end with a newline character; :func:`encode` makes the bytes of the file.

    >>> "".join(write_games([Board(number=1)]))[:22]
    '% PBN 2.1\n% EXPORT\n[Ev'
    """
    yield HEADER
    for item in each_argument("items", items, Board, Game):
        # Some programs see the end of a game only in the empty line after it.
        yield f"{export_game(item) if isinstance(item, Game) else export_board(item)}\n"


@checked
def encode(parts: Iterable[str], utf8: bool) -> Iterator[bytes]:
    r"""Yield the bytes of a PBN file: lines end with CR and LF; the characters are ISO 8859-1.

    With ``utf8``, for a file of which a part :func:`needs_utf8`, they are UTF-8, and the first line says so.

    >>> list(encode(["caf\u00e9\n", "bar\n"], False))
    [b'caf\xe9\r\n', b'bar\r\n']
    """
    if utf8:
        yield b"%Content-type: text/x-pbn; charset=UTF-8\r\n"
    charset = "utf-8" if utf8 else "iso8859-1"
    for part in each_argument("parts", parts, str):
        yield part.replace("\n", "\r\n").encode(charset, "replace")


@checked
def needs_utf8(text: str) -> bool:
    r"""Return whether ISO 8859-1 does not hold whole games, or holds them so that they look like UTF-8.

    >>> needs_utf8("caf\u00e9"), needs_utf8("\u2660")
    (False, True)
    """
    if text.isascii():
        return False
    try:
        pieces = text.encode("iso8859-1").split(b"\n\n")
    except UnicodeEncodeError:
        return True
    return any(not piece.isascii() and _is_utf8(piece) for piece in pieces)


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def export_board(board: Board) -> ExportGame:
    """Return a board as export format holds it.

    >>> export_board(Board(number=4)).values["Board"]
    '4'
    """
    play = play_in_columns(board)
    comments = _comments(board, len(play))
    values = _values(board)
    sections = []
    if board.auction or (board.to_be_continued and board.dealer and not _has_play(board)):
        sections.append(_auction(board, comments))
    if board.opening_leader is not None and _has_play(board):
        sections.append(_play(board, board.opening_leader, play, comments))
    return ExportGame(
        values,
        head=comments["", 0],
        sections=sections,
        tables=[Tag(name, value) for name, value in values.items() if name in TABLES],
    )


def _has_play(board: Board) -> bool:
    return bool(board.play) or board.leader is not None


def _comments(board: Board, cards: int) -> _Comments:
    comments = defaultdict[tuple[str, int], list[str]](list)
    for comment in board.comments:
        if comment.cards and cards:
            key = ("Play", min(comment.cards, cards))
        elif (comment.calls or comment.cards) and board.auction:
            key = ("Auction", min(comment.calls or len(board.auction), len(board.auction)))
        else:
            key = ("", 0)
        if has_words(comment.text):
            comments[key].append(_with_suits(comment.text))
    return comments


def _with_suits(text: str) -> str:
    return _SUIT.sub(lambda match: "\\" + match[1].upper(), text)


def _values(board: Board) -> dict[str, str]:
    """Return the tags of a board; an unknown value is ``?`` if there was a call, else "" (not asked for)."""
    # Play without a leader is not written, so that a reader sees none.
    play = board.opening_leader is not None and _has_play(board)
    played = bool(board.auction or play or board.contract)
    unknown = "?" if played else ""
    values = {"Event": "", "Site": "", "Date": ""}
    values["Board"] = one_line(board.label).strip() if board.number is None else str(board.number)
    values |= {seat.name.title(): board.players.name(seat) for seat in Seat}
    values["Dealer"] = board.dealer.value if board.dealer else ""
    values["Vulnerable"] = board.vulnerability.value if board.vulnerability else ""
    # A Deal tag without cards is an error (3.4.11); an empty one says the same.
    deal = write_deal(board.deal, board.dealer or Seat.NORTH)
    values["Deal"] = "" if deal.endswith(":- - - -") else deal
    values["Scoring"] = ""
    contract = board.contract
    values["Declarer"] = unknown
    values["Contract"] = unknown if board.strain is None else str(board.strain)
    values["Result"] = unknown if board.result is None else str(board.result)
    if contract is not None:
        values["Contract"] = write_contract(contract)
        passed = contract.bid is None
        values["Declarer"] = contract.declarer.value if contract.declarer else "" if passed else "?"
        values["Result"] = "" if passed else values["Result"]
    values |= {name: text for name, text in board.facts if is_tag_name(name)}
    # A reader would take the value of an earlier game for such a sign.
    return {name: _INHERITING.sub("", one_line(text)) for name, text in values.items()}


def is_tag_name(name: str) -> bool:
    """Return whether a fact can be a tag of this name.

    >>> is_tag_name("Event"), is_tag_name("two words"), is_tag_name("Dealer")
    (True, False, False)
    """
    return name not in NO_FACT and _TAG_NAME.fullmatch(name) is not None


# ---------------------------------------------------------------- auction


def _auction(board: Board, comments: _Comments) -> ExportSection:
    notes = _notes(board.auction)
    entries = [
        _call_entry(made, notes, comments["Auction", number]) for number, made in enumerate(board.auction, 1)
    ]
    end = ""
    if not is_over([made.call for made in board.auction]):
        end = "+" if board.to_be_continued and not _has_play(board) else "*"
    dealer = board.dealer.value if board.dealer else "?"
    numbered = [(f"{number}:{text}", ()) for text, number in notes.items()]
    return ExportSection("Auction", dealer, entries, end, notes=numbered)


def _notes(auction: Iterable[MadeCall]) -> dict[str, int]:
    """Return the different notes of an auction with their numbers, as many as PBN has."""
    texts = dict.fromkeys(note for made in auction if (note := note_of(made)))
    return {text: number for number, text in enumerate(islice(texts, MOST_NOTES), 1)}


def note_of(made: MadeCall) -> str:
    """Return the note of a call, or "".

    >>> note_of(MadeCall(None, alert=True))
    'Alert'
    """
    return made.note or ALERT * made.alert


def _call_entry(made: MadeCall, notes: Mapping[str, int], comments: list[str]) -> Entry:
    if made.call is None:
        return Entry("", mark="S", comments=comments)
    entry = Entry(write_call(made.call), mark="I" * made.irregular, comments=comments)
    note = note_of(made)
    if note in notes:
        entry.notes = [notes[note]]
    elif note:
        entry.comments = [_with_suits(note), *comments]
    return entry


# ---------------------------------------------------------------- play


def play_in_columns(board: Board) -> list[tuple[int, Card]]:
    """Return each card that can be written, in the order played, with its place in rows of four columns.

    Without a strain nobody can tell who won the first trick, and without a leader whose cards these are.
    """
    leader = board.opening_leader
    if leader is None:
        return []
    play = board.play if board.trumps is not None else board.play[:_TRICK]
    seats = seats_of_play(play, leader, board.trumps or Strain.NOTRUMP)
    return [
        (turn - turn % _TRICK + _column(seat, leader), card)
        for turn, (seat, card) in enumerate(zip(seats, play, strict=False))
    ]


def _column(seat: Seat, leader: Seat) -> int:
    return next(steps for steps in range(_TRICK) if leader.after(steps) is seat)


def _play(board: Board, leader: Seat, play: list[tuple[int, Card]], comments: _Comments) -> ExportSection:
    cells = {
        place: Entry(str(card), comments=comments["Play", turn]) for turn, (place, card) in enumerate(play, 1)
    }
    end = "*" if len(play) < _CARDS else ""
    if board.to_be_continued and len(play) == len(board.play):
        end = ""
        turn = seats_of_play(board.play, leader, board.trumps or Strain.NOTRUMP)[-1]
        column = _column(turn, leader)
        if column == _TRICK - 1:
            # The sign after the last card is the end.
            end = "+"
        cells[len(play) - len(play) % _TRICK + column] = Entry("+")
    length = max(cells, default=-1) + 1
    length += -length % _TRICK
    entries = [cells.get(place) or Entry("-") for place in range(length)]
    if end == "+":
        entries.pop()
    return ExportSection("Play", leader.value, entries, end)


# ---------------------------------------------------------------- what is lost

_NO_ANNOTATION = 0
_LONGEST_LIST = 4
_MARKS = {"R": "^R before a revoke", "L": "^L before a lead out of turn"}


@checked
def losses(board: Board, place: Location) -> tuple[Diagnostic, ...]:
    """Report what of a board PBN cannot hold, or holds so that it is read as something else.

    >>> from bml_core.bridge import Deal, Hand
    >>> [loss.code for loss in losses(Board(Deal(north=Hand("Axx", "", "", ""))), Location("a.bml", 1))]
    ['BML725']
    """
    return report_losses(board, place, _losses(board))


def _losses(board: Board) -> Iterator[tuple[str, str]]:
    for seat in board.deal.seats:
        if has_small_cards(board.deal.hand(seat)):
            hand_of = f"the hand of {seat.name.title()}"
            yield f"PBN cannot show small cards, so {hand_of} is left out.", "Name every card."
    if any(made.note and not made.alert for made in board.auction):
        yield "PBN marks every call with an explanation as alerted.", ""
    if len({note for made in board.auction if (note := note_of(made))}) > MOST_NOTES:
        yield f"PBN has {MOST_NOTES} notes; the explanations after them are written as comments.", ""
    if board.auction and board.dealer is None:
        yield "The auction has no dealer, so it is not known who made each call.", "Name the dealer."
    if len(play_in_columns(board)) < len(board.play):
        yield "Cards of the play are left out where it is not known who played them.", "Write the contract."
    if any("}" in comment.text and "\n" in comment.text for comment in board.comments):
        yield "A closing brace in a comment of several lines is written as ).", ""
    unnamed = [name for name, _ in board.facts if not is_tag_name(name)]
    if unnamed:
        yield f"PBN cannot hold {', '.join(unnamed)}.", ""
    texts = [*(made.note for made in board.auction), *(text for _, text in board.facts)]
    if any(len(escape(text)) + len('[Note "32:"]') > LONGEST_LINE for text in texts):
        yield "A text is longer than a line of PBN may be; programs may cut it.", ""


@checked
def game_losses(game: Game, board: Board) -> tuple[str, ...]:
    """Return what of a game is not in its board, in words that end a sentence.

    >>> from bml_core.formats.pbn import parse_board, read_games
    >>> game = next(read_games('[Dealer "N"][Declarer "^N"][Contract "1C"][Auction "N"] 1C! $15 AP'))
    >>> game_losses(game, parse_board(game))
    ('the signs ! and $15', 'the ^ before the declarer')
    """
    return tuple(_game_losses(game, board))


def _game_losses(game: Game, board: Board) -> Iterator[str]:
    sections = [find_section(game, name) for name in SECTIONS]
    entries = [entry for section in sections if section is not None for entry in section.entries]
    signs = list(dict.fromkeys(sign for entry in entries for sign in _signs(entry)))
    if signs:
        yield f"the sign{'s' * (len(signs) > 1)} {_listed(signs)}"
    marks = {entry.mark.upper() for entry in entries}
    yield from (words for mark, words in _MARKS.items() if mark in marks)
    declarer = game.values.get("Declarer", "")
    seat = parse_declarer(declarer)
    if declarer.strip().startswith("^"):
        yield "the ^ before the declarer"
    elif seat is not None and (board.contract is None or board.contract.declarer is not seat):
        yield "a declarer without a contract"
    if game.values.get("Result", "").strip().startswith("^"):
        yield "the ^ before the result"
    tables = list(dict.fromkeys(excerpt(tag.name) for tag in game.tags if is_table(tag)))
    if tables:
        yield f"the table{'s' * (len(tables) > 1)} {_listed(tables)}"


def _signs(entry: Entry) -> Iterator[str]:
    yield from entry.suffixes
    yield from (f"${nag}" for nag in entry.nags if nag != _NO_ANNOTATION)


def _listed(words: list[str]) -> str:
    """Return words with commas between them, the first few of many.

    >>> _listed(["!"]), _listed(["!", "?", "$3"]), _listed(list("abcdef"))
    ('!', '!, ? and $3', 'a, b, c and 3 more')
    """
    if len(words) > _LONGEST_LIST:
        words = [*words[: _LONGEST_LIST - 1], f"{len(words) - _LONGEST_LIST + 1} more"]
    return listed(words, last="and")
