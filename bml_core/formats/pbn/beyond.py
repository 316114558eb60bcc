"""What a game of a PBN file says that a board has no place for, so that no other format gets it."""

from __future__ import annotations

from collections.abc import Iterator

from bml_core.bridge import Board
from bml_core.formats.dealing import shown
from bml_core.formats.pbn.boards import is_table
from bml_core.formats.pbn.games import Game
from bml_core.formats.pbn.sections import Entry, find_section, plain_words, read_section
from bml_core.formats.pbn.tag_names import SECTIONS
from bml_core.formats.pbn.values import SEATS

_NO_ANNOTATION = 0
_LONGEST_LIST = 4
_MARKS = {"R": "^R before a revoke", "L": "^L before a lead out of turn"}


def beyond_board(game: Game, board: Board) -> tuple[str, ...]:
    """What of a game is not in its board, in words that end a sentence.

    >>> from bml_core.formats.pbn import board, read
    >>> game = next(read('[Dealer "N"][Declarer "^N"][Contract "1C"][Auction "N"] 1C! $15 AP'))
    >>> beyond_board(game, board(game))
    ('the signs ! and $15', 'the ^ before the declarer')
    """
    return tuple(_beyond(game, board))


def _beyond(game: Game, board: Board) -> Iterator[str]:
    entries = [entry for name in SECTIONS for entry in _annotated(game, name)]
    signs = dict.fromkeys(sign for entry in entries for sign in _signs(entry))
    if signs:
        yield f"the sign{'s' * (len(signs) > 1)} {_listed(list(signs))}"
    marks = {entry.mark.upper() for entry in entries}
    yield from (words for mark, words in _MARKS.items() if mark in marks)
    declarer = game.value("Declarer") or ""
    seat = SEATS.get(declarer.strip().removeprefix("^"))
    if declarer.strip().startswith("^"):
        yield "the ^ before the declarer"
    elif seat is not None and (board.contract is None or board.contract.declarer is not seat):
        yield "a declarer without a contract"
    if (game.value("Result") or "").strip().startswith("^"):
        yield "the ^ before the result"
    tables = list(dict.fromkeys(tag.name for tag in game.tags if is_table(tag)))
    if tables:
        yield f"the table{'s' * (len(tables) > 1)} {_listed([shown(name) for name in tables])}"


def _annotated(game: Game, name: str) -> list[Entry]:
    """The calls or cards of a section with what is said about each; none where nothing is said."""
    found = find_section(game, name)
    if found is None or plain_words(found[0].body) is not None:
        return []
    return read_section(*found).entries


def _signs(entry: Entry) -> Iterator[str]:
    yield from entry.suffixes
    yield from (f"${nag}" for nag in entry.nags if nag != _NO_ANNOTATION)


def _listed(words: list[str]) -> str:
    """Words with commas between them, the first few of many.

    >>> _listed(["!"]), _listed(["!", "?", "$3"]), _listed(list("abcdef"))
    ('!', '!, ? and $3', 'a, b, c and 3 more')
    """
    if len(words) > _LONGEST_LIST:
        words = [*words[: _LONGEST_LIST - 1], f"{len(words) - _LONGEST_LIST + 1} more"]
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last
