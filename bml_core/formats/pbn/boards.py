"""The board of a game: sections of calls and cards with annotations, values of tags."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import NamedTuple

from bml_core._package import checked
from bml_core.bridge import (
    BIDS,
    CARDS,
    DOUBLE,
    DOUBLINGS,
    FULL_HAND,
    NOBODY,
    PASS,
    RANKS,
    REDOUBLE,
    Action,
    Bid,
    Board,
    BoardTexts,
    Call,
    Card,
    Comment,
    Contract,
    Deal,
    Hand,
    IrregularityKind,
    MadeCall,
    Play,
    Players,
    Seat,
    Strain,
    Vulnerability,
    deal_irregularities,
    final_contract,
    is_pack,
    make_bid,
    parse_hand,
    passes_to_end,
    standard_dealer,
    standard_vulnerability,
    winner,
)
from bml_core.diagnostics import counted
from bml_core.formats.board_files import CALLS, STRAINS, card_errors, has_small_cards, parse_holding
from bml_core.formats.pbn.games import NO_FACT, SEAT_TAGS, SECTIONS, STANDARD_TAGS, TABLES, Game, Tag

# ---------------------------------------------------------------- calls and cards with annotations

TOKEN = re.compile(
    # Without the look ahead, white space is tried against each kind.
    r"""(?=\S)(?:(?P<word>[A-Za-z0-9-]+)
    |(?P<note>=\d+=)
    |(?P<nag>\$\d+)
    |(?P<suffix>[!?]{1,2})
    |(?P<mark>\^[A-Za-z])
    |(?P<end>[*+])
    |(?P<comment>\{[^}]*+\}?|;[^\n]*+)
    |(?P<escaped>(?<=\n)%[^\n]*+)
    |(?P<other>"[^"\n]*+"?|[^\s;{"A-Za-z0-9=$!?^*+-]+|\S))""",
    re.VERBOSE,
)
_BLANK_LINES = re.compile(r"^(?:[ \t]*\n)+")
NOTE = re.compile(r"\s*(\d+)\s*:(.*)", re.DOTALL)
_SUIT_SIGN = re.compile(r"\\([SHDC])")
LONGEST_NUMBER = 5
SUFFIXES = ("!", "?", "!!", "??", "!?", "?!")
NO_ANNOTATION = 0


def comment_text(token: str) -> str:
    """Return the text of a comment, without its signs.

    >>> comment_text("{ a fine lead }"), comment_text("; rest")
    ('a fine lead', 'rest')
    """
    text = token[1:-1] if token.startswith("{") and token.endswith("}") else token[1:]
    # The first of several lines may be indented like those below it, as in a diagram.
    return _BLANK_LINES.sub("", text).rstrip() if "\n" in text.strip() else text.strip()


def comments_of(body: str) -> list[str]:
    """Return the comments in a stretch of text between two tag pairs."""
    if "{" not in body and ";" not in body:
        return []
    return [comment_text(match[0]) for match in TOKEN.finditer(body) if match.lastgroup == "comment"]


def first_text(body: str) -> re.Match[str] | None:
    """Return the first token between two tag pairs that is not a comment."""
    if not body or body.isspace():
        return None
    return next(
        (match for match in TOKEN.finditer(body) if match.lastgroup not in ("comment", "escaped")), None
    )


def is_table(tag: Tag) -> bool:
    """Return whether a tag is the head of a supplemental section.

    It is one of the standard, or something other than comments follows it.

    >>> is_table(Tag("ScoreTable", "Rank;Score_NS", " 1 50")), is_table(Tag("Room", "Open", " {Table 3}"))
    (True, False)
    """
    if tag.name in TABLES:
        return True
    return tag.name != "" and tag.name not in STANDARD_TAGS and first_text(tag.body) is not None


@dataclass(slots=True)
class AnnotatedWord:
    """A call or a card with its annotations.

    ``word`` is "" where a mark stands alone, for a skipped player, and ``at`` the index in the body;
    ``mark`` is the letter of a mark of irregularity, ``nags`` are the numbers after ``$``.
    """

    word: str
    at: int = 0
    mark: str = ""
    suffixes: tuple[str, ...] = ()
    notes: tuple[int, ...] = ()
    nags: tuple[int, ...] = ()
    comments: tuple[str, ...] = ()

    def annotate(self, kind: str | None, text: str) -> bool:
        """Take an annotation; return False if a token is none."""
        if kind == "suffix" and text in SUFFIXES:
            self.suffixes += (text,)
        elif kind == "note" and len(text) <= LONGEST_NUMBER + 2:
            self.notes += (int(text[1:-1]),)
        elif kind == "nag" and len(text) <= LONGEST_NUMBER + 2:
            self.nags += (int(text[1:]),)
        else:
            return False
        return True


@dataclass(slots=True)
class GameSection:
    """An Auction or Play section: its tag pair, those of its notes, and its calls or cards.

    Attributes:
        tag: Its tag pair.
        note_tags: The tag pairs of its notes.
        entries: The calls or cards with annotations; ``+`` in place of a card is an entry too.
        end: ``*`` or ``+`` after the last entry, or "".
        before: Comments before the first entry.
        odd: Tokens that have no meaning where they are, with their index in the body.
        late: Entries after the ``*``.
    """

    tag: Tag
    note_tags: tuple[Tag, ...] = ()
    entries: list[AnnotatedWord] = field(default_factory=list)
    end: str = ""
    before: tuple[str, ...] = ()
    odd: list[tuple[str, int]] = field(default_factory=list)
    late: list[AnnotatedWord] = field(default_factory=list)

    @property
    def seat(self) -> Seat | None:
        """Return the seat of the first column."""
        return SEATS.get(self.tag.value.strip())

    def notes(self) -> dict[int, str]:
        """Return the texts of notes by number, in the order written; of two with one number the first."""
        texts: dict[int, str] = {}
        for tag in self.note_tags:
            match = NOTE.fullmatch(tag.value)
            if match is not None and len(match[1]) <= LONGEST_NUMBER:
                texts.setdefault(int(match[1]), match[2].strip())
        return texts

    def comment(self, *texts: str) -> None:
        """Hang comments onto the last entry, or before the first one."""
        if self.entries:
            self.entries[-1].comments += texts
        else:
            self.before += texts


def read_section(game: Game, name: str) -> GameSection | None:
    """Return the first section of this name, ``Auction`` or ``Play``, with its notes, or None.

    >>> from bml_core.formats.pbn import read_games
    >>> section = read_section(next(read_games('[Auction "N"] 1D =1= $2 ^I 1C * 2C')), "Auction")
    >>> [(entry.word, entry.mark, entry.notes, entry.nags) for entry in section.entries]
    [('1D', '', (1,), (2,)), ('1C', 'I', (), ())]
    >>> section.end, [entry.word for entry in section.late]
    ('*', ['2C'])
    """
    index = next((index for index, tag in enumerate(game.tags) if tag.name == name), None)
    if index is None:
        return None
    note_tags = takewhile(lambda tag: tag.name == "Note", game.tags[index + 1 :])
    section = GameSection(game.tags[index], tuple(note_tags))
    _parse_entries(section)
    return section


def _parse_entries(section: GameSection) -> None:
    entries = section.entries
    mark = ""
    mark_at = 0
    for match in TOKEN.finditer(section.tag.body):
        kind, text = match.lastgroup, match[0]
        if kind == "word" and not mark:
            entries.append(AnnotatedWord(text, match.start()))
            continue
        if mark and (kind != "word" or mark in "Ss"):
            # The mark stands alone, as it does for a skipped player.
            entries.append(AnnotatedWord("", mark_at, mark))
            mark = ""
        if kind == "word":
            entries.append(AnnotatedWord(text, mark_at if mark else match.start(), mark))
            mark = ""
        elif kind == "mark":
            mark, mark_at = text[1], match.start()
        elif text == "+":
            entries.append(AnnotatedWord(text, match.start()))
        elif text == "*":
            section.end = "*"
            entries = section.late
        elif kind == "comment":
            section.comment(comment_text(text))
        elif kind != "escaped" and not (entries and entries[-1].annotate(kind, text)):
            section.odd.append((text, match.start()))
    if mark:
        section.entries.append(AnnotatedWord("", mark_at, mark))
    if not section.end and section.entries and section.entries[-1].word == "+":
        section.end = "+"
        section.comment(*section.entries.pop().comments)


# ---------------------------------------------------------------- values

_CLOCKWISE = tuple(Seat)
SEATS: dict[str, Seat] = {letter: seat for seat in Seat for letter in (seat.value, seat.value.lower())}
VULNERABILITIES = {v.value.lower(): v for v in Vulnerability}
VULNERABILITIES |= {"love": Vulnerability.NONE, "-": Vulnerability.NONE, "both": Vulnerability.ALL}
# Words that are not of the standard are read, and reported.
VULNERABILITIES |= {"nil": Vulnerability.NONE, "nobody": Vulnerability.NONE}
VULNERABILITIES |= {"n-s": Vulnerability.NORTH_SOUTH, "e-w": Vulnerability.EAST_WEST}
_UNKNOWN = ("", "?", "????.??.??")
_NUMBER = re.compile(r"[1-9]\d{0,8}")
_CONTRACT = re.compile(r"([1-7])\s*(NT|[SHDCN])\s*(X{0,2})", re.IGNORECASE)
_RESULT = re.compile(r"(?:(NS|EW)\s+)?(\d{1,3})(?:\s+(NS|EW)\s+(\d{1,3}))?", re.IGNORECASE)
_SUITS = 4
_NO_HAND = ("-", "...")
ALL_PASS = "AP"
PLAYED_CARDS: dict[str, Card] = {
    **CARDS,
    **{f"{suit}10": CARDS[f"{suit}T"] for suit in "SHDC"},
    **{name[::-1]: card for name, card in CARDS.items()},
}
"""The cards by every spelling, in capitals."""
WRITTEN_CALLS: dict[Call, str] = {
    PASS: "Pass",
    DOUBLE: "X",
    REDOUBLE: "XX",
    **{bid: str(bid) for bid in BIDS},
}
STANDARD_CALLS = frozenset(word.upper() for word in WRITTEN_CALLS.values())


class _DealTag(NamedTuple):
    """The value of a Deal tag: the hands, the seat of the first if it is given, and the words of hands."""

    deal: Deal
    first: Seat | None
    words: Sequence[str]


def parse_deal(text: str) -> _DealTag:
    """Return the hands of a Deal tag (3.4.11) and the seat of the first, None if there is no seat.

    >>> deal, first, _ = parse_deal("N:AK.. - .QJ9.. -")
    >>> deal.north.spades, deal.east, first.name
    ('AK', None, 'NORTH')
    """
    first = None
    words = text.split()
    if words:
        letter, colon, rest = words[0].partition(":")
        if colon:
            first = SEATS.get(letter)
            words[:1] = [rest] * bool(rest)
    hands = [_parse_hand(word) for word in words[:PLAYERS]]
    hands += [None] * (PLAYERS - len(hands))
    # The hands are clockwise from the first seat; those of a Deal begin with North.
    north = -_CLOCKWISE.index(first or Seat.SOUTH) % PLAYERS
    return _DealTag(Deal(*hands[north:], *hands[:north]), first, words)


def _parse_hand(word: str) -> Hand | None:
    """Return a hand; of one with too few or too many suits the cards of the first four."""
    if word in _NO_HAND:
        return None
    suits = word.split(".")
    holdings = [parse_holding(suit) for suit in suits[:_SUITS]]
    if len(suits) == _SUITS:
        return Hand(*holdings)
    if len(suits) == 1 and not _RANKS.fullmatch(word):
        # "AJ6,KQ5,K72,AT83" and "♠AJ6♥KQ5♦K72♣AT83"
        return parse_hand(word, complete=False).value
    return Hand(*holdings, *[""] * (_SUITS - len(holdings))) if any(holdings) else None


_FORM_HINT = "Write N:AK2.QJ9.T87.5432 and three more hands, clockwise, or - for an unknown hand."
_CARD_HINT = f"The cards are {' '.join(RANKS)}."
_COUNT_HINT = "All hands of a deal have the same number of cards, 13 at most."
_RANKS = re.compile(r"(?i:10|[2-9TJQKAx])*")
_CLEAN_HAND = r"[2-9TJQKAtjqka]*(?:\.[2-9TJQKAtjqka]*){3}"
_CLEAN_DEAL = re.compile(rf"[NESWnesw]:{_CLEAN_HAND}(?: {_CLEAN_HAND}){{3}}")


def deal_errors(text: str, tag: _DealTag) -> Iterator[tuple[str, str, str]]:
    """Yield what the standard forbids in a Deal tag (3.4.11, 3.10): code, sentence, hint.

    >>> text = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT9876543A"
    >>> next(deal_errors(text, parse_deal(text)))[:2]
    ('BML703', 'The card CA appears twice in the hand of West.')
    """
    deal, first, words = tag
    if is_pack(deal) and _CLEAN_DEAL.fullmatch(text):
        return
    if not text.strip():
        yield "BML702", "The Deal tag is empty.", _FORM_HINT
        return
    if first is None:
        yield "BML702", "The Deal tag does not begin with a seat and a colon.", _FORM_HINT
    if len(words) != PLAYERS:
        yield "BML702", f"The Deal tag has {counted(len(words), 'hand')} instead of 4.", _FORM_HINT
    elif all(word in _NO_HAND for word in words):
        yield "BML702", "The Deal tag has no cards.", _FORM_HINT
    elif text != " ".join(text.split()) or ": " in text:
        yield "BML702", "The Deal tag has more than one space between two hands.", _FORM_HINT
    for steps, word in enumerate(words[:PLAYERS]):
        yield from _hand_errors((first or Seat.SOUTH).after(steps).name.title(), word)
    for irregularity in deal_irregularities(deal):
        if irregularity.kind is IrregularityKind.CARD_TWICE:
            yield "BML703", f"{irregularity.text}.", "Each card occurs once."
        else:
            yield "BML704", f"{irregularity.text}.", _COUNT_HINT


def _hand_errors(name: str, word: str) -> Iterator[tuple[str, str, str]]:
    if word == "-":
        return
    if word in _NO_HAND:
        yield "BML704", f"The hand of {name} has no cards.", _COUNT_HINT
        return
    suits = word.count(".") + 1
    if suits == 1 and not _RANKS.fullmatch(word) and _parse_hand(word) is not None:
        yield "BML702", f"The hand of {name} has no dots between its suits.", _FORM_HINT
        return
    if suits != _SUITS:
        yield "BML702", f"The hand of {name} has {counted(suits, 'suit')} instead of 4.", _FORM_HINT
    yield from (("BML702", sentence, _CARD_HINT) for sentence in card_errors(name, word.upper(), "."))


@checked
def write_deal(deal: Deal, first: Seat) -> str:
    """Return a deal as PBN writes it, from the seat ``first`` on; a hand with unnamed small cards is ``-``.

    >>> write_deal(Deal(east=Hand("AK", "", "2", "")), Seat.NORTH)
    'N:- AK..2. - -'
    """
    hands = (deal.hand(first.after(steps)) for steps in range(PLAYERS))
    return f"{first.value}:" + " ".join(map(_write_hand, hands))


def _write_hand(hand: Hand | None) -> str:
    if hand is None or has_small_cards(hand) or not len(hand):
        return "-"
    return ".".join(map(parse_holding, hand.holdings))


def parse_contract(text: str) -> tuple[Call | None, Action, Strain | None]:
    """Return bid, double and strain of a Contract tag (3.4.14); PASS for a board that was passed out.

    Of an end position (3.10) there is only the strain. A text that cannot be read gives ``None``.

    >>> bid, doubling, strain = parse_contract("5hx")
    >>> str(bid), doubling.name, strain.name
    ('5H', 'DOUBLE', 'HEARTS')
    """
    word = text.strip().upper()
    if word in ("PASS", "P"):
        return PASS, PASS, None
    match = _CONTRACT.fullmatch(word)
    if match is not None:
        bid = make_bid(int(match[1]), STRAINS[match[2]])
        return bid, DOUBLINGS[match[3]], bid.strain
    return None, PASS, STRAINS.get(word)


def write_contract(contract: Contract) -> str:
    """Return a contract as PBN writes it, without its declarer.

    >>> write_contract(Contract(BIDS[14], DOUBLE)), write_contract(Contract())
    ('3NTX', 'Pass')
    """
    return "Pass" if contract.bid is None else WRITTEN_CALLS[contract.bid] + contract.crosses


def parse_declarer(text: str) -> Seat | None:
    """Return the seat of a Declarer tag (3.4.13), also after the ^ of an irregularity, or None."""
    return SEATS.get(text.strip().removeprefix("^"))


def parse_result(text: str, declarer: Seat | None) -> int | None:
    """Return the tricks of declarer in a Result tag (3.4.15), or None.

    >>> [parse_result(text, Seat.SOUTH) for text in ("EW 4", "^9", "NS 9 EW 4", "14")]
    [9, 9, 9, None]
    """
    match = _RESULT.fullmatch(text.strip().removeprefix("^").strip())
    if match is None:
        return None
    side, tricks = match[1], int(match[2])
    if tricks > FULL_HAND:
        return None
    if side is None:
        return tricks
    if declarer is None:
        return None
    return tricks if declarer.value in side.upper() else FULL_HAND - tricks


# ---------------------------------------------------------------- the order of the play

PLAYERS = 4
#: The columns of a trick in the order of the play, by the column that leads.
_TURNS = ((0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2))


def _play_order(
    cards: Sequence[Card | None], strain: Strain | None, leads: Collection[int] = ()
) -> list[int]:
    """Return the indexes of the cards of a Play section, which are in columns, in the order of the play.

    The list ends at the first card that is not known, since nobody can say who won that trick. ``leads`` are
    the indexes of leads out of turn.

    >>> rows = [CARDS[word] for word in "H2 HA H4 H3 S5 S2 S3 S4".split()]
    >>> " ".join(str(rows[index]) for index in _play_order(rows, Strain.NOTRUMP))
    'H2 HA H4 H3 S2 S3 S4 S5'
    """
    leading_columns = {index // PLAYERS: index % PLAYERS for index in sorted(leads, reverse=True)}
    order: list[int] = []
    column = 0
    for start in range(0, len(cards), PLAYERS):
        column = leading_columns.get(start // PLAYERS, column)
        indexes = [start + turn for turn in _TURNS[column]]
        trick = [card for card in cards[start : start + PLAYERS] if card is not None]
        if len(trick) < PLAYERS or strain is None:
            order += takewhile(lambda index: index < len(cards) and cards[index] is not None, indexes)
            break
        order += indexes
        column = (column + winner(trick[column:] + trick[:column], strain)) % PLAYERS
    return order


# ---------------------------------------------------------------- the board of a game

ALERT = "Alert"
"""The note of a call that was alerted and not explained."""


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
    return ReadGame(game).board


class ReadGame:
    """Reads each value of a game once, for its board and for what is wrong with it.

    Attributes:
        game: The game.
        deal_tag: The value of the Deal tag.
        is_end_position: Whether the hands all have fewer than 13 cards (3.10).
        auction: The Auction section; ``calls`` are its calls, the dealer's first, after some ``dashes``.
        play: The Play section; ``cards`` are its cards in columns, ``order`` their indexes in the order of
            the play, ``leads`` the indexes of leads out of turn.
        contract_tag: Bid, double and strain of the Contract tag; ``declarer`` is the seat of Declarer.
        by_calls: The contract that the auction ends in.
        board: The board.
    """

    def __init__(self, game: Game) -> None:
        values = game.values
        self.game = game
        self.deal_tag = parse_deal(values.get("Deal", ""))
        lengths = [len(hand) for seat in _CLOCKWISE if (hand := self.deal_tag.deal.hand(seat))]
        self.is_end_position = max(lengths, default=FULL_HAND) < FULL_HAND
        self.contract_tag = parse_contract(values.get("Contract", ""))
        self.declarer = parse_declarer(values.get("Declarer", ""))
        self.auction = read_section(game, "Auction")
        self.play = read_section(game, "Play")
        # An escaped line begins at the first column, as the head does.
        bodies = [f"\n{game.head}", *(tag.body for tag in game.tags if tag.name not in SECTIONS)]
        self.comments = [Comment(_suit_signs(text)) for body in bodies for text in comments_of(body)]
        self.dashes = 0
        self.calls = self._parse_calls()
        number, label = _number(values.get("Board", ""))
        dealer = self._dealer(number)
        self.by_calls = final_contract([made.call for made in self.calls], dealer)
        contract, strain = self._contract()
        trumps, declarer = strain, None
        if contract is not None and contract.bid is not None:
            trumps, declarer = contract.bid.strain, contract.declarer
        self.cards: list[Card | None] = []
        self.leads: list[int] = []
        self.order: list[int] = []
        leader = self._parse_play(trumps)
        signs = [section.end == "+" for section in (self.auction, self.play) if section is not None]
        waits = any(signs) or (self.play is not None and any(e.word == "+" for e in self.play.entries))
        vulnerability = VULNERABILITIES.get(values.get("Vulnerable", "").strip().lower())
        if "Vulnerable" not in values and number is not None:
            vulnerability = standard_vulnerability(number)
        names = ["" if (name := values.get(seat, "")) == "?" else name for seat in SEAT_TAGS]
        self.board = Board(
            deal=self.deal_tag.deal,
            number=number,
            dealer=dealer,
            vulnerability=vulnerability,
            auction=self.calls,
            contract=contract,
            play=Play(
                tuple([card for index in self.order if (card := self.cards[index]) is not None]),
                result=parse_result(values.get("Result", ""), declarer),
                leader=None if declarer is not None and leader is declarer.left else leader,
                strain=strain,
            ),
            to_be_continued=waits,
            texts=BoardTexts(
                label,
                players=Players(*names) if any(names) else NOBODY,
                facts=self._facts(),
                comments=tuple([comment for comment in self.comments if comment.text.strip()]),
            ),
        )

    def _facts(self) -> tuple[tuple[str, str], ...]:
        game = self.game
        own = [tag.name for tag in game.tags if tag.name not in NO_FACT and not is_table(tag)]
        names = dict.fromkeys((*own, *(name for name, _ in game.inherited if name not in NO_FACT)))
        facts = [(name, text) for name in names if (text := game.values[name]) not in _UNKNOWN]
        table = next((tag for tag in game.tags if tag.name == "OptimumResultTable"), None)
        tricks = "" if table is None or "DoubleDummyTricks" in game.values else _double_dummy_tricks(table)
        return (*facts, ("DoubleDummyTricks", tricks)) if tricks else tuple(facts)

    def _dealer(self, number: int | None) -> Seat | None:
        values = self.game.values
        if "Dealer" in values:
            return SEATS.get(values["Dealer"].strip())
        if self.auction is not None and self.calls and self.auction.seat is not None:
            return self.auction.seat.after(self.dashes)
        if number is not None:
            return standard_dealer(number)
        # Some programs leave the seat out and mean South.
        return self.deal_tag.first or (Seat.SOUTH if values.get("Deal", "").strip() else None)

    def _contract(self) -> tuple[Contract | None, Strain | None]:
        """Return the contract, and the strain if only that is given."""
        bid, doubling, strain = self.contract_tag
        if isinstance(bid, Bid) and self.declarer is not None:
            return Contract(bid, doubling, self.declarer), None
        if bid is PASS:
            return Contract(), None
        if self.game.values.get("Contract", "") in _UNKNOWN:
            return self.by_calls, None
        if not isinstance(bid, Bid):
            return None, strain
        # An insufficient or a skipped call does not change what the auction ended in.
        return Contract(bid, doubling, None if self.by_calls is None else self.by_calls.declarer), None

    def _parse_calls(self) -> tuple[MadeCall, ...]:
        """Parse the calls and their comments; the seats before the dealer have a dash."""
        section = self.auction
        if section is None:
            return ()
        self.comments += [Comment(_suit_signs(text)) for text in section.before]
        self.dashes = leading_dashes(section.entries)
        notes = section.notes()
        made: list[MadeCall] = []
        entries = section.entries[self.dashes :]
        for entry in entries:
            word = entry.word.upper()
            call = CALLS.get(word)
            if call is not None:
                note = _suit_signs(notes.get(entry.notes[0], "")) if entry.notes else ""
                note = "" if note == ALERT else note
                made.append(MadeCall(call, bool(entry.notes), note, entry.mark in ("I", "i")))
            elif word == ALL_PASS and entry is entries[-1]:
                made += [MadeCall(PASS)] * passes_to_end([other.call for other in made])
            elif entry.mark in ("S", "s"):
                made.append(MadeCall(None))
            self.comments += [Comment(_suit_signs(text), len(made)) for text in entry.comments]
        return tuple(made)

    def _parse_play(self, trumps: Strain | None) -> Seat | None:
        """Parse the cards, their order and their comments; return the seat of the first column."""
        section = self.play
        if section is None:
            return None
        self.cards = [PLAYED_CARDS.get(entry.word.upper()) for entry in section.entries]
        self.leads = [index for index, entry in enumerate(section.entries) if entry.mark in ("L", "l")]
        self.order = _play_order(self.cards, trumps, self.leads)
        calls, notes = len(self.calls), section.notes()
        comments = [Comment(_suit_signs(text), calls) for text in section.before]
        turns = {index: turn for turn, index in enumerate(self.order, 1)}
        turn = 0
        for index, entry in enumerate(section.entries):
            # Comments of a card that is not known go to the card before it.
            turn = turns.get(index, turn)
            if entry.notes or entry.comments:
                texts = (*(notes[number] for number in entry.notes if notes.get(number)), *entry.comments)
                comments += [Comment(_suit_signs(text), calls, turn) for text in texts]
        # Within a trick the columns are not in the order of the play.
        self.comments += sorted(comments, key=lambda comment: comment.cards)
        return section.seat


def _double_dummy_tricks(table: Tag) -> str:
    """Return the tricks of a table of declarers and strains as programs write them in one word, or "".

    >>> rows = " ".join(f"{seat} {strain} 7" for seat in "NSEW" for strain in "NT S H D C".split())
    >>> _double_dummy_tricks(Tag("OptimumResultTable", "Declarer;Denomination;Result", rows))
    '77777777777777777777'
    """
    tricks = {
        (seat, strain.replace("NT", "N")): int(count)
        for seat, strain, count in re.findall(r"([NESW])\s+(NT|[SHDC])\s+(\d{1,2})(?!\S)", table.body)
    }
    found = [tricks.get((seat, strain), FULL_HAND + 1) for seat in "NSEW" for strain in "NSHDC"]
    return "".join(f"{count:x}" for count in found) if max(found) <= FULL_HAND else ""


def _number(label: str) -> tuple[int | None, str]:
    """Return the number of the board, or its label."""
    label = label.strip()
    if _NUMBER.fullmatch(label):
        return int(label), ""
    return None, "" if label in _UNKNOWN else label


def leading_dashes(entries: Sequence[AnnotatedWord]) -> int:
    """Return how many seats before the dealer have a dash."""
    return sum(1 for _ in takewhile(lambda entry: entry.word == "-", entries))


def _suit_signs(text: str) -> str:
    r"""Return a comment with suits as BML and LIN write them.

    >>> _suit_signs(r"five \S and four \H")
    'five !S and four !H'
    """
    return _SUIT_SIGN.sub(r"!\1", text)
