"""What the Play section of a game says about the board: the cards, in the order in which they were played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import NamedTuple

from bml_core.bridge import Card, Comment, Seat, Strain
from bml_core.bridge.tricks import POWERS
from bml_core.formats.pbn.games import Game
from bml_core.formats.pbn.sections import Section, find_section, plain_words, read_section, suit_signs, usual
from bml_core.formats.pbn.values import PLAYED, SEATS


class Playing(NamedTuple):
    """What a Play section says; ``seat`` leads to the first trick."""

    seat: Seat | None = None
    cards: tuple[Card, ...] = ()
    comments: tuple[Comment, ...] = ()
    waits: bool = False


_PLAYERS = 4
_NO_LEADS: Mapping[int, int] = {}


def read_playing(game: Game, strain: Strain | None, calls: int) -> Playing:
    """What the Play section of a game says, if there is one.

    Args:
        game: The game.
        strain: What is trumps, so that somebody wins a trick.
        calls: How many calls the comments come after.

    >>> from bml_core.formats.pbn.games import read
    >>> found = read_playing(next(read('[Play "W"] H2 HA H4 H3 S5 S2 S3 S4')), Strain.NOTRUMP, 0)
    >>> found.seat.name, " ".join(map(str, found.cards))
    ('WEST', 'H2 HA H4 H3 S2 S3 S4 S5')
    """
    usually = usual(game, "Play", PLAYED)
    if usually is not None and strain is not None and len(usually[1]) % _PLAYERS == 0:
        cards = _complete_rows(usually[1], strain, _NO_LEADS)[0]
        return Playing(SEATS.get(usually[0].strip()), tuple(cards))
    found = find_section(game, "Play")
    if found is None:
        return Playing()
    tag, notes = found
    seat = SEATS.get(tag.value.strip())
    words = plain_words(tag.body)
    if words is not None:
        plain = [PLAYED.get(word.upper()) for word in words]
        return Playing(seat, _cards_at(plain, play_order(plain, strain)))
    section = read_section(tag, notes)
    annotated = [PLAYED.get(entry.word.upper()) for entry in section.entries]
    leads = {place for place, entry in enumerate(section.entries) if entry.mark.upper() == "L"}
    ordered = play_order(annotated, strain, leads)
    waits = section.end == "+" or any(entry.word == "+" for entry in section.entries)
    # Within a trick the columns are not in the order of the play.
    said = _card_comments(section, {place: n for n, place in enumerate(ordered, 1)}, calls)
    comments = sorted(said, key=lambda comment: comment.cards)
    return Playing(seat, _cards_at(annotated, ordered), tuple(comments), waits)


def _cards_at(cards: Sequence[Card | None], places: list[int]) -> tuple[Card, ...]:
    return tuple([card for place in places if (card := cards[place]) is not None])


def play_order(cards: Sequence[Card | None], strain: Strain | None, leads: Iterable[int] = ()) -> list[int]:
    """The places of the cards of a Play section, which stand in columns, in the order of the play.

    The list ends at the first card that is not known, since nobody can say who won that trick. ``leads`` are
    places of leads out of turn.

    >>> from bml_core.bridge import CARDS
    >>> rows = [CARDS[word] for word in "H2 HA H4 H3 S5 S2 S3 S4".split()]
    >>> " ".join(str(rows[place]) for place in play_order(rows, Strain.NOTRUMP))
    'H2 HA H4 H3 S2 S3 S4 S5'
    """
    known = list(takewhile(lambda card: card is not None, cards))
    complete = [] if strain is None else [card for card in known[: len(known) // _PLAYERS * _PLAYERS] if card]
    out_of_turn = {place // _PLAYERS: place % _PLAYERS for place in sorted(leads, reverse=True)}
    columns = _complete_rows(complete, strain or Strain.NOTRUMP, out_of_turn)[1]
    ordered = [
        row * _PLAYERS + (column + turn) % _PLAYERS
        for row, column in enumerate(columns)
        for turn in range(_PLAYERS)
    ]
    whole, last = ordered[:-_PLAYERS], ordered[-_PLAYERS:]
    return [*whole, *takewhile(lambda place: place < len(cards) and cards[place] is not None, last)]


def _complete_rows(
    cards: Sequence[Card], strain: Strain, leads: Mapping[int, int]
) -> tuple[list[Card], list[int]]:
    """The cards of whole tricks in the order of the play; the column that leads to each, and to the next.

    ``leads`` are leads out of turn: number of the trick, from 0, and the column that led.
    """
    ordered: list[Card] = []
    columns: list[int] = []
    column = 0
    by_suit = POWERS[strain]
    each = iter(cards)
    for row in zip(each, each, each, each, strict=False):
        if leads:
            column = leads.get(len(columns), column)
        columns.append(column)
        ordered += row[column:] + row[:column] if column else row
        powers = by_suit[row[column].suit]
        # Who wins, without a list: this is done for every trick of a file.
        a, b, c, d = row
        first, second, third, fourth = powers[a.place], powers[b.place], powers[c.place], powers[d.place]
        best, column = (first, 0) if first > second else (second, 1)
        if third > best or fourth > best:
            column = 2 if third > fourth else 3
    columns.append(leads.get(len(columns), column))
    return ordered, columns


def _card_comments(section: Section, turns: dict[int, int], calls: int) -> Iterator[Comment]:
    """Comments and notes of cards; those of a card that is not known go to the card before it."""
    yield from (Comment(suit_signs(text), calls) for text in section.before)
    turn = 0
    for place, entry in enumerate(section.entries):
        turn = turns.get(place, turn)
        notes = [section.notes[number] for number in entry.notes if section.notes.get(number)]
        yield from (Comment(suit_signs(text), calls, turn) for text in (*notes, *entry.comments))
