"""``bml dealer FILE… --auction AUCTION``: a script with which the program dealer deals for an auction."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

from bml_core.bridge import PASS
from bml_core.commands import note_options as notes
from bml_core.commands import outputs
from bml_core.commands.terminal import ERRORS, OK

if TYPE_CHECKING:
    from bml_core.hands.bidding import AuctionMeaning

_MOST = 10**7


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
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
