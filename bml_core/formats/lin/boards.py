"""From a record of a LIN file to its board, and what on the way cannot be read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

from bml_core.bridge import (
    NOBODY,
    UNKNOWN_DEAL,
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
    standard_dealer,
    standard_vulnerability,
    tricks_of,
)
from bml_core.formats.boards import counted, excerpt
from bml_core.formats.lin.records import Record
from bml_core.formats.lin.values import (
    DEALERS,
    SEATS,
    VULNERABILITIES,
    parse_calls,
    parse_cards,
    parse_deal,
    parse_result,
)

ROOMS = {"o": "Open", "c": "Closed"}
_SCORINGS = {"I": "IMP", "P": "MP", "B": "BAM"}
_QX = re.compile(r"\s*([ocOC]?)\D*(\d{1,9})?")
_ONLY_NUMBER = re.compile(r"\D*?([1-9]\d{0,8})\s*")
SUIT_SIGN = re.compile(r"@([SHDCshdc])")
_CARDS, _TRICKS = 52, 13
_ONE_TABLE, _TWO_TABLES = 4, 8


def parse_board(record: Record) -> Board:
    """Return the board of a record, as far as it can be read; the rest is left unknown.

    Dealer and vulnerability without a command are those of the board number; without a number South deals.
    Names and results at the head of a match file are those of its boards. ``ah`` gives the number, or else
    ``qx``, whose letter is the fact ``Room``.

    >>> from bml_core.formats.lin import read_records
    >>> board = parse_board(next(read_records("md|1,,,|sv|e|mb|1N!|an|15-17|mb|p|mb|p|mb|p|")))
    >>> board.vulnerability.name, board.contract.code, board.auction[0].note
    ('EAST_WEST', '1NS', '15-17')
    """
    return RecordReader(record).board()


class Error(NamedTuple):
    """An error of a record: code, index of the command, sentence and hint."""

    code: str
    at: int
    sentence: str
    hint: str = ""


class RecordReader:
    """Goes through the commands of a record, and gathers the board and the errors.

    Attributes:
        record: The record.
        errors: What cannot be read, complete when :meth:`board` was called.
        values: The first value of each command that comes once, with its index.
        auction: The calls; ``call_places`` has the index of the command of each.
        play: The cards; ``card_places`` has the index of the command of each.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        self.errors: list[Error] = []
        self.values: dict[str, tuple[int, str]] = {}
        self.auction: list[MadeCall] = []
        self.call_places: list[int] = []
        self.play: list[Card] = []
        self.card_places: list[int] = []
        self._play_ended = False
        self._comments: list[Comment] = []
        for at, command in enumerate(record.commands):
            name = command.name.lower()
            take = _TAKERS.get(name)
            if take is not None:
                take(self, at, command.value)
            elif name in _VALUES and name not in self.values:
                self.values[name] = at, command.value

    # ------------------------------------------------------------ auction, play, comments

    def _take_calls(self, at: int, value: str) -> None:
        calls, rest = parse_calls(value)
        if any(made.call is None for made in calls):
            self.errors.append(Error("BML806", at, "A seat is passed over.", "Delete the -."))
        if rest:
            hint = "Write p, d, r, or a bid such as 1N."
            self.errors.append(Error("BML805", at, f"{excerpt(rest)} is no call.", hint))
        self.auction += calls
        self.call_places += [at] * len(calls)

    def _take_explanation(self, at: int, value: str) -> None:
        text = _with_suits(value)
        if not text:
            return
        if not self.auction:
            hint = "Write an behind the mb of its call."
            self.errors.append(Error("BML813", at, "An explanation stands before the first call.", hint))
            self._comments.append(Comment(text))
            return
        last = self.auction[-1]
        if text == "!":
            self.auction[-1] = replace(last, alert=True)
        else:
            self.auction[-1] = replace(last, note=f"{last.note} {text}".lstrip())

    def _take_cards(self, at: int, value: str) -> None:
        if self._play_ended:
            return
        cards, rest = parse_cards(value)
        self.play += cards
        self.card_places += [at] * len(cards)
        if rest:
            # Nobody can tell whose cards the others are.
            self._play_ended = True
            sentence = f"{excerpt(rest)} is no card, so the play ends here."
            self.errors.append(Error("BML807", at, sentence, "Write suit and rank, such as SA."))

    def _take_text(self, _at: int, value: str) -> None:
        text = _with_suits(value)
        if text:
            self._comments.append(Comment(text, len(self.auction), len(self.play)))

    # ------------------------------------------------------------ the board

    def board(self) -> Board:
        """Return the board of the record."""
        room, number, label = self._name()
        deal, dealer = self._deal(number)
        contract, tricks = self._contract(dealer, number, room)
        return Board(
            deal=deal,
            number=number,
            label=label,
            dealer=dealer,
            vulnerability=self._vulnerability(number),
            players=self._players(room),
            auction=tuple(self.auction),
            contract=contract,
            play=tuple(self.play),
            result=self._result(contract, tricks),
            facts=tuple(self._facts(room)),
            comments=tuple(self._comments),
        )

    def _deal(self, number: int | None) -> tuple[Deal, Seat | None]:
        if "md" not in self.values:
            return UNKNOWN_DEAL, None if number is None else standard_dealer(number)
        at, value = self.values["md"]
        parsed = parse_deal(value)
        self.errors += [Error("BML802", at, sentence, hint) for sentence, hint in parsed.errors]
        if parsed.digit:
            return parsed.deal, DEALERS.get(parsed.digit)
        return parsed.deal, Seat.SOUTH if number is None else standard_dealer(number)

    def _name(self) -> tuple[str, int | None, str]:
        """Return the letter of the room, the number of the board, and its label if it has no number."""
        room, number, label = "", None, ""
        if "qx" in self.values:
            match = _QX.match(self.values["qx"][1])
            room = match[1].lower() if match else ""
            number = int(match[2]) if match and match[2] and int(match[2]) else None
        if "ah" in self.values:
            text = self.values["ah"][1].strip()
            alone = _ONLY_NUMBER.fullmatch(text)
            if alone is not None:
                number = int(alone[1])
            elif number is None:
                label = text
        return room, number, label

    def _vulnerability(self, number: int | None) -> Vulnerability | None:
        at, value = self.values.get("sv", (0, ""))
        word = value.strip().lower()
        vulnerability = VULNERABILITIES.get(word[:1])
        if word and vulnerability is None:
            hint = "Write o for none, n, e, or b for both."
            self.errors.append(Error("BML812", at, f"{excerpt(word)} is no vulnerability.", hint))
        if vulnerability is None and number is not None:
            return standard_vulnerability(number)
        return vulnerability

    def _players(self, room: str) -> Players:
        at, value = self.values.get("pn", (0, ""))
        names = _split_names(value)
        if any(names) and len(names) not in (_ONE_TABLE, _TWO_TABLES):
            hint = "Write South, West, North, East, with commas between them."
            sentence = f"There are {counted(len(names), 'name')} instead of 4."
            self.errors.append(Error("BML812", at, sentence, hint))
        names = _names_of_table(names, room) or _names_of_table(_split_names(self._head("pn")), room)
        by_seat = dict(zip(SEATS, names, strict=False))
        return Players(*(by_seat.get(seat, "") for seat in Seat)) if names else NOBODY

    def _head(self, name: str) -> str:
        """Return the value of the first command of this name at the head of a match file, or ""."""
        return next((command.value for command in self.record.header if command.name.lower() == name), "")

    def _contract(
        self, dealer: Seat | None, number: int | None, room: str
    ) -> tuple[Contract | None, int | None]:
        """Return the contract, and the tricks that the head of a match file gives for it."""
        by_calls = final_contract([made.call for made in self.auction], dealer)
        result = self._match_result(number, room)
        if result is None:
            return by_calls, None
        # The head is right about the contract only where the auction does not tell it.
        return result if by_calls in (None, result[0]) else (by_calls, None)

    def _match_result(self, number: int | None, room: str) -> tuple[Contract, int | None] | None:
        header = {command.name.lower(): command.value for command in self.record.header}
        first = header.get("vg", "").split(",")[3:4]
        if number is None or "rs" not in header or not first or not first[0].strip().isdecimal():
            return None
        place = 2 * (number - int(first[0])) + (room == "c")
        results = header["rs"].split(",")
        return parse_result(results[place]) if 0 <= place < len(results) else None

    def _result(self, contract: Contract | None, tricks: int | None) -> int | None:
        at, value = self.values.get("mc", (0, ""))
        word = value.strip()
        if word.isdecimal() and word.isascii() and int(word) <= _TRICKS:
            return int(word)
        if word:
            sentence = f"{excerpt(word)} is no number of tricks."
            self.errors.append(Error("BML812", at, sentence, "Write 0 to 13."))
        if tricks is None and len(self.play) == _CARDS and contract and contract.bid and contract.declarer:
            return tricks_of(contract.declarer, self.play, contract.declarer.left, contract.bid.strain)
        return tricks

    def _facts(self, room: str) -> Iterator[tuple[str, str]]:
        event, stage, scoring, _, _, home, _, visitors, *_ = [*self._head("vg").split(","), *[""] * 8]
        facts = (
            ("Event", self.values["mn"][1] if "mn" in self.values else event),
            ("HomeTeam", home),
            ("Room", ROOMS.get(room, "")),
            ("Scoring", _SCORINGS.get(scoring.strip().upper(), scoring)),
            ("Stage", stage),
            ("VisitTeam", visitors),
        )
        yield from ((name, text.strip()) for name, text in facts if text.strip())


_TAKERS: dict[str, Callable[[RecordReader, int, str], None]] = {
    "mb": RecordReader._take_calls,
    "an": RecordReader._take_explanation,
    "pc": RecordReader._take_cards,
    "nt": RecordReader._take_text,
    "at": RecordReader._take_text,
}
_VALUES = frozenset(("md", "qx", "ah", "sv", "pn", "mc", "mn"))


def _split_names(value: str) -> list[str]:
    return [name.strip() for name in value.split(",")] if value.strip(", ") else []


def _names_of_table(names: list[str], room: str) -> list[str]:
    """Return the four names of the table in this room; none if all are empty."""
    if len(names) >= _TWO_TABLES and room == "c":
        names = names[_ONE_TABLE:]
    return names[:_ONE_TABLE] if any(names[:_ONE_TABLE]) else []


def _with_suits(text: str) -> str:
    """Return a text with suits as BML and most LIN files write them."""
    return SUIT_SIGN.sub(r"!\1", text).strip()
