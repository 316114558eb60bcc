"""Show a board as blocks of a page, with what an answer hides, and its play as a table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from bml_core.bridge import (
    PASS,
    Bid,
    Board,
    Call,
    Card,
    Comment,
    Deal,
    MadeCall,
    Seat,
    Strain,
    Suit,
    is_pack,
    seats_of_play,
    winner,
)
from bml_core.diagnostics import Location, Result
from bml_core.document import (
    ALL_PASS,
    AuctionBlock,
    AuctionEntry,
    AuctionNote,
    Block,
    Diagram,
    Emphasis,
    Paragraph,
    Span,
    Strong,
    SuitSymbol,
    Table,
    Text,
)
from bml_core.files import showable
from bml_core.formats.lin import handviewer_url
from bml_core.notes import BlockOptions, Part
from bml_core.render import COLUMNS, ENGLISH, UiTexts, arrange_auction, filled, seat_word
from bml_core.site.double_dummy import Solver, groups_with_double_dummy, known_tricks, table_of, tricks_table

# A suit alone or before cards, but no word such as !Help or !SPL.
_SUIT = re.compile(r"!([shdc](?![a-wyz])|[SHDC](?=[2-9AKQJTx]+(?![A-Za-z])|(?![A-Za-z/])))")
_PARAGRAPHS = re.compile(r"\n\s*\n")
_ROW = 4
_LAST_PASSES = 3
_NOTHING_HIDDEN = BlockOptions()
_OPEN_FACTS = ("Event", "Site", "Date", "Round", "Table", "Room", "Hidden")


@dataclass(frozen=True, slots=True)
class ShownBoard:
    """Hold the blocks of a board that are seen at once, and those that an answer hides.

    Attributes:
        blocks: The blocks that are seen at once.
        answer: The blocks that an answer hides.
        has_tricks: Whether the file has its double-dummy tricks, which are shown.
        viewer_url: The address at which BBO shows the board, or "". It holds what the answer shows, so where
            there is an answer, the link belongs to it.
        hides: Whether the block or the file hides something of it.
        open_board: The board without what is hidden, as files for readers have it.
    """

    blocks: tuple[Block, ...]
    answer: tuple[Block, ...] = ()
    viewer_url: str = ""
    has_tricks: bool = False
    hides: bool = False
    open_board: Board = field(default_factory=Board)


def shown_board(
    board: Board, options: BlockOptions, location: Location, words: UiTexts = ENGLISH
) -> ShownBoard:
    """Return the blocks of a board; the answer has what is hidden, with the hidden hands among all others.

    >>> from bml_core.bridge import Hand
    >>> hand = Hand("A", "K", "Q", "J")
    >>> options = BlockOptions(hidden=frozenset({Seat.NORTH}))
    >>> shown = shown_board(Board(Deal(north=hand, south=hand)), options, Location("", 1))
    >>> [len(block.deal.seats) for block in (*shown.blocks, *shown.answer)]
    [1, 2]
    """
    hides_lead = not options.hidden.isdisjoint((Part.AUCTION, Part.PLAY))
    options = _with_hidden_facts(board, options)
    writer = _Writer(board, options, location, words, hides_lead)
    answer = tuple(writer.answer_blocks())
    viewer_url = handviewer_url(_without_hidden(board, options, bool(answer))) if options.bbo else ""
    has_tricks, hides = known_tricks(board) is not None, bool(options.hidden)
    return ShownBoard(
        tuple(writer.open_blocks()), answer, viewer_url, has_tricks, hides, open_board(board, options)
    )


def open_board(board: Board, options: BlockOptions = _NOTHING_HIDDEN) -> Board:
    """Return a board without what a block, or ``[Hidden]`` in its file, hides.

    >>> from bml_core.bridge import BoardTexts, Hand
    >>> hand = Hand("A", "K", "Q", "J")
    >>> open_board(Board(Deal(north=hand, east=hand), texts=BoardTexts(facts=(("Hidden", "E"),)))).deal.seats
    (Seat.NORTH,)
    """
    options = _with_hidden_facts(board, options)
    if not options.hidden:
        return board
    # Scores, tables of tricks and par say what hidden hands have.
    facts = tuple(fact for fact in board.texts.facts if fact[0] in _OPEN_FACTS)
    shown = _without_hidden(board, options, has_answer=False)
    return replace(shown, texts=replace(shown.texts, facts=facts))


def _with_hidden_facts(board: Board, options: BlockOptions) -> BlockOptions:
    """Return the options with what else they hide of this board."""
    # [Hidden "EW"] in a file hides these hands as the option does.
    seats = (Seat(letter) for letter in board.texts.fact("Hidden").strip().upper() if letter in "NESW")
    hidden = options.hidden | frozenset(seats)
    # A play to its end has the cards of hidden hands; one without a result is a part of the question.
    hides_hands = not hidden.isdisjoint((*Seat, Part.HANDS))
    if Part.AUCTION in hidden or (hides_hands and board.play.result is not None):
        hidden |= {Part.PLAY}
    return replace(options, hidden=hidden)


def _without_hidden(board: Board, options: BlockOptions, has_answer: bool) -> Board:
    """Return a board without what stays hidden even beside the answer, if there is one."""
    hidden = options.hidden
    if has_answer:
        # "show: hands" with "hide: auction": not even the answer has the auction.
        hidden -= options.parts
        hidden -= frozenset(Seat) if Part.HANDS in options.parts else frozenset()
    if Part.HANDS in hidden:
        hidden |= frozenset(Seat)
    board = replace(board, deal=Deal(*(None if seat in hidden else board.deal.hand(seat) for seat in Seat)))
    if Part.AUCTION in hidden:
        board = replace(board, auction=(), contract=None)
    if Part.PLAY in hidden:
        board = replace(board, play=replace(board.play, cards=(), result=None))
    comments = (c for c in board.texts.comments if hidden.isdisjoint((Part.COMMENTS, _belongs_to(c))))
    return replace(board, texts=replace(board.texts, comments=tuple(comments)))


def add_double_dummy(
    boards: Sequence[ShownBoard], solver: Solver, location: Location, words: UiTexts = ENGLISH
) -> Result[tuple[ShownBoard, ...]]:
    """Add double-dummy tables below the full diagrams of boards; report why there are none."""
    if all(shown.has_tricks for shown in boards):
        return Result(tuple(boards))
    groups = (() if shown.has_tricks else group for shown in boards for group in (shown.blocks, shown.answer))
    result = groups_with_double_dummy(groups, solver, location, words)
    pairs = zip(boards, result.value[::2], result.value[1::2], strict=True)
    added = tuple(
        shown if shown.has_tricks else replace(shown, blocks=blocks, answer=answer)
        for shown, blocks, answer in pairs
    )
    return Result(added, result.diagnostics)


@dataclass(frozen=True, slots=True)
class _Writer:
    board: Board
    options: BlockOptions
    location: Location
    words: UiTexts
    hides_lead: bool

    def open_blocks(self) -> Iterator[Block]:
        yield from self._title()
        yield from self._shown(self._diagram(self._open_deal(), self.options.hidden))
        if not self.options.hidden:
            yield from self._worth()
        yield from self._end_position()
        for part in (Part.HANDS, Part.AUCTION, Part.PLAY):
            if part in self.options.parts and part not in self.options.hidden:
                yield from self._part(part)
            if not (part in self.options.hidden or Part.COMMENTS in self.options.hidden):
                yield from self._comments(part)

    def answer_blocks(self) -> Iterator[Block]:
        hidden = self.options.hidden & self.options.parts
        if Part.HANDS in self.options.parts and self._open_deal() != self.board.deal:
            yield from self._shown(self._diagram(self.board.deal, frozenset()))
        elif (facts := self._diagram(Deal(), frozenset())) != self._diagram(Deal(), self.options.hidden):
            yield facts
        if self.options.hidden:
            yield from self._worth()
        for part in (Part.HANDS, Part.AUCTION, Part.PLAY):
            if part in hidden:
                yield from self._part(part)
            if part in self.options.hidden or Part.COMMENTS in self.options.hidden:
                yield from self._comments(part)

    def _open_deal(self) -> Deal:
        if Part.HANDS not in self.options.parts - self.options.hidden:
            return Deal()
        hidden = self.options.hidden
        return Deal(*(None if seat in hidden else self.board.deal.hand(seat) for seat in Seat))

    def _title(self) -> Iterator[Block]:
        board = self.board
        if board.texts.label:
            yield Paragraph((Strong(self._spans(board.texts.label), self.location),), self.location)
        names = ((seat_word(seat, self.words), board.texts.players.name(seat)) for seat in Seat)
        known = [f"{seat} {name}" for seat, name in names if name]
        if room := board.texts.fact("Room"):
            known.append(f"Room: {room}")
        if known:
            yield self._paragraph(" · ".join(known))

    def _diagram(self, deal: Deal, hidden: frozenset[Part | Seat]) -> Diagram:
        """Show hands with the facts of the board, except those that would give away what is hidden."""
        board = self.board
        hides_lead = board.lead is None or (bool(hidden) and self.hides_lead)
        lead = None if hides_lead else board.lead
        contract = None if Part.AUCTION in hidden else board.contract
        return Diagram(
            deal, self.location, board.dealer, board.vulnerability, board.number, contract=contract, lead=lead
        )

    def _shown(self, diagram: Diagram) -> Iterator[Diagram]:
        if diagram != Diagram(Deal(), self.location):
            yield diagram

    def _worth(self) -> Iterator[Block]:
        """Show what the file knows of the whole deal: tricks, par and points of what the players could do."""
        board = self.board
        if Part.HANDS not in self.options.parts or not is_pack(board.deal):
            return
        tricks = known_tricks(board)
        if tricks is not None:
            yield tricks_table(tricks, self.location, self.words)
        par = ", ".join(text for name in ("ParContract", "OptimumScore") if (text := board.texts.fact(name)))
        if par:
            yield self._paragraph(filled(self.words.par, score=par))
        if ability := board.texts.fact("Ability"):
            yield self._paragraph(f"Ability: {ability}")

    def _end_position(self) -> Iterator[Paragraph]:
        """Show trumps and who leads if no contract does."""
        strain, leader = self.board.play.strain, self.board.play.leader
        if strain is None:
            return
        trumps = self.words.no_trumps
        if strain.suit is not None:
            trumps = filled(self.words.trumps, suit=f"!{strain.suit.value}")
        leads = [] if leader is None else [filled(self.words.on_lead, seat=seat_word(leader, self.words))]
        yield self._paragraph(", ".join((trumps, *leads)))

    def _part(self, part: Part) -> Iterator[Block]:
        """Show a part below the diagram."""
        board = self.board
        if part is Part.AUCTION and board.auction:
            yield self._auction()
        if part is Part.PLAY:
            # A single card is the lead, which is a fact of the board.
            table = play_table(board, self.location, self.words) if len(board.play.cards) > 1 else None
            if table is not None:
                yield table
            if board.play.result is not None:
                tricks = self.words.one_trick if board.play.result == 1 else self.words.tricks
                yield self._paragraph(filled(tricks, count=board.play.result))

    def _comments(self, part: Part) -> Iterator[Block]:
        if Part.COMMENTS in self.options.parts:
            for comment in self.board.texts.comments:
                if _belongs_to(comment) is part:
                    before = self._commented(comment)
                    for text in _PARAGRAPHS.split(comment.text.strip()):
                        yield Paragraph((*before, *self._spans(text)), self.location)
                        before = ()

    def _commented(self, comment: Comment) -> tuple[Span, ...]:
        """Return the call or card that a comment is made on; nothing at the end of auction or play."""
        board, location = self.board, self.location
        if 0 < comment.cards < len(board.play.cards):
            return (*card_spans(board.play.cards[comment.cards - 1], location), Text(": ", location))
        if comment.cards or not 0 < comment.calls < len(board.auction):
            return ()
        call = board.auction[comment.calls - 1].call
        return () if call is None else (*self._spans(_call_text(call)), Text(": ", location))

    # ------------------------------------------------------------ auction

    def _auction(self) -> AuctionBlock:
        calls = self.board.auction
        notes = dict.fromkeys(made.note for made in calls if made.note)
        marks = {note: str(mark) for mark, note in enumerate(notes, 1)}
        # The three passes that end an auction are one entry, unless one of them has a note.
        is_ended = [made == MadeCall(PASS) for made in calls[-_ROW:]] == [False, True, True, True]
        shown = calls[:-_LAST_PASSES] if is_ended else calls
        entries = [self._entry(made, marks.get(made.note, "")) for made in shown]
        if len(entries) < len(calls):
            entries.append(self._word(ALL_PASS))
        elif self.board.to_be_continued and not self.board.play.cards:
            entries.append(self._word("?"))
        rows = tuple(tuple(entries[at : at + _ROW]) for at in range(0, len(entries), _ROW))
        dealer = self.board.dealer
        seats = () if dealer is None else tuple(dealer.after(step) for step in range(_ROW))
        below = tuple(AuctionNote(mark, self._spans(note), self.location) for note, mark in marks.items())
        return arrange_auction(AuctionBlock(rows, self.location, seats, below))

    def _entry(self, made: MadeCall, mark: str) -> AuctionEntry:
        text = "–" if made.call is None else made.call.code
        return AuctionEntry(
            text, made.call, theirs=False, alert=made.alert, location=self.location, note=mark
        )

    def _word(self, text: str) -> AuctionEntry:
        return AuctionEntry(text, None, theirs=False, alert=False, location=self.location)

    # ------------------------------------------------------------ text

    def _paragraph(self, text: str) -> Paragraph:
        return Paragraph(self._spans(text), self.location)

    def _spans(self, text: str) -> tuple[Span, ...]:
        """Read a text that is not BML: only ``!S`` has a meaning."""
        spans: list[Span] = []
        for number, piece in enumerate(_SUIT.split(text)):
            if number % 2:
                spans.append(SuitSymbol(Suit(piece.upper()), self.location))
            elif piece:
                spans.append(Text(showable(piece), self.location))
        return tuple(spans)


def _call_text(call: Call) -> str:
    """Return a call with the sign of its suit: ``2!S``."""
    if not isinstance(call, Bid):
        return call.code
    return str(call) if call.strain.suit is None else f"{call.level}!{call.strain.suit.value}"


def _belongs_to(comment: Comment) -> Part:
    if comment.cards:
        return Part.PLAY
    return Part.AUCTION if comment.calls else Part.HANDS


# ---------------------------------------------------------------- play

Cell = tuple[Span, ...]
_TRICK = 4


def play_table(board: Board, location: Location, words: UiTexts = ENGLISH) -> Table | None:
    """Return a table of tricks, with the lead in italics and the winner in bold; None without cards.

    If the leader or the trumps are unknown, each trick is its cards in the order of the play.

    >>> from bml_core.bridge import CARDS, Play
    >>> here = Location("", 1)
    >>> played = tuple(CARDS[card] for card in ("HK", "H2", "HA", "H3"))
    >>> table = play_table(Board(play=Play(played, leader=Seat.WEST, strain=Strain.SPADES)), here)
    >>> len(table.rows), table.columns
    (1, 5)
    """
    cards = board.play.cards
    if not cards:
        return None
    leader, strain = board.opening_leader, board.trumps
    tricks = [cards[start : start + _TRICK] for start in range(0, len(cards), _TRICK)]
    if leader is None or strain is None:
        numbered = enumerate(tricks, 1)
        rows = [[_text(str(number), location), _in_order(trick, location)] for number, trick in numbered]
        return table_of([[_text(words.trick, location), _text(words.cards, location)], *rows], location)
    seats = seats_of_play(cards, leader, strain)
    rows = [
        [_text(str(number), location), *_cells(trick, seats[(number - 1) * _TRICK :], strain, location)]
        for number, trick in enumerate(tricks, 1)
    ]
    head = [words.trick, *(seat_word(seat, words) for seat in COLUMNS)]
    return table_of([[_text(word, location) for word in head], *rows], location)


def _cells(trick: Sequence[Card], seats: Sequence[Seat], strain: Strain, location: Location) -> list[Cell]:
    won = winner(trick, strain) if len(trick) == _TRICK else -1
    cells: dict[Seat, Cell] = {}
    for number, (seat, card) in enumerate(zip(seats, trick, strict=False)):
        shown = card_spans(card, location)
        shown = (Emphasis(shown, location),) if number == 0 else shown
        cells[seat] = (Strong(shown, location),) if number == won else shown
    return [cells.get(seat, ()) for seat in COLUMNS]


def _in_order(trick: Sequence[Card], location: Location) -> Cell:
    spans: list[Span] = []
    for card in trick:
        spans += [*([Text(" ", location)] if spans else []), *card_spans(card, location)]
    return tuple(spans)


def card_spans(card: Card, location: Location) -> Cell:
    """Return a card with the sign of its suit."""
    return SuitSymbol(card.suit, location), Text(card.rank, location)


def _text(text: str, location: Location) -> Cell:
    return (Text(text, location),)
