"""What is found out about calls is found out once for all that answer alike."""

from __future__ import annotations

from dataclasses import replace

from bml_core.bridge import Suit
from bml_core.hands.descriptions.book import bound
from bml_core.hands.descriptions.call_context import ByAnswers, CallContext
from bml_core.hands.descriptions.reading import Reading, parse_description


class _Reads:
    """Readings of a text, and how many calls were read for them."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.number = 0
        self._known = ByAnswers(self._read)

    def _read(self, call: CallContext) -> Reading:
        self.number += 1
        return parse_description(self._text, {}, call)

    def of(self, call: CallContext) -> str:
        """Return the condition for a call."""
        return str(self._known.of(call).condition)


def test_words_that_say_the_same_everywhere_are_read_once() -> None:
    reads = _Reads("15-17 hcp, balanced")
    calls = CallContext(level=1), CallContext(Suit.HEARTS, is_opening=False), CallContext(auction="1C-1N")
    assert set(map(reads.of, calls)) == {"15-17 hcp, balanced"}
    assert reads.number == 1


def test_what_depends_on_the_suit_of_the_call_is_read_for_each() -> None:
    reads = _Reads("5+ cards")
    found = [reads.of(CallContext(suit, 1)) for suit in (Suit.HEARTS, Suit.SPADES, Suit.HEARTS)]
    assert found == ["5+ hearts", "5+ spades", "5+ hearts"]
    assert reads.number == 2


def test_a_word_of_the_book_asks_for_its_auction() -> None:
    reads = _Reads("weak two")
    two, three = (CallContext(Suit.HEARTS, level, auction=f"{level}H") for level in (2, 3))
    assert (reads.of(two), reads.of(three)) == ("6 hearts, 5-10 hcp", "any")
    assert (reads.of(replace(two, choices=(Suit.HEARTS,))), reads.number) == ("6 hearts, 5-10 hcp", 2)


def test_a_star_is_for_whole_calls() -> None:
    assert (bound(("*D",), "(1C)-D"), bound(("*D",), "3D")) == ((), None)
