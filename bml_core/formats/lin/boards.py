"""From a record of a LIN file to its board, and what on the way is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

from bml_core.bridge import (
    NOBODY,
    UNKNOWN_DEAL,
    Auction,
    Board,
    Card,
    Comment,
    Contract,
    Deal,
    MadeCall,
    Players,
    Seat,
    Vulnerability,
    final_contract,
    play_faults,
    standard_dealer,
    standard_vulnerability,
    tricks_of,
)
from bml_core.bridge.making import maker
from bml_core.diagnostics import Diagnostic
from bml_core.formats.dealing import card_faults, counted, is_pack, shown
from bml_core.formats.lin.commands import Command, is_named
from bml_core.formats.lin.lines import Line, Parts
from bml_core.formats.lin.records import Record, read, read_all
from bml_core.formats.lin.values import (
    DEALERS,
    MADE,
    PLAYED,
    SEATS,
    VULNERABILITIES,
    read_calls,
    read_cards,
    read_deal,
    read_result,
)
from bml_core.formats.sources import Source

ROOMS = {"o": "Open", "c": "Closed"}
SCORINGS = {"I": "IMP", "P": "MP", "B": "BAM"}
_QX = re.compile(r"\s*([ocOC]?)\D*(\d{1,9})?")
_ONLY_NUMBER = re.compile(r"\D*?([1-9]\d{0,8})\s*")
SUIT_SIGN = re.compile(r"@([SHDCshdc])")
_CARDS, _TRICKS = 52, 13
_ONE_TABLE, _TWO_TABLES = 4, 8


class Fault(NamedTuple):
    """What is wrong with a record: code, the place of the command, sentence and hint."""

    code: str
    at: int
    sentence: str
    hint: str = ""


def board(record: Record) -> Board:
    """The board of a record, as far as it can be read; what cannot be is left unknown.

    Dealer and vulnerability that are not said are those of the board number; without a number South deals.
    Names and results at the head of a match file are those of its boards. ``ah`` gives the number, or else
    ``qx``, whose letter is the fact ``Room``.

    >>> from bml_core.formats.lin import read
    >>> played = board(next(read("md|1,,,|sv|e|mb|1N!|an|15-17|mb|p|mb|p|mb|p|")))
    >>> played.vulnerability.name, played.contract.code, played.auction[0].note
    ('EAST_WEST', '1NS', '15-17')
    """
    return _Reading(record).board()


def read_boards(source: Source, file: str = "") -> tuple[Board, ...]:
    """All boards of a source at once: for files that are not too large; see :func:`read` for the others.

    >>> [found.number for found in read_boards("md|1,,,|ah|Board 7|")]
    [7]
    """
    return tuple([board(record) for record in read(source, file)])


def check(source: Source, file: str = "") -> Iterator[Diagnostic]:
    """What is wrong with a LIN file, board by board; nothing is held longer than its board.

    >>> print(*check("md|1,,,|mb|8C|", "hands.lin"))
    hands.lin:1:9: error BML805: Game 1: 8C is no call. Write p, d, r, or a bid such as 1N.
    """
    for record in read_all(source, file):
        yield from check_record(record)


def check_record(record: Record) -> tuple[Diagnostic, ...]:
    """What is wrong with one record, in the order of its commands."""
    return read_record(record)[1]


def read_record(record: Record) -> tuple[Board, tuple[Diagnostic, ...]]:
    """The board of a record, and what is wrong with it in the order of its commands."""
    reading = _Reading(record)
    result = reading.board()
    reading.check(result)
    if isinstance(record.said, Line):
        # Such a line is as it is to be, unless what it says is wrong; only its commands tell where.
        return read_record(replace(record, said=record.commands)) if reading.faults else (result, ())
    faults = sorted((*reading.faults, *_form_faults(record)), key=lambda fault: fault.at)
    return result, tuple(
        Diagnostic(fault.code, f"Game {record.number}: {fault.sentence}", record.place(fault.at), fault.hint)
        for fault in faults
    )


def _form_faults(record: Record) -> Iterator[Fault]:
    """What is wrong with the form of commands."""
    for at, command in enumerate(record.commands):
        if not is_named(command):
            text = shown(command.name or command.value)
            hint = "A command is two letters, a bar, a value and a bar: md|1SAK...|."
            yield Fault("BML801", at, f'"{text}" is no command of LIN.', hint)
        elif not command.end:
            hint = "Write a bar behind each value."
            yield Fault("BML814", at, f"The value of {shown(command.name)} has no bar behind it.", hint)
    if not record.is_board and all(map(is_named, record.commands)):
        yield Fault("BML801", 0, "There is no deal and no auction here.", "A deal is md|1SAK...|.")


class _Reading:
    """Goes through the commands of a record, and gathers what they say."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.faults: list[Fault] = []
        self.first: dict[str, tuple[int, str]] = {}
        self.auction: list[MadeCall] = []
        self.call_places: list[int] = []
        self.play: list[Card] = []
        self.card_places: list[int] = []
        """Where each card is; nothing, if each has a command of its own."""
        self.play_ended = False
        self.comments: list[Comment] = []
        if not (isinstance(record.said, Line) and self._take_line(record.said.parts)):
            self._take_commands(record.commands)

    def _take_line(self, parts: Parts) -> bool:
        """Take a line without the places in it, if its calls and cards are as usual."""
        try:
            cards = parts.cards.replace("pg||", "")[len("pc|") : -1]
            self.play = list(map(PLAYED.__getitem__, cards.split("|pc|"))) if cards else []
            self._take_calls(parts.calls.split("|"))
        except KeyError:
            self.auction = []
            return False
        self.call_places = [0] * len(self.auction)
        self.first = {
            name: (0, value) for name, value in zip(_PARTS, parts, strict=True) if value is not None
        }
        return True

    def _take_calls(self, words: list[str]) -> None:
        """Take names and values of calls and their explanations; raises KeyError for an odd call."""
        if "an" not in words:
            self.auction = [MADE[word] for word in words[1::2]]
            return
        for name, value in zip(words[:-1:2], words[1::2], strict=True):
            if name == "mb":
                self.auction.append(MADE[value])
            else:
                self._explanation(0, value)

    def _take_commands(self, commands: tuple[Command, ...]) -> None:
        tried = False
        for at, command in enumerate(commands):
            name = command[0]
            if name == "pc" and not tried:
                tried = True
                if self._take_play(at):
                    return
            made = MADE.get(command[1]) if name == "mb" else None
            if made is not None:
                self.auction.append(made)
                self.call_places.append(at)
            elif name not in _SILENT:
                self._take(at, command)

    def _take_play(self, start: int) -> bool:
        """Take the commands from a card on at once, if all cards are as usual and nothing is said of them."""
        rest = self.record.commands[start:]
        names = [command[0] for command in rest]
        if not _OF_A_PLAY.issuperset(names):
            return False
        try:
            self.play = [PLAYED[command[1]] for command in rest if command[0] == "pc"]
        except KeyError:
            return False
        if "mc" in names and "mc" not in self.first:
            at = names.index("mc")
            self.first["mc"] = start + at, rest[at].value
        return True

    def _take(self, at: int, command: Command) -> None:
        name = command.name if command.name in _TAKERS else command.name.lower()
        taker = _TAKERS.get(name)
        if taker is not None:
            taker(self, at, command.value)
        elif name in _VALUES and name not in self.first:
            self.first[name] = at, command.value

    # ------------------------------------------------------------ auction, play, comments

    def _call(self, at: int, value: str) -> None:
        calls, rest = read_calls(value)
        if any(made.call is None for made in calls):
            self.faults.append(Fault("BML806", at, "A seat is passed over.", "Delete the -."))
        if rest:
            hint = "Write p, d, r, or a bid such as 1N."
            self.faults.append(Fault("BML805", at, f"{shown(rest)} is no call.", hint))
        self.auction += calls
        self.call_places += [at] * len(calls)

    def _explanation(self, at: int, value: str) -> None:
        text = _suits(value).strip()
        if not text:
            return
        if not self.auction:
            hint = "Write an behind the mb of its call."
            self.faults.append(Fault("BML813", at, "An explanation stands before the first call.", hint))
            self.comments.append(Comment(text))
            return
        last = self.auction[-1]
        if text == "!":
            self.auction[-1] = replace(last, alert=True)
        else:
            self.auction[-1] = replace(last, note=f"{last.note} {text}".lstrip())

    def _card(self, at: int, value: str) -> None:
        if self.play_ended:
            return
        card = PLAYED.get(value)
        cards, rest = ([card], "") if card is not None else read_cards(value)
        self.play += cards
        self.card_places += [at] * len(cards)
        if rest:
            # Nobody can tell whose cards the others are.
            self.play_ended = True
            sentence = f"{shown(rest)} is no card, so the play ends here."
            self.faults.append(Fault("BML807", at, sentence, "Write suit and rank, such as SA."))

    def _text(self, at: int, value: str) -> None:
        text = _suits(value).strip()
        if text:
            self.comments.append(Comment(text, len(self.auction), len(self.play)))

    # ------------------------------------------------------------ the board

    def board(self) -> Board:
        """The board of the record."""
        room, number, label = self._name()
        dealt, dealer = self._deal(number)
        calls = tuple(self.auction)
        contract, tricks = self._contract(dealer, number, room)
        result = self._result(contract, tricks)
        return _make_board(
            dealt,
            number,
            label,
            dealer,
            self._vulnerability(number),
            self._players(room),
            calls,
            contract,
            None,
            None,
            tuple(self.play),
            result,
            False,
            tuple(self._facts(room)),
            tuple(self.comments),
        )

    def _deal(self, number: int | None) -> tuple[Deal, Seat | None]:
        if "md" not in self.first:
            return UNKNOWN_DEAL, None if number is None else standard_dealer(number)
        at, value = self.first["md"]
        read = read_deal(value)
        self.faults += [Fault("BML802", at, sentence, hint) for sentence, hint in read.faults]
        if read.digit:
            return read.deal, DEALERS.get(read.digit)
        return read.deal, Seat.SOUTH if number is None else standard_dealer(number)

    def _name(self) -> tuple[str, int | None, str]:
        """The letter of the room, the number of the board, and what it is called if it has no number."""
        room, number, label = "", None, ""
        if "qx" in self.first:
            found = _QX.match(self.first["qx"][1])
            room = found[1].lower() if found else ""
            number = int(found[2]) if found and found[2] and int(found[2]) else None
        if "ah" in self.first:
            text = self.first["ah"][1].strip()
            alone = _ONLY_NUMBER.fullmatch(text)
            if alone is not None:
                number = int(alone[1])
            elif number is None:
                label = text
        return room, number, label

    def _vulnerability(self, number: int | None) -> Vulnerability | None:
        at, value = self.first.get("sv", (0, ""))
        word = value.strip().lower()
        found = VULNERABILITIES.get(word[:1])
        if word and found is None:
            hint = "Write o for none, n, e, or b for both."
            self.faults.append(Fault("BML812", at, f"{shown(word)} is no vulnerability.", hint))
        if found is None and number is not None:
            return standard_vulnerability(number)
        return found

    def _players(self, room: str) -> Players:
        names = self._names("pn", room) or self._names("", room)
        names += [""] * (_ONE_TABLE - len(names))
        by_seat = dict(zip(SEATS, names, strict=False))
        return Players(*(by_seat[seat] for seat in Seat)) if any(names) else NOBODY

    def _names(self, own: str, room: str) -> list[str]:
        """The names of the table, in the record itself or at the head of the file."""
        value = next((c.value for c in self.record.header if c.name.lower() == "pn"), "")
        if own:
            at, value = self.first.get(own, (0, ""))
        if not value.strip(", "):
            return []
        names = [name.strip() for name in value.split(",")]
        if own and any(names) and len(names) not in (_ONE_TABLE, _TWO_TABLES):
            hint = "Write South, West, North, East, with commas between them."
            sentence = f"There are {counted(len(names), 'name')} instead of 4."
            self.faults.append(Fault("BML812", at, sentence, hint))
        if len(names) >= _TWO_TABLES:
            names = names[_ONE_TABLE:_TWO_TABLES] if room == "c" else names[:_ONE_TABLE]
        return names[:_ONE_TABLE] if any(names) else []

    def _contract(
        self, dealer: Seat | None, number: int | None, room: str
    ) -> tuple[Contract | None, int | None]:
        """The contract, and the tricks that the head of a match file gives for it."""
        bid = final_contract([made.call for made in self.auction], dealer)
        written = self._match_result(number, room)
        if written is None:
            return bid, None
        contract, tricks = written
        # The head is right about the contract only where the auction does not tell it.
        return (contract, tricks) if bid in (None, contract) else (bid, None)

    def _match_result(self, number: int | None, room: str) -> tuple[Contract, int | None] | None:
        if not self.record.header:
            return None
        header = {command.name.lower(): command.value for command in self.record.header}
        first = header.get("vg", "").split(",")[3:4]
        if number is None or "rs" not in header or not first or not first[0].strip().isdecimal():
            return None
        place = 2 * (number - int(first[0])) + (room == "c")
        results = header["rs"].split(",")
        return read_result(results[place]) if 0 <= place < len(results) else None

    def _result(self, contract: Contract | None, tricks: int | None) -> int | None:
        at, value = self.first.get("mc", (0, ""))
        word = value.strip()
        if word.isdecimal() and word.isascii() and int(word) <= _TRICKS:
            return int(word)
        if word:
            sentence = f"{shown(word)} is no number of tricks."
            self.faults.append(Fault("BML812", at, sentence, "Write 0 to 13."))
        if tricks is None and len(self.play) == _CARDS and contract and contract.bid and contract.declarer:
            return tricks_of(contract.declarer, self.play, contract.declarer.left, contract.bid.strain)
        return tricks

    def _facts(self, room: str) -> Iterator[tuple[str, str]]:
        if not self.record.header and not room and "mn" not in self.first:
            return
        header = next((c.value for c in self.record.header if c.name.lower() == "vg"), "")
        event, stage, scoring, _, _, home, _, visitors, *_ = [*header.split(","), *[""] * 8]
        title = self.first["mn"][1] if "mn" in self.first else event
        facts = (
            ("Event", title),
            ("HomeTeam", home),
            ("Room", ROOMS.get(room, "")),
            ("Scoring", SCORINGS.get(scoring.strip().upper(), scoring)),
            ("Stage", stage),
            ("VisitTeam", visitors),
        )
        yield from ((name, text.strip()) for name, text in facts if text.strip())

    # ------------------------------------------------------------ what the laws say

    def check(self, found: Board) -> None:
        """Hold cards, auction and play to the laws."""
        if not is_pack(found.deal):
            at = self.first.get("md", (0, ""))[0]
            for kind, sentence in card_faults(found.deal):
                self.faults.append(Fault("BML803" if kind == "twice" else "BML804", at, sentence))
        self._check_auction()
        self._check_play(found.contract, found.deal)

    def _check_auction(self) -> None:
        if any(made.call is None for made in self.auction):
            return
        auction = Auction()
        for at, made in zip(self.call_places, self.auction, strict=True):
            assert made.call is not None
            illegal = auction.illegality(made.call)
            if illegal is not None:
                self.faults.append(Fault("BML806", at, f"{made.call} is not legal: {illegal.value}."))
                return
            auction = auction.then(made.call)

    def _check_play(self, contract: Contract | None, deal: Deal) -> None:
        if not self.play or contract is None or contract.bid is None or contract.declarer is None:
            return
        found = play_faults(self.play, contract.declarer.left, contract.bid.strain, deal)
        # After the first one, cards may well be those of other players.
        for fault in found[:1]:
            name = fault.seat.name.title()
            sentence = f"{name} plays {self.play[fault.index]}: {fault.fault.value}."
            self.faults.append(Fault("BML811", self._place_of_card(fault.index), sentence))

    def _place_of_card(self, index: int) -> int:
        if self.card_places:
            return self.card_places[index]
        return [at for at, command in enumerate(self.record.commands) if command.name == "pc"][index]


_make_board = maker(Board)
_TAKERS: dict[str, Callable[[_Reading, int, str], None]] = {
    "mb": _Reading._call,
    "an": _Reading._explanation,
    "pc": _Reading._card,
    "nt": _Reading._text,
    "at": _Reading._text,
}
_SILENT = frozenset(("pg", "st", "rh"))
_OF_A_PLAY = _SILENT | {"pc", "mc"}
_PARTS = ("pn", "md", "ah", "sv", "", "", "mc")
_VALUES = frozenset(("md", "qx", "ah", "sv", "pn", "mc", "mn"))


def _suits(text: str) -> str:
    """A text with suits as BML and most LIN files write them."""
    return SUIT_SIGN.sub(r"!\1", text) if "@" in text else text
