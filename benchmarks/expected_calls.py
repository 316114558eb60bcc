"""Ask hands for the calls that good players wrote down first, and count what is said with certainty.

Run as a program, this module asks the hands of the systems in a folder: beside each ``NAME.bml`` there is
``NAME.hands.tsv`` with an auction (``-`` for an opening), a hand, and the call, ``?`` where the notes leave
it open; one more column has a call that players choose as well. It lists what differs, and counts it.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bml_core import Call, Choice, choose_call, load
from bml_core.hands.bidding import Certainty

_ENDS = (
    "certain and as expected",
    "probably, as expected",
    "not known, as expected",
    "certain and wrong",
    "probably, and wrong",
    "not known",
)


@dataclass(frozen=True, slots=True)
class Asked:
    """A hand that was asked after an auction, the calls that are expected, None for any, and the answer."""

    auction: str
    hand: str
    expected: tuple[Call | None, ...]
    choice: Choice

    @property
    def is_right(self) -> bool:
        """Return whether the call is one of those that are expected."""
        return self.choice.call in self.expected

    @property
    def end(self) -> str:
        """Return one of the ways in which an answer may end."""
        certainty, is_right = self.choice.certainty, self.is_right
        if certainty is Certainty.NOT_KNOWN:
            return _ENDS[2] if is_right else _ENDS[5]
        if certainty is Certainty.CERTAIN:
            return _ENDS[0] if is_right else _ENDS[3]
        return _ENDS[1] if is_right else _ENDS[4]


def asked_hands(notes: Path) -> Iterator[Asked]:
    """Yield the hands beside some notes with their answers."""
    system = load(notes)
    for line in notes.with_suffix(".hands.tsv").read_text("utf-8").splitlines():
        auction, hand, *expected = map(str.strip, line.split("\t"))
        choice = choose_call(system, hand, "" if auction == "-" else auction)
        calls = tuple(None if call == "?" else Call.parse(call) for call in expected)
        yield Asked(auction, hand, calls, choice)


def main(folder: Path) -> None:
    """Print what differs from the expected calls, and the numbers of each system."""
    whole: Counter[str] = Counter()
    for notes in sorted(folder.glob("*.bml")):
        ends: Counter[str] = Counter()
        for asked in asked_hands(notes):
            ends[asked.end] += 1
            if asked.end not in _ENDS[:3]:
                call = f"{asked.choice.call or '?'} for {asked.expected[0] or '?'}"
                instead = ", ".join(str(row.call) for row in asked.choice.instead)
                print(
                    f"  {asked.end}: {asked.auction}  {asked.hand}  {call}  {asked.choice.why}  [{instead}]"
                )
        _print(notes.stem, ends)
        whole += ends
    _print("together", whole)


def _print(name: str, ends: Counter[str]) -> None:
    number = sum(ends.values())
    right = sum(ends[end] for end in _ENDS[:3])
    print(f"{name}: {number} hands, {100 * right / max(number, 1):.1f} % as expected")
    for end in _ENDS:
        print(f"    {ends[end]:>4}  {100 * ends[end] / max(number, 1):>5.1f} %  {end}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Ask the hands of systems for the calls that are expected.")
    parser.add_argument("folder", type=Path, help="the folder with NAME.bml and NAME.hands.tsv")
    main(parser.parse_args().folder)
