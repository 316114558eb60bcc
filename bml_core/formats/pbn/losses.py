"""What is lost when boards are written as PBN, and when PBN games are written in another format."""

from __future__ import annotations

from collections.abc import Iterator

from bml_core.bridge import Board
from bml_core.diagnostics import Diagnostic, Location
from bml_core.formats.boards import report_losses
from bml_core.formats.packs import excerpt, has_small_cards
from bml_core.formats.pbn.exporting import LONGEST_LINE, escape
from bml_core.formats.pbn.games import Game
from bml_core.formats.pbn.sections import Entry, find_section, is_table
from bml_core.formats.pbn.tags import SECTIONS
from bml_core.formats.pbn.values import parse_declarer
from bml_core.formats.pbn.writing import MOST_NOTES, is_tag_name, note_of, play_in_columns

_NO_ANNOTATION = 0
_LONGEST_LIST = 4
_MARKS = {"R": "^R before a revoke", "L": "^L before a lead out of turn"}


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
            yield f"PBN has no sign for small cards, so {hand_of} is left out.", "Name all its cards."
    if any(made.note and not made.alert for made in board.auction):
        yield "PBN marks every call with an explanation as alerted.", ""
    if len({note for made in board.auction if (note := note_of(made))}) > MOST_NOTES:
        yield f"PBN has {MOST_NOTES} notes; the explanations after them are written as comments.", ""
    if board.auction and board.dealer is None:
        yield "The auction has no dealer, so nobody can tell who made a call.", "Say who dealt."
    if len(play_in_columns(board)) < len(board.play):
        yield "The play is left out as far as nobody can tell whose card it is.", "Say the contract."
    if any("}" in comment.text and "\n" in comment.text for comment in board.comments):
        yield "A comment of several lines has a closing brace, which is written as ).", ""
    unnamed = [name for name, _ in board.facts if not is_tag_name(name)]
    if unnamed:
        yield f"PBN has no tag for {', '.join(unnamed)}.", ""
    texts = [*(made.note for made in board.auction), *(text for _, text in board.facts)]
    if any(len(escape(text)) + len('[Note "32:"]') > LONGEST_LINE for text in texts):
        yield "A text is longer than a line of PBN may be; it is written, and programs may cut it.", ""


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
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last
