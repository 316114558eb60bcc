"""Values that readers make by the ten thousand are the same as those of everybody else."""

from __future__ import annotations

import pickle
from dataclasses import FrozenInstanceError

import pytest

from bml_core.bridge import Board, Deal, Hand, Seat
from bml_core.bridge.making import maker

HAND = maker(Hand)("AK", "Q", "", "9")


def test_a_made_value_is_like_one_that_was_called() -> None:
    called = Hand("AK", "Q", "", "9")
    assert (HAND, hash(HAND), repr(HAND), type(HAND)) == (called, hash(called), repr(called), Hand)
    assert maker(Deal)(None, HAND, None, None) == Deal(east=called)


def test_a_made_value_is_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        HAND.spades = "A"  # type: ignore[misc]  # what is to be refused


def test_a_made_value_can_be_pickled() -> None:
    assert pickle.loads(pickle.dumps(HAND)) == HAND


def test_a_field_may_not_be_left_out() -> None:
    with pytest.raises(TypeError):
        maker(Board)(Deal(), 7, "", Seat.NORTH)
