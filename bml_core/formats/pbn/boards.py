"""From a game to its board: what is bridge in it, without what only PBN knows."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import NamedTuple

from bml_core import collector
from bml_core.bridge import (
    NOBODY,
    PASS,
    Bid,
    Board,
    Call,
    Card,
    Comment,
    Contract,
    MadeCall,
    Players,
    Seat,
    Strain,
    Vulnerability,
    final_contract,
    standard_dealer,
    standard_vulnerability,
)
from bml_core.bridge.tricks import POWERS
from bml_core.formats.pbn.games import SECTIONS, Game, Tag, read
from bml_core.formats.pbn.sections import (
    Entry,
    Section,
    comments_of,
    find_section,
    plain_words,
    read_section,
    tokens,
)
from bml_core.formats.pbn.value_rules import STANDARD_TAGS
from bml_core.formats.pbn.values import (
    ALL_PASS,
    CALLS,
    PLAYED,
    SEATS,
    VULNERABILITIES,
    read_contract,
    read_deal,
    read_result,
)
from bml_core.formats.sources import Source

BOARD_TAGS = (
    "Board", "West", "North", "East", "South", "Dealer", "Vulnerable", "Deal", "Declarer", "Contract",
    "Result",
)  # fmt: skip
"""The tags that have a place of their own in a board; all others are its facts."""
NO_FACT = frozenset((*BOARD_TAGS, "Auction", "Play", "Note", ""))
ALERT = "Alert"
"""The note of a call that was alerted and not explained."""
_SUIT_SIGN = re.compile(r"\\([SHDC])")
_UNKNOWN = ("", "?", "????.??.??")
_NUMBER = re.compile(r"[1-9]\d{0,8}")


def board(game: Game) -> Board:
    """The board of a game, as far as it can be read; what cannot be is left unknown.

    Dealer and vulnerability that have no tag are those of the board number, and without a number the first
    hand of the Deal tag is the dealer's. Tags without a place of their own are facts; tables are not read.

    >>> from bml_core.formats.pbn import read
    >>> played = board(next(read('[Board "3"][Auction "S"] Pass 1NT =1= AP [Note "1:15-17"]')))
    >>> played.vulnerability.name, str(played.contract), played.auction[1].note
    ('EAST_WEST', '1NW', '15-17')
    """
    values = game.values
    label = values.get("Board", "").strip()
    number = int(label) if _NUMBER.fullmatch(label) else None
    dealt = read_deal(values.get("Deal", ""))
    bidding = _bidding(game)
    dealer = _dealer(values, number, dealt.first, bidding)
    contract, strain = _contract(values, bidding, dealer)
    trumps = contract.bid.strain if contract is not None and contract.bid is not None else strain
    playing = _playing(game, trumps, len(bidding.calls))
    usual = None if contract is None or contract.declarer is None else contract.declarer.left
    return Board(
        dealt.deal,
        number,
        "" if number is not None or label in _UNKNOWN else label,
        dealer,
        _vulnerability(values, number),
        _players(values),
        bidding.calls,
        contract,
        strain,
        None if playing.seat is usual else playing.seat,
        playing.cards,
        read_result(values.get("Result", ""), None if contract is None else contract.declarer),
        bidding.waits or playing.waits,
        _facts(game, values),
        (*_general_comments(game), *bidding.comments, *playing.comments),
    )


def read_boards(source: Source, file: str = "") -> tuple[Board, ...]:
    """All boards of a source at once: for files that are not too large; see :func:`read` for the others.

    >>> [board.number for board in read_boards('[Board "7"]')]
    [7]
    """
    with collector.paused():
        return tuple([board(game) for game in read(source, file)])


def _facts(game: Game, values: dict[str, str]) -> tuple[tuple[str, str], ...]:
    names = [tag.name for tag in game.tags if tag.name not in NO_FACT and not is_table(tag)]
    names += [name for name, _ in game.inherited if name not in NO_FACT]
    return tuple([(name, values[name]) for name in dict.fromkeys(names) if values[name] not in _UNKNOWN])


def is_table(tag: Tag) -> bool:
    """Whether a tag is the head of a supplemental section: something other than comments stands below it.

    >>> is_table(Tag("ScoreTable", "Rank;Score_NS", " 1 50")), is_table(Tag("Room", "Open", " {Table 3}"))
    (True, False)
    """
    if not tag.body or tag.body.isspace() or tag.name in STANDARD_TAGS or not tag.name:
        return False
    return any(token.kind not in ("comment", "escaped") for token in tokens(tag.body) if token.text.strip())


def _vulnerability(values: dict[str, str], number: int | None) -> Vulnerability | None:
    if "Vulnerable" not in values:
        return None if number is None else standard_vulnerability(number)
    return VULNERABILITIES.get(values["Vulnerable"].strip().lower())


def _players(values: dict[str, str]) -> Players:
    names = [values.get(seat, "") for seat in ("North", "East", "South", "West")]
    names = ["" if name == "?" else name for name in names]
    return Players(*names) if any(names) else NOBODY


def _dealer(values: dict[str, str], number: int | None, first: Seat | None, bidding: _Bidding) -> Seat | None:
    if "Dealer" in values:
        return SEATS.get(values["Dealer"].strip())
    if bidding.calls and bidding.seat is not None:
        return bidding.seat
    if number is not None:
        return standard_dealer(number)
    # Some programs leave the seat out and mean South.
    return first or (Seat.SOUTH if values.get("Deal", "").strip() else None)


# ---------------------------------------------------------------- auction


class _Bidding(NamedTuple):
    """What an Auction section says; ``seat`` makes the first call."""

    seat: Seat | None = None
    calls: tuple[MadeCall, ...] = ()
    comments: tuple[Comment, ...] = ()
    waits: bool = False


_MADE = {word: MadeCall(call) for word, call in CALLS.items()}
_PASSED = MadeCall(PASS)
_SKIPPED = MadeCall(None)


def _bidding(game: Game) -> _Bidding:
    found = find_section(game, "Auction")
    if found is None:
        return _Bidding()
    tag, notes = found
    seat = SEATS.get(tag.value.strip())
    words = plain_words(tag.body)
    if words is not None:
        dashes = _leading_dashes(words)
        calls = [_MADE.get(word.upper()) for word in words[dashes:] if word.upper() != ALL_PASS]
        made = [call for call in calls if call is not None]
        if words and words[-1].upper() == ALL_PASS:
            made += all_pass([call.call for call in made])
        return _Bidding(seat and seat.after(dashes), tuple(made))
    section = read_section(tag, notes)
    dashes = _leading_dashes([entry.word or entry.mark for entry in section.entries])
    made, comments = _annotated_calls(section, section.entries[dashes:])
    return _Bidding(seat and seat.after(dashes), tuple(made), tuple(comments), section.end == "+")


def _leading_dashes(words: list[str]) -> int:
    return next((place for place, word in enumerate(words) if word != "-"), len(words))


def all_pass(calls: list[Call | None]) -> list[MadeCall]:
    """The passes that end an auction after these calls.

    >>> len(all_pass([PASS])), len(all_pass([CALLS["1C"], PASS]))
    (3, 2)
    """
    needed = 3 if any(isinstance(call, Bid) for call in calls) else 4
    passes = next((n for n, call in enumerate(reversed(calls)) if call is not PASS), len(calls))
    return [_PASSED] * max(0, needed - passes)


def _annotated_calls(section: Section, entries: list[Entry]) -> tuple[list[MadeCall], list[Comment]]:
    made: list[MadeCall] = []
    comments = [Comment(suit_signs(text)) for text in section.before]
    for entry in entries:
        call = CALLS.get(entry.word.upper())
        if entry.word.upper() == ALL_PASS and entry is entries[-1]:
            made += all_pass([before.call for before in made])
        elif call is not None:
            note = section.notes.get(entry.notes[0], "") if entry.notes else ""
            made.append(
                MadeCall(call, bool(entry.notes), "" if note == ALERT else note, entry.mark.upper() == "I")
            )
        elif entry.mark.upper() == "S":
            made.append(_SKIPPED)
        comments += [Comment(suit_signs(text), len(made)) for text in entry.comments]
    return made, comments


def _contract(
    values: dict[str, str], bidding: _Bidding, dealer: Seat | None
) -> tuple[Contract | None, Strain | None]:
    """The contract, and the strain where there is no more of it."""
    word = values.get("Contract", "")
    if word in _UNKNOWN:
        # What the auction ended in: an insufficient or a skipped call does not change that.
        return final_contract([call.call for call in bidding.calls], dealer), None
    bid, doubling, strain = read_contract(word)
    if bid is PASS:
        return Contract(), None
    if not isinstance(bid, Bid):
        return None, strain
    declarer = SEATS.get(values.get("Declarer", "").strip().removeprefix("^"))
    if declarer is None:
        told = final_contract([call.call for call in bidding.calls], dealer)
        declarer = told.declarer if told is not None else None
    return Contract(bid, doubling, declarer), None


# ---------------------------------------------------------------- play


class _Playing(NamedTuple):
    """What a Play section says, the cards in the order in which they were played."""

    seat: Seat | None = None
    cards: tuple[Card, ...] = ()
    comments: tuple[Comment, ...] = ()
    waits: bool = False


def _playing(game: Game, strain: Strain | None, calls: int) -> _Playing:
    found = find_section(game, "Play")
    if found is None:
        return _Playing()
    tag, notes = found
    seat = SEATS.get(tag.value.strip())
    words = plain_words(tag.body)
    if words is not None:
        cards = [PLAYED.get(word) or PLAYED.get(word.upper()) for word in words]
        return _Playing(seat, _in_order(cards, play_order(cards, strain)))
    section = read_section(tag, notes)
    cards = [PLAYED.get(entry.word.upper()) for entry in section.entries]
    leads = {place for place, entry in enumerate(section.entries) if entry.mark.upper() == "L"}
    ordered = play_order(cards, strain, leads)
    waits = section.end == "+" or any(entry.word == "+" for entry in section.entries)
    # Within a trick the columns are not in the order of the play.
    said = _card_comments(section, {place: n for n, place in enumerate(ordered, 1)}, calls)
    comments = sorted(said, key=lambda comment: comment.cards)
    return _Playing(seat, _in_order(cards, ordered), tuple(comments), waits)


def _in_order(cards: Sequence[Card | None], places: list[int]) -> tuple[Card, ...]:
    return tuple([card for place in places if (card := cards[place]) is not None])


def play_order(
    cards: Sequence[Card | None], strain: Strain | None, leads: Container[int] | None = None
) -> list[int]:
    """The places of the cards of a Play section, which stand in columns, in the order of the play.

    The list ends at the first card that is not known, since nobody
    can say who won that trick. ``leads`` are places of leads out of turn.

    >>> from bml_core.bridge import CARDS
    >>> rows = [CARDS[word] for word in "H2 HA H4 H3 S5 S2 S3 S4".split()]
    >>> " ".join(str(rows[place]) for place in play_order(rows, Strain.NOTRUMP))
    'H2 HA H4 H3 S2 S3 S4 S5'
    """
    ordered: list[int] = []
    column = 0
    for start in range(0, len(cards), 4):
        if leads is not None:
            column = next((c for c in range(4) if start + c in leads), column)
        row = cards[start : start + 4]
        places = _places(start, column)
        if len(row) < 4 or not all(row) or strain is None:
            known = takewhile(lambda place: place < len(cards) and cards[place] is not None, places)
            return [*ordered, *known]
        ordered += places
        led = row[column]
        powers = POWERS[strain][led.suit] if led is not None else ()
        worth = [powers[card.place] for card in row if card is not None]
        column = worth.index(max(worth))
    return ordered


@lru_cache
def _places(start: int, column: int) -> tuple[int, ...]:
    """The places of a row from ``start`` on, in the order in which they are played."""
    return tuple(start + (column + turn) % 4 for turn in range(4))


def _card_comments(section: Section, turns: dict[int, int], calls: int) -> Iterator[Comment]:
    """Comments and notes of cards; those of a card that is not known go to the card before it."""
    yield from (Comment(suit_signs(text), calls) for text in section.before)
    turn = 0
    for place, entry in enumerate(section.entries):
        turn = turns.get(place, turn)
        notes = [section.notes[number] for number in entry.notes if section.notes.get(number)]
        yield from (Comment(suit_signs(text), calls, turn) for text in (*notes, *entry.comments))


# ---------------------------------------------------------------- comments


def suit_signs(text: str) -> str:
    r"""A comment with suits as BML and LIN write them.

    >>> suit_signs(r"five \S and four \H")
    'five !S and four !H'
    """
    return _SUIT_SIGN.sub(r"!\1", text) if "\\" in text else text


def _general_comments(game: Game) -> Iterator[Comment]:
    if "{" not in game.text and ";" not in game.text:
        return
    for name, text in (("", f"\n{game.head}"), *((tag.name, tag.body) for tag in game.tags)):
        if name not in SECTIONS:
            yield from (Comment(suit_signs(comment)) for comment in comments_of(text) if comment)
