"""The board of a record, and what is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from bml_core._package import checked
from bml_core.bridge import (
    CARDS,
    DOUBLINGS,
    FULL_HAND,
    NOBODY,
    RANKS,
    UNKNOWN_DEAL,
    Action,
    Board,
    BoardTexts,
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
    Vulnerability,
    call_irregularities,
    card_irregularities,
    deal_irregularities,
    final_contract,
    make_bid,
    rest_of_pack,
    standard_dealer,
    standard_vulnerability,
    tricks_of,
)
from bml_core.diagnostics import Diagnostic, Result, counted
from bml_core.files import Source
from bml_core.formats.board_files import (
    CALLS,
    MOST_ERRORS,
    STRAINS,
    card_errors,
    excerpt,
    parse_holding,
    too_many_errors,
)
from bml_core.formats.lin.records import (
    MOST_COMMANDS,
    ONCE,
    PLAYERS,
    SEATS,
    Record,
    is_bar,
    is_name,
    is_unknown,
    read_all,
    unknown_commands,
)

# ---------------------------------------------------------------- values

DEALERS: dict[str, Seat | None] = {"0": None, "1": SEATS[0], "2": SEATS[1], "3": SEATS[2], "4": SEATS[3]}
# None, north-south, east-west, both.
VULNERABLE_LETTERS = dict(zip(Vulnerability, "oneb", strict=True))
_VULNERABILITIES = {letter: vulnerability for vulnerability, letter in VULNERABLE_LETTERS.items()}
_VULNERABILITIES |= dict.fromkeys("0-", Vulnerability.NONE)
_UNSAFE = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]+")
ONE_CALL = re.compile(r"-|(?:[1-7](?:NT|[CDHSN])|PASS|RDBL|DBL|XX|[PDXR])!*", re.IGNORECASE)
ONE_CARD = re.compile(r"[SHDC](?:10|[2-9TJQKA])", re.IGNORECASE)
_SUIT = re.compile(r"([SHDC])([^SHDC]*)")
SUIT_ORDER = "SHDC"
# "4SXW-1" and "4SWx-1".
_RESULT = re.compile(
    r"([1-7])(NT|[CDHSN])(?:(X{0,2})([NESW])|([NESW])(X{1,2}))(=|[+-]\d{1,2})", re.IGNORECASE
)


def printable(text: str) -> str:
    r"""Return a text with spaces for the characters that no text of LIN has, and none at its ends.

    >>> printable("Ann\x00 Lee\t")
    'Ann  Lee'
    """
    return _UNSAFE.sub(" ", text).strip()


# ---------------------------------------------------------------- deals


class _DealValue(NamedTuple):
    """An md command: the deal, the digit of the dealer or "", and errors as pairs: sentence, hint."""

    deal: Deal
    digit: str
    errors: tuple[tuple[str, str], ...] = ()


def _parse_deal(text: str) -> _DealValue:
    """Return the hands of an md command.

    A hand that is not written is the rest of the pack, where the other three are known.

    >>> parsed = _parse_deal("3SAK2HJT5DQ742CA85")
    >>> parsed.digit, parsed.deal.south.spades, parsed.deal.west
    ('3', 'AK2', None)
    """
    text = text.strip()
    digit = text[:1] if text[:1].isdigit() and text[:1].isascii() else ""
    words = ["".join(word.split()) for word in text[len(digit) :].upper().split(",")]
    errors: list[tuple[str, str]] = []
    if digit and digit not in DEALERS:
        hint = "Write 1 for South, 2 for West, 3 for North, 4 for East."
        errors.append((f"{digit} is not a dealer.", hint))
    if len(words) > PLAYERS:
        sentence = f"The deal has {counted(len(words), 'hand')} instead of 4."
        errors.append((sentence, "Only the first four are read."))
    hands: dict[Seat, Hand | None] = {}
    for seat, word in zip(SEATS, words, strict=False):
        hands[seat] = _parse_hand(word)
        errors += _hand_errors(seat, word)
    return _DealValue(completed(Deal(*map(hands.get, Seat))), digit, tuple(errors))


def _parse_hand(word: str) -> Hand | None:
    """Return a hand of any spelling; None without a card."""
    suits = dict.fromkeys(SUIT_ORDER, "")
    for suit, ranks in _SUIT.findall(word):
        suits[suit] += ranks
    hand = Hand(*map(parse_holding, suits.values()))
    return hand if any(hand.holdings) else None


def _hand_errors(seat: Seat, word: str) -> Iterator[tuple[str, str]]:
    name = seat.name.title()
    if word[:1] not in SUIT_ORDER:
        hint = "Write the letter of the suit before its cards, such as SAK3HQ65."
        yield f"The hand of {name} begins with a card that has no suit.", hint
    # "SAJ6SKQ5": hearts, most likely.
    for letter in (each for each in SUIT_ORDER if word.count(each) > 1):
        yield f"The hand of {name} has the suit {letter} twice.", "Write the letter of each suit once."
    yield from ((sentence, f"Cards are {RANKS}.") for sentence in card_errors(name, word, SUIT_ORDER))


def completed(deal: Deal) -> Deal:
    """Return the deal with a fourth hand, where the other three are full and have no card in common.

    >>> suits = ("AKQJT98765432", "", "", "")
    >>> three = Deal(*(Hand(*(suits[index - turn] for index in range(4))) for turn in range(3)))
    >>> completed(three).west.clubs
    'AKQJT98765432'
    """
    hands = [deal.hand(seat) for seat in Seat]
    known = [hand for hand in hands if hand is not None]
    if [len(hand) for hand in known] != [FULL_HAND] * (PLAYERS - 1):
        return deal
    fourth = rest_of_pack(known)
    return Deal(*[fourth if hand is None else hand for hand in hands])


# ---------------------------------------------------------------- calls and cards


@lru_cache(maxsize=1 << 10)
def _parse_calls(text: str) -> tuple[tuple[MadeCall, ...], str]:
    """Return the calls of an mb command, and the text that is not a call; - is a seat that was passed over.

    >>> calls, rest = _parse_calls("-1Dp2H!zz")
    >>> [made.call for made in calls][0], calls[3].alert, rest
    (None, True, 'zz')
    """
    made = [
        MadeCall(None) if word == "-" else MadeCall(CALLS[word.rstrip("!").upper()], word.endswith("!"))
        for word in ONE_CALL.findall(text)
    ]
    return tuple(made), " ".join(ONE_CALL.sub(" ", text).split())


@lru_cache(maxsize=1 << 10)
def _parse_cards(text: str) -> tuple[tuple[Card, ...], str]:
    """Return the cards of a pc command, and the text that is not a card.

    >>> cards, rest = _parse_cards("s10 h")
    >>> str(cards[0]), rest
    ('ST', 'h')
    """
    cards = [CARDS[word.upper().replace("10", "T")] for word in ONE_CARD.findall(text)]
    return tuple(cards), " ".join(ONE_CARD.sub(" ", text).replace(",", " ").split())


def write_call(made: MadeCall) -> str:
    """Return a call as BBO writes it.

    >>> from bml_core.bridge import BIDS, PASS
    >>> write_call(MadeCall(PASS)), write_call(MadeCall(BIDS[4], alert=True))
    ('p', '1N!')
    """
    call = made.call
    if call is None:
        return "-"
    word = call.value.lower() if isinstance(call, Action) else call.code
    return word + "!" * made.alert


def split_words(pattern: re.Pattern[str], text: str) -> list[str]:
    """Return several calls or cards one by one, and each text between them.

    >>> split_words(ONE_CALL, "-1Dp2H!zz"), split_words(ONE_CARD, "SAs2, h")
    (['-', '1D', 'p', '2H!', 'zz'], ['SA', 's2', 'h'])
    """
    if pattern is ONE_CARD:
        text = text.replace(",", " ")
    words = []
    at = 0
    for match in pattern.finditer(text):
        words += [text[at : match.start()].strip(), match[0]]
        at = match.end()
    return [word for word in (*words, text[at:].strip()) if word]


# ---------------------------------------------------------------- results


def _parse_result(text: str) -> tuple[Contract, int | None] | None:
    """Return contract and declarer's tricks of an entry of an rs command, or None.

    >>> for text in ("4SWx-2", "4SXW-2", "3NTN=", "P"):
    ...     contract, tricks = _parse_result(text)
    ...     print(contract, tricks)
    4SXW 8
    4SXW 8
    3NTN 9
    P None
    """
    word = text.strip()
    if word.upper() in ("P", "PASS"):
        return Contract(), None
    match = _RESULT.fullmatch(word)
    if match is None:
        return None
    level, strain, before, seat, other_seat, after, over = match.groups()
    bid = make_bid(int(level), STRAINS[strain.upper()])
    doubling = DOUBLINGS[(before or after or "").upper()]
    contract = Contract(bid, doubling, Seat((seat or other_seat).upper()))
    tricks = contract.tricks(over)
    return None if tricks is None else (contract, tricks)


# ---------------------------------------------------------------- the board of a record

ROOMS = {"o": "Open", "c": "Closed"}
_SCORINGS = {"I": "IMP", "P": "MP", "B": "BAM"}
_QX = re.compile(r"\s*([ocOC]?)\D*(\d{1,9})?")
_FIRST_BOARD = re.compile(r"\s*[0-9]{1,9}\s*")
_ONLY_NUMBER = re.compile(r"\D*?([1-9]\d{0,8})\s*")
SUIT_SIGN = re.compile(r"@([SHDCshdc])")
# Some programs leave "\H" in what they make of PBN.
_SUIT_OF_PBN = re.compile(r"\\([SHDC])(?![A-Za-z])")
# In movies "^b" and "^*b" say where and how a text is shown.
_MOVIE_CODE = re.compile(r"(?<![A-Za-z0-9])\^(?:[a-z]|[-@^])|\^\*[a-z]")


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
        auction: The calls; ``call_commands`` has the index of the command of each.
        play: The cards; ``card_commands`` has the index of the command of each.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        self.errors: list[_Error] = []
        self.values: dict[str, tuple[int, str]] = {}
        self.auction: list[MadeCall] = []
        self.call_commands: list[int] = []
        self.play: list[Card] = []
        self.card_commands: list[int] = []
        self._play_ended = False
        self._comments: list[Comment] = []
        self._notes: dict[int, list[str]] = {}
        for at, command in enumerate(record.commands):
            name = command.name.lower()
            take = _TAKERS.get(name)
            if take is not None:
                take(self, at, command.value)
            elif name in ONCE and name not in self.values:
                self.values[name] = at, command.value
        for index, texts in self._notes.items():
            self.auction[index] = replace(self.auction[index], note=" ".join(texts))

    # ------------------------------------------------------------ auction, play, comments

    def _take_calls(self, at: int, value: str) -> None:
        calls, rest = _parse_calls(value)
        if any(made.call is None for made in calls):
            self.errors.append(_Error("BML806", at, "A seat is skipped.", "Delete the -."))
        if rest:
            hint = "Write p, d, r, or a bid such as 1N."
            self.errors.append(_Error("BML805", at, f"{excerpt(rest)} is not a call.", hint))
        self.auction += calls
        self.call_commands += [at] * len(calls)

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
        cards, rest = _parse_cards(value)
        self.play += cards
        self.card_commands += [at] * len(cards)
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
            dealer=dealer,
            vulnerability=self._vulnerability(number),
            auction=tuple(self.auction),
            contract=contract,
            play=Play(tuple(self.play), self._result(contract, tricks)),
            texts=BoardTexts(
                label, self._players(number, room), tuple(self._facts(room)), tuple(self._comments)
            ),
        )

    def _deal(self, number: int | None) -> tuple[Deal, Seat | None]:
        if "md" not in self.values:
            return UNKNOWN_DEAL, None if number is None else standard_dealer(number)
        at, value = self.values["md"]
        parsed = _parse_deal(value)
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
        vulnerability = _VULNERABILITIES.get(word[:1])
        if word and vulnerability is None:
            hint = "Write o for none, n, e, or b for both."
            self.errors.append(_Error("BML812", at, f"{excerpt(word)} is not a vulnerability.", hint))
        if vulnerability is None and number is not None:
            return standard_vulnerability(number)
        return vulnerability

    def _players(self, number: int | None, room: str) -> Players:
        at, value = self.values.get("pn", (0, ""))
        names = _split_names(value)
        if any(names) and len(names) not in (PLAYERS, 2 * PLAYERS):
            hint = "Write South, West, North, East, with commas between them."
            sentence = f"There are {counted(len(names), 'name')} instead of 4."
            self.errors.append(_Error("BML812", at, sentence, hint))
        names = _names_of_table(names, room) or _names_of_table(_split_names(self._head("pn")), room)
        if not names:
            # Of a match the names of two tables, or of each table at each board.
            names = _split_names(self._head("pw"))
            if len(names) > 2 * PLAYERS:
                index = self._place_in_match(number, room)
                names, room = [] if index is None else names[PLAYERS * index :], ""
            names = _names_of_table(names, room)
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

    def _place_in_match(self, number: int | None, room: str) -> int | None:
        """Return which entry of a list at the head of a match, two for each board, is that of this table."""
        first = self._head("vg").split(",")[3:4]
        if number is None or not first or not _FIRST_BOARD.fullmatch(first[0]) or number < int(first[0]):
            return None
        return 2 * (number - int(first[0])) + (room == "c")

    def _match_result(self, number: int | None, room: str) -> tuple[Contract, int | None] | None:
        index = self._place_in_match(number, room)
        if index is None:
            return None
        word = dict(enumerate(self._head("rs").split(","))).get(index, "").strip()
        result = _parse_result(word)
        if word and result is None:
            hint = "Write contract, declarer and tricks, such as 4SN=."
            sentence = f"The match has {excerpt(word)} as the result of this board."
            self.errors.append(_Error("BML812", 0, sentence, hint))
        return result

    def _result(self, contract: Contract | None, tricks: int | None) -> int | None:
        at, value = self.values.get("mc", (0, ""))
        word = value.strip()
        if re.fullmatch(r"0*[0-9]{1,2}", word) and int(word[-2:]) <= FULL_HAND:
            return int(word[-2:])
        if word:
            sentence = f"{excerpt(word)} is not a number of tricks."
            self.errors.append(_Error("BML812", at, sentence, "Write 0 to 13."))
        if (
            tricks is None
            and len(self.play) == len(CARDS)
            and contract
            and contract.bid
            and contract.declarer
        ):
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


def _split_names(value: str) -> list[str]:
    return [printable(name) for name in value.split(",")] if value.strip(", ") else []


def _names_of_table(names: list[str], room: str) -> list[str]:
    """Return the four names of the table in this room; none if all are empty."""
    if len(names) >= 2 * PLAYERS and room == "c":
        names = names[PLAYERS:]
    return names[:PLAYERS] if any(names[:PLAYERS]) else []


def _with_suits(text: str) -> str:
    """Return a text with suits as BML and most LIN files write them."""
    text = SUIT_SIGN.sub(r"!\1", _MOVIE_CODE.sub("", text))
    return printable(_SUIT_OF_PBN.sub(r"!\1", text))


# ---------------------------------------------------------------- what is wrong


@checked
def check(source: Source, file: str = "") -> Iterator[Diagnostic]:
    """Yield what is wrong with a LIN file, board by board; nothing is held longer than its board.

    >>> print(*check("md|1,,,|mb|8C|", "hands.lin"))
    hands.lin:1:9: error BML805: Game 1: 8C is not a call. Write p, d, r, or a bid such as 1N.
    """
    for record in read_all(source, file):
        yield from parse_record(record).diagnostics


@checked
def parse_record(record: Record) -> Result[Board]:
    """Return the board of a record, and what is wrong with it in the order of its commands."""
    reader = _RecordReader(record)
    board = reader.board()
    errors = [*reader.errors, *_irregularities(reader, board), *_command_errors(record)]
    errors.sort(key=lambda error: error.at)
    shown = errors[:MOST_ERRORS]
    locations = record.locations(error.at for error in shown)
    diagnostics = [
        Diagnostic(error.code, f"Game {record.number}: {error.sentence}", location, error.hint)
        for error, location in zip(shown, locations, strict=True)
    ]
    more = too_many_errors(record.number, len(errors), record.location(0)) if errors else ()
    return Result(board, (*diagnostics, *more))


def _command_errors(record: Record) -> Iterator[_Error]:
    """Yield what is wrong with the form of commands."""
    if len(record.commands) >= MOST_COMMANDS:
        sentence = f"A board may have {MOST_COMMANDS:,} commands; the rest are not read."
        yield _Error("BML105", 0, sentence, "Write md before each deal.")
    is_board = record.is_board
    for at, command in enumerate(record.commands):
        if _is_divider(record, at):
            continue
        if is_board and not command.name and not command.end:
            sentence = f"{excerpt(command.value)} belongs to no command and is ignored."
            yield _Error("BML815", at, sentence, "Delete it, or write it as a text: nt|...|.")
        elif not is_name(command.name):
            text = excerpt(command.name or command.value)
            hint = "A command is two letters, a bar, a value and a bar: md|1SAK...|."
            yield _Error("BML801", at, f'"{text}" is not a command of LIN.', hint)
        elif not command.end:
            sentence = f"The value of {excerpt(command.name)} has no bar after it."
            yield _Error("BML814", at, sentence, "Write a bar after each value.")
    first = next((at for at, command in enumerate(record.commands) if is_unknown(command)), 0)
    for names in unknown_commands(record.commands) if is_board else ():
        sentence = f"Nothing is shown of {names}."
        yield _Error("BML721", first, sentence, "Correct what is meant for the board.")
    if not is_board and all(is_name(command.name) or is_bar(command) for command in record.commands):
        yield _Error("BML801", 0, "There is neither a deal nor an auction here.", "A deal is md|1SAK...|.")


def _is_divider(record: Record, at: int) -> bool:
    """Return whether this is a bar around a deal or before a line; elsewhere it says that one is missing."""
    command = record.commands[at]
    if at and record.commands[at - 1].name.lower() == "md":
        return is_bar(command, most=2)
    return is_bar(command) and (at == 0 or "\n" in command.before)


_CODES = {
    IrregularityKind.CARD_TWICE: "BML803",
    IrregularityKind.HAND_SIZE: "BML804",
    IrregularityKind.INSUFFICIENT_BID: "BML806",
    IrregularityKind.ILLEGAL_CALL: "BML806",
    IrregularityKind.CALL_AFTER_END: "BML806",
    IrregularityKind.CARD_NOT_HELD: "BML811",
    IrregularityKind.CARD_PLAYED_BEFORE: "BML811",
    IrregularityKind.REVOKE: "BML811",
}


def _irregularities(reader: _RecordReader, board: Board) -> Iterator[_Error]:
    """Yield what is wrong with the deal, the first call that is not legal, and the first wrong card.

    The cards after it may be those of other players, and so may the calls where a seat was passed over.
    """
    at, _ = reader.values.get("md", (0, ""))
    for irregularity in deal_irregularities(board.deal):
        yield _Error(_CODES[irregularity.kind], at, f"{irregularity.text}.")
    has_skips = any(made.call is None for made in board.auction)
    for irregularity in islice(call_irregularities(() if has_skips else board.auction), 1):
        word = write_call(board.auction[irregularity.index]).rstrip("!").upper()
        message = f"{word} is not legal: {irregularity.text}."
        yield _Error(_CODES[irregularity.kind], reader.call_commands[irregularity.index], message)
    leader, trumps = board.opening_leader, board.trumps
    if leader is None or trumps is None:
        return
    for irregularity in islice(card_irregularities(board.play.cards, leader, trumps, board.deal), 1):
        at = reader.card_commands[irregularity.index]
        yield _Error(_CODES[irregularity.kind], at, f"{irregularity.text}.")
