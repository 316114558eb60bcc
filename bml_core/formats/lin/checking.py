"""What is wrong with a LIN file: commands, values, and what the laws forbid."""

from __future__ import annotations

from collections.abc import Iterator

from bml_core.bridge import Auction, Board, irregular_plays
from bml_core.decoding import Source
from bml_core.diagnostics import Diagnostic, Result
from bml_core.formats.boards import duplicate_cards, excerpt, uneven_hands
from bml_core.formats.lin.boards import Error, RecordReader
from bml_core.formats.lin.records import Record, is_named, read_all
from bml_core.formats.lin.values import write_call


def check(source: Source, file: str = "") -> Iterator[Diagnostic]:
    """Yield what is wrong with a LIN file, board by board; nothing is held longer than its board.

    >>> print(*check("md|1,,,|mb|8C|", "hands.lin"))
    hands.lin:1:9: error BML805: Game 1: 8C is no call. Write p, d, r, or a bid such as 1N.
    """
    for record in read_all(source, file):
        yield from check_record(record)


def check_record(record: Record) -> tuple[Diagnostic, ...]:
    """Return what is wrong with one record, in the order of its commands."""
    return parse_record(record).diagnostics


def parse_record(record: Record) -> Result[Board]:
    """Return the board of a record, and what is wrong with it in the order of its commands."""
    reader = RecordReader(record)
    board = reader.board()
    errors = [
        *reader.errors,
        *_card_errors(reader, board),
        *_auction_errors(reader),
        *_play_errors(reader, board),
        *_form_errors(record),
    ]
    errors.sort(key=lambda error: error.at)
    return Result(
        board,
        tuple(
            Diagnostic(code, f"Game {record.number}: {sentence}", record.place(at), hint)
            for code, at, sentence, hint in errors
        ),
    )


def _form_errors(record: Record) -> Iterator[Error]:
    """Yield what is wrong with the form of commands."""
    for at, command in enumerate(record.commands):
        if not is_named(command):
            text = excerpt(command.name or command.value)
            hint = "A command is two letters, a bar, a value and a bar: md|1SAK...|."
            yield Error("BML801", at, f'"{text}" is no command of LIN.', hint)
        elif not command.end:
            sentence = f"The value of {excerpt(command.name)} has no bar behind it."
            yield Error("BML814", at, sentence, "Write a bar behind each value.")
    if not record.is_board and all(map(is_named, record.commands)):
        yield Error("BML801", 0, "There is no deal and no auction here.", "A deal is md|1SAK...|.")


def _card_errors(reader: RecordReader, board: Board) -> Iterator[Error]:
    at, _ = reader.values.get("md", (0, ""))
    yield from (Error("BML803", at, sentence) for sentence in duplicate_cards(board.deal))
    yield from (Error("BML804", at, sentence) for sentence in uneven_hands(board.deal))


def _auction_errors(reader: RecordReader) -> Iterator[Error]:
    """Yield the first call that is not legal; none where a seat was passed over."""
    calls = [made.call for made in reader.auction if made.call is not None]
    if len(calls) < len(reader.auction):
        return
    auction = Auction()
    for at, call, made in zip(reader.call_places, calls, reader.auction, strict=True):
        illegality = auction.illegality(call)
        if illegality is not None:
            word = write_call(made).rstrip("!").upper()
            yield Error("BML806", at, f"{word} is not legal: {illegality.value}.")
            return
        auction = auction.then(call)


def _play_errors(reader: RecordReader, board: Board) -> Iterator[Error]:
    """Yield the first card that may not be played; those after it may well be of other players."""
    contract = board.contract
    if not board.play or contract is None or contract.bid is None or contract.declarer is None:
        return
    irregular = irregular_plays(board.play, contract.declarer.left, contract.bid.strain, board.deal)
    for played in irregular[:1]:
        name = played.seat.name.title()
        sentence = f"{name} plays {board.play[played.index]}: {played.irregularity.value}."
        yield Error("BML811", reader.card_places[played.index], sentence)
