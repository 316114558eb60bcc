"""The rules of the Auction and Play sections (PBN 2.1, chapters 3.5 to 3.7 and 3.9)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from bml_core.bridge import (
    PASS,
    Auction,
    Board,
    Card,
    Illegality,
    PlayFault,
    Seat,
    final_contract,
    tricks_of,
)
from bml_core.bridge import play_faults as law_faults
from bml_core.formats.dealing import shown
from bml_core.formats.pbn.boards import board
from bml_core.formats.pbn.faults import Fault
from bml_core.formats.pbn.games import Game
from bml_core.formats.pbn.playing import play_order
from bml_core.formats.pbn.sections import Entry, Section, find_section, read_section
from bml_core.formats.pbn.tags import Tag
from bml_core.formats.pbn.values import (
    ALL_PASS,
    CALLS,
    PLAYED,
    SEATS,
    STANDARD_CALLS,
    call_word,
    contract_word,
    read_contract,
)

Placed = tuple[tuple[Tag, int, int], ...]
LONGEST_AUCTION = 319
"""Calls of the longest auction that the laws allow."""
_CARDS = 52
_MOST_NOTES, _HIGHEST_NAG = 32, 255


class _Kind(NamedTuple):
    """What differs between the two sections: their words, sections of the standard, marks and NAGs."""

    noun: str
    annotations: str
    notes: str
    marks: str
    foreign_nags: frozenset[int]


_AUCTION = _Kind("call", "3.5.2", "3.5.4", "IS", frozenset((*range(7, 13), 14)))
_PLAY = _Kind("card", "3.6.2", "3.6.4", "RL", frozenset((*range(1, 7), 13)))


@dataclass(frozen=True, slots=True)
class _Found:
    """A section with the places of its tag and its body."""

    section: Section
    at: int
    body_at: int
    seat: Seat | None


def _find(game: Game, placed: Placed, name: str) -> _Found | None:
    found = find_section(game, name)
    if found is None:
        return None
    at, body_at = next((at, body_at) for tag, at, body_at in placed if tag.name == name)
    return _Found(read_section(*found), at, body_at, SEATS.get(found[0].value.strip()))


# ---------------------------------------------------------------- both


def _common_faults(found: _Found, kind: _Kind, name: str) -> Iterator[Fault]:
    section, body_at = found.section, found.body_at
    number = "3.5" if kind is _AUCTION else "3.6"
    if found.seat is None:
        yield Fault(
            "BML705",
            number,
            found.at,
            f"{shown(section.seat) or 'Nothing'} is no seat.",
            "Write N, E, S or W.",
        )
    for token in section.odd:
        yield Fault(
            _code(kind),
            number,
            body_at + token.at,
            f"{shown(token.text)} has no meaning in {name}.",
            "Take it out.",
        )
    if section.late:
        sentence = f"{shown(section.late[0].word)} stands behind the * that ends {name}."
        yield Fault(_code(kind), number, body_at + section.late[0].at, sentence, "Take out the *.")
    referred: set[int] = set()
    for entry in section.entries:
        if not (entry.mark or entry.suffixes or entry.notes or entry.nags):
            continue
        yield from _annotation_faults(entry, body_at + entry.at, kind)
        referred.update(entry.notes)
        for note in entry.notes:
            if note not in section.notes and 1 <= note <= _MOST_NOTES:
                hint = f'Write [Note "{note}:text"] behind the {kind.noun}s.'
                yield Fault("BML710", kind.notes, body_at + entry.at, f"There is no note {note}.", hint)
    for note in section.notes:
        if note not in referred:
            yield Fault(
                "BML710",
                kind.notes,
                found.at,
                f"No {kind.noun} refers to note {note}.",
                f"Write ={note}= behind one.",
            )


def _code(kind: _Kind) -> str:
    return "BML706" if kind is _AUCTION else "BML708"


def _annotation_faults(entry: Entry, at: int, kind: _Kind) -> Iterator[Fault]:
    word = shown(entry.word)
    if len(entry.suffixes) > 1:
        yield Fault(
            "BML710", kind.annotations, at, f"{word} has more than one suffix.", "Write one, such as !?."
        )
    if len(entry.notes) > 1:
        yield Fault("BML710", kind.notes, at, f"{word} refers to more than one note.", "Write one note.")
    if any(not 1 <= note <= _MOST_NOTES for note in entry.notes):
        yield Fault(
            "BML710", kind.notes, at, f"{word} refers to a note that is not between 1 and 32.", "Write =1=."
        )
    for nag in entry.nags:
        if nag > _HIGHEST_NAG:
            yield Fault("BML710", "3.7", at, f"${nag} is more than $255.", "Write a number from 0 to 255.")
        elif nag in kind.foreign_nags:
            other = "cards" if kind is _AUCTION else "calls"
            yield Fault("BML710", "3.7", at, f"${nag} is for {other} only.", "Take another number.")
    if entry.mark and entry.mark not in kind.marks:
        meant = "I or S" if kind is _AUCTION else "R or L"
        yield Fault(
            "BML710", "3.9", at, f"^{entry.mark} has no meaning before a {kind.noun}.", f"Write ^{meant}."
        )


# ---------------------------------------------------------------- auction


def auction_faults(game: Game, placed: Placed) -> Iterator[Fault]:
    """What is wrong with the Auction section of a game."""
    found = _find(game, placed, "Auction")
    if found is None:
        return
    yield from _common_faults(found, _AUCTION, "the auction")
    entries = list(found.section.entries)
    dashes = 0
    while dashes < len(entries) and entries[dashes].word == "-":
        dashes += 1
    dealer = SEATS.get((game.value("Dealer") or "").strip())
    if found.seat is not None and dealer is not None and found.seat.after(dashes) is not dealer:
        sentence = (
            f"The first call is {found.seat.after(dashes).name.title()}'s, but {dealer.name.title()} deals."
        )
        yield Fault("BML706", "3.5", found.at, sentence, "Write - for each seat before the dealer.")
    yield from _call_faults(entries[dashes:], found)


def _call_faults(entries: list[Entry], found: _Found) -> Iterator[Fault]:
    auction = Auction()
    for place, entry in enumerate(entries):
        at = found.body_at + entry.at
        word = entry.word.upper()
        last = place == len(entries) - 1
        if word == ALL_PASS:
            if auction.is_over:
                yield Fault("BML707", "3.5", at, "AP stands behind the end of the auction.", "Take it out.")
            if not last:
                yield Fault("BML706", "3.5.1", at, "AP is not the last call.", "Write nothing behind AP.")
            return
        if entry.mark.upper() == "S" and not word:
            auction = auction.then(PASS)
            continue
        call = CALLS.get(word)
        if call is None:
            yield Fault(
                "BML706",
                "3.5.1",
                at,
                f"{shown(entry.word) or 'A mark alone'} is no call.",
                "Write 1NT, X, XX, Pass or AP.",
            )
            continue
        if word not in STANDARD_CALLS:
            yield Fault(
                "BML706",
                "3.5.1",
                at,
                f"{shown(entry.word)} is no call of the standard.",
                f"Write {call_word(call)}.",
            )
        illegal = auction.illegality(call)
        if illegal is Illegality.AUCTION_OVER or place > LONGEST_AUCTION:
            yield Fault(
                "BML707",
                "3.5",
                at,
                f"{shown(entry.word)} stands behind the end of the auction.",
                "Take it out.",
            )
            return
        yield from _legality_faults(entry, illegal, at)
        auction = auction.then(call)
    if not auction.is_over and not found.section.end:
        yield Fault(
            "BML707",
            "3.5",
            found.at,
            "The auction has no end.",
            "Write the passes, or * or + behind the last call.",
        )
    elif auction.is_over and found.section.end:
        sentence = f"{found.section.end} stands behind an auction that is over."
        yield Fault("BML707", "3.5", found.at, sentence, "Take it out.")


def _legality_faults(entry: Entry, illegal: Illegality | None, at: int) -> Iterator[Fault]:
    accepted = entry.mark.upper() == "I"
    if illegal is Illegality.INSUFFICIENT and accepted:
        return
    if illegal is not None:
        hint = (
            "Write ^I before it if it was accepted." if illegal is Illegality.INSUFFICIENT else "Take it out."
        )
        section = "3.9" if illegal is Illegality.INSUFFICIENT else "3.5"
        yield Fault("BML707", section, at, f"{shown(entry.word)} is not legal: {illegal.value}.", hint)
    elif accepted:
        yield Fault(
            "BML710", "3.9", at, f"^I stands before {shown(entry.word)}, which is sufficient.", "Take ^I out."
        )


# ---------------------------------------------------------------- play


def play_faults(game: Game, placed: Placed) -> Iterator[Fault]:
    """What is wrong with the Play section of a game."""
    found = _find(game, placed, "Play")
    if found is None:
        return
    yield from _common_faults(found, _PLAY, "the play")
    cards: list[Card | None] = []
    for entry in found.section.entries:
        word = entry.word.upper()
        card = PLAYED.get(word)
        cards.append(card)
        if card is None and word not in ("-", "+"):
            sentence = f"{shown(entry.word) or 'A mark alone'} is no card."
            yield Fault(
                "BML708", "3.6.1", found.body_at + entry.at, sentence, "Write suit and rank, such as SK."
            )
        elif card is not None and word != str(card):
            hint = f"Write {card}."
            yield Fault("BML708", "3.6.1", found.body_at + entry.at, f"{shown(entry.word)} is no card.", hint)
    if len(cards) > _CARDS:
        yield Fault("BML708", "3.6", found.at, f"The play has {len(cards)} cards.", "A play has 52.")
        return
    yield from _law_faults(game, found, cards)


def _law_faults(game: Game, found: _Found, cards: list[Card | None]) -> Iterator[Fault]:
    read = board(game)
    leader = read.opening_leader
    swapped = (game.value("Declarer") or "").startswith("^")
    declarer = None if read.contract is None else read.contract.declarer
    if found.seat is not None and declarer is not None and found.seat is not declarer.left and not swapped:
        name = declarer.left.name.title()
        yield Fault(
            "BML709",
            "3.6",
            found.at,
            f"The play begins with {found.seat.name.title()}; {name} has the lead.",
            f"Write {declarer.left.value}, or ^ before a declarer who took dummy's place.",
        )
    strain = read.trumps
    if strain is None or leader is None:
        return
    entries = found.section.entries
    leads = {place for place, entry in enumerate(entries) if entry.mark.upper() == "L"}
    ordered = play_order(cards, strain, leads)
    told = set(ordered)
    lost = next((p for p, card in enumerate(cards) if card is not None and p not in told), None)
    if lost is not None:
        sentence = f"{cards[lost]} is played, but a card before it is not known."
        yield Fault(
            "BML709", "3.6", found.body_at + entries[lost].at, sentence, "Write every card of a trick."
        )
    yield from _card_law_faults(read, entries, ordered, found.body_at)


_LAW_HINTS = {
    PlayFault.NOT_HELD: ("3.6", "Each column belongs to one seat, beginning with the leader."),
    PlayFault.PLAYED_BEFORE: ("3.6", "Every card is played once."),
    PlayFault.REVOKE: ("3.9", "Write ^R before a revoke."),
}


def _card_law_faults(read: Board, entries: list[Entry], ordered: list[int], body_at: int) -> Iterator[Fault]:
    leader, strain = read.opening_leader, read.trumps
    if leader is None or strain is None:
        return
    marks = {turn: entries[place].mark.upper() for turn, place in enumerate(ordered)}
    leads = {turn: leader.after(ordered[turn]) for turn, mark in marks.items() if mark == "L"}
    revokes = [turn for turn, mark in marks.items() if mark == "R"]
    play = [PLAYED[entries[place].word.upper()] for place in ordered]
    for fault in law_faults(play, leader, strain, read.deal, revokes=revokes, leads=leads):
        section, hint = _LAW_HINTS[fault.fault]
        sentence = f"{fault.seat.name.title()} plays {play[fault.index]}: {fault.fault.value}."
        yield Fault("BML709", section, body_at + entries[ordered[fault.index]].at, sentence, hint)


# ---------------------------------------------------------------- agreement


def agreement_faults(game: Game, placed: Placed) -> Iterator[Fault]:
    """Where auction, contract, declarer, play and result tell different things."""
    values = game.values
    places = {tag.name: at for tag, at, _ in reversed(placed)}
    read = board(game)
    told = final_contract([made.call for made in read.auction], read.dealer)
    bid, doubling, strain = read_contract(values.get("Contract", ""))
    if told is not None and (bid, doubling) != (PASS if told.bid is None else told.bid, told.doubling):
        if bid is not None:
            sentence = (
                f"The auction ends in {contract_word(told)}, the tag Contract says {values['Contract']}."
            )
            yield Fault("BML717", "3.4.14", places["Contract"], sentence, f"Write {contract_word(told)}.")
    elif told is not None and told.declarer is not None:
        declarer = SEATS.get(values.get("Declarer", "").strip().removeprefix("^"))
        if declarer is not None and declarer is not told.declarer:
            name, other = told.declarer.name.title(), declarer.name.title()
            sentence = f"By the auction {name} is declarer, the tag Declarer says {other}."
            yield Fault("BML717", "3.4.13", places["Declarer"], sentence, f"Write {told.declarer.value}.")
    if bid is PASS and strain is None:
        for name in ("Declarer", "Result"):
            if values.get(name, "") not in ("", "?"):
                section = "3.4.13" if name == "Declarer" else "3.4.15"
                sentence = f"The board is passed out, so {name} has to be empty."
                yield Fault("BML717", section, places[name], sentence, f'Write [{name} ""].')
    yield from _result_faults(read, values, places)


def _result_faults(read: Board, values: Mapping[str, str], places: dict[str, int]) -> Iterator[Fault]:
    """The tricks of a play with all its cards; a caret says that they are not the result."""
    contract, leader, strain = read.contract, read.opening_leader, read.trumps
    if len(read.play) != _CARDS or read.result is None or contract is None or contract.declarer is None:
        return
    if leader is None or strain is None:
        return
    won = tricks_of(contract.declarer, read.play, leader, strain)
    disputed = values["Result"].lstrip().startswith("^")
    if disputed and won == read.result:
        sentence = f"^ stands before {won} tricks, which declarer wins in the play."
        yield Fault("BML717", "3.4.15", places["Result"], sentence, f"Write {won}.")
    elif not disputed and won != read.result:
        sentence = f"Declarer wins {won} tricks in the play, and {read.result} by the tag Result."
        yield Fault("BML717", "3.4.15", places["Result"], sentence, f"Write {won}, or ^{read.result}.")
