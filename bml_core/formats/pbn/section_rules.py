"""The rules of the Auction and Play sections (PBN 2.1, chapters 3.5 to 3.7 and 3.9), and their agreement."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import NamedTuple

from bml_core.bridge import (
    PASS,
    Board,
    Call,
    Card,
    Deal,
    Illegality,
    PlayIrregularity,
    Seat,
    Strain,
    final_contract,
    illegality,
    irregular_plays,
    is_over,
    seats_of_play,
    tricks_of,
)
from bml_core.formats.board_files import CALLS, excerpt, has_small_cards
from bml_core.formats.pbn.boards import (
    leading_dashes,
    leads_out_of_turn,
    parse_board,
    parse_cards,
    play_order,
)
from bml_core.formats.pbn.games import Errors, Game
from bml_core.formats.pbn.sections import Entry, Section, find_section
from bml_core.formats.pbn.values import (
    ALL_PASS,
    SEATS,
    STANDARD_CALLS,
    parse_contract,
    parse_declarer,
    write_call,
    write_contract,
)

LONGEST_AUCTION = 319
"""Calls of the longest auction that the laws allow."""
_CARDS, _PLAYERS = 52, 4
_MOST_NOTES, _HIGHEST_NAG = 32, 255


class _Kind(NamedTuple):
    """The words, marks, NAGs and sections of the standard in which the two sections differ."""

    name: str
    noun: str
    code: str
    section: str
    marks: str
    foreign_nags: frozenset[int]
    foreign_noun: str


_AUCTION = _Kind("the auction", "call", "BML706", "3.5", "IS", frozenset((*range(7, 13), 14)), "cards")
_PLAY = _Kind("the play", "card", "BML708", "3.6", "RL", frozenset((*range(1, 7), 13)), "calls")


# ---------------------------------------------------------------- both


def _check_section(section: Section, kind: _Kind) -> Errors:
    at, body_at = section.tag.at, section.tag.body_at
    if _seat(section) is None:
        sentence = f"{excerpt(section.tag.value) or 'Nothing'} is not a seat."
        yield "BML705", kind.section, at, sentence, "Write N, E, S or W."
    for token in section.odd:
        sentence = f"{excerpt(token.text)} has no meaning in {kind.name}."
        yield kind.code, kind.section, body_at + token.at, sentence, "Delete it."
    if section.late:
        sentence = f"{excerpt(section.late[0].word)} comes after the * that ends {kind.name}."
        place = body_at + section.late[0].at
        yield kind.code, kind.section, place, sentence, "Delete the *."
    for entry in section.entries:
        for subsection, sentence, hint in _annotation_errors(section, entry, kind):
            yield "BML710", subsection, body_at + entry.at, sentence, hint
    referred = {note for entry in section.entries for note in entry.notes}
    for note in section.notes:
        if note not in referred:
            sentence = f"No {kind.noun} refers to note {note}."
            yield "BML710", f"{kind.section}.4", at, sentence, f"Write ={note}= after one."


def _seat(section: Section) -> Seat | None:
    return SEATS.get(section.tag.value.strip())


def _annotation_errors(section: Section, entry: Entry, kind: _Kind) -> Iterator[tuple[str, str, str]]:
    """Yield what is wrong with the annotations of an entry: section of the standard, sentence, hint."""
    word = excerpt(entry.word)
    notes = f"{kind.section}.4"
    if len(entry.suffixes) > 1:
        yield f"{kind.section}.2", f"{word} has more than one suffix.", "Write one, such as !?."
    if len(entry.notes) > 1:
        yield notes, f"{word} refers to more than one note.", "Write one note."
    if any(not 1 <= note <= _MOST_NOTES for note in entry.notes):
        yield notes, f"{word} refers to a note that is not between 1 and 32.", "Write =1=."
    for nag in entry.nags:
        if nag > _HIGHEST_NAG:
            yield "3.7", f"${nag} is more than $255.", "Write a number from 0 to 255."
        elif nag in kind.foreign_nags:
            yield "3.7", f"${nag} is for {kind.foreign_noun} only.", "Use another number."
    if entry.mark and entry.mark not in kind.marks:
        hint = f"Write ^{' or '.join(kind.marks)}."
        yield "3.9", f"^{entry.mark} has no meaning before a {kind.noun}.", hint
    for note in entry.notes:
        if note not in section.notes and 1 <= note <= _MOST_NOTES:
            yield notes, f"Note {note} not found.", f'Write [Note "{note}:text"] after the {kind.noun}s.'


# ---------------------------------------------------------------- auction


def check_auction(game: Game) -> Errors:
    """Yield what is wrong with the Auction section of a game."""
    section = find_section(game, "Auction")
    if section is None:
        return
    yield from _check_section(section, _AUCTION)
    dashes = leading_dashes(section.entries)
    seat = _seat(section)
    first = seat and seat.after(dashes)
    dealer = SEATS.get(game.values.get("Dealer", "").strip())
    if first is not None and dealer is not None and first is not dealer:
        sentence = f"The first call is {first.name.title()}'s, but {dealer.name.title()} deals."
        yield "BML706", "3.5", section.tag.at, sentence, "Write - for each seat before the dealer."
    yield from _call_errors(section, section.entries[dashes:])


def _call_errors(section: Section, entries: Sequence[Entry]) -> Errors:
    """Yield what is wrong with the calls: code, section of the standard, place, sentence, hint."""
    calls: list[Call | None] = []
    last_call = max((place for place, entry in enumerate(entries) if entry.word not in ("", "+")), default=-1)
    for place, entry in enumerate(entries):
        at = section.tag.body_at + entry.at
        word = entry.word.upper()
        shown = excerpt(entry.word)
        if word == ALL_PASS:
            if is_over(calls):
                yield "BML707", "3.5", at, "AP comes after the end of the auction.", "Delete it."
            if entry is not entries[-1]:
                yield "BML706", "3.5.1", at, "AP is not the last call.", "Write nothing after AP."
            elif section.end == "+":
                yield "BML707", "3.5", section.tag.at, _SIGN_BEHIND_END.format("+"), "Delete it."
            return
        if (is_over(calls) or place > LONGEST_AUCTION) and (word in CALLS or entry.mark):
            sentence = f"{shown or f'^{entry.mark}'} comes after the end of the auction."
            yield "BML707", "3.5", at, sentence, "Delete it."
            return
        if entry.mark.upper() == "S" and not word:
            if place > last_call:
                hint = "Write the call out of rotation after it."
                yield "BML710", "3.9", at, "^S comes after the last call.", hint
            # A seat that was passed over has not passed.
            calls.append(None)
            continue
        call = CALLS.get(word)
        if call is None:
            yield "BML706", "3.5.1", at, *_no_call(word, shown)
            continue
        if word not in STANDARD_CALLS:
            yield "BML706", "3.5.1", at, f"{shown} is not a standard call.", f"Write {write_call(call)}."
        for code, number, sentence, hint in _legality(illegality(calls, call), entry):
            yield code, number, at, sentence, hint
        calls.append(call)
    if not is_over(calls) and not section.end:
        hint = "Write the passes, or * or + after the last call."
        yield "BML707", "3.5", section.tag.at, "The auction has no end.", hint
    elif is_over(calls) and section.end:
        yield "BML707", "3.5", section.tag.at, _SIGN_BEHIND_END.format(section.end), "Delete it."


_SIGN_BEHIND_END = "{} comes after the end of the auction."


def _no_call(word: str, shown: str) -> tuple[str, str]:
    """Return sentence and hint on a word that is not a call."""
    if word == "+":
        return "The auction goes on after this +.", "Write one + after the last call."
    return f"{shown or 'A mark alone'} is not a call.", "Write 1NT, X, XX, Pass or AP."


def _legality(illegality: Illegality | None, entry: Entry) -> Iterator[tuple[str, str, str, str]]:
    """Yield what the laws have against a call: code, section of the standard, sentence, hint."""
    shown = excerpt(entry.word)
    accepted = entry.mark.upper() == "I"
    if illegality is Illegality.INSUFFICIENT and not accepted:
        hint = "Write ^I before it if it was accepted."
        yield "BML707", "3.9", f"{shown} is not legal: {illegality.value}.", hint
    elif illegality is not None and illegality is not Illegality.INSUFFICIENT:
        yield "BML707", "3.5", f"{shown} is not legal: {illegality.value}.", "Delete it."
    elif illegality is None and accepted:
        yield "BML710", "3.9", f"^I marks {shown}, which is sufficient.", "Delete ^I."


# ---------------------------------------------------------------- play


def check_play(game: Game) -> Errors:
    """Yield what is wrong with the Play section of a game."""
    section = find_section(game, "Play")
    if section is None:
        return
    yield from _check_section(section, _PLAY)
    cards = parse_cards(section.entries)
    for entry, card in zip(section.entries, cards, strict=True):
        word = entry.word.upper()
        if word == str(card) or (card is None and word in ("-", "+")):
            continue
        hint = "Write suit and rank, such as SK." if card is None else f"Write {card}."
        sentence = f"{excerpt(entry.word) or 'A mark alone'} is not a card."
        yield "BML708", "3.6.1", section.tag.body_at + entry.at, sentence, hint
    signs = [entry.at for entry in section.entries if entry.word == "+"]
    if len(signs) + (section.end == "+") > 1:
        at = section.tag.body_at + signs[0]
        yield "BML708", "3.6", at, "There is another + after this one.", "Write one + for the next card."
    if len(cards) > _CARDS:
        yield "BML708", "3.6", section.tag.at, f"The play has {len(cards)} cards.", "A play has 52."
        return
    yield from _check_laws(game, section, cards)


def _check_laws(game: Game, section: Section, cards: Sequence[Card | None]) -> Errors:
    """Yield what is wrong with who leads, what the cards may not be, and marks that are wrong."""
    board = parse_board(game)
    entries, body_at = section.entries, section.tag.body_at
    seat, leader, strain = _seat(section), board.opening_leader, board.trumps
    declarer = None if board.contract is None else board.contract.declarer
    lawful = seat if declarer is None or _is_swapped(game.values) else declarer.left
    marked = leads_out_of_turn(entries)
    if seat is not None and lawful is not None and seat is not lawful and 0 not in marked:
        sentence = f"The play begins with {seat.name.title()}; {lawful.name.title()} has the lead."
        hint = f"Write {lawful.value}, or ^ before a declarer who took dummy's place."
        yield "BML709", "3.6", section.tag.at, sentence, hint
    if strain is None or leader is None:
        return
    order = play_order(cards, strain, marked)
    unplaced = set(range(len(cards))).difference(order)
    lost = next((place for place in sorted(unplaced) if cards[place] is not None), None)
    if lost is not None:
        sentence = f"{cards[lost]} is played, but an earlier card is missing."
        yield "BML709", "3.6", body_at + entries[lost].at, sentence, "Write every card of a trick."
    turns = {place: turn for turn, place in enumerate(order)}
    leads = {turns[place]: leader.after(place) for place in marked if place in turns}
    revokes = {turn for turn, place in enumerate(order) if entries[place].mark.upper() == "R"}
    play = [card for place in order if (card := cards[place]) is not None]
    played = _Play(play, leader, strain, leads, revokes, lawful)
    for turn, code, number, sentence, hint in _faults_of_play(board.deal, played):
        yield code, number, body_at + entries[order[turn]].at, sentence, hint


class _Play(NamedTuple):
    """Cards in the order of play, who leads, out of turn too, and the turns that are marked as revokes."""

    cards: Sequence[Card]
    leader: Seat
    strain: Strain
    leads: Mapping[int, Seat]
    revokes: Set[int]
    lawful: Seat | None


def _faults_of_play(deal: Deal, game: _Play) -> Iterator[tuple[int, str, str, str, str]]:
    """Yield cards that may not be played and marks that are wrong: turn, code, section, sentence, hint."""
    play, leader, strain, leads, revokes, lawful = game
    broken = irregular_plays(play, leader, strain, deal, leads=leads)
    for played in broken:
        if played.irregularity is PlayIrregularity.REVOKE and played.index in revokes:
            continue
        number, hint = _LAW_HINTS[played.irregularity]
        sentence = f"{played.seat.name.title()} plays {play[played.index]}: {played.irregularity.value}."
        yield played.index, "BML709", number, sentence, hint
    seats = seats_of_play(play, leader, strain, leads)
    for turn in sorted(revokes - {played.index for played in broken}):
        hand = deal.hand(seats[turn])
        follows = play[turn].suit is play[turn - turn % _PLAYERS].suit
        # Of a hand that is not known, any card of another suit may be a revoke.
        if follows or (hand is not None and not has_small_cards(hand)):
            yield turn, "BML710", "3.9", f"^R marks {play[turn]}, which is not a revoke.", "Delete ^R."
    for turn, lead in leads.items():
        on_lead = lawful if turn == 0 else seats_of_play(play[:turn], leader, strain, leads)[-1]
        if turn % _PLAYERS or lead is on_lead:
            sentence = f"^L marks {play[turn]}, which is not a lead out of turn."
            yield turn, "BML710", "3.9", sentence, "Delete ^L."


def _is_swapped(values: Mapping[str, str]) -> bool:
    """Return whether declarer and dummy took each other's place (3.4.13)."""
    return values.get("Declarer", "").strip().startswith("^")


_LAW_HINTS = {
    PlayIrregularity.NOT_HELD: ("3.6", "Each column belongs to one seat, beginning with the leader."),
    PlayIrregularity.PLAYED_BEFORE: ("3.6", "Every card is played once."),
    PlayIrregularity.REVOKE: ("3.9", "Write ^R before a revoke."),
}


# ---------------------------------------------------------------- agreement


def check_agreement(game: Game) -> Errors:
    """Yield where auction, contract, declarer, play and result contradict each other."""
    values = game.values
    places = {tag.name: tag.at for tag in reversed(game.tags)}
    for name, section, sentence, hint in _contradictions(parse_board(game), values):
        yield "BML717", section, places[name], sentence, hint


def _contradictions(board: Board, values: Mapping[str, str]) -> Iterator[tuple[str, str, str, str]]:
    """Yield contradictions: tag, section of the standard, sentence, hint."""
    by_calls = final_contract([made.call for made in board.auction], board.dealer)
    bid, doubling, strain = parse_contract(values.get("Contract", ""))
    declarer = parse_declarer(values.get("Declarer", ""))
    by_auction = None if by_calls is None else by_calls.declarer
    if by_calls is not None and bid is not None:
        if (bid, doubling) != (by_calls.bid or PASS, by_calls.doubling):
            word = write_contract(by_calls)
            sentence = f"The auction ends in {word}, but the tag Contract says {values['Contract']}."
            yield "Contract", "3.4.14", sentence, f"Write {word}."
        elif by_auction is not None and declarer is not None:
            name, other = by_auction.name.title(), values["Declarer"].strip()
            sentence = f"By the auction {name} is declarer, but the tag Declarer says {other}."
            if declarer is not (by_auction.partner if _is_swapped(values) else by_auction):
                yield "Declarer", "3.4.13", sentence, f"Write {by_auction.value}."
    if bid is PASS and strain is None:
        for name, section in (("Declarer", "3.4.13"), ("Result", "3.4.15")):
            if values.get(name, "") not in ("", "?"):
                sentence = f"The board is passed out, so {name} must be empty."
                yield name, section, sentence, f'Write [{name} ""].'
    yield from _result_contradictions(board, values)


def _result_contradictions(board: Board, values: Mapping[str, str]) -> Iterator[tuple[str, str, str, str]]:
    """Compare the tricks of a play with all its cards; a caret says that they are not the result."""
    contract, leader, strain = board.contract, board.opening_leader, board.trumps
    if len(board.play) != _CARDS or board.result is None or contract is None or contract.declarer is None:
        return
    if leader is None or strain is None:
        return
    won = tricks_of(contract.declarer, board.play, leader, strain)
    disputed = values["Result"].lstrip().startswith("^")
    if disputed and won == board.result:
        sentence = f"^ comes before {won} tricks, which declarer does win in the play."
        yield "Result", "3.4.15", sentence, f"Write {won}."
    elif not disputed and won != board.result:
        sentence = f"Declarer wins {won} tricks in the play, but {board.result} by the tag Result."
        yield "Result", "3.4.15", sentence, f"Write {won}, or ^{board.result}."
