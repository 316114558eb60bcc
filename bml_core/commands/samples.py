"""Deals that fit an auction, as lines to read or as boards of a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from bml_core.bridge import Board, Deal, Seat
from bml_core.commands.hand_lines import auction_line, hand_line, row_line
from bml_core.hands.bidding import AuctionMeaning
from bml_core.hands.sampling import Deals, RandomNumbers

_Watch = Callable[[int], None]


class Sample:
    """A number of deals for an auction, drawn as they are written.

    ``done`` counts them; ``gave_up`` tells that no more were found.
    """

    def __init__(self, deals: Deals, meaning: AuctionMeaning, number: int, seed: int) -> None:
        self._deals, self._meaning = deals, meaning
        self._number, self._seed = number, seed
        self.done = 0
        self.gave_up = False

    def _drawn(self, watch: _Watch) -> Iterator[Deal]:
        for deal in islice(self._deals.drawn(RandomNumbers(self._seed)), self._number):
            self.done += 1
            watch(1)
            yield deal
        self.gave_up = self.done < self._number

    # ------------------------------------------------------------ lines to read

    def lines(self, watch: _Watch, *, all_hands: bool = False) -> Iterator[bytes]:
        """Yield the auction with its rows, then the hands of those who have called, or all of them."""
        yield "".join(f"{line}\n" for line in self._heading()).encode()
        speaking = [player.seat for player in self._meaning.players if player.agreements]
        seats = list(Seat) if all_hands or not speaking else speaking
        width = len(str(self._number))
        for number, deal in enumerate(self._drawn(watch), 1):
            lines = ["\n"]
            for seat in seats:
                hand = deal.hand(seat)
                assert hand is not None
                label = f"{number:>{width}}" if seat is seats[0] else " " * width
                lines.append(f"{label}  {seat.name.title():<5}  {hand_line(hand)}\n")
            yield "".join(lines if len(seats) > 1 else lines[number > 1 :]).encode()

    def _heading(self) -> Iterator[str]:
        yield f"{auction_line(self._meaning.written)}, seed {self._seed}"
        for seat, made in self._meaning.said:
            if made.agreement is not None and made.agreement.is_described:
                yield f"  {seat.name.title():<5}  {row_line(made.agreement)}"
            if made.reading is not None and made.reading.understood:
                yield f"{'':14}read as: {made.condition}"

    # ------------------------------------------------------------ boards of a file

    def written(self, name: str, watch: _Watch) -> Iterator[bytes]:
        """Yield a file of the format of this name in parts."""
        from bml_core.diagnostics import Location
        from bml_core.formats.deals import FORMATS, Dealt

        form = FORMATS[name]
        place = Location(name, 1)
        boards = (self._board(number, deal) for number, deal in enumerate(self._drawn(watch), 1))
        # Cards and numbers need no other characters than ASCII has.
        return form.encode_parts(form.write_parts(Dealt(board, place) for board in boards), False)

    def _board(self, number: int, deal: Deal) -> Board:
        dealer = self._meaning.players[0].seat
        return Board(deal=deal, number=number, dealer=dealer, vulnerability=self._meaning.board_vulnerability)
