"""Boards for hypothesis: deals, auctions, plays and texts as they happen at the table."""

from __future__ import annotations

import random
from dataclasses import replace

from hypothesis import strategies as st

from bml_core.bridge import (
    BIDS,
    CARDS,
    DOUBLE,
    NOBODY,
    PASS,
    REDOUBLE,
    Auction,
    Board,
    BoardTexts,
    Call,
    Card,
    Comment,
    Deal,
    Hand,
    MadeCall,
    Play,
    Players,
    Seat,
    Strain,
    Suit,
    Vulnerability,
    final_contract,
    seats_of_play,
    tricks_of,
)

CALLS: tuple[Call, ...] = (*BIDS, PASS, DOUBLE, REDOUBLE)
_CHARACTERS = st.characters(min_codepoint=32, max_codepoint=0x2FF, exclude_categories=("Cc", "Cs"))
# Comments have suits of their own, and the white space around a text is nobody's.
texts = (
    st.text(_CHARACTERS, max_size=40).map(str.strip).filter(lambda text: "\\" not in text and "!" not in text)
)
names = st.text(_CHARACTERS, max_size=20).map(str.strip).filter(lambda name: name != "?" and name[:1] != "#")


def random_board(chance: random.Random, *, calls: int = 8, cards: int = 52) -> Board:
    """A board with a legal auction, which after this many calls mostly ends, and as much of a legal play."""
    hands = _dealt(chance)
    dealer = chance.choice(list(Seat))
    auction = _auction(chance, calls)
    contract = final_contract(auction, dealer)
    board = Board(
        _deal(hands),
        number=chance.randint(1, 999),
        dealer=dealer,
        vulnerability=chance.choice(list(Vulnerability)),
        auction=tuple(MadeCall(call) for call in auction),
        contract=contract,
    )
    if contract is None or contract.bid is None or contract.declarer is None:
        return board
    leader, strain = contract.declarer.left, contract.bid.strain
    play = _play(chance, hands, leader, strain)
    return replace(board, play=Play(play[:cards], tricks_of(contract.declarer, play, leader, strain)))


@st.composite
def played_boards(draw: st.DrawFn) -> Board:
    """A board with players and alerts, a legal auction and a legal play, or a part of them."""
    chance = random.Random(draw(st.integers(0, 2**32)))
    cards = draw(st.sampled_from([0, 1, 5, 8, 51, 52]))
    board = random_board(chance, calls=draw(st.integers(0, 12)), cards=cards)
    made = board.auction
    # A note that says no more than "Alert" is the sign of an alert without one.
    for note in draw(st.lists(texts.filter(lambda text: text != "Alert"), max_size=3)) if made else ():
        place = draw(st.integers(0, len(made) - 1))
        made = (*made[:place], replace(made[place], alert=True, note=note), *made[place + 1 :])
    return replace(board, auction=made, texts=BoardTexts(players=draw(_players())))


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """A board of which anything may be unknown, with comments and facts."""
    board = draw(played_boards())
    comments = draw(st.lists(texts.filter(bool), max_size=4))
    calls, cards = len(board.auction), len(board.play.cards)
    places = st.one_of(
        st.just((0, 0)),
        st.integers(0, calls).map(lambda n: (n, 0)),
        st.integers(1, cards).map(lambda n: (calls, n)) if cards else st.just((0, 0)),
    )
    said = [Comment(text, *draw(places)) for text in comments]
    said.sort(key=lambda comment: (comment.cards, comment.calls))
    facts = draw(
        st.dictionaries(st.sampled_from(["Event", "Room", "Strange"]), names.filter(bool), max_size=3)
    )
    written = replace(board.texts, comments=tuple(said), facts=tuple(sorted(facts.items())))
    board = replace(board, texts=written)
    hidden = draw(st.sets(st.sampled_from(Seat)))
    deal = Deal(*(None if seat in hidden else board.deal.hand(seat) for seat in Seat))
    board = replace(board, deal=deal)
    if draw(st.booleans()):
        board = replace(board, number=None, vulnerability=None, texts=replace(written, players=NOBODY))
    if draw(st.booleans()):
        return board
    said = [comment for comment in said if not comment.calls and not comment.cards]
    return replace(
        board, auction=(), play=Play(), contract=None, texts=replace(board.texts, comments=tuple(said))
    )


@st.composite
def _players(draw: st.DrawFn) -> Players:
    return Players(*(draw(names) for _ in Seat))


def _dealt(chance: random.Random) -> dict[Seat, list[Card]]:
    pack = list(CARDS.values())
    chance.shuffle(pack)
    return {seat: pack[place::4] for place, seat in enumerate(Seat)}


def _deal(hands: dict[Seat, list[Card]]) -> Deal:
    return Deal(*(_hand(hands[seat]) for seat in Seat))


def _hand(cards: list[Card]) -> Hand:
    held = [card for card in CARDS.values() if card in cards]
    return Hand(*("".join(card.rank for card in held if card.suit is suit) for suit in reversed(Suit)))


def _auction(chance: random.Random, length: int) -> tuple[Call, ...]:
    auction = Auction()
    while not auction.is_over and len(auction) < length:
        legal = [call for call in CALLS if auction.illegality(call) is None]
        auction = auction.then(chance.choice([PASS, chance.choice(legal[:8])]))
    if chance.random() < 0.8:
        while not auction.is_over:
            auction = auction.then(PASS)
    return auction.calls


def _play(
    chance: random.Random, hands: dict[Seat, list[Card]], leader: Seat, strain: Strain
) -> tuple[Card, ...]:
    held = {seat: list(cards) for seat, cards in hands.items()}
    play: list[Card] = []
    while len(play) < 52:
        turn = seats_of_play(play, leader, strain)[-1]
        led = play[len(play) - len(play) % 4].suit if len(play) % 4 else None
        card = chance.choice([card for card in held[turn] if card.suit is led] or held[turn])
        held[turn].remove(card)
        play.append(card)
    return tuple(play)
