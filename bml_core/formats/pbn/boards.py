"""From a PBN game to its board: the bridge in it, without what only PBN knows."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import NamedTuple

from bml_core._package import checked
from bml_core.bridge import (
    NOBODY,
    PASS,
    Bid,
    Board,
    Card,
    Comment,
    Contract,
    MadeCall,
    Players,
    Seat,
    Strain,
    Vulnerability,
    final_contract,
    passes_to_end,
    standard_dealer,
    standard_vulnerability,
    winner,
)
from bml_core.formats.board_files import CALLS
from bml_core.formats.pbn.games import NO_FACT, SECTIONS, Game
from bml_core.formats.pbn.sections import Entry, Section, comments_of, find_section, is_table, suit_signs
from bml_core.formats.pbn.values import (
    ALL_PASS,
    PLAYED,
    SEATS,
    VULNERABILITIES,
    parse_contract,
    parse_deal,
    parse_declarer,
    parse_result,
)

ALERT = "Alert"
"""The note of a call that was alerted and not explained."""
_UNKNOWN = ("", "?", "????.??.??")
_NUMBER = re.compile(r"[1-9]\d{0,8}")
_PLAYERS = 4


@checked
def parse_board(game: Game) -> Board:
    """Return the board of a game, as far as it can be read; the rest is left unknown.

    Dealer and vulnerability without a tag are those of the board number, and without a number the first
    hand of the Deal tag is the dealer's. Tags without a place of their own are facts; tables are not read.

    >>> from bml_core.formats.pbn import read_games
    >>> board = parse_board(next(read_games('[Board "3"][Auction "S"] Pass 1NT =1= AP [Note "1:15-17"]')))
    >>> board.vulnerability.name, board.contract.code, board.auction[1].note
    ('EAST_WEST', '1NW', '15-17')
    """
    values = game.values
    number, label = _number(values.get("Board", ""))
    deal, first = parse_deal(values.get("Deal", ""))
    bidding = _parse_auction(find_section(game, "Auction"))
    dealer = _dealer(values, number, first, bidding)
    contract, strain = _contract(values, bidding, dealer)
    trumps, declarer = strain, None
    if contract is not None and contract.bid is not None:
        trumps, declarer = contract.bid.strain, contract.declarer
    play = _parse_play(find_section(game, "Play"), trumps, len(bidding.calls))
    lawful_leader = None if declarer is None else declarer.left
    return Board(
        deal=deal,
        number=number,
        label=label,
        dealer=dealer,
        vulnerability=_vulnerability(values, number),
        players=_players(values),
        auction=bidding.calls,
        contract=contract,
        strain=strain,
        leader=None if play.leader is lawful_leader else play.leader,
        play=play.cards,
        result=parse_result(values.get("Result", ""), declarer),
        to_be_continued=bidding.waits or play.waits,
        facts=_facts(game),
        comments=tuple(
            comment
            for comment in (*_comments(game), *bidding.comments, *play.comments)
            if comment.text.strip()
        ),
    )


# ---------------------------------------------------------------- tags


def _number(label: str) -> tuple[int | None, str]:
    """Return the number of the board, or its label."""
    label = label.strip()
    if _NUMBER.fullmatch(label):
        return int(label), ""
    return None, "" if label in _UNKNOWN else label


def _facts(game: Game) -> tuple[tuple[str, str], ...]:
    own = [tag.name for tag in game.tags if tag.name not in NO_FACT and not is_table(tag)]
    names = dict.fromkeys((*own, *(name for name, _ in game.inherited if name not in NO_FACT)))
    return tuple([(name, text) for name in names if (text := game.values[name]) not in _UNKNOWN])


def _vulnerability(values: Mapping[str, str], number: int | None) -> Vulnerability | None:
    if "Vulnerable" not in values:
        return None if number is None else standard_vulnerability(number)
    return VULNERABILITIES.get(values["Vulnerable"].strip().lower())


def _players(values: Mapping[str, str]) -> Players:
    names = [values.get(name, "") for name in ("North", "East", "South", "West")]
    return Players(*["" if name == "?" else name for name in names]) if any(names) else NOBODY


def _dealer(
    values: Mapping[str, str], number: int | None, first: Seat | None, bidding: _Auction
) -> Seat | None:
    if "Dealer" in values:
        return SEATS.get(values["Dealer"].strip())
    if bidding.calls and bidding.dealer is not None:
        return bidding.dealer
    if number is not None:
        return standard_dealer(number)
    # Some programs leave the seat out and mean South.
    return first or (Seat.SOUTH if values.get("Deal", "").strip() else None)


def _contract(
    values: Mapping[str, str], bidding: _Auction, dealer: Seat | None
) -> tuple[Contract | None, Strain | None]:
    """Return the contract, and the strain if only that is given."""
    word = values.get("Contract", "")
    bid, doubling, strain = parse_contract(word)
    declarer = parse_declarer(values.get("Declarer", ""))
    if isinstance(bid, Bid) and declarer is not None:
        return Contract(bid, doubling, declarer), None
    if bid is PASS:
        return Contract(), None
    # An insufficient or a skipped call does not change what the auction ended in.
    by_calls = final_contract([made.call for made in bidding.calls], dealer)
    if word in _UNKNOWN:
        return by_calls, None
    if not isinstance(bid, Bid):
        return None, strain
    return Contract(bid, doubling, None if by_calls is None else by_calls.declarer), None


def _comments(game: Game) -> Iterator[Comment]:
    """Yield the comments outside of auction and play."""
    bodies = [f"\n{game.head}", *(tag.body for tag in game.tags if tag.name not in SECTIONS)]
    return (Comment(suit_signs(text)) for body in bodies for text in comments_of(body))


# ---------------------------------------------------------------- auction


class _Auction(NamedTuple):
    """The calls of an Auction section, the dealer's first; ``waits`` if another is to come."""

    dealer: Seat | None = None
    calls: tuple[MadeCall, ...] = ()
    comments: tuple[Comment, ...] = ()
    waits: bool = False


def _parse_auction(section: Section | None) -> _Auction:
    if section is None:
        return _Auction()
    first = SEATS.get(section.tag.value.strip())
    dashes = leading_dashes(section.entries)
    made: list[MadeCall] = []
    comments = [Comment(suit_signs(text)) for text in section.before]
    entries = section.entries[dashes:]
    for entry in entries:
        made += _parse_call(entry, section, made, entry is entries[-1])
        comments += [Comment(suit_signs(text), len(made)) for text in entry.comments]
    dealer = first and first.after(dashes)
    return _Auction(dealer, tuple(made), tuple(comments), section.end == "+")


def leading_dashes(entries: Sequence[Entry]) -> int:
    """Return how many seats before the dealer have a dash.

    >>> leading_dashes([Entry("-"), Entry("1C"), Entry("-")])
    1
    """
    return sum(1 for _ in takewhile(lambda entry: entry.word == "-", entries))


def _parse_call(entry: Entry, section: Section, before: Sequence[MadeCall], is_last: bool) -> list[MadeCall]:
    word = entry.word.upper()
    call = CALLS.get(word)
    if call is not None:
        note = section.notes.get(entry.notes[0], "") if entry.notes else ""
        is_irregular = entry.mark.upper() == "I"
        return [MadeCall(call, bool(entry.notes), "" if note == ALERT else note, is_irregular)]
    if word == ALL_PASS and is_last:
        return [MadeCall(PASS)] * passes_to_end([made.call for made in before])
    return [MadeCall(None)] if entry.mark.upper() == "S" else []


# ---------------------------------------------------------------- play


class _Play(NamedTuple):
    """The cards of a Play section in the order played; ``waits`` if another is to come."""

    leader: Seat | None = None
    cards: tuple[Card, ...] = ()
    comments: tuple[Comment, ...] = ()
    waits: bool = False


def _parse_play(section: Section | None, strain: Strain | None, calls: int) -> _Play:
    """Return the play of a section, of which the comments come after this many calls."""
    if section is None:
        return _Play()
    entries = section.entries
    cards = parse_cards(entries)
    order = play_order(cards, strain, leads_out_of_turn(entries))
    played = tuple([card for place in order if (card := cards[place]) is not None])
    waits = section.end == "+" or any(entry.word == "+" for entry in entries)
    # Within a trick the columns are not in the order of the play.
    comments = sorted(_card_comments(section, order, calls), key=lambda comment: comment.cards)
    return _Play(SEATS.get(section.tag.value.strip()), played, tuple(comments), waits)


def parse_cards(entries: Sequence[Entry]) -> list[Card | None]:
    """Return the cards of a Play section, None for an entry that is not a card.

    >>> [str(card) for card in parse_cards([Entry("h10"), Entry("-")])]
    ['HT', 'None']
    """
    return [PLAYED.get(entry.word.upper()) for entry in entries]


def leads_out_of_turn(entries: Sequence[Entry]) -> list[int]:
    """Return the places of the entries of a Play section that led out of turn.

    >>> leads_out_of_turn([Entry("SA"), Entry("S2", mark="L")])
    [1]
    """
    return [place for place, entry in enumerate(entries) if entry.mark in ("L", "l")]


def play_order(cards: Sequence[Card | None], strain: Strain | None, leads: Collection[int] = ()) -> list[int]:
    """Return the places of the cards of a Play section, which are in columns, in the order of the play.

    The list ends at the first card that is not known, since nobody can say who won that trick. ``leads`` are
    places of leads out of turn.

    >>> from bml_core.bridge import CARDS
    >>> rows = [CARDS[word] for word in "H2 HA H4 H3 S5 S2 S3 S4".split()]
    >>> " ".join(str(rows[place]) for place in play_order(rows, Strain.NOTRUMP))
    'H2 HA H4 H3 S2 S3 S4 S5'
    """
    leading_columns = {place // _PLAYERS: place % _PLAYERS for place in sorted(leads, reverse=True)}
    order: list[int] = []
    column = 0
    for start in range(0, len(cards), _PLAYERS):
        column = leading_columns.get(start // _PLAYERS, column)
        places = [start + turn for turn in _TURNS[column]]
        trick = [card for card in cards[start : start + _PLAYERS] if card is not None]
        if len(trick) < _PLAYERS or strain is None:
            order += takewhile(lambda place: place < len(cards) and cards[place] is not None, places)
            break
        order += places
        column = (column + winner(trick[column:] + trick[:column], strain)) % _PLAYERS
    return order


_TURNS = ((0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2))
"""The columns of a trick in the order of the play, by the column that leads."""


def _card_comments(section: Section, order: Sequence[int], calls: int) -> Iterator[Comment]:
    """Yield comments and notes of cards; those of a card that is not known go to the card before it."""
    yield from (Comment(suit_signs(text), calls) for text in section.before)
    turns = {place: turn for turn, place in enumerate(order, 1)}
    turn = 0
    for place, entry in enumerate(section.entries):
        turn = turns.get(place, turn)
        if entry.notes or entry.comments:
            notes = [section.notes[number] for number in entry.notes if section.notes.get(number)]
            yield from (Comment(suit_signs(text), calls, turn) for text in (*notes, *entry.comments))
