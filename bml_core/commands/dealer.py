"""``bml dealer FILE… --auction AUCTION`` and ``bml dpp FILE``: scripts for the program dealer."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bml_core.bridge import PASS
from bml_core.commands import note_options as notes
from bml_core.commands import outputs
from bml_core.commands.conversions import Conversion, Output, no_options
from bml_core.commands.inputs import STDIN_NAME, Reader, standard_input
from bml_core.commands.reports import counted
from bml_core.commands.terminal import ERRORS, OK
from bml_core.diagnostics import Diagnostic, Result
from bml_core.files import decode, read_file

if TYPE_CHECKING:
    from bml_core.hands.bidding import AuctionMeaning

_MOST = 10**7


def configure_dealer(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``bml dealer``."""
    parser.description = "Write a script with which the program dealer deals hands that fit an auction."
    notes.add_options(parser)
    notes.add_auction(parser)
    notes.add_deals(parser, most=_MOST)
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    from bml_core.formats.dealer import DealerScript

    read = notes.read(options)
    meaning = notes.meaning(read, options) if read else None
    if read is None or meaning is None:
        return ERRORS
    outputs.check_target(options.output, read.dependencies)
    script = DealerScript(
        meaning.hands,
        options.number,
        meaning.players[0].seat,
        meaning.board_vulnerability,
        tuple(_comments(meaning)),
    )
    outputs.write(options.output, script.text())
    return OK


def _comments(meaning: AuctionMeaning) -> Iterator[str]:
    from bml_core.hands.conditions import ANY

    yield notes.auction_line(meaning.written)
    for seat, call in meaning.calls:
        if call.agreement is not None:
            yield f"{seat.name.title()}  {notes.row_line(call.agreement)}"
            yield from (f"  not understood: {part}" for part in call.not_understood)
    theirs = (call for _, call in meaning.calls if not meaning.written.is_ours(call.number))
    if any(call.call is PASS and call.hands != ANY for call in theirs):
        yield "Opponents who pass hold no hand that anybody would bid"


# ---------------------------------------------------------------------------------------------- shapes


@dataclass(frozen=True, slots=True)
class _Script:
    """A script as it was read."""

    name: str
    text: str = ""
    diagnostics: tuple[Diagnostic, ...] = ()
    dependencies: tuple[str, ...] = ()


def _read(name: str, options: argparse.Namespace) -> _Script:
    file = STDIN_NAME if name == outputs.STANDARD else name
    data = Result(standard_input()) if name == outputs.STANDARD else read_file(name)
    if data.value is None:
        return _Script(file, diagnostics=data.diagnostics)
    text = decode(data.value, file)
    return _Script(file, text.value, text.diagnostics, () if name == outputs.STANDARD else (name,))


def _write(script: _Script, options: argparse.Namespace) -> Output:
    from bml_core.formats.dealer import preprocess

    result = preprocess(script.text, script.name)
    return Output(result.text, result.diagnostics, counted(result.shapes, "shape"))


DPP = Conversion(name="dpp", ending="", reader=Reader("script", _read, no_options), write=_write)
configure_dpp = DPP.configure
