"""LIN, the notation of Bridge Base Online: reading every kind of file, checking, writing.

:func:`load` gives the boards of a file, :func:`dump` writes them. For files of any size, and for all that a
file says beside the bridge: :func:`read_records` yields records, :func:`parse_board` takes the board out of
one, :func:`parse_record` and :func:`check` report errors, :func:`write_records` writes boards and records.

A file is read in steps: texts between bars, commands made of two of them, records (the commands of a board,
with those at the head of a match), values of commands. Links to BBO's handviewer give records too.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, islice
from typing import NamedTuple
from urllib.parse import quote, unquote_plus

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
    Card,
    Comment,
    Contract,
    Deal,
    Hand,
    IrregularityKind,
    MadeCall,
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
from bml_core.diagnostics import Diagnostic, Location, Result, counted, limited
from bml_core.files import Source, decode_block, decode_source, read_blocks
from bml_core.formats.board_files import (
    CALLS,
    MOST_ERRORS,
    STRAINS,
    Boards,
    File,
    card_errors,
    dump_bytes,
    excerpt,
    has_small_cards,
    load_boards,
    named,
    parse_holding,
    report_losses,
    too_many_errors,
    unnamed_cards,
    with_other_rooms,
)

__all__ = [
    "LINK", "SEATS", "Boards", "LinCommand", "Record", "check", "dump", "dumps",
    "handviewer_url", "is_link", "load", "loads", "losses", "parse_board", "parse_record", "read_links",
    "read_records", "record_losses", "write_board", "write_hand", "write_records",
]  # fmt: skip

SEATS = (Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST)
"""The order of hands and of names."""

# ---------------------------------------------------------------- commands
# After an unclosed value the next line begins with one of these; texts may have lines of their own.
_NAMES = "qx pn md sv ah mb pc mc rh st pg vg rs pw mp bn px"
_OF_ONE_LINE = frozenset(_NAMES.split())
_KNOWN = _OF_ONE_LINE | frozenset(["an", "nt", "at", "mn", "up", "pf"])
_NAME = re.compile(r"[A-Za-z0-9]{2}")
# After other text these begin a command; names that are words too do not.
_INSIDE_TEXT = re.compile(r"(?<![A-Za-z0-9])(?:qx|pn|md|mb|pc|vg|mn|sv|rh)\s*\Z", re.IGNORECASE)


class LinCommand(NamedTuple):
    """A command as it was written.

    ``before`` is white space before it; ``bar`` and ``end`` are the bars after name and value, "" where
    one is missing. A text between two commands is a command without a name.
    """

    name: str
    value: str
    before: str = ""
    bar: str = "|"
    end: str = "|"

    @property
    def written(self) -> str:
        """Return the text of the command in its file."""
        return f"{self.before}{self.name}{self.bar}{self.value}{self.end}"


def _read_commands(source: Source) -> Iterator[LinCommand]:
    r"""Yield the commands of a source, one after the other.

    Where a bar is missing, the commands after it are recognised again. A bar may come before a command.

    >>> [(command.name, command.value) for command in _read_commands("md|1S,H\nmb|1C|oops mb|p|")]
    [('md', '1S,H'), ('mb', '1C'), ('', 'oops'), ('mb', 'p')]
    """
    name: str | None = None
    """A name that waits for its value."""
    for text, end in _parts(source):
        if name is None:
            inside = _INSIDE_TEXT.search(text) if end else None
            if inside is not None:
                head = text[: inside.start()].rstrip()
                yield from _without_bars(head)
                text = text[len(head) :]
            if end:
                name = text
            elif text.strip():
                yield from _without_bars(text)
            continue
        if not _is_name(name) and (text.strip().lower() in _KNOWN or (not name.strip() and _is_name(text))):
            # A bar too many, or one too few: what looks like a value is the next name.
            yield _stray(name, "|")
            name = text
        elif name.strip().lower() in _OF_ONE_LINE and (at := _next_line(text)) >= 0:
            yield _command(name, text[:at], "")
            name = text[at:].rstrip()
        else:
            yield _command(name, text, end)
            name = None
        if name is not None and not end:
            yield _without_value(name, "")
            name = None
    if name is not None:
        yield _without_value(name, "|")


def _is_bar(command: LinCommand, most: int = 1) -> bool:
    """Return whether this is only a bar, as it may come before a command, or at most two.

    >>> [_is_bar(command) for command in _read_commands("|md|1,,,|")]
    [True, False]
    """
    bars = len(command.bar + command.end)
    return not command.name and not command.value.strip() and 0 < bars <= most


def _join_commands(commands: Iterable[LinCommand]) -> str:
    """Return the text of commands.

    >>> _join_commands([LinCommand("pg", ""), LinCommand("pc", "CA")])
    'pg||pc|CA|'
    """
    return "".join([command.written for command in commands])


def _is_name(text: str) -> bool:
    """Return whether a text is a name that a command of LIN may have.

    >>> _is_name("md"), _is_name("board 7")
    (True, False)
    """
    return _NAME.fullmatch(text.strip()) is not None


def _next_line(text: str) -> int:
    """Return where the line ends after which there is only the name of another command, or -1."""
    words = text.rstrip()
    at = text.find("\n", len(words[:-2].rstrip()), len(words) - 2)
    return at if words[-2:].isalpha() and words[-2:].isascii() else -1


def _command(name: str, value: str, end: str) -> LinCommand:
    stripped = name.lstrip()
    return LinCommand(stripped.rstrip(), value, name[: len(name) - len(stripped)], "|", end)


def _without_value(text: str, bar: str) -> LinCommand:
    """Return what a file ends with instead of a command; a name alone is one, as with the bars after it."""
    return _command(text, "", "")._replace(bar=bar) if _is_name(text) else _stray(text, bar)


def _without_bars(text: str) -> Iterator[LinCommand]:
    """Yield what a text is that no bar follows: names without values at its end, and what is before them."""
    ends = []
    end = len(text)
    while end and _INSIDE_TEXT.search(text, max(0, end - 2), end):
        ends.append(end)
        end -= 2
        while end and text[end - 1].isspace():
            end -= 1
    if text[:end].strip():
        yield _without_value(text[:end], "")
    for name_end in reversed(ends):
        yield _without_value(text[end:name_end], "")
        end = name_end


def _stray(text: str, end: str) -> LinCommand:
    stripped = text.lstrip()
    return LinCommand("", stripped, text[: len(text) - len(stripped)], "", end)


def _parts(source: Source) -> Iterator[tuple[str, str]]:
    """Yield the texts between bars, each with the bar after it, "" after the last."""
    held: list[bytes] = []
    for block in read_blocks(source):
        # The end of a line is seldom between a name and its value.
        cut = block.rfind(b"|\n") + 1 or block.rfind(b"|") + 1
        if cut:
            *parts, _ = _decode(b"".join((*held, block[:cut]))).split("|")
            yield from ((part, "|") for part in parts)
            held = []
        held.append(block[cut:])
    *parts, last = _decode(b"".join(held)).split("|")
    yield from ((part, "|") for part in parts)
    if last:
        yield last, ""


def _decode(data: bytes) -> str:
    """Decode line by line where a line is not UTF-8, so that one odd name does not spoil the others."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return "".join(map(decode_block, data.splitlines(keepends=True)))


# ---------------------------------------------------------------- records

_BEGINNINGS = ("qx", "pn", "md", "vg")
_OF_A_BOARD = ("qx", "md", "mb", "pc")
_OF_A_MATCH = ("vg", "rs", "pw", "mp", "bn")
_TEXTS = ("nt", "at")
_PAUSES = ("pg", "st", "rh")
_MOST_COMMANDS = 50_000
"""Commands of a board that are read; what is left out is reported with the last one."""


@dataclass(frozen=True, slots=True)
class Record:
    """What a LIN file says about one board at one table.

    Attributes:
        commands: The commands in order, unknown ones too.
        line: The line of the file that the record begins in.
        header: The commands at the head of a match file, the same for all its boards.
        file: The name of the file.
        number: Which record of the file it is, from 1.
        link_column: Where the link begins that the record was in, 0 if it was in none. Inside of a link
            there are no places, since it is not written as it is read.

    >>> record = next(read_records("md|1S2,H3|zz|9|"))
    >>> record.is_board, record.text
    (True, 'md|1S2,H3|zz|9|')
    """

    commands: tuple[LinCommand, ...]
    line: int = 1
    header: tuple[LinCommand, ...] = ()
    file: str = ""
    number: int = 1
    link_column: int = 0

    @property
    def text(self) -> str:
        """Return the record as it was written, without the header."""
        return _join_commands(self.commands)

    @property
    def is_board(self) -> bool:
        """Return True if it has a deal, calls, cards played, or at least a board number."""
        return any(command.name.lower() in _OF_A_BOARD for command in self.commands)

    def followed_by(self, other: Record) -> Record:
        """Return this record with the commands of another one, which follows in the file, after its own."""
        first, *rest = other.commands
        lines_between = other.line - self.line - self.text.count("\n")
        first = first._replace(before="\n" * lines_between)
        return replace(self, commands=(*self.commands, first, *rest))

    def location(self, index: int) -> Location:
        """Return where in the file the command at ``index`` is, from 0."""
        return next(self.locations((index,)))

    def locations(self, indexes: Iterable[int]) -> Iterator[Location]:
        """Yield where in the file commands are, of which the indexes rise."""
        line, column, at = self.line, 1, 0
        for index in indexes:
            if self.link_column:
                yield Location(self.file, self.line, self.link_column)
                continue
            before = _join_commands(self.commands[at:index])
            at = index
            line += before.count("\n")
            column = _column(before, column)
            space = self.commands[index].before if index < len(self.commands) else ""
            yield Location(self.file, line + space.count("\n"), _column(space, column))


def _column(text: str, column: int) -> int:
    """Return the column after a text that begins in a column."""
    return len(text) - text.rfind("\n") if "\n" in text else column + len(text)


@checked
def read_records(source: Source, file: str = "") -> Iterator[Record]:
    r"""Yield the boards of a source, one after the other; nothing is too wrong to be read.

    A board begins with ``qx``, and with ``pn`` or ``md`` where the board before has its deal. Commands
    after all boards go to the last one.

    Args:
        source: A text, bytes, or an open binary file, of which a little is held at a time.
        file: The name for diagnostics.

    >>> [record.line for record in read_records("pn|S,W,N,E|md|1,,,|\npn|S,W,N,E|md|2,,,|\n")]
    [1, 2]
    >>> [record.text for record in read_records("md|1S2,,,|\npn|S,W,N,E|")]
    ['md|1S2,,,|\npn|S,W,N,E|']
    """
    return (record for record in read_all(source, file) if record.is_board)


def read_all(source: Source, file: str = "") -> Iterator[Record]:
    """Yield the boards of a source; commands before all of them are a record that is not a board."""
    held: Record | None = None
    held_is_board = False
    for record in _Cutter(file).records(source):
        is_board = record.is_board
        if held is not None and held_is_board and not is_board:
            held = held.followed_by(record)
            continue
        if held is not None:
            yield held
        held, held_is_board = record, is_board
    if held is not None:
        yield held


class _Cutter:
    """Collects commands until the next board begins."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.line = 1
        self.number = 0
        self.header: tuple[LinCommand, ...] = ()
        self.current: list[LinCommand] = []
        self.lines_left_out = 0
        self.seen: set[str] = set()
        """Which of the commands that may begin a board are in ``current``."""

    def records(self, source: Source) -> Iterator[Record]:
        """Yield the records of a source."""
        for command in _read_commands(source):
            name = command.name.lower()
            if name in _BEGINNINGS:
                if "md" in self.seen or (name in ("qx", "vg") and "qx" in self.seen):
                    bars = self._take_bars()
                    yield self._flush()
                    self.current = bars
                    if name == "vg":
                        self.header = ()
                elif self._ends_header(name):
                    self._take_header(self._end_of_header(name))
                self.seen.add(name)
            if len(self.current) < _MOST_COMMANDS:
                self.current.append(command)
            else:
                self.lines_left_out += _join_commands((command,)).count("\n")
        if self.current:
            yield self._flush()

    def _ends_header(self, name: str) -> bool:
        if name == "md":
            return "vg" in self.seen and "qx" not in self.seen
        if name != "qx":
            return False
        tables = any(_is_for_two_tables(command) for command in self.current)
        return tables or any(command.name.lower() in _OF_A_MATCH for command in self.current)

    def _end_of_header(self, name: str) -> int:
        """Return where the first board begins: with the names of its players, or with a text before.

        A text in the midst of the header stays there, since the header is written as it was read.
        """
        names = [command.name.lower() for command in self.current]
        end = len(names)
        players = [at for at, own in enumerate(names) if own == "pn"]
        if name == "md" and players and not _is_for_two_tables(self.current[players[-1]]):
            end = players[-1]
        facts = [at for at, own in enumerate(names[:end]) if own not in (*_TEXTS, *_PAUSES)]
        last = max(facts, default=-1)
        return next((at for at, own in enumerate(names[:end]) if own in _TEXTS and at > last), end)

    def _take_header(self, end: int) -> None:
        self.header = tuple(self.current[:end])
        self.line += _join_commands(self.header).count("\n")
        self.current = self.current[end:]
        self.seen = {command.name.lower() for command in self.current}.intersection(_BEGINNINGS)

    def _take_bars(self) -> list[LinCommand]:
        """Take the bars after the last command: they come before the next one."""
        end = len(self.current)
        while end > 1 and _is_bar(self.current[end - 1]):
            end -= 1
        self.current, bars = self.current[:end], self.current[end:]
        return bars

    def _flush(self) -> Record:
        """Return the record that is complete now."""
        # White space before a board is not part of it.
        first, *rest = self.current
        commands = (first._replace(before=""), *rest)
        start = self.line + first.before.count("\n")
        self.line = start + _join_commands(commands).count("\n") + self.lines_left_out
        self.lines_left_out = 0
        self.current, self.seen = [], set()
        self.number += 1
        return Record(commands, start, self.header, self.file, self.number)


def _is_for_two_tables(command: LinCommand) -> bool:
    return command.name.lower() == "pn" and command.value.count(",") >= _PLAYERS


# ---------------------------------------------------------------- values

_DEALERS: dict[str, Seat | None] = {"0": None, "1": SEATS[0], "2": SEATS[1], "3": SEATS[2], "4": SEATS[3]}
# None, north-south, east-west, both.
_LETTERS = dict(zip(Vulnerability, "oneb", strict=True))
_VULNERABILITIES = {letter: vulnerability for vulnerability, letter in _LETTERS.items()}
_VULNERABILITIES |= dict.fromkeys("0-", Vulnerability.NONE)
_UNSAFE = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]+")
_ONE_CALL = re.compile(r"-|(?:[1-7](?:NT|[CDHSN])|PASS|RDBL|DBL|XX|[PDXR])!*", re.IGNORECASE)
_ONE_CARD = re.compile(r"[SHDC](?:10|[2-9TJQKA])", re.IGNORECASE)
_SUIT = re.compile(r"([SHDC])([^SHDC]*)")
_ORDER = "SHDC"
_PLAYERS = 4
# "4SXW-1" and "4SWx-1".
_RESULT = re.compile(
    r"([1-7])(NT|[CDHSN])(?:(X{0,2})([NESW])|([NESW])(X{1,2}))(=|[+-]\d{1,2})", re.IGNORECASE
)


def _printable(text: str) -> str:
    r"""Return a text with spaces for the characters that no text of LIN has, and none at its ends.

    >>> _printable("Ann\x00 Lee\t")
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
    if digit and digit not in _DEALERS:
        hint = "Write 1 for South, 2 for West, 3 for North, 4 for East."
        errors.append((f"{digit} is not a dealer.", hint))
    if len(words) > _PLAYERS:
        sentence = f"The deal has {counted(len(words), 'hand')} instead of 4."
        errors.append((sentence, "Only the first four are read."))
    hands: dict[Seat, Hand | None] = {}
    for seat, word in zip(SEATS, words, strict=False):
        hands[seat] = _parse_hand(word)
        errors += _hand_errors(seat, word)
    return _DealValue(_complete(Deal(*map(hands.get, Seat))), digit, tuple(errors))


def _parse_hand(word: str) -> Hand | None:
    """Return a hand of any spelling; None without a card."""
    suits = dict.fromkeys(_ORDER, "")
    for suit, ranks in _SUIT.findall(word):
        suits[suit] += ranks
    hand = Hand(*map(parse_holding, suits.values()))
    return hand if any(hand.holdings) else None


def _hand_errors(seat: Seat, word: str) -> Iterator[tuple[str, str]]:
    name = seat.name.title()
    if word[:1] not in _ORDER:
        hint = "Write the letter of the suit before its cards, such as SAK3HQ65."
        yield f"The hand of {name} begins with a card that has no suit.", hint
    # "SAJ6SKQ5": hearts, most likely.
    letters = [letter for letter in word if letter in _ORDER]
    for letter in dict.fromkeys(each for each in letters if letters.count(each) > 1):
        yield f"The hand of {name} has the suit {letter} twice.", "Write the letter of each suit once."
    yield from ((sentence, f"Cards are {RANKS}.") for sentence in card_errors(name, word, _ORDER))


def _complete(deal: Deal) -> Deal:
    """Return the deal with a fourth hand, where the other three are full and have no card in common.

    >>> suits = ("AKQJT98765432", "", "", "")
    >>> three = Deal(*(Hand(*(suits[index - turn] for index in range(4))) for turn in range(3)))
    >>> _complete(three).west.clubs
    'AKQJT98765432'
    """
    hands = [deal.hand(seat) for seat in Seat]
    known = [hand for hand in hands if hand is not None]
    if [len(hand) for hand in known] != [FULL_HAND] * (_PLAYERS - 1):
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
        for word in _ONE_CALL.findall(text)
    ]
    return tuple(made), " ".join(_ONE_CALL.sub(" ", text).split())


@lru_cache(maxsize=1 << 10)
def _parse_cards(text: str) -> tuple[tuple[Card, ...], str]:
    """Return the cards of a pc command, and the text that is not a card.

    >>> cards, rest = _parse_cards("s10 h")
    >>> str(cards[0]), rest
    ('ST', 'h')
    """
    cards = [CARDS[word.upper().replace("10", "T")] for word in _ONE_CARD.findall(text)]
    return tuple(cards), " ".join(_ONE_CARD.sub(" ", text).replace(",", " ").split())


def _split(pattern: re.Pattern[str], text: str) -> list[str]:
    """Return several calls or cards one by one, and each text between them.

    >>> _split(_ONE_CALL, "-1Dp2H!zz"), _split(_ONE_CARD, "SAs2, h")
    (['-', '1D', 'p', '2H!', 'zz'], ['SA', 's2', 'h'])
    """
    if pattern is _ONE_CARD:
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

_ROOMS = {"o": "Open", "c": "Closed"}
_SCORINGS = {"I": "IMP", "P": "MP", "B": "BAM"}
_QX = re.compile(r"\s*([ocOC]?)\D*(\d{1,9})?")
_FIRST_BOARD = re.compile(r"\s*[0-9]{1,9}\s*")
_ONLY_NUMBER = re.compile(r"\D*?([1-9]\d{0,8})\s*")
_SUIT_SIGN = re.compile(r"@([SHDCshdc])")
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
            elif name in _ONCE and name not in self.values:
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
            label=label,
            dealer=dealer,
            vulnerability=self._vulnerability(number),
            players=self._players(number, room),
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
        parsed = _parse_deal(value)
        self.errors += [_Error("BML802", at, sentence, hint) for sentence, hint in parsed.errors]
        if parsed.digit:
            return parsed.deal, _DEALERS.get(parsed.digit)
        return parsed.deal, Seat.SOUTH if number is None else standard_dealer(number)

    def _name(self) -> tuple[str, int | None, str]:
        """Return the letter of the room, the number of the board, and its label if it has no number."""
        room, number, label = "", None, ""
        if "qx" in self.values:
            match = _QX.match(self.values["qx"][1])
            room = match[1].lower() if match else ""
            number = int(match[2]) if match and match[2] and int(match[2]) else None
        if "ah" in self.values:
            text = _printable(self.values["ah"][1])
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
        if any(names) and len(names) not in (_PLAYERS, 2 * _PLAYERS):
            hint = "Write South, West, North, East, with commas between them."
            sentence = f"There are {counted(len(names), 'name')} instead of 4."
            self.errors.append(_Error("BML812", at, sentence, hint))
        names = _names_of_table(names, room) or _names_of_table(_split_names(self._head("pn")), room)
        if not names:
            # Of a match the names of two tables, or of each table at each board.
            names = _split_names(self._head("pw"))
            if len(names) > 2 * _PLAYERS:
                index = self._place_in_match(number, room)
                names, room = [] if index is None else names[_PLAYERS * index :], ""
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
            ("Room", _ROOMS.get(room, "")),
            ("Scoring", _SCORINGS.get(scoring.strip().upper(), scoring)),
            ("Stage", stage),
            ("VisitTeam", visitors),
        )
        yield from ((name, _printable(text)) for name, text in facts if _printable(text))


_TAKERS: dict[str, Callable[[_RecordReader, int, str], None]] = {
    "mb": _RecordReader._take_calls,
    "an": _RecordReader._take_explanation,
    "pc": _RecordReader._take_cards,
    "nt": _RecordReader._take_text,
    "at": _RecordReader._take_text,
}


def _split_names(value: str) -> list[str]:
    return [_printable(name) for name in value.split(",")] if value.strip(", ") else []


def _names_of_table(names: list[str], room: str) -> list[str]:
    """Return the four names of the table in this room; none if all are empty."""
    if len(names) >= 2 * _PLAYERS and room == "c":
        names = names[_PLAYERS:]
    return names[:_PLAYERS] if any(names[:_PLAYERS]) else []


def _with_suits(text: str) -> str:
    """Return a text with suits as BML and most LIN files write them."""
    text = _SUIT_SIGN.sub(r"!\1", _MOVIE_CODE.sub("", text))
    return _printable(_SUIT_OF_PBN.sub(r"!\1", text))


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
    if len(record.commands) >= _MOST_COMMANDS:
        sentence = f"A board may have {_MOST_COMMANDS:,} commands; the rest are not read."
        yield _Error("BML105", 0, sentence, "Write md before each deal.")
    is_board = record.is_board
    for at, command in enumerate(record.commands):
        if _is_divider(record, at):
            continue
        if is_board and not command.name and not command.end:
            sentence = f"{excerpt(command.value)} belongs to no command and is ignored."
            yield _Error("BML815", at, sentence, "Delete it, or write it as a text: nt|...|.")
        elif not _is_name(command.name):
            text = excerpt(command.name or command.value)
            hint = "A command is two letters, a bar, a value and a bar: md|1SAK...|."
            yield _Error("BML801", at, f'"{text}" is not a command of LIN.', hint)
        elif not command.end:
            sentence = f"The value of {excerpt(command.name)} has no bar after it."
            yield _Error("BML814", at, sentence, "Write a bar after each value.")
    first = next((at for at, command in enumerate(record.commands) if _is_unknown(command)), 0)
    for names in _unknown(record.commands) if is_board else ():
        sentence = f"Nothing is shown of {names}."
        yield _Error("BML721", first, sentence, "Correct what is meant for the board.")
    if not is_board and all(_is_name(command.name) or _is_bar(command) for command in record.commands):
        yield _Error("BML801", 0, "There is neither a deal nor an auction here.", "A deal is md|1SAK...|.")


def _is_divider(record: Record, at: int) -> bool:
    """Return whether this is a bar around a deal or before a line; elsewhere it says that one is missing."""
    command = record.commands[at]
    if at and record.commands[at - 1].name.lower() == "md":
        return _is_bar(command, most=2)
    return _is_bar(command) and (at == 0 or "\n" in command.before)


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
        word = _write_call(board.auction[irregularity.index]).rstrip("!").upper()
        message = f"{word} is not legal: {irregularity.text}."
        yield _Error(_CODES[irregularity.kind], reader.call_commands[irregularity.index], message)
    leader, trumps = board.opening_leader, board.trumps
    if leader is None or trumps is None:
        return
    for irregularity in islice(card_irregularities(board.play, leader, trumps, board.deal), 1):
        at = reader.card_commands[irregularity.index]
        yield _Error(_CODES[irregularity.kind], at, f"{irregularity.text}.")


# ---------------------------------------------------------------- writing


def _write_deal(deal: Deal, dealer: Seat | None) -> str:
    """Return a deal as BBO writes it; a hand that LIN cannot hold is empty, and so is East if it follows.

    >>> _write_deal(Deal(south=Hand("AK", "", "2", "")), Seat.NORTH)
    '3SAKHD2C,,,'
    """
    known = _complete(Deal(deal.north, None, deal.south, deal.west))
    hands = [write_hand(deal.hand(seat)) for seat in SEATS]
    if known.east is not None and known.east == deal.east:
        hands[-1] = ""
    digit = 0 if dealer is None else SEATS.index(dealer) + 1
    return f"{digit}{','.join(hands)}"


@checked
def write_hand(hand: Hand | None) -> str:
    """Return a hand as BBO writes it; "" for one without cards, or with small cards that have no name."""
    if hand is None or not len(hand) or has_small_cards(hand):
        return ""
    return "".join([letter + parse_holding(suit) for letter, suit in zip(_ORDER, hand.holdings, strict=True)])


def _write_call(made: MadeCall) -> str:
    """Return a call as BBO writes it.

    >>> from bml_core.bridge import BIDS, PASS
    >>> _write_call(MadeCall(PASS)), _write_call(MadeCall(BIDS[4], alert=True))
    ('p', '1N!')
    """
    call = made.call
    if call is None:
        return "-"
    word = call.value.lower() if isinstance(call, Action) else call.code
    return word + "!" * made.alert


_ROOM_LETTERS = {room: letter for letter, room in _ROOMS.items()}


@checked
def write_records(items: Iterable[Board | Record]) -> Iterator[str]:
    r"""Yield the text of a LIN file, a part for each board or record.

    A board is a line. Records are written as they were read, unknown commands too, and the head of a match
    before its boards.

    >>> from bml_core.bridge import Seat
    >>> list(write_records([Board(number=1, dealer=Seat.NORTH)]))
    ['pn|,,,|st||md|3,,,|rh||ah|Board 1|sv||pg||\n']
    """
    header: tuple[LinCommand, ...] = ()
    for item in items:
        wanted = item.header if isinstance(item, Record) else ()
        if wanted != header:
            header = wanted
            # Boards without a head after those of a match must not get its names; a record that begins with
            # vg is a head to which no board belongs.
            if header or not (isinstance(item, Record) and item.commands[0].name.lower() == "vg"):
                yield f"{_closed(header or _NO_MATCH)}\n"
        yield f"{_closed(item.commands) if isinstance(item, Record) else write_board(item)}\n"


_NO_MATCH = (LinCommand("vg", ",,,,,,,,"), LinCommand("pg", ""))


def _closed(commands: Sequence[LinCommand]) -> str:
    """Return the text of commands so that others may follow."""
    *before, last = map(_with_tens, commands)
    if _is_name(last.name):
        last = last._replace(bar="|", end="|", value=last.value if last.end else last.value.rstrip())
    elif not last.bar:
        last = last._replace(value=last.value.rstrip())
    text = _join_commands((*before, last)).strip()
    return text if text.endswith("|") else f"{text}|"


def _with_tens(command: LinCommand) -> LinCommand:
    """Return a command with its tens as they are read; the first sign of a deal is the dealer."""
    if command.name.lower() not in ("md", "pc") or "10" not in command.value[1:]:
        return command
    return command._replace(value=command.value[:1] + command.value[1:].replace("10", "T"))


@checked
def write_board(board: Board) -> str:
    """Return one board as LIN, in one line.

    >>> write_board(Board(result=9)).rpartition("sv")[2]
    '||pg||mc|9|pg||'
    """
    return "".join(_board_commands(board))


@checked
def handviewer_url(board: Board) -> str:
    """Return the address at which BBO's handviewer shows a board.

    >>> handviewer_url(Board(number=7))[:64]
    'https://www.bridgebase.com/tools/handviewer.html?lin=pn%7C%2C%2C'
    """
    return f"https://www.bridgebase.com/tools/handviewer.html?lin={quote(write_board(board), safe='')}"


def _written(name: str, value: str) -> str:
    return f"{name}|{value}|"


def _board_commands(board: Board) -> Iterator[str]:
    comments = _comments(board)
    room = _ROOM_LETTERS.get(board.fact("Room"))
    if room is not None:
        yield _written("qx", f"{room}{board.number or ''}")
    yield _written("pn", ",".join(_safe(board.players.name(seat)).replace(",", " ") for seat in SEATS))
    if board.fact("Event"):
        yield _written("mn", _safe(board.fact("Event")))
    yield _written("st", "")
    yield _written("md", _write_deal(board.deal, board.dealer))
    yield _written("rh", "")
    label = board.label if board.number is None else f"Board {board.number}"
    yield _written("ah", _safe(label))
    yield _written("sv", _LETTERS[board.vulnerability] if board.vulnerability else "")
    yield from comments[0, 0]
    for number, made in enumerate(board.auction, 1):
        yield _written("mb", _write_call(made))
        if made.note:
            yield _written("an", _safe(made.note))
        yield from comments[number, 0]
    yield _written("pg", "")
    yield from _play(board, comments)
    if board.result is not None:
        yield from (_written("mc", str(board.result)), _written("pg", ""))


def _play(board: Board, comments: Mapping[tuple[int, int], list[str]]) -> Iterator[str]:
    calls = len(board.auction)
    for number, card in enumerate(board.play, 1):
        yield f"pc|{card.text}|"
        yield from comments.get((calls, number), ())
        if number % 4 == 0 or number == len(board.play):
            yield "pg||"


def _comments(board: Board) -> Mapping[tuple[int, int], list[str]]:
    """Return the commands of comments by how many calls and cards they come after."""
    comments = defaultdict[tuple[int, int], list[str]](list)
    calls, cards = len(board.auction), len(board.play)
    for comment in board.comments:
        after = min(comment.cards, cards)
        position = calls if after else min(comment.calls, calls), after
        comments[position].append(_written("nt", _safe(comment.text)))
    return comments


def _safe(text: str) -> str:
    """Return a text without the bar that ends a value."""
    return _printable(text).replace("|", "/")


# ---------------------------------------------------------------- what is lost

_HELD_FACTS = ("Event", "Room")
_NUMBER_AT_END = re.compile(r"\D*[1-9]\d{0,8}")
# Commands that have a place in a board, or are only about turning pages.
_IN_A_BOARD = _KNOWN - {"mp", "bn", "px", "up", "pf"}
_ONCE = ("qx", "pn", "md", "sv", "ah", "mc", "mn")


@checked
def losses(board: Board, location: Location) -> tuple[Diagnostic, ...]:
    """Report what of a board LIN cannot hold, or holds so that it is read as something else.

    >>> lost = losses(Board(facts=(("Site", "Lille"),)), Location("hands.pbn", 3))
    >>> [str(loss) for loss in lost]
    ['hands.pbn:3:1: warning BML725: LIN cannot hold Site.']
    """
    return report_losses(board, location, _losses(board))


def _losses(board: Board) -> Iterator[tuple[str, str]]:
    yield from unnamed_cards(board, "LIN")
    names = [name for name, _ in board.facts if name not in _HELD_FACTS]
    if names:
        yield f"LIN cannot hold {', '.join(names)}.", ""
    if board.fact("Room") and board.fact("Room") not in _ROOM_LETTERS:
        yield "LIN cannot hold a Room other than Open and Closed.", ""
    if board.label and board.number is None and _NUMBER_AT_END.fullmatch(board.label):
        yield f"The label {board.label} becomes the number at its end.", ""
    by_calls = final_contract([made.call for made in board.auction], board.dealer)
    if board.contract is not None and board.contract != by_calls:
        yield f"LIN cannot hold the contract {board.contract.code}.", "Write the auction that led to it."
    if board.strain is not None:
        yield "LIN cannot hold trumps without a contract.", ""
    if any(made.irregular for made in board.auction):
        yield "LIN cannot mark an accepted insufficient bid.", ""
    if board.leader is not None:
        yield "LIN cannot say who leads.", ""
    if board.to_be_continued:
        yield "LIN cannot mark a call or card to come.", ""
    yield from _text_losses(board)


def _text_losses(board: Board) -> Iterator[tuple[str, str]]:
    if any("," in name for name in (board.players.name(seat) for seat in SEATS)):
        yield "LIN allows no commas in names; they become spaces.", ""
    texts = [*(made.note for made in board.auction), *(comment.text for comment in board.comments)]
    if any(_SUIT_SIGN.search(text) for text in texts):
        yield "LIN reads @S, @H, @D and @C in texts as suits.", ""
    texts += [text for _, text in board.facts]
    names = (board.players.name(seat) for seat in SEATS)
    if any("|" in text for text in chain(texts, names, (board.label,))):
        yield "LIN allows no bars in texts; they become slashes.", ""


@checked
def record_losses(record: Record) -> Iterator[str]:
    """Yield what of a record is not in its board, in words that end a sentence.

    >>> list(record_losses(next(read_records("md|1S2,,,|sv|n|sv|e|hs|1|zz|9|"))))
    ['the commands hs and zz', 'a second sv']
    """
    yield from _unknown((*record.header, *record.commands))
    if any(command.name.lower() in _TEXTS for command in record.header):
        yield "texts in the head of the match"
    for name in _ONCE:
        values = {command.value.strip() for command in record.commands if command.name.lower() == name}
        if len(values) > 1:
            yield f"a second {name}"


def _is_unknown(command: LinCommand) -> bool:
    return _is_name(command.name) and command.name.lower() not in _IN_A_BOARD


def _unknown(commands: Iterable[LinCommand]) -> Iterator[str]:
    return named("the command", (command.name for command in commands if _is_unknown(command)))


# ---------------------------------------------------------------- links

# BBO's old addresses have the name in other capitals. An address begins once, so that many are soon read.
LINK = re.compile(r"https?://(?:(?!https?://)[^\s\"'<>])*?/handviewer\.html\?[^\s\"'<>]*", re.IGNORECASE)
"""A link to the handviewer."""
WITHOUT_BOARD = re.compile(
    r"https?://(?![^\s\"'<>]*(?:/handviewer\.html\?|(?:md|mb)(?:\||%7c)))[^\s\"'<>]+", re.IGNORECASE
)
"""A link that may lead to a board and does not contain it."""
LINKS_TO_BOARDS = re.compile(
    rf"{LINK.pattern}|https?://(?:(?:(?!https?://)[^\s\"'<>?])*?/(?:fetchlin|vugraph_linfetch)\.php|tinyurl\.com/)[^\s\"'<>]+",
    re.IGNORECASE,
)
"""A link that is sure to be meant as a board, among other text."""
_PAIR = re.compile(r"[?&;](?:amp;)?([A-Za-z0-9]+)=([^&#]*)")
_HINT = "Copy the link of one board; it contains lin= or hands such as n= and s=."
_ELSEWHERE = {
    "linurl": "This link names a file elsewhere, which is not downloaded.",
    "fetchlin": "This link fetches a board from BBO, and does not contain it.",
    "myhand": "This link names a board stored at BBO, which is not downloaded.",
}


@checked
def is_link(text: str) -> bool:
    """Return whether a text has a link to the handviewer.

    >>> is_link("https://www.bridgebase.com/tools/handviewer.html?lin=md|1,,,|")
    True
    """
    return (LINK.search(text) or WITHOUT_BOARD.fullmatch(text.strip())) is not None


@checked
def read_links(source: Source, file: str = "") -> Iterator[Record | Diagnostic]:
    r"""Yield the boards in the links of a text, in order; for a link without a board, what is wrong with it.

    Args:
        source: A text, bytes, or an open binary file with links among anything else.
        file: The name for diagnostics.

    >>> record = next(read_links("see https://www.bridgebase.com/tools/handviewer.html?lin=md%7C1S2%7C"))
    >>> record.text, record.line
    ('md|1S2|', 1)
    """
    text = decode_source(source)
    number, line, at = 0, 1, 0
    links = LINKS_TO_BOARDS if WITHOUT_BOARD.fullmatch(text.strip()) is None else WITHOUT_BOARD
    for link in links.finditer(text):
        line += text.count("\n", at, link.start())
        at = link.start()
        location = Location(file, line, at - text.rfind("\n", 0, at))
        if not LINK.match(link[0]):
            hint = "Open it in a browser, and copy the long address that it leads to."
            yield Diagnostic("BML823", "This link does not contain the board.", location, hint)
            continue
        values = _link_values(link[0])
        records = _link_records(values)
        for record in records:
            number += 1
            yield replace(record, line=line, file=file, number=number, link_column=location.column)
        for sentence, hint in _link_errors(values, bool(records)):
            yield Diagnostic("BML823", sentence, location, hint)


def _link_values(link: str) -> dict[str, str]:
    """Return the parts of a link by name, decoded; of two with one name the first."""
    # The link may be at the end of a sentence.
    link = link.rstrip(".,;:")
    link = link if "(" in link else link.rstrip(")")
    values: dict[str, str] = {}
    for name, value in _PAIR.findall(link.partition("#")[0]):
        values.setdefault(name.lower(), unquote_plus(value))
    return values


def _link_records(values: Mapping[str, str]) -> list[Record]:
    if "lin" in values:
        return list(read_records(values["lin"]))
    # Names alone do not make a board.
    if not any(values.get(name, "").strip() for name in (*_HAND_NAMES, "a", "p", "b")):
        return []
    # A bar would end the value.
    return [Record(tuple(LinCommand(name, text.replace("|", "/")) for name, text in _link_commands(values)))]


def _link_errors(values: Mapping[str, str], has_records: bool) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with a link: sentence, hint."""
    elsewhere = [why for name, why in _ELSEWHERE.items() if name in values and "lin" not in values]
    if not has_records and elsewhere:
        yield elsewhere[0], "Open it, save the board as a LIN file, and use that file."
    elif not has_records:
        yield "This link to the handviewer contains no board.", _HINT
    elif "lin" not in values:
        dealer = values.get("d", "")
        if dealer and not _digit(dealer):
            yield f"In this link {excerpt(dealer)} is not a dealer.", "Write d=n, d=e, d=s or d=w."
        unknown = [name for name in values if name not in _PARTS and name not in _DISPLAY]
        if unknown:
            parts = ", ".join(f"{excerpt(name)}=" for name in unknown[:6])
            hint = "Check that nothing is missing from the board."
            yield f"This link has {parts}, which is ignored.", hint


# ---------------------------------------------------------------- links that name the parts of a board

_HAND_NAMES = tuple(seat.value.lower() for seat in SEATS)
_PLAYER_NAMES = tuple(f"{hand}n" for hand in _HAND_NAMES)
_PARTS = frozenset((*_HAND_NAMES, *_PLAYER_NAMES, "d", "v", "b", "a", "p", "c"))
# How the board is shown: sizes, buttons, who looks on. They say nothing about the board.
_DISPLAY = frozenset(("bbo", "pc", "tbt", "k", "kbt", "kbts", "lang", "v3", "v3b", "v3v"))
_DIGITS = {seat.value: digit for digit, seat in _DEALERS.items() if seat is not None}
# An explanation of the call before, or a comment; the signs that close them may be missing at the end.
_TEXT = re.compile(r"\(([^)]*)\)?|\{([^}]*)\}?")


def _digit(dealer: str) -> str:
    """Return the digit of a dealer, "" if the word names no seat."""
    return _DIGITS.get(dealer.strip().upper()[:1], "")


def _link_commands(values: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the parts of a link, decoded and with names in small letters, as commands of a record.

    >>> parts = {"n": "SAK", "d": "e", "b": "7", "a": "1N(15-17)P", "p": "C2CA"}
    >>> [" ".join(command) for command in _link_commands(parts)]
    ['md 4,,SAK,', 'ah Board 7', 'mb 1N', 'an 15-17', 'mb P', 'pc C2', 'pc CA']
    """
    if any(values.get(name) for name in _PLAYER_NAMES):
        yield "pn", ",".join(values.get(name, "").replace(",", " ") for name in _PLAYER_NAMES)
    hands = [values.get(name, "").replace(",", "") for name in _HAND_NAMES]
    if any(hands) or values.get("d"):
        yield "md", _digit(values.get("d", "")) + ",".join(hands)
    board = values.get("b", "").strip()
    if board:
        yield "ah", f"Board {board}" if board.isdecimal() else board
    if values.get("v"):
        yield "sv", values["v"]
    yield from _commands_between_texts(values.get("a", ""), "mb", _ONE_CALL)
    yield from _commands_between_texts(values.get("p", ""), "pc", _ONE_CARD)
    if values.get("c"):
        yield "mc", values["c"]


def _commands_between_texts(value: str, command: str, pattern: re.Pattern[str]) -> Iterator[tuple[str, str]]:
    """Yield calls or cards with the texts between them."""
    at = 0
    for text in _TEXT.finditer(value):
        yield from ((command, word) for word in _split(pattern, value[at : text.start()]))
        at = text.end()
        yield ("nt", text[2]) if text[2] is not None else ("an" if command == "mb" else "nt", text[1])
    yield from ((command, word) for word in _split(pattern, value[at:]))


# ---------------------------------------------------------------- files


@checked
def loads(text: str | bytes, *, file: str = "") -> Boards:
    """Return the boards of a LIN file, and what is wrong with it.

    For very large files see :func:`~bml_core.formats.lin.read_records`, which holds one board at a time.

    Args:
        text: The text of the file, or its bytes.
        file: Its name for diagnostics.

    >>> boards = loads("md|1,,,|ah|Board 7|mb|8C|", file="evening.lin")
    >>> [board.number for board in boards], [error.code for error in boards.diagnostics]
    ([7], ['BML805'])
    """
    records = [(record, parse_record(record)) for record in read_all(text, file)]
    boards = tuple(with_other_rooms(board for record, (board, _) in records if record.is_board))
    return Boards(boards, limited(error for _, (_, errors) in records for error in errors))


@checked
def load(file: File) -> Boards:
    """Return the boards of a LIN file, given its path or as an open binary file.

    Raises:
        TypeError: ``file`` is neither a path nor an open binary file.

    >>> print(*load("missing.lin").diagnostics)
    missing.lin:1:1: error BML101: File not found: missing.lin.
    """
    return load_boards(file, loads)


@checked
def dumps(boards: Iterable[Board | Record]) -> str:
    r"""Return boards as the text of a LIN file, a board a line; records keep what only LIN knows.

    >>> dumps([Board(number=1)])
    'pn|,,,|st||md|0,,,|rh||ah|Board 1|sv||pg||\n'
    """
    return "".join(write_records(boards))


@checked
def dump(boards: Iterable[Board | Record], file: File) -> None:
    """Write boards as a LIN file, to a path or to an open binary file.

    Raises:
        OSError: The file cannot be written.
        TypeError: ``file`` is neither a path nor an open binary file.
    """
    dump_bytes((dumps(boards).encode("utf-8", "replace"),), file)
