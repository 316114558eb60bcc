"""From a game to its board: what is bridge in it, without what only PBN knows."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from bml_core.bridge import (
    NOBODY,
    PASS,
    Bid,
    Board,
    Comment,
    Contract,
    Players,
    Seat,
    Strain,
    Vulnerability,
    final_contract,
    standard_dealer,
    standard_vulnerability,
)
from bml_core.bridge.making import maker
from bml_core.formats.pbn.bidding import Bidding, read_bidding
from bml_core.formats.pbn.games import Game, read
from bml_core.formats.pbn.playing import read_playing
from bml_core.formats.pbn.sections import comments_of, suit_signs, tokens
from bml_core.formats.pbn.tag_names import NO_FACT, SECTIONS, STANDARD_TAGS, TABLES
from bml_core.formats.pbn.tags import Tag
from bml_core.formats.pbn.values import SEATS, VULNERABILITIES, read_contract, read_deal, read_result
from bml_core.formats.sources import Source

_UNKNOWN = ("", "?", "????.??.??")
_NUMBER = re.compile(r"[1-9]\d{0,8}")


def board(game: Game) -> Board:
    """The board of a game, as far as it can be read; what cannot be is left unknown.

    Dealer and vulnerability that have no tag are those of the board number, and without a number the first
    hand of the Deal tag is the dealer's. Tags without a place of their own are facts; tables are not read.

    >>> from bml_core.formats.pbn import read
    >>> played = board(next(read('[Board "3"][Auction "S"] Pass 1NT =1= AP [Note "1:15-17"]')))
    >>> played.vulnerability.name, played.contract.code, played.auction[1].note
    ('EAST_WEST', '1NW', '15-17')
    """
    values = game.values
    number, label = _number(values.get("Board", ""))
    dealt = read_deal(values.get("Deal", ""))
    bidding = read_bidding(game)
    dealer = _dealer(values, number, dealt.first, bidding)
    contract, strain = _contract(values, bidding, dealer)
    trumps, declarer = strain, None
    if contract is not None and contract.bid is not None:
        trumps, declarer = contract.bid.strain, contract.declarer
    playing = read_playing(game, trumps, len(bidding.calls))
    usual_leader = None if declarer is None else declarer.left
    return _make_board(
        dealt.deal,
        number,
        label,
        dealer,
        _vulnerability(values, number),
        _players(values),
        bidding.calls,
        contract,
        strain,
        None if playing.seat is usual_leader else playing.seat,
        playing.cards,
        read_result(values.get("Result", ""), declarer),
        bidding.waits or playing.waits,
        _facts(game, values),
        _comments(game) + bidding.comments + playing.comments,
    )


_make_board = maker(Board)


def read_boards(source: Source, file: str = "") -> tuple[Board, ...]:
    """All boards of a source at once: for files that are not too large; see :func:`read` for the others.

    >>> [board.number for board in read_boards('[Board "7"]')]
    [7]
    """
    return tuple([board(game) for game in read(source, file)])


@lru_cache(maxsize=1 << 12)
def _number(label: str) -> tuple[int | None, str]:
    """The number of the board, or what it is called."""
    label = label.strip()
    if _NUMBER.fullmatch(label):
        return int(label), ""
    return None, "" if label in _UNKNOWN else label


def _facts(game: Game, values: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    columns = game.columns
    told = [
        name
        for place, name in _possible_facts(columns.names)
        if values[name] not in _UNKNOWN and not is_table(columns.tag(place))
    ]
    told += [name for name, text in game.inherited if name not in NO_FACT and text not in _UNKNOWN]
    return tuple([(name, values[name]) for name in dict.fromkeys(told)]) if told else ()


@lru_cache
def _possible_facts(names: tuple[str, ...]) -> tuple[tuple[int, str], ...]:
    """Which of the tags of a game, with their places, may be facts; most games of a file have the same."""
    return tuple((place, name) for place, name in enumerate(names) if name not in NO_FACT)


def is_table(tag: Tag) -> bool:
    """Whether a tag is the head of a supplemental section.

    It is one of the standard, or something other than comments stands below it.

    >>> is_table(Tag("ScoreTable", "Rank;Score_NS", " 1 50")), is_table(Tag("Room", "Open", " {Table 3}"))
    (True, False)
    """
    if tag.name in TABLES:
        return True
    if not tag.body or tag.body.isspace() or tag.name in STANDARD_TAGS or not tag.name:
        return False
    return any(token.kind not in ("comment", "escaped") for token in tokens(tag.body) if token.text.strip())


def _vulnerability(values: Mapping[str, str], number: int | None) -> Vulnerability | None:
    if "Vulnerable" not in values:
        return None if number is None else standard_vulnerability(number)
    return VULNERABILITIES.get(values["Vulnerable"].strip().lower())


def _players(values: Mapping[str, str]) -> Players:
    names = [values.get("North", ""), values.get("East", ""), values.get("South", ""), values.get("West", "")]
    return Players(*["" if name == "?" else name for name in names]) if any(names) else NOBODY


def _dealer(
    values: Mapping[str, str], number: int | None, first: Seat | None, bidding: Bidding
) -> Seat | None:
    if "Dealer" in values:
        return SEATS.get(values["Dealer"].strip())
    if bidding.calls and bidding.seat is not None:
        return bidding.seat
    if number is not None:
        return standard_dealer(number)
    # Some programs leave the seat out and mean South.
    return first or (Seat.SOUTH if values.get("Deal", "").strip() else None)


@lru_cache(maxsize=1 << 12)
def _told_contract(word: str, declarer: str) -> Contract | None:
    """The contract of a Contract and a Declarer tag, where they tell all of it."""
    bid, doubling, _ = read_contract(word)
    seat = SEATS.get(declarer.strip().removeprefix("^"))
    return Contract(bid, doubling, seat) if isinstance(bid, Bid) and seat is not None else None


def _contract(
    values: Mapping[str, str], bidding: Bidding, dealer: Seat | None
) -> tuple[Contract | None, Strain | None]:
    """The contract, and the strain where there is no more of it."""
    word = values.get("Contract", "")
    told = _told_contract(word, values.get("Declarer", ""))
    if told is not None:
        return told, None
    by_calls = final_contract([call.call for call in bidding.calls], dealer)
    if word in _UNKNOWN:
        # What the auction ended in: an insufficient or a skipped call does not change that.
        return by_calls, None
    bid, doubling, strain = read_contract(word)
    if bid is PASS:
        return Contract(), None
    if not isinstance(bid, Bid):
        return None, strain
    return Contract(bid, doubling, None if by_calls is None else by_calls.declarer), None


def _comments(game: Game) -> tuple[Comment, ...]:
    """The comments outside of auction and play."""
    if "{" not in game.text and ";" not in game.text:
        return ()
    columns = game.columns
    placed = [("", f"\n{game.head}"), *zip(columns.names, columns.bodies, strict=True)]
    texts = [text for name, body in placed if name not in SECTIONS for text in comments_of(body) if text]
    return tuple([Comment(suit_signs(text)) for text in texts])
