"""From a record of a LIN file to its board, and what is wrong with it: values, and what the laws forbid."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

from bml_core._package import checked
from bml_core.bridge import (
    FULL_HAND,
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
    irregular_plays,
    standard_dealer,
    standard_vulnerability,
    tricks_of,
)
from bml_core.diagnostics import Diagnostic, Result, counted
from bml_core.files import Source
from bml_core.formats.board_files import MOST_ERRORS, duplicate_cards, excerpt, too_many_errors, uneven_hands
from bml_core.formats.lin.records import MOST_COMMANDS, Record, is_bar, is_named, read_all
from bml_core.formats.lin.values import (
    DEALERS,
    SEATS,
    VULNERABILITIES,
    parse_calls,
    parse_cards,
    parse_deal,
    parse_result,
    printable,
    write_call,
)

ROOMS = {"o": "Open", "c": "Closed"}
_SCORINGS = {"I": "IMP", "P": "MP", "B": "BAM"}
_QX = re.compile(r"\s*([ocOC]?)\D*(\d{1,9})?")
_FIRST_BOARD = re.compile(r"\s*[0-9]{1,9}\s*")
_ONLY_NUMBER = re.compile(r"\D*?([1-9]\d{0,8})\s*")
SUIT_SIGN = re.compile(r"@([SHDCshdc])")
_CARDS = 52
_ONE_TABLE, _TWO_TABLES = 4, 8


@checked
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
    return _RecordReader(record).board()


class _Error(NamedTuple):
    """An error of a record: code, index of the command, sentence and hint."""

    code: str
    at: int
    sentence: str
    hint: str = ""


class _RecordReader:
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
        self.errors: list[_Error] = []
        self.values: dict[str, tuple[int, str]] = {}
        self.auction: list[MadeCall] = []
        self.call_places: list[int] = []
        self.play: list[Card] = []
        self.card_places: list[int] = []
        self._play_ended = False
        self._comments: list[Comment] = []
        self._notes: dict[int, list[str]] = {}
        for at, command in enumerate(record.commands):
            name = command.name.lower()
            take = _TAKERS.get(name)
            if take is not None:
                take(self, at, command.value)
            elif name in _VALUES and name not in self.values:
                self.values[name] = at, command.value
        for place, texts in self._notes.items():
            self.auction[place] = replace(self.auction[place], note=" ".join(texts))

    # ------------------------------------------------------------ auction, play, comments

    def _take_calls(self, at: int, value: str) -> None:
        calls, rest = parse_calls(value)
        if any(made.call is None for made in calls):
            self.errors.append(_Error("BML806", at, "A seat is skipped.", "Delete the -."))
        if rest:
            hint = "Write p, d, r, or a bid such as 1N."
            self.errors.append(_Error("BML805", at, f"{excerpt(rest)} is not a call.", hint))
        self.auction += calls
        self.call_places += [at] * len(calls)

    def _take_explanation(self, at: int, value: str) -> None:
        text = _with_suits(value)
        if not text:
            return
        if not self.auction:
            hint = "Write an after the mb of its call."
            self.errors.append(_Error("BML813", at, "This explanation comes before the first call.", hint))
            self._comments.append(Comment(text))
            return
        if text == "!":
            self.auction[-1] = replace(self.auction[-1], alert=True)
        else:
            self._notes.setdefault(len(self.auction) - 1, []).append(text)

    def _take_cards(self, at: int, value: str) -> None:
        if self._play_ended:
            return
        cards, rest = parse_cards(value)
        self.play += cards
        self.card_places += [at] * len(cards)
        if rest:
            # Nobody can tell whose cards the others are.
            self._play_ended = True
            sentence = f"{excerpt(rest)} is not a card, so the play ends here."
            self.errors.append(_Error("BML807", at, sentence, "Write suit and rank, such as SA."))

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
        self.errors += [_Error("BML802", at, sentence, hint) for sentence, hint in parsed.errors]
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
            text = printable(self.values["ah"][1])
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
            self.errors.append(_Error("BML812", at, f"{excerpt(word)} is not a vulnerability.", hint))
        if vulnerability is None and number is not None:
            return standard_vulnerability(number)
        return vulnerability

    def _players(self, room: str) -> Players:
        at, value = self.values.get("pn", (0, ""))
        names = _split_names(value)
        if any(names) and len(names) not in (_ONE_TABLE, _TWO_TABLES):
            hint = "Write South, West, North, East, with commas between them."
            sentence = f"There are {counted(len(names), 'name')} instead of 4."
            self.errors.append(_Error("BML812", at, sentence, hint))
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
        if number is None or "rs" not in header or not first or not _FIRST_BOARD.fullmatch(first[0]):
            return None
        place = 2 * (number - int(first[0])) + (room == "c")
        results = header["rs"].split(",")
        return parse_result(results[place]) if 0 <= place < len(results) else None

    def _result(self, contract: Contract | None, tricks: int | None) -> int | None:
        at, value = self.values.get("mc", (0, ""))
        word = value.strip()
        if re.fullmatch(r"0*[0-9]{1,2}", word) and int(word[-2:]) <= FULL_HAND:
            return int(word[-2:])
        if word:
            sentence = f"{excerpt(word)} is not a number of tricks."
            self.errors.append(_Error("BML812", at, sentence, "Write 0 to 13."))
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
        yield from ((name, printable(text)) for name, text in facts if printable(text))


_TAKERS: dict[str, Callable[[_RecordReader, int, str], None]] = {
    "mb": _RecordReader._take_calls,
    "an": _RecordReader._take_explanation,
    "pc": _RecordReader._take_cards,
    "nt": _RecordReader._take_text,
    "at": _RecordReader._take_text,
}
_VALUES = frozenset(("md", "qx", "ah", "sv", "pn", "mc", "mn"))


def _split_names(value: str) -> list[str]:
    return [printable(name) for name in value.split(",")] if value.strip(", ") else []


def _names_of_table(names: list[str], room: str) -> list[str]:
    """Return the four names of the table in this room; none if all are empty."""
    if len(names) >= _TWO_TABLES and room == "c":
        names = names[_ONE_TABLE:]
    return names[:_ONE_TABLE] if any(names[:_ONE_TABLE]) else []


def _with_suits(text: str) -> str:
    """Return a text with suits as BML and most LIN files write them."""
    return printable(SUIT_SIGN.sub(r"!\1", text))


# ---------------------------------------------------------------- what is wrong


@checked
def check(source: Source, file: str = "") -> Iterator[Diagnostic]:
    """Yield what is wrong with a LIN file, board by board; nothing is held longer than its board.

    >>> print(*check("md|1,,,|mb|8C|", "hands.lin"))
    hands.lin:1:9: error BML805: Game 1: 8C is not a call. Write p, d, r, or a bid such as 1N.
    """
    for record in read_all(source, file):
        yield from check_record(record)


@checked
def check_record(record: Record) -> tuple[Diagnostic, ...]:
    """Return what is wrong with one record, in the order of its commands."""
    return parse_record(record).diagnostics


@checked
def parse_record(record: Record) -> Result[Board]:
    """Return the board of a record, and what is wrong with it in the order of its commands."""
    reader = _RecordReader(record)
    board = reader.board()
    errors = [
        *_size_errors(record),
        *reader.errors,
        *_card_errors(reader, board),
        *_auction_errors(reader),
        *_play_errors(reader, board),
        *_form_errors(record),
    ]
    errors.sort(key=lambda error: error.at)
    shown = errors[:MOST_ERRORS]
    places = record.places(error.at for error in shown)
    told = [
        Diagnostic(error.code, f"Game {record.number}: {error.sentence}", place, error.hint)
        for error, place in zip(shown, places, strict=True)
    ]
    return Result(board, (*told, *too_many_errors(record.number, len(errors), record.place(0))))


def _size_errors(record: Record) -> Iterator[_Error]:
    if len(record.commands) >= MOST_COMMANDS:
        sentence = f"A board may have {MOST_COMMANDS:,} commands; the rest are not read."
        yield _Error("BML105", 0, sentence, "Write md before each deal.")


def _form_errors(record: Record) -> Iterator[_Error]:
    """Yield what is wrong with the form of commands."""
    is_board = record.is_board
    for at, command in enumerate(record.commands):
        if _is_divider(record, at):
            continue
        if is_board and not command.name and not command.end:
            sentence = f"{excerpt(command.value)} belongs to no command and is ignored."
            yield _Error("BML815", at, sentence, "Delete it, or write it as a text: nt|...|.")
        elif not is_named(command):
            text = excerpt(command.name or command.value)
            hint = "A command is two letters, a bar, a value and a bar: md|1SAK...|."
            yield _Error("BML801", at, f'"{text}" is not a command of LIN.', hint)
        elif not command.end:
            sentence = f"The value of {excerpt(command.name)} has no bar after it."
            yield _Error("BML814", at, sentence, "Write a bar after each value.")
    if not is_board and all(is_named(command) or is_bar(command) for command in record.commands):
        yield _Error("BML801", 0, "There is neither a deal nor an auction here.", "A deal is md|1SAK...|.")


def _is_divider(record: Record, at: int) -> bool:
    """Return whether this is a bar around a deal or before a line; elsewhere it says that one is missing."""
    command = record.commands[at]
    if at and record.commands[at - 1].name.lower() == "md":
        return is_bar(command, most=2)
    return is_bar(command) and (at == 0 or "\n" in command.before)


def _card_errors(reader: _RecordReader, board: Board) -> Iterator[_Error]:
    at, _ = reader.values.get("md", (0, ""))
    yield from (_Error("BML803", at, sentence) for sentence in duplicate_cards(board.deal))
    yield from (_Error("BML804", at, sentence) for sentence in uneven_hands(board.deal))


def _auction_errors(reader: _RecordReader) -> Iterator[_Error]:
    """Yield the first call that is not legal; none where a seat was passed over."""
    calls = [made.call for made in reader.auction if made.call is not None]
    if len(calls) < len(reader.auction):
        return
    auction = Auction()
    for at, call, made in zip(reader.call_places, calls, reader.auction, strict=True):
        illegality = auction.illegality(call)
        if illegality is not None:
            word = write_call(made).rstrip("!").upper()
            yield _Error("BML806", at, f"{word} is not legal: {illegality.value}.")
            return
        auction = auction.then(call)


def _play_errors(reader: _RecordReader, board: Board) -> Iterator[_Error]:
    """Yield the first card that may not be played; those after it may well be of other players."""
    contract = board.contract
    if not board.play or contract is None or contract.bid is None or contract.declarer is None:
        return
    irregular = irregular_plays(board.play, contract.declarer.left, contract.bid.strain, board.deal)
    for played in irregular[:1]:
        name = played.seat.name.title()
        sentence = f"{name} plays {board.play[played.index]}: {played.irregularity.value}."
        yield _Error("BML811", reader.card_places[played.index], sentence)
